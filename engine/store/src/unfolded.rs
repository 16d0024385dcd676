//! One state unfolded: its bytes and the numbers of all nodes of its tree.
//!
//! This is what makes the tree cheap in both directions. Upwards, a successor's bytes are brought into the order of the
//! leaves ([`crate::arrangement`]) and compared with the unfolded ones, sixteen at a time, and only nodes above a difference
//! are looked up. Downwards, the next state's nodes are compared with the unfolded ones, and a subtree with the same
//! number is not opened: breadth-first neighbours share most of theirs. Both walks keep the nodes to visit in a bit set;
//! children come before parents, so taking the lowest bit first goes up and the highest first goes down.
//!
//! Rejected: carrying single bytes that differ to their leaves (more instructions than bringing all of them into order
//! with vectors, and branches that cannot be predicted).

use std::sync::Arc;

use kernels::{Block, short};

use crate::WordSet;
use crate::arrangement::{Arrangement, LEAF};
use crate::memo::Parts;
use crate::shape::{ARITY, NOWHERE};
use crate::word_set::Refused;

/// No node has this number: sets refuse to grow that far.
const NOTHING: u32 = u32::MAX;

/// Leaves compared at a time.
const BLOCK: usize = 64;

/// A decoded state with its tree.
#[derive(Debug)]
pub(crate) struct Unfolded {
    arrangement: Arc<Arrangement>,
    /// Whether bytes and numbers are those of a state.
    set: bool,
    /// The bytes of the leaves: those of the state in the order of the arrangement, and zeros.
    leaves: Block,
    /// The state's bytes in their own order, and zeros; unused where that is the order of the leaves.
    state: Block,
    /// The state being folded, in its own order and in that of the leaves; unused likewise.
    folded: [Block; 2],
    /// The number of each node, and a zero for those that do not exist.
    numbers: Vec<u32>,
    /// Inner nodes to visit; empty between calls.
    dirty: Vec<u64>,
    /// Overwritten entries of `numbers`.
    overwritten: Vec<(u32, u32)>,
}

impl Unfolded {
    /// Nothing yet, laid out for states of this arrangement.
    pub(crate) fn new(arrangement: Arc<Arrangement>) -> Self {
        let shape = &arrangement.shape;
        let mut numbers = vec![NOTHING; shape.places()];
        numbers[shape.places() - 1] = 0;
        let bytes = shape.leaves * LEAF;
        let also = || Block::new(if arrangement.order.is_some() { bytes } else { 0 });
        Unfolded {
            set: false,
            leaves: Block::new(bytes),
            state: also(),
            folded: [also(), also()],
            numbers,
            dirty: vec![0; shape.children.len().div_ceil(64)],
            overwritten: Vec::new(),
            arrangement,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.arrangement.len
    }

    /// The state's bytes, on a 64-byte line.
    #[inline]
    pub(crate) fn state(&self) -> &[u8] {
        let block = if self.arrangement.order.is_some() { &self.state } else { &self.leaves };
        &block.bytes()[..self.len()]
    }

    /// The numbers of the tops for `state`, which has this length; its parts are stored. Leaves the unfolded
    /// state as it was; the first one is kept.
    #[inline]
    pub(crate) fn fold(&mut self, state: &[u8], parts: &mut Parts<'_>) -> Result<[u32; 3], Refused> {
        let Some(order) = &self.arrangement.order else { return self.fold_leaves(state, parts) };
        let [from, to] = &mut self.folded;
        short::copy(state, &mut from.bytes_mut()[..state.len()]);
        order.to_leaves.apply(from, to);
        let leaves = std::mem::take(&mut self.folded[1]);
        let tops = self.fold_leaves(leaves.bytes(), parts);
        self.folded[1] = leaves;
        tops
    }

    /// The same for bytes in the order of the leaves.
    #[inline]
    fn fold_leaves(&mut self, bytes: &[u8], parts: &mut Parts<'_>) -> Result<[u32; 3], Refused> {
        if !self.set {
            let tops = self.fold_first(bytes, parts);
            self.overwritten.clear();
            return tops;
        }
        let tops = self.fold_changes(bytes, parts);
        for &(node, number) in &self.overwritten {
            self.numbers[node as usize] = number;
        }
        self.overwritten.clear();
        tops
    }

    #[inline]
    fn fold_changes(&mut self, bytes: &[u8], parts: &mut Parts<'_>) -> Result<[u32; 3], Refused> {
        let (whole, rest) = bytes.as_chunks::<LEAF>();
        for (block, leaves) in whole.chunks(BLOCK).enumerate() {
            // All comparisons first: a loop without branches, then a visit to each difference.
            let mut changed = 0u64;
            for (i, (new, old)) in leaves.iter().zip(&self.leaves()[block * BLOCK..]).enumerate() {
                changed |= u64::from(u128::from_ne_bytes(*new) != u128::from_ne_bytes(*old)) << i;
            }
            while changed != 0 {
                let i = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.change_leaf(block * BLOCK + i, u128::from_ne_bytes(leaves[i]), parts)?;
            }
        }
        if !rest.is_empty() {
            let last = last_word(bytes, rest);
            if last != word(self.leaves(), whole.len()) {
                self.change_leaf(whole.len(), last, parts)?;
            }
        }
        self.change_inner(parts)?;
        Ok(self.tops())
    }

    #[cold]
    fn fold_first(&mut self, bytes: &[u8], parts: &mut Parts<'_>) -> Result<[u32; 3], Refused> {
        self.leaves.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
        for leaf in 0..self.leaf_count() {
            self.change_leaf(leaf, word(self.leaves(), leaf), parts)?;
        }
        self.change_inner(parts)?;
        self.bring_back();
        self.set = true;
        Ok(self.tops())
    }

    #[inline]
    fn change_leaf(&mut self, leaf: usize, word: u128, parts: &mut Parts<'_>) -> Result<(), Refused> {
        match parts.number(word) {
            Ok(number) => {
                self.change(leaf, number);
                Ok(())
            }
            Err(refused) => self.give_up(refused),
        }
    }

    /// Looks up the pairs above what changed, children before parents.
    #[inline]
    fn change_inner(&mut self, parts: &mut Parts<'_>) -> Result<(), Refused> {
        for block in 0..self.dirty.len() {
            while self.dirty[block] != 0 {
                let inner = block * 64 + self.dirty[block].trailing_zeros() as usize;
                self.dirty[block] &= self.dirty[block] - 1;
                let children =
                    self.arrangement.shape.children[inner].map(|child| self.numbers[child as usize]);
                match parts.number(joined(children)) {
                    Ok(number) => self.change(self.leaf_count() + inner, number),
                    Err(refused) => return self.give_up(refused),
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn change(&mut self, node: usize, number: u32) {
        self.overwritten.push((node as u32, self.numbers[node]));
        self.numbers[node] = number;
        let parent = self.arrangement.shape.parents[node];
        if parent != NOWHERE {
            self.dirty[parent as usize / 64] |= 1 << (parent % 64);
        }
    }

    #[cold]
    fn give_up(&mut self, refused: Refused) -> Result<(), Refused> {
        self.dirty.fill(0);
        Err(refused)
    }

    /// The numbers of the tops; zero for what a state does not have.
    #[inline]
    fn tops(&self) -> [u32; 3] {
        self.arrangement.shape.tops.map(|top| self.numbers[top as usize])
    }

    /// Moves to the stored state with these tops.
    #[inline]
    pub(crate) fn unfold(&mut self, tops: [u32; 3], parts: &WordSet<u128>) {
        for (node, number) in self.arrangement.shape.tops.into_iter().zip(tops) {
            self.renew(node, number, parts);
        }
        for block in (0..self.dirty.len()).rev() {
            while self.dirty[block] != 0 {
                let bit = self.dirty[block].ilog2();
                self.dirty[block] ^= 1 << bit;
                let inner = block * 64 + bit as usize;
                let numbers = apart(parts.get(self.numbers[self.leaf_count() + inner]));
                for (child, number) in self.arrangement.shape.children[inner].into_iter().zip(numbers) {
                    self.renew(child, number, parts);
                }
            }
        }
        self.bring_back();
        self.set = true;
    }

    /// Brings the bytes of the leaves into the order of the state.
    #[inline]
    fn bring_back(&mut self) {
        if let Some(order) = &self.arrangement.order {
            order.from_leaves.apply(&self.leaves, &mut self.state);
        }
    }

    #[inline]
    fn renew(&mut self, node: u32, number: u32, parts: &WordSet<u128>) {
        let node = node as usize;
        if self.numbers[node] == number {
            return;
        }
        self.numbers[node] = number;
        match node.checked_sub(self.leaf_count()) {
            None => self.leaves.bytes_mut().as_chunks_mut::<LEAF>().0[node] = parts.get(number).to_ne_bytes(),
            Some(inner) => self.dirty[inner / 64] |= 1 << (inner % 64),
        }
    }

    #[inline]
    fn leaf_count(&self) -> usize {
        self.arrangement.shape.leaves
    }

    #[inline]
    fn leaves(&self) -> &[[u8; LEAF]] {
        self.leaves.bytes().as_chunks::<LEAF>().0
    }
}

#[inline]
fn word(leaves: &[[u8; LEAF]], leaf: usize) -> u128 {
    u128::from_ne_bytes(leaves[leaf])
}

/// Four numbers as one word.
#[inline]
fn joined(numbers: [u32; ARITY]) -> u128 {
    let [a, b, c, d] = numbers.map(u128::from);
    a | (b << 32) | (c << 64) | (d << 96)
}

/// One word as four numbers.
#[inline]
fn apart(word: u128) -> [u32; ARITY] {
    [0, 32, 64, 96].map(|shift| (word >> shift) as u32)
}

/// The bytes behind the last whole leaf, padded with zeros: shifted out of the last sixteen bytes where there are so many,
/// since copying a few bytes is a call.
#[inline]
fn last_word(state: &[u8], rest: &[u8]) -> u128 {
    match state.last_chunk::<LEAF>() {
        Some(last) => {
            u128::from_ne_bytes((u128::from_le_bytes(*last) >> (8 * (LEAF - rest.len()))).to_le_bytes())
        }
        None => padded(rest),
    }
}

/// Up to sixteen bytes, padded with zeros.
#[inline]
fn padded(bytes: &[u8]) -> u128 {
    let mut word = [0; LEAF];
    word[..bytes.len()].copy_from_slice(bytes);
    u128::from_ne_bytes(word)
}
