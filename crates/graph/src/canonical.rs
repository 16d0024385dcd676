//! The public operations: canonical labelling and the automorphism group.
//!
//! Both reduce the graph by its twin classes, search the quotient, and lift the result: a quotient vertex stands for
//! its class, whose members take consecutive positions and are exchanged freely.

use num_bigint::BigUint;

use crate::digraph::{Digraph, Vertex};
use crate::limit::{Budget, GaveUp, WorkLimit};
use crate::orbits::Orbits;
use crate::relations::Relations;
use crate::search::{Memory, Search};
use crate::sparse::Sparse;
use crate::twins::Twins;

/// Memory that is reused from call to call.
#[derive(Debug, Default)]
pub struct Scratch {
    memory: Memory,
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
    let (quotient, automorphisms) = search(graph, scratch, limit, true)?;
    let labelling = match &quotient.twins {
        None => scratch.memory.best.position.as_slice().into(),
        Some(twins) => twins.lift_labelling(&scratch.memory.best.elements, graph.vertex_count()),
    };
    Ok(Canonical { labelling, automorphisms })
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

/// What was searched.
struct Quotient {
    twins: Option<Twins>,
}

fn search(
    graph: &Digraph,
    scratch: &mut Scratch,
    limit: WorkLimit,
    canonical: bool,
) -> Result<(Quotient, Automorphisms), GaveUp> {
    let mut budget = Budget::new(limit);
    budget.spend(graph.vertex_count() + graph.arcs().len())?;
    let full = Relations::new(graph);
    let twins = Twins::find(&full);
    let relations = twins.as_ref().map_or(full.clone(), |twins| twins.quotient(&full));
    let memory = &mut scratch.memory;
    Search { graph: &Sparse(&relations), memory, budget, canonical }.run()?;
    let automorphisms = lift(&scratch.memory, twins.as_ref(), graph.vertex_count());
    Ok((Quotient { twins }, automorphisms))
}

/// The group of the graph from that of its quotient by twins.
fn lift(memory: &Memory, twins: Option<&Twins>, n: usize) -> Automorphisms {
    let original = |v: u32| twins.map_or(v, |twins| twins.representatives[v as usize]);
    let moved = || memory.base.iter().rev().filter(|&&(_, length)| length > 1);
    let mut group = Automorphisms {
        generators: match twins {
            None => memory.generators.clone(),
            Some(twins) => memory.generators.iter().map(|g| twins.lift_automorphism(g, n)).collect(),
        },
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
        orbits.join_all(generator);
    }
    group.orbits = (0..n as u32).map(|v| orbits.root(v)).collect();
    group
}

impl Twins {
    /// Positions for all vertices from an order of the representatives.
    fn lift_labelling(&self, order: &[u32], n: usize) -> Box<[u32]> {
        let mut labelling = vec![0; n];
        let in_order = order.iter().flat_map(|&v| &self.classes[v as usize]);
        for (position, &v) in in_order.enumerate() {
            labelling[v as usize] = position as u32;
        }
        labelling.into()
    }

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
