//! Which states count as visited: those that are stored, or also those that a stored state stands for.
//!
//! An ordinary search asks whether a state is stored ([`Equality`]), which the store answers. Where one state stands for
//! others, such as an annotated state for the orbit under its annotation, a search can ask whether any stored state stands
//! for this one; and a new state may stand for others that are stored and not yet expanded, which need no expansion then.
//! Such a search is breadth-first and stores each state at once: what is expanded next depends on it.

use store::StateId;

/// A relation between states that contains equality: the larger state stands for the smaller.
pub trait Subsumption {
    /// False for equality. Nothing else is asked then.
    const APPLIES: bool = true;

    /// Does a state that was inserted stand for this one?
    fn covers(&mut self, state: &[u8]) -> bool;

    /// Takes a state that is not covered and is stored under this number; the first number is 0.
    fn insert(&mut self, id: StateId, state: &[u8]);

    /// Asked before a state is expanded: false if one that was inserted later stands for it.
    fn must_expand(&mut self, id: StateId) -> bool;

    /// Bytes held. They count towards the limit on memory.
    fn memory(&self) -> usize;
}

/// Every state stands for itself alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equality;

impl Subsumption for Equality {
    const APPLIES: bool = false;

    fn covers(&mut self, _: &[u8]) -> bool {
        false
    }

    fn insert(&mut self, _: StateId, _: &[u8]) {}

    fn must_expand(&mut self, _: StateId) -> bool {
        true
    }

    fn memory(&self) -> usize {
        0
    }
}
