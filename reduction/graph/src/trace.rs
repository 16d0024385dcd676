//! Traces: what a refinement did, in terms that do not depend on vertex numbers.
//!
//! Every split made while refining a node of the search tree adds one number to the node's trace. Two nodes in the
//! same orbit have equal traces, so a node whose trace differs from that of the first path cannot hide an
//! automorphism with the first leaf, and a node whose trace is smaller than that of the best path cannot hold the
//! canonical leaf. Comparing number by number lets refinement stop in the middle, which is where most of the saving
//! is (McKay and Piperno, *Practical graph isomorphism II*, 2014, section 4, the idea that gave Traces its name).
//!
//! The order of leaves is: traces level by level, lexicographically, greater is better; then the relabelled graphs.

use std::cmp::Ordering;

/// The traces of the current, the first and the best path, one list per level.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    current: Vec<Vec<u64>>,
    first: Vec<Vec<u64>>,
    best: Vec<Vec<u64>>,
    level: usize,
    standing: Standing,
}

/// How a node's trace compares so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Nothing to compare with yet: this is the first path.
    pub(crate) recording: bool,
    /// Equal to the first path's trace.
    pub(crate) follows_first: bool,
    /// Against the best path's trace. `Less` also stands for "no canonical leaf is wanted".
    pub(crate) against_best: Ordering,
}

impl Default for Standing {
    fn default() -> Self {
        Standing { recording: true, follows_first: true, against_best: Ordering::Equal }
    }
}

impl Standing {
    /// Whether a leaf below could still matter.
    pub(crate) fn is_open(self) -> bool {
        self.recording || self.follows_first || self.against_best != Ordering::Less
    }
}

impl Trace {
    /// Begins the trace of a node at `level` (the root has level 0) whose parent stands as given.
    pub(crate) fn begin(&mut self, level: usize, parent: Standing) {
        for traces in [&mut self.current, &mut self.first, &mut self.best] {
            if traces.len() <= level {
                traces.resize_with(level + 1, Vec::new);
            }
        }
        self.current[level].clear();
        self.level = level;
        self.standing = parent;
    }

    /// Adds one number; false says that no leaf below can matter any more.
    #[inline]
    pub(crate) fn push(&mut self, value: u64) -> bool {
        let level = self.level;
        let index = self.current[level].len();
        self.current[level].push(value);
        if self.standing.recording {
            return true;
        }
        if self.standing.follows_first && self.first[level].get(index) != Some(&value) {
            self.standing.follows_first = false;
        }
        if self.standing.against_best == Ordering::Equal {
            self.standing.against_best =
                self.best[level].get(index).map_or(Ordering::Greater, |best| value.cmp(best));
        }
        self.standing.is_open()
    }

    /// Ends the node's trace and returns how the node stands.
    pub(crate) fn end(&mut self) -> Standing {
        let (level, length) = (self.level, self.current[self.level].len());
        if !self.standing.recording {
            self.standing.follows_first &= length == self.first[level].len();
            if self.standing.against_best == Ordering::Equal && length < self.best[level].len() {
                self.standing.against_best = Ordering::Less;
            }
        }
        self.standing
    }

    /// Makes the current path, down to `level`, the first path.
    pub(crate) fn set_first(&mut self, level: usize) {
        for l in 0..=level {
            self.first[l].clone_from(&self.current[l]);
        }
    }

    /// Makes the current path, down to `level`, the best path.
    pub(crate) fn set_best(&mut self, level: usize) {
        for l in 0..=level {
            self.best[l].clone_from(&self.current[l]);
        }
    }
}

/// Mixes a number into a running hash; used for trace entries and, summed, for sets.
#[inline]
pub(crate) const fn mix(state: u64, value: u64) -> u64 {
    let mut x = (state.rotate_left(32) ^ value ^ 0xA076_1D64_78BD_642F).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 29)
}
