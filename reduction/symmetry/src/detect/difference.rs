//! Where the code of two processes of one type, or of a type and a copy of it, differs, in words.
//!
//! The bodies are the same text, or of one shape, so they are laid side by side once their constants are folded. A thing that one
//! uses and the other does not (`fork[2]` here, `fork[3]` there) is no reason by itself: a symmetry that exchanges the processes
//! may exchange the things too. It is one if that would have to take a thing to two others, or to leave one where it must
//! come back to: then both places are told.

use super::copies::side_by_side;
use super::kinds::{KindId, Kinds};
use program::{Code, Edge, Head, Instance, Program, Span, TransitionId, Tree, VarKey};

/// Two places of the code that tell one process from another.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    pub span: Span,
    pub why: String,
}

/// The first reason in their own code why two alike processes cannot be exchanged.
pub(super) fn difference(
    program: &Program,
    instance: &Instance,
    kinds: &Kinds,
    a: u8,
    b: u8,
) -> Option<Difference> {
    let (one, other) = (&instance.processes[usize::from(a)], &instance.processes[usize::from(b)]);
    let mut found = Pairs { program, kinds, a, b, pairs: Vec::new(), span: Span::default(), clash: None };
    match one.proctype == other.proctype {
        true => found.bodies(one, other),
        false => found.copies(one, other),
    }
    found.clash.take().or_else(|| found.conflict())
}

/// A constant of one process and the one that stands in its place in the other.
struct Pair {
    /// The array that they are indices of, or the variable that holds them.
    what: String,
    /// Their kind, of constants of copies.
    kind: Option<KindId>,
    here: i32,
    there: i32,
    span: Span,
}

struct Pairs<'a> {
    program: &'a Program,
    kinds: &'a Kinds,
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

    /// Copies are laid side by side by their shape. Their variables may have other names; a constant may be another if it is
    /// the name of something.
    fn copies(&mut self, one: &Code, other: &Code) {
        let (body, other_body) = (self.program.proctype(one.proctype), self.program.proctype(other.proctype));
        if body.priority != other_body.priority {
            let why = format!("{} and {} have different priorities", body.name, other_body.name);
            self.clash = Some(Difference { span: other_body.span, why });
        }
        for (here, there) in side_by_side(self.program, one, other) {
            self.span = here.span;
            self.copied(&here.action, &there.action, &[]);
        }
    }

    fn copied(&mut self, here: &Tree, there: &Tree, of: &[(String, KindId)]) {
        if let (Some(x), Some(y)) = (here.number(), there.number()) {
            let from = here.from.and_then(|key| Some((self.name(key), self.kinds.kind_of(key)?)));
            match from.as_ref().or(of.first()) {
                Some((_, kind)) if self.kinds.is_number(*kind) && x == y => {}
                Some((what, kind)) if self.kinds.is_number(*kind) => self.numbers(what, *kind, x, y),
                Some((what, kind)) => {
                    let (what, kind) = (what.clone(), Some(*kind));
                    self.pairs.push(Pair { what, kind, here: x, there: y, span: self.span });
                }
                None if x != y => self.clash(&x.to_string(), &y.to_string()),
                None => {}
            }
            return;
        }
        let contexts = self.contexts(here);
        for (i, (x, y)) in here.kids.iter().zip(&there.kids).enumerate() {
            self.copied(x, y, contexts.get(i).map_or(&[], Vec::as_slice));
        }
    }

    /// What a constant among the operands stands for: an index of an array, or what a variable holds.
    fn contexts(&self, tree: &Tree) -> Vec<Vec<(String, KindId)>> {
        match tree.head {
            Head::Element(key) => (0..tree.kids.len())
                .map(|d| self.kinds.dimension_kind(key, d).map(|kind| (self.name(key), kind)))
                .map(|found| found.into_iter().collect())
                .collect(),
            Head::Assign | Head::Binary(program::BinaryOp::Eq | program::BinaryOp::Ne) => {
                let held: Vec<(String, KindId)> = (tree.kids.iter())
                    .filter_map(|kid| match kid.head {
                        Head::Var(key) | Head::Element(key) => Some(key),
                        _ => None,
                    })
                    .filter_map(|key| self.kinds.kind_of(key).map(|kind| (self.name(key), kind)))
                    .collect();
                vec![held; tree.kids.len()]
            }
            _ => Vec::new(),
        }
    }

    /// Two constants that differ, where numbers are meant and not names.
    fn numbers(&mut self, what: &str, kind: KindId, x: i32, y: i32) {
        let (a, b) = (self.a, self.b);
        let pair = format!("process {a} uses `{what}` {x} where process {b} uses `{what}` {y}");
        let (span, why) = match self.kinds.lost_at(kind) {
            Some(loss) => (loss.span, format!("a value {} here, so it is no name: {pair}", loss.why)),
            None => (self.span, pair),
        };
        self.clash.get_or_insert(Difference { span, why });
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
                    false => {
                        self.pairs.push(Pair { what, kind: None, here: *x, there: *y, span: self.span });
                    }
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
            (p.kind, &p.what) == (q.kind, &q.what)
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
