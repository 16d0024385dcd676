//! Quantifiers over infinite sets are tried only on the implementable integers, -1..3 here. What is found is an answer;
//! that nothing is found is none: the verdict is neither "holds" nor "violated" because of it.

mod kit;

use bmachine::machine::Options;
use report::VerdictWord;

fn verdict(text: &str) -> &'static str {
    match kit::run(text, Options::default(), &checker::Options::default()).verdict {
        VerdictWord::Holds => "holds",
        VerdictWord::Violated => "violated",
        VerdictWord::Undecided => "undecided",
    }
}

#[test]
fn what_was_not_found_is_no_answer() {
    for (assertion, expected) in [
        ("#x.(x : INTEGER & x * x = 9)", "holds"),
        ("#x.(x : INTEGER & x * x = 49)", "undecided"),
        ("not(#x.(x : INTEGER & x * x = 9))", "violated"),
        ("not(#x.(x : INTEGER & x * x = 49))", "undecided"),
        ("!x.(x : INTEGER => x < 2)", "violated"),
        ("!x.(x : NATURAL => x * x >= x)", "undecided"),
        ("!y.(y : 1..2 => #x.(x : INTEGER & x * x = 49 * y))", "undecided"),
        ("SIGMA(x).(x : INTEGER & x * x = 49 | 1) = 2", "undecided"),
        ("UNION(x).(x : INTEGER & x * x = 49 | {x}) = {7, -7}", "undecided"),
        ("{x | x : INTEGER & x * x = 49} = {}", "undecided"),
        ("7 : {x | x : INTEGER & x * x = 49}", "holds"),
        ("card({y | y : 1..2 & #x.(x : INTEGER & x * x = 49 * y)}) = 1", "undecided"),
        ("bool(#x.(x : INTEGER & x * x = 49)) = TRUE", "undecided"),
        ("#x.(x : INTEGER & x * x = 49) & 1 = 1; #x.(x : INTEGER & x * x = 49)", "undecided"),
        ("%x.(x : NATURAL | x + 100) : NATURAL --> 0..3", "undecided"),
        ("not(%x.(x : NATURAL | 1) : NATURAL >-> NATURAL)", "undecided"),
        ("%x.(x : NATURAL | x + 100) : INTEGER +-> INTEGER", "holds"),
        ("finite(1..3) & not(finite(NATURAL)) & finite({x | x : NATURAL & x < 3})", "holds"),
        ("finite({x | x : INTEGER & x * x < 10})", "undecided"),
        // The closure of a relation is reflexive on all integers.
        (
            "(9 |-> 9) : closure({1 |-> 2}); closure({1 |-> 2})[{7}] = {7}; (1 |-> 3) /: closure({1 |-> 2})",
            "holds",
        ),
        ("closure({1 |-> 2}) = {1 |-> 2}", "undecided"),
        ("(5 |-> 5) : iterate({1 |-> 2}, 0)", "holds"),
    ] {
        let text = format!(
            "MACHINE m VARIABLES v INVARIANT v = 0 ASSERTIONS {assertion} INITIALISATION v := 0 OPERATIONS o = skip END"
        );
        assert_eq!(verdict(&text), expected, "{assertion}");
    }
}

#[test]
fn no_branch_is_taken_because_of_it() {
    let square = "#x.(x : INTEGER & x * x = 49)";
    for body in [
        format!("IF {square} THEN v := 1 ELSE v := 2 END"),
        format!("v := IF {square} THEN 1 ELSE 2 END"),
        format!("ASSERT {square} THEN skip END"),
        format!("WHILE {square} & v < 1 DO v := v + 1 INVARIANT v : 0..1 VARIANT 1 - v END"),
        // Not a deadlock either.
        format!("SELECT {square} THEN skip END"),
        "ANY x WHERE x : INTEGER & x * x = 49 THEN v := 1 END".to_owned(),
    ] {
        let text = format!(
            "MACHINE m VARIABLES v INVARIANT v : 0..1 INITIALISATION v := 0 OPERATIONS o = {body} END"
        );
        assert_eq!(verdict(&text), "undecided", "{body}");
    }
    let text = "MACHINE m VARIABLES v INVARIANT v : INTEGER INITIALISATION v : (v : INTEGER & v * v = 49) OPERATIONS o = skip END";
    assert_eq!(verdict(text), "undecided");
}
