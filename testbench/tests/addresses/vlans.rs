//! Which tags a queue pair takes, and which it sends (decision 0060).
use crate::headers::{Headers, Tag};
use crate::rig::{Network, Rig, VLANS};
use ferric::verbs::SendWr;
use ferric_layout::counter::Counter;
use ferric_layout::wire::{ETHERTYPE_VLAN, VLAN};
use ferric_testbench::link::wire::Side;

/// Where a tag stands.
const PLACE: usize = 12;

/// A queue pair's VLAN as it is set, and its service level.
type Own = (Option<u16>, u8);
const NONE: [Own; 2] = [(None, 0), (Some(0), 5)];
const ON: Own = (Some(VLANS[0]), 3);

/// The frame with this tag control information, or without a tag.
fn retagged(frame: &[u8], tci: Option<u16>) -> Vec<u8> {
    let mut frame = frame.to_vec();
    if frame[PLACE..PLACE + 2] == ETHERTYPE_VLAN.to_be_bytes() {
        frame.drain(PLACE..PLACE + VLAN);
    }
    if let Some(tci) = tci {
        let tag = [ETHERTYPE_VLAN, tci].map(u16::to_be_bytes);
        frame.splice(PLACE..PLACE, tag.into_iter().flatten());
    }
    frame
}

/// The tags that frames of its peer come with, and whether they are taken.
fn tags(own: Own) -> [(Option<u16>, bool); 11] {
    let on = own.0.is_some_and(|id| id != 0);
    [
        (None, !on),
        // A priority only, with and without DEI.
        (Some(0x0000), !on),
        (Some(0xe000), !on),
        (Some(0xb000), !on),
        // VLAN 100, likewise.
        (Some(0x0064), on),
        (Some(0xe064), on),
        (Some(0x9064), on),
        // Others: a bit away at each end, the highest, the one that is reserved.
        (Some(0x0065), false),
        (Some(0x0864), false),
        (Some(0x6ffe), false),
        (Some(0x0fff), false),
    ]
}

#[test]
fn queue_pair_takes_the_tags_of_its_vlan_whatever_their_priority_and_answers_with_its_own() {
    let rig = Rig::new(910);
    rig.cut(Side::A);
    for network in [Network::V4, Network::V6] {
        for own in NONE.into_iter().chain([ON]) {
            let connection = rig.connect(|builder, side| {
                let builder = builder.set_gid(network.address(side));
                builder.set_vlan(own.0).set_service_level(own.1)
            });
            let target = rig.region(Side::B, 64);
            let source = rig.region(Side::A, 64);
            let sges = [source.sge(..).unwrap()];
            let write = SendWr::write(1, &sges, target.addr(), target.rkey());
            connection.qps[0].post_send(&[write]).unwrap();
            rig.pair.run(2000);
            let frame = rig.take(Side::A).pop().expect("it was sent");
            let tag = own.0.map(|id| Tag {
                priority: own.1,
                drop_eligible: false,
                id,
            });
            assert_eq!(Headers::read(&frame).tag, tag, "{own:?}");
            for (tci, taken) in tags(own) {
                let all = [Counter::RxGood, Counter::RxVlan];
                let before = all.map(|counter| rig.count(Side::B, counter));
                rig.inject(Side::B, retagged(&frame, tci));
                let after = all.map(|counter| rig.count(Side::B, counter));
                let moved = [after[0] - before[0], after[1] - before[1]];
                let wanted = [u64::from(taken), u64::from(!taken)];
                assert_eq!(moved, wanted, "{network:?} {own:?}, tag {tci:x?}");
                // The first is executed, those after it are answered as what it was already.
                let answers = rig.take(Side::B);
                assert_eq!(answers.len(), usize::from(taken));
                for answer in answers {
                    assert_eq!(Headers::read(&answer).tag, tag, "{own:?}, tag {tci:x?}");
                }
            }
        }
    }
}

#[test]
fn two_tags_are_no_packet_of_ours() {
    let rig = Rig::new(911);
    rig.cut(Side::A);
    let connection = rig.connect(|builder, side| {
        let gid = Network::V4.address(side);
        builder.set_gid(gid).set_vlan(Some(VLANS[0]))
    });
    connection.qps[0]
        .post_send(&[SendWr::send(1, &[])])
        .unwrap();
    rig.pair.run(2000);
    let frame = rig.take(Side::A).pop().expect("it was sent");
    for outer in [[0x81, 0x00, 0x00, 0x64], [0x88, 0xa8, 0x00, 0x05]] {
        let mut frame = frame.clone();
        frame.splice(PLACE..PLACE, outer);
        let before = rig.count(Side::B, Counter::RxNotRoce);
        rig.inject(Side::B, frame);
        assert_eq!(rig.count(Side::B, Counter::RxNotRoce), before + 1);
    }
}
