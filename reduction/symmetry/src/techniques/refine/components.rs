//! Components: points of the group that go together.
//!
//! A client, its channel and its locations move as one: their stabilisers are the same. Two orbits with equal
//! stabilisers are joined by a bijection that commutes with the group, and the points it joins are one *component*;
//! what a point is among the points of its component is its *role*. The components of one orbit are a *family*. So a
//! system with five clients and five channels has one family of five components, and every other file here counts
//! components instead of points.

use permutation::{Group, Perm, Point};

/// No more components than this: they are numbered by bytes, and one number means "none".
pub(crate) const MOST: usize = 250;

/// How the points of a group are joined to components.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// For each point, its role and its component.
    pub place: Vec<(u16, u8)>,
    /// The components of family `f` are `starts[f] .. starts[f + 1]`.
    pub starts: Vec<usize>,
    /// For each component, its family.
    pub family: Vec<u8>,
    /// For each role and component, its point; `u16::MAX` where the family has no such role.
    pub point: Vec<Vec<u16>>,
    /// The group on the components.
    pub group: Group,
}

impl Components {
    /// Joins the points of a group. `None` if there are too many.
    pub fn new(group: &Group) -> Option<Components> {
        let orbits = group.orbits();
        let orbits: Vec<&[Point]> = orbits.non_trivial().collect();
        let mut placed = vec![false; orbits.len()];
        let mut place = vec![(u16::MAX, u8::MAX); group.degree()];
        let (mut starts, mut family, mut roles) = (vec![0], Vec::new(), 0u16);
        for first in 0..orbits.len() {
            if placed[first] {
                continue;
            }
            let start = family.len();
            if start + orbits[first].len() > MOST || starts.len() > MOST {
                return None;
            }
            family.resize(start + orbits[first].len(), (starts.len() - 1) as u8);
            starts.push(family.len());
            let root = orbits[first][0];
            let transversal = group.transversal(root);
            let fixed = group.stabiliser(root).orbits();
            for (other, &orbit) in orbits.iter().enumerate().skip(first) {
                let partner = orbit.iter().find(|&&q| fixed.of(q).len() == 1);
                let (false, true, Some(&partner)) =
                    (placed[other], orbit.len() == orbits[first].len(), partner)
                else {
                    continue;
                };
                placed[other] = true;
                for (i, &p) in orbits[first].iter().enumerate() {
                    place[transversal.element_to(p)?.image(partner).index()] = (roles, (start + i) as u8);
                }
                roles = roles.checked_add(1)?;
            }
        }
        let mut point = vec![vec![u16::MAX; family.len()]; usize::from(roles)];
        for (p, &(role, component)) in place.iter().enumerate().filter(|(_, place)| place.0 != u16::MAX) {
            point[usize::from(role)][usize::from(component)] = p as u16;
        }
        let made = Components { place, starts, family, point, group: Group::trivial(0) };
        made.with_group(group)
    }

    /// The group on the components; it must be the same group.
    fn with_group(mut self, group: &Group) -> Option<Components> {
        let generators: Option<Vec<Perm>> =
            group.generators().iter().map(|g| self.on_components(g)).collect();
        self.group = Group::from_generators(self.len(), generators?);
        (self.group.order() == group.order()).then_some(self)
    }

    /// What an element does to the components. `None` if it tears one apart.
    pub fn on_components(&self, element: &Perm) -> Option<Perm> {
        let mut images = vec![usize::MAX; self.len()];
        for (p, &(role, component)) in self.place.iter().enumerate() {
            if role == u16::MAX {
                continue;
            }
            let (image_role, image) = self.place[element.at(p)];
            let known = &mut images[usize::from(component)];
            if image_role != role || (*known != usize::MAX && *known != usize::from(image)) {
                return None;
            }
            *known = usize::from(image);
        }
        Perm::from_images(&images).ok()
    }

    /// Is this, as images of the components, an element of the group? Asked by assertions alone.
    pub fn is_in_group(&self, images: &[u8]) -> bool {
        let images: Vec<usize> = images[..self.len()].iter().map(|&image| usize::from(image)).collect();
        Perm::from_images(&images).is_ok_and(|element| self.group.contains(&element))
    }

    /// The number of components.
    pub fn len(&self) -> usize {
        self.family.len()
    }

    /// The number of families.
    pub fn families(&self) -> usize {
        self.starts.len() - 1
    }

    /// The components of a family.
    pub fn of_family(&self, family: usize) -> std::ops::Range<usize> {
        self.starts[family]..self.starts[family + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::Components;
    use permutation::{Group, families, parse_generators};

    #[test]
    fn points_that_go_together_are_one_component() {
        // Three clients 1 2 3 with channels 4 5 6; two servers 7 8.
        let list = parse_generators("(1 2 3)(4 5 6), (1 2)(4 5), (7 8)").unwrap();
        let components = Components::new(&Group::from_generators(8, list.generators)).unwrap();
        assert_eq!((components.len(), components.families()), (5, 2));
        assert_eq!(components.place[0].1, components.place[3].1);
        assert_ne!(components.place[0].0, components.place[3].0);
        assert_eq!(components.group.order(), 12u32.into());
    }

    #[test]
    fn every_group_keeps_its_order() {
        for generators in
            [families::cyclic(7), families::hypercube(3), families::mathieu(11), families::grid(3, 3)]
        {
            let group = Group::from_generators(generators[0].degree(), generators);
            assert_eq!(Components::new(&group).unwrap().group.order(), group.order());
        }
    }
}
