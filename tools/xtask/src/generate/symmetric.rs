//! Grows symmetric programs, and almost symmetric ones.
//!
//! A symmetric program has two to four alike processes with the numbers 0 to N-1. Identifiers (process numbers) are only copied,
//! compared for equality, sent and used as indices, and a choice of one names all of them alike, so every permutation of
//! the processes is a symmetry by construction. Some programs also have a class of data values that are treated alike.
//! In some the processes are created one by one by `init`, while those that exist already run, and have their numbers as a
//! parameter; identifiers are held in variables of several widths; and some start with one process in a special role, which is
//! no matter to a symmetry. In some every process has a type of its own, a copy of the others.
//! An almost symmetric program is a symmetric one with a few statements that tell processes apart: an order between
//! numbers, arithmetic on them, a literal, an unequal initial value, a sorted send, a scan in order. A reduction that
//! misses one of these merges states that differ, and the comparison with the unreduced search shows it.
use super::copied;
use super::random::Random;
use super::tree::{Block, Expression, Initial, Place, Process, Program, Statement, Type, Variable};

/// A symmetric program; `spoilers` statements are added that tell processes apart.
pub fn grow(random: Random, spoilers: usize) -> Program {
    let mut grower = Symmetric {
        random,
        processes: 2,
        phases: 3,
        values: 0,
        box_capacity: 0,
        has_notes: false,
        own: "_pid",
        identifier: "pid",
    };
    let sizes: &[usize] = if spoilers == 0 { &[0, 0, 40, 52, 8] } else { &[0, 0, 35, 47, 12, 6] };
    grower.processes = grower.random.weighted(sizes);
    grower.phases = grower.random.between(2, 4);
    grower.values = if grower.random.chance(30) { grower.random.between(2, 3) } else { 0 };
    grower.box_capacity = grower.random.weighted(&[45, 40, 15]);
    grower.has_notes = grower.random.chance(30);
    if grower.random.chance(35) {
        (grower.own, grower.identifier) = ("me", "byte");
    }
    let mut program = grower.program();
    if grower.random.chance(40) {
        copied::copy(&mut grower.random, &mut program, grower.processes, grower.own);
    }
    for _ in 0..spoilers {
        grower.spoil(&mut program);
    }
    program
}

struct Symmetric {
    random: Random,
    /// How many processes are alike.
    processes: usize,
    /// Values of each process's phase, which is a plain number.
    phases: usize,
    /// Data values that are treated alike; 0 for none.
    values: usize,
    /// Capacity of each process's mailbox.
    box_capacity: usize,
    /// Does each process keep two arrays with an element for each process, of plain values and of identifiers?
    has_notes: bool,
    /// What a process calls itself: `_pid`, or the parameter that `init` gives it.
    own: &'static str,
    /// The type of one byte that identifiers have.
    identifier: &'static str,
}

fn word(text: &str) -> Expression {
    Expression::word(text)
}

fn equal(left: Expression, right: Expression) -> Expression {
    Expression::binary(left, "==", right)
}

fn number(value: usize) -> Expression {
    Expression::Number(value as i64)
}

fn variable(kind: &'static str, name: &str, size: Option<usize>, initial: Option<Initial>) -> Variable {
    Variable { kind: Type::Basic(kind), name: name.to_owned(), size, initial }
}

impl Symmetric {
    fn program(&mut self) -> Program {
        let count = self.processes;
        let mut fields = vec![Type::Basic(self.width())];
        let peer = self.width();
        // Variables start with a value that names nothing.
        let mut locals = vec![variable(peer, "peer", None, Some(Initial::Value(number(count))))];
        if self.has_notes {
            locals.push(variable("byte", "noted", Some(count), None));
            locals.push(variable(self.width(), "friend", Some(count), Some(Initial::Value(number(count)))));
        }
        let (owner, next) = (self.width(), self.width());
        let owner_at_start = if self.random.chance(25) { self.random.below(count) } else { count };
        let mut globals = vec![
            variable("byte", "phase", Some(count), None),
            variable("byte", "total", None, None),
            // The value `count` names no process, so nobody owns anything at first; or one process does.
            variable(owner, "owner", None, Some(Initial::Value(number(owner_at_start)))),
            variable("bool", "asked", Some(count + 1), None),
            variable(next, "next", Some(count), Some(Initial::Value(number(count)))),
        ];
        if self.values > 0 {
            fields.push(Type::Basic("byte"));
            let none = Some(Initial::Value(number(self.values)));
            locals.push(variable("byte", "value", None, none.clone()));
            globals.push(variable("byte", "board", None, none));
        }
        let mailboxes = Initial::Channel(self.box_capacity, fields);
        globals.push(variable("chan", "mailbox", Some(count), Some(mailboxes)));
        let body = self.body();
        let node = Process {
            name: "Node".to_owned(),
            active: (self.own == "_pid").then_some(count),
            parameters: if self.own == "_pid" {
                Vec::new()
            } else {
                vec![variable("byte", "me", None, None)]
            },
            priority: None,
            provided: None,
            deterministic: false,
            exclusive: Vec::new(),
            locals,
            body,
        };
        let mut program = Program { globals, processes: vec![node], ..Program::default() };
        if self.own != "_pid" {
            self.create(&mut program);
        }
        program
    }

    /// The type of a variable that holds identifiers.
    fn width(&mut self) -> &'static str {
        ["int", "short", self.identifier][self.random.weighted(&[15, 10, 75])]
    }

    /// `init` creates the processes, mostly one by one, and may do something in between.
    fn create(&mut self, program: &mut Program) {
        let run = |argument| Statement::Guard(Expression::Run("Node".to_owned(), vec![argument]));
        if self.random.chance(25) {
            program.init_locals = vec![variable("byte", "i", None, None)];
            let more = Expression::binary(word("i"), "<", number(self.processes));
            let next = Expression::binary(word("i"), "+", number(1));
            let step =
                vec![Statement::Guard(more), run(word("i")), Statement::Assign(Place::plain("i"), next)];
            let done = vec![Statement::Else, Statement::Break];
            program.init = Some(vec![Statement::Do(vec![step, done])]);
            return;
        }
        let mut body = Vec::new();
        for n in 0..self.processes {
            body.push(run(number(n)));
            if self.random.chance(20) {
                let at = number(self.random.below(self.processes));
                body.push(Statement::Assign(Place::element("asked", at), word("true")));
            }
        }
        program.init = Some(if self.random.chance(20) { vec![Statement::Atomic(body)] } else { body });
    }

    fn body(&mut self) -> Block {
        let mut body = vec![self.choose_peer()];
        if self.values > 0 {
            body.push(self.choose_value());
        }
        let options = (0..self.random.between(2, 4)).map(|_| self.option()).collect();
        let repeated = Statement::Do(options);
        let repeat = if self.random.chance(60) {
            Statement::Label("end".to_owned(), Box::new(repeated))
        } else {
            repeated
        };
        body.push(repeat);
        body
    }

    /// `if :: peer = 0 :: peer = 1 ... fi`: alike for every permutation, although it is full of literals.
    fn choose_peer(&mut self) -> Statement {
        let choice = |n| vec![Statement::Assign(Place::plain("peer"), number(n))];
        Statement::If((0..self.processes).map(choice).collect())
    }

    fn choose_value(&mut self) -> Statement {
        let choice = |n| vec![Statement::Assign(Place::plain("value"), number(n))];
        Statement::If((0..self.values).map(choice).collect())
    }

    fn option(&mut self) -> Block {
        let mut option = vec![Statement::Guard(self.condition())];
        for _ in 0..self.random.between(1, 3) {
            let statement = self.statement();
            option.push(statement);
        }
        if self.random.chance(30) {
            return vec![Statement::Atomic(option)];
        }
        if self.random.chance(15) {
            option.push(Statement::Break);
        }
        option
    }

    /// An identifier that certainly names a process.
    fn process_id(&mut self) -> Expression {
        word([self.own, "peer"][self.random.weighted(&[60, 40])])
    }

    /// An identifier that may name none.
    fn any_id(&mut self) -> Expression {
        match self.random.below(5) {
            0 => word("owner"),
            1 => Expression::Read(Place::element("next", self.process_id())),
            2 if self.has_notes => Expression::Read(Place::element("friend", self.process_id())),
            _ => self.process_id(),
        }
    }

    fn phase(&mut self) -> Place {
        Place::element("phase", self.process_id())
    }

    fn condition(&mut self) -> Expression {
        if self.has_notes && self.random.chance(20) {
            let noted = Expression::Read(Place::element("noted", self.process_id()));
            return equal(noted, number(self.random.below(self.phases)));
        }
        match self.random.weighted(&[40, 15, 10, 10, 15, 10]) {
            0 => equal(Expression::Read(self.phase()), number(self.random.below(self.phases))),
            1 => equal(word("owner"), self.any_id()),
            2 => Expression::binary(word("owner"), "!=", self.process_id()),
            3 => Expression::binary(word("total"), "<", number(self.random.between(1, 3))),
            4 => {
                let at = self.any_id();
                Expression::Unary("!", Box::new(Expression::Read(Place::element("asked", at))))
            }
            _ if self.values > 0 => equal(word("board"), word("value")),
            _ => equal(word("peer"), word(self.own)),
        }
    }

    fn statement(&mut self) -> Statement {
        if self.has_notes && self.random.chance(25) {
            return match self.random.chance(60) {
                true => Statement::Assign(
                    Place::element("noted", self.process_id()),
                    number(self.random.below(self.phases)),
                ),
                false => Statement::Assign(Place::element("friend", self.process_id()), self.any_id()),
            };
        }
        match self.random.weighted(&[25, 12, 12, 8, 14, 14, 6, 6, 5, 4]) {
            0 => Statement::Assign(self.phase(), number(self.random.below(self.phases))),
            1 => Statement::Assign(Place::plain("owner"), self.any_id()),
            2 => {
                let at = self.any_id();
                Statement::Assign(Place::element("asked", at), word(["true", "false"][self.random.below(2)]))
            }
            3 => {
                let sum = Expression::binary(word("total"), "+", number(1));
                Statement::Assign(Place::plain("total"), Expression::binary(sum, "%", number(3)))
            }
            4 => self.send(),
            5 => self.receive(),
            6 => Statement::Assign(Place::element("next", self.process_id()), self.any_id()),
            7 => self.choose_peer(),
            8 if self.values > 0 => Statement::Assign(Place::plain("board"), word("value")),
            8 => Statement::Skip,
            _ => Statement::Assert(self.assertion()),
        }
    }

    fn assertion(&mut self) -> Expression {
        let small = Expression::binary(word("total"), "<", number(self.random.between(2, 3)));
        let condition = self.condition();
        Expression::binary(small, "||", condition)
    }

    fn send(&mut self) -> Statement {
        let mut message = vec![self.process_id()];
        if self.values > 0 {
            message.push(word("value"));
        }
        Statement::Send(Place::element("mailbox", word("peer")), "!", message)
    }

    fn receive(&mut self) -> Statement {
        let mut pattern = vec![if self.random.chance(25) { word("eval(peer)") } else { word("peer") }];
        if self.values > 0 {
            pattern.push(word("value"));
        }
        let channel = Place::element("mailbox", word(self.own));
        Statement::Receive { channel, operator: "?", copy: false, pattern }
    }

    /// Adds one thing that tells processes apart.
    fn spoil(&mut self, program: &mut Program) {
        let literal = number(self.random.below(self.processes));
        let spoiler = match self.random.below(9) {
            0 => Statement::Guard(Expression::binary(word(self.own), "<=", word("peer"))),
            1 => Statement::Guard(Expression::binary(
                word(self.own),
                "<",
                number(self.random.between(1, self.processes)),
            )),
            2 => Statement::Assign(Place::element("phase", literal), number(1)),
            3 => {
                let sum = Expression::binary(word("peer"), "+", number(1));
                Statement::Assign(Place::plain("peer"), Expression::binary(sum, "%", number(self.processes)))
            }
            4 => Statement::Assign(Place::plain("owner"), literal),
            5 => Statement::Assert(Expression::binary(word("owner"), "!=", literal)),
            6 => Statement::DStep(vec![
                Statement::Assign(Place::plain("total"), number(0)),
                Statement::If(vec![
                    vec![
                        Statement::Guard(equal(word("phase[0]"), number(0))),
                        Statement::Assign(Place::plain("peer"), number(0)),
                    ],
                    vec![
                        Statement::Guard(equal(word("phase[1]"), number(0))),
                        Statement::Assign(Place::plain("peer"), number(1)),
                    ],
                    vec![Statement::Else],
                ]),
            ]),
            7 => return self.unequal_start(program),
            _ => Statement::Assign(Place::plain("total"), Expression::binary(word(self.own), "%", number(2))),
        };
        let blocks = program.processes.iter_mut().map(|process| &mut process.body);
        let mut places: Vec<&mut Block> = blocks.flat_map(inner_blocks).collect();
        let index = self.random.below(places.len());
        if let Some(block) = places.get_mut(index) {
            let at = self.random.between(1, block.len());
            block.insert(at, spoiler);
        }
    }

    /// One process starts otherwise than the rest: a further process sets it up.
    fn unequal_start(&mut self, program: &mut Program) {
        let at = number(self.random.below(self.processes));
        let set = Statement::Assign(Place::element("asked", at), word("true"));
        let name = format!("Starter{}", program.processes.len());
        program.processes.push(Process {
            name,
            active: Some(1),
            parameters: Vec::new(),
            priority: None,
            provided: None,
            deterministic: false,
            exclusive: Vec::new(),
            locals: Vec::new(),
            body: vec![set],
        });
    }
}

/// The options of the loops in a block, where further statements may be set behind the guard.
fn inner_blocks(block: &mut Block) -> Vec<&mut Block> {
    block
        .iter_mut()
        .filter(|statement| is_loop(statement))
        .flat_map(Statement::blocks)
        .filter(|b| !b.is_empty())
        .collect()
}

fn is_loop(statement: &Statement) -> bool {
    match statement {
        Statement::Do(_) => true,
        Statement::Label(_, inner) => is_loop(inner),
        _ => false,
    }
}
