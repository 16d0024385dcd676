//! The way from a formula to a small automaton: tableau, then reductions until none helps.

use crate::automaton::Automaton;
use crate::degeneralise::Acceptance;
use crate::formula::{Formula, Logic};
use crate::past::tableau_with_past;
use crate::translate::{Limits, TooLarge};

impl Logic {
    /// A small generalised Büchi automaton, with marks on edges, for the words that satisfy a formula.
    ///
    /// ```
    /// use property::{Atom, Limits, Logic};
    /// let mut logic = Logic::new();
    /// let (p, q) = (logic.atom(Atom(0)), logic.atom(Atom(1)));
    /// let eventually = logic.eventually(q);
    /// let response = logic.implication(p, eventually);
    /// let always = logic.always(response);
    /// let automaton = logic.automaton(always, Limits::default()).unwrap();
    /// assert_eq!((automaton.len(), automaton.sets()), (2, 1));
    /// ```
    pub fn automaton(&mut self, formula: Formula, limits: Limits) -> Result<Automaton, TooLarge> {
        let tableau = self.unreduced_automaton(formula, limits)?;
        Ok(tableau.reduced(self, Acceptance::Edges))
    }

    /// The automaton as the tableau gives it: larger, and the reference for the reductions.
    pub fn unreduced_automaton(&mut self, formula: Formula, limits: Limits) -> Result<Automaton, TooLarge> {
        tableau_with_past(self, formula, limits)
    }

    /// A small ordinary Büchi automaton, with accepting states, for the words that satisfy a formula.
    pub fn buchi_automaton(&mut self, formula: Formula, limits: Limits) -> Result<Automaton, TooLarge> {
        let generalised = self.automaton(formula, limits)?;
        Ok(generalised.degeneralised(self, Acceptance::States).reduced(self, Acceptance::States))
    }
}

impl Automaton {
    /// An automaton for the same words, usually smaller. With [`Acceptance::States`] the automaton must [accept by
    /// states](Self::accepts_by_states), and does so afterwards.
    pub fn reduced(&self, logic: &mut Logic, acceptance: Acceptance) -> Automaton {
        let size = |a: &Automaton| (a.len(), a.sets(), a.edge_count());
        let mut current = self.clone();
        loop {
            let plain = current.trimmed().with_plain_marks(acceptance);
            let merged = plain.with_equal_states_merged(logic);
            let forwards = merged.reduced_forwards(logic);
            let backwards = forwards.trimmed().reduced_backwards(logic, acceptance);
            let smaller = backwards.trimmed().with_plain_marks(acceptance);
            if size(&smaller) >= size(&current) {
                return smaller;
            }
            current = smaller;
        }
    }
}
