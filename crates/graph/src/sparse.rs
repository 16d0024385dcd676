//! Neighbour lists as the representation: for graphs of thousands of vertices and few arcs.
//!
//! Counting walks the lists of the splitter's vertices, so a refinement from scratch takes O(m log n) steps and one
//! after individualising a vertex takes time in proportion to what it changes.

use crate::partition::Partition;
use crate::refine::{Representation, Tally};
use crate::relations::Relations;

/// A graph seen through its neighbour lists.
#[derive(Debug)]
pub(crate) struct Sparse<'a>(pub(crate) &'a Relations);

impl Representation for Sparse<'_> {
    #[inline]
    fn count(&self, splitter: &[u32], _: &Partition, tally: &mut Tally) {
        for &w in splitter {
            let range = self.0.range(w);
            if self.0.kinds == 1 {
                for &u in &self.0.neighbour[range] {
                    tally.add(u, 1);
                }
            } else {
                for (&u, &r) in self.0.neighbour[range.clone()].iter().zip(&self.0.relation[range]) {
                    tally.add(u, tally.weight[r as usize]);
                }
            }
        }
    }

    fn cost(&self, splitter: &[u32]) -> usize {
        splitter.iter().map(|&w| self.0.degree(w)).sum()
    }

    fn relations(&self) -> &Relations {
        self.0
    }
}
