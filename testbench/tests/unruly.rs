//! The card on hosts that do everything the specification allows them: the data arrive, and no rule is broken.
use ferric::verbs::{AccessFlags, Mtu, RecvWr, SendWr};
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Pair;
use ferric_testbench::pcie::credits::Advertised;
use ferric_testbench::pcie::host;
use ferric_testbench::pcie::split::SplitPolicy;
use ferric_testbench::world::Settings;

const PATIENCE: u64 = 400_000;

fn pattern(length: usize, seed: u8) -> Vec<u8> {
    (0..length)
        .map(|i| (i as u8).wrapping_mul(11).wrapping_add((i >> 8) as u8) ^ seed)
        .collect()
}

/// A WRITE and a SEND of several packets each way between hosts like this one.
fn transfer_on(host: host::Settings) {
    let seed = host.seed;
    let mut other = host.clone();
    other.seed = !seed;
    let settings = Settings {
        hosts: [host, other],
        ..Settings::instant(seed)
    };
    let pair = Pair::new(settings).unwrap();
    let rights = AccessFlags::REMOTE_WRITE;
    let connection = pair
        .connect(64, |b| b.set_access(rights).set_path_mtu(Mtu::Mtu1024))
        .unwrap();
    for (index, side) in Side::BOTH.into_iter().enumerate() {
        let (own, peer) = (&pair.ends[index], &pair.ends[1 - index]);
        let (local, remote) = (&connection.qps[index], &connection.qps[1 - index]);
        for (round, length) in [1, 64, 3001, 5000].into_iter().enumerate() {
            let fill = (round + 10 * index) as u8;
            let source = own
                .pd
                .register(pattern(length, fill), AccessFlags::NONE)
                .unwrap();
            let sge = source.sge(..).unwrap();
            let written = peer
                .pd
                .allocate(length, AccessFlags::LOCAL_WRITE | rights)
                .unwrap();
            let received = peer.pd.allocate(length, AccessFlags::LOCAL_WRITE).unwrap();
            let room = [received.sge(..).unwrap()];
            remote.post_recv(&[RecvWr::new(1, &room)]).unwrap();
            let sges = [sge];
            let write = SendWr::write(2, &sges, written.addr(), written.rkey()).signaled();
            let send = SendWr::send(3, &sges).signaled();
            local.post_send(&[write, send]).unwrap();
            for done in connection.complete(&pair, side, 2, PATIENCE).unwrap() {
                assert!(done.is_success(), "seed {seed}: {done:?}");
            }
            let done = connection
                .complete(&pair, side.other(), 1, PATIENCE)
                .unwrap();
            assert!(done[0].is_success(), "seed {seed}: {:?}", done[0]);
            for region in [&written, &received] {
                let mut seen = vec![0; length];
                region.read(0, &mut seen).unwrap();
                assert!(
                    seen == pattern(length, fill),
                    "seed {seed}: the bytes differ"
                );
            }
        }
    }
    for side in Side::BOTH {
        let world = pair.world();
        let root = &world.host(side).root;
        assert_eq!(
            (root.iommu.faults(), root.interrupts.spurious().len()),
            (&[][..], 0)
        );
    }
}

#[test]
fn hosts_that_pause_mix_and_split_at_random_carry_everything() {
    transfer_on(host::Settings::gen3_x16(31, 250).unruly());
    transfer_on(host::Settings::gen4_x8(32, 60).unruly());
}

#[test]
fn hosts_with_few_credits_and_the_smallest_completions_carry_everything() {
    let mut settings = host::Settings::instant(33).unruly();
    settings.root.split = SplitPolicy::EachBoundary;
    settings.host_credits = Advertised::SMALL;
    settings.card_credits = Advertised::SMALL;
    transfer_on(settings);
}

#[test]
fn hosts_with_the_smallest_limits_and_without_extended_tags_carry_everything() {
    let mut settings = host::Settings::gen3_x16(34, 100).unruly();
    settings.policy.max_payload = 128;
    settings.policy.max_read_request = 128;
    settings.policy.extended_tag = false;
    transfer_on(settings);
}

#[test]
fn hosts_with_wide_boundaries_and_the_longest_reads_carry_everything() {
    let mut settings = host::Settings::gen3_x16(35, 100).unruly();
    settings.policy.boundary_128 = true;
    settings.policy.max_read_request = 4096;
    transfer_on(settings);
}
