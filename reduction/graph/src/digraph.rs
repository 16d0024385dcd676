//! Coloured digraphs, as callers build and see them.
//!
//! A digraph here is a finite set of vertices, each with a colour, and a *set* of coloured arcs: two arcs between
//! the same vertices may differ in colour, equal ones count once, and loops are allowed. Colours are plain numbers
//! and are compared as such: an isomorphism preserves them, it does not permute them. An undirected edge is a pair
//! of opposite arcs.
//!
//! The arcs lie in one array sorted by (from, to, colour), with an index by `from`; that is the form in which two
//! graphs are equal exactly when their arrays are. Everything faster (bit rows, relations) is derived elsewhere.

use std::fmt;

/// A vertex, numbered from zero in the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// The vertex as an index into per-vertex arrays.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour of a vertex or of an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u32);

/// One arc of a digraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arc {
    /// Where the arc starts.
    pub from: Vertex,
    /// Where the arc ends.
    pub to: Vertex,
    /// The arc's colour.
    pub colour: Colour,
}

/// A vertex-coloured, arc-coloured digraph. Made by a [`DigraphBuilder`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digraph {
    colours: Vec<Colour>,
    /// Sorted, without repetition.
    arcs: Vec<Arc>,
    /// `arcs[starts[v]..starts[v + 1]]` leave `v`; one entry more than there are vertices.
    starts: Vec<u32>,
}

impl Digraph {
    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.colours.len()
    }

    /// All arcs, sorted by start, end and colour.
    #[must_use]
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The arcs leaving `vertex`, sorted by end and colour.
    #[must_use]
    pub fn arcs_from(&self, vertex: Vertex) -> &[Arc] {
        let v = vertex.index();
        &self.arcs[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The vertex colours, indexed by vertex.
    #[must_use]
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// The same graph with vertex `v` renamed to `image[v]`, or `None` if `image` is not a permutation of the
    /// vertices.
    #[must_use]
    pub fn relabelled(&self, image: &[u32]) -> Option<Digraph> {
        let n = self.vertex_count();
        let mut colours = vec![None; n];
        if image.len() != n {
            return None;
        }
        for (v, &to) in image.iter().enumerate() {
            let slot = colours.get_mut(to as usize)?;
            if slot.replace(self.colours[v]).is_some() {
                return None;
            }
        }
        let rename = |v: Vertex| Vertex(image[v.index()]);
        let arcs = self.arcs.iter().map(|a| Arc { from: rename(a.from), to: rename(a.to), ..*a });
        Some(Digraph::new(colours.into_iter().flatten().collect(), arcs.collect()))
    }

    /// Whether the permutation `image` preserves vertex colours and the coloured arcs. Checks everything and
    /// trusts nothing: callers may pass any slice.
    #[must_use]
    pub fn is_automorphism(&self, image: &[u32]) -> bool {
        let mut hit = vec![false; self.colours.len()];
        let permutes = image.len() == hit.len()
            && image.iter().all(|&v| hit.get_mut(v as usize).is_some_and(|h| !std::mem::replace(h, true)));
        if !permutes || (0..image.len()).any(|v| self.colours[v] != self.colours[image[v] as usize]) {
            return false;
        }
        // A permutation of the vertices maps arcs one to one, so it is enough that no image is missing.
        let moved = |v: Vertex| Vertex(image[v.index()]);
        self.arcs.iter().all(|arc| {
            let (from, to) = (moved(arc.from), moved(arc.to));
            (from, to) == (arc.from, arc.to) || self.has_arc(Arc { from, to, colour: arc.colour })
        })
    }

    fn has_arc(&self, arc: Arc) -> bool {
        let leaving = self.starts[arc.from.index()] as usize..self.starts[arc.from.index() + 1] as usize;
        self.arcs[leaving].binary_search(&arc).is_ok()
    }

    fn new(colours: Vec<Colour>, mut arcs: Vec<Arc>) -> Digraph {
        arcs.sort_unstable();
        arcs.dedup();
        let mut starts = vec![0u32; colours.len() + 1];
        for arc in &arcs {
            starts[arc.from.index() + 1] += 1;
        }
        for v in 0..colours.len() {
            starts[v + 1] += starts[v];
        }
        Digraph { colours, arcs, starts }
    }
}

/// Collects vertices and arcs, then [builds](DigraphBuilder::build) the digraph.
#[derive(Clone, Debug, Default)]
pub struct DigraphBuilder {
    colours: Vec<Colour>,
    arcs: Vec<Arc>,
}

impl DigraphBuilder {
    /// A builder without vertices.
    #[must_use]
    pub fn new() -> DigraphBuilder {
        DigraphBuilder::default()
    }

    /// Adds a vertex of the given colour.
    ///
    /// # Errors
    /// When the graph has as many vertices as a [`Vertex`] can name.
    pub fn add_vertex(&mut self, colour: Colour) -> Result<Vertex, GraphError> {
        let number = u32::try_from(self.colours.len()).ok().filter(|&n| n < MAX_VERTICES);
        let vertex = Vertex(number.ok_or(GraphError::TooManyVertices)?);
        self.colours.push(colour);
        Ok(vertex)
    }

    /// Adds one arc; adding it again changes nothing.
    ///
    /// # Errors
    /// When an end is not a vertex of this builder, or there are more arcs than can be indexed.
    pub fn add_arc(&mut self, from: Vertex, to: Vertex, colour: Colour) -> Result<(), GraphError> {
        for vertex in [from, to] {
            if vertex.index() >= self.colours.len() {
                return Err(GraphError::NoSuchVertex { vertex, vertices: self.colours.len() });
            }
        }
        if self.arcs.len() >= MAX_ARCS {
            return Err(GraphError::TooManyArcs);
        }
        self.arcs.push(Arc { from, to, colour });
        Ok(())
    }

    /// Adds the two opposite arcs of an undirected edge.
    ///
    /// # Errors
    /// As [`DigraphBuilder::add_arc`].
    pub fn add_edge(&mut self, a: Vertex, b: Vertex, colour: Colour) -> Result<(), GraphError> {
        self.add_arc(a, b, colour)?;
        self.add_arc(b, a, colour)
    }

    /// The finished digraph.
    #[must_use]
    pub fn build(self) -> Digraph {
        Digraph::new(self.colours, self.arcs)
    }
}

/// Leaves room for sentinels beside every vertex number.
const MAX_VERTICES: u32 = u32::MAX / 4;
/// Arcs are indexed by `u32`, twice (from both ends).
const MAX_ARCS: usize = (u32::MAX / 4) as usize;

/// Why a graph could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// An arc names a vertex that was never added.
    NoSuchVertex {
        /// The offending vertex.
        vertex: Vertex,
        /// How many vertices the graph has.
        vertices: usize,
    },
    /// More vertices than the representation can number.
    TooManyVertices,
    /// More arcs than the representation can index.
    TooManyArcs,
    /// An arc colour beyond what a small digraph has layers for.
    TooManyArcColours,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::NoSuchVertex { vertex, vertices } => {
                write!(f, "no vertex {} in a graph of {vertices} vertices", vertex.0)
            }
            GraphError::TooManyVertices => write!(f, "too many vertices"),
            GraphError::TooManyArcs => write!(f, "too many arcs"),
            GraphError::TooManyArcColours => write!(f, "too many arc colours for a small digraph"),
        }
    }
}

impl std::error::Error for GraphError {}
