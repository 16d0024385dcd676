//! Hash-consing of words: each distinct word gets the next number, and a number gives its word back.
//!
//! This is the one data structure under the tree compression of [`crate::StateStore`]: words of 128 bits for the parts
//! of states, words of 64 bits for the roots. Words lie in order of insertion, so a number is dense, a set of visited
//! states is also the queue of a breadth-first search, and other columns can run beside it.
//!
//! The hash is the folded multiplication at the core of wyhash and rapidhash (Wang Yi; De Carli), specialised to one
//! word.

use std::sync::Arc;

use crate::index::{Index, Vacancy};
use crate::{Budget, Full, Shareable, SharedColumn};

/// What a set can hold.
pub trait Word: Shareable + Eq {
    /// Spreads the word over 64 bits.
    fn hash(self) -> u64;
}

impl Word for u64 {
    #[inline]
    fn hash(self) -> u64 {
        fold(fold(self ^ 0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9), 0x4b33_a62e_d433_d4a3)
    }
}

impl Word for u128 {
    #[inline]
    fn hash(self) -> u64 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        fold(fold(low ^ 0x2d35_8dcc_aa6c_78a5, high ^ 0x8bb8_4b93_962e_acc9), 0x4b33_a62e_d433_d4a3)
    }
}

/// Why a word was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The index has to grow first, which needs the set for itself.
    Crowded,
    /// There is no room for it.
    Full(Full),
}

impl From<Full> for Refused {
    fn from(full: Full) -> Self {
        Refused::Full(full)
    }
}

/// A set of words numbered in order of insertion.
#[derive(Debug)]
pub struct WordSet<W: Word> {
    words: SharedColumn<W>,
    /// Finds the number of a word.
    index: Index,
    /// Words it may hold.
    limit: usize,
    /// Only one thread uses it now, and need not tell others what it does to a place.
    alone: bool,
}

impl<W: Word> WordSet<W> {
    /// An empty set that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Self::with_limit(budget, u32::MAX as usize)
    }

    /// An empty set whose numbers stay below `limit`.
    pub fn with_limit(budget: &Arc<Budget>, limit: usize) -> Result<Self, Full> {
        Ok(WordSet { words: SharedColumn::new(budget)?, index: Index::new(budget)?, limit, alone: false })
    }

    /// The number of `word`, and whether it is new.
    pub fn insert(&mut self, word: W) -> Result<(u32, bool), Full> {
        loop {
            match self.try_insert(word) {
                Ok(inserted) => return Ok(inserted),
                Err(Refused::Full(full)) => return Err(full),
                Err(Refused::Crowded) => self.grow()?,
            }
        }
    }

    /// `insert` beside other threads, unless the index has to grow.
    #[inline]
    pub fn try_insert(&self, word: W) -> Result<(u32, bool), Refused> {
        self.try_insert_hashed(word, word.hash())
    }

    /// `try_insert` for who has computed the hash already.
    #[inline]
    pub(crate) fn try_insert_hashed(&self, word: W, hash: u64) -> Result<(u32, bool), Refused> {
        match self.index.find(hash, |number| self.words.get(number) == word) {
            Ok(number) => Ok((number, false)),
            Err(vacancy) => match self.append(vacancy, word, hash) {
                Some(result) => result,
                None => self.wait_and_insert(word, hash),
            },
        }
    }

    /// Adds a word that was not there, unless the place where it belongs is not as it was. The word comes before its number,
    /// so that the index never names one that does not exist. A call of its own, so that finding one saves no registers.
    #[inline(never)]
    fn append(&self, vacancy: Vacancy, word: W, hash: u64) -> Option<Result<(u32, bool), Refused>> {
        let len = self.words.len();
        if self.index.is_crowded(len, vacancy) {
            return Some(Err(if len >= self.limit {
                Refused::Full(Full::Numbers)
            } else {
                Refused::Crowded
            }));
        }
        let held = self.index.hold(vacancy, self.alone)?;
        Some(match self.words.push(word, self.limit, self.alone) {
            Ok(number) => {
                held.fill(hash, number);
                Ok((number, true))
            }
            Err(full) => {
                held.release();
                Err(full.into())
            }
        })
    }

    /// Where another thread is filling the place, it may be with this word. That takes a few instructions, unless it was
    /// interrupted or has to ask for memory.
    #[cold]
    #[inline(never)]
    fn wait_and_insert(&self, word: W, hash: u64) -> Result<(u32, bool), Refused> {
        loop {
            (0..32).for_each(|_| std::hint::spin_loop());
            std::thread::yield_now();
            let vacancy = match self.index.find(hash, |number| self.words.get(number) == word) {
                Ok(number) => return Ok((number, false)),
                Err(vacancy) => vacancy,
            };
            if let Some(result) = self.append(vacancy, word, hash) {
                return result;
            }
        }
    }

    /// Says whether one thread alone uses it from now on, which saves it two atomic operations for each new word.
    pub(crate) fn set_alone(&mut self, alone: bool) {
        self.alone = alone;
    }

    /// Makes the index larger if it is crowded.
    pub(crate) fn grow(&mut self) -> Result<(), Full> {
        let words = &self.words;
        self.index.grow(|number| words.get(number).hash(), |number| words.prefetch(number))
    }

    /// Whether the index should grow before more is inserted.
    pub(crate) fn is_crowded(&self) -> bool {
        self.index.should_grow(self.words.len())
    }

    /// The number of `word`, if it is in the set.
    pub fn find(&self, word: W) -> Option<u32> {
        self.index.find(word.hash(), |number| self.words.get(number) == word).ok()
    }

    /// The word with this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, number: u32) -> W {
        self.words.get(number)
    }

    /// First stage of a lookup in a batch: asks for the bucket.
    #[inline]
    pub fn prefetch(&self, word: W) {
        self.index.prefetch(word.hash());
    }

    /// Second stage: reads the bucket and asks for the word it will be compared with.
    #[inline]
    pub fn prefetch_candidate(&self, word: W) {
        if let Some(number) = self.index.candidate(word.hash()) {
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
        let mut set = WordSet::<u64>::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
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
                let hash = ((left << 32) | right).hash();
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
        let mut set = WordSet::<u128>::with_limit(&budget, 3).expect("address space");
        assert!((0..3).all(|word| set.insert(word).is_ok()));
        assert_eq!(set.insert(3), Err(Full::Numbers));
        assert_eq!(set.insert(2), Ok((2, false)));
        assert_eq!((set.find(1), set.find(3)), (Some(1), None));
    }

    #[test]
    fn a_full_set_keeps_what_it_has() {
        let mut set = WordSet::<u64>::new(&Arc::new(Budget::new(1 << 20))).expect("address space");
        let full = (0..).find(|&word| set.insert(word).is_err()).expect("ends");
        assert!(full > 30_000, "{full}");
        assert!((0..full).all(|word| set.get(word as u32) == word));
        assert_eq!(set.len() as u64, full);
        assert!((0..full).all(|word| set.find(word) == Some(word as u32)));
        assert_eq!(set.find(full), None);
    }
}
