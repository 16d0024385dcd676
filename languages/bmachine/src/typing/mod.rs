//! Type inference: from the syntax tree to a tree whose names are slots and whose every node has a type.

mod assigned;
mod conflicts;
mod expression;
pub mod infer;
mod inherited;
mod names;
mod operators;
mod predicate;
mod substitution;
mod temporal;
pub mod tree;
pub mod types;

pub use infer::{Program, infer, types_of_names};
