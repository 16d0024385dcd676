//! Direct refinement: what the values say about an element becomes its colour, and only what relates elements to each
//! other becomes arcs.
//!
//! `pst(p) = idle`, `p : ready`, `queue(3) = p` and `active = p` each say something about one element alone. They are
//! hashed into a signature of the element; elements with different signatures are told apart without any graph. Arcs
//! remain for pairs of deferred elements, intermediate vertices for nested values that mention several. If no arcs
//! remain, sorting by signature is a canonical form: elements with equal signatures are interchangeable. Otherwise the
//! small graph is labelled, with signatures as colours. Compared with the paper's state graph there are no vertices for
//! atoms and no root, which is most of the vertices in practice.
//!
//! Signatures are 64-bit hashes. A collision cannot make the reduction unsound, since the result is always a
//! permutation of the state; it could only leave two states of one orbit apart.

use super::{Action, LabelSource};
use crate::machine::Machine;
use crate::value::{Domain, Shape, Ty, Value, elements, split};
use rapidhash::v3::rapidhash_v3;

/// Signatures and arcs of one state.
#[derive(Debug, Default)]
pub struct Direct {
    signatures: Vec<u64>,
    arcs: Vec<(u32, u32, u32)>,
    sorted: Vec<u64>,
}

/// A hash of a value without deferred elements.
pub fn direct_key(value: &Value, seed: u64) -> u64 {
    match value {
        Value::Word(word) => mix(seed, *word as u64),
        Value::Pair(both) => mix(direct_key(&both.0, seed), direct_key(&both.1, 3)),
        Value::Set(items) | Value::Record(items) => {
            items.iter().fold(mix(seed, items.len() as u64), |hash, item| mix(hash, direct_key(item, 5)))
        }
        Value::Text(text) => mix(seed, rapidhash_v3(text.as_bytes())),
        Value::Symbolic(_) | Value::Partial(_) => seed,
    }
}

/// Mixes two words.
#[inline]
pub fn mix(a: u64, b: u64) -> u64 {
    let product =
        u128::from(a ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(u128::from(b ^ 0xd6e8_feb8_6659_fd93) | 1);
    (product as u64) ^ ((product >> 64) as u64) ^ b.rotate_left(29)
}

const FIRST: u32 = 0;
const SECOND: u32 = 1;
const MEMBER: u32 = 2;
const FIELDS: u32 = 3;

impl Direct {
    fn say(&mut self, element: usize, what: u64) {
        // Addition: what is said about an element has no order.
        self.signatures[element] = self.signatures[element].wrapping_add(mix(what, 0x51));
    }

    fn add(&mut self, action: &Action, domain: &Domain, position: usize, value: &Value, ty: Ty) {
        let seed = mix(position as u64 + 1, 17);
        match domain.shape(ty) {
            Shape::Given(set) => self.say_of(action, *set, value, seed),
            Shape::Power(inner) => {
                for item in elements(value) {
                    self.item(action, domain, position, &item, *inner, seed);
                }
            }
            _ => self.item(action, domain, position, value, ty, mix(seed, 1)),
        }
    }

    fn say_of(&mut self, action: &Action, set: usize, value: &Value, what: u64) {
        if let Some(offset) = action.offsets[set] {
            self.say(offset + value.word() as usize, what);
        }
    }

    /// A member of a variable's set, or its whole value.
    fn item(&mut self, action: &Action, domain: &Domain, position: usize, item: &Value, ty: Ty, seed: u64) {
        match domain.shape(ty) {
            Shape::Given(set) => self.say_of(action, *set, item, mix(seed, 2)),
            Shape::Product(left, right) => {
                let (a, b) = split(item, domain.right_ordinals(ty));
                match (domain.shape(*left), domain.shape(*right)) {
                    (Shape::Given(s), Shape::Given(t))
                        if action.offsets[*s].is_some() && action.offsets[*t].is_some() =>
                    {
                        let from = action.offsets[*s].unwrap_or(0) + a.word() as usize;
                        let to = action.offsets[*t].unwrap_or(0) + b.word() as usize;
                        self.arcs.push((from as u32, to as u32, FIELDS + position as u32));
                    }
                    (Shape::Given(s), _) if action.offsets[*s].is_some() && !domain.has_deferred(*right) => {
                        self.say_of(action, *s, &a, direct_key(&b, mix(seed, 3)));
                    }
                    (_, Shape::Given(t)) if action.offsets[*t].is_some() && !domain.has_deferred(*left) => {
                        self.say_of(action, *t, &b, direct_key(&a, mix(seed, 4)));
                    }
                    _ => {
                        self.vertex(action, domain, item, ty, seed);
                    }
                }
            }
            _ => {
                self.vertex(action, domain, item, ty, seed);
            }
        }
    }

    /// The vertex of a value that mentions deferred elements.
    fn vertex(&mut self, action: &Action, domain: &Domain, value: &Value, ty: Ty, seed: u64) -> u32 {
        if let Shape::Given(set) = domain.shape(ty)
            && let Some(offset) = action.offsets[*set]
        {
            return (offset + value.word() as usize) as u32;
        }
        self.signatures.push(mix(seed, u64::from(ty.0)));
        let vertex = self.signatures.len() - 1;
        match domain.shape(ty) {
            Shape::Power(inner) => {
                for item in elements(value) {
                    self.part(action, domain, vertex, MEMBER, &item, *inner);
                }
            }
            Shape::Product(left, right) => {
                let (a, b) = split(value, domain.right_ordinals(ty));
                self.part(action, domain, vertex, FIRST, &a, *left);
                self.part(action, domain, vertex, SECOND, &b, *right);
            }
            Shape::Record(fields) => {
                if let Value::Record(values) = value {
                    for (position, ((_, field), item)) in fields.iter().zip(values.iter()).enumerate() {
                        // Fields are numbered by an intermediate signature instead of arc colours of their own.
                        if domain.has_deferred(*field) {
                            let inner = self.vertex(action, domain, item, *field, mix(77, position as u64));
                            let marker = self.signatures.len();
                            self.signatures.push(mix(78, position as u64));
                            self.arcs.push((vertex as u32, marker as u32, FIRST));
                            self.arcs.push((marker as u32, inner, SECOND));
                        } else {
                            self.say(vertex, direct_key(item, mix(79, position as u64)));
                        }
                    }
                }
            }
            _ => {}
        }
        vertex as u32
    }

    fn part(&mut self, action: &Action, domain: &Domain, owner: usize, colour: u32, value: &Value, ty: Ty) {
        if domain.has_deferred(ty) {
            let to = self.vertex(action, domain, value, ty, 7);
            self.arcs.push((owner as u32, to, colour));
        } else {
            self.say(owner, direct_key(value, u64::from(colour) + 1));
        }
    }
}

impl LabelSource for Direct {
    fn build(&mut self, action: &Action, machine: &Machine, values: &[(usize, Value, Ty)]) {
        self.arcs.clear();
        self.signatures.clear();
        for (set, size) in &action.sets {
            self.signatures.extend((0..*size).map(|_| mix(*set as u64, 0xabcd)));
        }
        for (position, value, ty) in values {
            if machine.domain.has_deferred(*ty) {
                self.add(action, &machine.domain, *position, value, *ty);
            }
        }
    }

    fn colours(&self, out: &mut Vec<u32>) {
        let mut distinct = self.signatures.clone();
        distinct.sort_unstable();
        distinct.dedup();
        out.clear();
        out.extend(self.signatures.iter().map(|key| distinct.partition_point(|other| other < key) as u32));
    }

    fn arcs(&self) -> &[(u32, u32, u32)] {
        &self.arcs
    }

    fn signatures(&mut self) -> Option<&[u64]> {
        self.sorted.clear();
        self.arcs.is_empty().then_some(&self.signatures)
    }
}
