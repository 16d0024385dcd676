//! Safety properties as deterministic monitors.
//!
//! What a safety property forbids shows in a prefix. The subsets of states that the automaton of the property can be in
//! (all runs accepting, see `classify`) make a deterministic automaton; where no state is left, the prefix read so far
//! is bad. Nothing is accepted later than possible: a breadth-first search with a monitor finds a shortest bad prefix
//! and needs no search for cycles. For deterministic automata of this kind simulation and inclusion are the same, so
//! the reduction by simulation makes the monitor the smallest one (Kupferman and Vardi, *Model checking of safety
//! properties*, 2001, for bad prefixes; d'Amorim and Roşu, *Efficient monitoring of ω-languages*, CAV 2005, for
//! monitors).

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::components::{Components, Kind};
use crate::degeneralise::Acceptance;
use crate::formula::{Formula, Logic};
use crate::label::Label;
use crate::translate::{Limits, TooLarge};

/// How much of a search an automaton needs (Bloem, Ravi and Somenzi, *Efficient decision procedures for model checking
/// of linear time logic properties*, CAV 1999).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Accepting components are never left and read everything: reaching one is enough.
    Terminal,
    /// In a component all cycles are accepting or none is: any cycle in an accepting one is enough.
    Weak,
    /// A cycle through all acceptance sets must be found.
    Strong,
}

impl Logic {
    /// A deterministic automaton that accepts what violates a safety property, by reaching its accepting state as soon
    /// as the prefix is bad; `None` if the formula is no safety property.
    ///
    /// ```
    /// use property::{Atom, Limits, Logic, Strength};
    /// let mut logic = Logic::new();
    /// let p = logic.atom(Atom(0));
    /// let always = logic.always(p);
    /// let monitor = logic.monitor(always, Limits::default()).unwrap().expect("a safety property");
    /// assert_eq!((monitor.len(), monitor.strength(&mut logic)), (2, Strength::Terminal));
    /// let eventually = logic.eventually(p);
    /// assert_eq!(logic.monitor(eventually, Limits::default()).unwrap(), None);
    /// ```
    pub fn monitor(&mut self, formula: Formula, limits: Limits) -> Result<Option<Automaton>, TooLarge> {
        if !self.is_safety(formula, limits)? {
            return Ok(None);
        }
        let closure = self.automaton(formula, limits)?.closure();
        let subsets = subsets(self, &closure, limits)?;
        Ok(Some(subsets.reduced_forwards(self).with_plain_marks(Acceptance::States)))
    }
}

/// The subset construction, with complemented acceptance: the empty set is the one accepting state.
fn subsets(logic: &mut Logic, automaton: &Automaton, limits: Limits) -> Result<Automaton, TooLarge> {
    // A state without edges accepts nothing, whatever its number.
    let initial: Vec<State> =
        Some(automaton.initial).into_iter().filter(|&s| !automaton.edges(s).is_empty()).collect();
    let mut numbers: HashMap<Vec<State>, State> = HashMap::from([(initial.clone(), State(0))]);
    let mut sets = vec![initial];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut edge_count = 0;
    while let Some(set) = sets.get(edges.len()).cloned() {
        let mut parts: Vec<(Vec<State>, Label)> = vec![(Vec::new(), Label::TRUE)];
        for edge in set.iter().flat_map(|&s| automaton.edges(s)) {
            let mut finer = Vec::with_capacity(parts.len());
            for (targets, label) in parts {
                let outside = logic.labels.minus(label, edge.label);
                let inside = logic.labels.and(label, edge.label);
                if inside != Label::FALSE {
                    finer.push(([targets.clone(), vec![edge.target]].concat(), inside));
                }
                if outside != Label::FALSE {
                    finer.push((targets, outside));
                }
            }
            parts = finer;
            if parts.len() > limits.edges {
                return Err(TooLarge);
            }
        }
        let marks = Marks(u64::from(set.is_empty()));
        let mut outgoing = Vec::with_capacity(parts.len());
        for (mut targets, label) in parts {
            targets.sort_unstable();
            targets.dedup();
            let target = *numbers.entry(targets.clone()).or_insert_with(|| {
                sets.push(targets);
                State::new(sets.len() - 1)
            });
            outgoing.push(Edge { target, marks, label });
        }
        edge_count += outgoing.len();
        edges.push(outgoing);
        if sets.len() > limits.states || edge_count > limits.edges {
            return Err(TooLarge);
        }
    }
    let mut subsets = Automaton { edges, initial: State(0), sets: 1 };
    subsets.join_edges(logic);
    Ok(subsets)
}

impl Automaton {
    /// How much of a search the automaton needs.
    pub fn strength(&self, logic: &mut Logic) -> Strength {
        let components = Components::new(self);
        let kinds = components.kinds(self);
        if kinds.contains(&Kind::Mixed) {
            return Strength::Strong;
        }
        let accepting = self.states().filter(|s| kinds[components.of[s.index()]] == Kind::Weak);
        let mut terminal = true;
        for state in accepting {
            let mut read = Label::FALSE;
            for edge in self.edges(state).iter().filter(|e| components.inside(state, e)) {
                read = logic.labels.or(read, edge.label);
            }
            terminal &= read == Label::TRUE;
        }
        if terminal { Strength::Terminal } else { Strength::Weak }
    }
}
