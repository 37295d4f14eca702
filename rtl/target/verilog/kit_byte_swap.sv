`default_nettype none

module kit_byte_swap (
  input  logic [31:0] i,
  output logic [31:0] o
);
  assign o = {i[7:0], i[15:8], i[23:16], i[31:24]};
endmodule

`default_nettype wire
