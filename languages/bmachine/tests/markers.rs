//! Hash markers on a token ring: the published counts of "ProB gets Nauty" (2008), table 2, which include ProB's root.

mod kit;

use bmachine::NOT_SOUND;
use bmachine::machine::Options;
use bmachine::symmetry::Method;

const RING: &str = "MACHINE ring SETS Node CONSTANTS after PROPERTIES after : Node >-> Node
    VARIABLES holder, waiting, inside
    INVARIANT holder : Node & waiting <: Node & inside <: Node
    INITIALISATION holder :: Node || waiting := {} || inside := {}
    OPERATIONS
      pass = PRE inside = {} THEN holder := after(holder) END;
      ask(n) = PRE n : Node & n /: waiting THEN waiting := waiting \\/ {n} END;
      enter(n) = PRE n = holder & inside = {} THEN inside := {n} END;
      leave(n) = PRE n : inside THEN inside := inside - {n} END
    END";

#[test]
fn markers_miss_what_the_paper_says_they_miss() {
    for (size, exact, published) in [(2, 19, 19), (3, 60, 60), (4, 174, 141), (5, 480, 278)] {
        for (method, expected) in [(Method::Label, exact), (Method::Markers, published)] {
            let options = Options { default_set_size: size, ..Options::default() };
            let outcome = kit::run(RING, options, &checker::Options { method, ..Default::default() });
            assert_eq!(outcome.states + 1, expected, "{} {size}", method.name());
            let not_sound = outcome.reason.as_deref() == Some(NOT_SOUND);
            let claims = (not_sound, outcome.symmetry.exact);
            assert_eq!(claims, (method == Method::Markers, method == Method::Label));
        }
    }
}
