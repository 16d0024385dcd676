//! The state set: tree compression with insertion relative to the parent.
//!
//! Idea (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, SPIN 2011): cut a state into small
//! pieces, number the distinct pieces, then number the distinct groups of numbers, and so on up to one pair per state.
//! States of a transition system differ from their neighbours in a few places, so almost all groups below the root are
//! shared and a state costs little more than its root: eight bytes and its index entry. A successor shares all but
//! one path with its parent, so only the path above a changed piece is looked up again (their section 4.2,
//! incremental).
//!
//! What differs here:
//! - States have different lengths, and the tree's shape is a function of the length. The root holds, beside its two
//!   29-bit numbers, six bits that name the length, so one store serves all and a state pays nothing for it. Lengths
//!   beyond the first 63 are paired with the left top before the root is formed.
//! - All nodes, whatever their level, and the leaves are words of one [`WordSet`]: a node's position says how to read
//!   its word, so equal words may stand for different things and still be shared without loss.
//! - Leaves are sixteen bytes and inner nodes have four children where theirs have four bytes and two: half as many
//!   lookups on a path, for about two bytes more a state.
//! - Roots are numbered in order of insertion rather than by table slot. The numbers are dense, stay when the table
//!   grows, and make the set its own breadth-first queue.
//! - Which words go left and which right is chosen for balance ([`crate::shape`]).
//!
//! Rejected: whole states (48 to 300 bytes each); SPIN's COLLAPSE (splits by process, needs to know what a state
//! means); delta encoding against the parent (decoding walks the path, and equality needs it too).

use std::sync::Arc;

use crate::memo::Memo;
use crate::{Budget, Cursor, Full, WordSet};

/// Bits of a part's number in a root.
const NUMBER_BITS: u32 = 29;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;
/// The class of lengths that are kept beside the left top; those below have a length of their own.
const OTHER_LENGTHS: u64 = (1 << (64 - 2 * NUMBER_BITS)) - 1;

/// Number of a stored state, in order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A state whose parts below the root are in the store: all that is left is to look the root up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
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
    /// Leaves and inner nodes.
    parts: Memo,
    /// One word per state: length class, left top, right top.
    roots: WordSet<u64>,
    /// The length each class stands for, in order of appearance.
    lengths: Vec<u32>,
}

impl StateStore {
    /// An empty store that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        let parts = Memo::new(WordSet::with_limit(budget, 1 << NUMBER_BITS)?);
        let roots = WordSet::new(budget)?;
        Ok(StateStore { parts, roots, lengths: Vec::new() })
    }

    /// Stores the parts of `state`. Fast if it resembles the state at `near`, correct whatever is there.
    #[inline]
    pub fn encode(&mut self, near: &mut Cursor, state: &[u8]) -> Result<Root, Full> {
        let len = u32::try_from(state.len()).map_err(|_| Full::Numbers)?;
        let tops = near.near(state.len()).fold(state, &mut self.parts)?;
        let class = self.class(len);
        self.root(class, len, tops)
    }

    /// The class of a length; new lengths get the next one while there are any.
    #[inline]
    fn class(&mut self, len: u32) -> u64 {
        if let Some(class) = self.lengths.iter().position(|&known| known == len) {
            return class as u64;
        }
        if (self.lengths.len() as u64) < OTHER_LENGTHS {
            self.lengths.push(len);
            return self.lengths.len() as u64 - 1;
        }
        OTHER_LENGTHS
    }

    #[inline]
    fn root(&mut self, class: u64, len: u32, [left, right]: [u32; 2]) -> Result<Root, Full> {
        let left = if class == OTHER_LENGTHS {
            self.parts.number((u128::from(len) << 32) | u128::from(left))?
        } else {
            left
        };
        let numbers = (u64::from(left) << NUMBER_BITS) | u64::from(right);
        Ok(Root((class << (2 * NUMBER_BITS)) | numbers))
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
        let (len, tops) = self.open(Root(self.roots.get(id.0)));
        cursor.current(len as usize).unfold(tops, self.parts.set());
    }

    /// Length of the state with this root.
    #[inline]
    pub fn length(&self, root: Root) -> u32 {
        self.open(root).0
    }

    /// The length and the two tops in a root.
    #[inline]
    fn open(&self, root: Root) -> (u32, [u32; 2]) {
        let class = root.0 >> (2 * NUMBER_BITS);
        let left = ((root.0 >> NUMBER_BITS) & NUMBER_MASK) as u32;
        let right = (root.0 & NUMBER_MASK) as u32;
        if class == OTHER_LENGTHS {
            let word = self.parts.set().get(left);
            return ((word >> 32) as u32, [word as u32, right]);
        }
        (self.lengths[class as usize], [left, right])
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
        self.parts.set().memory() + self.roots.memory()
    }

    /// Sizes.
    pub fn statistics(&self) -> StoreStatistics {
        StoreStatistics {
            states: self.roots.len(),
            parts: self.parts.set().len(),
            root_bytes: self.roots.memory(),
            part_bytes: self.parts.set().memory(),
        }
    }
}
