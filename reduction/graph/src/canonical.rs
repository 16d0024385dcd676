//! The public operations: canonical labelling and the automorphism group.
//!
//! Both reduce the graph by its twin classes, search the quotient, and lift the result: a quotient vertex stands for
//! its class, whose members take consecutive positions and are exchanged freely.

use num_bigint::BigUint;

use crate::digraph::{Digraph, Vertex};
use crate::limit::{Budget, GaveUp, WorkLimit};
use crate::lists::{ListMemory, ListTree};
use crate::mask_tree::MaskTree;
use crate::orbits::Orbits;
use crate::relations::Relations;
use crate::search::{Memory, Search};
use crate::twins::Twins;

/// Memory that is reused from call to call.
#[derive(Debug, Default)]
pub struct Scratch {
    representation: Representation,
    memory: Memory,
    lists: ListMemory,
    masks: Masks,
}

/// How a graph is held during the search. The canonical form depends on it, the group does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Representation {
    /// What suits the graph: words for small and for dense graphs, otherwise lists.
    #[default]
    Auto,
    /// Neighbour lists, for any graph.
    Lists,
    /// Rows of bits where they are at all possible (at most 512 vertices and few kinds of arcs), otherwise lists.
    Words,
}

/// A canonical labelling, and the automorphisms found on the way.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// Vertex to its canonical number. Relabelling the graph with it ([`Digraph::relabelled`]) gives equal graphs
    /// exactly for isomorphic inputs.
    pub labelling: Box<[u32]>,
    /// The automorphism group.
    pub automorphisms: Automorphisms,
}

/// The automorphism group of a digraph.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    /// Generators: each maps vertex `v` to its `v`-th entry. None is the identity.
    pub generators: Vec<Box<[u32]>>,
    /// Lengths whose product is the order of the group: first the orbits along the search's base, then those inside
    /// classes of twins. None is 1.
    pub orbit_lengths: Vec<u32>,
    /// The vertices fixed one after the other by the search; an automorphism that fixes them all, and all twins,
    /// is the identity.
    pub base: Vec<Vertex>,
    /// Vertex to the smallest vertex of its orbit.
    pub orbits: Box<[u32]>,
}

impl Automorphisms {
    /// The number of automorphisms.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.orbit_lengths.iter().fold(BigUint::from(1u32), |order, &length| order * length)
    }
}

/// Finds a canonical labelling and the automorphism group of `graph`.
///
/// # Errors
/// [`GaveUp`] when the search needs more steps than `limit` allows.
pub fn canonical_labelling(
    graph: &Digraph,
    scratch: &mut Scratch,
    limit: WorkLimit,
) -> Result<Canonical, GaveUp> {
    let (found, automorphisms) = search(graph, scratch, limit, true)?;
    let mut labelling = vec![0; graph.vertex_count()];
    let mut number = 0;
    for &v in &found.order {
        for &twin in found.twins.as_ref().map_or(&[v][..], |twins| &twins.classes[v as usize]) {
            labelling[twin as usize] = number;
            number += 1;
        }
    }
    Ok(Canonical { labelling: labelling.into(), automorphisms })
}

/// Finds the automorphism group of `graph`, without a canonical labelling: cheaper where the group is not transitive.
///
/// # Errors
/// [`GaveUp`] when the search needs more steps than `limit` allows.
pub fn automorphisms(
    graph: &Digraph,
    scratch: &mut Scratch,
    limit: WorkLimit,
) -> Result<Automorphisms, GaveUp> {
    search(graph, scratch, limit, false).map(|(_, automorphisms)| automorphisms)
}

/// As many automorphisms as can be found within `limit`, and whether they generate the whole group. Each is one by
/// itself, so what was found before the work ran out is as good as ever.
pub fn some_automorphisms(
    graph: &Digraph,
    scratch: &mut Scratch,
    limit: WorkLimit,
) -> (Vec<Box<[u32]>>, bool) {
    let n = graph.vertex_count();
    let mut budget = Budget::new(limit);
    if budget.spend(n + graph.arcs().len()).is_err() {
        return (Vec::new(), false);
    }
    let full = Relations::new(graph);
    let twins = Twins::find(&full);
    let relations = twins.as_ref().map_or_else(|| full.clone(), |twins| twins.quotient(&full));
    let complete = scratch.search(&relations, &mut budget, false).is_ok();
    (lift(&scratch.memory, twins.as_ref(), n).generators, complete)
}

/// What a search found besides the group.
struct Found {
    twins: Option<Twins>,
    /// The canonical order of the quotient's vertices; empty if it was not asked for.
    order: Vec<u32>,
}

/// Trees on sets, by the number of words.
#[derive(Debug, Default)]
struct Masks {
    one: MaskTree<1>,
    two: MaskTree<2>,
    four: MaskTree<4>,
    eight: MaskTree<8>,
}

impl Scratch {
    /// Memory for searches with a forced representation.
    #[must_use]
    pub fn with_representation(representation: Representation) -> Scratch {
        Scratch { representation, ..Scratch::default() }
    }

    /// Searches with the representation that suits the graph, and returns the canonical order.
    fn search(
        &mut self,
        graph: &Relations,
        budget: &mut Budget,
        canonical: bool,
    ) -> Result<Vec<u32>, GaveUp> {
        let n = graph.vertex_count();
        let Scratch { representation, memory, lists, masks } = self;
        if !representation.uses_words(graph) {
            let mut tree = ListTree::new(graph, lists);
            Search { tree: &mut tree, memory, budget, canonical }.run()?;
            return Ok(if canonical { lists.best.elements.clone() } else { Vec::new() });
        }
        match n {
            ..=64 => search_masks(&mut masks.one, graph, memory, budget, canonical),
            65..=128 => search_masks(&mut masks.two, graph, memory, budget, canonical),
            129..=256 => search_masks(&mut masks.four, graph, memory, budget, canonical),
            _ => search_masks(&mut masks.eight, graph, memory, budget, canonical),
        }
    }
}

impl Representation {
    fn uses_words(self, graph: &Relations) -> bool {
        let n = graph.vertex_count();
        let possible = n <= MaskTree::<8>::CAPACITY && graph.kinds <= MAX_MASK_KINDS;
        match self {
            Representation::Auto => possible && (n <= 64 || n <= 256 && graph.neighbour.len() > n * n / 16),
            Representation::Lists => false,
            Representation::Words => possible,
        }
    }
}

/// Beyond this many kinds of relations a matrix for each is too much.
const MAX_MASK_KINDS: usize = 8;

fn search_masks<const W: usize>(
    tree: &mut MaskTree<W>,
    graph: &Relations,
    memory: &mut Memory,
    budget: &mut Budget,
    canonical: bool,
) -> Result<Vec<u32>, GaveUp> {
    tree.load(graph);
    Search { tree, memory, budget, canonical }.run()?;
    Ok(if canonical { tree.canonical_order().collect() } else { Vec::new() })
}

fn search(
    graph: &Digraph,
    scratch: &mut Scratch,
    limit: WorkLimit,
    canonical: bool,
) -> Result<(Found, Automorphisms), GaveUp> {
    let mut budget = Budget::new(limit);
    budget.spend(graph.vertex_count() + graph.arcs().len())?;
    let full = Relations::new(graph);
    let twins = Twins::find(&full);
    let relations = match &twins {
        Some(twins) => twins.quotient(&full),
        None => full,
    };
    let order = scratch.search(&relations, &mut budget, canonical)?;
    let automorphisms = lift(&scratch.memory, twins.as_ref(), graph.vertex_count());
    Ok((Found { twins, order }, automorphisms))
}

/// The group of the graph from that of its quotient by twins.
fn lift(memory: &Memory, twins: Option<&Twins>, n: usize) -> Automorphisms {
    let original = |v: u32| twins.map_or(v, |twins| twins.representatives[v as usize]);
    let generators = match twins {
        None => memory.generators.iter().map(Box::from).collect(),
        Some(twins) => memory.generators.iter().map(|g| twins.lift_automorphism(g, n)).collect(),
    };
    let moved = || memory.base.iter().rev().filter(|&&(_, length)| length > 1);
    let mut group = Automorphisms {
        generators,
        orbit_lengths: moved().map(|&(_, length)| length).collect(),
        base: moved().map(|&(v, _)| Vertex(original(v))).collect(),
        orbits: Box::default(),
    };
    if let Some(twins) = twins {
        twins.add_exchanges(n, &mut group);
    }
    let mut orbits = Orbits::default();
    orbits.reset(n);
    for generator in &group.generators {
        orbits.join_all((0..).zip(generator.iter().copied()));
    }
    group.orbits = (0..n as u32).map(|v| orbits.root(v)).collect();
    group
}

impl Twins {
    /// An automorphism of the quotient, applied to whole classes.
    fn lift_automorphism(&self, image: &[u32], n: usize) -> Box<[u32]> {
        let mut lifted = vec![0; n];
        for (class, &to) in self.classes.iter().zip(image) {
            for (&v, &w) in class.iter().zip(&self.classes[to as usize]) {
                lifted[v as usize] = w;
            }
        }
        lifted.into()
    }

    /// Adds the symmetric group of every class.
    fn add_exchanges(&self, n: usize, group: &mut Automorphisms) {
        for class in &self.classes {
            group.orbit_lengths.extend(2..=class.len() as u32);
            for pair in class.windows(2) {
                let mut exchange: Box<[u32]> = (0..n as u32).collect();
                exchange.swap(pair[0] as usize, pair[1] as usize);
                group.generators.push(exchange);
            }
        }
    }
}
