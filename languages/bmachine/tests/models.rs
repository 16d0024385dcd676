//! Runs every machine of `models/b` under every method and compares with the expectations in its header.

mod kit;

use bmachine::compose::Loader;
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use bmachine::{BMachine, NOT_SOUND};
use checker::{How, Language, Specification};
use diagnostics::SourceMap;
use report::{Outcome, VerdictWord};
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

fn read(path: &Path, text: &str, run: &Run) -> Result<BMachine, String> {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let options = Options {
        cards: run.card.iter().map(|(set, size)| (set.clone(), *size)).collect(),
        strict: run.strict,
        ..Options::default()
    };
    let mut loader = Folder(path.parent().map(Path::to_path_buf).unwrap_or_default());
    BMachine::read(sources, file, &mut loader, options).map_err(|(_, problems)| problems[0].message.clone())
}

fn checked(read: &BMachine, method: Method, all_errors: bool) -> Outcome {
    kit::search(read, &checker::Options { method, all_errors, ..Default::default() })
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
            for method in Method::of(Language::B) {
                meets(&path, &text, run, method, &header.unchecked);
            }
        }
    }
}

fn meets(path: &Path, text: &str, run: &Run, method: Method, unchecked: &[String]) {
    let place = format!("{} {:?} {}", path.display(), run.card, method.name());
    let machine = read(path, text, run);
    if run.verdict == "refused" {
        assert!(machine.is_err(), "{place}");
        return;
    }
    let machine = machine.unwrap_or_else(|why| panic!("{place}: {why}"));
    let properties = machine.properties().into_iter();
    let open = properties.filter(|planned| matches!(planned.how, How::NotChecked(_)));
    let names: Vec<String> = open.map(|planned| planned.property.name).collect();
    assert_eq!(names, unchecked, "{place}");
    let outcome = checked(&machine, method, true);
    let is_sound = method.is_sound(Language::B);
    let promised = is_sound && method.promises_exactness();
    assert!(outcome.symmetry.exact || !promised, "{place}: not exact");
    if let Some(states) = &run.states {
        match method {
            Method::None => assert_eq!(outcome.states, states.none, "{place}"),
            Method::Markers => assert!(outcome.states <= states.label, "{place}: {}", outcome.states),
            _ => assert_eq!(outcome.states, states.label, "{place}"),
        }
    }
    match (run.verdict.as_str(), outcome.verdict) {
        ("holds", VerdictWord::Holds) => assert!(is_sound, "{place}"),
        ("holds", VerdictWord::Undecided) => {
            assert_eq!((is_sound, outcome.reason.as_deref()), (false, Some(NOT_SOUND)), "{place}");
        }
        ("violated", VerdictWord::Violated) => counterexample(&machine, run, method, &place),
        (wanted, found) => panic!("{place}: wanted {wanted}, found {found:?}"),
    }
}

/// The shortest counterexample of an exact method ends in the expected violation.
fn counterexample(machine: &BMachine, run: &Run, method: Method, place: &str) {
    let outcome = checked(machine, method, false);
    let steps = outcome.counterexample.unwrap_or_else(|| panic!("{place}: no counterexample"));
    let found = outcome.violation.unwrap_or_else(|| panic!("{place}: no violation"));
    if let Some(kind) = &run.violation {
        assert_eq!(found.kind.name(), kind, "{place}");
    }
    if let (Some(depth), true) = (run.depth, method.is_sound(Language::B)) {
        assert_eq!(steps.len(), depth, "{place}: {steps:?}");
    }
    assert!(!steps.is_empty(), "{place}");
    if let Some(line) = run.line {
        assert_eq!(found.line, line, "{place}");
    }
    if let Some(message) = &run.message {
        assert!(found.message.starts_with(message), "{place}: {}", found.message);
    }
    if let Some(idle) = &run.idle {
        let told = found.waiting.iter().map(|(operation, line, why)| {
            let why = why.split_once(": ").map_or(why.as_str(), |(why, _)| why);
            format!("{operation}, line {line}: {why}")
        });
        assert_eq!(told.collect::<Vec<_>>(), *idle, "{place}");
    }
    // Nothing starts anew in the middle.
    let starts = steps.iter().skip(1).filter(|step| step.process == "SETUP_CONSTANTS").count();
    assert_eq!(starts, 0, "{place}");
}
