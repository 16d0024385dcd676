//! Images under relations that may be infinite.
//!
//! `{x, y | y * y <= x & x : NATURAL}` cannot be listed, but the values it relates to one x can: the comprehension has
//! a second plan, which binds the last name only. Images, restrictions and compositions ask for those values, one
//! argument after the other.

use super::{Each, Env, Evaluator, Fault, Res, undefined};
use crate::code::{Comprehension, Ex, Pattern, Reflexive};
use crate::value::{self, RelationInfo, SetBuilder, Value, elements, pair, split};
use diagnostics::Span;
use std::collections::{BTreeMap, BTreeSet};

impl Evaluator<'_> {
    /// `relation[set]`.
    pub(super) fn image(&self, env: &mut Env, relation: &Ex, set: &Ex, info: RelationInfo) -> Res<Value> {
        let inner = match relation {
            Ex::Symbolic(inner, _) => inner,
            listed => listed,
        };
        if let Ex::Closure { relation, reflexive, .. } = inner {
            let is_reflexive = !matches!(reflexive, Reflexive::No);
            return self.reachable(env, relation, is_reflexive, set, info);
        }
        let (relation, set) = (self.eval(env, relation)?, self.eval(env, set)?);
        match (&relation, &set) {
            (Value::Symbolic(_), _) => {
                let set = self.explicit(env, set, Span::default())?;
                let mut builder = SetBuilder::new(info.range_bits);
                for a in elements(&set) {
                    env.burn(1, Span::default())?;
                    self.each_image(env, &relation, &a, info, &mut |env, b| {
                        env.burn_kept(&b, Span::default())?;
                        builder.add(b);
                        Ok(true)
                    })?;
                }
                Ok(builder.finish())
            }
            (_, Value::Symbolic(_)) => {
                let kept = self.filter_pairs(env, &relation, &set, info, true, true)?;
                Ok(value::range(&kept, info))
            }
            _ => {
                let images = value::image(&relation, &set, info);
                env.burn_pass(value::cardinality(&set) + value::cardinality(&images))?;
                Ok(images)
            }
        }
    }

    /// `closure1(relation)[set]`, or with the set itself: what can be reached, without the closure.
    fn reachable(
        &self,
        env: &mut Env,
        relation: &Ex,
        is_reflexive: bool,
        set: &Ex,
        info: RelationInfo,
    ) -> Res<Value> {
        let (relation, set) = (self.listed(env, relation)?, self.listed(env, set)?);
        let mut reached = value::image(&relation, &set, info);
        let mut fresh = reached.clone();
        while !value::is_empty(&fresh) {
            env.burn(value::cardinality(&fresh) as u64, Span::default())?;
            env.burn_pass(value::cardinality(&reached))?;
            fresh = value::difference(&value::image(&relation, &fresh, info), &reached);
            reached = value::union(&reached, &fresh);
        }
        Ok(if is_reflexive { value::union(&reached, &set) } else { reached })
    }

    /// `closure1(relation)`: what can be reached from each element of the domain.
    pub(super) fn closure1(&self, env: &mut Env, relation: &Value, info: RelationInfo) -> Res<Value> {
        if matches!(relation, Value::Word(_)) {
            return Ok(value::closure1(relation, info));
        }
        let mut successors: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
        for item in elements(relation) {
            let (a, b) = split(&item, info.right);
            successors.entry(a).or_default().push(b);
        }
        let mut pairs = Vec::new();
        for (start, next) in &successors {
            let (mut reached, mut open) = (BTreeSet::new(), next.clone());
            while let Some(b) = open.pop() {
                env.burn_kept(&b, Span::default())?;
                open.extend(
                    successors.get(&b).filter(|_| !reached.contains(&b)).into_iter().flatten().cloned(),
                );
                reached.insert(b);
            }
            pairs.extend(reached.into_iter().map(|b| pair(start.clone(), b, info.right)));
        }
        Ok(Value::set_from(pairs))
    }

    /// `set <| relation`, or `set <<| relation` if not `inside`.
    pub(super) fn domain_restrict(
        &self,
        env: &mut Env,
        set: &Ex,
        relation: &Ex,
        info: RelationInfo,
        inside: bool,
    ) -> Res<Value> {
        let (set, relation) = (self.eval(env, set)?, self.eval(env, relation)?);
        match (&set, &relation) {
            (Value::Symbolic(_), _) => {
                let relation = self.explicit(env, relation, Span::default())?;
                self.filter_pairs(env, &relation, &set, info, inside, true)
            }
            (_, Value::Symbolic(_)) if inside => {
                let mut builder = SetBuilder::new(info.bits);
                for a in elements(&set) {
                    env.burn(1, Span::default())?;
                    self.each_image(env, &relation, &a, info, &mut |env, b| {
                        env.burn_kept(&b, Span::default())?;
                        builder.add(pair(a.clone(), b, info.right));
                        Ok(true)
                    })?;
                }
                Ok(builder.finish())
            }
            _ => {
                let relation = self.explicit(env, relation, Span::default())?;
                Ok(value::domain_restrict(&set, &relation, info, inside))
            }
        }
    }

    /// `left ; right`.
    pub(super) fn compose(
        &self,
        env: &mut Env,
        left: &Ex,
        right: &Ex,
        [li, ri, out]: [RelationInfo; 3],
    ) -> Res<Value> {
        let (left, right) = (self.listed(env, left)?, self.eval(env, right)?);
        if !matches!(right, Value::Symbolic(_)) {
            return self.composed(env, &left, &right, [li, ri, out]);
        }
        let mut builder = SetBuilder::new(out.bits);
        for item in elements(&left) {
            env.burn(1, Span::default())?;
            let (a, b) = split(&item, li.right);
            self.each_image(env, &right, &b, ri, &mut |env, c| {
                env.burn_kept(&c, Span::default())?;
                builder.add(pair(a.clone(), c, out.right));
                Ok(true)
            })?;
        }
        Ok(builder.finish())
    }

    /// `left ; right` of two relations that are listed.
    pub(super) fn composed(
        &self,
        env: &mut Env,
        left: &Value,
        right: &Value,
        [li, ri, out]: [RelationInfo; 3],
    ) -> Res<Value> {
        let mut builder = SetBuilder::new(out.bits);
        for item in elements(left) {
            let (a, b) = split(&item, li.right);
            let images = value::images_of(right, &b, ri);
            env.burn_many(value::cardinality(&images), Span::default())?;
            elements(&images).for_each(|c| builder.add(pair(a.clone(), c, out.right)));
        }
        Ok(builder.finish())
    }

    /// The pairs whose first (or second) part is inside the set.
    pub(super) fn filter_pairs(
        &self,
        env: &mut Env,
        relation: &Value,
        set: &Value,
        info: RelationInfo,
        inside: bool,
        first: bool,
    ) -> Res<Value> {
        let mut builder = SetBuilder::new(info.bits);
        for item in elements(relation) {
            env.burn(1, Span::default())?;
            let (a, b) = split(&item, info.right);
            if self.member_of_value(env, if first { &a } else { &b }, set)? == inside {
                builder.add(item);
            }
        }
        Ok(builder.finish())
    }

    /// Calls `then` with every value of the relation at the argument.
    fn each_image(
        &self,
        env: &mut Env,
        relation: &Value,
        argument: &Value,
        info: RelationInfo,
        then: Each<'_>,
    ) -> Res<bool> {
        if let Value::Symbolic(symbolic) = relation {
            return self.with_captured(env, symbolic, |evaluator, env| {
                evaluator.each_image_by(env, &symbolic.code, argument, info, then)
            });
        }
        for b in elements(&value::images_of(relation, argument, info)) {
            if !then(env, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_image_by(
        &self,
        env: &mut Env,
        code: &Ex,
        argument: &Value,
        info: RelationInfo,
        then: Each<'_>,
    ) -> Res<bool> {
        match code {
            Ex::Symbolic(inner, _) => self.each_image_by(env, inner, argument, info, then),
            Ex::Comprehension(inner) if inner.image.is_some() => {
                self.each_related(env, inner, argument, then)
            }
            Ex::Product(from, to, _) => {
                if self.member(env, argument, from)? {
                    self.each(env, to, then)
                } else {
                    Ok(true)
                }
            }
            Ex::Union(left, right) => {
                for part in [left, right] {
                    let part = self.eval(env, part)?;
                    if !self.each_image(env, &part, argument, info, then)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => match self.apply_symbolic(env, code, argument, info, Span::default()) {
                Ok(b) => then(env, b),
                Err(Fault::Undefined(_)) => Ok(true),
                Err(fault) => Err(fault),
            },
        }
    }

    /// Calls `then` with every y such that `argument |-> y` is in the comprehension.
    fn each_related(
        &self,
        env: &mut Env,
        inner: &Comprehension,
        argument: &Value,
        then: Each<'_>,
    ) -> Res<bool> {
        let (Some(plan), Pattern::Pair(first, second, _)) = (&inner.image, &inner.pattern) else {
            return Ok(true);
        };
        let Pattern::Slot(last) = **second else { return Ok(true) };
        self.with_slots(env, &inner.slots, |evaluator, env| {
            evaluator.bind(env, first, argument)?;
            evaluator.solve(env, plan, &mut |env| {
                let value = env.slots[last as usize].clone();
                then(env, value)
            })
        })
    }

    /// `{x, y | P}(a)`; `None` outside the domain.
    pub(super) fn apply_comprehension(
        &self,
        env: &mut Env,
        inner: &Comprehension,
        argument: &Value,
        span: Span,
    ) -> Res<Option<Value>> {
        if inner.image.is_none() {
            return self.look_up(env, inner, argument);
        }
        let mut found: Option<Value> = None;
        let mut several = false;
        self.each_related(env, inner, argument, &mut |_, value| {
            several = found.as_ref().is_some_and(|found| *found != value);
            found = Some(value);
            Ok(!several)
        })?;
        if several {
            return undefined(span, "relation applied where it has several values");
        }
        Ok(found)
    }

    /// The pairs of a comprehension over one name are listed.
    fn look_up(&self, env: &mut Env, inner: &Comprehension, argument: &Value) -> Res<Option<Value>> {
        let mut found = None;
        self.solve(env, &inner.plan, &mut |env| {
            let pair = self.eval(env, &inner.element)?;
            if let Value::Pair(both) = &pair
                && both.0 == *argument
            {
                found = Some(both.1.clone());
                return Ok(false);
            }
            Ok(true)
        })?;
        Ok(found)
    }
}
