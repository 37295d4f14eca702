//! Memory regions.
use crate::card::{Layout, ROOM};
use crate::setup::Setup;
use ferric::bus::{Direction, PAGE};
use ferric::driver::DriverError;
use ferric::verbs::*;
use ferric_layout::admin::{self, CreateKey, Status};
use std::ptr::null_mut;

const GIB: usize = 1 << 30;

/// Memory of the operating system that nobody has touched; so much of it costs nothing.
struct Reserved(*mut u8, usize);

impl Reserved {
    fn new(length: usize) -> Self {
        let (protection, flags) = (
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
        );
        // SAFETY: asks for memory wherever there is room.
        let pointer = unsafe { libc::mmap(null_mut(), length, protection, flags, -1, 0) };
        assert_ne!(pointer, libc::MAP_FAILED);
        Reserved(pointer.cast(), length)
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        // SAFETY: mapped in `new`.
        unsafe { libc::munmap(self.0.cast(), self.1) };
    }
}

fn key(setup: &Setup, region: &MemoryRegion) -> CreateKey {
    let key = setup.card.state().keys[&(region.lkey() >> 8)];
    assert_eq!(key.tag, region.lkey() as u8);
    key
}

#[test]
fn region_owned_tells_the_card_where_it_is_and_comes_back() {
    let setup = Setup::new(4);
    let access = AccessFlags::LOCAL_WRITE | AccessFlags::REMOTE_WRITE;
    let memory: Vec<u8> = (0..10_000).map(|k| k as u8).collect();
    let region = setup.pd.register(memory.clone(), access).unwrap();
    let made = key(&setup, &region);
    assert_eq!((made.va.get(), made.length.get()), (region.addr(), 10_000));
    assert_eq!((made.access, region.lkey()), (3, region.rkey()));
    // Contiguous on the bus: one page entry does.
    assert_eq!(made.page_count.get(), 1);
    let start = setup.card.state().pages[&made.first_page.get()] + u64::from(made.offset.get());
    assert_eq!(setup.card.memory(start, 10_000), memory);

    region.write(9_998, &[7, 9]).unwrap();
    assert_eq!(setup.card.memory(start + 9_998, 2), [7, 9]);
    let mut two = [0; 2];
    region.read(1, &mut two).unwrap();
    assert_eq!(two, [1, 2]);
    for (offset, length) in [(9_999, 2), (10_001, 0), (usize::MAX, 2)] {
        let mut room = vec![0; length];
        assert!(matches!(
            region.read(offset, &mut room),
            Err(Error::OutOfRegion { .. })
        ));
        assert!(matches!(
            region.write(offset, &room),
            Err(Error::OutOfRegion { .. })
        ));
        assert!(region.sge(offset..offset.saturating_add(length)).is_err());
    }
    let (whole, part) = (region.sge(..).unwrap(), region.sge(3..=5).unwrap());
    assert_eq!(
        (whole.addr, whole.length, whole.lkey),
        (region.addr(), 10_000, region.lkey())
    );
    assert_eq!((part.addr, part.length), (region.addr() + 3, 3));

    let index = region.lkey() >> 8;
    let back = region.deregister().unwrap();
    assert_eq!((back.len(), back[9_999]), (10_000, 9));
    assert!(!setup.card.state().keys.contains_key(&index));
}

#[test]
fn region_key_of_a_number_used_again_is_another() {
    let setup = Setup::new(4);
    let first = setup.pd.allocate(1, AccessFlags::NONE).unwrap();
    let old = first.lkey();
    drop(first);
    let regions: Vec<_> =
        std::iter::from_fn(|| setup.pd.allocate(1, AccessFlags::NONE).ok()).collect();
    let most = setup.device.attributes().unwrap().max_mr;
    assert_eq!(regions.len(), most as usize);
    let again = regions
        .iter()
        .find(|region| region.lkey() >> 8 == old >> 8)
        .unwrap();
    assert_ne!(again.lkey(), old);
    let error = setup.pd.allocate(1, AccessFlags::NONE).err().unwrap();
    assert!(
        matches!(error, Error::Driver(DriverError::Exhausted("memory keys"))),
        "{error}"
    );
}

#[test]
fn region_of_4_gib_and_a_byte_is_registered_whole() {
    // Case 22.
    let setup = Setup::new(4);
    for length in [4 * GIB - 1, 4 * GIB, 4 * GIB + 1] {
        let memory = Reserved::new(length);
        // SAFETY: the memory is reserved until the end of this turn, and the card of this test touches none of it.
        let region = unsafe {
            setup
                .pd
                .register_raw(memory.0, length, AccessFlags::LOCAL_WRITE)
        }
        .unwrap();
        let made = key(&setup, &region);
        assert_eq!((made.length.get(), region.len()), (length as u64, length));
        let room = u64::from(made.page_count.get()) << made.page_shift;
        assert!(u64::from(made.offset.get()) + length as u64 <= room);
        assert!(made.page_count.get() <= 3, "{made:?}");
        // A message is shorter than that: refused, never cut off.
        assert!(matches!(
            region.sge(..),
            Err(Error::TooMany {
                limit: 0x8000_0000,
                ..
            })
        ));
        assert_eq!(region.sge(..2 * GIB).unwrap().length, 1 << 31);
        assert!(region.deregister().is_none());
    }
}

#[test]
fn region_of_4_gib_in_small_pages_is_refused_whole() {
    // Case 22: more page entries than the card has.
    let setup = Setup::new(4);
    setup.card.state().layout = Layout::Runs(1);
    let memory = Reserved::new(4 * GIB + 1);
    // SAFETY: as above.
    let error = unsafe { setup.pd.register_raw(memory.0, memory.1, AccessFlags::NONE) }
        .err()
        .unwrap();
    assert!(
        matches!(
            error,
            Error::Driver(DriverError::Exhausted("page entries in a row"))
        ),
        "{error}"
    );
    let state = setup.card.state();
    assert!(state.keys.is_empty() && state.page_commands.is_empty());
}

#[test]
fn region_takes_the_largest_pages_its_memory_allows() {
    let length = 64 * PAGE;
    for (layout, first_offset, shift, count) in [
        (Layout::Contiguous, 0, 18, 1),
        (Layout::At(PAGE as u64), 0, 19, 1),
        // Across the end of the largest page.
        (Layout::At((1 << 31) - PAGE as u64), 0, 18, 2),
        (Layout::Runs(1), 0, 12, 64),
        (Layout::Runs(4), 0, 14, 16),
        (Layout::Runs(16), 0, 16, 4),
        (Layout::Runs(16), 5, 16, 5),
    ] {
        let setup = Setup::new(4);
        setup.card.state().layout = layout;
        let memory = Reserved::new(2 * length);
        let pointer = memory.0.wrapping_add(first_offset);
        // SAFETY: as above.
        let region = unsafe { setup.pd.register_raw(pointer, length, AccessFlags::NONE) }.unwrap();
        let made = key(&setup, &region);
        assert_eq!(
            (made.page_shift, made.page_count.get()),
            (shift, count),
            "{layout:?} {first_offset}"
        );
        let pages = setup.card.state().pages.clone();
        assert!(
            pages.values().all(|page| page.is_multiple_of(1 << shift)),
            "{layout:?}"
        );
    }
    assert!(length > ROOM);
}

#[test]
fn region_of_many_pages_is_written_in_lists_the_card_takes() {
    let setup = Setup::new(4);
    setup.card.state().layout = Layout::Runs(1);
    let memory = Reserved::new(1025 * PAGE);
    // SAFETY: as above.
    let region = unsafe { setup.pd.register_raw(memory.0, memory.1, AccessFlags::NONE) }.unwrap();
    assert_eq!(setup.card.state().page_commands, [512, 512, 1]);
    let made = key(&setup, &region);
    let state = setup.card.state();
    let pages: Vec<u64> = (0..1025)
        .map(|k| state.pages[&(made.first_page.get() + k)])
        .collect();
    assert!(
        pages
            .windows(2)
            .all(|pair| pair[1] == pair[0] + 2 * PAGE as u64)
    );
}

#[test]
fn region_without_local_write_is_mapped_for_reading_only() {
    let setup = Setup::new(4);
    let reading = AccessFlags::REMOTE_READ;
    let both = reading | AccessFlags::LOCAL_WRITE;
    for (access, direction) in [
        (AccessFlags::NONE, Direction::ToCard),
        (reading, Direction::ToCard),
        (both, Direction::Both),
    ] {
        let memory = Reserved::new(1);
        // SAFETY: as above.
        let region = unsafe { setup.pd.register_raw(memory.0, 1, access) }.unwrap();
        let mapped = setup.card.state().directions[&(memory.0 as usize)];
        assert_eq!(mapped, direction, "{:?}", region.access());
    }
}

#[test]
fn region_with_bad_arguments_is_refused() {
    let setup = Setup::new(4);
    assert!(matches!(
        setup.pd.allocate(0, AccessFlags::NONE),
        Err(Error::EmptyRegion)
    ));
    for access in [
        AccessFlags::REMOTE_WRITE,
        AccessFlags::REMOTE_ATOMIC | AccessFlags::REMOTE_READ,
    ] {
        assert!(matches!(
            setup.pd.allocate(1, access),
            Err(Error::NeedsLocalWrite)
        ));
    }
    setup.pd.allocate(1, AccessFlags::REMOTE_READ).unwrap();
}

#[test]
fn region_refused_by_the_card_gives_everything_back() {
    let setup = Setup::new(4);
    for opcode in [admin::opcode::WRITE_PAGES, admin::opcode::CREATE_KEY] {
        setup.card.state().refuse = Some((opcode, Status::MemoryError));
        let error = setup.pd.allocate(5000, AccessFlags::NONE).err().unwrap();
        assert!(
            error.to_string().contains("host memory could not be read"),
            "{error}"
        );
    }
    assert!(setup.card.state().keys.is_empty());
    let card = setup.card.clone();
    drop(setup);
    assert!(card.is_empty());
}
