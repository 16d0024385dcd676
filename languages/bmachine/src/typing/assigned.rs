//! Variables that nothing initialises, and names that are read before anything could have assigned them: variables in
//! the initialisation, results in operations.
//!
//! A forward pass over each substitution with the set of names that may have a value by then. Branches are joined by
//! union and loops see what their own bodies assign, so a name is reported only where no path at all gives it a value;
//! a sound analysis of definite assignment would refuse machines that are right for reasons it cannot see. ProB refuses
//! the same machines when it loads them.

use super::infer::Program;
use super::tree::{Slot, TSub, Target, Term, Typed, TypedSub};
use crate::compose::Composition;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// Every variable without a value, and every name that is read too early, once.
pub(super) fn problems(program: &Program, composition: &Composition) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut all = BTreeSet::new();
    program.initialisation.iter().for_each(|sub| assigned_by(sub, &mut all));
    for (variable, slot) in composition.variables.iter().zip(&program.variables) {
        if variable.in_state && !all.contains(slot) {
            let hint = format!("give {} a value in INITIALISATION", variable.name);
            let message = format!("variable {} is not initialised", variable.name);
            found.push(Problem::new(variable.span, message).hint(hint));
        }
    }
    let tracked = program.variables.iter().copied().filter(|slot| all.contains(slot)).collect();
    let mut flow = Flow { program, tracked, problems: &mut found };
    let mut before = BTreeSet::new();
    for sub in &program.initialisation {
        let mut added = BTreeSet::new();
        flow.substitution(sub, &before, &mut added);
        before.append(&mut added);
    }
    for operation in &program.operations {
        let tracked = operation.results.iter().copied().collect();
        let mut flow = Flow { program, tracked, problems: &mut found };
        flow.substitution(&operation.body, &BTreeSet::new(), &mut BTreeSet::new());
    }
    found
}

type Names = BTreeSet<Slot>;

struct Flow<'p> {
    program: &'p Program,
    tracked: Names,
    problems: &'p mut Vec<Problem>,
}

impl Flow<'_> {
    /// Checks the reads of a substitution; what it may assign goes to `added`.
    fn substitution(&mut self, sub: &TypedSub, before: &Names, added: &mut Names) {
        match &sub.node {
            TSub::Skip => {}
            TSub::Assign(pairs) => {
                pairs.iter().for_each(|(_, value)| self.formula(value, before));
                pairs.iter().for_each(|(target, _)| self.target(target, before, added));
            }
            TSub::ChooseFrom(targets, set) => {
                self.formula(set, before);
                targets.iter().for_each(|target| self.target(target, before, added));
            }
            TSub::SuchThat(pairs, predicate) => {
                self.formula(predicate, before);
                added.extend(pairs.iter().map(|(_, variable)| *variable));
            }
            TSub::Call { parameters, results, body } => {
                parameters.iter().for_each(|(_, value)| self.formula(value, before));
                self.substitution(body, before, added);
                results.iter().for_each(|(_, target)| self.target(target, before, added));
            }
            TSub::Pre(condition, body) | TSub::Assert(condition, body) | TSub::Any(_, condition, body) => {
                self.formula(condition, before);
                self.substitution(body, before, added);
            }
            TSub::If(branches, otherwise) | TSub::Select(branches, otherwise) => {
                for (condition, body) in branches {
                    self.formula(condition, before);
                    self.substitution(body, before, added);
                }
                otherwise.iter().for_each(|body| self.substitution(body, before, added));
            }
            TSub::Case(subject, branches, otherwise) => {
                self.formula(subject, before);
                branches.iter().for_each(|(_, body)| self.substitution(body, before, added));
                otherwise.iter().for_each(|body| self.substitution(body, before, added));
            }
            TSub::Choice(items) | TSub::Parallel(items) => {
                items.iter().for_each(|item| self.substitution(item, before, added));
            }
            TSub::Var(slots, body) => {
                self.tracked.extend(slots);
                self.substitution(body, before, added);
            }
            TSub::While { condition, body, invariant, variant } => {
                let mut within = before.clone();
                assigned_by(body, &mut within);
                self.formula(condition, before);
                invariant.iter().for_each(|conjunct| self.formula(conjunct, before));
                self.formula(variant, before);
                self.substitution(body, &within, added);
            }
            TSub::Sequence(items) => self.sequence(items, before, added),
        }
    }

    /// Checks the reads of substitutions one after the other: each sees what those before it may assign.
    fn sequence(&mut self, items: &[TypedSub], before: &Names, added: &mut Names) {
        let mut now = before.clone();
        for item in items {
            let mut new = Names::new();
            self.substitution(item, &now, &mut new);
            now.extend(&new);
            added.append(&mut new);
        }
    }

    fn target(&mut self, target: &Target, before: &Names, added: &mut Names) {
        if let Target::Function(_, arguments) = target {
            arguments.iter().for_each(|argument| self.formula(argument, before));
        }
        added.insert(target.slot());
    }

    fn formula(&mut self, typed: &Typed, before: &Names) {
        if let Term::Slot(slot) = &typed.node
            && self.tracked.contains(slot)
            && !before.contains(slot)
        {
            let name = &self.program.slots[slot.0 as usize].name;
            self.problems.push(Problem::new(typed.span, format!("{name} is read before it has a value")));
            self.tracked.remove(slot);
        }
        match &typed.node {
            // `{TRUE |-> a, FALSE |-> b}(c)` is how IF expressions used to be written: one part is never looked at.
            Term::Apply(function, argument) if matches!(function.node, Term::SetOf(_)) => {
                self.formula(argument, before);
            }
            node => node.parts().for_each(|part| self.formula(part, before)),
        }
    }
}

/// Adds every name the substitution may assign.
pub(super) fn assigned_by(sub: &TypedSub, out: &mut Names) {
    match &sub.node {
        TSub::Assign(pairs) => out.extend(pairs.iter().map(|(target, _)| target.slot())),
        TSub::ChooseFrom(targets, _) => out.extend(targets.iter().map(Target::slot)),
        TSub::SuchThat(pairs, _) => out.extend(pairs.iter().map(|(_, variable)| *variable)),
        TSub::Call { results, .. } => out.extend(results.iter().map(|(_, target)| target.slot())),
        _ => {}
    }
    sub.node.parts().into_iter().for_each(|part| assigned_by(part, out));
}
