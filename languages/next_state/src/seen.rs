//! Which states of a chain were met before.
//!
//! An atomic sequence may pass through thousands of states that are never stored, and each must be told from all others of
//! its expansion. The table is emptied after every expansion, most of which leave a few dozen states in it, so it gives back
//! just the places that were taken. A map from hashes to lists of states spent a third of the search of Peterson's
//! algorithm without atomicity on hashing the hashes and on allocating the lists.

/// Numbers of states, found by the hashes of these.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// One more than the number of an entry, or zero; as many as a power of two, at least twice as many as there are
    /// entries.
    places: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    state: u32,
    /// Where it is among the places.
    place: u32,
}

/// Places to begin with.
const FIRST: usize = 64;

impl Seen {
    /// Whether there is a state with this hash of which `same` holds; otherwise the one given is put in.
    pub fn find_or_put(&mut self, hash: u64, state: u32, same: impl Fn(u32) -> bool) -> bool {
        if 2 * self.entries.len() >= self.places.len() {
            self.grow();
        }
        let mut place = self.start(hash);
        while let Some(number) = self.places[place].checked_sub(1) {
            let entry = self.entries[number as usize];
            if entry.hash == hash && same(entry.state) {
                return true;
            }
            place = (place + 1) % self.places.len();
        }
        self.entries.push(Entry { hash, state, place: place as u32 });
        self.places[place] = self.entries.len() as u32;
        false
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        for entry in self.entries.drain(..) {
            self.places[entry.place as usize] = 0;
        }
    }

    fn start(&self, hash: u64) -> usize {
        hash as usize % self.places.len()
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.places.len()).max(FIRST);
        self.places.clear();
        self.places.resize(size, 0);
        for number in 0..self.entries.len() {
            let mut place = self.start(self.entries[number].hash);
            while self.places[place] != 0 {
                place = (place + 1) % size;
            }
            self.places[place] = number as u32 + 1;
            self.entries[number].place = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use std::collections::HashSet;

    #[test]
    fn finds_what_a_set_finds() {
        let mut seed = 9u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut seen = Seen::default();
        for round in 0..300 {
            let (mut known, mut values) = (HashSet::new(), Vec::new());
            for _ in 0..random(1 + 7 * round) {
                let value = random(300);
                // Many values share a hash, and many hashes a place.
                let hash = value % 40 * 64;
                values.push(value);
                let state = values.len() as u32 - 1;
                let found = seen.find_or_put(hash, state, |other| values[other as usize] == value);
                assert_eq!(found, !known.insert(value));
            }
            seen.clear();
        }
    }
}
