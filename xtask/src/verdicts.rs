//! The verdicts of what users run: the plain command, every level with and without symmetry, every method, beside SPIN's verdict and
//! the interpreter's at `-O0`.
//!
//! Each is a process of its own under `--max-seconds` and `--max-memory`. A refusal of a method that does not apply is counted and is
//! no difference; `undecided` is neither `holds` nor `violated` and is told with its reason. An internal error, a panic, a signal or
//! a limit that is not kept is a difference whatever the others say.
use crate::child::{self, Ending, Finished, Limits};
use crate::outcome::{Outcome, Violation};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use symmetry::Method;

/// How every way is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Our binary.
    pub binary: PathBuf,
    /// `--max-seconds` of each run.
    pub seconds: u64,
    /// Every method, not only `auto` and `none`.
    pub methods: bool,
}

/// `--max-memory` of each run.
const MEMORY: u64 = 1 << 30;
/// Limits are kept within a tenth of a second of processor time; on a busy machine the clock tells nothing.
const SLACK: f64 = 0.1;

/// What one run said.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Holds,
    /// With the kind of the first violation.
    Violated(String),
    /// With the reason.
    Undecided(String),
    /// The method does not apply, or the model is refused.
    Refused,
    /// An internal error, a panic, a signal, a broken limit.
    Failed(String),
}

/// One run.
#[derive(Clone, Debug)]
struct Run {
    way: String,
    level: u8,
    said: Said,
    states: u64,
    /// It claims one state for each orbit, and picks representatives.
    exact: bool,
    trivial: bool,
}

/// All verdicts about one model.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    runs: Vec<Run>,
    /// What must not be, each with the way.
    pub disagreements: Vec<String>,
}

impl Verdicts {
    /// What the plain command said, in a word.
    pub fn default_word(&self) -> String {
        self.runs.first().map_or_else(String::new, |run| word(&run.said))
    }

    /// Runs; those refused; those undecided.
    pub fn counts(&self) -> [usize; 3] {
        let count = |is: fn(&Said) -> bool| self.runs.iter().filter(|run| is(&run.said)).count();
        [
            self.runs.len(),
            count(|said| *said == Said::Refused),
            count(|said| matches!(said, Said::Undecided(_))),
        ]
    }

    /// Why the plain command is undecided, if it is.
    pub fn undecided_because(&self) -> &str {
        match self.runs.first().map(|run| &run.said) {
            Some(Said::Undecided(reason)) => reason,
            _ => "",
        }
    }
}

fn word(said: &Said) -> String {
    match said {
        Said::Holds => "holds".to_owned(),
        Said::Violated(kind) => kind.clone(),
        Said::Undecided(_) => "undecided".to_owned(),
        Said::Refused => "refused".to_owned(),
        Said::Failed(_) => "FAILED".to_owned(),
    }
}

/// Asks in every way and compares with each other and with SPIN, whose claims were left out.
pub fn compare(
    model: &Path,
    defines: &[String],
    config: &Config,
    spin: &Outcome,
) -> std::io::Result<Verdicts> {
    let mut runs = vec![ask(model, defines, config, "default", &[])?];
    if runs[0].said == Said::Refused {
        let accepted = matches!(spin, Outcome::Finished { .. } | Outcome::Stopped(_));
        let disagreements = accepted.then(|| "default: refused; SPIN accepts it".to_owned());
        return Ok(Verdicts { disagreements: disagreements.into_iter().collect(), runs });
    }
    let reference = "-O0 --symmetry none --interpret --ignore-claims";
    let mut more: Vec<String> = vec![reference.to_owned(), "--ignore-claims".to_owned()];
    for level in 0..3 {
        more.extend(["none", "auto"].map(|method| format!("-O{level} --symmetry {method} --ignore-claims")));
    }
    for way in more {
        runs.push(ask(model, defines, config, &way, &way.split(' ').collect::<Vec<_>>())?);
    }
    // Where the default meets a limit every method would, one after the other.
    let decided = matches!(runs[2].said, Said::Holds | Said::Violated(_));
    if config.methods && decided && !runs[2].trivial {
        let others = Method::all().filter(|method| !matches!(method, Method::Auto | Method::None));
        for (number, method) in others.enumerate() {
            for level in [2, number % 2] {
                let way = format!("-O{level} --symmetry {method} --ignore-claims");
                runs.push(ask(model, defines, config, &way, &way.split(' ').collect::<Vec<_>>())?);
            }
        }
    }
    let disagreements = disagreements(&runs, spin);
    Ok(Verdicts { runs, disagreements })
}

fn ask(model: &Path, defines: &[String], config: &Config, way: &str, flags: &[&str]) -> std::io::Result<Run> {
    let mut command = Command::new(&config.binary);
    command.arg("check").arg(model).arg("--json").args(flags);
    command.args(["--max-seconds", &config.seconds.to_string(), "--max-memory", &MEMORY.to_string()]);
    for define in defines {
        command.args(["-D", define]);
    }
    let limits = Limits { time: Duration::from_secs(10 * config.seconds + 30), memory: 2 * MEMORY };
    let done = child::run(&mut command, limits)?;
    let report = serde_json::from_str(&done.stdout).unwrap_or(Value::Null);
    let symmetry = &report["symmetry"];
    let method = symmetry["method"].as_str().unwrap_or("none");
    Ok(Run {
        way: way.to_owned(),
        level: way.strip_prefix("-O").and_then(|rest| rest[..1].parse().ok()).unwrap_or(2),
        said: said(&done, &report, config.seconds),
        states: report["states"].as_u64().unwrap_or(0),
        // The plain command counts the states of claims as well.
        exact: symmetry["exact"] == true
            && method != "none"
            && !method.starts_with("lazy")
            && way.contains("--ignore-claims"),
        trivial: symmetry["group_order"] == "1",
    })
}

fn said(done: &Finished, report: &Value, seconds: u64) -> Said {
    let text = format!("{}{}", done.stdout, done.stderr);
    let line = |word: &str| text.lines().find(|line| line.contains(word)).unwrap_or("").trim().to_owned();
    let code = match done.ending {
        Ending::Exit(code) => code,
        Ending::Signal(number) => return Said::Failed(format!("signal {number}: {}", line("panicked"))),
        Ending::TimeOut => return Said::Failed("limit broken: time".to_owned()),
        Ending::MemoryOut => return Said::Failed("limit broken: memory".to_owned()),
    };
    let reason = report["reason"].as_str().unwrap_or("").to_owned();
    if text.contains("internal error") {
        let why = if reason.contains("internal error") { reason } else { line("internal error") };
        return Said::Failed(why);
    }
    let processor = done.processor.as_secs_f64();
    if processor > seconds as f64 + SLACK {
        return Said::Failed(format!("limit broken: {processor:.1} s of processor time"));
    }
    if done.peak_memory > MEMORY / 10 * 11 {
        return Said::Failed(format!("limit broken: {} MB", done.peak_memory >> 20));
    }
    match (code, report["verdict"].as_str()) {
        (0, Some("holds")) => Said::Holds,
        (1, Some("violated")) => {
            // A claim that cannot be evaluated is no part of SPIN's run either.
            let safe = report["properties"].as_array().into_iter().flatten().any(is_safe);
            let kind = report["violation"]["kind"].as_str().filter(|_| !safe);
            Said::Violated(kind.unwrap_or(if safe { "claim" } else { "unknown" }).to_owned())
        }
        (3, _) => Said::Undecided(reason),
        (2, _) => Said::Refused,
        _ => Said::Failed(format!("exit code {code}: {}", line("panicked"))),
    }
}

fn is_safe(property: &Value) -> bool {
    property["name"] == "safety" && property["verdict"] == "holds"
}

fn disagreements(runs: &[Run], spin: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    let mut exact: BTreeMap<u8, (u64, &str)> = BTreeMap::new();
    for run in runs {
        if let Said::Failed(why) = &run.said {
            found.push(format!("{}: {why}", run.way));
        }
        // Claims are no part of SPIN's run, nor of the reference's.
        let own_claim = run.said == Said::Violated("claim".to_owned());
        let spin_word = spin_differs(&run.said, spin).filter(|_| !own_claim);
        found.extend(spin_word.map(|spin| format!("{}: {}; SPIN: {spin}", run.way, word(&run.said))));
        let opposite = runs[1..].first().filter(|first| !own_claim && opposed(&run.said, &first.said));
        found.extend(
            opposite.map(|first| {
                format!("{}: {}; {}: {}", run.way, word(&run.said), first.way, word(&first.said))
            }),
        );
        if run.exact && run.said == Said::Holds {
            let (expected, by) = *exact.entry(run.level).or_insert((run.states, &run.way));
            if expected != run.states {
                found.push(format!("{}: {} states; {by}: {expected}", run.way, run.states));
            }
        }
    }
    found
}

fn opposed(one: &Said, other: &Said) -> bool {
    matches!((one, other), (Said::Holds, Said::Violated(_)) | (Said::Violated(_), Said::Holds))
}

/// SPIN's word, where it contradicts ours. After a run-time error SPIN's other errors may be made of stray memory.
fn spin_differs(ours: &Said, spin: &Outcome) -> Option<String> {
    let (violations, trusted) = match spin {
        Outcome::Finished { violations, .. } => (violations, true),
        Outcome::Stopped(violations) => (violations, false),
        _ => return None,
    };
    let differs = match ours {
        Said::Holds => !violations.kinds().is_empty(),
        Said::Violated(kind) if trusted => {
            Violation::from_word(kind).is_none_or(|kind| !violations.has(kind))
        }
        Said::Violated(_) => violations.kinds().is_empty(),
        _ => false,
    };
    differs.then(|| spin.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Violations;

    fn run(way: &str, said: Said, states: u64) -> Run {
        Run { way: way.to_owned(), level: 2, said, states, exact: true, trivial: false }
    }

    #[test]
    fn disagreements_are_found() {
        let violated = || Said::Violated("deadlock".to_owned());
        let holds = Outcome::Finished { states: 9, violations: Violations::default() };
        let deadlock =
            Outcome::Finished { states: 9, violations: Violations::default().with(Violation::Deadlock, "") };
        let agree = [run("default", Said::Holds, 4), run("reference", Said::Holds, 4)];
        assert!(disagreements(&agree, &holds).is_empty());
        assert_eq!(disagreements(&agree, &deadlock).len(), 2);
        assert!(disagreements(&agree, &Outcome::unfinished("time limit")).is_empty());
        let opposed = [run("default", Said::Holds, 4), run("reference", violated(), 4)];
        assert_eq!(disagreements(&opposed, &deadlock).len(), 2);
        let counted = [run("default", Said::Holds, 4), run("reference", Said::Holds, 5)];
        assert_eq!(disagreements(&counted, &holds).len(), 1);
        let failed = [
            run("default", Said::Failed("internal error".to_owned()), 0),
            run("reference", Said::Undecided("time".to_owned()), 4),
        ];
        assert_eq!(disagreements(&failed, &holds).len(), 1);
        let wrong_kind = [run("default", Said::Violated("assertion".to_owned()), 4)];
        assert_eq!(disagreements(&wrong_kind, &deadlock).len(), 1);
    }
}
