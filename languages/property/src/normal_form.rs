//! Negation normal form: negation in front of atoms and of the past only.
//!
//! Negations are pushed inwards by duality. Formulas that speak of the past alone are decided when they are read, so a
//! negation in front of one is as good as in front of an atom and stays there.

use crate::formula::{Formula, Logic, Operator};

impl Logic {
    /// The formula with negations in front of atoms and of operators of the past only.
    pub fn normal_form(&mut self, formula: Formula) -> Formula {
        let negated = self.negation(formula);
        self.negation(negated)
    }

    /// The negation of a formula, in negation normal form.
    pub fn negation(&mut self, formula: Formula) -> Formula {
        if let Some(&known) = self.negations.get(&formula) {
            return known;
        }
        let result = match self.operator(formula).clone() {
            Operator::False => Formula::TRUE,
            Operator::True => Formula::FALSE,
            Operator::Atom(_) | Operator::Yesterday(_) | Operator::Since(..) => self.not(formula),
            Operator::Not(f) => match self.operator(f) {
                Operator::Atom(_) | Operator::Yesterday(_) | Operator::Since(..) => f,
                _ => self.normal_form(f),
            },
            Operator::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.negation(f)).collect();
                self.any(parts)
            }
            Operator::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.negation(f)).collect();
                self.all(parts)
            }
            Operator::Next(f) => {
                let f = self.negation(f);
                self.next(f)
            }
            Operator::Until(f, g) => {
                let (f, g) = (self.negation(f), self.negation(g));
                self.release(f, g)
            }
            Operator::Release(f, g) => {
                let (f, g) = (self.negation(f), self.negation(g));
                self.until(f, g)
            }
        };
        self.negations.insert(formula, result);
        result
    }
}
