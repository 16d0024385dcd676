//! Families of formulas: `p[0]` is served again and again, `p[1]` is, … If a symmetry of the program carries one formula to another,
//! both hold or neither does, and one search is enough.
//!
//! **Claim.** Let g be a symmetry of the program that leaves every start as it is, and let a(s) = a'(g(s)) for each atom a of a formula
//! f, the atom a' in the same place of a formula f' of the same shape, and all states s. Then f holds if and only if f' does. For g maps
//! the runs from the starts to runs from the starts, all of them (g⁻¹ does too), and the letters of f along a run are those of f'
//! along its image. Where processes are created first, the states before the start stay as they are, and a and a' must
//! have the same value in each. Fairness and who can move are mapped along, so this is so under any fairness.
//!
//! **How g is found.** Both formulas become part of the program as one observer: a location for each place of an atom, and from it two
//! options, a and a'. Options are in no order, so detection finds the symmetries of the program that map the two to themselves or
//! to each other, at each location; and both proofs of a symmetry go over them. Of a generator it remains to be seen which
//! it does: if a(s) ≠ a(g(s)) in some state s, it does not map a to itself, and so exchanges the two. States are asked until
//! one tells. None that tells is no proof of the contrary, and the formula is then checked by itself.
//!
//! The other formulas of a file are not part of this program, nor is anything lost if the group of a formula is small: what is asked
//! is only what carries one to the other. Rejected: renaming expressions and comparing them, which the proof does already.
//! The idea is that of Emerson and Sistla (*Symmetry and model checking*, 1996, section 5), who check one of φ(1), …, φ(n).

use std::collections::HashSet;

use permutation::Random;
use program::{CellName, ConfigId, Expr, Interpreter, Program, Statement, Transition, TransitionId};
use promela::Claims;
use promela::resolved::{ExprKind, Formula, FormulaKind, Ltl};
use symmetry::{Grouped, StateGroup, find};

use super::formula::{atoms, of_formula};
use super::system::removals;
use crate::{Level, Promela};
use explorer::CycleSearch;

/// States that are asked what a symmetry does to atoms.
const MOST_ASKED: usize = 600;
/// States mixed of others.
const MOST_MIXED: usize = 100;

impl Promela {
    /// The first of some formulas that a symmetry of the program carries to another, with the symmetry in source names.
    pub(crate) fn carried_from(&self, name: &str, from: &[&str]) -> Option<(String, String)> {
        let named = |name: &str| self.model.ltl.iter().find(|ltl| ltl.name == name);
        let to = named(name)?;
        let alike =
            from.iter().filter_map(|from| named(from)).filter(|ltl| is_alike(&ltl.formula, &to.formula));
        alike.into_iter().find_map(|from| Some((from.name.clone(), self.symmetry_between(from, to)?)))
    }

    /// A symmetry of the program that carries one formula to another.
    fn symmetry_between(&self, from: &Ltl, to: &Ltl) -> Option<String> {
        let mut program = self.lower(Level::Written, Claims::Atoms(&from.name));
        program.checked_claim = None;
        let other = self.lower(Level::Written, Claims::Atoms(&to.name));
        let pairs: Vec<(Expr, Expr)> = atoms(&program).into_iter().zip(atoms(&other)).collect();
        let counts_steps =
            !of_formula(&from.formula, &program, CycleSearch::Components, None).ok()?.stutter_invariant;
        let before = removals(&program);
        add_options(&mut program, &pairs)?;
        let Grouped { interpreter, group, tried, .. } = find(program).group.ok()?;
        if counts_steps && removals(interpreter.program()) != before {
            return None;
        }
        let instance = &group.detection.instance;
        let is_same = |state: &Vec<u8>| {
            let value = |atom: &Expr| interpreter.proposition(state, atom).ok();
            pairs.iter().all(|(a, b)| value(a).is_some() && value(a) == value(b))
        };
        if instance.creator.is_some() || !instance.before.iter().all(is_same) {
            return None;
        }
        let states = some_states(&interpreter, &group, tried);
        let carries = |generator: &&symmetry::Generator| {
            let mut image = group.images(generator);
            let image = &mut image;
            instance.starts.iter().all(|start| image(start).as_ref() == Some(start))
                && pairs.iter().all(|(a, b)| {
                    let value = |state: &[u8]| interpreter.proposition(state, a).ok();
                    let moves = |state: &Vec<u8>| {
                        let there = image(state).and_then(|to| value(&to));
                        value(state).is_some_and(|here| there.is_some_and(|there| there != here))
                    };
                    a == b || states.iter().any(moves)
                })
        };
        let generator = group.detection.generators.iter().find(carries)?;
        Some(group.describe(generator).join(", "))
    }
}

/// Have two formulas one shape, with atoms in the same places?
fn is_alike(one: &Formula, other: &Formula) -> bool {
    let constant = |formula: &Formula| match &formula.kind {
        FormulaKind::Atom(expr) => match expr.kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        },
        _ => None,
    };
    let (left, right) = (one.operands(), other.operands());
    std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind)
        && constant(one) == constant(other)
        && left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| is_alike(left, right))
}

/// Puts the second of each pair of atoms beside the first, which is the condition of a transition of the program's only claim.
fn add_options(program: &mut Program, pairs: &[(Expr, Expr)]) -> Option<()> {
    let [claim] = program.claims[..] else { return None };
    let mut pairs = pairs.iter();
    let mut count = program.transition_count;
    for location in &mut program.proctypes[claim.index()].locations {
        let is_guard = |t: &&Transition| matches!(t.statement, Statement::Guard(_));
        let Some(guard) = location.transitions.iter().find(is_guard).cloned() else { continue };
        let (_, other) = pairs.next()?;
        let (id, statement) = (TransitionId(count), Statement::Guard(other.clone()));
        location.transitions.push(Transition { id, statement, ..guard });
        count += 1;
    }
    program.transition_count = count;
    pairs.next().is_none().then_some(())
}

/// States in which a symmetry may show what it does: the starts, those that it was tried on, and what follows; then mixtures of
/// these. They need not be reachable: atoms correspond in all states in which variables hold what the code takes for granted of those
/// that nothing assigns.
fn some_states(interpreter: &Interpreter, group: &StateGroup, tried: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let mut states: Vec<Vec<u8>> = group.detection.instance.starts.clone();
    states.extend(tried);
    let mut seen: HashSet<Vec<u8>> = states.iter().cloned().collect();
    let mut at = 0;
    while at < states.len() && states.len() < MOST_ASKED {
        for step in interpreter.expand(&states[at]).steps {
            states.extend(step.state.filter(|state| seen.insert(state.clone())));
        }
        at += 1;
    }
    let mut random = Random::new(1);
    let reached: Vec<&Vec<u8>> = states.iter().collect();
    let starts = group.detection.instance.starts.iter().cycle().take(MOST_MIXED);
    let mixed: Vec<Vec<u8>> = starts.map(|start| mixed(interpreter, start, &reached, &mut random)).collect();
    states.extend(mixed);
    states
}

/// A state in which each variable holds what it holds in some reachable state.
fn mixed(interpreter: &Interpreter, start: &[u8], reached: &[&Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut state = start.to_vec();
    for cell in interpreter.layout().cells(&interpreter.layout().configuration_of(start)) {
        let other = reached[random.below(reached.len())];
        if matches!(cell.name, CellName::Variable(..)) && ConfigId::of(other) == ConfigId::of(start) {
            let place = cell.at..cell.at + cell.slot.size();
            state[place.clone()].copy_from_slice(&other[place]);
        }
    }
    state
}
