//! Runs every machine of `models/b` under every method and compares with the expectations in its header.

use bmachine::check::{Checked, Outcome, Reason, check, load};
use bmachine::compose::Loader;
use bmachine::machine::{Idle, Kind, Options};
use bmachine::symmetry::Method;
use diagnostics::SourceMap;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Header {
    about: String,
    /// Properties that are stated and not checked.
    #[serde(default)]
    unchecked: Vec<String>,
    run: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    #[serde(default)]
    card: BTreeMap<String, usize>,
    #[serde(default)]
    strict: bool,
    verdict: String,
    violation: Option<String>,
    states: Option<States>,
    depth: Option<usize>,
    /// Where the violation stands, and its words.
    line: Option<u32>,
    message: Option<String>,
    /// Why each operation is not possible, for a deadlock.
    idle: Option<Vec<String>>,
}

/// Setup and initialised states, without ProB's root.
#[derive(Deserialize)]
struct States {
    none: u64,
    label: u64,
}

struct Folder(PathBuf);

impl Loader for Folder {
    fn load(&mut self, name: &str, _definitions: bool) -> Option<(String, String)> {
        let path = self.0.join(format!("{name}.mch"));
        Some((path.display().to_string(), std::fs::read_to_string(path).ok()?))
    }
}

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/b");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn header(text: &str, path: &Path) -> Header {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//! ")).collect();
    toml::from_str(&lines.join("\n")).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn checked(
    path: &Path,
    text: &str,
    run: &Run,
    method: Method,
    all_errors: bool,
) -> Result<(Checked, SourceMap), String> {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let options = Options {
        cards: run.card.iter().map(|(set, size)| (set.clone(), *size)).collect(),
        strict: run.strict,
        ..Options::default()
    };
    let mut loader = Folder(path.parent().map(Path::to_path_buf).unwrap_or_default());
    let machine = load(&mut sources, file, &mut loader, options, method)
        .map_err(|problems| problems[0].message.clone())?;
    Ok((check(&machine, method, &mut explorer::Config { all_errors, ..Default::default() }), sources))
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock | Kind::NoInitialisation => "deadlock",
        Kind::Invariant => "invariant",
        Kind::Assertion => "assertion",
        Kind::Goal => "goal",
        Kind::Undefined | Kind::Broken => "runtime",
    }
}

#[test]
fn every_machine_meets_its_expectations_under_every_method() {
    let paths = models();
    assert!(paths.len() >= 30, "there should be at least 30 machines");
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let header = header(&text, &path);
        assert!(!header.about.is_empty() && !header.run.is_empty());
        for run in &header.run {
            for &method in Method::ALL {
                meets(&path, &text, run, method, &header.unchecked);
            }
        }
    }
}

fn meets(path: &Path, text: &str, run: &Run, method: Method, unchecked: &[String]) {
    let place = format!("{} {:?} {}", path.display(), run.card, method.name());
    let outcome = checked(path, text, run, method, true);
    if run.verdict == "refused" {
        assert!(outcome.is_err(), "{place}");
        return;
    }
    let (outcome, _) = outcome.unwrap_or_else(|why| panic!("{place}: {why}"));
    let names: Vec<&str> = outcome.unchecked.iter().map(|property| property.name.as_str()).collect();
    assert_eq!(names, unchecked, "{place}");
    assert!(outcome.exact || !method.is_exact(), "{place}: not exact");
    if let Some(states) = &run.states {
        let found = outcome.statistics.states;
        match method {
            Method::None => assert_eq!(found, states.none, "{place}"),
            Method::Markers => assert!(found <= states.label, "{place}: {found}"),
            _ => assert_eq!(found, states.label, "{place}"),
        }
    }
    match (run.verdict.as_str(), &outcome.outcome) {
        ("holds", Outcome::Holds) => assert!(method.is_sound(), "{place}"),
        ("holds", Outcome::Undecided(Reason::NotSound)) => assert!(!method.is_sound(), "{place}"),
        ("violated", Outcome::Violated(_)) => counterexample(path, text, run, method, &place),
        (wanted, found) => panic!("{place}: wanted {wanted}, found {found:?}"),
    }
}

/// The shortest counterexample of an exact method ends in the expected violation.
fn counterexample(path: &Path, text: &str, run: &Run, method: Method, place: &str) {
    let (outcome, sources) = checked(path, text, run, method, false).unwrap();
    let Outcome::Violated(found) = outcome.outcome else { panic!("{place}: no counterexample") };
    if let Some(kind) = &run.violation {
        assert_eq!(kind_name(found.kind), kind, "{place}");
    }
    if let (Some(depth), true) = (run.depth, method.is_sound()) {
        assert_eq!(found.steps.len(), depth, "{place}: {:?}", found.steps);
    }
    assert!(!found.steps.is_empty(), "{place}");
    if let Some(line) = run.line {
        assert_eq!(found.span.map(|span| sources.line(span)), Some(line), "{place}");
    }
    if let Some(message) = &run.message {
        assert_eq!(found.message, *message, "{place}");
    }
    if let Some(idle) = &run.idle {
        let told = |i: &Idle| format!("{}, line {}: {}", i.operation, sources.line(i.span), i.why);
        assert_eq!(found.idle.iter().map(told).collect::<Vec<_>>(), *idle, "{place}");
    }
    // Nothing starts anew in the middle.
    let starts = found.steps.iter().skip(1).filter(|step| step.operation == "SETUP_CONSTANTS").count();
    assert_eq!(starts, 0, "{place}");
}
