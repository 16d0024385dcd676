//! What chooses among elements of a deferred set by their order tells them apart: there is no symmetry then.

mod kit;

use bmachine::machine::Options;
use bmachine::symmetry::Method;
use report::VerdictWord;

fn machine(invariant: &str) -> String {
    format!(
        "MACHINE m SETS S
         DEFINITIONS CHOOSE(X) == \"an element\"; TO_STRING(X) == \"its name\"
         VARIABLES x INVARIANT x : S & {invariant} INITIALISATION x :: S
         OPERATIONS go = BEGIN x :: S END END"
    )
}

#[test]
fn no_element_hides_behind_another() {
    for invariant in ["x = CHOOSE(S)", "x /= CHOOSE(S)", "TO_STRING(x) = \"S1\"", "TO_STRING(x) = \"S2\""] {
        for method in [Method::None, Method::Auto, Method::Label, Method::Flood, Method::Markers] {
            let options = checker::Options { method, ..checker::Options::default() };
            let outcome = kit::run(&machine(invariant), Options::default(), &options);
            assert_eq!(outcome.verdict, VerdictWord::Violated, "{method}: {invariant}");
            let symmetry = outcome.symmetry;
            assert_eq!(symmetry.method, "none", "{invariant}");
            assert_eq!(
                symmetry.reason.contains("tells elements"),
                method != Method::None,
                "{}",
                symmetry.reason
            );
        }
    }
}

#[test]
fn choices_among_numbers_tell_nothing_apart() {
    let options = checker::Options::default();
    let outcome = kit::run(&machine("CHOOSE({1, 2}) = 1"), Options::default(), &options);
    assert_eq!((outcome.verdict, outcome.states), (VerdictWord::Holds, 1));
    assert_eq!(outcome.symmetry.method, "auto");
}
