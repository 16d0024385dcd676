//! Permutations, stabiliser chains, orbits, blocks, products and images.
//!
//! The computational group theory that symmetry reduction borrows from GAP, small enough to read and fast
//! enough to call inside a search. Groups are given by generators; [`Group::from_generators`] finds a base
//! and strong generating set, from which everything else follows.
//!
//! ```
//! use permutation::{Group, parse_generators};
//! let list = parse_generators("(1 2 3 4), (1 2)")?;
//! let group = Group::from_generators(list.degree, list.generators);
//! assert_eq!(group.order().to_string(), "24");
//! # Ok::<(), permutation::NotationError>(())
//! ```

mod adapted_base;
mod blocks;
mod canonical_image;
mod chain;
mod classify;
mod cosets;
mod crossing_blocks;
mod dependent_orbits;
mod describe;
mod disjoint;
mod enumerate;
mod exchanges;
pub mod families;
mod group;
mod image_plan;
mod invariant_sets;
mod known_order;
mod minimising_set;
mod notation;
mod orbits;
mod packed;
mod partition_stabiliser;
mod perm;
mod point;
mod random;
mod recognise;
mod restriction;
mod schreier_sims;
mod smallest_image;
mod smallest_set_image;
mod stabiliser_pruning;
mod structure;
mod wreath;

pub use blocks::{
    BlockSystem, block_system_with, block_systems, blocks_through, minimal_block_systems, some_blocks_through,
};
pub use canonical_image::CanonicalImage;
pub use chain::{Level, StabiliserChain};
pub use classify::{Classified, ClassifyConfig, Structure};
pub use cosets::{right_coset_representatives, smallest_in_coset};
pub use crossing_blocks::crossing_block_systems;
pub use describe::{Description, Strategy, describe};
pub use disjoint::{DisjointProduct, Factor};
pub use enumerate::{Elements, coset_representatives};
pub use group::Group;
pub use minimising_set::MinimisingSet;
pub use notation::{GeneratorList, NotationError, NotationErrorKind, parse_generators, parse_perm};
pub use num_bigint::BigUint;
pub use orbits::{Orbits, Transversal, orbits_of};
pub use packed::PackedPerm;
pub use perm::{ImageListError, Perm};
pub use point::{MAX_DEGREE, Point};
pub use random::{ProductReplacement, Random};
pub use recognise::{
    Kind, cyclic_order, dihedral_corners, factorial, is_natural_alternating, is_natural_symmetric, recognise,
};
pub use restriction::{relabel_perm, restrict_perm, spread_perm};
pub use schreier_sims::Method;
pub use smallest_image::{Scratch, SmallestImage};
pub use wreath::WreathProduct;
