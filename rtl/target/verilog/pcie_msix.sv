`default_nettype none

module address_low (
  input  logic clock,
  input  logic [4:0] read_address,
  output logic [31:0] read_data,
  input  logic write,
  input  logic [4:0] write_address,
  input  logic [31:0] write_data
);
  (* ram_style = "distributed" *) logic [31:0] words [0:31];
  integer i;
  initial for (i = 0; i <= 31; i = i + 1) words[i[4:0]] = 32'h0;
  assign read_data = words[read_address];
  always @(posedge clock) begin
    if (write) words[write_address] <= write_data;
  end
endmodule

module round_robin_turn (
  input  logic [31:0] request,
  input  logic [31:0] ahead,
  output logic [4:0] grant,
  output logic valid,
  output logic [31:0] after
);
  assign valid = (|request);
  always_comb begin
    grant = 5'h0;
    if (request[31]) begin
      grant = 5'h1f;
    end
    if (request[30]) begin
      grant = 5'h1e;
    end
    if (request[29]) begin
      grant = 5'h1d;
    end
    if (request[28]) begin
      grant = 5'h1c;
    end
    if (request[27]) begin
      grant = 5'h1b;
    end
    if (request[26]) begin
      grant = 5'h1a;
    end
    if (request[25]) begin
      grant = 5'h19;
    end
    if (request[24]) begin
      grant = 5'h18;
    end
    if (request[23]) begin
      grant = 5'h17;
    end
    if (request[22]) begin
      grant = 5'h16;
    end
    if (request[21]) begin
      grant = 5'h15;
    end
    if (request[20]) begin
      grant = 5'h14;
    end
    if (request[19]) begin
      grant = 5'h13;
    end
    if (request[18]) begin
      grant = 5'h12;
    end
    if (request[17]) begin
      grant = 5'h11;
    end
    if (request[16]) begin
      grant = 5'h10;
    end
    if (request[15]) begin
      grant = 5'hf;
    end
    if (request[14]) begin
      grant = 5'he;
    end
    if (request[13]) begin
      grant = 5'hd;
    end
    if (request[12]) begin
      grant = 5'hc;
    end
    if (request[11]) begin
      grant = 5'hb;
    end
    if (request[10]) begin
      grant = 5'ha;
    end
    if (request[9]) begin
      grant = 5'h9;
    end
    if (request[8]) begin
      grant = 5'h8;
    end
    if (request[7]) begin
      grant = 5'h7;
    end
    if (request[6]) begin
      grant = 5'h6;
    end
    if (request[5]) begin
      grant = 5'h5;
    end
    if (request[4]) begin
      grant = 5'h4;
    end
    if (request[3]) begin
      grant = 5'h3;
    end
    if (request[2]) begin
      grant = 5'h2;
    end
    if (request[1]) begin
      grant = 5'h1;
    end
    if (request[0]) begin
      grant = 5'h0;
    end
    if (request[31] & ahead[31]) begin
      grant = 5'h1f;
    end
    if (request[30] & ahead[30]) begin
      grant = 5'h1e;
    end
    if (request[29] & ahead[29]) begin
      grant = 5'h1d;
    end
    if (request[28] & ahead[28]) begin
      grant = 5'h1c;
    end
    if (request[27] & ahead[27]) begin
      grant = 5'h1b;
    end
    if (request[26] & ahead[26]) begin
      grant = 5'h1a;
    end
    if (request[25] & ahead[25]) begin
      grant = 5'h19;
    end
    if (request[24] & ahead[24]) begin
      grant = 5'h18;
    end
    if (request[23] & ahead[23]) begin
      grant = 5'h17;
    end
    if (request[22] & ahead[22]) begin
      grant = 5'h16;
    end
    if (request[21] & ahead[21]) begin
      grant = 5'h15;
    end
    if (request[20] & ahead[20]) begin
      grant = 5'h14;
    end
    if (request[19] & ahead[19]) begin
      grant = 5'h13;
    end
    if (request[18] & ahead[18]) begin
      grant = 5'h12;
    end
    if (request[17] & ahead[17]) begin
      grant = 5'h11;
    end
    if (request[16] & ahead[16]) begin
      grant = 5'h10;
    end
    if (request[15] & ahead[15]) begin
      grant = 5'hf;
    end
    if (request[14] & ahead[14]) begin
      grant = 5'he;
    end
    if (request[13] & ahead[13]) begin
      grant = 5'hd;
    end
    if (request[12] & ahead[12]) begin
      grant = 5'hc;
    end
    if (request[11] & ahead[11]) begin
      grant = 5'hb;
    end
    if (request[10] & ahead[10]) begin
      grant = 5'ha;
    end
    if (request[9] & ahead[9]) begin
      grant = 5'h9;
    end
    if (request[8] & ahead[8]) begin
      grant = 5'h8;
    end
    if (request[7] & ahead[7]) begin
      grant = 5'h7;
    end
    if (request[6] & ahead[6]) begin
      grant = 5'h6;
    end
    if (request[5] & ahead[5]) begin
      grant = 5'h5;
    end
    if (request[4] & ahead[4]) begin
      grant = 5'h4;
    end
    if (request[3] & ahead[3]) begin
      grant = 5'h3;
    end
    if (request[2] & ahead[2]) begin
      grant = 5'h2;
    end
    if (request[1] & ahead[1]) begin
      grant = 5'h1;
    end
    if (request[0] & ahead[0]) begin
      grant = 5'h0;
    end
  end
  assign after = {grant <= 5'h1e, grant <= 5'h1d, grant <= 5'h1c, grant <= 5'h1b, grant <= 5'h1a, grant <=
      5'h19, grant <= 5'h18, grant <= 5'h17, grant <= 5'h16, grant <= 5'h15, grant <= 5'h14, grant <= 5'h13,
      grant <= 5'h12, grant <= 5'h11, grant <= 5'h10, grant <= 5'hf, grant <= 5'he, grant <= 5'hd, grant <=
      5'hc, grant <= 5'hb, grant <= 5'ha, grant <= 5'h9, grant <= 5'h8, grant <= 5'h7, grant <= 5'h6, grant <=
      5'h5, grant <= 5'h4, grant <= 5'h3, grant <= 5'h2, grant <= 5'h1, grant <= 5'h0, 1'h0};
endmodule

module turn (
  input  logic clock,
  input  logic reset,
  input  logic [31:0] request,
  input  logic advance,
  output logic [4:0] grant,
  output logic valid
);
  logic [4:0] turn$grant;
  logic turn$valid;
  logic [31:0] turn$after;
  logic [31:0] ahead$q;
  always @(posedge clock) begin
    if (advance & turn$valid) begin
      ahead$q <= turn$after;
    end
    if (reset) begin
      ahead$q <= 32'h0;
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
    ahead$q = 32'h0;
  end
endmodule

module pcie_msix (
  input  logic clock,
  input  logic reset,
  input  logic enable,
  input  logic function_mask,
  input  logic [4:0] raise,
  input  logic raise_valid,
  output logic raise_ready,
  input  logic [56:0] access,
  input  logic access_valid,
  output logic access_ready,
  output logic [31:0] data,
  output logic data_valid,
  input  logic data_ready,
  output logic [76:0] request,
  output logic request_valid,
  input  logic request_ready,
  output logic [512:0] message,
  output logic message_valid,
  input  logic message_ready,
  output logic count_interrupts
);
  logic [31:0] may;
  logic [31:0] vector_bit;
  logic [31:0] raised;
  logic in_table;
  logic in_moderation;
  logic [31:0] old;
  logic [7:0] byte0;
  logic [7:0] byte1;
  logic [7:0] byte2;
  logic [7:0] byte3;
  logic [31:0] merged;
  logic write;
  logic [31:0] interval_now;
  logic [31:0] clear;
  logic [31:0] expire;
  localparam logic [2:0] MsixState$Access = 3'h1;
  localparam logic [2:0] MsixState$Answer = 3'h2;
  localparam logic [2:0] MsixState$Idle = 3'h0;
  localparam logic [2:0] MsixState$Message = 3'h4;
  localparam logic [2:0] MsixState$Send = 3'h3;
  function automatic low1_of4(input [3:0] x);
    low1_of4 = x[0:0];
  endfunction
  function automatic low1_of32(input [31:0] x);
    low1_of32 = x[0:0];
  endfunction
  logic [2:0] state$d;
  logic [2:0] state$q;
  logic [56:0] current$d;
  logic [56:0] current$q;
  logic [4:0] vector$d;
  logic [4:0] vector$q;
  logic [31:0] address_low$read_data;
  logic address_low$write;
  logic [31:0] address_low$write_data;
  logic [31:0] address_high$read_data;
  logic address_high$write;
  logic [31:0] address_high$write_data;
  logic [31:0] word$read_data;
  logic word$write;
  logic [31:0] word$write_data;
  logic [31:0] interval$read_data;
  logic interval$write;
  logic [31:0] interval$write_data;
  logic [31:0] mask$d;
  logic [31:0] mask$q;
  logic [31:0] pending$d;
  logic [31:0] pending$q;
  logic [31:0] moderated$d;
  logic [31:0] moderated$q;
  logic [31:0] held$d;
  logic [31:0] held$q;
  logic [31:0] remaining$read_data;
  logic [4:0] remaining$write_address;
  logic [31:0] remaining$write_data;
  logic [4:0] sweep$d;
  logic [4:0] sweep$q;
  logic [31:0] turn$request;
  logic turn$advance;
  logic [4:0] turn$grant;
  logic turn$valid;
  logic [31:0] answer$d;
  logic [31:0] answer$q;
  logic [63:0] target$d;
  logic [63:0] target$q;
  logic [31:0] payload$d;
  logic [31:0] payload$q;
  logic request_left$d;
  logic request_left$q;
  logic message_left$d;
  logic message_left$q;
  always_comb begin
    state$d = state$q;
    current$d = current$q;
    vector$d = vector$q;
    mask$d = mask$q;
    pending$d = pending$q;
    moderated$d = moderated$q;
    held$d = held$q;
    sweep$d = sweep$q;
    answer$d = answer$q;
    target$d = target$q;
    payload$d = payload$q;
    request_left$d = request_left$q;
    message_left$d = message_left$q;
    turn$advance = 1'h0;
    address_low$write = 1'h0;
    address_high$write = 1'h0;
    word$write = 1'h0;
    if (write & in_moderation) begin
      moderated$d = moderated$q | vector_bit;
    end
    if (write & in_table) begin
      address_low$write = current$q[4:3] == 2'h0;
      address_high$write = current$q[4:3] == 2'h1;
      word$write = current$q[4:3] == 2'h2;
      if (current$q[4:3] == 2'h3) begin
        mask$d = mask$q & ~vector_bit;
        if (merged[0]) begin
          mask$d = mask$q | vector_bit;
        end
      end
    end
    remaining$write_address = sweep$q;
    remaining$write_data = remaining$read_data - 32'h20;
    sweep$d = sweep$q + 5'h1;
    access_ready = 1'h0;
    data_valid = 1'h0;
    count_interrupts = 1'h0;
    clear = 32'h0;
    held$d = held$q & ~expire;
    case (state$q)
      MsixState$Idle: begin
        access_ready = 1'h1;
        current$d = access;
        if (access_valid) begin
          state$d = MsixState$Access;
          vector$d = access[9:5];
          if (access[16:8] == 9'h80) begin
            vector$d = access[7:3];
          end
        end else begin
          if (turn$valid) begin
            turn$advance = 1'h1;
            vector$d = turn$grant;
            state$d = MsixState$Send;
          end
        end
      end
      MsixState$Access: begin
        answer$d = old;
        state$d = MsixState$Answer;
        if (current$q[0]) begin
          state$d = MsixState$Idle;
        end
      end
      MsixState$Answer: begin
        data_valid = 1'h1;
        if (data_ready) begin
          state$d = MsixState$Idle;
        end
      end
      MsixState$Send: begin
        clear = vector_bit;
        target$d = {address_high$read_data, address_low$read_data};
        payload$d = word$read_data;
        request_left$d = 1'h1;
        message_left$d = 1'h1;
        count_interrupts = 1'h1;
        state$d = MsixState$Message;
        sweep$d = sweep$q;
        remaining$write_address = vector$q;
        remaining$write_data = interval_now;
        if (interval_now != 32'h0) begin
          held$d = held$q | vector_bit;
        end
      end
      MsixState$Message: begin
        if (request_ready) begin
          request_left$d = 1'h0;
        end
        if (message_ready) begin
          message_left$d = 1'h0;
        end
        if ((request_ready | ~request_left$q) & (message_ready | ~message_left$q)) begin
          state$d = MsixState$Idle;
        end
      end
      default: begin
        state$d = MsixState$Idle;
      end
    endcase
    pending$d = (pending$q & ~clear) | raised;
    if (reset) begin
      state$d = MsixState$Idle;
      mask$d = 32'hffffffff;
      pending$d = 32'h0;
      moderated$d = 32'h0;
      held$d = 32'h0;
      request_left$d = 1'h0;
      message_left$d = 1'h0;
    end
  end
  always_comb begin
    may = 32'h0;
    if (enable & ~function_mask) begin
      may = pending$q & ~(mask$q | held$q);
    end
  end
  assign turn$request = may;
  assign vector_bit = 32'h1 << {4'h0, vector$q};
  always_comb begin
    interval_now = interval$read_data;
    if (~moderated$q[vector$q]) begin
      interval_now = 32'h0;
    end
  end
  assign in_table = current$q[16:10] == 7'h0;
  assign in_moderation = current$q[16:8] == 9'h80;
  always_comb begin
    old = 32'h0;
    if (in_table) begin
      if (current$q[4:3] == 2'h0) begin
        old = address_low$read_data;
      end
      if (current$q[4:3] == 2'h1) begin
        old = address_high$read_data;
      end
      if (current$q[4:3] == 2'h2) begin
        old = word$read_data;
      end
      if (current$q[4:3] == 2'h3) begin
        old = {31'h0, low1_of32(mask$q >> {4'h0, vector$q})};
      end
    end
    if (in_moderation) begin
      old = interval_now;
    end
    if (current$q[16:3] == 14'h2000) begin
      old = pending$q;
    end
  end
  always_comb begin
    byte0 = old[7:0];
    if (current$q[53]) begin
      byte0 = current$q[28:21];
    end
  end
  always_comb begin
    byte1 = old[15:8];
    if (low1_of4(current$q[56:53] >> 32'h1)) begin
      byte1 = current$q[36:29];
    end
  end
  always_comb begin
    byte2 = old[23:16];
    if (low1_of4(current$q[56:53] >> 32'h2)) begin
      byte2 = current$q[44:37];
    end
  end
  always_comb begin
    byte3 = old[31:24];
    if (low1_of4(current$q[56:53] >> 32'h3)) begin
      byte3 = current$q[52:45];
    end
  end
  assign merged = {byte3, byte2, byte1, byte0};
  assign write = (state$q == MsixState$Access) & current$q[0];
  assign address_low$write_data = merged & 32'hfffffffc;
  assign address_high$write_data = merged;
  assign word$write_data = merged;
  assign interval$write_data = merged;
  assign interval$write = write & in_moderation;
  always_comb begin
    expire = 32'h0;
    if (remaining$read_data <= 32'h20) begin
      expire = 32'h1 << {4'h0, sweep$q};
    end
  end
  assign data = answer$q;
  assign request = {13'h4, target$q};
  assign request_valid = request_left$q;
  assign message = {1'h1, {480'h0, payload$q}};
  assign message_valid = message_left$q;
  always_comb begin
    raised = 32'h0;
    if (raise_valid) begin
      raised = 32'h1 << {4'h0, raise};
    end
  end
  assign raise_ready = 1'h1;
  address_low address_low (
    .clock(clock),
    .read_address(vector$q),
    .read_data(address_low$read_data),
    .write(address_low$write),
    .write_address(vector$q),
    .write_data(address_low$write_data)
  );
  address_low address_high (
    .clock(clock),
    .read_address(vector$q),
    .read_data(address_high$read_data),
    .write(address_high$write),
    .write_address(vector$q),
    .write_data(address_high$write_data)
  );
  address_low word (
    .clock(clock),
    .read_address(vector$q),
    .read_data(word$read_data),
    .write(word$write),
    .write_address(vector$q),
    .write_data(word$write_data)
  );
  address_low interval (
    .clock(clock),
    .read_address(vector$q),
    .read_data(interval$read_data),
    .write(interval$write),
    .write_address(vector$q),
    .write_data(interval$write_data)
  );
  address_low remaining (
    .clock(clock),
    .read_address(sweep$q),
    .read_data(remaining$read_data),
    .write(1'h1),
    .write_address(remaining$write_address),
    .write_data(remaining$write_data)
  );
  turn turn (
    .clock(clock),
    .reset(reset),
    .request(turn$request),
    .advance(turn$advance),
    .grant(turn$grant),
    .valid(turn$valid)
  );
  initial begin
    state$q = 3'h0;
    current$q = 57'h0;
    vector$q = 5'h0;
    mask$q = 32'h0;
    pending$q = 32'h0;
    moderated$q = 32'h0;
    held$q = 32'h0;
    sweep$q = 5'h0;
    answer$q = 32'h0;
    target$q = 64'h0;
    payload$q = 32'h0;
    request_left$q = 1'h0;
    message_left$q = 1'h0;
  end
  always @(posedge clock) begin
    state$q <= state$d;
    current$q <= current$d;
    vector$q <= vector$d;
    mask$q <= mask$d;
    pending$q <= pending$d;
    moderated$q <= moderated$d;
    held$q <= held$d;
    sweep$q <= sweep$d;
    answer$q <= answer$d;
    target$q <= target$d;
    payload$q <= payload$d;
    request_left$q <= request_left$d;
    message_left$q <= message_left$d;
  end
endmodule

`default_nettype wire
