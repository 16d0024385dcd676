//! The locations at which a process can be found in a stored state.
//!
//! Inside an `atomic` a process goes on without anything being stored, unless it has to wait or hands control to the receiver of
//! its message.
//!
//! A process of more than 256 locations has its own in two bytes. Where it can be found is then numbered first, so that the
//! second byte is zero in stored states and what permutes bytes can permute its locations.

use crate::reduce::{all_statements, program_expressions};
use crate::{DStepNode, Expr, Location, LocationId, Proctype, Program, Statement, Transition};

/// For each location of a process type, whether a process can be found there.
pub fn resting(program: &Program, body: &Proctype) -> Vec<bool> {
    // A claim moves between the steps of the others, and who may move depends on the state where there are priorities or
    // `provided` clauses.
    let any = body.provided.is_some() || program.uses_priority || program.checked_claim.is_some();
    let mut rests = vec![false; body.locations.len()];
    rests[body.initial.index()] = true;
    let passable: Vec<bool> = body.locations.iter().map(|location| !any && never_waits(location)).collect();
    for transition in body.locations.iter().flat_map(|location| &location.transitions) {
        let target = transition.target.index();
        let passed = transition.atomic && passable[target];
        rests[target] |= !passed || hands_over(&transition.statement);
    }
    rests
}

/// Can a process always go on from here? It may fail there, but then nothing is stored.
fn never_waits(location: &Location) -> bool {
    let is_offer = |t: &Transition| hands_over(&t.statement);
    let has_else = location.transitions.iter().any(|t| t.statement.begins_with_else());
    location.transitions.iter().any(|t| is_always_executable(&t.statement))
        || (has_else && !location.transitions.iter().any(is_offer))
}

fn is_always_executable(statement: &Statement) -> bool {
    match statement {
        plain if plain.is_plain() => true,
        Statement::Sequence(all) => all.first().is_some_and(is_always_executable),
        Statement::DStep(step) => match step.nodes.first() {
            Some(DStepNode::Do { statement, .. }) => is_always_executable(statement),
            _ => false,
        },
        _ => false,
    }
}

/// May a statement give control to another process in the middle of an `atomic`?
fn hands_over(statement: &Statement) -> bool {
    all_statements(statement).any(|s| matches!(s, Statement::Send { .. }))
}

/// Numbers the locations of large process types anew, those at which a process can be found first. Nothing is done where the
/// program speaks of locations: `P@label`, `pc_value`.
pub fn number_resting_first(program: &mut Program) {
    if program.proctypes.iter().all(|body| body.locations.len() <= 256) || speaks_of_locations(program) {
        return;
    }
    for at in 0..program.proctypes.len() {
        if program.proctypes[at].locations.len() > 256 {
            let rests = resting(program, &program.proctypes[at]);
            renumber(&mut program.proctypes[at], &rests);
        }
    }
}

fn renumber(body: &mut Proctype, rests: &[bool]) {
    // Number 0 is no location.
    let others = 1..rests.len();
    let order =
        [0].into_iter().chain(others.clone().filter(|&l| rests[l])).chain(others.filter(|&l| !rests[l]));
    let mut new = vec![LocationId(0); rests.len()];
    let mut old = std::mem::take(&mut body.locations);
    for (from, to) in order.zip(0..) {
        new[from] = LocationId(to);
        body.locations.push(std::mem::take(&mut old[from]));
    }
    body.initial = new[body.initial.index()];
    for transition in body.locations.iter_mut().flat_map(|location| &mut location.transitions) {
        transition.target = new[transition.target.index()];
    }
}

fn speaks_of_locations(program: &Program) -> bool {
    program_expressions(program).any(|expr| matches!(expr, Expr::AtLabel { .. } | Expr::PcValue(_)))
}
