//! Which channels a variable may hold: a points-to analysis for channels.
//!
//! After L. O. Andersen, *Program Analysis and Specialization for the C Programming Language* (1994), chapter 4: every
//! assignment, message and argument is an inclusion between sets, whatever the order of statements, and the sets grow until
//! nothing changes. Arrays are one set, and so are the messages of a channel, position by position. The instance is folded,
//! so each process has sets of its own. A channel that a process may never use can be among them, one that it uses cannot be
//! missing: the sets are for drawings, and nothing that is searched depends on them.

use std::collections::{BTreeMap, BTreeSet};

use program::{Code, Head, Instance, Interpreter, Owner, Tree, VarKey};

/// The numbers of channels, from 1.
pub type Channels = BTreeSet<i32>;

/// Where a channel may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Variable(VarKey),
    /// A position in the messages of a channel.
    Field(i32, usize),
}

/// The channels that everything may hold.
pub struct ChannelFlow {
    held: BTreeMap<Holder, Channels>,
    /// How many channels there are; other numbers are no channels.
    count: i32,
}

impl ChannelFlow {
    /// Follows channels through the code of an instance, from what its start holds.
    pub fn of(instance: &Instance, interpreter: &Interpreter) -> ChannelFlow {
        let count = instance.configuration.channels.len() as i32;
        let mut flow = ChannelFlow { held: BTreeMap::new(), count };
        for code in all_code(instance) {
            each_tree(code, &mut |tree| flow.read_start(tree, instance, interpreter));
        }
        while flow.grow(instance) {}
        flow
    }

    /// The channels that an expression may stand for.
    pub fn channels(&self, tree: &Tree) -> Channels {
        match &tree.head {
            Head::Const(value) if (1..=self.count).contains(value) => Channels::from([*value]),
            Head::Var(key) | Head::Element(key) => self.held(Holder::Variable(*key)),
            Head::Cond => tree.kids[1..].iter().flat_map(|kid| self.channels(kid)).collect(),
            Head::Remote(proctype, local, _) => {
                let is_it = |key: &VarKey| key.proctype == Some(*proctype) && key.index == local.0;
                let all = self.held.iter();
                let held = all.filter(|(holder, _)| matches!(holder, Holder::Variable(key) if is_it(key)));
                held.flat_map(|(_, channels)| channels.clone()).collect()
            }
            _ => Channels::new(),
        }
    }

    fn held(&self, holder: Holder) -> Channels {
        self.held.get(&holder).cloned().unwrap_or_default()
    }

    fn add(&mut self, holder: Holder, channels: &Channels) -> bool {
        let held = self.held.entry(holder).or_default();
        let before = held.len();
        held.extend(channels);
        held.len() > before
    }

    /// What a mentioned variable holds at the start.
    fn read_start(&mut self, tree: &Tree, instance: &Instance, interpreter: &Interpreter) {
        let (Head::Var(key) | Head::Element(key)) = tree.head else { return };
        if self.held.contains_key(&Holder::Variable(key)) {
            return;
        }
        let program = interpreter.program();
        let variable = match key.proctype {
            Some(proctype) => program.proctype(proctype).locals.get(key.index as usize),
            None => program.globals.get(key.index as usize),
        };
        let Some(variable) = variable.filter(|variable| variable.scalar == program::Scalar::Chan) else {
            return;
        };
        let values = (0..variable.cells()).filter_map(|cell| {
            let (mut rest, mut index) = (cell, Vec::new());
            for &bound in variable.dims.iter().rev() {
                index.insert(0, (rest % bound as usize) as i32);
                rest /= bound as usize;
            }
            interpreter.variable(instance.starts.first()?, key, &index)
        });
        let channels: Channels = values.filter(|value| (1..=self.count).contains(value)).collect();
        self.add(Holder::Variable(key), &channels);
    }

    /// Applies every statement once; true if a set has grown.
    fn grow(&mut self, instance: &Instance) -> bool {
        let mut grown = false;
        for code in all_code(instance) {
            each_tree(code, &mut |tree| grown |= self.apply(tree, instance));
            for (local, values) in &code.starts {
                let key = VarKey { owner: code.owner, proctype: Some(code.proctype), index: *local };
                let channels: Channels = values.iter().flat_map(|value| self.channels(value)).collect();
                grown |= self.add(Holder::Variable(key), &channels);
            }
        }
        grown
    }

    fn apply(&mut self, tree: &Tree, instance: &Instance) -> bool {
        match &tree.head {
            Head::Assign => self.store(&tree.kids[0], &self.channels(&tree.kids[1])),
            Head::Send { .. } => {
                let messages: Vec<Channels> = tree.kids[1..].iter().map(|kid| self.channels(kid)).collect();
                let to = self.channels(&tree.kids[0]);
                let fields = to.iter().flat_map(|to| messages.iter().enumerate().map(move |m| (*to, m)));
                fields.fold(false, |grown, (to, (field, held))| {
                    self.add(Holder::Field(to, field), held) | grown
                })
            }
            Head::Receive { .. } => {
                let from = self.channels(&tree.kids[0]);
                let mut grown = false;
                for (field, pattern) in tree.kids[1..].iter().enumerate() {
                    if pattern.head == Head::Bind {
                        let held =
                            from.iter().flat_map(|from| self.held(Holder::Field(*from, field))).collect();
                        grown |= self.store(&pattern.kids[0], &held);
                    }
                }
                grown
            }
            Head::Run(proctype, ..) => {
                let arguments: Vec<Channels> = tree.kids.iter().map(|kid| self.channels(kid)).collect();
                let created = instance.later.iter().filter(|code| code.proctype == *proctype);
                created.fold(false, |grown, code| {
                    let given = (0u32..).zip(&arguments).fold(false, |grown, (index, channels)| {
                        let key = VarKey { owner: code.owner, proctype: Some(code.proctype), index };
                        self.add(Holder::Variable(key), channels) | grown
                    });
                    grown | given
                })
            }
            _ => false,
        }
    }

    fn store(&mut self, place: &Tree, channels: &Channels) -> bool {
        match place.head {
            Head::Var(key) | Head::Element(key) => self.add(Holder::Variable(key), channels),
            _ => false,
        }
    }
}

/// The code of the processes that exist and of those that may come.
fn all_code(instance: &Instance) -> impl Iterator<Item = &Code> {
    instance.processes.iter().chain(&instance.later)
}

/// Every statement and expression of some code, from the outside in.
pub(super) fn each_tree(code: &Code, visit: &mut impl FnMut(&Tree)) {
    fn down(tree: &Tree, visit: &mut impl FnMut(&Tree)) {
        visit(tree);
        tree.kids.iter().for_each(|kid| down(kid, visit));
    }
    code.provided.iter().for_each(|tree| down(tree, visit));
    code.locations.iter().flat_map(|(_, edges)| edges).for_each(|edge| down(&edge.action, visit));
}

/// Does this code belong to a process that exists?
pub(super) fn process_of(code: &Code) -> Option<u8> {
    match code.owner {
        Owner::Process(pid) => Some(pid),
        _ => None,
    }
}
