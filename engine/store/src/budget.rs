//! The account of memory: everything that grows asks here first.
//!
//! A limit that is checked after the allocation has already been exceeded. So growth charges the budget before it
//! touches a page, and a refusal is a value that travels up to the verdict.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why nothing more can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The budget, or the operating system, has no more memory.
    Memory,
    /// All 32-bit numbers are taken.
    Numbers,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Full::Memory => "out of memory",
            Full::Numbers => "out of 32-bit numbers",
        })
    }
}

impl std::error::Error for Full {}

/// Bytes that may be used, and bytes in use.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
}

impl Budget {
    /// A budget of `limit` bytes; `usize::MAX` for no limit.
    pub fn new(limit: usize) -> Self {
        Budget { limit, used: AtomicUsize::new(0) }
    }

    /// Takes `bytes` if they are there.
    pub fn charge(&self, bytes: usize) -> Result<(), Full> {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .map(|_| ())
            .map_err(|_| Full::Memory)
    }

    /// Gives `bytes` back.
    pub fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Bytes that may be in use at a time.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes charged and not released.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Bytes that may still be charged.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.used())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_that_does_not_fit_changes_nothing() {
        let budget = Budget::new(100);
        assert_eq!(budget.charge(60), Ok(()));
        assert_eq!(budget.charge(41), Err(Full::Memory));
        assert_eq!(budget.charge(usize::MAX), Err(Full::Memory));
        assert_eq!((budget.used(), budget.left()), (60, 40));
        budget.release(60);
        assert_eq!(budget.charge(100), Ok(()));
    }
}
