`default_nettype none

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

module ram (
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

module ram_2 (
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
  ram_2 ram (
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

module ram_4 (
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
  ram_4 ram (
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

module queue_send_fetch (
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

`default_nettype wire
