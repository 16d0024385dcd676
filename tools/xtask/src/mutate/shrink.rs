//! Makes a mutant small while what is wrong with it stays wrong: whole items, statements, options, wrappers,
//! declarations and expressions go, as long as a question says that the difference persists.
use super::names::number;
use super::sequence::sequence;
use super::walk::{Turn, Visitor, walk};
use promela::ast::{Body, Decl, Expr, ExprKind, Program, Step, Stmt, StmtKind};
use std::cell::Cell;

/// The smallest program that was found with at most `questions` questions.
pub fn shrink(original: &Program, questions: usize, persists: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = original.clone();
    let mut left = questions;
    loop {
        let before = left;
        let mut smaller = items(&mut best, &mut left, persists);
        for cut in [Cut::Steps, Cut::Options, Cut::Wrapper, Cut::Variables, Cut::Expressions] {
            smaller |= places(&mut best, cut, &mut left, persists);
        }
        if !smaller || left == 0 || left == before {
            return best;
        }
    }
}

/// Tries to do without each item.
fn items(best: &mut Program, left: &mut usize, persists: &mut dyn FnMut(&Program) -> bool) -> bool {
    let mut smaller = false;
    let mut position = best.items.len();
    while position > 0 && *left > 0 {
        position -= 1;
        let mut candidate = best.clone();
        candidate.items.remove(position);
        *left -= 1;
        if persists(&candidate) {
            (*best, smaller) = (candidate, true);
        }
    }
    smaller
}

/// Tries one kind of cut at each of its places.
fn places(
    best: &mut Program,
    cut: Cut,
    left: &mut usize,
    persists: &mut dyn FnMut(&Program) -> bool,
) -> bool {
    let (mut smaller, mut wanted) = (false, 0);
    while *left > 0 {
        let seen = &Cell::new(0);
        let mut candidate = best.clone();
        walk(&mut candidate, &mut Cutter { cut, turn: Turn { wanted, seen } });
        if seen.get() <= wanted {
            return smaller;
        }
        *left -= 1;
        match persists(&candidate) {
            // What comes after it now has its number.
            true => (*best, smaller) = (candidate, true),
            false => wanted += 1,
        }
        if matches!(cut, Cut::Expressions) {
            wanted += usize::from(smaller);
        }
    }
    smaller
}

#[derive(Clone, Copy)]
enum Cut {
    Steps,
    Options,
    Wrapper,
    Variables,
    Expressions,
}

struct Cutter<'a> {
    cut: Cut,
    turn: Turn<'a>,
}

impl Visitor for Cutter<'_> {
    fn body(&mut self, body: &mut Body) {
        if !matches!(self.cut, Cut::Steps) {
            return;
        }
        for position in 0..body.steps.len() {
            // A sequence of nothing is no sequence.
            let only = body.steps.len() == 1;
            if only && matches!(&body.steps[0], Step::Stmt(stmt) if is_skip(stmt)) {
                return;
            }
            if self.turn.take() {
                match only {
                    true => *body = sequence(vec![Step::Stmt(super::names::skip())]),
                    false => drop(body.steps.remove(position)),
                }
                return;
            }
        }
    }

    fn statement(&mut self, statement: &mut Stmt) {
        match (&mut statement.kind, self.cut) {
            (StmtKind::If(options) | StmtKind::Do(options), Cut::Options) if options.len() > 1 => {
                for position in 0..options.len() {
                    if self.turn.take() {
                        options.remove(position);
                        return;
                    }
                }
            }
            (StmtKind::If(options) | StmtKind::Do(options), Cut::Wrapper)
                if options.len() == 1 && self.turn.take() =>
            {
                statement.kind = StmtKind::Block(options[0].clone());
            }
            (StmtKind::Atomic(body) | StmtKind::DStep(body), Cut::Wrapper) if self.turn.take() => {
                statement.kind = StmtKind::Block(body.clone());
            }
            (StmtKind::Block(body), Cut::Wrapper) => {
                if let [Step::Stmt(only)] = body.steps.as_slice()
                    && self.turn.take()
                {
                    *statement = only.clone();
                }
            }
            (StmtKind::Unless(main, _), Cut::Wrapper) if self.turn.take() => {
                let main = main.clone();
                *statement = *main;
            }
            (StmtKind::Labelled(_, Some(inner)), Cut::Wrapper) if self.turn.take() => {
                let inner = inner.clone();
                *statement = *inner;
            }
            _ => {}
        }
    }

    fn declaration(&mut self, decl: &mut Decl) {
        if matches!(self.cut, Cut::Variables) && decl.vars.len() > 1 {
            for position in 0..decl.vars.len() {
                if self.turn.take() {
                    decl.vars.remove(position);
                    return;
                }
            }
        }
    }

    fn expression(&mut self, expression: &mut Expr) {
        if !matches!(self.cut, Cut::Expressions) {
            return;
        }
        if let ExprKind::Binary(_, left, right) = &expression.kind {
            let parts = [left.clone(), right.clone()];
            for part in parts {
                if self.turn.take() {
                    *expression = *part;
                    return;
                }
            }
        } else if !matches!(expression.kind, ExprKind::Number(_) | ExprKind::Word(..)) && self.turn.take() {
            *expression = number(0);
        }
    }
}

fn is_skip(statement: &Stmt) -> bool {
    matches!(&statement.kind, StmtKind::Condition(Expr { kind: ExprKind::Word("skip", _), .. }))
}

#[cfg(test)]
mod tests {
    use super::super::syntax::read;
    use super::*;
    use std::path::Path;

    #[test]
    fn what_does_not_matter_goes() {
        let text = "byte x, y; chan q = [1] of { byte }\n\
            proctype Q() { do :: q!1; y++ :: else -> break od }\n\
            active [2] proctype P() { atomic { if :: x > 1 -> assert(x == 3) :: else -> x++ fi }; y = 2 }";
        let program = read(Path::new("a.pml"), text, &[]).unwrap();
        let mut persists = |program: &Program| {
            let text = promela::printer::print(program);
            read(Path::new("b.pml"), &text, &[]).is_some() && text.contains("assert")
        };
        let small = promela::printer::print(&shrink(&program, 500, &mut persists));
        assert!(small.lines().count() <= 4, "{small}");
        assert!(!small.contains("chan") && !small.contains("atomic"), "{small}");
    }
}
