//! Random formulas and words, the same ones in every run.
#![allow(dead_code)] // every test file draws some of them

use property::{Atom, Formula, Logic, Word};

/// Numbers after Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014).
pub struct Random(pub u64);

/// Which operators a random formula may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operators {
    /// Boolean ones, and all of the future.
    Future,
    /// The same without next.
    WithoutNext,
    /// Those of the past as well, nested in any way.
    FutureAndPast,
}

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("below a usize")
    }

    /// A formula with about `size` operators over the first `atoms` atoms.
    pub fn formula(&mut self, logic: &mut Logic, size: usize, atoms: u32, operators: Operators) -> Formula {
        if size == 0 {
            return match self.below(20) {
                0 => Formula::TRUE,
                1 => Formula::FALSE,
                n => logic.atom(Atom(u32::try_from(n).expect("small") % atoms)),
            };
        }
        let kinds = match operators {
            Operators::WithoutNext => 10,
            Operators::Future => 11,
            Operators::FutureAndPast => 17,
        };
        let kind = self.below(kinds);
        if [0, 1, 2, 10, 11, 12, 13].contains(&kind) {
            let f = self.formula(logic, size - 1, atoms, operators);
            return match kind {
                0 => logic.not(f),
                1 => logic.eventually(f),
                2 => logic.always(f),
                10 => logic.next(f),
                11 => logic.yesterday(f),
                12 => logic.once(f),
                _ => logic.historically(f),
            };
        }
        let left = self.below(size);
        let f = self.formula(logic, left, atoms, operators);
        let g = self.formula(logic, size - 1 - left, atoms, operators);
        match kind {
            3 => logic.and(f, g),
            4 => logic.or(f, g),
            5 => logic.implication(f, g),
            6 => logic.equivalence(f, g),
            7 => logic.until(f, g),
            8 => logic.release(f, g),
            9 => logic.weak_until(f, g),
            14 => logic.since(f, g),
            15 => logic.trigger(f, g),
            _ => logic.and(f, g),
        }
    }

    /// A word over the first `atoms` atoms.
    pub fn word(&mut self, atoms: u32) -> Word {
        let (before, around) = (self.below(4), 1 + self.below(4));
        Word { prefix: self.letters(before, atoms), cycle: self.letters(around, atoms) }
    }

    fn letters(&mut self, count: usize, atoms: u32) -> Vec<Vec<Atom>> {
        (0..count).map(|_| (0..atoms).filter(|_| self.below(2) == 0).map(Atom).collect()).collect()
    }
}
