//! Lowering of substitutions and operations.
//!
//! The guards at the head of an operation (the outermost PRE, and SELECT or PRE directly inside it) are joined with the
//! enumeration of the parameters, so that `op(x) = PRE x : S & f(x) = y ...` generates only what the guard allows.

use super::lower::Lowering;
use super::{E, Ex, P, Plan, Step};
use crate::typing::infer::TypedOperation;
use crate::typing::tree::{Slot, TSub, Target, Typed, TypedSub};
use crate::value::{Shape, Ty};
use diagnostics::Span;
use std::sync::Arc;

/// A substitution.
#[derive(Debug)]
pub enum Act {
    Skip,
    Assign(Vec<(u32, E)>),
    /// `x, y :: S`.
    ChooseFrom {
        targets: Vec<(u32, E)>,
        chosen: super::Pattern,
        set: E,
    },
    SuchThat(Plan, Vec<(u32, u32)>),
    Call {
        parameters: Vec<(u32, E)>,
        results: Vec<(u32, u32, E)>,
        body: Box<Act>,
    },
    /// A condition the caller must establish; its failure is reported.
    Pre(P, Span, Box<Act>),
    Assert(P, Span, Box<Act>),
    If(Vec<(P, Act)>, Option<Box<Act>>),
    Select(Vec<(P, Act)>, Option<Box<Act>>),
    Choice(Vec<Act>),
    Any(Plan, Box<Act>),
    Var(Vec<u32>, Box<Act>),
    Case(E, Vec<(Vec<E>, Act)>, Option<Box<Act>>),
    While(Box<Loop>),
    Sequence(Vec<Act>),
    Parallel(Vec<Act>),
    /// The end of the initialisation: each of these variables, with the places where they are declared, must have a
    /// value.
    Initialised(Vec<(u32, Span)>),
}

/// A loop; what its invariant and its variant promise is checked as it runs.
#[derive(Debug)]
pub struct Loop {
    pub condition: P,
    pub body: Act,
    /// The conjuncts of the invariant with their places.
    pub invariant: Vec<(P, Span)>,
    pub variant: (E, Span),
    pub span: Span,
}

/// An operation with its parameters' plan.
#[derive(Debug)]
pub struct CompiledOperation {
    pub name: String,
    pub parameters: Vec<u32>,
    pub results: Vec<u32>,
    /// The conjuncts of its guard with their places.
    pub guards: Vec<(P, Span)>,
    pub plan: Plan,
    pub body: Act,
}

impl Lowering<'_> {
    /// Lowers an operation the user sees.
    pub fn operation(&mut self, operation: &TypedOperation) -> CompiledOperation {
        let mut guards = Vec::new();
        let body = self.strip_guards(&operation.body, &mut guards);
        let body = self.act(body);
        let conjuncts: Vec<P> = guards.iter().map(|(guard, _): &(P, Span)| guard.clone()).collect();
        let plan = self.plan_parts(&operation.parameters, &conjuncts, operation.body.span);
        CompiledOperation {
            name: operation.name.clone(),
            parameters: operation.parameters.iter().map(|slot| slot.0).collect(),
            results: operation.results.iter().map(|slot| slot.0).collect(),
            guards,
            plan,
            body,
        }
    }

    fn strip_guards<'t>(&mut self, mut body: &'t TypedSub, guards: &mut Vec<(P, Span)>) -> &'t TypedSub {
        loop {
            body = match &body.node {
                TSub::Pre(guard, inner) => {
                    guards.extend(self.placed_conjuncts(guard));
                    inner
                }
                TSub::Select(branches, None) if branches.len() == 1 => {
                    guards.extend(self.placed_conjuncts(&branches[0].0));
                    &branches[0].1
                }
                _ => return body,
            };
        }
    }

    /// Lowers a substitution.
    pub fn act(&mut self, typed: &TypedSub) -> Act {
        let span = typed.span;
        match &typed.node {
            TSub::Skip => Act::Skip,
            TSub::Assign(pairs) => {
                Act::Assign(pairs.iter().map(|(target, value)| self.assignment(target, value)).collect())
            }
            TSub::ChooseFrom(targets, set) => self.choose_from(targets, set),
            TSub::SuchThat(pairs, predicate) => {
                let slots: Vec<Slot> = pairs.iter().map(|(new, _)| *new).collect();
                let (plan, _) = self.plan(&slots, predicate);
                Act::SuchThat(plan, pairs.iter().map(|(new, variable)| (new.0, variable.0)).collect())
            }
            TSub::Call { parameters, results, body } => self.call(parameters, results, body),
            TSub::Pre(guard, body) => Act::Pre(self.predicate(guard), span, Box::new(self.act(body))),
            TSub::Assert(guard, body) => Act::Assert(self.predicate(guard), span, Box::new(self.act(body))),
            TSub::If(branches, otherwise) => {
                Act::If(self.branches(branches), self.optional(otherwise.as_deref()))
            }
            TSub::Select(branches, otherwise) => {
                Act::Select(self.branches(branches), self.optional(otherwise.as_deref()))
            }
            TSub::Choice(items) => Act::Choice(self.acts(items)),
            TSub::Any(slots, predicate, body) => self.any(slots, predicate, body),
            TSub::Var(slots, body) => {
                Act::Var(slots.iter().map(|slot| slot.0).collect(), Box::new(self.act(body)))
            }
            TSub::Case(subject, branches, otherwise) => {
                let subject = self.expression(subject);
                let branches = branches
                    .iter()
                    .map(|(values, body)| (self.expressions(values), self.act(body)))
                    .collect();
                Act::Case(subject, branches, self.optional(otherwise.as_deref()))
            }
            TSub::While { condition, body, invariant, variant } => Act::While(Box::new(Loop {
                condition: self.predicate(condition),
                body: self.act(body),
                invariant: invariant.iter().map(|part| (self.predicate(part), part.span)).collect(),
                variant: (self.expression(variant), variant.span),
                span,
            })),
            TSub::Sequence(items) => Act::Sequence(self.acts(items)),
            TSub::Parallel(items) => Act::Parallel(self.acts(items)),
        }
    }

    fn acts(&mut self, items: &[TypedSub]) -> Vec<Act> {
        items.iter().map(|item| self.act(item)).collect()
    }

    fn optional(&mut self, body: Option<&TypedSub>) -> Option<Box<Act>> {
        body.map(|body| Box::new(self.act(body)))
    }

    fn branches(&mut self, branches: &[(Typed, TypedSub)]) -> Vec<(P, Act)> {
        branches.iter().map(|(condition, body)| (self.predicate(condition), self.act(body))).collect()
    }

    /// ANY joins the guard of a SELECT directly inside it.
    fn any(&mut self, slots: &[Slot], predicate: &Typed, body: &TypedSub) -> Act {
        let mut guards = self.conjuncts(predicate);
        let mut inner = body;
        while let TSub::Select(branches, None) = &inner.node {
            let [(guard, next)] = branches.as_slice() else { break };
            guards.extend(self.conjuncts(guard));
            inner = next;
        }
        let plan = self.plan_parts(slots, &guards, predicate.span);
        Act::Any(plan, Box::new(self.act(inner)))
    }

    fn call(&mut self, parameters: &[(Slot, Typed)], results: &[(Slot, Target)], body: &TypedSub) -> Act {
        let parameters = parameters.iter().map(|(slot, value)| (slot.0, self.expression(value))).collect();
        let results = results
            .iter()
            .map(|(slot, target)| {
                let value = Arc::new(Ex::Slot(slot.0));
                (slot.0, target.slot().0, self.target_value(target, value))
            })
            .collect();
        Act::Call { parameters, results, body: Box::new(self.act(body)) }
    }

    fn assignment(&mut self, target: &Target, value: &Typed) -> (u32, E) {
        let value = self.expression(value);
        (target.slot().0, self.target_value(target, value))
    }

    fn choose_from(&mut self, targets: &[Target], set: &Typed) -> Act {
        let set = self.expression(set);
        let slots: Vec<Slot> = targets.iter().map(|target| self.temporary(target)).collect();
        let (chosen, _) = self.tuple(&slots);
        let mut values = Vec::new();
        for (target, slot) in targets.iter().zip(&slots) {
            values.push((target.slot().0, self.target_value(target, Arc::new(Ex::Slot(slot.0)))));
        }
        Act::ChooseFrom { targets: values, chosen, set }
    }

    /// A new slot of the type of what the target names.
    fn temporary(&mut self, target: &Target) -> Slot {
        let mut ty = self.slot_types[target.slot().0 as usize];
        match target {
            Target::Slot(_) => {}
            Target::Function(_, path) => {
                path.iter().for_each(|_| ty = self.domain.sides(self.domain.element(ty)).1)
            }
            Target::Field(_, path) => {
                for field in path {
                    if let Shape::Record(fields) = self.domain.shape(ty) {
                        ty = fields.iter().find(|(name, _)| name == field).map_or(ty, |(_, inner)| *inner);
                    }
                }
            }
        }
        self.slot_types.push(ty);
        Slot(self.slot_types.len() as u32 - 1)
    }

    /// The new value of the whole variable when `target` is assigned `value`.
    fn target_value(&mut self, target: &Target, value: E) -> E {
        match target {
            Target::Slot(_) => value,
            Target::Function(slot, path) => {
                let function = Arc::new(Ex::Slot(slot.0));
                let ty = self.slot_types[slot.0 as usize];
                self.updated(function, ty, path, value)
            }
            Target::Field(slot, path) => {
                let record = Arc::new(Ex::Slot(slot.0));
                let ty = self.slot_types[slot.0 as usize];
                self.updated_field(record, ty, path, value)
            }
        }
    }

    /// `function <+ {argument |-> value}`, from the inside out for curried functions.
    fn updated(&mut self, function: E, ty: Ty, path: &[Typed], value: E) -> E {
        let Some((argument, rest)) = path.split_first() else { return value };
        let info = self.domain.relation(ty);
        let pair = self.domain.element(ty);
        let argument_code = self.expression(argument);
        let value = if rest.is_empty() {
            value
        } else {
            let inner_type = self.domain.sides(pair).1;
            let inner = Arc::new(Ex::Apply(function.clone(), argument_code.clone(), info, argument.span));
            self.updated(inner, inner_type, rest, value)
        };
        let entry = Arc::new(Ex::Pair(argument_code, value, self.domain.right_ordinals(pair)));
        Arc::new(Ex::Override(function, Arc::new(Ex::SetOf(vec![entry], info.bits)), info))
    }

    fn updated_field(&mut self, record: E, ty: Ty, path: &[String], value: E) -> E {
        let Some((field, rest)) = path.split_first() else { return value };
        let Shape::Record(fields) = self.domain.shape(ty).clone() else { return value };
        let items = fields.iter().enumerate().map(|(position, (name, field_type))| {
            let old = Arc::new(Ex::Field(record.clone(), position));
            if name == field { self.updated_field(old, *field_type, rest, value.clone()) } else { old }
        });
        Arc::new(Ex::Record(items.collect()))
    }
}

impl Plan {
    /// A plan that only checks.
    pub fn check(predicates: Vec<P>) -> Plan {
        let steps = predicates.into_iter().map(Step::Check).collect();
        Plan { steps, ..Plan::default() }
    }
}
