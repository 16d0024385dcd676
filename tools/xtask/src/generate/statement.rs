//! Grows statements and blocks.
use super::grow::Grower;
use super::scope::{Known, Parameter, Role};
use super::tree::{Block, Expression, Initial, Place, Statement, Type, Variable};

/// Where a statement will stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Levels of nesting still allowed.
    pub depth: usize,
    /// Inside `do` or `for`, so that `break` is allowed.
    pub in_loop: bool,
    /// Inside `d_step`, where blocking, leaving and rendezvous are errors.
    pub in_d_step: bool,
    /// Inside `atomic`.
    pub in_atomic: bool,
    /// Inside an inline, which has no labels.
    pub in_inline: bool,
}

impl Context {
    /// The top of a process's body.
    pub const TOP: Context =
        Context { depth: 2, in_loop: false, in_d_step: false, in_atomic: false, in_inline: false };

    fn deeper(self) -> Context {
        Context { depth: self.depth.saturating_sub(1), ..self }
    }
}

impl Grower {
    /// About `pieces` statements in sequence, at least one.
    pub fn block(&mut self, pieces: usize, context: Context) -> Block {
        let mut block = Vec::new();
        for _ in 0..pieces.max(1) {
            self.piece(context, &mut block);
        }
        block
    }

    /// One statement, or a few that belong together.
    fn piece(&mut self, context: Context, block: &mut Block) {
        let nested = if context.depth > 0 { 1 } else { 0 };
        let free = if context.in_d_step { 0 } else { 1 };
        let plain = if context.in_atomic || context.in_d_step { 0 } else { 1 };
        let weights = [
            24,                                           // assignment
            10,                                           // guarded step
            3 * free,                                     // guard
            8 * free,                                     // send
            8 * free,                                     // receive
            14 * nested,                                  // if
            7 * nested * free,                            // do
            6 * nested * plain,                           // atomic
            5 * nested * plain,                           // d_step
            4 * nested * free,                            // unless
            if context.in_inline { 0 } else { 3 * free }, // goto
            6,                                            // assert
            2,                                            // skip, printf
            3 * nested * free,                            // for
            2 * free,                                     // select
            5,                                            // inline call
            2 * free,                                     // run
            2 * nested * free,                            // declaration in a block
            1,                                            // step without guard
        ];
        match self.random.weighted(&weights) {
            1 => self.guarded_step(context, block),
            2 => block.push(Statement::Guard(self.condition())),
            3 => block.push(self.send(context)),
            4 => block.push(self.receive(context)),
            5 => block.push(self.selection(context)),
            6 => block.push(self.repetition(context)),
            7 => block.push(self.atomic(context)),
            8 => {
                // A `break` must not lead straight to a d_step: SPIN calls that a jump into it.
                if block.last().is_some_and(|last| !last.clone().blocks().is_empty()) {
                    block.push(Statement::Skip);
                }
                block.push(self.d_step(context));
            }
            9 => block.push(self.unless(context)),
            10 => self.leave(context, block),
            11 => block.push(self.assertion(context)),
            12 => block.push(self.idle()),
            13 => block.push(self.for_loop(context)),
            14 => block.push(self.select()),
            15 => block.push(self.call()),
            16 => self.run(block),
            17 => block.push(self.local_scope(context)),
            18 => block.push(self.step()),
            _ => block.push(self.assignment()),
        }
    }

    /// `place = value`.
    pub fn assignment(&mut self) -> Statement {
        if self.random.chance(10)
            && let Some(alias) = self.scope.channel(&mut self.random, |channel| channel.alias)
            && let Some(other) = self.scope.channel(&mut self.random, |channel| channel.is_like(&alias))
        {
            return Statement::Assign(
                Place::plain(&alias.name),
                Expression::Read(self.channel_place(&other)),
            );
        }
        let Some(known) = self.scope.variable(&mut self.random, |known| !known.read_only) else {
            return Statement::Skip;
        };
        let value = match known.role {
            Role::Mtype => self.mtype_value(),
            Role::Number if self.random.chance(3) => self.quotient(),
            Role::Number => self.bounded(known.bound),
        };
        Statement::Assign(self.place_of(&known), value)
    }

    fn writable_number(&mut self) -> Option<Known> {
        self.scope.variable(&mut self.random, |known| known.role == Role::Number && !known.read_only)
    }

    /// `x < k -> x++`, or its conditional form where blocking is not allowed.
    fn guarded_step(&mut self, context: Context, block: &mut Block) {
        let Some(known) = self.writable_number() else { return block.push(Statement::Skip) };
        let target = self.place_of(&known);
        let read = Expression::Read(target.clone());
        let (guard, operator) = if self.random.chance(65) {
            (Expression::binary(read, "<", Expression::Number(known.bound - 1)), "++")
        } else {
            (Expression::binary(read, ">", Expression::Number(0)), "--")
        };
        let steps = vec![Statement::Guard(guard), Statement::Step(target, operator)];
        if context.in_d_step || self.random.chance(50) {
            block.push(Statement::If(vec![steps, vec![Statement::Else]]));
        } else {
            block.extend(steps);
        }
    }

    fn step(&mut self) -> Statement {
        // Only types with few values may run through all of them.
        let small = |known: &Known| known.role == Role::Number && !known.read_only && known.bound == 2;
        match self.scope.variable(&mut self.random, small) {
            Some(known) => Statement::Step(self.place_of(&known), ["++", "--"][self.random.below(2)]),
            None => Statement::Skip,
        }
    }

    fn send(&mut self, context: Context) -> Statement {
        let Some(channel) =
            self.scope.channel(&mut self.random, |channel| !context.in_d_step || channel.capacity > 0)
        else {
            return self.assignment();
        };
        let target = self.channel_place(&channel);
        let operator = if self.random.chance(20) { "!!" } else { "!" };
        let arguments = channel.fields.iter().map(|field| self.argument(field)).collect();
        Statement::Send(target, operator, arguments)
    }

    fn receive(&mut self, context: Context) -> Statement {
        let Some(known) =
            self.scope.channel(&mut self.random, |channel| !context.in_d_step || channel.capacity > 0)
        else {
            return self.assignment();
        };
        let channel = self.channel_place(&known);
        let operator = if self.random.chance(20) && known.capacity > 0 { "??" } else { "?" };
        let copy = self.random.chance(10) && known.capacity > 0;
        let pattern = self.patterns(&channel, &known.fields);
        Statement::Receive { channel, operator, copy, pattern }
    }

    /// The first statement of an option, which decides whether it can be taken.
    fn option_guard(&mut self, context: Context) -> Statement {
        if context.in_d_step {
            return Statement::Guard(self.comparison());
        }
        match self.random.weighted(&[45, 18, 18, 12, 4]) {
            0 => Statement::Guard(self.condition()),
            1 => self.send(context),
            2 => self.receive(context),
            3 => self.assignment(),
            _ => Statement::Skip,
        }
    }

    fn options(&mut self, context: Context, with_else: bool) -> Vec<Block> {
        let count = self.random.between(1, 3);
        let mut options = Vec::new();
        for _ in 0..count {
            let mut option = vec![self.option_guard(context)];
            let pieces = self.random.below(3);
            if pieces > 0 {
                option.extend(self.block(pieces, context.deeper()));
            }
            options.push(option);
        }
        let channels =
            options.iter().any(|option| matches!(option[0], Statement::Send(..) | Statement::Receive { .. }));
        // SPIN refuses `else` beside channel operations.
        if with_else && !channels {
            let mut option = vec![Statement::Else];
            if self.random.chance(40) {
                option.extend(self.block(1, context.deeper()));
            }
            options.push(option);
        } else if self.random.chance(3) && !context.in_d_step {
            options.push(vec![Statement::Guard(Expression::word("timeout"))]);
        }
        options
    }

    fn selection(&mut self, context: Context) -> Statement {
        let with_else = context.in_d_step || self.random.chance(65);
        Statement::If(self.options(context, with_else))
    }

    fn repetition(&mut self, context: Context) -> Statement {
        let with_else = self.random.chance(20);
        let mut options = self.options(Context { in_loop: true, ..context }, with_else);
        // A loop that can do nothing for ever is an error to pan.
        for option in &mut options {
            if matches!(option[..], [Statement::Skip]) {
                *option = vec![self.assignment()];
            }
        }
        if self.random.chance(60) {
            let mut exit =
                if self.random.chance(60) { vec![Statement::Guard(self.comparison())] } else { Vec::new() };
            exit.push(Statement::Break);
            options.insert(0, exit);
        }
        Statement::Do(options)
    }

    fn atomic(&mut self, context: Context) -> Statement {
        let pieces = self.random.between(1, 3);
        let mut body = Vec::new();
        if self.random.chance(40) {
            body.push(self.option_guard(context));
        }
        body.extend(self.block(pieces, Context { in_atomic: true, ..context.deeper() }));
        Statement::Atomic(body)
    }

    fn d_step(&mut self, context: Context) -> Statement {
        let inside = Context { in_d_step: true, in_loop: false, ..context.deeper() };
        let mut body = Vec::new();
        match self.random.below(4) {
            0 => body.push(Statement::Guard(self.comparison())),
            1 if self.scope.channels.iter().any(|channel| channel.capacity > 0) => {
                body.push(if self.random.chance(50) { self.send(inside) } else { self.receive(inside) });
            }
            // A loop or a choice must not open a d_step in SPIN.
            _ => body.push(self.assignment()),
        }
        let pieces = self.random.below(3);
        if pieces > 0 {
            body.extend(self.block(pieces, inside));
        }
        Statement::DStep(body)
    }

    fn unless(&mut self, context: Context) -> Statement {
        let pieces = self.random.between(1, 3);
        let main = self.block(pieces, context.deeper());
        let mut escape = vec![Statement::Guard(self.condition())];
        if self.random.chance(20)
            && let Some(known) = self.scope.channel(&mut self.random, |channel| channel.capacity > 0)
        {
            let channel = self.channel_place(&known);
            let pattern = self.patterns(&channel, &known.fields);
            escape = vec![Statement::Receive { channel, operator: "?", copy: false, pattern }];
        }
        if self.random.chance(50) {
            escape.extend(self.block(1, context.deeper()));
        }
        Statement::Unless(main, escape)
    }

    /// `goto` or `break`, usually behind a condition so that what follows can be reached.
    fn leave(&mut self, context: Context, block: &mut Block) {
        let jump = match self.random.pick(&self.scope.labels).cloned() {
            Some(label) if !context.in_loop || self.random.chance(50) => Statement::Goto(label),
            _ if context.in_loop => Statement::Break,
            _ => Statement::Skip,
        };
        let guard = Statement::Guard(self.comparison());
        block.push(Statement::If(vec![vec![guard, jump], vec![Statement::Else]]));
    }

    fn assertion(&mut self, context: Context) -> Statement {
        // Most assertions hold, or hardly any program would.
        let bounded = self.writable_number();
        match bounded.filter(|_| self.random.chance(60)) {
            Some(known) => {
                let read = Expression::Read(self.place_of(&known));
                Statement::Assert(Expression::binary(read, "<", Expression::Number(known.bound)))
            }
            // Remote references are refused inside a d_step.
            None if context.in_d_step => Statement::Assert(self.comparison()),
            None => Statement::Assert(self.condition()),
        }
    }

    fn idle(&mut self) -> Statement {
        if self.random.chance(50) { Statement::Skip } else { Statement::Print(self.read_number()) }
    }

    fn for_loop(&mut self, context: Context) -> Statement {
        let Some(counter) = self.scope.counter.take() else { return self.assignment() };
        let inside = Context { in_loop: true, ..context.deeper() };
        let array = self.random.pick(&self.scope.arrays).cloned().filter(|_| self.random.chance(30));
        let high = array.as_ref().map_or(self.random.between(0, 2), |(_, size)| size - 1);
        self.scope.variables.push(Known {
            name: counter.clone(),
            size: None,
            field: None,
            bound: high as i64 + 1,
            role: Role::Number,
            read_only: true,
        });
        let pieces = self.random.between(1, 2);
        let body = self.block(pieces, inside);
        self.scope.variables.pop();
        self.scope.counter = Some(counter.clone());
        match array {
            Some((name, _)) => Statement::ForIn(counter, name, body),
            None => Statement::For(counter, Expression::Number(0), Expression::Number(high as i64), body),
        }
    }

    fn select(&mut self) -> Statement {
        let plain = |known: &Known| {
            known.role == Role::Number && !known.read_only && known.size.is_none() && known.field.is_none()
        };
        match self.scope.variable(&mut self.random, plain) {
            None => self.assignment(),
            Some(known) => {
                Statement::Select(known.name, Expression::Number(0), Expression::Number(known.bound - 1))
            }
        }
    }

    fn call(&mut self) -> Statement {
        let Some(inline) = self.random.pick(&self.scope.inlines).cloned() else { return self.assignment() };
        let fits =
            |known: &Known| known.role == Role::Number && !known.read_only && known.bound == inline.bound;
        match self.scope.variable(&mut self.random, fits) {
            None => self.assignment(),
            Some(known) => {
                // SPIN's textual arguments cannot hold a conditional expression.
                let arguments = vec![Expression::Read(self.place_of(&known)), self.read_number()];
                Statement::Call(inline.name, arguments)
            }
        }
    }

    /// `_nr_pr < k -> run P(...)`: without the guard a loop could run 255 processes.
    fn run(&mut self, block: &mut Block) {
        let Some(run) = self.run_expression() else { return block.push(self.assignment()) };
        let limit = Expression::Number(self.random.between(3, 4) as i64);
        let guard = Statement::Guard(Expression::binary(Expression::word("_nr_pr"), "<", limit));
        let plain = |known: &Known| {
            known.role == Role::Number && !known.read_only && known.size.is_none() && known.field.is_none()
        };
        let keeper = self.scope.variable(&mut self.random, plain).filter(|_| self.random.chance(15));
        let start = match keeper {
            Some(known) => Statement::Assign(Place::plain(&known.name), run),
            None => Statement::Guard(run),
        };
        block.push(Statement::If(vec![vec![guard, start], vec![Statement::Else]]));
    }

    /// `run P(...)` of a proctype in scope.
    pub fn run_expression(&mut self) -> Option<Expression> {
        let process = self.random.pick(&self.scope.processes).cloned()?;
        let mut arguments = Vec::new();
        for parameter in &process.parameters {
            arguments.push(match parameter {
                Parameter::Number(bound) => self.bounded(*bound),
                Parameter::Channel(like) => {
                    let channel = self.scope.channel(&mut self.random, |channel| channel.is_like(like))?;
                    Expression::Read(self.channel_place(&channel))
                }
            });
        }
        Some(Expression::Run(process.name, arguments))
    }

    fn local_scope(&mut self, context: Context) -> Statement {
        let name = self.fresh("inner");
        let initial =
            self.random.chance(50).then(|| Initial::Value(Expression::Number(self.random.below(2) as i64)));
        let variable = Variable { kind: Type::Basic("byte"), name: name.clone(), size: None, initial };
        let (variables, arrays) = (self.scope.variables.len(), self.scope.arrays.len());
        self.scope.add_number(&name, None, 3);
        let pieces = self.random.between(1, 2);
        let body = self.block(pieces, context.deeper());
        self.scope.variables.truncate(variables);
        self.scope.arrays.truncate(arrays);
        Statement::Scope(vec![variable], body)
    }
}
