//! Every evaluation ends soon after its time limit, whatever it is busy with.
//!
//! Each machine below keeps one kind of loop of the evaluator busy for hours. What goes over many elements must use
//! fuel for them, since the clock is looked at when a slice of fuel is used up.

mod kit;

use bmachine::machine::{Options, SetupProblem};
use bmachine::symmetry::Method;
use explorer::Limits;
use report::{Outcome, VerdictWord};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_millis(200);
/// Machines with little to spare and other work make no difference to this.
const PATIENCE: Duration = Duration::from_secs(20);

fn run(text: &str) -> Outcome {
    let options = Options { deadline: Some(Instant::now() + LIMIT), ..Options::default() };
    let limits = Limits { time: Some(LIMIT), ..Limits::default() };
    kit::run(text, options, &checker::Options { method: Method::None, limits, ..Default::default() })
}

/// Checks on a thread with the stack that the command line gives to it.
fn ends_undecided(text: &str) {
    let started = Instant::now();
    let checked = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        thread.spawn_scoped(scope, || run(text)).unwrap().join().unwrap()
    });
    assert!(started.elapsed() < PATIENCE, "{text}: {:?}", started.elapsed());
    assert_eq!(checked.verdict, VerdictWord::Undecided, "{text}: {:?}", checked.notices);
}

fn properties(constants: &str, properties: &str) {
    ends_undecided(&format!(
        "MACHINE m SETS S = {{s1, s2}} CONSTANTS {constants} PROPERTIES {properties} END"
    ));
}

fn operation(body: &str) {
    ends_undecided(&format!(
        "MACHINE m CONSTANTS big, pairs, fib PROPERTIES big = 1..30000 & pairs = {{x, y | x : 1..30000 & y = x + 1}} \
         & fib = %x.(x : NATURAL | IF x < 2 THEN 1 ELSE fib(x - 1) + fib(x - 2) END) \
         VARIABLES v INVARIANT v : INTEGER INITIALISATION v := 0 OPERATIONS go = {body} END"
    ));
}

#[test]
fn a_function_on_a_million_points() {
    properties("f", "f : (0..1000) * (0..1000) --> S & f : (0..1000) * (0..1000) >->> S");
    properties("f", "f : 0..20000 >-> 0..20000 & #x.(x : 0..20000 & f(x) > x + 10)");
}

#[test]
fn a_recursive_function_that_calls_itself_twice() {
    operation("BEGIN v := fib(80) END");
}

#[test]
fn choices_one_after_another() {
    let choices = vec!["CHOICE v := v + 1 OR v := v + 1 END"; 60].join("; ");
    operation(&format!("BEGIN {choices} END"));
    let guards = vec!["SELECT v >= 0 THEN v := v + 1 WHEN v < 100 THEN v := v + 2 END"; 60].join("; ");
    operation(&format!("BEGIN {guards} END"));
}

#[test]
fn operations_on_whole_sets() {
    for formula in [
        "big \\/ {x} = big",
        "big /\\ (big - {x}) /= {}",
        "card(pairs~ ; pairs) > x",
        "pairs[big] /= {x}",
        "card(pairs <+ {x |-> x}) = 30000",
        "dom(big <| pairs) = ran(pairs |> big)",
        "card(union({big, {x}})) > 0",
        "card(pairs >< pairs) = 30000",
        "pairs : big --> 1..30001",
        "size(rev(pairs)) = 30000",
        "card(iterate(pairs, 20000)) = 10000 + x",
    ] {
        operation(&format!("SELECT !x.(x : big => {formula} or x > 0) THEN skip END"));
    }
}

#[test]
fn products_that_do_not_fit_into_memory() {
    operation("SELECT card((pairs || pairs)) > 0 THEN skip END");
    operation("SELECT card(prj1(big, big)) > 0 THEN skip END");
    operation("SELECT card((big * big)) > 0 THEN skip END");
    operation("ANY s WHERE s : seq(big) & size(s) = 1000000000 THEN v := 1 END");
}

#[test]
fn an_operation_that_was_given_up_is_no_deadlock() {
    operation("ANY x WHERE x : 0..1000000000000 & x * x = 2 THEN v := 1 END");
}

#[test]
fn planning_for_very_many_constants() {
    let names: Vec<String> = (0..2000).map(|number| format!("c{number}")).collect();
    let typed: Vec<String> = names.iter().map(|name| format!("{name} : {{0, 1}}")).collect();
    properties(&names.join(", "), &typed.join(" & "));
}

/// Found by mutating machines: there are 2^25 relations between the implementable integers, which do not fit into
/// memory.
#[test]
fn constants_about_which_nothing_is_said() {
    let text = "MACHINE m CONSTANTS f, g PROPERTIES f : INT <-> INT & g : INT <-> INT END";
    let machine = kit::machine(text, Options::default(), Method::None);
    assert!(matches!(machine.setup_problem, Some(SetupProblem::TooMany)), "{:?}", machine.setup_problem);
    assert!(machine.setups.len() < 1_000_000, "{}", machine.setups.len());
}
