//! Intersection of automata, and a word that one accepts.

use std::collections::{HashMap, VecDeque};

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::components::{Components, Kind};
use crate::formula::{Atom, Logic};
use crate::label::Label;
use crate::translate::TooLarge;
use crate::word::Word;

/// Most states of an intersection.
const MOST_PAIRS: usize = 1 << 20;

impl Automaton {
    /// An automaton for the words that both accept. Fails if both have more than 64 acceptance sets together, or if there
    /// are more than a million pairs of states.
    pub fn intersection(&self, logic: &mut Logic, other: &Automaton) -> Result<Automaton, TooLarge> {
        if self.sets + other.sets > 64 {
            return Err(TooLarge);
        }
        let mut numbers = HashMap::from([((self.initial, other.initial), State(0))]);
        let mut pairs = vec![(self.initial, other.initial)];
        let mut edges = Vec::new();
        while let Some(&(p, q)) = pairs.get(edges.len()) {
            let mut outgoing = Vec::new();
            for (a, b) in self.edges(p).iter().flat_map(|a| other.edges(q).iter().map(move |b| (a, b))) {
                let label = logic.labels.and(a.label, b.label);
                if label == Label::FALSE {
                    continue;
                }
                let target = *numbers.entry((a.target, b.target)).or_insert_with(|| {
                    pairs.push((a.target, b.target));
                    State::new(pairs.len() - 1)
                });
                let marks = Marks(a.marks.0 | b.marks.0.checked_shl(self.sets).unwrap_or(0));
                outgoing.push(Edge { target, marks, label });
            }
            edges.push(outgoing);
            if pairs.len() > MOST_PAIRS {
                return Err(TooLarge);
            }
        }
        Ok(Automaton { edges, initial: State(0), sets: self.sets + other.sets })
    }

    /// Does it accept no word?
    pub fn accepts_nothing(&self) -> bool {
        let reachable = self.reachable();
        let components = Components::new(&reachable);
        components.kinds(&reachable).iter().all(|&kind| kind == Kind::Rejecting)
    }

    /// A word that it accepts, if there is one. Atoms that do not matter do not hold in it.
    pub fn accepted_word(&self, logic: &Logic) -> Option<Word> {
        let trimmed = self.reachable();
        let components = Components::new(&trimmed);
        let kinds = components.kinds(&trimmed);
        let accepting = |s: State| kinds[components.of[s.index()]] != Kind::Rejecting;
        let start = trimmed.path(trimmed.initial, &|s, _| accepting(s), &|_, _| true)?;
        let component = |s: State, e: &Edge| components.inside(s, e);
        let root = start.end;
        let mut cycle: Vec<Label> = Vec::new();
        let mut at = root;
        for set in 0..trimmed.sets() {
            let marked = |_: State, last: Option<&Edge>| last.is_some_and(|e| e.marks.0 >> set & 1 == 1);
            let part = trimmed.path(at, &marked, &component)?;
            cycle.extend(part.labels);
            at = part.end;
        }
        let back = |s: State, last: Option<&Edge>| s == root && last.is_some();
        if at != root || cycle.is_empty() {
            cycle.extend(trimmed.path(at, &back, &component)?.labels);
        }
        let letters = |labels: &[Label]| labels.iter().map(|&l| letter(logic, l)).collect();
        Some(Word { prefix: letters(&start.labels), cycle: letters(&cycle) })
    }

    /// A shortest path to a state (with the last edge taken) that is `found`, along edges that may be used.
    fn path(
        &self,
        from: State,
        found: &dyn Fn(State, Option<&Edge>) -> bool,
        uses: &dyn Fn(State, &Edge) -> bool,
    ) -> Option<Path> {
        if found(from, None) {
            return Some(Path { labels: Vec::new(), end: from });
        }
        let mut before: HashMap<State, (State, Label)> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            for edge in self.edges(state).iter().filter(|e| uses(state, e)) {
                if found(edge.target, Some(edge)) {
                    let mut labels = vec![edge.label];
                    let mut at = state;
                    while at != from {
                        let &(previous, label) = before.get(&at)?;
                        labels.push(label);
                        at = previous;
                    }
                    labels.reverse();
                    return Some(Path { labels, end: edge.target });
                }
                if edge.target != from && !before.contains_key(&edge.target) {
                    before.insert(edge.target, (state, edge.label));
                    queue.push_back(edge.target);
                }
            }
        }
        None
    }

    /// Does it accept a word?
    pub fn accepts(&self, logic: &Logic, word: &Word) -> bool {
        let n = word.len();
        let state_of = |state: State, position: usize| State::new(state.index() * n + position);
        let mut edges = Vec::with_capacity(self.len() * n);
        for state in self.states() {
            for position in 0..n {
                let reading =
                    self.edges(state).iter().filter(|e| logic.reads(e.label, |a| word.holds(position, a)));
                let next = word.successor(position);
                edges.push(reading.map(|e| Edge { target: state_of(e.target, next), ..*e }).collect());
            }
        }
        let initial = state_of(self.initial, 0);
        !Automaton { edges, initial, sets: self.sets }.accepts_nothing()
    }
}

struct Path {
    labels: Vec<Label>,
    end: State,
}

/// The atoms that hold in one letter that a label reads.
fn letter(logic: &Logic, label: Label) -> Vec<Atom> {
    let literals = logic.labels.witness(label).unwrap_or_default();
    literals.into_iter().filter(|l| l.1).map(|l| Atom(l.0)).collect()
}
