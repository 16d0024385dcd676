//! Other translators: `spin -f` and Debian's `lbt`, their automata read back as ours.
#![allow(dead_code)] // every test file asks some of them

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use diagnostics::{Diagnostic, Span};
use property::parse::spin::{self, Expressions};
use property::{Atom, Automaton, Edge, Formula, Label, Logic, Marks, Operator, State};

/// Is a program there? Where oracles are required, its absence is a failure.
pub fn is_there(program: &str) -> bool {
    let found = Command::new(program)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !found {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "{program} is required");
        eprintln!("SKIPPED: needs {program}");
    }
    found
}

/// What a program prints, unless it takes too long.
fn answer(program: &str, arguments: &[&str], input: &str, longest: Duration) -> Option<String> {
    answer_in(&std::env::temp_dir(), program, arguments, input, longest)
}

/// What a program prints in a folder, unless it takes too long.
pub fn answer_in(
    folder: &Path,
    program: &str,
    arguments: &[&str],
    input: &str,
    longest: Duration,
) -> Option<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the oracle starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the oracle reads");
    let mut out = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let started = Instant::now();
    while child.try_wait().expect("the oracle runs").is_none() {
        if started.elapsed() > longest {
            child.kill().expect("the oracle can be ended");
            child.wait().expect("the oracle ends");
            return None;
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    Some(reader.join().expect("no panic").expect("the oracle writes text"))
}

/// Atoms `p0`, `p1`, …
pub fn name(atom: Atom) -> String {
    format!("p{}", atom.0)
}

/// Names of atoms as they come; those of [`name`] have their own number.
#[derive(Default)]
pub struct Names(pub HashMap<String, Atom>);

impl Expressions for Names {
    fn expression(&mut self, logic: &mut Logic, text: &str, span: Span) -> Result<Formula, Diagnostic> {
        if !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(Diagnostic::error("name", "not a name", span));
        }
        if text == "1" {
            return Ok(Formula::TRUE);
        }
        let own = text.strip_prefix('p').and_then(|digits| digits.parse().ok());
        let next = own.unwrap_or_else(|| u32::try_from(self.0.len()).expect("few names"));
        Ok(logic.atom(*self.0.entry(text.to_owned()).or_insert(Atom(next))))
    }

    fn split_connectives(&self) -> bool {
        true
    }
}

/// Parses a formula in SPIN's notation.
pub fn parse(logic: &mut Logic, text: &str, names: &mut Names) -> Formula {
    spin::parse(logic, text, Span::default(), names).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// SPIN's automaton of a formula; `None` if SPIN takes too long, or if it was built without next and the formula has
/// one.
pub fn spin_automaton(logic: &mut Logic, formula: Formula, longest: Duration) -> Option<Automaton> {
    let text = logic.show(formula, &name);
    let claim = answer("spin", &["-f", &text], "", longest)?;
    let refused = !claim.contains('{') && text.contains("X ");
    (!refused).then(|| read_never_claim(logic, &claim))
}

/// Is it accepting, and its options: a guard and where it leads, `None` for where everything is accepted.
type ClaimState = (bool, Vec<(Label, Option<String>)>);

/// A never claim as an automaton: `goto`s between labels; a claim that ends, an `assert` that fails and `skip` accept
/// whatever follows.
pub fn read_never_claim(logic: &mut Logic, claim: &str) -> Automaton {
    let body = &claim[claim.find('{').expect("a claim") + 1..];
    let body = body.find("*/").map_or(body, |end| &body[end + 2..]);
    let mut states: Vec<ClaimState> = Vec::new();
    let mut labels: HashMap<String, usize> = HashMap::new();
    let mut fresh = true;
    for line in body.lines().map(str::trim) {
        if let Some(label) = line.strip_suffix(':').filter(|l| !l.contains(' ')) {
            if fresh {
                states.push((false, Vec::new()));
            }
            fresh = false;
            states.last_mut().expect("a state").0 |= label.starts_with("accept");
            labels.insert(label.to_owned(), states.len() - 1);
            continue;
        }
        fresh = true;
        let Some((_, edges)) = states.last_mut() else { continue };
        if matches!(line, "skip" | "skip;" | ":: true") {
            edges.push((Label::TRUE, None));
        } else if line == ":: false" {
            continue;
        } else if let Some(option) = line.strip_prefix("::") {
            let option = option.trim().trim_start_matches("atomic {").trim();
            let (guard, then) = option.rsplit_once("->").expect("a guard");
            let f = parse(logic, guard, &mut Names::default());
            let label = logic.label(f).expect("a proposition");
            let target = then.trim().strip_prefix("goto ").map(|t| t.trim_end_matches(';').to_owned());
            edges.push((label, target));
        }
    }
    let all = states.len();
    let needs_all = states.iter().any(|(_, edges)| edges.iter().any(|(_, target)| target.is_none()));
    let listed_all = labels.get("accept_all").copied();
    let target = |target: &Option<String>| match target {
        Some(label) => State(u32::try_from(labels[label]).expect("few")),
        None => State(u32::try_from(listed_all.unwrap_or(all)).expect("few")),
    };
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    for (accepting, outgoing) in &states {
        let marks = Marks(u64::from(*accepting));
        edges.push(
            outgoing.iter().map(|(label, to)| Edge { target: target(to), marks, label: *label }).collect(),
        );
    }
    if needs_all && listed_all.is_none() {
        edges.push(vec![Edge {
            target: State(u32::try_from(all).expect("few")),
            marks: Marks(1),
            label: Label::TRUE,
        }]);
    }
    Automaton::new(edges, State(0), 1).expect("valid")
}

/// lbt's automaton of a formula; `None` if it takes too long.
pub fn lbt_automaton(logic: &mut Logic, formula: Formula, longest: Duration) -> Option<Automaton> {
    let text = prefix_notation(logic, formula);
    let answer = answer("lbt", &[], &text, longest)?;
    Some(read_lbt(logic, &answer))
}

/// The formula in the notation that lbt reads.
fn prefix_notation(logic: &Logic, formula: Formula) -> String {
    let chain = |operator: &str, parts: &[Formula]| {
        let parts: Vec<String> = parts.iter().map(|&f| prefix_notation(logic, f)).collect();
        format!("{}{}", format!("{operator} ").repeat(parts.len() - 1), parts.join(" "))
    };
    match logic.operator(formula) {
        Operator::False => "f".to_owned(),
        Operator::True => "t".to_owned(),
        Operator::Atom(atom) => name(*atom),
        Operator::Not(f) => format!("! {}", prefix_notation(logic, *f)),
        Operator::And(parts) => chain("&", parts),
        Operator::Or(parts) => chain("|", parts),
        Operator::Next(f) => format!("X {}", prefix_notation(logic, *f)),
        Operator::Until(f, g) => chain("U", &[*f, *g]),
        Operator::Release(f, g) => chain("V", &[*f, *g]),
        Operator::Yesterday(_) | Operator::Since(..) => panic!("lbt knows no past"),
    }
}

/// lbt's output: the number of states and of acceptance sets; for each state its number, whether it is initial and its
/// sets up to -1, then lines of a target and a guard up to -1.
fn read_lbt(logic: &mut Logic, text: &str) -> Automaton {
    let mut lines = text.lines();
    let numbers =
        |line: &str| line.split_whitespace().map(|n| n.parse::<i64>().expect("a number")).collect::<Vec<_>>();
    let header = numbers(lines.next().expect("a header"));
    let sets = u32::try_from(header[1]).expect("few");
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); usize::try_from(header[0]).expect("few")];
    let mut initial = State(0);
    while let Some(line) = lines.next() {
        let state = numbers(line);
        let index = usize::try_from(state[0]).expect("a state");
        if state[1] == 1 {
            initial = State(u32::try_from(index).expect("few"));
        }
        let marks = Marks(state[2..].iter().filter(|n| **n >= 0).fold(0, |bits, set| bits | 1 << set));
        for line in lines.by_ref().take_while(|line| line.trim() != "-1") {
            let mut words = line.split_whitespace();
            let target = State(words.next().expect("a target").parse().expect("a number"));
            let guard = propositional(logic, &mut words);
            let label = logic.label(guard).expect("a proposition");
            edges[index].push(Edge { target, marks, label });
        }
    }
    if edges.is_empty() {
        edges.push(Vec::new());
    }
    Automaton::new(edges, initial, sets).expect("valid")
}

fn propositional<'w>(logic: &mut Logic, words: &mut impl Iterator<Item = &'w str>) -> Formula {
    match words.next().expect("a word") {
        "t" => Formula::TRUE,
        "f" => Formula::FALSE,
        "!" => {
            let f = propositional(logic, words);
            logic.not(f)
        }
        "&" => {
            let (f, g) = (propositional(logic, words), propositional(logic, words));
            logic.and(f, g)
        }
        "|" => {
            let (f, g) = (propositional(logic, words), propositional(logic, words));
            logic.or(f, g)
        }
        atom => logic.atom(Atom(atom[1..].parse().expect("a number"))),
    }
}
