//! An open-addressing index from hashes to 32-bit numbers that many threads fill and that grows in place by any factor.
//!
//! The keys live elsewhere (a [`Column`](crate::Column)); the index holds their numbers. A bucket is one cache line:
//! twelve one-byte fingerprints, compared in one instruction, and twelve numbers. A lookup of a key that is not there
//! costs one miss, of one that is there two (the bucket, then the key to confirm); a fingerprint only filters, so
//! nothing is lost by it. Measured against whole keys inline: 5.3 bytes a slot instead of 12, because the keys are
//! needed in order of insertion anyway.
//!
//! A hash `h` is at home in bucket `h * buckets / 2^64` (Lemire, Fast random integer generation in an interval, 2019).
//! This map is monotone in both arguments, and that gives growth in place: when the bucket count increases, no key's
//! home decreases, so buckets are emptied from last to first and every key finds its new place at or behind its old
//! one. There is no second table, hence no moment with both, and the factor is free: a table near its memory limit
//! grows by what is left instead of giving up. A full bucket spills into the next; a few buckets behind the last home
//! catch the end, so nothing wraps around.
//!
//! Many threads look up and insert at a time (after Laarman, van de Pol, Weber: Boosting multi-core reachability
//! performance with shared hash tables, FMCAD 2010, whose table of hashes and write bits this resembles). A bucket is only
//! appended to, and its length, fingerprints and a lock bit are one word: who has read the length sees the slots below it,
//! so lookups take no lock. A key is inserted into the first bucket with room at or behind its home. Buckets before that
//! are full and change no more, so a lookup that found nothing is still right if that one bucket is as it was then: a
//! single compare-and-swap says so and takes the lock. If it is not, the key is looked up again. So equal keys cannot both
//! be added, and a thread waits for another only while that one fills a slot in the same line. Growth needs the index for
//! itself, which the borrow checker sees to ([`crate::SharedStore`] lets threads stand aside for it). A thread that is
//! alone with the index takes no lock. The protocol is a model of this repository, which its tests check
//! (`models/promela/protocols/shared_table.pml`).
//!
//! Rejected: doubling into a new table (2.5 to 3 times the memory while it lasts); linear hashing (Litwin 1980: its
//! unsplit buckets are up to twice as full as its split ones, so it needs overflow chains or a lower load); hashbrown's
//! layout (fingerprints and numbers apart: one more miss); a table with a lock for each part of the hashes (each holds
//! pages that it does not use yet: with huge pages and sixteen tables, up to sixteen bytes a state at a million states).

use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::region::Region;
use crate::{Budget, Full};

const SLOTS: usize = 12;
/// Buckets behind the last home, so that spilling never wraps around.
const TAIL: usize = 16;
const FIRST_BUCKETS: usize = 1024;
/// Keys per hundred slots at which the table grows.
const LOAD_PERCENT: usize = 85;
/// Above this size the table grows by half instead of doubling: less memory in use for one more move of each key.
const DOUBLING_UP_TO: usize = 1 << 14;
/// How many buckets ahead growth fetches the keys it will rehash.
const LOOK_AHEAD: usize = 4;

/// One cache line.
#[repr(C, align(64))]
struct Bucket {
    /// The fingerprints of the first eight slots, from the lowest byte on.
    low: AtomicU64,
    /// Those of the other four; above them the number of slots in use, which are the first ones, and the lock.
    high: AtomicU64,
    numbers: [AtomicU32; SLOTS],
}

/// Slots whose fingerprints are in the lower word.
const LOW_SLOTS: usize = 8;
/// Where the number of slots in use is in the upper word.
const LEN_SHIFT: u32 = 32;
/// Some thread fills a slot.
const LOCKED: u64 = 1 << 40;

/// A bucket's header, read at one moment.
#[derive(Clone, Copy, Debug)]
struct Header {
    low: u64,
    high: u64,
}

/// A set of numbers, found by the hash of what they stand for.
#[derive(Debug)]
pub(crate) struct Index {
    region: Region,
    /// Buckets that are the home of some hash; `TAIL` more follow.
    homes: usize,
    /// The index grows when it holds this many.
    grow_at: usize,
}

/// Where a key that is not in the index belongs, and what that bucket said of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    at: usize,
    seen: Header,
}

/// A bucket with room that nobody else fills until it is filled or released.
#[must_use]
pub(crate) struct Held<'i> {
    bucket: &'i Bucket,
    seen: Header,
}

impl Index {
    pub(crate) fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        // Room for 2^32 keys at two thirds load, the least there is after growth.
        let buckets = (1usize << 32) * 3 / 2 / SLOTS;
        let mut region = Region::reserve(buckets * size_of::<Bucket>(), Arc::clone(budget))?;
        region.commit(FIRST_BUCKETS * size_of::<Bucket>())?;
        let homes = homes_in(&region);
        Ok(Index { region, homes, grow_at: grow_at(homes) })
    }

    /// The number with this hash for which `is_it` holds, or the place for a new one.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, Vacancy> {
        let mut at = self.home(hash);
        loop {
            let bucket = self.bucket(at);
            let seen = bucket.header();
            let mut candidates = seen.matches(fingerprint(hash));
            while candidates != 0 {
                let number = bucket.number(candidates.trailing_zeros() as usize);
                if is_it(number) {
                    return Ok(number);
                }
                candidates &= candidates - 1;
            }
            if seen.len() < SLOTS || at + 1 == self.homes + TAIL {
                return Err(Vacancy { at, seen });
            }
            at += 1;
        }
    }

    /// Holds a vacancy that `find` returned and in which there is room, unless its bucket has changed since.
    ///
    /// A thread that is alone with the index takes no lock: what it found is as it was.
    #[inline]
    pub(crate) fn hold(&self, vacancy: Vacancy, alone: bool) -> Option<Held<'_>> {
        let Vacancy { at, seen } = vacancy;
        let (bucket, free) = (self.bucket(at), seen.high & !LOCKED);
        if alone {
            return Some(Held { bucket, seen });
        }
        let order = (Ordering::Acquire, Ordering::Relaxed);
        match bucket.high.compare_exchange(free, free | LOCKED, order.0, order.1) {
            Ok(_) => Some(Held { bucket, seen: Header { high: free, ..seen } }),
            Err(_) => None,
        }
    }

    /// Whether this vacancy of an index of `len` numbers cannot be filled before it grows.
    #[inline]
    pub(crate) fn is_crowded(&self, len: usize, vacancy: Vacancy) -> bool {
        len >= self.grow_at || vacancy.seen.len() == SLOTS
    }

    /// Whether it should grow before it takes more than `len` numbers.
    pub(crate) fn should_grow(&self, len: usize) -> bool {
        len >= self.grow_at
    }

    /// Asks the processor to fetch the home of `hash`.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        crate::prefetch(std::ptr::from_ref(self.bucket(self.home(hash))).cast());
    }

    /// The candidate numbers for `hash` in its home, for fetching their keys ahead of `find`.
    #[inline]
    pub(crate) fn candidate(&self, hash: u64) -> Option<u32> {
        let bucket = self.bucket(self.home(hash));
        let candidates = bucket.header().matches(fingerprint(hash));
        (candidates != 0).then(|| bucket.number(candidates.trailing_zeros() as usize))
    }

    pub(crate) fn memory(&self) -> usize {
        self.region.committed()
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        home(hash, self.homes)
    }

    #[inline]
    fn bucket(&self, at: usize) -> &Bucket {
        debug_assert!(at < self.homes + TAIL);
        let buckets: NonNull<Bucket> = self.region.base().cast();
        // SAFETY: `homes + TAIL` buckets are committed, and zero bytes are an empty bucket of atomic numbers.
        unsafe { buckets.add(at).as_ref() }
    }

    /// The first bucket with room at or behind the home of `hash`, or the last bucket if there is none.
    fn first_free(&self, hash: u64) -> usize {
        let last = self.homes + TAIL - 1;
        let mut at = self.home(hash);
        while at < last && self.bucket(at).header().len() == SLOTS {
            at += 1;
        }
        at
    }

    /// Adds buckets and moves every number to its new place. `hash_of` and `fetch` tell the hash of a number and announce
    /// that it will be asked for.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self, hash_of: impl Fn(u32) -> u64, fetch: impl Fn(u32)) -> Result<(), Full> {
        let old = self.homes + TAIL;
        self.homes = self.more_homes()?;
        self.grow_at = grow_at(self.homes);
        // Numbers that spilled far from home: their new home has not been emptied yet.
        let mut early: Vec<(u64, u32)> = Vec::new();
        for at in (0..old).rev() {
            if let Some(ahead) = at.checked_sub(LOOK_AHEAD) {
                self.bucket(ahead).taken().for_each(&fetch);
            }
            early.extend(self.bucket(at).taken().map(|number| (hash_of(number), number)));
            self.bucket(at).high.store(0, Ordering::Relaxed);
            let mut kept = 0;
            for i in 0..early.len() {
                let (hash, number) = early[i];
                if self.home(hash) < at {
                    early[kept] = (hash, number);
                    kept += 1;
                } else if !self.place(hash, number) {
                    return Err(Full::Memory);
                }
            }
            early.truncate(kept);
        }
        Ok(())
    }

    /// Puts a number in the first free slot; false if even the tail is full, which takes thousands of equal hashes.
    fn place(&mut self, hash: u64, number: u32) -> bool {
        let bucket = self.bucket(self.first_free(hash));
        let seen = bucket.header();
        let room = seen.len() < SLOTS;
        if room {
            Held { bucket, seen }.fill(hash, number);
        }
        room
    }

    /// Commits more buckets, as many as are wanted or as the budget allows, and returns the new number of homes.
    fn more_homes(&mut self) -> Result<usize, Full> {
        let factor = if self.homes <= DOUBLING_UP_TO { 1.0 } else { 0.5 };
        for share in [1.0, 0.5, 0.25, 0.125] {
            let buckets = self.homes + TAIL + (self.homes as f64 * factor * share) as usize;
            let bytes = buckets * size_of::<Bucket>();
            if self.region.commit(bytes).is_ok() {
                return Ok(homes_in(&self.region));
            }
        }
        Err(Full::Memory)
    }
}

impl Bucket {
    /// The header. The slots that it counts are visible from now on.
    #[inline]
    fn header(&self) -> Header {
        let high = self.high.load(Ordering::Acquire);
        Header { low: self.low.load(Ordering::Relaxed), high }
    }

    #[inline]
    fn number(&self, slot: usize) -> u32 {
        self.numbers[slot].load(Ordering::Relaxed)
    }

    /// All numbers in it.
    fn taken(&self) -> impl Iterator<Item = u32> {
        self.numbers[..self.header().len()].iter().map(|number| number.load(Ordering::Relaxed))
    }
}

impl Held<'_> {
    /// Fills the next slot and lets the bucket go.
    #[inline]
    pub(crate) fn fill(self, hash: u64, number: u32) {
        let Held { bucket, seen } = self;
        let slot = seen.len();
        bucket.numbers[slot].store(number, Ordering::Relaxed);
        let mut high = seen.high + (1 << LEN_SHIFT);
        let print = u64::from(fingerprint(hash));
        match slot.checked_sub(LOW_SLOTS) {
            None => {
                // Nobody else writes it: the bucket is held.
                let low = bucket.low.load(Ordering::Relaxed) & !(0xff << (8 * slot));
                bucket.low.store(low | print << (8 * slot), Ordering::Relaxed);
            }
            Some(slot) => high = high & !(0xff << (8 * slot)) | print << (8 * slot),
        }
        // What was written is visible to whoever reads the new length, and the lock is open again.
        bucket.high.store(high, Ordering::Release);
    }

    /// Lets the bucket go as it was.
    #[cold]
    pub(crate) fn release(self) {
        self.bucket.high.store(self.seen.high, Ordering::Release);
    }
}

impl Header {
    /// Slots in use.
    #[inline]
    fn len(self) -> usize {
        (self.high >> LEN_SHIFT) as usize & 0xff
    }

    /// A bit per slot in use whose fingerprint is the given one.
    #[inline]
    fn matches(self, fingerprint: u8) -> u32 {
        let in_use = (1u32 << self.len()) - 1;
        equal_bytes(self, fingerprint) & in_use
    }
}

fn homes_in(region: &Region) -> usize {
    region.committed() / size_of::<Bucket>() - TAIL
}

fn grow_at(homes: usize) -> usize {
    homes * SLOTS / 100 * LOAD_PERCENT
}

#[inline]
fn home(hash: u64, homes: usize) -> usize {
    ((u128::from(hash) * homes as u128) >> 64) as usize
}

/// The low byte: the high bits already chose the bucket.
#[inline]
fn fingerprint(hash: u64) -> u8 {
    hash as u8
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn equal_bytes(header: Header, byte: u8) -> u32 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8};
    // SAFETY: x86-64 has SSE2.
    unsafe {
        let header = _mm_set_epi64x(header.high as i64, header.low as i64);
        _mm_movemask_epi8(_mm_cmpeq_epi8(header, _mm_set1_epi8(byte as i8))) as u32
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn equal_bytes(header: Header, byte: u8) -> u32 {
    let both = u128::from(header.low) | u128::from(header.high) << 64;
    let equal = |(slot, print): (usize, u8)| u32::from(print == byte) << slot;
    both.to_le_bytes().into_iter().enumerate().take(SLOTS).map(equal).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(number: u32) -> u64 {
        u64::from(number)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn insert(index: &mut Index, hash: impl Fn(u32) -> u64, number: u32) -> Result<bool, Full> {
        loop {
            match index.find(hash(number), |other| other == number) {
                Ok(_) => return Ok(false),
                Err(vacancy) if index.is_crowded(number as usize, vacancy) => index.grow(&hash, |_| ())?,
                Err(vacancy) => {
                    index.hold(vacancy, false).expect("nobody else is there").fill(hash(number), number);
                    return Ok(true);
                }
            }
        }
    }

    #[test]
    fn every_number_is_found_after_every_growth() {
        let mut index = Index::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let mut homes = index.homes;
        for number in 0..400_000 {
            assert_eq!(insert(&mut index, mix, number), Ok(true));
            if index.homes != homes {
                homes = index.homes;
                assert!((0..=number).all(|n| index.find(mix(n), |other| other == n).is_ok()));
            }
        }
        assert!((0..400_000).all(|n| insert(&mut index, mix, n) == Ok(false)));
        assert!((400_000..800_000).all(|n| index.find(mix(n), |other| other == n).is_err()));
    }

    #[test]
    fn hashes_that_crowd_spill_and_stay_found() {
        // Only 64 different homes, at both ends of the table.
        let crowded = |n: u32| mix(n % 64) | if n.is_multiple_of(2) { u64::MAX << 20 } else { 0 };
        let mut index = Index::new(&Arc::new(Budget::new(1 << 24))).expect("address space");
        let mut inserted = 0;
        while inserted < 300 && insert(&mut index, crowded, inserted) == Ok(true) {
            inserted += 1;
        }
        assert!(inserted >= TAIL as u32 * SLOTS as u32, "{inserted}");
        assert!((0..inserted).all(|n| index.find(crowded(n), |other| other == n).is_ok()));
    }

    /// Threads that add the same numbers: each gets in once. The hashes leave them few buckets to meet in.
    #[test]
    fn threads_add_each_number_once() {
        let index = Index::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let crowded = |n: u32| mix(n % 40) & (u64::MAX << 8) | mix(n) & 255;
        let add = |number: u32| loop {
            match index.find(crowded(number), |other| other == number) {
                Ok(_) => return 0,
                Err(vacancy) => match index.hold(vacancy, false) {
                    Some(held) => {
                        held.fill(crowded(number), number);
                        return 1;
                    }
                    None => std::thread::yield_now(),
                },
            }
        };
        let added: u32 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| (0..2000).map(add).sum::<u32>())).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        assert_eq!(added, 2000);
        assert!((0..2000).all(|n| index.find(crowded(n), |other| other == n).is_ok()));
    }

    #[test]
    fn growth_near_the_budget_takes_what_is_left() {
        let budget = Arc::new(Budget::new(5 << 20));
        let mut index = Index::new(&budget).expect("address space");
        let full = (0..).find(|&n| insert(&mut index, mix, n).is_err()).expect("ends");
        assert!(budget.used() <= 5 << 20);
        assert!(budget.used() > 9 << 19, "{}", budget.used());
        assert!((0..full).all(|n| index.find(mix(n), |other| other == n).is_ok()));
    }
}
