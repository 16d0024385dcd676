//! Restricting groups to unions of orbits, and renaming their points.
//!
//! `G^O`, the restriction to a union of orbits, moves the points of `O` as `G` does and fixes all others
//! (Donaldson and Miller, *On the constructive orbit problem*, 2009, section 5.2). It need not be a subgroup
//! of `G`.

use crate::{Group, Perm, Point, Random};

/// The permutation that moves the points of a union of its cycles as before and fixes all others.
#[must_use]
pub fn restrict_perm(perm: &Perm, points: &[Point]) -> Perm {
    let mut images: Vec<Point> = Point::all(perm.degree()).collect();
    points.iter().for_each(|&p| images[p.index()] = perm.image(p));
    Perm::from_points(images)
}

/// The permutation of positions in `points` that `perm`, which must map `points` to itself, induces.
#[must_use]
pub fn relabel_perm(perm: &Perm, points: &[Point]) -> Perm {
    let mut position = vec![Point::default(); perm.degree()];
    points.iter().enumerate().for_each(|(k, p)| position[p.index()] = Point::new(k));
    Perm::from_points(points.iter().map(|&p| position[perm.image(p).index()]).collect::<Vec<_>>())
}

/// The permutation of `0 .. degree` that moves `points[k]` to `points[k^perm]` and fixes all others.
#[must_use]
pub fn spread_perm(perm: &Perm, points: &[Point], degree: usize) -> Perm {
    let mut images: Vec<Point> = Point::all(degree).collect();
    points.iter().enumerate().for_each(|(k, p)| images[p.index()] = points[perm.at(k)]);
    Perm::from_points(images)
}

impl Group {
    /// The restriction to a union of orbits, on the same points; it need not be a subgroup.
    #[must_use]
    pub fn restricted_to(&self, points: &[Point]) -> Self {
        self.mapped(points, self.degree(), |g| restrict_perm(g, points))
    }

    /// The action on a union of orbits, with `points[k]` renamed to `k`.
    #[must_use]
    pub fn action_on(&self, points: &[Point]) -> Self {
        self.mapped(points, points.len(), |g| relabel_perm(g, points))
    }

    /// The image of the group under a homomorphism whose kernel is what fixes each of the points. So its order is known.
    fn mapped(&self, points: &[Point], degree: usize, map: impl Fn(&Perm) -> Perm) -> Self {
        let order = self.order() / self.pointwise_stabiliser(points).order();
        let mut random = Random::new(0x1a);
        let generators = self.generators().iter().map(&map).collect();
        Self::of_known_order(degree, generators, &order, || map(&self.random_element(&mut random)))
    }
}
