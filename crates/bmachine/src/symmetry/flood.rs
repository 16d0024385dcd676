//! Permutation flooding (Leuschel, Butler, Spermann and Turner, "Symmetry reduction for B by permutation flooding", 2007).
//!
//! When a state is met for the first time, all its permutations are recorded as belonging to it, and later any of them is
//! answered by the first. Exact and simple, but memory grows with the whole orbit: it explores as few states as
//! labelling and stores as many as no reduction at all.

use super::{Action, Permutation};
use crate::machine::Machine;
use explorer::Canonicaliser;
use std::collections::HashMap;
use std::sync::Arc;

/// The canonicaliser.
pub struct Flood<'m> {
    machine: &'m Machine,
    action: Action,
    permutations: Vec<Permutation>,
    first: HashMap<Vec<u8>, Arc<[u8]>>,
    buffer: Vec<u8>,
}

impl<'m> Flood<'m> {
    pub fn new(machine: &'m Machine) -> Self {
        let action = Action::new(&machine.domain);
        let mut permutations = Vec::new();
        action.each_permutation(&mut |permutation| permutations.push(permutation.clone()));
        Self { machine, action, permutations, first: HashMap::new(), buffer: Vec::new() }
    }
}

impl Canonicaliser for Flood<'_> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        if let Some(first) = self.first.get(&*state) {
            state.copy_from_slice(first);
            return;
        }
        let representative: Arc<[u8]> = Arc::from(&*state);
        for permutation in &self.permutations {
            let mut image = state.to_vec();
            self.action.permute_state(self.machine, &mut image, permutation, &mut self.buffer);
            self.first.insert(image, Arc::clone(&representative));
        }
    }
}
