//! Which transitions were ever executed: for reports of code that is not reached.
//!
//! One byte for each transition, shared by all threads. Machine code looks at it before it writes, so that threads do not take
//! the line from each other's caches once everything has been executed for the first time.

use std::sync::atomic::{AtomicU8, Ordering};

use cranelift_codegen::ir::{InstBuilder, MemFlagsData, types};

use crate::emitter::Emitter;

/// A byte for each transition, which stays where it is as long as there is code that writes to it.
#[derive(Debug)]
pub(crate) struct Executed(Box<[AtomicU8]>);

impl Executed {
    pub fn new(transitions: u32) -> Executed {
        Executed((0..transitions).map(|_| AtomicU8::new(0)).collect())
    }

    /// By transition, whether it was executed.
    pub fn all(&self) -> Vec<bool> {
        self.0.iter().map(|byte| byte.load(Ordering::Relaxed) != 0).collect()
    }

    fn address(&self, transition: u32) -> Option<i64> {
        self.0.get(transition as usize).map(|byte| byte.as_ptr() as i64)
    }
}

impl Emitter<'_> {
    /// The current transition has been executed.
    pub fn note_executed(&mut self) {
        let Some(address) = self.unit.executed.address(self.current.id.0) else { return };
        let flags = MemFlagsData::trusted();
        let byte = self.b.ins().iconst(types::I64, address);
        let before = self.b.ins().uload8(types::I32, flags, byte, 0);
        let (first, rest) = (self.new_block(), self.new_block());
        self.b.set_cold_block(first);
        self.b.ins().brif(before, rest, &[], first, &[]);
        self.b.switch_to_block(first);
        let one = self.constant(1);
        self.b.ins().istore8(flags, one, byte, 0);
        self.b.ins().jump(rest, &[]);
        self.b.switch_to_block(rest);
    }
}
