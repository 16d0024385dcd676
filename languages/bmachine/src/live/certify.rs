//! Certifying that no run of a machine violates a formula.
//!
//! The product states that were stored are gone over with a product of the witness's own kind: a second machine, set
//! up without symmetry, whose steps and atoms come from the slow evaluator.

use crate::certify::{Permutations, decided};
use crate::live::fair::FairWatcher;
use crate::live::product::{END, IS_OVER};
use crate::machine::{Machine, Worker};
use checker::Certifying;
use checker::beside::{OnSystems, joined, split};
use explorer::{Batch, Canonicaliser, Marks, Model};
use witness::{
    Acceptance, Behaviour, Certificate, NoSymmetries, Pause, Reference, ReferenceStep, Refusal, Stored,
};

/// Goes over the product states that a search of `searched` stored, with the canonicaliser's word as a hint where
/// there is one.
pub(crate) fn certify(
    searched: &Machine,
    reference: &Machine,
    watcher: &FairWatcher,
    canonicaliser: Option<Box<dyn Canonicaliser + '_>>,
    stored: Certifying<'_>,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    if searched.inline != reference.inline || searched.has_setup != reference.has_setup {
        return Err(Refusal::Unfinished("the constants are laid out otherwise without symmetry".into()));
    }
    let claim = Stored {
        states: stored.states,
        exempt: &|_| false,
        transitions: Some(stored.transitions),
        acceptance: Some(Acceptance::marks(Marks::all(watcher.sets()).0)),
    };
    let mut product =
        ReferenceProduct { machine: reference, watcher, worker: reference.worker(), unknown: false };
    let certified = match canonicaliser {
        None => witness::certify(&mut product, &mut NoSymmetries, claim, &mut |_| Vec::new(), pause),
        Some(mut canonicaliser) => {
            let mut propose = |state: &[u8]| {
                let (system, at) = split(state);
                let mut representative = system.to_vec();
                canonicaliser.canonicalise(&mut representative);
                vec![joined(&representative, at)]
            };
            let mut symmetries = OnSystems(Permutations::new(reference, stored.states.len()));
            witness::certify(&mut product, &mut symmetries, claim, &mut propose, pause)
        }
    };
    match product.unknown {
        true => Err(Refusal::Unfinished("some evaluations were given up".into())),
        false => decided(reference, certified),
    }
}

/// A machine and what watches it, by the slow evaluator.
struct ReferenceProduct<'m> {
    machine: &'m Machine,
    watcher: &'m FairWatcher,
    worker: Worker,
    /// Something could not be evaluated.
    unknown: bool,
}

impl ReferenceProduct<'_> {
    /// The steps to a state in which the automaton has read a letter.
    fn reading(&self, letter: u64, at: u16, reached: &[u8], over: u16, steps: &mut Vec<ReferenceStep>) {
        for edge in self.watcher.moves(at, letter) {
            let state = Some(joined(reached, edge.target | over));
            steps.push(ReferenceStep { state, fault: None, marks: edge.marks, owed: 0 });
        }
    }

    /// The atoms of a set that hold, and whether one has no value.
    fn holding(&self, asked: u64, value: impl Fn(usize) -> Option<bool>) -> (u64, bool) {
        let atoms = (0..self.machine.asked.atoms.len()).filter(|atom| asked >> atom & 1 == 1);
        atoms.fold((0, false), |(letter, undefined), atom| match value(atom) {
            Some(holds) => (letter | u64::from(holds) << atom, undefined),
            None => (letter, true),
        })
    }
}

impl Reference for ReferenceProduct<'_> {
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String> {
        let mut batch = Batch::new();
        self.machine.initial(&mut self.worker, &mut batch);
        let states = batch.successors().iter().filter(|successor| successor.has_state);
        Ok(states.map(|successor| joined(batch.state(successor), self.watcher.initial())).collect())
    }

    fn expand(&mut self, state: &[u8]) -> Behaviour {
        let (system, at) = split(state);
        let mut behaviour = Behaviour::default();
        if at & IS_OVER != 0 {
            self.reading(END, at & !IS_OVER, system, IS_OVER, &mut behaviour.steps);
            return behaviour;
        }
        if system.first() == Some(&0) {
            let mut batch = Batch::new();
            self.machine.expand(&mut self.worker, system, &mut batch);
            let reached = batch.successors().iter().filter(|successor| successor.has_state);
            behaviour.steps = reached
                .map(|successor| ReferenceStep::new(Some(joined(batch.state(successor), at)), None))
                .collect();
            return behaviour;
        }
        let known = self.machine.slow_steps(system).filter(|steps| !steps.fails);
        let Some(steps) = known else {
            self.unknown = true;
            return behaviour;
        };
        let asked = self.watcher.asked(at);
        let atoms = &self.machine.asked.atoms;
        let ends = steps.is_deadlock().then_some(None);
        for next in steps.steps.iter().map(Some).chain(ends) {
            let value = |atom: usize| self.machine.slow_atom(&atoms[atom], system, &steps, next);
            let (letter, undefined) = self.holding(asked, value);
            if undefined {
                behaviour.wrong = Some("an atom has no value".to_owned());
            }
            let (reached, over) = next.map_or((system, IS_OVER), |step| (step.state.as_slice(), 0));
            self.reading(letter, at, reached, over, &mut behaviour.steps);
        }
        behaviour
    }
}
