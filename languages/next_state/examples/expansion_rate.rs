//! How long an expansion takes: `expansion_rate FILE [-O1] [NAME=VALUE ..]`.
//!
//! Collects up to 100,000 states breadth-first, then expands them all again a few times and prints the best round:
//! nanoseconds of this thread per state and per successor, without any store or search.

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use diagnostics::SourceMap;
use next_state::{NextState, Successors};
use program::{Layout, ReferenceCells};
use promela::preprocess::{Define, Included, Loader};
use promela::{Reduction, lower, parse};

const STATES: usize = 100_000;
const ROUNDS: usize = 5;

struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, name: &str, _from: &str) -> Result<Included, String> {
        let text = std::fs::read_to_string(self.0.join(name)).map_err(|e| e.to_string())?;
        Ok(Included { name: name.into(), text })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().ok_or("a file is needed")?);
    let (options, defines): (Vec<String>, Vec<String>) = args.partition(|a| a == "-O1");
    let reduction = if options.is_empty() { Reduction::None } else { Reduction::Spin };
    let defines: Vec<Define> = defines.iter().filter_map(|a| Define::parse(a)).collect();
    let mut sources = SourceMap::default();
    let file = sources.add(path.display().to_string(), std::fs::read_to_string(&path)?);
    let loader = Beside(path.parent().unwrap_or(&path).to_path_buf());
    let (model, _) = parse(&mut sources, file, &loader, &defines);
    let program = lower(&model.ok_or("the model is refused")?, &sources, reduction);
    let layout = Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new()));
    let started = cpu_time();
    let code = NextState::new(layout)?;
    let compile = cpu_time() - started;
    let states = collect(&code)?;
    let (best, steps) = (0..ROUNDS).map(|_| round(&code, &states)).min().ok_or("no round")?;
    println!(
        "{}: compiled {} in {:.1} ms; {} states of {} bytes, {:.2} successors each; {:.1} ns/state, {:.1} ns/successor",
        path.display(),
        code.is_compiled(),
        compile as f64 / 1e6,
        states.len(),
        states.last().map_or(0, Vec::len),
        steps as f64 / states.len() as f64,
        best as f64 / states.len() as f64,
        best as f64 / steps as f64,
    );
    Ok(())
}

fn collect(code: &NextState) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let initial = code.initial().map_err(|kind| format!("{kind:?}"))?;
    let (mut worker, mut out) = (code.worker(), Successors::new());
    let mut seen = HashSet::from([initial.clone()]);
    let mut todo = VecDeque::from([initial]);
    let mut states = Vec::new();
    while let Some(state) = todo.pop_front()
        && states.len() < STATES
    {
        out.clear();
        code.expand(&mut worker, &state, &mut out);
        for step in out.steps().iter().filter(|s| s.has_state) {
            if seen.insert(out.state(step).to_vec()) {
                todo.push_back(out.state(step).to_vec());
            }
        }
        states.push(state);
    }
    Ok(states)
}

/// Nanoseconds this thread has been running.
fn cpu_time() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is ours; a clock that does not exist leaves it as it is.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Nanoseconds and steps of expanding every state once.
fn round(code: &NextState, states: &[Vec<u8>]) -> (i64, usize) {
    let (mut worker, mut out) = (code.worker(), Successors::new());
    let started = cpu_time();
    let mut steps = 0;
    for state in states {
        out.clear();
        code.expand(&mut worker, state, &mut out);
        steps += out.steps().len();
    }
    (cpu_time() - started, steps)
}
