//! Symmetry detection, the group action on states, and the canonicalisers.
//!
//! [`detect`] finds the symmetries of a program and verifies them; [`StateGroup`] is the group they generate with its
//! action on states; each technique of the literature is one file that makes a canonicaliser of it.

mod action;
mod chooser;
mod detect;
mod enumerate;
mod generator;
mod label;
mod reducer;
mod state_group;

pub use action::Action;
pub use chooser::{Choice, Method, choose};
pub use detect::{Detection, Lost, detect};
pub use generator::Generator;
pub use reducer::{Reducer, Strategy};
pub use state_group::{Point, StateGroup};
