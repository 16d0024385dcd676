//! TopSPIN, by whatever command the caller names: it gets the model and the method and prints what `pan` prints.
use super::Measured;
use crate::child::{Ending, Limits, run as run_child};
use std::path::Path;
use std::process::Command;

/// Runs `command MODEL METHOD`. The memory of its search is pan's own figure.
pub fn check(command: &Path, model: &Path, method: &str, limits: Limits) -> Result<Measured, String> {
    let done = run_child(Command::new(command).arg(model).arg(method), limits)
        .map_err(|error| format!("not installed: {error}"))?;
    let find = |words: &str| {
        let line = done.stdout.lines().find(|line| line.contains(words))?;
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok())
    };
    let states = find("states, stored").map(|n| n as u64).filter(|_| done.ending == Ending::Exit(0));
    let megabytes = find("total actual memory usage").or_else(|| find("memory usage (Mbyte)")).unwrap_or(0.0);
    let searching = (megabytes * 1e6) as u64;
    let largest = done.largest_process.max(searching);
    Ok(Measured { states, seconds: done.seconds, searching, largest })
}
