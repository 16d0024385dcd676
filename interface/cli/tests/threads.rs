//! `--threads`: what the command says does not depend on it. `cargo xtask thread-compare` does the same with more models and runs.

use std::process::Command;

use serde_json::Value;

/// What must be the same in every run.
#[derive(Debug, PartialEq)]
struct Said {
    figures: [Value; 6],
    exact: Value,
    /// Steps of the counterexample.
    length: Option<usize>,
}

fn said(model: &str, flags: &[&str], threads: &str) -> (Said, Value) {
    let path = format!("{}/../../models/{model}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(["check", "--json", "--ignore-claims", "--threads", threads, &path])
        .args(flags)
        .output()
        .expect("the command can be started");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let figures = ["verdict", "reason", "states", "transitions", "depth", "errors"];
    let said = Said {
        figures: figures.map(|key| report[key].clone()),
        exact: report["symmetry"]["exact"].clone(),
        length: report["counterexample"].as_array().map(Vec::len),
    };
    (said, report["threads"].clone())
}

/// Runs with several numbers of threads, of which the report names the one that there could be.
fn same(model: &str, flags: &[&str], several: bool) {
    let (one, threads) = said(model, flags, "1");
    assert_eq!(threads, 1);
    for number in ["2", "3", "8", "3", "2"] {
        let (more, threads) = said(model, flags, number);
        assert_eq!(more, one, "{model} {flags:?} with {number} threads");
        assert_eq!(threads.to_string(), if several { number } else { "1" });
    }
}

#[test]
fn promela_without_symmetry_and_with_it() {
    same("promela/papers/peterson.pml", &["-D", "N=4", "--symmetry", "none", "--all-errors"], true);
    same("promela/papers/resource_allocator.pml", &["-D", "A=3", "-D", "B=4", "--symmetry", "none"], true);
    for symmetry in ["auto", "refine", "enumerate", "label", "sorted", "segment"] {
        same("promela/papers/email.pml", &["-D", "N=4", "--symmetry", symmetry], true);
    }
    same("promela/papers/email.pml", &["-D", "N=4", "--max-states", "12345"], true);
    same("promela/protocols/shared_table.pml", &["-D", "BROKEN=1", "--symmetry", "none", "-O0"], true);
    same(
        "promela/protocols/shared_table.pml",
        &["-D", "BROKEN=1", "--symmetry", "none", "--all-errors"],
        true,
    );
}

#[test]
fn b_without_symmetry_and_with_it() {
    same("b/voting.mch", &["--card", "VOTER=7", "--symmetry", "none"], true);
    same("b/library.mch", &["--card", "READER=4", "--card", "BOOK=3", "--all-errors"], true);
    same("b/library.mch", &["--card", "READER=3", "--card", "BOOK=3", "--symmetry", "none"], true);
}

#[test]
fn searches_that_have_one_thread_say_so() {
    same("promela/papers/peterson.pml", &["-D", "N=3", "--search", "dfs"], false);
    same("promela/papers/peterson.pml", &["-D", "N=3", "--symmetry", "lazy"], false);
    same("promela/papers/peterson.pml", &["-D", "N=3", "--symmetry", "flood"], false);
    same("b/library.mch", &["--symmetry", "markers"], false);
}
