//! Fairness and symmetry: what goes wrong where fairness is read off representatives. Certificates that are none.

use checker::beside::OfSystem;
use checker::{Certifying, Fairness, Method, Options, Specification, System};
use diagnostics::SourceMap;
use explorer::{
    AcceptingModel, Canonicaliser, Config, CycleSearch, Limits, NoReduction, Verdict, Violation,
    WithoutAcceptance, explore, find_cycle,
};
use program::Interpreter;
use promela::preprocess::NoIncludes;
use report::{Property, PropertyKind};

use witness::{Certificate, Refusal};

use super::certify::certify;
use super::fairness::{ProcessFairness, Strength};
use super::product::Product;
use super::system::Watched;
use crate::reduction::{Reduction, prepare_steadily};
use crate::{InterpretedModel, Promela};

/// Each worker can move half of the time only, so that a fair run may pass over both. Orbits do not tell whose turn it is: in the
/// representatives one and the same worker can always move.
const STARVED: &str = "
byte turn
bool done
active [2] proctype worker() { (turn == _pid && !done) -> done = true }
active proctype scheduler() { do :: turn == 0 -> turn = 1 :: turn == 1 -> turn = 0 od }
ltl is_done { <> done }
";

fn read(text: &str) -> Promela {
    let mut sources = SourceMap::new();
    let file = sources.add("test.pml", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    Promela::new(model.unwrap_or_else(|| panic!("{messages:?}")), sources)
}

fn property() -> Property {
    Property::new("is_done", PropertyKind::Ltl)
}

/// One worker goes to and fro for ever, the other can move all the time and never does. Sorted by where they stand, the first and the
/// second of them move in turn.
const OVERTAKEN: &str = "
bool taken, done
active [2] proctype worker() {
  goto choose;
low: skip; goto high;
other: done = true; goto over;
high: skip; goto low;
choose: if :: atomic { !taken -> taken = true }; goto low :: taken -> goto other fi;
over: skip
}
ltl is_done { <> done }
";

/// What is said of a model under weak fairness where it is read off representatives.
fn naive_verdict(promela: &Promela, method: Method) -> Verdict {
    let (program, watched) = promela.watched(&property(), CycleSearch::Components).expect("a formula");
    let mut reduction = prepare_steadily(program, method, &promela.sources);
    assert_eq!(reduction.symmetry.group_order, "2");
    let interpreter: Interpreter = reduction.interpreter.clone();
    let fairness = ProcessFairness::new(watched.beside.sets(), Strength::Weak, false);
    let product = Product {
        system: InterpretedModel::new(interpreter.clone()),
        beside: &watched.beside,
        interpreter: &interpreter,
        fairness: Some(&fairness),
        stutters: true,
    };
    let cycle = Violation::new(1).expect("not zero");
    let by = CycleSearch::Components;
    let reducer = reduction.reducer.as_mut().expect("a group of two elements is used");
    let naive = find_cycle(by, &product, &mut OfSystem(&mut *reducer), cycle, &mut Config::default()).verdict;
    if naive == Verdict::Holds {
        let states = product_states(&product, &mut OfSystem(reducer));
        let told = go_over(promela, &mut reduction, (&watched, Some(&fairness)), &states);
        assert!(matches!(told, Err(Refusal::Rejected(_))), "its certificate is accepted: {told:?}");
    }
    naive
}

fn verdict(promela: &Promela, method: Method, fairness: Fairness) -> Verdict {
    let options = Options { method, fairness, ..Options::default() };
    let mut system = promela.system(&property(), &options).expect("it applies");
    let report = system.search(&mut Config::default());
    if let Some(found) = report.violations.first() {
        let trace = system.retrace(found).expect("the interpreter repeats it");
        assert!(trace.cycle_from.is_some_and(|from| from < trace.steps.len()));
    }
    report.verdict
}

#[test]
fn fairness_of_representatives_is_not_fairness_of_processes() {
    let [starved, overtaken] = [STARVED, OVERTAKEN].map(read);
    for method in [Method::None, Method::Auto, Method::Segment, Method::Sorted] {
        assert_eq!(verdict(&starved, method, Fairness::Weak), Verdict::Violated, "{method}");
        assert_eq!(verdict(&starved, method, Fairness::Strong), Verdict::Holds, "{method}");
        assert_eq!(verdict(&overtaken, method, Fairness::None), Verdict::Violated, "{method}");
        assert_eq!(verdict(&overtaken, method, Fairness::Weak), Verdict::Holds, "{method}");
        assert_eq!(verdict(&overtaken, method, Fairness::Strong), Verdict::Holds, "{method}");
    }
    // If this changes, a better test is needed.
    assert_eq!(naive_verdict(&starved, Method::Auto), Verdict::Holds);
    assert_eq!(naive_verdict(&overtaken, Method::Segment), Verdict::Violated);
}

/// All product states that a search for single wrong states stores.
fn product_states(product: &impl AcceptingModel, canonicaliser: &mut impl Canonicaliser) -> Vec<Vec<u8>> {
    let mut states = Vec::new();
    let mut keep = |state: &[u8]| states.push(state.to_vec());
    let mut config = Config { stored: Some(&mut keep), ..Config::default() };
    let report = explore(&WithoutAcceptance(product), canonicaliser, &mut config);
    assert_eq!(report.verdict, Verdict::Holds);
    states
}

fn go_over(
    promela: &Promela,
    reduction: &mut Reduction,
    watched: (&Watched, Option<&ProcessFairness>),
    states: &[Vec<u8>],
) -> Result<Certificate, Refusal> {
    let (full, _) = promela.watched(&property(), CycleSearch::Components).expect("a formula");
    let stored = Certifying { states, transitions: u64::MAX, limits: Limits::default() };
    certify(&full, reduction, watched, stored, &mut || None)
}

/// A formula that holds, and one that does not, of processes that are alike.
const SERVED: &str = "
byte served, rounds
active [2] proctype client() { do :: atomic { served == 0 -> served = 1 } :: served == 1 -> served = 0 od }
ltl is_done { []<> (served == 0) && [] (served == 1 -> X (served <= 1)) }
";
const NOT_SERVED: &str = "
byte served
active [2] proctype client() { do :: atomic { served == 0 -> served = 1 } :: served == 1 -> served = 0 :: skip od }
ltl is_done { []<> (served == 1) }
";

/// The states that are stored for a model, with what the witness says of all of them and of all but each one.
#[test]
fn what_was_stored_proves_a_formula_or_is_rejected() {
    let cases = [
        (SERVED, None, true),
        (NOT_SERVED, None, false),
        (STARVED, Some(Strength::Weak), false),
        (STARVED, Some(Strength::Strong), true),
        (OVERTAKEN, Some(Strength::Weak), true),
        (OVERTAKEN, Some(Strength::Strong), true),
    ];
    for (text, strength, holds) in cases {
        for method in [Method::None, Method::Enumerate, Method::Segment] {
            let promela = read(text);
            let (program, watched) =
                promela.watched(&property(), CycleSearch::Components).expect("a formula");
            let mut reduction = prepare_steadily(program, method, &promela.sources);
            let interpreter: Interpreter = reduction.interpreter.clone();
            let is_reduced = reduction.reducer.is_some();
            let fairness =
                strength.map(|strength| ProcessFairness::new(watched.beside.sets(), strength, is_reduced));
            let product = Product {
                system: InterpretedModel::new(interpreter.clone()),
                beside: &watched.beside,
                interpreter: &interpreter,
                fairness: fairness.as_ref(),
                stutters: true,
            };
            let states = match reduction.reducer.as_mut() {
                Some(reducer) => product_states(&product, &mut OfSystem(reducer)),
                None => product_states(&product, &mut NoReduction),
            };
            let told = go_over(&promela, &mut reduction, (&watched, fairness.as_ref()), &states);
            assert_eq!(told.is_ok(), holds, "{method} {strength:?} {told:?}");
            for lost in 0..states.len() {
                let mut fewer = states.clone();
                fewer.remove(lost);
                let told = go_over(&promela, &mut reduction, (&watched, fairness.as_ref()), &fewer);
                assert!(matches!(told, Err(Refusal::Rejected(_))), "without state {lost}: {told:?}");
            }
        }
    }
}

/// Two workers that are alike; a third that is not. Whose turn it is at the start tells them apart in the second model.
const ALIKE: &str = "
bool flag[3], done[3]
byte turn = 255
active [2] proctype worker() { do :: flag[_pid] = !flag[_pid] :: turn == 255 -> turn = _pid; done[_pid] = true; turn = 255 od }
active proctype other() { do :: flag[2] = !flag[2] :: done[2] = flag[2] od }
ltl one { [] (flag[0] -> <> done[1]) }
ltl two { [] (flag[1] -> <> done[0]) }
ltl third { [] (flag[1] -> <> done[1]) }
ltl fourth { [] (flag[2] -> <> done[1]) }
ltl shape { [] (flag[1] -> [] done[0]) }
ltl often { []<> flag[0] }
ltl brief { []<> flag[1] }
ltl swift { []<> flag[2] }
";

#[test]
fn a_formula_follows_one_that_a_symmetry_carries_to_it() {
    let alike = read(ALIKE);
    let carried = |model: &Promela, to: &str, from: &str| model.carried_from(to, &[from]).is_some();
    assert!(carried(&alike, "two", "one") && carried(&alike, "one", "two"));
    assert!(carried(&alike, "brief", "often"));
    for to in ["third", "fourth", "shape", "often"] {
        assert!(!carried(&alike, to, "one"), "{to}");
    }
    assert!(!carried(&alike, "swift", "often"));
    // The start names worker 0.
    let begun = read(&ALIKE.replace("turn = 255\nactive", "turn = 0\nactive"));
    assert!(!carried(&begun, "two", "one"));
    // Their codes differ.
    let unlike = read(&ALIKE.replace("done[_pid] = true", "done[_pid] = (_pid == 0)"));
    assert!(!carried(&unlike, "two", "one"));
}
