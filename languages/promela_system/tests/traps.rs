//! Models in which merging what is not symmetric would hide a violation: every method must find it.

use std::path::Path;

use checker::{Language, Options, Watch, check_system};
use diagnostics::SourceMap;
use promela::preprocess::{Included, Loader};
use promela_system::{Engine, Level, PromelaSystem};
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
    let written = program.clone();
    let written = Box::new(move || written.clone());
    let (level, engine) = (Level::Written, Engine::Interpreted);
    let mut system =
        PromelaSystem::new(program, level, written, method, engine, &sources).expect("it applies");
    let options = Options { all_errors: true, ..Options::default() };
    let (outcome, _) = check_system(&mut system, &options, &mut Watch::nobody());
    (outcome.verdict, outcome.errors.into_iter().map(|e| e.kind.to_string()).collect())
}

#[test]
fn every_method_finds_the_violation_in_every_trap() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela/traps");
    let mut tried = 0;
    for (path, header) in model_headers::models(&folder).unwrap_or_else(|problem| panic!("{problem}")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let violation = header.runs.iter().find_map(|run| run.violation);
        let expected = violation.expect("a run with a violation").to_string();
        for method in Method::of(Language::Promela)
            .filter(|m| ![Method::Lazy, Method::LazyWithoutSubsumption].contains(m))
        {
            for level in [promela::Reduction::None, promela::Reduction::Spin] {
                let (verdict, kinds) = violations(&text, method, level);
                let place = format!("{} {method} {level:?}", path.display());
                assert_eq!(verdict, VerdictWord::Violated, "{place}");
                assert!(kinds.contains(&expected), "{place}: {kinds:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} runs");
}
