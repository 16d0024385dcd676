//! The flow graph of a body, one edge per element, as `ana_seq` of SPIN builds it.

use super::super::element::{El, Elements, Node, Seq};
use super::uses::{Uses, uses_of};
use crate::resolved::{ExprKind, Model, StmtKind, VarId};

/// An edge: an element, or `None` for the way into an escape.
#[derive(Debug)]
pub(super) struct Edge {
    pub to: u32,
    pub element: Option<El>,
    pub reads: Vec<VarId>,
    pub writes: Vec<VarId>,
}

/// All edges by source location.
#[derive(Debug)]
pub(super) struct Flow {
    /// Outgoing edges, the latest first, by location.
    pub out: Vec<Vec<Edge>>,
    /// Number of incoming edges, by location.
    pub incoming: Vec<u32>,
    /// Locations in the order in which the analyses visit them: the latest created first.
    pub order: Vec<u32>,
}

impl Flow {
    pub fn new(model: &Model, elements: &Elements) -> Flow {
        let size = elements.elements.len() + 1;
        let mut walk = Walk {
            model,
            elements,
            done: vec![false; elements.elements.len()],
            known: vec![false; size],
            flow: Flow { out: Vec::new(), incoming: vec![0; size], order: Vec::new() },
        };
        walk.flow.out.resize_with(size, Vec::new);
        walk.sequence(elements.body);
        walk.flow.order.reverse();
        walk.flow
    }
}

struct Walk<'a, 'm> {
    model: &'a Model,
    elements: &'a Elements<'m>,
    done: Vec<bool>,
    known: Vec<bool>,
    flow: Flow,
}

impl Walk<'_, '_> {
    fn sequence(&mut self, seq: Seq) {
        let sequence = self.elements.seq(seq);
        for el in self.elements.walk(sequence.first, sequence.last) {
            if !std::mem::replace(&mut self.done[el.0 as usize], true) {
                self.element(el);
            }
        }
    }

    fn element(&mut self, el: El) {
        let element = self.elements.get(el);
        match element.node {
            Node::Unless => self.sequence(element.sub[0]),
            Node::If | Node::Do => {
                for &option in &element.sub {
                    let start = self.elements.start(self.elements.seq(option).first);
                    if !self.is_dead_link(start) {
                        self.edge(el, start, Some(el));
                    }
                }
                for &option in &element.sub {
                    self.sequence(option);
                }
            }
            Node::Atomic(inner) | Node::Block(inner) | Node::DStep(inner) => {
                self.edge(el, self.elements.start(self.elements.seq(inner).first), Some(el));
                self.sequence(inner);
                if matches!(element.node, Node::DStep(_)) {
                    self.escapes(el);
                }
            }
            _ => self.basic(el),
        }
    }

    fn basic(&mut self, el: El) {
        let element = self.elements.get(el);
        let next = match element.node {
            Node::Jump(target) => Some(self.elements.jump_target(target)),
            _ => element.next,
        };
        match next {
            Some(next) => self.edge(el, self.elements.settle(next, element.status), Some(el)),
            None => self.edge_to(el, 0, Some(el)),
        }
        if !matches!(element.node, Node::Join) {
            self.escapes(el);
        }
    }

    /// The ways into the escapes of an element. SPIN leaves out those of a jump and of a `d_step`, takes what is there for
    /// unreachable, and makes a program in which a process stands before such a jump without any transition.
    fn escapes(&mut self, el: El) {
        for &escape in &self.elements.get(el).escapes {
            self.edge(el, self.elements.start(self.elements.seq(escape).first), None);
            self.sequence(escape);
        }
    }

    fn is_dead_link(&self, el: El) -> bool {
        let element = self.elements.get(el);
        let never = |stmt: &crate::resolved::Stmt| matches!(&stmt.kind, StmtKind::Condition(e) if matches!(e.kind, ExprKind::Const(0)));
        matches!(element.node, Node::Basic(stmt) if never(stmt)) && element.escapes.is_empty()
    }

    fn edge(&mut self, from: El, to: El, element: Option<El>) {
        let to = self.elements.get(to).location;
        self.edge_to(from, to, element);
    }

    fn edge_to(&mut self, from: El, to: u32, element: Option<El>) {
        let from = self.elements.get(from).location;
        let uses = element.map_or_else(Uses::default, |el| uses_of(self.model, &self.elements.get(el).node));
        self.know(from);
        self.flow.out[from as usize].insert(0, Edge { to, element, reads: uses.reads, writes: uses.writes });
        self.know(to);
        self.flow.incoming[to as usize] += 1;
    }

    fn know(&mut self, location: u32) {
        if !std::mem::replace(&mut self.known[location as usize], true) {
            self.flow.order.push(location);
        }
    }
}
