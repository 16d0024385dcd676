//! Hash markers (Leuschel and Massart, "Efficient approximate verification of B via symmetry markers", 2007).
//!
//! A marker is an invariant of the orbit: each deferred element is replaced by the multiset of the places where it
//! occurs (variable and path inside its value), then the whole state is read with elements so replaced and sets as
//! multisets. States with equal markers are taken for symmetric. The marker can be equal for states that are not
//! symmetric, so states may be missed; the verdict says so.
//!
//! What is explored behind a marker depends on which of its states was met first. For the paper's token ring with five
//! servers, for example, the rings without fixed points (one of five, or two and three) share a marker, and the count
//! behind them is the count behind the first. Constants are therefore kept in the order in which they are found,
//! argument by argument with the least image first; with it all counts of the paper are met. Sorted by their encoding
//! instead, the valuations gave 318 states for five servers where the paper has 278.

use super::Action;
use super::direct::{direct_key, mix};
use super::labelled::state_values;
use crate::machine::Machine;
use crate::value::{Domain, Shape, Ty, Value, elements, split};
use explorer::{Canonicaliser, Effort};
use std::collections::HashMap;
use std::sync::Arc;

/// The canonicaliser: the first state met with a marker stands for all of them.
pub struct Markers<'m> {
    machine: &'m Machine,
    action: Action,
    first: HashMap<(u64, usize), Arc<[u8]>>,
    values: Vec<(usize, Value, Ty)>,
    places: Vec<u64>,
    calls: u64,
}

impl<'m> Markers<'m> {
    pub fn new(machine: &'m Machine) -> Self {
        let action = Action::new(&machine.domain);
        Self { machine, action, first: HashMap::new(), values: Vec::new(), places: Vec::new(), calls: 0 }
    }

    fn marker(&mut self, state: &[u8]) -> u64 {
        state_values(self.machine, state, &mut self.values);
        self.places.clear();
        self.places.resize(self.action.total, 0);
        for (position, value, ty) in &self.values {
            places(
                &self.action,
                &self.machine.domain,
                value,
                *ty,
                mix(*position as u64, 11),
                &mut self.places,
            );
        }
        self.values.iter().fold(mix(u64::from(state[0]), 13), |hash, (_, value, ty)| {
            mix(hash, read(&self.action, &self.machine.domain, value, *ty, &self.places))
        })
    }
}

/// Adds, for every occurrence of an element, the path that leads to it.
fn places(action: &Action, domain: &Domain, value: &Value, ty: Ty, path: u64, out: &mut [u64]) {
    if !domain.has_deferred(ty) {
        return;
    }
    match domain.shape(ty) {
        Shape::Given(set) => {
            if let Some(offset) = action.offsets[*set] {
                let place = &mut out[offset + value.word() as usize];
                *place = place.wrapping_add(mix(path, 1));
            }
        }
        Shape::Power(inner) => {
            for item in elements(value) {
                places(action, domain, &item, *inner, mix(path, 2), out);
            }
        }
        Shape::Product(left, right) => {
            let (a, b) = split(value, domain.right_ordinals(ty));
            // An element paired with itself is in another place than one paired with something else.
            let path = if left == right && a == b { mix(path, 6) } else { path };
            // What stands beside the element belongs to its place if it is no element itself.
            let beside =
                |other: &Value, ty: Ty| if domain.has_deferred(ty) { 0 } else { direct_key(other, 9) };
            places(action, domain, &a, *left, mix(mix(path, 3), beside(&b, *right)), out);
            places(action, domain, &b, *right, mix(mix(path, 4), beside(&a, *left)), out);
        }
        Shape::Record(fields) => {
            if let Value::Record(values) = value {
                for (position, ((_, field), item)) in fields.iter().zip(values.iter()).enumerate() {
                    places(action, domain, item, *field, mix(path, 5 + position as u64), out);
                }
            }
        }
        _ => {}
    }
}

/// The value with elements replaced by their places and sets read as multisets.
fn read(action: &Action, domain: &Domain, value: &Value, ty: Ty, places: &[u64]) -> u64 {
    if !domain.has_deferred(ty) {
        return direct_key(value, 21);
    }
    match domain.shape(ty) {
        Shape::Given(set) => action.offsets[*set].map_or(0, |offset| places[offset + value.word() as usize]),
        Shape::Power(inner) => {
            let items = elements(value).map(|item| mix(read(action, domain, &item, *inner, places), 22));
            mix(items.fold(0u64, u64::wrapping_add), 23)
        }
        Shape::Product(left, right) => {
            let (a, b) = split(value, domain.right_ordinals(ty));
            mix(mix(read(action, domain, &a, *left, places), 24), read(action, domain, &b, *right, places))
        }
        Shape::Record(fields) => match value {
            Value::Record(values) => fields
                .iter()
                .zip(values.iter())
                .fold(25, |hash, ((_, field), item)| mix(hash, read(action, domain, item, *field, places))),
            _ => 26,
        },
        _ => direct_key(value, 27),
    }
}

impl Canonicaliser for Markers<'_> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.calls += 1;
        let key = (self.marker(state), state.len());
        match self.first.get(&key) {
            Some(first) => state.copy_from_slice(first),
            None => {
                self.first.insert(key, Arc::from(&*state));
            }
        }
    }
    /// A marker does not say which orbit a state is of.
    fn effort(&self) -> Effort {
        Effort { not_canonical: self.calls, ..Effort::default() }
    }
}
