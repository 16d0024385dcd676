//! `quotient reproduce`: the figures of the papers, as far as they come out quickly.

use std::process::{Command, Output};

use serde_json::Value;

fn reproduce(flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    // Away from the repository: figures and models are part of the program.
    command
        .arg("reproduce")
        .args(flags)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("the tool runs")
}

fn rows(flags: &[&str]) -> Vec<Value> {
    let output = reproduce(&[flags, &["--json"]].concat());
    let told: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    // A difference that nobody can explain is exit code 3.
    assert_eq!(output.status.code(), Some(0), "{told:#}");
    told["rows"].as_array().expect("a list").clone()
}

fn count(rows: &[Value], relation: &str) -> usize {
    rows.iter().filter(|row| row["relation"] == relation).count()
}

/// Of the machines only one is here. All its figures are quick, and none of the paper's is another number.
#[test]
fn the_scheduler_has_the_published_figures() {
    let rows = rows(&["--paper", "nauty", "--seconds", "60"]);
    let (ours, others): (Vec<Value>, Vec<Value>) =
        rows.into_iter().partition(|row| row["system"] == "scheduler0");
    assert_eq!((ours.len(), count(&ours, "agrees")), (18, 18), "{ours:#?}");
    assert!(others.len() > 50 && count(&others, "left out") == others.len());
    assert!(others.iter().all(|row| row["why"].as_str().is_some_and(|why| why.contains("--machines DIR"))));
}

/// Those that are done within a second; how many that are depends on the machine.
#[test]
fn no_figure_differs_without_a_reason() {
    let rows = rows(&["--paper", "constructive-orbit", "--paper", "lazy", "--seconds", "1"]);
    assert!(count(&rows, "agrees") >= 40, "{} of {}", count(&rows, "agrees"), rows.len());
    for row in rows.iter().filter(|row| row["relation"] == "differs") {
        assert!(row["why"].is_string(), "{row}");
    }
    let of = |system: &str, size: &str, counted: &str| {
        let is_it =
            |row: &&Value| row["system"] == system && row["size"] == size && row["counted"] == counted;
        rows.iter().find(is_it).unwrap_or_else(|| panic!("{system} {size} {counted}")).clone()
    };
    assert_eq!(of("simple mutex", "10", "exact")["here"], "22");
    assert_eq!(of("Peterson", "3", "every state")["here"], "2636");
    assert_eq!(of("three-tiered architecture", "4-4", "exact")["relation"], "differs");
    assert_eq!(of("readers-writers", "2 readers, 1 writer", "lazy")["here"], "9");
}

#[test]
fn a_table_says_where_figures_are_from_and_what_was_left_out() {
    let output = reproduce(&["--paper", "vector", "--paper", "segmentation", "--seconds", "0"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("ENTCS 185, 2007") && text.contains("the paper has no tables"), "{text}");
    assert!(text.contains("left out [1]") && text.contains("[1] the time limit was reached"), "{text}");
    let csv = reproduce(&["--paper", "nauty", "--seconds", "0", "--csv"]);
    let csv = String::from_utf8_lossy(&csv.stdout);
    assert!(csv.starts_with("paper,table,system,") && csv.lines().count() > 70, "{csv}");
}

#[test]
fn papers_and_folders_that_do_not_exist_are_refused() {
    for (flags, word) in [
        (&["--paper", "dijkstra"][..], "there are segmentation, vector"),
        (&["--paper", "nauty", "--machines", "no_such_folder"], "there is no no_such_folder"),
        (&["--csv", "--json"], "cannot be used with"),
    ] {
        let output = reproduce(flags);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {told}");
        assert!(told.contains(word) && output.stdout.is_empty(), "{flags:?}: {told}");
    }
}
