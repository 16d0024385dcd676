//! Kinds of properties beside their definitions, on random formulas and words.

mod oracle;
mod random;

use oracle::{Names, name};
use property::{Atom, Automaton, Edge, Formula, Label, Limits, Logic, Marks, State, Strength, Word};
use random::{Operators, Random};

const LIMITS: Limits = Limits { states: 3_000, edges: 60_000 };

/// What a formula of the text is: safety, guarantee, insensitive to stuttering, an invariant by its text.
fn class(text: &str) -> (bool, bool, bool, bool) {
    let mut logic = Logic::new();
    let formula = oracle::parse(&mut logic, text, &mut Names::default());
    let class = logic.classify(formula, LIMITS).expect("small");
    (class.safety, class.guarantee, class.stutter_invariant, class.invariant.is_some())
}

#[test]
fn textbook_formulas() {
    assert_eq!(class("[] p"), (true, false, true, true));
    assert_eq!(class("!<> p && q && [] ([] r)"), (true, false, true, true));
    assert_eq!(class("<> p"), (false, true, true, false));
    assert_eq!(class("p && !q"), (true, true, true, true));
    assert_eq!(class("[] <> p"), (false, false, true, false));
    assert_eq!(class("[] (p -> <> q)"), (false, false, true, false));
    assert_eq!(class("p W q"), (true, false, true, false));
    assert_eq!(class("p U q"), (false, true, true, false));
    assert_eq!(class("X p"), (true, true, false, false));
    // Not safe by their text, but by their meaning.
    assert_eq!(class("(p U q) || [] p"), (true, false, true, false));
    assert_eq!(class("[] (p || <> (q && !q))"), (true, false, true, true));
    // Next does no harm: p becomes false at some time and then is true once more.
    assert_eq!(class("<> (!p && X p)"), (false, true, true, false));
    assert_eq!(class("<> (p && X p)"), (false, true, false, false));
}

/// Repeats some letters of a word.
fn stretched(random: &mut Random, word: &Word) -> Word {
    let mut repeat = |letters: &[Vec<Atom>]| {
        let mut out = Vec::new();
        for letter in letters {
            (0..1 + random.below(3)).for_each(|_| out.push(letter.clone()));
        }
        out
    };
    Word { prefix: repeat(&word.prefix), cycle: repeat(&word.cycle) }
}

#[test]
fn stuttering() {
    let mut random = Random(11);
    let (mut sensitive, mut shown) = (0, 0);
    for _ in 0..600 {
        let mut logic = Logic::new();
        let size = 1 + random.below(6);
        let formula = random.formula(&mut logic, size, 2, Operators::FutureAndPast);
        let Ok(insensitive) = logic.is_stutter_invariant(formula, LIMITS) else { continue };
        let mut differs = false;
        for _ in 0..if insensitive { 40 } else { 1500 } {
            let word = random.word(2);
            let other = stretched(&mut random, &word);
            let same = word.satisfies(&logic, formula) == other.satisfies(&logic, formula);
            assert!(same || !insensitive, "{} on {word:?} and {other:?}", logic.show(formula, &name));
            differs |= !same;
            if differs {
                break;
            }
        }
        sensitive += usize::from(!insensitive);
        shown += usize::from(differs);
    }
    assert!(sensitive > 60, "{sensitive}");
    assert!(shown * 100 >= sensitive * 97, "a difference was found for {shown} of {sensitive} formulas only");
}

/// An automaton for the words that begin as a word does.
fn beginning(logic: &mut Logic, word: &Word, length: usize, atoms: u32) -> Automaton {
    let mut edges = Vec::new();
    let state = |i: usize| State(u32::try_from(i).expect("short"));
    let mut position = 0;
    for i in 0..length {
        let mut letter = Formula::TRUE;
        for atom in (0..atoms).map(Atom) {
            let f = logic.atom(atom);
            let literal = if word.holds(position, atom) { f } else { logic.not(f) };
            letter = logic.and(letter, literal);
        }
        let label = logic.label(letter).expect("a proposition");
        edges.push(vec![Edge { target: state(i + 1), marks: Marks::default(), label }]);
        position = word.successor(position);
    }
    edges.push(vec![Edge { target: state(length), marks: Marks::default(), label: Label::TRUE }]);
    Automaton::new(edges, State(0), 0).expect("valid")
}

/// Can every prefix of a word, up to a length at which states repeat, be mended?
fn can_always_be_mended(logic: &mut Logic, automaton: &Automaton, word: &Word, atoms: u32) -> bool {
    let length = word.prefix.len() + word.cycle.len() * 12;
    let prefix = beginning(logic, word, length, atoms);
    !prefix.intersection(logic, automaton).expect("few sets").accepts_nothing()
}

#[test]
fn safety() {
    let mut random = Random(12);
    let (mut unsafe_ones, mut shown, mut safe) = (0, 0, 0);
    for _ in 0..700 {
        let mut logic = Logic::new();
        let size = 1 + random.below(6);
        let formula = random.formula(&mut logic, size, 2, Operators::FutureAndPast);
        let Ok(monitor) = logic.monitor(formula, LIMITS) else { continue };
        assert_eq!(logic.is_safety(formula, LIMITS), Ok(monitor.is_some()));
        let automaton = logic.automaton(formula, LIMITS).expect("it was made before");
        if let Some(monitor) = monitor {
            safe += 1;
            assert!(monitor.is_deterministic(&mut logic) && monitor.accepts_by_states());
            assert_eq!(monitor.strength(&mut logic), Strength::Terminal);
            for _ in 0..30 {
                let word = random.word(2);
                let bad = !word.satisfies(&logic, formula);
                assert_eq!(monitor.accepts(&logic, &word), bad, "{} on {word:?}", logic.show(formula, &name));
                let mendable = can_always_be_mended(&mut logic, &automaton, &word, 2);
                assert!(!bad || !mendable, "{} on {word:?}", logic.show(formula, &name));
            }
        } else {
            unsafe_ones += 1;
            let words: Vec<Word> = (0..200).map(|_| random.word(2)).collect();
            let mut bad = words.into_iter().filter(|w| !w.satisfies(&logic, formula)).collect::<Vec<_>>();
            shown += usize::from(bad.drain(..).any(|w| can_always_be_mended(&mut logic, &automaton, &w, 2)));
        }
    }
    assert!(safe > 100 && unsafe_ones > 80, "{safe}, {unsafe_ones}");
    assert!(shown * 100 >= unsafe_ones * 97, "shown for {shown} of {unsafe_ones} formulas only");
}

#[test]
fn a_monitor_finds_the_shortest_bad_prefix() {
    let mut logic = Logic::new();
    // Bad after one letter already, although its automaton could wait: p must hold now, as nothing mends it later.
    let formula = oracle::parse(&mut logic, "[] (p0 && X (p1 || X false))", &mut Names::default());
    let monitor = logic.monitor(formula, LIMITS).expect("small").expect("safe");
    let initial = monitor.edges(monitor.initial());
    let bad =
        initial.iter().find(|e| monitor.is_accepting(e.target)).expect("an edge to the accepting state");
    assert!(logic.reads(bad.label, |_| false));
    assert!(!logic.reads(bad.label, |atom| atom == Atom(0)));
    assert_eq!(monitor.len(), 3);
}
