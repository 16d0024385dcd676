//! Rumur (Debian's package `rumur`) on the Murphi models in `models/murphi`: translated to C, compiled, run.
use super::Measured;
use crate::child::{Ending, Limits, run as run_child};
use crate::spin::Scratch;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a model with this number of processes; `reduction` is `heuristic`, `exhaustive` or `off`.
pub fn check(model: &Path, n: u32, reduction: &str, limits: Limits) -> Result<Measured, String> {
    let scratch = Scratch::new("rumur").map_err(|error| error.to_string())?;
    let inside = |name: &str| -> PathBuf { scratch.path().join(name) };
    let text = std::fs::read_to_string(model).map_err(|error| error.to_string())?;
    let text: Vec<String> = text
        .lines()
        .map(|line| if line.starts_with("const N:") { format!("const N: {n};") } else { line.to_owned() })
        .collect();
    std::fs::write(inside("model.m"), text.join("\n")).map_err(|error| error.to_string())?;
    let mut translate = Command::new("rumur");
    translate.args(["--threads", "1", "--symmetry-reduction", reduction, "--output"]);
    translate.arg(inside("model.c")).arg(inside("model.m"));
    let mut compile = Command::new("cc");
    compile.args(["-O3", "-mcx16", "-o"]).arg(inside("model")).arg(inside("model.c")).arg("-lpthread");
    let (mut seconds, mut largest) = (0.0, 0);
    for command in [&mut translate, &mut compile] {
        let done = run_child(command, limits).map_err(|error| format!("not installed: {error}"))?;
        seconds += done.seconds;
        largest = largest.max(done.largest_process);
        if done.ending != Ending::Exit(0) {
            return Err(done.stderr.lines().next().unwrap_or("it fails").to_owned());
        }
    }
    let done = run_child(&mut Command::new(inside("model")), limits).map_err(|error| error.to_string())?;
    let line = done.stdout.lines().rev().find_map(|line| line.trim().split_once(" states, "));
    let states = line.and_then(|(states, _)| states.parse().ok()).filter(|_| done.ending == Ending::Exit(0));
    largest = largest.max(done.largest_process);
    Ok(Measured { states, seconds: seconds + done.seconds, searching: done.peak_memory, largest })
}
