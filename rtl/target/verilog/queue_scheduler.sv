`default_nettype none

module ram (
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

module ram_10x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [9:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [9:0] write_data,
  input  logic write_enable
);
  logic [9:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 10'h0;
    read_data = 10'h0;
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
  output logic [9:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [9:0] write_data
);
  (* ram_style = "distributed" *) logic [9:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 10'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [9:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [9:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [9:0] ram$read_data;
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

module ring (
  input  logic clock,
  input  logic reset,
  input  logic [9:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [9:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [10:0] level,
  output logic [10:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [9:0] ram$read_data;
  logic ram$write_enable;
  logic [9:0] out$o;
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
  ram_10x1024 ram (
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

module ram_3 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [56:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [56:0] write_data
);
  (* ram_style = "distributed" *) logic [56:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 57'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module jobs (
  input  logic clock,
  input  logic reset,
  input  logic [56:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [56:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [56:0] ram$read_data;
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
  ram_3 ram (
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

module ram_55x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [54:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [54:0] write_data,
  input  logic write_enable
);
  logic [54:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 55'h0;
    read_data = 55'h0;
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

module entries (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [54:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [54:0] write_data
);
  logic [54:0] ram$read_data;
  logic met$q;
  logic [54:0] written$q;
  always @(posedge clock) begin
    met$q <= write & (write_address == read_address);
  end
  always @(posedge clock) begin
    written$q <= write_data;
  end
  always_comb begin
    read_data = ram$read_data;
    if (met$q) begin
      read_data = written$q;
    end
  end
  ram_55x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    met$q = 1'h0;
    written$q = 55'h0;
  end
endmodule

module queue_scheduler (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
  input  logic [42:0] done,
  input  logic done_valid,
  output logic done_ready,
  input  logic [25:0] retired,
  input  logic retired_valid,
  output logic retired_ready,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [35:0] command,
  input  logic command_valid,
  output logic command_ready,
  input  logic command_done,
  output logic [9:0] stopping,
  output logic stopping_valid,
  output logic [56:0] job,
  output logic job_valid,
  input  logic job_ready
);
  logic room;
  logic [2:0] choice;
  logic [9:0] chosen_qpn;
  logic [54:0] changed;
  logic [15:0] available;
  logic [15:0] read_unretired;
  logic [15:0] all_unretired;
  logic willing;
  logic [56:0] made;
  localparam logic [2:0] Act$Command = 3'h4;
  localparam logic [2:0] Act$Dispatch = 3'h6;
  localparam logic [2:0] Act$Done = 3'h2;
  localparam logic [2:0] Act$Doorbell = 3'h5;
  localparam logic [2:0] Act$Nothing = 3'h0;
  localparam logic [2:0] Act$Pause = 3'h1;
  localparam logic [2:0] Act$Retired = 3'h3;
  localparam logic [1:0] Chain$Flush = 2'h3;
  localparam logic [1:0] Chain$Reset = 2'h1;
  localparam logic [1:0] Chain$Start = 2'h2;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [1:0] Mode$Flushing = 2'h2;
  localparam logic [1:0] Mode$Running = 2'h1;
  localparam logic [1:0] Mode$Stopped = 2'h0;
  localparam logic [1:0] QpCommandKind$Reset = 2'h0;
  localparam logic [1:0] QpCommandKind$StartReceive = 2'h1;
  localparam logic [1:0] QpCommandKind$StartSend = 2'h2;
  logic doorbells$i_ready;
  logic [25:0] doorbells$o;
  logic doorbells$o_valid;
  logic doorbells$o_ready;
  logic ring$i_valid;
  logic [9:0] ring$o;
  logic ring$o_valid;
  logic ring$o_ready;
  logic [56:0] jobs$i;
  logic jobs$i_valid;
  logic [56:0] jobs$o;
  logic jobs$o_valid;
  logic [3:0] jobs$level;
  logic [9:0] entries$read_address;
  logic [54:0] entries$read_data;
  logic entries$write;
  logic [54:0] entries$write_data;
  logic pause_wanted$d;
  logic pause_wanted$q;
  logic [9:0] pause_qpn$d;
  logic [9:0] pause_qpn$q;
  logic pause$d;
  logic pause$q;
  logic commanding$d;
  logic commanding$q;
  logic answered$d;
  logic answered$q;
  logic stops$d;
  logic stops$q;
  logic [2:0] act$d;
  logic [2:0] act$q;
  logic [9:0] qpn$q;
  logic [15:0] index$d;
  logic [15:0] index$q;
  logic [15:0] job_end$q;
  logic flag$d;
  logic flag$q;
  logic [1:0] kind$q;
  logic [23:0] psn$q;
  always_comb begin
    pause_wanted$d = pause_wanted$q;
    pause_qpn$d = pause_qpn$q;
    pause$d = pause$q;
    commanding$d = commanding$q;
    answered$d = answered$q;
    stops$d = stops$q;
    act$d = act$q;
    index$d = index$q;
    flag$d = flag$q;
    choice = Act$Nothing;
    chosen_qpn = ring$o;
    done_ready = 1'h0;
    retired_ready = 1'h0;
    doorbells$o_ready = 1'h0;
    ring$o_ready = 1'h0;
    answered$d = 1'h0;
    index$d = doorbells$o[25:10];
    flag$d = done[42];
    if (pause_wanted$q) begin
      choice = Act$Pause;
      chosen_qpn = pause_qpn$q;
      flag$d = pause$q;
      pause_wanted$d = 1'h0;
    end else begin
      if (done_valid) begin
        choice = Act$Done;
        chosen_qpn = done[9:0];
        index$d = done[25:10];
        done_ready = 1'h1;
      end else begin
        if (retired_valid) begin
          choice = Act$Retired;
          chosen_qpn = retired[9:0];
          index$d = retired[25:10];
          retired_ready = 1'h1;
        end else begin
          if (command_valid & ~commanding$q & ~answered$q & room) begin
            chosen_qpn = command[9:0];
            if (command[11:10] == QpCommandKind$StartReceive) begin
              answered$d = 1'h1;
            end else begin
              choice = Act$Command;
              commanding$d = 1'h1;
              stops$d = command[11:10] != QpCommandKind$StartSend;
            end
          end else begin
            if (doorbells$o_valid & room) begin
              choice = Act$Doorbell;
              chosen_qpn = doorbells$o[9:0];
              doorbells$o_ready = 1'h1;
            end else begin
              if (ring$o_valid & room) begin
                choice = Act$Dispatch;
                ring$o_ready = 1'h1;
              end
            end
          end
        end
      end
    end
    act$d = choice;
    if (command_done) begin
      commanding$d = 1'h0;
      stops$d = 1'h0;
      answered$d = 1'h1;
    end
    if (qp_write_valid) begin
      pause_wanted$d = 1'h1;
      pause_qpn$d = qp_write[9:0];
      pause$d = qp_write[12:10] == 3'h4;
    end
    if (reset) begin
      pause_wanted$d = 1'h0;
      commanding$d = 1'h0;
      answered$d = 1'h0;
      stops$d = 1'h0;
      act$d = Act$Nothing;
    end
  end
  always @(posedge clock) begin
    qpn$q <= chosen_qpn;
  end
  always @(posedge clock) begin
    job_end$q <= done[41:26];
  end
  always @(posedge clock) begin
    kind$q <= command[11:10];
  end
  always @(posedge clock) begin
    psn$q <= command[35:12];
  end
  assign doorbell_ready = doorbells$i_ready;
  assign job = jobs$o;
  assign job_valid = jobs$o_valid;
  assign stopping = command[9:0];
  assign stopping_valid = stops$q;
  assign command_ready = answered$q;
  assign room = jobs$level < 4'h6;
  assign entries$read_address = chosen_qpn;
  always_comb begin
    changed = entries$read_data;
    made[1:0] = Chain$Work;
    made[2] = act$q == Act$Command;
    made[12:3] = qpn$q;
    made[28:13] = index$q;
    made[56:33] = psn$q;
    jobs$i_valid = 1'h0;
    case (act$q)
      Act$Pause: begin
        changed[50] = flag$q;
      end
      Act$Done: begin
        changed[53] = 1'h0;
        if (entries$read_data[1:0] == Mode$Running) begin
          changed[33:18] = index$q;
          changed[51] = entries$read_data[51] | flag$q;
          changed[52] = (index$q != job_end$q) & (entries$read_data[17:2] == job_end$q);
        end
      end
      Act$Retired: begin
        changed[49:34] = index$q;
      end
      Act$Command: begin
        jobs$i_valid = 1'h1;
        if (kind$q == QpCommandKind$Reset) begin
          made[1:0] = Chain$Reset;
          made[28:13] = 16'h0;
          changed[1:0] = Mode$Stopped;
          changed[17:2] = 16'h0;
          changed[33:18] = 16'h0;
          changed[49:34] = 16'h0;
          changed[51] = 1'h0;
          changed[52] = 1'h0;
        end else begin
          if (kind$q == QpCommandKind$StartSend) begin
            made[1:0] = Chain$Start;
            made[28:13] = 16'h0;
            changed[1:0] = Mode$Running;
          end else begin
            made[1:0] = Chain$Flush;
            made[28:13] = entries$read_data[17:2];
            changed[1:0] = Mode$Flushing;
          end
        end
      end
      Act$Doorbell: begin
        if (entries$read_data[1:0] != Mode$Stopped) begin
          changed[17:2] = index$q;
          changed[52] = 1'h0;
        end
        if (entries$read_data[1:0] == Mode$Flushing) begin
          made[1:0] = Chain$Flush;
          jobs$i_valid = 1'h1;
        end
      end
      Act$Dispatch: begin
        changed[54] = 1'h0;
        made[28:13] = entries$read_data[33:18];
      end
      default: begin
      end
    endcase
    made[32:29] = 4'h8;
    if (available < 16'h8) begin
      made[32:29] = available[3:0];
    end
    entries$write_data = changed;
    ring$i_valid = 1'h0;
    if (willing) begin
      if (act$q == Act$Dispatch) begin
        jobs$i_valid = 1'h1;
        entries$write_data[53] = 1'h1;
      end else begin
        if ((act$q != Act$Nothing) & ~changed[54]) begin
          ring$i_valid = 1'h1;
          entries$write_data[54] = 1'h1;
        end
      end
    end
  end
  assign available = changed[17:2] - changed[33:18];
  assign read_unretired = changed[33:18] - changed[49:34];
  assign all_unretired = changed[17:2] - changed[49:34];
  assign willing = (changed[1:0] == Mode$Running) & ~changed[50] & ~changed[51] & ~changed[52] & ~changed[53] &
      (available != 16'h0) & ((read_unretired <= 16'h78) | (all_unretired <= 16'h80));
  assign entries$write = act$q != Act$Nothing;
  assign jobs$i = made;
  doorbells doorbells (
    .clock(clock),
    .reset(reset),
    .i(doorbell),
    .i_valid(doorbell_valid),
    .i_ready(doorbells$i_ready),
    .o(doorbells$o),
    .o_valid(doorbells$o_valid),
    .o_ready(doorbells$o_ready),
    .level()
  );
  ring ring (
    .clock(clock),
    .reset(reset),
    .i(qpn$q),
    .i_valid(ring$i_valid),
    .i_ready(),
    .o(ring$o),
    .o_valid(ring$o_valid),
    .o_ready(ring$o_ready),
    .level(),
    .space()
  );
  jobs jobs (
    .clock(clock),
    .reset(reset),
    .i(jobs$i),
    .i_valid(jobs$i_valid),
    .i_ready(),
    .o(jobs$o),
    .o_valid(jobs$o_valid),
    .o_ready(job_ready),
    .level(jobs$level)
  );
  entries entries (
    .clock(clock),
    .read_address(entries$read_address),
    .read_data(entries$read_data),
    .write(entries$write),
    .write_address(qpn$q),
    .write_data(entries$write_data)
  );
  initial begin
    pause_wanted$q = 1'h0;
    pause_qpn$q = 10'h0;
    pause$q = 1'h0;
    commanding$q = 1'h0;
    answered$q = 1'h0;
    stops$q = 1'h0;
    act$q = 3'h0;
    qpn$q = 10'h0;
    index$q = 16'h0;
    job_end$q = 16'h0;
    flag$q = 1'h0;
    kind$q = 2'h0;
    psn$q = 24'h0;
  end
  always @(posedge clock) begin
    pause_wanted$q <= pause_wanted$d;
    pause_qpn$q <= pause_qpn$d;
    pause$q <= pause$d;
    commanding$q <= commanding$d;
    answered$q <= answered$d;
    stops$q <= stops$d;
    act$q <= act$d;
    index$q <= index$d;
    flag$q <= flag$d;
  end
endmodule

`default_nettype wire
