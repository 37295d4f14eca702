`default_nettype none

module ram_72x8192 (
  input  logic [12:0] read_address,
  input  logic read_clock,
  output logic [71:0] read_data,
  input  logic [12:0] write_address,
  input  logic write_clock,
  input  logic [71:0] write_data,
  input  logic write_enable
);
  (* ram_style = "ultra" *) logic [71:0] words [0:8191];
  integer i;
  initial begin
    for (i = 0; i < 8192; i = i + 1) words[i[12:0]] = 72'h0;
    read_data = 72'h0;
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

module kit_ultra_table (
  input  logic clock,
  input  logic [12:0] read_address,
  output logic [71:0] read_data,
  input  logic write,
  input  logic [12:0] write_address,
  input  logic [71:0] write_data
);
  logic [71:0] ram$read_data;
  logic [71:0] fetched$q;
  always @(posedge clock) begin
    fetched$q <= ram$read_data;
  end
  assign read_data = fetched$q;
  ram_72x8192 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    fetched$q = 72'h0;
  end
endmodule

`default_nettype wire
