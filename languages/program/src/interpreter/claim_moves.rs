//! The moves of a never claim that is followed beside the program, whatever it does: it may have accept labels, variables of its
//! own, assignments, assertions, `atomic` and `d_step`.
//!
//! The claim is no part of the state here: where it stands is kept by whoever follows it. Its variables are global
//! variables of the program ([`own_variables_as_globals`]), so that a move of the claim leads from a state to a state. The
//! rules are those of [`super::claim`].

use super::evaluate::Viewpoint;
use super::perform::{Offer, Performed};
use super::world::World;
use super::{FaultKind, Interpreter};
use crate::reduce::operands;
use crate::{
    DStepNode, Expr, GlobalId, Initialiser, LocationId, Place, Proctype, ProctypeId, Program, ReceiveArg,
    Statement, VarRef,
};

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
    /// The state after it, if it has changed its variables.
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

    /// Is a transition of a process a send to a rendezvous channel?
    pub fn is_rendezvous(&self, state: &[u8], mv: super::Move) -> bool {
        let Some(transition) = self.transition(state, mv) else { return false };
        let Some(Statement::Send { channel, .. }) = first_of(&transition.statement) else { return false };
        let world = World::of(self.layout(), state);
        let at = Viewpoint { pid: mv.pid.index(), timeout: false };
        let number = self.evaluate(&world, at, channel).and_then(|number| self.channel(&world, number));
        number.is_ok_and(|channel| self.capacity(channel) == 0)
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

fn first_of(statement: &Statement) -> Option<&Statement> {
    match statement {
        Statement::Sequence(all) => all.first().and_then(first_of),
        Statement::DStep(_) => None,
        other => Some(other),
    }
}

/// Why a claim cannot be followed: what it does or asks that has no meaning beside the program here.
pub fn unusable_claim(claim: &Proctype) -> Option<String> {
    let statements = claim.locations.iter().flat_map(|l| &l.transitions).map(|t| &t.statement);
    let of_statement = statements.into_iter().find_map(refused_statement);
    let channels = claim.locals.iter().find(|local| matches!(local.init, Initialiser::Channel(_)));
    let of_locals = channels.map(|local| format!("the claim makes a channel, `{}`", local.name));
    let too_many =
        (claim.locations.len() >= 1 << 16).then(|| "the claim has more than 65,535 locations".into());
    of_statement.or(of_locals).or(too_many)
}

fn refused_statement(statement: &Statement) -> Option<String> {
    let is_own = |place: &Place| matches!(place.var, VarRef::Local(_) | VarRef::Scratch);
    let refused = match statement {
        Statement::Sequence(parts) => return parts.iter().find_map(refused_statement),
        Statement::DStep(step) => {
            let statements = step.nodes.iter().filter_map(|node| match node {
                DStepNode::Do { statement, .. } => Some(statement),
                DStepNode::Choice { .. } => None,
            });
            return statements.into_iter().find_map(refused_statement);
        }
        Statement::Assign(place, _) | Statement::Forget(place) if !is_own(place) => {
            Some("the claim assigns to a variable of the program")
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

/// Makes the variables of a claim global ones, so that they are part of the state.
pub fn own_variables_as_globals(program: &mut Program, claim: ProctypeId) {
    let first = program.globals.len() as u32;
    let body = &mut program.proctypes[claim.index()];
    for local in std::mem::take(&mut body.locals) {
        let name = format!("{}:{}", body.name, local.name);
        program.globals.push(crate::Variable { name, hidden: false, ..local });
    }
    body.params = 0;
    for transition in body.locations.iter_mut().flat_map(|location| &mut location.transitions) {
        rename_statement(&mut transition.statement, first);
    }
}

fn rename_statement(statement: &mut Statement, first: u32) {
    match statement {
        Statement::Guard(expr) | Statement::Assert(expr) => rename(expr, first),
        Statement::Assign(place, expr) => {
            rename_place(place, first);
            rename(expr, first);
        }
        Statement::Forget(place) => rename_place(place, first),
        Statement::Print { args, .. } => args.iter_mut().for_each(|arg| rename(arg, first)),
        Statement::Sequence(parts) => parts.iter_mut().for_each(|part| rename_statement(part, first)),
        Statement::DStep(step) => step.nodes.iter_mut().for_each(|node| {
            if let DStepNode::Do { statement, .. } = node {
                rename_statement(statement, first);
            }
        }),
        // The others have no place in a claim: see `unusable_claim`.
        _ => {}
    }
}

fn rename_place(place: &mut Place, first: u32) {
    match &mut place.var {
        VarRef::Local(local) => place.var = VarRef::Global(GlobalId(first + local.0)),
        VarRef::Remote { pid: Some(pid), .. } => rename(pid, first),
        _ => {}
    }
    place.index.iter_mut().for_each(|index| rename(index, first));
}

fn rename(expr: &mut Expr, first: u32) {
    match expr {
        Expr::Load(place) => rename_place(place, first),
        Expr::Unary(_, e) | Expr::Len(e) | Expr::Test(_, e) => rename(e, first),
        Expr::Enabled(e) | Expr::PcValue(e) | Expr::Priority(e) => rename(e, first),
        Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|e| rename(e, first)),
        Expr::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| rename(e, first)),
        Expr::Poll { channel, args, .. } => {
            rename(channel, first);
            for arg in args {
                match arg {
                    ReceiveArg::Match(e) => rename(e, first),
                    ReceiveArg::Bind(place) => rename_place(place, first),
                }
            }
        }
        Expr::AtLabel { pid: Some(pid), .. } => rename(pid, first),
        Expr::AtLabel { pid: None, .. }
        | Expr::Const(_)
        | Expr::Pid
        | Expr::ProcessCount
        | Expr::Last
        | Expr::Timeout
        | Expr::NonProgress => {}
    }
}
