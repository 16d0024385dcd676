//! Classical B: parser, types, value domain and constraint-driven evaluator.
#![allow(missing_docs)]

pub mod check;
pub mod code;
pub mod compose;
pub mod eval;
pub mod machine;
pub mod problem;
pub mod symmetry;
pub mod syntax;
pub mod typing;
pub mod value;
