//! Certifying that no run goes on for ever in a way that a property forbids.
//!
//! The product states that were stored are handed to the witness with a product of its own kind: steps by the reference
//! interpreter, atoms and claims too, marks of fairness from its expansions.

use checker::Certifying;
use checker::beside::{OnSystems, joined, split};
use explorer::Marks;
use program::{Interpreter, Program};
use symmetry::SlowGroup;
use witness::{
    Acceptance, Behaviour, Certificate, Met, NoSymmetries, Pause, Reference, ReferenceStep, Refusal, Stored,
    Symmetries, relate_runs,
};

use super::beside::SlowEye;
use super::fairness::ProcessFairness;
use super::system::Watched;
use crate::certify::{location_images, unproved, unrelated};
use crate::reduction::Reduction;

/// Goes over the product states stored for a program, against the program as it is written.
pub(crate) fn certify(
    full: &Program,
    reduction: &mut Reduction,
    (watched, fairness): (&Watched, Option<&ProcessFairness>),
    stored: Certifying<'_>,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    let interpreter = &reduction.interpreter;
    let group = reduction.group.as_ref().filter(|_| reduction.reducer.is_some());
    let systems: Vec<Vec<u8>> = stored.states.iter().map(|state| split(state).0.to_vec()).collect();
    let sight = watched.sight(fairness.is_some());
    relate_runs(full, interpreter.layout(), &systems, &location_images(group), sight).map_err(unrelated)?;
    let before = |state: &[u8]| group.is_some_and(|group| group.precedes_start(split(state).0));
    let all = Marks::all(watched.beside.sets()).0;
    let claim = Stored {
        states: stored.states,
        exempt: &before,
        transitions: Some(stored.transitions),
        acceptance: Some(Acceptance { all, actors_from: fairness.map_or(64, ProcessFairness::first) }),
    };
    let mut product = ReferenceProduct { interpreter, watched, fairness };
    let Some((group, reducer)) = group.zip(reduction.reducer.as_mut()) else {
        return witness::certify(&mut product, &mut NoSymmetries, claim, &mut |_| Vec::new(), pause);
    };
    let symmetries = SlowGroup::new(group, stored.states.len());
    if !symmetries.are_all() {
        symmetries.prove_generators(interpreter, &systems).map_err(unproved)?;
    }
    let mut propose = |state: &[u8]| {
        let (system, at) = split(state);
        vec![joined(&reducer.representative(system), at)]
    };
    witness::certify(&mut product, &mut OnSystems(symmetries), claim, &mut propose, pause)
}

/// The program and what watches it, by the interpreter alone.
struct ReferenceProduct<'a> {
    interpreter: &'a Interpreter,
    watched: &'a Watched,
    fairness: Option<&'a ProcessFairness>,
}

impl Reference for ReferenceProduct<'_> {
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String> {
        let at = self.watched.beside.initial();
        let systems = Reference::initial(&mut self.interpreter)?;
        Ok(systems.iter().map(|system| joined(system, at)).collect())
    }

    fn expand(&mut self, state: &[u8]) -> Behaviour {
        let (system, at) = split(state);
        let Watched { beside, stutters, .. } = self.watched;
        let mut eye = SlowEye { interpreter: self.interpreter, atoms: beside.atoms() };
        let mut moves = Vec::new();
        let fault = beside.moves(self.interpreter, &mut eye, system, at, &mut moves);
        let mut steps = Vec::new();
        for of_watcher in moves {
            let source = of_watcher.state.as_deref().unwrap_or(system);
            let expansion = self.interpreter.expand(source);
            let stands_still = (*stutters && expansion.steps.is_empty()).then_some((None, source));
            let moved = expansion.steps.iter().filter_map(|step| Some((Some(step), step.state.as_deref()?)));
            for (step, reached) in moved.chain(stands_still) {
                let fair = self.fairness.map_or(Met::default(), |f| f.of_step(&expansion, step));
                let marks = of_watcher.marks | fair.marks;
                let owed = fair.owed;
                steps.push(ReferenceStep {
                    state: Some(joined(reached, of_watcher.target)),
                    fault: None,
                    marks,
                    owed,
                });
            }
        }
        Behaviour { steps, wrong: fault.map(|kind| format!("{kind:?}")) }
    }
}
