//! Every property of a model has a verdict of its own, and what is not checked is never said to hold.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

fn check(name: &str, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("check").arg(model(name)).args(flags).output().expect("the tool runs")
}

/// The exit code, and name, kind and verdict of each property.
fn properties(name: &str, flags: &[&str]) -> (Option<i32>, Vec<[String; 3]>) {
    let output = check(name, &[flags, &["--json"]].concat());
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let all = found["properties"].as_array().expect("a list of properties");
    let text = |p: &Value, key: &str| p[key].as_str().expect("text").to_owned();
    let listed = all.iter().map(|p| ["name", "kind", "verdict"].map(|key| text(p, key)));
    (output.status.code(), listed.collect())
}

fn expected(all: &[[&str; 3]]) -> Vec<[String; 3]> {
    all.iter().map(|property| property.map(str::to_owned)).collect()
}

#[test]
fn what_is_not_checked_is_undecided_unless_it_is_ignored() {
    let safety = ["safety", "safety", "holds"];
    let open: [(&str, &[[&str; 3]]); 2] = [
        ("b/cache_refined.ref", &[["cache", "refinement", "undecided"]]),
        (
            "b/temporal_formulas.mch",
            &[
                ["ASSERT_CTL", "ltl", "undecided"],
                ["ASSERT_LTL", "ltl", "holds"],
                ["ASSERT_LTL_1", "ltl", "holds"],
            ],
        ),
    ];
    for (name, others) in open {
        let all = [&[safety], others].concat();
        assert_eq!(properties(name, &[]), (Some(3), expected(&all)), "{name}");
        assert_eq!(properties(name, &["--ignore-claims"]), (Some(0), expected(&[safety])), "{name}");
        assert_eq!(properties(name, &["--claim", "safety"]), (Some(0), expected(&[safety])), "{name}");
    }
}

#[test]
fn claims_are_selected_by_name() {
    let name = "promela/trust/ltl_invariants.pml";
    let holds = [["both", "ltl", "holds"], ["first", "ltl", "holds"]];
    assert_eq!(properties(name, &["--claim", "first", "--claim", "both"]), (Some(0), expected(&holds)));
    let violated = [["reached", "ltl", "violated"]];
    assert_eq!(properties(name, &["--claim", "reached"]), (Some(1), expected(&violated)));
    let unknown = check(name, &["--claim", "neither_of_them"]);
    assert_eq!(unknown.status.code(), Some(2));
    let message = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(message.contains("no property of that name; there are safety, implication"), "{message}");
    assert_eq!(check(name, &["--claim", "both", "--ignore-claims"]).status.code(), Some(2));
}

#[test]
fn the_report_has_a_line_for_each_property() {
    let output = check("promela/trust/never_accept_cycle.pml", &["--symmetry", "none"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let found =
        "an acceptance cycle: the never claim goes on for ever past an accept label, its own or a process's";
    assert_eq!(lines[1], "  safety: holds");
    let model = std::fs::read_to_string(model("promela/trust/never_accept_cycle.pml")).expect("readable");
    let line = model.lines().position(|line| line.starts_with("never")).expect("a claim") + 1;
    assert_eq!(lines[2], format!("  never stays_one (line {line}): violated: {found}"));
    let first = lines[0].strip_prefix(&format!("violated: never stays_one: {found} (")).expect(&text);
    assert!(first.ends_with(&format!("never_accept_cycle.pml:{line})")), "{first}");
    assert_eq!(lines.last(), lines.first(), "the verdict stands at both ends");
    assert!(lines.contains(&"   -- and nothing happens any more --"), "{text}");
    let plain = check("promela/trust/never_accept_cycle.pml", &["--ignore-claims"]);
    let text = String::from_utf8_lossy(&plain.stdout).into_owned();
    assert!(text.starts_with("holds\n") && !text.contains("safety"), "{text}");
}

#[test]
fn limits_are_those_of_the_whole_run() {
    let output = check("promela/trust/ltl_invariants.pml", &["--max-states", "6", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(found["states"].as_u64() <= Some(6), "{}", found["states"]);
    assert_eq!(found["properties"][10]["verdict"], "undecided");
}
