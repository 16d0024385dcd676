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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Edge, Marks, State};
    use crate::formula::Atom;
    use crate::label::Label;
    use crate::word::Word;

    /// Numbers after Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (z ^ (z >> 31)) % bound
        }

        fn state(&mut self, states: u64) -> State {
            State(u32::try_from(self.below(states)).expect("small"))
        }

        fn label(&mut self, logic: &mut Logic) -> Label {
            let literals: [(u32, bool); 2] = [(0, self.below(2) == 0), (1, self.below(2) == 0)];
            let [a, b] = literals.map(|literal| logic.labels.literal(literal));
            match self.below(5) {
                0 => Label::TRUE,
                1 => a,
                2 => b,
                3 => logic.labels.and(a, b),
                _ => logic.labels.or(a, b),
            }
        }

        /// An automaton that no formula need have, with marks on edges or on states.
        fn automaton(&mut self, logic: &mut Logic, acceptance: Acceptance) -> Automaton {
            let states = 1 + self.below(6);
            let sets = if acceptance == Acceptance::States {
                1
            } else {
                u32::try_from(self.below(4)).expect("small")
            };
            let mut edges = Vec::new();
            for _ in 0..states {
                let of_state = Marks(self.below(2));
                let count = self.below(4);
                let mut edge = || {
                    let own = Marks(self.below(1 << sets));
                    let marks = if acceptance == Acceptance::States { of_state } else { own };
                    Edge { target: self.state(states), marks, label: self.label(logic) }
                };
                edges.push((0..count).map(|_| edge()).collect());
            }
            let mut automaton = Automaton::new(edges, State(0), sets).expect("valid");
            automaton.join_edges(logic);
            automaton
        }

        fn word(&mut self) -> Word {
            let mut letters = |count| {
                let mut letter = |_| (0..2).filter(|_| self.below(2) == 0).map(Atom).collect();
                (0..count).map(&mut letter).collect()
            };
            Word { prefix: letters(2), cycle: letters(3) }
        }
    }

    #[test]
    fn each_reduction_keeps_the_language_of_random_automata() {
        let mut random = Random(5);
        for _ in 0..3000 {
            let mut logic = Logic::new();
            let kind = if random.below(2) == 0 { Acceptance::Edges } else { Acceptance::States };
            let original = random.automaton(&mut logic, kind);
            let logic = &mut logic;
            let mut results = vec![
                ("reachable", original.reachable()),
                ("trimmed", original.trimmed()),
                ("plain marks", original.with_plain_marks(kind)),
                ("equal states", original.with_equal_states_merged(logic)),
                ("forwards", original.reduced_forwards(logic)),
                ("backwards", original.reduced_backwards(logic, kind)),
                ("reduced", original.reduced(logic, kind)),
            ];
            if kind == Acceptance::States {
                assert!(results.iter().all(|(_, automaton)| automaton.accepts_by_states()));
            }
            let edges = original.degeneralised(logic, Acceptance::Edges);
            let states = original.degeneralised(logic, Acceptance::States);
            assert!(edges.sets() <= 1 && states.sets() <= 1 && states.accepts_by_states());
            results.extend([("degeneralised on edges", edges), ("degeneralised on states", states)]);
            for _ in 0..12 {
                let word = random.word();
                let expected = original.accepts(logic, &word);
                for (name, automaton) in &results {
                    assert_eq!(
                        automaton.accepts(logic, &word),
                        expected,
                        "{name} of {original:?} on {word:?}"
                    );
                }
            }
            let empty = original.accepts_nothing();
            assert_eq!(original.accepted_word(logic).is_none(), empty);
            if let Some(word) = original.accepted_word(logic) {
                assert!(original.accepts(logic, &word), "{original:?} on {word:?}");
            }
            assert!(results.iter().all(|(_, automaton)| automaton.accepts_nothing() == empty));
        }
    }
}
