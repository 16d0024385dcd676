//! Search order: what the engine does next. The engine's loop is the same for both orders.
//!
//! The engine keeps a list of *pending* states: generated, encoded, not yet looked up. An order decides when they are
//! looked up and which state is expanded next.
//!
//! Breadth-first: stored states are numbered in order of discovery, so the queue is the store itself and costs nothing:
//! a level is a range of numbers. Pending states collect until there are enough for a batch of lookups whose cache
//! misses overlap.
//!
//! Depth-first: a state is stored when it is entered, not when it is generated, so the stack is a path and a later
//! search for accepting cycles can rely on it. The stack keeps the pending successors of each state on it as roots
//! (16 bytes each), so nothing is generated twice and nothing is undone; SPIN undoes steps instead, which needs an
//! inverse for every statement.

use store::{Budget, Full, StateId};

use crate::stack::Stack;
use crate::{Order, Progress};

/// Pending states looked up together; enough to hide a cache miss, few enough to stay in the first-level cache.
const BATCH: usize = 32;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Generate the successors of a state; they are added to the end of the pending list.
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
    /// The path, and a state that was entered and not yet expanded.
    Depth { frames: Stack<Frame>, entered: Option<StateId>, deepest: u32 },
}

/// One state on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Length of the pending list below this state's successors.
    below: usize,
}

impl Frontier {
    pub(crate) fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Frontier::Breadth { next: 0, level_end: 0, depth: 0, started: false },
            Order::DepthFirst => Frontier::Depth { frames: Stack::new(), entered: None, deepest: 0 },
        }
    }

    /// The next action, given the numbers of stored and of pending states.
    #[inline]
    pub(crate) fn action(&mut self, stored: usize, pending: usize) -> Action {
        match self {
            Frontier::Breadth { next, level_end, depth, started } => {
                if pending >= BATCH || (pending > 0 && next == level_end) {
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
            Frontier::Depth { frames, entered, .. } => {
                if let Some(id) = entered.take() {
                    return Action::Expand(id);
                }
                while let Some(frame) = frames.last() {
                    if pending > frame.below {
                        return Action::InsertLast;
                    }
                    frames.pop();
                }
                if pending > 0 { Action::InsertLast } else { Action::Finish }
            }
        }
    }

    /// Told when a state was expanded, with the length of the pending list before its successors. Depth-first wants
    /// the first successor last, and answers that they are to be turned round.
    #[inline]
    pub(crate) fn expanded(&mut self, below: usize, budget: &Budget) -> Result<bool, Full> {
        match self {
            Frontier::Breadth { .. } => Ok(false),
            Frontier::Depth { frames, .. } => frames.push(Frame { below }, budget).map(|()| true),
        }
    }

    /// Told when a state was stored for the first time.
    #[inline]
    pub(crate) fn discovered(&mut self, id: StateId) {
        if let Frontier::Depth { frames, entered, deepest } = self {
            *entered = Some(id);
            *deepest = (*deepest).max(frames.len() as u32);
        }
    }

    /// Steps from an initial state to the state being expanded.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Frontier::Breadth { depth, .. } => *depth,
            Frontier::Depth { frames, .. } => frames.len() as u32,
        }
    }

    /// Greatest depth at which a state was stored.
    pub(crate) fn deepest(&self, stored: usize) -> u32 {
        match self {
            Frontier::Breadth { level_end, depth, .. } => depth + u32::from((*level_end as usize) < stored),
            Frontier::Depth { deepest, .. } => *deepest,
        }
    }

    pub(crate) fn is_breadth_first(&self) -> bool {
        matches!(self, Frontier::Breadth { .. })
    }

    /// Fills in what the order knows for a progress line.
    pub(crate) fn describe(&self, stored: usize, progress: &mut Progress) {
        progress.depth = self.depth();
        progress.frontier = match self {
            Frontier::Breadth { next, .. } => stored as u64 - u64::from(*next),
            Frontier::Depth { frames, .. } => frames.len() as u64,
        };
    }
}
