//! Propositions about a state: one function for each, asked for by number.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use program::{ConfigId, Expr, FaultKind};

use crate::code::Code;
use crate::emitter::{Emitter, View};
use crate::machine::Machine;
use crate::{NextState, Worker};

/// Results from here on are kinds of faults.
const FAULT: u32 = 2;

impl Emitter<'_> {
    /// Returns 1 or 0, or the kind of a fault above [`FAULT`].
    pub fn watch(&mut self, state: Value, expr: &Expr) {
        let (yes, no) = (self.new_block(), self.new_block());
        self.fault = self.new_block();
        let kind = self.b.append_block_param(self.fault, types::I32);
        // A proposition is about all processes: it has no cells of its own.
        self.branch(View { state, control: state, reference: state }, expr, yes, no);
        for (block, value) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            let value = self.constant(value);
            self.b.ins().return_(&[value]);
        }
        self.b.switch_to_block(self.fault);
        let result = self.b.ins().iadd_imm_s(kind, i64::from(FAULT));
        self.b.ins().return_(&[result]);
    }
}

impl NextState {
    /// The values of those propositions that are asked for, as bits.
    pub fn propositions(&self, worker: &mut Worker, state: &[u8], asked: u64) -> Result<u64, FaultKind> {
        let mut values = 0;
        for (number, expr) in self.watched.iter().enumerate().filter(|(number, _)| asked >> number & 1 == 1) {
            let compiled = worker.0.as_mut().and_then(|machine| machine.proposition(state, number, expr));
            let value = compiled.unwrap_or_else(|| self.interpreter.proposition(state, expr))?;
            values |= u64::from(value) << number;
        }
        Ok(values)
    }

    /// Is some process at a location with an `accept` label?
    pub fn accepts(&self, worker: &mut Worker, state: &[u8]) -> bool {
        match &mut worker.0 {
            Some(machine) => machine.some_process_at(state, |code| &code.accepts),
            None => self.interpreter.accepts(state),
        }
    }
}

impl Machine {
    /// The value of a proposition; `None` if there is no code for it.
    fn proposition(&mut self, state: &[u8], number: usize, expr: &Expr) -> Option<Result<bool, FaultKind>> {
        if *expr == Expr::NonProgress {
            return Some(Ok(!self.some_process_at(state, |code| &code.progress)));
        }
        let entry = self.code.propositions[number]?;
        self.select(ConfigId::of(state));
        // SAFETY: the context describes the configuration of the state, and the function reads cells of it alone.
        let result = unsafe { entry(&raw mut *self as *mut _, state.as_ptr(), 0) };
        match result {
            0 | 1 => Some(Ok(result == 1)),
            // A kind that has no name would be a mistake of the compiler: the interpreter decides.
            _ => FaultKind::numbered(result - FAULT).map(Err),
        }
    }

    /// Is some process at one of these locations, by type?
    fn some_process_at(&mut self, state: &[u8], locations: fn(&Code) -> &[Vec<bool>]) -> bool {
        self.select(ConfigId::of(state));
        let locations = locations(&self.code);
        (0..self.ctx.process_count).any(|pid| {
            let (proctype, location) = self.location(state.as_ptr(), pid);
            locations[proctype as usize][location]
        })
    }
}
