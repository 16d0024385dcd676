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

/// Sizes of deferred sets are said to every command that reads a machine.
#[test]
fn sizes_of_sets_are_taken_by_every_command() {
    let run = |command: &str, flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient")).arg(command).args(flags).output();
        let output = command.as_mut().expect("the tool runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let machine = model("b/access_leak.mch");
    let machine = machine.to_str().expect("UTF-8");
    assert!(run("symmetry", &[machine, "--card", "USER=3"]).contains("group of order 12 (S3 x S2)"));
    assert!(run("symmetry", &[machine, "--default-set-size", "3"]).contains("group of order 36"));
    assert_eq!(run("eval", &[machine, "--default-set-size", "3", "card(USER * ROLE)"]).trim(), "9");
    let one = run("symmetry", &[machine, "--default-set-size", "1"]);
    assert!(one.contains("why: the group is trivial"), "{one}");
    let refused = check("promela/papers/email.pml", &["--default-set-size", "3"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// A renaming of values is told once, in the form of the other exchanges.
#[test]
fn values_that_are_exchanged_are_told_once() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flags_values.pml");
    let text = "byte a[2], b[2];\nproctype P(byte me; byte too) { a[me]++; b[too]++ }\n\
                init { atomic { run P(0, 0); run P(1, 1) } }\n";
    std::fs::write(&file, text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_quotient")).arg("symmetry").arg(&file).output();
    let told = String::from_utf8(output.expect("the tool runs").stdout).expect("text");
    assert!(told.contains("  P(1) <-> P(2), value 0 <-> value 1\n"), "{told}");
}
