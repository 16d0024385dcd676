//! The target cell: which cell's vertices are individualised next.
//!
//! Any choice works that depends on the partition and not on vertex numbers; a good one makes the tree small. Taken
//! here: the first of the largest cells. Large cells make bushy trees, but their orbits are found once and the
//! refinement after them splits most.

use crate::partition::Partition;
use crate::relations::Relations;

/// The start of the target cell of a partition that is not discrete.
pub(crate) fn target_cell(_graph: &Relations, partition: &Partition) -> u32 {
    let mut target = 0;
    let mut largest = 1;
    for start in partition.starts() {
        let length = partition.length[start as usize];
        if length > largest {
            largest = length;
            target = start;
        }
    }
    target
}
