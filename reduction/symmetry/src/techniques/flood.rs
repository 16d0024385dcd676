//! `flood`: all images of a state are remembered with it.
//!
//! Source: the permutation flooding of ProB (Leuschel, Butler, Spermann and Turner, Symmetry reduction for B by
//! permutation flooding, 2007; seed 004, section 1): when a state is new, all its images are marked as seen, so that
//! none of them is explored. The first state of an orbit that is met represents it, as in SMC (Sistla, Gyuris and
//! Emerson, 2000). Exact, with the memory of the unreduced search but only the transitions of the reduced one.
//!
//! What differs: images are collected along the generators, so that the work is the size of the orbit and not that of
//! the group. When [`MOST_KEPT`] states are remembered, orbits that are new from then on are represented by their
//! smallest state, found again each time: still exact, and slow instead of out of memory.

use std::collections::{HashMap, HashSet};

use kernels::Block;
use permutation::Group;

use crate::group_action::action::Action;
use crate::techniques::technique::{Maker, Minimiser, Technique};

/// States remembered.
const MOST_KEPT: usize = 4_000_000;

/// Remembers orbits.
pub(crate) fn technique(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    let flood = Flood {
        generators: maker.actions(group.generators())?,
        numbers: HashMap::new(),
        representatives: Vec::new(),
        image: Block::default(),
    };
    Some(Technique { minimiser: Box::new(flood), exact: true, touched: maker.touched(group)? })
}

struct Flood {
    generators: Vec<Action>,
    /// The orbit of every state seen or flooded.
    numbers: HashMap<Box<[u8]>, usize>,
    /// The first state of each orbit.
    representatives: Vec<Box<[u8]>>,
    image: Block,
}

impl Flood {
    fn flood(&mut self, state: &Block) {
        let number = self.representatives.len();
        self.representatives.push(state.bytes().into());
        self.numbers.insert(state.bytes().into(), number);
        let mut todo = vec![state.clone()];
        while let Some(at) = todo.pop() {
            for generator in &self.generators {
                generator.apply_block(&at, &mut self.image);
                if !self.numbers.contains_key(self.image.bytes()) {
                    self.numbers.insert(self.image.bytes().into(), number);
                    todo.push(self.image.clone());
                }
            }
        }
    }
}

impl Minimiser for Flood {
    fn minimise(&mut self, state: &mut Block) {
        match self.numbers.get(state.bytes()) {
            Some(&number) => state.set(&self.representatives[number]),
            None if self.numbers.len() < MOST_KEPT => self.flood(state),
            None => smallest_of_orbit(&self.generators, state),
        }
    }
}

/// Collects the images of a state under the group of some generators and keeps the smallest.
fn smallest_of_orbit(generators: &[Action], state: &mut Block) {
    let mut seen: HashSet<Box<[u8]>> = HashSet::from([state.bytes().into()]);
    let mut todo = vec![state.clone()];
    let mut best = state.clone();
    let mut image = Block::default();
    while let Some(at) = todo.pop() {
        for generator in generators {
            generator.apply_block(&at, &mut image);
            if seen.contains(image.bytes()) {
                continue;
            }
            seen.insert(image.bytes().into());
            if image < best {
                best.copy_from(&image);
            }
            todo.push(image.clone());
        }
    }
    state.copy_from(&best);
}
