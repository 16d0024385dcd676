//! Search order: what a worker does next. Its loop is the same for both orders.
//!
//! A worker keeps *pending* states: generated, encoded, not yet looked up. An order decides when they are looked up
//! and which state is expanded next.
//!
//! Breadth-first: stored states are numbered level by level, so the queue is the store itself and costs nothing: a level is
//! a range of numbers, of which each worker takes a share at a time ([`crate::claims`]). Pending states collect until there are
//! enough for a batch of lookups whose cache misses overlap.
//!
//! Depth-first: a state is stored when it is entered, not when it is generated, so the stack is a path and a later
//! search for accepting cycles can rely on it. The pending states are the stack, so nothing is generated twice and
//! nothing is undone; SPIN undoes steps instead, which needs an inverse for every statement.

use std::ops::Range;

use store::StateId;

use crate::Order;
use crate::pending::Pending;

/// Pending states looked up together; enough to hide a cache miss, few enough to stay in the first-level cache.
const BATCH: usize = 32;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Generate the successors of a state and add them to the pending ones.
    Expand(StateId),
    /// Look up all pending states, first to last.
    InsertAll,
    /// Look up the last pending state.
    InsertLast,
    /// Nothing is left.
    Finish,
}

/// The order's bookkeeping.
#[derive(Debug)]
pub(crate) enum Frontier {
    /// The states that this worker has taken and not expanded.
    Breadth { next: u32, end: u32 },
    /// A state that was entered and not yet expanded, its depth, and the greatest depth so far.
    Depth { entered: Option<StateId>, depth: u32, deepest: u32 },
}

impl Frontier {
    pub(crate) fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Frontier::Breadth { next: 0, end: 0 },
            Order::DepthFirst => Frontier::Depth { entered: None, depth: 0, deepest: 0 },
        }
    }

    /// The next action, given what takes a share of the level and the pending states.
    #[inline]
    pub(crate) fn action(
        &mut self,
        take: impl FnOnce() -> Option<Range<u32>>,
        pending: &mut Pending,
    ) -> Action {
        match self {
            Frontier::Breadth { next, end } => {
                let waiting = pending.roots().len();
                if waiting >= BATCH {
                    return Action::InsertAll;
                }
                if next == end {
                    match take() {
                        Some(taken) => (*next, *end) = (taken.start, taken.end),
                        None if waiting > 0 => return Action::InsertAll,
                        None => return Action::Finish,
                    }
                }
                *next += 1;
                Action::Expand(StateId(*next - 1))
            }
            Frontier::Depth { entered, .. } => match entered.take() {
                Some(id) => Action::Expand(id),
                None if pending.drop_finished() => Action::InsertLast,
                None => Action::Finish,
            },
        }
    }

    /// Told when a state was stored for the first time, with the pending states it was among.
    #[inline]
    pub(crate) fn discovered(&mut self, id: StateId, pending: &Pending) {
        if let Frontier::Depth { entered, depth, deepest } = self {
            *entered = Some(id);
            // One group on the stack for each state on the way here, and one for the initial states.
            *depth = pending.groups() as u32 - 1;
            *deepest = (*deepest).max(*depth);
        }
    }

    /// Steps on the stack to the state being expanded, and the most there were; only depth-first.
    pub(crate) fn stack(&self) -> Option<(u32, u32)> {
        match self {
            Frontier::Breadth { .. } => None,
            Frontier::Depth { depth, deepest, .. } => Some((*depth, *deepest)),
        }
    }

    /// States taken and not expanded.
    pub(crate) fn taken(&self) -> u32 {
        match self {
            Frontier::Breadth { next, end } => end - next,
            Frontier::Depth { .. } => 0,
        }
    }

    #[inline]
    pub(crate) fn is_breadth_first(&self) -> bool {
        matches!(self, Frontier::Breadth { .. })
    }
}
