//! Which shared cells hold process numbers as identifiers.
//!
//! Inferred by unification, as the kinds of `symmetry` are, but to another end: there a variable that is ever used as a
//! number loses its identity, because a symmetry must respect every statement. Here only the statement that so uses it
//! loses its partition. So a variable is an identifier as soon as anything says so: it is compared with or assigned
//! `_pid`, it indexes an array that processes own, or it exchanges values with such a variable.

use std::collections::{HashMap, HashSet};

use program::{BinaryOp, ChannelTypeId, Head, Instance, Tree, VarKey};

use super::edges;
use super::ownership::Ownership;

/// Something that holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    /// A variable as declared.
    Variable(VarKey),
    /// A field of the messages of a shape of channel.
    Field(ChannelTypeId, usize),
}

/// The holders of identifiers.
#[derive(Debug, Default)]
pub(super) struct Identifiers(HashSet<Holder>);

impl Identifiers {
    pub fn contains(&self, holder: Holder) -> bool {
        self.0.contains(&holder)
    }

    /// Infers them from the code.
    pub fn infer(instance: &Instance, owned: &Ownership) -> Identifiers {
        let mut inference = Inference { instance, owned, known: HashSet::new(), alike: HashMap::new() };
        for code in &instance.processes {
            edges(code).for_each(|edge| inference.visit(&edge.action));
        }
        let mut todo: Vec<Holder> = inference.known.iter().copied().collect();
        while let Some(holder) = todo.pop() {
            for other in inference.alike.remove(&holder).unwrap_or_default() {
                if inference.known.insert(other) {
                    todo.push(other);
                }
            }
        }
        Identifiers(inference.known)
    }
}

struct Inference<'a> {
    instance: &'a Instance,
    owned: &'a Ownership,
    known: HashSet<Holder>,
    alike: HashMap<Holder, Vec<Holder>>,
}

/// What a tree says about a value.
enum Source {
    Pid,
    Holder(Holder),
    Nothing,
}

impl Inference<'_> {
    fn visit(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Assign | Head::Binary(BinaryOp::Eq | BinaryOp::Ne) => {
                self.unify(source(&tree.kids[0]), source(&tree.kids[1]));
            }
            Head::Element(key) if self.owned.arrays.get(key) == Some(&0) => {
                self.unify(source(&tree.kids[0]), Source::Pid);
            }
            Head::Send { .. } | Head::Receive { .. } | Head::Poll { .. } => self.exchange(tree),
            _ => {}
        }
        tree.kids.iter().for_each(|kid| self.visit(kid));
    }

    fn exchange(&mut self, tree: &Tree) {
        let Some(value) = tree.kids[0].constant() else { return };
        let Some((shape, _)) = self.instance.configuration.channel(value) else { return };
        for (field, kid) in tree.kids[1..].iter().enumerate() {
            let inner = if matches!(kid.head, Head::Match | Head::Bind) { &kid.kids[0] } else { kid };
            self.unify(source(inner), Source::Holder(Holder::Field(shape, field)));
        }
    }

    fn unify(&mut self, a: Source, b: Source) {
        match (a, b) {
            (Source::Holder(h), Source::Pid) | (Source::Pid, Source::Holder(h)) => {
                self.known.insert(h);
            }
            (Source::Holder(a), Source::Holder(b)) => {
                self.alike.entry(a).or_default().push(b);
                self.alike.entry(b).or_default().push(a);
            }
            _ => {}
        }
    }
}

fn source(tree: &Tree) -> Source {
    match &tree.head {
        Head::PidOf => Source::Pid,
        Head::Var(key) | Head::Element(key) => Source::Holder(Holder::Variable(key.declared())),
        _ => Source::Nothing,
    }
}
