//! Automata to be read by people.

use std::fmt::Write as _;

use super::{Names, WORDS, sum};
use crate::automaton::{Automaton, Marks, State};
use crate::formula::Logic;

impl Automaton {
    /// One line for each state and edge.
    ///
    /// ```
    /// use property::{Atom, Limits, Logic};
    /// let mut logic = Logic::new();
    /// let p = logic.atom(Atom(0));
    /// let eventually = logic.eventually(p);
    /// let recurring = logic.always(eventually);
    /// let automaton = logic.automaton(recurring, Limits::default()).unwrap();
    /// let text = automaton.text(&mut logic, &|_| "p".to_owned());
    /// assert_eq!(text, "1 state, 1 acceptance set on edges\n0 (initial)\n  !p -> 0\n  p -> 0 {0}\n");
    /// ```
    pub fn text(&self, logic: &mut Logic, names: &Names<'_>) -> String {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let sets = self.sets() as usize;
        let place = if self.accepts_by_states() { "states" } else { "edges" };
        let acceptance = match sets {
            0 => "every run is accepting".to_owned(),
            _ => format!("{sets} acceptance set{} on {place}", plural(sets)),
        };
        let mut out = format!("{} state{}, {acceptance}\n", self.len(), plural(self.len()));
        for state in self.states() {
            let initial = if state == self.initial() { " (initial)" } else { "" };
            let marked = self.accepts_by_states() && self.sets() > 0;
            let accepting = if marked && self.is_accepting(state) { " (accepting)" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}{initial}{accepting}", state.0);
            self.edge_lines(logic, names, state, marked, &mut out);
        }
        out
    }

    fn edge_lines(
        &self,
        logic: &mut Logic,
        names: &Names<'_>,
        state: State,
        by_state: bool,
        out: &mut String,
    ) {
        for edge in self.edges(state) {
            let label = sum(logic, edge.label, names, &WORDS);
            let marks = if by_state { Marks::default() } else { edge.marks };
            let _ = writeln!(out, "  {label} -> {}{}", edge.target.0, braces(marks));
        }
    }
}

/// The numbers of the sets, in braces; nothing for none.
pub(super) fn braces(marks: Marks) -> String {
    if marks == Marks::default() {
        return String::new();
    }
    let sets: Vec<String> =
        (0..64).filter(|set| marks.0 >> set & 1 == 1).map(|set: u32| set.to_string()).collect();
    format!(" {{{}}}", sets.join(" "))
}
