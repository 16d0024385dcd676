//! Process types that may be copies of one another: `phil_0`, `phil_1`, … with the numbers changed by hand.
//!
//! Processes are alike if their code is, whatever their types are called. Types whose processes have code of one shape (the
//! same statements, whichever variables and constants stand in them) are one type to the program graph, and the variables
//! that stand in the same places of their code are of one kind. That is a guess: it decides which symmetries are looked for,
//! not which are found. A type that is spoken of by its name (`P@label`, `P:x`), that is created later or that watches
//! is like no other.

use std::hash::{Hash, Hasher};

use program::{Code, Edge, Head, Instance, Location, LocationId, Owner, ProctypeId, Program, Tree, VarKey};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet, fast::RapidHasher};

use crate::detect::generator::Generator;

/// Which process types are taken for copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// For each process type that has copies, the first of them.
    first: HashMap<ProctypeId, ProctypeId>,
    /// Processes of two types with code of one shape.
    pairs: Vec<(u8, u8)>,
}

impl Copies {
    /// Compares the shapes of the code of all processes.
    pub fn new(program: &Program, instance: &Instance) -> Copies {
        let Some(told_apart) = told_apart(program, instance) else { return Copies::default() };
        let mut by_shape: HashMap<u64, Vec<u8>> = HashMap::default();
        for (code, pid) in instance.processes.iter().zip(0u8..) {
            // To exchange processes that never move again merges nothing.
            let moves = code.locations.iter().any(|(_, edges)| !edges.is_empty());
            if moves && !told_apart.contains(&code.proctype) {
                by_shape.entry(shape_of_code(program, code)).or_default().push(pid);
            }
        }
        let mut all: Vec<Vec<u8>> = by_shape.into_values().collect();
        all.sort_unstable();
        let proctype = |pid: u8| instance.processes[usize::from(pid)].proctype;
        let mut copies = Copies::default();
        for pids in all {
            let mut types = HashSet::from_iter([proctype(pids[0])]);
            for &pid in pids.iter().filter(|&&pid| types.insert(proctype(pid))) {
                copies.join(proctype(pids[0]), proctype(pid));
                copies.pairs.push((pids[0], pid));
            }
        }
        copies
    }

    fn join(&mut self, one: ProctypeId, other: ProctypeId) {
        let (a, b) = (self.first_like(one), self.first_like(other));
        let (first, later) = (a.min(b), a.max(b));
        self.first.extend([(one, first), (other, first)]);
        self.first.values_mut().filter(|to| **to == later).for_each(|to| *to = first);
    }

    /// The first of the types that are like this one.
    pub fn first_like(&self, proctype: ProctypeId) -> ProctypeId {
        self.first.get(&proctype).copied().unwrap_or(proctype)
    }

    /// Those among which some generator exchanges processes of different types.
    pub fn exchanged(&self, instance: &Instance, generators: &[Generator]) -> Copies {
        let proctype = |pid: u8| instance.processes[usize::from(pid)].proctype;
        let exchanged: HashSet<ProctypeId> = (generators.iter())
            .flat_map(|g| (0..instance.processes.len() as u8).map(|pid| (pid, g.process(pid))))
            .filter(|&(pid, to)| proctype(pid) != proctype(to))
            .map(|(pid, _)| self.first_like(proctype(pid)))
            .collect();
        let is_kept = |first: ProctypeId| exchanged.contains(&first);
        Copies {
            first: self.first.iter().filter(|&(_, &f)| is_kept(f)).map(|(&p, &f)| (p, f)).collect(),
            pairs: (self.pairs.iter().copied())
                .filter(|&(a, _)| is_kept(self.first_like(proctype(a))))
                .collect(),
        }
    }

    /// How many pairs of types there are.
    pub fn count(&self) -> usize {
        self.pairs.len()
    }

    /// Different variables that stand in the same places of the code of copies.
    pub fn corresponding(&self, program: &Program, instance: &Instance) -> Vec<(VarKey, VarKey)> {
        let mut walk = Walk { program, found: HashSet::default() };
        for &(a, b) in &self.pairs {
            let (one, other) = (&instance.processes[usize::from(a)], &instance.processes[usize::from(b)]);
            for (here, there) in one.provided.iter().zip(&other.provided) {
                walk.trees(here, there);
            }
            for (here, there) in side_by_side(program, one, other) {
                walk.trees(&here.action, &there.action);
            }
        }
        let mut found: Vec<(VarKey, VarKey)> = walk.found.into_iter().collect();
        found.sort_unstable();
        found
    }
}

/// For each process type, the first of the types whose processes have code of the same shape.
pub fn first_of_copies(program: &Program, instance: &Instance) -> Vec<ProctypeId> {
    let copies = Copies::new(program, instance);
    (0..program.proctypes.len() as u32).map(|p| copies.first_like(ProctypeId(p))).collect()
}

/// The types that are told from others by something other than their code; `None` if all are.
fn told_apart(program: &Program, instance: &Instance) -> Option<HashSet<ProctypeId>> {
    fn visit(tree: &Tree, out: &mut HashSet<ProctypeId>) -> Option<()> {
        match tree.head {
            // Locations are known by their numbers.
            Head::PcValue | Head::AtLabel(..) => return None,
            Head::Remote(proctype, ..) | Head::Run(proctype, ..) => drop(out.insert(proctype)),
            _ => {}
        }
        tree.kids.iter().try_for_each(|kid| visit(kid, out))
    }
    let mut out: HashSet<ProctypeId> = instance.later.iter().map(|code| code.proctype).collect();
    out.extend(program.claims.iter().copied().chain(program.trace.iter().map(|&(_, p)| p)));
    for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
        let begins = code.starts.iter().flat_map(|(_, values)| values);
        let does = code.locations.iter().flat_map(|(_, edges)| edges).map(|edge| &edge.action);
        code.provided.iter().chain(begins).chain(does).try_for_each(|tree| visit(tree, &mut out))?;
    }
    Some(out)
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = RapidHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// What the code of a process looks like, whatever its locations are numbered and its variables and constants are.
fn shape_of_code(program: &Program, code: &Code) -> u64 {
    let body = program.proctype(code.proctype);
    let mut locations: Vec<u64> = (code.locations.iter())
        .map(|(location, edges)| {
            let Location { end, accept, progress, .. } = body.location(*location);
            let mut shapes: Vec<u64> = edges.iter().map(|edge| shape_of_edge(program, edge)).collect();
            shapes.sort_unstable();
            hash((end, accept, progress, shapes))
        })
        .collect();
    locations.sort_unstable();
    // A location takes one byte or two.
    let is_wide = body.locations.len() > 256;
    hash((body.deterministic, is_wide, code.provided.as_ref().map(|tree| shape(program, tree)), locations))
}

fn shape_of_edge(program: &Program, edge: &Edge) -> u64 {
    hash((
        edge.atomic,
        edge.rank,
        edge.after_else,
        edge.target == LocationId(0),
        shape(program, &edge.action),
    ))
}

fn shape(program: &Program, tree: &Tree) -> u64 {
    if tree.number().is_some() {
        return 1;
    }
    let kids = || {
        let mut kids: Vec<u64> = tree.kids.iter().map(|kid| shape(program, kid)).collect();
        if tree.is_unordered() {
            kids.sort_unstable();
        }
        kids
    };
    match tree.head {
        Head::Var(key) | Head::Element(key) => {
            let declared = declaration(program, key);
            hash((key.proctype.is_some(), declared.scalar, &declared.dims, declared.hidden, kids()))
        }
        ref head => hash((head, kids())),
    }
}

fn declaration(program: &Program, key: VarKey) -> &program::Variable {
    match key.proctype {
        Some(p) => &program.proctype(p).locals[key.index as usize],
        None => &program.globals[key.index as usize],
    }
}

/// The transitions of two processes with code of one shape that stand in the same places.
pub(super) fn side_by_side<'a>(
    program: &Program,
    one: &'a Code,
    other: &'a Code,
) -> Vec<(&'a Edge, &'a Edge)> {
    let by_shape = |code: &'a Code| -> HashMap<LocationId, Vec<(u64, &'a Edge)>> {
        let sorted = |edges: &'a [Edge]| {
            let mut edges: Vec<(u64, &Edge)> =
                edges.iter().map(|edge| (shape_of_edge(program, edge), edge)).collect();
            edges.sort_by_key(|(shape, _)| *shape);
            edges
        };
        code.locations.iter().map(|(location, edges)| (*location, sorted(edges))).collect()
    };
    let (one_edges, other_edges) = (by_shape(one), by_shape(other));
    let mut seen = HashSet::from_iter([one.initial]);
    let mut open = vec![(one.initial, other.initial)];
    let mut found = Vec::new();
    while let Some((here, there)) = open.pop() {
        let (Some(here), Some(there)) = (one_edges.get(&here), other_edges.get(&there)) else { continue };
        for ((_, here), (_, there)) in here.iter().zip(there).filter(|(here, there)| here.0 == there.0) {
            if here.target.0 != 0 && seen.insert(here.target) {
                open.push((here.target, there.target));
            }
            found.push((*here, *there));
        }
    }
    found
}

/// Goes through two trees side by side.
struct Walk<'a> {
    program: &'a Program,
    found: HashSet<(VarKey, VarKey)>,
}

impl Walk<'_> {
    fn trees(&mut self, here: &Tree, there: &Tree) {
        match (&here.head, &there.head) {
            (Head::Const(_), Head::Const(_)) => {
                self.found.extend(here.from.zip(there.from).and_then(|(x, y)| different(x, y)));
            }
            (Head::Var(x), Head::Var(y)) | (Head::Element(x), Head::Element(y)) => {
                self.found.extend(different(*x, *y));
            }
            _ => {}
        }
        let ordered = |tree: &Tree| {
            let mut kids: Vec<(u64, Tree)> =
                tree.kids.iter().map(|kid| (shape(self.program, kid), kid.clone())).collect();
            if tree.is_unordered() {
                kids.sort_by_key(|(shape, _)| *shape);
            }
            kids
        };
        for ((shape, x), (like, y)) in ordered(here).into_iter().zip(ordered(there)) {
            if shape == like {
                self.trees(&x, &y);
            }
        }
    }
}

fn different(x: VarKey, y: VarKey) -> Option<(VarKey, VarKey)> {
    let (x, y) = (x.declared(), y.declared());
    let is_process = |key: VarKey| !matches!(key.owner, Owner::Observer(_));
    (x != y && is_process(x) && is_process(y)).then_some((x, y))
}
