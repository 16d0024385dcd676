//! What temporal formulas ask of a machine, typed behind everything that the machine says itself.

use super::infer::{Inference, Meaning, Result2, Scope};
use super::tree::{Slot, Term, Typed};
use super::types::{Type, TypeId};
use crate::compose::Role;
use crate::live::atom::{Asked, Atom, Pattern, Question};
use crate::problem::Problem;
use crate::syntax::ast::{self, Binary};
use diagnostics::Span;

/// What a formula asks, typed.
#[derive(Debug, Default)]
pub struct TypedQuestion {
    /// What is asked; the arguments of patterns are equations with the parameters.
    pub asked: Asked<Typed>,
    /// The quantified names.
    pub rigid: Vec<Slot>,
    /// What their values satisfy.
    pub ranges: Vec<Typed>,
    /// Elements of deferred sets that are named: set, ordinal and place.
    pub elements: Vec<(usize, usize, Span)>,
    /// What is asked for its value.
    pub value: Option<Typed>,
}

/// How the message ends that an expression is no predicate.
const NO_PREDICATE: &str = "not an expression";

impl Inference<'_> {
    /// Types what a formula asks, in the scope of the top machine.
    pub(super) fn question(&mut self, question: &Question) {
        let top = self.composition.units.iter().rposition(|unit| unit.role == Role::Top);
        self.unit = top.unwrap_or(self.unit);
        self.names_elements = true;
        let mut scope = Scope::default();
        for (name, range) in &question.rigid {
            let slot = self.slot(&name.name, name.span);
            scope = scope.with(&name.name, Meaning::Slot(slot));
            self.program.question.rigid.push(slot);
            if let Ok(typed) = self.visible_predicate(range, &scope) {
                self.refuse_variables(&typed);
                self.program.question.ranges.push(typed);
            }
            self.settle(false);
        }
        for pattern in &question.asked.patterns {
            if let Ok(typed) = self.pattern(pattern, &scope) {
                self.program.question.asked.patterns.push(typed);
            }
        }
        for atom in &question.asked.atoms {
            let typed = match atom {
                Atom::Ended => Atom::Ended,
                Atom::Taken(pattern) => Atom::Taken(*pattern),
                Atom::Enabled(pattern) => Atom::Enabled(*pattern),
                Atom::Deadlock => Atom::Deadlock,
                Atom::Sink => Atom::Sink,
                Atom::State(predicate) => match self.visible_predicate(predicate, &scope) {
                    Ok(typed) => Atom::State(typed),
                    Err(_) => continue,
                },
            };
            self.program.question.asked.atoms.push(typed);
        }
        if let Some(value) = &question.value {
            self.program.question.value = self.asked_value(value, &scope).ok();
        }
        self.settle(false);
        self.names_elements = false;
    }

    /// A predicate, or an expression: which of them a definition is can only be told by trying.
    fn asked_value(&mut self, formula: &ast::Formula, scope: &Scope) -> Result2<Typed> {
        let problems = self.problems.len();
        if let Ok(typed) = self.visible_predicate(formula, scope) {
            return Ok(typed);
        }
        let as_predicate = self.problems.split_off(problems);
        let ty = self.program.types.fresh();
        let typed = self.expression(formula, scope, ty).and_then(|typed| {
            self.refuse_abstract(&typed)?;
            Ok(typed)
        });
        // What is wrong with a predicate is not that it is no expression; a name alone is rather one of these.
        let is_predicate = |problem: &Problem| {
            !problem.message.ends_with(NO_PREDICATE) && !problem.message.starts_with("unknown predicate")
        };
        if typed.is_err() && as_predicate.iter().all(is_predicate) {
            self.problems.splice(problems.., as_predicate);
        }
        typed
    }

    fn pattern(&mut self, pattern: &Pattern<ast::Formula>, scope: &Scope) -> Result2<Pattern<Typed>> {
        let mut arguments = Vec::new();
        for (position, argument) in &pattern.arguments {
            let operation = self.program.operations.get(pattern.operation);
            let Some(&slot) = operation.and_then(|operation| operation.parameters.get(*position)) else {
                return self.fail(argument.span, "the operation has fewer parameters");
            };
            let ty = self.slot_type(slot);
            let value = self.expression(argument, scope, ty)?;
            self.refuse_abstract(&value)?;
            let span = argument.span;
            let left = Typed { node: Term::Slot(slot), ty, span };
            let node = Term::Binary(Binary::Equal, Box::new(left), Box::new(value));
            arguments.push((*position, Typed { node, ty: self.program.predicate, span }));
        }
        Ok(Pattern { operation: pattern.operation, arguments, bit: pattern.bit })
    }

    /// A predicate about what is in the state.
    fn visible_predicate(&mut self, predicate: &ast::Formula, scope: &Scope) -> Result2<Typed> {
        let typed = self.predicate(predicate, scope)?;
        self.refuse_abstract(&typed)?;
        Ok(typed)
    }

    fn refuse_abstract(&mut self, typed: &Typed) -> Result2<()> {
        if !typed.mentions(&|slot| self.is_abstract(slot)) {
            return Ok(());
        }
        self.fail(typed.span, "this speaks of a variable of the refined machine that is not in the state")
    }

    /// What a quantifier ranges over must not change in the course of a run.
    fn refuse_variables(&mut self, range: &Typed) {
        if range.mentions(&|slot| self.program.variables.contains(&slot)) {
            let problem = Problem::new(range.span, "the values of a quantifier may not depend on variables");
            self.problems.push(problem.hint("put this condition into the formula: `{…} => …`"));
        }
    }

    /// An element of a deferred set by the name that ProB gives it, as in `PROC1`.
    pub(super) fn deferred_element(&mut self, name: &str, span: Span) -> Option<(Term, TypeId)> {
        if !self.names_elements {
            return None;
        }
        let sets = self.composition.sets.iter().enumerate().filter(|(_, set)| set.elements.is_none());
        let (set, number) = sets
            .filter_map(|(index, set)| Some((index, name.strip_prefix(&set.name)?.parse::<usize>().ok()?)))
            .next()?;
        let ordinal = number.checked_sub(1)?;
        self.program.question.elements.push((set, ordinal, span));
        Some((Term::Element(ordinal), self.program.types.add(Type::Given(set))))
    }
}
