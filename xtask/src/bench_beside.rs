//! `cargo xtask bench-beside`: whole runs beside another symmetry-reducing checker, in one run on one machine.
//!
//! The peer is whatever command the caller names: it gets the model and the method, does everything it has to do
//! (detection, code generation, compilation, search) and must print what `pan` prints, `N states, stored` and
//! `elapsed time T seconds`, from which its count and the time of its search alone are read. TopSPIN wrapped in a few
//! lines of shell is such a command. Ours runs the same method with SPIN's static reductions (`-O1`), from the command to
//! the verdict. The two take turns.
use crate::child::{self, Ending, Limits};
use crate::quotient::{self, Config, OurRun};
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Arguments of `bench-beside`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The peer: run as `COMMAND MODEL METHOD`
    #[arg(long)]
    peer: PathBuf,
    /// Methods, as both sides name them
    #[arg(long, value_delimiter = ',', default_value = "enumerate,fast")]
    methods: Vec<String>,
    /// The models
    models: Vec<PathBuf>,
    /// Runs of each, of which the best counts
    #[arg(long, default_value_t = 2)]
    repeat: usize,
    /// Seconds for each process
    #[arg(long, default_value_t = 600)]
    timeout: u64,
}

/// One run of the peer.
#[derive(Clone, Copy)]
struct PeerRun {
    states: u64,
    seconds: f64,
    search: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = quotient::binary()?;
    let headings = [
        "model",
        "method",
        "peer states",
        "ours",
        "peer s",
        "ours s",
        "ratio",
        "peer search",
        "ours",
        "ratio",
    ];
    let mut table = Table::new(&headings);
    for model in &arguments.models {
        for method in &arguments.methods {
            table.row(compare(arguments, &binary, model, method)?);
        }
    }
    print!("{}", table.render());
    Ok(ExitCode::SUCCESS)
}

fn compare(arguments: &Arguments, binary: &Path, model: &Path, method: &str) -> Result<Vec<String>, String> {
    let limits = Limits { time: Duration::from_secs(arguments.timeout), memory: 16 << 30 };
    let config = Config {
        binary: binary.to_owned(),
        flags: vec!["-O1".into(), "--ignore-claims".into()],
        symmetry: method.to_owned(),
        defines: Vec::new(),
        limits,
    };
    let (mut theirs, mut ours): (Option<PeerRun>, Option<OurRun>) = (None, None);
    for _ in 0..arguments.repeat.max(1) {
        let run = peer(&arguments.peer, model, method, limits)?;
        theirs = better(theirs, run, |r| r.seconds);
        let run = quotient::check(model, &config).map_err(|e| e.to_string())?;
        ours = ours.filter(|best| best.seconds <= run.seconds).or(Some(run));
    }
    let ours = ours.ok_or("nothing was run")?;
    let search = ours.report["search_seconds"].as_f64().unwrap_or(f64::NAN);
    let name = model.file_stem().unwrap_or_default().display().to_string();
    let mut row = vec![name, method.to_owned()];
    match theirs {
        Some(peer) => row.extend([
            peer.states.to_string(),
            ours.report["states"].to_string(),
            format!("{:.2}", peer.seconds),
            format!("{:.3}", ours.seconds),
            format!("{:.1}x", peer.seconds / ours.seconds),
            format!("{:.2}", peer.search),
            format!("{search:.3}"),
            format!("{:.1}x", peer.search / search),
        ]),
        None => row.extend([
            "unfinished".into(),
            ours.report["states"].to_string(),
            format!("> {}", arguments.timeout),
            format!("{:.3}", ours.seconds),
            format!("> {:.0}x", arguments.timeout as f64 / ours.seconds),
        ]),
    }
    Ok(row)
}

fn better(best: Option<PeerRun>, run: Option<PeerRun>, key: impl Fn(&PeerRun) -> f64) -> Option<PeerRun> {
    match (best, run) {
        (Some(a), Some(b)) => Some(if key(&a) <= key(&b) { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// `None` when the peer does not finish in time.
fn peer(command: &Path, model: &Path, method: &str, limits: Limits) -> Result<Option<PeerRun>, String> {
    let done = child::run(Command::new(command).arg(model).arg(method), limits).map_err(|e| e.to_string())?;
    if done.ending == Ending::TimeOut || done.ending == Ending::MemoryOut {
        return Ok(None);
    }
    let states = before(&done.stdout, "states, stored").and_then(|w| w.parse().ok());
    let search = before(&done.stdout, "seconds").and_then(|w| w.parse().ok());
    match (states, search) {
        (Some(states), search) => {
            Ok(Some(PeerRun { states, seconds: done.seconds, search: search.unwrap_or(0.0) }))
        }
        _ => Err(format!("the peer says nothing of stored states: {}", done.stderr.trim())),
    }
}

/// The word before a phrase.
fn before<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.contains(phrase))?;
    line.split(phrase).next()?.split_whitespace().next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pan_prints_is_read() {
        let text = "    23474 states, stored\npan: elapsed time 14.3 seconds\n";
        assert_eq!(before(text, "states, stored"), Some("23474"));
        assert_eq!(before(text, "seconds"), Some("14.3"));
        assert_eq!(before(text, "transitions"), None);
    }
}
