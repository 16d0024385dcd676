//! A machine with a temporal formula, as a system for the pipeline.

use crate::live::certify::certify;
use crate::live::fair::FairWatcher;
use crate::live::formula::Read;
use crate::live::product::Product;
use crate::live::replay::{Repeated, Walk};
use crate::machine::Machine;
use crate::specification::BMachine;
use crate::symmetry::Method;
use crate::system::{
    SameOrbit, account, canonicaliser, kind_name, kind_text, left_open, step_line, unless_told_apart,
};
use checker::beside::OfSystem;
use checker::{Certifying, System, Trace};
use explorer::{Canonicaliser, Config, CycleSearch, Effort, Found, Report, find_cycle};
use property::{Formula, Limits, Logic, TooLarge, Watcher};
use report::{ErrorKind, Symmetry, Violation};
use std::sync::atomic::{AtomicBool, Ordering};
use witness::{Certificate, Pause, Refusal};

/// The number of an accepting cycle among violations; those of sites are smaller.
const CYCLE: u32 = 1 << 30;

/// A machine that was set up for the search of a run that violates a formula.
pub struct LiveMachine<'a> {
    machine: Machine,
    read: &'a BMachine,
    /// The name of the formula.
    name: String,
    logic: Logic,
    formula: Formula,
    watcher: FairWatcher,
    method: Method,
    search: CycleSearch,
    /// What canonicalising took.
    effort: Effort,
    /// A step failed on the way.
    fails: AtomicBool,
    /// Why symmetry is not used, if so.
    without: Option<&'static str>,
}

/// The automaton of what violates a formula; an error says why there is none.
pub(crate) fn watcher(read: &mut Read, search: CycleSearch) -> Result<FairWatcher, String> {
    let too_large = |why: TooLarge| why.to_string();
    let violation = read.logic.negation(read.unless_unfair);
    let automaton = match search {
        CycleSearch::Components => read.logic.automaton(violation, Limits::default()),
        CycleSearch::Nested => read.logic.buchi_automaton(violation, Limits::default()),
    };
    let watcher = Watcher::new(&mut read.logic, &automaton.map_err(too_large)?).map_err(too_large)?;
    FairWatcher::new(watcher, &read.fairness).ok_or_else(|| too_large(TooLarge))
}

impl<'a> LiveMachine<'a> {
    /// A machine that was read, with one of its formulas.
    pub(crate) fn new(
        read: &'a BMachine,
        name: &str,
        mut formula: Read,
        method: Method,
        search: CycleSearch,
    ) -> Result<LiveMachine<'a>, String> {
        let watcher = watcher(&mut formula, search)?;
        let (machine, method, without) =
            unless_told_apart(method, |method| read.machine_asked(&formula.question, method))?;
        let Read { logic, formula, .. } = formula;
        Ok(LiveMachine {
            machine,
            read,
            name: name.to_owned(),
            logic,
            formula,
            watcher,
            method,
            search,
            effort: Effort::default(),
            fails: AtomicBool::new(false),
            without,
        })
    }

    /// Repeats what was found.
    fn repeat(&self, found: &Found) -> Result<Repeated, String> {
        let mismatch =
            |step: usize| format!("internal error: step {step} of the counterexample could not be repeated");
        let mut orbits = SameOrbit::new(&self.machine, self.method);
        let mut represents = |state: &[u8], stored: &[u8]| orbits.contains(state, stored);
        let walk = Walk::new(&self.machine, &self.watcher, &found.path, &mut represents);
        let walk = walk.ok_or_else(|| mismatch(1))?;
        match found.path.cycle_from {
            Some(from) => walk.lasso(&self.logic, self.formula, from).map_err(mismatch),
            None => walk.undefined().map_err(mismatch),
        }
    }
}

impl System for LiveMachine<'_> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        let LiveMachine { machine, watcher, fails, .. } = self;
        let product = Product { machine, watcher, fails };
        let mut canonicaliser = OfSystem(canonicaliser(machine, self.method, config.limits.memory));
        let Some(cycle) = explorer::Violation::new(CYCLE) else { unreachable!("not zero") };
        let report = find_cycle(self.search, &product, &mut canonicaliser, cycle, config);
        self.effort = canonicaliser.effort();
        report
    }

    fn symmetry(&self) -> Symmetry {
        account(&self.machine, self.method, self.effort, self.without)
    }

    fn describe(&self, violation: explorer::Violation) -> (ErrorKind, String) {
        match self.machine.site(violation) {
            Some(site) => (kind_name(site.kind), kind_text(site.kind).to_owned()),
            None => (ErrorKind::Claim, VIOLATED.to_owned()),
        }
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        let Repeated { steps, cycle_from } = self.repeat(found)?;
        let sources = &self.read.sources;
        let values = steps.last().map_or_else(Vec::new, |step| self.machine.describe_state(&step.state));
        let site = self.machine.site(found.violation).filter(|_| cycle_from.is_none());
        let (kind, message) = match site {
            Some(site) => {
                let place = site.span.map_or("", |span| sources.slice(span).trim());
                (kind_name(site.kind), format!("an atom of the formula is undefined: {}: {place}", site.what))
            }
            None => (ErrorKind::Claim, VIOLATED.to_owned()),
        };
        let span = site.and_then(|site| site.span);
        let violation = Violation {
            kind,
            message,
            file: span.map_or_else(String::new, |span| sources.name(span.file).to_owned()),
            line: span.map_or(0, |span| sources.line(span)),
            waiting: Vec::new(),
            final_state: values.into_iter().map(|change| (change.variable, change.value)).collect(),
        };
        let steps = steps.iter().map(|step| step_line(step, sources)).collect();
        Ok(Trace { steps, cycle_from, violation, trail: None })
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        let read = self.read.formula(&self.name).map_err(Refusal::Unfinished)?;
        let reference = self.read.machine_asked(&read.question, Method::None).map_err(Refusal::Unfinished)?;
        let hint = match self.method {
            Method::None => None,
            method if method == Method::Auto || method.is_labelling() => {
                Some(canonicaliser(&self.machine, method, None))
            }
            method => {
                let why = format!("what `{}` stores has no certificate", method.name());
                return Err(Refusal::Unfinished(why));
            }
        };
        certify(&self.machine, &reference, &self.watcher, hint, stored, pause)
    }

    fn open_question(&self) -> Option<String> {
        left_open(&self.machine, self.method).or_else(|| {
            let fails = self.fails.load(Ordering::Relaxed);
            fails.then(|| "an operation fails on the way, so that not all runs are known".to_owned())
        })
    }

    fn notices(&self) -> Vec<String> {
        self.read.notices(&self.machine)
    }
}

/// What a run that violates a formula is.
const VIOLATED: &str = "the formula does not hold: this run violates it";
