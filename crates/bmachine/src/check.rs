//! One call from text to verdict: what the command line needs, and nothing it has to compute itself.

use crate::compose::{Loader, compose};
use crate::machine::{Change, Kind, Machine, Options, Setup, SetupProblem, StepText};
use crate::problem::Problem;
use crate::symmetry::{Action, Direct, Flood, Labelled, Labeller, Markers, Method, StateGraph};
use crate::unchecked::Unchecked;
use crate::value::{Ty, Value};
use diagnostics::{FileId, SourceMap, Span};
use explorer::{Canonicaliser, Config, Found, NoReduction, Report, Statistics, StopReason, explore};
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
    /// The reduction may have missed states.
    Approximate,
}

/// What is wrong, and how to get there.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What is wrong.
    pub kind: Kind,
    /// The broken conjunct or the undefined expression.
    pub span: Option<Span>,
    /// The same in words.
    pub message: String,
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
    let all_errors = config.all_errors;
    let report = match method {
        Method::None => explore(machine, &mut NoReduction, config),
        Method::Label => explore(machine, &mut Labelled::new(machine, StateGraph::default()), config),
        #[cfg(feature = "nauty")]
        Method::Nauty => explore(machine, &mut Labelled::with_nauty(machine, StateGraph::default()), config),
        Method::Auto => explore(machine, &mut Labelled::new(machine, Direct::default()), config),
        Method::Flood => {
            let mut flood = Flood::new(machine, config.limits.memory);
            explore(machine, &mut flood, config)
        }
        Method::Markers => explore(machine, &mut Markers::new(machine), config),
    };
    let action = Action::new(&machine.domain);
    Checked {
        outcome: outcome(machine, method, &report, all_errors),
        statistics: report.statistics,
        stopped: report.stopped,
        violations: report
            .violations
            .iter()
            .filter_map(|f| Some((Kind::from_violation(f.violation)?, f.count)))
            .collect(),
        method,
        group_order: action.order(),
        group_structure: action.structure(),
        generators: generators(machine),
        coverage: coverage(machine),
        unchecked: machine.unchecked.clone(),
        warnings: machine.notes.warnings.lock().map(|warnings| warnings.clone()).unwrap_or_default(),
    }
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

fn outcome(machine: &Machine, method: Method, report: &Report, _all_errors: bool) -> Outcome {
    if let Some(found) = report.first_violation() {
        return Outcome::Violated(counterexample(machine, method, found));
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
    if method.is_exact() { Outcome::Holds } else { Outcome::Undecided(Reason::Approximate) }
}

/// Makes a concrete path out of the representatives the explorer stored: each step is taken from the concrete state
/// reached so far to one whose representative is the next.
fn counterexample(machine: &Machine, method: Method, found: &Found) -> Counterexample {
    let kind = Kind::from_violation(found.violation).unwrap_or(Kind::Broken);
    let mut same = Representative::new(machine, method);
    let mut steps: Vec<StepText> = Vec::new();
    for target in &found.path.states {
        let step = match steps.last() {
            None => Some(machine.initial_step(target.clone())),
            Some(last) => {
                let wanted = same.of(target);
                machine.find_step(&last.state, |state| same.of(state) == wanted)
            }
        };
        // With an approximate reduction the next representative may not be reachable from the concrete state.
        steps.push(step.unwrap_or_else(|| machine.initial_step(target.clone())));
    }
    if let Some(last) = &found.path.last {
        let name = machine.label_name(last.label).to_owned();
        let state =
            last.state.clone().unwrap_or_else(|| steps.last().map_or_else(Vec::new, |s| s.state.clone()));
        steps.push(StepText {
            operation: name,
            parameters: Vec::new(),
            results: Vec::new(),
            changes: Vec::new(),
            state,
            span: machine.operations.get(last.label as usize).map_or_else(Span::default, |o| o.plan.span),
        });
    }
    let state = steps.last().map_or_else(Vec::new, |step| step.state.clone());
    let (span, message) = machine.explain(kind, &state);
    let values = if state.is_empty() { Vec::new() } else { machine.describe_state(&state) };
    Counterexample { kind, span, message, steps, state: values }
}

/// Representatives for comparing states of a path.
struct Representative<'m> {
    canonicaliser: Option<Box<dyn Canonicaliser + 'm>>,
}

impl<'m> Representative<'m> {
    fn new(machine: &'m Machine, method: Method) -> Self {
        let canonicaliser: Option<Box<dyn Canonicaliser + 'm>> = match method {
            Method::None => None,
            _ => Some(Box::new(Labelled::new(machine, Direct::default()))),
        };
        Self { canonicaliser }
    }

    fn of(&mut self, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        if let Some(canonicaliser) = &mut self.canonicaliser {
            canonicaliser.canonicalise(&mut image);
        }
        image
    }
}
