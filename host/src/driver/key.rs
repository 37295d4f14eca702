//! Memory keys: how a region of this process becomes page entries and a key of the card.
use super::memory::DmaMemory;
use super::object::{Kind, Number, PageEntries};
use super::{Card, DriverError};
use crate::bus::{Mapping, PAGE};
use ferric_layout::admin::{CreateKey, Header, PAGES_MAX, WritePages, opcode};
use ferric_layout::sizes::{PAGE_SHIFT_MAX, PAGE_SHIFT_MIN};
use std::sync::Arc;
use zerocopy::IntoBytes;

/// How a mapping is cut into pages of the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// log2 of the page size.
    pub shift: u8,
    /// Where in the first page the region begins.
    pub offset: u32,
    /// Bus address of each page.
    pub addresses: Vec<u64>,
}

impl Pages {
    /// The cut with the fewest pages. A page of the card is contiguous and aligned on the bus, so each place where the mapping jumps must
    /// be a boundary between two pages; the region may begin anywhere in the first page and end anywhere in the last.
    pub fn of(mapping: &Mapping) -> Self {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for &page in &mapping.pages {
            match runs.last_mut() {
                Some((_, end)) if *end == page => *end += PAGE as u64,
                _ => runs.push((page, page + PAGE as u64)),
            }
        }
        let jumps = runs.windows(2).map(|pair| pair[0].1 | pair[1].0);
        let alignment = jumps.fold(0, |all, addresses| all | addresses);
        let largest = (alignment.trailing_zeros() as usize).clamp(PAGE_SHIFT_MIN, PAGE_SHIFT_MAX);
        let last = runs.len() - 1;
        let bytes_to = |run: usize, end: u64| if run == last { mapping.end() } else { end };
        let cut = |shift: usize| {
            runs.iter().enumerate().map(move |(run, &(start, end))| {
                let start = start >> shift;
                (start, ((bytes_to(run, end) - 1) >> shift) - start + 1)
            })
        };
        let count = |shift: usize| cut(shift).map(|(_, count)| count).sum::<u64>();
        let shift = (PAGE_SHIFT_MIN..=largest)
            .min_by_key(|&shift| count(shift))
            .expect("the range is not empty");
        let addresses = cut(shift).flat_map(|(first, count)| first..first + count);
        Pages {
            shift: shift as u8,
            offset: (mapping.address() & ((1 << shift) - 1)) as u32,
            addresses: addresses.map(|page| page << shift).collect(),
        }
    }
}

/// A key of the card; invalid again when dropped.
pub struct Key {
    number: Number,
    tag: u8,
    pages: PageEntries,
}

impl Key {
    /// Makes a key for `mapping`, which peers and work requests know by `address`.
    pub fn create(
        card: &Arc<Card>,
        pd: u32,
        access: u8,
        address: u64,
        mapping: &Mapping,
    ) -> Result<Self, DriverError> {
        let pages = Pages::of(mapping);
        let count = u32::try_from(pages.addresses.len())
            .map_err(|_| DriverError::Exhausted("page entries in a row"))?;
        let entries = PageEntries::take(card, count)?;
        write_pages(card, &entries, &pages.addresses)?;
        let number = Number::take(card, Kind::Key)?;
        let tag = {
            // Another tag each time an index is used, so that a key given to a peer opens nothing made later.
            let mut free = card.free();
            let tag = &mut free.tags[number.value() as usize];
            *tag = tag.wrapping_add(1);
            *tag
        };
        card.execute(&CreateKey {
            header: Header {
                opcode: opcode::CREATE_KEY,
                number: number.value().into(),
                ..Header::default()
            },
            pd: pd.into(),
            access,
            page_shift: pages.shift,
            tag,
            va: address.into(),
            length: (mapping.length as u64).into(),
            first_page: entries.first().into(),
            page_count: count.into(),
            offset: pages.offset.into(),
            ..CreateKey::default()
        })?;
        Ok(Key {
            number,
            tag,
            pages: entries,
        })
    }

    /// The key as work requests and packets carry it.
    pub fn value(&self) -> u32 {
        self.number.value() << 8 | u32::from(self.tag)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        if !self.number.destroy(opcode::DESTROY_KEY) {
            self.pages.retire();
        }
    }
}

/// Fills page entries, as many a command as one takes.
fn write_pages(
    card: &Arc<Card>,
    entries: &PageEntries,
    addresses: &[u64],
) -> Result<(), DriverError> {
    let list = DmaMemory::new(card.bus(), PAGES_MAX * size_of::<u64>())?;
    let mut first = entries.first();
    for chunk in addresses.chunks(PAGES_MAX) {
        let bytes: Vec<u8> = chunk.iter().flat_map(|page| page.to_le_bytes()).collect();
        list.store(0, bytes.as_bytes());
        card.execute(&WritePages {
            header: Header {
                opcode: opcode::WRITE_PAGES,
                number: first.into(),
                ..Header::default()
            },
            count: (chunk.len() as u32).into(),
            list: list.address().into(),
            ..WritePages::default()
        })?;
        first += chunk.len() as u32;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(pages: &[u64], offset: usize, length: usize) -> Mapping {
        let pages = pages.iter().map(|page| page * PAGE as u64).collect();
        Mapping {
            pages,
            offset,
            length,
        }
    }

    #[test]
    fn pages_of_memory_that_jumps_to_a_misaligned_place_are_small() {
        // Ends at a multiple of 4 pages and goes on at an odd one.
        let cut = Pages::of(&mapping(&[4, 5, 6, 7, 17, 18, 19], 0, 7 * PAGE));
        assert_eq!((cut.shift, cut.addresses.len()), (12, 7));
        let cut = Pages::of(&mapping(&[5, 6, 7, 16, 17], 0, 5 * PAGE));
        assert_eq!((cut.shift, cut.offset), (14, PAGE as u32));
        assert_eq!(cut.addresses, [4 * PAGE as u64, 16 * PAGE as u64]);
    }

    #[test]
    fn pages_lead_every_byte_to_its_bus_address() {
        for seed in 0..2000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut pages = Vec::new();
            for _ in 0..random.u64(1..5) {
                let align = 1 << random.u32(0..4);
                let start = random.u64(0..1 << 20) * align + random.u64(0..2);
                pages.extend(start..start + random.u64(1..3) * align);
            }
            let offset = random.usize(..PAGE);
            let length = pages.len() * PAGE - offset - random.usize(..PAGE - offset);
            let mapping = mapping(&pages, offset, length);
            let cut = Pages::of(&mapping);
            assert!(
                cut.addresses
                    .iter()
                    .all(|page| page % (1 << cut.shift) == 0)
            );
            for byte in (0..length).step_by(511).chain([length - 1]) {
                let linear = cut.offset as usize + byte;
                let page = cut.addresses[linear >> cut.shift];
                let from = mapping.pages[(offset + byte) / PAGE] + ((offset + byte) % PAGE) as u64;
                let in_page = (linear & ((1 << cut.shift) - 1)) as u64;
                assert_eq!(page + in_page, from, "seed {seed}");
            }
        }
    }
}
