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

use super::by_component::{ByComponent, Set};
use super::component_summary::{ComponentSummary, First, Last};
use super::reading::Reading;

/// Scrambles a number; a folded multiplication.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let product = u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

/// Two components joined by something in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Join {
    pub from: u8,
    pub to: u8,
    pub label: u64,
}

/// Three or more components joined by something in the state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tuple {
    pub all: Vec<u8>,
    pub label: u64,
}

/// In which order components are sorted.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Ranges of components, a range for each family, parents first.
    pub families: Vec<Range<usize>>,
    /// What each component hangs below.
    pub parent: ByComponent<u8>,
}

impl Order {
    /// Families in this order, and what each component hangs below.
    pub fn new(families: Vec<Range<usize>>, parent: &[u8]) -> Order {
        let mut all = ByComponent::new(u8::MAX);
        all.first_mut(parent.len()).copy_from_slice(parent);
        Order { families, parent: all }
    }
}

/// The colours of the components of one state. A colour has two parts: the first plain bytes of the component and, where
/// there is room, who refers to it, so that sorting keeps like states alike, which the store likes; and a hash of
/// everything else.
#[derive(Clone, Debug)]
pub(crate) struct Colours {
    /// What the state says of each component alone: the first part, where the second begins, and the joins.
    pub first: First,
    last: Last,
    /// The second part.
    pub colour: ByComponent<u64>,
    /// Both parts of each colour in one, before a round.
    pub before: ByComponent<u64>,
    /// The ranks of those that each is joined to, added up: those that a round tells apart are ordered by it first, since
    /// ranks stay what they are while states change.
    pub hint: ByComponent<u16>,
    /// See [`Colours::fill_keys`].
    pub keys: Vec<u128>,
    /// For each component, which of the sorted ones is the first of its colour; zero for what is none.
    pub rank: ByComponent<u8>,
    /// For each family its components by ascending colour; the low byte of a key is the component.
    pub sorted: Vec<u128>,
    /// Some component is not in its place among the sorted ones.
    pub moved: bool,
    /// Who shares a colour.
    pub shared: Set,
    /// The number of different colours.
    pub classes: usize,
    /// Rounds of refinement, over all states.
    pub rounds: u64,
}

impl Default for Colours {
    fn default() -> Colours {
        Colours {
            first: First::default(),
            last: Last::default(),
            colour: ByComponent::new(0),
            before: ByComponent::new(0),
            hint: ByComponent::new(0),
            keys: Vec::new(),
            rank: ByComponent::new(0),
            sorted: Vec::new(),
            moved: false,
            shared: Set::default(),
            classes: 0,
            rounds: 0,
        }
    }
}

/// The bits of a sort key that name the component.
pub(crate) const LOW: u128 = 0xff;

/// A colour between the rank of what it hangs below and the number of the component.
#[inline]
fn self_key(bytes: u64, colour: u64) -> u128 {
    u128::from(bytes) << 56 | u128::from(colour >> 16) << 8
}

/// A sort key.
#[inline]
fn whole_key(above: u8, bytes: u64, colour: u64, component: u8) -> u128 {
    u128::from(above) << 120 | self_key(bytes, colour) | u128::from(component)
}

/// A sort key among components whose first parts are equal.
#[inline]
fn split_key(above: u8, hint: u16, colour: u64, component: u8) -> u128 {
    u128::from(above) << 120 | u128::from(hint) << 104 | u128::from(colour) << 8 | u128::from(component)
}

/// Do two sort keys have the same colour?
#[inline]
pub(crate) fn same_colour(a: u128, b: u128) -> bool {
    (a ^ b) <= LOW
}

impl Colours {
    /// Reads a state.
    #[inline]
    pub fn read(&mut self, reading: &Reading, summary: &ComponentSummary, state: &Block) {
        self.first.read(&mut self.last, reading, summary, state);
        self.sorted.resize(reading.plain.len(), 0);
    }

    /// Goes back to the first colours, unsorted.
    pub fn begin(&mut self) {
        self.recall();
        self.sorted.iter_mut().zip(0..).for_each(|(key, c)| *key = c);
    }

    /// Goes back to the first colours; what is sorted is left to the caller.
    #[inline]
    pub fn recall(&mut self) {
        self.moved = false;
        let count = self.sorted.len();
        let all = self.colour.first_mut(count).iter_mut().zip(self.first.of.first(count));
        all.for_each(|(colour, first)| *colour = first.colour);
    }

    /// One round: every component that shares its colour takes in the colours of those it is joined to, and of those
    /// that `fixed` joins it to in every state. Who has a colour of its own keeps it.
    pub fn round(&mut self, fixed: &[(u8, u8, u8)], order: &Order) {
        self.rounds += 1;
        let count = self.sorted.len();
        self.hint.first_mut(count).fill(0);
        if fixed.is_empty() && self.first.tuples.is_empty() {
            for i in 0..self.first.joins.len() {
                let Join { from, to, .. } = self.first.joins[i];
                if self.shared.contains(from) || self.shared.contains(to) {
                    (self.before[from], self.before[to]) = (self.whole(from), self.whole(to));
                }
            }
        } else {
            (0..count as u8).for_each(|c| self.before[c] = self.whole(c));
        }
        // Where something hangs is no part of its own colour.
        for &(child, above, _) in fixed.iter().filter(|&&(child, above, _)| order.parent[child] == above) {
            self.before[child] ^= mix(self.before[above]);
        }
        let Colours { first: First { joins, tuples, .. }, colour, before, hint, rank, shared, .. } = self;
        let mut tell = |one: u8, what: u64, rank: u8| {
            if shared.contains(one) {
                colour[one] = colour[one].wrapping_add(mix(what));
                hint[one] = hint[one].wrapping_add(u16::from(rank));
            }
        };
        let fixed =
            fixed.iter().map(|&(from, to, kind)| Join { from, to, label: (u64::from(kind) + 1) << 32 });
        for Join { from, to, label } in joins.iter().copied().chain(fixed) {
            tell(from, label ^ before[to], rank[to]);
            tell(to, label.rotate_left(6) ^ before[from], rank[from]);
        }
        for Tuple { all, label } in tuples {
            let sum = all
                .iter()
                .zip(1u64..)
                .fold(*label, |sum, (&c, at)| sum.wrapping_add(mix(before[c].wrapping_mul(2 * at + 1))));
            all.iter().zip(1u64..).for_each(|(&c, at)| tell(c, sum.wrapping_add(at), 0));
        }
    }

    /// Takes in the colours of those below in a forest, given as `(child, parent, family)`, parents first. What those above
    /// say is part of what is sorted, so nothing is left to do then but for what the state joins.
    pub fn spread(&mut self, forest: &[(u8, u8, u8)]) {
        for &(child, parent, family) in forest.iter().rev() {
            let whole = self.whole(child);
            self.colour[parent] = self.colour[parent].wrapping_add(mix(whole ^ u64::from(family)));
        }
    }

    /// Both parts of a colour in one.
    #[inline]
    pub fn whole(&self, component: u8) -> u64 {
        self.first.of[component].bytes.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ self.colour[component]
    }

    /// Are two components of one colour, of which nothing says more than that they are joined to something, joined to the
    /// same? Then their exchange fixes the state: whatever else it says of them is in the colour.
    pub fn joins_alike(&self, a: u8, b: u8) -> bool {
        let other = |c: u8| match c {
            _ if c == a => b,
            _ if c == b => a,
            _ => c,
        };
        let number = |from: u8, to: u8, label: u64| mix(label ^ u64::from(from) << 8 ^ u64::from(to));
        let change = |join: &Join| {
            let &Join { from, to, label } = join;
            number(from, to, label).wrapping_sub(number(other(from), other(to), label))
        };
        self.first.joins.iter().fold(0u64, |sum, join| sum.wrapping_add(change(join))) == 0
    }

    /// Writes the colours as numbers that sort as they do.
    pub fn fill_keys(&mut self) {
        let count = self.sorted.len();
        self.keys.clear();
        let all = self.first.of.first(count).iter().zip(self.colour.first(count));
        self.keys.extend(all.map(|(first, &colour)| self_key(first.bytes, colour)));
    }

    /// Gives a component a colour of its own; the number tells it from others of its colour that get one, too.
    #[inline]
    pub fn individualise(&mut self, component: u8, number: u64) {
        self.colour[component] = mix(self.colour[component] ^ 0x5851_f42d_4c95_7f2d_u64.wrapping_mul(number));
    }

    /// Sorts each family by colour and counts the colours.
    pub fn sort(&mut self, order: &Order) {
        self.forget_classes();
        for range in &order.families {
            self.sort_family(order, range.clone());
        }
    }

    fn forget_classes(&mut self) {
        self.shared = Set::default();
        self.classes = 0;
    }

    /// Components are sorted below what they hang on, so that a representative is in order already.
    #[inline]
    fn sort_family(&mut self, order: &Order, range: Range<usize>) {
        let Colours { first: First { of, .. }, colour, rank, sorted, .. } = self;
        let keys = &mut sorted[range.clone()];
        for key in &mut *keys {
            let c = *key as u8;
            *key = whole_key(rank[order.parent[c]], of[c].bytes, colour[c], c);
        }
        let (classes, shared) = arrange(keys, range.start, rank, &mut self.moved);
        self.classes += classes;
        self.shared.unite(shared);
    }

    /// Sorts those that shared a colour before the last round, in the places that they have. Are there more colours now?
    pub fn split(&mut self, order: &Order) -> bool {
        let differ = |pair: &[u128]| self.colour[pair[0] as u8] != self.colour[pair[1] as u8];
        if !self.sorted.windows(2).any(|pair| same_colour(pair[0], pair[1]) && differ(pair)) {
            return false;
        }
        let before = self.classes;
        self.forget_classes();
        for range in &order.families {
            let (classes, shared) = self.split_family(order, range.clone());
            self.classes += classes;
            self.shared.unite(shared);
        }
        self.classes > before
    }

    /// The same for one family: how many colours it has now, and who shares one.
    fn split_family(&mut self, order: &Order, range: Range<usize>) -> (usize, Set) {
        let Colours { colour, rank, hint, sorted, .. } = self;
        let (mut start, mut classes, mut shared) = (range.start, 0, Set::default());
        for keys in sorted[range].chunk_by_mut(|&a, &b| same_colour(a, b)) {
            match keys {
                [only] => {
                    rank[*only as u8] = start as u8;
                    classes += 1;
                }
                _ => {
                    for key in &mut *keys {
                        let c = *key as u8;
                        *key = split_key(rank[order.parent[c]], hint[c], colour[c], c);
                    }
                    let (more, alike) = arrange(keys, start, rank, &mut self.moved);
                    classes += more;
                    shared.unite(alike);
                }
            }
            start += keys.len();
        }
        (classes, shared)
    }

    /// A number that renaming does not change.
    pub fn invariant(&self) -> u64 {
        (0..self.sorted.len()).fold(0, |sum: u64, c| sum.wrapping_add(mix(self.whole(c as u8))))
    }
}

/// Sorts, and writes down where each colour begins among the sorted ones; how many there are, and who shares one.
#[inline]
fn arrange(keys: &mut [u128], start: usize, rank: &mut ByComponent<u8>, moved: &mut bool) -> (usize, Set) {
    *moved |= sort(keys);
    let (mut classes, mut begin, mut last, mut shared) = (0, start, None, Set::default());
    for (&key, at) in keys.iter().zip(start..) {
        match last {
            Some(last) if same_colour(last, key) => {
                shared.insert(last as u8);
                shared.insert(key as u8);
            }
            _ => {
                classes += 1;
                begin = at;
            }
        }
        rank[key as u8] = begin as u8;
        last = Some(key);
    }
    (classes, shared)
}

/// Sorts; were they in another order? Families are small and often sorted already.
#[inline]
fn sort(keys: &mut [u128]) -> bool {
    let Some(first) = keys.windows(2).position(|pair| pair[0] > pair[1]) else { return false };
    if keys.len() > 24 {
        keys.sort_unstable();
        return true;
    }
    for i in first + 1..keys.len() {
        let key = keys[i];
        let mut at = i;
        while at > 0 && keys[at - 1] > key {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of classes by counting smaller keys.
    fn ranks(colours: &Colours, range: &Range<usize>, key: impl Fn(u8) -> u128) -> Vec<usize> {
        let all: Vec<u128> = range.clone().map(|c| key(c as u8)).collect();
        let smaller = |one: &u128| all.iter().filter(|other| *other < one).count();
        let ranks = all.iter().map(|one| range.start + smaller(one)).collect();
        assert_eq!(range.clone().map(|c| usize::from(colours.rank[c as u8])).collect::<Vec<_>>(), ranks);
        ranks
    }

    #[test]
    fn sorting_and_splitting_number_the_colours() {
        let order = Order::new(vec![0..3, 3..30, 30..38], &[u8::MAX; 38]);
        let mut colours = Colours::default();
        let mut seed = 3u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..500 {
            colours.sorted = (0..38).collect();
            for c in 0..38 {
                colours.first.of[c].bytes = next(3);
                colours.colour[c] = next(3) << 16;
            }
            colours.sort(&order);
            let key = |c: u8| self_key(colours.first.of[c].bytes, colours.colour[c]);
            let all: Vec<usize> =
                order.families.iter().flat_map(|range| ranks(&colours, range, key)).collect();
            let same = |c: usize| all.iter().filter(|rank| **rank == all[c]).count() > 1;
            assert!((0..38).all(|c| colours.shared.contains(c as u8) == same(c)));
            let before: Vec<u128> = (0..38).map(|c| u128::from(colours.rank[c])).collect();
            for c in 0..38 {
                colours.colour[c] = next(2) << 16;
            }
            let classes = colours.classes;
            assert_eq!(colours.split(&order), colours.classes > classes);
            let key = |c: u8| before[usize::from(c)] << 64 | u128::from(colours.colour[c]);
            let all: Vec<usize> =
                order.families.iter().flat_map(|range| ranks(&colours, range, key)).collect();
            let different: std::collections::BTreeSet<usize> = all.into_iter().collect();
            assert_eq!(colours.classes, different.len());
        }
    }
}
