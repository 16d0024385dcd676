//! Which channels a `chan` variable can hold: a flow-insensitive analysis of the whole program.
//!
//! Code for a channel operation is made once per shape the channel can have, so knowing the shapes keeps code small and
//! spares a dispatch. Values flow from initialisers, assignments, `run` arguments and messages; whatever is computed
//! otherwise may be any channel. A global that is never written after its initialisation even names its channel:
//! globals are created first, so their channels have the same numbers and places in every configuration.
//!
//! The analysis is Andersen's (Program analysis and specialization for the C programming language, 1994, chapter 4)
//! reduced to sets of shapes, iterated until nothing changes.

use std::collections::{HashMap, HashSet};

use program::{
    CellClass, ChannelTypeId, DStepNode, EntryKind, Expr, GlobalId, Initialiser, Layout, LocalId, Place,
    ProctypeId, ReceiveArg, Scalar, Statement, VarRef, Variable,
};

use crate::shape::Shapes;

/// A set of shapes, one bit each.
type Set = u64;
/// Any shape; the only set in programs with more shapes than bits.
const ANY: Set = Set::MAX;

/// What is known of the channels of a program.
pub(crate) struct Flow {
    sets: HashMap<CellClass, Set>,
    written: HashSet<GlobalId>,
    /// Global channel variables: number of the first channel and its offset in the state.
    firsts: HashMap<GlobalId, (u32, u32)>,
    /// All shapes there are.
    every: Set,
    /// By channel type.
    shape_of: Vec<u32>,
}

/// A global that always holds the same channel; an array of them holds consecutive ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    pub number: u32,
    /// Where its control cells stand.
    pub control: u32,
    /// Bytes to the control cells of the next one.
    pub size: u32,
    pub shape: u32,
}

impl Flow {
    pub fn new(layout: &Layout, shapes: &Shapes) -> Flow {
        let every = if shapes.all.len() < 64 { (1 << shapes.all.len()) - 1 } else { ANY };
        let types = layout.program.channel_types.len() as u32;
        let shape_of = (0..types).map(|c| shapes.index_of(ChannelTypeId(c))).collect();
        let mut flow =
            Flow { sets: HashMap::new(), written: HashSet::new(), firsts: firsts(layout), every, shape_of };
        loop {
            let before: u32 = flow.sets.values().map(|s| s.count_ones()).sum();
            flow.pass(layout);
            if flow.sets.values().map(|s| s.count_ones()).sum::<u32>() == before {
                return flow;
            }
        }
    }

    /// The shapes a channel expression of a process of this type can have.
    pub fn shapes(&self, proctype: ProctypeId, channel: &Expr) -> impl Iterator<Item = usize> + use<> {
        let set = self.value(proctype, channel);
        (0..64).filter(move |i| set & (1 << i) != 0)
    }

    /// Can the analysis tell shapes apart at all?
    pub fn is_exact(&self) -> bool {
        self.every != ANY
    }

    /// What a global that is never written holds.
    pub fn fixed(&self, layout: &Layout, place: &Place) -> Option<Fixed> {
        let VarRef::Global(id) = place.var else { return None };
        if self.written.contains(&id) || layout.globals[id.index()].is_none() {
            return None;
        }
        let &Initialiser::Channel(c) = &layout.program.global(id).init else { return None };
        let &(number, control) = self.firsts.get(&id)?;
        let [size, _] = layout.entry_size(EntryKind::Channel(c));
        Some(Fixed { number, control, size, shape: self.shape_of[c.index()] })
    }

    fn value(&self, proctype: ProctypeId, expr: &Expr) -> Set {
        match expr {
            Expr::Const(0) => 0,
            Expr::Load(place) => {
                class(proctype, place).map_or(0, |c| self.sets.get(&c).copied().unwrap_or(0))
            }
            Expr::Cond(_, a, b) => self.value(proctype, a) | self.value(proctype, b),
            _ => self.every,
        }
    }

    /// A number that does not fit its cell becomes another one.
    fn add(&mut self, class: CellClass, scalar: Scalar, set: Set) {
        let narrow = matches!(scalar, Scalar::Bit | Scalar::Unsigned(..8));
        *self.sets.entry(class).or_insert(0) |= if narrow && set != 0 { self.every } else { set };
    }

    fn write(&mut self, proctype: ProctypeId, place: &Place, set: Set) {
        if let VarRef::Global(id) = place.var {
            self.written.insert(id);
        }
        if let Some(class) = class(proctype, place) {
            self.add(class, place.scalar, set);
        }
    }

    fn pass(&mut self, layout: &Layout) {
        for (variable, i) in layout.program.globals.iter().zip(0..) {
            self.initialise(ProctypeId(0), CellClass::Global(GlobalId(i)), variable);
        }
        for (proctype, p) in layout.program.proctypes.iter().zip(0..) {
            let id = ProctypeId(p);
            for (variable, i) in proctype.locals.iter().zip(0..) {
                self.initialise(id, CellClass::Local(id, LocalId(i)), variable);
            }
            for transition in proctype.locations.iter().flat_map(|l| &l.transitions) {
                self.statement(layout, id, &transition.statement);
            }
        }
    }

    fn initialise(&mut self, proctype: ProctypeId, class: CellClass, variable: &Variable) {
        let set = match &variable.init {
            Initialiser::Zero | Initialiser::Unset | Initialiser::Parameter => 0,
            Initialiser::Value(expr) => self.value(proctype, expr),
            Initialiser::List(exprs) => exprs.iter().fold(0, |set, e| set | self.value(proctype, e)),
            Initialiser::Channel(c) => self.bit(self.shape_of[c.index()]),
        };
        self.add(class, variable.scalar, set);
    }

    fn bit(&self, shape: u32) -> Set {
        if self.every == ANY { ANY } else { 1 << shape }
    }

    fn statement(&mut self, layout: &Layout, proctype: ProctypeId, statement: &Statement) {
        match statement {
            Statement::Assign(place, expr) => {
                let set = self.value(proctype, expr);
                self.write(proctype, place, set);
            }
            Statement::Forget(place) => self.write(proctype, place, 0),
            Statement::Run { proctype: new, args, result, .. } => {
                let sets: Vec<Set> = args.iter().map(|a| self.value(proctype, a)).collect();
                let locals = layout.program.proctype(*new).locals.iter().zip(0..);
                let parameters = locals.filter(|(v, _)| v.init == Initialiser::Parameter);
                for ((variable, i), set) in parameters.zip(sets) {
                    self.add(CellClass::Local(*new, LocalId(i)), variable.scalar, set);
                }
                if let Some(place) = result {
                    self.write(proctype, place, self.every);
                }
            }
            Statement::Send { channel, args, .. } => self.send(layout, proctype, channel, args),
            Statement::Receive { channel, args, .. } => self.receive(layout, proctype, channel, args),
            Statement::Sequence(statements) => {
                statements.iter().for_each(|s| self.statement(layout, proctype, s));
            }
            Statement::DStep(step) => {
                for node in &step.nodes {
                    if let DStepNode::Do { statement, .. } = node {
                        self.statement(layout, proctype, statement);
                    }
                }
            }
            Statement::Skip
            | Statement::Guard(_)
            | Statement::Else
            | Statement::Assert(_)
            | Statement::Print { .. }
            | Statement::SetPriority(..)
            | Statement::Terminate
            | Statement::Event { .. } => {}
        }
    }

    /// The channel types whose shape is in the set of a channel expression.
    fn types(&self, layout: &Layout, proctype: ProctypeId, channel: &Expr) -> Vec<ChannelTypeId> {
        let set = self.value(proctype, channel);
        let all = (0..layout.program.channel_types.len() as u32).map(ChannelTypeId);
        all.filter(|c| set & self.bit(self.shape_of[c.index()]) != 0).collect()
    }

    fn send(&mut self, layout: &Layout, proctype: ProctypeId, channel: &Expr, args: &[Expr]) {
        for c in self.types(layout, proctype, channel) {
            let fields = layout.program.channel_type(c).fields.iter().zip(0..);
            for (arg, (&scalar, f)) in args.iter().zip(fields) {
                let set = self.value(proctype, arg);
                self.add(CellClass::Field(c, f), scalar, set);
            }
        }
    }

    fn receive(&mut self, layout: &Layout, proctype: ProctypeId, channel: &Expr, args: &[ReceiveArg]) {
        let types = self.types(layout, proctype, channel);
        for (arg, f) in args.iter().zip(0..) {
            if let ReceiveArg::Bind(place) = arg {
                let sets =
                    types.iter().map(|&c| self.sets.get(&CellClass::Field(c, f)).copied().unwrap_or(0));
                let set = sets.fold(0, |a, b| a | b);
                self.write(proctype, place, set);
            }
        }
    }
}

fn class(proctype: ProctypeId, place: &Place) -> Option<CellClass> {
    match &place.var {
        VarRef::Global(id) => Some(CellClass::Global(*id)),
        VarRef::Local(id) => Some(CellClass::Local(proctype, *id)),
        VarRef::Remote { proctype, local, .. } => Some(CellClass::Local(*proctype, *local)),
        VarRef::Scratch => None,
    }
}

/// Global channels in order of creation.
fn firsts(layout: &Layout) -> HashMap<GlobalId, (u32, u32)> {
    let mut firsts = HashMap::new();
    let (mut number, mut control) = (1, layout.fixed_control);
    for (variable, i) in layout.program.globals.iter().zip(0..) {
        if let Initialiser::Channel(c) = variable.init {
            firsts.insert(GlobalId(i), (number, control));
            let [size, _] = layout.entry_size(EntryKind::Channel(c));
            number += variable.cells() as u32;
            control += variable.cells() as u32 * size;
        }
    }
    firsts
}
