//! Search order: what the engine does next. The engine's loop is the same for both orders.
//!
//! The engine keeps *pending* states: generated, encoded, not yet looked up. An order decides when they are looked up
//! and which state is expanded next.
//!
//! Breadth-first: stored states are numbered in order of discovery, so the queue is the store itself and costs nothing:
//! a level is a range of numbers. Pending states collect until there are enough for a batch of lookups whose cache
//! misses overlap.
//!
//! Depth-first: a state is stored when it is entered, not when it is generated, so the stack is a path and a later
//! search for accepting cycles can rely on it. The pending states are the stack, so nothing is generated twice and
//! nothing is undone; SPIN undoes steps instead, which needs an inverse for every statement.

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
    /// States below `next` are expanded; those below `level_end` are at most `depth` steps away.
    Breadth { next: u32, level_end: u32, depth: u32, started: bool },
    /// A state that was entered and not yet expanded, its depth, and the greatest depth so far.
    Depth { entered: Option<StateId>, depth: u32, deepest: u32 },
}

impl Frontier {
    pub(crate) fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Frontier::Breadth { next: 0, level_end: 0, depth: 0, started: false },
            Order::DepthFirst => Frontier::Depth { entered: None, depth: 0, deepest: 0 },
        }
    }

    /// The next action, given the number of stored states and the pending ones.
    #[inline]
    pub(crate) fn action(&mut self, stored: usize, pending: &mut Pending) -> Action {
        match self {
            Frontier::Breadth { next, level_end, depth, started } => {
                let waiting = pending.roots().len();
                if waiting >= BATCH || (waiting > 0 && next == level_end) {
                    return Action::InsertAll;
                }
                if next == level_end {
                    if *level_end as usize == stored {
                        return Action::Finish;
                    }
                    *level_end = stored as u32;
                    *depth += u32::from(*started);
                    *started = true;
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

    /// Steps from an initial state to the state being expanded.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Frontier::Breadth { depth, .. } | Frontier::Depth { depth, .. } => *depth,
        }
    }

    /// Greatest depth at which a state was stored.
    pub(crate) fn deepest(&self, stored: usize) -> u32 {
        match self {
            Frontier::Breadth { level_end, depth, .. } => {
                depth + u32::from(*level_end > 0 && (*level_end as usize) < stored)
            }
            Frontier::Depth { deepest, .. } => *deepest,
        }
    }

    /// States stored and not expanded, or states on the stack.
    pub(crate) fn size(&self, stored: usize, pending: &Pending) -> u64 {
        match self {
            Frontier::Breadth { next, .. } => stored as u64 - u64::from(*next),
            Frontier::Depth { .. } => pending.groups() as u64,
        }
    }

    #[inline]
    pub(crate) fn is_breadth_first(&self) -> bool {
        matches!(self, Frontier::Breadth { .. })
    }
}
