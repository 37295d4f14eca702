`default_nettype none

module ram_64x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [63:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [63:0] write_data,
  input  logic write_enable
);
  logic [63:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 64'h0;
    read_data = 64'h0;
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

module kit_table (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [63:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [63:0] write_data
);
  logic [63:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_64x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

`default_nettype wire
