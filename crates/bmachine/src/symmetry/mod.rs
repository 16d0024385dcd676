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
pub use direct::{Direct, direct_key};
pub use flood::Flood;
pub use labelled::{LabelSource, Labelled, Labeller};
pub use markers::Markers;
pub use state_graph::StateGraph;

/// How to use the symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Explore every state.
    None,
    /// Canonical labelling of the state graph of the paper.
    Label,
    /// Store every permutation of a state with it.
    Flood,
    /// Compare invariants only; may take different orbits for one.
    Markers,
    /// Refine the elements by what the values say about them; label only what is left.
    Auto,
}

impl Method {
    pub const ALL: [Method; 5] = [Method::None, Method::Label, Method::Flood, Method::Markers, Method::Auto];

    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Method::None => "none",
            Method::Label => "label",
            Method::Flood => "flood",
            Method::Markers => "markers",
            Method::Auto => "auto",
        }
    }

    /// Whether no state can be missed.
    pub fn is_exact(self) -> bool {
        self != Method::Markers
    }
}
