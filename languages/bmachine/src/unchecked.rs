//! Properties that a machine states and that are not checked: a verdict about everything else does not cover them.

use crate::compose::{Composition, Role};
use diagnostics::Span;

/// A property that is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// What kind of property it is.
    pub kind: UncheckedKind,
    /// The machine that is refined, or the definition that holds the formula.
    pub name: String,
    /// Where it is stated.
    pub span: Span,
}

/// Kinds of properties that are not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncheckedKind {
    /// `REFINES`: the gluing invariant, and that each operation does only what its abstraction allows.
    Refinement,
    /// `ASSERT_CTL… == "…"`.
    Branching,
}

/// What the top machine of a composition states about itself and is not checked, in a fixed order.
pub(crate) fn unchecked(composition: &Composition) -> Vec<Unchecked> {
    let mut all = Vec::new();
    for unit in composition.units.iter().filter(|unit| unit.role == Role::Top) {
        let refined = unit.machine.refines.iter();
        all.extend(refined.map(|name| (UncheckedKind::Refinement, name)));
        let branching = |name: &str| name.starts_with("ASSERT_CTL");
        let definitions = unit.definitions.values().filter(|definition| branching(&definition.name.name));
        let mut names: Vec<_> = definitions.map(|d| (UncheckedKind::Branching, &d.name)).collect();
        names.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        all.extend(names);
    }
    all.into_iter().map(|(kind, name)| Unchecked { kind, name: name.name.clone(), span: name.span }).collect()
}
