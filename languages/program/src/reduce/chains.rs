//! Ways on which a process keeps control stay finite and few.
//!
//! A location that is passed through makes the step before it longer. Here locations are taken back until
//!
//! * no way from a passed location on which control is kept leads round a cycle. One location of each cycle that
//!   passing through would close is taken back, and so is every location from which a cycle inside an `atomic` can be
//!   reached;
//! * what follows a passed location has at most [`MOST_MOVES`] moves, all ways together, so that no stretch of code is
//!   walked often that the original program would have walked once. A step that took control through several ways
//!   before (an `atomic` with choices) gets at most [`MOST_OUTCOMES`] outcomes in this way.

use crate::{Location, Transition};

/// Moves that may follow a passed location before control is given up, over all ways.
const MOST_MOVES: u32 = 64;
/// Outcomes that a step may have by way of one passed location, if ways part behind it.
const MOST_OUTCOMES: u32 = 16;

/// Takes locations back until what follows the others is finite and short.
pub(super) fn keep_short(locations: &[Location], passed: &mut [bool]) {
    take_back_endless(locations, passed);
    break_cycles(locations, passed);
    take_back_long(locations, passed);
}

/// Takes back locations from which a cycle can be reached on which the program itself keeps control.
fn take_back_endless(locations: &[Location], passed: &mut [bool]) {
    let targets = kept(locations, |t| t.atomic);
    let component = components(&targets);
    let mut size = vec![0u32; targets.len()];
    component.iter().for_each(|&c| size[c] += 1);
    let mut endless: Vec<bool> =
        (0..targets.len()).map(|at| size[component[at]] > 1 || targets[at].contains(&at)).collect();
    let mut finished = Vec::new();
    let mut seen = vec![false; targets.len()];
    (0..targets.len()).for_each(|start| walk(&targets, start, &mut seen, &mut finished));
    // Targets are finished before what leads to them, but for cycles, which are known already.
    for at in finished {
        endless[at] |= targets[at].iter().any(|&to| endless[to]);
        passed[at] &= !endless[at];
    }
}

/// Takes back locations behind which there is too much to do at once. There are no cycles behind passed locations.
fn take_back_long(locations: &[Location], passed: &mut [bool]) {
    let arrivals = arrivals(locations);
    let targets = kept(locations, |t| t.atomic || passed.get(t.target.index()) == Some(&true));
    let mut finished = Vec::new();
    let mut seen = vec![false; targets.len()];
    (0..targets.len()).for_each(|start| walk(&targets, start, &mut seen, &mut finished));
    let mut moves = vec![0u32; targets.len()];
    let mut outcomes = vec![1u32; targets.len()];
    for at in finished {
        let (mut all_moves, mut all_outcomes) = (0u32, 0u32);
        for transition in &locations[at].transitions {
            let to = transition.target.index();
            let goes_on = transition.atomic || passed.get(to) == Some(&true);
            let (more, ends) =
                if goes_on && to < locations.len() { (moves[to], outcomes[to]) } else { (0, 1) };
            all_moves = all_moves.saturating_add(1).saturating_add(more);
            all_outcomes = all_outcomes.saturating_add(ends);
        }
        (moves[at], outcomes[at]) = (all_moves, all_outcomes.max(1));
        let many = outcomes[at] > 1 && outcomes[at].saturating_mul(arrivals[at]) > MOST_OUTCOMES;
        passed[at] &= !many && moves[at] <= MOST_MOVES;
    }
}

/// In how many ways, at most, one step of the program as it is arrives at each location.
fn arrivals(locations: &[Location]) -> Vec<u32> {
    let targets = kept(locations, |t| t.atomic);
    let component = components(&targets);
    let mut finished = Vec::new();
    let mut seen = vec![false; targets.len()];
    (0..targets.len()).for_each(|start| walk(&targets, start, &mut seen, &mut finished));
    // Ways inside an `atomic` to a location at which control is still kept.
    let mut inside = vec![0u32; targets.len()];
    let mut arrivals = vec![1u32; targets.len()];
    for at in finished.into_iter().rev() {
        let ways = inside[at].max(1);
        for transition in &locations[at].transitions {
            let to = transition.target.index();
            match transition.atomic {
                _ if to >= locations.len() => {}
                true if component[at] == component[to] => inside[to] = u32::MAX,
                true => inside[to] = inside[to].saturating_add(ways),
                false => arrivals[to] = arrivals[to].max(ways),
            }
        }
    }
    arrivals
}

/// Where control is kept to from each location.
fn kept(locations: &[Location], keeps: impl Fn(&Transition) -> bool) -> Vec<Vec<usize>> {
    let targets = |location: &Location| {
        let kept = location.transitions.iter().filter(|t| keeps(t)).map(|t| t.target.index());
        kept.filter(|&to| to < locations.len()).collect()
    };
    locations.iter().map(targets).collect()
}

/// Stops passing through one location of every cycle on which control would newly be kept all the way round. Cycles
/// inside an `atomic` count as far as they are left through a location that is passed through.
fn break_cycles(locations: &[Location], passed: &mut [bool]) {
    loop {
        let is_passed = |t: &Transition| passed.get(t.target.index()) == Some(&true);
        let component = components(&kept(locations, |t| t.atomic || is_passed(t)));
        let mut broken = vec![false; locations.len()];
        let mut heads = Vec::new();
        for (at, location) in locations.iter().enumerate() {
            for transition in location.transitions.iter().filter(|t| !t.atomic && is_passed(t)) {
                let to = transition.target.index();
                if component[at] == component[to] && !std::mem::replace(&mut broken[component[at]], true) {
                    heads.push(to);
                }
            }
        }
        if heads.is_empty() {
            return;
        }
        heads.into_iter().for_each(|head| passed[head] = false);
    }
}

/// The strongly connected component of each vertex (Kosaraju's algorithm: search forwards, then backwards in the order
/// in which vertices were finished).
fn components(targets: &[Vec<usize>]) -> Vec<usize> {
    let mut sources = vec![Vec::new(); targets.len()];
    for (from, to) in targets.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |&to| (from, to)))
    {
        sources[to].push(from);
    }
    let mut seen = vec![false; targets.len()];
    let mut finished = Vec::new();
    for start in 0..targets.len() {
        walk(targets, start, &mut seen, &mut finished);
    }
    let mut component = vec![0; targets.len()];
    let mut seen = vec![false; targets.len()];
    for &start in finished.iter().rev() {
        let mut members = Vec::new();
        walk(&sources, start, &mut seen, &mut members);
        members.into_iter().for_each(|member| component[member] = start);
    }
    component
}

/// Depth first from `start`; vertices are added to `finished` when all that can be reached from them has been.
fn walk(targets: &[Vec<usize>], start: usize, seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, targets[start].iter())];
    while let Some((at, rest)) = path.last_mut() {
        match rest.next() {
            Some(&next) if !std::mem::replace(&mut seen[next], true) => {
                path.push((next, targets[next].iter()))
            }
            Some(_) => {}
            None => {
                finished.push(*at);
                path.pop();
            }
        }
    }
}
