`default_nettype none

module ram (
  input  logic clock,
  input  logic read_address,
  output logic [7:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [7:0] write_data
);
  (* ram_style = "distributed" *) logic [7:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 8'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module refusals (
  input  logic clock,
  input  logic reset,
  input  logic [7:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [7:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [7:0] ram$read_data;
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

module out (
  input  logic clock,
  input  logic reset,
  input  logic [541:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [541:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [541:0] front$q;
  logic front_valid$q;
  logic [541:0] spare$q;
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
    front$q = 542'h0;
    front_valid$q = 1'h0;
    spare$q = 542'h0;
    spare_valid$q = 1'h0;
  end
endmodule

module pcie_requests (
  input  logic clock,
  input  logic reset,
  input  logic bus_master,
  input  logic [525:0] packet,
  input  logic packet_valid,
  output logic packet_ready,
  input  logic [88:0] read,
  input  logic read_valid,
  output logic read_ready,
  output logic [7:0] refused,
  output logic refused_valid,
  input  logic refused_ready,
  input  logic [3:0] pcie_tfc_nph_av,
  output logic [511:0] s_axis_rq_tdata,
  output logic [15:0] s_axis_rq_tkeep,
  output logic [136:0] s_axis_rq_tuser,
  output logic s_axis_rq_tlast,
  output logic s_axis_rq_tvalid,
  input  logic s_axis_rq_tready,
  output logic count_pcie_write_disabled
);
  logic [3:0] owed;
  logic read_may;
  logic take_read;
  logic drop_now;
  logic take_write;
  logic refuse;
  logic [541:0] beat;
  logic underway$q;
  logic dropping$q;
  logic writes_turn$q;
  logic [2:0] left$q;
  logic refusals$i_valid;
  logic refusals$i_ready;
  logic [7:0] refusals$o;
  logic refusals$o_valid;
  logic [541:0] out$i;
  logic out$i_valid;
  logic out$i_ready;
  logic [541:0] out$o;
  logic out$o_valid;
  always @(posedge clock) begin
    left$q <= left$q << 32'h1;
    if (take_read) begin
      left$q <= (left$q << 32'h1) | 3'h1;
    end
    if (take_write) begin
      underway$q <= ~packet[521];
      dropping$q <= drop_now & ~packet[521];
      writes_turn$q <= 1'h0;
    end
    if (take_read) begin
      writes_turn$q <= 1'h1;
    end
    if (reset) begin
      underway$q <= 1'h0;
      dropping$q <= 1'h0;
      writes_turn$q <= 1'h0;
      left$q <= 3'h0;
    end
  end
  assign owed = ({3'h0, left$q[0]} + {3'h0, left$q[1]}) + {3'h0, left$q[2]};
  assign read_may = read_valid & bus_master & ~underway$q & (pcie_tfc_nph_av > owed);
  assign take_read = read_may & out$i_ready & (~packet_valid | ~writes_turn$q);
  assign refuse = read_valid & ~bus_master;
  assign refusals$i_valid = refuse;
  assign read_ready = take_read | (refuse & refusals$i_ready);
  assign refused = refusals$o;
  assign refused_valid = refusals$o_valid;
  assign drop_now = dropping$q | (~underway$q & ~bus_master);
  assign take_write = packet_valid & (drop_now | (out$i_ready & ~take_read));
  assign packet_ready = drop_now | (out$i_ready & ~take_read);
  assign count_pcie_write_disabled = take_write & drop_now & packet[521];
  always_comb begin
    beat[511:0] = packet[511:0];
    beat[527:512] = 16'hffff;
    if (packet[521]) begin
      beat[527:512] = 16'hffff >> {4'h0, 4'hf - packet[525:522]};
    end
    beat[531:528] = packet[515:512];
    beat[535:532] = packet[519:516];
    beat[536] = packet[520];
    beat[537] = packet[521];
    beat[541:538] = packet[525:522];
    if (take_read) begin
      beat[511:0] = {408'h0, read[88:81], 21'h0, read[72:62], read[61:0], 2'h0};
      beat[527:512] = 16'hf;
      beat[531:528] = read[76:73];
      beat[535:532] = read[80:77];
      beat[536] = 1'h1;
      beat[537] = 1'h1;
      beat[541:538] = 4'h3;
    end
  end
  assign out$i = beat;
  assign out$i_valid = take_read | (take_write & ~drop_now);
  assign s_axis_rq_tdata = out$o[511:0];
  assign s_axis_rq_tkeep = out$o[527:512];
  assign s_axis_rq_tuser = {105'h0, out$o[541:538], 1'h0, out$o[537], 5'h0, out$o[536], 8'h0, out$o[535:532],
      4'h0, out$o[531:528]};
  assign s_axis_rq_tlast = out$o[537];
  assign s_axis_rq_tvalid = out$o_valid;
  refusals refusals (
    .clock(clock),
    .reset(reset),
    .i(read[88:81]),
    .i_valid(refusals$i_valid),
    .i_ready(refusals$i_ready),
    .o(refusals$o),
    .o_valid(refusals$o_valid),
    .o_ready(refused_ready),
    .level()
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(out$i),
    .i_valid(out$i_valid),
    .i_ready(out$i_ready),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(s_axis_rq_tready)
  );
  initial begin
    underway$q = 1'h0;
    dropping$q = 1'h0;
    writes_turn$q = 1'h0;
    left$q = 3'h0;
  end
endmodule

`default_nettype wire
