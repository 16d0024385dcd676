//! The instantiated program: each process with its own code, constants folded.
//!
//! Symmetry is a property of instances, not of proctypes: `(_pid+1)%N` is an edge from process 2 to process 3 once it
//! is folded in process 2. The creation of processes is executed until nothing is created any more or there is a
//! choice (whatever its shape: `active [n]`, an atomic of `run`s, a loop), and the code of each process that exists
//! then becomes a forest of [`Tree`]s in which everything constant for that process is a number.

mod creation;
mod faults;
mod fold;
mod settle;
mod single;
mod together;
mod tree;

use std::sync::Arc;

use crate::{
    Configuration, Initialiser, Interpreter, Layout, LocalId, LocationId, Pid, Proctype, ProctypeId, Program,
    Span, Statement, Transition, TransitionId,
};
pub use fold::constant_variables;
pub(crate) use fold::targets;
use rapidhash::RapidHashSet as HashSet;
pub use tree::{Head, Owner, Tree, VarKey};

pub use settle::Creators;
use settle::Settled;
pub use single::{code_of_process, code_of_types};

/// A program at the moment when its processes exist.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The states the program may be in at that moment: one, unless the start has a choice of values.
    pub starts: Vec<Vec<u8>>,
    /// The states before it; if there is a [`Instance::creator`], only those in which it alone has moved.
    pub before: Vec<Vec<u8>>,
    /// The process that creates others one by one while these run. The start is then one of many states in which all
    /// exist, with the same processes, channels and constants (see `creation`).
    pub creator: Option<u8>,
    /// Where processes may still be created.
    pub creators: Creators,
    /// No process is at a place from which one can be created, at the start and ever after.
    pub settled: bool,
    /// The processes and channels of all states in `starts`.
    pub configuration: Arc<Configuration>,
    /// The code of each process that exists, by number.
    pub processes: Vec<Code>,
    /// The code of each process type that may still be created, as it looks for any process of it.
    pub later: Vec<Code>,
    /// Automata that watch: `trace` and claims.
    pub observers: Vec<Code>,
    /// A `run` that may still be executed, for messages.
    pub creation: Option<Span>,
    /// Why not all processes exist, for messages.
    pub obstacle: Option<&'static str>,
}

/// The code of one process.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The type of the process.
    pub proctype: ProctypeId,
    /// Whose variables the local ones in this code are.
    pub owner: Owner,
    /// The location at which the process stands.
    pub initial: LocationId,
    /// Its reachable locations with their transitions.
    pub locations: Vec<(LocationId, Vec<Edge>)>,
    /// Its `provided` clause.
    pub provided: Option<Tree>,
    /// How the variables of a process that is yet to be created begin: index and values.
    pub starts: Vec<(u32, Vec<Tree>)>,
}

/// A transition with its statement as a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Which transition.
    pub id: TransitionId,
    /// Where it leads.
    pub target: LocationId,
    /// Keeps control.
    pub atomic: bool,
    /// Escape groups come in this order; 0 for the main sequence.
    pub rank: u32,
    /// How many `else` come before it in the list; in a `D_proctype`, how many transitions of any kind.
    pub after_else: u32,
    /// What it does.
    pub action: Tree,
    /// Where it stands.
    pub span: Span,
}

impl Instance {
    /// The size of the code: transitions and the nodes of their trees.
    pub fn node_count(&self) -> usize {
        fn nodes(tree: &Tree) -> usize {
            1 + tree.kids.iter().map(nodes).sum::<usize>()
        }
        let all = self.processes.iter().chain(&self.later).chain(&self.observers);
        let edges = all.flat_map(|code| &code.locations).flat_map(|(_, edges)| edges);
        edges.map(|edge| 1 + nodes(&edge.action)).sum()
    }

    /// The variables, as declared, that the code still mentions. The others are inert: they hold what they hold, and
    /// what was constant about them has been folded into the code. A process that is yet to be created is given its
    /// variables by whoever creates it, so all of them count.
    pub fn mentioned(&self) -> HashSet<VarKey> {
        fn visit(tree: &Tree, out: &mut HashSet<VarKey>) {
            match tree.head {
                Head::Var(key) | Head::Element(key) => {
                    out.insert(key.declared());
                }
                Head::Remote(proctype, local, _) => {
                    out.insert(VarKey::local(Owner::Later(proctype), proctype, local));
                }
                _ => {}
            }
            tree.kids.iter().for_each(|k| visit(k, out));
        }
        let mut out = HashSet::default();
        for code in self.processes.iter().chain(&self.later).chain(&self.observers) {
            code.provided.iter().for_each(|t| visit(t, &mut out));
            code.locations.iter().flat_map(|(_, edges)| edges).for_each(|e| visit(&e.action, &mut out));
            let given = code.starts.iter().map(|&(local, _)| LocalId(local));
            out.extend(given.map(|local| VarKey::local(Owner::Later(code.proctype), code.proctype, local)));
        }
        out
    }
}

impl Instance {
    /// Executes the creation of processes and folds their code.
    pub fn new(interpreter: &Interpreter) -> Option<Instance> {
        let program = interpreter.program();
        let creators = Creators::new(program);
        let settled = Settled::new(interpreter, &creators)?;
        let state = &settled.starts[0];
        let configuration = interpreter.layout().configuration_of(state);
        let builder = fold::Folder::new(interpreter, state);
        let processes = processes(interpreter, state);
        let (later, creation) = created_later(program, &processes);
        let later = later
            .into_iter()
            .map(|p| code(&builder, program, p, Owner::Later(p), program.proctype(p).initial))
            .collect();
        let observers = (program.trace.iter().map(|&(_, p)| p).chain(program.claims.iter().copied()))
            .map(|p| code(&builder, program, p, Owner::Observer(p), program.proctype(p).initial))
            .collect();
        let Settled { starts, before, creator, obstacle } = settled;
        let settled = starts.iter().all(|start| !creators.create_more(interpreter.layout(), start));
        Some(Instance {
            starts,
            before,
            creator,
            creators,
            settled,
            configuration,
            processes,
            later,
            observers,
            creation,
            obstacle,
        })
    }

    /// The same instance of the program without removals ([`crate::omit_process_removals`]).
    pub fn without_removals(mut self, interpreter: &Interpreter) -> Option<Instance> {
        let Settled { starts, .. } = Settled::new(interpreter, &self.creators)?;
        if starts != self.starts {
            return Instance::new(interpreter);
        }
        for code in self.processes.iter_mut().chain(&mut self.later).chain(&mut self.observers) {
            for (_, edges) in &mut code.locations {
                edges.retain(|edge| edge.action.head != Head::Terminate);
            }
        }
        self.in_layout(interpreter)
    }

    /// The same instance with its states in another layout of the same program.
    pub fn in_layout(self, interpreter: &Interpreter) -> Option<Instance> {
        let Settled { starts, before, creator, .. } = Settled::new(interpreter, &self.creators)?;
        let configuration = interpreter.layout().configuration_of(&starts[0]);
        Some(Instance { starts, before, creator, configuration, ..self })
    }

    /// Does a state come before the start: may processes still be created that exist at the start?
    pub fn precedes_start(&self, layout: &Layout, state: &[u8]) -> bool {
        match self.settled {
            true => self.creators.create_more(layout, state),
            false => self.before.iter().any(|before| before == state),
        }
    }
}

/// The code of every process of a state.
fn processes(interpreter: &Interpreter, state: &[u8]) -> Vec<Code> {
    let builder = fold::Folder::new(interpreter, state);
    let count = interpreter.layout().configuration_of(state).processes.len();
    (0..count)
        .filter_map(|pid| {
            let (proctype, location) = interpreter.location(state, Pid(pid as u8))?;
            Some(code(&builder, interpreter.program(), proctype, Owner::Process(pid as u8), location))
        })
        .collect()
}

/// The process types that may be created after the start, directly or by one another.
fn created_later(program: &Program, processes: &[Code]) -> (Vec<ProctypeId>, Option<Span>) {
    let mut later = Vec::new();
    let mut creation = None;
    let mut note = |transition: &Transition, later: &mut Vec<ProctypeId>| {
        for proctype in runs(&transition.statement).into_iter().flatten() {
            creation.get_or_insert(transition.span);
            if !later.contains(&proctype) {
                later.push(proctype);
            }
        }
    };
    for code in processes {
        let body = program.proctype(code.proctype);
        for (location, _) in &code.locations {
            body.location(*location).transitions.iter().for_each(|t| note(t, &mut later));
        }
    }
    let mut at = 0;
    while at < later.len() {
        let body = program.proctype(later[at]);
        body.locations.iter().flat_map(|l| &l.transitions).for_each(|t| note(t, &mut later));
        at += 1;
    }
    (later, creation)
}

/// The process types a statement creates.
fn runs(statement: &Statement) -> Option<Vec<ProctypeId>> {
    match statement {
        Statement::Run { proctype, .. } => Some(vec![*proctype]),
        Statement::Sequence(parts) => {
            let all: Vec<ProctypeId> = parts.iter().filter_map(runs).flatten().collect();
            (!all.is_empty()).then_some(all)
        }
        _ => None,
    }
}

/// The locations a process can get to.
fn reachable(program: &Program, proctype: ProctypeId, from: LocationId) -> Vec<LocationId> {
    let body = program.proctype(proctype);
    let mut seen = HashSet::from_iter([from]);
    let mut order = vec![from];
    let mut at = 0;
    while at < order.len() {
        for transition in &body.location(order[at]).transitions {
            if transition.target.0 != 0 && seen.insert(transition.target) {
                order.push(transition.target);
            }
        }
        at += 1;
    }
    order
}

fn code(
    folder: &fold::Folder<'_>,
    program: &Program,
    proctype: ProctypeId,
    owner: Owner,
    initial: LocationId,
) -> Code {
    let body = program.proctype(proctype);
    let locations = locations(folder, owner, body, initial);
    let provided = body.provided.as_ref().map(|e| folder.expression(owner, proctype, e));
    let starts = match owner {
        Owner::Later(_) => starts(folder, owner, proctype, body),
        _ => Vec::new(),
    };
    Code { proctype, owner, initial, locations, provided, starts }
}

/// The locations that the folded code can reach, with what can be done there. A condition that is false for this
/// process whatever the state (`_pid == 2 && ...` in another) is not there for it.
fn locations(
    folder: &fold::Folder<'_>,
    owner: Owner,
    body: &Proctype,
    initial: LocationId,
) -> Vec<(LocationId, Vec<Edge>)> {
    let mut seen = HashSet::from_iter([initial]);
    let mut todo = vec![initial];
    let mut out = Vec::new();
    while let Some(location) = todo.pop() {
        let mut edges = edges(folder, owner, body.deterministic, &body.location(location).transitions);
        edges.retain(|e| !is_never(&e.action));
        todo.extend(edges.iter().map(|e| e.target).filter(|t| t.0 != 0 && seen.insert(*t)));
        out.push((location, edges));
    }
    out
}

/// Is it a condition that never holds?
fn is_never(action: &Tree) -> bool {
    match action.head {
        Head::Guard => action.kids[0].number() == Some(0),
        Head::Sequence => action.kids.first().is_some_and(is_never),
        _ => false,
    }
}

fn starts(
    folder: &fold::Folder<'_>,
    owner: Owner,
    proctype: ProctypeId,
    body: &Proctype,
) -> Vec<(u32, Vec<Tree>)> {
    (body.locals.iter().zip(0..))
        .map(|(var, i)| {
            let values = match &var.init {
                Initialiser::Zero => vec![Tree::leaf(Head::Const(0))],
                Initialiser::Value(e) => vec![folder.expression(owner, proctype, e)],
                Initialiser::List(es) => es.iter().map(|e| folder.expression(owner, proctype, e)).collect(),
                Initialiser::Unset | Initialiser::Parameter | Initialiser::Channel(_) => Vec::new(),
            };
            (i, values)
        })
        .collect()
}

/// The transitions of a location. Where two that are possible at once are an error, `deterministic`, the second is the
/// one to blame, so each has a place in an order.
fn edges(
    folder: &fold::Folder<'_>,
    owner: Owner,
    deterministic: bool,
    transitions: &[Transition],
) -> Vec<Edge> {
    let mut groups: Vec<u32> = Vec::new();
    let mut elses = 0;
    let mut out = Vec::new();
    for transition in transitions {
        if transition.escape != 0 && !groups.contains(&transition.escape) {
            groups.push(transition.escape);
        }
        let rank = groups.iter().position(|&g| g == transition.escape).map_or(0, |p| p as u32 + 1);
        out.push(Edge {
            id: transition.id,
            target: transition.target,
            atomic: transition.atomic,
            rank,
            after_else: elses,
            action: folder.statement(owner, folder.proctype_of(owner), &transition.statement),
            span: transition.span,
        });
        elses += u32::from(deterministic || transition.statement.depends_on_earlier());
    }
    out
}
