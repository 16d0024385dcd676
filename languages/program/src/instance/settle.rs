//! Running a program until its processes exist.
//!
//! The run is followed while processes may still be created. Mostly it is a chain; where there is a choice the branches
//! are followed side by side, and if all of them end with the same processes at the same places, differing in values
//! only (`if :: memory = red :: memory = blue fi`), they are alternative starts of one instance. Where one process creates
//! others while these run, its way alone is followed ([`super::creation`]). Otherwise the moment before the choice is as
//! far as the instance reaches.

use std::collections::HashSet;

use super::fold::Folder;
use super::{creation, processes, runs};
use crate::{Interpreter, Layout, LocationId, Proctype, ProctypeId, Program};

/// Executing more steps than this before processes settle is taken as "they never settle".
pub(super) const LONGEST_START: usize = 10_000;

/// More alternatives than this are not followed.
const MOST_STARTS: usize = 64;

/// Where the processes of a program exist.
pub(super) struct Settled {
    /// The states in which they all do, at least one.
    pub starts: Vec<Vec<u8>>,
    /// The states before; of one that creates others while these run, only those in which it moves alone.
    pub before: Vec<Vec<u8>>,
    /// The process that creates others while these run.
    pub creator: Option<u8>,
    /// Why not all processes exist.
    pub obstacle: Option<&'static str>,
}

impl Settled {
    /// Follows the run from the initial state.
    pub fn new(interpreter: &Interpreter, creators: &Creators) -> Option<Settled> {
        let mut before = Vec::new();
        let mut state = interpreter.initial().ok()?;
        while creators.create_more(interpreter.layout(), &state) && before.len() < LONGEST_START {
            let Some(next) = successors(interpreter, &state) else { break };
            match next.as_slice() {
                [] => break,
                [only] => before.push(std::mem::replace(&mut state, only.clone())),
                _ => match alternatives(interpreter, creators, next) {
                    Some(mut settled) => {
                        before.push(state);
                        settled.before.extend(before);
                        return Some(settled);
                    }
                    None => break,
                },
            }
        }
        let chain = |obstacle| Settled { starts: vec![state.clone()], before, creator: None, obstacle };
        Some(match creators.create_more(interpreter.layout(), &state) {
            true => creation::follow(interpreter, creators).unwrap_or_else(|why| chain(Some(why))),
            false => chain(None),
        })
    }
}

/// The distinct successors; `None` if a step goes wrong.
fn successors(interpreter: &Interpreter, state: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut next: Vec<Vec<u8>> = Vec::new();
    for step in interpreter.expand(state).steps {
        let state = if step.fault.is_some() { None } else { step.state }?;
        if !next.contains(&state) {
            next.push(state);
        }
    }
    Some(next)
}

/// Follows several branches until no process is created any more. `None` unless they all end alike.
fn alternatives(interpreter: &Interpreter, creators: &Creators, branches: Vec<Vec<u8>>) -> Option<Settled> {
    let mut seen: HashSet<Vec<u8>> = branches.iter().cloned().collect();
    let mut open = branches;
    let mut settled = Settled { starts: Vec::new(), before: Vec::new(), creator: None, obstacle: None };
    while let Some(state) = open.pop() {
        if !creators.create_more(interpreter.layout(), &state) {
            settled.starts.push(state);
        } else {
            for next in successors(interpreter, &state)? {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
            settled.before.push(state);
        }
        if open.len() + settled.starts.len() > MOST_STARTS || settled.before.len() > LONGEST_START {
            return None;
        }
    }
    settled.starts.sort_unstable();
    let first = settled.starts.first()?;
    let shape = interpreter.layout().configuration_of(first);
    let folder = Folder::new(interpreter, first);
    let read = folder.values_read();
    let alike = |state: &Vec<u8>| {
        interpreter.layout().configuration_of(state).entries == shape.entries
            // Folding is a function of what it reads; large programs are folded again only where that differs.
            && (folder.at(state).values_read() == read
                || processes(interpreter, state) == processes(interpreter, first))
    };
    settled.starts.iter().skip(1).all(alike).then_some(settled)
}

/// From which locations of each process type a `run` can be reached.
#[derive(Clone, Debug)]
pub struct Creators(Vec<Vec<bool>>);

impl Creators {
    pub(super) fn new(program: &Program) -> Creators {
        Creators(program.proctypes.iter().map(leads_to_run).collect())
    }

    /// Can a process of this type, at this location, still reach a `run`?
    pub fn leads(&self, proctype: ProctypeId, location: LocationId) -> bool {
        self.0[proctype.index()].get(location.index()).is_some_and(|&leads| leads)
    }

    /// The locations of a process type from which a `run` can be reached.
    pub fn locations(&self, proctype: ProctypeId) -> &[bool] {
        &self.0[proctype.index()]
    }

    /// Can a process of this state still reach a `run`?
    pub(super) fn create_more(&self, layout: &Layout, state: &[u8]) -> bool {
        let configuration = layout.configuration_of(state);
        (0..configuration.processes.len()).any(|pid| {
            configuration.process(pid).is_some_and(|(proctype, entry)| {
                let slot = layout.processes[proctype.index()].location;
                let location = slot.load(&state[slot.in_entry(entry, 0)..]);
                self.leads(proctype, LocationId(location as u32))
            })
        })
    }
}

/// Follows transitions backwards from those that create processes.
fn leads_to_run(body: &Proctype) -> Vec<bool> {
    let mut leads = vec![false; body.locations.len()];
    let mut sources = vec![Vec::new(); body.locations.len()];
    let mut todo = Vec::new();
    for (location, from) in body.locations.iter().zip(0..) {
        for transition in &location.transitions {
            sources[transition.target.index()].push(LocationId(from));
            if runs(&transition.statement).is_some() {
                todo.push(LocationId(from));
            }
        }
    }
    while let Some(location) = todo.pop() {
        if !std::mem::replace(&mut leads[location.index()], true) {
            todo.append(&mut sources[location.index()]);
        }
    }
    leads
}
