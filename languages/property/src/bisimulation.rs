//! Merging of equal states: partition refinement (Hopcroft's problem, solved in the plain way).
//!
//! States are divided into classes until all states of a class have the same edges to the same classes. Nothing can
//! tell such states apart. Simulation finds more, but compares all pairs of edges; this is near linear and also done
//! where automata are too large for simulation.

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, State};
use crate::formula::Logic;

impl Automaton {
    /// Merges states that have the same edges, up to merging.
    pub(crate) fn with_equal_states_merged(&self, logic: &mut Logic) -> Automaton {
        let mut class = vec![State(0); self.len()];
        let mut count = 1;
        loop {
            let renamed = self.with_targets(logic, &class);
            let mut numbers: HashMap<(State, &[Edge]), State> = HashMap::new();
            let mut finer = Vec::with_capacity(self.len());
            for (state, edges) in renamed.edges.iter().enumerate() {
                let next = State::new(numbers.len());
                finer.push(*numbers.entry((class[state], edges)).or_insert(next));
            }
            let found = numbers.len();
            if found == count {
                return renamed.quotient(&class, count);
            }
            class = finer;
            count = found;
        }
    }

    /// The automaton with edges to classes instead of states, those to one class with the same marks joined.
    fn with_targets(&self, logic: &mut Logic, class: &[State]) -> Automaton {
        let mut renamed = self.clone();
        renamed.edges.iter_mut().flatten().for_each(|e| e.target = class[e.target.index()]);
        renamed.join_edges(logic);
        renamed
    }

    /// One state for each class, with the edges of any of its states, whose targets are classes already.
    fn quotient(&self, class: &[State], count: usize) -> Automaton {
        let mut edges = vec![Vec::new(); count];
        for (state, outgoing) in self.edges.iter().enumerate() {
            edges[class[state].index()].clone_from(outgoing);
        }
        Automaton { edges, initial: class[self.initial.index()], sets: self.sets }.reachable()
    }
}
