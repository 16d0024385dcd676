//! Operators on sets, relations and sequences.

use super::{Env, Evaluator, Fault, Res, undefined};
use crate::code::{Ex, Reflexive, SequenceOp};
use crate::value::{self, RelationInfo, SetBuilder, UnionBuilder, Value, cardinality, elements, pair, split};
use diagnostics::Span;

impl Evaluator<'_> {
    pub(super) fn operator(&self, env: &mut Env, expression: &Ex) -> Res<Value> {
        Ok(match expression {
            Ex::Product(left, right, info) => {
                let (left, right) = (self.listed(env, left)?, self.listed(env, right)?);
                burn_product(env, &left, &right)?;
                value::product(&left, &right, *info)
            }
            Ex::Card(set, span) => match self.eval(env, set)? {
                Value::Symbolic(symbolic) => {
                    let listed = self.explicit(env, Value::Symbolic(symbolic), *span)?;
                    Value::Word(cardinality(&listed) as i64)
                }
                set => Value::Word(cardinality(&set) as i64),
            },
            Ex::Extremum { set, largest, span } => self.extremum(env, set, *largest, *span)?,
            Ex::GeneralUnion(sets, bits) => {
                let mut result = UnionBuilder::new(*bits);
                for set in elements(&self.listed(env, sets)?) {
                    env.burn_pass(cardinality(&set))?;
                    result.add_all(&set);
                }
                result.finish()
            }
            Ex::GeneralInter(sets, span) => {
                let sets = self.listed(env, sets)?;
                let mut items = elements(&sets);
                let Some(first) = items.next() else { return undefined(*span, "intersection of no sets") };
                items.try_fold(first, |result, set| {
                    env.burn_pass(cardinality(&result))?;
                    Ok(value::intersection(&result, &set))
                })?
            }
            Ex::Domain(relation, info) => self.domain_of(env, relation, *info)?,
            Ex::Range(relation, info) => value::range(&self.listed(env, relation)?, *info),
            Ex::Inverse(relation, info, out) => value::inverse(&self.listed(env, relation)?, *info, *out),
            Ex::Image(relation, set, info) => self.image(env, relation, set, *info)?,
            Ex::DomainRestrict(set, relation, info, inside) => {
                self.domain_restrict(env, set, relation, *info, *inside)?
            }
            Ex::RangeRestrict(relation, set, info, inside) => {
                let (relation, set) = (self.listed(env, relation)?, self.eval(env, set)?);
                if matches!(set, Value::Symbolic(_)) {
                    return self.filter_pairs(env, &relation, &set, *info, *inside, false);
                }
                value::range_restrict(&relation, &set, *info, *inside)
            }
            Ex::Override(left, right, info) => {
                value::override_with(&self.listed(env, left)?, &self.listed(env, right)?, *info)
            }
            Ex::Compose(left, right, [li, ri, out]) => self.compose(env, left, right, [*li, *ri, *out])?,
            Ex::DirectProduct(left, right, infos, inner) => {
                let (left, right) = (self.listed(env, left)?, self.listed(env, right)?);
                self.direct_product(env, &left, &right, *infos, *inner)?
            }
            Ex::Parallel(left, right, infos, rights) => {
                let (left, right) = (self.listed(env, left)?, self.listed(env, right)?);
                burn_product(env, &left, &right)?;
                parallel(&left, &right, *infos, *rights)
            }
            Ex::Identity(set, info) => value::identity(&self.listed(env, set)?, *info),
            Ex::Projection { left, right, first, pair: ordinals, info } => {
                let (left, right) = (self.listed(env, left)?, self.listed(env, right)?);
                burn_product(env, &left, &right)?;
                projection(&left, &right, *first, *ordinals, *info)
            }
            Ex::Closure { relation, reflexive, info } => {
                let relation = self.listed(env, relation)?;
                let closed = self.closure1(env, &relation, *info)?;
                match reflexive {
                    Reflexive::No => closed,
                    Reflexive::On(set) => {
                        value::union(&closed, &value::identity(&self.listed(env, set)?, *info))
                    }
                    Reflexive::Everywhere => return Err(Fault::Infinite(Span::default())),
                }
            }
            Ex::Iterate(relation, count, info, universe, span) => {
                let relation = self.listed(env, relation)?;
                let count = self.eval(env, count)?.word();
                if count < 0 {
                    return undefined(*span, "iterate with a negative number");
                }
                if count == 0 {
                    let universe = universe.as_ref().ok_or(Fault::Infinite(*span))?;
                    return Ok(value::identity(&self.listed(env, universe)?, *info));
                }
                let mut result = relation.clone();
                for _ in 1..count {
                    env.burn(1, *span)?;
                    result = self.composed(env, &result, &relation, [*info; 3])?;
                }
                result
            }
            Ex::Fnc(relation, from, to) => {
                let relation = self.listed(env, relation)?;
                let mut builder = SetBuilder::new(to.bits);
                for a in elements(&value::domain(&relation, *from)) {
                    let images = value::images_of(&relation, &a, *from);
                    builder.add(pair(a, images, to.right));
                }
                builder.finish()
            }
            Ex::Rel(function, from, to) => {
                let mut builder = SetBuilder::new(to.bits);
                for item in elements(&self.listed(env, function)?) {
                    let (a, images) = split(&item, from.right);
                    for b in elements(&images) {
                        builder.add(pair(a.clone(), b, to.right));
                    }
                }
                builder.finish()
            }
            Ex::SequenceOp(operator, first, second, span) => {
                return self.sequence_op(env, *operator, first, second.as_deref(), *span);
            }
            Ex::Integers(_) | Ex::Strings | Ex::Translation(_) => {
                return Err(Fault::Infinite(Span::default()));
            }
            // All other forms are handled by `eval`.
            _ => Value::Word(0),
        })
    }

    fn extremum(&self, env: &mut Env, set: &Ex, largest: bool, span: Span) -> Res<Value> {
        let set = match self.eval(env, set)? {
            Value::Symbolic(symbolic) => match (&*symbolic.code, largest) {
                (Ex::Integers(Some(least)), false) => return Ok(Value::Word(*least)),
                _ => self.explicit(env, Value::Symbolic(symbolic.clone()), span)?,
            },
            set => set,
        };
        let Value::Set(items) = &set else { return undefined(span, "extremum of the empty set") };
        let found = if largest { items.last() } else { items.first() };
        found.cloned().map_or_else(|| undefined(span, "extremum of the empty set"), Ok)
    }

    fn domain_of(&self, env: &mut Env, relation: &Ex, info: RelationInfo) -> Res<Value> {
        // The search for a total function knows its domain.
        if let Ex::Slot(slot) = relation
            && let Value::Partial(partial) = &env.slots[*slot as usize]
            && let Some(domain) = &partial.domain
        {
            return Ok(domain.clone());
        }
        // The domain of a lambda needs no values.
        if let Ex::Comprehension(inner) = relation
            && inner.value.is_some()
        {
            let mut builder = SetBuilder::new(info.domain_bits);
            self.solve(env, &inner.plan, &mut |env| {
                builder.add(self.eval(env, &inner.element)?);
                Ok(true)
            })?;
            return Ok(builder.finish());
        }
        Ok(value::domain(&self.listed(env, relation)?, info))
    }

    fn direct_product(
        &self,
        env: &mut Env,
        left: &Value,
        right: &Value,
        [li, ri, out]: [RelationInfo; 3],
        inner: u64,
    ) -> Res<Value> {
        let mut builder = SetBuilder::new(out.bits);
        for item in elements(left) {
            let (a, b) = split(&item, li.right);
            let images = value::images_of(right, &a, ri);
            env.burn_many(cardinality(&images), Span::default())?;
            for d in elements(&images) {
                builder.add(pair(a.clone(), pair(b.clone(), d, inner), out.right));
            }
        }
        Ok(builder.finish())
    }

    fn sequence_op(
        &self,
        env: &mut Env,
        operator: SequenceOp,
        first: &Ex,
        second: Option<&Ex>,
        span: Span,
    ) -> Res<Value> {
        let value = self.listed(env, first)?;
        if operator == SequenceOp::Size {
            return match value::sequence_length(&value) {
                Some(length) => Ok(Value::Word(length as i64)),
                None => undefined(span, "not a sequence"),
            };
        }
        let Some(mut items) = value::sequence_items(&value) else { return undefined(span, "not a sequence") };
        let second = second.map(|second| self.eval(env, second)).transpose()?;
        if items.is_empty()
            && let SequenceOp::First | SequenceOp::Last | SequenceOp::Front | SequenceOp::Tail = operator
        {
            return undefined(span, "operator on the empty sequence");
        }
        match (operator, second) {
            (SequenceOp::First, _) => return Ok(items.swap_remove(0)),
            (SequenceOp::Last, _) => return Ok(items.pop().unwrap_or(Value::Word(0))),
            (SequenceOp::Reverse, _) => items.reverse(),
            (SequenceOp::Front, _) => {
                items.pop();
            }
            (SequenceOp::Tail, _) => {
                items.remove(0);
            }
            (SequenceOp::Flatten, _) => {
                let mut all = Vec::new();
                for item in &items {
                    let Some(inner) = value::sequence_items(item) else {
                        return undefined(span, "not a sequence");
                    };
                    all.extend(inner);
                }
                items = all;
            }
            (SequenceOp::Concat, Some(other)) => {
                let Some(rest) = value::sequence_items(&other) else {
                    return undefined(span, "not a sequence");
                };
                items.extend(rest);
            }
            (SequenceOp::Prepend, Some(item)) => items.insert(0, item),
            (SequenceOp::Append, Some(item)) => items.push(item),
            (SequenceOp::Take | SequenceOp::Drop, Some(count)) => {
                let count = match usize::try_from(count.word()) {
                    Ok(count) if count <= items.len() => count,
                    _ => return undefined(span, "more items than the sequence has"),
                };
                let rest = items.split_off(count);
                if operator == SequenceOp::Drop {
                    items = rest;
                }
            }
            _ => {}
        }
        Ok(value::sequence(items))
    }
}

/// Uses fuel for as many elements as the sets have pairs.
fn burn_product(env: &mut Env, left: &Value, right: &Value) -> Res<()> {
    env.burn_many(cardinality(left).saturating_mul(cardinality(right)), Span::default())
}

fn parallel(left: &Value, right: &Value, [li, ri, out]: [RelationInfo; 3], [from, to]: [u64; 2]) -> Value {
    let mut builder = SetBuilder::new(out.bits);
    for item in elements(left) {
        let (a, b) = split(&item, li.right);
        for other in elements(right) {
            let (c, d) = split(&other, ri.right);
            builder.add(pair(pair(a.clone(), c, from), pair(b.clone(), d, to), out.right));
        }
    }
    builder.finish()
}

fn projection(left: &Value, right: &Value, first: bool, ordinals: u64, info: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(info.bits);
    for a in elements(left) {
        for b in elements(right) {
            let image = if first { a.clone() } else { b.clone() };
            builder.add(pair(pair(a.clone(), b, ordinals), image, info.right));
        }
    }
    builder.finish()
}
