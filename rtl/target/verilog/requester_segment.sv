`default_nettype none

module ram_43x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [42:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [42:0] write_data,
  input  logic write_enable
);
  logic [42:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 43'h0;
    read_data = 43'h0;
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
  output logic [42:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [42:0] write_data
);
  logic [42:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_43x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_24x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [23:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [23:0] write_data,
  input  logic write_enable
);
  logic [23:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 24'h0;
    read_data = 24'h0;
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

module psns (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [23:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [23:0] write_data
);
  logic [23:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_24x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module requester_segment (
  input  logic clock,
  input  logic reset,
  input  logic [243:0] work,
  input  logic work_valid,
  output logic work_ready,
  input  logic [127:0] entry,
  input  logic entry_valid,
  output logic entry_ready,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [33:0] oldest,
  input  logic oldest_valid,
  input  logic [9:0] stopping,
  input  logic stopping_valid,
  output logic [83:0] outstanding,
  output logic outstanding_valid,
  input  logic outstanding_ready,
  output logic [157:0] piece,
  output logic piece_valid,
  input  logic piece_ready,
  output logic [261:0] packet,
  output logic packet_valid,
  input  logic packet_ready,
  output logic count_requester_messages
);
  logic [42:0] peer;
  logic [12:0] pmtu;
  logic [31:0] rounded;
  logic [31:0] quotient;
  logic [23:0] packets;
  logic [23:0] used;
  logic fits;
  logic cut;
  logic entry_ends;
  logic [12:0] run;
  logic packet_ends;
  logic message_ends;
  logic step;
  logic write;
  logic immediate;
  logic [4:0] operation;
  logic [31:0] next_bytes;
  logic [12:0] next_most;
  logic [12:0] next_length;
  localparam logic [1:0] Chain$Flush = 2'h3;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [1:0] State$Begin = 2'h1;
  localparam logic [1:0] State$Discard = 2'h3;
  localparam logic [1:0] State$Packets = 2'h2;
  localparam logic [1:0] State$Work = 2'h0;
  logic [42:0] peers$read_data;
  logic [42:0] peers$write_data;
  logic [23:0] psns$read_data;
  logic psns$write;
  logic [23:0] psns$write_data;
  logic [23:0] window$read_data;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [23:0] peer_qpn$d;
  logic [23:0] peer_qpn$q;
  logic [15:0] pd$d;
  logic [15:0] pd$q;
  logic [12:0] packet_most$d;
  logic [12:0] packet_most$q;
  logic [23:0] psn$d;
  logic [23:0] psn$q;
  logic first$d;
  logic first$q;
  logic [5:0] sent$d;
  logic [5:0] sent$q;
  logic [12:0] length$d;
  logic [12:0] length$q;
  logic [12:0] unplaced$d;
  logic [12:0] unplaced$q;
  logic [31:0] after$d;
  logic [31:0] after$q;
  logic [63:0] va$d;
  logic [63:0] va$q;
  logic [31:0] key$d;
  logic [31:0] key$q;
  logic [31:0] in_entry$d;
  logic [31:0] in_entry$q;
  logic [4:0] entries$d;
  logic [4:0] entries$q;
  logic in_memory$d;
  logic in_memory$q;
  always_comb begin
    state$d = state$q;
    peer_qpn$d = peer_qpn$q;
    pd$d = pd$q;
    packet_most$d = packet_most$q;
    psn$d = psn$q;
    first$d = first$q;
    sent$d = sent$q;
    length$d = length$q;
    unplaced$d = unplaced$q;
    after$d = after$q;
    va$d = va$q;
    key$d = key$q;
    in_entry$d = in_entry$q;
    entries$d = entries$q;
    in_memory$d = in_memory$q;
    psns$write = 1'h0;
    count_requester_messages = 1'h0;
    work_ready = 1'h0;
    entry_ready = 1'h0;
    outstanding_valid = 1'h0;
    piece_valid = 1'h0;
    packet_valid = 1'h0;
    psns$write_data = psns$read_data + packets;
    outstanding[1:0] = work[1:0];
    outstanding[11:2] = work[12:3];
    outstanding[35:12] = psns$read_data;
    outstanding[59:36] = (psns$read_data + packets) - 24'h1;
    outstanding[75:60] = work[28:13];
    outstanding[78:76] = work[31:29];
    outstanding[79] = work[76];
    outstanding[80] = 1'h0;
    outstanding[83:81] = work[74:72];
    packet[1:0] = work[1:0];
    packet[2] = work[2];
    packet[12:3] = work[12:3];
    packet[28:13] = work[28:13];
    packet[29] = work[78];
    packet[30] = 1'h0;
    packet[54:31] = peer_qpn$q;
    packet[62:55] = {3'h0, operation};
    if (write) begin
      packet[62:55] = {3'h0, operation} + 8'h6;
    end
    packet[86:63] = psn$q;
    packet[87] = work[77] & message_ends;
    packet[88] = message_ends | (&sent$q);
    packet[101:89] = length$q;
    packet[165:102] = work[179:116];
    packet[197:166] = work[211:180];
    packet[229:198] = work[115:84];
    packet[261:230] = work[243:212];
    case (state$q)
      State$Work: begin
        if (work_valid) begin
          state$d = State$Begin;
        end
      end
      State$Begin: begin
        packet_most$d = pmtu;
        peer_qpn$d = peer[23:0];
        pd$d = peer[39:24];
        psn$d = psns$read_data;
        first$d = 1'h1;
        sent$d = 6'h0;
        length$d = next_length;
        unplaced$d = next_length;
        after$d = work[115:84] - {19'h0, next_length};
        va$d = entry[63:0];
        key$d = entry[127:96];
        in_entry$d = entry[95:64];
        entries$d = work[83:79];
        in_memory$d = work[83:79] != 5'h0;
        if (work[1:0] != Chain$Work) begin
          packet[86:63] = work[55:32];
          psns$write_data = work[55:32];
          outstanding[35:12] = work[55:32];
          if (outstanding_ready & packet_ready) begin
            outstanding_valid = work[1:0] != Chain$Flush;
            psns$write = work[1:0] != Chain$Flush;
            packet_valid = 1'h1;
            work_ready = 1'h1;
            state$d = State$Work;
          end
        end else begin
          if ((work[63:56] != 8'h0) | (cut & ~fits)) begin
            packet[30] = 1'h1;
            packet[101:89] = work[96:84];
            outstanding[80] = 1'h1;
            outstanding[35:12] = {8'h0, work[71:64], work[63:56]};
            if (outstanding_ready & packet_ready) begin
              outstanding_valid = work[63:56] != 8'h0;
              packet_valid = work[78];
              state$d = State$Discard;
            end
          end else begin
            if (fits & outstanding_ready) begin
              outstanding_valid = 1'h1;
              psns$write = 1'h1;
              count_requester_messages = 1'h1;
              if (work[83:79] != 5'h0) begin
                entry_ready = 1'h1;
                entries$d = work[83:79] - 5'h1;
              end
              state$d = State$Packets;
            end
          end
        end
      end
      State$Packets: begin
        piece_valid = in_memory$q & (~packet_ends | packet_ready);
        packet_valid = packet_ends & (~in_memory$q | piece_ready);
        if (step) begin
          va$d = va$q + {51'h0, run};
          in_entry$d = in_entry$q - {19'h0, run};
          if (entry_ends & (entries$q != 5'h0)) begin
            va$d = entry[63:0];
            key$d = entry[127:96];
            in_entry$d = entry[95:64];
            entries$d = entries$q - 5'h1;
            entry_ready = 1'h1;
          end
          unplaced$d = unplaced$q - run;
          if (packet_ends) begin
            psn$d = psn$q + 24'h1;
            first$d = 1'h0;
            sent$d = sent$q + 6'h1;
            length$d = next_length;
            unplaced$d = next_length;
            after$d = after$q - {19'h0, next_length};
            if (message_ends) begin
              work_ready = 1'h1;
              state$d = State$Work;
            end else begin
              if (cut) begin
                state$d = State$Discard;
              end
            end
          end
        end
      end
      State$Discard: begin
        if (entries$q == 5'h0) begin
          work_ready = 1'h1;
          state$d = State$Work;
        end else begin
          entry_ready = 1'h1;
          entries$d = entries$q - 5'h1;
        end
      end
      default: begin
        state$d = State$Work;
      end
    endcase
    if (reset) begin
      state$d = State$Work;
    end
  end
  assign peers$write_data = {qp_write[55:53], qp_write[28:13], qp_write[52:29]};
  assign cut = stopping_valid & (stopping == work[12:3]);
  assign peer = peers$read_data;
  assign pmtu = 13'h80 << {4'h0, peer[42:40]};
  assign rounded = work[115:84] + {19'h0, pmtu - 13'h1};
  assign quotient = (rounded >> 32'h7) >> {4'h0, peer[42:40]};
  always_comb begin
    packets = quotient[23:0];
    if (work[115:84] == 32'h0) begin
      packets = 24'h1;
    end
  end
  assign used = psns$read_data - window$read_data;
  assign fits = ({1'h0, used} + {1'h0, packets}) <= 25'h800000;
  assign entry_ends = in_entry$q <= {19'h0, unplaced$q};
  assign packet_ends = ~in_memory$q | (in_entry$q >= {19'h0, unplaced$q});
  assign message_ends = packet_ends & (after$q == 32'h0);
  always_comb begin
    run = unplaced$q;
    if (entry_ends) begin
      run = in_entry$q[12:0];
    end
  end
  assign step = (~in_memory$q | piece_ready) & (~packet_ends | packet_ready);
  assign piece = {packet_ends, run, in_entry$q, va$q, pd$q, key$q};
  assign write = (work[75:72] == 4'h0) | (work[75:72] == 4'h1);
  assign immediate = (work[75:72] == 4'h3) | (work[75:72] == 4'h1);
  always_comb begin
    operation = 5'h1;
    if (first$q & message_ends) begin
      if (immediate) begin
        operation = 5'h5;
      end else begin
        operation = 5'h4;
      end
    end else begin
      if (first$q) begin
        operation = 5'h0;
      end else begin
        if (message_ends) begin
          if (immediate) begin
            operation = 5'h3;
          end else begin
            operation = 5'h2;
          end
        end
      end
    end
  end
  always_comb begin
    next_bytes = after$q;
    next_most = packet_most$q;
    if (state$q == State$Begin) begin
      next_bytes = work[115:84];
      next_most = pmtu;
    end
  end
  always_comb begin
    next_length = next_most;
    if (next_bytes < {19'h0, next_most}) begin
      next_length = next_bytes[12:0];
    end
  end
  peers peers (
    .clock(clock),
    .read_address(work[12:3]),
    .read_data(peers$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(peers$write_data)
  );
  psns psns (
    .clock(clock),
    .read_address(work[12:3]),
    .read_data(psns$read_data),
    .write(psns$write),
    .write_address(work[12:3]),
    .write_data(psns$write_data)
  );
  psns window (
    .clock(clock),
    .read_address(work[12:3]),
    .read_data(window$read_data),
    .write(oldest_valid),
    .write_address(oldest[9:0]),
    .write_data(oldest[33:10])
  );
  initial begin
    state$q = 2'h0;
    peer_qpn$q = 24'h0;
    pd$q = 16'h0;
    packet_most$q = 13'h0;
    psn$q = 24'h0;
    first$q = 1'h0;
    sent$q = 6'h0;
    length$q = 13'h0;
    unplaced$q = 13'h0;
    after$q = 32'h0;
    va$q = 64'h0;
    key$q = 32'h0;
    in_entry$q = 32'h0;
    entries$q = 5'h0;
    in_memory$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    peer_qpn$q <= peer_qpn$d;
    pd$q <= pd$d;
    packet_most$q <= packet_most$d;
    psn$q <= psn$d;
    first$q <= first$d;
    sent$q <= sent$d;
    length$q <= length$d;
    unplaced$q <= unplaced$d;
    after$q <= after$d;
    va$q <= va$d;
    key$q <= key$d;
    in_entry$q <= in_entry$d;
    entries$q <= entries$d;
    in_memory$q <= in_memory$d;
  end
endmodule

`default_nettype wire
