//! From several acceptance sets to one, on edges or on states.
//!
//! A state is copied once for each *level*: the number of the next acceptance set that is waited for. Levels are
//! skipped as far as the marks of one edge allow, and at the last one the run has seen every set (Gastin and Oddoux,
//! *Fast LTL to Büchi automata translation*, CAV 2001; Babiak, Badie, Duret-Lutz, Křetínský and Strejček,
//! *Compositional approach to suspension and other improvements to LTL translation*, SPIN 2013). Levels
//! matter only inside components that have accepting and rejecting cycles: all other states have one copy, and a
//! component is entered at a level at which the state entered has a copy already. In a component every order of the
//! sets is as good; the one with the fewest states is found by trying rotations and reversals, which are few.

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::components::{Components, Kind};
use crate::formula::Logic;

/// Where the marks are to be in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// On edges.
    Edges,
    /// On states: all edges of a state are accepting, or none.
    States,
}

impl Automaton {
    /// An automaton for the same words with at most one acceptance set.
    pub fn degeneralised(&self, logic: &mut Logic, acceptance: Acceptance) -> Automaton {
        if self.sets == 0 || (self.sets == 1 && (acceptance == Acceptance::Edges || self.accepts_by_states()))
        {
            return self.clone();
        }
        let mut best: Option<Automaton> = None;
        for order in orders(self.sets) {
            let mut found = Levels::new(self, acceptance, order).copy();
            found.join_edges(logic);
            if best.as_ref().is_none_or(|b| found.len() < b.len()) {
                best = Some(found);
            }
        }
        best.unwrap_or_else(|| self.clone())
    }
}

/// Orders of the acceptance sets that are tried: all rotations, forwards and backwards.
fn orders(sets: u32) -> Vec<Vec<u32>> {
    let rotation = |by: u32| (0..sets).map(move |i| (i + by) % sets);
    let forwards = (0..sets).map(|by| rotation(by).collect());
    let backwards = (0..sets).map(|by| rotation(by).rev().collect());
    if sets > 2 { forwards.chain(backwards).collect() } else { forwards.collect() }
}

struct Levels<'a> {
    automaton: &'a Automaton,
    acceptance: Acceptance,
    order: Vec<u32>,
    components: Components,
    kinds: Vec<Kind>,
    /// The marks that all edges of a state have which stay in its component.
    common: Vec<Marks>,
    copies: HashMap<(State, u32), State>,
    /// The level of the first copy of each state.
    first_level: Vec<Option<u32>>,
    queue: Vec<(State, u32)>,
}

impl<'a> Levels<'a> {
    fn new(automaton: &'a Automaton, acceptance: Acceptance, order: Vec<u32>) -> Levels<'a> {
        let components = Components::new(automaton);
        let kinds = components.kinds(automaton);
        let common = automaton
            .states()
            .map(|s| {
                let inside = automaton.edges(s).iter().filter(|e| components.inside(s, e));
                inside.fold(Marks::all(automaton.sets), |marks, e| Marks(marks.0 & e.marks.0))
            })
            .collect();
        Levels {
            automaton,
            acceptance,
            order,
            kinds,
            common,
            copies: HashMap::new(),
            first_level: vec![None; automaton.len()],
            queue: Vec::new(),
            components,
        }
    }

    fn copy(mut self) -> Automaton {
        let initial = self.automaton.initial;
        let level = self.entry_level(initial);
        let initial = self.state(initial, level);
        let mut edges = Vec::new();
        while let Some(&(state, level)) = self.queue.get(edges.len()) {
            let outgoing = self.automaton.edges(state).to_vec();
            edges.push(outgoing.into_iter().map(|edge| self.edge(state, level, edge)).collect());
        }
        Automaton { edges, initial, sets: 1 }
    }

    fn kind(&self, state: State) -> Kind {
        self.kinds[self.components.of[state.index()]]
    }

    fn last_level(&self) -> u32 {
        self.automaton.sets
    }

    /// The level reached from `level` by an edge with `marks`.
    fn advanced(&self, level: u32, marks: Marks) -> u32 {
        let waits = |level: &u32| self.order.get(*level as usize).is_some_and(|set| marks.0 >> set & 1 == 0);
        (level..=self.last_level()).find(waits).unwrap_or(self.last_level())
    }

    /// At which level a component is entered at a state.
    fn entry_level(&self, state: State) -> u32 {
        match (self.kind(state), self.acceptance) {
            (Kind::Mixed, _) => self.first_level[state.index()].unwrap_or_else(|| self.settled(state, 0)),
            _ => 0,
        }
    }

    /// With marks on states, marks that every continuation has may count on arrival.
    fn settled(&self, state: State, level: u32) -> u32 {
        match self.acceptance {
            Acceptance::Edges => level,
            Acceptance::States => self.advanced(level, self.common[state.index()]),
        }
    }

    fn state(&mut self, state: State, level: u32) -> State {
        if let Some(&known) = self.copies.get(&(state, level)) {
            return known;
        }
        let copy = State::new(self.queue.len());
        self.copies.insert((state, level), copy);
        self.first_level[state.index()].get_or_insert(level);
        self.queue.push((state, level));
        copy
    }

    fn edge(&mut self, source: State, level: u32, edge: Edge) -> Edge {
        let inside = self.components.inside(source, &edge);
        let kind = self.kind(source);
        if !inside || kind != Kind::Mixed {
            let marks =
                Marks(u64::from(kind == Kind::Weak && (inside || self.acceptance == Acceptance::States)));
            let at = if inside { 0 } else { self.entry_level(edge.target) };
            // On states, the mark is that of the source, also on edges that leave its component.
            let marks = match self.acceptance {
                Acceptance::States if kind == Kind::Mixed => Marks(u64::from(level == self.last_level())),
                _ => marks,
            };
            return Edge { target: self.state(edge.target, at), marks, ..edge };
        }
        match self.acceptance {
            Acceptance::Edges => {
                let reached = self.advanced(level, edge.marks);
                let accepting = reached == self.last_level();
                let next = if accepting { self.advanced(0, edge.marks) % self.last_level() } else { reached };
                Edge { target: self.state(edge.target, next), marks: Marks(u64::from(accepting)), ..edge }
            }
            Acceptance::States => {
                let accepting = level == self.last_level();
                let from = if accepting { 0 } else { level };
                let next = self.advanced(from, edge.marks);
                let next = self.settled(edge.target, next);
                Edge { target: self.state(edge.target, next), marks: Marks(u64::from(accepting)), ..edge }
            }
        }
    }
}
