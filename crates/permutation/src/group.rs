//! Permutation groups: generators with their stabiliser chain.
//!
//! [`Group`] is what the rest of the library works on. It is built from generators, which costs one run of Schreier-Sims, and
//! then answers order, membership and point-stabiliser questions from the chain. Subgroups found by search come with
//! a chain already and skip that run.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use num_bigint::BigUint;

use crate::{
    Method, Orbits, Perm, Point, Random, StabiliserChain,
    enumerate::Elements,
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

    /// A group whose chain is known to be correct; the strong generators of its first level become its generators.
    pub(crate) fn from_chain(chain: StabiliserChain) -> Self {
        let generators = chain.generators_from(0).cloned().collect();
        Self::with_chain(chain, generators)
    }

    fn with_chain(chain: StabiliserChain, generators: Vec<Perm>) -> Self {
        Self { generators, chain, cut_orbits: OnceLock::new() }
    }

    /// What the search for partition stabilisers knows of the chain.
    pub(crate) fn cut_orbits(&self) -> &CutOrbits {
        self.cut_orbits.get_or_init(|| Arc::new(CutOrbits::new(&self.chain)))
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
        let generators = self.generators.iter().map(|g| g.conjugate(by));
        let order = self.order();
        let mut random = Random::new(1);
        let chain =
            known_order::build(self.degree(), &order, &[], || self.random_element(&mut random).conjugate(by));
        Self::with_chain(chain, generators.collect())
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
