//! Accepting cycles by nested depth-first search, for one acceptance set.
//!
//! The *blue* search goes through all states. When it takes an accepting edge back, a *red* search from the end of that edge
//! looks for a state of the blue search's path, a *cyan* one: such a state closes a cycle with the accepting edge. States that
//! a red search has left cannot reach the path of any later one, so no state is red twice. An accepting edge to a cyan
//! state is a cycle at once.
//!
//! Schwoon and Esparza, *A note on on-the-fly verification algorithms* (TACAS 2005), figure 5, after Holzmann, Peled and
//! Yannakakis 1996; acceptance is on edges as in Spot, which is theirs with a state in the middle of each accepting edge. Two bits
//! of colour for each state, kept in a byte.

use store::Column;

use super::graph::{Edge, End, Graph};
use super::{AcceptingModel, Marks, Trail, lasso};
use crate::Canonicaliser;

const WHITE: u8 = 0;
/// On the path of the blue search.
const CYAN: u8 = 1;
/// Left by the blue search.
const BLUE: u8 = 2;
/// Seen by a red search.
const RED: u8 = 3;

struct Frame {
    id: u32,
    edges_from: usize,
    /// It was entered by an accepting edge.
    by_accepting: bool,
}

pub(super) struct Nested<'g, 's, 'c, M: AcceptingModel, C> {
    graph: &'g mut Graph<'s, 'c, M, C>,
    colours: Column<u8>,
    path: Vec<Frame>,
    edges: Vec<Edge>,
    all: Marks,
}

/// What a step of the search found.
enum Outcome {
    Nothing,
    /// The state is wrong by itself.
    Wrong(crate::Violation, u32),
    /// The edge closes an accepting cycle.
    Cycle(u32, u32),
}

impl<'g, 's, 'c, M: AcceptingModel, C: Canonicaliser> Nested<'g, 's, 'c, M, C> {
    pub fn new(graph: &'g mut Graph<'s, 'c, M, C>) -> Result<Self, End> {
        let (colours, all) = (Column::new(&graph.budget)?, Marks::all(graph.model.sets()));
        Ok(Nested { graph, colours, path: Vec::new(), edges: Vec::new(), all })
    }

    pub fn run(mut self) -> Result<Trail, End> {
        let initial = self.graph.initial()?;
        for &start in &initial {
            self.graph.extend(&mut self.colours, WHITE)?;
            if self.colours.get(start) != WHITE {
                continue;
            }
            let seen = |colours: &Column<u8>, state: u32| colours.get(state) != WHITE;
            match self.blue(start)? {
                Outcome::Nothing => {}
                Outcome::Wrong(wrong, id) => {
                    let colours = &self.colours;
                    let allowed = |state| seen(colours, state);
                    let way = lasso::shortest(self.graph, &initial, allowed, |state| state == id)?;
                    return Ok(self.trail(Some(wrong), way, None));
                }
                Outcome::Cycle(source, target) => {
                    let colours = &self.colours;
                    let allowed = |state| seen(colours, state);
                    let (way, from) = lasso::through_edge(self.graph, &initial, (source, target), allowed)?;
                    return Ok(self.trail(None, way, Some(from)));
                }
            }
        }
        Ok(self.trail(None, Vec::new(), None))
    }

    /// The blue search from a state.
    fn blue(&mut self, start: u32) -> Result<Outcome, End> {
        if let Some(wrong) = self.enter(start, false)? {
            return Ok(Outcome::Wrong(wrong, start));
        }
        while let Some(&Frame { id, edges_from, .. }) = self.path.last() {
            if self.edges.len() == edges_from {
                if let Outcome::Cycle(source, target) = self.leave()? {
                    return Ok(Outcome::Cycle(source, target));
                }
                continue;
            }
            let Some(edge) = self.edges.pop() else { break };
            let is_accepting = edge.marks.contains(self.all);
            match self.colours.get(edge.target) {
                WHITE => {
                    if let Some(wrong) = self.enter(edge.target, is_accepting)? {
                        return Ok(Outcome::Wrong(wrong, edge.target));
                    }
                }
                CYAN if is_accepting => return Ok(Outcome::Cycle(id, edge.target)),
                BLUE if is_accepting && self.red(edge.target)? => return Ok(Outcome::Cycle(id, edge.target)),
                _ => {}
            }
        }
        Ok(Outcome::Nothing)
    }

    fn enter(&mut self, id: u32, by_accepting: bool) -> Result<Option<crate::Violation>, End> {
        self.colours.as_mut_slice()[id as usize] = CYAN;
        self.path.push(Frame { id, edges_from: self.edges.len(), by_accepting });
        let edges_from = self.edges.len();
        let wrong = self.graph.expand_last(id, self.path.len(), &mut self.edges)?;
        self.graph.extend(&mut self.colours, WHITE)?;
        // The first edge is followed first.
        self.edges[edges_from..].reverse();
        Ok(wrong)
    }

    /// Takes the last state of the path back, and with it the edge that led to it.
    fn leave(&mut self) -> Result<Outcome, End> {
        let Some(Frame { id, by_accepting, .. }) = self.path.pop() else { return Ok(Outcome::Nothing) };
        self.colours.as_mut_slice()[id as usize] = BLUE;
        match self.path.last().map(|parent| parent.id) {
            Some(parent) if by_accepting && self.red(id)? => Ok(Outcome::Cycle(parent, id)),
            _ => Ok(Outcome::Nothing),
        }
    }

    /// The red search from a blue state: does it reach the path of the blue one?
    fn red(&mut self, start: u32) -> Result<bool, End> {
        let mut open = vec![start];
        let mut edges = Vec::new();
        self.colours.as_mut_slice()[start as usize] = RED;
        while let Some(id) = open.pop() {
            edges.clear();
            self.graph.expand(id, &mut edges)?;
            self.graph.extend(&mut self.colours, WHITE)?;
            for edge in &edges {
                match self.colours.get(edge.target) {
                    CYAN => return Ok(true),
                    BLUE => {
                        self.colours.as_mut_slice()[edge.target as usize] = RED;
                        open.push(edge.target);
                    }
                    _ => {}
                }
            }
        }
        Ok(false)
    }

    fn trail(&self, wrong: Option<crate::Violation>, states: Vec<u32>, cycle_from: Option<usize>) -> Trail {
        let bytes_beside = self.colours.memory();
        Trail { wrong, states, cycle_from, turn: Vec::new(), bytes_beside }
    }
}
