//! Symmetry detection, the group action on states, and the canonicalisers.
//!
//! The way of the data: [`detect`] finds the symmetries of a program and verifies them; `group_action` is the group they
//! generate with its action on states; `techniques` has one file for each technique of the literature, which makes a
//! canonicaliser of it; `choosing` picks one for a model, by what it costs and saves.
//!
//! What a reader may touch: a technique is a `Minimiser` and may do whatever it likes as long as it
//! answers with an image of the state under the group; brute force checks that in `promela_system/tests/orbits.rs`. What must
//! not break: every generator passes `detect/verify.rs` before it is used, and a technique that calls itself exact gives
//! all states of an orbit the same image.

mod choosing;
mod detect;
mod group_action;
mod techniques;

pub use choosing::chooser::{Choice, choose, choose_for};
pub use choosing::reducer::{Reducer, Strategy};
pub use detect::find::{Found, Grouped, find, without_references};
pub use detect::generator::Generator;
pub use detect::{Detection, Lost, detect, first_of_copies};
pub use group_action::action::Action;
pub use group_action::certificate::SlowGroup;
pub use group_action::follower::Follower;
pub use group_action::state_group::{Point, StateGroup};
pub use methods::Method;
