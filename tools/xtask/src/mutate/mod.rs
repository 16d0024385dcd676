//! `cargo xtask mutate DIR...`: mutants of every model below the directories, each by every engine, level and method.
//!
//! Models that people wrote use features together that no generator thinks of, and a small change of one breaks what
//! its author kept. A mutant is made on the syntax tree ([`syntax`]; for B on the tokens, [`b_text`]) and checked as
//! [`crate::engines`] says. A difference is made small and kept with a header that says what differed. Round 0 is the
//! models themselves.
//!
//! A worker (this program again, with `--worker`) runs everything in its own process, hundreds of mutants a second; a
//! supervisor restarts it when it dies, which is a finding like any other: the worker writes each mutant to a file
//! before it is tried.
mod b_text;
mod corpus;
mod kept;
mod limits;
mod merging;
mod names;
mod sequence;
mod shrink;
mod syntax;
#[cfg(test)]
mod tests;
mod value;
mod walk;
mod worker;

use crate::child::{self, Ending, Limits};
use crate::compare::in_parallel;
use crate::spin::Scratch;
use crate::table::Table;
use crate::watch::FOUND;
use kept::{Record, Tally};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Arguments of `mutate`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Directories to search for models and B machines, or files
    #[arg(required = true)]
    roots: Vec<PathBuf>,
    /// How many mutants
    #[arg(long, default_value_t = 1000)]
    mutants: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this time
    #[arg(long, default_value_t = 3600)]
    seconds: u64,
    /// States that the reference may store for each mutant
    #[arg(long, default_value_t = 3000)]
    most_states: u64,
    /// Seconds for each run of each mutant
    #[arg(long, default_value_t = 4.0)]
    run_seconds: f64,
    /// Where differences are kept
    #[arg(long, default_value = "target/mutants")]
    keep: PathBuf,
    /// Questions the shrinker may ask for each difference
    #[arg(long, default_value_t = 400)]
    shrink: usize,
    /// Differences of one class and way that each worker makes small; of the others only the number is told
    #[arg(long, default_value_t = 3)]
    examples: usize,
    /// B machines alone
    #[arg(long)]
    b: bool,
    /// Workers at a time
    #[arg(long, default_value_t = 2)]
    jobs: u64,
    /// Check one file as mutants are checked, with every selection of methods
    #[arg(long)]
    once: bool,
    /// Try the mutants here, in this process
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
    /// The first mutant of a worker
    #[arg(long, hide = true, default_value_t = 0)]
    first: u64,
}

impl Arguments {
    fn bounds(&self) -> crate::engines::Bounds {
        let time = Duration::from_secs_f64(self.run_seconds.clamp(0.01, 3600.0));
        crate::engines::Bounds { states: self.most_states, time }
    }
}

/// Memory of a worker at which its supervisor ends it; it should have ended itself before.
const MEMORY: u64 = 3 << 30;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if let Some(directory) = &arguments.worker {
        return worker::work(arguments, directory);
    }
    if arguments.once {
        return worker::once(arguments);
    }
    let until = Instant::now() + Duration::from_secs(arguments.seconds);
    let jobs = arguments.jobs.max(1);
    let results = in_parallel(jobs as usize, jobs as usize, |job| supervise(arguments, job as u64, until));
    let mut tally = Tally::default();
    let mut records = Vec::new();
    for result in results {
        let (own, found) = result?;
        tally.add(&own);
        records.extend(found);
    }
    print!("{}{}", render(&records), tally.render());
    println!("{} mutants, differences: {}", tally.tried, differing(&records));
    Ok(if records.is_empty() && tally.complete > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Mutants with at least one finding.
fn differing(records: &[Record]) -> usize {
    let mut mutants: Vec<u64> = records.iter().map(|record| record.mutant).collect();
    mutants.sort_unstable();
    mutants.dedup();
    mutants.len()
}

/// Starts workers one after another until the mutants or the time are used up.
fn supervise(arguments: &Arguments, job: u64, until: Instant) -> Result<(Tally, Vec<Record>), String> {
    let scratch = Scratch::new(&format!("mutate{job}")).map_err(|error| error.to_string())?;
    let (mut tally, mut records, mut first) = (Tally::default(), Vec::new(), job);
    while first < arguments.mutants && Instant::now() < until {
        let seconds = until.saturating_duration_since(Instant::now()).as_secs().max(1);
        let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
        command
            .args(flags(arguments, seconds, first))
            .args(&arguments.roots)
            .arg("--worker")
            .arg(scratch.path());
        let limits = Limits { time: Duration::from_secs(seconds) + 2 * worker::LONGEST, memory: MEMORY };
        let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
        let mut own = Tally::read(scratch.path());
        for record in done.stdout.lines().filter_map(Record::read) {
            if limits::held_by_the_command(&record, arguments.bounds().time)? {
                own.cut += 1;
            } else if merging::agrees_with_spin(&record)? {
                own.merged += 1;
            } else {
                records.push(record);
            }
        }
        first = own.next + arguments.jobs.max(1);
        tally.add(&own);
        let class = match done.ending {
            Ending::Exit(0) => break,
            Ending::Exit(FOUND) => continue,
            Ending::Signal(number) => format!("killed by signal {number}"),
            Ending::Exit(code) => {
                eprintln!("a worker failed with {code} at mutant {}: {}", own.next, done.stderr);
                format!("failed with {code}")
            }
            Ending::TimeOut => "hang".to_owned(),
            Ending::MemoryOut => "too much memory".to_owned(),
        };
        let last = done.stderr.lines().last().unwrap_or("").to_owned();
        records.push(kept::keep_unread(arguments, scratch.path(), &class, &last, own.next));
    }
    Ok((tally, records))
}

fn flags(arguments: &Arguments, seconds: u64, first: u64) -> Vec<String> {
    let number = |name: &str, value: u64| [format!("--{name}"), value.to_string()];
    let mut flags = vec!["mutate".to_owned()];
    flags.extend(number("mutants", arguments.mutants));
    flags.extend(number("seed", arguments.seed));
    flags.extend(number("seconds", seconds));
    flags.extend(number("first", first));
    flags.extend(number("jobs", arguments.jobs.max(1)));
    flags.extend(number("most-states", arguments.most_states));
    flags.extend(number("shrink", arguments.shrink as u64));
    flags.extend(number("examples", arguments.examples as u64));
    flags.extend(["--run-seconds".to_owned(), arguments.run_seconds.to_string()]);
    flags.extend(["--keep".to_owned(), arguments.keep.display().to_string()]);
    flags.extend(arguments.b.then(|| "--b".to_owned()));
    flags
}

/// How often each class was found in each way, with a file where there is one.
fn render(records: &[Record]) -> String {
    let mut rows: BTreeMap<(&str, &str), (usize, &str)> = BTreeMap::new();
    for record in records {
        let row = rows.entry((&record.class, &record.way)).or_insert((0, ""));
        row.0 += 1;
        if row.1.is_empty() {
            row.1 = &record.kept;
        }
    }
    let mut table = Table::new(&["class", "way", "mutants", "example"]);
    for ((class, way), (count, kept)) in rows {
        let name = Path::new(kept).file_name().and_then(|name| name.to_str()).unwrap_or("");
        table.row(vec![class.to_owned(), way.to_owned(), count.to_string(), name.to_owned()]);
    }
    table.render()
}
