//! Which channels an expression may stand for.
//!
//! Mostly a process holds its channels in variables that nothing assigns: names of channels, parameters, arrays of
//! either. In the code of a process that exists those are numbers (`program::code_of_process`). A number is trusted
//! only if its channel cannot be removed as long as the process exists: channels of the program itself, and those of
//! processes that are not younger, as processes are removed youngest first. For everything else any channel is taken.
//!
//! Of a process that does not exist yet the parameters are not known. They are followed from the `run`s that may
//! create it, as sets of channels (a points-to analysis: Andersen, *Program Analysis and Specialization for the C
//! Programming Language*, 1994, chapter 4); a channel that it makes itself is one that nobody else holds, unless
//! channels are passed on in messages or variables, and whoever takes one from there is taken to hold any.

use std::collections::HashMap;

use program::{
    CellSlot, Configuration, EntryKind, GlobalId, Head, Initialiser, Interpreter, LocalId, Owner, ProctypeId,
    Program, Scalar, Tree, VarKey,
};
use rapidhash::RapidHashSet;

use crate::access::ChannelSet;

/// The channels that parameters of processes yet to be created may hold.
pub(crate) type Parameters = HashMap<(ProctypeId, u32), ChannelSet>;

/// What is known of channels when the code of a process is looked at.
pub(crate) struct Channels<'a> {
    pub program: &'a Program,
    /// Variables that nothing assigns, as declared.
    pub constant: &'a RapidHashSet<VarKey>,
    /// Channels in the constant variables of the program, by variable.
    pub global: &'a HashMap<u32, ChannelSet>,
    /// Channels that can be told by their numbers.
    pub known: HashMap<i32, u32>,
    /// Channels in the constant variables of the process.
    pub own: HashMap<u32, ChannelSet>,
    /// Of processes yet to be created.
    pub parameters: Parameters,
}

impl Channels<'_> {
    /// The channels that an expression may stand for.
    pub fn of(&self, tree: &Tree) -> ChannelSet {
        match &tree.head {
            // No channel: using it is a fault, whatever the state.
            Head::Const(0) => ChannelSet::default(),
            Head::Const(number) => {
                self.known.get(number).map_or(ChannelSet::ANY, |&capacity| ChannelSet::one(*number, capacity))
            }
            Head::Cond => self.of(&tree.kids[1]).union(self.of(&tree.kids[2])),
            Head::Var(key) | Head::Element(key) => self.of_variable(*key),
            _ => ChannelSet::ANY,
        }
    }

    fn of_variable(&self, key: VarKey) -> ChannelSet {
        if !self.constant.contains(&key.declared()) {
            return ChannelSet::ANY;
        }
        match (key.owner, key.proctype) {
            (Owner::Global, _) => self.global.get(&key.index).copied().unwrap_or(ChannelSet::ANY),
            (Owner::Process(_), _) => self.own.get(&key.index).copied().unwrap_or(ChannelSet::ANY),
            (Owner::Later(_), Some(proctype)) => self.of_later(proctype, key.index),
            _ => ChannelSet::ANY,
        }
    }

    fn of_later(&self, proctype: ProctypeId, local: u32) -> ChannelSet {
        match &self.program.proctype(proctype).local(LocalId(local)).init {
            Initialiser::Channel(_) => ChannelSet::UNBORN,
            Initialiser::Parameter => self.parameters.get(&(proctype, local)).copied().unwrap_or_default(),
            // No channel at all.
            Initialiser::Zero => ChannelSet::default(),
            _ => ChannelSet::ANY,
        }
    }
}

/// The channels in constant variables of the program.
pub(crate) fn global_channels(
    interpreter: &Interpreter,
    state: &[u8],
    constant: &RapidHashSet<VarKey>,
) -> HashMap<u32, ChannelSet> {
    let (layout, program) = (interpreter.layout(), interpreter.program());
    let configuration = layout.configuration_of(state);
    let of_program = capacities(program, &configuration, 0);
    let mut found = HashMap::new();
    for ((variable, slot), id) in program.globals.iter().zip(&layout.globals).zip(0..) {
        let (Scalar::Chan, Some(slot)) = (variable.scalar, slot) else { continue };
        if constant.contains(&VarKey::global(GlobalId(id))) {
            let at = slot.in_globals(&configuration, 0);
            found.insert(id, held(state, at, variable.cells(), *slot, &of_program));
        }
    }
    found
}

/// The channels in constant variables of a process.
pub(crate) fn own_channels(
    interpreter: &Interpreter,
    state: &[u8],
    pid: usize,
    constant: &RapidHashSet<VarKey>,
    known: &HashMap<i32, u32>,
) -> HashMap<u32, ChannelSet> {
    let (layout, program) = (interpreter.layout(), interpreter.program());
    let configuration = layout.configuration_of(state);
    let mut found = HashMap::new();
    let Some((proctype, entry)) = configuration.process(pid) else { return found };
    let frame = &layout.processes[proctype.index()];
    for ((variable, slot), id) in program.proctype(proctype).locals.iter().zip(&frame.locals).zip(0..) {
        let (Scalar::Chan, Some(slot)) = (variable.scalar, slot) else { continue };
        if constant.contains(&VarKey::local(Owner::Later(proctype), proctype, LocalId(id))) {
            found.insert(id, held(state, slot.in_entry(entry, 0), variable.cells(), *slot, known));
        }
    }
    found
}

fn held(state: &[u8], at: usize, cells: usize, slot: CellSlot, known: &HashMap<i32, u32>) -> ChannelSet {
    let values = (0..cells).map(|cell| slot.load(&state[at + cell * slot.size()..]));
    values.fold(ChannelSet::default(), |all, value| match (value, known.get(&value)) {
        (0, _) => all,
        (_, Some(&capacity)) => all.union(ChannelSet::one(value, capacity)),
        (_, None) => ChannelSet::ANY,
    })
}

/// The channels that exist as long as some process does, with their capacities: those of the program, and of the
/// processes with numbers below this.
pub(crate) fn capacities(
    program: &Program,
    configuration: &Configuration,
    processes: usize,
) -> HashMap<i32, u32> {
    let mut known = HashMap::new();
    let (mut begun, mut number) = (0, 0);
    for entry in &configuration.entries {
        match entry.kind {
            EntryKind::Process(_) => begun += 1,
            EntryKind::Channel(_) => number += 1,
        }
        if begun > processes {
            break;
        }
        if let EntryKind::Channel(shape) = entry.kind {
            known.insert(number, program.channel_type(shape).capacity);
        }
    }
    known
}
