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

module scheduler (
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

module ram_68x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [67:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [67:0] write_data,
  input  logic write_enable
);
  logic [67:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 68'h0;
    read_data = 68'h0;
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
  output logic [67:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [67:0] write_data
);
  logic [67:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_68x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_4 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [76:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [76:0] write_data
);
  (* ram_style = "distributed" *) logic [76:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 77'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
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
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [76:0] ram$read_data;
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
  ram_4 ram (
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

module ram_5 (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [2:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [2:0] write_data
);
  (* ram_style = "distributed" *) logic [2:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 3'h0;
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
  output logic [5:0] level
);
  logic put;
  logic get;
  logic [2:0] ram$read_data;
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
  ram_5 ram (
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

module ram_6 (
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

module beats (
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
  ram_6 ram (
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

module ram_7 (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [56:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [56:0] write_data
);
  (* ram_style = "distributed" *) logic [56:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 57'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module asked (
  input  logic clock,
  input  logic reset,
  input  logic [56:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [56:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [5:0] level
);
  logic put;
  logic get;
  logic [56:0] ram$read_data;
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
  ram_7 ram (
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

module fetch (
  input  logic clock,
  input  logic reset,
  input  logic [56:0] job,
  input  logic job_valid,
  output logic job_ready,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [571:0] slot,
  output logic slot_valid,
  input  logic slot_ready
);
  logic [15:0] size;
  logic [15:0] place;
  logic [15:0] room;
  logic both_ready;
  logic take;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [1:0] State$Job = 2'h0;
  localparam logic [1:0] State$Read = 2'h2;
  localparam logic [1:0] State$Ring = 2'h1;
  localparam logic [1:0] State$Wrapped = 2'h3;
  logic [67:0] rings$read_data;
  logic [67:0] rings$write_data;
  logic [76:0] reads$i;
  logic reads$i_valid;
  logic reads$i_ready;
  logic [76:0] reads$o;
  logic reads$o_valid;
  logic statuses$i_ready;
  logic [2:0] statuses$o;
  logic statuses$o_valid;
  logic statuses$o_ready;
  logic beats$i_ready;
  logic [512:0] beats$o;
  logic beats$o_valid;
  logic beats$o_ready;
  logic [56:0] asked$i;
  logic asked$i_valid;
  logic asked$i_ready;
  logic [56:0] asked$o;
  logic asked$o_valid;
  logic asked$o_ready;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [63:0] base$d;
  logic [63:0] base$q;
  logic [21:0] offset$d;
  logic [21:0] offset$q;
  logic [3:0] ahead$d;
  logic [3:0] ahead$q;
  logic [3:0] after$d;
  logic [3:0] after$q;
  logic [3:0] come$d;
  logic [3:0] come$q;
  logic [2:0] error$d;
  logic [2:0] error$q;
  always_comb begin
    state$d = state$q;
    base$d = base$q;
    offset$d = offset$q;
    ahead$d = ahead$q;
    after$d = after$q;
    come$d = come$q;
    error$d = error$q;
    job_ready = 1'h0;
    reads$i_valid = 1'h0;
    reads$i[63:0] = base$q + {42'h0, offset$q};
    reads$i[76:64] = {9'h0, ahead$q} << 32'h6;
    asked$i_valid = 1'h0;
    asked$i = job;
    case (state$q)
      State$Job: begin
        if (job_valid) begin
          if (job[1:0] == Chain$Work) begin
            state$d = State$Ring;
          end else begin
            asked$i_valid = 1'h1;
            job_ready = asked$i_ready;
          end
        end
      end
      State$Ring: begin
        base$d = rings$read_data[63:0];
        offset$d = {6'h0, place} << 32'h6;
        ahead$d = job[32:29];
        after$d = 4'h0;
        if (room < {12'h0, job[32:29]}) begin
          ahead$d = room[3:0];
          after$d = job[32:29] - room[3:0];
        end
        state$d = State$Read;
      end
      State$Read: begin
        if (both_ready) begin
          reads$i_valid = 1'h1;
          asked$i_valid = 1'h1;
          if (after$q == 4'h0) begin
            job_ready = 1'h1;
            state$d = State$Job;
          end else begin
            state$d = State$Wrapped;
          end
        end
      end
      State$Wrapped: begin
        reads$i[63:0] = base$q;
        reads$i[76:64] = {9'h0, after$q} << 32'h6;
        asked$i[28:13] = job[28:13] + {12'h0, ahead$q};
        asked$i[32:29] = after$q;
        if (both_ready) begin
          reads$i_valid = 1'h1;
          asked$i_valid = 1'h1;
          job_ready = 1'h1;
          state$d = State$Job;
        end
      end
      default: begin
        state$d = State$Job;
      end
    endcase
    slot_valid = asked$o_valid;
    take = asked$o_valid & slot_ready;
    asked$o_ready = slot_ready;
    beats$o_ready = 1'h0;
    statuses$o_ready = 1'h0;
    if (asked$o[1:0] == Chain$Work) begin
      slot_valid = asked$o_valid & beats$o_valid & (statuses$o_valid | (come$q != 4'h0));
      take = slot_valid & slot_ready;
      beats$o_ready = take;
      asked$o_ready = take & beats$o[512];
      if (take) begin
        come$d = come$q + 4'h1;
        if (come$q == 4'h0) begin
          statuses$o_ready = 1'h1;
          error$d = statuses$o;
        end
        if (beats$o[512]) begin
          come$d = 4'h0;
        end
      end
    end
    if (reset) begin
      state$d = State$Job;
      come$d = 4'h0;
    end
  end
  assign rings$write_data = {qp_write[123:120], qp_write[119:56]};
  assign read = reads$o;
  assign read_valid = reads$o_valid;
  assign status_ready = statuses$i_ready;
  assign data_ready = beats$i_ready;
  assign both_ready = reads$i_ready & asked$i_ready;
  assign size = 16'h1 << {4'h0, rings$read_data[67:64]};
  assign place = job[28:13] & (size - 16'h1);
  assign room = size - place;
  always_comb begin
    slot[1:0] = asked$o[1:0];
    slot[2] = asked$o[2];
    slot[12:3] = asked$o[12:3];
    slot[28:13] = asked$o[28:13] + {12'h0, come$q};
    slot[32:29] = asked$o[32:29] - come$q;
    slot[56:33] = asked$o[56:33];
    slot[59:57] = error$q;
    if (come$q == 4'h0) begin
      slot[59:57] = statuses$o;
    end
    slot[571:60] = beats$o[511:0];
  end
  rings rings (
    .clock(clock),
    .read_address(job[12:3]),
    .read_data(rings$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(rings$write_data)
  );
  reads reads (
    .clock(clock),
    .reset(reset),
    .i(reads$i),
    .i_valid(reads$i_valid),
    .i_ready(reads$i_ready),
    .o(reads$o),
    .o_valid(reads$o_valid),
    .o_ready(read_ready),
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
  beats beats (
    .clock(clock),
    .reset(reset),
    .i(data),
    .i_valid(data_valid),
    .i_ready(beats$i_ready),
    .o(beats$o),
    .o_valid(beats$o_valid),
    .o_ready(beats$o_ready),
    .level()
  );
  asked asked (
    .clock(clock),
    .reset(reset),
    .i(asked$i),
    .i_valid(asked$i_valid),
    .i_ready(asked$i_ready),
    .o(asked$o),
    .o_valid(asked$o_valid),
    .o_ready(asked$o_ready),
    .level()
  );
  initial begin
    state$q = 2'h0;
    base$q = 64'h0;
    offset$q = 22'h0;
    ahead$q = 4'h0;
    after$q = 4'h0;
    come$q = 4'h0;
    error$q = 3'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    base$q <= base$d;
    offset$q <= offset$d;
    ahead$q <= ahead$d;
    after$q <= after$d;
    come$q <= come$d;
    error$q <= error$d;
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

module stopped (
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

module wqe_head (
  input  logic [511:0] i,
  output logic [255:0] o,
  output logic [511:0] rest
);
  assign o = {i[255:224], i[223:192], i[191:128], i[127:96], i[95:64], i[63:56], i[55:32], i[31:16], i[15:8],
      i[7:0]};
  assign rest = {256'h0, i[511:256]};
endmodule

module wqe_entry (
  input  logic [511:0] i,
  output logic [127:0] o,
  output logic [511:0] rest
);
  assign o = {i[127:96], i[95:64], i[63:0]};
  assign rest = {128'h0, i[511:128]};
endmodule

module decode (
  input  logic clock,
  input  logic reset,
  input  logic [571:0] slot,
  input  logic slot_valid,
  output logic slot_ready,
  output logic [243:0] work,
  output logic work_valid,
  input  logic work_ready,
  output logic [127:0] entry,
  output logic entry_valid,
  input  logic entry_ready,
  output logic [512:0] inline_data,
  output logic inline_data_valid,
  input  logic inline_data_ready,
  output logic [42:0] done,
  output logic done_valid,
  input  logic done_ready
);
  logic [7:0] flags;
  logic [7:0] count;
  logic [31:0] length;
  logic inlined;
  logic malformed;
  logic [2:0] need;
  logic [7:0] reach;
  logic [31:0] sge_length;
  logic sge_taken;
  logic wrong_sum;
  localparam logic [1:0] Chain$Flush = 2'h3;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [2:0] State$Check = 3'h1;
  localparam logic [2:0] State$Done = 3'h7;
  localparam logic [2:0] State$Entries = 3'h2;
  localparam logic [2:0] State$Finish = 3'h5;
  localparam logic [2:0] State$Head = 3'h0;
  localparam logic [2:0] State$Inline = 3'h4;
  localparam logic [2:0] State$NextSlot = 3'h3;
  localparam logic [2:0] State$Skip = 3'h6;
  function automatic [2:0] low3_of9(input [8:0] x);
    low3_of9 = x[2:0];
  endfunction
  logic stopped$read_data;
  logic stopped$write;
  logic [9:0] stopped$write_address;
  logic stopped$write_data;
  logic [2:0] state$d;
  logic [2:0] state$q;
  logic [571:0] head$d;
  logic [571:0] head$q;
  logic [511:0] data$d;
  logic [511:0] data$q;
  logic [3:0] rest$d;
  logic [3:0] rest$q;
  logic [15:0] job_end$d;
  logic [15:0] job_end$q;
  logic [243:0] item$d;
  logic [243:0] item$q;
  logic [2:0] here$d;
  logic [2:0] here$q;
  logic [7:0] left$d;
  logic [7:0] left$q;
  logic [35:0] sum$d;
  logic [35:0] sum$q;
  logic [15:0] resume$d;
  logic [15:0] resume$q;
  logic failed$d;
  logic failed$q;
  logic [255:0] fields$o;
  logic [511:0] fields$rest;
  logic [127:0] entry_fields$o;
  logic [511:0] entry_fields$rest;
  always_comb begin
    state$d = state$q;
    head$d = head$q;
    data$d = data$q;
    rest$d = rest$q;
    job_end$d = job_end$q;
    item$d = item$q;
    here$d = here$q;
    left$d = left$q;
    sum$d = sum$q;
    resume$d = resume$q;
    failed$d = failed$q;
    stopped$write = 1'h0;
    stopped$write_address = item$q[12:3];
    stopped$write_data = 1'h1;
    slot_ready = 1'h0;
    work = item$q;
    work_valid = 1'h0;
    entry_valid = 1'h0;
    inline_data_valid = 1'h0;
    case (state$q)
      State$Head: begin
        head$d = slot;
        rest$d = slot[32:29];
        failed$d = 1'h0;
        if (slot_valid) begin
          if (slot[1:0] == Chain$Work) begin
            slot_ready = 1'h1;
            state$d = State$Check;
          end else begin
            work_valid = 1'h1;
            slot_ready = work_ready;
            stopped$write = slot[1:0] != Chain$Flush;
          end
        end
        work[1:0] = slot[1:0];
        work[2] = slot[2];
        work[12:3] = slot[12:3];
        work[28:13] = slot[28:13];
        work[55:32] = slot[56:33];
        stopped$write_address = slot[12:3];
        stopped$write_data = 1'h0;
      end
      State$Check: begin
        job_end$d = head$q[28:13] + {12'h0, head$q[32:29]};
        resume$d = head$q[28:13];
        item$d[1:0] = Chain$Work;
        item$d[2] = 1'h0;
        item$d[12:3] = head$q[12:3];
        item$d[28:13] = head$q[28:13];
        item$d[31:29] = need;
        item$d[55:32] = 24'h0;
        item$d[63:56] = 8'h0;
        item$d[71:64] = 8'h0;
        item$d[75:72] = fields$o[3:0];
        item$d[76] = (flags & 8'h2) != 8'h0;
        item$d[77] = (flags & 8'h4) != 8'h0;
        item$d[78] = 1'h0;
        item$d[83:79] = 5'h0;
        item$d[115:84] = length;
        item$d[179:116] = fields$o[191:128];
        item$d[211:180] = fields$o[223:192];
        item$d[243:212] = fields$o[95:64];
        sum$d = 36'h0;
        data$d = fields$rest;
        left$d = count;
        here$d = 3'h2;
        if (stopped$read_data) begin
          failed$d = 1'h1;
          state$d = State$Skip;
        end else begin
          if ((head$q[59:57] != 3'h0) | malformed) begin
            item$d[63:56] = 8'h2;
            item$d[71:64] = {5'h0, head$q[59:57]};
            item$d[31:29] = 3'h1;
            state$d = State$Finish;
          end else begin
            if ({1'h0, need} > head$q[32:29]) begin
              state$d = State$Skip;
            end else begin
              if (reach == 8'h0) begin
                state$d = State$Finish;
              end else begin
                if (inlined) begin
                  item$d[78] = 1'h1;
                  left$d = length[7:0];
                  state$d = State$Inline;
                end else begin
                  state$d = State$Entries;
                end
              end
            end
          end
        end
      end
      State$Entries: begin
        entry_valid = sge_length != 32'h0;
        if (sge_taken) begin
          data$d = entry_fields$rest;
          sum$d = sum$q + {4'h0, sge_length};
          left$d = left$q - 8'h1;
          here$d = here$q - 3'h1;
          if (sge_length != 32'h0) begin
            item$d[83:79] = item$q[83:79] + 5'h1;
          end
          if (left$q == 8'h1) begin
            state$d = State$Finish;
          end else begin
            if (here$q == 3'h1) begin
              state$d = State$NextSlot;
            end
          end
        end
      end
      State$NextSlot: begin
        slot_ready = 1'h1;
        data$d = slot[571:60];
        here$d = 3'h4;
        if (slot_valid) begin
          rest$d = slot[32:29];
          if (slot[59:57] != 3'h0) begin
            item$d[63:56] = 8'h2;
            item$d[71:64] = {5'h0, slot[59:57]};
          end
          state$d = State$Entries;
        end
      end
      State$Inline: begin
        if (left$q <= 8'h20) begin
          inline_data_valid = 1'h1;
          if (inline_data_ready) begin
            state$d = State$Finish;
          end
        end else begin
          inline_data_valid = slot_valid;
          slot_ready = inline_data_ready;
          if (slot_valid & inline_data_ready) begin
            rest$d = slot[32:29];
            data$d = slot[571:60] >> 32'h100;
            left$d = left$q - 8'h40;
            if (slot[59:57] != 3'h0) begin
              item$d[63:56] = 8'h2;
              item$d[71:64] = {5'h0, slot[59:57]};
            end
            if (left$q <= 8'h40) begin
              state$d = State$Finish;
            end
          end
        end
      end
      State$Finish: begin
        work_valid = 1'h1;
        if (wrong_sum) begin
          work[63:56] = 8'h2;
        end
        resume$d = item$q[28:13] + {13'h0, item$q[31:29]};
        failed$d = wrong_sum | (item$q[63:56] != 8'h0);
        if (work_ready) begin
          stopped$write = wrong_sum | (item$q[63:56] != 8'h0);
          if (rest$q == 4'h1) begin
            state$d = State$Done;
          end else begin
            if (wrong_sum | (item$q[63:56] != 8'h0)) begin
              state$d = State$Skip;
            end else begin
              state$d = State$Head;
            end
          end
        end
      end
      State$Skip: begin
        if (rest$q == 4'h1) begin
          state$d = State$Done;
        end else begin
          slot_ready = 1'h1;
          if (slot_valid) begin
            rest$d = slot[32:29];
          end
        end
      end
      State$Done: begin
        if (done_ready) begin
          state$d = State$Head;
        end
      end
      default: begin
        state$d = State$Head;
      end
    endcase
    if (reset) begin
      state$d = State$Head;
    end
  end
  assign done_valid = state$q == State$Done;
  assign done = {failed$q, job_end$q, resume$q, head$q[12:3]};
  assign flags = fields$o[15:8];
  assign count = fields$o[63:56];
  assign length = fields$o[127:96];
  assign inlined = (flags & 8'h8) != 8'h0;
  assign malformed = (fields$o[31:16] != head$q[28:13]) | (fields$o[55:32] != {14'h0, head$q[12:3]}) |
      (fields$o[7:0] > 8'h3) | ((flags & 8'hf0) != 8'h0) | (fields$o[255:224] != 32'h0) | (length >
      32'h80000000) | (count > 8'h10) | (inlined & (count != 8'h0)) | (inlined & (length > 32'hdc));
  always_comb begin
    reach = count << 32'h4;
    if (inlined) begin
      reach = length[7:0];
    end
  end
  always_comb begin
    need = low3_of9(({1'h0, reach} + 9'h5f) >> 32'h6);
    if (count == 8'h10) begin
      need = 3'h5;
    end
  end
  assign entry = entry_fields$o;
  assign sge_length = entry_fields$o[95:64];
  assign sge_taken = (sge_length == 32'h0) | entry_ready;
  assign inline_data = {left$q <= 8'h40, {slot[315:60], data$q[255:0]}};
  assign wrong_sum = ~item$q[78] & (sum$q != {4'h0, item$q[115:84]}) & (item$q[63:56] == 8'h0);
  stopped stopped (
    .clock(clock),
    .read_address(slot[12:3]),
    .read_data(stopped$read_data),
    .write(stopped$write),
    .write_address(stopped$write_address),
    .write_data(stopped$write_data)
  );
  wqe_head fields (
    .i(head$q[571:60]),
    .o(fields$o),
    .rest(fields$rest)
  );
  wqe_entry entry_fields (
    .i(data$q),
    .o(entry_fields$o),
    .rest(entry_fields$rest)
  );
  initial begin
    state$q = 3'h0;
    head$q = 572'h0;
    data$q = 512'h0;
    rest$q = 4'h0;
    job_end$q = 16'h0;
    item$q = 244'h0;
    here$q = 3'h0;
    left$q = 8'h0;
    sum$q = 36'h0;
    resume$q = 16'h0;
    failed$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    head$q <= head$d;
    data$q <= data$d;
    rest$q <= rest$d;
    job_end$q <= job_end$d;
    item$q <= item$d;
    here$q <= here$d;
    left$q <= left$d;
    sum$q <= sum$d;
    resume$q <= resume$d;
    failed$q <= failed$d;
  end
endmodule

module ram_8 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [42:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [42:0] write_data
);
  (* ram_style = "distributed" *) logic [42:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 43'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module done (
  input  logic clock,
  input  logic reset,
  input  logic [42:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [42:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [42:0] ram$read_data;
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
  ram_8 ram (
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

module ram_9 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [243:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [243:0] write_data
);
  (* ram_style = "distributed" *) logic [243:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 244'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module work (
  input  logic clock,
  input  logic reset,
  input  logic [243:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [243:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [243:0] ram$read_data;
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

module ram_10 (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [127:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [127:0] write_data
);
  (* ram_style = "distributed" *) logic [127:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 128'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module entries_2 (
  input  logic clock,
  input  logic reset,
  input  logic [127:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [127:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [5:0] level
);
  logic put;
  logic get;
  logic [127:0] ram$read_data;
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

module ram_11 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 513'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module inlined (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write;
  logic [3:0] write_at$q;
  logic [3:0] read_at$q;
  logic [4:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 4'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 4'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 5'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 5'h1;
      some$q <= count$q != 5'h1;
    end
    if (reset) begin
      write_at$q <= 4'h0;
      read_at$q <= 4'h0;
      count$q <= 5'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 5'h10;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 5'h10);
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
    write_at$q = 4'h0;
    read_at$q = 4'h0;
    count$q = 5'h0;
    some$q = 1'h0;
  end
endmodule

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

module segment (
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

module ram_12 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [157:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [157:0] write_data
);
  (* ram_style = "distributed" *) logic [157:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 158'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module pieces (
  input  logic clock,
  input  logic reset,
  input  logic [157:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [157:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [157:0] ram$read_data;
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

module ram_13 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [160:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [160:0] write_data
);
  (* ram_style = "distributed" *) logic [160:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 161'h0;
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
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [160:0] ram$read_data;
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

module ram_14 (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:63];
  integer i;
  initial for (i = 0; i <= 63; i = i + 1) words[i[5:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module lasts (
  input  logic clock,
  input  logic reset,
  input  logic i,
  input  logic i_valid,
  output logic i_ready,
  output logic o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level
);
  logic put;
  logic get;
  logic ram$read_data;
  logic ram$write;
  logic [5:0] write_at$q;
  logic [5:0] read_at$q;
  logic [6:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 6'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 6'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 7'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 7'h1;
      some$q <= count$q != 7'h1;
    end
    if (reset) begin
      write_at$q <= 6'h0;
      read_at$q <= 6'h0;
      count$q <= 7'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 7'h40;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 7'h40);
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
    write_at$q = 6'h0;
    read_at$q = 6'h0;
    count$q = 7'h0;
    some$q = 1'h0;
  end
endmodule

module ram_15 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [154:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [154:0] write_data
);
  (* ram_style = "distributed" *) logic [154:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 155'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module answers (
  input  logic clock,
  input  logic reset,
  input  logic [154:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [154:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [154:0] ram$read_data;
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
  ram_15 ram (
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

module ram_14x256 (
  input  logic [7:0] read_address,
  input  logic read_clock,
  output logic [13:0] read_data,
  input  logic [7:0] write_address,
  input  logic write_clock,
  input  logic [13:0] write_data,
  input  logic write_enable
);
  logic [13:0] words [0:255];
  integer i;
  initial begin
    for (i = 0; i < 256; i = i + 1) words[i[7:0]] = 14'h0;
    read_data = 14'h0;
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

module ram_16 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [13:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [13:0] write_data
);
  (* ram_style = "distributed" *) logic [13:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 14'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_2 (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [13:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [13:0] ram$read_data;
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
  ram_16 ram (
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

module lengths (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [13:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [8:0] level,
  output logic [8:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [13:0] ram$read_data;
  logic ram$write_enable;
  logic [13:0] out$o;
  logic out$o_valid;
  logic [7:0] write_at$q;
  logic [7:0] read_at$q;
  logic [8:0] count$q;
  logic [8:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 8'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 8'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 9'h1;
      free$q <= free$q - 9'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 9'h1;
      free$q <= free$q + 9'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 8'h0;
      read_at$q <= 8'h0;
      count$q <= 9'h0;
      free$q <= 9'h100;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 9'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 9'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_14x256 ram (
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
    write_at$q = 8'h0;
    read_at$q = 8'h0;
    count$q = 9'h0;
    free$q = 9'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_2x256 (
  input  logic [7:0] read_address,
  input  logic read_clock,
  output logic [1:0] read_data,
  input  logic [7:0] write_address,
  input  logic write_clock,
  input  logic [1:0] write_data,
  input  logic write_enable
);
  logic [1:0] words [0:255];
  integer i;
  initial begin
    for (i = 0; i < 256; i = i + 1) words[i[7:0]] = 2'h0;
    read_data = 2'h0;
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

module ram_17 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [1:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [1:0] write_data
);
  (* ram_style = "distributed" *) logic [1:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 2'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_3 (
  input  logic clock,
  input  logic reset,
  input  logic [1:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [1:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [1:0] ram$read_data;
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

module asked_2 (
  input  logic clock,
  input  logic reset,
  input  logic [1:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [1:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [8:0] level,
  output logic [8:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [1:0] ram$read_data;
  logic ram$write_enable;
  logic [1:0] out$o;
  logic out$o_valid;
  logic [7:0] write_at$q;
  logic [7:0] read_at$q;
  logic [8:0] count$q;
  logic [8:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 8'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 8'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 9'h1;
      free$q <= free$q - 9'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 9'h1;
      free$q <= free$q + 9'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 8'h0;
      read_at$q <= 8'h0;
      count$q <= 9'h0;
      free$q <= 9'h100;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 9'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 9'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_2x256 ram (
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
    write_at$q = 8'h0;
    read_at$q = 8'h0;
    count$q = 9'h0;
    free$q = 9'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
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

module ram_18 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [8:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [8:0] write_data
);
  (* ram_style = "distributed" *) logic [8:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 9'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module steps (
  input  logic clock,
  input  logic reset,
  input  logic [8:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [8:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [8:0] ram$read_data;
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
  ram_18 ram (
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

module ram_19 (
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

module out_4 (
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

module pack (
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
  logic [7:0] sum;
  logic [8:0] step;
  logic take;
  logic [5:0] up;
  function automatic [6:0] low7_of8(input [7:0] x);
    low7_of8 = x[6:0];
  endfunction
  logic cutter$piece_ready;
  logic [8:0] cutter$o;
  logic cutter$o_valid;
  logic [6:0] filled$q;
  logic [8:0] steps$i;
  logic steps$i_ready;
  logic [8:0] steps$o;
  logic steps$o_valid;
  logic steps$o_ready;
  logic [3:0] coarse$by;
  logic [511:0] coarse$o;
  logic [63:0] mask$o;
  logic [511:0] beat$q;
  logic beat_valid$q;
  logic [1:0] beat_by$q;
  logic [63:0] beat_mask$q;
  logic beat_spills$q;
  logic beat_ends$q;
  logic [511:0] fine$o;
  logic [63:0] splice$mask;
  logic [511:0] splice$o;
  logic [511:0] held$q;
  logic whole$q;
  logic [512:0] out$i;
  logic out$i_valid;
  logic [512:0] out$o;
  logic out$o_valid;
  logic [3:0] out$level;
  always @(posedge clock) begin
    if (cutter$o_valid & steps$i_ready) begin
      filled$q <= sum[6:0];
      if (step[7]) begin
        filled$q <= low7_of8(sum - 8'h40);
      end
      if (step[8]) begin
        filled$q <= 7'h0;
      end
    end
    beat_valid$q <= take;
    whole$q <= beat_valid$q & beat_ends$q;
    if (reset) begin
      filled$q <= 7'h0;
      beat_valid$q <= 1'h0;
      whole$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    beat$q <= coarse$o;
  end
  always @(posedge clock) begin
    beat_by$q <= up[1:0];
  end
  always @(posedge clock) begin
    beat_mask$q <= mask$o;
  end
  always @(posedge clock) begin
    beat_spills$q <= steps$o[7];
  end
  always @(posedge clock) begin
    beat_ends$q <= steps$o[8];
  end
  always @(posedge clock) begin
    if (beat_valid$q) begin
      if (whole$q | beat_spills$q) begin
        held$q <= fine$o;
      end else begin
        held$q <= splice$o;
      end
    end
  end
  assign piece_ready = cutter$piece_ready;
  assign sum = {1'h0, filled$q} + {1'h0, cutter$o[6:0]};
  assign step = {cutter$o[8], sum > 8'h40, filled$q};
  assign steps$i = step;
  assign i_ready = steps$o_valid & (out$level < 4'h5);
  assign take = i_valid & steps$o_valid & (out$level < 4'h5);
  assign steps$o_ready = take;
  assign up = 6'h0 - steps$o[5:0];
  assign coarse$by = up[5:2];
  always_comb begin
    splice$mask = beat_mask$q;
    if (whole$q) begin
      splice$mask = {64{whole$q}};
    end
  end
  assign out$i = {whole$q, splice$o};
  assign out$i_valid = whole$q | (beat_valid$q & beat_spills$q);
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
  rotate_coarse coarse (
    .i(i[511:0]),
    .by(coarse$by),
    .o(coarse$o)
  );
  byte_mask mask (
    .count(steps$o[6:0]),
    .o(mask$o)
  );
  rotate_fine fine (
    .i(beat$q),
    .by(beat_by$q),
    .o(fine$o)
  );
  splice splice (
    .mask(splice$mask),
    .one(held$q),
    .zero(fine$o),
    .o(splice$o)
  );
  out_4 out (
    .clock(clock),
    .reset(reset),
    .i(out$i),
    .i_valid(out$i_valid),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level(out$level)
  );
  initial begin
    filled$q = 7'h0;
    beat$q = 512'h0;
    beat_valid$q = 1'h0;
    beat_by$q = 2'h0;
    beat_mask$q = 64'h0;
    beat_spills$q = 1'h0;
    beat_ends$q = 1'h0;
    held$q = 512'h0;
    whole$q = 1'h0;
  end
endmodule

module ram_20 (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic [15:0] read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic [15:0] write_data
);
  (* ram_style = "distributed" *) logic [15:0] words [0:63];
  integer i;
  initial for (i = 0; i <= 63; i = i + 1) words[i[5:0]] = 16'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module verdicts (
  input  logic clock,
  input  logic reset,
  input  logic [15:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [15:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level
);
  logic put;
  logic get;
  logic [15:0] ram$read_data;
  logic ram$write;
  logic [5:0] write_at$q;
  logic [5:0] read_at$q;
  logic [6:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 6'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 6'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 7'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 7'h1;
      some$q <= count$q != 7'h1;
    end
    if (reset) begin
      write_at$q <= 6'h0;
      read_at$q <= 6'h0;
      count$q <= 7'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 7'h40;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 7'h40);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_20 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 6'h0;
    read_at$q = 6'h0;
    count$q = 7'h0;
    some$q = 1'h0;
  end
endmodule

module gather (
  input  logic clock,
  input  logic reset,
  input  logic [157:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [15:0] verdict,
  output logic verdict_valid,
  input  logic verdict_ready
);
  logic both;
  logic parted;
  logic step;
  logic [2:0] now;
  logic refused;
  logic willing;
  logic take;
  logic ends;
  logic [15:0] judged;
  logic [160:0] checks$i;
  logic checks$i_valid;
  logic checks$i_ready;
  logic [160:0] checks$o;
  logic checks$o_valid;
  logic lasts$i_valid;
  logic lasts$i_ready;
  logic lasts$o;
  logic lasts$o_valid;
  logic lasts$o_ready;
  logic answers$i_ready;
  logic [154:0] answers$o;
  logic answers$o_valid;
  logic answers$o_ready;
  logic [76:0] reads$i;
  logic reads$i_valid;
  logic reads$i_ready;
  logic [76:0] reads$o;
  logic reads$o_valid;
  logic [13:0] lengths$i;
  logic lengths$i_valid;
  logic lengths$i_ready;
  logic [13:0] lengths$o;
  logic lengths$o_valid;
  logic [1:0] asked$i;
  logic asked$i_valid;
  logic asked$i_ready;
  logic [1:0] asked$o;
  logic asked$o_valid;
  logic asked$o_ready;
  logic statuses$i_ready;
  logic [2:0] statuses$o;
  logic statuses$o_valid;
  logic statuses$o_ready;
  logic pack$piece_ready;
  logic pack$i_valid;
  logic pack$i_ready;
  logic [512:0] pack$o;
  logic pack$o_valid;
  logic [15:0] verdicts$i;
  logic verdicts$i_valid;
  logic verdicts$i_ready;
  logic [15:0] verdicts$o;
  logic verdicts$o_valid;
  logic second$q;
  logic begun$q;
  logic [2:0] error$q;
  logic [15:0] so_far$q;
  always @(posedge clock) begin
    if (step) begin
      second$q <= parted;
    end
    if (take) begin
      begun$q <= ~ends;
      error$q <= now;
      so_far$q <= judged;
    end
    if (ends & asked$o[1]) begin
      so_far$q[7:0] <= 8'h0;
      so_far$q[15:8] <= 8'h0;
    end
    if (reset) begin
      second$q <= 1'h0;
      begun$q <= 1'h0;
      so_far$q[7:0] <= 8'h0;
      so_far$q[15:8] <= 8'h0;
    end
  end
  assign check = checks$o;
  assign check_valid = checks$o_valid;
  assign checked_ready = answers$i_ready;
  assign read = reads$o;
  assign read_valid = reads$o_valid;
  assign status_ready = statuses$i_ready;
  assign o = pack$o;
  assign o_valid = pack$o_valid;
  assign verdict = verdicts$o;
  assign verdict_valid = verdicts$o_valid;
  assign both = checks$i_ready & lasts$i_ready;
  assign piece_ready = both;
  assign checks$i_valid = piece_valid & lasts$i_ready;
  assign checks$i = {piece[156:144], piece[143:112], piece[111:48], 4'h0, piece[47:32], piece[31:0]};
  assign lasts$i_valid = piece_valid & checks$i_ready;
  assign parted = answers$o[0] & (answers$o[154:142] != 13'h0) & ~second$q;
  assign step = answers$o_valid & lasts$o_valid & reads$i_ready & lengths$i_ready & asked$i_ready;
  always_comb begin
    reads$i[63:0] = answers$o[64:1];
    reads$i[76:64] = answers$o[77:65];
    lengths$i[12:0] = answers$o[77:65];
    if (second$q) begin
      reads$i[63:0] = answers$o[141:78];
      reads$i[76:64] = answers$o[154:142];
      lengths$i[12:0] = answers$o[154:142];
    end
    if (~answers$o[0]) begin
      lengths$i[12:0] = 13'h1;
    end
    lengths$i[13] = lasts$o & ~parted;
  end
  assign asked$i = {lasts$o & ~parted, ~answers$o[0]};
  assign reads$i_valid = step & answers$o[0];
  assign lengths$i_valid = step;
  assign asked$i_valid = step;
  assign answers$o_ready = step & ~parted;
  assign lasts$o_ready = step & ~parted;
  assign refused = asked$o[0];
  always_comb begin
    now = error$q;
    if (~begun$q) begin
      now = statuses$o;
    end
  end
  assign willing = asked$o_valid & pack$i_ready & verdicts$i_ready & (refused | begun$q | statuses$o_valid);
  assign take = willing & (refused | data_valid);
  assign ends = take & (refused | data[512]);
  assign data_ready = willing & ~refused;
  assign pack$i_valid = take;
  assign statuses$o_ready = take & ~refused & ~begun$q;
  assign asked$o_ready = ends;
  always_comb begin
    judged = so_far$q;
    if (so_far$q[7:0] == 8'h0) begin
      if (refused) begin
        judged[7:0] = 8'h4;
      end else begin
        if (now != 3'h0) begin
          judged[7:0] = 8'h15;
          judged[15:8] = {5'h0, now};
        end
      end
    end
  end
  assign verdicts$i = judged;
  assign verdicts$i_valid = ends & asked$o[1];
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
  lasts lasts (
    .clock(clock),
    .reset(reset),
    .i(piece[157]),
    .i_valid(lasts$i_valid),
    .i_ready(lasts$i_ready),
    .o(lasts$o),
    .o_valid(lasts$o_valid),
    .o_ready(lasts$o_ready),
    .level()
  );
  answers answers (
    .clock(clock),
    .reset(reset),
    .i(checked),
    .i_valid(checked_valid),
    .i_ready(answers$i_ready),
    .o(answers$o),
    .o_valid(answers$o_valid),
    .o_ready(answers$o_ready),
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
    .o_ready(read_ready),
    .level()
  );
  lengths lengths (
    .clock(clock),
    .reset(reset),
    .i(lengths$i),
    .i_valid(lengths$i_valid),
    .i_ready(lengths$i_ready),
    .o(lengths$o),
    .o_valid(lengths$o_valid),
    .o_ready(pack$piece_ready),
    .level(),
    .space()
  );
  asked_2 asked (
    .clock(clock),
    .reset(reset),
    .i(asked$i),
    .i_valid(asked$i_valid),
    .i_ready(asked$i_ready),
    .o(asked$o),
    .o_valid(asked$o_valid),
    .o_ready(asked$o_ready),
    .level(),
    .space()
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
  pack pack (
    .clock(clock),
    .reset(reset),
    .piece(lengths$o),
    .piece_valid(lengths$o_valid),
    .piece_ready(pack$piece_ready),
    .i(data),
    .i_valid(pack$i_valid),
    .i_ready(pack$i_ready),
    .o(pack$o),
    .o_valid(pack$o_valid),
    .o_ready(o_ready)
  );
  verdicts verdicts (
    .clock(clock),
    .reset(reset),
    .i(verdicts$i),
    .i_valid(verdicts$i_valid),
    .i_ready(verdicts$i_ready),
    .o(verdicts$o),
    .o_valid(verdicts$o_valid),
    .o_ready(verdict_ready),
    .level()
  );
  initial begin
    second$q = 1'h0;
    begun$q = 1'h0;
    error$q = 3'h0;
    so_far$q = 16'h0;
  end
endmodule

module ram_262x128 (
  input  logic [6:0] read_address,
  input  logic read_clock,
  output logic [261:0] read_data,
  input  logic [6:0] write_address,
  input  logic write_clock,
  input  logic [261:0] write_data,
  input  logic write_enable
);
  logic [261:0] words [0:127];
  integer i;
  initial begin
    for (i = 0; i < 128; i = i + 1) words[i[6:0]] = 262'h0;
    read_data = 262'h0;
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

module ram_21 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [261:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [261:0] write_data
);
  (* ram_style = "distributed" *) logic [261:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 262'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_5 (
  input  logic clock,
  input  logic reset,
  input  logic [261:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [261:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [261:0] ram$read_data;
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
  ram_21 ram (
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

module packets (
  input  logic clock,
  input  logic reset,
  input  logic [261:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [261:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [7:0] level,
  output logic [7:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [261:0] ram$read_data;
  logic ram$write_enable;
  logic [261:0] out$o;
  logic out$o_valid;
  logic [6:0] write_at$q;
  logic [6:0] read_at$q;
  logic [7:0] count$q;
  logic [7:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 7'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 7'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 8'h1;
      free$q <= free$q - 8'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 8'h1;
      free$q <= free$q + 8'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 7'h0;
      read_at$q <= 7'h0;
      count$q <= 8'h0;
      free$q <= 8'h80;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 8'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 8'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_262x128 ram (
    .read_address(read_at$q),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_at$q),
    .write_clock(clock),
    .write_data(i),
    .write_enable(ram$write_enable)
  );
  out_5 out (
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
    write_at$q = 7'h0;
    read_at$q = 7'h0;
    count$q = 8'h0;
    free$q = 8'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_22 (
  input  logic clock,
  input  logic [6:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [6:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:127];
  integer i;
  initial for (i = 0; i <= 127; i = i + 1) words[i[6:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module sources (
  input  logic clock,
  input  logic reset,
  input  logic i,
  input  logic i_valid,
  output logic i_ready,
  output logic o,
  output logic o_valid,
  input  logic o_ready,
  output logic [7:0] level
);
  logic put;
  logic get;
  logic ram$read_data;
  logic ram$write;
  logic [6:0] write_at$q;
  logic [6:0] read_at$q;
  logic [7:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 7'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 7'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 8'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 8'h1;
      some$q <= count$q != 8'h1;
    end
    if (reset) begin
      write_at$q <= 7'h0;
      read_at$q <= 7'h0;
      count$q <= 8'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 8'h80;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 8'h80);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_22 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 7'h0;
    read_at$q = 7'h0;
    count$q = 8'h0;
    some$q = 1'h0;
  end
endmodule

module ram_513x512 (
  input  logic [8:0] read_address,
  input  logic read_clock,
  output logic [512:0] read_data,
  input  logic [8:0] write_address,
  input  logic write_clock,
  input  logic [512:0] write_data,
  input  logic write_enable
);
  logic [512:0] words [0:511];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) words[i[8:0]] = 513'h0;
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

module payload (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [9:0] level,
  output logic [9:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [512:0] ram$read_data;
  logic ram$write_enable;
  logic [512:0] out$o;
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
  ram_513x512 ram (
    .read_address(read_at$q),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_at$q),
    .write_clock(clock),
    .write_data(i),
    .write_enable(ram$write_enable)
  );
  beats out (
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

module ram_23 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module plans (
  input  logic clock,
  input  logic reset,
  input  logic i,
  input  logic i_valid,
  output logic i_ready,
  output logic o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic ram$read_data;
  logic ram$write;
  logic [3:0] write_at$q;
  logic [3:0] read_at$q;
  logic [4:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 4'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 4'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 5'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 5'h1;
      some$q <= count$q != 5'h1;
    end
    if (reset) begin
      write_at$q <= 4'h0;
      read_at$q <= 4'h0;
      count$q <= 5'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 5'h10;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 5'h10);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_23 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 4'h0;
    read_at$q = 4'h0;
    count$q = 5'h0;
    some$q = 1'h0;
  end
endmodule

module ram_24 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [272:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [272:0] write_data
);
  (* ram_style = "distributed" *) logic [272:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 273'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module ready_packets (
  input  logic clock,
  input  logic reset,
  input  logic [272:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [272:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [272:0] ram$read_data;
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
  ram_24 ram (
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

module ram_25 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [68:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [68:0] write_data
);
  (* ram_style = "distributed" *) logic [68:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 69'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module events (
  input  logic clock,
  input  logic reset,
  input  logic [68:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [68:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [68:0] ram$read_data;
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
  ram_25 ram (
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

module judge (
  input  logic clock,
  input  logic reset,
  input  logic [261:0] i,
  input  logic i_valid,
  output logic i_ready,
  input  logic [512:0] gathered,
  input  logic gathered_valid,
  output logic gathered_ready,
  input  logic [15:0] verdict,
  input  logic verdict_valid,
  output logic verdict_ready,
  input  logic [512:0] inlined,
  input  logic inlined_valid,
  output logic inlined_ready,
  output logic [272:0] packet,
  output logic packet_valid,
  input  logic packet_ready,
  output logic [512:0] packet_data,
  output logic packet_data_valid,
  input  logic packet_data_ready,
  output logic [68:0] report,
  output logic report_valid,
  input  logic report_ready,
  output logic count_requester_packets
);
  logic put;
  logic put_last;
  logic has_payload;
  logic payload_here;
  logic room;
  logic faulted;
  logic good;
  logic decide;
  logic spend;
  logic pass;
  localparam logic [1:0] Chain$Reset = 2'h1;
  localparam logic [1:0] Chain$Start = 2'h2;
  localparam logic [1:0] Chain$Work = 2'h0;
  logic packets$i_valid;
  logic packets$i_ready;
  logic [261:0] packets$o;
  logic packets$o_valid;
  logic packets$o_ready;
  logic sources$i_valid;
  logic sources$i_ready;
  logic sources$o;
  logic sources$o_valid;
  logic sources$o_ready;
  logic [512:0] payload$i;
  logic payload$i_valid;
  logic payload$i_ready;
  logic [512:0] payload$o;
  logic payload$o_valid;
  logic payload$o_ready;
  logic failed$read_data;
  logic failed$write;
  logic failed$write_data;
  logic plans$i;
  logic plans$i_valid;
  logic plans$i_ready;
  logic plans$o;
  logic plans$o_valid;
  logic plans$o_ready;
  logic [272:0] ready_packets$i;
  logic ready_packets$i_valid;
  logic ready_packets$i_ready;
  logic [272:0] ready_packets$o;
  logic ready_packets$o_valid;
  logic [68:0] events$i;
  logic events$i_valid;
  logic events$i_ready;
  logic [68:0] events$o;
  logic events$o_valid;
  logic [2:0] ended$q;
  logic [9:0] whole$q;
  logic looking$q;
  always @(posedge clock) begin
    ended$q <= {ended$q[1:0], put_last};
    looking$q <= packets$o_valid & ~decide;
    if (ended$q[2] & ~spend) begin
      whole$q <= whole$q + 10'h1;
    end
    if (spend & ~ended$q[2]) begin
      whole$q <= whole$q - 10'h1;
    end
    if (reset) begin
      ended$q <= 3'h0;
      whole$q <= 10'h0;
      looking$q <= 1'h0;
    end
  end
  assign report = events$o;
  assign report_valid = events$o_valid;
  assign packet = ready_packets$o;
  assign packet_valid = ready_packets$o_valid;
  assign i_ready = packets$i_ready & sources$i_ready;
  assign packets$i_valid = i_valid & sources$i_ready;
  assign sources$i_valid = i_valid & packets$i_ready & (i[1:0] == Chain$Work) & (i[101:89] != 13'h0);
  always_comb begin
    put = sources$o_valid & payload$i_ready & gathered_valid;
    payload$i = gathered;
    if (sources$o) begin
      put = sources$o_valid & payload$i_ready & inlined_valid;
      payload$i = inlined;
    end
  end
  assign payload$i_valid = put;
  assign put_last = put & payload$i[512];
  assign gathered_ready = sources$o_valid & ~sources$o & payload$i_ready;
  assign inlined_ready = sources$o_valid & sources$o & payload$i_ready;
  assign sources$o_ready = put_last;
  assign has_payload = (packets$o[1:0] == Chain$Work) & (packets$o[101:89] != 13'h0);
  assign payload_here = ~has_payload | ((whole$q != 10'h0) & (packets$o[29] | verdict_valid));
  assign room = plans$i_ready & ready_packets$i_ready & events$i_ready;
  assign faulted = has_payload & ~packets$o[29] & (verdict[7:0] != 8'h0);
  assign good = (packets$o[1:0] == Chain$Work) & ~packets$o[30] & ~faulted & ~failed$read_data;
  assign decide = looking$q & payload_here & room;
  assign packets$o_ready = decide;
  assign verdict_ready = decide & has_payload & ~packets$o[29];
  assign spend = decide & has_payload;
  assign plans$i = good;
  assign plans$i_valid = spend;
  assign count_requester_packets = decide & good;
  assign failed$write = decide & (faulted | (packets$o[1:0] == Chain$Start) | (packets$o[1:0] == Chain$Reset));
  assign failed$write_data = faulted;
  assign events$i_valid = decide & ((packets$o[1:0] != Chain$Work) | (faulted & ~failed$read_data));
  assign events$i = {verdict, packets$o[86:63], packets$o[28:13], packets$o[12:3], packets$o[2],
      packets$o[1:0]};
  assign ready_packets$i_valid = decide & good;
  assign ready_packets$i = {24'h0, 8'h0, packets$o[261:230], packets$o[229:198], packets$o[197:166],
      packets$o[165:102], packets$o[101:89], packets$o[88], packets$o[87], packets$o[86:63], packets$o[62:55],
      packets$o[54:31], packets$o[12:3]};
  assign packet_data = payload$o;
  assign packet_data_valid = payload$o_valid & plans$o_valid & plans$o;
  assign pass = plans$o_valid & (~plans$o | packet_data_ready);
  assign payload$o_ready = pass;
  assign plans$o_ready = pass & payload$o_valid & payload$o[512];
  packets packets (
    .clock(clock),
    .reset(reset),
    .i(i),
    .i_valid(packets$i_valid),
    .i_ready(packets$i_ready),
    .o(packets$o),
    .o_valid(packets$o_valid),
    .o_ready(packets$o_ready),
    .level(),
    .space()
  );
  sources sources (
    .clock(clock),
    .reset(reset),
    .i(i[29]),
    .i_valid(sources$i_valid),
    .i_ready(sources$i_ready),
    .o(sources$o),
    .o_valid(sources$o_valid),
    .o_ready(sources$o_ready),
    .level()
  );
  payload payload (
    .clock(clock),
    .reset(reset),
    .i(payload$i),
    .i_valid(payload$i_valid),
    .i_ready(payload$i_ready),
    .o(payload$o),
    .o_valid(payload$o_valid),
    .o_ready(payload$o_ready),
    .level(),
    .space()
  );
  stopped failed (
    .clock(clock),
    .read_address(packets$o[12:3]),
    .read_data(failed$read_data),
    .write(failed$write),
    .write_address(packets$o[12:3]),
    .write_data(failed$write_data)
  );
  plans plans (
    .clock(clock),
    .reset(reset),
    .i(plans$i),
    .i_valid(plans$i_valid),
    .i_ready(plans$i_ready),
    .o(plans$o),
    .o_valid(plans$o_valid),
    .o_ready(plans$o_ready),
    .level()
  );
  ready_packets ready_packets (
    .clock(clock),
    .reset(reset),
    .i(ready_packets$i),
    .i_valid(ready_packets$i_valid),
    .i_ready(ready_packets$i_ready),
    .o(ready_packets$o),
    .o_valid(ready_packets$o_valid),
    .o_ready(packet_ready),
    .level()
  );
  events events (
    .clock(clock),
    .reset(reset),
    .i(events$i),
    .i_valid(events$i_valid),
    .i_ready(events$i_ready),
    .o(events$o),
    .o_valid(events$o_valid),
    .o_ready(report_ready),
    .level()
  );
  initial begin
    ended$q = 3'h0;
    whole$q = 10'h0;
    looking$q = 1'h0;
  end
endmodule

module ram_72x131072 (
  input  logic [16:0] read_address,
  input  logic read_clock,
  output logic [71:0] read_data,
  input  logic [16:0] write_address,
  input  logic write_clock,
  input  logic [71:0] write_data,
  input  logic write_enable
);
  (* ram_style = "ultra" *) logic [71:0] words [0:131071];
  integer i;
  initial begin
    for (i = 0; i < 131072; i = i + 1) words[i[16:0]] = 72'h0;
    read_data = 72'h0;
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

module messages (
  input  logic clock,
  input  logic [16:0] read_address,
  output logic [71:0] read_data,
  input  logic write,
  input  logic [16:0] write_address,
  input  logic [71:0] write_data
);
  logic [71:0] ram$read_data;
  logic [71:0] fetched$q;
  always @(posedge clock) begin
    fetched$q <= ram$read_data;
  end
  assign read_data = fetched$q;
  ram_72x131072 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    fetched$q = 72'h0;
  end
endmodule

module ram_26 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [83:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [83:0] write_data
);
  (* ram_style = "distributed" *) logic [83:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 84'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module waiting (
  input  logic clock,
  input  logic reset,
  input  logic [83:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [83:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [83:0] ram$read_data;
  logic ram$write;
  logic [3:0] write_at$q;
  logic [3:0] read_at$q;
  logic [4:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 4'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 4'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 5'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 5'h1;
      some$q <= count$q != 5'h1;
    end
    if (reset) begin
      write_at$q <= 4'h0;
      read_at$q <= 4'h0;
      count$q <= 5'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 5'h10;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 5'h10);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_26 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 4'h0;
    read_at$q = 4'h0;
    count$q = 5'h0;
    some$q = 1'h0;
  end
endmodule

module ram_33x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [32:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [32:0] write_data,
  input  logic write_enable
);
  logic [32:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 33'h0;
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

module own (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [32:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [32:0] write_data
);
  logic [32:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_33x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module others (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [32:0] read_data,
  input  logic [9:0] second_address,
  output logic [32:0] second_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [32:0] write_data
);
  logic [32:0] first$read_data;
  logic [32:0] second$read_data;
  assign read_data = first$read_data;
  assign second_data = second$read_data;
  own first (
    .clock(clock),
    .read_address(read_address),
    .read_data(first$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
  own second (
    .clock(clock),
    .read_address(second_address),
    .read_data(second$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
endmodule

module ledger (
  input  logic clock,
  input  logic reset,
  input  logic [83:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [88:0] message_write,
  output logic message_write_valid,
  input  logic [9:0] read_qpn,
  output logic [32:0] page,
  input  logic [9:0] watch_qpn,
  output logic [32:0] watch_page,
  output logic [9:0] kick,
  output logic kick_valid,
  input  logic kick_ready,
  output logic idle
);
  logic enter;
  logic [32:0] turned;
  localparam logic [1:0] Chain$Work = 2'h0;
  logic waiting$i_ready;
  logic [83:0] waiting$o;
  logic waiting$o_valid;
  logic waiting$o_ready;
  logic kicks$i_valid;
  logic kicks$i_ready;
  logic [9:0] kicks$o;
  logic kicks$o_valid;
  logic [32:0] own$read_data;
  logic own$write;
  logic [32:0] own$write_data;
  logic [32:0] others$read_data;
  logic [32:0] others$second_data;
  logic others$write;
  logic [32:0] others$write_data;
  logic looking$q;
  always @(posedge clock) begin
    looking$q <= waiting$o_valid & ~enter;
    if (reset) begin
      looking$q <= 1'h0;
    end
  end
  assign i_ready = waiting$i_ready;
  assign idle = ~waiting$o_valid;
  assign kick = kicks$o;
  assign kick_valid = kicks$o_valid;
  assign page = others$read_data;
  assign watch_page = others$second_data;
  assign enter = looking$q & kicks$i_ready;
  assign waiting$o_ready = enter;
  always_comb begin
    turned = own$read_data;
    if (waiting$o[1:0] != Chain$Work) begin
      turned[31:8] = waiting$o[35:12];
      turned[32] = 1'h0;
    end else begin
      turned[7:0] = own$read_data[7:0] + 8'h1;
      if (waiting$o[80]) begin
        turned[32] = 1'h1;
      end else begin
        turned[31:8] = waiting$o[59:36] + 24'h1;
      end
    end
  end
  assign own$write = enter;
  assign own$write_data = turned;
  assign others$write = enter;
  assign others$write_data = turned;
  assign message_write = {waiting$o[83:12], own$read_data[6:0], waiting$o[11:2]};
  assign message_write_valid = enter & (waiting$o[1:0] == Chain$Work);
  assign kicks$i_valid = enter & (waiting$o[1:0] == Chain$Work) & waiting$o[80];
  waiting waiting (
    .clock(clock),
    .reset(reset),
    .i(i),
    .i_valid(i_valid),
    .i_ready(waiting$i_ready),
    .o(waiting$o),
    .o_valid(waiting$o_valid),
    .o_ready(waiting$o_ready),
    .level()
  );
  out kicks (
    .clock(clock),
    .reset(reset),
    .i(waiting$o[11:2]),
    .i_valid(kicks$i_valid),
    .i_ready(kicks$i_ready),
    .o(kicks$o),
    .o_valid(kicks$o_valid),
    .o_ready(kick_ready),
    .level()
  );
  own own (
    .clock(clock),
    .read_address(waiting$o[11:2]),
    .read_data(own$read_data),
    .write(own$write),
    .write_address(waiting$o[11:2]),
    .write_data(own$write_data)
  );
  others others (
    .clock(clock),
    .read_address(read_qpn),
    .read_data(others$read_data),
    .second_address(watch_qpn),
    .second_data(others$second_data),
    .write(others$write),
    .write_address(waiting$o[11:2]),
    .write_data(others$write_data)
  );
  initial begin
    looking$q = 1'h0;
  end
endmodule

module ram_27 (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic [49:0] read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic [49:0] write_data
);
  (* ram_style = "distributed" *) logic [49:0] words [0:63];
  integer i;
  initial for (i = 0; i <= 63; i = i + 1) words[i[5:0]] = 50'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue (
  input  logic clock,
  input  logic reset,
  input  logic [49:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [49:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level
);
  logic put;
  logic get;
  logic [49:0] ram$read_data;
  logic ram$write;
  logic [5:0] write_at$q;
  logic [5:0] read_at$q;
  logic [6:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 6'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 6'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 7'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 7'h1;
      some$q <= count$q != 7'h1;
    end
    if (reset) begin
      write_at$q <= 6'h0;
      read_at$q <= 6'h0;
      count$q <= 7'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 7'h40;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 7'h40);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_27 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 6'h0;
    read_at$q = 6'h0;
    count$q = 7'h0;
    some$q = 1'h0;
  end
endmodule

module responses (
  input  logic clock,
  input  logic reset,
  input  logic [251:0] response,
  input  logic response_valid,
  output logic response_ready,
  input  logic [512:0] response_data,
  input  logic response_data_valid,
  output logic response_data_ready,
  output logic [49:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [49:0] queue$i;
  logic queue$i_valid;
  logic queue$i_ready;
  logic [49:0] queue$o;
  logic queue$o_valid;
  logic dropping$q;
  always @(posedge clock) begin
    if (dropping$q) begin
      if (response_data_valid & response_data[512]) begin
        dropping$q <= 1'h0;
      end
    end else begin
      if (response_valid & queue$i_ready) begin
        dropping$q <= response[56:44] != 13'h0;
      end
    end
    if (reset) begin
      dropping$q <= 1'h0;
    end
  end
  assign o = queue$o;
  assign o_valid = queue$o_valid;
  assign queue$i = {response[226:219], response[41:18], response[17:10], response[9:0]};
  assign queue$i_valid = response_valid & ~dropping$q;
  assign response_ready = queue$i_ready & ~dropping$q;
  assign response_data_ready = dropping$q;
  queue queue (
    .clock(clock),
    .reset(reset),
    .i(queue$i),
    .i_valid(queue$i_valid),
    .i_ready(queue$i_ready),
    .o(queue$o),
    .o_valid(queue$o_valid),
    .o_ready(o_ready),
    .level()
  );
  initial begin
    dropping$q = 1'h0;
  end
endmodule

module ram_83x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [82:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [82:0] write_data,
  input  logic write_enable
);
  logic [82:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 83'h0;
    read_data = 83'h0;
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
  input  logic [9:0] read_address,
  output logic [82:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [82:0] write_data
);
  logic [82:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_83x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module accounts (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [82:0] read_data,
  input  logic [9:0] second_address,
  output logic [82:0] second_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [82:0] write_data
);
  logic [82:0] first$read_data;
  logic [82:0] second$read_data;
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

module ram_15x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [14:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [14:0] write_data,
  input  logic write_enable
);
  logic [14:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 15'h0;
    read_data = 15'h0;
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

module first_2 (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [14:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [14:0] write_data
);
  logic [14:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_15x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module settings (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [14:0] read_data,
  input  logic [9:0] second_address,
  output logic [14:0] second_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [14:0] write_data
);
  logic [14:0] first$read_data;
  logic [14:0] second$read_data;
  assign read_data = first$read_data;
  assign second_data = second$read_data;
  first_2 first (
    .clock(clock),
    .read_address(read_address),
    .read_data(first$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
  first_2 second (
    .clock(clock),
    .read_address(second_address),
    .read_data(second$read_data),
    .write(write),
    .write_address(write_address),
    .write_data(write_data)
  );
endmodule

module round_robin_turn (
  input  logic [3:0] request,
  input  logic [3:0] ahead,
  output logic [1:0] grant,
  output logic valid,
  output logic [3:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 2'h0;
    if (request[3]) begin
      grant = 2'h3;
    end
    if (request[2]) begin
      grant = 2'h2;
    end
    if (request[1]) begin
      grant = 2'h1;
    end
    if (request[0]) begin
      grant = 2'h0;
    end
    if (request[3] & ahead[3]) begin
      grant = 2'h3;
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
  assign after = {grant <= 2'h2, grant <= 2'h1, grant <= 2'h0, 1'h0};
endmodule

module turn (
  input  logic clock,
  input  logic reset,
  input  logic [3:0] request,
  input  logic advance,
  output logic [1:0] grant,
  output logic valid
);
  logic [1:0] turn$grant;
  logic turn$valid;
  logic [3:0] turn$after;
  logic [3:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 4'h0;
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
    ahead$q = 4'h0;
  end
endmodule

module ram_28 (
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
  ram_28 ram (
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

module ram_29 (
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

module faults (
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
  ram_29 ram (
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

module sweep (
  input  logic clock,
  input  logic reset,
  input  logic [68:0] report,
  input  logic report_valid,
  output logic report_ready,
  input  logic ledger_idle,
  input  logic [9:0] kick,
  input  logic kick_valid,
  output logic kick_ready,
  input  logic [49:0] response,
  input  logic response_valid,
  output logic response_ready,
  input  logic [33:0] expiry,
  input  logic expiry_valid,
  output logic expiry_ready,
  output logic [16:0] message_address,
  input  logic [71:0] message,
  output logic [9:0] read_qpn,
  input  logic [32:0] page,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [9:0] watch_qpn,
  output logic [82:0] watch_account,
  output logic [4:0] watch_timeout,
  output logic [145:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic [25:0] retired,
  output logic retired_valid,
  input  logic retired_ready,
  output logic [33:0] oldest,
  output logic oldest_valid,
  output logic command_done,
  output logic count_requester_local_error,
  output logic count_requester_nak,
  output logic count_requester_not_ready,
  output logic count_requester_timeout,
  output logic count_requester_ghost
);
  logic [9:0] chosen;
  logic [82:0] read;
  logic [82:0] now;
  logic [23:0] from_oldest;
  logic [23:0] to_next;
  logic owned;
  logic [7:0] kind;
  logic [7:0] code;
  logic empty;
  logic [15:0] flushing;
  logic write;
  logic look;
  logic [82:0] written;
  logic [23:0] past;
  logic covered;
  logic [15:0] outcome;
  logic own;
  logic stays;
  logic fails;
  logic reports;
  logic go;
  logic [82:0] later;
  logic more;
  logic room;
  localparam logic [1:0] Chain$Flush = 2'h3;
  localparam logic [1:0] Chain$Start = 2'h2;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [1:0] Mode$Failed = 2'h2;
  localparam logic [1:0] Mode$Running = 2'h1;
  localparam logic [1:0] Mode$Stopped = 2'h0;
  localparam logic [1:0] Source$Chain = 2'h0;
  localparam logic [1:0] Source$Expiry = 2'h3;
  localparam logic [1:0] Source$Kick = 2'h1;
  localparam logic [1:0] Source$Response = 2'h2;
  localparam logic [1:0] State$Choose = 2'h0;
  localparam logic [1:0] State$Decide = 2'h1;
  localparam logic [1:0] State$Look = 2'h3;
  localparam logic [1:0] State$Wait = 2'h2;
  logic [9:0] accounts$read_address;
  logic [82:0] accounts$read_data;
  logic [82:0] accounts$second_data;
  logic accounts$write;
  logic [82:0] accounts$write_data;
  logic [9:0] settings$read_address;
  logic [14:0] settings$read_data;
  logic [14:0] settings$second_data;
  logic [14:0] settings$write_data;
  logic [3:0] turn$request;
  logic turn$advance;
  logic [1:0] turn$grant;
  logic turn$valid;
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
  logic [25:0] retirements$i;
  logic retirements$i_valid;
  logic retirements$i_ready;
  logic [25:0] retirements$o;
  logic retirements$o_valid;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [1:0] source$d;
  logic [1:0] source$q;
  logic [68:0] chain$d;
  logic [68:0] chain$q;
  logic [49:0] answer$d;
  logic [49:0] answer$q;
  logic [9:0] qpn$d;
  logic [9:0] qpn$q;
  logic [82:0] account$d;
  logic [82:0] account$q;
  logic [7:0] head$d;
  logic [7:0] head$q;
  logic bad_entered$d;
  logic bad_entered$q;
  logic [9:0] cqn$d;
  logic [9:0] cqn$q;
  logic [15:0] sentence$d;
  logic [15:0] sentence$q;
  logic moved$d;
  logic moved$q;
  always_comb begin
    state$d = state$q;
    source$d = source$q;
    chain$d = chain$q;
    answer$d = answer$q;
    qpn$d = qpn$q;
    account$d = account$q;
    head$d = head$q;
    bad_entered$d = bad_entered$q;
    cqn$d = cqn$q;
    sentence$d = sentence$q;
    moved$d = moved$q;
    turn$advance = 1'h0;
    report_ready = 1'h0;
    kick_ready = 1'h0;
    response_ready = 1'h0;
    expiry_ready = 1'h0;
    now = read;
    look = 1'h0;
    write = 1'h0;
    written = later;
    message_address[16:7] = qpn$q;
    message_address[6:0] = account$q[8:2];
    completions$i[9:0] = cqn$q;
    completions$i[33:10] = {14'h0, qpn$q};
    completions$i[41:34] = 8'h0;
    completions$i[57:42] = message[63:48];
    completions$i[65:58] = outcome[7:0];
    completions$i[73:66] = 8'h0;
    completions$i[105:74] = 32'h0;
    completions$i[137:106] = 32'h0;
    completions$i[145:138] = outcome[15:8];
    completions$i_valid = 1'h0;
    faults$i_valid = 1'h0;
    retirements$i[9:0] = qpn$q;
    retirements$i[25:10] = later[49:34];
    retirements$i_valid = 1'h0;
    command_done = 1'h0;
    count_requester_local_error = 1'h0;
    count_requester_nak = 1'h0;
    count_requester_not_ready = 1'h0;
    count_requester_timeout = 1'h0;
    count_requester_ghost = 1'h0;
    case (state$q)
      State$Choose: begin
        qpn$d = chosen;
        chain$d = report;
        answer$d = response;
        if (room & turn$valid) begin
          turn$advance = 1'h1;
          state$d = State$Decide;
          if (turn$grant == 2'h0) begin
            report_ready = 1'h1;
            source$d = Source$Chain;
          end else begin
            if (turn$grant == 2'h1) begin
              kick_ready = 1'h1;
              source$d = Source$Kick;
            end else begin
              if (turn$grant == 2'h2) begin
                response_ready = 1'h1;
                source$d = Source$Response;
              end else begin
                expiry_ready = 1'h1;
                source$d = Source$Expiry;
                answer$d[41:18] = expiry[33:10];
              end
            end
          end
        end
      end
      State$Decide: begin
        state$d = State$Choose;
        sentence$d[7:0] = 8'h0;
        sentence$d[15:8] = 8'h0;
        head$d = page[7:0];
        bad_entered$d = page[32];
        cqn$d = settings$read_data[9:0];
        moved$d = 1'h0;
        completions$i[9:0] = settings$read_data[9:0];
        completions$i[57:42] = read[49:34];
        completions$i[65:58] = 8'h5;
        completions$i[105:74] = {16'h0, flushing};
        completions$i[145:138] = 8'h0;
        retirements$i[25:10] = chain$q[28:13];
        if (source$q == Source$Chain) begin
          if (chain$q[1:0] == Chain$Work) begin
            if ((read[1:0] == Mode$Running) & ~read[50]) begin
              now[50] = 1'h1;
              now[66:51] = chain$q[28:13];
              now[82:67] = chain$q[68:53];
              look = ~empty;
            end
          end else begin
            if ((chain$q[1:0] == Chain$Flush) & (flushing != 16'h0) & ~completions$i_ready) begin
              state$d = State$Decide;
            end else begin
              completions$i_valid = (chain$q[1:0] == Chain$Flush) & (flushing != 16'h0);
              now[1:0] = Mode$Stopped;
              if (chain$q[1:0] == Chain$Start) begin
                now[1:0] = Mode$Running;
              end
              if (chain$q[1:0] == Chain$Flush) begin
                now[1:0] = Mode$Failed;
              end
              now[9:2] = page[7:0];
              now[33:10] = chain$q[52:29];
              now[49:34] = chain$q[28:13];
              now[50] = 1'h0;
              write = 1'h1;
              retirements$i_valid = 1'h1;
              command_done = chain$q[2];
            end
          end
        end else begin
          if (source$q == Source$Kick) begin
            look = (read[1:0] == Mode$Running) & ~empty;
          end else begin
            if (source$q == Source$Response) begin
              sentence$d[15:8] = answer$q[49:42];
              if (owned & (kind == 8'h0)) begin
                now[33:10] = answer$q[41:18] + 24'h1;
                look = 1'h1;
              end else begin
                if (owned & (kind == 8'h20)) begin
                  now[33:10] = answer$q[41:18];
                  sentence$d[7:0] = 8'hd;
                  look = 1'h1;
                  count_requester_not_ready = 1'h1;
                end else begin
                  if (owned & (code != 8'h0)) begin
                    now[33:10] = answer$q[41:18];
                    sentence$d[7:0] = code;
                    look = 1'h1;
                    count_requester_nak = 1'h1;
                  end else begin
                    count_requester_ghost = 1'h1;
                  end
                end
              end
            end else begin
              if ((read[1:0] == Mode$Running) & ~empty & (read[33:10] == answer$q[41:18])) begin
                sentence$d[7:0] = 8'hc;
                look = 1'h1;
                count_requester_timeout = 1'h1;
              end
            end
          end
        end
        account$d = now;
        message_address[6:0] = now[8:2];
        written = now;
        if (look) begin
          state$d = State$Wait;
        end
      end
      State$Wait: begin
        state$d = State$Look;
      end
      State$Look: begin
        if ((message[71:69] == 3'h0) | (message[71:69] == 3'h1)) begin
          completions$i[41:34] = 8'h1;
        end
        if (go) begin
          account$d = later;
          completions$i_valid = reports;
          message_address[6:0] = later[8:2];
          moved$d = 1'h1;
          if (more) begin
            state$d = State$Wait;
          end else begin
            write = 1'h1;
            faults$i_valid = fails;
            count_requester_local_error = fails & own;
            retirements$i_valid = moved$q | ~stays;
            state$d = State$Choose;
          end
        end
      end
      default: begin
        state$d = State$Choose;
      end
    endcase
    if (reset) begin
      state$d = State$Choose;
    end
  end
  assign completion = completions$o;
  assign completion_valid = completions$o_valid;
  assign fault = faults$o;
  assign fault_valid = faults$o_valid;
  assign retired = retirements$o;
  assign retired_valid = retirements$o_valid;
  assign settings$write_data = {qp_write[138:134], qp_write[133:124]};
  assign watch_account = accounts$second_data;
  assign watch_timeout = settings$second_data[14:10];
  assign room = retirements$i_ready & faults$i_ready;
  assign turn$request = {expiry_valid, response_valid, kick_valid, report_valid & ledger_idle};
  always_comb begin
    chosen = report[12:3];
    if (turn$grant == 2'h1) begin
      chosen = kick;
    end
    if (turn$grant == 2'h2) begin
      chosen = response[9:0];
    end
    if (turn$grant == 2'h3) begin
      chosen = expiry[9:0];
    end
  end
  always_comb begin
    read_qpn = qpn$q;
    if (state$q == State$Choose) begin
      read_qpn = chosen;
    end
  end
  assign accounts$read_address = read_qpn;
  assign settings$read_address = read_qpn;
  assign read = accounts$read_data;
  assign from_oldest = answer$q[41:18] - read[33:10];
  assign to_next = answer$q[41:18] - page[31:8];
  assign owned = (read[1:0] == Mode$Running) & ~from_oldest[23] & to_next[23] & (answer$q[17:10] == 8'h11);
  assign kind = answer$q[49:42] & 8'he0;
  always_comb begin
    code = 8'h0;
    if (answer$q[49:42] == 8'h60) begin
      code = 8'hc;
    end
    if (answer$q[49:42] == 8'h61) begin
      code = 8'h9;
    end
    if (answer$q[49:42] == 8'h62) begin
      code = 8'ha;
    end
    if (answer$q[49:42] == 8'h63) begin
      code = 8'hb;
    end
  end
  assign empty = read[9:2] == page[7:0];
  assign flushing = chain$q[28:13] - read[49:34];
  assign past = message[47:24] - account$q[33:10];
  assign covered = past[23];
  always_comb begin
    outcome[7:0] = 8'h0;
    outcome[15:8] = 8'h0;
    stays = 1'h0;
    own = 1'h0;
    if (message[68]) begin
      outcome[7:0] = message[7:0];
      outcome[15:8] = message[15:8];
      own = 1'h1;
    end else begin
      if (~covered) begin
        if (account$q[50] & (message[63:48] == account$q[66:51])) begin
          outcome = account$q[82:67];
          own = 1'h1;
        end else begin
          if (sentence$q[7:0] != 8'h0) begin
            outcome = sentence$q;
          end else begin
            stays = 1'h1;
          end
        end
      end
    end
  end
  assign fails = outcome[7:0] != 8'h0;
  assign reports = ~stays & (fails | message[67]);
  assign go = ~reports | completions$i_ready;
  always_comb begin
    later = account$q;
    if (~stays) begin
      later[9:2] = account$q[9:2] + 8'h1;
      later[49:34] = message[63:48] + {13'h0, message[66:64]};
    end
    if (fails) begin
      later[1:0] = Mode$Failed;
    end
  end
  assign more = ~stays & ~fails & (later[9:2] != head$q) & (((message[47:24] + 24'h1) != account$q[33:10]) |
      bad_entered$q | account$q[50] | (sentence$q[7:0] != 8'h0));
  assign faults$i = {outcome[7:0], 8'h3, qpn$q};
  assign accounts$write = write;
  assign accounts$write_data = written;
  assign oldest = {written[33:10], qpn$q};
  assign oldest_valid = write;
  accounts accounts (
    .clock(clock),
    .read_address(accounts$read_address),
    .read_data(accounts$read_data),
    .second_address(watch_qpn),
    .second_data(accounts$second_data),
    .write(accounts$write),
    .write_address(qpn$q),
    .write_data(accounts$write_data)
  );
  settings settings (
    .clock(clock),
    .read_address(settings$read_address),
    .read_data(settings$read_data),
    .second_address(watch_qpn),
    .second_data(settings$second_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(settings$write_data)
  );
  turn turn (
    .clock(clock),
    .reset(reset),
    .request(turn$request),
    .advance(turn$advance),
    .grant(turn$grant),
    .valid(turn$valid)
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
    .level()
  );
  faults retirements (
    .clock(clock),
    .reset(reset),
    .i(retirements$i),
    .i_valid(retirements$i_valid),
    .i_ready(retirements$i_ready),
    .o(retirements$o),
    .o_valid(retirements$o_valid),
    .o_ready(retired_ready),
    .level()
  );
  initial begin
    state$q = 2'h0;
    source$q = 2'h0;
    chain$q = 69'h0;
    answer$q = 50'h0;
    qpn$q = 10'h0;
    account$q = 83'h0;
    head$q = 8'h0;
    bad_entered$q = 1'h0;
    cqn$q = 10'h0;
    sentence$q = 16'h0;
    moved$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    source$q <= source$d;
    chain$q <= chain$d;
    answer$q <= answer$d;
    qpn$q <= qpn$d;
    account$q <= account$d;
    head$q <= head$d;
    bad_entered$q <= bad_entered$d;
    cqn$q <= cqn$d;
    sentence$q <= sentence$d;
    moved$q <= moved$d;
  end
endmodule

module ram_30 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [33:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [33:0] write_data
);
  (* ram_style = "distributed" *) logic [33:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 34'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module expiries (
  input  logic clock,
  input  logic reset,
  input  logic [33:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [33:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [33:0] ram$read_data;
  logic ram$write;
  logic [3:0] write_at$q;
  logic [3:0] read_at$q;
  logic [4:0] count$q;
  logic some$q;
  always @(posedge clock) begin
    if (put) begin
      write_at$q <= write_at$q + 4'h1;
    end
    if (get) begin
      read_at$q <= read_at$q + 4'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 5'h1;
      some$q <= 1'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 5'h1;
      some$q <= count$q != 5'h1;
    end
    if (reset) begin
      write_at$q <= 4'h0;
      read_at$q <= 4'h0;
      count$q <= 5'h0;
      some$q <= 1'h0;
    end
  end
  assign i_ready = count$q != 5'h10;
  assign o_valid = some$q;
  assign level = count$q;
  assign put = i_valid & (count$q != 5'h10);
  assign get = o_ready & some$q;
  assign ram$write = put;
  assign o = ram$read_data;
  ram_30 ram (
    .clock(clock),
    .read_address(read_at$q),
    .read_data(ram$read_data),
    .write(ram$write),
    .write_address(write_at$q),
    .write_data(i)
  );
  initial begin
    write_at$q = 4'h0;
    read_at$q = 4'h0;
    count$q = 5'h0;
    some$q = 1'h0;
  end
endmodule

module ram_57x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [56:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [56:0] write_data,
  input  logic write_enable
);
  logic [56:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 57'h0;
    read_data = 57'h0;
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

module seen (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [56:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [56:0] write_data
);
  logic [56:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_57x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module timer (
  input  logic clock,
  input  logic reset,
  input  logic [31:0] cycles_per_tick,
  output logic [9:0] watch_qpn,
  input  logic [82:0] account,
  input  logic [32:0] page,
  input  logic [4:0] timeout,
  output logic [33:0] expiry,
  output logic expiry_valid,
  input  logic expiry_ready
);
  logic waits;
  logic [32:0] elapsed;
  logic over;
  localparam logic [1:0] Mode$Running = 2'h1;
  logic [33:0] expiries$i;
  logic expiries$i_valid;
  logic expiries$i_ready;
  logic [33:0] expiries$o;
  logic expiries$o_valid;
  logic [56:0] seen$read_data;
  logic seen$write;
  logic [56:0] seen$write_data;
  logic [9:0] visit$q;
  logic [9:0] visited$q;
  logic [31:0] cycle$q;
  logic [32:0] now$q;
  always @(posedge clock) begin
    cycle$q <= cycle$q + 32'h1;
    if ((cycle$q + 32'h1) >= cycles_per_tick) begin
      cycle$q <= 32'h0;
      now$q <= now$q + 33'h1;
    end
    visit$q <= visit$q + 10'h1;
    visited$q <= visit$q;
    if (reset) begin
      visit$q <= 10'h0;
      visited$q <= 10'h0;
      cycle$q <= 32'h0;
      now$q <= 33'h0;
    end
  end
  assign expiry = expiries$o;
  assign expiry_valid = expiries$o_valid;
  assign watch_qpn = visit$q;
  assign waits = (account[1:0] == Mode$Running) & (account[9:2] != page[7:0]) & (seen$read_data[23:0] ==
      account[33:10]);
  assign elapsed = now$q - seen$read_data[56:24];
  assign over = (timeout != 5'h0) & ((elapsed >> {4'h0, timeout}) != 33'h0);
  assign expiries$i = {account[33:10], visited$q};
  assign expiries$i_valid = waits & over;
  assign seen$write = ~waits | (over & expiries$i_ready);
  assign seen$write_data = {now$q, account[33:10]};
  expiries expiries (
    .clock(clock),
    .reset(reset),
    .i(expiries$i),
    .i_valid(expiries$i_valid),
    .i_ready(expiries$i_ready),
    .o(expiries$o),
    .o_valid(expiries$o_valid),
    .o_ready(expiry_ready),
    .level()
  );
  seen seen (
    .clock(clock),
    .read_address(visit$q),
    .read_data(seen$read_data),
    .write(seen$write),
    .write_address(visited$q),
    .write_data(seen$write_data)
  );
  initial begin
    visit$q = 10'h0;
    visited$q = 10'h0;
    cycle$q = 32'h0;
    now$q = 33'h0;
  end
endmodule

module retire (
  input  logic clock,
  input  logic reset,
  input  logic [31:0] cycles_per_tick,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [83:0] outstanding,
  input  logic outstanding_valid,
  output logic outstanding_ready,
  input  logic [68:0] report,
  input  logic report_valid,
  output logic report_ready,
  input  logic [251:0] response,
  input  logic response_valid,
  output logic response_ready,
  input  logic [512:0] response_data,
  input  logic response_data_valid,
  output logic response_data_ready,
  output logic [145:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic [25:0] retired,
  output logic retired_valid,
  input  logic retired_ready,
  output logic [33:0] oldest,
  output logic oldest_valid,
  output logic command_done,
  output logic count_requester_local_error,
  output logic count_requester_nak,
  output logic count_requester_not_ready,
  output logic count_requester_timeout,
  output logic count_requester_ghost
);
  logic [16:0] messages$read_address;
  logic [71:0] messages$read_data;
  logic [16:0] messages$write_address;
  logic ledger$i_ready;
  logic [88:0] ledger$message_write;
  logic ledger$message_write_valid;
  logic [32:0] ledger$page;
  logic [32:0] ledger$watch_page;
  logic [9:0] ledger$kick;
  logic ledger$kick_valid;
  logic ledger$idle;
  logic responses$response_ready;
  logic responses$response_data_ready;
  logic [49:0] responses$o;
  logic responses$o_valid;
  logic sweep$report_ready;
  logic sweep$kick_ready;
  logic sweep$response_ready;
  logic sweep$expiry_ready;
  logic [16:0] sweep$message_address;
  logic [9:0] sweep$read_qpn;
  logic [82:0] sweep$watch_account;
  logic [4:0] sweep$watch_timeout;
  logic [145:0] sweep$completion;
  logic sweep$completion_valid;
  logic [25:0] sweep$fault;
  logic sweep$fault_valid;
  logic [25:0] sweep$retired;
  logic sweep$retired_valid;
  logic [33:0] sweep$oldest;
  logic sweep$oldest_valid;
  logic sweep$command_done;
  logic sweep$count_requester_local_error;
  logic sweep$count_requester_nak;
  logic sweep$count_requester_not_ready;
  logic sweep$count_requester_timeout;
  logic sweep$count_requester_ghost;
  logic [9:0] timer$watch_qpn;
  logic [33:0] timer$expiry;
  logic timer$expiry_valid;
  assign outstanding_ready = ledger$i_ready;
  assign messages$write_address = {ledger$message_write[9:0], ledger$message_write[16:10]};
  assign messages$read_address = {sweep$message_address[16:7], sweep$message_address[6:0]};
  assign response_ready = responses$response_ready;
  assign response_data_ready = responses$response_data_ready;
  assign report_ready = sweep$report_ready;
  assign completion = sweep$completion;
  assign completion_valid = sweep$completion_valid;
  assign fault = sweep$fault;
  assign fault_valid = sweep$fault_valid;
  assign retired = sweep$retired;
  assign retired_valid = sweep$retired_valid;
  assign oldest = sweep$oldest;
  assign oldest_valid = sweep$oldest_valid;
  assign command_done = sweep$command_done;
  assign count_requester_local_error = sweep$count_requester_local_error;
  assign count_requester_nak = sweep$count_requester_nak;
  assign count_requester_not_ready = sweep$count_requester_not_ready;
  assign count_requester_timeout = sweep$count_requester_timeout;
  assign count_requester_ghost = sweep$count_requester_ghost;
  messages messages (
    .clock(clock),
    .read_address(messages$read_address),
    .read_data(messages$read_data),
    .write(ledger$message_write_valid),
    .write_address(messages$write_address),
    .write_data(ledger$message_write[88:17])
  );
  ledger ledger (
    .clock(clock),
    .reset(reset),
    .i(outstanding),
    .i_valid(outstanding_valid),
    .i_ready(ledger$i_ready),
    .message_write(ledger$message_write),
    .message_write_valid(ledger$message_write_valid),
    .read_qpn(sweep$read_qpn),
    .page(ledger$page),
    .watch_qpn(timer$watch_qpn),
    .watch_page(ledger$watch_page),
    .kick(ledger$kick),
    .kick_valid(ledger$kick_valid),
    .kick_ready(sweep$kick_ready),
    .idle(ledger$idle)
  );
  responses responses (
    .clock(clock),
    .reset(reset),
    .response(response),
    .response_valid(response_valid),
    .response_ready(responses$response_ready),
    .response_data(response_data),
    .response_data_valid(response_data_valid),
    .response_data_ready(responses$response_data_ready),
    .o(responses$o),
    .o_valid(responses$o_valid),
    .o_ready(sweep$response_ready)
  );
  sweep sweep (
    .clock(clock),
    .reset(reset),
    .report(report),
    .report_valid(report_valid),
    .report_ready(sweep$report_ready),
    .ledger_idle(ledger$idle),
    .kick(ledger$kick),
    .kick_valid(ledger$kick_valid),
    .kick_ready(sweep$kick_ready),
    .response(responses$o),
    .response_valid(responses$o_valid),
    .response_ready(sweep$response_ready),
    .expiry(timer$expiry),
    .expiry_valid(timer$expiry_valid),
    .expiry_ready(sweep$expiry_ready),
    .message_address(sweep$message_address),
    .message(messages$read_data),
    .read_qpn(sweep$read_qpn),
    .page(ledger$page),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .watch_qpn(timer$watch_qpn),
    .watch_account(sweep$watch_account),
    .watch_timeout(sweep$watch_timeout),
    .completion(sweep$completion),
    .completion_valid(sweep$completion_valid),
    .completion_ready(completion_ready),
    .fault(sweep$fault),
    .fault_valid(sweep$fault_valid),
    .fault_ready(fault_ready),
    .retired(sweep$retired),
    .retired_valid(sweep$retired_valid),
    .retired_ready(retired_ready),
    .oldest(sweep$oldest),
    .oldest_valid(sweep$oldest_valid),
    .command_done(sweep$command_done),
    .count_requester_local_error(sweep$count_requester_local_error),
    .count_requester_nak(sweep$count_requester_nak),
    .count_requester_not_ready(sweep$count_requester_not_ready),
    .count_requester_timeout(sweep$count_requester_timeout),
    .count_requester_ghost(sweep$count_requester_ghost)
  );
  timer timer (
    .clock(clock),
    .reset(reset),
    .cycles_per_tick(cycles_per_tick),
    .watch_qpn(timer$watch_qpn),
    .account(sweep$watch_account),
    .page(ledger$watch_page),
    .timeout(sweep$watch_timeout),
    .expiry(timer$expiry),
    .expiry_valid(timer$expiry_valid),
    .expiry_ready(sweep$expiry_ready)
  );
endmodule

module requester (
  input  logic clock,
  input  logic reset,
  input  logic [31:0] cycles_per_tick,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [25:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
  input  logic [35:0] command,
  input  logic command_valid,
  output logic command_ready,
  input  logic [2:0] wqe_status,
  input  logic wqe_status_valid,
  output logic wqe_status_ready,
  input  logic [512:0] wqe_data,
  input  logic wqe_data_valid,
  output logic wqe_data_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  input  logic [2:0] payload_status,
  input  logic payload_status_valid,
  output logic payload_status_ready,
  input  logic [512:0] payload_data,
  input  logic payload_data_valid,
  output logic payload_data_ready,
  input  logic [251:0] response,
  input  logic response_valid,
  output logic response_ready,
  input  logic [512:0] response_data,
  input  logic response_data_valid,
  output logic response_data_ready,
  output logic [76:0] wqe_read,
  output logic wqe_read_valid,
  input  logic wqe_read_ready,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  output logic [76:0] payload_read,
  output logic payload_read_valid,
  input  logic payload_read_ready,
  output logic [272:0] packet,
  output logic packet_valid,
  input  logic packet_ready,
  output logic [512:0] packet_data,
  output logic packet_data_valid,
  input  logic packet_data_ready,
  output logic [145:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic [25:0] retired,
  output logic retired_valid,
  output logic count_requester_messages,
  output logic count_requester_packets,
  output logic count_requester_local_error,
  output logic count_requester_nak,
  output logic count_requester_not_ready,
  output logic count_requester_timeout,
  output logic count_requester_ghost
);
  logic scheduler$doorbell_ready;
  logic scheduler$done_ready;
  logic scheduler$retired_ready;
  logic scheduler$command_ready;
  logic [9:0] scheduler$stopping;
  logic scheduler$stopping_valid;
  logic [56:0] scheduler$job;
  logic scheduler$job_valid;
  logic fetch$job_ready;
  logic [76:0] fetch$read;
  logic fetch$read_valid;
  logic fetch$status_ready;
  logic fetch$data_ready;
  logic [571:0] fetch$slot;
  logic fetch$slot_valid;
  logic decode$slot_ready;
  logic [243:0] decode$work;
  logic decode$work_valid;
  logic [127:0] decode$entry;
  logic decode$entry_valid;
  logic [512:0] decode$inline_data;
  logic decode$inline_data_valid;
  logic [42:0] decode$done;
  logic decode$done_valid;
  logic done$i_ready;
  logic [42:0] done$o;
  logic done$o_valid;
  logic work$i_ready;
  logic [243:0] work$o;
  logic work$o_valid;
  logic entries$i_ready;
  logic [127:0] entries$o;
  logic entries$o_valid;
  logic inlined$i_ready;
  logic [512:0] inlined$o;
  logic inlined$o_valid;
  logic segment$work_ready;
  logic segment$entry_ready;
  logic [83:0] segment$outstanding;
  logic segment$outstanding_valid;
  logic [157:0] segment$piece;
  logic segment$piece_valid;
  logic [261:0] segment$packet;
  logic segment$packet_valid;
  logic segment$count_requester_messages;
  logic pieces$i_ready;
  logic [157:0] pieces$o;
  logic pieces$o_valid;
  logic gather$piece_ready;
  logic [160:0] gather$check;
  logic gather$check_valid;
  logic gather$checked_ready;
  logic [76:0] gather$read;
  logic gather$read_valid;
  logic gather$status_ready;
  logic gather$data_ready;
  logic [512:0] gather$o;
  logic gather$o_valid;
  logic [15:0] gather$verdict;
  logic gather$verdict_valid;
  logic judge$i_ready;
  logic judge$gathered_ready;
  logic judge$verdict_ready;
  logic judge$inlined_ready;
  logic [272:0] judge$packet;
  logic judge$packet_valid;
  logic [512:0] judge$packet_data;
  logic judge$packet_data_valid;
  logic [68:0] judge$report;
  logic judge$report_valid;
  logic judge$count_requester_packets;
  logic retire$outstanding_ready;
  logic retire$report_ready;
  logic retire$response_ready;
  logic retire$response_data_ready;
  logic [145:0] retire$completion;
  logic retire$completion_valid;
  logic [25:0] retire$fault;
  logic retire$fault_valid;
  logic [25:0] retire$retired;
  logic retire$retired_valid;
  logic [33:0] retire$oldest;
  logic retire$oldest_valid;
  logic retire$command_done;
  logic retire$count_requester_local_error;
  logic retire$count_requester_nak;
  logic retire$count_requester_not_ready;
  logic retire$count_requester_timeout;
  logic retire$count_requester_ghost;
  assign doorbell_ready = scheduler$doorbell_ready;
  assign command_ready = scheduler$command_ready;
  assign wqe_read = fetch$read;
  assign wqe_read_valid = fetch$read_valid;
  assign wqe_status_ready = fetch$status_ready;
  assign wqe_data_ready = fetch$data_ready;
  assign check = gather$check;
  assign check_valid = gather$check_valid;
  assign checked_ready = gather$checked_ready;
  assign payload_read = gather$read;
  assign payload_read_valid = gather$read_valid;
  assign payload_status_ready = gather$status_ready;
  assign payload_data_ready = gather$data_ready;
  assign packet = judge$packet;
  assign packet_valid = judge$packet_valid;
  assign packet_data = judge$packet_data;
  assign packet_data_valid = judge$packet_data_valid;
  assign response_ready = retire$response_ready;
  assign response_data_ready = retire$response_data_ready;
  assign completion = retire$completion;
  assign completion_valid = retire$completion_valid;
  assign fault = retire$fault;
  assign fault_valid = retire$fault_valid;
  assign retired = retire$retired;
  assign retired_valid = retire$retired_valid & scheduler$retired_ready;
  assign count_requester_messages = segment$count_requester_messages;
  assign count_requester_packets = judge$count_requester_packets;
  assign count_requester_local_error = retire$count_requester_local_error;
  assign count_requester_nak = retire$count_requester_nak;
  assign count_requester_not_ready = retire$count_requester_not_ready;
  assign count_requester_timeout = retire$count_requester_timeout;
  assign count_requester_ghost = retire$count_requester_ghost;
  scheduler scheduler (
    .clock(clock),
    .reset(reset),
    .doorbell(doorbell),
    .doorbell_valid(doorbell_valid),
    .doorbell_ready(scheduler$doorbell_ready),
    .done(done$o),
    .done_valid(done$o_valid),
    .done_ready(scheduler$done_ready),
    .retired(retire$retired),
    .retired_valid(retire$retired_valid),
    .retired_ready(scheduler$retired_ready),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .command(command),
    .command_valid(command_valid),
    .command_ready(scheduler$command_ready),
    .command_done(retire$command_done),
    .stopping(scheduler$stopping),
    .stopping_valid(scheduler$stopping_valid),
    .job(scheduler$job),
    .job_valid(scheduler$job_valid),
    .job_ready(fetch$job_ready)
  );
  fetch fetch (
    .clock(clock),
    .reset(reset),
    .job(scheduler$job),
    .job_valid(scheduler$job_valid),
    .job_ready(fetch$job_ready),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .read(fetch$read),
    .read_valid(fetch$read_valid),
    .read_ready(wqe_read_ready),
    .status(wqe_status),
    .status_valid(wqe_status_valid),
    .status_ready(fetch$status_ready),
    .data(wqe_data),
    .data_valid(wqe_data_valid),
    .data_ready(fetch$data_ready),
    .slot(fetch$slot),
    .slot_valid(fetch$slot_valid),
    .slot_ready(decode$slot_ready)
  );
  decode decode (
    .clock(clock),
    .reset(reset),
    .slot(fetch$slot),
    .slot_valid(fetch$slot_valid),
    .slot_ready(decode$slot_ready),
    .work(decode$work),
    .work_valid(decode$work_valid),
    .work_ready(work$i_ready),
    .entry(decode$entry),
    .entry_valid(decode$entry_valid),
    .entry_ready(entries$i_ready),
    .inline_data(decode$inline_data),
    .inline_data_valid(decode$inline_data_valid),
    .inline_data_ready(inlined$i_ready),
    .done(decode$done),
    .done_valid(decode$done_valid),
    .done_ready(done$i_ready)
  );
  done done (
    .clock(clock),
    .reset(reset),
    .i(decode$done),
    .i_valid(decode$done_valid),
    .i_ready(done$i_ready),
    .o(done$o),
    .o_valid(done$o_valid),
    .o_ready(scheduler$done_ready),
    .level()
  );
  work work (
    .clock(clock),
    .reset(reset),
    .i(decode$work),
    .i_valid(decode$work_valid),
    .i_ready(work$i_ready),
    .o(work$o),
    .o_valid(work$o_valid),
    .o_ready(segment$work_ready),
    .level()
  );
  entries_2 entries (
    .clock(clock),
    .reset(reset),
    .i(decode$entry),
    .i_valid(decode$entry_valid),
    .i_ready(entries$i_ready),
    .o(entries$o),
    .o_valid(entries$o_valid),
    .o_ready(segment$entry_ready),
    .level()
  );
  inlined inlined (
    .clock(clock),
    .reset(reset),
    .i(decode$inline_data),
    .i_valid(decode$inline_data_valid),
    .i_ready(inlined$i_ready),
    .o(inlined$o),
    .o_valid(inlined$o_valid),
    .o_ready(judge$inlined_ready),
    .level()
  );
  segment segment (
    .clock(clock),
    .reset(reset),
    .work(work$o),
    .work_valid(work$o_valid),
    .work_ready(segment$work_ready),
    .entry(entries$o),
    .entry_valid(entries$o_valid),
    .entry_ready(segment$entry_ready),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .oldest(retire$oldest),
    .oldest_valid(retire$oldest_valid),
    .stopping(scheduler$stopping),
    .stopping_valid(scheduler$stopping_valid),
    .outstanding(segment$outstanding),
    .outstanding_valid(segment$outstanding_valid),
    .outstanding_ready(retire$outstanding_ready),
    .piece(segment$piece),
    .piece_valid(segment$piece_valid),
    .piece_ready(pieces$i_ready),
    .packet(segment$packet),
    .packet_valid(segment$packet_valid),
    .packet_ready(judge$i_ready),
    .count_requester_messages(segment$count_requester_messages)
  );
  pieces pieces (
    .clock(clock),
    .reset(reset),
    .i(segment$piece),
    .i_valid(segment$piece_valid),
    .i_ready(pieces$i_ready),
    .o(pieces$o),
    .o_valid(pieces$o_valid),
    .o_ready(gather$piece_ready),
    .level()
  );
  gather gather (
    .clock(clock),
    .reset(reset),
    .piece(pieces$o),
    .piece_valid(pieces$o_valid),
    .piece_ready(gather$piece_ready),
    .check(gather$check),
    .check_valid(gather$check_valid),
    .check_ready(check_ready),
    .checked(checked),
    .checked_valid(checked_valid),
    .checked_ready(gather$checked_ready),
    .read(gather$read),
    .read_valid(gather$read_valid),
    .read_ready(payload_read_ready),
    .status(payload_status),
    .status_valid(payload_status_valid),
    .status_ready(gather$status_ready),
    .data(payload_data),
    .data_valid(payload_data_valid),
    .data_ready(gather$data_ready),
    .o(gather$o),
    .o_valid(gather$o_valid),
    .o_ready(judge$gathered_ready),
    .verdict(gather$verdict),
    .verdict_valid(gather$verdict_valid),
    .verdict_ready(judge$verdict_ready)
  );
  judge judge (
    .clock(clock),
    .reset(reset),
    .i(segment$packet),
    .i_valid(segment$packet_valid),
    .i_ready(judge$i_ready),
    .gathered(gather$o),
    .gathered_valid(gather$o_valid),
    .gathered_ready(judge$gathered_ready),
    .verdict(gather$verdict),
    .verdict_valid(gather$verdict_valid),
    .verdict_ready(judge$verdict_ready),
    .inlined(inlined$o),
    .inlined_valid(inlined$o_valid),
    .inlined_ready(judge$inlined_ready),
    .packet(judge$packet),
    .packet_valid(judge$packet_valid),
    .packet_ready(packet_ready),
    .packet_data(judge$packet_data),
    .packet_data_valid(judge$packet_data_valid),
    .packet_data_ready(packet_data_ready),
    .report(judge$report),
    .report_valid(judge$report_valid),
    .report_ready(retire$report_ready),
    .count_requester_packets(judge$count_requester_packets)
  );
  retire retire (
    .clock(clock),
    .reset(reset),
    .cycles_per_tick(cycles_per_tick),
    .qp_write(qp_write),
    .qp_write_valid(qp_write_valid),
    .outstanding(segment$outstanding),
    .outstanding_valid(segment$outstanding_valid),
    .outstanding_ready(retire$outstanding_ready),
    .report(judge$report),
    .report_valid(judge$report_valid),
    .report_ready(retire$report_ready),
    .response(response),
    .response_valid(response_valid),
    .response_ready(retire$response_ready),
    .response_data(response_data),
    .response_data_valid(response_data_valid),
    .response_data_ready(retire$response_data_ready),
    .completion(retire$completion),
    .completion_valid(retire$completion_valid),
    .completion_ready(completion_ready),
    .fault(retire$fault),
    .fault_valid(retire$fault_valid),
    .fault_ready(fault_ready),
    .retired(retire$retired),
    .retired_valid(retire$retired_valid),
    .retired_ready(scheduler$retired_ready),
    .oldest(retire$oldest),
    .oldest_valid(retire$oldest_valid),
    .command_done(retire$command_done),
    .count_requester_local_error(retire$count_requester_local_error),
    .count_requester_nak(retire$count_requester_nak),
    .count_requester_not_ready(retire$count_requester_not_ready),
    .count_requester_timeout(retire$count_requester_timeout),
    .count_requester_ghost(retire$count_requester_ghost)
  );
endmodule

`default_nettype wire
