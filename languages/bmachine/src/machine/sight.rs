//! What a temporal formula sees of a state and of its steps, for the search.

use super::{Kind, Machine, Site, Worker};
use crate::code::P;
use crate::eval::{Env, Fault};
use crate::live::atom::{Atom, OPERATION_BITS};
use explorer::{Batch, Violation};
use std::sync::atomic::Ordering;

/// What holds in a state, and of each of its steps; atoms as bits by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// The atoms that hold in the state, whatever happens next.
    pub of_state: u64,
    /// By step of the batch: the atoms that hold of it beside those.
    pub of_steps: Vec<u64>,
    /// No step is possible.
    pub is_deadlock: bool,
    /// Some step breaks a condition or is undefined, so that it leads nowhere.
    pub fails: bool,
    /// An atom has no value in the state.
    pub wrong: Option<Violation>,
}

impl Machine {
    /// Fires every operation in an initialised state, and evaluates the atoms that are asked for.
    pub(crate) fn look(
        &self,
        worker: &mut Worker,
        state: &[u8],
        wanted: u64,
        out: &mut Batch,
        sight: &mut Sight,
    ) {
        self.load(&mut worker.env, state, &mut worker.offsets);
        *sight = Sight { of_steps: std::mem::take(&mut sight.of_steps), ..Sight::default() };
        sight.of_steps.clear();
        let atoms = || self.asked.atoms.iter().enumerate().filter(|(atom, _)| wanted >> atom & 1 == 1);
        for (number, atom) in atoms() {
            if let Atom::State(predicate) = atom {
                match self.atom_holds(&mut worker.env, predicate) {
                    Ok(holds) => sight.of_state |= u64::from(holds) << number,
                    Err(wrong) => sight.wrong = sight.wrong.or(wrong),
                }
            }
        }
        sight.is_deadlock = self.is_deadlock(worker, state, out);
        let steps = || out.successors().iter().filter(|step| step.has_state);
        sight.fails = steps().count() < out.successors().len();
        for (number, atom) in atoms() {
            let holds = match atom {
                Atom::Enabled(pattern) => {
                    let pattern = &self.asked.patterns[*pattern];
                    steps().any(|step| pattern.fits(step.label))
                }
                Atom::Deadlock => sight.is_deadlock,
                Atom::Sink => steps().all(|step| out.state(step) == state),
                _ => false,
            };
            sight.of_state |= u64::from(holds) << number;
        }
        sight.of_steps.extend(out.successors().iter().map(|step| {
            let taken = |(number, atom): (usize, &Atom<P>)| match atom {
                Atom::Taken(pattern) => u64::from(self.asked.patterns[*pattern].fits(step.label)) << number,
                _ => 0,
            };
            atoms().map(taken).fold(0, |all, bit| all | bit)
        }));
        // What is undefined in guards is a matter of safety.
        let _ = self.settle_notes(worker);
    }

    /// Whether the predicate of an atom holds; what is wrong if it has no value, unless nothing is known.
    fn atom_holds(&self, env: &mut Env, predicate: &P) -> Result<bool, Option<Violation>> {
        env.refuel();
        match self.evaluator().holds(env, predicate) {
            Ok(holds) => Ok(holds),
            Err(Fault::Undefined(undefined)) => {
                let site = Site { kind: Kind::Undefined, span: Some(undefined.span), what: undefined.what };
                Err(Some(self.violation(site)))
            }
            Err(fault) => {
                self.notes.given_up.fetch_add(1, Ordering::Relaxed);
                self.warn(fault);
                Err(None)
            }
        }
    }

    /// The patterns with arguments that steps of an operation fit, whose parameters have their values: bits of the
    /// label.
    pub(super) fn patterns_fitted(&self, env: &mut Env, operation: usize) -> u32 {
        let mut bits = 0;
        let own = self.asked.patterns.iter().filter(|pattern| pattern.operation == operation);
        for pattern in own.filter(|pattern| !pattern.arguments.is_empty()) {
            let mut fits = true;
            for (_, equation) in &pattern.arguments {
                match self.evaluator().holds(env, equation) {
                    Ok(holds) => fits &= holds,
                    // An argument without a value: whether the step fits is not known.
                    Err(fault) => {
                        self.notes.given_up.fetch_add(1, Ordering::Relaxed);
                        self.warn(fault);
                    }
                }
            }
            bits |= u32::from(fits) << (OPERATION_BITS + pattern.bit);
        }
        bits
    }
}
