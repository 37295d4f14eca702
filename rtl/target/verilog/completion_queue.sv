`default_nettype none

module ram (
  input  logic clock,
  input  logic read_address,
  output logic [145:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [145:0] write_data
);
  (* ram_style = "distributed" *) logic [145:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 146'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue (
  input  logic clock,
  input  logic reset,
  input  logic [145:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [145:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [145:0] ram$read_data;
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
  input  logic [145:0] i$0,
  input  logic [145:0] i$1,
  input  logic i_valid$0,
  input  logic i_valid$1,
  output logic i_ready$0,
  output logic i_ready$1,
  output logic [145:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic from
);
  logic take;
  logic queue$0$i_ready;
  logic [145:0] queue$0$o;
  logic queue$0$o_valid;
  logic queue$0$o_ready;
  logic queue$1$i_ready;
  logic [145:0] queue$1$o;
  logic queue$1$o_valid;
  logic queue$1$o_ready;
  logic [1:0] waiting$o;
  logic turn$advance;
  logic turn$grant;
  logic turn$valid;
  logic [145:0] chosen$d;
  logic [145:0] chosen$q;
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
    chosen$q = 146'h0;
    chosen_from$q = 1'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

module ram_80x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [79:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [79:0] write_data,
  input  logic write_enable
);
  logic [79:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 80'h0;
    read_data = 80'h0;
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
  input  logic [9:0] read_address,
  output logic [79:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [79:0] write_data
);
  logic [79:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_80x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_51x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [50:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [50:0] write_data,
  input  logic write_enable
);
  logic [50:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 51'h0;
    read_data = 51'h0;
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
  input  logic [9:0] read_address,
  output logic [50:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [50:0] write_data
);
  logic [50:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_51x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module completion_entry (
  input  logic [145:0] i,
  input  logic phase,
  output logic [255:0] o
);
  always_comb begin
    o = 256'h0;
    o[23:0] = i[33:10];
    o[31:24] = i[41:34];
    o[47:32] = i[57:42];
    o[55:48] = i[65:58];
    o[63:56] = i[73:66];
    o[95:64] = i[105:74];
    o[127:96] = i[137:106];
    o[135:128] = i[145:138];
    o[248] = phase;
  end
endmodule

module ram_2 (
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

module ram_3 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [255:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [255:0] write_data
);
  (* ram_style = "distributed" *) logic [255:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 256'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module entries (
  input  logic clock,
  input  logic reset,
  input  logic [255:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [255:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [255:0] ram$read_data;
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

module ram_4 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [68:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [68:0] write_data
);
  (* ram_style = "distributed" *) logic [68:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 69'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module held (
  input  logic clock,
  input  logic reset,
  input  logic [68:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [68:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [68:0] ram$read_data;
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
  ram_4 ram (
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

module ram_5 (
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
  ram_5 ram (
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

module ram_6 (
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
  ram_6 ram (
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

module ram_7 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [33:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [33:0] write_data
);
  (* ram_style = "distributed" *) logic [33:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 34'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module doorbells (
  input  logic clock,
  input  logic reset,
  input  logic [33:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [33:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [33:0] ram$read_data;
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
  ram_7 ram (
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

module completion_queue (
  input  logic clock,
  input  logic reset,
  input  logic [89:0] ring,
  input  logic ring_valid,
  output logic ring_ready,
  input  logic [33:0] doorbell,
  input  logic doorbell_valid,
  output logic doorbell_ready,
  input  logic [145:0] send,
  input  logic send_valid,
  output logic send_ready,
  input  logic [145:0] receive,
  input  logic receive_valid,
  output logic receive_ready,
  output logic [76:0] write,
  output logic write_valid,
  input  logic write_ready,
  output logic [512:0] write_data,
  output logic write_data_valid,
  input  logic write_data_ready,
  input  logic [15:0] written,
  output logic [52:0] raise,
  output logic raise_valid,
  input  logic raise_ready,
  output logic [25:0] fault,
  output logic fault_valid,
  input  logic fault_ready,
  output logic count_completions,
  output logic count_completion_overrun,
  output logic count_doorbell_owner,
  output logic count_doorbell_index
);
  logic [9:0] pick;
  logic [15:0] next_producer;
  logic overruns;
  logic added;
  logic room;
  logic [15:0] fill;
  logic wakes;
  logic full;
  logic [15:0] moved;
  logic [15:0] overdue;
  logic [15:0] unseen;
  logic [15:0] unseen_solicited;
  logic [15:0] slot;
  logic fires;
  localparam logic [1:0] Job$Complete = 2'h2;
  localparam logic [1:0] Job$Doorbell = 2'h1;
  localparam logic [1:0] Job$Ring = 2'h0;
  localparam logic [1:0] State$Act = 2'h3;
  localparam logic [1:0] State$Idle = 2'h1;
  localparam logic [1:0] State$Load = 2'h2;
  localparam logic [1:0] State$Sweep = 2'h0;
  logic merge$i_ready$0;
  logic merge$i_ready$1;
  logic [145:0] merge$o;
  logic merge$o_valid;
  logic merge$o_ready;
  logic [9:0] configs$read_address;
  logic [79:0] configs$read_data;
  logic configs$write;
  logic [9:0] configs$write_address;
  logic [79:0] configs$write_data;
  logic [9:0] levels$read_address;
  logic [50:0] levels$read_data;
  logic levels$write;
  logic [50:0] levels$write_data;
  logic entry$phase;
  logic [255:0] entry$o;
  logic [76:0] addresses$i;
  logic addresses$i_valid;
  logic addresses$i_ready;
  logic [76:0] addresses$o;
  logic addresses$o_valid;
  logic entries$i_valid;
  logic entries$i_ready;
  logic [255:0] entries$o;
  logic entries$o_valid;
  logic [68:0] held$i;
  logic held$i_valid;
  logic held$i_ready;
  logic [68:0] held$o;
  logic held$o_valid;
  logic held$o_ready;
  logic [25:0] faults$i;
  logic faults$i_valid;
  logic faults$i_ready;
  logic [25:0] faults$o;
  logic faults$o_valid;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [9:0] swept$d;
  logic [9:0] swept$q;
  logic [1:0] job$d;
  logic [1:0] job$q;
  logic [9:0] cqn$d;
  logic [9:0] cqn$q;
  logic [89:0] new_ring$d;
  logic [89:0] new_ring$q;
  logic [33:0] bell$d;
  logic [33:0] bell$q;
  logic [145:0] completion$d;
  logic [145:0] completion$q;
  logic [79:0] setup$d;
  logic [79:0] setup$q;
  logic [50:0] level$d;
  logic [50:0] level$q;
  logic [15:0] issued$d;
  logic [15:0] issued$q;
  logic rings$i_ready;
  logic [89:0] rings$o;
  logic rings$o_valid;
  logic rings$o_ready;
  logic doorbells$i_ready;
  logic [33:0] doorbells$o;
  logic doorbells$o_valid;
  logic doorbells$o_ready;
  always_comb begin
    state$d = state$q;
    swept$d = swept$q;
    job$d = job$q;
    cqn$d = cqn$q;
    new_ring$d = new_ring$q;
    bell$d = bell$q;
    completion$d = completion$q;
    setup$d = setup$q;
    level$d = level$q;
    issued$d = issued$q;
    merge$o_ready = 1'h0;
    fires = 1'h0;
    addresses$i_valid = 1'h0;
    entries$i_valid = 1'h0;
    faults$i_valid = 1'h0;
    configs$write = 1'h0;
    configs$write_address = cqn$q;
    configs$write_data[0] = new_ring$q[10];
    configs$write_data[64:1] = new_ring$q[74:11];
    configs$write_data[68:65] = new_ring$q[78:75];
    configs$write_data[73:69] = new_ring$q[83:79];
    configs$write_data[79:74] = new_ring$q[89:84];
    levels$write = 1'h0;
    levels$write_data = level$q;
    rings$o_ready = 1'h0;
    doorbells$o_ready = 1'h0;
    pick = 10'h0;
    overruns = 1'h0;
    added = 1'h0;
    count_completions = 1'h0;
    count_completion_overrun = 1'h0;
    count_doorbell_owner = 1'h0;
    count_doorbell_index = 1'h0;
    case (state$q)
      State$Sweep: begin
        configs$write = 1'h1;
        configs$write_address = swept$q;
        configs$write_data[0] = 1'h0;
        swept$d = swept$q + 10'h1;
        if ((&swept$q)) begin
          state$d = State$Idle;
        end
      end
      State$Idle: begin
        if (rings$o_valid) begin
          rings$o_ready = 1'h1;
          new_ring$d = rings$o;
          pick = rings$o[9:0];
          job$d = Job$Ring;
          state$d = State$Load;
        end else begin
          if (doorbells$o_valid) begin
            doorbells$o_ready = 1'h1;
            bell$d = doorbells$o;
            pick = doorbells$o[9:0];
            job$d = Job$Doorbell;
            state$d = State$Load;
          end else begin
            if (merge$o_valid) begin
              merge$o_ready = 1'h1;
              completion$d = merge$o;
              pick = merge$o[9:0];
              job$d = Job$Complete;
              state$d = State$Load;
            end
          end
        end
        cqn$d = pick;
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
              levels$write_data[33:32] = 2'h0;
              levels$write_data[49:34] = 16'h0;
              levels$write_data[50] = 1'h0;
            end
            Job$Doorbell: begin
              if (~setup$q[0] | (setup$q[79:74] != bell$q[15:10])) begin
                count_doorbell_owner = 1'h1;
              end else begin
                if (moved > fill) begin
                  count_doorbell_index = 1'h1;
                end else begin
                  levels$write = 1'h1;
                  levels$write_data[31:16] = bell$q[31:16];
                  if (bell$q[33:32] == 2'h2) begin
                    fires = unseen != 16'h0;
                    levels$write_data[33:32] = 2'h2;
                  end
                  if (bell$q[33:32] == 2'h1) begin
                    fires = (unseen_solicited - 16'h1) < unseen;
                    levels$write_data[33:32] = level$q[33:32] | 2'h1;
                  end
                end
              end
            end
            default: begin
              if (~setup$q[0] | full | level$q[50]) begin
                count_completion_overrun = 1'h1;
                faults$i_valid = 1'h1;
                overruns = setup$q[0] & ~level$q[50];
                levels$write = overruns;
                levels$write_data[50] = 1'h1;
              end else begin
                count_completions = 1'h1;
                addresses$i_valid = 1'h1;
                entries$i_valid = 1'h1;
                added = 1'h1;
                issued$d = issued$q + 16'h1;
                levels$write = 1'h1;
                levels$write_data[15:0] = next_producer;
                if (wakes) begin
                  levels$write_data[49:34] = next_producer;
                end
                fires = (|(level$q[33:32] & 2'h2)) | (wakes & (|level$q[33:32]));
              end
            end
          endcase
          if (fires) begin
            levels$write_data[33:32] = 2'h0;
          end
        end
      end
    endcase
    if (reset) begin
      state$d = State$Sweep;
      swept$d = 10'h0;
      issued$d = 16'h0;
    end
  end
  assign send_ready = merge$i_ready$0;
  assign receive_ready = merge$i_ready$1;
  assign fill = level$q[15:0] - level$q[31:16];
  assign full = (fill >> {4'h0, setup$q[68:65]}) != 16'h0;
  assign moved = bell$q[31:16] - level$q[31:16];
  assign unseen = level$q[15:0] - bell$q[31:16];
  assign unseen_solicited = level$q[49:34] - bell$q[31:16];
  assign wakes = (completion$q[65:58] != 8'h0) | ((completion$q[73:66] & 8'h10) != 8'h0);
  assign slot = level$q[15:0] & ~(16'hffff << {4'h0, setup$q[68:65]});
  assign entry$phase = ((level$q[15:0] >> {4'h0, setup$q[68:65]}) & 16'h1) == 16'h0;
  assign addresses$i = {13'h20, setup$q[64:1] + ({48'h0, slot} << 32'h5)};
  always_comb begin
    held$i[4:0] = setup$q[73:69];
    held$i[12:5] = 8'h1;
    held$i[20:13] = 8'h0;
    held$i[52:21] = {22'h0, cqn$q};
    if (overruns) begin
      held$i[4:0] = 5'h0;
      held$i[12:5] = 8'h2;
    end
    held$i[68:53] = issued$q + {15'h0, added};
  end
  assign faults$i = {completion$q[65:58], 8'h3, completion$q[19:10]};
  assign room = addresses$i_ready & entries$i_ready & held$i_ready & faults$i_ready;
  assign ring_ready = rings$i_ready;
  assign doorbell_ready = doorbells$i_ready;
  assign next_producer = level$q[15:0] + 16'h1;
  assign configs$read_address = pick;
  assign levels$read_address = pick;
  assign held$i_valid = fires | overruns;
  assign write = addresses$o;
  assign write_valid = addresses$o_valid;
  assign write_data = {1'h1, {256'h0, entries$o}};
  assign write_data_valid = entries$o_valid;
  assign overdue = written - held$o[68:53];
  assign raise = held$o[52:0];
  assign raise_valid = held$o_valid & ~overdue[15];
  assign held$o_ready = raise_ready & ~overdue[15];
  assign fault = faults$o;
  assign fault_valid = faults$o_valid;
  merge merge (
    .clock(clock),
    .reset(reset),
    .i$0(send),
    .i$1(receive),
    .i_valid$0(send_valid),
    .i_valid$1(receive_valid),
    .i_ready$0(merge$i_ready$0),
    .i_ready$1(merge$i_ready$1),
    .o(merge$o),
    .o_valid(merge$o_valid),
    .o_ready(merge$o_ready),
    .from()
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
    .write_address(cqn$q),
    .write_data(levels$write_data)
  );
  completion_entry entry (
    .i(completion$q),
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
  initial begin
    state$q = 2'h0;
    swept$q = 10'h0;
    job$q = 2'h0;
    cqn$q = 10'h0;
    new_ring$q = 90'h0;
    bell$q = 34'h0;
    completion$q = 146'h0;
    setup$q = 80'h0;
    level$q = 51'h0;
    issued$q = 16'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    swept$q <= swept$d;
    job$q <= job$d;
    cqn$q <= cqn$d;
    new_ring$q <= new_ring$d;
    bell$q <= bell$d;
    completion$q <= completion$d;
    setup$q <= setup$d;
    level$q <= level$d;
    issued$q <= issued$d;
  end
endmodule

`default_nettype wire
