//! A counterexample: what happened, move by move, in the words of the source.

use crate::{Fault, Move, NamedValue, Span, Transfer};

/// A run from the initial state to a violation.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The moves in order.
    pub steps: Vec<TraceStep>,
    /// What is wrong at the end; `None` for an invalid end state.
    pub fault: Option<Fault>,
    /// Everything the last state holds.
    pub last: Vec<NamedValue>,
    /// Where every process stands in the last state: name, source, what it is about to do.
    pub waiting: Vec<(String, Span, String)>,
}

/// One move of one process.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// Who did what.
    pub by: Move,
    /// `P(1)`.
    pub process: String,
    /// Where the statement stands.
    pub span: Span,
    /// The statement.
    pub statement: String,
    /// What it changed.
    pub changes: Vec<Change>,
    /// The message it sent or received, if it did.
    pub message: Option<Transfer>,
    /// What it printed.
    pub printed: Option<String>,
    /// SPIN's number of the transition, for trail files.
    pub spin_id: u32,
    /// Which step from stored state to stored state it belongs to.
    pub step: u32,
}

/// A variable with another value than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// The value before; `None` if it is new.
    pub from: Option<String>,
    /// The value after; `None` if it is gone.
    pub to: Option<String>,
}
