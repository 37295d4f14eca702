`default_nettype none

module kit_priority (
  input  logic [4:0] request,
  output logic [2:0] grant,
  output logic valid
);
  assign valid = (|request);
  always_comb begin
    grant = 3'h0;
    if (request[4]) begin
      grant = 3'h4;
    end
    if (request[3]) begin
      grant = 3'h3;
    end
    if (request[2]) begin
      grant = 3'h2;
    end
    if (request[1]) begin
      grant = 3'h1;
    end
    if (request[0]) begin
      grant = 3'h0;
    end
  end
endmodule

`default_nettype wire
