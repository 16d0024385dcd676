//! A growable array of plain numbers that never moves and never holds more than it was granted.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::region::Region;
use crate::{Budget, Full, Root};

/// Numbers for which the zero bytes of a fresh page are a value.
pub trait Plain: Copy + private::Sealed {}
impl Plain for u8 {}
impl Plain for u32 {}
impl Plain for u64 {}
impl Plain for u128 {}
impl Plain for Root {}

mod private {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for super::Root {}
}

/// An array indexed by 32-bit numbers that grows and shrinks at its end.
#[derive(Debug)]
pub struct Column<T> {
    region: Region,
    /// Entries written; at most `capacity`.
    len: usize,
    /// Entries that fit in the committed part of the region.
    capacity: usize,
    entries: PhantomData<T>,
}

impl<T: Plain> Column<T> {
    /// An empty array that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        let region = Region::reserve(size_of::<T>() << 32, Arc::clone(budget))?;
        Ok(Column { region, len: 0, capacity: 0, entries: PhantomData })
    }

    /// Entries so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an entry.
    #[inline]
    pub fn push(&mut self, value: T) -> Result<(), Full> {
        if self.len == self.capacity {
            self.grow()?;
        }
        // SAFETY: `len < capacity`, so the entry lies in the committed part, and the base is aligned for `T`.
        unsafe { self.entry(self.len).write(value) };
        self.len += 1;
        Ok(())
    }

    /// Removes the last entry. The memory is kept.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: the entry was the last one written.
        Some(unsafe { self.entry(self.len).read() })
    }

    /// Keeps the first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// All entries.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: entries below `len` have been written, and the base is aligned for `T`.
        unsafe { std::slice::from_raw_parts(self.entry(0), self.len) }
    }

    /// All entries, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as in `as_slice`, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.entry(0), self.len) }
    }

    /// The entry at `index`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, index: u32) -> T {
        assert!((index as usize) < self.len, "no such entry");
        // SAFETY: entries below `len` have been written.
        unsafe { self.entry(index as usize).read() }
    }

    /// Asks the processor to fetch the entry at `index`, if there is one.
    #[inline]
    pub fn prefetch(&self, index: u32) {
        if (index as usize) < self.len {
            // SAFETY: the entry exists, so its address is inside the region.
            crate::prefetch(unsafe { self.entry(index as usize) }.cast());
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.region.committed()
    }

    /// Address of an entry.
    ///
    /// # Safety
    /// `index` must be at most `capacity`.
    #[inline]
    unsafe fn entry(&self, index: usize) -> *mut T {
        // SAFETY: by the contract the offset stays inside the region or one past its committed part.
        unsafe { self.region.base().cast::<T>().as_ptr().add(index) }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        if self.len >= u32::MAX as usize {
            return Err(Full::Numbers);
        }
        self.region.commit((self.len + 1) * size_of::<T>())?;
        self.capacity = (self.region.committed() / size_of::<T>()).min(u32::MAX as usize);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_until_the_budget_ends() {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut column = Column::<u64>::new(&budget).expect("address space");
        let mut pushed = 0u64;
        while column.push(pushed * 3).is_ok() {
            pushed += 1;
        }
        assert_eq!(pushed, (1 << 20) / 8);
        assert!((0..pushed).all(|i| column.get(i as u32) == i * 3));
        assert_eq!(column.memory(), 1 << 20);
        column.prefetch(5);
        column.prefetch(u32::MAX);
    }

    #[test]
    fn entries_leave_at_the_end() {
        let mut column = Column::<u32>::new(&Arc::new(Budget::new(usize::MAX))).expect("address space");
        assert_eq!(column.pop(), None);
        (0..10).for_each(|n| column.push(n).expect("memory"));
        assert_eq!(column.pop(), Some(9));
        column.truncate(5);
        column.truncate(7);
        column.as_mut_slice().reverse();
        assert_eq!(column.as_slice(), [4, 3, 2, 1, 0]);
    }

    #[test]
    #[should_panic(expected = "no such entry")]
    fn an_entry_past_the_end_is_refused() {
        Column::<u32>::new(&Arc::new(Budget::new(usize::MAX))).expect("address space").get(0);
    }
}
