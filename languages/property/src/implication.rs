//! Implication between formulas, as far as it can be seen from their shape.
//!
//! The rules are those of Somenzi and Bloem, *Efficient Büchi automata from LTL formulae* (CAV 2000), with
//! the ones for purely eventual and purely universal formulas of Etessami and Holzmann, *Optimizing Büchi automata*
//! (CONCUR 2000). A yes is certain, a no is not. Formulas are in negation normal form.

use crate::formula::{Formula, Logic, Operator};

impl Logic {
    /// Can it be seen that every word with `f` has `g`?
    pub(crate) fn implies(&mut self, f: Formula, g: Formula) -> bool {
        if f == g || f == Formula::FALSE || g == Formula::TRUE {
            return true;
        }
        if g == Formula::FALSE || f == Formula::TRUE {
            return false;
        }
        if let Some(&known) = self.implications.get(&(f, g)) {
            return known;
        }
        let result = match (self.label(f), self.label(g)) {
            (Some(a), Some(b)) => self.labels.implies(a, b),
            _ => self.implies_by_shape(f, g),
        };
        self.implications.insert((f, g), result);
        result
    }

    fn implies_by_shape(&mut self, f: Formula, g: Formula) -> bool {
        self.implies_by_left(f, g) || self.implies_by_right(f, g) || self.implies_by_both(f, g)
    }

    fn implies_by_left(&mut self, f: Formula, g: Formula) -> bool {
        match self.operator(f).clone() {
            Operator::Or(parts) => parts.iter().all(|&part| self.implies(part, g)),
            Operator::And(parts) => parts.iter().any(|&part| self.implies(part, g)),
            Operator::Until(a, b) => {
                (self.implies(a, g) && self.implies(b, g)) || (self.is_eventual(g) && self.implies(b, g))
            }
            Operator::Release(_, b) => self.implies(b, g),
            Operator::Next(a) => self.is_eventual(g) && self.implies(a, g),
            _ => false,
        }
    }

    fn implies_by_right(&mut self, f: Formula, g: Formula) -> bool {
        match self.operator(g).clone() {
            Operator::And(parts) => parts.iter().all(|&part| self.implies(f, part)),
            Operator::Or(parts) => parts.iter().any(|&part| self.implies(f, part)),
            Operator::Until(_, b) => self.implies(f, b),
            Operator::Release(a, b) => {
                (self.implies(f, a) && self.implies(f, b)) || (self.is_universal(f) && self.implies(f, b))
            }
            Operator::Next(a) => self.is_universal(f) && self.implies(f, a),
            _ => false,
        }
    }

    fn implies_by_both(&mut self, f: Formula, g: Formula) -> bool {
        match (self.operator(f).clone(), self.operator(g).clone()) {
            (Operator::Until(a, b), Operator::Until(c, d))
            | (Operator::Release(a, b), Operator::Release(c, d)) => self.implies(a, c) && self.implies(b, d),
            (Operator::Until(a, b), Operator::Release(c, d)) => {
                self.implies(a, d) && self.implies(b, c) && self.implies(b, d)
            }
            (Operator::Next(a), Operator::Next(b)) => self.implies(a, b),
            _ => false,
        }
    }
}
