//! The statements of one step, gathered one after the other.

use super::known::{Known, followed, is_plain, is_plain_place};
use super::{LONGEST, forced};
use crate::{BinaryOp, DStep, DStepNode, Expr, LocalId, Place, Proctype, Scalar, Statement, VarRef};

/// A step under construction.
pub(super) struct Sequence<'a> {
    body: &'a Proctype,
    /// What is known after the statements so far.
    pub known: Known,
    parts: Vec<Statement>,
    /// Local variables that have been assigned the values that are known of them; their cells are written at the end.
    unwritten: Vec<LocalId>,
    passed: usize,
}

impl<'a> Sequence<'a> {
    pub fn new(body: &'a Proctype, known: Known) -> Sequence<'a> {
        Sequence { body, known, parts: Vec::new(), unwritten: Vec::new(), passed: 0 }
    }

    /// How many statements there are so far.
    pub fn len(&self) -> usize {
        self.passed
    }

    /// Takes the first statement, which may wait; false if it cannot be part of a sequence.
    pub fn begin(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Guard(condition) => {
                let plain = is_plain(condition);
                if plain {
                    self.parts.push(Statement::Guard(self.known.with_values(condition)));
                }
                plain
            }
            Statement::Sequence(all) => match all.split_first() {
                Some((first, rest)) => self.begin(first) && rest.iter().all(|part| self.pass(part)),
                None => true,
            },
            // How an `else` is told from its neighbours is a matter of the location.
            Statement::Else => false,
            other => self.pass(other),
        }
    }

    /// Takes a statement that is known to be executable; false, and nothing happens, if it cannot be part of a sequence.
    pub fn pass(&mut self, statement: &Statement) -> bool {
        let fits = can_be_part(statement);
        if fits {
            self.take(statement);
        }
        fits
    }

    fn take(&mut self, statement: &Statement) {
        self.passed += 1;
        match statement {
            Statement::Assert(condition) => {
                self.parts.push(Statement::Assert(self.known.with_values(condition)));
            }
            Statement::Print { format, args } => {
                let args = args.iter().map(|e| self.known.with_values(e)).collect();
                self.parts.push(Statement::Print { format: format.clone(), args });
            }
            Statement::Forget(place) => {
                let forgotten = self.known.place_with_values(place);
                self.overwritten(place);
                self.parts.push(Statement::Forget(forgotten));
            }
            Statement::Assign(place, value) => self.assign(place, value),
            Statement::Sequence(all) => all.iter().for_each(|part| self.take(part)),
            // Conditions on the way have been decided.
            _ => {}
        }
    }

    fn overwritten(&mut self, place: &Place) {
        if let VarRef::Local(local) = place.var {
            self.known.set(local, None);
            self.unwritten.retain(|&other| other != local);
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) {
        let value = self.known.with_values(value);
        let place = self.known.place_with_values(place);
        if let (Some(local), Expr::Const(value)) = (followed(self.body, &place), &value) {
            self.overwritten(&place);
            self.known.set(local, Some(place.scalar.truncate(*value)));
            self.unwritten.push(local);
            return;
        }
        self.overwritten(&place);
        match self.parts.last_mut() {
            Some(Statement::Assign(before, sum)) if *before == place => {
                if let Some(added) = added_to(&place, &value) {
                    let so_far = std::mem::replace(sum, Expr::Const(0));
                    *sum = Expr::Binary(BinaryOp::Add, Box::new(so_far), Box::new(added));
                    return;
                }
                self.parts.push(Statement::Assign(place, value));
            }
            _ => self.parts.push(Statement::Assign(place, value)),
        }
    }

    fn parts(mut self) -> (Vec<Statement>, Known) {
        self.unwritten.sort_unstable();
        for &local in &self.unwritten {
            let value = self.known.get(local).map_or(Expr::Const(0), Expr::Const);
            let scalar = self.body.local(local).scalar;
            let place = Place { var: VarRef::Local(local), scalar, index: Vec::new() };
            self.parts.push(Statement::Assign(place, value));
        }
        (self.parts, self.known)
    }

    /// The whole as one statement, and what is known after it.
    pub fn finish(self) -> (Statement, Known) {
        let (mut parts, known) = self.parts();
        let statement = match parts.len() {
            0 => Statement::Skip,
            1 => parts.remove(0),
            _ => Statement::Sequence(parts),
        };
        (statement, known)
    }
}

/// Can a statement that is executable be part of a sequence?
fn can_be_part(statement: &Statement) -> bool {
    match statement {
        Statement::Skip | Statement::Guard(_) | Statement::Else => true,
        Statement::Assert(condition) => is_plain(condition),
        Statement::Print { args, .. } => args.iter().all(is_plain),
        Statement::Forget(place) => is_plain_place(place),
        Statement::Assign(place, value) => is_plain_place(place) && is_plain(value),
        Statement::Sequence(all) => all.iter().all(can_be_part),
        _ => false,
    }
}

/// What is added, if the value is the sum of what the place holds and something that does not depend on it.
fn added_to(place: &Place, value: &Expr) -> Option<Expr> {
    let Expr::Binary(BinaryOp::Add, a, b) = value else { return None };
    // Only sums of numbers: names of channels and messages are not added.
    let counts = !matches!(place.scalar, Scalar::Chan | Scalar::Mtype | Scalar::Pid);
    let fixed = place.index.iter().all(|e| matches!(e, Expr::Const(_)));
    let is_place = |e: &Expr| matches!(e, Expr::Load(read) if read == place);
    let free = |e: &Expr| !mentions(e, &place.var);
    match counts && fixed {
        true if is_place(a) && free(b) => Some((**b).clone()),
        true if is_place(b) && free(a) => Some((**a).clone()),
        _ => None,
    }
}

fn mentions(expr: &Expr, var: &VarRef) -> bool {
    let here = matches!(expr, Expr::Load(place) if place.var == *var);
    here || crate::reduce::operands(expr).into_iter().any(|e| mentions(e, var))
}

/// A `d_step` without choices, if its course is forced, and what is known after it.
pub(super) fn straightened(
    body: &Proctype,
    statement: &Statement,
    known: &Known,
) -> Option<(Statement, Known)> {
    let Statement::DStep(step) = statement else { return None };
    let mut sequence = Sequence::new(body, known.clone());
    let mut at = Some(0);
    let mut is_first = true;
    while let Some(node) = at {
        if sequence.len() > LONGEST {
            return None;
        }
        let node = match &step.nodes[node as usize] {
            DStepNode::Choice { options } => forced::option(step, options, &sequence.known)?,
            DStepNode::Do { .. } => node,
        };
        let is_option = matches!(step.nodes[at? as usize], DStepNode::Choice { .. });
        let DStepNode::Do { statement, next } = &step.nodes[node as usize] else { return None };
        let taken = match (is_first, is_option) {
            (true, false) => sequence.begin(statement),
            // Whether a step may begin with a choice is not asked of options without a condition ([`DStep::guards`]).
            (true, true) if !matches!(statement, Statement::Guard(_) | Statement::Else) => return None,
            _ => {
                // A condition that is no option must hold, or the step is stuck.
                forced::option(step, &[node], &sequence.known)?;
                sequence.pass(statement)
            }
        };
        if !taken {
            return None;
        }
        (at, is_first) = (*next, false);
    }
    let (parts, known) = sequence.parts();
    let parts = if parts.is_empty() { vec![Statement::Skip] } else { parts };
    let count = parts.len() as u32;
    let follows = |number: u32| Some(number + 1).filter(|&next| next < count);
    let nodes = (parts.into_iter().zip(0..))
        .map(|(statement, number)| DStepNode::Do { statement, next: follows(number) })
        .collect();
    Some((Statement::DStep(DStep { nodes }), known))
}
