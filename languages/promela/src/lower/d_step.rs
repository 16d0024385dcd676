//! A `d_step` as a graph of its own: what SPIN writes as straight C code with jumps (`dstep.c`).

use std::collections::HashMap;

use program::{DStep, DStepNode, Statement};

use super::Lowering;
use super::element::{D_ATOM, El, Elements, Node, Seq};

impl Lowering<'_> {
    /// The graph of a `d_step`'s body.
    pub(super) fn d_step(&mut self, elements: &Elements, body: Seq) -> DStep {
        let mut graph = Graph { elements, nodes: Vec::new(), known: HashMap::new() };
        let entry = graph.entry(self, elements.seq(body).first);
        let mut nodes: Vec<DStepNode> = graph.nodes.into_iter().map(|n| n.unwrap_or_else(nothing)).collect();
        move_to_front(&mut nodes, entry);
        DStep { nodes }
    }
}

struct Graph<'a, 'm> {
    elements: &'a Elements<'m>,
    /// `None` while a node's successors are being built.
    nodes: Vec<Option<DStepNode>>,
    known: HashMap<El, u32>,
}

impl Graph<'_, '_> {
    /// The node execution begins with; a body that begins with a jump begins with a step without effect.
    fn entry(&mut self, lowering: &mut Lowering, first: El) -> u32 {
        match self.elements.get(self.elements.start(first)).node {
            Node::Jump(_) | Node::Exit | Node::Join => self.jump(lowering, first),
            _ => self.resolve(lowering, Some(first)).unwrap_or_else(|| self.push(nothing())),
        }
    }

    /// An unconditional step to wherever `el` leads.
    fn jump(&mut self, lowering: &mut Lowering, el: El) -> u32 {
        let at = self.push(nothing());
        let next = self.resolve(lowering, Some(el));
        self.nodes[at as usize] = Some(DStepNode::Do { statement: Statement::Skip, next });
        at
    }

    /// The node for where execution stands at `el`; `None` when that is outside.
    fn resolve(&mut self, lowering: &mut Lowering, el: Option<El>) -> Option<u32> {
        let mut at = el?;
        for _ in 0..10_000 {
            let element = self.elements.get(at);
            if element.status & D_ATOM == 0 {
                return None;
            }
            at = match element.node {
                Node::Join | Node::Exit => element.next?,
                Node::Jump(target) => self.elements.jump_target(target),
                Node::Unless => self.elements.seq(element.sub[0]).first,
                Node::Atomic(inner) | Node::Block(inner) | Node::DStep(inner) => {
                    self.elements.seq(inner).first
                }
                _ => return Some(self.node(lowering, at)),
            };
        }
        None
    }

    fn node(&mut self, lowering: &mut Lowering, el: El) -> u32 {
        if let Some(&known) = self.known.get(&el) {
            return known;
        }
        let at = self.nodes.len() as u32;
        self.nodes.push(None);
        self.known.insert(el, at);
        let element = self.elements.get(el);
        let node = match &element.node {
            Node::If | Node::Do => {
                let firsts: Vec<El> = element.sub.iter().map(|&s| self.elements.seq(s).first).collect();
                DStepNode::Choice { options: firsts.into_iter().map(|f| self.entry(lowering, f)).collect() }
            }
            Node::Basic(stmt) => {
                let statement = lowering.statement(stmt);
                DStepNode::Do { statement, next: self.resolve(lowering, element.next) }
            }
            Node::Else => {
                DStepNode::Do { statement: Statement::Else, next: self.resolve(lowering, element.next) }
            }
            _ => DStepNode::Do { statement: Statement::Skip, next: self.resolve(lowering, element.next) },
        };
        self.nodes[at as usize] = Some(node);
        at
    }

    fn push(&mut self, node: DStepNode) -> u32 {
        self.nodes.push(Some(node));
        self.nodes.len() as u32 - 1
    }
}

fn nothing() -> DStepNode {
    DStepNode::Do { statement: Statement::Skip, next: None }
}

/// Execution starts at node 0.
fn move_to_front(nodes: &mut [DStepNode], entry: u32) {
    nodes.swap(0, entry as usize);
    let renumber = |n: &mut u32| {
        *n = match *n {
            n if n == entry => 0,
            0 => entry,
            n => n,
        }
    };
    for node in nodes {
        match node {
            DStepNode::Do { next, .. } => next.iter_mut().for_each(renumber),
            DStepNode::Choice { options } => options.iter_mut().for_each(renumber),
        }
    }
}
