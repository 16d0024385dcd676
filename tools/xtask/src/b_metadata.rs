//! Comparison of B machines with the state counts that hhu-stups recorded with ProB.
//!
//! The records are the `.edn` files of `meta-information/` in hhu-stups/specifications. Taken are machines of one file
//! with a recorded count, no recorded violation and no MAX_* preference. A recorded count of 0 is a run of ProB that
//! ended before it had processed one state (an ill-typed or ill-defined machine, mostly of `ErrorMachines/`); those are
//! compared too, and told apart: refusing such a machine is the recorded outcome. Nothing of those repositories is
//! kept.

use crate::b_attempt::{self, Attempt};
use crate::child::Limits;
use crate::compare::in_parallel;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
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
    /// Only machines whose path is a line of this file
    #[arg(long)]
    among: Option<PathBuf>,
    /// List every machine that differs, with the reason
    #[arg(long)]
    list: bool,
    /// Machines at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// One record.
struct Record {
    file: PathBuf,
    states: u64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut records = Vec::new();
    collect(&arguments.root.join("meta-information"), &arguments.root, &mut records);
    records.retain(|record| {
        arguments.only.as_ref().is_none_or(|part| record.file.to_string_lossy().contains(part))
    });
    if let Some(list) = &arguments.among {
        let text = std::fs::read_to_string(list).map_err(|error| error.to_string())?;
        let wanted: BTreeSet<PathBuf> = text.lines().map(|line| arguments.root.join(line)).collect();
        records.retain(|record| wanted.contains(&record.file));
    }
    records.sort_by(|a, b| a.file.cmp(&b.file));
    let limits = Limits { time: Duration::from_secs(arguments.seconds), memory: 3 << 30 };
    let attempts = in_parallel(records.len(), arguments.jobs, |index| {
        let record = &records[index];
        let most = (record.states * 2 + 1000).to_string();
        let attempt = b_attempt::in_child(&record.file, &["--max-states".to_owned(), most], limits);
        if let (Ok(attempt), true) = (&attempt, arguments.list) {
            list(record, attempt, &arguments.root);
        }
        attempt
    });
    let mut tally = Tally::default();
    for (record, attempt) in records.iter().zip(attempts) {
        tally.add(record, &attempt?);
    }
    tally.print();
    Ok(ExitCode::SUCCESS)
}

fn list(record: &Record, attempt: &Attempt, root: &Path) {
    let (class, why) = judge(record, attempt);
    if class != SAME {
        let file = record.file.strip_prefix(root).unwrap_or(&record.file);
        let ours = attempt.number("states");
        println!("{class}\t{}\trecorded {}\tours {ours}\t{why}", file.display(), record.states);
    }
}

const SAME: &str = "same count";
/// Nothing was explored by either.
const REFUSED: &str = "refused by both";

/// The class of an outcome, and the reason in words.
fn judge(record: &Record, attempt: &Attempt) -> (&'static str, String) {
    let why = || attempt.text("why").to_owned();
    let warning = attempt.answer["warnings"][0].as_str().unwrap_or("").to_owned();
    match attempt.stage {
        "refused" if record.states == 0 => (REFUSED, why()),
        "refused" if attempt.answer["parsed"] == false => ("not parsed", why()),
        "refused" => ("refused", why()),
        "timeout" => ("time", String::new()),
        "memory" => ("memory", String::new()),
        "crash" => ("crash", attempt.complaint.clone()),
        _ if attempt.number("states") == record.states => (SAME, String::new()),
        _ if record.states == 0 => ("no count recorded", warning),
        _ if !attempt.text("setup").is_empty() => {
            ("constants not found", format!("{} {warning}", attempt.text("setup")))
        }
        _ if attempt.text("stopped").contains("time") => ("time", warning),
        _ => {
            let ended_early = attempt.number("states") > record.states
                && (attempt.number("faults") > 0 || !warning.is_empty());
            let class = if ended_early { "ProB ended at an error" } else { "different count" };
            (class, format!("{} {warning} {}", attempt.text("violations"), attempt.text("stopped")))
        }
    }
}

/// Outcomes counted by class, for all records and for those with a count.
#[derive(Default)]
struct Tally {
    classes: BTreeMap<&'static str, u64>,
    total: u64,
    counted: u64,
    parsed: u64,
}

impl Tally {
    fn add(&mut self, record: &Record, attempt: &Attempt) {
        let (class, _) = judge(record, attempt);
        *self.classes.entry(class).or_default() += 1;
        self.total += 1;
        self.counted += u64::from(record.states > 0 || class == SAME || class == REFUSED);
        self.parsed += u64::from(attempt.answer["parsed"] != false);
    }

    fn print(&self) {
        let percent = |count: u64, total: u64| 100.0 * count as f64 / total.max(1) as f64;
        for (class, count) in &self.classes {
            println!("{class:>24} {count:>6} {:>6.1} %", percent(*count, self.total));
        }
        let count = |class: &str| self.classes.get(class).copied().unwrap_or(0);
        let same = count(SAME) + count(REFUSED);
        println!("{:>24} {:>6}", "machines", self.total);
        println!("parsed: {:.1} %", percent(self.parsed, self.total));
        println!(
            "as recorded: {same}, {:.1} % of all, {:.1} % of the {} with a count or refused by both",
            percent(same, self.total),
            percent(same, self.counted),
            self.counted
        );
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
    let is_whole = |at: &usize| text[at + name.len()..].starts_with(char::is_whitespace);
    let at = text.match_indices(name).map(|(at, _)| at).find(is_whole)?;
    let after = text[at + name.len()..].trim_start();
    if let Some(quoted) = after.strip_prefix('"') {
        return Some(&after[..quoted.find('"')? + 2]);
    }
    after.split(|c: char| c.is_whitespace() || ",}])".contains(c)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let text = "{:files 1,\n :file \"./a b.mch\",\n :number-of-states\n 12}";
        assert_eq!(field(text, ":file"), Some("\"./a b.mch\""));
        assert_eq!(field(text, ":files"), Some("1"));
        assert_eq!(field(text, ":number-of-states"), Some("12"));
        assert_eq!(field(text, ":number"), None);
    }
}
