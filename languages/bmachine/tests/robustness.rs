//! Broken input gives located problems and never a panic: truncated, mutated, deeply nested, cyclic and missing files.

mod kit;

use bmachine::BMachine;
use bmachine::compose::{Loader, NoFiles, compose};
use bmachine::machine::{Machine, Options};
use bmachine::problem::Problem;
use bmachine::symmetry::Method;
use checker::Specification;
use diagnostics::SourceMap;
use std::path::Path;

fn compiled(text: &str, loader: &mut dyn Loader) -> Result<Machine, Vec<Problem>> {
    let mut sources = SourceMap::new();
    let file = sources.add("broken.mch", text);
    let composition = compose(&mut sources, file, loader)?;
    let machine = Machine::compile(&composition, Options::default());
    if let Err(problems) = &machine {
        for problem in problems {
            assert!(problem.span.end as usize <= sources.text(problem.span.file).len());
        }
    }
    machine
}

fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/b");
    let listed = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = listed(&folder).chain(listed(&folder.join("liveness"))).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// The machine with its temporal formulas and their automata; what is wrong with them stands in the text.
fn is_read(text: &str) -> bool {
    let mut sources = SourceMap::new();
    let file = sources.add("broken.mch", text);
    match BMachine::read(sources, file, &mut NoFiles, Options::default()) {
        Ok(machine) => !machine.properties().is_empty(),
        Err((sources, problems)) => {
            assert!(!problems.is_empty());
            for problem in problems {
                assert!(problem.span.end as usize <= sources.text(problem.span.file).len(), "{problem:?}");
            }
            false
        }
    }
}

#[test]
fn truncated_machines_are_refused_without_panic() {
    let mut refused = 0;
    for text in texts() {
        let body = text.find("MACHINE").or_else(|| text.find("REFINEMENT")).unwrap();
        let ends: Vec<usize> =
            text.char_indices().map(|(at, _)| at).filter(|at| *at > body).step_by(17).collect();
        for end in ends {
            refused += usize::from(!is_read(&text[..end]));
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn mutated_machines_do_not_panic() {
    let pieces = [
        "(",
        ")",
        "{",
        "|",
        " & ",
        " => ",
        " := ",
        " END ",
        " PRE ",
        "~",
        "..",
        " - ",
        " * ",
        "\"",
        "/*",
        "ℕ",
        "$0",
        "'",
        "[",
        "]",
        " U ",
        " S ",
        " 9999999999999999999 ",
    ];
    let mut seed = 0x1234_5678_9abc_def1u64;
    let mut below = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % bound
    };
    let mut accepted = 0;
    for text in texts() {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for _ in 0..60 {
            let (from, to) = (places[below(places.len())], places[below(places.len())]);
            let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 12));
            let to = (to..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
            let mutated = format!("{}{}{}", &text[..from], pieces[below(pieces.len())], &text[to..]);
            accepted += usize::from(is_read(&mutated));
        }
    }
    assert!(accepted > 0, "mutations in comments leave machines alone");
}

#[test]
fn hostile_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("{", "}"), ("not(", ")"), ("-", ""), ("POW(", ")"), ("!x.(x : ", ")")]
    {
        let formula = format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
        let text = format!("MACHINE m PROPERTIES {formula} = 1 END");
        assert!(compiled(&text, &mut NoFiles).is_err(), "{open}");
    }
    let chain = "x + ".repeat(50_000);
    assert!(compiled(&format!("MACHINE m PROPERTIES {chain} 1 = 1 END"), &mut NoFiles).is_err());
    let doubling: String = (1..60).map(|n| format!("d{n} == d{} + d{};", n - 1, n - 1)).collect();
    let text = format!("MACHINE m DEFINITIONS d0 == 1; {doubling} last == 0 PROPERTIES d59 = 1 END");
    assert!(compiled(&text, &mut NoFiles).is_err());
}

struct Cycle;

impl Loader for Cycle {
    fn load(&mut self, name: &str, _definitions: bool) -> Option<(String, String)> {
        let other = if name == "a" { "b" } else { "a" };
        Some((name.to_owned(), format!("MACHINE {name} SEES {other} END")))
    }
}

#[test]
fn cycles_and_missing_machines_are_located() {
    let Err(problems) = compiled("MACHINE top SEES a END", &mut Cycle) else { panic!("accepted a cycle") };
    assert!(problems[0].message.contains("cycle"), "{}", problems[0].message);
    let Err(problems) = compiled("MACHINE top SEES nowhere END", &mut NoFiles) else { panic!("accepted") };
    assert!(problems[0].message.contains("not found") && problems[0].hint.is_some());
}

#[test]
fn products_of_other_types_are_refused() {
    for formula in ["f = E * {BOOL} * {0}", "f = E * BOOL * BOOL", "#n.(n = 2 * E)", "card(E * 1) = 1"] {
        let text = format!("MACHINE m SETS E CONSTANTS f PROPERTIES f : E * BOOL --> INT & {formula} END");
        assert!(compiled(&text, &mut NoFiles).is_err(), "{formula}");
    }
}

#[test]
fn definitions_by_themselves_are_refused() {
    let Err(problems) = compiled("DEFINITIONS one == 1; two == 2", &mut NoFiles) else { panic!("accepted") };
    assert!(problems[0].message.contains("definitions") && problems[0].hint.is_some());
}

/// Two machines that are included by a third, which gives a parameter of its own to the first.
struct Parts;

impl Loader for Parts {
    fn load(&mut self, name: &str, _definitions: bool) -> Option<(String, String)> {
        let text = match name {
            "counter" => {
                "MACHINE counter(most) CONSTRAINTS most : NAT VARIABLES n INVARIANT n : 0..most \
                 INITIALISATION n := 0 OPERATIONS up = PRE n < most THEN n := n + 1 END END"
            }
            _ => "MACHINE flag VARIABLES f INVARIANT f : BOOL INITIALISATION f := TRUE END",
        };
        Some((name.to_owned(), text.to_owned()))
    }
}

#[test]
fn arguments_are_read_by_the_machine_that_gives_them() {
    let text = "MACHINE top(size) CONSTRAINTS size : 1..3 INCLUDES counter(size), flag PROMOTES up END";
    let read = kit::read_with(text, &mut Parts, Options::default());
    let options = checker::Options { method: Method::None, all_errors: true, ..Default::default() };
    // Three sizes, and as many counts as each admits.
    assert_eq!(kit::search(&read, &options).states, 3 + 2 + 3 + 4);
}

#[test]
fn a_first_line_for_the_shell_is_skipped() {
    assert!(compiled("#! /usr/bin/env quotient check\nMACHINE m END", &mut NoFiles).is_ok());
    assert!(compiled("MACHINE m END #! no", &mut NoFiles).is_err());
}
