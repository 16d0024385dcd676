//! A state at a glance: plain bytes as words, and references with all that can be known of them beforehand.
//!
//! What colours are made of lies apart in a state. The first plain bytes of each component are collected into one word
//! (`kernels::Gather`). Bytes that refer to something are listed with what they add to a colour, as far as it does not
//! depend on the state: there is one multiplication left for each of them.

use kernels::{Block, Gather};

use super::reading::{Reading, Reference};

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// A byte that refers to a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub offset: u16,
    pub table: u16,
    pub column: u16,
    /// Whose byte it is; not for those that are nobody's.
    pub holder: u8,
    /// It says nothing where it is zero.
    pub may_skip: bool,
    /// What it says has a bit in the holder's word, if there is room.
    pub bit: u64,
    /// The column's part of what a reference says.
    label: u64,
}

impl Mark {
    fn new(reading: &Reading, reference: &Reference, holder: u8, bit: u64) -> Mark {
        let &Reference { offset, table, column } = reference;
        let label = (u64::from(column) + 1).wrapping_mul(0xa076_1d64_78bd_642f);
        let may_skip = reading.target(table, 0).is_none();
        Mark { offset, table, column, holder, may_skip, bit, label: label ^ label >> 32 }
    }

    /// What a reference to a role says; one multiplication, because there is one for each reference of each state.
    #[inline]
    pub fn label(&self, role: u16) -> u64 {
        self.label.wrapping_mul(u64::from(role).wrapping_mul(0xe703_7ed1_a0b4_28da) | 1)
    }
}

/// How to look at the states of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Glance {
    plain: Gather,
    /// The bits of each word that are the component's.
    masks: Vec<u64>,
    /// References held by nobody.
    pub global: Vec<Mark>,
    /// References held by components.
    pub held: Vec<Mark>,
    /// Some components have more plain bytes than fit in a word.
    pub has_more: bool,
}

impl Glance {
    /// Prepares to look at states of `size` bytes.
    pub fn new(reading: &Reading, size: usize) -> Glance {
        let first = |c: usize| reading.plain.of(c).iter().copied().take(WORD).collect();
        let plain: Vec<Vec<u16>> = (0..reading.plain.len()).map(first).collect();
        let global = reading.global.iter().map(|reference| Mark::new(reading, reference, 0, 0)).collect();
        let mut held = Vec::new();
        for c in 0..reading.plain.len() {
            let start = 8 * reading.plain.of(c).len() + reading.global.len();
            let ends = (1..).map(|i| start + 2 * i);
            let marks = reading.references.of(c).iter().zip(ends);
            held.extend(marks.map(|(reference, end)| Mark::new(reading, reference, c as u8, bit(end))));
        }
        Glance {
            masks: plain.iter().map(|word| upper(word.len())).collect(),
            plain: Gather::new(&plain, size),
            global,
            held,
            has_more: (0..reading.plain.len()).any(|c| reading.plain.of(c).len() > WORD),
        }
    }

    /// The first plain bytes of each component, from the left.
    #[inline]
    pub fn plain<'a>(&'a self, state: &Block, gathered: &'a mut Block) -> impl Iterator<Item = u64> + 'a {
        self.plain.words(state, gathered).zip(&self.masks).map(|(word, mask)| word & mask)
    }
}

/// A bit that ends so many from the left, counted from one, if there is room for it.
#[inline]
pub(crate) fn bit(end: usize) -> u64 {
    if end <= 64 { 1 << 63 >> (end - 1) } else { 0 }
}

/// The bits of the first so many bytes of a word.
fn upper(bytes: usize) -> u64 {
    u64::MAX.checked_shl(64 - 8 * bytes as u32).unwrap_or(0)
}
