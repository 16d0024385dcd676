//! Comparing and copying states of a few dozen bytes, without a call.
//!
//! The library's `memcmp` and `memcpy` are made for any length: for the 20 to 100 bytes of a state the call and the choice
//! of a loop cost more than the work. Here a state is read sixteen bytes at a time, the last sixteen overlapping what
//! was read before, so that no length needs a loop over single bytes.

/// Bytes read at a time.
const WORD: usize = 16;

/// The words of some bytes: whole ones, then the last sixteen bytes if some are left, which may have been read before. Of
/// fewer than sixteen bytes, all of them and zeros.
#[inline]
pub fn for_each_word(bytes: &[u8], mut take: impl FnMut(u128)) {
    let (words, rest) = bytes.as_chunks::<WORD>();
    words.iter().for_each(|word| take(u128::from_le_bytes(*word)));
    if !rest.is_empty() {
        take(last_word(bytes));
    }
}

/// Whether two strings of bytes are equal.
#[must_use]
#[inline]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() || a.len() > 8 * WORD {
        return a == b;
    }
    let ((these, _), (those, _)) = (a.as_chunks::<WORD>(), b.as_chunks::<WORD>());
    let mut difference = last_word(a) ^ last_word(b);
    for (this, that) in these.iter().zip(those) {
        difference |= u128::from_le_bytes(*this) ^ u128::from_le_bytes(*that);
    }
    difference == 0
}

/// Copies bytes.
///
/// # Panics
/// If there is not as much room as there are bytes.
#[inline]
pub fn copy(from: &[u8], to: &mut [u8]) {
    assert!(from.len() == to.len(), "as much room as there are bytes");
    if from.len() > 8 * WORD {
        return to.copy_from_slice(from);
    }
    let Some(last) = from.last_chunk::<WORD>() else { return copy_fewer(from, to) };
    for (to, from) in to.as_chunks_mut::<WORD>().0.iter_mut().zip(from.as_chunks::<WORD>().0) {
        *to = *from;
    }
    if let Some(end) = to.last_chunk_mut::<WORD>() {
        *end = *last;
    }
}

fn copy_fewer(from: &[u8], to: &mut [u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

/// The last sixteen bytes; of fewer bytes, all of them and zeros.
#[inline]
fn last_word(bytes: &[u8]) -> u128 {
    match bytes.last_chunk::<WORD>() {
        Some(last) => u128::from_le_bytes(*last),
        None => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::{copy, equal, for_each_word};

    #[test]
    fn every_byte_counts_at_every_length() {
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
            let mut copied = vec![0xee; length];
            copy(&bytes, &mut copied);
            assert_eq!(copied, bytes);
            assert!(equal(&copied, &bytes));
            for at in 0..length {
                copied[at] ^= 0x10;
                assert!(!equal(&copied, &bytes), "byte {at} of {length}");
                assert_ne!(words(&copied), words(&bytes), "byte {at} of {length}");
                copied[at] ^= 0x10;
            }
        }
        assert!(!equal(&[1, 2], &[1, 2, 0]));
    }

    fn words(bytes: &[u8]) -> Vec<u128> {
        let mut words = Vec::new();
        for_each_word(bytes, |word| words.push(word));
        words
    }
}
