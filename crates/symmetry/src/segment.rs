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
//! stabiliser changes the state and none is tried. Elsewhere they are tried along its stabiliser chain
//! ([`crate::bounded`]), and equal images are followed once.

use std::collections::HashMap;
use std::sync::Arc;

use kernels::Block;
use permutation::Group;
use program::Configuration;

use crate::StateGroup;
use crate::bounded::{Bounded, Order};
use crate::colours::{Arranger, Colour, Colours};
use crate::factored::Factored;
use crate::technique::{KnownActions, Maker, Minimiser, Technique};

/// Stabilisers kept; with more partitions than that they are computed again.
const MOST_KEPT: usize = 20_000;

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
        if let Some(stabiliser) = self.stabilisers.of(&self.partition) {
            stabiliser.minimise(state);
        }
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
    known: HashMap<Vec<u16>, Option<Bounded>>,
    /// What they are made of, which different ones share.
    actions: KnownActions,
}

impl Stabilisers {
    fn new(maker: &Maker<'_>, group: &Group) -> Stabilisers {
        Stabilisers {
            group: group.clone(),
            states: maker.group.clone(),
            configuration: maker.configuration.clone(),
            known: HashMap::new(),
            actions: KnownActions::new(),
        }
    }

    fn of(&mut self, partition: &[u16]) -> Option<&mut Bounded> {
        if !self.known.contains_key(partition) {
            if self.known.len() >= MOST_KEPT {
                self.known.clear();
                self.actions.clear();
            }
            let actions = std::mem::take(&mut self.actions);
            let maker = Maker::with(&self.states, self.configuration.clone(), actions);
            let made = Bounded::new(&maker, &self.group.vector_stabiliser(partition), Order::AsDecided);
            self.actions = maker.into_known();
            self.known.insert(partition.to_vec(), made);
        }
        self.known.get_mut(partition)?.as_mut()
    }
}
