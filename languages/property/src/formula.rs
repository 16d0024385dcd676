//! Formulas, each distinct one stored once.
//!
//! A [`Formula`] is a number: equal formulas are equal numbers, subformulas are shared, and whatever is derived from a
//! formula is remembered by its number. There are few connectives: `<> f` is `true U f`, `[] f` is `false V f`, the
//! weak until is a release, implication and equivalence are disjunctions; `O`, `H` and `T` are made of `S` and
//! negation. What is constant is folded as a formula is built, and conjunctions and disjunctions are sorted sets, so `a
//! && (b && a)` is `a && b`.

use std::collections::HashMap;

use crate::label::{Label, Labels};
use crate::vacuity::Implications;

/// Something that holds in a state or not, such as a boolean expression: an index into a table that the front end owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub u32);

/// A formula of linear temporal logic; belongs to the [`Logic`] it was made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula(pub(crate) u32);

/// What a formula says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `false`.
    False,
    /// `true`.
    True,
    /// An atom.
    Atom(Atom),
    /// `!f`.
    Not(Formula),
    /// A conjunction of at least two formulas, sorted and distinct.
    And(Box<[Formula]>),
    /// A disjunction of at least two formulas, sorted and distinct.
    Or(Box<[Formula]>),
    /// `X f`: at the next position.
    Next(Formula),
    /// `f U g`: at some position `g`, and `f` at all before it.
    Until(Formula, Formula),
    /// `f V g`: `g` up to and including the first position where `f` holds, for ever if there is none.
    Release(Formula, Formula),
    /// `Y f`: at the previous position, which must exist.
    Yesterday(Formula),
    /// `f S g`: at some position in the past or now `g`, and `f` at all after it up to now.
    Since(Formula, Formula),
}

/// What is known of a formula from its text.
#[derive(Debug, Clone, Copy)]
struct Flags {
    propositional: bool,
    past: bool,
    eventual: bool,
    universal: bool,
}

/// Where formulas and labels live: everything that is built from one logic shares its parts.
#[derive(Debug)]
pub struct Logic {
    nodes: Vec<Operator>,
    /// What is known of each node from its operands. Formulas share parts, so that asking these again and again on the
    /// way down would take exponential time.
    flags: Vec<Flags>,
    unique: HashMap<Operator, Formula>,
    pub(crate) labels: Labels,
    labels_of: HashMap<Formula, Label>,
    pub(crate) negations: HashMap<Formula, Formula>,
    pub(crate) simplified: HashMap<Formula, Formula>,
    pub(crate) implications: HashMap<(Formula, Formula), bool>,
    pub(crate) stated: Implications,
}

impl Default for Logic {
    fn default() -> Logic {
        Logic::new()
    }
}

impl Formula {
    /// Holds nowhere.
    pub const FALSE: Formula = Formula(0);
    /// Holds everywhere.
    pub const TRUE: Formula = Formula(1);
}

impl Logic {
    /// No formulas but the constants.
    pub fn new() -> Logic {
        let mut logic = Logic {
            nodes: Vec::new(),
            flags: Vec::new(),
            unique: HashMap::new(),
            labels: Labels::new(),
            labels_of: HashMap::new(),
            negations: HashMap::new(),
            simplified: HashMap::new(),
            implications: HashMap::new(),
            stated: Implications::default(),
        };
        logic.intern(Operator::False);
        logic.intern(Operator::True);
        logic
    }

    /// What a formula says.
    pub fn operator(&self, formula: Formula) -> &Operator {
        &self.nodes[formula.0 as usize]
    }

    /// The formulas directly below a formula.
    pub fn operands(&self, formula: Formula) -> Vec<Formula> {
        operands(self.operator(formula))
    }

    /// All subformulas, operands before what is made of them, the formula itself last.
    pub fn subformulas(&self, formula: Formula) -> Vec<Formula> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![(formula, false)];
        while let Some((f, done)) = stack.pop() {
            if done {
                order.push(f);
            } else if !std::mem::replace(&mut seen[f.0 as usize], true) {
                stack.push((f, true));
                stack.extend(self.operands(f).into_iter().map(|operand| (operand, false)));
            }
        }
        order
    }

    /// The atoms of a formula, in increasing order.
    pub fn atoms(&self, formula: Formula) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = self
            .subformulas(formula)
            .into_iter()
            .filter_map(|f| match self.operator(f) {
                Operator::Atom(atom) => Some(*atom),
                _ => None,
            })
            .collect();
        atoms.sort_unstable();
        atoms
    }

    /// Is it without temporal operators, a statement about one position?
    pub fn is_propositional(&self, formula: Formula) -> bool {
        self.flags[formula.0 as usize].propositional
    }

    /// Has it an operator that looks into the past?
    pub fn has_past(&self, formula: Formula) -> bool {
        self.flags[formula.0 as usize].past
    }

    /// Is it purely eventual: if it holds somewhere it holds at all earlier positions? Every formula is that begins with
    /// `<>`, and what is made of such formulas (Etessami and Holzmann, CONCUR 2000).
    pub(crate) fn is_eventual(&self, formula: Formula) -> bool {
        self.flags[formula.0 as usize].eventual
    }

    /// Is it purely universal: if it holds somewhere it holds at all later positions?
    pub(crate) fn is_universal(&self, formula: Formula) -> bool {
        self.flags[formula.0 as usize].universal
    }

    fn flags_of(&self, operator: &Operator) -> Flags {
        let operands: Vec<Flags> = operands(operator).iter().map(|f| self.flags[f.0 as usize]).collect();
        let past = matches!(operator, Operator::Yesterday(_) | Operator::Since(..));
        let future = matches!(operator, Operator::Next(_) | Operator::Until(..) | Operator::Release(..));
        // Operators that keep what all their operands have; atoms, negation and the past have neither.
        let keeps = future || !past && !matches!(operator, Operator::Atom(_) | Operator::Not(_));
        Flags {
            propositional: !past && !future && operands.iter().all(|o| o.propositional),
            past: past || operands.iter().any(|o| o.past),
            eventual: matches!(operator, Operator::Until(Formula::TRUE, _))
                || (keeps && operands.iter().all(|o| o.eventual)),
            universal: matches!(operator, Operator::Release(Formula::FALSE, _))
                || (keeps && operands.iter().all(|o| o.universal)),
        }
    }

    /// The largest propositional subformulas, constants excepted: those that no other propositional subformula of an
    /// occurrence contains. The propositional parts of one conjunction or disjunction are taken together. A symmetry that
    /// is used for a property must leave each of them as it is.
    pub fn maximal_propositions(&mut self, formula: Formula) -> Vec<Formula> {
        let mut found = if self.is_propositional(formula) { vec![formula] } else { Vec::new() };
        for f in self.subformulas(formula) {
            if self.is_propositional(f) {
                continue;
            }
            let operands = self.operands(f);
            let parts =
                operands.into_iter().filter(|&operand| self.is_propositional(operand)).collect::<Vec<_>>();
            match self.operator(f) {
                Operator::And(_) => found.push(self.all(parts)),
                Operator::Or(_) => found.push(self.any(parts)),
                _ => found.extend(parts),
            }
        }
        found.retain(|&f| f != Formula::FALSE && f != Formula::TRUE);
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(crate) fn intern(&mut self, operator: Operator) -> Formula {
        if let Some(&known) = self.unique.get(&operator) {
            return known;
        }
        let formula = Formula(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.flags.push(self.flags_of(&operator));
        self.nodes.push(operator.clone());
        self.unique.insert(operator, formula);
        formula
    }

    /// An atom.
    pub fn atom(&mut self, atom: Atom) -> Formula {
        self.intern(Operator::Atom(atom))
    }

    /// `!f`.
    pub fn not(&mut self, f: Formula) -> Formula {
        match *self.operator(f) {
            Operator::False => Formula::TRUE,
            Operator::True => Formula::FALSE,
            Operator::Not(inner) => inner,
            _ => self.intern(Operator::Not(f)),
        }
    }

    /// The conjunction of any number of formulas; of none it is `true`.
    pub fn all(&mut self, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        let mut parts = Vec::new();
        for f in formulas {
            match self.operator(f) {
                Operator::And(inner) => parts.extend_from_slice(inner),
                _ => parts.push(f),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&f| f != Formula::TRUE);
        if parts.contains(&Formula::FALSE) || self.has_complements(&parts) {
            return Formula::FALSE;
        }
        match parts[..] {
            [] => Formula::TRUE,
            [only] => only,
            _ => self.intern(Operator::And(parts.into())),
        }
    }

    /// The disjunction of any number of formulas; of none it is `false`.
    pub fn any(&mut self, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        let mut parts = Vec::new();
        for f in formulas {
            match self.operator(f) {
                Operator::Or(inner) => parts.extend_from_slice(inner),
                _ => parts.push(f),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&f| f != Formula::FALSE);
        if parts.contains(&Formula::TRUE) || self.has_complements(&parts) {
            return Formula::TRUE;
        }
        match parts[..] {
            [] => Formula::FALSE,
            [only] => only,
            _ => self.intern(Operator::Or(parts.into())),
        }
    }

    /// Are a formula and its negation among these?
    fn has_complements(&self, sorted: &[Formula]) -> bool {
        sorted.iter().any(|&f| match self.operator(f) {
            Operator::Not(inner) => sorted.binary_search(inner).is_ok(),
            _ => false,
        })
    }

    /// `f && g`.
    pub fn and(&mut self, f: Formula, g: Formula) -> Formula {
        self.all([f, g])
    }

    /// `f || g`.
    pub fn or(&mut self, f: Formula, g: Formula) -> Formula {
        self.any([f, g])
    }

    /// `f -> g`.
    pub fn implication(&mut self, f: Formula, g: Formula) -> Formula {
        let not_f = self.not(f);
        self.or(not_f, g)
    }

    /// `f <-> g`.
    pub fn equivalence(&mut self, f: Formula, g: Formula) -> Formula {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let (both, neither) = (self.and(f, g), self.and(not_f, not_g));
        self.or(both, neither)
    }

    /// `X f`.
    pub fn next(&mut self, f: Formula) -> Formula {
        match f {
            Formula::FALSE | Formula::TRUE => f,
            _ => self.intern(Operator::Next(f)),
        }
    }

    /// `f U g`.
    pub fn until(&mut self, f: Formula, g: Formula) -> Formula {
        match (f, g) {
            (_, Formula::FALSE | Formula::TRUE) | (Formula::FALSE, _) => g,
            _ if f == g => g,
            _ => self.intern(Operator::Until(f, g)),
        }
    }

    /// `f V g`, which others write `f R g`.
    pub fn release(&mut self, f: Formula, g: Formula) -> Formula {
        match (f, g) {
            (_, Formula::FALSE | Formula::TRUE) | (Formula::TRUE, _) => g,
            _ if f == g => g,
            _ => self.intern(Operator::Release(f, g)),
        }
    }

    /// `f W g`: `f U g` or `f` for ever.
    pub fn weak_until(&mut self, f: Formula, g: Formula) -> Formula {
        let either = self.or(f, g);
        self.release(g, either)
    }

    /// `<> f`.
    pub fn eventually(&mut self, f: Formula) -> Formula {
        self.until(Formula::TRUE, f)
    }

    /// `[] f`.
    pub fn always(&mut self, f: Formula) -> Formula {
        self.release(Formula::FALSE, f)
    }

    /// `Y f`: at the previous position; false at the first one.
    pub fn yesterday(&mut self, f: Formula) -> Formula {
        match f {
            Formula::FALSE => f,
            _ => self.intern(Operator::Yesterday(f)),
        }
    }

    /// `f S g`.
    pub fn since(&mut self, f: Formula, g: Formula) -> Formula {
        match (f, g) {
            (_, Formula::FALSE | Formula::TRUE) | (Formula::FALSE, _) => g,
            _ if f == g => g,
            _ => self.intern(Operator::Since(f, g)),
        }
    }

    /// `f T g`, the dual of since: `g` now and back to the last position where `f` held, or to the first position.
    pub fn trigger(&mut self, f: Formula, g: Formula) -> Formula {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let since = self.since(not_f, not_g);
        self.not(since)
    }

    /// `O f`: now or at some position in the past.
    pub fn once(&mut self, f: Formula) -> Formula {
        self.since(Formula::TRUE, f)
    }

    /// `H f`: now and at all positions in the past.
    pub fn historically(&mut self, f: Formula) -> Formula {
        self.trigger(Formula::FALSE, f)
    }

    /// The label of a propositional formula; `None` if it has temporal operators.
    pub fn label(&mut self, formula: Formula) -> Option<Label> {
        if !self.is_propositional(formula) {
            return None;
        }
        if let Some(&known) = self.labels_of.get(&formula) {
            return Some(known);
        }
        let label = match self.operator(formula).clone() {
            Operator::False => Label::FALSE,
            Operator::Atom(atom) => self.labels.variable(atom.0),
            Operator::Not(f) => {
                let label = self.label(f)?;
                self.labels.not(label)
            }
            Operator::And(all) => {
                let mut label = Label::TRUE;
                for f in all {
                    let part = self.label(f)?;
                    label = self.labels.and(label, part);
                }
                label
            }
            Operator::Or(all) => {
                let mut label = Label::FALSE;
                for f in all {
                    let part = self.label(f)?;
                    label = self.labels.or(label, part);
                }
                label
            }
            _ => Label::TRUE,
        };
        if !self.labels.is_exhausted() {
            self.labels_of.insert(formula, label);
        }
        Some(label)
    }
}

/// The formulas directly below an operator.
fn operands(operator: &Operator) -> Vec<Formula> {
    match operator {
        Operator::False | Operator::True | Operator::Atom(_) => Vec::new(),
        Operator::Not(f) | Operator::Next(f) | Operator::Yesterday(f) => vec![*f],
        Operator::And(all) | Operator::Or(all) => all.to_vec(),
        Operator::Until(f, g) | Operator::Release(f, g) | Operator::Since(f, g) => vec![*f, *g],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_formulas_are_one_and_constants_are_folded() {
        let mut logic = Logic::new();
        let (a, b) = (logic.atom(Atom(0)), logic.atom(Atom(1)));
        let ab = logic.and(a, b);
        let again = logic.all([b, ab, Formula::TRUE]);
        assert_eq!(ab, again);
        let not_a = logic.not(a);
        assert_eq!(logic.and(not_a, ab), Formula::FALSE);
        assert_eq!(logic.eventually(Formula::FALSE), Formula::FALSE);
        assert_eq!(logic.atoms(ab), [Atom(0), Atom(1)]);
    }

    #[test]
    fn maximal_propositions_are_not_inside_one_another() {
        let mut logic = Logic::new();
        let (a, b) = (logic.atom(Atom(0)), logic.atom(Atom(1)));
        let both = logic.and(a, b);
        let until = logic.until(both, a);
        let always = logic.always(until);
        assert_eq!(logic.maximal_propositions(always), [a, both]);
        let mixed = logic.all([a, b, always]);
        assert_eq!(logic.maximal_propositions(mixed), [a, both]);
        let eventually = logic.eventually(a);
        let mixed = logic.all([a, b, eventually]);
        assert_eq!(logic.maximal_propositions(mixed), [a, both]);
        assert_eq!(logic.maximal_propositions(both), [both]);
    }
}
