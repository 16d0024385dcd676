//! Elements met before, compiled for the vector instructions.
//!
//! The element that takes a state to its representative is put together component by component, and so it is applied,
//! byte by byte ([`Reading::apply`]). But a step changes a component or two, so the same few elements are needed again and
//! again: one that was met often is compiled (`kernels::Shuffle`) and kept. The table is direct-mapped and small, and an
//! element is counted as long as no other takes its place, so large groups cost no more than a look. Up to sixteen
//! components an element is one number, four bits for each.

use kernels::{Block, Shuffle, short};

use super::reading::Reading;

/// Places in the table. Compiled elements are kept beside it: small searches would wait longer for its memory than for
/// anything they ask of it.
const PLACES: usize = 1 << 11;

/// Uses after which an element is compiled: that takes as long as some dozens of them.
const OFTEN: u32 = 24;

/// So many components are numbered by four bits each.
const FEW: usize = 16;

/// Compiled elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    /// Empty until it is first needed.
    known: Vec<Known>,
    image: Block,
}

#[derive(Clone, Debug, Default)]
struct Known {
    /// The element's number.
    number: u64,
    /// The element itself, where others may have the number; empty otherwise.
    element: Vec<u8>,
    uses: u32,
    /// None before it was used often, and where it cannot be compiled.
    shuffle: Option<Box<Shuffle>>,
}

impl Moves {
    /// Writes the image of a state under an element; `to` holds a copy of the state already.
    pub fn apply(&mut self, reading: &Reading, element: &[u8], from: &Block, to: &mut [u8]) {
        if self.known.is_empty() {
            self.known = vec![Known::default(); PLACES];
        }
        let number = number(element);
        let many = if element.len() > FEW { element } else { &[] };
        let known = &mut self.known[place(number)];
        if known.number != number || (!many.is_empty() && known.element != many) {
            known.number = number;
            known.element.clear();
            known.element.extend_from_slice(many);
            (known.uses, known.shuffle) = (0, None);
            return reading.apply(element, from.bytes(), to);
        }
        known.uses += 1;
        match &known.shuffle {
            Some(shuffle) => {
                shuffle.apply(from, &mut self.image);
                short::copy(self.image.bytes(), to);
            }
            None => reading.apply(element, from.bytes(), to),
        }
        if known.uses == OFTEN {
            let shuffle = reading.map(element, from.len()).map(|map| Box::new(Shuffle::new(&map)));
            // Its first image must be the one just made byte by byte.
            known.shuffle = shuffle.filter(|shuffle| {
                shuffle.apply(from, &mut self.image);
                self.image.bytes() == to
            });
        }
    }
}

/// A number for an element, which no other has where there are few components. It is not zero for any but the identity of
/// one component, which moves nothing.
#[inline]
fn number(element: &[u8]) -> u64 {
    if element.len() <= FEW {
        return element.iter().fold(0, |number, &image| number << 4 | u64::from(image));
    }
    let (words, rest) = element.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().chain([&last]).fold(0u64, |sum, word| {
        (sum.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

#[inline]
fn place(number: u64) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PLACES
}
