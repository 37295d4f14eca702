`default_nettype none

module beats (
  input  logic clock,
  input  logic reset,
  input  logic [521:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [521:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [521:0] front$q;
  logic front_valid$q;
  logic [521:0] spare$q;
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
    front$q = 522'h0;
    front_valid$q = 1'h0;
    spare$q = 522'h0;
    spare_valid$q = 1'h0;
  end
endmodule

module receive (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] m_axis_cq_tdata,
  input  logic [182:0] m_axis_cq_tuser,
  input  logic m_axis_cq_tlast,
  input  logic m_axis_cq_tvalid,
  output logic m_axis_cq_tready,
  output logic [676:0] o,
  output logic doorbell_valid,
  input  logic doorbell_ready,
  output logic access_valid,
  input  logic access_ready,
  output logic count_pcie_unsupported
);
  logic go;
  logic [676:0] request;
  logic [3:0] kind;
  logic [2:0] bar;
  logic [5:0] aperture;
  logic [19:0] mask;
  logic [19:0] offset;
  logic fits;
  logic known_bar;
  logic broken;
  logic whole;
  logic doorbell;
  logic access;
  logic message;
  logic [521:0] beats$i;
  logic beats$i_ready;
  logic [521:0] beats$o;
  logic beats$o_valid;
  logic beats$o_ready;
  logic [1:0] before_this$q;
  logic [127:0] descriptor$q;
  logic [3:0] first_enable$q;
  logic [3:0] last_enable$q;
  logic [383:0] head$q;
  always @(posedge clock) begin
    if (beats$o_valid & go) begin
      if (before_this$q == 2'h0) begin
        descriptor$q <= beats$o[127:0];
        first_enable$q <= beats$o[515:512];
        last_enable$q <= beats$o[519:516];
        head$q <= beats$o[511:128];
      end
      if (~before_this$q[1]) begin
        before_this$q <= before_this$q + 2'h1;
      end
      if (beats$o[521]) begin
        before_this$q <= 2'h0;
      end
    end
    if (reset) begin
      before_this$q <= 2'h0;
    end
  end
  assign beats$i = {m_axis_cq_tlast, m_axis_cq_tuser[96], m_axis_cq_tuser[11:8], m_axis_cq_tuser[3:0],
      m_axis_cq_tdata};
  assign m_axis_cq_tready = beats$i_ready;
  assign go = doorbell_ready & access_ready;
  assign beats$o_ready = go;
  always_comb begin
    request[155:136] = 20'h0;
    request[160:156] = 5'h0;
    request[161] = 1'h0;
    request[164:162] = 3'h0;
    request[127:0] = descriptor$q;
    request[131:128] = first_enable$q;
    request[135:132] = last_enable$q;
    request[676:165] = {beats$o[127:0], head$q};
    if (before_this$q == 2'h0) begin
      request[127:0] = beats$o[127:0];
      request[131:128] = beats$o[515:512];
      request[135:132] = beats$o[519:516];
      request[676:165] = {128'h0, beats$o[511:128]};
    end
  end
  assign kind = request[78:75];
  assign bar = request[114:112];
  assign aperture = request[120:115];
  assign mask = (20'h1 << {4'h0, aperture}) - 20'h1;
  assign offset = {request[19:2], 2'h0};
  always_comb begin
    o = request;
    o[155:136] = offset & mask;
    o[160:156] = request[68:64];
    o[161] = kind == 4'h1;
    doorbell = 1'h0;
    access = 1'h0;
    o[164:162] = 3'h1;
    if (kind == 4'h1) begin
      o[164:162] = 3'h0;
      doorbell = fits & (bar == 3'h2);
      access = fits & known_bar & (bar != 3'h2);
    end else begin
      access = ~message;
      if ((kind == 4'h0) & known_bar) begin
        o[164:162] = 3'h0;
        if (~fits) begin
          o[164:162] = 3'h4;
        end
      end
    end
  end
  assign fits = request[74:64] <= 11'h10;
  assign known_bar = (bar == 3'h0) | (bar == 3'h2) | (bar == 3'h4);
  assign broken = beats$o[520];
  assign message = kind >= 4'hc;
  assign whole = beats$o_valid & beats$o[521] & go;
  assign doorbell_valid = whole & ~broken & doorbell;
  assign access_valid = whole & ~broken & access;
  assign count_pcie_unsupported = whole & (broken | (~doorbell & ~access & ~message) | (access &
      (|o[164:162])));
  beats beats (
    .clock(clock),
    .reset(reset),
    .i(beats$i),
    .i_valid(m_axis_cq_tvalid),
    .i_ready(beats$i_ready),
    .o(beats$o),
    .o_valid(beats$o_valid),
    .o_ready(beats$o_ready)
  );
  initial begin
    before_this$q = 2'h0;
    descriptor$q = 128'h0;
    first_enable$q = 4'h0;
    last_enable$q = 4'h0;
    head$q = 384'h0;
  end
endmodule

module ram (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [676:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [676:0] write_data
);
  (* ram_style = "distributed" *) logic [676:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 677'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module doorbells (
  input  logic clock,
  input  logic reset,
  input  logic [676:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [676:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [676:0] ram$read_data;
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

module split (
  input  logic clock,
  input  logic reset,
  input  logic [676:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [530:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic count_doorbell_unknown
);
  logic offered;
  logic step;
  logic first_whole;
  logic last_whole;
  logic [3:0] pairs;
  logic [7:0] all;
  logic slot;
  logic ragged;
  logic load;
  function automatic low1_of20(input [19:0] x);
    low1_of20 = x[0:0];
  endfunction
  logic busy$q;
  logic [5:0] page$q;
  logic [11:0] offset$q;
  logic [511:0] data$q;
  logic wide$q;
  logic [7:0] words$q;
  always @(posedge clock) begin
    if (step) begin
      words$q <= words$q >> 32'h1;
      offset$q <= offset$q + 12'h8;
      data$q <= data$q >> 32'h40;
      busy$q <= ~wide$q & (words$q > 8'h1);
    end
    if (load) begin
      busy$q <= 1'h1;
      page$q <= i[153:148];
      offset$q <= i[147:136];
      data$q <= i[676:165];
      wide$q <= slot;
      words$q <= all;
      if (~first_whole) begin
        words$q <= all & 8'hfe;
      end
      if (~last_whole & ~i[156]) begin
        words$q <= all >> 32'h1;
        if (~first_whole) begin
          words$q <= (all >> 32'h1) & 8'hfe;
        end
      end
      if (low1_of20(i[155:136] >> 32'h2)) begin
        words$q <= 8'h0;
      end
    end
    if (reset) begin
      busy$q <= 1'h0;
    end
  end
  assign first_whole = (&i[131:128]);
  assign last_whole = (&i[135:132]);
  assign pairs = i[160:157];
  assign all = (8'h1 << {4'h0, pairs}) - 8'h1;
  assign slot = (i[160:156] == 5'h10) & first_whole & last_whole & ~(|i[141:136]);
  assign ragged = i[156] | low1_of20(i[155:136] >> 32'h2) | ~first_whole | ~last_whole;
  assign offered = busy$q & (wide$q | words$q[0]);
  assign o = {data$q, wide$q, offset$q, page$q};
  assign o_valid = offered;
  assign step = busy$q & (~offered | o_ready);
  assign i_ready = ~busy$q;
  assign load = i_valid & ~busy$q;
  assign count_doorbell_unknown = load & ragged;
  initial begin
    busy$q = 1'h0;
    page$q = 6'h0;
    offset$q = 12'h0;
    data$q = 512'h0;
    wide$q = 1'h0;
    words$q = 8'h0;
  end
endmodule

module ram_2 (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [676:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [676:0] write_data
);
  (* ram_style = "distributed" *) logic [676:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 677'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module accesses (
  input  logic clock,
  input  logic reset,
  input  logic [676:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [676:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [5:0] level
);
  logic put;
  logic get;
  logic [676:0] ram$read_data;
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

module join_words (
  input  logic [31:0] i$0,
  input  logic [31:0] i$1,
  input  logic [31:0] i$2,
  input  logic [31:0] i$3,
  input  logic [31:0] i$4,
  input  logic [31:0] i$5,
  input  logic [31:0] i$6,
  input  logic [31:0] i$7,
  input  logic [31:0] i$8,
  input  logic [31:0] i$9,
  input  logic [31:0] i$10,
  input  logic [31:0] i$11,
  input  logic [31:0] i$12,
  input  logic [31:0] i$13,
  input  logic [31:0] i$14,
  input  logic [31:0] i$15,
  output logic [511:0] o
);
  assign o = {i$15, i$14, i$13, i$12, i$11, i$10, i$9, i$8, i$7, i$6, i$5, i$4, i$3, i$2, i$1, i$0};
endmodule

module access (
  input  logic clock,
  input  logic reset,
  input  logic [676:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [56:0] register_access,
  output logic register_access_valid,
  input  logic register_access_ready,
  input  logic [31:0] register_data,
  input  logic register_data_valid,
  output logic register_data_ready,
  output logic [56:0] vector_access,
  output logic vector_access_valid,
  input  logic vector_access_ready,
  input  logic [31:0] vector_data,
  input  logic vector_data_valid,
  output logic vector_data_ready,
  output logic [650:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [2:0] bar;
  logic [3:0] enable;
  logic [56:0] access;
  logic vectors;
  logic nowhere;
  logic accepted;
  logic came;
  logic [31:0] answer;
  logic advance;
  logic store;
  localparam logic [1:0] AccessState$Access = 2'h1;
  localparam logic [1:0] AccessState$Answer = 2'h3;
  localparam logic [1:0] AccessState$Data = 2'h2;
  localparam logic [1:0] AccessState$Request = 2'h0;
  logic [1:0] state$d;
  logic [1:0] state$q;
  logic [676:0] request$d;
  logic [676:0] request$q;
  logic [3:0] at$d;
  logic [3:0] at$q;
  logic [4:0] left$d;
  logic [4:0] left$q;
  logic [19:0] address$d;
  logic [19:0] address$q;
  logic [511:0] data$d;
  logic [511:0] data$q;
  logic [31:0] read$0$q;
  logic [31:0] read$1$q;
  logic [31:0] read$2$q;
  logic [31:0] read$3$q;
  logic [31:0] read$4$q;
  logic [31:0] read$5$q;
  logic [31:0] read$6$q;
  logic [31:0] read$7$q;
  logic [31:0] read$8$q;
  logic [31:0] read$9$q;
  logic [31:0] read$10$q;
  logic [31:0] read$11$q;
  logic [31:0] read$12$q;
  logic [31:0] read$13$q;
  logic [31:0] read$14$q;
  logic [31:0] read$15$q;
  logic [511:0] lanes$o;
  always_comb begin
    state$d = state$q;
    request$d = request$q;
    at$d = at$q;
    left$d = left$q;
    address$d = address$q;
    data$d = data$q;
    register_access_valid = 1'h0;
    vector_access_valid = 1'h0;
    register_data_ready = 1'h0;
    vector_data_ready = 1'h0;
    i_ready = 1'h0;
    o_valid = 1'h0;
    advance = 1'h0;
    store = 1'h0;
    case (state$q)
      AccessState$Request: begin
        i_ready = 1'h1;
        request$d = i;
        at$d = 4'h0;
        left$d = i[160:156] - 5'h1;
        address$d = i[155:136];
        data$d = i[676:165];
        if (i_valid) begin
          state$d = AccessState$Access;
          if ((|i[164:162])) begin
            state$d = AccessState$Answer;
          end
        end
      end
      AccessState$Access: begin
        if (nowhere) begin
          advance = 1'h1;
        end else begin
          register_access_valid = ~vectors;
          vector_access_valid = vectors;
          if (accepted) begin
            if (request$q[161]) begin
              advance = 1'h1;
            end else begin
              state$d = AccessState$Data;
            end
          end
        end
      end
      AccessState$Data: begin
        register_data_ready = ~vectors;
        vector_data_ready = vectors;
        if (came) begin
          store = 1'h1;
          advance = 1'h1;
          state$d = AccessState$Access;
        end
      end
      AccessState$Answer: begin
        o_valid = 1'h1;
        if (o_ready) begin
          state$d = AccessState$Request;
        end
      end
      default: begin
        state$d = AccessState$Request;
      end
    endcase
    if (advance) begin
      at$d = at$q + 4'h1;
      left$d = left$q - 5'h1;
      address$d = address$q + 20'h4;
      data$d = data$q >> 32'h20;
      if (left$q == 5'h0) begin
        state$d = AccessState$Answer;
        if (request$q[161]) begin
          state$d = AccessState$Request;
        end
      end
    end
    if (reset) begin
      state$d = AccessState$Request;
    end
  end
  assign bar = request$q[114:112];
  assign vectors = bar == 3'h4;
  always_comb begin
    enable = 4'hf;
    if (left$q == 5'h0) begin
      enable = request$q[135:132];
    end
    if (at$q == 4'h0) begin
      enable = request$q[131:128];
    end
  end
  assign nowhere = ~(|enable) | (bar == 3'h2);
  assign access = {enable, data$q[31:0], address$q, request$q[161]};
  assign register_access = access;
  assign vector_access = access;
  always_comb begin
    accepted = register_access_ready;
    came = register_data_valid;
    answer = register_data;
    if (vectors) begin
      accepted = vector_access_ready;
      came = vector_data_valid;
      answer = vector_data;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$0$q <= 32'h0;
    end
    if (store & (at$q == 4'h0)) begin
      read$0$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$1$q <= 32'h0;
    end
    if (store & (at$q == 4'h1)) begin
      read$1$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$2$q <= 32'h0;
    end
    if (store & (at$q == 4'h2)) begin
      read$2$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$3$q <= 32'h0;
    end
    if (store & (at$q == 4'h3)) begin
      read$3$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$4$q <= 32'h0;
    end
    if (store & (at$q == 4'h4)) begin
      read$4$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$5$q <= 32'h0;
    end
    if (store & (at$q == 4'h5)) begin
      read$5$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$6$q <= 32'h0;
    end
    if (store & (at$q == 4'h6)) begin
      read$6$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$7$q <= 32'h0;
    end
    if (store & (at$q == 4'h7)) begin
      read$7$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$8$q <= 32'h0;
    end
    if (store & (at$q == 4'h8)) begin
      read$8$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$9$q <= 32'h0;
    end
    if (store & (at$q == 4'h9)) begin
      read$9$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$10$q <= 32'h0;
    end
    if (store & (at$q == 4'ha)) begin
      read$10$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$11$q <= 32'h0;
    end
    if (store & (at$q == 4'hb)) begin
      read$11$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$12$q <= 32'h0;
    end
    if (store & (at$q == 4'hc)) begin
      read$12$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$13$q <= 32'h0;
    end
    if (store & (at$q == 4'hd)) begin
      read$13$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$14$q <= 32'h0;
    end
    if (store & (at$q == 4'he)) begin
      read$14$q <= answer;
    end
  end
  always @(posedge clock) begin
    if (state$q == AccessState$Request) begin
      read$15$q <= 32'h0;
    end
    if (store & (at$q == 4'hf)) begin
      read$15$q <= answer;
    end
  end
  assign o = {lanes$o, request$q[164:162], request$q[135:132], request$q[131:128], request$q[127:0]};
  join_words lanes (
    .i$0(read$0$q),
    .i$1(read$1$q),
    .i$2(read$2$q),
    .i$3(read$3$q),
    .i$4(read$4$q),
    .i$5(read$5$q),
    .i$6(read$6$q),
    .i$7(read$7$q),
    .i$8(read$8$q),
    .i$9(read$9$q),
    .i$10(read$10$q),
    .i$11(read$11$q),
    .i$12(read$12$q),
    .i$13(read$13$q),
    .i$14(read$14$q),
    .i$15(read$15$q),
    .o(lanes$o)
  );
  initial begin
    state$q = 2'h0;
    request$q = 677'h0;
    at$q = 4'h0;
    left$q = 5'h0;
    address$q = 20'h0;
    data$q = 512'h0;
    read$0$q = 32'h0;
    read$1$q = 32'h0;
    read$2$q = 32'h0;
    read$3$q = 32'h0;
    read$4$q = 32'h0;
    read$5$q = 32'h0;
    read$6$q = 32'h0;
    read$7$q = 32'h0;
    read$8$q = 32'h0;
    read$9$q = 32'h0;
    read$10$q = 32'h0;
    read$11$q = 32'h0;
    read$12$q = 32'h0;
    read$13$q = 32'h0;
    read$14$q = 32'h0;
    read$15$q = 32'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    request$q <= request$d;
    at$q <= at$d;
    left$q <= left$d;
    address$q <= address$d;
    data$q <= data$d;
  end
endmodule

module reply (
  input  logic clock,
  input  logic reset,
  input  logic [650:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [511:0] s_axis_cc_tdata,
  output logic [15:0] s_axis_cc_tkeep,
  output logic [80:0] s_axis_cc_tuser,
  output logic s_axis_cc_tlast,
  output logic s_axis_cc_tvalid,
  input  logic s_axis_cc_tready
);
  logic [10:0] dwords;
  logic [1:0] lead;
  logic [1:0] trail;
  logic [6:0] low;
  logic one;
  logic [12:0] bytes;
  logic [12:0] byte_count;
  logic locked;
  logic [10:0] words;
  logic memory;
  logic [95:0] descriptor;
  logic [10:0] final_stop;
  function automatic low1_of4(input [3:0] x);
    low1_of4 = x[0:0];
  endfunction
  logic valid$q;
  logic first$q;
  logic last$q;
  logic [511:0] data$q;
  logic [3:0] stop$q;
  logic [95:0] rest$q;
  logic [3:0] rest_stop$q;
  always @(posedge clock) begin
    if (valid$q & s_axis_cc_tready) begin
      valid$q <= ~last$q;
      first$q <= 1'h0;
      last$q <= 1'h1;
      data$q <= {416'h0, rest$q};
      stop$q <= rest_stop$q;
    end
    if (~valid$q) begin
      valid$q <= i_valid;
      first$q <= 1'h1;
      last$q <= final_stop < 11'h10;
      data$q <= {i[554:139], descriptor};
      stop$q <= 4'hf;
      if (final_stop < 11'h10) begin
        stop$q <= final_stop[3:0];
      end
      rest$q <= i[650:555];
      rest_stop$q <= final_stop[3:0];
      if (i[138:136] != 3'h0) begin
        last$q <= 1'h1;
        stop$q <= 4'h7;
        data$q <= {256'h0, i[127:0], 24'h0, i[135:132], i[131:128], descriptor};
      end
    end
    if (reset) begin
      valid$q <= 1'h0;
    end
  end
  assign dwords = i[74:64];
  assign memory = ~(|i[78:75]);
  assign one = dwords == 11'h1;
  always_comb begin
    lead = 2'h3;
    if (low1_of4(i[131:128] >> 32'h2)) begin
      lead = 2'h2;
    end
    if (low1_of4(i[131:128] >> 32'h1)) begin
      lead = 2'h1;
    end
    if (i[128] | ~(|i[131:128])) begin
      lead = 2'h0;
    end
  end
  always_comb begin
    trail = 2'h3;
    if (one) begin
      if (low1_of4(i[131:128] >> 32'h1)) begin
        trail = 2'h2;
      end
      if (low1_of4(i[131:128] >> 32'h2)) begin
        trail = 2'h1;
      end
      if (low1_of4(i[131:128] >> 32'h3)) begin
        trail = 2'h0;
      end
    end else begin
      if (low1_of4(i[135:132] >> 32'h1)) begin
        trail = 2'h2;
      end
      if (low1_of4(i[135:132] >> 32'h2)) begin
        trail = 2'h1;
      end
      if (low1_of4(i[135:132] >> 32'h3)) begin
        trail = 2'h0;
      end
    end
  end
  always_comb begin
    bytes = 13'h4;
    low = 7'h0;
    if (memory) begin
      bytes = {dwords, 2'h0};
      low = {i[6:2], lead};
    end
  end
  assign locked = i[78:75] == 4'h7;
  always_comb begin
    words = 11'h0;
    if (i[138:136] == 3'h0) begin
      words = dwords;
    end
  end
  always_comb begin
    byte_count = bytes;
    if (memory) begin
      byte_count = (bytes - {11'h0, lead}) - {11'h0, trail};
    end
  end
  assign descriptor = {1'h0, i[126:121], 9'h0, i[111:104], i[103:96], i[95:80], 2'h0, i[138:136], words, 2'h0,
      locked, byte_count, 9'h0, low};
  assign i_ready = ~valid$q;
  assign final_stop = words + 11'h2;
  assign s_axis_cc_tdata = data$q;
  assign s_axis_cc_tkeep = 16'hffff >> {4'h0, 4'hf - stop$q};
  assign s_axis_cc_tuser = {69'h0, stop$q, 1'h0, last$q, 5'h0, first$q};
  assign s_axis_cc_tlast = last$q;
  assign s_axis_cc_tvalid = valid$q;
  initial begin
    valid$q = 1'h0;
    first$q = 1'h0;
    last$q = 1'h0;
    data$q = 512'h0;
    stop$q = 4'h0;
    rest$q = 96'h0;
    rest_stop$q = 4'h0;
  end
endmodule

module pcie_completer (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] m_axis_cq_tdata,
  input  logic [182:0] m_axis_cq_tuser,
  input  logic m_axis_cq_tlast,
  input  logic m_axis_cq_tvalid,
  output logic m_axis_cq_tready,
  output logic [1:0] pcie_cq_np_req,
  output logic [511:0] s_axis_cc_tdata,
  output logic [15:0] s_axis_cc_tkeep,
  output logic [80:0] s_axis_cc_tuser,
  output logic s_axis_cc_tlast,
  output logic s_axis_cc_tvalid,
  input  logic s_axis_cc_tready,
  output logic [530:0] doorbell,
  output logic doorbell_valid,
  input  logic doorbell_ready,
  output logic [56:0] register_access,
  output logic register_access_valid,
  input  logic register_access_ready,
  input  logic [31:0] register_data,
  input  logic register_data_valid,
  output logic register_data_ready,
  output logic [56:0] vector_access,
  output logic vector_access_valid,
  input  logic vector_access_ready,
  input  logic [31:0] vector_data,
  input  logic vector_data_valid,
  output logic vector_data_ready,
  output logic count_pcie_unsupported,
  output logic count_doorbell_unknown
);
  logic answered;
  logic receive$m_axis_cq_tready;
  logic [676:0] receive$o;
  logic receive$doorbell_valid;
  logic receive$access_valid;
  logic receive$count_pcie_unsupported;
  logic doorbells$i_ready;
  logic [676:0] doorbells$o;
  logic doorbells$o_valid;
  logic split$i_ready;
  logic [530:0] split$o;
  logic split$o_valid;
  logic split$count_doorbell_unknown;
  logic accesses$i_ready;
  logic [676:0] accesses$o;
  logic accesses$o_valid;
  logic access$i_ready;
  logic [56:0] access$register_access;
  logic access$register_access_valid;
  logic access$register_data_ready;
  logic [56:0] access$vector_access;
  logic access$vector_access_valid;
  logic access$vector_data_ready;
  logic [650:0] access$o;
  logic access$o_valid;
  logic reply$i_ready;
  logic [511:0] reply$s_axis_cc_tdata;
  logic [15:0] reply$s_axis_cc_tkeep;
  logic [80:0] reply$s_axis_cc_tuser;
  logic reply$s_axis_cc_tlast;
  logic reply$s_axis_cc_tvalid;
  logic [4:0] credits$q;
  always @(posedge clock) begin
    if (answered & (credits$q == 5'h0)) begin
      credits$q <= 5'h1;
    end
    if (~answered & (credits$q != 5'h0)) begin
      credits$q <= credits$q - 5'h1;
    end
    if (reset) begin
      credits$q <= 5'h10;
    end
  end
  assign m_axis_cq_tready = receive$m_axis_cq_tready;
  assign count_pcie_unsupported = receive$count_pcie_unsupported;
  assign doorbell = split$o;
  assign doorbell_valid = split$o_valid;
  assign count_doorbell_unknown = split$count_doorbell_unknown;
  assign register_access = access$register_access;
  assign register_access_valid = access$register_access_valid;
  assign register_data_ready = access$register_data_ready;
  assign vector_access = access$vector_access;
  assign vector_access_valid = access$vector_access_valid;
  assign vector_data_ready = access$vector_data_ready;
  assign s_axis_cc_tdata = reply$s_axis_cc_tdata;
  assign s_axis_cc_tkeep = reply$s_axis_cc_tkeep;
  assign s_axis_cc_tuser = reply$s_axis_cc_tuser;
  assign s_axis_cc_tlast = reply$s_axis_cc_tlast;
  assign s_axis_cc_tvalid = reply$s_axis_cc_tvalid;
  assign answered = access$o_valid & reply$i_ready;
  always_comb begin
    pcie_cq_np_req = 2'h0;
    if (credits$q != 5'h0) begin
      pcie_cq_np_req = 2'h1;
    end
  end
  receive receive (
    .clock(clock),
    .reset(reset),
    .m_axis_cq_tdata(m_axis_cq_tdata),
    .m_axis_cq_tuser(m_axis_cq_tuser),
    .m_axis_cq_tlast(m_axis_cq_tlast),
    .m_axis_cq_tvalid(m_axis_cq_tvalid),
    .m_axis_cq_tready(receive$m_axis_cq_tready),
    .o(receive$o),
    .doorbell_valid(receive$doorbell_valid),
    .doorbell_ready(doorbells$i_ready),
    .access_valid(receive$access_valid),
    .access_ready(accesses$i_ready),
    .count_pcie_unsupported(receive$count_pcie_unsupported)
  );
  doorbells doorbells (
    .clock(clock),
    .reset(reset),
    .i(receive$o),
    .i_valid(receive$doorbell_valid),
    .i_ready(doorbells$i_ready),
    .o(doorbells$o),
    .o_valid(doorbells$o_valid),
    .o_ready(split$i_ready),
    .level()
  );
  split split (
    .clock(clock),
    .reset(reset),
    .i(doorbells$o),
    .i_valid(doorbells$o_valid),
    .i_ready(split$i_ready),
    .o(split$o),
    .o_valid(split$o_valid),
    .o_ready(doorbell_ready),
    .count_doorbell_unknown(split$count_doorbell_unknown)
  );
  accesses accesses (
    .clock(clock),
    .reset(reset),
    .i(receive$o),
    .i_valid(receive$access_valid),
    .i_ready(accesses$i_ready),
    .o(accesses$o),
    .o_valid(accesses$o_valid),
    .o_ready(access$i_ready),
    .level()
  );
  access access (
    .clock(clock),
    .reset(reset),
    .i(accesses$o),
    .i_valid(accesses$o_valid),
    .i_ready(access$i_ready),
    .register_access(access$register_access),
    .register_access_valid(access$register_access_valid),
    .register_access_ready(register_access_ready),
    .register_data(register_data),
    .register_data_valid(register_data_valid),
    .register_data_ready(access$register_data_ready),
    .vector_access(access$vector_access),
    .vector_access_valid(access$vector_access_valid),
    .vector_access_ready(vector_access_ready),
    .vector_data(vector_data),
    .vector_data_valid(vector_data_valid),
    .vector_data_ready(access$vector_data_ready),
    .o(access$o),
    .o_valid(access$o_valid),
    .o_ready(reply$i_ready)
  );
  reply reply (
    .clock(clock),
    .reset(reset),
    .i(access$o),
    .i_valid(access$o_valid),
    .i_ready(reply$i_ready),
    .s_axis_cc_tdata(reply$s_axis_cc_tdata),
    .s_axis_cc_tkeep(reply$s_axis_cc_tkeep),
    .s_axis_cc_tuser(reply$s_axis_cc_tuser),
    .s_axis_cc_tlast(reply$s_axis_cc_tlast),
    .s_axis_cc_tvalid(reply$s_axis_cc_tvalid),
    .s_axis_cc_tready(s_axis_cc_tready)
  );
  initial begin
    credits$q = 5'h0;
  end
endmodule

`default_nettype wire
