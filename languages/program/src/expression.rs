//! Expressions: side-effect free, evaluated to a C `int`.

use crate::{GlobalId, LocalId, LocationId, ProctypeId, ReceiveArg, Scalar};

/// An expression. Everything evaluates to a 32-bit wrapping integer; truth is "not zero".
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A literal.
    Const(i32),
    /// The value of a variable.
    Load(Place),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands; `&&` and `||` do not evaluate the right one needlessly.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `len(q)`; `q` is a channel-valued expression.
    Len(Box<Expr>),
    /// `full(q)` and its relatives.
    Test(ChannelTest, Box<Expr>),
    /// `q?[..]` (`random` false) and `q??[..]`: would this receive succeed? Never true of a rendezvous channel.
    Poll {
        /// The channel.
        channel: Box<Expr>,
        /// The patterns.
        args: Vec<ReceiveArg>,
        /// `??`: any message of the queue, not just the first.
        random: bool,
    },
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    ProcessCount,
    /// `_last`.
    Last,
    /// `timeout`: no other statement is executable.
    Timeout,
    /// `np_`: no process is at a progress location.
    NonProgress,
    /// `enabled(pid)`.
    Enabled(Box<Expr>),
    /// `pc_value(pid)`: the control location of a process.
    PcValue(Box<Expr>),
    /// `get_priority(pid)`, and `_priority` when the operand is `Pid`.
    Priority(Box<Expr>),
    /// `P[pid]@label`: is that process at that location? Without a pid: the first process of the type.
    AtLabel {
        /// The type of the process.
        proctype: ProctypeId,
        /// Which process.
        pid: Option<Box<Expr>>,
        /// The location that carries the label.
        location: LocationId,
    },
}

/// A variable or an element of an array: something that can be read and written.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The variable.
    pub var: VarRef,
    /// The type of its cells.
    pub scalar: Scalar,
    /// One index per dimension of the variable, each checked against its bound.
    /// Structures are flattened, so `x[i].b[j]` is the variable `x.b` of two dimensions.
    pub index: Vec<Expr>,
}

/// Which variable a [`Place`] means.
#[derive(Clone, Debug, PartialEq)]
pub enum VarRef {
    /// A global variable.
    Global(GlobalId),
    /// A variable of the process that executes.
    Local(LocalId),
    /// `P[pid]:x`: a variable of another process, read only. Without a pid: the first process of the type.
    /// Reading from a process that is not there gives 0.
    Remote {
        /// The type of the process.
        proctype: ProctypeId,
        /// Which process.
        pid: Option<Box<Expr>>,
        /// Which of its variables.
        local: LocalId,
    },
    /// `_`: a write-only variable.
    Scratch,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Operators with two operands, with C's meaning on `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

/// Tests on how full a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChannelTest {
    Full,
    NotFull,
    Empty,
    NotEmpty,
}
