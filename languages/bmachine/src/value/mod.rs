//! The value domain: closed types with their representations, compact values, and the operations of set theory on them.

pub mod domain;
pub mod encode;
mod relations;
mod sets;
mod show;

pub use domain::{Domain, RelationInfo, Shape, Ty};
pub use relations::*;
pub use sets::*;
pub use show::show;

use crate::code::Symbolic;
use std::cmp::Ordering;
use std::sync::Arc;

/// A value of B. How a type is represented is fixed by the [`Domain`]; two equal values have equal representations.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer; the ordinal of a value of a small finite type; or a bitset of such ordinals.
    Word(i64),
    Pair(Arc<(Value, Value)>),
    /// Strictly ascending.
    Set(Arc<Vec<Value>>),
    /// Fields in the order of their names.
    Record(Arc<Vec<Value>>),
    Text(Arc<String>),
    /// A set that is known only by its characteristic predicate.
    Symbolic(Arc<Symbolic>),
    /// A set or function that a search has decided in part; never part of another value.
    Partial(Arc<Partial>),
}

/// What is decided of a set or function while it is searched for.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The members so far; for a function, its pairs.
    pub known: Value,
    /// The elements about which it is decided whether they are members; for a function, the arguments.
    pub decided: Value,
    /// How many members may still be added.
    pub left: usize,
    /// How pairs are kept, for a function.
    pub function: Option<RelationInfo>,
    /// The domain of a total function.
    pub domain: Option<Value>,
}

impl Value {
    /// The word; callers know from the type that it is one.
    #[inline]
    pub fn word(&self) -> i64 {
        match self {
            Value::Word(word) => *word,
            _ => 0,
        }
    }

    /// Builds a set from values in any order.
    pub fn set_from(mut items: Vec<Value>) -> Value {
        items.sort_unstable();
        items.dedup();
        Value::Set(Arc::new(items))
    }
}

impl Value {
    /// Whether every set in the value is listed, so that the value can be part of a state.
    pub fn is_listed(&self) -> bool {
        match self {
            Value::Word(_) | Value::Text(_) => true,
            Value::Pair(both) => both.0.is_listed() && both.1.is_listed(),
            // Values of one type are of one form.
            Value::Set(items) if items.first().is_some_and(Value::holds_no_set) => true,
            Value::Set(items) | Value::Record(items) => items.iter().all(Value::is_listed),
            Value::Symbolic(_) | Value::Partial(_) => false,
        }
    }

    fn holds_no_set(&self) -> bool {
        match self {
            Value::Word(_) | Value::Text(_) => true,
            Value::Pair(both) => both.0.holds_no_set() && both.1.holds_no_set(),
            _ => false,
        }
    }

    /// Itself and its elements or fields, for estimates of memory.
    pub fn parts(&self) -> usize {
        match self {
            Value::Set(items) | Value::Record(items) => 1 + items.len(),
            _ => 1,
        }
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) => a == b,
            (Value::Pair(a), Value::Pair(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Set(a), Value::Set(b)) | (Value::Record(a), Value::Record(b)) => {
                Arc::ptr_eq(a, b) || a == b
            }
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Symbolic(a), Value::Symbolic(b)) => Arc::ptr_eq(a, b) || a.same(b),
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) => a.cmp(b),
            (Value::Pair(a), Value::Pair(b)) => a.cmp(b),
            (Value::Set(a), Value::Set(b)) | (Value::Record(a), Value::Record(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Value {
    /// Orders variants among each other; values of one type never differ in it.
    fn rank(&self) -> u8 {
        match self {
            Value::Word(_) => 0,
            Value::Pair(_) => 1,
            Value::Set(_) => 2,
            Value::Record(_) => 3,
            Value::Text(_) => 4,
            Value::Symbolic(_) => 5,
            Value::Partial(_) => 6,
        }
    }
}
