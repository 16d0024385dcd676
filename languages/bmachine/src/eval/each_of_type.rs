//! The values of whole types, which a plan goes through only where nothing narrows them.

use super::{Each, Env, Evaluator, Fault, Res};
use crate::value::{self, Shape, Ty, Value, pair};
use diagnostics::Span;

impl Evaluator<'_> {
    /// Every value of a type; integers are cut to the implementable ones (the caller notes it).
    pub fn each_of_type(&self, env: &mut Env, ty: Ty, then: Each<'_>) -> Res<bool> {
        let ordinals = self.domain.ordinals(ty);
        if ordinals > 0 {
            for ordinal in 0..ordinals {
                env.burn(1, Span::default())?;
                if !then(env, Value::Word(ordinal as i64))? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        match self.domain.shape(ty) {
            Shape::Integer => {
                for value in self.domain.min_int..=self.domain.max_int {
                    env.burn(1, Span::default())?;
                    if !then(env, Value::Word(value))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Shape::Power(inner) => {
                let all = self.whole_type(env, *inner)?;
                self.each_subset(env, &all, self.domain.bits(ty), then)
            }
            Shape::Product(left, right) => self.each_of_type(env, *left, &mut |env, a| {
                self.each_of_type(env, *right, &mut |env, b| then(env, pair(a.clone(), b, 0)))
            }),
            Shape::Record(fields) => {
                let types: Vec<Ty> = fields.iter().map(|(_, field)| *field).collect();
                self.each_record_of_type(env, &types, &mut Vec::new(), then)
            }
            Shape::Text => Err(Fault::Infinite(Span::default())),
            Shape::Boolean | Shape::Given(_) => Ok(true),
        }
    }

    fn each_record_of_type(
        &self,
        env: &mut Env,
        types: &[Ty],
        fields: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        let Some((ty, rest)) = types.split_first() else {
            return then(env, Value::Record(std::sync::Arc::new(fields.clone())));
        };
        self.each_of_type(env, *ty, &mut |env, value| {
            fields.push(value);
            let result = self.each_record_of_type(env, rest, fields, then);
            fields.pop();
            result
        })
    }

    fn whole_type(&self, env: &mut Env, ty: Ty) -> Res<Value> {
        let ordinals = self.domain.ordinals(ty);
        if ordinals > 0 && ordinals <= value::domain::MAX_BITS {
            let all = if ordinals == 64 { u64::MAX } else { (1 << ordinals) - 1 };
            return Ok(Value::Word(all as i64));
        }
        let mut items = Vec::new();
        self.each_of_type(env, ty, &mut |env, value| {
            env.burn(1, Span::default())?;
            items.push(value);
            Ok(true)
        })?;
        Ok(Value::set_from(items))
    }
}
