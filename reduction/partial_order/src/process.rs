//! The code of a process, with what each of its steps touches and what it may still touch from each location on.
//!
//! A *step* leads from a stored state to a stored state. It begins with one transition; inside an `atomic`, or where
//! a process passes through private locations (`program`, `reduce/private.rs`), others follow at once, until the
//! process gives up control or cannot go on. What a step may execute depends on the state, so a step is taken to
//! touch what any transition touches to which a way leads on which control is kept, and to ask whether each of them
//! is possible, because it ends before one that is not.
//!
//! Of several ways through an `atomic` that meet in a state on the way, one is told, and of a way that never ends
//! none. So where control is kept, a transition with which no step is told to begin may be possible all the same, and
//! is taken to be unless its condition is seen to be false.
//!
//! The *future* of a process at a location is what it may touch from there on, in any run: the union over all
//! transitions that the control-flow graph leads to, and over all processes that are created on the way.

use std::collections::HashMap;

use program::{Code, Edge, Initialiser, LocalId, LocationId, Owner, ProctypeId, VarKey};

use crate::Weakness;
use crate::access::{Access, ChannelSet};
use crate::condition::{Awaited, Begin};
use crate::statement::{Reader, each_run, ends, has_else, mentions_timeout};

/// A process, ready to be asked.
#[derive(Debug)]
pub(crate) struct ProcessCode {
    /// By location; `None` where the process cannot get.
    pub locations: Vec<Option<LocationCode>>,
}

/// Where a process may stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocationCode {
    pub edges: Vec<EdgeCode>,
    /// What the process may touch from here on.
    pub future: Access,
}

/// A step of a process, told by the transition with which it begins.
#[derive(Clone, Debug)]
pub(crate) struct EdgeCode {
    pub transition: u32,
    /// What the step touches, if it is possible.
    pub touched: Access,
    /// What must change for it to become possible, if it is not.
    pub awaited: Awaited,
    /// What it begins with.
    pub begin: Begin,
    /// It may be possible without any step that is told to begin with it: others of its process meet it on the way,
    /// or it never ends.
    pub may_be_hidden: bool,
    /// It may also be the second half of a rendezvous, a step of its sender.
    pub may_be_met: bool,
    /// It waits until younger processes are removed.
    pub awaits_youngest: bool,
    /// Whether it is possible depends on `timeout`.
    pub asks_timeout: bool,
}

/// Looks at the code of a process. `later` is the code of all types, for processes that it may create.
pub(crate) fn compile(code: &Code, later: &[Code], reader: &mut Reader<'_>) -> ProcessCode {
    let created = follow_parameters(code, later, reader);
    let builder = Builder { code, later, reader, at: positions(code) };
    let types = builder.futures_of_types(&created);
    let mut locations: Vec<Option<LocationCode>> = Vec::new();
    for (id, edges) in &code.locations {
        if locations.len() <= id.index() {
            locations.resize(id.index() + 1, None);
        }
        locations[id.index()] = Some(builder.location(*id, edges));
    }
    builder.add_futures(&mut locations, &types);
    ProcessCode { locations }
}

/// Finds which channels the parameters of created processes may hold, and says which types are created.
fn follow_parameters(code: &Code, later: &[Code], reader: &mut Reader<'_>) -> Vec<ProctypeId> {
    let mut created: Vec<ProctypeId> = Vec::new();
    loop {
        let mut found: Vec<(ProctypeId, u32, ChannelSet)> = Vec::new();
        let mut types = created.clone();
        for code in std::iter::once(code).chain(created.iter().map(|id| &later[id.index()])) {
            for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
                each_run(&edge.action, &mut |proctype, arguments| {
                    if !types.contains(&proctype) {
                        types.push(proctype);
                    }
                    let held = arguments.iter().zip(0..);
                    found.extend(held.map(|(tree, index)| (proctype, index, reader.channels.of(tree))));
                });
            }
        }
        let mut grown = types.len() > created.len();
        created = types;
        for (proctype, index, channels) in found {
            let held = reader.channels.parameters.entry((proctype, index)).or_default();
            let all = held.union(channels);
            grown |= all != *held;
            *held = all;
        }
        if !grown {
            return created;
        }
    }
}

fn positions(code: &Code) -> HashMap<LocationId, usize> {
    code.locations.iter().enumerate().map(|(position, (id, _))| (*id, position)).collect()
}

struct Builder<'a, 'r> {
    code: &'a Code,
    later: &'a [Code],
    reader: &'a Reader<'r>,
    /// Where each location is among those of the code.
    at: HashMap<LocationId, usize>,
}

impl Builder<'_, '_> {
    fn edges(&self, location: LocationId) -> &[Edge] {
        self.at.get(&location).map_or(&[], |&position| &self.code.locations[position].1)
    }

    fn location(&self, id: LocationId, edges: &[Edge]) -> LocationCode {
        // Whether one is possible may depend on whether others are.
        let mut contest = None;
        let deterministic = self.reader.channels.program.proctype(self.code.proctype).deterministic;
        if deterministic || edges.iter().any(|edge| edge.rank > 0 || has_else(&edge.action)) {
            let asked = contest.get_or_insert_with(Access::default);
            edges.iter().for_each(|edge| self.reader.asked(&edge.action, asked));
        }
        let asks = |edge: &Edge| mentions_timeout(&edge.action);
        let all_ask = contest.is_some() && edges.iter().any(asks);
        let edges = edges.iter().map(|edge| {
            let awaited = match &contest {
                None => self.reader.awaited_in_state(&edge.action),
                Some(contest) => {
                    let mut all = *contest;
                    self.reader.awaited(&edge.action, &mut all);
                    Awaited::Always(all)
                }
            };
            let mut may_be_met = false;
            self.reader.receives_first(&edge.action, &mut |channels| may_be_met |= channels.rendezvous);
            EdgeCode {
                transition: edge.id.0,
                touched: self.step(id, edge).and(&contest.unwrap_or_default()),
                awaited,
                begin: Begin::of(&edge.action),
                may_be_hidden: edge.atomic || self.reader.offers_first(&edge.action),
                may_be_met,
                awaits_youngest: ends(&edge.action),
                asks_timeout: all_ask || asks(edge),
            }
        });
        LocationCode { edges: edges.collect(), future: Access::default() }
    }

    /// What a step that begins with this transition touches.
    fn step(&self, from: LocationId, edge: &Edge) -> Access {
        let mut step = Access::default();
        self.move_along(edge, &mut step);
        self.readiness(from, &mut step);
        let mut passed = Vec::new();
        if edge.atomic && edge.target.0 != 0 {
            passed.push(edge.target);
        }
        let mut next = 0;
        while let Some(&location) = passed.get(next) {
            next += 1;
            for edge in self.edges(location) {
                self.move_along(edge, &mut step);
                self.reader.asked(&edge.action, &mut step);
                if edge.atomic && edge.target.0 != 0 && !passed.contains(&edge.target) {
                    passed.push(edge.target);
                }
            }
        }
        step
    }

    /// What one transition touches, and what others see of where it leads.
    fn move_along(&self, edge: &Edge, step: &mut Access) {
        self.reader.touched(&edge.action, step);
        self.readiness(edge.target, step);
        each_run(&edge.action, &mut |proctype, _| self.create(proctype, step));
        if ends(&edge.action) {
            self.remove_channels(step);
        }
    }

    /// What a `run` touches besides the list of processes.
    fn create(&self, proctype: ProctypeId, step: &mut Access) {
        let code = &self.later[proctype.index()];
        code.starts.iter().flat_map(|(_, values)| values).for_each(|value| self.reader.read(value, step));
        let mut locals = self.reader.channels.program.proctype(proctype).locals.iter();
        if locals.any(|variable| matches!(variable.init, Initialiser::Channel(_))) {
            // Whoever holds the number of a channel that was removed may mean the new one now.
            step.send(ChannelSet::UNBORN, false);
        }
        // The new process may stand ready to receive.
        let first = code.locations.iter().filter(|(id, _)| *id == code.initial);
        for edge in first.flat_map(|(_, edges)| edges) {
            self.reader.receives_first(&edge.action, &mut |channels| step.change_readiness(channels));
        }
    }

    /// Others may see whether the process is ready to receive there.
    fn readiness(&self, at: LocationId, step: &mut Access) {
        for edge in self.edges(at) {
            self.reader.receives_first(&edge.action, &mut |channels| step.change_readiness(channels));
        }
    }

    /// The channels that a process has made are removed with it: using them is a fault then.
    fn remove_channels(&self, step: &mut Access) {
        let program = self.reader.channels.program;
        let locals = program.proctype(self.code.proctype).locals.iter().zip(0..);
        for (variable, index) in locals {
            if matches!(variable.init, Initialiser::Channel(_)) {
                let key = VarKey::local(self.code.owner, self.code.proctype, LocalId(index));
                let channels = match self.code.owner {
                    _ if !self.reader.channels.constant.contains(&key.declared()) => ChannelSet::ANY,
                    Owner::Process(_) => {
                        self.reader.channels.own.get(&index).copied().unwrap_or(ChannelSet::ANY)
                    }
                    _ => ChannelSet::UNBORN,
                };
                step.send(channels, true);
                step.receive(channels, false);
                step.change_readiness(channels);
            }
        }
    }

    /// By type, what processes of the type may touch, and those that they create.
    fn futures_of_types(&self, created: &[ProctypeId]) -> HashMap<ProctypeId, Access> {
        let mut all = Access::default();
        for id in created {
            let code = &self.later[id.index()];
            let builder = Builder { code, later: self.later, reader: self.reader, at: positions(code) };
            for (location, edges) in &code.locations {
                builder.location(*location, edges).edges.iter().for_each(|edge| all.add(&edge.touched));
            }
        }
        // Whoever creates one of them may create all of them, as far as is looked at here.
        created.iter().map(|&id| (id, all)).collect()
    }

    /// Adds to each location what can be touched from there on.
    fn add_futures(&self, locations: &mut [Option<LocationCode>], types: &HashMap<ProctypeId, Access>) {
        let futures_cut = self.reader.weakness == Some(Weakness::FuturesCut);
        for (id, edges) in &self.code.locations {
            let Some(location) = &mut locations[id.index()] else { continue };
            for (edge, known) in edges.iter().zip(&location.edges) {
                location.future.add(&known.touched);
                each_run(&edge.action, &mut |proctype, _| {
                    if let Some(future) = types.get(&proctype) {
                        location.future.add(future);
                    }
                });
            }
        }
        let mut grown = !futures_cut;
        while grown {
            grown = false;
            for (id, edges) in self.code.locations.iter().rev() {
                for edge in edges {
                    let target = locations.get(edge.target.index()).and_then(Option::as_ref);
                    let Some(future) = target.map(|target| target.future) else { continue };
                    if let Some(location) = &mut locations[id.index()] {
                        let all = location.future.and(&future);
                        grown |= all != location.future;
                        location.future = all;
                    }
                }
            }
        }
    }
}
