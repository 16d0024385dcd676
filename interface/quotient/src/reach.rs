//! Looking for a state that satisfies a condition, near another one: breadth-first, one state after the other, within a limit.

use std::collections::{HashMap, VecDeque};

use checker::{Step, Walk};

/// How a search for a state ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The states on a shortest way, from the one where the search began to the one that was looked for.
    Found(Vec<Vec<u8>>),
    /// There is none: this many states can be reached.
    Nowhere(usize),
    /// None is among the first so many states.
    Limit(usize),
}

/// Whether a state is the one that is looked for.
pub type Wanted<'a> = &'a mut dyn FnMut(&mut dyn Walk, &[u8]) -> Result<bool, String>;

/// Looks for a state that `wanted` accepts, from some states on, among the first `most`. An error is one that `wanted` gave.
///
/// ```
/// use quotient::{Model, ReadOptions, Reached, Walk, reach};
///
/// let text = "byte x; active [3] proctype P() { x++; assert(x <= 3); end: false }";
/// let model = Model::from_text("three.pml", text, &ReadOptions::default()).expect("it can be read");
/// let mut walk = model.walk().expect("it can be walked");
/// let start = walk.start().expect("it has a beginning").remove(0).state.expect("without a fault");
/// let mut wanted = |walk: &mut dyn Walk, state: &[u8]| {
///     let value = walk.evaluate(state, "x == 2").map_err(|why| why.to_string())?;
///     Ok(value.truth == Some(true))
/// };
/// let reached = reach(walk.as_mut(), &[start], 1000, &mut wanted).expect("the condition has a value");
/// assert!(matches!(reached, Reached::Found(states) if states.len() == 3));
/// ```
pub fn reach(
    walk: &mut dyn Walk,
    from: &[Vec<u8>],
    most: usize,
    wanted: Wanted<'_>,
) -> Result<Reached, String> {
    let mut parents: HashMap<Vec<u8>, Option<Vec<u8>>> = HashMap::new();
    let mut open = VecDeque::new();
    for state in from {
        if parents.insert(state.clone(), None).is_none() {
            open.push_back(state.clone());
        }
    }
    while let Some(state) = open.pop_front() {
        if wanted(walk, &state)? {
            return Ok(Reached::Found(way(&parents, state)));
        }
        for next in walk.successors(&state) {
            if parents.contains_key(&next) {
                continue;
            }
            if parents.len() >= most {
                return Ok(rest(walk, open, &parents, wanted)?.unwrap_or(Reached::Limit(most)));
            }
            parents.insert(next.clone(), Some(state.clone()));
            open.push_back(next);
        }
    }
    Ok(Reached::Nowhere(parents.len()))
}

/// The steps of a walk that lead through some states, the first of which is where they begin.
pub fn steps_through(walk: &mut dyn Walk, states: &[Vec<u8>]) -> Vec<Step> {
    let mut steps = Vec::new();
    for pair in states.windows(2) {
        let leading = walk.steps(&pair[0]).into_iter().find(|step| step.state.as_ref() == Some(&pair[1]));
        steps.extend(leading);
    }
    steps
}

/// States that were reached before the limit was, and not looked at yet.
fn rest(
    walk: &mut dyn Walk,
    open: VecDeque<Vec<u8>>,
    parents: &HashMap<Vec<u8>, Option<Vec<u8>>>,
    wanted: Wanted<'_>,
) -> Result<Option<Reached>, String> {
    for state in open {
        if wanted(walk, &state)? {
            return Ok(Some(Reached::Found(way(parents, state))));
        }
    }
    Ok(None)
}

fn way(parents: &HashMap<Vec<u8>, Option<Vec<u8>>>, last: Vec<u8>) -> Vec<Vec<u8>> {
    let mut states = vec![last];
    while let Some(Some(parent)) = states.last().and_then(|state| parents.get(state)) {
        states.push(parent.clone());
    }
    states.reverse();
    states
}
