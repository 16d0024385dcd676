//! Names that a machine declares twice.
//!
//! Sets, elements, parameters, constants and variables share one name space, operations have another and definitions a
//! third.

use crate::problem::Problem;
use crate::syntax::ast::{ComponentKind, Ident, Machine};
use std::collections::HashSet;

/// Every name that is declared a second time, at that place.
pub(crate) fn problems(machine: &Machine) -> Vec<Problem> {
    let sets = machine.sets.iter().map(|set| &set.name);
    let elements = machine.sets.iter().flat_map(|set| set.elements.iter().flatten());
    let mut found = Vec::new();
    repeated(
        sets.chain(elements).chain(&machine.parameters).chain(&machine.constants).chain(&machine.variables),
        "is declared twice",
        &mut found,
    );
    // An implementation says what a local operation does and again how.
    if machine.kind != ComponentKind::Implementation {
        repeated(machine.operations.iter().map(|o| &o.name), "is the name of two operations", &mut found);
    }
    // Temporal formulas may share their name: nothing uses it.
    let used = machine.definitions.iter().map(|d| &d.name).filter(|name| !name.name.starts_with("ASSERT_"));
    repeated(used, "is defined twice", &mut found);
    found
}

fn repeated<'m>(names: impl Iterator<Item = &'m Ident>, what: &str, found: &mut Vec<Problem>) {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name.name.as_str()) {
            let hint = "remove one of the two or give it another name";
            found.push(Problem::new(name.span, format!("{} {what}", name.name)).hint(hint));
        }
    }
}
