//! `quotient graph`: both graphs have the states that a check stores, and every state is where it belongs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A model, its size, and the level of Promela.
type Subject = (&'static str, &'static [&'static str]);

/// Models with few states: with and without symmetry, with violations, processes that end or are created, constants.
const SUBJECTS: [Subject; 26] = [
    ("docs/book/models/counter.pml", &["-O0"]),
    ("docs/book/models/counter.pml", &["-O2"]),
    ("docs/book/models/two_clients.pml", &[]),
    ("docs/book/models/traffic.pml", &["-O1"]),
    ("models/promela/papers/simple_mutex.pml", &["-DN=5", "-O1"]),
    ("models/promela/papers/telephone.pml", &["-DN=3", "-O0"]),
    ("models/promela/papers/telephone.pml", &["-DN=3"]),
    ("models/promela/papers/ring.pml", &["-DN=3"]),
    ("models/promela/papers/torus.pml", &["-DW=3"]),
    ("models/promela/papers/two_balancers.pml", &["-DEACH=1", "-O1"]),
    ("models/promela/papers/hypercube.pml", &["-DDIM=3", "-DPACKETS=1"]),
    ("models/promela/lazy/readers_writers_asymmetric.pml", &[]),
    ("models/promela/real/created_one_by_one.pml", &["-O0"]),
    ("models/promela/real/created_and_ended.pml", &["-O0"]),
    ("models/promela/rules/goto_out_of_atomic.pml", &["-O0"]),
    ("models/promela/traps/assertion_about_one.pml", &["-O0"]),
    ("models/promela/traps/process_dies_early.pml", &["-O0"]),
    ("models/b/scheduler.mch", &["--card", "PROCESS=3"]),
    ("models/b/token_ring.mch", &["--card", "NODE=3"]),
    ("models/b/philosophers.mch", &[]),
    ("models/b/bank_bug.mch", &[]),
    ("models/b/access_leak.mch", &[]),
    ("models/b/two_counters.mch", &[]),
    ("models/b/phone_book.mch", &["--default-set-size=3"]),
    ("models/b/interlocking_unsafe.mch", &[]),
    ("docs/book/models/library.mch", &[]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn quotient(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.args(arguments).current_dir(root()).output().expect("the tool runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The states of a check, all errors passed over.
fn checked(model: &str, flags: &[&str], method: &str) -> usize {
    let asked = ["check", "--json", "--all-errors", "--ignore-claims", "--symmetry", method, model];
    let output = quotient(&[&asked, flags].concat());
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    told["states"].as_u64().expect("a number") as usize
}

/// The lines about states of one of the graphs: `s12 [` or `q3 [`.
fn states(dot: &str, graph: char) -> Vec<&str> {
    let is_state = |line: &&str| {
        let name = line.trim_start().split(" [").next().unwrap_or_default();
        let number = name.strip_prefix(graph).unwrap_or_default();
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
    };
    dot.lines().filter(is_state).collect()
}

fn orbits(states: &[&str]) -> HashSet<String> {
    let named = states.iter().filter_map(|line| line.split("orbit ").nth(1));
    named.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect()).collect()
}

#[test]
fn both_graphs_have_the_states_of_a_check() {
    for (model, flags) in SUBJECTS {
        let output = quotient(&[&["graph", model, "--max-states=1000"], flags].concat());
        let (dot, told) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{model} {flags:?}: {told}");
        let (full, quotient_states) = (states(&dot, 's'), states(&dot, 'q'));
        assert_eq!(full.len(), checked(model, flags, "none"), "{model} {flags:?}");
        assert_eq!(quotient_states.len(), checked(model, flags, "auto"), "{model} {flags:?}");
        // Exact reduction leaves one state of each orbit.
        let (known, stored) = (orbits(&full), orbits(&quotient_states));
        assert_eq!(stored.len(), quotient_states.len(), "{model} {flags:?}");
        assert!(known.is_subset(&stored), "{model} {flags:?}");
        let is_whole = full.iter().all(|line| line.contains("orbit "));
        assert!(!is_whole || known == stored, "{model} {flags:?}");
    }
}

#[test]
fn every_exact_method_draws_the_same_number_of_states() {
    for method in ["auto", "refine", "label", "enumerate", "segment", "flood"] {
        let output =
            quotient(&["graph", "models/promela/papers/telephone.pml", "-DN=3", "--symmetry", method]);
        assert_eq!(output.status.code(), Some(0), "{method}: {}", text(&output.stderr));
        assert_eq!(states(&text(&output.stdout), 'q').len(), 17, "{method}");
    }
    let none = quotient(&["graph", "models/promela/papers/telephone.pml", "-DN=3", "--symmetry", "none"]);
    let dot = text(&none.stdout);
    assert_eq!((states(&dot, 's').len(), states(&dot, 'q').len()), (55, 55));
}

/// The picture in the book is what the command draws; `QUOTIENT_BLESS=1` draws it anew.
#[test]
fn the_picture_of_the_book_is_drawn_again() {
    let (model, picture) = ("docs/book/models/two_clients.pml", root().join("docs/book/src/two_clients.svg"));
    let output = quotient(&["graph", model, "--svg", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let svg = text(&output.stdout);
    assert_eq!(svg.matches("class=\"state\"").count(), 8 + 5);
    if std::env::var_os("QUOTIENT_BLESS").is_some() {
        std::fs::write(&picture, &svg).expect("the picture can be written");
    }
    assert_eq!(svg, std::fs::read_to_string(&picture).expect("the book has the picture"));
}

#[test]
fn a_graph_that_was_cut_says_so_in_every_form() {
    let model = "models/promela/papers/email.pml";
    let output = quotient(&["graph", model, "-DN=3", "--max-states=20"]);
    let (dot, told) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("only the first 20 states") && told.contains("hint: `--max-states"), "{told}");
    assert!(dot.contains("the first 20 states, there are more") && dot.contains("more steps"), "{dot}");
    assert_eq!(states(&dot, 's').len(), 20);
    // How many states an orbit has is not known where states are missing.
    assert!(states(&dot, 'q').iter().all(|line| !line.contains(" × ")), "{dot}");
    let svg = text(&quotient(&["graph", model, "-DN=3", "--max-states=20", "--svg", "-"]).stdout);
    assert!(
        svg.contains("the first 20 states, there are more") && svg.contains("stroke-dasharray=\"5 3\""),
        "{svg}"
    );
}

#[test]
fn violations_beginnings_and_names_are_marked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let model = folder.join("a<b>&\"c\".pml");
    std::fs::write(&model, "byte x; active [2] proctype P() { x++; assert(x < 2) }").expect("a file");
    let model = model.to_str().expect("UTF-8");
    let dot = text(&quotient(&["graph", model, "-O0"]).stdout);
    assert_eq!(dot.matches("peripheries=2").count(), 2, "{dot}");
    assert!(dot.contains("penwidth=3") && dot.contains("(assertion violated)"), "{dot}");
    assert!(dot.contains("a<b>&\\\"c\\\".pml"), "{dot}");
    let svg = text(&quotient(&["graph", model, "-O0", "--svg", "-"]).stdout);
    assert!(svg.contains("a&lt;b&gt;&amp;&quot;c&quot;.pml") && svg.contains("#c00000"), "{svg}");
    let deadlock = text(&quotient(&["graph", "models/b/philosophers.mch"]).stdout);
    assert!(deadlock.contains("wrong: deadlock"), "{deadlock}");
}

/// A machine whose constants nobody finds in a lifetime.
#[test]
fn the_time_limit_holds_for_constants_too() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graph_constants.mch");
    let text = "MACHINE m SETS S = {s1, s2} CONSTANTS f PROPERTIES f : 0..20000 >-> 0..20000 & \
                #x.(x : 0..20000 & f(x) > x + 10) VARIABLES v INVARIANT v : S INITIALISATION v := s1 END";
    std::fs::write(&file, text).expect("a file");
    let output = quotient(&["graph", file.to_str().expect("UTF-8"), "--max-seconds", "0.1"]);
    let told = self::text(&output.stdout) + &self::text(&output.stderr);
    assert!(matches!(output.status.code(), Some(2 | 3)), "{told}");
    assert!(told.contains("time limit") || told.contains("constants"), "{told}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let lock = "docs/book/models/two_clients.pml";
    for (arguments, word) in [
        (&["graph", lock, "--symmetry", "lazy"][..], "annotated"),
        (&["graph", lock, "--symmetry", "fastest"], "fastest"),
        (&["graph", "models/b/bank.mch", "--symmetry", "markers"], "equal markers"),
        (&["graph", "models/b/bank.mch", "-O1"], "`-O` is for Promela"),
        (&["graph", lock, "--card", "A=3"], "`--card` is for B"),
        (&["graph", lock, "--svg", "/there/is/no/such/folder.svg"], "cannot write"),
        (&["graph", "there_is_no_such_model.pml"], "cannot read"),
    ] {
        let output = quotient(arguments);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(word) && output.stdout.is_empty(), "{arguments:?}: {told}");
    }
}
