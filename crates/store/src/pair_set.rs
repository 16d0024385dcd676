//! Hash-consing of 64-bit words: each distinct word gets the next number, and a number gives its word back.
//!
//! This is the one data structure under the tree compression of [`crate::StateStore`]: its words are pairs of 32-bit
//! numbers (inner nodes, roots) or eight bytes of a state (leaves). Words lie in order of insertion, so a number is
//! dense, a set of visited states is also the queue of a breadth-first search, and other columns can run beside it.
//!
//! The hash is the folded multiplication at the core of wyhash and rapidhash (Wang Yi; De Carli), specialised to one
//! word.

use std::sync::Arc;

use crate::index::Index;
use crate::{Budget, Column, Full};

/// A set of words numbered in order of insertion.
#[derive(Debug)]
pub struct PairSet {
    words: Column<u64>,
    /// Finds the number of a word.
    index: Index,
    /// Words it may hold.
    limit: usize,
}

impl PairSet {
    /// An empty set that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Self::with_limit(budget, u32::MAX as usize)
    }

    /// An empty set whose numbers stay below `limit`.
    pub fn with_limit(budget: &Arc<Budget>, limit: usize) -> Result<Self, Full> {
        Ok(PairSet { words: Column::new(budget)?, index: Index::new(budget)?, limit })
    }

    /// The number of `word`, and whether it is new.
    #[inline]
    pub fn insert(&mut self, word: u64) -> Result<(u32, bool), Full> {
        self.insert_hashed(word, hash(word))
    }

    /// `insert` for who has computed the hash already.
    #[inline]
    pub(crate) fn insert_hashed(&mut self, word: u64, hash: u64) -> Result<(u32, bool), Full> {
        let words = &self.words;
        match self.index.find(hash, |number| words.get(number) == word) {
            Ok(number) => Ok((number, false)),
            Err(_) if words.len() >= self.limit => Err(Full::Numbers),
            Err(vacancy) => {
                let number = words.len() as u32;
                let hash_of = |number| self::hash(words.get(number));
                self.index.insert(vacancy, hash, number, hash_of, |number| words.prefetch(number))?;
                self.words.push(word)?;
                Ok((number, true))
            }
        }
    }

    /// The number of `word`, if it is in the set.
    pub fn find(&self, word: u64) -> Option<u32> {
        self.index.find(hash(word), |number| self.words.get(number) == word).ok()
    }

    /// The word with this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, number: u32) -> u64 {
        self.words.get(number)
    }

    /// First stage of a lookup in a batch: asks for the bucket.
    #[inline]
    pub fn prefetch(&self, word: u64) {
        self.index.prefetch(hash(word));
    }

    /// Second stage: reads the bucket and asks for the word it will be compared with.
    #[inline]
    pub fn prefetch_candidate(&self, word: u64) {
        if let Some(number) = self.index.candidate(hash(word)) {
            self.words.prefetch(number);
        }
    }

    /// Words so far.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.words.memory() + self.index.memory()
    }
}

#[inline]
pub(crate) fn hash(word: u64) -> u64 {
    fold(fold(word ^ 0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9), 0x4b33_a62e_d433_d4a3)
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_hash_map() {
        let mut set = PairSet::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let mut slow = HashMap::new();
        let mut random = 1u64;
        for _ in 0..300_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let word = (((random >> 33) % 500) << 32) | ((random >> 50) % 300);
            let next = slow.len() as u32;
            let expected = *slow.entry(word).or_insert(next);
            set.prefetch(word);
            set.prefetch_candidate(word);
            assert_eq!(set.insert(word), Ok((expected, expected == next)));
            assert_eq!(set.get(expected), word);
        }
        assert_eq!(set.len(), slow.len());
    }

    /// Pairs of small numbers are what the tree makes; their hashes must spread like random ones.
    #[test]
    fn pairs_of_small_numbers_spread_evenly() {
        let mut counts = vec![0u32; 4096];
        let mut prints = vec![0u32; 256];
        for left in 0..256u64 {
            for right in 0..256u64 {
                let hash = hash(left << 32 | right);
                counts[(hash >> 52) as usize] += 1;
                prints[(hash & 255) as usize] += 1;
            }
        }
        let chi = |counts: &[u32], mean: f64| {
            counts.iter().map(|&c| (f64::from(c) - mean).powi(2) / mean).sum::<f64>() / counts.len() as f64
        };
        assert!((0.85..1.15).contains(&chi(&counts, 16.0)), "{}", chi(&counts, 16.0));
        assert!((0.6..1.5).contains(&chi(&prints, 256.0)), "{}", chi(&prints, 256.0));
    }

    #[test]
    fn numbers_stay_below_the_limit() {
        let budget = Arc::new(Budget::new(usize::MAX));
        let mut set = PairSet::with_limit(&budget, 3).expect("address space");
        assert!((0..3).all(|word| set.insert(word).is_ok()));
        assert_eq!(set.insert(3), Err(Full::Numbers));
        assert_eq!(set.insert(2), Ok((2, false)));
        assert_eq!((set.find(1), set.find(3)), (Some(1), None));
    }

    #[test]
    fn a_full_set_keeps_what_it_has() {
        let mut set = PairSet::new(&Arc::new(Budget::new(1 << 20))).expect("address space");
        let full = (0..).find(|&word| set.insert(word).is_err()).expect("ends");
        assert!(full > 30_000, "{full}");
        assert!((0..full).all(|word| set.get(word as u32) == word));
    }
}
