`default_nettype none

module ram_141x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [140:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [140:0] write_data,
  input  logic write_enable
);
  logic [140:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 141'h0;
    read_data = 141'h0;
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

module receivers (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [140:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [140:0] write_data
);
  logic [140:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_141x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [160:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [160:0] write_data
);
  (* ram_style = "distributed" *) logic [160:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 161'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module checks (
  input  logic clock,
  input  logic reset,
  input  logic [160:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [160:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [160:0] ram$read_data;
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

module ram_2 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [393:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [393:0] write_data
);
  (* ram_style = "distributed" *) logic [393:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 394'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module outs (
  input  logic clock,
  input  logic reset,
  input  logic [393:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [393:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [393:0] ram$read_data;
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

module responder_check (
  input  logic clock,
  input  logic reset,
  input  logic stop,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [251:0] request,
  input  logic request_valid,
  output logic request_ready,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  output logic [393:0] examined,
  output logic examined_valid,
  input  logic examined_ready,
  output logic taken
);
  logic room;
  logic asks;
  logic [140:0] receiver;
  logic [140:0] receivers$read_data;
  logic [251:0] held$q;
  logic held_valid$q;
  logic [160:0] checks$i;
  logic checks$i_valid;
  logic [160:0] checks$o;
  logic checks$o_valid;
  logic [3:0] checks$level;
  logic [393:0] outs$i;
  logic [393:0] outs$o;
  logic outs$o_valid;
  logic [3:0] outs$level;
  always @(posedge clock) begin
    held$q <= request;
  end
  always @(posedge clock) begin
    held_valid$q <= request_valid & room;
    if (reset) begin
      held_valid$q <= 1'h0;
    end
  end
  assign room = ~stop & (outs$level < 4'h6) & (checks$level < 4'h6);
  assign request_ready = room;
  assign taken = request_valid & room;
  assign receiver = receivers$read_data;
  assign asks = ((held$q[17:10] == 8'h6) | (held$q[17:10] == 8'ha) | (held$q[17:10] == 8'hb)) &
      (held$q[186:155] != 32'h0) & ((receiver[46:43] & 4'h2) != 4'h0);
  assign outs$i = {asks, receiver, held$q};
  assign checks$i = {13'h0, held$q[186:155], held$q[122:59], 4'h2, receiver[18:3], held$q[154:123]};
  assign checks$i_valid = held_valid$q & asks;
  assign check = checks$o;
  assign check_valid = checks$o_valid;
  assign examined = outs$o;
  assign examined_valid = outs$o_valid;
  receivers receivers (
    .clock(clock),
    .read_address(request[9:0]),
    .read_data(receivers$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(qp_write[293:153])
  );
  checks checks (
    .clock(clock),
    .reset(reset),
    .i(checks$i),
    .i_valid(checks$i_valid),
    .i_ready(),
    .o(checks$o),
    .o_valid(checks$o_valid),
    .o_ready(check_ready),
    .level(checks$level)
  );
  outs outs (
    .clock(clock),
    .reset(reset),
    .i(outs$i),
    .i_valid(held_valid$q),
    .i_ready(),
    .o(outs$o),
    .o_valid(outs$o_valid),
    .o_ready(examined_ready),
    .level(outs$level)
  );
  initial begin
    held$q = 252'h0;
    held_valid$q = 1'h0;
  end
endmodule

module ram_228x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [227:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [227:0] write_data,
  input  logic write_enable
);
  logic [227:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 228'h0;
    read_data = 228'h0;
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

module states (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [227:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [227:0] write_data
);
  logic [227:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_228x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module failures (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:1023];
  integer i;
  initial for (i = 0; i <= 1023; i = i + 1) words[i[9:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module ram_3 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [357:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [357:0] write_data
);
  (* ram_style = "distributed" *) logic [357:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 358'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module works (
  input  logic clock,
  input  logic reset,
  input  logic [357:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [357:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [357:0] ram$read_data;
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

module responder_sequence (
  input  logic clock,
  input  logic reset,
  input  logic [34:0] start,
  input  logic start_valid,
  input  logic [9:0] failed_qpn,
  input  logic failed,
  input  logic failed_write,
  input  logic [393:0] examined,
  input  logic examined_valid,
  output logic examined_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  output logic [9:0] queue_qpn,
  input  logic [15:0] posted,
  input  logic [15:0] arrived,
  output logic [11:0] stock_address,
  input  logic [32:0] stock,
  output logic [357:0] work,
  output logic work_valid,
  input  logic work_ready
);
  logic [7:0] op;
  logic send;
  logic write;
  logic starts;
  logic ends;
  logic immediate;
  logic [31:0] length;
  logic [12:0] pmtu;
  logic [1:0] pad;
  logic [227:0] state;
  logic [23:0] ahead_by;
  logic [31:0] room;
  logic too_long;
  logic measured;
  logic [2:0] outcome;
  logic lacks;
  logic fatal;
  logic wait_stock;
  logic done;
  localparam logic [1:0] Message$Nothing = 2'h0;
  localparam logic [1:0] Message$Send = 2'h1;
  localparam logic [1:0] Message$Write = 2'h2;
  localparam logic [2:0] Outcome$Access = 3'h5;
  localparam logic [2:0] Outcome$Ahead = 3'h2;
  localparam logic [2:0] Outcome$Duplicate = 3'h1;
  localparam logic [2:0] Outcome$Execute = 3'h0;
  localparam logic [2:0] Outcome$Failed = 3'h7;
  localparam logic [2:0] Outcome$Invalid = 3'h4;
  localparam logic [2:0] Outcome$NotReady = 3'h3;
  localparam logic [2:0] Outcome$Operational = 3'h6;
  localparam logic [1:0] Phase$Compare = 2'h1;
  localparam logic [1:0] Phase$Decide = 2'h2;
  localparam logic [1:0] Phase$Read = 2'h0;
  logic [227:0] states$read_data;
  logic states$write;
  logic [9:0] states$write_address;
  logic [227:0] states$write_data;
  logic failures$read_data;
  logic [357:0] works$i;
  logic works$i_valid;
  logic works$i_ready;
  logic [357:0] works$o;
  logic works$o_valid;
  logic [1:0] phase$q;
  logic [40:0] found$q;
  always @(posedge clock) begin
    case (phase$q)
      Phase$Read: begin
        if (examined_valid) begin
          phase$q <= Phase$Compare;
        end
      end
      Phase$Compare: begin
        phase$q <= Phase$Decide;
      end
      default: begin
        if (done | wait_stock) begin
          phase$q <= Phase$Read;
        end
      end
    endcase
    if (reset) begin
      phase$q <= Phase$Read;
    end
  end
  always @(posedge clock) begin
    found$q[0] <= state[0] & ~failures$read_data;
    found$q[1] <= ahead_by == 24'h0;
    found$q[2] <= ahead_by[23];
    found$q[3] <= (starts & (state[50:49] == Message$Nothing)) | (~starts & send & (state[50:49] ==
        Message$Send)) | (~starts & write & (state[50:49] == Message$Write));
    found$q[4] <= send | ((examined[298:295] & 4'h2) != 4'h0);
    found$q[5] <= (send & starts) | (write & ends & immediate);
    found$q[6] <= arrived != state[67:52];
    found$q[7] <= posted != state[67:52];
    found$q[8] <= (examined[58:57] == pad) & (examined[56:44] <= pmtu) & (ends | (examined[56:44] == pmtu)) &
        (starts | (examined[56:44] != 13'h0)) & (~(write & starts) | (examined[186:155] <= 32'h80000000));
    found$q[40:9] <= state[195:164];
    if (write & starts) begin
      found$q[40:9] <= examined[186:155];
    end
  end
  assign op = examined[17:10];
  assign send = op <= 8'h5;
  assign write = (op >= 8'h6) & (op <= 8'hb);
  assign starts = (op == 8'h0) | (op == 8'h4) | (op == 8'h5) | (op == 8'h6) | (op == 8'ha) | (op == 8'hb);
  assign ends = (op != 8'h0) & (op != 8'h1) & (op != 8'h6) & (op != 8'h7);
  assign immediate = (op == 8'h3) | (op == 8'h5) | (op == 8'h9) | (op == 8'hb);
  assign length = {19'h0, examined[56:44]};
  assign pmtu = 13'h80 << {4'h0, examined[301:299]};
  assign pad = 2'h0 - examined[45:44];
  assign queue_qpn = examined[9:0];
  assign state = states$read_data;
  assign stock_address = {examined[9:0], state[53:52]};
  assign ahead_by = examined[41:18] - state[24:1];
  always_comb begin
    room = found$q[40:9];
    if (send & starts) begin
      room = stock[31:0];
    end
  end
  assign too_long = send & (length > room);
  always_comb begin
    measured = found$q[8] & ~too_long;
    if (write) begin
      if (ends) begin
        measured = found$q[8] & (length == room);
      end else begin
        measured = found$q[8] & (length < room);
      end
    end
  end
  always_comb begin
    outcome = Outcome$Execute;
    if (~found$q[0]) begin
      outcome = Outcome$Failed;
    end else begin
      if (found$q[2]) begin
        outcome = Outcome$Duplicate;
      end else begin
        if (~found$q[1]) begin
          outcome = Outcome$Ahead;
        end else begin
          if (~found$q[3] | ~found$q[4]) begin
            outcome = Outcome$Invalid;
          end else begin
            if (found$q[5] & ~found$q[6]) begin
              outcome = Outcome$NotReady;
            end else begin
              if (found$q[5] & stock[32]) begin
                outcome = Outcome$Operational;
              end else begin
                if (~measured) begin
                  outcome = Outcome$Invalid;
                end else begin
                  if (examined[393] & ~checked[0]) begin
                    outcome = Outcome$Access;
                  end
                end
              end
            end
          end
        end
      end
    end
  end
  assign lacks = outcome == Outcome$NotReady;
  assign fatal = (outcome == Outcome$Invalid) | (outcome == Outcome$Access) | (outcome == Outcome$Operational);
  assign wait_stock = lacks & found$q[7];
  assign done = (phase$q == Phase$Decide) & (~examined[393] | checked_valid) & works$i_ready & ~wait_stock;
  assign examined_ready = done;
  assign checked_ready = done & examined[393];
  always_comb begin
    states$write = done;
    states$write_address = examined[9:0];
    states$write_data = state;
    case (outcome)
      Outcome$Execute: begin
        states$write_data[51] = 1'h0;
        states$write_data[24:1] = state[24:1] + 24'h1;
        states$write_data[195:164] = room - length;
        states$write_data[227:196] = state[227:196] + length;
        states$write_data[131:68] = state[131:68] + {32'h0, length};
        if (starts) begin
          states$write_data[227:196] = length;
          states$write_data[131:68] = examined[122:59] + {32'h0, length};
          states$write_data[163:132] = examined[154:123];
          if (send) begin
            states$write_data[50:49] = Message$Send;
          end else begin
            states$write_data[50:49] = Message$Write;
          end
        end
        if (ends) begin
          states$write_data[50:49] = Message$Nothing;
          states$write_data[48:25] = state[48:25] + 24'h1;
          if (send | immediate) begin
            states$write_data[67:52] = state[67:52] + 16'h1;
          end
        end
      end
      Outcome$Duplicate: begin
        states$write_data[51] = 1'h0;
      end
      Outcome$Ahead: begin
        states$write_data[51] = 1'h1;
      end
      Outcome$NotReady: begin
        states$write_data[51] = 1'h1;
      end
      Outcome$Failed: begin
        states$write = 1'h0;
      end
      default: begin
        states$write_data[0] = 1'h0;
      end
    endcase
    if (start_valid) begin
      states$write = 1'h1;
      states$write_address = start[9:0];
      states$write_data[0] = start[10];
      states$write_data[24:1] = start[34:11];
      states$write_data[48:25] = 24'h0;
      states$write_data[50:49] = Message$Nothing;
      states$write_data[51] = 1'h0;
      states$write_data[67:52] = 16'h0;
    end
  end
  assign works$i_valid = done;
  always_comb begin
    works$i[0] = outcome == Outcome$Execute;
    works$i[13:1] = examined[56:44];
    works$i[14] = send;
    works$i[46:15] = state[227:196];
    works$i[110:47] = state[131:68];
    works$i[142:111] = state[163:132];
    if (starts) begin
      works$i[46:15] = 32'h0;
      works$i[110:47] = examined[122:59];
      works$i[142:111] = examined[154:123];
    end
    works$i[158:143] = examined[270:255];
    works$i[159] = (outcome == Outcome$Execute) & ends & (send | immediate);
    works$i[169:160] = examined[9:0];
    works$i[193:170] = examined[294:271];
    works$i[203:194] = examined[379:370];
    works$i[206:204] = outcome;
    works$i[207] = fatal;
    works$i[231:208] = state[24:1];
    works$i[239:232] = 8'h1f;
    works$i[263:240] = state[48:25];
    works$i[264] = 1'h0;
    works$i[265] = 1'h0;
    works$i[266] = 1'h0;
    works$i[274:267] = 8'h2;
    works$i[290:275] = state[67:52];
    works$i[322:291] = state[227:196] + length;
    if (starts) begin
      works$i[322:291] = length;
    end
    works$i[354:323] = examined[218:187];
    works$i[355] = immediate;
    works$i[356] = examined[42];
    works$i[357] = write;
    case (outcome)
      Outcome$Execute: begin
        works$i[207] = examined[43];
        works$i[264] = ends;
        works$i[265] = ends & (send | immediate);
      end
      Outcome$Duplicate: begin
        works$i[207] = send | write;
        works$i[231:208] = state[24:1] - 24'h1;
      end
      Outcome$Ahead: begin
        works$i[207] = ~state[51];
        works$i[239:232] = 8'h60;
      end
      Outcome$NotReady: begin
        works$i[207] = 1'h1;
        works$i[239:232] = {3'h0, examined[384:380]} | 8'h20;
      end
      Outcome$Invalid: begin
        works$i[239:232] = 8'h61;
        works$i[266] = state[50:49] == Message$Send;
        if (found$q[3] & found$q[8] & too_long) begin
          works$i[266] = 1'h1;
          works$i[274:267] = 8'h1;
        end
      end
      Outcome$Access: begin
        works$i[239:232] = 8'h62;
      end
      Outcome$Operational: begin
        works$i[239:232] = 8'h63;
        works$i[266] = 1'h1;
      end
      default: begin
      end
    endcase
  end
  assign work = works$o;
  assign work_valid = works$o_valid;
  states states (
    .clock(clock),
    .read_address(examined[9:0]),
    .read_data(states$read_data),
    .write(states$write),
    .write_address(states$write_address),
    .write_data(states$write_data)
  );
  failures failures (
    .clock(clock),
    .read_address(examined[9:0]),
    .read_data(failures$read_data),
    .write(failed_write),
    .write_address(failed_qpn),
    .write_data(failed)
  );
  works works (
    .clock(clock),
    .reset(reset),
    .i(works$i),
    .i_valid(works$i_valid),
    .i_ready(works$i_ready),
    .o(works$o),
    .o_valid(works$o_valid),
    .o_ready(work_ready),
    .level()
  );
  initial begin
    phase$q = 2'h0;
    found$q = 41'h0;
  end
endmodule

module ram_4 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [14:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [14:0] write_data
);
  (* ram_style = "distributed" *) logic [14:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 15'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module parts (
  input  logic clock,
  input  logic reset,
  input  logic [14:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [14:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [14:0] ram$read_data;
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
  ram_4 ram (
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

module ram_5 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [198:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [198:0] write_data
);
  (* ram_style = "distributed" *) logic [198:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 199'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module placings (
  input  logic clock,
  input  logic reset,
  input  logic [198:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [198:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [198:0] ram$read_data;
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
  ram_5 ram (
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

module ram_6 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [9:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [9:0] write_data
);
  (* ram_style = "distributed" *) logic [9:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 10'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module frees (
  input  logic clock,
  input  logic reset,
  input  logic [9:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [9:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [9:0] ram$read_data;
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
  ram_6 ram (
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

module responder_locate (
  input  logic clock,
  input  logic reset,
  input  logic [357:0] work,
  input  logic work_valid,
  output logic work_ready,
  output logic [11:0] wqe_address,
  input  logic [511:0] wqe,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  output logic [14:0] part,
  output logic part_valid,
  input  logic part_ready,
  output logic [198:0] placing,
  output logic placing_valid,
  input  logic placing_ready,
  output logic [9:0] freed,
  output logic freed_valid,
  input  logic freed_ready
);
  logic room;
  logic payload;
  logic [127:0] sge;
  logic [31:0] sge_length;
  logic past;
  logic [31:0] open;
  logic [12:0] take;
  logic [12:0] length;
  logic last;
  logic asks;
  logic parts_out;
  logic done;
  localparam logic [1:0] Phase$Fetch = 2'h1;
  localparam logic [1:0] Phase$Take = 2'h0;
  localparam logic [1:0] Phase$Walk = 2'h2;
  logic [160:0] checks$i;
  logic checks$i_valid;
  logic checks$i_ready;
  logic [160:0] checks$o;
  logic checks$o_valid;
  logic [14:0] parts$i;
  logic parts$i_valid;
  logic parts$i_ready;
  logic [14:0] parts$o;
  logic parts$o_valid;
  logic [198:0] placings$i;
  logic placings$i_valid;
  logic placings$i_ready;
  logic [198:0] placings$o;
  logic placings$o_valid;
  logic frees$i_valid;
  logic frees$i_ready;
  logic [9:0] frees$o;
  logic frees$o_valid;
  logic [1:0] phase$d;
  logic [1:0] phase$q;
  logic [1:0] entry$d;
  logic [1:0] entry$q;
  logic [31:0] skip$d;
  logic [31:0] skip$q;
  logic [12:0] rest$d;
  logic [12:0] rest$q;
  always_comb begin
    phase$d = phase$q;
    entry$d = entry$q;
    skip$d = skip$q;
    rest$d = rest$q;
    asks = 1'h0;
    parts_out = 1'h0;
    done = 1'h0;
    checks$i[31:0] = work[142:111];
    checks$i[47:32] = work[158:143];
    checks$i[51:48] = 4'h2;
    checks$i[115:52] = work[110:47];
    length = work[13:1];
    parts$i[13] = work[0];
    parts$i[14] = 1'h1;
    case (phase$q)
      Phase$Take: begin
        entry$d = 2'h0;
        skip$d = work[46:15];
        rest$d = work[13:1];
        if (work_valid & room) begin
          if (payload & work[0] & work[14]) begin
            phase$d = Phase$Fetch;
          end else begin
            done = 1'h1;
            parts_out = payload;
            asks = payload & work[0];
          end
        end
      end
      Phase$Fetch: begin
        phase$d = Phase$Walk;
      end
      default: begin
        checks$i[31:0] = sge[127:96];
        checks$i[51:48] = 4'h1;
        checks$i[115:52] = sge[63:0] + {32'h0, skip$q};
        length = take;
        parts$i[14] = last;
        if (past) begin
          entry$d = entry$q + 2'h1;
          skip$d = skip$q - sge_length;
        end else begin
          if (room) begin
            entry$d = entry$q + 2'h1;
            skip$d = 32'h0;
            rest$d = rest$q - take;
            asks = 1'h1;
            parts_out = 1'h1;
            done = last;
            if (last) begin
              phase$d = Phase$Take;
            end
          end
        end
      end
    endcase
    checks$i[147:116] = {19'h0, length};
    checks$i[160:148] = length;
    parts$i[12:0] = length;
    if (reset) begin
      phase$d = Phase$Take;
    end
  end
  assign room = checks$i_ready & parts$i_ready & placings$i_ready & frees$i_ready;
  assign wqe_address = {work[169:160], work[276:275]};
  always_comb begin
    sge = wqe[127:0];
    if (entry$q == 2'h1) begin
      sge = wqe[255:128];
    end
    if (entry$q == 2'h2) begin
      sge = wqe[383:256];
    end
    if (entry$q == 2'h3) begin
      sge = wqe[511:384];
    end
  end
  assign sge_length = sge[95:64];
  assign past = skip$q >= sge_length;
  assign open = sge_length - skip$q;
  assign last = open >= {19'h0, rest$q};
  always_comb begin
    take = open[12:0];
    if (last) begin
      take = rest$q;
    end
  end
  assign payload = work[13:1] != 13'h0;
  assign checks$i_valid = asks;
  assign parts$i_valid = parts_out;
  assign work_ready = done;
  assign placings$i = {payload, work[357:160]};
  assign placings$i_valid = done;
  assign frees$i_valid = done & work[159];
  assign check = checks$o;
  assign check_valid = checks$o_valid;
  assign part = parts$o;
  assign part_valid = parts$o_valid;
  assign placing = placings$o;
  assign placing_valid = placings$o_valid;
  assign freed = frees$o;
  assign freed_valid = frees$o_valid;
  checks checks (
    .clock(clock),
    .reset(reset),
    .i(checks$i),
    .i_valid(checks$i_valid),
    .i_ready(checks$i_ready),
    .o(checks$o),
    .o_valid(checks$o_valid),
    .o_ready(check_ready),
    .level()
  );
  parts parts (
    .clock(clock),
    .reset(reset),
    .i(parts$i),
    .i_valid(parts$i_valid),
    .i_ready(parts$i_ready),
    .o(parts$o),
    .o_valid(parts$o_valid),
    .o_ready(part_ready),
    .level()
  );
  placings placings (
    .clock(clock),
    .reset(reset),
    .i(placings$i),
    .i_valid(placings$i_valid),
    .i_ready(placings$i_ready),
    .o(placings$o),
    .o_valid(placings$o_valid),
    .o_ready(placing_ready),
    .level()
  );
  frees frees (
    .clock(clock),
    .reset(reset),
    .i(work[169:160]),
    .i_valid(frees$i_valid),
    .i_ready(frees$i_ready),
    .o(frees$o),
    .o_valid(frees$o_valid),
    .o_ready(freed_ready),
    .level()
  );
  initial begin
    phase$q = 2'h0;
    entry$q = 2'h0;
    skip$q = 32'h0;
    rest$q = 13'h0;
  end
  always @(posedge clock) begin
    phase$q <= phase$d;
    entry$q <= entry$d;
    skip$q <= skip$d;
    rest$q <= rest$d;
  end
endmodule

module ram_7 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [76:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [76:0] write_data
);
  (* ram_style = "distributed" *) logic [76:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 77'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module writes (
  input  logic clock,
  input  logic reset,
  input  logic [76:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [76:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [76:0] ram$read_data;
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
  ram_7 ram (
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

module ram_8 (
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
  ram_8 ram (
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

module ram_9 (
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
  ram_9 ram (
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

module split (
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

module ram_10 (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module routes (
  input  logic clock,
  input  logic reset,
  input  logic i,
  input  logic i_valid,
  output logic i_ready,
  output logic o,
  output logic o_valid,
  input  logic o_ready,
  output logic [5:0] level
);
  logic put;
  logic get;
  logic ram$read_data;
  logic ram$write;
  logic [4:0] write_at$q;
  logic [4:0] read_at$q;
  logic [5:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 5'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 5'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 6'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 6'h1;
      some$q <= count$q != 6'h1;
    end
    if (reset) begin
      write_at$q <= 5'h0;
      read_at$q <= 5'h0;
      count$q <= 6'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 6'h20;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 6'h20);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_10 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 5'h0;
    read_at$q = 5'h0;
    count$q = 6'h0;
    some$q = 1'h0;
  end
endmodule

module responder_place (
  input  logic clock,
  input  logic reset,
  input  logic [198:0] placing,
  input  logic placing_valid,
  output logic placing_ready,
  input  logic [14:0] part,
  input  logic part_valid,
  output logic part_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  input  logic [512:0] payload,
  input  logic payload_valid,
  output logic payload_ready,
  output logic [76:0] write,
  output logic write_valid,
  input  logic write_ready,
  output logic [512:0] write_data,
  output logic write_data_valid,
  input  logic write_data_ready,
  output logic [213:0] placed,
  output logic placed_valid,
  input  logic placed_ready,
  input  logic [9:0] forget_qpn,
  input  logic forget,
  output logic [9:0] failed_qpn,
  output logic failed,
  output logic failed_write,
  output logic [15:0] issued
);
  logic [15:0] next_ticket;
  logic gone;
  logic here;
  logic room;
  logic refused;
  logic acts;
  logic writes_now;
  logic part_done;
  logic late;
  logic done;
  logic report_fatal;
  localparam logic [2:0] Outcome$Access = 3'h5;
  localparam logic [2:0] Outcome$Failed = 3'h7;
  localparam logic [2:0] Outcome$Invalid = 3'h4;
  localparam logic [2:0] Outcome$Operational = 3'h6;
  logic failures$read_data;
  logic failures$write;
  logic [9:0] failures$write_address;
  logic failures$write_data;
  logic [76:0] writes$i;
  logic writes$i_valid;
  logic writes$i_ready;
  logic [76:0] writes$o;
  logic writes$o_valid;
  logic [13:0] split$piece;
  logic split$piece_valid;
  logic split$piece_ready;
  logic split$i_ready;
  logic [512:0] split$o;
  logic split$o_valid;
  logic split$o_ready;
  logic routes$i;
  logic routes$i_valid;
  logic routes$i_ready;
  logic routes$o;
  logic routes$o_ready;
  logic [15:0] tickets$d;
  logic [15:0] tickets$q;
  logic broken$d;
  logic broken$q;
  logic second$d;
  logic second$q;
  always_comb begin
    tickets$d = tickets$q;
    broken$d = broken$q;
    second$d = second$q;
    next_ticket = tickets$q;
    if (writes_now) begin
      next_ticket = tickets$q + 16'h1;
      second$d = ~part_done;
    end
    tickets$d = next_ticket;
    if (part_done) begin
      broken$d = ~part[14] & (broken$q | refused);
    end
    if (reset) begin
      tickets$d = 16'h0;
      broken$d = 1'h0;
      second$d = 1'h0;
    end
  end
  assign gone = failures$read_data;
  assign here = placing_valid & part_valid & (~part[13] | checked_valid);
  assign room = writes$i_ready & split$piece_ready & routes$i_ready & placed_ready;
  assign refused = part[13] & ~checked[0];
  assign acts = placing[198] & here & room;
  assign writes_now = acts & part[13] & checked[0] & ~gone & ~broken$q;
  assign part_done = acts & (~writes_now | second$q | (checked[154:142] == 13'h0));
  assign part_ready = part_done;
  assign checked_ready = part_done & part[13];
  always_comb begin
    split$piece[12:0] = part[12:0];
    split$piece[13] = part[14] & part_done;
    writes$i[63:0] = checked[64:1];
    writes$i[76:64] = checked[77:65];
    if (writes_now) begin
      split$piece[12:0] = checked[77:65];
    end
    if (second$q) begin
      split$piece[12:0] = checked[154:142];
      writes$i[63:0] = checked[141:78];
      writes$i[76:64] = checked[154:142];
    end
  end
  assign split$piece_valid = acts;
  assign routes$i = writes_now;
  assign routes$i_valid = acts;
  assign writes$i_valid = writes_now;
  assign issued = tickets$q;
  always_comb begin
    done = part_done & part[14];
    if (~placing[198]) begin
      done = placing_valid & placed_ready;
    end
  end
  assign late = placing[198] & (broken$q | refused);
  assign placing_ready = done;
  assign placed_valid = done;
  always_comb begin
    placed[213:198] = next_ticket;
    placed[197:0] = placing[197:0];
    if (gone) begin
      placed[46:44] = Outcome$Failed;
      placed[47] = 1'h0;
      placed[104] = 1'h0;
      placed[105] = 1'h0;
      placed[106] = 1'h0;
    end else begin
      if (late) begin
        placed[47] = 1'h1;
        placed[104] = 1'h0;
        placed[105] = 1'h0;
        if (placing[197]) begin
          placed[46:44] = Outcome$Access;
          placed[79:72] = 8'h62;
        end else begin
          placed[46:44] = Outcome$Operational;
          placed[79:72] = 8'h63;
          placed[106] = 1'h1;
          placed[114:107] = 8'h4;
        end
      end
    end
  end
  assign report_fatal = late | (placing[46:44] == Outcome$Invalid) | (placing[46:44] == Outcome$Access) |
      (placing[46:44] == Outcome$Operational);
  always_comb begin
    failures$write = done & report_fatal;
    failures$write_address = placing[9:0];
    failures$write_data = 1'h1;
    failed_write = done & report_fatal;
    failed_qpn = placing[9:0];
    failed = 1'h1;
    if (forget) begin
      failures$write = 1'h1;
      failures$write_address = forget_qpn;
      failures$write_data = 1'h0;
      failed_write = 1'h1;
      failed_qpn = forget_qpn;
      failed = 1'h0;
    end
  end
  assign payload_ready = split$i_ready;
  assign write = writes$o;
  assign write_valid = writes$o_valid;
  assign write_data = split$o;
  assign write_data_valid = split$o_valid & routes$o;
  assign split$o_ready = write_data_ready | ~routes$o;
  assign routes$o_ready = split$o_valid & split$o[512] & (write_data_ready | ~routes$o);
  failures failures (
    .clock(clock),
    .read_address(placing[9:0]),
    .read_data(failures$read_data),
    .write(failures$write),
    .write_address(failures$write_address),
    .write_data(failures$write_data)
  );
  writes writes (
    .clock(clock),
    .reset(reset),
    .i(writes$i),
    .i_valid(writes$i_valid),
    .i_ready(writes$i_ready),
    .o(writes$o),
    .o_valid(writes$o_valid),
    .o_ready(write_ready),
    .level()
  );
  split split (
    .clock(clock),
    .reset(reset),
    .piece(split$piece),
    .piece_valid(split$piece_valid),
    .piece_ready(split$piece_ready),
    .i(payload),
    .i_valid(payload_valid),
    .i_ready(split$i_ready),
    .o(split$o),
    .o_valid(split$o_valid),
    .o_ready(split$o_ready)
  );
  routes routes (
    .clock(clock),
    .reset(reset),
    .i(routes$i),
    .i_valid(routes$i_valid),
    .i_ready(routes$i_ready),
    .o(routes$o),
    .o_valid(),
    .o_ready(routes$o_ready),
    .level()
  );
  initial begin
    tickets$q = 16'h0;
    broken$q = 1'h0;
    second$q = 1'h0;
  end
  always @(posedge clock) begin
    tickets$q <= tickets$d;
    broken$q <= broken$d;
    second$q <= second$d;
  end
endmodule

module ram_214x64 (
  input  logic [5:0] read_address,
  input  logic read_clock,
  output logic [213:0] read_data,
  input  logic [5:0] write_address,
  input  logic write_clock,
  input  logic [213:0] write_data,
  input  logic write_enable
);
  logic [213:0] words [0:63];
  integer i;
  initial begin
    for (i = 0; i < 64; i = i + 1) words[i[5:0]] = 214'h0;
    read_data = 214'h0;
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

module ram_11 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [213:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [213:0] write_data
);
  (* ram_style = "distributed" *) logic [213:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 214'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_2 (
  input  logic clock,
  input  logic reset,
  input  logic [213:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [213:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [213:0] ram$read_data;
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
  ram_11 ram (
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

module waiting (
  input  logic clock,
  input  logic reset,
  input  logic [213:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [213:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level,
  output logic [6:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [213:0] ram$read_data;
  logic ram$write_enable;
  logic [213:0] out$o;
  logic out$o_valid;
  logic [5:0] write_at$q;
  logic [5:0] read_at$q;
  logic [6:0] count$q;
  logic [6:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 6'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 6'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 7'h1;
      free$q <= free$q - 7'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 7'h1;
      free$q <= free$q + 7'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 6'h0;
      read_at$q <= 6'h0;
      count$q <= 7'h0;
      free$q <= 7'h40;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 7'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 7'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_214x64 ram (
    .read_address(read_at$q),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_at$q),
    .write_clock(clock),
    .write_data(i),
    .write_enable(ram$write_enable)
  );
  out_2 out (
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
    write_at$q = 6'h0;
    read_at$q = 6'h0;
    count$q = 7'h0;
    free$q = 7'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_16x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [15:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [15:0] write_data,
  input  logic write_enable
);
  logic [15:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 16'h0;
    read_data = 16'h0;
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

module done (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [15:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [15:0] write_data
);
  logic [15:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_16x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_12 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [145:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [145:0] write_data
);
  (* ram_style = "distributed" *) logic [145:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 146'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module completions (
  input  logic clock,
  input  logic reset,
  input  logic [145:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [145:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [145:0] ram$read_data;
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
  ram_12 ram (
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

module ram_13 (
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

module out_3 (
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
  ram_13 ram (
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

module faults (
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
  out_3 out (
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

module out_4 (
  input  logic clock,
  input  logic reset,
  input  logic [90:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [90:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [90:0] front$q;
  logic front_valid$q;
  logic [90:0] spare$q;
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
    front$q = 91'h0;
    front_valid$q = 1'h0;
    spare$q = 91'h0;
    spare_valid$q = 1'h0;
  end
endmodule

module responder_answer (
  input  logic clock,
  input  logic reset,
  input  logic [15:0] written,
  input  logic [213:0] placed,
  input  logic placed_valid,
  output logic placed_ready,
  output logic [90:0] answer,
  output logic answer_valid,
  input  logic answer_ready,
  output logic [145:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic [25:0] flush,
  output logic flush_valid,
  input  logic flush_ready,
  input  logic [52:0] range,
  input  logic range_valid,
  output logic range_ready,
  input  logic [9:0] command_qpn,
  input  logic finish,
  output logic finished,
  input  logic forget,
  output logic retired,
  output logic empty,
  output logic count_responder_duplicate,
  output logic count_responder_sequence,
  output logic count_responder_invalid,
  output logic count_responder_access,
  output logic count_responder_operational,
  output logic count_responder_not_ready,
  output logic count_responder_failed_qp,
  output logic count_responder_messages
);
  logic [15:0] behind;
  logic reached;
  logic ends_wqe;
  logic fatal;
  logic [90:0] acknowledge;
  logic answer_room;
  logic says;
  logic [9:0] qpn;
  logic takes_range;
  logic [7:0] opcode;
  localparam logic [2:0] Outcome$Access = 3'h5;
  localparam logic [2:0] Outcome$Ahead = 3'h2;
  localparam logic [2:0] Outcome$Duplicate = 3'h1;
  localparam logic [2:0] Outcome$Failed = 3'h7;
  localparam logic [2:0] Outcome$Invalid = 3'h4;
  localparam logic [2:0] Outcome$NotReady = 3'h3;
  localparam logic [2:0] Outcome$Operational = 3'h6;
  localparam logic [2:0] Phase$Fault = 3'h4;
  localparam logic [2:0] Phase$Flush = 3'h2;
  localparam logic [2:0] Phase$Range = 3'h3;
  localparam logic [2:0] Phase$Say = 3'h1;
  localparam logic [2:0] Phase$Take = 3'h0;
  logic waiting$i_ready;
  logic [213:0] waiting$o;
  logic waiting$o_valid;
  logic waiting$o_ready;
  logic [9:0] done$read_address;
  logic [15:0] done$read_data;
  logic done$write;
  logic [9:0] done$write_address;
  logic [15:0] done$write_data;
  logic [145:0] completions$i;
  logic completions$i_valid;
  logic completions$i_ready;
  logic [145:0] completions$o;
  logic completions$o_valid;
  logic [25:0] faults$i;
  logic faults$i_valid;
  logic faults$i_ready;
  logic [25:0] faults$o;
  logic faults$o_valid;
  logic out$i_ready;
  logic [90:0] out$o;
  logic out$o_valid;
  logic [90:0] pending$d;
  logic [90:0] pending$q;
  logic pending_valid$d;
  logic pending_valid$q;
  logic [2:0] phase$d;
  logic [2:0] phase$q;
  logic [213:0] now$d;
  logic [213:0] now$q;
  logic ending$d;
  logic ending$q;
  always_comb begin
    pending$d = pending$q;
    pending_valid$d = pending_valid$q;
    phase$d = phase$q;
    now$d = now$q;
    ending$d = ending$q;
    if (out$i_ready) begin
      pending_valid$d = 1'h0;
    end
    if (says & now$q[47]) begin
      pending$d = acknowledge;
      pending_valid$d = 1'h1;
    end
    qpn = now$q[9:0];
    flush_valid = 1'h0;
    faults$i_valid = 1'h0;
    waiting$o_ready = 1'h0;
    retired = 1'h0;
    finished = 1'h0;
    case (phase$q)
      Phase$Take: begin
        now$d = waiting$o;
        qpn = waiting$o[9:0];
        ending$d = 1'h0;
        if (range_valid) begin
          phase$d = Phase$Take;
        end else begin
          if (waiting$o_valid & reached) begin
            waiting$o_ready = 1'h1;
            phase$d = Phase$Say;
          end else begin
            if (finish & ~waiting$o_valid) begin
              now$d[9:0] = command_qpn;
              qpn = command_qpn;
              ending$d = 1'h1;
              phase$d = Phase$Flush;
            end
          end
        end
      end
      Phase$Say: begin
        if (says) begin
          if (fatal) begin
            phase$d = Phase$Fault;
          end else begin
            retired = 1'h1;
            phase$d = Phase$Take;
          end
        end
      end
      Phase$Fault: begin
        faults$i_valid = 1'h1;
        if (faults$i_ready) begin
          phase$d = Phase$Flush;
        end
      end
      Phase$Flush: begin
        flush_valid = 1'h1;
        if (flush_ready) begin
          phase$d = Phase$Range;
        end
      end
      default: begin
        if (takes_range & range[52]) begin
          retired = ~ending$q;
          finished = ending$q;
          phase$d = Phase$Take;
        end
      end
    endcase
    if (reset) begin
      phase$d = Phase$Take;
      pending_valid$d = 1'h0;
    end
  end
  assign placed_ready = waiting$i_ready;
  assign behind = written - waiting$o[213:198];
  assign reached = ~behind[15] | ~(waiting$o[47] | waiting$o[105]);
  assign ends_wqe = now$q[105] | now$q[106];
  assign fatal = (now$q[46:44] == Outcome$Invalid) | (now$q[46:44] == Outcome$Access) | (now$q[46:44] ==
      Outcome$Operational);
  always_comb begin
    acknowledge[9:0] = now$q[9:0];
    acknowledge[33:10] = now$q[33:10];
    acknowledge[57:34] = now$q[71:48];
    acknowledge[65:58] = now$q[79:72];
    acknowledge[89:66] = now$q[103:80];
    if (now$q[104]) begin
      acknowledge[89:66] = now$q[103:80] + 24'h1;
    end
    acknowledge[90] = now$q[79:72] == 8'h1f;
  end
  assign answer_room = ~pending_valid$q | out$i_ready | (pending$q[90] & acknowledge[90] & (pending$q[9:0] ==
      acknowledge[9:0]));
  assign answer = out$o;
  assign answer_valid = out$o_valid;
  assign says = (phase$q == Phase$Say) & (~now$q[47] | answer_room) & (~ends_wqe | completions$i_ready);
  always_comb begin
    opcode = 8'h80;
    if (now$q[197]) begin
      opcode = 8'h81;
    end
  end
  always_comb begin
    completions$i[9:0] = now$q[43:34];
    completions$i[33:10] = {14'h0, now$q[9:0]};
    completions$i[41:34] = opcode;
    completions$i[57:42] = now$q[130:115];
    completions$i[65:58] = 8'h0;
    completions$i[73:66] = 8'h0;
    if (now$q[195] & now$q[196]) begin
      completions$i[73:66] = 8'h12;
    end else begin
      if (now$q[195]) begin
        completions$i[73:66] = 8'h2;
      end else begin
        if (now$q[196]) begin
          completions$i[73:66] = 8'h10;
        end
      end
    end
    completions$i[105:74] = now$q[162:131];
    completions$i[137:106] = now$q[194:163];
    completions$i[145:138] = 8'h0;
    if (now$q[106]) begin
      completions$i[41:34] = 8'h80;
      completions$i[65:58] = now$q[114:107];
      completions$i[73:66] = 8'h0;
      completions$i[105:74] = 32'h0;
      completions$i[137:106] = 32'h0;
      completions$i[145:138] = now$q[79:72];
    end
    completions$i_valid = says & ends_wqe;
    if (takes_range) begin
      completions$i[9:0] = range[19:10];
      completions$i[33:10] = {14'h0, range[9:0]};
      completions$i[41:34] = 8'h80;
      completions$i[57:42] = range[35:20];
      completions$i[65:58] = 8'h5;
      completions$i[73:66] = 8'h0;
      completions$i[105:74] = {16'h0, range[51:36]};
      completions$i[137:106] = 32'h0;
      completions$i[145:138] = 8'h0;
      completions$i_valid = range[51:36] != 16'h0;
    end
  end
  assign takes_range = range_valid & completions$i_ready & ((phase$q == Phase$Take) | (phase$q ==
      Phase$Range));
  assign range_ready = takes_range;
  assign completion = completions$o;
  assign completion_valid = completions$o_valid;
  always_comb begin
    done$write = says & ends_wqe;
    done$write_address = now$q[9:0];
    done$write_data = done$read_data + 16'h1;
    if (forget) begin
      done$write = 1'h1;
      done$write_address = command_qpn;
      done$write_data = 16'h0;
    end
  end
  assign flush = {done$read_data, now$q[9:0]};
  always_comb begin
    faults$i[9:0] = now$q[9:0];
    faults$i[17:10] = 8'h3;
    if (now$q[46:44] == Outcome$Invalid) begin
      faults$i[17:10] = 8'h4;
    end
    if (now$q[46:44] == Outcome$Access) begin
      faults$i[17:10] = 8'h5;
    end
    faults$i[25:18] = now$q[79:72];
  end
  assign fault = faults$o;
  assign fault_valid = faults$o_valid;
  assign done$read_address = qpn;
  assign empty = (phase$q == Phase$Take) & ~range_valid & ~completions$o_valid & ~pending_valid$q &
      ~out$o_valid;
  assign count_responder_duplicate = says & (now$q[46:44] == Outcome$Duplicate);
  assign count_responder_sequence = says & (now$q[46:44] == Outcome$Ahead);
  assign count_responder_invalid = says & (now$q[46:44] == Outcome$Invalid);
  assign count_responder_access = says & (now$q[46:44] == Outcome$Access);
  assign count_responder_operational = says & (now$q[46:44] == Outcome$Operational);
  assign count_responder_not_ready = says & (now$q[46:44] == Outcome$NotReady);
  assign count_responder_failed_qp = says & (now$q[46:44] == Outcome$Failed);
  assign count_responder_messages = says & now$q[104];
  waiting waiting (
    .clock(clock),
    .reset(reset),
    .i(placed),
    .i_valid(placed_valid),
    .i_ready(waiting$i_ready),
    .o(waiting$o),
    .o_valid(waiting$o_valid),
    .o_ready(waiting$o_ready),
    .level(),
    .space()
  );
  done done (
    .clock(clock),
    .read_address(done$read_address),
    .read_data(done$read_data),
    .write(done$write),
    .write_address(done$write_address),
    .write_data(done$write_data)
  );
  completions completions (
    .clock(clock),
    .reset(reset),
    .i(completions$i),
    .i_valid(completions$i_valid),
    .i_ready(completions$i_ready),
    .o(completions$o),
    .o_valid(completions$o_valid),
    .o_ready(completion_ready),
    .level()
  );
  faults faults (
    .clock(clock),
    .reset(reset),
    .i(faults$i),
    .i_valid(faults$i_valid),
    .i_ready(faults$i_ready),
    .o(faults$o),
    .o_valid(faults$o_valid),
    .o_ready(fault_ready),
    .level(),
    .space()
  );
  out_4 out (
    .clock(clock),
    .reset(reset),
    .i(pending$q),
    .i_valid(pending_valid$q),
    .i_ready(out$i_ready),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(answer_ready)
  );
  initial begin
    pending$q = 91'h0;
    pending_valid$q = 1'h0;
    phase$q = 3'h0;
    now$q = 214'h0;
    ending$q = 1'h0;
  end
  always @(posedge clock) begin
    pending$q <= pending$d;
    pending_valid$q <= pending_valid$d;
    phase$q <= phase$d;
    now$q <= now$d;
    ending$q <= ending$d;
  end
endmodule

module ram_49x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [48:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [48:0] write_data,
  input  logic write_enable
);
  logic [48:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 49'h0;
    read_data = 49'h0;
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

module indices (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [48:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [48:0] write_data
);
  logic [48:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_49x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_78x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [77:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [77:0] write_data,
  input  logic write_enable
);
  logic [77:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 78'h0;
    read_data = 78'h0;
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

module rings (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [77:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [77:0] write_data
);
  logic [77:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_78x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_14 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [25:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [25:0] write_data
);
  (* ram_style = "distributed" *) logic [25:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 26'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module doorbells (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [25:0] ram$read_data;
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
  ram_14 ram (
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

module ram_15 (
  input  logic clock,
  input  logic read_address,
  output logic [28:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [28:0] write_data
);
  (* ram_style = "distributed" *) logic [28:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 29'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module fetches (
  input  logic clock,
  input  logic reset,
  input  logic [28:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [28:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [28:0] ram$read_data;
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
  ram_15 ram (
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

module ram_16 (
  input  logic clock,
  input  logic read_address,
  output logic [77:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [77:0] write_data
);
  (* ram_style = "distributed" *) logic [77:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 78'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module rings_of_fetches (
  input  logic clock,
  input  logic reset,
  input  logic [77:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [77:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [77:0] ram$read_data;
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
  ram_16 ram (
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

module reads (
  input  logic clock,
  input  logic reset,
  input  logic [76:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [76:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [76:0] front$q;
  logic front_valid$q;
  logic [76:0] spare$q;
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
    front$q = 77'h0;
    front_valid$q = 1'h0;
    spare$q = 77'h0;
    spare_valid$q = 1'h0;
  end
endmodule

module ram_17 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [52:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [52:0] write_data
);
  (* ram_style = "distributed" *) logic [52:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 53'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module ranges (
  input  logic clock,
  input  logic reset,
  input  logic [52:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [52:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [52:0] ram$read_data;
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
  ram_17 ram (
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

module ram_33x4096 (
  input  logic [11:0] read_address,
  input  logic read_clock,
  output logic [32:0] read_data,
  input  logic [11:0] write_address,
  input  logic write_clock,
  input  logic [32:0] write_data,
  input  logic write_enable
);
  logic [32:0] words [0:4095];
  integer i;
  initial begin
    for (i = 0; i < 4096; i = i + 1) words[i[11:0]] = 33'h0;
    read_data = 33'h0;
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

module stocks (
  input  logic clock,
  input  logic [11:0] read_address,
  output logic [32:0] read_data,
  input  logic write,
  input  logic [11:0] write_address,
  input  logic [32:0] write_data
);
  logic [32:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_33x4096 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_512x4096 (
  input  logic [11:0] read_address,
  input  logic read_clock,
  output logic [511:0] read_data,
  input  logic [11:0] write_address,
  input  logic write_clock,
  input  logic [511:0] write_data,
  input  logic write_enable
);
  (* ram_style = "ultra" *) logic [511:0] words [0:4095];
  integer i;
  initial begin
    for (i = 0; i < 4096; i = i + 1) words[i[11:0]] = 512'h0;
    read_data = 512'h0;
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

module wqes (
  input  logic clock,
  input  logic [11:0] read_address,
  output logic [511:0] read_data,
  input  logic write,
  input  logic [11:0] write_address,
  input  logic [511:0] write_data
);
  logic [511:0] ram$read_data;
  logic [511:0] fetched$q;
  always @(posedge clock) begin
    fetched$q <= ram$read_data;
  end
  assign read_data = fetched$q;
  ram_512x4096 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    fetched$q = 512'h0;
  end
endmodule

module ram_18 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [28:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [28:0] write_data
);
  (* ram_style = "distributed" *) logic [28:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 29'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module outstanding (
  input  logic clock,
  input  logic reset,
  input  logic [28:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [28:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [28:0] ram$read_data;
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
  ram_18 ram (
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

module ram_19 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [2:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [2:0] write_data
);
  (* ram_style = "distributed" *) logic [2:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 3'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module statuses (
  input  logic clock,
  input  logic reset,
  input  logic [2:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [2:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [2:0] ram$read_data;
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
  ram_19 ram (
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

module responder_wqe_stock (
  input  logic clock,
  input  logic reset,
  input  logic [28:0] fetch,
  input  logic fetch_valid,
  output logic fetch_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  input  logic [9:0] forget_qpn,
  input  logic forget,
  output logic idle,
  input  logic [9:0] queue_qpn,
  output logic [15:0] arrived,
  input  logic [11:0] stock_address,
  output logic [32:0] stock,
  input  logic [11:0] wqe_address,
  output logic [511:0] wqe
);
  logic takes;
  logic ends;
  logic [33:0] total;
  logic [15:0] arrivals$read_data;
  logic arrivals$write;
  logic [9:0] arrivals$write_address;
  logic [15:0] arrivals$write_data;
  logic [32:0] stocks$read_data;
  logic [11:0] stocks$write_address;
  logic [32:0] stocks$write_data;
  logic [511:0] wqes$read_data;
  logic [11:0] wqes$write_address;
  logic outstanding$i_ready;
  logic [28:0] outstanding$o;
  logic outstanding$o_valid;
  logic outstanding$o_ready;
  logic statuses$i_ready;
  logic [2:0] statuses$o;
  logic statuses$o_valid;
  logic statuses$o_ready;
  logic [1:0] come$q;
  logic [511:0] beat$q;
  logic [26:0] beat_of$q;
  logic beat_valid$q;
  logic [32:0] lower$q;
  logic [32:0] upper$q;
  logic [26:0] sum_of$q;
  logic sum_valid$q;
  always @(posedge clock) begin
    if (takes) begin
      come$q <= come$q + 2'h1;
      if (ends) begin
        come$q <= 2'h0;
      end
    end
    beat_valid$q <= takes;
    sum_valid$q <= beat_valid$q;
    if (reset) begin
      come$q <= 2'h0;
      beat_valid$q <= 1'h0;
      sum_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    beat$q <= data[511:0];
  end
  always @(posedge clock) begin
    beat_of$q[9:0] <= outstanding$o[9:0];
    beat_of$q[25:10] <= outstanding$o[25:10] + {14'h0, come$q};
    beat_of$q[26] <= statuses$o != 3'h0;
  end
  always @(posedge clock) begin
    lower$q <= {1'h0, beat$q[95:64]} + {1'h0, beat$q[223:192]};
  end
  always @(posedge clock) begin
    upper$q <= {1'h0, beat$q[351:320]} + {1'h0, beat$q[479:448]};
  end
  always @(posedge clock) begin
    sum_of$q <= beat_of$q;
  end
  assign fetch_ready = outstanding$i_ready;
  assign status_ready = statuses$i_ready;
  assign idle = ~outstanding$o_valid & ~beat_valid$q & ~sum_valid$q;
  assign data_ready = outstanding$o_valid & statuses$o_valid;
  assign takes = data_valid & outstanding$o_valid & statuses$o_valid;
  assign ends = ({1'h0, come$q} + 3'h1) == outstanding$o[28:26];
  assign outstanding$o_ready = takes & ends;
  assign statuses$o_ready = takes & ends;
  assign wqes$write_address = {beat_of$q[9:0], beat_of$q[11:10]};
  assign wqe = wqes$read_data;
  assign total = {1'h0, lower$q} + {1'h0, upper$q};
  assign stocks$write_address = {sum_of$q[9:0], sum_of$q[11:10]};
  always_comb begin
    stocks$write_data[32] = sum_of$q[26];
    stocks$write_data[31:0] = total[31:0];
    if (total > 34'h80000000) begin
      stocks$write_data[31:0] = 32'h80000000;
    end
  end
  assign stock = stocks$read_data;
  always_comb begin
    arrivals$write = sum_valid$q;
    arrivals$write_address = sum_of$q[9:0];
    arrivals$write_data = sum_of$q[25:10] + 16'h1;
    if (forget) begin
      arrivals$write = 1'h1;
      arrivals$write_address = forget_qpn;
      arrivals$write_data = 16'h0;
    end
  end
  assign arrived = arrivals$read_data;
  done arrivals (
    .clock(clock),
    .read_address(queue_qpn),
    .read_data(arrivals$read_data),
    .write(arrivals$write),
    .write_address(arrivals$write_address),
    .write_data(arrivals$write_data)
  );
  stocks stocks (
    .clock(clock),
    .read_address(stock_address),
    .read_data(stocks$read_data),
    .write(sum_valid$q),
    .write_address(stocks$write_address),
    .write_data(stocks$write_data)
  );
  wqes wqes (
    .clock(clock),
    .read_address(wqe_address),
    .read_data(wqes$read_data),
    .write(beat_valid$q),
    .write_address(wqes$write_address),
    .write_data(beat$q)
  );
  outstanding outstanding (
    .clock(clock),
    .reset(reset),
    .i(fetch),
    .i_valid(fetch_valid),
    .i_ready(outstanding$i_ready),
    .o(outstanding$o),
    .o_valid(outstanding$o_valid),
    .o_ready(outstanding$o_ready),
    .level()
  );
  statuses statuses (
    .clock(clock),
    .reset(reset),
    .i(status),
    .i_valid(status_valid),
    .i_ready(statuses$i_ready),
    .o(statuses$o),
    .o_valid(statuses$o_valid),
    .o_ready(statuses$o_ready),
    .level()
  );
  initial begin
    come$q = 2'h0;
    beat$q = 512'h0;
    beat_of$q = 27'h0;
    beat_valid$q = 1'h0;
    lower$q = 33'h0;
    upper$q = 33'h0;
    sum_of$q = 27'h0;
    sum_valid$q = 1'h0;
  end
endmodule

module responder_receive_queue (
  input  logic clock,
  input  logic reset,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [25:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
  input  logic [9:0] freed,
  input  logic freed_valid,
  output logic freed_ready,
  input  logic [25:0] flush,
  input  logic flush_valid,
  output logic flush_ready,
  output logic [52:0] range,
  output logic range_valid,
  input  logic range_ready,
  input  logic [9:0] forget_qpn,
  input  logic forget,
  output logic forgotten,
  input  logic [9:0] queue_qpn,
  output logic [15:0] posted,
  output logic [15:0] arrived,
  input  logic [11:0] stock_address,
  output logic [32:0] stock,
  input  logic [11:0] wqe_address,
  output logic [511:0] wqe,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready
);
  logic room;
  logic [9:0] chosen;
  logic [48:0] known;
  logic [48:0] after;
  logic [15:0] backlog;
  logic [15:0] held;
  logic [2:0] space;
  logic [2:0] group;
  logic [2:0] fits;
  logic [2:0] count;
  logic fetching;
  logic applies;
  logic [15:0] size;
  logic [15:0] place;
  logic sends;
  logic forgets;
  localparam logic [2:0] Event$Doorbell = 3'h0;
  localparam logic [2:0] Event$Flush = 3'h2;
  localparam logic [2:0] Event$Forget = 3'h3;
  localparam logic [2:0] Event$Freed = 3'h1;
  localparam logic [2:0] Event$More = 3'h4;
  localparam logic Phase$Apply = 1'h1;
  localparam logic Phase$Choose = 1'h0;
  logic [9:0] indices$read_address;
  logic [48:0] indices$read_data;
  logic indices$write;
  logic [48:0] indices$write_data;
  logic [9:0] rings$read_address;
  logic [77:0] rings$read_data;
  logic [77:0] rings$write_data;
  logic [15:0] posts$read_data;
  logic posts$write;
  logic [15:0] posts$write_data;
  logic doorbells$i_valid;
  logic doorbells$i_ready;
  logic [25:0] doorbells$o;
  logic doorbells$o_valid;
  logic doorbells$o_ready;
  logic [28:0] fetches$i;
  logic fetches$i_valid;
  logic fetches$i_ready;
  logic [28:0] fetches$o;
  logic fetches$o_valid;
  logic fetches$o_ready;
  logic rings_of_fetches$i_valid;
  logic [77:0] rings_of_fetches$o;
  logic rings_of_fetches$o_ready;
  logic [76:0] reads$i;
  logic reads$i_valid;
  logic reads$i_ready;
  logic [76:0] reads$o;
  logic reads$o_valid;
  logic [52:0] ranges$i;
  logic ranges$i_valid;
  logic ranges$i_ready;
  logic [52:0] ranges$o;
  logic ranges$o_valid;
  logic wqes$fetch_valid;
  logic wqes$fetch_ready;
  logic wqes$status_ready;
  logic wqes$data_ready;
  logic wqes$forget;
  logic wqes$idle;
  logic [15:0] wqes$arrived;
  logic [32:0] wqes$stock;
  logic [511:0] wqes$wqe;
  logic phase$d;
  logic phase$q;
  logic [2:0] kind$d;
  logic [2:0] kind$q;
  logic [9:0] qpn$q;
  logic [15:0] index$d;
  logic [15:0] index$q;
  always_comb begin
    phase$d = phase$q;
    kind$d = kind$q;
    index$d = index$q;
    freed_ready = 1'h0;
    flush_ready = 1'h0;
    doorbells$o_ready = 1'h0;
    chosen = qpn$q;
    case (phase$q)
      Phase$Choose: begin
        if (room) begin
          if (kind$q == Event$More) begin
            phase$d = Phase$Apply;
          end else begin
            if (freed_valid) begin
              phase$d = Phase$Apply;
              kind$d = Event$Freed;
              chosen = freed;
              freed_ready = 1'h1;
            end else begin
              if (flush_valid) begin
                phase$d = Phase$Apply;
                kind$d = Event$Flush;
                chosen = flush[9:0];
                index$d = flush[25:10];
                flush_ready = 1'h1;
              end else begin
                if (doorbells$o_valid) begin
                  phase$d = Phase$Apply;
                  kind$d = Event$Doorbell;
                  chosen = doorbells$o[9:0];
                  index$d = doorbells$o[25:10];
                  doorbells$o_ready = 1'h1;
                end else begin
                  if (forgets) begin
                    phase$d = Phase$Apply;
                    kind$d = Event$Forget;
                    chosen = forget_qpn;
                  end else begin
                    if (~forget) begin
                      kind$d = Event$Doorbell;
                    end
                  end
                end
              end
            end
          end
        end
      end
      default: begin
        phase$d = Phase$Choose;
      end
    endcase
    if (applies & (kind$q != Event$Forget)) begin
      kind$d = Event$Doorbell;
      if (fetching) begin
        kind$d = Event$More;
      end
    end
    if (reset) begin
      phase$d = Phase$Choose;
      kind$d = Event$Doorbell;
    end
  end
  always @(posedge clock) begin
    qpn$q <= chosen;
  end
  assign rings$write_data = {qp_write[280:271], qp_write[270:267], qp_write[266:203]};
  assign doorbells$i_valid = doorbell_valid & ~forget;
  assign doorbell_ready = doorbells$i_ready & ~forget;
  assign room = (phase$q == Phase$Choose) & fetches$i_ready & ranges$i_ready;
  assign forgets = forget & ~doorbells$o_valid & ~fetches$o_valid & wqes$idle & (kind$q != Event$Forget);
  assign indices$read_address = chosen;
  assign rings$read_address = chosen;
  assign applies = phase$q == Phase$Apply;
  assign forgotten = applies & (kind$q == Event$Forget);
  assign known = indices$read_data;
  always_comb begin
    after = indices$read_data;
    ranges$i[9:0] = qpn$q;
    ranges$i[19:10] = rings$read_data[77:68];
    ranges$i[35:20] = known[15:0];
    ranges$i[51:36] = index$q - known[15:0];
    ranges$i[52] = 1'h0;
    ranges$i_valid = 1'h0;
    case (kind$q)
      Event$Doorbell: begin
        after[15:0] = index$q;
        ranges$i_valid = applies & known[48];
      end
      Event$Freed: begin
        after[47:32] = known[47:32] + 16'h1;
      end
      Event$Flush: begin
        after[48] = 1'h1;
        ranges$i[35:20] = index$q;
        ranges$i[51:36] = known[15:0] - index$q;
        if (known[48]) begin
          ranges$i[51:36] = 16'h0;
        end
        ranges$i[52] = 1'h1;
        ranges$i_valid = applies;
      end
      Event$Forget: begin
        after[15:0] = 16'h0;
        after[31:16] = 16'h0;
        after[47:32] = 16'h0;
        after[48] = 1'h0;
      end
      default: begin
      end
    endcase
  end
  assign backlog = after[15:0] - after[31:16];
  assign held = after[31:16] - after[47:32];
  assign space = 3'h4 - held[2:0];
  assign group = 3'h4 - {1'h0, after[17:16]};
  always_comb begin
    fits = space;
    if (group < space) begin
      fits = group;
    end
  end
  always_comb begin
    count = fits;
    if (backlog < {13'h0, fits}) begin
      count = backlog[2:0];
    end
  end
  assign fetching = applies & ~after[48] & (count != 3'h0);
  assign indices$write = applies;
  always_comb begin
    indices$write_data = after;
    if (fetching) begin
      indices$write_data[31:16] = after[31:16] + {13'h0, count};
    end
  end
  assign posts$write = applies;
  assign posts$write_data = after[15:0];
  assign posted = posts$read_data;
  assign range = ranges$o;
  assign range_valid = ranges$o_valid;
  assign fetches$i = {count, after[31:16], qpn$q};
  assign fetches$i_valid = fetching;
  assign rings_of_fetches$i_valid = fetching;
  assign size = 16'h1 << {4'h0, rings_of_fetches$o[67:64]};
  assign place = fetches$o[25:10] & (size - 16'h1);
  assign sends = fetches$o_valid & reads$i_ready & wqes$fetch_ready;
  assign fetches$o_ready = sends;
  assign rings_of_fetches$o_ready = sends;
  assign reads$i = {{10'h0, fetches$o[28:26]} << 32'h6, rings_of_fetches$o[63:0] + ({48'h0, place} << 32'h6)};
  assign reads$i_valid = sends;
  assign read = reads$o;
  assign read_valid = reads$o_valid;
  assign wqes$fetch_valid = sends;
  assign status_ready = wqes$status_ready;
  assign data_ready = wqes$data_ready;
  assign wqes$forget = applies & (kind$q == Event$Forget);
  assign arrived = wqes$arrived;
  assign stock = wqes$stock;
  assign wqe = wqes$wqe;
  indices indices (
    .clock(clock),
    .read_address(indices$read_address),
    .read_data(indices$read_data),
    .write(indices$write),
    .write_address(qpn$q),
    .write_data(indices$write_data)
  );
  rings rings (
    .clock(clock),
    .read_address(rings$read_address),
    .read_data(rings$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(rings$write_data)
  );
  done posts (
    .clock(clock),
    .read_address(queue_qpn),
    .read_data(posts$read_data),
    .write(posts$write),
    .write_address(qpn$q),
    .write_data(posts$write_data)
  );
  doorbells doorbells (
    .clock(clock),
    .reset(reset),
    .i(doorbell),
    .i_valid(doorbells$i_valid),
    .i_ready(doorbells$i_ready),
    .o(doorbells$o),
    .o_valid(doorbells$o_valid),
    .o_ready(doorbells$o_ready),
    .level()
  );
  fetches fetches (
    .clock(clock),
    .reset(reset),
    .i(fetches$i),
    .i_valid(fetches$i_valid),
    .i_ready(fetches$i_ready),
    .o(fetches$o),
    .o_valid(fetches$o_valid),
    .o_ready(fetches$o_ready),
    .level()
  );
  rings_of_fetches rings_of_fetches (
    .clock(clock),
    .reset(reset),
    .i(rings$read_data),
    .i_valid(rings_of_fetches$i_valid),
    .i_ready(),
    .o(rings_of_fetches$o),
    .o_valid(),
    .o_ready(rings_of_fetches$o_ready),
    .level()
  );
  reads reads (
    .clock(clock),
    .reset(reset),
    .i(reads$i),
    .i_valid(reads$i_valid),
    .i_ready(reads$i_ready),
    .o(reads$o),
    .o_valid(reads$o_valid),
    .o_ready(read_ready)
  );
  ranges ranges (
    .clock(clock),
    .reset(reset),
    .i(ranges$i),
    .i_valid(ranges$i_valid),
    .i_ready(ranges$i_ready),
    .o(ranges$o),
    .o_valid(ranges$o_valid),
    .o_ready(range_ready),
    .level()
  );
  responder_wqe_stock wqes (
    .clock(clock),
    .reset(reset),
    .fetch(fetches$o),
    .fetch_valid(wqes$fetch_valid),
    .fetch_ready(wqes$fetch_ready),
    .status(status),
    .status_valid(status_valid),
    .status_ready(wqes$status_ready),
    .data(data),
    .data_valid(data_valid),
    .data_ready(wqes$data_ready),
    .forget_qpn(qpn$q),
    .forget(wqes$forget),
    .idle(wqes$idle),
    .queue_qpn(queue_qpn),
    .arrived(wqes$arrived),
    .stock_address(stock_address),
    .stock(wqes$stock),
    .wqe_address(wqe_address),
    .wqe(wqes$wqe)
  );
  initial begin
    phase$q = 1'h0;
    kind$q = 3'h0;
    qpn$q = 10'h0;
    index$q = 16'h0;
  end
  always @(posedge clock) begin
    phase$q <= phase$d;
    kind$q <= kind$d;
    index$q <= index$d;
  end
endmodule

module responder (
  input  logic clock,
  input  logic reset,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [35:0] command,
  input  logic command_valid,
  output logic command_ready,
  input  logic [251:0] request,
  input  logic request_valid,
  output logic request_ready,
  input  logic [512:0] payload,
  input  logic payload_valid,
  output logic payload_ready,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  output logic [160:0] piece_check,
  output logic piece_check_valid,
  input  logic piece_check_ready,
  input  logic [154:0] piece_checked,
  input  logic piece_checked_valid,
  output logic piece_checked_ready,
  input  logic [25:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
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
  output logic [272:0] answer,
  output logic answer_valid,
  input  logic answer_ready,
  output logic [145:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic count_responder_duplicate,
  output logic count_responder_sequence,
  output logic count_responder_invalid,
  output logic count_responder_access,
  output logic count_responder_operational,
  output logic count_responder_not_ready,
  output logic count_responder_failed_qp,
  output logic count_responder_messages
);
  logic drained;
  logic starts;
  localparam logic [2:0] Phase$Command = 3'h0;
  localparam logic [2:0] Phase$Done = 3'h5;
  localparam logic [2:0] Phase$Drain = 3'h1;
  localparam logic [2:0] Phase$End = 3'h2;
  localparam logic [2:0] Phase$Forget = 3'h3;
  localparam logic [2:0] Phase$Leave = 3'h4;
  localparam logic [1:0] QpCommandKind$Error = 2'h3;
  localparam logic [1:0] QpCommandKind$Reset = 2'h0;
  localparam logic [1:0] QpCommandKind$StartReceive = 2'h1;
  localparam logic [1:0] QpCommandKind$StartSend = 2'h2;
  logic requests$stop;
  logic requests$request_ready;
  logic [160:0] requests$check;
  logic requests$check_valid;
  logic [393:0] requests$examined;
  logic requests$examined_valid;
  logic requests$taken;
  logic [34:0] sequencer$start;
  logic sequencer$start_valid;
  logic sequencer$examined_ready;
  logic sequencer$checked_ready;
  logic [9:0] sequencer$queue_qpn;
  logic [11:0] sequencer$stock_address;
  logic [357:0] sequencer$work;
  logic sequencer$work_valid;
  logic locate$work_ready;
  logic [11:0] locate$wqe_address;
  logic [160:0] locate$check;
  logic locate$check_valid;
  logic [14:0] locate$part;
  logic locate$part_valid;
  logic [198:0] locate$placing;
  logic locate$placing_valid;
  logic [9:0] locate$freed;
  logic locate$freed_valid;
  logic place$placing_ready;
  logic place$part_ready;
  logic place$checked_ready;
  logic place$payload_ready;
  logic [76:0] place$write;
  logic place$write_valid;
  logic [512:0] place$write_data;
  logic place$write_data_valid;
  logic [213:0] place$placed;
  logic place$placed_valid;
  logic place$forget;
  logic [9:0] place$failed_qpn;
  logic place$failed;
  logic place$failed_write;
  logic [15:0] place$issued;
  logic answers$placed_ready;
  logic [90:0] answers$answer;
  logic answers$answer_valid;
  logic [145:0] answers$completion;
  logic answers$completion_valid;
  logic [25:0] answers$fault;
  logic answers$fault_valid;
  logic [25:0] answers$flush;
  logic answers$flush_valid;
  logic answers$range_ready;
  logic answers$finish;
  logic answers$finished;
  logic answers$forget;
  logic answers$retired;
  logic answers$empty;
  logic answers$count_responder_duplicate;
  logic answers$count_responder_sequence;
  logic answers$count_responder_invalid;
  logic answers$count_responder_access;
  logic answers$count_responder_operational;
  logic answers$count_responder_not_ready;
  logic answers$count_responder_failed_qp;
  logic answers$count_responder_messages;
  logic queue$doorbell_ready;
  logic queue$freed_ready;
  logic queue$flush_ready;
  logic [52:0] queue$range;
  logic queue$range_valid;
  logic queue$forget;
  logic queue$forgotten;
  logic [15:0] queue$posted;
  logic [15:0] queue$arrived;
  logic [32:0] queue$stock;
  logic [511:0] queue$wqe;
  logic [76:0] queue$read;
  logic queue$read_valid;
  logic queue$status_ready;
  logic queue$data_ready;
  logic [2:0] phase$q;
  logic [7:0] occupants$q;
  logic [15:0] left$q;
  always @(posedge clock) begin
    if (requests$taken & ~answers$retired) begin
      occupants$q <= occupants$q + 8'h1;
    end
    if (answers$retired & ~requests$taken) begin
      occupants$q <= occupants$q - 8'h1;
    end
    case (phase$q)
      Phase$Command: begin
        if (command_valid) begin
          phase$q <= Phase$Drain;
        end
      end
      Phase$Drain: begin
        if (drained) begin
          case (command[11:10])
            QpCommandKind$Reset: begin
              phase$q <= Phase$Forget;
            end
            QpCommandKind$Error: begin
              phase$q <= Phase$End;
            end
            default: begin
              phase$q <= Phase$Leave;
            end
          endcase
        end
      end
      Phase$End: begin
        if (answers$finished) begin
          phase$q <= Phase$Leave;
        end
      end
      Phase$Forget: begin
        if (queue$forgotten) begin
          phase$q <= Phase$Leave;
        end
      end
      Phase$Leave: begin
        if (answers$empty) begin
          phase$q <= Phase$Done;
        end
      end
      default: begin
        phase$q <= Phase$Command;
      end
    endcase
    if (reset) begin
      phase$q <= Phase$Command;
      occupants$q <= 8'h0;
    end
  end
  always @(posedge clock) begin
    left$q <= written;
  end
  assign drained = (phase$q == Phase$Drain) & (occupants$q == 8'h0) & (left$q == place$issued);
  assign requests$stop = phase$q != Phase$Command;
  assign starts = drained & (command[11:10] != QpCommandKind$StartSend);
  assign sequencer$start = {command[35:12], command[11:10] == QpCommandKind$StartReceive, command[9:0]};
  assign sequencer$start_valid = starts;
  assign place$forget = starts & (command[11:10] != QpCommandKind$Error);
  assign answers$forget = starts & (command[11:10] == QpCommandKind$Reset);
  assign answers$finish = phase$q == Phase$End;
  assign queue$forget = phase$q == Phase$Forget;
  assign command_ready = phase$q == Phase$Done;
  assign request_ready = requests$request_ready;
  assign check = requests$check;
  assign check_valid = requests$check_valid;
  assign checked_ready = sequencer$checked_ready;
  assign piece_check = locate$check;
  assign piece_check_valid = locate$check_valid;
  assign piece_checked_ready = place$checked_ready;
  assign payload_ready = place$payload_ready;
  assign write = place$write;
  assign write_valid = place$write_valid;
  assign write_data = place$write_data;
  assign write_data_valid = place$write_data_valid;
  assign answer = {answers$answer[89:66], answers$answer[65:58], 32'h0, 32'h0, 32'h0, 64'h0, 13'h0, 1'h0, 1'h0,
      answers$answer[57:34], 8'h11, answers$answer[33:10], answers$answer[9:0]};
  assign answer_valid = answers$answer_valid;
  assign completion = answers$completion;
  assign completion_valid = answers$completion_valid;
  assign fault = answers$fault;
  assign fault_valid = answers$fault_valid;
  assign doorbell_ready = queue$doorbell_ready;
  assign read = queue$read;
  assign read_valid = queue$read_valid;
  assign status_ready = queue$status_ready;
  assign data_ready = queue$data_ready;
  assign count_responder_duplicate = answers$count_responder_duplicate;
  assign count_responder_sequence = answers$count_responder_sequence;
  assign count_responder_invalid = answers$count_responder_invalid;
  assign count_responder_access = answers$count_responder_access;
  assign count_responder_operational = answers$count_responder_operational;
  assign count_responder_not_ready = answers$count_responder_not_ready;
  assign count_responder_failed_qp = answers$count_responder_failed_qp;
  assign count_responder_messages = answers$count_responder_messages;
  responder_check requests (
    .clock(clock),
    .reset(reset),
    .stop(requests$stop),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .request(request),
    .request_valid(request_valid),
    .request_ready(requests$request_ready),
    .check(requests$check),
    .check_valid(requests$check_valid),
    .check_ready(check_ready),
    .examined(requests$examined),
    .examined_valid(requests$examined_valid),
    .examined_ready(sequencer$examined_ready),
    .taken(requests$taken)
  );
  responder_sequence sequencer (
    .clock(clock),
    .reset(reset),
    .start(sequencer$start),
    .start_valid(sequencer$start_valid),
    .failed_qpn(place$failed_qpn),
    .failed(place$failed),
    .failed_write(place$failed_write),
    .examined(requests$examined),
    .examined_valid(requests$examined_valid),
    .examined_ready(sequencer$examined_ready),
    .checked(checked),
    .checked_valid(checked_valid),
    .checked_ready(sequencer$checked_ready),
    .queue_qpn(sequencer$queue_qpn),
    .posted(queue$posted),
    .arrived(queue$arrived),
    .stock_address(sequencer$stock_address),
    .stock(queue$stock),
    .work(sequencer$work),
    .work_valid(sequencer$work_valid),
    .work_ready(locate$work_ready)
  );
  responder_locate locate (
    .clock(clock),
    .reset(reset),
    .work(sequencer$work),
    .work_valid(sequencer$work_valid),
    .work_ready(locate$work_ready),
    .wqe_address(locate$wqe_address),
    .wqe(queue$wqe),
    .check(locate$check),
    .check_valid(locate$check_valid),
    .check_ready(piece_check_ready),
    .part(locate$part),
    .part_valid(locate$part_valid),
    .part_ready(place$part_ready),
    .placing(locate$placing),
    .placing_valid(locate$placing_valid),
    .placing_ready(place$placing_ready),
    .freed(locate$freed),
    .freed_valid(locate$freed_valid),
    .freed_ready(queue$freed_ready)
  );
  responder_place place (
    .clock(clock),
    .reset(reset),
    .placing(locate$placing),
    .placing_valid(locate$placing_valid),
    .placing_ready(place$placing_ready),
    .part(locate$part),
    .part_valid(locate$part_valid),
    .part_ready(place$part_ready),
    .checked(piece_checked),
    .checked_valid(piece_checked_valid),
    .checked_ready(place$checked_ready),
    .payload(payload),
    .payload_valid(payload_valid),
    .payload_ready(place$payload_ready),
    .write(place$write),
    .write_valid(place$write_valid),
    .write_ready(write_ready),
    .write_data(place$write_data),
    .write_data_valid(place$write_data_valid),
    .write_data_ready(write_data_ready),
    .placed(place$placed),
    .placed_valid(place$placed_valid),
    .placed_ready(answers$placed_ready),
    .forget_qpn(command[9:0]),
    .forget(place$forget),
    .failed_qpn(place$failed_qpn),
    .failed(place$failed),
    .failed_write(place$failed_write),
    .issued(place$issued)
  );
  responder_answer answers (
    .clock(clock),
    .reset(reset),
    .written(left$q),
    .placed(place$placed),
    .placed_valid(place$placed_valid),
    .placed_ready(answers$placed_ready),
    .answer(answers$answer),
    .answer_valid(answers$answer_valid),
    .answer_ready(answer_ready),
    .completion(answers$completion),
    .completion_valid(answers$completion_valid),
    .completion_ready(completion_ready),
    .fault(answers$fault),
    .fault_valid(answers$fault_valid),
    .fault_ready(fault_ready),
    .flush(answers$flush),
    .flush_valid(answers$flush_valid),
    .flush_ready(queue$flush_ready),
    .range(queue$range),
    .range_valid(queue$range_valid),
    .range_ready(answers$range_ready),
    .command_qpn(command[9:0]),
    .finish(answers$finish),
    .finished(answers$finished),
    .forget(answers$forget),
    .retired(answers$retired),
    .empty(answers$empty),
    .count_responder_duplicate(answers$count_responder_duplicate),
    .count_responder_sequence(answers$count_responder_sequence),
    .count_responder_invalid(answers$count_responder_invalid),
    .count_responder_access(answers$count_responder_access),
    .count_responder_operational(answers$count_responder_operational),
    .count_responder_not_ready(answers$count_responder_not_ready),
    .count_responder_failed_qp(answers$count_responder_failed_qp),
    .count_responder_messages(answers$count_responder_messages)
  );
  responder_receive_queue queue (
    .clock(clock),
    .reset(reset),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .doorbell(doorbell),
    .doorbell_valid(doorbell_valid),
    .doorbell_ready(queue$doorbell_ready),
    .freed(locate$freed),
    .freed_valid(locate$freed_valid),
    .freed_ready(queue$freed_ready),
    .flush(answers$flush),
    .flush_valid(answers$flush_valid),
    .flush_ready(queue$flush_ready),
    .range(queue$range),
    .range_valid(queue$range_valid),
    .range_ready(answers$range_ready),
    .forget_qpn(command[9:0]),
    .forget(queue$forget),
    .forgotten(queue$forgotten),
    .queue_qpn(sequencer$queue_qpn),
    .posted(queue$posted),
    .arrived(queue$arrived),
    .stock_address(sequencer$stock_address),
    .stock(queue$stock),
    .wqe_address(locate$wqe_address),
    .wqe(queue$wqe),
    .read(queue$read),
    .read_valid(queue$read_valid),
    .read_ready(read_ready),
    .status(status),
    .status_valid(status_valid),
    .status_ready(queue$status_ready),
    .data(data),
    .data_valid(data_valid),
    .data_ready(queue$data_ready)
  );
  initial begin
    phase$q = 3'h0;
    occupants$q = 8'h0;
    left$q = 16'h0;
  end
endmodule

`default_nettype wire
