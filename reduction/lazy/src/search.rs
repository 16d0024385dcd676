//! Algorithm 1 and Algorithm 2 (Wahl and D'Silva, sections 7 and 8.3): exploring annotated states.
//!
//! The explorer of the other techniques cannot do this: it asks whether *this* state is known, while here any state whose
//! orbit contains it will do, and a new state may take others out of the queue. So there is a second loop, for annotated
//! states alone; limits, verdicts and figures are those of the explorer.
//!
//! The search is breadth-first, which Lemma 14 needs: a state is subsumed only by states that are at least as near, so
//! the depth of every concrete state is kept and counterexamples are shortest.
//!
//! Without subsumption a state is dropped when one with the same *orbit* is known. Definition 8 would tell (A A, |1 2|)
//! from (A A, |1|2|) as well, although they stand for the same single state; that makes 416 states of the resource
//! controller with two classes of nine clients. The paper reports 414, which is what equality of orbits gives: the
//! states in which all are idle and in which all ask occur with both partitions. With nine classes of two clients the
//! paper reports 28261 and we find 324951. Ours follows from the definitions: granting to class i cuts the clients
//! on both sides of the class, cuts accumulate along a run, and a state is one of the sets of cuts that are unions of such
//! pairs, with the number of asking clients in each of its cells (and, while one is served, its cell), equal orbits
//! counted once. An enumeration of just that on pairs (cuts, counts), independent of this program, agrees with it: 414 for
//! two classes of nine, 496 and 6623 for four and six classes of two. What rule leads to 28261 we could not find: telling
//! equal orbits apart gives more (416; 795, 14293), merging neighbouring constant cells too (414; 563, 8721).

use std::collections::{HashMap, VecDeque};

use explorer::{Limits, StopReason, Verdict};
use program::FaultKind;

use crate::certify::Annotated;
use crate::clock::Clock;
use crate::lift;
use crate::local::LocalId;
use crate::reached::{Reached, ReachedId};
use crate::state::Node;
use crate::step::{Engine, Expansion};
use crate::system::{ProcessId, System};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Drop what is subsumed.
    pub subsumption: bool,
    /// When to stop early.
    pub limits: Limits,
    /// Explore everything and count violations.
    pub all_errors: bool,
    /// Raised from outside to stop.
    pub interrupt: Option<&'a std::sync::atomic::AtomicBool>,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Config { subsumption: true, limits: Limits::default(), all_errors: false, interrupt: None }
    }
}

/// A concrete state: shared cells and local vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Concrete {
    /// The shared cells; one may hold no value at all.
    pub shared: Vec<i64>,
    /// The local vector of each process.
    pub local: Vec<Vec<i32>>,
}

/// A kind of violation that occurred.
#[derive(Clone, Debug)]
pub struct Found {
    /// What went wrong.
    pub kind: FaultKind,
    /// How often.
    pub count: u64,
    /// A shortest concrete run to the state in which (or in a step of which) it happens.
    pub path: Vec<Concrete>,
}

/// What a search found.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What cut the search.
    pub stopped: Option<StopReason>,
    /// Annotated states reached.
    pub states: u64,
    /// Annotated states whose successors were made: the others were subsumed while they waited.
    pub explored: u64,
    /// Steps made.
    pub transitions: u64,
    /// Greatest distance from the initial state.
    pub depth: u32,
    /// Different partitions that occurred, those of the edges included.
    pub partitions: usize,
    /// Duration.
    pub time: std::time::Duration,
    /// Bytes held by the reached states and what they are made of.
    pub memory: u64,
    /// Violations, in the order in which they were first met.
    pub violations: Vec<Found>,
}

/// Explores a system.
pub fn explore(system: &System, config: Config<'_>) -> Report {
    let clock = Clock::new(config.limits, config.interrupt);
    let mut search = Search::new(Engine::new(system, clock), config);
    search.run();
    search.report()
}

/// Explores a system and gives back, for [`crate::certify`](fn@crate::certify), what was stored.
pub fn explore_and_keep(system: &System, config: Config<'_>) -> (Report, Vec<Annotated>) {
    let clock = Clock::new(config.limits, config.interrupt);
    let mut search = Search::new(Engine::new(system, clock), config);
    search.run();
    let stored = lift::stored(&search.engine, &search.reached);
    (search.report(), stored)
}

/// Every concrete state that is represented by what a search reaches; for tests on small systems.
pub fn represented(system: &System, config: Config<'_>) -> std::collections::BTreeSet<Concrete> {
    let clock = Clock::new(config.limits, config.interrupt);
    let mut search = Search::new(Engine::new(system, clock), config);
    search.run();
    lift::represented(&mut search.engine, &search.reached)
}

/// What is known of a system before it is explored.
#[derive(Clone, Debug)]
pub struct Account {
    /// Statements of the program, each counted once however many processes have it.
    pub statements: usize,
    /// Where the statements stand that tell processes apart.
    pub asymmetric: Vec<program::Span>,
    /// The sizes of the cells of the initial annotation.
    pub initial_cells: Vec<usize>,
    /// Into at most how many cells one statement divides processes of a kind.
    pub most_cells: usize,
}

/// Derives the partitions of a system's statements, for a report.
pub fn account(system: &System) -> Account {
    let mut engine = Engine::new(system, Clock::new(Limits::default(), None));
    let initial = engine.initial();
    let cells = &engine.partitions.get(initial.partition).cells;
    let kinds = |cells: &[Vec<ProcessId>]| {
        let mut count: HashMap<u16, usize> = HashMap::new();
        cells.iter().for_each(|cell| *count.entry(system.processes[cell[0].index()]).or_default() += 1);
        count.into_values().max().unwrap_or(0)
    };
    let edges = engine.derived.edges.iter();
    Account {
        most_cells: edges.map(|e| kinds(&engine.partitions.get(e.partition).cells)).max().unwrap_or(0),
        statements: engine.derived.statements,
        asymmetric: engine.derived.asymmetric.clone(),
        initial_cells: cells.iter().map(Vec::len).collect(),
    }
}

struct Sighting {
    kind: FaultKind,
    count: u64,
    source: ReachedId,
}

struct Search<'a> {
    engine: Engine<'a>,
    config: Config<'a>,
    reached: Reached,
    unexplored: VecDeque<ReachedId>,
    sightings: Vec<Sighting>,
    /// A violating step was found at this depth; the level is only searched for deadlocks, which are nearer.
    finishing: Option<u32>,
    explored: u64,
    transitions: u64,
}

impl<'a> Search<'a> {
    fn new(engine: Engine<'a>, config: Config<'a>) -> Search<'a> {
        Search {
            engine,
            config,
            reached: Reached::default(),
            unexplored: VecDeque::new(),
            sightings: Vec::new(),
            finishing: None,
            explored: 0,
            transitions: 0,
        }
    }

    fn run(&mut self) {
        let initial = self.engine.initial();
        self.update(&initial, None, 0);
        while let Some(id) = self.unexplored.pop_front() {
            let entry = &mut self.reached.entries[id.0 as usize];
            if !std::mem::replace(&mut entry.waits, false) {
                continue;
            }
            let depth = entry.depth;
            let node = entry.state.unpack(self.engine.partitions.get(entry.state.partition));
            if self.finishing.is_some_and(|level| depth > level) || self.must_stop(depth) {
                break;
            }
            let expansion = self.engine.expand(&node);
            if self.engine.clock.stopped().is_some() {
                break;
            }
            self.explored += 1;
            if self.absorb(id, depth, expansion) {
                break;
            }
        }
    }

    fn must_stop(&mut self, depth: u32) -> bool {
        if self.config.limits.depth.is_some_and(|limit| depth >= limit) {
            self.engine.clock.stop(StopReason::Depth);
        }
        self.engine.clock.tick()
    }

    /// Takes in what can happen in a state; true when the search is decided.
    fn absorb(&mut self, id: ReachedId, depth: u32, expansion: Expansion) -> bool {
        for _ in &expansion.dead {
            self.saw(FaultKind::InvalidEnd, id);
        }
        if !expansion.dead.is_empty() && !self.config.all_errors {
            return true;
        }
        if self.finishing.is_some() {
            return false;
        }
        for step in expansion.steps {
            self.transitions += 1;
            if let Some(kind) = step.fault {
                self.saw(kind, id);
                if !self.config.all_errors {
                    self.finishing = Some(depth);
                    return false;
                }
            }
            if let Some(node) = &step.node {
                self.update(node, Some(id), depth + 1);
            }
        }
        false
    }

    /// Subroutine `update`.
    fn update(&mut self, node: &Node, parent: Option<ReachedId>, depth: u32) {
        let state = self.engine.pack(node);
        let partitions = &mut self.engine.partitions;
        if self.reached.covers(&state, partitions, self.config.subsumption) {
            return;
        }
        if self.config.limits.states.is_some_and(|limit| self.reached.len() as u64 >= limit) {
            self.engine.clock.stop(StopReason::States);
            return;
        }
        let id = self.reached.insert(state, parent, depth, partitions, self.config.subsumption);
        self.unexplored.push_back(id);
    }

    fn saw(&mut self, kind: FaultKind, source: ReachedId) {
        // A deadlock found while a level is finished makes a shorter run than the step found before.
        if self.finishing.is_some() && kind == FaultKind::InvalidEnd {
            self.sightings.clear();
        }
        match self.sightings.iter_mut().find(|s| s.kind == kind) {
            Some(sighting) => sighting.count += 1,
            None => self.sightings.push(Sighting { kind, count: 1, source }),
        }
    }

    fn report(mut self) -> Report {
        let stopped = self.engine.clock.stopped();
        let verdict = match stopped {
            _ if !self.sightings.is_empty() => Verdict::Violated,
            Some(reason) => Verdict::Undecided(reason),
            None => Verdict::Holds,
        };
        let time = self.engine.clock.elapsed();
        self.engine.clock.release();
        let sightings = std::mem::take(&mut self.sightings);
        let violations = (sightings.into_iter())
            .map(|s| {
                let path = lift::lift(&mut self.engine, &self.reached, s.source, s.kind);
                Found { kind: s.kind, count: s.count, path }
            })
            .collect();
        Report {
            verdict,
            stopped,
            states: self.reached.len() as u64,
            explored: self.explored,
            transitions: self.transitions,
            depth: self.reached.entries.last().map_or(0, |e| e.depth),
            partitions: self.engine.partitions.len(),
            time,
            memory: (self.reached.bytes + self.engine.alphabet.memory()) as u64,
            violations,
        }
    }
}

/// A concrete state of an arrangement.
pub(crate) fn concrete(engine: &Engine<'_>, shared: crate::local::SharedId, at: &[LocalId]) -> Concrete {
    let local = at.iter().map(|&id| engine.alphabet.get(id).cells.to_vec()).collect();
    Concrete { shared: engine.resolve(shared, at), local }
}
