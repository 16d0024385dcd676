//! Flat sort: components that are told apart by one pass up and one pass down, without a round of refinement.
//!
//! In systems of clients and servers each client is held by one server at a time, most of the time, and servers by nobody:
//! what the state joins are *stars*, with holders in the middle. That is the simplest forest, and the linear algorithm for
//! canonical forms of trees (Aho, Hopcroft and Ullman, The design and analysis of computer algorithms, 1974, section 3.2)
//! is two sorts here. The middle of a star takes in the colours of its ends, and all middles are sorted; then ends are sorted,
//! among those of one colour by the places of what holds them.
//!
//! *When that decides everything.* Two ends that are still equal are held by the same in the same ways, so that exchanging
//! them fixes the state. Middles that are still equal have equal ends; if each of these is held by nobody else or by both in
//! the same way, then exchanging the middles, together with the ends that are theirs alone, fixes the state. Nothing else
//! refers to a component that shares its colour. Where equal middles have other ends in common, where a family both holds
//! and is held, and where something hangs below something (`forest`), so that not all such exchanges are in the group,
//! the state is left to refinement. Which it is does not change under renaming, so all states of an orbit are treated
//! alike.
//!
//! Refinement needs a round to see whether middles differ, and after each tie that does not matter another one to tell ends
//! apart by what holds them. The load balancer, balanced as it is, has such ties in most states: with three servers and
//! seven clients, this leaves one state in a hundred to refinement, and canonicalising takes 0.7 times as long.

use std::ops::Range;

use super::colours::{Colours, Join, mix, same_colour};
use super::component_summary::First;

/// Components are numbered by the bits of a word here, and so are families.
const MOST: usize = u64::BITS as usize;

/// The families of components, if stars can be looked for.
#[derive(Clone, Debug)]
pub(crate) struct FlatSort {
    families: Vec<Range<usize>>,
    /// For each component the bits of its family's components.
    alike: [u64; MOST],
}

impl FlatSort {
    /// For these families of components, of which none hangs below another. `None` if there are too many.
    pub fn new(families: &[Range<usize>]) -> Option<FlatSort> {
        let mut alike = [0; MOST];
        for range in families {
            let bits = range.clone().try_fold(0u64, |bits, c| Some(bits | 1u64.checked_shl(c as u32)?))?;
            alike[range.clone()].fill(bits);
        }
        Some(FlatSort { families: families.to_vec(), alike })
    }

    /// The element that carries each component to its place.
    pub fn place(&self, sorted: &[u128], element: &mut [u8]) {
        for range in &self.families {
            for (key, place) in sorted[range.clone()].iter().zip(range.clone()) {
                element[usize::from(*key as u8)] = place as u8;
            }
        }
    }
}

/// Sets of components, as bits.
struct Held {
    /// All of the families of those that hold something.
    middles: u64,
    /// All of the families of those that are held.
    ends: u64,
    /// Those that are held more than once.
    twice: u64,
}

impl Colours {
    /// Sorts all families by the state that was read, if nothing is left to decide then.
    #[inline]
    pub fn sort_flat(&mut self, flat_sort: &FlatSort) -> bool {
        let First { joins, tuples, .. } = &self.first;
        if !tuples.is_empty() || (flat_sort.families.len() == 1 && !joins.is_empty()) {
            return false;
        }
        self.recall();
        let Held { middles, ends, twice } = self.tell_middles(flat_sort);
        if middles & ends != 0 {
            return false;
        }
        if ends == 0 {
            flat_sort.families.iter().for_each(|range| self.sort_alone(range.clone()));
            return true;
        }
        if twice != 0 {
            self.note_common(twice);
        }
        let has_ends = |range: &&Range<usize>| ends >> (range.start % MOST) & 1 != 0;
        for range in flat_sort.families.iter().filter(|range| !has_ends(range)) {
            self.sort_alone(range.clone());
            if !self.places(range.clone(), twice != 0) {
                return false;
            }
        }
        self.tell_ends(twice);
        flat_sort.families.iter().filter(has_ends).for_each(|range| self.sort_held(range.clone()));
        true
    }

    /// Middles take in the colours of their ends.
    #[inline]
    fn tell_middles(&mut self, flat_sort: &FlatSort) -> Held {
        let (mut middles, mut ends, mut once, mut twice) = (0, 0, 0u64, 0u64);
        for i in 0..self.first.joins.len() {
            let Join { from, to, label } = self.first.joins[i];
            self.colour[from] = self.colour[from].wrapping_add(mix(label ^ self.whole(to)));
            let (from, to) = (usize::from(from) % MOST, usize::from(to) % MOST);
            twice |= once & 1 << to;
            once |= 1 << to;
            middles |= flat_sort.alike[from];
            ends |= flat_sort.alike[to];
        }
        Held { middles, ends, twice }
    }

    /// Middles note which of their ends are held twice.
    fn note_common(&mut self, twice: u64) {
        let Colours { first: First { joins, .. }, before: common, sorted, .. } = self;
        common.first_mut(sorted.len()).fill(0);
        for &Join { from, to, label } in joins.iter().filter(|join| is_in(twice, join.to)) {
            common[from] = common[from].wrapping_add(mix(label.wrapping_add(u64::from(to))));
        }
    }

    /// Ends take in the places of their middles. How one is held that is held once is part of its colour already.
    #[inline]
    fn tell_ends(&mut self, twice: u64) {
        let Colours { first: First { joins, .. }, hint, rank, colour, sorted, .. } = self;
        hint.first_mut(sorted.len()).fill(0);
        for &Join { from, to, label } in joins.iter() {
            let place = 1 + u16::from(rank[from]);
            hint[to] = hint[to].wrapping_add(place);
            if is_in(twice, to) {
                colour[to] = colour[to].wrapping_add(mix(label ^ u64::from(place)));
            }
        }
    }

    /// Notes the places of a sorted family. Have those that share a colour the same ends in common with others?
    #[inline]
    fn places(&mut self, range: Range<usize>, may_differ: bool) -> bool {
        let Colours { before: common, rank, sorted, .. } = self;
        let keys = &sorted[range.clone()];
        keys.iter().zip(range).for_each(|(&key, place)| rank[key as u8] = place as u8);
        let differ = |pair: &[u128]| common[pair[0] as u8] != common[pair[1] as u8];
        !(may_differ && keys.windows(2).any(|pair| same_colour(pair[0], pair[1]) && differ(pair)))
    }

    /// Sorts a family by colour.
    #[inline]
    fn sort_alone(&mut self, range: Range<usize>) {
        let Colours { first: First { of, .. }, colour, sorted, .. } = self;
        let key = |c: u8| key(of[c].bytes, 0, colour[c], c);
        self.moved |= insertion_sort(&mut sorted[range.clone()], range.start, key);
    }

    /// Sorts a family by colour and then by the places of what holds its components.
    #[inline]
    fn sort_held(&mut self, range: Range<usize>) {
        let Colours { first: First { of, .. }, colour, hint, sorted, .. } = self;
        let key = |c: u8| key(of[c].bytes, hint[c], colour[c], c);
        self.moved |= insertion_sort(&mut sorted[range.clone()], range.start, key);
    }
}

#[inline]
fn is_in(set: u64, component: u8) -> bool {
    set >> (usize::from(component) % MOST) & 1 != 0
}

/// A sort key: what holders hold is ordered by these before it is by the hash, since places stay what they are while states
/// change.
#[inline]
fn key(bytes: u64, holder: u16, colour: u64, component: u8) -> u128 {
    u128::from(bytes) << 64
        | u128::from(holder as u8) << 56
        | u128::from(colour >> 16) << 8
        | u128::from(component)
}

/// Fills in the keys of consecutive components in ascending order; says whether that is another one. They are few, and
/// most are in order.
#[inline]
fn insertion_sort(keys: &mut [u128], start: usize, key: impl Fn(u8) -> u128) -> bool {
    let (mut moved, mut last) = (false, 0);
    for i in 0..keys.len() {
        let key = key((start + i) as u8);
        if key >= last {
            (keys[i], last) = (key, key);
            continue;
        }
        let mut at = i;
        while at > 0 && keys[at - 1] > key {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
        moved = true;
    }
    moved
}
