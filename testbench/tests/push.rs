//! Small sends that are pushed through the doorbell page: never lost, doubled or out of order among those that are rung. How soon they are on
//! the wire is in `performance`.
use ferric::bus::{Bar, Bus};
use ferric::verbs::{AccessFlags, QueuePair, RecvWr, SendWr};
use ferric_layout::doorbell::{PAGE_SHIFT, PUSH};
use ferric_layout::work::{SendWqe, flag, opcode};
use ferric_testbench::link::wire::Side;
use ferric_testbench::measure::HostKind;
use ferric_testbench::pair::{Connection, Pair};
use ferric_testbench::world::Settings;
use zerocopy::IntoBytes;

/// Cycles within which anything small must have happened.
const PATIENCE: u64 = 400_000;

/// Connected queue pairs whose receivers take messages of up to `SIZE` bytes.
struct Lane {
    connection: Connection,
    sent: u32,
    taken: u32,
}

const SIZE: usize = 256;
const ROOM: u32 = 32;

#[test]
fn random_pushes_and_doorbells_arrive_once_and_in_order() {
    let mut settings = Settings::instant(7);
    let host = HostKind {
        round_trip: 50,
        ..HostKind::GOALS
    };
    settings.hosts = [host.settings(7), host.settings(8)];
    let pair = Pair::new(settings).unwrap();
    let mut random = fastrand::Rng::with_seed(77);
    let memory = |side: Side, access| {
        let pd = &pair.ends[side.index()].pd;
        pd.allocate(8 * ROOM as usize * SIZE, access).unwrap()
    };
    let source = memory(Side::A, AccessFlags::NONE);
    let target = memory(Side::B, AccessFlags::LOCAL_WRITE);
    let mut lanes: Vec<Lane> = (0..8)
        .map(|_| Lane {
            connection: pair
                .connect(256, |b| {
                    b.set_max_send_wr(64)
                        .set_max_recv_wr(64)
                        .set_max_inline_data(64)
                })
                .unwrap(),
            sent: 0,
            taken: 0,
        })
        .collect();
    // A message is its number, as often as it fits.
    let message = |number: u32, length: usize| -> Vec<u8> {
        number
            .to_le_bytes()
            .into_iter()
            .cycle()
            .take(length)
            .collect()
    };
    let place = |lane: usize, number: u32| (lane * ROOM as usize + (number % ROOM) as usize) * SIZE;
    for (k, lane) in lanes.iter().enumerate() {
        for number in 0..ROOM {
            receive(&lane.connection.qps[1], &target, place(k, number), number);
        }
    }
    let mut lengths = vec![vec![]; lanes.len()];
    let total = 150;
    while lanes.iter().any(|lane| lane.taken < total) {
        let k = random.usize(..lanes.len());
        let room = ROOM - (lanes[k].sent - lanes[k].taken);
        let count = random.u32(1..=3).min(room).min(total - lanes[k].sent);
        // One alone is pushed if it is small and inline; lists, larger ones and those from memory are rung.
        pair.ends[0].device.set_push(random.u8(..8) != 0);
        let count = if random.u8(..3) == 0 {
            count
        } else {
            count.min(1)
        };
        let bytes: Vec<(Vec<u8>, bool)> = (0..count)
            .map(|j| {
                let inline = random.u8(..4) != 0;
                let length = if inline {
                    random.usize(4..=40)
                } else {
                    random.usize(4..=SIZE)
                };
                (message(lanes[k].sent + j, length), inline)
            })
            .collect();
        let sges: Vec<_> = bytes
            .iter()
            .enumerate()
            .map(|(j, (bytes, _))| {
                let at = place(k, lanes[k].sent + j as u32);
                source.write(at, bytes).unwrap();
                [source.sge(at..at + bytes.len()).unwrap()]
            })
            .collect();
        let list: Vec<SendWr> = bytes
            .iter()
            .zip(&sges)
            .enumerate()
            .map(|(j, ((bytes, inline), sges))| {
                let id = u64::from(lanes[k].sent + j as u32);
                let send = if *inline {
                    SendWr::send_inline(id, bytes)
                } else {
                    SendWr::send(id, sges)
                };
                send.signaled()
            })
            .collect();
        lanes[k].connection.qps[0].post_send(&list).unwrap();
        lengths[k].extend(bytes.iter().map(|(bytes, _)| bytes.len()));
        lanes[k].sent += count;
        if random.u8(..4) == 0 {
            pair.run(random.u64(..600));
        }
        for (k, lane) in lanes.iter_mut().enumerate() {
            let outstanding = (lane.sent - lane.taken) as usize;
            if outstanding == 0 || (outstanding < ROOM as usize / 2 && random.u8(..4) != 0) {
                continue;
            }
            let received = lane
                .connection
                .complete(&pair, Side::B, outstanding, PATIENCE)
                .unwrap();
            let done = lane
                .connection
                .complete(&pair, Side::A, outstanding, PATIENCE)
                .unwrap();
            for (sent, got) in done.iter().zip(&received) {
                let number = lane.taken;
                assert!(sent.is_success() && got.is_success(), "{sent:?} {got:?}");
                assert_eq!((sent.wr_id, got.wr_id), (number.into(), number.into()));
                let length = lengths[k][number as usize];
                assert_eq!(got.byte_len as usize, length);
                let mut seen = vec![0; length];
                target.read(place(k, number), &mut seen).unwrap();
                assert_eq!(seen, message(number, length), "lane {k}");
                receive(
                    &lane.connection.qps[1],
                    &target,
                    place(k, number),
                    number + ROOM,
                );
                lane.taken += 1;
            }
        }
    }
    // Nothing more comes of it.
    pair.run(5_000);
    let frames = pair.world().traffic(Side::A).frames;
    pair.run(5_000);
    assert_eq!(pair.world().traffic(Side::A).frames, frames);
}

fn receive(qp: &QueuePair, target: &ferric::verbs::MemoryRegion, at: usize, number: u32) {
    let sge = target.sge(at..at + SIZE).unwrap();
    qp.post_recv(&[RecvWr::new(number.into(), &[sge])]).unwrap();
}

#[test]
fn slot_that_is_pushed_again_is_sent_once() {
    let pair = Pair::new(Settings::instant(9)).unwrap();
    let connection = pair
        .connect(64, |b| {
            b.set_access(AccessFlags::REMOTE_WRITE)
                .set_max_inline_data(32)
        })
        .unwrap();
    let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
    let target = pair.ends[1].pd.allocate(64, access).unwrap();
    let data = [0x5A; 8];
    let write = SendWr::write_inline(1, &data, target.addr(), target.rkey()).signaled();
    let qp = &connection.qps[0];
    qp.post_send(&[write]).unwrap();
    let [a, b, c, _] = qp.number().to_le_bytes();
    let head = SendWqe {
        opcode: opcode::WRITE,
        flags: flag::SIGNALED | flag::INLINE,
        qpn: [a, b, c],
        length: 8.into(),
        remote_va: target.addr().into(),
        rkey: target.rkey().into(),
        ..SendWqe::default()
    };
    let mut slot = [0; 64];
    slot[..32].copy_from_slice(head.as_bytes());
    slot[32..40].copy_from_slice(&[0xA5; 8]);
    let bus = &pair.ends[0].bus;
    for page in 0..4 {
        // One of these is the queue pair's own; the window reads as nothing.
        let window = (page << PAGE_SHIFT) + PUSH;
        bus.write_slot(Bar::Doorbells, window, &slot).unwrap();
        assert_eq!(bus.read32(Bar::Doorbells, window).unwrap(), 0);
        pair.run(20);
    }
    connection.complete(&pair, Side::A, 1, PATIENCE).unwrap();
    pair.run(5_000);
    let mut seen = [0; 8];
    target.read(0, &mut seen).unwrap();
    assert_eq!(seen, data);
    assert!(
        connection.cqs[0]
            .poll(&mut [Default::default()])
            .unwrap()
            .is_empty()
    );
    assert_eq!(pair.world().traffic(Side::A).frames, 1);
}
