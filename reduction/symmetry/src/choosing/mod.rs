//! Which technique for which model: what was asked for, what is cheapest, and whether it is worth it.

pub(crate) mod automatic;
pub(crate) mod benefit;
pub(crate) mod chooser;
pub(crate) mod cost_model;
pub(crate) mod forced_choice;
pub(crate) mod prepared;
pub(crate) mod reducer;
