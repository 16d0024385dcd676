//! Statements.

use super::{Expr, LabelId, VarRef};
use diagnostics::Span;
use std::sync::Arc;

/// A sequence of statements, empty only as the body of a process that does nothing.
#[derive(Debug, Clone)]
pub struct Block {
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// The whole block in the source.
    pub span: Span,
}

impl Block {
    /// Is this, as an option of `if` or `do`, the one for the case that no other is possible?
    pub fn begins_with_else(&self) -> bool {
        matches!(self.stmts.first(), Some(Stmt { kind: StmtKind::Else, .. }))
    }
}

/// A statement with its labels.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// Labels in front of it.
    pub labels: Vec<LabelId>,
    /// What it does.
    pub kind: StmtKind,
    /// Where it is written; inside an inline this is the definition, as in SPIN's line numbers.
    pub span: Span,
    /// The outermost call of an inline this statement comes from.
    pub call: Option<Span>,
    /// What a trace shows of it: the source with parameters of inlines replaced, on one line.
    pub text: Arc<str>,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// `x = e`; also `x++`, `x--`, desugared to `x = x + 1`.
    Assign {
        /// What is assigned.
        target: LValue,
        /// The new value.
        value: Expr,
    },
    /// An expression used as a statement: blocks until it is non-zero. `skip` is the constant 1; `run` stands here too.
    Condition(Expr),
    /// `q!e,…`, sorted when `q!!e,…`.
    Send {
        /// The channel.
        channel: VarRef,
        /// The message, flattened.
        args: Vec<Expr>,
        /// `!!`.
        sorted: bool,
    },
    /// `q?x,…` in its four forms.
    Receive {
        /// The channel.
        channel: VarRef,
        /// The message pattern, flattened.
        args: Vec<ReceiveArg>,
        /// `??`: any message, not just the first.
        random: bool,
        /// `?<…>`: the message stays.
        keep: bool,
    },
    /// `assert(e)`.
    Assert(Expr),
    /// `printf`.
    Printf {
        /// The format without its quotes, escapes as written.
        format: String,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `printm`.
    Printm(Expr),
    /// `set_priority(p, n)`.
    SetPriority(Expr, Expr),
    /// `goto`.
    Goto(LabelId),
    /// Leaves the innermost enclosing `do`.
    Break,
    /// `else`, always first in the last option.
    Else,
    /// `if`.
    If(Vec<Block>),
    /// `do`.
    Do(Vec<Block>),
    /// `atomic`.
    Atomic(Block),
    /// `d_step`.
    DStep(Block),
    /// `{ … }`, and the body of an inline.
    Block(Block),
    /// `{ main } unless { escape }`.
    Unless {
        /// Runs until the escape can.
        main: Block,
        /// Takes over as soon as its first statement is executable.
        escape: Block,
    },
}

/// The target of an assignment or of a receive.
#[derive(Debug, Clone)]
pub enum LValue {
    /// A variable, element or field.
    Var(VarRef),
    /// `_`: the value is thrown away.
    Discard(Span),
    /// `_priority = e` of the running process.
    Priority(Span),
}

/// One field of a receive.
#[derive(Debug, Clone)]
pub enum ReceiveArg {
    /// Stores the field.
    Store(LValue),
    /// Matches a constant.
    Match(Expr),
    /// `eval(e)`: matches the value of an expression.
    Eval(Expr),
}
