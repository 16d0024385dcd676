//! A state at a glance: what it says of each component alone, the first colours.
//!
//! What colours are made of lies apart in a state. The plain bytes of each component are collected into words
//! (`kernels::Gather`), and behind them all bytes that may refer to something. Most of those are zero most of the time,
//! unused slots of channels and variables without a value, and zeros are passed over a word at a time. Each of the
//! others is listed with what it adds to a colour, as far as that does not depend on the state.
//!
//! A reference counts at both ends at once: whoever holds it, and whoever it means, is told apart from its like by that
//! alone, and rounds of refinement are left for who is at the other end. Between something and what it hangs below
//! (`forest`) even that is no question: such a reference is a mark on the lower of the two, and joins nothing.

use kernels::{Block, Gather};

use super::colours::{Join, Tuple, mix};
use super::each::{Each, Set};
use super::reading::{Entry, NONE, Reading, Reference};

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Nobody's.
const NOBODY: u8 = u8::MAX;

/// A byte that refers to a component, or belongs to several.
#[derive(Clone, Copy, Debug)]
struct Mark {
    table: u16,
    column: u16,
    /// The number of the entry, for bytes of several components.
    entry: u16,
    /// Whose byte it is, or [`NOBODY`].
    holder: u8,
    /// What it says has a bit in the holder's word, if there is room.
    bit: u64,
    /// So many from the bits that are in use, whoever it refers to has one in its word, if there is room.
    number: u8,
    /// The column's part of what a reference says.
    label: u64,
}

impl Mark {
    fn new(reference: &Reference, holder: u8, bit: u64, number: usize) -> Mark {
        let &Reference { table, column, .. } = reference;
        let label = (u64::from(column) + 1).wrapping_mul(0xa076_1d64_78bd_642f);
        let number = number.min(64) as u8;
        Mark { table, column, entry: NONE, holder, bit, number, label: label ^ label >> 32 }
    }

    fn of_entry(number: usize) -> Mark {
        Mark { table: NONE, column: 0, entry: number as u16, holder: NOBODY, bit: 0, number: 64, label: 0 }
    }

    /// What a reference to a role says; one multiplication, because there is one for each reference of each state.
    #[inline]
    fn label(&self, role: u16) -> u64 {
        self.label.wrapping_mul(u64::from(role).wrapping_mul(0xe703_7ed1_a0b4_28da) | 1)
    }
}

/// How to look at the states of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Glance {
    /// The first plain bytes of each component, then the other ones, then marks.
    gather: Gather,
    /// The bits of each word that mean something.
    masks: Vec<u64>,
    /// Whose the words behind the first are, and something to tell several of one component apart.
    more: Vec<(u8, u64)>,
    /// References held by nobody and by components, and bytes of several components.
    marks: Vec<Mark>,
    /// The bits of a component's word that plain bytes fill.
    plain: Each<u8>,
    /// Those that are filled before it is said by what the component is held: plain bytes, globals, and what it holds
    /// itself.
    filled: Each<u8>,
    /// What hangs below each component, at any depth.
    below: Each<Set>,
    /// Something does.
    is_deep: bool,
    components: usize,
}

impl Glance {
    /// Prepares to look at states of `size` bytes whose components hang below `parent`.
    pub fn new(reading: &Reading, parent: &[u8], size: usize) -> Glance {
        let components = reading.plain.len();
        let mut words: Vec<Vec<u16>> =
            (0..components).map(|c| reading.plain.of(c).iter().copied().take(WORD).collect()).collect();
        let mut more = Vec::new();
        for c in 0..components {
            for (chunk, number) in reading.plain.of(c).chunks(WORD).skip(1).zip(1..) {
                words.push(chunk.to_vec());
                more.push((c as u8, mix(number)));
            }
        }
        let (offsets, marks): (Vec<u16>, Vec<Mark>) = marks(reading).into_iter().unzip();
        words.extend(offsets.chunks(WORD).map(<[u16]>::to_vec));
        let (mut plain, mut filled) = (Each::new(0), Each::new(0));
        for c in 0..components {
            let bits = 8 * reading.plain.of(c).len();
            plain[c as u8] = bits.min(64) as u8;
            let held = reading.global.len() + 2 * reading.references.of(c).len();
            filled[c as u8] = (bits + held).min(64) as u8;
        }
        Glance {
            masks: words.iter().map(|word| upper(word.len())).collect(),
            gather: Gather::new(&words, size),
            more,
            marks,
            plain,
            filled,
            below: below(parent),
            is_deep: parent.iter().any(|&above| usize::from(above) < components),
            components,
        }
    }
}

/// Every mark and where it is.
fn marks(reading: &Reading) -> Vec<(u16, Mark)> {
    let mut marks = Vec::new();
    for (at, reference) in reading.global.iter().enumerate() {
        marks.push((reference.offset, Mark::new(reference, NOBODY, 0, at)));
    }
    let components = 0..reading.plain.len();
    let mut columns: Vec<u16> =
        components.clone().flat_map(|c| reading.references.of(c)).map(|r| r.column).collect();
    columns.sort_unstable();
    columns.dedup();
    for c in components {
        let start = 8 * reading.plain.of(c).len() + reading.global.len();
        let ends = (1..).map(|i| start + 2 * i);
        for (reference, end) in reading.references.of(c).iter().zip(ends) {
            let number = columns.partition_point(|&column| column < reference.column);
            marks.push((reference.offset, Mark::new(reference, c as u8, bit(end), number)));
        }
    }
    marks.extend(reading.entries.iter().enumerate().map(|(i, entry)| (entry.offset, Mark::of_entry(i))));
    marks
}

/// What hangs below each component.
fn below(parent: &[u8]) -> Each<Set> {
    let mut below = Each::new(Set::default());
    for c in 0..parent.len() {
        let mut above = parent[c];
        while let Some(&next) = parent.get(usize::from(above)) {
            below[above].insert(c as u8);
            above = next;
        }
    }
    below
}

/// What the last state says of each component alone, and what it joins.
///
/// A state differs from the one before in a few bytes: both are successors of one state, or of two that are like. What a
/// byte adds is taken back when it changes, so a state costs what distinguishes it. Nothing is left over from the states
/// before: sums have inverses, and joins are a set.
#[derive(Clone, Debug)]
pub(crate) struct First {
    pub bytes: Each<u64>,
    pub colour: Each<u64>,
    pub joins: Vec<Join>,
    pub tuples: Vec<Tuple>,
    /// The words of the last state, as far as they mean something; none before the first.
    words: Vec<u64>,
    gathered: Block,
}

impl Default for First {
    fn default() -> First {
        First {
            bytes: Each::new(0),
            colour: Each::new(0),
            joins: Vec::new(),
            tuples: Vec::new(),
            words: Vec::new(),
            gathered: Block::default(),
        }
    }
}

impl First {
    /// Reads a state.
    pub fn read(&mut self, reading: &Reading, glance: &Glance, state: &Block) {
        if self.words.is_empty() {
            self.begin(reading, glance);
        }
        let mut gathered = std::mem::take(&mut self.gathered);
        let mut words = std::mem::take(&mut self.words);
        let now =
            glance.gather.words(state, &mut gathered).zip(&glance.masks).map(|(word, mask)| word & mask);
        let mut all = words.iter_mut().zip(now);
        for (bytes, (last, word)) in self.bytes.first_mut(glance.components).iter_mut().zip(&mut all) {
            *bytes = bytes.wrapping_add(word.wrapping_sub(*last));
            *last = word;
        }
        for (&(c, number), (last, word)) in glance.more.iter().zip(&mut all) {
            let amount = mix(word ^ number).wrapping_sub(mix(*last ^ number));
            self.colour[c] = self.colour[c].wrapping_add(amount);
            *last = word;
        }
        for (marks, (last, word)) in glance.marks.chunks(WORD).zip(all) {
            let mut differ = *last ^ word;
            while differ != 0 {
                let at = differ.leading_zeros() / 8;
                differ &= !(0xff << 56 >> (8 * at));
                let value = |word: u64| (word << (8 * at) >> 56) as u8;
                let mark = &marks[at as usize];
                self.take::<false>(reading, glance, mark, value(*last));
                self.take::<true>(reading, glance, mark, value(word));
            }
            *last = word;
        }
        (self.gathered, self.words) = (gathered, words);
    }

    /// Reads a state of zeros.
    #[cold]
    fn begin(&mut self, reading: &Reading, glance: &Glance) {
        self.words = vec![0; glance.masks.len()];
        for &(c, number) in &glance.more {
            self.add::<true>(c, mix(number));
        }
        for mark in &glance.marks {
            for c in (0..glance.components as u8).filter(|_| mark.holder == NOBODY) {
                self.order::<true>(c, after(glance.plain[c], mark.number));
            }
            self.take::<true>(reading, glance, mark, 0);
        }
    }

    /// Takes in or takes back what a byte says.
    #[inline]
    fn take<const IN: bool>(&mut self, reading: &Reading, glance: &Glance, mark: &Mark, raw: u8) {
        if mark.entry != NONE {
            return self.take_entry::<IN>(reading, glance, &reading.entries[usize::from(mark.entry)], raw);
        }
        let holder = mark.holder;
        match reading.target(mark.table, raw) {
            None if holder == NOBODY || raw == 0 => {}
            None => self.add::<IN>(holder, detail(mark.column, u64::from(raw))),
            Some((role, to)) if holder == NOBODY => {
                self.add::<IN>(to, mark.label(role));
                self.order_first::<IN>(to, after(glance.plain[to], mark.number));
            }
            Some((role, to)) if to == holder => {
                self.add::<IN>(to, mark.label(role).rotate_left(1));
                self.order::<IN>(to, mark.bit);
            }
            Some((role, to)) => {
                self.order::<IN>(holder, mark.bit << 1);
                self.order::<IN>(to, after(glance.filled[to], mark.number));
                self.join::<IN>(glance, Join { from: holder, to, label: mark.label(role) });
            }
        }
    }

    /// The same for a byte that belongs to several components.
    fn take_entry<const IN: bool>(&mut self, reading: &Reading, glance: &Glance, entry: &Entry, raw: u8) {
        let target = match entry.table {
            NONE => None,
            table => reading.target(table, raw),
        };
        if target.is_none() && raw == 0 {
            return;
        }
        let what = target.map_or(u64::from(raw), |(role, _)| 0x1_0000 | u64::from(role));
        let label = detail(entry.column, what);
        match (entry.owners.as_slice(), target) {
            (&[a, b], None) if a == b => self.add::<IN>(a, label),
            (&[from, to], None) => self.join::<IN>(glance, Join { from, to, label }),
            (owners, target) => {
                let all: Vec<u8> = owners.iter().copied().chain(target.map(|(_, c)| c)).collect();
                for (&c, at) in all.iter().zip(1..) {
                    self.add::<IN>(c, label.rotate_left(at));
                }
                put::<IN, _>(&mut self.tuples, Tuple { all, label });
            }
        }
    }

    /// Two components have something to do with each other, or no longer.
    #[inline]
    fn join<const IN: bool>(&mut self, glance: &Glance, join: Join) {
        let Join { from, to, label } = join;
        if glance.is_deep && glance.below[from].contains(to) {
            return self.add::<IN>(to, label.rotate_left(2));
        }
        if glance.is_deep && glance.below[to].contains(from) {
            return self.add::<IN>(from, label.rotate_left(3));
        }
        self.add::<IN>(from, label.rotate_left(4));
        self.add::<IN>(to, label.rotate_left(5));
        put::<IN, _>(&mut self.joins, join);
    }

    #[inline]
    fn add<const IN: bool>(&mut self, component: u8, amount: u64) {
        let amount = if IN { amount } else { amount.wrapping_neg() };
        self.colour[component] = self.colour[component].wrapping_add(amount);
    }

    /// Puts a component behind its like, or takes that back. Where several add to a bit they spill over; nothing depends
    /// on it, since all of them are part of the second part of the colour.
    #[inline]
    fn order<const IN: bool>(&mut self, component: u8, bit: u64) {
        let bit = if IN { bit } else { bit.wrapping_neg() };
        self.bytes[component] = self.bytes[component].wrapping_add(bit);
    }

    /// Puts a component before its like, or takes that back: the bit is set to begin with. What a global variable begins to
    /// mean has mostly just come to where it is, from a place that sorts before it, and then it passes fewer of the others.
    #[inline]
    fn order_first<const IN: bool>(&mut self, component: u8, bit: u64) {
        match IN {
            true => self.order::<false>(component, bit),
            false => self.order::<true>(component, bit),
        }
    }
}

/// Puts something into a set or takes it out.
#[inline]
fn put<const IN: bool, T: PartialEq>(set: &mut Vec<T>, thing: T) {
    if IN {
        set.push(thing);
    } else if let Some(at) = set.iter().position(|other| *other == thing) {
        set.swap_remove(at);
    }
}

#[inline]
fn detail(column: u16, what: u64) -> u64 {
    mix(u64::from(column) << 32 | what)
}

/// The bit with a number, counted from zero, among those behind the first so many.
#[inline]
fn after(filled: u8, number: u8) -> u64 {
    (1u64 << 63).checked_shr(u32::from(filled) + u32::from(number)).unwrap_or(0)
}

/// A bit that ends so many from the left, counted from one, if there is room for it.
fn bit(end: usize) -> u64 {
    if end <= 64 { 1 << 63 >> (end - 1) } else { 0 }
}

/// The bits of the first so many bytes of a word.
fn upper(bytes: usize) -> u64 {
    u64::MAX.checked_shl(64 - 8 * bytes as u32).unwrap_or(0)
}
