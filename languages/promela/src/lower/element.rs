//! Elements: SPIN's control-flow graph before transitions are made of it.
//!
//! An element is a statement or a joint between statements (`.` after a selection, the exit of a loop); sequences link
//! them by `next`. The graph follows `flow.c` of SPIN 6.5.2 step by step, numbering included.

use crate::resolved::{LabelId, Model, Proctype, Stmt};

/// Index of an element within its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct El(pub u32);

/// Index of a sequence within its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Seq(pub u32);

/// What an element stands for.
#[derive(Clone, Debug)]
pub(super) enum Node<'m> {
    /// The joint behind an `if`, an `unless`, or in front of a `do`.
    Join,
    /// The exit of a `do`.
    Exit,
    /// `goto` to a label, or `break` to the exit of a loop.
    Jump(Target),
    /// `if`, with its options in `sub`.
    If,
    /// `do`, with its options in `sub`.
    Do,
    /// `unless`: main sequence and escape in `sub`.
    Unless,
    /// `atomic`.
    Atomic(Seq),
    /// `{ .. }`.
    Block(Seq),
    /// `d_step`.
    DStep(Seq),
    /// `else`.
    Else,
    /// A step without effect that is not in the source.
    Skip,
    /// Any other statement.
    Basic(&'m Stmt),
    /// The end of the body.
    End,
}

/// Where a jump leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Label(LabelId),
    Element(El),
}

/// Part of an atomic chain; the process keeps control after it.
pub(super) const ATOM: u8 = 2;
/// The last element of an atomic chain.
pub(super) const LAST_ATOM: u8 = 4;
/// Part of a `d_step`.
pub(super) const D_ATOM: u8 = 32;

/// One element of a body, from which the transitions of a location are made.
#[derive(Clone, Debug)]
pub(super) struct Element<'m> {
    pub node: Node<'m>,
    /// Number within the body, from 1; also the number of its location.
    pub location: u32,
    /// Number through all bodies of the model.
    pub spin_id: u32,
    pub next: Option<El>,
    /// Options of a selection, or main sequence and escape.
    pub sub: Vec<Seq>,
    /// Escapes that apply here, outermost first.
    pub escapes: Vec<Seq>,
    /// [`ATOM`], [`LAST_ATOM`], [`D_ATOM`].
    pub status: u8,
    /// Source of the statement.
    pub stmt: Option<&'m Stmt>,
}

/// A chain of elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    pub first: El,
    pub last: El,
    /// The last element that is written in the sequence itself, before joints are appended.
    pub extent: El,
}

/// The elements of one body.
#[derive(Debug)]
pub(super) struct Elements<'m> {
    pub elements: Vec<Element<'m>>,
    pub sequences: Vec<Sequence>,
    /// Which element carries a label, in the order in which labels are set.
    pub labels: Vec<(LabelId, El)>,
    pub body: Seq,
    /// Elements are numbered from here through the model.
    pub first_id: u32,
}

impl<'m> Elements<'m> {
    /// Builds the elements of a body.
    pub fn build(model: &'m Model, proctype: &'m Proctype, first_id: u32) -> Elements<'m> {
        super::sequence::build(model, proctype, first_id)
    }

    pub fn count(&self) -> u32 {
        self.elements.len() as u32
    }

    pub fn get(&self, el: El) -> &Element<'m> {
        &self.elements[el.0 as usize]
    }

    pub fn get_mut(&mut self, el: El) -> &mut Element<'m> {
        &mut self.elements[el.0 as usize]
    }

    pub fn seq(&self, seq: Seq) -> Sequence {
        self.sequences[seq.0 as usize]
    }

    pub fn label_locations(&self) -> impl Iterator<Item = (LabelId, u32)> + '_ {
        self.labels.iter().map(|&(label, el)| (label, self.get(el).location))
    }

    pub fn jump_target(&self, target: Target) -> El {
        match target {
            Target::Element(el) => el,
            Target::Label(label) => {
                let found = self.labels.iter().find(|(l, _)| *l == label);
                found.map_or(self.seq(self.body).last, |&(_, el)| el)
            }
        }
    }

    /// The elements of a sequence up to `end`, in order.
    pub fn walk(&self, first: El, end: El) -> Vec<El> {
        let mut all = vec![first];
        let mut at = first;
        while at != end
            && let Some(next) = self.get(at).next
        {
            all.push(next);
            at = next;
        }
        all
    }

    /// Where execution really stands when it gets to `from`: jumps and joints are passed, but not out of an atomic
    /// chain, because leaving one is a step of its own (SPIN's `huntele`).
    pub fn settle(&self, from: El, status: u8) -> El {
        let mut at = from;
        // A cycle of jumps has no place to stand: SPIN refuses it, here it stays where it is.
        for _ in 0..500 {
            let element = self.get(at);
            let next = match element.node {
                Node::Jump(target) => self.jump_target(target),
                Node::Join | Node::Exit => match element.next {
                    Some(next) => next,
                    None => return at,
                },
                Node::Unless => self.settle(self.seq(element.sub[0]).first, status),
                _ => return at,
            };
            if status & ATOM != 0 && self.get(next).status & ATOM == 0 {
                return at;
            }
            at = next;
        }
        at
    }

    /// The first real element of a sequence (SPIN's `huntstart`).
    pub fn start(&self, from: El) -> El {
        let mut at = from;
        for _ in 0..200 {
            let element = self.get(at);
            match (&element.node, element.next) {
                (Node::Join, Some(next)) => at = next,
                (Node::Unless, _) => at = self.seq(element.sub[0]).first,
                _ => return at,
            }
        }
        at
    }

    /// Where the body starts.
    pub fn initial(&self) -> u32 {
        let first = self.seq(self.body).first;
        self.get(self.settle(first, self.get(first).status)).location
    }
}
