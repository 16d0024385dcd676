//! What machine code leaves to Rust: processes that come and go, rendezvous, faults, and rare channel operations.
//!
//! Each callback is given the context, which is the first field of a [`Machine`]. While one runs, nobody else uses the
//! machine: the machine code that called it holds only the pointers to the context and to states.

use cranelift_codegen::ir::{Type, types};
use program::MAX_PROCESSES;

use crate::context::{Context, ProcessBase};
use crate::machine::Machine;
use crate::{handshake, queue, spawn};

macro_rules! callbacks {
    ($($(#[$doc:meta])* $variant:ident = $function:path, ($($param:ident),*) -> [$($result:ident),*];)*) => {
        /// A function of Rust that machine code calls.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Callback { $($(#[$doc])* $variant),* }

        impl Callback {
            pub const ALL: &[Callback] = &[$(Callback::$variant),*];
            pub const COUNT: usize = Callback::ALL.len();

            pub fn name(self) -> &'static str {
                match self { $(Callback::$variant => concat!("quotient_", stringify!($variant))),* }
            }

            pub fn address(self) -> *const u8 {
                match self { $(Callback::$variant => $function as *const u8),* }
            }

            pub fn params(self) -> &'static [Type] {
                match self { $(Callback::$variant => &[$(types::$param),*]),* }
            }

            pub fn returns(self) -> &'static [Type] {
                match self { $(Callback::$variant => &[$(types::$result),*]),* }
            }
        }
    };
}

callbacks! {
    /// Makes room: context; returns the slot.
    Grow = grow, (I64) -> [I64];
    /// Reports a fault: context, code, label, process.
    Fault = fault, (I64, I32, I32, I32) -> [];
    /// Reports a fault inside an `atomic`: context, slot, code, label, process; returns the slot in which it goes on.
    FaultOnTheWay = fault_on_the_way, (I64, I64, I32, I32, I32) -> [I64];
    /// Lets a process that keeps control make all its moves: context, state, process, label.
    Branch = branch, (I64, I64, I32, I32) -> [];
    /// Puts a state on the worklist: context, state, process, label.
    Chain = chain, (I64, I64, I32, I32) -> [];
    /// Offers a rendezvous: context, state, process, site; returns whether it was taken.
    Offer = handshake::offer, (I64, I64, I32, I32) -> [I32];
    /// Creates a process: context, state, process, site, index of the result.
    Run = spawn::run, (I64, I64, I32, I32, I64) -> [];
    /// Ends a process: context, state, process, site.
    Terminate = spawn::terminate, (I64, I64, I32, I32) -> [];
    /// Inserts a message in order: context, state, channel.
    Insert = queue::insert, (I64, I64, I32) -> [];
    /// Finds a message: context, state, channel, mask of patterns; returns its slot or -1.
    Find = queue::find, (I64, I64, I32, I64) -> [I32];
    /// Takes a message out: context, state, channel, slot.
    Remove = queue::remove, (I64, I64, I32, I32) -> [];
    /// The location of a process, or 0: context, state, process.
    Location = location, (I64, I64, I32) -> [I32];
}

/// The machine around a context.
///
/// # Safety
/// `ctx` must be the context of a [`Machine`] that nobody else uses for as long as the result lives.
pub(crate) unsafe fn machine<'a>(ctx: *mut Context) -> &'a mut Machine {
    // SAFETY: the context is the first field of a `repr(C)` structure.
    unsafe { &mut *ctx.cast::<Machine>() }
}

extern "C" fn grow(ctx: *mut Context) -> *mut u8 {
    // SAFETY: machine code passes the context it was given.
    let machine = unsafe { machine(ctx) };
    machine.grow(false, machine.ctx.stride as usize)
}

extern "C" fn fault(ctx: *mut Context, code: u32, label: u32, pid: u32) {
    // SAFETY: machine code passes the context it was given.
    unsafe { machine(ctx) }.push_fault(code, label, pid);
}

extern "C" fn fault_on_the_way(
    ctx: *mut Context,
    slot: *const u8,
    code: u32,
    label: u32,
    pid: u32,
) -> *mut u8 {
    // SAFETY: machine code passes the context it was given.
    unsafe { machine(ctx) }.push_fault_on_the_way(slot, code, label, pid)
}

extern "C" fn branch(ctx: *mut Context, state: *const u8, pid: u32, label: u32) {
    // SAFETY: machine code passes the context it was given.
    unsafe { machine(ctx) }.branch(state, pid, label);
}

extern "C" fn chain(ctx: *mut Context, state: *const u8, pid: u32, label: u32) {
    // SAFETY: machine code passes the context it was given.
    unsafe { machine(ctx) }.chain(state, pid, label);
}

extern "C" fn location(ctx: *mut Context, state: *const u8, pid: i32) -> u32 {
    // SAFETY: machine code passes the context it was given.
    let machine = unsafe { machine(ctx) };
    debug_assert!(machine.ctx.process_count as usize <= MAX_PROCESSES);
    match u32::try_from(pid) {
        Ok(pid) if pid < machine.ctx.process_count => machine.location(state, pid).1 as u32,
        _ => 0,
    }
}

/// Where the cells of a living process stand.
pub(crate) fn base_of(ctx: &Context, pid: u32) -> ProcessBase {
    debug_assert!(pid < ctx.process_count);
    // SAFETY: the table has an entry for every living process.
    unsafe { *ctx.processes.add(pid as usize) }
}
