//! A flag does what it says or is refused with a hint, whoever reads the answer.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

fn check(name: &str, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("check").arg(model(name)).args(flags).output().expect("the tool runs")
}

#[test]
fn flags_that_do_not_fit_the_file_are_refused() {
    let refused: [(&str, &[&str], &str); 3] = [
        ("b/bank.mch", &["--fairness", "weak"], "--fairness"),
        ("b/bank.mch", &["--goal"], "defines no GOAL"),
        ("promela/trust/ltl_invariants.pml", &["--goal"], "--goal"),
    ];
    for (name, flags, word) in refused {
        let output = check(name, flags);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name} {flags:?}: {told}");
        assert!(told.contains(word), "{name} {flags:?}: {told}");
    }
}

#[test]
fn a_formula_of_the_command_line_is_checked_beside_selected_claims() {
    let name = "promela/liveness/accept_once.pml";
    let output = check(name, &["--claim", "safety", "--ltl", "[]<>(x == 9)"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("safety: holds") && told.contains("command_line"), "{told}");
}

/// Messages whose reader has gone away are lost, and nothing else.
#[test]
fn a_closed_standard_error_is_no_failure() {
    let missing = model("promela/there_is_no_such_model.pml");
    let refused = model("promela/README.md");
    for file in [missing, refused] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command.arg("check").arg(&file).stdout(Stdio::null()).stderr(writer);
        let status = command.status().expect("the tool runs");
        assert_eq!(status.code(), Some(2), "{}", file.display());
    }
}
