//! Where the code of two processes of one type differs, in words.
//!
//! The bodies are the same text, so they are laid side by side once their constants are folded. A thing that one
//! uses and the other does not (`fork[2]` here, `fork[3]` there) is no reason by itself: a symmetry that exchanges the processes
//! may exchange the things too. It is one if that would have to take a thing to two others, or to leave one where it must
//! come back to: then both places are told.

use program::{Code, Edge, Head, Instance, Program, Span, TransitionId, Tree, VarKey};

/// Two places of the code that tell one process from another.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    pub span: Span,
    pub why: String,
}

/// The first reason in their own code why two processes of one type cannot be exchanged.
pub(super) fn difference(program: &Program, instance: &Instance, a: u8, b: u8) -> Option<Difference> {
    let (one, other) = (&instance.processes[usize::from(a)], &instance.processes[usize::from(b)]);
    let mut found = Pairs { program, a, b, pairs: Vec::new(), span: Span::default(), clash: None };
    found.bodies(one, other);
    found.clash.take().or_else(|| found.conflict())
}

/// A constant of one process and the one that stands in its place in the other.
struct Pair {
    /// The array that they are indices of, or the variable that holds them.
    what: String,
    here: i32,
    there: i32,
    span: Span,
}

struct Pairs<'a> {
    program: &'a Program,
    a: u8,
    b: u8,
    pairs: Vec<Pair>,
    span: Span,
    clash: Option<Difference>,
}

impl Pairs<'_> {
    fn bodies(&mut self, one: &Code, other: &Code) {
        for edge in one.locations.iter().flat_map(|(_, edges)| edges) {
            self.span = edge.span;
            match edge_of(other, edge.id) {
                Some(same) => self.trees(&edge.action, &same.action, ""),
                None => self.alone(self.a, self.b),
            }
        }
        for edge in other.locations.iter().flat_map(|(_, edges)| edges) {
            self.span = edge.span;
            if edge_of(one, edge.id).is_none() {
                self.alone(self.b, self.a);
            }
        }
    }

    /// One process may do what another never does.
    fn alone(&mut self, may: u8, never: u8) {
        let why = format!("process {may} may do this, which process {never} never does");
        self.clash.get_or_insert(Difference { span: self.span, why });
    }

    fn clash(&mut self, here: &str, there: &str) {
        let (a, b, span) = (self.a, self.b, self.span);
        let why = format!("process {a} uses {here} where process {b} uses {there}");
        self.clash.get_or_insert(Difference { span, why });
    }

    fn trees(&mut self, here: &Tree, there: &Tree, array: &str) {
        match (&here.head, &there.head) {
            (Head::Const(x), Head::Const(y)) => {
                let what = match here.from {
                    Some(key) if array.is_empty() => self.name(key),
                    _ => array.to_owned(),
                };
                match what.is_empty() && x != y {
                    true => self.clash(&x.to_string(), &y.to_string()),
                    false => self.pairs.push(Pair { what, here: *x, there: *y, span: self.span }),
                }
            }
            (Head::Var(x), Head::Var(y)) | (Head::Element(x), Head::Element(y))
                if x.declared() == y.declared() && here.kids.len() == there.kids.len() =>
            {
                let name = self.name(*x);
                here.kids.iter().zip(&there.kids).for_each(|(x, y)| self.trees(x, y, &name));
            }
            (Head::PidOf, Head::PidOf) => {
                self.trees(&here.kids[0], &there.kids[0], array_or(array, "process"))
            }
            (x, y) if x == y && here.kids.len() == there.kids.len() => {
                let what = self.compared_with(here);
                here.kids.iter().zip(&there.kids).for_each(|(x, y)| self.trees(x, y, &what));
            }
            _ => {
                let (x, y) = (self.text(here), self.text(there));
                self.clash(&x, &y);
            }
        }
    }

    /// The variable that a constant among the operands is compared with or assigned to.
    fn compared_with(&self, tree: &Tree) -> String {
        let is_name =
            matches!(tree.head, Head::Assign | Head::Binary(program::BinaryOp::Eq | program::BinaryOp::Ne));
        let mut variables = tree.kids.iter().filter(|_| is_name).filter_map(|kid| match kid.head {
            Head::Var(key) | Head::Element(key) => Some(self.name(key)),
            _ => None,
        });
        variables.next().unwrap_or_default()
    }

    /// Two pairs that no exchange of the two processes can satisfy.
    fn conflict(&self) -> Option<Difference> {
        let disagree = |p: &Pair, q: &Pair| {
            p.what == q.what
                && ((p.here == q.here) != (p.there == q.there) || (q.here == p.there && q.there != p.here))
        };
        let (p, q) = self.pairs.iter().enumerate().find_map(|(i, p)| {
            let q = self.pairs[i + 1..].iter().find(|q| disagree(p, q) || disagree(q, p))?;
            Some((p, q))
        })?;
        let (a, b) = (self.a, self.b);
        let text = |pair: &Pair| {
            let is = |value| match pair.what.as_str() {
                "process" => format!("process {value}"),
                what => format!("`{what}` {value}"),
            };
            format!("process {a} uses {} where process {b} uses {}", is(pair.here), is(pair.there))
        };
        Some(Difference { span: q.span, why: format!("{}, and {}", text(q), text(p)) })
    }

    fn name(&self, key: VarKey) -> String {
        match key.proctype {
            Some(p) => self.program.proctype(p).locals[key.index as usize].name.clone(),
            None => self.program.globals[key.index as usize].name.clone(),
        }
    }

    fn text(&self, tree: &Tree) -> String {
        match tree.head {
            Head::Const(value) => value.to_string(),
            Head::PidOf => "its own number".into(),
            Head::Var(key) => format!("`{}`", self.name(key)),
            Head::Element(key) => {
                let index: Vec<String> =
                    tree.kids.iter().map(|kid| format!("[{}]", self.text(kid))).collect();
                format!("`{}{}`", self.name(key), index.concat())
            }
            _ => "something else".into(),
        }
    }
}

/// The transition of a number in the code of a process.
fn edge_of(code: &Code, id: TransitionId) -> Option<&Edge> {
    code.locations.iter().flat_map(|(_, edges)| edges).find(|edge| edge.id == id)
}

fn array_or<'a>(array: &'a str, other: &'a str) -> &'a str {
    if array.is_empty() { other } else { array }
}
