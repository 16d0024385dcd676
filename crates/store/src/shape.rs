//! The tree over the words of a state: which nodes are paired.
//!
//! The pairs below the root are stored once each, so their number is what compression leaves to chance. It is small
//! when the two halves of a state vary about equally: with all variation on one side, that side's top node is as
//! numerous as the states themselves and costs as much as the root. Programs put like with like (records of equal
//! size one after the other, arrays, padding), so halving by position is often lopsided, and taking every other word is too when
//! a record is two words. The Thue-Morse sequence is the classical fair division: word `i` goes left if its index has
//! an even number of one bits, and no stride that is a power of two can put all of one column on one side. Below the
//! top, neighbours are paired, because they change together.
//!
//! Measured on pan's state vectors of ten models of SPIN's and TopSPIN's collections, pairs per state, worst and mean:
//! halves 2.08 and 0.63, the largest power of two on the left 0.80 and 0.35, every other word 0.86 and 0.39,
//! Thue-Morse 0.67 and 0.30.

/// A place for a node that does not exist.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The nodes for a given number of words. Words are the first nodes; children come before their parents.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) words: usize,
    /// The two nodes each inner node pairs; the first inner node follows the last word.
    pub(crate) children: Vec<[u32; 2]>,
    /// The inner node above each node, counted from the first inner node; `NOWHERE` for the two tops.
    pub(crate) parents: Vec<u32>,
    /// The nodes the root pairs; `NOWHERE` where a state is too short.
    pub(crate) tops: [u32; 2],
}

impl Shape {
    pub(crate) fn new(words: usize) -> Self {
        let mut shape =
            Shape { words, children: Vec::new(), parents: vec![NOWHERE; words], tops: [NOWHERE; 2] };
        for side in 0..2 {
            let members = (0..words as u32).filter(|word| word.count_ones() % 2 == side).collect();
            shape.tops[side as usize] = shape.pair_up(members);
        }
        shape
    }

    /// All nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// Pairs neighbours until one is left; an odd last one waits for the next round.
    fn pair_up(&mut self, mut nodes: Vec<u32>) -> u32 {
        while nodes.len() > 1 {
            let pairs = nodes.chunks(2).map(|pair| match pair {
                &[left, right] => self.above([left, right]),
                rest => rest[0],
            });
            nodes = pairs.collect();
        }
        nodes.first().copied().unwrap_or(NOWHERE)
    }

    fn above(&mut self, children: [u32; 2]) -> u32 {
        for child in children {
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
        for words in 0..200 {
            let shape = Shape::new(words);
            assert_eq!(shape.nodes(), words + shape.children.len());
            assert_eq!(shape.children.len(), words.saturating_sub(2));
            for (node, &parent) in shape.parents.iter().enumerate() {
                if parent == NOWHERE {
                    assert!(shape.tops.contains(&(node as u32)));
                } else {
                    assert!(shape.children[parent as usize].contains(&(node as u32)));
                    assert!(words + parent as usize > node);
                }
            }
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
