//! Runs that did not come to an end here: does the command hold its limits on them?
//!
//! One step may have millions of statements and a program thousands of processes. The search asks for its limits
//! between steps; inside one, and while a model is being prepared, the command has a watchdog that ends it with
//! "undecided". A worker, which checks thousands of mutants in one process, cannot have one. So what it did not finish
//! is asked again as a user asks it.
use super::kept::Record;
use crate::child::{self, Ending, Limits};
use crate::engines::Bounds;
use crate::quotient;
use std::process::Command;
use std::time::Duration;

/// Failures of a worker that only mean that it took too long.
const TOO_LONG: [&str; 3] = ["hang: too much processor time", "too much memory", "limit ignored"];

/// The time a run may take beyond its limit on a machine that others use too, and the memory of what is not the search.
const SLACK: (Duration, u64) = (Duration::from_secs(3), 300 << 20);

/// Is this about a limit, and does the command hold it?
pub fn held_by_the_command(record: &Record, limit: Duration) -> Result<bool, String> {
    if !TOO_LONG.contains(&record.class.as_str()) || record.kept.is_empty() {
        return Ok(false);
    }
    let memory = Bounds::MEMORY as u64;
    let mut command = Command::new(quotient::binary()?);
    command.arg("check").arg(&record.kept).args(record.kept.ends_with(".pml").then_some("--ignore-claims"));
    // What is no way to run the command was cut beside it: the plain command is asked.
    let flags = record.way.split_whitespace().filter(|_| record.way.starts_with('-'));
    command.args(flags);
    command.args(["--max-seconds", &limit.as_secs_f64().to_string(), "--max-memory", &memory.to_string()]);
    let limits = Limits { time: limit + SLACK.0, memory: memory + SLACK.1 };
    let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    // An answer, or a refusal of a method that does not apply.
    Ok(matches!(done.ending, Ending::Exit(0..=3)))
}
