//! Claims: never claims as they stand, and the LTL formulas that are about reachable states alone.
//!
//! `[] p` is violated as soon as a state without `p` is reached, so its claim waits for one and completes. Other
//! formulas need acceptance cycles, which are not searched for; they are left out and the report says so.

use program::{
    Expr, Location, LocationId, Proctype, ProctypeId, Statement, Transition, TransitionId, UnaryOp,
};

use super::Lowering;
use crate::resolved::{FormulaKind, Ltl, ProctypeKind};

/// Where the claim of an invariant watches.
const WATCHING: LocationId = LocationId(1);
/// Where it ends.
const VIOLATED: LocationId = LocationId(2);

impl Lowering<'_> {
    /// Never claims and invariants, as process types.
    pub(super) fn claims(&mut self) -> Vec<ProctypeId> {
        let never = (self.model.proctypes.iter().zip(0..)).filter(|(p, _)| p.kind == ProctypeKind::Never);
        let mut claims: Vec<ProctypeId> = never.map(|(_, i)| ProctypeId(i)).collect();
        let model = self.model;
        for ltl in &model.ltl {
            if let Some(claim) = self.invariant(ltl) {
                claims.push(ProctypeId(self.program.proctypes.len() as u32));
                self.program.proctypes.push(claim);
            }
        }
        claims
    }

    /// The claim of `[] p`: watch until `p` does not hold.
    fn invariant(&mut self, ltl: &Ltl) -> Option<Proctype> {
        let FormulaKind::Always(inner) = &ltl.formula.kind else { return None };
        let FormulaKind::Atom(proposition) = &inner.kind else { return None };
        let broken = Expr::Unary(UnaryOp::Not, Box::new(self.expression(proposition)));
        let text = self.text(inner.span);
        let mut transition = |statement, target, text: String| {
            let id = TransitionId(self.program.transition_count);
            self.program.transition_count += 1;
            Transition { id, spin_id: 0, statement, target, atomic: false, escape: 0, span: inner.span, text }
        };
        let watching = vec![
            transition(Statement::Guard(broken), VIOLATED, format!("!({text})")),
            transition(Statement::Skip, WATCHING, "true".into()),
        ];
        let end = Location { end: true, ..Location::default() };
        let locations =
            vec![Location::default(), Location { transitions: watching, ..Location::default() }, end];
        Some(Proctype {
            name: ltl.name.clone(),
            locals: Vec::new(),
            params: 0,
            locations,
            initial: WATCHING,
            provided: None,
            priority: 1,
            deterministic: false,
            span: ltl.span,
        })
    }
}
