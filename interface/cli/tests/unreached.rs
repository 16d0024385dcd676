//! What a complete search never executed, at the end of the report.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn models(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

fn check(file: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    let output = command.arg("check").arg(file).args(arguments).output().expect("the command runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Process type and line of what is not reached; `None` if that is not known.
fn unreached(file: &Path, arguments: &[&str]) -> Option<BTreeSet<(String, u64)>> {
    let report: Value = serde_json::from_str(&check(file, &[arguments, &["--json"]].concat())).expect("JSON");
    let all = report["unreached"].as_array()?.iter();
    Some(
        all.map(|one| {
            (one["process"].as_str().unwrap_or_default().into(), one["line"].as_u64().unwrap_or(0))
        })
        .collect(),
    )
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unreached_{name}"));
    std::fs::write(&path, text).expect("a file");
    path
}

const PARTLY: &str = "byte x;
active [2] proctype P() {
  if
  :: x < 9 -> x = 1
  :: x > 9 ->
     x = 3;
     atomic { x = 4; x = 5 }
  fi;
  d_step { x == 7; x = 2 } unless { x == 1 }
}
proctype Never() { x = 8 }
";

#[test]
fn statements_are_listed_by_line() {
    let file = written("partly.pml", PARTLY);
    let text = check(&file, &["--symmetry", "none"]);
    assert!(text.starts_with("holds\n"), "{text}");
    let place = |line: u32| format!("  {}:{line}: ", file.display());
    let listed = text.split("unreached in P:\n").nth(1).expect(&text);
    let expected: String =
        [(5, "x > 9"), (6, "x = 3"), (7, "x = 4"), (7, "x = 5"), (9, "d_step { x == 7; x = 2 }")]
            .map(|(line, statement)| format!("{}{statement}\n", place(line)))
            .concat();
    assert!(listed.starts_with(&expected), "{text}");
    assert!(text.contains(&format!("never executed: Never ({}:11)\n", file.display())), "{text}");
    // Where nothing is atomic it is known under symmetry too, but for statements that begin options.
    let plain = PARTLY.replace("atomic { x = 4; x = 5 }", "x = 4");
    let reduced = unreached(&written("plain.pml", &plain), &[]).expect("known");
    let lines: Vec<u64> = reduced.iter().map(|(_, line)| *line).collect();
    assert_eq!(lines, [11, 6, 7], "{reduced:?}");
    // A search that was cut knows nothing, and merged statements are not executed by themselves.
    assert_eq!(unreached(&file, &["-O1", "--symmetry", "none"]), None);
    assert_eq!(unreached(&file, &["--max-states", "3"]), None);
}

/// An inline is used twice, and a part of it is executed in one use alone.
#[test]
fn a_statement_that_another_use_of_an_inline_executes_is_told_apart() {
    let text = "byte x, y;\ninline step(a) {\n  if :: y == a -> x = 1\n     :: else\n  fi;\n  skip\n}\n\
                active proctype P() { step(0); step(1) }";
    let told = check(&written("inline.pml", text), &["-O0"]);
    assert!(told.contains(":3: x = 1  (in one of several uses)\n"), "{told}");
    assert!(told.contains(":3: y == 1") && !told.contains("y == 0"), "{told}");
    assert!(told.contains(":4: else  (in one of several uses)\n") && !told.contains(":6: skip"), "{told}");
}

/// What is written behind a jump is not executed, whatever it is; what is executed on the way of another step is.
#[test]
fn a_skip_that_is_written_counts_as_a_statement() {
    let text = "byte x; active proctype P() {\n  goto on;\n  skip;\n  atomic { skip;\n  x = 1 };\n  on: x = 2;\n  \
                skip;\n  skip;\n  x = 3;\n  do :: x < 5 -> skip; x++ :: else -> break od;\n  skip }";
    let file = written("skips.pml", text);
    for level in ["-O0", "-O2"] {
        let all = unreached(&file, &[level]).expect("known");
        let lines: Vec<u64> = all.iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [3, 4, 5], "{level}: {all:?}");
    }
}

/// A process chooses its partner, and what it does then stands at other locations for each.
#[test]
fn what_a_symmetric_state_would_execute_is_not_unreached() {
    let text = "byte to, served; active proctype Balancer() {
          if :: to = 1 ->
             served = 1
             :: to = 2 ->
             served = 2
          fi }
        active [2] proctype Server() { to == _pid && served == _pid }";
    let file = written("chosen.pml", text);
    for arguments in [&["--ignore-claims"][..], &["-O0"], &["--symmetry", "none"]] {
        let all = unreached(&file, &[&["--all-errors"], arguments].concat()).unwrap_or_default();
        assert!(!all.iter().any(|(process, line)| process == "Balancer" && [3, 5].contains(line)), "{all:?}");
    }
}

#[test]
fn operations_that_are_never_enabled_are_listed() {
    let text = "MACHINE M\nVARIABLES x\nINVARIANT x : 0..3\nINITIALISATION x := 0\nOPERATIONS\n  up = PRE x < 3 THEN x := x + 1 END;\n  reset = PRE x = 3 THEN x := 0 END;\n  never_possible = PRE x > 3 THEN x := 0 END\nEND\n";
    let file = written("operations.mch", text);
    let text = check(&file, &[]);
    assert!(text.contains(&format!("never executed: never_possible ({}:8)\n", file.display())), "{text}");
    assert!(!text.contains("never executed: up") && !text.contains("never executed: reset"), "{text}");
}

/// Models in which SPIN finds code that is not reached, and some in which it finds none.
const BESIDE_SPIN: [&str; 6] = [
    "rules/dead_variable",
    "protocols/msi_directory",
    "protocols/elevator",
    "trust/lazy_end_of_one",
    "trust/escape_of_a_d_step",
    "protocols/pipeline_sort",
];

#[test]
fn what_spin_does_not_reach_is_listed() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    for name in BESIDE_SPIN {
        let file = models(&format!("promela/{name}.pml")).canonicalize().expect("a model");
        let ours =
            unreached(&file, &["--ignore-claims", "-O0", "--symmetry", "none"]).expect("a complete search");
        let theirs = spins(name, &file);
        assert!(theirs.is_subset(&ours), "{name}: {theirs:?} but {ours:?}");
    }
}

/// What `pan` lists, but for ends of processes and jumps.
fn spins(name: &str, file: &Path) -> BTreeSet<(String, u64)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pan_{}", name.replace('/', "_")));
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&folder).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    run("spin", &["-o1", "-o2", "-o3", "-a", file.to_str().expect("UTF-8")]);
    run("gcc", &["-w", "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c"]);
    let said = run("./pan", &["-m100000"]);
    assert!(said.contains("unreached in"), "{name}: {said}");
    let (mut out, mut process) = (BTreeSet::new(), String::new());
    for line in said.lines() {
        if let Some(name) = line.strip_prefix("unreached in ") {
            process = name.strip_prefix("proctype ").unwrap_or(":init:").into();
        } else if let Some((place, rest)) = line.split_once(", state ") {
            let number = place.rsplit(':').next().and_then(|number| number.parse().ok());
            if !rest.contains("\"-end-\"") && !rest.contains("goto)\"") {
                out.extend(number.map(|number| (process.clone(), number)));
            }
        }
    }
    out
}
