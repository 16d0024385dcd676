//! Tests are data: every model carries its expectations, and this runs it under every level and method.
//!
//! A header is TOML behind `//! `; see CONTRIBUTING.md. Runs marked `large` are left to the benchmarks.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Spaces larger than this take too long for a test.
const MOST_STATES: i64 = 300_000;

#[test]
fn models_meet_their_expectations() {
    let mut failures = Vec::new();
    let mut runs = 0;
    for file in models() {
        for run in runs_of(&file) {
            // Large is what is large to others.
            failures.extend(lazy_differences(&file, &run));
            if run.get("large").is_some() {
                continue;
            }
            runs += 1;
            failures.extend(check_run(&file, &run));
        }
    }
    assert!(runs > 100, "only {runs} runs were found");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let mut all = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the models are there").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "pml") => all.push(path),
                false => {}
            }
        }
    }
    all.sort();
    all
}

fn runs_of(file: &Path) -> Vec<toml::Table> {
    let text = std::fs::read_to_string(file).expect("readable");
    let header: String =
        text.lines().filter_map(|l| l.strip_prefix("//!")).map(|l| format!("{}\n", l.trim_start())).collect();
    let table: toml::Table = header.parse().unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    match table.get("run").and_then(|r| r.as_array()) {
        Some(runs) => runs.iter().filter_map(|r| r.as_table().cloned()).collect(),
        None => Vec::new(),
    }
}

fn check_run(file: &Path, run: &toml::Table) -> Vec<String> {
    let mut failures = Vec::new();
    let states = |level: &str| run.get("states").and_then(|s| s.get(level)).and_then(toml::Value::as_integer);
    for (level, search) in [("O0", "bfs"), ("O1", "dfs")] {
        if states(level).is_some_and(|n| n > MOST_STATES) {
            continue;
        }
        let extra = ["--symmetry", "none", "--search", search, "--all-errors"];
        match quotient(file, run, level, &extra) {
            Some(found) => failures.extend(differences(file, run, level, states(level), &found)),
            None if verdict(run) == "refused" => {}
            None => failures.push(format!("{} -{level}: refused", file.display())),
        }
    }
    failures.extend(check_reduced(file, run, states("O0"), states("O2")));
    failures.extend(method_differences(file, run));
    failures
}

/// Methods that promise one state for each orbit, whatever the group, with the search order. Orbits do not depend on the
/// order in which they are found.
const EXACT: &[(&str, &str)] = &[
    ("auto", "bfs"),
    ("auto", "dfs"),
    ("label", "bfs"),
    ("enumerate", "dfs"),
    ("enumerate-basic", "bfs"),
    ("enumerate-transpositions", "bfs"),
    ("segment", "dfs"),
    ("segmented", "bfs"),
    ("flood", "dfs"),
    ("refine", "bfs"),
];

/// Methods that are exact for some groups and states only. They must say of themselves when they are.
const SOMETIMES: &[&str] = &[
    "minimising-set",
    "minimising-set-steepest",
    "disjoint",
    "wreath",
    "local-search",
    "fast",
    "sorted",
    "markers",
    "first-appearance",
];

/// Spaces with more states than this are given to the first methods of `EXACT` alone: some others take very long.
const MOST_FOR_ALL: i64 = 10_000;

#[test]
fn every_method_is_run() {
    let lists = EXACT.iter().map(|(method, _)| *method).chain(SOMETIMES.iter().copied());
    let mut listed: Vec<&str> = lists.chain(["none", "lazy", "lazy-without-subsumption", "nauty"]).collect();
    listed.dedup();
    for method in quotient::Method::of(quotient::Language::Promela) {
        assert!(listed.contains(&method.to_string().as_str()), "{method} is in no list");
    }
}

/// Every method finds the verdict; one that says it is exact stores the orbits, and no other fewer. A method that promises
/// to be exact and is not for this model must be named under `not_exact` in its header.
fn method_differences(file: &Path, run: &toml::Table) -> Vec<String> {
    let orbits = run.get("orbits").and_then(toml::Value::as_integer).filter(|&n| n <= MOST_STATES / 4);
    let Some(orbits) = orbits else { return Vec::new() };
    let states =
        run.get("states").and_then(|s| s.get("O1").or(s.get("O0"))).and_then(toml::Value::as_integer);
    let small = states.is_some_and(|n| n <= MOST_FOR_ALL);
    let all = if small { EXACT.len() } else { 3 };
    let sometimes = SOMETIMES.iter().filter(|_| small).map(|method| (*method, "bfs", false));
    let methods = EXACT[..all].iter().map(|(method, search)| (*method, *search, true)).chain(sometimes);
    let mut failures = Vec::new();
    for (method, search, promises) in methods {
        let extra = ["--symmetry", method, "--search", search, "--all-errors"];
        let found = quotient(file, run, "O1", &extra);
        let wrong = match &found {
            None => Some("refused".to_owned()),
            Some(found) => method_difference(run, method, promises, orbits, found),
        };
        let define = run.get("define");
        failures
            .extend(wrong.map(|wrong| format!("{} {define:?} {method} {search}: {wrong}", file.display())));
    }
    failures
}

fn method_difference(
    run: &toml::Table,
    method: &str,
    promises: bool,
    orbits: i64,
    found: &Value,
) -> Option<String> {
    let (symmetry, states) = (&found["symmetry"], found["states"].as_i64().unwrap_or(-1));
    let excused = run.get("not_exact").and_then(toml::Value::as_array);
    let excused = excused.is_some_and(|all| all.iter().any(|own| own.as_str() == Some(method)));
    let (exact, sound) = (symmetry["exact"] == Value::Bool(true), symmetry["sound"] == Value::Bool(true));
    if found["verdict"].as_str() != Some(verdict(run)) {
        return Some(format!("{} instead of {}", found["verdict"], verdict(run)));
    }
    if !sound {
        return Some("not sound".into());
    }
    if promises && exact == excused {
        let reason = &symmetry["reason"];
        return Some(format!("says exact: {exact} ({reason}), `not_exact` says otherwise"));
    }
    // Annotated states are not representatives; they have figures of their own.
    if symmetry["method"] == "lazy" {
        return None;
    }
    if exact && (states != orbits || symmetry["not_canonical"] != 0) || states < orbits {
        let group = &symmetry["group_order"];
        return Some(format!("{states} representatives, {orbits} orbits expected (group {group})"));
    }
    None
}

/// Lazy reduction: the number of annotated states, the verdict and, where it is given, the shortest counterexample.
fn lazy_differences(file: &Path, run: &toml::Table) -> Vec<String> {
    let expected = |key: &str| run.get(key).and_then(toml::Value::as_integer);
    let mut failures = Vec::new();
    for (key, method) in [("lazy", "lazy"), ("lazy_without_subsumption", "lazy-without-subsumption")] {
        let Some(states) = expected(key).filter(|&n| n <= MOST_STATES / 10) else { continue };
        let describe = |what: String| format!("{} {:?} {method}: {what}", file.display(), run.get("define"));
        match quotient(file, run, "O1", &["--symmetry", method, "--all-errors"]) {
            Some(found) if found["verdict"].as_str() != Some(verdict(run)) => {
                failures.push(describe(format!("{} instead of {}", found["verdict"], verdict(run))));
            }
            Some(found) if found["states"].as_i64() != Some(states) => {
                failures.push(describe(format!("{} annotated states instead of {states}", found["states"])));
            }
            Some(_) => {}
            None => failures.push(describe("refused".into())),
        }
    }
    failures
}

/// At -O2 the verdict is the same, with at most as many states, alone and with symmetry; the counterexample is one of the
/// model as it is written.
fn check_reduced(file: &Path, run: &toml::Table, plain: Option<i64>, expected: Option<i64>) -> Vec<String> {
    let mut failures = Vec::new();
    if verdict(run) == "refused" || plain.is_some_and(|n| n > MOST_STATES) {
        return failures;
    }
    // A search that stops at the first violation may find one of another kind.
    let mut any = run.clone();
    if verdict(run) == "violated" && run.get("violation").and_then(toml::Value::as_str) != Some("claim") {
        any.remove("violation");
    }
    for (run, extra) in [(run, &["--symmetry", "none", "--all-errors"][..]), (&any, &[])] {
        match quotient(file, run, "O2", extra) {
            Some(found) => {
                let exact = if extra.is_empty() { None } else { expected };
                failures.extend(differences(file, run, "O2", exact, &found));
                if plain.is_some() && found["states"].as_i64() > plain {
                    failures.push(format!(
                        "{} -O2: {} states, more than {plain:?}",
                        file.display(),
                        found["states"]
                    ));
                }
            }
            None => failures.push(format!("{} -O2: refused", file.display())),
        }
    }
    failures
}

fn verdict(run: &toml::Table) -> &str {
    run.get("verdict").and_then(toml::Value::as_str).unwrap_or("holds")
}

fn differences(
    file: &Path,
    run: &toml::Table,
    level: &str,
    states: Option<i64>,
    found: &Value,
) -> Option<String> {
    let kinds: Vec<&str> = found["errors"].as_array()?.iter().filter_map(|e| e["kind"].as_str()).collect();
    let violation = run.get("violation").and_then(toml::Value::as_str);
    let same_verdict = found["verdict"].as_str() == Some(verdict(run));
    let same_kind = violation.is_none_or(|v| kinds.contains(&v));
    let same_states = states.is_none_or(|n| found["states"].as_i64() == Some(n));
    let properties = properties(found);
    let same_properties = run.get("properties").is_none_or(|expected| *expected == properties);
    if !same_properties {
        return Some(format!("{} -{level}: properties {properties}", file.display()));
    }
    if same_verdict && same_kind && same_states {
        return None;
    }
    Some(format!(
        "{} {:?} -{level}: {} {kinds:?} with {} states, expected {} {violation:?} with {states:?}",
        file.display(),
        run.get("define"),
        found["verdict"],
        found["states"],
        verdict(run)
    ))
}

/// The verdict of each property, by its name.
fn properties(found: &Value) -> toml::Value {
    let all = found["properties"].as_array().expect("a list of properties");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let verdicts = all.iter().map(|p| (text(&p["name"]), toml::Value::String(text(&p["verdict"]))));
    toml::Value::Table(verdicts.collect())
}

/// The order of the group that is found, against the one expected. Large models have groups that are quick to find.
#[test]
fn models_have_the_groups_they_expect() {
    let mut compared = 0;
    for file in models() {
        for run in runs_of(&file) {
            let Some(expected) = run.get("group").and_then(toml::Value::as_str) else { continue };
            let found = tool("symmetry", &file, &run, "O1", &[]).expect("the model is accepted");
            assert_eq!(found["group_order"], expected, "{} {:?}", file.display(), run.get("define"));
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared} groups were compared");
}

/// One check; `None` if it refused the model.
fn quotient(file: &Path, run: &toml::Table, level: &str, extra: &[&str]) -> Option<Value> {
    // SPIN's counts are those without a claim.
    let claims: &[&str] = match run.get("claim").and_then(toml::Value::as_str) {
        Some("checked") => &[],
        _ => &["--ignore-claims"],
    };
    tool("check", file, run, level, &[claims, extra].concat())
}

/// One run of the tool; `None` if it refused the model.
fn tool(command: &str, file: &Path, run: &toml::Table, level: &str, extra: &[&str]) -> Option<Value> {
    let defines: Vec<String> = run.get("define").and_then(|d| d.as_array()).map_or_else(Vec::new, |all| {
        all.iter().filter_map(|d| d.as_str()).map(|d| format!("-D{d}")).collect()
    });
    let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .arg(command)
        .arg(file)
        .arg(format!("-{level}"))
        .arg("--json")
        .args(defines)
        .args(extra)
        .output()
        .expect("the tool runs");
    match output.status.code() {
        Some(2) => None,
        Some(_) => Some(serde_json::from_slice(&output.stdout).expect("one JSON object")),
        None => panic!("{} crashed", file.display()),
    }
}
