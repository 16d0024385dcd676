//! Typing of substitutions; operation calls are inlined here.

use super::infer::{Failed, Inference, Meaning, Result2, Scope};
use super::tree::{Slot, TSub, Target, Typed, TypedSub};
use super::types::Type;
use crate::compose::{Entity, Role};
use crate::problem::Problem;
use crate::syntax::ast::{DefinitionBody, Formula, Ident, Node, Sub, Substitution};
use diagnostics::Span;

impl Inference<'_> {
    /// Types a substitution.
    pub fn substitution(&mut self, substitution: &Substitution, scope: &Scope) -> Result2<TypedSub> {
        let span = substitution.span;
        let node = match &substitution.node {
            Sub::Skip => TSub::Skip,
            Sub::Assign(targets, values) => self.assign(targets, values, span, scope)?,
            Sub::ChooseFrom(targets, set) => self.choose_from(targets, set, scope)?,
            Sub::SuchThat(names, predicate) => self.such_that(names, predicate, scope)?,
            Sub::Call { results, operation, arguments } => {
                return self.call(results, operation, arguments, span, scope);
            }
            Sub::Pre(guard, body) => TSub::Pre(self.predicate(guard, scope)?, self.boxed(body, scope)?),
            Sub::Assert(guard, body) => TSub::Assert(self.predicate(guard, scope)?, self.boxed(body, scope)?),
            Sub::If(branches, otherwise) => {
                TSub::If(self.branches(branches, scope)?, self.optional(otherwise.as_deref(), scope)?)
            }
            Sub::Select(branches, otherwise) => {
                TSub::Select(self.branches(branches, scope)?, self.optional(otherwise.as_deref(), scope)?)
            }
            Sub::Choice(items) if items.len() == 1 => return self.substitution(&items[0], scope),
            Sub::Choice(items) => TSub::Choice(self.all(items, scope)?),
            Sub::Any(names, predicate, body) | Sub::Let(names, predicate, body) => {
                let (slots, inner) = self.bind(names, scope);
                let predicate = self.predicate(predicate, &inner)?;
                TSub::Any(slots, predicate, self.boxed(body, &inner)?)
            }
            Sub::Var(names, body) => {
                let (slots, inner) = self.bind_assignable(names, scope);
                TSub::Var(slots, self.boxed(body, &inner)?)
            }
            Sub::Case(subject, branches, otherwise) => {
                self.case(subject, branches, otherwise.as_deref(), scope)?
            }
            Sub::While { condition, body, invariant, variant } => TSub::While {
                invariant: self.loop_invariant(invariant, scope)?,
                condition: self.predicate(condition, scope)?,
                body: self.boxed(body, scope)?,
                variant: self.expression(variant, scope, self.integer)?,
            },
            Sub::Sequence(items) => TSub::Sequence(self.all(items, scope)?),
            Sub::Parallel(items) => TSub::Parallel(self.all(items, scope)?),
        };
        Ok(TypedSub { node, span })
    }

    /// The invariant of a loop, without what it says about abstract variables that are not in the state.
    fn loop_invariant(&mut self, invariant: &Formula, scope: &Scope) -> Result2<Vec<Typed>> {
        let mut conjuncts = self.predicate(invariant, scope)?.conjuncts();
        conjuncts.retain(|conjunct| !conjunct.mentions(&|slot| self.is_abstract(slot)));
        Ok(conjuncts)
    }

    fn boxed(&mut self, body: &Substitution, scope: &Scope) -> Result2<Box<TypedSub>> {
        Ok(Box::new(self.substitution(body, scope)?))
    }

    fn optional(&mut self, body: Option<&Substitution>, scope: &Scope) -> Result2<Option<Box<TypedSub>>> {
        body.map(|body| self.boxed(body, scope)).transpose()
    }

    fn all(&mut self, items: &[Substitution], scope: &Scope) -> Result2<Vec<TypedSub>> {
        items.iter().map(|item| self.substitution(item, scope)).collect()
    }

    fn branches(
        &mut self,
        branches: &[(Formula, Substitution)],
        scope: &Scope,
    ) -> Result2<Vec<(Typed, TypedSub)>> {
        branches.iter().map(|(c, s)| Ok((self.predicate(c, scope)?, self.substitution(s, scope)?))).collect()
    }

    fn case(
        &mut self,
        subject: &Formula,
        branches: &[(Vec<Formula>, Substitution)],
        otherwise: Option<&Substitution>,
        scope: &Scope,
    ) -> Result2<TSub> {
        let ty = self.program.types.fresh();
        let subject = self.expression(subject, scope, ty)?;
        let mut typed = Vec::new();
        for (values, body) in branches {
            let values = values.iter().map(|v| self.expression(v, scope, ty)).collect::<Result2<Vec<_>>>()?;
            typed.push((values, self.substitution(body, scope)?));
        }
        Ok(TSub::Case(subject, typed, self.optional(otherwise, scope)?))
    }

    fn assign(
        &mut self,
        targets: &[Formula],
        values: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<TSub> {
        if targets.len() != values.len() {
            let message = format!("{} targets but {} values", targets.len(), values.len());
            return self.fail(span, message);
        }
        let mut pairs = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let (target, ty) = self.target(target, scope)?;
            pairs.push((target, self.expression(value, scope, ty)?));
        }
        Ok(TSub::Assign(pairs))
    }

    fn choose_from(&mut self, targets: &[Formula], set: &Formula, scope: &Scope) -> Result2<TSub> {
        let (mut typed, mut tuple) = (Vec::new(), None);
        for target in targets {
            let (target, ty) = self.target(target, scope)?;
            typed.push(target);
            tuple = Some(match tuple {
                None => ty,
                Some(left) => self.program.types.product(left, ty),
            });
        }
        let element = tuple.unwrap_or(self.integer);
        let power = self.program.types.power(element);
        Ok(TSub::ChooseFrom(typed, self.expression(set, scope, power)?))
    }

    fn such_that(&mut self, names: &[Ident], predicate: &Formula, scope: &Scope) -> Result2<TSub> {
        let mut inner = scope.clone();
        let mut pairs = Vec::new();
        for name in names {
            let variable = self.assignable(name, scope)?;
            let new = self.slot(&name.name, name.span);
            let (new_type, old_type) = (self.slot_type(new), self.slot_type(variable));
            self.unify(new_type, old_type, name.span)?;
            inner = inner.with(&name.name, Meaning::Slot(new));
            inner = inner.with(&format!("{}$0", name.name), Meaning::Slot(variable));
            pairs.push((new, variable));
        }
        Ok(TSub::SuchThat(pairs, self.predicate(predicate, &inner)?))
    }

    /// The slot of a name that may be assigned.
    fn assignable(&mut self, name: &Ident, scope: &Scope) -> Result2<Slot> {
        match scope.lookup(&name.name).cloned() {
            Some(Meaning::Slot(slot)) if self.assignable.contains(&slot) => return Ok(slot),
            Some(Meaning::Slot(_)) => {
                let message = format!("{} is not a variable: its value cannot be changed", name.name);
                let hint = "copy it into a name that VAR declares and change that";
                self.problems.push(Problem::new(name.span, message).hint(hint));
                return Err(Failed);
            }
            Some(Meaning::Thunk(formula, outer, _)) => {
                if let Node::Name(inner) = &formula.node {
                    let inner = Ident { name: inner.clone(), span: formula.span };
                    return self.assignable(&inner, &outer);
                }
            }
            None => {}
        }
        match self.entity(&name.name) {
            Some(Entity::Variable(index)) => {
                let unit = &self.composition.units[self.unit];
                let declared = unit.machine.variables.iter().map(|variable| &variable.name);
                if !declared.chain(&unit.concrete).any(|own| *own == name.name) {
                    let message = format!("{} is not a variable of {}", name.name, unit.machine.name.name);
                    let hint = "only operations of the machine that declares a variable may assign it: call one of them";
                    self.problems.push(Problem::new(name.span, message).hint(hint));
                    return Err(Failed);
                }
                Ok(self.program.variables[index])
            }
            // A definition may stand for a variable.
            _ => match self.composition.units[self.unit].definitions.get(&name.name).map(|d| &d.body) {
                Some(DefinitionBody::Formula(Formula { node: Node::Name(inner), span }))
                    if *inner != name.name =>
                {
                    let inner = Ident { name: inner.clone(), span: *span };
                    self.assignable(&inner, scope)
                }
                _ => self.fail(name.span, format!("{} is not a variable that can be assigned", name.name)),
            },
        }
    }

    fn target(&mut self, target: &Formula, scope: &Scope) -> Result2<(Target, super::types::TypeId)> {
        match &target.node {
            Node::Name(name) => {
                let slot = self.assignable(&Ident { name: name.clone(), span: target.span }, scope)?;
                Ok((Target::Slot(slot), self.slot_type(slot)))
            }
            Node::Apply(function, arguments) => {
                let (inner, ty) = self.target(function, scope)?;
                let (from, to) = (self.program.types.fresh(), self.program.types.fresh());
                let relation = self.program.types.relation(from, to);
                self.unify(ty, relation, target.span)?;
                let argument = arguments
                    .iter()
                    .cloned()
                    .reduce(|left, right| {
                        let span = left.span.to(right.span);
                        let pair =
                            Node::Binary(crate::syntax::ast::Binary::Maplet, Box::new(left), Box::new(right));
                        Formula::new(pair, span)
                    })
                    .ok_or(Failed)?;
                let argument = self.expression(&argument, scope, from)?;
                match inner {
                    Target::Slot(slot) => Ok((Target::Function(slot, vec![argument]), to)),
                    Target::Function(slot, mut path) => {
                        path.push(argument);
                        Ok((Target::Function(slot, path), to))
                    }
                    Target::Field(..) => {
                        self.fail(target.span, "a function inside a record cannot be assigned in place")
                    }
                }
            }
            Node::Field(record, field) => {
                let (inner, ty) = self.target(record, scope)?;
                let field_type = self.program.types.fresh();
                let partial = self.program.types.add(Type::HasField(field.name.clone(), field_type));
                self.unify(ty, partial, target.span)?;
                match inner {
                    Target::Slot(slot) => Ok((Target::Field(slot, vec![field.name.clone()]), field_type)),
                    Target::Field(slot, mut path) => {
                        path.push(field.name.clone());
                        Ok((Target::Field(slot, path), field_type))
                    }
                    Target::Function(..) => {
                        self.fail(target.span, "a record inside a function cannot be assigned in place")
                    }
                }
            }
            _ => self.fail(target.span, "this cannot be assigned"),
        }
    }

    /// Operations of a machine that is only seen may be called if they change nothing.
    fn may_call(&mut self, operation: &Ident, unit: usize, body: &TypedSub) -> Result2<()> {
        let called = &self.composition.units[unit];
        let mut assigned = std::collections::BTreeSet::new();
        super::assigned::assigned_by(body, &mut assigned);
        if called.role != Role::Seen
            || unit == self.unit
            || assigned.iter().all(|slot| !self.program.variables.contains(slot))
        {
            return Ok(());
        }
        let name = &called.machine.name.name;
        let message = format!("{} changes variables of {name}, which is only seen", operation.name);
        let problem = Problem::new(operation.span, message);
        self.problems.push(problem.hint(format!("write INCLUDES {name} instead of SEES {name}")));
        Err(Failed)
    }

    /// An operation call, or a definition that is a substitution.
    fn call(
        &mut self,
        results: &[Formula],
        operation: &Ident,
        arguments: &[Formula],
        span: Span,
        scope: &Scope,
    ) -> Result2<TypedSub> {
        if let Some(definition) = self.composition.units[self.unit].definitions.get(&operation.name) {
            if let (DefinitionBody::Substitution(body), true) = (&definition.body, results.is_empty()) {
                let inner =
                    self.enter_definition(&operation.name, arguments, &definition.parameters, span, scope)?;
                let typed = self.substitution(body, &inner);
                self.leave_definition();
                return typed;
            }
            if let DefinitionBody::Formula(Formula { node: Node::Name(target), .. }) = &definition.body {
                // `D == op` names an operation.
                let target = Ident { name: target.clone(), span };
                if target.name != operation.name
                    && self.composition.units[self.unit].operations.contains_key(&target.name)
                {
                    return self.call(results, &target, arguments, span, scope);
                }
            }
        }
        if matches!(operation.name.as_str(), "printf" | "PRINT" | "fprintf" | "DEBUG") {
            return Ok(TypedSub { node: TSub::Skip, span });
        }
        let Some(&(unit, index)) = self.composition.units[self.unit].operations.get(&operation.name) else {
            return self.fail(operation.span, format!("unknown operation {}", operation.name));
        };
        let composition = self.composition;
        let called = &composition.units[unit].machine.operations[index];
        if called.parameters.len() != arguments.len() || called.results.len() < results.len() {
            return self.fail(span, format!("the call does not match the parameters of {}", operation.name));
        }
        let own = std::mem::replace(&mut self.unit, unit);
        let typed = self.operation(called);
        self.unit = own;
        let (parameters, result_slots, body) = typed?;
        self.may_call(operation, unit, &body)?;
        let mut bound = Vec::new();
        for (slot, argument) in parameters.into_iter().zip(arguments) {
            let ty = self.slot_type(slot);
            bound.push((slot, self.expression(argument, scope, ty)?));
        }
        let mut outputs = Vec::new();
        for (slot, target) in result_slots.into_iter().zip(results) {
            let (target, ty) = self.target(target, scope)?;
            let result_type = self.slot_type(slot);
            self.unify(result_type, ty, span)?;
            outputs.push((slot, target));
        }
        Ok(TypedSub { node: TSub::Call { parameters: bound, results: outputs, body: Box::new(body) }, span })
    }
}
