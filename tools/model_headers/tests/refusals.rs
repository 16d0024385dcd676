//! Headers that must be refused, each with the line and the reason; and every header of the repository, which must not be.

use std::path::Path;

use methods::Method;
use model_headers::{Claims, Level, Verdict, Violation, models, read, without_header};

/// A model with one run of these lines after `about`.
fn header(lines: &[&str]) -> String {
    let mut text = "//! about = \"a model\"\n//! [[run]]\n".to_owned();
    lines.iter().for_each(|line| text.push_str(&format!("//! {line}\n")));
    text + "\nactive proctype P() { skip }\n"
}

/// Where a header is refused, and why.
fn refusal(file: &str, text: &str) -> (usize, String) {
    let problem = read(Path::new(file), text).expect_err("it should be refused");
    assert_eq!(problem.file, file);
    assert_eq!(problem.to_string(), format!("{file}:{}: {}", problem.line, problem.message));
    (problem.line, problem.message)
}

#[test]
fn mistakes_are_refused_with_their_line_and_reason() {
    let states = "states = { O0 = 3, O1 = 3, O2 = 2 }";
    let cases: &[(&[&str], usize, &str)] = &[
        (&["verdict = \"holds\"", states, "orbit = 2"], 5, "unknown field `orbit`"),
        (&["verdict = \"holds\"", "states = { O3 = 3 }"], 4, "unknown field `O3`"),
        (&["verdict = \"holds\"", "states = {}"], 4, "a table without a level"),
        (&["verdict = \"holds\"", "states = \"3\""], 4, "expected u64"),
        (&["verdict = \"holds\"", "states = -3"], 4, "expected u64"),
        (&["verdict = \"holds\"", "states = true"], 4, "one value, or a table"),
        (&["verdict = \"held\"", states], 3, "unknown variant `held`"),
        (&[states], 2, "missing field `verdict`"),
        (&["verdict = \"holds\"", states, "define = \"N=3\""], 5, "expected a sequence"),
        (&["verdict = \"holds\"", states, "not_exact = [\"labels\"]"], 5, "`labels`: no such method"),
        (&["verdict = \"holds\"", states, "not_exact = { O1 = \"label\" }"], 5, "expected a sequence"),
        (&["verdict = \"holds\"", states, "verdict = \"holds\""], 5, "duplicate key"),
        (&["verdict = \"holds\"", states, "group = \"many\""], 5, "`many` is not a number"),
        (&["verdict = \"holds\"", states, "group = 6"], 5, "expected a string"),
        (&["verdict = \"holds\"", states, "orbits = { O1 = 4 }"], 5, "4 orbits of 3 states"),
        (&["verdict = \"holds\"", "states = { O0 = 3, O1 = 3, O2 = 4 }"], 4, "more states at O2 than at O0"),
    ];
    for (lines, line, reason) in cases {
        let (at, why) = refusal("model.pml", &header(lines));
        assert!(at == *line && why.contains(reason), "{lines:?}: line {at}, {why}");
    }
}

#[test]
fn expectations_that_nothing_would_test_are_refused() {
    let (holds, states) = ("verdict = \"holds\"", "states = 3");
    let cases: &[(&str, &[&str], usize, &str)] = &[
        ("pml", &[holds], 2, "no number of `states` at O0"),
        ("pml", &[holds, "states = { O0 = 3, O2 = 3 }"], 4, "no number of `states` at O1"),
        ("pml", &["verdict = \"violated\"", states], 3, "needs a `violation`"),
        ("pml", &[holds, states, "violation = \"assertion\""], 5, "for `violated` only"),
        ("pml", &[holds, states, "line = 3"], 5, "for `violated` only"),
        ("pml", &["verdict = \"refused\"", states], 3, "nothing else can be expected"),
        ("pml", &[holds, states, "properties = { safety = \"holds\" }"], 5, "needs `claim"),
        ("pml", &[holds, states, "card = { S = 2 }"], 5, "`card` is not for Promela"),
        ("pml", &[holds, states, "strict = true"], 5, "`strict` is not for Promela"),
        ("mch", &[holds, states, "define = [\"N=3\"]"], 5, "`define` is not for B"),
        ("mch", &[holds, states, "levels = [\"O1\"]"], 5, "`levels` is not for B"),
        ("mch", &[holds, "states = { O0 = 3, O1 = 3, O2 = 3 }"], 4, "B has no levels"),
        ("mch", &[holds, states, "not_exact = [\"refine\"]"], 5, "`refine` is not a method for B"),
        ("pml", &[holds, states, "levels = [\"O1\"]", "orbits = { O2 = 3 }"], 6, "a level that is not run"),
        ("pml", &[holds, states, "methods = [\"auto\"]", "not_exact = [\"label\"]"], 6, "`label` is not run"),
        ("pml", &[holds, states, "methods = [\"auto\"]", "slow_methods = [\"label\"]"], 6, "says already"),
        ("pml", &[holds, "large = true", states], 4, "needs a `group`"),
        ("pml", &[holds, "large = true", "group = \"6\"", "refused_by = [\"lazy\"]"], 6, "not looked at"),
        ("pml", &[holds, states, "[[run]]", holds, states], 5, "the same run as one above"),
        ("txt", &[holds, states], 1, "not a model"),
    ];
    for (ending, lines, line, reason) in cases {
        let (at, why) = refusal(&format!("model.{ending}"), &header(lines));
        assert!(at == *line && why.contains(reason), "{lines:?}: line {at}, {why}");
    }
    let late = header(&[holds, states]) + "//! large = true\n";
    assert_eq!(refusal("model.pml", &late).0, 7);
    assert_eq!(refusal("model.pml", "//! about = \" \"\n//! run = []\n").0, 1);
    assert!(refusal("model.pml", "//! about = \"a model\"\n//! run = []\n").1.contains("no run"));
    assert!(refusal("model.pml", "//! about = \"a model\"\n").1.contains("missing field `run`"));
}

#[test]
fn what_is_read_is_what_stands_there() {
    let text = header(&[
        "define = [\"N=3\", \"BROKEN=1\"]",
        "claim = \"checked\"",
        "verdict = \"violated\"",
        "violation = \"claim\"",
        "states = { O0 = 9, O1 = 8, O2 = 7 }",
        "orbits = 4",
        "not_exact = { O1 = [\"auto\"] }",
        "refused_by = [\"lazy\"]",
    ]);
    let header = read(Path::new("model.pml"), &text).expect("it is right").expect("there is a header");
    let run = &header.runs[0];
    assert_eq!((header.about.as_str(), header.runs.len()), ("a model", 1));
    assert_eq!((run.verdict, run.violation), (Verdict::Violated, Some(Violation::Claim)));
    assert_eq!((run.claim, run.name()), (Claims::Checked, "N=3 BROKEN=1 claims".to_owned()));
    assert_eq!(run.arguments(), ["-DN=3", "-DBROKEN=1"]);
    assert_eq!(run.states.as_ref().and_then(|states| states.at(Some(Level::O1))), Some(&8));
    assert_eq!(run.orbits_at(Some(Level::O2)), Some(4));
    let not_exact = Level::ALL.map(|level| run.is_not_exact(Some(level), Method::Auto));
    assert_eq!(not_exact, [false, true, false]);
    assert!(run.is_refused_by(Some(Level::O2), Method::Lazy) && !run.is_refused_by(None, Method::Label));
    assert_eq!(without_header(&text), "\nactive proctype P() { skip }\n");
    assert!(read(Path::new("model.pml"), "init { skip }").expect("it is right").is_none());
}

#[test]
fn every_header_of_the_repository_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let all = models(&folder).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(all.len() > 400, "only {} models", all.len());
}
