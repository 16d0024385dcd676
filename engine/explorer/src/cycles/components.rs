//! Accepting cycles by strongly connected components, for any number of acceptance sets.
//!
//! One depth-first search keeps the components of the part seen so far: a stack of *roots*, each with the marks that occur
//! inside its component. An edge back to a state of the stack makes one component of all that lie on the way. As soon as a
//! component has every mark, the search ends: some cycle in it passes all of them.
//!
//! Couvreur, *On-the-fly verification of linear temporal logic* (FM 1999); Gabow, *Path-based depth-first search for strong
//! and biconnected components* (2000); marks on edges as in Couvreur, Duret-Lutz and Poitrenaud, *On-the-fly emptiness checks
//! for generalized Büchi automata* (SPIN 2005). Four bytes for each state.

use store::Column;

use super::graph::{Edge, End, Graph};
use super::{AcceptingModel, Marks, Trail, lasso};
use crate::{Canonicaliser, StopReason};

/// The search has not come to a state yet.
const UNSEEN: u32 = 0;
/// The component of a state is complete, and no accepting one.
const DONE: u32 = u32::MAX;

/// A component of the part seen so far.
#[derive(Debug)]
struct Root {
    /// The number of its first state.
    first: u32,
    /// The marks that occur inside.
    marks: Marks,
    /// The marks of the edge by which it was entered.
    entered_by: Marks,
}

/// A state on the search path, with its edges that were not followed yet.
struct Frame {
    id: u32,
    /// Where its edges begin; the last one is followed next.
    edges_from: usize,
}

pub(super) struct Components<'g, 's, 'c, M: AcceptingModel, C> {
    graph: &'g mut Graph<'s, 'c, M, C>,
    /// By state: the order in which the search came to it, from 1 on; [`UNSEEN`] or [`DONE`].
    order: Column<u32>,
    roots: Vec<Root>,
    path: Vec<Frame>,
    /// States of the path's components, in order.
    active: Vec<u32>,
    edges: Vec<Edge>,
    all: Marks,
}

impl<'g, 's, 'c, M: AcceptingModel, C: Canonicaliser> Components<'g, 's, 'c, M, C> {
    pub fn new(graph: &'g mut Graph<'s, 'c, M, C>) -> Result<Self, End> {
        let (order, all) = (Column::new(&graph.budget)?, Marks::all(graph.model.sets()));
        Ok(Components {
            graph,
            order,
            roots: Vec::new(),
            path: Vec::new(),
            active: Vec::new(),
            edges: Vec::new(),
            all,
        })
    }

    pub fn run(mut self) -> Result<Trail, End> {
        let initial = self.graph.initial()?;
        for &start in &initial {
            self.graph.extend(&mut self.order, UNSEEN)?;
            if self.order.get(start) == UNSEEN
                && let Some(trail) = self.search_from(start, &initial)?
            {
                return Ok(trail);
            }
        }
        Ok(self.trail(None, Vec::new(), None))
    }

    fn search_from(&mut self, start: u32, initial: &[u32]) -> Result<Option<Trail>, End> {
        if let Some(trail) = self.enter(start, Marks::default(), initial)? {
            return Ok(Some(trail));
        }
        while let Some(frame) = self.path.last() {
            if self.edges.len() == frame.edges_from {
                self.leave();
                continue;
            }
            let Some(edge) = self.edges.pop() else { break };
            match self.order.get(edge.target) {
                DONE => {}
                UNSEEN => {
                    if let Some(trail) = self.enter(edge.target, edge.marks, initial)? {
                        return Ok(Some(trail));
                    }
                }
                order if self.join(order, edge.marks) => return self.accepting(initial).map(Some),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Goes to a new state.
    fn enter(&mut self, id: u32, entered_by: Marks, initial: &[u32]) -> Result<Option<Trail>, End> {
        let first = self.active_count();
        self.order.as_mut_slice()[id as usize] = first;
        self.roots.push(Root { first, marks: Marks::default(), entered_by });
        self.active.push(id);
        self.path.push(Frame { id, edges_from: self.edges.len() });
        let edges_from = self.edges.len();
        let wrong = self.graph.expand_last(id, self.path.len(), &mut self.edges)?;
        self.graph.extend(&mut self.order, UNSEEN)?;
        let Some(wrong) = wrong else { return self.close_cycles(edges_from, initial) };
        let seen = |order: &Column<u32>, state: u32| order.get(state) != UNSEEN;
        let order = &self.order;
        let way = lasso::shortest(self.graph, initial, |state| seen(order, state), |state| state == id)?;
        Ok(Some(self.trail(Some(wrong), way, None)))
    }

    /// Takes the edges to states that are known at once: a cycle that they close need not wait until the search comes back. The
    /// others are followed later, the first one first.
    fn close_cycles(&mut self, from: usize, initial: &[u32]) -> Result<Option<Trail>, End> {
        let mut kept = from;
        for at in from..self.edges.len() {
            let edge = self.edges[at];
            match self.order.get(edge.target) {
                DONE => {}
                UNSEEN => {
                    self.edges[kept] = edge;
                    kept += 1;
                }
                order if self.join(order, edge.marks) => return self.accepting(initial).map(Some),
                _ => {}
            }
        }
        self.edges.truncate(kept);
        self.edges[from..].reverse();
        Ok(None)
    }

    /// Numbers are given in the order of the stack of active states, so they are dense among those.
    fn active_count(&self) -> u32 {
        self.active.len() as u32 + 1
    }

    /// Takes the state at the end of the path back; with the first state of a component the component is complete.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        let order = self.order.get(frame.id);
        if self.roots.last().is_some_and(|root| root.first == order) {
            self.roots.pop();
            for id in self.active.drain(order as usize - 1..) {
                self.order.as_mut_slice()[id as usize] = DONE;
            }
        }
    }

    /// An edge leads back to the state with this number: all components since are one. Has it every mark?
    fn join(&mut self, order: u32, marks: Marks) -> bool {
        let mut gathered = marks;
        while self.roots.last().is_some_and(|root| root.first > order) {
            if let Some(root) = self.roots.pop() {
                gathered = gathered.union(root.marks).union(root.entered_by);
            }
        }
        self.roots.last_mut().is_some_and(|root| {
            root.marks = root.marks.union(gathered);
            root.marks.contains(self.all)
        })
    }

    /// The last component has a cycle with every mark.
    fn accepting(&mut self, initial: &[u32]) -> Result<Trail, End> {
        let first = self.roots.last().map_or(1, |root| root.first);
        let order = &self.order;
        let seen = |state: u32| order.get(state) != UNSEEN;
        let inside = |state: u32| (first..DONE).contains(&order.get(state));
        let mut way = lasso::shortest(self.graph, initial, seen, inside)?;
        let from = way.len().checked_sub(1).ok_or(End::Cut(StopReason::Unsteady))?;
        let cycle = lasso::cycle_with_all_marks(self.graph, way[from], self.all, inside)?;
        way.extend(cycle);
        Ok(self.trail(None, way, Some(from)))
    }

    fn trail(&self, wrong: Option<crate::Violation>, states: Vec<u32>, cycle_from: Option<usize>) -> Trail {
        let bytes_beside = self.order.memory();
        Trail { wrong, states, cycle_from, bytes_beside }
    }
}
