//! What each name means where it stands, for editors. A check does not ask for it.

use super::Resolver;
use crate::resolved::{LabelId, MtypeId, ProctypeId, StructId, VarId};
use diagnostics::Span;

/// What a name can mean.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Entity {
    Variable(VarId),
    Symbol(String),
    Structure(StructId),
    Field(StructId, u32),
    Set(MtypeId),
    Proctype(ProctypeId),
    Label(LabelId),
}

/// A name that stands somewhere.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub entity: Entity,
    pub span: Span,
}

impl Resolver<'_> {
    /// Remembers what a name means, if somebody asks for it.
    pub(super) fn mention(&mut self, span: Span, entity: impl FnOnce() -> Entity) {
        if let Some(mentions) = &mut self.mentions {
            mentions.push(Mention { entity: entity(), span });
        }
    }
}
