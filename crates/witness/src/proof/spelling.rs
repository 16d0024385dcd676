//! Code spelt out: a sequence of numbers for each statement, with every name replaced by its image and operands whose order
//! is no matter in the order of their spellings. Two statements that mean the same up to a renaming are spelt alike.

use program::VarKey;

use super::renaming::{Renaming, Sort};

/// A node of a statement.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub word: Word,
    /// The order of the kids is no matter.
    pub unordered: bool,
    pub kids: Vec<Node>,
}

/// What a node says by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Word {
    /// An operator or a kind of statement, by number.
    Plain(u32),
    /// A literal.
    Constant(Sort, i32),
    /// A scalar variable, or an array before its indices.
    Variable(VarKey),
    /// A known element of an array.
    Element(VarKey, u32),
}

impl Node {
    pub fn leaf(word: Word) -> Node {
        Node { word, unordered: false, kids: Vec::new() }
    }

    pub fn new(word: Word, kids: Vec<Node>) -> Node {
        Node { word, unordered: false, kids }
    }

    /// Appends the spelling of its image.
    pub fn spell(&self, renaming: &dyn Renaming, out: &mut Vec<u32>) {
        self.word.spell(renaming, out);
        out.push(self.kids.len() as u32);
        if !self.unordered {
            return self.kids.iter().for_each(|kid| kid.spell(renaming, out));
        }
        let mut spelt: Vec<Vec<u32>> = (self.kids.iter())
            .map(|kid| {
                let mut one = Vec::new();
                kid.spell(renaming, &mut one);
                one
            })
            .collect();
        spelt.sort_unstable();
        out.extend(spelt.into_iter().flatten());
    }

    /// Every word that names something.
    pub fn names(&self, out: &mut Vec<Word>) {
        if !matches!(self.word, Word::Plain(_) | Word::Constant(Sort::Number, _)) {
            out.push(self.word);
        }
        self.kids.iter().for_each(|kid| kid.names(out));
    }
}

impl Word {
    fn spell(self, renaming: &dyn Renaming, out: &mut Vec<u32>) {
        match self {
            Word::Plain(head) => out.extend([0, head]),
            Word::Constant(sort, value) => out.extend([1, renaming.value(sort, value) as u32]),
            Word::Variable(var) => {
                out.push(2);
                spell_variable(renaming.element(var, 0).0, out);
            }
            Word::Element(var, index) => {
                let (var, index) = renaming.element(var, index);
                out.extend([3, index]);
                spell_variable(var, out);
            }
        }
    }

    /// Is its image itself?
    pub fn stays(self, renaming: &dyn Renaming) -> bool {
        match self {
            Word::Plain(_) => true,
            Word::Constant(sort, value) => renaming.value(sort, value) == value,
            Word::Variable(var) => renaming.element(var, 0).0 == var,
            Word::Element(var, index) => renaming.element(var, index) == (var, index),
        }
    }
}

fn spell_variable(var: VarKey, out: &mut Vec<u32>) {
    use program::Owner::{Global, Later, Observer, Process};
    let (kind, owner) = match var.owner {
        Global => (0, 0),
        Process(pid) => (1, u32::from(pid)),
        Later(proctype) => (2, proctype.0),
        Observer(proctype) => (3, proctype.0),
    };
    out.extend([kind, owner, var.proctype.map_or(0, |p| p.0 + 1), var.index]);
}
