`default_nettype none

module kit_register_slice (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [512:0] front$q;
  logic front_valid$q;
  logic [512:0] spare$q;
  logic spare_valid$q;
  always @(posedge clock) begin
    if (~front_valid$q | o_ready) begin
      front_valid$q <= spare_valid$q | i_valid;
      spare_valid$q <= 1'h0;
      if (spare_valid$q) begin
        front$q <= spare$q;
      end else begin
        front$q <= i;
      end
    end else begin
      if (i_valid) begin
        spare_valid$q <= 1'h1;
      end
    end
    if (reset) begin
      front_valid$q <= 1'h0;
      spare_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    if (~spare_valid$q) begin
      spare$q <= i;
    end
  end
  assign i_ready = ~spare_valid$q;
  assign o = front$q;
  assign o_valid = front_valid$q;
  initial begin
    front$q = 513'h0;
    front_valid$q = 1'h0;
    spare$q = 513'h0;
    spare_valid$q = 1'h0;
  end
endmodule

`default_nettype wire
