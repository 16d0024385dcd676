//! What must stay where it is, because the language orders it.
//!
//! Process numbers are positions on a stack: only the youngest process can die, and an observer can tell. A process
//! below one that never ends can never be removed, so for it the order is invisible; one above it that can end is
//! fixed. Numbers that are used as processes or channels although their kind is "number" fix what they may name.

use program::{Code, Head, Instance, Interpreter, Program, Statement, Tree};

use super::kinds::{Class, Kinds};
use super::program_graph::Fixed;

/// What must stay in its place.
pub(super) fn fixed(
    program: &Program,
    instance: &Instance,
    kinds: &Kinds,
    interpreter: &Interpreter,
) -> Fixed {
    let count = instance.processes.len() as u8;
    let mut fixed = Fixed { priorities: priorities(interpreter, instance), ..Fixed::default() };
    fixed.processes.extend(mortal(instance));
    if program.uses_last {
        fixed.processes.extend(0..count);
    }
    fixed.channel_lives = channel_lives(instance);
    fixed.channels = watches_unreached_channels(program, instance);
    if !fixed.processes.contains(&0) && instance.observers.iter().any(asks_whether_enabled) {
        fixed.processes.push(0);
    }
    let mut scan = Scan { instance, kinds, fixed: &mut fixed };
    for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
        code.provided.iter().for_each(|t| scan.tree(t));
        code.starts.iter().flat_map(|(_, values)| values).for_each(|t| scan.tree(t));
        for (_, edges) in &code.locations {
            edges.iter().for_each(|e| scan.tree(&e.action));
        }
    }
    fixed
}

fn priorities(interpreter: &Interpreter, instance: &Instance) -> Vec<i32> {
    (0..instance.processes.len()).map(|pid| interpreter.priority(&instance.starts[0], pid as i32)).collect()
}

/// Processes that may be removed: those that can end, above the youngest that cannot.
pub(super) fn mortal(instance: &Instance) -> Vec<u8> {
    let ends = |pid: &u8| {
        let code = &instance.processes[usize::from(*pid)];
        code.locations.iter().flat_map(|(_, edges)| edges).any(|e| ends_process(&e.action))
    };
    let count = instance.processes.len() as u8;
    (0..count).rev().take_while(ends).collect()
}

/// For each channel, how many processes that may be removed were created before it.
fn channel_lives(instance: &Instance) -> Vec<usize> {
    let (mortal, entries) = (mortal(instance), &instance.configuration);
    let older =
        |channel: u32| mortal.iter().filter(|&&p| entries.processes[usize::from(p)] < channel).count();
    entries.channels.iter().map(|&channel| older(channel)).collect()
}

/// A `trace` watches every channel that it mentions anywhere, also where it never gets to, which no code shows.
fn watches_unreached_channels(program: &Program, instance: &Instance) -> bool {
    let Some((_, automaton)) = program.trace else { return false };
    let body = &program.proctype(automaton).locations;
    let mentioned = body.iter().flat_map(|location| &location.transitions);
    let mentioned = mentioned.filter(|t| matches!(t.statement, Statement::Event { .. })).count();
    let code = instance.observers.iter().filter(|code| code.proctype == automaton);
    let reached = code.flat_map(|code| &code.locations).flat_map(|(_, edges)| edges);
    reached.filter(|edge| matches!(edge.action.head, Head::Event { .. })).count() < mentioned
}

/// A claim looks at the state as process 0 does, of which it may not ask `enabled`: that tells this process from others.
fn asks_whether_enabled(observer: &Code) -> bool {
    fn asks(tree: &Tree) -> bool {
        tree.head == Head::Enabled || tree.kids.iter().any(asks)
    }
    observer.locations.iter().flat_map(|(_, edges)| edges).any(|edge| asks(&edge.action))
}

fn ends_process(tree: &Tree) -> bool {
    tree.head == Head::Terminate || tree.kids.iter().any(ends_process)
}

struct Scan<'a> {
    instance: &'a Instance,
    kinds: &'a Kinds,
    fixed: &'a mut Fixed,
}

impl Scan<'_> {
    fn tree(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Send { .. }
            | Head::Receive { .. }
            | Head::Event { .. }
            | Head::Poll { .. }
            | Head::Len
            | Head::Test(_) => self.fixed.channels |= self.is_plain(&tree.kids[0]),
            Head::Enabled | Head::PcValue | Head::Priority | Head::SetPriority => {
                self.process_number(&tree.kids[0]);
            }
            Head::AtLabel(proctype, _) | Head::Remote(proctype, _, false) if tree.kids.is_empty() => {
                self.fix_type(*proctype);
            }
            Head::AtLabel(..) | Head::Remote(_, _, true) => self.process_number(&tree.kids[0]),
            Head::Remote(proctype, ..) => self.fix_type(*proctype),
            _ => {}
        }
        tree.kids.iter().for_each(|k| self.tree(k));
    }

    fn is_plain(&self, tree: &Tree) -> bool {
        self.kinds.tree_class(tree) == Some(Class::Plain)
    }

    fn process_number(&mut self, tree: &Tree) {
        if self.is_plain(tree) {
            self.fixed.processes.extend(0..self.instance.processes.len() as u8);
        }
    }

    /// "The first process of this type" tells its processes apart.
    fn fix_type(&mut self, proctype: program::ProctypeId) {
        let alike = (self.instance.processes.iter().zip(0u8..)).filter(|(c, _)| c.proctype == proctype);
        self.fixed.processes.extend(alike.map(|(_, pid)| pid));
    }
}
