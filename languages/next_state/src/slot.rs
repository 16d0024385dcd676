//! Slots of the output: two small functions that all transitions share.
//!
//! *Take* reserves a slot and copies the source there with wide moves; *commit* writes the record of a finished successor.
//! They are functions of their own rather than part of every transition: a call costs a nanosecond or two, and
//! without them a third of all code would be copies of these few lines, which is paid when compiling.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};

use crate::callback::Callback;
use crate::context::{Area, Context, NO_LABEL, Record};
use crate::emitter::{CONTEXT, Emitter};

/// Where the output begins in the context.
const OUT: usize = offset_of!(Context, out);

impl Emitter<'_> {
    /// The body of *take*: returns a slot that holds a copy of the state.
    pub fn define_take(&mut self, state: Value) {
        let cursor = self.context(types::I64, OUT + offset_of!(Area, cursor));
        let end = self.context(types::I64, OUT + offset_of!(Area, end));
        let stride = self.stride();
        let after = self.b.ins().iadd(cursor, stride);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, after, end);
        let (grow, ready) = (self.new_block(), self.new_block());
        let slot = self.b.append_block_param(ready, types::I64);
        self.b.set_cold_block(grow);
        self.b.ins().brif(full, grow, &[], ready, &[BlockArg::Value(cursor)]);
        self.b.switch_to_block(grow);
        let fresh = self.call(Callback::Grow, &[self.ctx]).expect("grow returns a slot");
        self.b.ins().jump(ready, &[BlockArg::Value(fresh)]);
        self.b.switch_to_block(ready);
        self.copy(state, slot);
        self.b.ins().return_(&[slot]);
    }

    fn stride(&mut self) -> Value {
        self.b.ins().uload32(CONTEXT, self.ctx, offset_of!(Context, stride) as i32)
    }

    /// Copies a state, whole lines at a time: both ends are padded to lines.
    fn copy(&mut self, from: Value, to: Value) {
        let stride = self.stride();
        let zero = self.b.ins().iconst(types::I64, 0);
        let (body, done) = (self.new_block(), self.new_block());
        let at = self.b.append_block_param(body, types::I64);
        self.b.ins().jump(body, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(body);
        let (source, target) = (self.b.ins().iadd(from, at), self.b.ins().iadd(to, at));
        let quarters = [0, 16, 32, 48].map(|q| self.b.ins().load(types::I8X16, CONTEXT, source, q));
        for (quarter, q) in quarters.into_iter().zip([0, 16, 32, 48]) {
            self.b.ins().store(CONTEXT, quarter, target, q);
        }
        let next = self.b.ins().iadd_imm_s(at, 64);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, next, stride);
        self.b.ins().brif(more, body, &[BlockArg::Value(next)], done, &[]);
        self.b.switch_to_block(done);
    }

    /// The body of *commit*: the slot is a successor. Moves that came before in the step have named it already.
    pub fn define_commit(&mut self, slot: Value, own_label: Value, fault: Value) {
        let record = self.context(types::I64, OUT + offset_of!(Area, record));
        let size = self.context(types::I32, offset_of!(Context, size));
        let label = self.after_prefix(own_label);
        let fields = [
            (slot, offset_of!(Record, state)),
            (size, offset_of!(Record, len)),
            (label, offset_of!(Record, label)),
            (fault, offset_of!(Record, fault)),
            (self.pid, offset_of!(Record, pid)),
        ];
        for (value, offset) in fields {
            self.b.ins().store(CONTEXT, value, record, offset as i32);
        }
        let next = self.b.ins().iadd_imm_s(record, size_of::<Record>() as i64);
        self.b.ins().store(CONTEXT, next, self.ctx, (OUT + offset_of!(Area, record)) as i32);
        let stride = self.stride();
        let cursor = self.b.ins().iadd(slot, stride);
        self.b.ins().store(CONTEXT, cursor, self.ctx, (OUT + offset_of!(Area, cursor)) as i32);
        let zero = self.constant(0);
        self.b.ins().return_(&[zero]);
    }

    /// The label of the step: that of earlier moves, or else this one.
    pub fn after_prefix(&mut self, own: Value) -> Value {
        let before = self.context(types::I32, offset_of!(Context, prefix_label));
        let none = self.b.ins().icmp_imm_s(IntCC::Equal, before, i64::from(NO_LABEL as i32));
        self.b.ins().select(none, own, before)
    }
}
