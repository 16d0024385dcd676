//! Checking symmetries before they are used, by means that had no part in finding them.
//!
//! Detection finds automorphisms of the program graph. Each is checked twice more, by [`witness`]: it is applied to the code
//! of the instance and what comes out is compared with the code, which is a proof ([`witness::Proof`]); and the bytes that
//! it makes of states are tried out against the reference interpreter on some states, which catches an action on states that
//! is not what was proved ([`witness::Trials`]). What fails is dropped: the others generate a subgroup.

use std::sync::Arc;

use program::{ChannelTypeId, Interpreter, LocationId, ProcessFrame, Proctype, VarKey};
use witness::{Proof, Renaming, Sort, Sorts, Trials};

use crate::StateGroup;
use crate::detect::carried::carries_what_is_known;
use crate::detect::generator::Generator;
use crate::detect::{CellName, Class, Detection};
use crate::group_action::resting::on_stored_states;
use crate::group_action::state_group::derived_cell;

/// States on which the symmetries are tried out before they are used: so many for all of them together.
const TRIALS: usize = 400;
/// The steps of these states whose images are compared, for all of the symmetries together.
const STEPS: usize = 8_000;
/// States of up to so many bytes can all be tried.
const SMALL_STATE: usize = 128;

/// A large array that is hardly used has as many interchangeable values as it has elements: no more of them are taken on.
const MOST_OF_VALUES: usize = 48;

/// As many of the symmetries as can be taken on. Whatever is left out, the rest generate a subgroup.
pub fn usable(candidates: Vec<Generator>) -> Vec<Generator> {
    let moves_more_than_values = |g: &Generator| {
        let changed = |(i, to): (usize, usize)| i != to;
        g.processes.iter().map(|&p| usize::from(p)).enumerate().any(changed)
            || g.channels.iter().map(|&c| c as usize).enumerate().any(changed)
    };
    let (mut kept, mut values): (Vec<_>, Vec<_>) = candidates.into_iter().partition(moves_more_than_values);
    values.truncate(MOST_OF_VALUES);
    kept.extend(values);
    kept
}

/// What came of checking symmetries.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Those that passed.
    pub generators: Vec<Generator>,
    /// What the proof has against each of those that it does not cover.
    pub not_proved: Vec<String>,
    /// Symmetries of the gathered code that do not keep what it rests on: so many.
    pub not_carried: usize,
    /// Proved, but a process with more than 256 locations would have them exchanged, of which no bytes can be made: so many.
    pub too_wide: usize,
    /// Proved, but a state on the way to the start, which stays as it is, comes again after the start: so many.
    pub met_again: usize,
    /// Proved, and yet the interpreter shows a difference: so many.
    pub contradicted: usize,
    /// The states they were tried on.
    pub tried: Vec<Vec<u8>>,
}

/// Proves the candidates and tries them out with the interpreter. The instance of the detection must be in its layout.
pub fn verified(interpreter: &Interpreter, detection: &Detection, candidates: Vec<Generator>) -> Verified {
    let mut out = Verified::default();
    let compared = compared_program(interpreter, detection);
    let proof = Proof::new(&compared, &detection.instance, detection);
    for generator in candidates {
        match proof.check(&Claim { detection, generator: &generator }) {
            Ok(()) if !carries_what_is_known(interpreter, detection, &generator) => out.not_carried += 1,
            Ok(()) => out.generators.push(generator),
            Err(objection) => out.not_proved.push(objection.to_string()),
        }
    }
    let acting = on_stored_states(interpreter.program(), &detection.instance, &out.generators);
    let mut pairs: Vec<Proved> = (out.generators.drain(..).zip(acting.generators))
        .map(|(generator, acting)| Proved { generator, acting })
        .collect();
    let count = pairs.len();
    let wide = processes_with_wide_locations(interpreter, detection);
    pairs.retain(|proved| !exchanges_locations_of(&wide, &proved.acting));
    out.too_wide = count - pairs.len();
    let count = pairs.len();
    let met_again;
    (pairs, out.tried, met_again) = tried(interpreter, detection, pairs);
    *(if met_again { &mut out.met_again } else { &mut out.contradicted }) = count - pairs.len();
    out.generators = pairs.into_iter().map(|proved| proved.generator).collect();
    out
}

/// An interpreter of the program whose code the instance has, in the layout of the one that is searched.
pub(crate) fn compared_program(interpreter: &Interpreter, detection: &Detection) -> Interpreter {
    match &detection.gathered {
        Some(gathered) => {
            let layout = interpreter.layout().with_program(gathered.program.clone());
            Interpreter::new(Arc::new(layout))
        }
        None => interpreter.clone(),
    }
}

/// A symmetry of the code, and what it does to stored states.
struct Proved {
    generator: Generator,
    acting: Generator,
}

/// For each process, whether it may be found at a location whose number takes two bytes.
fn processes_with_wide_locations(interpreter: &Interpreter, detection: &Detection) -> Vec<bool> {
    let (program, layout) = (interpreter.program(), interpreter.layout());
    let is_wide = |(body, frame): (&Proctype, &ProcessFrame)| {
        frame.location.scalar.size() > 1
            && program::resting(program, body).iter().skip(256).any(|&rests| rests)
    };
    let wide: Vec<bool> = program.proctypes.iter().zip(&layout.processes).map(is_wide).collect();
    let configuration = &detection.instance.configuration;
    let type_of = |pid| configuration.process(pid).map(|(proctype, _)| proctype.index());
    (0..configuration.processes.len()).map(|pid| type_of(pid).is_some_and(|at| wide[at])).collect()
}

/// The action on states maps bytes, and the locations of such a process take two: the second must be zero where it is found.
fn exchanges_locations_of(wide: &[bool], generator: &Generator) -> bool {
    let mut either = generator.locations.keys().flat_map(|&(pid, _)| [pid, generator.process(pid)]);
    either.any(|pid| wide.get(usize::from(pid)) == Some(&true))
}

/// Proves every generator of a detection; an error says why one is no symmetry.
pub(crate) fn prove(interpreter: &Interpreter, detection: &Detection) -> Result<(), String> {
    let compared = compared_program(interpreter, detection);
    let proof = Proof::new(&compared, &detection.instance, detection);
    for generator in &detection.generators {
        proof.check(&Claim { detection, generator }).map_err(|objection| objection.to_string())?;
        if !carries_what_is_known(interpreter, detection, generator) {
            return Err("it changes values that the code of one step rests on".into());
        }
    }
    Ok(())
}

/// Those that commute with the interpreter on some states, and these states; whether one of these comes before the start.
fn tried(
    interpreter: &Interpreter,
    detection: &Detection,
    proved: Vec<Proved>,
) -> (Vec<Proved>, Vec<Vec<u8>>, bool) {
    if proved.is_empty() {
        return (proved, Vec::new(), false);
    }
    let starts = &detection.instance.starts;
    let space = StateGroup::new(Arc::new(detection.without_generators()), interpreter.layout().clone());
    // The image of a large state takes its time.
    let affordable = TRIALS * SMALL_STATE / starts[0].len().max(SMALL_STATE);
    let trials = (affordable / proved.len()).clamp(2, 48);
    let mut trials = Trials::new(interpreter, starts, trials, STEPS / proved.len());
    let kept = (proved.into_iter())
        .filter(|g| {
            let mut images = space.images(&g.acting);
            trials.respects(&mut images)
        })
        .collect();
    let met_again = trials.reach(&|state| space.precedes_start(state));
    (kept, trials.into_states(), met_again)
}

impl Sorts for Detection {
    fn variable(&self, var: VarKey) -> Sort {
        sort(self.variable_class(var))
    }

    fn index(&self, var: VarKey, dimension: usize) -> Sort {
        self.dimensions(var).get(dimension).map_or(Sort::Number, |&(_, class)| sort(class))
    }

    fn field(&self, shape: ChannelTypeId, field: usize) -> Sort {
        sort(self.class(CellName::Field { channel: 0, shape: shape.0, slot: 0, field }))
    }
}

/// A generator as a claim about the program.
struct Claim<'a> {
    detection: &'a Detection,
    generator: &'a Generator,
}

impl Renaming for Claim<'_> {
    fn process(&self, pid: u8) -> u8 {
        self.generator.process(pid)
    }

    fn channel(&self, channel: u32) -> u32 {
        self.generator.channels.get(channel as usize).copied().unwrap_or(channel)
    }

    fn location(&self, pid: u8, location: LocationId) -> LocationId {
        self.generator.location(pid, location)
    }

    fn element(&self, var: VarKey, index: u32) -> (VarKey, u32) {
        // What is not in the states of the start goes with its owner and its indices.
        let image = match self.detection.is_absent(var) {
            true => derived_cell(self.detection, self.generator, var, index),
            false => self.generator.cell(CellName::Variable(var, index)),
        };
        match image {
            CellName::Variable(var, index) => (var, index),
            _ => (var, index),
        }
    }

    fn value(&self, sort: Sort, value: i32) -> i32 {
        self.generator.value(class(sort), value)
    }

    fn moved(&self, sort: Sort) -> Vec<i32> {
        let g = self.generator;
        match class(sort) {
            Class::Plain => Vec::new(),
            Class::Process => {
                (0..g.processes.len() as i32).filter(|&p| g.value(Class::Process, p) != p).collect()
            }
            Class::Channel => {
                (1..=g.channels.len() as i32).filter(|&c| g.value(Class::Channel, c) != c).collect()
            }
            own => g.values.keys().filter(|(class, _)| *class == own).map(|&(_, value)| value).collect(),
        }
    }

    fn keeps_locations(&self) -> bool {
        self.generator.locations.is_empty()
    }
}

fn sort(class: Class) -> Sort {
    match class {
        Class::Plain => Sort::Number,
        Class::Process => Sort::Process,
        Class::Channel => Sort::Channel,
        Class::Values(root) => Sort::Value(root),
    }
}

fn class(sort: Sort) -> Class {
    match sort {
        Sort::Number => Class::Plain,
        Sort::Process => Class::Process,
        Sort::Channel => Class::Channel,
        Sort::Value(root) => Class::Values(root),
    }
}

#[cfg(test)]
pub(crate) mod tests;
