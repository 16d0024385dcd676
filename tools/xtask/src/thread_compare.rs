//! `cargo xtask thread-compare`: the same models, many times, with 1, 2, 3 and 8 threads, more than there are cores included.
//!
//! Verdict, states, transitions, depth, the kinds of errors and how often they occur, and the length of the counterexample must be
//! the same in every run. The models are large enough for threads to be started, with and without symmetry, some of them wrong, and one
//! is cut by a limit on states. A run that does not end in time fails too: that is what a deadlock looks like.
use crate::child::{self, Ending};
use crate::table::LiveTable;
use crate::{quotient, spin};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Arguments of `thread-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Runs of each model with each number of threads
    #[arg(long, default_value_t = 50)]
    runs: usize,
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for each process
    #[arg(long, default_value_t = 120)]
    timeout: u64,
}

const THREADS: [u16; 4] = [1, 2, 3, 8];

/// A model below `models`, and how it is checked.
type Case = (&'static str, &'static [&'static str]);

const SET: [Case; 12] = [
    ("promela/papers/peterson.pml", &["-D", "N=4", "--symmetry", "none", "--all-errors"]),
    ("promela/papers/peterson.pml", &["-D", "N=6", "--all-errors"]),
    ("promela/papers/peterson.pml", &["-D", "N=6", "--symmetry", "segment", "--all-errors"]),
    ("promela/papers/email.pml", &["-D", "N=4", "--symmetry", "none", "--all-errors"]),
    ("promela/papers/email.pml", &["-D", "N=4", "--all-errors"]),
    ("promela/papers/email.pml", &["-D", "N=4", "--symmetry", "none", "--max-states", "100000"]),
    ("promela/papers/three_tiered.pml", &["-D", "SERVERS=3", "-D", "CLIENTS=4", "--symmetry", "fast"]),
    ("promela/papers/resource_allocator.pml", &["-D", "A=4", "-D", "B=4", "--symmetry", "none"]),
    ("b/voting.mch", &["--card", "VOTER=7", "--symmetry", "none", "--all-errors"]),
    ("b/library.mch", &["--card", "READER=4", "--card", "BOOK=3", "--all-errors"]),
    ("b/library.mch", &["--card", "READER=4", "--card", "BOOK=3"]),
    ("b/library.mch", &["--card", "READER=3", "--card", "BOOK=3", "--symmetry", "none"]),
];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let table =
        LiveTable::new(&[("system", 70), ("runs", 0), ("verdict", 10), ("states", 9), ("different", 0)]);
    let mut failures = Vec::new();
    for (model, flags) in SET {
        let name = format!("{} {}", model.rsplit('/').next().unwrap_or_default(), flags.join(" "));
        if !name.contains(&arguments.only) {
            continue;
        }
        let mut first = None;
        let (mut runs, mut different) = (0, 0);
        for _ in 0..arguments.runs.max(1) {
            for threads in THREADS {
                let outcome = outcome(&binary, model, flags, threads, arguments.timeout)?;
                let expected = first.get_or_insert_with(|| outcome.clone());
                if outcome != *expected {
                    failures.push(format!("{name}, {threads} threads: {outcome} instead of {expected}"));
                    different += 1;
                }
                runs += 1;
            }
        }
        let shown = first.unwrap_or_default();
        let (verdict, states) = (shown["verdict"].to_string(), shown["states"].to_string());
        table.row(&[name, runs.to_string(), verdict, states, different.to_string()]);
    }
    failures.iter().for_each(|failure| println!("{failure}"));
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What must be the same in every run.
fn outcome(binary: &Path, model: &str, flags: &[&str], threads: u16, timeout: u64) -> Result<Value, String> {
    let mut command = Command::new(binary);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(model);
    command.arg("check").arg(path).args(flags).args(["--ignore-claims", "--json"]);
    command.args(["--threads", &threads.to_string()]);
    let done = child::run(&mut command, spin::limits(timeout)).map_err(|error| error.to_string())?;
    if matches!(done.ending, Ending::TimeOut | Ending::MemoryOut) {
        return Ok(Value::from(format!("{:?}", done.ending)));
    }
    let Ok(report) = serde_json::from_str::<Value>(&done.stdout) else {
        return Ok(Value::from(format!("{:?}: {}", done.ending, done.stderr)));
    };
    let mut outcome = serde_json::Map::new();
    for key in ["verdict", "reason", "states", "transitions", "depth", "errors"] {
        outcome.insert(key.to_owned(), report[key].clone());
    }
    outcome.insert("exact".to_owned(), report["symmetry"]["exact"].clone());
    let length = report["counterexample"].as_array().map(Vec::len);
    outcome.insert("length".to_owned(), length.into());
    Ok(Value::Object(outcome))
}
