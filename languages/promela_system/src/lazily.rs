//! Lazy reduction in the pipeline: a program becomes a system, its report one of the explorer's.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use diagnostics::SourceMap;
use explorer::{Config, Found, Limits, Order, Path, Report, Statistics, StopReason, Violation};
use lazy::Translation;
use permutation::BigUint;
use program::{Interpreter, ProctypeId};
use report::{Lost, Symmetry};
use symmetry::{Method, StateGroup};
use witness::Pause;

use crate::reduction::Reduction;

/// A program that will be explored with annotated states.
#[derive(Debug)]
pub struct Lazily {
    translation: Translation,
    subsumption: bool,
}

impl Lazily {
    /// Explores it. The runs of violations are concrete, so nothing has to be made of them afterwards.
    pub fn explore(&self, config: &Config<'_>) -> Report {
        let lazy_config = lazy::Config {
            subsumption: self.subsumption,
            limits: config.limits,
            all_errors: config.all_errors,
            interrupt: config.interrupt,
        };
        let report = lazy::explore(&self.translation.system, lazy_config);
        let before = &self.translation.before;
        let states = report.states + before.states.len() as u64;
        let statistics = Statistics {
            states,
            expanded: report.explored + before.states.len() as u64,
            transitions: report.transitions + before.steps,
            depth: report.depth + before.way.len() as u32,
            time: report.time,
            memory: report.memory,
            bytes_per_state: report.memory as f64 / report.states.max(1) as f64,
            state_length: 0.0,
            errors: report.violations.iter().map(|v| v.count).sum(),
            reached_again: 0,
        };
        let violations = report.violations.iter().filter_map(|found| self.found(found)).collect();
        Report {
            verdict: report.verdict,
            stopped: report.stopped,
            statistics,
            by_label: Vec::new(),
            violations,
        }
    }

    /// Proves that nothing goes wrong from the states that a search stores, by the interpreter that was translated alone
    /// and for at most `most` states. The search is repeated to have them.
    pub fn certify(
        &self,
        interpreter: &Interpreter,
        most: usize,
        limits: Limits,
        interrupt: &AtomicBool,
        pause: Pause<'_>,
    ) -> Result<lazy::Invariant, lazy::Uncertified> {
        let config = lazy::Config {
            subsumption: self.subsumption,
            limits,
            interrupt: Some(interrupt),
            ..lazy::Config::default()
        };
        let (report, stored) = lazy::explore_and_keep(&self.translation.system, config);
        if let Some(reason) = report.stopped {
            return Err(lazy::Uncertified::Stopped(reason.to_string()));
        }
        lazy::certify(interpreter, &self.translation, &stored, most, pause)
    }

    fn found(&self, found: &lazy::Found) -> Option<Found> {
        let codec = &self.translation.codec;
        let run = found.path.iter().map(|state| codec.encode(state));
        let states: Vec<Vec<u8>> = self.translation.before.way.iter().cloned().chain(run).collect();
        let path = Path { states, last: None };
        Some(Found { violation: Violation::new(found.kind as u32)?, count: found.count, path })
    }
}

/// Turns a reduction that does nothing into a lazy one, or says why not.
pub(crate) fn prepare(plain: Reduction, method: Method, sources: &SourceMap) -> Reduction {
    match lazy::translate(&plain.interpreter) {
        Ok(translation) => {
            let account = lazy::account(&translation.system);
            let symmetry = describe(&account, method, "asked for".into(), sources);
            let subsumption = method == Method::Lazy;
            Reduction { symmetry, lazy: Some(Lazily { translation, subsumption }), ..plain }
        }
        Err(refusal) => {
            let place = (refusal.span)
                .map(|s| format!(" ({}, line {})", sources.name(s.file), sources.line(s)))
                .unwrap_or_default();
            Reduction { refused: Some(format!("{refusal}{place}")), ..plain }
        }
    }
}

/// Annotated states beside the representatives that were chosen.
pub struct Rival {
    /// The interpreter of the layout that annotated states need.
    pub(crate) interpreter: Interpreter,
    /// The annotated states.
    pub(crate) lazy: Lazily,
    /// What to report if they win.
    pub(crate) symmetry: Symmetry,
}

/// Of a program whose symmetries were looked for: so much more should there be without the few statements.
const MUCH: f64 = 1000.0;

/// A statement that divides alike processes into more cells than this leaves little to permute.
const MOST_CELLS: usize = 4;

/// Lazy reduction as a rival of what was chosen, if a few statements cost much symmetry.
pub(crate) fn consider(
    chosen: &Symmetry,
    group: &StateGroup,
    plain: &Interpreter,
    sources: &SourceMap,
) -> Option<Rival> {
    let order = group.group.order().bits() as f64 * std::f64::consts::LN_2;
    let ln = |n: usize| (1..=n).map(|i| (i as f64).ln()).sum::<f64>();
    // Only processes of one type are ever alike; where even all of those are too few, nothing need be translated.
    let processes = &group.detection.instance.processes;
    let types: HashSet<ProctypeId> = processes.iter().map(|process| process.proctype).collect();
    let alike = |of: &ProctypeId| processes.iter().filter(|process| process.proctype == *of).count();
    if types.iter().map(|of| ln(alike(of))).sum::<f64>() - order < MUCH.ln() {
        return None;
    }
    let translation = lazy::translate(plain).ok()?;
    let account = lazy::account(&translation.system);
    let (few, all) = (account.asymmetric.len(), account.statements);
    let lost = account.initial_cells.iter().map(|&n| ln(n)).sum::<f64>() - order;
    if few == 0 || few * 3 > all || account.most_cells > MOST_CELLS || lost < MUCH.ln() {
        return None;
    }
    let reason = format!("{few} of {all} statements tell processes apart; lazy reduction applies");
    let told = account.asymmetric.iter().map(|&span| lost_line(span, sources)).collect();
    let symmetry =
        Symmetry { method: Method::Lazy.to_string(), exact: false, reason, lost: told, ..chosen.clone() };
    let lazy = Lazily { translation, subsumption: true };
    Some(Rival { interpreter: plain.clone(), lazy, symmetry })
}

/// States of the search that was chosen before it is compared with its rival...
const FIRST_STATES: u64 = 2000;
/// ...by how far as many annotated states reach. One takes about as long as twenty others.
const FIRST_ANNOTATED: u64 = 100;

impl Rival {
    /// Runs the search that was chosen. If it does not end soon, and does not get further from the initial state than a
    /// few annotated states do, the rival is returned instead. Only states are counted, so the choice is the same in
    /// every run.
    pub(crate) fn compete(
        self,
        config: &mut Config<'_>,
        mut search: impl FnMut(&mut Config<'_>) -> Report,
    ) -> Result<Report, Box<Rival>> {
        let asked = (config.limits, config.order);
        if asked.0.states.is_some_and(|limit| limit <= FIRST_STATES) {
            return Ok(search(config));
        }
        config.limits.states = Some(FIRST_STATES);
        // Only what the last search stores is kept.
        let stored = config.stored.take();
        let mut first = search(config);
        if first.stopped == Some(StopReason::States) && asked.1 == Order::DepthFirst {
            config.order = Order::BreadthFirst;
            first = search(config);
        }
        (config.limits, config.order) = asked;
        config.stored = stored;
        if first.stopped != Some(StopReason::States) {
            return Ok(if config.stored.is_some() { search(config) } else { first });
        }
        let limits = Limits { states: Some(FIRST_ANNOTATED), ..asked.0 };
        let annotated =
            self.lazy.explore(&Config { limits, interrupt: config.interrupt, ..Config::default() });
        let ended = annotated.stopped != Some(StopReason::States);
        match ended || annotated.statistics.depth >= first.statistics.depth {
            true => Err(Box::new(self)),
            false => Ok(search(config)),
        }
    }
}

fn describe(account: &lazy::Account, method: Method, reason: String, sources: &SourceMap) -> Symmetry {
    let order = |n: usize| (1..=n).fold(BigUint::from(1u32), |product, i| product * BigUint::from(i as u32));
    let sizes = || account.initial_cells.iter().copied().filter(|&n| n > 1);
    let factors: Vec<String> = sizes().map(|n| format!("S{n}")).collect();
    let (few, all) = (account.asymmetric.len(), account.statements);
    Symmetry {
        method: method.to_string(),
        sound: true,
        // An annotated state stands for many orbits at once, and one orbit may be below several of them.
        exact: false,
        not_canonical: 0,
        group_order: sizes().fold(BigUint::from(1u32), |product, n| product * order(n)).to_string(),
        structure: if factors.is_empty() { "trivial".into() } else { factors.join(" x ") },
        generators: Vec::new(),
        reason: format!("{reason}; {few} of {all} statements tell processes apart; lazy reduction applies"),
        lost: account.asymmetric.iter().map(|&span| lost_line(span, sources)).collect(),
        cost: None,
    }
}

fn lost_line(span: diagnostics::Span, sources: &SourceMap) -> Lost {
    Lost {
        file: sources.name(span.file).into(),
        line: sources.line(span),
        why: "this statement tells processes apart; states reached by it are annotated".into(),
        hint: None,
        factor: None,
    }
}
