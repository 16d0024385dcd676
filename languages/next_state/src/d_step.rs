//! Deterministic steps: the graph becomes blocks that work on the copy, one per node.
//!
//! A `d_step` may block only at its beginning. Usually the first node decides by itself: its statement, or the options
//! of its choice in order, are tried on the source and the first that is executable takes the copy with it. Where a
//! choice begins with another choice, openness and execution differ (an inner choice is entered even if it blocks, as
//! in `pan`), so the test is compiled separately.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, types};
use cranelift_frontend::Variable;
use program::{DSTEP_LIMIT, DStep, DStepNode, FaultKind};

use crate::emitter::{ElseRule, Emitter, View, Work};

/// Blocks of the nodes.
struct Graph<'a> {
    step: &'a DStep,
    blocks: Vec<Option<Block>>,
    todo: Vec<u32>,
    end: Block,
    /// Counts visited nodes, if the graph has a loop.
    visited: Option<Variable>,
}

impl Emitter<'_> {
    pub fn d_step(&mut self, view: View, step: &DStep, work: &mut Work, blocked: Block) {
        let visited = has_loop(step).then(|| {
            let variable = self.b.declare_var(types::I32);
            let zero = self.constant(0);
            self.b.def_var(variable, zero);
            variable
        });
        let end = self.new_block();
        let blocks = vec![None; step.nodes.len()];
        let mut graph = Graph { step, blocks, todo: Vec::new(), end, visited };
        self.enter(view, &mut graph, work, blocked);
        while let Some(node) = graph.todo.pop() {
            self.node(&mut graph, node);
        }
        self.b.switch_to_block(end);
        work.owned = true;
    }

    /// Tries the first node on the source.
    fn enter(&mut self, view: View, graph: &mut Graph, work: &mut Work, blocked: Block) {
        let start = Work { no_offer: Some(FaultKind::RendezvousInDStep), ..*work };
        match &graph.step.nodes[0] {
            DStepNode::Do { statement, next } => {
                let mut first = start;
                self.perform(view, statement, &mut first, blocked);
                self.go_on(graph, *next);
            }
            DStepNode::Choice { options } if graph.step.guards(0) == *options => {
                for &option in options {
                    let closed = self.new_block();
                    let mut first = Work { else_rule: option_else(work), ..start };
                    if let DStepNode::Do { statement, next } = &graph.step.nodes[option as usize] {
                        self.perform(view, statement, &mut first, closed);
                        self.go_on(graph, *next);
                    }
                    self.b.switch_to_block(closed);
                }
                self.b.ins().jump(blocked, &[]);
            }
            DStepNode::Choice { .. } => {
                let open = self.new_block();
                self.test_guards(view, graph.step, open, &Work { test: Some(open), ..start }, blocked);
                self.b.switch_to_block(open);
                self.own(view, work);
                if start.handshake {
                    let first = Work { owned: true, else_rule: ElseRule::Never, ..start };
                    self.first_choice(graph, 0, &first);
                } else {
                    self.go_on(graph, Some(0));
                }
            }
        }
    }

    /// Goes to `open` if one of the guards is executable or there is none, to `closed` if not.
    fn test_guards(&mut self, view: View, step: &DStep, open: Block, work: &Work, closed: Block) {
        let guards = step.guards(0);
        for &guard in &guards {
            let next = self.new_block();
            let mut first = Work { else_rule: option_else(work), ..*work };
            if let DStepNode::Do { statement, .. } = &step.nodes[guard as usize] {
                self.perform(view, statement, &mut first, next);
                self.b.ins().jump(next, &[]);
            }
            self.b.switch_to_block(next);
        }
        self.b.ins().jump(if guards.is_empty() { open } else { closed }, &[]);
    }

    /// A choice at the beginning of a step that completes a rendezvous: its first statement must be the receive.
    fn first_choice(&mut self, graph: &mut Graph, node: u32, work: &Work) {
        let step = graph.step;
        let stuck = self.stuck();
        let view = self.owned_view();
        let DStepNode::Choice { options } = &step.nodes[node as usize] else { return };
        for &option in options {
            let closed = self.new_block();
            match &step.nodes[option as usize] {
                DStepNode::Do { statement, next } => {
                    let mut first = *work;
                    self.perform(view, statement, &mut first, closed);
                    self.go_on(graph, *next);
                }
                DStepNode::Choice { .. } => self.first_choice(graph, option, work),
            }
            self.b.switch_to_block(closed);
        }
        self.b.ins().jump(stuck, &[]);
    }

    /// Compiles a node that works on the copy.
    fn node(&mut self, graph: &mut Graph, node: u32) {
        let Some(block) = graph.blocks[node as usize] else { return };
        self.b.switch_to_block(block);
        if let Some(visited) = graph.visited {
            self.count(visited);
        }
        let inner = Work {
            owned: true,
            else_rule: ElseRule::Always,
            handshake: false,
            no_offer: Some(FaultKind::RendezvousInDStep),
            test: None,
        };
        let stuck = self.stuck();
        let view = self.owned_view();
        match &graph.step.nodes[node as usize] {
            DStepNode::Do { statement, next } => {
                let mut work = inner;
                self.perform(view, statement, &mut work, stuck);
                self.go_on(graph, *next);
            }
            DStepNode::Choice { options } => {
                for &option in options {
                    let closed = self.new_block();
                    match &graph.step.nodes[option as usize] {
                        DStepNode::Do { statement, next } => {
                            let mut work = inner;
                            self.perform(view, statement, &mut work, closed);
                            self.go_on(graph, *next);
                        }
                        DStepNode::Choice { .. } => self.go_on(graph, Some(option)),
                    }
                    self.b.switch_to_block(closed);
                }
                self.b.ins().jump(stuck, &[]);
            }
        }
    }

    fn count(&mut self, visited: Variable) {
        let before = self.b.use_var(visited);
        let after = self.b.ins().iadd_imm_s(before, 1);
        self.b.def_var(visited, after);
        let endless = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, after, i64::from(DSTEP_LIMIT));
        self.fault_if(endless, FaultKind::EndlessDStep);
    }

    /// Goes to a node, or to the end.
    fn go_on(&mut self, graph: &mut Graph, next: Option<u32>) {
        let to = match next {
            None => graph.end,
            Some(node) => *graph.blocks[node as usize].get_or_insert_with(|| {
                graph.todo.push(node);
                self.b.create_block()
            }),
        };
        self.b.ins().jump(to, &[]);
    }
}

/// An `else` among the options of a choice is open unless a rendezvous is on offer.
fn option_else(work: &Work) -> ElseRule {
    if work.handshake { ElseRule::Never } else { ElseRule::Always }
}

/// Some node can come after itself. An edge to an earlier or the same node is taken for a loop.
fn has_loop(step: &DStep) -> bool {
    step.nodes.iter().zip(0..).any(|(node, i)| match node {
        DStepNode::Do { next, .. } => next.is_some_and(|n| n <= i),
        DStepNode::Choice { options } => options.iter().any(|&o| o <= i),
    })
}
