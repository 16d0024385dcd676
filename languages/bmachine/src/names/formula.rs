//! The names in formulas. The parser limits how deeply they nest.

use diagnostics::NameKind;

use super::Walk;
use crate::live::atom::{Atom, Question};
use crate::syntax::ast::{Formula, Ident, Node};

/// What is said of a name that a formula binds.
const BOUND: &str = "bound name";

impl Walk<'_> {
    /// Every name of a formula.
    pub(super) fn formula(&mut self, formula: &Formula) {
        match &formula.node {
            Node::Name(name) => self.name(name, formula.span),
            Node::Int(_) | Node::Text(_) | Node::Constant(_) | Node::Unsupported(_) => {}
            Node::Unary(_, inner) => self.formula(inner),
            Node::Binary(_, left, right) | Node::Image(left, right) => {
                self.formula(left);
                self.formula(right);
            }
            Node::And(items)
            | Node::Or(items)
            | Node::Call(_, items)
            | Node::SetOf(items)
            | Node::Sequence(items) => self.formulas(items),
            Node::Apply(function, arguments) => {
                self.formula(function);
                self.formulas(arguments);
            }
            Node::Comprehension(names, body, element) => self.binding(names, body, element.as_deref()),
            Node::Quantified(_, names, body, value) => self.binding(names, body, value.as_deref()),
            Node::Let(names, binding, body) => self.binding(names, binding, Some(body)),
            Node::Record(fields) | Node::Struct(fields) => {
                fields.iter().for_each(|(_, value)| self.formula(value));
            }
            Node::Field(record, _) => self.formula(record),
            Node::If(condition, then, otherwise) => {
                for part in [condition, then, otherwise] {
                    self.formula(part);
                }
            }
        }
    }

    /// Several formulas.
    pub(super) fn formulas(&mut self, items: &[Formula]) {
        items.iter().for_each(|item| self.formula(item));
    }

    /// What a temporal formula asks. Operations have no places of their own there.
    pub(super) fn question(&mut self, question: &Question) {
        let (names, ranges): (Vec<Ident>, Vec<&Formula>) =
            question.rigid.iter().map(|(name, range)| (name.clone(), range)).unzip();
        self.bound(&names, NameKind::Variable, BOUND, |walk| {
            ranges.into_iter().for_each(|range| walk.formula(range));
            for atom in &question.asked.atoms {
                if let Atom::State(predicate) = atom {
                    walk.formula(predicate);
                }
            }
            let arguments = question.asked.patterns.iter().flat_map(|pattern| &pattern.arguments);
            arguments.for_each(|(_, argument)| walk.formula(argument));
        });
    }

    fn binding(&mut self, names: &[Ident], body: &Formula, second: Option<&Formula>) {
        self.bound(names, NameKind::Variable, BOUND, |walk| {
            walk.formula(body);
            second.into_iter().for_each(|own| walk.formula(own));
        });
    }
}
