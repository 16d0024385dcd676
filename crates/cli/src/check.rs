//! `quotient check`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use checker::{Certify, Engine, Options};
use diagnostics::SourceMap;
use explorer::{Limits, StopReason};
use program::Counterexample;
use promela::Claims;
use report::{Outcome, Property, PropertyKind, VerdictWord};
use symmetry::Method;

use crate::arguments::CheckArguments;
use crate::properties::{How, Planned};
use crate::watchdog::{self, Watchdog};
use crate::{BAD_INPUT, b_machine, input, progress, properties};

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
    if b_machine::is_machine(&arguments.read.file) {
        SEARCHING.store(true, Ordering::Relaxed);
        let checked = b_machine::check_deeply(arguments, limits, &INTERRUPTED);
        return checked.map_or(BAD_INPUT, |outcome| conclude(&outcome, arguments.json));
    }
    let method = match arguments.symmetry.parse() {
        Ok(method) => method,
        Err(why) => {
            eprintln!("error: `--symmetry {}`: {why}", arguments.symmetry);
            return BAD_INPUT;
        }
    };
    let Ok(model) = input::promela(&arguments.read) else { return BAD_INPUT };
    let planned = match properties::plan(arguments, &model.model, &model.sources) {
        Ok(planned) => planned,
        Err(why) => {
            eprintln!("error: {why}");
            return BAD_INPUT;
        }
    };
    match check_all(&model, planned, method, limits, arguments) {
        Ok((mut outcome, counterexample)) => {
            outcome.seconds = start.elapsed().as_secs_f64();
            if arguments.trail
                && let Some(counterexample) = &counterexample
                && let Err(why) = write_trail(&arguments.read.file, &checker::trail(counterexample))
            {
                eprintln!("error: {why}");
                return BAD_INPUT;
            }
            conclude(&outcome, arguments.json)
        }
        Err(why) => {
            eprintln!("error: `--symmetry {method}`: {why}");
            BAD_INPUT
        }
    }
}

/// Checks one property after the other; an error says why the method cannot be used. The counterexample is that of the
/// first property that is violated.
fn check_all(
    model: &Read,
    planned: Vec<Planned>,
    method: Method,
    limits: Limits,
    arguments: &CheckArguments,
) -> Result<(Outcome, Option<Counterexample>), String> {
    let (mut searches, mut answered) = (Vec::new(), Vec::new());
    let mut first = None;
    let mut is_open = false;
    for Planned { mut property, how } in planned {
        let (claim, open) = match how {
            How::Safety => (Claims::None, None),
            How::Claim { open } => (Claims::Only(&property.name), open),
            How::NotChecked(why) => {
                is_open = true;
                property.reason = Some(format!("not checked: {why}"));
                answered.push(property);
                continue;
            }
        };
        // The limits are those of the run and not of each search in it.
        let mut limits = limits;
        let stored: u64 = searches.iter().map(|search: &Outcome| search.states).sum();
        limits.states = limits.states.map(|states| states.saturating_sub(stored));
        match search(model, claim, method, limits, arguments) {
            Ok((mut outcome, counterexample)) => {
                name_claim(&property, &mut outcome);
                property.answer(&outcome);
                if let Some(open) = open.filter(|_| property.verdict == VerdictWord::Holds) {
                    is_open = true;
                    (property.verdict, property.reason) = (VerdictWord::Undecided, Some(open));
                }
                first = first.or(counterexample);
                searches.push(outcome);
            }
            Err(why) if claim == Claims::None => return Err(why),
            Err(why) => property.reason = Some(format!("not checked: `--symmetry {method}`: {why}")),
        }
        answered.push(property);
    }
    let mut outcome = report::combine(searches, answered);
    if is_open && outcome.verdict == VerdictWord::Undecided {
        outcome.notices.push(properties::SAFETY_ALONE.into());
    }
    Ok((outcome, first))
}

/// Says of a claim that is violated which one it is.
fn name_claim(property: &Property, outcome: &mut Outcome) {
    let Some(violation) = outcome.violation.as_mut().filter(|violation| violation.kind == "claim") else {
        return;
    };
    (violation.file, violation.line) = (property.file.clone(), property.line);
    if property.kind == PropertyKind::Ltl {
        violation.message = "the formula does not hold: the last state violates it".into();
        outcome.reason = Some(violation.message.clone());
    }
    for error in outcome.errors.iter_mut().filter(|error| error.kind == "claim") {
        error.message = format!("{} is violated", property.title());
    }
}

/// What a user of `-O1` must know.
const MERGES: &str = "-O1 merges statements and resets variables as `spin -a` does, which can hide violations; -O2 and -O0 \
     cannot";

/// One search: for violations of safety, or of one claim. An error says why the method cannot be used.
fn search(
    model: &Read,
    claim: Claims<'_>,
    method: Method,
    limits: Limits,
    arguments: &CheckArguments,
) -> Result<(Outcome, Option<Counterexample>), String> {
    let level = match claim {
        // A trail names SPIN's own transitions, so none may be merged, as SPIN does.
        Claims::None if arguments.trail && arguments.optimise == 1 => 0,
        Claims::None => arguments.optimise,
        // A claim may observe what the reductions hide.
        _ => 0,
    };
    let lower = |level| promela::lower_with(&model.model, &model.sources, input::reduction(level), claim);
    let mut program = lower(level);
    program.checked_claim = program.claims.first().copied();
    let certify = arguments.certify.then(|| match level {
        1 => Certify::Refuse("what -O1 leaves out is SPIN's choice and not proved".into()),
        _ => {
            let mut full = lower(0);
            full.checked_claim = program.checked_claim;
            Certify::Against(Arc::new(full))
        }
    });
    let options = Options {
        certify,
        order: arguments.order(),
        limits,
        all_errors: arguments.all_errors,
        engine: if arguments.interpret { Engine::Interpreted } else { Engine::Compiled },
    };
    let mut show = progress::show;
    let watch: Option<(Duration, explorer::ProgressFn<'_>)> = Some((progress::INTERVAL, &mut show));
    let compiled = options.engine == Engine::Compiled && program.checked_claim.is_none();
    let prepare = if compiled { checker::prepare_with_code } else { checker::prepare };
    let reduction = prepare(program, method, &model.sources);
    if let Some(why) = &reduction.refused {
        return Err(why.to_string());
    }
    SEARCHING.store(true, Ordering::Relaxed);
    let (mut outcome, mut counterexample) =
        checker::check(reduction, &model.sources, &options, &INTERRUPTED, watch);
    progress::clear();
    if level == 1 && outcome.verdict == VerdictWord::Holds {
        outcome.notices.push(MERGES.into());
    }
    counterexample = match level {
        1 => {
            counterexample.map(|found| checker::retell_merged(lower(0), found, &model.sources, &mut outcome))
        }
        2 => counterexample.and_then(|found| checker::retell(lower(0), &found, &model.sources, &mut outcome)),
        _ => counterexample,
    };
    Ok((outcome, counterexample))
}

/// Prints the outcome, unless the watchdog is about to print its own; the process ends after this.
fn conclude(outcome: &Outcome, json: bool) -> u8 {
    std::mem::forget(watchdog::last_word());
    print(outcome, json)
}

/// Prints an outcome; the result is the exit code.
pub fn print(outcome: &Outcome, json: bool) -> u8 {
    match json {
        true => sayln!("{}", report::outcome_json(outcome)),
        false => say!("{}", report::outcome_text(outcome)),
    }
    match outcome.verdict {
        VerdictWord::Holds => 0,
        VerdictWord::Violated => 1,
        VerdictWord::Undecided => 3,
    }
}

/// SPIN looks for the trail beside the model, under the model's name.
fn write_trail(model: &Path, text: &str) -> Result<(), String> {
    let mut name = model.as_os_str().to_owned();
    name.push(".trail");
    std::fs::write(&name, text).map_err(|e| format!("cannot write {}: {e}", Path::new(&name).display()))
}

/// A model that has been read.
pub struct Read {
    pub model: promela::resolved::Model,
    pub sources: SourceMap,
}
