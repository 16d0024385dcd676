//! Everything that is made of a formula beside its meaning on random words.

mod random;

use property::{Acceptance, Automaton, Formula, Limits, Logic, Word};
use random::{Operators, Random};

const LIMITS: Limits = Limits { states: 3_000, edges: 60_000 };

/// Asks a word about a formula and about everything that must say the same.
struct Ways {
    formula: Formula,
    simplified: Formula,
    automata: Vec<(&'static str, Automaton)>,
}

impl Ways {
    /// `None` if an automaton is too large.
    fn of(logic: &mut Logic, formula: Formula) -> Option<Ways> {
        let simplified = logic.simplify(formula);
        let tableau = logic.unreduced_automaton(formula, LIMITS).ok()?;
        if tableau.len() > 400 {
            return None;
        }
        let reduced = tableau.reduced(logic, Acceptance::Edges);
        let edges = reduced.degeneralised(logic, Acceptance::Edges);
        let states = reduced.degeneralised(logic, Acceptance::States);
        let plain_states = tableau.degeneralised(logic, Acceptance::States);
        let small_edges = edges.reduced(logic, Acceptance::Edges);
        let small_states = states.reduced(logic, Acceptance::States);
        assert!(reduced.len() <= tableau.len());
        for automaton in [&states, &small_states, &plain_states] {
            assert!(automaton.accepts_by_states() && automaton.sets() <= 1);
        }
        assert!(edges.sets() <= 1 && small_edges.sets() <= 1);
        let automata = vec![
            ("tableau", tableau),
            ("reduced", reduced),
            ("degeneralised on edges", edges),
            ("degeneralised on states", states),
            ("degeneralised without reduction", plain_states),
            ("reduced on edges", small_edges),
            ("reduced on states", small_states),
        ];
        Some(Ways { formula, simplified, automata })
    }

    fn check(&self, logic: &Logic, word: &Word, expected: bool) {
        assert_eq!(
            word.satisfies(logic, self.formula),
            expected,
            "meaning of {} on {word:?}",
            show(logic, self.formula)
        );
        assert_eq!(
            word.satisfies(logic, self.simplified),
            expected,
            "simplified {} on {word:?}",
            show(logic, self.formula)
        );
        for (name, automaton) in &self.automata {
            assert_eq!(
                automaton.accepts(logic, word),
                expected,
                "{name} of {} on {word:?}",
                show(logic, self.formula)
            );
        }
    }
}

fn show(logic: &Logic, formula: Formula) -> String {
    logic.show(formula, &|atom| format!("p{}", atom.0))
}

fn compare(seed: u64, formulas: usize, operators: Operators) {
    let mut random = Random(seed);
    let mut compared = 0;
    for _ in 0..formulas {
        let mut logic = Logic::new();
        let (size, atoms) = (1 + random.below(9), 1 + u32::try_from(random.below(3)).expect("small"));
        let formula = random.formula(&mut logic, size, atoms, operators);
        let negation = logic.not(formula);
        let (Some(ways), Some(negated)) = (Ways::of(&mut logic, formula), Ways::of(&mut logic, negation))
        else {
            continue;
        };
        for _ in 0..12 {
            let word = random.word(atoms);
            let expected = word.satisfies(&logic, formula);
            ways.check(&logic, &word, expected);
            negated.check(&logic, &word, !expected);
        }
        never_both(&mut logic, &ways, &negated);
        compared += 1;
    }
    assert!(compared * 10 >= formulas * 9, "only {compared} of {formulas} formulas were small enough");
}

/// No automaton of a formula accepts a word that one of its negation accepts.
fn never_both(logic: &mut Logic, ways: &Ways, negated: &Ways) {
    for (name, automaton) in &ways.automata[1..] {
        for (other_name, other) in &negated.automata[1..] {
            let both = automaton.intersection(logic, other).expect("few acceptance sets");
            let word = both.accepted_word(logic);
            assert_eq!(both.accepts_nothing(), word.is_none());
            assert_eq!(word, None, "{name} and {other_name} of {}", show(logic, ways.formula));
        }
    }
}

#[test]
fn formulas_of_the_future() {
    compare(1, 1500, Operators::Future);
}

#[test]
fn formulas_without_next() {
    compare(2, 1000, Operators::WithoutNext);
}

#[test]
fn formulas_of_future_and_past() {
    compare(3, 1000, Operators::FutureAndPast);
}
