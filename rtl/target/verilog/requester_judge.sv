`default_nettype none

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

module ram (
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

module out (
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
    write_at$q = 7'h0;
    read_at$q = 7'h0;
    count$q = 8'h0;
    free$q = 8'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_2 (
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

module out_2 (
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
    write_at$q = 9'h0;
    read_at$q = 9'h0;
    count$q = 10'h0;
    free$q = 10'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
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

module failed (
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

module ram_4 (
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

module requester_judge (
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
  failed failed (
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

`default_nettype wire
