//! Machines that B does not allow are refused with the place, the words and a remedy; machines that look like them are
//! not.

mod kit;

use bmachine::BMachine;
use bmachine::compose::Loader;
use bmachine::machine::Options;
use bmachine::problem::Problem;
use diagnostics::SourceMap;
use report::{ErrorKind, Outcome, VerdictWord};

/// The machines that others use.
const FILES: &[(&str, &str)] = &[
    (
        "Counter",
        "MACHINE Counter VARIABLES n INVARIANT n : 0..5 INITIALISATION n := 0 \
         OPERATIONS inc = PRE n < 5 THEN n := n + 1 END; r <-- get = r := n END",
    ),
    (
        "Sees",
        "MACHINE Sees SEES Counter VARIABLES x INVARIANT x : 0..5 INITIALISATION x := n OPERATIONS o = x := n END",
    ),
    (
        "Includes",
        "MACHINE Includes INCLUDES Counter VARIABLES x INVARIANT x : 0..5 INITIALISATION x := n \
         OPERATIONS o = PRE n < 5 THEN inc || x := n END END",
    ),
    ("Other", "MACHINE Other VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0 END"),
    (
        "Abstract",
        "MACHINE Abstract ABSTRACT_VARIABLES x CONCRETE_VARIABLES c INVARIANT x : 0..3 & c : 0..3 \
         INITIALISATION x := 0 || c := 0 OPERATIONS set(v) = PRE v : 0..3 & x < 3 THEN x := v END END",
    ),
];

struct Beside;

impl Loader for Beside {
    fn load(&mut self, name: &str, _definitions: bool) -> Option<(String, String)> {
        let (name, text) = FILES.iter().find(|(own, _)| *own == name)?;
        Some(((*name).to_owned(), (*text).to_owned()))
    }
}

fn run(text: &str) -> Result<Outcome, Vec<(Problem, String)>> {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    match BMachine::read(sources, file, &mut Beside, Options::default()) {
        Ok(machine) => Ok(kit::search(&machine, &checker::Options::default())),
        Err((sources, problems)) => {
            let place = |problem: &Problem| sources.slice(problem.span).to_owned();
            Err(problems.into_iter().map(|problem| (problem.clone(), place(&problem))).collect())
        }
    }
}

fn violation(outcome: &Outcome) -> &report::Violation {
    outcome.violation.as_ref().unwrap_or_else(|| panic!("{:?} {:?}", outcome.verdict, outcome.reason))
}

/// A machine with the one variable `x` and these operations.
fn one(operations: &str) -> String {
    format!("MACHINE m VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0 OPERATIONS {operations} END")
}

/// A machine with the one variable `f`, a function, and these operations.
fn function(operations: &str) -> String {
    format!(
        "MACHINE m VARIABLES f INVARIANT f : 0..1 --> 0..3 INITIALISATION f := {{0, 1}} * {{0}} \
         OPERATIONS {operations} END"
    )
}

/// A machine with these clauses.
fn clauses(text: &str) -> String {
    format!("MACHINE m {text} END")
}

/// How the machine is made of which text, the words of its problem, and the text that the problem points to.
type Refused = (fn(&str) -> String, &'static str, &'static str, &'static str);

const TWICE: &str = "x is assigned twice at the same time";
const NO_VARIABLE: &str = "p is not a variable: its value cannot be changed";

const UNINITIALISED: &[Refused] = &[
    (
        clauses,
        "VARIABLES x, y INVARIANT x : 0..3 & y : 0..3 INITIALISATION x := 0 OPERATIONS a = skip",
        "variable y is not initialised",
        "y",
    ),
    (clauses, "VARIABLES x INVARIANT x : 0..1", "variable x is not initialised", "x"),
    (one, "a = VAR t IN x := t END", "t is read before it has a value", "t"),
];

const ASSIGNED_TWICE: &[Refused] = &[
    (one, "a = BEGIN x := 1 || x := 2 END", TWICE, "x := 2"),
    (one, "a = x, x := 1, 2", TWICE, "x, x := 1, 2"),
    (one, "a = x, x :: {1 |-> 2}", TWICE, "x, x :: {1 |-> 2}"),
    (
        one,
        "a = BEGIN IF x = 0 THEN x := 1 END || CHOICE skip OR x :: 0..2 END END",
        TWICE,
        "CHOICE skip OR x :: 0..2 END",
    ),
    (function, "a = BEGIN f(0) := 1 || f(1) := 2 END", "f is assigned twice at the same time", "f(1) := 2"),
    (
        clauses,
        "INCLUDES Counter OPERATIONS a = BEGIN inc || inc END",
        "n is assigned twice at the same time",
        "inc",
    ),
];

const NOT_ASSIGNABLE: &[Refused] = &[
    (one, "a(p) = PRE p : 0..1 THEN p := 1 END", NO_VARIABLE, "p"),
    (one, "a = ANY p WHERE p : 0..1 THEN p := 1 END", NO_VARIABLE, "p"),
    (one, "a = LET p BE p = 1 IN p := 2 END", NO_VARIABLE, "p"),
    (clauses, "INCLUDES Counter OPERATIONS a = n := 1", "n is not a variable of m", "n"),
    (clauses, "SEES Counter OPERATIONS a = n := 1", "n is not a variable of m", "n"),
    (
        clauses,
        "SEES Counter OPERATIONS a = inc",
        "inc changes variables of Counter, which is only seen",
        "inc",
    ),
    (
        str::to_owned,
        "REFINEMENT m REFINES Abstract VARIABLES y INVARIANT y = x INITIALISATION y := 0 || c := 0 \
         OPERATIONS set(v) = PRE v : 0..3 THEN x := v END END",
        "x is not a variable of m",
        "x",
    ),
];

const DECLARED_TWICE: &[Refused] = &[
    (one, "a = skip; a = skip", "a is the name of two operations", "a"),
    (one, "a(p, p) = PRE p : 0..1 THEN skip END", "p is declared twice", "p"),
    (one, "a = SELECT !(i, i).(i : 0..1 => i = x) THEN skip END", "i is declared twice", "i"),
    (
        clauses,
        "VARIABLES x, x INVARIANT x : 0..3 INITIALISATION x := 0 OPERATIONS a = skip",
        "x is declared twice",
        "x",
    ),
    (clauses, "SETS S = {a, b}; T = {b, c}", "b is declared twice", "b"),
    (clauses, "SETS S CONSTANTS S PROPERTIES S = 1", "S is declared twice", "S"),
    (clauses, "DEFINITIONS D == 1; D == 2", "D is defined twice", "D"),
    (clauses, "INCLUDES Counter, Other", "n is declared by Other and by Counter", "Other"),
    (
        clauses,
        "INCLUDES Counter VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0",
        "n is declared by m and by Counter",
        "n",
    ),
];

/// Each machine has one problem: its words, the text it points to, and a hint.
#[test]
fn what_b_forbids_is_refused() {
    let cases = [UNINITIALISED, ASSIGNED_TWICE, NOT_ASSIGNABLE, DECLARED_TWICE].concat();
    for (machine, text, message, place) in cases {
        let text = machine(text);
        let problems = run(&text).err().unwrap_or_else(|| panic!("accepted: {text}"));
        let found: Vec<_> =
            problems.iter().map(|(problem, at)| (problem.message.as_str(), at.as_str())).collect();
        assert_eq!(found, [(message, place)], "{text}");
        assert!(problems[0].0.hint.is_some() || message.contains("before it has a value"), "{text}");
    }
}

#[test]
fn what_b_allows_is_accepted() {
    for text in [
        "MACHINE m VARIABLES x, y INVARIANT x : 0..3 & y : 0..3 INITIALISATION x := 0; y := x \
         OPERATIONS a = x, y := y, x; b = BEGIN x := 1; x := 2 END; c = CHOICE x := 1 OR x := 2 END; \
         d = IF x = 1 THEN x := 2 ELSE x := 1 END; e = VAR p IN p := 1; p := 2; x := p END; r <-- f = r := x END",
        "MACHINE m INCLUDES p.Counter, q.Counter OPERATIONS a = SELECT p.n < 3 THEN p.inc || q.inc END; b = skip END",
        "MACHINE m SEES Counter OPERATIONS r <-- a = r <-- get END",
        "MACHINE m INCLUDES Counter OPERATIONS a = SELECT n < 3 THEN inc END; b = skip END",
    ] {
        let checked = run(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(checked.verdict, VerdictWord::Holds, "{text}: {:?}", checked.reason);
    }
}

/// Concrete variables of the abstraction are in the state of the refinement, and its precondition is inherited.
#[test]
fn a_refinement_keeps_concrete_variables_and_preconditions() {
    let text = "REFINEMENT m REFINES Abstract VARIABLES y INVARIANT y = x & c <= 1 & y : 0..3 INITIALISATION y := 0 || c := 0 \
                OPERATIONS set(v) = BEGIN y := v || c := 1 END END";
    let checked = run(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(checked.verdict, VerdictWord::Holds, "{:?}", checked.reason);
    assert_eq!(checked.states, 5, "y and c at the start, and four values of y");
    let text = text.replace("c := 1", "c := 2");
    let outcome = run(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(violation(&outcome).kind, ErrorKind::Invariant);
}

/// A machine that the abstraction uses too takes part with its state.
#[test]
fn a_refinement_shares_machines_with_its_abstraction() {
    for (abstraction, clause, body) in
        [("Sees", "SEES", "y := n"), ("Includes", "INCLUDES", "PRE n < 5 THEN inc || y := n END")]
    {
        let text = format!(
            "REFINEMENT m REFINES {abstraction} {clause} Counter VARIABLES y INVARIANT y = x & n <= 3 INITIALISATION y := n \
             OPERATIONS o = {body} END"
        );
        let outcome = run(&text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(violation(&outcome).kind, ErrorKind::Invariant, "{text}");
        let kept = text.replace("n <= 3", "n <= 5 & y <= 5");
        let checked = run(&kept).unwrap_or_else(|problems| panic!("{kept}: {problems:?}"));
        assert!(checked.states >= 6, "{kept}: {}", checked.states);
    }
}

#[test]
fn a_variable_without_a_value_on_one_path_is_a_violation() {
    let text = "MACHINE m VARIABLES s, x INVARIANT s : STRING & x : 0..3 INITIALISATION x := 0; CHOICE s := \"a\" OR skip END \
                OPERATIONS go = skip END";
    let outcome = run(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let found = violation(&outcome);
    assert_eq!(found.kind, ErrorKind::Runtime);
    assert_eq!(found.message, "the initialisation gives this variable no value: s");
}

/// A change tells what the variable was before; the initialisation has nothing to tell.
#[test]
fn changes_tell_the_old_value() {
    let text = "MACHINE m VARIABLES x INVARIANT x : NAT & x < 2 INITIALISATION x := 0 OPERATIONS up = x := x + 1 END";
    let checked = run(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let steps = checked.counterexample.expect("a violation");
    let olds: Vec<Option<&str>> = steps.iter().map(|step| step.changes[0].from.as_deref()).collect();
    assert_eq!(olds, [None, Some("0"), Some("1")]);
}

/// NAT is small unless the machine says otherwise, and that is what is wrong with many machines.
#[test]
fn a_broken_bound_says_which_integers_there_are() {
    let text = "MACHINE m VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 OPERATIONS up = x := x + 1 END";
    let checked = run(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert!(checked.notices.iter().any(|text| text.contains("NAT is 0..3: MAXINT = 3")));
}
