//! `cargo xtask before-after --before BINARY`: two builds of ours on the systems of `bench-spin` and `bench-symmetry`.
//!
//! The two take turns, and of each figure the least of some runs counts: of the search alone, as the report tells it,
//! and of the processor time of the whole command, which other work on the machine disturbs least. More states than
//! before are a failure of their own, as no ratio of times shows whether each is explored faster.
use crate::bench::{System, promela};
use crate::child::{self, Ending, Limits};
use crate::table::LiveTable;
use crate::{bench_spin, bench_symmetry, quotient, spin};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Arguments of `before-after`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The binary to compare with
    #[arg(long)]
    before: PathBuf,
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each, of which the best figures count
    #[arg(long, default_value_t = 15)]
    repeat: usize,
    /// Seconds for each row, after which no more runs are begun
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Seconds for each process; what takes longer is left out
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// The level of static reductions
    #[arg(long, default_value = "-O1", allow_hyphen_values = true)]
    level: String,
    /// Threads of each run; as many as either build takes by itself, which is what users run, if it is 0
    #[arg(long, default_value = "1")]
    threads: String,
}

/// What `bench-spin` and `bench-symmetry` run.
const BENCHES: [(&[System], &str, &[&str]); 3] = [
    (&bench_spin::SET, "none", &["--ignore-claims"]),
    (&bench_symmetry::SET, "auto", &[]),
    (&bench_symmetry::SET, "fast", &[]),
];

/// The best figures of some runs of one binary.
#[derive(Clone, Copy)]
struct Best {
    states: u64,
    /// Seconds of the search.
    search: f64,
    /// Seconds of processor time of the whole command.
    processor: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binaries = [arguments.before.clone(), quotient::binary()?];
    let table = LiveTable::new(&[
        ("system", 40),
        ("symmetry", 0),
        ("states before", 0),
        ("after", 9),
        ("search before", 0),
        ("after", 8),
        ("ratio", 0),
        ("processor before", 0),
        ("after", 8),
        ("ratio", 0),
    ]);
    let (mut searches, mut processors, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for (systems, symmetry, flags) in BENCHES {
        let threads = ["--threads", &arguments.threads];
        let threads = if arguments.threads == "0" { &[][..] } else { &threads[..] };
        let flags = [&[&arguments.level, "--symmetry", symmetry][..], flags, threads].concat();
        for system in systems {
            let name = format!("{} {}", system.0.trim_end_matches(".pml"), system.1.join(" "));
            if !name.contains(&arguments.only) {
                continue;
            }
            let Some([before, after]) = compare(arguments, &binaries, system, &flags)? else {
                table.row(&[name, symmetry.to_owned(), "not finished".to_owned()]);
                continue;
            };
            table.row(&row(&name, symmetry, &before, &after));
            searches.push(after.search / before.search);
            processors.push(after.processor / before.processor);
            more.extend((after.states > before.states).then(|| format!("{name} ({symmetry})")));
        }
    }
    println!("search: {}", summary(searches));
    println!("processor time: {}", summary(processors));
    println!("more states than before: {} {}", more.len(), more.join(", "));
    Ok(if more.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(name: &str, symmetry: &str, before: &Best, after: &Best) -> Vec<String> {
    vec![
        name.to_owned(),
        symmetry.to_owned(),
        before.states.to_string(),
        after.states.to_string(),
        format!("{:.4}", before.search),
        format!("{:.4}", after.search),
        format!("{:.2}", after.search / before.search),
        format!("{:.3}", before.processor),
        format!("{:.3}", after.processor),
        format!("{:.2}", after.processor / before.processor),
    ]
}

fn summary(mut ratios: Vec<f64>) -> String {
    ratios.sort_by(f64::total_cmp);
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    match (ratios.first(), ratios.last()) {
        (Some(least), Some(most)) => {
            let median = ratios[ratios.len() / 2];
            format!(
                "{} ratios from {least:.2} to {most:.2}, median {median:.2}, geometric mean {mean:.3}",
                ratios.len()
            )
        }
        _ => "nothing was compared".to_owned(),
    }
}

/// The best of both binaries; `None` if a run was not finished.
fn compare(
    arguments: &Arguments,
    binaries: &[PathBuf; 2],
    (model, defines): &System,
    flags: &[&str],
) -> Result<Option<[Best; 2]>, String> {
    let started = Instant::now();
    let mut best = [Best { states: 0, search: f64::INFINITY, processor: f64::INFINITY }; 2];
    for round in 0..arguments.repeat.max(1) {
        if round > 0 && started.elapsed() > Duration::from_secs(arguments.seconds) {
            break;
        }
        for (best, binary) in best.iter_mut().zip(binaries) {
            let limits = spin::limits(arguments.timeout);
            let Some(found) = measure(binary, &promela().join(model), defines, flags, limits)? else {
                return Ok(None);
            };
            *best = Best {
                states: found.states,
                search: best.search.min(found.search),
                processor: best.processor.min(found.processor),
            };
        }
    }
    Ok(Some(best))
}

/// The shell tells the processor time of a command to the thousandth of a second, as the last line of its errors.
const TIMED: &str = "TIMEFORMAT='%3U %3S'; time \"$@\"";

fn measure(
    binary: &Path,
    model: &Path,
    defines: &[&str],
    flags: &[&str],
    limits: Limits,
) -> Result<Option<Best>, String> {
    let mut command = Command::new("bash");
    command.args(["-c", TIMED, "bash"]).arg(binary).arg("check").arg(model).args(flags).arg("--json");
    command.args(defines.iter().flat_map(|define| ["-D", define]));
    let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    if matches!(done.ending, Ending::TimeOut | Ending::MemoryOut) {
        return Ok(None);
    }
    let report: Value = serde_json::from_str(&done.stdout).unwrap_or_default();
    let figures = report["states"].as_u64().zip(report["search_seconds"].as_f64());
    let (states, search) = figures.ok_or_else(|| format!("{}: {}", model.display(), done.stderr))?;
    let processor = processor_seconds(&done.stderr).ok_or("bash does not tell the processor time")?;
    Ok(Some(Best { states, search, processor }))
}

/// User and system time together, from the last line.
fn processor_seconds(errors: &str) -> Option<f64> {
    let words = errors.lines().last()?.split_whitespace();
    let times = words.map(|word| word.parse::<f64>().ok()).collect::<Option<Vec<_>>>()?;
    (times.len() == 2).then(|| times.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_the_last_line() {
        assert_eq!(processor_seconds("warning: 1 2\n0.250 0.500\n"), Some(0.75));
        assert_eq!(processor_seconds("0.250 0.500\nerror: no such file\n"), None);
        assert_eq!(processor_seconds(""), None);
    }

    #[test]
    fn ratios_are_summed_up() {
        assert_eq!(summary(vec![2.0, 0.5]), "2 ratios from 0.50 to 2.00, median 2.00, geometric mean 1.000");
        assert_eq!(summary(Vec::new()), "nothing was compared");
    }
}
