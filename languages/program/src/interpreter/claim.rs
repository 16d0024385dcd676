//! A never claim beside the system, for safety.
//!
//! The claim moves first and then in turn with the system: one claim move for each system step, where an `atomic` or a
//! `d_step` is one step (SPIN 6.5.2, `pan`: claim and program alternate, and the claim does not see the states inside
//! an atomic). A claim that cannot move ends the run there without complaint; one that reaches its end, a failing
//! assertion of its own, or a condition that cannot be evaluated is a violation. A system that can do nothing stutters.
//! Acceptance cycles are not looked for.

use super::evaluate::Viewpoint;
use super::moves::Branch;
use super::world::World;
use super::{Expansion, FaultKind, Guide, Interpreter};
use crate::reduce::{all_expressions, all_statements, operands, parts, program_expressions};
use crate::{Expr, LocationId, Proctype, Program, Statement};

/// Where the claim may go from a state.
#[derive(Default)]
struct ClaimMoves {
    targets: Vec<LocationId>,
    completed: bool,
    /// A condition cannot be evaluated.
    fails: bool,
}

impl ClaimMoves {
    /// What is wrong, an evaluation that fails before a completion.
    fn fault(&self) -> Option<FaultKind> {
        match (self.fails, self.completed) {
            (true, _) => Some(FaultKind::ClaimFault),
            (false, true) => Some(FaultKind::Claim),
            (false, false) => None,
        }
    }
}

impl Interpreter {
    /// All steps from a stored state of a program whose claim is checked.
    pub(super) fn expand_with_claim(&self, start: &World, claim: &Proctype, guide: Guide<'_>) -> Expansion {
        let moves = self.claim_moves(start, claim, self.claim_location(start, claim));
        let mut fault = moves.fault();
        let mut steps = Vec::new();
        let mut stands_still = true;
        for &target in &moves.targets {
            let mut world = start.clone();
            self.set_claim_location(&mut world, target);
            let branches = self.system_moves(&world);
            stands_still &= branches.is_empty();
            steps.extend(self.finish_atomics(branches, guide));
        }
        if stands_still {
            fault = fault.or_else(|| self.stuttering(start, claim, moves.targets));
        }
        Expansion { steps, invalid_end: false, claim: fault }
    }

    /// What the processes can do, `timeout` tried last.
    pub(super) fn system_moves(&self, world: &World) -> Vec<Branch> {
        let branches = self.free_moves(world, false);
        if branches.is_empty() { self.free_moves(world, true) } else { branches }
    }

    /// Does the claim reach its end, or fail, while the system stands still?
    fn stuttering(&self, world: &World, claim: &Proctype, reached: Vec<LocationId>) -> Option<FaultKind> {
        let mut seen = reached.clone();
        let mut open = reached;
        while let Some(location) = open.pop() {
            let moves = self.claim_moves(world, claim, location);
            if let Some(fault) = moves.fault() {
                return Some(fault);
            }
            for target in moves.targets {
                if !seen.contains(&target) {
                    seen.push(target);
                    open.push(target);
                }
            }
        }
        None
    }

    fn claim_moves(&self, world: &World, claim: &Proctype, from: LocationId) -> ClaimMoves {
        let mut moves = ClaimMoves::default();
        self.follow_claim(world, claim, from, &mut moves, &mut Vec::new());
        moves.targets.sort_unstable();
        moves.targets.dedup();
        moves
    }

    /// Follows the claim through one move; an `atomic` sequence of the claim is one move.
    fn follow_claim(
        &self,
        world: &World,
        claim: &Proctype,
        from: LocationId,
        moves: &mut ClaimMoves,
        inside: &mut Vec<LocationId>,
    ) {
        if inside.contains(&from) {
            return;
        }
        inside.push(from);
        // A claim that begins at its end is completed there.
        moves.completed |= claim.location(from).end;
        let mut any = false;
        for transition in &claim.location(from).transitions {
            let executable = match &transition.statement {
                Statement::Terminate => false,
                Statement::Else => !any,
                statement => match self.claim_statement(world, statement) {
                    Ok(executable) => executable,
                    Err(kind) => {
                        moves.completed |= kind == FaultKind::Claim;
                        moves.fails |= kind != FaultKind::Claim;
                        false
                    }
                },
            };
            if !executable {
                continue;
            }
            any = true;
            match transition.atomic {
                true => self.follow_claim(world, claim, transition.target, moves, inside),
                false => moves.targets.push(transition.target),
            }
            moves.completed |= claim.location(transition.target).end;
        }
        inside.pop();
    }

    /// Is a statement of the claim executable? An error if it asserts what does not hold or cannot be evaluated.
    fn claim_statement(&self, world: &World, statement: &Statement) -> Result<bool, FaultKind> {
        let value = |e| self.evaluate(world, Viewpoint::CLAIM, e).map(|v| v != 0);
        match statement {
            Statement::Guard(e) => value(e),
            Statement::Assert(e) => value(e)?.then_some(true).ok_or(FaultKind::Claim),
            Statement::Sequence(parts) => {
                for part in parts {
                    if !self.claim_statement(world, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Statement::Skip | Statement::Print { .. } | Statement::Else => Ok(true),
            _ => Ok(false),
        }
    }

    /// 0 in the state means "not started".
    fn claim_location(&self, world: &World, claim: &Proctype) -> LocationId {
        let at = self.layout().claim.map_or(0, |o| o as usize);
        match u16::from_le_bytes([world.bytes[at], world.bytes[at + 1]]) {
            0 => claim.initial,
            location => LocationId(u32::from(location)),
        }
    }

    fn set_claim_location(&self, world: &mut World, location: LocationId) {
        if let Some(at) = self.layout().claim {
            let at = at as usize;
            world.bytes[at..at + 2].copy_from_slice(&(location.0 as u16).to_le_bytes());
        }
    }
}

/// Can a run pass through accept labels of the claim for ever? Only where such a label lies on a cycle of the claim:
/// the claim moves at every step, also when the system stands still.
pub fn may_accept(claim: &Proctype) -> bool {
    let accepting = claim.locations.iter().zip(0..).filter(|(location, _)| location.accept);
    accepting.into_iter().any(|(_, number)| reaches_itself(claim, LocationId(number)))
}

fn reaches_itself(claim: &Proctype, start: LocationId) -> bool {
    let mut seen = vec![false; claim.locations.len()];
    let mut open = vec![start];
    while let Some(location) = open.pop() {
        let moves = claim.location(location).transitions.iter();
        for transition in moves.filter(|t| !matches!(t.statement, Statement::Terminate)) {
            if transition.target == start {
                return true;
            }
            if !std::mem::replace(&mut seen[transition.target.index()], true) {
                open.push(transition.target);
            }
        }
    }
    false
}

/// Can this claim be run? It must have no variables of its own and do nothing but look.
pub fn is_observer(claim: &Proctype) -> bool {
    fn looks(statement: &Statement) -> bool {
        match statement {
            Statement::Guard(_)
            | Statement::Assert(_)
            | Statement::Skip
            | Statement::Print { .. }
            | Statement::Else
            | Statement::Terminate => true,
            Statement::Sequence(parts) => parts.iter().all(looks),
            _ => false,
        }
    }
    let transitions = claim.locations.iter().flat_map(|l| &l.transitions);
    claim.locals.is_empty() && claim.locations.len() < 1 << 16 && transitions.map(|t| &t.statement).all(looks)
}

/// What a claim asks that the state alone does not tell: `timeout` and `np_` are bits that pan keeps beside the state, and
/// what they are while the claim moves depends on how pan came there.
pub fn asks_beside_the_state(claim: &Proctype) -> Option<&'static str> {
    fn in_expression(expression: &Expr) -> Option<&'static str> {
        match expression {
            Expr::Timeout => Some("timeout"),
            Expr::NonProgress => Some("np_"),
            other => operands(other).into_iter().find_map(in_expression),
        }
    }
    fn in_statement(statement: &Statement) -> Option<&'static str> {
        match statement {
            Statement::Sequence(parts) => parts.iter().find_map(in_statement),
            other => parts(other).reads.into_iter().find_map(in_expression),
        }
    }
    claim.locations.iter().flat_map(|l| &l.transitions).find_map(|t| in_statement(&t.statement))
}

/// Does a claim ask whether a process is `enabled` that may wait for a `timeout`? Whether it is then depends on what all
/// others can do, and pan's answer on how it came to the state.
pub fn asks_enabled_beside_timeout(program: &Program, claim: &Proctype) -> bool {
    let transitions = claim.locations.iter().flat_map(|l| &l.transitions);
    let asks = transitions.flat_map(|t| all_statements(&t.statement)).flat_map(|s| parts(s).reads);
    asks.flat_map(all_expressions).any(|e| matches!(e, Expr::Enabled(_)))
        && program_expressions(program).any(|e| *e == Expr::Timeout)
}
