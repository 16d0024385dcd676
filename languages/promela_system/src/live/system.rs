//! A program with what watches its runs, as a system for the pipeline.

use std::sync::atomic::Ordering;

use checker::beside::{OfSystem, split};
use checker::{Certifying, Fairness, System, Trace};
use diagnostics::SourceMap;
use explorer::{
    Canonicaliser, Config, CycleSearch, Found, NoReduction, Report, Statistics, StaysInPlace, TurnStep,
    Violation, find_cycle, find_fair_cycle,
};
use next_state::NextState;
use permutation::Perm;
use program::{
    Counterexample, FaultKind, Location, LocationId, Program, Sight, Statement, reduce_beside_property,
};
use report::{ErrorKind, Symmetry};
use symmetry::{Follower, Method};
use witness::{BesideMove, Certificate, Guide, Lasso, LassoClaim, Met, Pause, Refusal, replay_lasso};

use super::beside::{Beside, SlowEye};
use super::certify::certify;
use super::fairness::{ProcessFairness, Strength};
use super::guide::{ByOrbit, ByTurn};
use super::product::{Observed, Product};
use crate::interpreted::kind_of;
use crate::reduction::{Reduction, Represents, prepare_steadily};
use crate::{CompiledModel, Engine, InterpretedModel, Level, trail, words};

/// The number of an accepting cycle among violations; those of faults are smaller.
const CYCLE: u32 = 1 << 16;

/// What is watched, and what may be done to the program meanwhile.
pub(crate) struct Watched {
    /// What watches the runs.
    pub beside: Beside,
    /// Repeating states makes no difference.
    pub stutter_invariant: bool,
    /// Accept or progress labels of processes are looked at.
    pub sees_labels: bool,
    /// A system that can do nothing stands still for ever: such a run counts.
    pub stutters: bool,
    /// The claim assigns to variables.
    pub changes_state: bool,
    /// What a cycle is, in words.
    pub cycle: (ErrorKind, &'static str),
}

impl Watched {
    /// What is seen of the program in runs, all of them or those that are fair.
    pub fn sight(&self, fair: bool) -> Sight<'_> {
        Sight {
            atoms: self.beside.atoms(),
            labels: self.sees_labels,
            stutter_invariant: self.stutter_invariant,
            fair,
        }
    }
}

/// A program that was made ready to be searched for cycles.
pub struct LiveSystem<'a> {
    /// The program as it is written.
    full: Program,
    level: Level,
    reduction: Reduction,
    engine: Engine,
    watched: Watched,
    fairness: Option<ProcessFairness>,
    /// The cycle that was found, if it had to be followed: its steps, with the elements of the group that they carry.
    turn: Vec<(TurnStep, Perm)>,
    search: CycleSearch,
    sources: &'a SourceMap,
    notices: Vec<String>,
}

impl<'a> LiveSystem<'a> {
    /// Finds the symmetries of a program that leave what is watched as it is; an error says why the method cannot be used.
    pub(crate) fn new(
        mut program: Program,
        watched: Watched,
        (method, level, engine): (Method, Level, Engine),
        (fairness, search): (Fairness, CycleSearch),
        sources: &'a SourceMap,
    ) -> Result<LiveSystem<'a>, String> {
        let full = program.clone();
        // What a claim assigns to may be read where the claim is not.
        if level == Level::Sound && !watched.changes_state {
            reduce_beside_property(&mut program, watched.sight(fairness != Fairness::None));
        }
        let reduction = reduced(program, &watched, method, sources)?;
        let strength = match fairness {
            Fairness::None => None,
            Fairness::Weak => Some(Strength::Weak),
            Fairness::Strong => Some(Strength::Strong),
        };
        let (sets, is_reduced) = (watched.beside.sets(), reduction.reducer.is_some());
        let fairness = strength.map(|strength| ProcessFairness::new(sets, strength, is_reduced));
        let (notices, turn) = (Vec::new(), Vec::new());
        Ok(LiveSystem { full, level, reduction, engine, watched, fairness, turn, search, sources, notices })
    }

    fn run<M: Observed>(&mut self, system: M, config: &mut Config<'_>) -> Report {
        let LiveSystem { reduction, watched, fairness, search, turn, .. } = self;
        let Reduction { interpreter, reducer, group, .. } = reduction;
        let product = Product {
            system,
            beside: &watched.beside,
            interpreter,
            fairness: fairness.as_ref(),
            stutters: watched.stutters,
        };
        let Some(cycle) = Violation::new(CYCLE) else { unreachable!("not zero") };
        let is_apart = fairness.as_ref().is_some_and(|fairness| fairness.is_apart);
        let steps = |report: &Report| report.violations.iter().flat_map(|f| f.path.turn.clone()).collect();
        match (is_apart, reducer, group) {
            (false, Some(reducer), _) => find_cycle(*search, &product, &mut OfSystem(reducer), cycle, config),
            (false, None, _) => find_cycle(*search, &product, &mut NoReduction, cycle, config),
            (true, Some(reducer), Some(group)) => {
                let mut follow = OfSystem(Follower::new(group));
                let report = find_fair_cycle(&product, &mut OfSystem(reducer), &mut follow, cycle, config);
                let steps: Vec<TurnStep> = steps(&report);
                let element = |step: TurnStep| (follow.0.element(step.element).clone(), step);
                *turn = steps.into_iter().map(element).map(|(element, step)| (step, element)).collect();
                report
            }
            (true, ..) => {
                let report = find_fair_cycle(&product, &mut NoReduction, &mut StaysInPlace, cycle, config);
                let steps: Vec<TurnStep> = steps(&report);
                *turn = steps.into_iter().map(|step| (step, Perm::identity(0))).collect();
                report
            }
        }
    }

    /// Takes into the account of symmetry what the search has shown.
    fn account(&mut self, statistics: &Statistics) {
        let Reduction { reducer, symmetry, .. } = &mut self.reduction;
        let Some(reducer) = reducer else { return };
        let effort = reducer.effort();
        symmetry.not_canonical = effort.not_canonical;
        symmetry.exact &= effort.not_canonical == 0;
        symmetry.cost = Some(crate::system::cost(effort, statistics));
    }

    /// Repeats what was found by the interpreter, with the watcher beside it.
    fn repeat(&mut self, found: &Found) -> Result<Lasso, String> {
        let path: Vec<(Vec<u8>, u16)> = (found.path.states.iter())
            .map(|state| {
                let (system, at) = split(state);
                (system.to_vec(), at)
            })
            .collect();
        let mut exact = self.reduction.exact_reducer();
        let Reduction { interpreter, reducer, group, .. } = &mut self.reduction;
        let follower = group.as_ref().filter(|_| reducer.is_some()).map(Follower::new);
        let represents = Represents::new(exact.as_mut(), reducer.as_mut());
        let (beside, fairness) = (&self.watched.beside, self.fairness.as_ref());
        let mut by_orbit = ByOrbit { path: &found.path, represents };
        let mut by_turn;
        let guide: &mut dyn Guide = match (self.turn.as_slice(), found.path.cycle_from, fairness) {
            ([], ..) | (_, None, _) | (.., None) => &mut by_orbit,
            (turn, Some(cycle_from), Some(fairness)) => {
                let first = fairness.first();
                by_turn = ByTurn { prefix: by_orbit, cycle_from, turn, follower, first, next: None };
                &mut by_turn
            }
        };
        let mut fault = None;
        let mut moves = |state: &[u8], at: u16| -> Vec<BesideMove> {
            let mut moves = Vec::new();
            let mut eye = SlowEye { interpreter, atoms: beside.atoms() };
            fault = beside.moves(interpreter, &mut eye, state, at, &mut moves);
            moves
        };
        let step_marks = |_: &[u8], expansion: &program::Expansion, step: Option<&program::Step>| {
            fairness.map_or(Met::default(), |fairness| fairness.of_step(expansion, step))
        };
        let claim = LassoClaim {
            path: &path,
            cycle_from: found.path.cycle_from,
            all: explorer::Marks::all(beside.sets()).0,
            beside: &mut moves,
            step_marks: &step_marks,
            guide,
        };
        let lasso =
            replay_lasso(interpreter, claim).map_err(|mismatch| format!("internal error: {mismatch}"))?;
        let expected = kind_of(found.violation);
        match expected.is_some() && fault != expected {
            true => {
                Err("internal error: the end of the counterexample could not be repeated by the interpreter"
                    .into())
            }
            false => Ok(lasso),
        }
    }

    fn violation(&self, found: &Found, run: &Counterexample) -> report::Violation {
        if let Some(kind) = kind_of(found.violation) {
            return words::violation(run, kind, self.sources);
        }
        let told = words::violation(run, FaultKind::Claim, self.sources);
        let (kind, message) = self.watched.cycle;
        let fair = self.fairness.as_ref().map_or("", ProcessFairness::words);
        report::Violation { kind, message: format!("{message}{fair}"), ..told }
    }
}

/// Finds the symmetries of a program; falls back to none where they could change what is watched.
fn reduced(
    program: Program,
    watched: &Watched,
    method: Method,
    sources: &SourceMap,
) -> Result<Reduction, String> {
    if matches!(method, Method::Lazy | Method::LazyWithoutSubsumption) {
        return Err("annotated states are for safety alone".into());
    }
    let without = |program: Program, why: &str| {
        let mut plain = prepare_steadily(program, Method::None, sources);
        plain.symmetry.reason = why.into();
        Ok(plain)
    };
    match (method, watched.changes_state) {
        (Method::None, _) => return Ok(prepare_steadily(program, method, sources)),
        (_, true) => return without(program, "the claim assigns to variables"),
        _ => {}
    }
    let mut reduction = prepare_steadily(program.clone(), method, sources);
    if let Some(why) = reduction.refused.take() {
        return Err(why);
    }
    say_what_it_costs(&program, &mut reduction, method, sources);
    if removals(reduction.interpreter.program()) != removals(&program) {
        if !watched.stutter_invariant {
            return without(program, "its steps are counted, those that remove processes too");
        }
        if watched.sees_labels && ends_with_label(&program) {
            return without(program, "a label at the end of a process is looked at");
        }
    }
    Ok(reduction)
}

/// Says how many symmetries a formula or a claim leaves, where it is not all of them.
fn say_what_it_costs(program: &Program, reduction: &mut Reduction, method: Method, sources: &SourceMap) {
    if program.claims.is_empty() {
        return;
    }
    let mut plain = program.clone();
    for claim in std::mem::take(&mut plain.claims) {
        let body = &mut plain.proctypes[claim.index()];
        let end = Location { end: true, ..Location::default() };
        (body.locations, body.initial) = (vec![Location::default(), end], LocationId(1));
    }
    let all = prepare_steadily(plain, method, sources).symmetry.group_order;
    let symmetry = &mut reduction.symmetry;
    if symmetry.group_order != all {
        let left = &symmetry.group_order;
        symmetry.reason = format!("{}; the property leaves {left} of {all} symmetries", symmetry.reason);
    }
}

/// How many transitions remove a process.
pub(super) fn removals(program: &Program) -> usize {
    let transitions = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    transitions.filter(|t| t.statement == Statement::Terminate).count()
}

fn ends_with_label(program: &Program) -> bool {
    let mut locations = program.proctypes.iter().flat_map(|p| &p.locations);
    locations.any(|l| {
        (l.accept || l.progress) && l.transitions.iter().any(|t| t.statement == Statement::Terminate)
    })
}

impl System for LiveSystem<'_> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        let interpreter = &self.reduction.interpreter;
        let code = match self.engine {
            Engine::Compiled => {
                NextState::watching(interpreter.layout().clone(), self.watched.beside.atoms()).ok()
            }
            Engine::Interpreted => None,
        };
        let report = match code {
            Some(code) => self.run(CompiledModel::new(code), config),
            None => {
                let model = InterpretedModel::new(interpreter.clone());
                self.run(model, config)
            }
        };
        self.account(&report.statistics);
        report
    }

    fn symmetry(&self) -> Symmetry {
        self.reduction.symmetry.clone()
    }

    fn describe(&self, violation: Violation) -> (ErrorKind, String) {
        let (kind, message) = kind_of(violation).map_or(self.watched.cycle, words::fault_text);
        (kind, message.into())
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        if self.fairness.as_ref().is_some_and(|fairness| fairness.overflow.load(Ordering::Relaxed)) {
            return Err(TOO_MANY.into());
        }
        let mut lasso = self.repeat(found)?;
        // Removals that were left out are owed, too.
        let leaves_out = removals(self.reduction.interpreter.program()) != removals(&self.full);
        let is_fair = leaves_out && self.fairness.is_some();
        if self.level == Level::Sound || is_fair {
            lasso = crate::retell_lasso(self.full.clone(), &lasso, is_fair)?;
        }
        let violation = self.violation(found, &lasso.run);
        Ok(Trace {
            steps: words::step_lines(&lasso.run, self.sources),
            cycle_from: lasso.cycle_from,
            violation,
            trail: Some(trail(&lasso.run, lasso.cycle_from)),
        })
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        let watched = (&self.watched, self.fairness.as_ref());
        certify(&self.full, &mut self.reduction, watched, stored, pause)
    }

    fn open_question(&self) -> Option<String> {
        let fairness = self.fairness.as_ref()?;
        fairness.overflow.load(Ordering::Relaxed).then(|| TOO_MANY.into())
    }

    fn notices(&self) -> Vec<String> {
        self.notices.iter().chain(&self.reduction.notices).cloned().collect()
    }
}

const TOO_MANY: &str = "there are more processes than fairness is checked for";
