//! Permutations as image tables.
//!
//! A permutation is the list of the images of its points. Products are written in the order of application:
//! `a.then(&b)` moves a point by `a` first and by `b` second, which is GAP's `a*b` and the papers' `ba`. A
//! permutation acts on a state by moving cells, `α(s)[α(i)] = s[i]` (Donaldson and Miller, *On the
//! constructive orbit problem*, 2009, section 3.3.2), so `(1 2 3)` turns `(7, 5, 4)` into `(4, 7, 5)`.
//!
//! Permutations of at most 64 points have a second form, [`crate::PackedPerm`], which is one cache line of
//! bytes.

use std::{fmt, ops::Deref};

use crate::Point;

/// A permutation of `0 .. degree`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Perm {
    /// Every point of `0 .. len` occurs exactly once.
    images: Box<[Point]>,
}

/// The image list was not a permutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageListError {
    /// More points than [`crate::MAX_DEGREE`].
    TooLong,
    /// The image at this position is not below the degree.
    OutOfRange(usize),
    /// The image at this position occurred before.
    Repeated(usize),
}

impl fmt::Display for ImageListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "more than {} points", crate::MAX_DEGREE),
            Self::OutOfRange(at) => write!(f, "the image at position {at} is not below the degree"),
            Self::Repeated(at) => write!(f, "the image at position {at} occurred before"),
        }
    }
}

impl std::error::Error for ImageListError {}

impl Perm {
    /// The permutation that moves nothing.
    #[must_use]
    pub fn identity(degree: usize) -> Self {
        Self { images: Point::all(degree).collect() }
    }

    /// The permutation with these zero-based images.
    pub fn from_images(images: &[usize]) -> Result<Self, ImageListError> {
        if images.len() > crate::MAX_DEGREE {
            return Err(ImageListError::TooLong);
        }
        let mut seen = vec![false; images.len()];
        for (at, &image) in images.iter().enumerate() {
            match seen.get_mut(image) {
                None => return Err(ImageListError::OutOfRange(at)),
                Some(true) => return Err(ImageListError::Repeated(at)),
                Some(fresh) => *fresh = true,
            }
        }
        Ok(Self { images: images.iter().map(|&i| Point::new(i)).collect() })
    }

    /// Trusts that `images` is a permutation; every caller in this crate builds one.
    pub(crate) fn from_points(images: impl Into<Box<[Point]>>) -> Self {
        Self { images: images.into() }
    }

    /// Makes this the identity again.
    pub(crate) fn reset(&mut self) {
        self.images.iter_mut().enumerate().for_each(|(i, p)| *p = Point::new(i));
    }

    /// Makes this equal to a permutation of the same degree, without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.images.copy_from_slice(&other.images);
    }

    /// The image table, to be worked on in place; whoever does leaves a permutation.
    #[inline]
    pub(crate) fn points_mut(&mut self) -> &mut [Point] {
        &mut self.images
    }

    /// The transposition of two points.
    #[must_use]
    pub fn transposition(degree: usize, a: Point, b: Point) -> Self {
        let mut perm = Self::identity(degree);
        perm.images.swap(a.index(), b.index());
        perm
    }

    /// The product of disjoint cycles of zero-based points. Used where the cycles are known to be disjoint;
    /// text goes through [`crate::parse_perm`], which checks.
    pub(crate) fn from_cycles(degree: usize, cycles: &[&[usize]]) -> Self {
        let mut perm = Self::identity(degree);
        for cycle in cycles {
            for (k, &from) in cycle.iter().enumerate() {
                perm.images[from] = Point::new(cycle[(k + 1) % cycle.len()]);
            }
        }
        perm
    }

    /// How many points the permutation is defined on.
    #[inline]
    #[must_use]
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// The image of a point.
    #[inline]
    #[must_use]
    pub fn image(&self, point: Point) -> Point {
        self.images[point.index()]
    }

    /// The image of a zero-based index, as an index.
    #[inline]
    #[must_use]
    pub fn at(&self, index: usize) -> usize {
        self.images[index].index()
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(i, p)| p.index() == i)
    }

    /// First `self`, then `next`. The degrees must agree.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        debug_assert_eq!(self.degree(), next.degree());
        Self { images: self.images.iter().map(|&p| next.image(p)).collect() }
    }

    /// Replaces `self` by `self` followed by `next`, without allocating.
    pub fn then_assign(&mut self, next: &Self) {
        for p in &mut self.images {
            *p = next.image(*p);
        }
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut images = vec![Point::default(); self.degree()];
        for (i, p) in self.images.iter().enumerate() {
            images[p.index()] = Point::new(i);
        }
        Self { images: images.into() }
    }

    /// `self` repeated `exponent` times; negative exponents repeat the inverse.
    #[must_use]
    pub fn power(&self, exponent: i64) -> Self {
        let mut images = vec![Point::default(); self.degree()];
        for cycle in self.all_cycles() {
            let shift = exponent.rem_euclid(cycle.len() as i64) as usize;
            for (k, p) in cycle.iter().enumerate() {
                images[p.index()] = cycle[(k + shift) % cycle.len()];
            }
        }
        Self { images: images.into() }
    }

    /// `by⁻¹ · self · by`: the same permutation after renaming the points by `by`.
    #[must_use]
    pub fn conjugate(&self, by: &Self) -> Self {
        let mut images = vec![Point::default(); self.degree()];
        for (i, &p) in self.images.iter().enumerate() {
            images[by.at(i)] = by.image(p);
        }
        Self { images: images.into() }
    }

    /// The same permutation on more points; the new ones are fixed.
    #[must_use]
    pub fn extended(&self, degree: usize) -> Self {
        let fresh = self.degree()..degree.max(self.degree());
        Self { images: self.images.iter().copied().chain(fresh.map(Point::new)).collect() }
    }

    /// The points that move, ascending.
    pub fn support(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.degree()).filter(|&p| self.image(p) != p)
    }

    /// The cycles of length two and more, each from its smallest point, ordered by that point.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<Point>> {
        self.all_cycles().into_iter().filter(|c| c.len() > 1).collect()
    }

    /// The order: the least positive exponent that gives the identity. Saturates, which no degree below a
    /// thousand needs.
    #[must_use]
    pub fn order(&self) -> u128 {
        self.all_cycles().iter().fold(1, |lcm: u128, c| {
            let length = c.len() as u128;
            (lcm / greatest_common_divisor(lcm, length)).saturating_mul(length)
        })
    }

    /// Whether the permutation is a product of an odd number of transpositions.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.all_cycles().iter().filter(|c| c.len() % 2 == 0).count() % 2 == 1
    }

    /// At most `degree - 1` transpositions which, applied from first to last, give this permutation (section
    /// 4.1 of the paper: exchanging two cells of a state in place is cheaper than moving all of them).
    #[must_use]
    pub fn transpositions(&self) -> Vec<(Point, Point)> {
        let pairs = |c: Vec<Point>| (1..c.len()).map(|k| (c[0], c[k])).collect::<Vec<_>>();
        self.cycles().into_iter().flat_map(pairs).collect()
    }

    /// Moves the cells of a state: `to[α(i)] = from[i]`.
    pub fn act<T: Copy>(&self, from: &[T], to: &mut [T]) {
        for (&value, p) in from.iter().zip(&self.images) {
            to[p.index()] = value;
        }
    }

    /// The image of a set of points, sorted.
    #[must_use]
    pub fn image_of_set(&self, set: &[Point]) -> Vec<Point> {
        let mut image: Vec<Point> = set.iter().map(|&p| self.image(p)).collect();
        image.sort_unstable();
        image
    }

    fn all_cycles(&self) -> Vec<Vec<Point>> {
        let mut seen = vec![false; self.degree()];
        let mut cycles = Vec::new();
        for start in Point::all(self.degree()) {
            let mut cycle = Vec::new();
            let mut p = start;
            while !seen[p.index()] {
                seen[p.index()] = true;
                cycle.push(p);
                p = self.image(p);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

impl Deref for Perm {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.images
    }
}

impl fmt::Display for Perm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cycles = self.cycles();
        if cycles.is_empty() {
            return write!(f, "()");
        }
        for cycle in cycles {
            let points: Vec<String> = cycle.iter().map(Point::to_string).collect();
            write!(f, "({})", points.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Perm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_perm;

    #[test]
    fn acts_as_in_the_footnote_of_the_paper() {
        let mut to = [0; 3];
        parse_perm("(1 2 3)", 3).unwrap().act(&[7, 5, 4], &mut to);
        assert_eq!(to, [4, 7, 5]);
    }

    #[test]
    fn products_powers_inverses_and_conjugates_agree() {
        let a = parse_perm("(1 2 3)(4 5)", 6).unwrap();
        let b = parse_perm("(2 4 6)", 6).unwrap();
        assert_eq!(a.order(), 6);
        assert!(a.power(6).is_identity() && a.then(&a.inverse()).is_identity());
        assert_eq!(a.power(-2), a.inverse().then(&a.inverse()));
        assert_eq!(a.conjugate(&b), b.inverse().then(&a).then(&b));
        assert!(a.is_odd() && !b.is_odd());
    }

    #[test]
    fn transpositions_rebuild_the_permutation() {
        let a = parse_perm("(1 5 2 7)(3 4)(6 8 9)", 9).unwrap();
        let mut state: Vec<usize> = (0..9).collect();
        let mut direct = state.clone();
        a.act(&state.clone(), &mut direct);
        for (x, y) in a.transpositions() {
            state.swap(x.index(), y.index());
        }
        assert_eq!(state, direct);
        assert_eq!(a.transpositions().len(), 6);
    }

    #[test]
    fn image_lists_are_checked() {
        assert_eq!(Perm::from_images(&[0, 2]), Err(ImageListError::OutOfRange(1)));
        assert_eq!(Perm::from_images(&[1, 1]), Err(ImageListError::Repeated(1)));
        assert_eq!(Perm::from_images(&vec![0; 70_000]), Err(ImageListError::TooLong));
    }
}
