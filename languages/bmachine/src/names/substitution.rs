//! The names in substitutions.

use diagnostics::NameKind;

use super::Walk;
use crate::syntax::ast::{Formula, Ident, Sub, Substitution};

/// What is said of a name that a substitution declares.
const LOCAL: &str = "local name";

impl Walk<'_> {
    /// Every name of a substitution.
    pub(super) fn substitution(&mut self, substitution: &Substitution) {
        match &substitution.node {
            Sub::Skip => {}
            Sub::Assign(targets, values) => {
                self.formulas(targets);
                self.formulas(values);
            }
            Sub::ChooseFrom(targets, set) => {
                self.formulas(targets);
                self.formula(set);
            }
            Sub::SuchThat(names, predicate) => {
                names.iter().for_each(|name| self.name(&name.name, name.span));
                self.formula(predicate);
            }
            Sub::Call { results, operation, arguments } => self.call(results, operation, arguments),
            Sub::Pre(guard, body) | Sub::Assert(guard, body) => {
                self.formula(guard);
                self.substitution(body);
            }
            Sub::If(branches, otherwise) | Sub::Select(branches, otherwise) => {
                for (condition, body) in branches {
                    self.formula(condition);
                    self.substitution(body);
                }
                self.optional(otherwise.as_deref());
            }
            Sub::Choice(items) | Sub::Sequence(items) | Sub::Parallel(items) => {
                items.iter().for_each(|item| self.substitution(item));
            }
            Sub::Any(names, predicate, body) | Sub::Let(names, predicate, body) => {
                self.bound(names, NameKind::Variable, LOCAL, |walk| {
                    walk.formula(predicate);
                    walk.substitution(body);
                });
            }
            Sub::Var(names, body) => {
                self.bound(names, NameKind::Variable, LOCAL, |walk| walk.substitution(body));
            }
            Sub::Case(subject, branches, otherwise) => {
                self.formula(subject);
                for (values, body) in branches {
                    self.formulas(values);
                    self.substitution(body);
                }
                self.optional(otherwise.as_deref());
            }
            Sub::While { condition, body, invariant, variant } => {
                self.formula(condition);
                self.substitution(body);
                self.formula(invariant);
                self.formula(variant);
            }
        }
    }

    fn optional(&mut self, body: Option<&Substitution>) {
        body.into_iter().for_each(|own| self.substitution(own));
    }

    /// A call of an operation, or a use of a definition that is a substitution or names an operation.
    fn call(&mut self, results: &[Formula], operation: &Ident, arguments: &[Formula]) {
        self.formulas(results);
        self.formulas(arguments);
        let definition = self.composition.units[self.unit].definitions.get(&operation.name);
        match definition.map(|own| own.name.span) {
            Some(place) => self.use_of_definition(place, &operation.name, operation.span),
            None => self.operation(&operation.name, operation.span),
        }
    }
}
