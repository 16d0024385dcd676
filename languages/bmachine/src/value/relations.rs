//! Relations, functions and sequences.
//!
//! Relations that are bitsets keep the row of a domain element contiguous (`a * |B| + b`), so domain restriction,
//! images and lookups mask whole rows.

use super::sets::{SetBuilder, contains, elements, pair, split};
use super::{RelationInfo, Value};
use std::sync::Arc;

/// The bits of row `a`.
#[inline]
fn row_mask(a: i64, info: RelationInfo) -> u64 {
    let width = if info.right >= 64 { u64::MAX } else { (1u64 << info.right) - 1 };
    width.wrapping_shl((a as u64 * info.right) as u32)
}

/// Why an application has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotApplicable {
    OutsideDomain,
    NotFunctional,
}

/// `f(x)`.
pub fn apply(function: &Value, argument: &Value, info: RelationInfo) -> Result<Value, NotApplicable> {
    match function {
        Value::Word(bits) => {
            let row = (*bits as u64) & row_mask(argument.word(), info);
            match row.count_ones() {
                0 => Err(NotApplicable::OutsideDomain),
                1 => Ok(Value::Word(i64::from(row.trailing_zeros()) % info.right.max(1) as i64)),
                _ => Err(NotApplicable::NotFunctional),
            }
        }
        Value::Set(items) => {
            let rows = rows_of(items, argument, info);
            match rows {
                [] => Err(NotApplicable::OutsideDomain),
                [one] => Ok(split(one, info.right).1),
                _ => Err(NotApplicable::NotFunctional),
            }
        }
        _ => Err(NotApplicable::OutsideDomain),
    }
}

/// The pairs with this first component: contiguous, since sets are sorted.
fn rows_of<'a>(items: &'a [Value], first: &Value, info: RelationInfo) -> &'a [Value] {
    let key = |item: &Value| -> std::cmp::Ordering {
        match item {
            Value::Pair(both) => both.0.cmp(first),
            other => (other.word() / (info.right as i64).max(1)).cmp(&first.word()),
        }
    };
    let low = items.partition_point(|item| key(item).is_lt());
    let high = low + items[low..].partition_point(|item| key(item).is_eq());
    &items[low..high]
}

pub fn domain(relation: &Value, info: RelationInfo) -> Value {
    let mut out = SetBuilder::new(info.domain_bits);
    for item in elements(relation) {
        out.add(split(&item, info.right).0);
    }
    out.finish()
}

pub fn range(relation: &Value, info: RelationInfo) -> Value {
    let mut out = SetBuilder::new(info.range_bits);
    for item in elements(relation) {
        out.add(split(&item, info.right).1);
    }
    out.finish()
}

/// `r~`; `out` describes the inverse.
pub fn inverse(relation: &Value, info: RelationInfo, out: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(out.bits);
    for item in elements(relation) {
        let (a, b) = split(&item, info.right);
        builder.add(pair(b, a, out.right));
    }
    builder.finish()
}

/// `r[{a}]`.
pub fn images_of(relation: &Value, argument: &Value, info: RelationInfo) -> Value {
    let mut single = SetBuilder::new(info.domain_bits);
    single.add(argument.clone());
    image(relation, &single.finish(), info)
}

/// `r[s]`.
pub fn image(relation: &Value, set: &Value, info: RelationInfo) -> Value {
    let mut out = SetBuilder::new(info.range_bits);
    match relation {
        Value::Word(bits) => {
            for a in elements(set) {
                let row = (*bits as u64) & row_mask(a.word(), info);
                let row = if row == 0 { 0 } else { row >> (a.word() as u64 * info.right) };
                for b in elements(&Value::Word(row as i64)) {
                    out.add(b);
                }
            }
        }
        Value::Set(items) => {
            for a in elements(set) {
                for item in rows_of(items, &a, info) {
                    out.add(split(item, info.right).1);
                }
            }
        }
        _ => {}
    }
    out.finish()
}

fn keep(relation: &Value, info: RelationInfo, wanted: impl Fn(&Value, &Value) -> bool) -> Value {
    let mut out = SetBuilder::new(info.bits);
    for item in elements(relation) {
        let (a, b) = split(&item, info.right);
        if wanted(&a, &b) {
            out.add(item);
        }
    }
    out.finish()
}

pub fn domain_restrict(set: &Value, relation: &Value, info: RelationInfo, inside: bool) -> Value {
    keep(relation, info, |a, _| contains(set, a) == inside)
}

pub fn range_restrict(relation: &Value, set: &Value, info: RelationInfo, inside: bool) -> Value {
    keep(relation, info, |_, b| contains(set, b) == inside)
}

/// `r <+ s`.
pub fn override_with(left: &Value, right: &Value, info: RelationInfo) -> Value {
    if let (Value::Word(a), Value::Word(b)) = (left, right) {
        let mut mask = 0;
        for item in elements(right) {
            mask |= row_mask(item.word() / (info.right as i64).max(1), info);
        }
        return Value::Word(((*a as u64 & !mask) | *b as u64) as i64);
    }
    if let (Value::Set(a), Value::Set(b)) = (left, right)
        && let [one] = b.as_slice()
    {
        return override_one(a, one, info);
    }
    let replaced = domain(right, info);
    super::sets::union(&domain_restrict(&replaced, left, info, false), right)
}

/// Overriding at one point, the usual `f(x) := y`, without rebuilding the domain.
fn override_one(items: &[Value], one: &Value, info: RelationInfo) -> Value {
    let (first, _) = split(one, info.right);
    let rows = rows_of(items, &first, info);
    let start = if rows.is_empty() {
        items.partition_point(|item| item < one)
    } else {
        items.partition_point(|item| item < &rows[0])
    };
    let mut out = Vec::with_capacity(items.len() + 1);
    out.extend_from_slice(&items[..start]);
    out.push(one.clone());
    out.extend_from_slice(&items[start + rows.len()..]);
    Value::Set(Arc::new(out))
}

/// `(r ; s)`.
pub fn compose(left: &Value, right: &Value, li: RelationInfo, ri: RelationInfo, out: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(out.bits);
    for item in elements(left) {
        let (a, b) = split(&item, li.right);
        for c in elements(&images_of(right, &b, ri)) {
            builder.add(pair(a.clone(), c, out.right));
        }
    }
    builder.finish()
}

/// `s * t`.
pub fn product(left: &Value, right: &Value, out: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(out.bits);
    for a in elements(left) {
        for b in elements(right) {
            builder.add(pair(a.clone(), b, out.right));
        }
    }
    builder.finish()
}

/// The transitive closure; reflexive on the type's finite part only when asked by the caller.
pub fn closure1(relation: &Value, info: RelationInfo) -> Value {
    let mut result = relation.clone();
    loop {
        let step = compose(&result, relation, info, info, info);
        let next = super::sets::union(&result, &step);
        if super::sets::cardinality(&next) == super::sets::cardinality(&result) {
            return result;
        }
        result = next;
    }
}

/// `id(s)`.
pub fn identity(set: &Value, out: RelationInfo) -> Value {
    let mut builder = SetBuilder::new(out.bits);
    for a in elements(set) {
        builder.add(pair(a.clone(), a, out.right));
    }
    builder.finish()
}

/// Whether no element of the domain has two images.
pub fn is_function(relation: &Value, info: RelationInfo) -> bool {
    match relation {
        Value::Word(bits) => {
            (0..info.left as i64).all(|a| ((*bits as u64) & row_mask(a, info)).count_ones() <= 1)
        }
        Value::Set(items) => {
            items.windows(2).all(|w| split(&w[0], info.right).0 != split(&w[1], info.right).0)
        }
        _ => false,
    }
}

/// The items of a sequence in order; `None` if the set of pairs is not one.
pub fn sequence_items(value: &Value) -> Option<Vec<Value>> {
    let Value::Set(items) = value else { return None };
    let mut out = Vec::with_capacity(items.len());
    for (position, item) in items.iter().enumerate() {
        let Value::Pair(both) = item else { return None };
        if both.0.word() != position as i64 + 1 {
            return None;
        }
        out.push(both.1.clone());
    }
    Some(out)
}

/// The length of a sequence; `None` if the set of pairs is not one.
pub fn sequence_length(value: &Value) -> Option<usize> {
    let Value::Set(items) = value else { return None };
    let is_at = |item: &Value, position: usize| matches!(item, Value::Pair(both) if both.0.word() == position as i64 + 1);
    items.iter().enumerate().all(|(position, item)| is_at(item, position)).then_some(items.len())
}

/// A sequence from its items.
pub fn sequence(items: impl IntoIterator<Item = Value>) -> Value {
    let pairs =
        items.into_iter().enumerate().map(|(i, v)| Value::Pair(Arc::new((Value::Word(i as i64 + 1), v))));
    Value::Set(Arc::new(pairs.collect()))
}

/// What is left of a sequence without this one at its start or end.
pub fn strip(sequence: &Value, affix: &Value, at_end: bool) -> Option<Value> {
    let (items, affix) = (sequence_items(sequence)?, sequence_items(affix)?);
    let rest = if at_end { items.strip_suffix(&affix[..]) } else { items.strip_prefix(&affix[..]) };
    rest.map(|rest| self::sequence(rest.to_vec()))
}
