//! Which faults evaluating an expression may end with.
//!
//! A fault is something a program does: no simplification may remove one, and operands are interchangeable only where
//! no order of evaluation shows another fault. So every node of a [`Tree`] carries the set of faults it may end with.
//! [`Tree::node`] assumes the worst of its head; whoever knows better says so with [`Tree::without_own_faults`], which
//! the folder does for constant indices within their bounds and for channels that exist as long as the program runs.

use super::{Head, Tree};
use crate::BinaryOp;

/// A set of kinds of faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults(u8);

impl Faults {
    const ARRAY_INDEX: Faults = Faults(1);
    const DIVISION: Faults = Faults(2);
    const UNINITIALISED_CHANNEL: Faults = Faults(4);
    const DEAD_CHANNEL: Faults = Faults(8);
    const POLL_RENDEZVOUS: Faults = Faults(16);
    const ENABLED_SELF: Faults = Faults(32);

    /// Whether there is no fault among them.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn union(self, other: Faults) -> Faults {
        Faults(self.0 | other.0)
    }

    /// Are there kinds that could be told apart?
    fn has_several(self) -> bool {
        self.0.count_ones() > 1
    }

    /// The faults of evaluating all of these.
    pub(super) fn of_all(trees: &[Tree]) -> Faults {
        trees.iter().fold(Faults::default(), |all, tree| all.union(tree.faults))
    }

    /// The faults that a head may end with once its operands have been evaluated, if nothing else is known.
    pub(super) fn of_head(head: &Head, kids: &[Tree]) -> Faults {
        let channel = Faults::UNINITIALISED_CHANNEL.union(Faults::DEAD_CHANNEL);
        match head {
            Head::Element(_) => Faults::ARRAY_INDEX,
            Head::Remote(_, _, has_pid) if kids.len() > usize::from(*has_pid) => Faults::ARRAY_INDEX,
            Head::Binary(BinaryOp::Div | BinaryOp::Rem) => match kids.get(1).and_then(Tree::number) {
                None | Some(0 | -1) => Faults::DIVISION,
                Some(_) => Faults::default(),
            },
            Head::Enabled => Faults::ENABLED_SELF,
            Head::Len | Head::Test(_) => channel,
            Head::Poll { .. } => channel.union(Faults::POLL_RENDEZVOUS),
            _ => Faults::default(),
        }
    }

    /// May operands with these faults be evaluated in any order, all of them in any case? Not if another order could
    /// show a fault of another kind.
    pub(super) fn allow_any_order(kids: &[Tree]) -> bool {
        let faulty = kids.iter().filter(|kid| !kid.faults.is_empty()).count();
        faulty < 2 || !Faults::of_all(kids).has_several()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GlobalId, VarKey};

    fn variable(index: u32) -> Tree {
        Tree::leaf(Head::Var(VarKey::global(GlobalId(index))))
    }

    fn element(index: Tree) -> Tree {
        Tree::node(Head::Element(VarKey::global(GlobalId(0))), vec![index])
    }

    fn divided(by: Tree) -> Tree {
        Tree::node(Head::Binary(BinaryOp::Div), vec![variable(1), by])
    }

    fn number(value: i32) -> Tree {
        Tree::leaf(Head::Const(value))
    }

    #[test]
    fn a_constant_index_is_not_taken_to_be_within_bounds() {
        assert!(element(number(7)).may_fault());
        assert!(!element(number(2)).without_own_faults().may_fault());
        assert!(element(element(number(7))).without_own_faults().may_fault());
    }

    #[test]
    fn only_a_known_divisor_other_than_zero_and_minus_one_is_safe() {
        assert!(divided(variable(2)).may_fault());
        assert!(divided(number(0)).may_fault());
        assert!(divided(number(-1)).may_fault());
        assert!(!divided(number(2)).may_fault());
    }

    #[test]
    fn operands_with_unlike_faults_keep_their_order() {
        let sum = |kids| Tree::operator(BinaryOp::Add, kids).is_unordered();
        assert!(sum(vec![element(variable(1)), element(variable(2))]));
        assert!(sum(vec![element(variable(1)), variable(2)]));
        assert!(!sum(vec![element(variable(1)), divided(variable(2))]));
        let both = |kids| Tree::operator(BinaryOp::And, kids).is_unordered();
        assert!(!both(vec![element(variable(1)), element(variable(2))]));
        assert!(both(vec![variable(1), variable(2)]));
    }
}
