//! One check from beginning to end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use diagnostics::SourceMap;
use explorer::{
    Canonicaliser, Config, Effort, Found, Limits, Model, NoReduction, Order, ProgressFn, Report, Statistics,
    Verdict,
};
use next_state::NextState;
use program::{Counterexample, FaultKind, Interpreter, Layout, Program, ReferenceCells};
use report::{CanonicaliserCost, ErrorCount, Outcome, VerdictWord};
use symmetry::{Method, Reducer};
use witness::{Ending, replay};

use crate::certify::{Certified, Certify, Keeper, certify, certify_lazily};
use crate::outcome::{at_the_start, fault_text, step_lines, violation};
use crate::reduction::Reduction;
use crate::{CompiledModel, InterpretedModel};

/// Who makes successors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Machine code.
    #[default]
    Compiled,
    /// The reference interpreter.
    Interpreted,
}

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which state next.
    pub order: Order,
    /// When to stop early.
    pub limits: Limits,
    /// Count all violations instead of stopping at the first.
    pub all_errors: bool,
    /// Who makes successors.
    pub engine: Engine,
    /// Certify a verdict `holds`.
    pub certify: Option<Certify>,
}

/// Checks a program, prepared by [`crate::prepare`], for safety. The counterexample, if any, comes along for trail files.
pub fn check<'a>(
    mut reduction: Reduction,
    sources: &SourceMap,
    options: &Options,
    interrupt: &'a AtomicBool,
    progress: Option<(Duration, ProgressFn<'a>)>,
) -> (Outcome, Option<Counterexample>) {
    let interpreter = reduction.interpreter.clone();
    let mut keeper = Keeper::new(options.limits);
    let mut keep = |state: &[u8]| keeper.keep(state);
    let mut config = Config {
        order: options.order,
        limits: options.limits,
        all_errors: options.all_errors,
        interrupt: Some(interrupt),
        progress: progress.map(|(every, show)| (every, show as ProgressFn<'_>)),
        stored: options.certify.as_ref().map(|_| &mut keep as explorer::StateFn<'_>),
    };
    if let Some(lazy) = &reduction.lazy {
        let report = lazy.explore(&config);
        let certified = lazily_certified(options, keeper, &reduction, &report, interrupt);
        return conclude_lazily(reduction, sources, options, &report, certified);
    }
    let report = match code(&mut reduction, options.engine) {
        Some(code) => compete(&CompiledModel::new(code), &mut reduction, &mut config),
        // A host without a code generator gets the same answers, later.
        None => compete(&InterpretedModel::new(interpreter.clone()), &mut reduction, &mut config),
    };
    if reduction.lazy.is_some() {
        let certified = lazily_certified(options, keeper, &reduction, &report, interrupt);
        return conclude_lazily(reduction, sources, options, &report, certified);
    }
    if let Some(why) = reduction.reducer.as_ref().and_then(Reducer::given_up) {
        reduction.symmetry.method = Method::None.to_string();
        reduction.symmetry.exact = false;
        reduction.symmetry.reason = format!("{}; {why}", reduction.symmetry.reason);
    }
    // Before the certificate, which asks the canonicaliser again.
    let effort = reduction.reducer.as_ref().map(Reducer::effort).unwrap_or_default();
    reduction.symmetry.not_canonical = effort.not_canonical;
    reduction.symmetry.exact &= effort.not_canonical == 0;
    let certified = certify(options.certify.as_ref(), keeper, &mut reduction, &report, interrupt);
    // Only an exact method can tell whether two states are in one orbit.
    let mut exact = reduction.exact_reducer();
    let reducer = exact.as_mut().or(reduction.reducer.as_mut());
    let (mut outcome, counterexample) = conclude(&interpreter, reducer, sources, &report);
    outcome.symmetry = reduction.symmetry;
    outcome.symmetry.cost = reduction.reducer.as_ref().map(|_| cost(effort, &report.statistics));
    outcome.notices.extend(reduction.notices);
    if let Some(certified) = certified {
        certified.into_outcome(&mut outcome);
    }
    (outcome, counterexample)
}

/// The code in the making, or code made now; `None` for the interpreter.
fn code(reduction: &mut Reduction, engine: Engine) -> Option<NextState> {
    let layout = reduction.interpreter.layout();
    let made = reduction.code.take();
    // A claim is followed by the interpreter alone.
    if engine == Engine::Interpreted || reduction.interpreter.program().checked_claim.is_some() {
        return None;
    }
    match made.map(|making| making.finish(layout)) {
        Some(Ok(code)) => code,
        Some(Err(())) | None => NextState::new(layout.clone()).ok(),
    }
}

/// Runs the search that was chosen, or its rival.
fn compete<M: Model>(model: &M, reduction: &mut Reduction, config: &mut Config<'_>) -> Report {
    let reducer = &mut reduction.reducer;
    let mut chosen = |config: &mut Config<'_>| search(model, reducer.as_mut(), config);
    let Some(rival) = reduction.rival.take() else { return chosen(config) };
    match rival.compete(config, chosen) {
        Ok(report) => report,
        Err(rival) => {
            let report = rival.lazy.explore(config);
            (reduction.interpreter, reduction.symmetry) = (rival.interpreter, rival.symmetry);
            reduction.lazy = Some(rival.lazy);
            report
        }
    }
}

fn lazily_certified(
    options: &Options,
    keeper: Keeper,
    reduction: &Reduction,
    report: &Report,
    interrupt: &AtomicBool,
) -> Option<Certified> {
    let lazy = reduction.lazy.as_ref()?;
    certify_lazily(options.certify.as_ref(), keeper, &reduction.interpreter, lazy, report, interrupt)
}

fn conclude_lazily(
    reduction: Reduction,
    sources: &SourceMap,
    options: &Options,
    report: &Report,
    certified: Option<Certified>,
) -> (Outcome, Option<Counterexample>) {
    let (mut outcome, counterexample) = conclude(&reduction.interpreter, None, sources, report);
    if options.order == Order::DepthFirst {
        outcome.notices.push("lazy reduction searches breadth-first".into());
    }
    outcome.symmetry = reduction.symmetry;
    outcome.notices.extend(reduction.notices);
    if let Some(certified) = certified {
        certified.into_outcome(&mut outcome);
    }
    (outcome, counterexample)
}

fn cost(effort: Effort, search: &Statistics) -> CanonicaliserCost {
    CanonicaliserCost {
        calls: effort.calls,
        nanoseconds_per_call: effort.nanoseconds as f64 / effort.calls.max(1) as f64,
        share: effort.nanoseconds as f64 / search.time.as_nanos().max(1) as f64,
        refinement_rounds: effort.refinement_rounds,
        search_nodes: effort.search_nodes,
        cache_hits: search.reached_again,
    }
}

/// Shows a counterexample as a run of `program`, from which the one it was found in came by static reductions, and returns
/// it. One that the program cannot repeat is not shown.
pub fn retell(
    program: Program,
    found: &Counterexample,
    sources: &SourceMap,
    outcome: &mut Outcome,
) -> Option<Counterexample> {
    let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
    match witness::retell(&Interpreter::new(Arc::new(layout)), found) {
        Ok(told) => {
            let kind = told.fault.map_or(FaultKind::InvalidEnd, |fault| fault.kind);
            show(outcome, &told, kind, sources);
            Some(told)
        }
        Err(mismatch) => {
            outcome.verdict = VerdictWord::Undecided;
            outcome.reason = Some(format!("internal error: {mismatch}"));
            (outcome.violation, outcome.counterexample) = (None, None);
            None
        }
    }
}

/// The same for a run of merged statements, which is left as it is where the program has no such run.
pub fn retell_merged(
    program: Program,
    found: Counterexample,
    sources: &SourceMap,
    outcome: &mut Outcome,
) -> Counterexample {
    let layout = Layout::new(Arc::new(program), &ReferenceCells::new());
    let Ok(told) = witness::retell_merged(&Interpreter::new(Arc::new(layout)), &found) else { return found };
    let kind = told.fault.map_or(FaultKind::InvalidEnd, |fault| fault.kind);
    show(outcome, &told, kind, sources);
    told
}

/// Puts a counterexample into the outcome.
fn show(outcome: &mut Outcome, counterexample: &Counterexample, kind: FaultKind, sources: &SourceMap) {
    let finding = violation(counterexample, kind, sources);
    outcome.reason = Some(finding.message.clone());
    outcome.violation = Some(finding);
    outcome.counterexample = Some(step_lines(counterexample, sources));
}

fn search<M: Model>(model: &M, reducer: Option<&mut Reducer>, config: &mut Config<'_>) -> Report {
    match reducer {
        Some(reducer) => explorer::explore(model, reducer, config),
        None => explorer::explore(model, &mut NoReduction, config),
    }
}

fn conclude(
    interpreter: &Interpreter,
    reducer: Option<&mut Reducer>,
    sources: &SourceMap,
    report: &Report,
) -> (Outcome, Option<Counterexample>) {
    let statistics = &report.statistics;
    let mut outcome = Outcome {
        states: statistics.states,
        transitions: statistics.transitions,
        depth: statistics.depth,
        search_seconds: statistics.time.as_secs_f64(),
        bytes_per_state: statistics.bytes_per_state,
        memory_bytes: statistics.memory,
        errors: report.violations.iter().map(error_count).collect(),
        ..Outcome::default()
    };
    (outcome.verdict, outcome.reason) = match report.verdict {
        Verdict::Holds => (VerdictWord::Holds, None),
        Verdict::Violated => (VerdictWord::Violated, None),
        Verdict::Undecided(reason) => (VerdictWord::Undecided, Some(reason.to_string())),
    };
    let Some(found) = report.first_violation() else { return (outcome, None) };
    if found.path.states.is_empty() {
        let finding = at_the_start(interpreter, fault_kind(found.violation.id()), sources);
        outcome.reason = Some(finding.message.clone());
        outcome.violation = Some(finding);
        return (outcome, None);
    }
    match retrace(interpreter, reducer, found) {
        Ok(counterexample) => {
            let kind = fault_kind(found.violation.id()).unwrap_or(FaultKind::InvalidEnd);
            show(&mut outcome, &counterexample, kind, sources);
            (outcome, Some(counterexample))
        }
        Err(why) => {
            // A violation that cannot be repeated is not shown as one: better no answer than a wrong one.
            outcome.verdict = VerdictWord::Undecided;
            outcome.reason = Some(why);
            (outcome, None)
        }
    }
}

fn error_count(found: &Found) -> ErrorCount {
    let (kind, message) = fault_kind(found.violation.id()).map_or(("runtime", "unknown"), fault_text);
    ErrorCount { kind: kind.into(), message: message.into(), count: found.count }
}

fn retrace(
    interpreter: &Interpreter,
    mut reducer: Option<&mut Reducer>,
    found: &Found,
) -> Result<Counterexample, String> {
    let kind = fault_kind(found.violation.id()).ok_or("the search reported an unknown violation")?;
    let ending = match kind {
        FaultKind::InvalidEnd => Ending::InvalidEnd,
        FaultKind::Claim | FaultKind::ClaimFault => Ending::Claim(kind),
        kind => Ending::Fault(kind),
    };
    let mut canonical = |state: &[u8]| {
        let mut state = state.to_vec();
        if let Some(reducer) = reducer.as_deref_mut() {
            reducer.canonicalise(&mut state);
        }
        state
    };
    let mut represents = |state: &[u8], stored: &[u8]| canonical(state) == canonical(stored);
    replay(interpreter, &found.path.states, ending, &mut represents)
        .map_err(|mismatch| format!("internal error: {mismatch}"))
}

fn fault_kind(id: u32) -> Option<FaultKind> {
    FaultKind::ALL.into_iter().find(|&k| k as u32 == id)
}
