//! Good frames into `WireReceive`: they come out as they were sent, at the wire's pace.
mod wire_common;
use ferric_layout::qp::state;
use wire_common::receive::Wire;
use wire_common::*;

/// Four paths, IPv4 and IPv6, without and with a tag, all configured.
fn four_paths(wire: &mut Wire) -> Vec<Path> {
    let paths: Vec<Path> = (0..4)
        .map(|k| Path::random(2 + 300 * k, k & 1 != 0, k & 2 != 0, wire.bench.random()))
        .collect();
    paths
        .iter()
        .for_each(|path| path.configure(&mut wire.bench.model));
    paths
}

/// Sends the packets over their paths and expects each of them, and nothing else.
fn all_arrive(wire: &mut Wire, packets: Vec<(Path, Packet)>) {
    wire.counts.clear();
    let mut sent = [vec![], vec![]];
    for (path, packet) in packets {
        let frame = Frame::new(&path.reverse(), &packet).seal();
        let pads = wire.bench.random().bool();
        wire.push(if pads { padded(frame) } else { frame });
        sent[usize::from(is_response(packet.opcode))].push(packet);
    }
    wire.run();
    let got = wire.packets();
    for (sent, got) in sent.iter().zip(&got) {
        for (sent, got) in sent.iter().zip(got) {
            assert_eq!(got, sent, "{} bytes", sent.payload.len());
        }
        assert_eq!(sent.len(), got.len());
    }
    let [requests, responses] = [&sent[0], &sent[1]].map(|sent| sent.len() as u64);
    let all = requests + responses;
    let counts = [
        ("rx_frames", all),
        ("rx_good", all),
        ("rx_requests", requests),
        ("rx_responses", responses),
    ];
    assert_eq!(
        wire.counts.seen(),
        counts
            .into_iter()
            .filter(|count| count.1 != 0)
            .collect::<Vec<_>>()
    );
}

#[test]
fn receive_any_opcode_and_path_comes_out_as_sent() {
    let mut wire = Wire::new(1);
    let paths = four_paths(&mut wire);
    let mut packets = vec![];
    for opcode in all_opcodes() {
        for path in &paths {
            for _ in 0..6 {
                let length = if carries_payload(opcode) {
                    wire.bench.random().usize(0..200)
                } else {
                    0
                };
                packets.push((
                    path.clone(),
                    Packet::random(opcode, path.qpn.into(), length, wire.bench.random()),
                ));
            }
        }
    }
    wire.bench.random().shuffle(&mut packets);
    all_arrive(&mut wire, packets);
}

/// READ Response Middle has no header, WRITE Only with Immediate the most a payload can stand behind.
#[test]
fn receive_every_length_comes_out_as_sent() {
    let mut wire = Wire::new(2);
    let paths = four_paths(&mut wire);
    for path in paths {
        let mut packets = vec![];
        for length in lengths() {
            let opcode = [0x0E, 0x0B, 0x10, 0x06][length & 3];
            packets.push((
                path.clone(),
                Packet::random(opcode, path.qpn.into(), length, wire.bench.random()),
            ));
            let other = [0x0B, 0x04, 0x05, 0x0E][length & 3];
            if length <= 300 {
                packets.push((
                    path.clone(),
                    Packet::random(other, path.qpn.into(), length, wire.bench.random()),
                ));
            }
        }
        all_arrive(&mut wire, packets);
    }
}

#[test]
fn receive_without_gaps_takes_a_beat_and_a_packet_every_cycle() {
    let mut wire = Wire::new(3);
    wire.gaps = 0.0;
    wire.bench.set_stall(0.0);
    let paths = four_paths(&mut wire);
    for (opcode, length) in [
        (0x11, 0),
        (0x04, 0),
        (0x10, 1),
        (0x0A, 256),
        (0x04, 1024),
        (0x0F, 4096),
    ] {
        let packets: Vec<Packet> = (0..60)
            .map(|_| Packet::random(opcode, 2, length, wire.bench.random()))
            .collect();
        let frames = packets
            .iter()
            .map(|packet| Frame::new(&paths[0].reverse(), packet).seal());
        let frames: Vec<Vec<u8>> = frames.collect();
        let beats: usize = frames.iter().map(|frame| frame.len().div_ceil(64)).sum();
        frames.into_iter().for_each(|frame| wire.push(frame));
        // The last record is out ten cycles after the last beat: neither side ever fell behind.
        (0..beats + 10).for_each(|_| wire.step());
        let record = if is_response(opcode) {
            wire.response
        } else {
            wire.request
        };
        assert_eq!(
            wire.bench.received(record),
            60,
            "opcode {opcode:#x}, {length} bytes"
        );
        wire.run();
        assert_eq!(wire.packets()[usize::from(is_response(opcode))], packets);
    }
    assert_eq!(wire.counts.get("rx_good"), 360);
}

/// The figures of docs/wire.md.
#[test]
fn receive_latency_from_the_last_beat_to_the_record_is_ten_cycles() {
    let mut wire = Wire::new(4);
    wire.gaps = 0.0;
    wire.bench.set_stall(0.0);
    let paths = four_paths(&mut wire);
    for (opcode, length) in [(0x11, 0), (0x04, 500), (0x0E, 4096)] {
        let packet = Packet::random(opcode, 2, length, wire.bench.random());
        let frame = Frame::new(&paths[0].reverse(), &packet).seal();
        let beats = frame.len().div_ceil(64) as u64;
        let start = wire.bench.cycle();
        wire.push(frame);
        wire.run();
        let (record, data) = if is_response(opcode) {
            (wire.response, wire.response_data)
        } else {
            (wire.request, wire.request_data)
        };
        let last = start + beats;
        let mut after = |sink| {
            wire.bench
                .take(sink)
                .first()
                .map(|first| first.cycle - last)
        };
        assert_eq!(after(record), Some(10));
        assert!(after(data).is_none_or(|cycles| cycles == 12));
    }
}

/// Case 36: MigReq of either value; and what routers may change: DSCP, ECN, hop limit, flow label, UDP checksum, FECN and BECN.
#[test]
fn receive_fields_outside_the_icrc_may_change() {
    let mut wire = Wire::new(5);
    let paths = four_paths(&mut wire);
    for path in &paths {
        let packet = Packet::random(0x0A, path.qpn.into(), 77, wire.bench.random());
        let mut frame = Frame::new(&path.reverse(), &packet);
        frame.bth[1] &= !0x40;
        let icrc = frame.seal()[frame.body().len()..].to_vec();
        frame.source = [2, 9, 9, 9, 9, 9];
        frame.udp[6..8].copy_from_slice(&[0x12, 0x34]);
        frame.bth[4] = 0xFF;
        if path.ipv6 {
            frame.ip[0] |= 0x0F;
            frame.ip[1..4].fill(0xFF);
            frame.ip[7] = 1;
        } else {
            frame.ip[1] = 3;
            frame.ip[8] = 1;
            frame.fix_checksum();
        }
        let mut bytes = frame.body();
        bytes.extend(icrc);
        wire.push(bytes);
        wire.run();
        let record = wire.bench.take(wire.request).pop().expect("passes");
        assert_eq!((record.get("congested"), record.get("length")), (1, 77));
        wire.bench.take(wire.request_data);
    }
    assert_eq!(wire.counts.get("rx_good"), 4);
}

/// Requests may come in RTR, RTS and SQD, responses in RTS and SQD (digest §6).
#[test]
fn receive_qp_state_decides_for_requests_and_responses() {
    let mut wire = Wire::new(6);
    let mut path = Path::random(700, false, false, wire.bench.random());
    for state in state::RESET..=state::ERROR {
        path.state = state;
        path.configure(&mut wire.bench.model);
        wire.counts.clear();
        for opcode in [0x04, 0x11] {
            let packet = Packet::random(opcode, 700, 0, wire.bench.random());
            wire.push(Frame::new(&path.reverse(), &packet).seal());
        }
        wire.run();
        let requests = u64::from([state::RTR, state::RTS, state::SQD].contains(&state));
        let responses = u64::from([state::RTS, state::SQD].contains(&state));
        let counts =
            ["rx_requests", "rx_responses", "rx_qp_state"].map(|name| wire.counts.get(name));
        assert_eq!(
            counts,
            [requests, responses, 2 - requests - responses],
            "state {state}"
        );
    }
}

/// A reserved operation of RC goes to the responder, which must refuse it.
#[test]
fn receive_reserved_operation_is_a_request_without_headers() {
    let mut wire = Wire::new(7);
    let paths = four_paths(&mut wire);
    let reserved: Vec<u8> = (0..32)
        .filter(|operation| ferric_layout::opcode::row(*operation).is_none())
        .collect();
    assert!(reserved.contains(&0x15) && reserved.contains(&0x1F));
    let packets = reserved
        .iter()
        .flat_map(|opcode| paths.iter().map(|path| (path.clone(), *opcode)));
    let packets: Vec<_> = packets
        .map(|(path, opcode)| {
            (
                path.clone(),
                Packet::random(opcode, path.qpn.into(), 40, wire.bench.random()),
            )
        })
        .collect();
    all_arrive(&mut wire, packets);
}

#[test]
fn receive_disabled_takes_whole_frames_or_none() {
    let mut wire = Wire::new(8);
    wire.gaps = 0.0;
    let paths = four_paths(&mut wire);
    let frame = |packet: &Packet| Frame::new(&paths[1].reverse(), packet).seal();
    let packets: Vec<Packet> = (0..4)
        .map(|_| Packet::random(0x04, paths[1].qpn.into(), 1000, wire.bench.random()))
        .collect();
    packets.iter().for_each(|packet| wire.push(frame(packet)));
    let beats = frame(&packets[0]).len().div_ceil(64);
    // Off in the middle of the first, on in the middle of the third: the first and the fourth are taken.
    for cycle in 0..4 * beats {
        if cycle == beats / 2 || cycle == 2 * beats + beats / 2 {
            wire.bench.model.poke("enable", cycle > beats);
        }
        wire.step();
    }
    wire.run();
    assert_eq!(wire.packets()[0], [packets[0].clone(), packets[3].clone()]);
    assert_eq!(
        wire.counts.seen(),
        [("rx_frames", 2), ("rx_good", 2), ("rx_requests", 2)]
    );
}

/// 64 KB of requests stand, and then requests are dropped whole, while responses pass.
#[test]
fn receive_full_buffer_drops_whole_frames_and_recovers() {
    let mut wire = Wire::new(9);
    let paths = four_paths(&mut wire);
    let (request_data, request) = (wire.request_data, wire.request);
    for stopped in [request_data, request] {
        wire.bench.set_stall(0.0);
        wire.bench.set_sink_stall(stopped, 1.0);
        wire.counts.clear();
        // By beats: 16 each, 64 of them fill it. By records: none has payload, and 512 are kept.
        let (length, fit, sent) = if stopped == request_data {
            (1024, 64, 90)
        } else {
            (0, 512, 540)
        };
        let packets: Vec<Packet> = (0..sent)
            .map(|_| Packet::random(0x04, 2, length, wire.bench.random()))
            .collect();
        for (k, packet) in packets.iter().enumerate() {
            wire.push(Frame::new(&paths[0].reverse(), packet).seal());
            if k % 10 == 9 {
                let response = Packet::random(0x10, 2, 300, wire.bench.random());
                wire.push(Frame::new(&paths[0].reverse(), &response).seal());
            }
        }
        wire.run();
        let responses = sent as u64 / 10;
        assert_eq!(wire.counts.get("rx_responses"), responses);
        assert_eq!(
            wire.bench.received_payloads(wire.response_data) as u64,
            responses
        );
        assert_eq!(wire.counts.get("rx_requests"), fit);
        assert_eq!(wire.counts.get("rx_buffer_full"), sent as u64 - fit);
        wire.bench.set_stall(0.3);
        wire.run();
        assert_eq!(wire.packets()[0], packets[..fit as usize]);
        let again = (0..70)
            .map(|_| {
                (
                    paths[0].clone(),
                    Packet::random(0x0A, 2, 900, wire.bench.random()),
                )
            })
            .collect();
        all_arrive(&mut wire, again);
    }
}
