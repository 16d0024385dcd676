//! The elements of set expressions, one by one.
//!
//! Sets such as `S --> T` or `POW(S)` are generated element by element and never built, so a plan can stop early and
//! memory stays flat. Every try burns fuel; when it is gone the evaluation faults, it never silently stops.

use super::{Each, Env, Evaluator, Fault, Res};
use crate::code::{Comprehension, Ex, Sequences};
use crate::syntax::ast::Arrow;
use crate::value::{self, RelationInfo, Value, elements, pair};
use diagnostics::Span;
use std::ops::RangeInclusive;
use std::sync::Arc;

impl Evaluator<'_> {
    /// Calls `then` for every element of the set.
    pub fn each(&self, env: &mut Env, set: &Ex, then: Each<'_>) -> Res<bool> {
        match set {
            Ex::Symbolic(inner, _) => self.each(env, inner, then),
            Ex::Interval(low, high, span) => {
                let (low, high) = (self.eval(env, low)?.word(), self.eval(env, high)?.word());
                each_integer(env, low..=high, *span, then)
            }
            Ex::Power { set, nonempty, bits, .. } => {
                let set = self.implementable(env, set)?;
                self.each_subset(env, &set, *bits, &mut |env, subset| {
                    if *nonempty && value::is_empty(&subset) { Ok(true) } else { then(env, subset) }
                })
            }
            Ex::Arrow { arrow, from, to, info, .. } => {
                let (from, to) = (self.listed(env, from)?, self.implementable(env, to)?);
                self.each_relation(env, *arrow, &from, &to, *info, then)
            }
            Ex::Sequences { kind, set, .. } => self.each_sequence_over(env, *kind, set, then),
            Ex::Product(left, right, info) => self.each(env, left, &mut |env, a| {
                self.each(env, right, &mut |env, b| then(env, pair(a.clone(), b, info.right)))
            }),
            Ex::Comprehension(inner) => self.each_comprehended(env, inner, then),
            Ex::Struct(sets) => self.each_record(env, sets, &mut Vec::new(), then),
            Ex::Integers(least) => {
                env.cut = Some(Span::default());
                let low = least.unwrap_or(self.domain.min_int);
                each_integer(env, low..=self.domain.max_int, Span::default(), then)
            }
            Ex::Splits(whole) => self.each_split(env, whole, then),
            Ex::OfLengths { lengths, set, injective, info } => {
                let arrow = if *injective { Arrow::TotalInjection } else { Arrow::TotalFunction };
                self.each_of_lengths(env, lengths, (set, arrow, *info), then)
            }
            Ex::Strings | Ex::Translation(_) => Err(Fault::Infinite(Span::default())),
            Ex::Slot(slot) if matches!(env.slots[*slot as usize], Value::Partial(_)) => {
                self.each_known(env, *slot, then)
            }
            other => self.each_of_value(env, other, then),
        }
    }

    /// Every sequence over a set; the longest ones are as long as the largest integer, which is noted.
    fn each_sequence_over(&self, env: &mut Env, kind: Sequences, set: &Ex, then: Each<'_>) -> Res<bool> {
        let set = self.implementable(env, set)?;
        let items: Vec<Value> = elements(&set).collect();
        if !kind.injective {
            env.cut = Some(Span::default());
        }
        self.each_sequence(env, &items, kind, &mut Vec::new(), then)
    }

    /// Every element of a comprehension, and every pair of a lambda.
    fn each_comprehended(&self, env: &mut Env, inner: &Comprehension, then: Each<'_>) -> Res<bool> {
        let Some((value, info)) = &inner.value else {
            return self.solve(env, &inner.plan, &mut |env| {
                let element = self.eval(env, &inner.element)?;
                then(env, element)
            });
        };
        self.solve(env, &inner.plan, &mut |env| {
            let argument = self.eval(env, &inner.element)?;
            let value = self.eval(env, value)?;
            then(env, pair(argument, value, info.right))
        })
    }

    /// Every pair of sequences whose concatenation is the given one.
    fn each_split(&self, env: &mut Env, whole: &Ex, then: Each<'_>) -> Res<bool> {
        let whole = self.listed(env, whole)?;
        let Some(items) = value::sequence_items(&whole) else { return Ok(true) };
        for at in 0..=items.len() {
            env.burn(1, Span::default())?;
            env.burn_pass(items.len())?;
            let (first, second) = items.split_at(at);
            let both = (value::sequence(first.to_vec()), value::sequence(second.to_vec()));
            if !then(env, Value::Pair(Arc::new(both)))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every sequence of one of the lengths: the total functions, or injections, from `1..length` to the set.
    fn each_of_lengths(
        &self,
        env: &mut Env,
        lengths: &Ex,
        (set, arrow, info): (&Ex, Arrow, RelationInfo),
        then: Each<'_>,
    ) -> Res<bool> {
        let (lengths, set) = (self.listed(env, lengths)?, self.listed(env, set)?);
        for length in elements(&lengths) {
            env.burn(1 + length.word().max(0) as u64, Span::default())?;
            let from = value::interval(1, length.word());
            if length.word() >= 0 && !self.each_relation(env, arrow, &from, &set, info, then)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every element of the value of an expression that has no generator of its own.
    fn each_of_value(&self, env: &mut Env, expression: &Ex, then: Each<'_>) -> Res<bool> {
        let set = self.eval(env, expression)?;
        if let Value::Symbolic(symbolic) = &set {
            if std::ptr::eq(&*symbolic.code, expression) {
                return Err(Fault::Infinite(Span::default()));
            }
            return self
                .with_captured(env, symbolic, |evaluator, env| evaluator.each(env, &symbolic.code, then));
        }
        for element in elements(&set) {
            env.burn(1, Span::default())?;
            if !then(env, element)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The elements of a set; of an infinite one those over the implementable integers, which is noted.
    pub(super) fn implementable(&self, env: &mut Env, set: &Ex) -> Res<Value> {
        match self.listed(env, set) {
            Err(Fault::Infinite(_)) => {}
            other => return other,
        }
        let mut items = Vec::new();
        self.each(env, set, &mut |env, value| {
            env.burn_kept(&value, Span::default())?;
            items.push(value);
            Ok(true)
        })?;
        Ok(Value::set_from(items))
    }
}

fn each_integer(env: &mut Env, range: RangeInclusive<i64>, span: Span, then: Each<'_>) -> Res<bool> {
    for value in range {
        env.burn(1, span)?;
        if !then(env, Value::Word(value))? {
            return Ok(false);
        }
    }
    Ok(true)
}
