//! What a property of runs sees of a program.
//!
//! A static reduction may change what happens between two states that a property tells apart in nothing, and no more. What it has to
//! leave as it is depends on four things: the conditions that the property evaluates, whether it looks at labels, whether it
//! counts steps, and whether runs are to be fair, which is about who can move in every single state.

use crate::Expr;

/// What a property about runs that go on for ever sees of a program.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The conditions that it evaluates.
    pub atoms: &'a [Expr],
    /// It looks at accept or progress labels of processes.
    pub labels: bool,
    /// Repeating states makes no difference to it.
    pub stutter_invariant: bool,
    /// Runs are to be fair to processes, weakly or strongly.
    pub fair: bool,
}
