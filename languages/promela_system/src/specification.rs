//! What there is to check in a Promela model: safety, every claim, and what its labels ask for.
//!
//! SPIN checks one claim in a run, with or without safety, and acceptance or non-progress cycles on request. Here a check
//! is about everything that the file says, each property with a verdict of its own:
//! - *safety* (assertions, end states, run-time errors, event traces) without any claim, as `pan` compiled with `-DNOCLAIM`;
//! - every never claim and every `ltl` formula, as `pan -a -N name`, of which the claim's completion and acceptance
//!   cycles are looked for, and not what the processes do wrong beside it; what cannot have cycles (invariants, claims without
//!   accept labels) is searched breadth first;
//! - acceptance cycles of processes and cycles without progress, where there are such labels.

use std::cell::LazyCell;

use checker::{AnySystem, How, Language, Options, Planned, Premise, Specification};
use diagnostics::{Diagnostic, SourceMap, Span};
use explorer::CycleSearch;
use program::{Program, asks_beside_the_state, asks_enabled_beside_timeout, unusable_claim};
use promela::Claims;
use promela::preprocess::Define;
use promela::resolved::{Formula, Label, Model, ProctypeKind};
use report::{Link, Property, PropertyKind};

use crate::communication;
use crate::live::{LiveSystem, Watched, of_formula, premises};
use crate::system::{Engine, Level, PromelaSystem};

/// A model that was read.
#[derive(Debug)]
pub struct Promela {
    /// The model.
    pub model: Model,
    /// Its text.
    pub sources: SourceMap,
    /// The macros that it was read with.
    pub defines: Vec<Define>,
    /// What is doubtful about it.
    pub warnings: Vec<Diagnostic>,
    /// How far it is reduced before it is searched.
    pub level: Level,
    /// Who makes successors.
    pub engine: Engine,
    /// Traces are written as trails, which name SPIN's own transitions, so none may be merged.
    pub for_trails: bool,
    /// Non-progress cycles are looked for, whether or not there are progress labels.
    pub progress: bool,
}

impl Promela {
    /// A model to be checked as by default.
    pub fn new(model: Model, sources: SourceMap) -> Promela {
        Promela {
            model,
            sources,
            defines: Vec::new(),
            warnings: Vec::new(),
            level: Level::default(),
            engine: Engine::default(),
            for_trails: false,
            progress: false,
        }
    }

    /// The program of a level with some claims, the first of which is checked.
    pub(crate) fn lower(&self, level: Level, claims: Claims<'_>) -> Program {
        let mut program = promela::lower_with(&self.model, &self.sources, level.into(), claims);
        program.checked_claim = program.claims.first().copied();
        program
    }

    fn planned(&self, name: &str, kind: PropertyKind, span: Span, how: How) -> Planned {
        let mut property = Property::new(name, kind);
        (property.file, property.line) = (self.sources.name(span.file).into(), self.sources.line(span));
        Planned { property, how }
    }

    /// What labels ask for that only cycles can show.
    fn of_labels(&self) -> Vec<Planned> {
        let runs = |label: &&Label| {
            let kind = self.model.proctype(label.proctype).kind;
            matches!(kind, ProctypeKind::Proctype | ProctypeKind::Init)
        };
        let labels = || self.model.labels.iter().filter(runs);
        let search = || How::Search { open: None };
        let accept = labels().find(|label| label.is_accept());
        let accept = accept.map(|label| self.planned("accept", PropertyKind::Accept, label.span, search()));
        let progress = labels().find(|label| label.is_progress());
        let progress = match progress {
            Some(label) => Some(self.planned("progress", PropertyKind::Progress, label.span, search())),
            None => {
                let property = Property::new("progress", PropertyKind::Progress);
                self.progress.then(|| Planned { property, how: search() })
            }
        };
        accept.into_iter().chain(progress).collect()
    }

    pub(crate) fn formula(&self, name: &str) -> Option<&Formula> {
        self.model.ltl.iter().find(|ltl| ltl.name == name).map(|ltl| &ltl.formula)
    }

    /// A program and what watches its runs, as a system.
    fn live(
        &self,
        (program, watched): (Program, Watched),
        options: &Options,
    ) -> Result<AnySystem<PromelaSystem<'_>, LiveSystem<'_>>, String> {
        let how = (options.fairness, options.cycle_search);
        let reduced = (options.method, self.level, self.engine);
        let live = LiveSystem::new(program, watched, reduced, how, &self.sources)?;
        Ok(AnySystem::Live(Box::new(live)))
    }

    /// How the claim of this name is checked.
    fn with_claim(&self, program: &Program, name: &str) -> How {
        let named = program.claims.iter().map(|&id| program.proctype(id)).find(|claim| claim.name == name);
        let atoms = || self.lower(Level::Written, Claims::Atoms(name));
        let asks = |program: &Program, claim| asks_enabled_beside_timeout(program, claim);
        let depends_on_timeout = match named {
            Some(claim) => asks(program, claim),
            None => {
                let program = atoms();
                program.claims.iter().any(|&id| asks(&program, program.proctype(id)))
            }
        };
        if depends_on_timeout {
            return How::NotChecked(
                "`enabled` of a process that may wait for a `timeout` is not evaluated".to_owned(),
            );
        }
        let unusable = match (named, self.formula(name)) {
            (Some(claim), None) => unusable_claim(claim),
            (Some(claim), Some(_)) => {
                asks_beside_the_state(claim).map(|word| format!("`{word}` in a formula is not evaluated"))
            }
            (None, Some(formula)) => of_formula(formula, &atoms(), CycleSearch::Components, None).err(),
            (None, None) => None,
        };
        unusable.map_or(How::Search { open: None }, How::NotChecked)
    }
}

impl From<Level> for promela::Reduction {
    fn from(level: Level) -> promela::Reduction {
        match level {
            Level::Written => promela::Reduction::None,
            // SPIN's reset of dead variables is optimistic at some branches: it is there to reproduce published figures,
            // on request only.
            Level::Spin => promela::Reduction::Spin,
            Level::Sound => promela::Reduction::Sound,
        }
    }
}

impl Specification for Promela {
    type System<'a> = AnySystem<PromelaSystem<'a>, LiveSystem<'a>>;

    const LANGUAGE: Language = Language::Promela;

    fn properties(&self) -> Vec<Planned> {
        let safety = Property::new("safety", PropertyKind::Safety);
        let mut all = vec![Planned { property: safety, how: How::Search { open: None } }];
        // Needed only if there are claims.
        let program = LazyCell::new(|| self.lower(Level::Written, Claims::All));
        let claims = self.model.proctypes.iter().filter(|p| p.kind == ProctypeKind::Never);
        let claims = claims.map(|never| (&never.name, PropertyKind::Never, never.span));
        let formulas = self.model.ltl.iter().map(|ltl| (&ltl.name, PropertyKind::Ltl, ltl.span));
        for (name, kind, span) in claims.chain(formulas) {
            all.push(self.planned(name, kind, span, self.with_claim(&program, name)));
        }
        all.extend(self.of_labels());
        all
    }

    fn carried_from(&self, property: &Property, from: &[&str]) -> Option<(String, String)> {
        self.carried_from(&property.name, from)
    }

    fn communication(&self) -> Vec<Link> {
        communication::links(&crate::interpreter(self.lower(Level::Written, Claims::None)))
    }

    fn system<'a>(&'a self, property: &Property, options: &Options) -> Result<Self::System<'a>, String> {
        if self.needs_cycles(property) {
            return self.live(self.watched(property, options.cycle_search)?, options);
        }
        let name = property.name.clone();
        let is_safety = property.kind == PropertyKind::Safety;
        let level = match (is_safety, self.level) {
            // A claim may observe what the reductions hide.
            (false, _) => Level::Written,
            (true, Level::Spin) if self.for_trails => Level::Written,
            (true, level) => level,
        };
        let lower = move |level| match is_safety {
            true => self.lower(level, Claims::None),
            false => self.lower(level, Claims::Only(&name)),
        };
        let program = lower(level);
        let written = Box::new(move || lower(Level::Written));
        let system = PromelaSystem::new(program, level, written, options.method, self.engine, &self.sources)?;
        let system = if is_safety && options.partial_order { system.with_partial_order() } else { system };
        Ok(AnySystem::Plain(Box::new(system)))
    }

    fn premises(&self, property: &Property) -> Vec<Premise> {
        let Some(ltl) = self.model.ltl.iter().find(|ltl| ltl.name == property.name) else {
            return Vec::new();
        };
        premises(ltl, &self.lower(Level::Written, Claims::Atoms(&ltl.name)), &self.sources)
    }

    fn system_without_consequent<'a>(
        &'a self,
        property: &Property,
        premise: &Premise,
        options: &Options,
    ) -> Result<Self::System<'a>, String> {
        let search = options.cycle_search;
        self.live(self.watched_formula(&property.name, search, Some(premise.number))?, options)
    }
}
