//! `quotient compare`: every method that applies, in each form of output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn compare(model: &str, flags: &[&str]) -> Output {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(model);
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("compare").arg(file).args(flags).output().expect("the tool runs")
}

/// The simple mutual exclusion of TopSPIN's papers for ten processes: 6,145 states at `-O1` as SPIN counts them, 22 orbits.
#[test]
fn exact_methods_have_the_orbits_and_none_has_the_states() {
    let output = compare("promela/papers/simple_mutex.pml", &["-D", "N=10", "-O1", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let methods = told["methods"].as_array().expect("a list");
    let of = |name: &str| methods.iter().find(|run| run["method"] == name).expect("the method was run");
    assert_eq!(told["contradictions"], serde_json::json!([]));
    assert_eq!(of("none")["states"], 6145);
    for exact in ["auto", "refine", "label", "enumerate", "segment", "flood"] {
        assert_eq!((&of(exact)["states"], &of(exact)["exact"]), (&22.into(), &true.into()), "{exact}");
    }
    assert!(methods.len() > 15, "{} methods", methods.len());
}

#[test]
fn tables_values_and_plots_name_every_method_for_b_too() {
    let plot = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("methods.svg");
    let flags = ["--csv", "--card", "USER=3", "--svg", plot.to_str().expect("a path")];
    let output = compare("b/bank.mch", &flags);
    let text = String::from_utf8_lossy(&output.stdout);
    let told = String::from_utf8_lossy(&output.stderr);
    // `bank` has no set of that name: nothing is run, and the hint is that of `check`.
    assert_eq!(output.status.code(), Some(2), "{text}{told}");
    let output = compare("b/bank.mch", &["--csv", "--svg", plot.to_str().expect("a path")]);
    let text = String::from_utf8_lossy(&output.stdout);
    for method in ["auto", "none", "label", "flood", "markers"] {
        assert!(text.lines().any(|line| line.starts_with(method)), "{method}: {text}");
    }
    assert!(std::fs::read_to_string(plot).expect("it was drawn").contains("label"));
}

#[test]
fn wrong_input_is_told_once_and_nothing_is_run() {
    for (model, flags) in [
        ("promela/papers/simple_mutex.pml", &["--methods", "fastest"][..]),
        ("promela/there_is_no_such_model.pml", &[]),
        ("b/bank.mch", &["-O1"]),
        ("promela/papers/simple_mutex.pml", &["--svg", "/there/is/no/such/folder.svg", "--methods", "none"]),
    ] {
        let output = compare(model, flags);
        assert_eq!(output.status.code(), Some(2), "{model} {flags:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{model} {flags:?}");
    }
}
