//! A few statements for each feature. Values stay small: `g` below 3, the local `x` below 2 or so.
mod control;

use super::plant::{Planter, byte};
use super::tree::{Block, Expression, Place, Process, Statement, Type, Variable};

fn number(n: i64) -> Expression {
    Expression::Number(n)
}

fn name(text: &str) -> Expression {
    Expression::name(text)
}

fn set(target: &str, value: Expression) -> Statement {
    Statement::Assign(Place::plain(target), value)
}

/// `(value + by) % modulus`.
fn turned(value: &str, by: i64, modulus: i64) -> Expression {
    Expression::binary(Expression::binary(name(value), "+", number(by)), "%", number(modulus))
}

fn equals(left: Expression, right: i64) -> Expression {
    Expression::binary(left, "==", number(right))
}

fn send(channel: &str, value: Expression) -> Statement {
    Statement::Send(Place::plain(channel), "!", vec![value])
}

fn receive(channel: &str, pattern: Expression) -> Statement {
    Statement::Receive { channel: Place::plain(channel), operator: "?", copy: false, pattern: vec![pattern] }
}

/// An element of a global array of two whose index may be 2.
fn beyond(array: &str) -> Place {
    Place::element(array, Expression::binary(name("g"), "%", number(3)))
}

fn within(array: &str) -> Place {
    Place::element(array, Expression::binary(name("g"), "%", number(2)))
}

impl Planter {
    /// The statements of a feature; none for one that is no statement.
    pub fn snippet(&mut self, feature: &str) -> Block {
        let kinds = [
            Planter::channel_snippet,
            Planter::operator_snippet,
            Planter::kind_of_channel_snippet,
            Planter::control_snippet,
            Planter::loop_snippet,
            Planter::process_snippet,
            Planter::data_snippet,
            Planter::value_snippet,
        ];
        kinds.into_iter().find_map(|write| write(self, feature)).unwrap_or_default()
    }

    /// Some global effect.
    pub fn effect(&mut self) -> Statement {
        match self.random.below(3) {
            0 => set("g", number(self.random.below(3) as i64)),
            1 => set("g", turned("g", 1, 3)),
            _ => set("x", turned("x", 1, 2)),
        }
    }

    fn buffered(&mut self) -> String {
        let capacity = 1;
        self.channel("q", None, capacity, "byte")
    }

    fn rendezvous(&mut self) -> String {
        let which = ["meet", "join"][self.random.weighted(&[3, 1])];
        self.channel(which, None, 0, "byte")
    }

    fn small(&mut self) -> Expression {
        match self.random.below(3) {
            0 => name("x"),
            1 => Expression::binary(name("g"), "%", number(2)),
            _ => number(self.random.below(2) as i64),
        }
    }

    fn pattern(&mut self) -> Expression {
        match self.random.below(3) {
            0 => number(self.random.below(2) as i64),
            1 => Expression::word("_"),
            _ => name("x"),
        }
    }

    fn handshake(&mut self) -> Statement {
        let channel = self.rendezvous();
        if self.random.chance(50) { send(&channel, self.small()) } else { receive(&channel, self.pattern()) }
    }

    /// Sends and receives, alone and in sequences.
    fn channel_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "rendezvous send" => vec![send(&self.rendezvous(), self.small())],
            "rendezvous receive" => vec![receive(&self.rendezvous(), self.pattern())],
            "rendezvous in atomic" => {
                let (before, after) = (self.effect(), self.effect());
                let handshake = self.handshake();
                vec![Statement::Atomic(if self.random.chance(50) {
                    vec![before, handshake, after]
                } else {
                    vec![handshake, after]
                })]
            }
            "two rendezvous in one atomic" => {
                vec![Statement::Atomic(vec![self.handshake(), self.handshake(), self.effect()])]
            }
            "buffered send" => vec![send(&self.buffered(), self.small())],
            "buffered receive" => vec![receive(&self.buffered(), self.pattern())],
            "send in atomic" => {
                let channel = self.buffered();
                vec![Statement::Atomic(vec![self.effect(), send(&channel, self.small()), self.effect()])]
            }
            "receive in atomic" => {
                let channel = self.buffered();
                vec![Statement::Atomic(vec![receive(&channel, self.pattern()), self.effect(), self.effect()])]
            }
            "receive in d_step" => {
                let channel = self.buffered();
                vec![Statement::DStep(vec![receive(&channel, self.pattern()), self.effect()])]
            }
            _ => return None,
        })
    }

    /// Operations on buffered channels.
    fn operator_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "sorted send" => {
                let channel = self.channel("sorted", None, 2, "byte");
                vec![Statement::Send(Place::plain(&channel), "!!", vec![self.small()])]
            }
            "random receive" => {
                let channel = Place::plain(&self.channel("sorted", None, 2, "byte"));
                let pattern = vec![number(self.random.below(2) as i64)];
                vec![Statement::Receive { channel, operator: "??", copy: false, pattern }]
            }
            "copying receive" => {
                let channel = Place::plain(&self.buffered());
                vec![Statement::Receive { channel, operator: "?", copy: true, pattern: vec![name("x")] }]
            }
            "eval pattern" => {
                let value = Expression::Function("eval", Box::new(name("x")));
                vec![receive(&self.buffered(), value)]
            }
            "poll" => {
                let channel = Place::plain(&self.buffered());
                let poll = Expression::Poll(channel, "?", vec![number(1)]);
                vec![Statement::If(vec![vec![Statement::Guard(poll), self.effect()], vec![Statement::Else]])]
            }
            "channel test" => {
                let channel = name(&self.buffered());
                let function = ["empty", "nempty", "full", "nfull"][self.random.below(4)];
                vec![Statement::Guard(Expression::Function(function, Box::new(channel))), self.effect()]
            }
            _ => return None,
        })
    }

    /// Kinds of channels, and faults in operations on them.
    fn kind_of_channel_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "channel array" => {
                let channels = self.channel("lines", Some(2), 1, "byte");
                vec![Statement::Send(within(&channels), "!", vec![self.small()])]
            }
            "channel in message" => self.passed_channel(),
            "channel variable" => {
                let (from, alias) = (self.buffered(), self.local(channel_variable("alias")));
                vec![set(&alias, name(&from)), send(&alias, self.small())]
            }
            "local channel" => {
                let initial = Some(super::tree::Initial::Channel(1, vec![Type::Basic("byte")]));
                let own = self.local(Variable { initial, ..channel_variable("own") });
                vec![send(&own, self.small()), receive(&own, name("x"))]
            }
            "uninitialised channel" => {
                let unset = self.local(channel_variable("unset"));
                let guard = Statement::Guard(equals(name("g"), 2));
                vec![Statement::If(vec![vec![guard, send(&unset, number(1))], vec![Statement::Else]])]
            }
            "xr and xs" => {
                let own = self.own_channel();
                vec![send(&own, self.small()), receive(&own, self.pattern())]
            }
            "trace" => {
                let channel = self.buffered();
                if self.program.traced.is_empty() {
                    self.program.traced.push(channel.clone());
                }
                vec![send(&channel, self.small())]
            }
            "fault in message" => vec![send(&self.buffered(), Expression::Read(self.beyond()))],
            "fault in pattern" => {
                let value = Expression::Function("eval", Box::new(Expression::Read(self.beyond())));
                vec![receive(&self.buffered(), value)]
            }
            "fault in channel index" => {
                let channels = self.channel("lines", Some(2), 1, "byte");
                vec![Statement::Send(beyond(&channels), "!", vec![self.small()])]
            }
            _ => return None,
        })
    }

    /// A channel sent to whoever receives it.
    fn passed_channel(&mut self) -> Block {
        let (data, post) = (self.buffered(), self.channel("post", None, 1, "chan"));
        let arrived = self.local(channel_variable("arrived"));
        let taken = vec![receive(&post, name(&arrived)), send(&arrived, number(1))];
        vec![Statement::If(vec![vec![send(&post, name(&data))], taken])]
    }

    fn beyond(&mut self) -> Place {
        let array = self.global(byte("cells", Some(2)));
        beyond(&array)
    }

    /// Processes and what they know of each other.
    fn process_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "run" => {
                let run = self.run(number(1));
                vec![Statement::If(vec![vec![room(), run], vec![Statement::Else]])]
            }
            "fault in run argument" => {
                let value = Expression::Read(self.beyond());
                let run = self.run(value);
                vec![Statement::If(vec![vec![room(), run], vec![Statement::Else]])]
            }
            "run in a loop" => {
                let run = self.run(number(0));
                vec![Statement::Do(vec![vec![room(), run], vec![Statement::Break]])]
            }
            "remote label" | "remote variable" => self.remote(feature == "remote label"),
            "_pid" => vec![set("g", Expression::binary(Expression::word("_pid"), "%", number(3)))],
            "_nr_pr" => vec![set("x", Expression::binary(Expression::word("_nr_pr"), "%", number(2)))],
            "_last" => vec![Statement::Guard(equals(Expression::word("_last"), 0)), self.effect()],
            "enabled" => {
                let other = number(i64::from(self.index == 0));
                vec![Statement::Guard(Expression::Function("enabled", Box::new(other))), self.effect()]
            }
            _ => return None,
        })
    }

    /// A run of a small process.
    pub fn run(&mut self, value: Expression) -> Statement {
        let child = "Child";
        if !self.program.processes.iter().any(|process| process.name == child) {
            let body = vec![set("g", Expression::binary(name("n"), "%", number(2)))];
            self.program.processes.push(Process {
                name: child.to_owned(),
                active: None,
                parameters: vec![byte("n", None)],
                priority: None,
                provided: None,
                deterministic: false,
                exclusive: Vec::new(),
                locals: Vec::new(),
                body,
            });
        }
        Statement::Guard(Expression::Run(child.to_owned(), vec![value]))
    }

    /// A reference to the first process if it is active, which has the number 0 then. SPIN wants it declared before.
    fn remote(&mut self, label: bool) -> Block {
        if !self.active[0] {
            return Vec::new();
        }
        let (process, at) = ("P0".to_owned(), Box::new(number(0)));
        let value = if label {
            self.has_spot = true;
            Expression::AtLabel(process, at, "spot".to_owned())
        } else {
            equals(Expression::Remote(process, at, "x".to_owned()), 1)
        };
        vec![Statement::Guard(value), self.effect()]
    }

    /// Variables.
    fn data_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "mtype" => {
                self.program.mtype = vec!["red".to_owned(), "green".to_owned()];
                let kind = Type::Basic("mtype");
                let m = self.global(Variable { kind, name: "m".to_owned(), size: None, initial: None });
                vec![set(&m, Expression::word(["red", "green"][self.random.below(2)]))]
            }
            "typedef" => {
                let r = self.structure("r", None);
                let place = Place { field: Some("a".to_owned()), ..Place::plain(&r) };
                vec![Statement::Assign(place, self.small())]
            }
            "typedef array" => {
                let rs = self.structure("rs", Some(2));
                let place = Place {
                    field: Some("b".to_owned()),
                    field_index: Some(Box::new(name("x"))),
                    ..within(&rs)
                };
                vec![set("x", turned("x", 1, 2)), Statement::Assign(place, number(1))]
            }
            "array" => {
                let array = self.global(byte("cells", Some(2)));
                vec![Statement::Assign(within(&array), self.small())]
            }
            "local array" => {
                let array = self.local(byte("mine", Some(2)));
                vec![Statement::Assign(within(&array), number(1))]
            }
            "hidden" => {
                if self.program.hidden.is_empty() {
                    self.program.hidden.push(byte("scratch", None));
                }
                // Read in the step in which it is written: pan does not store it.
                let used =
                    Statement::DStep(vec![set("scratch", name("g")), set("x", turned("scratch", 0, 2))]);
                // What `init` alone writes is taken for a constant of the model, which is kept.
                let first = self.program.processes.iter_mut().find(|process| process.name == "P0");
                if let Some(first) = first.filter(|_| self.index == 2) {
                    first.body.insert(0, used.clone());
                }
                vec![used]
            }
            "truncation" => {
                let (kind, stem) = [
                    (Type::Basic("bit"), "one"),
                    (Type::Basic("byte"), "eight"),
                    (Type::Basic("short"), "sixteen"),
                    (Type::Unsigned(2), "two"),
                ][self.random.below(4)]
                .clone();
                let narrow = self.global(Variable { kind, name: stem.to_owned(), size: None, initial: None });
                vec![set(&narrow, Expression::binary(name("g"), "+", number(65_537)))]
            }
            _ => return None,
        })
    }

    /// Values, and faults in them.
    fn value_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "conditional expression" => vec![set("g", choice(number(2), number(0)))],
            "printf" => vec![Statement::Print(name("g"))],
            "assert" => vec![Statement::Assert(Expression::binary(name("g"), "<", number(3)))],
            "division by variable" => {
                vec![set("x", Expression::binary(name("g"), "/", name("x"))), set("x", turned("x", 0, 2))]
            }
            "fault in guard" => {
                vec![Statement::Guard(equals(Expression::Read(self.beyond()), 0)), self.effect()]
            }
            "fault in assertion" => vec![Statement::Assert(equals(Expression::Read(self.beyond()), 0))],
            "fault in value" => vec![set("x", Expression::Read(self.beyond()))],
            "fault in target" => vec![Statement::Assign(self.beyond(), number(1))],
            "fault in printf" => vec![Statement::Print(Expression::Read(self.beyond()))],
            "fault in choice" => vec![set("g", choice(Expression::Read(self.beyond()), number(1)))],
            _ => return None,
        })
    }
}

fn channel_variable(name: &str) -> Variable {
    Variable { kind: Type::Basic("chan"), name: name.to_owned(), size: None, initial: None }
}

/// `_nr_pr < 4`: without the guard a loop could run 255 processes.
fn room() -> Statement {
    Statement::Guard(Expression::binary(Expression::word("_nr_pr"), "<", number(4)))
}

fn choice(yes: Expression, no: Expression) -> Expression {
    Expression::Choice(Box::new(equals(name("x"), 1)), Box::new(yes), Box::new(no))
}
