//! Symmetry detection, the group action on states, and the canonicalisers.
//!
//! [`detect`] finds the symmetries of a program and verifies them; [`StateGroup`] is the group they generate with its
//! action on states; each technique of the literature is one file that makes a canonicaliser of it.

mod action;
mod arranger;
mod asked_for;
mod automatic;
mod bounded;
mod certificate;
mod chooser;
mod colours;
mod detect;
mod disjoint;
mod drawing;
mod enumerate;
mod factored;
mod fast;
mod find;
mod first_appearance;
mod flood;
mod generator;
mod influence;
mod kept;
mod label;
mod local_search;
mod markers;
mod minimising_set;
mod orbit_element;
mod presorted;
mod price;
mod reducer;
mod refine;
mod segment;
mod segmented;
mod slow_action;
mod sorted;
mod state_group;
mod technique;
mod verify;
mod worth;
mod wreath;

pub use action::Action;
pub use certificate::SlowGroup;
pub use chooser::{Choice, choose, choose_for};
pub use detect::{Detection, Lost, detect};
pub use find::{Found, Grouped, Told, find, without_references};
pub use generator::Generator;
pub use methods::Method;
pub use reducer::{Reducer, Strategy};
pub use state_group::{Point, StateGroup};
