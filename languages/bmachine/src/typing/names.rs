//! What names mean in formulas: local names, definitions, entities of the machine, arguments, external functions.

use super::infer::{Failed, Inference, Meaning, Result2, Scope};
use super::tree::{External, Slot, Term, Typed};
use super::types::{Type, TypeId};
use crate::compose::Entity;
use crate::problem::Problem;
use crate::syntax::ast::{DefinitionBody, Formula};
use diagnostics::Span;

impl Inference<'_> {
    /// A name in an expression: local, definition, or global entity.
    pub(super) fn named_expression(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        match scope.lookup(name).cloned() {
            Some(Meaning::Slot(slot)) => return self.slot_expression(slot, span, expected),
            Some(Meaning::Thunk(formula, outer, unit)) => {
                let own = std::mem::replace(&mut self.unit, unit);
                let typed = self.expression(&formula, &outer, expected);
                self.unit = own;
                return typed;
            }
            None => {}
        }
        if let Some(definition) = self.composition.units[self.unit].definitions.get(name)
            && self.entity(name).is_none()
        {
            if let Some(external) = external(name) {
                return self.external(external, arguments, span, scope, expected);
            }
            let DefinitionBody::Formula(body) = &definition.body else {
                return self.fail(span, format!("definition {name} is a substitution, not an expression"));
            };
            let inner = self.enter_definition(name, arguments, &definition.parameters, span, scope)?;
            let typed = self.expression(body, &inner, expected);
            self.leave_definition();
            return typed;
        }
        self.global(name, span, expected)
    }

    fn global(&mut self, name: &str, span: Span, expected: TypeId) -> Result2<Typed> {
        let (node, ty) = match self.entity(name.strip_suffix("$0").unwrap_or(name)) {
            Some(Entity::Set(set)) => {
                let given = self.program.types.add(Type::Given(set));
                (Term::GivenSet(set), self.program.types.power(given))
            }
            Some(Entity::Element(set, element)) => {
                (Term::Element(element), self.program.types.add(Type::Given(set)))
            }
            Some(Entity::Constant(index)) => {
                return self.slot_expression(self.program.constants[index], span, expected);
            }
            Some(Entity::Variable(index)) => {
                return self.slot_expression(self.program.variables[index], span, expected);
            }
            Some(Entity::Argument(unit, position)) => {
                return self.machine_argument(unit, position, span, expected);
            }
            None if name == "succ" || name == "pred" => {
                let ty = self.program.types.relation(self.integer, self.integer);
                (Term::Successor(if name == "succ" { 1 } else { -1 }), ty)
            }
            None => match self.deferred_element(name, span) {
                Some(element) => element,
                None => return self.unknown(name, "identifier", span),
            },
        };
        self.unify(ty, expected, span)?;
        Ok(Typed { node, ty, span })
    }

    /// A parameter of an included machine stands for the includer's argument.
    fn machine_argument(
        &mut self,
        unit: usize,
        position: usize,
        span: Span,
        expected: TypeId,
    ) -> Result2<Typed> {
        let composition = self.composition;
        let argument = composition.units[unit].arguments.as_ref().and_then(|(owner, used)| {
            used.arguments.get(position).filter(|_| *owner < composition.units.len()).map(|a| (*owner, a))
        });
        let Some((owner, argument)) = argument else { return self.fail(span, "missing machine parameter") };
        let own = std::mem::replace(&mut self.unit, owner);
        let typed = self.expression(argument, &Scope::default(), expected);
        self.unit = own;
        typed
    }

    fn slot_expression(&mut self, slot: Slot, span: Span, expected: TypeId) -> Result2<Typed> {
        let ty = self.slot_type(slot);
        self.unify(ty, expected, span)?;
        Ok(Typed { node: Term::Slot(slot), ty, span })
    }

    /// A call of a function that ProB provides from outside the language.
    pub(super) fn external(
        &mut self,
        external: External,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
        expected: TypeId,
    ) -> Result2<Typed> {
        let open = self.program.types.fresh();
        let (wanted, ty) = match external {
            External::StringLength => (vec![self.text], self.integer),
            External::StringAppend => (vec![self.text, self.text], self.text),
            External::IntToString => (vec![self.integer], self.text),
            External::ToString => (vec![open], self.text),
            External::Choose | External::Maximise | External::Minimise => {
                (vec![self.program.types.power(open)], open)
            }
            External::Print => (Vec::new(), self.boolean),
        };
        if wanted.len() != arguments.len() {
            return self.fail(span, format!("{} arguments are needed here", wanted.len()));
        }
        let by_order = [External::Choose, External::Maximise, External::Minimise, External::ToString];
        self.program.ordered.extend(by_order.contains(&external).then_some(open));
        let mut typed = Vec::new();
        for (argument, ty) in arguments.iter().zip(wanted) {
            typed.push(self.expression(argument, scope, ty)?);
        }
        self.unify(ty, expected, span)?;
        Ok(Typed { node: Term::External(external, typed), ty, span })
    }

    /// A definition, or the argument of one, used as a predicate.
    pub(super) fn named_predicate(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<Typed> {
        if let Some(Meaning::Thunk(formula, outer, unit)) = scope.lookup(name).cloned() {
            let own = std::mem::replace(&mut self.unit, unit);
            let typed = self.predicate(&formula, &outer);
            self.unit = own;
            return typed;
        }
        let Some(definition) = self.composition.units[self.unit].definitions.get(name) else {
            return self.external_predicate(name, arguments, span, scope);
        };
        let DefinitionBody::Formula(body) = &definition.body else {
            return self.fail(span, format!("definition {name} is a substitution, not a predicate"));
        };
        let inner = self.enter_definition(name, arguments, &definition.parameters, span, scope)?;
        let typed = self.predicate(body, &inner);
        self.leave_definition();
        typed
    }

    fn external_predicate(
        &mut self,
        name: &str,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<Typed> {
        if matches!(name, "printf" | "PRINT" | "fprintf" | "DEBUG") {
            for argument in arguments {
                let ty = self.program.types.fresh();
                self.expression(argument, scope, ty)?;
            }
            return Ok(Typed {
                node: Term::External(External::Print, Vec::new()),
                ty: self.program.predicate,
                span,
            });
        }
        if self.entity(name).is_some() || scope.lookup(name).is_some() {
            return self.fail(span, format!("{name} is an expression, not a predicate"));
        }
        self.unknown(name, "predicate", span)
    }

    /// A name that means nothing, with one that is near it.
    fn unknown<T>(&mut self, name: &str, what: &str, span: Span) -> Result2<T> {
        let unit = &self.composition.units[self.unit];
        let known = unit.scope.keys().chain(unit.definitions.keys()).map(String::as_str);
        let near = diagnostics::nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        self.problems.push(Problem { hint: near, ..Problem::new(span, format!("unknown {what} {name}")) });
        Err(Failed)
    }
}

/// The external function of that name.
pub(super) fn external(name: &str) -> Option<External> {
    Some(match name {
        "STRING_LENGTH" => External::StringLength,
        "STRING_APPEND" => External::StringAppend,
        "INT_TO_STRING" => External::IntToString,
        "TO_STRING" => External::ToString,
        "CHOOSE" => External::Choose,
        "MAXIMIZE" => External::Maximise,
        "MINIMIZE" => External::Minimise,
        _ => return None,
    })
}
