//! One state unfolded: its bytes and the numbers of all nodes of its tree.
//!
//! A cursor is what makes the tree cheap in both directions. Upwards, a successor is compared with the cursor's bytes,
//! eight at a time, and only nodes above a difference are looked up. Downwards, the next state's nodes are compared
//! with the cursor's, and a subtree with the same number is not opened: breadth-first neighbours share most of theirs.

use crate::{Full, PairSet};

/// No node has this number: a set refuses to grow that far.
const NOTHING: u32 = u32::MAX;
/// Levels of the tallest tree: four gigabytes in leaves of eight bytes, halved until two are left.
const MAX_LEVELS: usize = 30;

#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// A decoded state with its tree.
#[derive(Debug, Default)]
pub struct Cursor {
    /// Length of the state in bytes.
    len: usize,
    /// Whether bytes and numbers are those of a stored state.
    set: bool,
    /// The state's bytes, padded with zeros to whole words.
    lines: Vec<Line>,
    /// Node numbers, level after level from the leaves.
    numbers: Vec<u32>,
    /// Where each level starts in `numbers`; the entry after the last is the end.
    starts: [u32; MAX_LEVELS + 1],
    /// Levels in use: at least one unless the state is empty.
    levels: usize,
    /// Number of the pair (length, left half).
    head: u32,
    /// Positions on the level being worked on that differ, ascending.
    dirty: Vec<u32>,
    next_dirty: Vec<u32>,
    /// Overwritten entries of `numbers`.
    overwritten: Vec<(u32, u32)>,
}

impl Cursor {
    /// A cursor at no state.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state's bytes, on a 64-byte line.
    #[inline]
    pub fn state(&self) -> &[u8] {
        debug_assert!(self.len <= self.lines.len() * 64);
        // SAFETY: the lines hold at least `len` initialised bytes.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }

    /// Whether `state` can be numbered relative to this one.
    #[inline]
    pub(crate) fn resembles(&self, state: &[u8]) -> bool {
        self.set && self.len == state.len()
    }

    /// Forgets the state.
    pub(crate) fn clear(&mut self) {
        self.set = false;
        self.overwritten.clear();
    }

    /// The root of `state`, which has this one's length. Overwrites numbers until `undo`.
    #[inline]
    pub(crate) fn number_near(&mut self, state: &[u8], parts: &mut PairSet) -> Result<u64, Full> {
        self.dirty.clear();
        let whole = state.len() / 8;
        for i in 0..whole {
            let word = word_at(state, i);
            if word != self.words()[i] {
                self.renumber_leaf(i, word, parts)?;
            }
        }
        if !state.len().is_multiple_of(8) {
            let word = last_word(state);
            if word != self.words()[whole] {
                self.renumber_leaf(whole, word, parts)?;
            }
        }
        self.renumber_inner(parts)
    }

    /// Moves to `state`, whatever its length, and returns its root.
    pub(crate) fn number(&mut self, state: &[u8], parts: &mut PairSet) -> Result<u64, Full> {
        u32::try_from(state.len()).map_err(|_| Full::Numbers)?;
        if !self.resembles(state) {
            self.reset(state.len());
        }
        self.dirty.clear();
        for i in 0..state.len().div_ceil(8) {
            let word = if (i + 1) * 8 <= state.len() { word_at(state, i) } else { last_word(state) };
            if word != self.words()[i] || !self.set {
                self.words_mut()[i] = word;
                self.renumber_leaf(i, word, parts)?;
            }
        }
        let root = self.renumber_inner(parts)?;
        self.head = (root >> 32) as u32;
        self.set = true;
        self.overwritten.clear();
        Ok(root)
    }

    /// Restores the numbers that `number_near` overwrote.
    #[inline]
    pub(crate) fn undo(&mut self) {
        for &(at, number) in &self.overwritten {
            self.numbers[at as usize] = number;
        }
        self.overwritten.clear();
    }

    #[inline]
    fn renumber_leaf(&mut self, leaf: usize, word: u64, parts: &mut PairSet) -> Result<(), Full> {
        let (number, _) = parts.insert(word)?;
        self.overwrite(leaf, number);
        self.dirty.push(leaf as u32);
        Ok(())
    }

    /// Renumbers what lies above the dirty leaves and returns the root.
    #[inline]
    fn renumber_inner(&mut self, parts: &mut PairSet) -> Result<u64, Full> {
        for level in 1..self.levels {
            let below = self.starts[level - 1] as usize;
            let here = self.starts[level] as usize;
            let mut last = NOTHING;
            let mut kept = 0;
            for i in 0..self.dirty.len() {
                let at = self.dirty[i] / 2;
                if at == last {
                    continue;
                }
                last = at;
                self.dirty[kept] = at;
                kept += 1;
                let child = below + 2 * at as usize;
                let number = if child + 1 < here {
                    parts.insert(pair(self.numbers[child], self.numbers[child + 1]))?.0
                } else {
                    self.numbers[child]
                };
                self.overwrite(here + at as usize, number);
            }
            self.dirty.truncate(kept);
        }
        self.root(parts)
    }

    #[inline]
    fn root(&self, parts: &mut PairSet) -> Result<u64, Full> {
        let (left, right) = self.top();
        let head = match self.dirty.first() {
            Some(&at) if at > 0 && self.set => self.head,
            None if self.set => self.head,
            _ => parts.insert(pair(self.len as u32, left))?.0,
        };
        Ok(pair(head, right))
    }

    #[inline]
    fn overwrite(&mut self, at: usize, number: u32) {
        self.overwritten.push((at as u32, self.numbers[at]));
        self.numbers[at] = number;
    }

    /// The two halves at the top; zero for what a short state does not have.
    #[inline]
    fn top(&self) -> (u32, u32) {
        match &self.numbers[self.top_start()..] {
            [] => (0, 0),
            [left] => (*left, 0),
            [left, right, ..] => (*left, *right),
        }
    }

    #[inline]
    fn top_start(&self) -> usize {
        self.levels.checked_sub(1).map_or(0, |top| self.starts[top] as usize)
    }

    /// Moves to the stored state with this root.
    #[inline]
    pub(crate) fn set(&mut self, root: u64, parts: &PairSet) {
        let (head, right) = halves(root);
        let (len, left) = halves(parts.get(head));
        if !(self.set && self.len == len as usize) {
            self.reset(len as usize);
        }
        self.head = head;
        self.dirty.clear();
        let top = self.top_start();
        for (at, number) in [left, right].into_iter().enumerate().take(self.numbers.len() - top) {
            renew(&mut self.numbers, &mut self.dirty, top, at, number);
        }
        for level in (1..self.levels).rev() {
            self.open(level, parts);
        }
        for i in 0..self.dirty.len() {
            let leaf = self.dirty[i] as usize;
            self.words_mut()[leaf] = parts.get(self.numbers[leaf]);
        }
        self.set = true;
    }

    /// Replaces the dirty nodes of a level by their halves one level down.
    #[inline]
    fn open(&mut self, level: usize, parts: &PairSet) {
        let below = self.starts[level - 1] as usize;
        let here = self.starts[level] as usize;
        self.next_dirty.clear();
        for &at in &self.dirty {
            let number = self.numbers[here + at as usize];
            let child = 2 * at as usize;
            if below + child + 1 < here {
                let (left, right) = halves(parts.get(number));
                renew(&mut self.numbers, &mut self.next_dirty, below, child, left);
                renew(&mut self.numbers, &mut self.next_dirty, below, child + 1, right);
            } else {
                renew(&mut self.numbers, &mut self.next_dirty, below, child, number);
            }
        }
        std::mem::swap(&mut self.dirty, &mut self.next_dirty);
    }

    /// Lays out a tree for states of `len` bytes, with nothing in it.
    #[cold]
    fn reset(&mut self, len: usize) {
        let leaves = len.div_ceil(8);
        self.len = len;
        self.set = false;
        self.overwritten.clear();
        self.lines.clear();
        self.lines.resize(leaves.div_ceil(8), Line::default());
        self.levels = 0;
        let (mut width, mut end) = (leaves, 0);
        while width > 0 {
            self.starts[self.levels] = end;
            self.levels += 1;
            end += width as u32;
            width = if width > 2 { width.div_ceil(2) } else { 0 };
        }
        self.starts[self.levels] = end;
        self.numbers.clear();
        self.numbers.resize(end as usize, NOTHING);
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

/// Writes a number and notes its position if that changes anything.
#[inline]
fn renew(numbers: &mut [u32], dirty: &mut Vec<u32>, start: usize, at: usize, number: u32) {
    let entry = &mut numbers[start + at];
    if *entry != number {
        *entry = number;
        dirty.push(at as u32);
    }
}

#[inline]
fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[inline]
fn halves(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

#[inline]
fn word_at(state: &[u8], i: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&state[8 * i..8 * i + 8]);
    u64::from_ne_bytes(word)
}

/// The bytes after the last whole word, padded with zeros.
#[inline]
fn last_word(state: &[u8]) -> u64 {
    let rest = &state[state.len() / 8 * 8..];
    let mut word = [0; 8];
    word[..rest.len()].copy_from_slice(rest);
    u64::from_ne_bytes(word)
}
