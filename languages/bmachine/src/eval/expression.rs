//! Values of expressions.

use super::{Env, Evaluator, Fault, Res, undefined};
use crate::code::{Arith, Comprehension, E, Ex, Plan, Symbolic};
use crate::typing::tree::External;
use crate::value::{self, RelationInfo, SetBuilder, UnionBuilder, Value, cardinality, elements, pair};
use diagnostics::Span;
use std::sync::Arc;

impl Evaluator<'_> {
    /// The value of the expression.
    pub fn eval(&self, env: &mut Env, expression: &Ex) -> Res<Value> {
        Ok(match expression {
            Ex::Const(value) => value.clone(),
            Ex::Slot(slot) => match &env.slots[*slot as usize] {
                Value::Partial(_) => return Err(Fault::Pending),
                value => value.clone(),
            },
            Ex::Arith(operator, left, right, span) => {
                let (left, right) = (self.eval(env, left)?.word(), self.eval(env, right)?.word());
                Value::Word(arithmetic(*operator, left, right, *span)?)
            }
            Ex::Negate(inner) => Value::Word(self.eval(env, inner)?.word().wrapping_neg()),
            Ex::Pair(left, right, ordinals) => {
                let left = self.eval(env, left)?;
                pair(left, self.eval(env, right)?, *ordinals)
            }
            Ex::SetOf(items, bits) => self.set_of(env, items, *bits)?,
            Ex::Sequence(items) => {
                env.burn_pass(items.len() * 4)?;
                value::sequence(self.eval_all(env, items)?)
            }
            Ex::Union(left, right) => value::union(&self.listed(env, left)?, &self.listed(env, right)?),
            Ex::Intersection(left, right) => self.intersection(env, left, right)?,
            Ex::Difference(left, right) => self.difference(env, left, right)?,
            Ex::Truth(inner) => Value::Word(i64::from(self.uncut(env, |env| self.holds(env, inner))?)),
            Ex::If(condition, then, otherwise) => {
                let chosen =
                    if self.uncut(env, |env| self.holds(env, condition))? { then } else { otherwise };
                return self.eval(env, chosen);
            }
            Ex::Let(plan, body, span) => return self.let_in(env, plan, body, *span),
            Ex::Apply(function, argument, info, span) => {
                return self.apply(env, function, argument, *info, *span);
            }
            Ex::Comprehension(inner) => return self.uncut(env, |env| self.comprehension(env, inner)),
            Ex::Sum { plan, value, product, span } => {
                return self.uncut(env, |env| self.sum(env, plan, value, *product, *span));
            }
            Ex::BigUnion { plan, value, bits } => self.big_union(env, plan, value, *bits)?,
            Ex::BigInter { plan, value, span } => return self.big_intersection(env, plan, value, *span),
            Ex::Record(fields) => Value::Record(Arc::new(self.eval_all(env, fields)?)),
            Ex::Field(record, position) => match self.eval(env, record)? {
                Value::Record(fields) => fields.get(*position).cloned().unwrap_or(Value::Word(0)),
                other => other,
            },
            Ex::Symbolic(code, free) => captured(env, code, free),
            Ex::External(external, arguments, ty, span) => {
                return self.external(env, *external, arguments, *ty, *span);
            }
            Ex::Power { out, .. } | Ex::Arrow { out, .. } | Ex::Sequences { out, .. } => {
                return self.collect(env, expression, *out);
            }
            Ex::Struct(_) | Ex::Splits(_) | Ex::OfLengths { .. } => {
                return self.collect(env, expression, false);
            }
            Ex::Interval(low, high, span) => self.interval(env, low, high, *span)?,
            other => return self.operator(env, other),
        })
    }

    fn eval_all(&self, env: &mut Env, items: &[E]) -> Res<Vec<Value>> {
        items.iter().map(|item| self.eval(env, item)).collect()
    }

    fn set_of(&self, env: &mut Env, items: &[E], bits: bool) -> Res<Value> {
        // Each is evaluated, and they are put in order.
        env.burn_pass(items.len() * 8)?;
        let mut builder = SetBuilder::new(bits);
        for item in items {
            builder.add(self.eval(env, item)?);
        }
        Ok(builder.finish())
    }

    fn interval(&self, env: &mut Env, low: &Ex, high: &Ex, span: Span) -> Res<Value> {
        let (low, high) = (self.eval(env, low)?.word(), self.eval(env, high)?.word());
        env.burn(high.saturating_sub(low).max(0) as u64, span)?;
        Ok(value::interval(low, high))
    }

    /// The value of the body in the first solution of the plan.
    fn let_in(&self, env: &mut Env, plan: &Plan, body: &Ex, span: Span) -> Res<Value> {
        let mut result = None;
        self.solve(env, plan, &mut |env| {
            result = Some(self.eval(env, body)?);
            Ok(false)
        })?;
        result.map_or_else(|| undefined(span, "LET without a solution"), Ok)
    }

    fn big_union(&self, env: &mut Env, plan: &Plan, value: &Ex, bits: bool) -> Res<Value> {
        let mut result = UnionBuilder::new(bits);
        self.uncut(env, |env| {
            self.solve(env, plan, &mut |env| {
                result.add_all(&self.listed(env, value)?);
                Ok(true)
            })
        })?;
        Ok(result.finish())
    }

    fn big_intersection(&self, env: &mut Env, plan: &Plan, value: &Ex, span: Span) -> Res<Value> {
        let mut result: Option<Value> = None;
        self.uncut(env, |env| {
            self.solve(env, plan, &mut |env| {
                let next = self.listed(env, value)?;
                result = Some(match &result {
                    Some(old) => value::intersection(old, &next),
                    None => next,
                });
                Ok(true)
            })
        })?;
        result.map_or_else(|| undefined(span, "intersection of no sets"), Ok)
    }

    /// The value as an explicit set; whoever asks for it is taken to go over it.
    pub(super) fn listed(&self, env: &mut Env, set: &Ex) -> Res<Value> {
        let value = self.eval(env, set)?;
        match value {
            Value::Symbolic(_) => self.explicit(env, value, Span::default()),
            explicit => {
                env.burn_pass(cardinality(&explicit))?;
                Ok(explicit)
            }
        }
    }

    fn collect(&self, env: &mut Env, set: &Ex, bits: bool) -> Res<Value> {
        let mut builder = SetBuilder::new(bits);
        self.each(env, set, &mut |env, value| {
            env.burn_kept(&value, Span::default())?;
            builder.add(value);
            Ok(true)
        })?;
        Ok(builder.finish())
    }

    /// Only one side of an intersection needs to be listed.
    fn intersection(&self, env: &mut Env, left: &E, right: &E) -> Res<Value> {
        let (left, right) = (self.eval(env, left)?, self.eval(env, right)?);
        match (&left, &right) {
            (Value::Symbolic(_), _) => self.filter(env, &right, &left, true),
            (_, Value::Symbolic(_)) => self.filter(env, &left, &right, true),
            _ => {
                env.burn_pass(cardinality(&left))?;
                Ok(value::intersection(&left, &right))
            }
        }
    }

    fn difference(&self, env: &mut Env, left: &E, right: &E) -> Res<Value> {
        let (left, right) = (self.listed(env, left)?, self.eval(env, right)?);
        match right {
            Value::Symbolic(_) => self.filter(env, &left, &right, false),
            _ => Ok(value::difference(&left, &right)),
        }
    }

    fn filter(&self, env: &mut Env, listed: &Value, other: &Value, inside: bool) -> Res<Value> {
        let listed = self.explicit(env, listed.clone(), Span::default())?;
        let mut builder = SetBuilder::new(matches!(listed, Value::Word(_)));
        for element in elements(&listed) {
            env.burn(1, Span::default())?;
            if self.member_of_value(env, &element, other)? == inside {
                builder.add(element);
            }
        }
        Ok(builder.finish())
    }

    fn comprehension(&self, env: &mut Env, inner: &Comprehension) -> Res<Value> {
        let mut builder = SetBuilder::new(inner.bits);
        self.solve(env, &inner.plan, &mut |env| {
            let element = self.eval(env, &inner.element)?;
            env.burn_kept(&element, inner.plan.span)?;
            builder.add(match &inner.value {
                Some((value, info)) => pair(element, self.eval(env, value)?, info.right),
                None => element,
            });
            Ok(true)
        })?;
        Ok(builder.finish())
    }

    fn sum(&self, env: &mut Env, plan: &Plan, value: &E, product: bool, span: Span) -> Res<Value> {
        let mut total = i64::from(product);
        self.solve(env, plan, &mut |env| {
            let next = self.eval(env, value)?.word();
            let sum = if product { total.checked_mul(next) } else { total.checked_add(next) };
            total = sum.ok_or(Fault::Overflow(span))?;
            Ok(true)
        })?;
        Ok(Value::Word(total))
    }

    fn apply(
        &self,
        env: &mut Env,
        function: &Ex,
        argument: &Ex,
        info: RelationInfo,
        span: Span,
    ) -> Res<Value> {
        let argument = self.eval(env, argument)?;
        if let Ex::Comprehension(inner) = function
            && inner.value.is_some()
        {
            let found = self.apply_lambda(env, inner, &argument, span)?;
            return found.map_or_else(|| undefined(span, OUTSIDE), Ok);
        }
        let function = match function {
            // Reading the slot in place saves a counted clone of the usual `f(x)`.
            Ex::Slot(slot) => match &env.slots[*slot as usize] {
                Value::Symbolic(symbolic) => Value::Symbolic(Arc::clone(symbolic)),
                Value::Partial(partial) if !value::contains(&partial.decided, &argument) => {
                    return Err(Fault::Pending);
                }
                Value::Partial(partial) => return applied(&partial.known, &argument, info, span),
                explicit => return applied(explicit, &argument, info, span),
            },
            other => self.eval(env, other)?,
        };
        self.apply_value(env, &function, &argument, info, span)
    }

    pub(super) fn apply_value(
        &self,
        env: &mut Env,
        function: &Value,
        argument: &Value,
        info: RelationInfo,
        span: Span,
    ) -> Res<Value> {
        let Value::Symbolic(symbolic) = function else { return applied(function, argument, info, span) };
        self.with_captured(env, symbolic, |evaluator, env| {
            evaluator.apply_symbolic(env, &symbolic.code, argument, info, span)
        })
    }

    pub(super) fn apply_symbolic(
        &self,
        env: &mut Env,
        code: &Ex,
        argument: &Value,
        info: RelationInfo,
        span: Span,
    ) -> Res<Value> {
        match code {
            Ex::Symbolic(inner, _) => self.apply_symbolic(env, inner, argument, info, span),
            Ex::Translation(step) => {
                argument.word().checked_add(*step).map(Value::Word).ok_or(Fault::Overflow(span))
            }
            Ex::Comprehension(inner) => {
                let found = self.apply_lambda(env, inner, argument, span)?;
                found.map_or_else(|| undefined(span, OUTSIDE), Ok)
            }
            Ex::Identity(..) => Ok(argument.clone()),
            Ex::Projection { first, pair, .. } => {
                let (a, b) = value::split(argument, *pair);
                Ok(if *first { a } else { b })
            }
            Ex::Override(left, right, _) | Ex::Union(right, left) => {
                let new = self.eval(env, right)?;
                match self.apply_value(env, &new, argument, info, span) {
                    Err(Fault::Undefined(_)) => {
                        let old = self.eval(env, left)?;
                        self.apply_value(env, &old, argument, info, span)
                    }
                    other => other,
                }
            }
            other => {
                let listed = self.eval(env, other)?;
                if matches!(listed, Value::Symbolic(_)) {
                    return Err(Fault::Infinite(span));
                }
                applied(&listed, argument, info, span)
            }
        }
    }

    fn external(
        &self,
        env: &mut Env,
        external: External,
        arguments: &[E],
        ty: value::Ty,
        span: Span,
    ) -> Res<Value> {
        let values = self.eval_all(env, arguments)?;
        let text = |position: usize| match values.get(position) {
            Some(Value::Text(text)) => text.as_str(),
            _ => "",
        };
        Ok(match external {
            External::StringLength => Value::Word(text(0).chars().count() as i64),
            External::StringAppend => Value::Text(Arc::new(format!("{}{}", text(0), text(1)))),
            External::IntToString => Value::Text(Arc::new(values[0].word().to_string())),
            External::ToString => Value::Text(Arc::new(match &values[0] {
                Value::Text(text) => text.to_string(),
                other => value::show(other, ty, self.domain),
            })),
            External::Choose => {
                let set = self.explicit(env, values[0].clone(), span)?;
                return elements(&set)
                    .next()
                    .map_or_else(|| undefined(span, "choice from the empty set"), Ok);
            }
            // Sets are kept in order, tuples by their first component first.
            External::Maximise | External::Minimise => {
                let set = self.explicit(env, values[0].clone(), span)?;
                let largest = external == External::Maximise;
                let found = if largest { elements(&set).last() } else { elements(&set).next() };
                return found.map_or_else(|| undefined(span, "extremum of the empty set"), Ok);
            }
            External::Print => Value::Word(1),
        })
    }
}

/// The set that the code stands for, kept as code together with the values of the slots that it needs.
fn captured(env: &Env, code: &E, free: &[u32]) -> Value {
    let captured = free.iter().map(|slot| (*slot, env.slots[*slot as usize].clone())).collect();
    Value::Symbolic(Arc::new(Symbolic { code: code.clone(), captured }))
}

const OUTSIDE: &str = "function applied outside its domain";

fn applied(function: &Value, argument: &Value, info: RelationInfo, span: Span) -> Res<Value> {
    match value::apply(function, argument, info) {
        Ok(value) => Ok(value),
        Err(value::NotApplicable::OutsideDomain) => undefined(span, OUTSIDE),
        Err(value::NotApplicable::NotFunctional) => {
            undefined(span, "relation applied where it has several values")
        }
    }
}

fn arithmetic(operator: Arith, left: i64, right: i64, span: Span) -> Res<i64> {
    let result = match operator {
        Arith::Add => left.checked_add(right),
        Arith::Subtract => left.checked_sub(right),
        Arith::Multiply => left.checked_mul(right),
        Arith::Divide if right == 0 => return undefined(span, "division by zero"),
        Arith::Divide => left.checked_div(right),
        Arith::Modulo if right <= 0 || left < 0 => return undefined(span, "mod of a negative number"),
        Arith::Modulo => left.checked_rem(right),
        Arith::Power if right < 0 => return undefined(span, "negative exponent"),
        Arith::Power => u32::try_from(right).ok().and_then(|exponent| left.checked_pow(exponent)),
    };
    result.ok_or(Fault::Overflow(span))
}
