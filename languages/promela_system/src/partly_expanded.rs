//! A model of which not all steps of a state need be taken: any model of a program's steps, beside its stubborn sets.
//!
//! All steps of a state are made and some of them taken. To make those of the chosen processes alone would save time, but
//! whether a process can move decides about the choice.

use explorer::{AmpleSets, Batch, Model};
use partial_order::{Scratch, StubbornSets};

/// A model with sets of steps that are enough.
pub(crate) struct PartlyExpanded<'a, M> {
    model: &'a M,
    sets: &'a StubbornSets,
}

impl<'a, M> PartlyExpanded<'a, M> {
    pub fn new(model: &'a M, sets: &'a StubbornSets) -> PartlyExpanded<'a, M> {
        PartlyExpanded { model, sets }
    }
}

impl<M: Model> Model for PartlyExpanded<'_, M> {
    const REDUCES: bool = true;

    type Worker = (M::Worker, Scratch);

    fn worker(&self) -> Self::Worker {
        (self.model.worker(), Scratch::default())
    }

    fn counted_labels(&self) -> usize {
        self.model.counted_labels()
    }

    fn initial(&self, (worker, _): &mut Self::Worker, out: &mut Batch) {
        self.model.initial(worker, out);
    }

    fn expand(&self, (worker, _): &mut Self::Worker, state: &[u8], out: &mut Batch) {
        self.model.expand(worker, state, out);
    }

    fn ample_sets(&self, (_, scratch): &mut Self::Worker, state: &[u8], all: &Batch, sets: &mut AmpleSets) {
        let steps = all.successors().iter().map(|step| next_state::first_move(step.label));
        for (_, processes) in self.sets.choose(scratch, state, steps.clone()) {
            let own = steps.clone().zip(0..).filter(|((pid, _), _)| processes.contains(*pid));
            sets.push(own.map(|(_, position)| position));
        }
    }
}
