//! Formulas in SPIN's notation, with every parenthesis that any of its parsers needs; the past as in ProB.

use super::Names;
use crate::formula::{Formula, Logic, Operator};

impl Logic {
    /// The formula as text.
    ///
    /// ```
    /// use property::{Atom, Logic};
    /// let mut logic = Logic::new();
    /// let (p, q) = (logic.atom(Atom(0)), logic.atom(Atom(1)));
    /// let until = logic.until(p, q);
    /// let always = logic.always(until);
    /// assert_eq!(logic.show(always, &|atom| ["p", "q"][atom.0 as usize].to_owned()), "[] (p U q)");
    /// ```
    pub fn show(&self, formula: Formula, names: &Names<'_>) -> String {
        match self.operator(formula) {
            Operator::False => "false".to_owned(),
            Operator::True => "true".to_owned(),
            Operator::Atom(atom) => names(*atom),
            Operator::Not(f) => self.prefix("!", *f, names),
            Operator::And(parts) => self.chain(parts, " && ", names),
            Operator::Or(parts) => self.chain(parts, " || ", names),
            Operator::Next(f) => self.prefix("X ", *f, names),
            Operator::Until(Formula::TRUE, g) => self.prefix("<> ", *g, names),
            Operator::Release(Formula::FALSE, g) => self.prefix("[] ", *g, names),
            Operator::Until(f, g) => self.infix(*f, "U", *g, names),
            Operator::Release(f, g) => self.infix(*f, "V", *g, names),
            Operator::Yesterday(f) => self.prefix("Y ", *f, names),
            Operator::Since(Formula::TRUE, g) => self.prefix("O ", *g, names),
            Operator::Since(f, g) => self.infix(*f, "S", *g, names),
        }
    }

    /// An operand, in parentheses if it is made of two.
    fn operand(&self, formula: Formula, names: &Names<'_>) -> String {
        let text = self.show(formula, names);
        match self.operator(formula) {
            Operator::Until(Formula::TRUE, _) | Operator::Release(Formula::FALSE, _) => text,
            Operator::Since(Formula::TRUE, _) => text,
            Operator::And(_)
            | Operator::Or(_)
            | Operator::Until(..)
            | Operator::Release(..)
            | Operator::Since(..) => {
                format!("({text})")
            }
            _ => text,
        }
    }

    fn prefix(&self, operator: &str, f: Formula, names: &Names<'_>) -> String {
        format!("{operator}{}", self.operand(f, names))
    }

    fn infix(&self, f: Formula, operator: &str, g: Formula, names: &Names<'_>) -> String {
        format!("{} {operator} {}", self.operand(f, names), self.operand(g, names))
    }

    fn chain(&self, parts: &[Formula], operator: &str, names: &Names<'_>) -> String {
        parts.iter().map(|&f| self.operand(f, names)).collect::<Vec<_>>().join(operator)
    }
}
