//! Which features of the language each process of a program uses.
//!
//! Everything is read off the tree, whoever grew it. A feature belongs to a process if its code or its head uses it;
//! `init` is a process too. What a body says through an inline belongs to the processes that call it.
use super::tree::{Block, Expression, Initial, Place, Program, Statement, Type, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// Every feature, in the order in which the tables show them. Their pairs are what the random programs must cover.
pub const FEATURES: [&str; 83] = [
    "rendezvous send",
    "rendezvous receive",
    "rendezvous in atomic",
    "two rendezvous in one atomic",
    "buffered send",
    "buffered receive",
    "send in atomic",
    "receive in atomic",
    "receive in d_step",
    "sorted send",
    "random receive",
    "copying receive",
    "eval pattern",
    "poll",
    "channel test",
    "channel array",
    "channel in message",
    "channel variable",
    "local channel",
    "xr and xs",
    "trace",
    "atomic",
    "d_step",
    "unless",
    "private prefix",
    "else",
    "else beside receive",
    "else beside rendezvous",
    "else in a sequence",
    "sequence under unless",
    "jump out of atomic",
    "nested if",
    "do with break",
    "endless loop",
    "end of process",
    "goto",
    "for range",
    "for in",
    "select",
    "inner declaration",
    "inline call",
    "timeout",
    "run",
    "run in a loop",
    "created by run",
    "parameters",
    "init",
    "init without atomic",
    "beside init",
    "provided",
    "priority",
    "D_proctype",
    "end label",
    "accept label",
    "progress label",
    "remote label",
    "remote variable",
    "_pid",
    "_nr_pr",
    "_last",
    "enabled",
    "mtype",
    "typedef",
    "typedef array",
    "array",
    "local array",
    "hidden",
    "truncation",
    "conditional expression",
    "printf",
    "assert",
    "fault in guard",
    "fault in assertion",
    "fault in value",
    "fault in target",
    "fault in choice",
    "fault in printf",
    "fault in message",
    "fault in pattern",
    "fault in channel index",
    "fault in run argument",
    "division by variable",
    "uninitialised channel",
];

/// The features of one proctype, and of how many processes they are at least.
#[derive(Clone, Debug)]
pub struct Used {
    /// Processes of this proctype that the program is sure to have; 1 where it cannot be told.
    pub processes: usize,
    /// Its features.
    pub features: BTreeSet<&'static str>,
}

/// What each proctype of the program uses, `init` last.
pub fn features(program: &Program) -> Vec<Used> {
    let mut copy = program.clone();
    let names = Names::new(program);
    let inlines: BTreeMap<String, Block> =
        program.inlines.iter().map(|inline| (inline.name.clone(), inline.body.clone())).collect();
    let mut all = Vec::new();
    for process in &mut copy.processes {
        let mut seen = Seen::new(&names, &inlines, &process.locals);
        seen.variables(&process.locals);
        seen.body(&mut process.body);
        seen.add_if(program.init.is_some() && process.active.is_some(), "beside init");
        seen.add_if(process.active.is_none(), "created by run");
        seen.add_if(!process.parameters.is_empty(), "parameters");
        seen.add_if(process.provided.is_some(), "provided");
        seen.add_if(process.priority.is_some(), "priority");
        seen.add_if(process.deterministic, "D_proctype");
        seen.add_if(!process.exclusive.is_empty(), "xr and xs");
        all.push(Used { processes: process.active.unwrap_or(1), features: seen.features });
    }
    if let Some(body) = &mut copy.init {
        let mut seen = Seen::new(&names, &inlines, &program.init_locals);
        seen.variables(&program.init_locals);
        seen.body(body);
        seen.add("init");
        let runs = |statement: &Statement| matches!(statement, Statement::Guard(Expression::Run(..)));
        seen.add_if(body.iter().any(runs), "init without atomic");
        seen.add_if(program.init_priority.is_some(), "priority");
        seen.add_if(!program.init_exclusive.is_empty(), "xr and xs");
        all.push(Used { processes: 1, features: seen.features });
    }
    all
}

/// What the program's declarations say of its names.
struct Names {
    sizes: BTreeMap<String, usize>,
    capacities: BTreeMap<String, usize>,
    structures: BTreeMap<String, bool>,
    hidden: BTreeSet<String>,
    traced: BTreeSet<String>,
    mtypes: BTreeSet<String>,
}

impl Names {
    fn new(program: &Program) -> Names {
        let locals = program.processes.iter().flat_map(|process| &process.locals);
        let all = program.globals.iter().chain(locals).chain(&program.init_locals);
        let mut names = Names {
            sizes: BTreeMap::new(),
            capacities: BTreeMap::new(),
            structures: BTreeMap::new(),
            hidden: program.hidden.iter().map(|variable| variable.name.clone()).collect(),
            traced: program.traced.iter().cloned().collect(),
            mtypes: program.mtype.iter().cloned().collect(),
        };
        for variable in all {
            let name = variable.name.clone();
            if let Some(size) = variable.size {
                names.sizes.insert(name.clone(), size);
            }
            if let Some(Initial::Channel(capacity, _)) = variable.initial {
                names.capacities.insert(name.clone(), capacity);
            }
            if matches!(variable.kind, Type::Structure(_)) {
                names.structures.insert(name, variable.size.is_some());
            }
        }
        names
    }

    /// Whether an index may be outside its array: a number beyond it, or a remainder that can be.
    fn may_leave(&self, place: &Place) -> bool {
        let Some(&size) = self.sizes.get(&place.name) else { return false };
        match place.index.as_deref() {
            Some(Expression::Number(n)) => *n >= size as i64,
            Some(Expression::Binary("%", _, by)) => matches!(**by, Expression::Number(n) if n > size as i64),
            _ => false,
        }
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, Default)]
struct Inside {
    atomic: bool,
    d_step: bool,
    repeated: bool,
    choice: bool,
}

struct Seen<'a> {
    names: &'a Names,
    inlines: &'a BTreeMap<String, Block>,
    locals: BTreeSet<String>,
    features: BTreeSet<&'static str>,
}

impl<'a> Seen<'a> {
    fn new(names: &'a Names, inlines: &'a BTreeMap<String, Block>, locals: &[Variable]) -> Seen<'a> {
        let locals = locals.iter().map(|variable| variable.name.clone()).collect();
        Seen { names, inlines, locals, features: BTreeSet::new() }
    }

    fn add(&mut self, feature: &'static str) {
        debug_assert!(FEATURES.contains(&feature), "{feature}");
        self.features.insert(feature);
    }

    fn add_if(&mut self, condition: bool, feature: &'static str) {
        if condition {
            self.add(feature);
        }
    }

    fn variables(&mut self, locals: &[Variable]) {
        for variable in locals {
            match &variable.initial {
                Some(Initial::Channel(..)) => self.add("local channel"),
                _ => self.add_if(variable.size.is_some(), "local array"),
            }
            let chan = variable.kind == Type::Basic("chan") && variable.initial.is_none();
            self.add_if(chan, "channel variable");
        }
    }

    fn body(&mut self, body: &mut Block) {
        let last = body.last().map(|statement| match statement {
            Statement::Label(_, inner) => inner,
            other => other,
        });
        let endless = matches!(last, Some(Statement::Do(options)) if !options.iter().any(breaks));
        self.add(if endless { "endless loop" } else { "end of process" });
        self.block(body, Inside::default());
    }

    fn block(&mut self, block: &mut Block, inside: Inside) {
        for statement in block {
            self.statement(statement, inside);
        }
    }

    fn statement(&mut self, statement: &mut Statement, inside: Inside) {
        let deeper = match statement {
            Statement::Label(name, inner) => {
                self.label(name);
                return self.statement(inner, inside);
            }
            Statement::Atomic(body) => {
                self.sequence(body);
                self.add_if(handshakes(self.names, body) > 1, "two rendezvous in one atomic");
                self.add("atomic");
                Inside { atomic: true, ..inside }
            }
            Statement::DStep(body) => {
                self.sequence(body);
                self.add("d_step");
                Inside { d_step: true, ..inside }
            }
            Statement::Do(_) | Statement::For(..) | Statement::ForIn(..) => {
                Inside { repeated: true, ..inside }
            }
            Statement::If(_) => Inside { choice: true, ..inside },
            _ => inside,
        };
        self.control(statement, inside);
        self.operation(statement, inside);
        let fault = match statement {
            Statement::Guard(_) => "fault in guard",
            Statement::Assert(_) => "fault in assertion",
            Statement::Print(_) => "fault in printf",
            Statement::Send(..) => "fault in message",
            Statement::Receive { .. } => "fault in pattern",
            _ => "fault in value",
        };
        for expression in statement.expressions() {
            self.expression(expression, fault, inside);
        }
        for block in statement.blocks() {
            self.block(block, deeper);
        }
    }

    fn label(&mut self, name: &str) {
        for (stem, feature) in
            [("end", "end label"), ("accept", "accept label"), ("progress", "progress label")]
        {
            self.add_if(name.starts_with(stem), feature);
        }
    }

    /// A sequence that begins with an assignment to a local variable, though others can see what follows.
    fn sequence(&mut self, body: &Block) {
        if let [Statement::Assign(place, _), rest @ ..] = body.as_slice() {
            let private = self.locals.contains(&place.name) && !rest.is_empty();
            self.add_if(private, "private prefix");
        }
    }

    fn control(&mut self, statement: &Statement, inside: Inside) {
        match statement {
            Statement::If(options) | Statement::Do(options) => {
                let has_else = options.iter().any(|o| matches!(o.first(), Some(Statement::Else)));
                let receives = options.iter().any(|o| matches!(o.first(), Some(Statement::Receive { .. })));
                let in_a_sequence =
                    options.iter().any(|o| o.first().is_some_and(begins_a_sequence_with_else));
                self.add_if(has_else, "else");
                self.add_if(has_else && receives, "else beside receive");
                self.add_if(
                    (has_else || in_a_sequence) && self.offers_rendezvous(options),
                    "else beside rendezvous",
                );
                self.add_if(in_a_sequence, "else in a sequence");
                let repeats = matches!(statement, Statement::Do(_));
                self.add_if(!repeats && inside.choice, "nested if");
                self.add_if(repeats && options.iter().any(breaks), "do with break");
            }
            Statement::Unless(main, _) => {
                self.add("unless");
                let sequence = |s: &Statement| matches!(s, Statement::Atomic(_) | Statement::DStep(_));
                self.add_if(main.iter().any(sequence), "sequence under unless");
            }
            Statement::For(..) => self.add("for range"),
            Statement::ForIn(..) => self.add("for in"),
            Statement::Select(..) => self.add("select"),
            Statement::Scope(..) => self.add("inner declaration"),
            Statement::Goto(_) => {
                self.add("goto");
                self.add_if(inside.atomic, "jump out of atomic");
            }
            Statement::Print(_) => self.add("printf"),
            Statement::Assert(_) => self.add("assert"),
            Statement::Call(name, _) => {
                self.add("inline call");
                if let Some(body) = self.inlines.get(name) {
                    self.block(&mut body.clone(), inside);
                }
            }
            _ => {}
        }
    }

    fn operation(&mut self, statement: &Statement, inside: Inside) {
        match statement {
            Statement::Assign(place, value) => {
                self.place(place, "fault in target");
                let quotient = |e: &Expression| matches!(e, Expression::Binary("/" | "%", _, by) if !matches!(**by, Expression::Number(_)));
                self.add_if(quotient(value), "division by variable");
                self.add_if(has_large_number(value), "truncation");
            }
            Statement::Step(place, _) => self.place(place, "fault in target"),
            Statement::Send(channel, operator, arguments) => {
                self.channel(channel, ["rendezvous send", "buffered send", "send in atomic"], inside);
                self.add_if(*operator == "!!", "sorted send");
                let channels = |e: &Expression| matches!(e, Expression::Read(p) if self.is_channel(&p.name));
                let passes = arguments.iter().any(channels);
                self.add_if(passes, "channel in message");
            }
            Statement::Receive { channel, operator, copy, pattern } => {
                self.channel(
                    channel,
                    ["rendezvous receive", "buffered receive", "receive in atomic"],
                    inside,
                );
                self.add_if(inside.d_step, "receive in d_step");
                self.add_if(*operator == "??", "random receive");
                self.add_if(*copy, "copying receive");
                let eval = pattern.iter().any(|e| matches!(e, Expression::Function("eval", _)));
                self.add_if(eval, "eval pattern");
            }
            _ => {}
        }
    }

    /// Whether an option begins with a send or receive over a rendezvous channel.
    fn offers_rendezvous(&self, options: &[Block]) -> bool {
        let rendezvous = |channel: &Place| self.names.capacities.get(&channel.name) == Some(&0);
        options.iter().any(|option| match option.first() {
            Some(Statement::Send(channel, ..) | Statement::Receive { channel, .. }) => rendezvous(channel),
            _ => false,
        })
    }

    fn is_channel(&self, name: &str) -> bool {
        self.names.capacities.contains_key(name)
    }

    fn channel(&mut self, channel: &Place, [handshake, buffered, atomic]: [&'static str; 3], inside: Inside) {
        match self.names.capacities.get(&channel.name) {
            Some(0) => {
                self.add(handshake);
                self.add_if(inside.atomic, "rendezvous in atomic");
            }
            Some(_) => self.add(buffered),
            None => self.add_if(channel.name.starts_with("unset"), "uninitialised channel"),
        }
        self.add_if(inside.atomic, atomic);
        self.add_if(self.names.traced.contains(&channel.name), "trace");
        self.add_if(channel.index.is_some(), "channel array");
        self.add_if(self.names.may_leave(channel), "fault in channel index");
    }

    fn place(&mut self, place: &Place, fault: &'static str) {
        self.add_if(self.names.may_leave(place), fault);
        self.add_if(self.names.hidden.contains(&place.name), "hidden");
        let local = self.locals.contains(&place.name);
        match self.names.structures.get(&place.name) {
            Some(true) => self.add("typedef array"),
            Some(false) => self.add("typedef"),
            None => self.add_if(place.index.is_some() && !local, "array"),
        }
    }

    fn expression(&mut self, expression: &mut Expression, mut fault: &'static str, inside: Inside) {
        match expression {
            Expression::Word(word) => match word.as_str() {
                "_pid" => self.add("_pid"),
                "_nr_pr" => self.add("_nr_pr"),
                "_last" => self.add("_last"),
                "timeout" => self.add("timeout"),
                other => self.add_if(self.names.mtypes.contains(other), "mtype"),
            },
            Expression::Read(place) => self.place(place, fault),
            Expression::Choice(..) => {
                self.add("conditional expression");
                fault = "fault in choice";
            }
            Expression::Function("enabled", _) => self.add("enabled"),
            Expression::Function("len" | "empty" | "nempty" | "full" | "nfull", _) => {
                self.add("channel test")
            }
            Expression::Poll(..) => self.add("poll"),
            Expression::AtLabel(..) => self.add("remote label"),
            Expression::Remote(..) => self.add("remote variable"),
            Expression::Run(..) => {
                self.add(if inside.repeated { "run in a loop" } else { "run" });
                fault = "fault in run argument";
            }
            _ => {}
        }
        for child in expression.children() {
            self.expression(child, fault, inside);
        }
    }
}

/// Whether a loop's option can leave the loop: by a `break` that no inner loop takes, or by a `goto`.
fn breaks(block: &Block) -> bool {
    let labels: Vec<&str> = block.iter().filter_map(label_of).collect();
    leaves(block, &labels)
}

/// Whether the block has a `break`, or a jump to none of its labels.
fn leaves(block: &[Statement], labels: &[&str]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::Goto(label) => !labels.contains(&label.as_str()),
        Statement::If(options) => options.iter().any(|option| leaves(option, labels)),
        Statement::Atomic(body) | Statement::Scope(_, body) => leaves(body, labels),
        Statement::Unless(main, escape) => leaves(main, labels) || leaves(escape, labels),
        Statement::Label(_, inner) => leaves(std::slice::from_ref(inner), labels),
        _ => false,
    })
}

fn label_of(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Label(name, _) => Some(name),
        _ => None,
    }
}

/// Rendezvous operations in a block.
fn handshakes(names: &Names, block: &Block) -> usize {
    let of = |statement: &Statement| match statement {
        Statement::Send(channel, ..) | Statement::Receive { channel, .. } => {
            usize::from(names.capacities.get(&channel.name) == Some(&0))
        }
        other => other.clone().blocks().into_iter().map(|block| handshakes(names, block)).sum(),
    };
    block.iter().map(of).sum()
}

fn has_large_number(expression: &Expression) -> bool {
    match expression {
        Expression::Number(n) => *n > 255,
        other => other.clone().children().into_iter().any(|child| has_large_number(child)),
    }
}

/// Whether the statement is an `atomic` or a `d_step` whose first statement is `else`.
fn begins_a_sequence_with_else(statement: &Statement) -> bool {
    match statement {
        Statement::Atomic(body) | Statement::DStep(body) => matches!(body.first(), Some(Statement::Else)),
        _ => false,
    }
}
