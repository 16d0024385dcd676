//! Speed on the machines of "ProB gets Nauty", beside TLC4B and beside the paper's ProB.
//!
//! TLC4B translates B to TLA+ and runs TLC on it, with `-symmetry` for deferred sets. Its jar is taken as a file; the
//! history of hhu-stups/probparsers has one. Each run is one process from the command to the verdict, the Java virtual
//! machine included, because that is what a user waits for. TLC4B stops at guards that are not well-defined (the
//! schedulers have one), which is said instead of a time. The last column is TLC4B with `-symmetry` over the fastest
//! reduced run of ours.

use crate::child::{self, Ending, Limits};
use crate::quotient;
use crate::spin::Scratch;
use crate::table::LiveTable;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// Directory with the machines of the paper (prob-examples/B/SymmetryReduction of hhu-stups/specifications)
    machines: PathBuf,
    /// TLC4B.jar
    #[arg(long)]
    tlc4b: Option<PathBuf>,
    /// Seconds for each run
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Methods to measure
    #[arg(long, value_delimiter = ',', default_value = "none,label,auto")]
    methods: Vec<String>,
}

/// Machine, size of its deferred sets, and the seconds ProB took with nauty according to the paper.
const ROWS: [(&str, u32, f64); 12] = [
    ("scheduler0.mch", 7, 1.28),
    ("scheduler1.ref", 6, 1.61),
    ("scheduler1.ref", 15, 67.08),
    ("RussianPostalPuzzle.mch", 5, 5.57),
    ("USB_4Endpoints.mch", 2, 21.97),
    ("USB_4Endpoints.mch", 3, 297.43),
    ("TokenRing.mch", 5, 2.96),
    ("TokenRing.mch", 7, 33.86),
    ("Dining.mch", 3, 0.10),
    ("Dining.mch", 4, 0.54),
    ("Towns.mch", 3, 13.93),
    ("Towns.mch", 4, 1732.03),
];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let mut headings = vec!["machine".to_owned(), "size".to_owned()];
    for method in &arguments.methods {
        headings.extend([format!("{method} states"), format!("{method} s")]);
    }
    headings.push("ProB s".to_owned());
    if arguments.tlc4b.is_some() {
        headings.extend(["TLC states", "TLC s", "TLC sym states", "TLC sym s", "ratio"].map(str::to_owned));
    }
    let width = |name: &str| if name == "machine" { 23 } else { 7 };
    let columns: Vec<(&str, usize)> = headings.iter().map(|name| (name.as_str(), width(name))).collect();
    let table = LiveTable::new(&columns);
    for (machine, size, prob) in ROWS {
        table.row(&row(&binary, machine, size, prob, arguments)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn row(
    binary: &Path,
    machine: &str,
    size: u32,
    prob: f64,
    arguments: &Arguments,
) -> Result<Vec<String>, String> {
    let mut cells = vec![machine.to_owned(), size.to_string()];
    let mut best = f64::INFINITY;
    for method in &arguments.methods {
        let Measured { states, seconds } =
            ours(binary, &arguments.machines.join(machine), size, method, arguments.seconds)?;
        best = if method == "none" { best } else { best.min(seconds) };
        cells.extend([states, format!("{seconds:.3}")]);
    }
    cells.push(format!("{prob:.2}"));
    let Some(jar) = &arguments.tlc4b else { return Ok(cells) };
    let mut ratio = String::new();
    for flags in [&[][..], &["-symmetry"]] {
        let (states, seconds) = tlc4b(jar, machine, size, flags, arguments)?;
        ratio = seconds.map_or_else(String::new, |seconds| format!("{:.0}", seconds / best));
        cells.extend([states, seconds.map_or_else(String::new, |seconds| format!("{seconds:.2}"))]);
    }
    cells.push(ratio);
    Ok(cells)
}

/// One run of ours.
pub struct Measured {
    /// The number of states, with a plus sign if not everything was explored.
    pub states: String,
    /// From command to verdict.
    pub seconds: f64,
}

/// Runs ours with deferred sets of the size.
pub fn ours(
    binary: &Path,
    machine: &Path,
    size: u32,
    method: &str,
    most_seconds: u64,
) -> Result<Measured, String> {
    let mut command = Command::new(binary);
    command.arg("check").arg(machine).args([
        "--symmetry",
        method,
        "--json",
        "--all-errors",
        "--ignore-claims",
    ]);
    command.args(sizes(machine, size)).args(["--max-seconds", &most_seconds.to_string()]);
    let done = child::run(&mut command, limits(most_seconds)).map_err(|error| error.to_string())?;
    let answer: serde_json::Value = serde_json::from_str(&done.stdout).unwrap_or_default();
    let states = answer["states"].as_u64().map_or("-".to_owned(), |states| states.to_string());
    let stopped = answer["verdict"] == "undecided";
    let states = if stopped { format!("{states}+") } else { states };
    Ok(Measured { states, seconds: done.seconds })
}

/// The sizes of the deferred sets on our command line.
fn sizes(machine: &Path, size: u32) -> Vec<String> {
    let name = machine.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    let sets: &[&str] = match name {
        "scheduler0" | "scheduler1" => &["PROC"],
        "Dining" => &["Phil", "Forks"],
        "TokenRing" => &["Servers"],
        _ => &[],
    };
    let cards = sets.iter().flat_map(|set| ["--card".to_owned(), format!("{set}={size}")]);
    ["--default-set-size".to_owned(), size.to_string()].into_iter().chain(cards).collect()
}

/// States and seconds of TLC4B; no seconds if it did not explore everything.
fn tlc4b(
    jar: &Path,
    machine: &str,
    size: u32,
    flags: &[&str],
    arguments: &Arguments,
) -> Result<(String, Option<f64>), String> {
    let failed = |error: std::io::Error| error.to_string();
    let scratch = Scratch::new("tlc4b").map_err(failed)?;
    // TLC4B writes beside its input.
    for entry in std::fs::read_dir(&arguments.machines).map_err(failed)?.flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), scratch.path().join(entry.file_name())).map_err(failed)?;
        }
    }
    let copy = scratch.path().join(machine);
    let text = String::from_utf8_lossy(&std::fs::read(&copy).map_err(failed)?).into_owned();
    std::fs::write(&copy, with_size(&text, size)).map_err(failed)?;
    let mut command = Command::new("java");
    command.arg("-jar").arg(jar).arg(&copy).args(flags).current_dir(scratch.path());
    command.args(["-noltl", "-nogoal", "-nodead", "-default_setsize", &size.to_string()]);
    let done = child::run(&mut command, limits(arguments.seconds)).map_err(failed)?;
    let line = |name: &str| done.stdout.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let states = line("States analysed:").unwrap_or("-");
    Ok(match (done.ending, line("Result:")) {
        (Ending::TimeOut, _) => ("time".to_owned(), None),
        (Ending::MemoryOut, _) => ("memory".to_owned(), None),
        (_, Some("NoError")) => (states.to_owned(), Some(done.seconds)),
        (_, result) => (result.unwrap_or("failed").to_owned(), None),
    })
}

/// The machine with the scopes it sets itself replaced.
fn with_size(text: &str, size: u32) -> String {
    let mut out = String::new();
    for (index, piece) in text.split("scope_").enumerate() {
        let end = piece.find([';', '\n']).unwrap_or(piece.len());
        match piece[..end].split_once("==") {
            Some((name, _)) if index > 0 => {
                out.push_str(&format!("scope_{}== 1..{size}{}", name, &piece[end..]));
            }
            _ if index > 0 => out.push_str(&format!("scope_{piece}")),
            _ => out.push_str(piece),
        }
    }
    out
}

fn limits(seconds: u64) -> Limits {
    Limits { time: Duration::from_secs(seconds), memory: 6 << 30 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_replaced() {
        assert_eq!(with_size("A\nD scope_S == 1..6 ;\nB scope_", 3), "A\nD scope_S == 1..3;\nB scope_");
    }
}
