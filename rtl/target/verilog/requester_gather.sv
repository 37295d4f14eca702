`default_nettype none

module ram (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [160:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [160:0] write_data
);
  (* ram_style = "distributed" *) logic [160:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 161'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module checks (
  input  logic clock,
  input  logic reset,
  input  logic [160:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [160:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [160:0] ram$read_data;
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
  input  logic [5:0] read_address,
  output logic read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic write_data
);
  (* ram_style = "distributed" *) logic [0:0] words [0:63];
  integer i;
  initial for (i = 0; i <= 63; i = i + 1) words[i[5:0]] = 1'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module lasts (
  input  logic clock,
  input  logic reset,
  input  logic i,
  input  logic i_valid,
  output logic i_ready,
  output logic o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level
);
  logic put;
  logic get;
  logic ram$read_data;
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
  ram_2 ram (
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

module ram_3 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [154:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [154:0] write_data
);
  (* ram_style = "distributed" *) logic [154:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 155'h0;
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
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [154:0] ram$read_data;
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
  ram_4 ram (
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

module ram_14x256 (
  input  logic [7:0] read_address,
  input  logic read_clock,
  output logic [13:0] read_data,
  input  logic [7:0] write_address,
  input  logic write_clock,
  input  logic [13:0] write_data,
  input  logic write_enable
);
  logic [13:0] words [0:255];
  integer i;
  initial begin
    for (i = 0; i < 256; i = i + 1) words[i[7:0]] = 14'h0;
    read_data = 14'h0;
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

module ram_5 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [13:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [13:0] write_data
);
  (* ram_style = "distributed" *) logic [13:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 14'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [13:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [13:0] ram$read_data;
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

module lengths (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [13:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [8:0] level,
  output logic [8:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [13:0] ram$read_data;
  logic ram$write_enable;
  logic [13:0] out$o;
  logic out$o_valid;
  logic [7:0] write_at$q;
  logic [7:0] read_at$q;
  logic [8:0] count$q;
  logic [8:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 8'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 8'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 9'h1;
      free$q <= free$q - 9'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 9'h1;
      free$q <= free$q + 9'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 8'h0;
      read_at$q <= 8'h0;
      count$q <= 9'h0;
      free$q <= 9'h100;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 9'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 9'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_14x256 ram (
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
    write_at$q = 8'h0;
    read_at$q = 8'h0;
    count$q = 9'h0;
    free$q = 9'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_2x256 (
  input  logic [7:0] read_address,
  input  logic read_clock,
  output logic [1:0] read_data,
  input  logic [7:0] write_address,
  input  logic write_clock,
  input  logic [1:0] write_data,
  input  logic write_enable
);
  logic [1:0] words [0:255];
  integer i;
  initial begin
    for (i = 0; i < 256; i = i + 1) words[i[7:0]] = 2'h0;
    read_data = 2'h0;
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

module ram_6 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [1:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [1:0] write_data
);
  (* ram_style = "distributed" *) logic [1:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 2'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_2 (
  input  logic clock,
  input  logic reset,
  input  logic [1:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [1:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [1:0] ram$read_data;
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

module asked (
  input  logic clock,
  input  logic reset,
  input  logic [1:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [1:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [8:0] level,
  output logic [8:0] space
);
  logic put;
  logic fetch;
  logic get;
  logic [1:0] ram$read_data;
  logic ram$write_enable;
  logic [1:0] out$o;
  logic out$o_valid;
  logic [7:0] write_at$q;
  logic [7:0] read_at$q;
  logic [8:0] count$q;
  logic [8:0] free$q;
  logic reading$q;
  logic [2:0] credit$q;
  always @(posedge clock) begin
    reading$q <= fetch;
    if (put) begin
      write_at$q <= write_at$q + 8'h1;
    end
    if (fetch) begin
      read_at$q <= read_at$q + 8'h1;
    end
    if (put & ~get) begin
      count$q <= count$q + 9'h1;
      free$q <= free$q - 9'h1;
    end
    if (get & ~put) begin
      count$q <= count$q - 9'h1;
      free$q <= free$q + 9'h1;
    end
    if (fetch & ~get) begin
      credit$q <= credit$q - 3'h1;
    end
    if (get & ~fetch) begin
      credit$q <= credit$q + 3'h1;
    end
    if (reset) begin
      write_at$q <= 8'h0;
      read_at$q <= 8'h0;
      count$q <= 9'h0;
      free$q <= 9'h100;
      reading$q <= 1'h0;
      credit$q <= 3'h4;
    end
  end
  assign level = count$q;
  assign space = free$q;
  assign i_ready = free$q != 9'h0;
  assign o = out$o;
  assign o_valid = out$o_valid;
  assign put = i_valid & (free$q != 9'h0);
  assign get = out$o_valid & o_ready;
  assign fetch = (write_at$q != read_at$q) & (credit$q != 3'h0);
  assign ram$write_enable = put;
  ram_2x256 ram (
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
    write_at$q = 8'h0;
    read_at$q = 8'h0;
    count$q = 9'h0;
    free$q = 9'h0;
    reading$q = 1'h0;
    credit$q = 3'h0;
  end
endmodule

module ram_7 (
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
  ram_7 ram (
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

module cutter (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  output logic [8:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic ends;
  logic free;
  function automatic [11:0] low12_of13(input [12:0] x);
    low12_of13 = x[11:0];
  endfunction
  logic [11:0] rest$q;
  logic last$q;
  logic busy$q;
  always @(posedge clock) begin
    if (busy$q & o_ready) begin
      rest$q <= rest$q - 12'h40;
    end
    if (free) begin
      busy$q <= piece_valid;
      last$q <= piece[13];
      rest$q <= low12_of13(piece[12:0] - 13'h1);
      if (piece[12:0] == 13'h0) begin
        rest$q <= 12'h0;
      end
    end
    if (reset) begin
      busy$q <= 1'h0;
    end
  end
  assign ends = rest$q[11:6] == 6'h0;
  always_comb begin
    o[6:0] = 7'h40;
    if (ends) begin
      o[6:0] = {1'h0, rest$q[5:0]} + 7'h1;
    end
    o[7] = ends;
    o[8] = ends & last$q;
  end
  assign o_valid = busy$q;
  assign free = ~busy$q | (o_ready & ends);
  assign piece_ready = free;
  initial begin
    rest$q = 12'h0;
    last$q = 1'h0;
    busy$q = 1'h0;
  end
endmodule

module ram_8 (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [8:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [8:0] write_data
);
  (* ram_style = "distributed" *) logic [8:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 9'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module steps (
  input  logic clock,
  input  logic reset,
  input  logic [8:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [8:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [8:0] ram$read_data;
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
  ram_8 ram (
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

module splice (
  input  logic [63:0] mask,
  input  logic [511:0] one,
  input  logic [511:0] zero,
  output logic [511:0] o
);
  always_comb begin
    if (mask[0]) begin
      o[7:0] = one[7:0];
    end else begin
      o[7:0] = zero[7:0];
    end
    if (mask[1]) begin
      o[15:8] = one[15:8];
    end else begin
      o[15:8] = zero[15:8];
    end
    if (mask[2]) begin
      o[23:16] = one[23:16];
    end else begin
      o[23:16] = zero[23:16];
    end
    if (mask[3]) begin
      o[31:24] = one[31:24];
    end else begin
      o[31:24] = zero[31:24];
    end
    if (mask[4]) begin
      o[39:32] = one[39:32];
    end else begin
      o[39:32] = zero[39:32];
    end
    if (mask[5]) begin
      o[47:40] = one[47:40];
    end else begin
      o[47:40] = zero[47:40];
    end
    if (mask[6]) begin
      o[55:48] = one[55:48];
    end else begin
      o[55:48] = zero[55:48];
    end
    if (mask[7]) begin
      o[63:56] = one[63:56];
    end else begin
      o[63:56] = zero[63:56];
    end
    if (mask[8]) begin
      o[71:64] = one[71:64];
    end else begin
      o[71:64] = zero[71:64];
    end
    if (mask[9]) begin
      o[79:72] = one[79:72];
    end else begin
      o[79:72] = zero[79:72];
    end
    if (mask[10]) begin
      o[87:80] = one[87:80];
    end else begin
      o[87:80] = zero[87:80];
    end
    if (mask[11]) begin
      o[95:88] = one[95:88];
    end else begin
      o[95:88] = zero[95:88];
    end
    if (mask[12]) begin
      o[103:96] = one[103:96];
    end else begin
      o[103:96] = zero[103:96];
    end
    if (mask[13]) begin
      o[111:104] = one[111:104];
    end else begin
      o[111:104] = zero[111:104];
    end
    if (mask[14]) begin
      o[119:112] = one[119:112];
    end else begin
      o[119:112] = zero[119:112];
    end
    if (mask[15]) begin
      o[127:120] = one[127:120];
    end else begin
      o[127:120] = zero[127:120];
    end
    if (mask[16]) begin
      o[135:128] = one[135:128];
    end else begin
      o[135:128] = zero[135:128];
    end
    if (mask[17]) begin
      o[143:136] = one[143:136];
    end else begin
      o[143:136] = zero[143:136];
    end
    if (mask[18]) begin
      o[151:144] = one[151:144];
    end else begin
      o[151:144] = zero[151:144];
    end
    if (mask[19]) begin
      o[159:152] = one[159:152];
    end else begin
      o[159:152] = zero[159:152];
    end
    if (mask[20]) begin
      o[167:160] = one[167:160];
    end else begin
      o[167:160] = zero[167:160];
    end
    if (mask[21]) begin
      o[175:168] = one[175:168];
    end else begin
      o[175:168] = zero[175:168];
    end
    if (mask[22]) begin
      o[183:176] = one[183:176];
    end else begin
      o[183:176] = zero[183:176];
    end
    if (mask[23]) begin
      o[191:184] = one[191:184];
    end else begin
      o[191:184] = zero[191:184];
    end
    if (mask[24]) begin
      o[199:192] = one[199:192];
    end else begin
      o[199:192] = zero[199:192];
    end
    if (mask[25]) begin
      o[207:200] = one[207:200];
    end else begin
      o[207:200] = zero[207:200];
    end
    if (mask[26]) begin
      o[215:208] = one[215:208];
    end else begin
      o[215:208] = zero[215:208];
    end
    if (mask[27]) begin
      o[223:216] = one[223:216];
    end else begin
      o[223:216] = zero[223:216];
    end
    if (mask[28]) begin
      o[231:224] = one[231:224];
    end else begin
      o[231:224] = zero[231:224];
    end
    if (mask[29]) begin
      o[239:232] = one[239:232];
    end else begin
      o[239:232] = zero[239:232];
    end
    if (mask[30]) begin
      o[247:240] = one[247:240];
    end else begin
      o[247:240] = zero[247:240];
    end
    if (mask[31]) begin
      o[255:248] = one[255:248];
    end else begin
      o[255:248] = zero[255:248];
    end
    if (mask[32]) begin
      o[263:256] = one[263:256];
    end else begin
      o[263:256] = zero[263:256];
    end
    if (mask[33]) begin
      o[271:264] = one[271:264];
    end else begin
      o[271:264] = zero[271:264];
    end
    if (mask[34]) begin
      o[279:272] = one[279:272];
    end else begin
      o[279:272] = zero[279:272];
    end
    if (mask[35]) begin
      o[287:280] = one[287:280];
    end else begin
      o[287:280] = zero[287:280];
    end
    if (mask[36]) begin
      o[295:288] = one[295:288];
    end else begin
      o[295:288] = zero[295:288];
    end
    if (mask[37]) begin
      o[303:296] = one[303:296];
    end else begin
      o[303:296] = zero[303:296];
    end
    if (mask[38]) begin
      o[311:304] = one[311:304];
    end else begin
      o[311:304] = zero[311:304];
    end
    if (mask[39]) begin
      o[319:312] = one[319:312];
    end else begin
      o[319:312] = zero[319:312];
    end
    if (mask[40]) begin
      o[327:320] = one[327:320];
    end else begin
      o[327:320] = zero[327:320];
    end
    if (mask[41]) begin
      o[335:328] = one[335:328];
    end else begin
      o[335:328] = zero[335:328];
    end
    if (mask[42]) begin
      o[343:336] = one[343:336];
    end else begin
      o[343:336] = zero[343:336];
    end
    if (mask[43]) begin
      o[351:344] = one[351:344];
    end else begin
      o[351:344] = zero[351:344];
    end
    if (mask[44]) begin
      o[359:352] = one[359:352];
    end else begin
      o[359:352] = zero[359:352];
    end
    if (mask[45]) begin
      o[367:360] = one[367:360];
    end else begin
      o[367:360] = zero[367:360];
    end
    if (mask[46]) begin
      o[375:368] = one[375:368];
    end else begin
      o[375:368] = zero[375:368];
    end
    if (mask[47]) begin
      o[383:376] = one[383:376];
    end else begin
      o[383:376] = zero[383:376];
    end
    if (mask[48]) begin
      o[391:384] = one[391:384];
    end else begin
      o[391:384] = zero[391:384];
    end
    if (mask[49]) begin
      o[399:392] = one[399:392];
    end else begin
      o[399:392] = zero[399:392];
    end
    if (mask[50]) begin
      o[407:400] = one[407:400];
    end else begin
      o[407:400] = zero[407:400];
    end
    if (mask[51]) begin
      o[415:408] = one[415:408];
    end else begin
      o[415:408] = zero[415:408];
    end
    if (mask[52]) begin
      o[423:416] = one[423:416];
    end else begin
      o[423:416] = zero[423:416];
    end
    if (mask[53]) begin
      o[431:424] = one[431:424];
    end else begin
      o[431:424] = zero[431:424];
    end
    if (mask[54]) begin
      o[439:432] = one[439:432];
    end else begin
      o[439:432] = zero[439:432];
    end
    if (mask[55]) begin
      o[447:440] = one[447:440];
    end else begin
      o[447:440] = zero[447:440];
    end
    if (mask[56]) begin
      o[455:448] = one[455:448];
    end else begin
      o[455:448] = zero[455:448];
    end
    if (mask[57]) begin
      o[463:456] = one[463:456];
    end else begin
      o[463:456] = zero[463:456];
    end
    if (mask[58]) begin
      o[471:464] = one[471:464];
    end else begin
      o[471:464] = zero[471:464];
    end
    if (mask[59]) begin
      o[479:472] = one[479:472];
    end else begin
      o[479:472] = zero[479:472];
    end
    if (mask[60]) begin
      o[487:480] = one[487:480];
    end else begin
      o[487:480] = zero[487:480];
    end
    if (mask[61]) begin
      o[495:488] = one[495:488];
    end else begin
      o[495:488] = zero[495:488];
    end
    if (mask[62]) begin
      o[503:496] = one[503:496];
    end else begin
      o[503:496] = zero[503:496];
    end
    if (mask[63]) begin
      o[511:504] = one[511:504];
    end else begin
      o[511:504] = zero[511:504];
    end
  end
endmodule

module ram_9 (
  input  logic clock,
  input  logic [2:0] read_address,
  output logic [512:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [512:0] write_data
);
  (* ram_style = "distributed" *) logic [512:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 513'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module out_3 (
  input  logic clock,
  input  logic reset,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [512:0] ram$read_data;
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
  ram_9 ram (
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

module pack (
  input  logic clock,
  input  logic reset,
  input  logic [13:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  input  logic [512:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready
);
  logic [7:0] sum;
  logic [8:0] step;
  logic take;
  logic [5:0] up;
  function automatic [6:0] low7_of8(input [7:0] x);
    low7_of8 = x[6:0];
  endfunction
  logic cutter$piece_ready;
  logic [8:0] cutter$o;
  logic cutter$o_valid;
  logic [6:0] filled$q;
  logic [8:0] steps$i;
  logic steps$i_ready;
  logic [8:0] steps$o;
  logic steps$o_valid;
  logic steps$o_ready;
  logic [3:0] coarse$by;
  logic [511:0] coarse$o;
  logic [63:0] mask$o;
  logic [511:0] beat$q;
  logic beat_valid$q;
  logic [1:0] beat_by$q;
  logic [63:0] beat_mask$q;
  logic beat_spills$q;
  logic beat_ends$q;
  logic [511:0] fine$o;
  logic [63:0] splice$mask;
  logic [511:0] splice$o;
  logic [511:0] held$q;
  logic whole$q;
  logic [512:0] out$i;
  logic out$i_valid;
  logic [512:0] out$o;
  logic out$o_valid;
  logic [3:0] out$level;
  always @(posedge clock) begin
    if (cutter$o_valid & steps$i_ready) begin
      filled$q <= sum[6:0];
      if (step[7]) begin
        filled$q <= low7_of8(sum - 8'h40);
      end
      if (step[8]) begin
        filled$q <= 7'h0;
      end
    end
    beat_valid$q <= take;
    whole$q <= beat_valid$q & beat_ends$q;
    if (reset) begin
      filled$q <= 7'h0;
      beat_valid$q <= 1'h0;
      whole$q <= 1'h0;
    end
  end
  always @(posedge clock) begin
    beat$q <= coarse$o;
  end
  always @(posedge clock) begin
    beat_by$q <= up[1:0];
  end
  always @(posedge clock) begin
    beat_mask$q <= mask$o;
  end
  always @(posedge clock) begin
    beat_spills$q <= steps$o[7];
  end
  always @(posedge clock) begin
    beat_ends$q <= steps$o[8];
  end
  always @(posedge clock) begin
    if (beat_valid$q) begin
      if (whole$q | beat_spills$q) begin
        held$q <= fine$o;
      end else begin
        held$q <= splice$o;
      end
    end
  end
  assign piece_ready = cutter$piece_ready;
  assign sum = {1'h0, filled$q} + {1'h0, cutter$o[6:0]};
  assign step = {cutter$o[8], sum > 8'h40, filled$q};
  assign steps$i = step;
  assign i_ready = steps$o_valid & (out$level < 4'h5);
  assign take = i_valid & steps$o_valid & (out$level < 4'h5);
  assign steps$o_ready = take;
  assign up = 6'h0 - steps$o[5:0];
  assign coarse$by = up[5:2];
  always_comb begin
    splice$mask = beat_mask$q;
    if (whole$q) begin
      splice$mask = {64{whole$q}};
    end
  end
  assign out$i = {whole$q, splice$o};
  assign out$i_valid = whole$q | (beat_valid$q & beat_spills$q);
  assign o = out$o;
  assign o_valid = out$o_valid;
  cutter cutter (
    .clock(clock),
    .reset(reset),
    .piece(piece),
    .piece_valid(piece_valid),
    .piece_ready(cutter$piece_ready),
    .o(cutter$o),
    .o_valid(cutter$o_valid),
    .o_ready(steps$i_ready)
  );
  steps steps (
    .clock(clock),
    .reset(reset),
    .i(steps$i),
    .i_valid(cutter$o_valid),
    .i_ready(steps$i_ready),
    .o(steps$o),
    .o_valid(steps$o_valid),
    .o_ready(steps$o_ready),
    .level()
  );
  rotate_coarse coarse (
    .i(i[511:0]),
    .by(coarse$by),
    .o(coarse$o)
  );
  byte_mask mask (
    .count(steps$o[6:0]),
    .o(mask$o)
  );
  rotate_fine fine (
    .i(beat$q),
    .by(beat_by$q),
    .o(fine$o)
  );
  splice splice (
    .mask(splice$mask),
    .one(held$q),
    .zero(fine$o),
    .o(splice$o)
  );
  out_3 out (
    .clock(clock),
    .reset(reset),
    .i(out$i),
    .i_valid(out$i_valid),
    .i_ready(),
    .o(out$o),
    .o_valid(out$o_valid),
    .o_ready(o_ready),
    .level(out$level)
  );
  initial begin
    filled$q = 7'h0;
    beat$q = 512'h0;
    beat_valid$q = 1'h0;
    beat_by$q = 2'h0;
    beat_mask$q = 64'h0;
    beat_spills$q = 1'h0;
    beat_ends$q = 1'h0;
    held$q = 512'h0;
    whole$q = 1'h0;
  end
endmodule

module ram_10 (
  input  logic clock,
  input  logic [5:0] read_address,
  output logic [15:0] read_data,
  input  logic write,
  input  logic [5:0] write_address,
  input  logic [15:0] write_data
);
  (* ram_style = "distributed" *) logic [15:0] words [0:63];
  integer i;
  initial for (i = 0; i <= 63; i = i + 1) words[i[5:0]] = 16'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module verdicts (
  input  logic clock,
  input  logic reset,
  input  logic [15:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [15:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [6:0] level
);
  logic put;
  logic get;
  logic [15:0] ram$read_data;
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
  ram_10 ram (
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

module requester_gather (
  input  logic clock,
  input  logic reset,
  input  logic [157:0] piece,
  input  logic piece_valid,
  output logic piece_ready,
  output logic [160:0] check,
  output logic check_valid,
  input  logic check_ready,
  input  logic [154:0] checked,
  input  logic checked_valid,
  output logic checked_ready,
  output logic [76:0] read,
  output logic read_valid,
  input  logic read_ready,
  input  logic [2:0] status,
  input  logic status_valid,
  output logic status_ready,
  input  logic [512:0] data,
  input  logic data_valid,
  output logic data_ready,
  output logic [512:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [15:0] verdict,
  output logic verdict_valid,
  input  logic verdict_ready
);
  logic both;
  logic parted;
  logic step;
  logic [2:0] now;
  logic refused;
  logic willing;
  logic take;
  logic ends;
  logic [15:0] judged;
  logic [160:0] checks$i;
  logic checks$i_valid;
  logic checks$i_ready;
  logic [160:0] checks$o;
  logic checks$o_valid;
  logic lasts$i_valid;
  logic lasts$i_ready;
  logic lasts$o;
  logic lasts$o_valid;
  logic lasts$o_ready;
  logic answers$i_ready;
  logic [154:0] answers$o;
  logic answers$o_valid;
  logic answers$o_ready;
  logic [76:0] reads$i;
  logic reads$i_valid;
  logic reads$i_ready;
  logic [76:0] reads$o;
  logic reads$o_valid;
  logic [13:0] lengths$i;
  logic lengths$i_valid;
  logic lengths$i_ready;
  logic [13:0] lengths$o;
  logic lengths$o_valid;
  logic [1:0] asked$i;
  logic asked$i_valid;
  logic asked$i_ready;
  logic [1:0] asked$o;
  logic asked$o_valid;
  logic asked$o_ready;
  logic statuses$i_ready;
  logic [2:0] statuses$o;
  logic statuses$o_valid;
  logic statuses$o_ready;
  logic pack$piece_ready;
  logic pack$i_valid;
  logic pack$i_ready;
  logic [512:0] pack$o;
  logic pack$o_valid;
  logic [15:0] verdicts$i;
  logic verdicts$i_valid;
  logic verdicts$i_ready;
  logic [15:0] verdicts$o;
  logic verdicts$o_valid;
  logic second$q;
  logic begun$q;
  logic [2:0] error$q;
  logic [15:0] so_far$q;
  always @(posedge clock) begin
    if (step) begin
      second$q <= parted;
    end
    if (take) begin
      begun$q <= ~ends;
      error$q <= now;
      so_far$q <= judged;
    end
    if (ends & asked$o[1]) begin
      so_far$q[7:0] <= 8'h0;
      so_far$q[15:8] <= 8'h0;
    end
    if (reset) begin
      second$q <= 1'h0;
      begun$q <= 1'h0;
      so_far$q[7:0] <= 8'h0;
      so_far$q[15:8] <= 8'h0;
    end
  end
  assign check = checks$o;
  assign check_valid = checks$o_valid;
  assign checked_ready = answers$i_ready;
  assign read = reads$o;
  assign read_valid = reads$o_valid;
  assign status_ready = statuses$i_ready;
  assign o = pack$o;
  assign o_valid = pack$o_valid;
  assign verdict = verdicts$o;
  assign verdict_valid = verdicts$o_valid;
  assign both = checks$i_ready & lasts$i_ready;
  assign piece_ready = both;
  assign checks$i_valid = piece_valid & lasts$i_ready;
  assign checks$i = {piece[156:144], piece[143:112], piece[111:48], 4'h0, piece[47:32], piece[31:0]};
  assign lasts$i_valid = piece_valid & checks$i_ready;
  assign parted = answers$o[0] & (answers$o[154:142] != 13'h0) & ~second$q;
  assign step = answers$o_valid & lasts$o_valid & reads$i_ready & lengths$i_ready & asked$i_ready;
  always_comb begin
    reads$i[63:0] = answers$o[64:1];
    reads$i[76:64] = answers$o[77:65];
    lengths$i[12:0] = answers$o[77:65];
    if (second$q) begin
      reads$i[63:0] = answers$o[141:78];
      reads$i[76:64] = answers$o[154:142];
      lengths$i[12:0] = answers$o[154:142];
    end
    if (~answers$o[0]) begin
      lengths$i[12:0] = 13'h1;
    end
    lengths$i[13] = lasts$o & ~parted;
  end
  assign asked$i = {lasts$o & ~parted, ~answers$o[0]};
  assign reads$i_valid = step & answers$o[0];
  assign lengths$i_valid = step;
  assign asked$i_valid = step;
  assign answers$o_ready = step & ~parted;
  assign lasts$o_ready = step & ~parted;
  assign refused = asked$o[0];
  always_comb begin
    now = error$q;
    if (~begun$q) begin
      now = statuses$o;
    end
  end
  assign willing = asked$o_valid & pack$i_ready & verdicts$i_ready & (refused | begun$q | statuses$o_valid);
  assign take = willing & (refused | data_valid);
  assign ends = take & (refused | data[512]);
  assign data_ready = willing & ~refused;
  assign pack$i_valid = take;
  assign statuses$o_ready = take & ~refused & ~begun$q;
  assign asked$o_ready = ends;
  always_comb begin
    judged = so_far$q;
    if (so_far$q[7:0] == 8'h0) begin
      if (refused) begin
        judged[7:0] = 8'h4;
      end else begin
        if (now != 3'h0) begin
          judged[7:0] = 8'h15;
          judged[15:8] = {5'h0, now};
        end
      end
    end
  end
  assign verdicts$i = judged;
  assign verdicts$i_valid = ends & asked$o[1];
  checks checks (
    .clock(clock),
    .reset(reset),
    .i(checks$i),
    .i_valid(checks$i_valid),
    .i_ready(checks$i_ready),
    .o(checks$o),
    .o_valid(checks$o_valid),
    .o_ready(check_ready),
    .level()
  );
  lasts lasts (
    .clock(clock),
    .reset(reset),
    .i(piece[157]),
    .i_valid(lasts$i_valid),
    .i_ready(lasts$i_ready),
    .o(lasts$o),
    .o_valid(lasts$o_valid),
    .o_ready(lasts$o_ready),
    .level()
  );
  answers answers (
    .clock(clock),
    .reset(reset),
    .i(checked),
    .i_valid(checked_valid),
    .i_ready(answers$i_ready),
    .o(answers$o),
    .o_valid(answers$o_valid),
    .o_ready(answers$o_ready),
    .level()
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
  lengths lengths (
    .clock(clock),
    .reset(reset),
    .i(lengths$i),
    .i_valid(lengths$i_valid),
    .i_ready(lengths$i_ready),
    .o(lengths$o),
    .o_valid(lengths$o_valid),
    .o_ready(pack$piece_ready),
    .level(),
    .space()
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
    .level(),
    .space()
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
  pack pack (
    .clock(clock),
    .reset(reset),
    .piece(lengths$o),
    .piece_valid(lengths$o_valid),
    .piece_ready(pack$piece_ready),
    .i(data),
    .i_valid(pack$i_valid),
    .i_ready(pack$i_ready),
    .o(pack$o),
    .o_valid(pack$o_valid),
    .o_ready(o_ready)
  );
  verdicts verdicts (
    .clock(clock),
    .reset(reset),
    .i(verdicts$i),
    .i_valid(verdicts$i_valid),
    .i_ready(verdicts$i_ready),
    .o(verdicts$o),
    .o_valid(verdicts$o_valid),
    .o_ready(verdict_ready),
    .level()
  );
  initial begin
    second$q = 1'h0;
    begun$q = 1'h0;
    error$q = 3'h0;
    so_far$q = 16'h0;
  end
endmodule

`default_nettype wire
