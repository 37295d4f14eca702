`default_nettype none

module ram_64x64 (
  input  logic [5:0] read_address,
  input  logic read_clock,
  output logic [63:0] read_data,
  input  logic [5:0] write_address,
  input  logic write_clock,
  input  logic [63:0] write_data,
  input  logic write_enable
);
  logic [63:0] words [0:63];
  integer i;
  initial begin
    for (i = 0; i < 64; i = i + 1) words[i[5:0]] = 64'h0;
    read_data = 64'h0;
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

module first (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic [63:0] read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic [63:0] write_data
);
  logic [63:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_64x64 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module totals (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic [63:0] read_data,
  input  logic [5:0] second_address,
  output logic [63:0] second_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic [63:0] write_data
);
  logic [63:0] first$read_data;
  logic [63:0] second$read_data;
  assign read_data = first$read_data;
  assign second_data = second$read_data;
  first first (
    .clock(clock),
    .read_address(read_address),
    .read_data(first$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
  first second (
    .clock(clock),
    .read_address(second_address),
    .read_data(second$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
endmodule

module counters (
  input  logic clock,
  input  logic [63:0] pulses,
  input  logic [5:0] read_index,
  output logic [63:0] value
);
  logic came$0;
  logic came$1;
  logic came$2;
  logic came$3;
  logic came$4;
  logic came$5;
  logic came$6;
  logic came$7;
  logic came$8;
  logic came$9;
  logic came$10;
  logic came$11;
  logic came$12;
  logic came$13;
  logic came$14;
  logic came$15;
  logic came$16;
  logic came$17;
  logic came$18;
  logic came$19;
  logic came$20;
  logic came$21;
  logic came$22;
  logic came$23;
  logic came$24;
  logic came$25;
  logic came$26;
  logic came$27;
  logic came$28;
  logic came$29;
  logic came$30;
  logic came$31;
  logic came$32;
  logic came$33;
  logic came$34;
  logic came$35;
  logic came$36;
  logic came$37;
  logic came$38;
  logic came$39;
  logic came$40;
  logic came$41;
  logic came$42;
  logic came$43;
  logic came$44;
  logic came$45;
  logic came$46;
  logic came$47;
  logic came$48;
  logic came$49;
  logic came$50;
  logic came$51;
  logic came$52;
  logic came$53;
  logic came$54;
  logic came$55;
  logic came$56;
  logic came$57;
  logic came$58;
  logic came$59;
  logic came$60;
  logic came$61;
  logic came$62;
  logic came$63;
  logic [63:0] totals$read_data;
  logic [63:0] totals$second_data;
  logic [63:0] totals$write_data;
  logic [6:0] gathered$0$q;
  logic [6:0] gathered$1$q;
  logic [6:0] gathered$2$q;
  logic [6:0] gathered$3$q;
  logic [6:0] gathered$4$q;
  logic [6:0] gathered$5$q;
  logic [6:0] gathered$6$q;
  logic [6:0] gathered$7$q;
  logic [6:0] gathered$8$q;
  logic [6:0] gathered$9$q;
  logic [6:0] gathered$10$q;
  logic [6:0] gathered$11$q;
  logic [6:0] gathered$12$q;
  logic [6:0] gathered$13$q;
  logic [6:0] gathered$14$q;
  logic [6:0] gathered$15$q;
  logic [6:0] gathered$16$q;
  logic [6:0] gathered$17$q;
  logic [6:0] gathered$18$q;
  logic [6:0] gathered$19$q;
  logic [6:0] gathered$20$q;
  logic [6:0] gathered$21$q;
  logic [6:0] gathered$22$q;
  logic [6:0] gathered$23$q;
  logic [6:0] gathered$24$q;
  logic [6:0] gathered$25$q;
  logic [6:0] gathered$26$q;
  logic [6:0] gathered$27$q;
  logic [6:0] gathered$28$q;
  logic [6:0] gathered$29$q;
  logic [6:0] gathered$30$q;
  logic [6:0] gathered$31$q;
  logic [6:0] gathered$32$q;
  logic [6:0] gathered$33$q;
  logic [6:0] gathered$34$q;
  logic [6:0] gathered$35$q;
  logic [6:0] gathered$36$q;
  logic [6:0] gathered$37$q;
  logic [6:0] gathered$38$q;
  logic [6:0] gathered$39$q;
  logic [6:0] gathered$40$q;
  logic [6:0] gathered$41$q;
  logic [6:0] gathered$42$q;
  logic [6:0] gathered$43$q;
  logic [6:0] gathered$44$q;
  logic [6:0] gathered$45$q;
  logic [6:0] gathered$46$q;
  logic [6:0] gathered$47$q;
  logic [6:0] gathered$48$q;
  logic [6:0] gathered$49$q;
  logic [6:0] gathered$50$q;
  logic [6:0] gathered$51$q;
  logic [6:0] gathered$52$q;
  logic [6:0] gathered$53$q;
  logic [6:0] gathered$54$q;
  logic [6:0] gathered$55$q;
  logic [6:0] gathered$56$q;
  logic [6:0] gathered$57$q;
  logic [6:0] gathered$58$q;
  logic [6:0] gathered$59$q;
  logic [6:0] gathered$60$q;
  logic [6:0] gathered$61$q;
  logic [6:0] gathered$62$q;
  logic [6:0] gathered$63$q;
  logic [5:0] visit$q;
  logic [5:0] due$q;
  logic [6:0] add$q;
  always @(posedge clock) begin
    visit$q <= visit$q + 6'h1;
  end
  always @(posedge clock) begin
    due$q <= visit$q;
  end
  always @(posedge clock) begin
    if (came$0) begin
      gathered$0$q <= gathered$0$q + 7'h1;
    end
    if (visit$q == 6'h0) begin
      add$q <= gathered$0$q;
      gathered$0$q <= 7'h0;
      if (came$0) begin
        gathered$0$q <= 7'h1;
      end
    end
    if (came$1) begin
      gathered$1$q <= gathered$1$q + 7'h1;
    end
    if (visit$q == 6'h1) begin
      add$q <= gathered$1$q;
      gathered$1$q <= 7'h0;
      if (came$1) begin
        gathered$1$q <= 7'h1;
      end
    end
    if (came$2) begin
      gathered$2$q <= gathered$2$q + 7'h1;
    end
    if (visit$q == 6'h2) begin
      add$q <= gathered$2$q;
      gathered$2$q <= 7'h0;
      if (came$2) begin
        gathered$2$q <= 7'h1;
      end
    end
    if (came$3) begin
      gathered$3$q <= gathered$3$q + 7'h1;
    end
    if (visit$q == 6'h3) begin
      add$q <= gathered$3$q;
      gathered$3$q <= 7'h0;
      if (came$3) begin
        gathered$3$q <= 7'h1;
      end
    end
    if (came$4) begin
      gathered$4$q <= gathered$4$q + 7'h1;
    end
    if (visit$q == 6'h4) begin
      add$q <= gathered$4$q;
      gathered$4$q <= 7'h0;
      if (came$4) begin
        gathered$4$q <= 7'h1;
      end
    end
    if (came$5) begin
      gathered$5$q <= gathered$5$q + 7'h1;
    end
    if (visit$q == 6'h5) begin
      add$q <= gathered$5$q;
      gathered$5$q <= 7'h0;
      if (came$5) begin
        gathered$5$q <= 7'h1;
      end
    end
    if (came$6) begin
      gathered$6$q <= gathered$6$q + 7'h1;
    end
    if (visit$q == 6'h6) begin
      add$q <= gathered$6$q;
      gathered$6$q <= 7'h0;
      if (came$6) begin
        gathered$6$q <= 7'h1;
      end
    end
    if (came$7) begin
      gathered$7$q <= gathered$7$q + 7'h1;
    end
    if (visit$q == 6'h7) begin
      add$q <= gathered$7$q;
      gathered$7$q <= 7'h0;
      if (came$7) begin
        gathered$7$q <= 7'h1;
      end
    end
    if (came$8) begin
      gathered$8$q <= gathered$8$q + 7'h1;
    end
    if (visit$q == 6'h8) begin
      add$q <= gathered$8$q;
      gathered$8$q <= 7'h0;
      if (came$8) begin
        gathered$8$q <= 7'h1;
      end
    end
    if (came$9) begin
      gathered$9$q <= gathered$9$q + 7'h1;
    end
    if (visit$q == 6'h9) begin
      add$q <= gathered$9$q;
      gathered$9$q <= 7'h0;
      if (came$9) begin
        gathered$9$q <= 7'h1;
      end
    end
    if (came$10) begin
      gathered$10$q <= gathered$10$q + 7'h1;
    end
    if (visit$q == 6'ha) begin
      add$q <= gathered$10$q;
      gathered$10$q <= 7'h0;
      if (came$10) begin
        gathered$10$q <= 7'h1;
      end
    end
    if (came$11) begin
      gathered$11$q <= gathered$11$q + 7'h1;
    end
    if (visit$q == 6'hb) begin
      add$q <= gathered$11$q;
      gathered$11$q <= 7'h0;
      if (came$11) begin
        gathered$11$q <= 7'h1;
      end
    end
    if (came$12) begin
      gathered$12$q <= gathered$12$q + 7'h1;
    end
    if (visit$q == 6'hc) begin
      add$q <= gathered$12$q;
      gathered$12$q <= 7'h0;
      if (came$12) begin
        gathered$12$q <= 7'h1;
      end
    end
    if (came$13) begin
      gathered$13$q <= gathered$13$q + 7'h1;
    end
    if (visit$q == 6'hd) begin
      add$q <= gathered$13$q;
      gathered$13$q <= 7'h0;
      if (came$13) begin
        gathered$13$q <= 7'h1;
      end
    end
    if (came$14) begin
      gathered$14$q <= gathered$14$q + 7'h1;
    end
    if (visit$q == 6'he) begin
      add$q <= gathered$14$q;
      gathered$14$q <= 7'h0;
      if (came$14) begin
        gathered$14$q <= 7'h1;
      end
    end
    if (came$15) begin
      gathered$15$q <= gathered$15$q + 7'h1;
    end
    if (visit$q == 6'hf) begin
      add$q <= gathered$15$q;
      gathered$15$q <= 7'h0;
      if (came$15) begin
        gathered$15$q <= 7'h1;
      end
    end
    if (came$16) begin
      gathered$16$q <= gathered$16$q + 7'h1;
    end
    if (visit$q == 6'h10) begin
      add$q <= gathered$16$q;
      gathered$16$q <= 7'h0;
      if (came$16) begin
        gathered$16$q <= 7'h1;
      end
    end
    if (came$17) begin
      gathered$17$q <= gathered$17$q + 7'h1;
    end
    if (visit$q == 6'h11) begin
      add$q <= gathered$17$q;
      gathered$17$q <= 7'h0;
      if (came$17) begin
        gathered$17$q <= 7'h1;
      end
    end
    if (came$18) begin
      gathered$18$q <= gathered$18$q + 7'h1;
    end
    if (visit$q == 6'h12) begin
      add$q <= gathered$18$q;
      gathered$18$q <= 7'h0;
      if (came$18) begin
        gathered$18$q <= 7'h1;
      end
    end
    if (came$19) begin
      gathered$19$q <= gathered$19$q + 7'h1;
    end
    if (visit$q == 6'h13) begin
      add$q <= gathered$19$q;
      gathered$19$q <= 7'h0;
      if (came$19) begin
        gathered$19$q <= 7'h1;
      end
    end
    if (came$20) begin
      gathered$20$q <= gathered$20$q + 7'h1;
    end
    if (visit$q == 6'h14) begin
      add$q <= gathered$20$q;
      gathered$20$q <= 7'h0;
      if (came$20) begin
        gathered$20$q <= 7'h1;
      end
    end
    if (came$21) begin
      gathered$21$q <= gathered$21$q + 7'h1;
    end
    if (visit$q == 6'h15) begin
      add$q <= gathered$21$q;
      gathered$21$q <= 7'h0;
      if (came$21) begin
        gathered$21$q <= 7'h1;
      end
    end
    if (came$22) begin
      gathered$22$q <= gathered$22$q + 7'h1;
    end
    if (visit$q == 6'h16) begin
      add$q <= gathered$22$q;
      gathered$22$q <= 7'h0;
      if (came$22) begin
        gathered$22$q <= 7'h1;
      end
    end
    if (came$23) begin
      gathered$23$q <= gathered$23$q + 7'h1;
    end
    if (visit$q == 6'h17) begin
      add$q <= gathered$23$q;
      gathered$23$q <= 7'h0;
      if (came$23) begin
        gathered$23$q <= 7'h1;
      end
    end
    if (came$24) begin
      gathered$24$q <= gathered$24$q + 7'h1;
    end
    if (visit$q == 6'h18) begin
      add$q <= gathered$24$q;
      gathered$24$q <= 7'h0;
      if (came$24) begin
        gathered$24$q <= 7'h1;
      end
    end
    if (came$25) begin
      gathered$25$q <= gathered$25$q + 7'h1;
    end
    if (visit$q == 6'h19) begin
      add$q <= gathered$25$q;
      gathered$25$q <= 7'h0;
      if (came$25) begin
        gathered$25$q <= 7'h1;
      end
    end
    if (came$26) begin
      gathered$26$q <= gathered$26$q + 7'h1;
    end
    if (visit$q == 6'h1a) begin
      add$q <= gathered$26$q;
      gathered$26$q <= 7'h0;
      if (came$26) begin
        gathered$26$q <= 7'h1;
      end
    end
    if (came$27) begin
      gathered$27$q <= gathered$27$q + 7'h1;
    end
    if (visit$q == 6'h1b) begin
      add$q <= gathered$27$q;
      gathered$27$q <= 7'h0;
      if (came$27) begin
        gathered$27$q <= 7'h1;
      end
    end
    if (came$28) begin
      gathered$28$q <= gathered$28$q + 7'h1;
    end
    if (visit$q == 6'h1c) begin
      add$q <= gathered$28$q;
      gathered$28$q <= 7'h0;
      if (came$28) begin
        gathered$28$q <= 7'h1;
      end
    end
    if (came$29) begin
      gathered$29$q <= gathered$29$q + 7'h1;
    end
    if (visit$q == 6'h1d) begin
      add$q <= gathered$29$q;
      gathered$29$q <= 7'h0;
      if (came$29) begin
        gathered$29$q <= 7'h1;
      end
    end
    if (came$30) begin
      gathered$30$q <= gathered$30$q + 7'h1;
    end
    if (visit$q == 6'h1e) begin
      add$q <= gathered$30$q;
      gathered$30$q <= 7'h0;
      if (came$30) begin
        gathered$30$q <= 7'h1;
      end
    end
    if (came$31) begin
      gathered$31$q <= gathered$31$q + 7'h1;
    end
    if (visit$q == 6'h1f) begin
      add$q <= gathered$31$q;
      gathered$31$q <= 7'h0;
      if (came$31) begin
        gathered$31$q <= 7'h1;
      end
    end
    if (came$32) begin
      gathered$32$q <= gathered$32$q + 7'h1;
    end
    if (visit$q == 6'h20) begin
      add$q <= gathered$32$q;
      gathered$32$q <= 7'h0;
      if (came$32) begin
        gathered$32$q <= 7'h1;
      end
    end
    if (came$33) begin
      gathered$33$q <= gathered$33$q + 7'h1;
    end
    if (visit$q == 6'h21) begin
      add$q <= gathered$33$q;
      gathered$33$q <= 7'h0;
      if (came$33) begin
        gathered$33$q <= 7'h1;
      end
    end
    if (came$34) begin
      gathered$34$q <= gathered$34$q + 7'h1;
    end
    if (visit$q == 6'h22) begin
      add$q <= gathered$34$q;
      gathered$34$q <= 7'h0;
      if (came$34) begin
        gathered$34$q <= 7'h1;
      end
    end
    if (came$35) begin
      gathered$35$q <= gathered$35$q + 7'h1;
    end
    if (visit$q == 6'h23) begin
      add$q <= gathered$35$q;
      gathered$35$q <= 7'h0;
      if (came$35) begin
        gathered$35$q <= 7'h1;
      end
    end
    if (came$36) begin
      gathered$36$q <= gathered$36$q + 7'h1;
    end
    if (visit$q == 6'h24) begin
      add$q <= gathered$36$q;
      gathered$36$q <= 7'h0;
      if (came$36) begin
        gathered$36$q <= 7'h1;
      end
    end
    if (came$37) begin
      gathered$37$q <= gathered$37$q + 7'h1;
    end
    if (visit$q == 6'h25) begin
      add$q <= gathered$37$q;
      gathered$37$q <= 7'h0;
      if (came$37) begin
        gathered$37$q <= 7'h1;
      end
    end
    if (came$38) begin
      gathered$38$q <= gathered$38$q + 7'h1;
    end
    if (visit$q == 6'h26) begin
      add$q <= gathered$38$q;
      gathered$38$q <= 7'h0;
      if (came$38) begin
        gathered$38$q <= 7'h1;
      end
    end
    if (came$39) begin
      gathered$39$q <= gathered$39$q + 7'h1;
    end
    if (visit$q == 6'h27) begin
      add$q <= gathered$39$q;
      gathered$39$q <= 7'h0;
      if (came$39) begin
        gathered$39$q <= 7'h1;
      end
    end
    if (came$40) begin
      gathered$40$q <= gathered$40$q + 7'h1;
    end
    if (visit$q == 6'h28) begin
      add$q <= gathered$40$q;
      gathered$40$q <= 7'h0;
      if (came$40) begin
        gathered$40$q <= 7'h1;
      end
    end
    if (came$41) begin
      gathered$41$q <= gathered$41$q + 7'h1;
    end
    if (visit$q == 6'h29) begin
      add$q <= gathered$41$q;
      gathered$41$q <= 7'h0;
      if (came$41) begin
        gathered$41$q <= 7'h1;
      end
    end
    if (came$42) begin
      gathered$42$q <= gathered$42$q + 7'h1;
    end
    if (visit$q == 6'h2a) begin
      add$q <= gathered$42$q;
      gathered$42$q <= 7'h0;
      if (came$42) begin
        gathered$42$q <= 7'h1;
      end
    end
    if (came$43) begin
      gathered$43$q <= gathered$43$q + 7'h1;
    end
    if (visit$q == 6'h2b) begin
      add$q <= gathered$43$q;
      gathered$43$q <= 7'h0;
      if (came$43) begin
        gathered$43$q <= 7'h1;
      end
    end
    if (came$44) begin
      gathered$44$q <= gathered$44$q + 7'h1;
    end
    if (visit$q == 6'h2c) begin
      add$q <= gathered$44$q;
      gathered$44$q <= 7'h0;
      if (came$44) begin
        gathered$44$q <= 7'h1;
      end
    end
    if (came$45) begin
      gathered$45$q <= gathered$45$q + 7'h1;
    end
    if (visit$q == 6'h2d) begin
      add$q <= gathered$45$q;
      gathered$45$q <= 7'h0;
      if (came$45) begin
        gathered$45$q <= 7'h1;
      end
    end
    if (came$46) begin
      gathered$46$q <= gathered$46$q + 7'h1;
    end
    if (visit$q == 6'h2e) begin
      add$q <= gathered$46$q;
      gathered$46$q <= 7'h0;
      if (came$46) begin
        gathered$46$q <= 7'h1;
      end
    end
    if (came$47) begin
      gathered$47$q <= gathered$47$q + 7'h1;
    end
    if (visit$q == 6'h2f) begin
      add$q <= gathered$47$q;
      gathered$47$q <= 7'h0;
      if (came$47) begin
        gathered$47$q <= 7'h1;
      end
    end
    if (came$48) begin
      gathered$48$q <= gathered$48$q + 7'h1;
    end
    if (visit$q == 6'h30) begin
      add$q <= gathered$48$q;
      gathered$48$q <= 7'h0;
      if (came$48) begin
        gathered$48$q <= 7'h1;
      end
    end
    if (came$49) begin
      gathered$49$q <= gathered$49$q + 7'h1;
    end
    if (visit$q == 6'h31) begin
      add$q <= gathered$49$q;
      gathered$49$q <= 7'h0;
      if (came$49) begin
        gathered$49$q <= 7'h1;
      end
    end
    if (came$50) begin
      gathered$50$q <= gathered$50$q + 7'h1;
    end
    if (visit$q == 6'h32) begin
      add$q <= gathered$50$q;
      gathered$50$q <= 7'h0;
      if (came$50) begin
        gathered$50$q <= 7'h1;
      end
    end
    if (came$51) begin
      gathered$51$q <= gathered$51$q + 7'h1;
    end
    if (visit$q == 6'h33) begin
      add$q <= gathered$51$q;
      gathered$51$q <= 7'h0;
      if (came$51) begin
        gathered$51$q <= 7'h1;
      end
    end
    if (came$52) begin
      gathered$52$q <= gathered$52$q + 7'h1;
    end
    if (visit$q == 6'h34) begin
      add$q <= gathered$52$q;
      gathered$52$q <= 7'h0;
      if (came$52) begin
        gathered$52$q <= 7'h1;
      end
    end
    if (came$53) begin
      gathered$53$q <= gathered$53$q + 7'h1;
    end
    if (visit$q == 6'h35) begin
      add$q <= gathered$53$q;
      gathered$53$q <= 7'h0;
      if (came$53) begin
        gathered$53$q <= 7'h1;
      end
    end
    if (came$54) begin
      gathered$54$q <= gathered$54$q + 7'h1;
    end
    if (visit$q == 6'h36) begin
      add$q <= gathered$54$q;
      gathered$54$q <= 7'h0;
      if (came$54) begin
        gathered$54$q <= 7'h1;
      end
    end
    if (came$55) begin
      gathered$55$q <= gathered$55$q + 7'h1;
    end
    if (visit$q == 6'h37) begin
      add$q <= gathered$55$q;
      gathered$55$q <= 7'h0;
      if (came$55) begin
        gathered$55$q <= 7'h1;
      end
    end
    if (came$56) begin
      gathered$56$q <= gathered$56$q + 7'h1;
    end
    if (visit$q == 6'h38) begin
      add$q <= gathered$56$q;
      gathered$56$q <= 7'h0;
      if (came$56) begin
        gathered$56$q <= 7'h1;
      end
    end
    if (came$57) begin
      gathered$57$q <= gathered$57$q + 7'h1;
    end
    if (visit$q == 6'h39) begin
      add$q <= gathered$57$q;
      gathered$57$q <= 7'h0;
      if (came$57) begin
        gathered$57$q <= 7'h1;
      end
    end
    if (came$58) begin
      gathered$58$q <= gathered$58$q + 7'h1;
    end
    if (visit$q == 6'h3a) begin
      add$q <= gathered$58$q;
      gathered$58$q <= 7'h0;
      if (came$58) begin
        gathered$58$q <= 7'h1;
      end
    end
    if (came$59) begin
      gathered$59$q <= gathered$59$q + 7'h1;
    end
    if (visit$q == 6'h3b) begin
      add$q <= gathered$59$q;
      gathered$59$q <= 7'h0;
      if (came$59) begin
        gathered$59$q <= 7'h1;
      end
    end
    if (came$60) begin
      gathered$60$q <= gathered$60$q + 7'h1;
    end
    if (visit$q == 6'h3c) begin
      add$q <= gathered$60$q;
      gathered$60$q <= 7'h0;
      if (came$60) begin
        gathered$60$q <= 7'h1;
      end
    end
    if (came$61) begin
      gathered$61$q <= gathered$61$q + 7'h1;
    end
    if (visit$q == 6'h3d) begin
      add$q <= gathered$61$q;
      gathered$61$q <= 7'h0;
      if (came$61) begin
        gathered$61$q <= 7'h1;
      end
    end
    if (came$62) begin
      gathered$62$q <= gathered$62$q + 7'h1;
    end
    if (visit$q == 6'h3e) begin
      add$q <= gathered$62$q;
      gathered$62$q <= 7'h0;
      if (came$62) begin
        gathered$62$q <= 7'h1;
      end
    end
    if (came$63) begin
      gathered$63$q <= gathered$63$q + 7'h1;
    end
    if (visit$q == 6'h3f) begin
      add$q <= gathered$63$q;
      gathered$63$q <= 7'h0;
      if (came$63) begin
        gathered$63$q <= 7'h1;
      end
    end
  end
  assign came$0 = pulses[0];
  assign came$1 = pulses[1];
  assign came$2 = pulses[2];
  assign came$3 = pulses[3];
  assign came$4 = pulses[4];
  assign came$5 = pulses[5];
  assign came$6 = pulses[6];
  assign came$7 = pulses[7];
  assign came$8 = pulses[8];
  assign came$9 = pulses[9];
  assign came$10 = pulses[10];
  assign came$11 = pulses[11];
  assign came$12 = pulses[12];
  assign came$13 = pulses[13];
  assign came$14 = pulses[14];
  assign came$15 = pulses[15];
  assign came$16 = pulses[16];
  assign came$17 = pulses[17];
  assign came$18 = pulses[18];
  assign came$19 = pulses[19];
  assign came$20 = pulses[20];
  assign came$21 = pulses[21];
  assign came$22 = pulses[22];
  assign came$23 = pulses[23];
  assign came$24 = pulses[24];
  assign came$25 = pulses[25];
  assign came$26 = pulses[26];
  assign came$27 = pulses[27];
  assign came$28 = pulses[28];
  assign came$29 = pulses[29];
  assign came$30 = pulses[30];
  assign came$31 = pulses[31];
  assign came$32 = pulses[32];
  assign came$33 = pulses[33];
  assign came$34 = pulses[34];
  assign came$35 = pulses[35];
  assign came$36 = pulses[36];
  assign came$37 = pulses[37];
  assign came$38 = pulses[38];
  assign came$39 = pulses[39];
  assign came$40 = pulses[40];
  assign came$41 = pulses[41];
  assign came$42 = pulses[42];
  assign came$43 = pulses[43];
  assign came$44 = pulses[44];
  assign came$45 = pulses[45];
  assign came$46 = pulses[46];
  assign came$47 = pulses[47];
  assign came$48 = pulses[48];
  assign came$49 = pulses[49];
  assign came$50 = pulses[50];
  assign came$51 = pulses[51];
  assign came$52 = pulses[52];
  assign came$53 = pulses[53];
  assign came$54 = pulses[54];
  assign came$55 = pulses[55];
  assign came$56 = pulses[56];
  assign came$57 = pulses[57];
  assign came$58 = pulses[58];
  assign came$59 = pulses[59];
  assign came$60 = pulses[60];
  assign came$61 = pulses[61];
  assign came$62 = pulses[62];
  assign came$63 = pulses[63];
  assign totals$write_data = totals$read_data + {57'h0, add$q};
  assign value = totals$second_data;
  totals totals (
    .clock(clock),
    .read_address(visit$q),
    .read_data(totals$read_data),
    .second_address(read_index),
    .second_data(totals$second_data),
    .write(1'h1),
    .write_address(due$q),
    .write_data(totals$write_data)
  );
  initial begin
    gathered$0$q = 7'h0;
    gathered$1$q = 7'h0;
    gathered$2$q = 7'h0;
    gathered$3$q = 7'h0;
    gathered$4$q = 7'h0;
    gathered$5$q = 7'h0;
    gathered$6$q = 7'h0;
    gathered$7$q = 7'h0;
    gathered$8$q = 7'h0;
    gathered$9$q = 7'h0;
    gathered$10$q = 7'h0;
    gathered$11$q = 7'h0;
    gathered$12$q = 7'h0;
    gathered$13$q = 7'h0;
    gathered$14$q = 7'h0;
    gathered$15$q = 7'h0;
    gathered$16$q = 7'h0;
    gathered$17$q = 7'h0;
    gathered$18$q = 7'h0;
    gathered$19$q = 7'h0;
    gathered$20$q = 7'h0;
    gathered$21$q = 7'h0;
    gathered$22$q = 7'h0;
    gathered$23$q = 7'h0;
    gathered$24$q = 7'h0;
    gathered$25$q = 7'h0;
    gathered$26$q = 7'h0;
    gathered$27$q = 7'h0;
    gathered$28$q = 7'h0;
    gathered$29$q = 7'h0;
    gathered$30$q = 7'h0;
    gathered$31$q = 7'h0;
    gathered$32$q = 7'h0;
    gathered$33$q = 7'h0;
    gathered$34$q = 7'h0;
    gathered$35$q = 7'h0;
    gathered$36$q = 7'h0;
    gathered$37$q = 7'h0;
    gathered$38$q = 7'h0;
    gathered$39$q = 7'h0;
    gathered$40$q = 7'h0;
    gathered$41$q = 7'h0;
    gathered$42$q = 7'h0;
    gathered$43$q = 7'h0;
    gathered$44$q = 7'h0;
    gathered$45$q = 7'h0;
    gathered$46$q = 7'h0;
    gathered$47$q = 7'h0;
    gathered$48$q = 7'h0;
    gathered$49$q = 7'h0;
    gathered$50$q = 7'h0;
    gathered$51$q = 7'h0;
    gathered$52$q = 7'h0;
    gathered$53$q = 7'h0;
    gathered$54$q = 7'h0;
    gathered$55$q = 7'h0;
    gathered$56$q = 7'h0;
    gathered$57$q = 7'h0;
    gathered$58$q = 7'h0;
    gathered$59$q = 7'h0;
    gathered$60$q = 7'h0;
    gathered$61$q = 7'h0;
    gathered$62$q = 7'h0;
    gathered$63$q = 7'h0;
    visit$q = 6'h0;
    due$q = 6'h0;
    add$q = 7'h0;
  end
endmodule

module registers (
  input  logic clock,
  input  logic reset,
  input  logic [56:0] access,
  input  logic access_valid,
  output logic access_ready,
  output logic [31:0] data,
  output logic data_valid,
  input  logic data_ready,
  input  logic [63:0] pulses,
  input  logic bus_master,
  input  logic admin_error,
  input  logic [15:0] admin_consumer,
  output logic transmit,
  output logic receive,
  output logic [47:0] mac,
  output logic [63:0] admin_command,
  output logic [63:0] admin_completion,
  output logic [3:0] admin_log2,
  output logic admin_event,
  output logic [15:0] admin_producer,
  output logic admin_restart,
  output logic [31:0] cycles_per_tick
);
  logic [19:0] at;
  logic [7:0] lane$0;
  logic [7:0] lane$1;
  logic [7:0] lane$2;
  logic [7:0] lane$3;
  logic [1:0] health;
  logic [31:0] keep;
  logic [31:0] put;
  logic is_counter;
  localparam logic [1:0] State$Answer = 2'h2;
  localparam logic [1:0] State$Fetch = 2'h1;
  localparam logic [1:0] State$Idle = 2'h0;
  function automatic low1_of4(input [3:0] x);
    low1_of4 = x[0:0];
  endfunction
  logic [63:0] counters$value;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [31:0] answer$d;
  logic [31:0] answer$q;
  logic from_counter$d;
  logic from_counter$q;
  logic [31:0] high_half$d;
  logic [31:0] high_half$q;
  logic [31:0] control$d;
  logic [31:0] control$q;
  logic [31:0] mac_low$d;
  logic [31:0] mac_low$q;
  logic [31:0] mac_high$d;
  logic [31:0] mac_high$q;
  logic [31:0] command_low$d;
  logic [31:0] command_low$q;
  logic [31:0] command_high$d;
  logic [31:0] command_high$q;
  logic [31:0] completion_low$d;
  logic [31:0] completion_low$q;
  logic [31:0] completion_high$d;
  logic [31:0] completion_high$q;
  logic [31:0] log2$d;
  logic [31:0] log2$q;
  logic [31:0] producer$d;
  logic [31:0] producer$q;
  logic restart$d;
  logic restart$q;
  logic [31:0] tick$d;
  logic [31:0] tick$q;
  always_comb begin
    state$d = state$q;
    answer$d = answer$q;
    from_counter$d = from_counter$q;
    high_half$d = high_half$q;
    control$d = control$q;
    mac_low$d = mac_low$q;
    mac_high$d = mac_high$q;
    command_low$d = command_low$q;
    command_high$d = command_high$q;
    completion_low$d = completion_low$q;
    completion_high$d = completion_high$q;
    log2$d = log2$q;
    producer$d = producer$q;
    restart$d = restart$q;
    tick$d = tick$q;
    restart$d = 1'h0;
    access_ready = 1'h0;
    data_valid = 1'h0;
    case (state$q)
      State$Idle: begin
        access_ready = 1'h1;
        answer$d = 32'h0;
        from_counter$d = is_counter & ~at[2];
        if (at == 20'h0) begin
          answer$d = 32'h52524546;
        end
        if (at == 20'h4) begin
          answer$d = 32'h10000;
        end
        if (at == 20'h8) begin
          answer$d = 32'h47;
        end
        if (at == 20'hc) begin
          answer$d = 32'hd050a0a;
        end
        if (at == 20'h10) begin
          answer$d = 32'h4070610;
        end
        if (at == 20'h20) begin
          answer$d = control$q;
        end
        if (at == 20'h24) begin
          answer$d = {30'h0, health};
        end
        if (at == 20'h30) begin
          answer$d = mac_low$q;
        end
        if (at == 20'h34) begin
          answer$d = mac_high$q;
        end
        if (at == 20'h40) begin
          answer$d = command_low$q;
        end
        if (at == 20'h44) begin
          answer$d = command_high$q;
        end
        if (at == 20'h48) begin
          answer$d = completion_low$q;
        end
        if (at == 20'h4c) begin
          answer$d = completion_high$q;
        end
        if (at == 20'h50) begin
          answer$d = log2$q;
        end
        if (at == 20'h54) begin
          answer$d = producer$q;
        end
        if (at == 20'h58) begin
          answer$d = {16'h0, admin_consumer};
        end
        if (at == 20'h60) begin
          answer$d = tick$q;
        end
        if (is_counter & at[2]) begin
          answer$d = high_half$q;
        end
        if (access_valid) begin
          if (~access[0]) begin
            state$d = State$Fetch;
          end else begin
            if (at == 20'h20) begin
              control$d = (control$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h30) begin
              mac_low$d = (mac_low$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h34) begin
              mac_high$d = (mac_high$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h40) begin
              command_low$d = (command_low$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h44) begin
              command_high$d = (command_high$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h48) begin
              completion_low$d = (completion_low$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h4c) begin
              completion_high$d = (completion_high$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h50) begin
              log2$d = (log2$q & keep) | (access[52:21] & put);
              producer$d = 32'h0;
              restart$d = 1'h1;
            end
            if (at == 20'h54) begin
              producer$d = (producer$q & keep) | (access[52:21] & put);
            end
            if (at == 20'h60) begin
              tick$d = (tick$q & keep) | (access[52:21] & put);
            end
          end
        end
      end
      State$Fetch: begin
        if (from_counter$q) begin
          answer$d = counters$value[31:0];
          high_half$d = counters$value[63:32];
        end
        state$d = State$Answer;
      end
      default: begin
        data_valid = 1'h1;
        if (data_ready) begin
          state$d = State$Idle;
        end
      end
    endcase
    if (reset) begin
      state$d = State$Idle;
      control$d = 32'h0;
      log2$d = 32'h0;
      producer$d = 32'h0;
      tick$d = 32'h400;
    end
  end
  assign at = access[20:1];
  assign is_counter = access[20:10] == 11'h8;
  assign lane$0 = {8{access[53]}};
  assign lane$1 = {8{low1_of4(access[56:53] >> 32'h1)}};
  assign lane$2 = {8{low1_of4(access[56:53] >> 32'h2)}};
  assign lane$3 = {8{low1_of4(access[56:53] >> 32'h3)}};
  assign put = {lane$3, lane$2, lane$1, lane$0};
  assign keep = ~put;
  assign health = {admin_error, bus_master};
  assign data = answer$q;
  assign transmit = control$q[0];
  assign receive = control$q[1];
  assign mac = {mac_low$q[7:0], mac_low$q[15:8], mac_low$q[23:16], mac_low$q[31:24], mac_high$q[7:0],
      mac_high$q[15:8]};
  assign admin_command = {command_high$q, command_low$q};
  assign admin_completion = {completion_high$q, completion_low$q};
  assign admin_log2 = log2$q[3:0];
  assign admin_event = log2$q[8];
  assign admin_producer = producer$q[15:0];
  assign admin_restart = restart$q;
  assign cycles_per_tick = tick$q;
  counters counters (
    .clock(clock),
    .pulses(pulses),
    .read_index(access[9:4]),
    .value(counters$value)
  );
  initial begin
    state$q = 2'h0;
    answer$q = 32'h0;
    from_counter$q = 1'h0;
    high_half$q = 32'h0;
    control$q = 32'h0;
    mac_low$q = 32'h0;
    mac_high$q = 32'h0;
    command_low$q = 32'h0;
    command_high$q = 32'h0;
    completion_low$q = 32'h0;
    completion_high$q = 32'h0;
    log2$q = 32'h0;
    producer$q = 32'h0;
    restart$q = 1'h0;
    tick$q = 32'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    answer$q <= answer$d;
    from_counter$q <= from_counter$d;
    high_half$q <= high_half$d;
    control$q <= control$d;
    mac_low$q <= mac_low$d;
    mac_high$q <= mac_high$d;
    command_low$q <= command_low$d;
    command_high$q <= command_high$d;
    completion_low$q <= completion_low$d;
    completion_high$q <= completion_high$d;
    log2$q <= log2$d;
    producer$q <= producer$d;
    restart$q <= restart$d;
    tick$q <= tick$d;
  end
endmodule

module admin_pages (
  input  logic [1023:0] i,
  output logic [159:0] o
);
  assign o = {i[191:128], i[95:64], i[63:32], i[31:16], i[15:8], i[7:0]};
endmodule

module admin (
  input  logic clock,
  input  logic reset,
  input  logic [63:0] command_ring,
  input  logic [63:0] completion_ring,
  input  logic [3:0] log2,
  input  logic tell,
  input  logic [15:0] producer,
  input  logic restart,
  output logic [15:0] consumer,
  output logic failed,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [76:0] write,
  output logic write_valid,
  input  logic write_ready,
  output logic [512:0] write_data,
  output logic write_data_valid,
  input  logic write_data_ready,
  input  logic [15:0] written,
  output logic [1023:0] command,
  output logic keys_valid,
  input  logic keys_ready,
  output logic rings_valid,
  input  logic rings_ready,
  output logic qps_valid,
  input  logic qps_ready,
  input  logic [519:0] keys_result,
  input  logic keys_result_valid,
  output logic keys_result_ready,
  input  logic [519:0] rings_result,
  input  logic rings_result_valid,
  output logic rings_result_ready,
  input  logic [519:0] qps_result,
  input  logic qps_result_valid,
  output logic qps_result_ready,
  output logic [52:0] raise,
  output logic raise_valid,
  input  logic raise_ready,
  output logic count_admin_commands,
  output logic count_admin_refused
);
  logic [15:0] slot;
  logic [3:0] group;
  localparam logic [3:0] State$Address = 4'hb;
  localparam logic [3:0] State$Ask = 4'h1;
  localparam logic [3:0] State$Bytes = 4'hc;
  localparam logic [3:0] State$Choose = 4'h5;
  localparam logic [3:0] State$Due = 4'ha;
  localparam logic [3:0] State$First = 4'h3;
  localparam logic [3:0] State$Idle = 4'h0;
  localparam logic [3:0] State$Keys = 4'h6;
  localparam logic [3:0] State$Qps = 4'h8;
  localparam logic [3:0] State$Raise = 4'he;
  localparam logic [3:0] State$Result = 4'h9;
  localparam logic [3:0] State$Rings = 4'h7;
  localparam logic [3:0] State$Second = 4'h4;
  localparam logic [3:0] State$Status = 4'h2;
  localparam logic [3:0] State$Written = 4'hd;
  logic [159:0] pick$o;
  logic [3:0] state$d;
  logic [3:0] state$q;
  logic error$d;
  logic error$q;
  logic restarting$d;
  logic restarting$q;
  logic [15:0] index$d;
  logic [15:0] index$q;
  logic [1023:0] bytes$d;
  logic [1023:0] bytes$q;
  logic [519:0] result$d;
  logic [519:0] result$q;
  logic [15:0] issued$d;
  logic [15:0] issued$q;
  always_comb begin
    state$d = state$q;
    error$d = error$q;
    restarting$d = restarting$q;
    index$d = index$q;
    bytes$d = bytes$q;
    result$d = result$q;
    issued$d = issued$q;
    read_valid = 1'h0;
    status_ready = 1'h0;
    data_ready = 1'h0;
    write_valid = 1'h0;
    write_data_valid = 1'h0;
    keys_valid = 1'h0;
    rings_valid = 1'h0;
    qps_valid = 1'h0;
    keys_result_ready = 1'h0;
    rings_result_ready = 1'h0;
    qps_result_ready = 1'h0;
    raise_valid = 1'h0;
    count_admin_commands = 1'h0;
    count_admin_refused = 1'h0;
    case (state$q)
      State$Idle: begin
        if (restarting$q) begin
          restarting$d = 1'h0;
          error$d = 1'h0;
          index$d = 16'h0;
        end else begin
          if (~error$q & (log2 != 4'h0) & (producer != index$q)) begin
            state$d = State$Ask;
          end
        end
      end
      State$Ask: begin
        read_valid = 1'h1;
        if (read_ready) begin
          state$d = State$Status;
        end
      end
      State$Status: begin
        status_ready = 1'h1;
        if (status_valid) begin
          error$d = status != 3'h0;
          state$d = State$First;
        end
      end
      State$First: begin
        data_ready = 1'h1;
        if (data_valid) begin
          bytes$d = {512'h0, data[511:0]};
          state$d = State$Second;
        end
      end
      State$Second: begin
        data_ready = 1'h1;
        if (data_valid) begin
          bytes$d = {data[511:0], bytes$q[511:0]};
          state$d = State$Choose;
          if (error$q) begin
            state$d = State$Idle;
          end
        end
      end
      State$Choose: begin
        result$d[519:8] = bytes$q[511:0];
        result$d[7:0] = 8'h1;
        state$d = State$Due;
        if (pick$o[15:8] != 8'h0) begin
          result$d[7:0] = 8'h5;
        end else begin
          if (pick$o[7:0] == 8'h0) begin
            result$d[7:0] = 8'h0;
          end else begin
            if (group == 4'h0) begin
              state$d = State$Keys;
            end else begin
              if (group == 4'h1) begin
                state$d = State$Keys;
              end else begin
                if (group == 4'h2) begin
                  state$d = State$Rings;
                end else begin
                  if (group == 4'h3) begin
                    state$d = State$Rings;
                  end else begin
                    if (group == 4'h4) begin
                      state$d = State$Qps;
                    end
                  end
                end
              end
            end
          end
        end
      end
      State$Keys: begin
        keys_valid = 1'h1;
        if (keys_ready) begin
          state$d = State$Result;
        end
      end
      State$Rings: begin
        rings_valid = 1'h1;
        if (rings_ready) begin
          state$d = State$Result;
        end
      end
      State$Qps: begin
        qps_valid = 1'h1;
        if (qps_ready) begin
          state$d = State$Result;
        end
      end
      State$Result: begin
        keys_result_ready = 1'h1;
        rings_result_ready = 1'h1;
        qps_result_ready = 1'h1;
        if (keys_result_valid) begin
          result$d = keys_result;
          state$d = State$Due;
        end else begin
          if (rings_result_valid) begin
            result$d = rings_result;
            state$d = State$Due;
          end else begin
            if (qps_result_valid) begin
              result$d = qps_result;
              state$d = State$Due;
            end
          end
        end
      end
      State$Due: begin
        state$d = State$Address;
        if (restarting$q) begin
          state$d = State$Idle;
        end
      end
      State$Address: begin
        write_valid = 1'h1;
        if (write_ready) begin
          issued$d = issued$q + 16'h1;
          count_admin_commands = result$q[7:0] == 8'h0;
          count_admin_refused = result$q[7:0] != 8'h0;
          state$d = State$Bytes;
        end
      end
      State$Bytes: begin
        write_data_valid = 1'h1;
        if (write_data_ready) begin
          state$d = State$Written;
        end
      end
      State$Written: begin
        if (written == issued$q) begin
          index$d = index$q + 16'h1;
          state$d = State$Idle;
          if (tell) begin
            state$d = State$Raise;
          end
        end
      end
      default: begin
        raise_valid = 1'h1;
        if (raise_ready) begin
          state$d = State$Idle;
        end
      end
    endcase
    if (restart) begin
      restarting$d = 1'h1;
    end
    if (reset) begin
      state$d = State$Idle;
      error$d = 1'h0;
      restarting$d = 1'h0;
      index$d = 16'h0;
      issued$d = 16'h0;
    end
  end
  assign slot = index$q & ~(16'hffff << {4'h0, log2});
  assign group = pick$o[7:4];
  assign consumer = index$q;
  assign failed = error$q;
  assign read = {13'h80, command_ring + ({48'h0, slot} << 32'h7)};
  assign write = {13'h40, completion_ring + ({48'h0, slot} << 32'h6)};
  assign write_data = {1'h1, {7'h0, ((index$q >> {4'h0, log2}) & 16'h1) == 16'h0, result$q[511:24],
      result$q[7:0], result$q[15:8]}};
  assign command = bytes$q;
  assign raise = {{16'h0, index$q}, result$q[7:0], 8'h7, 5'h0};
  admin_pages pick (
    .i(bytes$q),
    .o(pick$o)
  );
  initial begin
    state$q = 4'h0;
    error$q = 1'h0;
    restarting$q = 1'h0;
    index$q = 16'h0;
    bytes$q = 1024'h0;
    result$q = 520'h0;
    issued$q = 16'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    error$q <= error$d;
    restarting$q <= restarting$d;
    index$q <= index$d;
    bytes$q <= bytes$d;
    result$q <= result$d;
    issued$q <= issued$d;
  end
endmodule

module ram_9x8192 (
  input  logic [12:0] read_address,
  input  logic read_clock,
  output logic [8:0] read_data,
  input  logic [12:0] write_address,
  input  logic write_clock,
  input  logic [8:0] write_data,
  input  logic write_enable
);
  logic [8:0] words [0:8191];
  integer i;
  initial begin
    for (i = 0; i < 8192; i = i + 1) words[i[12:0]] = 9'h0;
    read_data = 9'h0;
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

module known (
  input  logic clock,
  input  logic [12:0] read_address,
  output logic [8:0] read_data,
  input  logic write,
  input  logic [12:0] write_address,
  input  logic [8:0] write_data
);
  logic [8:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_9x8192 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module admin_key (
  input  logic [1023:0] i,
  output logic [319:0] o
);
  assign o = {i[351:320], i[319:288], i[287:256], i[255:192], i[191:128], i[119:112], i[111:104], i[103:96],
      i[95:64], i[63:32], i[7:0]};
endmodule

module keys (
  input  logic clock,
  input  logic reset,
  input  logic [1023:0] command,
  input  logic command_valid,
  output logic command_ready,
  output logic [519:0] result,
  output logic result_valid,
  input  logic result_ready,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic reading,
  output logic [221:0] key_write,
  output logic key_write_valid,
  output logic [67:0] page_write,
  output logic page_write_valid
);
  logic [1023:0] bytes;
  logic [319:0] key;
  logic [159:0] pages;
  logic [63:0] room;
  logic [63:0] reach;
  logic [63:0] to_top;
  logic [32:0] page_end;
  logic [32:0] list_end;
  localparam logic [3:0] State$Act = 4'h3;
  localparam logic [3:0] State$Answer = 4'h8;
  localparam logic [3:0] State$Ask = 4'h4;
  localparam logic [3:0] State$Idle = 4'h1;
  localparam logic [3:0] State$Load = 4'h2;
  localparam logic [3:0] State$Pages = 4'h6;
  localparam logic [3:0] State$Status = 4'h5;
  localparam logic [3:0] State$Sweep = 4'h0;
  localparam logic [3:0] State$Write = 4'h7;
  logic [12:0] known$read_address;
  logic [8:0] known$read_data;
  logic known$write;
  logic [12:0] known$write_address;
  logic [8:0] known$write_data;
  logic [1023:0] pick_key$i;
  logic [319:0] pick_key$o;
  logic [1023:0] pick_pages$i;
  logic [159:0] pick_pages$o;
  logic [3:0] state$d;
  logic [3:0] state$q;
  logic [12:0] swept$d;
  logic [12:0] swept$q;
  logic [8:0] found$q;
  logic bad_number$q;
  logic bad_key$q;
  logic bad_pages$q;
  logic [7:0] outcome$d;
  logic [7:0] outcome$q;
  logic failed$d;
  logic failed$q;
  logic last$d;
  logic last$q;
  logic [511:0] entries$d;
  logic [511:0] entries$q;
  logic [2:0] lane$d;
  logic [2:0] lane$q;
  logic [15:0] page$d;
  logic [15:0] page$q;
  logic [9:0] left$d;
  logic [9:0] left$q;
  logic [221:0] key_out$d;
  logic [221:0] key_out$q;
  logic key_out_valid$d;
  logic key_out_valid$q;
  logic [67:0] page_out$q;
  logic page_out_valid$d;
  logic page_out_valid$q;
  always_comb begin
    state$d = state$q;
    swept$d = swept$q;
    outcome$d = outcome$q;
    failed$d = failed$q;
    last$d = last$q;
    entries$d = entries$q;
    lane$d = lane$q;
    page$d = page$q;
    left$d = left$q;
    key_out$d = key_out$q;
    key_out_valid$d = key_out_valid$q;
    page_out_valid$d = page_out_valid$q;
    known$write = 1'h0;
    known$write_address = key[20:8];
    known$write_data[0] = 1'h0;
    known$write_data[8:1] = key[95:88];
    key_out_valid$d = 1'h0;
    key_out$d[12:0] = key[20:8];
    key_out$d[13] = 1'h0;
    key_out$d[21:14] = key[95:88];
    key_out$d[37:22] = key[55:40];
    key_out$d[41:38] = key[75:72];
    key_out$d[105:42] = key[159:96];
    key_out$d[169:106] = key[223:160];
    key_out$d[174:170] = key[84:80];
    key_out$d[190:175] = key[239:224];
    key_out$d[221:191] = key[318:288];
    page_out_valid$d = 1'h0;
    command_ready = 1'h0;
    result_valid = 1'h0;
    read_valid = 1'h0;
    status_ready = 1'h0;
    data_ready = 1'h0;
    reading = 1'h1;
    case (state$q)
      State$Sweep: begin
        reading = 1'h0;
        known$write = 1'h1;
        known$write_address = swept$q;
        key_out$d[12:0] = swept$q;
        key_out_valid$d = 1'h1;
        swept$d = swept$q + 13'h1;
        if ((&swept$q)) begin
          state$d = State$Idle;
        end
      end
      State$Idle: begin
        reading = 1'h0;
        command_ready = 1'h1;
        if (command_valid) begin
          state$d = State$Load;
          lane$d = 3'h0;
        end
      end
      State$Load: begin
        reading = 1'h0;
        lane$d = 3'h1;
        if (lane$q == 3'h1) begin
          state$d = State$Act;
        end
      end
      State$Act: begin
        reading = 1'h0;
        state$d = State$Answer;
        outcome$d = 8'h0;
        page$d = pages[47:32];
        left$d = pages[73:64];
        failed$d = 1'h0;
        if (key[7:0] == 8'h1) begin
          if (bad_pages$q) begin
            outcome$d = 8'h5;
          end else begin
            state$d = State$Ask;
          end
        end else begin
          if (key[7:0] == 8'h10) begin
            if (bad_number$q) begin
              outcome$d = 8'h2;
            end else begin
              if (found$q[0]) begin
                outcome$d = 8'h3;
              end else begin
                if (bad_key$q) begin
                  outcome$d = 8'h5;
                end else begin
                  known$write = 1'h1;
                  known$write_data[0] = 1'h1;
                  key_out$d[13] = 1'h1;
                  key_out_valid$d = 1'h1;
                end
              end
            end
          end else begin
            if (key[7:0] == 8'h11) begin
              if (bad_number$q) begin
                outcome$d = 8'h2;
              end else begin
                if (~found$q[0]) begin
                  outcome$d = 8'h4;
                end else begin
                  known$write = 1'h1;
                  key_out_valid$d = 1'h1;
                end
              end
            end else begin
              if (key[7:0] == 8'h12) begin
                if (bad_number$q) begin
                  outcome$d = 8'h2;
                end else begin
                  if (~found$q[0]) begin
                    outcome$d = 8'h4;
                  end
                end
              end else begin
                outcome$d = 8'h1;
              end
            end
          end
        end
      end
      State$Ask: begin
        read_valid = 1'h1;
        if (read_ready) begin
          state$d = State$Status;
        end
      end
      State$Status: begin
        status_ready = 1'h1;
        if (status_valid) begin
          failed$d = status != 3'h0;
          if (status != 3'h0) begin
            outcome$d = 8'h9;
          end
          state$d = State$Pages;
        end
      end
      State$Pages: begin
        data_ready = 1'h1;
        entries$d = data[511:0];
        last$d = data[512];
        lane$d = 3'h0;
        if (data_valid) begin
          state$d = State$Write;
        end
      end
      State$Write: begin
        entries$d = entries$q >> 32'h40;
        lane$d = lane$q + 3'h1;
        page$d = page$q + 16'h1;
        left$d = left$q - 10'h1;
        page_out_valid$d = ~failed$q;
        if ((|entries$q[11:0])) begin
          page_out_valid$d = 1'h0;
          failed$d = 1'h1;
          if (~failed$q) begin
            outcome$d = 8'h5;
          end
        end
        if ((&lane$q) | (left$q == 10'h1)) begin
          state$d = State$Pages;
          if (last$q) begin
            state$d = State$Answer;
          end
        end
      end
      default: begin
        reading = 1'h0;
        result_valid = 1'h1;
        if (result_ready) begin
          state$d = State$Idle;
        end
      end
    endcase
    if (reset) begin
      state$d = State$Sweep;
      swept$d = 13'h0;
      key_out_valid$d = 1'h0;
      page_out_valid$d = 1'h0;
    end
  end
  always @(posedge clock) begin
    found$q <= known$read_data;
  end
  always @(posedge clock) begin
    bad_number$q <= (key[39:8] >= 32'h2000) | (key[39:8] == 32'h0);
  end
  always @(posedge clock) begin
    bad_key$q <= (|(key[71:40] >> 32'h10)) | (|(key[79:72] & 8'hf0)) | ((|(key[79:72] & 8'ha)) & ~(|(key[79:72]
        & 8'h1))) | (key[87:80] < 8'hc) | (key[87:80] > 8'h1f) | (|(key[319:288] >> {4'h0, key[84:80]})) |
        (key[287:256] == 32'h0) | (page_end > 33'h10000) | (key[223:160] > room) | (reach > room) |
        ((key[159:96] != 64'h0) & (key[223:160] > to_top));
  end
  always @(posedge clock) begin
    bad_pages$q <= (pages[95:64] == 32'h0) | (pages[95:64] > 32'h200) | (list_end > 33'h10000) |
        (|(pages[159:96] & 64'h3f));
  end
  always @(posedge clock) begin
    page_out$q[15:0] <= page$q;
    page_out$q[67:16] <= entries$q[63:12];
  end
  assign bytes = command;
  assign pick_key$i = bytes;
  assign pick_pages$i = bytes;
  assign key = pick_key$o;
  assign pages = pick_pages$o;
  assign room = {32'h0, key[287:256]} << {4'h0, key[84:80]};
  assign reach = key[223:160] + {32'h0, key[319:288]};
  assign to_top = 64'h0 - key[159:96];
  assign page_end = {1'h0, key[255:224]} + {1'h0, key[287:256]};
  assign list_end = {1'h0, pages[63:32]} + {1'h0, pages[95:64]};
  assign known$read_address = key[20:8];
  assign result = {bytes[511:0], outcome$q};
  assign read = {pages[76:64] << 32'h3, pages[159:96]};
  assign key_write = key_out$q;
  assign key_write_valid = key_out_valid$q;
  assign page_write = page_out$q;
  assign page_write_valid = page_out_valid$q;
  known known (
    .clock(clock),
    .read_address(known$read_address),
    .read_data(known$read_data),
    .write(known$write),
    .write_address(known$write_address),
    .write_data(known$write_data)
  );
  admin_key pick_key (
    .i(pick_key$i),
    .o(pick_key$o)
  );
  admin_pages pick_pages (
    .i(pick_pages$i),
    .o(pick_pages$o)
  );
  initial begin
    state$q = 4'h0;
    swept$q = 13'h0;
    found$q = 9'h0;
    bad_number$q = 1'h0;
    bad_key$q = 1'h0;
    bad_pages$q = 1'h0;
    outcome$q = 8'h0;
    failed$q = 1'h0;
    last$q = 1'h0;
    entries$q = 512'h0;
    lane$q = 3'h0;
    page$q = 16'h0;
    left$q = 10'h0;
    key_out$q = 222'h0;
    key_out_valid$q = 1'h0;
    page_out$q = 68'h0;
    page_out_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    swept$q <= swept$d;
    outcome$q <= outcome$d;
    failed$q <= failed$d;
    last$q <= last$d;
    entries$q <= entries$d;
    lane$q <= lane$d;
    page$q <= page$d;
    left$q <= left$d;
    key_out$q <= key_out$d;
    key_out_valid$q <= key_out_valid$d;
    page_out_valid$q <= page_out_valid$d;
  end
endmodule

module ram_145x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [144:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [144:0] write_data,
  input  logic write_enable
);
  logic [144:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 145'h0;
    read_data = 145'h0;
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

module cqs (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [144:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [144:0] write_data
);
  logic [144:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_145x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_145x32 (
  input  logic [4:0] read_address,
  input  logic read_clock,
  output logic [144:0] read_data,
  input  logic [4:0] write_address,
  input  logic write_clock,
  input  logic [144:0] write_data,
  input  logic write_enable
);
  logic [144:0] words [0:31];
  integer i;
  initial begin
    for (i = 0; i < 32; i = i + 1) words[i[4:0]] = 145'h0;
    read_data = 145'h0;
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

module eqs (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [144:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [144:0] write_data
);
  logic [144:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_145x32 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module admin_ring (
  input  logic [1023:0] i,
  output logic [151:0] o
);
  assign o = {i[191:128], i[111:104], i[103:96], i[95:64], i[63:32], i[7:0]};
endmodule

module rings (
  input  logic clock,
  input  logic reset,
  input  logic [1023:0] command,
  input  logic command_valid,
  output logic command_ready,
  output logic [519:0] result,
  output logic result_valid,
  input  logic result_ready,
  input  logic [10:0] reference,
  input  logic reference_valid,
  output logic reference_ready,
  output logic referred,
  output logic referred_valid,
  input  logic referred_ready,
  output logic [89:0] cq_ring,
  output logic cq_ring_valid,
  input  logic cq_ring_ready,
  output logic [89:0] eq_ring,
  output logic eq_ring_valid,
  input  logic eq_ring_ready
);
  logic [1023:0] bytes;
  logic [127:0] made;
  logic [151:0] fields;
  logic [9:0] cqn;
  logic [4:0] eqn;
  localparam logic [2:0] State$Act = 3'h3;
  localparam logic [2:0] State$Answer = 3'h7;
  localparam logic [2:0] State$Idle = 3'h1;
  localparam logic [2:0] State$MakeCq = 3'h4;
  localparam logic [2:0] State$MakeEq = 3'h5;
  localparam logic [2:0] State$Refer = 3'h6;
  localparam logic [2:0] State$Settle = 3'h2;
  localparam logic [2:0] State$Sweep = 3'h0;
  logic [9:0] cqs$read_address;
  logic [144:0] cqs$read_data;
  logic cqs$write;
  logic [9:0] cqs$write_address;
  logic [144:0] cqs$write_data;
  logic [4:0] eqs$read_address;
  logic [144:0] eqs$read_data;
  logic eqs$write;
  logic [4:0] eqs$write_address;
  logic [144:0] eqs$write_data;
  logic [1023:0] pick$i;
  logic [151:0] pick$o;
  logic [2:0] state$d;
  logic [2:0] state$q;
  logic [9:0] swept$d;
  logic [9:0] swept$q;
  logic [10:0] refer$d;
  logic [10:0] refer$q;
  logic referring$d;
  logic referring$q;
  logic [144:0] cq$q;
  logic [144:0] eq$q;
  logic bad$q;
  logic bad_cqn$q;
  logic bad_eqn$q;
  logic [7:0] outcome$d;
  logic [7:0] outcome$q;
  logic make$d;
  logic make$q;
  logic [2:0] cycles$d;
  logic [2:0] cycles$q;
  always_comb begin
    state$d = state$q;
    swept$d = swept$q;
    refer$d = refer$q;
    referring$d = referring$q;
    outcome$d = outcome$q;
    make$d = make$q;
    cycles$d = cycles$q;
    cqs$write = 1'h0;
    cqs$write_address = cqn;
    cqs$write_data = cq$q;
    eqs$write = 1'h0;
    eqs$write_address = eqn;
    eqs$write_data = eq$q;
    command_ready = 1'h0;
    reference_ready = 1'h0;
    result_valid = 1'h0;
    referred_valid = 1'h0;
    cq_ring_valid = 1'h0;
    eq_ring_valid = 1'h0;
    case (state$q)
      State$Sweep: begin
        cqs$write = 1'h1;
        cqs$write_address = swept$q;
        cqs$write_data[0] = 1'h0;
        cqs$write_data[144:129] = 16'h0;
        eqs$write = 1'h1;
        eqs$write_address = swept$q[4:0];
        eqs$write_data[0] = 1'h0;
        eqs$write_data[144:129] = 16'h0;
        swept$d = swept$q + 10'h1;
        if ((&swept$q)) begin
          state$d = State$Idle;
        end
      end
      State$Idle: begin
        cycles$d = 3'h0;
        referring$d = reference_valid;
        if (reference_valid) begin
          reference_ready = 1'h1;
          refer$d = reference;
          state$d = State$Settle;
        end else begin
          if (command_valid) begin
            command_ready = 1'h1;
            state$d = State$Settle;
          end
        end
      end
      State$Settle: begin
        cycles$d = cycles$q + 3'h1;
        if (cycles$q == 3'h6) begin
          state$d = State$Act;
        end
      end
      State$Act: begin
        outcome$d = 8'h0;
        state$d = State$Answer;
        make$d = 1'h0;
        if (referring$q) begin
          state$d = State$Refer;
          if (~cq$q[0]) begin
            outcome$d = 8'h4;
          end else begin
            cqs$write = 1'h1;
            cqs$write_data[144:129] = cq$q[144:129] - 16'h1;
            if (refer$q[10]) begin
              cqs$write_data[144:129] = cq$q[144:129] + 16'h1;
            end
          end
        end else begin
          if (fields[7:0] == 8'h20) begin
            if (bad_cqn$q) begin
              outcome$d = 8'h2;
            end else begin
              if (cq$q[0]) begin
                outcome$d = 8'h3;
              end else begin
                if (bad$q | (fields[87:80] >= 8'h20)) begin
                  outcome$d = 8'h5;
                end else begin
                  if (~eq$q[0]) begin
                    outcome$d = 8'h8;
                  end else begin
                    cqs$write = 1'h1;
                    cqs$write_data[0] = 1'h1;
                    cqs$write_data[128:1] = bytes[191:64];
                    cqs$write_data[144:129] = 16'h0;
                    eqs$write = 1'h1;
                    eqs$write_data[144:129] = eq$q[144:129] + 16'h1;
                    make$d = 1'h1;
                    state$d = State$MakeCq;
                  end
                end
              end
            end
          end else begin
            if (fields[7:0] == 8'h21) begin
              if (bad_cqn$q) begin
                outcome$d = 8'h2;
              end else begin
                if (~cq$q[0]) begin
                  outcome$d = 8'h4;
                end else begin
                  if (cq$q[144:129] != 16'h0) begin
                    outcome$d = 8'h7;
                  end else begin
                    cqs$write = 1'h1;
                    cqs$write_data[0] = 1'h0;
                    eqs$write = 1'h1;
                    eqs$write_data[144:129] = eq$q[144:129] - 16'h1;
                    state$d = State$MakeCq;
                  end
                end
              end
            end else begin
              if (fields[7:0] == 8'h22) begin
                if (bad_cqn$q) begin
                  outcome$d = 8'h2;
                end else begin
                  if (~cq$q[0]) begin
                    outcome$d = 8'h4;
                  end
                end
              end else begin
                if (fields[7:0] == 8'h30) begin
                  if (bad_eqn$q) begin
                    outcome$d = 8'h2;
                  end else begin
                    if (eq$q[0]) begin
                      outcome$d = 8'h3;
                    end else begin
                      if (bad$q | (fields[87:80] != 8'h0)) begin
                        outcome$d = 8'h5;
                      end else begin
                        eqs$write = 1'h1;
                        eqs$write_data[0] = 1'h1;
                        eqs$write_data[128:1] = bytes[191:64];
                        eqs$write_data[144:129] = 16'h0;
                        make$d = 1'h1;
                        state$d = State$MakeEq;
                      end
                    end
                  end
                end else begin
                  if (fields[7:0] == 8'h31) begin
                    if (bad_eqn$q) begin
                      outcome$d = 8'h2;
                    end else begin
                      if (~eq$q[0]) begin
                        outcome$d = 8'h4;
                      end else begin
                        if (eq$q[144:129] != 16'h0) begin
                          outcome$d = 8'h7;
                        end else begin
                          eqs$write = 1'h1;
                          eqs$write_data[0] = 1'h0;
                          state$d = State$MakeEq;
                        end
                      end
                    end
                  end else begin
                    if (fields[7:0] == 8'h32) begin
                      if (bad_eqn$q) begin
                        outcome$d = 8'h2;
                      end else begin
                        if (~eq$q[0]) begin
                          outcome$d = 8'h4;
                        end
                      end
                    end else begin
                      outcome$d = 8'h1;
                    end
                  end
                end
              end
            end
          end
        end
      end
      State$MakeCq: begin
        cq_ring_valid = 1'h1;
        if (cq_ring_ready) begin
          state$d = State$Answer;
        end
      end
      State$MakeEq: begin
        eq_ring_valid = 1'h1;
        if (eq_ring_ready) begin
          state$d = State$Answer;
        end
      end
      State$Refer: begin
        referred_valid = 1'h1;
        if (referred_ready) begin
          state$d = State$Idle;
        end
      end
      default: begin
        result_valid = 1'h1;
        if (result_ready) begin
          state$d = State$Idle;
        end
      end
    endcase
    if (reset) begin
      state$d = State$Sweep;
      swept$d = 10'h0;
    end
  end
  always @(posedge clock) begin
    cq$q <= cqs$read_data;
  end
  always @(posedge clock) begin
    eq$q <= eqs$read_data;
  end
  always @(posedge clock) begin
    bad$q <= (fields[71:40] >= 32'h40) | (fields[79:72] < 8'h2) | (fields[79:72] > 8'hf) | (|(fields[151:88] &
        64'h3f));
  end
  always @(posedge clock) begin
    bad_cqn$q <= fields[39:8] >= 32'h400;
  end
  always @(posedge clock) begin
    bad_eqn$q <= fields[39:8] >= 32'h20;
  end
  assign bytes = command;
  assign pick$i = bytes;
  assign fields = pick$o;
  always_comb begin
    cqn = fields[17:8];
    if (referring$q) begin
      cqn = refer$q[9:0];
    end
  end
  always_comb begin
    eqn = fields[12:8];
    if (fields[7:0] == 8'h20) begin
      eqn = fields[84:80];
    end
    if (fields[7:0] == 8'h21) begin
      eqn = cq$q[45:41];
    end
  end
  assign cqs$read_address = cqn;
  assign eqs$read_address = eqn;
  assign result = {{bytes[511:192], made, bytes[63:0]}, outcome$q};
  assign referred = outcome$q == 8'h0;
  assign cq_ring = {fields[45:40], fields[84:80], fields[75:72], fields[151:88], make$q, cqn};
  assign eq_ring = {fields[45:40], eqn, fields[75:72], fields[151:88], make$q, {5'h0, eqn}};
  always_comb begin
    made = bytes[191:64];
    if ((fields[7:0] == 8'h22) & (outcome$q == 8'h0)) begin
      made = cq$q[128:1];
    end
    if ((fields[7:0] == 8'h32) & (outcome$q == 8'h0)) begin
      made = eq$q[128:1];
    end
  end
  cqs cqs (
    .clock(clock),
    .read_address(cqs$read_address),
    .read_data(cqs$read_data),
    .write(cqs$write),
    .write_address(cqs$write_address),
    .write_data(cqs$write_data)
  );
  eqs eqs (
    .clock(clock),
    .read_address(eqs$read_address),
    .read_data(eqs$read_data),
    .write(eqs$write),
    .write_address(eqs$write_address),
    .write_data(eqs$write_data)
  );
  admin_ring pick (
    .i(pick$i),
    .o(pick$o)
  );
  initial begin
    state$q = 3'h0;
    swept$q = 10'h0;
    refer$q = 11'h0;
    referring$q = 1'h0;
    cq$q = 145'h0;
    eq$q = 145'h0;
    bad$q = 1'h0;
    bad_cqn$q = 1'h0;
    bad_eqn$q = 1'h0;
    outcome$q = 8'h0;
    make$q = 1'h0;
    cycles$q = 3'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    swept$q <= swept$d;
    refer$q <= refer$d;
    referring$q <= referring$d;
    outcome$q <= outcome$d;
    make$q <= make$d;
    cycles$q <= cycles$d;
  end
endmodule

module ram_1025x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [1024:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [1024:0] write_data,
  input  logic write_enable
);
  logic [1024:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 1025'h0;
    read_data = 1025'h0;
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

module known_2 (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [1024:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [1024:0] write_data
);
  logic [1024:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_1025x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module admin_qp (
  input  logic [1023:0] i,
  output logic [847:0] o
);
  assign o = {i[871:864], i[863:848], i[847:832], i[831:816], i[775:768], i[783:776], i[791:784], i[799:792],
      i[807:800], i[815:808], i[647:640], i[655:648], i[663:656], i[671:664], i[679:672], i[687:680],
      i[695:688], i[703:696], i[711:704], i[719:712], i[727:720], i[735:728], i[743:736], i[751:744],
      i[759:752], i[767:760], i[519:512], i[527:520], i[535:528], i[543:536], i[551:544], i[559:552],
      i[567:560], i[575:568], i[583:576], i[591:584], i[599:592], i[607:600], i[615:608], i[623:616],
      i[631:624], i[639:632], i[511:480], i[479:448], i[447:416], i[415:384], i[383:368], i[367:352],
      i[351:344], i[343:336], i[335:328], i[327:320], i[319:312], i[311:304], i[303:296], i[295:288],
      i[287:280], i[279:272], i[271:264], i[263:256], i[255:192], i[191:128], i[127:120], i[119:112],
      i[111:104], i[103:96], i[95:64], i[63:32], i[7:0]};
endmodule

module qps (
  input  logic clock,
  input  logic reset,
  input  logic [1023:0] command,
  input  logic command_valid,
  output logic command_ready,
  output logic [519:0] result,
  output logic result_valid,
  input  logic result_ready,
  input  logic [25:0] fault,
  input  logic fault_valid,
  output logic fault_ready,
  output logic [10:0] reference,
  output logic reference_valid,
  input  logic reference_ready,
  input  logic referred,
  input  logic referred_valid,
  output logic referred_ready,
  output logic [706:0] qp_write,
  output logic qp_write_valid,
  output logic [35:0] requester,
  output logic requester_valid,
  input  logic requester_ready,
  output logic [35:0] responder,
  output logic responder_valid,
  input  logic responder_ready,
  output logic [52:0] raise,
  output logic raise_valid,
  input  logic raise_ready
);
  logic [847:0] asked;
  logic [847:0] old;
  logic found;
  logic [9:0] qpn;
  logic [847:0] kept;
  logic [1023:0] kept_bytes;
  logic [7:0] to;
  logic [7:0] from;
  logic connected;
  logic allowed;
  localparam logic [4:0] Phase$Act = 5'h3;
  localparam logic [4:0] Phase$Answer = 5'h12;
  localparam logic [4:0] Phase$Idle = 5'h1;
  localparam logic [4:0] Phase$LetGoReceive = 5'hf;
  localparam logic [4:0] Phase$LetGoSend = 5'hd;
  localparam logic [4:0] Phase$Raise = 5'h11;
  localparam logic [4:0] Phase$RequesterAfter = 5'hb;
  localparam logic [4:0] Phase$RequesterBefore = 5'h8;
  localparam logic [4:0] Phase$ResponderAfter = 5'hc;
  localparam logic [4:0] Phase$ResponderBefore = 5'h9;
  localparam logic [4:0] Phase$Settle = 5'h2;
  localparam logic [4:0] Phase$Store = 5'ha;
  localparam logic [4:0] Phase$Sweep = 5'h0;
  localparam logic [4:0] Phase$TakeReceive = 5'h6;
  localparam logic [4:0] Phase$TakeSend = 5'h4;
  localparam logic [4:0] Phase$TookReceive = 5'h7;
  localparam logic [4:0] Phase$TookSend = 5'h5;
  localparam logic [4:0] Phase$WentReceive = 5'h10;
  localparam logic [4:0] Phase$WentSend = 5'he;
  localparam logic [1:0] QpCommandKind$Error = 2'h3;
  localparam logic [1:0] QpCommandKind$Reset = 2'h0;
  localparam logic [1:0] QpCommandKind$StartReceive = 2'h1;
  localparam logic [1:0] QpCommandKind$StartSend = 2'h2;
  logic [9:0] known$read_address;
  logic [1024:0] known$read_data;
  logic known$write;
  logic [9:0] known$write_address;
  logic [1024:0] known$write_data;
  logic [847:0] pick_new$o;
  logic [847:0] pick_old$o;
  logic [4:0] phase$d;
  logic [4:0] phase$q;
  logic [9:0] swept$d;
  logic [9:0] swept$q;
  logic [1:0] cycles$d;
  logic [1:0] cycles$q;
  logic faulty$d;
  logic faulty$q;
  logic [25:0] cause$d;
  logic [25:0] cause$q;
  logic bad_number$q;
  logic bad$q;
  logic bad_pmtu$q;
  logic changed$q;
  logic [7:0] outcome$d;
  logic [7:0] outcome$q;
  logic take$d;
  logic take$q;
  logic store$d;
  logic store$q;
  logic exists$d;
  logic exists$q;
  logic keep$d;
  logic keep$q;
  logic [7:0] target$d;
  logic [7:0] target$q;
  logic before_requester$d;
  logic before_requester$q;
  logic before_responder$d;
  logic before_responder$q;
  logic after$d;
  logic after$q;
  logic release_send$d;
  logic release_send$q;
  logic release_receive$d;
  logic release_receive$q;
  logic [1:0] kind$d;
  logic [1:0] kind$q;
  logic [23:0] psn$d;
  logic [23:0] psn$q;
  logic [706:0] out$d;
  logic [706:0] out$q;
  logic out_valid$d;
  logic out_valid$q;
  always_comb begin
    phase$d = phase$q;
    swept$d = swept$q;
    cycles$d = cycles$q;
    faulty$d = faulty$q;
    cause$d = cause$q;
    outcome$d = outcome$q;
    take$d = take$q;
    store$d = store$q;
    exists$d = exists$q;
    keep$d = keep$q;
    target$d = target$q;
    before_requester$d = before_requester$q;
    before_responder$d = before_responder$q;
    after$d = after$q;
    release_send$d = release_send$q;
    release_receive$d = release_receive$q;
    kind$d = kind$q;
    psn$d = psn$q;
    out$d = out$q;
    out_valid$d = out_valid$q;
    known$write = 1'h0;
    known$write_address = qpn;
    known$write_data[0] = exists$q;
    known$write_data[1024:1] = {kept_bytes[1023:104], target$q, kept_bytes[95:0]};
    out_valid$d = 1'h0;
    out$d[9:0] = qpn;
    out$d[12:10] = target$q[2:0];
    out$d[28:13] = kept[55:40];
    out$d[52:29] = kept[383:360];
    out$d[55:53] = kept[250:248];
    out$d[119:56] = kept[167:104];
    out$d[123:120] = kept[235:232];
    out$d[133:124] = kept[337:328];
    out$d[138:134] = kept[268:264];
    out$d[141:139] = kept[274:272];
    out$d[144:142] = kept[282:280];
    out$d[152:145] = kept[295:288];
    out$d[155:153] = target$q[2:0];
    out$d[171:156] = kept[55:40];
    out$d[195:172] = kept[383:360];
    out$d[199:196] = kept[99:96];
    out$d[202:200] = kept[250:248];
    out$d[266:203] = kept[231:168];
    out$d[270:267] = kept[243:240];
    out$d[280:271] = kept[353:344];
    out$d[285:281] = kept[260:256];
    out$d[293:286] = kept[303:296];
    out$d[296:294] = target$q[2:0];
    out$d[299:297] = kept[82:80];
    out$d[300] = kept[320];
    out$d[301] = kept[840];
    out$d[317:302] = kept[823:808];
    out$d[365:318] = kept[791:744];
    out$d[493:366] = kept[615:488];
    out$d[621:494] = kept[743:616];
    out$d[629:622] = kept[319:312];
    out$d[637:630] = kept[311:304];
    out$d[657:638] = kept[475:456];
    out$d[673:658] = kept[807:792];
    out$d[689:674] = kept[839:824];
    out$d[692:690] = target$q[2:0];
    out$d[698:693] = kept[93:88];
    out$d[702:699] = kept[235:232];
    out$d[706:703] = kept[243:240];
    command_ready = 1'h0;
    fault_ready = 1'h0;
    result_valid = 1'h0;
    reference[9:0] = kept[337:328];
    reference[10] = 1'h0;
    reference_valid = 1'h0;
    referred_ready = 1'h0;
    requester_valid = 1'h0;
    responder_valid = 1'h0;
    raise_valid = 1'h0;
    case (phase$q)
      Phase$Sweep: begin
        known$write = 1'h1;
        known$write_address = swept$q;
        known$write_data[0] = 1'h0;
        out_valid$d = 1'h1;
        out$d[9:0] = swept$q;
        swept$d = swept$q + 10'h1;
        if ((&swept$q)) begin
          phase$d = Phase$Idle;
        end
      end
      Phase$Idle: begin
        cycles$d = 2'h0;
        faulty$d = fault_valid;
        keep$d = 1'h1;
        if (fault_valid) begin
          fault_ready = 1'h1;
          cause$d = fault;
          phase$d = Phase$Settle;
        end else begin
          if (command_valid) begin
            command_ready = 1'h1;
            phase$d = Phase$Settle;
          end
        end
      end
      Phase$Settle: begin
        cycles$d = cycles$q + 2'h1;
        if (cycles$q == 2'h3) begin
          phase$d = Phase$Act;
        end
      end
      Phase$Act: begin
        outcome$d = 8'h0;
        take$d = 1'h0;
        store$d = 1'h0;
        exists$d = 1'h1;
        keep$d = 1'h1;
        target$d = 8'h0;
        before_requester$d = 1'h0;
        before_responder$d = 1'h0;
        after$d = 1'h0;
        release_send$d = 1'h0;
        release_receive$d = 1'h0;
        kind$d = QpCommandKind$Reset;
        psn$d = asked[415:392];
        phase$d = Phase$TakeSend;
        if (faulty$q) begin
          target$d = 8'h6;
          kind$d = QpCommandKind$Error;
          store$d = 1'h1;
          after$d = 1'h1;
          if (~found | (from == 8'h0) | (from == 8'h6)) begin
            phase$d = Phase$Idle;
          end
        end else begin
          if (bad_number$q) begin
            outcome$d = 8'h2;
            phase$d = Phase$Answer;
          end else begin
            if (asked[7:0] == 8'h40) begin
              if (found) begin
                outcome$d = 8'h3;
                phase$d = Phase$Answer;
              end else begin
                if (bad$q | bad_pmtu$q) begin
                  outcome$d = 8'h5;
                  phase$d = Phase$Answer;
                end else begin
                  if (to != 8'h0) begin
                    outcome$d = 8'h6;
                    phase$d = Phase$Answer;
                  end else begin
                    take$d = 1'h1;
                    before_requester$d = 1'h1;
                    before_responder$d = 1'h1;
                    store$d = 1'h1;
                    keep$d = 1'h0;
                  end
                end
              end
            end else begin
              if (~found) begin
                outcome$d = 8'h4;
                phase$d = Phase$Answer;
              end else begin
                if (asked[7:0] == 8'h41) begin
                  target$d = to;
                  store$d = 1'h1;
                  if (to == 8'h0) begin
                    after$d = 1'h1;
                  end else begin
                    if (to == 8'h6) begin
                      kind$d = QpCommandKind$Error;
                      after$d = 1'h1;
                      if (from == 8'h0) begin
                        outcome$d = 8'h6;
                        phase$d = Phase$Answer;
                      end
                    end else begin
                      if (~allowed) begin
                        outcome$d = 8'h6;
                        phase$d = Phase$Answer;
                      end else begin
                        if (bad$q | bad_pmtu$q | changed$q) begin
                          outcome$d = 8'h5;
                          phase$d = Phase$Answer;
                        end else begin
                          keep$d = 1'h0;
                          if (to == 8'h2) begin
                            before_responder$d = 1'h1;
                            kind$d = QpCommandKind$StartReceive;
                            psn$d = asked[447:424];
                          end
                          if ((to == 8'h3) & (from == 8'h2)) begin
                            before_requester$d = 1'h1;
                            kind$d = QpCommandKind$StartSend;
                          end
                        end
                      end
                    end
                  end
                end else begin
                  if (asked[7:0] == 8'h42) begin
                    store$d = 1'h1;
                    exists$d = 1'h0;
                    after$d = 1'h1;
                    release_send$d = 1'h1;
                    release_receive$d = 1'h1;
                  end else begin
                    if (asked[7:0] == 8'h43) begin
                      phase$d = Phase$Answer;
                    end else begin
                      outcome$d = 8'h1;
                      phase$d = Phase$Answer;
                    end
                  end
                end
              end
            end
          end
        end
      end
      Phase$TakeSend: begin
        reference[10] = 1'h1;
        reference_valid = take$q;
        if (~take$q) begin
          phase$d = Phase$RequesterBefore;
        end else begin
          if (reference_ready) begin
            phase$d = Phase$TookSend;
          end
        end
      end
      Phase$TookSend: begin
        referred_ready = 1'h1;
        if (referred_valid) begin
          phase$d = Phase$TakeReceive;
          if (~referred) begin
            outcome$d = 8'h8;
            phase$d = Phase$Answer;
          end
        end
      end
      Phase$TakeReceive: begin
        reference[9:0] = kept[353:344];
        reference[10] = 1'h1;
        reference_valid = 1'h1;
        if (reference_ready) begin
          phase$d = Phase$TookReceive;
        end
      end
      Phase$TookReceive: begin
        referred_ready = 1'h1;
        if (referred_valid) begin
          phase$d = Phase$RequesterBefore;
          if (~referred) begin
            outcome$d = 8'h8;
            release_send$d = 1'h1;
            phase$d = Phase$LetGoSend;
          end
        end
      end
      Phase$RequesterBefore: begin
        requester_valid = before_requester$q;
        if (~before_requester$q | requester_ready) begin
          phase$d = Phase$ResponderBefore;
        end
      end
      Phase$ResponderBefore: begin
        responder_valid = before_responder$q;
        if (~before_responder$q | responder_ready) begin
          phase$d = Phase$Store;
        end
      end
      Phase$Store: begin
        known$write = store$q;
        out_valid$d = store$q;
        phase$d = Phase$RequesterAfter;
      end
      Phase$RequesterAfter: begin
        requester_valid = after$q;
        if (~after$q | requester_ready) begin
          phase$d = Phase$ResponderAfter;
        end
      end
      Phase$ResponderAfter: begin
        responder_valid = after$q;
        if (~after$q | responder_ready) begin
          phase$d = Phase$LetGoSend;
        end
      end
      Phase$LetGoSend: begin
        reference_valid = release_send$q;
        if (~release_send$q) begin
          phase$d = Phase$LetGoReceive;
        end else begin
          if (reference_ready) begin
            phase$d = Phase$WentSend;
          end
        end
      end
      Phase$WentSend: begin
        referred_ready = 1'h1;
        if (referred_valid) begin
          phase$d = Phase$LetGoReceive;
        end
      end
      Phase$LetGoReceive: begin
        reference[9:0] = kept[353:344];
        reference_valid = release_receive$q;
        if (~release_receive$q) begin
          phase$d = Phase$Answer;
          if (faulty$q) begin
            phase$d = Phase$Raise;
          end
        end else begin
          if (reference_ready) begin
            phase$d = Phase$WentReceive;
          end
        end
      end
      Phase$WentReceive: begin
        referred_ready = 1'h1;
        if (referred_valid) begin
          phase$d = Phase$Answer;
        end
      end
      Phase$Raise: begin
        raise_valid = 1'h1;
        if (raise_ready) begin
          phase$d = Phase$Idle;
        end
      end
      default: begin
        result_valid = 1'h1;
        if (result_ready) begin
          phase$d = Phase$Idle;
        end
      end
    endcase
    if (reset) begin
      phase$d = Phase$Sweep;
      swept$d = 10'h0;
      target$d = 8'h0;
      out_valid$d = 1'h0;
    end
  end
  always @(posedge clock) begin
    bad_number$q <= (asked[39:8] < 32'h2) | (asked[39:8] >= 32'h400);
  end
  always @(posedge clock) begin
    bad$q <= (|(asked[71:40] >> 32'h10)) | (asked[87:80] != 8'h0) | (asked[95:88] >= 8'h40) | (asked[103:96] >
        8'hf) | (|(asked[167:104] & 64'h3f)) | (|(asked[231:168] & 64'h3f)) | (asked[239:232] < 8'h2) |
        (asked[239:232] > 8'hf) | (asked[247:240] < 8'h2) | (asked[247:240] > 8'hf) | (asked[343:328] >=
        16'h400) | (asked[359:344] >= 16'h400) | (asked[263:256] > 8'h1f) | (asked[271:264] > 8'h1f) |
        (asked[279:272] > 8'h7) | (asked[287:280] > 8'h7) | (asked[327:320] > 8'h1) | (asked[847:840] > 8'h1) |
        (|(asked[391:360] >> 32'h18)) | (|(asked[423:392] >> 32'h18)) | (|(asked[455:424] >> 32'h18)) |
        (|(asked[487:456] >> 32'h14));
  end
  always @(posedge clock) begin
    bad_pmtu$q <= (asked[255:248] > 8'h5) | (connected & (asked[255:248] == 8'h0));
  end
  always @(posedge clock) begin
    changed$q <= (asked[71:40] != old[71:40]) | (asked[95:88] != old[95:88]) | (asked[167:104] != old[167:104])
        | (asked[231:168] != old[231:168]) | (asked[239:232] != old[239:232]) | (asked[247:240] !=
        old[247:240]) | (asked[343:328] != old[343:328]) | (asked[359:344] != old[359:344]);
  end
  assign found = known$read_data[0];
  assign asked = pick_new$o;
  assign old = pick_old$o;
  always_comb begin
    qpn = asked[17:8];
    if (faulty$q) begin
      qpn = cause$q[9:0];
    end
  end
  assign known$read_address = qpn;
  assign to = asked[79:72];
  assign from = old[79:72];
  assign connected = (to == 8'h2) | (to == 8'h3) | (to == 8'h4);
  always_comb begin
    allowed = 1'h0;
    if (to == 8'h1) begin
      allowed = (from == 8'h0) | (from == 8'h1);
    end
    if (to == 8'h2) begin
      allowed = from == 8'h1;
    end
    if (to == 8'h3) begin
      allowed = (from == 8'h2) | (from == 8'h3) | (from == 8'h4);
    end
    if (to == 8'h4) begin
      allowed = (from == 8'h3) | (from == 8'h4);
    end
  end
  always_comb begin
    kept = asked;
    kept_bytes = command;
    if (keep$q) begin
      kept = old;
      kept_bytes = known$read_data[1024:1];
    end
  end
  always_comb begin
    result[7:0] = outcome$q;
    result[519:8] = command[511:0];
    if ((asked[7:0] == 8'h43) & (outcome$q == 8'h0)) begin
      result[519:8] = {known$read_data[512:65], command[63:0]};
    end
  end
  assign requester = {psn$q, kind$q, qpn};
  assign responder = {psn$q, kind$q, qpn};
  assign raise = {{22'h0, cause$q[9:0]}, cause$q[25:18], cause$q[17:10], 5'h0};
  assign qp_write = out$q;
  assign qp_write_valid = out_valid$q;
  known_2 known (
    .clock(clock),
    .read_address(known$read_address),
    .read_data(known$read_data),
    .write(known$write),
    .write_address(known$write_address),
    .write_data(known$write_data)
  );
  admin_qp pick_new (
    .i(command),
    .o(pick_new$o)
  );
  admin_qp pick_old (
    .i(known$read_data[1024:1]),
    .o(pick_old$o)
  );
  initial begin
    phase$q = 5'h0;
    swept$q = 10'h0;
    cycles$q = 2'h0;
    faulty$q = 1'h0;
    cause$q = 26'h0;
    bad_number$q = 1'h0;
    bad$q = 1'h0;
    bad_pmtu$q = 1'h0;
    changed$q = 1'h0;
    outcome$q = 8'h0;
    take$q = 1'h0;
    store$q = 1'h0;
    exists$q = 1'h0;
    keep$q = 1'h0;
    target$q = 8'h0;
    before_requester$q = 1'h0;
    before_responder$q = 1'h0;
    after$q = 1'h0;
    release_send$q = 1'h0;
    release_receive$q = 1'h0;
    kind$q = 2'h0;
    psn$q = 24'h0;
    out$q = 707'h0;
    out_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    phase$q <= phase$d;
    swept$q <= swept$d;
    cycles$q <= cycles$d;
    faulty$q <= faulty$d;
    cause$q <= cause$d;
    outcome$q <= outcome$d;
    take$q <= take$d;
    store$q <= store$d;
    exists$q <= exists$d;
    keep$q <= keep$d;
    target$q <= target$d;
    before_requester$q <= before_requester$d;
    before_responder$q <= before_responder$d;
    after$q <= after$d;
    release_send$q <= release_send$d;
    release_receive$q <= release_receive$d;
    kind$q <= kind$d;
    psn$q <= psn$d;
    out$q <= out$d;
    out_valid$q <= out_valid$d;
  end
endmodule

module ram (
  input  logic clock,
  input  logic read_address,
  output logic [25:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [25:0] write_data
);
  (* ram_style = "distributed" *) logic [25:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 26'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [25:0] ram$read_data;
  logic ram$write;
  logic write_at$q;
  logic read_at$q;
  logic [1:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 1'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 1'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 2'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 2'h1;
      some$q <= count$q != 2'h1;
    end
    if (reset) begin
      write_at$q <= 1'h0;
      read_at$q <= 1'h0;
      count$q <= 2'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 2'h2;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 2'h2);
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
    write_at$q = 1'h0;
    read_at$q = 1'h0;
    count$q = 2'h0;
    some$q = 1'h0;
  end
endmodule

module gather (
  input  logic i$0,
  input  logic i$1,
  input  logic i$2,
  output logic [2:0] o
);
  assign o = {i$2, i$1, i$0};
endmodule

module round_robin_turn (
  input  logic [2:0] request,
  input  logic [2:0] ahead,
  output logic [1:0] grant,
  output logic valid,
  output logic [2:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 2'h0;
    if (request[2]) begin
      grant = 2'h2;
    end
    if (request[1]) begin
      grant = 2'h1;
    end
    if (request[0]) begin
      grant = 2'h0;
    end
    if (request[2] & ahead[2]) begin
      grant = 2'h2;
    end
    if (request[1] & ahead[1]) begin
      grant = 2'h1;
    end
    if (request[0] & ahead[0]) begin
      grant = 2'h0;
    end
  end
  assign after = {grant <= 2'h1, grant <= 2'h0, 1'h0};
endmodule

module turn (
  input  logic clock,
  input  logic reset,
  input  logic [2:0] request,
  input  logic advance,
  output logic [1:0] grant,
  output logic valid
);
  logic [1:0] turn$grant;
  logic turn$valid;
  logic [2:0] turn$after;
  logic [2:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 3'h0;
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
    ahead$q = 3'h0;
  end
endmodule

module merge (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i$0,
  input  logic [25:0] i$1,
  input  logic [25:0] i$2,
  input  logic i_valid$0,
  input  logic i_valid$1,
  input  logic i_valid$2,
  output logic i_ready$0,
  output logic i_ready$1,
  output logic i_ready$2,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] from
);
  logic take;
  logic queue$0$i_ready;
  logic [25:0] queue$0$o;
  logic queue$0$o_valid;
  logic queue$0$o_ready;
  logic queue$1$i_ready;
  logic [25:0] queue$1$o;
  logic queue$1$o_valid;
  logic queue$1$o_ready;
  logic queue$2$i_ready;
  logic [25:0] queue$2$o;
  logic queue$2$o_valid;
  logic queue$2$o_ready;
  logic [2:0] waiting$o;
  logic turn$advance;
  logic [1:0] turn$grant;
  logic turn$valid;
  logic [25:0] chosen$d;
  logic [25:0] chosen$q;
  logic [1:0] chosen_from$q;
  logic chosen_valid$q;
  always_comb begin
    chosen$d = chosen$q;
    queue$0$o_ready = 1'h0;
    if (turn$grant == 2'h0) begin
      queue$0$o_ready = take;
      if (take) begin
        chosen$d = queue$0$o;
      end
    end
    queue$1$o_ready = 1'h0;
    if (turn$grant == 2'h1) begin
      queue$1$o_ready = take;
      if (take) begin
        chosen$d = queue$1$o;
      end
    end
    queue$2$o_ready = 1'h0;
    if (turn$grant == 2'h2) begin
      queue$2$o_ready = take;
      if (take) begin
        chosen$d = queue$2$o;
      end
    end
  end
  always @(posedge clock) begin
    if (take) begin
      chosen_valid$q <= turn$valid;
      chosen_from$q <= turn$grant;
    end
    if (reset) begin
      chosen_valid$q <= 1'h0;
    end
  end
  assign o = chosen$q;
  assign o_valid = chosen_valid$q;
  assign from = chosen_from$q;
  assign take = ~chosen_valid$q | o_ready;
  assign turn$advance = take;
  assign i_ready$0 = queue$0$i_ready;
  assign i_ready$1 = queue$1$i_ready;
  assign i_ready$2 = queue$2$i_ready;
  queue queue$0 (
    .clock(clock),
    .reset(reset),
    .i(i$0),
    .i_valid(i_valid$0),
    .i_ready(queue$0$i_ready),
    .o(queue$0$o),
    .o_valid(queue$0$o_valid),
    .o_ready(queue$0$o_ready),
    .level()
  );
  queue queue$1 (
    .clock(clock),
    .reset(reset),
    .i(i$1),
    .i_valid(i_valid$1),
    .i_ready(queue$1$i_ready),
    .o(queue$1$o),
    .o_valid(queue$1$o_valid),
    .o_ready(queue$1$o_ready),
    .level()
  );
  queue queue$2 (
    .clock(clock),
    .reset(reset),
    .i(i$2),
    .i_valid(i_valid$2),
    .i_ready(queue$2$i_ready),
    .o(queue$2$o),
    .o_valid(queue$2$o_valid),
    .o_ready(queue$2$o_ready),
    .level()
  );
  gather waiting (
    .i$0(queue$0$o_valid),
    .i$1(queue$1$o_valid),
    .i$2(queue$2$o_valid),
    .o(waiting$o)
  );
  turn turn (
    .clock(clock),
    .reset(reset),
    .request(waiting$o),
    .advance(turn$advance),
    .grant(turn$grant),
    .valid(turn$valid)
  );
  initial begin
    chosen$q = 26'h0;
    chosen_from$q = 2'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

module ram_1x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic write_data,
  input  logic write_enable
);
  logic [0:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 1'h0;
    read_data = 1'h0;
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

module queued (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic write_data
);
  logic ram$read_data;
  assign read_data = ram$read_data;
  ram_1x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_26x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [25:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [25:0] write_data,
  input  logic write_enable
);
  logic [25:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 26'h0;
    read_data = 26'h0;
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
  output logic [25:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [25:0] write_data
);
  (* ram_style = "distributed" *) logic [25:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 26'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [25:0] ram$read_data;
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

module queue_2 (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [10:0] level,
  output logic [10:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [25:0] ram$read_data;
  logic ram$write_enable;
  logic [25:0] out$o;
  logic out$o_valid;
  logic [9:0] write_at$q;
  logic [9:0] read_at$q;
  logic [10:0] count$q;
  logic [10:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 10'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 10'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 11'h1;
      free$q <= free$q - 11'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 11'h1;
      free$q <= free$q + 11'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 10'h0;
      read_at$q <= 10'h0;
      count$q <= 11'h0;
      free$q <= 11'h400;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 11'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 11'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_26x1024 ram (
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
    write_at$q = 10'h0;
    read_at$q = 10'h0;
    count$q = 11'h0;
    free$q = 11'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module faults (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] requester,
  input  logic requester_valid,
  output logic requester_ready,
  input  logic [25:0] responder,
  input  logic responder_valid,
  output logic responder_ready,
  input  logic [25:0] completion,
  input  logic completion_valid,
  output logic completion_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready
);
  localparam logic [1:0] State$Idle = 2'h1;
  localparam logic [1:0] State$Look = 2'h2;
  localparam logic [1:0] State$Sweep = 2'h0;
  logic merge$i_ready$0;
  logic merge$i_ready$1;
  logic merge$i_ready$2;
  logic [25:0] merge$o;
  logic merge$o_valid;
  logic merge$o_ready;
  logic queued$read_data;
  logic queued$write;
  logic [9:0] queued$write_address;
  logic queued$write_data;
  logic queue$i_valid;
  logic [25:0] queue$o;
  logic queue$o_valid;
  logic queue$o_ready;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [9:0] swept$d;
  logic [9:0] swept$q;
  logic [25:0] fault$d;
  logic [25:0] fault$q;
  logic [25:0] head$d;
  logic [25:0] head$q;
  logic waiting$d;
  logic waiting$q;
  always_comb begin
    state$d = state$q;
    swept$d = swept$q;
    fault$d = fault$q;
    head$d = head$q;
    waiting$d = waiting$q;
    merge$o_ready = 1'h0;
    queue$i_valid = 1'h0;
    queue$o_ready = 1'h0;
    if (o_ready) begin
      waiting$d = 1'h0;
    end
    queued$write = 1'h0;
    queued$write_address = fault$q[9:0];
    queued$write_data = 1'h0;
    case (state$q)
      State$Sweep: begin
        queued$write = 1'h1;
        queued$write_address = swept$q;
        swept$d = swept$q + 10'h1;
        if ((&swept$q)) begin
          state$d = State$Idle;
        end
      end
      State$Idle: begin
        fault$d = merge$o;
        if (queue$o_valid & ~waiting$q) begin
          queue$o_ready = 1'h1;
          head$d = queue$o;
          waiting$d = 1'h1;
          queued$write = 1'h1;
          queued$write_address = queue$o[9:0];
        end else begin
          if (merge$o_valid) begin
            merge$o_ready = 1'h1;
            state$d = State$Look;
          end
        end
      end
      default: begin
        if (queued$read_data == 1'h0) begin
          queued$write = 1'h1;
          queued$write_data = 1'h1;
          queue$i_valid = 1'h1;
        end
        state$d = State$Idle;
      end
    endcase
    if (reset) begin
      state$d = State$Sweep;
      swept$d = 10'h0;
      waiting$d = 1'h0;
    end
  end
  assign requester_ready = merge$i_ready$0;
  assign responder_ready = merge$i_ready$1;
  assign completion_ready = merge$i_ready$2;
  assign o = head$q;
  assign o_valid = waiting$q;
  merge merge (
    .clock(clock),
    .reset(reset),
    .i$0(requester),
    .i$1(responder),
    .i$2(completion),
    .i_valid$0(requester_valid),
    .i_valid$1(responder_valid),
    .i_valid$2(completion_valid),
    .i_ready$0(merge$i_ready$0),
    .i_ready$1(merge$i_ready$1),
    .i_ready$2(merge$i_ready$2),
    .o(merge$o),
    .o_valid(merge$o_valid),
    .o_ready(merge$o_ready),
    .from()
  );
  queued queued (
    .clock(clock),
    .read_address(merge$o[9:0]),
    .read_data(queued$read_data),
    .write(queued$write),
    .write_address(queued$write_address),
    .write_data(queued$write_data)
  );
  queue_2 queue (
    .clock(clock),
    .reset(reset),
    .i(fault$q),
    .i_valid(queue$i_valid),
    .i_ready(),
    .o(queue$o),
    .o_valid(queue$o_valid),
    .o_ready(queue$o_ready),
    .level(),
    .space()
  );
  initial begin
    state$q = 2'h0;
    swept$q = 10'h0;
    fault$q = 26'h0;
    head$q = 26'h0;
    waiting$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    swept$q <= swept$d;
    fault$q <= fault$d;
    head$q <= head$d;
    waiting$q <= waiting$d;
  end
endmodule

module ram_3 (
  input  logic clock,
  input  logic read_address,
  output logic [52:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [52:0] write_data
);
  (* ram_style = "distributed" *) logic [52:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 53'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue_3 (
  input  logic clock,
  input  logic reset,
  input  logic [52:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [52:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [52:0] ram$read_data;
  logic ram$write;
  logic write_at$q;
  logic read_at$q;
  logic [1:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 1'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 1'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 2'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 2'h1;
      some$q <= count$q != 2'h1;
    end
    if (reset) begin
      write_at$q <= 1'h0;
      read_at$q <= 1'h0;
      count$q <= 2'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 2'h2;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 2'h2);
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
    write_at$q = 1'h0;
    read_at$q = 1'h0;
    count$q = 2'h0;
    some$q = 1'h0;
  end
endmodule

module gather_2 (
  input  logic i$0,
  input  logic i$1,
  output logic [1:0] o
);
  assign o = {i$1, i$0};
endmodule

module round_robin_turn_2 (
  input  logic [1:0] request,
  input  logic [1:0] ahead,
  output logic grant,
  output logic valid,
  output logic [1:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 1'h0;
    if (request[1]) begin
      grant = 1'h1;
    end
    if (request[0]) begin
      grant = 1'h0;
    end
    if (request[1] & ahead[1]) begin
      grant = 1'h1;
    end
    if (request[0] & ahead[0]) begin
      grant = 1'h0;
    end
  end
  assign after = {grant <= 1'h0, 1'h0};
endmodule

module turn_2 (
  input  logic clock,
  input  logic reset,
  input  logic [1:0] request,
  input  logic advance,
  output logic grant,
  output logic valid
);
  logic turn$grant;
  logic turn$valid;
  logic [1:0] turn$after;
  logic [1:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 2'h0;
    end
  end
  assign grant = turn$grant;
  assign valid = turn$valid;
  round_robin_turn_2 turn (
    .request(request),
    .ahead(ahead$q),
    .grant(turn$grant),
    .valid(turn$valid),
    .after(turn$after)
  );
  initial begin
    ahead$q = 2'h0;
  end
endmodule

module events (
  input  logic clock,
  input  logic reset,
  input  logic [52:0] i$0,
  input  logic [52:0] i$1,
  input  logic i_valid$0,
  input  logic i_valid$1,
  output logic i_ready$0,
  output logic i_ready$1,
  output logic [52:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic from
);
  logic take;
  logic queue$0$i_ready;
  logic [52:0] queue$0$o;
  logic queue$0$o_valid;
  logic queue$0$o_ready;
  logic queue$1$i_ready;
  logic [52:0] queue$1$o;
  logic queue$1$o_valid;
  logic queue$1$o_ready;
  logic [1:0] waiting$o;
  logic turn$advance;
  logic turn$grant;
  logic turn$valid;
  logic [52:0] chosen$d;
  logic [52:0] chosen$q;
  logic chosen_from$q;
  logic chosen_valid$q;
  always_comb begin
    chosen$d = chosen$q;
    queue$0$o_ready = 1'h0;
    if (turn$grant == 1'h0) begin
      queue$0$o_ready = take;
      if (take) begin
        chosen$d = queue$0$o;
      end
    end
    queue$1$o_ready = 1'h0;
    if (turn$grant == 1'h1) begin
      queue$1$o_ready = take;
      if (take) begin
        chosen$d = queue$1$o;
      end
    end
  end
  always @(posedge clock) begin
    if (take) begin
      chosen_valid$q <= turn$valid;
      chosen_from$q <= turn$grant;
    end
    if (reset) begin
      chosen_valid$q <= 1'h0;
    end
  end
  assign o = chosen$q;
  assign o_valid = chosen_valid$q;
  assign from = chosen_from$q;
  assign take = ~chosen_valid$q | o_ready;
  assign turn$advance = take;
  assign i_ready$0 = queue$0$i_ready;
  assign i_ready$1 = queue$1$i_ready;
  queue_3 queue$0 (
    .clock(clock),
    .reset(reset),
    .i(i$0),
    .i_valid(i_valid$0),
    .i_ready(queue$0$i_ready),
    .o(queue$0$o),
    .o_valid(queue$0$o_valid),
    .o_ready(queue$0$o_ready),
    .level()
  );
  queue_3 queue$1 (
    .clock(clock),
    .reset(reset),
    .i(i$1),
    .i_valid(i_valid$1),
    .i_ready(queue$1$i_ready),
    .o(queue$1$o),
    .o_valid(queue$1$o_valid),
    .o_ready(queue$1$o_ready),
    .level()
  );
  gather_2 waiting (
    .i$0(queue$0$o_valid),
    .i$1(queue$1$o_valid),
    .o(waiting$o)
  );
  turn_2 turn (
    .clock(clock),
    .reset(reset),
    .request(waiting$o),
    .advance(turn$advance),
    .grant(turn$grant),
    .valid(turn$valid)
  );
  initial begin
    chosen$q = 53'h0;
    chosen_from$q = 1'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

module control (
  input  logic clock,
  input  logic reset,
  input  logic [56:0] access,
  input  logic access_valid,
  output logic access_ready,
  output logic [31:0] register_data,
  output logic register_data_valid,
  input  logic register_data_ready,
  input  logic [63:0] pulses,
  output logic count_admin_commands,
  output logic count_admin_refused,
  input  logic bus_master,
  output logic transmit,
  output logic receive,
  output logic [47:0] mac,
  output logic [31:0] cycles_per_tick,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [76:0] write,
  output logic write_valid,
  input  logic write_ready,
  output logic [512:0] write_data,
  output logic write_data_valid,
  input  logic write_data_ready,
  input  logic [15:0] written,
  output logic [221:0] key_write,
  output logic key_write_valid,
  output logic [67:0] page_write,
  output logic page_write_valid,
  output logic [706:0] qp_write,
  output logic qp_write_valid,
  output logic [89:0] cq_ring,
  output logic cq_ring_valid,
  input  logic cq_ring_ready,
  output logic [89:0] eq_ring,
  output logic eq_ring_valid,
  input  logic eq_ring_ready,
  output logic [35:0] requester,
  output logic requester_valid,
  input  logic requester_ready,
  output logic [35:0] responder,
  output logic responder_valid,
  input  logic responder_ready,
  input  logic [25:0] requester_fault,
  input  logic requester_fault_valid,
  output logic requester_fault_ready,
  input  logic [25:0] responder_fault,
  input  logic responder_fault_valid,
  output logic responder_fault_ready,
  input  logic [25:0] completion_fault,
  input  logic completion_fault_valid,
  output logic completion_fault_ready,
  output logic [52:0] raise,
  output logic raise_valid,
  input  logic raise_ready
);
  logic registers$access_ready;
  logic [31:0] registers$data;
  logic registers$data_valid;
  logic registers$transmit;
  logic registers$receive;
  logic [47:0] registers$mac;
  logic [63:0] registers$admin_command;
  logic [63:0] registers$admin_completion;
  logic [3:0] registers$admin_log2;
  logic registers$admin_event;
  logic [15:0] registers$admin_producer;
  logic registers$admin_restart;
  logic [31:0] registers$cycles_per_tick;
  logic [15:0] admin$consumer;
  logic admin$failed;
  logic [76:0] admin$read;
  logic admin$read_valid;
  logic admin$read_ready;
  logic admin$status_valid;
  logic admin$status_ready;
  logic admin$data_valid;
  logic admin$data_ready;
  logic [76:0] admin$write;
  logic admin$write_valid;
  logic [512:0] admin$write_data;
  logic admin$write_data_valid;
  logic [1023:0] admin$command;
  logic admin$keys_valid;
  logic admin$rings_valid;
  logic admin$qps_valid;
  logic admin$keys_result_ready;
  logic admin$rings_result_ready;
  logic admin$qps_result_ready;
  logic [52:0] admin$raise;
  logic admin$raise_valid;
  logic admin$count_admin_commands;
  logic admin$count_admin_refused;
  logic keys$command_ready;
  logic [519:0] keys$result;
  logic keys$result_valid;
  logic [76:0] keys$read;
  logic keys$read_valid;
  logic keys$read_ready;
  logic keys$status_valid;
  logic keys$status_ready;
  logic keys$data_valid;
  logic keys$data_ready;
  logic keys$reading;
  logic [221:0] keys$key_write;
  logic keys$key_write_valid;
  logic [67:0] keys$page_write;
  logic keys$page_write_valid;
  logic rings$command_ready;
  logic [519:0] rings$result;
  logic rings$result_valid;
  logic rings$reference_ready;
  logic rings$referred;
  logic rings$referred_valid;
  logic [89:0] rings$cq_ring;
  logic rings$cq_ring_valid;
  logic [89:0] rings$eq_ring;
  logic rings$eq_ring_valid;
  logic qps$command_ready;
  logic [519:0] qps$result;
  logic qps$result_valid;
  logic qps$fault_ready;
  logic [10:0] qps$reference;
  logic qps$reference_valid;
  logic qps$referred_ready;
  logic [706:0] qps$qp_write;
  logic qps$qp_write_valid;
  logic [35:0] qps$requester;
  logic qps$requester_valid;
  logic [35:0] qps$responder;
  logic qps$responder_valid;
  logic [52:0] qps$raise;
  logic qps$raise_valid;
  logic faults$requester_ready;
  logic faults$responder_ready;
  logic faults$completion_ready;
  logic [25:0] faults$o;
  logic faults$o_valid;
  logic events$i_ready$0;
  logic events$i_ready$1;
  logic [52:0] events$o;
  logic events$o_valid;
  assign access_ready = registers$access_ready;
  assign register_data = registers$data;
  assign register_data_valid = registers$data_valid;
  assign transmit = registers$transmit;
  assign receive = registers$receive;
  assign mac = registers$mac;
  assign cycles_per_tick = registers$cycles_per_tick;
  assign count_admin_commands = admin$count_admin_commands;
  assign count_admin_refused = admin$count_admin_refused;
  assign write = admin$write;
  assign write_valid = admin$write_valid;
  assign write_data = admin$write_data;
  assign write_data_valid = admin$write_data_valid;
  assign key_write = keys$key_write;
  assign key_write_valid = keys$key_write_valid;
  assign page_write = keys$page_write;
  assign page_write_valid = keys$page_write_valid;
  always_comb begin
    read = admin$read;
    read_valid = admin$read_valid;
    admin$read_ready = read_ready;
    admin$status_valid = status_valid;
    status_ready = admin$status_ready;
    admin$data_valid = data_valid;
    data_ready = admin$data_ready;
    keys$read_ready = 1'h0;
    keys$status_valid = 1'h0;
    keys$data_valid = 1'h0;
    if (keys$reading) begin
      read = keys$read;
      read_valid = keys$read_valid;
      keys$read_ready = read_ready;
      keys$status_valid = status_valid;
      status_ready = keys$status_ready;
      keys$data_valid = data_valid;
      data_ready = keys$data_ready;
      admin$read_ready = 1'h0;
      admin$status_valid = 1'h0;
      admin$data_valid = 1'h0;
    end
  end
  assign cq_ring = rings$cq_ring;
  assign cq_ring_valid = rings$cq_ring_valid;
  assign eq_ring = rings$eq_ring;
  assign eq_ring_valid = rings$eq_ring_valid;
  assign qp_write = qps$qp_write;
  assign qp_write_valid = qps$qp_write_valid;
  assign requester = qps$requester;
  assign requester_valid = qps$requester_valid;
  assign responder = qps$responder;
  assign responder_valid = qps$responder_valid;
  assign requester_fault_ready = faults$requester_ready;
  assign responder_fault_ready = faults$responder_ready;
  assign completion_fault_ready = faults$completion_ready;
  assign raise = events$o;
  assign raise_valid = events$o_valid;
  registers registers (
    .clock(clock),
    .reset(reset),
    .access(access),
    .access_valid(access_valid),
    .access_ready(registers$access_ready),
    .data(registers$data),
    .data_valid(registers$data_valid),
    .data_ready(register_data_ready),
    .pulses(pulses),
    .bus_master(bus_master),
    .admin_error(admin$failed),
    .admin_consumer(admin$consumer),
    .transmit(registers$transmit),
    .receive(registers$receive),
    .mac(registers$mac),
    .admin_command(registers$admin_command),
    .admin_completion(registers$admin_completion),
    .admin_log2(registers$admin_log2),
    .admin_event(registers$admin_event),
    .admin_producer(registers$admin_producer),
    .admin_restart(registers$admin_restart),
    .cycles_per_tick(registers$cycles_per_tick)
  );
  admin admin (
    .clock(clock),
    .reset(reset),
    .command_ring(registers$admin_command),
    .completion_ring(registers$admin_completion),
    .log2(registers$admin_log2),
    .tell(registers$admin_event),
    .producer(registers$admin_producer),
    .restart(registers$admin_restart),
    .consumer(admin$consumer),
    .failed(admin$failed),
    .read(admin$read),
    .read_valid(admin$read_valid),
    .read_ready(admin$read_ready),
    .status(status),
    .status_valid(admin$status_valid),
    .status_ready(admin$status_ready),
    .data(data),
    .data_valid(admin$data_valid),
    .data_ready(admin$data_ready),
    .write(admin$write),
    .write_valid(admin$write_valid),
    .write_ready(write_ready),
    .write_data(admin$write_data),
    .write_data_valid(admin$write_data_valid),
    .write_data_ready(write_data_ready),
    .written(written),
    .command(admin$command),
    .keys_valid(admin$keys_valid),
    .keys_ready(keys$command_ready),
    .rings_valid(admin$rings_valid),
    .rings_ready(rings$command_ready),
    .qps_valid(admin$qps_valid),
    .qps_ready(qps$command_ready),
    .keys_result(keys$result),
    .keys_result_valid(keys$result_valid),
    .keys_result_ready(admin$keys_result_ready),
    .rings_result(rings$result),
    .rings_result_valid(rings$result_valid),
    .rings_result_ready(admin$rings_result_ready),
    .qps_result(qps$result),
    .qps_result_valid(qps$result_valid),
    .qps_result_ready(admin$qps_result_ready),
    .raise(admin$raise),
    .raise_valid(admin$raise_valid),
    .raise_ready(events$i_ready$0),
    .count_admin_commands(admin$count_admin_commands),
    .count_admin_refused(admin$count_admin_refused)
  );
  keys keys (
    .clock(clock),
    .reset(reset),
    .command(admin$command),
    .command_valid(admin$keys_valid),
    .command_ready(keys$command_ready),
    .result(keys$result),
    .result_valid(keys$result_valid),
    .result_ready(admin$keys_result_ready),
    .read(keys$read),
    .read_valid(keys$read_valid),
    .read_ready(keys$read_ready),
    .status(status),
    .status_valid(keys$status_valid),
    .status_ready(keys$status_ready),
    .data(data),
    .data_valid(keys$data_valid),
    .data_ready(keys$data_ready),
    .reading(keys$reading),
    .key_write(keys$key_write),
    .key_write_valid(keys$key_write_valid),
    .page_write(keys$page_write),
    .page_write_valid(keys$page_write_valid)
  );
  rings rings (
    .clock(clock),
    .reset(reset),
    .command(admin$command),
    .command_valid(admin$rings_valid),
    .command_ready(rings$command_ready),
    .result(rings$result),
    .result_valid(rings$result_valid),
    .result_ready(admin$rings_result_ready),
    .reference(qps$reference),
    .reference_valid(qps$reference_valid),
    .reference_ready(rings$reference_ready),
    .referred(rings$referred),
    .referred_valid(rings$referred_valid),
    .referred_ready(qps$referred_ready),
    .cq_ring(rings$cq_ring),
    .cq_ring_valid(rings$cq_ring_valid),
    .cq_ring_ready(cq_ring_ready),
    .eq_ring(rings$eq_ring),
    .eq_ring_valid(rings$eq_ring_valid),
    .eq_ring_ready(eq_ring_ready)
  );
  qps qps (
    .clock(clock),
    .reset(reset),
    .command(admin$command),
    .command_valid(admin$qps_valid),
    .command_ready(qps$command_ready),
    .result(qps$result),
    .result_valid(qps$result_valid),
    .result_ready(admin$qps_result_ready),
    .fault(faults$o),
    .fault_valid(faults$o_valid),
    .fault_ready(qps$fault_ready),
    .reference(qps$reference),
    .reference_valid(qps$reference_valid),
    .reference_ready(rings$reference_ready),
    .referred(rings$referred),
    .referred_valid(rings$referred_valid),
    .referred_ready(qps$referred_ready),
    .qp_write(qps$qp_write),
    .qp_write_valid(qps$qp_write_valid),
    .requester(qps$requester),
    .requester_valid(qps$requester_valid),
    .requester_ready(requester_ready),
    .responder(qps$responder),
    .responder_valid(qps$responder_valid),
    .responder_ready(responder_ready),
    .raise(qps$raise),
    .raise_valid(qps$raise_valid),
    .raise_ready(events$i_ready$1)
  );
  faults faults (
    .clock(clock),
    .reset(reset),
    .requester(requester_fault),
    .requester_valid(requester_fault_valid),
    .requester_ready(faults$requester_ready),
    .responder(responder_fault),
    .responder_valid(responder_fault_valid),
    .responder_ready(faults$responder_ready),
    .completion(completion_fault),
    .completion_valid(completion_fault_valid),
    .completion_ready(faults$completion_ready),
    .o(faults$o),
    .o_valid(faults$o_valid),
    .o_ready(qps$fault_ready)
  );
  events events (
    .clock(clock),
    .reset(reset),
    .i$0(admin$raise),
    .i$1(qps$raise),
    .i_valid$0(admin$raise_valid),
    .i_valid$1(qps$raise_valid),
    .i_ready$0(events$i_ready$0),
    .i_ready$1(events$i_ready$1),
    .o(events$o),
    .o_valid(events$o_valid),
    .o_ready(raise_ready),
    .from()
  );
endmodule

`default_nettype wire
