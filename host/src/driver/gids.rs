//! The addresses of the port: where its queue pairs may send from.
//!
//! They are the host's and come from it; the card is told the one that a queue pair uses with the queue pair (decision 0060). Indices are
//! stable: an address keeps its place until it is removed. A queue pair that has been told an address keeps it.
use super::DriverError;
use std::sync::{Mutex, MutexGuard};

/// Room for addresses.
pub const GIDS: usize = 1024;

/// An address, and the VLAN that it is on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As on the wire; an IPv4 address is mapped.
    pub gid: [u8; 16],
    /// The VLAN's number, if it is on one.
    pub vlan: Option<u16>,
}

/// The table, empty at first.
#[derive(Default)]
pub struct Gids(Mutex<Vec<Option<Source>>>);

impl Gids {
    fn places(&self) -> MutexGuard<'_, Vec<Option<Source>>> {
        self.0.lock().expect("no panic while the table is held")
    }

    /// Adds an address, at the first free index; one that is there already keeps its own.
    pub fn add(&self, source: Source) -> Result<u32, DriverError> {
        let mut places = self.places();
        let there = places.iter().position(|place| *place == Some(source));
        let free = || places.iter().position(Option::is_none);
        let index = there.or_else(free).unwrap_or(places.len());
        if index == GIDS {
            return Err(DriverError::Exhausted("GIDs"));
        }
        if index == places.len() {
            places.push(None);
        }
        places[index] = Some(source);
        Ok(index as u32)
    }

    /// Removes the address at an index, and gives it back if there is one.
    pub fn remove(&self, index: u32) -> Option<Source> {
        self.places().get_mut(index as usize)?.take()
    }

    /// The address at an index.
    pub fn get(&self, index: u32) -> Option<Source> {
        *self.places().get(index as usize)?
    }

    /// All of them with their indices.
    pub fn all(&self) -> Vec<(u32, Source)> {
        let places = self.places();
        let entries = (0..).zip(places.iter());
        entries
            .filter_map(|(index, place)| place.map(|source| (index, source)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(last: u8, vlan: Option<u16>) -> Source {
        let mut gid = [0; 16];
        gid[15] = last;
        Source { gid, vlan }
    }

    #[test]
    fn gids_keep_their_index_until_removed_and_places_are_used_again() {
        let gids = Gids::default();
        assert_eq!(gids.add(source(1, None)).unwrap(), 0);
        assert_eq!(gids.add(source(2, None)).unwrap(), 1);
        assert_eq!(gids.add(source(2, Some(7))).unwrap(), 2);
        assert_eq!(gids.add(source(2, None)).unwrap(), 1, "it is there already");
        assert_eq!(gids.remove(1), Some(source(2, None)));
        assert_eq!((gids.remove(1), gids.get(1)), (None, None));
        assert_eq!((gids.remove(3), gids.get(3)), (None, None));
        assert_eq!(gids.get(2), Some(source(2, Some(7))));
        assert_eq!(gids.add(source(9, None)).unwrap(), 1);
        let all = [source(1, None), source(9, None), source(2, Some(7))];
        assert_eq!(gids.all(), (0..).zip(all).collect::<Vec<_>>());
    }

    #[test]
    fn gids_beyond_the_last_place_are_refused() {
        let gids = Gids::default();
        for index in 0..GIDS {
            assert_eq!(
                gids.add(source(0, Some(index as u16))).unwrap(),
                index as u32
            );
        }
        assert!(matches!(
            gids.add(source(1, None)),
            Err(DriverError::Exhausted(_))
        ));
        assert_eq!(gids.add(source(0, Some(5))).unwrap(), 5);
        gids.remove(255);
        assert_eq!(gids.add(source(1, None)).unwrap(), 255);
    }
}
