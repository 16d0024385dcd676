//! Statements and expressions as vertices; see [`super`].

use graph::{GraphError, Vertex};
use program::{BinaryOp, Head, LocalId, Owner, ProctypeId, Tree, VarKey};

use super::{Builder, Look, MEMBER, NAMES};
use crate::detect::kinds::Class;

impl Builder<'_> {
    /// The vertex of a node. `context` is the class a literal has here; `truth` that only zero or not matters.
    pub(super) fn tree(&mut self, tree: &Tree, context: Class, truth: bool) -> Result<Vertex, GraphError> {
        let class = self.kinds.tree_class(tree).unwrap_or(context);
        // Where its context is a number, a process number is one too.
        if let Some(value) = tree.number() {
            return match truth {
                true => self.value(Class::Plain, i32::from(value != 0)),
                false => self.value(class, value),
            };
        }
        match &tree.head {
            head if is_order(head) => {
                if let Some(vertex) = self.comparison(tree)? {
                    return Ok(vertex);
                }
            }
            _ => {}
        }
        // Only asked whether it is zero: an arc to every value that is not.
        if truth && class != Class::Plain {
            let node = self.vertex(Look::TrueWhenIn)?;
            let inner = self.tree(tree, class, false)?;
            self.arc(node, inner, 0)?;
            self.members(node, class, |v| v != 0)?;
            return Ok(node);
        }
        let vertex = self.head(tree, true)?;
        self.operands(tree, vertex, context)?;
        Ok(vertex)
    }

    /// The vertex of something that is written to.
    fn place(&mut self, tree: &Tree) -> Result<Vertex, GraphError> {
        let vertex = self.head(tree, false)?;
        self.operands(tree, vertex, Class::Plain)?;
        Ok(vertex)
    }

    fn operands(&mut self, tree: &Tree, vertex: Vertex, context: Class) -> Result<(), GraphError> {
        let contexts = self.contexts(tree, context);
        let unordered = tree.is_unordered();
        for (i, kid) in tree.kids.iter().enumerate() {
            let kid = match kid.number() {
                _ if is_place(tree, i) => self.place(kid)?,
                // The order of numbers, whatever else a variable that has this constant value stands for.
                Some(value) if is_order(&tree.head) => self.value(Class::Plain, value)?,
                _ => self.tree(kid, contexts[i], tree.head.is_truth_position(i))?,
            };
            self.arc(vertex, kid, if unordered { 0 } else { i as u32 })?;
        }
        Ok(())
    }

    /// `d < 3` on identifiers: the set of values that satisfy it.
    fn comparison(&mut self, tree: &Tree) -> Result<Option<Vertex>, GraphError> {
        let Head::Binary(op) = tree.head else { return Ok(None) };
        let (variable, holds): (&Tree, Box<dyn Fn(i32) -> bool>) =
            match (tree.kids[0].constant(), tree.kids[1].constant()) {
                (None, Some(bound)) => (&tree.kids[0], Box::new(move |v| compare(op, v, bound))),
                (Some(bound), None) => (&tree.kids[1], Box::new(move |v| compare(op, bound, v))),
                _ => return Ok(None),
            };
        let class = self.kinds.tree_class(variable).unwrap_or(Class::Plain);
        if class == Class::Plain {
            return Ok(None);
        }
        let node = self.vertex(Look::TrueWhenIn)?;
        let inner = self.tree(variable, class, false)?;
        self.arc(node, inner, 0)?;
        self.members(node, class, holds)?;
        Ok(Some(node))
    }

    fn members(&mut self, node: Vertex, class: Class, holds: impl Fn(i32) -> bool) -> Result<(), GraphError> {
        let candidates: Vec<i32> = match class {
            Class::Process => (0..self.processes.len() as i32).collect(),
            Class::Channel => (1..=self.channels.len() as i32).collect(),
            _ => self.kinds.domain(class),
        };
        for value in candidates {
            if holds(value) {
                let member = self.value(class, value)?;
                self.arc(node, member, MEMBER)?;
            }
        }
        Ok(())
    }

    /// The vertex of the node itself, with arcs to what its head names. A variable that is not in the state reads 0.
    fn head(&mut self, tree: &Tree, is_read: bool) -> Result<Vertex, GraphError> {
        match &tree.head {
            Head::Var(key) | Head::Element(key) => {
                let variable = self.variable(*key)?;
                let reads_zero = is_read && self.declaration(*key).hidden;
                if tree.kids.is_empty() && !reads_zero {
                    return Ok(variable);
                }
                let vertex = self.vertex(Look::Element)?;
                self.arc(vertex, variable, NAMES)?;
                if reads_zero {
                    let zero = self.value(self.kinds.variable_class(*key), 0)?;
                    self.arc(vertex, zero, NAMES)?;
                }
                Ok(vertex)
            }
            // Locations that are named keep their numbers (see `numbered_locations`).
            Head::AtLabel(proctype, location) => {
                self.vertex(Look::AtLabel(*proctype, *location, tree.kids.len()))
            }
            Head::Remote(proctype, local, has_pid) => self.remote(*proctype, *local, *has_pid),
            head => self.vertex(Look::Node(head.clone())),
        }
    }

    /// A variable of another process: of one that exists it is that variable and no other, of one that does not 0 is read.
    fn remote(&mut self, proctype: ProctypeId, local: LocalId, has_pid: bool) -> Result<Vertex, GraphError> {
        let vertex = self.vertex(Look::Remote(proctype, local, has_pid))?;
        let key = VarKey::local(Owner::Later(proctype), proctype, local);
        let zero = self.value(self.kinds.variable_class(key), 0)?;
        self.arc(vertex, zero, NAMES)?;
        self.bounds(vertex, key)?;
        for (code, pid) in self.instance.processes.iter().zip(0u8..) {
            if code.proctype == proctype {
                let variable = self.variable(VarKey { owner: Owner::Process(pid), ..key })?;
                self.arc(vertex, variable, NAMES)?;
            }
        }
        Ok(vertex)
    }

    /// The classes that literals among the children have, where a literal in place of the node would have `context`.
    fn contexts(&self, tree: &Tree, context: Class) -> Vec<Class> {
        let count = tree.kids.len();
        let class = |t: &Tree| self.kinds.tree_class(t);
        match &tree.head {
            Head::Binary(BinaryOp::Eq | BinaryOp::Ne) | Head::Assign => {
                let shared = tree.kids.iter().find_map(class).unwrap_or(Class::Plain);
                vec![shared; count]
            }
            Head::Match | Head::Bind => vec![context; count],
            Head::Cond => {
                let shared = class(tree).unwrap_or(context);
                vec![Class::Plain, shared, shared]
            }
            Head::Element(key) => (0..count).map(|d| self.kinds.dimension_class(*key, d)).collect(),
            Head::Remote(p, local, has_pid) => {
                let key = VarKey::local(Owner::Later(*p), *p, *local);
                let offset = usize::from(*has_pid);
                (0..count)
                    .map(|i| match i < offset {
                        true => Class::Process,
                        false => self.kinds.dimension_class(key, i - offset),
                    })
                    .collect()
            }
            Head::Run(p, _, _) => (0..count)
                .map(|i| {
                    let key = VarKey::local(Owner::Later(*p), *p, LocalId(i as u32));
                    self.kinds.variable_class(key)
                })
                .collect(),
            Head::Send { .. } | Head::Receive { .. } | Head::Event { .. } | Head::Poll { .. } => {
                let fields = self.kinds.message_classes(&tree.kids[0], self.instance);
                let field = |i: usize| fields.get(i).copied().unwrap_or(Class::Plain);
                (0..count).map(|i| if i == 0 { Class::Channel } else { field(i - 1) }).collect()
            }
            Head::Print => tree.kids.iter().map(|kid| class(kid).unwrap_or(Class::Plain)).collect(),
            Head::Len | Head::Test(_) => vec![Class::Channel; count],
            Head::Enabled | Head::PcValue | Head::Priority | Head::AtLabel(..) => vec![Class::Process; count],
            Head::SetPriority => vec![Class::Process, Class::Plain],
            _ => vec![Class::Plain; count],
        }
    }
}

/// Is child `position` written to?
fn is_place(tree: &Tree, position: usize) -> bool {
    match tree.head {
        Head::Assign | Head::Forget | Head::Bind => position == 0,
        Head::Run(_, _, has_result) => has_result && position + 1 == tree.kids.len(),
        _ => false,
    }
}

fn is_order(head: &Head) -> bool {
    matches!(head, Head::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge))
}

fn compare(op: BinaryOp, a: i32, b: i32) -> bool {
    match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    }
}
