//! What `spin -a` does by default: reset dead variables, hide write-only ones, merge local statements.
//!
//! These follow SPIN 6.5.2 (`pangen5.c`, `sym.c`) to the letter, so that published state counts come out; where SPIN
//! could do better (it never resets array elements, and its search for the next use gives up at the first
//! alternative that writes) this does no better either. Each is sound for safety:
//!
//! * A local variable that is not read before it is written again cannot influence anything, so its value may be
//!   replaced by 0 ([`dead`]). SPIN's test is optimistic at a branch of which one arm writes; the value then differs
//!   from what the source says, and counterexamples are replayed on the reduced program.
//! * A global that nothing reads cannot influence anything ([`write_only`]).
//! * A step that is always executable and touches only its own process commutes with every step of the others, so
//!   taking it together with the step before it hides no interleaving that matters ([`merge`]).

mod dead;
mod flow;
mod merge;
mod uses;
mod write_only;

use crate::resolved::{Model, VarId};

use super::element::{El, Elements};

pub(super) use write_only::write_only;

/// What the analyses found for one body.
#[derive(Debug, Default)]
pub(super) struct Reductions {
    /// Local variables to set to 0 after an element, by element.
    dead: Vec<Vec<VarId>>,
    merges: merge::Merges,
}

/// May a step of one process take the next one away from another, by a `provided` clause or by priorities? Then a step
/// that touches its own process alone does not commute with the others. SPIN does not merge beside `provided` clauses;
/// it does beside priorities, which is not sound, and is not repeated.
fn is_scheduled(model: &Model) -> bool {
    model.uses_priority || model.proctypes.iter().any(|proctype| proctype.provided.is_some())
}

impl Reductions {
    /// Analyses a body.
    pub fn of(model: &Model, elements: &Elements) -> Reductions {
        let flow = flow::Flow::new(model, elements);
        // A variable that is read from outside has no last use, and no value of it is passed over: SPIN then resets
        // none and merges nothing.
        let is_read_from_outside = write_only::has_remote_variables(model);
        let dead = match is_read_from_outside {
            true => Vec::new(),
            false => dead::dead_after(model, elements, &flow),
        };
        let merges = match is_scheduled(model) || is_read_from_outside {
            true => merge::Merges::default(),
            false => merge::merges(model, elements, &flow),
        };
        Reductions { dead, merges }
    }

    /// Variables to reset after an element.
    pub fn dead_after(&self, el: El) -> &[VarId] {
        self.dead.get(el.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Where the chain that starts with this element ends, as a location, if it starts one.
    pub fn chain_end(&self, el: El) -> Option<u32> {
        self.merges.start.get(el.0 as usize).copied().flatten().or(self
            .merges
            .chain
            .get(el.0 as usize)
            .copied()
            .flatten())
    }

    /// Can this element be in the middle of a chain?
    pub fn continues(&self, el: El) -> bool {
        let i = el.0 as usize;
        self.merges.chain.get(i).copied().flatten().is_some()
            || self.merges.single.get(i).copied().flatten().is_some()
    }

    /// No step leads to this element once chains are merged.
    pub fn is_unreachable(&self, el: El) -> bool {
        self.merges.incoming.get(el.0 as usize) == Some(&0)
    }
}
