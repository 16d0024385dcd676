//! `cargo xtask bench-threads`: one thread beside several, on systems of about a million states and more, with and without
//! symmetry, in Promela and in B.
//!
//! The two take turns, and the least time of some runs counts. The seconds are those of the search, the processor seconds those
//! of the whole command: where the machine is busy with something else, these tell what threads cost, and the ratio of
//! the search what they gained. Counts must be the same.
use crate::child::{self, Ending, Limits};
use crate::table::LiveTable;
use crate::{quotient, spin};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Arguments of `bench-threads`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Threads beside one
    #[arg(long, default_value_t = 2)]
    threads: u16,
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the fastest counts
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 300)]
    timeout: u64,
}

/// A model below `models`, its sizes, and a method.
type Case = (&'static str, &'static [&'static str], &'static str);

/// What is measured.
const SET: [Case; 14] = [
    ("promela/papers/simple_mutex.pml", &["-D", "N=20"], "none"),
    ("promela/papers/resource_allocator.pml", &["-D", "A=5", "-D", "B=5"], "none"),
    ("promela/papers/ring_reflective.pml", &["-D", "N=10"], "none"),
    ("promela/papers/loadbalancer.pml", &["-D", "SERVERS=2", "-D", "CLIENTS=7"], "none"),
    ("promela/papers/cache_coherence.pml", &["-D", "N=7"], "none"),
    ("promela/papers/three_tiered.pml", &["-D", "SERVERS=2", "-D", "CLIENTS=5"], "none"),
    ("promela/papers/email.pml", &["-D", "N=4", "-O1"], "none"),
    ("promela/papers/email.pml", &["-D", "N=6"], "auto"),
    ("promela/papers/peterson.pml", &["-D", "N=9"], "auto"),
    ("promela/papers/peterson.pml", &["-D", "N=9"], "enumerate"),
    ("promela/papers/ring_reflective.pml", &["-D", "N=12"], "auto"),
    ("b/voting.mch", &["--card", "VOTER=10"], "none"),
    ("b/phone_book.mch", &["--card", "NAME=7", "--card", "NUMBER=6"], "none"),
    ("b/library.mch", &["--card", "READER=5", "--card", "BOOK=5"], "auto"),
];

/// The best of some runs.
struct Best {
    counts: [Value; 4],
    search: f64,
    processor: f64,
    bytes: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let table = LiveTable::new(&[
        ("system", 44),
        ("symmetry", 0),
        ("states", 9),
        ("search: 1 thread", 0),
        ("more", 8),
        ("ratio", 0),
        ("processor: 1 thread", 0),
        ("more", 8),
        ("ratio", 0),
        ("bytes/state: 1 thread", 0),
        ("more", 8),
    ]);
    let (mut ratios, mut differ) = (Vec::new(), Vec::new());
    for case in SET {
        let (model, sizes, symmetry) = case;
        let name = format!("{} {}", model.rsplit('/').next().unwrap_or_default(), sizes.join(" "));
        if !format!("{name} {symmetry}").contains(&arguments.only) {
            continue;
        }
        let Some([one, more]) = compare(arguments, &binary, &case)? else {
            table.row(&[name, symmetry.to_owned(), "not finished".to_owned()]);
            continue;
        };
        ratios.push(one.search / more.search);
        if one.counts != more.counts {
            differ.push(name.clone());
        }
        table.row(&row(name, symmetry, &one, &more));
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    let least = ratios.first().copied().unwrap_or(f64::NAN);
    println!("{} systems; faster by {least:.2} at least, {median:.2} in the median", ratios.len());
    differ.iter().for_each(|name| println!("counts differ: {name}"));
    Ok(if differ.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(name: String, symmetry: &str, one: &Best, more: &Best) -> Vec<String> {
    vec![
        name,
        symmetry.to_owned(),
        one.counts[1].to_string(),
        format!("{:.3}", one.search),
        format!("{:.3}", more.search),
        format!("{:.2}", one.search / more.search),
        format!("{:.3}", one.processor),
        format!("{:.3}", more.processor),
        format!("{:.2}", more.processor / one.processor),
        format!("{:.1}", one.bytes),
        format!("{:.1}", more.bytes),
    ]
}

/// The best with one thread and with several; `None` if a run was not finished.
fn compare(arguments: &Arguments, binary: &Path, case: &Case) -> Result<Option<[Best; 2]>, String> {
    let mut best: [Option<Best>; 2] = [None, None];
    for _ in 0..arguments.repeat.max(1) {
        for (best, threads) in best.iter_mut().zip([1, arguments.threads]) {
            let limits = spin::limits(arguments.timeout);
            let Some(found) = measure(binary, case, threads, limits)? else { return Ok(None) };
            *best = Some(match best.take() {
                Some(old) => Best {
                    search: old.search.min(found.search),
                    processor: old.processor.min(found.processor),
                    ..found
                },
                None => found,
            });
        }
    }
    let [one, more] = best;
    Ok(one.zip(more).map(|(one, more)| [one, more]))
}

fn measure(binary: &Path, case: &Case, threads: u16, limits: Limits) -> Result<Option<Best>, String> {
    let (model, sizes, symmetry) = case;
    let mut command = Command::new(binary);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(model);
    command.arg("check").arg(path).args(*sizes).args(["--symmetry", symmetry, "--json"]);
    command.args(["--ignore-claims", "--all-errors", "--threads", &threads.to_string()]);
    let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    if matches!(done.ending, Ending::TimeOut | Ending::MemoryOut) {
        return Ok(None);
    }
    let report: Value = serde_json::from_str(&done.stdout).unwrap_or_default();
    let figure = |key: &str| report[key].as_f64().ok_or_else(|| format!("{model}: {}", done.stderr));
    Ok(Some(Best {
        search: figure("search_seconds")?,
        processor: done.processor.as_secs_f64(),
        bytes: figure("bytes_per_state")?,
        counts: ["verdict", "states", "transitions", "depth"].map(|key| report[key].clone()),
    }))
}
