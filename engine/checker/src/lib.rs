//! The pipeline, whatever the language: from a model that was read to an outcome.
//!
//! A [`Specification`] is a model that was read: it knows its properties and makes a [`System`] for each that can be
//! checked. A system explores itself with the one search engine, replays what was found, and proves what was stored.
//! What is done with it is the same for all languages and stands here: [`check`] goes through the properties,
//! [`check_system`] through one search, `vacuity` asks of a formula that holds whether its premises ever do, and all
//! end in plain data for the report.
//!
//! Promela, B and [`own`] types of Rust implement both traits. Nothing here may know a language.

mod any_system;
pub mod beside;
mod check;
mod each_violation;
mod keeper;
pub mod own;

mod specification;
mod system;
mod vacuity;
mod walk;

pub use any_system::AnySystem;
pub use check::{Fairness, NOT_ALL_SEARCHED, Options, Stage, Watch, check, check_system};
pub use methods::{Language, Method};
pub use specification::{How, Planned, Premise, SAFETY_ALONE, Specification};
pub use system::{Certifying, System, Trace};
pub use walk::{Evaluated, NoValue, Orbit, Standing, Step, Walk};
