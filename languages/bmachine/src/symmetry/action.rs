//! How permutations of deferred elements act on values and states.

use crate::machine::Machine;
use crate::value::encode::{decode, encode};
use crate::value::{Domain, SetBuilder, Shape, Ty, Value, elements, pair, split};
use std::sync::Arc;

/// The deferred sets of a domain, their elements numbered consecutively.
#[derive(Clone, Debug)]
pub struct Action {
    /// For each given set: where its elements start, or `None` if it is not deferred.
    pub offsets: Vec<Option<usize>>,
    /// Set index and size of each deferred set.
    pub sets: Vec<(usize, usize)>,
    /// The number of deferred elements.
    pub total: usize,
}

/// Images of all deferred elements, each within its own set: `image[offset + e]` is the image of `e`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation(pub Vec<u32>);

impl Permutation {
    /// Whether nothing moves.
    pub(crate) fn is_identity(&self, action: &Action) -> bool {
        let sets =
            action.sets.iter().filter_map(|(set, size)| action.offsets[*set].map(|offset| (offset, *size)));
        sets.into_iter().all(|(offset, size)| (0..size).all(|e| self.0[offset + e] as usize == e))
    }
}

impl Action {
    /// The action on the values of a domain.
    pub fn new(domain: &Domain) -> Action {
        let (mut offsets, mut sets, mut total) = (Vec::new(), Vec::new(), 0);
        for (index, set) in domain.sets.iter().enumerate() {
            if set.deferred {
                offsets.push(Some(total));
                sets.push((index, set.elements.len()));
                total += set.elements.len();
            } else {
                offsets.push(None);
            }
        }
        Action { offsets, sets, total }
    }

    /// The order of the whole group, as a decimal string.
    pub fn order(&self) -> String {
        let mut digits = vec![1u32];
        for (_, size) in &self.sets {
            for factor in 2..=*size as u32 {
                let mut carry = 0;
                for digit in &mut digits {
                    let product = *digit * factor + carry;
                    *digit = product % 10;
                    carry = product / 10;
                }
                while carry > 0 {
                    digits.push(carry % 10);
                    carry /= 10;
                }
            }
        }
        digits.iter().rev().filter_map(|digit| char::from_digit(*digit, 10)).collect()
    }

    /// The group as a product of symmetric groups.
    pub fn structure(&self) -> String {
        let factors: Vec<String> =
            self.sets.iter().filter(|(_, size)| *size > 1).map(|(_, size)| format!("S{size}")).collect();
        if factors.is_empty() { "trivial".to_owned() } else { factors.join(" x ") }
    }

    /// The permutation that moves nothing.
    pub fn identity(&self) -> Permutation {
        Permutation(self.sets.iter().flat_map(|(_, size)| 0..*size as u32).collect())
    }

    /// The image of a value.
    pub fn image(&self, value: &Value, ty: Ty, domain: &Domain, by: &Permutation) -> Value {
        if !domain.has_deferred(ty) {
            return value.clone();
        }
        match domain.shape(ty) {
            Shape::Given(set) => match self.offsets[*set] {
                Some(offset) => Value::Word(i64::from(by.0[offset + value.word() as usize])),
                None => value.clone(),
            },
            Shape::Power(inner) => {
                let mut builder = SetBuilder::new(domain.bits(ty));
                for element in elements(value) {
                    builder.add(self.image(&element, *inner, domain, by));
                }
                builder.finish()
            }
            Shape::Product(left, right) => {
                let ordinals = domain.right_ordinals(ty);
                let (a, b) = split(value, ordinals);
                pair(self.image(&a, *left, domain, by), self.image(&b, *right, domain, by), ordinals)
            }
            Shape::Record(fields) => match value {
                Value::Record(values) => {
                    let images = fields.iter().zip(values.iter());
                    Value::Record(Arc::new(
                        images.map(|((_, field), v)| self.image(v, *field, domain, by)).collect(),
                    ))
                }
                other => other.clone(),
            },
            _ => value.clone(),
        }
    }

    /// A transposition and a cycle of each deferred set, which generate all permutations.
    pub fn generators(&self) -> Vec<Permutation> {
        let mut out = Vec::new();
        for (set, size) in &self.sets {
            let Some(offset) = self.offsets[*set].filter(|_| *size > 1) else { continue };
            let (mut swap, mut cycle) = (self.identity(), self.identity());
            swap.0.swap(offset, offset + 1);
            cycle.0[offset..offset + size].rotate_left(1);
            out.push(swap);
            if *size > 2 {
                out.push(cycle);
            }
        }
        out
    }

    /// Whether every permutation leaves the value as it is.
    pub fn fixes(&self, value: &Value, ty: Ty, domain: &Domain) -> bool {
        self.generators().iter().all(|permutation| self.image(value, ty, domain, permutation) == *value)
    }

    /// The image of a whole state, in place.
    pub fn permute_state(&self, machine: &Machine, state: &mut [u8], by: &Permutation, buffer: &mut Vec<u8>) {
        buffer.clear();
        let mut at = 1;
        let variables = if state.first() == Some(&1) { machine.variables.as_slice() } else { &[] };
        buffer.push(state[0]);
        for slot in machine.inline.iter().chain(variables) {
            let ty = machine.slot_types[*slot as usize];
            let start = at;
            let value = decode(state, &mut at, ty, &machine.domain);
            if machine.domain.has_deferred(ty) {
                encode(&self.image(&value, ty, &machine.domain, by), ty, &machine.domain, buffer);
            } else {
                buffer.extend_from_slice(&state[start..at]);
            }
        }
        // The encoding of an image has the length of the original; see `value::encode`.
        if buffer.len() == state.len() {
            state.copy_from_slice(buffer);
        }
    }

    /// Calls `visit` with every permutation.
    pub fn each_permutation(&self, visit: &mut dyn FnMut(&Permutation)) {
        let mut permutation = self.identity();
        self.permute_set(0, &mut permutation, visit);
    }

    fn permute_set(&self, set: usize, permutation: &mut Permutation, visit: &mut dyn FnMut(&Permutation)) {
        let Some((index, size)) = self.sets.get(set).copied() else { return visit(permutation) };
        let Some(offset) = self.offsets[index] else { return };
        self.permute_from(set, offset, size, permutation, visit);
    }

    fn permute_from(
        &self,
        set: usize,
        at: usize,
        left: usize,
        permutation: &mut Permutation,
        visit: &mut dyn FnMut(&Permutation),
    ) {
        if left <= 1 {
            return self.permute_set(set + 1, permutation, visit);
        }
        for choice in 0..left {
            permutation.0.swap(at, at + choice);
            self.permute_from(set, at + 1, left - 1, permutation, visit);
            permutation.0.swap(at, at + choice);
        }
    }
}
