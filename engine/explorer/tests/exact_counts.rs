//! Toy systems with exact counts, under both orders.

mod toys;

use explorer::{Config, Model, NoReduction, Order, Report, Verdict, concretise, explore};
use toys::{Bits, EightPuzzle, Hanoi, Jugs, SortBytes, Words};

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

fn run<M: Model>(model: &M, order: Order, all_errors: bool) -> Report {
    explore(model, &mut NoReduction, &mut Config { order, all_errors, ..Config::default() })
}

#[test]
fn bits() {
    for order in ORDERS {
        let report = run(&Bits { n: 14, all_set_is_wrong: false }, order, false);
        assert_eq!(report.verdict, Verdict::Holds);
        assert_eq!((report.statistics.states, report.statistics.transitions), (1 << 14, 14 << 14));
        assert_eq!(report.statistics.expanded, 1 << 14);
        assert_eq!(report.statistics.state_length, 14.0);
    }
    assert_eq!(
        run(&Bits { n: 14, all_set_is_wrong: false }, Order::BreadthFirst, false).statistics.depth,
        14
    );
}

#[test]
fn eight_puzzle() {
    for order in ORDERS {
        let report = run(&EightPuzzle, order, false);
        assert_eq!(report.verdict, Verdict::Holds);
        assert_eq!((report.statistics.states, report.statistics.transitions), (181_440, 483_840));
    }
    assert_eq!(run(&EightPuzzle, Order::BreadthFirst, false).statistics.depth, 31);
}

#[test]
fn hanoi_is_solved_in_the_fewest_moves() {
    for order in ORDERS {
        let report = run(&Hanoi { discs: 9 }, order, true);
        assert_eq!(report.verdict, Verdict::Violated);
        assert_eq!((report.statistics.states, report.statistics.transitions), (19_683, 3 * 19_682));
        assert_eq!(report.statistics.errors, 3, "two ways in, and the state itself");
    }
    let report = run(&Hanoi { discs: 9 }, Order::BreadthFirst, false);
    let path = &report.first_violation().expect("violated").path;
    assert_eq!(path.steps(), 511);
    assert_eq!(path.states.len(), 511);
}

#[test]
fn words_of_every_length() {
    for order in ORDERS {
        let report = run(&Words { longest: 13 }, order, false);
        assert_eq!(report.verdict, Verdict::Holds);
        assert_eq!(report.statistics.states, (1 << 14) - 1);
    }
    assert_eq!(run(&Words { longest: 13 }, Order::BreadthFirst, false).statistics.depth, 13);
}

#[test]
fn jugs_take_six_steps() {
    let report = run(&Jugs, Order::BreadthFirst, false);
    let found = report.first_violation().expect("violated");
    assert_eq!((found.violation.id(), found.path.steps()), (4, 6));
    assert_eq!(found.path.last, None);
    assert_eq!(found.path.states.last().map(|state| state[1]), Some(4));
    for order in ORDERS {
        assert_eq!(run(&Jugs, order, true).statistics.states, 16);
    }
}

#[test]
fn representatives_are_stored_and_the_path_can_be_made_concrete() {
    let model = Bits { n: 12, all_set_is_wrong: true };
    for order in ORDERS {
        let mut config = Config { order, all_errors: true, ..Config::default() };
        let report = explore(&model, &mut SortBytes, &mut config);
        assert_eq!((report.statistics.states, report.statistics.transitions), (13, 13 * 12));
        let found = report.first_violation().expect("violated");
        assert_eq!(found.path.steps(), 12);
        let run = concretise(&model, &mut SortBytes, found.violation, &found.path).expect("exact");
        assert_eq!(run.states.len(), 13);
        for (states, &label) in run.states.windows(2).zip(&run.labels) {
            let mut next = states[0].clone();
            next[label as usize] ^= 1;
            assert_eq!(next, states[1]);
        }
    }
}
