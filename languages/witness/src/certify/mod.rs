//! Certificates: what a search stored, gone over by independent and slow means after it said "holds".
//!
//! Two questions, each in its own folder or file with the argument of what is proved: is what was stored closed under the
//! steps of the program that was searched, and free of violations ([`closure`])? And does that program, if it was reduced,
//! have every violation of the program as it is written ([`reduced`])?

mod actors;
mod closure;
mod gathered;
mod promela;
mod ranking;
mod reduced;

pub use actors::{Acceptance, ActorImages};
pub use closure::{
    Behaviour, Carried, Certificate, NoSymmetries, Pause, Propose, Reference, ReferenceStep, Refusal, Stored,
    Symmetries, certify,
};
pub use gathered::{first_states, same_steps};
pub use reduced::{LocationImages, Relation, relate, relate_runs};
