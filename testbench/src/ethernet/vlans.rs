//! VLANs of a host: on each it has a stack of its own, whose frames are tagged on their way out and come without their tag.
use super::queue::Queue;
use super::stack::Stack;
use ferric_layout::wire::{ETHERTYPE_VLAN, VLAN, VLAN_ID_BITS};
use std::collections::BTreeMap;

/// Where a tag stands, and the number in it.
const TAG: usize = 12;
const TCI: usize = TAG + 2;

/// The stacks, by the numbers of their VLANs.
#[derive(Default)]
pub struct Vlans(BTreeMap<u16, Stack<Queue>>);

impl Vlans {
    /// The host is on this VLAN from now on.
    pub fn add(&mut self, id: u16, stack: Stack<Queue>) {
        self.0.insert(id, stack);
    }

    /// The stack on a VLAN.
    pub fn get(&mut self, id: u16) -> Option<&mut Stack<Queue>> {
        self.0.get_mut(&id)
    }

    /// Takes a frame that has come, if its tag names a VLAN; one that the host is not on is dropped. What is left has no tag, as one that
    /// names none only carries a priority.
    pub fn take(&mut self, mut frame: Vec<u8>) -> Option<Vec<u8>> {
        let Some(id) = id(&frame) else {
            return Some(frame);
        };
        frame.drain(TAG..TAG + VLAN);
        if id == 0 {
            return Some(frame);
        }
        let stack = self.get(id)?;
        stack.frames().received.push_back(frame);
        None
    }

    /// Lets each stack do what is to be done, and hands out its frames with their tags.
    pub fn poll(&mut self, mut send: impl FnMut(Vec<u8>)) {
        for (id, stack) in &mut self.0 {
            stack.poll();
            for mut frame in stack.frames().to_send.drain(..) {
                let tag = [ETHERTYPE_VLAN, *id].map(u16::to_be_bytes);
                frame.splice(TAG..TAG, tag.into_iter().flatten());
                send(frame);
            }
        }
    }
}

/// The VLAN's number in a frame's tag.
fn id(frame: &[u8]) -> Option<u16> {
    let half = |at: usize| Some(u16::from_be_bytes([*frame.get(at)?, *frame.get(at + 1)?]));
    (half(TAG)? == ETHERTYPE_VLAN).then_some(())?;
    Some(half(TCI)? & ((1 << VLAN_ID_BITS) - 1))
}
