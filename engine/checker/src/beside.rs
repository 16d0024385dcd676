//! A system with something beside it: two bytes behind its state say where the automaton of a property stands.
//!
//! Symmetries act on the state of the system and leave the place as it is: whoever uses them has seen to it that what
//! is watched does not tell images apart.

use explorer::{Canonicaliser, Effort, Follow};
use witness::{ActorImages, Carried, Symmetries};

/// Bytes behind the state of the system.
pub const BEHIND: usize = 2;

/// The state of the system, and the place of what watches it.
pub fn split(state: &[u8]) -> (&[u8], u16) {
    let (system, behind) = state.split_at(state.len() - BEHIND);
    (system, u16::from_le_bytes([behind[0], behind[1]]))
}

/// The bytes of a state of the system and the place of what watches it.
pub fn joined(system: &[u8], at: u16) -> Vec<u8> {
    [system, &at.to_le_bytes()].concat()
}

/// Makes representatives of the system's part of a state.
pub struct OfSystem<C>(pub C);

impl<C: Canonicaliser> Canonicaliser for OfSystem<C> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        let end = state.len() - BEHIND;
        self.0.canonicalise(&mut state[..end]);
    }

    fn set_parent(&mut self, representative: &[u8]) {
        self.0.set_parent(&representative[..representative.len() - BEHIND]);
    }

    fn wants_parent(&self) -> bool {
        self.0.wants_parent()
    }

    fn is_identity(&self) -> bool {
        self.0.is_identity()
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}

impl<F: Follow> Follow for OfSystem<F> {
    fn follow(&mut self, state: &[u8], representative: &[u8]) -> Option<u32> {
        let (state, at) = split(state);
        let (representative, there) = split(representative);
        if at == there { self.0.follow(state, representative) } else { None }
    }

    fn image(&self, element: u32, actor: u32) -> u32 {
        self.0.image(element, actor)
    }
}

/// Symmetries of the system on states with something beside them.
pub struct OnSystems<S>(pub S);

impl<S: Symmetries> Symmetries for OnSystems<S> {
    fn elements(&self) -> usize {
        self.0.elements()
    }

    fn generators(&self) -> usize {
        self.0.generators()
    }

    fn are_all(&self) -> bool {
        self.0.are_all()
    }

    fn image(&mut self, element: usize, state: &[u8]) -> Option<Vec<u8>> {
        let (system, at) = split(state);
        Some(joined(&self.0.image(element, system)?, at))
    }

    fn actors(&self, element: usize) -> ActorImages {
        self.0.actors(element)
    }

    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried {
        let ((from, at), (to, there)) = (split(from), split(to));
        if at == there { self.0.carry(from, to) } else { Carried::No }
    }
}
