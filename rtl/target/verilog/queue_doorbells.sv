`default_nettype none

module ram (
  input  logic clock,
  input  logic [1:0] read_address,
  output logic [530:0] read_data,
  input  logic write,
  input  logic [1:0] write_address,
  input  logic [530:0] write_data
);
  (* ram_style = "distributed" *) logic [530:0] words [0:3];
  integer i;
  initial for (i = 0; i <= 3; i = i + 1) words[i[1:0]] = 531'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module writes (
  input  logic clock,
  input  logic reset,
  input  logic [530:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [530:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [2:0] level
);
  logic put;
  logic get;
  logic [530:0] ram$read_data;
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
  output logic [25:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [25:0] write_data
);
  (* ram_style = "distributed" *) logic [25:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 26'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module sends (
  input  logic clock,
  input  logic reset,
  input  logic [25:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [25:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [25:0] ram$read_data;
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
  output logic [33:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [33:0] write_data
);
  (* ram_style = "distributed" *) logic [33:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 34'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module completions (
  input  logic clock,
  input  logic reset,
  input  logic [33:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [33:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [33:0] ram$read_data;
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
  output logic [26:0] read_data,
  input  logic write,
  input  logic [2:0] write_address,
  input  logic [26:0] write_data
);
  (* ram_style = "distributed" *) logic [26:0] words [0:7];
  integer i;
  initial for (i = 0; i <= 7; i = i + 1) words[i[2:0]] = 27'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module events (
  input  logic clock,
  input  logic reset,
  input  logic [26:0] i,
  input  logic i_valid,
  output logic i_ready,
  output logic [26:0] o,
  output logic o_valid,
  input  logic o_ready,
  output logic [3:0] level
);
  logic put;
  logic get;
  logic [26:0] ram$read_data;
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

module ram_17x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [16:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [16:0] write_data,
  input  logic write_enable
);
  logic [16:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 17'h0;
    read_data = 17'h0;
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

module owners (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [16:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [16:0] write_data
);
  logic [16:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_17x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_16x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [15:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [15:0] write_data,
  input  logic write_enable
);
  logic [15:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 16'h0;
    read_data = 16'h0;
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

module oldest (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [15:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [15:0] write_data
);
  logic [15:0] ram$read_data;
  assign read_data = ram$read_data;
  ram_16x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
endmodule

module ram_32x1024 (
  input  logic [9:0] read_address,
  input  logic read_clock,
  output logic [31:0] read_data,
  input  logic [9:0] write_address,
  input  logic write_clock,
  input  logic [31:0] write_data,
  input  logic write_enable
);
  logic [31:0] words [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) words[i[9:0]] = 32'h0;
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

module rung (
  input  logic clock,
  input  logic [9:0] read_address,
  output logic [31:0] read_data,
  input  logic write,
  input  logic [9:0] write_address,
  input  logic [31:0] write_data
);
  logic [31:0] ram$read_data;
  logic met$q;
  logic [31:0] written$q;
  always @(posedge clock) begin
    met$q <= write & (write_address == read_address);
  end
  always @(posedge clock) begin
    written$q <= write_data;
  end
  always_comb begin
    read_data = ram$read_data;
    if (met$q) begin
      read_data = written$q;
    end
  end
  ram_32x1024 ram (
    .read_address(read_address),
    .read_clock(clock),
    .read_data(ram$read_data),
    .write_address(write_address),
    .write_clock(clock),
    .write_data(write_data),
    .write_enable(write)
  );
  initial begin
    met$q = 1'h0;
    written$q = 32'h0;
  end
endmodule

module wqe_head (
  input  logic [511:0] i,
  output logic [255:0] o,
  output logic [511:0] rest
);
  assign o = {i[255:224], i[223:192], i[191:128], i[127:96], i[95:64], i[63:56], i[55:32], i[31:16], i[15:8],
      i[7:0]};
  assign rest = {256'h0, i[511:256]};
endmodule

module queue_doorbells (
  input  logic clock,
  input  logic reset,
  input  logic [530:0] write,
  input  logic write_valid,
  output logic write_ready,
  input  logic [706:0] qp_write,
  input  logic qp_write_valid,
  input  logic [25:0] retired,
  input  logic retired_valid,
  output logic [25:0] send,
  output logic send_valid,
  input  logic send_ready,
  output logic [25:0] receive,
  output logic receive_valid,
  input  logic receive_ready,
  output logic [33:0] completion,
  output logic completion_valid,
  input  logic completion_ready,
  output logic [26:0] event_doorbell,
  output logic event_doorbell_valid,
  input  logic event_doorbell_ready,
  output logic count_doorbell_owner,
  output logic count_doorbell_index,
  output logic count_doorbell_unknown
);
  logic room;
  logic [23:0] number;
  logic [15:0] index;
  logic [1:0] arm;
  logic take;
  logic [16:0] owner;
  logic [15:0] send_size;
  logic [15:0] receive_size;
  logic [15:0] send_step;
  logic [15:0] send_fill;
  logic [15:0] receive_step;
  logic owned;
  logic takes_send;
  logic takes_receive;
  localparam logic [2:0] Bell$Clear = 3'h4;
  localparam logic [2:0] Bell$Foreign = 3'h3;
  localparam logic [2:0] Bell$Nothing = 3'h0;
  localparam logic [2:0] Bell$Receive = 3'h2;
  localparam logic [2:0] Bell$Send = 3'h1;
  logic writes$i_ready;
  logic [530:0] writes$o;
  logic writes$o_valid;
  logic writes$o_ready;
  logic [25:0] sends$i;
  logic sends$i_valid;
  logic [25:0] sends$o;
  logic sends$o_valid;
  logic [3:0] sends$level;
  logic [25:0] receives$i;
  logic receives$i_valid;
  logic [25:0] receives$o;
  logic receives$o_valid;
  logic [3:0] receives$level;
  logic [33:0] completions$i;
  logic completions$i_valid;
  logic [33:0] completions$o;
  logic completions$o_valid;
  logic [3:0] completions$level;
  logic [26:0] events$i;
  logic events$i_valid;
  logic [26:0] events$o;
  logic events$o_valid;
  logic [3:0] events$level;
  logic [9:0] owners$read_address;
  logic [16:0] owners$read_data;
  logic [9:0] oldest$read_address;
  logic [15:0] oldest$read_data;
  logic [9:0] rung$read_address;
  logic [31:0] rung$read_data;
  logic rung$write;
  logic [31:0] rung$write_data;
  logic clear_wanted$d;
  logic clear_wanted$q;
  logic [9:0] clear_qpn$d;
  logic [9:0] clear_qpn$q;
  logic [255:0] pushed$o;
  logic [2:0] bell$d;
  logic [2:0] bell$q;
  logic [5:0] page$q;
  logic [9:0] qpn$d;
  logic [9:0] qpn$q;
  logic exists$d;
  logic exists$q;
  logic [15:0] rung_index$d;
  logic [15:0] rung_index$q;
  always_comb begin
    clear_wanted$d = clear_wanted$q;
    clear_qpn$d = clear_qpn$q;
    bell$d = bell$q;
    qpn$d = qpn$q;
    exists$d = exists$q;
    rung_index$d = rung_index$q;
    bell$d = Bell$Nothing;
    qpn$d = number[9:0];
    exists$d = number[23:10] == 14'h0;
    rung_index$d = index;
    owners$read_address = number[9:0];
    oldest$read_address = number[9:0];
    rung$read_address = number[9:0];
    completions$i_valid = 1'h0;
    events$i_valid = 1'h0;
    count_doorbell_unknown = 1'h0;
    if (clear_wanted$q) begin
      bell$d = Bell$Clear;
      qpn$d = clear_qpn$q;
      clear_wanted$d = 1'h0;
    end else begin
      if (take) begin
        if (writes$o[18]) begin
          qpn$d = pushed$o[41:32];
          exists$d = pushed$o[55:42] == 14'h0;
          rung_index$d = pushed$o[31:16] + 16'h1;
          owners$read_address = pushed$o[41:32];
          oldest$read_address = pushed$o[41:32];
          rung$read_address = pushed$o[41:32];
          if (writes$o[17:6] == 12'h40) begin
            bell$d = Bell$Send;
          end else begin
            count_doorbell_unknown = 1'h1;
          end
        end else begin
          if (writes$o[17:6] == 12'h0) begin
            bell$d = Bell$Send;
          end else begin
            if (writes$o[17:6] == 12'h8) begin
              bell$d = Bell$Receive;
            end else begin
              if (writes$o[17:6] == 12'h10) begin
                completions$i_valid = number[23:10] == 14'h0;
                if (number[23:10] != 14'h0) begin
                  bell$d = Bell$Foreign;
                end
              end else begin
                if (writes$o[17:6] == 12'h18) begin
                  events$i_valid = number[23:5] == 19'h0;
                  if (number[23:5] != 19'h0) begin
                    bell$d = Bell$Foreign;
                  end
                end else begin
                  count_doorbell_unknown = 1'h1;
                end
              end
            end
          end
        end
      end
    end
    if (qp_write_valid & (qp_write[692:690] == 3'h0)) begin
      clear_wanted$d = 1'h1;
      clear_qpn$d = qp_write[9:0];
    end
    if (reset) begin
      clear_wanted$d = 1'h0;
      bell$d = Bell$Nothing;
    end
  end
  always @(posedge clock) begin
    page$q <= writes$o[5:0];
  end
  assign write_ready = writes$i_ready;
  assign send = sends$o;
  assign send_valid = sends$o_valid;
  assign receive = receives$o;
  assign receive_valid = receives$o_valid;
  assign completion = completions$o;
  assign completion_valid = completions$o_valid;
  assign event_doorbell = events$o;
  assign event_doorbell_valid = events$o_valid;
  assign room = (sends$level < 4'h7) & (receives$level < 4'h7) & (completions$level < 4'h7) & (events$level <
      4'h7);
  assign number = writes$o[42:19];
  assign index = writes$o[66:51];
  assign arm = writes$o[68:67];
  assign take = writes$o_valid & room & ~clear_wanted$q;
  assign writes$o_ready = take;
  assign completions$i = {arm, index, writes$o[5:0], number[9:0]};
  assign events$i = {index, writes$o[5:0], number[4:0]};
  always_comb begin
    count_doorbell_owner = 1'h0;
    count_doorbell_index = 1'h0;
    sends$i_valid = 1'h0;
    receives$i_valid = 1'h0;
    rung$write = 1'h0;
    rung$write_data = rung$read_data;
    case (bell$q)
      Bell$Send: begin
        rung$write_data[15:0] = rung_index$q;
        rung$write = owned & takes_send;
        sends$i_valid = owned & takes_send;
        count_doorbell_owner = ~owned;
        count_doorbell_index = owned & ~takes_send;
      end
      Bell$Receive: begin
        rung$write_data[31:16] = rung_index$q;
        rung$write = owned & takes_receive;
        receives$i_valid = owned & takes_receive;
        count_doorbell_owner = ~owned;
        count_doorbell_index = owned & ~takes_receive;
      end
      Bell$Foreign: begin
        count_doorbell_owner = 1'h1;
      end
      Bell$Clear: begin
        rung$write_data[15:0] = 16'h0;
        rung$write_data[31:16] = 16'h0;
        rung$write = 1'h1;
      end
      default: begin
      end
    endcase
  end
  assign owner = owners$read_data;
  assign owned = exists$q & (owner[8:3] == page$q);
  assign send_size = 16'h1 << {4'h0, owner[12:9]};
  assign receive_size = 16'h1 << {4'h0, owner[16:13]};
  assign send_step = rung_index$q - rung$read_data[15:0];
  assign send_fill = rung_index$q - oldest$read_data;
  assign receive_step = rung_index$q - rung$read_data[31:16];
  assign takes_send = (owner[2:0] >= 3'h3) & (send_step <= send_size) & (send_fill <= send_size) & (send_fill
      >= send_step);
  assign takes_receive = (owner[2:0] != 3'h0) & (receive_step <= receive_size);
  assign sends$i = {rung_index$q, qpn$q};
  assign receives$i = {rung_index$q, qpn$q};
  writes writes (
    .clock(clock),
    .reset(reset),
    .i(write),
    .i_valid(write_valid),
    .i_ready(writes$i_ready),
    .o(writes$o),
    .o_valid(writes$o_valid),
    .o_ready(writes$o_ready),
    .level()
  );
  sends sends (
    .clock(clock),
    .reset(reset),
    .i(sends$i),
    .i_valid(sends$i_valid),
    .i_ready(),
    .o(sends$o),
    .o_valid(sends$o_valid),
    .o_ready(send_ready),
    .level(sends$level)
  );
  sends receives (
    .clock(clock),
    .reset(reset),
    .i(receives$i),
    .i_valid(receives$i_valid),
    .i_ready(),
    .o(receives$o),
    .o_valid(receives$o_valid),
    .o_ready(receive_ready),
    .level(receives$level)
  );
  completions completions (
    .clock(clock),
    .reset(reset),
    .i(completions$i),
    .i_valid(completions$i_valid),
    .i_ready(),
    .o(completions$o),
    .o_valid(completions$o_valid),
    .o_ready(completion_ready),
    .level(completions$level)
  );
  events events (
    .clock(clock),
    .reset(reset),
    .i(events$i),
    .i_valid(events$i_valid),
    .i_ready(),
    .o(events$o),
    .o_valid(events$o_valid),
    .o_ready(event_doorbell_ready),
    .level(events$level)
  );
  owners owners (
    .clock(clock),
    .read_address(owners$read_address),
    .read_data(owners$read_data),
    .write(qp_write_valid),
    .write_address(qp_write[9:0]),
    .write_data(qp_write[706:690])
  );
  oldest oldest (
    .clock(clock),
    .read_address(oldest$read_address),
    .read_data(oldest$read_data),
    .write(retired_valid),
    .write_address(retired[9:0]),
    .write_data(retired[25:10])
  );
  rung rung (
    .clock(clock),
    .read_address(rung$read_address),
    .read_data(rung$read_data),
    .write(rung$write),
    .write_address(qpn$q),
    .write_data(rung$write_data)
  );
  wqe_head pushed (
    .i(writes$o[530:19]),
    .o(pushed$o),
    .rest()
  );
  initial begin
    clear_wanted$q = 1'h0;
    clear_qpn$q = 10'h0;
    bell$q = 3'h0;
    page$q = 6'h0;
    qpn$q = 10'h0;
    exists$q = 1'h0;
    rung_index$q = 16'h0;
  end
  always @(posedge clock) begin
    clear_wanted$q <= clear_wanted$d;
    clear_qpn$q <= clear_qpn$d;
    bell$q <= bell$d;
    qpn$q <= qpn$d;
    exists$q <= exists$d;
    rung_index$q <= rung_index$d;
  end
endmodule

`default_nettype wire
