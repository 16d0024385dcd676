//! Channels: looking one up, sending, receiving, polling.
//!
//! A channel is a number; the table of the configuration says where its cells stand and which shape they have. Code is
//! made per shape that the channel can have, with all offsets and sizes constant. Slots beyond the last message are
//! zero, so taking the first message out is one move of the whole queue by one slot, without a loop over its length.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Type, Value, types};
use program::{CellSlot, Expr, FaultKind, Part, Place, ReceiveArg};

use crate::callback::Callback;
use crate::context::{ChannelBase, Context};
use crate::emitter::{CELL, CONTEXT, Emitter, View, Work};
use crate::flow::Fixed;
use crate::shape::Shape;

/// Queues longer than this are moved by a call.
const INLINE_MOVE: u32 = 256;

/// A channel of the current configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    value: Value,
    /// Offsets of its cells in the state, 64 bits wide.
    bases: [Value; 2],
    shape: ShapeOf,
    capacity: Value,
}

/// What is known of a channel's shape.
#[derive(Clone, Copy, Debug)]
enum ShapeOf {
    Known(u32),
    /// One of those the flow analysis allows.
    Read(Value),
}

impl Emitter<'_> {
    /// Looks a channel up; a fault if there is none of that number.
    fn channel(&mut self, view: View, channel: &Expr) -> Channel {
        if let Expr::Load(place) = channel
            && let Some(fixed) = self.unit.flow.fixed(&self.unit.layout, place)
        {
            return self.fixed_channel(view, place, fixed);
        }
        let value = self.eval(view, channel);
        let none = self.b.ins().icmp_imm_s(IntCC::Equal, value, 0);
        self.fault_if(none, FaultKind::UninitialisedChannel);
        let index = self.b.ins().iadd_imm_s(value, -1);
        let count = self.context(types::I32, offset_of!(Context, channel_count));
        let dead = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, count);
        self.fault_if(dead, FaultKind::DeadChannel);
        let entry = self.channel_entry(index);
        let bases = [offset_of!(ChannelBase, control), offset_of!(ChannelBase, reference)]
            .map(|field| self.b.ins().uload32(CONTEXT, entry, field as i32));
        let [shape, capacity] = [offset_of!(ChannelBase, shape), offset_of!(ChannelBase, capacity)]
            .map(|field| self.b.ins().load(types::I32, CONTEXT, entry, field as i32));
        Channel { value, bases, shape: ShapeOf::Read(shape), capacity }
    }

    /// The table's entry for a channel number less one.
    fn channel_entry(&mut self, index: Value) -> Value {
        let table = self.context(types::I64, offset_of!(Context, channels));
        let wide = self.b.ins().uextend(types::I64, index);
        let scaled = self.b.ins().imul_imm_s(wide, size_of::<ChannelBase>() as i64);
        self.b.ins().iadd(table, scaled)
    }

    /// A channel whose number and place are known, up to an index.
    fn fixed_channel(&mut self, view: View, place: &Place, fixed: Fixed) -> Channel {
        // The cells of a `chan` variable are bytes, so the offset of the cell is the distance in channels.
        let element = self.locate(view, place).and_then(|address| address.index);
        let mut value = self.constant(fixed.number as i32);
        let mut control = self.b.ins().iconst(types::I64, i64::from(fixed.control));
        if let Some(element) = element {
            let narrow = self.b.ins().ireduce(types::I32, element);
            value = self.b.ins().iadd(value, narrow);
            let skipped = self.b.ins().imul_imm_s(element, i64::from(fixed.size));
            control = self.b.ins().iadd(control, skipped);
        }
        let shape = &self.unit.shapes.all[fixed.shape as usize];
        let capacity = self.constant(shape.capacity as i32);
        let reference = if shape.frame.stride[1] > 0 {
            let index = self.b.ins().iadd_imm_s(value, -1);
            let entry = self.channel_entry(index);
            self.b.ins().uload32(CONTEXT, entry, offset_of!(ChannelBase, reference) as i32)
        } else {
            control
        };
        Channel { value, bases: [control, reference], shape: ShapeOf::Known(fixed.shape), capacity }
    }

    /// Length and capacity of a channel; both 0 for rendezvous.
    pub fn fill(&mut self, view: View, channel: &Expr) -> (Value, Value) {
        let channel = self.channel(view, channel);
        // A rendezvous channel has no cells: read the header instead and forget it.
        let buffered = self.b.ins().icmp_imm_s(IntCC::NotEqual, channel.capacity, 0);
        let header = self.b.ins().iconst(types::I64, 0);
        let at = self.b.ins().select(buffered, channel.bases[0], header);
        let pointer = self.b.ins().iadd(view.state, at);
        let stored = self.b.ins().uload8(types::I32, CELL, pointer, 0);
        let zero = self.constant(0);
        (self.b.ins().select(buffered, stored, zero), channel.capacity)
    }

    /// Compiles `each` for every shape the channel can have. What follows is not reached.
    fn per_shape(&mut self, channel: Channel, expr: &Expr, mut each: impl FnMut(&mut Self, &Shape)) {
        let unit = self.unit;
        let read = match channel.shape {
            ShapeOf::Known(shape) => {
                each(self, &unit.shapes.all[shape as usize]);
                let rest = self.new_block();
                return self.b.switch_to_block(rest);
            }
            ShapeOf::Read(read) => read,
        };
        let possible: Vec<usize> = match unit.flow.is_exact() {
            true => unit.flow.shapes(self.proctype, expr).collect(),
            false => (0..unit.shapes.all.len()).collect(),
        };
        for i in possible {
            let shape = &unit.shapes.all[i];
            let (here, other) = (self.new_block(), self.new_block());
            let same = self.b.ins().icmp_imm_s(IntCC::Equal, read, i as i64);
            self.b.ins().brif(same, here, &[], other, &[]);
            self.b.switch_to_block(here);
            each(self, shape);
            self.b.switch_to_block(other);
        }
        self.fault_now(FaultKind::DeadChannel);
    }

    /// Goes to `to`; what is compiled next is not reached.
    fn leave(&mut self, to: Block) {
        self.b.ins().jump(to, &[]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
    }

    /// Goes to `to` if the condition is not zero.
    fn leave_if(&mut self, condition: Value, to: Block) {
        let rest = self.new_block();
        self.b.ins().brif(condition, to, &[], rest, &[]);
        self.b.switch_to_block(rest);
    }

    pub fn send(
        &mut self,
        view: View,
        (expr, args, sorted): (&Expr, &[Expr], bool),
        work: &mut Work,
        blocked: Block,
    ) {
        let channel = self.channel(view, expr);
        let done = self.new_block();
        self.per_shape(channel, expr, |e, shape| {
            let mut owned = *work;
            if shape.capacity == 0 {
                e.offer(view, channel, shape, args, &mut owned, blocked);
            } else {
                e.enqueue(view, channel, shape, (args, sorted), &mut owned, blocked);
            }
            e.b.ins().jump(done, &[]);
        });
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        work.owned = true;
    }

    fn message(&mut self, view: View, shape: &Shape, args: &[Expr]) -> Vec<Value> {
        let values = args.iter().map(|arg| self.eval(view, arg)).collect();
        if args.len() != shape.fields.len() {
            self.fault_now(FaultKind::WrongArity);
        }
        values
    }

    /// A send on a rendezvous channel: Rust lets the other processes answer.
    fn offer(
        &mut self,
        view: View,
        channel: Channel,
        shape: &Shape,
        args: &[Expr],
        work: &mut Work,
        blocked: Block,
    ) {
        let values = self.message(view, shape, args);
        if let Some(kind) = work.no_offer {
            self.own(view, work);
            self.fault_now(kind);
            return;
        }
        for (i, (value, &scalar)) in values.into_iter().zip(&shape.fields).enumerate() {
            let kept = self.truncated(scalar, value);
            let offset = offset_of!(Context, offer) + 4 * i;
            self.b.ins().store(CONTEXT, kept, self.ctx, offset as i32);
        }
        let arity = self.constant(shape.fields.len() as i32);
        for (value, offset) in [
            (channel.value, offset_of!(Context, handshake_channel)),
            (arity, offset_of!(Context, handshake_arity)),
        ] {
            self.b.ins().store(CONTEXT, value, self.ctx, offset as i32);
        }
        let site = self.constant(self.current.site as i32);
        let taken = self
            .call(Callback::Offer, &[self.ctx, view.state, self.pid, site])
            .expect("an offer returns how often it was taken");
        self.b.ins().brif(taken, self.executed, &[], blocked, &[]);
        let rest = self.new_block();
        self.b.switch_to_block(rest);
    }

    fn enqueue(
        &mut self,
        view: View,
        channel: Channel,
        shape: &Shape,
        (args, sorted): (&[Expr], bool),
        work: &mut Work,
        blocked: Block,
    ) {
        let length = self.length(view, channel, shape);
        let full =
            self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, length, i64::from(shape.capacity));
        self.leave_if(full, blocked);
        let values = self.message(view, shape, args);
        self.own(view, work);
        let target = self.owned_view();
        if sorted {
            // Compared whole, truncated when stored.
            for (i, value) in values.into_iter().enumerate() {
                self.set_message_field(i, value);
            }
            self.call(Callback::Insert, &[self.ctx, target.state, channel.value]);
            return;
        }
        let parts = self.slot_pointers(target, channel, shape, Some(length));
        for (value, cell) in values.into_iter().zip(&shape.frame.fields) {
            self.store_at(parts[part_index(cell)], *cell, value);
        }
        let longer = self.b.ins().iadd_imm_s(length, 1);
        self.set_length(target, channel, shape, longer);
    }

    fn length(&mut self, view: View, channel: Channel, shape: &Shape) -> Value {
        let pointer = self.b.ins().iadd(view.state, channel.bases[0]);
        self.b.ins().uload8(types::I32, CELL, pointer, shape.frame.length as i32)
    }

    fn set_length(&mut self, view: View, channel: Channel, shape: &Shape, length: Value) {
        let pointer = self.b.ins().iadd(view.state, channel.bases[0]);
        self.b.ins().istore8(CELL, length, pointer, shape.frame.length as i32);
    }

    /// Pointers from which the fields of the message in `slot` (the first, without) are at their offsets.
    fn slot_pointers(
        &mut self,
        view: View,
        channel: Channel,
        shape: &Shape,
        slot: Option<Value>,
    ) -> [Value; 2] {
        [0, 1].map(|part| {
            let base = self.b.ins().iadd(view.state, channel.bases[part]);
            let Some(slot) = slot else { return base };
            let wide = self.b.ins().uextend(types::I64, slot);
            let skipped = self.b.ins().imul_imm_s(wide, i64::from(shape.frame.stride[part]));
            self.b.ins().iadd(base, skipped)
        })
    }

    pub fn receive(
        &mut self,
        view: View,
        (expr, args, random, keep): (&Expr, &[ReceiveArg], bool, bool),
        work: &mut Work,
        blocked: Block,
    ) {
        let channel = self.channel(view, expr);
        let done = self.new_block();
        self.per_shape(channel, expr, |e, shape| {
            let mut work = *work;
            let rendezvous = shape.capacity == 0;
            if rendezvous && keep {
                e.fault_now(FaultKind::PollRendezvous);
            } else if rendezvous != work.handshake {
                e.leave(blocked);
            } else if rendezvous {
                e.accept(view, channel, shape, args, &mut work, blocked);
            } else {
                e.dequeue(view, channel, shape, (args, random, keep), &mut work, blocked);
            }
            e.b.ins().jump(done, &[]);
        });
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        work.owned = true;
    }

    /// The receiving half of a rendezvous.
    fn accept(
        &mut self,
        view: View,
        channel: Channel,
        shape: &Shape,
        args: &[ReceiveArg],
        work: &mut Work,
        blocked: Block,
    ) {
        let offered = self.context(types::I32, offset_of!(Context, handshake_channel));
        let other = self.b.ins().icmp(IntCC::NotEqual, offered, channel.value);
        self.leave_if(other, blocked);
        let fields: Vec<Value> = (0..shape.fields.len())
            .map(|i| self.context(types::I32, offset_of!(Context, offer) + 4 * i))
            .collect();
        self.match_fields(view, args, &fields, blocked);
        if args.len() != fields.len() {
            self.fault_now(FaultKind::WrongArity);
        }
        self.own(view, work);
        self.bind(args, &fields);
    }

    fn dequeue(
        &mut self,
        view: View,
        channel: Channel,
        shape: &Shape,
        (args, random, keep): (&[ReceiveArg], bool, bool),
        work: &mut Work,
        blocked: Block,
    ) {
        let length = self.length(view, channel, shape);
        let empty = self.b.ins().icmp_imm_s(IntCC::Equal, length, 0);
        self.leave_if(empty, blocked);
        let slot = random.then(|| self.find(view, channel, shape, args));
        if let Some(slot) = slot {
            let none = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, slot, 0);
            self.leave_if(none, blocked);
        }
        let fields = self.fields(view, channel, shape, slot);
        if slot.is_none() {
            self.match_fields(view, args, &fields, blocked);
        }
        if args.len() != fields.len() {
            self.fault_now(FaultKind::WrongArity);
        }
        self.own(view, work);
        self.bind(args, &fields);
        if !keep {
            self.remove(channel, shape, slot, length);
        }
    }

    fn fields(&mut self, view: View, channel: Channel, shape: &Shape, slot: Option<Value>) -> Vec<Value> {
        let parts = self.slot_pointers(view, channel, shape, slot);
        let cells = shape.frame.fields.iter();
        cells.map(|cell| self.load_at(parts[part_index(cell)], *cell)).collect()
    }

    fn match_fields(&mut self, view: View, args: &[ReceiveArg], fields: &[Value], blocked: Block) {
        for (arg, &field) in args.iter().zip(fields) {
            if let ReceiveArg::Match(expr) = arg {
                let wanted = self.eval(view, expr);
                let differs = self.b.ins().icmp(IntCC::NotEqual, wanted, field);
                self.leave_if(differs, blocked);
            }
        }
    }

    /// Assigns in order, so that an earlier variable may be the index of a later one.
    fn bind(&mut self, args: &[ReceiveArg], fields: &[Value]) {
        let target = self.owned_view();
        for (arg, &field) in args.iter().zip(fields) {
            if let ReceiveArg::Bind(place) = arg
                && let Some(address) = self.locate(target, place)
            {
                self.store(target, address, field);
            }
        }
    }

    /// The slot of the first message that matches, or -1.
    fn find(&mut self, view: View, channel: Channel, shape: &Shape, args: &[ReceiveArg]) -> Value {
        let mut mask = 0u64;
        for (i, arg) in args.iter().take(shape.fields.len()).enumerate() {
            if let ReceiveArg::Match(expr) = arg {
                let wanted = self.eval(view, expr);
                self.set_message_field(i, wanted);
                mask |= 1 << i;
            }
        }
        let mask = self.b.ins().iconst(types::I64, mask as i64);
        self.call(Callback::Find, &[self.ctx, view.state, channel.value, mask]).expect("find returns a slot")
    }

    /// Takes a message out of the copy: the first (`slot` none) or any.
    fn remove(&mut self, channel: Channel, shape: &Shape, slot: Option<Value>, length: Value) {
        let target = self.owned_view();
        let long = shape.frame.stride.iter().any(|&s| s * shape.capacity > INLINE_MOVE);
        if slot.is_some() || long {
            let slot = slot.unwrap_or_else(|| self.constant(0));
            self.call(Callback::Remove, &[self.ctx, target.state, channel.value, slot]);
            return;
        }
        for part in 0..2 {
            let base = self.b.ins().iadd(target.state, channel.bases[part]);
            let cells = shape.frame.fields.iter().filter(|cell| part_index(cell) == part);
            if let Some(first) = cells.map(|cell| cell.offset).min() {
                let stride = shape.frame.stride[part];
                self.shift(base, first, stride, shape.capacity);
            }
        }
        let shorter = self.b.ins().iadd_imm_s(length, -1);
        self.set_length(target, channel, shape, shorter);
    }

    /// Moves `count` slots of `stride` bytes down by one and clears the last.
    fn shift(&mut self, base: Value, first: u32, stride: u32, count: u32) {
        for (at, ty) in chunks(stride * (count - 1)) {
            let value = self.b.ins().load(ty, CELL, base, (first + stride + at) as i32);
            self.b.ins().store(CELL, value, base, (first + at) as i32);
        }
        for (at, ty) in chunks(stride) {
            let offset = (first + stride * (count - 1) + at) as i32;
            if ty == types::I8X16 {
                for half in [0, 8] {
                    let zero = self.b.ins().iconst(types::I64, 0);
                    self.b.ins().store(CELL, zero, base, offset + half);
                }
            } else {
                let zero = self.b.ins().iconst(ty, 0);
                self.b.ins().store(CELL, zero, base, offset);
            }
        }
    }

    /// `q?[..]` and `q??[..]`.
    pub fn poll(&mut self, view: View, expr: &Expr, args: &[ReceiveArg], random: bool) -> Value {
        let channel = self.channel(view, expr);
        let (no, done) = (self.new_block(), self.new_block());
        let result = self.b.append_block_param(done, types::I32);
        self.per_shape(channel, expr, |e, shape| {
            if shape.capacity == 0 {
                e.fault_now(FaultKind::PollRendezvous);
            } else {
                let length = e.length(view, channel, shape);
                let empty = e.b.ins().icmp_imm_s(IntCC::Equal, length, 0);
                e.leave_if(empty, no);
                if random {
                    let slot = e.find(view, channel, shape, args);
                    let none = e.b.ins().icmp_imm_s(IntCC::SignedLessThan, slot, 0);
                    e.leave_if(none, no);
                } else {
                    let fields = e.fields(view, channel, shape, None);
                    e.match_fields(view, args, &fields, no);
                }
            }
            let one = e.constant(1);
            e.b.ins().jump(done, &[BlockArg::Value(one)]);
        });
        self.b.ins().jump(no, &[]);
        self.b.switch_to_block(no);
        let zero = self.constant(0);
        self.b.ins().jump(done, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(done);
        result
    }
}

fn part_index(cell: &CellSlot) -> usize {
    match cell.part {
        Part::Control => 0,
        Part::Reference => 1,
    }
}

/// Cuts a number of bytes into moves: where each starts and how wide it is.
fn chunks(bytes: u32) -> Vec<(u32, Type)> {
    let widths = [(16, types::I8X16), (8, types::I64), (4, types::I32), (2, types::I16), (1, types::I8)];
    let mut at = 0;
    let mut moves = Vec::new();
    for (width, ty) in widths {
        while bytes - at >= width {
            moves.push((at, ty));
            at += width;
        }
    }
    moves
}
