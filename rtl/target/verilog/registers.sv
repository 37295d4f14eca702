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

`default_nettype wire
