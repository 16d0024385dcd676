//! Programs with an `atomic` that need not end.
//!
//! A program of drawn features gets one or two more statements: an `atomic` with a loop inside, whose options assert,
//! use indices that may be too large, send, receive, wait, have an `else`, and only sometimes leave the loop. What goes
//! wrong inside must be found although the sequence has no last state. SPIN runs into its depth limit there.
use super::plant::{self, byte};
use super::random::Random;
use super::tree::{Block, Expression, Initial, Place, Program, Statement, Type, Variable};

/// The channel that the loops use.
const CHANNEL: &str = "turns";
/// The array of two whose index may be 2.
const ARRAY: &str = "marks";

/// A program of drawn features with an endless `atomic` somewhere.
pub fn grow(mut random: Random) -> Program {
    let mut program = plant::grow(Random::new(random.bits()));
    let channel = Some(Initial::Channel(1, vec![Type::Basic("byte")]));
    let name = CHANNEL.to_owned();
    program.globals.push(Variable { kind: Type::Basic("chan"), name, size: None, initial: channel });
    program.globals.push(byte(ARRAY, Some(2)));
    for number in 0..random.between(1, 2) {
        let endless = sequence(&mut random, number);
        let which = random.below(program.processes.len());
        let Some(process) = program.processes.get_mut(which) else { continue };
        let at = random.below(process.body.len() + 1);
        // What follows may be a d_step, into which SPIN lets nothing jump.
        process.body.splice(at..at, [endless, Statement::Skip]);
    }
    program
}

fn sequence(random: &mut Random, number: usize) -> Statement {
    let mut body = Vec::new();
    if random.chance(70) {
        body.push(effect(random));
    }
    if random.chance(25) {
        let label = format!("again{number}");
        body.push(Statement::Label(label.clone(), Box::new(effect(random))));
        body.extend(option(random));
        body.push(Statement::Goto(label));
    } else {
        let count = random.between(1, 3);
        let mut options: Vec<Block> = (0..count).map(|_| option(random)).collect();
        match random.below(4) {
            0 => options.push(vec![Statement::Else, effect(random)]),
            1 => options.push(vec![guard(random), Statement::Break]),
            _ => {}
        }
        body.push(Statement::Do(options));
    }
    Statement::Atomic(body)
}

fn option(random: &mut Random) -> Block {
    let mut block = match random.below(5) {
        0 => vec![Statement::Assert(condition(random))],
        1 => vec![guard(random)],
        2 => vec![Statement::Send(Place::plain(CHANNEL), "!", vec![Expression::name("g")])],
        3 => vec![Statement::Receive {
            channel: Place::plain(CHANNEL),
            operator: "?",
            copy: false,
            pattern: vec![Expression::word("_")],
        }],
        _ => vec![effect(random)],
    };
    if random.chance(50) {
        block.push(effect(random));
    }
    if random.chance(40) {
        block.push(Statement::Assert(condition(random)));
    }
    block
}

fn condition(random: &mut Random) -> Expression {
    let operator = ["!=", "<", "=="][random.weighted(&[3, 2, 1])];
    let name = if random.chance(70) { "g" } else { "x" };
    Expression::binary(Expression::name(name), operator, Expression::Number(random.below(3) as i64))
}

fn guard(random: &mut Random) -> Statement {
    Statement::Guard(if random.chance(10) { Expression::word("timeout") } else { condition(random) })
}

fn effect(random: &mut Random) -> Statement {
    let turned = |name: &str, modulus| {
        let sum = Expression::binary(Expression::name(name), "+", Expression::Number(1));
        Expression::binary(sum, "%", Expression::Number(modulus))
    };
    match random.below(8) {
        0 => {
            let index = Expression::binary(Expression::name("g"), "%", Expression::Number(3));
            Statement::Assign(Place::element(ARRAY, index), Expression::Number(1))
        }
        1 | 2 => Statement::Assign(Place::plain("x"), turned("x", 2)),
        3 => Statement::Assign(Place::plain("g"), Expression::Number(random.below(3) as i64)),
        _ => Statement::Assign(Place::plain("g"), turned("g", 3)),
    }
}
