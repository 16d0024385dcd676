//! Formulas of linear temporal logic.

use super::Expr;
use diagnostics::Span;

/// An `ltl` block.
#[derive(Debug, Clone)]
pub struct Ltl {
    /// As written, or `ltl_0`, `ltl_1`, …
    pub name: String,
    /// The formula.
    pub formula: Formula,
    /// The whole block in the source.
    pub span: Span,
}

/// A formula of linear temporal logic.
#[derive(Debug, Clone)]
pub struct Formula {
    /// What it says.
    pub kind: FormulaKind,
    /// In the source.
    pub span: Span,
}

/// What a formula says. Atoms are maximal: a formula without temporal operators is one atom.
#[derive(Debug, Clone)]
pub enum FormulaKind {
    /// A state proposition.
    Atom(Expr),
    /// `!f`.
    Not(Box<Formula>),
    /// `f && g`.
    And(Box<Formula>, Box<Formula>),
    /// `f || g`.
    Or(Box<Formula>, Box<Formula>),
    /// `f -> g`.
    Implies(Box<Formula>, Box<Formula>),
    /// `f <-> g`.
    Equivalent(Box<Formula>, Box<Formula>),
    /// `X f`.
    Next(Box<Formula>),
    /// `[] f`.
    Always(Box<Formula>),
    /// `<> f`.
    Eventually(Box<Formula>),
    /// `f U g`.
    Until(Box<Formula>, Box<Formula>),
    /// `f V g`.
    Release(Box<Formula>, Box<Formula>),
    /// `f W g`.
    WeakUntil(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// Its atoms in the order of the text, each as often as it occurs.
    pub fn atoms(&self) -> Vec<&Expr> {
        let mut atoms = Vec::new();
        self.collect_atoms(&mut atoms);
        atoms
    }

    fn collect_atoms<'f>(&'f self, atoms: &mut Vec<&'f Expr>) {
        match &self.kind {
            FormulaKind::Atom(expr) => atoms.push(expr),
            _ => self.operands().into_iter().for_each(|operand| operand.collect_atoms(atoms)),
        }
    }

    /// What its outermost operator is applied to, in the order of the text.
    pub fn operands(&self) -> Vec<&Formula> {
        use FormulaKind::{
            Always, And, Atom, Equivalent, Eventually, Implies, Next, Not, Or, Release, Until, WeakUntil,
        };
        match &self.kind {
            Atom(_) => vec![],
            Not(f) | Next(f) | Always(f) | Eventually(f) => vec![f],
            And(a, b) | Or(a, b) | Implies(a, b) | Equivalent(a, b) => vec![a, b],
            Until(a, b) | Release(a, b) | WeakUntil(a, b) => vec![a, b],
        }
    }
}
