//! Strongly connected components, and what is known of an automaton from them.
//!
//! Tarjan, *Depth-first search and linear graph algorithms* (1972), without recursion. A component is accepting if its
//! edges together carry every mark. Marks matter only inside accepting components: elsewhere they are taken away, so
//! that states which differ in them alone become equal. In a component all of whose cycles are accepting (inherently
//! weak) every edge gets every mark, for the same reason.

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::degeneralise::Acceptance;
use crate::label::Label;

/// The components of an automaton, numbered so that edges lead to the same or to lower numbers.
#[derive(Debug)]
pub(crate) struct Components {
    pub(crate) of: Vec<usize>,
    pub(crate) count: usize,
}

/// What cycles there are in a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// None is accepting; perhaps there is none.
    Rejecting,
    /// Some are accepting and some are not.
    Mixed,
    /// All are accepting, and there is one.
    Weak,
}

impl Components {
    pub(crate) fn new(automaton: &Automaton) -> Components {
        let all = |_: State, _: &Edge| true;
        Components::with_edges(automaton, &all)
    }

    /// The components of the graph of some of the edges.
    pub(crate) fn with_edges(automaton: &Automaton, uses: &dyn Fn(State, &Edge) -> bool) -> Components {
        let n = automaton.len();
        let mut search = Search {
            index: vec![usize::MAX; n],
            low: vec![0; n],
            of: vec![usize::MAX; n],
            stack: Vec::new(),
            next: 0,
        };
        let mut count = 0;
        for root in automaton.states() {
            if search.index[root.index()] != usize::MAX {
                continue;
            }
            search.open(root);
            let mut path = vec![(root, 0)];
            while let Some((state, next)) = path.pop() {
                let edges = automaton.edges(state);
                let Some(edge) = edges.get(next) else {
                    count += usize::from(search.close(state, count));
                    if let Some(&(parent, _)) = path.last() {
                        search.low[parent.index()] =
                            search.low[parent.index()].min(search.low[state.index()]);
                    }
                    continue;
                };
                path.push((state, next + 1));
                if !uses(state, edge) {
                    continue;
                }
                let target = edge.target.index();
                if search.index[target] == usize::MAX {
                    search.open(edge.target);
                    path.push((edge.target, 0));
                } else if search.of[target] == usize::MAX {
                    search.low[state.index()] = search.low[state.index()].min(search.index[target]);
                }
            }
        }
        Components { of: search.of, count }
    }

    /// Does an edge stay in its component?
    pub(crate) fn inside(&self, source: State, edge: &Edge) -> bool {
        self.of[source.index()] == self.of[edge.target.index()]
    }

    /// What kind of cycles each component has.
    pub(crate) fn kinds(&self, automaton: &Automaton) -> Vec<Kind> {
        let mut marks = vec![Marks::default(); self.count];
        let mut cyclic = vec![false; self.count];
        for source in automaton.states() {
            for edge in automaton.edges(source).iter().filter(|e| self.inside(source, e)) {
                let component = self.of[source.index()];
                marks[component] = marks[component].union(edge.marks);
                cyclic[component] = true;
            }
        }
        let full = Marks::all(automaton.sets());
        let mut kinds: Vec<Kind> = (0..self.count)
            .map(|c| if cyclic[c] && marks[c] == full { Kind::Weak } else { Kind::Rejecting })
            .collect();
        for set in 0..automaton.sets() {
            self.find_mixed(automaton, Marks(1 << set), &mut kinds);
        }
        kinds
    }

    /// Notes which accepting components have a cycle without edges of a set.
    fn find_mixed(&self, automaton: &Automaton, set: Marks, kinds: &mut [Kind]) {
        let without = |source: State, edge: &Edge| self.inside(source, edge) && !edge.marks.contains(set);
        let finer = Components::with_edges(automaton, &without);
        for source in automaton.states() {
            let component = self.of[source.index()];
            let on_cycle = |e: &&Edge| without(source, e) && finer.inside(source, e);
            if kinds[component] == Kind::Weak && automaton.edges(source).iter().any(|e| on_cycle(&e)) {
                kinds[component] = Kind::Mixed;
            }
        }
    }
}

struct Search {
    index: Vec<usize>,
    low: Vec<usize>,
    of: Vec<usize>,
    stack: Vec<State>,
    next: usize,
}

impl Search {
    fn open(&mut self, state: State) {
        self.index[state.index()] = self.next;
        self.low[state.index()] = self.next;
        self.next += 1;
        self.stack.push(state);
    }

    /// Takes a component off the stack if `root` is the first state of one.
    fn close(&mut self, root: State, number: usize) -> bool {
        if self.low[root.index()] != self.index[root.index()] {
            return false;
        }
        while let Some(state) = self.stack.pop() {
            self.of[state.index()] = number;
            if state == root {
                break;
            }
        }
        true
    }
}

impl Automaton {
    /// Without states that cannot be reached or from which no word is accepted.
    pub(crate) fn trimmed(&self) -> Automaton {
        let components = Components::new(self);
        let kinds = components.kinds(self);
        let mut alive: Vec<bool> = kinds.iter().map(|&kind| kind != Kind::Rejecting).collect();
        let mut by_component: Vec<State> = self.states().collect();
        by_component.sort_by_key(|s| components.of[s.index()]);
        for state in by_component {
            if self.edges(state).iter().any(|e| alive[components.of[e.target.index()]]) {
                alive[components.of[state.index()]] = true;
            }
        }
        if !alive[components.of[self.initial.index()]] {
            return Automaton { sets: self.sets, ..Automaton::nothing() };
        }
        let mut kept = self.clone();
        for edges in &mut kept.edges {
            edges.retain(|e| alive[components.of[e.target.index()]] && e.label != Label::FALSE);
        }
        kept.reachable()
    }

    /// The same language with marks only where they matter, and without acceptance sets that others make superfluous.
    /// Where acceptance is that of states, all edges of a state keep the same marks.
    pub(crate) fn with_plain_marks(&self, acceptance: Acceptance) -> Automaton {
        let components = Components::new(self);
        let kinds = components.kinds(self);
        let full = Marks::all(self.sets);
        let mut plain = self.clone();
        for source in self.states() {
            let kind = kinds[components.of[source.index()]];
            for edge in &mut plain.edges[source.index()] {
                let counts = acceptance == Acceptance::States || components.inside(source, edge);
                edge.marks = match kind {
                    Kind::Weak if counts => full,
                    Kind::Mixed if counts => edge.marks,
                    _ => Marks::default(),
                };
            }
        }
        plain.without_superfluous_sets(&components, &kinds)
    }

    /// Leaves out each acceptance set that holds all edges of another one, as far as cycles are concerned. If every
    /// cycle is accepting, no set is left.
    fn without_superfluous_sets(&self, components: &Components, kinds: &[Kind]) -> Automaton {
        let cyclic = |source: State| self.edges(source).iter().any(|e| components.inside(source, e));
        let some_rejected = self.states().any(|s| cyclic(s) && kinds[components.of[s.index()]] != Kind::Weak);
        if !some_rejected {
            let mut plain = self.clone();
            plain.edges.iter_mut().flatten().for_each(|e| e.marks = Marks::default());
            plain.sets = 0;
            return plain;
        }
        let marks: Vec<Marks> = self.edges.iter().flatten().map(|e| e.marks).collect();
        let has = |m: &Marks, set: u32| m.0 >> set & 1 == 1;
        let mut kept: Vec<u32> = Vec::new();
        for set in 0..self.sets {
            let includes = |a: u32, b: u32| marks.iter().all(|m| has(m, a) || !has(m, b));
            let superfluous = (0..self.sets)
                .any(|other| other != set && includes(set, other) && (other < set || !includes(other, set)));
            if !superfluous {
                kept.push(set);
            }
        }
        let mut plain = self.clone();
        for edge in plain.edges.iter_mut().flatten() {
            let bits = kept.iter().enumerate().filter(|(_, set)| has(&edge.marks, **set));
            edge.marks = Marks(bits.fold(0, |bits, (i, _)| bits | 1 << i));
        }
        plain.sets = u32::try_from(kept.len()).unwrap_or(0);
        plain
    }
}
