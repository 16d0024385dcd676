//! Canonical images: one image per orbit, whichever is cheapest to find.
//!
//! A search that only compares representatives does not need the *smallest* image. Jefferson, Jonauskytė,
//! Pfeiffer and Waldecker (*Minimal and canonical images*, 2019) settle the positions in an order chosen for
//! the group, which can make the search exponentially shorter. Of their static orders this is the one by
//! small orbits: settle next a point whose orbit under the current stabiliser is shortest, since a level has
//! at most as many candidates as its orbit has points. Points in one orbit stay neighbours in the order, so
//! that twins and constant orbits are seen at once. The points are renamed in that order and the smallest
//! image is found there ([`crate::smallest_image`]).
//!
//! The small-orbit shortcut: many states have few images although the group is large (the paper of Donaldson
//! and Miller notes so in section 4.2). Applying generators breadth first finds an orbit of at most
//! [`CanonicalImage::SMALL_ORBIT`] images completely, and its smallest member is canonical. Whether an orbit
//! is that small does not depend on the member at hand, so both ways never meet in one orbit.

use crate::{Group, Perm, Point, Scratch, SmallestImage, orbits_of};

/// A group prepared for finding canonical images.
#[derive(Debug, Clone)]
pub struct CanonicalImage {
    /// Takes each point to its place in the chosen order.
    rename: Perm,
    generators: Vec<Perm>,
    smallest: SmallestImage,
}

impl CanonicalImage {
    /// Orbits of at most so many images are enumerated.
    pub const SMALL_ORBIT: usize = 8;

    /// Prepares a group.
    #[must_use]
    pub fn new(group: &Group) -> Self {
        let order = small_orbits_first(group);
        let rename = Perm::from_points(order).inverse();
        let smallest = SmallestImage::new(&group.conjugate(&rename));
        Self { rename, generators: group.generators().to_vec(), smallest }
    }

    /// The canonical image of a vector with one value per point, with an element of the group that gives it.
    #[must_use]
    pub fn of_vector<T: Ord + Copy>(&mut self, values: &[T], scratch: &mut Scratch<T>) -> (Vec<T>, Perm) {
        if let Some(found) = self.smallest_of_small_orbit(values) {
            return found;
        }
        let mut renamed = values.to_vec();
        self.rename.act(values, &mut renamed);
        let (image, element) = self.smallest.of_vector(&renamed, scratch);
        self.rename.inverse().act(&image, &mut renamed);
        (renamed, element.conjugate(&self.rename.inverse()))
    }

    /// The canonical image of a set, with an element of the group that gives it.
    #[must_use]
    pub fn of_set(&mut self, set: &[Point]) -> (Vec<Point>, Perm) {
        let (image, element) = self.smallest.of_set(&self.rename.image_of_set(set));
        let back = self.rename.inverse();
        (back.image_of_set(&image), element.conjugate(&back))
    }

    /// The smallest image if there are at most [`Self::SMALL_ORBIT`] of them.
    fn smallest_of_small_orbit<T: Ord + Copy>(&self, values: &[T]) -> Option<(Vec<T>, Perm)> {
        let mut orbit = vec![(values.to_vec(), Perm::identity(values.len()))];
        let mut image = values.to_vec();
        let mut next = 0;
        while next < orbit.len() {
            for generator in &self.generators {
                generator.act(&orbit[next].0, &mut image);
                if orbit.iter().all(|(known, _)| *known != image) {
                    if orbit.len() == Self::SMALL_ORBIT {
                        return None;
                    }
                    orbit.push((image.clone(), orbit[next].1.then(generator)));
                }
            }
            next += 1;
        }
        orbit.into_iter().min_by(|a, b| a.0.cmp(&b.0))
    }
}

/// All points, ordered so that each but the fixed ones has a shortest orbit under the stabiliser of those
/// before it.
fn small_orbits_first(group: &Group) -> Vec<Point> {
    let mut order = Vec::with_capacity(group.degree());
    let mut taken = vec![false; group.degree()];
    let mut current = group.clone();
    loop {
        let orbits = orbits_of(group.degree(), current.generators());
        // What is fixed by now costs nothing and may cut the candidates.
        for p in Point::all(group.degree()).filter(|&p| orbits.of(p).len() == 1) {
            if !std::mem::replace(&mut taken[p.index()], true) {
                order.push(p);
            }
        }
        let Some(next) = orbits.non_trivial().min_by_key(|o| o.len()).map(|o| o[0]) else { return order };
        taken[next.index()] = true;
        order.push(next);
        current = current.stabiliser(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, families};

    #[test]
    fn one_image_per_orbit() {
        let s3 = families::symmetric(3);
        let groups = [
            families::symmetric(5),
            families::hypercube(3),
            families::wreath(&families::cyclic(4), &s3),
            families::tree(&[2, 3]),
            families::product(&families::dihedral(5), &families::alternating(4)),
            families::mathieu(11),
        ];
        let mut random = Random::new(12);
        let mut scratch = Scratch::default();
        for generators in groups {
            let by = random.perm(generators[0].degree());
            let group = Group::from_generators(0, generators).conjugate(&by);
            let mut canonical = CanonicalImage::new(&group);
            for round in 0..40 {
                let state: Vec<u8> =
                    (0..group.degree()).map(|_| u8::from(random.below(2 + round % 5) == 0)).collect();
                let mut moved = state.clone();
                group.random_element(&mut random).act(&state, &mut moved);
                let (image, element) = canonical.of_vector(&state, &mut scratch);
                assert_eq!(canonical.of_vector(&moved, &mut scratch).0, image);
                element.act(&state, &mut moved);
                assert!(group.contains(&element) && moved == image);
            }
        }
    }

    #[test]
    fn sets_too() {
        let group = Group::from_generators(0, families::hypercube(4));
        let mut canonical = CanonicalImage::new(&group);
        let mut random = Random::new(13);
        for _ in 0..50 {
            let set: Vec<Point> = Point::all(16).filter(|_| random.below(3) == 0).collect();
            let (image, element) = canonical.of_set(&set);
            let moved = group.random_element(&mut random).image_of_set(&set);
            assert_eq!((canonical.of_set(&moved).0, element.image_of_set(&set)), (image.clone(), image));
        }
    }
}
