//! Names that are assigned twice at once: `x := 1 || x := 2`, `x, x := 1, 2`, or two calls that change the same
//! variable.
//!
//! B forbids it whatever the branches do (Abrial, "The B-Book", 1996, section 7.2): what the parts of a parallel
//! substitution may assign must be disjoint. `f(1) := a || f(2) := b` assigns `f` twice.

use super::assigned::assigned_by;
use super::infer::Program;
use super::tree::{Slot, TSub, Target, TypedSub};
use crate::problem::Problem;
use diagnostics::Span;
use std::collections::BTreeSet;

/// Every name that is assigned twice at once, at each place where that happens.
pub(super) fn problems(program: &Program) -> Vec<Problem> {
    let mut conflicts = Conflicts { program, problems: Vec::new() };
    program.initialisation.iter().for_each(|sub| conflicts.substitution(sub));
    program.operations.iter().for_each(|operation| conflicts.substitution(&operation.body));
    conflicts.problems
}

struct Conflicts<'p> {
    program: &'p Program,
    problems: Vec<Problem>,
}

impl Conflicts<'_> {
    fn substitution(&mut self, sub: &TypedSub) {
        match &sub.node {
            TSub::Assign(pairs) => self.disjoint(pairs.iter().map(|(target, _)| one(target, sub.span))),
            TSub::ChooseFrom(targets, _) => self.disjoint(targets.iter().map(|target| one(target, sub.span))),
            TSub::SuchThat(pairs, _) => {
                self.disjoint(pairs.iter().map(|(_, variable)| (BTreeSet::from([*variable]), sub.span)));
            }
            TSub::Call { results, body, .. } => {
                self.disjoint(results.iter().map(|(_, target)| one(target, sub.span)));
                self.substitution(body);
            }
            TSub::Parallel(items) => {
                self.disjoint(items.iter().map(|item| {
                    let mut assigned = BTreeSet::new();
                    assigned_by(item, &mut assigned);
                    (assigned, item.span)
                }));
                items.iter().for_each(|item| self.substitution(item));
            }
            _ => sub.node.parts().into_iter().for_each(|part| self.substitution(part)),
        }
    }

    /// Reports what is in two of the sets, at the place of the second.
    fn disjoint(&mut self, parts: impl Iterator<Item = (BTreeSet<Slot>, Span)>) {
        let mut before: BTreeSet<Slot> = BTreeSet::new();
        for (assigned, span) in parts {
            for slot in assigned.intersection(&before) {
                let name = &self.program.slots[slot.0 as usize].name;
                let hint = format!("assign {name} once, or write ; if one comes after the other");
                let problem =
                    Problem::new(span, format!("{name} is assigned twice at the same time")).hint(hint);
                // An operation is typed at each of its calls.
                if !self.problems.contains(&problem) {
                    self.problems.push(problem);
                }
            }
            before.extend(assigned);
        }
    }
}

fn one(target: &Target, span: Span) -> (BTreeSet<Slot>, Span) {
    (BTreeSet::from([target.slot()]), span)
}
