//! Reduction by direct simulation, forwards and backwards.
//!
//! A state `q` simulates `p` if it can match every edge of `p`: for each letter, an edge with at least the same marks
//! to a state that simulates the target. States that simulate one another are merged, and a letter is taken off an edge
//! if another edge of the same state reads it, has at least its marks and leads to a state that simulates its target
//! (Etessami and Holzmann, CONCUR 2000; Somenzi and Bloem, CAV 2000: "little brothers"). Labels
//! are compared as a whole and not letter by letter: the letters of an edge may be matched by several edges together.
//!
//! Backwards, incoming edges are matched instead, and the initial state is only matched by itself (Somenzi and Bloem).
//! Both keep the language, and each may enable the other.

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::degeneralise::Acceptance;
use crate::formula::Logic;
use crate::label::Label;

/// Automata with more edges are left alone: every pair of edges is compared several times.
const MOST_EDGES: usize = 3000;

/// A preorder on states: `at[p * n + q]` says that `q` simulates `p`.
struct Preorder {
    n: usize,
    at: Vec<bool>,
}

impl Preorder {
    fn holds(&self, p: State, q: State) -> bool {
        self.at[p.index() * self.n + q.index()]
    }

    fn equal(&self, p: State, q: State) -> bool {
        self.holds(p, q) && self.holds(q, p)
    }
}

/// One edge as seen from the state whose edges are to be matched: its other end, marks and label.
type Arc = (State, Marks, Label);

/// The largest simulation of the graph given by `arcs`, inside `may_match`.
fn largest_simulation(
    logic: &mut Logic,
    arcs: &[Vec<Arc>],
    may_match: impl Fn(State, State) -> bool,
) -> Preorder {
    let n = arcs.len();
    let mut relation = Preorder { n, at: vec![false; n * n] };
    for (p, q) in (0..n).flat_map(|p| (0..n).map(move |q| (p, q))) {
        relation.at[p * n + q] = may_match(State::new(p), State::new(q));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for p in 0..n {
            for q in (0..n).filter(|&q| q != p) {
                if relation.at[p * n + q] && !matches_all(logic, &relation, &arcs[p], &arcs[q]) {
                    relation.at[p * n + q] = false;
                    changed = true;
                }
            }
        }
    }
    relation
}

/// Can every letter of every arc be matched?
fn matches_all(logic: &mut Logic, relation: &Preorder, arcs: &[Arc], by: &[Arc]) -> bool {
    arcs.iter().all(|&(end, marks, label)| {
        let mut left = label;
        for &(other_end, other_marks, other_label) in by {
            if left == Label::FALSE {
                break;
            }
            if other_marks.contains(marks) && relation.holds(end, other_end) {
                left = logic.labels.minus(left, other_label);
            }
        }
        left == Label::FALSE
    })
}

impl Automaton {
    /// Merges states that simulate one another, and takes letters off edges that better ones read.
    pub(crate) fn reduced_forwards(&self, logic: &mut Logic) -> Automaton {
        if self.edge_count() > MOST_EDGES {
            return self.clone();
        }
        let arcs: Vec<Vec<Arc>> =
            self.edges.iter().map(|es| es.iter().map(|e| (e.target, e.marks, e.label)).collect()).collect();
        let relation = largest_simulation(logic, &arcs, |_, _| true);
        let mut merged = self.merged(logic, &relation);
        for edges in &mut merged.edges {
            let all = edges.clone();
            for (i, edge) in edges.iter_mut().enumerate() {
                for (j, other) in all.iter().enumerate() {
                    // Among merged states the order is antisymmetric, so two different edges never dominate one
                    // another.
                    let better =
                        relation.holds(edge.target, other.target) && other.marks.contains(edge.marks);
                    if i != j && better {
                        edge.label = logic.labels.minus(edge.label, other.label);
                    }
                }
            }
        }
        merged.join_edges(logic);
        merged.reachable()
    }

    /// The same along incoming edges. Where acceptance is that of states, only states of the same kind are merged.
    pub(crate) fn reduced_backwards(&self, logic: &mut Logic, acceptance: Acceptance) -> Automaton {
        if self.edge_count() > MOST_EDGES {
            return self.clone();
        }
        let mut arcs: Vec<Vec<Arc>> = vec![Vec::new(); self.len()];
        for source in self.states() {
            for edge in self.edges(source) {
                arcs[edge.target.index()].push((source, edge.marks, edge.label));
            }
        }
        let initial = self.initial;
        let keeps_marks =
            |p, q| acceptance == Acceptance::Edges || !self.is_accepting(p) || self.is_accepting(q);
        let may_match = |p, q| (p != initial || q == initial) && keeps_marks(p, q);
        let relation = largest_simulation(logic, &arcs, may_match);
        let mut merged = self.merged(logic, &relation);
        merged.take_from_worse_sources(logic, &relation);
        merged.join_edges(logic);
        merged.reachable()
    }

    /// Takes letters off edges where another edge to the same target reads them, with at least the marks, from a source
    /// that can be reached whenever this one can.
    fn take_from_worse_sources(&mut self, logic: &mut Logic, relation: &Preorder) {
        let mut incoming: Vec<Vec<(State, Edge)>> = vec![Vec::new(); self.len()];
        for source in self.states() {
            for edge in self.edges(source) {
                incoming[edge.target.index()].push((source, *edge));
            }
        }
        for source in self.states() {
            for edge in &mut self.edges[source.index()] {
                let original = *edge;
                for (other_source, other) in &incoming[original.target.index()] {
                    let different = *other_source != source || other.marks != original.marks;
                    let better =
                        relation.holds(source, *other_source) && other.marks.contains(original.marks);
                    if different && better {
                        edge.label = logic.labels.minus(edge.label, other.label);
                    }
                }
            }
        }
    }

    /// Merges states that are equal in a preorder: the first of each class keeps its number and gets the edges of all.
    fn merged(&self, logic: &mut Logic, relation: &Preorder) -> Automaton {
        let first = |q: State| self.states().find(|&p| relation.equal(p, q)).unwrap_or(q);
        let representative: Vec<State> = self.states().map(first).collect();
        let mut edges = vec![Vec::new(); self.len()];
        for source in self.states() {
            let renamed =
                self.edges(source).iter().map(|e| Edge { target: representative[e.target.index()], ..*e });
            edges[representative[source.index()].index()].extend(renamed);
        }
        let mut merged = Automaton { edges, initial: representative[self.initial.index()], sets: self.sets };
        merged.join_edges(logic);
        merged
    }
}
