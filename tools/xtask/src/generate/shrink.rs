//! Shrinks a program while a property of it persists: delta debugging on the tree.
//!
//! The idea is that of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", 2002) in its
//! greedy form: try edits that make the program smaller, keep the first that preserves the property, start again
//! where it was found, until a whole round keeps none. Edits are numbered by a walk over the tree; the n-th edit is
//! the n-th place the walk offers one, so no list of edited copies is kept. An edit may produce an ill-formed program
//! (a `run` of a deleted proctype); the property is then false, which is all that is needed.
use super::division::divisions_are_executed;
use super::tree::{Block, Expression, Initial, Program, Statement};

/// The smallest program found for which `persists` is still true, asking at most `budget` times.
pub fn shrink(program: &Program, budget: usize, mut persists: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let (mut asked, mut at, mut kept) = (0, 0, false);
    while asked < budget {
        match edited(&best, at) {
            Some(smaller) => {
                asked += 1;
                if divisions_are_executed(&smaller) && persists(&smaller) {
                    (best, kept) = (smaller, true);
                } else {
                    at += 1;
                }
            }
            None if kept => (at, kept) = (0, false),
            None => break,
        }
    }
    best
}

/// The program after its edit number `number`, `None` where there are fewer.
fn edited(program: &Program, number: usize) -> Option<Program> {
    let mut copy = program.clone();
    let mut editor = Editor { left: number };
    editor.program(&mut copy).then_some(copy)
}

/// Counts down to the edit that is to be made. Every method returns whether it has been made.
struct Editor {
    left: usize,
}

impl Editor {
    /// Whether it is this edit's turn.
    fn turn(&mut self) -> bool {
        let now = self.left == 0;
        self.left = self.left.wrapping_sub(1);
        now
    }

    fn program(&mut self, program: &mut Program) -> bool {
        self.remove_one(&mut program.processes)
            || self.remove_one(&mut program.inlines)
            || (program.init.is_some() && self.turn() && program.init.take().is_some())
            || program.blocks().into_iter().any(|block| self.block(block))
            || self.remove_one(&mut program.traced)
            || self.remove_one(&mut program.globals)
            || self.remove_one(&mut program.hidden)
            || self.remove_one(&mut program.init_locals)
            || self.remove_one(&mut program.init_exclusive)
            || (program.init_priority.is_some() && self.turn() && program.init_priority.take().is_some())
            || self.remove_one(&mut program.typedefs)
            || (!program.mtype.is_empty() && self.turn() && {
                program.mtype.clear();
                true
            })
            || self.declarations(program)
            || program.blocks().into_iter().any(|block| self.expressions(block))
    }

    fn remove_one<T>(&mut self, items: &mut Vec<T>) -> bool {
        let found = (0..items.len()).find(|_| self.turn());
        found.map(|index| items.remove(index)).is_some()
    }

    fn declarations(&mut self, program: &mut Program) -> bool {
        for process in &mut program.processes {
            if self.remove_one(&mut process.locals)
                || self.remove_one(&mut process.exclusive)
                || (process.deterministic && self.turn() && std::mem::take(&mut process.deterministic))
                || (process.provided.is_some() && self.turn() && process.provided.take().is_some())
                || (process.priority.is_some() && self.turn() && process.priority.take().is_some())
            {
                return true;
            }
            if let Some(count) = process.active.as_mut().filter(|count| **count > 1)
                && self.turn()
            {
                *count -= 1;
                return true;
            }
        }
        for variable in &mut program.globals {
            let value = matches!(variable.initial, Some(Initial::Value(_)));
            if value && self.turn() {
                variable.initial = None;
                return true;
            }
            if let Some(Initial::Channel(capacity, fields)) = &mut variable.initial {
                if *capacity > 1 && self.turn() {
                    *capacity -= 1;
                    return true;
                }
                if fields.len() > 1 && self.remove_one(fields) {
                    return true;
                }
            }
        }
        false
    }

    /// Deletes halves, then single statements, then replaces statements by what is inside them.
    fn block(&mut self, block: &mut Block) -> bool {
        if block.len() > 3 {
            let half = block.len() / 2;
            if self.turn() {
                block.truncate(half);
                return true;
            }
            if self.turn() {
                block.drain(..half);
                return true;
            }
        }
        if (block.len() > 1 && self.remove_one(block)) || self.unwrap_one(block) {
            return true;
        }
        block.iter_mut().any(|statement| self.statement(statement))
    }

    fn unwrap_one(&mut self, block: &mut Block) -> bool {
        for index in 0..block.len() {
            let mut inside = block[index].clone();
            if let Statement::Label(_, inner) = inside {
                if self.turn() {
                    block[index] = *inner;
                    return true;
                }
                continue;
            }
            for inner in inside.blocks() {
                if self.turn() {
                    block.splice(index..=index, inner.drain(..));
                    return true;
                }
            }
        }
        false
    }

    fn statement(&mut self, statement: &mut Statement) -> bool {
        if let Statement::If(options) | Statement::Do(options) = statement
            && options.len() > 1
            && self.remove_one(options)
        {
            return true;
        }
        statement.blocks().into_iter().any(|block| self.block(block))
    }

    fn expressions(&mut self, block: &mut Block) -> bool {
        for statement in block {
            if statement.expressions().into_iter().any(|expression| self.expression(expression))
                || statement.blocks().into_iter().any(|inner| self.expressions(inner))
            {
                return true;
            }
        }
        false
    }

    /// Replaces an expression by a part of it or by a constant.
    fn expression(&mut self, expression: &mut Expression) -> bool {
        if matches!(expression, Expression::Number(0 | 1)) {
            return false;
        }
        let mut parts: Vec<Expression> = expression.children().into_iter().map(|part| part.clone()).collect();
        parts.extend([Expression::Number(0), Expression::Number(1)]);
        for part in parts {
            if self.turn() {
                *expression = part;
                return true;
            }
        }
        expression.children().into_iter().any(|child| self.expression(child))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Flavour, print, program};
    use super::*;

    #[test]
    fn the_property_persists_and_the_rest_goes() {
        let mut shrunk = 0;
        for seed in 0..60 {
            let large = program(Flavour::General, seed);
            let asserts = |program: &Program| print(program).contains("assert(");
            if asserts(&large) {
                let small = shrink(&large, 5000, asserts);
                assert!(asserts(&small));
                assert!(print(&small).lines().count() <= 6, "{}", print(&small));
                shrunk += 1;
            }
        }
        assert!(shrunk > 10);
    }
}
