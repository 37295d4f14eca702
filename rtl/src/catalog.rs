//! Every block that is emitted, linted and measured on its own, and the card.
use crate::pcie::{
    Pcie, completer::Completer, msix::Msix, read::DmaReader, read::ReadOptions, requests::Requests,
    write::DmaWriter,
};
use crate::{beat::Beat, kit::*};
use rust_hdl::prelude::{Bits, Block};

/// Stack for [`Entry::block`].
pub const STACK: usize = 1 << 30;

pub struct Entry {
    /// The name of the top module and of its file.
    pub name: &'static str,
    make: fn() -> Box<dyn Block>,
}

impl Entry {
    /// A fresh instance, connected, ready to be emitted. The card is one large value: call it with [`STACK`] bytes of stack.
    pub fn block(&self) -> Box<dyn Block> {
        let mut block = (self.make)();
        block.connect_all();
        block
    }
}

macro_rules! catalog {
    ($($name:literal => $make:expr),* $(,)?) => {
        &[$(Entry { name: $name, make: || Box::new($make) }),*]
    };
}

/// One line a block: its name, and an instance with the card's own sizes. First the kit, in sizes that are typical; then the card's
/// blocks in packet order.
pub const BLOCKS: &[Entry] = catalog! {
    "kit_register_slice" => RegisterSlice::<Beat>::default(),
    "kit_small_fifo" => SmallFifo::<Beat, 4, 5>::default(),
    "kit_pass_fifo" => PassFifo::<Beat, 3, 4>::default(),
    "kit_ram_fifo" => RamFifo::<Beat, 9, 10>::default(),
    "kit_direct_fifo" => DirectFifo::<Beat, 9, 10>::default(),
    "kit_table" => Table::<Bits<64>, 10>::default(),
    "kit_forward_table" => ForwardTable::<Bits<64>, 10>::default(),
    "kit_table2" => Table2::<Bits<64>, 10>::default(),
    "kit_wiped_table" => WipedTable::<Bits<64>, 10>::default(),
    "kit_ultra_table" => UltraTable::<Bits<72>, 13>::default(),
    "kit_round_robin" => RoundRobin::<5, 3>::default(),
    "kit_priority" => Priority::<5, 3>::default(),
    "kit_stream_merge" => StreamMerge::<Bits<64>, 3, 2>::default(),
    "kit_share" => Share::<Bits<64>, Bits<8>, 4, 5>::default(),
    "kit_fence" => Fence::default(),
    "kit_byte_swap" => ByteSwap::<32>::default(),
    "kit_rotate_bytes" => RotateBytes::default(),
    "kit_rotate_registered" => RotateRegistered::default(),
    "kit_pack" => Pack::default(),
    "kit_split" => Split::default(),
    "kit_crc32" => Crc32::default(),
    "pcie_dma_reader" => DmaReader::new(ReadOptions::STRADDLE),
    "pcie_dma_writer" => DmaWriter::default(),
    "pcie_dma_reader_plain" => DmaReader::new(ReadOptions::PLAIN),
    "pcie_requests" => Requests::default(),
    "pcie_completer" => Completer::default(),
    "pcie_msix" => Msix::default(),
    "pcie" => Pcie::default(),
    "card_reset" => crate::reset::CardReset::default(),
    "control" => crate::control::Control::default(),
    "memory" => crate::memory::Memory::default(),
    "wire_receive" => crate::wire::WireReceive::default(),
    "wire_transmit" => crate::wire::WireTransmit::default(),
    "ethernet_receive_buffer" => crate::ethernet::ReceiveBuffer::default(),
    "ethernet_receive_ring" => crate::ethernet::ReceiveRing::default(),
    "ethernet_transmit_ring" => crate::ethernet::TransmitRing::default(),
    "ethernet" => crate::ethernet::Ethernet::default(),
    "registers" => crate::control::registers::Registers::default(),
    "counters" => crate::control::counters::Counters::default(),
    "queue_doorbells" => crate::queue::doorbells::Doorbells::default(),
    "queue_scheduler" => crate::queue::scheduler::Scheduler::default(),
    "queue_send_fetch" => crate::queue::fetch::SendFetch::default(),
    "completion_queue" => crate::queue::completion_queue::CompletionQueue::default(),
    "completion_entry" => crate::queue::completion_entry::CompletionEntry::default(),
    "event_queue" => crate::queue::event_queue::EventQueue::default(),
    "event_entry" => crate::queue::event_entry::EventEntry::default(),
    "requester" => crate::requester::Requester::default(),
    "requester_decode" => crate::requester::decode::Decode::default(),
    "requester_segment" => crate::requester::segment::Segment::default(),
    "requester_gather" => crate::requester::gather::Gather::default(),
    "requester_judge" => crate::requester::judge::Judge::default(),
    "requester_deliver" => crate::requester::deliver::Deliver::default(),
    "requester_retire" => crate::requester::retire::Retire::default(),
    "responder" => crate::responder::Responder::default(),
    "card" => crate::top::Card::default(),
};

#[cfg(test)]
mod tests {
    use super::BLOCKS;
    use std::collections::HashSet;

    #[test]
    fn catalog_names_are_unique() {
        let names: HashSet<_> = BLOCKS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), BLOCKS.len());
    }
}
