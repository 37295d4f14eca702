`default_nettype none

module event_entry (
  input  logic [52:0] i,
  input  logic phase,
  output logic [127:0] o
);
  always_comb begin
    o = 128'h0;
    o[7:0] = i[12:5];
    o[15:8] = i[20:13];
    o[63:32] = i[52:21];
    o[120] = phase;
  end
endmodule

`default_nettype wire
