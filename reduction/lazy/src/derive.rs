//! Deriving the partition of every edge from the program.
//!
//! Wahl and D'Silva expect the user to label each edge with a partition that generates automorphisms of it (section
//! 4.2). Here it is computed. A *statement* has one instance for each process of a kind, with everything that is
//! constant for that process folded in. Exchanging two processes is harmless for a set of instances if it maps the set
//! to itself; that is an equivalence on processes (the transpositions that are harmless generate the full symmetric group
//! of each class), and its classes are the coarsest partition that the set respects. [`crate::form`] decides equality.
//!
//! One partition for all instances of a statement would be too fine: in a priority scheme of k classes it has k cells.
//! So a statement is split into one *edge* for each class of processes whose instances are alike, and the partition
//! of each edge is computed for its instances alone: higher, equal, and lower priority. This is the labelling of
//! section 10, found by itself.
//!
//! Rejected: comparing whole program graphs, one for each statement, by the automorphism search of `symmetry`. It finds
//! no more partitions, since only exchanges are needed, and costs a graph for each edge.

use std::collections::{BTreeMap, HashMap};

use program::{BinaryOp, Span};

use crate::form::{Formed, Former, ProcessSet};
use crate::partition::{Partition, PartitionId, Partitions};
use crate::system::{Action, ChannelRef, Expr, Node, Place, ProcessId, System};

/// The instances of a statement in processes that are alike, with the partition they respect.
#[derive(Debug)]
pub(crate) struct Edge {
    /// The statement.
    pub statement: u32,
    /// The location it leaves.
    pub source: i32,
    /// The processes, as indices into their transitions: `None` for those that do not have it.
    pub instance: Vec<Option<u32>>,
    /// The partition it respects.
    pub partition: PartitionId,
    /// Conditions on the shared part alone that must hold for any of the instances.
    pub shared: Vec<Expr>,
    /// Conditions on one process other than the one that acts, by a member of a cell that all satisfy it.
    pub others: Vec<(ProcessId, Expr)>,
}

/// What was derived.
#[derive(Debug)]
pub(crate) struct Derived {
    pub edges: Vec<Edge>,
    /// Statements whose instances do not respect all permutations, with the place of one.
    pub asymmetric: Vec<Span>,
    /// How many statements there are.
    pub statements: usize,
}

/// Derives the edges of a system.
pub(crate) fn derive(system: &System, partitions: &mut Partitions) -> Derived {
    let kinds = Partition::by_label(system.processes.iter().copied());
    let coarsest = partitions.intern(kinds);
    let mut former = Former::new(system);
    let mut derived = Derived { edges: Vec::new(), asymmetric: Vec::new(), statements: 0 };
    for ((statement, ..), family) in families(system, &mut former) {
        derived.statements += 1;
        let Some(first) = family.instances.values().next() else { continue };
        let span = first.span;
        let before = derived.edges.len();
        for members in alike(system, &family) {
            let partition = partitions.intern(respected(system, &family, &members));
            let cells = partitions.get(partition).clone();
            let mut edge = bare_edge(system, statement, &family, &members, partition);
            conditions_of(system, &mut former, &family, &members, &cells, &mut edge);
            derived.edges.push(edge);
        }
        let edges = &derived.edges[before..];
        if edges.len() > 1 || edges.iter().any(|e| e.partition != coarsest) {
            derived.asymmetric.push(span);
        }
    }
    derived
}

/// The instances of one statement.
struct Family {
    source: i32,
    instances: BTreeMap<ProcessId, Instance>,
}

struct Instance {
    formed: Formed,
    index: u32,
    span: Span,
}

/// A statement, the location it stands at and how often it has been met there before.
type Occurrence = (u32, i32, usize);

fn families(system: &System, former: &mut Former<'_>) -> BTreeMap<Occurrence, Family> {
    let mut families: BTreeMap<Occurrence, Family> = BTreeMap::new();
    for (transitions, process) in system.transitions.iter().zip(0..) {
        let mut met: HashMap<(u32, i32), usize> = HashMap::new();
        for (transition, index) in transitions.iter().zip(0..) {
            let (statement, source) = (transition.statement, transition.source);
            let times = met.entry((statement, source)).or_default();
            *times += 1;
            let family = families
                .entry((statement, source, *times))
                .or_insert_with(|| Family { source: transition.source, instances: BTreeMap::new() });
            if never(&transition.action) {
                continue;
            }
            let surroundings =
                format!("{:?} {:?} {}", transition.source, transition.target, transition.atomic);
            let formed = former.form(surroundings, &transition.action);
            let instance = Instance { formed, index, span: transition.span };
            family.instances.insert(ProcessId(process), instance);
        }
    }
    families
}

/// Is it known before the run that it is never executable?
fn never(action: &Action) -> bool {
    match action {
        Action::Guard(Expr::Const(0)) => true,
        Action::Sequence(parts) => parts.first().is_some_and(never),
        Action::DStep(nodes) => matches!(&nodes[0], Node::Do(first, _) if never(first)),
        _ => false,
    }
}

/// The classes of processes whose instances the whole family does not tell apart.
fn alike(system: &System, family: &Family) -> Vec<Vec<ProcessId>> {
    let members: Vec<ProcessId> = family.instances.keys().copied().collect();
    let all = ProcessSetOf::new(system, &members);
    classes(&members, |a, b| exchangeable(system, family, &all, a, b))
}

/// The coarsest partition that these instances respect.
fn respected(system: &System, family: &Family, members: &[ProcessId]) -> Partition {
    let set = ProcessSetOf::new(system, members);
    let processes: Vec<ProcessId> = (0..system.processes.len() as u16).map(ProcessId).collect();
    let classes = classes(&processes, |a, b| exchangeable(system, family, &set, a, b));
    let mut label = vec![0; processes.len()];
    for (class, number) in classes.iter().zip(0u16..) {
        class.iter().for_each(|p| label[p.index()] = number);
    }
    Partition::by_label(label)
}

struct ProcessSetOf {
    members: Vec<ProcessId>,
    set: ProcessSet,
}

impl ProcessSetOf {
    fn new(system: &System, members: &[ProcessId]) -> ProcessSetOf {
        let mut set = ProcessSet::empty(system.processes.len());
        members.iter().for_each(|&p| set.insert(p));
        ProcessSetOf { members: members.to_vec(), set }
    }
}

/// The classes of an equivalence.
fn classes(all: &[ProcessId], mut same: impl FnMut(ProcessId, ProcessId) -> bool) -> Vec<Vec<ProcessId>> {
    let mut classes: Vec<Vec<ProcessId>> = Vec::new();
    for &process in all {
        match classes.iter_mut().find(|class| same(class[0], process)) {
            Some(class) => class.push(process),
            None => classes.push(vec![process]),
        }
    }
    classes
}

/// Does exchanging `a` and `b` map the instances of `of` to one another?
fn exchangeable(system: &System, family: &Family, of: &ProcessSetOf, a: ProcessId, b: ProcessId) -> bool {
    if system.processes[a.index()] != system.processes[b.index()] || of.set.contains(a) != of.set.contains(b)
    {
        return false;
    }
    let swaps_to =
        |from: &Formed, to: &Formed| !from.rigid && !to.rigid && from.form.swapped(a, b) == to.form;
    if of.set.contains(a) && !swaps_to(&family.instances[&a].formed, &family.instances[&b].formed) {
        return false;
    }
    (of.members.iter().filter(|&&p| p != a && p != b)).all(|p| {
        let formed = &family.instances[p].formed;
        !formed.rigid
            && (!(formed.mentions.contains(a) || formed.mentions.contains(b)) || swaps_to(formed, formed))
    })
}

fn bare_edge(
    system: &System,
    statement: u32,
    family: &Family,
    members: &[ProcessId],
    partition: PartitionId,
) -> Edge {
    let mut instance = vec![None; system.processes.len()];
    for member in members {
        instance[member.index()] = Some(family.instances[member].index);
    }
    Edge { statement, source: family.source, instance, partition, shared: Vec::new(), others: Vec::new() }
}

/// Finds the conditions that rule out arrangements before they are made.
fn conditions_of(
    system: &System,
    former: &mut Former<'_>,
    family: &Family,
    members: &[ProcessId],
    partition: &Partition,
    edge: &mut Edge,
) {
    let acting = members[0];
    let transition = &system.transitions[acting.index()][family.instances[&acting].index as usize];
    let mut seen = Vec::new();
    for condition in conditions(&transition.action) {
        let formed = former.expression(condition);
        if formed.rigid || reads_identifiers(system, condition) {
            continue;
        }
        let mut mentioned = formed.mentions.members();
        match (mentioned.next(), mentioned.next()) {
            (None, _) => edge.shared.push(condition.clone()),
            // The edge respects the partition, so what is asked of one process is asked of its whole cell.
            (Some(other), None) if edge.instance[other.index()].is_none() => {
                let shape = (partition.cell_of[other.index()], formed.form.punched(other));
                if !seen.contains(&shape) {
                    seen.push(shape);
                    edge.others.push((other, condition.clone()));
                }
            }
            _ => {}
        }
    }
}

/// Conditions that all must hold for the statement to be executable, none of which can fault.
fn conditions(action: &Action) -> Vec<&Expr> {
    match action {
        Action::Guard(expr) => match expr {
            _ if expr.may_fault() => Vec::new(),
            Expr::Operator(op, kids) if op.op == BinaryOp::And => kids.iter().collect(),
            _ => vec![expr],
        },
        Action::Sequence(parts) => parts.first().map_or_else(Vec::new, conditions),
        Action::DStep(nodes) => match &nodes[0] {
            Node::Do(first, _) => conditions(first),
            Node::Choice(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Does its value depend on which process a shared cell names?
fn reads_identifiers(system: &System, expr: &Expr) -> bool {
    let reads = |e: &Expr| reads_identifiers(system, e);
    match expr {
        Expr::Cell(Place::Shared(cell)) => system.shared[*cell as usize].identifier,
        Expr::Const(_) | Expr::Process(_) | Expr::Cell(_) => false,
        Expr::Unary(_, inner) => reads(inner),
        Expr::Operator(_, kids) => kids.iter().any(reads),
        Expr::Cond(parts) => parts.iter().any(reads),
        Expr::Fill(_, ChannelRef::Fixed(_)) => false,
        Expr::Fill(..) | Expr::Element(_) | Expr::Rigid(_) | Expr::Poll(_) | Expr::Alive => true,
    }
}
