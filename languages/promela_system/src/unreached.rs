//! Statements that no run executes, as `pan` lists them at the end of a complete search.
//!
//! Machine code notes the transitions that it executes. A statement may be several transitions, one for each selection it
//! begins an option of, and is reached if one of them is executed.
//!
//! Under symmetry only representatives are expanded, and what one process never does another may do in its stead. A symmetry
//! carries the locations of processes to one another: if a transition is executed at one of them in any state, some
//! transition is executed at a location of the same orbit in a representative. So what is told then are the statements at
//! locations in whose orbits nothing is executed, and nothing where atomic sequences were gathered to find the symmetry, as
//! nobody knows the images of the locations within them.

use std::collections::{HashMap, HashSet};

use diagnostics::{SourceMap, Span};
use program::{Expr, Location, LocationId, Proctype, Program, Statement, Transition};
use report::Unreached;
use symmetry::StateGroup;

/// The statements of a program that were not executed; `None` if that is not known.
pub(crate) fn unreached(
    program: &Program,
    executed: &[bool],
    group: Option<&StateGroup>,
    sources: &SourceMap,
) -> Option<Vec<Unreached>> {
    let group = group.filter(|group| !group.detection.generators.is_empty());
    if group.is_some_and(|group| group.detection.gathered.is_some()) {
        return None;
    }
    let is_executed = |t: &Transition| executed.get(t.id.index()).is_none_or(|&executed| executed);
    let mut orbits = group.map(|group| LocationOrbits::new(program, group));
    if let Some(orbits) = &mut orbits {
        orbits.note(program, &is_executed);
    }
    let mut out = Vec::new();
    // A statement of an inline or a macro stands for one in each of its uses.
    let all = program.proctypes.iter().flat_map(|proctype| &proctype.locations);
    let done = all.flat_map(|location| &location.transitions).filter(|t| is_executed(t));
    let executed_spans: HashSet<Span> = done.map(|transition| transition.span).collect();
    for (number, proctype) in program.proctypes.iter().enumerate() {
        // By SPIN's number of the statement: where it stands, and whether it was executed.
        let mut statements: HashMap<u32, (Span, &str, bool)> = HashMap::new();
        let targets: HashSet<LocationId> = targets(proctype);
        for (location, at) in proctype.locations.iter().zip(0..) {
            let is_visited = |t: &Transition| match &orbits {
                Some(orbits) => orbits.is_visited(number, LocationId(at)),
                None => is_executed(t),
            };
            let is_passed = !targets.contains(&LocationId(at));
            let own =
                location.transitions.iter().filter(|t| is_written(t) && !(is_passed && never_stood_at(t)));
            for transition in own {
                let entry = (transition.span, transition.text.as_str(), false);
                statements.entry(transition.spin_id).or_insert(entry).2 |= is_visited(transition);
            }
        }
        let is_claim = program.claims.iter().chain(program.trace.iter().map(|(_, id)| id));
        if statements.is_empty() || is_claim.into_iter().any(|id| id.index() == number) {
            continue;
        }
        let is_never_run = statements.values().all(|(.., reached)| !reached);
        let mut missed: Vec<_> = statements.into_iter().filter(|(_, (.., reached))| !reached).collect();
        missed.sort_by_key(|(id, (span, ..))| (sources.line(*span), *id));
        let of = |(span, text): (Span, &str)| Unreached {
            process: proctype.name.clone(),
            file: sources.name(span.file).into(),
            line: sources.line(span),
            statement: text.into(),
            executed_in_other_uses: !text.is_empty() && executed_spans.contains(&span),
        };
        match is_never_run {
            true => out.push(of((proctype.span, ""))),
            false => out.extend(missed.into_iter().map(|(_, (span, text, _))| of((span, text)))),
        }
    }
    Some(out)
}

/// Locations at which a process of this type can stand.
fn targets(proctype: &Proctype) -> HashSet<LocationId> {
    let transitions = proctype.locations.iter().flat_map(|location| &location.transitions);
    transitions.map(|transition| transition.target).chain([proctype.initial]).collect()
}

/// Nobody stands at a jump, as what is in front of it leads to where it leads; a `skip` that is written is a step.
fn never_stood_at(transition: &Transition) -> bool {
    transition.statement == Statement::Skip && transition.text != "skip"
}

/// Is it a statement of the source that can be executed? `false` is written to stop.
fn is_written(transition: &Transition) -> bool {
    !matches!(transition.statement, Statement::Terminate | Statement::Guard(Expr::Const(0)))
        && !matches!(transition.text.as_str(), "(goto)" | "(skip)" | "-end-")
}

/// Orbits of the locations of process types under the symmetries of a program, by union-find.
struct LocationOrbits {
    /// The number of the first location of each process type.
    starts: Vec<usize>,
    parents: Vec<usize>,
    /// By root: something is executed at a location of the orbit.
    visited: Vec<bool>,
}

impl LocationOrbits {
    fn new(program: &Program, group: &StateGroup) -> LocationOrbits {
        let mut starts = vec![0];
        for proctype in &program.proctypes {
            starts.push(starts[starts.len() - 1] + proctype.locations.len());
        }
        let count = starts[starts.len() - 1];
        let mut orbits =
            LocationOrbits { starts, parents: (0..count).collect(), visited: vec![false; count] };
        let processes = &group.detection.instance.processes;
        for generator in &group.detection.generators {
            for (pid, code) in (0u8..).zip(processes) {
                let Some(image) = processes.get(usize::from(generator.process(pid))) else { continue };
                let (from, to) = (code.proctype.index(), image.proctype.index());
                for location in 0..program.proctypes[from].locations.len() as u32 {
                    let there = generator.location(pid, LocationId(location));
                    orbits.join((from, LocationId(location)), (to, there));
                }
            }
        }
        orbits
    }

    fn number(&self, (proctype, location): (usize, LocationId)) -> Option<usize> {
        let number = self.starts[proctype] + location.index();
        (number < self.starts[proctype + 1]).then_some(number)
    }

    fn join(&mut self, one: (usize, LocationId), other: (usize, LocationId)) {
        let (Some(one), Some(other)) = (self.number(one), self.number(other)) else { return };
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one] = other;
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn note(&mut self, program: &Program, is_executed: &dyn Fn(&Transition) -> bool) {
        for (number, proctype) in program.proctypes.iter().enumerate() {
            for (location, at) in proctype.locations.iter().zip(0..) {
                let is_visited = |location: &Location| location.transitions.iter().any(is_executed);
                if let Some(place) = self.number((number, LocationId(at))).filter(|_| is_visited(location)) {
                    let root = self.root(place);
                    self.visited[root] = true;
                }
            }
        }
    }

    fn is_visited(&self, proctype: usize, location: LocationId) -> bool {
        self.number((proctype, location)).is_none_or(|number| self.visited[self.root(number)])
    }
}
