//! The worker: makes one mutant after another and checks it in every way.
use super::Arguments;
use super::corpus::{self, Corpus, Original, Source};
use super::kept::{Record, Tally};
use crate::engines::{Finding, note_panics};
use crate::watch::{Patience, Watch};
use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One run may sleep this long before the worker is ended.
pub const LONGEST: Duration = Duration::from_secs(240);
/// Peak memory at which the worker ends itself.
const MEMORY: u64 = 1500 << 20;
/// Shrinking one difference may take this long.
const SHRINKING: Duration = Duration::from_secs(15);

static WATCH: Watch = Watch::new();
/// What the thread that watches writes down when it ends the worker.
static CURRENT: Mutex<Option<(Record, String, &'static str)>> = Mutex::new(None);

/// Tries mutants until they or the time are used up.
pub fn work(arguments: &Arguments, directory: &Path) -> Result<ExitCode, String> {
    note_panics();
    let begin = Instant::now();
    let corpus = Corpus::new(corpus::load(arguments)?);
    let keep = arguments.keep.clone();
    // A run that obeys its limit takes its time and no more.
    let processor = 2 * arguments.bounds().time + Duration::from_secs(4);
    WATCH.start(Patience { processor, clock: LONGEST, memory: MEMORY }, move |why, doing| {
        let current = CURRENT.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        let Some((mut record, text, ending)) = current else { return };
        (record.class, record.way) = (why.to_owned(), doing.to_owned());
        record.keep(&keep, &text, ending);
        println!("{}", record.line());
    });
    let until = begin + Duration::from_secs(arguments.seconds);
    let mut worker = Worker { arguments, until, examples: HashMap::new() };
    let mut tally = Tally { next: arguments.first, ..Tally::default() };
    while tally.next < arguments.mutants && begin.elapsed() < Duration::from_secs(arguments.seconds) {
        let number = tally.next;
        let (original, source) = corpus.mutant(arguments.seed, number);
        tally.tried += 1;
        tally.write(directory).map_err(|error| error.to_string())?;
        worker.attempt(directory, original, source, number, &mut tally)?;
        tally.next += arguments.jobs;
    }
    tally.write(directory).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

struct Worker<'a> {
    arguments: &'a Arguments,
    /// Nothing is made smaller after this.
    until: Instant,
    /// How often each class was found in each way.
    examples: HashMap<(&'static str, String), usize>,
}

impl Worker<'_> {
    fn attempt(
        &mut self,
        directory: &Path,
        original: &Original,
        source: Source,
        number: u64,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let model = original.path.display().to_string();
        let record = Record { mutant: number, model, ..Record::default() };
        let text = source.text();
        std::fs::write(directory.join("current"), &text).map_err(|error| error.to_string())?;
        remember(Some((record.clone(), text, source.ending())));
        let compared =
            source.compare(&original.path, self.arguments.bounds(), number, &|way| WATCH.begin(way));
        tally.accepted += u64::from(compared.accepted);
        tally.complete += u64::from(compared.complete);
        tally.runs += compared.runs as u64;
        tally.refusals += compared.refusals as u64;
        for finding in compared.findings {
            let way = finding.way.clone();
            let seen = self.examples.entry((finding.class, finding.way.clone())).or_default();
            *seen += 1;
            let mut record =
                Record { class: finding.class.to_owned(), way, what: finding.what.clone(), ..record.clone() };
            if *seen <= self.arguments.examples {
                let (small, what) = self.shrunk(original, &source, &finding, number);
                record.what = what;
                record.keep(&self.arguments.keep, &small.text(), source.ending());
            }
            println!("{}", record.line());
        }
        remember(None);
        Ok(())
    }

    /// A small mutant with the same finding, and what is said of it.
    fn shrunk(
        &self,
        original: &Original,
        source: &Source,
        finding: &Finding,
        number: u64,
    ) -> (Source, String) {
        let begin = Instant::now();
        let mut what = finding.what.clone();
        let bounds = self.arguments.bounds();
        let small = source.shrink(self.arguments.shrink, &mut |candidate| {
            if begin.elapsed() > SHRINKING || Instant::now() > self.until {
                return false;
            }
            let compared = candidate.compare(&original.path, bounds, number, &|way| WATCH.begin(way));
            let same =
                compared.findings.into_iter().find(|f| f.class == finding.class && f.way == finding.way);
            let persists = same.is_some();
            what = same.map_or_else(|| what.clone(), |same| same.what);
            persists
        });
        (small, what)
    }
}

fn remember(current: Option<(Record, String, &'static str)>) {
    *CURRENT.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = current;
}

/// Checks each model itself with every selection of methods, and prints what is wrong.
pub fn once(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut found = 0;
    for original in corpus::load(arguments)? {
        let mut told: Vec<Finding> = Vec::new();
        for variation in 0..15 {
            let compared = original.source.compare(&original.path, arguments.bounds(), variation, &|_| {});
            told.extend(compared.findings);
        }
        told.sort_by(|a, b| (a.class, &a.way).cmp(&(b.class, &b.way)));
        told.dedup();
        found += told.len();
        told.iter().for_each(|f| println!("{}: {}: {}: {}", original.path.display(), f.class, f.way, f.what));
    }
    println!("findings: {found}");
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
