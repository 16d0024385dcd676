//! Lazy reduction of a Promela program: annotated states instead of representatives, when asked for or when a few statements
//! cost much symmetry and the beginning of the search shows that annotated states reach further.

use std::collections::HashSet;

use diagnostics::SourceMap;
use explorer::{Config, Limits, Order, Report, StopReason};
use lazy::Translation;
use permutation::BigUint;
use program::{Interpreter, ProctypeId};
use report::{Lost, Symmetry};
use symmetry::{Method, StateGroup};

use crate::reduction::Reduction;

/// A program that will be explored with annotated states.
#[derive(Debug)]
pub struct LazyReduction {
    pub(crate) translation: Translation,
    subsumption: bool,
}

impl LazyReduction {
    /// Explores it. The runs of violations are concrete, so nothing has to be made of them afterwards.
    pub fn explore(&self, config: &mut Config<'_>) -> Report {
        lazy::explore_program(&self.translation, self.subsumption, config)
    }
}

/// Turns a reduction that does nothing into a lazy one, or says why not.
pub(crate) fn prepare(plain: Reduction, method: Method, sources: &SourceMap) -> Reduction {
    match lazy::translate(&plain.interpreter) {
        Ok(translation) => {
            let account = lazy::account(&translation.system);
            let symmetry = describe(&account, method, "asked for".into(), sources);
            let subsumption = method == Method::Lazy;
            Reduction { symmetry, lazy: Some(LazyReduction { translation, subsumption }), ..plain }
        }
        Err(refusal) => {
            let place = (refusal.span)
                .map(|s| format!(" ({}, line {})", sources.name(s.file), sources.line(s)))
                .unwrap_or_default();
            Reduction { refused: Some(format!("{refusal}{place}")), ..plain }
        }
    }
}

/// Annotated states as an alternative to the representatives that were chosen.
pub struct LazyCandidate {
    /// The interpreter of the layout that annotated states need.
    pub(crate) interpreter: Interpreter,
    /// The annotated states.
    pub(crate) lazy: LazyReduction,
    /// What to report if they are selected.
    pub(crate) symmetry: Symmetry,
}

/// Of a program whose symmetries were looked for: so much more should there be without the few statements.
const MUCH: f64 = 1000.0;

/// A statement that divides alike processes into more cells than this leaves little to permute.
const MOST_CELLS: usize = 4;

/// Lazy reduction as an alternative to what was chosen, if a few statements cost much symmetry.
pub(crate) fn candidate(
    chosen: &Symmetry,
    group: &StateGroup,
    plain: &Interpreter,
    sources: &SourceMap,
) -> Option<LazyCandidate> {
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
    let lazy = LazyReduction { translation, subsumption: true };
    Some(LazyCandidate { interpreter: plain.clone(), lazy, symmetry })
}

/// States that the search that was chosen stores before it is compared with annotated states.
const PROBED_STATES: u64 = 2000;
/// Annotated states that it is compared with. One takes about as long as twenty others.
const PROBED_ANNOTATED: u64 = 100;

impl LazyCandidate {
    /// Runs the search that was chosen, or selects annotated states: if that search does not end soon, and does not get
    /// further from the initial state than a few annotated states do. Only states are counted, so the choice is the same in
    /// every run. `None` selects annotated states.
    pub(crate) fn select_by_probe(
        &self,
        config: &mut Config<'_>,
        mut search: impl FnMut(&mut Config<'_>) -> Report,
    ) -> Option<Report> {
        let asked = (config.limits, config.order);
        if asked.0.states.is_some_and(|limit| limit <= PROBED_STATES) {
            return Some(search(config));
        }
        config.limits.states = Some(PROBED_STATES);
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
            return Some(if config.stored.is_some() { search(config) } else { first });
        }
        let limits = Limits { states: Some(PROBED_ANNOTATED), ..asked.0 };
        let mut probe = Config { limits, interrupt: config.interrupt, ..Config::default() };
        let annotated = self.lazy.explore(&mut probe);
        let ended = annotated.stopped != Some(StopReason::States);
        let selected = ended || annotated.statistics.depth >= first.statistics.depth;
        (!selected).then(|| search(config))
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
        orbits: Vec::new(),
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
