//! A Rust type as a specification and as a system for the pipeline.

use std::collections::HashSet;
use std::sync::Mutex;

use explorer::{
    Batch, Canonicaliser, Config, Effort, Found, Model, NoReduction, Report, Violation, concretise, explore,
};
use methods::{Language, Method};
use report::{ChangeLine, ErrorKind, Property, PropertyKind, StepLine, Symmetry};
use witness::{
    ActorImages, Behaviour, Carried, Certificate, NoSymmetries, Pause, Reference, ReferenceStep, Refusal,
    Stored, Symmetries,
};

use super::group::{Smallest, StateGroup, StateSymmetry};
use super::{StepId, Steps, Transitions};
use crate::{Certifying, How, Options, Planned, Specification, System, Trace};

/// States on which generators are tried before the search.
const TRIED: usize = 2_000;

/// A Rust type to be checked.
pub struct Own<T> {
    transitions: T,
}

impl<T: Transitions> Own<T> {
    /// Anything that has steps.
    pub fn new(transitions: T) -> Own<T> {
        Own { transitions }
    }
}

impl<T: Transitions> Specification for Own<T> {
    type System<'a>
        = OwnSystem<'a, T>
    where
        T: 'a;

    const LANGUAGE: Language = Language::Rust;

    fn properties(&self) -> Vec<Planned> {
        let safety = Property::new("safety", PropertyKind::Safety);
        vec![Planned { property: safety, how: How::Search { open: None } }]
    }

    fn system<'a>(&'a self, _: &Property, options: &Options) -> Result<OwnSystem<'a, T>, String> {
        OwnSystem::new(&self.transitions, options.method)
    }
}

/// A Rust type made ready for one search.
pub struct OwnSystem<'a, T> {
    model: OwnModel<'a, T>,
    group: StateGroup,
    method: Method,
    notices: Vec<String>,
    effort: Effort,
}

/// The type as the explorer sees it.
struct OwnModel<'a, T> {
    transitions: &'a T,
    /// What is wrong, by the explorer's number less one; the first is a deadlock.
    wrong: Mutex<Vec<String>>,
}

const DEADLOCK: &str = "nothing can happen in this state, and it is not an end";

impl<T: Transitions> OwnModel<'_, T> {
    fn number(&self, words: String) -> Option<Violation> {
        let mut wrong = self.wrong.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = wrong.iter().position(|known| *known == words).unwrap_or_else(|| {
            wrong.push(words);
            wrong.len() - 1
        });
        Violation::new(at as u32 + 1)
    }

    fn words(&self, violation: Violation) -> String {
        let wrong = self.wrong.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        wrong.get(violation.id() as usize - 1).cloned().unwrap_or_default()
    }

    /// What is wrong with a state that has so many steps.
    fn wrong_with(&self, state: &[u8], steps: usize) -> Option<String> {
        let deadlock = || (steps == 0 && !self.transitions.may_end(state)).then(|| DEADLOCK.to_owned());
        self.transitions.violation(state).or_else(deadlock)
    }

    fn behaviour(&self, state: &[u8]) -> Behaviour {
        let mut steps = Vec::new();
        let mut take = |_: StepId, next: &[u8]| steps.push(ReferenceStep::new(Some(next.to_vec()), None));
        self.transitions.steps(state, &mut Steps { take: &mut take });
        let wrong = self.wrong_with(state, steps.len());
        Behaviour { steps, wrong }
    }

    /// Does a symmetry carry what can happen in a state to what can happen in its image?
    fn keeps(&self, symmetry: &StateSymmetry, state: &[u8]) -> bool {
        let sorted = |mut states: Vec<Vec<u8>>| {
            states.sort_unstable();
            states.dedup();
            states
        };
        let (here, there) = (self.behaviour(state), self.behaviour(&symmetry.image(state)));
        let next = |behaviour: Behaviour| behaviour.steps.into_iter().filter_map(|step| step.state);
        let is_wrong = (here.wrong.is_some(), there.wrong.is_some());
        let images = next(here).map(|state| symmetry.image(&state)).collect();
        is_wrong.0 == is_wrong.1 && sorted(images) == sorted(next(there).collect())
    }
}

impl<T: Transitions> Model for OwnModel<'_, T> {
    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        for state in self.transitions.initial() {
            out.push(&state, 0);
        }
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        let mut count = 0;
        let mut take = |step: StepId, next: &[u8]| {
            count += 1;
            out.push(next, label(step));
        };
        self.transitions.steps(state, &mut Steps { take: &mut take });
        if let Some(violation) = self.wrong_with(state, count).and_then(|words| self.number(words)) {
            out.flag_source(violation);
        }
    }
}

fn label(step: StepId) -> u32 {
    u32::from(step.actor) << 16 | u32::from(step.action)
}

fn step_of(label: u32) -> StepId {
    StepId { actor: (label >> 16) as u16, action: label as u16 }
}

impl<'a, T: Transitions> OwnSystem<'a, T> {
    /// Tries the generators and makes the group of those that pass.
    pub fn new(transitions: &'a T, method: Method) -> Result<OwnSystem<'a, T>, String> {
        Method::named(method.name(), Language::Rust)?;
        let model = OwnModel { transitions, wrong: Mutex::new(vec![DEADLOCK.to_owned()]) };
        let length = transitions.initial().first().map_or(0, Vec::len);
        let mut notices = Vec::new();
        let mut generators = Vec::new();
        if method != Method::None {
            let states = first_states(&model);
            for (number, symmetry) in transitions.symmetries().into_iter().enumerate() {
                let number = number + 1;
                if symmetry.state_length() != length {
                    notices.push(format!("generator {number} is not used: states have {length} bytes"));
                } else if let Some(state) = states.iter().find(|state| !model.keeps(&symmetry, state)) {
                    let values = transitions.values(state).into_iter();
                    let values: Vec<String> =
                        values.map(|(name, value)| format!("{name} = {value}")).collect();
                    notices.push(format!(
                        "generator {number} is not used: it is no symmetry, as the steps from {} show",
                        values.join(", ")
                    ));
                } else {
                    generators.push(symmetry);
                }
            }
        }
        let group = StateGroup::new(length, generators);
        if method == Method::Enumerate && group.elements.is_none() {
            return Err(format!("the group has {} elements", group.order()));
        }
        Ok(OwnSystem { model, group, method, notices, effort: Effort::default() })
    }
}

/// The first states of a search without symmetry.
fn first_states<T: Transitions>(model: &OwnModel<'_, T>) -> Vec<Vec<u8>> {
    let mut states = model.transitions.initial();
    let mut known: HashSet<Vec<u8>> = states.iter().cloned().collect();
    let mut at = 0;
    while at < states.len() && states.len() < TRIED {
        for ReferenceStep { state: next, .. } in model.behaviour(&states[at]).steps {
            if let Some(next) = next.filter(|next| known.insert(next.clone())) {
                states.push(next);
            }
        }
        at += 1;
    }
    states
}

impl<T: Transitions> System for OwnSystem<'_, T> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        if self.group.is_trivial() {
            return explore(&self.model, &mut NoReduction, config);
        }
        let mut smallest = Smallest::new(&self.group);
        let report = explore(&self.model, &mut smallest, config);
        self.effort = smallest.effort();
        report
    }

    fn symmetry(&self) -> Symmetry {
        let exact = self.effort.not_canonical == 0 && self.method != Method::None;
        let method = match (self.group.is_trivial(), exact) {
            (true, _) => Method::None,
            (false, true) => Method::Enumerate,
            (false, false) => Method::LocalSearch,
        };
        let reason = match self.group.is_trivial() {
            true => "the group is trivial",
            false => "generators given with the system, each tried on the first states",
        };
        Symmetry {
            method: method.name().into(),
            sound: true,
            exact,
            not_canonical: self.effort.not_canonical,
            group_order: self.group.order(),
            structure: if self.group.is_trivial() { "trivial".into() } else { "given by generators".into() },
            generators: self.group.generators.iter().map(StateSymmetry::describe).collect(),
            reason: reason.into(),
            ..Symmetry::default()
        }
    }

    fn describe(&self, violation: Violation) -> (ErrorKind, String) {
        let words = self.model.words(violation);
        (if words == DEADLOCK { ErrorKind::Deadlock } else { ErrorKind::Invariant }, words)
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        let model = &self.model;
        let run = match self.group.is_trivial() {
            true => concretise(model, &mut NoReduction, found.violation, &found.path),
            false => concretise(model, &mut Smallest::new(&self.group), found.violation, &found.path),
        };
        let lost = "internal error: the counterexample could not be repeated";
        let run = run.ok_or(lost)?;
        let last = run.states.last().ok_or(lost)?;
        let words = model.words(found.violation);
        if model.behaviour(last).wrong.as_ref() != Some(&words) {
            return Err(lost.into());
        }
        let values = |state: &[u8]| self.model.transitions.values(state);
        let steps = run.states.windows(2).zip(&run.labels).map(|(pair, &label)| {
            let step = step_of(label);
            let changes = values(&pair[0]).into_iter().zip(values(&pair[1]));
            let changes = changes.filter(|(old, new)| old != new).map(|(old, new)| ChangeLine {
                variable: new.0,
                from: Some(old.1),
                to: Some(new.1),
            });
            StepLine {
                process: format!("({})", step.actor),
                pid: Some(u32::from(step.actor)),
                file: String::new(),
                line: 0,
                statement: self.model.transitions.describe(step),
                changes: changes.collect(),
                message: None,
                printed: None,
            }
        });
        let (kind, message) = self.describe(found.violation);
        let violation = report::Violation {
            kind,
            message,
            file: String::new(),
            line: 0,
            waiting: Vec::new(),
            final_state: values(last),
        };
        Ok(Trace { steps: steps.collect(), cycle_from: None, violation, trail: None })
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        let claim = Stored {
            states: stored.states,
            exempt: &|_| false,
            transitions: Some(stored.transitions),
            acceptance: None,
        };
        let mut reference = &self.model;
        if self.group.is_trivial() {
            return witness::certify(&mut reference, &mut NoSymmetries, claim, &mut |_| Vec::new(), pause);
        }
        let Some(elements) = &self.group.elements else {
            let why = "the group has too many elements: its generators were tried and not proved";
            return Err(Refusal::Unfinished(why.into()));
        };
        let mut smallest = Smallest::new(&self.group);
        let mut propose = |state: &[u8]| {
            let mut representative = state.to_vec();
            smallest.canonicalise(&mut representative);
            vec![representative]
        };
        let mut symmetries =
            AllElements { elements: &elements[1..], generators: self.group.generators.len() };
        witness::certify(&mut reference, &mut symmetries, claim, &mut propose, pause)
    }

    fn notices(&self) -> Vec<String> {
        self.notices.clone()
    }
}

impl<T: Transitions> Reference for &OwnModel<'_, T> {
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String> {
        Ok(self.transitions.initial())
    }

    fn expand(&mut self, state: &[u8]) -> Behaviour {
        let mut behaviour = self.behaviour(state);
        // An image may be wrong in other words.
        behaviour.wrong = behaviour.wrong.map(|_| "violation".into());
        behaviour
    }
}

/// Every element but the identity; products of one generator come first, so the generators do.
struct AllElements<'g> {
    elements: &'g [StateSymmetry],
    generators: usize,
}

impl Symmetries for AllElements<'_> {
    fn elements(&self) -> usize {
        self.elements.len()
    }

    fn generators(&self) -> usize {
        self.generators.min(self.elements.len())
    }

    fn are_all(&self) -> bool {
        true
    }

    fn image(&mut self, element: usize, state: &[u8]) -> Option<Vec<u8>> {
        Some(self.elements[element].image(state))
    }

    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried {
        let found = from == to || self.elements.iter().any(|element| element.image(from) == to);
        if found { Carried::Yes(ActorImages::default()) } else { Carried::No }
    }
}
