//! Every B component below some directories: read, typed, set up and explored a little, none of which may crash.
//!
//! What counts as a crash: a panic, a signal, more than two gigabytes, or a process that does not end although it was
//! asked to after a few seconds. Components that are refused or left undecided are no crash.

use crate::b_attempt;
use crate::child::Limits;
use crate::compare::in_parallel;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// Where to look
    #[arg(required = true)]
    roots: Vec<PathBuf>,
    /// Seconds after which each is asked to end
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// States after which each is asked to end
    #[arg(long, default_value_t = 300)]
    max_states: u64,
    /// Processes at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Processor time of a process that was asked to end after `--seconds`.
const HANG: Duration = Duration::from_secs(60);
const MEMORY: u64 = 2 << 30;
/// Components, and what else a user may hand to the checker by mistake: definition files, rules machines, Event-B
/// packages.
const EVERYTHING: [&str; 7] = ["mch", "ref", "imp", "sys", "def", "rmch", "eventb"];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut files = Vec::new();
    arguments.roots.iter().for_each(|root| with_ending(root, &EVERYTHING, &mut files));
    files.sort();
    let flags: Vec<String> = [
        ("--max-states", arguments.max_states.to_string()),
        ("--max-seconds", arguments.seconds.to_string()),
        ("--symmetry", "auto".to_owned()),
    ]
    .into_iter()
    .flat_map(|(flag, value)| [flag.to_owned(), value])
    .collect();
    let limits = Limits { time: HANG, memory: MEMORY };
    let attempts =
        in_parallel(files.len(), arguments.jobs, |index| b_attempt::in_child(&files[index], &flags, limits));
    let mut tally: BTreeMap<&str, u64> = BTreeMap::new();
    let mut broken = 0;
    for (file, attempt) in files.iter().zip(attempts) {
        let attempt = attempt?;
        *tally.entry(attempt.stage).or_default() += 1;
        if !matches!(attempt.stage, "refused" | "explored") {
            broken += 1;
            println!("{}\t{}\t{}", attempt.stage, file.display(), attempt.complaint);
        }
    }
    tally.iter().for_each(|(stage, count)| println!("{stage:>10} {count:>6}"));
    println!("{} components, {broken} crashes", files.len());
    Ok(if broken == 0 && !files.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds the components below a directory, or the file itself.
pub fn collect(path: &Path, out: &mut Vec<PathBuf>) {
    with_ending(path, &["mch", "ref", "imp", "sys"], out);
}

fn with_ending(path: &Path, endings: &[&str], out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        entries.flatten().for_each(|entry| with_ending(&entry.path(), endings, out));
    } else if path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending)) {
        out.push(path.to_path_buf());
    }
}
