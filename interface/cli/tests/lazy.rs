//! Lazy reduction as the user sees it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(name)
}

fn quotient(file: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(["check", "--json"])
        .args(arguments)
        .arg(file)
        .output()
        .expect("the tool runs")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// The assertion names the first and the last process: a merged state is wrong if any state it stands for is.
#[test]
fn an_assertion_about_one_process_is_checked_in_every_state_represented() {
    let file = model("lazy/prioritised_mutex.pml");
    let steps = |method: &str| {
        let output = quotient(&file, &["-DN=5", "-DCLAIM=1", "--symmetry", method]);
        let found = json(&output);
        assert_eq!((output.status.code(), &found["verdict"]), (Some(1), &"violated".into()), "{found}");
        // The run is concrete and has been repeated by the interpreter, or the verdict would be "undecided".
        found["counterexample"].as_array().expect("a run").len()
    };
    assert_eq!(steps("lazy"), steps("none"));
    assert_eq!(steps("lazy-without-subsumption"), steps("none"));
}

#[test]
fn the_chooser_takes_it_where_a_few_statements_cost_much() {
    let found = json(&quotient(&model("lazy/resource_controller.pml"), &["-DCLASSES=9", "-DSIZE=2"]));
    assert_eq!((&found["states"], &found["symmetry"]["method"]), (&505.into(), &"lazy".into()));
    let reason = found["symmetry"]["reason"].as_str().unwrap_or_default();
    assert_eq!(reason, "1 of 4 statements tell processes apart; lazy reduction applies");
    assert_eq!(found["symmetry"]["group_order"], "512");
}

#[test]
fn beyond_its_boundary_it_is_refused_with_the_reason() {
    let file = std::env::temp_dir().join(format!("quotient-lazy-{}.pml", std::process::id()));
    let text =
        "chan c = [0] of { byte };\nactive [2] proctype p() {\nend:\n  do\n  :: c!1\n  :: c?_\n  od\n}\n";
    std::fs::write(&file, text).expect("a file can be written");
    let output = quotient(&file, &["--symmetry", "lazy"]);
    let chosen = quotient(&file, &[]);
    std::fs::remove_file(&file).expect("the file can be removed");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("rendezvous") && message.contains("line 5"), "{message}");
    assert_eq!(chosen.status.code(), Some(0));
}
