//! The verdicts of what users run: the plain command, every level with and without symmetry, every method, beside
//! SPIN's verdict and the interpreter's at `-O0`.
//!
//! Each is a process of its own under `--max-seconds` and `--max-memory`. A refusal of a method that does not apply is
//! counted and is no difference; `undecided` is neither `holds` nor `violated` and is told with its reason. An internal
//! error, a panic, a signal or a limit that is not kept is a difference whatever the others say.
use crate::child::{self, Ending, Finished, Limits};
use crate::outcome::{Outcome, Violation};
use crate::ways::{WITHOUT_CLAIMS, Ways};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How every way is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Our binary.
    pub binary: PathBuf,
    /// `--max-seconds` of each run.
    pub seconds: u64,
    /// `--max-states` of each run.
    pub states: Option<u64>,
    /// Which ways.
    pub ways: Ways,
    /// What a sample of ways is drawn from.
    pub variation: u64,
}

/// `--max-memory` of each run.
const MEMORY: u64 = 1 << 30;
/// Limits are kept within a tenth of a second by the clock or, as that tells little on a busy machine, by processor time, of
/// which several threads take more than passes.
const SLACK: f64 = 0.1;

/// What one run said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Everything was seen and nothing is wrong.
    Holds,
    /// With the kind of the first violation.
    Violated(String),
    /// With the reason.
    Undecided(String),
    /// The method does not apply, or the model is refused, with the message.
    Refused(String),
    /// An internal error, a panic, a signal, a broken limit.
    Failed(String),
}

impl Said {
    /// The word in tables.
    pub fn word(&self) -> String {
        match self {
            Said::Holds => "holds".to_owned(),
            Said::Violated(kind) => kind.clone(),
            Said::Undecided(_) => "undecided".to_owned(),
            Said::Refused(_) => "refused".to_owned(),
            Said::Failed(_) => "FAILED".to_owned(),
        }
    }
}

/// What the plain command says of a claim, or of labels for cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The name as `--claim` takes it.
    pub name: String,
    /// It is a formula or a never claim, which SPIN checks by its name.
    pub named: bool,
    /// The verdict; a claim that is not checked is undecided.
    pub said: Said,
}

/// One run of the command on a model, and what it said.
#[derive(Clone, Debug)]
struct Run {
    way: String,
    level: u8,
    /// The verdict about safety, claims left aside.
    said: Said,
    /// The verdict about everything.
    whole: Said,
    claims: Vec<Claim>,
    states: u64,
    /// It claims one state for each orbit, and picks representatives.
    exact: bool,
    trivial: bool,
}

/// All verdicts about one model; the first run is the plain command.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    runs: Vec<Run>,
    /// What must not be, each with the way.
    pub disagreements: Vec<String>,
}

impl Verdicts {
    /// Asks the plain command alone.
    pub fn of_default(model: &Path, defines: &[String], config: &Config) -> std::io::Result<Verdicts> {
        let run = ask(model, defines, config, "default", &[])?;
        Ok(Verdicts { runs: vec![run], disagreements: Vec::new() })
    }

    /// The plain command alone, which has said this of safety and of claims.
    #[cfg(test)]
    pub fn said(said: Said, claims: Vec<Claim>) -> Verdicts {
        let (way, whole) = ("default".to_owned(), said.clone());
        let run = Run { way, level: 2, said, whole, claims, states: 1, exact: false, trivial: true };
        Verdicts { runs: vec![run], disagreements: Vec::new() }
    }

    /// What the plain command said of everything.
    pub fn whole(&self) -> &Said {
        &self.runs[0].whole
    }

    /// What the plain command said of safety.
    pub fn safety(&self) -> &Said {
        &self.runs[0].said
    }

    /// What the plain command said of claims.
    pub fn claims(&self) -> &[Claim] {
        &self.runs[0].claims
    }

    /// Whether some way failed: an internal error, a panic, a broken limit.
    pub fn failed(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.said, Said::Failed(_)))
    }

    /// Runs; those refused; those undecided.
    pub fn counts(&self) -> [usize; 3] {
        let count = |is: fn(&Said) -> bool| self.runs.iter().filter(|run| is(&run.whole)).count();
        [
            self.runs.len(),
            count(|said| matches!(said, Said::Refused(_))),
            count(|said| matches!(said, Said::Undecided(_))),
        ]
    }

    /// Asks in the other ways and compares all with each other and with SPIN, whose claims were left out.
    pub fn compare(
        &mut self,
        model: &Path,
        defines: &[String],
        config: &Config,
        spin: &Outcome,
    ) -> std::io::Result<()> {
        let default = &self.runs[0];
        if let Said::Refused(why) = &default.said {
            let accepted = matches!(spin, Outcome::Finished { .. } | Outcome::Stopped(_));
            self.disagreements.extend(accepted.then(|| format!("default: refused; SPIN accepts it: {why}")));
            return Ok(());
        }
        let (mut first, claims) = (default.clone(), !default.claims.is_empty());
        let mut more = |way: &str| {
            let run = ask(model, defines, config, way, &way.split(' ').collect::<Vec<_>>())?;
            self.runs.push(run.clone());
            Ok::<Run, std::io::Error>(run)
        };
        for way in config.ways.levels(claims, config.variation) {
            let run = more(&way)?;
            if way == WITHOUT_CLAIMS {
                first = run;
            }
        }
        // Where the default meets a limit every method would, one after the other.
        if matches!(first.said, Said::Holds | Said::Violated(_)) {
            for way in config.ways.methods(first.trivial, config.variation) {
                more(&way)?;
            }
        }
        self.disagreements.extend(disagreements(&self.runs, spin));
        Ok(())
    }
}

fn ask(model: &Path, defines: &[String], config: &Config, way: &str, flags: &[&str]) -> std::io::Result<Run> {
    let mut command = Command::new(&config.binary);
    command.arg("check").arg(model).arg("--json").args(flags);
    command.args(["--max-seconds", &config.seconds.to_string(), "--max-memory", &MEMORY.to_string()]);
    if let Some(states) = config.states {
        command.args(["--max-states", &states.to_string()]);
    }
    for define in defines {
        command.args(["-D", define]);
    }
    let limits = Limits { time: Duration::from_secs(10 * config.seconds + 30), memory: 2 * MEMORY };
    let done = child::run(&mut command, limits)?;
    let report = serde_json::from_str(&done.stdout).unwrap_or(Value::Null);
    let symmetry = &report["symmetry"];
    let method = symmetry["method"].as_str().unwrap_or("none");
    let whole = said(&done, &report, config.seconds);
    Ok(Run {
        way: way.to_owned(),
        level: way.strip_prefix("-O").and_then(|rest| rest[..1].parse().ok()).unwrap_or(2),
        said: safety(&whole, &report),
        whole,
        claims: claims(&report),
        states: report["states"].as_u64().unwrap_or(0),
        // The plain command counts the states of claims as well.
        exact: symmetry["exact"] == true
            && method != "none"
            && !method.starts_with("lazy")
            && (way.contains("--ignore-claims") || claims(&report).is_empty()),
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
    let taken = done.processor.as_secs_f64().min(done.seconds);
    if taken > seconds as f64 + SLACK {
        return Said::Failed(format!("limit broken: {taken:.1} s"));
    }
    if done.peak_memory > MEMORY / 10 * 11 {
        return Said::Failed(format!("limit broken: {} MB", done.peak_memory >> 20));
    }
    match (code, report["verdict"].as_str()) {
        (0, Some("holds")) => Said::Holds,
        (1, Some("violated")) => {
            Said::Violated(report["violation"]["kind"].as_str().unwrap_or("unknown").to_owned())
        }
        (3, _) => Said::Undecided(reason),
        (2, _) => Said::Refused(line("error")),
        _ => Said::Failed(format!("exit code {code}: {}", line("panicked"))),
    }
}

/// The properties in a report, with what is said of each; safety among them.
fn properties(report: &Value) -> impl Iterator<Item = (&str, &str, Said)> {
    report["properties"].as_array().into_iter().flatten().map(|property| {
        let text = |name: &str| property[name].as_str().unwrap_or("");
        let said = match text("verdict") {
            "holds" => Said::Holds,
            "violated" => Said::Violated("claim".to_owned()),
            _ => Said::Undecided(text("reason").to_owned()),
        };
        (text("name"), text("kind"), said)
    })
}

/// The verdict about safety in a run that has said `whole` about everything.
fn safety(whole: &Said, report: &Value) -> Said {
    let own = properties(report).find(|(_, kind, _)| *kind == "safety").map(|(_, _, said)| said);
    match (whole, own) {
        (Said::Refused(_) | Said::Failed(_), _) | (_, None) => whole.clone(),
        (_, Some(Said::Violated(_))) => {
            let errors = report["errors"].as_array().into_iter().flatten();
            let mut kinds = errors.filter_map(|error| error["kind"].as_str()).filter(|kind| *kind != "claim");
            let shown = report["violation"]["kind"].as_str().filter(|kind| *kind != "claim");
            Said::Violated(shown.or_else(|| kinds.next()).unwrap_or("unknown").to_owned())
        }
        (_, Some(said)) => said,
    }
}

fn claims(report: &Value) -> Vec<Claim> {
    let others = properties(report).filter(|(_, kind, _)| *kind != "safety");
    let claim = |(name, kind, said): (&str, &str, Said)| Claim {
        name: name.to_owned(),
        named: matches!(kind, "ltl" | "never"),
        said,
    };
    others.map(claim).collect()
}

fn disagreements(runs: &[Run], spin: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    let mut exact: BTreeMap<u8, (u64, &str)> = BTreeMap::new();
    for run in runs {
        if let Said::Failed(why) = &run.said {
            found.push(format!("{}: {why}", run.way));
        }
        let spin_word = spin_differs(&run.said, spin);
        found.extend(spin_word.map(|spin| format!("{}: {}; SPIN: {spin}", run.way, run.said.word())));
        let opposite = runs[1..].first().filter(|first| opposed(&run.said, &first.said));
        found.extend(
            opposite.map(|first| {
                format!("{}: {}; {}: {}", run.way, run.said.word(), first.way, first.said.word())
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
        let (whole, claims) = (said.clone(), Vec::new());
        Run { way: way.to_owned(), level: 2, said, whole, claims, states, exact: true, trivial: false }
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

    #[test]
    fn safety_is_told_from_claims() {
        let property = |name: &str, kind: &str, verdict: &str| serde_json::json!({"name": name, "kind": kind, "verdict": verdict, "reason": "not checked"});
        let report = |safety: &str, claim: &str| {
            let properties = [property("safety", "safety", safety), property("p", "ltl", claim)];
            serde_json::json!({"properties": properties, "errors": [{"kind": "claim"}, {"kind": "deadlock"}],
                "violation": {"kind": "claim"}})
        };
        let claim = Said::Violated("claim".to_owned());
        assert_eq!(safety(&claim, &report("holds", "violated")), Said::Holds);
        assert_eq!(safety(&claim, &report("violated", "violated")), Said::Violated("deadlock".to_owned()));
        let undecided = Said::Undecided("not checked".to_owned());
        assert_eq!(safety(&undecided, &report("holds", "undecided")), Said::Holds);
        assert_eq!(claims(&report("holds", "undecided"))[0].said, undecided);
        let failed = Said::Failed("internal error".to_owned());
        assert_eq!(safety(&failed, &report("holds", "holds")), failed);
    }
}
