//! From the knowledge that there is a cycle to a short lasso, by breadth-first passes over states that are known already.
//!
//! The prefix is as short as the states seen allow. The cycle is put together of shortest ways, each to the nearest edge with
//! a mark that is missing; the shortest cycle with several marks is a travelling salesman's problem and is not looked for.

use std::collections::{HashMap, VecDeque};

use super::graph::{Edge, End, Graph};
use super::{AcceptingModel, Marks};
use crate::{Canonicaliser, StopReason};

/// A shortest way from one of `from` to a state that is `wanted`, through states that are `allowed`, both ends included.
/// Empty if there is none. Of `from` too only states that are allowed are gone out from: expanding another might store
/// new ones.
pub(super) fn shortest<M: AcceptingModel, C: Canonicaliser>(
    graph: &mut Graph<'_, '_, M, C>,
    from: &[u32],
    allowed: impl Fn(u32) -> bool,
    wanted: impl Fn(u32) -> bool,
) -> Result<Vec<u32>, End> {
    if let Some(&start) = from.iter().find(|&&start| wanted(start)) {
        return Ok(vec![start]);
    }
    let from: Vec<u32> = from.iter().copied().filter(|&start| allowed(start)).collect();
    let mut search = Breadth::new(&from);
    while let Some(id) = search.next(graph)? {
        for at in 0..search.edges.len() {
            let target = search.edges[at].target;
            if allowed(target) && search.reach(target, id) && wanted(target) {
                return Ok(search.way(target));
            }
        }
    }
    Ok(Vec::new())
}

/// The states after `start` on a cycle inside `inside` that has every mark of `all`, without `start` at its end.
pub(super) fn cycle_with_all_marks<M: AcceptingModel, C: Canonicaliser>(
    graph: &mut Graph<'_, '_, M, C>,
    start: u32,
    all: Marks,
    inside: impl Fn(u32) -> bool,
) -> Result<Vec<u32>, End> {
    let mut cycle = vec![start];
    let mut gathered = Marks::default();
    loop {
        let missing = Marks(all.0 & !gathered.0);
        let here = cycle[cycle.len() - 1];
        let is_complete = missing == Marks::default();
        // With every mark gathered the nearest edge back to the start closes the cycle.
        let wanted = |edge: &Edge| match is_complete {
            true => edge.target == start,
            false => edge.marks.0 & missing.0 != 0,
        };
        if is_complete && here == start && cycle.len() > 1 {
            cycle.pop();
            break;
        }
        let (way, marks) = nearest_edge(graph, here, &inside, wanted)?;
        if way.is_empty() {
            return Err(End::Cut(StopReason::Unsteady));
        }
        gathered = gathered.union(marks);
        cycle.extend(way);
    }
    cycle.remove(0);
    Ok(cycle)
}

/// The states after `from` on a shortest way to an edge that is `wanted`, that edge included, with the marks on the way.
fn nearest_edge<M: AcceptingModel, C: Canonicaliser>(
    graph: &mut Graph<'_, '_, M, C>,
    from: u32,
    inside: impl Fn(u32) -> bool,
    wanted: impl Fn(&Edge) -> bool,
) -> Result<(Vec<u32>, Marks), End> {
    let mut search = Breadth::new(&[from]);
    while let Some(id) = search.next(graph)? {
        for at in 0..search.edges.len() {
            let edge = search.edges[at];
            if !inside(edge.target) {
                continue;
            }
            if wanted(&edge) {
                let mut way = search.way(id);
                way.push(edge.target);
                let marks = marks_on(graph, &way, edge)?;
                way.remove(0);
                return Ok((way, marks));
            }
            search.reach(edge.target, id);
        }
    }
    Ok((Vec::new(), Marks::default()))
}

/// The marks that are certain to be on a way whose last edge is known: of each step before, those of one edge.
fn marks_on<M: AcceptingModel, C: Canonicaliser>(
    graph: &mut Graph<'_, '_, M, C>,
    way: &[u32],
    last: Edge,
) -> Result<Marks, End> {
    let mut gathered = last.marks;
    let mut edges = Vec::new();
    for pair in way[..way.len() - 1].windows(2) {
        edges.clear();
        graph.expand(pair[0], &mut edges)?;
        let best =
            edges.iter().filter(|edge| edge.target == pair[1]).max_by_key(|edge| edge.marks.0.count_ones());
        gathered = gathered.union(best.map_or(Marks::default(), |edge| edge.marks));
    }
    Ok(gathered)
}

/// A breadth-first pass that remembers where it came from.
struct Breadth {
    parents: HashMap<u32, Option<u32>>,
    queue: VecDeque<u32>,
    /// The edges of the state taken last.
    edges: Vec<Edge>,
}

impl Breadth {
    fn new(from: &[u32]) -> Breadth {
        let parents = from.iter().map(|&start| (start, None)).collect();
        Breadth { parents, queue: from.iter().copied().collect(), edges: Vec::new() }
    }

    /// Takes the next state and its edges.
    fn next<M: AcceptingModel, C: Canonicaliser>(
        &mut self,
        graph: &mut Graph<'_, '_, M, C>,
    ) -> Result<Option<u32>, End> {
        let Some(id) = self.queue.pop_front() else { return Ok(None) };
        self.edges.clear();
        graph.expand(id, &mut self.edges)?;
        Ok(Some(id))
    }

    /// Notes a state; false if it was known.
    fn reach(&mut self, state: u32, from: u32) -> bool {
        if self.parents.contains_key(&state) {
            return false;
        }
        self.parents.insert(state, Some(from));
        self.queue.push_back(state);
        true
    }

    /// The way to a state, both ends included.
    fn way(&self, state: u32) -> Vec<u32> {
        let mut way = vec![state];
        let mut at = state;
        while let Some(&Some(parent)) = self.parents.get(&at) {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }
}

/// A lasso through the edge from `source` to `target`, which closes an accepting cycle through states that are `seen`.
pub(super) fn through_edge<M: AcceptingModel, C: Canonicaliser>(
    graph: &mut Graph<'_, '_, M, C>,
    initial: &[u32],
    (source, target): (u32, u32),
    seen: impl Fn(u32) -> bool,
) -> Result<(Vec<u32>, usize), End> {
    let cycle = shortest(graph, &[target], &seen, |state| state == source)?;
    let mut way = shortest(graph, initial, &seen, |state| cycle.contains(&state))?;
    let from = way.len().checked_sub(1).ok_or(End::Cut(StopReason::Unsteady))?;
    let entry = cycle.iter().position(|&state| state == way[from]).unwrap_or(0);
    way.extend(cycle[entry + 1..].iter().chain(&cycle[..entry]));
    Ok((way, from))
}
