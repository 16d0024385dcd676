//! The program graph: one coloured digraph whose automorphisms are the symmetries.
//!
//! A vertex for each process, channel, permutable value, variable, array slot, control location, transition and
//! expression node of the instantiated program. What the language treats as unordered is unordered here (the options
//! of a choice, the operands of commutative operators); what it orders has coloured arcs. An identifier that is
//! written as a literal is an arc to what it names. The property is part of the graph, so nothing has to be checked
//! afterwards: Donaldson and Miller (seed 002, section 8) use the communication graph instead, which is smaller, needs a
//! validity check and a search for the largest valid subgroup, and loses what it does not see. What labels and orders mean
//! is in the colours; two vertices of one colour are alike in everything but their surroundings.
//!
//! **The start is not part of the graph**, and need not be symmetric. Let G be a group of permutations of states
//! with: g(s) has the steps g(t) for the steps t of s, and what is wrong with s is wrong with g(s), for every g in G. If a state
//! t_n is reached from the start by t_0, t_1, ... t_n, then by induction the search, which begins with a representative of t_0
//! and replaces every state by a representative of its orbit, stores a state of the orbit of every t_i: it has stored
//! g(t_i), which has the step g(t_(i+1)), whose representative is in the orbit of t_(i+1). And a state that it stores is
//! g(t) for a reachable t, so a violation that it finds is one of the program. Only what the code takes for granted must
//! stay: variables that nothing assigns have been folded into it, so what they hold is part of the graph (Emerson and
//! Sistla, Symmetry and model checking, 1996, demand an invariant start where the property is not invariant by itself;
//! violations are).

mod trees;

use graph::{Colour, Digraph, DigraphBuilder, GraphError, Vertex};
use program::{
    CellName, Code, Head, Instance, LocalId, LocationId, Owner, ProctypeId, Program, Scalar, Span, Tree,
    VarKey, Variable,
};
use rapidhash::RapidHashMap as HashMap;

use super::Contents;
use super::copies::Copies;
use super::kinds::{Class, Kinds};

/// The graph and what its vertices stand for.
#[derive(Debug)]
pub(crate) struct ProgramGraph {
    pub digraph: Digraph,
    /// By process number.
    pub processes: Vec<Vertex>,
    /// By channel number from 0.
    pub channels: Vec<Vertex>,
    /// Elements of variables.
    pub cells: HashMap<CellName, Vertex>,
    /// Variables that are not in the state.
    pub hidden: HashMap<VarKey, Vertex>,
    /// Locations of processes.
    pub locations: HashMap<(u8, LocationId), Vertex>,
    /// Permutable values.
    pub values: HashMap<(Class, i32), Vertex>,
    /// By vertex, the statement of which it is a part.
    pub spans: Vec<Option<Span>>,
}

/// What must stay in its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed {
    /// Processes unlike any other.
    pub processes: Vec<u8>,
    /// All channels.
    pub channels: bool,
    /// For each channel, how many processes that may be removed were created before it: it is removed with the first of
    /// these.
    pub channel_lives: Vec<usize>,
    /// The priorities of the processes.
    pub priorities: Vec<i32>,
}

/// Builds the program graph.
pub(crate) fn build(
    program: &Program,
    instance: &Instance,
    kinds: &Kinds,
    cells: &[CellName],
    constants: &[Contents],
    fixed: &Fixed,
    copies: &Copies,
) -> Result<ProgramGraph, GraphError> {
    let mut builder = Builder {
        program,
        instance,
        kinds,
        copies,
        out: DigraphBuilder::new(),
        colours: HashMap::default(),
        constants: HashMap::default(),
        variables: HashMap::default(),
        processes: Vec::new(),
        channels: Vec::new(),
        cells: HashMap::default(),
        locations: HashMap::default(),
        values: HashMap::default(),
        numbered_locations: mentions_locations(instance),
        spans: Vec::new(),
        statement: None,
    };
    builder.things(fixed)?;
    builder.variables(cells)?;
    for code in instance.processes.iter().chain(&instance.later).chain(&instance.observers) {
        builder.code(code)?;
    }
    builder.constants(constants)?;
    let is_hidden = |key: VarKey| matches!(key.owner, Owner::Global | Owner::Process(_));
    let hidden = (builder.variables.iter())
        .filter(|&(&key, _)| is_hidden(key) && builder.declaration(key).hidden)
        .map(|(&key, &vertex)| (key, vertex))
        .collect();
    Ok(ProgramGraph {
        digraph: builder.out.build(),
        processes: builder.processes,
        channels: builder.channels,
        cells: builder.cells,
        hidden,
        locations: builder.locations,
        values: builder.values,
        spans: builder.spans,
    })
}

/// `pc_value`, `_p` and labels named from outside make the numbers of locations visible.
fn mentions_locations(instance: &Instance) -> bool {
    fn mentions(tree: &Tree) -> bool {
        matches!(tree.head, Head::PcValue | Head::AtLabel(..)) || tree.kids.iter().any(mentions)
    }
    instance.processes.iter().chain(&instance.later).chain(&instance.observers).any(|code| {
        let begins = code.starts.iter().flat_map(|(_, values)| values);
        let does = code.locations.iter().flat_map(|(_, edges)| edges).map(|edge| &edge.action);
        code.provided.iter().chain(begins).chain(does).any(mentions)
    })
}

/// What a vertex looks like: vertices are of one colour if they look alike.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Look {
    /// Type or the first of its copies, priority, and its number if it is unlike any other.
    Process(ProctypeId, i32, Option<u8>),
    Channel {
        capacity: u32,
        fields: Vec<Scalar>,
        classes: Vec<Class>,
        lives: usize,
        alone: Option<usize>,
    },
    /// One that "no value" may read as stays.
    Value(Class, bool),
    Constant(i32),
    Variable {
        owner: Holder,
        hidden: bool,
        scalar: Scalar,
        class: Class,
        dims: Vec<u32>,
        classes: Vec<Class>,
    },
    /// Of an array of this class.
    Slot(Class),
    /// One of several starts, and something that holds there.
    Start,
    AtStart,
    Code(Owner),
    /// Type or the first of its copies, marks, and its number if that is visible.
    Location(ProctypeId, [bool; 3], Option<LocationId>),
    /// Atomic, rank, and what comes before it.
    Transition(bool, u32, u32),
    TrueWhenIn,
    Element,
    AtLabel(ProctypeId, LocationId, usize),
    Remote(ProctypeId, LocalId, bool),
    Node(Head),
}

/// Whose a variable is, whichever process of its like.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Holder {
    All,
    Process,
    /// A type of processes that come later, or observe, and the variable's number there.
    Type(ProctypeId, u32),
}

struct Builder<'a> {
    program: &'a Program,
    instance: &'a Instance,
    kinds: &'a Kinds,
    copies: &'a Copies,
    out: DigraphBuilder,
    colours: HashMap<Look, u32>,
    constants: HashMap<i32, Vertex>,
    variables: HashMap<VarKey, Vertex>,
    processes: Vec<Vertex>,
    channels: Vec<Vertex>,
    cells: HashMap<CellName, Vertex>,
    locations: HashMap<(u8, LocationId), Vertex>,
    values: HashMap<(Class, i32), Vertex>,
    numbered_locations: bool,
    spans: Vec<Option<Span>>,
    /// The statement whose vertices are being made.
    statement: Option<Span>,
}

/// Arc colours below this are positions of operands.
const AFTER_POSITIONS: u32 = 1 << 16;
const LOCAL: u32 = AFTER_POSITIONS;
const SLOT: u32 = AFTER_POSITIONS + 1;
const AT: u32 = AFTER_POSITIONS + 2;
const FROM: u32 = AFTER_POSITIONS + 3;
const TO: u32 = AFTER_POSITIONS + 4;
const DOES: u32 = AFTER_POSITIONS + 5;
const HOLDS: u32 = AFTER_POSITIONS + 6;
const MEMBER: u32 = AFTER_POSITIONS + 7;
const NAMES: u32 = AFTER_POSITIONS + 8;
const INDEX: u32 = AFTER_POSITIONS + 16;

impl Builder<'_> {
    fn vertex(&mut self, look: Look) -> Result<Vertex, GraphError> {
        let next = self.colours.len() as u32;
        let colour = *self.colours.entry(look).or_insert(next);
        self.spans.push(self.statement);
        self.out.add_vertex(Colour(colour))
    }

    fn arc(&mut self, from: Vertex, to: Vertex, colour: u32) -> Result<(), GraphError> {
        self.out.add_arc(from, to, Colour(colour))
    }

    /// Processes, channels and values. A process in `fixed` is unlike any other.
    fn things(&mut self, fixed: &Fixed) -> Result<(), GraphError> {
        for (code, pid) in self.instance.processes.iter().zip(0u8..) {
            let alone = fixed.processes.contains(&pid).then_some(pid);
            let priority = fixed.priorities.get(usize::from(pid)).copied().unwrap_or(1);
            let vertex =
                self.vertex(Look::Process(self.copies.first_like(code.proctype), priority, alone))?;
            self.processes.push(vertex);
        }
        for value in 1..=self.instance.configuration.channels.len() {
            let Some((shape, _)) = self.instance.configuration.channel(value as i32) else { continue };
            let channel = self.program.channel_type(shape);
            let classes: Vec<Class> =
                (0..channel.fields.len()).map(|f| self.kinds.field_class(shape.0, f)).collect();
            let alone = fixed.channels.then_some(value);
            let (capacity, fields) = (channel.capacity, channel.fields.clone());
            let lives = fixed.channel_lives.get(value - 1).copied().unwrap_or(0);
            let vertex = self.vertex(Look::Channel { capacity, fields, classes, lives, alone })?;
            self.channels.push(vertex);
        }
        Ok(())
    }

    /// The vertex of a value in a class.
    fn value(&mut self, class: Class, value: i32) -> Result<Vertex, GraphError> {
        let thing = match class {
            Class::Process => usize::try_from(value).ok().and_then(|v| self.processes.get(v)),
            Class::Channel => usize::try_from(value - 1).ok().and_then(|v| self.channels.get(v)),
            Class::Values(_) | Class::Plain => None,
        };
        if let Some(&vertex) = thing {
            return Ok(vertex);
        }
        if let Class::Values(_) = class {
            if let Some(&vertex) = self.values.get(&(class, value)) {
                return Ok(vertex);
            }
            let vertex = self.vertex(Look::Value(class, matches!(value, -1 | 255)))?;
            self.values.insert((class, value), vertex);
            return Ok(vertex);
        }
        if let Some(&vertex) = self.constants.get(&value) {
            return Ok(vertex);
        }
        let vertex = self.vertex(Look::Constant(value))?;
        self.constants.insert(value, vertex);
        Ok(vertex)
    }

    /// The vertex of an index of a class. Values that nothing ever holds lead to elements that nothing ever reaches: to
    /// exchange these would merge no states, so they keep their places.
    fn index(&mut self, class: Class, index: i32) -> Result<Vertex, GraphError> {
        let reached = !matches!(class, Class::Values(_)) || self.kinds.may_hold(class, index);
        self.value(if reached { class } else { Class::Plain }, index)
    }

    /// A vertex for each variable of the instance, and one for each slot of an array.
    fn variables(&mut self, cells: &[CellName]) -> Result<(), GraphError> {
        for name in cells {
            if let CellName::Variable(key, index) = *name {
                let variable = self.variable(key)?;
                let dims = self.declaration(key).dims.clone();
                let cell = match dims.is_empty() {
                    true => variable,
                    false => self.slot(key, variable, index, &dims)?,
                };
                self.cells.insert(*name, cell);
            }
        }
        Ok(())
    }

    fn declaration(&self, key: VarKey) -> &Variable {
        match key.proctype {
            Some(p) => &self.program.proctype(p).locals[key.index as usize],
            None => &self.program.globals[key.index as usize],
        }
    }

    fn variable(&mut self, key: VarKey) -> Result<Vertex, GraphError> {
        if let Some(&vertex) = self.variables.get(&key) {
            return Ok(vertex);
        }
        let Variable { scalar, dims, hidden, .. } = self.declaration(key);
        let (scalar, dims, hidden) = (*scalar, dims.clone(), *hidden);
        let classes: Vec<Class> = (0..dims.len()).map(|d| self.kinds.dimension_class(key, d)).collect();
        let owner = match key.owner {
            Owner::Global => Holder::All,
            Owner::Process(_) => Holder::Process,
            Owner::Later(p) | Owner::Observer(p) => Holder::Type(p, key.index),
        };
        let class = self.kinds.variable_class(key);
        let vertex = self.vertex(Look::Variable { owner, hidden, scalar, class, dims, classes })?;
        self.variables.insert(key, vertex);
        if hidden || matches!(key.owner, Owner::Later(_) | Owner::Observer(_)) {
            self.bounds(vertex, key)?;
        }
        if let Owner::Process(pid) = key.owner {
            self.arc(self.processes[usize::from(pid)], vertex, LOCAL)?;
        }
        Ok(vertex)
    }

    /// Which indices are within the bounds of an array that has no slots in the state: going outside is an error there too.
    fn bounds(&mut self, array: Vertex, key: VarKey) -> Result<(), GraphError> {
        let dims = self.declaration(key).dims.clone();
        for (d, &bound) in dims.iter().enumerate() {
            let class = self.kinds.dimension_class(key, d);
            if class != Class::Plain {
                for index in 0..bound {
                    let within = self.index(class, index as i32)?;
                    self.arc(array, within, INDEX + d as u32)?;
                }
            }
        }
        Ok(())
    }

    fn slot(
        &mut self,
        key: VarKey,
        variable: Vertex,
        index: u32,
        dims: &[u32],
    ) -> Result<Vertex, GraphError> {
        let mut rest = index;
        let mut indices = vec![0; dims.len()];
        for (i, &bound) in dims.iter().enumerate().rev() {
            indices[i] = (rest % bound) as i32;
            rest /= bound;
        }
        let class = self.kinds.variable_class(key);
        let vertex = self.vertex(Look::Slot(class))?;
        self.arc(variable, vertex, SLOT)?;
        for (d, &i) in indices.iter().enumerate() {
            let at = self.index(self.kinds.dimension_class(key, d), i)?;
            self.arc(vertex, at, INDEX + d as u32)?;
        }
        Ok(vertex)
    }

    /// What variables hold that nothing assigns. Where there are several starts, what they agree on is said once, and each
    /// has a vertex of its own for the rest: a symmetry may exchange them.
    fn constants(&mut self, starts: &[Contents]) -> Result<(), GraphError> {
        let agreed = |held: &(CellName, i32)| starts.len() == 1 || starts.iter().all(|s| s.contains(held));
        for &(name, value) in starts[0].iter().filter(|held| agreed(held)) {
            let held = self.value(self.kinds.cell_class(name), value)?;
            self.arc(self.cells[&name], held, HOLDS)?;
        }
        for start in starts.iter().skip(usize::from(starts.len() == 1)) {
            let vertex = self.vertex(Look::Start)?;
            for &(name, value) in start.iter().filter(|held| !agreed(held)) {
                let held = self.value(self.kinds.cell_class(name), value)?;
                let fact = self.vertex(Look::AtStart)?;
                self.arc(vertex, fact, HOLDS)?;
                self.arc(fact, self.cells[&name], AT)?;
                self.arc(fact, held, NAMES)?;
            }
        }
        Ok(())
    }

    fn code(&mut self, code: &Code) -> Result<(), GraphError> {
        let body = self.program.proctype(code.proctype);
        let process = match code.owner {
            Owner::Process(pid) => self.processes[usize::from(pid)],
            _ => self.vertex(Look::Code(code.owner))?,
        };
        let mut here = HashMap::default();
        for (location, _) in &code.locations {
            let described = body.location(*location);
            // A claim's locations are fixed one by one: seed 002, before Theorem 4.
            let number = match code.owner {
                Owner::Process(_) if !self.numbered_locations => None,
                _ => Some(*location),
            };
            let marks = [described.end, described.accept, described.progress];
            let first = self.copies.first_like(code.proctype);
            let vertex = self.vertex(Look::Location(first, marks, number))?;
            here.insert(*location, vertex);
            if let Owner::Process(pid) = code.owner {
                self.locations.insert((pid, *location), vertex);
                self.arc(process, vertex, AT)?;
            }
        }
        if !matches!(code.owner, Owner::Process(_)) {
            self.arc(process, here[&code.initial], AT)?;
        }
        if let Some(clause) = &code.provided {
            let vertex = self.tree(clause, Class::Plain, true)?;
            self.arc(process, vertex, DOES)?;
        }
        for (local, values) in &code.starts {
            for (i, value) in values.iter().enumerate() {
                let key = VarKey::local(code.owner, code.proctype, LocalId(*local));
                let vertex = self.tree(value, self.kinds.variable_class(key), false)?;
                self.arc(process, vertex, HOLDS + 64 + local * 64 + i as u32)?;
            }
        }
        for (location, edges) in &code.locations {
            for edge in edges {
                self.statement = Some(edge.span);
                let vertex = self.vertex(Look::Transition(edge.atomic, edge.rank, edge.after_else))?;
                self.arc(here[location], vertex, FROM)?;
                if let Some(&target) = here.get(&edge.target) {
                    self.arc(vertex, target, TO)?;
                }
                let action = self.tree(&edge.action, Class::Plain, false)?;
                self.arc(vertex, action, DOES)?;
            }
        }
        self.statement = None;
        Ok(())
    }
}
