//! The successors of an abstract state: lines 4 to 11 of Algorithm 1 (Wahl and D'Silva, section 7).
//!
//! For each edge: meet the state's partition with the edge's, unwind the state into arrangements, and let one process of
//! each cell and local state act. The result carries the meet. Two things go beyond the paper.
//!
//! *Atomic sequences.* A process that keeps control has this written into its local state, so the states inside an
//! `atomic` are abstract states as any other; only they are not stored.
//!
//! *Being blocked* (a deadlock, or the end of an `atomic` that cannot go on) is a statement about all edges at once, and
//! arrangements of one state may differ in it. It is answered exactly and as lazily as possible: an edge that can
//! be taken in every arrangement settles it; otherwise the state is split edge by edge into arrangements in which
//! none so far can be taken, until none is left or no edge is.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use explorer::{Alarm, StopReason};
use program::FaultKind;

use crate::derive::{Derived, derive};
use crate::execute::{Performed, World};
use crate::local::{Alphabet, Local, LocalId};
use crate::partition::{Partition, PartitionId, Partitions};
use crate::state::{Abstract, Node, pack, transport};
use crate::system::{DEAD, Expr, ProcessId, System};
use crate::unwind::{Run, runs, unwind};

/// One step from a stored state.
#[derive(Debug)]
pub(crate) struct Step {
    /// Where it leads; `None` when a fault ended it.
    pub node: Option<Node>,
    /// The first fault on the way.
    pub fault: Option<FaultKind>,
    /// The arrangement of the source in which it was taken, when traced.
    pub origin: Option<Vec<LocalId>>,
}

/// Everything that can happen in a state.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    pub steps: Vec<Step>,
    /// Arrangements in which nothing can happen and not every process is at an end.
    pub dead: Vec<Node>,
}

/// Edges of one statement with what all of them require.
struct Group {
    edges: Vec<usize>,
    shared: Vec<Expr>,
}

/// Arrangements between two looks at the limits.
const PACE: u32 = 1024;

/// Makes successors.
pub(crate) struct Engine<'a> {
    pub system: &'a System,
    pub alphabet: Alphabet,
    pub partitions: Partitions,
    pub derived: Derived,
    /// Looked at now and then, also inside the unwinding of one state.
    alarm: Option<Alarm<'a>>,
    /// Arrangements since the last look.
    ticks: u32,
    /// Why the expansion was given up.
    pub stopped: Option<StopReason>,
    /// Keep the arrangement each step comes from.
    pub trace: bool,
    groups: HashMap<(u16, i32), Vec<Group>>,
    /// The shared cells that hold process numbers: each is a mark.
    pub identifiers: Vec<u32>,
}

impl<'a> Engine<'a> {
    pub fn new(system: &'a System, alarm: Option<Alarm<'a>>) -> Engine<'a> {
        let mut partitions = Partitions::default();
        let derived = derive(system, &mut partitions);
        let groups = groups(system, &derived);
        let is_identifier = |&cell: &u32| system.shared[cell as usize].identifier;
        let identifiers = (0..system.shared.len() as u32).filter(is_identifier).collect();
        let alphabet = Alphabet::default();
        Engine {
            system,
            alphabet,
            partitions,
            derived,
            alarm,
            ticks: 0,
            stopped: None,
            trace: false,
            groups,
            identifiers,
        }
    }

    /// From now on nothing stops it.
    pub fn release(&mut self) {
        (self.alarm, self.stopped) = (None, None);
    }

    /// True once the search must stop.
    fn must_stop(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks >= PACE && self.stopped.is_none() {
            self.ticks = 0;
            self.stopped = self.alarm.as_mut().and_then(Alarm::look);
        }
        self.stopped.is_some()
    }

    /// The initial state with the annotation of section 5: a cell for each local state that occurs in it.
    pub fn initial(&mut self) -> Node {
        let system = self.system;
        let marks = vec![0; self.identifiers.len().div_ceil(64)].into_boxed_slice();
        let at: Vec<LocalId> = (system.initial_local.iter().zip(&system.processes))
            .map(|(cells, &kind)| {
                let cells = cells.clone().into();
                self.alphabet.local(Local { kind, has_control: false, marks: marks.clone(), cells })
            })
            .collect();
        let (shared, at) = self.settle(system.initial_shared.clone(), at, Vec::new(), None);
        let partition = self.partitions.intern(Partition::by_label(at.iter().copied()));
        Node { shared, at, partition, origin: None }
    }

    /// Everything that can happen in a state.
    pub fn expand(&mut self, node: &Node) -> Expansion {
        let cells = runs(&node.at, self.partitions.get(node.partition));
        let mut fired = Vec::new();
        let covered = self.fire_all(node, &cells, false, &mut fired);
        let mut expansion = Expansion::default();
        if !covered {
            let blocked = self.blocked(node, false);
            expansion.dead = blocked.into_iter().filter(|n| !self.rests(n)).collect();
        }
        self.finish_atomics(fired, &mut expansion.steps);
        expansion
    }

    /// Tries every edge; true if some edge can be taken in every arrangement.
    fn fire_all(&mut self, node: &Node, cells: &[Vec<Run>], control: bool, out: &mut Vec<Fired>) -> bool {
        let mut covered = false;
        for edge in self.edges_of(node, cells, control) {
            covered |= self.fire(node, cells, edge, control, &mut Sink::Steps(out));
        }
        covered
    }

    /// The edges that leave a location some process is at, and whose conditions on the shared part hold.
    fn edges_of(&self, node: &Node, cells: &[Vec<Run>], control: bool) -> Vec<usize> {
        let mut locations: Vec<(u16, i32)> = (cells.iter().flatten())
            .map(|&(id, _)| self.alphabet.get(id))
            .filter(|local| local.has_control == control)
            .map(|local| (local.kind, local.cells[0]))
            .collect();
        locations.sort_unstable();
        locations.dedup();
        let world = self.world(node.shared, &node.at);
        let holds = |expr: &Expr| world.value(expr) != Ok(0);
        (locations.iter().filter_map(|location| self.groups.get(location)).flatten())
            .filter(|group| group.shared.iter().all(holds))
            .flat_map(|group| group.edges.iter().copied())
            .collect()
    }

    /// Takes an edge wherever it can be taken; true if that is in every arrangement.
    fn fire(
        &mut self,
        node: &Node,
        cells: &[Vec<Run>],
        edge: usize,
        control: bool,
        sink: &mut Sink<'_>,
    ) -> bool {
        let refinement = self.partitions.refine(node.partition, self.derived.edges[edge].partition);
        let meet = self.partitions.get(refinement.meet).clone();
        if !self.somebody_acts(node.partition, cells, edge, control) {
            sink.blocked(node, node.at.clone(), node.partition);
            return false;
        }
        // Who asks which arrangements are blocked must see them all.
        let banned = match sink {
            Sink::Steps(_) => self.banned(node, cells, edge, &refinement.parts, &meet),
            Sink::Blocked(_) => HashSet::new(),
        };
        let mut covered = banned.is_empty();
        let constrained = |cell| banned.iter().any(|&(c, _)| c == cell);
        let allowed = |cell, state| !banned.contains(&(cell, state));
        unwind(cells.to_vec(), &refinement, &meet, &constrained, &allowed, &mut |at| {
            if self.must_stop() {
                return ControlFlow::Break(());
            }
            let taken = self.act(node, at, (refinement.meet, &meet), edge, control, sink);
            covered &= taken;
            if !taken {
                sink.blocked(node, at.to_vec(), refinement.meet);
            }
            ControlFlow::Continue(())
        });
        covered
    }

    fn somebody_acts(&self, partition: PartitionId, cells: &[Vec<Run>], edge: usize, control: bool) -> bool {
        let edge = &self.derived.edges[edge];
        (self.partitions.get(partition).cells.iter().zip(cells)).any(|(members, runs)| {
            runs.iter().any(|&(id, _)| {
                let local = self.alphabet.get(id);
                local.cells[0] == edge.source && local.has_control == control
            }) && members.iter().any(|p| edge.instance[p.index()].is_some())
        })
    }

    /// Local states that a condition of the edge rules out in a cell of the meet.
    fn banned(
        &self,
        node: &Node,
        cells: &[Vec<Run>],
        edge: usize,
        parts: &[Vec<u16>],
        meet: &Partition,
    ) -> HashSet<(u16, LocalId)> {
        let edge = &self.derived.edges[edge];
        let ruled = self.partitions.get(edge.partition);
        let mut banned = HashSet::new();
        if edge.others.is_empty() {
            return banned;
        }
        let mut world = self.world(node.shared, &node.at);
        for (other, condition) in &edge.others {
            for (parts, runs) in parts.iter().zip(cells) {
                for &part in parts {
                    if ruled.separates(meet.cells[usize::from(part)][0], *other) {
                        continue;
                    }
                    for &(state, _) in runs {
                        world.edits = vec![(*other, self.alphabet.get(state).cells.to_vec())];
                        if world.value(condition) == Ok(0) {
                            banned.insert((part, state));
                        }
                    }
                }
            }
        }
        banned
    }

    /// Lets one process of each cell and local state take the edge; true if any can.
    fn act(
        &mut self,
        node: &Node,
        at: &[LocalId],
        (partition, meet): (PartitionId, &Partition),
        edge: usize,
        control: bool,
        sink: &mut Sink<'_>,
    ) -> bool {
        let mut any = false;
        for cell in &meet.cells {
            if self.derived.edges[edge].instance[cell[0].index()].is_none() {
                continue;
            }
            let mut last = None;
            for &process in cell {
                let state = at[process.index()];
                if last.replace(state) == Some(state) {
                    continue;
                }
                let local = self.alphabet.get(state);
                if local.cells[0] == self.derived.edges[edge].source && local.has_control == control {
                    any |= self.try_process(node, at, partition, edge, process, sink);
                }
            }
        }
        any
    }

    fn try_process(
        &mut self,
        node: &Node,
        at: &[LocalId],
        partition: PartitionId,
        edge: usize,
        process: ProcessId,
        sink: &mut Sink<'_>,
    ) -> bool {
        let Some(index) = self.derived.edges[edge].instance[process.index()] else { return false };
        let system = self.system;
        let transition = &system.transitions[process.index()][index as usize];
        let mut world = self.world(node.shared, at);
        let mut asserted = None;
        let outcome = world.perform(process, &transition.action, &mut asserted);
        if outcome == Ok(Performed::Blocked) {
            return false;
        }
        let Sink::Steps(out) = sink else { return true };
        let origin = self.trace.then(|| match &node.origin {
            Some(origin) => transport(self.partitions.get(node.partition), &node.at, at, origin),
            None => at.to_vec(),
        });
        if let Err(kind) = outcome {
            out.push(Fired {
                node: None,
                fault: Some(asserted.unwrap_or(kind)),
                keeps_control: false,
                origin,
            });
            return true;
        }
        if let Some(target) = transition.target {
            world.edit(process)[0] = target;
        }
        let World { shared, edits, .. } = world;
        let holder = transition.atomic.then_some(process);
        let (shared, at) = self.settle(shared, at.to_vec(), edits, holder);
        let node = Node { shared, at, partition, origin: origin.clone() };
        out.push(Fired { node: Some(node), fault: asserted, keeps_control: transition.atomic, origin });
        true
    }

    /// Follows what keeps control until it yields or is blocked. A fault on the way is a step of its own, as what
    /// follows may never end.
    fn finish_atomics(&mut self, fired: Vec<Fired>, steps: &mut Vec<Step>) {
        let mut seen = HashSet::new();
        let mut todo = fired;
        todo.reverse();
        while let Some(step) = todo.pop() {
            let (true, Some(node)) = (step.keeps_control, &step.node) else {
                steps.push(Step { node: step.node, fault: step.fault, origin: step.origin });
                continue;
            };
            if step.fault.is_some() {
                steps.push(Step { node: None, fault: step.fault, origin: step.origin.clone() });
            }
            if !seen.insert(self.pack(node)) || self.stopped.is_some() {
                continue;
            }
            let cells = runs(&node.at, self.partitions.get(node.partition));
            let mut next = Vec::new();
            if !self.fire_all(node, &cells, true, &mut next) {
                for stuck in self.blocked(node, true) {
                    let origin = stuck.origin.clone();
                    let node = Some(self.yielded(stuck));
                    steps.push(Step { node, fault: None, origin });
                }
            }
            todo.extend(next.into_iter().rev());
        }
    }

    /// The arrangements of a node in which no edge can be taken.
    fn blocked(&mut self, node: &Node, control: bool) -> Vec<Node> {
        let cells = runs(&node.at, self.partitions.get(node.partition));
        let mut edges = self.edges_of(node, &cells, control);
        let derived = &self.derived.edges;
        edges.sort_by_key(|&e| self.partitions.get(derived[e].partition).cells.len());
        let mut work = vec![node.clone()];
        for edge in edges {
            let mut left = Vec::new();
            for node in work {
                let cells = runs(&node.at, self.partitions.get(node.partition));
                self.fire(&node, &cells, edge, control, &mut Sink::Blocked(&mut left));
            }
            work = left;
        }
        let partitions = &self.partitions;
        work.into_iter().map(|n| n.moved(node, partitions.get(node.partition))).collect()
    }

    fn rests(&self, node: &Node) -> bool {
        node.at.iter().all(|&id| {
            let local = self.alphabet.get(id);
            let location = local.cells[0];
            location == DEAD || self.system.kinds[usize::from(local.kind)].ends.contains(&location)
        })
    }

    /// The same without anybody in control.
    fn yielded(&mut self, mut node: Node) -> Node {
        for id in &mut node.at {
            if self.alphabet.get(*id).has_control {
                let free = Local { has_control: false, ..self.alphabet.get(*id).clone() };
                *id = self.alphabet.local(free);
            }
        }
        node
    }

    /// The canonical form of a node.
    pub fn pack(&self, node: &Node) -> Abstract {
        pack(node, self.partitions.get(node.partition))
    }
}

/// A step that may still keep control.
struct Fired {
    node: Option<Node>,
    fault: Option<FaultKind>,
    keeps_control: bool,
    origin: Option<Vec<LocalId>>,
}

/// What to do with what an edge yields.
enum Sink<'a> {
    /// Take the steps.
    Steps(&'a mut Vec<Fired>),
    /// Take the arrangements in which it cannot be taken.
    Blocked(&'a mut Vec<Node>),
}

impl Sink<'_> {
    fn blocked(&mut self, node: &Node, at: Vec<LocalId>, partition: PartitionId) {
        if let Sink::Blocked(left) = self {
            left.push(Node { shared: node.shared, at, partition, origin: None });
        }
    }
}

fn groups(system: &System, derived: &Derived) -> HashMap<(u16, i32), Vec<Group>> {
    let mut groups: HashMap<(u16, i32), Vec<(u32, Group)>> = HashMap::new();
    for (index, edge) in derived.edges.iter().enumerate() {
        let Some(first) = edge.instance.iter().position(Option::is_some) else { continue };
        let of_location = groups.entry((system.processes[first], edge.source)).or_default();
        match of_location.last_mut() {
            Some((statement, group)) if *statement == edge.statement => {
                group.edges.push(index);
                group.shared.retain(|condition| edge.shared.contains(condition));
            }
            _ => {
                let group = Group { edges: vec![index], shared: edge.shared.clone() };
                of_location.push((edge.statement, group));
            }
        }
    }
    (groups.into_iter())
        .map(|(location, groups)| (location, groups.into_iter().map(|(_, group)| group).collect()))
        .collect()
}
