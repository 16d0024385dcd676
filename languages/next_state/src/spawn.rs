//! Processes that come and go: `run` and the end of a process change the configuration, so Rust makes the step.

use std::sync::Arc;

use program::{
    Configuration, EntryKind, FaultKind, HEADER, Initialiser, Layout, LocationId, MAX_CHANNELS,
    MAX_PROCESSES, Part, ProctypeId,
};

use crate::SLOT_ALIGNMENT;
use crate::callback::{base_of, machine};
use crate::context::{Context, ProcessBase, Record};
use crate::machine::Machine;
use crate::unit::{ResultCell, Site};

/// Creates a process and makes the step.
pub(crate) extern "C" fn run(ctx: *mut Context, state: *const u8, pid: u32, site: u32, index: u64) {
    // SAFETY: machine code passes the context it was given.
    let machine = unsafe { machine(ctx) };
    let code = machine.code.clone();
    let site = &code.sites[site as usize];
    if let Err(kind) = create(machine, ctx, state, pid, site, index as usize) {
        machine.push_own_fault(kind, site.id.0, pid);
    }
}

/// The error is the number of a [`FaultKind`].
fn create(
    machine: &mut Machine,
    ctx: *mut Context,
    state: *const u8,
    pid: u32,
    site: &Site,
    index: usize,
) -> Result<(), u32> {
    let code = machine.code.clone();
    let Some(run) = &site.run else { return Ok(()) };
    let (from, to) = extended(machine, run.proctype).map_err(|kind| kind as u32)?;
    let new_pid = machine.ctx.process_count;
    machine.ctx.channel_base = machine.ctx.channel_count;
    let stride = (to.size as usize).next_multiple_of(SLOT_ALIGNMENT);
    let slot = machine.reserve(site.atomic, stride);
    // SAFETY: the slot has `stride` bytes and nobody else has it; the state has `from.size`.
    let (new, old) = unsafe {
        let new = std::slice::from_raw_parts_mut(slot, to.size as usize);
        (new, std::slice::from_raw_parts(state, from.size as usize))
    };
    migrate(&code.layout, old, &from, &to, new);
    machine.select(to.id);
    let made = fill(machine, ctx, new, new_pid, run.proctype, run.args);
    if made == 0 {
        if let Some(cell) = run.result {
            let base = base_of(&machine.ctx, pid);
            let at = result_address(cell, base, machine.ctx.reference_start) + index;
            cell.slot.store(new_pid as i32, &mut new[at..]);
        }
        arrive(machine, new, pid, site.target);
        let label = machine.label_of_step(pid, site.id.0);
        machine.push(site.atomic, Record { state: slot, len: to.size, label, fault: 0, pid }, stride);
    }
    machine.select(from.id);
    if made == 0 { Ok(()) } else { Err(made) }
}

/// Location, parameters and locals of the new process; returns the kind of a fault or 0.
fn fill(
    machine: &mut Machine,
    ctx: *mut Context,
    new: &mut [u8],
    pid: u32,
    proctype: ProctypeId,
    args: usize,
) -> u32 {
    let code = machine.code.clone();
    let description = code.layout.program.proctype(proctype);
    set_location(machine, new, pid, description.initial);
    let base = base_of(&machine.ctx, pid);
    let slots = &code.layout.processes[proctype.index()].locals;
    let parameters = description.locals.iter().zip(slots).filter(|(v, _)| v.init == Initialiser::Parameter);
    for ((variable, slot), i) in parameters.zip(0..) {
        let Some(slot) = slot else { continue };
        let at = part_base(slot.part, base) + slot.offset as usize;
        let (cells, value) = if i < args { (1, machine.ctx.message[i]) } else { (variable.cells(), 0) };
        for cell in 0..cells {
            slot.store(value, &mut new[at + cell * slot.size()..]);
        }
    }
    match code.initialisers[proctype.index()] {
        // SAFETY: the context describes the configuration of the new state; the function writes only its cells.
        Some(entry) => unsafe { entry(ctx, new.as_mut_ptr(), pid) },
        None => 0,
    }
}

/// The current configuration, and the one with one more process of this type and the channels it creates.
fn extended(
    machine: &mut Machine,
    proctype: ProctypeId,
) -> Result<(Arc<Configuration>, Arc<Configuration>), FaultKind> {
    let layout = machine.code.layout.clone();
    let table = machine.current_table();
    let from = table.configuration.clone();
    if let Some(to) = &table.children[proctype.index()] {
        return Ok((from, to.clone()));
    }
    if from.processes.len() >= MAX_PROCESSES {
        return Err(FaultKind::TooManyProcesses);
    }
    let mut kinds: Vec<EntryKind> = from.entries.iter().map(|e| e.kind).collect();
    kinds.push(EntryKind::Process(proctype));
    for variable in &layout.program.proctype(proctype).locals {
        if let Initialiser::Channel(id) = variable.init {
            kinds.extend(std::iter::repeat_n(EntryKind::Channel(id), variable.cells()));
        }
    }
    let channels = kinds.iter().filter(|kind| matches!(kind, EntryKind::Channel(_))).count();
    if channels > MAX_CHANNELS {
        return Err(FaultKind::TooManyChannels);
    }
    let to = layout.intern(&kinds);
    machine.current_table().children[proctype.index()] = Some(to.clone());
    Ok((from, to))
}

/// Ends the youngest process and makes the step.
pub(crate) extern "C" fn terminate(ctx: *mut Context, state: *const u8, pid: u32, site: u32) {
    // SAFETY: machine code passes the context it was given.
    let machine = unsafe { machine(ctx) };
    let code = machine.code.clone();
    let site = &code.sites[site as usize];
    let table = machine.current_table();
    let from = table.configuration.clone();
    if table.parent.is_none() {
        table.parent = code.layout.without_youngest(&from);
    }
    let Some(to) = table.parent.clone() else {
        let kind = FaultKind::TooManyChannels as u32;
        return machine.push_own_fault(kind, site.id.0, pid);
    };
    let stride = (to.size as usize).next_multiple_of(SLOT_ALIGNMENT);
    let slot = machine.reserve(site.atomic, stride);
    // SAFETY: the slot has `stride` bytes and nobody else has it; the state has `from.size`.
    let (new, old) = unsafe {
        let new = std::slice::from_raw_parts_mut(slot, to.size as usize);
        (new, std::slice::from_raw_parts(state, from.size as usize))
    };
    migrate(&code.layout, old, &from, &to, new);
    set_last(&code.layout, new, pid);
    let label = machine.label_of_step(pid, site.id.0);
    machine.push(site.atomic, Record { state: slot, len: to.size, label, fault: 0, pid }, stride);
}

pub(crate) fn arrive(machine: &Machine, state: &mut [u8], pid: u32, target: LocationId) {
    set_last(&machine.code.layout, state, pid);
    if target.0 != 0 {
        set_location(machine, state, pid, target);
    }
}

fn set_last(layout: &Layout, state: &mut [u8], pid: u32) {
    if let Some(at) = layout.last {
        state[at as usize] = pid as u8;
    }
}

fn set_location(machine: &Machine, state: &mut [u8], pid: u32, location: LocationId) {
    let base = base_of(&machine.ctx, pid);
    let slot = machine.code.layout.processes[base.proctype as usize].location;
    let at = part_base(slot.part, base) + slot.offset as usize;
    slot.store(location.0 as i32, &mut state[at..]);
}

pub(crate) fn part_base(part: Part, base: ProcessBase) -> usize {
    match part {
        Part::Control => base.control as usize,
        Part::Reference => base.reference as usize,
    }
}

fn result_address(cell: ResultCell, base: ProcessBase, reference_start: u32) -> usize {
    let start = match (cell.global, cell.slot.part) {
        (true, Part::Control) => 0,
        (true, Part::Reference) => reference_start as usize,
        (false, part) => part_base(part, base),
    };
    start + cell.slot.offset as usize
}

/// [`Layout::migrate`] into memory that is there already.
fn migrate(layout: &Layout, state: &[u8], from: &Configuration, to: &Configuration, out: &mut [u8]) {
    out.fill(0);
    let mut copy = |src: u32, dst: u32, len: u32| {
        let (src, dst, len) = (src as usize, dst as usize, len as usize);
        out[dst..dst + len].copy_from_slice(&state[src..src + len]);
    };
    copy(HEADER, HEADER, layout.fixed_control - HEADER);
    copy(from.reference_start, to.reference_start, layout.fixed_reference);
    if from.reference_start == from.size && to.reference_start == to.size {
        // No reference cells: what the two have in common is one block.
        copy(layout.fixed_control, layout.fixed_control, from.size.min(to.size) - layout.fixed_control);
    } else {
        for (old, new) in from.entries.iter().zip(&to.entries) {
            let [control, reference] = layout.entry_size(old.kind);
            copy(old.control, new.control, control);
            copy(old.reference, new.reference, reference);
        }
    }
    to.id.write(out);
}
