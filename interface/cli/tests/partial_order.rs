//! Partial-order reduction as a user meets it: what it says, and what it does not go with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

fn check(name: &str, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("check").arg(model(name)).arg("--partial-order").args(flags).output().expect("the tool runs")
}

fn report(name: &str, flags: &[&str]) -> Value {
    let output = check(name, &[flags, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn notices(report: &Value) -> String {
    let all = report["notices"].as_array().expect("a list").iter().filter_map(Value::as_str);
    all.collect::<Vec<_>>().join("\n")
}

const SORT: &str = "promela/protocols/pipeline_sort.pml";

#[test]
fn it_says_how_many_states_were_left_by_some_of_their_steps() {
    let found = report(SORT, &["--symmetry", "none"]);
    assert_eq!(found["verdict"], "holds", "{found}");
    assert!(notices(&found).contains("states were left by some of their steps only"), "{found}");
}

#[test]
fn the_figures_do_not_depend_on_threads() {
    let figures = |threads: &str| {
        let found = report("promela/papers/peterson.pml", &["-DN=4", "--threads", threads]);
        ["verdict", "states", "transitions", "depth", "notices"].map(|key| found[key].clone())
    };
    assert_eq!(figures("1"), figures("3"));
}

#[test]
fn what_it_does_not_go_with_is_refused() {
    for flags in [&["-O1"][..], &["--symmetry", "lazy"], &["--certify"]] {
        let output = check(SORT, flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--partial-order"), "{flags:?}");
    }
    assert_eq!(check("b/bank.mch", &[]).status.code(), Some(2));
}
