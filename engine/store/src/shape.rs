//! The tree over the bytes of a state: which leaves and nodes are grouped.
//!
//! The groups below the root are stored once each, so their number is what compression leaves to chance. It is small
//! when the two halves of a state vary about equally: with all variation on one side, that side's top node is as
//! numerous as the states themselves and costs more than the root. Programs put like with like (records of equal size
//! one after the other, arrays, padding), so halving by position is often lopsided, and taking every other leaf is too
//! when a record is two leaves. The Thue-Morse sequence is the classical fair division: leaf `i` goes left if its index
//! has an even number of one bits, and no stride that is a power of two can put all of one column on one side. Below
//! the tops, neighbours are grouped, because they change together. So it is until states have been seen that tell more
//! ([`crate::divide`]).
//!
//! Measured on pan's state vectors of ten models of SPIN's and TopSPIN's collections with leaves of eight bytes and
//! binary nodes, nodes per state, worst and mean: halves 2.08 and 0.63, the largest power of two on the left 0.80 and
//! 0.35, every other leaf 0.86 and 0.39, Thue-Morse 0.67 and 0.30. With leaves of sixteen bytes and four children,
//! Thue-Morse, 0.53 and 0.32, and half the lookups.

/// A place for a node that does not exist.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// Children of an inner node.
pub(crate) const ARITY: usize = 4;

/// The nodes for a given number of leaves. Leaves are the first nodes; children come before their parents. Behind the
/// last node is one more place, for children that inner nodes do not have; its number is always 0.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) leaves: usize,
    /// The nodes each inner node groups; the first inner node follows the last leaf.
    pub(crate) children: Vec<[u32; ARITY]>,
    /// The inner node above each node, counted from the first inner node; `NOWHERE` for the tops.
    pub(crate) parents: Vec<u32>,
    /// The nodes the root pairs, and the one above what hardly ever changes; the place behind the last node where there is
    /// none.
    pub(crate) tops: [u32; 3],
}

impl Shape {
    /// Leaves divided by position.
    pub(crate) fn new(leaves: usize) -> Self {
        let side = |side| (0..leaves as u32).filter(|leaf| leaf.count_ones() % 2 == side).collect();
        Shape::divided(leaves, [side(0), side(1), Vec::new()])
    }

    /// Leaves divided as given: two sides, and what hardly ever changes.
    pub(crate) fn divided(leaves: usize, mut sides: [Vec<u32>; 3]) -> Self {
        let mut shape =
            Shape { leaves, children: Vec::new(), parents: vec![NOWHERE; leaves], tops: [NOWHERE; 3] };
        // Level by level on both sides: lookups next to each other are then independent, and their misses overlap.
        while sides.iter().any(|side| side.len() > 1) {
            sides = sides.map(|side| shape.group(&side));
        }
        let nowhere = shape.parents.len() as u32;
        shape.tops = sides.map(|side| side.first().copied().unwrap_or(nowhere));
        for children in &mut shape.children {
            children.iter_mut().filter(|child| **child == NOWHERE).for_each(|child| *child = nowhere);
        }
        shape
    }

    /// Nodes, and the place behind the last.
    pub(crate) fn places(&self) -> usize {
        self.parents.len() + 1
    }

    /// Groups neighbours; one that is alone waits for the next level.
    fn group(&mut self, nodes: &[u32]) -> Vec<u32> {
        let groups = nodes.chunks(ARITY).map(|group| match group {
            &[alone] => alone,
            group => self.above(group),
        });
        groups.collect()
    }

    fn above(&mut self, group: &[u32]) -> u32 {
        let mut children = [NOWHERE; ARITY];
        children[..group.len()].copy_from_slice(group);
        for &child in group {
            self.parents[child as usize] = self.children.len() as u32;
        }
        self.children.push(children);
        self.parents.push(NOWHERE);
        self.parents.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_but_the_tops_has_one_parent_behind_it() {
        for leaves in 0..200 {
            let shape = Shape::new(leaves);
            assert_eq!(shape.places(), leaves + shape.children.len() + 1);
            for (node, &parent) in shape.parents.iter().enumerate() {
                if parent == NOWHERE {
                    assert!(shape.tops.contains(&(node as u32)));
                } else {
                    assert!(shape.children[parent as usize].contains(&(node as u32)));
                    assert!(leaves + parent as usize > node);
                }
            }
            let children: usize = shape
                .children
                .iter()
                .map(|c| c.iter().filter(|&&c| c < shape.places() as u32 - 1).count())
                .sum();
            assert_eq!(children, shape.parents.iter().filter(|&&parent| parent != NOWHERE).count());
        }
    }

    #[test]
    fn strides_of_powers_of_two_are_divided() {
        for stride in [1, 2, 4, 8] {
            let left = (0..64u32).filter(|i| i % stride == 0 && i.count_ones() % 2 == 0).count() as u32;
            assert_eq!(left, 64 / stride / 2);
        }
    }
}
