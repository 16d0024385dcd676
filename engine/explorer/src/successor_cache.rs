//! Successors reached a moment ago, as the model made them: what need not be canonicalised again.
//!
//! A state is reached about as often as it has predecessors, and predecessors that are expanded near each other reach it
//! in the same shape, before any symmetry is applied. A direct-mapped table of recent successors recognises those with a
//! hash and a comparison. Breadth-first nothing is left to do then: whatever is in the table is stored or about to be.
//! Depth-first the order of the stack matters, so the root that the first one led to is pushed again.
//!
//! The same table remembers what successors were canonicalised to. Siblings that differ by a symmetry become equal then, and
//! need not be encoded: on Peterson's algorithm with six processes, of 346,000 successors that were not recognised as the
//! model made them 121,000 are recognised now, and as many states are also reached in the shape of their representative.
//!
//! Successors are announced a state's worth at a time, so that the misses of the table in the processor's caches overlap.
//!
//! The table grows with the search: a small one would wait longer for the memory of a large table than for anything else.
//! What was remembered under the shorter numbers of places is mostly not found any more then, which happens a few times.
//!
//! Whether successors come back soon depends on the model and on how far the search has come, so the table counts: if too
//! few do, it rests for a while before it is tried again.
//!
//! Rejected: a cache from states to representatives inside the canonicaliser (it answers the same calls, and the answer
//! must still be encoded and looked up); a table as large as the state set (it would hold every state twice); keys
//! without their states (a wrong answer would be unsound).

use kernels::short;
use store::Root;

use crate::{Order, SLOT_ALIGNMENT};

/// Bytes of the table: half of a processor's second-level cache. With twice as much, a few successors more are recognised,
/// and everything else is slower.
const BYTES: usize = 1 << 19;

/// Entries in use at first. There are four times as many as soon as there were as many calls.
const FIRST: usize = 64;

/// So many calls decide whether the table is worth its cost.
const TRIAL: u64 = 1 << 13;

/// One call in so many must be answered...
const WORTHWHILE: u64 = 12;

/// ...or the table rests for so many calls.
const REST: u64 = 16 * TRIAL;

/// Bytes in front of each state: its length and one.
const HEADER: usize = 4;

/// What is known of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It was reached before, and led to this root if roots are kept.
    Before(Option<Root>),
    /// It was not; its root belongs to this place.
    Unknown(Option<Place>),
}

/// Where a successor was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(usize);

/// The table. See the module's text.
#[derive(Debug)]
pub(crate) struct SuccessorCache {
    /// Length and bytes of a successor in each entry, from `start` on.
    keys: Vec<u8>,
    /// Index of the first byte of `keys` on a cache line.
    start: usize,
    /// The root of each entry; only depth-first.
    roots: Vec<Option<Root>>,
    keeps_roots: bool,
    /// Calls that will not be answered.
    resting: u64,
    /// Bytes of an entry.
    stride: usize,
    /// The number of entries in use less one, all ones.
    mask: usize,
    /// The number of all entries less one.
    widest: usize,
    /// So many calls until the table grows, or is judged.
    pause: u64,
    /// The hashes of the successors announced, and how many of them were looked up.
    hashes: Vec<u64>,
    looked_up: usize,
    /// The hash of the successor last looked up.
    last: u64,
    /// Calls since the last decision, and how many of them were answered.
    calls: u64,
    hits: u64,
    all_hits: u64,
}

impl SuccessorCache {
    /// An empty table; one that is not `wanted` stays empty.
    pub(crate) fn new(order: Order, wanted: bool) -> SuccessorCache {
        SuccessorCache {
            keys: Vec::new(),
            start: 0,
            roots: Vec::new(),
            keeps_roots: order == Order::DepthFirst,
            resting: if wanted { 0 } else { u64::MAX },
            stride: 0,
            mask: 0,
            widest: 0,
            pause: 0,
            hashes: Vec::new(),
            looked_up: 0,
            last: 0,
            calls: 0,
            hits: 0,
            all_hits: 0,
        }
    }

    /// Announces successors that will be looked up in this order.
    pub(crate) fn prefetch<'a>(&mut self, states: impl Iterator<Item = &'a [u8]>) {
        self.hashes.clear();
        self.looked_up = 0;
        if self.resting > 0 {
            return;
        }
        for state in states {
            let hash = hash(state);
            let at = self.start + (hash as usize & self.mask) * self.stride;
            if let Some(entry) = self.keys.get(at..) {
                store::announce(entry);
            }
            self.hashes.push(hash);
        }
    }

    /// Looks a successor up and remembers it.
    #[inline]
    pub(crate) fn probe(&mut self, state: &[u8]) -> Known {
        if self.resting > 0 {
            self.resting -= 1;
            return Known::Unknown(None);
        }
        if HEADER + state.len() > self.stride {
            self.widen(state.len());
        }
        self.calls += 1;
        if self.calls > self.pause {
            self.grow_or_judge();
        }
        let announced = self.hashes.get(self.looked_up).copied();
        self.looked_up += 1;
        self.last = announced.unwrap_or_else(|| hash(state));
        let known = self.find_or_keep(self.last, state);
        self.all_hits += u64::from(matches!(known, Known::Before(_)));
        known
    }

    /// Looks up what the successor just looked up was canonicalised to, and remembers that too.
    #[inline]
    pub(crate) fn probe_canonical(&mut self, state: &[u8]) -> Known {
        if self.resting > 0 {
            return Known::Unknown(None);
        }
        let hash = hash(state);
        // It is its own representative, and known only because it was remembered a moment ago.
        if hash == self.last {
            return Known::Unknown(None);
        }
        self.find_or_keep(hash, state)
    }

    #[inline]
    fn find_or_keep(&mut self, hash: u64, state: &[u8]) -> Known {
        let place = hash as usize & self.mask;
        let at = self.start + place * self.stride;
        let Some(entry) = self.keys.get_mut(at..at + self.stride) else {
            return Known::Unknown(None);
        };
        let (length, key) = entry.split_at_mut(HEADER);
        let wanted = (state.len() as u32 + 1).to_le_bytes();
        // After a rest the entries may still be too narrow: the next state that is looked up widens them.
        let Some(key) = key.get_mut(..state.len()) else { return Known::Unknown(None) };
        if length == wanted && short::equal(key, state) {
            self.hits += 1;
            return Known::Before(self.roots.get(place).copied().flatten());
        }
        length.copy_from_slice(&wanted);
        short::copy(state, key);
        Known::Unknown(self.keeps_roots.then_some(Place(place)))
    }

    /// Says where the successor at a place led to.
    pub(crate) fn set_root(&mut self, place: Option<Place>, root: Root) {
        if let Some(Place(place)) = place
            && let Some(entry) = self.roots.get_mut(place)
        {
            *entry = Some(root);
        }
    }

    /// Is not asked any more: nothing is canonicalised from here on.
    #[inline]
    pub(crate) fn retire(&mut self) {
        self.resting = u64::MAX;
    }

    /// Forgets all, if roots are kept: they are void.
    #[cold]
    pub(crate) fn forget(&mut self) {
        if self.keeps_roots {
            self.keys.fill(0);
        }
    }

    /// The successors that were found before they were canonicalised.
    pub(crate) fn all_hits(&self) -> u64 {
        self.all_hits
    }

    /// Starts anew with entries for states of this length.
    #[cold]
    fn widen(&mut self, length: usize) {
        self.stride = (HEADER + length).next_multiple_of(SLOT_ALIGNMENT / 2);
        let entries = 1 << (BYTES / self.stride).max(1).ilog2();
        (self.mask, self.widest) = (self.mask.max(FIRST - 1).min(entries - 1), entries - 1);
        self.pause = self.next_pause();
        // No unused entry looks like a state, of which the length is kept and one added. Zeros are had without writing them.
        self.keys = vec![0; self.stride * entries + SLOT_ALIGNMENT];
        self.start = self.keys.as_ptr().align_offset(SLOT_ALIGNMENT).min(SLOT_ALIGNMENT);
        self.roots = vec![None; if self.keeps_roots { entries } else { 0 }];
    }

    /// Uses more of the entries; once all are in use decides whether the table rests.
    #[cold]
    fn grow_or_judge(&mut self) {
        match self.mask < self.widest {
            true => self.mask = (4 * self.mask + 3).min(self.widest),
            false => self.judge(),
        }
        self.pause = self.next_pause();
    }

    fn next_pause(&self) -> u64 {
        if self.mask < self.widest { self.mask as u64 } else { TRIAL }
    }

    fn judge(&mut self) {
        if self.hits * WORTHWHILE < self.calls {
            self.resting = REST;
        }
        (self.calls, self.hits) = (0, 0);
    }
}

/// Sixteen bytes at a time, each pair of words multiplied by itself, so that the products do not wait for each other; good
/// enough for a table where a collision costs a miss.
#[inline]
fn hash(state: &[u8]) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut sum, mut key) = (state.len() as u64, 0x2d35_8dcc_aa6c_78a5_u64);
    short::for_each_word(state, |both| {
        let (low, high) = (both as u64, (both >> 64) as u64);
        let product = u128::from(low ^ key) * u128::from(high ^ key.rotate_left(32));
        sum = sum.wrapping_add(product as u64 ^ (product >> 64) as u64);
        key = key.wrapping_add(STEP);
    });
    sum ^ sum >> 32
}

#[cfg(test)]
mod tests {
    use super::{Known, SuccessorCache, TRIAL, hash};
    use crate::Order;
    use std::collections::HashSet;
    use std::sync::Arc;
    use store::{Budget, Cursor, StateStore};

    /// States of 10 to 40 bytes, `spread` different ones.
    fn states(spread: u64) -> impl Iterator<Item = Vec<u8>> {
        let mut seed = 3u64;
        std::iter::repeat_with(move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let number = (seed >> 20) % spread;
            let bytes = number.wrapping_mul(0x0102_0304_0506_0709).to_le_bytes();
            bytes.iter().copied().cycle().take(10 + (number % 31) as usize).collect()
        })
    }

    #[test]
    fn what_is_known_was_reached_before() {
        let mut recent = SuccessorCache::new(Order::BreadthFirst, true);
        let mut reached = HashSet::new();
        for state in states(3000).take(3 * TRIAL as usize) {
            if recent.probe(&state) == Known::Before(None) {
                assert!(reached.contains(&state));
            }
            reached.insert(state);
        }
        assert!(recent.all_hits() > TRIAL);
    }

    #[test]
    fn a_rest_may_end_with_a_longer_state() {
        let mut recent = SuccessorCache::new(Order::BreadthFirst, true);
        let mut number = 0u64;
        while recent.resting == 0 {
            number += 1;
            recent.probe(&number.to_le_bytes());
        }
        while recent.resting > 1 {
            recent.probe(&[0; 8]);
        }
        let long = [7; 300];
        assert_eq!(recent.probe(&long), Known::Unknown(None));
        assert_eq!(recent.probe_canonical(&long), Known::Unknown(None));
        assert_eq!(recent.probe(&long), Known::Unknown(None));
        assert_eq!(recent.probe(&long), Known::Before(None));
    }

    #[test]
    fn what_is_known_again_was_reached_before() {
        let mut recent = SuccessorCache::new(Order::BreadthFirst, true);
        let (mut reached, mut again) = (HashSet::new(), 0);
        for mut state in states(3000).take(3 * TRIAL as usize) {
            let before = recent.probe(&state);
            // Sorting stands for canonicalising.
            state.sort_unstable();
            let known = match before {
                Known::Before(_) => true,
                Known::Unknown(_) => recent.probe_canonical(&state) == Known::Before(None),
            };
            assert!(!known || reached.contains(&state));
            again += u64::from(known);
            reached.insert(state);
        }
        assert!(again > recent.all_hits());
    }

    #[test]
    fn a_table_without_hits_rests() {
        let mut recent = SuccessorCache::new(Order::DepthFirst, true);
        states(1 << 40).take(2 * TRIAL as usize).for_each(|state| {
            recent.probe(&state);
        });
        assert!(recent.resting > 0);
        assert_eq!(recent.probe(&[1; 20]), recent.probe(&[1; 20]));
    }

    #[test]
    fn depth_first_the_root_is_kept() {
        let mut recent = SuccessorCache::new(Order::DepthFirst, true);
        let mut store = StateStore::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let root = store.encode(&mut Cursor::new(), &[1, 2]).expect("memory");
        let Known::Unknown(place) = recent.probe(&[2, 1]) else { panic!("nothing was reached yet") };
        recent.set_root(place, root);
        assert_eq!(recent.probe(&[2, 1]), Known::Before(Some(root)));
    }

    #[test]
    fn hashes_of_like_states_differ() {
        let mut all = HashSet::new();
        for at in 0..50 {
            for value in 0..=255u8 {
                let mut state = [7u8; 50];
                state[at] = value;
                all.insert(hash(&state) as u32);
            }
        }
        assert!(all.len() > 50 * 255 - 10);
    }
}
