//! From a formula of the model to the automaton of what violates it.

use std::convert::Infallible;

use checker::Premise;
use diagnostics::SourceMap;
use explorer::CycleSearch;
use program::{Expr, Program, Statement, beside_the_state};
use promela::resolved::{ExprKind, Formula, FormulaKind, Ltl};
use property::{Atom, Limits, Logic, Watcher};

/// The automaton of a formula's negation.
#[derive(Clone, Debug)]
pub(crate) struct FormulaAutomaton {
    pub watcher: Watcher,
    /// What its atoms mean.
    pub atoms: Vec<Expr>,
    /// Repeating states makes no difference to the formula.
    pub stutter_invariant: bool,
}

/// The automaton of what violates a formula, whose atoms are the conditions of the program's only claim; of one of its
/// implications the consequent may be left out. An error says why there is none.
pub(crate) fn of_formula(
    formula: &Formula,
    program: &Program,
    search: CycleSearch,
    without_consequent: Option<usize>,
) -> Result<FormulaAutomaton, String> {
    let conditions: Vec<Expr> = atoms(program);
    if let Some(word) = conditions.iter().find_map(beside_the_state) {
        return Err(format!("`{word}` in a formula is not evaluated"));
    }
    let mut table = Atoms { distinct: Vec::new(), conditions: conditions.into_iter() };
    let mut logic = Logic::new();
    if let Some(number) = without_consequent {
        logic.leave_out_consequent(number);
    }
    let formula = table.translate(&mut logic, formula);
    if table.distinct.len() > Watcher::MOST_ATOMS {
        return Err(format!("the formula has more than {} different propositions", Watcher::MOST_ATOMS));
    }
    automaton(&mut logic, formula, table.distinct, search)
}

/// How an automaton is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// For people.
    Text,
    /// For Graphviz.
    Dot,
    /// The Hanoi omega-automata format.
    Hoa,
}

/// The automaton of what violates a formula, with the atoms as they stand in the source.
pub(crate) fn show(
    ltl: &Ltl,
    program: &Program,
    sources: &SourceMap,
    notation: Notation,
) -> Result<String, String> {
    let conditions = atoms(program);
    let mut table = Atoms { distinct: Vec::new(), conditions: conditions.clone().into_iter() };
    let mut logic = Logic::new();
    let formula = table.translate(&mut logic, &ltl.formula);
    let violation = logic.negation(formula);
    let automaton = logic.automaton(violation, Limits::default()).map_err(|why| why.to_string())?;
    let written = written(ltl, &conditions, &table.distinct, sources);
    let names = |atom: Atom| written[atom.0 as usize].clone();
    Ok(match notation {
        Notation::Text => automaton.text(&mut logic, &names),
        Notation::Dot => automaton.dot(&mut logic, &names),
        Notation::Hoa => automaton.hoa(&mut logic, &ltl.name, &names),
    })
}

/// The atoms of a formula as they stand in the source.
fn written(ltl: &Ltl, conditions: &[Expr], distinct: &[Expr], sources: &SourceMap) -> Vec<String> {
    let text = |condition: &Expr| {
        let first = conditions.iter().position(|other| other == condition).unwrap_or(0);
        let text = ltl.formula.atoms().get(first).map_or("", |atom| sources.slice(atom.span));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    distinct.iter().map(text).collect()
}

/// What the implications of a formula assume, where their consequents matter.
pub(crate) fn premises(ltl: &Ltl, program: &Program, sources: &SourceMap) -> Vec<Premise> {
    let conditions = atoms(program);
    let mut distinct = Vec::new();
    let mut logic = Logic::new();
    let read = |logic: &mut Logic| {
        let mut table = Atoms { distinct: Vec::new(), conditions: conditions.clone().into_iter() };
        let formula = table.translate(logic, &ltl.formula);
        distinct = table.distinct;
        Ok::<_, Infallible>(formula)
    };
    let Ok(found) = logic.consequential_premises(read, Limits::SMALL);
    let written = written(ltl, &conditions, &distinct, sources);
    let names = |atom: Atom| written[atom.0 as usize].clone();
    found.into_iter().map(|(number, premise)| Premise { number, text: logic.show(premise, &names) }).collect()
}

/// The automaton of runs that make no progress from some point on.
pub(crate) fn of_progress(search: CycleSearch) -> Result<FormulaAutomaton, String> {
    let mut logic = Logic::new();
    let no_progress = logic.atom(Atom(0));
    let progress = logic.not(no_progress);
    let eventually = logic.eventually(progress);
    let always = logic.always(eventually);
    automaton(&mut logic, always, vec![Expr::NonProgress], search)
}

fn automaton(
    logic: &mut Logic,
    formula: property::Formula,
    atoms: Vec<Expr>,
    search: CycleSearch,
) -> Result<FormulaAutomaton, String> {
    let limits = Limits::default();
    let too_large = |why: property::TooLarge| why.to_string();
    let violation = logic.negation(formula);
    let automaton = match search {
        CycleSearch::Components => logic.automaton(violation, limits),
        CycleSearch::Nested => logic.buchi_automaton(violation, limits),
    };
    let automaton = automaton.map_err(too_large)?;
    // If it cannot be told, nothing is taken for granted.
    let stutter_invariant = logic.is_stutter_invariant(formula, limits).unwrap_or(false);
    let watcher = Watcher::new(logic, &automaton).map_err(too_large)?;
    Ok(FormulaAutomaton { watcher, atoms, stutter_invariant })
}

/// The atoms of the formula that a program was lowered with.
pub(super) fn atoms(program: &Program) -> Vec<Expr> {
    let claims = program.claims.iter().map(|&id| program.proctype(id));
    let transitions = claims.flat_map(|claim| &claim.locations).flat_map(|location| &location.transitions);
    let conditions = transitions.filter_map(|t| match &t.statement {
        Statement::Guard(condition) => Some(condition.clone()),
        _ => None,
    });
    conditions.collect()
}

/// Numbers atoms; equal ones have one number.
struct Atoms {
    distinct: Vec<Expr>,
    /// The conditions of atoms that follow, in the order of the text.
    conditions: std::vec::IntoIter<Expr>,
}

impl Atoms {
    fn translate(&mut self, logic: &mut Logic, formula: &Formula) -> property::Formula {
        use FormulaKind as Kind;
        let operands: Vec<property::Formula> =
            formula.operands().into_iter().map(|operand| self.translate(logic, operand)).collect();
        let side = |number: usize| operands.get(number).copied().unwrap_or(property::Formula::TRUE);
        match (&formula.kind, side(0), side(1)) {
            (Kind::Atom(expr), ..) => self.atom(logic, expr),
            (Kind::Not(_), f, _) => logic.not(f),
            (Kind::Next(_), f, _) => logic.next(f),
            (Kind::Always(_), f, _) => logic.always(f),
            (Kind::Eventually(_), f, _) => logic.eventually(f),
            (Kind::And(..), a, b) => logic.and(a, b),
            (Kind::Or(..), a, b) => logic.or(a, b),
            (Kind::Implies(..), a, b) => logic.stated_implication(a, b),
            (Kind::Equivalent(..), a, b) => logic.equivalence(a, b),
            (Kind::Until(..), a, b) => logic.until(a, b),
            (Kind::Release(..), a, b) => logic.release(a, b),
            (Kind::WeakUntil(..), a, b) => logic.weak_until(a, b),
        }
    }

    fn atom(&mut self, logic: &mut Logic, expr: &promela::resolved::Expr) -> property::Formula {
        let condition = self.conditions.next().unwrap_or(Expr::Const(0));
        match expr.kind {
            ExprKind::Const(0) => property::Formula::FALSE,
            ExprKind::Const(_) => property::Formula::TRUE,
            _ => {
                let number = self.number(condition);
                logic.atom(Atom(number))
            }
        }
    }

    fn number(&mut self, condition: Expr) -> u32 {
        let known = self.distinct.iter().position(|known| *known == condition);
        let number = known.unwrap_or_else(|| {
            self.distinct.push(condition);
            self.distinct.len() - 1
        });
        number as u32
    }
}
