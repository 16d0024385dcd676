//! `cargo xtask fuzz`: mutated models, looking for panics, hangs and unbounded memory.
//!
//! libFuzzer needs a nightly compiler; this needs none. A worker (this program again, with `--worker`) makes inputs
//! from a seed and feeds them to the library in its own process, thousands a second; a supervisor restarts it when it
//! dies. The worker writes each input to a file before it is tried, so whatever kills it, a stack overflow included,
//! the culprit is at hand. Panics are caught and told; hangs and memory are noticed by a second thread, which ends the
//! worker.
mod b_machine;
mod mutate;
mod target;

use crate::child::{self, Ending, Limits};
use crate::compare::in_parallel;
use crate::generate::{Flavour, Random, print, program};
use crate::spin::Scratch;
use crate::watch::{FOUND, Patience, Watch};
use mutate::Corpus;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};
pub use target::Target;

/// Arguments of `fuzz`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Which part
    #[arg(long, value_enum, default_value = "pipeline")]
    what: Target,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Directory of models to start from, besides random programs
    #[arg(long)]
    models: Vec<PathBuf>,
    /// Workers at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where inputs that fail are kept
    #[arg(long, default_value = "fuzz/artifacts")]
    keep: PathBuf,
    /// Try the inputs here, in this process
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
}

/// One input may take this much processor time; a busy machine must not look like a hang...
const PATIENCE: Duration = Duration::from_secs(10);
/// ...or this long, if it sleeps,
const LONGEST: Duration = Duration::from_secs(120);
/// ...and the worker this much memory.
const MEMORY: u64 = 1 << 30;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if let Some(directory) = &arguments.worker {
        return work(arguments, directory);
    }
    let until = Instant::now() + Duration::from_secs(arguments.seconds);
    let failures = Mutex::new(Vec::new());
    let tried =
        in_parallel(arguments.jobs, arguments.jobs, |job| supervise(arguments, job, until, &failures));
    let tried = tried.into_iter().sum::<Result<u64, String>>()?;
    let failures = failures.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    failures.iter().for_each(|failure| println!("{failure}"));
    println!("{tried} inputs, {} failures", failures.len());
    Ok(if failures.is_empty() && tried > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Starts workers one after another until the time is up; returns how many inputs they tried.
fn supervise(
    arguments: &Arguments,
    job: usize,
    until: Instant,
    failures: &Mutex<Vec<String>>,
) -> Result<u64, String> {
    let scratch = Scratch::new(&format!("fuzz{job}")).map_err(|error| error.to_string())?;
    let (mut tried, mut seed) = (0, arguments.seed + ((job as u64) << 32));
    while Instant::now() < until {
        let seconds = until.saturating_duration_since(Instant::now()).as_secs().max(1);
        let myself = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(myself);
        command.arg("fuzz").args(["--seconds", &seconds.to_string(), "--seed", &seed.to_string()]);
        command.args(["--what", arguments.what.word()]).arg("--worker").arg(scratch.path());
        command.args(arguments.models.iter().flat_map(|path| [Path::new("--models"), path]));
        let limits = Limits { time: Duration::from_secs(seconds) + 2 * LONGEST, memory: 2 * MEMORY };
        let done = child::run(&mut command, limits).map_err(|error| error.to_string())?;
        let text = std::fs::read_to_string(scratch.path().join("count")).unwrap_or_default();
        let count: u64 = text.trim().parse().unwrap_or(0);
        (tried, seed) = (tried + count + 1, seed + count + 1);
        let what = match done.ending {
            Ending::Exit(0) => break,
            Ending::Exit(FOUND) => done.stdout.trim().to_owned(),
            Ending::Signal(number) => format!("the worker died of signal {number} {}", done.stderr.trim()),
            Ending::Exit(code) => return Err(format!("the worker failed with {code}: {}", done.stderr)),
            Ending::TimeOut => "hang: the worker does not end".to_owned(),
            Ending::MemoryOut => "memory: the worker was ended".to_owned(),
        };
        let kept = keep(&scratch.path().join("current"), arguments, seed - 1);
        let mut failures = failures.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        failures.push(format!("{what}\n  input: {kept}"));
    }
    Ok(tried)
}

fn keep(input: &Path, arguments: &Arguments, seed: u64) -> String {
    let directory = &arguments.keep;
    let ending = if arguments.what == Target::B { "mch" } else { "pml" };
    let path = directory.join(format!("seed{seed}.{ending}"));
    let kept = std::fs::create_dir_all(directory).and_then(|()| std::fs::copy(input, &path));
    kept.map_or_else(|error| format!("not kept: {error}"), |_| path.display().to_string())
}

/// The worker: tries one input after another until the time is up or one fails.
fn work(arguments: &Arguments, directory: &Path) -> Result<ExitCode, String> {
    static WATCH: Watch = Watch::new();
    static PANIC: Mutex<String> = Mutex::new(String::new());
    let corpus = corpus(arguments).map_err(|error| format!("cannot read the models: {error}"))?;
    let begin = Instant::now();
    std::panic::set_hook(Box::new(|information| {
        *PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = information.to_string();
    }));
    let patience = Patience { processor: PATIENCE, clock: LONGEST, memory: MEMORY };
    WATCH.start(patience, |why, _| println!("{why}"));
    let (current, count) = (directory.join("current"), directory.join("count"));
    let failed = |error: std::io::Error| error.to_string();
    let mut number = 0;
    while begin.elapsed() < Duration::from_secs(arguments.seconds) {
        let input = corpus.input(&mut Random::new(arguments.seed + number));
        std::fs::write(&current, &input).map_err(failed)?;
        std::fs::write(&count, number.to_string()).map_err(failed)?;
        WATCH.begin("");
        let outcome = std::panic::catch_unwind(|| arguments.what.attempt(&input, &current));
        let found = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(what)) => Some(what),
            Err(_) => Some(PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()),
        };
        if let Some(what) = found {
            println!("{what}");
            return Ok(ExitCode::from(FOUND as u8));
        }
        number += 1;
    }
    Ok(ExitCode::SUCCESS)
}

/// The models below the directories given and, for Promela, some random programs.
fn corpus(arguments: &Arguments) -> std::io::Result<Corpus> {
    if arguments.what == Target::B {
        return b_machine::texts(&arguments.models).map(Corpus::new);
    }
    let mut texts = Vec::new();
    for model in crate::models::find(&arguments.models)? {
        texts.push(std::fs::read(model.path)?);
    }
    for seed in 0..60 {
        for flavour in [Flavour::General, Flavour::Symmetric] {
            texts.push(print(&program(flavour, seed)).into_bytes());
        }
    }
    Ok(Corpus::new(texts))
}
