//! Closed types, their sizes and how their values are represented.
//!
//! A type is *ordinal* when it is finite and small: booleans, given sets, products of ordinal types and power sets of
//! small ordinal types. Its values are numbered from zero and kept as words. A set over an ordinal type with at most 64
//! values is a bitset in one word; so unions, intersections, images and lookups of the usual state variables are a few
//! machine instructions. Everything else is a sorted vector behind a counted pointer.

use crate::typing::types::{Type, TypeId, TypeTable};
use std::collections::HashMap;

/// A closed type of a [`Domain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(pub u32);

/// The shape of a closed type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Integer,
    Boolean,
    Text,
    Given(usize),
    Power(Ty),
    Product(Ty, Ty),
    Record(Vec<(String, Ty)>),
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Base-two logarithm of the number of values; infinite for integers and strings.
    log2: f64,
    /// The number of values if the type is ordinal, else 0.
    ordinals: u64,
    /// For power sets: kept as bitsets.
    bits: bool,
    /// Whether a deferred set occurs in the type.
    deferred: bool,
}

/// Largest number of values of an ordinal type.
const MAX_ORDINALS: u64 = 1 << 16;
/// Largest universe of a bitset.
pub const MAX_BITS: u64 = 64;

/// The given sets and all types of a program.
#[derive(Clone, Debug)]
pub struct Domain {
    pub sets: Vec<SetFacts>,
    pub min_int: i64,
    pub max_int: i64,
    shapes: Vec<Shape>,
    facts: Vec<Facts>,
    index: HashMap<Shape, Ty>,
}

/// A given set with its elements.
#[derive(Clone, Debug)]
pub struct SetFacts {
    pub name: String,
    pub elements: Vec<String>,
    /// Elements are interchangeable: the set is deferred and none of its elements has a name.
    pub deferred: bool,
}

/// What relation operators need to know about the type `A <-> B`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RelationInfo {
    /// `|B|` when pairs are ordinal, else 0.
    pub right: u64,
    /// `|A|` when pairs are ordinal, else 0.
    pub left: u64,
    /// The relation is a bitset.
    pub bits: bool,
    /// Sets of domain elements are bitsets.
    pub domain_bits: bool,
    /// Sets of range elements are bitsets.
    pub range_bits: bool,
}

impl Domain {
    pub fn new(sets: Vec<SetFacts>, min_int: i64, max_int: i64) -> Self {
        Self { sets, min_int, max_int, shapes: Vec::new(), facts: Vec::new(), index: HashMap::new() }
    }

    /// The closed form of an inferred type; open parts become integers, they are never looked at.
    pub fn close(&mut self, types: &TypeTable, id: TypeId) -> Ty {
        let shape = match types.get(id) {
            Type::Boolean => Shape::Boolean,
            Type::Text => Shape::Text,
            Type::Given(set) => Shape::Given(*set),
            Type::Power(inner) => Shape::Power(self.close(types, *inner)),
            Type::Product(left, right) => Shape::Product(self.close(types, *left), self.close(types, *right)),
            Type::Record(fields) => Shape::Record(
                fields.iter().map(|(name, field)| (name.clone(), self.close(types, *field))).collect(),
            ),
            _ => Shape::Integer,
        };
        self.intern(shape)
    }

    pub fn intern(&mut self, shape: Shape) -> Ty {
        if let Some(&ty) = self.index.get(&shape) {
            return ty;
        }
        let ty = Ty(self.shapes.len() as u32);
        let facts = self.compute(&shape);
        self.shapes.push(shape.clone());
        self.facts.push(facts);
        self.index.insert(shape, ty);
        ty
    }

    fn compute(&self, shape: &Shape) -> Facts {
        match shape {
            Shape::Integer | Shape::Text => {
                Facts { log2: f64::INFINITY, ordinals: 0, bits: false, deferred: false }
            }
            Shape::Boolean => Facts { log2: 1.0, ordinals: 2, bits: false, deferred: false },
            Shape::Given(set) => {
                let size = self.sets[*set].elements.len() as u64;
                let ordinals = if size <= MAX_ORDINALS { size } else { 0 };
                Facts {
                    log2: (size as f64).log2(),
                    ordinals,
                    bits: false,
                    deferred: self.sets[*set].deferred,
                }
            }
            Shape::Power(inner) => {
                let inner = self.facts[inner.0 as usize];
                let bits = inner.ordinals > 0 && inner.ordinals <= MAX_BITS;
                let ordinals = if bits && inner.ordinals <= 16 { 1 << inner.ordinals } else { 0 };
                Facts { log2: inner.log2.exp2(), ordinals, bits, deferred: inner.deferred }
            }
            Shape::Product(left, right) => {
                let (left, right) = (self.facts[left.0 as usize], self.facts[right.0 as usize]);
                let product = left.ordinals.saturating_mul(right.ordinals);
                let ordinals = if product <= MAX_ORDINALS { product } else { 0 };
                let deferred = left.deferred || right.deferred;
                Facts { log2: left.log2 + right.log2, ordinals, bits: false, deferred }
            }
            Shape::Record(fields) => {
                let log2 = fields.iter().map(|(_, f)| self.facts[f.0 as usize].log2).sum();
                let deferred = fields.iter().any(|(_, f)| self.facts[f.0 as usize].deferred);
                Facts { log2, ordinals: 0, bits: false, deferred }
            }
        }
    }

    pub fn shape(&self, ty: Ty) -> &Shape {
        &self.shapes[ty.0 as usize]
    }

    /// Base-two logarithm of the number of values.
    pub fn log2(&self, ty: Ty) -> f64 {
        self.facts[ty.0 as usize].log2
    }

    /// The number of values of an ordinal type, else 0.
    pub fn ordinals(&self, ty: Ty) -> u64 {
        self.facts[ty.0 as usize].ordinals
    }

    /// Whether sets of this (power set) type are bitsets.
    pub fn bits(&self, ty: Ty) -> bool {
        self.facts[ty.0 as usize].bits
    }

    /// Whether elements of deferred sets can occur in values of the type.
    pub fn has_deferred(&self, ty: Ty) -> bool {
        self.facts[ty.0 as usize].deferred
    }

    /// The element type of a power set type.
    pub fn element(&self, ty: Ty) -> Ty {
        match self.shape(ty) {
            Shape::Power(inner) => *inner,
            _ => ty,
        }
    }

    /// The two sides of a product type.
    pub fn sides(&self, ty: Ty) -> (Ty, Ty) {
        match self.shape(ty) {
            Shape::Product(left, right) => (*left, *right),
            _ => (ty, ty),
        }
    }

    /// `|B|` if pairs of this product type are ordinal, else 0.
    pub fn right_ordinals(&self, pair: Ty) -> u64 {
        if self.ordinals(pair) == 0 { 0 } else { self.ordinals(self.sides(pair).1) }
    }

    /// What relation operators need to know about `relation`, a set of pairs.
    pub fn relation(&mut self, relation: Ty) -> RelationInfo {
        let pair = self.element(relation);
        let (a, b) = self.sides(pair);
        let (domain, range) = (self.intern(Shape::Power(a)), self.intern(Shape::Power(b)));
        let ordinal = self.ordinals(pair) > 0;
        RelationInfo {
            right: if ordinal { self.ordinals(b) } else { 0 },
            left: if ordinal { self.ordinals(a) } else { 0 },
            bits: self.bits(relation),
            domain_bits: self.bits(domain),
            range_bits: self.bits(range),
        }
    }
}
