//! Membership decided from the structure of the set expression, without listing it.

use super::{Env, Evaluator, Fault, Res};
use crate::code::{Comprehension, E, Ex, Reflexive, Sequences, Symbolic};
use crate::syntax::ast::Arrow;
use crate::value::{self, RelationInfo, Value, cardinality, contains, split};
use diagnostics::Span;
use std::sync::Arc;

impl Evaluator<'_> {
    /// Whether membership in the set is decided structurally.
    pub(super) fn has_structure(&self, set: &Ex) -> bool {
        matches!(
            set,
            Ex::Symbolic(..)
                | Ex::Power { .. }
                | Ex::Arrow { .. }
                | Ex::Sequences { .. }
                | Ex::Interval(..)
                | Ex::Product(..)
                | Ex::Integers(_)
                | Ex::Strings
                | Ex::Translation(_)
                | Ex::Comprehension(_)
                | Ex::Struct(_)
                | Ex::Union(..)
                | Ex::Intersection(..)
                | Ex::Difference(..)
                | Ex::Closure { reflexive: Reflexive::Everywhere, .. }
                | Ex::Iterate(_, _, _, None, _)
        )
    }

    /// `element : set`.
    pub fn member(&self, env: &mut Env, element: &Value, set: &Ex) -> Res<bool> {
        Ok(match set {
            Ex::Symbolic(inner, _) => self.member(env, element, inner)?,
            Ex::Integers(least) => least.is_none_or(|least| element.word() >= least),
            Ex::Strings => true,
            Ex::Translation(step) => {
                let (a, b) = split(element, 0);
                a.word().checked_add(*step) == Some(b.word())
            }
            Ex::Interval(low, high, _) => {
                self.eval(env, low)?.word() <= element.word()
                    && element.word() <= self.eval(env, high)?.word()
            }
            Ex::Power { set, nonempty, .. } => {
                (!*nonempty || !value::is_empty(element)) && self.subset(env, element, set)?
            }
            Ex::Arrow { arrow, from, to, info, .. } => {
                self.arrow_member(env, element, *arrow, from, to, *info)?
            }
            Ex::Sequences { kind, set, .. } => self.sequence_member(env, element, *kind, set)?,
            Ex::Product(left, right, info) => {
                let (a, b) = split(element, info.right);
                self.member(env, &a, left)? && self.member(env, &b, right)?
            }
            Ex::Comprehension(inner) => self.comprehension_member(env, element, inner)?,
            Ex::Struct(sets) => self.record_member(env, element, sets)?,
            Ex::Union(left, right) => self.member(env, element, left)? || self.member(env, element, right)?,
            Ex::Intersection(left, right) => {
                self.member(env, element, left)? && self.member(env, element, right)?
            }
            Ex::Difference(left, right) => {
                self.member(env, element, left)? && !self.member(env, element, right)?
            }
            Ex::Override(left, right, info) => self.override_member(env, element, left, right, *info)?,
            Ex::Closure { relation, reflexive: Reflexive::Everywhere, info } => {
                self.closure_member(env, element, relation, *info)?
            }
            Ex::Iterate(_, count, info, None, _) if self.eval(env, count)?.word() == 0 => {
                let (a, b) = split(element, info.right);
                a == b
            }
            Ex::Slot(slot) => match &env.slots[*slot as usize] {
                Value::Partial(partial) => return partial.decides(element).ok_or(Fault::Pending),
                Value::Symbolic(symbolic) => {
                    let symbolic = Value::Symbolic(Arc::clone(symbolic));
                    self.member_of_value(env, element, &symbolic)?
                }
                // Reading the slot in place saves a counted clone of the usual `x : s`.
                set => contains(set, element),
            },
            other => {
                let set = self.eval(env, other)?;
                self.member_of_value(env, element, &set)?
            }
        })
    }

    fn record_member(&self, env: &mut Env, element: &Value, sets: &[E]) -> Res<bool> {
        let Value::Record(fields) = element else { return Ok(false) };
        for (field, set) in fields.iter().zip(sets) {
            if !self.member(env, field, set)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a pair is in `left <+ right`.
    fn override_member(
        &self,
        env: &mut Env,
        element: &Value,
        left: &Ex,
        right: &Ex,
        info: RelationInfo,
    ) -> Res<bool> {
        let new = self.eval(env, right)?;
        let (a, _) = split(element, info.right);
        if !value::is_empty(&value::images_of(&new, &a, info)) {
            Ok(contains(&new, element))
        } else {
            self.member(env, element, left)
        }
    }

    /// Whether a pair is in the closure of a relation that is reflexive on all values.
    fn closure_member(&self, env: &mut Env, element: &Value, relation: &Ex, info: RelationInfo) -> Res<bool> {
        let (a, b) = split(element, info.right);
        if a == b {
            return Ok(true);
        }
        let relation = self.listed(env, relation)?;
        Ok(contains(&self.closure1(env, &relation, info)?, element))
    }

    /// Membership in a value, which may be symbolic.
    pub fn member_of_value(&self, env: &mut Env, element: &Value, set: &Value) -> Res<bool> {
        match set {
            Value::Symbolic(symbolic) => self.with_captured(env, symbolic, |evaluator, env| {
                evaluator.member(env, element, &symbolic.code)
            }),
            _ => Ok(contains(set, element)),
        }
    }

    /// Runs `body` with the captured values of a symbolic set in their slots.
    pub fn with_captured<T>(
        &self,
        env: &mut Env,
        symbolic: &Symbolic,
        body: impl FnOnce(&Self, &mut Env) -> Res<T>,
    ) -> Res<T> {
        if env.depth >= super::MAX_RECURSION {
            return Err(Fault::TooLarge(Span::default()));
        }
        // Recursive functions may call themselves very often without ever nesting deeply.
        env.burn(1, Span::default())?;
        env.depth += 1;
        let saved: Vec<Value> =
            symbolic.captured.iter().map(|(slot, value)| env.set(*slot, value.clone())).collect();
        let result = body(self, env);
        for ((slot, _), old) in symbolic.captured.iter().zip(saved) {
            env.set(*slot, old);
        }
        env.depth -= 1;
        result
    }

    fn arrow_member(
        &self,
        env: &mut Env,
        relation: &Value,
        arrow: Arrow,
        from: &Ex,
        to: &Ex,
        info: RelationInfo,
    ) -> Res<bool> {
        let demands = arrow.demands();
        if let Value::Symbolic(own) = relation {
            return self.symbolic_function(env, own, arrow, from, to);
        }
        env.burn_pass(cardinality(relation))?;
        if demands.functional && !value::is_function(relation, info) {
            return Ok(false);
        }
        let domain = value::domain(relation, info);
        if demands.total {
            let from = self.eval(env, from)?;
            let same = !matches!(from, Value::Symbolic(_)) && from == domain;
            if !same {
                return Ok(false);
            }
        } else if !self.subset(env, &domain, from)? {
            return Ok(false);
        }
        let range = value::range(relation, info);
        if demands.injective && cardinality(&range) != cardinality(relation) {
            return Ok(false);
        }
        if demands.onto {
            let to = self.eval(env, to)?;
            return Ok(!matches!(to, Value::Symbolic(_)) && to == range);
        }
        self.subset(env, &range, to)
    }

    /// Whether an infinite relation is in a set of relations. Only that a lambda is a function can be told from its
    /// form; the rest cannot be decided, and is believed where a property declares it.
    fn symbolic_function(
        &self,
        env: &Env,
        function: &Symbolic,
        arrow: Arrow,
        from: &Ex,
        to: &Ex,
    ) -> Res<bool> {
        let demands = arrow.demands();
        let is_function = is_lambda(&function.code) || !demands.functional;
        let is_whole = |set: &Ex| match set {
            Ex::Symbolic(inner, _) => matches!(**inner, Ex::Integers(None) | Ex::Strings),
            _ => false,
        };
        let is_more = demands.total || demands.injective || demands.onto;
        if is_function && (env.trusts_declarations || (!is_more && is_whole(from) && is_whole(to))) {
            Ok(true)
        } else {
            Err(Fault::Infinite(Span::default()))
        }
    }

    fn sequence_member(&self, env: &mut Env, element: &Value, kind: Sequences, set: &Ex) -> Res<bool> {
        let Some(items) = value::sequence_items(element) else { return Ok(false) };
        if kind.nonempty && items.is_empty() {
            return Ok(false);
        }
        for item in &items {
            env.burn(1, Span::default())?;
            if !self.member(env, item, set)? {
                return Ok(false);
            }
        }
        if kind.injective {
            let distinct = Value::set_from(items.clone());
            if cardinality(&distinct) != items.len() {
                return Ok(false);
            }
        }
        if kind.onto {
            let set = self.eval(env, set)?;
            return Ok(cardinality(&set) == items.len());
        }
        Ok(true)
    }

    fn comprehension_member(&self, env: &mut Env, element: &Value, inner: &Comprehension) -> Res<bool> {
        let (argument, result) = match &inner.value {
            Some((_, info)) => {
                let (argument, result) = split(element, info.right);
                (argument, Some(result))
            }
            None => (element.clone(), None),
        };
        self.with_slots(env, &inner.slots, |evaluator, env| {
            evaluator.bind(env, &inner.pattern, &argument)?;
            for conjunct in &inner.predicate {
                if !evaluator.guard(env, conjunct)? {
                    return Ok(false);
                }
            }
            match (&inner.value, result) {
                (Some((value, _)), Some(result)) => Ok(evaluator.eval(env, value)? == result),
                _ => Ok(true),
            }
        })
    }

    /// The value of a lambda at an argument; `None` outside its domain.
    pub(super) fn apply_lambda(
        &self,
        env: &mut Env,
        inner: &Comprehension,
        argument: &Value,
        span: Span,
    ) -> Res<Option<Value>> {
        let Some((value, _)) = &inner.value else {
            return self.apply_comprehension(env, inner, argument, span);
        };
        self.with_slots(env, &inner.slots, |evaluator, env| {
            evaluator.bind(env, &inner.pattern, argument)?;
            for conjunct in &inner.predicate {
                if !evaluator.guard(env, conjunct)? {
                    return Ok(None);
                }
            }
            evaluator.eval(env, value).map(Some)
        })
    }

    /// Runs `body` and restores the slots afterwards.
    pub fn with_slots<T>(
        &self,
        env: &mut Env,
        slots: &[u32],
        body: impl FnOnce(&Self, &mut Env) -> Res<T>,
    ) -> Res<T> {
        let saved: Vec<Value> = slots.iter().map(|slot| env.slots[*slot as usize].clone()).collect();
        let result = body(self, env);
        for (slot, old) in slots.iter().zip(saved) {
            env.set(*slot, old);
        }
        result
    }

    /// A guard: undefined counts as false and is noted.
    #[inline]
    pub fn guard(&self, env: &mut Env, predicate: &crate::code::Pr) -> Res<bool> {
        match self.holds(env, predicate) {
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(false)
            }
            other => other,
        }
    }

    /// The value as an explicit set, listing a symbolic one if it turns out to be finite.
    pub fn explicit(&self, env: &mut Env, set: Value, span: Span) -> Res<Value> {
        let Value::Symbolic(symbolic) = &set else { return Ok(set) };
        if matches!(*symbolic.code, Ex::Integers(_) | Ex::Strings | Ex::Translation(_)) {
            return Err(Fault::Infinite(span));
        }
        let mut items = Vec::new();
        let before = env.cut.take();
        let listed = self.with_captured(env, symbolic, |evaluator, env| {
            evaluator.each(env, &symbolic.code, &mut |env, value| {
                env.burn_kept(&value, span)?;
                items.push(value);
                Ok(true)
            })
        });
        let is_cut = env.cut.is_some();
        env.cut = env.cut.or(before);
        listed?;
        if is_cut { Err(Fault::Infinite(span)) } else { Ok(Value::set_from(items)) }
    }
}

/// Whether the code gives one value for each argument, as far as its form tells.
fn is_lambda(code: &Ex) -> bool {
    match code {
        Ex::Symbolic(inner, _) => is_lambda(inner),
        Ex::Comprehension(inner) => inner.value.is_some(),
        Ex::Translation(_) | Ex::Identity(..) | Ex::Projection { .. } | Ex::Const(_) | Ex::SetOf(..) => true,
        Ex::Union(left, right) | Ex::Override(left, right, _) => is_lambda(left) && is_lambda(right),
        _ => false,
    }
}
