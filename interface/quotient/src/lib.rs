//! Quotient as a library: read a model, check it, walk through it, or check a Rust type of your own.
//!
//! ```
//! use quotient::{Model, Options, ReadOptions};
//!
//! let text = "byte x; active [2] proctype P() { byte t; t = x; x = t + 1; assert(x < 2) }";
//! let model = Model::from_text("race.pml", text, &ReadOptions::default()).expect("it can be read");
//! let (outcome, trace) = model.check(&Options::default()).expect("it can be checked");
//! assert_eq!(outcome.verdict, quotient::Verdict::Violated);
//! assert!(!trace.expect("a violation has a trace").steps.is_empty());
//! ```
//!
//! [`Model`] reads Promela and B by the ending of the file. Everything that [`Model::check`] does is in [`checker::check`],
//! which takes anything that implements [`checker::Specification`]; for transition systems written in Rust there is
//! [`own`], which asks for no more than initial states and steps. `examples/` has one of each.

mod examine;
mod files;
mod follow;
mod model;
mod reach;
mod state_graph;
mod trail;

pub use checker::own;
pub use checker::{
    Evaluated, Fairness, Language, Method, NoValue, Options, Orbit, Stage, Standing, Step, Trace, Walk,
    Watch, check,
};
pub use examine::{Examined, examine, refused_name};
pub use explorer::{CycleSearch, Limits, Order, Progress, StopReason};
pub use files::{Includes, Unsaved, plain, read_text};
pub use follow::{Followed, follow, follow_trail};
pub use model::{Account, Model, ReadOptions, Unreadable, defines};
pub use promela::formula_name;
pub use promela_system::{Engine, Level, Notation, Promela};
pub use reach::{Reached, Wanted, reach, steps_through};
pub use report::{Link, LinkKind, Outcome, StepLine, Symmetry, VerdictWord as Verdict};
pub use state_graph::{GraphOptions, state_graphs};
pub use trail::Trail;

/// Checks anything that can be checked, without anybody looking on.
pub fn check_quietly<S: checker::Specification>(
    specification: &S,
    options: &Options,
) -> Result<(Outcome, Option<Trace>), String> {
    check(specification, options, &mut Watch::nobody())
}
