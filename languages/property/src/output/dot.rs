//! Automata as graphs for Graphviz.

use std::fmt::Write as _;

use super::text::braces;
use super::{Names, WORDS, sum};
use crate::automaton::Automaton;
use crate::formula::Logic;

impl Automaton {
    /// A graph in the DOT language: accepting states have two circles, marks on edges follow their labels.
    pub fn dot(&self, logic: &mut Logic, names: &Names<'_>) -> String {
        let by_state = self.accepts_by_states();
        let mut out =
            "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n".to_owned();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  start -> {};", self.initial().0);
        for state in self.states() {
            let shape = if by_state && self.is_accepting(state) { " [shape=doublecircle]" } else { "" };
            let _ = writeln!(out, "  {}{shape};", state.0);
            for edge in self.edges(state) {
                let marks = if by_state { String::new() } else { braces(edge.marks) };
                let label = sum(logic, edge.label, names, &WORDS) + &marks;
                let label = label.replace('\\', "\\\\").replace('"', "\\\"");
                let _ = writeln!(out, "  {} -> {} [label=\"{label}\"];", state.0, edge.target.0);
            }
        }
        out + "}\n"
    }
}
