//! `quotient check`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quotient::{Limits, Method, Model, Options, Outcome, Stage, StopReason, Trace, Verdict, Watch};
use report::Page;

use crate::arguments::CheckArguments;
use crate::html::Material;
use crate::page::page;
use crate::watchdog::{self, Watchdog};
use crate::{BAD_INPUT, input, progress, spin_flags};

/// Raised by Ctrl-C: the search stops and says what it has covered.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The search has begun and will stop by itself when it is interrupted.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// Before the search, and at a second signal, there is nothing to wait for.
fn interrupted(watchdog: Watchdog) {
    if INTERRUPTED.swap(true, Ordering::Relaxed) || !SEARCHING.load(Ordering::Relaxed) {
        watchdog.stop(StopReason::Interrupted);
    }
    std::thread::spawn(move || watchdog.interrupt());
}

/// Checks a model and prints the outcome; the result is the exit code.
pub fn run(arguments: &CheckArguments) -> u8 {
    let start = Instant::now();
    let limits = arguments.limits(start);
    let watchdog = Watchdog::start(start, limits, arguments.json);
    let _ = ctrlc::set_handler(move || interrupted(watchdog));
    let file = &arguments.read.file;
    let checked = input::deeply(Model::language_of(file), || check(arguments, limits));
    let Checked { mut outcome, trace, material } = match checked {
        Ok(checked) => checked,
        Err(why) => {
            if arguments.json {
                sayln!("{}", report::error_json(&why));
            }
            return BAD_INPUT;
        }
    };
    outcome.seconds = start.elapsed().as_secs_f64();
    let code = print(&outcome, arguments.json, page(arguments.full));
    // The report is worth more than the trail.
    if arguments.trail
        && let Some(trail) = trace.and_then(|trace| trace.trail)
        && let Err(why) = write_trail(file, &trail)
    {
        tell!("error: {why}");
        return BAD_INPUT;
    }
    match (&arguments.html, material) {
        (Some(html), Some(material)) => match material.write(html, file, &outcome) {
            Ok(()) => code,
            Err(why) => {
                tell!("error: {why}");
                BAD_INPUT
            }
        },
        _ => code,
    }
}

/// What a check leaves.
struct Checked {
    outcome: Outcome,
    trace: Option<Trace>,
    /// For `--html`.
    material: Option<Material>,
}

/// Reads and checks a model; what is wrong with the input has been printed for people when this fails.
fn check(arguments: &CheckArguments, limits: Limits) -> Result<Checked, String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let language = Model::language_of(&arguments.read.file);
    arguments.fits(language).map_err(told)?;
    spin_flags::notices(&arguments.read.define).for_each(|notice| tell!("notice: {notice}"));
    let method = Method::named(&arguments.symmetry, language);
    let method = method.map_err(|why| told(format!("`--symmetry {}`: {why}", arguments.symmetry)))?;
    let model = input::model(&arguments.read.file, &arguments.reading(&limits).map_err(told)?)?;
    let options = Options {
        method,
        order: arguments.order(),
        threads: arguments.threads(),
        limits,
        all_errors: arguments.all_errors || arguments.errors.is_some(),
        most_violations: arguments.errors.map(usize::from),
        certify: arguments.certify,
        ignore_claims: arguments.ignore_claims,
        claims: arguments.claims(),
        fairness: arguments.fairness.into(),
        cycle_search: arguments.cycles.into(),
        partial_order: arguments.partial_order,
    };
    let stats =
        arguments.stats.as_deref().map(|path| progress::open(path, &arguments.read.file, arguments.json));
    progress::begin(limits.since.unwrap_or_else(Instant::now), stats.transpose().map_err(told)?);
    let mut show = progress::show;
    let watched: Option<(Duration, explorer::ProgressFn<'_>)> = Some((progress::INTERVAL, &mut show));
    let mut watch = Watch { interrupt: &INTERRUPTED, stage: &entered, progress: watched };
    let checked = model.check_watched(&options, &mut watch);
    progress::clear();
    let (outcome, trace) = checked.map_err(told)?;
    // Unless the watchdog is about to print its own outcome; the process ends after this.
    std::mem::forget(watchdog::last_word());
    let material = arguments.html.is_some().then(|| Material::of(&model));
    Ok(Checked { outcome, trace, material })
}

/// Keeps what the check is doing, for a report when it is stopped.
fn entered(stage: Stage<'_>) {
    watchdog::doing(match stage {
        Stage::Preparing(property) => {
            progress::enter_property(property);
            "the model was being prepared"
        }
        Stage::Exploring(symmetry) => {
            SEARCHING.store(true, Ordering::Relaxed);
            watchdog::note_symmetry(symmetry);
            progress::enter_search();
            "states were being explored"
        }
        Stage::Repeating => "the counterexample was being repeated",
        Stage::Certifying => "the verdict was being certified",
    });
}

/// Prints an outcome; the result is the exit code.
pub fn print(outcome: &Outcome, json: bool, page: Page) -> u8 {
    match json {
        true => sayln!("{}", report::outcome_json(outcome)),
        false => say!("{}", report::outcome_text(outcome, page)),
    }
    match outcome.verdict {
        Verdict::Holds => 0,
        Verdict::Violated => 1,
        Verdict::Undecided => 3,
    }
}

/// SPIN looks for the trail beside the model, under the model's name.
fn write_trail(model: &Path, text: &str) -> Result<(), String> {
    if model.as_os_str() == "-" {
        return Err("a model from standard input has no name for a trail".into());
    }
    let mut name = model.as_os_str().to_owned();
    name.push(".trail");
    std::fs::write(&name, text).map_err(|e| format!("cannot write {}: {e}", Path::new(&name).display()))
}
