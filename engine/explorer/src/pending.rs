//! Generated states that have not been looked up yet, grouped by the state they come from.
//!
//! Breadth-first this is a short buffer, filled and emptied as a whole. Depth-first it is the search stack: a group is
//! a state on the path with the successors still to be tried, last one first. A waiting state is its root, eight
//! bytes, and a group eight more; both lie in columns of the store, which grow without moving and ask the budget first.

use std::sync::Arc;

use store::{Budget, Column, Full, Root};

/// The source of initial states.
pub(crate) const NO_SOURCE: u32 = u32::MAX;

/// Waiting states. See the module's text.
#[derive(Debug)]
pub(crate) struct Pending {
    roots: Column<Root>,
    /// Source in the upper half, number of its roots in the lower.
    groups: Column<u64>,
}

impl Pending {
    pub(crate) fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Ok(Pending { roots: Column::new(budget)?, groups: Column::new(budget)? })
    }

    /// Adds a state to the group of `source`, the last one or a new one.
    #[inline]
    pub(crate) fn push(&mut self, source: u32, root: Root) -> Result<(), Full> {
        self.roots.push(root)?;
        match self.groups.as_mut_slice().last_mut() {
            Some(group) if split(*group).0 == source => *group += 1,
            _ => self.groups.push((u64::from(source) << 32) | 1)?,
        }
        Ok(())
    }

    /// Takes the last state of the last group and says which state it comes from.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, Root)> {
        let group = self.groups.as_mut_slice().last_mut()?;
        let (source, count) = split(*group);
        if count == 0 {
            return None;
        }
        *group -= 1;
        self.roots.pop().map(|root| (source, root))
    }

    /// Drops empty groups from the end; true if a state is left.
    #[inline]
    pub(crate) fn drop_finished(&mut self) -> bool {
        while let Some(&group) = self.groups.as_slice().last() {
            if split(group).1 > 0 {
                return true;
            }
            self.groups.pop();
        }
        false
    }

    /// Prepares the states from position `from` on, all of one group, for depth-first search: drops those that are not
    /// `wanted` and turns the rest round, so that `pop` gives the first one first.
    pub(crate) fn prepare(&mut self, from: usize, wanted: impl Fn(Root) -> bool) {
        let roots = &mut self.roots.as_mut_slice()[from..];
        let all = roots.len();
        let mut kept = 0;
        for i in 0..all {
            if wanted(roots[i]) {
                roots[kept] = roots[i];
                kept += 1;
            }
        }
        roots[..kept].reverse();
        self.roots.truncate(from + kept);
        if let Some(group) = self.groups.as_mut_slice().last_mut() {
            *group -= (all - kept) as u64;
        }
    }

    /// Waiting states, in order of arrival.
    #[inline]
    pub(crate) fn roots(&self) -> &[Root] {
        self.roots.as_slice()
    }

    /// Waiting states, to be replaced by other roots of the same.
    pub(crate) fn roots_mut(&mut self) -> &mut [Root] {
        self.roots.as_mut_slice()
    }

    /// The groups in order of arrival: source and number of states.
    #[inline]
    pub(crate) fn group(&self, at: usize) -> Option<(u32, u32)> {
        self.groups.as_slice().get(at).copied().map(split)
    }

    /// Number of groups.
    #[inline]
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }

    pub(crate) fn clear(&mut self) {
        self.roots.truncate(0);
        self.groups.truncate(0);
    }
}

#[inline]
fn split(group: u64) -> (u32, u32) {
    ((group >> 32) as u32, group as u32)
}
