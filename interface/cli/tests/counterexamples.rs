//! Counterexamples as a user meets them in the terminal.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Checks a model of the repository, or one that is written for the test.
fn check(file: &Path, arguments: &[&str], columns: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("check").arg(file).args(arguments).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(name)
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("counterexample_{name}.pml"));
    std::fs::write(&path, text).expect("a file");
    path
}

const CHANNELS: &str = "mtype = { req, ack };
chan q = [2] of { mtype, byte };
chan r = [0] of { mtype };
byte x;
#define MAX 5
inline add(a, b) { a = a+b }
active proctype Sender() {
  byte i;
  do
  :: i < 2 -> q!req,i; add(x,3); i++; printf(\"sent %d\\n\", i)
  :: else -> break
  od;
  r?ack;
  assert(x < MAX)
}
active proctype Receiver() {
  byte got;
  do
  :: q?req,got -> if :: got == 1 -> r!ack :: else fi
  od
}
";

#[test]
fn a_trace_is_a_table_of_statements_as_they_are_written() {
    let text = check(&written("channels", CHANNELS), &["-O0"], None);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("violated: assertion violated: assert(x < MAX) ("), "{text}");
    assert!(lines[0].ends_with("counterexample_channels.pml:14)"), "{text}");
    assert_eq!(lines.last(), lines.first(), "the verdict stands at both ends");
    for part in ["x = x+3", "[x = 0 -> 3]", "[q = empty -> [req,0]]", "[i = 0 -> 1]", "> sent 1", "> sent 2"]
    {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let steps: Vec<&&str> = lines.iter().filter(|line| line.contains("  line ")).collect();
    let columns: Vec<Option<usize>> =
        steps.iter().filter(|l| !l.starts_with("  ")).map(|l| l.find("line ")).collect();
    assert!(columns.len() > 5 && columns.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
    let state = text.split("final state:\n").nth(1).expect("a table");
    let expected =
        ["variables", "x = 6", "Sender(0)", "i = 2", "Receiver(1)", "got = 1", "channels", "q = empty"];
    let words: Vec<&str> = state.lines().take(4).flat_map(|l| l.trim().split("  ")).map(str::trim).collect();
    assert_eq!(words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>(), expected, "{text}");
    assert!(!text.contains("(channel "), "channels are not told by number:\n{text}");
}

#[test]
fn a_trace_fits_the_terminal() {
    let long = "a_channel_with_a_very_long_name";
    let text = CHANNELS.replace("q!", &format!("{long}!")).replace("q?", &format!("{long}?"));
    let file = written("wide", &text.replace("chan q", &format!("chan {long}")));
    let wide = check(&file, &["-O0"], None);
    let label = format!("{long}!req,1");
    let drawn = |text: &str| text.split("messages:\n").nth(1).expect("a chart").to_owned();
    assert!(drawn(&wide).contains(&label), "labels are whole where there is room:\n{wide}");
    let narrow = check(&file, &["-O0"], Some("60"));
    let trace = narrow.split("states, ").next().unwrap_or_default();
    let shown = trace.lines().skip(1).filter(|line| !line.contains("counterexample_wide.pml"));
    let longest = shown.map(|line| line.chars().count()).max();
    assert!(longest <= Some(60), "{longest:?}\n{narrow}");
    assert!(narrow.contains('…') && !drawn(&narrow).contains(&label), "{narrow}");
}

#[test]
fn the_middle_of_a_long_run_is_left_out_unless_all_is_asked_for() {
    let file = written(
        "long",
        "int n; active proctype P() { do :: n < 1000 -> n++ :: else -> break od; assert(false) }",
    );
    let folded = check(&file, &["-O0"], None);
    let line = folded.lines().find(|line| line.contains("--full")).expect("a fold");
    // 2,000 steps of the loop, its end, the assertion.
    let count = line.trim().trim_start_matches("… ").split(' ').next().expect("a number").replace(',', "");
    let hidden: usize = count.parse().expect("a number");
    let shown = folded.lines().filter(|line| line.contains("  P(0)  line ")).count();
    let full = check(&file, &["-O0", "--full"], None);
    let all = full.lines().filter(|line| line.contains("  P(0)  line ")).count();
    // One line says where the process stands in the end.
    assert_eq!(hidden + shown, all, "{folded}");
    assert!(all > 2_000 && shown < 60 && !full.contains("--full"), "{shown} of {all}");
    assert!(folded.contains("assert(false)"), "{folded}");
}

#[test]
fn a_deadlock_tells_what_everybody_waits_for() {
    let text = check(&model("liveness/philosophers_deadlock.pml"), &["--ignore-claims"], None);
    let waiting = text.split("waiting:\n").nth(1).expect(&text);
    let blocked: Vec<&str> = waiting.lines().take_while(|line| line.starts_with("  ")).collect();
    assert!(blocked.len() > 1, "{text}");
    let source = std::fs::read_to_string(model("liveness/philosophers_deadlock.pml")).expect("readable");
    for line in blocked.iter().filter(|line| !line.contains("has ended")) {
        let (number, statement) = line.split_once("line ").expect(line).1.split_once("  ").expect(line);
        let place = source.lines().nth(number.parse::<usize>().expect(line) - 1).expect(line);
        let first = statement.split(" or ").next().unwrap_or_default();
        assert!(place.contains(first), "`{first}` is not in line {number}: {place}");
    }
}

#[test]
fn a_process_that_waits_is_told_with_all_it_could_do() {
    let file = written(
        "waits",
        "chan a = [1] of { byte }; chan b = [1] of { byte };
        active proctype P() { byte x; if :: a?x :: b?x fi }",
    );
    let text = check(&file, &[], None);
    assert!(text.contains("P(0)  line 2  a?x or b?x"), "{text}");
}

#[test]
fn a_violated_formula_is_called_by_its_name() {
    let file = written(
        "formula",
        "byte x; active proctype P() { do :: x < 5 -> x++ :: else -> x = 0 od } ltl small { [] (x < 3) }",
    );
    let text = check(&file, &[], None);
    assert!(text.starts_with("violated: ltl small: the formula does not hold"), "{text}");
    assert!(text.contains("counterexample to ltl small:\n"), "{text}");
}

const THREE: &str = "byte x;
active proctype P() {
  do
  :: x < 4 -> x++
  :: x == 1 -> assert(x != 1); x = 4
  :: x == 2 -> assert(x != 2); x = 4
  :: x == 4 -> break
  od;
  false
}
";

#[test]
fn every_violation_is_shown_with_its_place() {
    let file = written("three", THREE);
    let places = |arguments: &[&str]| {
        let text = check(&file, &[arguments, &["--json"]].concat(), None);
        let found: Value = serde_json::from_str(&text).expect("JSON");
        let all = found["violations"].as_array().cloned().unwrap_or_default();
        all.iter()
            .map(|v| (v["violation"]["kind"].clone(), v["violation"]["line"].as_u64()))
            .collect::<Vec<_>>()
    };
    let expected =
        [("assertion".into(), Some(5)), ("assertion".into(), Some(6)), ("deadlock".into(), Some(9))];
    for level in ["-O0", "-O2"] {
        assert_eq!(places(&[level, "--all-errors"]), expected, "{level}");
        assert_eq!(places(&[level, "--errors", "2"]), expected[..2], "{level}");
        assert_eq!(places(&[level]), [], "{level}");
    }
    let depth_first = places(&["--search", "dfs", "--errors", "1"]);
    assert_eq!(depth_first.len(), 1, "{depth_first:?}");
    let text = check(&file, &["--all-errors"], None);
    assert!(
        text.contains("violation 1 of 3 (safety):\n") && text.contains("violation 3 of 3 (safety):\n"),
        "{text}"
    );
    assert!(text.contains("assert(x != 1)") && text.contains("assert(x != 2)"), "{text}");
}

#[test]
fn a_search_for_all_violations_that_was_cut_says_so() {
    let file = written("cut", "active [3] proctype P() { byte x; do :: x++; assert(x < 9) od }");
    let notices = |arguments: &[&str]| {
        let all = [arguments, &["--symmetry", "none", "--json"]].concat();
        let report: Value = serde_json::from_str(&check(&file, &all, None)).expect("JSON");
        report["notices"].to_string()
    };
    let said = "there may be more violations: the limit on stored states was reached";
    assert!(notices(&["--all-errors", "--max-states", "350"]).contains(said));
    for arguments in [&["--max-states", "350"][..], &["--all-errors"], &["--errors", "1"]] {
        assert!(!notices(arguments).contains("more violations"), "{arguments:?}");
    }
}
