//! Automata as text: what is written can be read again and means the same.

mod oracle;
mod random;

use std::path::PathBuf;
use std::time::Duration;

use oracle::{Names, name};
use property::{Acceptance, Atom, Automaton, Edge, Formula, Limits, Logic, Marks, State};
use random::{Operators, Random};

/// Reads an automaton in the HOA format, and is strict about the parts of it that we write.
fn read_hoa(logic: &mut Logic, text: &str, atoms: &[Atom]) -> Automaton {
    let (header, body) = text.split_once("--BODY--\n").expect("a body");
    let body = body.strip_suffix("--END--\n").expect("an end");
    let (states, initial, sets) = read_header(header, atoms.len());
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut state_marks = Marks::default();
    for line in body.lines() {
        if let Some(state) = line.strip_prefix("State: ") {
            let (number, marks) = state.split_once(' ').unwrap_or((state, ""));
            assert_eq!(number.parse(), Ok(edges.len()));
            state_marks = read_marks(marks);
            edges.push(Vec::new());
            continue;
        }
        let (label, rest) = line.strip_prefix('[').and_then(|l| l.split_once("] ")).expect("a label");
        let (target, marks) = rest.split_once(' ').unwrap_or((rest, ""));
        let label = read_label(logic, label, atoms);
        edges.last_mut().expect("a state").push(Edge {
            target: State(target.parse().expect("a state")),
            marks: read_marks(marks).union(state_marks),
            label: logic.label(label).expect("a proposition"),
        });
    }
    assert_eq!(edges.len(), states);
    Automaton::new(edges, State(initial), sets).expect("valid")
}

/// The number of states, the initial state and the number of acceptance sets.
fn read_header(header: &str, atoms: usize) -> (usize, u32, u32) {
    let mut lines = header.lines();
    assert_eq!(lines.next(), Some("HOA: v1"));
    let mut value = |key: &str| {
        let line = lines.next().expect(key);
        let value = line.strip_prefix(&format!("{key}: "));
        value.unwrap_or_else(|| panic!("{key} expected in {line}")).to_owned()
    };
    let quoted = |s: &str| s.len() >= 2 && s.starts_with('"') && s.ends_with('"');
    assert!(quoted(&value("name")));
    let states = value("States").parse().expect("a number");
    let initial = value("Start").parse().expect("a number");
    let propositions = value("AP");
    let (count, names) = propositions.split_once(' ').unwrap_or((&propositions, ""));
    assert_eq!(count.parse(), Ok(atoms));
    assert!(names.split_whitespace().all(quoted) && names.split_whitespace().count() == atoms);
    let acc_name = value("acc-name");
    let acceptance = value("Acceptance");
    let (sets, condition) = acceptance.split_once(' ').expect("a condition");
    let sets: u32 = sets.parse().expect("a number");
    let expected: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
    let (expected, expected_name) = match sets {
        0 => ("t".to_owned(), "all".to_owned()),
        1 => (expected.join("&"), "Buchi".to_owned()),
        _ => (expected.join("&"), format!("generalized-Buchi {sets}")),
    };
    assert_eq!((condition, acc_name), (expected.as_str(), expected_name));
    assert!(value("properties").starts_with("trans-labels explicit-labels "));
    (states, initial, sets)
}

fn read_marks(text: &str) -> Marks {
    let inner = text.trim().trim_start_matches('{').trim_end_matches('}');
    Marks(inner.split_whitespace().fold(0, |bits, set| bits | 1 << set.parse::<u32>().expect("a set")))
}

/// A sum of cubes over numbered atoms.
fn read_label(logic: &mut Logic, label: &str, atoms: &[Atom]) -> Formula {
    let mut sum = Formula::FALSE;
    for cube in label.split(" | ") {
        let mut product = Formula::TRUE;
        for literal in cube.split('&').filter(|l| *l != "t") {
            let atom = logic.atom(atoms[literal.trim_start_matches('!').parse::<usize>().expect("an AP")]);
            let literal = if literal.starts_with('!') { logic.not(atom) } else { atom };
            product = logic.and(product, literal);
        }
        sum = logic.or(sum, product);
    }
    sum
}

#[test]
fn hoa_and_claims_can_be_read_again() {
    let mut random = Random(31);
    for _ in 0..400 {
        let mut logic = Logic::new();
        let size = 1 + random.below(8);
        let formula = random.formula(&mut logic, size, 3, Operators::Future);
        let generalised = logic.automaton(formula, Limits::default()).expect("small");
        let ordinary = logic.buchi_automaton(formula, Limits::default()).expect("small");
        let edges = generalised.degeneralised(&mut logic, Acceptance::Edges);
        for automaton in [&generalised, &ordinary, &edges] {
            let text = automaton.hoa(&mut logic, "a \"formula\"", &name);
            let atoms = automaton.atoms(&logic);
            assert_eq!(read_hoa(&mut logic, &text, &atoms), *automaton, "{text}");
        }
        let negation = logic.negation(formula);
        let opposite = logic.automaton(negation, Limits::default()).expect("small");
        let claim = ordinary.never_claim(&mut logic, &name).expect("it accepts by states");
        let read = oracle::read_never_claim(&mut logic, &claim);
        let both = read.intersection(&mut logic, &opposite).expect("few sets");
        assert!(both.accepts_nothing(), "{claim}");
        for _ in 0..10 {
            let word = random.word(3);
            assert_eq!(read.accepts(&logic, &word), word.satisfies(&logic, formula), "{claim}");
        }
    }
}

#[test]
fn text_and_graph() {
    let mut logic = Logic::new();
    let formula = oracle::parse(&mut logic, "[] (p0 -> <> p1)", &mut Names::default());
    let automaton = logic.buchi_automaton(formula, Limits::default()).expect("small");
    let text = automaton.text(&mut logic, &name);
    assert!(text.starts_with("3 states, 1 acceptance set on states\n0 (initial)"), "{text}");
    assert_eq!(text.matches("(accepting)").count(), 1, "{text}");
    let dot = automaton.dot(&mut logic, &|atom| format!("x[{}] == \"a\"", atom.0));
    assert!(dot.starts_with("digraph automaton {\n") && dot.ends_with("}\n"));
    assert_eq!(dot.matches("doublecircle").count(), 1, "{dot}");
    assert_eq!(dot.matches(" -> ").count(), automaton.edge_count() + 1);
    assert!(dot.contains("x[0] == \\\"a\\\""), "{dot}");
}

/// A new folder for what SPIN writes.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("property-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What SPIN says when it compiles a model, which it must accept; `None` if that takes too long.
fn accepted_by_spin(name: &str, model: &str) -> Option<String> {
    let folder = folder(name);
    std::fs::write(folder.join("model.pml"), model).expect("a file");
    let said = oracle::answer_in(&folder, "spin", &["-a", "model.pml"], "", Duration::from_millis(400));
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    assert!(said.as_ref().is_none_or(|said| !said.contains("Error")), "{said:?}\n{model}");
    said
}

const MODEL: &str =
    "bool p0, p1, p2, p3;\nactive proctype P() { do :: p0 = !p0 :: p1 = !p1 :: p2 = !p2 od }\n";

#[test]
fn spin_accepts_our_claims() {
    if !oracle::is_there("spin") {
        return;
    }
    let mut random = Random(32);
    for _ in 0..40 {
        let mut logic = Logic::new();
        let size = random.below(8);
        let formula = random.formula(&mut logic, size, 3, Operators::Future);
        let automaton = logic.buchi_automaton(formula, Limits::default()).expect("small");
        let claim = automaton.never_claim(&mut logic, &name).expect("it accepts by states");
        assert!(accepted_by_spin("claim", &format!("{MODEL}{claim}")).is_some());
    }
}

/// A text without parentheses, or with few.
fn random_text(random: &mut Random, operators: usize) -> String {
    let prefix = ["", "", "", "!", "[] ", "<> ", "always ", "eventually "];
    let infix = ["U", "V", "W", "&&", "||", "->", "<->", "until", "release", "weakuntil", "implies"];
    let operand = |random: &mut Random| format!("{}p{}", prefix[random.below(prefix.len())], random.below(4));
    let mut text = operand(random);
    for _ in 0..operators {
        let right = operand(random);
        let operator = infix[random.below(infix.len())];
        text = if random.below(5) == 0 {
            format!("({text}) {operator} {right}")
        } else {
            format!("{text} {operator} {right}")
        };
    }
    text
}

/// SPIN prints the formula of an `ltl` block with all parentheses. Read by us, it is the formula that we read without
/// them.
#[test]
fn precedence_is_that_of_spin() {
    if !oracle::is_there("spin") {
        return;
    }
    let mut random = Random(33);
    let texts: Vec<String> = (0..120).map(|i| random_text(&mut random, 1 + i % 3)).collect();
    let mut compared = 0;
    for text in texts {
        let Some(said) = accepted_by_spin("precedence", &format!("{MODEL}ltl f {{ {text} }}\n")) else {
            continue;
        };
        let line = said.lines().find_map(|line| line.strip_prefix("ltl f: ")).expect("the formula");
        let mut logic = Logic::new();
        let ours = oracle::parse(&mut logic, &text, &mut Names::default());
        let theirs = oracle::parse(&mut logic, line, &mut Names::default());
        let difference = logic.equivalence(ours, theirs);
        let difference = logic.not(difference);
        let automaton = logic.automaton(difference, Limits::default()).expect("small");
        assert!(automaton.accepts_nothing(), "{text} is {} and not {line}", logic.show(ours, &name));
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}
