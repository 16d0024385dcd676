//! One state unfolded: its bytes and the numbers of all nodes of its tree.
//!
//! This is what makes the tree cheap in both directions. Upwards, a successor is compared with the unfolded bytes,
//! sixteen at a time, and only nodes above a difference are looked up. Downwards, the next state's nodes are compared
//! with the unfolded ones, and a subtree with the same number is not opened: breadth-first neighbours share most of
//! theirs. Both walks keep the nodes to visit in a bit set; children come before parents, so taking the lowest bit first goes
//! up and the highest first goes down.

use crate::memo::Memo;
use crate::shape::{ARITY, NOWHERE, Shape};
use crate::{Full, WordSet};

/// No node has this number: sets refuse to grow that far.
const NOTHING: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Line([u128; 4]);

/// Bytes in a leaf.
const LEAF: usize = size_of::<u128>();
/// Leaves compared at a time.
const BLOCK: usize = 64;

/// A decoded state with its tree.
#[derive(Debug)]
pub(crate) struct Unfolded {
    /// Length of the state in bytes.
    len: usize,
    shape: Shape,
    /// Whether bytes and numbers are those of a state.
    set: bool,
    /// The state's bytes, padded with zeros to whole lines.
    lines: Vec<Line>,
    /// The number of each node, and a zero for those that do not exist.
    numbers: Vec<u32>,
    /// Inner nodes to visit; empty between calls.
    dirty: Vec<u64>,
    /// Overwritten entries of `numbers`.
    overwritten: Vec<(u32, u32)>,
}

impl Unfolded {
    /// Nothing yet, laid out for states of `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        let shape = Shape::new(len.div_ceil(LEAF));
        let mut numbers = vec![NOTHING; shape.places()];
        numbers[shape.places() - 1] = 0;
        Unfolded {
            len,
            set: false,
            lines: vec![Line::default(); shape.leaves.div_ceil(4)],
            numbers,
            dirty: vec![0; shape.children.len().div_ceil(64)],
            overwritten: Vec::new(),
            shape,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The state's bytes, on a 64-byte line.
    #[inline]
    pub(crate) fn state(&self) -> &[u8] {
        debug_assert!(self.len <= self.lines.len() * 64);
        // SAFETY: the lines hold at least `len` initialised bytes.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }

    /// The numbers of the two tops for `state`, which has this length; its parts are stored. Leaves the unfolded
    /// state as it was; the first one is kept.
    #[inline]
    pub(crate) fn fold(&mut self, state: &[u8], parts: &mut Memo) -> Result<[u32; 2], Full> {
        if !self.set {
            let tops = self.fold_first(state, parts);
            self.overwritten.clear();
            return tops;
        }
        let tops = self.fold_changes(state, parts);
        for &(node, number) in &self.overwritten {
            self.numbers[node as usize] = number;
        }
        self.overwritten.clear();
        tops
    }

    #[inline]
    fn fold_changes(&mut self, state: &[u8], parts: &mut Memo) -> Result<[u32; 2], Full> {
        let (whole, rest) = state.as_chunks::<LEAF>();
        for (block, leaves) in whole.chunks(BLOCK).enumerate() {
            // All comparisons first: a loop without branches, then a visit to each difference.
            let mut changed = 0u64;
            for (i, (new, old)) in leaves.iter().zip(&self.words()[block * BLOCK..]).enumerate() {
                changed |= u64::from(u128::from_ne_bytes(*new) != *old) << i;
            }
            while changed != 0 {
                let i = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.change_leaf(block * BLOCK + i, u128::from_ne_bytes(leaves[i]), parts)?;
            }
        }
        if !rest.is_empty() {
            let word = last_word(state, rest);
            if word != self.words()[whole.len()] {
                self.change_leaf(whole.len(), word, parts)?;
            }
        }
        self.change_inner(parts)?;
        Ok(self.tops())
    }

    #[cold]
    fn fold_first(&mut self, state: &[u8], parts: &mut Memo) -> Result<[u32; 2], Full> {
        for (i, chunk) in state.chunks(LEAF).enumerate() {
            let word = padded(chunk);
            self.words_mut()[i] = word;
            self.change_leaf(i, word, parts)?;
        }
        self.change_inner(parts)?;
        self.set = true;
        Ok(self.tops())
    }

    #[inline]
    fn change_leaf(&mut self, leaf: usize, word: u128, parts: &mut Memo) -> Result<(), Full> {
        match parts.number(word) {
            Ok(number) => {
                self.change(leaf, number);
                Ok(())
            }
            Err(full) => self.give_up(full),
        }
    }

    /// Looks up the pairs above what changed, children before parents.
    #[inline]
    fn change_inner(&mut self, parts: &mut Memo) -> Result<(), Full> {
        for block in 0..self.dirty.len() {
            while self.dirty[block] != 0 {
                let inner = block * 64 + self.dirty[block].trailing_zeros() as usize;
                self.dirty[block] &= self.dirty[block] - 1;
                let children = self.shape.children[inner].map(|child| self.numbers[child as usize]);
                match parts.number(joined(children)) {
                    Ok(number) => self.change(self.shape.leaves + inner, number),
                    Err(full) => return self.give_up(full),
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn change(&mut self, node: usize, number: u32) {
        self.overwritten.push((node as u32, self.numbers[node]));
        self.numbers[node] = number;
        let parent = self.shape.parents[node];
        if parent != NOWHERE {
            self.dirty[parent as usize / 64] |= 1 << (parent % 64);
        }
    }

    #[cold]
    fn give_up(&mut self, full: Full) -> Result<(), Full> {
        self.dirty.fill(0);
        Err(full)
    }

    /// The numbers of the two tops; zero for what a short state does not have.
    #[inline]
    fn tops(&self) -> [u32; 2] {
        self.shape.tops.map(|top| self.numbers[top as usize])
    }

    /// Moves to the stored state with these tops.
    #[inline]
    pub(crate) fn unfold(&mut self, tops: [u32; 2], parts: &WordSet<u128>) {
        for (node, number) in self.shape.tops.into_iter().zip(tops) {
            self.renew(node, number, parts);
        }
        for block in (0..self.dirty.len()).rev() {
            while self.dirty[block] != 0 {
                let bit = self.dirty[block].ilog2();
                self.dirty[block] ^= 1 << bit;
                let inner = block * 64 + bit as usize;
                let numbers = apart(parts.get(self.numbers[self.shape.leaves + inner]));
                for (child, number) in self.shape.children[inner].into_iter().zip(numbers) {
                    self.renew(child, number, parts);
                }
            }
        }
        self.set = true;
    }

    #[inline]
    fn renew(&mut self, node: u32, number: u32, parts: &WordSet<u128>) {
        let node = node as usize;
        if self.numbers[node] == number {
            return;
        }
        self.numbers[node] = number;
        match node.checked_sub(self.shape.leaves) {
            None => self.words_mut()[node] = parts.get(number),
            Some(inner) => self.dirty[inner / 64] |= 1 << (inner % 64),
        }
    }

    #[inline]
    fn words(&self) -> &[u128] {
        // SAFETY: a line is four words without padding.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() * 4) }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u128] {
        // SAFETY: as in `words`, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.lines.len() * 4) }
    }
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
