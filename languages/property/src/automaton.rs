//! Automata on infinite words: labels and marks of acceptance on edges.
//!
//! A run is accepting if it takes edges of every acceptance set infinitely often. With no sets every infinite run is
//! accepting; with one, and marks that depend on the source of an edge alone, the automaton is an ordinary Büchi
//! automaton.

use crate::formula::{Atom, Logic};
use crate::label::{Cube, Label};

/// A state of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(pub u32);

/// The acceptance sets that an edge belongs to, one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Marks(pub u64);

/// An edge: read a letter that the label reads, and go to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Where it leads.
    pub target: State,
    /// The acceptance sets it belongs to.
    pub marks: Marks,
    /// The letters it reads; never [`Label::FALSE`].
    pub label: Label,
}

/// A (generalised, transition-based) Büchi automaton with one initial state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) edges: Vec<Vec<Edge>>,
    pub(crate) initial: State,
    pub(crate) sets: u32,
}

impl State {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn new(index: usize) -> State {
        State(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

impl Marks {
    /// Is every set of `other` among these?
    pub fn contains(self, other: Marks) -> bool {
        other.0 & !self.0 == 0
    }

    /// The sets of both.
    pub fn union(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// The first `sets` sets.
    pub fn all(sets: u32) -> Marks {
        Marks(1u64.checked_shl(sets).map_or(u64::MAX, |bit| bit - 1))
    }
}

impl Automaton {
    /// The automaton with these edges for each state; `None` if a state or an acceptance set is named that there is
    /// not.
    pub fn new(edges: Vec<Vec<Edge>>, initial: State, sets: u32) -> Option<Automaton> {
        let known = |state: State| state.index() < edges.len();
        let fits = |edge: &Edge| known(edge.target) && Marks::all(sets).contains(edge.marks);
        let valid = sets <= 64 && known(initial) && edges.iter().flatten().all(fits);
        valid.then_some(Automaton { edges, initial, sets })
    }

    /// Where runs begin.
    pub fn initial(&self) -> State {
        self.initial
    }

    /// How many states there are; they are numbered from 0.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Is there no state? An automaton has at least its initial one.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The states.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.edges.len()).map(State::new)
    }

    /// The edges that leave a state.
    pub fn edges(&self, state: State) -> &[Edge] {
        &self.edges[state.index()]
    }

    /// How many acceptance sets there are.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// Has a state the same marks on all its edges, all sets or none? If every state has, acceptance can be read from
    /// states.
    pub fn accepts_by_states(&self) -> bool {
        let full = Marks::all(self.sets);
        self.edges.iter().all(|edges| {
            edges.iter().all(|e| e.marks == full) || edges.iter().all(|e| e.marks == Marks::default())
        })
    }

    /// Is a state accepting, in an automaton that [accepts by states](Self::accepts_by_states)?
    pub fn is_accepting(&self, state: State) -> bool {
        let full = Marks::all(self.sets);
        !self.edges(state).is_empty() && self.edges(state).iter().all(|e| e.marks == full)
    }

    /// The automaton that accepts nothing.
    pub(crate) fn nothing() -> Automaton {
        Automaton { edges: vec![Vec::new()], initial: State(0), sets: 0 }
    }

    /// Joins edges with the same target and marks, and drops those that read nothing.
    pub(crate) fn join_edges(&mut self, logic: &mut Logic) {
        for edges in &mut self.edges {
            edges.sort_unstable();
            let mut joined: Vec<Edge> = Vec::with_capacity(edges.len());
            for edge in edges.iter().filter(|e| e.label != Label::FALSE) {
                match joined.last_mut() {
                    Some(last) if (last.target, last.marks) == (edge.target, edge.marks) => {
                        last.label = logic.labels.or(last.label, edge.label);
                    }
                    _ => joined.push(*edge),
                }
            }
            *edges = joined;
        }
    }

    /// The part that can be reached, states numbered in the order in which a breadth-first search meets them.
    pub(crate) fn reachable(&self) -> Automaton {
        let mut number = vec![None; self.edges.len()];
        let mut order = vec![self.initial];
        number[self.initial.index()] = Some(State(0));
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            for edge in self.edges(state) {
                if number[edge.target.index()].is_none() {
                    number[edge.target.index()] = Some(State::new(order.len()));
                    order.push(edge.target);
                }
            }
        }
        let renamed = |edge: &Edge| number[edge.target.index()].map(|target| Edge { target, ..*edge });
        let edges =
            order.iter().map(|&state| self.edges(state).iter().filter_map(renamed).collect()).collect();
        Automaton { edges, initial: State(0), sets: self.sets }
    }

    /// For each two edges of a state, does no letter fit both?
    pub fn is_deterministic(&self, logic: &mut Logic) -> bool {
        self.edges.iter().all(|edges| {
            edges
                .iter()
                .enumerate()
                .all(|(i, a)| edges[..i].iter().all(|b| logic.labels.and(a.label, b.label) == Label::FALSE))
        })
    }
}

impl Logic {
    /// A label as a sum of cubes, none of which can be left out.
    pub fn cubes(&mut self, label: Label) -> Vec<Cube> {
        let cubes = self.labels.cubes(label);
        let mut sum: Vec<Cube> = cubes
            .into_iter()
            .map(|literals| {
                let with = |value| {
                    literals.iter().filter(move |l| l.1 == value).map(|l| Atom(l.0)).collect::<Vec<_>>()
                };
                Cube { positive: with(true), negative: with(false) }
            })
            .collect();
        sum.sort_unstable();
        sum
    }

    /// Does a label read the letter in which exactly the atoms with `holds` hold?
    pub fn reads(&self, label: Label, holds: impl Fn(Atom) -> bool) -> bool {
        self.labels.reads(label, &|variable| holds(Atom(variable)))
    }
}
