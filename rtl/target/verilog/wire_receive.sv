`default_nettype none

module byte_swap (
  input  logic [511:0] i,
  output logic [511:0] o
);
  assign o = {i[7:0], i[15:8], i[23:16], i[31:24], i[39:32], i[47:40], i[55:48], i[63:56], i[71:64], i[79:72],
      i[87:80], i[95:88], i[103:96], i[111:104], i[119:112], i[127:120], i[135:128], i[143:136], i[151:144],
      i[159:152], i[167:160], i[175:168], i[183:176], i[191:184], i[199:192], i[207:200], i[215:208],
      i[223:216], i[231:224], i[239:232], i[247:240], i[255:248], i[263:256], i[271:264], i[279:272],
      i[287:280], i[295:288], i[303:296], i[311:304], i[319:312], i[327:320], i[335:328], i[343:336],
      i[351:344], i[359:352], i[367:360], i[375:368], i[383:376], i[391:384], i[399:392], i[407:400],
      i[415:408], i[423:416], i[431:424], i[439:432], i[447:440], i[455:448], i[463:456], i[471:464],
      i[479:472], i[487:480], i[495:488], i[503:496], i[511:504]};
endmodule

module ethernet_fields (
  input  logic [511:0] header,
  output logic [47:0] destination,
  output logic [15:0] ether_type,
  output logic [15:0] tagged_type,
  output logic [15:0] v4_length,
  output logic [15:0] v6_length,
  output logic [15:0] tagged_v4_length,
  output logic [15:0] tagged_v6_length
);
  assign destination = header[511:464];
  assign ether_type = header[415:400];
  assign tagged_type = header[383:368];
  assign v4_length = header[383:368];
  assign v6_length = header[367:352];
  assign tagged_v4_length = header[351:336];
  assign tagged_v6_length = header[335:320];
endmodule

module classify (
  input  logic [511:0] beat,
  input  logic [47:0] mac,
  output logic [4:0] kind,
  output logic [16:0] ip_end
);
  logic [15:0] ether_type;
  logic [16:0] v4_length;
  logic [16:0] v6_length;
  logic [511:0] swap$o;
  logic [47:0] fields$destination;
  logic [15:0] fields$ether_type;
  logic [15:0] fields$tagged_type;
  logic [15:0] fields$v4_length;
  logic [15:0] fields$v6_length;
  logic [15:0] fields$tagged_v4_length;
  logic [15:0] fields$tagged_v6_length;
  always_comb begin
    kind[0] = 1'h0;
    ether_type = fields$ether_type;
    v4_length = {1'h0, fields$v4_length} + 17'he;
    v6_length = {1'h0, fields$v6_length} + 17'h36;
    if (fields$ether_type == 16'h8100) begin
      kind[0] = 1'h1;
      ether_type = fields$tagged_type;
      v4_length = {1'h0, fields$tagged_v4_length} + 17'h12;
      v6_length = {1'h0, fields$tagged_v6_length} + 17'h3a;
    end
    kind[1] = ether_type == 16'h800;
    kind[2] = ether_type == 16'h86dd;
    kind[3] = fields$destination == mac;
    kind[4] = beat[0];
  end
  always_comb begin
    ip_end = 17'h0;
    if (ether_type == 16'h800) begin
      ip_end = v4_length;
    end
    if (ether_type == 16'h86dd) begin
      ip_end = v6_length;
    end
  end
  byte_swap swap (
    .i(beat),
    .o(swap$o)
  );
  ethernet_fields fields (
    .header(swap$o),
    .destination(fields$destination),
    .ether_type(fields$ether_type),
    .tagged_type(fields$tagged_type),
    .v4_length(fields$v4_length),
    .v6_length(fields$v6_length),
    .tagged_v4_length(fields$tagged_v4_length),
    .tagged_v6_length(fields$tagged_v6_length)
  );
endmodule

module header_reach (
  input  logic [63:0] keep,
  input  logic vlan,
  input  logic ipv4,
  input  logic ipv6,
  output logic whole
);
  always_comb begin
    if (vlan) begin
      if (ipv4) begin
        whole = keep[45];
      end else begin
        if (ipv6) begin
          whole = 1'h0;
        end else begin
          whole = keep[17];
        end
      end
    end else begin
      if (ipv4) begin
        whole = keep[41];
      end else begin
        if (ipv6) begin
          whole = keep[61];
        end else begin
          whole = keep[13];
        end
      end
    end
  end
endmodule

module short (
  input  logic [63:0] keep,
  input  logic [4:0] kind,
  output logic short
);
  logic vlan;
  logic ipv4;
  logic ipv6;
  logic reach$whole;
  assign short = ~reach$whole;
  header_reach reach (
    .keep(keep),
    .vlan(kind[0]),
    .ipv4(kind[1]),
    .ipv6(kind[2]),
    .whole(reach$whole)
  );
endmodule

module icrc_mask (
  input  logic [511:0] data,
  input  logic first,
  input  logic second,
  input  logic vlan,
  input  logic ipv6,
  output logic [511:0] o
);
  always_comb begin
    o = data;
    if (first) begin
      if (vlan) begin
        if (ipv6) begin
          o[143:0] = 144'h0;
          o[147:144] = 4'hf;
          o[175:152] = 24'hffffff;
          o[207:200] = 8'hff;
        end else begin
          o[143:0] = 144'h0;
          o[159:152] = 8'hff;
          o[215:208] = 8'hff;
          o[239:224] = 16'hffff;
          o[367:352] = 16'hffff;
          o[407:400] = 8'hff;
        end
      end else begin
        if (ipv6) begin
          o[111:0] = 112'h0;
          o[115:112] = 4'hf;
          o[143:120] = 24'hffffff;
          o[175:168] = 8'hff;
          o[495:480] = 16'hffff;
        end else begin
          o[111:0] = 112'h0;
          o[127:120] = 8'hff;
          o[183:176] = 8'hff;
          o[207:192] = 16'hffff;
          o[335:320] = 16'hffff;
          o[375:368] = 8'hff;
        end
      end
    end else begin
      if (second) begin
        if (vlan) begin
          if (ipv6) begin
            o[15:0] = 16'hffff;
            o[55:48] = 8'hff;
          end
        end else begin
          if (ipv6) begin
            o[23:16] = 8'hff;
          end
        end
      end
    end
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

module crc32_reduce (
  input  logic [511:0] data,
  output logic [31:0] sum$0,
  output logic [31:0] sum$1,
  output logic [31:0] sum$2,
  output logic [31:0] sum$3,
  output logic [31:0] sum$4,
  output logic [31:0] sum$5,
  output logic [31:0] sum$6,
  output logic [31:0] sum$7
);
  assign sum$0 = {(^(data[63:0] & 64'he826ca8df2ff0e3b)), (^(data[63:0] & 64'h9c35afcb0b808926)), (^(data[63:0]
      & 64'ha63c1d68773f4aa8)), (^(data[63:0] & 64'h531e0eb43b9fa554)), (^(data[63:0] & 64'h41a9cdd7ef30dc91)),
      (^(data[63:0] & 64'h48f22c6605676073)), (^(data[63:0] & 64'ha479163302b3b039)), (^(data[63:0] &
      64'hba1a419473a6d627)), (^(data[63:0] & 64'h352bea47cb2c6528)), (^(data[63:0] & 64'h9a95f523e5963294)),
      (^(data[63:0] & 64'ha56c301c00341771)), (^(data[63:0] & 64'hba90d283f2e50583)), (^(data[63:0] &
      64'h356ea3cc0b8d8cfa)), (^(data[63:0] & 64'h1ab751e605c6c67d)), (^(data[63:0] & 64'h8d5ba8f302e3633e)),
      (^(data[63:0] & 64'h46add4798171b19f)), (^(data[63:0] & 64'h4b7020b13247d6f4)), (^(data[63:0] &
      64'h25b810589923eb7a)), (^(data[63:0] & 64'h12dc082c4c91f5bd)), (^(data[63:0] & 64'h96e04162648fade)),
      (^(data[63:0] & 64'h84b7020b13247d6f)), (^(data[63:0] & 64'h425b810589923eb7)), (^(data[63:0] &
      64'hc90b0a0f36361160)), (^(data[63:0] & 64'hca34f8a69e4068b)), (^(data[63:0] & 64'h8651a7c534f20345)),
      (^(data[63:0] & 64'hc328d3e29a7901a2)), (^(data[63:0] & 64'h9b2a37cbfc38eea)), (^(data[63:0] &
      64'h4d951be5fe1c775)), (^(data[63:0] & 64'h826ca8df2ff0e3ba)), (^(data[63:0] & 64'h4136546f97f871dd)),
      (^(data[63:0] & 64'ha09b2a37cbfc38ee)), (^(data[63:0] & 64'hd04d951be5fe1c77))};
  assign sum$1 = {(^(data[127:64] & 64'h3bcb8dcab2806c08)), (^(data[127:64] & 64'h262e4b2febc05a0c)),
      (^(data[127:64] & 64'h28dca85d4760410e)), (^(data[127:64] & 64'h946e542ea3b02087)), (^(data[127:64] &
      64'hf1fca7dde3587c4b)), (^(data[127:64] & 64'hc335de24432c522d)), (^(data[127:64] &
      64'he19aef1221962916)), (^(data[127:64] & 64'h4b06fa43a24b7883)), (^(data[127:64] &
      64'h9e48f0eb63a5d049)), (^(data[127:64] & 64'hcf247875b1d2e824)), (^(data[127:64] &
      64'h5c59b1f06a69181a)), (^(data[127:64] & 64'h95e7553287b4e005)), (^(data[127:64] &
      64'hf1382753f15a1c0a)), (^(data[127:64] & 64'h789c13a9f8ad0e05)), (^(data[127:64] &
      64'h3c4e09d4fc568702)), (^(data[127:64] & 64'h1e2704ea7e2b4381)), (^(data[127:64] &
      64'hb4d80fbf8d95cdc8)), (^(data[127:64] & 64'hda6c07dfc6cae6e4)), (^(data[127:64] &
      64'hed3603efe3657372)), (^(data[127:64] & 64'hf69b01f7f1b2b9b9)), (^(data[127:64] &
      64'h7b4d80fbf8d95cdc)), (^(data[127:64] & 64'hbda6c07dfc6cae6e)), (^(data[127:64] &
      64'he518edf44cb63b3f)), (^(data[127:64] & 64'h4947fb3094db7197)), (^(data[127:64] &
      64'h24a3fd984a6db8cb)), (^(data[127:64] & 64'h9251fecc2536dc65)), (^(data[127:64] &
      64'hf2e372aca01b023a)), (^(data[127:64] & 64'h7971b956500d811d)), (^(data[127:64] &
      64'hbcb8dcab2806c08e)), (^(data[127:64] & 64'hde5c6e5594036047)), (^(data[127:64] &
      64'hef2e372aca01b023)), (^(data[127:64] & 64'h77971b956500d811))};
  assign sum$2 = {(^(data[191:128] & 64'he18776dc4732caa4)), (^(data[191:128] & 64'h1144cdb264abaff6)),
      (^(data[191:128] & 64'he925100575671d5f)), (^(data[191:128] & 64'hf4928802bab38eaf)), (^(data[191:128] &
      64'h9bce32dd1a6b0df3)), (^(data[191:128] & 64'h2c606fb2ca074c5d)), (^(data[191:128] &
      64'h963037d96503a62e)), (^(data[191:128] & 64'h2a9f6d30f5b319b3)), (^(data[191:128] &
      64'h74c8c0443deb467d)), (^(data[191:128] & 64'h3a6460221ef5a33e)), (^(data[191:128] &
      64'h7cb546cd48481b3b)), (^(data[191:128] & 64'hdfddd5bae316c739)), (^(data[191:128] &
      64'h8e699c0136b9a938)), (^(data[191:128] & 64'h4734ce009b5cd49c)), (^(data[191:128] &
      64'ha39a67004dae6a4e)), (^(data[191:128] & 64'h51cd338026d73527)), (^(data[191:128] &
      64'hc961ef1c54595037)), (^(data[191:128] & 64'he4b0f78e2a2ca81b)), (^(data[191:128] &
      64'h72587bc71516540d)), (^(data[191:128] & 64'h392c3de38a8b2a06)), (^(data[191:128] &
      64'h9c961ef1c5459503)), (^(data[191:128] & 64'h4e4b0f78e2a2ca81)), (^(data[191:128] &
      64'hc6a2f1603663afe4)), (^(data[191:128] & 64'h2d60e6c5c031d56)), (^(data[191:128] &
      64'h16b07362e018eab)), (^(data[191:128] & 64'hb5839b1700c755)), (^(data[191:128] &
      64'h61ddb711ccb2a90e)), (^(data[191:128] & 64'h30eedb88e6595487)), (^(data[191:128] &
      64'h18776dc4732caa43)), (^(data[191:128] & 64'hc3bb6e239965521)), (^(data[191:128] &
      64'h861ddb711ccb2a90)), (^(data[191:128] & 64'hc30eedb88e659548))};
  assign sum$3 = {(^(data[255:192] & 64'h54cc6d13abfb4697)), (^(data[255:192] & 64'hfeaa5b9a7e06e5dc)),
      (^(data[255:192] & 64'hab9940de94f83479)), (^(data[255:192] & 64'hd5cca06f4a7c1a3c)), (^(data[255:192] &
      64'hbe2a3d240ec54b89)), (^(data[255:192] & 64'hbd97381ac99e353)), (^(data[255:192] &
      64'h5ecb9c0d64cf1a9)), (^(data[255:192] & 64'h563a31f3c0dd3e43)), (^(data[255:192] &
      64'hffd175ea4b95d9b6)), (^(data[255:192] & 64'hffe8baf525caecdb)), (^(data[255:192] &
      64'hab383069391e30fa)), (^(data[255:192] & 64'h150752737745eea)), (^(data[255:192] &
      64'hd4645780304169e2)), (^(data[255:192] & 64'hea322bc01820b4f1)), (^(data[255:192] &
      64'h751915e00c105a78)), (^(data[255:192] & 64'hba8c8af006082d3c)), (^(data[255:192] &
      64'h98a286ba8ff5009)), (^(data[255:192] & 64'h4c51435d47fa804)), (^(data[255:192] &
      64'h2628a1aea3fd402)), (^(data[255:192] & 64'h131450d751fea01)), (^(data[255:192] & 64'h98a286ba8ff500)),
      (^(data[255:192] & 64'h4c51435d47fa80)), (^(data[255:192] & 64'hd4ea45b20558bbd7)), (^(data[255:192] &
      64'h3eb94fcaa9571b7c)), (^(data[255:192] & 64'h9f5ca7e554ab8dbe)), (^(data[255:192] &
      64'hcfae53f2aa55c6df)), (^(data[255:192] & 64'h331b44eafed1a5f8)), (^(data[255:192] &
      64'h998da2757f68d2fc)), (^(data[255:192] & 64'h4cc6d13abfb4697e)), (^(data[255:192] &
      64'ha663689d5fda34bf)), (^(data[255:192] & 64'h5331b44eafed1a5f)), (^(data[255:192] &
      64'ha998da2757f68d2f))};
  assign sum$4 = {(^(data[319:256] & 64'he771ea80ba241089)), (^(data[319:256] & 64'h14c91fc0e73618cd)),
      (^(data[319:256] & 64'hed156560c9bf1cef)), (^(data[319:256] & 64'h768ab2b064df8e77)), (^(data[319:256] &
      64'hdc34b3d8884bd7b2)), (^(data[319:256] & 64'h896bb36cfe01fb50)), (^(data[319:256] &
      64'h44b5d9b67f00fda8)), (^(data[319:256] & 64'hc52b065b85a46e5d)), (^(data[319:256] &
      64'h5e469ad78f627a7)), (^(data[319:256] & 64'h2f234d6bc7b13d3)), (^(data[319:256] &
      64'he608f0ebe4199960)), (^(data[319:256] & 64'h147592f54828dc39)), (^(data[319:256] &
      64'hed4b23fa1e307e95)), (^(data[319:256] & 64'h76a591fd0f183f4a)), (^(data[319:256] &
      64'hbb52c8fe878c1fa5)), (^(data[319:256] & 64'h5da9647f43c60fd2)), (^(data[319:256] &
      64'h49a558bf1bc71760)), (^(data[319:256] & 64'h24d2ac5f8de38bb0)), (^(data[319:256] &
      64'h9269562fc6f1c5d8)), (^(data[319:256] & 64'hc934ab17e378e2ec)), (^(data[319:256] &
      64'h649a558bf1bc7176)), (^(data[319:256] & 64'h324d2ac5f8de38bb)), (^(data[319:256] &
      64'h7e577fe2464b0cd4)), (^(data[319:256] & 64'hd85a5571990196e3)), (^(data[319:256] &
      64'hec2d2ab8cc80cb71)), (^(data[319:256] & 64'h7616955c664065b8)), (^(data[319:256] &
      64'hdc7aa02e89042255)), (^(data[319:256] & 64'hee3d50174482112a)), (^(data[319:256] &
      64'h771ea80ba2410895)), (^(data[319:256] & 64'h3b8f5405d120844a)), (^(data[319:256] &
      64'h9dc7aa02e8904225)), (^(data[319:256] & 64'hcee3d50174482112))};
  assign sum$5 = {(^(data[383:320] & 64'h8bc1851a6378032b)), (^(data[383:320] & 64'h4e21479752c402be)),
      (^(data[383:320] & 64'hacd126d1ca1a0274)), (^(data[383:320] & 64'hd6689368e50d013a)), (^(data[383:320] &
      64'he0f5ccae11fe83b6)), (^(data[383:320] & 64'h7bbb634d6b8742f0)), (^(data[383:320] &
      64'hbdddb1a6b5c3a178)), (^(data[383:320] & 64'h552f5dc93999d397)), (^(data[383:320] &
      64'ha1562bfeffb4eae0)), (^(data[383:320] & 64'h50ab15ff7fda7570)), (^(data[383:320] &
      64'h23940fe5dc953993)), (^(data[383:320] & 64'h1a0b82e88d329fe2)), (^(data[383:320] &
      64'h86c4446e25e14cda)), (^(data[383:320] & 64'hc362223712f0a66d)), (^(data[383:320] &
      64'h61b1111b89785336)), (^(data[383:320] & 64'h30d8888dc4bc299b)), (^(data[383:320] &
      64'h93adc15c812617e6)), (^(data[383:320] & 64'hc9d6e0ae40930bf3)), (^(data[383:320] &
      64'h64eb7057204985f9)), (^(data[383:320] & 64'h3275b82b9024c2fc)), (^(data[383:320] &
      64'h993adc15c812617e)), (^(data[383:320] & 64'h4c9d6e0ae40930bf)), (^(data[383:320] &
      64'had8f321f117c9b74)), (^(data[383:320] & 64'hdd061c15ebc64e91)), (^(data[383:320] &
      64'hee830e0af5e32748)), (^(data[383:320] & 64'hf74187057af193a4)), (^(data[383:320] &
      64'hf0614698de00caf9)), (^(data[383:320] & 64'h7830a34c6f00657c)), (^(data[383:320] &
      64'hbc1851a6378032be)), (^(data[383:320] & 64'h5e0c28d31bc0195f)), (^(data[383:320] &
      64'h2f0614698de00caf)), (^(data[383:320] & 64'h17830a34c6f00657))};
  assign sum$6 = {(^(data[447:384] & 64'h78c17d03f5a36f17)), (^(data[447:384] & 64'hc4a1c3820f72d89c)),
      (^(data[447:384] & 64'h9a919cc2f21a0359)), (^(data[447:384] & 64'h4d48ce61790d01ac)), (^(data[447:384] &
      64'h5e651a334925efc1)), (^(data[447:384] & 64'hd7f3f01a513198f7)), (^(data[447:384] &
      64'hebf9f80d2898cc7b)), (^(data[447:384] & 64'hd3d810561ef092a)), (^(data[447:384] &
      64'h7e5fbd814554eb82)), (^(data[447:384] & 64'hbf2fdec0a2aa75c1)), (^(data[447:384] &
      64'h27569263a4f655f7)), (^(data[447:384] & 64'heb6a343227d845ec)), (^(data[447:384] &
      64'hd74671ae64f4de1)), (^(data[447:384] & 64'h86ba338d7327a6f0)), (^(data[447:384] &
      64'h435d19c6b993d378)), (^(data[447:384] & 64'ha1ae8ce35cc9e9bc)), (^(data[447:384] &
      64'h28163b725bc79bc9)), (^(data[447:384] & 64'h140b1db92de3cde4)), (^(data[447:384] &
      64'ha058edc96f1e6f2)), (^(data[447:384] & 64'h502c76e4b78f379)), (^(data[447:384] &
      64'h28163b725bc79bc)), (^(data[447:384] & 64'h140b1db92de3cde)), (^(data[447:384] &
      64'h786125ee3ccc7178)), (^(data[447:384] & 64'h44f1eff4ebc557ab)), (^(data[447:384] &
      64'h2278f7fa75e2abd5)), (^(data[447:384] & 64'h913c7bfd3af155ea)), (^(data[447:384] &
      64'h305f40fd68dbc5e2)), (^(data[447:384] & 64'h182fa07eb46de2f1)), (^(data[447:384] &
      64'h8c17d03f5a36f178)), (^(data[447:384] & 64'hc60be81fad1b78bc)), (^(data[447:384] &
      64'he305f40fd68dbc5e)), (^(data[447:384] & 64'hf182fa07eb46de2f))};
  assign sum$7 = {(^(data[511:448] & 64'h826880efa40da72d)), (^(data[511:448] & 64'hc35cc098760b74bb)),
      (^(data[511:448] & 64'he3c6e0a39f081d70)), (^(data[511:448] & 64'h71e37051cf840eb8)), (^(data[511:448] &
      64'hba9938c743cfa071)), (^(data[511:448] & 64'hdf241c8c05ea7715)), (^(data[511:448] &
      64'h6f920e4602f53b8a)), (^(data[511:448] & 64'hb5a187cca5773ae8)), (^(data[511:448] &
      64'hd8b84309f6b63a59)), (^(data[511:448] & 64'h6c5c2184fb5b1d2c)), (^(data[511:448] &
      64'hb446902dd9a029bb)), (^(data[511:448] & 64'hd84bc8f948ddb3f0)), (^(data[511:448] &
      64'hee4d649300637ed5)), (^(data[511:448] & 64'h7726b2498031bf6a)), (^(data[511:448] &
      64'h3b935924c018dfb5)), (^(data[511:448] & 64'h1dc9ac92600c6fda)), (^(data[511:448] &
      64'h8c8c56a6940b90c0)), (^(data[511:448] & 64'h46462b534a05c860)), (^(data[511:448] &
      64'h232315a9a502e430)), (^(data[511:448] & 64'h11918ad4d2817218)), (^(data[511:448] &
      64'h8c8c56a6940b90c)), (^(data[511:448] & 64'h46462b534a05c86)), (^(data[511:448] &
      64'h805ab1b53e5d896e)), (^(data[511:448] & 64'hc245d8353b23639a)), (^(data[511:448] &
      64'h6122ec1a9d91b1cd)), (^(data[511:448] & 64'h3091760d4ec8d8e6)), (^(data[511:448] &
      64'h9a203be90369cb5e)), (^(data[511:448] & 64'h4d101df481b4e5af)), (^(data[511:448] &
      64'h26880efa40da72d7)), (^(data[511:448] & 64'h1344077d206d396b)), (^(data[511:448] &
      64'h9a203be90369cb5)), (^(data[511:448] & 64'h4d101df481b4e5a))};
endmodule

module crc32_advance (
  input  logic [31:0] i,
  output logic [31:0] o
);
  assign o = {(^(i & 32'hf2ff0e3b)), (^(i & 32'hb808926)), (^(i & 32'h773f4aa8)), (^(i & 32'h3b9fa554)), (^(i &
      32'hef30dc91)), (^(i & 32'h5676073)), (^(i & 32'h2b3b039)), (^(i & 32'h73a6d627)), (^(i & 32'hcb2c6528)),
      (^(i & 32'he5963294)), (^(i & 32'h341771)), (^(i & 32'hf2e50583)), (^(i & 32'hb8d8cfa)), (^(i &
      32'h5c6c67d)), (^(i & 32'h2e3633e)), (^(i & 32'h8171b19f)), (^(i & 32'h3247d6f4)), (^(i & 32'h9923eb7a)),
      (^(i & 32'h4c91f5bd)), (^(i & 32'h2648fade)), (^(i & 32'h13247d6f)), (^(i & 32'h89923eb7)), (^(i &
      32'h36361160)), (^(i & 32'h69e4068b)), (^(i & 32'h34f20345)), (^(i & 32'h9a7901a2)), (^(i &
      32'hbfc38eea)), (^(i & 32'h5fe1c775)), (^(i & 32'h2ff0e3ba)), (^(i & 32'h97f871dd)), (^(i &
      32'hcbfc38ee)), (^(i & 32'he5fe1c77))};
endmodule

module crc32_retreat (
  input  logic [31:0] i,
  input  logic [1:0] by,
  output logic [31:0] o
);
  logic [31:0] half;
  always_comb begin
    if (by[0]) begin
      half[0] = (^(i & 32'h9074ce54));
      half[1] = (^(i & 32'h20e99ca9));
      half[2] = (^(i & 32'h41d33952));
      half[3] = (^(i & 32'h83a672a5));
      half[4] = (^(i & 32'h74ce54a));
      half[5] = (^(i & 32'he99ca95));
      half[6] = (^(i & 32'h8d475b7f));
      half[7] = (^(i & 32'h1a8eb6ff));
      half[8] = (^(i & 32'h351d6dfe));
      half[9] = (^(i & 32'hfa4e15a9));
      half[10] = (^(i & 32'h64e8e507));
      half[11] = (^(i & 32'hc9d1ca0e));
      half[12] = (^(i & 32'h93a3941c));
      half[13] = (^(i & 32'h27472839));
      half[14] = (^(i & 32'h4e8e5072));
      half[15] = (^(i & 32'h9d1ca0e4));
      half[16] = (^(i & 32'haa4d8f9c));
      half[17] = (^(i & 32'h549b1f39));
      half[18] = (^(i & 32'ha9363e72));
      half[19] = (^(i & 32'h526c7ce4));
      half[20] = (^(i & 32'h34ac379c));
      half[21] = (^(i & 32'hf92ca16d));
      half[22] = (^(i & 32'h622d8c8e));
      half[23] = (^(i & 32'hc45b191d));
      half[24] = (^(i & 32'h18c2fc6e));
      half[25] = (^(i & 32'ha1f13688));
      half[26] = (^(i & 32'h43e26d11));
      half[27] = (^(i & 32'h17b01477));
      half[28] = (^(i & 32'hbf14e6ba));
      half[29] = (^(i & 32'h7e29cd75));
      half[30] = (^(i & 32'h6c2754bf));
      half[31] = (^(i & 32'h483a672a));
    end else begin
      half = i;
    end
  end
  always_comb begin
    if (by[1]) begin
      o[0] = (^(half & 32'hbe88e8cc));
      o[1] = (^(half & 32'h7d11d199));
      o[2] = (^(half & 32'hfa23a332));
      o[3] = (^(half & 32'hf4474665));
      o[4] = (^(half & 32'he88e8cca));
      o[5] = (^(half & 32'hd11d1995));
      o[6] = (^(half & 32'h1cb2dbe6));
      o[7] = (^(half & 32'h3965b7cd));
      o[8] = (^(half & 32'h72cb6f9b));
      o[9] = (^(half & 32'h5b1e37fa));
      o[10] = (^(half & 32'h8b48738));
      o[11] = (^(half & 32'h11690e70));
      o[12] = (^(half & 32'h22d21ce1));
      o[13] = (^(half & 32'h45a439c2));
      o[14] = (^(half & 32'h8b487384));
      o[15] = (^(half & 32'h1690e708));
      o[16] = (^(half & 32'h93a926dc));
      o[17] = (^(half & 32'h27524db8));
      o[18] = (^(half & 32'h4ea49b70));
      o[19] = (^(half & 32'h9d4936e1));
      o[20] = (^(half & 32'h841a850f));
      o[21] = (^(half & 32'hb6bde2d2));
      o[22] = (^(half & 32'hd3f32d69));
      o[23] = (^(half & 32'ha7e65ad2));
      o[24] = (^(half & 32'hf1445d69));
      o[25] = (^(half & 32'h5c00521e));
      o[26] = (^(half & 32'hb800a43c));
      o[27] = (^(half & 32'hce89a0b5));
      o[28] = (^(half & 32'h239ba9a6));
      o[29] = (^(half & 32'h4737534c));
      o[30] = (^(half & 32'h30e64e55));
      o[31] = (^(half & 32'hdf447466));
    end else begin
      o = half;
    end
  end
endmodule

module crc32_retreat_2 (
  input  logic [31:0] i,
  input  logic [1:0] by,
  output logic [31:0] o
);
  logic [31:0] half;
  always_comb begin
    if (by[0]) begin
      half[0] = (^(i & 32'hc8851aab));
      half[1] = (^(i & 32'h910a3556));
      half[2] = (^(i & 32'h22146aac));
      half[3] = (^(i & 32'h4428d558));
      half[4] = (^(i & 32'h8851aab0));
      half[5] = (^(i & 32'h10a35560));
      half[6] = (^(i & 32'he9c3b06b));
      half[7] = (^(i & 32'hd38760d6));
      half[8] = (^(i & 32'ha70ec1ac));
      half[9] = (^(i & 32'h869899f3));
      half[10] = (^(i & 32'hc5b4294d));
      half[11] = (^(i & 32'h8b68529a));
      half[12] = (^(i & 32'h16d0a534));
      half[13] = (^(i & 32'h2da14a68));
      half[14] = (^(i & 32'h5b4294d0));
      half[15] = (^(i & 32'hb68529a0));
      half[16] = (^(i & 32'ha58f49eb));
      half[17] = (^(i & 32'h4b1e93d6));
      half[18] = (^(i & 32'h963d27ac));
      half[19] = (^(i & 32'h2c7a4f58));
      half[20] = (^(i & 32'h9071841b));
      half[21] = (^(i & 32'he866129d));
      half[22] = (^(i & 32'h18493f91));
      half[23] = (^(i & 32'h30927f22));
      half[24] = (^(i & 32'ha9a1e4ef));
      half[25] = (^(i & 32'h9bc6d375));
      half[26] = (^(i & 32'h378da6ea));
      half[27] = (^(i & 32'ha79e577f));
      half[28] = (^(i & 32'h87b9b455));
      half[29] = (^(i & 32'hf7368aa));
      half[30] = (^(i & 32'hd663cbff));
      half[31] = (^(i & 32'h64428d55));
    end else begin
      half = i;
    end
  end
  always_comb begin
    if (by[1]) begin
      o[0] = (^(half & 32'hd33ca1fe));
      o[1] = (^(half & 32'ha67943fd));
      o[2] = (^(half & 32'h4cf287fb));
      o[3] = (^(half & 32'h99e50ff6));
      o[4] = (^(half & 32'h33ca1fec));
      o[5] = (^(half & 32'h67943fd9));
      o[6] = (^(half & 32'h1c14de4c));
      o[7] = (^(half & 32'h3829bc99));
      o[8] = (^(half & 32'h70537933));
      o[9] = (^(half & 32'h339a5399));
      o[10] = (^(half & 32'hb40806cd));
      o[11] = (^(half & 32'h68100d9b));
      o[12] = (^(half & 32'hd0201b37));
      o[13] = (^(half & 32'ha040366e));
      o[14] = (^(half & 32'h40806cdc));
      o[15] = (^(half & 32'h8100d9b8));
      o[16] = (^(half & 32'hd13d128f));
      o[17] = (^(half & 32'ha27a251f));
      o[18] = (^(half & 32'h44f44a3e));
      o[19] = (^(half & 32'h89e8947d));
      o[20] = (^(half & 32'hc0ed8904));
      o[21] = (^(half & 32'h52e7b3f7));
      o[22] = (^(half & 32'h76f3c611));
      o[23] = (^(half & 32'hede78c22));
      o[24] = (^(half & 32'h8f3b9ba));
      o[25] = (^(half & 32'hc2dbd28b));
      o[26] = (^(half & 32'h85b7a517));
      o[27] = (^(half & 32'hd853ebd0));
      o[28] = (^(half & 32'h639b765f));
      o[29] = (^(half & 32'hc736ecbf));
      o[30] = (^(half & 32'h5d517880));
      o[31] = (^(half & 32'h699e50ff));
    end else begin
      o = half;
    end
  end
endmodule

module crc32_retreat_3 (
  input  logic [31:0] i,
  input  logic [1:0] by,
  output logic [31:0] o
);
  logic [31:0] half;
  always_comb begin
    if (by[0]) begin
      half[0] = (^(i & 32'hab000000));
      half[1] = (^(i & 32'h56000000));
      half[2] = (^(i & 32'hac000000));
      half[3] = (^(i & 32'h58000000));
      half[4] = (^(i & 32'hb0000000));
      half[5] = (^(i & 32'h60000000));
      half[6] = (^(i & 32'h6b000000));
      half[7] = (^(i & 32'hd6000000));
      half[8] = (^(i & 32'hac000001));
      half[9] = (^(i & 32'hf3000002));
      half[10] = (^(i & 32'h4d000004));
      half[11] = (^(i & 32'h9a000008));
      half[12] = (^(i & 32'h34000010));
      half[13] = (^(i & 32'h68000020));
      half[14] = (^(i & 32'hd0000040));
      half[15] = (^(i & 32'ha0000080));
      half[16] = (^(i & 32'heb000100));
      half[17] = (^(i & 32'hd6000200));
      half[18] = (^(i & 32'hac000400));
      half[19] = (^(i & 32'h58000800));
      half[20] = (^(i & 32'h1b001000));
      half[21] = (^(i & 32'h9d002000));
      half[22] = (^(i & 32'h91004000));
      half[23] = (^(i & 32'h22008000));
      half[24] = (^(i & 32'hef010000));
      half[25] = (^(i & 32'h75020000));
      half[26] = (^(i & 32'hea040000));
      half[27] = (^(i & 32'h7f080000));
      half[28] = (^(i & 32'h55100000));
      half[29] = (^(i & 32'haa200000));
      half[30] = (^(i & 32'hff400000));
      half[31] = (^(i & 32'h55800000));
    end else begin
      half = i;
    end
  end
  always_comb begin
    if (by[1]) begin
      o[0] = (^(half & 32'h1aab0000));
      o[1] = (^(half & 32'h35560000));
      o[2] = (^(half & 32'h6aac0000));
      o[3] = (^(half & 32'hd5580000));
      o[4] = (^(half & 32'haab00000));
      o[5] = (^(half & 32'h55600000));
      o[6] = (^(half & 32'hb06b0000));
      o[7] = (^(half & 32'h60d60000));
      o[8] = (^(half & 32'hc1ac0000));
      o[9] = (^(half & 32'h99f30000));
      o[10] = (^(half & 32'h294d0000));
      o[11] = (^(half & 32'h529a0000));
      o[12] = (^(half & 32'ha5340000));
      o[13] = (^(half & 32'h4a680000));
      o[14] = (^(half & 32'h94d00000));
      o[15] = (^(half & 32'h29a00000));
      o[16] = (^(half & 32'h49eb0001));
      o[17] = (^(half & 32'h93d60002));
      o[18] = (^(half & 32'h27ac0004));
      o[19] = (^(half & 32'h4f580008));
      o[20] = (^(half & 32'h841b0010));
      o[21] = (^(half & 32'h129d0020));
      o[22] = (^(half & 32'h3f910040));
      o[23] = (^(half & 32'h7f220080));
      o[24] = (^(half & 32'he4ef0100));
      o[25] = (^(half & 32'hd3750200));
      o[26] = (^(half & 32'ha6ea0400));
      o[27] = (^(half & 32'h577f0800));
      o[28] = (^(half & 32'hb4551000));
      o[29] = (^(half & 32'h68aa2000));
      o[30] = (^(half & 32'hcbff4000));
      o[31] = (^(half & 32'h8d558000));
    end else begin
      o = half;
    end
  end
endmodule

module crc (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] data,
  input  logic [6:0] bytes,
  input  logic first,
  input  logic valid,
  input  logic [31:0] seed,
  output logic [31:0] crc,
  output logic crc_valid
);
  logic [31:0] sum;
  logic [63:0] mask$o;
  logic [511:0] filled$o;
  logic [31:0] reduce$sum$0;
  logic [31:0] reduce$sum$1;
  logic [31:0] reduce$sum$2;
  logic [31:0] reduce$sum$3;
  logic [31:0] reduce$sum$4;
  logic [31:0] reduce$sum$5;
  logic [31:0] reduce$sum$6;
  logic [31:0] reduce$sum$7;
  logic [31:0] start$o;
  logic [31:0] next$o;
  logic [31:0] part$0$q;
  logic [31:0] part$1$q;
  logic [31:0] part$2$q;
  logic [31:0] part$3$q;
  logic [31:0] part$4$q;
  logic [31:0] part$5$q;
  logic [31:0] part$6$q;
  logic [31:0] part$7$q;
  logic [31:0] seeded$q;
  logic first1$q;
  logic valid1$q;
  logic [5:0] back1$q;
  logic [31:0] state$q;
  logic valid2$q;
  logic [5:0] back2$q;
  logic [31:0] by16$o;
  logic [31:0] by4$o;
  logic [31:0] by1$o;
  logic [31:0] crc3$q;
  logic valid3$q;
  logic [3:0] back3$q;
  logic [31:0] crc4$q;
  logic valid4$q;
  logic [1:0] back4$q;
  logic [31:0] crc5$q;
  logic valid5$q;
  always @(posedge clock) begin
    seeded$q <= {32{first}} & start$o;
  end
  always @(posedge clock) begin
    first1$q <= first;
  end
  always @(posedge clock) begin
    valid1$q <= valid;
    valid2$q <= valid1$q;
    valid3$q <= valid2$q;
    valid4$q <= valid3$q;
    valid5$q <= valid4$q;
    if (reset) begin
      valid1$q <= 1'h0;
      valid2$q <= 1'h0;
      valid3$q <= 1'h0;
      valid4$q <= 1'h0;
      valid5$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    back1$q <= 6'h0 - bytes[5:0];
  end
  always @(posedge clock) begin
    if (valid1$q) begin
      state$q <= sum ^ ({32{~first1$q}} & next$o);
    end
  end
  always @(posedge clock) begin
    back2$q <= back1$q;
  end
  always @(posedge clock) begin
    crc3$q <= by16$o;
  end
  always @(posedge clock) begin
    back3$q <= back2$q[3:0];
  end
  always @(posedge clock) begin
    crc4$q <= by4$o;
  end
  always @(posedge clock) begin
    back4$q <= back3$q[1:0];
  end
  always @(posedge clock) begin
    crc5$q <= by1$o;
  end
  assign sum = seeded$q ^ part$0$q ^ part$1$q ^ part$2$q ^ part$3$q ^ part$4$q ^ part$5$q ^ part$6$q ^
      part$7$q;
  assign crc = crc5$q;
  assign crc_valid = valid5$q;
  byte_mask mask (
    .count(bytes),
    .o(mask$o)
  );
  splice filled (
    .mask(mask$o),
    .one(data),
    .zero(512'h0),
    .o(filled$o)
  );
  crc32_reduce reduce (
    .data(filled$o),
    .sum$0(reduce$sum$0),
    .sum$1(reduce$sum$1),
    .sum$2(reduce$sum$2),
    .sum$3(reduce$sum$3),
    .sum$4(reduce$sum$4),
    .sum$5(reduce$sum$5),
    .sum$6(reduce$sum$6),
    .sum$7(reduce$sum$7)
  );
  crc32_advance start (
    .i(seed),
    .o(start$o)
  );
  crc32_advance next (
    .i(state$q),
    .o(next$o)
  );
  crc32_retreat by16 (
    .i(state$q),
    .by(back2$q[5:4]),
    .o(by16$o)
  );
  crc32_retreat_2 by4 (
    .i(crc3$q),
    .by(back3$q[3:2]),
    .o(by4$o)
  );
  crc32_retreat_3 by1 (
    .i(crc4$q),
    .by(back4$q),
    .o(by1$o)
  );
  initial begin
    part$0$q = 32'h0;
    part$1$q = 32'h0;
    part$2$q = 32'h0;
    part$3$q = 32'h0;
    part$4$q = 32'h0;
    part$5$q = 32'h0;
    part$6$q = 32'h0;
    part$7$q = 32'h0;
    seeded$q = 32'h0;
    first1$q = 1'h0;
    valid1$q = 1'h0;
    back1$q = 6'h0;
    state$q = 32'h0;
    valid2$q = 1'h0;
    back2$q = 6'h0;
    crc3$q = 32'h0;
    valid3$q = 1'h0;
    back3$q = 4'h0;
    crc4$q = 32'h0;
    valid4$q = 1'h0;
    back4$q = 2'h0;
    crc5$q = 32'h0;
    valid5$q = 1'h0;
  end
  always @(posedge clock) begin
    part$0$q <= reduce$sum$0;
    part$1$q <= reduce$sum$1;
    part$2$q <= reduce$sum$2;
    part$3$q <= reduce$sum$3;
    part$4$q <= reduce$sum$4;
    part$5$q <= reduce$sum$5;
    part$6$q <= reduce$sum$6;
    part$7$q <= reduce$sum$7;
  end
endmodule

module frame_windows (
  input  logic [1023:0] header,
  output logic [319:0] ip,
  output logic [319:0] tagged_ip,
  output logic [383:0] v4,
  output logic [383:0] v6,
  output logic [383:0] tagged_v4,
  output logic [383:0] tagged_v6
);
  assign ip = header[911:592];
  assign tagged_ip = header[879:560];
  assign v4 = header[751:368];
  assign v6 = header[591:208];
  assign tagged_v4 = header[719:336];
  assign tagged_v6 = header[559:176];
endmodule

module frame (
  input  logic clock,
  input  logic reset,
  input  logic enable,
  input  logic [47:0] mac,
  input  logic [511:0] rx_data,
  input  logic [63:0] rx_keep,
  input  logic rx_last,
  input  logic rx_error,
  input  logic rx_valid,
  output logic [511:0] beat,
  output logic beat_valid,
  output logic [3:0] step,
  output logic step_valid,
  output logic [709:0] head,
  output logic head_valid,
  output logic icrc_good
);
  logic take;
  logic [16:0] left_less_one;
  logic ends;
  logic cut;
  logic steps;
  logic midframe$q;
  logic accepted$q;
  logic [511:0] raw$q;
  logic [63:0] raw_keep$q;
  logic [3:0] raw_step$q;
  logic raw_valid$q;
  logic [4:0] classify$kind;
  logic [16:0] classify$ip_end;
  logic [511:0] now$q;
  logic [63:0] now_keep$q;
  logic [3:0] now_step$q;
  logic now_second$q;
  logic [4:0] now_class$q;
  logic now_valid$q;
  logic [16:0] left$q;
  logic short$short;
  logic [511:0] mask$o;
  logic [511:0] masked$q;
  logic [6:0] bytes$q;
  logic starts$q;
  logic has_tag$q;
  logic counts$q;
  logic [5:0] ended$q;
  logic [31:0] crc$seed;
  logic [31:0] crc$crc;
  logic crc$crc_valid;
  logic good$q;
  logic [511:0] held$q;
  logic [3:0] before_step$q;
  logic [4:0] before_class$q;
  logic before_short$q;
  logic before_valid$q;
  logic [511:0] older$o;
  logic [511:0] younger$o;
  logic [1023:0] windows$header;
  logic [319:0] windows$ip;
  logic [319:0] windows$tagged_ip;
  logic [383:0] windows$v4;
  logic [383:0] windows$v6;
  logic [383:0] windows$tagged_v4;
  logic [383:0] windows$tagged_v6;
  logic [709:0] head_now$q;
  logic head_here$q;
  logic [3:0] step_now$q;
  logic step_here$q;
  always @(posedge clock) begin
    if (rx_valid) begin
      midframe$q <= ~rx_last;
      if (~midframe$q) begin
        accepted$q <= enable;
      end
    end
    raw_valid$q <= take;
    now_valid$q <= raw_valid$q;
    counts$q <= now_valid$q & (left$q != 17'h0);
    ended$q <= {ended$q[4:0], now_valid$q & ends};
    if (steps) begin
      before_valid$q <= 1'h0;
    end
    if (now_valid$q) begin
      before_valid$q <= 1'h1;
      held$q <= now$q;
      before_step$q <= now_step$q;
      before_step$q[3] <= cut;
      before_class$q <= now_class$q;
      before_short$q <= short$short & now_step$q[1];
    end
    step_here$q <= steps;
    head_here$q <= steps & before_step$q[0];
    if (reset) begin
      midframe$q <= 1'h0;
      accepted$q <= 1'h0;
      raw_valid$q <= 1'h0;
      now_valid$q <= 1'h0;
      counts$q <= 1'h0;
      ended$q <= 6'h0;
      before_valid$q <= 1'h0;
      step_here$q <= 1'h0;
      head_here$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    raw$q <= rx_data;
  end
  always @(posedge clock) begin
    raw_keep$q <= rx_keep;
  end
  always @(posedge clock) begin
    raw_step$q[0] <= ~midframe$q;
    raw_step$q[1] <= rx_last;
    raw_step$q[2] <= rx_error;
    raw_step$q[3] <= 1'h0;
  end
  always @(posedge clock) begin
    if (raw_valid$q) begin
      now$q <= raw$q;
      now_keep$q <= raw_keep$q;
      now_step$q <= raw_step$q;
      now_second$q <= now_step$q[0];
      left$q <= 17'h0;
      if (left$q > 17'h40) begin
        left$q <= left$q - 17'h40;
      end
      if (raw_step$q[0]) begin
        now_class$q <= classify$kind;
        now_second$q <= 1'h0;
        left$q <= classify$ip_end;
      end
    end
  end
  always @(posedge clock) begin
    masked$q <= mask$o;
  end
  always @(posedge clock) begin
    bytes$q <= 7'h40;
    if (ends) begin
      bytes$q <= left$q[6:0];
    end
  end
  always @(posedge clock) begin
    starts$q <= now_step$q[0];
  end
  always @(posedge clock) begin
    has_tag$q <= now_class$q[0];
  end
  always @(posedge clock) begin
    if (crc$crc_valid & ended$q[5]) begin
      good$q <= crc$crc == 32'hdebb20e3;
    end
  end
  always @(posedge clock) begin
    head_now$q[708:704] <= before_class$q;
    head_now$q[709] <= before_short$q;
    head_now$q[319:0] <= windows$ip;
    if (before_class$q[0]) begin
      head_now$q[319:0] <= windows$tagged_ip;
      head_now$q[703:320] <= windows$tagged_v4;
      if (before_class$q[2]) begin
        head_now$q[703:320] <= windows$tagged_v6;
      end
    end else begin
      head_now$q[703:320] <= windows$v4;
      if (before_class$q[2]) begin
        head_now$q[703:320] <= windows$v6;
      end
    end
  end
  always @(posedge clock) begin
    step_now$q <= before_step$q;
  end
  assign take = rx_valid & ((midframe$q & accepted$q) | (~midframe$q & enable));
  assign left_less_one = left$q - 17'h1;
  assign ends = (left$q != 17'h0) & (left_less_one[16:6] == 11'h0);
  assign cut = (left$q != 17'h0) & ((left_less_one[16:6] != 11'h0) | ~now_keep$q[left_less_one[5:0]]);
  assign beat = now$q;
  assign beat_valid = now_valid$q;
  always_comb begin
    crc$seed = 32'hae0bacae;
    if (has_tag$q) begin
      crc$seed = 32'hbae5bb0a;
    end
  end
  assign icrc_good = good$q;
  assign steps = before_valid$q & (now_valid$q | before_step$q[1]);
  assign windows$header = {older$o, younger$o};
  assign step = step_now$q;
  assign step_valid = step_here$q;
  assign head = head_now$q;
  assign head_valid = head_here$q;
  classify classify (
    .beat(raw$q),
    .mac(mac),
    .kind(classify$kind),
    .ip_end(classify$ip_end)
  );
  short short (
    .keep(now_keep$q),
    .kind(now_class$q),
    .short(short$short)
  );
  icrc_mask mask (
    .data(now$q),
    .first(now_step$q[0]),
    .second(now_second$q),
    .vlan(now_class$q[0]),
    .ipv6(now_class$q[2]),
    .o(mask$o)
  );
  crc crc (
    .clock(clock),
    .reset(reset),
    .data(masked$q),
    .bytes(bytes$q),
    .first(starts$q),
    .valid(counts$q),
    .seed(crc$seed),
    .crc(crc$crc),
    .crc_valid(crc$crc_valid)
  );
  byte_swap older (
    .i(held$q),
    .o(older$o)
  );
  byte_swap younger (
    .i(now$q),
    .o(younger$o)
  );
  frame_windows windows (
    .header(windows$header),
    .ip(windows$ip),
    .tagged_ip(windows$tagged_ip),
    .v4(windows$v4),
    .v6(windows$v6),
    .tagged_v4(windows$tagged_v4),
    .tagged_v6(windows$tagged_v6)
  );
  initial begin
    midframe$q = 1'h0;
    accepted$q = 1'h0;
    raw$q = 512'h0;
    raw_keep$q = 64'h0;
    raw_step$q = 4'h0;
    raw_valid$q = 1'h0;
    now$q = 512'h0;
    now_keep$q = 64'h0;
    now_step$q = 4'h0;
    now_second$q = 1'h0;
    now_class$q = 5'h0;
    now_valid$q = 1'h0;
    left$q = 17'h0;
    masked$q = 512'h0;
    bytes$q = 7'h0;
    starts$q = 1'h0;
    has_tag$q = 1'h0;
    counts$q = 1'h0;
    ended$q = 6'h0;
    good$q = 1'h0;
    held$q = 512'h0;
    before_step$q = 4'h0;
    before_class$q = 5'h0;
    before_short$q = 1'h0;
    before_valid$q = 1'h0;
    head_now$q = 710'h0;
    head_here$q = 1'h0;
    step_now$q = 4'h0;
    step_here$q = 1'h0;
  end
endmodule

module ipv4_fields (
  input  logic [319:0] header,
  output logic [7:0] version_ihl,
  output logic [1:0] congestion,
  output logic [15:0] total_length,
  output logic [13:0] fragment,
  output logic [7:0] protocol,
  output logic [31:0] source,
  output logic [31:0] destination,
  output logic [159:0] words
);
  assign version_ihl = header[319:312];
  assign congestion = header[305:304];
  assign total_length = header[303:288];
  assign fragment = header[269:256];
  assign protocol = header[247:240];
  assign source = header[223:192];
  assign destination = header[191:160];
  assign words = header[319:160];
endmodule

module ipv6_fields (
  input  logic [319:0] header,
  output logic [3:0] version,
  output logic [1:0] congestion,
  output logic [15:0] payload_length,
  output logic [7:0] protocol,
  output logic [127:0] source,
  output logic [127:0] destination
);
  assign version = header[319:316];
  assign congestion = header[309:308];
  assign payload_length = header[287:272];
  assign protocol = header[271:264];
  assign source = header[255:128];
  assign destination = header[127:0];
endmodule

module transport_fields (
  input  logic [383:0] header,
  output logic [15:0] port,
  output logic [15:0] udp_length,
  output logic [7:0] opcode,
  output logic solicited,
  output logic [1:0] pad,
  output logic [3:0] version,
  output logic [15:0] pkey,
  output logic [9:0] qpn,
  output logic [13:0] qpn_beyond,
  output logic ack_request,
  output logic [23:0] psn,
  output logic [63:0] va,
  output logic [31:0] rkey,
  output logic [31:0] dma_length,
  output logic [7:0] syndrome,
  output logic [23:0] msn,
  output logic [63:0] original,
  output logic [31:0] immediate,
  output logic [31:0] immediate_after_reth
);
  assign port = header[367:352];
  assign udp_length = header[351:336];
  assign opcode = header[319:312];
  assign solicited = header[311];
  assign pad = header[309:308];
  assign version = header[307:304];
  assign pkey = header[303:288];
  assign qpn = header[265:256];
  assign qpn_beyond = header[279:266];
  assign ack_request = header[255];
  assign psn = header[247:224];
  assign va = header[223:160];
  assign rkey = header[159:128];
  assign dma_length = header[127:96];
  assign syndrome = header[223:216];
  assign msn = header[215:192];
  assign original = header[191:128];
  assign immediate = header[223:192];
  assign immediate_after_reth = header[95:64];
endmodule

module opcode_decode (
  input  logic [4:0] operation,
  output logic [6:0] headers,
  output logic [2:0] words,
  output logic response,
  output logic payload
);
  always_comb begin
    headers = 7'h0;
    words = 3'h0;
    response = 1'h0;
    payload = 1'h1;
    if (operation == 5'h0) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h1) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h2) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h3) begin
      headers = 7'h10;
      words = 3'h1;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h4) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h5) begin
      headers = 7'h10;
      words = 3'h1;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h6) begin
      headers = 7'h1;
      words = 3'h4;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h7) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h8) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h9) begin
      headers = 7'h10;
      words = 3'h1;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'ha) begin
      headers = 7'h1;
      words = 3'h4;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'hb) begin
      headers = 7'h11;
      words = 3'h5;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'hc) begin
      headers = 7'h1;
      words = 3'h4;
      response = 1'h0;
      payload = 1'h0;
    end
    if (operation == 5'hd) begin
      headers = 7'h4;
      words = 3'h1;
      response = 1'h1;
      payload = 1'h1;
    end
    if (operation == 5'he) begin
      headers = 7'h0;
      words = 3'h0;
      response = 1'h1;
      payload = 1'h1;
    end
    if (operation == 5'hf) begin
      headers = 7'h4;
      words = 3'h1;
      response = 1'h1;
      payload = 1'h1;
    end
    if (operation == 5'h10) begin
      headers = 7'h4;
      words = 3'h1;
      response = 1'h1;
      payload = 1'h1;
    end
    if (operation == 5'h11) begin
      headers = 7'h4;
      words = 3'h1;
      response = 1'h1;
      payload = 1'h0;
    end
    if (operation == 5'h12) begin
      headers = 7'hc;
      words = 3'h3;
      response = 1'h1;
      payload = 1'h0;
    end
    if (operation == 5'h13) begin
      headers = 7'h2;
      words = 3'h7;
      response = 1'h0;
      payload = 1'h0;
    end
    if (operation == 5'h14) begin
      headers = 7'h2;
      words = 3'h7;
      response = 1'h0;
      payload = 1'h0;
    end
    if (operation == 5'h16) begin
      headers = 7'h20;
      words = 3'h1;
      response = 1'h0;
      payload = 1'h1;
    end
    if (operation == 5'h17) begin
      headers = 7'h20;
      words = 3'h1;
      response = 1'h0;
      payload = 1'h1;
    end
  end
endmodule

module ram_279x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [278:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [278:0] write_data,
  input  logic write_enable
);
  logic [278:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 279'h0;
    read_data = 279'h0;
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

module peers (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [278:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [278:0] write_data
);
  logic [278:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_279x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module byte_swap_2 (
  input  logic [31:0] i,
  output logic [31:0] o
);
  assign o = {i[7:0], i[15:8], i[23:16], i[31:24]};
endmodule

module check (
  input  logic clock,
  input  logic reset,
  input  logic [709:0] head,
  input  logic head_valid,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  output logic [19:0] shape,
  output logic shape_valid,
  output logic [259:0] verdict
);
  logic [278:0] peer_write;
  logic [16:0] udp_length;
  logic [16:0] extension;
  logic [16:0] folded;
  logic [16:0] length;
  logic [259:0] verdict_now;
  function automatic low1_of16(input [15:0] x);
    low1_of16 = x[0:0];
  endfunction
  logic [7:0] ipv4$version_ihl;
  logic [1:0] ipv4$congestion;
  logic [15:0] ipv4$total_length;
  logic [13:0] ipv4$fragment;
  logic [7:0] ipv4$protocol;
  logic [31:0] ipv4$source;
  logic [31:0] ipv4$destination;
  logic [159:0] ipv4$words;
  logic [3:0] ipv6$version;
  logic [1:0] ipv6$congestion;
  logic [15:0] ipv6$payload_length;
  logic [7:0] ipv6$protocol;
  logic [127:0] ipv6$source;
  logic [127:0] ipv6$destination;
  logic [15:0] transport$port;
  logic [15:0] transport$udp_length;
  logic [7:0] transport$opcode;
  logic transport$solicited;
  logic [1:0] transport$pad;
  logic [3:0] transport$version;
  logic [15:0] transport$pkey;
  logic [9:0] transport$qpn;
  logic [13:0] transport$qpn_beyond;
  logic transport$ack_request;
  logic [23:0] transport$psn;
  logic [63:0] transport$va;
  logic [31:0] transport$rkey;
  logic [31:0] transport$dma_length;
  logic [7:0] transport$syndrome;
  logic [23:0] transport$msn;
  logic [63:0] transport$original;
  logic [31:0] transport$immediate;
  logic [31:0] transport$immediate_after_reth;
  logic [6:0] decode$headers;
  logic [2:0] decode$words;
  logic decode$response;
  logic decode$payload;
  logic [278:0] peers$read_data;
  logic [278:0] peers$write_data;
  logic [31:0] swap$o;
  logic [31:0] swap_after_reth$o;
  logic valid1$q;
  logic [15:0] found1$q;
  logic [251:0] packet1$q;
  logic [31:0] after_reth1$q;
  logic [63:0] original1$q;
  logic [274:0] addresses1$q;
  logic [6:0] headers1$q;
  logic [2:0] words1$q;
  logic response1$q;
  logic payload1$q;
  logic [6:0] base1$q;
  logic [16:0] body1$q;
  logic [19:0] low1$q;
  logic [19:0] middle1$q;
  logic [19:0] high1$q;
  logic valid2$q;
  logic [15:0] found2$q;
  logic [251:0] packet2$q;
  logic [274:0] addresses2$q;
  logic [278:0] peer2$q;
  logic response2$q;
  logic payload2$q;
  logic [6:0] offset2$q;
  logic [16:0] rest2$q;
  logic [19:0] sum2$q;
  logic valid3$q;
  logic [15:0] found3$q;
  logic [251:0] packet3$q;
  logic response3$q;
  logic [19:0] shape3$q;
  logic wrong_state3$q;
  logic wrong_transport3$q;
  logic unserved3$q;
  logic wrong_address3$q;
  logic wrong_pkey3$q;
  logic valid4$q;
  logic [259:0] verdict4$q;
  logic [259:0] held$q;
  always @(posedge clock) begin
    valid1$q <= head_valid;
    valid2$q <= valid1$q;
    valid3$q <= valid2$q;
    valid4$q <= valid3$q;
    if (reset) begin
      valid1$q <= 1'h0;
      valid2$q <= 1'h0;
      valid3$q <= 1'h0;
      valid4$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    found1$q[4:0] <= head[708:704];
    found1$q[5] <= head[709];
    found1$q[6] <= ipv4$protocol != 8'h11;
    found1$q[7] <= (ipv4$version_ihl != 8'h45) | (ipv4$fragment != 14'h0);
    found1$q[10] <= {1'h0, ipv4$total_length} != (udp_length + 17'h14);
    addresses1$q[127:0] <= {96'h0, ipv4$source};
    addresses1$q[255:128] <= {96'h0, ipv4$destination};
    packet1$q[251] <= ipv4$congestion == 2'h3;
    base1$q <= 7'h36;
    if (head[704]) begin
      base1$q <= 7'h3a;
    end
    if (head[706]) begin
      found1$q[6] <= ipv6$protocol != 8'h11;
      found1$q[7] <= ipv6$version != 4'h6;
      found1$q[10] <= ipv6$payload_length != transport$udp_length;
      addresses1$q[127:0] <= ipv6$source;
      addresses1$q[255:128] <= ipv6$destination;
      packet1$q[251] <= ipv6$congestion == 2'h3;
      base1$q <= 7'h4a;
      if (head[704]) begin
        base1$q <= 7'h4e;
      end
    end
    found1$q[8] <= transport$port != 16'h12b7;
    found1$q[9] <= transport$udp_length < 16'h18;
    found1$q[11] <= transport$version != 4'h0;
    found1$q[12] <= 1'h1;
    if ((transport$opcode[7:5] == 3'h0) | (transport$opcode[7:5] == 3'h1) | (transport$opcode[7:5] == 3'h3) |
        (transport$opcode[7:5] == 3'h5)) begin
      found1$q[12] <= 1'h0;
    end
    found1$q[13] <= (transport$qpn_beyond != 14'h0) | (transport$qpn < 10'h2);
    addresses1$q[271:256] <= transport$pkey;
    addresses1$q[274:272] <= transport$opcode[7:5];
    packet1$q[9:0] <= transport$qpn;
    packet1$q[17:10] <= transport$opcode;
    packet1$q[41:18] <= transport$psn;
    packet1$q[42] <= transport$solicited;
    packet1$q[43] <= transport$ack_request;
    packet1$q[58:57] <= transport$pad;
    packet1$q[122:59] <= transport$va;
    packet1$q[154:123] <= transport$rkey;
    packet1$q[186:155] <= transport$dma_length;
    packet1$q[226:219] <= transport$syndrome;
    packet1$q[250:227] <= transport$msn;
    packet1$q[218:187] <= swap$o;
  end
  always @(posedge clock) begin
    after_reth1$q <= swap_after_reth$o;
  end
  always @(posedge clock) begin
    original1$q <= transport$original;
  end
  always @(posedge clock) begin
    headers1$q <= decode$headers;
  end
  always @(posedge clock) begin
    words1$q <= decode$words;
  end
  always @(posedge clock) begin
    low1$q <= ({4'h0, ipv4$words[15:0]} + {4'h0, ipv4$words[31:16]}) + {4'h0, ipv4$words[47:32]};
  end
  always @(posedge clock) begin
    middle1$q <= ({4'h0, ipv4$words[63:48]} + {4'h0, ipv4$words[79:64]}) + {4'h0, ipv4$words[95:80]};
  end
  always @(posedge clock) begin
    high1$q <= (({4'h0, ipv4$words[111:96]} + {4'h0, ipv4$words[127:112]}) + {4'h0, ipv4$words[143:128]}) +
        {4'h0, ipv4$words[159:144]};
  end
  always @(posedge clock) begin
    response1$q <= decode$response;
  end
  always @(posedge clock) begin
    payload1$q <= decode$payload;
  end
  always @(posedge clock) begin
    body1$q <= udp_length - 17'h18;
  end
  always @(posedge clock) begin
    found2$q <= found1$q;
    found2$q[14] <= body1$q < extension;
  end
  always @(posedge clock) begin
    packet2$q <= packet1$q;
    if ((headers1$q & 7'h3) == 7'h0) begin
      packet2$q[122:59] <= 64'h0;
      packet2$q[154:123] <= 32'h0;
    end
    if ((headers1$q & 7'h1) == 7'h0) begin
      packet2$q[186:155] <= 32'h0;
    end
    if ((headers1$q & 7'h4) == 7'h0) begin
      packet2$q[226:219] <= 8'h0;
      packet2$q[250:227] <= 24'h0;
    end
    if ((headers1$q & 7'h8) != 7'h0) begin
      packet2$q[122:59] <= original1$q;
    end
    if ((headers1$q & 7'h30) == 7'h0) begin
      packet2$q[218:187] <= 32'h0;
    end else begin
      if ((headers1$q & 7'h1) != 7'h0) begin
        packet2$q[218:187] <= after_reth1$q;
      end
    end
  end
  always @(posedge clock) begin
    addresses2$q <= addresses1$q;
  end
  always @(posedge clock) begin
    peer2$q <= peers$read_data;
  end
  always @(posedge clock) begin
    response2$q <= response1$q;
  end
  always @(posedge clock) begin
    payload2$q <= payload1$q;
  end
  always @(posedge clock) begin
    offset2$q <= base1$q + extension[6:0];
  end
  always @(posedge clock) begin
    rest2$q <= body1$q - extension;
  end
  always @(posedge clock) begin
    sum2$q <= (low1$q + middle1$q) + high1$q;
  end
  always @(posedge clock) begin
    found3$q <= found2$q;
    if (found2$q[1] & (folded != 17'hffff)) begin
      found3$q[7] <= 1'h1;
    end
    found3$q[15] <= (rest2$q < {15'h0, packet2$q[58:57]}) | (length > 17'h1000) | (~payload2$q & (rest2$q !=
        17'h0));
  end
  always @(posedge clock) begin
    packet3$q <= packet2$q;
    packet3$q[56:44] <= length[12:0];
  end
  always @(posedge clock) begin
    response3$q <= response2$q;
  end
  always @(posedge clock) begin
    shape3$q[6:0] <= offset2$q;
    shape3$q[19:7] <= length[12:0];
  end
  always @(posedge clock) begin
    wrong_state3$q <= 1'h1;
    if ((peer2$q[2:0] == 3'h3) | (peer2$q[2:0] == 3'h4)) begin
      wrong_state3$q <= 1'h0;
    end
    if ((peer2$q[2:0] == 3'h2) & ~response2$q) begin
      wrong_state3$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    wrong_transport3$q <= peer2$q[5:3] != addresses2$q[274:272];
  end
  always @(posedge clock) begin
    unserved3$q <= addresses2$q[274:272] != 3'h0;
  end
  always @(posedge clock) begin
    wrong_address3$q <= (peer2$q[6] != found2$q[2]) | (peer2$q[38:7] != addresses2$q[31:0]) | (peer2$q[166:135]
        != addresses2$q[159:128]) | (peer2$q[6] & ((peer2$q[134:39] != addresses2$q[127:32]) |
        (peer2$q[262:167] != addresses2$q[255:160])));
  end
  always @(posedge clock) begin
    wrong_pkey3$q <= (peer2$q[277:263] != addresses2$q[270:256]) | (peer2$q[277:263] == 15'h0) |
        (~low1_of16(peer2$q[278:263] >> 32'hf) & ~low1_of16(addresses2$q[271:256] >> 32'hf));
  end
  always @(posedge clock) begin
    verdict4$q <= verdict_now;
  end
  always @(posedge clock) begin
    if (valid4$q) begin
      held$q <= verdict4$q;
    end
  end
  assign udp_length = {1'h0, transport$udp_length};
  assign peer_write = {qp_write[689:674], qp_write[621:494], qp_write[493:366], qp_write[300],
      qp_write[299:297], qp_write[296:294]};
  assign peers$write_data = peer_write;
  assign extension = {12'h0, words1$q, 2'h0};
  assign folded = {1'h0, sum2$q[15:0]} + {13'h0, sum2$q[19:16]};
  assign length = rest2$q - {15'h0, packet2$q[58:57]};
  assign shape = shape3$q;
  assign shape_valid = valid3$q;
  always_comb begin
    verdict_now[259:8] = packet3$q;
    verdict_now[7] = response3$q;
    verdict_now[6] = 1'h0;
    verdict_now[5:0] = 6'h1;
    if (wrong_pkey3$q) begin
      verdict_now[5:0] = 6'hf;
    end
    if (wrong_address3$q) begin
      verdict_now[5:0] = 6'he;
    end
    if (unserved3$q) begin
      verdict_now[5:0] = 6'ha;
    end
    if (wrong_transport3$q) begin
      verdict_now[5:0] = 6'hd;
    end
    if (wrong_state3$q) begin
      verdict_now[5:0] = 6'hc;
    end
    if (found3$q[13]) begin
      verdict_now[5:0] = 6'hb;
    end
    if (found3$q[15]) begin
      verdict_now[5:0] = 6'h7;
    end
    if (found3$q[14]) begin
      verdict_now[5:0] = 6'h5;
    end
    if (found3$q[12]) begin
      verdict_now[5:0] = 6'ha;
    end
    if (found3$q[11]) begin
      verdict_now[5:0] = 6'h9;
    end
    if (found3$q[10]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h7;
    end
    if (found3$q[9]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h5;
    end
    if (found3$q[8]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h4;
    end
    if (found3$q[7]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h6;
    end
    if (found3$q[4]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h10;
      if (found3$q[8] | found3$q[7]) begin
        verdict_now[5:0] = 6'h4;
      end
    end
    if (found3$q[6] | (~found3$q[1] & ~found3$q[2])) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h4;
    end
    if (~found3$q[3] & ~found3$q[4]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h10;
    end
    if (found3$q[5]) begin
      verdict_now[6] = 1'h1;
      verdict_now[5:0] = 6'h5;
    end
  end
  assign verdict = held$q;
  ipv4_fields ipv4 (
    .header(head[319:0]),
    .version_ihl(ipv4$version_ihl),
    .congestion(ipv4$congestion),
    .total_length(ipv4$total_length),
    .fragment(ipv4$fragment),
    .protocol(ipv4$protocol),
    .source(ipv4$source),
    .destination(ipv4$destination),
    .words(ipv4$words)
  );
  ipv6_fields ipv6 (
    .header(head[319:0]),
    .version(ipv6$version),
    .congestion(ipv6$congestion),
    .payload_length(ipv6$payload_length),
    .protocol(ipv6$protocol),
    .source(ipv6$source),
    .destination(ipv6$destination)
  );
  transport_fields transport (
    .header(head[703:320]),
    .port(transport$port),
    .udp_length(transport$udp_length),
    .opcode(transport$opcode),
    .solicited(transport$solicited),
    .pad(transport$pad),
    .version(transport$version),
    .pkey(transport$pkey),
    .qpn(transport$qpn),
    .qpn_beyond(transport$qpn_beyond),
    .ack_request(transport$ack_request),
    .psn(transport$psn),
    .va(transport$va),
    .rkey(transport$rkey),
    .dma_length(transport$dma_length),
    .syndrome(transport$syndrome),
    .msn(transport$msn),
    .original(transport$original),
    .immediate(transport$immediate),
    .immediate_after_reth(transport$immediate_after_reth)
  );
  opcode_decode decode (
    .operation(transport$opcode[4:0]),
    .headers(decode$headers),
    .words(decode$words),
    .response(decode$response),
    .payload(decode$payload)
  );
  peers peers (
    .clock(clock),
    .read_address(transport$qpn),
    .read_data(peers$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(peers$write_data)
  );
  byte_swap_2 swap (
    .i(transport$immediate),
    .o(swap$o)
  );
  byte_swap_2 swap_after_reth (
    .i(transport$immediate_after_reth),
    .o(swap_after_reth$o)
  );
  initial begin
    valid1$q = 1'h0;
    found1$q = 16'h0;
    packet1$q = 252'h0;
    after_reth1$q = 32'h0;
    original1$q = 64'h0;
    addresses1$q = 275'h0;
    headers1$q = 7'h0;
    words1$q = 3'h0;
    response1$q = 1'h0;
    payload1$q = 1'h0;
    base1$q = 7'h0;
    body1$q = 17'h0;
    low1$q = 20'h0;
    middle1$q = 20'h0;
    high1$q = 20'h0;
    valid2$q = 1'h0;
    found2$q = 16'h0;
    packet2$q = 252'h0;
    addresses2$q = 275'h0;
    peer2$q = 279'h0;
    response2$q = 1'h0;
    payload2$q = 1'h0;
    offset2$q = 7'h0;
    rest2$q = 17'h0;
    sum2$q = 20'h0;
    valid3$q = 1'h0;
    found3$q = 16'h0;
    packet3$q = 252'h0;
    response3$q = 1'h0;
    shape3$q = 20'h0;
    wrong_state3$q = 1'h0;
    wrong_transport3$q = 1'h0;
    unserved3$q = 1'h0;
    wrong_address3$q = 1'h0;
    wrong_pkey3$q = 1'h0;
    valid4$q = 1'h0;
    verdict4$q = 260'h0;
    held$q = 260'h0;
  end
endmodule

module ram (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [511:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [511:0] write_data
);
  (* ram_style = "distributed" *) logic [511:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 512'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module waiting (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [511:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [511:0] ram$read_data;
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
  ram ram (
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

module payload (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] beat,
  input  logic beat_valid,
  input  logic step_valid,
  input  logic [19:0] shape,
  input  logic shape_valid,
  output logic [512:0] o,
  output logic put
);
  logic puts;
  function automatic low1_of7(input [6:0] x);
    low1_of7 = x[0:0];
  endfunction
  logic [511:0] waiting$o;
  logic [4:0] beats$q;
  logic [3:0] steps$q;
  logic [511:0] older$q;
  logic skip$q;
  logic [3:0] turn$q;
  logic [6:0] mask$count;
  logic [63:0] mask$o;
  logic [63:0] from_younger$q;
  logic [12:0] left$q;
  logic [511:0] splice$o;
  logic [511:0] coarse$i;
  logic [511:0] coarse$o;
  logic [512:0] out$q;
  logic out_valid$q;
  always @(posedge clock) begin
    beats$q <= {beats$q[3:0], beat_valid};
    steps$q <= {steps$q[2:0], step_valid};
    out_valid$q <= puts;
    if (steps$q[3]) begin
      skip$q <= 1'h0;
    end
    if (puts) begin
      left$q <= left$q - 13'h40;
      if (left$q <= 13'h40) begin
        left$q <= 13'h0;
      end
    end
    if (shape_valid) begin
      skip$q <= low1_of7(shape[6:0] >> 32'h6);
      turn$q <= shape[5:2];
      from_younger$q <= mask$o;
      left$q <= shape[19:7];
    end
    if (reset) begin
      beats$q <= 5'h0;
      steps$q <= 4'h0;
      skip$q <= 1'h0;
      left$q <= 13'h0;
      out_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    if (beats$q[4]) begin
      older$q <= waiting$o;
    end
  end
  always @(posedge clock) begin
    out$q[511:0] <= coarse$o;
    out$q[512] <= left$q <= 13'h40;
  end
  assign puts = steps$q[3] & ~skip$q & (left$q != 13'h0);
  assign coarse$i = {splice$o[15:0], splice$o[511:16]};
  assign o = out$q;
  assign put = out_valid$q;
  assign mask$count = {1'h0, shape[5:0]};
  waiting waiting (
    .clock(clock),
    .reset(reset),
    .i(beat),
    .i_valid(beat_valid),
    .i_ready(),
    .o(waiting$o),
    .o_valid(),
    .o_ready(beats$q[4]),
    .level()
  );
  byte_mask mask (
    .count(mask$count),
    .o(mask$o)
  );
  splice splice (
    .mask(from_younger$q),
    .one(waiting$o),
    .zero(older$q),
    .o(splice$o)
  );
  rotate_coarse coarse (
    .i(coarse$i),
    .by(turn$q),
    .o(coarse$o)
  );
  initial begin
    beats$q = 5'h0;
    steps$q = 4'h0;
    older$q = 512'h0;
    skip$q = 1'h0;
    turn$q = 4'h0;
    from_younger$q = 64'h0;
    left$q = 13'h0;
    out$q = 513'h0;
    out_valid$q = 1'h0;
  end
endmodule

module ram_252x512 (
  input  logic [8:0] read_address,
  input  logic read_clock,
  output logic [251:0] read_data,
  input  logic [8:0] write_address,
  input  logic write_clock,
  input  logic [251:0] write_data,
  input  logic write_enable
);
  logic [251:0] words [0:511];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) words[i[8:0]] = 252'h0;
    read_data = 252'h0;
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

module ram_2 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [251:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [251:0] write_data
);
  (* ram_style = "distributed" *) logic [251:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 252'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [251:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [251:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [251:0] ram$read_data;
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
  ram_2 ram (
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

module requests (
  input  logic clock,
  input  logic reset,
  input  logic [251:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [251:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [9:0] level,
  output logic [9:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [251:0] ram$read_data;
  logic ram$write_enable;
  logic [251:0] out$o;
  logic out$o_valid;
  logic [8:0] write_at$q;
  logic [8:0] read_at$q;
  logic [9:0] count$q;
  logic [9:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 9'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 9'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 10'h1;
      free$q <= free$q - 10'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 10'h1;
      free$q <= free$q + 10'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 9'h0;
      read_at$q <= 9'h0;
      count$q <= 10'h0;
      free$q <= 10'h200;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 10'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 10'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_252x512 ram (
    .read_address(read_at$q),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_at$q),
    .write_clock(clock),
    .write_data(i),
    .write_enable(ram$write_enable)
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(ram$read_data),
    .i_valid(reading$q),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level()
  );
  initial begin
    write_at$q = 9'h0;
    read_at$q = 9'h0;
    count$q = 10'h0;
    free$q = 10'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_513x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [512:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [512:0] write_data,
  input  logic write_enable
);
  logic [512:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 513'h0;
    read_data = 513'h0;
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

module ram_3 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 513'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_2 (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
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
  ram_3 ram (
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

module request_beats (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic put,
  input  logic commit,
  input  logic rollback,
  output logic full,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [10:0] used;
  logic write;
  logic [10:0] after;
  logic fetch;
  logic get;
  logic [512:0] words$read_data;
  logic words$write_enable;
  logic [512:0] out$o;
  logic out$o_valid;
  logic [10:0] write_at$q;
  logic [10:0] commit_at$q;
  logic [10:0] read_at$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    write_at$q <= after;
    if (rollback) begin
      write_at$q <= commit_at$q;
    end else begin
      if (commit) begin
        commit_at$q <= after;
      end
    end
    reading$q <= fetch;
    if (fetch) begin
      read_at$q <= read_at$q + 11'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 11'h0;
      commit_at$q <= 11'h0;
      read_at$q <= 11'h0;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign used = write_at$q - read_at$q;
  assign full = used == 11'h400;
  assign write = put & (used != 11'h400);
  assign words$write_enable = write;
  always_comb begin
    after = write_at$q;
    if (write) begin
      after = write_at$q + 11'h1;
    end
  end
  assign fetch = (commit_at$q != read_at$q) & (credit$q != 3'h0);
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign get = out$o_valid & o_ready;
  ram_513x1024 words (
    .read_address(read_at$q[9:0]),
    .read_clock(clock),
    .read_data(words$read_data),
    .write_address(write_at$q[9:0]),
    .write_clock(clock),
    .write_data(i),
    .write_enable(words$write_enable)
  );
  out_2 out (
    .clock(clock),
    .reset(reset),
    .i(words$read_data),
    .i_valid(reading$q),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level()
  );
  initial begin
    write_at$q = 11'h0;
    commit_at$q = 11'h0;
    read_at$q = 11'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module wire_receive (
  input  logic clock,
  input  logic reset,
  input  logic enable,
  input  logic [47:0] mac,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [511:0] s_axis_rx_tdata,
  input  logic [63:0] s_axis_rx_tkeep,
  input  logic s_axis_rx_tlast,
  input  logic s_axis_rx_tuser,
  input  logic s_axis_rx_tvalid,
  output logic [251:0] request,
  output logic request_valid,
  input  logic request_ready,
  output logic [512:0] request_data,
  output logic request_data_valid,
  input  logic request_data_ready,
  output logic [251:0] response,
  output logic response_valid,
  input  logic response_ready,
  output logic [512:0] response_data,
  output logic response_data_valid,
  input  logic response_data_ready,
  output logic count_rx_frames,
  output logic count_rx_good,
  output logic count_rx_mac_error,
  output logic count_rx_buffer_full,
  output logic count_rx_not_roce,
  output logic count_rx_runt,
  output logic count_rx_ip_header,
  output logic count_rx_length,
  output logic count_rx_icrc,
  output logic count_rx_bth_version,
  output logic count_rx_opcode,
  output logic count_rx_qpn,
  output logic count_rx_qp_state,
  output logic count_rx_transport,
  output logic count_rx_address,
  output logic count_rx_pkey,
  output logic count_rx_mac,
  output logic count_rx_requests,
  output logic count_rx_responses
);
  logic [3:0] step;
  logic ends;
  logic [259:0] verdict;
  logic lost;
  logic no_room;
  logic [5:0] cause;
  logic take_request;
  logic take_response;
  logic [511:0] frame$beat;
  logic frame$beat_valid;
  logic [3:0] frame$step;
  logic frame$step_valid;
  logic [709:0] frame$head;
  logic frame$head_valid;
  logic frame$icrc_good;
  logic [19:0] check$shape;
  logic check$shape_valid;
  logic [259:0] check$verdict;
  logic [512:0] payload$o;
  logic payload$put;
  logic [3:0] steps$0$q;
  logic [3:0] steps$1$q;
  logic [3:0] steps$2$q;
  logic [3:0] steps$3$q;
  logic [3:0] steps$4$q;
  logic [4:0] valid$d;
  logic [4:0] valid$q;
  logic overflow$d;
  logic overflow$q;
  logic [251:0] requests$i;
  logic requests$i_valid;
  logic requests$i_ready;
  logic [251:0] requests$o;
  logic requests$o_valid;
  logic request_beats$put;
  logic request_beats$commit;
  logic request_beats$rollback;
  logic request_beats$full;
  logic [512:0] request_beats$o;
  logic request_beats$o_valid;
  logic [251:0] responses$i;
  logic responses$i_valid;
  logic responses$i_ready;
  logic [251:0] responses$o;
  logic responses$o_valid;
  logic response_beats$put;
  logic response_beats$commit;
  logic response_beats$rollback;
  logic response_beats$full;
  logic [512:0] response_beats$o;
  logic response_beats$o_valid;
  logic counted$d;
  logic counted$q;
  logic [5:0] counted_cause$d;
  logic [5:0] counted_cause$q;
  logic counted_response$q;
  always_comb begin
    valid$d = valid$q;
    overflow$d = overflow$q;
    counted$d = counted$q;
    counted_cause$d = counted_cause$q;
    valid$d = {valid$q[3:0], frame$step_valid};
    overflow$d = lost;
    counted$d = ends;
    counted_cause$d = cause;
    take_request = 1'h0;
    take_response = 1'h0;
    if (ends) begin
      overflow$d = 1'h0;
      if (cause == 6'h1) begin
        if (no_room) begin
          counted_cause$d = 6'h3;
        end else begin
          take_request = ~verdict[7];
          take_response = verdict[7];
        end
      end
    end
    if (reset) begin
      valid$d = 5'h0;
      overflow$d = 1'h0;
      counted$d = 1'h0;
    end
  end
  always @(posedge clock) begin
    counted_response$q <= verdict[7];
  end
  assign step = steps$4$q;
  assign ends = valid$q[4] & step[1];
  assign verdict = check$verdict;
  assign request_beats$put = payload$put & ~verdict[7];
  assign response_beats$put = payload$put & verdict[7];
  assign lost = overflow$q | (payload$put & ~verdict[7] & request_beats$full) | (payload$put & verdict[7] &
      response_beats$full);
  assign no_room = lost | (~verdict[7] & ~requests$i_ready) | (verdict[7] & ~responses$i_ready);
  always_comb begin
    cause = verdict[5:0];
    if (~verdict[6]) begin
      if (~frame$icrc_good) begin
        cause = 6'h8;
      end
      if (step[3]) begin
        cause = 6'h7;
      end
    end
    if (step[2]) begin
      cause = 6'h2;
    end
  end
  assign request_beats$commit = take_request;
  assign request_beats$rollback = ends & ~take_request;
  assign response_beats$commit = take_response;
  assign response_beats$rollback = ends & ~take_response;
  assign requests$i = verdict[259:8];
  assign requests$i_valid = take_request;
  assign request = requests$o;
  assign request_valid = requests$o_valid;
  assign request_data = request_beats$o;
  assign request_data_valid = request_beats$o_valid;
  assign responses$i = verdict[259:8];
  assign responses$i_valid = take_response;
  assign response = responses$o;
  assign response_valid = responses$o_valid;
  assign response_data = response_beats$o;
  assign response_data_valid = response_beats$o_valid;
  assign count_rx_frames = counted$q;
  assign count_rx_good = counted$q & (counted_cause$q == 6'h1);
  assign count_rx_mac_error = counted$q & (counted_cause$q == 6'h2);
  assign count_rx_buffer_full = counted$q & (counted_cause$q == 6'h3);
  assign count_rx_not_roce = counted$q & (counted_cause$q == 6'h4);
  assign count_rx_runt = counted$q & (counted_cause$q == 6'h5);
  assign count_rx_ip_header = counted$q & (counted_cause$q == 6'h6);
  assign count_rx_length = counted$q & (counted_cause$q == 6'h7);
  assign count_rx_icrc = counted$q & (counted_cause$q == 6'h8);
  assign count_rx_bth_version = counted$q & (counted_cause$q == 6'h9);
  assign count_rx_opcode = counted$q & (counted_cause$q == 6'ha);
  assign count_rx_qpn = counted$q & (counted_cause$q == 6'hb);
  assign count_rx_qp_state = counted$q & (counted_cause$q == 6'hc);
  assign count_rx_transport = counted$q & (counted_cause$q == 6'hd);
  assign count_rx_address = counted$q & (counted_cause$q == 6'he);
  assign count_rx_pkey = counted$q & (counted_cause$q == 6'hf);
  assign count_rx_mac = counted$q & (counted_cause$q == 6'h10);
  always_comb begin
    count_rx_requests = 1'h0;
    count_rx_responses = 1'h0;
    if (counted$q & (counted_cause$q == 6'h1)) begin
      count_rx_requests = ~counted_response$q;
      count_rx_responses = counted_response$q;
    end
  end
  frame frame (
    .clock(clock),
    .reset(reset),
    .enable(enable),
    .mac(mac),
    .rx_data(s_axis_rx_tdata),
    .rx_keep(s_axis_rx_tkeep),
    .rx_last(s_axis_rx_tlast),
    .rx_error(s_axis_rx_tuser),
    .rx_valid(s_axis_rx_tvalid),
    .beat(frame$beat),
    .beat_valid(frame$beat_valid),
    .step(frame$step),
    .step_valid(frame$step_valid),
    .head(frame$head),
    .head_valid(frame$head_valid),
    .icrc_good(frame$icrc_good)
  );
  check check (
    .clock(clock),
    .reset(reset),
    .head(frame$head),
    .head_valid(frame$head_valid),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .shape(check$shape),
    .shape_valid(check$shape_valid),
    .verdict(check$verdict)
  );
  payload payload (
    .clock(clock),
    .reset(reset),
    .beat(frame$beat),
    .beat_valid(frame$beat_valid),
    .step_valid(frame$step_valid),
    .shape(check$shape),
    .shape_valid(check$shape_valid),
    .o(payload$o),
    .put(payload$put)
  );
  requests requests (
    .clock(clock),
    .reset(reset),
    .i(requests$i),
    .i_valid(requests$i_valid),
    .i_ready(requests$i_ready),
    .o(requests$o),
    .o_valid(requests$o_valid),
    .o_ready(request_ready),
    .level(),
    .space()
  );
  request_beats request_beats (
    .clock(clock),
    .reset(reset),
    .i(payload$o),
    .put(request_beats$put),
    .commit(request_beats$commit),
    .rollback(request_beats$rollback),
    .full(request_beats$full),
    .o(request_beats$o),
    .o_valid(request_beats$o_valid),
    .o_ready(request_data_ready)
  );
  requests responses (
    .clock(clock),
    .reset(reset),
    .i(responses$i),
    .i_valid(responses$i_valid),
    .i_ready(responses$i_ready),
    .o(responses$o),
    .o_valid(responses$o_valid),
    .o_ready(response_ready),
    .level(),
    .space()
  );
  request_beats response_beats (
    .clock(clock),
    .reset(reset),
    .i(payload$o),
    .put(response_beats$put),
    .commit(response_beats$commit),
    .rollback(response_beats$rollback),
    .full(response_beats$full),
    .o(response_beats$o),
    .o_valid(response_beats$o_valid),
    .o_ready(response_data_ready)
  );
  initial begin
    steps$0$q = 4'h0;
    steps$1$q = 4'h0;
    steps$2$q = 4'h0;
    steps$3$q = 4'h0;
    steps$4$q = 4'h0;
    valid$q = 5'h0;
    overflow$q = 1'h0;
    counted$q = 1'h0;
    counted_cause$q = 6'h0;
    counted_response$q = 1'h0;
  end
  always @(posedge clock) begin
    steps$0$q <= frame$step;
    steps$1$q <= steps$0$q;
    steps$2$q <= steps$1$q;
    steps$3$q <= steps$2$q;
    steps$4$q <= steps$3$q;
    valid$q <= valid$d;
    overflow$q <= overflow$d;
    counted$q <= counted$d;
    counted_cause$q <= counted_cause$d;
  end
endmodule

`default_nettype wire
