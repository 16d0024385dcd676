//! The resolved model: what a Promela file means once every name has been looked up.
//!
//! This is the hand-over from the language to the rest: names are ids, inlines are expanded, `for` and `select` are
//! desugared exactly as SPIN does it (its desugaring decides how many states a model has), structures passed to
//! channels and processes are flattened to their fields, `else` options stand last, redundant skips are gone where
//! SPIN removes them, and declarations with an effect in the middle of a sequence are assignments.
//!
//! Differs from SPIN's own tree (Holzmann, *The SPIN Model Checker*, 2004; `spin.y` and `flow.c` of 6.5.2) in being
//! structured: SPIN links elements into a graph while parsing, here nesting is kept and lowering builds the graph.

mod declaration;
mod expression;
mod formula;
mod process;
mod statement;

pub use crate::ast::{BinaryOp, UnaryOp, Visibility};
pub use declaration::{ChannelInit, Field, Initialiser, Mtype, Scope, Struct, Type, Variable};
pub use expression::{Expr, ExprKind, FieldRef, Probe, VarRef};
pub use formula::{Formula, FormulaKind, Ltl};
pub use process::{Exclusive, Label, Proctype, ProctypeKind};
pub use statement::{Block, LValue, ReceiveArg, Stmt, StmtKind};

use diagnostics::FileId;

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
    /// Whether `priority`, `_priority`, `get_priority` or `set_priority` occurs anywhere. SPIN then schedules by
    /// priority.
    pub uses_priority: bool,
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
