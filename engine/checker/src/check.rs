//! One check from beginning to end, and the checks of all properties of a model.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use explorer::{Config, CycleSearch, Limits, Order, ProgressFn, Report, StateFn, StopReason, Verdict};
use methods::{Language, Method};
use report::{ErrorCount, Outcome, Property, PropertyKind, Symmetry, VerdictWord};

use crate::each_violation::each_violation;
use crate::keeper::{Certified, Keeper};
use crate::specification::{self, How, Planned, SAFETY_ALONE, Specification};
use crate::system::{System, Trace};
use crate::vacuity;

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How symmetry is used.
    pub method: Method,
    /// Which state next.
    pub order: Order,
    /// Threads that a breadth-first search for violations may use; zero is one.
    pub threads: usize,
    /// When to stop early: limits of the whole run and not of each search in it.
    pub limits: Limits,
    /// Count all violations instead of stopping at the first.
    pub all_errors: bool,
    /// With `all_errors`: of each property, so many different violations are enough.
    pub most_violations: Option<usize>,
    /// Certify a verdict `holds`.
    pub certify: bool,
    /// Check safety alone.
    pub ignore_claims: bool,
    /// Check the properties of these names alone, if there are any.
    pub claims: Vec<String>,
    /// Which runs that go on for ever count.
    pub fairness: Fairness,
    /// How cycles are looked for.
    pub cycle_search: CycleSearch,
    /// Promela: take some steps of a state only, where they are enough to find what violates safety.
    pub partial_order: bool,
}

/// Which runs that go on for ever count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// Every run.
    #[default]
    None,
    /// Runs in which no process can move from some point on at every moment without ever doing so.
    Weak,
    /// Runs in which every process that can move infinitely often does so.
    Strong,
}

/// Who looks on while a check runs.
pub struct Watch<'a> {
    /// Raised to end the search with a report.
    pub interrupt: &'a AtomicBool,
    /// Told what is done from now on.
    pub stage: &'a dyn Fn(Stage<'_>),
    /// Told of progress, this often.
    pub progress: Option<(Duration, ProgressFn<'a>)>,
}

/// What a check is doing.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// The system is made ready for searching for violations of the property of this name.
    Preparing(&'a str),
    /// It is explored; from now on an interrupted check ends by itself.
    Exploring(&'a Symmetry),
    /// The counterexample is repeated.
    Repeating,
    /// What was stored is gone over.
    Certifying,
}

impl Watch<'static> {
    /// Nobody looks on.
    pub fn nobody() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { interrupt: &NEVER, stage: &|_| {}, progress: None }
    }
}

/// Checks one property of a model after the other. The trace is that of the first property that is violated; an error says
/// which option does not fit the model, or why the method cannot be used.
pub fn check<S: Specification>(
    specification: &S,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Result<(Outcome, Option<Trace>), String> {
    if options.partial_order && S::LANGUAGE != Language::Promela {
        return Err("partial-order reduction is for Promela".into());
    }
    let planned = specification::select(specification.properties(), options)?;
    let (mut searches, mut answered) = (Vec::new(), Vec::new());
    let mut first = None;
    let mut is_open = false;
    for Planned { mut property, how } in planned {
        match how {
            How::NotChecked(why) => {
                is_open = true;
                property.reason = Some(format!("not checked: {why}"));
            }
            How::Search { open: None } if follow(specification, &mut property, &answered, options) => {}
            How::Search { open } => {
                let mut options = options.clone();
                let stored: u64 = searches.iter().map(|search: &Outcome| search.states).sum();
                options.limits.states = options.limits.states.map(|states| states.saturating_sub(stored));
                (watch.stage)(Stage::Preparing(&property.name));
                match specification.system(&property, &options) {
                    Ok(mut system) => {
                        let (mut outcome, trace) = check_system(&mut system, &options, watch);
                        name_claim(&property, &mut outcome);
                        if options.partial_order && property.kind != PropertyKind::Safety {
                            outcome.notices.push(WITHOUT_PARTIAL_ORDER.into());
                        }
                        property.answer(&outcome);
                        drop(system);
                        vacuity::tell(specification, &mut property, &options, watch);
                        if let Some(open) = open.filter(|_| property.verdict == VerdictWord::Holds) {
                            is_open = true;
                            (property.verdict, property.reason) = (VerdictWord::Undecided, Some(open));
                        }
                        first = first.or(trace);
                        searches.push(outcome);
                    }
                    Err(why) => {
                        let why = format!("`--symmetry {}`: {why}", options.method);
                        if property.kind == PropertyKind::Safety {
                            return Err(why);
                        }
                        property.reason = Some(format!("not checked: {why}"));
                    }
                }
            }
        }
        answered.push(property);
    }
    let mut outcome = report::combine(searches, answered);
    if is_open && outcome.verdict == VerdictWord::Undecided {
        outcome.notices.push(SAFETY_ALONE.into());
    }
    Ok((outcome, first))
}

const WITHOUT_PARTIAL_ORDER: &str =
    "partial-order reduction is for safety; other properties were searched without it";

/// So many properties are asked whether a symmetry carries them to one that is to be checked.
const MOST_CARRIED: usize = 4;

/// Takes over that another formula holds, if a symmetry carries that one to this. Where the other is violated there is a run to be
/// shown, where it holds vacuously a premise to be named, and a certificate is about a search.
fn follow<S: Specification>(
    specification: &S,
    property: &mut Property,
    answered: &[Property],
    options: &Options,
) -> bool {
    if property.kind != PropertyKind::Ltl || options.certify || options.method == Method::None {
        return false;
    }
    let checked = answered.iter().filter(|other| other.kind == PropertyKind::Ltl && other.follows.is_none());
    let holding: Vec<&Property> = (checked)
        .filter(|other| other.verdict == VerdictWord::Holds && other.vacuous != Some(true))
        .take(MOST_CARRIED)
        .collect();
    let names: Vec<&str> = holding.iter().map(|other| other.name.as_str()).collect();
    let Some((name, symmetry)) = specification.carried_from(property, &names) else { return false };
    property.verdict = VerdictWord::Holds;
    property.vacuous = holding.iter().find(|other| other.name == name).and_then(|other| other.vacuous);
    property.reason = Some(format!("a symmetry carries ltl {name} to it: {symmetry}"));
    property.follows = Some(name);
    true
}

/// Says of a claim that is violated which one it is.
fn name_claim(property: &Property, outcome: &mut Outcome) {
    let claim = report::ErrorKind::Claim;
    for found in &mut outcome.violations {
        found.property = property.title();
        place_claim(property, &mut found.violation, found.cycle_from);
    }
    let Some(violation) = outcome.violation.as_mut().filter(|violation| violation.kind == claim) else {
        return;
    };
    if place_claim(property, violation, outcome.cycle_from) {
        outcome.reason = Some(violation.message.clone());
    }
    for error in outcome.errors.iter_mut().filter(|error| error.kind == claim) {
        error.message = format!("{} is violated", property.title());
    }
}

/// A violated claim stands where it is written; whether it got a message of its own.
fn place_claim(property: &Property, violation: &mut report::Violation, cycle_from: Option<usize>) -> bool {
    if violation.kind != report::ErrorKind::Claim {
        return false;
    }
    (violation.file, violation.line) = (property.file.clone(), property.line);
    let ends = property.kind == PropertyKind::Ltl && cycle_from.is_none();
    if ends {
        violation.message = "the formula does not hold: the last state violates it".into();
    }
    ends
}

/// One search for violations, with its replay and its certificate.
pub fn check_system<S: System>(
    system: &mut S,
    options: &Options,
    watch: &mut Watch<'_>,
) -> (Outcome, Option<Trace>) {
    (watch.stage)(Stage::Exploring(&system.symmetry()));
    let mut keeper = Keeper::new(options.limits);
    let mut keep = |state: &[u8]| keeper.keep(state);
    let mut config = Config {
        order: options.order,
        threads: options.threads,
        limits: options.limits,
        all_errors: options.all_errors,
        most_violations: options.most_violations,
        interrupt: Some(watch.interrupt),
        progress: watch.progress.as_mut().map(|(every, show)| (*every, &mut **show as ProgressFn<'_>)),
        stored: options.certify.then_some(&mut keep as StateFn<'_>),
    };
    let report = system.search(&mut config);
    let cut_by = report.stopped.filter(|_| options.all_errors && options.most_violations.is_none());
    let mut outcome = figures(system, &report, cut_by);
    (watch.stage)(Stage::Repeating);
    let trace = match system.clearest_violation(&report).map(|found| system.retrace(found)) {
        Some(Ok(trace)) => {
            outcome.reason = Some(trace.violation.message.clone());
            outcome.violation = Some(trace.violation.clone());
            outcome.counterexample = Some(trace.steps.clone());
            outcome.cycle_from = trace.cycle_from;
            Some(trace)
        }
        Some(Err(why)) => {
            // A violation that cannot be repeated is not shown as one: better no answer than a wrong one.
            (outcome.verdict, outcome.reason) = (VerdictWord::Undecided, Some(why));
            None
        }
        None => None,
    };
    let is_decided = outcome.verdict == VerdictWord::Holds || options.all_errors;
    if report.stopped.is_none() && is_decided && options.most_violations.is_none() {
        outcome.unreached = system.unreached();
    }
    if options.all_errors && trace.is_some() {
        outcome.violations = each_violation(system, &report, options.most_violations);
    }
    if outcome.verdict == VerdictWord::Holds && options.certify {
        (watch.stage)(Stage::Certifying);
        certify(system, keeper, &report, watch.interrupt).into_outcome(&mut outcome);
    }
    (outcome, trace)
}

fn certify<S: System>(system: &mut S, keeper: Keeper, report: &Report, interrupt: &AtomicBool) -> Certified {
    let transitions = report.statistics.transitions;
    keeper.go_over(transitions, interrupt, |stored, pause| system.certify(stored, pause))
}

/// How the notice begins that the search for all violations was cut by a limit.
pub const NOT_ALL_SEARCHED: &str = "there may be more violations: ";

/// Everything but the counterexample. A limit that cut a search for all violations is a notice.
fn figures<S: System>(system: &S, report: &Report, cut_by: Option<StopReason>) -> Outcome {
    let statistics = &report.statistics;
    let mut outcome = Outcome {
        states: statistics.states,
        transitions: statistics.transitions,
        depth: statistics.depth,
        threads: statistics.threads,
        search_seconds: statistics.time.as_secs_f64(),
        bytes_per_state: statistics.bytes_per_state,
        memory_bytes: statistics.memory,
        symmetry: system.symmetry(),
        notices: system.notices(),
        coverage: system.coverage(),
        ..Outcome::default()
    };
    for found in &report.violations {
        let (kind, message) = system.describe(found.violation);
        outcome.count(ErrorCount { kind, message, count: found.count });
    }
    if let (Verdict::Violated, Some(limit)) = (report.verdict, cut_by) {
        outcome.notices.push(format!("{NOT_ALL_SEARCHED}{limit}"));
    }
    (outcome.verdict, outcome.reason) = match (report.verdict, system.open_question()) {
        (Verdict::Violated, _) => (VerdictWord::Violated, None),
        (Verdict::Undecided(reason), _) => (VerdictWord::Undecided, Some(reason.to_string())),
        (Verdict::Holds, Some(why)) => (VerdictWord::Undecided, Some(why)),
        (Verdict::Holds, None) => (VerdictWord::Holds, None),
    };
    outcome
}
