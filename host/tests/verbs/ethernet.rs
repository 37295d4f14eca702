//! The Ethernet port: frames through both rings, their wrap, sleeping, and the end of a port.
use crate::card::FakeCard;
use crate::setup::MAC;
use ferric::bus::{Bar, Bus};
use ferric::driver::DriverError;
use ferric::ethernet::*;
use ferric::verbs::Device;
use ferric_layout::counter::Counter;
use ferric_layout::register::{self, FEATURES, feature};
use std::sync::Arc;
use std::time::Duration;

const LATER: Option<Duration> = Some(Duration::from_secs(20));
const SLOTS: u32 = 8;

fn device(features: u32) -> (Arc<FakeCard>, Device) {
    let card = FakeCard::new();
    card.set_register(FEATURES, features);
    let device = Device::open(card.clone(), MAC).unwrap();
    (card, device)
}

fn small() -> EthernetConfig {
    EthernetConfig {
        receive_slots: SLOTS,
        transmit_slots: SLOTS,
        promiscuous: false,
    }
}

fn port() -> (Arc<FakeCard>, Device, EthernetPort) {
    let (card, device) = device(feature::BUILT | feature::ETHERNET);
    let port = device.ethernet(&small()).unwrap();
    (card, device, port)
}

fn frame(length: usize, seed: usize) -> Vec<u8> {
    (0..length).map(|k| (k * 7 + seed * 31 + 1) as u8).collect()
}

fn received(port: &EthernetPort) -> Option<Vec<u8>> {
    let mut room = [0xEE; FRAME_MAX];
    let length = port.receive(&mut room).unwrap()?;
    assert!(room[length..].iter().all(|byte| *byte == 0xEE));
    Some(room[..length].to_vec())
}

#[test]
fn frames_of_every_length_cross_both_ways_and_others_are_refused() {
    let (card, _device, port) = port();
    for length in FRAME_MIN..=FRAME_MAX {
        let frame = frame(length, length);
        port.send(&frame).unwrap();
        assert_eq!(card.sent(), Some(frame.clone()));
        assert!(card.arrive(&frame));
        assert_eq!(received(&port), Some(frame));
    }
    for length in [0, FRAME_MIN - 1, FRAME_MAX + 1] {
        let error = port.send(&frame(length, 0)).unwrap_err();
        assert!(matches!(error, EthernetError::Length(given) if given == length));
    }
    assert_eq!((card.sent(), received(&port)), (None, None));
}

#[test]
fn indices_wrap_with_the_ring_full_and_empty() {
    let (card, _device, port) = port();
    // More than 2^16 slots, so that the sequence number passes 0 as well.
    let mut number = 0;
    while number <= 1 << 16 {
        let first = number;
        while card.arrive(&frame(60, number)) {
            number += 1;
        }
        assert_eq!(number - first, SLOTS as usize);
        for k in first..number {
            assert_eq!(received(&port), Some(frame(60, k)));
            port.send(&frame(60, k)).unwrap();
        }
        assert_eq!(received(&port), None);
        let full = port.send(&frame(60, 0)).unwrap_err();
        assert!(matches!(full, EthernetError::Full));
        for k in first..number {
            assert_eq!(card.sent(), Some(frame(60, k)));
        }
        assert!(port.flush(None).unwrap());
    }
}

#[test]
fn slots_go_back_before_the_ring_is_full_and_with_few_writes() {
    let (card, _device, port) = port();
    for number in 0..SLOTS as usize {
        assert!(card.arrive(&frame(60, number)));
    }
    for _ in 0..SLOTS / 2 {
        received(&port);
    }
    let told = card.state().ethernet.told;
    assert_eq!(told, 2, "a quarter of the ring each time");
    assert!(card.arrive(&frame(60, 9)));
}

#[test]
fn flush_waits_for_the_card_or_for_the_time_to_pass() {
    let (card, _device, port) = port();
    assert!(port.flush(Some(Duration::ZERO)).unwrap());
    port.send(&frame(100, 1)).unwrap();
    assert!(!port.flush(Some(Duration::from_millis(1))).unwrap());
    card.sent().unwrap();
    assert!(port.flush(LATER).unwrap());
}

#[test]
fn frame_that_does_not_fit_in_the_room_waits_for_a_larger() {
    let (card, _device, port) = port();
    card.arrive(&frame(100, 1));
    let error = port.receive(&mut [0; 99]).unwrap_err();
    assert!(matches!(
        error,
        EthernetError::Room {
            frame: 100,
            room: 99
        }
    ));
    assert_eq!(received(&port), Some(frame(100, 1)));
}

#[test]
fn what_the_card_cannot_have_written_is_an_error_and_passed_over() {
    let (card, _device, port) = port();
    for length in [0, FRAME_MIN - 1, FRAME_MAX + 1] {
        card.arrive_as(&frame(60, 1), length);
        let error = port.receive(&mut [0; FRAME_MAX]).unwrap_err();
        assert!(matches!(error, EthernetError::Slot(said) if said == length));
    }
    card.arrive(&frame(60, 2));
    assert_eq!(received(&port), Some(frame(60, 2)));
    port.send(&frame(60, 3)).unwrap();
    card.set_register(register::TX_RING_STATUS, 2 << 16 | 1);
    let error = port.flush(LATER).unwrap_err();
    assert!(matches!(error, EthernetError::Index { card: 2, .. }));
}

#[test]
fn sleeper_is_woken_by_a_frame_and_by_one_that_came_before() {
    let (card, _device, port) = port();
    assert!(!port.wait(Some(Duration::from_millis(1))).unwrap());
    assert!(!port.wait(Some(Duration::ZERO)).unwrap());
    card.arrive(&frame(60, 1));
    assert!(port.wait(None).unwrap());
    assert!(received(&port).is_some());
    std::thread::scope(|scope| {
        let sleepers = [0; 2].map(|_| scope.spawn(|| port.wait(LATER).unwrap()));
        card.arrive(&frame(60, 2));
        for sleeper in sleepers {
            assert!(sleeper.join().unwrap());
        }
    });
    assert_eq!(received(&port), Some(frame(60, 2)));
}

#[test]
fn frames_of_several_threads_all_cross() {
    const EACH: usize = 500;
    let (card, _device, port) = port();
    let mut seen = Vec::new();
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let port = &port;
            scope.spawn(move || {
                for number in 0..EACH {
                    let frame = frame(60, 2 * number + thread);
                    while let Err(error) = port.send(&frame) {
                        assert!(matches!(error, EthernetError::Full));
                        std::thread::yield_now();
                    }
                }
            });
        }
        while seen.len() < 2 * EACH {
            seen.extend(card.sent());
        }
    });
    let mut all: Vec<_> = (0..2 * EACH).map(|number| frame(60, number)).collect();
    all.sort();
    seen.sort();
    assert_eq!(seen, all);
}

#[test]
fn port_is_one_and_free_again_when_closed_or_dropped() {
    let (card, device, port) = port();
    let second = device.ethernet(&small()).err().expect("there is one");
    assert!(matches!(
        second,
        EthernetError::Driver(DriverError::Exhausted("Ethernet rings"))
    ));
    port.close().unwrap();
    assert!(!card.arrive(&frame(60, 1)), "the ring is off");
    let all = EthernetConfig {
        promiscuous: true,
        ..small()
    };
    drop(device.ethernet(&all).unwrap());
    let port = device.ethernet(&all).unwrap();
    assert!(card.state().ethernet.promiscuous);
    drop((port, device));
    assert!(card.is_empty());
}

#[test]
fn card_that_does_not_let_go_keeps_the_memory() {
    let (card, device, port) = port();
    card.state().ethernet.stuck = true;
    let error = port.close().unwrap_err();
    assert!(matches!(error, EthernetError::Busy));
    assert!(device.ethernet(&small()).is_err());
    drop(device);
    assert!(!card.is_empty(), "the rings are mapped still");
}

#[test]
fn rings_of_other_sizes_and_cards_without_them_are_refused() {
    let (card, device) = device(feature::BUILT | feature::ETHERNET);
    for slots in [0, 1, 2, (1 << 15) + 1, u32::MAX] {
        for config in [
            EthernetConfig {
                receive_slots: slots,
                ..small()
            },
            EthernetConfig {
                transmit_slots: slots,
                ..small()
            },
        ] {
            let error = device.ethernet(&config).err().expect("no such ring");
            assert!(matches!(error, EthernetError::Slots(asked) if asked == slots));
        }
    }
    let config = EthernetConfig {
        receive_slots: 5,
        ..small()
    };
    let port = device.ethernet(&config).unwrap();
    let arrived = (0..100).take_while(|k| card.arrive(&frame(60, *k)));
    assert_eq!(arrived.count(), 8, "rounded up");
    drop(port);
    let (_card, device) = self::device(feature::BUILT & !feature::ETHERNET);
    let error = device.ethernet(&small()).err().expect("no rings");
    assert!(matches!(error, EthernetError::Unsupported));
}

#[test]
fn statistics_are_the_card_s_counters() {
    let (card, _device, port) = port();
    for (counter, value) in [
        (Counter::RxEthernet, 1),
        (Counter::RxEthernetFull, 2),
        (Counter::RxEthernetLong, 3),
        (Counter::TxEthernet, 4),
        (Counter::TxEthernetBad, 5),
    ] {
        card.set_register(register::COUNTERS + 8 * counter as u32, value);
    }
    let expected = EthernetStatistics {
        received: 1,
        dropped_full: 2,
        dropped_long: 3,
        sent: 4,
        refused: 5,
    };
    assert_eq!(port.statistics().unwrap(), expected);
}

fn lost<T>(result: Result<T, EthernetError>) {
    let error = result.err().expect("the card was reset");
    assert!(error.is_lost(), "{error}");
}

#[test]
fn reset_loses_the_port_but_not_what_had_come_and_a_new_one_works() {
    let (card, device, port) = port();
    card.arrive(&frame(60, 1));
    let new = device.reset().unwrap();
    assert!(port.wait(None).unwrap());
    assert_eq!(received(&port), Some(frame(60, 1)));
    lost(port.receive(&mut [0; FRAME_MAX]));
    lost(port.wait(None));
    lost(port.send(&frame(60, 1)));
    lost(port.flush(None));
    lost(device.ethernet(&small()));
    let again = new.ethernet(&small()).unwrap();
    drop((port, device));
    // The old one has not turned the new one off.
    assert!(card.arrive(&frame(60, 2)));
    assert_eq!(received(&again), Some(frame(60, 2)));
    again.send(&frame(60, 3)).unwrap();
    assert_eq!(card.sent(), Some(frame(60, 3)));
}

#[test]
fn reset_by_somebody_else_is_found_by_a_full_ring_and_leaves_the_next_owner_alone() {
    let (card, device, port) = port();
    card.state().reset();
    for _ in 0..SLOTS {
        // Nobody reads the ring any more.
        port.send(&frame(60, 1)).unwrap();
    }
    lost(port.send(&frame(60, 1)));
    let new = device.reset().unwrap();
    let again = new.ethernet(&small()).unwrap();
    port.close().unwrap();
    let control = card.read32(Bar::Registers, register::RX_RING_CONTROL.into());
    assert_ne!(control.unwrap() & 1, 0, "still on");
    again.close().unwrap();
}

#[test]
fn sleeper_wakes_up_when_the_card_is_reset() {
    let (_card, device, port) = port();
    std::thread::scope(|scope| {
        let sleeper = scope.spawn(|| port.wait(None));
        device.reset().unwrap();
        lost(sleeper.join().unwrap());
    });
}
