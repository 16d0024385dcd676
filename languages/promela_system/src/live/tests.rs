//! Fairness and symmetry: what goes wrong where fairness is read off representatives.

use checker::{Fairness, Method, Options, Specification, System};
use diagnostics::SourceMap;
use explorer::{Config, CycleSearch, NoReduction, Verdict, Violation, find_cycle};
use program::Interpreter;
use promela::preprocess::NoIncludes;
use report::{Property, PropertyKind};

use super::fairness::ProcessFairness;
use super::product::{OfSystem, Product};
use crate::reduction::prepare_steadily;
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

#[test]
fn fairness_of_representatives_is_not_fairness_of_processes() {
    let promela = read(STARVED);
    let (program, watched) = promela.watched(&property(), CycleSearch::Components).expect("a formula");
    let mut reduction = prepare_steadily(program, Method::Auto, &promela.sources);
    assert_eq!(reduction.symmetry.group_order, "2");
    let interpreter: Interpreter = reduction.interpreter.clone();
    let fairness = ProcessFairness::new(watched.beside.sets());
    let product = Product {
        system: InterpretedModel::new(interpreter.clone()),
        beside: &watched.beside,
        interpreter: &interpreter,
        fairness: Some(&fairness),
        stutters: true,
    };
    let cycle = Violation::new(1).expect("not zero");
    let by = CycleSearch::Components;
    let plain = find_cycle(by, &product, &mut NoReduction, cycle, &mut Config::default());
    assert_eq!(plain.verdict, Verdict::Violated);
    let reducer = reduction.reducer.as_mut().expect("a group of two elements is used");
    let naive = find_cycle(by, &product, &mut OfSystem(reducer), cycle, &mut Config::default());
    assert_eq!(
        naive.verdict,
        Verdict::Holds,
        "the naive quotient no longer hides the run: a better test is needed"
    );
}

#[test]
fn with_fairness_the_run_is_found_with_any_method() {
    let promela = read(STARVED);
    for method in [Method::None, Method::Auto, Method::Segment] {
        let options = Options { method, fairness: Fairness::Weak, ..Options::default() };
        let mut system = promela.system(&property(), &options).expect("it applies");
        let report = system.search(&mut Config::default());
        assert_eq!(report.verdict, Verdict::Violated, "{method}");
        let trace = system.retrace(&report.violations[0]).expect("the interpreter repeats it");
        assert!(trace.cycle_from.is_some_and(|from| from < trace.steps.len()));
    }
}
