//! Operators on sets and relations.

use super::{Env, Evaluator, Fault, Res, undefined};
use crate::code::{Ex, Reflexive};
use crate::value::{self, RelationInfo, SetBuilder, UnionBuilder, Value, cardinality, elements, pair, split};
use diagnostics::Span;

impl Evaluator<'_> {
    /// The value of an expression whose outermost operator is on sets, relations or sequences.
    pub(super) fn operator(&self, env: &mut Env, expression: &Ex) -> Res<Value> {
        Ok(match expression {
            Ex::Product(left, right, info) => {
                let (left, right) = self.listed_pair(env, left, right)?;
                value::product(&left, &right, *info)
            }
            Ex::Card(set, span) => {
                let set = self.eval(env, set)?;
                Value::Word(cardinality(&self.explicit(env, set, *span)?) as i64)
            }
            Ex::Extremum { set, largest, span } => self.extremum(env, set, *largest, *span)?,
            Ex::GeneralUnion(sets, bits) => self.general_union(env, sets, *bits)?,
            Ex::GeneralInter(sets, span) => self.general_intersection(env, sets, *span)?,
            Ex::Domain(relation, info) => self.domain_of(env, relation, *info)?,
            Ex::Range(relation, info) => value::range(&self.listed(env, relation)?, *info),
            Ex::Inverse(relation, info, out) => value::inverse(&self.listed(env, relation)?, *info, *out),
            Ex::Image(relation, set, info) => self.image(env, relation, set, *info)?,
            Ex::DomainRestrict(set, relation, info, inside) => {
                self.domain_restrict(env, set, relation, *info, *inside)?
            }
            Ex::RangeRestrict(relation, set, info, inside) => {
                self.range_restrict(env, relation, set, *info, *inside)?
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
                let (left, right) = self.listed_pair(env, left, right)?;
                parallel(&left, &right, *infos, *rights)
            }
            Ex::Identity(set, info) => value::identity(&self.listed(env, set)?, *info),
            Ex::Projection { left, right, first, pair: ordinals, info } => {
                let (left, right) = self.listed_pair(env, left, right)?;
                projection(&left, &right, *first, *ordinals, *info)
            }
            Ex::Closure { relation, reflexive, info } => self.closure(env, relation, reflexive, *info)?,
            Ex::Iterate(relation, count, info, universe, span) => {
                self.iteration(env, relation, count, *info, universe.as_deref(), *span)?
            }
            Ex::Fnc(relation, from, to) => function_of(&self.listed(env, relation)?, *from, *to),
            Ex::Rel(function, from, to) => relation_of(&self.listed(env, function)?, *from, *to),
            Ex::SequenceOp(operator, first, second, span) => {
                self.sequence_op(env, *operator, first, second.as_deref(), *span)?
            }
            Ex::Integers(_) | Ex::Strings | Ex::Translation(_) => {
                return Err(Fault::Infinite(Span::default()));
            }
            // All other forms are handled by `eval`.
            _ => Value::Word(0),
        })
    }

    /// Two listed sets, with fuel used for as many elements as they have pairs.
    fn listed_pair(&self, env: &mut Env, left: &Ex, right: &Ex) -> Res<(Value, Value)> {
        let (left, right) = (self.listed(env, left)?, self.listed(env, right)?);
        env.burn_many(cardinality(&left).saturating_mul(cardinality(&right)), Span::default())?;
        Ok((left, right))
    }

    fn general_union(&self, env: &mut Env, sets: &Ex, bits: bool) -> Res<Value> {
        let mut result = UnionBuilder::new(bits);
        for set in elements(&self.listed(env, sets)?) {
            env.burn_pass(cardinality(&set))?;
            result.add_all(&set);
        }
        Ok(result.finish())
    }

    fn general_intersection(&self, env: &mut Env, sets: &Ex, span: Span) -> Res<Value> {
        let sets = self.listed(env, sets)?;
        let mut items = elements(&sets);
        let Some(first) = items.next() else { return undefined(span, "intersection of no sets") };
        items.try_fold(first, |result, set| {
            env.burn_pass(cardinality(&result))?;
            Ok(value::intersection(&result, &set))
        })
    }

    fn range_restrict(
        &self,
        env: &mut Env,
        relation: &Ex,
        set: &Ex,
        info: RelationInfo,
        inside: bool,
    ) -> Res<Value> {
        let (relation, set) = (self.listed(env, relation)?, self.eval(env, set)?);
        if matches!(set, Value::Symbolic(_)) {
            return self.filter_pairs(env, &relation, &set, info, inside, false);
        }
        Ok(value::range_restrict(&relation, &set, info, inside))
    }

    fn closure(&self, env: &mut Env, relation: &Ex, reflexive: &Reflexive, info: RelationInfo) -> Res<Value> {
        let relation = self.listed(env, relation)?;
        let closed = self.closure1(env, &relation, info)?;
        match reflexive {
            Reflexive::No => Ok(closed),
            Reflexive::On(set) => Ok(value::union(&closed, &value::identity(&self.listed(env, set)?, info))),
            Reflexive::Everywhere => Err(Fault::Infinite(Span::default())),
        }
    }

    /// `iterate(relation, count)`: the relation composed with itself. With a count of 0 it is the identity on all
    /// values of its type, which are given as `universe` if they can be listed.
    fn iteration(
        &self,
        env: &mut Env,
        relation: &Ex,
        count: &Ex,
        info: RelationInfo,
        universe: Option<&Ex>,
        span: Span,
    ) -> Res<Value> {
        let relation = self.listed(env, relation)?;
        let count = self.eval(env, count)?.word();
        if count < 0 {
            return undefined(span, "iterate with a negative number");
        }
        if count == 0 {
            let universe = universe.ok_or(Fault::Infinite(span))?;
            return Ok(value::identity(&self.listed(env, universe)?, info));
        }
        let mut result = relation.clone();
        for _ in 1..count {
            env.burn(1, span)?;
            result = self.composed(env, &result, &relation, [info; 3])?;
        }
        Ok(result)
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
}

/// `fnc(relation)`: the function from each element of the domain to the set of its images.
fn function_of(relation: &Value, from: RelationInfo, to: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(to.bits);
    for a in elements(&value::domain(relation, from)) {
        let images = value::images_of(relation, &a, from);
        builder.add(pair(a, images, to.right));
    }
    builder.finish()
}

/// `rel(function)`: each argument with each element of the set that is its image.
fn relation_of(function: &Value, from: RelationInfo, to: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(to.bits);
    for item in elements(function) {
        let (a, images) = split(&item, from.right);
        for b in elements(&images) {
            builder.add(pair(a.clone(), b, to.right));
        }
    }
    builder.finish()
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
