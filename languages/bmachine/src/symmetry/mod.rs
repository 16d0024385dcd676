//! Symmetry of deferred sets: nothing in B can name an element of a deferred set, so permuting its elements is an
//! automorphism of the state space (Leuschel, Butler, Spermann and Turner, "Symmetry reduction for B by permutation
//! flooding", 2007).

mod action;
mod direct;
mod flood;
mod labelled;
mod markers;
mod state_graph;

pub use action::{Action, Permutation};
pub(crate) use direct::Direct;
pub(crate) use flood::Flood;
pub(crate) use labelled::{LabelSource, Labelled, Labeller, state_values};
pub(crate) use markers::Markers;
pub use methods::Method;
pub(crate) use state_graph::StateGraph;

/// Whether constants are set up one per orbit: flooding and markers meet them as states like any other.
pub fn sets_up_orbits(method: Method) -> bool {
    method == Method::Auto || method.is_labelling()
}
