//! Accepting cycles by strongly connected components, for any number of acceptance sets.
//!
//! One depth-first search keeps the components of the part seen so far: a stack of *roots*, each with the marks that occur
//! inside its component. An edge back to a state of the stack makes one component of all that lie on the way. As soon as a
//! component has every mark, the search ends: some cycle in it passes all of them. Where a component must have more than
//! marks ([`Condition`]), it is asked when it has grown, and when it is complete.
//!
//! Couvreur, *On-the-fly verification of linear temporal logic* (FM 1999); Gabow, *Path-based depth-first search for strong
//! and biconnected components* (2000); marks on edges as in Couvreur, Duret-Lutz and Poitrenaud, *On-the-fly emptiness checks
//! for generalized Büchi automata* (SPIN 2005). Four bytes for each state.

use store::Column;

use super::graph::{Edge, End, Graph};
use super::{AcceptingModel, Marks, Trail, lasso};
use crate::{Canonicaliser, StopReason, TurnStep};

/// The search has not come to a state yet.
const UNSEEN: u32 = 0;
/// The component of a state is complete, and no accepting one.
const DONE: u32 = u32::MAX;

/// What a component must have beside all marks.
pub(super) trait Condition<M: AcceptingModel, C> {
    /// Is a component of so many states to be asked, if it was last asked when it had `asked_at`?
    fn is_due(&self, states: u32, asked_at: u32, is_complete: bool) -> bool;

    /// A lasso through a component with all marks, if there is one.
    fn lasso(
        &mut self,
        graph: &mut Graph<'_, '_, M, C>,
        component: Partial<'_>,
    ) -> Result<Option<FoundLasso>, End>;
}

/// What is known of a component that may still grow.
pub(super) struct Partial<'a> {
    /// Its states.
    pub states: &'a [u32],
    /// The initial states of the search.
    pub initial: &'a [u32],
    pub all: Marks,
    order: &'a Column<u32>,
    first: u32,
}

impl Partial<'_> {
    /// The place of a state among those of the component.
    pub fn local(&self, state: u32) -> Option<u32> {
        let order = self.order.get(state);
        (self.first..DONE).contains(&order).then(|| order - self.first)
    }

    /// Has the search come to a state?
    pub fn has_seen(&self, state: u32) -> bool {
        self.order.get(state) != UNSEEN
    }
}

/// A lasso of stored states; see [`crate::Path`].
pub(super) struct FoundLasso {
    pub states: Vec<u32>,
    pub cycle_from: usize,
    pub turn: Vec<TurnStep>,
}

/// Marks are all that is needed.
pub(super) struct MarksAlone;

impl<M: AcceptingModel, C: Canonicaliser> Condition<M, C> for MarksAlone {
    fn is_due(&self, _: u32, _: u32, is_complete: bool) -> bool {
        !is_complete
    }

    fn lasso(
        &mut self,
        graph: &mut Graph<'_, '_, M, C>,
        component: Partial<'_>,
    ) -> Result<Option<FoundLasso>, End> {
        let inside = |state: u32| component.local(state).is_some();
        let mut states =
            lasso::shortest(graph, component.initial, |state| component.has_seen(state), inside)?;
        let cycle_from = states.len().checked_sub(1).ok_or(End::Cut(StopReason::Unsteady))?;
        let cycle = lasso::cycle_with_all_marks(graph, states[cycle_from], component.all, inside)?;
        states.extend(cycle);
        Ok(Some(FoundLasso { states, cycle_from, turn: Vec::new() }))
    }
}

/// A component of the part seen so far.
#[derive(Debug)]
struct Root {
    /// The number of its first state.
    first: u32,
    /// The marks that occur inside.
    marks: Marks,
    /// The marks of the edge by which it was entered.
    entered_by: Marks,
    /// Some edge inside was found.
    has_cycle: bool,
    /// How many states it had when it was last asked for a lasso.
    asked_at: u32,
}

/// A state on the search path, with its edges that were not followed yet.
struct Frame {
    id: u32,
    /// Where its edges begin; the last one is followed next.
    edges_from: usize,
}

pub(super) struct Components<'g, 's, 'c, M: AcceptingModel, C, W> {
    graph: &'g mut Graph<'s, 'c, M, C>,
    condition: W,
    /// By state: the order in which the search came to it, from 1 on; [`UNSEEN`] or [`DONE`].
    order: Column<u32>,
    roots: Vec<Root>,
    path: Vec<Frame>,
    /// States of the path's components, in order.
    active: Vec<u32>,
    edges: Vec<Edge>,
    all: Marks,
}

impl<'g, 's, 'c, M: AcceptingModel, C: Canonicaliser, W: Condition<M, C>> Components<'g, 's, 'c, M, C, W> {
    pub fn new(graph: &'g mut Graph<'s, 'c, M, C>, condition: W) -> Result<Self, End> {
        let (order, all) = (Column::new(&graph.budget)?, Marks::all(graph.model.sets()));
        Ok(Components {
            graph,
            condition,
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
                if let Some(trail) = self.leave(initial)? {
                    return Ok(Some(trail));
                }
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
                order => {
                    self.join(order, edge.marks);
                    if let Some(trail) = self.ask(initial, false)? {
                        return Ok(Some(trail));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Goes to a new state.
    fn enter(&mut self, id: u32, entered_by: Marks, initial: &[u32]) -> Result<Option<Trail>, End> {
        let first = self.active_count();
        self.order.as_mut_slice()[id as usize] = first;
        let marks = Marks::default();
        self.roots.push(Root { first, marks, entered_by, has_cycle: false, asked_at: 0 });
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
                order => {
                    self.join(order, edge.marks);
                    if let Some(trail) = self.ask(initial, false)? {
                        return Ok(Some(trail));
                    }
                }
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
    fn leave(&mut self, initial: &[u32]) -> Result<Option<Trail>, End> {
        let Some(frame) = self.path.pop() else { return Ok(None) };
        let order = self.order.get(frame.id);
        if self.roots.last().is_none_or(|root| root.first != order) {
            return Ok(None);
        }
        if let Some(trail) = self.ask(initial, true)? {
            return Ok(Some(trail));
        }
        self.roots.pop();
        for id in self.active.drain(order as usize - 1..) {
            self.order.as_mut_slice()[id as usize] = DONE;
        }
        Ok(None)
    }

    /// An edge leads back to the state with this number: all components since are one.
    fn join(&mut self, order: u32, marks: Marks) {
        let mut gathered = marks;
        while self.roots.last().is_some_and(|root| root.first > order) {
            if let Some(root) = self.roots.pop() {
                gathered = gathered.union(root.marks).union(root.entered_by);
            }
        }
        if let Some(root) = self.roots.last_mut() {
            root.marks = root.marks.union(gathered);
            root.has_cycle = true;
        }
    }

    /// Asks the last component for a lasso, if it has every mark and that is worth while.
    fn ask(&mut self, initial: &[u32], is_complete: bool) -> Result<Option<Trail>, End> {
        let Some(root) = self.roots.last_mut() else { return Ok(None) };
        let states = &self.active[root.first as usize - 1..];
        let count = states.len() as u32;
        let is_due = || self.condition.is_due(count, root.asked_at, is_complete);
        if !root.has_cycle || !root.marks.contains(self.all) || !is_due() {
            return Ok(None);
        }
        root.asked_at = count;
        let component = Partial { states, initial, all: self.all, order: &self.order, first: root.first };
        let found = self.condition.lasso(self.graph, component)?;
        Ok(found.map(|FoundLasso { states, cycle_from, turn }| {
            let trail = self.trail(None, states, Some(cycle_from));
            Trail { turn, ..trail }
        }))
    }

    fn trail(&self, wrong: Option<crate::Violation>, states: Vec<u32>, cycle_from: Option<usize>) -> Trail {
        let bytes_beside = self.order.memory();
        Trail { wrong, states, cycle_from, turn: Vec::new(), bytes_beside }
    }
}
