//! The state set: tree compression with insertion relative to the parent.
//!
//! Idea (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, SPIN 2011): cut a state into small
//! pieces, number the distinct pieces, then number the distinct pairs of numbers, and so on up to one pair per state.
//! States of a transition system differ from their neighbours in a few places, so almost all pairs below the root are
//! shared and a state costs little more than its root: eight bytes and its index entry. A successor shares all but
//! one path with its parent, so only the path above a changed piece is looked up again (their section 4.2,
//! incremental).
//!
//! What differs here:
//! - States have different lengths. The tree's shape is a function of the length, and the length is one more leaf: the
//!   left half is paired with it (the *head*) before the root is formed. A state with one length only pays nothing.
//! - All nodes, whatever their level, and the leaves are words of one [`PairSet`]: a node's position says how to read
//!   its word, so equal words may stand for different things and still be shared without loss.
//! - Roots are numbered in order of insertion rather than by table slot. The numbers are dense, stay when the table
//!   grows, and make the set its own breadth-first queue.
//!
//! Shape: leaves are eight bytes; each level pairs neighbours, an odd last one moves up alone, until two are left.
//!
//! Rejected: whole states (48 to 300 bytes each); SPIN's COLLAPSE (splits by process, needs to know what a state
//! means); delta encoding against the parent (decoding walks the path, and equality needs it too).

use std::sync::Arc;

use crate::{Budget, Cursor, Full, PairSet};

/// Number of a stored state, in order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A state whose parts below the root are in the store: all that is left is to look the root up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Root(u64);

/// Result of inserting a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// The state's number.
    pub id: StateId,
    /// Whether it was not there before.
    pub new: bool,
}

/// Sizes of the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStatistics {
    /// Stored states.
    pub states: usize,
    /// Distinct parts below the roots.
    pub parts: usize,
    /// Bytes for roots and their index.
    pub root_bytes: usize,
    /// Bytes for parts and their index.
    pub part_bytes: usize,
}

/// A lossless set of byte strings. See the module's text.
#[derive(Debug)]
pub struct StateStore {
    /// Leaves, inner nodes and heads.
    parts: PairSet,
    /// One word per state: head and right half.
    roots: PairSet,
    /// The state last encoded whose length was not its parent's; often the next one of that kind resembles it.
    spare: Cursor,
}

impl StateStore {
    /// An empty store that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        let parts = PairSet::new(budget)?;
        let roots = PairSet::new(budget)?;
        Ok(StateStore { parts, roots, spare: Cursor::new() })
    }

    /// Stores the parts of `state`. Fast if it resembles the state at `near`, correct whatever is there.
    #[inline]
    pub fn encode(&mut self, near: &mut Cursor, state: &[u8]) -> Result<Root, Full> {
        if near.resembles(state) {
            let root = near.number_near(state, &mut self.parts);
            near.undo();
            return root.map(Root);
        }
        self.encode_spare(state)
    }

    fn encode_spare(&mut self, state: &[u8]) -> Result<Root, Full> {
        let root = self.spare.number(state, &mut self.parts);
        if root.is_err() {
            self.spare.clear();
        }
        root.map(Root)
    }

    /// Looks a root up and stores it if it is new.
    #[inline]
    pub fn insert(&mut self, root: Root) -> Result<Inserted, Full> {
        let (number, new) = self.roots.insert(root.0)?;
        Ok(Inserted { id: StateId(number), new })
    }

    /// Whether a root is stored already.
    pub fn contains(&self, root: Root) -> bool {
        self.roots.find(root.0).is_some()
    }

    /// First stage of inserting a batch: announces the root.
    #[inline]
    pub fn prefetch(&self, root: Root) {
        self.roots.prefetch(root.0);
    }

    /// Second stage: announces the state it may be equal to.
    #[inline]
    pub fn prefetch_candidate(&self, root: Root) {
        self.roots.prefetch_candidate(root.0);
    }

    /// Sets `cursor` to a stored state. Fast if it resembles the state there.
    ///
    /// # Panics
    /// If the state is not in this store.
    #[inline]
    pub fn decode(&self, id: StateId, cursor: &mut Cursor) {
        cursor.set(self.roots.get(id.0), &self.parts);
    }

    /// Stored states.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.parts.memory() + self.roots.memory()
    }

    /// Sizes.
    pub fn statistics(&self) -> StoreStatistics {
        StoreStatistics {
            states: self.roots.len(),
            parts: self.parts.len(),
            root_bytes: self.roots.memory(),
            part_bytes: self.parts.memory(),
        }
    }
}
