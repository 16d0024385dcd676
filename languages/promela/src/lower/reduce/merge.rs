//! Merging statements that are always executable and touch nothing shared with the step before them (SPIN's
//! `FSM_MERGER`).

use super::super::element::{ATOM, El, Elements, LAST_ATOM, Node};
use super::flow::{Edge, Flow};
use super::uses::is_global;
use crate::resolved::{ExprKind, Initialiser, Model, StmtKind};

/// For each element, locations at which chains end.
#[derive(Debug, Default)]
pub(super) struct Merges {
    /// Part of a chain of mergeable elements: where the chain ends.
    pub chain: Vec<Option<u32>>,
    /// A mergeable element that is followed by one that is not: the location behind it.
    pub single: Vec<Option<u32>>,
    /// A condition or exchange followed by a chain or a single.
    pub start: Vec<Option<u32>>,
    /// Ways into the element's own location.
    pub incoming: Vec<u32>,
}

/// Finds what can be merged.
pub(super) fn merges(model: &Model, elements: &Elements, flow: &Flow) -> Merges {
    let size = elements.elements.len();
    let mut merger = Merger {
        model,
        elements,
        flow,
        stack: Vec::new(),
        found: Merges {
            chain: vec![None; size],
            single: vec![None; size],
            start: vec![None; size],
            incoming: vec![0; size],
        },
    };
    merger.find_chains();
    merger.find_starts();
    let first = elements.seq(elements.body).first;
    let initial = elements.settle(first, elements.get(first).status);
    merger.found.incoming[initial.0 as usize] = 1;
    merger.found
}

struct Merger<'a, 'm> {
    model: &'a Model,
    elements: &'a Elements<'m>,
    flow: &'a Flow,
    stack: Vec<El>,
    found: Merges,
}

impl<'a> Merger<'a, '_> {
    fn find_chains(&mut self) {
        for &location in &self.flow.order {
            for edge in &self.flow.out[location as usize] {
                let Some(el) = edge.element else { continue };
                let i = el.0 as usize;
                self.found.incoming[i] = self.flow.incoming[location as usize];
                if self.found.chain[i].is_some() || !self.is_eligible(location, edge) {
                    continue;
                }
                match self.first_edge(edge.to) {
                    Some(next) if self.is_eligible(edge.to, next) => {
                        self.build(location, edge);
                    }
                    _ => self.found.single[i] = Some(edge.to),
                }
            }
        }
    }

    /// The end of the chain that begins with this edge.
    fn build(&mut self, location: u32, edge: &Edge) -> Option<u32> {
        let el = edge.element?;
        if let Some(end) = self.found.chain[el.0 as usize] {
            return Some(end);
        }
        if !self.is_eligible(location, edge) || self.stack.contains(&el) {
            return None;
        }
        self.stack.push(el);
        let rest = self.first_edge(edge.to).and_then(|next| self.build(edge.to, next));
        self.stack.pop();
        let end = rest.unwrap_or(edge.to);
        self.found.chain[el.0 as usize] = Some(end);
        Some(end)
    }

    fn find_starts(&mut self) {
        for &location in &self.flow.order {
            for edge in &self.flow.out[location as usize] {
                let Some(el) = edge.element else { continue };
                let i = el.0 as usize;
                if self.found.chain[i].is_some() || !self.is_blocking(el) || !self.can_start(location, edge) {
                    continue;
                }
                let Some(next) = self.first_edge(edge.to).and_then(|e| e.element) else { continue };
                let n = next.0 as usize;
                self.found.start[i] = self.found.chain[n].or(self.found.single[n]);
            }
        }
    }

    fn first_edge(&self, location: u32) -> Option<&'a Edge> {
        self.flow.out[location as usize].first()
    }

    /// Always executable, without alternative, escape or label, and local to its process or inside an atomic.
    fn is_eligible(&self, location: u32, edge: &Edge) -> bool {
        let Some(el) = edge.element else { return false };
        let always = match &self.elements.get(el).node {
            Node::Join | Node::Exit | Node::Jump(_) => true,
            Node::Basic(stmt) => !matches!(
                stmt.kind,
                StmtKind::Condition(_)
                    | StmtKind::Send { .. }
                    | StmtKind::Receive { .. }
                    | StmtKind::SetPriority(..)
            ),
            _ => false,
        };
        always && !self.has_label(el) && self.can_start(location, edge)
    }

    fn can_start(&self, location: u32, edge: &Edge) -> bool {
        let Some(el) = edge.element else { return false };
        let element = self.elements.get(el);
        self.flow.out[location as usize].len() == 1
            && element.escapes.is_empty()
            && !self.is_remote(el)
            && (element.status & (ATOM | LAST_ATOM) != 0 || !is_global(self.model, &element.node))
    }

    /// A condition without `run`, a receive, or a send where no rendezvous is possible.
    fn is_blocking(&self, el: El) -> bool {
        match &self.elements.get(el).node {
            Node::Skip => true,
            Node::Basic(stmt) => match &stmt.kind {
                StmtKind::Condition(e) => !matches!(e.kind, ExprKind::Run { .. }),
                StmtKind::Receive { .. } => true,
                StmtKind::Send { .. } => !self.has_rendezvous(),
                _ => false,
            },
            _ => false,
        }
    }

    fn has_rendezvous(&self) -> bool {
        self.model.variables.iter().any(|v| matches!(&v.init, Initialiser::Channel(c) if c.capacity == 0))
    }

    /// Loop exits carry the label that `break` jumps to.
    fn has_label(&self, el: El) -> bool {
        matches!(self.elements.get(el).node, Node::Exit) || self.elements.labels.iter().any(|&(_, e)| e == el)
    }

    fn is_remote(&self, el: El) -> bool {
        self.elements.labels.iter().any(|&(label, e)| e == el && self.model.label(label).remote)
    }
}
