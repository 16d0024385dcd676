//! What is written down: findings as lines of JSON and as files with a header, counts as one small file.
use super::Arguments;
use serde_json::{Value, json};
use std::path::Path;

/// A finding about one mutant.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The kind of failure.
    pub class: String,
    /// The flags.
    pub way: String,
    /// What was said.
    pub what: String,
    /// The number of the mutant.
    pub mutant: u64,
    /// The model it was made from.
    pub model: String,
    /// The file, if it was kept.
    pub kept: String,
}

impl Record {
    /// The record as one line of JSON.
    pub fn line(&self) -> String {
        json!({"class": self.class, "way": self.way, "what": self.what, "mutant": self.mutant,
            "model": self.model, "kept": self.kept})
        .to_string()
    }

    /// The inverse of [`Record::line`]; other lines are `None`.
    pub fn read(line: &str) -> Option<Record> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| value[name].as_str().unwrap_or("").to_owned();
        let mutant = value["mutant"].as_u64()?;
        Some(Record {
            class: text("class"),
            way: text("way"),
            what: text("what"),
            mutant,
            model: text("model"),
            kept: text("kept"),
        })
    }

    /// Writes the mutant into a file of the folder, under a comment that says what differed; remembers where.
    pub fn keep(&mut self, folder: &Path, text: &str, ending: &str) {
        let word = |text: &str| {
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            text.chars()
                .map(plain)
                .collect::<String>()
                .split('_')
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("_")
        };
        let name = format!("{}-{}-{}.{ending}", word(&self.class), word(&self.way), self.mutant);
        let model = Path::new(&self.model).file_name().and_then(|name| name.to_str()).unwrap_or("");
        let head = format!("{}: {}: {} (mutant {} of {model})", self.class, self.way, self.what, self.mutant);
        let text = format!("/* {} */\n{text}", head.replace("*/", "* /"));
        let path = folder.join(name);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        self.kept =
            written.map_or_else(|error| format!("not kept: {error}"), |()| path.display().to_string());
    }
}

/// A worker died without a word: its mutant is kept as it was.
pub fn keep_unread(arguments: &Arguments, scratch: &Path, class: &str, what: &str, mutant: u64) -> Record {
    let text = std::fs::read_to_string(scratch.join("current")).unwrap_or_default();
    let mut record = Record { class: class.to_owned(), what: what.to_owned(), mutant, ..Record::default() };
    record.keep(&arguments.keep, &text, "txt");
    record
}

/// How many.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The mutant that is being tried.
    pub next: u64,
    /// Mutants tried.
    pub tried: u64,
    /// Mutants that our parser accepts.
    pub accepted: u64,
    /// Accepted mutants that the reference explored completely.
    pub complete: u64,
    /// Runs of all ways.
    pub runs: u64,
    /// Runs of methods that did not apply.
    pub refusals: u64,
    /// Runs that were too long here and that the command cuts at its limit.
    pub cut: u64,
    /// Runs at `-O1` that differ from the program as it is written and agree with SPIN.
    pub merged: u64,
}

impl Tally {
    /// Adds the counts of another.
    pub fn add(&mut self, other: &Tally) {
        self.tried += other.tried;
        self.accepted += other.accepted;
        self.complete += other.complete;
        self.runs += other.runs;
        self.refusals += other.refusals;
        self.cut += other.cut;
        self.merged += other.merged;
    }

    /// Writes the counts into a worker's directory.
    pub fn write(&self, directory: &Path) -> std::io::Result<()> {
        let numbers = [self.next, self.tried, self.accepted, self.complete, self.runs, self.refusals];
        std::fs::write(directory.join("tally"), numbers.map(|number| number.to_string()).join(" "))
    }

    /// The inverse of [`Tally::write`].
    pub fn read(directory: &Path) -> Tally {
        let text = std::fs::read_to_string(directory.join("tally")).unwrap_or_default();
        let mut numbers = text.split(' ').map(|number| number.parse::<u64>().unwrap_or(0));
        let mut next = || numbers.next().unwrap_or(0);
        Tally {
            next: next(),
            tried: next(),
            accepted: next(),
            complete: next(),
            runs: next(),
            refusals: next(),
            cut: 0,
            merged: 0,
        }
    }

    /// In one line.
    pub fn render(&self) -> String {
        format!(
            "{} mutants tried, {} accepted by our parser, {} explored completely by the reference; {} runs, {} of methods that do not apply; {} cut by the watchdog; {} at -O1 as SPIN merges\n",
            self.tried, self.accepted, self.complete, self.runs, self.refusals, self.cut, self.merged
        )
    }
}
