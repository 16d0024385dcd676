//! Graphs in nauty's two representations, and the calls.

use std::os::raw::c_int;

use nauty_Traces_sys::{
    FALSE, NAUTYVERSIONID, SparseGraph, TRUE, WORDSIZE, densenauty, graph, nauty_check, optionblk,
    sparsegraph, sparsenauty, statsblk,
};

use crate::report::{self, Report};

/// Which of nauty's representations to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Bit matrices: `densenauty`.
    Dense,
    /// Adjacency lists: `sparsenauty`.
    Sparse,
}

/// A vertex-coloured digraph for nauty.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// One colour per vertex; cells are ordered by colour.
    pub colours: &'a [u32],
    /// Arcs without repetition. An undirected edge is two arcs.
    pub arcs: &'a [(u32, u32)],
    /// Whether arcs may lack their opposite, or be loops. nauty then needs its `adjacencies` invariant, or it blows
    /// up on digraphs that refinement by successors alone does not split.
    pub directed: bool,
}

/// Memory for calls of nauty; a loaded graph can be labelled again and again.
#[derive(Debug, Default)]
pub struct Nauty {
    vertices: usize,
    words: usize,
    directed: bool,
    rows: Vec<graph>,
    canonical_rows: Vec<graph>,
    lists: SparseGraph,
    canonical_lists: SparseGraph,
    /// The initial cells in nauty's form: vertices in order, and 0 where a cell ends.
    initial_lab: Vec<c_int>,
    initial_ptn: Vec<c_int>,
    lab: Vec<c_int>,
    ptn: Vec<c_int>,
    orbits: Vec<c_int>,
}

impl Nauty {
    /// Memory for calls of nauty.
    #[must_use]
    pub fn new() -> Nauty {
        Nauty::default()
    }

    /// Takes a graph, in both representations. False if the input is not a graph, or too large for nauty.
    #[must_use]
    pub fn load(&mut self, input: Input<'_>) -> bool {
        let n = input.colours.len();
        let valid = |&(from, to): &(u32, u32)| (from as usize) < n && (to as usize) < n;
        if n > 1 << 30 || input.arcs.len() > 1 << 30 || !input.arcs.iter().all(valid) {
            return false;
        }
        self.vertices = n;
        self.words = n.div_ceil(WORDSIZE as usize);
        self.directed = input.directed;
        let (m, size) = (self.words as c_int, n as c_int);
        // SAFETY: the check only compares numbers; it ends the process if bindings and library disagree.
        unsafe { nauty_check(WORDSIZE as c_int, m, size, NAUTYVERSIONID as c_int) };
        self.load_cells(input.colours);
        self.load_lists(input.arcs);
        true
    }

    /// Fills the bit matrix, which only [`Method::Dense`] needs.
    fn load_rows(&mut self) {
        self.rows.clear();
        self.rows.resize(self.words * self.vertices, 0);
        for v in 0..self.vertices {
            for e in 0..self.lists.d[v] as usize {
                let w = self.lists.e[self.lists.v[v] + e] as usize;
                self.rows[v * self.words + w / 64] |= 1 << (63 - w % 64);
            }
        }
        self.canonical_rows.clear();
        self.canonical_rows.resize(self.words * self.vertices, 0);
    }

    fn load_cells(&mut self, colours: &[u32]) {
        let n = colours.len();
        self.initial_lab.clear();
        self.initial_lab.extend(0..n as c_int);
        self.initial_lab.sort_by_key(|&v| colours[v as usize]);
        self.initial_ptn.clear();
        let colour_at = |p: usize| self.initial_lab.get(p).map(|&v| colours[v as usize]);
        let ends = (0..n).map(|p| c_int::from(colour_at(p) == colour_at(p + 1)));
        self.initial_ptn.extend(ends);
        self.orbits.resize(n, 0);
    }

    fn load_lists(&mut self, arcs: &[(u32, u32)]) {
        let lists = &mut self.lists;
        lists.d.clear();
        lists.d.resize(self.vertices, 0);
        for &(from, _) in arcs {
            lists.d[from as usize] += 1;
        }
        lists.v.clear();
        let mut start = 0;
        for &degree in &lists.d {
            lists.v.push(start);
            start += degree as usize;
        }
        let mut next = lists.v.clone();
        lists.e.clear();
        lists.e.resize(arcs.len(), 0);
        for &(from, to) in arcs {
            lists.e[next[from as usize]] = to as c_int;
            next[from as usize] += 1;
        }
        self.canonical_lists = SparseGraph::new(self.vertices, arcs.len());
        self.rows.clear();
    }

    /// Labels the loaded graph without collecting its group: what a search would call per state.
    pub fn label(&mut self, method: Method) {
        if self.vertices > 0 {
            self.run(method, &mut self.options(method));
        }
    }

    /// Labels the loaded graph and returns its group.
    pub fn label_and_report(&mut self, method: Method) -> Report {
        let mut options = self.options(method);
        report::listen(&mut options);
        if self.vertices > 0 {
            self.run(method, &mut options);
        }
        report::take()
    }

    /// The canonical order: the vertex that gets each number, as of the last call.
    pub fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.lab.iter().map(|&v| v as u32)
    }

    fn options(&self, method: Method) -> optionblk {
        let options = match (method, self.directed) {
            (Method::Dense, true) => optionblk::default_digraph(),
            (Method::Dense, false) => optionblk::default(),
            (Method::Sparse, true) => optionblk::default_sparse_digraph(),
            (Method::Sparse, false) => optionblk::default_sparse(),
        };
        optionblk { getcanon: TRUE, defaultptn: FALSE, ..options }
    }

    fn run(&mut self, method: Method, options: &mut optionblk) {
        self.lab.clone_from(&self.initial_lab);
        self.ptn.clone_from(&self.initial_ptn);
        if method == Method::Dense && self.rows.is_empty() {
            self.load_rows();
        }
        let (m, n) = (self.words as c_int, self.vertices as c_int);
        let mut stats = statsblk::default();
        let (lab, ptn, orbits) = (self.lab.as_mut_ptr(), self.ptn.as_mut_ptr(), self.orbits.as_mut_ptr());
        match method {
            Method::Dense => {
                let (rows, canonical) = (self.rows.as_mut_ptr(), self.canonical_rows.as_mut_ptr());
                // SAFETY: both matrices have `m * n` words, the other arrays `n` entries; `lab` is a permutation
                // of the vertices and `ptn` marks the last cell's end. nauty keeps no pointer.
                unsafe { densenauty(rows, lab, ptn, orbits, options, &raw mut stats, m, n, canonical) };
            }
            Method::Sparse => {
                let mut lists = sparsegraph::from(&mut self.lists);
                let mut canonical = sparsegraph::from(&mut self.canonical_lists);
                // SAFETY: as above. The canonical graph has room for as many vertices and arcs as the graph, so
                // nauty never reallocates memory that belongs to a `Vec`.
                unsafe {
                    sparsenauty(
                        &raw mut lists,
                        lab,
                        ptn,
                        orbits,
                        options,
                        &raw mut stats,
                        &raw mut canonical,
                    );
                }
            }
        }
    }
}
