//! Promela: every level with and without symmetry, the interpreter, every method that picks representatives, lazy
//! reduction.
use super::{Answer, Bounds, Finding, Run, Said, caught, gathered, judge};
use checker::{Language, NOT_ALL_SEARCHED, Options, Watch, check};
use diagnostics::{Diagnostic, SourceMap};
use promela::preprocess::NoIncludes;
use promela_system::{Engine, Level, Promela};
use report::{Outcome, VerdictWord};
use std::time::Duration;
use symmetry::Method;

/// One way to check a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    level: u8,
    method: Method,
    interpreted: bool,
    all_errors: bool,
    partial_order: bool,
    depth_first: bool,
}

impl Way {
    /// What everything else is compared with.
    const REFERENCE: Way = Way { interpreted: true, ..Way::compiled(0, Method::None) };
    /// What a user gets who gives no flags.
    const DEFAULT: Way = Way { all_errors: false, ..Way::compiled(2, Method::Auto) };

    const fn compiled(level: u8, method: Method) -> Way {
        let (interpreted, all_errors, partial_order, depth_first) = (false, true, false, false);
        Way { level, method, interpreted, all_errors, partial_order, depth_first }
    }

    /// A run in this way, and what it said.
    fn run(self, said: Said, time: Duration) -> Run {
        let (plain, annotated) = (self.method == Method::None, is_lazy(self.method));
        let Way { level, all_errors, partial_order, .. } = self;
        Run { way: self.flags(), level, all_errors, plain, annotated, partial_order, said, time }
    }

    const fn partly(level: u8, method: Method) -> Way {
        Way { partial_order: true, ..Way::compiled(level, method) }
    }

    fn flags(self) -> String {
        if self == Way::DEFAULT {
            return "default".to_owned();
        }
        let interpret = if self.interpreted { " --interpret" } else { "" };
        let errors = if self.all_errors { " --all-errors" } else { "" };
        let partly = if self.partial_order { " --partial-order" } else { "" };
        let order = if self.depth_first { " --search dfs" } else { "" };
        format!("-O{} --symmetry {}{interpret}{errors}{partly}{order}", self.level, self.method)
    }
}

/// A model that our parser accepts.
fn parsed(text: &str) -> Option<Promela> {
    let mut sources = SourceMap::new();
    let file = sources.add("mutant.pml", text);
    let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let model = model.filter(|_| !messages.iter().any(Diagnostic::is_error))?;
    Some(Promela::new(model, sources))
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
    compare_ways(text, bounds, variation, before, false)
}

/// Checks a text with partial-order reduction, at both levels and in both orders, with and without symmetry.
pub fn compare_partial_order(text: &str, bounds: Bounds) -> Compared {
    compare_ways(text, bounds, 0, &|_| {}, true)
}

fn compare_ways(
    text: &str,
    bounds: Bounds,
    variation: u64,
    before: &dyn Fn(&str),
    partial_order_alone: bool,
) -> Compared {
    before("parse");
    let Some(mut model) = parsed(text) else { return Compared::default() };
    let mut runs = Vec::new();
    let mut ask = |way: Way| {
        let flags = way.flags();
        before(&flags);
        model.level = [Level::Written, Level::Spin, Level::Sound][usize::from(way.level)];
        model.engine = if way.interpreted { Engine::Interpreted } else { Engine::Compiled };
        let (said, time) = caught(|| answer(&model, way, bounds));
        runs.push(way.run(said.clone(), time));
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
    let ways = match partial_order_alone {
        true => partial_order_ways(trivial),
        false => ways(variation, complete, trivial),
    };
    for way in ways {
        ask(way);
    }
    if complete && !partial_order_alone {
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
    let (all_errors, partial_order) = (true, false);
    Run { way, level: 0, all_errors, plain: false, annotated: false, partial_order, said, time }
}

fn partial_order_ways(trivial: bool) -> Vec<Way> {
    let methods: &[Method] = if trivial { &[Method::None] } else { &[Method::None, Method::Auto] };
    let ways = methods.iter().flat_map(|&method| [0, 2].map(|level| Way::partly(level, method)));
    let ways = ways.flat_map(|way| [way, Way { depth_first: true, ..way }]);
    let stops = Way { all_errors: false, ..Way::partly(2, Method::Auto) };
    let plain = [0, 2].map(|level| Way::compiled(level, Method::None));
    plain.into_iter().chain(ways).chain([stops]).collect()
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
    let reduced = if variation.is_multiple_of(2) { Method::None } else { Method::Auto };
    let depth_first = variation.is_multiple_of(5);
    ways.push(Way { depth_first, ..Way::partly(if level == 1 { 2 } else { level }, reduced) });
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
        partial_order: way.partial_order,
        order: if way.depth_first { explorer::Order::DepthFirst } else { explorer::Order::BreadthFirst },
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
