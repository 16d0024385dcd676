//! An open-addressing index from hashes to 32-bit numbers that grows in place by any factor.
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
//! Rejected: doubling into a new table (2.5 to 3 times the memory while it lasts); linear hashing (Litwin 1980: its
//! unsplit buckets are up to twice as full as its split ones, so it needs overflow chains or a lower load); hashbrown's
//! layout (fingerprints and numbers apart: one more miss).

use std::ptr::NonNull;
use std::sync::Arc;

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

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket {
    fingerprints: [u8; SLOTS],
    /// Slots in use; they are the first ones.
    len: u8,
    unused: [u8; 3],
    numbers: [u32; SLOTS],
}

/// A set of numbers, found by the hash of what they stand for.
#[derive(Debug)]
pub(crate) struct Index {
    region: Region,
    /// Buckets that are the home of some hash; `TAIL` more follow.
    homes: usize,
    len: usize,
    /// The index grows when it holds this many.
    grow_at: usize,
}

/// Where a key that is not in the index belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy(usize);

impl Index {
    pub(crate) fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        // Room for 2^32 keys at two thirds load, the least there is after growth.
        let buckets = (1usize << 32) * 3 / 2 / SLOTS;
        let mut region = Region::reserve(buckets * size_of::<Bucket>(), Arc::clone(budget))?;
        region.commit(FIRST_BUCKETS * size_of::<Bucket>())?;
        let homes = homes_in(&region);
        Ok(Index { region, homes, len: 0, grow_at: grow_at(homes) })
    }

    /// The number with this hash for which `is_it` holds, or the place for a new one.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, Vacancy> {
        let mut at = self.home(hash);
        loop {
            let bucket = self.bucket(at);
            let mut candidates = matches(bucket, fingerprint(hash));
            while candidates != 0 {
                let number = bucket.numbers[candidates.trailing_zeros() as usize];
                if is_it(number) {
                    return Ok(number);
                }
                candidates &= candidates - 1;
            }
            if (bucket.len as usize) < SLOTS || at + 1 == self.homes + TAIL {
                return Err(Vacancy(at));
            }
            at += 1;
        }
    }

    /// Fills a vacancy that `find` returned for this hash, with no other change in between. `hash_of` and `fetch`
    /// tell the hash of a number and announce that it will be asked for.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        vacancy: Vacancy,
        hash: u64,
        number: u32,
        hash_of: impl Fn(u32) -> u64,
        fetch: impl Fn(u32),
    ) -> Result<(), Full> {
        let mut at = vacancy.0;
        while self.len >= self.grow_at || self.bucket(at).len as usize == SLOTS {
            self.grow(&hash_of, &fetch)?;
            at = self.first_free(hash);
        }
        push(self.bucket_mut(at), fingerprint(hash), number);
        self.len += 1;
        Ok(())
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
        let candidates = matches(bucket, fingerprint(hash));
        (candidates != 0).then(|| bucket.numbers[candidates.trailing_zeros() as usize])
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
        // SAFETY: `homes + TAIL` buckets are committed, and zero bytes are an empty bucket.
        unsafe { self.buckets().add(at).as_ref() }
    }

    #[inline]
    fn bucket_mut(&mut self, at: usize) -> &mut Bucket {
        debug_assert!(at < self.homes + TAIL);
        // SAFETY: as in `bucket`, and the borrow of `self` is exclusive.
        unsafe { self.buckets().add(at).as_mut() }
    }

    #[inline]
    fn buckets(&self) -> NonNull<Bucket> {
        self.region.base().cast()
    }

    /// The first bucket with room at or behind the home of `hash`, or the last bucket if there is none.
    fn first_free(&self, hash: u64) -> usize {
        let last = self.homes + TAIL - 1;
        let mut at = self.home(hash);
        while at < last && self.bucket(at).len as usize == SLOTS {
            at += 1;
        }
        at
    }

    /// Adds buckets and moves every number to its new place.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: &impl Fn(u32) -> u64, fetch: &impl Fn(u32)) -> Result<(), Full> {
        let old = self.homes + TAIL;
        self.homes = self.more_homes()?;
        self.grow_at = grow_at(self.homes);
        // Numbers that spilled far from home: their new home has not been emptied yet.
        let mut early: Vec<(u64, u32)> = Vec::new();
        for at in (0..old).rev() {
            if let Some(ahead) = at.checked_sub(LOOK_AHEAD) {
                let bucket = self.bucket(ahead);
                bucket.numbers[..bucket.len as usize].iter().for_each(|&number| fetch(number));
            }
            let taken = *self.bucket(at);
            self.bucket_mut(at).len = 0;
            early.extend(taken.numbers[..taken.len as usize].iter().map(|&n| (hash_of(n), n)));
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
        let at = self.first_free(hash);
        let bucket = self.bucket_mut(at);
        let room = (bucket.len as usize) < SLOTS;
        if room {
            push(bucket, fingerprint(hash), number);
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

#[inline]
fn push(bucket: &mut Bucket, fingerprint: u8, number: u32) {
    let slot = bucket.len as usize;
    bucket.fingerprints[slot] = fingerprint;
    bucket.numbers[slot] = number;
    bucket.len += 1;
}

/// A bit per slot in use whose fingerprint is the given one.
#[inline]
fn matches(bucket: &Bucket, fingerprint: u8) -> u32 {
    let in_use = (1u32 << bucket.len) - 1;
    equal_bytes(bucket, fingerprint) & in_use
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn equal_bytes(bucket: &Bucket, byte: u8) -> u32 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_load_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: a bucket is 64 bytes on a 64-byte line, so its first 16 can be loaded aligned; x86-64 has SSE2.
    unsafe {
        let header = _mm_load_si128(std::ptr::from_ref(bucket).cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(header, _mm_set1_epi8(byte as i8))) as u32
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn equal_bytes(bucket: &Bucket, byte: u8) -> u32 {
    let equal = |(slot, &print): (usize, &u8)| u32::from(print == byte) << slot;
    bucket.fingerprints.iter().enumerate().map(equal).sum()
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
        match index.find(hash(number), |other| other == number) {
            Ok(_) => Ok(false),
            Err(vacancy) => index.insert(vacancy, hash(number), number, &hash, |_| ()).map(|()| true),
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
