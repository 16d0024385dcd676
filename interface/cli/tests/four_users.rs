//! Four people who meet the tool for the first time, each from the first command to the last answer: somebody new to
//! model checking, somebody who knows SPIN, somebody who knows ProB, and a researcher of symmetry.

#[allow(dead_code)] // Parts of it serve other tests.
#[path = "browser/devtools.rs"]
mod devtools;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository, where everybody stands.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// What a command prints, once it has ended with the exit code that is expected.
fn quotient(arguments: &[&str], typed: &str, code: i32) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    // Who is not listened to is not heard.
    let _ = child.stdin.take().expect("it is piped").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}:\n{told}{complaints}");
    told + &complaints
}

/// All parts are there, in this order.
fn has_all(told: &str, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        let found = told[from..].find(part);
        from += found.unwrap_or_else(|| panic!("`{part}` is missing, or not in this order, in:\n{told}"))
            + part.len();
    }
}

/// The book's first chapter, and its counterexample in the browser.
#[test]
fn somebody_new_sees_the_first_counterexample_in_the_browser() {
    let model = "docs/book/models/counter.pml";
    let told = quotient(&["check", model], "", 1);
    has_all(&told, &["violated: assertion violated: assert(n == 2)", "Counter(1)  line 7", "final state:"]);
    has_all(&quotient(&["check", "docs/book/models/counter_locked.pml"], "", 0), &["holds"]);

    let Some(mut browser) = devtools::browser("first-model") else { return };
    let html = Path::new(env!("CARGO_TARGET_TMPDIR")).join("first_model.html");
    quotient(&["check", model, "--html", html.to_str().expect("UTF-8")], "", 1);
    let mut page = browser.page(1280, 900, false);
    page.open_file(&html);
    assert_eq!(page.value("document.querySelector('h1').textContent.trim()"), "✗ violated");
    let steps = page.value("Number(document.getElementById('slide').max)").as_i64().expect("a number");
    assert_eq!(steps, 8);
    // Step by step, to the statement that fails.
    for _ in 0..steps {
        page.press("ArrowRight");
    }
    let told = page.value("document.getElementById('now').textContent");
    let told = told.as_str().expect("a text");
    has_all(told, &["Step 8.", "line 11: assert(n == 2)", "assertion violated"]);
    assert_eq!(page.value("document.querySelector('.line.next').id"), "f0l11");
    let state = page.value("document.getElementById('state').textContent");
    assert!(state.as_str().is_some_and(|state| state.contains("finished2")), "{state}");
    page.assert_no_problems();
    page.screenshot("four-users-first-model");
}

/// A model with two formulas and two faults, from reading it to what mends both.
#[test]
fn somebody_who_knows_spin_mends_a_model_with_two_formulas() {
    let model = "models/promela/liveness/level_crossing.pml";
    // As one would begin with SPIN: the flag is answered with ours.
    has_all(&quotient(&["check", "-a", model], "", 2), &["-a"]);
    // Reading: the parts, and who speaks with whom.
    let graph = quotient(&["show", "graph", model], "", 0);
    has_all(&graph, &["train", "gate"]);
    let account = quotient(&["symmetry", model], "", 0);
    has_all(&account, &["train(0)", "train(1)"]);

    // The gate opens for each train.
    let opens_early = ["-D", "OPENS_FOR_EACH=1"];
    let told = quotient(&[&["check", model][..], &opens_early].concat(), "", 1);
    has_all(
        &told,
        &[
            "violated: ltl closed_for_trains",
            "safety: holds",
            "ltl closed_for_trains (line 62): violated",
            "ltl opens_again (line 63): holds",
            "counterexample to ltl closed_for_trains",
            "gate_down = false  [gate_down = 1 -> 0]",
            "inside++           [inside = 0 -> 1]",
            "final state:",
        ],
    );
    // Followed by hand to its end, where the culprit is asked for.
    let typed = "c\ne gate_down\ne gate(2):near\nw\nq\n";
    let walk = [&["simulate", model, "-i", "--counterexample"][..], &opens_early].concat();
    has_all(
        &quotient(&walk, typed, 0),
        &["steps of what is followed", "\n  0\n", "  1\n", "train(0) at line 41"],
    );

    // Counted, but trains come again before the gate has opened.
    let told = quotient(
        &["check", model, "-D", "IMPATIENT=1", "--fairness", "weak", "--claim", "opens_again"],
        "",
        1,
    );
    has_all(&told, &["violated: ltl opens_again", "weakly fair", "the cycle begins here", "and goes on at"]);
    assert!(!told.contains("closed_for_trains (line"), "{told}");

    // Mended; and it stays so for more trains.
    for trains in ["2", "4"] {
        let define = format!("TRAINS={trains}");
        let told = quotient(&["check", model, "-D", &define, "--certify"], "", 0);
        has_all(
            &told,
            &["holds", "ltl closed_for_trains (line 62): holds", "ltl opens_again (line 63): holds"],
        );
    }
}

/// A machine animated, evaluated, checked; another one with a fault.
#[test]
fn somebody_who_knows_prob_animates_evaluates_and_checks_a_machine() {
    let machine = "models/b/library.mch";
    let typed = "1\n3\ne card(loan)\ne waiting(BOOK1)\ns\nu\ne waiting(BOOK1)\nf ran(loan) = READER\n\nq\n";
    let told = quotient(&["simulate", "-i", machine], typed, 0);
    has_all(
        &told,
        &[
            "INITIALISATION    [loan = {}",
            "1) line 22: borrow(b = BOOK1, r = READER1)",
            "borrow(b = BOOK1, r = READER1)    [loan = {} -> {(BOOK1 |-> READER1)}]",
            "3) line 23: queue(b = BOOK1, r = READER2)",
            "queue(b = BOOK1, r = READER2)    [waiting =",
            "\n  1\n",
            "  {(1 |-> READER2)}\n",
            "loan = {(BOOK1 |-> READER1)}",
            "one step taken back",
            "\n  {}\n",
            "it holds after 1 step:",
            "borrow(b = BOOK2, r = READER2)    [loan =",
        ],
    );
    let asked = ["eval", machine, "card(BOOK * READER)", "loan = {}", "dom(waiting)"];
    has_all(&quotient(&asked, "", 0), &["4", "TRUE", "{BOOK1, BOOK2}"]);
    let told = quotient(&["check", machine], "", 0);
    has_all(&told, &["holds", "9 states", "borrow: ", "queue: ", "give_back: ", "group of order 4"]);

    let wrong = "models/b/bank_bug.mch";
    let told = quotient(&["check", wrong], "", 1);
    has_all(
        &told,
        &["violated", "SIGMA(a).(a : ACCOUNT | balance(a)) = total", "INITIALISATION", "transfer("],
    );
    let told = quotient(&["simulate", "--counterexample", wrong], "", 1);
    has_all(&told, &["transfer(a = ACCOUNT1, b = ACCOUNT1, n = 1)", "does not hold", "balance = "]);
}

/// The lines of a table in CSV by the first column. What is in quotation marks comes last here.
fn table(csv: &str) -> HashMap<String, Vec<String>> {
    let lines = csv.lines().filter(|line| line.contains(','));
    let rows = lines.map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|row| (row[0].clone(), row)).collect()
}

/// Every method on one symmetric model: what is exact agrees, and nothing contradicts anything.
#[test]
fn a_researcher_compares_every_method() {
    let model = ["models/promela/papers/email.pml", "-D", "N=3"];
    has_all(&quotient(&[&["symmetry"][..], &model].concat(), "", 0), &["S3", "client"]);
    let csv = quotient(&[&["compare"][..], &model, &["--csv"]].concat(), "", 0);
    let rows = table(&csv);
    assert_eq!(rows["method"][2..4], ["verdict", "states"]);
    assert!(rows.len() > 20, "{csv}");
    let plain: u64 = rows["none"][3].parse().expect("a number");
    let orbits: u64 = rows["enumerate"][3].parse().expect("a number");
    assert_eq!((plain, orbits), (23_256, 3_902));
    let (mut exact, mut sound) = (0, 0);
    for row in rows.values().filter(|row| row[2] == "holds") {
        let states: u64 = row[3].parse().expect("a number");
        match (row[8].as_str(), row[9].as_str()) {
            ("true", "true") => {
                assert_eq!(states, orbits, "{row:?}");
                exact += 1;
            }
            ("false", "true") => {
                assert!((orbits..=plain).contains(&states), "{row:?}");
                sound += 1;
            }
            _ => panic!("it says that it holds and is not sound: {row:?}"),
        }
    }
    assert!(exact >= 8 && sound >= 8, "{csv}");
    let refused = &rows["lazy"];
    assert!(refused[2] == "refused" && csv.contains("rendezvous"), "{csv}");

    // The same for a machine, and a drawing.
    let svg = Path::new(env!("CARGO_TARGET_TMPDIR")).join("four_users.svg");
    let told =
        quotient(&["compare", "models/b/library.mch", "--csv", "--svg", svg.to_str().expect("UTF-8")], "", 0);
    let rows = table(&told);
    let states = |method: &str| rows[method][3].clone();
    assert_eq!(["auto", "label", "flood", "none"].map(states), ["9", "9", "9", "25"]);
    assert_eq!(rows["markers"][2], "undecided");
    assert!(std::fs::read_to_string(&svg).expect("a file").starts_with("<svg"), "{}", svg.display());
}
