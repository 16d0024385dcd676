//! Every model that holds is certified, as the plain command checks it, in every run of it that is not large; nothing is ever
//! rejected.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

fn models(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the models are there").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == ending) => all.push(path),
                false => {}
            }
        }
    }
    all.sort();
    all
}

fn check(file: &Path, most_states: &str, extra: &[String]) -> Option<Value> {
    check_for(file, most_states, "300", extra)
}

fn check_for(file: &Path, most_states: &str, seconds: &str, extra: &[String]) -> Option<Value> {
    let limits = ["--json", "--certify", "--max-states", most_states, "--max-seconds", seconds];
    let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(["check"])
        .arg(file)
        .args(limits)
        .args(extra)
        .output()
        .expect("the tool runs");
    (output.status.code() != Some(2)).then(|| serde_json::from_slice(&output.stdout).expect("one object"))
}

/// A verdict `holds` is certified, or it is said why not; what is not decided was not rejected.
fn complaint(found: &Value) -> Option<String> {
    let reason = found["reason"].as_str().unwrap_or_default();
    let refused = found["certificate"]["refused"].as_str().unwrap_or_default();
    match found["verdict"].as_str() {
        Some("holds") if found["certified"] == Value::Bool(true) => None,
        Some("holds") => Some(format!("not certified: {refused}")),
        _ if reason.contains("internal error") => Some(reason.to_owned()),
        _ => None,
    }
}

/// The runs of a model that are not large: the arguments of each.
fn runs(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("readable");
    let header = text.lines().filter_map(|l| l.strip_prefix("//!")).map(|l| format!("{}\n", l.trim_start()));
    let header: toml::Table = header.collect::<String>().parse().expect("a header of TOML");
    let runs = header.get("run").and_then(|r| r.as_array()).into_iter().flatten();
    runs.filter(|run| run.get("large").is_none())
        .map(|run| {
            let mut arguments: Vec<String> = Vec::new();
            for define in run.get("define").and_then(|d| d.as_array()).into_iter().flatten() {
                arguments.extend(define.as_str().map(|d| format!("-D{d}")));
            }
            if run.get("claim").and_then(toml::Value::as_str) != Some("checked") {
                arguments.push("--ignore-claims".into());
            }
            arguments
        })
        .collect()
}

#[test]
fn promela_models_are_certified() {
    let files = models("promela", "pml");
    let all: Vec<(&PathBuf, Vec<String>)> =
        files.iter().flat_map(|file| runs(file).into_iter().map(move |run| (file, run))).collect();
    let (next, certified, failures) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((file, extra)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(found) = check(file, "100000", extra) else { continue };
            certified.fetch_add(usize::from(found["certified"] == Value::Bool(true)), Ordering::Relaxed);
            let failure = complaint(&found).map(|why| format!("{} {extra:?}: {why}", file.display()));
            failures.lock().expect("nobody failed").extend(failure);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let (failures, certified) = (failures.into_inner().expect("nobody failed"), certified.into_inner());
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(certified > 200, "only {certified} were certified");
}

#[test]
fn b_machines_are_certified() {
    let (mut failures, mut certified) = (Vec::new(), 0);
    for file in models("b", "mch").into_iter().chain(models("b", "ref")) {
        let Some(found) = check(&file, "3000", &[]) else { continue };
        certified += usize::from(found["certified"] == Value::Bool(true));
        failures.extend(complaint(&found).map(|why| format!("{}: {why}", file.display())));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(certified > 30, "only {certified} were certified");
}

/// Annotated states are certified too, with and without static reductions.
#[test]
fn annotated_states_are_certified() {
    for file in models("promela/lazy", "pml") {
        for level in ["-O0", "-O2"] {
            let extra = ["--symmetry", "lazy", level].map(String::from);
            let found = check(&file, "100000", &extra).expect("a model");
            assert_eq!(found["verdict"], "holds", "{}: {found}", file.display());
            assert_eq!(complaint(&found), None, "{} {level}", file.display());
        }
    }
}

/// Where one of two searches is selected, that one is certified whose verdict is reported.
#[test]
fn the_selected_search_is_certified() {
    let lazy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/lazy");
    for (file, method) in [("fixed_arbitration_bus.pml", "lazy"), ("prioritised_mutex.pml", "none")] {
        let extra = ["-DN=8", "--ignore-claims"].map(String::from);
        let found = check(&lazy.join(file), "100000", &extra).expect("a model");
        assert_eq!(found["symmetry"]["method"], method, "{file}: {found}");
        assert_eq!(complaint(&found), None, "{file}");
    }
}

/// A model of the test, in a file.
fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("written");
    path
}

#[test]
fn many_states_are_certified() {
    let text = "
        byte a, b;
        active proctype P() { end: do :: atomic { a < 199 -> a++ } od }
        active proctype Q() { end: do :: atomic { b < 199 -> b++ } od }";
    let found = check(&written("many_states.pml", text), "100000", &[]).expect("a model");
    assert_eq!(found["states"], 40_000);
    assert_eq!(complaint(&found), None);
}

/// The annotated states of this model stand for more than a million. On a busy machine it may be that even releasing them takes
/// too long; then there is no verdict, but never a wrong one and never a late one.
#[test]
fn a_certificate_that_takes_too_long_ends_in_time() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/lazy/resource_controller.pml");
    let extra = ["-DCLASSES=9", "-DSIZE=2", "--symmetry", "lazy", "--ignore-claims"].map(String::from);
    let found = check_for(&file, "1000000", "5", &extra).expect("a model");
    let seconds = found["seconds"].as_f64().expect("a number");
    assert!(seconds < 5.5, "{seconds}");
    assert_eq!(found["certified"], false);
    let said = match found["verdict"].as_str() {
        Some("holds") => &found["certificate"]["refused"],
        _ => &found["reason"],
    };
    assert_eq!(said, "the time limit was reached");
}
