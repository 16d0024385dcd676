//! Products and wreath products of symmetric groups: canonical places by sorting.
//!
//! Such a group is the automorphism group of a forest: clients hang below their server, servers below their balancer,
//! and whatever hangs below the same thing may be exchanged with everything below it (disjoint and wreath products,
//! Donaldson and Miller, On the constructive orbit problem, 2009, sections 5 and 6, both at once and to any depth).
//! Whether a group is that is seen by counting: it consists of automorphisms of the forest, so if it has as many
//! elements, it has them all. Given colours, the canonical place of a component is its rank among its siblings, below the
//! canonical place of its parent.

use permutation::{BigUint, Point, factorial};

use super::components::Components;

/// No parent.
pub(crate) const ROOT: u8 = u8::MAX;

/// The forest below which components may be exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Forest {
    /// For each component, what it hangs below, or [`ROOT`].
    pub parent: Vec<u8>,
    /// Families, parents before children.
    pub order: Vec<u8>,
    /// Ranges of components.
    starts: Vec<usize>,
    /// For each component, where its children of each family begin in `children`.
    first_child: Vec<Vec<u16>>,
    children: Vec<u8>,
    /// Nothing hangs below this component.
    is_leaf: Vec<bool>,
}

impl Forest {
    /// The forest of a group, if it is the automorphism group of one.
    pub fn new(components: &Components) -> Option<Forest> {
        let n = components.len();
        let mut parent = vec![ROOT; n];
        let mut depth_of = vec![0usize; components.families()];
        let mut size = BigUint::from(1u32);
        let mut by_size: Vec<usize> = (0..components.families()).collect();
        by_size.sort_by_key(|&f| components.of_family(f).len());
        for &f in &by_size {
            let count = components.of_family(f).len();
            let Some(above) = parents(components, f) else {
                size *= factorial(count);
                continue;
            };
            let family = usize::from(components.family[usize::from(above[0])]);
            let siblings = count / components.of_family(family).len();
            for _ in components.of_family(family) {
                size *= factorial(siblings);
            }
            depth_of[f] = depth_of[family] + 1;
            parent[components.of_family(f)].copy_from_slice(&above);
        }
        if size != components.group.order() {
            return None;
        }
        by_size.sort_by_key(|&f| depth_of[f]);
        let order = by_size.iter().map(|&f| f as u8).collect();
        Some(Forest::with_children(components, parent, order))
    }

    fn with_children(components: &Components, parent: Vec<u8>, order: Vec<u8>) -> Forest {
        let n = components.len();
        let mut children = Vec::new();
        let mut first_child = vec![vec![0; n]; components.families()];
        for (f, first) in first_child.iter_mut().enumerate() {
            for (above, at) in first.iter_mut().enumerate() {
                *at = children.len() as u16;
                let below = components.of_family(f).filter(|&c| usize::from(parent[c]) == above);
                children.extend(below.map(|c| c as u8));
            }
        }
        let is_leaf = (0..n).map(|c| parent.iter().all(|&p| usize::from(p) != c)).collect();
        Forest { parent, order, starts: components.starts.clone(), first_child, children, is_leaf }
    }

    /// Every component that hangs below another, with that and its family; parents first.
    pub fn pairs(&self, components: &Components) -> Vec<(u8, u8, u8)> {
        let families = self.order.iter().flat_map(|&f| components.of_family(usize::from(f)));
        let below = families.filter(|&c| self.parent[c] != ROOT);
        below.map(|c| (c as u8, self.parent[c], components.family[c])).collect()
    }

    /// Is the exchange of these two, with everything else left alone, in the group?
    pub fn may_swap(&self, a: u8, b: u8) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        self.parent[a] == self.parent[b] && self.is_leaf[a] && self.is_leaf[b]
    }

    /// The element that carries each component to its place: rank among the siblings, below the parent's place.
    /// `sorted` holds each family's components in ascending order of colour, in the low bytes.
    pub fn place(&self, sorted: &[u128], element: &mut [u8]) {
        let mut used = [0u8; 256];
        for &f in &self.order {
            let f = usize::from(f);
            let range = self.starts[f]..self.starts[f + 1];
            if self.parent[range.start] == ROOT {
                for (place, key) in range.clone().zip(&sorted[range]) {
                    element[usize::from(*key as u8)] = place as u8;
                }
                continue;
            }
            used[..element.len()].fill(0);
            for key in &sorted[range] {
                let c = usize::from(*key as u8);
                let above = usize::from(element[usize::from(self.parent[c])]);
                let at = usize::from(self.first_child[f][above]) + usize::from(used[above]);
                used[above] += 1;
                element[c] = self.children[at];
            }
        }
    }
}

/// What each component of a family hangs below: the largest smaller family that is a function of it.
fn parents(components: &Components, family: usize) -> Option<Vec<u8>> {
    let range = components.of_family(family);
    let root = Point::new(range.start);
    let fixed = components.group.stabiliser(root).orbits();
    let smaller = |f: &usize| components.of_family(*f).len() < range.len();
    let mut candidates: Vec<usize> = (0..components.families()).filter(smaller).collect();
    candidates.sort_by_key(|&f| std::cmp::Reverse(components.of_family(f).len()));
    let above = candidates
        .into_iter()
        .find_map(|f| components.of_family(f).find(|&c| fixed.of(Point::new(c)).len() == 1))?;
    let transversal = components.group.transversal(root);
    range.map(|c| Some(transversal.element_to(Point::new(c))?.at(above) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::Forest;
    use crate::techniques::refine::components::Components;
    use permutation::{Group, Perm, families, parse_generators};

    fn forest(text: &str, degree: usize) -> Option<(Components, Forest)> {
        let group = Group::from_generators(degree, parse_generators(text).unwrap().generators);
        let components = Components::new(&group).unwrap();
        Forest::new(&components).map(|forest| (components, forest))
    }

    #[test]
    fn sorting_gives_elements_of_the_group() {
        // Servers 1 2 3, two clients each, and a family of its own.
        let text = "(1 2)(4 6)(5 7), (2 3)(6 8)(7 9), (4 5), (10 11 12), (10 11)";
        let (components, forest) = forest(text, 12).unwrap();
        assert!(forest.parent.iter().any(|&p| p != super::ROOT));
        let mut seed = 7u64;
        for _ in 0..200 {
            let mut sorted: Vec<u128> = Vec::new();
            for f in 0..components.families() {
                let mut keys: Vec<u128> = components
                    .of_family(f)
                    .map(|c| {
                        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        u128::from(seed & !0xff) | c as u128
                    })
                    .collect();
                keys.sort_unstable();
                sorted.extend(keys);
            }
            let mut element = vec![0; components.len()];
            forest.place(&sorted, &mut element);
            let images: Vec<usize> = element.iter().map(|&c| usize::from(c)).collect();
            assert!(components.group.contains(&Perm::from_images(&images).unwrap()));
        }
    }

    #[test]
    fn other_groups_are_not_forests() {
        for generators in
            [families::cyclic(5), families::dihedral(6), families::hypercube(3), families::alternating(5)]
        {
            let group = Group::from_generators(generators[0].degree(), generators);
            assert!(Forest::new(&Components::new(&group).unwrap()).is_none());
        }
    }
}
