`default_nettype none

module rotate_coarse (
  input  logic [511:0] i,
  input  logic [3:0] by,
  output logic [511:0] o
);
  logic [511:0] half;
  always_comb begin
    if (by[3]) begin
      if (by[2]) begin
        half[127:0] = i[511:384];
        half[511:128] = i[383:0];
      end else begin
        half[255:0] = i[511:256];
        half[511:256] = i[255:0];
      end
    end else begin
      if (by[2]) begin
        half[383:0] = i[511:128];
        half[511:384] = i[127:0];
      end else begin
        half = i;
      end
    end
  end
  always_comb begin
    if (by[1]) begin
      if (by[0]) begin
        o[415:0] = half[511:96];
        o[511:416] = half[95:0];
      end else begin
        o[447:0] = half[511:64];
        o[511:448] = half[63:0];
      end
    end else begin
      if (by[0]) begin
        o[479:0] = half[511:32];
        o[511:480] = half[31:0];
      end else begin
        o = half;
      end
    end
  end
endmodule

module rotate_fine (
  input  logic [511:0] i,
  input  logic [1:0] by,
  output logic [511:0] o
);
  always_comb begin
    if (by[1]) begin
      if (by[0]) begin
        o[487:0] = i[511:24];
        o[511:488] = i[23:0];
      end else begin
        o[495:0] = i[511:16];
        o[511:496] = i[15:0];
      end
    end else begin
      if (by[0]) begin
        o[503:0] = i[511:8];
        o[511:504] = i[7:0];
      end else begin
        o = i;
      end
    end
  end
endmodule

module kit_rotate_bytes (
  input  logic [511:0] i,
  input  logic [5:0] by,
  output logic [511:0] o
);
  logic [511:0] coarse$o;
  logic [511:0] fine$o;
  assign o = fine$o;
  rotate_coarse coarse (
    .i(i),
    .by(by[5:2]),
    .o(coarse$o)
  );
  rotate_fine fine (
    .i(coarse$o),
    .by(by[1:0]),
    .o(fine$o)
  );
endmodule

`default_nettype wire
