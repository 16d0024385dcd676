//! One search engine: order, store, canonicaliser and property are passed in.
//!
//! The explorer knows states as byte strings, steps as numbers and violations as numbers. A [`Model`] makes
//! successors, a [`Canonicaliser`] picks representatives, a [`Subsumption`] may say which states others stand for,
//! [`Config`] says in which order and how far to go, and [`explore`] answers with a [`Report`]: a verdict, figures, and for
//! each kind of violation the path to its first occurrence. A search that was cut by any limit never says
//! [`Verdict::Holds`]. An [`AcceptingModel`] is searched for cycles that accept by [`find_cycle`]: same store, same limits,
//! same report.

mod batch;
mod claims;
mod config;
mod crew;
mod cycles;
mod frontier;
mod limits;
mod model;
mod occurrence;
mod path;
mod pending;
mod reference;
mod report;
mod search;
mod shared;
mod subsumption;
mod successor_cache;
mod watch;
mod worker;

pub use batch::{Batch, SLOT_ALIGNMENT, Successor, Violation};
pub use config::{Config, Order, ProgressFn, StateFn};
pub use cycles::{
    AcceptingModel, CycleSearch, Debts, FairModel, Follow, Marks, StaysInPlace, WithoutAcceptance,
    find_cycle, find_cycle_by_components, find_cycle_by_nested_search, find_fair_cycle,
};
pub use limits::{Limits, StopReason};
pub use model::{AmpleSets, Canonicaliser, Effort, Model, NoReduction};
pub use path::{ConcretePath, concretise};
pub use reference::explore_by_reference;
pub use report::{Found, LastStep, Path, Progress, Report, Statistics, TurnStep, Verdict};
pub use search::{explore, explore_subsuming};
pub use store::StateId;
pub use subsumption::{Equality, Subsumption};
pub use watch::Alarm;
