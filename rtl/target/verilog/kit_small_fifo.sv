`default_nettype none

module ram (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 513'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module kit_small_fifo (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write;
  logic [3:0] write_at$q;
  logic [3:0] read_at$q;
  logic [4:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 4'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 4'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 5'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 5'h1;
      some$q <= count$q != 5'h1;
    end
    if (reset) begin
      write_at$q <= 4'h0;
      read_at$q <= 4'h0;
      count$q <= 5'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 5'h10;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 5'h10);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 4'h0;
    read_at$q = 4'h0;
    count$q = 5'h0;
    some$q = 1'h0;
  end
endmodule

`default_nettype wire
