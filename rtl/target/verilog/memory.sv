`default_nettype none

module ram (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [154:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [154:0] write_data
);
  (* ram_style = "distributed" *) logic [154:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 155'h0;
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
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [154:0] ram$read_data;
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
  ram ram (
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

module memory_client (
  input  logic clock,
  input  logic reset,
  input  logic [160:0] check,
  input  logic check_valid,
  output logic check_ready,
  output logic [160:0] request,
  output logic request_valid,
  input  logic request_ready,
  input  logic [154:0] answer,
  input  logic answer_valid,
  output logic [154:0] checked,
  output logic checked_valid,
  input  logic checked_ready
);
  logic enters;
  logic leaves;
  logic [154:0] answers$o;
  logic answers$o_valid;
  logic [4:0] free$q;
  always @(posedge clock) begin
    if (enters & ~leaves) begin
      free$q <= free$q - 5'h1;
    end
    if (leaves & ~enters) begin
      free$q <= free$q + 5'h1;
    end
    if (reset) begin
      free$q <= 5'h10;
    end
  end
  assign request = check;
  assign request_valid = check_valid & (free$q != 5'h0);
  assign check_ready = request_ready & (free$q != 5'h0);
  assign checked = answers$o;
  assign checked_valid = answers$o_valid;
  assign enters = check_valid & request_ready & (free$q != 5'h0);
  assign leaves = answers$o_valid & checked_ready;
  answers answers (
    .clock(clock),
    .reset(reset),
    .i(answer),
    .i_valid(answer_valid),
    .i_ready(),
    .o(answers$o),
    .o_valid(answers$o_valid),
    .o_ready(checked_ready),
    .level()
  );
  initial begin
    free$q = 5'h0;
  end
endmodule

module ram_2 (
  input  logic clock,
  input  logic read_address,
  output logic [160:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [160:0] write_data
);
  (* ram_style = "distributed" *) logic [160:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 161'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue (
  input  logic clock,
  input  logic reset,
  input  logic [160:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [160:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [160:0] ram$read_data;
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
  input  logic [160:0] i$0,
  input  logic [160:0] i$1,
  input  logic [160:0] i$2,
  input  logic i_valid$0,
  input  logic i_valid$1,
  input  logic i_valid$2,
  output logic i_ready$0,
  output logic i_ready$1,
  output logic i_ready$2,
  output logic [160:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] from
);
  logic take;
  logic queue$0$i_ready;
  logic [160:0] queue$0$o;
  logic queue$0$o_valid;
  logic queue$0$o_ready;
  logic queue$1$i_ready;
  logic [160:0] queue$1$o;
  logic queue$1$o_valid;
  logic queue$1$o_ready;
  logic queue$2$i_ready;
  logic [160:0] queue$2$o;
  logic queue$2$o_valid;
  logic queue$2$o_ready;
  logic [2:0] waiting$o;
  logic turn$advance;
  logic [1:0] turn$grant;
  logic turn$valid;
  logic [160:0] chosen$d;
  logic [160:0] chosen$q;
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
    chosen$q = 161'h0;
    chosen_from$q = 2'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

module ram_209x8192 (
  input  logic [12:0] read_address,
  input  logic read_clock,
  output logic [208:0] read_data,
  input  logic [12:0] write_address,
  input  logic write_clock,
  input  logic [208:0] write_data,
  input  logic write_enable
);
  (* ram_style = "ultra" *) logic [208:0] words [0:8191];
  integer i;
  initial begin
    for (i = 0; i < 8192; i = i + 1) words[i[12:0]] = 209'h0;
    read_data = 209'h0;
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

module keys (
  input  logic clock,
  input  logic [12:0] read_address,
  output logic [208:0] read_data,
  input  logic write,
  input  logic [12:0] write_address,
  input  logic [208:0] write_data
);
  logic [208:0] ram$read_data;
  logic [208:0] fetched$q;
  always @(posedge clock) begin
    fetched$q <= ram$read_data;
  end
  assign read_data = fetched$q;
  ram_209x8192 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    fetched$q = 209'h0;
  end
endmodule

module memory_key_check (
  input  logic clock,
  input  logic reset,
  input  logic [221:0] key_write,
  input  logic key_write_valid,
  input  logic [160:0] check,
  input  logic [1:0] check_client,
  input  logic check_valid,
  output logic [80:0] walk,
  output logic walk_valid
);
  logic [208:0] entry;
  logic [63:0] length;
  logic granted;
  logic [36:0] number;
  logic [31:0] size;
  logic [31:0] in_page;
  logic [30:0] at;
  logic [16:0] page;
  logic crosses;
  logic mapped;
  logic [208:0] keys$read_data;
  logic [162:0] asked$q;
  logic asked_valid$q;
  logic [162:0] looked$q;
  logic looked_valid$q;
  logic [196:0] compared$q;
  logic compared_valid$q;
  logic [86:0] ranged$q;
  logic ranged_valid$q;
  logic [116:0] placed$q;
  logic placed_valid$q;
  always @(posedge clock) begin
    asked$q[1:0] <= check_client;
    asked$q[162:2] <= check;
  end
  always @(posedge clock) begin
    asked_valid$q <= check_valid;
    looked_valid$q <= asked_valid$q;
    compared_valid$q <= looked_valid$q;
    ranged_valid$q <= compared_valid$q;
    placed_valid$q <= ranged_valid$q;
    if (reset) begin
      asked_valid$q <= 1'h0;
      looked_valid$q <= 1'h0;
      compared_valid$q <= 1'h0;
      ranged_valid$q <= 1'h0;
      placed_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    looked$q <= asked$q;
  end
  always @(posedge clock) begin
    compared$q[1:0] <= looked$q[1:0];
    compared$q[2] <= looked$q[149:118] == 32'h0;
    compared$q[3] <= granted & (looked$q[117:54] >= entry[92:29]) & (length <= entry[156:93]);
    compared$q[67:4] <= looked$q[117:54] - entry[92:29];
    compared$q[131:68] <= entry[156:93] - length;
    compared$q[162:132] <= entry[208:178];
    compared$q[167:163] <= entry[161:157];
    compared$q[183:168] <= entry[177:162];
    compared$q[196:184] <= looked$q[162:150];
  end
  always @(posedge clock) begin
    ranged$q[1:0] <= compared$q[1:0];
    ranged$q[2] <= compared$q[2] | (compared$q[3] & (compared$q[67:4] <= compared$q[131:68]));
    ranged$q[3] <= compared$q[67:52] != 16'h0;
    ranged$q[52:4] <= {1'h0, compared$q[51:4]} + {18'h0, compared$q[162:132]};
    ranged$q[57:53] <= compared$q[167:163];
    ranged$q[73:58] <= compared$q[183:168];
    ranged$q[86:74] <= compared$q[196:184];
    if (compared$q[2]) begin
      ranged$q[86:74] <= 13'h0;
    end
  end
  always @(posedge clock) begin
    placed$q[1:0] <= ranged$q[1:0];
    placed$q[2] <= ranged$q[2];
    placed$q[3] <= ranged$q[3] | (number[36:16] != 21'h0);
    placed$q[19:4] <= number[15:0];
    placed$q[50:20] <= at;
    placed$q[82:51] <= size - {1'h0, at};
    placed$q[87:83] <= ranged$q[57:53];
    placed$q[103:88] <= ranged$q[73:58];
    placed$q[116:104] <= ranged$q[86:74];
  end
  assign entry = keys$read_data;
  assign length = {32'h0, looked$q[149:118]};
  assign granted = entry[0] & (looked$q[9:2] == entry[8:1]) & (looked$q[33:23] == 11'h0) & (looked$q[49:34] ==
      entry[24:9]) & ((looked$q[53:50] & entry[28:25]) == looked$q[53:50]);
  assign number = ranged$q[52:16] >> {4'h0, ranged$q[57:53] - 5'hc};
  assign size = 32'h1 << {4'h0, ranged$q[57:53]};
  assign in_page = size - 32'h1;
  assign at = ranged$q[34:4] & in_page[30:0];
  assign page = {1'h0, placed$q[103:88]} + {1'h0, placed$q[19:4]};
  assign crosses = {19'h0, placed$q[116:104]} > placed$q[82:51];
  assign mapped = ~placed$q[3] & ~page[16] & ~(crosses & (page == 17'hffff));
  always_comb begin
    walk[1:0] = placed$q[1:0];
    walk[2] = placed$q[2] & (mapped | (placed$q[116:104] == 13'h0));
    walk[18:3] = page[15:0];
    walk[23:19] = placed$q[87:83];
    walk[54:24] = placed$q[50:20];
    walk[67:55] = placed$q[116:104];
    walk[80:68] = 13'h0;
    if (crosses) begin
      walk[67:55] = placed$q[63:51];
      walk[80:68] = placed$q[116:104] - placed$q[63:51];
    end
  end
  assign walk_valid = placed_valid$q;
  keys keys (
    .clock(clock),
    .read_address(check[20:8]),
    .read_data(keys$read_data),
    .write(key_write_valid),
    .write_address(key_write[12:0]),
    .write_data(key_write[221:13])
  );
  initial begin
    asked$q = 163'h0;
    asked_valid$q = 1'h0;
    looked$q = 163'h0;
    looked_valid$q = 1'h0;
    compared$q = 197'h0;
    compared_valid$q = 1'h0;
    ranged$q = 87'h0;
    ranged_valid$q = 1'h0;
    placed$q = 117'h0;
    placed_valid$q = 1'h0;
  end
endmodule

module ram_3 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [80:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [80:0] write_data
);
  (* ram_style = "distributed" *) logic [80:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 81'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module walks (
  input  logic clock,
  input  logic reset,
  input  logic [80:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [80:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [80:0] ram$read_data;
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
  ram_3 ram (
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

module ram_52x65536 (
  input  logic [15:0] read_address,
  input  logic read_clock,
  output logic [51:0] read_data,
  input  logic [15:0] write_address,
  input  logic write_clock,
  input  logic [51:0] write_data,
  input  logic write_enable
);
  (* ram_style = "ultra" *) logic [51:0] words [0:65535];
  integer i;
  initial begin
    for (i = 0; i < 65536; i = i + 1) words[i[15:0]] = 52'h0;
    read_data = 52'h0;
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

module pages (
  input  logic clock,
  input  logic [15:0] read_address,
  output logic [51:0] read_data,
  input  logic write,
  input  logic [15:0] write_address,
  input  logic [51:0] write_data
);
  logic [51:0] ram$read_data;
  logic [51:0] fetched$q;
  always @(posedge clock) begin
    fetched$q <= ram$read_data;
  end
  assign read_data = fetched$q;
  ram_52x65536 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    fetched$q = 52'h0;
  end
endmodule

module memory_page_walk (
  input  logic clock,
  input  logic reset,
  input  logic [67:0] page_write,
  input  logic page_write_valid,
  input  logic [80:0] walk,
  input  logic walk_valid,
  output logic walk_ready,
  output logic [154:0] answer,
  output logic [1:0] answer_client,
  output logic answer_valid
);
  logic both;
  logic done;
  logic [63:0] frame;
  logic [63:0] in_page;
  logic [63:0] start;
  logic [15:0] pages$read_address;
  logic [51:0] pages$read_data;
  logic second$q;
  logic [80:0] asked$q;
  logic asked_valid$q;
  logic asked_ends$q;
  logic [80:0] read$q;
  logic read_valid$q;
  logic read_ends$q;
  logic [63:0] first$q;
  logic [154:0] result$q;
  logic [1:0] result_client$q;
  logic result_valid$q;
  always @(posedge clock) begin
    second$q <= walk_valid & ~done;
    asked_valid$q <= walk_valid;
    read_valid$q <= asked_valid$q;
    result_valid$q <= read_valid$q & read_ends$q;
    if (reset) begin
      second$q <= 1'h0;
      asked_valid$q <= 1'h0;
      read_valid$q <= 1'h0;
      result_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    asked$q <= walk;
  end
  always @(posedge clock) begin
    asked_ends$q <= done;
  end
  always @(posedge clock) begin
    read$q <= asked$q;
  end
  always @(posedge clock) begin
    read_ends$q <= asked_ends$q;
  end
  always @(posedge clock) begin
    first$q <= start | {33'h0, read$q[54:24]};
  end
  always @(posedge clock) begin
    result$q[0] <= read$q[2];
    result$q[64:1] <= start | {33'h0, read$q[54:24]};
    result$q[77:65] <= read$q[67:55];
    result$q[141:78] <= start;
    result$q[154:142] <= read$q[80:68];
    if (read$q[80:68] != 13'h0) begin
      result$q[64:1] <= first$q;
    end
    if (~read$q[2]) begin
      result$q[77:65] <= 13'h0;
      result$q[154:142] <= 13'h0;
    end
  end
  always @(posedge clock) begin
    result_client$q <= read$q[1:0];
  end
  assign both = walk[2] & (walk[80:68] != 13'h0);
  assign done = ~both | second$q;
  assign walk_ready = done;
  always_comb begin
    pages$read_address = walk[18:3];
    if (second$q) begin
      pages$read_address = walk[18:3] + 16'h1;
    end
  end
  assign in_page = (64'h1 << {4'h0, read$q[23:19]}) - 64'h1;
  assign frame = {pages$read_data, 12'h0};
  assign start = frame & ~in_page;
  assign answer = result$q;
  assign answer_client = result_client$q;
  assign answer_valid = result_valid$q;
  pages pages (
    .clock(clock),
    .read_address(pages$read_address),
    .read_data(pages$read_data),
    .write(page_write_valid),
    .write_address(page_write[15:0]),
    .write_data(page_write[67:16])
  );
  initial begin
    second$q = 1'h0;
    asked$q = 81'h0;
    asked_valid$q = 1'h0;
    asked_ends$q = 1'h0;
    read$q = 81'h0;
    read_valid$q = 1'h0;
    read_ends$q = 1'h0;
    first$q = 64'h0;
    result$q = 155'h0;
    result_client$q = 2'h0;
    result_valid$q = 1'h0;
  end
endmodule

module memory (
  input  logic clock,
  input  logic reset,
  input  logic [221:0] key_write,
  input  logic key_write_valid,
  input  logic [67:0] page_write,
  input  logic page_write_valid,
  input  logic [160:0] check0,
  input  logic check0_valid,
  output logic check0_ready,
  output logic [154:0] checked0,
  output logic checked0_valid,
  input  logic checked0_ready,
  input  logic [160:0] check1,
  input  logic check1_valid,
  output logic check1_ready,
  output logic [154:0] checked1,
  output logic checked1_valid,
  input  logic checked1_ready,
  input  logic [160:0] check2,
  input  logic check2_valid,
  output logic check2_ready,
  output logic [154:0] checked2,
  output logic checked2_valid,
  input  logic checked2_ready
);
  logic room;
  logic clients$0$check_ready;
  logic [160:0] clients$0$request;
  logic clients$0$request_valid;
  logic clients$0$answer_valid;
  logic [154:0] clients$0$checked;
  logic clients$0$checked_valid;
  logic clients$1$check_ready;
  logic [160:0] clients$1$request;
  logic clients$1$request_valid;
  logic clients$1$answer_valid;
  logic [154:0] clients$1$checked;
  logic clients$1$checked_valid;
  logic clients$2$check_ready;
  logic [160:0] clients$2$request;
  logic clients$2$request_valid;
  logic clients$2$answer_valid;
  logic [154:0] clients$2$checked;
  logic clients$2$checked_valid;
  logic merge$i_ready$0;
  logic merge$i_ready$1;
  logic merge$i_ready$2;
  logic [160:0] merge$o;
  logic merge$o_valid;
  logic merge$o_ready;
  logic [1:0] merge$from;
  logic key_check$check_valid;
  logic [80:0] key_check$walk;
  logic key_check$walk_valid;
  logic [80:0] walks$o;
  logic walks$o_valid;
  logic [4:0] walks$level;
  logic page_walk$walk_ready;
  logic [154:0] page_walk$answer;
  logic [1:0] page_walk$answer_client;
  logic page_walk$answer_valid;
  assign check0_ready = clients$0$check_ready;
  assign checked0 = clients$0$checked;
  assign checked0_valid = clients$0$checked_valid;
  assign check1_ready = clients$1$check_ready;
  assign checked1 = clients$1$checked;
  assign checked1_valid = clients$1$checked_valid;
  assign check2_ready = clients$2$check_ready;
  assign checked2 = clients$2$checked;
  assign checked2_valid = clients$2$checked_valid;
  assign clients$0$answer_valid = page_walk$answer_valid & (page_walk$answer_client == 2'h0);
  assign clients$1$answer_valid = page_walk$answer_valid & (page_walk$answer_client == 2'h1);
  assign clients$2$answer_valid = page_walk$answer_valid & (page_walk$answer_client == 2'h2);
  assign room = walks$level < 5'ha;
  assign merge$o_ready = room;
  assign key_check$check_valid = merge$o_valid & room;
  memory_client clients$0 (
    .clock(clock),
    .reset(reset),
    .check(check0),
    .check_valid(check0_valid),
    .check_ready(clients$0$check_ready),
    .request(clients$0$request),
    .request_valid(clients$0$request_valid),
    .request_ready(merge$i_ready$0),
    .answer(page_walk$answer),
    .answer_valid(clients$0$answer_valid),
    .checked(clients$0$checked),
    .checked_valid(clients$0$checked_valid),
    .checked_ready(checked0_ready)
  );
  memory_client clients$1 (
    .clock(clock),
    .reset(reset),
    .check(check1),
    .check_valid(check1_valid),
    .check_ready(clients$1$check_ready),
    .request(clients$1$request),
    .request_valid(clients$1$request_valid),
    .request_ready(merge$i_ready$1),
    .answer(page_walk$answer),
    .answer_valid(clients$1$answer_valid),
    .checked(clients$1$checked),
    .checked_valid(clients$1$checked_valid),
    .checked_ready(checked1_ready)
  );
  memory_client clients$2 (
    .clock(clock),
    .reset(reset),
    .check(check2),
    .check_valid(check2_valid),
    .check_ready(clients$2$check_ready),
    .request(clients$2$request),
    .request_valid(clients$2$request_valid),
    .request_ready(merge$i_ready$2),
    .answer(page_walk$answer),
    .answer_valid(clients$2$answer_valid),
    .checked(clients$2$checked),
    .checked_valid(clients$2$checked_valid),
    .checked_ready(checked2_ready)
  );
  merge merge (
    .clock(clock),
    .reset(reset),
    .i$0(clients$0$request),
    .i$1(clients$1$request),
    .i$2(clients$2$request),
    .i_valid$0(clients$0$request_valid),
    .i_valid$1(clients$1$request_valid),
    .i_valid$2(clients$2$request_valid),
    .i_ready$0(merge$i_ready$0),
    .i_ready$1(merge$i_ready$1),
    .i_ready$2(merge$i_ready$2),
    .o(merge$o),
    .o_valid(merge$o_valid),
    .o_ready(merge$o_ready),
    .from(merge$from)
  );
  memory_key_check key_check (
    .clock(clock),
    .reset(reset),
    .key_write(key_write),
    .key_write_valid(key_write_valid),
    .check(merge$o),
    .check_client(merge$from),
    .check_valid(key_check$check_valid),
    .walk(key_check$walk),
    .walk_valid(key_check$walk_valid)
  );
  walks walks (
    .clock(clock),
    .reset(reset),
    .i(key_check$walk),
    .i_valid(key_check$walk_valid),
    .i_ready(),
    .o(walks$o),
    .o_valid(walks$o_valid),
    .o_ready(page_walk$walk_ready),
    .level(walks$level)
  );
  memory_page_walk page_walk (
    .clock(clock),
    .reset(reset),
    .page_write(page_write),
    .page_write_valid(page_write_valid),
    .walk(walks$o),
    .walk_valid(walks$o_valid),
    .walk_ready(page_walk$walk_ready),
    .answer(page_walk$answer),
    .answer_client(page_walk$answer_client),
    .answer_valid(page_walk$answer_valid)
  );
endmodule

`default_nettype wire
