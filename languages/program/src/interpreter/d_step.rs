//! Deterministic steps.
//!
//! Inside a `d_step` the first executable option of a choice is taken; a choice without one, and a statement that
//! blocks, are errors. Only at its very beginning may a `d_step` block.
//!
//! One that comes back to a state it was in before does not end. One that executes very many statements without doing
//! so is cut, and counts as endless until [`Interpreter::proves_endless`] is asked.

use super::perform::{Offer, Performed};
use super::world::World;
use super::{DSTEP_LIMIT, Fault, FaultKind, Interpreter};
use crate::{DStep, DStepNode, Repetition, Statement};

impl Interpreter {
    /// Does some step from this state contain a `d_step` of which it is certain that it does not end?
    pub fn proves_endless(&self, state: &[u8]) -> bool {
        let strict = Interpreter { only_proved: true, ..self.clone() };
        let is_endless = |fault: Fault| fault.kind == FaultKind::EndlessDStep;
        strict.expand(state).steps.iter().any(|step| step.fault.is_some_and(is_endless))
    }

    pub(super) fn d_step(
        &self,
        world: &mut World,
        pid: usize,
        block: &DStep,
        offer: &Offer,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        if !self.is_open(world, pid, block, 0, offer)? {
            return Ok(Performed::Blocked);
        }
        let mut offer = *offer;
        let mut at = Some(0);
        let mut run: Repetition<Vec<u8>> = Repetition::default();
        while let Some(node) = at {
            if run.is_certain(node, |kept| *kept == world.bytes, || world.bytes.clone()) {
                return Err(FaultKind::EndlessDStep);
            }
            if run.executed() > DSTEP_LIMIT {
                return if self.only_proved { Ok(Performed::Blocked) } else { Err(FaultKind::EndlessDStep) };
            }
            at = self.visit(world, pid, block, node, &offer, asserted)?;
            // Only the first statement can be the receiving half of a rendezvous.
            // An `else` among the options of a choice is about those options, not about the location.
            offer = match block.nodes[node as usize] {
                DStepNode::Do { .. } => Offer::free(offer.timeout, true),
                DStepNode::Choice { .. } => Offer { else_allowed: true, ..offer },
            };
        }
        Ok(Performed::Done)
    }

    /// May the step begin? At a choice, SPIN asks the options that begin with a condition, a send, a receive or an
    /// `else`; one that begins with anything else is left out, and if all are, the step may begin.
    fn is_open(
        &self,
        world: &World,
        pid: usize,
        block: &DStep,
        node: u32,
        offer: &Offer,
    ) -> Result<bool, FaultKind> {
        if let DStepNode::Do { statement, .. } = &block.nodes[node as usize] {
            let outcome = self.perform(&mut world.clone(), pid, statement, offer, &mut None)?;
            return Ok(!matches!(outcome, Performed::Blocked));
        }
        let guards = block.guards(node);
        for &guard in &guards {
            if self.can_begin(world, pid, block, guard, offer)? {
                return Ok(true);
            }
        }
        Ok(guards.is_empty())
    }

    /// Is the statement an option begins with executable? An `else` is, once its turn comes.
    fn can_begin(
        &self,
        world: &World,
        pid: usize,
        block: &DStep,
        option: u32,
        offer: &Offer,
    ) -> Result<bool, FaultKind> {
        match &block.nodes[option as usize] {
            DStepNode::Do { statement: Statement::Else, .. } => Ok(offer.handshake.is_none()),
            DStepNode::Do { statement, .. } => {
                let outcome = self.perform(&mut world.clone(), pid, statement, offer, &mut None)?;
                Ok(!matches!(outcome, Performed::Blocked))
            }
            DStepNode::Choice { .. } => Ok(true),
        }
    }

    /// Executes the node and says where to go on; at a choice, executes the first option that can be.
    fn visit(
        &self,
        world: &mut World,
        pid: usize,
        block: &DStep,
        node: u32,
        offer: &Offer,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Option<u32>, FaultKind> {
        match &block.nodes[node as usize] {
            DStepNode::Do { statement, next } => {
                match self.perform(world, pid, statement, offer, asserted)? {
                    Performed::Done => Ok(*next),
                    Performed::Blocked => Err(FaultKind::BlockedDStep),
                    Performed::Offered(_) => Err(FaultKind::RendezvousInDStep),
                }
            }
            DStepNode::Choice { options } => {
                for &option in options {
                    if self.can_begin(world, pid, block, option, offer)? {
                        return Ok(Some(option));
                    }
                }
                Err(FaultKind::BlockedDStep)
            }
        }
    }
}
