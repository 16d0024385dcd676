//! Assignments of one step whose order is no matter.
//!
//! `free[1] = true; free[2] = true; free[3] = true` treats three processes alike although it names them one by one.
//! Within one step nobody sees what is between the assignments, so a run of them in which none reads or writes a cell
//! that another writes, and none can go wrong, is a set. (TopSPIN normalises the text for the same reason: Donaldson
//! and Miller, Automatic symmetry detection for Promela, 2008.)

use super::{Head, Tree, VarKey};

/// Gathers maximal runs of independent assignments.
pub(super) fn together(statements: Vec<Tree>) -> Vec<Tree> {
    let mut out: Vec<Tree> = Vec::new();
    let mut run: Vec<Tree> = Vec::new();
    for statement in statements {
        if !is_plain_assignment(&statement) {
            finish(&mut run, &mut out);
            out.push(statement);
            continue;
        }
        if run.iter().any(|earlier| touches(earlier, &statement) || touches(&statement, earlier)) {
            finish(&mut run, &mut out);
        }
        run.push(statement);
    }
    finish(&mut run, &mut out);
    out
}

fn finish(run: &mut Vec<Tree>, out: &mut Vec<Tree>) {
    match run.len() {
        0 | 1 => out.append(run),
        _ => out.push(Tree::node(Head::Together, std::mem::take(run))),
    }
}

/// An assignment to a known cell that cannot go wrong, or one that leaves nothing there.
fn is_plain_assignment(tree: &Tree) -> bool {
    matches!(tree.head, Head::Assign | Head::Forget) && cell(&tree.kids[0]).is_some() && !tree.may_fault()
}

/// A variable and, if it is an array, which element.
fn cell(place: &Tree) -> Option<(VarKey, Vec<i32>)> {
    match place.head {
        Head::Var(key) => Some((key, Vec::new())),
        Head::Element(key) => Some((key, place.kids.iter().map(Tree::number).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// Does `other` read or write the cell that `writer` writes?
fn touches(writer: &Tree, other: &Tree) -> bool {
    let Some(written) = cell(&writer.kids[0]) else { return true };
    cell(&other.kids[0]).is_none_or(|target| target == written)
        || other.kids[1..].iter().any(|value| mentions(value, &written))
}

fn mentions(tree: &Tree, written: &(VarKey, Vec<i32>)) -> bool {
    let here = match tree.head {
        Head::Var(key) => key == written.0,
        Head::Element(key) => key == written.0 && cell(tree).is_none_or(|read| read == *written),
        Head::Remote(..) => true,
        _ => false,
    };
    here || tree.kids.iter().any(|kid| mentions(kid, written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GlobalId;

    fn anywhere(array: u32, index: i32) -> Tree {
        Tree::node(Head::Element(VarKey::global(GlobalId(array))), vec![Tree::leaf(Head::Const(index))])
    }

    /// An element that is known to be there.
    fn element(array: u32, index: i32) -> Tree {
        anywhere(array, index).without_own_faults()
    }

    fn assign(place: Tree, value: Tree) -> Tree {
        Tree::node(Head::Assign, vec![place, value])
    }

    #[test]
    fn independent_assignments_form_a_set() {
        let zero = || Tree::leaf(Head::Const(0));
        let gathered = together((1..4).map(|i| assign(element(0, i), zero())).collect());
        assert_eq!(gathered.len(), 1);
        assert_eq!(gathered[0].head, Head::Together);
        assert!(gathered[0].is_unordered());
    }

    #[test]
    fn what_is_forgotten_together_forms_a_set() {
        let forget = |i: i32| Tree::node(Head::Forget, vec![element(0, i)]);
        assert_eq!(together(vec![forget(1), forget(2)]).len(), 1);
        assert_eq!(together(vec![assign(element(1, 0), element(0, 1)), forget(1)]).len(), 2);
    }

    #[test]
    fn what_reads_a_written_cell_stays_in_order() {
        let first = assign(element(0, 1), Tree::leaf(Head::Const(0)));
        let reader = assign(element(0, 2), element(0, 1));
        let again = assign(element(0, 1), Tree::leaf(Head::Const(7)));
        assert_eq!(together(vec![first.clone(), reader]).len(), 2);
        assert_eq!(together(vec![first, again]).len(), 2);
    }

    #[test]
    fn an_unknown_index_may_be_any_cell() {
        let index = Tree::leaf(Head::Var(VarKey::global(GlobalId(5))));
        let unknown = Tree::node(Head::Element(VarKey::global(GlobalId(0))), vec![index]);
        let write = assign(unknown, Tree::leaf(Head::Const(1)));
        assert_eq!(together(vec![assign(element(0, 1), Tree::leaf(Head::Const(0))), write]).len(), 2);
    }

    #[test]
    fn what_may_be_outside_its_array_keeps_its_place() {
        let zero = || Tree::leaf(Head::Const(0));
        assert_eq!(together(vec![assign(element(0, 1), zero()), assign(anywhere(0, 2), zero())]).len(), 2);
    }
}
