//! From a formula to a generalised Büchi automaton.
//!
//! After Couvreur, *On-the-fly verification of linear temporal logic* (FM 1999), as refined by Duret-Lutz,
//! *LTL translation improvements in Spot 1.0* (2014). A state is a formula that the rest of the word must satisfy. What
//! it says is written as a decision diagram over atoms, *next* variables (a formula that must hold from the next
//! position) and *promises*:
//!
//! | formula | diagram |
//! |---|---|
//! | `X f` | `next(f)` |
//! | `f U g` | `g ∨ (promise(g) ∧ f ∧ next(f U g))` |
//! | `f V g` | `g ∧ (f ∨ next(f V g))` |
//!
//! Each cube of an irredundant sum is an edge. For every `g` there is one acceptance set: the edges that do not promise
//! `g`. A run that puts `g` off for ever is not accepting.
//!
//! Two formulas with the same diagram are one state: they have the same edges, so nothing can tell them apart. This is
//! what makes `[]<> p` and `<> p && []<> p` one state. Leaving out what other conjuncts of a state imply was rejected:
//! an obligation might be put off from one formula to another for ever without any one promise being made for ever.

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, Marks, State};
use crate::formula::{Formula, Logic, Operator};
use crate::label::{Label, Literal, Variable};

/// First of the variables that stand for what must hold from the next position.
const NEXT: Variable = 1 << 29;
/// First of the variables that stand for promises.
const PROMISE: Variable = 1 << 30;

/// A formula, or one of the automata on the way, is larger than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the automaton of this formula is too large")
    }
}

impl std::error::Error for TooLarge {}

/// How large automata may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most states before reduction.
    pub states: usize,
    /// Most edges before reduction.
    pub edges: usize,
}

impl Limits {
    /// For questions beside the verdict, which may take no time worth speaking of.
    pub const SMALL: Limits = Limits { states: 64, edges: 512 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 20_000, edges: 400_000 }
    }
}

/// Most new nodes of decision diagrams in one translation.
const MOST_NODES: usize = 1 << 21;

/// The automaton of a formula without past, in negation normal form, as the tableau gives it.
pub(crate) fn tableau(logic: &mut Logic, formula: Formula, limits: Limits) -> Result<Automaton, TooLarge> {
    logic.labels.set_budget(MOST_NODES);
    let automaton = unbounded_tableau(logic, formula, limits);
    let enough = logic.labels.end_budget();
    let mut automaton = automaton.filter(|_| enough).ok_or(TooLarge)?;
    automaton.join_edges(logic);
    Ok(automaton)
}

/// `None` if it is too large; of no use if the budget for diagrams is exhausted afterwards.
fn unbounded_tableau(logic: &mut Logic, formula: Formula, limits: Limits) -> Option<Automaton> {
    let mut tableau = Tableau {
        logic,
        diagrams: HashMap::new(),
        numbers: HashMap::new(),
        diagram_of: Vec::new(),
        promises: Vec::new(),
    };
    let initial = tableau.diagram(formula);
    tableau.number(initial);
    let mut edges: Vec<Vec<(Edge, Vec<u32>)>> = Vec::new();
    let mut edge_count = 0;
    while let Some(&diagram) = tableau.diagram_of.get(edges.len()) {
        let outgoing = tableau.expand(diagram, limits.edges.saturating_sub(edge_count));
        edge_count += outgoing.len();
        edges.push(outgoing);
        let fits = tableau.diagram_of.len() <= limits.states && tableau.promises.len() <= 64;
        if !fits || tableau.logic.labels.is_exhausted() {
            return None;
        }
    }
    let sets = u32::try_from(tableau.promises.len()).ok()?;
    let marked = |(edge, promised): (Edge, Vec<u32>)| {
        let promised = promised.iter().fold(0, |bits, &set| bits | 1u64 << set);
        Edge { marks: Marks(Marks::all(sets).0 & !promised), ..edge }
    };
    let edges = edges.into_iter().map(|outgoing| outgoing.into_iter().map(marked).collect()).collect();
    Some(Automaton { edges, initial: State(0), sets })
}

struct Tableau<'l> {
    logic: &'l mut Logic,
    diagrams: HashMap<Formula, Label>,
    numbers: HashMap<Label, State>,
    diagram_of: Vec<Label>,
    /// The variables of promises seen so far; the position is the number of the acceptance set.
    promises: Vec<Variable>,
}

impl Tableau<'_> {
    /// What a formula says about this position, the next one, and promises.
    fn diagram(&mut self, formula: Formula) -> Label {
        if let Some(&known) = self.diagrams.get(&formula) {
            return known;
        }
        let result = match self.logic.operator(formula).clone() {
            Operator::And(parts) => {
                let mut label = Label::TRUE;
                for f in parts {
                    let part = self.diagram(f);
                    label = self.logic.labels.and(label, part);
                }
                label
            }
            Operator::Or(parts) => {
                let mut label = Label::FALSE;
                for f in parts {
                    let part = self.diagram(f);
                    label = self.logic.labels.or(label, part);
                }
                label
            }
            Operator::Next(f) => self.next(f),
            Operator::Until(f, g) => {
                let (now, holding, again) = (self.diagram(g), self.diagram(f), self.next(formula));
                let labels = &mut self.logic.labels;
                let promise = labels.variable(PROMISE + g.0);
                let later = labels.and(holding, again);
                let later = labels.and(promise, later);
                labels.or(now, later)
            }
            Operator::Release(f, g) => {
                let (holding, released, again) = (self.diagram(g), self.diagram(f), self.next(formula));
                let labels = &mut self.logic.labels;
                let or_later = labels.or(released, again);
                labels.and(holding, or_later)
            }
            // Literals; a formula that is none has no place in a normal form and holds nowhere.
            _ => self.logic.label(formula).unwrap_or(Label::FALSE),
        };
        self.diagrams.insert(formula, result);
        result
    }

    fn next(&mut self, f: Formula) -> Label {
        self.logic.labels.variable(NEXT + f.0)
    }

    fn number(&mut self, diagram: Label) -> State {
        *self.numbers.entry(diagram).or_insert_with(|| {
            self.diagram_of.push(diagram);
            State::new(self.diagram_of.len() - 1)
        })
    }

    /// The edges of a state, each with the numbers of the acceptance sets it is not in.
    fn expand(&mut self, diagram: Label, most: usize) -> Vec<(Edge, Vec<u32>)> {
        let cubes = self.logic.labels.at_most_cubes(diagram, most);
        if self.logic.labels.is_exhausted() {
            return Vec::new();
        }
        let mut edges = Vec::new();
        for cube in cubes {
            let target = self.target(&cube);
            if target == Label::FALSE {
                continue;
            }
            let target = self.number(target);
            let mut promised: Vec<u32> =
                cube.iter().filter(|l| l.0 >= PROMISE).map(|l| self.acceptance_set(l.0)).collect();
            promised.sort_unstable();
            let mut label = Label::TRUE;
            for &literal in cube.iter().filter(|l| l.0 < NEXT) {
                let literal = self.logic.labels.literal(literal);
                label = self.logic.labels.and(label, literal);
            }
            edges.push((Edge { target, marks: Marks::default(), label }, promised));
        }
        edges
    }

    /// The diagram of everything that a cube demands from the next position.
    fn target(&mut self, cube: &[Literal]) -> Label {
        let mut target = Label::TRUE;
        for &(variable, _) in cube.iter().filter(|l| (NEXT..PROMISE).contains(&l.0)) {
            let part = self.diagram(Formula(variable - NEXT));
            target = self.logic.labels.and(target, part);
        }
        target
    }

    fn acceptance_set(&mut self, promise: Variable) -> u32 {
        let known = self.promises.iter().position(|&p| p == promise);
        let index = known.unwrap_or_else(|| {
            self.promises.push(promise);
            self.promises.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }
}
