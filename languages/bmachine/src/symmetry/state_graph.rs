//! A state as a coloured digraph, as in section 2 of Spermann and Leuschel, "ProB gets Nauty: Effective Symmetry
//! Reduction for B and Z Models" (2008).
//!
//! A root vertex; a vertex for each element of a deferred set, coloured by the set; a vertex of its own colour for each
//! other atom that occurs. A variable `v = s` is an arc from the root to `s`, a set an arc from the root to each
//! member, a relation an arc for each pair, all coloured by the variable. A nested value gets an intermediate vertex.
//! Unlike the paper, arcs keep their colours: the labeller handles them, so no layers are needed.

use super::{Action, LabelSource};
use crate::machine::Machine;
use crate::value::{Shape, Ty, Value, elements, split};

/// The digraph of one state; reused from state to state.
#[derive(Debug, Default)]
pub struct StateGraph {
    /// Colour keys of the vertices. Elements of deferred sets come first, in the order of the action.
    pub keys: Vec<VertexKey>,
    pub arcs: Vec<(u32, u32, u32)>,
    atoms: Vec<(Ty, Value, u32)>,
}

/// What a vertex stands for; isomorphic states have the same keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VertexKey {
    Root,
    Element(usize),
    Nested(Ty),
    Atom(Ty, Value),
}

/// Arc colours inside nested values, before those of the variables.
const FIRST: u32 = 0;
const SECOND: u32 = 1;
const MEMBER: u32 = 2;
/// The colour of the arcs of the first variable; those of the others follow.
const VARIABLES: u32 = 3;

impl StateGraph {
    /// Adds the value of a constant or variable, given its position.
    pub fn add(
        &mut self,
        action: &Action,
        machine: &crate::value::Domain,
        position: usize,
        value: &Value,
        ty: Ty,
    ) {
        let colour = VARIABLES + position as u32;
        let root = action.total as u32;
        match machine.shape(ty) {
            Shape::Power(inner) => match machine.shape(*inner) {
                Shape::Product(left, right) => {
                    for item in elements(value) {
                        let (a, b) = split(&item, machine.right_ordinals(*inner));
                        let from = self.vertex(action, machine, &a, *left);
                        let to = self.vertex(action, machine, &b, *right);
                        self.arcs.push((from, to, colour));
                    }
                }
                _ => {
                    for item in elements(value) {
                        let to = self.vertex(action, machine, &item, *inner);
                        self.arcs.push((root, to, colour));
                    }
                }
            },
            _ => {
                let to = self.vertex(action, machine, value, ty);
                self.arcs.push((root, to, colour));
            }
        }
    }

    /// Starts with the elements and the root.
    pub fn clear(&mut self, action: &Action) {
        self.keys.clear();
        self.arcs.clear();
        self.atoms.clear();
        for (set, size) in &action.sets {
            self.keys.extend((0..*size).map(|_| VertexKey::Element(*set)));
        }
        self.keys.push(VertexKey::Root);
    }

    fn new_vertex(&mut self, key: VertexKey) -> u32 {
        self.keys.push(key);
        self.keys.len() as u32 - 1
    }

    fn vertex(&mut self, action: &Action, domain: &crate::value::Domain, value: &Value, ty: Ty) -> u32 {
        if !domain.has_deferred(ty) {
            return self.atom(value, ty);
        }
        match domain.shape(ty) {
            Shape::Given(set) => (action.offsets[*set].unwrap_or(0) + value.word() as usize) as u32,
            Shape::Power(inner) => {
                let vertex = self.new_vertex(VertexKey::Nested(ty));
                for item in elements(value) {
                    let to = self.vertex(action, domain, &item, *inner);
                    self.arcs.push((vertex, to, MEMBER));
                }
                vertex
            }
            Shape::Product(left, right) => {
                let vertex = self.new_vertex(VertexKey::Nested(ty));
                let (a, b) = split(value, domain.right_ordinals(ty));
                let (a, b) =
                    (self.vertex(action, domain, &a, *left), self.vertex(action, domain, &b, *right));
                self.arcs.push((vertex, a, FIRST));
                self.arcs.push((vertex, b, SECOND));
                vertex
            }
            Shape::Record(fields) => {
                let vertex = self.new_vertex(VertexKey::Nested(ty));
                if let Value::Record(values) = value {
                    for (position, ((_, field), item)) in fields.iter().zip(values.iter()).enumerate() {
                        // A field is a vertex between record and value, so that fields need no arc colours.
                        let between = self.atom(&Value::Word(position as i64), ty);
                        let inner = self.new_vertex(VertexKey::Nested(*field));
                        let to = self.vertex(action, domain, item, *field);
                        self.arcs.push((vertex, inner, FIRST));
                        self.arcs.push((inner, between, SECOND));
                        self.arcs.push((inner, to, MEMBER));
                    }
                }
                vertex
            }
            _ => self.atom(value, ty),
        }
    }

    fn atom(&mut self, value: &Value, ty: Ty) -> u32 {
        if let Some((_, _, vertex)) = self.atoms.iter().find(|(own, known, _)| *own == ty && known == value) {
            return *vertex;
        }
        let vertex = self.new_vertex(VertexKey::Atom(ty, value.clone()));
        self.atoms.push((ty, value.clone(), vertex));
        vertex
    }
}

impl LabelSource for StateGraph {
    fn build(&mut self, action: &Action, machine: &Machine, values: &[(usize, Value, Ty)]) {
        self.clear(action);
        for (position, value, ty) in values {
            self.add(action, &machine.domain, *position, value, *ty);
        }
    }

    fn colours(&self, out: &mut Vec<u32>) {
        let mut distinct: Vec<&VertexKey> = self.keys.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        out.clear();
        out.extend(self.keys.iter().map(|key| distinct.partition_point(|other| *other < key) as u32));
    }

    fn arcs(&self) -> &[(u32, u32, u32)] {
        &self.arcs
    }
}
