//! Permutation flooding (Leuschel, Butler, Spermann and Turner, "Symmetry reduction for B by permutation flooding",
//! 2007).
//!
//! When a state is met for the first time, all its permutations are recorded as belonging to one orbit, which the smallest of
//! them represents (in the paper the first, which would depend on the order of the search). Exact and simple, but memory
//! grows with the whole orbit: it explores as few states as labelling and stores as many as no reduction at all.
//!
//! The paper goes through all n! permutations of a state. Here the orbit is closed under a transposition and a cycle of
//! each deferred set, which generate them: two images are computed for each element of the orbit, and a state that few
//! permutations move is not permuted n! times. When the images fill the memory they may take, later states are recorded
//! alone: that is sound, only no longer a reduction, and a warning says so.

use super::{Action, Permutation};
use crate::machine::Machine;
use diagnostics::Span;
use explorer::{Canonicaliser, Effort};
use std::collections::{HashMap, HashSet};

/// The canonicaliser.
pub struct Flood<'m> {
    machine: &'m Machine,
    action: Action,
    generators: Vec<Permutation>,
    /// The number of each state's orbit.
    orbits: HashMap<Box<[u8]>, u32>,
    representatives: Vec<Box<[u8]>>,
    /// Bytes the images may still take.
    left: usize,
    buffer: Vec<u8>,
    /// States whose orbit could not be recorded as a whole.
    not_canonical: u64,
}

/// What an image takes besides its own bytes.
const OVERHEAD: usize = 64;
/// The memory for images if no limit is given.
const DEFAULT_MEMORY: usize = 4 << 30;

impl<'m> Flood<'m> {
    /// Flooding within a limit on the memory of the process, of which the images get half.
    pub fn new(machine: &'m Machine, memory: Option<usize>) -> Self {
        let action = Action::new(&machine.domain);
        let generators = action.generators();
        let left = memory.map_or(DEFAULT_MEMORY, |memory| memory / 2);
        let (orbits, representatives, buffer) = (HashMap::new(), Vec::new(), Vec::new());
        Self { machine, action, generators, orbits, representatives, left, buffer, not_canonical: 0 }
    }

    /// All permutations of a state; `None` where there is no memory for them.
    fn orbit(&mut self, state: &[u8]) -> Option<HashSet<Box<[u8]>>> {
        let mut seen: HashSet<Box<[u8]>> = HashSet::from([state.into()]);
        let mut open: Vec<Box<[u8]>> = vec![state.into()];
        while let Some(member) = open.pop() {
            for generator in &self.generators {
                let mut image = member.to_vec();
                self.action.permute_state(self.machine, &mut image, generator, &mut self.buffer);
                if !seen.contains(&*image) {
                    self.left = self.left.checked_sub(image.len() + OVERHEAD)?;
                    seen.insert(image.as_slice().into());
                    open.push(image.into());
                }
            }
        }
        Some(seen)
    }
}

impl Canonicaliser for Flood<'_> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        if let Some(number) = self.orbits.get(&*state) {
            state.copy_from_slice(&self.representatives[*number as usize]);
            return;
        }
        let number = self.representatives.len() as u32;
        let orbit = self.orbit(state).unwrap_or_else(|| {
            let text = "the images of states fill the memory: further states are not reduced";
            self.machine.warn_of(Span::default(), text);
            self.not_canonical += 1;
            HashSet::from([(&*state).into()])
        });
        let Some(smallest) = orbit.iter().min().cloned() else { return };
        state.copy_from_slice(&smallest);
        self.representatives.push(smallest);
        self.orbits.extend(orbit.into_iter().map(|image| (image, number)));
    }

    fn effort(&self) -> Effort {
        Effort { not_canonical: self.not_canonical, ..Effort::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::NoFiles;
    use crate::machine::Options;
    use crate::symmetry::Method;
    use crate::value::Value;
    use crate::value::encode::encode;

    const TEXT: &str = "MACHINE m SETS S VARIABLES a, r INVARIANT a <: S & r : S <-> S
        INITIALISATION a :: POW(S) || r :: S <-> S END";

    fn machine() -> Machine {
        let mut sources = diagnostics::SourceMap::new();
        let file = sources.add("m", TEXT);
        let options = Options { cards: vec![("S".to_owned(), 3)], ..Options::default() };
        let read = crate::BMachine::read(sources, file, &mut NoFiles, options).expect("well-typed");
        read.machine(Method::Flood).expect("compiled")
    }

    /// Representatives agree exactly for states that a permutation makes equal.
    #[test]
    fn an_orbit_has_one_representative() {
        let machine = machine();
        let action = Action::new(&machine.domain);
        let mut flood = Flood::new(&machine, None);
        let mut buffer = Vec::new();
        for bits in 0u16..4096 {
            let mut state = vec![1];
            let (a, r) = (Value::Word(i64::from(bits & 7)), Value::Word(i64::from(bits >> 3)));
            for (slot, value) in machine.variables.iter().zip([a, r]) {
                encode(&value, machine.slot_types[*slot as usize], &machine.domain, &mut state);
            }
            let mut least = state.clone();
            action.each_permutation(&mut |permutation| {
                let mut image = state.clone();
                action.permute_state(&machine, &mut image, permutation, &mut buffer);
                least = least.clone().min(image);
            });
            let mut own = state.clone();
            flood.canonicalise(&mut own);
            flood.canonicalise(&mut least);
            assert_eq!(own, least);
        }
        // Burnside: pairs of a subset and a relation on three elements, up to renaming.
        assert_eq!(flood.representatives.len(), ORBITS);
    }

    /// (8 * 512 + 3 * 4 * 32 + 2 * 2 * 8) / 6.
    const ORBITS: usize = 752;

    #[test]
    fn without_memory_states_stand_for_themselves() {
        let machine = machine();
        let mut flood = Flood::new(&machine, Some(0));
        let mut state = vec![1];
        for slot in &machine.variables {
            encode(&Value::Word(1), machine.slot_types[*slot as usize], &machine.domain, &mut state);
        }
        let before = state.clone();
        flood.canonicalise(&mut state);
        assert_eq!(state, before);
        assert_eq!(flood.orbits.len(), 1);
        assert_eq!(flood.effort().not_canonical, 1);
        let warnings = machine.notes.warnings.lock().expect("not poisoned");
        assert!(warnings.iter().any(|(_, text)| text.contains("not reduced")), "{warnings:?}");
    }
}
