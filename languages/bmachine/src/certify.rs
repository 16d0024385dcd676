//! Certifying a verdict on a machine: the witness goes over the stored states.
//!
//! Successors, the invariant and assertions come from a second machine, compiled anew and set up without symmetry, so
//! that every valuation of the constants is covered and not one of each orbit. What is shared with the search is the
//! evaluator; search loop, store and canonicaliser take no part. Symmetries are permutations of the elements of
//! deferred sets, applied to values; every such permutation is in the group. That between two states is composed from
//! the labellings of both and then applied, so a wrong labelling finds none.

use explorer::{Batch, Model};
use witness::{
    ActorImages, Behaviour, Carried, Certificate, NoSymmetries, Pause, Reference, ReferenceStep, Refusal,
    Stored, Symmetries,
};

use crate::machine::{Machine, Worker};
use crate::symmetry::{Action, Direct, Labeller, Method, Permutation, state_values};
use crate::system::canonicaliser;
use explorer::Canonicaliser;
use std::sync::atomic::Ordering;

/// Images compared if the whole group is.
const MOST_IMAGES: u64 = 50_000;

/// Goes over the states that a search of `searched` stored. The reference must have been loaded from the same text for
/// [`Method::None`].
pub(crate) fn certify(
    searched: &Machine,
    reference: &Machine,
    method: Method,
    states: &[Vec<u8>],
    transitions: u64,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    if searched.inline != reference.inline || searched.has_setup != reference.has_setup {
        return Err(Refusal::Unfinished("the constants are laid out otherwise without symmetry".into()));
    }
    let stored = Stored { states, exempt: &|_| false, transitions: Some(transitions), acceptance: None };
    let mut meaning = Meaning { machine: reference, worker: reference.worker(), batch: Batch::new() };
    let mut canonicaliser = match method {
        Method::None => {
            let certified =
                witness::certify(&mut meaning, &mut NoSymmetries, stored, &mut |_| Vec::new(), pause);
            return decided(reference, certified);
        }
        method if method == Method::Auto || method.is_labelling() => canonicaliser(searched, method, None),
        _ => {
            let why = format!("what `{}` stores has no certificate", method.name());
            return Err(Refusal::Unfinished(why));
        }
    };
    let mut propose = |state: &[u8]| {
        let mut representative = state.to_vec();
        canonicaliser.canonicalise(&mut representative);
        vec![representative]
    };
    let mut symmetries = Permutations::new(reference, states.len());
    let certified = witness::certify(&mut meaning, &mut symmetries, stored, &mut propose, pause);
    decided(reference, certified)
}

/// Where an evaluation was given up, nothing is certified.
pub(crate) fn decided(
    reference: &Machine,
    certified: Result<Certificate, Refusal>,
) -> Result<Certificate, Refusal> {
    match reference.notes.given_up.load(Ordering::Relaxed) {
        0 => certified,
        _ => Err(Refusal::Unfinished("some evaluations were given up".into())),
    }
}

/// A machine as what a certificate is checked against.
struct Meaning<'m> {
    machine: &'m Machine,
    worker: Worker,
    batch: Batch,
}

impl Meaning<'_> {
    fn taken(&self) -> Behaviour {
        let kind = |violation| format!("{:?}", self.machine.site(violation).map(|site| site.kind));
        let steps = self.batch.successors().iter().map(|successor| {
            let state = successor.has_state.then(|| self.batch.state(successor).to_vec());
            ReferenceStep::new(state, successor.violation.map(kind))
        });
        let wrong = self.batch.source_violations().first().copied().map(kind);
        Behaviour { steps: steps.collect(), wrong }
    }
}

impl Reference for Meaning<'_> {
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String> {
        self.batch.clear();
        self.machine.initial(&mut self.worker, &mut self.batch);
        let initial = self.taken();
        match initial.wrong.or_else(|| initial.steps.iter().find_map(|step| step.fault.clone())) {
            Some(wrong) => Err(format!("an initial state cannot be built: {wrong}")),
            None => Ok(initial.steps.into_iter().filter_map(|step| step.state).collect()),
        }
    }

    fn expand(&mut self, state: &[u8]) -> Behaviour {
        self.batch.clear();
        self.machine.expand(&mut self.worker, state, &mut self.batch);
        self.taken()
    }
}

/// All permutations of deferred elements.
pub(crate) struct Permutations<'m> {
    machine: &'m Machine,
    action: Action,
    elements: Vec<Permutation>,
    generators: usize,
    are_all: bool,
    labeller: Labeller<Direct>,
    buffer: Vec<u8>,
}

impl<'m> Permutations<'m> {
    pub(crate) fn new(machine: &'m Machine, states: usize) -> Permutations<'m> {
        let action = Action::new(&machine.domain);
        let mut elements = action.generators();
        let generators = elements.len();
        let factorial = |size: usize| (2..=size as u64).fold(1u64, u64::saturating_mul);
        let order = action.sets.iter().fold(1u64, |order, (_, size)| order.saturating_mul(factorial(*size)));
        let are_all = order.saturating_mul(states as u64) <= MOST_IMAGES;
        if are_all {
            action.each_permutation(&mut |permutation| {
                if !permutation.is_identity(&action) && !elements[..generators].contains(permutation) {
                    elements.push(permutation.clone());
                }
            });
        }
        let labeller = Labeller::new(machine, Direct::default());
        Permutations { machine, action, elements, generators, are_all, labeller, buffer: Vec::new() }
    }

    fn labelling(&mut self, state: &[u8]) -> Permutation {
        let mut values = Vec::new();
        state_values(self.machine, state, &mut values);
        self.labeller.permutation(self.machine, &values).clone()
    }

    fn permuted(&mut self, state: &[u8], by: &Permutation) -> Vec<u8> {
        let mut image = state.to_vec();
        self.action.permute_state(self.machine, &mut image, by, &mut self.buffer);
        image
    }
}

impl Symmetries for Permutations<'_> {
    fn elements(&self) -> usize {
        self.elements.len()
    }

    fn generators(&self) -> usize {
        self.generators
    }

    fn are_all(&self) -> bool {
        self.are_all
    }

    fn image(&mut self, element: usize, state: &[u8]) -> Option<Vec<u8>> {
        let by = self.elements[element].clone();
        Some(self.permuted(state, &by))
    }

    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried {
        if from == to {
            return Carried::Yes(ActorImages::default());
        }
        if from.len() != to.len() {
            return Carried::No;
        }
        let (there, back) = (self.labelling(from), self.labelling(to));
        let mut element = self.action.identity();
        for (set, size) in &self.action.sets {
            let Some(offset) = self.action.offsets[*set] else { continue };
            let range = offset..offset + size;
            for (to, from) in there.0[range.clone()].iter().zip(range.clone()) {
                let image = back.0[range.clone()].iter().position(|rank| rank == to);
                element.0[from] = image.unwrap_or(from - offset) as u32;
            }
        }
        if self.permuted(from, &element) == to { Carried::Yes(ActorImages::default()) } else { Carried::No }
    }
}
