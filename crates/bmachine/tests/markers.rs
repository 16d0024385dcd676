//! Hash markers on a token ring: the published counts of "ProB gets Nauty" (2008), table 2, which include ProB's root.

use bmachine::check::{Outcome, Reason, check, load};
use bmachine::compose::NoFiles;
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use diagnostics::SourceMap;

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
            let mut sources = SourceMap::new();
            let file = sources.add("ring", RING);
            let options = Options { default_set_size: size, ..Options::default() };
            let machine = load(&mut sources, file, &mut NoFiles, options, method)
                .unwrap_or_else(|problems| panic!("{problems:?}"));
            let checked = check(&machine, method, &mut explorer::Config::default());
            assert_eq!(checked.statistics.states + 1, expected, "{} {size}", method.name());
            let not_sound = matches!(checked.outcome, Outcome::Undecided(Reason::NotSound));
            assert_eq!((not_sound, checked.exact), (method == Method::Markers, method == Method::Label));
        }
    }
}
