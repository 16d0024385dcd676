//! A place in the store: the state last decoded, and for other lengths the state last seen.
//!
//! Processes come and go, so a successor may be longer or shorter than its source. It then has another tree, and is
//! compared with the last state of its own length instead.

use std::sync::Arc;

use crate::arrangement::Arrangement;
use crate::memo::Memo;
use crate::unfolded::Unfolded;

/// Lengths remembered at a time; more of them share places.
const PLACES: usize = 256;

/// A decoded state, and scratch memory for encoding others near it. Belongs to one store.
#[derive(Debug)]
pub struct Cursor {
    current: Box<Unfolded>,
    /// States of other lengths, by length modulo `PLACES`; allocated as far as needed.
    others: Vec<Option<Box<Unfolded>>>,
    /// Parts looked up recently.
    memo: Memo,
    /// The class of the state encoded last.
    pub(crate) last_class: usize,
    /// How often the store had been arranged when this cursor began.
    pub(crate) arranged: u32,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor::since(0)
    }
}

impl Cursor {
    /// A cursor at no state.
    pub fn new() -> Self {
        Self::default()
    }

    /// A cursor at no state of a store that was arranged so often.
    pub(crate) fn since(arranged: u32) -> Self {
        let nothing = Box::new(Unfolded::new(Arc::new(Arrangement::plain(0))));
        Cursor { current: nothing, others: Vec::new(), memo: Memo::default(), last_class: 0, arranged }
    }

    /// The bytes of the state last decoded, on a 64-byte line; empty before the first.
    #[inline]
    pub fn state(&self) -> &[u8] {
        self.current.state()
    }

    /// The unfolded state to compare a state of this length with, and what is remembered of parts. New ones are laid out
    /// as `arrangement` says.
    #[inline]
    pub(crate) fn near(
        &mut self,
        len: usize,
        arrangement: impl FnOnce() -> Arc<Arrangement>,
    ) -> (&mut Unfolded, &mut Memo) {
        let Cursor { current, others, memo, .. } = self;
        let near = if current.len() == len { current } else { other(others, len, arrangement) };
        (near, memo)
    }

    /// What is remembered of parts.
    #[inline]
    pub(crate) fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }

    /// The unfolded state to decode a state of this length into.
    #[inline]
    pub(crate) fn current(
        &mut self,
        len: usize,
        arrangement: impl FnOnce() -> Arc<Arrangement>,
    ) -> &mut Unfolded {
        if self.current.len() != len {
            self.change_length(len, arrangement);
        }
        &mut self.current
    }

    #[cold]
    fn change_length(&mut self, len: usize, arrangement: impl FnOnce() -> Arc<Arrangement>) {
        let taken = self.others.get_mut(len % PLACES).and_then(Option::take);
        let taken = taken.filter(|unfolded| unfolded.len() == len);
        let taken = taken.unwrap_or_else(|| Box::new(Unfolded::new(arrangement())));
        let left = std::mem::replace(&mut self.current, taken);
        let place = left.len() % PLACES;
        self.others.resize_with(self.others.len().max(place + 1), || None);
        self.others[place] = Some(left);
    }
}

/// The unfolded state of another length than the current one's.
fn other(
    others: &mut Vec<Option<Box<Unfolded>>>,
    len: usize,
    arrangement: impl FnOnce() -> Arc<Arrangement>,
) -> &mut Box<Unfolded> {
    let place = len % PLACES;
    others.resize_with(others.len().max(place + 1), || None);
    let entry = &mut others[place];
    if entry.as_ref().is_some_and(|unfolded| unfolded.len() != len) {
        *entry = None;
    }
    entry.get_or_insert_with(|| Box::new(Unfolded::new(arrangement())))
}
