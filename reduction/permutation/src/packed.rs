//! Permutations of at most 64 points in one cache line.
//!
//! The image table as 64 bytes, aligned to 64: the form in which `vpermb` applies a whole permutation to a
//! whole state in one instruction, or `pshufb` in a few. This crate only packs; the kernels that use such
//! instructions live elsewhere. Unused positions map to themselves, so products and inverses need no degree
//! and loops have a fixed length that the compiler unrolls.

use crate::{Perm, Point};

/// A permutation of at most 64 points, one byte per image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(C, align(64))]
pub struct PackedPerm([u8; 64]);

impl PackedPerm {
    /// The permutation that moves nothing.
    pub const IDENTITY: Self = {
        let mut images = [0; 64];
        let mut i = 0;
        while i < 64 {
            images[i] = i as u8;
            i += 1;
        }
        Self(images)
    };

    /// Packs a permutation; `None` if it has more than 64 points.
    #[must_use]
    pub fn new(perm: &Perm) -> Option<Self> {
        let mut packed = Self::IDENTITY;
        let images = packed.0.get_mut(..perm.degree())?;
        images.iter_mut().zip(perm.iter()).for_each(|(byte, p)| *byte = p.index() as u8);
        Some(packed)
    }

    /// The permutation on the first `degree` points, which must be mapped to themselves.
    #[must_use]
    pub fn unpack(&self, degree: usize) -> Perm {
        Perm::from_points(self.0[..degree].iter().map(|&p| Point::new(p.into())).collect::<Vec<_>>())
    }

    /// The image table.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// First `self`, then `next`.
    #[must_use]
    #[inline]
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.map(|p| next.0[usize::from(p & 63)]))
    }

    /// The inverse: as a shuffle control it *gathers* what `self` scatters.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Self {
        let mut images = [0; 64];
        for (i, &p) in self.0.iter().enumerate() {
            images[usize::from(p & 63)] = i as u8;
        }
        Self(images)
    }

    /// Moves the cells of a state, `to[α(i)] = from[i]`, given the inverse of `α` in `self`.
    #[inline]
    pub fn gather(&self, from: &[u8; 64], to: &mut [u8; 64]) {
        for (cell, &p) in to.iter_mut().zip(&self.0) {
            *cell = from[usize::from(p & 63)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn packing_commutes_with_everything() {
        let mut random = Random::new(9);
        for degree in [1, 7, 63, 64] {
            let (a, b) = (random.perm(degree), random.perm(degree));
            let (p, q) = (PackedPerm::new(&a).unwrap(), PackedPerm::new(&b).unwrap());
            assert_eq!(p.then(&q).unpack(degree), a.then(&b));
            assert_eq!(p.inverse().unpack(degree), a.inverse());
            let from: [u8; 64] = std::array::from_fn(|i| i as u8 * 3);
            let (mut slow, mut fast) = (from, [0; 64]);
            a.act(&from[..degree], &mut slow[..degree]);
            p.inverse().gather(&from, &mut fast);
            assert_eq!(slow, fast);
        }
        assert_eq!(PackedPerm::new(&Perm::identity(65)), None);
    }
}
