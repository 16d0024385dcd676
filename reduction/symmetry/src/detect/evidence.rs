//! What tells two processes apart that are not exchanged by any symmetry, traced through the program graph.
//!
//! Colour refinement (Weisfeiler and Leman, 1968) gives two vertices different colours in the round in which their surroundings
//! first differ. The difference is followed back: if two vertices differ in a round, one of them has more neighbours of some
//! kind and colour of the round before; such a neighbour, and the likest one that the other has in its place, differ in an earlier round.
//! In round 0 two things are unlike by themselves, or one of them has nothing in its place. The statements that were passed last are the
//! two places that a reader should compare. Processes that refinement takes for alike have no evidence here.

use graph::Vertex;
use program::Span;
use rapidhash::RapidHashMap as HashMap;

use super::program_graph::ProgramGraph;

/// Larger graphs are not looked at: this is done for the report alone.
const MOST_VERTICES: usize = 20_000;
/// Differences that lie farther away explain nothing.
const MOST_ROUNDS: usize = 40;

/// Two places that tell two processes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// What stands here for the one stands there, unlike it, for the other.
    Unlike(Span, Span),
    /// What stands here for the first process has nothing in its place for the second.
    OnlyFirst(Span),
    /// What stands here for the second process has nothing in its place for the first.
    OnlySecond(Span),
}

/// What tells process `a` from process `b`.
pub(super) fn evidence(graph: &ProgramGraph, a: u8, b: u8) -> Option<Evidence> {
    if graph.digraph.vertex_count() > MOST_VERTICES {
        return None;
    }
    let (a, b) = (graph.processes[usize::from(a)], graph.processes[usize::from(b)]);
    let neighbours = neighbours(graph);
    let rounds = rounds(graph, &neighbours, a, b)?;
    Trace { graph, neighbours, rounds }.follow(a, b)
}

/// What a vertex is connected with: colour and direction of the arc, and its other end.
type Neighbours = Vec<Vec<(u64, Vertex)>>;

fn neighbours(graph: &ProgramGraph) -> Neighbours {
    let mut all: Neighbours = vec![Vec::new(); graph.digraph.vertex_count()];
    for arc in graph.digraph.arcs() {
        let colour = u64::from(arc.colour.0);
        all[arc.from.index()].push((2 * colour, arc.to));
        all[arc.to.index()].push((2 * colour + 1, arc.from));
    }
    all
}

/// The colours of every vertex, round by round, until the two differ; `None` if they do not.
fn rounds(graph: &ProgramGraph, neighbours: &Neighbours, a: Vertex, b: Vertex) -> Option<Vec<Vec<u64>>> {
    let first = graph.digraph.colours().iter().map(|colour| mix(u64::from(colour.0)));
    let mut rounds: Vec<Vec<u64>> = vec![first.collect()];
    while let Some(colours) = rounds.last().filter(|colours| colours[a.index()] == colours[b.index()]) {
        if rounds.len() > MOST_ROUNDS {
            return None;
        }
        let around = |all: &Vec<(u64, Vertex)>| {
            let each = all.iter().map(|&(arc, other)| mix(colours[other.index()] ^ mix(arc)));
            each.fold(0, u64::wrapping_add)
        };
        let next = colours.iter().zip(neighbours).map(|(&own, all)| mix(own.wrapping_add(around(all))));
        rounds.push(next.collect());
    }
    Some(rounds)
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

struct Trace<'a> {
    graph: &'a ProgramGraph,
    neighbours: Neighbours,
    rounds: Vec<Vec<u64>>,
}

/// Where the difference of two vertices leads.
enum Cause {
    Pair(Vertex, Vertex),
    OnlyFirst(Vertex),
    OnlySecond(Vertex),
}

impl Trace<'_> {
    fn follow(&self, mut a: Vertex, mut b: Vertex) -> Option<Evidence> {
        let (mut here, mut there) = (None, None);
        loop {
            here = self.graph.spans[a.index()].or(here);
            there = self.graph.spans[b.index()].or(there);
            match self.cause(a, b) {
                Some(Cause::Pair(one, other)) => (a, b) = (one, other),
                Some(Cause::OnlyFirst(one)) => {
                    return self.graph.spans[one.index()].or(here).map(Evidence::OnlyFirst);
                }
                Some(Cause::OnlySecond(other)) => {
                    return self.graph.spans[other.index()].or(there).map(Evidence::OnlySecond);
                }
                None => return Some(Evidence::Unlike(here?, there?)),
            }
        }
    }

    /// The first round in which two vertices differ.
    fn first_round(&self, a: Vertex, b: Vertex) -> Option<usize> {
        self.rounds.iter().position(|colours| colours[a.index()] != colours[b.index()])
    }

    /// Why two vertices differ in the first round in which they do; `None` if they are unlike by themselves.
    fn cause(&self, a: Vertex, b: Vertex) -> Option<Cause> {
        let before = &self.rounds[self.first_round(a, b)?.checked_sub(1)?];
        let key = |&(arc, other): &(u64, Vertex)| (arc, before[other.index()]);
        let mut surplus: HashMap<(u64, u64), i64> = HashMap::default();
        self.neighbours[a.index()].iter().for_each(|n| *surplus.entry(key(n)).or_default() += 1);
        self.neighbours[b.index()].iter().for_each(|n| *surplus.entry(key(n)).or_default() -= 1);
        let more = |of: Vertex, sign: i64| {
            let all = self.neighbours[of.index()].iter().copied();
            all.filter(|n| sign * surplus[&key(n)] > 0).collect::<Vec<_>>()
        };
        let (of_a, of_b) = (more(a, 1), more(b, -1));
        let likest = |&(arc, one): &(u64, Vertex)| {
            let others = of_b.iter().filter(|other| other.0 == arc);
            others.max_by_key(|other| self.first_round(one, other.1)).map(|other| Cause::Pair(one, other.1))
        };
        (of_a.iter().find_map(likest))
            .or_else(|| of_a.first().map(|&(_, one)| Cause::OnlyFirst(one)))
            .or_else(|| of_b.first().map(|&(_, other)| Cause::OnlySecond(other)))
    }
}
