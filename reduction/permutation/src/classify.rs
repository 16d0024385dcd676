//! Which strategy a group gets: minimising set, disjoint product, wreath product, enumeration or search.
//!
//! The recursive classification of Donaldson and Miller, *On the constructive orbit problem*, 2009, section
//! 7: look for a minimising set; failing that, for a disjoint product (first by generators, then the complete
//! method), then for a wreath product, and classify the factors in turn; a group that remains is enumerated
//! if it is small. What is left the paper hands to local search.
//!
//! The result is a tree whose leaves say how to canonicalise the points they move, and
//! [`Classified::canonicalise`] does so. Each leaf compares states in a *reading order* of its points. The
//! copies of the inner group of a wreath product read their blocks by names, which is what makes the
//! composition canonical: permuting blocks carries one copy's choice to the other's (see [`crate::wreath`]).
//! [`Classified::is_plain`] says when the result is moreover the smallest image in the plain order of states.

use num_bigint::BigUint;

use crate::{DisjointProduct, Group, MinimisingSet, Perm, Point, Scratch, SmallestImage, WreathProduct};

/// A group with the way to canonicalise states under it.
#[derive(Debug, Clone)]
pub struct Classified {
    /// The group, on all points.
    pub group: Group,
    /// What it is.
    pub structure: Structure,
    /// The points it moves, in the order in which a leaf compares them.
    pub reading_order: Vec<Point>,
}

/// What a group is, as far as strategies care.
#[derive(Debug, Clone)]
pub enum Structure {
    /// Nothing moves.
    Trivial,
    /// Columns are permuted freely: sort them.
    Symmetric(MinimisingSet),
    /// Factors on disjoint points: canonicalise under one after the other.
    Disjoint(Vec<Classified>),
    /// Blocks: canonicalise inside each, then permute them.
    Wreath {
        /// The decomposition.
        product: Box<WreathProduct>,
        /// For each block, the inner group on it. All are copies of the first.
        inner: Vec<Classified>,
        /// The outer group on the points.
        outer: Box<Classified>,
    },
    /// Few enough elements to try them all.
    Small,
    /// None of these.
    Unclassified,
}

/// Limits of the classification.
#[derive(Debug, Clone, Copy)]
pub struct ClassifyConfig {
    /// Groups with at most so many elements that are nothing better are enumerated.
    pub enumerate_up_to: u64,
}

impl Default for ClassifyConfig {
    /// Below about 500 elements trying all beats any search.
    fn default() -> Self {
        Self { enumerate_up_to: 500 }
    }
}

impl Classified {
    /// Classifies a group.
    #[must_use]
    pub fn new(group: &Group, config: ClassifyConfig) -> Self {
        let moved = group.moved_points();
        let structure = structure_of(group, config);
        let reading_order = match &structure {
            Structure::Symmetric(set) => set.reading_order(),
            Structure::Wreath { product, .. } => product.reading_order(),
            _ => moved,
        };
        Self { group: group.clone(), structure, reading_order }
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.group.order()
    }

    /// Whether canonicalising gives the smallest image in the plain order of states, as opposed to some
    /// unique image.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        match &self.structure {
            Structure::Disjoint(factors) => factors.iter().all(Self::is_plain),
            Structure::Wreath { product, inner, outer } => {
                product.is_aligned() && outer.is_plain() && inner.iter().all(Self::is_plain)
            }
            _ => self.reading_order.is_sorted(),
        }
    }

    /// Whether no part of the tree is unclassified.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match &self.structure {
            Structure::Disjoint(factors) => factors.iter().all(Self::is_complete),
            Structure::Wreath { inner, outer, .. } => {
                outer.is_complete() && inner.iter().all(Self::is_complete)
            }
            Structure::Unclassified => false,
            _ => true,
        }
    }

    /// Replaces a state, one value per point, by the representative of its orbit. Equal for all states of an
    /// orbit.
    pub fn canonicalise<T: Ord + Copy>(&self, state: &mut [T]) {
        match &self.structure {
            Structure::Trivial => {}
            Structure::Symmetric(set) => set.minimise(state, &self.reading_order),
            Structure::Disjoint(factors) => factors.iter().for_each(|f| f.canonicalise(state)),
            Structure::Wreath { inner, outer, .. } => {
                inner.iter().for_each(|copy| copy.canonicalise(state));
                outer.canonicalise(state);
            }
            Structure::Small | Structure::Unclassified => {
                smallest_in_order(&self.group, &self.reading_order, state)
            }
        }
    }

    /// The same after renaming the points.
    #[must_use]
    pub fn renamed(&self, by: &Perm) -> Self {
        let structure = match &self.structure {
            Structure::Symmetric(set) => Structure::Symmetric(set.renamed(by)),
            Structure::Disjoint(factors) => {
                Structure::Disjoint(factors.iter().map(|f| f.renamed(by)).collect())
            }
            Structure::Wreath { product, inner, outer } => Structure::Wreath {
                product: Box::new(product.renamed(by)),
                inner: inner.iter().map(|copy| copy.renamed(by)).collect(),
                outer: Box::new(outer.renamed(by)),
            },
            leaf => leaf.clone(),
        };
        let reading_order = self.reading_order.iter().map(|&p| by.image(p)).collect();
        Self { group: self.group.conjugate(by), structure, reading_order }
    }
}

fn structure_of(group: &Group, config: ClassifyConfig) -> Structure {
    if group.is_trivial() {
        return Structure::Trivial;
    }
    if let Some(set) = MinimisingSet::of(group) {
        return Structure::Symmetric(set);
    }
    let product = DisjointProduct::by_generators(group).or_else(|| DisjointProduct::finest(group));
    if let Some(product) = product {
        // Each factor moves fewer points, so the recursion ends; one found by generators may split further.
        let factors = product.factors.iter().map(|f| Classified::new(&f.group, config));
        return Structure::Disjoint(flattened(factors));
    }
    if let Some(product) = WreathProduct::of(group) {
        let first = Classified::new(&product.inner[0], config);
        let copy = |number: usize| {
            if number == 0 { first.clone() } else { first.renamed(&product.exchange(0, number)) }
        };
        let inner = (0..product.blocks.len()).map(copy).collect();
        let outer = Box::new(Classified::new(&product.outer, config));
        return Structure::Wreath { inner, outer, product: Box::new(product) };
    }
    let small = group.small_order().is_some_and(|order| order <= config.enumerate_up_to);
    if small { Structure::Small } else { Structure::Unclassified }
}

/// A product of products is one product.
fn flattened(factors: impl Iterator<Item = Classified>) -> Vec<Classified> {
    let mut flat = Vec::new();
    for factor in factors {
        match factor.structure {
            Structure::Disjoint(inner) => flat.extend(inner),
            _ => flat.push(factor),
        }
    }
    flat
}

/// The smallest image when the positions are read in the given order.
fn smallest_in_order<T: Ord + Copy>(group: &Group, order: &[Point], state: &mut [T]) {
    let mut values: Vec<T> = order.iter().map(|p| state[p.index()]).collect();
    SmallestImage::new(&group.action_on(order)).minimise(&mut values, &mut Scratch::default());
    order.iter().zip(values).for_each(|(p, v)| state[p.index()] = v);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, families};

    fn classified(generators: Vec<Perm>, by: &Perm) -> Classified {
        let group = Group::from_generators(0, generators).conjugate(by);
        Classified::new(&group, ClassifyConfig::default())
    }

    fn image<T: Copy>(g: &Perm, state: &[T]) -> Vec<T> {
        let mut to = state.to_vec();
        g.act(state, &mut to);
        to
    }

    #[test]
    fn canonicalising_is_canonical_and_stays_in_the_orbit() {
        let (s2, s3, c4) = (families::symmetric(2), families::symmetric(3), families::cyclic(4));
        let groups = [
            families::symmetric(5),
            families::product(&s3, &families::product(&c4, &s2)),
            families::wreath(&c4, &s2),
            families::wreath(&s2, &c4),
            families::wreath(&families::dihedral(5), &s2),
            families::wreath(&families::wreath(&s2, &s2), &s2),
            families::wreath(&families::product(&s2, &s3), &s2),
            families::tree(&[2, 3]),
            families::tree(&[2, 2, 2]),
            families::hypercube(3),
            families::petersen(),
        ];
        let mut random = Random::new(31);
        for generators in groups {
            for shuffled in [false, true, true] {
                let degree = generators[0].degree();
                let by = if shuffled { random.perm(degree) } else { Perm::identity(degree) };
                let tree = classified(generators.clone(), &by);
                for _ in 0..8 {
                    assert_canonical(&tree, &mut random);
                }
            }
        }
    }

    fn assert_canonical(tree: &Classified, random: &mut Random) {
        let state: Vec<u8> = (0..tree.group.degree()).map(|_| random.below(3) as u8).collect();
        let mut reached = state.clone();
        tree.canonicalise(&mut reached);
        let mut other = image(&tree.group.random_element(random), &state);
        tree.canonicalise(&mut other);
        assert_eq!(reached, other, "{:?}", tree.group);
        let mut orbit = tree.group.elements().map(|g| image(&g, &state));
        if tree.is_plain() {
            assert_eq!(Some(reached), orbit.min());
        } else {
            assert!(orbit.any(|s| s == reached));
        }
    }

    #[test]
    fn the_order_of_the_tree_is_that_of_the_group() {
        let by = Random::new(1).perm(22);
        let generators = families::product(
            &families::tree(&[3, 2]),
            &families::wreath(&families::symmetric(4), &families::cyclic(3)),
        );
        let tree = classified(generators, &by);
        assert!(tree.is_complete());
        assert_eq!(order_of(&tree), tree.order());
    }

    fn order_of(tree: &Classified) -> BigUint {
        match &tree.structure {
            Structure::Disjoint(factors) => factors.iter().map(order_of).product(),
            Structure::Wreath { inner, outer, .. } => {
                inner.iter().map(order_of).product::<BigUint>() * order_of(outer)
            }
            Structure::Symmetric(set) => crate::factorial(set.columns().len()),
            _ => tree.order(),
        }
    }
}
