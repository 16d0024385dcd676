//! `flood`: all images of a state are remembered with it.
//!
//! Source: the permutation flooding of ProB (Leuschel, Butler, Spermann and Turner, Symmetry reduction for B by
//! permutation flooding, 2007; seed 004, section 1): when a state is new, all its images are marked as seen, so that
//! none of them is explored. Exact, with the memory of the unreduced search but only the transitions of the reduced one.
//!
//! What differs: an orbit is represented by its smallest state and not by the first that is met, so that a
//! representative does not depend on the order of the search. Images are collected along the generators, so that the
//! work is the size of the orbit and not that of the group. When [`MOST_KEPT`] states are remembered, the smallest state
//! of every orbit that is new from then on is found again each time: still exact, and slow instead of out of memory.

use std::collections::{HashMap, HashSet};

use kernels::Block;
use permutation::Group;

use crate::group_action::action::Action;
use crate::techniques::technique::{Context, Minimiser, Technique};

/// States remembered.
const MOST_KEPT: usize = 4_000_000;

/// Remembers orbits.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let flood = Flood {
        generators: maker.actions(group.generators())?,
        numbers: HashMap::new(),
        representatives: Vec::new(),
    };
    Some(Technique { minimiser: Box::new(flood), exact: true, touched: maker.touched(group)? })
}

struct Flood {
    generators: Vec<Action>,
    /// The orbit of every state seen or flooded.
    numbers: HashMap<Box<[u8]>, usize>,
    /// The smallest state of each orbit.
    representatives: Vec<Box<[u8]>>,
}

impl Minimiser for Flood {
    fn minimise(&mut self, state: &mut Block) {
        if let Some(&number) = self.numbers.get(state.bytes()) {
            return state.set(&self.representatives[number]);
        }
        let orbit = orbit(&self.generators, state);
        let Some(smallest) = orbit.iter().min().cloned() else { return };
        state.set(&smallest);
        if self.numbers.len() < MOST_KEPT {
            let number = self.representatives.len();
            self.representatives.push(smallest);
            self.numbers.extend(orbit.into_iter().map(|image| (image, number)));
        }
    }
}

/// All images of a state under the group of some generators.
fn orbit(generators: &[Action], state: &Block) -> HashSet<Box<[u8]>> {
    let mut seen: HashSet<Box<[u8]>> = HashSet::from([state.bytes().into()]);
    let mut todo = vec![state.clone()];
    let mut image = Block::default();
    while let Some(at) = todo.pop() {
        for generator in generators {
            generator.apply_block(&at, &mut image);
            if !seen.contains(image.bytes()) {
                seen.insert(image.bytes().into());
                todo.push(image.clone());
            }
        }
    }
    seen
}
