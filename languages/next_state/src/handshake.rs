//! Rendezvous: a send finds the processes that can take it.
//!
//! Most offers are taken by nobody, so the search for receivers must be cheap: for every process of a configuration the
//! table has the place of its program counter, and for every location a mask of the channels on which a receive could be
//! waiting there (exact for channels the flow analysis has fixed, all ones otherwise). Only processes that pass it are
//! asked, by the function of their type for this purpose. It sees the state before the sender has moved and moves the
//! sender along with the receiver, unless some receive of the program could tell the difference.
//!
//! Message and sender stand in the context, which has room for one offer. A receiver inside an `atomic` goes on in place
//! as far as it can without offering anything; its further moves are made when the offer is over ([`Machine::branch`]).

use program::{DStep, DStepNode, Expr, Place, Statement, VarRef};

use crate::callback::{base_of, machine};
use crate::code::Code;
use crate::context::{Context, Entry, NO_LABEL, ProcessBase};
use crate::label;
use crate::machine::Machine;
use crate::sink::{Line, bytes_mut};
use crate::spawn::{arrive, part_base};
use crate::unit::{Site, Unit};

/// A process that could receive.
#[derive(Clone, Debug)]
pub(crate) struct Receiver {
    pid: u32,
    /// Where its program counter stands, how wide it is, and what is added to it.
    at: u32,
    wide: bool,
    bias: usize,
    /// By location: the channels, by number modulo 64, on which it may be waiting.
    masks: *const u64,
    entry: Entry,
}

impl Receiver {
    /// `None` for a process of a type that never receives by rendezvous.
    pub fn new(code: &Code, pid: u32, base: ProcessBase) -> Option<Receiver> {
        let entry = code.handshakes[base.proctype as usize]?;
        let slot = code.layout.processes[base.proctype as usize].location;
        Some(Receiver {
            pid,
            at: part_base(slot.part, base) as u32 + slot.offset,
            wide: slot.scalar.size() == 2,
            bias: usize::from(slot.biased),
            masks: code.masks[base.proctype as usize].as_ptr(),
            entry,
        })
    }

    /// Could it be waiting for a message on a channel of this mask?
    ///
    /// # Safety
    /// `state` must be a state of the configuration the receiver was made for, and its code must be alive.
    unsafe fn waits(&self, state: *const u8, channel: u64) -> bool {
        // SAFETY: the counter stands inside the state and is a location of the type, of which each has a mask.
        unsafe {
            let cell = state.add(self.at as usize);
            let stored = match self.wide {
                false => usize::from(cell.read()),
                true => usize::from(u16::from_le(cell.cast::<u16>().read_unaligned())),
            };
            *self.masks.add(stored - self.bias) & channel != 0
        }
    }
}

/// Lets every process but the sender complete the rendezvous; returns whether one did.
pub(crate) extern "C" fn offer(ctx: *mut Context, state: *const u8, sender: u32, site: u32) -> u32 {
    // SAFETY: machine code passes the context it was given.
    let machine = unsafe { machine(ctx) };
    let channel = 1u64 << ((machine.ctx.handshake_channel - 1) & 63);
    let (label_before, timeout) = (machine.ctx.prefix_label, machine.ctx.timeout);
    let receivers: *const [Receiver] = machine.current_table().receivers.as_slice();
    let mut source: *const u8 = std::ptr::null();
    let mut taken = 0;
    debug_assert!(!machine.offering, "one offer at a time");
    machine.offering = true;
    // SAFETY: tables are never dropped nor changed in this part while their machine lives.
    for receiver in unsafe { &*receivers } {
        // SAFETY: `state` is of the current configuration, and the machine keeps the code alive.
        if receiver.pid == sender || !unsafe { receiver.waits(state, channel) } {
            continue;
        }
        if source.is_null() {
            source = send(machine, state, sender, site);
        }
        // SAFETY: `source` is a state of the current configuration, padded to lines, and is not written by it.
        taken |= unsafe { (receiver.entry)(ctx, source, receiver.pid) };
    }
    machine.offering = false;
    (machine.ctx.prefix_label, machine.ctx.timeout) = (label_before, timeout);
    taken
}

/// The sending half: what the context says of it, and the state in which receivers are tried.
fn send(machine: &mut Machine, state: *const u8, pid: u32, site: u32) -> *const u8 {
    let code = machine.code.clone();
    let Site { id, target, .. } = code.sites[site as usize];
    if machine.ctx.prefix_label == NO_LABEL {
        machine.ctx.prefix_label = label(pid, id.0);
    }
    machine.ctx.timeout = 0;
    let base = base_of(&machine.ctx, pid);
    let slot = code.layout.processes[base.proctype as usize].location;
    machine.ctx.sender_at = part_base(slot.part, base) as u32 + slot.offset;
    machine.ctx.sender_location = target.0 + u32::from(slot.biased);
    if code.direct_handshakes {
        return state;
    }
    let stride = machine.ctx.stride as usize;
    if machine.handshake.len() * size_of::<Line>() < stride {
        machine.handshake.resize(stride / size_of::<Line>(), Line::ZERO);
    }
    let mut buffer = std::mem::take(&mut machine.handshake);
    let copy = bytes_mut(&mut buffer);
    // SAFETY: states that machine code works on are padded to lines, so `stride` bytes can be read.
    copy[..stride].copy_from_slice(unsafe { std::slice::from_raw_parts(state, stride) });
    arrive(machine, copy, pid, target);
    machine.handshake = buffer;
    machine.handshake.as_ptr().cast()
}

/// Can the statement take part in a rendezvous as the receiver?
pub(crate) fn accepts(statement: &Statement) -> bool {
    match first_receives(statement) {
        First::Anything => true,
        First::Receives(receives) => !receives.is_empty(),
    }
}

/// The channels on which the statement may receive by rendezvous.
pub(crate) fn mask(unit: &Unit, statement: &Statement) -> u64 {
    match first_receives(statement) {
        First::Anything => u64::MAX,
        First::Receives(receives) => receives.into_iter().fold(0, |m, r| m | channel_mask(unit, r)),
    }
}

fn channel_mask(unit: &Unit, Receive { channel, keep }: Receive<'_>) -> u64 {
    // A variable may hold no channel, which is a fault that the process itself must cause.
    let Expr::Load(place) = channel else { return u64::MAX };
    let Some(fixed) = unit.flow.fixed(&unit.layout, place) else { return u64::MAX };
    match element(unit, place) {
        Some(_) if unit.shapes.all[fixed.shape as usize].capacity > 0 => 0,
        // To look at a message of a rendezvous without taking it is a fault, whatever channel the offer is on.
        Some(_) if keep => u64::MAX,
        Some(element) => 1 << ((fixed.number + element - 1) & 63),
        None => u64::MAX,
    }
}

/// Which cell of a global a place with constant indices means.
fn element(unit: &Unit, place: &Place) -> Option<u32> {
    let VarRef::Global(id) = place.var else { return None };
    let mut flat = 0;
    for (index, &bound) in place.index.iter().zip(&unit.program().global(id).dims) {
        let Expr::Const(value) = index else { return None };
        flat = flat * bound + u32::try_from(*value).ok().filter(|&v| v < bound)?;
    }
    Some(flat)
}

/// What can come first when a rendezvous is on offer.
enum First<'a> {
    Receives(Vec<Receive<'a>>),
    /// A `d_step` that begins whatever happens.
    Anything,
}

/// A receive that may come first.
struct Receive<'a> {
    channel: &'a Expr,
    /// The message stays where it is (`q?<..>`).
    keep: bool,
}

fn first_receives(statement: &Statement) -> First<'_> {
    match statement {
        Statement::Receive { channel, keep, .. } => First::Receives(vec![Receive { channel, keep: *keep }]),
        Statement::Sequence(statements) => {
            statements.first().map_or(First::Receives(Vec::new()), first_receives)
        }
        Statement::DStep(step) => first_of_step(step),
        _ => First::Receives(Vec::new()),
    }
}

fn first_of_step(step: &DStep) -> First<'_> {
    if let DStepNode::Do { statement, .. } = &step.nodes[0] {
        return first_receives(statement);
    }
    let guards = step.guards(0);
    if guards.is_empty() {
        return First::Anything;
    }
    let receives = guards.into_iter().filter_map(|node| match &step.nodes[node as usize] {
        DStepNode::Do { statement: Statement::Receive { channel, keep, .. }, .. } => {
            Some(Receive { channel, keep: *keep })
        }
        _ => None,
    });
    First::Receives(receives.collect())
}
