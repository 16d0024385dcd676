//! Process types written once for each process, as many models have them: `Node0`, `Node1`, … with the numbers changed.
//!
//! The copies mean the same as processes of one type. They are not always the same text: the number of a process may be
//! written as a literal, variables may be declared in another order, options and operands may be exchanged.
use super::random::Random;
use super::tree::{Block, Expression, Process, Program, Statement};

/// Writes the first process type of a program once for each of its processes, which call themselves `own`.
pub fn copy(random: &mut Random, program: &mut Program, count: usize, own: &str) {
    let node = program.processes.remove(0);
    let literal = random.chance(70);
    for number in (0..count).rev() {
        let mut copy = Process { name: format!("{}{number}", node.name), ..node.clone() };
        copy.active = node.active.map(|_| 1);
        if random.chance(20) {
            copy.locals.reverse();
        }
        let mut editor = Editor { random, own: literal.then_some(own), number };
        editor.block(&mut copy.body);
        program.processes.insert(0, copy);
    }
    if let Some(init) = &mut program.init {
        create(init, &node.name, count);
    }
}

struct Editor<'a> {
    random: &'a mut Random,
    /// The word that becomes a number.
    own: Option<&'a str>,
    number: usize,
}

impl Editor<'_> {
    fn block(&mut self, block: &mut Block) {
        for statement in block {
            if let Statement::If(options) | Statement::Do(options) = statement
                && self.random.chance(20)
            {
                options.reverse();
            }
            statement.expressions().into_iter().for_each(|e| self.expression(e));
            statement.blocks().into_iter().for_each(|block| self.block(block));
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        match expression {
            Expression::Word(word) if self.own == Some(word.as_str()) => {
                *expression = Expression::Number(self.number as i64);
            }
            Expression::Binary("==", left, right) if self.random.chance(20) => std::mem::swap(left, right),
            _ => {}
        }
        expression.children().into_iter().for_each(|e| self.expression(e));
    }
}

/// Creates the copies instead of the type.
fn create(block: &mut Block, name: &str, count: usize) {
    for statement in block {
        statement.blocks().into_iter().for_each(|block| create(block, name, count));
        let Statement::Guard(Expression::Run(created, arguments)) = statement else { continue };
        if created != name {
            continue;
        }
        let run = |n: usize| Statement::Guard(Expression::Run(format!("{name}{n}"), arguments.clone()));
        *statement = match arguments.as_slice() {
            [Expression::Number(n)] => run(*n as usize),
            [which, ..] => {
                let is = |n: usize| Expression::binary(which.clone(), "==", Expression::Number(n as i64));
                Statement::If((0..count).map(|n| vec![Statement::Guard(is(n)), run(n)]).collect())
            }
            [] => continue,
        };
    }
}
