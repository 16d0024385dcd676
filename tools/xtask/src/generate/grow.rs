//! Grows whole programs: declarations first, then bodies that may refer to all of them.
//!
//! The aim is programs that SPIN accepts, with a few hundred to a hundred thousand states, that use every construct
//! often enough for a wrong reading of any of them to show within a few hundred programs. Well-formedness comes from
//! growing only what the scope offers; small state spaces from the bounds of [`super::scope`].
use super::print::block_text;
use super::random::Random;
use super::scope::{Known, KnownChannel, KnownInline, KnownLabel, KnownProcess, Parameter, Role, Scope};
use super::statement::Context;
use super::tree::{
    Block, Expression, Initial, Inline, Place, Process, Program, Statement, Type, Typedef, Variable,
};

/// The names of an inline's parameters, the written one first; nothing else is called so.
pub const INLINE_PARAMETERS: [&str; 2] = ["to", "from"];

/// A program under construction.
pub struct Grower {
    /// The source of all choices.
    pub random: Random,
    /// What can be named at the present point.
    pub scope: Scope,
    program: Program,
    /// Proctypes that are run rather than active.
    runnable: Vec<KnownProcess>,
    /// Labels of processes whose numbers are known.
    labels: Vec<KnownLabel>,
    names: usize,
}

/// A random program without any intended symmetry.
pub fn grow(random: Random) -> Program {
    let (runnable, labels) = (Vec::new(), Vec::new());
    let mut grower =
        Grower { random, scope: Scope::default(), program: Program::default(), runnable, labels, names: 0 };
    grower.declare_globals();
    grower.declare_channels();
    grower.declare_inlines();
    grower.processes();
    grower.program
}

impl Grower {
    /// A name used nowhere else.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn declare_globals(&mut self) {
        if self.random.chance(45) {
            let count = self.random.between(2, 4);
            self.program.mtype =
                ["red", "green", "blue", "grey"][..count].iter().map(|&s| s.to_owned()).collect();
            self.scope.mtype.clone_from(&self.program.mtype);
        }
        if self.random.chance(25) {
            self.declare_structures();
        }
        for _ in 0..self.random.between(1, 3) {
            let name = self.fresh("g");
            let variable = self.number_variable(&name);
            self.program.globals.push(variable);
        }
        if !self.scope.mtype.is_empty() && self.random.chance(60) {
            let name = self.fresh("m");
            let variable = self.mtype_variable(&name);
            self.program.globals.push(variable);
        }
    }

    /// A number variable of random type, entered into the scope.
    fn number_variable(&mut self, name: &str) -> Variable {
        let kinds = ["bit", "bool", "byte", "short", "int", "pid", "unsigned"];
        let kind = kinds[self.random.weighted(&[15, 12, 50, 8, 8, 3, 5])];
        let bound = match kind {
            "bit" | "bool" => 2,
            _ => self.random.between(2, 4) as i64,
        };
        let kind = if kind == "unsigned" { Type::Unsigned(2) } else { Type::Basic(kind) };
        let size = (kind != Type::Unsigned(2) && self.random.chance(20)).then(|| self.random.between(2, 3));
        let initial = self.random.chance(35).then(|| self.random.below(bound as usize) as i64);
        let initial = initial.map(|value| Initial::Value(Expression::Number(value)));
        // No hidden variables: pan leaves them out of the state although they are read, so its count depends on the
        // order of its search.
        self.scope.add_number(name, size, bound);
        Variable { kind, name: name.to_owned(), size, initial }
    }

    fn mtype_variable(&mut self, name: &str) -> Variable {
        let initial =
            self.random.chance(60).then(|| Initial::Value(Expression::Word(self.scope.mtype[0].clone())));
        self.scope.variables.push(Known {
            name: name.to_owned(),
            size: None,
            field: None,
            bound: 5,
            role: Role::Mtype,
            read_only: false,
        });
        Variable { kind: Type::Basic("mtype"), name: name.to_owned(), size: None, initial }
    }

    fn declare_structures(&mut self) {
        let kind = self.fresh("Record");
        let size = self.random.chance(50).then_some(2);
        let field = |kind: &'static str, name: &str, size| Variable {
            kind: Type::Basic(kind),
            name: name.to_owned(),
            size,
            initial: None,
        };
        let fields = vec![field("byte", "a", None), field("bit", "b", size)];
        self.program.typedefs.push(Typedef { name: kind.clone(), fields });
        if self.random.chance(35) {
            self.declare_nested(&kind, size);
        }
        for _ in 0..self.random.between(1, 2) {
            let name = self.fresh("r");
            let length = self.random.chance(40).then_some(2);
            self.add_structure(&name, &kind, length, size);
            self.program.globals.push(Variable {
                kind: Type::Structure(kind.clone()),
                name,
                size: length,
                initial: None,
            });
        }
    }

    /// A structure with a structure inside, whose fields are known by their paths.
    fn declare_nested(&mut self, inner: &str, bits: Option<usize>) {
        let (kind, name) = (self.fresh("Outer"), self.fresh("o"));
        let plain =
            |kind: Type, name: &str| Variable { kind, name: name.to_owned(), size: None, initial: None };
        let fields = vec![plain(Type::Structure(inner.to_owned()), "part"), plain(Type::Basic("byte"), "k")];
        self.program.typedefs.push(Typedef { name: kind.clone(), fields });
        self.program.globals.push(plain(Type::Structure(kind), &name));
        for (path, size, bound) in [("part.a", None, 3), ("part.b", bits, 2), ("k", None, 3)] {
            self.scope.variables.push(Known {
                name: name.clone(),
                size: None,
                field: Some((path.to_owned(), size)),
                bound,
                role: Role::Number,
                read_only: false,
            });
        }
    }

    fn add_structure(&mut self, name: &str, kind: &str, length: Option<usize>, bits: Option<usize>) {
        for (field, size, bound) in [("a", None, 3), ("b", bits, 2)] {
            self.scope.variables.push(Known {
                name: name.to_owned(),
                size: length,
                field: Some((field.to_owned(), size)),
                bound,
                role: Role::Number,
                read_only: false,
            });
        }
        if length.is_none() {
            self.scope.structures.push((name.to_owned(), kind.to_owned()));
        }
    }

    fn declare_channels(&mut self) {
        for _ in 0..self.random.weighted(&[10, 50, 40]) {
            let (name, fields) = (self.fresh("q"), self.message_fields());
            let capacity = self.random.weighted(&[35, 40, 25]);
            let size = self.random.chance(25).then_some(2);
            let initial = Some(Initial::Channel(capacity, fields.clone()));
            let kind = Type::Basic("chan");
            self.program.globals.push(Variable { kind, name: name.clone(), size, initial });
            self.scope.channels.push(KnownChannel { name, size, capacity, fields, alias: false });
        }
    }

    fn message_fields(&mut self) -> Vec<Type> {
        if self.random.chance(25)
            && let Some((_, kind)) = self.scope.structures.first()
        {
            return vec![Type::Structure(kind.clone())];
        }
        let mut fields = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let mtype = if self.scope.mtype.is_empty() { 0 } else { 40 };
            let kinds = ["mtype", "byte", "bit", "bool", "int", "chan"];
            fields.push(Type::Basic(kinds[self.random.weighted(&[mtype, 40, 15, 10, 8, 2])]));
        }
        fields
    }

    fn declare_inlines(&mut self) {
        if !self.random.chance(30) {
            return;
        }
        let (name, bound) = (self.fresh("update"), self.random.between(2, 3) as i64);
        let outer = self.scope.clone();
        let [to, from] = INLINE_PARAMETERS;
        self.scope.add_number(to, None, bound);
        self.scope.variables.push(Known {
            name: from.to_owned(),
            size: None,
            field: None,
            bound: 9,
            role: Role::Number,
            read_only: true,
        });
        let target = Place::plain(to);
        let sum = Expression::binary(Expression::name(to), "+", Expression::name(from));
        let mut body =
            vec![Statement::Assign(target, Expression::binary(sum, "%", Expression::Number(bound)))];
        if self.random.chance(50) {
            // Calls may stand inside a d_step, so the body must not block.
            let context = Context { depth: 1, in_d_step: true, in_inline: true, ..Context::TOP };
            body.extend(self.block(1, context));
        }
        self.scope = outer;
        self.scope.inlines.push(KnownInline { name: name.clone(), bound });
        let parameters = INLINE_PARAMETERS.map(str::to_owned).to_vec();
        self.program.inlines.push(Inline { name, parameters, body });
    }

    fn processes(&mut self) {
        let style = self.random.weighted(&[60, 25, 15]); // active only, init runs, both
        let kinds = self.random.between(1, 3);
        let global = self.scope.clone();
        let mut number = 0;
        for index in 0..kinds {
            let active = style == 0 || (style == 2 && index == 0);
            let (least, most) = [(2, 3), (1, 2), (1, if number > 1 { 1 } else { 2 })][kinds - 1];
            let count = active.then(|| self.random.between(least, most));
            let labels: Vec<String> = (0..self.random.below(3)).map(|_| self.fresh("L")).collect();
            self.scope = global.clone();
            self.scope.processes.clone_from(&self.runnable);
            self.scope.remote.clone_from(&self.labels);
            let process = self.process(count, &labels);
            // Without init the numbers of active processes follow the order of declaration.
            if style == 0 {
                self.remember_labels(&process, number, &labels);
            }
            number += count.unwrap_or(0);
            self.program.processes.push(process);
        }
        self.scope = global;
        if style != 0 {
            self.init();
        }
    }

    fn remember_labels(&mut self, process: &Process, number: usize, labels: &[String]) {
        let local =
            process.locals.iter().find(|local| local.size.is_none() && local.kind != Type::Basic("chan"));
        for label in labels {
            self.labels.push(KnownLabel {
                process: process.name.clone(),
                number: number + self.random.below(process.active.unwrap_or(1)),
                label: label.clone(),
                local: local.map(|local| local.name.clone()),
            });
        }
    }

    fn process(&mut self, active: Option<usize>, labels: &[String]) -> Process {
        let name = self.fresh("P");
        let parameters = if active.is_none() { self.parameters(&name) } else { Vec::new() };
        let mut locals = Vec::new();
        for _ in 0..self.random.below(3) {
            let local = self.fresh("v");
            locals.push(self.number_variable(&local));
        }
        if self.random.chance(10) {
            locals.push(self.local_channel());
        }
        let alias = if self.random.chance(12) { self.alias() } else { None };
        let alias = alias.map(|(variable, first)| {
            locals.push(variable);
            first
        });
        let counter = self.fresh("i");
        self.scope.counter = Some(counter.clone());
        self.scope.labels = labels.to_vec();
        let pieces = self.random.between(2, 6);
        let mut body = self.body(pieces, labels);
        body.splice(0..0, alias);
        let uses_counter = block_text(&body).contains(&counter);
        if uses_counter {
            let kind = Type::Basic(["byte", "int", "short"][self.random.below(3)]);
            locals.push(Variable { kind, name: counter, size: None, initial: None });
        }
        let provided = self.random.chance(5).then(|| self.global_condition());
        // SPIN compiles no priorities beside rendezvous channels.
        let buffered = self.scope.channels.iter().all(|channel| channel.capacity > 0);
        let priority =
            (buffered && active.is_some() && self.random.chance(4)).then(|| self.random.between(1, 3));
        if priority.is_some() {
            // pan's mask forgets the priority's bits, so that it drops local bits out of the state.
            for local in &mut locals {
                if matches!(local.kind, Type::Basic("bit" | "bool") | Type::Unsigned(_)) {
                    local.kind = Type::Basic("byte");
                }
            }
        }
        let (deterministic, exclusive) = (false, Vec::new());
        Process { name, active, parameters, priority, provided, deterministic, exclusive, locals, body }
    }

    /// The outermost block, with the labels set on statements of it and often in an endless loop.
    fn body(&mut self, pieces: usize, labels: &[String]) -> Block {
        let mut body = self.block(pieces, Context::TOP);
        for label in labels {
            self.label_somewhere(&mut body, label, 0);
        }
        let looping = self.random.chance(60);
        if self.random.chance(25) {
            let index = self.random.below(body.len());
            let name = ["end_idle", "progress", "accept_it"][self.random.weighted(&[8, 1, 1])];
            set_label(&mut body, index, name);
        }
        if !looping {
            return body;
        }
        if matches!(body[0], Statement::Label(..)) {
            // SPIN wants no label at the head of an option.
            body.insert(0, Statement::Skip);
        }
        let repeated = Statement::Do(vec![body]);
        let labelled = self.random.chance(60);
        vec![if labelled { Statement::Label("end".to_owned(), Box::new(repeated)) } else { repeated }]
    }

    /// Sets a label on a statement of the block, or inside a choice or loop of it, into which `goto` then jumps.
    fn label_somewhere(&mut self, block: &mut Block, label: &str, first: usize) {
        let index = self.random.between(first, block.len() - 1);
        if self.random.chance(40)
            && let Statement::If(options) | Statement::Do(options) = &mut block[index]
        {
            let at = self.random.below(options.len());
            // The head of an option stays without label: SPIN wants none there.
            if options[at].len() > 1 {
                return self.label_somewhere(&mut options[at], label, 1);
            }
        }
        set_label(block, index, label);
    }

    fn global_condition(&mut self) -> Expression {
        // `provided` may name global variables only.
        let inner = std::mem::take(&mut self.scope);
        for variable in &self.program.globals {
            if matches!(variable.kind, Type::Basic("byte" | "bit" | "bool" | "int")) {
                self.scope.add_number(&variable.name, variable.size, 2);
            }
        }
        let left = self.read_number();
        self.scope = inner;
        Expression::binary(left, ["!=", "<"][self.random.below(2)], Expression::Number(2))
    }

    fn parameters(&mut self, process: &str) -> Vec<Variable> {
        let (mut parameters, mut known) = (Vec::new(), Vec::new());
        let declare = |kind: &'static str, name: &str| Variable {
            kind: Type::Basic(kind),
            name: name.to_owned(),
            size: None,
            initial: None,
        };
        if self.random.chance(50) {
            let name = self.fresh("n");
            self.scope.add_number(&name, None, 3);
            parameters.push(declare("byte", &name));
            known.push(Parameter::Number(3));
        }
        if self.random.chance(40)
            && let Some(like) = self.scope.channel(&mut self.random, |_| true)
        {
            let name = self.fresh("c");
            self.scope.channels.push(KnownChannel { name: name.clone(), size: None, ..like.clone() });
            parameters.push(declare("chan", &name));
            known.push(Parameter::Channel(like));
        }
        self.runnable.push(KnownProcess { name: process.to_owned(), parameters: known });
        parameters
    }

    fn local_channel(&mut self) -> Variable {
        let (name, capacity) = (self.fresh("own"), self.random.between(1, 2));
        let fields = vec![Type::Basic("byte")];
        self.scope.channels.push(KnownChannel {
            name: name.clone(),
            size: None,
            capacity,
            fields: fields.clone(),
            alias: false,
        });
        let initial = Some(Initial::Channel(capacity, fields));
        Variable { kind: Type::Basic("chan"), name, size: None, initial }
    }

    /// A channel variable, and the assignment that gives it its first channel.
    fn alias(&mut self) -> Option<(Variable, Statement)> {
        let like = self.scope.channel(&mut self.random, |_| true)?;
        let name = self.fresh("alias");
        let first = Statement::Assign(Place::plain(&name), Expression::Read(self.channel_place(&like)));
        self.scope.channels.push(KnownChannel { name: name.clone(), size: None, alias: true, ..like });
        let kind = Type::Basic("chan");
        Some((Variable { kind, name, size: None, initial: None }, first))
    }

    fn init(&mut self) {
        self.scope.processes.clone_from(&self.runnable);
        let mut runs = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            if let Some(run) = self.run_expression() {
                runs.push(Statement::Guard(run));
            }
        }
        let mut body = if self.random.chance(70) { vec![Statement::Atomic(runs)] } else { runs };
        if self.random.chance(30) {
            body.extend(self.block(1, Context::TOP));
        }
        self.program.init = Some(body);
    }
}

/// Sets a label on a statement, or on a `skip` before it: SPIN wants none before a block, a loop over a range or an
/// inline call.
fn set_label(body: &mut Block, index: usize, label: &str) {
    let simple = matches!(
        body[index],
        Statement::Assign(..)
            | Statement::Step(..)
            | Statement::Guard(_)
            | Statement::Send(..)
            | Statement::Receive { .. }
            | Statement::If(_)
            | Statement::Do(_)
            | Statement::Assert(_)
            | Statement::Skip
    );
    if simple {
        let inner = std::mem::replace(&mut body[index], Statement::Skip);
        body[index] = Statement::Label(label.to_owned(), Box::new(inner));
    } else {
        body.insert(index, Statement::Label(label.to_owned(), Box::new(Statement::Skip)));
    }
}
