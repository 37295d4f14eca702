`default_nettype none

module round_robin_turn (
  input  logic [4:0] request,
  input  logic [4:0] ahead,
  output logic [2:0] grant,
  output logic valid,
  output logic [4:0] after
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
    if (request[4] & ahead[4]) begin
      grant = 3'h4;
    end
    if (request[3] & ahead[3]) begin
      grant = 3'h3;
    end
    if (request[2] & ahead[2]) begin
      grant = 3'h2;
    end
    if (request[1] & ahead[1]) begin
      grant = 3'h1;
    end
    if (request[0] & ahead[0]) begin
      grant = 3'h0;
    end
  end
  assign after = {grant <= 3'h3, grant <= 3'h2, grant <= 3'h1, grant <= 3'h0, 1'h0};
endmodule

module kit_round_robin (
  input  logic clock,
  input  logic reset,
  input  logic [4:0] request,
  input  logic advance,
  output logic [2:0] grant,
  output logic valid
);
  logic [2:0] turn$grant;
  logic turn$valid;
  logic [4:0] turn$after;
  logic [4:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 5'h0;
    end
  end
  assign grant = turn$grant;
  assign valid = turn$valid;
  round_robin_turn turn (
    .request(request),
    .ahead(ahead$q),
    .grant(turn$grant),
    .valid(turn$valid),
    .after(turn$after)
  );
  initial begin
    ahead$q = 5'h0;
  end
endmodule

`default_nettype wire
