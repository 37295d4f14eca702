`default_nettype none

module ram_513x512 (
  input  logic [8:0] read_address,
  input  logic read_clock,
  output logic [512:0] read_data,
  input  logic [8:0] write_address,
  input  logic write_clock,
  input  logic [512:0] write_data,
  input  logic write_enable
);
  logic [512:0] words [0:511];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) words[i[8:0]] = 513'h0;
    read_data = 513'h0;
  end
  always @(posedge read_clock) begin
    read_data <= words[read_address];
  end
  always @(posedge write_clock) begin
    if (write_enable) begin
      words[write_address] <= write_data;
    end
  end
endmodule

module ram (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 513'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write;
  logic [1:0] write_at$q;
  logic [1:0] read_at$q;
  logic [2:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 2'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 2'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 3'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 3'h1;
      some$q <= count$q != 3'h1;
    end
    if (reset) begin
      write_at$q <= 2'h0;
      read_at$q <= 2'h0;
      count$q <= 3'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 3'h4;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 3'h4);
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
    write_at$q = 2'h0;
    read_at$q = 2'h0;
    count$q = 3'h0;
    some$q = 1'h0;
  end
endmodule

module kit_ram_fifo (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [9:0] level,
  output logic [9:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write_enable;
  logic [512:0] out$o;
  logic out$o_valid;
  logic [8:0] write_at$q;
  logic [8:0] read_at$q;
  logic [9:0] count$q;
  logic [9:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 9'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 9'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 10'h1;
      free$q <= free$q - 10'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 10'h1;
      free$q <= free$q + 10'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 9'h0;
      read_at$q <= 9'h0;
      count$q <= 10'h0;
      free$q <= 10'h200;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 10'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 10'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_513x512 ram (
    .read_address(read_at$q),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_at$q),
    .write_clock(clock),
    .write_data(i),
    .write_enable(ram$write_enable)
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(ram$read_data),
    .i_valid(reading$q),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level()
  );
  initial begin
    write_at$q = 9'h0;
    read_at$q = 9'h0;
    count$q = 10'h0;
    free$q = 10'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

`default_nettype wire
