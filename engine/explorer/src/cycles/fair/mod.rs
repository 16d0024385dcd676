//! Fair accepting cycles, also where states are representatives: the *annotated quotient*.
//!
//! **What fairness is.** Some *actors* take turns. A step may *meet* the claim of an actor (it moves), and an actor may be
//! *owed* a turn in a step (it could have moved). A run is fair if every actor that is owed infinitely often is met
//! infinitely often. That is strong fairness (a Streett condition, one pair for each actor). Weak fairness is the same with more
//! that meets: an actor is met also by every step from a state in which it cannot move. If it then is never met from
//! some point on, it can move all the time.
//!
//! **What goes wrong under symmetry.** Fairness speaks of each actor, and a symmetry exchanges actors. In representatives
//! one and the same actor may be able to move all the time, while in the run there is another in its place every time.
//!
//! **What is done.** Each edge r → r' of the quotient stands for a step r → t of the system and carries an element g of the
//! group that takes t to its representative, g(t) = r'. An actor a of r is g(a) in r'. So actors can be followed: the
//! *threads* of a component C of the quotient are the graph on pairs (r, a) with the edges (r, a) → (r', g(a)). An edge of it is
//! met or owed as a is by the step.
//!
//! **Claim.** A strongly connected set of edges C with all marks of the property has a fair run through all of its edges, again and
//! again, exactly if in each connected part K of its threads some edge is met or no edge is owed.
//!
//! 0. *Parts of the threads are strongly connected.* A closed walk through C from r induces a permutation of the actors of r;
//!    walking it as often as the order of that permutation leads each (r, a) back to itself. As each edge of C is on a closed
//!    walk, each edge of the threads is on a cycle. So the parts are found by joining (union-find).
//! 1. *Runs and walks.* A run s₀ s₁ … from s₀ = r₀ is a walk: if sᵢ = hᵢ(rᵢ), its next step is the image under hᵢ of a step
//!    rᵢ → t, for symmetries map steps to steps; with the g of that edge, sᵢ₊₁ = hᵢ(t) = hᵢ₊₁(rᵢ₊₁) for hᵢ₊₁ = hᵢg⁻¹. Every walk is a run in
//!    the same way. The actor b of the run is hᵢ⁻¹(b) in rᵢ and hᵢ₊₁⁻¹(b) = g(hᵢ⁻¹(b)) in rᵢ₊₁: it follows one thread, and
//!    is met and owed as the thread is. Which of several elements g is taken, where the stabiliser of r' is not trivial,
//!    makes no difference to this: walks and runs correspond for any choice that is kept. Marks of the property are
//!    the same for all images, as its atoms are.
//! 2. *If the condition holds*, there is a fair run: from where one is, an actor in a part that is owed is led to an edge of its part that
//!    is met (by 0 there is a way), then the next one, and so on; then along all edges of C, and again. Each actor
//!    in a part where something is owed is met in each round. The round closes: there are finitely many s = h(r).
//! 3. *If it does not hold*, take a part K in which something is owed and nothing met. At each r of C there are actors in K (0), so
//!    the run owes something to actors in K infinitely often. Runs have finitely many actors, which never leave their
//!    part; so one of them is owed infinitely often and never met. Hence a fair run stays off the edges that are owed in K from
//!    some point on: they are removed, and what is left falls apart into components of which the same is asked (Emerson
//!    and Lei, for Streett acceptance). Under weak fairness everything is owed in such a K, and nothing is left.
//!
//! A fair run stays from some point on in a component, and by 3 in one that is left at the end; marks and threads of a
//! set of edges grow with it, so the largest sets are all that must be asked.
//!
//! Sources: Emerson and Sistla, *Utilizing symmetry when model checking under fairness assumptions* (TOPLAS 1997), who
//! annotate the quotient and follow one process; Gyuris and Sistla, *On-the-fly model checking under fairness that
//! exploits symmetry* (1999), on the fly, with the threaded graph; Bošnački, *A light-weight algorithm for model checking with
//! symmetry reduction and weak fairness* (SPIN 2003), who counts rounds as SPIN does; Emerson and Lei, *Modalities for model checking*
//! (1987), for strong fairness. What differs: edges are annotated on demand, component by component, so that the search takes
//! no more memory for a state than without fairness. A component is asked when it is complete, and before, whenever it has
//! grown fourfold, so that a violation is found early and expanding again costs at most half as much again as the search.
//! Rejected: a product of states and actors (a factor of the number of actors in memory); annotations in the store.

mod threads;
mod turn;

use std::sync::Arc;

use store::Budget;

use super::components::{Condition, FoundLasso, Partial};
use super::graph::{End, Graph};
use super::{AcceptingModel, Marks, lasso};
use crate::{Batch, Canonicaliser, StopReason, TurnStep};
pub(super) use threads::FairEdge;
use threads::ThreadedGraph;

/// What a step means to each actor: one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Debts {
    /// Its claim is met.
    pub met: u64,
    /// It is owed a turn.
    pub owed: u64,
}

/// A model with actors to whom runs must be fair.
pub trait FairModel: AcceptingModel {
    /// The same as [`AcceptingModel::expand`], with what each step means to the actors.
    fn expand_fairly(
        &self,
        worker: &mut Self::Worker,
        state: &[u8],
        out: &mut Batch,
        marks: &mut Vec<Marks>,
        debts: &mut Vec<Debts>,
    );
}

/// Knows which symmetry takes a state to its representative.
pub trait Follow {
    /// The number of an element of the group that takes `state` to `representative`, 0 for the identity. `None` if none
    /// is found.
    fn follow(&mut self, state: &[u8], representative: &[u8]) -> Option<u32>;

    /// Where an element takes an actor.
    fn image(&self, element: u32, actor: u32) -> u32;
}

/// Every state represents itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaysInPlace;

impl Follow for StaysInPlace {
    fn follow(&mut self, state: &[u8], representative: &[u8]) -> Option<u32> {
        (state == representative).then_some(0)
    }

    fn image(&self, _: u32, actor: u32) -> u32 {
        actor
    }
}

/// Actors that can be told apart.
pub(super) const MOST_ACTORS: usize = 64;

/// A component counts if it has a fair run with every mark.
pub(super) struct Fairly<'f, F>(pub &'f mut F);

impl<M: FairModel, C: Canonicaliser, F: Follow> Condition<M, C> for Fairly<'_, F> {
    fn is_due(&self, states: u32, asked_at: u32, is_complete: bool) -> bool {
        match is_complete {
            true => states > asked_at,
            false => states / 4 >= asked_at,
        }
    }

    fn lasso(
        &mut self,
        graph: &mut Graph<'_, '_, M, C>,
        component: Partial<'_>,
    ) -> Result<Option<FoundLasso>, End> {
        let mut memory = Memory { budget: Arc::clone(&graph.budget), charged: 0 };
        let Some(threaded) = gather(graph, self.0, &component, &mut memory)? else { return Ok(None) };
        if threaded.is_too_large() {
            return Err(End::Cut(StopReason::Memory));
        }
        memory.charge(threaded.bytes())?;
        let Some(part) = threaded.fair_part(component.all) else { return Ok(None) };
        let mut is_in = vec![false; component.states.len()];
        part.iter().for_each(|&edge| is_in[threaded.edges[edge].source as usize] = true);
        let inside = |state| component.local(state).is_some_and(|local| is_in[local as usize]);
        let way = lasso::shortest(graph, component.initial, |state| component.has_seen(state), inside)?;
        let unsteady = End::Cut(StopReason::Unsteady);
        let cycle_from = way.len().checked_sub(1).ok_or(unsteady)?;
        let start = component.local(way[cycle_from]).ok_or(unsteady)?;
        let turn = threaded.turn(&part, start, component.all).ok_or(unsteady)?;
        let mut found = FoundLasso { states: way, cycle_from, turn: Vec::new() };
        for (number, &edge) in turn.iter().enumerate() {
            let FairEdge { source, successor, element, met, .. } = threaded.edges[edge];
            let source = component.states[source as usize];
            if number > 0 {
                found.states.push(source);
            }
            let reached = graph.successor(source, successor)?.ok_or(unsteady)?;
            found.turn.push(TurnStep { reached, element, met });
        }
        Ok(Some(found))
    }
}

/// The edges inside a component, annotated; `None` if there are none.
fn gather<M: FairModel, C: Canonicaliser, F: Follow>(
    graph: &mut Graph<'_, '_, M, C>,
    follow: &mut F,
    component: &Partial<'_>,
    memory: &mut Memory,
) -> Result<Option<ThreadedGraph>, End> {
    let mut edges: Vec<FairEdge> = Vec::new();
    for (source, &id) in (0u32..).zip(component.states) {
        let before = edges.capacity();
        let inside = |target| component.local(target);
        graph.expand_fairly((source, id), follow, inside, &mut edges)?;
        memory.charge((edges.capacity() - before) * size_of::<FairEdge>())?;
    }
    if edges.is_empty() {
        return Ok(None);
    }
    let mut elements: Vec<u32> = edges.iter().map(|edge| edge.element).collect();
    elements.sort_unstable();
    elements.dedup();
    memory.charge(elements.len() * MOST_ACTORS)?;
    let images: Vec<[u8; MOST_ACTORS]> = (elements.iter())
        .map(|&element| std::array::from_fn(|actor| follow.image(element, actor as u32) as u8))
        .collect();
    for edge in &mut edges {
        edge.images = elements.binary_search(&edge.element).unwrap_or(0) as u32;
    }
    Ok(Some(ThreadedGraph::new(component.states.len(), edges, images)))
}

/// Memory that is taken for one component.
struct Memory {
    budget: Arc<Budget>,
    charged: usize,
}

impl Memory {
    fn charge(&mut self, bytes: usize) -> Result<(), End> {
        self.budget.charge(bytes)?;
        self.charged += bytes;
        Ok(())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.budget.release(self.charged);
    }
}
