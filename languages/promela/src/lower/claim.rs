//! Claims: never claims as they stand, and the LTL formulas that are [invariants](super::invariant).
//!
//! An invariant is violated as soon as a state without it is reached, so its claim waits for one and completes. Other
//! formulas need acceptance cycles, which are not searched for; they have no claim, and the report says so.

use program::{
    Expr, Location, LocationId, Proctype, ProctypeId, Program, Statement, Transition, TransitionId, UnaryOp,
};

use super::Lowering;
use super::invariant::{Invariant, Proposition};
use crate::resolved::{Ltl, ProctypeKind};

/// Where the claim of an invariant watches.
const WATCHING: LocationId = LocationId(1);
/// Where the claim of an invariant ends, once the invariant is violated.
const VIOLATED: LocationId = LocationId(2);
/// Where the claim of an invariant begins if the first state has to satisfy more than the others.
const FIRST: LocationId = LocationId(3);

/// Which claims a program is lowered with. What is left out is as if it were not in the model, so that it keeps neither
/// reductions nor symmetries from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims<'n> {
    /// With all claims of the model.
    All,
    /// Without any claim.
    None,
    /// With the claim of this name alone.
    Only(&'n str),
    /// With the atoms of the formula of this name alone, as a claim that looks at one after the other
    /// (`Lowering::atoms_claim`).
    Atoms(&'n str),
}

impl Claims<'_> {
    /// Is the claim of this name one of them?
    pub(super) fn contains(self, name: &str) -> bool {
        match self {
            Claims::All => true,
            Claims::None => false,
            Claims::Only(only) | Claims::Atoms(only) => only == name,
        }
    }

    /// Takes the other claims out of the program.
    pub(super) fn retain(self, program: &mut Program) {
        let (kept, left_out): (Vec<ProctypeId>, Vec<ProctypeId>) =
            (program.claims.iter()).partition(|&&id| self.contains(&program.proctype(id).name));
        program.claims = kept;
        for id in left_out {
            let end = Location { end: true, ..Location::default() };
            let claim = &mut program.proctypes[id.index()];
            (claim.locations, claim.initial) = (vec![Location::default(), end], LocationId(1));
        }
    }
}

impl Lowering<'_> {
    /// Never claims and invariants, as process types.
    pub(super) fn claims(&mut self) -> Vec<ProctypeId> {
        let never = (self.model.proctypes.iter().zip(0..)).filter(|(p, _)| p.kind == ProctypeKind::Never);
        let mut claims: Vec<ProctypeId> = never.map(|(_, i)| ProctypeId(i)).collect();
        let model = self.model;
        for ltl in &model.ltl {
            if self.atoms_of == Some(ltl.name.as_str()) {
                let claim = self.atoms_claim(ltl);
                claims.push(ProctypeId(self.program.proctypes.len() as u32));
                self.program.proctypes.push(claim);
            } else if let Some(invariant) = Invariant::of(&ltl.formula) {
                let claim = self.invariant_claim(ltl, invariant);
                claims.push(ProctypeId(self.program.proctypes.len() as u32));
                self.program.proctypes.push(claim);
            }
        }
        claims
    }

    /// The atoms of a formula, each the condition of one transition, in the order of [`Formula::atoms`]. It never runs: it makes
    /// the atoms part of the program, so that what they read is kept and a symmetry must leave each of them as it is. Beside each
    /// there is a way past it: behind one that is always false the others would be nobody's business.
    ///
    /// [`Formula::atoms`]: crate::resolved::Formula::atoms
    fn atoms_claim(&mut self, ltl: &Ltl) -> Proctype {
        let mut locations = vec![Location::default()];
        for (atom, number) in ltl.formula.atoms().into_iter().zip(2..) {
            let (condition, text) = (self.expression(atom), self.text(atom.span));
            let (target, span) = (LocationId(number), atom.span);
            let mut transition = |statement, text| {
                let id = TransitionId(self.program.transition_count);
                self.program.transition_count += 1;
                Transition { id, spin_id: 0, statement, target, atomic: false, escape: 0, span, text }
            };
            let transitions = vec![
                transition(Statement::Guard(condition), text),
                transition(Statement::Skip, "true".into()),
            ];
            locations.push(Location { transitions, ..Location::default() });
        }
        locations.push(Location { end: true, ..Location::default() });
        Proctype {
            name: ltl.name.clone(),
            locals: Vec::new(),
            params: 0,
            locations,
            initial: LocationId(1),
            provided: None,
            priority: 1,
            deterministic: false,
            span: ltl.span,
        }
    }

    /// Watches until the invariant does not hold.
    fn invariant_claim(&mut self, ltl: &Ltl, invariant: Invariant<'_>) -> Proctype {
        let watching = self.watch(ltl, &invariant.every);
        let end = Location { end: true, ..Location::default() };
        let mut locations = vec![Location::default(), watching, end];
        let mut initial = WATCHING;
        if !matches!(invariant.first, Proposition::Constant(true)) {
            let both = Proposition::And(Box::new(invariant.first), Box::new(invariant.every));
            locations.push(self.watch(ltl, &both));
            initial = FIRST;
        }
        Proctype {
            name: ltl.name.clone(),
            locals: Vec::new(),
            params: 0,
            locations,
            initial,
            provided: None,
            priority: 1,
            deterministic: false,
            span: ltl.span,
        }
    }

    /// A location from which the claim completes if the proposition does not hold.
    fn watch(&mut self, ltl: &Ltl, proposition: &Proposition<'_>) -> Location {
        let broken = Expr::Unary(UnaryOp::Not, Box::new(self.proposition(proposition)));
        let span = ltl.formula.span;
        let text = format!("!({})", self.text(span));
        let mut transition = |statement, target, text: String| {
            let id = TransitionId(self.program.transition_count);
            self.program.transition_count += 1;
            Transition { id, spin_id: 0, statement, target, atomic: false, escape: 0, span, text }
        };
        let transitions = vec![
            transition(Statement::Guard(broken), VIOLATED, text),
            transition(Statement::Skip, WATCHING, "true".into()),
        ];
        Location { transitions, ..Location::default() }
    }
}
