//! `cargo xtask spin-compare DIR...`: every model below the directories, by SPIN and by us.
//!
//! Printed as a table and, with `--json FILE`, written as JSON: accepted or refused by each, the verdict, the stored
//! states (ours with `-O0`, SPIN's without its reductions) and seconds. Models with embedded C are set aside, since
//! we refuse them on purpose; inputs on which SPIN itself fails are listed apart. Any difference makes the command
//! fail. Where a model carries an expectation header, each of its runs is one case.
use crate::compare::{
    Comparison, Config, Headway, compare, compare_with, in_parallel, processors, refuse, states_cell,
};
use crate::models::{Model, find};
use crate::outcome::{Difference, Outcome};
use crate::spin::SpinRun;
use crate::table::Table;
use crate::verdict_table::{self, Class};
use crate::ways::{Ways, variation_of};
use crate::{quotient, spin};
use model_headers::{Claims, Level, Run, Verdict, Violation};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `spin-compare`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Directories to search for models, or model files
    #[arg(required = true)]
    roots: Vec<PathBuf>,
    /// Write the results here as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Definitions for every model, instead of those its header asks for
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// Stop ours at this many states
    #[arg(long)]
    limit_states: Option<u64>,
    /// Seconds for each of spin, gcc, pan and ours
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Models compared at a time; as many as there are processors unless given
    #[arg(long)]
    jobs: Option<usize>,
    /// Leave out the runs of which the model's header expects more states than this, or does not say how many
    #[arg(long)]
    most_states: Option<u64>,
    /// Run SPIN alone
    #[arg(long)]
    spin_only: bool,
    /// Take SPIN's answers from the JSON of an earlier run, where it has them
    #[arg(long)]
    spin_from: Option<PathBuf>,
    /// Compare verdicts alone: those of the plain command, of every level and every method
    #[arg(long)]
    verdicts: bool,
    /// In which ways each model is checked by us; `default` and `sample` compare verdicts alone
    #[arg(long, value_enum, default_value = "all")]
    ways: Ways,
    /// Seconds for each of the runs whose verdicts are compared
    #[arg(long, default_value_t = 10)]
    way_seconds: u64,
    /// Keep SPIN's answers here
    #[arg(long)]
    cache: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !spin::available() {
        return Err("spin, gcc and stdbuf must be installed".to_owned());
    }
    let config = Config {
        binary: if arguments.spin_only { None } else { Some(quotient::binary()?) },
        limits: spin::limits(arguments.timeout),
        limit_states: arguments.limit_states,
        optimise: 1,
        table: Some(20),
        most_states: None,
        reduced: true,
        ways: arguments.ways,
        way_seconds: arguments.way_seconds,
        variation: 0,
        verdicts_only: arguments.verdicts || arguments.ways != Ways::All,
        small: false,
        cache: arguments.cache.clone(),
    };
    let models = find(&arguments.roots).map_err(|error| format!("cannot search the directories: {error}"))?;
    let (aside, compared): (Vec<Model>, Vec<Model>) = models.into_iter().partition(|model| model.embedded_c);
    let mut cases = Vec::new();
    for model in &compared {
        cases.extend(cases_of(&model.path, &arguments.define, arguments.most_states)?);
    }
    if config.verdicts_only {
        return compare_verdicts(arguments, &config, cases, &aside);
    }
    let known = arguments.spin_from.as_deref().map_or(Ok(HashMap::new()), remembered)?;
    let results = compare_all(arguments, cases.len(), |index| {
        let (path, defines) = &cases[index];
        let compared = match known.get(&key(&path.display().to_string(), defines)) {
            Some(spin) => compare_with(spin.clone(), path, defines, &config),
            None => compare(path, defines, &config, &format!("compare{index}")),
        };
        compared.map(|compared| Comparison { spin_fails: spin_fails(path, defines), ..compared })
    })?;
    let summary = Summary::of(&results, aside.len());
    print!("{}{}", render(&results), summary.render(&results, &aside));
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&to_json(&results, &summary, &aside)).unwrap_or_default();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(if summary.differences == 0 && !results.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Does every comparison, telling how far it has come.
fn compare_all(
    arguments: &Arguments,
    count: usize,
    one: impl Fn(usize) -> std::io::Result<Comparison> + Sync,
) -> Result<Vec<Comparison>, String> {
    let headway = Headway::new(count);
    let results = in_parallel(count, arguments.jobs.unwrap_or_else(processors), |index| {
        let result = one(index)?;
        let difference = result.difference().filter(|difference| difference.is_mistake());
        if let Some(difference) = difference {
            eprintln!("{}: {}", result.path.display(), difference.word());
        }
        headway.done(difference.is_some());
        Ok::<_, std::io::Error>(result)
    });
    results.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
}

/// Compares verdicts alone. Models with embedded C are asked about as well: they must be refused, not fail.
fn compare_verdicts(
    arguments: &Arguments,
    config: &Config,
    mut cases: Vec<(PathBuf, Vec<String>)>,
    aside: &[Model],
) -> Result<ExitCode, String> {
    let compared = cases.len();
    cases.extend(aside.iter().map(|model| (model.path.clone(), arguments.define.clone())));
    let mut results = compare_all(arguments, cases.len(), |index| {
        let (path, defines) = &cases[index];
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let config = Config { variation: variation_of(&key(&name, defines)), ..config.clone() };
        if index < compared {
            compare(path, defines, &config, &format!("compare{index}"))
        } else {
            refuse(path, defines, &config)
        }
    })?;
    results.sort_by(|a, b| (&a.path, &a.defines).cmp(&(&b.path, &b.defines)));
    print!("{}", verdict_table::render(&results, &arguments.roots));
    for result in &results {
        for disagreement in result.verdicts.iter().flat_map(|verdicts| &verdicts.disagreements) {
            println!("{} {:?}: {disagreement}", result.path.display(), result.defines);
        }
    }
    if let Some(path) = &arguments.json {
        let summary = Summary::of(&results, aside.len());
        let text = serde_json::to_string_pretty(&to_json(&results, &summary, aside)).unwrap_or_default();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let wrong = results.is_empty() || results.iter().any(|result| Class::of(result).is_mistake());
    Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn key(path: &str, defines: &[String]) -> String {
    format!("{path} {}", defines.join(" "))
}

/// SPIN's answers in the JSON of an earlier run.
fn remembered(file: &Path) -> Result<HashMap<String, SpinRun>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error))?;
    let earlier: Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let mut known = HashMap::new();
    for case in earlier["cases"].as_array().into_iter().flatten() {
        let defines: Vec<String> = serde_json::from_value(case["define"].clone()).unwrap_or_default();
        let (spin, text) = (&case["spin"], |value: &Value| value.as_str().unwrap_or("").to_owned());
        let outcome =
            Outcome::read_back(&text(&spin["verdict"]), spin["states"].as_u64(), &text(&spin["message"]));
        let seconds = serde_json::from_value(case["spin_seconds"].clone()).unwrap_or([0.0; 3]);
        known.insert(key(&text(&case["model"]), &defines), SpinRun::remembered(outcome, seconds));
    }
    Ok(known)
}

/// The runs a model's header asks for, of at most the given number of states, or one run with `given`.
pub fn cases_of(
    path: &Path,
    given: &[String],
    most: Option<u64>,
) -> Result<Vec<(PathBuf, Vec<String>)>, String> {
    let one = vec![(path.to_owned(), given.to_vec())];
    if !given.is_empty() {
        return Ok(one);
    }
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(one) };
    let header = model_headers::read(path, &text).map_err(|problem| problem.to_string())?;
    let Some(header) = header else { return Ok(one) };
    let mut cases: Vec<(PathBuf, Vec<String>)> = Vec::new();
    for run in header.runs.into_iter().filter(|run| most.is_none_or(|most| is_small(run, most))) {
        let case = (path.to_owned(), run.define);
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    Ok(cases)
}

/// Whether the model's header says that SPIN itself fails on a run.
fn spin_fails(path: &Path, defines: &[String]) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let header = model_headers::read(path, &text).ok().flatten();
    let mut runs = header.into_iter().flat_map(|header| header.runs);
    runs.any(|run| run.define == defines && run.spin_fails.is_some())
}

/// Whether a run is small enough and its count is SPIN's too. What lies behind an error at run time is not defined, and what is
/// undecided was not explored to its end.
fn is_small(run: &Run, most: u64) -> bool {
    let states = run.states.as_ref().and_then(|states| states.at(Some(Level::O0)));
    let is_defined = run.violation != Some(Violation::Runtime) && run.verdict != Verdict::Undecided;
    let is_compared = is_defined && run.claim == Claims::Ignored;
    run.verdict == Verdict::Refused || is_compared && states.is_some_and(|states| *states <= most)
}

struct Summary {
    accepted_by_spin: usize,
    accepted_by_both: usize,
    counts_compared: usize,
    differences: usize,
    spin_crashes: usize,
    embedded_c: usize,
}

impl Summary {
    fn of(results: &[Comparison], embedded_c: usize) -> Summary {
        let accepted = |outcome: &Outcome| !matches!(outcome, Outcome::Refused(_) | Outcome::Crashed(_));
        let by_spin = |result: &&Comparison| accepted(&result.spin.outcome);
        let by_us = |result: &&Comparison| result.ours.as_ref().is_some_and(|ours| accepted(&ours.outcome));
        let crashed = |result: &&Comparison| matches!(result.spin.outcome, Outcome::Crashed(_));
        let differs = |result: &&Comparison| result.difference().is_some_and(Difference::is_mistake);
        Summary {
            accepted_by_spin: results.iter().filter(by_spin).count(),
            accepted_by_both: results.iter().filter(by_spin).filter(by_us).count(),
            counts_compared: results.iter().filter(|result| result.counts_compared()).count(),
            differences: results.iter().filter(differs).count(),
            spin_crashes: results.iter().filter(crashed).count(),
            embedded_c,
        }
    }

    fn render(&self, results: &[Comparison], aside: &[Model]) -> String {
        let mut text = format!(
            "\n{} cases; {} models with embedded C set aside; SPIN accepts {}, we accept {} of those; \
             counts compared: {}; differences: {}\n",
            results.len(),
            self.embedded_c,
            self.accepted_by_spin,
            self.accepted_by_both,
            self.counts_compared,
            self.differences
        );
        if self.spin_crashes > 0 {
            text.push_str(&format!("SPIN itself fails on {}:\n", self.spin_crashes));
        }
        for result in results {
            if let Outcome::Crashed(why) = &result.spin.outcome {
                text.push_str(&format!("  {}: {why}\n", result.path.display()));
            }
        }
        for model in aside {
            text.push_str(&format!("embedded C: {}\n", model.path.display()));
        }
        for result in results {
            for disagreement in result.verdicts.iter().flat_map(|verdicts| &verdicts.disagreements) {
                text.push_str(&format!("{} {:?}: {disagreement}\n", result.path.display(), result.defines));
            }
            let Some(difference) = result.difference() else { continue };
            let said = result.ours.as_ref().map_or("", |ours| ours.outcome.message());
            let (path, spin) = (result.path.display(), result.spin.outcome.message());
            text.push_str(&format!(
                "{}: {path} {:?} SPIN: {spin} OURS: {said}\n",
                difference.word(),
                result.defines
            ));
        }
        text
    }
}

fn render(results: &[Comparison]) -> String {
    let headings =
        ["model", "SPIN", "states", "spin s", "gcc s", "pan s", "ours", "states", "s", "difference"];
    let mut table = Table::new(&headings);
    for result in results {
        let mut name = result.path.display().to_string();
        result.defines.iter().for_each(|define| name.push_str(&format!(" -D{define}")));
        let [spin, gcc, pan] = result.spin.seconds.map(|seconds| format!("{seconds:.2}"));
        let mut row =
            vec![name, result.spin.outcome.to_string(), states_cell(&result.spin.outcome), spin, gcc, pan];
        if let Some(ours) = &result.ours {
            row.extend([
                ours.outcome.to_string(),
                states_cell(&ours.outcome),
                format!("{:.2}", ours.seconds),
            ]);
            row.push(result.difference().map_or("", Difference::word).to_owned());
        }
        table.row(row);
    }
    table.render()
}

fn to_json(results: &[Comparison], summary: &Summary, aside: &[Model]) -> Value {
    let side = |outcome: &Outcome| {
        let accepted = !matches!(outcome, Outcome::Refused(_));
        json!({"accepted": accepted, "verdict": outcome.to_string(), "states": outcome.states(), "message": outcome.message()})
    };
    let case = |result: &Comparison| {
        json!({
            "model": result.path.display().to_string(),
            "define": result.defines,
            "spin": side(&result.spin.outcome),
            "spin_seconds": result.spin.seconds,
            "ours": result.ours.as_ref().map(|ours| side(&ours.outcome)),
            "spin_memory": result.spin.peak_memory,
            "our_seconds": result.ours.as_ref().map(|ours| ours.seconds),
            "our_search_seconds": result.ours.as_ref().map(|ours| ours.report["search_seconds"].clone()),
            "our_memory": result.ours.as_ref().map(|ours| ours.peak_memory),
            "difference": result.difference().map(Difference::word),
        })
    };
    json!({
        "cases": results.iter().map(case).collect::<Vec<_>>(),
        "accepted_by_spin": summary.accepted_by_spin,
        "accepted_by_both": summary.accepted_by_both,
        "counts_compared": summary.counts_compared,
        "differences": summary.differences,
        "spin_crashes": summary.spin_crashes,
        "embedded_c": aside.iter().map(|model| model.path.display().to_string()).collect::<Vec<_>>(),
    })
}
