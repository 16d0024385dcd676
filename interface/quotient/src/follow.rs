//! Finding a run again in a walk: one that a check told, or one that a trail of SPIN names.
//!
//! A run is told in moves, a walk goes in steps, each of which may be several moves. Steps that agree with the moves that come next
//! are tried depth-first; what was tried once from a state is not tried again there.

use std::collections::HashSet;

use checker::{Step, Trace, Walk};
use report::StepLine;

use crate::trail::Trail;

/// A run that was found again.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Its steps, the beginning included.
    pub steps: Vec<Step>,
    /// How many of them come before the cycle, if it goes on for ever.
    pub cycle_from: Option<usize>,
}

/// The steps of a walk whose moves are those of a trace. An error has the number of moves that could be followed.
///
/// ```
/// use quotient::{Model, Options, ReadOptions, follow};
///
/// let text = "byte x; active [2] proctype P() { byte t; t = x; x = t + 1; assert(x < 2) }";
/// let model = Model::from_text("race.pml", text, &ReadOptions::default()).expect("it can be read");
/// let (_, trace) = model.check(&Options::default()).expect("it can be checked");
/// let mut walk = model.walk().expect("it can be walked");
/// let followed = follow(walk.as_mut(), &trace.expect("a violation has a trace")).expect("it is a run of the model");
/// assert!(followed.steps.last().expect("it has steps").fault.is_some());
/// ```
pub fn follow(walk: &mut dyn Walk, trace: &Trace) -> Result<Followed, usize> {
    let (steps, left_out) = match run(walk, &Told(&trace.steps)) {
        Ok(steps) => (steps, 0),
        Err(made) => {
            let known = of_the_model(walk, &trace.steps);
            (run(walk, &Told(&known)).map_err(|_| made)?, trace.steps.len() - known.len())
        }
    };
    let cycle_from = trace.cycle_from.map(|moves| steps_within(&steps, moves.saturating_sub(left_out)));
    Ok(Followed { steps, cycle_from })
}

/// How many steps make so many moves.
fn steps_within(steps: &[Step], moves: usize) -> usize {
    let mut made = 0;
    let is_before = |step: &&Step| {
        made += step.moves.len();
        made <= moves
    };
    steps.iter().take_while(is_before).count()
}

/// A trace without what a formula has added: names that it quantifies over are constants beside those of the machine.
fn of_the_model(walk: &mut dyn Walk, trace: &[StepLine]) -> Vec<StepLine> {
    let starts = walk.start().unwrap_or_default();
    let sets_up = starts.iter().any(|step| step.moves.first().is_some_and(is_setup));
    let mut names = HashSet::new();
    let mut state = starts.into_iter().find_map(|step| step.state);
    for _ in 0..2 {
        let Some(own) = state else { break };
        names.extend(walk.values(&own).into_iter().map(|(name, _)| name));
        state = walk.steps(&own).into_iter().find_map(|step| step.state);
    }
    let mut known = trace.to_vec();
    known.retain(|line| sets_up || !is_setup(line));
    for line in &mut known {
        line.changes.retain(|change| names.contains(&change.variable));
    }
    known
}

fn is_setup(line: &StepLine) -> bool {
    line.process == "SETUP_CONSTANTS"
}

/// The same for a trail of SPIN. What SPIN's verifier has merged into one step, and what it writes behind a run that ends in an invalid
/// end state, is no obstacle.
pub fn follow_trail(walk: &mut dyn Walk, trail: &Trail) -> Result<Vec<Step>, usize> {
    let exact = Trail { is_merged: false, ..trail.clone() };
    let ways: &[&Trail] = if trail.is_merged { &[&exact, trail] } else { &[trail] };
    let mut furthest = 0;
    for &way in ways {
        // Behind a run into an invalid end state pan writes a move that nobody made. Only where merged statements are left out could
        // some detour make it all the same, so the shorter run comes first there.
        let whole = if way.is_merged { Err(0) } else { run(walk, way) };
        let found = whole.or_else(|_| into_the_end(walk, way)).or_else(|_| run(walk, way));
        match found {
            Ok(steps) if way.is_merged => return Ok(with_merged_fault(walk, steps)),
            Ok(steps) => return Ok(steps),
            Err(made) => furthest = furthest.max(made),
        }
    }
    Err(furthest)
}

/// A run with the statement that fails behind its end, if that was merged with the last move.
fn with_merged_fault(walk: &mut dyn Walk, mut steps: Vec<Step>) -> Vec<Step> {
    let Some(last) = steps.last().filter(|last| last.fault.is_none()) else { return steps };
    let (pid, state) = (last.moves.last().and_then(|line| line.pid), last.state.clone());
    let Some(state) = state.filter(|state| walk.wrong(state).is_none()) else { return steps };
    let is_next = |step: &Step| step.fault.is_some() && step.moves.first().and_then(|line| line.pid) == pid;
    steps.extend(walk.steps(&state).into_iter().find(is_next));
    steps
}

/// A run along all but the last move, into a state where something is wrong.
fn into_the_end(walk: &mut dyn Walk, trail: &Trail) -> Result<Vec<Step>, usize> {
    let steps = run(walk, &trail.without_last())?;
    let last = steps.last().and_then(|step| step.state.as_ref());
    let is_wrong = last.is_some_and(|state| walk.wrong(state).is_some());
    if is_wrong { Ok(steps) } else { Err(0) }
}

/// What is to be followed.
pub(crate) trait Route {
    /// How many moves it has at least; a run of so many is one.
    fn length(&self) -> usize;

    /// Where one is in it with a step, if the step fits behind `made` moves, and how well it does: the less, the better.
    fn fits(&self, step: &Step, made: usize) -> Option<(usize, u8)>;
}

/// A run as a report tells it: who, where, and what changes, agrees; the same words are better.
struct Told<'a>(&'a [StepLine]);

impl Route for Told<'_> {
    fn length(&self) -> usize {
        self.0.len()
    }

    fn fits(&self, step: &Step, made: usize) -> Option<(usize, u8)> {
        let next = self.0.get(made..made + step.moves.len())?;
        let pairs = || step.moves.iter().zip(next);
        let has_same_words = pairs().all(|(own, told)| own.statement == told.statement);
        let worse = 2 * u8::from(!has_same_words) + u8::from(step.fault.is_none());
        pairs().all(|(own, told)| is_alike(own, told)).then_some((made + next.len(), worse))
    }
}

/// Made by the same process at the same place with the same effect?
fn is_alike(own: &StepLine, told: &StepLine) -> bool {
    let place = |line: &StepLine| (line.process.clone(), line.pid, line.file.clone(), line.line);
    let changes = |line: &StepLine| -> Vec<(String, Option<String>)> {
        line.changes.iter().map(|change| (change.variable.clone(), change.to.clone())).collect()
    };
    place(own) == place(told) && changes(own) == changes(told)
}

/// A step of the run, and those to be tried if it leads nowhere.
struct Node {
    step: Step,
    others: Vec<(Step, usize)>,
}

fn run(walk: &mut dyn Walk, route: &dyn Route) -> Result<Vec<Step>, usize> {
    let mut path: Vec<Node> = Vec::new();
    // States from which the rest of the route was tried, each with the number of moves made until there.
    let mut tried: HashSet<(Vec<u8>, usize)> = HashSet::new();
    let mut furthest = 0;
    let mut candidates = fitting(walk.start().unwrap_or_default(), route, 0);
    loop {
        let Some((step, made)) = candidates.pop() else {
            candidates = path.pop().ok_or(furthest)?.others;
            continue;
        };
        furthest = furthest.max(made);
        let next = step.state.clone();
        path.push(Node { step, others: candidates });
        if made >= route.length() {
            return Ok(path.into_iter().map(|node| node.step).collect());
        }
        candidates = match next {
            Some(state) if tried.insert((state.clone(), made)) => fitting(walk.steps(&state), route, made),
            _ => Vec::new(),
        };
    }
}

/// The steps that agree with the moves that come next, the likeliest last.
fn fitting(steps: Vec<Step>, route: &dyn Route, made: usize) -> Vec<(Step, usize)> {
    let mut fitting: Vec<(u8, Step, usize)> = Vec::new();
    for step in steps {
        let Some((after, worse)) = route.fits(&step, made) else { continue };
        // A step without a state is the end of a run.
        if step.state.is_some() || after >= route.length() {
            fitting.push((worse, step, after));
        }
    }
    fitting.reverse();
    fitting.sort_by_key(|(worse, ..)| std::cmp::Reverse(*worse));
    fitting.into_iter().map(|(_, step, after)| (step, after)).collect()
}
