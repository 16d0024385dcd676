//! Partial-order reduction: of steps that do not touch the same things, one order stands for all.
//!
//! In a state the search takes the steps of some processes only, if nothing that the other processes do before them
//! can make a difference. Which processes, is found from the text of the program: what each step touches (`access`,
//! `statement`, `process`), closed under interference in the state at hand (`stubborn`). That the others are
//! not put off for ever is the search's task (`explorer`, `worker/ample.rs`).
//!
//! # Sources
//! Sets of processes closed under interference: Overman, *Verification of concurrent systems: function and timing*,
//! 1981; Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996, sections 4.4 to 4.6
//! (persistent sets). Waiting steps: Valmari, *Stubborn sets for reduced state space generation*, 1991; Laarman,
//! Pater, van de Pol, Hansen, *Guard-based partial-order reduction*, 2016 (necessary enabling sets from guards). The
//! conditions of a search: Clarke, Grumberg, Peled, *Model Checking*, 1999, chapter 10; Bošnački, Leue, Lluch
//! Lafuente, *Partial-order reduction for general state exploring algorithms*, 2009. Promela: Holzmann and Peled, *An
//! improvement in formal verification*, 1994; exclusive senders and receivers (`xs`, `xr`) are found here and need
//! not be declared. With symmetry: Emerson, Jha, Peled, *Combining partial order and symmetry reductions*, 1997;
//! Bošnački and Scheffer, *Partial order reduction and symmetry with multiple representatives*, 2015.
//!
//! # What has to hold
//! Let `s` be a state, `W` the chosen set of processes, and `P` the steps from `s` that a process of `W` begins.
//!
//! 1. *`P` is persistent.* In every run `t1 … tn` from `s` of steps that are not in `P`, every `ti` is independent of
//!    every step `u` of `P`: `u` stays possible, and `u t1 … tn` and `t1 … tn u` lead to the same state with the same
//!    faults. Look at the first of them in which a process `p` of `W` takes part. It begins at the location where `p`
//!    stands in `s`. If it was possible in `s` it is in `P`. If not, the others have made it so; but whoever may do
//!    that is in `W` by construction (`statement`, *awaited*). So no process of `W` takes part in `t1 … tn`, and
//!    what the others can do at all is in their *futures* at the locations where they stand in `s`. None of these
//!    touches what `u` touches, or its process would be in `W`. A rendezvous is a step of two: who sends has all
//!    possible receivers in its set, and the other way round, so both are in `W` or neither is, and `P` can be told
//!    by the process with which a step begins. The same holds of an `atomic` that hands control on.
//! 2. *`P` is not empty* if `s` has a step: only processes that can move are asked. (C0 of Clarke, Grumberg, Peled.)
//! 3. *Nothing is ignored.* From each state some way over steps that were taken leads to a state all of whose steps
//!    were taken (see `worker/ample.rs`, breadth-first and depth-first).
//!
//! # What is preserved
//! *Every fault, with the state it happens in up to what is independent of it.* Let `w = t1 … tn` be a run from `s`
//! of the whole program, at whose last step something goes wrong. By induction on the length of `w` that fault is
//! found from `s`. If some `ti` is in `P`, take the first; by 1 it may come first, to the same state and with the
//! same faults; the rest of `w` is shorter. If none is, then by 3 some `u` of `P` leads to a state that is ahead, and
//! by 1 `w` is a run from there too, with the same faults. That cannot go on for ever, as the way over states that
//! are ahead ends in one with all steps. Assertions, errors at run time, and choices of a `D_proctype` are such
//! faults: they depend on what the step reads, and nothing of that is written by what was moved over it. A step of
//! `P` that itself has no state (it fails) is found in `s`, and is not the way ahead.
//!
//! *Every end of a run.* If `w` ends in a state `e` without steps, then some `ti` is in `P`, as otherwise by 1 and 2
//! a step would still be possible in `e`. So `e` itself is reached, without 3, and whether it is a valid end is a
//! matter of `e`.
//!
//! *No formula.* Labels, claims and formulas see states, and the order of steps that change them. They are not
//! searched with this reduction; `X` could not be in any case.
//!
//! # Matters of Promela
//! - *Steps of several moves* (`atomic`, private locations, `d_step`) touch what any of their moves may, and end
//!   where a move is not possible, which is asked in both directions (`process`).
//! - *`timeout`* is true if nothing else is possible. As long as a step of `P` is possible, and by 1 it is until it
//!   is taken, `timeout` is false, for everybody, so it counts as the constant 0, and who waits for it waits for
//!   nobody. A state has all of its steps if each of them may be possible because of a `timeout`.
//! - *`else`, `unless`, `D_proctype`*: whether a transition is possible depends on whether its neighbours are, so
//!   each of them touches what all of them ask.
//! - *Creation* gives the next number, so two `run`s are dependent; an end is possible only for the youngest process,
//!   so it depends on `run`. A process that has ended and is not the youngest waits for the youngest. What a process
//!   creates is in its future.
//! - *Channels* are told apart by their numbers where a process holds them in variables that nothing assigns
//!   (`channels`).
//! - *`trace` and `notrace`* move with the exchanges that they watch, so these are dependent whatever their channels.
//! - *Hidden variables* are not in the state and are no resource.
//! - What looks at where others stand is not reduced (`refusal`).
//!
//! # With symmetry
//! The choice is made in the representative `r`, with the code of the processes of `r`. Let `s` be any state of its
//! orbit, `r = g(s)`. Symmetries map runs to runs, so a run `w` from `s` is a run `g(w)` from `r`, of the same
//! length, with the image of the fault at its end. The induction above goes through with representatives in place of
//! states: after each step `u` of `P(r)`, the rest of the run is carried to the representative of what `u` leads to.
//! Nothing is asked of how the choices in two states of an orbit are related (the *multiple representatives* of
//! Bošnački and Scheffer), and "ahead" speaks of stored representatives. States before the moment when all processes
//! exist are never canonicalised, and are chosen for in the same way.
//!
//! # Checked by
//! [`brute_force`]: every chosen set of every state of small programs is compared with what the interpreter does when
//! everybody else moves. `cargo xtask partial-order-compare`: random programs with and without. Each condition is
//! broken on purpose ([`Weakness`]), and must be caught.

mod access;
pub mod brute_force;
mod channels;
mod condition;
mod known;
mod process;
mod refusal;
mod statement;
mod stubborn;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use program::{
    Code, Head, Interpreter, Pid, Tree, VarKey, code_of_process, code_of_types, constant_variables,
};
use rapidhash::RapidHashSet;

use access::{Access, ChannelSet};
use channels::{Channels, Parameters, capacities, global_channels, own_channels};
use process::{ProcessCode, compile};
use statement::{Reader, Watched};

pub use stubborn::{ProcessSet, Scratch};

/// A condition that is left out on purpose, so that tests can show that they would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// Of the others only what they do next is looked at.
    FuturesCut,
    /// Two sends on one channel commute.
    IndependentSends,
    /// Steps that are not possible are not looked at.
    NothingAwaited,
    /// Conditions on channels read nothing.
    NoPolls,
    /// `timeout` is a condition like any other.
    TimeoutFree,
    /// Processes that cannot move may be chosen (C0).
    EmptySets,
}

/// What is known of a program. See the crate's text.
pub struct StubbornSets {
    interpreter: Interpreter,
    /// Variables that nothing assigns.
    constant: RapidHashSet<VarKey>,
    /// The channels in those of the program.
    global: HashMap<u32, ChannelSet>,
    /// The first cell of each global variable and their number, if it is in the state.
    cells: Vec<Option<(u32, u32)>>,
    dims: Vec<Vec<u32>>,
    /// The code of all process types.
    types: Vec<Code>,
    /// What the patterns of receives read.
    patterns: Access,
    watched: Watched,
    codes: Mutex<HashMap<Key, Arc<ProcessCode>>>,
    weakness: Option<Weakness>,
}

/// What decides about the code of a process: its number, the bytes of its constants, and the channels that they hold.
type Key = (u8, u32, Vec<u8>, Vec<(u32, ChannelSet)>);

impl StubbornSets {
    /// Looks at a program; an error says why it must be searched without reduction.
    pub fn new(interpreter: &Interpreter) -> Result<StubbornSets, &'static str> {
        StubbornSets::with_weakness(interpreter, None)
    }

    /// The same with a condition left out.
    #[doc(hidden)]
    pub fn with_weakness(
        interpreter: &Interpreter,
        weakness: Option<Weakness>,
    ) -> Result<StubbornSets, &'static str> {
        let program = interpreter.program();
        let Ok(state) = interpreter.initial() else { return Err("the program cannot start") };
        let types = code_of_types(interpreter, &state);
        if let Some(why) = refusal::refusal(program, &types) {
            return Err(why);
        }
        let constant = constant_variables(program);
        let mut next = 0;
        let cells = program.globals.iter().map(|variable| {
            let (first, count) = (next, variable.cells() as u32);
            (!variable.hidden).then(|| {
                next += count;
                (first, count)
            })
        });
        let mut sets = StubbornSets {
            cells: cells.collect(),
            dims: program.globals.iter().map(|variable| variable.dims.clone()).collect(),
            global: global_channels(interpreter, &state, &constant),
            interpreter: interpreter.clone(),
            constant,
            types,
            patterns: Access::default(),
            watched: Watched::default(),
            codes: Mutex::default(),
            weakness,
        };
        sets.patterns = sets.read_patterns();
        sets.watched = sets.read_events(&state);
        Ok(sets)
    }

    fn reader(&self, known: HashMap<i32, u32>, own: HashMap<u32, ChannelSet>) -> Reader<'_> {
        let channels = Channels {
            program: self.interpreter.program(),
            constant: &self.constant,
            global: &self.global,
            known,
            own,
            parameters: Parameters::new(),
        };
        let Self { cells, dims, patterns, watched, .. } = self;
        Reader { channels, cells, dims, patterns, watched, weakness: self.weakness }
    }

    /// What the patterns of all receives read: who is ready to receive depends on it.
    fn read_patterns(&self) -> Access {
        fn each_pattern(tree: &Tree, tell: &mut impl FnMut(&Tree)) {
            if tree.head == Head::Match {
                tell(&tree.kids[0]);
            }
            tree.kids.iter().for_each(|kid| each_pattern(kid, tell));
        }
        let mut patterns = Access::default();
        let reader = self.reader(HashMap::new(), HashMap::new());
        for edge in self.types.iter().flat_map(|code| &code.locations).flat_map(|(_, edges)| edges) {
            each_pattern(&edge.action, &mut |pattern| reader.read(pattern, &mut patterns));
        }
        patterns
    }

    /// The events of a `trace` or `notrace`, if there is one.
    fn read_events(&self, state: &[u8]) -> Watched {
        let mut watched = Watched::default();
        let program = self.interpreter.program();
        let Some((_, automaton)) = program.trace else { return watched };
        let configuration = self.interpreter.layout().configuration_of(state);
        let reader = self.reader(capacities(program, &configuration, 0), HashMap::new());
        let edges = self.types[automaton.index()].locations.iter().flat_map(|(_, edges)| edges);
        for tree in edges.map(|edge| &edge.action) {
            if let Head::Event { send } = tree.head {
                let channels = reader.channels.of(&tree.kids[0]);
                let events = if send { &mut watched.sends } else { &mut watched.receives };
                *events = events.union(channels);
                tree.kids.iter().for_each(|kid| reader.read(kid, &mut watched.patterns));
            }
        }
        watched
    }

    /// The code of a process of a state, whose constants have these bytes.
    fn code(&self, state: &[u8], pid: Pid, bytes: &[u8]) -> Arc<ProcessCode> {
        let interpreter = &self.interpreter;
        let configuration = interpreter.layout().configuration_of(state);
        let known = capacities(interpreter.program(), &configuration, pid.index() + 1);
        let own = own_channels(interpreter, state, pid.index(), &self.constant, &known);
        let mut held: Vec<(u32, ChannelSet)> = own.iter().map(|(&id, &channels)| (id, channels)).collect();
        held.sort_unstable();
        let proctype = configuration.process(pid.index()).map_or(0, |(proctype, _)| proctype.0);
        let key = (pid.0, proctype, bytes.to_vec(), held);
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = codes.entry(key).or_insert_with(|| {
            let code = code_of_process(interpreter, state, pid.0);
            let compiled = code.map(|code| compile(&code, &self.types, &mut self.reader(known, own)));
            // Nothing is known of a process without code, and such a state has all of its steps.
            Arc::new(compiled.unwrap_or(ProcessCode { locations: Vec::new() }))
        });
        compiled.clone()
    }
}
