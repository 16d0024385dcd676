//! Enumeration: the solutions of plans, the elements of set expressions, the values of types.
//!
//! Sets such as `S --> T` or `POW(S)` are generated element by element and never built, so a plan can stop early and
//! memory stays flat. Every try burns fuel; when it is gone the evaluation faults, it never silently stops.

use super::{Each, Env, Evaluator, Fault, Res, Solving, Then};
use crate::code::{Ex, P, Pattern, Plan, Pr, Step};
use crate::syntax::ast::Arrow;
use crate::value::{self, RelationInfo, SetBuilder, Value, cardinality, elements, pair, split};
use diagnostics::Span;
use std::collections::BTreeSet;

impl Evaluator<'_> {
    /// Calls `then` for every solution; slots are restored afterwards. Whether the enumeration ran to its end.
    pub fn solve(&self, env: &mut Env, plan: &Plan, then: Then<'_>) -> Res<bool> {
        if env.solving != Solving::Planned
            && let Some(written) = &plan.written
        {
            return self.solve_plainly(env, plan, written, then);
        }
        self.follow(env, plan, then)
    }

    /// Follows the steps of a plan.
    pub(super) fn follow(&self, env: &mut Env, plan: &Plan, then: Then<'_>) -> Res<bool> {
        match plan.slots.as_slice() {
            [] => self.steps(env, &plan.steps, plan.span, then),
            [slot] => {
                let saved = env.slots[*slot as usize].clone();
                let result = self.steps(env, &plan.steps, plan.span, then);
                env.set(*slot, saved);
                result
            }
            slots => self
                .with_slots(env, slots, |evaluator, env| evaluator.steps(env, &plan.steps, plan.span, then)),
        }
    }

    fn steps(&self, env: &mut Env, steps: &[Step], span: Span, then: Then<'_>) -> Res<bool> {
        let Some((step, rest)) = steps.split_first() else { return then(env) };
        env.burn(1, span)?;
        match step {
            Step::Check(predicate) => {
                if self.guard(env, predicate)? {
                    self.steps(env, rest, span, then)
                } else {
                    Ok(true)
                }
            }
            Step::Bind(pattern, value) => match self.eval(env, value) {
                Ok(value) => {
                    if self.bind_guard(env, pattern, &value)? {
                        self.steps(env, rest, span, then)
                    } else {
                        Ok(true)
                    }
                }
                Err(Fault::Undefined(undefined)) => {
                    env.note(undefined);
                    Ok(true)
                }
                Err(fault) => Err(fault),
            },
            Step::Choose(pattern, set) => {
                // A fault of what follows must not be taken for an undefined generator.
                let mut later = None;
                let outcome = self.each(env, set, &mut |env, value| {
                    let next = match self.bind_guard(env, pattern, &value) {
                        Ok(true) => self.steps(env, rest, span, then),
                        other => other.map(|_| true),
                    };
                    next.or_else(|fault| {
                        later = Some(fault);
                        Ok(false)
                    })
                });
                match later {
                    Some(fault) => Err(fault),
                    None => self.forgive(env, outcome),
                }
            }
            Step::Subsets { slot, set, bits } => {
                let set = self.eval(env, set);
                let set = match set {
                    Err(Fault::Undefined(undefined)) => {
                        env.note(undefined);
                        return Ok(true);
                    }
                    other => self.explicit(env, other?, span)?,
                };
                self.each_subset(env, &set, *bits, &mut |env, value| {
                    env.set(*slot, value);
                    self.steps(env, rest, span, then)
                })
            }
            Step::Integers { slot, low, high } => {
                self.integers(env, *slot, (low, high), span, &mut |env| self.steps(env, rest, span, then))
            }
            Step::Type { slot, ty } => {
                if self.domain.log2(*ty).is_infinite() {
                    env.cut = Some(span);
                }
                self.each_of_type(env, *ty, &mut |env, value| {
                    env.set(*slot, value);
                    self.steps(env, rest, span, then)
                })
            }
            Step::Guarded { slot, condition, value, checks, otherwise } => {
                match self.by_case(env, *slot, (condition, value), checks) {
                    Ok(Some(true)) => self.steps(env, rest, span, then),
                    Ok(Some(false)) => {
                        self.solve(env, otherwise, &mut |env| self.steps(env, rest, span, then))
                    }
                    Ok(None) => Ok(true),
                    Err(fault) => self.forgive(env, Err(fault)),
                }
            }
            Step::Pointwise(search) => {
                self.pointwise(env, search, span, &mut |env| self.steps(env, rest, span, then))
            }
            Step::Either { slots, plans } => {
                let mut seen = BTreeSet::new();
                for plan in plans {
                    let go_on = self.solve(env, plan, &mut |env| {
                        let found: Vec<Value> =
                            slots.iter().map(|slot| env.slots[*slot as usize].clone()).collect();
                        if seen.insert(found) { self.steps(env, rest, span, then) } else { Ok(true) }
                    })?;
                    if !go_on {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Binds the slot if the condition holds, and tells whether it does; `None` if a check fails then.
    fn by_case(
        &self,
        env: &mut Env,
        slot: u32,
        (condition, value): (&Pr, &Ex),
        checks: &[P],
    ) -> Res<Option<bool>> {
        if !self.holds(env, condition)? {
            return Ok(Some(false));
        }
        let value = self.eval(env, value)?;
        env.set(slot, value);
        for check in checks {
            if !self.guard(env, check)? {
                return Ok(None);
            }
        }
        Ok(Some(true))
    }

    /// An undefined generator generates nothing.
    fn forgive(&self, env: &mut Env, outcome: Res<bool>) -> Res<bool> {
        match outcome {
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(true)
            }
            other => other,
        }
    }

    fn integers(
        &self,
        env: &mut Env,
        slot: u32,
        (low, high): (&[crate::code::E], &[crate::code::E]),
        span: Span,
        then: Then<'_>,
    ) -> Res<bool> {
        let (from, to) = match (self.tightest(env, low, i64::max), self.tightest(env, high, i64::min)) {
            (Ok(from), Ok(to)) => (from, to),
            // A comparison with something undefined is undefined, and then false.
            (Err(Fault::Undefined(undefined)), _) | (_, Err(Fault::Undefined(undefined))) => {
                env.note(undefined);
                return Ok(true);
            }
            (Err(fault), _) | (_, Err(fault)) => return Err(fault),
        };
        if from.is_none() || to.is_none() {
            env.cut = Some(span);
        }
        let from = from.unwrap_or_else(|| self.domain.min_int.min(to.unwrap_or(0)));
        let to = to.unwrap_or_else(|| self.domain.max_int.max(from));
        for value in from..=to {
            env.burn(1, span)?;
            env.set(slot, Value::Word(value));
            if !then(env)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The best of the bounds; one that does not fit 64 bits is left to the comparison it comes from.
    fn tightest(
        &self,
        env: &mut Env,
        bounds: &[crate::code::E],
        best: fn(i64, i64) -> i64,
    ) -> Res<Option<i64>> {
        let mut tightest: Option<i64> = None;
        for bound in bounds {
            match self.eval(env, bound) {
                Ok(bound) => {
                    let bound = bound.word();
                    tightest = Some(tightest.map_or(bound, |old| best(old, bound)));
                }
                Err(Fault::Overflow(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(tightest)
    }

    fn bind_guard(&self, env: &mut Env, pattern: &Pattern, value: &Value) -> Res<bool> {
        match self.bind(env, pattern, value) {
            Err(Fault::Undefined(undefined)) => {
                env.note(undefined);
                Ok(false)
            }
            other => other,
        }
    }

    /// Matches a value; whether it fits.
    pub(super) fn bind(&self, env: &mut Env, pattern: &Pattern, value: &Value) -> Res<bool> {
        match pattern {
            Pattern::Slot(slot) => {
                env.set(*slot, value.clone());
                Ok(true)
            }
            Pattern::Pair(left, right, ordinals) => {
                let (a, b) = split(value, *ordinals);
                Ok(self.bind(env, left, &a)? && self.bind(env, right, &b)?)
            }
            Pattern::Equal(expected) => Ok(self.eval(env, expected)? == *value),
            Pattern::Linear { factor, slot, rest } => {
                let left = value.word().checked_sub(self.eval(env, rest)?.word());
                let exact = left.filter(|left| left.checked_rem(*factor) == Some(0));
                let quotient = exact.and_then(|left| left.checked_div(*factor));
                Ok(quotient.map(|quotient| env.set(*slot, Value::Word(quotient))).is_some())
            }
            Pattern::Reversed(inner) => match value::sequence_items(value) {
                Some(items) => self.bind(env, inner, &value::sequence(items.into_iter().rev())),
                None => Ok(false),
            },
            Pattern::Affixed { known, rest, at_end } => {
                let known = self.listed(env, known)?;
                match value::strip(value, &known, *at_end) {
                    Some(remainder) => self.bind(env, rest, &remainder),
                    None => Ok(false),
                }
            }
        }
    }

    /// Calls `then` for every element of the set.
    pub fn each(&self, env: &mut Env, set: &Ex, then: Each<'_>) -> Res<bool> {
        match set {
            Ex::Symbolic(inner, _) => self.each(env, inner, then),
            Ex::Interval(low, high, span) => {
                let (low, high) = (self.eval(env, low)?.word(), self.eval(env, high)?.word());
                for value in low..=high {
                    env.burn(1, *span)?;
                    if !then(env, Value::Word(value))? {
                        return Ok(false);
                    }
                }
                Ok(true)
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
            Ex::Sequences { kind, set, .. } => {
                let set = self.implementable(env, set)?;
                let items: Vec<Value> = elements(&set).collect();
                if !kind.injective {
                    env.cut = Some(Span::default());
                }
                self.each_sequence(env, &items, *kind, &mut Vec::new(), then)
            }
            Ex::Product(left, right, info) => self.each(env, left, &mut |env, a| {
                self.each(env, right, &mut |env, b| then(env, pair(a.clone(), b, info.right)))
            }),
            Ex::Comprehension(inner) if inner.value.is_none() => self.solve(env, &inner.plan, &mut |env| {
                let element = self.eval(env, &inner.element)?;
                then(env, element)
            }),
            Ex::Comprehension(inner) => self.solve(env, &inner.plan, &mut |env| {
                let Some((value, info)) = &inner.value else { return Ok(true) };
                let argument = self.eval(env, &inner.element)?;
                let value = self.eval(env, value)?;
                then(env, pair(argument, value, info.right))
            }),
            Ex::Struct(sets) => self.each_record(env, sets, &mut Vec::new(), then),
            Ex::Integers(least) => {
                env.cut = Some(Span::default());
                let low = least.unwrap_or(self.domain.min_int);
                for value in low..=self.domain.max_int {
                    env.burn(1, Span::default())?;
                    if !then(env, Value::Word(value))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Ex::Splits(whole) => {
                let whole = self.listed(env, whole)?;
                let Some(items) = value::sequence_items(&whole) else { return Ok(true) };
                for at in 0..=items.len() {
                    env.burn(1, Span::default())?;
                    env.burn_pass(items.len())?;
                    let (first, second) = items.split_at(at);
                    let both = (value::sequence(first.to_vec()), value::sequence(second.to_vec()));
                    if !then(env, Value::Pair(std::sync::Arc::new(both)))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Ex::OfLengths { lengths, set, injective, info } => {
                let (lengths, set) = (self.listed(env, lengths)?, self.listed(env, set)?);
                let arrow = if *injective { Arrow::TotalInjection } else { Arrow::TotalFunction };
                for length in elements(&lengths) {
                    env.burn(1 + length.word().max(0) as u64, Span::default())?;
                    let from = value::interval(1, length.word());
                    if length.word() >= 0 && !self.each_relation(env, arrow, &from, &set, *info, then)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Ex::Strings | Ex::Translation(_) => Err(Fault::Infinite(Span::default())),
            Ex::Slot(slot) if matches!(env.slots[*slot as usize], Value::Partial(_)) => {
                self.each_known(env, *slot, then)
            }
            other => {
                let set = self.eval(env, other)?;
                if let Value::Symbolic(symbolic) = &set {
                    if std::ptr::eq(&*symbolic.code, other) {
                        return Err(Fault::Infinite(Span::default()));
                    }
                    return self.with_captured(env, symbolic, |evaluator, env| {
                        evaluator.each(env, &symbolic.code, then)
                    });
                }
                for element in elements(&set) {
                    env.burn(1, Span::default())?;
                    if !then(env, element)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
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

    fn each_record(
        &self,
        env: &mut Env,
        sets: &[crate::code::E],
        fields: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        let Some((set, rest)) = sets.split_first() else {
            return then(env, Value::Record(std::sync::Arc::new(fields.clone())));
        };
        self.each(env, set, &mut |env, value| {
            fields.push(value);
            let result = self.each_record(env, rest, fields, then);
            fields.pop();
            result
        })
    }

    /// Every subset, smaller ones not necessarily first.
    pub fn each_subset(&self, env: &mut Env, set: &Value, bits: bool, then: Each<'_>) -> Res<bool> {
        if let (Value::Word(mask), true) = (set, bits) {
            let mask = *mask as u64;
            let mut subset = 0u64;
            loop {
                env.burn(1, Span::default())?;
                if !then(env, Value::Word(subset as i64))? {
                    return Ok(false);
                }
                if subset == mask {
                    return Ok(true);
                }
                subset = subset.wrapping_sub(mask) & mask;
            }
        }
        let items: Vec<Value> = elements(set).collect();
        self.subsets_from(env, &items, &mut Vec::new(), then)
    }

    fn subsets_from(
        &self,
        env: &mut Env,
        items: &[Value],
        chosen: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        env.burn(1, Span::default())?;
        let Some((first, rest)) = items.split_first() else {
            return then(env, Value::Set(std::sync::Arc::new(chosen.clone())));
        };
        if items.len() > 200 {
            return Err(Fault::TooLarge(Span::default()));
        }
        if !self.subsets_from(env, rest, chosen, then)? {
            return Ok(false);
        }
        chosen.push(first.clone());
        let result = self.subsets_from(env, rest, chosen, then);
        chosen.pop();
        result
    }

    /// Every relation of the arrow between two explicit sets.
    fn each_relation(
        &self,
        env: &mut Env,
        arrow: Arrow,
        from: &Value,
        to: &Value,
        info: RelationInfo,
        then: Each<'_>,
    ) -> Res<bool> {
        let demands = arrow.demands();
        if !demands.functional {
            env.burn_many(cardinality(from).saturating_mul(cardinality(to)), Span::default())?;
            let all = value::product(from, to, info);
            return self.each_subset(env, &all, info.bits, &mut |env, relation| {
                let total = !demands.total || value::domain(&relation, info) == *from;
                let onto = !demands.onto || value::range(&relation, info) == *to;
                if total && onto { then(env, relation) } else { Ok(true) }
            });
        }
        let search = FunctionSearch {
            domain: elements(from).collect(),
            range: elements(to).collect(),
            info,
            total: demands.total,
            injective: demands.injective,
            onto: demands.onto,
        };
        if search.domain.len() > 400 {
            return Err(Fault::TooLarge(Span::default()));
        }
        let mut uses = vec![0u32; search.range.len()];
        self.each_function(env, &search, 0, &mut uses, &mut Vec::new(), then)
    }

    fn each_function(
        &self,
        env: &mut Env,
        search: &FunctionSearch,
        at: usize,
        uses: &mut [u32],
        chosen: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        env.burn(1, Span::default())?;
        if search.onto {
            let missing = uses.iter().filter(|count| **count == 0).count();
            if missing > search.domain.len() - at {
                return Ok(true);
            }
        }
        let Some(argument) = search.domain.get(at) else {
            let mut builder = SetBuilder::new(search.info.bits);
            chosen.iter().for_each(|item| builder.add(item.clone()));
            return then(env, builder.finish());
        };
        if !search.total && !self.each_function(env, search, at + 1, uses, chosen, then)? {
            return Ok(false);
        }
        for (index, image) in search.range.iter().enumerate() {
            if search.injective && uses[index] > 0 {
                continue;
            }
            uses[index] += 1;
            chosen.push(pair(argument.clone(), image.clone(), search.info.right));
            let result = self.each_function(env, search, at + 1, uses, chosen, then);
            chosen.pop();
            uses[index] -= 1;
            if !result? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_sequence(
        &self,
        env: &mut Env,
        items: &[Value],
        kind: crate::code::Sequences,
        chosen: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        env.burn(1, Span::default())?;
        let complete = !kind.onto || chosen.len() == items.len();
        if complete
            && !(kind.nonempty && chosen.is_empty())
            && !then(env, value::sequence(chosen.iter().cloned()))?
        {
            return Ok(false);
        }
        let limit = if kind.injective { items.len() } else { self.domain.max_int.max(0) as usize };
        if chosen.len() >= limit {
            return Ok(true);
        }
        for item in items {
            if kind.injective && chosen.contains(item) {
                continue;
            }
            chosen.push(item.clone());
            let result = self.each_sequence(env, items, kind, chosen, then);
            chosen.pop();
            if !result? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A search for functions between two lists.
struct FunctionSearch {
    domain: Vec<Value>,
    range: Vec<Value>,
    info: RelationInfo,
    total: bool,
    injective: bool,
    onto: bool,
}
