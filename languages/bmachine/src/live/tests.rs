//! Random machines and formulas: the verdicts of all methods and searches beside brute force over the explicit graph.
//!
//! The graph is made by the slow evaluator. Two references: the product with the automaton as the tableau gives it,
//! gone over component by component; and all short lassos, whose words are asked by themselves, without any
//! automaton.

use super::product::END;
use super::*;
use crate::compose::NoFiles;
use crate::machine::{Machine, Options, SlowStep};
use crate::specification::BMachine;
use crate::symmetry::Method;
use checker::{Specification, Watch, check_system};
use diagnostics::SourceMap;
use explorer::{Batch, CycleSearch, Model};
use property::{Atom, Limits, Watcher, Word};
use report::{Outcome, VerdictWord};
use std::collections::HashMap;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn machine(&mut self) -> String {
        let mut guard =
            || self.one_of(&["x >= 0", "z = a", "card(y) < 2", "y /= {}", "x /= 1", "x > 5", "x = 2"]);
        let guards: Vec<&str> = (0..7).map(|_| guard()).collect();
        let [up, reset, flip, add, drop, swap, idle] = guards[..] else { unreachable!("seven of them") };
        let start = self.one_of(&["x := 0 || z := a", "x :: 0..1 || z := b", "x := 2 || z :: T"]);
        format!(
            "MACHINE m SETS S; T = {{a, b}} VARIABLES x, y, z
             INVARIANT x : 0..2 & y <: S & z : T INITIALISATION y := {{}} || {start}
             OPERATIONS
               up = SELECT x < 2 & {up} THEN x := x + 1 END;
               reset = SELECT x = 2 & {reset} THEN x := 0 END;
               flip = SELECT {flip} THEN CHOICE z := a OR z := b END END;
               add(p) = SELECT p : S - y & {add} THEN y := y \\/ {{p}} END;
               drop(p) = SELECT p : y & {drop} THEN y := y - {{p}} END;
               swap(p, n) = SELECT p : S & n : 0..1 & y = {{}} & {swap} THEN y := {{p}} || x := n END;
               idle = SELECT {idle} THEN skip END
             END"
        )
    }

    fn formula(&mut self, size: usize, rigid: bool) -> String {
        if size == 0 {
            let plain = [
                "{x = 0}",
                "{x = 2}",
                "{y = {}}",
                "{card(y) = 1}",
                "{z = a & x < 2}",
                "[up]",
                "[add]",
                "[flip]",
                "[swap(_, 1)]",
                "[swap(_, x)]",
                "e(drop)",
                "e(swap)",
                "deadlock",
                "sink",
                "true",
                "deterministic(up, reset, flip)",
                "controller(add, drop)",
                "deadlock(idle, flip)",
            ];
            return match rigid && self.below(3) > 0 {
                true => {
                    self.one_of(&["{q : y}", "[add(q)]", "e(drop(q))", "[swap(q, 0)]", "{y = {q}}"]).into()
                }
                false => self.one_of(&plain).into(),
            };
        }
        let kind = self.below(17);
        if kind < 8 {
            let operator = ["not", "G", "F", "X", "Y", "O", "H", "G F"][kind];
            return format!("{operator} ({})", self.formula(size - 1, rigid));
        }
        let left = self.below(size);
        let (f, g) = (self.formula(left, rigid), self.formula(size - 1 - left, rigid));
        let operator = ["&", "or", "=>", "U", "W", "R", "S", "T", "<=>"][kind - 8];
        format!("({f}) {operator} ({g})")
    }

    fn temporal(&mut self) -> String {
        let (size, rigid) = (self.below(5), self.below(4) == 0);
        let mut text = self.formula(size, rigid);
        if self.below(3) == 0 {
            let fair = self.one_of(&[
                "WF(up)",
                "SF(drop)",
                "WF(flip) & WF(add)",
                "SF(reset) & WF(up)",
                "SF(flip) & SF(add) & {x = 0}",
                "SF(drop(_)) & SF(up)",
                "(WF(idle) or SF(up))",
                "not SF(flip)",
            ]);
            text = format!("{fair} => ({text})");
        }
        if rigid { format!("!q.({{q : S}} => ({text}))") } else { text }
    }
}

fn read(text: &str, formula: &str, size: usize) -> BMachine {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let formulas = vec![("it".to_owned(), formula.to_owned())];
    let options = Options { cards: vec![("S".into(), size)], formulas, ..Options::default() };
    BMachine::read(sources, file, &mut NoFiles, options)
        .unwrap_or_else(|(_, problems)| panic!("{text}: {formula}: {problems:?}"))
}

fn outcome(read: &BMachine, method: Method, cycle_search: CycleSearch) -> Outcome {
    let property = read.properties().pop().expect("the formula is the last of them").property;
    let options = checker::Options { method, cycle_search, certify: true, ..checker::Options::default() };
    let mut system = read.system(&property, &options).expect("a method for B");
    check_system(&mut system, &options, &mut Watch::nobody()).0
}

/// The initialised states with what is read on each step from them; the last of them is that of runs that have ended.
struct Explicit {
    starts: Vec<usize>,
    steps: Vec<Vec<(u64, usize)>>,
}

fn explicit(machine: &Machine) -> Explicit {
    let (mut worker, mut batch) = (machine.worker(), Batch::new());
    machine.initial(&mut worker, &mut batch);
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut states: Vec<Vec<u8>> = Vec::new();
    let states_of = |batch: &Batch| -> Vec<Vec<u8>> {
        batch.successors().iter().map(|successor| batch.state(successor).to_vec()).collect()
    };
    let mut initial = Vec::new();
    for state in states_of(&batch) {
        if state[0] == 0 {
            batch.clear();
            machine.expand(&mut worker, &state, &mut batch);
            initial.extend(states_of(&batch));
        } else {
            initial.push(state);
        }
    }
    let mut number = |state: &[u8], states: &mut Vec<Vec<u8>>| {
        *numbers.entry(state.to_vec()).or_insert_with(|| {
            states.push(state.to_vec());
            states.len() - 1
        })
    };
    let starts: Vec<usize> = initial.iter().map(|state| number(state, &mut states)).collect();
    let mut steps: Vec<Vec<(u64, usize)>> = Vec::new();
    while let Some(source) = states.get(steps.len()).cloned() {
        let known = machine.slow_steps(&source).expect("small machines");
        let letter = |next: Option<&SlowStep>| {
            let atoms = machine.asked.atoms.iter().enumerate();
            let holds = atoms.map(|(atom, asked)| {
                u64::from(machine.slow_atom(asked, &source, &known, next).expect("defined")) << atom
            });
            holds.fold(0, |all, bit| all | bit)
        };
        let mut out: Vec<(u64, usize)> =
            known.steps.iter().map(|step| (letter(Some(step)), number(&step.state, &mut states))).collect();
        if known.is_deadlock() {
            out.push((letter(None), usize::MAX));
        }
        steps.push(out);
    }
    let end = steps.len();
    steps.push(vec![(END, end)]);
    for (_, target) in steps.iter_mut().flatten().filter(|(_, target)| *target == usize::MAX) {
        *target = end;
    }
    Explicit { starts, steps }
}

/// Has the product with an automaton a reachable component with every mark? All of it is made first.
fn is_violated(graph: &Explicit, watcher: &Watcher) -> bool {
    let mut numbers: HashMap<(usize, u16), usize> = HashMap::new();
    let mut nodes: Vec<(usize, u16)> = Vec::new();
    for &start in &graph.starts {
        numbers.entry((start, watcher.initial)).or_insert_with(|| {
            nodes.push((start, watcher.initial));
            nodes.len() - 1
        });
    }
    let mut edges: Vec<Vec<(usize, u64)>> = Vec::new();
    while let Some(&(state, at)) = nodes.get(edges.len()) {
        let mut out = Vec::new();
        for &(letter, target) in &graph.steps[state] {
            for edge in watcher.moves(at, letter) {
                let node = *numbers.entry((target, edge.target)).or_insert_with(|| {
                    nodes.push((target, edge.target));
                    nodes.len() - 1
                });
                out.push((node, edge.marks));
            }
        }
        edges.push(out);
    }
    let all = property::Marks::all(watcher.sets).0;
    components(&edges).iter().any(|component| {
        let inside = |node: &usize| component.contains(node);
        let kept = component.iter().flat_map(|&node| &edges[node]).filter(|(target, _)| inside(target));
        let marks: Vec<u64> = kept.map(|(_, marks)| *marks).collect();
        !marks.is_empty() && marks.iter().fold(0, |met, marks| met | marks) & all == all
    })
}

/// The strongly connected components, by reachability there and back.
fn components(edges: &[Vec<(usize, u64)>]) -> Vec<Vec<usize>> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (source, out) in edges.iter().enumerate() {
        out.iter().for_each(|(target, _)| back[*target].push(source));
    }
    let forth = |node: usize| edges[node].iter().map(|(target, _)| *target).collect::<Vec<_>>();
    let mut done = vec![false; edges.len()];
    let mut found = Vec::new();
    for start in 0..edges.len() {
        if done[start] {
            continue;
        }
        let reach = |next: &dyn Fn(usize) -> Vec<usize>| {
            let (mut seen, mut open) = (vec![false; edges.len()], vec![start]);
            seen[start] = true;
            while let Some(node) = open.pop() {
                for target in next(node) {
                    if !std::mem::replace(&mut seen[target], true) {
                        open.push(target);
                    }
                }
            }
            seen
        };
        let (from, to) = (reach(&forth), reach(&|node| back[node].clone()));
        let component: Vec<usize> = (0..edges.len()).filter(|&node| from[node] && to[node]).collect();
        component.iter().for_each(|&node| done[node] = true);
        found.push(component);
    }
    found
}

/// Does a lasso of at most so many steps violate the formula? Random walks, each closed wherever it can be.
fn some_lasso_violates(graph: &Explicit, read: &Read, random: &mut Random) -> bool {
    let letter = |bits: &u64| (0..64).filter(|atom| bits >> atom & 1 == 1).map(Atom).collect::<Vec<Atom>>();
    (0..60).any(|_| {
        let mut states = vec![graph.starts[random.below(graph.starts.len())]];
        let mut letters: Vec<u64> = Vec::new();
        (0..8).any(|_| {
            let out = &graph.steps[states[states.len() - 1]];
            let (bits, target) = out[random.below(out.len())];
            letters.push(bits);
            let violates =
                states.iter().enumerate().filter(|(_, state)| **state == target).any(|(from, _)| {
                    let (prefix, cycle) = letters.split_at(from);
                    let word = Word {
                        prefix: prefix.iter().map(letter).collect(),
                        cycle: cycle.iter().map(letter).collect(),
                    };
                    !word.satisfies(&read.logic, read.formula)
                });
            states.push(target);
            violates
        })
    })
}

#[test]
fn verdicts_agree_with_brute_force() {
    let mut random = Random(16);
    let (mut held, mut violated, mut by_walks) = (0, 0, 0);
    for round in 0..250 {
        let (text, formula) = (random.machine(), random.temporal());
        let machine = read(&text, &formula, 2 + round % 2);
        let mut asked = machine.formula("it").expect("generated");
        let negation = asked.logic.negation(asked.formula);
        let small = Limits { states: 300, edges: 6_000 };
        let Ok(tableau) = asked.logic.unreduced_automaton(negation, small) else { continue };
        let slow = Watcher::new(&mut asked.logic, &tableau).expect("small");
        let graph = explicit(&machine.machine_asked(&asked.question, Method::None).expect("compiled"));
        let expected = is_violated(&graph, &slow);
        let walked = some_lasso_violates(&graph, &asked, &mut random);
        assert!(expected || !walked, "a short lasso violates what holds: {formula}\n{text}");
        by_walks += usize::from(walked);
        if expected {
            violated += 1
        } else {
            held += 1
        }
        let verdict = if expected { VerdictWord::Violated } else { VerdictWord::Holds };
        for method in [Method::None, Method::Auto, Method::Label, Method::Flood] {
            for search in [CycleSearch::Components, CycleSearch::Nested] {
                let found = outcome(&machine, method, search);
                assert_eq!(
                    found.verdict, verdict,
                    "{method} {search:?} {:?}\n{formula}\n{text}",
                    found.reason
                );
                let can_be_certified = method != Method::Flood && !expected;
                assert_eq!(
                    found.certified, can_be_certified,
                    "{method} {:?}\n{formula}\n{text}",
                    found.certificate
                );
                assert_eq!(found.cycle_from.is_some(), expected, "{formula}\n{text}");
            }
        }
        let markers = outcome(&machine, Method::Markers, CycleSearch::Components);
        assert_ne!(markers.verdict, VerdictWord::Holds, "{formula}\n{text}");
        assert!(expected || markers.verdict == VerdictWord::Undecided, "{formula}\n{text}");
    }
    assert!(held > 40 && violated > 80 && by_walks > 60, "{held} {violated} {by_walks}");
}
