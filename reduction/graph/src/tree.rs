//! What the search needs of a search tree: the one interface between the search and the ways to hold a graph.
//!
//! A tree has a current node, which is an ordered partition. The search walks it: it individualises a vertex and
//! refines, saves nodes to come back to, and keeps two leaves to compare with, the first and the best. How
//! partitions are held, refined and compared is the tree's business (`lists.rs`, `masks.rs`).

use std::cmp::Ordering;

use crate::images::Image;
use crate::limit::{Budget, GaveUp};
use crate::trace::Trace;

/// A search tree with a current node. All methods depend on vertex numbers only as far as their arguments do.
pub(crate) trait Tree {
    /// The number of vertices; images are arrays of this length.
    fn vertex_count(&self) -> usize;

    /// Goes to the root and refines it.
    fn root(&mut self, trace: &mut Trace, budget: &mut Budget) -> Result<(), GaveUp>;

    /// Goes to the child that individualises `vertex`. [`Refined::Pruned`] leaves the current node undefined until
    /// the next [`Tree::restore`].
    fn individualise(
        &mut self,
        vertex: u32,
        trace: &mut Trace,
        budget: &mut Budget,
    ) -> Result<Refined, GaveUp>;

    /// Remembers the current node as the one at `level`; the levels above stay remembered.
    fn save(&mut self, level: usize);

    /// Goes back to the node remembered at `level`, which may be asked for again.
    fn restore(&mut self, level: usize);

    /// Whether the current node is a leaf.
    fn is_leaf(&self) -> bool;

    /// The vertices of the target cell of the current node, which was just saved and is not a leaf.
    ///
    /// Both trees take the first of the largest cells that were cut off by the last refinement that left any; where
    /// there is none, the first of the largest of all. So a part of the graph that was begun is finished before the
    /// next one, and exchanges of equal parts show as soon as they can. Large cells, because their orbits are found
    /// once and the refinement after them splits most.
    fn target_cell(&self) -> impl Iterator<Item = u32> + '_;

    /// Keeps the current leaf as the first.
    fn keep_as_first(&mut self);

    /// Keeps the current leaf as the best.
    fn keep_as_best(&mut self);

    /// Compares the graph renumbered by the current leaf with the graph renumbered by the best.
    fn compare_with_best(&mut self) -> Ordering;

    /// Turns the identity into the map from the best leaf to the current leaf.
    fn map_from_best(&self, image: &mut Image);

    /// Guesses a map from the first path's node at this depth to the current node, and says whether it is an
    /// automorphism; `image` is the identity before, and the map after. Both nodes lie below the node saved at level
    /// `common`, and their traces agree. Vertices in cells of their own are mapped by position. In a larger cell,
    /// vertices that both nodes have there stay, and one that is missing in the current node because it is the image
    /// of another is mapped back to that one: so exchanges of two equal parts are found at once.
    fn is_image_of_first(&mut self, common: usize, image: &mut Image) -> bool;
}

/// How a refinement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refined {
    /// The partition is equitable.
    Equitable,
    /// The trace says that nothing below matters; the partition is in some intermediate state.
    Pruned,
}
