//! The reference interpreter as a model for the explorer: slow, and what compiled code is compared with.

use explorer::{Batch, Model, Violation};
use program::{FaultKind, Interpreter, TransitionId};

/// A program explored with the interpreter.
#[derive(Clone, Debug)]
pub struct InterpretedModel {
    interpreter: Interpreter,
}

impl InterpretedModel {
    /// A model of the interpreter's program.
    pub fn new(interpreter: Interpreter) -> InterpretedModel {
        InterpretedModel { interpreter }
    }
}

/// A fault that belongs to no statement as the explorer's opaque number.
pub(crate) fn violation(kind: FaultKind) -> Option<Violation> {
    Violation::new(kind as u32)
}

/// A fault as the explorer's opaque number: its kind and the transition it happens at, so that two assertions are two violations.
pub(crate) fn violation_at(kind: u32, transition: u32) -> Option<Violation> {
    let place = if kind == 0 { 0 } else { (transition + 1) << KIND_BITS };
    Violation::new(kind | place)
}

/// The kind of fault that a violation is.
pub(crate) fn kind_of(violation: Violation) -> Option<FaultKind> {
    FaultKind::numbered(violation.id() & ((1 << KIND_BITS) - 1))
}

/// The transition that a violation happens at, if it is known.
pub(crate) fn transition_of(violation: Violation) -> Option<TransitionId> {
    let number = violation.id() >> KIND_BITS;
    // Transitions count from 0, as do faults that belong to none.
    number.checked_sub(1).map(TransitionId)
}

/// Bits of a violation's number that say its kind.
const KIND_BITS: u32 = 8;

impl Model for InterpretedModel {
    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        match self.interpreter.initial() {
            Ok(state) => out.push(&state, 0),
            Err(kind) => {
                if let Some(violation) = violation(kind) {
                    out.fail(0, violation);
                }
            }
        }
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        let expansion = self.interpreter.expand(state);
        if expansion.invalid_end
            && let Some(violation) = violation(FaultKind::InvalidEnd)
        {
            out.flag_source(violation);
        }
        if let Some(violation) = expansion.claim.and_then(violation) {
            out.flag_source(violation);
        }
        // What the processes do wrong is no matter of the claim: it is found when safety is checked, without the claim.
        let claimed = self.interpreter.program().checked_claim.is_some();
        for step in expansion.steps {
            let label =
                step.moves.first().map_or(0, |m| next_state::label(u32::from(m.pid.0), m.transition.0));
            let fault =
                step.fault.filter(|_| !claimed).and_then(|f| violation_at(f.kind as u32, f.transition.0));
            match (step.state, fault) {
                (Some(state), fault) => {
                    out.reserve_copy(&state);
                    out.commit_step(state.len(), label, fault);
                }
                (None, Some(fault)) => out.fail(label, fault),
                (None, None) => {}
            }
        }
    }
}
