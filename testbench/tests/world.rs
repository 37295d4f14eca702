//! A world of two hosts, around cards that send back what they receive.

use std::collections::VecDeque;

use ferric_testbench::card::{Card, Inputs, Outputs};
use ferric_testbench::link::channel::Odds;
use ferric_testbench::link::mac;
use ferric_testbench::link::pcap::Capture;
use ferric_testbench::link::pins::Beat;
use ferric_testbench::link::wire::Side;
use ferric_testbench::world::{Settings, World};
use std::sync::{Arc, Mutex};

/// When each frame came, and its first byte.
type Log = Arc<Mutex<Vec<(u64, u8)>>>;

/// Sends its frames, then every frame that comes, as soon as it is whole.
#[derive(Default)]
struct Echo {
    ready: VecDeque<Beat>,
    open: Vec<Beat>,
    log: Log,
    cycle: u64,
}

impl Card for Echo {
    fn step(&mut self, inputs: &Inputs, outputs: &mut Outputs) {
        self.cycle += 1;
        let mac = &mut outputs.mac;
        mac.tx_valid = !self.ready.is_empty();
        if let Some(beat) = self.ready.front() {
            mac.tx.clone_from(beat);
        }
        if mac.tx_valid && inputs.mac.tx_ready {
            self.ready.pop_front();
        }
        if inputs.mac.rx_valid {
            if self.open.is_empty() {
                self.log
                    .lock()
                    .unwrap()
                    .push((self.cycle, inputs.mac.rx.data[0]));
            }
            let beat = Beat {
                bad: false,
                ..inputs.mac.rx.clone()
            };
            self.open.push(beat);
            if inputs.mac.rx.last {
                self.ready.extend(self.open.drain(..));
            }
        }
    }
}

/// A faulty link, clocks that drift, eight frames under way.
fn world(delay: u64, threads: bool) -> (World, [Log; 2]) {
    let mac = |cycle| mac::Settings {
        cycle,
        rx_gap: 30,
        ..mac::Settings::hundred_gigabit()
    };
    let settings = Settings {
        macs: [mac(4000), mac(4003)],
        delay,
        threads,
        ..Settings::instant(1)
    };
    let mut cards = [Echo::default(), Echo::default()];
    for index in 0..8 {
        let beat = Beat {
            data: [index; 64],
            keep: u64::MAX,
            last: true,
            bad: false,
        };
        let first = Beat {
            last: false,
            ..beat.clone()
        };
        cards[0].ready.extend([first, beat]);
    }
    let logs = [cards[0].log.clone(), cards[1].log.clone()];
    let mut world = World::new(
        settings,
        cards.map(|card| Box::new(card) as Box<dyn Card + Send>),
    );
    for side in Side::BOTH {
        world.link_mut().port_mut(side).channel.set_odds(Odds {
            lose: 10_000,
            duplicate: 20_000,
            reorder: 20_000,
            reorder_by: 100_000,
            bad_check: 10_000,
            delay: 10_000,
            delay_by: 50_000,
            ..Odds::default()
        });
    }
    (world, logs)
}

const CYCLES: u64 = 10_000;

#[test]
fn two_threads_see_exactly_what_one_sees() {
    let (mut one, logs_one) = world(300_000, false);
    let (mut two, logs_two) = world(300_000, true);
    for cycles in [1, 70, 75, 76, CYCLES] {
        one.run(Side::B, cycles);
        two.run(Side::B, cycles);
    }
    for side in Side::BOTH {
        let seen = logs_one[side.index()].lock().unwrap();
        assert!(seen.len() > 100);
        assert_eq!(*seen, *logs_two[side.index()].lock().unwrap());
        let log = |world: &World| world.link().port(side).channel.log().to_vec();
        assert_eq!(log(&one), log(&two));
        assert_eq!(one.host(side).now(), two.host(side).now());
    }
}

#[test]
fn link_without_delay_still_carries_frames_both_ways() {
    let (mut world, logs) = world(0, true);
    world.run(Side::A, CYCLES);
    assert!(logs[0].lock().unwrap().len() > 100);
    assert_eq!(world.host(Side::A).now(), CYCLES);
}

#[test]
fn capture_holds_every_frame_sent() {
    let (mut world, _) = world(300_000, true);
    let folder = std::env::temp_dir().join(format!("ferric-world-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let stem = folder.join("world");
    world.capture(Capture::create(&stem).unwrap());
    world.run(Side::A, CYCLES);
    world.link_mut().finish_capture().unwrap();
    let sent: u64 = Side::BOTH
        .iter()
        .map(|side| world.link().port(*side).channel.sent())
        .sum();
    let bytes = std::fs::metadata(stem.with_extension("pcap"))
        .unwrap()
        .len();
    assert_eq!(bytes, 24 + sent * (16 + 128));
    std::fs::remove_dir_all(folder).unwrap();
}
