`default_nettype none

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

module requests (
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

module ram_2 (
  input  logic clock,
  input  logic [6:0] read_address,
  output logic [7:0] read_data,
  input  logic write,
  input  logic [6:0] write_address,
  input  logic [7:0] write_data
);
  (* ram_style = "distributed" *) logic [7:0] words [0:127];
  integer i;
  initial for (i = 0; i <= 127; i = i + 1) words[i[6:0]] = 8'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module pending (
  input  logic clock,
  input  logic reset,
  input  logic [7:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [7:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [7:0] level
);
  logic put;
  logic get;
  logic [7:0] ram$read_data;
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
  ram_2 ram (
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

module results (
  input  logic clock,
  input  logic [7:0] read_address,
  output logic [2:0] read_data,
  input  logic write,
  input  logic [7:0] write_address,
  input  logic [2:0] write_data
);
  (* ram_style = "distributed" *) logic [2:0] words [0:255];
  integer i;
  initial for (i = 0; i <= 255; i = i + 1) words[i[7:0]] = 3'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module ram_3 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [9:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [9:0] write_data
);
  (* ram_style = "distributed" *) logic [9:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 10'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module arrived (
  input  logic clock,
  input  logic reset,
  input  logic [9:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [9:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [9:0] ram$read_data;
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
  input  logic [2:0] read_address,
  output logic [2:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [2:0] write_data
);
  (* ram_style = "distributed" *) logic [2:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 3'h0;
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
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [2:0] ram$read_data;
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

module beat_queue (
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
  ram_5 ram (
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

module client (
  input  logic clock,
  input  logic reset,
  input  logic [3:0] first_block,
  input  logic [3:0] blocks,
  input  logic [2:0] part,
  input  logic big,
  input  logic [12:0] size,
  input  logic extended,
  input  logic hold,
  output logic idle,
  input  logic mode_change,
  input  logic [76:0] request,
  input  logic request_valid,
  output logic request_ready,
  output logic [107:0] chunk,
  output logic chunk_valid,
  input  logic chunk_ready,
  input  logic [255:0] busy,
  input  logic [255:0] spoiled,
  input  logic quarantine,
  input  logic [10:0] result,
  input  logic result_valid,
  output logic [2:0] status,
  output logic status_valid,
  input  logic status_ready,
  output logic [10:0] read_row,
  output logic read_last,
  output logic read_valid,
  input  logic read_ready,
  input  logic [512:0] row,
  input  logic row_valid,
  output logic [512:0] data,
  output logic data_valid,
  input  logic data_ready
);
  logic [7:0] limit;
  logic [9:0] rows_left;
  logic [8:0] base_now;
  logic [14:0] base_byte;
  logic [6:0] beats_now;
  logic [12:0] rounded;
  logic may_load;
  logic load;
  logic taken;
  logic [3:0] give_tag;
  logic [7:0] give_full;
  logic [7:0] back_tag;
  logic [3:0] back_low;
  logic retire;
  logic [2:0] error_now;
  logic start;
  logic reading;
  logic popped;
  logic requests$i_ready;
  logic [76:0] requests$o;
  logic requests$o_valid;
  logic [76:0] chunker$i;
  logic chunker$i_ready;
  logic [104:0] chunker$o;
  logic chunker$o_valid;
  logic chunker$o_ready;
  logic [3:0] give_place$q;
  logic [3:0] give_block$q;
  logic [7:0] used$q;
  logic [8:0] give_row$q;
  logic [9:0] rows_free$q;
  logic [8:0] base$q;
  logic [6:0] beats$q;
  logic [107:0] next$q;
  logic next_valid$q;
  logic [7:0] pending$i;
  logic pending$i_valid;
  logic [7:0] pending$o;
  logic pending$o_valid;
  logic pending$o_ready;
  logic [3:0] back_place$q;
  logic [3:0] back_block$q;
  logic [7:0] results$read_address;
  logic [2:0] results$read_data;
  logic [2:0] error$q;
  logic [9:0] arrived$i;
  logic arrived$i_valid;
  logic arrived$i_ready;
  logic [9:0] arrived$o;
  logic arrived$o_valid;
  logic arrived$o_ready;
  logic statuses$i_valid;
  logic statuses$i_ready;
  logic [2:0] statuses$o;
  logic statuses$o_valid;
  logic [6:0] left$q;
  logic [8:0] out_row$q;
  logic [4:0] credit$q;
  logic [512:0] beat_queue$o;
  logic beat_queue$o_valid;
  always @(posedge clock) begin
    if (taken) begin
      next_valid$q <= 1'h0;
    end
    if (load) begin
      next_valid$q <= 1'h1;
      next$q[63:0] <= chunker$o[63:0];
      next$q[76:64] <= chunker$o[76:64];
      next$q[84:77] <= give_full;
      next$q[99:85] <= (base_byte + {2'h0, chunker$o[89:77]}) + {2'h0, chunker$o[76:64]};
      next$q[106:100] <= beats_now;
      next$q[107] <= chunker$o[104];
      beats$q <= beats_now;
      base$q <= base_now;
      if (chunker$o[103]) begin
        give_row$q <= give_row$q + {2'h0, beats_now};
      end
      give_block$q <= give_block$q + 4'h1;
      if ((give_block$q + 4'h1) == blocks) begin
        give_block$q <= 4'h0;
        give_place$q <= give_place$q + 4'h1;
        if (~extended) begin
          give_place$q <= (give_place$q + 4'h1) & 4'h1;
        end
      end
    end
    if (retire) begin
      error$q <= error_now;
      if (pending$o[7]) begin
        error$q <= 3'h0;
      end
      back_block$q <= back_block$q + 4'h1;
      if ((back_block$q + 4'h1) == blocks) begin
        back_block$q <= 4'h0;
        back_place$q <= back_place$q + 4'h1;
        if (~extended) begin
          back_place$q <= (back_place$q + 4'h1) & 4'h1;
        end
      end
    end
    if (load & ~retire) begin
      used$q <= used$q + 8'h1;
    end
    if (retire & ~load) begin
      used$q <= used$q - 8'h1;
    end
    if (reading) begin
      left$q <= left$q - 7'h1;
      out_row$q <= out_row$q + 9'h1;
    end
    if (start) begin
      left$q <= arrived$o[6:0];
    end
    if (load) begin
      rows_free$q <= rows_left;
    end
    if (reading) begin
      rows_free$q <= rows_free$q + 10'h1;
      if (load) begin
        rows_free$q <= rows_left + 10'h1;
      end
    end
    if (reading & ~popped) begin
      credit$q <= credit$q - 5'h1;
    end
    if (popped & ~reading) begin
      credit$q <= credit$q + 5'h1;
    end
    if (reset | mode_change) begin
      give_place$q <= 4'h0;
      give_block$q <= 4'h0;
      back_place$q <= 4'h0;
      back_block$q <= 4'h0;
    end
    if (reset) begin
      used$q <= 8'h0;
      give_row$q <= 9'h0;
      rows_free$q <= 10'h100;
      if (big) begin
        rows_free$q <= 10'h200;
      end
      next_valid$q <= 1'h0;
      error$q <= 3'h0;
      left$q <= 7'h0;
      out_row$q <= 9'h0;
      credit$q <= 5'h10;
    end
  end
  assign request_ready = requests$i_ready;
  assign chunker$i = {requests$o[76:64], requests$o[63:0]};
  always_comb begin
    limit = {3'h0, blocks, 1'h0};
    if (extended) begin
      limit = {blocks, 4'h0};
    end
  end
  assign rounded = chunker$o[102:90] + 13'h3f;
  always_comb begin
    beats_now = beats$q;
    base_now = base$q;
    rows_left = rows_free$q;
    may_load = 1'h1;
    if (chunker$o[103]) begin
      beats_now = rounded[12:6];
      base_now = give_row$q;
      rows_left = rows_free$q - {3'h0, rounded[12:6]};
      may_load = rows_free$q >= {3'h0, rounded[12:6]};
    end
  end
  assign give_tag = first_block + give_block$q;
  assign give_full = {give_place$q, give_tag};
  assign taken = next_valid$q & chunk_ready;
  assign load = chunker$o_valid & may_load & ~hold & ~(quarantine & spoiled[give_full]) & (used$q < limit) &
      (~next_valid$q | taken);
  assign chunker$o_ready = load;
  assign base_byte = {base_now, 6'h0};
  assign chunk = next$q;
  assign chunk_valid = next_valid$q;
  assign pending$i = {next$q[107], next$q[106:100]};
  assign pending$i_valid = taken;
  assign back_low = first_block + back_block$q;
  assign back_tag = {back_place$q, back_low};
  assign results$read_address = back_tag;
  assign retire = pending$o_valid & arrived$i_ready & ~busy[back_tag];
  assign pending$o_ready = retire;
  always_comb begin
    error_now = error$q;
    if (error$q == 3'h0) begin
      error_now = results$read_data;
    end
  end
  assign arrived$i = {error_now, pending$o[6:0]};
  assign arrived$i_valid = retire & pending$o[7];
  assign idle = used$q == 8'h0;
  assign start = arrived$o_valid & (left$q == 7'h0) & statuses$i_ready;
  assign arrived$o_ready = start;
  assign statuses$i_valid = start;
  assign status = statuses$o;
  assign status_valid = statuses$o_valid;
  always_comb begin
    read_row = {part, out_row$q[7:0]};
    if (big) begin
      read_row = {part[2:1], out_row$q};
    end
  end
  assign read_last = left$q == 7'h1;
  assign read_valid = (left$q != 7'h0) & (credit$q != 5'h0);
  assign reading = (left$q != 7'h0) & (credit$q != 5'h0) & read_ready;
  assign data = beat_queue$o;
  assign data_valid = beat_queue$o_valid;
  assign popped = beat_queue$o_valid & data_ready;
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
  pending pending (
    .clock(clock),
    .reset(reset),
    .i(pending$i),
    .i_valid(pending$i_valid),
    .i_ready(),
    .o(pending$o),
    .o_valid(pending$o_valid),
    .o_ready(pending$o_ready),
    .level()
  );
  results results (
    .clock(clock),
    .read_address(results$read_address),
    .read_data(results$read_data),
    .write(result_valid),
    .write_address(result[7:0]),
    .write_data(result[10:8])
  );
  arrived arrived (
    .clock(clock),
    .reset(reset),
    .i(arrived$i),
    .i_valid(arrived$i_valid),
    .i_ready(arrived$i_ready),
    .o(arrived$o),
    .o_valid(arrived$o_valid),
    .o_ready(arrived$o_ready),
    .level()
  );
  statuses statuses (
    .clock(clock),
    .reset(reset),
    .i(arrived$o[9:7]),
    .i_valid(statuses$i_valid),
    .i_ready(statuses$i_ready),
    .o(statuses$o),
    .o_valid(statuses$o_valid),
    .o_ready(status_ready),
    .level()
  );
  beat_queue beat_queue (
    .clock(clock),
    .reset(reset),
    .i(row),
    .i_valid(row_valid),
    .i_ready(),
    .o(beat_queue$o),
    .o_valid(beat_queue$o_valid),
    .o_ready(data_ready),
    .level()
  );
  initial begin
    give_place$q = 4'h0;
    give_block$q = 4'h0;
    used$q = 8'h0;
    give_row$q = 9'h0;
    rows_free$q = 10'h0;
    base$q = 9'h0;
    beats$q = 7'h0;
    next$q = 108'h0;
    next_valid$q = 1'h0;
    back_place$q = 4'h0;
    back_block$q = 4'h0;
    error$q = 3'h0;
    left$q = 7'h0;
    out_row$q = 9'h0;
    credit$q = 5'h0;
  end
endmodule

module gather (
  input  logic i$0,
  input  logic i$1,
  input  logic i$2,
  input  logic i$3,
  input  logic i$4,
  output logic [4:0] o
);
  assign o = {i$4, i$3, i$2, i$1, i$0};
endmodule

module round_robin_turn (
  input  logic [4:0] request,
  input  logic [4:0] ahead,
  output logic [2:0] grant,
  output logic valid,
  output logic [4:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 3'h0;
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
  assign after = {grant <= 3'h3, grant <= 3'h2, grant <= 3'h1, grant <= 3'h0, 1'h0};
endmodule

module turn (
  input  logic clock,
  input  logic reset,
  input  logic [4:0] request,
  input  logic advance,
  output logic [2:0] grant,
  output logic valid
);
  logic [2:0] turn$grant;
  logic turn$valid;
  logic [4:0] turn$after;
  logic [4:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 5'h0;
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
    ahead$q = 5'h0;
  end
endmodule

module price (
  input  logic [6:0] low,
  input  logic [12:0] length,
  input  logic boundary_128,
  output logic [15:0] charge
);
  logic [12:0] in_64;
  logic [12:0] in_128;
  logic [12:0] in_16;
  assign in_64 = (length + {7'h0, low[5:0]}) + 13'h3f;
  assign in_128 = (length + {6'h0, low}) + 13'h7f;
  assign in_16 = (length + {9'h0, low[3:0]}) + 13'hf;
  always_comb begin
    charge[6:0] = in_64[12:6];
    if (boundary_128) begin
      charge[6:0] = {1'h0, in_128[12:7]};
    end
    charge[15:7] = in_16[12:4];
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

module budget (
  input  logic clock,
  input  logic reset,
  input  logic [11:0] headers,
  input  logic [11:0] units,
  input  logic [15:0] charge,
  output logic enough,
  input  logic take,
  input  logic give,
  input  logic [15:0] given
);
  logic [11:0] headers_taken;
  logic [11:0] units_taken;
  logic [11:0] headers_given;
  logic [11:0] units_given;
  logic [11:0] headers_free$q;
  logic [11:0] units_free$q;
  always @(posedge clock) begin
    headers_free$q <= (headers_free$q - headers_taken) + headers_given;
    units_free$q <= (units_free$q - units_taken) + units_given;
    if (reset) begin
      headers_free$q <= headers;
      units_free$q <= units;
    end
  end
  assign enough = ({5'h0, charge[6:0]} <= headers_free$q) & ({3'h0, charge[15:7]} <= units_free$q);
  always_comb begin
    headers_taken = 12'h0;
    units_taken = 12'h0;
    if (take) begin
      headers_taken = {5'h0, charge[6:0]};
      units_taken = {3'h0, charge[15:7]};
    end
  end
  always_comb begin
    headers_given = 12'h0;
    units_given = 12'h0;
    if (give) begin
      headers_given = {5'h0, given[6:0]};
      units_given = {3'h0, given[15:7]};
    end
  end
  initial begin
    headers_free$q = 12'h0;
    units_free$q = 12'h0;
  end
endmodule

module ram_6 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [88:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [88:0] write_data
);
  (* ram_style = "distributed" *) logic [88:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 89'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [88:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [88:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [88:0] ram$read_data;
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

module beats (
  input  logic clock,
  input  logic reset,
  input  logic [529:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [529:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [529:0] front$q;
  logic front_valid$q;
  logic [529:0] spare$q;
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
    front$q = 530'h0;
    front_valid$q = 1'h0;
    spare$q = 530'h0;
    spare_valid$q = 1'h0;
  end
endmodule

module steps (
  input  logic clock,
  input  logic reset,
  input  logic straddle,
  input  logic [511:0] m_axis_rc_tdata,
  input  logic [160:0] m_axis_rc_tuser,
  input  logic m_axis_rc_tlast,
  input  logic m_axis_rc_tvalid,
  output logic m_axis_rc_tready,
  output logic [614:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [529:0] now;
  logic [4:0] starts;
  logic [4:0] stops;
  logic tail;
  logic tail_ends;
  logic head;
  logic head_ends;
  logic more;
  logic [1:0] place;
  logic [95:0] descriptor;
  logic go;
  logic [2:0] stop_index;
  logic [2:0] next_index;
  logic [529:0] beats$i;
  logic beats$i_ready;
  logic [529:0] beats$o;
  logic beats$o_valid;
  logic beats$o_ready;
  logic open$q;
  logic underway$q;
  logic [1:0] done$q;
  logic [614:0] step$q;
  logic step_valid$q;
  always @(posedge clock) begin
    if (go) begin
      step_valid$q <= beats$o_valid;
      step$q[511:0] <= now[511:0];
      step$q[512] <= tail;
      step$q[513] <= tail_ends;
      step$q[514] <= head;
      step$q[515] <= head_ends;
      step$q[517:516] <= place;
      step$q[613:518] <= descriptor;
      step$q[614] <= now[528];
      if (beats$o_valid) begin
        done$q <= done$q + 2'h1;
        if (~more) begin
          done$q <= 2'h0;
          underway$q <= ~beats$o[529];
          open$q <= (head & ~head_ends) | (open$q & ~stops[0]);
        end
      end
    end
    if (reset) begin
      open$q <= 1'h0;
      underway$q <= 1'h0;
      done$q <= 2'h0;
      step_valid$q <= 1'h0;
    end
  end
  assign beats$i = {m_axis_rc_tlast, m_axis_rc_tuser[96], m_axis_rc_tuser[75:68], m_axis_rc_tuser[79:76],
      m_axis_rc_tuser[67:64], m_axis_rc_tdata};
  assign m_axis_rc_tready = beats$i_ready;
  always_comb begin
    now = beats$o;
    if (~straddle) begin
      now[515:512] = 4'h1;
      if (underway$q) begin
        now[515:512] = 4'h0;
      end
      now[527:520] = 8'h0;
      now[519:516] = 4'h0;
      if (beats$o[529]) begin
        now[519:516] = 4'h1;
      end
    end
  end
  assign starts = {1'h0, now[515:512]};
  assign stops = {1'h0, now[519:516]};
  assign tail = open$q & (done$q == 2'h0);
  assign tail_ends = open$q & (done$q == 2'h0) & stops[0];
  assign head = starts[{1'h0, done$q}] & (~open$q | stops[0]);
  always_comb begin
    stop_index = {1'h0, done$q};
    if (open$q) begin
      stop_index = {1'h0, done$q} + 3'h1;
    end
  end
  assign head_ends = head & stops[stop_index];
  assign next_index = {1'h0, done$q} + 3'h1;
  assign more = head_ends & starts[next_index];
  always_comb begin
    place = now[521:520];
    if (done$q == 2'h1) begin
      place = now[523:522];
    end
    if (done$q == 2'h2) begin
      place = now[525:524];
    end
    if (done$q == 2'h3) begin
      place = now[527:526];
    end
  end
  always_comb begin
    descriptor = now[95:0];
    if (place == 2'h1) begin
      descriptor = now[223:128];
    end
    if (place == 2'h2) begin
      descriptor = now[351:256];
    end
    if (place == 2'h3) begin
      descriptor = now[479:384];
    end
  end
  assign go = ~step_valid$q | o_ready;
  assign beats$o_ready = go & ~more;
  assign o = step$q;
  assign o_valid = step_valid$q;
  beats beats (
    .clock(clock),
    .reset(reset),
    .i(beats$i),
    .i_valid(m_axis_rc_tvalid),
    .i_ready(beats$i_ready),
    .o(beats$o),
    .o_valid(beats$o_valid),
    .o_ready(beats$o_ready)
  );
  initial begin
    open$q = 1'h0;
    underway$q = 1'h0;
    done$q = 2'h0;
    step$q = 615'h0;
    step_valid$q = 1'h0;
  end
endmodule

module placer (
  input  logic clock,
  input  logic reset,
  input  logic straddle,
  input  logic [614:0] step,
  input  logic step_valid,
  output logic step_ready,
  output logic [7:0] look_up,
  input  logic [30:0] place,
  input  logic [255:0] busy,
  output logic [511:0] data,
  output logic [30:0] first,
  output logic [30:0] second,
  output logic [52:0] outcome,
  output logic outcome_valid
);
  logic go;
  logic [42:0] look;
  logic [12:0] room;
  logic good;
  logic [2:0] error;
  logic spoils;
  logic ends;
  logic [5:0] lane;
  logic [12:0] lanes;
  logic [30:0] head;
  logic [30:0] tail;
  logic [5:0] ahead;
  logic [5:0] behind;
  logic meet;
  logic finished;
  logic a;
  logic b;
  function automatic low1_of96(input [95:0] x);
    low1_of96 = x[0:0];
  endfunction
  logic [614:0] looked$d;
  logic [614:0] looked$q;
  logic looked_valid$d;
  logic looked_valid$q;
  logic [42:0] descriptor$d;
  logic [42:0] descriptor$q;
  logic known$d;
  logic known$q;
  logic [30:0] found$d;
  logic [30:0] found$q;
  logic [614:0] worked$d;
  logic [614:0] worked$q;
  logic worked_valid$d;
  logic worked_valid$q;
  logic [1:0] low$d;
  logic [1:0] low$q;
  logic [14:0] address$d;
  logic [14:0] address$q;
  logic [2:0] part$d;
  logic [2:0] part$q;
  logic [12:0] bytes$d;
  logic [12:0] bytes$q;
  logic [52:0] outcome_head$d;
  logic [52:0] outcome_head$q;
  logic [83:0] open$q;
  logic [681:0] placed$d;
  logic [681:0] placed$q;
  logic placed_valid$d;
  logic placed_valid$q;
  logic again$d;
  logic again$q;
  logic [52:0] waiting$q;
  logic waiting_valid$d;
  logic waiting_valid$q;
  always_comb begin
    looked$d = looked$q;
    looked_valid$d = looked_valid$q;
    descriptor$d = descriptor$q;
    known$d = known$q;
    found$d = found$q;
    worked$d = worked$q;
    worked_valid$d = worked_valid$q;
    low$d = low$q;
    address$d = address$q;
    part$d = part$q;
    bytes$d = bytes$q;
    outcome_head$d = outcome_head$q;
    placed$d = placed$q;
    placed_valid$d = placed_valid$q;
    again$d = again$q;
    waiting_valid$d = waiting_valid$q;
    if (go) begin
      looked_valid$d = step_valid;
      looked$d = step;
      descriptor$d = look;
      known$d = busy[look[42:35]];
      found$d = place;
    end
    if (go) begin
      worked_valid$d = looked_valid$q;
      worked$d = looked$q;
      low$d = descriptor$q[1:0];
      address$d = found$q[14:0] - {2'h0, descriptor$q[18:6]};
      part$d = found$q[17:15];
      bytes$d = room - {11'h0, descriptor$q[1:0]};
      if (descriptor$q[18:6] < (room - {11'h0, descriptor$q[1:0]})) begin
        bytes$d = descriptor$q[18:6];
      end
      if (~good) begin
        bytes$d = 13'h0;
      end
      outcome_head$d[7:0] = descriptor$q[42:35];
      outcome_head$d[20:8] = found$q[30:18];
      outcome_head$d[33:21] = descriptor$q[18:6];
      outcome_head$d[49:47] = error;
      if (~good & (error == 3'h0)) begin
        outcome_head$d[49:47] = 3'h4;
      end
      outcome_head$d[51] = spoils;
      outcome_head$d[50] = ends;
      outcome_head$d[52] = ~known$q | (descriptor$q[5:2] == 4'h6);
    end
    if (go) begin
      placed_valid$d = worked_valid$q;
      placed$d[511:0] = worked$q[511:0];
      placed$d[542:512] = tail;
      placed$d[573:543] = head;
      placed$d[574] = worked$q[513];
      placed$d[627:575] = open$q[83:31];
      placed$d[628] = worked$q[515];
      placed$d[681:629] = outcome_head$q;
      placed$d[675:663] = bytes$q;
      if (worked$q[614]) begin
        placed$d[624:622] = 3'h2;
        placed$d[678:676] = 3'h2;
      end
    end
    again$d = placed_valid$q & meet & ~again$q;
    waiting_valid$d = (a & b) | (waiting_valid$q & (a | b));
    if (reset) begin
      looked_valid$d = 1'h0;
      worked_valid$d = 1'h0;
      placed_valid$d = 1'h0;
      again$d = 1'h0;
      waiting_valid$d = 1'h0;
    end
  end
  always @(posedge clock) begin
    if (go & worked_valid$q) begin
      if (worked$q[512]) begin
        open$q[14:0] <= open$q[14:0] + 15'h40;
        open$q[30:18] <= open$q[30:18] - {6'h0, tail[24:18]};
      end
      if (worked$q[514]) begin
        open$q[14:0] <= address$q + {2'h0, lanes};
        open$q[17:15] <= part$q;
        open$q[30:18] <= bytes$q - {6'h0, head[24:18]};
        open$q[83:31] <= outcome_head$q;
        open$q[77:65] <= bytes$q;
      end
    end
  end
  always @(posedge clock) begin
    waiting$q <= placed$q[681:629];
    if (waiting_valid$q & a) begin
      waiting$q <= placed$q[627:575];
    end
  end
  assign ahead = placed$q[548:543] - placed$q[517:512];
  assign behind = placed$q[517:512] - placed$q[548:543];
  assign meet = straddle & (placed$q[567:561] != 7'h0) & (placed$q[536:530] != 7'h0) & (({1'h0, ahead} <
      placed$q[536:530]) | ({1'h0, behind} < placed$q[567:561]));
  assign go = ~(placed_valid$q & meet & ~again$q);
  assign step_ready = go;
  assign look = {step[589:582], low1_of96(step[613:518] >> 32'h2e), step[563:561], step[560:550],
      low1_of96(step[613:518] >> 32'h1e), step[546:534], step[533:530], step[519:518]};
  assign look_up = look[42:35];
  assign room = {descriptor$q[30:20], 2'h0};
  always_comb begin
    error = 3'h0;
    spoils = 1'h0;
    ends = descriptor$q[19];
    if ((descriptor$q[5:2] == 4'h1) | descriptor$q[34]) begin
      error = 3'h2;
    end
    if ((descriptor$q[5:2] >= 4'h3) & (descriptor$q[5:2] <= 4'h5)) begin
      error = 3'h4;
    end
    if ((descriptor$q[5:2] == 4'h2) | (descriptor$q[33:31] != 3'h0)) begin
      error = 3'h1;
      ends = 1'h1;
    end
    if (descriptor$q[5:2] == 4'h9) begin
      error = 3'h3;
      spoils = 1'h1;
      ends = 1'h1;
    end
    if (descriptor$q[5:2] == 4'h8) begin
      error = 3'h5;
      spoils = 1'h1;
      ends = 1'h1;
    end
  end
  assign good = known$q & (error == 3'h0) & (descriptor$q[5:2] == 4'h0) & (descriptor$q[30:20] != 11'h0) &
      (descriptor$q[18:6] <= found$q[30:18]);
  assign lane = {worked$q[517:516], 2'h3, low$q};
  assign lanes = 13'h40 - {7'h0, lane};
  always_comb begin
    head[14:0] = address$q;
    head[17:15] = part$q;
    head[30:25] = lane - address$q[5:0];
    head[24:18] = 7'h0;
    if (worked$q[514]) begin
      head[24:18] = lanes[6:0];
      if (bytes$q < lanes) begin
        head[24:18] = bytes$q[6:0];
      end
    end
  end
  always_comb begin
    tail[14:0] = open$q[14:0];
    tail[17:15] = open$q[17:15];
    tail[30:25] = 6'h0 - open$q[5:0];
    tail[24:18] = 7'h0;
    if (worked$q[512]) begin
      tail[24:18] = 7'h40;
      if (open$q[30:18] < 13'h40) begin
        tail[24:18] = open$q[24:18];
      end
    end
  end
  assign data = placed$q[511:0];
  always_comb begin
    first = placed$q[542:512];
    second = placed$q[573:543];
    if ((placed$q[536:530] == 7'h0) | again$q) begin
      first = placed$q[573:543];
      second[24:18] = 7'h0;
    end
    if ((meet & ~again$q) | ~straddle) begin
      second[24:18] = 7'h0;
    end
    if (~placed_valid$q) begin
      first[24:18] = 7'h0;
      second[24:18] = 7'h0;
    end
  end
  assign finished = placed_valid$q & go;
  assign a = finished & placed$q[574];
  assign b = finished & placed$q[628];
  assign outcome_valid = waiting_valid$q | a | b;
  always_comb begin
    outcome = placed$q[681:629];
    if (a) begin
      outcome = placed$q[627:575];
    end
    if (waiting_valid$q) begin
      outcome = waiting$q;
    end
  end
  initial begin
    looked$q = 615'h0;
    looked_valid$q = 1'h0;
    descriptor$q = 43'h0;
    known$q = 1'h0;
    found$q = 31'h0;
    worked$q = 615'h0;
    worked_valid$q = 1'h0;
    low$q = 2'h0;
    address$q = 15'h0;
    part$q = 3'h0;
    bytes$q = 13'h0;
    outcome_head$q = 53'h0;
    open$q = 84'h0;
    placed$q = 682'h0;
    placed_valid$q = 1'h0;
    again$q = 1'h0;
    waiting$q = 53'h0;
    waiting_valid$q = 1'h0;
  end
  always @(posedge clock) begin
    looked$q <= looked$d;
    looked_valid$q <= looked_valid$d;
    descriptor$q <= descriptor$d;
    known$q <= known$d;
    found$q <= found$d;
    worked$q <= worked$d;
    worked_valid$q <= worked_valid$d;
    low$q <= low$d;
    address$q <= address$d;
    part$q <= part$d;
    bytes$q <= bytes$d;
    outcome_head$q <= outcome_head$d;
    placed$q <= placed$d;
    placed_valid$q <= placed_valid$d;
    again$q <= again$d;
    waiting_valid$q <= waiting_valid$d;
  end
endmodule

module places (
  input  logic clock,
  input  logic [7:0] read_address,
  output logic [30:0] read_data,
  input  logic write,
  input  logic [7:0] write_address,
  input  logic [30:0] write_data
);
  (* ram_style = "distributed" *) logic [30:0] words [0:255];
  integer i;
  initial for (i = 0; i <= 255; i = i + 1) words[i[7:0]] = 31'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module waiting (
  input  logic clock,
  input  logic reset,
  input  logic set,
  input  logic [7:0] set_tag,
  input  logic clear,
  input  logic [7:0] clear_tag,
  output logic [255:0] flags
);
  logic [255:0] to_set;
  logic [255:0] to_clear;
  logic [255:0] now$q;
  always @(posedge clock) begin
    now$q <= (now$q & ~to_clear) | to_set;
    if (reset) begin
      now$q <= 256'h0;
    end
  end
  always_comb begin
    to_set = 256'h0;
    if (set) begin
      to_set = 256'h1 << {4'h0, set_tag};
    end
  end
  always_comb begin
    to_clear = 256'h0;
    if (clear) begin
      to_clear = 256'h1 << {4'h0, clear_tag};
    end
  end
  assign flags = now$q;
  initial begin
    now$q = 256'h0;
  end
endmodule

module progress (
  input  logic clock,
  input  logic [7:0] read_address,
  output logic [15:0] read_data,
  input  logic write,
  input  logic [7:0] write_address,
  input  logic [15:0] write_data
);
  (* ram_style = "distributed" *) logic [15:0] words [0:255];
  integer i;
  initial for (i = 0; i <= 255; i = i + 1) words[i[7:0]] = 16'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module ledger (
  input  logic clock,
  input  logic reset,
  input  logic [23:0] quarantine_cycles,
  input  logic give,
  input  logic [7:0] give_tag,
  input  logic [15:0] charge,
  input  logic [7:0] charge_tag,
  input  logic charge_valid,
  input  logic [52:0] outcome,
  input  logic outcome_valid,
  input  logic [7:0] refused,
  input  logic refused_valid,
  output logic refused_ready,
  output logic [255:0] busy,
  output logic [255:0] spoiled,
  output logic quarantine,
  output logic [10:0] result,
  output logic result_valid,
  output logic [15:0] returned,
  output logic count_pcie_unexpected
);
  logic known;
  logic [15:0] before_it;
  logic [15:0] after_it;
  logic ended;
  logic waiting$clear;
  logic [255:0] waiting$flags;
  logic fresh$clear;
  logic [255:0] fresh$flags;
  logic spoilt$set;
  logic [255:0] spoilt$flags;
  logic [15:0] progress$read_data;
  logic progress$write;
  logic [15:0] progress$write_data;
  logic [15:0] charges$read_data;
  logic [52:0] outcome_now$q;
  logic outcome_now_valid$q;
  logic [23:0] quarantine_left$q;
  logic quarantined$q;
  always @(posedge clock) begin
    outcome_now$q <= outcome;
    if (~outcome_valid) begin
      outcome_now$q[7:0] <= refused;
      outcome_now$q[49:47] <= 3'h5;
      outcome_now$q[50] <= 1'h1;
      outcome_now$q[51] <= 1'h0;
      outcome_now$q[52] <= 1'h0;
    end
  end
  always @(posedge clock) begin
    outcome_now_valid$q <= outcome_valid | refused_valid;
    quarantine_left$q <= quarantine_left$q - 24'h1;
    if (quarantine_left$q == 24'h0) begin
      quarantined$q <= 1'h0;
    end
    if (ended & outcome_now$q[51]) begin
      quarantine_left$q <= quarantine_cycles;
      quarantined$q <= 1'h1;
    end
    if (reset) begin
      outcome_now_valid$q <= 1'h0;
      quarantined$q <= 1'h0;
    end
  end
  assign refused_ready = ~outcome_valid;
  assign known = waiting$flags[outcome_now$q[7:0]] & ~outcome_now$q[52] & outcome_now_valid$q;
  assign count_pcie_unexpected = outcome_now_valid$q & ~known;
  always_comb begin
    before_it = progress$read_data;
    if (fresh$flags[outcome_now$q[7:0]]) begin
      before_it[12:0] = outcome_now$q[20:8];
      before_it[15:13] = 3'h0;
    end
  end
  always_comb begin
    after_it[12:0] = before_it[12:0] - outcome_now$q[46:34];
    after_it[15:13] = before_it[15:13];
    if (before_it[15:13] == 3'h0) begin
      after_it[15:13] = outcome_now$q[49:47];
      if (outcome_now$q[49:47] == 3'h0) begin
        if ((outcome_now$q[33:21] != before_it[12:0]) | (outcome_now$q[50] & (outcome_now$q[46:34] !=
            outcome_now$q[33:21]))) begin
          after_it[15:13] = 3'h4;
        end
      end
    end
  end
  assign ended = known & outcome_now$q[50];
  assign progress$write = known;
  assign progress$write_data = after_it;
  assign waiting$clear = ended;
  assign fresh$clear = known;
  assign spoilt$set = ended & outcome_now$q[51];
  assign returned = charges$read_data;
  assign result_valid = ended;
  assign result = {after_it[15:13], outcome_now$q[7:0]};
  assign busy = waiting$flags;
  assign spoiled = spoilt$flags;
  assign quarantine = quarantined$q;
  waiting waiting (
    .clock(clock),
    .reset(reset),
    .set(give),
    .set_tag(give_tag),
    .clear(waiting$clear),
    .clear_tag(outcome_now$q[7:0]),
    .flags(waiting$flags)
  );
  waiting fresh (
    .clock(clock),
    .reset(reset),
    .set(give),
    .set_tag(give_tag),
    .clear(fresh$clear),
    .clear_tag(outcome_now$q[7:0]),
    .flags(fresh$flags)
  );
  waiting spoilt (
    .clock(clock),
    .reset(reset),
    .set(spoilt$set),
    .set_tag(outcome_now$q[7:0]),
    .clear(give),
    .clear_tag(give_tag),
    .flags(spoilt$flags)
  );
  progress progress (
    .clock(clock),
    .read_address(outcome_now$q[7:0]),
    .read_data(progress$read_data),
    .write(progress$write),
    .write_address(outcome_now$q[7:0]),
    .write_data(progress$write_data)
  );
  progress charges (
    .clock(clock),
    .read_address(outcome_now$q[7:0]),
    .read_data(charges$read_data),
    .write(charge_valid),
    .write_address(charge_tag),
    .write_data(charge)
  );
  initial begin
    outcome_now$q = 53'h0;
    outcome_now_valid$q = 1'h0;
    quarantine_left$q = 24'h0;
    quarantined$q = 1'h0;
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

module first_turn (
  input  logic clock,
  input  logic [511:0] i,
  input  logic [5:0] by,
  output logic [511:0] o
);
  logic [511:0] coarse$o;
  logic [511:0] fine$o;
  logic [511:0] middle$q;
  logic [1:0] middle_by$q;
  logic [511:0] done$q;
  always @(posedge clock) begin
    middle$q <= coarse$o;
  end
  always @(posedge clock) begin
    middle_by$q <= by[1:0];
  end
  always @(posedge clock) begin
    done$q <= fine$o;
  end
  assign o = done$q;
  rotate_coarse coarse (
    .i(i),
    .by(by[5:2]),
    .o(coarse$o)
  );
  rotate_fine fine (
    .i(middle$q),
    .by(middle_by$q),
    .o(fine$o)
  );
  initial begin
    middle$q = 512'h0;
    middle_by$q = 2'h0;
    done$q = 512'h0;
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

module first_aim (
  input  logic [30:0] piece,
  output logic [149:0] target
);
  logic [6:0] sum;
  logic [8:0] row;
  logic [8:0] after;
  logic [6:0] from$count;
  logic [63:0] from$o;
  logic [6:0] stop$count;
  logic [63:0] stop$o;
  assign sum = {1'h0, piece[5:0]} + piece[24:18];
  assign from$count = {1'h0, piece[5:0]};
  always_comb begin
    stop$count = sum;
    target[63:0] = stop$o & ~from$o;
    if (sum > 7'h40) begin
      stop$count = sum - 7'h40;
      target[63:0] = stop$o | ~from$o;
    end
    target[127:64] = from$o;
    target[138:128] = {piece[17:16], row};
    target[149:139] = {piece[17:16], after};
    if ((&piece[17:16])) begin
      target[138:128] = {piece[17:15], piece[13:6]};
      target[149:139] = {piece[17:15], after[7:0]};
    end
  end
  assign row = piece[14:6];
  assign after = piece[14:6] + 9'h1;
  byte_mask from (
    .count(from$count),
    .o(from$o)
  );
  byte_mask stop (
    .count(stop$count),
    .o(stop$o)
  );
endmodule

module ram_8x2048 (
  input  logic [10:0] read_address,
  input  logic read_clock,
  output logic [7:0] read_data,
  input  logic [10:0] write_address,
  input  logic write_clock,
  input  logic [7:0] write_data,
  input  logic write_enable
);
  logic [7:0] words [0:2047];
  integer i;
  initial begin
    for (i = 0; i < 2048; i = i + 1) words[i[10:0]] = 8'h0;
    read_data = 8'h0;
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
  input  logic [10:0] read_address,
  output logic [7:0] read_data,
  input  logic write,
  input  logic [10:0] write_address,
  input  logic [7:0] write_data
);
  logic [7:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_8x2048 ram (
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
  input  logic [7:0] i$0,
  input  logic [7:0] i$1,
  input  logic [7:0] i$2,
  input  logic [7:0] i$3,
  input  logic [7:0] i$4,
  input  logic [7:0] i$5,
  input  logic [7:0] i$6,
  input  logic [7:0] i$7,
  input  logic [7:0] i$8,
  input  logic [7:0] i$9,
  input  logic [7:0] i$10,
  input  logic [7:0] i$11,
  input  logic [7:0] i$12,
  input  logic [7:0] i$13,
  input  logic [7:0] i$14,
  input  logic [7:0] i$15,
  input  logic [7:0] i$16,
  input  logic [7:0] i$17,
  input  logic [7:0] i$18,
  input  logic [7:0] i$19,
  input  logic [7:0] i$20,
  input  logic [7:0] i$21,
  input  logic [7:0] i$22,
  input  logic [7:0] i$23,
  input  logic [7:0] i$24,
  input  logic [7:0] i$25,
  input  logic [7:0] i$26,
  input  logic [7:0] i$27,
  input  logic [7:0] i$28,
  input  logic [7:0] i$29,
  input  logic [7:0] i$30,
  input  logic [7:0] i$31,
  input  logic [7:0] i$32,
  input  logic [7:0] i$33,
  input  logic [7:0] i$34,
  input  logic [7:0] i$35,
  input  logic [7:0] i$36,
  input  logic [7:0] i$37,
  input  logic [7:0] i$38,
  input  logic [7:0] i$39,
  input  logic [7:0] i$40,
  input  logic [7:0] i$41,
  input  logic [7:0] i$42,
  input  logic [7:0] i$43,
  input  logic [7:0] i$44,
  input  logic [7:0] i$45,
  input  logic [7:0] i$46,
  input  logic [7:0] i$47,
  input  logic [7:0] i$48,
  input  logic [7:0] i$49,
  input  logic [7:0] i$50,
  input  logic [7:0] i$51,
  input  logic [7:0] i$52,
  input  logic [7:0] i$53,
  input  logic [7:0] i$54,
  input  logic [7:0] i$55,
  input  logic [7:0] i$56,
  input  logic [7:0] i$57,
  input  logic [7:0] i$58,
  input  logic [7:0] i$59,
  input  logic [7:0] i$60,
  input  logic [7:0] i$61,
  input  logic [7:0] i$62,
  input  logic [7:0] i$63,
  output logic [511:0] o
);
  assign o = {i$63, i$62, i$61, i$60, i$59, i$58, i$57, i$56, i$55, i$54, i$53, i$52, i$51, i$50, i$49, i$48,
      i$47, i$46, i$45, i$44, i$43, i$42, i$41, i$40, i$39, i$38, i$37, i$36, i$35, i$34, i$33, i$32, i$31,
      i$30, i$29, i$28, i$27, i$26, i$25, i$24, i$23, i$22, i$21, i$20, i$19, i$18, i$17, i$16, i$15, i$14,
      i$13, i$12, i$11, i$10, i$9, i$8, i$7, i$6, i$5, i$4, i$3, i$2, i$1, i$0};
endmodule

module buffer (
  input  logic clock,
  input  logic reset,
  input  logic [511:0] data,
  input  logic [30:0] first,
  input  logic [30:0] second,
  input  logic [10:0] read_row,
  output logic [511:0] row
);
  function automatic low1_of64(input [63:0] x);
    low1_of64 = x[0:0];
  endfunction
  logic [511:0] first_turn$o;
  logic [511:0] second_turn$o;
  logic [149:0] first_aim$target;
  logic [149:0] second_aim$target;
  logic [149:0] first_target$0$q;
  logic [149:0] first_target$1$q;
  logic [149:0] second_target$0$q;
  logic [149:0] second_target$1$q;
  logic [7:0] bank$0$read_data;
  logic bank$0$write;
  logic [10:0] bank$0$write_address;
  logic [7:0] bank$0$write_data;
  logic [7:0] bank$1$read_data;
  logic bank$1$write;
  logic [10:0] bank$1$write_address;
  logic [7:0] bank$1$write_data;
  logic [7:0] bank$2$read_data;
  logic bank$2$write;
  logic [10:0] bank$2$write_address;
  logic [7:0] bank$2$write_data;
  logic [7:0] bank$3$read_data;
  logic bank$3$write;
  logic [10:0] bank$3$write_address;
  logic [7:0] bank$3$write_data;
  logic [7:0] bank$4$read_data;
  logic bank$4$write;
  logic [10:0] bank$4$write_address;
  logic [7:0] bank$4$write_data;
  logic [7:0] bank$5$read_data;
  logic bank$5$write;
  logic [10:0] bank$5$write_address;
  logic [7:0] bank$5$write_data;
  logic [7:0] bank$6$read_data;
  logic bank$6$write;
  logic [10:0] bank$6$write_address;
  logic [7:0] bank$6$write_data;
  logic [7:0] bank$7$read_data;
  logic bank$7$write;
  logic [10:0] bank$7$write_address;
  logic [7:0] bank$7$write_data;
  logic [7:0] bank$8$read_data;
  logic bank$8$write;
  logic [10:0] bank$8$write_address;
  logic [7:0] bank$8$write_data;
  logic [7:0] bank$9$read_data;
  logic bank$9$write;
  logic [10:0] bank$9$write_address;
  logic [7:0] bank$9$write_data;
  logic [7:0] bank$10$read_data;
  logic bank$10$write;
  logic [10:0] bank$10$write_address;
  logic [7:0] bank$10$write_data;
  logic [7:0] bank$11$read_data;
  logic bank$11$write;
  logic [10:0] bank$11$write_address;
  logic [7:0] bank$11$write_data;
  logic [7:0] bank$12$read_data;
  logic bank$12$write;
  logic [10:0] bank$12$write_address;
  logic [7:0] bank$12$write_data;
  logic [7:0] bank$13$read_data;
  logic bank$13$write;
  logic [10:0] bank$13$write_address;
  logic [7:0] bank$13$write_data;
  logic [7:0] bank$14$read_data;
  logic bank$14$write;
  logic [10:0] bank$14$write_address;
  logic [7:0] bank$14$write_data;
  logic [7:0] bank$15$read_data;
  logic bank$15$write;
  logic [10:0] bank$15$write_address;
  logic [7:0] bank$15$write_data;
  logic [7:0] bank$16$read_data;
  logic bank$16$write;
  logic [10:0] bank$16$write_address;
  logic [7:0] bank$16$write_data;
  logic [7:0] bank$17$read_data;
  logic bank$17$write;
  logic [10:0] bank$17$write_address;
  logic [7:0] bank$17$write_data;
  logic [7:0] bank$18$read_data;
  logic bank$18$write;
  logic [10:0] bank$18$write_address;
  logic [7:0] bank$18$write_data;
  logic [7:0] bank$19$read_data;
  logic bank$19$write;
  logic [10:0] bank$19$write_address;
  logic [7:0] bank$19$write_data;
  logic [7:0] bank$20$read_data;
  logic bank$20$write;
  logic [10:0] bank$20$write_address;
  logic [7:0] bank$20$write_data;
  logic [7:0] bank$21$read_data;
  logic bank$21$write;
  logic [10:0] bank$21$write_address;
  logic [7:0] bank$21$write_data;
  logic [7:0] bank$22$read_data;
  logic bank$22$write;
  logic [10:0] bank$22$write_address;
  logic [7:0] bank$22$write_data;
  logic [7:0] bank$23$read_data;
  logic bank$23$write;
  logic [10:0] bank$23$write_address;
  logic [7:0] bank$23$write_data;
  logic [7:0] bank$24$read_data;
  logic bank$24$write;
  logic [10:0] bank$24$write_address;
  logic [7:0] bank$24$write_data;
  logic [7:0] bank$25$read_data;
  logic bank$25$write;
  logic [10:0] bank$25$write_address;
  logic [7:0] bank$25$write_data;
  logic [7:0] bank$26$read_data;
  logic bank$26$write;
  logic [10:0] bank$26$write_address;
  logic [7:0] bank$26$write_data;
  logic [7:0] bank$27$read_data;
  logic bank$27$write;
  logic [10:0] bank$27$write_address;
  logic [7:0] bank$27$write_data;
  logic [7:0] bank$28$read_data;
  logic bank$28$write;
  logic [10:0] bank$28$write_address;
  logic [7:0] bank$28$write_data;
  logic [7:0] bank$29$read_data;
  logic bank$29$write;
  logic [10:0] bank$29$write_address;
  logic [7:0] bank$29$write_data;
  logic [7:0] bank$30$read_data;
  logic bank$30$write;
  logic [10:0] bank$30$write_address;
  logic [7:0] bank$30$write_data;
  logic [7:0] bank$31$read_data;
  logic bank$31$write;
  logic [10:0] bank$31$write_address;
  logic [7:0] bank$31$write_data;
  logic [7:0] bank$32$read_data;
  logic bank$32$write;
  logic [10:0] bank$32$write_address;
  logic [7:0] bank$32$write_data;
  logic [7:0] bank$33$read_data;
  logic bank$33$write;
  logic [10:0] bank$33$write_address;
  logic [7:0] bank$33$write_data;
  logic [7:0] bank$34$read_data;
  logic bank$34$write;
  logic [10:0] bank$34$write_address;
  logic [7:0] bank$34$write_data;
  logic [7:0] bank$35$read_data;
  logic bank$35$write;
  logic [10:0] bank$35$write_address;
  logic [7:0] bank$35$write_data;
  logic [7:0] bank$36$read_data;
  logic bank$36$write;
  logic [10:0] bank$36$write_address;
  logic [7:0] bank$36$write_data;
  logic [7:0] bank$37$read_data;
  logic bank$37$write;
  logic [10:0] bank$37$write_address;
  logic [7:0] bank$37$write_data;
  logic [7:0] bank$38$read_data;
  logic bank$38$write;
  logic [10:0] bank$38$write_address;
  logic [7:0] bank$38$write_data;
  logic [7:0] bank$39$read_data;
  logic bank$39$write;
  logic [10:0] bank$39$write_address;
  logic [7:0] bank$39$write_data;
  logic [7:0] bank$40$read_data;
  logic bank$40$write;
  logic [10:0] bank$40$write_address;
  logic [7:0] bank$40$write_data;
  logic [7:0] bank$41$read_data;
  logic bank$41$write;
  logic [10:0] bank$41$write_address;
  logic [7:0] bank$41$write_data;
  logic [7:0] bank$42$read_data;
  logic bank$42$write;
  logic [10:0] bank$42$write_address;
  logic [7:0] bank$42$write_data;
  logic [7:0] bank$43$read_data;
  logic bank$43$write;
  logic [10:0] bank$43$write_address;
  logic [7:0] bank$43$write_data;
  logic [7:0] bank$44$read_data;
  logic bank$44$write;
  logic [10:0] bank$44$write_address;
  logic [7:0] bank$44$write_data;
  logic [7:0] bank$45$read_data;
  logic bank$45$write;
  logic [10:0] bank$45$write_address;
  logic [7:0] bank$45$write_data;
  logic [7:0] bank$46$read_data;
  logic bank$46$write;
  logic [10:0] bank$46$write_address;
  logic [7:0] bank$46$write_data;
  logic [7:0] bank$47$read_data;
  logic bank$47$write;
  logic [10:0] bank$47$write_address;
  logic [7:0] bank$47$write_data;
  logic [7:0] bank$48$read_data;
  logic bank$48$write;
  logic [10:0] bank$48$write_address;
  logic [7:0] bank$48$write_data;
  logic [7:0] bank$49$read_data;
  logic bank$49$write;
  logic [10:0] bank$49$write_address;
  logic [7:0] bank$49$write_data;
  logic [7:0] bank$50$read_data;
  logic bank$50$write;
  logic [10:0] bank$50$write_address;
  logic [7:0] bank$50$write_data;
  logic [7:0] bank$51$read_data;
  logic bank$51$write;
  logic [10:0] bank$51$write_address;
  logic [7:0] bank$51$write_data;
  logic [7:0] bank$52$read_data;
  logic bank$52$write;
  logic [10:0] bank$52$write_address;
  logic [7:0] bank$52$write_data;
  logic [7:0] bank$53$read_data;
  logic bank$53$write;
  logic [10:0] bank$53$write_address;
  logic [7:0] bank$53$write_data;
  logic [7:0] bank$54$read_data;
  logic bank$54$write;
  logic [10:0] bank$54$write_address;
  logic [7:0] bank$54$write_data;
  logic [7:0] bank$55$read_data;
  logic bank$55$write;
  logic [10:0] bank$55$write_address;
  logic [7:0] bank$55$write_data;
  logic [7:0] bank$56$read_data;
  logic bank$56$write;
  logic [10:0] bank$56$write_address;
  logic [7:0] bank$56$write_data;
  logic [7:0] bank$57$read_data;
  logic bank$57$write;
  logic [10:0] bank$57$write_address;
  logic [7:0] bank$57$write_data;
  logic [7:0] bank$58$read_data;
  logic bank$58$write;
  logic [10:0] bank$58$write_address;
  logic [7:0] bank$58$write_data;
  logic [7:0] bank$59$read_data;
  logic bank$59$write;
  logic [10:0] bank$59$write_address;
  logic [7:0] bank$59$write_data;
  logic [7:0] bank$60$read_data;
  logic bank$60$write;
  logic [10:0] bank$60$write_address;
  logic [7:0] bank$60$write_data;
  logic [7:0] bank$61$read_data;
  logic bank$61$write;
  logic [10:0] bank$61$write_address;
  logic [7:0] bank$61$write_data;
  logic [7:0] bank$62$read_data;
  logic bank$62$write;
  logic [10:0] bank$62$write_address;
  logic [7:0] bank$62$write_data;
  logic [7:0] bank$63$read_data;
  logic bank$63$write;
  logic [10:0] bank$63$write_address;
  logic [7:0] bank$63$write_data;
  logic [511:0] lanes$o;
  logic [511:0] out$q;
  always @(posedge clock) begin
    out$q <= lanes$o;
  end
  always @(posedge clock) begin
    first_target$0$q <= first_aim$target;
    second_target$0$q <= second_aim$target;
    first_target$1$q <= first_target$0$q;
    second_target$1$q <= second_target$0$q;
    if (reset) begin
      first_target$0$q[63:0] <= 64'h0;
      first_target$1$q[63:0] <= 64'h0;
      second_target$0$q[63:0] <= 64'h0;
      second_target$1$q[63:0] <= 64'h0;
    end
  end
  assign bank$0$write = first_target$1$q[0] | second_target$1$q[0];
  always_comb begin
    bank$0$write_data = first_turn$o[7:0];
    bank$0$write_address = first_target$1$q[138:128];
    if (first_target$1$q[64]) begin
      bank$0$write_address = first_target$1$q[149:139];
    end
    if (second_target$1$q[0]) begin
      bank$0$write_data = second_turn$o[7:0];
      bank$0$write_address = second_target$1$q[138:128];
      if (second_target$1$q[64]) begin
        bank$0$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$1$write = low1_of64(first_target$1$q[63:0] >> 32'h1) | low1_of64(second_target$1$q[63:0] >>
      32'h1);
  always_comb begin
    bank$1$write_data = first_turn$o[15:8];
    bank$1$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1)) begin
      bank$1$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1)) begin
      bank$1$write_data = second_turn$o[15:8];
      bank$1$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1)) begin
        bank$1$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$2$write = low1_of64(first_target$1$q[63:0] >> 32'h2) | low1_of64(second_target$1$q[63:0] >>
      32'h2);
  always_comb begin
    bank$2$write_data = first_turn$o[23:16];
    bank$2$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2)) begin
      bank$2$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2)) begin
      bank$2$write_data = second_turn$o[23:16];
      bank$2$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2)) begin
        bank$2$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$3$write = low1_of64(first_target$1$q[63:0] >> 32'h3) | low1_of64(second_target$1$q[63:0] >>
      32'h3);
  always_comb begin
    bank$3$write_data = first_turn$o[31:24];
    bank$3$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3)) begin
      bank$3$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3)) begin
      bank$3$write_data = second_turn$o[31:24];
      bank$3$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3)) begin
        bank$3$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$4$write = low1_of64(first_target$1$q[63:0] >> 32'h4) | low1_of64(second_target$1$q[63:0] >>
      32'h4);
  always_comb begin
    bank$4$write_data = first_turn$o[39:32];
    bank$4$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h4)) begin
      bank$4$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h4)) begin
      bank$4$write_data = second_turn$o[39:32];
      bank$4$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h4)) begin
        bank$4$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$5$write = low1_of64(first_target$1$q[63:0] >> 32'h5) | low1_of64(second_target$1$q[63:0] >>
      32'h5);
  always_comb begin
    bank$5$write_data = first_turn$o[47:40];
    bank$5$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h5)) begin
      bank$5$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h5)) begin
      bank$5$write_data = second_turn$o[47:40];
      bank$5$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h5)) begin
        bank$5$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$6$write = low1_of64(first_target$1$q[63:0] >> 32'h6) | low1_of64(second_target$1$q[63:0] >>
      32'h6);
  always_comb begin
    bank$6$write_data = first_turn$o[55:48];
    bank$6$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h6)) begin
      bank$6$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h6)) begin
      bank$6$write_data = second_turn$o[55:48];
      bank$6$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h6)) begin
        bank$6$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$7$write = low1_of64(first_target$1$q[63:0] >> 32'h7) | low1_of64(second_target$1$q[63:0] >>
      32'h7);
  always_comb begin
    bank$7$write_data = first_turn$o[63:56];
    bank$7$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h7)) begin
      bank$7$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h7)) begin
      bank$7$write_data = second_turn$o[63:56];
      bank$7$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h7)) begin
        bank$7$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$8$write = low1_of64(first_target$1$q[63:0] >> 32'h8) | low1_of64(second_target$1$q[63:0] >>
      32'h8);
  always_comb begin
    bank$8$write_data = first_turn$o[71:64];
    bank$8$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h8)) begin
      bank$8$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h8)) begin
      bank$8$write_data = second_turn$o[71:64];
      bank$8$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h8)) begin
        bank$8$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$9$write = low1_of64(first_target$1$q[63:0] >> 32'h9) | low1_of64(second_target$1$q[63:0] >>
      32'h9);
  always_comb begin
    bank$9$write_data = first_turn$o[79:72];
    bank$9$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h9)) begin
      bank$9$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h9)) begin
      bank$9$write_data = second_turn$o[79:72];
      bank$9$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h9)) begin
        bank$9$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$10$write = low1_of64(first_target$1$q[63:0] >> 32'ha) | low1_of64(second_target$1$q[63:0] >>
      32'ha);
  always_comb begin
    bank$10$write_data = first_turn$o[87:80];
    bank$10$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'ha)) begin
      bank$10$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'ha)) begin
      bank$10$write_data = second_turn$o[87:80];
      bank$10$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'ha)) begin
        bank$10$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$11$write = low1_of64(first_target$1$q[63:0] >> 32'hb) | low1_of64(second_target$1$q[63:0] >>
      32'hb);
  always_comb begin
    bank$11$write_data = first_turn$o[95:88];
    bank$11$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'hb)) begin
      bank$11$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'hb)) begin
      bank$11$write_data = second_turn$o[95:88];
      bank$11$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'hb)) begin
        bank$11$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$12$write = low1_of64(first_target$1$q[63:0] >> 32'hc) | low1_of64(second_target$1$q[63:0] >>
      32'hc);
  always_comb begin
    bank$12$write_data = first_turn$o[103:96];
    bank$12$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'hc)) begin
      bank$12$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'hc)) begin
      bank$12$write_data = second_turn$o[103:96];
      bank$12$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'hc)) begin
        bank$12$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$13$write = low1_of64(first_target$1$q[63:0] >> 32'hd) | low1_of64(second_target$1$q[63:0] >>
      32'hd);
  always_comb begin
    bank$13$write_data = first_turn$o[111:104];
    bank$13$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'hd)) begin
      bank$13$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'hd)) begin
      bank$13$write_data = second_turn$o[111:104];
      bank$13$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'hd)) begin
        bank$13$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$14$write = low1_of64(first_target$1$q[63:0] >> 32'he) | low1_of64(second_target$1$q[63:0] >>
      32'he);
  always_comb begin
    bank$14$write_data = first_turn$o[119:112];
    bank$14$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'he)) begin
      bank$14$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'he)) begin
      bank$14$write_data = second_turn$o[119:112];
      bank$14$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'he)) begin
        bank$14$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$15$write = low1_of64(first_target$1$q[63:0] >> 32'hf) | low1_of64(second_target$1$q[63:0] >>
      32'hf);
  always_comb begin
    bank$15$write_data = first_turn$o[127:120];
    bank$15$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'hf)) begin
      bank$15$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'hf)) begin
      bank$15$write_data = second_turn$o[127:120];
      bank$15$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'hf)) begin
        bank$15$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$16$write = low1_of64(first_target$1$q[63:0] >> 32'h10) | low1_of64(second_target$1$q[63:0] >>
      32'h10);
  always_comb begin
    bank$16$write_data = first_turn$o[135:128];
    bank$16$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h10)) begin
      bank$16$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h10)) begin
      bank$16$write_data = second_turn$o[135:128];
      bank$16$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h10)) begin
        bank$16$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$17$write = low1_of64(first_target$1$q[63:0] >> 32'h11) | low1_of64(second_target$1$q[63:0] >>
      32'h11);
  always_comb begin
    bank$17$write_data = first_turn$o[143:136];
    bank$17$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h11)) begin
      bank$17$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h11)) begin
      bank$17$write_data = second_turn$o[143:136];
      bank$17$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h11)) begin
        bank$17$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$18$write = low1_of64(first_target$1$q[63:0] >> 32'h12) | low1_of64(second_target$1$q[63:0] >>
      32'h12);
  always_comb begin
    bank$18$write_data = first_turn$o[151:144];
    bank$18$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h12)) begin
      bank$18$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h12)) begin
      bank$18$write_data = second_turn$o[151:144];
      bank$18$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h12)) begin
        bank$18$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$19$write = low1_of64(first_target$1$q[63:0] >> 32'h13) | low1_of64(second_target$1$q[63:0] >>
      32'h13);
  always_comb begin
    bank$19$write_data = first_turn$o[159:152];
    bank$19$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h13)) begin
      bank$19$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h13)) begin
      bank$19$write_data = second_turn$o[159:152];
      bank$19$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h13)) begin
        bank$19$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$20$write = low1_of64(first_target$1$q[63:0] >> 32'h14) | low1_of64(second_target$1$q[63:0] >>
      32'h14);
  always_comb begin
    bank$20$write_data = first_turn$o[167:160];
    bank$20$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h14)) begin
      bank$20$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h14)) begin
      bank$20$write_data = second_turn$o[167:160];
      bank$20$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h14)) begin
        bank$20$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$21$write = low1_of64(first_target$1$q[63:0] >> 32'h15) | low1_of64(second_target$1$q[63:0] >>
      32'h15);
  always_comb begin
    bank$21$write_data = first_turn$o[175:168];
    bank$21$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h15)) begin
      bank$21$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h15)) begin
      bank$21$write_data = second_turn$o[175:168];
      bank$21$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h15)) begin
        bank$21$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$22$write = low1_of64(first_target$1$q[63:0] >> 32'h16) | low1_of64(second_target$1$q[63:0] >>
      32'h16);
  always_comb begin
    bank$22$write_data = first_turn$o[183:176];
    bank$22$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h16)) begin
      bank$22$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h16)) begin
      bank$22$write_data = second_turn$o[183:176];
      bank$22$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h16)) begin
        bank$22$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$23$write = low1_of64(first_target$1$q[63:0] >> 32'h17) | low1_of64(second_target$1$q[63:0] >>
      32'h17);
  always_comb begin
    bank$23$write_data = first_turn$o[191:184];
    bank$23$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h17)) begin
      bank$23$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h17)) begin
      bank$23$write_data = second_turn$o[191:184];
      bank$23$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h17)) begin
        bank$23$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$24$write = low1_of64(first_target$1$q[63:0] >> 32'h18) | low1_of64(second_target$1$q[63:0] >>
      32'h18);
  always_comb begin
    bank$24$write_data = first_turn$o[199:192];
    bank$24$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h18)) begin
      bank$24$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h18)) begin
      bank$24$write_data = second_turn$o[199:192];
      bank$24$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h18)) begin
        bank$24$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$25$write = low1_of64(first_target$1$q[63:0] >> 32'h19) | low1_of64(second_target$1$q[63:0] >>
      32'h19);
  always_comb begin
    bank$25$write_data = first_turn$o[207:200];
    bank$25$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h19)) begin
      bank$25$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h19)) begin
      bank$25$write_data = second_turn$o[207:200];
      bank$25$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h19)) begin
        bank$25$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$26$write = low1_of64(first_target$1$q[63:0] >> 32'h1a) | low1_of64(second_target$1$q[63:0] >>
      32'h1a);
  always_comb begin
    bank$26$write_data = first_turn$o[215:208];
    bank$26$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1a)) begin
      bank$26$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1a)) begin
      bank$26$write_data = second_turn$o[215:208];
      bank$26$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1a)) begin
        bank$26$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$27$write = low1_of64(first_target$1$q[63:0] >> 32'h1b) | low1_of64(second_target$1$q[63:0] >>
      32'h1b);
  always_comb begin
    bank$27$write_data = first_turn$o[223:216];
    bank$27$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1b)) begin
      bank$27$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1b)) begin
      bank$27$write_data = second_turn$o[223:216];
      bank$27$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1b)) begin
        bank$27$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$28$write = low1_of64(first_target$1$q[63:0] >> 32'h1c) | low1_of64(second_target$1$q[63:0] >>
      32'h1c);
  always_comb begin
    bank$28$write_data = first_turn$o[231:224];
    bank$28$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1c)) begin
      bank$28$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1c)) begin
      bank$28$write_data = second_turn$o[231:224];
      bank$28$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1c)) begin
        bank$28$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$29$write = low1_of64(first_target$1$q[63:0] >> 32'h1d) | low1_of64(second_target$1$q[63:0] >>
      32'h1d);
  always_comb begin
    bank$29$write_data = first_turn$o[239:232];
    bank$29$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1d)) begin
      bank$29$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1d)) begin
      bank$29$write_data = second_turn$o[239:232];
      bank$29$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1d)) begin
        bank$29$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$30$write = low1_of64(first_target$1$q[63:0] >> 32'h1e) | low1_of64(second_target$1$q[63:0] >>
      32'h1e);
  always_comb begin
    bank$30$write_data = first_turn$o[247:240];
    bank$30$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1e)) begin
      bank$30$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1e)) begin
      bank$30$write_data = second_turn$o[247:240];
      bank$30$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1e)) begin
        bank$30$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$31$write = low1_of64(first_target$1$q[63:0] >> 32'h1f) | low1_of64(second_target$1$q[63:0] >>
      32'h1f);
  always_comb begin
    bank$31$write_data = first_turn$o[255:248];
    bank$31$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h1f)) begin
      bank$31$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h1f)) begin
      bank$31$write_data = second_turn$o[255:248];
      bank$31$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h1f)) begin
        bank$31$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$32$write = low1_of64(first_target$1$q[63:0] >> 32'h20) | low1_of64(second_target$1$q[63:0] >>
      32'h20);
  always_comb begin
    bank$32$write_data = first_turn$o[263:256];
    bank$32$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h20)) begin
      bank$32$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h20)) begin
      bank$32$write_data = second_turn$o[263:256];
      bank$32$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h20)) begin
        bank$32$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$33$write = low1_of64(first_target$1$q[63:0] >> 32'h21) | low1_of64(second_target$1$q[63:0] >>
      32'h21);
  always_comb begin
    bank$33$write_data = first_turn$o[271:264];
    bank$33$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h21)) begin
      bank$33$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h21)) begin
      bank$33$write_data = second_turn$o[271:264];
      bank$33$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h21)) begin
        bank$33$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$34$write = low1_of64(first_target$1$q[63:0] >> 32'h22) | low1_of64(second_target$1$q[63:0] >>
      32'h22);
  always_comb begin
    bank$34$write_data = first_turn$o[279:272];
    bank$34$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h22)) begin
      bank$34$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h22)) begin
      bank$34$write_data = second_turn$o[279:272];
      bank$34$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h22)) begin
        bank$34$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$35$write = low1_of64(first_target$1$q[63:0] >> 32'h23) | low1_of64(second_target$1$q[63:0] >>
      32'h23);
  always_comb begin
    bank$35$write_data = first_turn$o[287:280];
    bank$35$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h23)) begin
      bank$35$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h23)) begin
      bank$35$write_data = second_turn$o[287:280];
      bank$35$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h23)) begin
        bank$35$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$36$write = low1_of64(first_target$1$q[63:0] >> 32'h24) | low1_of64(second_target$1$q[63:0] >>
      32'h24);
  always_comb begin
    bank$36$write_data = first_turn$o[295:288];
    bank$36$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h24)) begin
      bank$36$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h24)) begin
      bank$36$write_data = second_turn$o[295:288];
      bank$36$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h24)) begin
        bank$36$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$37$write = low1_of64(first_target$1$q[63:0] >> 32'h25) | low1_of64(second_target$1$q[63:0] >>
      32'h25);
  always_comb begin
    bank$37$write_data = first_turn$o[303:296];
    bank$37$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h25)) begin
      bank$37$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h25)) begin
      bank$37$write_data = second_turn$o[303:296];
      bank$37$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h25)) begin
        bank$37$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$38$write = low1_of64(first_target$1$q[63:0] >> 32'h26) | low1_of64(second_target$1$q[63:0] >>
      32'h26);
  always_comb begin
    bank$38$write_data = first_turn$o[311:304];
    bank$38$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h26)) begin
      bank$38$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h26)) begin
      bank$38$write_data = second_turn$o[311:304];
      bank$38$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h26)) begin
        bank$38$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$39$write = low1_of64(first_target$1$q[63:0] >> 32'h27) | low1_of64(second_target$1$q[63:0] >>
      32'h27);
  always_comb begin
    bank$39$write_data = first_turn$o[319:312];
    bank$39$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h27)) begin
      bank$39$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h27)) begin
      bank$39$write_data = second_turn$o[319:312];
      bank$39$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h27)) begin
        bank$39$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$40$write = low1_of64(first_target$1$q[63:0] >> 32'h28) | low1_of64(second_target$1$q[63:0] >>
      32'h28);
  always_comb begin
    bank$40$write_data = first_turn$o[327:320];
    bank$40$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h28)) begin
      bank$40$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h28)) begin
      bank$40$write_data = second_turn$o[327:320];
      bank$40$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h28)) begin
        bank$40$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$41$write = low1_of64(first_target$1$q[63:0] >> 32'h29) | low1_of64(second_target$1$q[63:0] >>
      32'h29);
  always_comb begin
    bank$41$write_data = first_turn$o[335:328];
    bank$41$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h29)) begin
      bank$41$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h29)) begin
      bank$41$write_data = second_turn$o[335:328];
      bank$41$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h29)) begin
        bank$41$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$42$write = low1_of64(first_target$1$q[63:0] >> 32'h2a) | low1_of64(second_target$1$q[63:0] >>
      32'h2a);
  always_comb begin
    bank$42$write_data = first_turn$o[343:336];
    bank$42$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2a)) begin
      bank$42$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2a)) begin
      bank$42$write_data = second_turn$o[343:336];
      bank$42$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2a)) begin
        bank$42$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$43$write = low1_of64(first_target$1$q[63:0] >> 32'h2b) | low1_of64(second_target$1$q[63:0] >>
      32'h2b);
  always_comb begin
    bank$43$write_data = first_turn$o[351:344];
    bank$43$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2b)) begin
      bank$43$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2b)) begin
      bank$43$write_data = second_turn$o[351:344];
      bank$43$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2b)) begin
        bank$43$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$44$write = low1_of64(first_target$1$q[63:0] >> 32'h2c) | low1_of64(second_target$1$q[63:0] >>
      32'h2c);
  always_comb begin
    bank$44$write_data = first_turn$o[359:352];
    bank$44$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2c)) begin
      bank$44$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2c)) begin
      bank$44$write_data = second_turn$o[359:352];
      bank$44$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2c)) begin
        bank$44$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$45$write = low1_of64(first_target$1$q[63:0] >> 32'h2d) | low1_of64(second_target$1$q[63:0] >>
      32'h2d);
  always_comb begin
    bank$45$write_data = first_turn$o[367:360];
    bank$45$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2d)) begin
      bank$45$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2d)) begin
      bank$45$write_data = second_turn$o[367:360];
      bank$45$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2d)) begin
        bank$45$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$46$write = low1_of64(first_target$1$q[63:0] >> 32'h2e) | low1_of64(second_target$1$q[63:0] >>
      32'h2e);
  always_comb begin
    bank$46$write_data = first_turn$o[375:368];
    bank$46$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2e)) begin
      bank$46$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2e)) begin
      bank$46$write_data = second_turn$o[375:368];
      bank$46$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2e)) begin
        bank$46$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$47$write = low1_of64(first_target$1$q[63:0] >> 32'h2f) | low1_of64(second_target$1$q[63:0] >>
      32'h2f);
  always_comb begin
    bank$47$write_data = first_turn$o[383:376];
    bank$47$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h2f)) begin
      bank$47$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h2f)) begin
      bank$47$write_data = second_turn$o[383:376];
      bank$47$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h2f)) begin
        bank$47$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$48$write = low1_of64(first_target$1$q[63:0] >> 32'h30) | low1_of64(second_target$1$q[63:0] >>
      32'h30);
  always_comb begin
    bank$48$write_data = first_turn$o[391:384];
    bank$48$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h30)) begin
      bank$48$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h30)) begin
      bank$48$write_data = second_turn$o[391:384];
      bank$48$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h30)) begin
        bank$48$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$49$write = low1_of64(first_target$1$q[63:0] >> 32'h31) | low1_of64(second_target$1$q[63:0] >>
      32'h31);
  always_comb begin
    bank$49$write_data = first_turn$o[399:392];
    bank$49$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h31)) begin
      bank$49$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h31)) begin
      bank$49$write_data = second_turn$o[399:392];
      bank$49$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h31)) begin
        bank$49$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$50$write = low1_of64(first_target$1$q[63:0] >> 32'h32) | low1_of64(second_target$1$q[63:0] >>
      32'h32);
  always_comb begin
    bank$50$write_data = first_turn$o[407:400];
    bank$50$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h32)) begin
      bank$50$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h32)) begin
      bank$50$write_data = second_turn$o[407:400];
      bank$50$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h32)) begin
        bank$50$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$51$write = low1_of64(first_target$1$q[63:0] >> 32'h33) | low1_of64(second_target$1$q[63:0] >>
      32'h33);
  always_comb begin
    bank$51$write_data = first_turn$o[415:408];
    bank$51$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h33)) begin
      bank$51$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h33)) begin
      bank$51$write_data = second_turn$o[415:408];
      bank$51$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h33)) begin
        bank$51$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$52$write = low1_of64(first_target$1$q[63:0] >> 32'h34) | low1_of64(second_target$1$q[63:0] >>
      32'h34);
  always_comb begin
    bank$52$write_data = first_turn$o[423:416];
    bank$52$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h34)) begin
      bank$52$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h34)) begin
      bank$52$write_data = second_turn$o[423:416];
      bank$52$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h34)) begin
        bank$52$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$53$write = low1_of64(first_target$1$q[63:0] >> 32'h35) | low1_of64(second_target$1$q[63:0] >>
      32'h35);
  always_comb begin
    bank$53$write_data = first_turn$o[431:424];
    bank$53$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h35)) begin
      bank$53$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h35)) begin
      bank$53$write_data = second_turn$o[431:424];
      bank$53$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h35)) begin
        bank$53$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$54$write = low1_of64(first_target$1$q[63:0] >> 32'h36) | low1_of64(second_target$1$q[63:0] >>
      32'h36);
  always_comb begin
    bank$54$write_data = first_turn$o[439:432];
    bank$54$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h36)) begin
      bank$54$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h36)) begin
      bank$54$write_data = second_turn$o[439:432];
      bank$54$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h36)) begin
        bank$54$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$55$write = low1_of64(first_target$1$q[63:0] >> 32'h37) | low1_of64(second_target$1$q[63:0] >>
      32'h37);
  always_comb begin
    bank$55$write_data = first_turn$o[447:440];
    bank$55$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h37)) begin
      bank$55$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h37)) begin
      bank$55$write_data = second_turn$o[447:440];
      bank$55$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h37)) begin
        bank$55$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$56$write = low1_of64(first_target$1$q[63:0] >> 32'h38) | low1_of64(second_target$1$q[63:0] >>
      32'h38);
  always_comb begin
    bank$56$write_data = first_turn$o[455:448];
    bank$56$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h38)) begin
      bank$56$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h38)) begin
      bank$56$write_data = second_turn$o[455:448];
      bank$56$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h38)) begin
        bank$56$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$57$write = low1_of64(first_target$1$q[63:0] >> 32'h39) | low1_of64(second_target$1$q[63:0] >>
      32'h39);
  always_comb begin
    bank$57$write_data = first_turn$o[463:456];
    bank$57$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h39)) begin
      bank$57$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h39)) begin
      bank$57$write_data = second_turn$o[463:456];
      bank$57$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h39)) begin
        bank$57$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$58$write = low1_of64(first_target$1$q[63:0] >> 32'h3a) | low1_of64(second_target$1$q[63:0] >>
      32'h3a);
  always_comb begin
    bank$58$write_data = first_turn$o[471:464];
    bank$58$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3a)) begin
      bank$58$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3a)) begin
      bank$58$write_data = second_turn$o[471:464];
      bank$58$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3a)) begin
        bank$58$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$59$write = low1_of64(first_target$1$q[63:0] >> 32'h3b) | low1_of64(second_target$1$q[63:0] >>
      32'h3b);
  always_comb begin
    bank$59$write_data = first_turn$o[479:472];
    bank$59$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3b)) begin
      bank$59$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3b)) begin
      bank$59$write_data = second_turn$o[479:472];
      bank$59$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3b)) begin
        bank$59$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$60$write = low1_of64(first_target$1$q[63:0] >> 32'h3c) | low1_of64(second_target$1$q[63:0] >>
      32'h3c);
  always_comb begin
    bank$60$write_data = first_turn$o[487:480];
    bank$60$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3c)) begin
      bank$60$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3c)) begin
      bank$60$write_data = second_turn$o[487:480];
      bank$60$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3c)) begin
        bank$60$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$61$write = low1_of64(first_target$1$q[63:0] >> 32'h3d) | low1_of64(second_target$1$q[63:0] >>
      32'h3d);
  always_comb begin
    bank$61$write_data = first_turn$o[495:488];
    bank$61$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3d)) begin
      bank$61$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3d)) begin
      bank$61$write_data = second_turn$o[495:488];
      bank$61$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3d)) begin
        bank$61$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$62$write = low1_of64(first_target$1$q[63:0] >> 32'h3e) | low1_of64(second_target$1$q[63:0] >>
      32'h3e);
  always_comb begin
    bank$62$write_data = first_turn$o[503:496];
    bank$62$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3e)) begin
      bank$62$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3e)) begin
      bank$62$write_data = second_turn$o[503:496];
      bank$62$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3e)) begin
        bank$62$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign bank$63$write = low1_of64(first_target$1$q[63:0] >> 32'h3f) | low1_of64(second_target$1$q[63:0] >>
      32'h3f);
  always_comb begin
    bank$63$write_data = first_turn$o[511:504];
    bank$63$write_address = first_target$1$q[138:128];
    if (low1_of64(first_target$1$q[127:64] >> 32'h3f)) begin
      bank$63$write_address = first_target$1$q[149:139];
    end
    if (low1_of64(second_target$1$q[63:0] >> 32'h3f)) begin
      bank$63$write_data = second_turn$o[511:504];
      bank$63$write_address = second_target$1$q[138:128];
      if (low1_of64(second_target$1$q[127:64] >> 32'h3f)) begin
        bank$63$write_address = second_target$1$q[149:139];
      end
    end
  end
  assign row = out$q;
  first_turn first_turn (
    .clock(clock),
    .i(data),
    .by(first[30:25]),
    .o(first_turn$o)
  );
  first_turn second_turn (
    .clock(clock),
    .i(data),
    .by(second[30:25]),
    .o(second_turn$o)
  );
  first_aim first_aim (
    .piece(first),
    .target(first_aim$target)
  );
  first_aim second_aim (
    .piece(second),
    .target(second_aim$target)
  );
  bank bank$0 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$0$read_data),
    .write(bank$0$write),
    .write_address(bank$0$write_address),
    .write_data(bank$0$write_data)
  );
  bank bank$1 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$1$read_data),
    .write(bank$1$write),
    .write_address(bank$1$write_address),
    .write_data(bank$1$write_data)
  );
  bank bank$2 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$2$read_data),
    .write(bank$2$write),
    .write_address(bank$2$write_address),
    .write_data(bank$2$write_data)
  );
  bank bank$3 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$3$read_data),
    .write(bank$3$write),
    .write_address(bank$3$write_address),
    .write_data(bank$3$write_data)
  );
  bank bank$4 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$4$read_data),
    .write(bank$4$write),
    .write_address(bank$4$write_address),
    .write_data(bank$4$write_data)
  );
  bank bank$5 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$5$read_data),
    .write(bank$5$write),
    .write_address(bank$5$write_address),
    .write_data(bank$5$write_data)
  );
  bank bank$6 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$6$read_data),
    .write(bank$6$write),
    .write_address(bank$6$write_address),
    .write_data(bank$6$write_data)
  );
  bank bank$7 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$7$read_data),
    .write(bank$7$write),
    .write_address(bank$7$write_address),
    .write_data(bank$7$write_data)
  );
  bank bank$8 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$8$read_data),
    .write(bank$8$write),
    .write_address(bank$8$write_address),
    .write_data(bank$8$write_data)
  );
  bank bank$9 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$9$read_data),
    .write(bank$9$write),
    .write_address(bank$9$write_address),
    .write_data(bank$9$write_data)
  );
  bank bank$10 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$10$read_data),
    .write(bank$10$write),
    .write_address(bank$10$write_address),
    .write_data(bank$10$write_data)
  );
  bank bank$11 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$11$read_data),
    .write(bank$11$write),
    .write_address(bank$11$write_address),
    .write_data(bank$11$write_data)
  );
  bank bank$12 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$12$read_data),
    .write(bank$12$write),
    .write_address(bank$12$write_address),
    .write_data(bank$12$write_data)
  );
  bank bank$13 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$13$read_data),
    .write(bank$13$write),
    .write_address(bank$13$write_address),
    .write_data(bank$13$write_data)
  );
  bank bank$14 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$14$read_data),
    .write(bank$14$write),
    .write_address(bank$14$write_address),
    .write_data(bank$14$write_data)
  );
  bank bank$15 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$15$read_data),
    .write(bank$15$write),
    .write_address(bank$15$write_address),
    .write_data(bank$15$write_data)
  );
  bank bank$16 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$16$read_data),
    .write(bank$16$write),
    .write_address(bank$16$write_address),
    .write_data(bank$16$write_data)
  );
  bank bank$17 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$17$read_data),
    .write(bank$17$write),
    .write_address(bank$17$write_address),
    .write_data(bank$17$write_data)
  );
  bank bank$18 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$18$read_data),
    .write(bank$18$write),
    .write_address(bank$18$write_address),
    .write_data(bank$18$write_data)
  );
  bank bank$19 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$19$read_data),
    .write(bank$19$write),
    .write_address(bank$19$write_address),
    .write_data(bank$19$write_data)
  );
  bank bank$20 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$20$read_data),
    .write(bank$20$write),
    .write_address(bank$20$write_address),
    .write_data(bank$20$write_data)
  );
  bank bank$21 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$21$read_data),
    .write(bank$21$write),
    .write_address(bank$21$write_address),
    .write_data(bank$21$write_data)
  );
  bank bank$22 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$22$read_data),
    .write(bank$22$write),
    .write_address(bank$22$write_address),
    .write_data(bank$22$write_data)
  );
  bank bank$23 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$23$read_data),
    .write(bank$23$write),
    .write_address(bank$23$write_address),
    .write_data(bank$23$write_data)
  );
  bank bank$24 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$24$read_data),
    .write(bank$24$write),
    .write_address(bank$24$write_address),
    .write_data(bank$24$write_data)
  );
  bank bank$25 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$25$read_data),
    .write(bank$25$write),
    .write_address(bank$25$write_address),
    .write_data(bank$25$write_data)
  );
  bank bank$26 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$26$read_data),
    .write(bank$26$write),
    .write_address(bank$26$write_address),
    .write_data(bank$26$write_data)
  );
  bank bank$27 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$27$read_data),
    .write(bank$27$write),
    .write_address(bank$27$write_address),
    .write_data(bank$27$write_data)
  );
  bank bank$28 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$28$read_data),
    .write(bank$28$write),
    .write_address(bank$28$write_address),
    .write_data(bank$28$write_data)
  );
  bank bank$29 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$29$read_data),
    .write(bank$29$write),
    .write_address(bank$29$write_address),
    .write_data(bank$29$write_data)
  );
  bank bank$30 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$30$read_data),
    .write(bank$30$write),
    .write_address(bank$30$write_address),
    .write_data(bank$30$write_data)
  );
  bank bank$31 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$31$read_data),
    .write(bank$31$write),
    .write_address(bank$31$write_address),
    .write_data(bank$31$write_data)
  );
  bank bank$32 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$32$read_data),
    .write(bank$32$write),
    .write_address(bank$32$write_address),
    .write_data(bank$32$write_data)
  );
  bank bank$33 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$33$read_data),
    .write(bank$33$write),
    .write_address(bank$33$write_address),
    .write_data(bank$33$write_data)
  );
  bank bank$34 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$34$read_data),
    .write(bank$34$write),
    .write_address(bank$34$write_address),
    .write_data(bank$34$write_data)
  );
  bank bank$35 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$35$read_data),
    .write(bank$35$write),
    .write_address(bank$35$write_address),
    .write_data(bank$35$write_data)
  );
  bank bank$36 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$36$read_data),
    .write(bank$36$write),
    .write_address(bank$36$write_address),
    .write_data(bank$36$write_data)
  );
  bank bank$37 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$37$read_data),
    .write(bank$37$write),
    .write_address(bank$37$write_address),
    .write_data(bank$37$write_data)
  );
  bank bank$38 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$38$read_data),
    .write(bank$38$write),
    .write_address(bank$38$write_address),
    .write_data(bank$38$write_data)
  );
  bank bank$39 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$39$read_data),
    .write(bank$39$write),
    .write_address(bank$39$write_address),
    .write_data(bank$39$write_data)
  );
  bank bank$40 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$40$read_data),
    .write(bank$40$write),
    .write_address(bank$40$write_address),
    .write_data(bank$40$write_data)
  );
  bank bank$41 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$41$read_data),
    .write(bank$41$write),
    .write_address(bank$41$write_address),
    .write_data(bank$41$write_data)
  );
  bank bank$42 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$42$read_data),
    .write(bank$42$write),
    .write_address(bank$42$write_address),
    .write_data(bank$42$write_data)
  );
  bank bank$43 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$43$read_data),
    .write(bank$43$write),
    .write_address(bank$43$write_address),
    .write_data(bank$43$write_data)
  );
  bank bank$44 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$44$read_data),
    .write(bank$44$write),
    .write_address(bank$44$write_address),
    .write_data(bank$44$write_data)
  );
  bank bank$45 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$45$read_data),
    .write(bank$45$write),
    .write_address(bank$45$write_address),
    .write_data(bank$45$write_data)
  );
  bank bank$46 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$46$read_data),
    .write(bank$46$write),
    .write_address(bank$46$write_address),
    .write_data(bank$46$write_data)
  );
  bank bank$47 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$47$read_data),
    .write(bank$47$write),
    .write_address(bank$47$write_address),
    .write_data(bank$47$write_data)
  );
  bank bank$48 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$48$read_data),
    .write(bank$48$write),
    .write_address(bank$48$write_address),
    .write_data(bank$48$write_data)
  );
  bank bank$49 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$49$read_data),
    .write(bank$49$write),
    .write_address(bank$49$write_address),
    .write_data(bank$49$write_data)
  );
  bank bank$50 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$50$read_data),
    .write(bank$50$write),
    .write_address(bank$50$write_address),
    .write_data(bank$50$write_data)
  );
  bank bank$51 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$51$read_data),
    .write(bank$51$write),
    .write_address(bank$51$write_address),
    .write_data(bank$51$write_data)
  );
  bank bank$52 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$52$read_data),
    .write(bank$52$write),
    .write_address(bank$52$write_address),
    .write_data(bank$52$write_data)
  );
  bank bank$53 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$53$read_data),
    .write(bank$53$write),
    .write_address(bank$53$write_address),
    .write_data(bank$53$write_data)
  );
  bank bank$54 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$54$read_data),
    .write(bank$54$write),
    .write_address(bank$54$write_address),
    .write_data(bank$54$write_data)
  );
  bank bank$55 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$55$read_data),
    .write(bank$55$write),
    .write_address(bank$55$write_address),
    .write_data(bank$55$write_data)
  );
  bank bank$56 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$56$read_data),
    .write(bank$56$write),
    .write_address(bank$56$write_address),
    .write_data(bank$56$write_data)
  );
  bank bank$57 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$57$read_data),
    .write(bank$57$write),
    .write_address(bank$57$write_address),
    .write_data(bank$57$write_data)
  );
  bank bank$58 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$58$read_data),
    .write(bank$58$write),
    .write_address(bank$58$write_address),
    .write_data(bank$58$write_data)
  );
  bank bank$59 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$59$read_data),
    .write(bank$59$write),
    .write_address(bank$59$write_address),
    .write_data(bank$59$write_data)
  );
  bank bank$60 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$60$read_data),
    .write(bank$60$write),
    .write_address(bank$60$write_address),
    .write_data(bank$60$write_data)
  );
  bank bank$61 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$61$read_data),
    .write(bank$61$write),
    .write_address(bank$61$write_address),
    .write_data(bank$61$write_data)
  );
  bank bank$62 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$62$read_data),
    .write(bank$62$write),
    .write_address(bank$62$write_address),
    .write_data(bank$62$write_data)
  );
  bank bank$63 (
    .clock(clock),
    .read_address(read_row),
    .read_data(bank$63$read_data),
    .write(bank$63$write),
    .write_address(bank$63$write_address),
    .write_data(bank$63$write_data)
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
    .i$16(bank$16$read_data),
    .i$17(bank$17$read_data),
    .i$18(bank$18$read_data),
    .i$19(bank$19$read_data),
    .i$20(bank$20$read_data),
    .i$21(bank$21$read_data),
    .i$22(bank$22$read_data),
    .i$23(bank$23$read_data),
    .i$24(bank$24$read_data),
    .i$25(bank$25$read_data),
    .i$26(bank$26$read_data),
    .i$27(bank$27$read_data),
    .i$28(bank$28$read_data),
    .i$29(bank$29$read_data),
    .i$30(bank$30$read_data),
    .i$31(bank$31$read_data),
    .i$32(bank$32$read_data),
    .i$33(bank$33$read_data),
    .i$34(bank$34$read_data),
    .i$35(bank$35$read_data),
    .i$36(bank$36$read_data),
    .i$37(bank$37$read_data),
    .i$38(bank$38$read_data),
    .i$39(bank$39$read_data),
    .i$40(bank$40$read_data),
    .i$41(bank$41$read_data),
    .i$42(bank$42$read_data),
    .i$43(bank$43$read_data),
    .i$44(bank$44$read_data),
    .i$45(bank$45$read_data),
    .i$46(bank$46$read_data),
    .i$47(bank$47$read_data),
    .i$48(bank$48$read_data),
    .i$49(bank$49$read_data),
    .i$50(bank$50$read_data),
    .i$51(bank$51$read_data),
    .i$52(bank$52$read_data),
    .i$53(bank$53$read_data),
    .i$54(bank$54$read_data),
    .i$55(bank$55$read_data),
    .i$56(bank$56$read_data),
    .i$57(bank$57$read_data),
    .i$58(bank$58$read_data),
    .i$59(bank$59$read_data),
    .i$60(bank$60$read_data),
    .i$61(bank$61$read_data),
    .i$62(bank$62$read_data),
    .i$63(bank$63$read_data),
    .o(lanes$o)
  );
  initial begin
    first_target$0$q = 150'h0;
    first_target$1$q = 150'h0;
    second_target$0$q = 150'h0;
    second_target$1$q = 150'h0;
    out$q = 512'h0;
  end
endmodule

module pcie_dma_reader_plain (
  input  logic clock,
  input  logic reset,
  input  logic [12:0] size,
  input  logic boundary_128,
  input  logic extended_tags,
  input  logic [76:0] request$0,
  input  logic [76:0] request$1,
  input  logic [76:0] request$2,
  input  logic [76:0] request$3,
  input  logic [76:0] request$4,
  input  logic request_valid$0,
  input  logic request_valid$1,
  input  logic request_valid$2,
  input  logic request_valid$3,
  input  logic request_valid$4,
  output logic request_ready$0,
  output logic request_ready$1,
  output logic request_ready$2,
  output logic request_ready$3,
  output logic request_ready$4,
  output logic [2:0] status$0,
  output logic [2:0] status$1,
  output logic [2:0] status$2,
  output logic [2:0] status$3,
  output logic [2:0] status$4,
  output logic status_valid$0,
  output logic status_valid$1,
  output logic status_valid$2,
  output logic status_valid$3,
  output logic status_valid$4,
  input  logic status_ready$0,
  input  logic status_ready$1,
  input  logic status_ready$2,
  input  logic status_ready$3,
  input  logic status_ready$4,
  output logic [512:0] data$0,
  output logic [512:0] data$1,
  output logic [512:0] data$2,
  output logic [512:0] data$3,
  output logic [512:0] data$4,
  output logic data_valid$0,
  output logic data_valid$1,
  output logic data_valid$2,
  output logic data_valid$3,
  output logic data_valid$4,
  input  logic data_ready$0,
  input  logic data_ready$1,
  input  logic data_ready$2,
  input  logic data_ready$3,
  input  logic data_ready$4,
  output logic [88:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [7:0] refused,
  input  logic refused_valid,
  output logic refused_ready,
  input  logic [511:0] m_axis_rc_tdata,
  input  logic [160:0] m_axis_rc_tuser,
  input  logic m_axis_rc_tlast,
  input  logic m_axis_rc_tvalid,
  output logic m_axis_rc_tready,
  output logic count_pcie_read_refused,
  output logic count_pcie_read_poisoned,
  output logic count_pcie_read_timeout,
  output logic count_pcie_read_malformed,
  output logic count_pcie_unexpected
);
  localparam logic straddle = 1'h0;
  localparam logic [11:0] headers = 12'h3f;
  localparam logic [11:0] units = 12'h700;
  localparam logic [12:0] largest_read = 13'h200;
  localparam logic [23:0] quarantine = 24'hf4240;
  localparam logic [3:0] first_block$0 = 4'h0;
  localparam logic [3:0] first_block$1 = 4'h5;
  localparam logic [3:0] first_block$2 = 4'h6;
  localparam logic [3:0] first_block$3 = 4'hb;
  localparam logic [3:0] first_block$4 = 4'hf;
  localparam logic [3:0] blocks$0 = 4'h5;
  localparam logic [3:0] blocks$1 = 4'h1;
  localparam logic [3:0] blocks$2 = 4'h5;
  localparam logic [3:0] blocks$3 = 4'h4;
  localparam logic [3:0] blocks$4 = 4'h1;
  localparam logic big$0 = 1'h1;
  localparam logic big$1 = 1'h0;
  localparam logic big$2 = 1'h1;
  localparam logic big$3 = 1'h1;
  localparam logic big$4 = 1'h0;
  localparam logic [2:0] part$0 = 3'h4;
  localparam logic [2:0] part$1 = 3'h6;
  localparam logic [2:0] part$2 = 3'h0;
  localparam logic [2:0] part$3 = 3'h2;
  localparam logic [2:0] part$4 = 3'h7;
  logic changing;
  logic change;
  logic [107:0] chosen;
  logic [2:0] chosen_part;
  logic pick;
  logic send;
  logic may_price;
  logic [12:0] limit$q;
  logic mode$q;
  logic client$0$hold;
  logic client$0$idle;
  logic client$0$mode_change;
  logic client$0$request_ready;
  logic [107:0] client$0$chunk;
  logic client$0$chunk_valid;
  logic client$0$chunk_ready;
  logic [2:0] client$0$status;
  logic client$0$status_valid;
  logic [10:0] client$0$read_row;
  logic client$0$read_last;
  logic client$0$read_valid;
  logic client$0$read_ready;
  logic [512:0] client$0$row;
  logic client$0$row_valid;
  logic [512:0] client$0$data;
  logic client$0$data_valid;
  logic client$1$hold;
  logic client$1$idle;
  logic client$1$mode_change;
  logic client$1$request_ready;
  logic [107:0] client$1$chunk;
  logic client$1$chunk_valid;
  logic client$1$chunk_ready;
  logic [2:0] client$1$status;
  logic client$1$status_valid;
  logic [10:0] client$1$read_row;
  logic client$1$read_last;
  logic client$1$read_valid;
  logic client$1$read_ready;
  logic [512:0] client$1$row;
  logic client$1$row_valid;
  logic [512:0] client$1$data;
  logic client$1$data_valid;
  logic client$2$hold;
  logic client$2$idle;
  logic client$2$mode_change;
  logic client$2$request_ready;
  logic [107:0] client$2$chunk;
  logic client$2$chunk_valid;
  logic client$2$chunk_ready;
  logic [2:0] client$2$status;
  logic client$2$status_valid;
  logic [10:0] client$2$read_row;
  logic client$2$read_last;
  logic client$2$read_valid;
  logic client$2$read_ready;
  logic [512:0] client$2$row;
  logic client$2$row_valid;
  logic [512:0] client$2$data;
  logic client$2$data_valid;
  logic client$3$hold;
  logic client$3$idle;
  logic client$3$mode_change;
  logic client$3$request_ready;
  logic [107:0] client$3$chunk;
  logic client$3$chunk_valid;
  logic client$3$chunk_ready;
  logic [2:0] client$3$status;
  logic client$3$status_valid;
  logic [10:0] client$3$read_row;
  logic client$3$read_last;
  logic client$3$read_valid;
  logic client$3$read_ready;
  logic [512:0] client$3$row;
  logic client$3$row_valid;
  logic [512:0] client$3$data;
  logic client$3$data_valid;
  logic client$4$hold;
  logic client$4$idle;
  logic client$4$mode_change;
  logic client$4$request_ready;
  logic [107:0] client$4$chunk;
  logic client$4$chunk_valid;
  logic client$4$chunk_ready;
  logic [2:0] client$4$status;
  logic client$4$status_valid;
  logic [10:0] client$4$read_row;
  logic client$4$read_last;
  logic client$4$read_valid;
  logic client$4$read_ready;
  logic [512:0] client$4$row;
  logic client$4$row_valid;
  logic [512:0] client$4$data;
  logic client$4$data_valid;
  logic [4:0] idle$o;
  logic [4:0] offers$o;
  logic turn$advance;
  logic [2:0] turn$grant;
  logic turn$valid;
  logic [107:0] priced$q;
  logic priced_valid$q;
  logic [15:0] price$charge;
  logic [10:0] enables$dwords;
  logic [3:0] enables$first;
  logic [3:0] enables$last;
  logic [88:0] sending$q;
  logic [15:0] sending_charge$q;
  logic sending_valid$q;
  logic budget$enough;
  logic budget$take;
  logic out$i_valid;
  logic out$i_ready;
  logic [88:0] out$o;
  logic out$o_valid;
  logic steps$m_axis_rc_tready;
  logic [614:0] steps$o;
  logic steps$o_valid;
  logic placer$step_ready;
  logic [7:0] placer$look_up;
  logic [511:0] placer$data;
  logic [30:0] placer$first;
  logic [30:0] placer$second;
  logic [52:0] placer$outcome;
  logic placer$outcome_valid;
  logic [30:0] places$read_data;
  logic places$write;
  logic [7:0] places$write_address;
  logic [30:0] places$write_data;
  logic ledger$give;
  logic [7:0] ledger$give_tag;
  logic ledger$charge_valid;
  logic ledger$refused_ready;
  logic [255:0] ledger$busy;
  logic [255:0] ledger$spoiled;
  logic ledger$quarantine;
  logic [10:0] ledger$result;
  logic ledger$result_valid;
  logic [15:0] ledger$returned;
  logic ledger$count_pcie_unexpected;
  logic [511:0] buffer$row;
  logic [4:0] rows$o;
  logic [2:0] row_turn$grant;
  logic row_turn$valid;
  logic [10:0] row$d;
  logic [10:0] row$q;
  logic [2:0] row_client$0$q;
  logic [2:0] row_client$1$q;
  logic [2:0] row_client$2$q;
  logic row_last$0$d;
  logic row_last$0$q;
  logic row_last$1$q;
  logic row_last$2$q;
  logic row_valid$0$q;
  logic row_valid$1$q;
  logic row_valid$2$q;
  always @(posedge clock) begin
    limit$q <= size;
    if (size > largest_read) begin
      limit$q <= largest_read;
    end
  end
  always @(posedge clock) begin
    if (change) begin
      mode$q <= extended_tags;
    end
  end
  always @(posedge clock) begin
    if (may_price) begin
      priced_valid$q <= turn$valid;
      priced$q <= chosen;
    end
    if (~sending_valid$q | send) begin
      sending_valid$q <= priced_valid$q;
      sending$q[61:0] <= priced$q[63:2];
      sending$q[72:62] <= enables$dwords;
      sending$q[76:73] <= enables$first;
      sending$q[80:77] <= enables$last;
      sending$q[88:81] <= priced$q[84:77];
      sending_charge$q <= price$charge;
    end
    row_valid$0$q <= row_turn$valid;
    row_valid$1$q <= row_valid$0$q;
    row_valid$2$q <= row_valid$1$q;
    if (reset) begin
      priced_valid$q <= 1'h0;
      sending_valid$q <= 1'h0;
      row_valid$0$q <= 1'h0;
      row_valid$1$q <= 1'h0;
      row_valid$2$q <= 1'h0;
    end
  end
  always_comb begin
    row$d = row$q;
    row_last$0$d = client$0$read_last;
    row$d = 11'h0;
    client$0$read_ready = 1'h0;
    if (row_turn$grant == 3'h0) begin
      client$0$read_ready = 1'h1;
      row_last$0$d = client$0$read_last;
      row$d = client$0$read_row;
    end
    client$1$read_ready = 1'h0;
    if (row_turn$grant == 3'h1) begin
      client$1$read_ready = 1'h1;
      row_last$0$d = client$1$read_last;
      row$d = client$1$read_row;
    end
    client$2$read_ready = 1'h0;
    if (row_turn$grant == 3'h2) begin
      client$2$read_ready = 1'h1;
      row_last$0$d = client$2$read_last;
      row$d = client$2$read_row;
    end
    client$3$read_ready = 1'h0;
    if (row_turn$grant == 3'h3) begin
      client$3$read_ready = 1'h1;
      row_last$0$d = client$3$read_last;
      row$d = client$3$read_row;
    end
    client$4$read_ready = 1'h0;
    if (row_turn$grant == 3'h4) begin
      client$4$read_ready = 1'h1;
      row_last$0$d = client$4$read_last;
      row$d = client$4$read_row;
    end
  end
  assign changing = mode$q != extended_tags;
  assign change = (mode$q != extended_tags) & (&idle$o);
  assign send = sending_valid$q & budget$enough & out$i_ready;
  assign may_price = ~priced_valid$q | ~sending_valid$q | send;
  assign turn$advance = may_price;
  assign pick = turn$valid & may_price;
  always_comb begin
    chosen = client$0$chunk;
    chosen_part = part$0;
    if (turn$grant == 3'h0) begin
      chosen = client$0$chunk;
      chosen_part = part$0;
    end
    if (turn$grant == 3'h1) begin
      chosen = client$1$chunk;
      chosen_part = part$1;
    end
    if (turn$grant == 3'h2) begin
      chosen = client$2$chunk;
      chosen_part = part$2;
    end
    if (turn$grant == 3'h3) begin
      chosen = client$3$chunk;
      chosen_part = part$3;
    end
    if (turn$grant == 3'h4) begin
      chosen = client$4$chunk;
      chosen_part = part$4;
    end
  end
  assign ledger$give = pick;
  assign ledger$give_tag = chosen[84:77];
  assign places$write = pick;
  assign places$write_address = chosen[84:77];
  assign places$write_data = {chosen[76:64], chosen_part, chosen[99:85]};
  assign budget$take = send;
  assign ledger$charge_valid = send;
  assign out$i_valid = sending_valid$q & budget$enough;
  assign read = out$o;
  assign read_valid = out$o_valid;
  assign m_axis_rc_tready = steps$m_axis_rc_tready;
  assign refused_ready = ledger$refused_ready;
  assign count_pcie_unexpected = ledger$count_pcie_unexpected;
  assign count_pcie_read_refused = ledger$result_valid & (ledger$result[10:8] == 3'h1);
  assign count_pcie_read_poisoned = ledger$result_valid & (ledger$result[10:8] == 3'h2);
  assign count_pcie_read_timeout = ledger$result_valid & (ledger$result[10:8] == 3'h3);
  assign count_pcie_read_malformed = ledger$result_valid & (ledger$result[10:8] == 3'h4);
  assign client$0$hold = changing;
  assign client$0$mode_change = change;
  assign request_ready$0 = client$0$request_ready;
  assign status$0 = client$0$status;
  assign status_valid$0 = client$0$status_valid;
  assign data$0 = client$0$data;
  assign data_valid$0 = client$0$data_valid;
  always_comb begin
    client$0$chunk_ready = 1'h0;
    if (turn$grant == 3'h0) begin
      client$0$chunk_ready = may_price;
    end
  end
  assign client$0$row = {row_last$2$q, buffer$row};
  always_comb begin
    client$0$row_valid = row_valid$2$q;
    if (row_client$2$q != 3'h0) begin
      client$0$row_valid = 1'h0;
    end
  end
  assign client$1$hold = changing;
  assign client$1$mode_change = change;
  assign request_ready$1 = client$1$request_ready;
  assign status$1 = client$1$status;
  assign status_valid$1 = client$1$status_valid;
  assign data$1 = client$1$data;
  assign data_valid$1 = client$1$data_valid;
  always_comb begin
    client$1$chunk_ready = 1'h0;
    if (turn$grant == 3'h1) begin
      client$1$chunk_ready = may_price;
    end
  end
  assign client$1$row = {row_last$2$q, buffer$row};
  always_comb begin
    client$1$row_valid = row_valid$2$q;
    if (row_client$2$q != 3'h1) begin
      client$1$row_valid = 1'h0;
    end
  end
  assign client$2$hold = changing;
  assign client$2$mode_change = change;
  assign request_ready$2 = client$2$request_ready;
  assign status$2 = client$2$status;
  assign status_valid$2 = client$2$status_valid;
  assign data$2 = client$2$data;
  assign data_valid$2 = client$2$data_valid;
  always_comb begin
    client$2$chunk_ready = 1'h0;
    if (turn$grant == 3'h2) begin
      client$2$chunk_ready = may_price;
    end
  end
  assign client$2$row = {row_last$2$q, buffer$row};
  always_comb begin
    client$2$row_valid = row_valid$2$q;
    if (row_client$2$q != 3'h2) begin
      client$2$row_valid = 1'h0;
    end
  end
  assign client$3$hold = changing;
  assign client$3$mode_change = change;
  assign request_ready$3 = client$3$request_ready;
  assign status$3 = client$3$status;
  assign status_valid$3 = client$3$status_valid;
  assign data$3 = client$3$data;
  assign data_valid$3 = client$3$data_valid;
  always_comb begin
    client$3$chunk_ready = 1'h0;
    if (turn$grant == 3'h3) begin
      client$3$chunk_ready = may_price;
    end
  end
  assign client$3$row = {row_last$2$q, buffer$row};
  always_comb begin
    client$3$row_valid = row_valid$2$q;
    if (row_client$2$q != 3'h3) begin
      client$3$row_valid = 1'h0;
    end
  end
  assign client$4$hold = changing;
  assign client$4$mode_change = change;
  assign request_ready$4 = client$4$request_ready;
  assign status$4 = client$4$status;
  assign status_valid$4 = client$4$status_valid;
  assign data$4 = client$4$data;
  assign data_valid$4 = client$4$data_valid;
  always_comb begin
    client$4$chunk_ready = 1'h0;
    if (turn$grant == 3'h4) begin
      client$4$chunk_ready = may_price;
    end
  end
  assign client$4$row = {row_last$2$q, buffer$row};
  always_comb begin
    client$4$row_valid = row_valid$2$q;
    if (row_client$2$q != 3'h4) begin
      client$4$row_valid = 1'h0;
    end
  end
  client client$0 (
    .clock(clock),
    .reset(reset),
    .first_block(first_block$0),
    .blocks(blocks$0),
    .part(part$0),
    .big(big$0),
    .size(limit$q),
    .extended(mode$q),
    .hold(client$0$hold),
    .idle(client$0$idle),
    .mode_change(client$0$mode_change),
    .request(request$0),
    .request_valid(request_valid$0),
    .request_ready(client$0$request_ready),
    .chunk(client$0$chunk),
    .chunk_valid(client$0$chunk_valid),
    .chunk_ready(client$0$chunk_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .status(client$0$status),
    .status_valid(client$0$status_valid),
    .status_ready(status_ready$0),
    .read_row(client$0$read_row),
    .read_last(client$0$read_last),
    .read_valid(client$0$read_valid),
    .read_ready(client$0$read_ready),
    .row(client$0$row),
    .row_valid(client$0$row_valid),
    .data(client$0$data),
    .data_valid(client$0$data_valid),
    .data_ready(data_ready$0)
  );
  client client$1 (
    .clock(clock),
    .reset(reset),
    .first_block(first_block$1),
    .blocks(blocks$1),
    .part(part$1),
    .big(big$1),
    .size(limit$q),
    .extended(mode$q),
    .hold(client$1$hold),
    .idle(client$1$idle),
    .mode_change(client$1$mode_change),
    .request(request$1),
    .request_valid(request_valid$1),
    .request_ready(client$1$request_ready),
    .chunk(client$1$chunk),
    .chunk_valid(client$1$chunk_valid),
    .chunk_ready(client$1$chunk_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .status(client$1$status),
    .status_valid(client$1$status_valid),
    .status_ready(status_ready$1),
    .read_row(client$1$read_row),
    .read_last(client$1$read_last),
    .read_valid(client$1$read_valid),
    .read_ready(client$1$read_ready),
    .row(client$1$row),
    .row_valid(client$1$row_valid),
    .data(client$1$data),
    .data_valid(client$1$data_valid),
    .data_ready(data_ready$1)
  );
  client client$2 (
    .clock(clock),
    .reset(reset),
    .first_block(first_block$2),
    .blocks(blocks$2),
    .part(part$2),
    .big(big$2),
    .size(limit$q),
    .extended(mode$q),
    .hold(client$2$hold),
    .idle(client$2$idle),
    .mode_change(client$2$mode_change),
    .request(request$2),
    .request_valid(request_valid$2),
    .request_ready(client$2$request_ready),
    .chunk(client$2$chunk),
    .chunk_valid(client$2$chunk_valid),
    .chunk_ready(client$2$chunk_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .status(client$2$status),
    .status_valid(client$2$status_valid),
    .status_ready(status_ready$2),
    .read_row(client$2$read_row),
    .read_last(client$2$read_last),
    .read_valid(client$2$read_valid),
    .read_ready(client$2$read_ready),
    .row(client$2$row),
    .row_valid(client$2$row_valid),
    .data(client$2$data),
    .data_valid(client$2$data_valid),
    .data_ready(data_ready$2)
  );
  client client$3 (
    .clock(clock),
    .reset(reset),
    .first_block(first_block$3),
    .blocks(blocks$3),
    .part(part$3),
    .big(big$3),
    .size(limit$q),
    .extended(mode$q),
    .hold(client$3$hold),
    .idle(client$3$idle),
    .mode_change(client$3$mode_change),
    .request(request$3),
    .request_valid(request_valid$3),
    .request_ready(client$3$request_ready),
    .chunk(client$3$chunk),
    .chunk_valid(client$3$chunk_valid),
    .chunk_ready(client$3$chunk_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .status(client$3$status),
    .status_valid(client$3$status_valid),
    .status_ready(status_ready$3),
    .read_row(client$3$read_row),
    .read_last(client$3$read_last),
    .read_valid(client$3$read_valid),
    .read_ready(client$3$read_ready),
    .row(client$3$row),
    .row_valid(client$3$row_valid),
    .data(client$3$data),
    .data_valid(client$3$data_valid),
    .data_ready(data_ready$3)
  );
  client client$4 (
    .clock(clock),
    .reset(reset),
    .first_block(first_block$4),
    .blocks(blocks$4),
    .part(part$4),
    .big(big$4),
    .size(limit$q),
    .extended(mode$q),
    .hold(client$4$hold),
    .idle(client$4$idle),
    .mode_change(client$4$mode_change),
    .request(request$4),
    .request_valid(request_valid$4),
    .request_ready(client$4$request_ready),
    .chunk(client$4$chunk),
    .chunk_valid(client$4$chunk_valid),
    .chunk_ready(client$4$chunk_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .status(client$4$status),
    .status_valid(client$4$status_valid),
    .status_ready(status_ready$4),
    .read_row(client$4$read_row),
    .read_last(client$4$read_last),
    .read_valid(client$4$read_valid),
    .read_ready(client$4$read_ready),
    .row(client$4$row),
    .row_valid(client$4$row_valid),
    .data(client$4$data),
    .data_valid(client$4$data_valid),
    .data_ready(data_ready$4)
  );
  gather idle (
    .i$0(client$0$idle),
    .i$1(client$1$idle),
    .i$2(client$2$idle),
    .i$3(client$3$idle),
    .i$4(client$4$idle),
    .o(idle$o)
  );
  gather offers (
    .i$0(client$0$chunk_valid),
    .i$1(client$1$chunk_valid),
    .i$2(client$2$chunk_valid),
    .i$3(client$3$chunk_valid),
    .i$4(client$4$chunk_valid),
    .o(offers$o)
  );
  turn turn (
    .clock(clock),
    .reset(reset),
    .request(offers$o),
    .advance(turn$advance),
    .grant(turn$grant),
    .valid(turn$valid)
  );
  price price (
    .low(priced$q[6:0]),
    .length(priced$q[76:64]),
    .boundary_128(boundary_128),
    .charge(price$charge)
  );
  enables enables (
    .low(priced$q[1:0]),
    .length(priced$q[76:64]),
    .dwords(enables$dwords),
    .first(enables$first),
    .last(enables$last)
  );
  budget budget (
    .clock(clock),
    .reset(reset),
    .headers(headers),
    .units(units),
    .charge(sending_charge$q),
    .enough(budget$enough),
    .take(budget$take),
    .give(ledger$result_valid),
    .given(ledger$returned)
  );
  out out (
    .clock(clock),
    .reset(reset),
    .i(sending$q),
    .i_valid(out$i_valid),
    .i_ready(out$i_ready),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(read_ready),
    .level()
  );
  steps steps (
    .clock(clock),
    .reset(reset),
    .straddle(straddle),
    .m_axis_rc_tdata(m_axis_rc_tdata),
    .m_axis_rc_tuser(m_axis_rc_tuser),
    .m_axis_rc_tlast(m_axis_rc_tlast),
    .m_axis_rc_tvalid(m_axis_rc_tvalid),
    .m_axis_rc_tready(steps$m_axis_rc_tready),
    .o(steps$o),
    .o_valid(steps$o_valid),
    .o_ready(placer$step_ready)
  );
  placer placer (
    .clock(clock),
    .reset(reset),
    .straddle(straddle),
    .step(steps$o),
    .step_valid(steps$o_valid),
    .step_ready(placer$step_ready),
    .look_up(placer$look_up),
    .place(places$read_data),
    .busy(ledger$busy),
    .data(placer$data),
    .first(placer$first),
    .second(placer$second),
    .outcome(placer$outcome),
    .outcome_valid(placer$outcome_valid)
  );
  places places (
    .clock(clock),
    .read_address(placer$look_up),
    .read_data(places$read_data),
    .write(places$write),
    .write_address(places$write_address),
    .write_data(places$write_data)
  );
  ledger ledger (
    .clock(clock),
    .reset(reset),
    .quarantine_cycles(quarantine),
    .give(ledger$give),
    .give_tag(ledger$give_tag),
    .charge(sending_charge$q),
    .charge_tag(sending$q[88:81]),
    .charge_valid(ledger$charge_valid),
    .outcome(placer$outcome),
    .outcome_valid(placer$outcome_valid),
    .refused(refused),
    .refused_valid(refused_valid),
    .refused_ready(ledger$refused_ready),
    .busy(ledger$busy),
    .spoiled(ledger$spoiled),
    .quarantine(ledger$quarantine),
    .result(ledger$result),
    .result_valid(ledger$result_valid),
    .returned(ledger$returned),
    .count_pcie_unexpected(ledger$count_pcie_unexpected)
  );
  buffer buffer (
    .clock(clock),
    .reset(reset),
    .data(placer$data),
    .first(placer$first),
    .second(placer$second),
    .read_row(row$q),
    .row(buffer$row)
  );
  gather rows (
    .i$0(client$0$read_valid),
    .i$1(client$1$read_valid),
    .i$2(client$2$read_valid),
    .i$3(client$3$read_valid),
    .i$4(client$4$read_valid),
    .o(rows$o)
  );
  turn row_turn (
    .clock(clock),
    .reset(reset),
    .request(rows$o),
    .advance(1'h1),
    .grant(row_turn$grant),
    .valid(row_turn$valid)
  );
  initial begin
    limit$q = 13'h0;
    mode$q = 1'h0;
    priced$q = 108'h0;
    priced_valid$q = 1'h0;
    sending$q = 89'h0;
    sending_charge$q = 16'h0;
    sending_valid$q = 1'h0;
    row$q = 11'h0;
    row_client$0$q = 3'h0;
    row_client$1$q = 3'h0;
    row_client$2$q = 3'h0;
    row_last$0$q = 1'h0;
    row_last$1$q = 1'h0;
    row_last$2$q = 1'h0;
    row_valid$0$q = 1'h0;
    row_valid$1$q = 1'h0;
    row_valid$2$q = 1'h0;
  end
  always @(posedge clock) begin
    row$q <= row$d;
    row_client$0$q <= row_turn$grant;
    row_client$1$q <= row_client$0$q;
    row_client$2$q <= row_client$1$q;
    row_last$0$q <= row_last$0$d;
    row_last$1$q <= row_last$0$q;
    row_last$2$q <= row_last$1$q;
  end
endmodule

`default_nettype wire
