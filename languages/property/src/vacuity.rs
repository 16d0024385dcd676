//! Vacuity: formulas that hold because what they assume never happens.
//!
//! `[] (p -> <> q)` holds of a system in which `p` never does, and says nothing about it. A formula that holds is
//! vacuous in an implication if it also holds with `false` for what is implied: nothing was ever asked of the
//! consequent (Beer, Ben-David, Eisner and Rodeh: Efficient detection of vacuity in temporal model checking, FMSD
//! 2001; Kupferman and Vardi: Vacuity detection in temporal model checking, STTT 2003). Both papers replace any
//! subformula; people mean premises, so only those of implications are looked at.
//!
//! What is replaced is an occurrence and not a subformula, and formulas here are shared and sorted, so that an
//! implication cannot be found in them again. Instead a [`Logic`] counts the implications that it is asked for and
//! can be told to leave one consequent out; the front end then reads the same text again. In a negated place `false`
//! makes a formula weaker, which shows nothing: [`Logic::is_stronger`] tells by the automata.

use crate::formula::{Formula, Logic};
use crate::translate::{Limits, TooLarge};

/// The implications that a logic was asked for.
#[derive(Debug, Default)]
pub(crate) struct Implications {
    /// The premise of each, in the order of the text.
    premises: Vec<Formula>,
    /// The one whose consequent is taken to be `false`.
    without_consequent: Option<usize>,
}

/// Of longer formulas nothing is said: to compare their automata could take longer than the search.
const MOST_SUBFORMULAS: usize = 24;

impl Logic {
    /// `f -> g` as it stands in a text; `!f` if the consequent is left out.
    pub fn stated_implication(&mut self, f: Formula, g: Formula) -> Formula {
        let is_left_out = self.stated.without_consequent == Some(self.stated.premises.len());
        self.stated.premises.push(f);
        self.implication(f, if is_left_out { Formula::FALSE } else { g })
    }

    /// Makes the logic ready to read a text once more, without the consequent of one of its implications.
    pub fn leave_out_consequent(&mut self, number: usize) {
        self.stated = Implications { premises: Vec::new(), without_consequent: Some(number) };
    }

    /// The premises whose consequents can be left out so that a formula becomes stronger, each with its number.
    /// `read` reads the text into the logic.
    pub fn consequential_premises<E>(
        &mut self,
        mut read: impl FnMut(&mut Logic) -> Result<Formula, E>,
        limits: Limits,
    ) -> Result<Vec<(usize, Formula)>, E> {
        let formula = read(self)?;
        let mut found = Vec::new();
        if self.subformulas(formula).len() > MOST_SUBFORMULAS {
            return Ok(found);
        }
        for (number, premise) in self.stated.premises.clone().into_iter().enumerate() {
            self.leave_out_consequent(number);
            let without = read(self)?;
            // Of what is too large to be compared nothing is said.
            if self.is_stronger(without, formula, limits).unwrap_or(false) {
                found.push((number, premise));
            }
        }
        Ok(found)
    }

    /// Does `f` imply `g`, and not the other way round, and is `f` possible at all?
    pub fn is_stronger(&mut self, f: Formula, g: Formula, limits: Limits) -> Result<bool, TooLarge> {
        let (not_f, not_g) = (self.negation(f), self.negation(g));
        let (only_f, only_g) = (self.and(f, not_g), self.and(g, not_f));
        let mut is_possible =
            |formula| self.automaton(formula, limits).map(|automaton| !automaton.accepts_nothing());
        Ok(!is_possible(only_f)? && is_possible(only_g)? && is_possible(f)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Atom;
    use crate::parse::spin;
    use diagnostics::{Diagnostic, Span};

    struct Letters;

    impl spin::Expressions for Letters {
        fn expression(&mut self, logic: &mut Logic, text: &str, _: Span) -> Result<Formula, Diagnostic> {
            Ok(logic.atom(Atom(u32::from(text.as_bytes()[0]))))
        }
    }

    /// The premises of a text whose consequents matter.
    fn premises(text: &str) -> Vec<String> {
        let mut logic = Logic::new();
        let read = |logic: &mut Logic| spin::parse(logic, text, Span::default(), &mut Letters);
        let found = logic.consequential_premises(read, Limits::default()).expect("a formula");
        let names = |atom: Atom| char::from(atom.0 as u8).to_string();
        found.into_iter().map(|(_, premise)| logic.show(premise, &names)).collect()
    }

    #[test]
    fn consequents_are_left_out_one_by_one() {
        assert_eq!(premises("[] (p -> <> q)"), ["p"]);
        assert_eq!(premises("<> q"), [""; 0]);
        assert_eq!(premises("([] (p -> q)) && ([] (<> r -> <> q))"), ["p", "<> r"]);
    }

    #[test]
    fn what_becomes_weaker_or_impossible_shows_nothing() {
        assert_eq!(premises("! (<> (p -> q))"), [""; 0]);
        assert_eq!(premises("<> p && (<> p -> q)"), [""; 0]);
    }

    #[test]
    fn a_premise_inside_a_premise_is_in_a_negated_place() {
        assert_eq!(premises("(p -> q) -> r"), ["q || !p"]);
    }
}
