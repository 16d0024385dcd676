//! Individualisation and refinement: the search for the canonical leaf and the automorphisms.
//!
//! The root of the tree is the equitable refinement of the vertex colours. A node that is not discrete has one child
//! for every vertex of its target cell: the vertex is put in a cell of its own and the partition refined again. The
//! leaves are numberings of the vertices; the best one, in an order that ignores vertex numbers, is canonical, and
//! leaves with equal renumbered graphs differ by automorphisms. Source: McKay and Piperno, *Practical graph
//! isomorphism II*, 2014, sections 2 and 3; McKay, *Practical graph isomorphism*, 1981.
//!
//! What keeps the tree small:
//! - the traces of the *first path* and the *best path* (see `trace.rs`);
//! - an automorphism found at a leaf sends the search straight back to where the leaf's path left the first (or
//!   best) path, because everything between is equivalent to what was seen;
//! - at a node of the first path only one vertex of each orbit is tried. The search is depth first, so all
//!   automorphisms known when the node is continued fix its path, and the orbit of the vertex chosen by the first
//!   path has, when the node is left, its final length: the group's order is the product of these lengths;
//! - at other nodes the same is done with the known automorphisms that fix the path;
//! - before descending, a node that follows the first path is tried as an automorphism that moves little besides
//!   the cells already single (after Darga, Sakallah, Markov, *Faster symmetry discovery using sparsity of
//!   symmetries*, 2008, section 4; see [`Tree::is_image_of_first`]). With many interchangeable parts a generator is
//!   then found at once, without a path to a leaf.
//!
//! Rejected: the breadth-first levels with experimental paths of Traces, which pay off on graphs with thousands of
//! vertices and little structure, and Schreier-Sims on the automorphisms found, which the orbit pruning makes idle on
//! the graphs of programs and states.

use std::cmp::Ordering;

use crate::images::{Image, Images};
use crate::limit::{Budget, GaveUp};
use crate::orbits::Orbits;
use crate::trace::{Standing, Trace};
use crate::tree::{Refined, Tree};

/// Memory of the search, reused from call to call; holds the group after [`Search::run`].
#[derive(Debug, Default)]
pub(crate) struct Memory {
    trace: Trace,
    orbits: Orbits,
    /// Orbits within one target cell off the first path.
    local: Orbits,
    levels: Vec<Level>,
    /// The target cells of all levels, one after the other, each ascending.
    candidates: Vec<Candidate>,
    /// The vertices individualised on the way to the current node.
    path: Vec<u32>,
    first_path: Vec<u32>,
    best_path: Vec<u32>,
    /// The identity between uses.
    image: Image,
    /// Automorphisms, each of which joined orbits when it was found: they generate the group.
    pub(crate) generators: Images,
    /// Further automorphisms, kept for pruning.
    redundant: Images,
    /// (vertex, length of its orbit in the stabiliser of the vertices after it), from the last level to the first.
    pub(crate) base: Vec<(u32, u32)>,
}

/// A vertex of a target cell.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    vertex: u32,
    /// Equivalent to a smaller vertex of the cell.
    pruned: bool,
}

/// A node on the current path that is not a leaf.
#[derive(Debug)]
struct Level {
    /// `candidates[start..end]` are this node's, and `next` is the one to try now.
    start: usize,
    end: usize,
    next: usize,
    standing: Standing,
    on_first_path: bool,
    /// How many automorphisms were known when the candidates were last pruned.
    known: usize,
}

/// Beyond this many, further automorphisms that join no orbits are forgotten.
const MAX_REDUNDANT: usize = 200;

/// One search of one tree.
pub(crate) struct Search<'a, T> {
    pub(crate) tree: &'a mut T,
    pub(crate) memory: &'a mut Memory,
    pub(crate) budget: &'a mut Budget,
    /// Whether the canonical leaf is wanted, or the automorphisms alone.
    pub(crate) canonical: bool,
}

impl<T: Tree> Search<'_, T> {
    /// Searches the whole tree.
    pub(crate) fn run(mut self) -> Result<(), GaveUp> {
        self.memory.reset(self.tree.vertex_count());
        self.memory.trace.begin(0, Standing::default());
        self.tree.root(&mut self.memory.trace, self.budget)?;
        let standing = self.memory.trace.end();
        self.enter(standing)?;
        while !self.memory.levels.is_empty() {
            let level = self.memory.levels.len() - 1;
            self.memory.path.truncate(level);
            match self.next_candidate()? {
                Some(vertex) => self.visit(level, vertex)?,
                None => self.leave(),
            }
        }
        Ok(())
    }

    /// Tries the child of the node at `level` that individualises `vertex`.
    fn visit(&mut self, level: usize, vertex: u32) -> Result<(), GaveUp> {
        let memory = &mut *self.memory;
        self.tree.restore(level);
        memory.path.push(vertex);
        memory.trace.begin(level + 1, memory.levels[level].standing);
        let refined = self.tree.individualise(vertex, &mut memory.trace, self.budget)?;
        let standing = memory.trace.end();
        if refined == Refined::Equitable && standing.is_open() {
            self.enter(standing)?;
        }
        Ok(())
    }

    /// Arrives at a refined node: a leaf, an automorphism, or a new level.
    fn enter(&mut self, standing: Standing) -> Result<(), GaveUp> {
        if standing.recording && self.tree.is_leaf() {
            self.first_leaf();
        } else if !standing.recording && standing.follows_first && self.is_image_of_first() {
            self.found_automorphism(Ancestor::First)?;
        } else if self.tree.is_leaf() {
            self.compare_with_best(standing)?;
        } else {
            self.push_level(standing)?;
        }
        Ok(())
    }

    fn is_image_of_first(&mut self) -> bool {
        let memory = &mut *self.memory;
        // Levels on the first path come before all others, and the root is one of them.
        let common = memory.levels.partition_point(|level| level.on_first_path) - 1;
        let found = self.tree.is_image_of_first(common, &mut memory.image);
        if !found {
            memory.image.clear();
        }
        found
    }

    fn first_leaf(&mut self) {
        let memory = &mut *self.memory;
        self.tree.keep_as_first();
        memory.first_path.clone_from(&memory.path);
        memory.trace.set_first(memory.path.len());
        let against_best = if self.canonical { Ordering::Equal } else { Ordering::Less };
        for level in &mut memory.levels {
            level.standing = Standing { recording: false, follows_first: true, against_best };
        }
        if self.canonical {
            self.set_best();
        }
    }

    fn set_best(&mut self) {
        let memory = &mut *self.memory;
        self.tree.keep_as_best();
        memory.best_path.clone_from(&memory.path);
        memory.trace.set_best(memory.path.len());
        for level in &mut memory.levels {
            level.standing.against_best = Ordering::Equal;
        }
    }

    fn compare_with_best(&mut self, standing: Standing) -> Result<(), GaveUp> {
        let order = match standing.against_best {
            Ordering::Equal => self.tree.compare_with_best(),
            decided => decided,
        };
        match order {
            Ordering::Less => {}
            Ordering::Greater => self.set_best(),
            Ordering::Equal => {
                self.tree.map_from_best(&mut self.memory.image);
                self.found_automorphism(Ancestor::Best)?;
            }
        }
        Ok(())
    }

    /// Records the automorphism in `image` and goes back to where the path left the first or the best path.
    ///
    /// The automorphism is kept as one number for every vertex, and the budget pays for them: with thousands of
    /// interchangeable parts it is the memory for their automorphisms that must be bounded.
    fn found_automorphism(&mut self, ancestor: Ancestor) -> Result<(), GaveUp> {
        let memory = &mut *self.memory;
        self.budget.spend(self.tree.vertex_count())?;
        let image = &mut memory.image;
        if memory.orbits.join_all(image.moved().iter().map(|&v| (v, image.of(v)))) {
            memory.generators.push(image.as_slice());
        } else if memory.redundant.len() < MAX_REDUNDANT {
            memory.redundant.push(image.as_slice());
        }
        image.clear();
        let reference = match ancestor {
            Ancestor::First => &memory.first_path,
            Ancestor::Best => &memory.best_path,
        };
        let common = memory.path.iter().zip(reference).take_while(|(a, b)| a == b).count();
        memory.levels.truncate(common + 1);
        memory.candidates.truncate(memory.levels.last().map_or(0, |level| level.end));
        Ok(())
    }

    fn push_level(&mut self, standing: Standing) -> Result<(), GaveUp> {
        let memory = &mut *self.memory;
        let start = memory.candidates.len();
        self.tree.save(memory.levels.len());
        let cell = self.tree.target_cell();
        memory.candidates.extend(cell.map(|vertex| Candidate { vertex, pruned: false }));
        self.budget.spend(memory.candidates.len() - start)?;
        memory.candidates[start..].sort_unstable_by_key(|candidate| candidate.vertex);
        memory.levels.push(Level {
            start,
            end: memory.candidates.len(),
            next: start,
            standing,
            on_first_path: standing.recording,
            known: 0,
        });
        Ok(())
    }

    /// The next vertex to individualise at the current node, if any is left.
    fn next_candidate(&mut self) -> Result<Option<u32>, GaveUp> {
        self.prune_off_first_path()?;
        let memory = &mut *self.memory;
        let Some(level) = memory.levels.last_mut() else { return Ok(None) };
        while level.next < level.end {
            let Candidate { vertex, pruned } = memory.candidates[level.next];
            level.next += 1;
            if !pruned && (!level.on_first_path || memory.orbits.root(vertex) == vertex) {
                return Ok(Some(vertex));
            }
        }
        Ok(None)
    }

    /// Marks candidates that known automorphisms, fixing the path to this node, map to smaller ones.
    fn prune_off_first_path(&mut self) -> Result<(), GaveUp> {
        let memory = &mut *self.memory;
        let known = memory.generators.len() + memory.redundant.len();
        // The first candidate is the smallest, so nothing can prune it.
        let prunable =
            |level: &&mut Level| !level.on_first_path && level.next > level.start && level.known < known;
        let Some(level) = memory.levels.last_mut().filter(prunable) else { return Ok(()) };
        level.known = known;
        self.budget.spend(known + level.end - level.start)?;
        let candidates = &mut memory.candidates[level.start..level.end];
        for candidate in &*candidates {
            memory.local.isolate(candidate.vertex);
        }
        let path = &memory.path;
        let fixes_path = |g: &&[u32]| path.iter().all(|&v| g[v as usize] == v);
        let all = memory.generators.iter().chain(memory.redundant.iter());
        for image in all.filter(fixes_path) {
            for candidate in &*candidates {
                memory.local.join(candidate.vertex, image[candidate.vertex as usize]);
            }
        }
        for candidate in candidates {
            candidate.pruned = memory.local.root(candidate.vertex) != candidate.vertex;
        }
        Ok(())
    }

    /// All children of the current node are done.
    fn leave(&mut self) {
        let memory = &mut *self.memory;
        let Some(level) = memory.levels.pop() else { return };
        memory.candidates.truncate(level.start);
        if level.on_first_path {
            let vertex = memory.first_path[memory.levels.len()];
            memory.base.push((vertex, memory.orbits.size(vertex)));
        }
    }
}

impl Memory {
    fn reset(&mut self, n: usize) {
        self.image.reset(n);
        self.orbits.reset(n);
        self.local.reset(n);
        self.levels.clear();
        self.candidates.clear();
        self.path.clear();
        self.generators.reset(n);
        self.redundant.reset(n);
        self.base.clear();
    }
}

/// The path an automorphism was found against.
enum Ancestor {
    First,
    Best,
}
