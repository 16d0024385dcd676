//! The techniques of the literature: each makes a representative of a state.

pub(crate) mod bounded;
pub(crate) mod disjoint;
pub(crate) mod drawing;
pub(crate) mod enumerate;
pub(crate) mod fast;
pub(crate) mod first_appearance;
pub(crate) mod flood;
pub(crate) mod label;
pub(crate) mod local_search;
pub(crate) mod markers;
pub(crate) mod minimising_set;
pub(crate) mod presorted;
pub(crate) mod refine;
pub(crate) mod segment;
pub(crate) mod segmented;
pub(crate) mod sorted;
pub(crate) mod technique;
pub(crate) mod wreath;
