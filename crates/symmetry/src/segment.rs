//! `segment`: the control part first, then every element that leaves its partition alone.
//!
//! Source: Donaldson and Miller, Extending symmetry reduction techniques to a realistic model of computation, 2007, section
//! 5, Algorithm 3. A solution of the constructive orbit problem for the control part (a COP strategy) takes the state to
//! one with the smallest control part; what is left to choose from are the elements that keep it, the stabiliser of the
//! partition into components of equal control state. All of them are tried. Exact for every group (Theorem 5.5).
//!
//! What differs: control states are read from the bytes ([`crate::colours`]); the COP strategy is the smallest image of
//! the colours under the group on points, which needs no classification; stabilisers are computed during the search by
//! `permutation` instead of a process of GAP, and kept by partition. Where the colours say everything, no element of the
//! stabiliser changes the state and none is tried. Where the state has few images under a large stabiliser, which is so
//! for the first states of every system, these are collected one after the other, as the authors propose at the end of
//! section 4.2 of On the constructive orbit problem (2009).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernels::Block;
use permutation::Group;
use program::Configuration;

use crate::StateGroup;
use crate::action::Action;
use crate::colours::{Arranger, Colour, Colours};
use crate::enumerate::Chain;
use crate::factored::Factored;
use crate::technique::{Maker, Minimiser, Technique};

/// Stabilisers kept; with more partitions than that they are computed again.
const MOST_KEPT: usize = 20_000;

/// Stabilisers up to this order are enumerated at once.
const SMALL: u64 = 64;

/// Segments a group.
pub(crate) fn technique(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    let segment = Segment {
        colours: Colours::new(maker, group)?,
        arranger: Arranger::new(group),
        factored: Factored::new(maker, group)?,
        read: Vec::new(),
        partition: Vec::new(),
        stabilisers: Stabilisers::new(maker, group),
    };
    Some(Technique { minimiser: Box::new(segment), exact: true, touched: maker.touched(group)? })
}

struct Segment {
    colours: Colours,
    arranger: Arranger,
    factored: Factored,
    read: Vec<Colour>,
    partition: Vec<u16>,
    stabilisers: Stabilisers,
}

impl Minimiser for Segment {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.read);
        let element = self.arranger.element(&self.read);
        self.factored.apply(element, state);
        if self.colours.complete {
            return;
        }
        number_cells(&self.arranger.arranged, &mut self.partition);
        self.stabilisers.of(&self.partition).minimise(state);
    }
}

/// The partition into points of equal colour: for each point, the number of its cell in order of appearance.
pub(crate) fn number_cells(colours: &[Colour], cells: &mut Vec<u16>) {
    cells.clear();
    let mut next = 0;
    for (i, colour) in colours.iter().enumerate() {
        let earlier = colours[..i].iter().position(|c| c == colour);
        cells.push(earlier.map_or(next, |j| cells[j]));
        next += u16::from(earlier.is_none());
    }
}

/// Partition stabilisers, computed when first needed.
struct Stabilisers {
    group: Group,
    states: StateGroup,
    configuration: Arc<Configuration>,
    known: HashMap<Vec<u16>, Stabiliser>,
}

impl Stabilisers {
    fn new(maker: &Maker<'_>, group: &Group) -> Stabilisers {
        Stabilisers {
            group: group.clone(),
            states: maker.group.clone(),
            configuration: maker.configuration.clone(),
            known: HashMap::new(),
        }
    }

    fn of(&mut self, partition: &[u16]) -> &mut Stabiliser {
        if !self.known.contains_key(partition) {
            if self.known.len() >= MOST_KEPT {
                self.known.clear();
            }
            let maker = Maker::new(&self.states, &self.configuration);
            let made = Stabiliser::new(&maker, &self.group.vector_stabiliser(partition));
            self.known.insert(partition.to_vec(), made);
        }
        self.known.get_mut(partition).expect("it was there or has just been put there")
    }
}

/// The elements that keep a partition.
enum Stabiliser {
    Trivial,
    Few(Chain),
    Many { generators: Vec<Action>, chain: Chain, order: u64 },
}

impl Stabiliser {
    fn new(maker: &Maker<'_>, group: &Group) -> Stabiliser {
        let Some(chain) = Chain::new(maker, group) else { return Stabiliser::Trivial };
        match group.small_order() {
            Some(1) => Stabiliser::Trivial,
            Some(order) if order <= SMALL => Stabiliser::Few(chain),
            order => {
                let generators = maker.actions(group.generators()).unwrap_or_default();
                Stabiliser::Many { generators, chain, order: order.unwrap_or(u64::MAX) }
            }
        }
    }

    fn minimise(&mut self, state: &mut Block) {
        match self {
            Stabiliser::Trivial => {}
            Stabiliser::Few(chain) => chain.minimise(state),
            Stabiliser::Many { generators, chain, order } => {
                // Collecting costs more for each image than enumerating does.
                let most = usize::try_from(*order / 16).unwrap_or(usize::MAX);
                if !smallest_of_orbit(generators, state, most) {
                    chain.minimise(state);
                }
            }
        }
    }
}

/// Collects the images of a state under the group of some generators and keeps the smallest; gives up if there are more
/// than `most`.
pub(crate) fn smallest_of_orbit(generators: &[Action], state: &mut Block, most: usize) -> bool {
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
            if seen.len() >= most {
                return false;
            }
            seen.insert(image.bytes().into());
            if image < best {
                best.copy_from(&image);
            }
            todo.push(image.clone());
        }
    }
    state.copy_from(&best);
    true
}
