//! Generators of subsets, relations, functions, sequences and records over sets that are already listed.
//!
//! None of them builds the set that it goes through: each element is handed on as soon as it is complete, so memory
//! stays flat and whoever asked can stop early.

use super::{Each, Env, Evaluator, Fault, Res};
use crate::code::{E, Sequences};
use crate::syntax::ast::Arrow;
use crate::value::{self, RelationInfo, SetBuilder, Value, cardinality, elements, pair};
use diagnostics::Span;
use std::sync::Arc;

impl Evaluator<'_> {
    /// Every record whose fields come from the sets, behind the fields chosen so far.
    pub(super) fn each_record(
        &self,
        env: &mut Env,
        sets: &[E],
        fields: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        let Some((set, rest)) = sets.split_first() else {
            return then(env, Value::Record(Arc::new(fields.clone())));
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

    /// Every set of the elements chosen so far and some of the items.
    fn subsets_from(
        &self,
        env: &mut Env,
        items: &[Value],
        chosen: &mut Vec<Value>,
        then: Each<'_>,
    ) -> Res<bool> {
        env.burn(1, Span::default())?;
        let Some((first, rest)) = items.split_first() else {
            return then(env, Value::Set(Arc::new(chosen.clone())));
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
    pub(super) fn each_relation(
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

    /// Every function of the search that agrees with the pairs chosen so far, which are those of the arguments before
    /// `at`; `uses` counts how often each element of the range is an image among them.
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

    /// Every sequence of the kind over the items that begins with those chosen so far.
    pub(super) fn each_sequence(
        &self,
        env: &mut Env,
        items: &[Value],
        kind: Sequences,
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

/// What the functions of a search must be: between which lists, and with which of the usual properties.
struct FunctionSearch {
    domain: Vec<Value>,
    range: Vec<Value>,
    info: RelationInfo,
    total: bool,
    injective: bool,
    onto: bool,
}
