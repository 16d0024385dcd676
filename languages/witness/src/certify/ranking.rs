//! Has no cycle of a graph every mark?
//!
//! A *ranking* proves it: a number for each state such that no edge leads to a higher one, and for each number a mark that no
//! edge between states of that number has. A cycle cannot go down for ever, so all its states have one number, and it lacks the
//! mark that belongs to that number. How a ranking was found is no matter: it is verified edge by edge.

/// A step between stored states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub source: usize,
    pub target: usize,
    pub marks: u64,
    /// Marks of actors to whom the step is owed.
    pub owed: u64,
    /// Where the symmetry takes actors that leads to the target.
    pub images: usize,
}

/// Checks that no cycle of a graph with so many states has the marks `all`; with no marks to have, that there is no cycle.
pub(super) fn no_cycle_has_all(states: usize, edges: &[Edge], all: u64) -> Result<(), String> {
    verify(&ranking(states, edges), edges, all)
}

/// Checks that no edge leads up.
pub(super) fn verify_order(ranks: &[usize], edges: &[Edge]) -> Result<(), String> {
    match edges.iter().any(|edge| ranks[edge.target] > ranks[edge.source]) {
        true => Err("components of the graph were ranked in a wrong order".into()),
        false => Ok(()),
    }
}

fn verify(ranks: &[usize], edges: &[Edge], all: u64) -> Result<(), String> {
    verify_order(ranks, edges)?;
    let mut within: Vec<Option<u64>> = vec![None; ranks.len()];
    for edge in edges {
        let (source, target) = (ranks[edge.source], ranks[edge.target]);
        if target == source {
            let marks = &mut within[source];
            *marks = Some(marks.unwrap_or(0) | edge.marks);
        }
    }
    match within.iter().flatten().any(|marks| marks & all == all) {
        true => Err("there is an accepting cycle among the stored states".into()),
        false => Ok(()),
    }
}

/// Numbers the strongly connected components so that edges between them lead to lower numbers (Tarjan 1972).
pub(super) fn ranking(states: usize, edges: &[Edge]) -> Vec<usize> {
    let mut first = vec![0; states + 1];
    for edge in edges {
        first[edge.source + 1] += 1;
    }
    for state in 0..states {
        first[state + 1] += first[state];
    }
    let mut next = first.clone();
    let mut targets = vec![0; edges.len()];
    for edge in edges {
        targets[next[edge.source]] = edge.target;
        next[edge.source] += 1;
    }
    next.copy_from_slice(&first);
    let unknown = || vec![NONE; states];
    let (order, low, ranks) = (unknown(), unknown(), unknown());
    let mut search =
        Tarjan { first, next, targets, order, low, open: Vec::new(), ranks, discovered: 0, components: 0 };
    for state in 0..states {
        search.visit(state);
    }
    search.ranks
}

const NONE: usize = usize::MAX;

struct Tarjan {
    /// By state: where its edges begin, and which of them comes next.
    first: Vec<usize>,
    next: Vec<usize>,
    targets: Vec<usize>,
    /// By state: its place in the order of discovery, and the lowest place known to be reached from it.
    order: Vec<usize>,
    low: Vec<usize>,
    open: Vec<usize>,
    ranks: Vec<usize>,
    discovered: usize,
    components: usize,
}

impl Tarjan {
    fn visit(&mut self, start: usize) {
        if self.order[start] != NONE {
            return;
        }
        let mut path = vec![start];
        self.discover(start);
        while let Some(&state) = path.last() {
            if self.next[state] < self.first[state + 1] {
                let target = self.targets[self.next[state]];
                self.next[state] += 1;
                if self.order[target] == NONE {
                    self.discover(target);
                    path.push(target);
                } else if self.ranks[target] == NONE {
                    self.low[state] = self.low[state].min(self.order[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&parent) = path.last() {
                self.low[parent] = self.low[parent].min(self.low[state]);
            }
            if self.low[state] == self.order[state] {
                self.complete(state);
            }
        }
    }

    fn discover(&mut self, state: usize) {
        self.order[state] = self.discovered;
        self.low[state] = self.discovered;
        self.discovered += 1;
        self.open.push(state);
    }

    /// A component is complete with its first state.
    fn complete(&mut self, first: usize) {
        while let Some(state) = self.open.pop() {
            self.ranks[state] = self.components;
            if state == first {
                break;
            }
        }
        self.components += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize, u64)]) -> Vec<Edge> {
        let edge = |&(source, target, marks)| Edge { source, target, marks, owed: 0, images: 0 };
        edges.iter().map(edge).collect()
    }

    #[test]
    fn a_cycle_with_every_mark_is_found() {
        let two = graph(&[(0, 1, 0), (1, 2, 0b01), (2, 1, 0b10), (2, 3, 0b11), (3, 3, 0b01)]);
        assert!(no_cycle_has_all(4, &two, 0b11).is_err());
        let one = graph(&[(0, 1, 0), (1, 2, 0b01), (2, 1, 0b01), (2, 3, 0b11), (3, 3, 0b10)]);
        assert_eq!(no_cycle_has_all(4, &one, 0b11), Ok(()));
    }

    #[test]
    fn without_marks_every_cycle_counts() {
        assert!(no_cycle_has_all(2, &graph(&[(0, 1, 0), (1, 1, 0)]), 0).is_err());
        assert_eq!(no_cycle_has_all(3, &graph(&[(0, 1, 0), (1, 2, 0), (0, 2, 0)]), 0), Ok(()));
    }

    #[test]
    fn a_ranking_that_goes_up_or_joins_too_much_is_refused() {
        let edges = graph(&[(0, 1, 1), (1, 2, 0), (2, 1, 0)]);
        assert_eq!(verify(&[1, 0, 0], &edges, 1), Ok(()));
        assert!(verify(&[0, 1, 1], &edges, 1).is_err(), "an edge leads up");
        assert!(verify(&[0, 0, 0], &edges, 1).is_err(), "a mark between components is inside the joined one");
        assert!(verify(&[2, 1, 0], &edges, 1).is_err(), "a component is torn apart");
    }

    /// Against the definition: a cycle with every mark exists if some state reaches itself by a closed walk with every mark,
    /// which is asked by a search over (state, marks met so far).
    #[test]
    fn random_graphs_have_the_answer_of_the_definition() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let mut below = |bound: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % bound) as usize
        };
        let mut answers = [0, 0];
        for _ in 0..3000 {
            let states = 1 + below(6);
            let count = below(2 * states as u64 + 2);
            let drawn: Vec<_> =
                (0..count).map(|_| (below(states as u64), below(states as u64), below(4) as u64)).collect();
            let (edges, all) = (graph(&drawn), below(4) as u64);
            let accepting = (0..states).any(|state| returns_with_all(state, &edges, all));
            assert_eq!(no_cycle_has_all(states, &edges, all).is_err(), accepting, "{edges:?} {all}");
            answers[usize::from(accepting)] += 1;
        }
        assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
    }

    fn returns_with_all(start: usize, edges: &[Edge], all: u64) -> bool {
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![(start, 0u64)];
        while let Some((state, met)) = open.pop() {
            for edge in edges.iter().filter(|edge| edge.source == state) {
                let there = (edge.target, met | edge.marks & all);
                if there == (start, all) {
                    return true;
                }
                if seen.insert(there) {
                    open.push(there);
                }
            }
        }
        false
    }
}
