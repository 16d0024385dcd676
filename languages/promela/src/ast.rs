//! The syntax tree: what was written, after preprocessing, with names still names.
//!
//! Calls of inlines keep both the call and its expansion, so that the printer can give back the call and the resolver
//! can work on what it stands for.

mod statement;

use diagnostics::Span;
use std::rc::Rc;

pub use statement::{RangeTexts, Step, Stmt, StmtKind};

pub use crate::operator::{BinaryOp, TemporalBinary, TemporalUnary, UnaryOp};

/// A whole file.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Top-level items in order.
    pub items: Vec<Item>,
    /// Where inlines are called, in inlines that are called too.
    pub inline_calls: Vec<Name>,
}

/// A name in the source.
#[derive(Debug, Clone)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A top-level item.
#[derive(Debug, Clone)]
pub enum Item {
    /// `proctype`.
    Proctype(Proctype),
    /// `init`.
    Init(Init),
    /// `never`.
    Never(Never),
    /// `ltl`.
    Ltl(Ltl),
    /// `trace` or `notrace`.
    Trace(Trace),
    /// Variables.
    Decl(Decl),
    /// `mtype = { … }`.
    Mtype(MtypeDecl),
    /// `typedef`.
    Typedef(Typedef),
    /// `inline`.
    Inline(InlineDef),
}

/// `active [n] proctype p(…) priority n provided (e) { … }`.
#[derive(Debug, Clone)]
pub struct Proctype {
    /// `active` with its optional count.
    pub active: Option<Option<ArraySize>>,
    /// `D_proctype`.
    pub deterministic: bool,
    /// Its name.
    pub name: Name,
    /// Formal parameters, in groups as written.
    pub params: Vec<Decl>,
    /// `priority n`.
    pub priority: Option<Number>,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// The statements.
    pub body: Body,
}

/// `init priority n { … }`.
#[derive(Debug, Clone)]
pub struct Init {
    /// The keyword.
    pub span: Span,
    /// `priority n`.
    pub priority: Option<Number>,
    /// The statements.
    pub body: Body,
}

/// `never name { … }`.
#[derive(Debug, Clone)]
pub struct Never {
    /// The keyword.
    pub span: Span,
    /// Its optional name.
    pub name: Option<Name>,
    /// The statements.
    pub body: Body,
}

/// `trace { … }` or `notrace { … }`.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The keyword.
    pub span: Span,
    /// Is it `notrace`?
    pub negated: bool,
    /// The statements.
    pub body: Body,
}

/// `ltl name { formula }`.
#[derive(Debug, Clone)]
pub struct Ltl {
    /// The whole construct in the source.
    pub span: Span,
    /// Its optional name.
    pub name: Option<Name>,
    /// The formula.
    pub formula: Expr,
}

/// A sequence in braces (or an option, without them).
#[derive(Debug, Clone)]
pub struct Body {
    /// Declarations and statements in order.
    pub steps: Vec<Step>,
    /// From the opening to the closing brace.
    pub span: Span,
    /// The closing brace.
    pub close: Span,
    /// Is the first statement followed by `->`?
    pub arrow: bool,
}

/// A number with its place.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// Its value.
    pub value: i32,
    /// Where it stands.
    pub span: Span,
}

/// `hidden`, `show` or `local`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Not part of the state.
    Hidden,
    /// Shown in traces.
    Show,
    /// A global used by one process only.
    Local,
}

/// The type of a declaration.
#[derive(Debug, Clone)]
pub enum TypeName {
    /// `bit`.
    Bit,
    /// `bool`.
    Bool,
    /// `byte`.
    Byte,
    /// `pid`.
    Pid,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned`.
    Unsigned,
    /// `mtype` or `mtype:name`.
    Mtype(Option<Name>),
    /// `chan`.
    Chan,
    /// A `typedef`.
    User(Name),
}

/// `hidden byte x = 1, y[2]`.
#[derive(Debug, Clone)]
pub struct Decl {
    /// `hidden`, `show` or `local`.
    pub visibility: Option<Visibility>,
    /// The type.
    pub ty: TypeName,
    /// The variables.
    pub vars: Vec<Declarator>,
    /// The whole construct in the source.
    pub span: Span,
}

/// One variable of a declaration.
#[derive(Debug, Clone)]
pub struct Declarator {
    /// Its name.
    pub name: Name,
    /// `: n` of an `unsigned`.
    pub width: Option<Number>,
    /// `[n]`.
    pub size: Option<ArraySize>,
    /// `= …`.
    pub init: Option<Initialiser>,
    /// As it is written.
    pub text: Rc<str>,
}

/// The size of an array, or the count of `active`.
#[derive(Debug, Clone)]
pub enum ArraySize {
    /// A constant expression.
    Const(Expr),
    /// The name of an initialised variable, which SPIN reads with a warning.
    Name(Name),
}

/// What follows `=` in a declaration.
#[derive(Debug, Clone)]
pub enum Initialiser {
    /// An expression.
    Value(Expr),
    /// `{ 1, 2 }`.
    List(Vec<Expr>),
    /// `[n] of { … }`.
    Channel(ChannelInit),
}

/// `[n] of { types }`.
#[derive(Debug, Clone)]
pub struct ChannelInit {
    /// Number of slots.
    pub capacity: Expr,
    /// Message fields.
    pub fields: Vec<(TypeName, Span)>,
    /// The whole construct in the source.
    pub span: Span,
}

/// `mtype:name = { a, b }`.
#[derive(Debug, Clone)]
pub struct MtypeDecl {
    /// Name of the set.
    pub set: Option<Name>,
    /// The constants as written.
    pub constants: Vec<Name>,
    /// The whole construct in the source.
    pub span: Span,
}

/// `typedef t { … }`.
#[derive(Debug, Clone)]
pub struct Typedef {
    /// Its name.
    pub name: Name,
    /// The fields.
    pub fields: Vec<Decl>,
}

/// `inline f(a, b) { … }`, kept as tokens: it is parsed anew at each call.
#[derive(Debug, Clone)]
pub struct InlineDef {
    /// Its name.
    pub name: Name,
    /// Formal parameters.
    pub params: Vec<Name>,
    /// The text between the braces, as token texts with the blank lines and breaks between them.
    pub body: Vec<InlineToken>,
}

/// An actual parameter of an inline. It is put in as text, so parentheses around it matter.
#[derive(Debug, Clone)]
pub struct InlineArg {
    /// What it means where the call stands.
    pub expr: Expr,
    /// Its tokens, with blanks between them.
    pub text: String,
}

/// One token of the body of an inline.
#[derive(Debug, Clone)]
pub struct InlineToken {
    /// The text.
    pub text: String,
    /// Does a new line start before it?
    pub new_line: bool,
    /// Was there white space before it?
    pub space: bool,
    /// Where it stands.
    pub span: Span,
}

/// `v[i].f[j]`.
#[derive(Debug, Clone)]
pub struct VarRef {
    /// The variable, then its fields.
    pub parts: Vec<VarPart>,
    /// The whole construct in the source.
    pub span: Span,
}

/// One name of a reference with its index.
#[derive(Debug, Clone)]
pub struct VarPart {
    /// The name.
    pub name: Name,
    /// `[e]`.
    pub index: Option<Box<Expr>>,
}

/// One field of a receive.
#[derive(Debug, Clone)]
pub enum ReceiveArg {
    /// A variable.
    Var(VarRef),
    /// A number or symbolic constant.
    Const(Expr),
    /// `eval(e)`.
    Eval(Expr),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number.
    Number(i32),
    /// `true`, `false` or `skip`.
    Word(&'static str, i32),
    /// A symbolic constant.
    Symbol(String),
    /// A variable.
    Var(VarRef),
    /// `-e`, `!e`, `~e`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `run p(…) priority n`.
    Run(Name, Vec<Expr>, Option<Number>),
    /// `len(q)`.
    Len(VarRef),
    /// `full(q)` and its kind.
    Probe(crate::resolved::Probe, VarRef),
    /// `q?[…]`, with `true` for `??`.
    Poll(VarRef, Vec<ReceiveArg>, bool),
    /// `enabled(e)`.
    Enabled(Box<Expr>),
    /// `pc_value(e)`.
    PcValue(Box<Expr>),
    /// `get_priority(e)`.
    GetPriority(Box<Expr>),
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `p[e]@l`.
    RemoteLabel(Name, Option<Box<Expr>>, Name),
    /// `p[e]:x[i]`.
    RemoteVar(Name, Option<Box<Expr>>, VarPart),
    /// A temporal operator of one operand, only in `ltl`.
    Temporal1(TemporalUnary, Box<Expr>),
    /// A temporal operator of two operands, only in `ltl`.
    Temporal2(TemporalBinary, Box<Expr>, Box<Expr>),
    /// Stands where an expression could not be read; an error was reported.
    Invalid,
}
