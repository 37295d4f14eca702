`default_nettype none

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

module kit_crc32 (
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

`default_nettype wire
