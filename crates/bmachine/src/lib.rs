//! Classical B: parser, types, value domain and constraint-driven evaluator.
#![allow(missing_docs)]

pub mod compose;
pub mod problem;
pub mod syntax;
pub mod typing;
