//! Channel operations that are too long for machine code: sorted insertion, searching, taking out of the middle.

use program::{CellSlot, Part};

use crate::callback::machine;
use crate::code::Code;
use crate::context::{ChannelBase, Context};
use crate::shape::Shape;

/// A channel's cells in the bytes of a state.
struct Queue<'a> {
    shape: &'a Shape,
    base: ChannelBase,
    state: &'a mut [u8],
}

impl<'a> Queue<'a> {
    /// # Safety
    /// `state` must be a state of the configuration `ctx` describes, `channel` one of its channels, and nobody else may
    /// use the state while the queue lives.
    unsafe fn new(ctx: &Context, code: &'a Code, state: *mut u8, channel: i32) -> Queue<'a> {
        // SAFETY: given by the caller.
        let (base, state) = unsafe {
            let base = *ctx.channels.add(channel as usize - 1);
            (base, std::slice::from_raw_parts_mut(state, ctx.size as usize))
        };
        Queue { shape: &code.shapes.all[base.shape as usize], base, state }
    }

    fn length(&self) -> usize {
        usize::from(self.state[(self.base.control + self.shape.frame.length) as usize])
    }

    fn set_length(&mut self, length: usize) {
        self.state[(self.base.control + self.shape.frame.length) as usize] = length as u8;
    }

    fn address(&self, slot: usize, cell: CellSlot) -> usize {
        let (base, stride) = match cell.part {
            Part::Control => (self.base.control, self.shape.frame.stride[0]),
            Part::Reference => (self.base.reference, self.shape.frame.stride[1]),
        };
        (base + cell.offset) as usize + slot * stride as usize
    }

    fn get(&self, slot: usize, field: usize) -> i32 {
        let cell = self.shape.frame.fields[field];
        cell.load(&self.state[self.address(slot, cell)..])
    }

    fn set(&mut self, slot: usize, field: usize, value: i32) {
        let cell = self.shape.frame.fields[field];
        let at = self.address(slot, cell);
        cell.store(value, &mut self.state[at..]);
    }

    fn clear(&mut self, slot: usize, field: usize) {
        let cell = self.shape.frame.fields[field];
        let at = self.address(slot, cell);
        self.state[at..at + cell.size()].fill(0);
    }

    fn fields(&self) -> std::ops::Range<usize> {
        0..self.shape.fields.len()
    }

    fn copy(&mut self, from: usize, to: usize) {
        for field in self.fields() {
            let value = self.get(from, field);
            self.set(to, field, value);
        }
    }
}

/// Inserts the context's message before the first larger one.
pub(crate) extern "C" fn insert(ctx: *mut Context, state: *mut u8, channel: i32) {
    // SAFETY: machine code passes the context it was given, a copy it is writing, and a channel it has looked up.
    let (machine, mut queue) = unsafe {
        let machine = machine(ctx);
        (&machine.ctx, Queue::new(&machine.ctx, &machine.code, state, channel))
    };
    let length = queue.length();
    let larger = |queue: &Queue, slot: usize| {
        queue.fields().map(|f| queue.get(slot, f)).gt(queue.fields().map(|f| machine.message[f]))
    };
    let at = (0..length).find(|&slot| larger(&queue, slot)).unwrap_or(length);
    for slot in (at..length).rev() {
        queue.copy(slot, slot + 1);
    }
    for field in queue.fields() {
        queue.set(at, field, machine.message[field]);
    }
    queue.set_length(length + 1);
}

/// The first message that has the context's message in the fields of the mask, or -1.
pub(crate) extern "C" fn find(ctx: *mut Context, state: *mut u8, channel: i32, mask: u64) -> i32 {
    // SAFETY: as for `insert`; the state is only read.
    let (machine, queue) = unsafe {
        let machine = machine(ctx);
        (&machine.ctx, Queue::new(&machine.ctx, &machine.code, state, channel))
    };
    let fits = |slot: &usize| {
        queue.fields().all(|f| mask & (1 << f) == 0 || queue.get(*slot, f) == machine.message[f])
    };
    (0..queue.length()).find(fits).map_or(-1, |slot| slot as i32)
}

/// Takes a message out; later ones move up and the last slot is cleared.
pub(crate) extern "C" fn remove(ctx: *mut Context, state: *mut u8, channel: i32, slot: i32) {
    // SAFETY: as for `insert`.
    let mut queue = unsafe {
        let machine = machine(ctx);
        Queue::new(&machine.ctx, &machine.code, state, channel)
    };
    let length = queue.length();
    for later in slot as usize + 1..length {
        queue.copy(later, later - 1);
    }
    for field in queue.fields() {
        queue.clear(length - 1, field);
    }
    queue.set_length(length - 1);
}
