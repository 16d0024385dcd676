//! Running a program until its processes exist.
//!
//! The run is followed while processes may still be created. Mostly it is a chain; where there is a choice the branches
//! are followed side by side, and if all of them end with the same processes at the same places, differing in values
//! only (`if :: memory = red :: memory = blue fi`), they are alternative starts of one instance. Otherwise the moment
//! before the choice is as far as the instance reaches.

use std::collections::HashSet;

use super::{processes, reachable, runs};
use crate::{Interpreter, Pid};

/// Executing more steps than this before processes settle is taken as "they never settle".
const LONGEST_START: usize = 10_000;

/// More alternatives than this are not followed.
const MOST_STARTS: usize = 64;

/// Where the processes of a program exist.
pub(super) struct Settled {
    /// The states in which they all do, at least one.
    pub starts: Vec<Vec<u8>>,
    /// The states before.
    pub before: Vec<Vec<u8>>,
}

impl Settled {
    /// Follows the run from the initial state.
    pub fn new(interpreter: &Interpreter) -> Option<Settled> {
        let mut before = Vec::new();
        let mut state = interpreter.initial().ok()?;
        while creates_more(interpreter, &state) && before.len() < LONGEST_START {
            let Some(next) = successors(interpreter, &state) else { break };
            match next.as_slice() {
                [] => break,
                [only] => before.push(std::mem::replace(&mut state, only.clone())),
                _ => match alternatives(interpreter, next) {
                    Some(mut settled) => {
                        before.push(state);
                        settled.before.extend(before);
                        return Some(settled);
                    }
                    None => break,
                },
            }
        }
        Some(Settled { starts: vec![state], before })
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
fn alternatives(interpreter: &Interpreter, branches: Vec<Vec<u8>>) -> Option<Settled> {
    let mut seen: HashSet<Vec<u8>> = branches.iter().cloned().collect();
    let mut open = branches;
    let mut settled = Settled { starts: Vec::new(), before: Vec::new() };
    while let Some(state) = open.pop() {
        if !creates_more(interpreter, &state) {
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
    let code = processes(interpreter, first);
    let alike = |state: &Vec<u8>| {
        interpreter.layout().configuration_of(state).entries == shape.entries
            && processes(interpreter, state) == code
    };
    settled.starts.iter().skip(1).all(alike).then_some(settled)
}

/// Can a process of this state still reach a `run`?
fn creates_more(interpreter: &Interpreter, state: &[u8]) -> bool {
    let count = interpreter.layout().configuration_of(state).processes.len();
    (0..count).any(|pid| {
        interpreter.location(state, Pid(pid as u8)).is_some_and(|(proctype, location)| {
            let body = interpreter.program().proctype(proctype);
            reachable(interpreter.program(), proctype, location)
                .iter()
                .flat_map(|&l| &body.location(l).transitions)
                .any(|t| runs(&t.statement).is_some())
        })
    })
}
