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
pub(crate) use state_graph::StateGraph;

/// How to use the symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Explore every state.
    None,
    /// Canonical labelling of the state graph of the paper.
    Label,
    /// The same with nauty as the labeller; needs the feature `nauty`.
    #[cfg(feature = "nauty")]
    Nauty,
    /// Store every permutation of a state with it.
    Flood,
    /// Compare invariants only; may take different orbits for one.
    Markers,
    /// Refine the elements by what the values say about them; label only what is left.
    Auto,
}

impl Method {
    /// Every method of this build.
    pub const ALL: &[Method] = &[
        Method::None,
        Method::Label,
        #[cfg(feature = "nauty")]
        Method::Nauty,
        Method::Flood,
        Method::Markers,
        Method::Auto,
    ];

    /// The method of that name, if this build has it.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.iter().copied().find(|method| method.name() == name)
    }

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::None => "none",
            Method::Label => "label",
            #[cfg(feature = "nauty")]
            Method::Nauty => "nauty",
            Method::Flood => "flood",
            Method::Markers => "markers",
            Method::Auto => "auto",
        }
    }

    /// Whether constants are set up one per orbit: flooding and markers meet them as states like any other.
    pub fn labels(self) -> bool {
        !matches!(self, Method::None | Method::Flood | Method::Markers)
    }

    /// Whether no orbit can be missed.
    pub fn is_sound(self) -> bool {
        self != Method::Markers
    }

    /// Whether it promises one state for each orbit, whatever the group.
    pub fn is_exact(self) -> bool {
        self.is_sound() && self != Method::None
    }
}
