//! Finding symmetry: instance, kinds, program graph, automorphisms, verification.

mod carried;
mod copies;
mod difference;
mod evidence;
pub(crate) mod find;
pub(crate) mod generator;
mod kinds;
mod limits;
mod loss;
mod program_graph;
pub(crate) mod verify;

use std::sync::Arc;

use graph::{Scratch, WorkLimit, some_automorphisms};
use program::{
    CellClass, Gathered, Head, Instance, Interpreter, LocationId, Owner, Program, ReferenceCells, Tree,
    VarKey,
};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

pub use copies::first_of_copies;
pub use loss::Lost;

use crate::detect::copies::Copies;
use crate::detect::generator::Generator;
pub(crate) use kinds::Class;
use kinds::Kinds;
pub(crate) use program::CellName;
pub(crate) use program_graph::ProgramGraph;

/// What was found.
#[derive(Clone, Debug)]
pub struct Detection {
    /// The instantiated program.
    pub instance: Instance,
    /// Generators of the group, each verified.
    pub generators: Vec<Generator>,
    /// What broke symmetry, the costliest first.
    pub lost: Vec<Lost>,
    /// Which cells belong to the reference part of the state.
    pub reference: ReferenceCells,
    /// The search for automorphisms was cut short: the group may be larger.
    pub gave_up: bool,
    /// The program whose code the instance has, if that is not the one that is searched ([`program::gather`]).
    pub gathered: Option<Arc<Gathered>>,
    /// Classes of variables' elements, for the action on states.
    pub(crate) classes: HashMap<CellName, Class>,
    /// Variables, as declared, that are not part of the state.
    hidden: HashSet<VarKey>,
    /// Classes of the variables that the code mentions, as declared.
    variables: HashMap<VarKey, Class>,
    /// Classes of message fields, by shape and field.
    fields: HashMap<(u32, usize), Class>,
    /// Bounds and index classes of arrays, by variable as declared.
    arrays: HashMap<VarKey, Vec<(u32, Class)>>,
}

impl Detection {
    /// The same without any symmetry.
    pub fn without_generators(&self) -> Detection {
        Detection { generators: Vec::new(), ..self.clone() }
    }

    /// The class of a cell.
    pub(crate) fn class(&self, name: CellName) -> Class {
        match name {
            CellName::Variable(key, _) => self.variable_class(key),
            CellName::Field { shape, field, .. } => {
                self.fields.get(&(shape, field)).copied().unwrap_or(Class::Plain)
            }
            CellName::Location(_) => Class::Plain,
        }
    }

    /// The class of a variable, whoever's it is.
    pub(crate) fn variable_class(&self, key: VarKey) -> Class {
        self.variables.get(&key.declared()).copied().unwrap_or(Class::Plain)
    }

    /// Does the code mention this element's variable? One that it does not stays as it is.
    pub(crate) fn is_live(&self, name: CellName) -> bool {
        match name {
            CellName::Variable(key, _) => self.variables.contains_key(&key.declared()),
            CellName::Field { .. } | CellName::Location(_) => true,
        }
    }

    /// Is the variable in no state of the start: of a process that comes later, or hidden?
    pub(crate) fn is_absent(&self, key: VarKey) -> bool {
        self.is_later(key)
            || matches!(key.owner, Owner::Observer(_))
            || (!self.hidden.is_empty() && self.hidden.contains(&key.declared()))
    }

    /// Does the variable belong to a process that did not exist at the start?
    pub(crate) fn is_later(&self, key: VarKey) -> bool {
        match key.owner {
            // Another process may have been created in the place of one that has ended.
            Owner::Process(pid) => {
                let at_start = self.instance.processes.get(usize::from(pid));
                at_start.is_none_or(|code| key.proctype != Some(code.proctype))
            }
            Owner::Later(_) => true,
            Owner::Global | Owner::Observer(_) => false,
        }
    }

    /// What a variable of one process is called in another. In that of a copied type it has the same place among the locals, if
    /// there is one; a variable that has another is a point of its own.
    pub(crate) fn variable_of(&self, var: VarKey, from: u8, to: u8) -> VarKey {
        let same = VarKey { owner: Owner::Process(to), ..var };
        let proctype = |pid: u8| self.instance.processes.get(usize::from(pid)).map(|code| code.proctype);
        let copied = VarKey { proctype: proctype(to), ..same };
        match var.proctype == proctype(from) && self.arrays.contains_key(&copied.declared()) {
            true => copied,
            false => same,
        }
    }

    /// Bounds and index classes of a variable's dimensions.
    pub(crate) fn dimensions(&self, var: VarKey) -> &[(u32, Class)] {
        self.arrays.get(&var.declared()).map_or(&[], Vec::as_slice)
    }
}

/// How much work the search for automorphisms may do before it goes on with what it has found. An array of more than a
/// thousand elements that nothing tells apart needs more.
const WORK: u64 = 3_000_000;

/// Finds the symmetries of an instance of a program.
pub fn detect(interpreter: &Interpreter, instance: Instance) -> Option<Detection> {
    let alike = Copies::new(interpreter.program(), &instance);
    let mut copies = alike.clone();
    loop {
        let found = detect_with(interpreter, instance.clone(), &copies, &alike)?;
        // What was taken for a copy in vain has made kinds one that need not be.
        let exchanged = copies.exchanged(&found.instance, &found.generators);
        if exchanged.count() == copies.count() {
            return Some(found);
        }
        copies = exchanged;
    }
}

/// Finds the symmetries that exchange processes of one type, and those of types that are taken for copies; says what is
/// missing of those that are `alike`.
fn detect_with(
    interpreter: &Interpreter,
    instance: Instance,
    copies: &Copies,
    alike: &Copies,
) -> Option<Detection> {
    let program = interpreter.program();
    let mentioned = instance.mentioned();
    let is_mentioned = |name: &CellName| match name {
        CellName::Variable(key, _) => mentioned.contains(&key.declared()),
        _ => true,
    };
    let starts: Vec<Contents> = (instance.starts.iter())
        .map(|state| {
            let all = contents(interpreter, &instance, state).into_iter();
            all.filter(|(name, _)| is_mentioned(name)).collect()
        })
        .collect();
    let kinds = Kinds::infer(program, &instance, &starts.concat(), &mentioned, copies);
    let fixed = limits::fixed(program, &instance, &kinds, interpreter);
    let cells: Vec<CellName> = starts[0].iter().map(|&(name, _)| name).collect();
    let constants = constants(&instance, &starts);
    let graph = program_graph::build(program, &instance, &kinds, &cells, &constants, &fixed, copies).ok()?;
    let (images, gave_up) = search(&graph);
    let mut generators: Vec<Generator> = (images.iter())
        .filter(|image| graph.digraph.is_automorphism(image))
        .filter_map(|image| Generator::new(&graph, &instance, image))
        .collect();
    // Exchanges of variables or locations that behave alike, with every process, channel and value in its place, make
    // the group large and merge next to nothing: a subgroup without them is as sound.
    generators.retain(|g| g.moves_things());
    let classes = starts.iter().flatten().map(|&(name, _)| (name, kinds.cell_class(name))).collect();
    let moved = |class: Class| generators.iter().any(|g| g.moves_class(class));
    let mut reference = reference_cells(program, &kinds, moved, &mentioned);
    reference.extend(exchanged_locations(&instance, &generators, copies));
    let of_copies =
        || program_graph::build(program, &instance, &kinds, &cells, &constants, &fixed, alike).ok();
    let graphs = loss::Graphs { searched: &graph, of_copies: &of_copies };
    let lost = loss::explain(interpreter, &instance, &kinds, &generators, alike, graphs);
    let fields = fields(program, &kinds);
    let arrays = arrays(program, &kinds);
    let hidden = declared(program).filter(|(_, var)| var.hidden).map(|(key, _)| key).collect();
    let variables = mentioned.iter().map(|&key| (key, kinds.variable_class(key))).collect();
    Some(Detection {
        instance,
        generators,
        lost,
        reference,
        gave_up,
        gathered: None,
        classes,
        hidden,
        variables,
        fields,
        arrays,
    })
}

/// What is in the states of the start and never changes. Variables that nothing assigns at all have been folded into the
/// code, so a symmetry must keep them; those that nothing assigns after the start could be moved, but no two reachable
/// states would ever be merged by that. Whatever else is held there is no matter to a symmetry (see [`program_graph`]).
fn constants(instance: &Instance, starts: &[Contents]) -> Vec<Contents> {
    let mut assigned = HashSet::default();
    let edges = instance.processes.iter().chain(&instance.later).flat_map(|code| &code.locations);
    edges.flat_map(|(_, edges)| edges).for_each(|edge| note_assigned(&edge.action, &mut assigned));
    let is_constant = |name: &CellName| match name {
        CellName::Variable(key, _) => !assigned.contains(&key.declared()),
        _ => false,
    };
    starts.iter().map(|start| start.iter().filter(|(name, _)| is_constant(name)).copied().collect()).collect()
}

/// Notes the variables, as declared, that a statement assigns.
fn note_assigned(tree: &Tree, out: &mut HashSet<VarKey>) {
    let place = match tree.head {
        Head::Assign | Head::Forget | Head::Bind => tree.kids.first(),
        Head::Run(_, _, true) => tree.kids.last(),
        _ => None,
    };
    if let Some(Head::Var(key) | Head::Element(key)) = place.map(|place| &place.head) {
        out.insert(key.declared());
    }
    tree.kids.iter().for_each(|kid| note_assigned(kid, out));
}

fn fields(program: &Program, kinds: &Kinds) -> HashMap<(u32, usize), Class> {
    let shapes = program.channel_types.iter().zip(0u32..);
    shapes
        .flat_map(|(shape, c)| (0..shape.fields.len()).map(move |f| (c, f)))
        .map(|(c, f)| ((c, f), kinds.field_class(c, f)))
        .collect()
}

/// Every variable as declared.
fn declared(program: &Program) -> impl Iterator<Item = (VarKey, &program::Variable)> {
    let globals = (program.globals.iter().zip(0..)).map(|(v, i)| (VarKey::global(program::GlobalId(i)), v));
    let locals = (program.proctypes.iter().zip(0..)).flat_map(|(proctype, p)| {
        let p = program::ProctypeId(p);
        let key = move |i| VarKey::local(Owner::Later(p), p, program::LocalId(i));
        proctype.locals.iter().zip(0..).map(move |(v, i)| (key(i), v))
    });
    globals.chain(locals)
}

fn arrays(program: &Program, kinds: &Kinds) -> HashMap<VarKey, Vec<(u32, Class)>> {
    let dimensions = |key: VarKey, dims: &[u32]| {
        dims.iter().enumerate().map(|(d, &bound)| (bound, kinds.dimension_class(key, d))).collect()
    };
    declared(program).map(|(key, var)| (key, dimensions(key, &var.dims))).collect()
}

fn search(graph: &ProgramGraph) -> (Vec<Box<[u32]>>, bool) {
    let (found, complete) =
        some_automorphisms(&graph.digraph, &mut Scratch::default(), WorkLimit::steps(WORK));
    (found, !complete)
}

/// What every cell of a state holds.
pub(crate) type Contents = Vec<(CellName, i32)>;

/// Every cell of a state of the instance with its value; of the slots of a channel those that are in use.
fn contents(interpreter: &Interpreter, instance: &Instance, state: &[u8]) -> Contents {
    let layout = interpreter.layout();
    let in_use = |channel: u32| {
        let found = instance.configuration.channel(channel as i32 + 1);
        found.map_or(0, |(shape, entry)| u32::from(state[layout.channels[shape.index()].length_at(entry)]))
    };
    let is_there = |name: CellName| match name {
        CellName::Variable(..) => true,
        CellName::Field { channel, slot, .. } => slot < in_use(channel),
        CellName::Location(_) => false,
    };
    let cells = layout.cells(&instance.configuration).into_iter().filter(|cell| is_there(cell.name));
    cells.map(|cell| (cell.name, cell.slot.load(&state[cell.at..]))).collect()
}

/// The classes of cells that hold values that are moved.
fn reference_cells(
    program: &Program,
    kinds: &Kinds,
    moved: impl Fn(Class) -> bool,
    mentioned: &HashSet<VarKey>,
) -> ReferenceCells {
    let mut cells = ReferenceCells::new();
    let mut note = |class: Class, cell: CellClass| {
        if class != Class::Plain && moved(class) {
            cells.insert(cell, true);
        }
    };
    for i in 0..program.globals.len() as u32 {
        let id = program::GlobalId(i);
        if mentioned.contains(&VarKey::global(id)) {
            note(kinds.variable_class(VarKey::global(id)), CellClass::Global(id));
        }
    }
    for (proctype, p) in program.proctypes.iter().zip(0..) {
        let p = program::ProctypeId(p);
        for i in 0..proctype.locals.len() as u32 {
            let id = program::LocalId(i);
            let key = VarKey::local(Owner::Later(p), p, id);
            if mentioned.contains(&key) {
                note(kinds.variable_class(key), CellClass::Local(p, id));
            }
        }
    }
    for (channel, c) in program.channel_types.iter().zip(0..) {
        for f in 0..channel.fields.len() {
            note(kinds.field_class(c, f), CellClass::Field(program::ChannelTypeId(c), f as u32));
        }
    }
    cells
}

/// The types of processes whose locations some generator exchanges.
fn exchanged_locations(
    instance: &Instance,
    generators: &[Generator],
    copies: &Copies,
) -> Vec<(CellClass, bool)> {
    let processes = instance.processes.iter().zip(0u8..);
    let exchanged = processes.filter(|(code, pid)| {
        let changes = |g: &Generator| {
            code.locations.iter().any(|&(l, _)| g.location(*pid, l) != l && l != LocationId(0))
        };
        generators.iter().any(changes)
    });
    let exchanged: HashSet<_> = exchanged.map(|(code, _)| copies.first_like(code.proctype)).collect();
    // Copies have their locations in the same part of the state.
    let types = instance.processes.iter().map(|code| code.proctype);
    types
        .filter(|&p| exchanged.contains(&copies.first_like(p)))
        .map(|p| (CellClass::Location(p), false))
        .collect()
}
