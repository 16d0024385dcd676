//! Independent checks: replays traces, verifies automorphisms and representatives.
//!
//! Nothing here knows compiled code, kernels, the store or the explorer: what they say is checked against the
//! reference interpreter alone.

mod certify;
mod lasso;
mod orbits;
mod proof;
mod replay;
mod retell;
mod symmetry;

pub use certify::{
    Acceptance, ActorImages, Behaviour, Carried, Certificate, LocationImages, NoSymmetries, Pause, Propose,
    Reference, ReferenceStep, Refusal, Relation, Stored, Symmetries, certify, first_states, relate,
    relate_runs, same_steps,
};
pub use lasso::{
    BesideMove, Guide, Lasso, LassoClaim, LassoWalk, Met, StepMarks, replay_lasso, turn_until_closed,
};
pub use orbits::{Canonical, ImageFn, Orbits, Reached, agree_on_successors, reach};
pub use proof::{Objection, Obligation, Proof, Renaming, Sort, Sorts};
pub use replay::{Ending, Mismatch, replay, standing, tell};
pub use retell::{retell, retell_lasso, retell_merged};
pub use symmetry::Trials;
