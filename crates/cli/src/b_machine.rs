//! `quotient check` on B machines.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bmachine::check::{Checked, Counterexample, Outcome as Answer, Reason};
use bmachine::machine::{Idle, Kind, Machine, Options};
use bmachine::symmetry::Method;
use bmachine::unchecked::UncheckedKind;
use checker::Keeper;
use diagnostics::{Diagnostic, SourceMap};
use explorer::{Config, Limits};
use report::{
    ChangeLine, ErrorCount, Outcome, Property, PropertyKind, StepLine, Symmetry, VerdictWord, Violation,
};

use crate::arguments::CheckArguments;
use crate::{input, progress, properties, watchdog};

/// Whether the file is a B component, or something of B that is refused with a message about B: definitions, rules and
/// packages of Event-B.
pub fn is_machine(path: &Path) -> bool {
    let endings = ["mch", "ref", "imp", "sys", "def", "rmch", "eventb"];
    path.extension().is_some_and(|e| endings.iter().any(|own| e == *own))
}

/// Formulas are evaluated by recursion over their structure, and recursive functions nest further.
const STACK: usize = 256 << 20;

/// Checks a machine on a thread with a deep stack.
pub fn check_deeply(
    arguments: &CheckArguments,
    limits: Limits,
    interrupted: &AtomicBool,
) -> Result<Outcome, ()> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, || check(arguments, limits, interrupted));
        let spawned = spawned.map_err(|why| eprintln!("error: cannot start a thread: {why}"))?;
        spawned.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Checks a machine; what is wrong with the input has been printed when this fails.
fn check(arguments: &CheckArguments, limits: Limits, interrupted: &AtomicBool) -> Result<Outcome, ()> {
    let start = Instant::now();
    let (options, method) = options(arguments, &limits).map_err(|why| eprintln!("error: {why}"))?;
    let path = &arguments.read.file;
    let text = input::read(path).map_err(|why| eprintln!("error: {why}"))?;
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let mut loader = Folder(path.parent().map(Path::to_path_buf).unwrap_or_default());
    watchdog::doing("the machine was being loaded");
    let machine = bmachine::check::load(&mut sources, file, &mut loader, options.clone(), method).map_err(
        |problems| {
            let diagnostics: Vec<Diagnostic> = problems.into_iter().map(Diagnostic::from).collect();
            input::print_diagnostics(&sources, &diagnostics);
        },
    )?;
    watchdog::doing("states were being explored");
    let mut show = progress::show;
    let watch: Option<(Duration, explorer::ProgressFn<'_>)> = Some((progress::INTERVAL, &mut show));
    let mut keeper = Keeper::new(limits);
    let mut keep = |state: &[u8]| keeper.keep(state);
    let mut config = Config {
        order: arguments.order(),
        limits,
        all_errors: arguments.all_errors,
        interrupt: Some(interrupted),
        progress: watch,
        stored: arguments.certify.then_some(&mut keep as explorer::StateFn<'_>),
    };
    let checked = bmachine::check::check(&machine, method, &mut config);
    progress::clear();
    let mut outcome = outcome(&machine, &checked, &sources);
    if arguments.certify
        && matches!(checked.outcome, Answer::Holds)
        && let Ok(reference) = bmachine::check::load(&mut sources, file, &mut loader, options, Method::None)
    {
        let transitions = checked.statistics.transitions;
        let certified = keeper.go_over(interrupted, |states, pause| {
            bmachine::certify::certify(&machine, &reference, method, states, transitions, pause)
        });
        certified.into_outcome(&mut outcome);
    }
    let mut outcome =
        with_properties(outcome, &checked, arguments, &sources).map_err(|why| eprintln!("error: {why}"))?;
    outcome.seconds = start.elapsed().as_secs_f64();
    Ok(outcome)
}

fn options(arguments: &CheckArguments, limits: &Limits) -> Result<(Options, Method), String> {
    let method = Method::from_name(&arguments.symmetry).ok_or_else(|| {
        let known: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        let how =
            if arguments.symmetry == "nauty" { " (nauty needs a build with `--features nauty`)" } else { "" };
        format!(
            "`--symmetry {}` does not exist for B; there are {}{how}",
            arguments.symmetry,
            known.join(", ")
        )
    })?;
    let mut cards = Vec::new();
    for card in &arguments.card {
        let parsed = card.split_once('=').and_then(|(set, size)| Some((set.to_owned(), size.parse().ok()?)));
        let Some((set, size)) = parsed.filter(|(_, size)| (1..=100_000).contains(size)) else {
            return Err(format!("`--card {card}` is not of the form SET=N"));
        };
        cards.push((set, size));
    }
    let options = Options {
        cards,
        default_set_size: arguments.default_set_size.max(1),
        strict: arguments.strict,
        check_goal: arguments.goal,
        static_symmetry: arguments.static_symmetry,
        deadline: limits.time.map(|time| limits.since.unwrap_or_else(Instant::now) + time),
        ..Options::default()
    };
    Ok((options, method))
}

fn outcome(machine: &Machine, checked: &Checked, sources: &SourceMap) -> Outcome {
    let statistics = &checked.statistics;
    let (verdict, reason) = match &checked.outcome {
        Answer::Holds => (VerdictWord::Holds, None),
        Answer::Violated(counterexample) => (VerdictWord::Violated, Some(counterexample.message.clone())),
        Answer::Undecided(reason) => (VerdictWord::Undecided, Some(reason_text(reason))),
    };
    let counterexample = match &checked.outcome {
        Answer::Violated(counterexample) => Some(counterexample),
        _ => None,
    };
    let count = |(kind, count): &(Kind, u64)| ErrorCount {
        kind: kind_name(*kind).to_owned(),
        message: kind_text(*kind).to_owned(),
        count: *count,
    };
    Outcome {
        verdict,
        reason,
        states: statistics.states,
        transitions: statistics.transitions,
        depth: statistics.depth,
        search_seconds: statistics.time.as_secs_f64(),
        bytes_per_state: statistics.bytes_per_state,
        memory_bytes: statistics.memory,
        symmetry: symmetry(checked),
        counterexample: counterexample.map(|counterexample| steps(counterexample, sources)),
        violation: counterexample.map(|counterexample| violation(counterexample, sources)),
        errors: checked.violations.iter().map(count).collect(),
        notices: notices(machine, checked, sources),
        coverage: checked.coverage.clone(),
        ..Outcome::default()
    }
}

/// The outcome of the search as that of safety, beside the properties that are not checked.
fn with_properties(
    search: Outcome,
    checked: &Checked,
    arguments: &CheckArguments,
    sources: &SourceMap,
) -> Result<Outcome, String> {
    let mut safety = Property::new("safety", PropertyKind::Safety);
    safety.answer(&search);
    let mut all = vec![safety];
    let unchecked = checked.unchecked.iter().filter(|_| !arguments.ignore_claims);
    all.extend(unchecked.map(|unchecked| {
        let (kind, why) = match unchecked.kind {
            UncheckedKind::Refinement => (
                PropertyKind::Refinement,
                "not checked: the gluing invariant and the refinement of operations",
            ),
            UncheckedKind::Temporal => (PropertyKind::Ltl, "not checked: temporal formulas"),
        };
        let mut property = Property::new(unchecked.name.clone(), kind);
        property.reason = Some(why.to_owned());
        property.file = sources.name(unchecked.span.file).to_owned();
        property.line = sources.line(unchecked.span);
        property
    }));
    let is_open = all.len() > 1;
    let all = properties::select(all, &arguments.claim)?;
    let is_asked = all.iter().any(|property| property.kind == PropertyKind::Safety);
    let mut outcome = report::combine(if is_asked { vec![search] } else { Vec::new() }, all);
    if is_open && outcome.verdict == VerdictWord::Undecided {
        outcome.notices.push(properties::SAFETY_ALONE.to_owned());
    }
    Ok(outcome)
}

fn reason_text(reason: &Reason) -> String {
    match reason {
        Reason::Stopped(reason) => reason.to_string(),
        Reason::Incomplete(what) => what.clone(),
        Reason::NotSound => {
            "no violation found, but hash markers may take different orbits for one, so states may have been missed"
                .to_owned()
        }
        Reason::NotRepeated(mismatch) => format!("internal error: {mismatch}"),
    }
}

fn symmetry(checked: &Checked) -> Symmetry {
    let reason = match checked.method {
        Method::Auto => {
            "direct refinement of deferred elements: exact, and cheaper than labelling the state graph"
        }
        Method::None => "asked for no reduction",
        _ => "asked for",
    };
    Symmetry {
        method: checked.method.name().to_owned(),
        sound: checked.method.is_sound(),
        exact: checked.exact,
        not_canonical: checked.not_canonical,
        group_order: checked.group_order.clone(),
        structure: checked.group_structure.clone(),
        generators: checked.generators.clone(),
        reason: reason.to_owned(),
        ..Symmetry::default()
    }
}

fn steps(counterexample: &Counterexample, sources: &SourceMap) -> Vec<StepLine> {
    let line = |step: &bmachine::machine::StepText| StepLine {
        process: step.operation.clone(),
        pid: None,
        file: sources.name(step.span.file).to_owned(),
        line: sources.line(step.span),
        statement: statement(step),
        changes: step
            .changes
            .iter()
            .map(|c| ChangeLine { variable: c.variable.clone(), from: None, to: Some(c.value.clone()) })
            .collect(),
        message: None,
    };
    counterexample.steps.iter().map(line).collect()
}

/// `op(x = 1) --> r = 2`.
fn statement(step: &bmachine::machine::StepText) -> String {
    let list = |items: &[(String, String)]| {
        items.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    let mut text = step.operation.clone();
    if !step.parameters.is_empty() {
        text.push_str(&format!("({})", list(&step.parameters)));
    }
    if !step.results.is_empty() {
        text.push_str(&format!(" --> {}", list(&step.results)));
    }
    text
}

fn violation(counterexample: &Counterexample, sources: &SourceMap) -> Violation {
    let span = counterexample.span.unwrap_or_default();
    Violation {
        kind: kind_name(counterexample.kind).to_owned(),
        message: match counterexample.span {
            Some(span) if counterexample.kind != Kind::Deadlock => {
                format!("{}: {}", counterexample.message, sources.slice(span).trim())
            }
            _ => counterexample.message.clone(),
        },
        file: sources.name(span.file).to_owned(),
        line: if counterexample.span.is_some() { sources.line(span) } else { 0 },
        waiting: counterexample.idle.iter().map(|idle| waiting(idle, sources)).collect(),
        final_state: counterexample.state.iter().map(|c| (c.variable.clone(), c.value.clone())).collect(),
    }
}

/// An operation that is not possible, its line, and why.
fn waiting(idle: &Idle, sources: &SourceMap) -> (String, u32, String) {
    let source: Vec<&str> = sources.slice(idle.span).split_whitespace().collect();
    let short: String = source.join(" ").chars().take(80).collect();
    (idle.operation.clone(), sources.line(idle.span), format!("{}: {short}", idle.why))
}

fn notices(machine: &Machine, checked: &Checked, sources: &SourceMap) -> Vec<String> {
    let all = checked.warnings.iter().chain(&machine.ignored);
    all.map(|(span, text)| match sources.slice(*span) {
        "" => text.clone(),
        source => {
            let short: String =
                source.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect();
            format!("{}:{}: {text}: {short}", sources.name(span.file), sources.line(*span))
        }
    })
    .collect()
}

/// The word for scripts.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock | Kind::NoInitialisation => "deadlock",
        Kind::Invariant => "invariant",
        Kind::Assertion => "assertion",
        Kind::Goal => "goal",
        Kind::Undefined | Kind::Broken => "runtime",
    }
}

fn kind_text(kind: Kind) -> &'static str {
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

/// Machines and definition files beside the one that is checked.
struct Folder(PathBuf);

impl bmachine::compose::Loader for Folder {
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)> {
        let endings: &[&str] = if definitions { &[""] } else { &[".mch", ".ref", ".imp", ".sys"] };
        endings.iter().find_map(|ending| {
            let path = self.0.join(format!("{name}{ending}"));
            Some((path.display().to_string(), input::read(&path).ok()?))
        })
    }
}
