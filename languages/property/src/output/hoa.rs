//! Automata in the Hanoi omega-automata format, version 1.
//!
//! Babiak, Blahoudek, Duret-Lutz, Klein, Křetínský, Müller, Parker and Strejček, *The Hanoi omega-automata format* (CAV
//! 2015).

use std::fmt::Write as _;

use super::text::braces;
use super::{Connectives, Names, sum};
use crate::automaton::Automaton;
use crate::formula::{Atom, Logic};

const HOA: Connectives = Connectives { yes: "t", no: "f", not: "!", and: "&", or: " | " };

impl Automaton {
    /// The automaton under a name, usually its formula.
    pub fn hoa(&self, logic: &mut Logic, name: &str, names: &Names<'_>) -> String {
        let atoms = self.atoms(logic);
        let by_state = self.sets() > 0 && self.accepts_by_states();
        let mut out = format!("HOA: v1\nname: {}\n", quoted(name));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "States: {}\nStart: {}", self.len(), self.initial().0);
        let propositions: Vec<String> = atoms.iter().map(|&a| quoted(&names(a))).collect();
        let _ = writeln!(out, "AP: {}", [vec![atoms.len().to_string()], propositions].concat().join(" "));
        let conditions: Vec<String> = (0..self.sets()).map(|set| format!("Inf({set})")).collect();
        let (acc_name, condition) = match self.sets() {
            0 => ("all".to_owned(), "t".to_owned()),
            1 => ("Buchi".to_owned(), conditions.join("&")),
            sets => (format!("generalized-Buchi {sets}"), conditions.join("&")),
        };
        let _ = writeln!(out, "acc-name: {acc_name}\nAcceptance: {} {condition}", self.sets());
        let place = if by_state { "state-acc" } else { "trans-acc" };
        let deterministic = if self.is_deterministic(logic) { " deterministic" } else { "" };
        let _ = writeln!(out, "properties: trans-labels explicit-labels {place}{deterministic}\n--BODY--");
        let number =
            |atom: Atom| atoms.binary_search(&atom).map_or_else(|_| "?".to_owned(), |i| i.to_string());
        for state in self.states() {
            let mark = if by_state && self.is_accepting(state) { " {0}" } else { "" };
            let _ = writeln!(out, "State: {}{mark}", state.0);
            for edge in self.edges(state) {
                let label = sum(logic, edge.label, &number, &HOA);
                let marks = if by_state { String::new() } else { braces(edge.marks) };
                let _ = writeln!(out, "[{label}] {}{marks}", edge.target.0);
            }
        }
        out + "--END--\n"
    }
}

/// A string of the format: in quotes, with quotes and backslashes escaped.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
