//! The moves of a never claim that is followed beside the program, whatever it does: it may have accept labels, assign to
//! global variables, assert, and have `atomic` and `d_step`.
//!
//! The claim is no part of the state here: where it stands is kept by whoever follows it. A claim that assigns leads from a
//! state to another, from which the system goes on. The rules are those of [`super::claim`].

use super::evaluate::Viewpoint;
use super::perform::{Offer, Performed};
use super::world::World;
use super::{FaultKind, Interpreter};
use crate::reduce::operands;
use crate::{DStepNode, Expr, LocationId, Proctype, ProctypeId, Statement};

/// Everything that a claim can do in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimExpansion {
    /// Where it can go.
    pub moves: Vec<ClaimMove>,
    /// It can be completed or one of its assertions fails ([`FaultKind::Claim`]), or it cannot be evaluated
    /// ([`FaultKind::ClaimFault`]).
    pub fault: Option<FaultKind>,
}

/// One move of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimMove {
    /// Where it leads.
    pub target: LocationId,
    /// The state after it, if it has changed variables.
    pub state: Option<Vec<u8>>,
}

impl Interpreter {
    /// What the claim can do that stands at a location.
    pub fn claim_moves_from(&self, state: &[u8], claim: ProctypeId, from: LocationId) -> ClaimExpansion {
        let claim = self.program().proctype(claim);
        let mut found = ClaimExpansion::default();
        if claim.location(from).end {
            found.fault = Some(FaultKind::Claim);
            return found;
        }
        let start = World::of(self.layout(), state);
        self.go_through(claim, &start, from, &mut found, &mut Vec::new());
        let mut kept: Vec<ClaimMove> = Vec::with_capacity(found.moves.len());
        for claim_move in found.moves.drain(..) {
            let state = claim_move.state.filter(|bytes| bytes != state);
            let claim_move = ClaimMove { state, ..claim_move };
            if !kept.contains(&claim_move) {
                kept.push(claim_move);
            }
        }
        ClaimExpansion { moves: kept, ..found }
    }

    /// The value of a proposition, as a claim sees it.
    pub fn proposition(&self, state: &[u8], expr: &Expr) -> Result<bool, FaultKind> {
        Ok(self.evaluate(&World::of(self.layout(), state), Viewpoint::CLAIM, expr)? != 0)
    }

    /// Is some process at a location with an `accept` label?
    pub fn accepts(&self, state: &[u8]) -> bool {
        let world = World::of(self.layout(), state);
        (0..world.process_count()).any(|pid| {
            let (proctype, location) = world.control(self.layout(), pid);
            self.program().proctype(proctype).location(location).accept
        })
    }

    /// One move; an `atomic` sequence of the claim is one move.
    fn go_through(
        &self,
        claim: &Proctype,
        world: &World,
        from: LocationId,
        found: &mut ClaimExpansion,
        inside: &mut Vec<(Vec<u8>, LocationId)>,
    ) {
        if inside.iter().any(|(bytes, location)| *location == from && *bytes == world.bytes) {
            return;
        }
        inside.push((world.bytes.clone(), from));
        let mut any = false;
        for transition in &claim.location(from).transitions {
            if transition.statement == Statement::Terminate {
                continue;
            }
            let (mut after, mut asserted) = (world.clone(), None);
            let offer = Offer::free(false, !any);
            let done =
                self.perform(&mut after, Viewpoint::CLAIM.pid, &transition.statement, &offer, &mut asserted);
            match done {
                Ok(Performed::Done) => {}
                Ok(_) => continue,
                Err(_) => {
                    found.fault = Some(FaultKind::ClaimFault);
                    continue;
                }
            }
            any = true;
            let target = transition.target;
            if asserted.is_some() || claim.location(target).end {
                found.fault = found.fault.or(Some(FaultKind::Claim));
            }
            match transition.atomic {
                true => self.go_through(claim, &after, target, found, inside),
                false => found.moves.push(ClaimMove { target, state: Some(after.bytes) }),
            }
        }
        inside.pop();
    }
}

/// Why a claim cannot be followed: what it does or asks that has no meaning beside the program here.
pub fn unusable_claim(claim: &Proctype) -> Option<String> {
    let statements = claim.locations.iter().flat_map(|l| &l.transitions).map(|t| &t.statement);
    let of_statement = statements.into_iter().find_map(refused_statement);
    let of_locals = (!claim.locals.is_empty()).then(|| "the claim has variables of its own".to_owned());
    let too_many =
        (claim.locations.len() >= 1 << 16).then(|| "the claim has more than 65,535 locations".into());
    of_statement.or(of_locals).or(too_many)
}

fn refused_statement(statement: &Statement) -> Option<String> {
    let refused = match statement {
        Statement::Sequence(parts) => return parts.iter().find_map(refused_statement),
        Statement::DStep(step) => {
            let statements = step.nodes.iter().filter_map(|node| match node {
                DStepNode::Do { statement, .. } => Some(statement),
                DStepNode::Choice { .. } => None,
            });
            return statements.into_iter().find_map(refused_statement);
        }
        Statement::Run { .. } => Some("the claim starts a process"),
        Statement::Send { .. } | Statement::Receive { .. } => Some("the claim sends or receives a message"),
        Statement::SetPriority(..) | Statement::Event { .. } => Some("the claim changes a priority"),
        _ => None,
    };
    let word = || crate::reduce::parts(statement).reads.into_iter().find_map(beside_the_state);
    refused.map(str::to_owned).or_else(|| word().map(|word| format!("`{word}` in a claim is not evaluated")))
}

/// What an expression asks that the state alone does not tell.
pub fn beside_the_state(expression: &Expr) -> Option<&'static str> {
    match expression {
        Expr::Timeout => Some("timeout"),
        Expr::NonProgress => Some("np_"),
        other => operands(other).into_iter().find_map(beside_the_state),
    }
}

/// Does a claim change variables of the program?
pub fn changes_variables(claim: &Proctype) -> bool {
    fn changes(statement: &Statement) -> bool {
        match statement {
            Statement::Assign(..) | Statement::Forget(_) => true,
            Statement::Sequence(parts) => parts.iter().any(changes),
            Statement::DStep(step) => step.nodes.iter().any(|node| match node {
                DStepNode::Do { statement, .. } => changes(statement),
                DStepNode::Choice { .. } => false,
            }),
            _ => false,
        }
    }
    claim.locations.iter().flat_map(|l| &l.transitions).any(|t| changes(&t.statement))
}
