//! Permutation groups: generators with their stabiliser chain.
//!
//! [`Group`] is what the rest of the library works on. It is built from generators, which costs one run of
//! Schreier-Sims, and then answers order, membership and point-stabiliser questions from the chain. Subgroups
//! found by search come with a chain already and skip that run.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use num_bigint::BigUint;

use crate::{
    Method, Orbits, Perm, Point, Random, StabiliserChain,
    enumerate::Elements,
    invariant_sets::InvariantSets,
    known_order, orbits,
    orbits::Transversal,
    partition_stabiliser::CutOrbits,
    schreier_sims::{build, insert},
};

/// A permutation group on the points `0 .. degree`.
#[derive(Clone)]
pub struct Group {
    /// Generators of the group, none the identity, all of the chain's degree.
    generators: Vec<Perm>,
    chain: StabiliserChain,
    /// Made when a partition stabiliser is first asked for.
    cut_orbits: OnceLock<Arc<CutOrbits>>,
    /// Made when the search for one takes long.
    invariant_sets: OnceLock<Arc<InvariantSets>>,
}

impl Group {
    /// From this degree on the randomised method is faster.
    const RANDOMISED_FROM: usize = 14;

    /// The group that the permutations generate. The degree is the given one or that of the largest generator,
    /// whichever is greater; smaller generators fix the points they do not mention.
    #[must_use]
    pub fn from_generators(degree: usize, generators: impl IntoIterator<Item = Perm>) -> Self {
        let generators: Vec<Perm> = generators.into_iter().collect();
        let degree = generators.iter().map(Perm::degree).fold(degree, usize::max);
        let randomised = degree >= Self::RANDOMISED_FROM;
        let method = if randomised { Method::Randomised } else { Method::Deterministic };
        Self::with_method(degree, generators, method)
    }

    /// The same with the method chosen by the caller.
    #[must_use]
    pub fn with_method(degree: usize, generators: impl IntoIterator<Item = Perm>, method: Method) -> Self {
        let generators: Vec<Perm> = generators.into_iter().filter(|g| !g.is_identity()).collect();
        let degree = generators.iter().map(Perm::degree).fold(degree, usize::max);
        let generators: Vec<Perm> = generators.into_iter().map(|g| g.extended(degree)).collect();
        Self::with_chain(build(degree, &generators, method), generators)
    }

    /// A group whose chain is known to be correct; the strong generators of its first level become its
    /// generators.
    pub(crate) fn from_chain(chain: StabiliserChain) -> Self {
        let generators = chain.generators_from(0).cloned().collect();
        Self::with_chain(chain, generators)
    }

    fn with_chain(chain: StabiliserChain, generators: Vec<Perm>) -> Self {
        Self { generators, chain, cut_orbits: OnceLock::new(), invariant_sets: OnceLock::new() }
    }

    /// What the search for partition stabilisers knows of the chain.
    pub(crate) fn cut_orbits(&self) -> &CutOrbits {
        self.cut_orbits.get_or_init(|| Arc::new(CutOrbits::new(&self.chain)))
    }

    /// Structure of the group that refines colours.
    pub(crate) fn invariant_sets(&self) -> &InvariantSets {
        let make = || Arc::new(InvariantSets::new(&self.chain, self.cut_orbits()));
        self.invariant_sets.get_or_init(make)
    }

    /// The group that the permutations, all of this degree, generate, when its order is known and random elements of
    /// it are at hand.
    pub(crate) fn of_known_order(
        degree: usize,
        generators: Vec<Perm>,
        order: &BigUint,
        next_element: impl FnMut() -> Perm,
    ) -> Self {
        let chain = known_order::build(degree, order, &[], next_element);
        Self::with_chain(chain, generators.into_iter().filter(|g| !g.is_identity()).collect())
    }

    /// The group with nothing but the identity.
    #[must_use]
    pub fn trivial(degree: usize) -> Self {
        Self::from_chain(StabiliserChain::trivial(degree))
    }

    /// The symmetric group on all points.
    #[must_use]
    pub fn symmetric(degree: usize) -> Self {
        Self::from_generators(degree, crate::families::symmetric(degree))
    }

    /// The number of points.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.chain.degree()
    }

    /// Generators, none of them the identity.
    #[must_use]
    pub fn generators(&self) -> &[Perm] {
        &self.generators
    }

    /// The base and strong generating set.
    #[must_use]
    pub fn chain(&self) -> &StabiliserChain {
        &self.chain
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.chain.order()
    }

    /// The number of elements when it fits.
    #[must_use]
    pub fn small_order(&self) -> Option<u64> {
        self.chain.small_order()
    }

    /// Whether the group has no element but the identity.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.generators.is_empty()
    }

    /// Whether the permutation belongs to the group.
    #[must_use]
    pub fn contains(&self, element: &Perm) -> bool {
        self.chain.contains(element)
    }

    /// Whether every element of this group belongs to `other`.
    #[must_use]
    pub fn is_subgroup_of(&self, other: &Self) -> bool {
        self.generators.iter().all(|g| other.contains(g))
    }

    /// Whether both are the same set of permutations.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool {
        self.order() == other.order() && self.is_subgroup_of(other)
    }

    /// The orbits on all points, fixed points included.
    #[must_use]
    pub fn orbits(&self) -> Orbits {
        orbits::orbits_of(self.degree(), &self.generators)
    }

    /// For each point of the orbit of `root`, an element that takes `root` there.
    #[must_use]
    pub fn transversal(&self, root: Point) -> Transversal {
        Transversal::new(self.degree(), &self.generators, root)
    }

    /// An element that takes `from` to `to`, if there is one.
    #[must_use]
    pub fn representative_action(&self, from: Point, to: Point) -> Option<Perm> {
        self.transversal(from).element_to(to).cloned()
    }

    /// The points that some element moves, ascending.
    #[must_use]
    pub fn moved_points(&self) -> Vec<Point> {
        let moved = |p: &Point| self.generators.iter().any(|g| g.image(*p) != *p);
        Point::all(self.degree()).filter(moved).collect()
    }

    /// Whether there is exactly one orbit on the points that move.
    #[must_use]
    pub fn is_transitive_on_moved_points(&self) -> bool {
        self.orbits().non_trivial().count() == 1
    }

    /// Whether all elements commute.
    #[must_use]
    pub fn is_abelian(&self) -> bool {
        let commute = |a: &Perm, b: &Perm| a.then(b) == b.then(a);
        self.generators.iter().enumerate().all(|(i, a)| self.generators[..i].iter().all(|b| commute(a, b)))
    }

    /// All elements, each once, walking the stabiliser chain.
    #[must_use]
    pub fn elements(&self) -> Elements<'_> {
        Elements::new(&self.chain)
    }

    /// A uniformly random element.
    pub fn random_element(&self, random: &mut Random) -> Perm {
        self.chain.random_element(0, random)
    }

    /// The same group with a base that starts with these points, in this order.
    #[must_use]
    pub fn with_base(&self, base: &[Point]) -> Self {
        Self::with_chain(known_order::with_base(&self.chain, base), self.generators.clone())
    }

    /// The elements that fix one point.
    #[must_use]
    pub fn stabiliser(&self, point: Point) -> Self {
        self.pointwise_stabiliser(&[point])
    }

    /// The elements that fix each of the points.
    #[must_use]
    pub fn pointwise_stabiliser(&self, points: &[Point]) -> Self {
        Self::from_chain(known_order::pointwise_stabiliser(&self.chain, points))
    }

    /// The group after renaming the points by `by`.
    #[must_use]
    pub fn conjugate(&self, by: &Perm) -> Self {
        let generators = self.generators.iter().map(|g| g.conjugate(by)).collect();
        let mut random = Random::new(1);
        Self::of_known_order(self.degree(), generators, &self.order(), || {
            self.random_element(&mut random).conjugate(by)
        })
    }

    /// The smallest normal subgroup of this group that contains the given elements of it.
    #[must_use]
    pub fn normal_closure(&self, elements: &[Perm]) -> Self {
        let mut closure = Self::from_generators(self.degree(), elements.iter().cloned());
        let mut next = 0;
        while next < closure.generators.len() {
            for by in &self.generators {
                let conjugate = closure.generators[next].conjugate(by);
                if !closure.contains(&conjugate) {
                    let wider = closure.generators.iter().cloned().chain([conjugate]);
                    closure = Self::from_generators(self.degree(), wider);
                }
            }
            next += 1;
        }
        closure
    }

    /// The group generated by this one and one more element.
    #[must_use]
    pub fn extended_by(&self, element: Perm) -> Self {
        if self.contains(&element) {
            return self.clone();
        }
        let mut chain = self.chain.clone();
        insert(&mut chain, element.clone());
        crate::schreier_sims::complete(&mut chain);
        let generators = self.generators.iter().cloned().chain([element]).collect();
        Self::with_chain(chain, generators)
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generators: Vec<String> = self.generators.iter().map(Perm::to_string).collect();
        write!(f, "<{}>", generators.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ProductReplacement, families};

    fn points(list: &[usize]) -> Vec<Point> {
        list.iter().map(|&p| Point::new(p)).collect()
    }

    /// Every fact about subgroups can be counted in a small group.
    #[test]
    fn stabilisers_and_conjugates_agree_with_enumeration() {
        let mut random = Random::new(40);
        for generators in
            [families::hypercube(4), families::wreath(&families::dihedral(4), &families::cyclic(3))]
        {
            let group = Group::from_generators(0, generators);
            let fixed = points(&[random.below(12), random.below(12)]);
            let stabiliser = group.pointwise_stabiliser(&fixed);
            let fixes = |g: &Perm| fixed.iter().all(|&p| g.image(p) == p);
            assert_eq!(stabiliser.small_order(), Some(group.elements().filter(fixes).count() as u64));
            assert!(stabiliser.generators().iter().all(|g| fixes(g) && group.contains(g)));
            let by = random.perm(group.degree());
            let conjugate = group.conjugate(&by);
            assert_eq!(conjugate.order(), group.order());
            assert!(group.elements().all(|g| conjugate.contains(&g.conjugate(&by))));
        }
    }

    #[test]
    fn a_changed_base_gives_the_same_group() {
        let group = Group::from_generators(0, families::mathieu(12));
        let changed = group.with_base(&points(&[7, 3, 11]));
        assert_eq!(changed.chain().base().take(3).collect::<Vec<_>>(), points(&[7, 3, 11]));
        assert!(changed.equals(&group) && group.is_subgroup_of(&changed));
    }

    #[test]
    fn representatives_and_extensions() {
        let group = Group::from_generators(0, families::cyclic(6));
        let there = group.representative_action(Point::new(1), Point::new(4)).unwrap();
        assert_eq!(there, group.generators()[0].power(3));
        let mirror = families::dihedral(6)[1].clone();
        assert_eq!(group.extended_by(mirror).small_order(), Some(12));
        assert_eq!(Group::trivial(5).representative_action(Point::new(0), Point::new(1)), None);
    }

    #[test]
    fn normal_closures() {
        let symmetric = Group::symmetric(5);
        let three_cycle = Perm::from_cycles(5, &[&[0, 1, 2]]);
        assert_eq!(symmetric.normal_closure(&[three_cycle]).small_order(), Some(60));
        let dihedral = Group::from_generators(0, families::dihedral(6));
        let closure = dihedral.normal_closure(&[dihedral.generators()[0].power(2)]);
        assert_eq!(closure.small_order(), Some(3));
        assert!(
            closure
                .generators()
                .iter()
                .all(|g| dihedral.generators().iter().all(|h| closure.contains(&g.conjugate(h))))
        );
    }

    #[test]
    fn product_replacement_stays_in_the_group_and_reaches_all_of_it() {
        let generators = families::alternating(5);
        let group = Group::from_generators(0, generators.clone());
        let mut walk = ProductReplacement::new(5, &generators, 1);
        let seen: std::collections::HashSet<Perm> = (0..2000).map(|_| walk.next_element().clone()).collect();
        assert_eq!(seen.len(), 60);
        assert!(seen.iter().all(|g| group.contains(g)));
        assert!(ProductReplacement::new(3, &[], 1).next_element().is_identity());
    }
}
