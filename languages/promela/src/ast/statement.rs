//! Statements as they are written.

use super::{Body, Decl, Expr, InlineArg, MtypeDecl, Name, ReceiveArg, VarRef};
use diagnostics::Span;
use std::rc::Rc;

/// One element of a sequence.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "almost every step is a statement")]
pub enum Step {
    /// A declaration.
    Decl(Decl),
    /// `mtype = { … }`, which SPIN allows only at the top level.
    Mtype(MtypeDecl),
    /// `xr q` or `xs q`.
    Exclusive {
        /// `xs`?
        send: bool,
        /// The channels.
        channels: Vec<VarRef>,
        /// The whole construct in the source.
        span: Span,
    },
    /// A statement.
    Stmt(Stmt),
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands; inside an inline, in its definition.
    pub span: Span,
    /// The outermost call of an inline it comes from.
    pub call: Option<Span>,
    /// The statement as it is written, parameters of inlines replaced, on one line; empty for one that only holds others.
    pub text: Rc<str>,
}

/// The parts of the head of a `for` or `select` as they are written.
#[derive(Debug, Clone)]
pub struct RangeTexts {
    /// The index.
    pub var: Rc<str>,
    /// Its first value.
    pub from: Rc<str>,
    /// Its last value.
    pub to: Rc<str>,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// `name: stmt`, or `name:` alone, which stands for a skip.
    Labelled(Name, Option<Box<Stmt>>),
    /// `x = e`.
    Assign(VarRef, Expr),
    /// `x++`.
    Increment(VarRef),
    /// `x--`.
    Decrement(VarRef),
    /// An expression.
    Condition(Expr),
    /// `q!…` or `q!!…`.
    Send {
        /// The channel.
        channel: VarRef,
        /// The message.
        args: Vec<Expr>,
        /// `!!`.
        sorted: bool,
    },
    /// `q?…`, `q??…`, `q?<…>`, `q??<…>`.
    Receive {
        /// The channel.
        channel: VarRef,
        /// The pattern.
        args: Vec<ReceiveArg>,
        /// `??`.
        random: bool,
        /// `<…>`.
        keep: bool,
    },
    /// `assert e`.
    Assert(Expr),
    /// `printf(…)`.
    Printf(String, Vec<Expr>),
    /// `printm(x)`.
    Printm(Expr),
    /// `set_priority(p, n)`.
    SetPriority(Expr, Expr),
    /// `goto l`.
    Goto(Name),
    /// `break`.
    Break,
    /// `else`.
    Else,
    /// `if … fi`.
    If(Vec<Body>),
    /// `do … od`.
    Do(Vec<Body>),
    /// `for (x : a .. b) { … }`.
    ForRange {
        /// The index.
        var: VarRef,
        /// Its first value.
        from: Expr,
        /// Its last value.
        to: Expr,
        /// The loop.
        body: Body,
        /// Its head as it is written.
        texts: RangeTexts,
    },
    /// `for (x in a) { … }`.
    ForIn {
        /// The index.
        var: VarRef,
        /// An array or a channel.
        of: VarRef,
        /// The loop.
        body: Body,
        /// `for (x in a)` as it is written.
        head: Rc<str>,
    },
    /// `select (x : a .. b)`.
    Select {
        /// What is chosen.
        var: VarRef,
        /// Smallest value.
        from: Expr,
        /// Largest value.
        to: Expr,
        /// SPIN replaces a `select` between two numbers written directly in a body by an `if` with one option each
        /// (up to 33), but not one inside an inline.
        literal: bool,
        /// Its head as it is written.
        texts: RangeTexts,
    },
    /// `atomic { … }`.
    Atomic(Body),
    /// `d_step { … }`.
    DStep(Body),
    /// `{ … }`.
    Block(Body),
    /// `main unless escape`.
    Unless(Box<Stmt>, Box<Stmt>),
    /// A call of an inline, with what it stands for.
    Inline {
        /// Where the value of `return` goes.
        target: Option<VarRef>,
        /// The name called.
        name: Name,
        /// The actual parameters.
        args: Vec<InlineArg>,
        /// The expansion; `None` when it could not be read.
        body: Option<Box<Stmt>>,
    },
    /// `return e` inside an inline called as `x = f()`: assigns.
    Return(VarRef, Expr),
}
