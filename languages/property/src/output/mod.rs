//! Formulas and automata as text.
//!
//! Atoms have no names here; whoever asks for text says how each is to be written, usually as the expression it stands
//! for.

mod dot;
mod formula;
mod hoa;
mod never_claim;
mod text;

use crate::automaton::Automaton;
use crate::formula::{Atom, Logic};
use crate::label::Label;

/// How an atom is written.
pub type Names<'n> = dyn Fn(Atom) -> String + 'n;

/// How a sum of cubes is put together.
struct Connectives {
    yes: &'static str,
    no: &'static str,
    not: &'static str,
    and: &'static str,
    or: &'static str,
}

const WORDS: Connectives = Connectives { yes: "true", no: "false", not: "!", and: " && ", or: " || " };

/// A label as a sum of cubes.
fn sum(logic: &mut Logic, label: Label, names: &Names<'_>, write: &Connectives) -> String {
    let cubes = logic.cubes(label);
    if cubes.is_empty() {
        return write.no.to_owned();
    }
    let cube = |cube: &crate::label::Cube| {
        let mut literals: Vec<(Atom, &str)> = cube.positive.iter().map(|&a| (a, "")).collect();
        literals.extend(cube.negative.iter().map(|&a| (a, write.not)));
        literals.sort_unstable();
        let literals: Vec<String> = literals.iter().map(|(a, sign)| format!("{sign}{}", names(*a))).collect();
        if literals.is_empty() { write.yes.to_owned() } else { literals.join(write.and) }
    };
    cubes.iter().map(cube).collect::<Vec<_>>().join(write.or)
}

impl Automaton {
    /// The atoms that some edge depends on, in increasing order.
    pub fn atoms(&self, logic: &Logic) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = Vec::new();
        for edge in self.edges.iter().flatten() {
            atoms.extend(logic.labels.support(edge.label).into_iter().map(Atom));
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}
