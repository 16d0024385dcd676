//! One state unfolded: its bytes and the numbers of all nodes of its tree.
//!
//! This is what makes the tree cheap in both directions. Upwards, a successor is compared with the unfolded bytes,
//! eight at a time, and only nodes above a difference are looked up. Downwards, the next state's nodes are compared
//! with the unfolded ones, and a subtree with the same number is not opened: breadth-first neighbours share most of
//! theirs. Both walks keep the nodes to visit in a bit set; children come before parents, so taking the lowest bit first goes
//! up and the highest first goes down.

use crate::memo::Memo;
use crate::shape::{NOWHERE, Shape};
use crate::{Full, PairSet};

/// No node has this number: sets refuse to grow that far.
const NOTHING: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Line([u64; 8]);

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
    /// The number of each node.
    numbers: Vec<u32>,
    /// Inner nodes to visit; empty between calls.
    dirty: Vec<u64>,
    /// Overwritten entries of `numbers`.
    overwritten: Vec<(u32, u32)>,
}

impl Unfolded {
    /// Nothing yet, laid out for states of `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        let shape = Shape::new(len.div_ceil(8));
        Unfolded {
            len,
            set: false,
            lines: vec![Line::default(); shape.words.div_ceil(8)],
            numbers: vec![NOTHING; shape.nodes()],
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
        let (whole, rest) = state.as_chunks::<8>();
        for (i, chunk) in whole.iter().enumerate() {
            let word = u64::from_ne_bytes(*chunk);
            if word != self.words()[i] {
                self.change_leaf(i, word, parts)?;
            }
        }
        if !rest.is_empty() {
            let word = padded(rest);
            if word != self.words()[whole.len()] {
                self.change_leaf(whole.len(), word, parts)?;
            }
        }
        self.change_inner(parts)?;
        Ok(self.tops())
    }

    #[cold]
    fn fold_first(&mut self, state: &[u8], parts: &mut Memo) -> Result<[u32; 2], Full> {
        for (i, chunk) in state.chunks(8).enumerate() {
            let word = padded(chunk);
            self.words_mut()[i] = word;
            self.change_leaf(i, word, parts)?;
        }
        self.change_inner(parts)?;
        self.set = true;
        Ok(self.tops())
    }

    #[inline]
    fn change_leaf(&mut self, leaf: usize, word: u64, parts: &mut Memo) -> Result<(), Full> {
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
                let [left, right] = self.shape.children[inner];
                let word = pair(self.numbers[left as usize], self.numbers[right as usize]);
                match parts.number(word) {
                    Ok(number) => self.change(self.shape.words + inner, number),
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
        self.shape.tops.map(|top| if top == NOWHERE { 0 } else { self.numbers[top as usize] })
    }

    /// Moves to the stored state with these tops.
    #[inline]
    pub(crate) fn unfold(&mut self, tops: [u32; 2], parts: &PairSet) {
        for (node, number) in self.shape.tops.into_iter().zip(tops) {
            if node != NOWHERE {
                self.renew(node, number, parts);
            }
        }
        for block in (0..self.dirty.len()).rev() {
            while self.dirty[block] != 0 {
                let bit = self.dirty[block].ilog2();
                self.dirty[block] ^= 1 << bit;
                let inner = block * 64 + bit as usize;
                let [left, right] = self.shape.children[inner];
                let word = parts.get(self.numbers[self.shape.words + inner]);
                self.renew(left, (word >> 32) as u32, parts);
                self.renew(right, word as u32, parts);
            }
        }
        self.set = true;
    }

    #[inline]
    fn renew(&mut self, node: u32, number: u32, parts: &PairSet) {
        let node = node as usize;
        if self.numbers[node] == number {
            return;
        }
        self.numbers[node] = number;
        match node.checked_sub(self.shape.words) {
            None => self.words_mut()[node] = parts.get(number),
            Some(inner) => self.dirty[inner / 64] |= 1 << (inner % 64),
        }
    }

    #[inline]
    fn words(&self) -> &[u64] {
        // SAFETY: a line is eight words without padding.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() * 8) }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: as in `words`, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.lines.len() * 8) }
    }
}

#[inline]
pub(crate) fn pair(left: u32, right: u32) -> u64 {
    (u64::from(left) << 32) | u64::from(right)
}

/// Up to eight bytes, padded with zeros.
#[inline]
fn padded(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}
