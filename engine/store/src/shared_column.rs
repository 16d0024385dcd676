//! A growable array of plain numbers that many threads append to and read.
//!
//! It is a [`Column`](crate::Column) whose entries are atomic: the next number is claimed by compare-and-swap, then its
//! entry is written, then the number is given to others by whatever they synchronise with. Entries are read and written
//! with relaxed operations, which are plain moves of the processor: who has a number has it from a thread that wrote
//! the entry before. An entry that was claimed and not yet written reads as zero.
//!
//! Growth makes more pages usable and moves nothing, so it needs a lock among those that grow and stops nobody else.

use std::fmt::Debug;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::column::Plain;
use crate::region::Region;
use crate::{Budget, Full};

/// Numbers that threads can share.
pub trait Shareable: Plain {
    /// What holds one. Zero bytes are a zero.
    type Cell: Sync + Debug;

    /// Reads one.
    fn load(cell: &Self::Cell) -> Self;

    /// Writes one.
    fn store(self, cell: &Self::Cell);
}

impl Shareable for u32 {
    type Cell = AtomicU32;

    #[inline]
    fn load(cell: &AtomicU32) -> u32 {
        cell.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(self, cell: &AtomicU32) {
        cell.store(self, Ordering::Relaxed);
    }
}

impl Shareable for u64 {
    type Cell = AtomicU64;

    #[inline]
    fn load(cell: &AtomicU64) -> u64 {
        cell.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(self, cell: &AtomicU64) {
        cell.store(self, Ordering::Relaxed);
    }
}

impl Shareable for u128 {
    type Cell = [AtomicU64; 2];

    #[inline]
    fn load([low, high]: &[AtomicU64; 2]) -> u128 {
        u128::from(low.load(Ordering::Relaxed)) | u128::from(high.load(Ordering::Relaxed)) << 64
    }

    #[inline]
    fn store(self, [low, high]: &[AtomicU64; 2]) {
        low.store(self as u64, Ordering::Relaxed);
        high.store((self >> 64) as u64, Ordering::Relaxed);
    }
}

/// A number that is written often, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Apart(AtomicUsize);

/// An array indexed by 32-bit numbers that grows at its end. See the module's text.
#[derive(Debug)]
pub struct SharedColumn<T: Shareable> {
    base: NonNull<T::Cell>,
    /// Entries that may be used: those in the committed part of the region.
    capacity: AtomicUsize,
    region: Mutex<Region>,
    /// Entries claimed.
    len: Apart,
}

// SAFETY: the entries are atomic numbers in a region that the column owns.
unsafe impl<T: Shareable> Send for SharedColumn<T> {}
// SAFETY: all that a shared column gives access to is atomic or behind a lock.
unsafe impl<T: Shareable> Sync for SharedColumn<T> {}

impl<T: Shareable> SharedColumn<T> {
    /// An empty array that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        let region = Region::reserve(size_of::<T::Cell>() << 32, Arc::clone(budget))?;
        let (base, capacity) = (region.base().cast(), AtomicUsize::new(0));
        Ok(SharedColumn { base, capacity, region: Mutex::new(region), len: Apart::default() })
    }

    /// Entries so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.0.load(Ordering::Relaxed)
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends an entry, unless there are `limit` already, and returns its number. Nobody else may append at the same time
    /// as one who says that it is `alone`; entries would be lost.
    #[inline]
    pub fn push(&self, value: T, limit: usize, alone: bool) -> Result<u32, Full> {
        let mut number = self.len();
        loop {
            if number >= limit {
                return Err(Full::Numbers);
            }
            if number >= self.capacity.load(Ordering::Acquire) {
                self.grow(number + 1)?;
            }
            if alone {
                self.len.0.store(number + 1, Ordering::Relaxed);
                break;
            }
            let claimed =
                self.len.0.compare_exchange_weak(number, number + 1, Ordering::Relaxed, Ordering::Relaxed);
            match claimed {
                Ok(_) => break,
                Err(other) => number = other,
            }
        }
        // SAFETY: the number is below the capacity, which never becomes less.
        value.store(unsafe { self.base.add(number).as_ref() });
        Ok(number as u32)
    }

    /// Writes the entry at `index`, which nobody else does; entries that were skipped are zero.
    #[inline]
    pub fn set(&self, index: u32, value: T) -> Result<(), Full> {
        if index as usize >= self.capacity.load(Ordering::Acquire) {
            self.grow(index as usize + 1)?;
        }
        // SAFETY: the index is below the capacity, which never becomes less.
        value.store(unsafe { self.base.add(index as usize).as_ref() });
        Ok(())
    }

    /// The entry at `index`; zero if there is room for it and nobody has written it.
    ///
    /// # Panics
    /// If there is no room for it.
    #[inline]
    pub fn get(&self, index: u32) -> T {
        T::load(self.cell(index as usize))
    }

    /// Asks the processor to fetch the entry at `index`, if there is one.
    #[inline]
    pub fn prefetch(&self, index: u32) {
        if (index as usize) < self.capacity.load(Ordering::Acquire) {
            crate::prefetch(std::ptr::from_ref(self.cell(index as usize)).cast());
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.region.lock().unwrap_or_else(PoisonError::into_inner).committed()
    }

    #[inline]
    fn cell(&self, index: usize) -> &T::Cell {
        assert!(index < self.capacity.load(Ordering::Acquire), "no such entry");
        // SAFETY: the entry lies in the committed part, the base is aligned for it, and zero bytes are an entry.
        unsafe { self.base.add(index).as_ref() }
    }

    #[cold]
    fn grow(&self, entries: usize) -> Result<(), Full> {
        if entries > u32::MAX as usize {
            return Err(Full::Numbers);
        }
        let mut region = self.region.lock().unwrap_or_else(PoisonError::into_inner);
        region.commit(entries * size_of::<T::Cell>())?;
        let capacity = (region.committed() / size_of::<T::Cell>()).min(u32::MAX as usize);
        self.capacity.store(capacity, Ordering::Release);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_until_the_budget_ends() {
        let budget = Arc::new(Budget::new(1 << 20));
        let column = SharedColumn::<u64>::new(&budget).expect("address space");
        let mut pushed = 0u64;
        while column.push(pushed * 3, usize::MAX, true).is_ok() {
            pushed += 1;
        }
        assert_eq!(pushed, (1 << 20) / 8);
        assert!((0..pushed).all(|i| column.get(i as u32) == i * 3));
        assert_eq!((column.memory(), column.len()), (1 << 20, pushed as usize));
        column.prefetch(5);
        column.prefetch(u32::MAX);
    }

    #[test]
    fn threads_get_different_numbers() {
        let column = SharedColumn::<u128>::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        let limit = 4 * 30_000 - 7;
        let pushed = std::thread::scope(|scope| {
            let push = |thread: u128| {
                let column = &column;
                move || {
                    (0..30_000).filter(|n| column.push(thread << 64 | (n + 1), limit, false).is_ok()).count()
                }
            };
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(push(thread))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum::<usize>()
        });
        assert_eq!((pushed, column.len()), (limit, limit));
        let mut all: Vec<u128> = (0..limit as u32).map(|i| column.get(i)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), limit);
    }

    #[test]
    #[should_panic(expected = "no such entry")]
    fn an_entry_past_the_end_is_refused() {
        SharedColumn::<u32>::new(&Arc::new(Budget::new(usize::MAX))).expect("address space").get(0);
    }
}
