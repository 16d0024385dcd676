//! `cargo xtask detection-times`: how long finding the symmetry of each model takes.
//!
//! Every run of every model below some directories, as its header describes it: the time from the program to the
//! verified group (instance, kinds, program graph, automorphisms, both checks), in this process, the best of several
//! rounds.
use crate::models::Beside;
use crate::table::Table;
use diagnostics::SourceMap;
use promela::preprocess::Define;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Arguments of `detection-times`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Models, or folders of them
    #[arg(default_value = "models/promela")]
    roots: Vec<PathBuf>,
    /// Rounds, of which the best counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Fail if one takes longer than this
    #[arg(long, default_value_t = 100.0)]
    most_milliseconds: f64,
    /// How many to list, the slowest first
    #[arg(long, default_value_t = 20)]
    list: usize,
}

/// One run of a model.
struct Timed {
    name: String,
    processes: usize,
    generators: usize,
    milliseconds: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut all = Vec::new();
    for model in crate::models::find(&arguments.roots).map_err(|e| e.to_string())? {
        if model.embedded_c {
            continue;
        }
        let text = std::fs::read(&model.path).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text).into_owned();
        for defines in runs(&model.path, &text)? {
            all.extend(time(&model.path, &text, &defines, arguments.rounds));
        }
    }
    all.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    let mut table = Table::new(&["model", "processes", "generators", "milliseconds"]);
    for timed in all.iter().take(arguments.list) {
        table.row(vec![
            timed.name.clone(),
            timed.processes.to_string(),
            timed.generators.to_string(),
            format!("{:.2}", timed.milliseconds),
        ]);
    }
    print!("{}", table.render());
    let slow = all.iter().filter(|t| t.milliseconds > arguments.most_milliseconds).count();
    let median = all.get(all.len() / 2).map_or(0.0, |t| t.milliseconds);
    println!("{} runs, median {median:.2} ms, {slow} over {} ms", all.len(), arguments.most_milliseconds);
    Ok(if slow == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The definitions of each run that a header describes; one run without any where there is no header.
fn runs(path: &Path, text: &str) -> Result<Vec<Vec<String>>, String> {
    let header = model_headers::read(path, text).map_err(|problem| problem.to_string())?;
    let defines = header.map(|header| header.runs.into_iter().map(|run| run.define).collect());
    Ok(defines.unwrap_or_else(|| vec![Vec::new()]))
}

/// Processor time of this thread where the system tells it, so that a busy machine does not count; else time.
struct Clock {
    on_processor: Option<u64>,
    started: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { on_processor: nanoseconds(), started: Instant::now() }
    }

    fn milliseconds(&self) -> f64 {
        let passed = self.started.elapsed().as_secs_f64() * 1e3;
        match (self.on_processor, nanoseconds()) {
            // The system counts in steps of some milliseconds.
            (Some(start), Some(now)) if passed > 10.0 => (now - start) as f64 / 1e6,
            _ => passed,
        }
    }
}

/// What this thread has run for.
fn nanoseconds() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}

/// The time of a run; `None` if the model is refused.
fn time(path: &Path, text: &str, defines: &[String], rounds: usize) -> Option<Timed> {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text.to_string());
    let parsed: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let model = promela::parse(&mut sources, file, &Beside, &parsed).0?;
    let mut program = promela::lower(&model, &sources, promela::Reduction::None);
    program::reduce(&mut program);
    let mut timed = Timed {
        name: format!("{} {}", path.display(), defines.join(" ")),
        processes: 0,
        generators: 0,
        milliseconds: f64::MAX,
    };
    for _ in 0..rounds.max(1) {
        let copy = program.clone();
        let start = Clock::start();
        let found = symmetry::find(copy);
        timed.milliseconds = timed.milliseconds.min(start.milliseconds());
        if let Ok(grouped) = found.group {
            let detection = &grouped.group.detection;
            (timed.processes, timed.generators) =
                (detection.instance.processes.len(), detection.generators.len());
        }
    }
    Some(timed)
}
