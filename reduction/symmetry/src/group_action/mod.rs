//! How elements of a group act on states, quickly and slowly, and what a state says of each point.

pub(crate) mod action;
pub(crate) mod arranger;
pub(crate) mod certificate;
pub(crate) mod colours;
pub(crate) mod factored;
pub(crate) mod follower;
pub(crate) mod influence;
pub(crate) mod orbit_element;
pub(crate) mod resting;
pub(crate) mod slow_action;
pub(crate) mod state_group;
