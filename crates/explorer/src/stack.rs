//! A vector that asks the memory budget before it grows.

use store::{Budget, Full};

/// A growable stack on a budget.
#[derive(Debug)]
pub(crate) struct Stack<T> {
    /// Its capacity is charged to the budget, except for the first few entries.
    entries: Vec<T>,
}

impl<T: Copy> Stack<T> {
    pub(crate) fn new() -> Self {
        Stack { entries: Vec::with_capacity(1024) }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: T, budget: &Budget) -> Result<(), Full> {
        if self.entries.len() == self.entries.capacity() {
            self.grow(budget)?;
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Grows by half. Old and new memory exist together for a moment, so both are charged until it is over.
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), Full> {
        let old = self.entries.capacity();
        let more = (old / 2).max(1024);
        budget.charge((old + more) * size_of::<T>())?;
        let grown = self.entries.try_reserve_exact(more);
        budget.release(old * size_of::<T>());
        grown.map_err(|_| {
            budget.release(more * size_of::<T>());
            Full::Memory
        })
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.entries.pop()
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<T> {
        self.entries.last().copied()
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.entries
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Turns round the entries from `from` on.
    pub(crate) fn reverse_from(&mut self, from: usize) {
        self.entries[from..].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_stops_at_the_budget() {
        let budget = Budget::new(100_000);
        let mut stack = Stack::new();
        let full = (0u64..).find(|&n| stack.push(n, &budget).is_err()).expect("ends");
        assert!((5_000..12_500).contains(&full), "{full}");
        assert!(budget.used() <= 100_000);
        stack.reverse_from(full as usize - 2);
        assert_eq!(stack.pop(), Some(full - 2));
        assert_eq!(stack.last(), Some(full - 1));
    }
}
