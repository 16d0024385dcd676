//! The resolved model: what a Promela file means once every name has been looked up.
//!
//! This is the hand-over from the language to the rest: names are ids, inlines are expanded, `for` and `select` are
//! desugared exactly as SPIN does it (its desugaring decides how many states a model has), structures passed to
//! channels and processes are flattened to their fields, `else` options stand last, redundant skips are gone where
//! SPIN removes them, and declarations with an effect in the middle of a sequence are assignments.
//!
//! Differs from SPIN's own tree (Holzmann, *The SPIN Model Checker*, 2004; `spin.y` and `flow.c` of 6.5.2) in being
//! structured: SPIN links elements into a graph while parsing, here nesting is kept and lowering builds the graph.

use diagnostics::{FileId, Span};

pub use crate::ast::{BinaryOp, UnaryOp, Visibility};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// Index into [`Model::variables`].
    VarId,
    /// Index into [`Model::structs`].
    StructId,
    /// Index into [`Model::mtypes`].
    MtypeId,
    /// Index into [`Model::proctypes`].
    ProctypeId,
    /// Index into [`Model::labels`].
    LabelId,
}

/// A whole resolved Promela model.
#[derive(Debug, Clone)]
pub struct Model {
    /// The file that was given to the parser.
    pub file: FileId,
    /// Every variable, global or local, in order of declaration.
    pub variables: Vec<Variable>,
    /// The global ones, in order of declaration.
    pub globals: Vec<VarId>,
    /// Structures declared with `typedef`.
    pub structs: Vec<Struct>,
    /// Sets of symbolic constants. Index 0 is the unnamed set, present even when empty.
    pub mtypes: Vec<Mtype>,
    /// Every body with control flow, in order of definition: proctypes, `init`, never claims, `trace`/`notrace`.
    pub proctypes: Vec<Proctype>,
    /// Every label of every body.
    pub labels: Vec<Label>,
    /// `ltl` blocks in order of appearance.
    pub ltl: Vec<Ltl>,
    /// Which processes exist initially, in creation order: `active` proctypes with their count and `init` with 1, in
    /// the order of the text, as SPIN numbers them.
    pub initial_processes: Vec<(ProctypeId, u32)>,
    /// Whether `priority`, `_priority`, `get_priority` or `set_priority` occurs anywhere. SPIN then schedules by priority.
    pub uses_priority: bool,
}

/// A global or local variable, or a parameter.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The name as written.
    pub name: String,
    /// The name made unique within its proctype: inner blocks add a prefix, as SPIN's `_1_2_x`.
    pub unique_name: String,
    /// Where it lives.
    pub scope: Scope,
    /// Type of the variable, or of one element when it is an array.
    pub ty: Type,
    /// `Some(n)` when declared with `[n]`, also for n = 1.
    pub array: Option<u32>,
    /// What it holds when its scope starts. Initialisers that SPIN evaluates later are assignments in the body.
    pub init: Initialiser,
    /// `hidden`, `show` or `local`.
    pub visibility: Option<Visibility>,
    /// Is it a formal parameter?
    pub is_param: bool,
    /// The declared name in the source.
    pub span: Span,
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// In the whole model.
    Global,
    /// In each instance of a proctype.
    Local(ProctypeId),
}

/// The type of a scalar, channel or structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// 0 or 1.
    Bit,
    /// The same as `bit`; kept apart for printing.
    Bool,
    /// 0..255.
    Byte,
    /// 0..255, the type of process numbers.
    Pid,
    /// 16 bits, signed.
    Short,
    /// 32 bits, signed.
    Int,
    /// So many bits, unsigned.
    Unsigned(u8),
    /// 0..255, a symbolic constant of that set.
    Mtype(MtypeId),
    /// A channel identifier.
    Chan,
    /// A structure.
    Struct(StructId),
}

/// The first value of a variable.
#[derive(Debug, Clone)]
pub enum Initialiser {
    /// Zero.
    Zero,
    /// An expression, evaluated in order of declaration; fills every element of an array.
    Value(Expr),
    /// `= { 1, 2, 3 }` for an array; missing ones repeat the last.
    List(Vec<Expr>),
    /// `= [n] of { … }`; each element of an array is a channel of its own.
    Channel(ChannelInit),
}

/// `[capacity] of { fields }`.
#[derive(Debug, Clone)]
pub struct ChannelInit {
    /// Number of slots, 0 for rendezvous.
    pub capacity: u32,
    /// The field types as written, structures not flattened.
    pub declared: Vec<Type>,
    /// The message fields after flattening structures and arrays inside them.
    pub fields: Vec<Type>,
    /// The initialiser in the source.
    pub span: Span,
}

/// A structure.
#[derive(Debug, Clone)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// The name in the source.
    pub span: Span,
}

/// A field of a structure.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Type of the field or of one element.
    pub ty: Type,
    /// `Some(n)` when declared with `[n]`.
    pub array: Option<u32>,
    /// Its first value in every instance of the structure.
    pub init: Initialiser,
    /// The name in the source.
    pub span: Span,
}

/// A set of symbolic constants.
#[derive(Debug, Clone)]
pub struct Mtype {
    /// Name of the set, `None` for plain `mtype`.
    pub name: Option<String>,
    /// The names; the value of `constants[i]` is given beside it. SPIN numbers from 1, the last one declared first.
    pub constants: Vec<(String, u8)>,
}

/// What kind of body a [`Proctype`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProctypeKind {
    /// `proctype`.
    Proctype,
    /// `init`, named `:init:`.
    Init,
    /// `never`, named as written or `never_0`.
    Never,
    /// `trace`, named `:trace:`.
    Trace,
    /// `notrace`, named `:notrace:`.
    Notrace,
}

/// A body with control flow.
#[derive(Debug, Clone)]
pub struct Proctype {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ProctypeKind,
    /// Formal parameters.
    pub params: Vec<VarId>,
    /// Local variables in declaration order, those of inner blocks included, parameters not.
    pub locals: Vec<VarId>,
    /// The statements.
    pub body: Block,
    /// Number of instances that exist initially (`active [n]`, 1 for `init`), else 0.
    pub active: u32,
    /// `priority n` of the initial instances.
    pub priority: Option<u8>,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// `D_proctype`.
    pub deterministic: bool,
    /// `xr`/`xs` claims.
    pub exclusive: Vec<(Exclusive, VarRef)>,
    /// The name (or keyword) in the source.
    pub span: Span,
    /// The closing brace, where the process ends.
    pub end_span: Span,
}

/// Exclusive use of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exclusive {
    /// `xr`: only this process receives.
    Receive,
    /// `xs`: only this process sends.
    Send,
}

/// A label.
#[derive(Debug, Clone)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The body it stands in.
    pub proctype: ProctypeId,
    /// Where it is declared.
    pub span: Span,
    /// Is it named by a `p@label` anywhere?
    pub remote: bool,
}

impl Label {
    /// Does it mark a valid end state?
    pub fn is_end(&self) -> bool {
        self.name.starts_with("end")
    }

    /// Does it mark an accepting state?
    pub fn is_accept(&self) -> bool {
        self.name.starts_with("accept")
    }

    /// Does it mark progress?
    pub fn is_progress(&self) -> bool {
        self.name.starts_with("progress")
    }
}

/// A sequence of statements, empty only as the body of a process that does nothing.
#[derive(Debug, Clone)]
pub struct Block {
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// All of it in the source.
    pub span: Span,
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
    /// Index into [`Struct::fields`].
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

/// An `ltl` block.
#[derive(Debug, Clone)]
pub struct Ltl {
    /// As written, or `ltl_0`, `ltl_1`, …
    pub name: String,
    /// The formula.
    pub formula: Formula,
    /// The whole block in the source.
    pub span: Span,
}

/// A formula of linear temporal logic.
#[derive(Debug, Clone)]
pub struct Formula {
    /// What it says.
    pub kind: FormulaKind,
    /// In the source.
    pub span: Span,
}

/// What a formula says. Atoms are maximal: a formula without temporal operators is one atom.
#[derive(Debug, Clone)]
pub enum FormulaKind {
    /// A state proposition.
    Atom(Expr),
    /// `!f`.
    Not(Box<Formula>),
    /// `f && g`.
    And(Box<Formula>, Box<Formula>),
    /// `f || g`.
    Or(Box<Formula>, Box<Formula>),
    /// `f -> g`.
    Implies(Box<Formula>, Box<Formula>),
    /// `f <-> g`.
    Equivalent(Box<Formula>, Box<Formula>),
    /// `X f`.
    Next(Box<Formula>),
    /// `[] f`.
    Always(Box<Formula>),
    /// `<> f`.
    Eventually(Box<Formula>),
    /// `f U g`.
    Until(Box<Formula>, Box<Formula>),
    /// `f V g`.
    Release(Box<Formula>, Box<Formula>),
    /// `f W g`.
    WeakUntil(Box<Formula>, Box<Formula>),
}

impl Model {
    /// The variable behind an id.
    pub fn var(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The structure behind an id.
    pub fn structure(&self, id: StructId) -> &Struct {
        &self.structs[id.index()]
    }

    /// The proctype behind an id.
    pub fn proctype(&self, id: ProctypeId) -> &Proctype {
        &self.proctypes[id.index()]
    }

    /// The label behind an id.
    pub fn label(&self, id: LabelId) -> &Label {
        &self.labels[id.index()]
    }

    /// The name of a symbolic constant.
    pub fn symbol(&self, set: MtypeId, value: u8) -> Option<&str> {
        let constants = &self.mtypes.get(set.index())?.constants;
        constants.iter().find(|(_, v)| *v == value).map(|(name, _)| name.as_str())
    }
}
