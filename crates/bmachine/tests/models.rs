//! Runs every machine of `models/b` under every method and compares with the expectations in its header.

use bmachine::check::{Checked, Outcome, Reason, check, load};
use bmachine::compose::Loader;
use bmachine::machine::{Kind, Options};
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

fn checked(path: &Path, text: &str, run: &Run, method: Method, all_errors: bool) -> Result<Checked, String> {
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
    Ok(check(&machine, method, &mut explorer::Config { all_errors, ..Default::default() }))
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
    let outcome = outcome.unwrap_or_else(|why| panic!("{place}: {why}"));
    let names: Vec<&str> = outcome.unchecked.iter().map(|property| property.name.as_str()).collect();
    assert_eq!(names, unchecked, "{place}");
    if let Some(states) = &run.states {
        let found = outcome.statistics.states;
        match method {
            Method::None => assert_eq!(found, states.none, "{place}"),
            Method::Markers => assert!(found <= states.label, "{place}: {found}"),
            _ => assert_eq!(found, states.label, "{place}"),
        }
    }
    match (run.verdict.as_str(), &outcome.outcome) {
        ("holds", Outcome::Holds) => assert!(method.is_exact(), "{place}"),
        ("holds", Outcome::Undecided(Reason::Approximate)) => assert!(!method.is_exact(), "{place}"),
        ("violated", Outcome::Violated(_)) => counterexample(path, text, run, method, &place),
        (wanted, found) => panic!("{place}: wanted {wanted}, found {found:?}"),
    }
}

/// The shortest counterexample of an exact method ends in the expected violation.
fn counterexample(path: &Path, text: &str, run: &Run, method: Method, place: &str) {
    let outcome = checked(path, text, run, method, false).unwrap();
    let Outcome::Violated(found) = outcome.outcome else { panic!("{place}: no counterexample") };
    if let Some(kind) = &run.violation {
        assert_eq!(kind_name(found.kind), kind, "{place}");
    }
    if let (Some(depth), true) = (run.depth, method.is_exact()) {
        assert_eq!(found.steps.len(), depth, "{place}: {:?}", found.steps);
    }
    assert!(!found.steps.is_empty(), "{place}");
}
