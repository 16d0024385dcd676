//! Statements: what one transition does. Each is executable or not in a state, and has one effect when it is.

use crate::{Expr, Place, ProctypeId};

/// What a transition does.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Always executable, no effect: `skip`, a `goto` that is a step of its own, `printf`-free jumps.
    Skip,
    /// Executable when the expression is not zero.
    Guard(Expr),
    /// Executable when no earlier transition of the same location is.
    Else,
    /// Always executable.
    Assign(Place, Expr),
    /// The variable's value will never be read again: leave in it what says nothing (all bytes zero, which in a
    /// biased cell is no value at all; see [`crate::CellSlot::biased`]). Always executable.
    Forget(Place),
    /// `run P(..)` as a statement (`result` none) or `x = run P(..)`. The new process's number is assigned.
    Run {
        /// The type of the new process.
        proctype: ProctypeId,
        /// Values of its parameters.
        args: Vec<Expr>,
        /// `run P(..) priority n`; 1 without.
        priority: u8,
        /// Where the number of the new process goes.
        result: Option<Place>,
    },
    /// `q!..` (appends) and `q!!..` (`sorted`). Executable when the queue is not full, or on a rendezvous
    /// channel when some other process can receive at once.
    Send {
        /// The channel.
        channel: Expr,
        /// The message.
        args: Vec<Expr>,
        /// Insert before the first message that is larger.
        sorted: bool,
    },
    /// `q?..`, `q??..` (`random`), `q?<..>` (`keep`).
    Receive {
        /// The channel.
        channel: Expr,
        /// Patterns and variables, one per field.
        args: Vec<ReceiveArg>,
        /// Take the first message that matches rather than the first.
        random: bool,
        /// Leave the message in the queue.
        keep: bool,
    },
    /// Always executable; a violation when the expression is zero.
    Assert(Expr),
    /// `printf`: always executable. The text is for traces.
    Print {
        /// The format string, without quotes, escapes resolved.
        format: String,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `set_priority(pid, value)`.
    SetPriority(Expr, Expr),
    /// The end of the body: the process dies. Executable when it is the youngest process alive.
    Terminate,
    /// A `d_step`: runs to its end as one step.
    DStep(DStep),
    /// An event of a `trace` automaton: matches a send or a receive that another process performs.
    /// Stands only in the process type that [`crate::Program::trace`] names; there a `Bind` matches anything.
    Event {
        /// A send rather than a receive.
        send: bool,
        /// The channel.
        channel: Expr,
        /// Patterns.
        args: Vec<ReceiveArg>,
    },
    /// Statements merged into one step: executable when the first is; the others always are.
    Sequence(Vec<Statement>),
}

impl Statement {
    /// A single statement that can always be executed, whatever the state: it never waits, chooses or communicates.
    pub fn is_plain(&self) -> bool {
        use Statement::{Assert, Assign, Forget, Print, Skip};
        matches!(self, Skip | Assign(..) | Forget(_) | Assert(_) | Print { .. })
    }

    /// Is its first statement plain, or a change of priority, so that it can be executed in every state?
    pub fn never_waits(&self) -> bool {
        match self {
            Statement::Sequence(all) => all.first().is_some_and(Statement::never_waits),
            Statement::DStep(step) => match &step.nodes[0] {
                DStepNode::Do { statement, .. } => statement.never_waits(),
                DStepNode::Choice { .. } => false,
            },
            other => other.is_plain() || matches!(other, Statement::SetPriority(..)),
        }
    }

    /// Is it executed only if nothing is that is tried before it? Variables may be forgotten behind an `else`.
    pub fn begins_with_else(&self) -> bool {
        match self {
            Statement::Else => true,
            Statement::Sequence(all) => all.first().is_some_and(Statement::begins_with_else),
            _ => false,
        }
    }

    /// May what is tried before it decide whether it is executed? So it is for an `else`, also where a `d_step` begins with one.
    pub fn depends_on_earlier(&self) -> bool {
        let is_else = |node: &DStepNode| matches!(node, DStepNode::Do { statement: Statement::Else, .. });
        match self {
            Statement::Sequence(all) => all.first().is_some_and(Statement::depends_on_earlier),
            Statement::DStep(step) => step.guards(0).iter().any(|&node| is_else(&step.nodes[node as usize])),
            other => other.begins_with_else(),
        }
    }
}

/// One argument of a receive.
#[derive(Clone, Debug, PartialEq)]
pub enum ReceiveArg {
    /// A constant or `eval(e)`: the field must have this value.
    Match(Expr),
    /// A variable: takes the field's value. `_` is [`crate::VarRef::Scratch`].
    Bind(Place),
}

/// The body of a `d_step`: a graph that is run from node 0 until it leaves.
///
/// The step is executable when the guard of node 0 is (for a choice: one of its options). Inside, the first
/// executable option of a choice is taken, and a statement that blocks is an error.
#[derive(Clone, Debug, PartialEq)]
pub struct DStep {
    /// The nodes; execution starts at node 0.
    pub nodes: Vec<DStepNode>,
}

impl DStep {
    /// The nodes that decide whether a choice may begin: options that begin with a condition, a send, a receive or an
    /// `else`. SPIN leaves the others out; if all are, the step may begin.
    pub fn guards(&self, node: u32) -> Vec<u32> {
        match &self.nodes[node as usize] {
            DStepNode::Choice { options } => options.iter().flat_map(|&o| self.guards(o)).collect(),
            DStepNode::Do { statement, .. } => match statement {
                Statement::Guard(_)
                | Statement::Else
                | Statement::Send { .. }
                | Statement::Receive { .. } => {
                    vec![node]
                }
                _ => Vec::new(),
            },
        }
    }
}

/// One node of the control-flow graph of a `d_step`.
#[derive(Clone, Debug, PartialEq)]
pub enum DStepNode {
    /// Execute, then go on at `next`; `None` ends the step.
    Do {
        /// The statement: anything but `Run`, `Terminate`, `DStep`.
        statement: Statement,
        /// The node at which the `d_step` goes on, unless it ends here.
        next: Option<u32>,
    },
    /// Go on at the first option whose first statement is executable (an [`Statement::Else`] always is).
    Choice {
        /// The nodes the options begin with: `Do` nodes, or choices again.
        options: Vec<u32>,
    },
}
