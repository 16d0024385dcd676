//! Models in which merging what is not symmetric would hide a violation: every method must find it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use checker::{Engine, Options};
use diagnostics::SourceMap;
use promela::preprocess::{Included, Loader};
use report::VerdictWord;
use symmetry::Method;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// The kinds of violations found in a model under a method.
fn violations(text: &str, method: Method, level: promela::Reduction) -> (VerdictWord, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("trap.pml", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &[]);
    let model = model.unwrap_or_else(|| panic!("{messages:?}"));
    let mut program = promela::lower(&model, &sources, level);
    program.checked_claim = program.claims.first().copied();
    let reduction = checker::prepare(program, method, &sources);
    let options = Options { all_errors: true, engine: Engine::Interpreted, ..Options::default() };
    let (outcome, _) = checker::check(reduction, &sources, &options, &AtomicBool::new(false), None);
    (outcome.verdict, outcome.errors.into_iter().map(|e| e.kind).collect())
}

#[test]
fn every_method_finds_the_violation_in_every_trap() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/traps");
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).expect("the models are there").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("readable");
        let expected = text.lines().find_map(|l| l.strip_prefix("//! violation = ")).expect("a violation");
        let expected = expected.trim_matches('"');
        for method in Method::all().filter(|m| ![Method::Lazy, Method::LazyWithoutSubsumption].contains(m)) {
            for level in [promela::Reduction::None, promela::Reduction::Spin] {
                let (verdict, kinds) = violations(&text, method, level);
                let place = format!("{} {method} {level:?}", entry.path().display());
                assert_eq!(verdict, VerdictWord::Violated, "{place}");
                assert!(kinds.iter().any(|k| k == expected), "{place}: {kinds:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} runs");
}
