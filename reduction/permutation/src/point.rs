//! Points: what permutations move.
//!
//! A point is stored in sixteen bits, so that a permutation of a few hundred points stays in a few cache
//! lines. Inside the library points count from zero; cycle notation, like the literature, counts from one.

use std::fmt;

/// The largest degree a permutation may have. One sixteen-bit number is left over to mean "no point".
pub const MAX_DEGREE: usize = u16::MAX as usize;

/// One of the points `0 .. degree` a permutation acts on.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point(u16);

impl Point {
    /// The point with this zero-based index; the index must be below [`MAX_DEGREE`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_DEGREE);
        Self(index as u16)
    }

    /// The zero-based index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The points `0 .. degree` in order.
    pub fn all(degree: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..degree).map(Self::new)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
