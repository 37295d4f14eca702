`default_nettype none

module ram (
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

module queue (
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
  output logic [1:0] o
);
  assign o = {i$1, i$0};
endmodule

module round_robin_turn (
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

module turn (
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
  round_robin_turn turn (
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

module merge (
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
  gather waiting (
    .i$0(queue$0$o_valid),
    .i$1(queue$1$o_valid),
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
    chosen$q = 53'h0;
    chosen_from$q = 1'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

module ram_2 (
  input  logic clock,
  input  logic read_address,
  output logic [89:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [89:0] write_data
);
  (* ram_style = "distributed" *) logic [89:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 90'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module rings (
  input  logic clock,
  input  logic reset,
  input  logic [89:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [89:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [89:0] ram$read_data;
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
  ram_2 ram (
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

module ram_3 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [26:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [26:0] write_data
);
  (* ram_style = "distributed" *) logic [26:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 27'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module doorbells (
  input  logic clock,
  input  logic reset,
  input  logic [26:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [26:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [26:0] ram$read_data;
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

module ram_75x32 (
  input  logic [4:0] read_address,
  input  logic read_clock,
  output logic [74:0] read_data,
  input  logic [4:0] write_address,
  input  logic write_clock,
  input  logic [74:0] write_data,
  input  logic write_enable
);
  logic [74:0] words [0:31];
  integer i;
  initial begin
    for (i = 0; i < 32; i = i + 1) words[i[4:0]] = 75'h0;
    read_data = 75'h0;
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

module configs (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [74:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [74:0] write_data
);
  logic [74:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_75x32 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_32x32 (
  input  logic [4:0] read_address,
  input  logic read_clock,
  output logic [31:0] read_data,
  input  logic [4:0] write_address,
  input  logic write_clock,
  input  logic [31:0] write_data,
  input  logic write_enable
);
  logic [31:0] words [0:31];
  integer i;
  initial begin
    for (i = 0; i < 32; i = i + 1) words[i[4:0]] = 32'h0;
    read_data = 32'h0;
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

module levels (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [31:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [31:0] write_data
);
  logic [31:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_32x32 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module event_entry (
  input  logic [52:0] i,
  input  logic phase,
  output logic [127:0] o
);
  always_comb begin
    o = 128'h0;
    o[7:0] = i[12:5];
    o[15:8] = i[20:13];
    o[63:32] = i[52:21];
    o[120] = phase;
  end
endmodule

module ram_4 (
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

module addresses (
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
  output logic [127:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [127:0] write_data
);
  (* ram_style = "distributed" *) logic [127:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 128'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module entries (
  input  logic clock,
  input  logic reset,
  input  logic [127:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [127:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [127:0] ram$read_data;
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
  input  logic [3:0] read_address,
  output logic [20:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [20:0] write_data
);
  (* ram_style = "distributed" *) logic [20:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 21'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module held (
  input  logic clock,
  input  logic reset,
  input  logic [20:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [20:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [20:0] ram$read_data;
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
  ram_6 ram (
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

module event_queue (
  input  logic clock,
  input  logic reset,
  input  logic [89:0] ring,
  input  logic ring_valid,
  output logic ring_ready,
  input  logic [26:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
  input  logic [52:0] completion,
  input  logic completion_valid,
  output logic completion_ready,
  input  logic [52:0] control,
  input  logic control_valid,
  output logic control_ready,
  output logic [76:0] write,
  output logic write_valid,
  input  logic write_ready,
  output logic [512:0] write_data,
  output logic write_data_valid,
  input  logic write_data_ready,
  input  logic [15:0] written,
  output logic [4:0] vector,
  output logic vector_valid,
  input  logic vector_ready,
  output logic count_events,
  output logic count_event_overrun,
  output logic count_doorbell_owner,
  output logic count_doorbell_index
);
  logic [4:0] pick;
  logic room;
  logic [15:0] fill;
  logic full;
  logic [15:0] moved;
  logic [15:0] slot;
  logic added;
  logic [15:0] overdue;
  localparam logic [1:0] Job$Doorbell = 2'h1;
  localparam logic [1:0] Job$Raise = 2'h2;
  localparam logic [1:0] Job$Ring = 2'h0;
  localparam logic [1:0] State$Act = 2'h3;
  localparam logic [1:0] State$Idle = 2'h1;
  localparam logic [1:0] State$Load = 2'h2;
  localparam logic [1:0] State$Sweep = 2'h0;
  logic merge$i_ready$0;
  logic merge$i_ready$1;
  logic [52:0] merge$o;
  logic merge$o_valid;
  logic merge$o_ready;
  logic rings$i_ready;
  logic [89:0] rings$o;
  logic rings$o_valid;
  logic rings$o_ready;
  logic doorbells$i_ready;
  logic [26:0] doorbells$o;
  logic doorbells$o_valid;
  logic doorbells$o_ready;
  logic [4:0] configs$read_address;
  logic [74:0] configs$read_data;
  logic configs$write;
  logic [4:0] configs$write_address;
  logic [74:0] configs$write_data;
  logic [4:0] levels$read_address;
  logic [31:0] levels$read_data;
  logic levels$write;
  logic [31:0] levels$write_data;
  logic entry$phase;
  logic [127:0] entry$o;
  logic [76:0] addresses$i;
  logic addresses$i_valid;
  logic addresses$i_ready;
  logic [76:0] addresses$o;
  logic addresses$o_valid;
  logic entries$i_valid;
  logic entries$i_ready;
  logic [127:0] entries$o;
  logic entries$o_valid;
  logic [20:0] held$i;
  logic held$i_valid;
  logic held$i_ready;
  logic [20:0] held$o;
  logic held$o_valid;
  logic held$o_ready;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [4:0] swept$d;
  logic [4:0] swept$q;
  logic [1:0] job$d;
  logic [1:0] job$q;
  logic [4:0] eqn$d;
  logic [4:0] eqn$q;
  logic [89:0] new_ring$d;
  logic [89:0] new_ring$q;
  logic [26:0] bell$d;
  logic [26:0] bell$q;
  logic [52:0] happened$d;
  logic [52:0] happened$q;
  logic [74:0] setup$d;
  logic [74:0] setup$q;
  logic [31:0] level$d;
  logic [31:0] level$q;
  logic [15:0] issued$d;
  logic [15:0] issued$q;
  always_comb begin
    state$d = state$q;
    swept$d = swept$q;
    job$d = job$q;
    eqn$d = eqn$q;
    new_ring$d = new_ring$q;
    bell$d = bell$q;
    happened$d = happened$q;
    setup$d = setup$q;
    level$d = level$q;
    issued$d = issued$q;
    merge$o_ready = 1'h0;
    rings$o_ready = 1'h0;
    doorbells$o_ready = 1'h0;
    addresses$i_valid = 1'h0;
    entries$i_valid = 1'h0;
    held$i_valid = 1'h0;
    configs$write = 1'h0;
    configs$write_address = eqn$q;
    configs$write_data[0] = new_ring$q[10];
    configs$write_data[64:1] = new_ring$q[74:11];
    configs$write_data[68:65] = new_ring$q[78:75];
    configs$write_data[74:69] = new_ring$q[89:84];
    levels$write = 1'h0;
    levels$write_data = level$q;
    pick = 5'h0;
    added = 1'h0;
    count_events = 1'h0;
    count_event_overrun = 1'h0;
    count_doorbell_owner = 1'h0;
    count_doorbell_index = 1'h0;
    case (state$q)
      State$Sweep: begin
        configs$write = 1'h1;
        configs$write_address = swept$q;
        configs$write_data[0] = 1'h0;
        swept$d = swept$q + 5'h1;
        if ((&swept$q)) begin
          state$d = State$Idle;
        end
      end
      State$Idle: begin
        if (rings$o_valid) begin
          rings$o_ready = 1'h1;
          new_ring$d = rings$o;
          pick = rings$o[4:0];
          job$d = Job$Ring;
          state$d = State$Load;
        end else begin
          if (doorbells$o_valid) begin
            doorbells$o_ready = 1'h1;
            bell$d = doorbells$o;
            pick = doorbells$o[4:0];
            job$d = Job$Doorbell;
            state$d = State$Load;
          end else begin
            if (merge$o_valid) begin
              merge$o_ready = 1'h1;
              happened$d = merge$o;
              pick = merge$o[4:0];
              job$d = Job$Raise;
              state$d = State$Load;
            end
          end
        end
        eqn$d = pick;
      end
      State$Load: begin
        setup$d = configs$read_data;
        level$d = levels$read_data;
        state$d = State$Act;
      end
      default: begin
        if (room) begin
          state$d = State$Idle;
          case (job$q)
            Job$Ring: begin
              configs$write = 1'h1;
              levels$write = 1'h1;
              levels$write_data[15:0] = 16'h0;
              levels$write_data[31:16] = 16'h0;
            end
            Job$Doorbell: begin
              if (~setup$q[0] | (setup$q[74:69] != bell$q[10:5])) begin
                count_doorbell_owner = 1'h1;
              end else begin
                if (moved > fill) begin
                  count_doorbell_index = 1'h1;
                end else begin
                  levels$write = 1'h1;
                  levels$write_data[31:16] = bell$q[26:11];
                end
              end
            end
            default: begin
              if (~setup$q[0]) begin
                count_event_overrun = 1'h1;
              end else begin
                if (full) begin
                  count_event_overrun = 1'h1;
                  held$i_valid = 1'h1;
                end else begin
                  count_events = 1'h1;
                  addresses$i_valid = 1'h1;
                  entries$i_valid = 1'h1;
                  added = 1'h1;
                  issued$d = issued$q + 16'h1;
                  levels$write = 1'h1;
                  levels$write_data[15:0] = level$q[15:0] + 16'h1;
                  held$i_valid = 1'h1;
                end
              end
            end
          endcase
        end
      end
    endcase
    if (reset) begin
      state$d = State$Sweep;
      swept$d = 5'h0;
      issued$d = 16'h0;
    end
  end
  assign completion_ready = merge$i_ready$0;
  assign control_ready = merge$i_ready$1;
  assign ring_ready = rings$i_ready;
  assign doorbell_ready = doorbells$i_ready;
  assign fill = level$q[15:0] - level$q[31:16];
  assign full = (fill >> {4'h0, setup$q[68:65]}) != 16'h0;
  assign moved = bell$q[26:11] - level$q[31:16];
  assign slot = level$q[15:0] & ~(16'hffff << {4'h0, setup$q[68:65]});
  assign entry$phase = ((level$q[15:0] >> {4'h0, setup$q[68:65]}) & 16'h1) == 16'h0;
  assign addresses$i = {13'h10, setup$q[64:1] + ({48'h0, slot} << 32'h4)};
  assign held$i = {issued$q + {15'h0, added}, eqn$q};
  assign room = addresses$i_ready & entries$i_ready & held$i_ready;
  assign configs$read_address = pick;
  assign levels$read_address = pick;
  assign write = addresses$o;
  assign write_valid = addresses$o_valid;
  assign write_data = {1'h1, {384'h0, entries$o}};
  assign write_data_valid = entries$o_valid;
  assign overdue = written - held$o[20:5];
  assign vector = held$o[4:0];
  assign vector_valid = held$o_valid & ~overdue[15];
  assign held$o_ready = vector_ready & ~overdue[15];
  merge merge (
    .clock(clock),
    .reset(reset),
    .i$0(completion),
    .i$1(control),
    .i_valid$0(completion_valid),
    .i_valid$1(control_valid),
    .i_ready$0(merge$i_ready$0),
    .i_ready$1(merge$i_ready$1),
    .o(merge$o),
    .o_valid(merge$o_valid),
    .o_ready(merge$o_ready),
    .from()
  );
  rings rings (
    .clock(clock),
    .reset(reset),
    .i(ring),
    .i_valid(ring_valid),
    .i_ready(rings$i_ready),
    .o(rings$o),
    .o_valid(rings$o_valid),
    .o_ready(rings$o_ready),
    .level()
  );
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
  configs configs (
    .clock(clock),
    .read_address(configs$read_address),
    .read_data(configs$read_data),
    .write(configs$write),
    .write_address(configs$write_address),
    .write_data(configs$write_data)
  );
  levels levels (
    .clock(clock),
    .read_address(levels$read_address),
    .read_data(levels$read_data),
    .write(levels$write),
    .write_address(eqn$q),
    .write_data(levels$write_data)
  );
  event_entry entry (
    .i(happened$q),
    .phase(entry$phase),
    .o(entry$o)
  );
  addresses addresses (
    .clock(clock),
    .reset(reset),
    .i(addresses$i),
    .i_valid(addresses$i_valid),
    .i_ready(addresses$i_ready),
    .o(addresses$o),
    .o_valid(addresses$o_valid),
    .o_ready(write_ready),
    .level()
  );
  entries entries (
    .clock(clock),
    .reset(reset),
    .i(entry$o),
    .i_valid(entries$i_valid),
    .i_ready(entries$i_ready),
    .o(entries$o),
    .o_valid(entries$o_valid),
    .o_ready(write_data_ready),
    .level()
  );
  held held (
    .clock(clock),
    .reset(reset),
    .i(held$i),
    .i_valid(held$i_valid),
    .i_ready(held$i_ready),
    .o(held$o),
    .o_valid(held$o_valid),
    .o_ready(held$o_ready),
    .level()
  );
  initial begin
    state$q = 2'h0;
    swept$q = 5'h0;
    job$q = 2'h0;
    eqn$q = 5'h0;
    new_ring$q = 90'h0;
    bell$q = 27'h0;
    happened$q = 53'h0;
    setup$q = 75'h0;
    level$q = 32'h0;
    issued$q = 16'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    swept$q <= swept$d;
    job$q <= job$d;
    eqn$q <= eqn$d;
    new_ring$q <= new_ring$d;
    bell$q <= bell$d;
    happened$q <= happened$d;
    setup$q <= setup$d;
    level$q <= level$d;
    issued$q <= issued$d;
  end
endmodule

`default_nettype wire
