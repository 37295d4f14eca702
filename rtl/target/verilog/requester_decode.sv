`default_nettype none

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

module stopped (
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

module wqe_head (
  input  logic [511:0] i,
  output logic [255:0] o,
  output logic [511:0] rest
);
  assign o = {i[255:224], i[223:192], i[191:128], i[127:96], i[95:64], i[63:56], i[55:32], i[31:16], i[15:8],
      i[7:0]};
  assign rest = {256'h0, i[511:256]};
endmodule

module wqe_entry (
  input  logic [511:0] i,
  output logic [127:0] o,
  output logic [511:0] rest
);
  assign o = {i[127:96], i[95:64], i[63:0]};
  assign rest = {128'h0, i[511:128]};
endmodule

module requester_decode (
  input  logic clock,
  input  logic reset,
  input  logic [571:0] slot,
  input  logic slot_valid,
  output logic slot_ready,
  output logic [243:0] work,
  output logic work_valid,
  input  logic work_ready,
  output logic [127:0] entry,
  output logic entry_valid,
  input  logic entry_ready,
  output logic [512:0] inline_data,
  output logic inline_data_valid,
  input  logic inline_data_ready,
  output logic [42:0] done,
  output logic done_valid,
  input  logic done_ready
);
  logic [7:0] flags;
  logic [7:0] count;
  logic [31:0] length;
  logic inlined;
  logic malformed;
  logic [2:0] need;
  logic [7:0] reach;
  logic [31:0] sge_length;
  logic sge_taken;
  logic wrong_sum;
  localparam logic [1:0] Chain$Flush = 2'h3;
  localparam logic [1:0] Chain$Work = 2'h0;
  localparam logic [2:0] State$Check = 3'h1;
  localparam logic [2:0] State$Done = 3'h7;
  localparam logic [2:0] State$Entries = 3'h2;
  localparam logic [2:0] State$Finish = 3'h5;
  localparam logic [2:0] State$Head = 3'h0;
  localparam logic [2:0] State$Inline = 3'h4;
  localparam logic [2:0] State$NextSlot = 3'h3;
  localparam logic [2:0] State$Skip = 3'h6;
  function automatic [2:0] low3_of9(input [8:0] x);
    low3_of9 = x[2:0];
  endfunction
  logic stopped$read_data;
  logic stopped$write;
  logic [9:0] stopped$write_address;
  logic stopped$write_data;
  logic [2:0] state$d;
  logic [2:0] state$q;
  logic [571:0] head$d;
  logic [571:0] head$q;
  logic [511:0] data$d;
  logic [511:0] data$q;
  logic [3:0] rest$d;
  logic [3:0] rest$q;
  logic [15:0] job_end$d;
  logic [15:0] job_end$q;
  logic [243:0] item$d;
  logic [243:0] item$q;
  logic [2:0] here$d;
  logic [2:0] here$q;
  logic [7:0] left$d;
  logic [7:0] left$q;
  logic [35:0] sum$d;
  logic [35:0] sum$q;
  logic [15:0] resume$d;
  logic [15:0] resume$q;
  logic failed$d;
  logic failed$q;
  logic [255:0] fields$o;
  logic [511:0] fields$rest;
  logic [127:0] entry_fields$o;
  logic [511:0] entry_fields$rest;
  always_comb begin
    state$d = state$q;
    head$d = head$q;
    data$d = data$q;
    rest$d = rest$q;
    job_end$d = job_end$q;
    item$d = item$q;
    here$d = here$q;
    left$d = left$q;
    sum$d = sum$q;
    resume$d = resume$q;
    failed$d = failed$q;
    stopped$write = 1'h0;
    stopped$write_address = item$q[12:3];
    stopped$write_data = 1'h1;
    slot_ready = 1'h0;
    work = item$q;
    work_valid = 1'h0;
    entry_valid = 1'h0;
    inline_data_valid = 1'h0;
    case (state$q)
      State$Head: begin
        head$d = slot;
        rest$d = slot[32:29];
        failed$d = 1'h0;
        if (slot_valid) begin
          if (slot[1:0] == Chain$Work) begin
            slot_ready = 1'h1;
            state$d = State$Check;
          end else begin
            work_valid = 1'h1;
            slot_ready = work_ready;
            stopped$write = slot[1:0] != Chain$Flush;
          end
        end
        work[1:0] = slot[1:0];
        work[2] = slot[2];
        work[12:3] = slot[12:3];
        work[28:13] = slot[28:13];
        work[55:32] = slot[56:33];
        stopped$write_address = slot[12:3];
        stopped$write_data = 1'h0;
      end
      State$Check: begin
        job_end$d = head$q[28:13] + {12'h0, head$q[32:29]};
        resume$d = head$q[28:13];
        item$d[1:0] = Chain$Work;
        item$d[2] = 1'h0;
        item$d[12:3] = head$q[12:3];
        item$d[28:13] = head$q[28:13];
        item$d[31:29] = need;
        item$d[55:32] = 24'h0;
        item$d[63:56] = 8'h0;
        item$d[71:64] = 8'h0;
        item$d[75:72] = fields$o[3:0];
        item$d[76] = (flags & 8'h2) != 8'h0;
        item$d[77] = (flags & 8'h4) != 8'h0;
        item$d[78] = 1'h0;
        item$d[83:79] = 5'h0;
        item$d[115:84] = length;
        item$d[179:116] = fields$o[191:128];
        item$d[211:180] = fields$o[223:192];
        item$d[243:212] = fields$o[95:64];
        sum$d = 36'h0;
        data$d = fields$rest;
        left$d = count;
        here$d = 3'h2;
        if (stopped$read_data) begin
          failed$d = 1'h1;
          state$d = State$Skip;
        end else begin
          if ((head$q[59:57] != 3'h0) | malformed) begin
            item$d[63:56] = 8'h2;
            item$d[71:64] = {5'h0, head$q[59:57]};
            item$d[31:29] = 3'h1;
            state$d = State$Finish;
          end else begin
            if ({1'h0, need} > head$q[32:29]) begin
              state$d = State$Skip;
            end else begin
              if (reach == 8'h0) begin
                state$d = State$Finish;
              end else begin
                if (inlined) begin
                  item$d[78] = 1'h1;
                  left$d = length[7:0];
                  state$d = State$Inline;
                end else begin
                  state$d = State$Entries;
                end
              end
            end
          end
        end
      end
      State$Entries: begin
        entry_valid = sge_length != 32'h0;
        if (sge_taken) begin
          data$d = entry_fields$rest;
          sum$d = sum$q + {4'h0, sge_length};
          left$d = left$q - 8'h1;
          here$d = here$q - 3'h1;
          if (sge_length != 32'h0) begin
            item$d[83:79] = item$q[83:79] + 5'h1;
          end
          if (left$q == 8'h1) begin
            state$d = State$Finish;
          end else begin
            if (here$q == 3'h1) begin
              state$d = State$NextSlot;
            end
          end
        end
      end
      State$NextSlot: begin
        slot_ready = 1'h1;
        data$d = slot[571:60];
        here$d = 3'h4;
        if (slot_valid) begin
          rest$d = slot[32:29];
          if (slot[59:57] != 3'h0) begin
            item$d[63:56] = 8'h2;
            item$d[71:64] = {5'h0, slot[59:57]};
          end
          state$d = State$Entries;
        end
      end
      State$Inline: begin
        if (left$q <= 8'h20) begin
          inline_data_valid = 1'h1;
          if (inline_data_ready) begin
            state$d = State$Finish;
          end
        end else begin
          inline_data_valid = slot_valid;
          slot_ready = inline_data_ready;
          if (slot_valid & inline_data_ready) begin
            rest$d = slot[32:29];
            data$d = slot[571:60] >> 32'h100;
            left$d = left$q - 8'h40;
            if (slot[59:57] != 3'h0) begin
              item$d[63:56] = 8'h2;
              item$d[71:64] = {5'h0, slot[59:57]};
            end
            if (left$q <= 8'h40) begin
              state$d = State$Finish;
            end
          end
        end
      end
      State$Finish: begin
        work_valid = 1'h1;
        if (wrong_sum) begin
          work[63:56] = 8'h2;
        end
        resume$d = item$q[28:13] + {13'h0, item$q[31:29]};
        failed$d = wrong_sum | (item$q[63:56] != 8'h0);
        if (work_ready) begin
          stopped$write = wrong_sum | (item$q[63:56] != 8'h0);
          if (rest$q == 4'h1) begin
            state$d = State$Done;
          end else begin
            if (wrong_sum | (item$q[63:56] != 8'h0)) begin
              state$d = State$Skip;
            end else begin
              state$d = State$Head;
            end
          end
        end
      end
      State$Skip: begin
        if (rest$q == 4'h1) begin
          state$d = State$Done;
        end else begin
          slot_ready = 1'h1;
          if (slot_valid) begin
            rest$d = slot[32:29];
          end
        end
      end
      State$Done: begin
        if (done_ready) begin
          state$d = State$Head;
        end
      end
      default: begin
        state$d = State$Head;
      end
    endcase
    if (reset) begin
      state$d = State$Head;
    end
  end
  assign done_valid = state$q == State$Done;
  assign done = {failed$q, job_end$q, resume$q, head$q[12:3]};
  assign flags = fields$o[15:8];
  assign count = fields$o[63:56];
  assign length = fields$o[127:96];
  assign inlined = (flags & 8'h8) != 8'h0;
  assign malformed = (fields$o[31:16] != head$q[28:13]) | (fields$o[55:32] != {14'h0, head$q[12:3]}) |
      (fields$o[7:0] > 8'h3) | ((flags & 8'hf0) != 8'h0) | (fields$o[255:224] != 32'h0) | (length >
      32'h80000000) | (count > 8'h10) | (inlined & (count != 8'h0)) | (inlined & (length > 32'hdc));
  always_comb begin
    reach = count << 32'h4;
    if (inlined) begin
      reach = length[7:0];
    end
  end
  always_comb begin
    need = low3_of9(({1'h0, reach} + 9'h5f) >> 32'h6);
    if (count == 8'h10) begin
      need = 3'h5;
    end
  end
  assign entry = entry_fields$o;
  assign sge_length = entry_fields$o[95:64];
  assign sge_taken = (sge_length == 32'h0) | entry_ready;
  assign inline_data = {left$q <= 8'h40, {slot[315:60], data$q[255:0]}};
  assign wrong_sum = ~item$q[78] & (sum$q != {4'h0, item$q[115:84]}) & (item$q[63:56] == 8'h0);
  stopped stopped (
    .clock(clock),
    .read_address(slot[12:3]),
    .read_data(stopped$read_data),
    .write(stopped$write),
    .write_address(stopped$write_address),
    .write_data(stopped$write_data)
  );
  wqe_head fields (
    .i(head$q[571:60]),
    .o(fields$o),
    .rest(fields$rest)
  );
  wqe_entry entry_fields (
    .i(data$q),
    .o(entry_fields$o),
    .rest(entry_fields$rest)
  );
  initial begin
    state$q = 3'h0;
    head$q = 572'h0;
    data$q = 512'h0;
    rest$q = 4'h0;
    job_end$q = 16'h0;
    item$q = 244'h0;
    here$q = 3'h0;
    left$q = 8'h0;
    sum$q = 36'h0;
    resume$q = 16'h0;
    failed$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    head$q <= head$d;
    data$q <= data$d;
    rest$q <= rest$d;
    job_end$q <= job_end$d;
    item$q <= item$d;
    here$q <= here$d;
    left$q <= left$d;
    sum$q <= sum$d;
    resume$q <= resume$d;
    failed$q <= failed$d;
  end
endmodule

`default_nettype wire
