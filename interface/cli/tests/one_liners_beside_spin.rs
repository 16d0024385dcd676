//! Models of one line, by the plain command and state for state beside SPIN: the rules of the language, and every kind of
//! expression at every place of a statement.
//!
//! What the front end drops is dropped for machine code, interpreter and certificate alike, so none of those can notice: a `run`
//! inside a larger expression once vanished, and a model held that does not. Only another reading of the text can.
//!
//! A fifth of them is tried unless `QUOTIENT_ALL_ONE_LINERS` is set. Needs `spin` from Debian's packages; `CC=tcc` compiles its verifiers ten times sooner.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Places of an expression, written `E`, and expressions that go there.
const PLACES: &[&str] = &[
    "x = E",
    "assert(E)",
    "(E)",
    "a[E] = 1",
    "x = a[E]",
    "c!E",
    "c!!E",
    "c?eval(E)",
    "run Q(E)",
    "printf(\"%d\", E)",
    "y = -(E)",
    "for (x : 0 .. E) { y++ }",
    "select (x : 0 .. E)",
    "x = (E -> 1 : 2)",
    "x = (y == 0 -> E : 2)",
    "x = (y -> 1 : E)",
    "u.f = E",
    "if :: E -> y = 1 :: else -> y = 2 fi",
    "do :: E -> break :: y == 0 -> y = 1 od",
    "d_step { y = 1; x = E }",
    "x = 1; E",
    "atomic { E; y = 1 }",
    "{ y = 1; y = 2 } unless { E }",
    "set_priority(_pid, E)",
    "x = 2 * (E) + 1",
    "x = y || (E)",
    "x = y && (E)",
    "c?[eval(E)]",
    "x = len(d[E])",
    "d[E]!1",
];
const EXPRESSIONS: &[&str] = &[
    "1",
    "y",
    "_pid",
    "_nr_pr",
    "run Q(1)",
    "len(c)",
    "empty(c)",
    "nempty(c)",
    "full(c)",
    "nfull(c)",
    "c?[y]",
    "c??[1]",
    "enabled(1)",
    "timeout",
    "np_",
    "P@L",
    "W[1]@M",
    "W[1]:w",
    "pc_value(1)",
    "get_priority(1)",
    "a[1]",
    "u.f",
    "e",
    "x == y",
    "!y",
    "~y",
    "y << 1",
    "y % 2",
    "(y -> 1 : 0)",
    "'a'",
    "true",
    "4294967295",
    "256",
    "-1",
    "_last",
    "c",
    "(x = 1)",
    "x++",
    "eval(y)",
    "_",
    "else",
    "skip",
];

/// Of so many places and expressions one is tried, unless `QUOTIENT_ALL_ONE_LINERS` is set. It has no divisor in common with the number
/// of expressions, so every expression and every place is among them.
const SAMPLED: usize = 5;

#[test]
fn one_line_has_the_states_and_the_verdict_that_spin_gives_it() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    let models = models();
    let next = AtomicUsize::new(0);
    let found: Mutex<(Vec<String>, usize)> = Mutex::default();
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (models, next, found) = (&models, &next, &found);
            scope.spawn(move || {
                let folder = Folder::new(worker);
                while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let difference = compare(&folder.0, model);
                    let mut found = found.lock().expect("no worker panics");
                    match difference {
                        Compared::Alike => found.1 += 1,
                        Compared::Different(what) => found.0.push(format!("{model}\n    {what}")),
                        Compared::NotAsked => {}
                    }
                }
            });
        }
    });
    let (differences, compared) = found.into_inner().expect("no worker panics");
    eprintln!("{} models of one line; {compared} alike", models.len());
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 150, "SPIN finished {compared} alone");
}

fn models() -> Vec<String> {
    let lines = include_str!("../../../models/promela/one_liners.txt").lines();
    let rules = lines.filter(|line| !line.starts_with("//")).map(|line| line.replace('¶', "\n"));
    let places =
        PLACES.iter().flat_map(|place| EXPRESSIONS.iter().map(|expression| place.replace('E', expression)));
    let all = std::env::var_os("QUOTIENT_ALL_ONE_LINERS").is_some();
    let places =
        places.enumerate().filter(|(number, _)| all || number % SAMPLED == 0).map(|(_, statement)| statement);
    rules.chain(places.map(|statement| in_a_process(&statement))).collect()
}

/// Beside a process that waits and one that has names to refer to; the assertion tells values that are lost.
fn in_a_process(statement: &str) -> String {
    format!(
        "typedef T {{ byte f }} mtype = {{ e }} byte x, y; byte a[3]; T u; chan c = [1] of {{ byte }}; chan d[2] = [1] of {{ byte }};\n\
         proctype Q(byte q) {{ x = q + 1 }}\n\
         active proctype P() {{ L: {statement}; y = x; assert(y < 2) }}\n\
         active proctype W() {{ byte w = 1; M: x == 1; c?w }}\n"
    )
}

enum Compared {
    Alike,
    Different(String),
    /// SPIN or we refuse it, or SPIN does not survive it.
    NotAsked,
}

fn compare(folder: &Path, model: &str) -> Compared {
    std::fs::write(folder.join("model.pml"), model).expect("the folder is writable");
    let Some(theirs) = by_spin(folder) else { return Compared::NotAsked };
    let plain = ours(folder, &[]);
    if plain["verdict"].is_null() {
        eprintln!("only SPIN takes {}", model.lines().nth(2).unwrap_or(model));
        return Compared::NotAsked;
    }
    let all = ours(folder, &["-O0", "--symmetry", "none", "--all-errors"]);
    let violated = if theirs.errors == 0 { "holds" } else { "violated" };
    // What follows a fault is not defined, and pan goes on as if there had been none.
    let faulted =
        all["errors"].as_array().is_some_and(|all| all.iter().any(|error| error["kind"] == "runtime"));
    if plain["verdict"] != violated || all["verdict"] != violated {
        return Compared::Different(format!(
            "SPIN {violated}, plain {}, -O0 {}",
            plain["verdict"], all["verdict"]
        ));
    }
    if !faulted && all["states"] != theirs.states {
        return Compared::Different(format!("SPIN {} states, -O0 {}", theirs.states, all["states"]));
    }
    Compared::Alike
}

struct Theirs {
    errors: u64,
    states: u64,
}

/// SPIN's answer without its reductions and without claims; `None` if it has none.
fn by_spin(folder: &Path) -> Option<Theirs> {
    let _ = std::fs::remove_file(folder.join("pan"));
    run(folder, "spin", &["-o1", "-o2", "-o3", "-a", "model.pml"])?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "gcc".into());
    run(
        folder,
        &compiler,
        &["-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=500", "-o", "pan", "pan.c"],
    )?;
    let first = run(folder, "./pan", &["-m1000"])?;
    let all = run(folder, "./pan", &["-m1000", "-c0"])?;
    let errors = number_before(&first, "errors: ")?;
    Some(Theirs { errors, states: number_behind(&all, " states, stored")? })
}

fn number_before(text: &str, words: &str) -> Option<u64> {
    text.split_once(words)?.1.split_whitespace().next()?.parse().ok()
}

fn number_behind(text: &str, words: &str) -> Option<u64> {
    text.split_once(words)?.0.split_whitespace().next_back()?.parse().ok()
}

fn ours(folder: &Path, flags: &[&str]) -> Value {
    let mut arguments = vec!["check", "model.pml", "--ignore-claims", "--json"];
    arguments.extend(flags);
    let output = Command::new(env!("CARGO_BIN_EXE_quotient")).current_dir(folder).args(arguments).output();
    serde_json::from_slice(&output.expect("the tool runs").stdout).expect("one JSON object")
}

/// What a program prints that ends by itself and without a signal; SPIN's verifiers end with 0 in any other case.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).current_dir(folder).args(arguments).output().expect("the program runs");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A folder of its own, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(worker: usize) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("quotient-one-liners-{}-{worker}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
