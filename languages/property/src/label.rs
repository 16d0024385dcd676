//! Labels: propositional formulas over atoms, as reduced ordered decision diagrams.
//!
//! A label says which letters an edge reads. Equal labels are equal numbers, so that edges are merged and compared at
//! no cost, and the translation can use diagrams for what is to hold now and next (Couvreur 1999). Diagrams are after
//! Bryant, *Graph-based algorithms for Boolean function manipulation* (1986), without complement edges; sums of cubes
//! are irredundant covers after Minato, *Fast generation of prime-irredundant covers from binary decision diagrams*
//! (1993). Lists of cubes throughout were rejected: implication between labels, which the reductions ask all
//! the time, is not a lookup there. Formulas have few atoms, and nothing is ever freed.

use std::collections::HashMap;

use crate::Atom;

/// A propositional formula over atoms; belongs to the [`Logic`](crate::Logic) it was made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

impl Label {
    /// Reads no letter.
    pub const FALSE: Label = Label(0);
    /// Reads every letter.
    pub const TRUE: Label = Label(1);
}

/// A conjunction of literals: the atoms that must hold and those that must not, each list in increasing order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cube {
    /// What must hold.
    pub positive: Vec<Atom>,
    /// What must not hold.
    pub negative: Vec<Atom>,
}

/// A variable of the diagrams. Atoms come first; the translation uses numbers above them for its own purposes.
pub(crate) type Variable = u32;

/// A literal: a variable and its value.
pub(crate) type Literal = (Variable, bool);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    variable: Variable,
    /// The label where the variable is false.
    low: Label,
    /// The label where the variable is true.
    high: Label,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Connective {
    And,
    Or,
    Minus,
}

/// All labels of one logic.
#[derive(Debug)]
pub(crate) struct Labels {
    /// The first two stand for the constants and are never looked into.
    nodes: Vec<Node>,
    unique: HashMap<Node, Label>,
    joined: HashMap<(Connective, Label, Label), Label>,
    complements: HashMap<Label, Label>,
    /// Most nodes that there may be.
    most_nodes: usize,
    /// Were more nodes or cubes asked for than there may be? From then on every result is [`Label::FALSE`], and none is
    /// kept, until the budget is taken away.
    exhausted: bool,
}

impl Labels {
    pub(crate) fn new() -> Labels {
        let constant = |label| Node { variable: Variable::MAX, low: label, high: label };
        Labels {
            nodes: vec![constant(Label::FALSE), constant(Label::TRUE)],
            unique: HashMap::new(),
            joined: HashMap::new(),
            complements: HashMap::new(),
            most_nodes: usize::MAX,
            exhausted: false,
        }
    }

    /// From now on at most `nodes` new nodes are made.
    pub(crate) fn set_budget(&mut self, nodes: usize) {
        self.most_nodes = self.nodes.len().saturating_add(nodes);
        self.exhausted = false;
    }

    /// Takes the budget away; was it enough?
    pub(crate) fn end_budget(&mut self) -> bool {
        self.most_nodes = usize::MAX;
        !std::mem::replace(&mut self.exhausted, false)
    }

    /// Was the budget too small?
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// One variable.
    pub(crate) fn variable(&mut self, variable: Variable) -> Label {
        self.node(variable, Label::FALSE, Label::TRUE)
    }

    /// One literal.
    pub(crate) fn literal(&mut self, (variable, value): Literal) -> Label {
        if value {
            self.node(variable, Label::FALSE, Label::TRUE)
        } else {
            self.node(variable, Label::TRUE, Label::FALSE)
        }
    }

    fn node(&mut self, variable: Variable, low: Label, high: Label) -> Label {
        if low == high {
            return low;
        }
        let node = Node { variable, low, high };
        if self.exhausted || (self.nodes.len() >= self.most_nodes && !self.unique.contains_key(&node)) {
            self.exhausted = true;
            return Label::FALSE;
        }
        *self.unique.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            Label(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
        })
    }

    fn top(&self, label: Label) -> Variable {
        self.nodes[label.0 as usize].variable
    }

    /// The two sides of a label with respect to a variable that is at its top or above it.
    fn sides(&self, label: Label, variable: Variable) -> (Label, Label) {
        let node = self.nodes[label.0 as usize];
        if node.variable == variable { (node.low, node.high) } else { (label, label) }
    }

    pub(crate) fn not(&mut self, label: Label) -> Label {
        match label {
            Label::FALSE => return Label::TRUE,
            Label::TRUE => return Label::FALSE,
            _ => {}
        }
        if let Some(&known) = self.complements.get(&label) {
            return known;
        }
        let node = self.nodes[label.0 as usize];
        let (low, high) = (self.not(node.low), self.not(node.high));
        let result = self.node(node.variable, low, high);
        if !self.exhausted {
            self.complements.insert(label, result);
            self.complements.insert(result, label);
        }
        result
    }

    pub(crate) fn and(&mut self, a: Label, b: Label) -> Label {
        self.join(Connective::And, a.min(b), a.max(b))
    }

    pub(crate) fn or(&mut self, a: Label, b: Label) -> Label {
        self.join(Connective::Or, a.min(b), a.max(b))
    }

    /// What `a` reads and `b` does not.
    pub(crate) fn minus(&mut self, a: Label, b: Label) -> Label {
        self.join(Connective::Minus, a, b)
    }

    /// Each connective has its own recursion: to write `or` and `minus` with `and` and `not` makes ten times as many
    /// nodes.
    fn join(&mut self, connective: Connective, a: Label, b: Label) -> Label {
        match (connective, a, b) {
            (Connective::And, Label::FALSE, _) | (Connective::And, _, Label::FALSE) => return Label::FALSE,
            (Connective::And, Label::TRUE, other) | (Connective::And, other, Label::TRUE) => return other,
            (Connective::Or, Label::TRUE, _) | (Connective::Or, _, Label::TRUE) => return Label::TRUE,
            (Connective::Or, Label::FALSE, other) | (Connective::Or, other, Label::FALSE) => return other,
            (Connective::Minus, Label::FALSE, _) | (Connective::Minus, _, Label::TRUE) => {
                return Label::FALSE;
            }
            (Connective::Minus, _, Label::FALSE) => return a,
            (Connective::Minus, Label::TRUE, _) => return self.not(b),
            (Connective::Minus, ..) if a == b => return Label::FALSE,
            _ if a == b => return a,
            _ if self.exhausted => return Label::FALSE,
            _ => {}
        }
        if let Some(&known) = self.joined.get(&(connective, a, b)) {
            return known;
        }
        let variable = self.top(a).min(self.top(b));
        let ((a0, a1), (b0, b1)) = (self.sides(a, variable), self.sides(b, variable));
        let (low, high) = (self.join(connective, a0, b0), self.join(connective, a1, b1));
        let result = self.node(variable, low, high);
        if !self.exhausted {
            self.joined.insert((connective, a, b), result);
        }
        result
    }

    pub(crate) fn implies(&mut self, a: Label, b: Label) -> bool {
        self.minus(a, b) == Label::FALSE
    }

    /// The label where a variable has a value.
    pub(crate) fn restrict(&mut self, label: Label, (variable, value): Literal) -> Label {
        let node = self.nodes[label.0 as usize];
        if node.variable > variable {
            return label;
        }
        if node.variable == variable {
            return if value { node.high } else { node.low };
        }
        let low = self.restrict(node.low, (variable, value));
        let high = self.restrict(node.high, (variable, value));
        self.node(node.variable, low, high)
    }

    /// Does some value of the variable make it true?
    pub(crate) fn exists(&mut self, label: Label, variable: Variable) -> Label {
        let (low, high) = (self.restrict(label, (variable, false)), self.restrict(label, (variable, true)));
        self.or(low, high)
    }

    /// The label with another one in place of a variable.
    pub(crate) fn substitute(&mut self, label: Label, variable: Variable, by: Label) -> Label {
        let (low, high) = (self.restrict(label, (variable, false)), self.restrict(label, (variable, true)));
        let high = self.and(by, high);
        let low = self.minus(low, by);
        self.or(low, high)
    }

    /// The variables that a label depends on, in increasing order.
    pub(crate) fn support(&self, label: Label) -> Vec<Variable> {
        let mut seen = vec![label];
        let mut variables = Vec::new();
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            if at == Label::FALSE || at == Label::TRUE {
                continue;
            }
            let node = self.nodes[at.0 as usize];
            variables.push(node.variable);
            seen.extend(
                [node.low, node.high].into_iter().filter(|side| !seen.contains(side)).collect::<Vec<_>>(),
            );
        }
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// Does the label read the letter in which exactly the variables with `holds` are true?
    pub(crate) fn reads(&self, label: Label, holds: &dyn Fn(Variable) -> bool) -> bool {
        let mut at = label;
        while at != Label::FALSE && at != Label::TRUE {
            let node = self.nodes[at.0 as usize];
            at = if holds(node.variable) { node.high } else { node.low };
        }
        at == Label::TRUE
    }

    /// One letter that a label reads, as literals of the variables that matter; `None` for the label that reads
    /// nothing.
    pub(crate) fn witness(&self, label: Label) -> Option<Vec<Literal>> {
        let mut at = label;
        let mut literals = Vec::new();
        while at != Label::TRUE {
            if at == Label::FALSE {
                return None;
            }
            let node = self.nodes[at.0 as usize];
            let value = node.low == Label::FALSE;
            literals.push((node.variable, value));
            at = if value { node.high } else { node.low };
        }
        Some(literals)
    }

    /// An irredundant sum of cubes. A variable in which the label is monotone occurs with one sign only.
    pub(crate) fn cubes(&mut self, label: Label) -> Vec<Vec<Literal>> {
        self.at_most_cubes(label, usize::MAX)
    }

    /// As [`Self::cubes`], with the budget exhausted if there are more than `most`.
    pub(crate) fn at_most_cubes(&mut self, label: Label, most: usize) -> Vec<Vec<Literal>> {
        let mut cubes = Cubes::default();
        self.cover(label, label, most, &mut cubes);
        cubes.found
    }

    /// Adds cubes below `path` that cover at least `lower` and at most `upper`; returns what they cover.
    fn cover(&mut self, lower: Label, upper: Label, most: usize, cubes: &mut Cubes) -> Label {
        if lower == Label::FALSE || self.exhausted {
            return Label::FALSE;
        }
        if upper == Label::TRUE {
            cubes.found.push(cubes.path.clone());
            self.exhausted |= cubes.found.len() > most;
            return Label::TRUE;
        }
        let variable = self.top(lower).min(self.top(upper));
        let ((l0, l1), (u0, u1)) = (self.sides(lower, variable), self.sides(upper, variable));
        let only_low = self.minus(l0, u1);
        cubes.path.push((variable, false));
        let low = self.cover(only_low, u0, most, cubes);
        cubes.path.pop();
        let only_high = self.minus(l1, u0);
        cubes.path.push((variable, true));
        let high = self.cover(only_high, u1, most, cubes);
        cubes.path.pop();
        let (rest_low, rest_high) = (self.minus(l0, low), self.minus(l1, high));
        let (rest, both) = (self.or(rest_low, rest_high), self.and(u0, u1));
        let either = self.cover(rest, both, most, cubes);
        let (low, high) = (self.or(low, either), self.or(high, either));
        self.node(variable, low, high)
    }
}

/// The cubes found so far, and the literals on the way to the next one.
#[derive(Default)]
struct Cubes {
    path: Vec<Literal>,
    found: Vec<Vec<Literal>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_cover_exactly_the_label() {
        let mut labels = Labels::new();
        for function in 0..256u32 {
            let mut label = Label::FALSE;
            for row in (0..8u32).filter(|row| function >> row & 1 == 1) {
                let mut cube = Label::TRUE;
                for v in 0..3 {
                    let literal = labels.literal((v, row >> v & 1 == 1));
                    cube = labels.and(cube, literal);
                }
                label = labels.or(label, cube);
            }
            for row in 0..8u32 {
                assert_eq!(labels.reads(label, &|v| row >> v & 1 == 1), function >> row & 1 == 1);
            }
            let mut sum = Label::FALSE;
            for cube in labels.cubes(label) {
                let mut product = Label::TRUE;
                for literal in cube {
                    let literal = labels.literal(literal);
                    product = labels.and(product, literal);
                }
                sum = labels.or(sum, product);
            }
            assert_eq!(sum, label);
            assert_eq!(labels.witness(label).is_none(), label == Label::FALSE);
        }
    }

    #[test]
    fn substitution_and_quantification_agree_with_truth_tables() {
        let mut labels = Labels::new();
        let (a, b, c) = (labels.variable(0), labels.variable(1), labels.variable(2));
        let not_b = labels.not(b);
        let either = labels.or(a, not_b);
        let both = labels.and(a, c);
        let substituted = labels.substitute(either, 1, both);
        assert_eq!(substituted, labels.not(Label::FALSE), "a || !(a && c) holds unless !a and a");
        assert_eq!(labels.exists(both, 2), a);
        assert_eq!(labels.support(either), [0, 1]);
    }
}
