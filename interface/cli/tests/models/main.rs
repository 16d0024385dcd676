//! Tests are data: every run that a model's header asks for is a test of its own, by the built command.
//!
//! `cargo test -p cli --test models` runs all of them, `cargo test -p cli --test models peterson` those whose name contains
//! "peterson". What is expected stands in the header (see CONTRIBUTING.md and the crate `model_headers`); nothing is left out
//! in silence. A run is made, each time with the verdict, the states and the group compared,
//!
//! - at every level without symmetry and with every method that promises to be exact;
//! - at one level with the methods that are exact for some states only, and at every level with lazy reduction;
//! - with partial-order reduction at both sound levels, with and without symmetry, in both orders;
//! - where it is about cycles, with every search for them, with and without symmetry, compiled and interpreted, the verdict of each
//!   property alone compared;
//! - as the plain command makes it, with a certificate if it holds and a replayed counterexample if it does not.
//!
//! Where the group has one element there is nothing that methods could do differently: `auto` is run alone.

mod command;
mod counterexample;
mod cycles;
mod expectations;
mod partial_order;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use model_headers::{Run, Verdict, files, language_of, read};

use crate::command::Case;

/// Fewer runs than this mean that models were not found.
const FEWEST: usize = 500;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let trials = match files(&folder) {
        Ok(files) => files.iter().flat_map(|file| trials(&folder, file)).collect(),
        Err(error) => vec![failing("models", error.to_string())],
    };
    assert!(trials.len() >= FEWEST, "only {} runs were found", trials.len());
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test for each run of a model.
fn trials(folder: &Path, file: &Path) -> Vec<Trial> {
    let short = file.strip_prefix(folder).unwrap_or(file).display().to_string();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return vec![failing(&short, error.to_string())],
    };
    match read(file, &text) {
        Ok(Some(header)) => header.runs.into_iter().map(|run| trial(&short, file, run)).collect(),
        Ok(None) => vec![failing(&short, "there is no header".into())],
        Err(problem) => vec![failing(&short, problem.to_string())],
    }
}

fn failing(name: &str, why: String) -> Trial {
    Trial::test(name, move || Err(Failed::from(why)))
}

fn trial(short: &str, file: &Path, run: Run) -> Trial {
    let name = format!("{short} {}", run.name());
    let file: PathBuf = file.to_owned();
    Trial::test(name.trim_end(), move || match failures(&file, &run) {
        failures if failures.is_empty() => Ok(()),
        failures => Err(Failed::from(failures.join("\n"))),
    })
}

/// Everything that is not as the header says.
fn failures(file: &Path, run: &Run) -> Vec<String> {
    let language = language_of(file).expect("only models are listed");
    let case = Case { file, run, language };
    if run.verdict == Verdict::Refused {
        return expectations::refused(&case);
    }
    if run.cycles {
        return cycles::failures(&case);
    }
    let mut failures = expectations::lazy(&case);
    if run.large {
        failures.extend(expectations::group(&case));
        return failures;
    }
    failures.extend(expectations::without_symmetry(&case));
    failures.extend(expectations::exact_methods(&case));
    failures.extend(expectations::other_methods(&case));
    failures.extend(partial_order::failures(&case));
    failures.extend(counterexample::plain_command(&case));
    failures.extend(counterexample::shortest(&case));
    failures
}
