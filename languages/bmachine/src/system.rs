//! A machine as a system for the pipeline.

use crate::certify;
use crate::machine::{Idle, Kind, Machine, Mismatch, Replayed, SetupProblem, StepText, fault_text};
use crate::specification::BMachine;
use crate::symmetry::{Action, Direct, Flood, Labelled, Markers, Method, StateGraph};
use checker::{Certifying, Language, System, Trace};
use diagnostics::SourceMap;
use explorer::{Canonicaliser, Config, Effort, Found, NoReduction, Report, explore};
use report::{ChangeLine, ErrorKind, StepLine, Symmetry, Unreached, Violation};
use std::sync::atomic::Ordering;
use witness::{Certificate, Pause, Refusal};

/// A machine that was set up for one search.
pub struct MachineSystem<'a> {
    /// The machine.
    pub machine: Machine,
    read: &'a BMachine,
    method: Method,
    /// What canonicalising took.
    effort: Effort,
    /// How often each operation fired.
    fired: Vec<u64>,
    /// Why symmetry is not used, if so.
    without: Option<&'static str>,
}

impl<'a> MachineSystem<'a> {
    /// A machine that was read and set up for a method.
    pub fn new(read: &'a BMachine, machine: Machine, method: Method) -> MachineSystem<'a> {
        MachineSystem { machine, read, method, effort: Effort::default(), fired: Vec::new(), without: None }
    }

    /// A machine that was read, set up for a method, or without symmetry where that is no symmetry.
    pub(crate) fn of(read: &'a BMachine, method: Method) -> Result<MachineSystem<'a>, String> {
        let (machine, method, without) = unless_told_apart(method, |method| read.machine(method))?;
        Ok(MachineSystem { without, ..MachineSystem::new(read, machine, method) })
    }

    fn explore_by<C: Canonicaliser>(
        machine: &Machine,
        mut canonicaliser: C,
        config: &mut Config<'_>,
    ) -> (Report, Effort) {
        let report = explore(machine, &mut canonicaliser, config);
        (report, canonicaliser.effort())
    }

    /// Repeats what was found as a concrete run.
    fn repeat(&self, found: &Found) -> Result<Replayed, Mismatch> {
        let site = self.machine.site(found.violation).ok_or(Mismatch { step: found.path.steps() })?;
        let mut orbits = SameOrbit::new(&self.machine, self.method);
        self.machine.replay(&found.path, site, &mut |state, stored| orbits.contains(state, stored))
    }
}

impl System for MachineSystem<'_> {
    fn search(&mut self, config: &mut Config<'_>) -> Report {
        let machine = &self.machine;
        let (report, effort) = match self.method {
            Method::Label => Self::explore_by(machine, Labelled::new(machine, StateGraph::default()), config),
            #[cfg(feature = "nauty")]
            Method::Nauty => {
                Self::explore_by(machine, Labelled::with_nauty(machine, StateGraph::default()), config)
            }
            Method::Auto => Self::explore_by(machine, Labelled::new(machine, Direct::default()), config),
            Method::Flood => Self::explore_by(machine, Flood::new(machine, config.limits.memory), config),
            Method::Markers => Self::explore_by(machine, Markers::new(machine), config),
            // The methods that there are not for B were refused before.
            _ => Self::explore_by(machine, NoReduction, config),
        };
        self.effort = effort;
        self.fired.clone_from(&report.by_label);
        report
    }

    fn symmetry(&self) -> Symmetry {
        account(&self.machine, self.method, self.effort, self.without)
    }

    fn describe(&self, violation: explorer::Violation) -> (ErrorKind, String) {
        let kind = self.machine.site(violation).map_or(Kind::Undefined, |site| site.kind);
        (kind_name(kind), kind_text(kind).to_owned())
    }

    fn retrace(&mut self, found: &Found) -> Result<Trace, String> {
        let replayed = self.repeat(found).map_err(|mismatch| format!("internal error: {mismatch}"))?;
        let site = self.machine.site(found.violation).ok_or("the search reported an unknown violation")?;
        let sources = &self.read.sources;
        let state = replayed.steps.last().map_or(&[][..], |step| &step.state);
        let values = if state.is_empty() { Vec::new() } else { self.machine.describe_state(state) };
        let mut message = match site.kind {
            Kind::NoInitialisation if site.span != Some(self.machine.initialisation_span) => {
                format!("the initialisation has no outcome: {}", site.what)
            }
            _ => site.what.to_owned(),
        };
        if let Some(span) = site.span.filter(|_| site.kind != Kind::Deadlock) {
            message = format!("{message}: {}", sources.slice(span).trim());
        }
        let violation = Violation {
            kind: kind_name(site.kind),
            message,
            file: sources.name(site.span.unwrap_or_default().file).to_owned(),
            line: site.span.map_or(0, |span| sources.line(span)),
            waiting: replayed.idle.iter().map(|idle| waiting(idle, sources)).collect(),
            final_state: values.into_iter().map(|change| (change.variable, change.value)).collect(),
        };
        let steps = replayed.steps.iter().map(|step| step_line(step, sources)).collect();
        Ok(Trace { steps, cycle_from: None, violation, trail: None })
    }

    fn certify(&mut self, stored: Certifying<'_>, pause: Pause<'_>) -> Result<Certificate, Refusal> {
        let reference = self.read.machine(Method::None).map_err(Refusal::Unfinished)?;
        certify::certify(&self.machine, &reference, self.method, stored.states, stored.transitions, pause)
    }

    fn open_question(&self) -> Option<String> {
        left_open(&self.machine, self.method)
    }

    fn notices(&self) -> Vec<String> {
        self.read.notices(&self.machine)
    }

    fn unreached(&self) -> Option<Vec<Unreached>> {
        let counts = self.fired.iter().copied().chain(std::iter::repeat(0));
        let never = self.machine.operations.iter().zip(counts).filter(|(_, count)| *count == 0);
        let told = never.map(|(operation, _)| Unreached {
            process: operation.name.clone(),
            file: self.read.sources.name(operation.plan.span.file).to_owned(),
            line: self.read.sources.line(operation.plan.span),
            statement: String::new(),
            executed_in_other_uses: false,
        });
        Some(told.collect())
    }

    fn coverage(&self) -> Vec<(String, u64)> {
        let counts = self.fired.iter().copied().chain(std::iter::repeat(0));
        self.machine.operations.iter().zip(counts).map(|(op, count)| (op.name.clone(), count)).collect()
    }
}

/// The canonicaliser of a method, within a limit on memory.
pub(crate) fn canonicaliser<'m>(
    machine: &'m Machine,
    method: Method,
    memory: Option<usize>,
) -> Box<dyn Canonicaliser + 'm> {
    match method {
        Method::Label => Box::new(Labelled::new(machine, StateGraph::default())),
        #[cfg(feature = "nauty")]
        Method::Nauty => Box::new(Labelled::with_nauty(machine, StateGraph::default())),
        Method::Auto => Box::new(Labelled::new(machine, Direct::default())),
        Method::Flood => Box::new(Flood::new(machine, memory)),
        Method::Markers => Box::new(Markers::new(machine)),
        // The methods that there are not for B were refused before.
        _ => Box::new(NoReduction),
    }
}

/// A machine set up for a method, or without symmetry where elements of deferred sets are told apart, with the reason.
pub(crate) fn unless_told_apart(
    method: Method,
    set_up: impl Fn(Method) -> Result<Machine, String>,
) -> Result<(Machine, Method, Option<&'static str>), String> {
    let machine = set_up(method)?;
    match machine.tells_apart {
        Some(why) if method != Method::None => Ok((set_up(Method::None)?, Method::None, Some(why))),
        _ => Ok((machine, method, None)),
    }
}

/// What is known of the symmetry of a machine, and what came of using it.
pub(crate) fn account(
    machine: &Machine,
    method: Method,
    effort: Effort,
    without: Option<&'static str>,
) -> Symmetry {
    let action = Action::new(&machine.domain);
    let group_order = action.order();
    let not_canonical = effort.not_canonical;
    let sound = method.is_sound(Language::B);
    // Without symmetry every state is an orbit.
    let promised = method.promises_exactness() || group_order == "1";
    let reason = match method {
        Method::Auto if group_order == "1" => "the group is trivial",
        Method::Auto => {
            "direct refinement of deferred elements: exact, and cheaper than labelling the state graph"
        }
        Method::None => "asked for no reduction",
        _ => "asked for",
    };
    Symmetry {
        method: method.name().to_owned(),
        sound,
        exact: sound && not_canonical == 0 && promised,
        not_canonical,
        group_order,
        structure: action.structure(),
        generators: generators(machine),
        reason: without.unwrap_or(reason).to_owned(),
        ..Symmetry::default()
    }
}

/// Why a search of a machine that found nothing decides nothing, if so.
pub(crate) fn left_open(machine: &Machine, method: Method) -> Option<String> {
    let met = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed) > 0;
    match &machine.setup_problem {
        Some(SetupProblem::Fault(fault)) => {
            Some(format!("the constants could not be found: {}", fault_text(*fault)))
        }
        Some(SetupProblem::TooMany) => Some("the constants have too many values".to_owned()),
        Some(SetupProblem::Cut(_)) => {
            Some("the constants were searched only among the implementable integers".to_owned())
        }
        None if machine.setups.is_empty() => Some("the properties have no solution".to_owned()),
        None if met(&machine.notes.given_up) => {
            Some("some evaluations were given up; see the warnings".to_owned())
        }
        None if met(&machine.notes.cut) => Some("an infinite set was cut; see the warnings".to_owned()),
        None if !method.is_sound(Language::B) => Some(NOT_SOUND.to_owned()),
        None => None,
    }
}

impl BMachine {
    /// What a user should know after a search of a machine.
    pub(crate) fn notices(&self, machine: &Machine) -> Vec<String> {
        let sources = &self.sources;
        let warnings = machine.notes.warnings.lock().map(|all| all.clone()).unwrap_or_default();
        let all = warnings.iter().chain(&machine.ignored);
        all.map(|(span, text)| match sources.slice(*span) {
            "" => text.clone(),
            source => {
                format!("{}:{}: {text}: {}", sources.name(span.file), sources.line(*span), short(source))
            }
        })
        .collect()
    }
}

/// The best that hash markers can say.
pub const NOT_SOUND: &str =
    "no violation found, but hash markers may take different orbits for one, so states may have been missed";

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

pub(crate) fn step_line(step: &StepText, sources: &SourceMap) -> StepLine {
    let changes = step.changes.iter();
    StepLine {
        process: step.operation.clone(),
        pid: None,
        file: sources.name(step.span.file).to_owned(),
        line: sources.line(step.span),
        statement: step.to_string(),
        changes: changes
            .map(|c| ChangeLine {
                variable: c.variable.clone(),
                from: c.old.clone(),
                to: Some(c.value.clone()),
            })
            .collect(),
        message: None,
        printed: None,
    }
}

/// An operation that is not possible, its line, and why.
fn waiting(idle: &Idle, sources: &SourceMap) -> (String, u32, String) {
    let why = format!("{}: {}", idle.why, short(sources.slice(idle.span)));
    (idle.operation.clone(), sources.line(idle.span), why)
}

/// A piece of source on one line.
fn short(source: &str) -> String {
    source.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect()
}

/// The kind of a violation as the report names it.
pub fn kind_name(kind: Kind) -> ErrorKind {
    match kind {
        Kind::Deadlock | Kind::NoInitialisation => ErrorKind::Deadlock,
        Kind::Invariant => ErrorKind::Invariant,
        Kind::Assertion => ErrorKind::Assertion,
        Kind::Goal => ErrorKind::Goal,
        Kind::Undefined | Kind::Broken => ErrorKind::Runtime,
    }
}

/// What a kind of violation means.
pub fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock => "no operation is possible",
        Kind::NoInitialisation => "the initialisation has no outcome",
        Kind::Invariant => "the invariant does not hold",
        Kind::Assertion => "an assertion does not hold",
        Kind::Goal => "the goal is reached",
        Kind::Undefined => "an expression is undefined",
        Kind::Broken => "a precondition or assertion inside an operation does not hold",
    }
}

/// Whether two states are in one orbit, asked of another canonicaliser than the search used: it permutes both to the
/// same state only if they are. Markers store the first state met of each, which is the very state of the path.
pub(crate) struct SameOrbit<'m> {
    canonicaliser: Option<Box<dyn Canonicaliser + 'm>>,
    /// The last stored state, and its canonical form.
    last: (Vec<u8>, Vec<u8>),
}

impl<'m> SameOrbit<'m> {
    pub(crate) fn new(machine: &'m Machine, method: Method) -> Self {
        let canonicaliser: Option<Box<dyn Canonicaliser + 'm>> = match method {
            Method::Auto | Method::Flood => Some(Box::new(Labelled::new(machine, StateGraph::default()))),
            method if method.is_labelling() => Some(Box::new(Labelled::new(machine, Direct::default()))),
            _ => None,
        };
        Self { canonicaliser, last: (Vec::new(), Vec::new()) }
    }

    pub(crate) fn contains(&mut self, state: &[u8], stored: &[u8]) -> bool {
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
