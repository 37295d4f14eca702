`default_nettype none

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

module ram (
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

module kicks (
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
  kicks kicks (
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

module ram_3 (
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
  ram_3 ram (
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

module ram_4 (
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

module ram_6 (
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

module requester_retire (
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

`default_nettype wire
