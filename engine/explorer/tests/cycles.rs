//! Accepting cycles found on random graphs, beside brute force: all states, all components.
#![allow(missing_docs)]

use explorer::{
    AcceptingModel, Batch, Config, CycleSearch, Limits, Marks, NoReduction, Report, StopReason, Verdict,
    Violation, find_cycle,
};

/// A graph with marks on its edges; the first states are initial. States are written as two bytes.
struct Marked {
    starts: usize,
    edges: Vec<Vec<(usize, u64)>>,
    sets: u32,
    wrong: Option<usize>,
}

fn bytes(state: usize) -> [u8; 2] {
    (state as u16).to_le_bytes()
}

fn number(state: &[u8]) -> usize {
    usize::from(u16::from_le_bytes([state[0], state[1]]))
}

fn violation(id: u32) -> Violation {
    Violation::new(id).expect("not zero")
}

impl AcceptingModel for Marked {
    type Worker = ();
    fn worker(&self) {}
    fn sets(&self) -> u32 {
        self.sets
    }
    fn initial(&self, (): &mut (), out: &mut Batch) {
        (0..self.starts).for_each(|start| out.push(&bytes(start), 0));
    }
    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch, marks: &mut Vec<Marks>) {
        let from = number(state);
        if self.wrong == Some(from) {
            out.flag_source(violation(2));
        }
        for &(to, marked) in &self.edges[from] {
            out.push(&bytes(to), 0);
            marks.push(Marks(marked));
        }
    }
}

/// The states reached from `from` by one edge or more.
fn reached(graph: &Marked, from: usize) -> Vec<bool> {
    let mut seen = vec![false; graph.edges.len()];
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        for &(to, _) in &graph.edges[state] {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    seen
}

/// Does a reachable component have every mark inside?
fn has_accepting_cycle(graph: &Marked) -> bool {
    let all: Vec<Vec<bool>> = (0..graph.edges.len()).map(|state| reached(graph, state)).collect();
    (0..graph.edges.len()).any(|state| {
        let reachable = (0..graph.starts).any(|start| state == start || all[start][state]);
        let inside = |other: usize| all[state][other] && all[other][state];
        let mut marks = Marks::default();
        for (_, edges) in graph.edges.iter().enumerate().filter(|(from, _)| inside(*from)) {
            for &(_, marked) in edges.iter().filter(|(to, _)| inside(*to)) {
                marks = marks.union(Marks(marked));
            }
        }
        reachable && all[state][state] && marks.contains(Marks::all(graph.sets))
    })
}

/// Follows the lasso on the graph: every step exists, and the cycle has every mark.
fn check_lasso(graph: &Marked, report: &Report) {
    let path = &report.violations[0].path;
    let from = path.cycle_from.expect("a lasso");
    let states: Vec<usize> = path.states.iter().map(|state| number(state)).collect();
    assert!(states[0] < graph.starts);
    let mut gathered = Marks::default();
    let back = [states[from]];
    let closed = states.iter().chain(&back).copied().collect::<Vec<_>>();
    for (at, pair) in closed.windows(2).enumerate() {
        let steps: Vec<u64> = graph.edges[pair[0]].iter().filter(|e| e.0 == pair[1]).map(|e| e.1).collect();
        assert!(!steps.is_empty(), "{} -> {} is no step", pair[0], pair[1]);
        if at >= from {
            gathered = steps.iter().fold(gathered, |all, &marks| all.union(Marks(marks)));
        }
    }
    assert!(gathered.contains(Marks::all(graph.sets)));
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn random_graph(seed: u64) -> Marked {
    let mut random = Random(seed);
    for _ in 0..4 {
        random.below(2);
    }
    let sets = random.below(4) as u32;
    let states = 1 + random.below(24);
    let density = 1 + random.below(3);
    let rarity = 1 + random.below(8);
    let edges: Vec<Vec<(usize, u64)>> = (0..states)
        .map(|_| {
            let count = random.below(density + 1);
            let mark = |random: &mut Random, set: u32| u64::from(random.below(rarity) == 0) << set;
            (0..count)
                .map(|_| {
                    let to = random.below(states) as usize;
                    (to, (0..sets).fold(0, |marks, set| marks | mark(&mut random, set)))
                })
                .collect()
        })
        .collect();
    let starts = 1 + (random.below(3) as usize).min(edges.len() - 1);
    Marked { starts, edges, sets, wrong: None }
}

fn search(graph: &Marked, by: CycleSearch) -> Report {
    find_cycle(by, graph, &mut NoReduction, violation(1), &mut Config::default())
}

#[test]
fn both_searches_agree_with_brute_force() {
    let (mut accepting, mut single) = (0, 0);
    for seed in 0..6000 {
        let graph = random_graph(seed);
        let expected = has_accepting_cycle(&graph);
        accepting += u32::from(expected);
        single += u32::from(graph.sets <= 1);
        for by in [CycleSearch::Components, CycleSearch::Nested] {
            let report = search(&graph, by);
            let verdict = if expected { Verdict::Violated } else { Verdict::Holds };
            assert_eq!(report.verdict, verdict, "graph {seed} by {by:?}");
            if expected {
                check_lasso(&graph, &report);
            }
        }
    }
    assert!(accepting > 1000 && accepting < 5000, "{accepting}");
    assert!(single > 1500, "{single}");
}

#[test]
fn a_wrong_state_is_found_without_a_cycle() {
    let edges = vec![vec![(1, 0), (2, 0)], vec![(2, 0)], vec![(3, 0)], vec![]];
    let graph = Marked { starts: 1, edges, sets: 1, wrong: Some(2) };
    for by in [CycleSearch::Components, CycleSearch::Nested] {
        let report = search(&graph, by);
        let found = &report.violations[0];
        assert_eq!((found.violation, found.path.cycle_from), (violation(2), None));
        assert_eq!(found.path.states, [bytes(0).to_vec(), bytes(2).to_vec()]);
    }
}

#[test]
fn what_is_cut_is_undecided() {
    let chain = |length: usize| (0..length).map(|state| vec![((state + 1) % length, 0)]).collect::<Vec<_>>();
    let graph = Marked { starts: 1, edges: chain(1000), sets: 1, wrong: None };
    let cut = |limits: Limits, by| {
        let mut config = Config { limits, ..Config::default() };
        find_cycle(by, &graph, &mut NoReduction, violation(1), &mut config).verdict
    };
    for by in [CycleSearch::Components, CycleSearch::Nested] {
        assert_eq!(cut(Limits::default(), by), Verdict::Holds);
        let states = Limits { states: Some(10), ..Limits::default() };
        assert_eq!(cut(states, by), Verdict::Undecided(StopReason::States));
        let depth = Limits { depth: Some(10), ..Limits::default() };
        assert_eq!(cut(depth, by), Verdict::Undecided(StopReason::Depth));
        let interrupted = std::sync::atomic::AtomicBool::new(true);
        let mut config = Config { interrupt: Some(&interrupted), ..Config::default() };
        let report = find_cycle(by, &graph, &mut NoReduction, violation(1), &mut config);
        assert_eq!(report.verdict, Verdict::Undecided(StopReason::Interrupted));
    }
}
