//! Certificates beyond those of the plain command, which the runner of models asks for in every run: annotated states,
//! searches that compete, many states, too little time.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

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

/// Annotated states are certified too, with and without static reductions.
#[test]
fn annotated_states_are_certified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/lazy");
    let files = model_headers::files(&folder).expect("the models are there");
    assert!(!files.is_empty());
    for file in files {
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
        active proctype Q() { end: do :: atomic { b < 198 -> b++ } od }";
    let found = check(&written("many_states.pml", text), "100000", &[]).expect("a model");
    assert_eq!(found["states"], 39_800);
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
