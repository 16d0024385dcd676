//! `cargo xtask bench-beside`: whole runs beside another symmetry-reducing checker, in one run on one machine.
//!
//! The peer is whatever command the caller names: it gets the model and the method, does everything it has to do
//! (detection, code generation, compilation, search) and must print what `pan` prints, `N states, stored` and
//! `elapsed time T seconds`, from which its count and the time of its search alone are read. TopSPIN wrapped in a few
//! lines of shell is such a command. Ours runs the same method with SPIN's static reductions (`-O1`), from the command
//! to the verdict. The two take turns. Of the whole runs the best of each count; of the searches alone the means, since
//! the clock that `pan` reads ticks a hundred times a second, which is once or twice during the shortest of them.
use crate::child::{self, Ending, Limits};
use crate::quotient::{self, Config, OurRun};
use crate::table::LiveTable;
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
    /// Runs of each
    #[arg(long, default_value_t = 5)]
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
    let table = LiveTable::new(&[
        ("model", 10),
        ("method", 10),
        ("peer states", 10),
        ("ours", 8),
        ("peer s", 7),
        ("ours s", 7),
        ("ratio", 7),
        ("peer search", 7),
        ("ours", 7),
        ("ratio", 7),
    ]);
    for model in &arguments.models {
        for method in &arguments.methods {
            table.row(&compare(arguments, &binary, model, method)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn compare(arguments: &Arguments, binary: &Path, model: &Path, method: &str) -> Result<Vec<String>, String> {
    let limits = Limits { time: Duration::from_secs(arguments.timeout), memory: 16 << 30 };
    let config = Config {
        binary: binary.to_owned(),
        flags: ["-O1", "--threads", "1", "--ignore-claims"].map(str::to_owned).to_vec(),
        symmetry: method.to_owned(),
        defines: Vec::new(),
        limits,
    };
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..arguments.repeat.max(1) {
        theirs.extend(peer(&arguments.peer, model, method, limits)?);
        ours.push(quotient::check(model, &config).map_err(|e| e.to_string())?);
    }
    let search = mean(ours.iter().map(|run| run.report["search_seconds"].as_f64().unwrap_or(f64::NAN)));
    let peer_search = mean(theirs.iter().map(|run| run.search));
    let ours: Option<OurRun> = ours.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let ours = ours.ok_or("nothing was run")?;
    let name = model.file_stem().unwrap_or_default().display().to_string();
    let mut row = vec![name, method.to_owned()];
    match theirs.iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)) {
        Some(peer) => row.extend([
            peer.states.to_string(),
            ours.report["states"].to_string(),
            format!("{:.2}", peer.seconds),
            format!("{:.3}", ours.seconds),
            format!("{:.1}x", peer.seconds / ours.seconds),
            format!("{peer_search:.3}"),
            format!("{search:.4}"),
            format!("{:.1}x", peer_search / search),
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

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len();
    values.sum::<f64>() / count as f64
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
