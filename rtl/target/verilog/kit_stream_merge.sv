`default_nettype none

module ram (
  input  logic clock,
  input  logic read_address,
  output logic [63:0] read_data,
  input  logic write,
  input  logic write_address,
  input  logic [63:0] write_data
);
  (* ram_style = "distributed" *) logic [63:0] words [0:1];
  integer i;
  initial for (i = 0; i <= 1; i = i + 1) words[i[0:0]] = 64'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module queue (
  input  logic clock,
  input  logic reset,
  input  logic [63:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [63:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] level
);
  logic put;
  logic get;
  logic [63:0] ram$read_data;
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

module kit_stream_merge (
  input  logic clock,
  input  logic reset,
  input  logic [63:0] i$0,
  input  logic [63:0] i$1,
  input  logic [63:0] i$2,
  input  logic i_valid$0,
  input  logic i_valid$1,
  input  logic i_valid$2,
  output logic i_ready$0,
  output logic i_ready$1,
  output logic i_ready$2,
  output logic [63:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [1:0] from
);
  logic take;
  logic queue$0$i_ready;
  logic [63:0] queue$0$o;
  logic queue$0$o_valid;
  logic queue$0$o_ready;
  logic queue$1$i_ready;
  logic [63:0] queue$1$o;
  logic queue$1$o_valid;
  logic queue$1$o_ready;
  logic queue$2$i_ready;
  logic [63:0] queue$2$o;
  logic queue$2$o_valid;
  logic queue$2$o_ready;
  logic [2:0] waiting$o;
  logic turn$advance;
  logic [1:0] turn$grant;
  logic turn$valid;
  logic [63:0] chosen$d;
  logic [63:0] chosen$q;
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
    chosen$q = 64'h0;
    chosen_from$q = 2'h0;
    chosen_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    chosen$q <= chosen$d;
  end
endmodule

`default_nettype wire
