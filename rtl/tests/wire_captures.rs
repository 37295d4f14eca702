//! Real frames: the digest's vectors, and everything the Linux kernel's RoCE driver was recorded to send.
//!
//! The recordings are looked for in `FERRIC_CAPTURES`, else in `shared/rxe/captures` beside the workspace; a run without any fails. Those
//! over IPv6 are in `testbench/recordings/ipv6`.
mod wire_common;
use ferric_layout::opcode::{headers, transport};
use std::{env, fs, path::PathBuf};
use wire_common::receive::Wire;
use wire_common::*;

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// A frame read without any help of the circuits.
struct Read {
    destination: [u8; 6],
    ipv6: bool,
    source: [u8; 16],
    target: [u8; 16],
    bth: [u8; 12],
    /// Between the BTH and the ICRC.
    rest: Vec<u8>,
    icrc_good: bool,
    congested: bool,
}

impl Read {
    fn new(frame: &[u8]) -> Read {
        let ipv6 = frame[12..14] == [0x86, 0xDD];
        let udp = if ipv6 { 54 } else { 34 };
        let gid = |at: usize| {
            if ipv6 {
                frame[at..at + 16].try_into().unwrap()
            } else {
                v4(frame[at..at + 4].try_into().unwrap())
            }
        };
        let (source, target) = if ipv6 {
            (gid(22), gid(38))
        } else {
            (gid(26), gid(30))
        };
        let end = udp + usize::from(u16::from_be_bytes([frame[udp + 4], frame[udp + 5]]));
        let congested = if ipv6 {
            frame[15] & 0x30 == 0x30
        } else {
            frame[15] & 3 == 3
        };
        Read {
            destination: frame[..6].try_into().unwrap(),
            ipv6,
            source,
            target,
            bth: frame[udp + 8..udp + 20].try_into().unwrap(),
            rest: frame[udp + 20..end - 4].to_vec(),
            icrc_good: icrc(&frame[14..end - 4]).to_le_bytes() == frame[end - 4..end],
            congested,
        }
    }
    fn qpn(&self) -> u32 {
        u32::from_be_bytes([0, self.bth[5], self.bth[6], self.bth[7]])
    }

    /// The QP that this frame is for, as if it were ours.
    fn path(&self) -> Path {
        Path {
            qpn: self.qpn() as u16,
            state: ferric_layout::qp::state::RTS,
            transport: self.bth[0] >> 5,
            ipv6: self.ipv6,
            vlan: None,
            peer_mac: [0; 6],
            peer: self.source,
            own: self.target,
            traffic_class: 0,
            hop_limit: 64,
            flow_label: 0,
            source_port: 0xC000,
            pkey: 0xFFFF,
        }
    }

    /// What must come of it: a counter, or the packet and its pad.
    fn outcome(&self) -> Result<(Packet, u8), &'static str> {
        let opcode = self.bth[0];
        let present = headers_of(opcode);
        let has = |bit: u8| present & bit != 0;
        let sizes = [
            (headers::RETH, 16),
            (headers::ATOMIC, 28),
            (headers::AETH, 4),
            (headers::ATOMIC_ACK, 8),
            (headers::IMMEDIATE | headers::INVALIDATE, 4),
        ];
        let extensions: usize = sizes
            .iter()
            .filter(|size| has(size.0))
            .map(|size| size.1)
            .sum();
        let pad = self.bth[1] >> 4 & 3;
        let pkey = u16::from_be_bytes([self.bth[2], self.bth[3]]);
        if !self.icrc_good {
            return Err("rx_icrc");
        }
        if self.bth[1] & 15 != 0 {
            return Err("rx_bth_version");
        }
        if opcode >> 5 != transport::RC {
            return Err("rx_opcode");
        }
        if self.rest.len() < extensions {
            return Err("rx_runt");
        }
        let body = &self.rest[extensions..];
        if body.len() < pad.into() || !carries_payload(opcode) && !body.is_empty() {
            return Err("rx_length");
        }
        if pkey & 0x7FFF != 0x7FFF {
            return Err("rx_pkey");
        }
        let word = |at: usize| u32::from_be_bytes(self.rest[at..at + 4].try_into().unwrap());
        let long = |at: usize| u64::from_be_bytes(self.rest[at..at + 8].try_into().unwrap());
        let mut packet = Packet {
            qpn: self.qpn(),
            opcode,
            psn: u32::from_be_bytes([0, self.bth[9], self.bth[10], self.bth[11]]),
            solicited: self.bth[1] & 0x80 != 0,
            ack_request: self.bth[8] & 0x80 != 0,
            payload: body[..body.len() - usize::from(pad)].to_vec(),
            ..Default::default()
        };
        if has(headers::RETH | headers::ATOMIC) {
            (packet.va, packet.rkey) = (long(0), word(8));
        }
        if has(headers::RETH) {
            packet.dma_length = word(12);
        }
        if has(headers::ATOMIC) {
            (packet.swap, packet.compare) = (long(12), long(20));
        }
        if has(headers::AETH) {
            (packet.syndrome, packet.msn) = (self.rest[0], word(0) & 0xFF_FFFF);
        }
        if has(headers::ATOMIC_ACK) {
            packet.va = long(4);
        }
        if has(headers::IMMEDIATE | headers::INVALIDATE) {
            packet.immediate = self.rest[extensions - 4..extensions].try_into().unwrap();
        }
        Ok((packet, pad))
    }
}

/// Sends the frame to the QP it names and compares what comes of it; the counter is the answer.
fn judge(wire: &mut Wire, frame: &[u8], name: &str) -> &'static str {
    let read = Read::new(frame);
    read.path().configure(&mut wire.bench.model);
    wire.bench.model.poke_big(
        "mac",
        &num_bigint::BigUint::from_bytes_be(&read.destination),
    );
    wire.counts.clear();
    wire.push(frame.to_vec());
    let mut limit = 400;
    while wire.counts.get("rx_frames") == 0 {
        wire.step();
        limit -= 1;
        assert!(limit > 0, "{name}: the frame is lost");
    }
    match read.outcome() {
        Err(counter) => {
            assert_eq!(
                wire.counts.get(counter),
                1,
                "{name}: {:?}",
                wire.counts.seen()
            );
            assert_eq!(wire.counts.get("rx_good"), 0, "{name}");
            counter
        }
        Ok((packet, pad)) => {
            assert_eq!(
                wire.counts.get("rx_good"),
                1,
                "{name}: {:?}",
                wire.counts.seen()
            );
            let (record, data) = if is_response(packet.opcode) {
                (wire.response, wire.response_data)
            } else {
                (wire.request, wire.request_data)
            };
            let whole = usize::from(!packet.payload.is_empty());
            wire.bench.run_until(400, |bench| {
                bench.received(record) == 1 && bench.received_payloads(data) == whole
            });
            let record = wire.bench.take(record).pop().unwrap();
            let mut payload = wire.bench.take_payloads(data).pop().unwrap_or_default();
            assert_eq!(
                record.get("length") as usize,
                packet.payload.len(),
                "{name}"
            );
            payload.truncate(packet.payload.len());
            assert_eq!(record.get("pad") as u8, pad, "{name}");
            assert_eq!(record.get("congested") == 1, read.congested, "{name}");
            assert_eq!(receive::packet_unpadded(&record, payload), packet, "{name}");
            "rx_good"
        }
    }
}

/// Digest §4: the Ethernet header is ours, the rest is as printed, with the ICRC that real cards made.
#[test]
fn captures_vectors_of_the_digest_have_a_good_icrc() {
    let vectors = [
        ("45c2003c718c40004011 9161 0a001101 0a001201 000012b700280000 8100ffff4000011800000000 00000000000000000000000000000000 82fd002a", "rx_opcode"),
        (
            "45010040047840004011b4d5c0a80007c0a80007 c00012b7002caca2 2460ffff000000d300cf1710 4630818be28935d90e9a95505401be885e500000 78f353f3",
            "rx_opcode",
        ),
        (
            "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024 c00012b7002ce7c5
             2460ffff000000d300cf1710 4630818be28935d90e9a95505401be885e500000 3e5b743b",
            "rx_opcode",
        ),
        (
            "4502004400004000401126a50a0000010a000002 c12312b700300000 0a30ffff0000001180000100 00000000000010001234567800000005
             68656c6c6f000000 77d1d9b2",
            "rx_good",
        ),
        ("4502003000004000401126b90a0000020a000001 c12312b7001c0000 1100ffff0000001200000100 1f000001 4a6e4fa7", "rx_good"),
    ];
    let mut wire = Wire::new(41);
    for (text, counter) in vectors {
        let packet = hex(text);
        let mut frame = [OWN_MAC, [2, 0, 0, 0, 0, 1]].concat();
        frame.extend(if packet[0] >> 4 == 6 {
            [0x86, 0xDD]
        } else {
            [8, 0]
        });
        frame.extend(packet);
        assert!(Read::new(&frame).icrc_good, "the reader itself");
        assert_eq!(judge(&mut wire, &frame, text), counter);
        assert_eq!(judge(&mut wire, &padded(frame.clone()), text), counter);
        let last = frame.len() - 1;
        frame[last] ^= 0x10;
        assert_eq!(judge(&mut wire, &frame, text), "rx_icrc");
    }
}

/// The recordings in a folder.
fn recordings(folder: &PathBuf) -> Vec<PathBuf> {
    let files = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}; set FERRIC_CAPTURES", folder.display()));
    let mut files: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "pcap"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no recording in {}", folder.display());
    files
}

#[test]
fn captures_every_recorded_frame_is_read_as_by_an_independent_reader() {
    let below = |path: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let beside = || below("../../shared/rxe/captures");
    let v4 = env::var_os("FERRIC_CAPTURES").map_or_else(beside, PathBuf::from);
    let v6 = below("../testbench/recordings/ipv6");
    let files: Vec<PathBuf> = [v4, v6].iter().flat_map(recordings).collect();
    let mut wire = Wire::new(42);
    let (mut good, mut frames) = (0, 0);
    for file in &files {
        let mut reader = pcap_file::pcap::PcapReader::new(fs::File::open(file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let mut wrong_icrc = 0;
        while let Some(record) = reader.next_packet() {
            let counter = judge(
                &mut wire,
                &record.unwrap().data,
                &format!("{name}, frame {frames}"),
            );
            good += u32::from(counter == "rx_good");
            wrong_icrc += u32::from(counter == "rx_icrc");
            frames += 1;
        }
        assert_eq!(wrong_icrc, u32::from(name == "corrupt_icrc"), "{name}");
    }
    println!(
        "{frames} frames of {} recordings, {good} of them handed on",
        files.len()
    );
    assert!(good * 10 > frames * 8, "{good} of {frames}");
}
