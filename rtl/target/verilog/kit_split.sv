`default_nettype none

module cutter (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  output logic [8:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic ends;
  logic free;
  function automatic [11:0] low12_of13(input [12:0] x);
    low12_of13 = x[11:0];
  endfunction
  logic [11:0] rest$q;
  logic last$q;
  logic busy$q;
  always @(posedge clock) begin
    if (busy$q & o_ready) begin
      rest$q <= rest$q - 12'h40;
    end
    if (free) begin
      busy$q <= piece_valid;
      last$q <= piece[13];
      rest$q <= low12_of13(piece[12:0] - 13'h1);
      if (piece[12:0] == 13'h0) begin
        rest$q <= 12'h0;
      end
    end
    if (reset) begin
      busy$q <= 1'h0;
    end
  end
  assign ends = rest$q[11:6] == 6'h0;
  always_comb begin
    o[6:0] = 7'h40;
    if (ends) begin
      o[6:0] = {1'h0, rest$q[5:0]} + 7'h1;
    end
    o[7] = ends;
    o[8] = ends & last$q;
  end
  assign o_valid = busy$q;
  assign free = ~busy$q | (o_ready & ends);
  assign piece_ready = free;
  initial begin
    rest$q = 12'h0;
    last$q = 1'h0;
    busy$q = 1'h0;
  end
endmodule

module byte_mask (
  input  logic [6:0] count,
  output logic [63:0] o
);
  assign o = {count > 7'h3f, count > 7'h3e, count > 7'h3d, count > 7'h3c, count > 7'h3b, count > 7'h3a, count >
      7'h39, count > 7'h38, count > 7'h37, count > 7'h36, count > 7'h35, count > 7'h34, count > 7'h33, count >
      7'h32, count > 7'h31, count > 7'h30, count > 7'h2f, count > 7'h2e, count > 7'h2d, count > 7'h2c, count >
      7'h2b, count > 7'h2a, count > 7'h29, count > 7'h28, count > 7'h27, count > 7'h26, count > 7'h25, count >
      7'h24, count > 7'h23, count > 7'h22, count > 7'h21, count > 7'h20, count > 7'h1f, count > 7'h1e, count >
      7'h1d, count > 7'h1c, count > 7'h1b, count > 7'h1a, count > 7'h19, count > 7'h18, count > 7'h17, count >
      7'h16, count > 7'h15, count > 7'h14, count > 7'h13, count > 7'h12, count > 7'h11, count > 7'h10, count >
      7'hf, count > 7'he, count > 7'hd, count > 7'hc, count > 7'hb, count > 7'ha, count > 7'h9, count > 7'h8,
      count > 7'h7, count > 7'h6, count > 7'h5, count > 7'h4, count > 7'h3, count > 7'h2, count > 7'h1, count >
      7'h0};
endmodule

module ram (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [73:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [73:0] write_data
);
  (* ram_style = "distributed" *) logic [73:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 74'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module steps (
  input  logic clock,
  input  logic reset,
  input  logic [73:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [73:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [73:0] ram$read_data;
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

module splice (
  input  logic [63:0] mask,
  input  logic [511:0] one,
  input  logic [511:0] zero,
  output logic [511:0] o
);
  always_comb begin
    if (mask[0]) begin
      o[7:0] = one[7:0];
    end else begin
      o[7:0] = zero[7:0];
    end
    if (mask[1]) begin
      o[15:8] = one[15:8];
    end else begin
      o[15:8] = zero[15:8];
    end
    if (mask[2]) begin
      o[23:16] = one[23:16];
    end else begin
      o[23:16] = zero[23:16];
    end
    if (mask[3]) begin
      o[31:24] = one[31:24];
    end else begin
      o[31:24] = zero[31:24];
    end
    if (mask[4]) begin
      o[39:32] = one[39:32];
    end else begin
      o[39:32] = zero[39:32];
    end
    if (mask[5]) begin
      o[47:40] = one[47:40];
    end else begin
      o[47:40] = zero[47:40];
    end
    if (mask[6]) begin
      o[55:48] = one[55:48];
    end else begin
      o[55:48] = zero[55:48];
    end
    if (mask[7]) begin
      o[63:56] = one[63:56];
    end else begin
      o[63:56] = zero[63:56];
    end
    if (mask[8]) begin
      o[71:64] = one[71:64];
    end else begin
      o[71:64] = zero[71:64];
    end
    if (mask[9]) begin
      o[79:72] = one[79:72];
    end else begin
      o[79:72] = zero[79:72];
    end
    if (mask[10]) begin
      o[87:80] = one[87:80];
    end else begin
      o[87:80] = zero[87:80];
    end
    if (mask[11]) begin
      o[95:88] = one[95:88];
    end else begin
      o[95:88] = zero[95:88];
    end
    if (mask[12]) begin
      o[103:96] = one[103:96];
    end else begin
      o[103:96] = zero[103:96];
    end
    if (mask[13]) begin
      o[111:104] = one[111:104];
    end else begin
      o[111:104] = zero[111:104];
    end
    if (mask[14]) begin
      o[119:112] = one[119:112];
    end else begin
      o[119:112] = zero[119:112];
    end
    if (mask[15]) begin
      o[127:120] = one[127:120];
    end else begin
      o[127:120] = zero[127:120];
    end
    if (mask[16]) begin
      o[135:128] = one[135:128];
    end else begin
      o[135:128] = zero[135:128];
    end
    if (mask[17]) begin
      o[143:136] = one[143:136];
    end else begin
      o[143:136] = zero[143:136];
    end
    if (mask[18]) begin
      o[151:144] = one[151:144];
    end else begin
      o[151:144] = zero[151:144];
    end
    if (mask[19]) begin
      o[159:152] = one[159:152];
    end else begin
      o[159:152] = zero[159:152];
    end
    if (mask[20]) begin
      o[167:160] = one[167:160];
    end else begin
      o[167:160] = zero[167:160];
    end
    if (mask[21]) begin
      o[175:168] = one[175:168];
    end else begin
      o[175:168] = zero[175:168];
    end
    if (mask[22]) begin
      o[183:176] = one[183:176];
    end else begin
      o[183:176] = zero[183:176];
    end
    if (mask[23]) begin
      o[191:184] = one[191:184];
    end else begin
      o[191:184] = zero[191:184];
    end
    if (mask[24]) begin
      o[199:192] = one[199:192];
    end else begin
      o[199:192] = zero[199:192];
    end
    if (mask[25]) begin
      o[207:200] = one[207:200];
    end else begin
      o[207:200] = zero[207:200];
    end
    if (mask[26]) begin
      o[215:208] = one[215:208];
    end else begin
      o[215:208] = zero[215:208];
    end
    if (mask[27]) begin
      o[223:216] = one[223:216];
    end else begin
      o[223:216] = zero[223:216];
    end
    if (mask[28]) begin
      o[231:224] = one[231:224];
    end else begin
      o[231:224] = zero[231:224];
    end
    if (mask[29]) begin
      o[239:232] = one[239:232];
    end else begin
      o[239:232] = zero[239:232];
    end
    if (mask[30]) begin
      o[247:240] = one[247:240];
    end else begin
      o[247:240] = zero[247:240];
    end
    if (mask[31]) begin
      o[255:248] = one[255:248];
    end else begin
      o[255:248] = zero[255:248];
    end
    if (mask[32]) begin
      o[263:256] = one[263:256];
    end else begin
      o[263:256] = zero[263:256];
    end
    if (mask[33]) begin
      o[271:264] = one[271:264];
    end else begin
      o[271:264] = zero[271:264];
    end
    if (mask[34]) begin
      o[279:272] = one[279:272];
    end else begin
      o[279:272] = zero[279:272];
    end
    if (mask[35]) begin
      o[287:280] = one[287:280];
    end else begin
      o[287:280] = zero[287:280];
    end
    if (mask[36]) begin
      o[295:288] = one[295:288];
    end else begin
      o[295:288] = zero[295:288];
    end
    if (mask[37]) begin
      o[303:296] = one[303:296];
    end else begin
      o[303:296] = zero[303:296];
    end
    if (mask[38]) begin
      o[311:304] = one[311:304];
    end else begin
      o[311:304] = zero[311:304];
    end
    if (mask[39]) begin
      o[319:312] = one[319:312];
    end else begin
      o[319:312] = zero[319:312];
    end
    if (mask[40]) begin
      o[327:320] = one[327:320];
    end else begin
      o[327:320] = zero[327:320];
    end
    if (mask[41]) begin
      o[335:328] = one[335:328];
    end else begin
      o[335:328] = zero[335:328];
    end
    if (mask[42]) begin
      o[343:336] = one[343:336];
    end else begin
      o[343:336] = zero[343:336];
    end
    if (mask[43]) begin
      o[351:344] = one[351:344];
    end else begin
      o[351:344] = zero[351:344];
    end
    if (mask[44]) begin
      o[359:352] = one[359:352];
    end else begin
      o[359:352] = zero[359:352];
    end
    if (mask[45]) begin
      o[367:360] = one[367:360];
    end else begin
      o[367:360] = zero[367:360];
    end
    if (mask[46]) begin
      o[375:368] = one[375:368];
    end else begin
      o[375:368] = zero[375:368];
    end
    if (mask[47]) begin
      o[383:376] = one[383:376];
    end else begin
      o[383:376] = zero[383:376];
    end
    if (mask[48]) begin
      o[391:384] = one[391:384];
    end else begin
      o[391:384] = zero[391:384];
    end
    if (mask[49]) begin
      o[399:392] = one[399:392];
    end else begin
      o[399:392] = zero[399:392];
    end
    if (mask[50]) begin
      o[407:400] = one[407:400];
    end else begin
      o[407:400] = zero[407:400];
    end
    if (mask[51]) begin
      o[415:408] = one[415:408];
    end else begin
      o[415:408] = zero[415:408];
    end
    if (mask[52]) begin
      o[423:416] = one[423:416];
    end else begin
      o[423:416] = zero[423:416];
    end
    if (mask[53]) begin
      o[431:424] = one[431:424];
    end else begin
      o[431:424] = zero[431:424];
    end
    if (mask[54]) begin
      o[439:432] = one[439:432];
    end else begin
      o[439:432] = zero[439:432];
    end
    if (mask[55]) begin
      o[447:440] = one[447:440];
    end else begin
      o[447:440] = zero[447:440];
    end
    if (mask[56]) begin
      o[455:448] = one[455:448];
    end else begin
      o[455:448] = zero[455:448];
    end
    if (mask[57]) begin
      o[463:456] = one[463:456];
    end else begin
      o[463:456] = zero[463:456];
    end
    if (mask[58]) begin
      o[471:464] = one[471:464];
    end else begin
      o[471:464] = zero[471:464];
    end
    if (mask[59]) begin
      o[479:472] = one[479:472];
    end else begin
      o[479:472] = zero[479:472];
    end
    if (mask[60]) begin
      o[487:480] = one[487:480];
    end else begin
      o[487:480] = zero[487:480];
    end
    if (mask[61]) begin
      o[495:488] = one[495:488];
    end else begin
      o[495:488] = zero[495:488];
    end
    if (mask[62]) begin
      o[503:496] = one[503:496];
    end else begin
      o[503:496] = zero[503:496];
    end
    if (mask[63]) begin
      o[511:504] = one[511:504];
    end else begin
      o[511:504] = zero[511:504];
    end
  end
endmodule

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

module ram_2 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 513'h0;
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
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write;
  logic [2:0] write_at$q;
  logic [2:0] read_at$q;
  logic [3:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 3'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 3'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 4'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 4'h1;
      some$q <= count$q != 4'h1;
    end
    if (reset) begin
      write_at$q <= 3'h0;
      read_at$q <= 3'h0;
      count$q <= 4'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 4'h8;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 4'h8);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_2 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 3'h0;
    read_at$q = 3'h0;
    count$q = 4'h0;
    some$q = 1'h0;
  end
endmodule

module kit_split (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [7:0] reach;
  logic [73:0] step;
  logic cut;
  logic [1:0] drops;
  logic [1:0] left;
  logic put;
  logic cutter$piece_ready;
  logic [8:0] cutter$o;
  logic cutter$o_valid;
  logic [5:0] at$q;
  logic [6:0] mask$count;
  logic [63:0] mask$o;
  logic [73:0] steps$i;
  logic steps$i_ready;
  logic [73:0] steps$o;
  logic steps$o_valid;
  logic steps$o_ready;
  logic [511:0] older$q;
  logic [511:0] younger$q;
  logic [1:0] beats$q;
  logic [511:0] splice$o;
  logic [511:0] coarse$o;
  logic [511:0] slice$q;
  logic slice_valid$q;
  logic [1:0] slice_by$q;
  logic slice_last$q;
  logic [511:0] fine$o;
  logic [512:0] out$i;
  logic [512:0] out$o;
  logic out$o_valid;
  logic [3:0] out$level;
  always @(posedge clock) begin
    if (cutter$o_valid & steps$i_ready) begin
      at$q <= reach[5:0];
      if (cutter$o[8]) begin
        at$q <= 6'h0;
      end
    end
    slice_valid$q <= cut;
    beats$q <= left;
    if (put) begin
      beats$q <= left + 2'h1;
    end
    if (reset) begin
      at$q <= 6'h0;
      beats$q <= 2'h0;
      slice_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    if (drops == 2'h1) begin
      older$q <= younger$q;
    end
    if (left == 2'h0) begin
      older$q <= i[511:0];
    end
  end
  always @(posedge clock) begin
    if (left == 2'h1) begin
      younger$q <= i[511:0];
    end
  end
  always @(posedge clock) begin
    slice$q <= coarse$o;
  end
  always @(posedge clock) begin
    slice_by$q <= steps$o[1:0];
  end
  always @(posedge clock) begin
    slice_last$q <= steps$o[73];
  end
  assign piece_ready = cutter$piece_ready;
  assign reach = {2'h0, at$q} + {1'h0, cutter$o[6:0]};
  assign mask$count = {1'h0, at$q};
  always_comb begin
    step[5:0] = at$q;
    step[69:6] = mask$o;
    step[70] = reach > 8'h40;
    step[73] = cutter$o[7];
    step[72:71] = 2'h0;
    if (reach >= 8'h40) begin
      step[72:71] = 2'h1;
    end
    if (cutter$o[8]) begin
      step[72:71] = 2'h1;
      if (reach > 8'h40) begin
        step[72:71] = 2'h2;
      end
    end
  end
  assign steps$i = step;
  assign cut = steps$o_valid & (out$level < 4'h6) & (beats$q[1] | (beats$q[0] & ~steps$o[70]));
  always_comb begin
    drops = 2'h0;
    if (cut) begin
      drops = steps$o[72:71];
    end
  end
  assign steps$o_ready = cut;
  assign left = beats$q - drops;
  assign i_ready = ~left[1];
  assign put = i_valid & ~left[1];
  assign out$i = {slice_last$q, fine$o};
  assign o = out$o;
  assign o_valid = out$o_valid;
  cutter cutter (
    .clock(clock),
    .reset(reset),
    .piece(piece),
    .piece_valid(piece_valid),
    .piece_ready(cutter$piece_ready),
    .o(cutter$o),
    .o_valid(cutter$o_valid),
    .o_ready(steps$i_ready)
  );
  byte_mask mask (
    .count(mask$count),
    .o(mask$o)
  );
  steps steps (
    .clock(clock),
    .reset(reset),
    .i(steps$i),
    .i_valid(cutter$o_valid),
    .i_ready(steps$i_ready),
    .o(steps$o),
    .o_valid(steps$o_valid),
    .o_ready(steps$o_ready),
    .level()
  );
  splice splice (
    .mask(steps$o[69:6]),
    .one(younger$q),
    .zero(older$q),
    .o(splice$o)
  );
  rotate_coarse coarse (
    .i(splice$o),
    .by(steps$o[5:2]),
    .o(coarse$o)
  );
  rotate_fine fine (
    .i(slice$q),
    .by(slice_by$q),
    .o(fine$o)
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(out$i),
    .i_valid(slice_valid$q),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level(out$level)
  );
  initial begin
    at$q = 6'h0;
    older$q = 512'h0;
    younger$q = 512'h0;
    beats$q = 2'h0;
    slice$q = 512'h0;
    slice_valid$q = 1'h0;
    slice_by$q = 2'h0;
    slice_last$q = 1'h0;
  end
endmodule

`default_nettype wire
