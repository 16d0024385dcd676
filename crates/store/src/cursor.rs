//! A place in the store: the state last decoded, and for other lengths the state last seen.
//!
//! Processes come and go, so a successor may be longer or shorter than its source. It then has another tree, and is
//! compared with the last state of its own length instead.

use crate::unfolded::Unfolded;

/// Lengths remembered at a time; more of them share places.
const PLACES: usize = 256;

/// A decoded state, and scratch memory for encoding others near it. Belongs to one store.
#[derive(Debug)]
pub struct Cursor {
    current: Box<Unfolded>,
    /// States of other lengths, by length modulo `PLACES`; allocated as far as needed.
    others: Vec<Option<Box<Unfolded>>>,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor { current: Box::new(Unfolded::new(0)), others: Vec::new() }
    }
}

impl Cursor {
    /// A cursor at no state.
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes of the state last decoded, on a 64-byte line; empty before the first.
    #[inline]
    pub fn state(&self) -> &[u8] {
        self.current.state()
    }

    /// The unfolded state to compare a state of this length with.
    #[inline]
    pub(crate) fn near(&mut self, len: usize) -> &mut Unfolded {
        if self.current.len() == len { &mut self.current } else { self.other(len) }
    }

    /// The unfolded state to decode a state of this length into.
    #[inline]
    pub(crate) fn current(&mut self, len: usize) -> &mut Unfolded {
        if self.current.len() != len {
            self.change_length(len);
        }
        &mut self.current
    }

    #[cold]
    fn change_length(&mut self, len: usize) {
        self.other(len);
        let taken = self.others[len % PLACES].take().unwrap_or_else(|| Box::new(Unfolded::new(len)));
        let left = std::mem::replace(&mut self.current, taken);
        let place = left.len() % PLACES;
        self.others.resize_with(self.others.len().max(place + 1), || None);
        self.others[place] = Some(left);
    }

    fn other(&mut self, len: usize) -> &mut Unfolded {
        let place = len % PLACES;
        self.others.resize_with(self.others.len().max(place + 1), || None);
        let entry = &mut self.others[place];
        if entry.as_ref().is_some_and(|unfolded| unfolded.len() != len) {
            *entry = None;
        }
        entry.get_or_insert_with(|| Box::new(Unfolded::new(len)))
    }
}
