//! From a program to a system: which cells move with which process, and the code of each process in those terms.
//!
//! The program must have all its processes at the start, in one state to which every run comes, and a number of language
//! features are refused, each with its reason: what they mean depends on numbers of processes or on all processes
//! at once in ways that no edge's partition describes.

mod cells;
mod code;
mod codec;
mod identifiers;
mod ownership;
mod simplify;
mod start;

use std::fmt;

use program::{Code, Edge, Head, Instance, Interpreter, Span, Tree};

pub use codec::Codec;
pub use start::Before;

use crate::system::System;
use cells::Cells;
use code::Coder;

/// A program as a system.
#[derive(Debug)]
pub struct Translation {
    /// The system.
    pub system: System,
    /// Between its states and those of the interpreter.
    pub codec: Codec,
    /// The states before the processes exist.
    pub before: Before,
}

/// Why a program cannot be explored lazily.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub why: String,
    /// Where.
    pub span: Option<Span>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn new(why: impl Into<String>, span: impl Into<Option<Span>>) -> Refusal {
        Refusal { why: why.into(), span: span.into() }
    }

    /// The same, where it is not known better.
    fn at(self, span: Span) -> Refusal {
        Refusal { span: self.span.or(Some(span)), ..self }
    }
}

/// Makes a system of a program whose states have no reference part.
pub fn translate(interpreter: &Interpreter) -> Result<Translation, Refusal> {
    let instance =
        Instance::new(interpreter).ok_or_else(|| Refusal::new("the program cannot be instantiated", None))?;
    refuse_features(interpreter, &instance)?;
    let before = start::before(interpreter, &instance)?;
    let cells = Cells::new(interpreter, &instance);
    let mut system = cells.system();
    for (code, pid) in instance.processes.iter().zip(0u16..) {
        let coder = Coder::new(&instance, &cells, pid);
        system.transitions.push(coder.transitions(code)?);
    }
    Ok(Translation { system, codec: cells.codec(interpreter, &instance), before })
}

fn refuse_features(interpreter: &Interpreter, instance: &Instance) -> Result<(), Refusal> {
    let program = interpreter.program();
    if !instance.later.is_empty() {
        return Err(Refusal::new("processes are created while others already run", instance.creation));
    }
    if program.checked_claim.is_some() {
        return Err(Refusal::new("a claim is followed beside the processes", None));
    }
    if program.trace.is_some() {
        return Err(Refusal::new("a trace assertion watches the order of events", None));
    }
    if program.uses_last {
        return Err(Refusal::new("`_last` makes the last process to move part of the state", None));
    }
    if program.uses_priority {
        return Err(Refusal::new("priorities make every move depend on all processes", None));
    }
    for code in &instance.processes {
        let body = program.proctype(code.proctype);
        if body.provided.is_some() {
            return Err(Refusal::new("a `provided` clause is not supported", body.span));
        }
        if body.deterministic {
            return Err(Refusal::new("a `D_proctype` is not supported", body.span));
        }
        edges(code).try_for_each(refuse_edge)?;
    }
    Ok(())
}

fn refuse_edge(edge: &Edge) -> Result<(), Refusal> {
    if edge.rank != 0 {
        return Err(Refusal::new("`unless` is not supported", edge.span));
    }
    match unsupported(&edge.action) {
        Some(why) => Err(Refusal::new(why, edge.span)),
        None => Ok(()),
    }
}

fn unsupported(tree: &Tree) -> Option<&'static str> {
    let here = match &tree.head {
        Head::Timeout => Some("`timeout` depends on all processes at once"),
        Head::NonProgress => Some("`np_` depends on all processes at once"),
        Head::Enabled => Some("`enabled` depends on all that another process could do"),
        Head::Priority | Head::SetPriority => Some("priorities make every move depend on all processes"),
        Head::Run(..) => Some("processes are created while others already run"),
        Head::Last => Some("`_last` makes the last process to move part of the state"),
        Head::Send { sorted: true } => Some("a sorted send compares messages by order"),
        Head::OwnPid | Head::Event { .. } => Some("the statement belongs to no process that exists"),
        _ => None,
    };
    here.or_else(|| tree.kids.iter().find_map(unsupported))
}

pub(crate) fn edges(code: &Code) -> impl Iterator<Item = &Edge> {
    code.locations.iter().flat_map(|(_, edges)| edges)
}
