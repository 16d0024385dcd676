//! Classical B: parser, types, value domain and constraint-driven evaluator.
#![allow(missing_docs)]

pub mod code;
pub mod compose;
pub mod eval;
pub mod problem;
pub mod syntax;
pub mod typing;
pub mod value;
