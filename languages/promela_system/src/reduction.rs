//! Finding symmetry, checking it, and choosing how to use it.

use diagnostics::SourceMap;
use permutation::{Classified, ClassifyConfig};
use program::{Instance, Interpreter, Program, omit_process_removals};
use report::{Lost, Symmetry};
use symmetry::{
    Choice, Found, Grouped, Method, Reducer, StateGroup, choose, choose_for, find, without_references,
};

use crate::communication;
use crate::lazy_reduction::{self, LazyCandidate, LazyReduction};

/// Groups on more points than this are not taken apart.
const LARGEST_CLASSIFIED: usize = 128;

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
    pub lazy: Option<LazyReduction>,
    /// Annotated states, if the beginning of the search shows that they are fewer by far.
    pub candidate: Option<LazyCandidate>,
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

/// Tells whether a stored state stands for another.
pub(crate) struct Represents<'r> {
    reducer: Option<&'r mut Reducer>,
}

impl<'r> Represents<'r> {
    /// By an exact reducer, if there is one; without any, a state stands for itself alone.
    pub fn new(exact: Option<&'r mut Reducer>, searched: Option<&'r mut Reducer>) -> Represents<'r> {
        Represents { reducer: exact.or(searched) }
    }

    /// Are the two states in one orbit?
    pub fn ask(&mut self, state: &[u8], stored: &[u8]) -> bool {
        match self.reducer.as_deref_mut() {
            Some(reducer) => reducer.representative(state) == reducer.representative(stored),
            None => state == stored,
        }
    }
}

/// Finds the symmetries of a program and picks a technique.
pub fn prepare(program: Program, method: Method, sources: &SourceMap) -> Reduction {
    prepare_with(program, method, sources, true)
}

/// The same for a search that expands states more than once: reduction is not given up in the middle, so that a state has the same
/// representative at all times, and annotated states are no choice.
pub(crate) fn prepare_steadily(program: Program, method: Method, sources: &SourceMap) -> Reduction {
    prepare_with(program, method, sources, false)
}

fn prepare_with(program: Program, method: Method, sources: &SourceMap, may_change: bool) -> Reduction {
    match method {
        Method::None => {
            let mut plain = unreduced(without_references(program), "asked for");
            // Nobody has looked whether there are symmetries, so nothing is known of orbits.
            plain.symmetry.exact = false;
            return plain;
        }
        Method::Lazy | Method::LazyWithoutSubsumption => {
            let plain = without_references(program);
            let left = Instance::new(&plain).and_then(|instance| omit_process_removals(&plain, &instance));
            let plain = left.map_or(plain, without_references);
            return lazy_reduction::prepare(unreduced(plain, ""), method, sources);
        }
        _ => {}
    }
    let Found { plain, group } = find(program);
    let Grouped { interpreter, group, tried, notices } = match group {
        Ok(grouped) => grouped,
        Err(reason) => return unreduced(plain, reason),
    };
    let lost = lost_lines(&group.detection.lost, sources);
    let asked = method;
    let Choice { strategy, method, reason } = choose_for(&group, method, &tried);
    // Without a technique every state is explored, which is one for each orbit only if all orbits have one state.
    let exact = strategy.as_ref().map_or(group.group.is_trivial(), |strategy| strategy.is_exact());
    let symmetry = describe(&group, method, exact, reason, lost);
    let reducer = strategy.map(|strategy| match asked {
        Method::Auto if may_change => Reducer::judged(group.clone(), strategy, method),
        _ => Reducer::new(group.clone(), strategy),
    });
    let candidate = match asked {
        Method::Auto if may_change => lazy_reduction::candidate(&symmetry, &group, &plain, sources),
        _ => None,
    };
    let (group, lazy, refused) = (Some(group), None, None);
    Reduction { interpreter, reducer, symmetry, notices, group, lazy, candidate, refused }
}

pub(crate) fn unreduced(interpreter: Interpreter, reason: &str) -> Reduction {
    Reduction {
        interpreter,
        reducer: None,
        symmetry: Symmetry { reason: reason.into(), ..Symmetry::default() },
        notices: Vec::new(),
        group: None,
        lazy: None,
        candidate: None,
        refused: None,
    }
}

fn describe(group: &StateGroup, method: Method, exact: bool, reason: String, lost: Vec<Lost>) -> Symmetry {
    let structure = match group.group.is_trivial() {
        true => "trivial".into(),
        // Taking apart a group on hundreds of points can take longer than the search.
        false if group.points.len() > LARGEST_CLASSIFIED => "unclassified".into(),
        false => Classified::new(&group.group, ClassifyConfig::default()).to_string(),
    };
    Symmetry {
        method: method.to_string(),
        // Every technique leaves a state of the same orbit.
        sound: true,
        exact,
        not_canonical: 0,
        group_order: group.group.order().to_string(),
        structure,
        generators: group.detection.generators.iter().map(|g| group.describe(g)).collect(),
        orbits: communication::orbits(group),
        reason,
        lost,
        cost: None,
    }
}

/// Losses by the factor they cost, the dearest first. What is lost for the same reason in several places is told once.
fn lost_lines(lost: &[symmetry::Lost], sources: &SourceMap) -> Vec<Lost> {
    let mut told: Vec<(Lost, Vec<u32>)> = Vec::new();
    for line in lost.iter().map(|l| lost_line(l, sources)) {
        let same = |(first, _): &&mut (Lost, Vec<u32>)| (&first.file, &first.why) == (&line.file, &line.why);
        match told.iter_mut().find(same) {
            Some((first, others)) if first.line != line.line && !others.contains(&line.line) => {
                others.push(line.line);
            }
            Some(_) => {}
            None => told.push((line, Vec::new())),
        }
    }
    told.into_iter().map(|(first, others)| with_other_lines(first, &others)).collect()
}

/// The lines behind the first at which something is lost.
fn with_other_lines(mut lost: Lost, others: &[u32]) -> Lost {
    const LISTED: usize = 3;
    let lines: Vec<String> = others.iter().take(LISTED).map(u32::to_string).collect();
    let more = others.len().saturating_sub(LISTED);
    match (lines.is_empty(), more) {
        (true, _) => {}
        (false, 0) => lost.why = format!("{} (also at line {})", lost.why, lines.join(", ")),
        (false, n) => lost.why = format!("{} (also at line {} and {n} more)", lost.why, lines.join(", ")),
    }
    lost
}

fn lost_line(lost: &symmetry::Lost, sources: &SourceMap) -> Lost {
    Lost {
        file: sources.name(lost.span.file).into(),
        line: sources.line(lost.span),
        why: lost.why.clone(),
        hint: (!lost.hint.is_empty()).then(|| lost.hint.clone()),
        factor: Some(lost.factor),
    }
}
