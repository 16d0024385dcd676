//! Promela: every level with and without symmetry, the interpreter, every method that picks representatives, lazy
//! reduction.
use super::{Answer, Bounds, Finding, Run, Said, caught, gathered, judge};
use checker::{Language, NOT_ALL_SEARCHED, Options, Watch, check};
use diagnostics::{Diagnostic, SourceMap};
use promela::preprocess::NoIncludes;
use promela_system::{Engine, Level, Promela};
use report::{Outcome, VerdictWord};
use symmetry::Method;

/// One way to check a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    level: u8,
    method: Method,
    interpreted: bool,
    all_errors: bool,
}

impl Way {
    /// What everything else is compared with.
    const REFERENCE: Way = Way { level: 0, method: Method::None, interpreted: true, all_errors: true };
    /// What a user gets who gives no flags.
    const DEFAULT: Way = Way { level: 2, method: Method::Auto, interpreted: false, all_errors: false };

    fn compiled(level: u8, method: Method) -> Way {
        Way { level, method, interpreted: false, all_errors: true }
    }

    fn flags(self) -> String {
        if self == Way::DEFAULT {
            return "default".to_owned();
        }
        let interpret = if self.interpreted { " --interpret" } else { "" };
        let errors = if self.all_errors { " --all-errors" } else { "" };
        format!("-O{} --symmetry {}{interpret}{errors}", self.level, self.method)
    }
}

/// What is said of a `d_step` that executes a million statements.
const ENDLESS: &str = "a d_step does not end";

/// What came of one model.
#[derive(Debug, Default)]
pub struct Compared {
    /// Our parser accepts it.
    pub accepted: bool,
    /// The reference has seen everything.
    pub complete: bool,
    /// Runs, and those among them of methods that do not apply.
    pub runs: usize,
    /// Refusals of methods that do not apply.
    pub refusals: usize,
    /// What must not be.
    pub findings: Vec<Finding>,
}

/// Checks a text in every way. `variation` selects the methods that are tried besides `auto`, `before` is told of every
/// run.
pub fn compare(text: &str, bounds: Bounds, variation: u64, before: &dyn Fn(&str)) -> Compared {
    before("parse");
    let mut sources = SourceMap::new();
    let file = sources.add("mutant.pml", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let Some(model) = model.filter(|_| !messages.iter().any(Diagnostic::is_error)) else {
        return Compared::default();
    };
    let mut runs = Vec::new();
    let mut model = Promela::new(model, sources);
    let mut ask = |way: Way| {
        let flags = way.flags();
        before(&flags);
        model.level = [Level::Written, Level::Spin, Level::Sound][usize::from(way.level)];
        model.engine = if way.interpreted { Engine::Interpreted } else { Engine::Compiled };
        let (said, time) = caught(|| answer(&model, way, bounds));
        let (plain, annotated) = (way.method == Method::None, is_lazy(way.method));
        let (level, all_errors) = (way.level, way.all_errors);
        runs.push(Run { way: flags, level, all_errors, plain, annotated, said: said.clone(), time });
        said
    };
    let complete = match ask(Way::REFERENCE) {
        // Machine code takes milliseconds for each such state, so of those who do not stop at the first nobody sees
        // all.
        Said::Answer(reference) if reference.kinds.iter().any(|kind| kind.contains(ENDLESS)) => {
            ask(Way::DEFAULT);
            return Compared {
                accepted: true,
                runs: 2,
                findings: judge(&runs, bounds),
                ..Compared::default()
            };
        }
        Said::Answer(reference) => reference.verdict != VerdictWord::Undecided,
        _ => false,
    };
    let trivial = match ask(Way::DEFAULT) {
        Said::Answer(default) => default.trivial,
        _ => false,
    };
    for way in ways(variation, complete, trivial) {
        ask(way);
    }
    if complete {
        before("gathered");
        runs.push(gathered_run(text, variation));
    }
    let refusals = runs.iter().filter(|run| matches!(run.said, Said::Refused)).count();
    Compared { accepted: true, complete, runs: runs.len(), refusals, findings: judge(&runs, bounds) }
}

/// A run that only fails or has nothing to say.
fn gathered_run(text: &str, variation: u64) -> Run {
    let level = [promela::Reduction::None, promela::Reduction::Spin, promela::Reduction::Sound];
    let level = level[(variation % 3) as usize];
    let (said, time) = caught(|| match gathered::compare(text, level) {
        Ok(()) => Said::Refused,
        Err(why) => Said::Panicked(why),
    });
    let way = format!("gathered at {level:?}");
    Run { way, level: 0, all_errors: true, plain: false, annotated: false, said, time }
}

fn is_lazy(method: Method) -> bool {
    matches!(method, Method::Lazy | Method::LazyWithoutSubsumption)
}

/// The ways besides the reference and the default. Of a model that is too large for a verdict only few are tried: they
/// must not fail. Without symmetry most methods have nothing to do.
fn ways(variation: u64, complete: bool, trivial: bool) -> Vec<Way> {
    let level = (variation % 3) as u8;
    if !complete {
        return vec![Way::compiled(level, Method::None), Way::compiled(2, Method::Auto)];
    }
    let mut ways: Vec<Way> = (0..3).map(|level| Way::compiled(level, Method::None)).collect();
    ways.push(Way { interpreted: true, ..Way::compiled(1 + level % 2, Method::None) });
    ways.push(Way::compiled(level, Method::Auto));
    ways.push(Way::compiled(
        2,
        if variation.is_multiple_of(2) { Method::Lazy } else { Method::LazyWithoutSubsumption },
    ));
    if !trivial {
        ways.extend((0..3).map(|level| Way::compiled(level, Method::Auto)));
        let methods: Vec<Method> = Method::of(Language::Promela)
            .filter(|method| method.picks_representatives() && *method != Method::Auto)
            .collect();
        let sampled = (0..4).map(|k| methods[(4 * (variation / 3) + k) as usize % methods.len()]);
        ways.extend(sampled.map(|method| Way::compiled(level, method)));
    }
    ways.dedup();
    ways
}

/// One run for safety, as the command line does it.
fn answer(model: &Promela, way: Way, bounds: Bounds) -> Said {
    let limits = bounds.limits(way == Way::REFERENCE);
    let options = Options {
        limits,
        all_errors: way.all_errors,
        method: way.method,
        ignore_claims: true,
        ..Options::default()
    };
    let Ok((outcome, _)) = check(model, &options, &mut Watch::nobody()) else { return Said::Refused };
    Said::Answer(answer_of(outcome))
}

pub(super) fn answer_of(outcome: Outcome) -> Answer {
    let symmetry = &outcome.symmetry;
    let picks = symmetry.method != "none" && !symmetry.method.starts_with("lazy");
    // What was found before a limit says nothing about the rest.
    let cut = outcome.notices.iter().any(|notice| notice.starts_with(NOT_ALL_SEARCHED));
    let (verdict, reason) = match cut {
        true => (VerdictWord::Undecided, "a limit was met".to_owned()),
        false => (outcome.verdict, outcome.reason.unwrap_or_default()),
    };
    Answer {
        verdict,
        reason,
        kinds: outcome.errors.iter().map(|error| format!("{}: {}", error.kind, error.message)).collect(),
        states: outcome.states,
        exact: symmetry.exact && picks,
        trivial: symmetry.group_order == "1",
        notices: outcome.notices,
    }
}
