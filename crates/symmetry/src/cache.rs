//! A cache from states to representatives, for successors that are reached again.
//!
//! A state of a search is reached about as often as it has predecessors, and predecessors that are explored near each
//! other reach it in the same shape. A direct-mapped table of recent states answers such calls with a hash and a
//! comparison. Whether that happens depends on the model, so the cache counts: unless one call in eight is answered,
//! it is given up, and the calls it cost are few.
//!
//! Rejected: a table as large as the state set (it would hold every state twice), and keys without their states (a wrong
//! answer would be unsound).

use explorer::{Canonicaliser, Effort};

/// Bytes a cache may take: what a second-level cache of a processor holds.
const BYTES: usize = 1 << 18;

/// So many calls decide whether the cache is worth its cost.
const TRIAL: u64 = 1 << 13;

/// One call in so many must be answered.
const WORTHWHILE: u64 = 6;

/// A canonicaliser with a memory.
pub(crate) struct Cached {
    inner: Box<dyn Canonicaliser>,
    /// Pairs of a state and its representative; empty once the cache is given up.
    pairs: Vec<u8>,
    /// Bytes of a state.
    length: usize,
    /// The number of pairs, a power of two.
    entries: usize,
    /// Calls since the last decision, and how many of them were answered.
    calls: u64,
    hits: u64,
    all_hits: u64,
}

impl Cached {
    /// Remembers what `inner` says about states of `length` bytes.
    pub fn new(inner: Box<dyn Canonicaliser>, length: usize) -> Cached {
        let fitting = (BYTES / (2 * length.max(1))).max(1);
        let entries = 1 << fitting.ilog2();
        // The header of a state is never all ones: no unused entry looks like a state.
        let pairs = vec![0xff; 2 * length * entries];
        Cached { inner, pairs, length, entries, calls: 0, hits: 0, all_hits: 0 }
    }

    fn judge(&mut self) {
        if self.hits * WORTHWHILE < self.calls {
            self.pairs = Vec::new();
        }
        (self.calls, self.hits) = (0, 0);
    }
}

impl Canonicaliser for Cached {
    fn canonicalise(&mut self, state: &mut [u8]) {
        if self.pairs.is_empty() || state.len() != self.length {
            return self.inner.canonicalise(state);
        }
        self.calls += 1;
        let at = (hash(state) as usize & (self.entries - 1)) * 2 * self.length;
        let (known, representative) = self.pairs[at..at + 2 * self.length].split_at_mut(self.length);
        if known == state {
            state.copy_from_slice(representative);
            self.hits += 1;
            self.all_hits += 1;
        } else {
            known.copy_from_slice(state);
            self.inner.canonicalise(state);
            representative.copy_from_slice(state);
        }
        if self.calls == TRIAL {
            self.judge();
        }
    }

    fn effort(&self) -> Effort {
        let inner = self.inner.effort();
        Effort { cache_hits: inner.cache_hits + self.all_hits, ..inner }
    }
}

/// Eight bytes at a time; good enough for a table where a collision costs a miss.
fn hash(state: &[u8]) -> u64 {
    let (words, rest) = state.as_chunks::<8>();
    let mut sum = 0u64;
    for word in words {
        sum = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 29;
    }
    for &byte in rest {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    sum ^ sum >> 32
}

#[cfg(test)]
mod tests {
    use super::{Cached, TRIAL};
    use explorer::Canonicaliser;

    /// Sorts everything behind the header.
    struct Sort(u64);

    impl Canonicaliser for Sort {
        fn canonicalise(&mut self, state: &mut [u8]) {
            self.0 += 1;
            state[2..].sort_unstable();
        }
    }

    fn run(spread: u64) -> Cached {
        let mut cached = Cached::new(Box::new(Sort(0)), 10);
        let mut seed = 3u64;
        for _ in 0..2 * TRIAL {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mut state = [0u8; 10];
            state[2..]
                .copy_from_slice(&((seed >> 20) % spread).wrapping_mul(0x0102_0304_0506_0709).to_le_bytes());
            let mut expected = state;
            expected[2..].sort_unstable();
            cached.canonicalise(&mut state);
            assert_eq!(state, expected);
        }
        cached
    }

    #[test]
    fn answers_are_those_of_the_canonicaliser() {
        assert!(run(100).effort().cache_hits > TRIAL);
    }

    #[test]
    fn a_cache_without_hits_is_given_up() {
        assert!(run(1 << 40).pairs.is_empty());
    }
}
