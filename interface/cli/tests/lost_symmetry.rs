//! Why symmetry was lost: the line that tells processes apart, and what it does, for small models with one slip each.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A model, the line of the first reason, and words of it.
const SLIPS: [(&str, &str, u64, &str); 10] = [
    (
        "a literal that is compared",
        "byte owner; byte n;
active [3] proctype P() { do :: owner = _pid
:: owner == 0 -> n = 3 od }",
        3,
        "this statement names process 0 of type P",
    ),
    (
        "a literal that is received",
        "chan c = [2] of { pid };
active [3] proctype P() { do :: c ! _pid od }
active proctype Q() { pid x; do :: c ? x
:: c ? 1 od }",
        4,
        "this statement names process 1 of type P",
    ),
    (
        "a literal that is looked for",
        "chan c = [2] of { byte, pid };
active [3] proctype P() { do :: c ! 7, _pid od }
active proctype Q() { byte a; pid x; do :: c ? a, x
:: c ?? [7, 2] -> skip od }",
        4,
        "this statement names process 2 of type P",
    ),
    (
        "a literal that is sent",
        "chan c = [2] of { pid };
active [3] proctype P() { do :: c ? eval(_pid) od }
active proctype Q() { do
:: c ! 1 od }",
        4,
        "this statement names process 1 of type P",
    ),
    (
        "an index",
        "bool flag[3];
active [3] proctype P() { do :: flag[_pid] = !flag[_pid] od }
active proctype Q() { do
:: flag[2] -> skip od }",
        4,
        "this statement names process 2 of type P",
    ),
    (
        "an order of numbers",
        "pid last; byte n;
active [3] proctype P() { do :: last = _pid
:: last < _pid -> n = 1 - n od }",
        3,
        "order",
    ),
    (
        "a channel that another process reads, and one that none reads",
        "chan a = [1] of { bit }; chan b = [1] of { bit };
proctype P(chan out) { end: do :: out ! 1 od }
proctype Q(chan c) { end: do
:: c ? 1 od }
init { atomic { run P(a); run P(b); run Q(a) } }",
        4,
        "this has to do with process 1, and nothing does so with process 2",
    ),
    (
        "two readers that differ",
        "chan a = [1] of { bit }; chan b = [1] of { bit };
proctype P(chan out) { end: do :: out ! 1 od }
proctype Q(chan c) { end: do
:: c ? 1 od }
proctype R(chan c) { end: do
:: c ?? 1 od }
init { atomic { run P(a); run P(b); run Q(a); run R(b) } }",
        4,
        "this tells process 1 from process 2",
    ),
    (
        "an end",
        "byte n;
active [3] proctype P() { n++; n > _nr_pr }",
        2,
        "end in the order of their numbers",
    ),
    (
        "a reference without a number",
        "byte n;
active [3] proctype P() { do :: n = 1
:: there: n = 0 od }
active proctype Q() { do
:: P@there -> skip od }",
        5,
        "without a number means the first process of this type",
    ),
];

#[test]
fn the_first_reason_names_the_line_and_what_it_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lost_symmetry");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, (what, model, line, words)) in SLIPS.iter().enumerate() {
        let path = folder.join(format!("{number}.pml"));
        std::fs::write(&path, model).expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
            .args(["symmetry", "--json", "-O0"])
            .arg(&path)
            .output()
            .expect("the command runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let first = &report["lost"][0];
        let why = first["why"].as_str().unwrap_or("");
        assert!(first["line"] == *line && why.contains(words), "{what}: {first}");
    }
}
