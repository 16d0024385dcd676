//! One call from text to verdict: what the command line needs, and nothing it has to compute itself.

use crate::compose::{Loader, compose};
use crate::machine::{Change, Idle, Kind, Machine, Mismatch, Options, Setup, SetupProblem, StepText};
use crate::problem::Problem;
use crate::symmetry::{Action, Direct, Flood, Labelled, Labeller, Markers, Method, StateGraph};
use crate::unchecked::Unchecked;
use crate::value::{Ty, Value};
use diagnostics::{FileId, SourceMap, Span};
use explorer::{Canonicaliser, Config, Effort, Found, NoReduction, Report, Statistics, StopReason, explore};
use std::sync::atomic::Ordering;

/// The verdict.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Everything was explored and nothing found.
    Holds,
    /// Something was found.
    Violated(Counterexample),
    /// Nothing was found, but not everything was explored.
    Undecided(Reason),
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The search met a limit.
    Stopped(StopReason),
    /// Some evaluation was given up, or some infinite set cut.
    Incomplete(String),
    /// The reduction is not sound: it may have missed states.
    NotSound,
    /// A violation was found that could not be repeated.
    NotRepeated(Mismatch),
}

/// What is wrong, and how to get there.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What is wrong.
    pub kind: Kind,
    /// The broken conjunct, the undefined expression, or the word OPERATIONS.
    pub span: Option<Span>,
    /// The same in words.
    pub message: String,
    /// Why no operation is possible, if none is.
    pub idle: Vec<Idle>,
    /// The path, from setting up the constants on.
    pub steps: Vec<StepText>,
    /// The values in the last state.
    pub state: Vec<Change>,
}

/// Everything known at the end.
#[derive(Debug)]
pub struct Checked {
    /// The verdict.
    pub outcome: Outcome,
    /// Counts and times of the search.
    pub statistics: Statistics,
    /// What ended the search before everything was explored, if anything did.
    pub stopped: Option<StopReason>,
    /// Violations counted under `all_errors`.
    pub violations: Vec<(Kind, u64)>,
    /// How the symmetry was used.
    pub method: Method,
    /// One state was stored for each orbit.
    pub exact: bool,
    /// Successors whose representative is not known to be the only one of its orbit.
    pub not_canonical: u64,
    /// The order of the group of all permutations of deferred elements, in decimal.
    pub group_order: String,
    /// The group as a product of symmetric groups.
    pub group_structure: String,
    /// Generators of the group, each a list of cycles.
    pub generators: Vec<Vec<String>>,
    /// How often each operation fired.
    pub coverage: Vec<(String, u64)>,
    /// Properties that are not checked, whatever the outcome.
    pub unchecked: Vec<Unchecked>,
    /// Evaluations that were undefined, cut or given up, with their places.
    pub warnings: Vec<(Span, String)>,
}

/// Parses, composes, types, compiles and sets up a machine.
pub fn load(
    sources: &mut SourceMap,
    file: FileId,
    loader: &mut dyn Loader,
    options: Options,
    method: Method,
) -> Result<Machine, Vec<Problem>> {
    let composition = compose(sources, file, loader)?;
    let mut machine = Machine::compile(&composition, options)?;
    if method.labels() && !machine.deferred_sets().is_empty() {
        setup_orbits(&mut machine);
    } else {
        machine.setup(Setup::All);
    }
    Ok(machine)
}

/// Sets up one valuation of the constants per orbit.
fn setup_orbits(machine: &mut Machine) {
    // The labeller reads types and representations only, which setting up does not change; `constants` below are
    // positions in the list of values, so any machine with this domain serves.
    let shell = machine.shell();
    let mut labeller = Labeller::new(&shell, Direct::default());
    let mut buffer = Vec::new();
    machine.setup(Setup::Orbits(&mut |values: &[(Value, Ty)]| {
        let listed: Vec<(usize, Value, Ty)> =
            values.iter().enumerate().map(|(position, (value, ty))| (position, value.clone(), *ty)).collect();
        let permutation = labeller.permutation(&shell, &listed).clone();
        buffer.clear();
        for (value, ty) in values {
            let image = labeller.action.image(value, *ty, &shell.domain, &permutation);
            crate::value::encode::encode(&image, *ty, &shell.domain, &mut buffer);
        }
        buffer.clone()
    }));
}

/// Explores a machine that was loaded for the same method.
pub fn check(machine: &Machine, method: Method, config: &mut Config<'_>) -> Checked {
    let (report, effort) = search(machine, method, config);
    let action = Action::new(&machine.domain);
    let group_order = action.order();
    Checked {
        outcome: outcome(machine, method, &report),
        statistics: report.statistics,
        stopped: report.stopped,
        violations: violations(machine, &report),
        method,
        // Without symmetry every state is an orbit.
        exact: method.is_sound() && effort.not_canonical == 0 && (method.is_exact() || group_order == "1"),
        not_canonical: effort.not_canonical,
        group_order,
        group_structure: action.structure(),
        generators: generators(machine),
        coverage: coverage(machine),
        unchecked: machine.unchecked.clone(),
        warnings: machine.notes.warnings.lock().map(|warnings| warnings.clone()).unwrap_or_default(),
    }
}

/// Explores with the canonicaliser of a method; also what canonicalising took.
fn search(machine: &Machine, method: Method, config: &mut Config<'_>) -> (Report, Effort) {
    match method {
        Method::None => explore_by(machine, NoReduction, config),
        Method::Label => explore_by(machine, Labelled::new(machine, StateGraph::default()), config),
        #[cfg(feature = "nauty")]
        Method::Nauty => explore_by(machine, Labelled::with_nauty(machine, StateGraph::default()), config),
        Method::Auto => explore_by(machine, Labelled::new(machine, Direct::default()), config),
        Method::Flood => explore_by(machine, Flood::new(machine, config.limits.memory), config),
        Method::Markers => explore_by(machine, Markers::new(machine), config),
    }
}

fn explore_by<C: Canonicaliser>(
    machine: &Machine,
    mut canonicaliser: C,
    config: &mut Config<'_>,
) -> (Report, Effort) {
    let report = explore(machine, &mut canonicaliser, config);
    (report, canonicaliser.effort())
}

/// How often each kind of violation occurred, in the order in which they were first found.
fn violations(machine: &Machine, report: &Report) -> Vec<(Kind, u64)> {
    let mut out: Vec<(Kind, u64)> = Vec::new();
    for found in &report.violations {
        let Some(site) = machine.site(found.violation) else { continue };
        match out.iter_mut().find(|(kind, _)| *kind == site.kind) {
            Some((_, count)) => *count += found.count,
            None => out.push((site.kind, found.count)),
        }
    }
    out
}

/// A transposition and a cycle for each deferred set.
fn generators(machine: &Machine) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for (set, size) in machine.deferred_sets() {
        let elements = &machine.domain.sets[set].elements;
        if size > 1 {
            out.push(vec![format!("({} {})", elements[0], elements[1])]);
        }
        if size > 2 {
            out.push(vec![format!("({})", elements.join(" "))]);
        }
    }
    out
}

fn coverage(machine: &Machine) -> Vec<(String, u64)> {
    let counts = machine.operations.iter().zip(&machine.notes.coverage);
    counts.map(|(operation, count)| (operation.name.clone(), count.load(Ordering::Relaxed))).collect()
}

fn outcome(machine: &Machine, method: Method, report: &Report) -> Outcome {
    if let Some(found) = report.first_violation() {
        // A violation that cannot be repeated is not shown as one: better no answer than a wrong one.
        return counterexample(machine, method, found)
            .map_or_else(|mismatch| Outcome::Undecided(Reason::NotRepeated(mismatch)), Outcome::Violated);
    }
    if let Some(reason) = report.stopped {
        return Outcome::Undecided(Reason::Stopped(reason));
    }
    if let Some(problem) = &machine.setup_problem {
        return Outcome::Undecided(Reason::Incomplete(match problem {
            SetupProblem::Fault(fault) => {
                format!("the constants could not be found: {}", crate::machine::fault_text(*fault))
            }
            SetupProblem::TooMany => "the constants have too many values".to_owned(),
            SetupProblem::Cut(_) => {
                "the constants were searched only among the implementable integers".to_owned()
            }
        }));
    }
    if machine.setups.is_empty() {
        return Outcome::Undecided(Reason::Incomplete("the properties have no solution".to_owned()));
    }
    if machine.notes.given_up.load(Ordering::Relaxed) > 0 {
        return Outcome::Undecided(Reason::Incomplete(
            "some evaluations were given up; see the warnings".to_owned(),
        ));
    }
    if machine.notes.cut.load(Ordering::Relaxed) > 0 {
        return Outcome::Undecided(Reason::Incomplete(
            "an infinite set was cut; see the warnings".to_owned(),
        ));
    }
    if method.is_sound() { Outcome::Holds } else { Outcome::Undecided(Reason::NotSound) }
}

/// Repeats what was found as a concrete run.
fn counterexample(machine: &Machine, method: Method, found: &Found) -> Result<Counterexample, Mismatch> {
    let site = machine.site(found.violation).ok_or(Mismatch { step: found.path.steps() })?;
    let mut orbits = SameOrbit::new(machine, method);
    let replayed = machine.replay(&found.path, site, &mut |state, stored| orbits.contains(state, stored))?;
    let state = replayed.steps.last().map_or(&[][..], |step| &step.state);
    let values = if state.is_empty() { Vec::new() } else { machine.describe_state(state) };
    let message = match site.kind {
        Kind::NoInitialisation if site.span != Some(machine.initialisation_span) => {
            format!("the initialisation has no outcome: {}", site.what)
        }
        _ => site.what.to_owned(),
    };
    let (kind, span) = (site.kind, site.span);
    Ok(Counterexample { kind, span, message, idle: replayed.idle, steps: replayed.steps, state: values })
}

/// Whether two states are in one orbit, asked of another canonicaliser than the search used: it permutes both to the same
/// state only if they are. Methods that store the first state met of an orbit have stored the very states of the path.
struct SameOrbit<'m> {
    canonicaliser: Option<Box<dyn Canonicaliser + 'm>>,
    /// The last stored state, and its canonical form.
    last: (Vec<u8>, Vec<u8>),
}

impl<'m> SameOrbit<'m> {
    fn new(machine: &'m Machine, method: Method) -> Self {
        let canonicaliser: Option<Box<dyn Canonicaliser + 'm>> = match method {
            Method::None | Method::Flood | Method::Markers => None,
            Method::Auto => Some(Box::new(Labelled::new(machine, StateGraph::default()))),
            _ => Some(Box::new(Labelled::new(machine, Direct::default()))),
        };
        Self { canonicaliser, last: (Vec::new(), Vec::new()) }
    }

    fn contains(&mut self, state: &[u8], stored: &[u8]) -> bool {
        let Some(canonicaliser) = &mut self.canonicaliser else { return state == stored };
        if state.len() != stored.len() {
            return false;
        }
        if self.last.0 != stored {
            self.last = (stored.to_vec(), stored.to_vec());
            canonicaliser.canonicalise(&mut self.last.1);
        }
        let mut image = state.to_vec();
        canonicaliser.canonicalise(&mut image);
        image == self.last.1
    }
}

#[cfg(test)]
mod tests;
