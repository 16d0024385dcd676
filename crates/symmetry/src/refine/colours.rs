//! Colours of components: what the state says of each, then of those it is joined to, and so on.
//!
//! Colour refinement with 64-bit hashes: a component's first colour is a hash of its plain bytes and of the places that
//! refer to it from outside; in each round it takes in the colours of the components it is joined to. A colour depends on
//! the state only up to the group, so components of one orbit of the state's stabiliser have one colour, and renaming
//! the components by an element of the group renames the colours. Two components get one colour by accident with
//! probability 2^-48; then a state may keep two representatives. Nothing else depends on luck.
//!
//! Rejected: partitions into cells as in `graph`. They pay where a vertex has many neighbours; here most components
//! are joined to nothing, and the whole work is one pass over the bytes and a sort of a dozen numbers.

use std::ops::Range;

use kernels::Block;

use super::components::Components;
use super::glance::{Glance, bit};
use super::reading::{Entry, NONE, Reading};

/// Scrambles a number; a folded multiplication.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let product = u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

/// Two components joined by something in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    from: u8,
    to: u8,
    label: u64,
}

/// Three or more components joined by something in the state.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tuple {
    all: Vec<u8>,
    label: u64,
}

/// The colours of the components of one state. A colour has two parts: the first plain bytes of the component and, where
/// there is room, who refers to it, so that sorting keeps like states alike, which the store likes; and a hash of
/// everything else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colours {
    pub bytes: Vec<u64>,
    pub colour: Vec<u64>,
    whole: Vec<u64>,
    /// See [`Colours::fill_keys`].
    pub keys: Vec<u128>,
    /// For each component, how many of its family have smaller colours.
    rank: Vec<u8>,
    joins: Vec<Join>,
    tuples: Vec<Tuple>,
    /// For each family its components by ascending colour; the low byte of a key is the component.
    pub sorted: Vec<u128>,
    /// Whether a component shares its colour.
    pub shared: Vec<bool>,
    /// The number of different colours.
    pub classes: usize,
    /// Rounds of refinement, over all states.
    pub rounds: u64,
    /// Words as they are collected.
    gathered: Block,
}

/// The bits of a sort key that name the component.
const LOW: u128 = 0xff;

/// A colour between the rank of what it hangs below and the number of the component.
#[inline]
fn self_key(bytes: u64, colour: u64) -> u128 {
    u128::from(bytes) << 56 | u128::from(colour >> 16) << 8
}

/// Do two sort keys have the same colour?
#[inline]
pub(crate) fn same_colour(a: u128, b: u128) -> bool {
    (a ^ b) <= LOW
}

impl Colours {
    /// First colours of a state.
    pub fn read(&mut self, reading: &Reading, glance: &Glance, state: &Block) {
        self.joins.clear();
        self.tuples.clear();
        self.bytes.clear();
        self.bytes.extend(glance.plain(state, &mut self.gathered));
        let components = self.bytes.len();
        self.colour.clear();
        self.colour.resize(components, 0);
        if glance.has_more {
            self.read_more(reading, state.bytes());
        }
        self.sorted.clear();
        self.sorted.extend(0..components as u128);
        self.read_global(reading, glance, state.bytes());
        self.read_held(reading, glance, state.bytes());
        reading.entries.iter().for_each(|entry| self.read_entry(reading, entry, state.bytes()));
    }

    /// Takes in the plain bytes that found no room in the words.
    fn read_more(&mut self, reading: &Reading, state: &[u8]) {
        for (c, colour) in self.colour.iter_mut().enumerate() {
            for &offset in reading.plain.of(c).iter().skip(size_of::<u64>()) {
                *colour = (colour.rotate_left(8) ^ u64::from(state[usize::from(offset)]))
                    .wrapping_mul(0x9fb2_1c65_1e98_df25);
            }
        }
    }

    /// Takes in what nobody in particular refers to.
    fn read_global(&mut self, reading: &Reading, glance: &Glance, state: &[u8]) {
        for (at, mark) in glance.global.iter().enumerate() {
            let raw = state[usize::from(mark.offset)];
            if let Some((role, c)) = reading.target(mark.table, raw) {
                add(&mut self.colour, c, mark.label(role));
                let c = usize::from(c);
                self.bytes[c] |= bit(8 * reading.plain.of(c).len() + at + 1);
            }
        }
    }

    /// Takes in what components refer to.
    fn read_held(&mut self, reading: &Reading, glance: &Glance, state: &[u8]) {
        let Colours { bytes, colour, joins, .. } = self;
        let (bytes, colour) = (bytes.as_mut_slice(), colour.as_mut_slice());
        for mark in &glance.held {
            let raw = state[usize::from(mark.offset)];
            if raw == 0 && mark.may_skip {
                continue;
            }
            let holder = usize::from(mark.holder);
            match reading.target(mark.table, raw) {
                None => add(colour, mark.holder, detail(mark.column, u64::from(raw))),
                Some((role, to)) if to == mark.holder => {
                    add(colour, to, mark.label(role).rotate_left(1));
                    bytes[holder] |= mark.bit;
                }
                Some((role, to)) => {
                    joins.push(Join { from: mark.holder, to, label: mark.label(role) });
                    bytes[holder] |= mark.bit << 1;
                }
            }
        }
    }

    /// Takes in a byte that belongs to several components.
    fn read_entry(&mut self, reading: &Reading, entry: &Entry, state: &[u8]) {
        let raw = state[usize::from(entry.offset)];
        let target = match entry.table {
            NONE => None,
            table => reading.target(table, raw),
        };
        let what = target.map_or(u64::from(raw), |(role, _)| 0x1_0000 | u64::from(role));
        if target.is_none() && raw == 0 {
            return;
        }
        let label = detail(entry.column, what);
        match (entry.owners.as_slice(), target) {
            (&[a, b], None) if a == b => add(&mut self.colour, a, label),
            (&[from, to], None) => self.joins.push(Join { from, to, label }),
            (owners, target) => {
                let all = owners.iter().copied().chain(target.map(|(_, c)| c)).collect();
                self.tuples.push(Tuple { all, label });
            }
        }
    }

    /// One round: every component takes in the colours of those it is joined to, and of those that `fixed` joins it to
    /// in every state.
    pub fn round(&mut self, fixed: &[(u8, u8, u8)]) {
        self.rounds += 1;
        self.whole.clear();
        let all = self.bytes.iter().zip(&self.colour);
        self.whole.extend(all.map(|(&bytes, &colour)| mix(mix(bytes) ^ colour)));
        for &Join { from, to, label } in &self.joins {
            let (a, b) = (self.whole[usize::from(from)], self.whole[usize::from(to)]);
            add(&mut self.colour, from, mix(b ^ label));
            add(&mut self.colour, to, mix(a.rotate_left(32) ^ label));
        }
        for &(from, to, colour) in fixed {
            let (a, b) = (self.whole[usize::from(from)], self.whole[usize::from(to)]);
            add(&mut self.colour, from, mix(b ^ u64::from(colour)));
            add(&mut self.colour, to, mix(a.rotate_left(32) ^ u64::from(colour)));
        }
        for Tuple { all, label } in &self.tuples {
            let sum = all.iter().zip(1u64..).fold(*label, |sum, (&c, at)| {
                sum.wrapping_add(mix(self.whole[usize::from(c)].wrapping_mul(2 * at + 1)))
            });
            for (&c, at) in all.iter().zip(1u64..) {
                add(&mut self.colour, c, mix(sum.wrapping_add(at)));
            }
        }
    }

    /// Takes in the colours of those above and below in a forest, given as `(child, parent, family)`, parents first:
    /// nothing is left to do then but for what the state joins.
    pub fn spread(&mut self, forest: &[(u8, u8, u8)]) {
        for &(child, parent, family) in forest.iter().rev() {
            let whole = self.whole(child);
            add(&mut self.colour, parent, mix(whole ^ u64::from(family)));
        }
        for &(child, parent, family) in forest {
            let whole = self.whole(parent);
            add(&mut self.colour, child, mix(whole.rotate_left(32) ^ u64::from(family)));
        }
    }

    /// Both parts of a colour in one.
    #[inline]
    fn whole(&self, component: u8) -> u64 {
        let c = usize::from(component);
        mix(mix(self.bytes[c]) ^ self.colour[c])
    }

    /// Writes the colours as numbers that sort as they do.
    pub fn fill_keys(&mut self) {
        self.keys.clear();
        let all = self.bytes.iter().zip(&self.colour);
        self.keys.extend(all.map(|(&bytes, &colour)| self_key(bytes, colour)));
    }

    /// Gives one component a colour of its own.
    #[inline]
    pub fn individualise(&mut self, component: u8) {
        let colour = &mut self.colour[usize::from(component)];
        *colour = mix(*colour ^ 0x5851_f42d_4c95_7f2d);
    }

    /// Sorts each family by colour and counts the colours. Components are sorted below what they hang on, so that a
    /// representative is in order already; `parent` and `order` are those of the forest.
    pub fn sort(&mut self, order: &[Range<usize>], parent: &[u8]) {
        self.shared.clear();
        self.shared.resize(self.colour.len(), false);
        self.rank.resize(self.colour.len(), 0);
        self.classes = 0;
        for range in order {
            let keys = &mut self.sorted[range.clone()];
            for key in &mut *keys {
                let c = (*key & LOW) as usize;
                let above = self.rank.get(usize::from(parent[c])).copied().unwrap_or(0);
                *key = u128::from(above) << 120 | self_key(self.bytes[c], self.colour[c]) | c as u128;
            }
            insertion_sort(keys);
            let mut class = 0;
            for i in 0..keys.len() {
                if i > 0 && same_colour(keys[i - 1], keys[i]) {
                    self.shared[(keys[i - 1] & LOW) as usize] = true;
                    self.shared[(keys[i] & LOW) as usize] = true;
                } else {
                    self.classes += 1;
                    class = i as u8;
                }
                self.rank[(keys[i] & LOW) as usize] = class;
            }
        }
    }

    /// Is something in the state joined to two components of which neither has a colour of its own?
    pub fn is_entangled(&self) -> bool {
        self.joins.iter().any(|join| self.entangles(&[join.from, join.to]))
            || self.tuples.iter().any(|tuple| self.entangles(&tuple.all))
    }

    fn entangles(&self, all: &[u8]) -> bool {
        let mut shared = all.iter().filter(|&&c| self.shared[usize::from(c)]);
        shared.next().is_some_and(|first| shared.any(|other| other != first))
    }

    /// Does some join or tuple reach a component that shares its colour? If not, another round changes nothing.
    pub fn may_split(&self) -> bool {
        let shared = |c: u8| self.shared[usize::from(c)];
        self.joins.iter().any(|join| shared(join.from) || shared(join.to))
            || self.tuples.iter().any(|tuple| tuple.all.iter().any(|&c| shared(c)))
    }

    /// Do the entangled components, with the pairs that `fixed` joins, form no cycle? Refinement tells the vertices of
    /// a forest apart as far as its automorphisms do (Immerman and Lander, Describing graphs, 1990), so any of a
    /// class may go first then.
    pub fn is_acyclic(&self, fixed: &[(u8, u8, u8)]) -> bool {
        if self.tuples.iter().any(|tuple| self.entangles(&tuple.all)) {
            return false;
        }
        let mut above = [0u8; 256];
        above.iter_mut().zip(0u8..).for_each(|(root, c)| *root = c);
        let joined = self.joins.iter().enumerate().map(|(i, join)| (i, join.from, join.to));
        let shared = |a: u8, b: u8| self.shared[usize::from(a)] && self.shared[usize::from(b)];
        let again = |i: usize, a: u8, b: u8| {
            self.joins[..i]
                .iter()
                .any(|join| (join.from, join.to) == (a, b) || (join.to, join.from) == (a, b))
        };
        let fixed = fixed.iter().map(|&(a, b, _)| (self.joins.len(), a, b));
        for (i, a, b) in joined.chain(fixed).filter(|&(_, a, b)| shared(a, b)) {
            if again(i, a, b) {
                continue;
            }
            let (a, b) = (root(&above, a), root(&above, b));
            if a == b {
                return false;
            }
            above[usize::from(a)] = b;
        }
        true
    }

    /// The smallest class with an entangled component, by size and then by colour.
    pub fn entangled_class(&self, components: &Components, class: &mut Vec<u8>) {
        let mut marked = [false; 256];
        let mut mark = |all: &[u8]| {
            if self.entangles(all) {
                all.iter().for_each(|&c| marked[usize::from(c)] = self.shared[usize::from(c)]);
            }
        };
        self.joins.iter().for_each(|join| mark(&[join.from, join.to]));
        self.tuples.iter().for_each(|tuple| mark(&tuple.all));
        class.clear();
        let mut best = (usize::MAX, u128::MAX);
        for family in 0..components.families() {
            let keys = &self.sorted[components.of_family(family)];
            for members in keys.chunk_by(|&a, &b| same_colour(a, b)) {
                let rank = (members.len(), members[0] & !LOW);
                if rank < best && members.iter().any(|key| marked[(key & LOW) as usize]) {
                    best = rank;
                    class.clear();
                    class.extend(members.iter().map(|key| (key & LOW) as u8));
                }
            }
        }
    }

    /// A number that renaming does not change.
    pub fn invariant(&self) -> u64 {
        let all = self.bytes.iter().zip(&self.colour);
        all.fold(0u64, |sum, (&bytes, &colour)| sum.wrapping_add(mix(mix(bytes) ^ colour)))
    }
}

#[inline]
fn add(colours: &mut [u64], component: u8, amount: u64) {
    let colour = &mut colours[usize::from(component)];
    *colour = colour.wrapping_add(amount);
}

fn root(above: &[u8; 256], mut c: u8) -> u8 {
    while above[usize::from(c)] != c {
        c = above[usize::from(c)];
    }
    c
}

#[inline]
fn detail(column: u16, what: u64) -> u64 {
    mix(u64::from(column) << 32 | what)
}

/// Families are small and often sorted already.
fn insertion_sort(keys: &mut [u128]) {
    if keys.len() > 24 {
        return keys.sort_unstable();
    }
    for i in 1..keys.len() {
        let key = keys[i];
        let mut at = i;
        while at > 0 && keys[at - 1] > key {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
    }
}
