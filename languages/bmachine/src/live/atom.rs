//! What the atoms of a formula ask, at each stage of the way: as text that was parsed, typed, and compiled.

use crate::syntax::ast::{self, Ident};

/// What an atom asks of a position of a run.
#[derive(Clone, Debug)]
pub enum Atom<C> {
    /// The run has ended before: there is no such position.
    Ended,
    /// A predicate holds in the state.
    State(C),
    /// The step that is taken next fits the pattern of this number.
    Taken(usize),
    /// Some step that fits the pattern is possible.
    Enabled(usize),
    /// No step is possible.
    Deadlock,
    /// No step leads to another state.
    Sink,
}

/// Steps of an operation, all of them or those with some arguments.
#[derive(Clone, Debug)]
pub struct Pattern<C> {
    /// The number of the operation among those that a user sees.
    pub operation: usize,
    /// The arguments that are given, by their position among the parameters.
    pub arguments: Vec<(usize, C)>,
    /// With arguments: its bit in the label of a step.
    pub bit: u32,
}

/// Everything that a formula asks.
#[derive(Clone, Debug)]
pub struct Asked<C> {
    /// What the atoms ask, by their numbers.
    pub atoms: Vec<Atom<C>>,
    /// The patterns, by their numbers.
    pub patterns: Vec<Pattern<C>>,
}

impl<C> Default for Asked<C> {
    fn default() -> Self {
        Asked { atoms: Vec::new(), patterns: Vec::new() }
    }
}

/// What a formula asks as it was parsed, and the names that it quantifies over: for each value of theirs the formula
/// must hold.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked.
    pub asked: Asked<ast::Formula>,
    /// The names, each with what its values satisfy.
    pub rigid: Vec<(Ident, ast::Formula)>,
    /// A predicate or an expression whose value is asked for beside them.
    pub value: Option<ast::Formula>,
}

/// Bits of a label that number the operation; those of patterns with arguments are behind them.
pub const OPERATION_BITS: u32 = 16;
/// How many patterns may have arguments.
pub const MOST_WITH_ARGUMENTS: usize = 15;

impl<C> Pattern<C> {
    /// Does a step with this label fit?
    pub fn fits(&self, label: u32) -> bool {
        let operation = label & ((1 << OPERATION_BITS) - 1);
        operation as usize == self.operation && (self.arguments.is_empty() || self.is_marked(label))
    }

    fn is_marked(&self, label: u32) -> bool {
        label >> (OPERATION_BITS + self.bit) & 1 == 1
    }
}
