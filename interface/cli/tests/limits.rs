//! Limits hold whatever the check is doing when they are met, and the report says what that was.
//!
//! Each model keeps one phase busy for far longer than it is given: reading, lowering, finding symmetry, one step.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

/// What each run is given.
const GIVEN: &str = "0.5";
/// How long it may take. A limit that is not looked at costs minutes here; the rest is for machines that are busy.
const TAKEN: Duration = Duration::from_secs(5);
/// The memory each run is given.
const MEMORY: &str = "150M";

fn models() -> Vec<(&'static str, String)> {
    let mut macros = "byte x;\n#define A0 x = x + 1\n".to_owned();
    for i in 1..30 {
        let _ = writeln!(macros, "#define A{i} A{0}; A{0}", i - 1);
    }
    macros += "active proctype P() { A29 }\n";
    let statements: Vec<String> = (0..200_000).map(|i| format!("x = (x + {}) % 50", i % 7)).collect();
    let choices: Vec<String> = (0..24).map(|i| format!("if :: x[{i}] = 0 :: x[{i}] = 1 fi")).collect();
    let reader = "active [2] proctype Q() { do :: x[0] < 200 -> x[0]++ od }";
    vec![
        ("macros.pml", macros),
        ("statements.pml", format!("byte x;\nactive proctype P() {{ {} }}\n", statements.join(";\n"))),
        ("choices.pml", format!("byte x[24]; active proctype P() {{ atomic {{ {} }} }} {reader}", choices.join("; "))),
        ("atomic.pml", "int x; active proctype P() { atomic { do :: x++ :: x < 0 -> break od } }".to_owned()),
        (
            "processes.pml",
            "byte n; active [250] proctype P() { byte k; do :: n++; k = _pid; (k < 3); n-- od }".to_owned(),
        ),
        (
            "sets.mch",
            "MACHINE sets\nVARIABLES x\nINVARIANT x : POW(POW(1..20))\nINITIALISATION x := {}\nOPERATIONS\n  \
             add(s) = PRE s : POW(1..20) THEN x := x \\/ {s} END\nEND\n"
                .to_owned(),
        ),
    ]
}

fn write(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join(name), text).expect("the model can be written");
    folder.join(name)
}

#[test]
fn every_phase_ends_in_time() {
    for (name, text) in models() {
        let begin = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
            .args(["check", "--json", "--max-seconds", GIVEN, "--max-memory", MEMORY])
            .arg(write(name, &text))
            .output()
            .expect("the tool runs");
        assert!(begin.elapsed() < TAKEN, "{name} took {:?}", begin.elapsed());
        assert_eq!(output.status.code(), Some(3), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!(report["verdict"], "undecided", "{name}");
        let reason = report["reason"].as_str().unwrap_or_default();
        assert!(reason.contains("limit was reached"), "{name}: {reason}");
    }
}
