//! The slow, obvious store the tree is tested against: whole states in a `HashMap`.

use std::collections::HashMap;

/// A set of byte strings numbered in order of insertion.
#[derive(Debug, Default)]
pub struct ReferenceStore {
    ids: HashMap<Vec<u8>, u32>,
    states: Vec<Vec<u8>>,
}

impl ReferenceStore {
    /// The number of `state`, and whether it is new.
    pub fn insert(&mut self, state: &[u8]) -> (u32, bool) {
        if let Some(&id) = self.ids.get(state) {
            return (id, false);
        }
        let id = self.states.len() as u32;
        self.ids.insert(state.to_vec(), id);
        self.states.push(state.to_vec());
        (id, true)
    }

    /// The state with this number, if there is one.
    pub fn get(&self, id: u32) -> Option<&[u8]> {
        self.states.get(id as usize).map(Vec::as_slice)
    }

    /// Stored states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}
