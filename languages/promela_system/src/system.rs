//! A Promela program as a system for the pipeline.

use checker::{Certifying, System, Trace};
use diagnostics::SourceMap;
use explorer::{
    Canonicaliser, Config, Effort, Found, Model, NoReduction, Order, Report, Statistics, Verdict,
};
use next_state::NextState;
use partial_order::StubbornSets;
use program::{Counterexample, FaultKind, Program};
use report::{CanonicaliserCost, ErrorKind, Symmetry, Unreached};
use symmetry::Method;
use witness::{Certificate, Ending, Pause, Refusal, replay};

use crate::claimed::ClaimedModel;
use crate::interpreted::{kind_of, transition_of};
use crate::lazy_reduction::LazyCandidate;
use crate::partly_expanded::PartlyExpanded;
use crate::reduction::{Reduction, Represents};
use crate::unreached::unreached;
use crate::{CompiledModel, InterpretedModel, certify, trail, words};

/// Who makes successors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Machine code.
    #[default]
    Compiled,
    /// The reference interpreter.
    Interpreted,
}

/// What was done to a program before it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Nothing: `-O0`.
    Written,
    /// What `spin -a` does: `-O1`.
    Spin,
    /// Everything that is sound: `-O2`.
    #[default]
    Sound,
}

/// The program as it is written, made when it is needed.
pub type Written<'a> = Box<dyn Fn() -> Program + 'a>;

/// A program that was made ready to be searched.
pub struct PromelaSystem<'a> {
    reduction: Reduction,
    engine: Engine,
    level: Level,
    written: Written<'a>,
    sources: &'a SourceMap,
    /// Not all steps of a state are taken where some are enough.
    partial_order: bool,
    /// What else a user should know.
    notices: Vec<String>,
    /// By transition, whether the search has executed it, if that was noted.
    executed: Option<Vec<bool>>,
}

impl<'a> PromelaSystem<'a> {
    /// Finds the symmetries of a program and picks a technique; an error says why the method cannot be used.
    pub fn new(
        program: Program,
        level: Level,
        written: Written<'a>,
        method: Method,
        engine: Engine,
        sources: &'a SourceMap,
    ) -> Result<PromelaSystem<'a>, String> {
        let mut reduction = crate::prepare(program, method, sources);
        match reduction.refused.take() {
            Some(why) => Err(why),
            None => Ok(PromelaSystem {
                reduction,
                engine,
                level,
                written,
                sources,
                partial_order: false,
                notices: Vec::new(),
                executed: None,
            }),
        }
    }

    /// A program that is searched as it was prepared, and whose runs are told as runs of the program that was prepared.
    pub fn of(reduction: Reduction, sources: &'a SourceMap) -> PromelaSystem<'a> {
        let program = reduction.interpreter.layout().program.clone();
        let written = Box::new(move || Program::clone(&program));
        let (engine, level) = (Engine::Compiled, Level::Written);
        let (partial_order, notices, executed) = (false, Vec::new(), None);
        PromelaSystem { reduction, engine, level, written, sources, partial_order, notices, executed }
    }

    /// The same with partial-order reduction, where the program allows it; a notice says why if it does not.
    pub fn with_partial_order(mut self) -> PromelaSystem<'a> {
        self.partial_order = true;
        // Annotated states are not explored with it, so they are no choice.
        self.reduction.candidate = None;
        self
    }

    /// How it is reduced.
    pub fn reduction(&self) -> &Reduction {
        &self.reduction
    }

    /// Explores the states of the program, with partial-order reduction if it was asked for and applies.
    fn explore(&mut self, config: &mut Config<'_>) -> Report {
        let sets = self.stubborn_sets();
        let report = self.explore_with(sets.as_ref(), config);
        if sets.is_some() {
            self.tell_of_partial_order(&report);
        }
        report
    }

    /// The same with the claim, if one is checked. A host without a code generator gets the same answers, later.
    fn explore_with(&mut self, sets: Option<&StubbornSets>, config: &mut Config<'_>) -> Report {
        let layout = self.reduction.interpreter.layout().clone();
        let is_compiled = self.engine == Engine::Compiled;
        if let Some(claimed) = is_compiled.then(|| ClaimedModel::new(&layout)).flatten() {
            return search(&claimed, None, &mut self.reduction, config);
        }
        match is_compiled.then(|| NextState::new(layout).ok()).flatten() {
            Some(code) => {
                let model = CompiledModel::new(code);
                let report = search(&model, sets, &mut self.reduction, config);
                // Annotated states are not explored by machine code.
                self.executed = model.code().executed().filter(|_| self.reduction.lazy.is_none());
                report
            }
            None => {
                let model = InterpretedModel::new(self.reduction.interpreter.clone());
                search(&model, sets, &mut self.reduction, config)
            }
        }
    }

    /// What partial-order reduction needs, if it was asked for and applies.
    fn stubborn_sets(&mut self) -> Option<StubbornSets> {
        if !self.partial_order {
            return None;
        }
        let sets = match self.level {
            Level::Spin => Err("-O1 merges statements as SPIN does, which is not proved"),
            _ => StubbornSets::new(&self.reduction.interpreter),
        };
        sets.map_err(|why| self.notices.push(format!("no partial-order reduction: {why}"))).ok()
    }

    /// Says what partial-order reduction came to.
    fn tell_of_partial_order(&mut self, report: &Report) {
        let Statistics { expanded, partly_expanded, .. } = report.statistics;
        let shortest = match report.violations.is_empty() || partly_expanded == 0 {
            true => "",
            false => "; the counterexample need not be a shortest one",
        };
        self.notices.push(format!(
            "partial-order reduction: {partly_expanded} of {expanded} states were left by some of their steps only{shortest}"
        ));
    }

    /// Takes into the account of symmetry what the search has shown.
    fn account(&mut self, statistics: &Statistics) {
        let Reduction { reducer, symmetry, .. } = &mut self.reduction;
        let Some(reducer) = reducer else { return };
        if let Some(why) = reducer.given_up() {
            symmetry.method = Method::None.to_string();
            symmetry.exact = false;
            symmetry.reason = format!("{}; {why}", symmetry.reason);
        }
        let effort = reducer.effort();
        symmetry.not_canonical = effort.not_canonical;
        symmetry.exact &= effort.not_canonical == 0;
        symmetry.cost = Some(cost(effort, statistics));
    }

    /// Is it a `d_step` that was cut, of which it is not proved that it does not end?
    fn is_merely_long(&self, found: &Found) -> bool {
        let interpreter = &self.reduction.interpreter;
        kind_of(found.violation) == Some(FaultKind::EndlessDStep)
            && found.path.states.last().is_some_and(|last| !interpreter.proves_endless(last))
    }

    /// Repeats what was found as a run of the program that was searched.
    fn repeat(&mut self, found: &Found) -> Result<Counterexample, String> {
        let kind = kind_of(found.violation).ok_or("the search reported an unknown violation")?;
        let ending = match kind {
            FaultKind::InvalidEnd => Ending::InvalidEnd,
            FaultKind::Claim | FaultKind::ClaimFault => Ending::Claim(kind),
            kind => Ending::Fault(kind, transition_of(found.violation)),
        };
        // Only an exact method can tell whether two states are in one orbit. Runs of annotated states are concrete.
        let mut exact = self.reduction.exact_reducer();
        let mut represents = match self.reduction.lazy {
            Some(_) => Represents::new(None, None),
            None => Represents::new(exact.as_mut(), self.reduction.reducer.as_mut()),
        };
        let mut represents = |state: &[u8], stored: &[u8]| represents.ask(state, stored);
        replay(&self.reduction.interpreter, &found.path.states, ending, &mut represents)
            .map_err(|mismatch| format!("internal error: {mismatch}"))
    }
}

impl System for PromelaSystem<'_> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        let report = match &self.reduction.lazy {
            Some(lazy) => lazy.explore(config),
            None => self.explore(config),
        };
        match self.reduction.lazy {
            Some(_) if config.order == Order::DepthFirst => {
                self.notices.push("lazy reduction searches breadth-first".into());
            }
            Some(_) => {}
            None => self.account(&report.statistics),
        }
        if self.level == Level::Spin && report.verdict == Verdict::Holds {
            self.notices.push(MERGES.into());
        }
        report
    }

    fn symmetry(&self) -> Symmetry {
        self.reduction.symmetry.clone()
    }

    fn describe(&self, violation: explorer::Violation) -> (ErrorKind, String) {
        let (kind, message) = kind_of(violation).map_or((ErrorKind::Runtime, "unknown"), words::fault_text);
        (kind, message.into())
    }

    /// The violation found first; a `d_step` that was cut says least.
    fn clearest_violation<'r>(&self, report: &'r Report) -> Option<&'r Found> {
        let is_clear = |found: &&Found| kind_of(found.violation) != Some(FaultKind::EndlessDStep);
        report.violations.iter().find(is_clear).or(report.first_violation())
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        let mut kind = kind_of(found.violation).unwrap_or(FaultKind::InvalidEnd);
        if found.path.states.is_empty() {
            let violation = words::at_the_start(&self.reduction.interpreter, kind, self.sources);
            return Ok(Trace { steps: Vec::new(), cycle_from: None, violation, trail: None });
        }
        let mut run = self.repeat(found)?;
        if self.is_merely_long(found) {
            let report::Violation { file, line, .. } = words::violation(&run, kind, self.sources);
            return Err(format!(
                "{file}:{line}: a d_step executes over a million statements; whether it ends is not known"
            ));
        }
        // Where the program has no such run as one of merged statements, that is left as it is.
        let told = match self.level {
            Level::Sound => Some(crate::retell((self.written)(), &run)?),
            Level::Spin => crate::retell_merged((self.written)(), &run),
            Level::Written => None,
        };
        if let Some(told) = told {
            kind = told.fault.map_or(FaultKind::InvalidEnd, |fault| fault.kind);
            run = told;
        }
        Ok(Trace {
            cycle_from: None,
            steps: words::step_lines(&run, self.sources),
            violation: words::violation(&run, kind, self.sources),
            trail: Some(trail(&run, None)),
        })
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        if self.level == Level::Spin {
            return Err(Refusal::Unfinished("what -O1 leaves out is SPIN's choice and not proved".into()));
        }
        if self.partial_order {
            let why = "the certificate looks at all steps of the stored states, and partial-order reduction does not take them";
            return Err(Refusal::Unfinished(why.into()));
        }
        certify::certify(&(self.written)(), &mut self.reduction, stored, pause)
    }

    fn unreached(&self) -> Option<Vec<Unreached>> {
        // Statements that SPIN merges into others are executed, but not by themselves.
        if self.level == Level::Spin {
            return None;
        }
        let Reduction { interpreter, group, reducer, .. } = &self.reduction;
        let group = group.as_ref().filter(|_| reducer.is_some());
        unreached(interpreter.program(), self.executed.as_deref()?, group, self.sources)
    }

    fn notices(&self) -> Vec<String> {
        self.notices.iter().chain(&self.reduction.notices).cloned().collect()
    }
}

/// What a user of `-O1` must know.
const MERGES: &str = "-O1 merges statements and resets variables as `spin -a` does, which can hide violations; -O2 and -O0 \
     cannot";

/// Runs the search that was chosen, or one of annotated states if there is reason to select that.
fn search<M: Model>(
    model: &M,
    sets: Option<&StubbornSets>,
    reduction: &mut Reduction,
    config: &mut Config<'_>,
) -> Report {
    if let Some(sets) = sets {
        let model = PartlyExpanded::new(model, sets);
        return match reduction.reducer.as_mut() {
            Some(reducer) => explorer::explore(&model, reducer, config),
            None => explorer::explore(&model, &mut NoReduction, config),
        };
    }
    let reducer = &mut reduction.reducer;
    let mut chosen = |config: &mut Config<'_>| match reducer.as_mut() {
        Some(reducer) => explorer::explore(model, reducer, config),
        None => explorer::explore(model, &mut NoReduction, config),
    };
    let Some(candidate) = reduction.candidate.take() else { return chosen(config) };
    candidate.select_by_probe(config, chosen).unwrap_or_else(|| {
        let LazyCandidate { interpreter, lazy, symmetry } = candidate;
        (reduction.interpreter, reduction.symmetry) = (interpreter, symmetry);
        reduction.lazy.insert(lazy).explore(config)
    })
}

pub(crate) fn cost(effort: Effort, search: &Statistics) -> CanonicaliserCost {
    CanonicaliserCost {
        calls: effort.calls,
        nanoseconds_per_call: effort.nanoseconds as f64 / effort.calls.max(1) as f64,
        share: effort.nanoseconds as f64 / search.busy.as_nanos().max(1) as f64,
        refinement_rounds: effort.refinement_rounds,
        search_nodes: effort.search_nodes,
        cache_hits: search.reached_again,
    }
}
