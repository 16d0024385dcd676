//! Which process owns which element of a global array, and which channel.
//!
//! An array that the processes of a class index by their own numbers is an array of local variables in disguise: element
//! i moves with process i. The same goes for an array of channels that are created once. Numbers may be shifted (`_pid - 1`,
//! or a parameter): folding has made constants of them, so the shift is one for which every process of the class
//! mentions its own element. Any choice is sound; a good one makes more statements alike.

use std::collections::{BTreeMap, HashMap, HashSet};

use program::{GlobalId, Head, Instance, Interpreter, ProctypeId, Tree, VarKey};

use super::edges;

/// What processes own.
#[derive(Debug, Default)]
pub(super) struct Ownership {
    /// For an array of variables: element i belongs to process i plus this.
    pub arrays: BTreeMap<VarKey, i32>,
    /// The owner of a channel, by channel number from 1.
    pub channels: HashMap<i32, u16>,
    /// Processes of types that have several.
    pub class: Vec<bool>,
}

/// Finds out what processes own.
pub(super) fn ownership(interpreter: &Interpreter, instance: &Instance) -> Ownership {
    let mut counts: HashMap<ProctypeId, usize> = HashMap::new();
    instance.processes.iter().for_each(|code| *counts.entry(code.proctype).or_default() += 1);
    let class: Vec<bool> = instance.processes.iter().map(|code| counts[&code.proctype] > 1).collect();
    let used = indices(instance);
    let mut owned = Ownership { class, ..Ownership::default() };
    for (var, id) in interpreter.program().globals.iter().zip(0..) {
        let key = VarKey::global(GlobalId(id));
        let Some(&bound) = var.dims.first() else { continue };
        let Some(shift) = shift(&owned.class, instance, bound, used.get(&key)) else { continue };
        match var.init {
            program::Initialiser::Channel(_) => {
                own_channels(interpreter, instance, key, shift, bound, &mut owned)
            }
            _ => {
                owned.arrays.insert(key, shift);
            }
        }
    }
    own_local_channels(interpreter, instance, &mut owned);
    owned
}

/// The constant first indices of each global array, with the process that uses them and whether as `_pid`.
type Indices = HashMap<VarKey, HashSet<(u16, i32, bool)>>;

fn indices(instance: &Instance) -> Indices {
    fn visit(tree: &Tree, process: u16, out: &mut Indices) {
        if let Head::Element(key) = tree.head
            && let Some(first) = tree.kids.first()
        {
            let own = first.head == Head::PidOf;
            let value = if own { first.kids[0].constant() } else { first.constant() };
            if let Some(value) = value {
                out.entry(key).or_default().insert((process, value, own));
            }
        }
        tree.kids.iter().for_each(|kid| visit(kid, process, out));
    }
    let mut out = Indices::new();
    for (code, process) in instance.processes.iter().zip(0..) {
        edges(code).for_each(|edge| visit(&edge.action, process, &mut out));
    }
    out
}

/// By how much process numbers exceed indices, if the array is indexed by processes of a class.
fn shift(
    class: &[bool],
    instance: &Instance,
    bound: u32,
    used: Option<&HashSet<(u16, i32, bool)>>,
) -> Option<i32> {
    // A folded table of channels leaves no element behind; it is taken to be indexed by process number.
    let Some(used) = used else {
        let fits = class.iter().filter(|&&c| c).count() <= bound as usize;
        let first = class.iter().position(|&c| c)? as i32;
        let exact = class.len() <= bound as usize;
        return fits.then_some(if exact { 0 } else { first });
    };
    if used.iter().any(|&(process, _, own)| own && class[usize::from(process)]) {
        return Some(0);
    }
    let users: HashSet<u16> = used.iter().map(|u| u.0).filter(|&p| class[usize::from(p)]).collect();
    let &first = users.iter().min()?;
    let kind = instance.processes[usize::from(first)].proctype;
    let members = (instance.processes.iter().zip(0u16..)).filter(|(c, _)| c.proctype == kind).map(|(_, p)| p);
    let members: Vec<u16> = members.collect();
    (0..=i32::from(members[0])).rev().find(|&shift| {
        members.iter().all(|&p| {
            let index = i32::from(p) - shift;
            (0..bound as i32).contains(&index) && used.contains(&(p, index, false))
        })
    })
}

fn own_channels(
    interpreter: &Interpreter,
    instance: &Instance,
    key: VarKey,
    shift: i32,
    bound: u32,
    owned: &mut Ownership,
) {
    let constant = program::constant_variables(interpreter.program()).contains(&key);
    for index in 0..bound as i32 {
        let process = usize::try_from(index + shift).ok().filter(|&p| owned.class.get(p) == Some(&true));
        let value = interpreter.variable(&instance.starts[0], key, &[index]);
        if let (true, Some(process), Some(value)) = (constant, process, value) {
            owned.channels.insert(value, process as u16);
        }
    }
}

/// A channel that a process of a class has made for itself.
fn own_local_channels(interpreter: &Interpreter, instance: &Instance, owned: &mut Ownership) {
    for (code, process) in instance.processes.iter().zip(0u16..) {
        if !owned.class[usize::from(process)] {
            continue;
        }
        for (var, id) in interpreter.program().proctype(code.proctype).locals.iter().zip(0..) {
            let key = VarKey::local(code.owner, code.proctype, program::LocalId(id));
            if let (program::Initialiser::Channel(_), true) = (&var.init, var.dims.is_empty())
                && let Some(value) = interpreter.variable(&instance.starts[0], key, &[])
            {
                owned.channels.insert(value, process);
            }
        }
    }
}
