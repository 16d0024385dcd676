//! Where each byte of a state stands in the leaves of its tree.
//!
//! At first in order, sixteen to a leaf. After some states have been seen, bytes that vary are put on the side that
//! [`crate::divide`] finds for them, and those that never varied so far fill the leaves up; what is left of them makes
//! leaves of its own, which are on neither side: roots name what they hold beside the length. It is a permutation of the
//! bytes and of some zeros behind them, so nothing is lost whatever changes later, and one that vector instructions
//! apply to all of a state at once.

use kernels::{ByteMap, Shuffle};

use crate::divide::divide;
use crate::shape::Shape;

/// Bytes in a leaf.
pub(crate) const LEAF: usize = size_of::<u128>();

/// States longer than this stay in order: places are numbers of sixteen bits.
const LONGEST: usize = 1 << 15;

/// The place of every byte, and the tree above. See the module's text.
#[derive(Debug)]
pub(crate) struct Arrangement {
    /// Length of the states in bytes.
    pub(crate) len: usize,
    /// How bytes move, if they do.
    pub(crate) order: Option<Order>,
    pub(crate) shape: Shape,
}

/// A permutation of a state's bytes and of the zeros behind them, up to whole leaves.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) to_leaves: Shuffle,
    pub(crate) from_leaves: Shuffle,
}

impl Arrangement {
    /// Bytes in order, for states of `len` bytes.
    pub(crate) fn plain(len: usize) -> Self {
        Arrangement { len, order: None, shape: Shape::new(len.div_ceil(LEAF)) }
    }

    /// Bytes as these states suggest, which have `len` bytes each.
    pub(crate) fn learned(len: usize, sample: &[Vec<u8>]) -> Self {
        if len > LONGEST {
            return Arrangement::plain(len);
        }
        let division = divide(sample);
        // What varies not at all fills the gaps, then zeros do.
        let mut filling = division.constant.into_iter();
        let mut zeros = len as u32..;
        let mut bytes: Vec<u32> = Vec::new();
        let [left, right] = division.sides.map(|side| {
            let first = bytes.len();
            bytes.extend(side);
            let gap = bytes.len().next_multiple_of(LEAF) - bytes.len();
            bytes.extend(filling.by_ref().chain(zeros.by_ref()).take(gap));
            leaves(first, bytes.len())
        });
        let first = bytes.len();
        bytes.extend(filling);
        let gap = bytes.len().next_multiple_of(LEAF) - bytes.len();
        bytes.extend(zeros.take(gap));
        let rest = leaves(first, bytes.len());
        let shape = Shape::divided(bytes.len() / LEAF, [left, right, rest]);
        Arrangement { len, order: Some(Order::new(&bytes)), shape }
    }
}

/// The leaves of a range of bytes.
fn leaves(from: usize, to: usize) -> Vec<u32> {
    ((from / LEAF) as u32..(to / LEAF) as u32).collect()
}

impl Order {
    /// Of which byte stands in each place.
    fn new(bytes: &[u32]) -> Self {
        let (mut to, mut from) = (ByteMap::identity(bytes.len()), ByteMap::identity(bytes.len()));
        for (place, &byte) in bytes.iter().enumerate() {
            to.source[place] = byte as u16;
            from.source[byte as usize] = place as u16;
        }
        Order { to_leaves: Shuffle::new(&to), from_leaves: Shuffle::new(&from) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernels::Block;

    #[test]
    fn bytes_come_back() {
        for len in [1, 15, 16, 17, 66, 300, 1000] {
            let state = |n: usize| {
                let byte = |i: usize| if i.is_multiple_of(3) { (n >> (i % 7)) as u8 } else { 1 };
                (0..len).map(byte).collect()
            };
            let sample: Vec<Vec<u8>> = (0..100).map(state).collect();
            let arrangement = Arrangement::learned(len, &sample);
            let bytes = arrangement.shape.leaves * LEAF;
            assert!(bytes >= len && bytes < len + 3 * LEAF);
            let order = arrangement.order.expect("learned");
            let mut state = Block::new(bytes);
            (0..len).for_each(|i| state.bytes_mut()[i] = (i * 7 + 1) as u8);
            let (mut leaves, mut back) = (Block::new(bytes), Block::new(bytes));
            order.to_leaves.apply(&state, &mut leaves);
            order.from_leaves.apply(&leaves, &mut back);
            assert_eq!(state, back);
        }
    }
}
