//! Every small model that holds is certified, as the plain command checks it; nothing is ever rejected.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// More states than this at `-O0` take too long for a test.
const MOST_STATES: i64 = 20_000;

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
    let limits = ["--json", "--certify", "--max-states", most_states, "--max-seconds", "60"];
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

#[test]
fn promela_models_are_certified() {
    let (mut failures, mut certified) = (Vec::new(), 0);
    for file in models("promela", "pml") {
        let text = std::fs::read_to_string(&file).expect("readable");
        let header =
            text.lines().filter_map(|l| l.strip_prefix("//!")).map(|l| format!("{}\n", l.trim_start()));
        let header: toml::Table = header.collect::<String>().parse().expect("a header of TOML");
        for run in header.get("run").and_then(|r| r.as_array()).into_iter().flatten() {
            let states = run.get("states").and_then(|s| s.get("O0")).and_then(toml::Value::as_integer);
            if run.get("large").is_some() || states.is_none_or(|n| n > MOST_STATES) {
                continue;
            }
            let mut extra: Vec<String> = Vec::new();
            for define in run.get("define").and_then(|d| d.as_array()).into_iter().flatten() {
                extra.extend(define.as_str().map(|d| format!("-D{d}")));
            }
            if run.get("claim").and_then(toml::Value::as_str) != Some("checked") {
                extra.push("--ignore-claims".into());
            }
            let Some(found) = check(&file, "100000", &extra) else { continue };
            certified += usize::from(found["certified"] == Value::Bool(true));
            failures.extend(complaint(&found).map(|why| format!("{} {extra:?}: {why}", file.display())));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(certified > 60, "only {certified} were certified");
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
    assert!(certified > 5, "only {certified} were certified");
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
