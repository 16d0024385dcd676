//! Finding symmetry, checking it, and choosing how to use it.

use std::sync::Arc;

use diagnostics::SourceMap;
use permutation::{Classified, ClassifyConfig};
use program::{Interpreter, Layout, Program, ReferenceCells, leave_the_dead};
use report::{Lost, Symmetry};
use symmetry::{Choice, Generator, Method, Reducer, StateGroup, choose, choose_for, detect};

use crate::lazily::{self, Lazily, Rival};
use crate::making::Making;

/// States on which the symmetries are tried out before they are used: so many for all of them together.
const TRIALS: usize = 400;
/// States of up to so many bytes can all be tried.
const SMALL_STATE: usize = 128;

/// Groups on more points than this are not taken apart.
const LARGEST_CLASSIFIED: usize = 128;

/// More symmetries than this are not taken on: the time to take up a group grows with the fourth power of the number of
/// interchangeable parts...
const MOST_GENERATORS: usize = 128;
/// ...and a large array that is hardly used has as many interchangeable values as it has elements.
const MOST_OF_VALUES: usize = 48;

/// How a program will be reduced.
pub struct Reduction {
    /// The interpreter of the layout that the reduction needs.
    pub interpreter: Interpreter,
    /// The canonicaliser; `None` explores every state.
    pub reducer: Option<Reducer>,
    /// What to report.
    pub symmetry: Symmetry,
    /// What a user should know.
    pub notices: Vec<String>,
    /// The group, for reports and tests.
    pub group: Option<StateGroup>,
    /// Annotated states instead of representatives.
    pub lazy: Option<Lazily>,
    /// Annotated states, if the beginning of the search shows that they are fewer by far.
    pub rival: Option<Rival>,
    /// Code for the interpreter's layout, in the making.
    pub code: Option<Making>,
    /// Why the technique asked for cannot be used at all, with file and line where there is one.
    pub refused: Option<String>,
}

impl Reduction {
    /// An exact reducer for the same group, if the one to search with is not.
    pub(crate) fn exact_reducer(&self) -> Option<Reducer> {
        let group = self.group.as_ref().filter(|_| !self.symmetry.exact)?;
        Some(Reducer::new(group.clone(), choose(group, Method::Segment).strategy?))
    }
}

/// Finds the symmetries of a program and picks a technique.
pub fn prepare(program: Program, method: Method, sources: &SourceMap) -> Reduction {
    prepare_beside(program, method, sources, |_| None)
}

/// The same, for a search with machine code: it is made at the same time.
pub fn prepare_with_code(program: Program, method: Method, sources: &SourceMap) -> Reduction {
    prepare_beside(program, method, sources, Making::start)
}

fn prepare_beside(
    program: Program,
    method: Method,
    sources: &SourceMap,
    make: impl Fn(&Arc<Layout>) -> Option<Making>,
) -> Reduction {
    let without_references =
        |program: Program| Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())));
    let mut plain = without_references(program);
    if method != Method::None
        && let Some(left) = leave_the_dead(&plain)
    {
        plain = without_references(left);
    }
    let unreduced = |reason: &str| Reduction {
        interpreter: plain.clone(),
        reducer: None,
        symmetry: Symmetry { reason: reason.into(), ..Symmetry::default() },
        notices: Vec::new(),
        group: None,
        lazy: None,
        rival: None,
        code: None,
        refused: None,
    };
    if method == Method::None {
        return unreduced("asked for");
    }
    if let Method::Lazy | Method::LazyWithoutSubsumption = method {
        return lazily::prepare(unreduced(""), method, sources);
    }
    let Some(mut detection) = detect(&plain) else { return unreduced("the program cannot be instantiated") };
    let layout = Arc::new(Layout::new(plain.layout().program.clone(), &detection.reference));
    let mut notices = Vec::new();
    if detection.gave_up {
        notices.push("the search for symmetry was cut short; there may be more".into());
    }
    let code = make(&layout);
    let interpreter = Interpreter::new(layout.clone());
    // The instance is the same run in the new layout.
    let Some(instance) = detection.instance.clone().in_layout(&interpreter) else {
        return unreduced("the program cannot be instantiated");
    };
    if instance.configuration.size > u32::from(u16::MAX) {
        return unreduced("states of more than 65,535 bytes are not permuted");
    }
    detection.instance = instance;
    let mut candidates = std::mem::take(&mut detection.generators);
    let found = candidates.len();
    candidates = usable(candidates);
    if candidates.len() < found {
        notices.push(format!("only {} of {found} symmetries are used", candidates.len()));
    }
    let count = candidates.len();
    let (generators, tried) = verified(&interpreter, detection_with(&detection, &layout), candidates);
    detection.generators = generators;
    if detection.generators.len() < count {
        notices.push(format!(
            "internal error: {} of {count} symmetries did not pass the check against the interpreter and are not used",
            count - detection.generators.len()
        ));
    }
    let lost = detection.lost.iter().map(|l| lost_line(l, sources)).collect();
    let group = StateGroup::new(Arc::new(detection), layout);
    let asked = method;
    let Choice { strategy, method, reason } = choose_for(&group, method, &tried);
    let symmetry = describe(&group, method, strategy.as_ref().is_none_or(|s| s.is_exact()), reason, lost);
    let reducer = strategy.map(|strategy| match asked {
        Method::Auto => Reducer::judged(group.clone(), strategy, method),
        _ => Reducer::new(group.clone(), strategy),
    });
    let rival = match asked {
        Method::Auto => lazily::consider(&symmetry, &group, &plain, sources),
        _ => None,
    };
    let (group, lazy, refused) = (Some(group), None, None);
    Reduction { interpreter, reducer, symmetry, notices, group, lazy, rival, code, refused }
}

/// As many of the symmetries as can be taken on. Whatever is left out, the rest generate a subgroup.
fn usable(candidates: Vec<Generator>) -> Vec<Generator> {
    let moves_more_than_values = |g: &Generator| {
        let changed = |(i, to): (usize, usize)| i != to;
        g.processes.iter().map(|&p| usize::from(p)).enumerate().any(changed)
            || g.channels.iter().map(|&c| c as usize).enumerate().any(changed)
    };
    let (mut kept, mut values): (Vec<_>, Vec<_>) = candidates.into_iter().partition(moves_more_than_values);
    kept.truncate(MOST_GENERATORS);
    values.truncate(MOST_OF_VALUES);
    kept.extend(values);
    kept
}

fn detection_with(detection: &symmetry::Detection, layout: &Arc<Layout>) -> StateGroup {
    StateGroup::new(Arc::new(detection.without_generators()), layout.clone())
}

/// The symmetries that commute with the interpreter wherever they were tried, and the states they were tried on.
fn verified(
    interpreter: &Interpreter,
    space: StateGroup,
    candidates: Vec<Generator>,
) -> (Vec<Generator>, Vec<Vec<u8>>) {
    let starts = &space.detection.instance.starts;
    // The image of a large state takes its time.
    let affordable = TRIALS * SMALL_STATE / starts[0].len().max(SMALL_STATE);
    let trials = (affordable / candidates.len().max(1)).clamp(2, 48);
    if candidates.is_empty() {
        return (candidates, Vec::new());
    }
    let mut trials = witness::Trials::new(interpreter, &starts[0], trials);
    let kept = (candidates.into_iter())
        .filter(|g| {
            let mut images = space.images(g);
            let keeps_starts = starts.iter().all(|s| images(s).is_some_and(|image| starts.contains(&image)));
            keeps_starts && trials.respects(&mut images)
        })
        .collect();
    (kept, trials.into_states())
}

fn describe(group: &StateGroup, method: Method, exact: bool, reason: String, lost: Vec<Lost>) -> Symmetry {
    let structure = match group.group.is_trivial() {
        true => "trivial".into(),
        // Taking apart a group on hundreds of points can take longer than the search.
        false if group.points.len() > LARGEST_CLASSIFIED => {
            format!("order {}, unclassified", group.group.order())
        }
        false => Classified::new(&group.group, ClassifyConfig::default()).to_string(),
    };
    Symmetry {
        method: method.to_string(),
        exact,
        group_order: group.group.order().to_string(),
        structure,
        generators: group.detection.generators.iter().map(|g| group.describe(g)).collect(),
        reason,
        lost,
        cost: None,
    }
}

fn lost_line(lost: &symmetry::Lost, sources: &SourceMap) -> Lost {
    Lost {
        file: sources.name(lost.span.file).into(),
        line: sources.line(lost.span),
        why: lost.why.clone(),
        hint: (!lost.hint.is_empty()).then(|| lost.hint.clone()),
    }
}
