//! `cargo xtask live-compare`: the verdict of every property of models, ours in several ways beside pan's: `pan -a`, `pan -a -f`,
//! `pan -l`, without partial-order reduction. Under strong fairness, which pan has not, our ways are compared with one another; with
//! `--certify` each is gone over by the witness, which has its own search for fair cycles in the unreduced product.
//!
//! Beware of the oracle (all seen with SPIN 6.5.2):
//! - SPIN turns `[] p` into an assertion inside the claim, which `-A` hides; without `-A` assertions of the processes are errors
//!   too. So pan is asked with `-A` first, and where it finds nothing, without it, and then only an assertion of the claim counts.
//! - Accept labels of processes count beside those of a claim, so that a formula may have a violation that is none of
//!   its own: formulas of models with such labels are not compared.
//! - `pan -f` may expand states again until its depth limit, and then says "errors: 0": such a run decides nothing.
//! - `pan -f` may miss a violation by a run in which nothing can happen any more, which is fair to all, and `pan -l -f` a cycle on
//!   which one process waits for a message for ever: where we show such a run, replayed with every process in view, its
//!   "errors: 0" decides nothing.
//! - `pan -f` says "accept stutter" of a run that ends where no accept label is, if it passed one before: that decides nothing
//!   unless we show such a run.
//! - `pan -f` does not take a process whose `provided` clause is false for one that cannot move; models with such clauses are not
//!   compared under fairness.

mod oracle;
mod random;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::child::{self, Limits};
use crate::compare::{Headway, in_parallel, processors};
use crate::spin::Scratch;
use crate::table::Table;
use crate::{quotient, spin};
use oracle::{Pan, Question, STUTTERS};

/// Arguments of `live-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Models, or folders with models
    paths: Vec<PathBuf>,
    /// So many random programs with random formulas
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// The first seed; program number n has the seed plus n
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write random programs with a difference into this directory
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Seconds for each run of pan and ours
    #[arg(long, default_value_t = 30)]
    timeout: u64,
    /// Programs compared at a time; as many as there are processors unless given
    #[arg(long)]
    jobs: Option<usize>,
    /// Leave certificates out, which take most of the time
    #[arg(long)]
    without_certificates: bool,
    /// Print every property, not those alone on which somebody did not decide or differs
    #[arg(long)]
    all: bool,
}

/// The ways in which we are asked, by the name of their column.
const WAYS: [(&str, &[&str]); 6] = [
    // Every statement a step of its own, every variable in the state.
    ("written", &["-O0", "--symmetry", "none"]),
    ("none", &["--certify", "--symmetry", "none"]),
    ("auto", &["--certify"]),
    // Without certificates, formulas follow others of their family.
    ("families", &[]),
    ("nested", &["--certify", "--symmetry", "none", "--cycles", "nested"]),
    ("nested auto", &["--cycles", "nested", "--certify"]),
];

/// A trace that cannot be repeated, or a certificate that was rejected.
const BROKEN: &str = "internal error";

/// One property in one mode.
struct Line {
    model: String,
    property: String,
    fairness: Fairness,
    ours: Vec<String>,
    pan: String,
}

/// Which runs count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fairness {
    None,
    Weak,
    Strong,
}

impl Fairness {
    const ALL: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

    fn word(self) -> &'static str {
        match self {
            Fairness::None => "none",
            Fairness::Weak => "weak",
            Fairness::Strong => "strong",
        }
    }
}

/// What stands in pan's place where there is nothing to ask it.
const NOT_ASKED: &str = "-";

#[derive(PartialEq, Eq)]
enum Agreement {
    Same,
    /// Somebody did not decide.
    Open,
    Different,
}

impl Line {
    fn agreement(&self) -> Agreement {
        let mut said: Vec<&str> = self.ours.iter().chain([&self.pan]).map(String::as_str).collect();
        said.retain(|word| *word != NOT_ASKED);
        said.sort_unstable();
        said.dedup();
        let wrong = said.contains(&"holds") && said.contains(&"violated") || said.contains(&BROKEN);
        match (wrong, said.as_slice()) {
            (true, _) => Agreement::Different,
            (false, ["holds"] | ["violated"]) => Agreement::Same,
            _ => Agreement::Open,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let binary = quotient::binary()?;
    let models = crate::models::find(&arguments.paths).map_err(|error| error.to_string())?;
    let count = models.len() + arguments.random as usize;
    let headway = Headway::new(count);
    let limits = Limits { time: Duration::from_secs(arguments.timeout), memory: 8 << 30 };
    let lines = in_parallel(count, arguments.jobs.unwrap_or_else(processors), |job| {
        let lines = match models.get(job) {
            Some(model) => compare(&binary, &model.path, arguments, limits, job),
            None => compare_random(&binary, arguments, limits, job - models.len()),
        };
        headway.done(lines.iter().any(|line| line.agreement() == Agreement::Different));
        lines
    });
    let lines: Vec<Line> = lines.into_iter().flatten().collect();
    Ok(report(&lines, arguments.all))
}

fn report(lines: &[Line], all: bool) -> ExitCode {
    let headings = WAYS.map(|(name, _)| name);
    let mut table = Table::new(&[&["model", "property", "fairness"], headings.as_slice(), &["pan"]].concat());
    let mut counts = BTreeMap::new();
    for line in lines {
        let agreement = line.agreement();
        let word = match agreement {
            Agreement::Same => "same",
            Agreement::Open => "open",
            Agreement::Different => "DIFFERENT",
        };
        *counts.entry(word).or_insert(0) += 1;
        if all || agreement != Agreement::Same {
            let fairness = line.fairness.word().to_owned();
            let mut row = vec![line.model.clone(), line.property.clone(), fairness];
            row.extend(line.ours.iter().cloned());
            row.push(line.pan.clone());
            table.row(row);
        }
    }
    print!("{}", table.render());
    println!("{} properties: {counts:?}", lines.len());
    match counts.contains_key("DIFFERENT") {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn compare_random(binary: &Path, arguments: &Arguments, limits: Limits, number: usize) -> Vec<Line> {
    let seed = arguments.seed + number as u64;
    let Ok(scratch) = Scratch::new(&format!("live-random-{seed}")) else { return Vec::new() };
    let file = scratch.path().join(format!("seed{seed}.pml"));
    let text = random::program(seed);
    if std::fs::write(&file, &text).is_err() {
        return Vec::new();
    }
    let lines = compare(binary, &file, arguments, limits, number);
    if let Some(keep) = &arguments.keep
        && lines.iter().any(|line| line.agreement() == Agreement::Different)
    {
        let _ = std::fs::create_dir_all(keep);
        let _ = std::fs::write(keep.join(format!("seed{seed}.pml")), text);
    }
    lines
}

/// All properties of a model that are more than safety, under every kind of fairness.
fn compare(binary: &Path, model: &Path, arguments: &Arguments, limits: Limits, job: usize) -> Vec<Line> {
    let text = std::fs::read_to_string(model).unwrap_or_default();
    let mut lines = Vec::new();
    let Ok(scratch) = Scratch::new(&format!("live-{job}")) else { return lines };
    let pan = Pan::new(model, scratch.path(), limits);
    let is_left_out = |flag: &&str| arguments.without_certificates && *flag == "--certify";
    let ways =
        WAYS.map(|(_, flags)| flags.iter().copied().filter(|flag| !is_left_out(flag)).collect::<Vec<&str>>());
    for fairness in Fairness::ALL {
        let is_fair = fairness != Fairness::None;
        let answers: Vec<Option<serde_json::Value>> =
            ways.iter().map(|flags| ask(binary, model, flags, fairness, limits)).collect();
        let Some(first) = answers.first().and_then(Option::as_ref) else { return lines };
        let properties: Vec<(String, String)> = named(first).collect();
        let labelled = properties.iter().any(|(_, kind)| kind == "accept");
        let claims = properties.iter().filter(|(_, kind)| kind == "ltl" || kind == "never").count();
        for (name, kind) in properties.iter().filter(|(_, kind)| kind != "safety") {
            let ours: Vec<String> = answers.iter().map(|answer| verdict(answer.as_ref(), name)).collect();
            let is_doubtful = (labelled && kind == "ltl") || (is_fair && text.contains("provided"));
            let question = Question { name, kind, is_one_of_many: claims > 1, is_fair };
            let shows = |answer| ends_stuck(answer, name) || kind == "progress";
            let is_missed = is_fair && answers.iter().flatten().any(shows);
            let pan = match fairness {
                Fairness::Strong => NOT_ASKED.into(),
                _ if is_doubtful => "not compared".into(),
                _ => pan.ask(question),
            };
            let is_shown = ours_violated(&ours);
            let pan = if is_missed && is_shown && pan == "holds" { "misses a run".into() } else { pan };
            let pan = if is_shown && pan == STUTTERS { "violated".into() } else { pan };
            let model =
                model.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            lines.push(Line { model, property: name.clone(), fairness, ours, pan });
        }
    }
    lines
}

/// Name and kind of each property.
fn named(report: &serde_json::Value) -> impl Iterator<Item = (String, String)> + '_ {
    let properties = report["properties"].as_array().into_iter().flatten();
    properties.filter_map(|p| Some((p["name"].as_str()?.to_owned(), p["kind"].as_str()?.to_owned())))
}

fn property<'r>(report: &'r serde_json::Value, name: &str) -> Option<&'r serde_json::Value> {
    report["properties"].as_array()?.iter().find(|property| property["name"] == name)
}

fn ours_violated(ours: &[String]) -> bool {
    ours.iter().all(|verdict| verdict == "violated")
}

/// Is the property violated by a run in which nothing happens any more?
fn ends_stuck(report: &serde_json::Value, name: &str) -> bool {
    let Some(property) = property(report, name) else { return false };
    let steps = property["counterexample"].as_array().map_or(0, Vec::len) as u64;
    property["cycle_from"].as_u64() == Some(steps)
}

fn verdict(report: Option<&serde_json::Value>, name: &str) -> String {
    let property = report.and_then(|report| property(report, name));
    if property.is_some_and(|p| p["reason"].as_str().is_some_and(|why| why.contains("internal error"))) {
        return BROKEN.into();
    }
    property.and_then(|property| property["verdict"].as_str()).unwrap_or("failed").to_owned()
}

fn ask(
    binary: &Path,
    model: &Path,
    flags: &[&str],
    fairness: Fairness,
    limits: Limits,
) -> Option<serde_json::Value> {
    let mut command = Command::new(binary);
    command.arg("check").arg(model).arg("--json").args(flags);
    command.args(["--max-seconds", &limits.time.as_secs().to_string(), "--max-memory", "4G"]);
    command.args(["--fairness", fairness.word()]);
    let longer = Limits { time: limits.time * 2, ..limits };
    let finished = child::run(&mut command, longer).ok()?;
    serde_json::from_str(finished.stdout.lines().last()?).ok()
}
