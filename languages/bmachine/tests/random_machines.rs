//! Random small machines: the number of states under each exact method is the number of orbits of the unreduced space,
//! counted by brute force over all permutations.

mod kit;

use bmachine::machine::{Machine, Options};
use bmachine::symmetry::{Action, Method};
use checker::Language;
use explorer::{Batch, Model};
use std::collections::{BTreeSet, HashSet};

/// A small generator of pseudo-random numbers (xorshift), so that failures can be repeated from the seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

/// Variables: type, initial value and effects. Effects use the parameters x, y : S and t : T.
const VARIABLES: [(&str, &str, &[&str]); 9] = [
    ("v <: S", "{}", &["v \\/ {x}", "v - {x}", "{x, y}", "S - v"]),
    ("v : S", "S0", &["x", "y"]),
    ("v : S +-> T", "{}", &["v <+ {x |-> t}", "{x} <<| v", "v |>> {t}"]),
    ("v : S <-> S", "{}", &["v \\/ {x |-> y}", "v - {x |-> y}", "v~", "{x} <<| v"]),
    ("v <: POW(S)", "{}", &["v \\/ {{x, y}}", "v \\/ {{x}}", "v - {{x}}", "{union(v)}"]),
    ("v : S +-> E", "{}", &["v <+ {x |-> red}", "v <+ {x |-> blue}", "{x} <<| v"]),
    (
        "v : seq(S)",
        "<>",
        &["IF size(v) < 2 THEN v <- x ELSE v END", "IF v = <> THEN v ELSE tail(v) END", "rev(v)"],
    ),
    ("v : T +-> POW(S)", "{}", &["v <+ {t |-> {x, y}}", "{t} <<| v", "v <+ {t |-> {}}"]),
    ("v : 0..2", "0", &["(v + 1) mod 3", "card({x, y})"]),
];

fn machine_text(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    let (mut names, mut invariants, mut starts, mut operations) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for index in 0..count {
        let (ty, start, effects) = VARIABLES[random.below(VARIABLES.len())];
        let name = format!("v{index}");
        let named = |text: &str| text.split(' ').map(|w| rename(w, &name)).collect::<Vec<_>>().join(" ");
        invariants.push(named(ty));
        let choice = start == "S0";
        starts.push(if choice { format!("{name} :: S") } else { format!("{name} := {start}") });
        for operation in 0..1 + random.below(2) {
            let guard = random.pick(&["x : S", "x /= y", "x = y", "x : S & y : S"]);
            let effect = named(random.pick(effects));
            operations.push(format!(
                "op{index}_{operation}(x, y, t) = PRE x : S & y : S & t : T & {guard} THEN {name} := {effect} END"
            ));
        }
        names.push(name);
    }
    let constants =
        random.pick(&["", "CONSTANTS c PROPERTIES c : S", "CONSTANTS c PROPERTIES c : S >->> S", ""]);
    format!(
        "MACHINE random SETS S; T; E = {{red, blue}} {constants} VARIABLES {} INVARIANT {} INITIALISATION {} OPERATIONS {} END",
        names.join(", "),
        invariants.join(" & "),
        starts.join(" || "),
        operations.join("; ")
    )
}

/// Replaces the word `v` inside a token such as `{union(v)}`.
fn rename(word: &str, name: &str) -> String {
    let letters = |c: char| c.is_alphanumeric();
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('v') {
        let before = rest[..at].chars().last().is_some_and(letters);
        let after = rest[at + 1..].chars().next().is_some_and(letters);
        out.push_str(&rest[..at]);
        out.push_str(if before || after { "v" } else { name });
        rest = &rest[at + 1..];
    }
    out + rest
}

fn options(sizes: (usize, usize)) -> Options {
    Options {
        cards: vec![("S".into(), sizes.0), ("T".into(), sizes.1)],
        check_deadlock: false,
        ..Options::default()
    }
}

/// Plain breadth-first search; `None` when there are too many states.
fn reachable(machine: &Machine, limit: usize) -> Option<HashSet<Vec<u8>>> {
    let mut worker = machine.worker();
    let mut batch = Batch::new();
    machine.initial(&mut worker, &mut batch);
    let (mut seen, mut queue) = (HashSet::new(), Vec::new());
    loop {
        for successor in batch.successors() {
            let state = batch.state(successor).to_vec();
            if seen.insert(state.clone()) {
                queue.push(state);
            }
        }
        if seen.len() > limit {
            return None;
        }
        let Some(state) = queue.pop() else { return Some(seen) };
        batch.clear();
        machine.expand(&mut worker, &state, &mut batch);
    }
}

fn orbits(machine: &Machine, states: &HashSet<Vec<u8>>) -> usize {
    let action = Action::new(&machine.domain);
    let mut least = BTreeSet::new();
    for state in states {
        let mut smallest = state.clone();
        action.each_permutation(&mut |permutation| {
            let mut image = state.clone();
            action.permute_state(machine, &mut image, permutation, &mut Vec::new());
            if image < smallest {
                smallest = image;
            }
        });
        least.insert(smallest);
    }
    least.len()
}

#[test]
fn reduced_states_are_orbits() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut tried) = (0, 0);
    while compared < 1000 {
        tried += 1;
        let text = machine_text(&mut random);
        let sizes = (2 + random.below(2), 1 + random.below(2));
        let plain = kit::machine(&text, options(sizes), Method::None);
        let Some(states) = reachable(&plain, 1500) else { continue };
        let expected = orbits(&plain, &states) as u64;
        let exact = |method: &Method| method.promises_exactness() && method.is_sound(Language::B);
        for method in Method::of(Language::B).filter(exact) {
            let search = checker::Options { method, all_errors: true, ..Default::default() };
            let found = kit::run(&text, options(sizes), &search);
            assert_eq!(found.states, expected, "{} {sizes:?} {text}", method.name());
        }
        compared += 1;
    }
    assert!(tried < 1500, "only {compared} of {tried} machines were small enough");
}
