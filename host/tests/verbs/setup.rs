//! A card with everything on it that most tests need.
use crate::card::FakeCard;
use ferric::verbs::*;
use ferric_layout::register::{FEATURES, feature};
use std::net::Ipv4Addr;
use std::sync::Arc;

pub const MAC: MacAddress = MacAddress([2, 0, 0x5E, 0x10, 0, 1]);
pub const PEER_MAC: MacAddress = MacAddress([2, 0, 0x5E, 0x10, 0, 2]);
pub const ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 1);
pub const PEER_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 2);

/// What a card may lack.
pub const OPTIONAL: u32 = feature::READ | feature::ATOMIC | feature::SEND_INVALIDATE;

pub struct Setup {
    pub card: Arc<FakeCard>,
    pub device: Device,
    pub context: Context,
    pub pd: ProtectionDomain,
    pub channel: CompletionChannel,
    pub cq: CompletionQueue,
}

impl Setup {
    pub fn new(entries: u32) -> Self {
        Setup::serving(entries, feature::BUILT & !OPTIONAL)
    }

    /// With a card that has these features.
    pub fn serving(entries: u32, features: u32) -> Self {
        let card = FakeCard::new();
        card.set_register(FEATURES, features);
        let device = Device::open(card.clone(), MAC).unwrap();
        device.add_gid(ADDRESS, None).unwrap();
        let context = device.context().unwrap();
        let pd = context.alloc_pd().unwrap();
        let channel = context.create_comp_channel().unwrap();
        let cq = context.create_cq(entries, Some(&channel)).unwrap();
        Setup {
            card,
            device,
            context,
            pd,
            channel,
            cq,
        }
    }

    pub fn builder(&self) -> QueuePairBuilder {
        self.pd.create_qp(&self.cq, &self.cq).set_gid(ADDRESS)
    }

    /// A queue pair in RTS.
    pub fn connected(&self, builder: &QueuePairBuilder) -> QueuePair {
        builder.prepare().unwrap().handshake(peer()).unwrap()
    }

    /// Everything there is to poll.
    pub fn poll(&self) -> Vec<WorkCompletion> {
        let mut room = [WorkCompletion::default(); 7];
        let mut all = Vec::new();
        loop {
            let some = self.cq.poll(&mut room).unwrap();
            if some.is_empty() {
                return all;
            }
            all.extend_from_slice(some);
        }
    }
}

pub fn peer() -> QueuePairEndpoint {
    QueuePairEndpoint {
        qp_num: 0x123456,
        psn: 0xABCDEF,
        gid: PEER_ADDRESS.into(),
        mac: PEER_MAC,
    }
}

/// `wr_id`s.
pub fn ids(completions: &[WorkCompletion]) -> Vec<u64> {
    completions
        .iter()
        .map(|completion| completion.wr_id)
        .collect()
}
