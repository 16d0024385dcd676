//! `quotient check`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use checker::{Certify, Engine, Options};
use diagnostics::SourceMap;
use explorer::Progress;
use program::{ProctypeId, Program};
use report::{Outcome, VerdictWord};

use crate::arguments::CheckArguments;
use crate::{BAD_INPUT, b_machine, input, progress};

/// Raised by Ctrl-C: the search stops and says what it has covered.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The search has begun and will stop by itself when it is interrupted.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// Before the search, and at a second signal, there is nothing to wait for.
fn interrupted() {
    if INTERRUPTED.swap(true, Ordering::Relaxed) || !SEARCHING.load(Ordering::Relaxed) {
        eprintln!("undecided: interrupted");
        std::process::exit(3);
    }
}

/// Checks a model and prints the outcome; the result is the exit code.
pub fn run(arguments: &CheckArguments) -> u8 {
    let start = Instant::now();
    let _ = ctrlc::set_handler(interrupted);
    if b_machine::is_machine(&arguments.read.file) {
        SEARCHING.store(true, Ordering::Relaxed);
        let checked = b_machine::check_deeply(arguments, &INTERRUPTED);
        return checked.map_or(BAD_INPUT, |outcome| print(&outcome, arguments.json));
    }
    let method = match arguments.symmetry.parse() {
        Ok(method) => method,
        Err(why) => {
            eprintln!("error: `--symmetry {}`: {why}", arguments.symmetry);
            return BAD_INPUT;
        }
    };
    let Ok(model) = input::promela(&arguments.read) else { return BAD_INPUT };
    // A trail names SPIN's own transitions, so none may be merged, as SPIN does.
    let level = if arguments.trail && arguments.optimise == 1 { 0 } else { arguments.optimise };
    let mut program = promela::lower(&model.model, &model.sources, input::reduction(level));
    // Programs with claims are not reduced at this level, and are told as they are.
    let is_reduced = level == 2 && program.claims.is_empty();
    let mut notices = Vec::new();
    if !arguments.ignore_claims {
        program.checked_claim = model.checked_claim(&program);
        notices = model.notices(&program);
    }
    let certify = arguments.certify.then(|| match level {
        1 => Certify::Refuse("what -O1 leaves out is SPIN's choice and not proved".into()),
        _ => {
            let mut full = promela::lower(&model.model, &model.sources, input::reduction(0));
            full.checked_claim = program.checked_claim;
            Certify::Against(Arc::new(full))
        }
    });
    let options = Options {
        certify,
        order: arguments.order(),
        limits: arguments.limits(),
        all_errors: arguments.all_errors,
        engine: if arguments.interpret { Engine::Interpreted } else { Engine::Compiled },
    };
    let mut show = |p: &Progress| progress::show(p);
    let watch: Option<(Duration, explorer::ProgressFn<'_>)> =
        progress::is_wanted().then_some((Duration::from_millis(200), &mut show));
    let compiled = options.engine == Engine::Compiled && program.checked_claim.is_none();
    let prepare = if compiled { checker::prepare_with_code } else { checker::prepare };
    let reduction = prepare(program, method, &model.sources);
    if let Some(why) = &reduction.refused {
        eprintln!("error: `--symmetry {method}`: {why}");
        return BAD_INPUT;
    }
    SEARCHING.store(true, Ordering::Relaxed);
    let (mut outcome, mut counterexample) =
        checker::check(reduction, &model.sources, &options, &INTERRUPTED, watch);
    progress::clear();
    if is_reduced {
        counterexample = counterexample.and_then(|found| {
            let original = promela::lower(&model.model, &model.sources, input::reduction(0));
            checker::retell(original, &found, &model.sources, &mut outcome)
        });
    }
    outcome.seconds = start.elapsed().as_secs_f64();
    outcome.notices.extend(notices);
    if arguments.trail
        && let Some(counterexample) = &counterexample
        && let Err(why) = write_trail(&arguments.read.file, &checker::trail(counterexample))
    {
        eprintln!("error: {why}");
        return BAD_INPUT;
    }
    print(&outcome, arguments.json)
}

fn print(outcome: &Outcome, json: bool) -> u8 {
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

impl Read {
    fn claim_names(&self) -> Vec<&str> {
        let never = self.model.proctypes.iter().filter(|p| p.kind == promela::resolved::ProctypeKind::Never);
        never.map(|p| p.name.as_str()).chain(self.model.ltl.iter().map(|l| l.name.as_str())).collect()
    }

    /// The claim to check: the only one, if it is one that can be checked.
    fn checked_claim(&self, program: &Program) -> Option<ProctypeId> {
        let only = self.claim_names().len() == 1;
        let claim = program.claims.first().copied().filter(|_| only)?;
        program::is_observer(program.proctype(claim)).then_some(claim)
    }

    /// What the check leaves out.
    fn notices(&self, program: &Program) -> Vec<String> {
        let names = self.claim_names();
        match (names.as_slice(), program.checked_claim) {
            ([], _) => Vec::new(),
            (_, Some(claim)) => {
                let accepts = program.proctype(claim).locations.iter().any(|l| l.accept);
                let cycles = "acceptance cycles of the claim are not looked for";
                let ends = "with a claim, end states are not checked";
                let text = if accepts { format!("{cycles}; {ends}") } else { ends.into() };
                vec![text]
            }
            (_, None) => vec![format!(
                "claims are not checked, only safety (assertions, end states, run-time errors): {}",
                names.join(", ")
            )],
        }
    }
}
