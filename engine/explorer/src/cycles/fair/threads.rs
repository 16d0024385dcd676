//! The edges of a component with their threads: has some part of it a fair run?
//!
//! The edges are taken apart into strongly connected components (Tarjan 1972); of each the threads are joined (union-find),
//! and edges that are owed in a part where nothing is met are removed, until a component is left as it is.

use super::super::Marks;
use super::MOST_ACTORS;

/// A step inside a component, between states by their number in it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct FairEdge {
    pub source: u32,
    pub target: u32,
    /// Which successor of its source it is.
    pub successor: u32,
    /// The element that takes the state it leads to to its representative.
    pub element: u32,
    /// The number of what that element does to actors, in the graph.
    pub images: u32,
    pub marks: Marks,
    pub met: u64,
    pub owed: u64,
}

/// A component of the quotient with what its edges do to actors.
#[derive(Debug)]
pub(super) struct ThreadedGraph {
    pub states: usize,
    pub edges: Vec<FairEdge>,
    /// Where elements take each actor.
    pub images: Vec<[u8; MOST_ACTORS]>,
    /// No actor from this number on is owed anything.
    pub actors: usize,
}

/// Bits of a set of actors.
pub(super) fn actors_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (next < 64).then_some(next as usize)
    })
}

impl ThreadedGraph {
    pub fn new(states: usize, edges: Vec<FairEdge>, images: Vec<[u8; MOST_ACTORS]>) -> ThreadedGraph {
        let owed = edges.iter().fold(0, |all, edge| all | edge.owed);
        let moved = images.iter().flat_map(|images| {
            images.iter().zip(0..).filter(|&(&image, actor)| image != actor).map(|(_, actor)| actor)
        });
        let actors = moved.map(|actor| 1 + usize::from(actor)).max().unwrap_or(0);
        ThreadedGraph { states, edges, images, actors: actors.max(64 - owed.leading_zeros() as usize) }
    }

    /// Bytes that are taken while parts are looked for.
    pub fn bytes(&self) -> usize {
        let (thread, state, edge) = (size_of::<u32>() + 1, 6 * size_of::<u32>(), 3 * size_of::<usize>());
        self.states * (self.actors * thread + state) + self.edges.len() * edge
    }

    pub fn image(&self, edge: &FairEdge, actor: usize) -> usize {
        usize::from(self.images[edge.images as usize][actor])
    }

    /// Are there more threads than can be numbered?
    pub fn is_too_large(&self) -> bool {
        self.states.saturating_mul(self.actors + 1) >= u32::MAX as usize
    }

    /// The actors at a state of a strongly connected part whose threads are owed something in it.
    pub fn owed_at(&self, part: &[usize], state: u32) -> u64 {
        let mut threads = Threads::new(self);
        threads.join(part);
        let owed = (0..self.actors).filter(|&actor| threads.debts_of(state, actor) & OWED != 0);
        owed.fold(0, |all, actor| all | 1 << actor)
    }

    /// The edges of a strongly connected part with all marks that has a fair run through all of its edges.
    pub fn fair_part(&self, all: Marks) -> Option<Vec<usize>> {
        let mut threads = Threads::new(self);
        let mut edges: Vec<usize> = (0..self.edges.len()).collect();
        while !edges.is_empty() {
            let parts = components(self, &edges);
            edges.clear();
            for part in parts {
                let marks = part.iter().fold(Marks::default(), |marks, &e| marks.union(self.edges[e].marks));
                if !marks.contains(all) {
                    continue;
                }
                let rest = threads.without_bad_debts(&part);
                if rest.len() == part.len() {
                    return Some(part);
                }
                edges.extend(rest);
            }
        }
        None
    }
}

/// Something is met in the part of the threads.
const MET: u8 = 1;
/// Something is owed.
const OWED: u8 = 2;

/// Pairs of states and actors, joined along edges.
struct Threads<'g> {
    graph: &'g ThreadedGraph,
    parents: Vec<u32>,
    /// Of the first thread of each part.
    flags: Vec<u8>,
}

impl<'g> Threads<'g> {
    fn new(graph: &'g ThreadedGraph) -> Threads<'g> {
        let threads = graph.states * graph.actors;
        Threads { graph, parents: (0..threads as u32).collect(), flags: vec![0; threads] }
    }

    fn number(&self, state: u32, actor: usize) -> usize {
        state as usize * self.graph.actors + actor
    }

    fn first(&mut self, mut thread: usize) -> usize {
        while self.parents[thread] as usize != thread {
            let above = self.parents[self.parents[thread] as usize];
            self.parents[thread] = above;
            thread = above as usize;
        }
        thread
    }

    /// The edges of a strongly connected part that are not owed to a thread that is never met.
    fn without_bad_debts(&mut self, part: &[usize]) -> Vec<usize> {
        self.join(part);
        let graph = self.graph;
        let is_good = |&edge: &usize| {
            let FairEdge { source, owed, .. } = graph.edges[edge];
            actors_of(owed).all(|actor| self.debts_of(source, actor) != OWED)
        };
        part.iter().copied().filter(is_good).collect()
    }

    /// What is met and owed in the part that a thread belongs to.
    fn debts_of(&mut self, state: u32, actor: usize) -> u8 {
        let first = self.number(state, actor);
        let first = self.first(first);
        self.flags[first]
    }

    /// Joins the threads along the edges of a strongly connected part, and gathers what is met and owed.
    fn join(&mut self, part: &[usize]) {
        let graph = self.graph;
        for &edge in part {
            for state in [graph.edges[edge].source, graph.edges[edge].target] {
                for actor in 0..graph.actors {
                    let thread = self.number(state, actor);
                    (self.parents[thread], self.flags[thread]) = (thread as u32, 0);
                }
            }
        }
        for &edge in part {
            let edge = &graph.edges[edge];
            for actor in 0..graph.actors {
                let (from, to) = (self.number(edge.source, actor), graph.image(edge, actor));
                let to = self.number(edge.target, to);
                let (from, to) = (self.first(from), self.first(to));
                self.parents[from.max(to)] = from.min(to) as u32;
            }
        }
        for &edge in part {
            let FairEdge { source, met, owed, .. } = graph.edges[edge];
            for actor in actors_of(met | owed).take_while(|&actor| actor < graph.actors) {
                let first = self.number(source, actor);
                let first = self.first(first);
                let flag = |bits: u64, flag: u8| if bits >> actor & 1 == 1 { flag } else { 0 };
                self.flags[first] |= flag(met, MET) | flag(owed, OWED);
            }
        }
    }
}

/// The strongly connected components of some edges, each as the edges inside; components without edges are left out.
fn components(graph: &ThreadedGraph, edges: &[usize]) -> Vec<Vec<usize>> {
    let mut first = vec![0u32; graph.states + 1];
    edges.iter().for_each(|&edge| first[graph.edges[edge].source as usize + 1] += 1);
    (0..graph.states).for_each(|state| first[state + 1] += first[state]);
    let mut next = first.clone();
    let mut sorted = vec![0usize; edges.len()];
    for &edge in edges {
        let place = &mut next[graph.edges[edge].source as usize];
        sorted[*place as usize] = edge;
        *place += 1;
    }
    next.copy_from_slice(&first);
    let mut search = Tarjan {
        graph,
        first,
        next,
        sorted,
        order: vec![NONE; graph.states],
        low: vec![NONE; graph.states],
        component: vec![NONE; graph.states],
        open: Vec::new(),
        discovered: 0,
        components: 0,
    };
    for &edge in edges {
        search.visit(graph.edges[edge].source);
    }
    let mut inside = vec![Vec::new(); search.components as usize];
    for &edge in edges {
        let FairEdge { source, target, .. } = graph.edges[edge];
        let component = search.component[source as usize];
        if component == search.component[target as usize] {
            inside[component as usize].push(edge);
        }
    }
    inside.retain(|edges| !edges.is_empty());
    inside
}

const NONE: u32 = u32::MAX;

struct Tarjan<'g> {
    graph: &'g ThreadedGraph,
    /// By state: where its edges begin in `sorted`, and which of them comes next.
    first: Vec<u32>,
    next: Vec<u32>,
    sorted: Vec<usize>,
    /// By state: its place in the order of discovery, and the lowest place known to be reached from it.
    order: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    open: Vec<u32>,
    discovered: u32,
    components: u32,
}

impl Tarjan<'_> {
    fn visit(&mut self, start: u32) {
        if self.order[start as usize] != NONE {
            return;
        }
        let mut path = vec![start];
        self.discover(start);
        while let Some(&state) = path.last() {
            let at = state as usize;
            if self.next[at] < self.first[at + 1] {
                let target = self.graph.edges[self.sorted[self.next[at] as usize]].target;
                self.next[at] += 1;
                if self.order[target as usize] == NONE {
                    self.discover(target);
                    path.push(target);
                } else if self.component[target as usize] == NONE {
                    self.low[at] = self.low[at].min(self.order[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&parent) = path.last() {
                self.low[parent as usize] = self.low[parent as usize].min(self.low[at]);
            }
            if self.low[at] == self.order[at] {
                self.complete(state);
            }
        }
    }

    fn discover(&mut self, state: u32) {
        self.order[state as usize] = self.discovered;
        self.low[state as usize] = self.discovered;
        self.discovered += 1;
        self.open.push(state);
    }

    /// A component is complete with its first state.
    fn complete(&mut self, first: u32) {
        while let Some(state) = self.open.pop() {
            self.component[state as usize] = self.components;
            if state == first {
                break;
            }
        }
        self.components += 1;
    }
}
