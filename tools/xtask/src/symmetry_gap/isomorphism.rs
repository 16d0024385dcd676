//! Is a state graph isomorphic to itself with the processes in its labels renamed? By colour refinement.
//!
//! The idea: give every state a colour by what it says alone, then again and again by the colours and labels of its
//! edges in both directions, once with the labels as they are and once with the renamed ones. An isomorphism keeps
//! colours, so where the numbers of states of each colour differ there is none. When all colours are different, there
//! is only one map that keeps them. Otherwise two states of one colour, one of each graph, are told from the rest in
//! all possible ways (individualisation and refinement; McKay and Piperno, Practical graph isomorphism II, 2014,
//! section 2).
//!
//! Colours are 64-bit hashes. That can do no harm: the map they lead to is checked edge by edge, and isomorphic graphs
//! have equal colours whatever collides.
use super::state_graph::StateGraph;
use program::FaultKind;
use rapidhash::fast::RapidHasher;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// Refinements for one permutation before it is given up.
const MOST_REFINEMENTS: usize = 400;

/// Finds isomorphisms of one graph.
pub struct Isomorphisms<'a> {
    graph: &'a StateGraph,
    /// For each state its incoming edges: label and source.
    incoming: Vec<Vec<(u32, u32)>>,
    /// The numbers of labels.
    numbers: HashMap<&'a (Vec<u8>, Option<FaultKind>), u32>,
    refinements: Cell<usize>,
}

/// The colour of each state of both graphs.
#[derive(Clone)]
struct Colours {
    plain: Vec<u64>,
    renamed: Vec<u64>,
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = RapidHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Isomorphisms<'a> {
    /// Prepares a graph.
    pub fn new(graph: &'a StateGraph) -> Isomorphisms<'a> {
        let mut incoming = vec![Vec::new(); graph.states()];
        for (edges, source) in graph.edges.iter().zip(0u32..) {
            edges.iter().for_each(|&(label, target)| incoming[target as usize].push((label, source)));
        }
        let numbers = graph.labels.iter().zip(0..).collect();
        Isomorphisms { graph, incoming, numbers, refinements: Cell::new(0) }
    }

    /// Is there an isomorphism that renames processes in this way? `None` if that would take too long to find out.
    pub fn exists(&self, renaming: &[u8]) -> Option<bool> {
        self.refinements.set(0);
        let image = |label: &(Vec<u8>, Option<FaultKind>)| {
            let pids = label.0.iter();
            let pids = pids.map(|&p| renaming.get(usize::from(p)).copied().unwrap_or(p)).collect();
            self.numbers.get(&(pids, label.1)).copied()
        };
        // A label that is not among the labels of the graph is used there and has no counterpart.
        let images: Option<Vec<u32>> = self.graph.labels.iter().map(image).collect();
        let Some(images) = images else { return Some(false) };
        let alone = |of: &dyn Fn(u32) -> u32| -> Vec<u64> {
            (0..self.graph.states())
                .map(|state| {
                    let mut stuck: Vec<u32> = self.graph.stuck[state].iter().map(|&l| of(l)).collect();
                    stuck.sort_unstable();
                    hash((stuck, self.graph.invalid_end[state]))
                })
                .collect()
        };
        let colours = Colours { plain: alone(&|l| l), renamed: alone(&|l| images[l as usize]) };
        self.search(colours, &images)
    }

    /// Looks for an isomorphism from the renamed to the plain graph that keeps the colours.
    fn search(&self, mut colours: Colours, images: &[u32]) -> Option<bool> {
        if self.refinements.get() > MOST_REFINEMENTS {
            return None;
        }
        if !self.refine(&mut colours, images) {
            return Some(false);
        }
        let mut classes: BTreeMap<u64, (Vec<u32>, Vec<u32>)> = BTreeMap::new();
        for (state, (&plain, &renamed)) in colours.plain.iter().zip(&colours.renamed).enumerate() {
            classes.entry(plain).or_default().0.push(state as u32);
            classes.entry(renamed).or_default().1.push(state as u32);
        }
        let open = classes.values().filter(|(plain, _)| plain.len() > 1).min_by_key(|(plain, _)| plain.len());
        let Some((plain, renamed)) = open else {
            return Some(self.is_isomorphism(classes.values().map(|(to, from)| (from[0], to[0])), images));
        };
        let mut is_decided = true;
        for &to in plain {
            let mut chosen = colours.clone();
            let colour = hash((colours.plain[to as usize], "chosen"));
            chosen.plain[to as usize] = colour;
            chosen.renamed[renamed[0] as usize] = colour;
            match self.search(chosen, images) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_decided = false,
            }
        }
        is_decided.then_some(false)
    }

    /// Refines both colourings until nothing more is told apart; false if they differ.
    fn refine(&self, colours: &mut Colours, images: &[u32]) -> bool {
        let sum = |colours: &[u64]| colours.iter().fold(0u64, |sum, &c| sum.wrapping_add(hash(c)));
        let count = |colours: &[u64]| colours.iter().collect::<HashSet<_>>().len();
        let mut classes = count(&colours.plain);
        loop {
            self.refinements.set(self.refinements.get() + 1);
            if sum(&colours.plain) != sum(&colours.renamed) {
                return false;
            }
            if classes == colours.plain.len() {
                return true;
            }
            let plain = self.refined(&colours.plain, |label| label);
            let now = count(&plain);
            if now == classes {
                // Stable there; one more round must agree, for edges between the last colours.
                let renamed = self.refined(&colours.renamed, |label| images[label as usize]);
                return sum(&plain) == sum(&renamed);
            }
            classes = now;
            let renamed = self.refined(&colours.renamed, |label| images[label as usize]);
            *colours = Colours { plain, renamed };
        }
    }

    fn refined(&self, colours: &[u64], label: impl Fn(u32) -> u32) -> Vec<u64> {
        let sum = |edges: &[(u32, u32)]| {
            edges
                .iter()
                .fold(0u64, |sum, &(l, state)| sum.wrapping_add(hash((label(l), colours[state as usize]))))
        };
        (0..self.graph.states())
            .map(|state| hash((colours[state], sum(&self.graph.edges[state]), sum(&self.incoming[state]))))
            .collect()
    }

    /// Does the map carry everything that a state says, and every edge, to the same of its image?
    fn is_isomorphism(&self, pairs: impl Iterator<Item = (u32, u32)>, images: &[u32]) -> bool {
        let mut map = vec![u32::MAX; self.graph.states()];
        pairs.for_each(|(from, to)| map[from as usize] = to);
        (0..self.graph.states()).all(|from| {
            let to = map[from] as usize;
            let mut edges: Vec<(u32, u32)> = (self.graph.edges[from].iter())
                .map(|&(label, target)| (images[label as usize], map[target as usize]))
                .collect();
            edges.sort_unstable();
            let mut stuck: Vec<u32> = self.graph.stuck[from].iter().map(|&l| images[l as usize]).collect();
            stuck.sort_unstable();
            edges == self.graph.edges[to]
                && stuck == self.graph.stuck[to]
                && self.graph.invalid_end[from] == self.graph.invalid_end[to]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(processes: u8, edges: Vec<Vec<(u32, u32)>>) -> StateGraph {
        let states = edges.len();
        StateGraph {
            labels: (0..processes).map(|pid| (vec![pid], None)).collect(),
            edges,
            stuck: vec![Vec::new(); states],
            invalid_end: vec![false; states],
        }
    }

    #[test]
    fn a_diamond_is_symmetric_and_a_triangle_is_not() {
        let diamond = graph(2, vec![vec![(0, 1), (1, 2)], vec![(1, 3)], vec![(0, 3)], vec![]]);
        assert_eq!(Isomorphisms::new(&diamond).exists(&[1, 0]), Some(true));
        let triangle = graph(2, vec![vec![(0, 1), (1, 2)], vec![(1, 2)], vec![]]);
        assert_eq!(Isomorphisms::new(&triangle).exists(&[1, 0]), Some(false));
    }

    #[test]
    fn alike_states_are_tried_in_all_ways() {
        // Process 0 chooses between two branches that look alike; so does process 1.
        let edges = vec![
            vec![(0, 1), (0, 2), (1, 3), (1, 4)],
            vec![(1, 5)],
            vec![(1, 6)],
            vec![(0, 5)],
            vec![(0, 6)],
            vec![(0, 0), (1, 0)],
            vec![(0, 0), (1, 0)],
        ];
        assert_eq!(Isomorphisms::new(&graph(2, edges)).exists(&[1, 0]), Some(true));
    }

    #[test]
    fn what_goes_wrong_is_kept() {
        let mut both = graph(2, vec![vec![(0, 1), (1, 2)], vec![], vec![]]);
        assert_eq!(Isomorphisms::new(&both).exists(&[1, 0]), Some(true));
        both.invalid_end[1] = true;
        assert_eq!(Isomorphisms::new(&both).exists(&[1, 0]), Some(false));
    }
}
