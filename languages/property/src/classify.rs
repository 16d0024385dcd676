//! Kinds of properties: invariant, safety, guarantee, insensitive to stuttering.
//!
//! Each question is asked of the text first, which is cheap and often enough, and then decided on automata:
//!
//! - `f` is a *safety* property if every word that violates it has a prefix after which nothing can mend it (Alpern and
//!   Schneider, *Recognizing safety and liveness*, 1987). The smallest safety property that contains `f` has the
//!   automaton of `f` with every run accepting, once states without accepted words are gone; `f` is a safety property
//!   if it has no word of `!f`.
//! - `f` is a *guarantee* if `!f` is a safety property.
//! - `f` is *insensitive to stuttering* if repeating letters of a word makes no difference, so that steps which change
//!   no atom may be left out. Formulas without `X` and `Y` are. For others the test is that of Michaud and Duret-Lutz,
//!   *Practical stutter-invariance checks for ω-regular languages* (SPIN 2015): two words that differ in
//!   stuttering alone can both be stretched to a third one, so the automata of `f` and of `!f`, each allowed to repeat
//!   letters, must have no word in common.

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::formula::{Formula, Logic, Operator};
use crate::label::Label;
use crate::translate::{Limits, TooLarge};

/// What is known of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classification {
    /// The formula as a statement about single states, if it is one by its text.
    pub invariant: Option<Invariant>,
    /// Is it a safety property?
    pub safety: bool,
    /// Is its negation a safety property?
    pub guarantee: bool,
    /// Does repeating letters make no difference?
    pub stutter_invariant: bool,
}

/// A formula that speaks of single states: `first && [] every`, both propositional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invariant {
    /// What holds in the first state.
    pub first: Formula,
    /// What holds in every state.
    pub every: Formula,
}

/// Most letters that the test for stuttering tells apart.
const MOST_LETTERS: usize = 4096;

/// Most pairs of a state and a letter in that test.
const MOST_COPIES: usize = 1 << 18;

impl Logic {
    /// Everything there is to know of a formula.
    ///
    /// ```
    /// use property::{Atom, Limits, Logic};
    /// let mut logic = Logic::new();
    /// let p = logic.atom(Atom(0));
    /// let next = logic.next(p);
    /// let step = logic.implication(p, next);
    /// let always = logic.always(step);
    /// let class = logic.classify(always, Limits::default()).unwrap();
    /// assert!(class.safety && !class.guarantee);
    /// assert!(class.stutter_invariant, "once p, always p: the next operator does no harm");
    /// assert_eq!(class.invariant, None);
    /// ```
    pub fn classify(&mut self, formula: Formula, limits: Limits) -> Result<Classification, TooLarge> {
        let negation = self.negation(formula);
        Ok(Classification {
            invariant: self.as_invariant(formula),
            safety: self.is_safety(formula, limits)?,
            guarantee: self.is_safety(negation, limits)?,
            stutter_invariant: self.is_stutter_invariant(formula, limits)?,
        })
    }

    /// The formula as an invariant, if it is one by its text after simplification.
    pub fn as_invariant(&mut self, formula: Formula) -> Option<Invariant> {
        let simplified = self.simplify(formula);
        self.invariant_part(simplified)
    }

    fn invariant_part(&mut self, formula: Formula) -> Option<Invariant> {
        if self.is_propositional(formula) {
            return Some(Invariant { first: formula, every: Formula::TRUE });
        }
        match self.operator(formula).clone() {
            Operator::And(parts) => {
                let mut joined = Invariant { first: Formula::TRUE, every: Formula::TRUE };
                for part in parts {
                    let part = self.invariant_part(part)?;
                    joined.first = self.and(joined.first, part.first);
                    joined.every = self.and(joined.every, part.every);
                }
                Some(joined)
            }
            Operator::Release(Formula::FALSE, f) => {
                let inner = self.invariant_part(f)?;
                let every = self.and(inner.first, inner.every);
                Some(Invariant { first: Formula::TRUE, every })
            }
            _ => None,
        }
    }

    /// Is it a safety property by its text: in negation normal form it has no until?
    pub fn is_syntactic_safety(&mut self, formula: Formula) -> bool {
        let normal = self.normal_form(formula);
        // Below operators of the past anything may stand, and may be negated.
        self.subformulas(normal).into_iter().all(|f| match self.operator(f) {
            Operator::Until(..) => false,
            Operator::Yesterday(_) | Operator::Since(..) => {
                self.operands(f).into_iter().all(|g| !self.has_future(g))
            }
            _ => true,
        })
    }

    fn has_future(&self, formula: Formula) -> bool {
        let future =
            |f| matches!(self.operator(f), Operator::Next(_) | Operator::Until(..) | Operator::Release(..));
        self.subformulas(formula).into_iter().any(future)
    }

    /// Is it a safety property?
    pub fn is_safety(&mut self, formula: Formula, limits: Limits) -> Result<bool, TooLarge> {
        if self.is_syntactic_safety(formula) {
            return Ok(true);
        }
        let negation = self.negation(formula);
        let closure = self.automaton(formula, limits)?.closure();
        let opposite = self.automaton(negation, limits)?;
        Ok(closure.intersection(self, &opposite)?.accepts_nothing())
    }

    /// Does repeating letters of a word make no difference to a formula?
    pub fn is_stutter_invariant(&mut self, formula: Formula, limits: Limits) -> Result<bool, TooLarge> {
        let simplified = if self.has_past(formula) { formula } else { self.simplify(formula) };
        let steps = |f: &Formula| matches!(self.operator(*f), Operator::Next(_) | Operator::Yesterday(_));
        if !self.subformulas(simplified).iter().any(steps) {
            return Ok(true);
        }
        let negation = self.negation(formula);
        let (one, other) = (self.automaton(formula, limits)?, self.automaton(negation, limits)?);
        if one.sets.max(other.sets) > 31 {
            return Err(TooLarge);
        }
        let letters = self.letters(&[&one, &other])?;
        if letters.len() * one.len().max(other.len()) > MOST_COPIES {
            return Err(TooLarge);
        }
        let (one, other) = (one.stretched(self, &letters), other.stretched(self, &letters));
        Ok(one.intersection(self, &other)?.accepts_nothing())
    }

    /// Labels that divide all letters so that no edge tells letters of one label apart.
    fn letters(&mut self, automata: &[&Automaton]) -> Result<Vec<Label>, TooLarge> {
        let mut labels: Vec<Label> =
            automata.iter().flat_map(|a| a.edges.iter().flatten().map(|e| e.label)).collect();
        labels.sort_unstable();
        labels.dedup();
        let mut letters = vec![Label::TRUE];
        for label in labels {
            let mut finer = Vec::with_capacity(letters.len());
            for letter in letters {
                let (inside, outside) = (self.labels.and(letter, label), self.labels.minus(letter, label));
                finer.extend([inside, outside].into_iter().filter(|&part| part != Label::FALSE));
            }
            letters = finer;
            if letters.len() > MOST_LETTERS {
                return Err(TooLarge);
            }
        }
        Ok(letters)
    }
}

impl Automaton {
    /// The automaton with every infinite run accepting: the smallest safety property that contains its language.
    pub(crate) fn closure(&self) -> Automaton {
        let mut closure = self.trimmed();
        closure.edges.iter_mut().flatten().for_each(|e| e.marks = Marks::default());
        closure.sets = 0;
        closure
    }

    /// Accepts what can be made of accepted words by repeating letters, each finitely often. States are the old ones,
    /// once for each letter that was read last; one more acceptance set holds the edges that are no repetitions.
    fn stretched(&self, logic: &mut Logic, letters: &[Label]) -> Automaton {
        let copies = letters.len() + 1;
        let copy = |state: State, letter: usize| State::new(state.index() * copies + letter);
        let fresh = Marks(1 << self.sets);
        let mut edges = Vec::with_capacity(self.len() * copies);
        for state in self.states() {
            let mut moves = Vec::new();
            for edge in self.edges(state) {
                for (i, &letter) in letters.iter().enumerate() {
                    if logic.labels.implies(letter, edge.label) {
                        let marks = edge.marks.union(fresh);
                        moves.push(Edge { target: copy(edge.target, i), marks, label: letter });
                    }
                }
            }
            for last in 0..copies {
                let repeat = letters.get(last).map(|&label| Edge {
                    target: copy(state, last),
                    marks: Marks::default(),
                    label,
                });
                edges.push(moves.iter().copied().chain(repeat).collect());
            }
        }
        let initial = copy(self.initial, letters.len());
        Automaton { edges, initial, sets: self.sets + 1 }.reachable()
    }
}
