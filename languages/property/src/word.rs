//! Ultimately periodic words, and what a formula says about them: the meaning of the logic, written down directly.
//!
//! This is the reference for everything else in the crate and shares nothing with it. A formula is evaluated at every
//! position of the word by going through its subformulas from the inside out. Operators of the future are computed
//! backwards, twice around the cycle; operators of the past forwards. A formula with nested operators of the past need
//! not be periodic along with the word from the first repetition on, but it is after as many repetitions as such
//! operators are nested (Laroussinie, Markey and Schnoebelen, *Temporal logic with forgettable past*, LICS 2002), so
//! the cycle is written out that often.

use std::collections::HashMap;

use crate::formula::{Atom, Formula, Logic, Operator};

/// A word `prefix cycle cycle cycle …`. A letter is the list of the atoms that hold, the cycle is not empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// What is read once.
    pub prefix: Vec<Vec<Atom>>,
    /// What is repeated for ever.
    pub cycle: Vec<Vec<Atom>>,
}

impl Word {
    /// How many positions are written down.
    pub fn len(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// Is nothing written down?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does an atom hold at a position that is written down?
    pub fn holds(&self, position: usize, atom: Atom) -> bool {
        let letter = match position.checked_sub(self.prefix.len()) {
            None => &self.prefix[position],
            Some(in_cycle) => &self.cycle[in_cycle % self.cycle.len()],
        };
        letter.contains(&atom)
    }

    /// The position after one.
    pub fn successor(&self, position: usize) -> usize {
        if position + 1 == self.len() { self.prefix.len() } else { position + 1 }
    }

    /// Does a formula hold of the word, at its first position?
    ///
    /// ```
    /// use property::{Atom, Logic, Word};
    /// let mut logic = Logic::new();
    /// let p = logic.atom(Atom(0));
    /// let eventually = logic.eventually(p);
    /// let recurring = logic.always(eventually);
    /// let word = Word { prefix: vec![vec![]], cycle: vec![vec![Atom(0)], vec![]] };
    /// assert!(word.satisfies(&logic, recurring));
    /// assert!(!word.satisfies(&logic, p));
    /// ```
    pub fn satisfies(&self, logic: &Logic, formula: Formula) -> bool {
        let unrolled = self.unrolled(past_depth(logic, formula));
        let mut values: HashMap<Formula, Vec<bool>> = HashMap::new();
        for f in logic.subformulas(formula) {
            let row = unrolled.row(logic, f, &values);
            values.insert(f, row);
        }
        values[&formula][0]
    }

    fn unrolled(&self, times: usize) -> Word {
        let mut prefix = self.prefix.clone();
        (0..times).for_each(|_| prefix.extend_from_slice(&self.cycle));
        Word { prefix, cycle: self.cycle.clone() }
    }

    /// The value of a formula at every position, from those of its operands.
    fn row(&self, logic: &Logic, formula: Formula, values: &HashMap<Formula, Vec<bool>>) -> Vec<bool> {
        let n = self.len();
        let at = |f: &Formula, i: usize| values[f][i];
        let everywhere = |value: &dyn Fn(usize) -> bool| (0..n).map(value).collect::<Vec<bool>>();
        match logic.operator(formula) {
            Operator::False => vec![false; n],
            Operator::True => vec![true; n],
            Operator::Atom(atom) => everywhere(&|i| self.holds(i, *atom)),
            Operator::Not(f) => everywhere(&|i| !at(f, i)),
            Operator::And(parts) => everywhere(&|i| parts.iter().all(|f| at(f, i))),
            Operator::Or(parts) => everywhere(&|i| parts.iter().any(|f| at(f, i))),
            Operator::Next(f) => everywhere(&|i| at(f, self.successor(i))),
            Operator::Until(f, g) => self.backwards(false, |i, later| at(g, i) || (at(f, i) && later)),
            Operator::Release(f, g) => self.backwards(true, |i, later| at(g, i) && (at(f, i) || later)),
            Operator::Yesterday(f) => everywhere(&|i| i > 0 && at(f, i - 1)),
            Operator::Since(f, g) => {
                let mut row: Vec<bool> = Vec::with_capacity(n);
                for i in 0..n {
                    let before = i > 0 && row[i - 1];
                    row.push(at(g, i) || (at(f, i) && before));
                }
                row
            }
        }
    }

    /// The solution of `row[i] = step(i, row[successor of i])` that is reached from `start`.
    fn backwards(&self, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut row = vec![start; self.len()];
        for _ in 0..2 {
            for i in (0..self.len()).rev() {
                row[i] = step(i, row[self.successor(i)]);
            }
        }
        row
    }
}

/// How deep operators of the past are nested.
fn past_depth(logic: &Logic, formula: Formula) -> usize {
    let mut depths: HashMap<Formula, usize> = HashMap::new();
    for f in logic.subformulas(formula) {
        let below = logic.operands(f).iter().map(|g| depths[g]).max().unwrap_or(0);
        let past = matches!(logic.operator(f), Operator::Yesterday(_) | Operator::Since(..));
        depths.insert(f, below + usize::from(past));
    }
    depths[&formula]
}
