//! A safe door to nauty (McKay and Piperno), for comparison with our own labelling and as the method of the paper
//! that used it in a model checker.
//!
//! Beside `next_state`, `store` and `kernels` this crate may use `unsafe`: it calls C. Nothing of
//! it is compiled unless the feature `sys` is on, because generating the bindings needs libclang.
//!
//! nauty ends the process when it is misused (a graph too large for its build, a missing initialisation), so
//! everything it is given is checked before. It reports automorphisms through callbacks without a user pointer;
//! they are collected in thread-local variables, and nauty itself is built with thread-local work space.

#[cfg(feature = "sys")]
mod graphs;
#[cfg(feature = "sys")]
mod report;

#[cfg(feature = "sys")]
pub use graphs::{Input, Method, Nauty};
#[cfg(feature = "sys")]
pub use report::Report;
