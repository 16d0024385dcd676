//! Formulas that look back: history is kept in bits beside the states of the automaton.
//!
//! A formula of the past without future in it is decided by what was read so far. Each of its operators needs one bit:
//! the value of the operand of `Y`, or of the `S` itself, at the previous position. Both are false before the first
//! one, and the next value is a function of the letter and of the bits (Lichtenstein, Pnueli and Zuck, *The glory of
//! the past*, 1985; here deterministic, as nothing of the future is involved). To the tableau such a formula is an atom
//! of its own; afterwards the automaton runs beside the bits, and the atom is replaced by its value.
//!
//! Where the future stands below the past, as in `O (p U q)`, it gets an auxiliary atom `x` with `[] (x <-> p U q)`.
//! There is exactly one way to choose `x` along a word, so it is projected away in the end.

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, State};
use crate::formula::{Atom, Formula, Logic, Operator};
use crate::label::{Label, Variable};
use crate::translate::{Limits, TooLarge, tableau};

/// First of the atoms that stand for formulas of the past and for the future below them; front ends use lower numbers.
const AUXILIARY: u32 = 1 << 28;

/// The automaton of any formula, as the tableau gives it.
pub(crate) fn tableau_with_past(
    logic: &mut Logic,
    formula: Formula,
    limits: Limits,
) -> Result<Automaton, TooLarge> {
    if !logic.has_past(formula) {
        let formula = logic.simplify(formula);
        return tableau(logic, formula, limits);
    }
    let mut history = History::default();
    let formula = history.without_past(logic, formula);
    let formula = logic.simplify(formula);
    let automaton = tableau(logic, formula, limits)?;
    history.beside(logic, &automaton, limits)
}

#[derive(Default)]
struct History {
    /// Each formula `Y f` or `f S g`, for which a bit is kept, with the atom that stands for it in the tableau.
    /// Operands are propositions over atoms, also of formulas that come earlier in this list.
    past: Vec<(Formula, Atom)>,
    /// Atoms that stand for the future below the past.
    guessed: Vec<Variable>,
    /// What must always hold of them.
    definitions: Vec<Formula>,
    rewritten: HashMap<Formula, Formula>,
    next_atom: u32,
}

impl History {
    fn fresh(&mut self) -> Atom {
        self.next_atom += 1;
        Atom(AUXILIARY + self.next_atom - 1)
    }

    /// A formula without past over more atoms, with what must hold of those.
    fn without_past(&mut self, logic: &mut Logic, formula: Formula) -> Formula {
        let main = self.rewrite(logic, formula);
        let definitions = std::mem::take(&mut self.definitions);
        logic.all(definitions.into_iter().chain([main]))
    }

    fn rewrite(&mut self, logic: &mut Logic, formula: Formula) -> Formula {
        if let Some(&known) = self.rewritten.get(&formula) {
            return known;
        }
        let result = match logic.operator(formula).clone() {
            Operator::Yesterday(f) => {
                let f = self.rewrite_below_past(logic, f);
                let past = logic.yesterday(f);
                self.past_atom(logic, past)
            }
            Operator::Since(f, g) => {
                let (f, g) = (self.rewrite_below_past(logic, f), self.rewrite_below_past(logic, g));
                let past = logic.since(f, g);
                self.past_atom(logic, past)
            }
            Operator::Not(f) => {
                let f = self.rewrite(logic, f);
                logic.not(f)
            }
            Operator::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.rewrite(logic, f)).collect();
                logic.all(parts)
            }
            Operator::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.rewrite(logic, f)).collect();
                logic.any(parts)
            }
            Operator::Next(f) => {
                let f = self.rewrite(logic, f);
                logic.next(f)
            }
            Operator::Until(f, g) => {
                let (f, g) = (self.rewrite(logic, f), self.rewrite(logic, g));
                logic.until(f, g)
            }
            Operator::Release(f, g) => {
                let (f, g) = (self.rewrite(logic, f), self.rewrite(logic, g));
                logic.release(f, g)
            }
            _ => formula,
        };
        self.rewritten.insert(formula, result);
        result
    }

    /// An operand of the past: a proposition over atoms, those of the inner past, and guesses of the future.
    fn rewrite_below_past(&mut self, logic: &mut Logic, formula: Formula) -> Formula {
        let rewritten = self.rewrite(logic, formula);
        self.guess_future(logic, rewritten)
    }

    fn guess_future(&mut self, logic: &mut Logic, formula: Formula) -> Formula {
        match logic.operator(formula).clone() {
            Operator::Not(f) => {
                let f = self.guess_future(logic, f);
                logic.not(f)
            }
            Operator::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.guess_future(logic, f)).collect();
                logic.all(parts)
            }
            Operator::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.guess_future(logic, f)).collect();
                logic.any(parts)
            }
            Operator::Next(_) | Operator::Until(..) | Operator::Release(..) => {
                let atom = self.fresh();
                self.guessed.push(atom.0);
                let guess = logic.atom(atom);
                let same = logic.equivalence(guess, formula);
                let always = logic.always(same);
                self.definitions.push(always);
                guess
            }
            _ => formula,
        }
    }

    /// The atom for a formula of the past whose operands are propositions.
    fn past_atom(&mut self, logic: &mut Logic, past: Formula) -> Formula {
        if !matches!(logic.operator(past), Operator::Yesterday(_) | Operator::Since(..)) {
            return past;
        }
        if let Some(&(_, atom)) = self.past.iter().find(|(f, _)| *f == past) {
            return logic.atom(atom);
        }
        let atom = self.fresh();
        self.past.push((past, atom));
        logic.atom(atom)
    }

    /// The automaton with the bits beside its states and real letters on its edges.
    fn beside(self, logic: &mut Logic, automaton: &Automaton, limits: Limits) -> Result<Automaton, TooLarge> {
        let start = (automaton.initial, vec![false; self.past.len()]);
        let mut numbers = HashMap::from([(start.clone(), State(0))]);
        let mut states = vec![start];
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        let mut edge_count = 0;
        while let Some((state, bits)) = states.get(edges.len()).cloned() {
            let now = self.values(logic, &bits);
            let mut outgoing = Vec::new();
            for edge in automaton.edges(state) {
                let label = self.replace_past(logic, edge.label, &now);
                for (next_bits, label) in self.split(logic, label, &now) {
                    let next = (edge.target, next_bits);
                    let target = *numbers.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        State::new(states.len() - 1)
                    });
                    let label = self.guessed.iter().fold(label, |label, &x| logic.labels.exists(label, x));
                    outgoing.push(Edge { target, label, ..*edge });
                }
            }
            edge_count += outgoing.len();
            edges.push(outgoing);
            if states.len() > limits.states || edge_count > limits.edges {
                return Err(TooLarge);
            }
        }
        let mut product = Automaton { edges, initial: State(0), sets: automaton.sets };
        product.join_edges(logic);
        Ok(product)
    }

    /// The value of each formula of the past now, and what each bit becomes, as labels over the letter that is read.
    fn values(&self, logic: &mut Logic, bits: &[bool]) -> Vec<(Label, Label)> {
        let mut now: Vec<(Label, Label)> = Vec::new();
        for (&(past, _), &bit) in self.past.iter().zip(bits) {
            let before = if bit { Label::TRUE } else { Label::FALSE };
            let operand = |logic: &mut Logic, f: Formula| {
                let label = logic.label(f).unwrap_or(Label::FALSE);
                self.replace_past(logic, label, &now)
            };
            let values = match *logic.operator(past) {
                Operator::Yesterday(f) => (before, operand(logic, f)),
                Operator::Since(f, g) => {
                    let (f, g) = (operand(logic, f), operand(logic, g));
                    let holding = logic.labels.and(f, before);
                    let value = logic.labels.or(g, holding);
                    (value, value)
                }
                _ => (Label::FALSE, Label::FALSE),
            };
            now.push(values);
        }
        now
    }

    /// A label with the atoms of the past replaced by their values, as far as these are known.
    fn replace_past(&self, logic: &mut Logic, label: Label, now: &[(Label, Label)]) -> Label {
        let known = self.past.iter().zip(now);
        known.fold(label, |label, ((_, atom), &(value, _))| logic.labels.substitute(label, atom.0, value))
    }

    /// The letters of a label divided by what they make of the bits.
    fn split(&self, logic: &mut Logic, label: Label, now: &[(Label, Label)]) -> Vec<(Vec<bool>, Label)> {
        let mut parts = vec![(Vec::new(), label)];
        for &(_, next) in now {
            let mut finer = Vec::new();
            for (bits, label) in parts {
                for value in [false, true] {
                    let part =
                        if value { logic.labels.and(label, next) } else { logic.labels.minus(label, next) };
                    if part != Label::FALSE {
                        let mut bits: Vec<bool> = bits.clone();
                        bits.push(value);
                        finer.push((bits, part));
                    }
                }
            }
            parts = finer;
        }
        parts
    }
}
