//! How the cost of lazy exploration grows with the number of processes: the resource controller of Wahl and D'Silva,
//! section 10, from 40 to 400 clients, and the exponent of the growth as a least-squares fit on logarithms.
//!
//! Promela numbers processes with a byte, so the larger systems are put together here rather than read.

use std::sync::OnceLock;
use std::time::Instant;

use explorer::Config;
use lazy::explore;
use lazy::system::{
    Action, Expr, Kind, Node, Operator, Place, ProcessId, Shared, System, Target, Transition,
};
use program::{BinaryOp, Scalar, Span};

const IDLE: i32 = 0;
const ASKING: i32 = 1;
const SERVED: i32 = 2;
const BUSY: Place = Place::Shared(0);

fn main() {
    for (name, size) in [("fine: classes of 2", Some(2)), ("coarse: two classes", None)] {
        println!("{name}\n{:>5} {:>9} {:>9} {:>9}", "n", "states", "expected", "seconds");
        let mut points = Vec::new();
        for n in [40u16, 60, 80, 120, 160, 200, 300, 400] {
            let system = controller(n, size.unwrap_or(n / 2));
            let begin = seconds_of_work();
            let (report, _) = explore(&system, true, &mut Config::default());
            let seconds = seconds_of_work() - begin;
            let states = report.statistics.states;
            println!("{n:>5} {:>9} {:>9} {seconds:>9.3}", states, expected(n, size.unwrap_or(n / 2)));
            points.push((f64::from(n), states as f64, seconds));
        }
        let states: Vec<(f64, f64)> = points.iter().map(|&(n, states, _)| (n, states)).collect();
        let times: Vec<(f64, f64)> = points.iter().map(|&(n, _, seconds)| (n, seconds)).collect();
        println!("states grow as n^{:.2}, time as n^{:.2}\n", exponent(&states), exponent(&times));
    }
}

/// Time spent computing, so that other processes do not count; where the system does not say, time passed.
fn seconds_of_work() -> f64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let begin = BEGIN.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// The slope of the line through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let across: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    across / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}

fn expected(n: u16, size: u16) -> u64 {
    let (n, size) = (u64::from(n), u64::from(size));
    n + 1 + 3 * (1..=n / size).map(|class| size * (n - class * size + 1)).sum::<u64>()
}

/// n clients in classes of one size, the first class served first.
fn controller(n: u16, size: u16) -> System {
    let kind = Kind { cells: vec![Scalar::Int, Scalar::Byte], private: 1, ends: vec![0], is_class: true };
    System {
        processes: vec![0; usize::from(n)],
        kinds: vec![kind],
        transitions: (0..n).map(|i| client(i, size)).collect(),
        shared: vec![Shared { scalar: Scalar::Byte, identifier: false }],
        initial_shared: vec![0],
        initial_local: vec![vec![0, IDLE]; usize::from(n)],
        ..System::default()
    }
}

fn client(i: u16, size: u16) -> Vec<Transition> {
    let own = Place::Local(ProcessId(i), 1);
    let is = |place, value| compare(BinaryOp::Eq, place, value);
    let higher = (0..i / size * size).map(|j| compare(BinaryOp::Ne, Place::Local(ProcessId(j), 1), ASKING));
    let grant: Vec<Expr> = [is(BUSY, 0), is(own, ASKING)].into_iter().chain(higher).collect();
    let next = operator(BinaryOp::Add, vec![Expr::Cell(BUSY), Expr::Const(1)]);
    let steps = [
        (vec![is(BUSY, 0), is(own, IDLE)], vec![(own, Expr::Const(ASKING))]),
        (grant, vec![(own, Expr::Const(SERVED)), (BUSY, Expr::Const(1))]),
        (vec![is(own, SERVED), compare(BinaryOp::Lt, BUSY, 3)], vec![(BUSY, next)]),
        (vec![is(own, SERVED), is(BUSY, 3)], vec![(own, Expr::Const(IDLE)), (BUSY, Expr::Const(0))]),
    ];
    (steps.into_iter().zip(0..))
        .map(|((guard, effect), statement)| transition(statement, guard, effect))
        .collect()
}

fn compare(op: BinaryOp, place: Place, value: i32) -> Expr {
    operator(op, vec![Expr::Cell(place), Expr::Const(value)])
}

fn operator(op: BinaryOp, operands: Vec<Expr>) -> Expr {
    Expr::Operator(Operator { op, unordered: true }, operands)
}

/// A `d_step` of a condition and assignments.
fn transition(statement: u32, guard: Vec<Expr>, effect: Vec<(Place, Expr)>) -> Transition {
    let guard = Action::Guard(operator(BinaryOp::And, guard));
    let assign = effect.into_iter().map(|(place, value)| Action::Assign(Target::Cell(place), value));
    let actions: Vec<Action> = [guard].into_iter().chain(assign).collect();
    let last = actions.len() - 1;
    let node = |(i, action)| Node::Do(action, (i < last).then_some(i as u32 + 1));
    let action = Action::DStep(actions.into_iter().enumerate().map(node).collect());
    Transition { statement, source: 0, target: Some(0), atomic: false, action, span: Span::default() }
}
