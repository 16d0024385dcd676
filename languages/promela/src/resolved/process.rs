//! Bodies with control flow and their labels.

use super::{Block, Expr, ProctypeId, VarId, VarRef};
use diagnostics::Span;

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
