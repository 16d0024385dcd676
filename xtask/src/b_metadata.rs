//! Comparison of B machines with the state counts that hhu-stups recorded with ProB.
//!
//! The records are the `.edn` files of `meta-information/` in hhu-stups/specifications. Taken are machines of one file
//! with a recorded count, no recorded violation and no MAX_* preference. Each runs in a child process with a
//! time limit, so that one bad machine cannot stop the comparison. Nothing of those repositories is kept.

use crate::child::{self, Ending};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// The checkout of hhu-stups/specifications
    root: PathBuf,
    /// Seconds for each machine
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Only machines whose path contains this
    #[arg(long)]
    only: Option<String>,
    /// List every machine that differs
    #[arg(long)]
    list: bool,
    /// Check this one file and print the outcome (used by the command itself)
    #[arg(long, hide = true)]
    one: Option<PathBuf>,
    /// Stop a machine after this many states
    #[arg(long, default_value_t = 2_000_000)]
    max_states: u64,
}

/// One record.
struct Record {
    file: PathBuf,
    states: u64,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if let Some(file) = &arguments.one {
        println!("{}", single(file, arguments));
        return Ok(ExitCode::SUCCESS);
    }
    let mut records = Vec::new();
    collect(&arguments.root.join("meta-information"), &arguments.root, &mut records);
    records.retain(|record| {
        arguments.only.as_ref().is_none_or(|part| record.file.to_string_lossy().contains(part))
    });
    records.sort_by(|a, b| a.file.cmp(&b.file));
    let mut tally: BTreeMap<&'static str, u64> = BTreeMap::new();
    for record in &records {
        let outcome = compare(record, arguments)?;
        *tally.entry(outcome.0).or_default() += 1;
        if arguments.list && outcome.0 != "same" {
            let file = record.file.strip_prefix(&arguments.root).unwrap_or(&record.file);
            println!("{}\t{}\trecorded {}\t{}", outcome.0, file.display(), record.states, outcome.1);
        }
    }
    let total = records.len().max(1) as f64;
    for (outcome, count) in &tally {
        println!("{outcome:>12} {count:>6} {:>6.1} %", 100.0 * *count as f64 / total);
    }
    println!("{:>12} {:>6}", "machines", records.len());
    Ok(ExitCode::SUCCESS)
}

fn compare(record: &Record, arguments: &Arguments) -> Result<(&'static str, String), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("b-metadata").arg(&arguments.root).arg("--one").arg(&record.file);
    command.args(["--max-states", &(record.states * 2 + 1000).to_string()]);
    let limits = child::Limits { time: Duration::from_secs(arguments.seconds), memory: 3 << 30 };
    let finished = child::run(&mut command, limits).map_err(|error| error.to_string())?;
    match finished.ending {
        Ending::TimeOut => return Ok(("timeout", String::new())),
        Ending::MemoryOut => return Ok(("memory", String::new())),
        Ending::Exit(_) | Ending::Signal(_) => {}
    }
    let text = finished.stdout.trim().to_owned();
    let Some((kind, rest)) = text.split_once(' ') else { return Ok(("crash", text)) };
    Ok(match kind {
        "parse" => ("parse", rest.to_owned()),
        "type" => ("type", rest.to_owned()),
        "states" => {
            let count: u64 = rest.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
            if count == record.states { ("same", text) } else { ("different", text) }
        }
        _ => ("crash", text),
    })
}

/// Checks one machine in this process: `parse ...`, `type ...` or `states N ...`.
fn single(file: &Path, arguments: &Arguments) -> String {
    let Ok(bytes) = std::fs::read(file) else { return "crash unreadable".to_owned() };
    let mut sources = diagnostics::SourceMap::new();
    let id = sources.add(file.display().to_string(), String::from_utf8_lossy(&bytes).into_owned());
    let (_, errors) = bmachine::syntax::parse_machine(id, sources.text(id));
    if let Some(error) = errors.first() {
        return format!("parse {}: {}", sources.line(error.span), error.message);
    }
    let mut loader = Directory(file.parent().map(Path::to_path_buf).unwrap_or_default());
    let method = bmachine::symmetry::Method::None;
    let options = bmachine::machine::Options { static_symmetry: true, ..Default::default() };
    let machine = match bmachine::check::load(&mut sources, id, &mut loader, options, method) {
        Ok(machine) => machine,
        Err(problems) => {
            let first = &problems[0];
            return format!("type {}: {}", sources.line(first.span), first.message);
        }
    };
    let limits = explorer::Limits { states: Some(arguments.max_states), ..Default::default() };
    let mut config = explorer::Config { all_errors: true, limits, ..Default::default() };
    let checked = bmachine::check::check(&machine, method, &mut config);
    let warning = checked.warnings.first().map(|(span, text)| format!("{}: {text}", sources.line(*span)));
    format!(
        "states {} {:?} {} setup {:?}",
        checked.statistics.states,
        checked.violations,
        warning.unwrap_or_default(),
        machine.setup_problem
    )
}

struct Directory(PathBuf);

impl bmachine::compose::Loader for Directory {
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)> {
        let endings: &[&str] = if definitions { &[""] } else { &[".mch", ".ref", ".imp", ".sys"] };
        endings.iter().find_map(|ending| {
            let path = self.0.join(format!("{name}{ending}"));
            let bytes = std::fs::read(&path).ok()?;
            Some((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()))
        })
    }
}

fn collect(directory: &Path, root: &Path, records: &mut Vec<Record>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, root, records);
        } else if path.to_string_lossy().ends_with(".mch.edn") {
            records.extend(std::fs::read_to_string(&path).ok().and_then(|text| record(&text, root)));
        }
    }
}

fn record(text: &str, root: &Path) -> Option<Record> {
    let states = field(text, ":number-of-states")?.parse().ok()?;
    let clean = field(text, ":invariant-violated")? == "false" && field(text, ":files")? == "1";
    let file = root.join(field(text, ":file")?.trim_matches('"').trim_start_matches("./"));
    let source = String::from_utf8_lossy(&std::fs::read(&file).ok()?).into_owned();
    let limited =
        ["SET_PREF_MAX_", "MAX_OPERATIONS", "MAX_INITIALISATIONS"].iter().any(|word| source.contains(word));
    (clean && !limited).then_some(Record { file, states })
}

/// The value after a keyword in an EDN map, up to white space or a bracket.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let after = text[text.find(name)? + name.len()..].trim_start();
    if let Some(quoted) = after.strip_prefix('"') {
        return Some(&after[..quoted.find('"')? + 2]);
    }
    after.split(|c: char| c.is_whitespace() || ",}])".contains(c)).next()
}
