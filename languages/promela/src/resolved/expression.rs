//! Expressions and references to variables.

use super::{BinaryOp, LabelId, MtypeId, ProctypeId, ReceiveArg, Type, UnaryOp, VarId};
use diagnostics::Span;

/// A reference to a variable: `v[i].f[j].g`.
#[derive(Debug, Clone)]
pub struct VarRef {
    /// The variable.
    pub var: VarId,
    /// Its index, present exactly when the variable is an array, save in `for (x in a)`.
    pub index: Option<Box<Expr>>,
    /// Fields, outermost first.
    pub path: Vec<FieldRef>,
    /// Type of what is referred to.
    pub ty: Type,
    /// In the source.
    pub span: Span,
}

/// One `.f[j]`.
#[derive(Debug, Clone)]
pub struct FieldRef {
    /// Index into [`Struct::fields`](super::Struct::fields).
    pub field: u32,
    /// Its index, present exactly when the field is an array.
    pub index: Option<Box<Expr>>,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// In the source.
    pub span: Span,
}

/// What an expression computes. Arithmetic is that of C `int`.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number; `true`, `false` and `skip` too.
    Const(i32),
    /// A symbolic constant.
    Symbol(MtypeId, u8),
    /// A variable.
    Var(VarRef),
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    ProcessCount,
    /// `_last`.
    Last,
    /// `_priority`.
    Priority,
    /// `_p`: the control state of the running process.
    ControlState,
    /// `_` in a send of an event trace: whatever is sent.
    Anything,
    /// `np_`.
    NonProgress,
    /// `timeout`.
    Timeout,
    /// `-e`, `!e`, `~e`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b` and so on; `&&` and `||` do not evaluate the right side in vain.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `run p(args)`.
    Run {
        /// The proctype.
        proctype: ProctypeId,
        /// Actual parameters, flattened.
        args: Vec<Expr>,
        /// `priority n`.
        priority: Option<u8>,
    },
    /// `len(q)`.
    Len(VarRef),
    /// `full(q)` and its kind.
    Probe(Probe, VarRef),
    /// `q?[…]`, `q??[…]`.
    Poll {
        /// The channel.
        channel: VarRef,
        /// The pattern, flattened; nothing is stored.
        args: Vec<ReceiveArg>,
        /// `??`.
        random: bool,
    },
    /// `enabled(e)`.
    Enabled(Box<Expr>),
    /// `pc_value(e)`.
    PcValue(Box<Expr>),
    /// `get_priority(e)`.
    GetPriority(Box<Expr>),
    /// `p[e]@label`.
    RemoteLabel {
        /// The proctype.
        proctype: ProctypeId,
        /// Which instance; `None` when written `p@label`.
        pid: Option<Box<Expr>>,
        /// The label.
        label: LabelId,
    },
    /// `p[e]:x`.
    RemoteVar {
        /// The proctype.
        proctype: ProctypeId,
        /// Which instance; `None` when written `p:x`.
        pid: Option<Box<Expr>>,
        /// A local variable of that proctype.
        var: VarRef,
    },
}

/// Tests of a channel's fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Probe {
    /// `full(q)`.
    Full,
    /// `empty(q)`.
    Empty,
    /// `nfull(q)`.
    NotFull,
    /// `nempty(q)`.
    NotEmpty,
}
