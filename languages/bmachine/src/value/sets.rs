//! Set operations on both representations, and the builder that hides the difference.

use super::Value;
use std::sync::Arc;

/// Collects elements of a set whose representation is known.
pub enum SetBuilder {
    Bits(u64),
    Items(Vec<Value>),
}

impl SetBuilder {
    pub fn new(bits: bool) -> Self {
        if bits { SetBuilder::Bits(0) } else { SetBuilder::Items(Vec::new()) }
    }

    #[inline]
    pub fn add(&mut self, value: Value) {
        match self {
            SetBuilder::Bits(bits) => *bits |= 1u64.wrapping_shl(value.word() as u32),
            SetBuilder::Items(items) => items.push(value),
        }
    }

    pub fn finish(self) -> Value {
        match self {
            SetBuilder::Bits(bits) => Value::Word(bits as i64),
            SetBuilder::Items(items) => {
                let sorted = items.windows(2).all(|pair| pair[0] < pair[1]);
                if sorted { Value::Set(Arc::new(items)) } else { Value::set_from(items) }
            }
        }
    }
}

/// Collects the elements of many sets. Duplicates are dropped whenever there are as many new elements as old, so that
/// the time is that of one sort and the memory at most twice that of the union.
pub struct UnionBuilder {
    collected: SetBuilder,
    /// How many of the items are in order and without duplicates.
    settled: usize,
}

impl UnionBuilder {
    pub fn new(bits: bool) -> Self {
        Self { collected: SetBuilder::new(bits), settled: 0 }
    }

    pub fn add_all(&mut self, set: &Value) {
        match (&mut self.collected, set) {
            (SetBuilder::Bits(bits), Value::Word(more)) => *bits |= *more as u64,
            (SetBuilder::Items(items), Value::Set(more)) => {
                items.extend_from_slice(more);
                if items.len() > 2 * self.settled + FEW {
                    items.sort_unstable();
                    items.dedup();
                    self.settled = items.len();
                }
            }
            _ => {}
        }
    }

    pub fn finish(self) -> Value {
        self.collected.finish()
    }
}

/// A union is put in order when it has this number of items more than twice those it had when last in order.
const FEW: usize = 64;

/// The elements of a set, ascending.
pub enum Elements<'a> {
    Bits(u64),
    Items(std::slice::Iter<'a, Value>),
}

/// Iterates over the elements; a symbolic set has none here, callers expand it first.
pub fn elements(set: &Value) -> Elements<'_> {
    match set {
        Value::Word(bits) => Elements::Bits(*bits as u64),
        Value::Set(items) => Elements::Items(items.iter()),
        _ => Elements::Items([].iter()),
    }
}

impl Iterator for Elements<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        match self {
            Elements::Bits(0) => None,
            Elements::Bits(bits) => {
                let lowest = bits.trailing_zeros();
                *bits &= *bits - 1;
                Some(Value::Word(i64::from(lowest)))
            }
            Elements::Items(items) => items.next().cloned(),
        }
    }
}

pub fn cardinality(set: &Value) -> usize {
    match set {
        Value::Word(bits) => bits.count_ones() as usize,
        Value::Set(items) => items.len(),
        _ => 0,
    }
}

pub fn is_empty(set: &Value) -> bool {
    cardinality(set) == 0
}

#[inline]
pub fn contains(set: &Value, element: &Value) -> bool {
    match set {
        Value::Word(bits) => {
            let ordinal = element.word();
            (0..64).contains(&ordinal) && (*bits as u64) >> ordinal & 1 == 1
        }
        Value::Set(items) => items.binary_search(element).is_ok(),
        _ => false,
    }
}

pub fn union(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Word(a), Value::Word(b)) => Value::Word(a | b),
        (Value::Set(a), Value::Set(b)) if a.is_empty() => Value::Set(Arc::clone(b)),
        (Value::Set(a), Value::Set(b)) if b.is_empty() => Value::Set(Arc::clone(a)),
        (Value::Set(a), Value::Set(b)) => {
            let mut items = Vec::with_capacity(a.len() + b.len());
            let (mut i, mut j) = (0, 0);
            while i < a.len() && j < b.len() {
                match a[i].cmp(&b[j]) {
                    std::cmp::Ordering::Less => {
                        items.push(a[i].clone());
                        i += 1;
                    }
                    std::cmp::Ordering::Greater => {
                        items.push(b[j].clone());
                        j += 1;
                    }
                    std::cmp::Ordering::Equal => {
                        items.push(a[i].clone());
                        i += 1;
                        j += 1;
                    }
                }
            }
            items.extend_from_slice(&a[i..]);
            items.extend_from_slice(&b[j..]);
            Value::Set(Arc::new(items))
        }
        _ => left.clone(),
    }
}

pub fn intersection(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Word(a), Value::Word(b)) => Value::Word(a & b),
        (Value::Set(a), _) => {
            Value::Set(Arc::new(a.iter().filter(|x| contains(right, x)).cloned().collect()))
        }
        _ => left.clone(),
    }
}

pub fn difference(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Word(a), Value::Word(b)) => Value::Word(a & !b),
        (Value::Set(a), _) => {
            Value::Set(Arc::new(a.iter().filter(|x| !contains(right, x)).cloned().collect()))
        }
        _ => left.clone(),
    }
}

pub fn is_subset(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Word(a), Value::Word(b)) => a & !b == 0,
        (Value::Set(a), Value::Set(b)) => a.len() <= b.len() && a.iter().all(|x| contains(right, x)),
        _ => false,
    }
}

/// The integers from `low` to `high`.
pub fn interval(low: i64, high: i64) -> Value {
    Value::Set(Arc::new((low..=high).map(Value::Word).collect()))
}

/// Builds a pair; `right` is the number of values of the right side if pairs are ordinal, else 0.
#[inline]
pub fn pair(left: Value, second: Value, right: u64) -> Value {
    if right > 0 {
        Value::Word(left.word() * right as i64 + second.word())
    } else {
        Value::Pair(Arc::new((left, second)))
    }
}

/// Takes a pair apart; `right` as for [`pair`].
#[inline]
pub fn split(value: &Value, right: u64) -> (Value, Value) {
    match value {
        Value::Pair(both) => (both.0.clone(), both.1.clone()),
        other => {
            let (word, right) = (other.word(), (right as i64).max(1));
            (Value::Word(word / right), Value::Word(word % right))
        }
    }
}
