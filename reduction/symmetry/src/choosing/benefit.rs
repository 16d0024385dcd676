//! Is the reduction worth what it costs? Asked once, after the first few thousand states, by `auto`.
//!
//! A reduced search generates as many steps as it has representatives times their successors, each for the price of a plain
//! step and of a canonicalisation; a plain search generates as many times more as the orbits have states. So reduction
//! pays as long as the mean size of an orbit exceeds one plus the price of a canonicalisation in steps. Both are
//! *counted*, never timed, so that the answer, and with it the number of states, is the same in every run: the price from
//! calls, refinement rounds, search nodes and images (`price`); the size of an orbit from a sample of the representatives met last, under random elements of the group.
//! Two of k random images of a state coincide with probability one over the size of its orbit, so the number of
//! coincidences among k(k-1)/2 pairs estimates it (the birthday problem).
//!
//! Where it does not pay, the search goes on without canonicalising from there. That is sound: what is stored so far are
//! reachable states, and a known representative covers its orbit whether or not later states are replaced by theirs.
//! But then states are not counted one for each orbit any more, and the report says so.
//!
//! Rejected: timing both ways (two runs could differ), and starting over without symmetry (what was explored counts).

use std::collections::HashMap;

use explorer::Effort;
use permutation::{Perm, Random};
use program::ConfigId;

use crate::choosing::cost_model;
use crate::group_action::action::Action;
use crate::techniques::enumerate::is_one_by_one;
use crate::techniques::technique::Context;
use crate::{Method, StateGroup};

/// No answer before so many calls...
const CALLS: u64 = 4096;
/// ...and before canonicalising took as long as so many plain steps: about three milliseconds.
const WORK: f64 = 16_384.0;

/// Representatives to look at.
const SAMPLE: usize = 32;
/// Images to compare, of each.
const IMAGES: usize = 32;

/// Estimates may be wrong by so much before an exact count is given up.
const BENEFIT_OF_DOUBT: f64 = 1.5;

/// What is known of a reduction while it is on trial.
pub(crate) struct Trial {
    /// The price of one call, of what was counted.
    price: Box<dyn Fn(Effort) -> f64 + Send>,
    /// The representatives met last, in turn.
    sample: Vec<Vec<u8>>,
    next: usize,
}

impl Trial {
    /// Puts a method on trial for a group.
    pub fn new(method: Method, group: &StateGroup) -> Trial {
        let bytes = group.detection.instance.configuration.size as usize;
        let one_by_one = is_one_by_one(&group.group);
        let price: Box<dyn Fn(Effort) -> f64 + Send> = match method {
            Method::Enumerate => Box::new(move |effort| cost_model::enumeration(effort, one_by_one, bytes)),
            Method::Label => Box::new(|_| cost_model::LABELLING),
            _ => Box::new(cost_model::refinement),
        };
        Trial { price, sample: Vec::new(), next: 0 }
    }

    /// Notes a representative.
    pub fn note(&mut self, representative: &[u8]) {
        match self.sample.get_mut(self.next) {
            Some(old) => *old = representative.to_vec(),
            None => self.sample.push(representative.to_vec()),
        }
        self.next = (self.next + 1) % SAMPLE;
    }

    /// After enough work, the reason to give the reduction up, if there is one.
    pub fn verdict(&self, effort: Effort, group: &StateGroup) -> Option<Result<(), String>> {
        let price = (self.price)(effort);
        if effort.calls < CALLS || price * (effort.calls as f64) < WORK {
            return None;
        }
        let size = self.orbit_size(group);
        if 1.0 + price <= BENEFIT_OF_DOUBT * size {
            return Some(Ok(()));
        }
        Some(Err(format!(
            "given up after {} calls: the orbits of the states met last have {size:.1} states on average, and \
             canonicalising one takes as long as {price:.1} steps; the states are not one for each orbit",
            effort.calls
        )))
    }

    /// The mean size of the orbits of the sample.
    fn orbit_size(&self, group: &StateGroup) -> f64 {
        let mut random = Random::new(0x0b17);
        let elements: Vec<Perm> = (1..IMAGES).map(|_| group.group.random_element(&mut random)).collect();
        let mut actions: HashMap<ConfigId, Option<Vec<Action>>> = HashMap::new();
        let sum: f64 = (self.sample.iter())
            .map(|state| {
                let id = ConfigId::of(state);
                let make = || {
                    let configuration = group.layout.configuration(id);
                    let acts = group.acts_on(&configuration);
                    acts.then(|| Context::new(group, &configuration).actions(&elements)).flatten()
                };
                actions.entry(id).or_insert_with(make).as_ref().map_or(1.0, |all| estimate(state, all))
            })
            .sum();
        sum / self.sample.len().max(1) as f64
    }
}

/// How large the orbit of a state seems to be, by the coincidences among its images.
fn estimate(state: &[u8], actions: &[Action]) -> f64 {
    let mut images = vec![state.to_vec()];
    images.extend(actions.iter().map(|action| {
        let mut image = state.to_vec();
        action.apply(state, &mut image);
        image
    }));
    images.sort_unstable();
    let pairs = |n: usize| (n * (n - 1) / 2) as f64;
    let equal: f64 = images.chunk_by(|a, b| a == b).map(|same| pairs(same.len())).sum();
    pairs(images.len()) / equal.max(1.0)
}
