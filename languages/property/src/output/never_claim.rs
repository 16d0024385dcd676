//! Automata as never claims, which SPIN reads.

use std::fmt::Write as _;

use super::{Names, WORDS, sum};
use crate::automaton::{Automaton, State};
use crate::formula::Logic;
use crate::label::Label;

impl Automaton {
    /// A never claim for the words that the automaton accepts; `None` unless it [accepts by
    /// states](Self::accepts_by_states) with at most one acceptance set.
    pub fn never_claim(&self, logic: &mut Logic, names: &Names<'_>) -> Option<String> {
        if self.sets() > 1 || !self.accepts_by_states() {
            return None;
        }
        let names = |atom| format!("({})", names(atom));
        let mut out = "never {\n".to_owned();
        // A claim begins at its first statement.
        let others = self.states().filter(|&s| s != self.initial());
        for state in std::iter::once(self.initial()).chain(others) {
            let _ = writeln!(out, "{}:", self.label_of(state));
            match self.edges(state) {
                [] => out.push_str("  false;\n"),
                [edge] if edge.target == state && edge.label == Label::TRUE => {
                    let _ = writeln!(out, "  do\n  :: true\n  od;");
                }
                edges => {
                    out.push_str("  do\n");
                    for edge in edges {
                        let label = sum(logic, edge.label, &names, &WORDS);
                        let _ = writeln!(out, "  :: ({label}) -> goto {}", self.label_of(edge.target));
                    }
                    out.push_str("  od;\n");
                }
            }
        }
        Some(out + "}\n")
    }

    fn label_of(&self, state: State) -> String {
        let kind = if self.is_accepting(state) { "accept" } else { "T0" };
        if state == self.initial() { format!("{kind}_init") } else { format!("{kind}_S{}", state.0) }
    }
}
