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
//!   29-bit numbers, six bits that name its class: the length, and the number of what hardly ever changes. So one store
//!   serves all lengths, and a state pays nothing for either. Classes beyond the first 63 are paired with the left top
//!   before the root is formed.
//! - All nodes, whatever their level, and the leaves are words of one [`WordSet`]: a node's position says how to read
//!   its word, so equal words may stand for different things and still be shared without loss.
//! - Leaves are sixteen bytes and inner nodes have four children where theirs have four bytes and two: half as many
//!   lookups on a path, for about two bytes more a state.
//! - Roots are numbered in order of insertion rather than by table slot. The numbers are dense, stay when the table
//!   grows, and make the set its own breadth-first queue.
//! - Which bytes go left and which right is learned from the first few thousand states ([`crate::arrangement`]); until then
//!   leaves are divided by position ([`crate::shape`]). What is stored by then is stored anew, under the same numbers.
//! - Several threads may store at a time ([`crate::SharedStore`]): parts and roots are words of sets that threads share, and
//!   what is remembered of neighbours belongs to each thread's [`Cursor`].
//!
//! Rejected: whole states (48 to 300 bytes each); SPIN's COLLAPSE (splits by process, needs to know what a state
//! means); delta encoding against the parent (decoding walks the path, and equality needs it too).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arrangement::Arrangement;
use crate::word_set::Refused;
use crate::{Budget, Cursor, Full, WordSet};

/// Bits of a part's number in a root.
const NUMBER_BITS: u32 = 29;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;
/// The class of what is kept beside the left top; those below have a length and a rest of their own.
const OTHERS: u64 = (1 << (64 - 2 * NUMBER_BITS)) - 1;

/// A store of so many states knows enough of them to be arranged...
const ENOUGH: usize = 8192;
/// ...by one in so many of them...
const ASKED: usize = 16;
/// ...for each length that so many of those have.
const FEWEST: usize = 64;

/// Number of a stored state, in order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A state whose parts below the root are in the store: all that is left is to look the root up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Root(u64);

/// What states of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    len: u32,
    /// The number of what hardly ever changes; 0 as long as nothing is known of that.
    rest: u32,
}

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
    parts: WordSet<u128>,
    /// One word per state: class, left top, right top.
    roots: WordSet<u64>,
    classes: Classes,
    /// How states of a length are laid out, where it has been learned.
    arrangements: HashMap<usize, Arc<Arrangement>>,
    /// How often it was arranged: once or not at all.
    arranged: u32,
    /// How often an index grew.
    growths: u64,
    /// States it may hold.
    limit: usize,
    budget: Arc<Budget>,
}

impl StateStore {
    /// An empty store that draws on `budget`.
    pub fn new(budget: &Arc<Budget>) -> Result<Self, Full> {
        Self::with_limit(budget, usize::MAX)
    }

    /// An empty store that takes no more than `limit` states.
    pub fn with_limit(budget: &Arc<Budget>, limit: usize) -> Result<Self, Full> {
        Self::with(budget, limit.min(u32::MAX as usize), HashMap::new(), 0)
    }

    fn with(
        budget: &Arc<Budget>,
        limit: usize,
        arrangements: HashMap<usize, Arc<Arrangement>>,
        arranged: u32,
    ) -> Result<Self, Full> {
        let parts = WordSet::with_limit(budget, 1 << NUMBER_BITS)?;
        let roots = WordSet::with_limit(budget, limit)?;
        let (classes, budget) = (Classes::default(), Arc::clone(budget));
        let mut store =
            StateStore { parts, roots, classes, arrangements, arranged, growths: 0, limit, budget };
        store.set_alone(true);
        Ok(store)
    }

    /// Says whether one thread alone uses it from now on.
    pub(crate) fn set_alone(&mut self, alone: bool) {
        self.parts.set_alone(alone);
        self.roots.set_alone(alone);
    }

    /// Whether enough states are stored to arrange it, and it has not been done.
    #[inline]
    pub fn can_be_arranged(&self) -> bool {
        self.arranged == 0 && self.roots.len() >= ENOUGH
    }

    /// Whether that has been done.
    pub fn is_arranged(&self) -> bool {
        self.arranged > 0
    }

    /// Learns from what is stored how to lay states out, and lays out anew what is stored and the roots that are
    /// `waiting` to be. Numbers stay. Cursors are at no state after it. Where there is no memory for it, nothing
    /// changes.
    pub fn arrange(&mut self, waiting: &mut [Root]) {
        self.arranged = 1;
        let arrangements = self.learn();
        if arrangements.is_empty() {
            return;
        }
        let copied = StateStore::with(&self.budget, self.limit, arrangements, 1).and_then(|mut new| {
            let (mut from, mut to) = (Cursor::since(1), Cursor::since(1));
            for id in 0..self.roots.len() as u32 {
                self.unfold(Root(self.roots.get(id)), &mut from);
                let root = new.encode(&mut to, from.state())?;
                new.insert(root)?;
            }
            let again = waiting.iter().map(|&root| {
                self.unfold(root, &mut from);
                new.encode(&mut to, from.state())
            });
            let again = again.collect::<Result<Vec<Root>, Full>>()?;
            Ok((new, again))
        });
        // Cursors of before name parts of the old store, whether or not it is replaced.
        if let Ok((new, again)) = copied {
            *self = StateStore { growths: self.growths + 1, ..new };
            waiting.copy_from_slice(&again);
        }
    }

    /// Arrangements for the lengths that enough states have.
    fn learn(&self) -> HashMap<usize, Arc<Arrangement>> {
        let mut samples: HashMap<usize, Vec<Vec<u8>>> = HashMap::new();
        let mut cursor = Cursor::since(self.arranged);
        for id in (0..self.roots.len() as u32).step_by(ASKED) {
            self.unfold(Root(self.roots.get(id)), &mut cursor);
            samples.entry(cursor.state().len()).or_default().push(cursor.state().to_vec());
        }
        let known = samples.into_iter().filter(|(_, sample)| sample.len() >= FEWEST);
        known.map(|(len, sample)| (len, Arc::new(Arrangement::learned(len, &sample)))).collect()
    }

    /// Stores the parts of `state`. Fast if it resembles the state at `near`, correct whatever is there.
    #[inline]
    pub fn encode(&mut self, near: &mut Cursor, state: &[u8]) -> Result<Root, Full> {
        match self.try_encode(near, state) {
            Ok(root) => Ok(root),
            Err(refused) => self.encode_with_more_room(refused, near, state),
        }
    }

    #[cold]
    fn encode_with_more_room(
        &mut self,
        refused: Refused,
        near: &mut Cursor,
        state: &[u8],
    ) -> Result<Root, Full> {
        self.make_room(refused)?;
        self.encode(near, state)
    }

    /// `encode` beside other threads, unless the store has to grow.
    #[inline]
    pub(crate) fn try_encode(&self, near: &mut Cursor, state: &[u8]) -> Result<Root, Refused> {
        let len = u32::try_from(state.len()).map_err(|_| Full::Numbers)?;
        if near.arranged != self.arranged {
            *near = Cursor::since(self.arranged);
        }
        let layout = || arrangement(&self.arrangements, state.len());
        let (unfolded, memo) = near.near(state.len(), layout);
        let [left, right, rest] = unfolded.fold(state, &mut memo.before(&self.parts))?;
        let class = Class { len, rest };
        let number = self.classes.number(class, &mut near.last_class);
        let left = match number {
            OTHERS => near.memo().before(&self.parts).number(beside(class, left))?,
            _ => left,
        };
        let numbers = (u64::from(left) << NUMBER_BITS) | u64::from(right);
        Ok(Root((number << (2 * NUMBER_BITS)) | numbers))
    }

    /// Looks a root up and stores it if it is new.
    #[inline]
    pub fn insert(&mut self, root: Root) -> Result<Inserted, Full> {
        match self.try_insert(root) {
            Ok(inserted) => Ok(inserted),
            Err(refused) => self.insert_with_more_room(refused, root),
        }
    }

    #[cold]
    fn insert_with_more_room(&mut self, refused: Refused, root: Root) -> Result<Inserted, Full> {
        self.make_room(refused)?;
        self.insert(root)
    }

    /// `insert` beside other threads, unless the store has to grow.
    #[inline]
    pub(crate) fn try_insert(&self, root: Root) -> Result<Inserted, Refused> {
        self.roots.try_insert(root.0).map(|(number, new)| Inserted { id: StateId(number), new })
    }

    /// Grows, if that is why something was refused.
    #[cold]
    pub(crate) fn make_room(&mut self, refused: Refused) -> Result<(), Full> {
        match refused {
            Refused::Full(full) => return Err(full),
            Refused::Crowded if self.parts.is_crowded() => self.parts.grow()?,
            Refused::Crowded if self.roots.is_crowded() => self.roots.grow()?,
            Refused::Crowded => {
                // So many equal hashes that they reach the end of an index.
                self.parts.grow()?;
                self.roots.grow()?;
            }
        }
        self.growths += 1;
        Ok(())
    }

    /// How often it was changed as only one thread can.
    pub(crate) fn growths(&self) -> u64 {
        self.growths
    }

    /// Whether a root is stored already.
    pub fn contains(&self, root: Root) -> bool {
        self.find(root).is_some()
    }

    /// The number of a root that is stored already.
    pub fn find(&self, root: Root) -> Option<StateId> {
        self.roots.find(root.0).map(StateId)
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
        if cursor.arranged != self.arranged {
            *cursor = Cursor::since(self.arranged);
        }
        self.unfold(Root(self.roots.get(id.0)), cursor);
    }

    /// Sets `cursor` to the state with this root.
    #[inline]
    fn unfold(&self, root: Root, cursor: &mut Cursor) {
        let (len, tops) = self.open(root);
        let layout = || arrangement(&self.arrangements, len as usize);
        cursor.current(len as usize, layout).unfold(tops, &self.parts);
    }

    /// Length of the state with this root.
    #[inline]
    pub fn length(&self, root: Root) -> u32 {
        self.open(root).0
    }

    /// The length and the tops in a root.
    #[inline]
    fn open(&self, root: Root) -> (u32, [u32; 3]) {
        let class = root.0 >> (2 * NUMBER_BITS);
        let left = ((root.0 >> NUMBER_BITS) & NUMBER_MASK) as u32;
        let right = (root.0 & NUMBER_MASK) as u32;
        if class == OTHERS {
            let (class, left) = apart(self.parts.get(left));
            return (class.len, [left, right, class.rest]);
        }
        let class = self.classes.get(class);
        (class.len, [left, right, class.rest])
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

/// What each class stands for, in order of appearance. Threads add to it; what is there stays.
#[derive(Debug)]
struct Classes([AtomicU64; OTHERS as usize]);

impl Default for Classes {
    fn default() -> Self {
        Classes([const { AtomicU64::new(0) }; OTHERS as usize])
    }
}

impl Classes {
    /// The number of a class, which is likely to be the `last` one; new ones get the next number while there are any.
    #[inline]
    fn number(&self, class: Class, last: &mut usize) -> u64 {
        if self.0[*last].load(Ordering::Relaxed) != class.word() {
            match self.find_or_add(class) {
                Some(number) => *last = number,
                None => return OTHERS,
            }
        }
        *last as u64
    }

    fn find_or_add(&self, class: Class) -> Option<usize> {
        let word = class.word();
        self.0.iter().position(|known| {
            let order = Ordering::Relaxed;
            let there = match known.load(order) {
                0 => known.compare_exchange(0, word, order, order).map_or_else(|other| other, |_| word),
                there => there,
            };
            there == word
        })
    }

    /// The class with this number, which was given to somebody.
    #[inline]
    fn get(&self, number: u64) -> Class {
        let word = self.0[number as usize].load(Ordering::Relaxed);
        Class { len: (word >> 32) as u32 - 1, rest: word as u32 }
    }
}

impl Class {
    /// It as a number other than zero.
    #[inline]
    fn word(self) -> u64 {
        (u64::from(self.len) + 1) << 32 | u64::from(self.rest)
    }
}

/// A class and a left top as one word.
fn beside(class: Class, left: u32) -> u128 {
    (u128::from(class.len) << 64) | (u128::from(class.rest) << 32) | u128::from(left)
}

/// The class and the left top of a word.
fn apart(word: u128) -> (Class, u32) {
    (Class { len: (word >> 64) as u32, rest: (word >> 32) as u32 }, word as u32)
}

/// How states of this length are laid out.
#[cold]
fn arrangement(known: &HashMap<usize, Arc<Arrangement>>, len: usize) -> Arc<Arrangement> {
    known.get(&len).map_or_else(|| Arc::new(Arrangement::plain(len)), Arc::clone)
}
