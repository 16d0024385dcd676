//! Machine code as a model for the explorer: successors are written straight into its batch.

use explorer::{Batch, Model, Violation};
use next_state::{NextState, Rest, Sink, Worker};
use program::FaultKind;

use crate::interpreted::{violation, violation_at};

/// A program explored with machine code.
pub struct CompiledModel {
    code: NextState,
}

impl CompiledModel {
    /// A model of the compiled program.
    pub fn new(code: NextState) -> CompiledModel {
        CompiledModel { code }
    }

    pub(crate) fn code(&self) -> &NextState {
        &self.code
    }
}

#[inline]
fn of_fault(code: u32) -> Option<Violation> {
    violation_at(next_state::fault_kind(code), next_state::fault_transition(code))
}

/// The explorer's batch takes slots in the order in which machine code fills them.
struct IntoBatch<'a>(&'a mut Batch);

impl Sink for IntoBatch<'_> {
    #[inline]
    fn reserve(&mut self, len: usize) -> &mut [u8] {
        self.0.reserve(len)
    }

    #[inline]
    fn commit(&mut self, len: usize, label: u32, fault: u32) {
        self.0.commit_step(len, label, of_fault(fault));
    }

    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    fn fail(&mut self, label: u32, fault: u32) {
        if let Some(violation) = of_fault(fault) {
            self.0.fail(label, violation);
        }
    }
}

impl Model for CompiledModel {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        self.code.worker()
    }

    fn initial(&self, _: &mut Worker, out: &mut Batch) {
        match self.code.initial() {
            Ok(state) => out.push(&state, 0),
            Err(kind) => {
                if let Some(violation) = violation(kind) {
                    out.fail(0, violation);
                }
            }
        }
    }

    fn expand(&self, worker: &mut Worker, state: &[u8], out: &mut Batch) {
        if self.code.expand(worker, state, &mut IntoBatch(out)) == Rest::InvalidEnd
            && let Some(violation) = violation(FaultKind::InvalidEnd)
        {
            out.flag_source(violation);
        }
    }
}
