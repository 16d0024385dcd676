//! `segment`: the control part first, then every element that leaves its partition alone.
//!
//! Source: Donaldson and Miller, Extending symmetry reduction techniques to a realistic model of computation, 2007, section
//! 5, Algorithm 3. A solution of the constructive orbit problem for the control part (a COP strategy) takes the state to
//! one with the smallest control part; what is left to choose from are the elements that keep it, the stabiliser of the
//! partition into components of equal control state. All of them are tried. Exact for every group (Theorem 5.5).
//!
//! What differs: control states are read from the bytes ([`crate::group_action::colours`]); the COP strategy is the smallest image of
//! the colours under the group on points, which needs no classification; stabilisers are computed during the search by
//! `permutation` instead of a process of GAP, and kept by partition. Where the colours say everything, no element of the
//! stabiliser changes the state and none is tried. Elsewhere they are tried along its stabiliser chain
//! ([`crate::techniques::bounded`]), and equal images are followed once.

use std::collections::HashMap;
use std::sync::Arc;

use kernels::Block;
use permutation::Group;
use program::Configuration;

use crate::StateGroup;
use crate::group_action::arranger::Arranger;
use crate::group_action::colours::{Colour, Colours};
use crate::techniques::bounded::{Bounded, Order};
use crate::techniques::technique::{Context, KnownActions, Minimiser, Technique};

/// Stabilisers kept; with more partitions than that they are computed again.
const MOST_KEPT: usize = 20_000;

/// Segments a group.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let colours = Colours::new(maker, group)?;
    let segment = Segment {
        arranger: Arranger::new(maker, group, &colours.points())?,
        colours,
        read: Vec::new(),
        stabilisers: Stabilisers::new(maker, group),
        not_canonical: 0,
    };
    Some(Technique { minimiser: Box::new(segment), exact: true, touched: maker.touched(group)? })
}

struct Segment {
    colours: Colours,
    arranger: Arranger,
    read: Vec<Colour>,
    stabilisers: Stabilisers,
    /// States whose stabiliser could not be made to act.
    not_canonical: u64,
}

impl Minimiser for Segment {
    fn minimise(&mut self, state: &mut Block) {
        self.colours.read(state, &mut self.read);
        let arrangement = self.arranger.arrange(&self.read, state);
        if self.colours.complete {
            return;
        }
        match self.stabilisers.after(arrangement, &self.arranger) {
            Some(stabiliser) => stabiliser.minimise(state),
            None => self.not_canonical += 1,
        }
    }

    fn not_canonical(&self) -> u64 {
        self.not_canonical
    }
}

/// Partition stabilisers, computed when first needed.
struct Stabilisers {
    group: Group,
    states: StateGroup,
    configuration: Arc<Configuration>,
    /// For each arrangement the number of its stabiliser.
    of_arrangement: Vec<usize>,
    of_partition: HashMap<Vec<u16>, usize>,
    all: Vec<Option<Bounded>>,
    /// What they are made of, which different ones share.
    actions: KnownActions,
}

impl Stabilisers {
    fn new(maker: &Context<'_>, group: &Group) -> Stabilisers {
        Stabilisers {
            group: group.clone(),
            states: maker.group.clone(),
            configuration: maker.configuration.clone(),
            of_arrangement: Vec::new(),
            of_partition: HashMap::new(),
            all: Vec::new(),
            actions: KnownActions::new(),
        }
    }

    /// The stabiliser of the colours after an arrangement.
    fn after(&mut self, arrangement: usize, arranger: &Arranger) -> Option<&mut Bounded> {
        if arranger.len() < self.of_arrangement.len() {
            self.forget();
        }
        while self.of_arrangement.len() <= arrangement {
            let number = self.of(&arranger.partition(self.of_arrangement.len()));
            self.of_arrangement.push(number);
        }
        self.all[self.of_arrangement[arrangement]].as_mut()
    }

    /// Arrangements were forgotten: their stabilisers are too, if they are very many.
    fn forget(&mut self) {
        self.of_arrangement.clear();
        if self.all.len() >= MOST_KEPT {
            self.of_partition.clear();
            self.all.clear();
            self.actions.clear();
        }
    }

    /// The number of the stabiliser of a partition.
    fn of(&mut self, partition: &[u16]) -> usize {
        if let Some(&number) = self.of_partition.get(partition) {
            return number;
        }
        let maker =
            Context::with(&self.states, self.configuration.clone(), std::mem::take(&mut self.actions));
        self.all.push(Bounded::new(&maker, &self.group.vector_stabiliser(partition), Order::AsDecided));
        self.actions = maker.into_known();
        self.of_partition.insert(partition.to_vec(), self.all.len() - 1);
        self.all.len() - 1
    }
}
