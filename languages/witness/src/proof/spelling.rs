//! Code spelt out: a sequence of numbers for each statement, with every name replaced by its image and operands whose order
//! is no matter in the order of their spellings. Two statements that mean the same up to a renaming are spelt alike.
//!
//! Names are numbered once for the program, so a renaming is a table of numbers by the time anything is spelt.

use program::VarKey;

use super::renaming::{Renaming, Sort};

/// A node of a statement.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub mark: Mark,
    /// The order of the kids is no matter.
    pub unordered: bool,
    pub kids: Vec<Node>,
}

/// What a node says by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// An operator or a kind of statement, by number.
    Plain(u32),
    /// A name, by number.
    Name(u32),
}

/// A name: what a renaming may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// A literal.
    Constant(Sort, i32),
    /// A scalar variable, or an array before its indices.
    Variable(VarKey),
    /// A known element of an array.
    Element(VarKey, u32),
}

impl Node {
    pub fn new(mark: Mark, kids: Vec<Node>) -> Node {
        Node { mark, unordered: false, kids }
    }

    /// Appends the spelling of its image; `to` has the number of the image of each name.
    pub fn spell(&self, to: &[u32], out: &mut Vec<u32>) {
        match self.mark {
            Mark::Plain(number) => out.extend([0, number]),
            Mark::Name(number) => out.extend([1, to[number as usize]]),
        }
        out.push(self.kids.len() as u32);
        if !self.unordered {
            return self.kids.iter().for_each(|kid| kid.spell(to, out));
        }
        let spelt = |kid: &Node| {
            let mut one = Vec::new();
            kid.spell(to, &mut one);
            one
        };
        let mut all: Vec<Vec<u32>> = self.kids.iter().map(spelt).collect();
        all.sort_unstable();
        out.extend(all.into_iter().flatten());
    }

    /// The numbers of all names in it.
    pub fn names(&self, out: &mut Vec<u32>) {
        if let Mark::Name(number) = self.mark {
            out.push(number);
        }
        self.kids.iter().for_each(|kid| kid.names(out));
    }
}

impl Name {
    /// What a renaming makes of it.
    pub fn image(self, by: &dyn Renaming) -> Name {
        match self {
            Name::Constant(sort, value) => Name::Constant(sort, by.value(sort, value)),
            Name::Variable(var) => Name::Variable(by.element(var, 0).0),
            Name::Element(var, index) => {
                let (var, index) = by.element(var, index);
                Name::Element(var, index)
            }
        }
    }
}
