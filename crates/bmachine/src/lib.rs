//! Classical B: parser, types, value domain and constraint-driven evaluator.
#![allow(missing_docs)]

pub mod syntax;
