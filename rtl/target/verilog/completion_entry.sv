`default_nettype none

module completion_entry (
  input  logic [145:0] i,
  input  logic phase,
  output logic [255:0] o
);
  always_comb begin
    o = 256'h0;
    o[23:0] = i[33:10];
    o[31:24] = i[41:34];
    o[47:32] = i[57:42];
    o[55:48] = i[65:58];
    o[63:56] = i[73:66];
    o[95:64] = i[105:74];
    o[127:96] = i[137:106];
    o[135:128] = i[145:138];
    o[248] = phase;
  end
endmodule

`default_nettype wire
