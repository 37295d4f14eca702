`default_nettype none

module ram (
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

module requests (
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

module chunker (
  input  logic clock,
  input  logic reset,
  input  logic [12:0] size,
  input  logic [76:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [104:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [12:0] mask;
  logic [12:0] room;
  logic last;
  logic valid$q;
  logic [63:0] address$q;
  logic [12:0] offset$q;
  logic [12:0] left$q;
  logic first$q;
  always @(posedge clock) begin
    if (valid$q & o_ready) begin
      address$q <= (address$q | {51'h0, mask}) + 64'h1;
      offset$q <= offset$q + room;
      left$q <= left$q - room;
      first$q <= 1'h0;
      valid$q <= ~last;
    end
    if (~valid$q) begin
      address$q <= i[63:0];
      offset$q <= 13'h0;
      left$q <= i[76:64];
      first$q <= 1'h1;
      valid$q <= i_valid;
    end
    if (reset) begin
      valid$q <= 1'h0;
    end
  end
  assign mask = size - 13'h1;
  assign room = size - ({1'h0, address$q[11:0]} & mask);
  assign last = left$q <= room;
  always_comb begin
    o[63:0] = address$q;
    o[76:64] = room;
    if (last) begin
      o[76:64] = left$q;
    end
    o[89:77] = offset$q;
    o[102:90] = left$q;
    o[103] = first$q;
    o[104] = last;
  end
  assign o_valid = valid$q;
  assign i_ready = ~valid$q;
  initial begin
    valid$q = 1'h0;
    address$q = 64'h0;
    offset$q = 13'h0;
    left$q = 13'h0;
    first$q = 1'h0;
  end
endmodule

module client (
  input  logic clock,
  input  logic reset,
  input  logic [12:0] size,
  input  logic [2:0] part,
  input  logic big,
  input  logic [76:0] request,
  input  logic request_valid,
  output logic request_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [511:0] row,
  output logic [8:0] row_at,
  output logic row_valid,
  input  logic row_ready,
  output logic [101:0] chunk,
  output logic chunk_valid,
  input  logic chunk_ready,
  input  logic free,
  input  logic [6:0] free_rows
);
  logic [7:0] stored;
  logic room;
  logic [6:0] rows_now;
  logic [12:0] rounded;
  logic taken;
  logic load;
  logic [10:0] row_start;
  logic [10:0] window;
  logic [12:0] last_byte;
  logic [12:0] from;
  logic [7:0] arrived;
  logic beats$i_ready;
  logic [512:0] beats$o;
  logic beats$o_valid;
  logic beats$o_ready;
  logic requests$i_ready;
  logic [76:0] requests$o;
  logic requests$o_valid;
  logic [76:0] chunker$i;
  logic chunker$i_ready;
  logic [104:0] chunker$o;
  logic chunker$o_valid;
  logic chunker$o_ready;
  logic [7:0] put$q;
  logic [7:0] freed$q;
  logic [7:0] base$q;
  logic [6:0] rows$q;
  logic [101:0] next$q;
  logic next_valid$q;
  logic [6:0] needed$q;
  logic [7:0] next_base$q;
  logic whole$q;
  always @(posedge clock) begin
    if (row_ready & room & beats$o_valid) begin
      put$q <= put$q + 8'h1;
    end
    if (free) begin
      freed$q <= freed$q + {1'h0, free_rows};
    end
    if (taken) begin
      next_valid$q <= 1'h0;
      whole$q <= 1'h0;
    end
    if (load) begin
      next_valid$q <= 1'h1;
      next$q[63:0] <= chunker$o[63:0];
      next$q[76:64] <= chunker$o[76:64];
      next$q[79:77] <= part;
      next$q[80] <= big;
      next$q[91:81] <= window;
      next$q[93:92] <= from[1:0];
      next$q[94] <= chunker$o[104];
      next$q[101:95] <= rows_now;
      needed$q <= last_byte[12:6];
      next_base$q <= base$q;
      rows$q <= rows_now;
      if (chunker$o[104]) begin
        base$q <= base$q + {1'h0, rows_now};
      end
    end
    if (next_valid$q & ~taken) begin
      whole$q <= whole$q | (arrived > {1'h0, needed$q});
    end
    if (reset) begin
      put$q <= 8'h0;
      freed$q <= 8'h0;
      base$q <= 8'h0;
      next_valid$q <= 1'h0;
      whole$q <= 1'h0;
    end
  end
  assign data_ready = beats$i_ready;
  assign stored = put$q - freed$q;
  assign room = ~stored[7] & (big | ~stored[6]);
  assign row = beats$o[511:0];
  always_comb begin
    row_at = {part, put$q[5:0]};
    if (big) begin
      row_at = {part[2:1], put$q[6:0]};
    end
  end
  assign row_valid = beats$o_valid & room;
  assign beats$o_ready = row_ready & room;
  assign request_ready = requests$i_ready;
  assign chunker$i = {requests$o[76:64], requests$o[63:0]};
  assign taken = chunk_ready & whole$q;
  assign load = chunker$o_valid & (~next_valid$q | taken);
  assign chunker$o_ready = ~next_valid$q | taken;
  assign rounded = chunker$o[102:90] + 13'h3f;
  always_comb begin
    rows_now = rows$q;
    if (chunker$o[103]) begin
      rows_now = rounded[12:6];
    end
  end
  assign from = chunker$o[89:77] - {11'h0, chunker$o[1:0]};
  assign last_byte = (chunker$o[89:77] + chunker$o[76:64]) - 13'h1;
  assign row_start = {base$q[6:0], 4'h0};
  always_comb begin
    window = (row_start + from[12:2]) - 11'h4;
    if ((|from[1:0])) begin
      window = (row_start + from[12:2]) - 11'h3;
    end
  end
  assign arrived = put$q - next_base$q;
  assign chunk = next$q;
  assign chunk_valid = whole$q;
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
  requests requests (
    .clock(clock),
    .reset(reset),
    .i(request),
    .i_valid(request_valid),
    .i_ready(requests$i_ready),
    .o(requests$o),
    .o_valid(requests$o_valid),
    .o_ready(chunker$i_ready),
    .level()
  );
  chunker chunker (
    .clock(clock),
    .reset(reset),
    .size(size),
    .i(chunker$i),
    .i_valid(requests$o_valid),
    .i_ready(chunker$i_ready),
    .o(chunker$o),
    .o_valid(chunker$o_valid),
    .o_ready(chunker$o_ready)
  );
  initial begin
    put$q = 8'h0;
    freed$q = 8'h0;
    base$q = 8'h0;
    rows$q = 7'h0;
    next$q = 102'h0;
    next_valid$q = 1'h0;
    needed$q = 7'h0;
    next_base$q = 8'h0;
    whole$q = 1'h0;
  end
endmodule

module gather (
  input  logic i$0,
  input  logic i$1,
  input  logic i$2,
  input  logic i$3,
  input  logic i$4,
  input  logic i$5,
  output logic [5:0] o
);
  assign o = {i$5, i$4, i$3, i$2, i$1, i$0};
endmodule

module round_robin_turn (
  input  logic [5:0] request,
  input  logic [5:0] ahead,
  output logic [2:0] grant,
  output logic valid,
  output logic [5:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 3'h0;
    if (request[5]) begin
      grant = 3'h5;
    end
    if (request[4]) begin
      grant = 3'h4;
    end
    if (request[3]) begin
      grant = 3'h3;
    end
    if (request[2]) begin
      grant = 3'h2;
    end
    if (request[1]) begin
      grant = 3'h1;
    end
    if (request[0]) begin
      grant = 3'h0;
    end
    if (request[5] & ahead[5]) begin
      grant = 3'h5;
    end
    if (request[4] & ahead[4]) begin
      grant = 3'h4;
    end
    if (request[3] & ahead[3]) begin
      grant = 3'h3;
    end
    if (request[2] & ahead[2]) begin
      grant = 3'h2;
    end
    if (request[1] & ahead[1]) begin
      grant = 3'h1;
    end
    if (request[0] & ahead[0]) begin
      grant = 3'h0;
    end
  end
  assign after = {grant <= 3'h4, grant <= 3'h3, grant <= 3'h2, grant <= 3'h1, grant <= 3'h0, 1'h0};
endmodule

module put_turn (
  input  logic clock,
  input  logic reset,
  input  logic [5:0] request,
  input  logic advance,
  output logic [2:0] grant,
  output logic valid
);
  logic [2:0] turn$grant;
  logic turn$valid;
  logic [5:0] turn$after;
  logic [5:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 6'h0;
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
    ahead$q = 6'h0;
  end
endmodule

module ram_32x512 (
  input  logic [8:0] read_address,
  input  logic read_clock,
  output logic [31:0] read_data,
  input  logic [8:0] write_address,
  input  logic write_clock,
  input  logic [31:0] write_data,
  input  logic write_enable
);
  logic [31:0] words [0:511];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) words[i[8:0]] = 32'h0;
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

module bank (
  input  logic clock,
  input  logic [8:0] read_address,
  output logic [31:0] read_data,
  input  logic write,
  input  logic [8:0] write_address,
  input  logic [31:0] write_data
);
  logic [31:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_32x512 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
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

module ring (
  input  logic clock,
  input  logic write,
  input  logic [8:0] write_row,
  input  logic [511:0] write_data,
  input  logic [8:0] read_row,
  input  logic [8:0] read_row_after,
  input  logic [3:0] read_dword,
  output logic [511:0] window
);
  logic [8:0] bank$0$read_address;
  logic [31:0] bank$0$read_data;
  logic [8:0] bank$1$read_address;
  logic [31:0] bank$1$read_data;
  logic [8:0] bank$2$read_address;
  logic [31:0] bank$2$read_data;
  logic [8:0] bank$3$read_address;
  logic [31:0] bank$3$read_data;
  logic [8:0] bank$4$read_address;
  logic [31:0] bank$4$read_data;
  logic [8:0] bank$5$read_address;
  logic [31:0] bank$5$read_data;
  logic [8:0] bank$6$read_address;
  logic [31:0] bank$6$read_data;
  logic [8:0] bank$7$read_address;
  logic [31:0] bank$7$read_data;
  logic [8:0] bank$8$read_address;
  logic [31:0] bank$8$read_data;
  logic [8:0] bank$9$read_address;
  logic [31:0] bank$9$read_data;
  logic [8:0] bank$10$read_address;
  logic [31:0] bank$10$read_data;
  logic [8:0] bank$11$read_address;
  logic [31:0] bank$11$read_data;
  logic [8:0] bank$12$read_address;
  logic [31:0] bank$12$read_data;
  logic [8:0] bank$13$read_address;
  logic [31:0] bank$13$read_data;
  logic [8:0] bank$14$read_address;
  logic [31:0] bank$14$read_data;
  logic [8:0] bank$15$read_address;
  logic [31:0] bank$15$read_data;
  logic [511:0] lanes$o;
  logic [511:0] turn$o;
  logic [3:0] by$q;
  always @(posedge clock) begin
    by$q <= read_dword;
  end
  always_comb begin
    bank$0$read_address = read_row;
    if (read_dword > 4'h0) begin
      bank$0$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$1$read_address = read_row;
    if (read_dword > 4'h1) begin
      bank$1$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$2$read_address = read_row;
    if (read_dword > 4'h2) begin
      bank$2$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$3$read_address = read_row;
    if (read_dword > 4'h3) begin
      bank$3$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$4$read_address = read_row;
    if (read_dword > 4'h4) begin
      bank$4$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$5$read_address = read_row;
    if (read_dword > 4'h5) begin
      bank$5$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$6$read_address = read_row;
    if (read_dword > 4'h6) begin
      bank$6$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$7$read_address = read_row;
    if (read_dword > 4'h7) begin
      bank$7$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$8$read_address = read_row;
    if (read_dword > 4'h8) begin
      bank$8$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$9$read_address = read_row;
    if (read_dword > 4'h9) begin
      bank$9$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$10$read_address = read_row;
    if (read_dword > 4'ha) begin
      bank$10$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$11$read_address = read_row;
    if (read_dword > 4'hb) begin
      bank$11$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$12$read_address = read_row;
    if (read_dword > 4'hc) begin
      bank$12$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$13$read_address = read_row;
    if (read_dword > 4'hd) begin
      bank$13$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$14$read_address = read_row;
    if (read_dword > 4'he) begin
      bank$14$read_address = read_row_after;
    end
  end
  always_comb begin
    bank$15$read_address = read_row;
    if (read_dword > 4'hf) begin
      bank$15$read_address = read_row_after;
    end
  end
  assign window = turn$o;
  bank bank$0 (
    .clock(clock),
    .read_address(bank$0$read_address),
    .read_data(bank$0$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[31:0])
  );
  bank bank$1 (
    .clock(clock),
    .read_address(bank$1$read_address),
    .read_data(bank$1$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[63:32])
  );
  bank bank$2 (
    .clock(clock),
    .read_address(bank$2$read_address),
    .read_data(bank$2$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[95:64])
  );
  bank bank$3 (
    .clock(clock),
    .read_address(bank$3$read_address),
    .read_data(bank$3$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[127:96])
  );
  bank bank$4 (
    .clock(clock),
    .read_address(bank$4$read_address),
    .read_data(bank$4$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[159:128])
  );
  bank bank$5 (
    .clock(clock),
    .read_address(bank$5$read_address),
    .read_data(bank$5$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[191:160])
  );
  bank bank$6 (
    .clock(clock),
    .read_address(bank$6$read_address),
    .read_data(bank$6$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[223:192])
  );
  bank bank$7 (
    .clock(clock),
    .read_address(bank$7$read_address),
    .read_data(bank$7$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[255:224])
  );
  bank bank$8 (
    .clock(clock),
    .read_address(bank$8$read_address),
    .read_data(bank$8$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[287:256])
  );
  bank bank$9 (
    .clock(clock),
    .read_address(bank$9$read_address),
    .read_data(bank$9$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[319:288])
  );
  bank bank$10 (
    .clock(clock),
    .read_address(bank$10$read_address),
    .read_data(bank$10$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[351:320])
  );
  bank bank$11 (
    .clock(clock),
    .read_address(bank$11$read_address),
    .read_data(bank$11$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[383:352])
  );
  bank bank$12 (
    .clock(clock),
    .read_address(bank$12$read_address),
    .read_data(bank$12$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[415:384])
  );
  bank bank$13 (
    .clock(clock),
    .read_address(bank$13$read_address),
    .read_data(bank$13$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[447:416])
  );
  bank bank$14 (
    .clock(clock),
    .read_address(bank$14$read_address),
    .read_data(bank$14$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[479:448])
  );
  bank bank$15 (
    .clock(clock),
    .read_address(bank$15$read_address),
    .read_data(bank$15$read_data),
    .write(write),
    .write_address(write_row),
    .write_data(write_data[511:480])
  );
  join_words lanes (
    .i$0(bank$0$read_data),
    .i$1(bank$1$read_data),
    .i$2(bank$2$read_data),
    .i$3(bank$3$read_data),
    .i$4(bank$4$read_data),
    .i$5(bank$5$read_data),
    .i$6(bank$6$read_data),
    .i$7(bank$7$read_data),
    .i$8(bank$8$read_data),
    .i$9(bank$9$read_data),
    .i$10(bank$10$read_data),
    .i$11(bank$11$read_data),
    .i$12(bank$12$read_data),
    .i$13(bank$13$read_data),
    .i$14(bank$14$read_data),
    .i$15(bank$15$read_data),
    .o(lanes$o)
  );
  rotate_coarse turn (
    .i(lanes$o),
    .by(by$q),
    .o(turn$o)
  );
  initial begin
    by$q = 4'h0;
  end
endmodule

module enables (
  input  logic [1:0] low,
  input  logic [12:0] length,
  output logic [10:0] dwords,
  output logic [3:0] first,
  output logic [3:0] last
);
  logic [12:0] stop;
  logic [3:0] from;
  logic [3:0] to;
  logic [10:0] count;
  assign stop = (length + {11'h0, low}) - 13'h1;
  assign count = stop[12:2] + 11'h1;
  assign dwords = count;
  assign from = 4'hf << {4'h0, low};
  assign to = 4'hf >> {4'h0, 2'h3 - stop[1:0]};
  always_comb begin
    first = from;
    last = to;
    if (count == 11'h1) begin
      first = from & to;
      last = 4'h0;
    end
  end
endmodule

module write_shift (
  input  logic [511:0] window,
  input  logic [31:0] earlier,
  input  logic [1:0] shift,
  output logic [511:0] o
);
  always_comb begin
    if (shift == 2'h0) begin
      o = window;
    end else begin
      if (shift == 2'h1) begin
        o[23:0] = earlier[31:8];
        o[511:24] = window[487:0];
      end else begin
        if (shift == 2'h2) begin
          o[15:0] = earlier[31:16];
          o[511:16] = window[495:0];
        end else begin
          o[7:0] = earlier[31:24];
          o[511:8] = window[503:0];
        end
      end
    end
  end
endmodule

module source (
  input  logic clock,
  input  logic reset,
  input  logic [101:0] chunk,
  input  logic [2:0] client,
  input  logic chunk_valid,
  output logic chunk_ready,
  output logic [8:0] row,
  output logic [8:0] row_after,
  output logic [3:0] dword,
  input  logic [511:0] window,
  output logic [529:0] o,
  output logic o_valid,
  input  logic sent,
  output logic free,
  output logic [2:0] free_client,
  output logic [6:0] free_rows
);
  logic [10:0] beats;
  logic [6:0] following;
  logic ready;
  logic issue;
  logic final_beat;
  logic [3:0] kind;
  logic [525:0] beat;
  logic [10:0] enables$dwords;
  logic [3:0] enables$first;
  logic [3:0] enables$last;
  logic busy$q;
  logic [92:0] step$q;
  logic [10:0] at$q;
  logic [6:0] left$q;
  logic [6:0] rows$q;
  logic [2:0] at_part$q;
  logic at_large$q;
  logic [4:0] credit$q;
  logic freeing$q;
  logic [2:0] freeing_client$q;
  logic [6:0] freeing_rows$q;
  logic [92:0] reading$q;
  logic reading_valid$q;
  logic [92:0] done$q;
  logic done_valid$q;
  logic [511:0] done_window$q;
  logic [31:0] earlier$q;
  logic [511:0] shift$o;
  always @(posedge clock) begin
    if (issue) begin
      at$q <= at$q + 11'h10;
      left$q <= left$q - 7'h1;
      step$q[87] <= 1'h0;
    end
    if (ready) begin
      busy$q <= chunk_valid;
      step$q[61:0] <= chunk[63:2];
      step$q[72:62] <= enables$dwords;
      step$q[74:73] <= chunk[93:92];
      step$q[78:75] <= enables$first;
      step$q[82:79] <= enables$last;
      step$q[86:83] <= enables$dwords[3:0] + 4'h3;
      step$q[87] <= 1'h1;
      step$q[91:89] <= client;
      step$q[92] <= chunk[94];
      at$q <= chunk[91:81];
      left$q <= beats[10:4];
      rows$q <= chunk[101:95];
      at_part$q <= chunk[79:77];
      at_large$q <= chunk[80];
    end
    freeing$q <= issue & final_beat & step$q[92];
    if (issue & ~sent) begin
      credit$q <= credit$q - 5'h1;
    end
    if (sent & ~issue) begin
      credit$q <= credit$q + 5'h1;
    end
    reading_valid$q <= issue;
    done_valid$q <= reading_valid$q;
    if (reset) begin
      busy$q <= 1'h0;
      credit$q <= 5'h10;
      freeing$q <= 1'h0;
      reading_valid$q <= 1'h0;
      done_valid$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    freeing_client$q <= step$q[91:89];
  end
  always @(posedge clock) begin
    freeing_rows$q <= rows$q;
  end
  always @(posedge clock) begin
    reading$q <= step$q;
    reading$q[88] <= final_beat;
  end
  always @(posedge clock) begin
    done$q <= reading$q;
  end
  always @(posedge clock) begin
    done_window$q <= window;
  end
  always @(posedge clock) begin
    if (done_valid$q) begin
      earlier$q <= done_window$q[511:480];
    end
  end
  assign beats = enables$dwords + 11'h13;
  assign issue = busy$q & (credit$q != 5'h0);
  assign final_beat = left$q == 7'h1;
  assign ready = ~busy$q | (issue & final_beat);
  assign chunk_ready = ready;
  assign following = at$q[10:4] + 7'h1;
  assign dword = at$q[3:0];
  always_comb begin
    row = {at_part$q, at$q[9:4]};
    row_after = {at_part$q, following[5:0]};
    if (at_large$q) begin
      row = {at_part$q[2:1], at$q[10:4]};
      row_after = {at_part$q[2:1], following};
    end
  end
  assign free = freeing$q;
  assign free_client = freeing_client$q;
  assign free_rows = freeing_rows$q;
  assign kind = 4'h1;
  always_comb begin
    beat[511:0] = shift$o;
    if (done$q[87]) begin
      beat[511:0] = {shift$o[511:128], 49'h0, kind, done$q[72:62], done$q[61:0], 2'h0};
    end
    beat[515:512] = done$q[78:75];
    beat[519:516] = done$q[82:79];
    beat[520] = done$q[87];
    beat[521] = done$q[88];
    beat[525:522] = done$q[86:83];
  end
  assign o = {done$q[92] & done$q[88], done$q[91:89], beat};
  assign o_valid = done_valid$q;
  enables enables (
    .low(chunk[1:0]),
    .length(chunk[76:64]),
    .dwords(enables$dwords),
    .first(enables$first),
    .last(enables$last)
  );
  write_shift shift (
    .window(done_window$q),
    .earlier(earlier$q),
    .shift(done$q[74:73]),
    .o(shift$o)
  );
  initial begin
    busy$q = 1'h0;
    step$q = 93'h0;
    at$q = 11'h0;
    left$q = 7'h0;
    rows$q = 7'h0;
    at_part$q = 3'h0;
    at_large$q = 1'h0;
    credit$q = 5'h0;
    freeing$q = 1'h0;
    freeing_client$q = 3'h0;
    freeing_rows$q = 7'h0;
    reading$q = 93'h0;
    reading_valid$q = 1'h0;
    done$q = 93'h0;
    done_valid$q = 1'h0;
    done_window$q = 512'h0;
    earlier$q = 32'h0;
  end
endmodule

module ram_3 (
  input  logic clock,
  input  logic [3:0] read_address,
  output logic [529:0] read_data,
  input  logic write,
  input  logic [3:0] write_address,
  input  logic [529:0] write_data
);
  (* ram_style = "distributed" *) logic [529:0] words [0:15];
  integer i;
  initial for (i = 0; i <= 15; i = i + 1) words[i[3:0]] = 530'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [529:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [529:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [4:0] level
);
  logic put;
  logic get;
  logic [529:0] ram$read_data;
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

module pcie_dma_writer (
  input  logic clock,
  input  logic reset,
  input  logic [12:0] size,
  input  logic [76:0] request$0,
  input  logic [76:0] request$1,
  input  logic [76:0] request$2,
  input  logic [76:0] request$3,
  input  logic [76:0] request$4,
  input  logic [76:0] request$5,
  input  logic request_valid$0,
  input  logic request_valid$1,
  input  logic request_valid$2,
  input  logic request_valid$3,
  input  logic request_valid$4,
  input  logic request_valid$5,
  output logic request_ready$0,
  output logic request_ready$1,
  output logic request_ready$2,
  output logic request_ready$3,
  output logic request_ready$4,
  output logic request_ready$5,
  input  logic [512:0] data$0,
  input  logic [512:0] data$1,
  input  logic [512:0] data$2,
  input  logic [512:0] data$3,
  input  logic [512:0] data$4,
  input  logic [512:0] data$5,
  input  logic data_valid$0,
  input  logic data_valid$1,
  input  logic data_valid$2,
  input  logic data_valid$3,
  input  logic data_valid$4,
  input  logic data_valid$5,
  output logic data_ready$0,
  output logic data_ready$1,
  output logic data_ready$2,
  output logic data_ready$3,
  output logic data_ready$4,
  output logic data_ready$5,
  output logic [15:0] written$0,
  output logic [15:0] written$1,
  output logic [15:0] written$2,
  output logic [15:0] written$3,
  output logic [15:0] written$4,
  output logic [15:0] written$5,
  output logic [525:0] packet,
  output logic packet_valid,
  input  logic packet_ready
);
  localparam logic [2:0] part$0 = 3'h0;
  localparam logic [2:0] part$1 = 3'h2;
  localparam logic [2:0] part$2 = 3'h4;
  localparam logic [2:0] part$3 = 3'h5;
  localparam logic [2:0] part$4 = 3'h6;
  localparam logic [2:0] part$5 = 3'h7;
  localparam logic big$0 = 1'h1;
  localparam logic big$1 = 1'h1;
  localparam logic big$2 = 1'h0;
  localparam logic big$3 = 1'h0;
  localparam logic big$4 = 1'h0;
  localparam logic big$5 = 1'h0;
  logic take_chunk;
  logic sent;
  logic client$0$request_ready;
  logic client$0$data_ready;
  logic [511:0] client$0$row;
  logic [8:0] client$0$row_at;
  logic client$0$row_valid;
  logic client$0$row_ready;
  logic [101:0] client$0$chunk;
  logic client$0$chunk_valid;
  logic client$0$chunk_ready;
  logic client$0$free;
  logic client$1$request_ready;
  logic client$1$data_ready;
  logic [511:0] client$1$row;
  logic [8:0] client$1$row_at;
  logic client$1$row_valid;
  logic client$1$row_ready;
  logic [101:0] client$1$chunk;
  logic client$1$chunk_valid;
  logic client$1$chunk_ready;
  logic client$1$free;
  logic client$2$request_ready;
  logic client$2$data_ready;
  logic [511:0] client$2$row;
  logic [8:0] client$2$row_at;
  logic client$2$row_valid;
  logic client$2$row_ready;
  logic [101:0] client$2$chunk;
  logic client$2$chunk_valid;
  logic client$2$chunk_ready;
  logic client$2$free;
  logic client$3$request_ready;
  logic client$3$data_ready;
  logic [511:0] client$3$row;
  logic [8:0] client$3$row_at;
  logic client$3$row_valid;
  logic client$3$row_ready;
  logic [101:0] client$3$chunk;
  logic client$3$chunk_valid;
  logic client$3$chunk_ready;
  logic client$3$free;
  logic client$4$request_ready;
  logic client$4$data_ready;
  logic [511:0] client$4$row;
  logic [8:0] client$4$row_at;
  logic client$4$row_valid;
  logic client$4$row_ready;
  logic [101:0] client$4$chunk;
  logic client$4$chunk_valid;
  logic client$4$chunk_ready;
  logic client$4$free;
  logic client$5$request_ready;
  logic client$5$data_ready;
  logic [511:0] client$5$row;
  logic [8:0] client$5$row_at;
  logic client$5$row_valid;
  logic client$5$row_ready;
  logic [101:0] client$5$chunk;
  logic client$5$chunk_valid;
  logic client$5$chunk_ready;
  logic client$5$free;
  logic [5:0] put_requests$o;
  logic [2:0] put_turn$grant;
  logic put_turn$valid;
  logic [511:0] put$d;
  logic [511:0] put$q;
  logic put_valid$q;
  logic [8:0] put_row$d;
  logic [8:0] put_row$q;
  logic [511:0] ring$window;
  logic [5:0] chunk_requests$o;
  logic chunk_turn$advance;
  logic [2:0] chunk_turn$grant;
  logic chunk_turn$valid;
  logic [101:0] chunk$d;
  logic [101:0] chunk$q;
  logic [2:0] chunk_client$q;
  logic chunk_valid$q;
  logic source$chunk_ready;
  logic [8:0] source$row;
  logic [8:0] source$row_after;
  logic [3:0] source$dword;
  logic [529:0] source$o;
  logic source$o_valid;
  logic source$sent;
  logic source$free;
  logic [2:0] source$free_client;
  logic [6:0] source$free_rows;
  logic [529:0] out$o;
  logic out$o_valid;
  logic [15:0] count$0$q;
  logic [15:0] count$1$q;
  logic [15:0] count$2$q;
  logic [15:0] count$3$q;
  logic [15:0] count$4$q;
  logic [15:0] count$5$q;
  always_comb begin
    put$d = put$q;
    put_row$d = put_row$q;
    client$0$row_ready = 1'h0;
    if (put_turn$grant == 3'h0) begin
      client$0$row_ready = 1'h1;
      put$d = client$0$row;
      put_row$d = client$0$row_at;
    end
    client$1$row_ready = 1'h0;
    if (put_turn$grant == 3'h1) begin
      client$1$row_ready = 1'h1;
      put$d = client$1$row;
      put_row$d = client$1$row_at;
    end
    client$2$row_ready = 1'h0;
    if (put_turn$grant == 3'h2) begin
      client$2$row_ready = 1'h1;
      put$d = client$2$row;
      put_row$d = client$2$row_at;
    end
    client$3$row_ready = 1'h0;
    if (put_turn$grant == 3'h3) begin
      client$3$row_ready = 1'h1;
      put$d = client$3$row;
      put_row$d = client$3$row_at;
    end
    client$4$row_ready = 1'h0;
    if (put_turn$grant == 3'h4) begin
      client$4$row_ready = 1'h1;
      put$d = client$4$row;
      put_row$d = client$4$row_at;
    end
    client$5$row_ready = 1'h0;
    if (put_turn$grant == 3'h5) begin
      client$5$row_ready = 1'h1;
      put$d = client$5$row;
      put_row$d = client$5$row_at;
    end
  end
  always @(posedge clock) begin
    put_valid$q <= put_turn$valid;
    if (take_chunk) begin
      chunk_valid$q <= chunk_turn$valid;
      chunk_client$q <= chunk_turn$grant;
    end
    if (reset) begin
      put_valid$q <= 1'h0;
      chunk_valid$q <= 1'h0;
    end
  end
  always_comb begin
    chunk$d = chunk$q;
    client$0$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h0) begin
      client$0$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$0$chunk;
      end
    end
    client$1$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h1) begin
      client$1$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$1$chunk;
      end
    end
    client$2$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h2) begin
      client$2$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$2$chunk;
      end
    end
    client$3$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h3) begin
      client$3$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$3$chunk;
      end
    end
    client$4$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h4) begin
      client$4$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$4$chunk;
      end
    end
    client$5$chunk_ready = 1'h0;
    if (chunk_turn$grant == 3'h5) begin
      client$5$chunk_ready = take_chunk;
      if (take_chunk) begin
        chunk$d = client$5$chunk;
      end
    end
  end
  assign take_chunk = ~chunk_valid$q | source$chunk_ready;
  assign chunk_turn$advance = take_chunk;
  assign request_ready$0 = client$0$request_ready;
  assign data_ready$0 = client$0$data_ready;
  always_comb begin
    client$0$free = 1'h0;
    if (source$free_client == 3'h0) begin
      client$0$free = source$free;
    end
  end
  assign request_ready$1 = client$1$request_ready;
  assign data_ready$1 = client$1$data_ready;
  always_comb begin
    client$1$free = 1'h0;
    if (source$free_client == 3'h1) begin
      client$1$free = source$free;
    end
  end
  assign request_ready$2 = client$2$request_ready;
  assign data_ready$2 = client$2$data_ready;
  always_comb begin
    client$2$free = 1'h0;
    if (source$free_client == 3'h2) begin
      client$2$free = source$free;
    end
  end
  assign request_ready$3 = client$3$request_ready;
  assign data_ready$3 = client$3$data_ready;
  always_comb begin
    client$3$free = 1'h0;
    if (source$free_client == 3'h3) begin
      client$3$free = source$free;
    end
  end
  assign request_ready$4 = client$4$request_ready;
  assign data_ready$4 = client$4$data_ready;
  always_comb begin
    client$4$free = 1'h0;
    if (source$free_client == 3'h4) begin
      client$4$free = source$free;
    end
  end
  assign request_ready$5 = client$5$request_ready;
  assign data_ready$5 = client$5$data_ready;
  always_comb begin
    client$5$free = 1'h0;
    if (source$free_client == 3'h5) begin
      client$5$free = source$free;
    end
  end
  assign packet = out$o[525:0];
  assign packet_valid = out$o_valid;
  assign sent = out$o_valid & packet_ready;
  assign source$sent = sent;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h0)) begin
      count$0$q <= count$0$q + 16'h1;
    end
    if (reset) begin
      count$0$q <= 16'h0;
    end
  end
  assign written$0 = count$0$q;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h1)) begin
      count$1$q <= count$1$q + 16'h1;
    end
    if (reset) begin
      count$1$q <= 16'h0;
    end
  end
  assign written$1 = count$1$q;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h2)) begin
      count$2$q <= count$2$q + 16'h1;
    end
    if (reset) begin
      count$2$q <= 16'h0;
    end
  end
  assign written$2 = count$2$q;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h3)) begin
      count$3$q <= count$3$q + 16'h1;
    end
    if (reset) begin
      count$3$q <= 16'h0;
    end
  end
  assign written$3 = count$3$q;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h4)) begin
      count$4$q <= count$4$q + 16'h1;
    end
    if (reset) begin
      count$4$q <= 16'h0;
    end
  end
  assign written$4 = count$4$q;
  always @(posedge clock) begin
    if (sent & out$o[529] & (out$o[528:526] == 3'h5)) begin
      count$5$q <= count$5$q + 16'h1;
    end
    if (reset) begin
      count$5$q <= 16'h0;
    end
  end
  assign written$5 = count$5$q;
  client client$0 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$0),
    .big(big$0),
    .request(request$0),
    .request_valid(request_valid$0),
    .request_ready(client$0$request_ready),
    .data(data$0),
    .data_valid(data_valid$0),
    .data_ready(client$0$data_ready),
    .row(client$0$row),
    .row_at(client$0$row_at),
    .row_valid(client$0$row_valid),
    .row_ready(client$0$row_ready),
    .chunk(client$0$chunk),
    .chunk_valid(client$0$chunk_valid),
    .chunk_ready(client$0$chunk_ready),
    .free(client$0$free),
    .free_rows(source$free_rows)
  );
  client client$1 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$1),
    .big(big$1),
    .request(request$1),
    .request_valid(request_valid$1),
    .request_ready(client$1$request_ready),
    .data(data$1),
    .data_valid(data_valid$1),
    .data_ready(client$1$data_ready),
    .row(client$1$row),
    .row_at(client$1$row_at),
    .row_valid(client$1$row_valid),
    .row_ready(client$1$row_ready),
    .chunk(client$1$chunk),
    .chunk_valid(client$1$chunk_valid),
    .chunk_ready(client$1$chunk_ready),
    .free(client$1$free),
    .free_rows(source$free_rows)
  );
  client client$2 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$2),
    .big(big$2),
    .request(request$2),
    .request_valid(request_valid$2),
    .request_ready(client$2$request_ready),
    .data(data$2),
    .data_valid(data_valid$2),
    .data_ready(client$2$data_ready),
    .row(client$2$row),
    .row_at(client$2$row_at),
    .row_valid(client$2$row_valid),
    .row_ready(client$2$row_ready),
    .chunk(client$2$chunk),
    .chunk_valid(client$2$chunk_valid),
    .chunk_ready(client$2$chunk_ready),
    .free(client$2$free),
    .free_rows(source$free_rows)
  );
  client client$3 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$3),
    .big(big$3),
    .request(request$3),
    .request_valid(request_valid$3),
    .request_ready(client$3$request_ready),
    .data(data$3),
    .data_valid(data_valid$3),
    .data_ready(client$3$data_ready),
    .row(client$3$row),
    .row_at(client$3$row_at),
    .row_valid(client$3$row_valid),
    .row_ready(client$3$row_ready),
    .chunk(client$3$chunk),
    .chunk_valid(client$3$chunk_valid),
    .chunk_ready(client$3$chunk_ready),
    .free(client$3$free),
    .free_rows(source$free_rows)
  );
  client client$4 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$4),
    .big(big$4),
    .request(request$4),
    .request_valid(request_valid$4),
    .request_ready(client$4$request_ready),
    .data(data$4),
    .data_valid(data_valid$4),
    .data_ready(client$4$data_ready),
    .row(client$4$row),
    .row_at(client$4$row_at),
    .row_valid(client$4$row_valid),
    .row_ready(client$4$row_ready),
    .chunk(client$4$chunk),
    .chunk_valid(client$4$chunk_valid),
    .chunk_ready(client$4$chunk_ready),
    .free(client$4$free),
    .free_rows(source$free_rows)
  );
  client client$5 (
    .clock(clock),
    .reset(reset),
    .size(size),
    .part(part$5),
    .big(big$5),
    .request(request$5),
    .request_valid(request_valid$5),
    .request_ready(client$5$request_ready),
    .data(data$5),
    .data_valid(data_valid$5),
    .data_ready(client$5$data_ready),
    .row(client$5$row),
    .row_at(client$5$row_at),
    .row_valid(client$5$row_valid),
    .row_ready(client$5$row_ready),
    .chunk(client$5$chunk),
    .chunk_valid(client$5$chunk_valid),
    .chunk_ready(client$5$chunk_ready),
    .free(client$5$free),
    .free_rows(source$free_rows)
  );
  gather put_requests (
    .i$0(client$0$row_valid),
    .i$1(client$1$row_valid),
    .i$2(client$2$row_valid),
    .i$3(client$3$row_valid),
    .i$4(client$4$row_valid),
    .i$5(client$5$row_valid),
    .o(put_requests$o)
  );
  put_turn put_turn (
    .clock(clock),
    .reset(reset),
    .request(put_requests$o),
    .advance(1'h1),
    .grant(put_turn$grant),
    .valid(put_turn$valid)
  );
  ring ring (
    .clock(clock),
    .write(put_valid$q),
    .write_row(put_row$q),
    .write_data(put$q),
    .read_row(source$row),
    .read_row_after(source$row_after),
    .read_dword(source$dword),
    .window(ring$window)
  );
  gather chunk_requests (
    .i$0(client$0$chunk_valid),
    .i$1(client$1$chunk_valid),
    .i$2(client$2$chunk_valid),
    .i$3(client$3$chunk_valid),
    .i$4(client$4$chunk_valid),
    .i$5(client$5$chunk_valid),
    .o(chunk_requests$o)
  );
  put_turn chunk_turn (
    .clock(clock),
    .reset(reset),
    .request(chunk_requests$o),
    .advance(chunk_turn$advance),
    .grant(chunk_turn$grant),
    .valid(chunk_turn$valid)
  );
  source source (
    .clock(clock),
    .reset(reset),
    .chunk(chunk$q),
    .client(chunk_client$q),
    .chunk_valid(chunk_valid$q),
    .chunk_ready(source$chunk_ready),
    .row(source$row),
    .row_after(source$row_after),
    .dword(source$dword),
    .window(ring$window),
    .o(source$o),
    .o_valid(source$o_valid),
    .sent(source$sent),
    .free(source$free),
    .free_client(source$free_client),
    .free_rows(source$free_rows)
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(source$o),
    .i_valid(source$o_valid),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(packet_ready),
    .level()
  );
  initial begin
    put$q = 512'h0;
    put_valid$q = 1'h0;
    put_row$q = 9'h0;
    chunk$q = 102'h0;
    chunk_client$q = 3'h0;
    chunk_valid$q = 1'h0;
    count$0$q = 16'h0;
    count$1$q = 16'h0;
    count$2$q = 16'h0;
    count$3$q = 16'h0;
    count$4$q = 16'h0;
    count$5$q = 16'h0;
  end
  always @(posedge clock) begin
    put$q <= put$d;
    put_row$q <= put_row$d;
    chunk$q <= chunk$d;
  end
endmodule

`default_nettype wire
