//! Digraphs of at most 64 vertices, labelled without allocating: one call per state of a search.
//!
//! Rows of the adjacency matrix are single words, so a twin test is a few instructions, and the canonical form is a
//! handful of words that can be hashed and compared directly. Most digraphs that encode states are settled by colour
//! refinement and twins alone; that way has its own implementation (`rounds.rs`), and only what is left goes to the
//! general search (`rest.rs`).

mod rest;
mod rounds;

use crate::digraph::{Colour, Digraph, DigraphBuilder, GraphError, Vertex};
use crate::limit::{GaveUp, WorkLimit};

pub(crate) use rest::Rest;
pub(crate) use rounds::Rounds;

/// The most vertices a [`SmallDigraph`] can have.
pub const SMALL_VERTICES: usize = 64;

/// The number of different arc colours a [`SmallDigraph`] can have: colours 0 to 31.
pub const SMALL_ARC_COLOURS: usize = 32;

/// A coloured digraph of at most [`SMALL_VERTICES`] vertices, meant to be filled again and again.
#[derive(Clone, Debug, Default)]
pub struct SmallDigraph {
    /// One colour per vertex.
    colours: Vec<u32>,
    /// Without repetition, in the order in which they were added.
    arcs: Vec<SmallArc>,
    /// The adjacency matrix, one layer per arc colour. Rows beyond the last vertex are empty.
    layers: Vec<Layer>,
    /// How many of `layers` may hold arcs.
    used_layers: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallArc {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) colour: u8,
}

/// The arcs of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// Bit `w` of `out[v]` is the arc from `v` to `w`.
    pub(crate) out: [u64; SMALL_VERTICES],
    /// Bit `w` of `into[v]` is the arc from `w` to `v`.
    pub(crate) into: [u64; SMALL_VERTICES],
}

impl Layer {
    const EMPTY: Layer = Layer { out: [0; SMALL_VERTICES], into: [0; SMALL_VERTICES] };
}

impl SmallDigraph {
    /// A digraph without vertices.
    #[must_use]
    pub fn new() -> SmallDigraph {
        SmallDigraph::default()
    }

    /// Removes all arcs and starts again with `n` vertices of colour 0.
    ///
    /// # Errors
    /// When `n` exceeds [`SMALL_VERTICES`].
    pub fn reset(&mut self, n: usize) -> Result<(), GraphError> {
        if n > SMALL_VERTICES {
            return Err(GraphError::TooManyVertices);
        }
        let old = self.colours.len();
        for layer in &mut self.layers[..self.used_layers] {
            layer.out[..old].fill(0);
            layer.into[..old].fill(0);
        }
        self.used_layers = 0;
        self.colours.clear();
        self.colours.resize(n, 0);
        self.arcs.clear();
        Ok(())
    }

    /// Colours a vertex.
    ///
    /// # Errors
    /// When there is no such vertex.
    pub fn set_colour(&mut self, vertex: Vertex, colour: Colour) -> Result<(), GraphError> {
        self.check(vertex)?;
        self.colours[vertex.index()] = colour.0;
        Ok(())
    }

    /// Adds an arc; adding it again changes nothing.
    ///
    /// # Errors
    /// When an end is no vertex, or the colour is not below [`SMALL_ARC_COLOURS`].
    pub fn add_arc(&mut self, from: Vertex, to: Vertex, colour: Colour) -> Result<(), GraphError> {
        self.check(from)?;
        self.check(to)?;
        let c = colour.0 as usize;
        if c >= SMALL_ARC_COLOURS {
            return Err(GraphError::TooManyArcColours);
        }
        if c >= self.layers.len() {
            self.layers.resize(c + 1, Layer::EMPTY);
        }
        self.used_layers = self.used_layers.max(c + 1);
        let layer = &mut self.layers[c];
        let bit = 1u64 << to.0;
        if layer.out[from.index()] & bit == 0 {
            layer.out[from.index()] |= bit;
            layer.into[to.index()] |= 1 << from.0;
            self.arcs.push(SmallArc { from: from.0 as u8, to: to.0 as u8, colour: c as u8 });
        }
        Ok(())
    }

    /// The number of different arcs added so far.
    #[must_use]
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// Removes all arcs but the first `count` that were added: where many graphs share some arcs, those are added
    /// once and the others replaced.
    pub fn truncate_arcs(&mut self, count: usize) {
        for arc in self.arcs.drain(count.min(self.arcs.len())..) {
            let layer = &mut self.layers[usize::from(arc.colour)];
            layer.out[usize::from(arc.from)] &= !(1 << arc.to);
            layer.into[usize::from(arc.to)] &= !(1 << arc.from);
        }
        // The form depends on the number of layers, so it must not depend on arcs that are gone.
        self.used_layers = self.arcs.iter().map(|arc| usize::from(arc.colour) + 1).max().unwrap_or(0);
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.colours.len()
    }

    /// The same graph in the general representation.
    ///
    /// # Errors
    /// None in practice; the builder's errors are passed on.
    pub fn to_digraph(&self) -> Result<Digraph, GraphError> {
        let mut builder = DigraphBuilder::new();
        for &colour in &self.colours {
            builder.add_vertex(Colour(colour))?;
        }
        for arc in &self.arcs {
            let colour = Colour(u32::from(arc.colour));
            builder.add_arc(Vertex(u32::from(arc.from)), Vertex(u32::from(arc.to)), colour)?;
        }
        Ok(builder.build())
    }

    /// Writes the graph, renumbered by a labelling, into `form`.
    pub fn form_under(&self, labelling: &[u8; SMALL_VERTICES], form: &mut SmallForm) {
        let n = self.vertex_count();
        form.words.clear();
        form.words.push(n as u64);
        form.words.resize(1 + n * (1 + self.used_layers), 0);
        let (colours, rows) = form.words[1..].split_at_mut(n);
        for (v, &colour) in self.colours.iter().enumerate() {
            colours[usize::from(labelling[v])] = u64::from(colour);
        }
        for arc in &self.arcs {
            let from = usize::from(labelling[usize::from(arc.from) % SMALL_VERTICES]);
            let to = labelling[usize::from(arc.to) % SMALL_VERTICES];
            rows[usize::from(arc.colour) * n + from] |= 1u64.wrapping_shl(to.into());
        }
    }

    pub(crate) fn layers(&self) -> &[Layer] {
        &self.layers[..self.used_layers]
    }

    fn check(&self, vertex: Vertex) -> Result<(), GraphError> {
        let vertices = self.colours.len();
        if vertex.index() < vertices { Ok(()) } else { Err(GraphError::NoSuchVertex { vertex, vertices }) }
    }
}

/// A renumbered small digraph as words: size, colours, and the rows of every layer. Forms under canonical
/// labellings are equal exactly when the graphs are isomorphic.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SmallForm {
    words: Vec<u64>,
}

impl SmallForm {
    /// The form's words, for hashing or storing.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Memory for labelling small digraphs, reused from call to call.
#[derive(Debug, Default)]
pub struct SmallScratch {
    rounds: Rounds,
    rest: Rest,
}

/// Finds a canonical labelling: entry `v` is the canonical number of vertex `v`. Vertices are numbered by ascending
/// colour, so each colour class keeps its range of numbers.
///
/// # Errors
/// [`GaveUp`] when the search needs more steps than `limit` allows.
pub fn label_small<'a>(
    graph: &SmallDigraph,
    scratch: &'a mut SmallScratch,
    limit: WorkLimit,
) -> Result<&'a [u8; SMALL_VERTICES], GaveUp> {
    if !scratch.rounds.settle(graph) {
        scratch.rest.search(graph, &mut scratch.rounds, limit)?;
    }
    Ok(&scratch.rounds.labelling)
}
