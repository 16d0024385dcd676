//! What refinement cannot tell apart: components that share their colours and are joined to each other.
//!
//! A component that shares its colour and is joined to none of its kind may go anywhere among its like. Where two are joined,
//! the place of one decides about the other. As long as what joins them has no cycle, that is decided here, without a search.

use super::colours::{Colours, LOW, same_colour};
use super::components::Components;

/// Trees of components, by a way up from each.
#[derive(Clone, Debug)]
pub(crate) struct Trees {
    above: [u8; 256],
}

impl Trees {
    /// Are no two of these in one tree?
    pub fn separate(&self, class: &[u8]) -> bool {
        let mut seen = [false; 256];
        class.iter().all(|&c| !std::mem::replace(&mut seen[usize::from(self.root(c))], true))
    }

    fn root(&self, mut c: u8) -> u8 {
        while self.above[usize::from(c)] != c {
            c = self.above[usize::from(c)];
        }
        c
    }
}

impl Colours {
    /// Is something in the state joined to two components of which neither has a colour of its own?
    pub fn is_entangled(&self) -> bool {
        self.first.joins.iter().any(|join| self.entangles(&[join.from, join.to]))
            || self.first.tuples.iter().any(|tuple| self.entangles(&tuple.all))
    }

    fn entangles(&self, all: &[u8]) -> bool {
        let mut shared = all.iter().filter(|&&c| self.shared.contains(c));
        shared.next().is_some_and(|first| shared.any(|other| other != first))
    }

    /// Does some join or tuple reach a component that shares its colour? If not, another round changes nothing.
    pub fn may_split(&self) -> bool {
        let shared = |c: u8| self.shared.contains(c);
        self.first.joins.iter().any(|join| shared(join.from) || shared(join.to))
            || self.first.tuples.iter().any(|tuple| tuple.all.iter().any(|&c| shared(c)))
    }

    /// The trees that the entangled components form with the pairs that `fixed` joins; `None` if there is a cycle.
    /// Refinement tells the vertices of a forest apart as far as its automorphisms do (Immerman and Lander, Describing
    /// graphs, 1990), so any of a class may go first then; and where no two of a class are in one tree, their trees
    /// are alike and may be exchanged, so all of the class may go one after the other.
    pub fn trees(&self, fixed: &[(u8, u8, u8)]) -> Option<Trees> {
        if self.first.tuples.iter().any(|tuple| self.entangles(&tuple.all)) {
            return None;
        }
        let mut trees = Trees { above: std::array::from_fn(|c| c as u8) };
        let joins = &self.first.joins;
        let joined = joins.iter().enumerate().map(|(i, join)| (i, join.from, join.to));
        let shared = |a: u8, b: u8| self.shared.contains(a) && self.shared.contains(b);
        let again = |i: usize, a: u8, b: u8| {
            let mut earlier = joins[..i].iter();
            earlier.any(|join| (join.from, join.to) == (a, b) || (join.to, join.from) == (a, b))
        };
        let fixed = fixed.iter().map(|&(a, b, _)| (joins.len(), a, b));
        for (i, a, b) in joined.chain(fixed).filter(|&(_, a, b)| shared(a, b)) {
            if again(i, a, b) {
                continue;
            }
            let (a, b) = (trees.root(a), trees.root(b));
            if a == b {
                return None;
            }
            trees.above[usize::from(a)] = b;
        }
        Some(trees)
    }

    /// The smallest class with an entangled component, by size and then by colour.
    pub fn entangled_class(&self, components: &Components, class: &mut Vec<u8>) {
        let mut marked = [false; 256];
        let mut mark = |all: &[u8]| {
            if self.entangles(all) {
                all.iter().for_each(|&c| marked[usize::from(c)] = self.shared.contains(c));
            }
        };
        self.first.joins.iter().for_each(|join| mark(&[join.from, join.to]));
        self.first.tuples.iter().for_each(|tuple| mark(&tuple.all));
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
}
