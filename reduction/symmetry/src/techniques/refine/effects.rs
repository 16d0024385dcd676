//! What the bytes that refer to something say of components, for each value.
//!
//! What a byte adds to the colours of who holds it and of whom it means depends on nothing but its place and its value.
//! There are few values, so all of that is worked out before the first state, and a byte that changes costs the
//! difference of two rows of a table: no question is asked of a state that has the same answer in every other.
//!
//! A reference counts at both ends at once: whoever holds it, and whoever it means, is told apart from its like by that
//! alone, and rounds of refinement are left for who is at the other end. Between something and what it hangs below
//! (`forest`) even that is no question: such a reference is a mark on the lower of the two, and joins nothing.
//!
//! Rejected: rows for all values of all bytes. Where components are many, tables would not stay in the processor's first
//! cache, and making them would take longer than many a search.

use super::by_component::{ByComponent, Set};
use super::colours::{Join, mix};
use super::reading::{Entry, NONE, Reading, Reference};

/// Nobody's.
pub(crate) const NOBODY: u8 = u8::MAX;

/// Rows for so many values beyond the last one that means a component: the names of other things are near.
const BEYOND: usize = 8;

/// No more rows than this.
const MOST_ROWS: usize = 1 << 13;

/// What one value of a byte says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// What the two parts of the holder's colour are increased by.
    pub holder: Parts,
    /// The same for whom the byte means.
    pub target: Parts,
    /// Whom it means.
    pub to: u8,
    pub link: Link,
}

/// Both parts of a colour, or what is added to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub bytes: u64,
    pub colour: u64,
}

impl Parts {
    #[inline]
    pub fn plus(self, other: Parts) -> Parts {
        Parts { bytes: self.bytes.wrapping_add(other.bytes), colour: self.colour.wrapping_add(other.colour) }
    }

    #[inline]
    pub fn minus(self, other: Parts) -> Parts {
        Parts { bytes: self.bytes.wrapping_sub(other.bytes), colour: self.colour.wrapping_sub(other.colour) }
    }
}

/// What a byte has to do with several components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Link {
    #[default]
    Nothing,
    /// It joins its holder to whom it means.
    Join,
    /// It joins three or more; see [`Effects::tuple`].
    Tuple,
}

/// A byte that refers to a component, or belongs to several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// Whose byte it is, or [`NOBODY`].
    pub holder: u8,
    table: u16,
    column: u16,
    /// The number of the entry, for bytes of several components.
    entry: u16,
    /// The rows of its values: where they begin, and how many there are.
    rows: (u32, u16),
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
        let (number, label) = (number.min(64) as u8, label ^ label >> 32);
        Mark { holder, table, column, entry: NONE, rows: (0, 0), bit, number, label }
    }

    fn of_entry(entry: &Entry, number: usize) -> Mark {
        let holder = entry.owners.first().copied().unwrap_or(NOBODY);
        let (table, column) = (entry.table, entry.column);
        Mark { holder, table, column, entry: number as u16, rows: (0, 0), bit: 0, number: 64, label: 0 }
    }

    /// What a reference to a role says.
    fn label(&self, role: u16) -> u64 {
        self.label.wrapping_mul(u64::from(role).wrapping_mul(0xe703_7ed1_a0b4_28da) | 1)
    }
}

/// The effects of the bytes of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// References held by nobody and by components, and bytes of several components.
    pub marks: Vec<Mark>,
    rows: Vec<Effect>,
    /// The colours where nothing refers to anything.
    pub start: ByComponent<Parts>,
    /// The bits of a component's word that plain bytes fill.
    plain: ByComponent<u8>,
    /// Those that are filled before it is said by what the component is held: plain bytes, globals, and what it holds
    /// itself.
    filled: ByComponent<u8>,
    /// What hangs below each component, at any depth.
    below: ByComponent<Set>,
    /// Something does.
    is_deep: bool,
}

impl Effects {
    /// Works out the effects of all marks for components that hang below `parent`; and where each mark is.
    pub fn new(reading: &Reading, parent: &[u8]) -> (Effects, Vec<u16>) {
        let components = reading.plain.len();
        let (offsets, marks) = marks(reading).into_iter().unzip();
        let mut effects = Effects {
            marks,
            rows: Vec::new(),
            start: ByComponent::new(Parts::default()),
            plain: ByComponent::new(0),
            filled: ByComponent::new(0),
            below: below(parent),
            is_deep: parent.iter().any(|&above| usize::from(above) < components),
        };
        for c in 0..components {
            let bits = 8 * reading.plain.of(c).len();
            let held = reading.global.len() + 2 * reading.references.of(c).len();
            effects.plain[c as u8] = bits.min(64) as u8;
            effects.filled[c as u8] = (bits + held).min(64) as u8;
        }
        effects.fill_start(reading);
        effects.fill_rows(reading);
        (effects, offsets)
    }

    /// What a global variable begins to mean has mostly just come to where it is, from a place that sorts before it. It
    /// passes fewer of the others if it comes before them, so the bits for globals are set to begin with. With those for
    /// holders set, too, a few more successors are met again, and stored states are less alike.
    fn fill_start(&mut self, reading: &Reading) {
        for c in 0..reading.plain.len() as u8 {
            let globals = (0..reading.global.len()).map(|number| after(self.plain[c], number.min(64) as u8));
            self.start[c].bytes = globals.sum();
        }
    }

    fn fill_rows(&mut self, reading: &Reading) {
        for i in 0..self.marks.len() {
            let mark = self.marks[i];
            let count = (reading.values(mark.table) + BEYOND).min(256);
            let rows: Vec<Effect> = (0..count).map(|raw| self.make(reading, &mark, raw as u8)).collect();
            if self.rows.len() + count <= MOST_ROWS && rows.iter().all(|row| row.link != Link::Tuple) {
                self.marks[i].rows = (self.rows.len() as u32, count as u16);
                self.rows.extend(rows);
            }
        }
    }

    /// What a value of a byte says.
    pub fn of(&self, reading: &Reading, mark: &Mark, raw: u8) -> Effect {
        self.row(mark, raw).copied().unwrap_or_else(|| self.make(reading, mark, raw))
    }

    /// The same, if it has a row; only bytes that are never a [`Link::Tuple`] have.
    #[inline]
    pub fn row(&self, mark: &Mark, raw: u8) -> Option<&Effect> {
        let (start, count) = mark.rows;
        if u16::from(raw) < count { self.rows.get(start as usize + usize::from(raw)) } else { None }
    }

    fn make(&self, reading: &Reading, mark: &Mark, raw: u8) -> Effect {
        if let Some(entry) = reading.entries.get(usize::from(mark.entry)) {
            return self.make_entry(reading, entry, raw);
        }
        let holder = mark.holder;
        match reading.target(mark.table, raw) {
            None if holder == NOBODY || raw == 0 => Effect::default(),
            None => Effect::alone(holder, 0, detail(mark.column, u64::from(raw))),
            Some((role, to)) if holder == NOBODY => {
                let bit = after(self.plain[to], mark.number).wrapping_neg();
                Effect { holder: Parts::default(), ..Effect::on(to, bit, mark.label(role)) }
            }
            Some((role, to)) if to == holder => {
                Effect::alone(holder, mark.bit, mark.label(role).rotate_left(1))
            }
            Some((role, to)) => {
                let mut effect = self.join(holder, to, mark.label(role));
                effect.holder.bytes = mark.bit << 1;
                effect.target.bytes = after(self.filled[to], mark.number);
                effect
            }
        }
    }

    /// The same for a byte that belongs to several components.
    fn make_entry(&self, reading: &Reading, entry: &Entry, raw: u8) -> Effect {
        let target = reading.target(entry.table, raw);
        if target.is_none() && raw == 0 {
            return Effect::default();
        }
        match (entry.owners.as_slice(), target) {
            (&[a, b], None) if a == b => Effect::alone(a, 0, detail(entry.column, u64::from(raw))),
            (&[from, to], None) => self.join(from, to, detail(entry.column, u64::from(raw))),
            _ => Effect { link: Link::Tuple, ..Effect::default() },
        }
    }

    /// Two components have something to do with each other.
    fn join(&self, from: u8, to: u8, label: u64) -> Effect {
        if self.is_deep && self.below[from].contains(to) {
            return Effect::on(to, 0, label.rotate_left(2));
        }
        if self.is_deep && self.below[to].contains(from) {
            return Effect { to, ..Effect::alone(from, 0, label.rotate_left(3)) };
        }
        let holder = Parts { bytes: 0, colour: label.rotate_left(4) };
        Effect { holder, link: Link::Join, ..Effect::on(to, 0, label.rotate_left(5)) }
    }

    /// The components that a byte joins which is a [`Link::Tuple`], and what it says.
    pub fn tuple(&self, reading: &Reading, mark: &Mark, raw: u8) -> (Vec<u8>, u64) {
        let Some(entry) = reading.entries.get(usize::from(mark.entry)) else { return (Vec::new(), 0) };
        let target = reading.target(entry.table, raw);
        let what = target.map_or(u64::from(raw), |(role, _)| 0x1_0000 | u64::from(role));
        let all = entry.owners.iter().copied().chain(target.map(|(_, c)| c)).collect();
        (all, detail(entry.column, what))
    }
}

impl Effect {
    /// The join that a [`Link::Join`] makes for the holder.
    #[inline]
    pub fn join(&self, holder: u8) -> Join {
        Join { from: holder, to: self.to, label: self.target.colour.rotate_right(5) }
    }

    /// On the holder alone.
    fn alone(holder: u8, bytes: u64, colour: u64) -> Effect {
        Effect { holder: Parts { bytes, colour }, to: holder, ..Effect::default() }
    }

    /// On the one that is meant alone.
    fn on(to: u8, bytes: u64, colour: u64) -> Effect {
        Effect { target: Parts { bytes, colour }, to, ..Effect::default() }
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
    let entries = reading.entries.iter().enumerate();
    marks.extend(entries.map(|(i, entry)| (entry.offset, Mark::of_entry(entry, i))));
    marks
}

/// What hangs below each component.
fn below(parent: &[u8]) -> ByComponent<Set> {
    let mut below = ByComponent::new(Set::default());
    for c in 0..parent.len() {
        let mut above = parent[c];
        while let Some(&next) = parent.get(usize::from(above)) {
            below[above].insert(c as u8);
            above = next;
        }
    }
    below
}

fn detail(column: u16, what: u64) -> u64 {
    mix(u64::from(column) << 32 | what)
}

/// The bit with a number, counted from zero, among those behind the first so many.
fn after(filled: u8, number: u8) -> u64 {
    (1u64 << 63).checked_shr(u32::from(filled) + u32::from(number)).unwrap_or(0)
}

/// A bit that ends so many from the left, counted from one, if there is room for it.
fn bit(end: usize) -> u64 {
    if end <= 64 { 1 << 63 >> (end - 1) } else { 0 }
}
