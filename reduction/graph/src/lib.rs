//! Coloured digraphs: refinement, canonical labelling, automorphism generators.
//!
//! Two uses meet here. Before a search, the *program graph* of a model (thousands of vertices, few arcs, many
//! colours of vertices and arcs) is asked for its automorphism group: that group is the model's symmetry. During a
//! search, small digraphs that encode single states are asked for a canonical labelling, millions of times. Both
//! rest on individualisation and refinement; they differ in how the graph is held.
//!
//! ```
//! use graph::{Colour, DigraphBuilder, Scratch, WorkLimit, automorphisms, canonical_labelling};
//!
//! let mut builder = DigraphBuilder::new();
//! let ring: Vec<_> = (0..5).map(|_| builder.add_vertex(Colour(0))).collect::<Result<_, _>>()?;
//! for i in 0..5 {
//!     builder.add_arc(ring[i], ring[(i + 1) % 5], Colour(0))?;
//! }
//! let graph = builder.build();
//! let mut scratch = Scratch::default();
//! let group = automorphisms(&graph, &mut scratch, WorkLimit::default())?;
//! assert_eq!(group.order(), 5u32.into());
//! assert!(group.generators.iter().all(|generator| graph.is_automorphism(generator)));
//!
//! let canonical = canonical_labelling(&graph, &mut scratch, WorkLimit::default())?;
//! let form = graph.relabelled(&canonical.labelling);
//! assert!(form.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A canonical labelling is a function of the isomorphism class: relabelled by it, isomorphic graphs become equal.
//! Which of the equal forms it is may change from version to version.

mod bitset;
mod canonical;
mod digraph;
mod equitable;
mod images;
mod leaf;
mod limit;
mod lists;
mod mask_tree;
mod masks;
#[cfg(feature = "nauty")]
mod nauty;
mod orbits;
mod partition;
pub mod reference;
mod refine;
mod relations;
mod search;
mod small;
mod trace;
mod tree;
mod twins;

pub use canonical::{
    Automorphisms, Canonical, Representation, Scratch, automorphisms, canonical_labelling, some_automorphisms,
};
pub use digraph::{Arc, Colour, Digraph, DigraphBuilder, GraphError, Vertex};
pub use equitable::colour_refinement;
pub use limit::{GaveUp, WorkLimit};
#[cfg(feature = "nauty")]
pub use nauty::nauty_labelling;
#[cfg(feature = "nauty")]
pub use nauty_backend::Nauty;
pub use small::{SMALL_ARC_COLOURS, SMALL_VERTICES, SmallDigraph, SmallForm, SmallScratch, label_small};
