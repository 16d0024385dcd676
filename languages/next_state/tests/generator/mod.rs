//! Random programs, built directly in the typed form: every statement and expression, well-formed, small.

use diagnostics_free::span;
use program::{
    BinaryOp, ChannelTest, ChannelType, ChannelTypeId, DStep, DStepNode, Expr, GlobalId, Initialiser,
    LocalId, Location, LocationId, Place, Proctype, ProctypeId, Program, ReceiveArg, Scalar, Statement,
    Transition, TransitionId, UnaryOp, VarRef, Variable,
};

/// Spans are of no interest here.
mod diagnostics_free {
    pub fn span() -> program::Span {
        program::Span::default()
    }
}

/// A small generator of numbers (xorshift64*), so that a seed is a test.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 33) as usize) % n.max(1)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

const SCALARS: [Scalar; 10] = [
    Scalar::Bit,
    Scalar::Byte,
    Scalar::Pid,
    Scalar::Mtype,
    Scalar::Short,
    Scalar::Int,
    Scalar::Unsigned(3),
    Scalar::Unsigned(8),
    Scalar::Unsigned(11),
    Scalar::Unsigned(16),
];

/// A random program. A third of them are about rendezvous: several in one `atomic` sequence, several receivers for one
/// message, control that goes from process to process.
pub fn program(random: &mut Random) -> Program {
    let handshakes = random.chance(33);
    let mut g = Generator { random, program: Program::default(), current: 0, handshakes };
    g.channel_types();
    g.globals();
    let types = 2 + g.random.below(3);
    for i in 0..types {
        let proctype = g.declare(i);
        g.program.proctypes.push(proctype);
    }
    for i in 0..types {
        g.current = i;
        g.body();
        if g.random.chance(15) {
            g.program.proctypes[i].provided = Some(g.expr(2));
        }
    }
    let (least, spread) = if handshakes { (3, 3) } else { (1, 3) };
    for _ in 0..least + g.random.below(spread) {
        let id = ProctypeId(g.random.below(types) as u32);
        g.program.active.push(id);
    }
    g.program.uses_last = g.random.chance(30);
    g.program
}

struct Generator<'a> {
    random: &'a mut Random,
    program: Program,
    /// The process type whose body is being made.
    current: usize,
    /// Most statements are sends and receives by rendezvous that fit each other, and most moves keep control.
    handshakes: bool,
}

impl Generator<'_> {
    fn channel_types(&mut self) {
        let (most_types, most_fields) = if self.handshakes { (2, 2) } else { (4, 3) };
        for i in 0..1 + self.random.below(most_types) {
            let fields: Vec<Scalar> =
                (0..1 + self.random.below(most_fields)).map(|_| self.scalar()).collect();
            let capacities: &[u32] = if self.handshakes { &[0, 0, 0, 1] } else { &[0, 0, 1, 2, 3, 20] };
            let capacity = *self.random.pick(capacities);
            self.program.channel_types.push(ChannelType {
                capacity,
                mtypes: vec![None; fields.len()],
                fields,
                name: format!("c{i}"),
                span: span(),
            });
        }
    }

    fn scalar(&mut self) -> Scalar {
        if self.random.chance(15) { Scalar::Chan } else { *self.random.pick(&SCALARS) }
    }

    fn globals(&mut self) {
        for i in 0..self.program.channel_types.len() {
            let dims = if self.random.chance(30) { vec![2] } else { Vec::new() };
            let init = Initialiser::Channel(ChannelTypeId(i as u32));
            self.global(Scalar::Chan, dims, init);
        }
        for _ in 0..2 + self.random.below(4) {
            let scalar = self.scalar();
            let dims = match self.random.below(4) {
                0 => vec![1 + self.random.below(4) as u32],
                1 => vec![2, 1 + self.random.below(3) as u32],
                _ => Vec::new(),
            };
            let init = match self.random.below(3) {
                0 => Initialiser::Zero,
                1 => Initialiser::Value(self.constant()),
                _ => Initialiser::List(vec![self.constant(), self.constant()]),
            };
            self.global(scalar, dims, init);
        }
    }

    fn global(&mut self, scalar: Scalar, dims: Vec<u32>, init: Initialiser) {
        let name = format!("g{}", self.program.globals.len());
        let hidden = init == Initialiser::Zero && self.random.chance(5);
        let variable = Variable { name, scalar, mtype: None, dims, init, hidden, span: span() };
        self.program.globals.push(variable);
    }

    fn constant(&mut self) -> Expr {
        Expr::Const(*self.random.pick(&[0, 0, 1, 1, 2, 3, 5, -1, 255, 256, 70000]))
    }

    fn declare(&mut self, number: usize) -> Proctype {
        let params = self.random.below(3);
        let mut locals = Vec::new();
        for i in 0..params + 1 + self.random.below(4) {
            let scalar = self.scalar();
            let (dims, init) = match self.random.below(6) {
                _ if i < params => (Vec::new(), Initialiser::Parameter),
                0 if scalar != Scalar::Chan => (vec![3], Initialiser::Value(self.constant())),
                1 => (Vec::new(), Initialiser::Value(Expr::Pid)),
                2 if i > 0 => {
                    let place =
                        Place { var: VarRef::Local(LocalId(0)), scalar: Scalar::Byte, index: Vec::new() };
                    (Vec::new(), Initialiser::Value(Expr::Load(place)))
                }
                3 if scalar == Scalar::Chan => {
                    let id = self.random.below(self.program.channel_types.len());
                    (Vec::new(), Initialiser::Channel(ChannelTypeId(id as u32)))
                }
                4 => (Vec::new(), Initialiser::Unset),
                _ => (Vec::new(), Initialiser::Zero),
            };
            let name = format!("l{i}");
            locals.push(Variable { name, scalar, mtype: None, dims, init, hidden: false, span: span() });
        }
        if let Some(first) = locals.first().map(|v| v.scalar) {
            for variable in &mut locals {
                if let Initialiser::Value(Expr::Load(place)) = &mut variable.init {
                    place.scalar = first;
                }
            }
        }
        Proctype {
            name: format!("P{number}"),
            locals,
            params: params as u32,
            locations: Vec::new(),
            initial: LocationId(1),
            provided: None,
            priority: 1,
            deterministic: false,
            span: span(),
        }
    }

    fn body(&mut self) {
        let count = 3 + self.random.below(5);
        let mut locations = vec![Location::default()];
        for i in 1..=count {
            let mut location = Location { end: self.random.chance(20), ..Location::default() };
            if i == count {
                location.end = true;
                location.transitions.push(self.transition(Statement::Terminate, 0, 0));
            } else {
                self.location(&mut location, i, count);
            }
            locations.push(location);
        }
        self.program.proctypes[self.current].locations = locations;
    }

    fn location(&mut self, location: &mut Location, here: usize, count: usize) {
        let options = *self.random.pick(&[1, 1, 2, 2, 3]);
        let escapes = if self.random.chance(15) { 1 + self.random.below(2) } else { 0 };
        for i in 0..options + escapes {
            let escape = if i < escapes { (1 + i) as u32 } else { 0 };
            let last = i + 1 == options + escapes;
            let statement = if last && options > 1 && self.random.chance(30) {
                Statement::Else
            } else {
                self.statement(true)
            };
            let near = here + 1;
            let target = if self.random.chance(70) { near } else { 1 + self.random.below(count) };
            location.transitions.push(self.transition(statement, target, escape));
        }
    }

    fn transition(&mut self, statement: Statement, target: usize, escape: u32) -> Transition {
        let id = TransitionId(self.program.transition_count);
        self.program.transition_count += 1;
        let keeps_control = if self.handshakes { 65 } else { 25 };
        Transition {
            id,
            spin_id: id.0,
            // A loop of `run` in an atomic would create hundreds of processes in one step.
            atomic: target != 0 && !runs(&statement) && self.random.chance(keeps_control),
            statement,
            target: LocationId(target as u32),
            escape,
            span: span(),
            text: String::new(),
        }
    }

    fn statement(&mut self, whole: bool) -> Statement {
        if self.handshakes && self.random.chance(60) {
            return if self.random.chance(50) { self.send() } else { self.receive() };
        }
        match self.random.below(if whole { 14 } else { 9 }) {
            0 => Statement::Skip,
            1 => Statement::Guard(self.expr(3)),
            2 if self.random.chance(20) => Statement::Forget(self.place(1)),
            2 | 3 => Statement::Assign(self.place(2), self.expr(3)),
            4 | 5 => self.send(),
            6 | 7 => self.receive(),
            8 if self.random.chance(50) => Statement::Assert(self.expr(2)),
            8 => Statement::Print { format: String::new(), args: vec![self.expr(2)] },
            9 | 10 => self.run(),
            11 => Statement::DStep(self.d_step()),
            12 => {
                let rest = (0..self.random.below(3)).map(|_| Statement::Assign(self.place(1), self.expr(2)));
                let rest: Vec<Statement> = rest.collect();
                let first = self.statement(rest.is_empty());
                Statement::Sequence([first].into_iter().chain(rest).collect())
            }
            _ => Statement::Guard(Expr::Timeout),
        }
    }

    fn run(&mut self) -> Statement {
        let id = self.random.below(self.program.proctypes.len());
        let args = (0..self.program.proctypes[id].params).map(|_| self.expr(1)).collect();
        let result = self.random.chance(40).then(|| self.simple_place());
        Statement::Run { proctype: ProctypeId(id as u32), args, priority: 1, result }
    }

    fn d_step(&mut self) -> DStep {
        let count = 1 + self.random.below(5);
        let nodes = (0..count)
            .map(|i| {
                let later = |g: &mut Self| (i + 1 + g.random.below(count)) as u32;
                if self.random.chance(30) && i + 1 < count {
                    let options = (0..1 + self.random.below(2)).map(|_| later(self).min(count as u32 - 1));
                    let options = options.collect();
                    return DStepNode::Choice { options };
                }
                let next = later(self);
                let next = (next < count as u32).then_some(next);
                let statement = match self.random.chance(15) && i > 0 {
                    true => Statement::Else,
                    false => self.statement(false),
                };
                DStepNode::Do { statement, next }
            })
            .collect();
        DStep { nodes }
    }

    /// A channel-valued expression: usually a variable that holds one.
    fn channel(&mut self) -> Expr {
        if self.random.chance(3) {
            return self.expr(1);
        }
        let program = &self.program;
        let mut places: Vec<(VarRef, Vec<u32>)> = (program.globals.iter().zip(0..))
            .filter(|(v, _)| v.scalar == Scalar::Chan)
            .map(|(v, i)| (VarRef::Global(GlobalId(i)), v.dims.clone()))
            .collect();
        let locals = program.proctypes[self.current].locals.iter().zip(0..);
        let local_places: Vec<_> = locals
            .filter(|(v, _)| v.scalar == Scalar::Chan)
            .map(|(v, i)| (VarRef::Local(LocalId(i)), v.dims.clone()))
            .collect();
        if self.random.chance(20) {
            places.extend(local_places);
        }
        let (var, dims) = self.random.pick(&places).clone();
        let index = dims.iter().map(|&n| self.index(n)).collect();
        Expr::Load(Place { var, scalar: Scalar::Chan, index })
    }

    fn arity(&mut self, channel: &Expr) -> usize {
        let Expr::Load(Place { var: VarRef::Global(id), .. }) = channel else {
            return 1 + self.random.below(3);
        };
        match self.program.globals[id.index()].init {
            Initialiser::Channel(c) if self.random.chance(97) => {
                self.program.channel_types[c.index()].fields.len()
            }
            _ => 1 + self.random.below(3),
        }
    }

    fn send(&mut self) -> Statement {
        let channel = self.channel();
        let args = (0..self.arity(&channel)).map(|_| self.argument()).collect();
        Statement::Send { channel, args, sorted: self.random.chance(20) }
    }

    /// A field of a message: one of few values where receivers are meant to wait for it.
    fn argument(&mut self) -> Expr {
        if self.handshakes && self.random.chance(80) {
            return Expr::Const(self.random.below(2) as i32);
        }
        self.expr(1)
    }

    fn receive(&mut self) -> Statement {
        let channel = self.channel();
        let args = self.patterns(&channel);
        let random = self.random.chance(25);
        let keep = !self.handshakes && self.random.chance(10);
        Statement::Receive { channel, args, random, keep }
    }

    fn patterns(&mut self, channel: &Expr) -> Vec<ReceiveArg> {
        (0..self.arity(channel))
            .map(|_| match self.random.below(5) {
                0 => ReceiveArg::Match(self.argument()),
                1 => ReceiveArg::Bind(Place { var: VarRef::Scratch, scalar: Scalar::Int, index: Vec::new() }),
                _ => ReceiveArg::Bind(self.place(1)),
            })
            .collect()
    }

    /// A variable that can be written, without calls to processes in its index.
    fn simple_place(&mut self) -> Place {
        let mut place = self.place(0);
        for index in &mut place.index {
            *index = Expr::Const(0);
        }
        place
    }

    fn place(&mut self, depth: usize) -> Place {
        let globals = self.program.globals.len();
        let own = &self.program.proctypes[self.current].locals;
        let i = self.random.below(globals + own.len());
        let (var, variable) = if i < globals {
            (VarRef::Global(GlobalId(i as u32)), &self.program.globals[i])
        } else {
            (VarRef::Local(LocalId((i - globals) as u32)), &own[i - globals])
        };
        let (scalar, dims) = (variable.scalar, variable.dims.clone());
        // Channels are overwritten now and then only, or nothing would be sent for long.
        if scalar == Scalar::Chan && self.random.chance(80) {
            return self.place(depth);
        }
        let index = dims.iter().map(|&n| if depth == 0 { Expr::Const(0) } else { self.index(n) }).collect();
        Place { var, scalar, index }
    }

    fn index(&mut self, bound: u32) -> Expr {
        match self.random.below(10) {
            0 => self.expr(1),
            1..=4 => Expr::Const(self.random.below(bound as usize) as i32),
            _ => {
                let masked =
                    Expr::Binary(BinaryOp::BitAnd, Box::new(self.expr(1)), Box::new(Expr::Const(255)));
                Expr::Binary(BinaryOp::Rem, Box::new(masked), Box::new(Expr::Const(bound as i32)))
            }
        }
    }

    fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return if self.random.chance(50) { self.constant() } else { Expr::Load(self.place(0)) };
        }
        match self.random.below(22) {
            0 | 1 => self.constant(),
            2..=6 => Expr::Load(self.place(depth - 1)),
            7 => {
                let op = *self.random.pick(&[UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot]);
                Expr::Unary(op, Box::new(self.expr(depth - 1)))
            }
            8..=12 => self.binary(depth),
            13 => {
                let [a, b, c] = [0; 3].map(|_| Box::new(self.expr(depth - 1)));
                Expr::Cond(a, b, c)
            }
            14 => Expr::Len(Box::new(self.channel())),
            15 => {
                use ChannelTest::{Empty, Full, NotEmpty, NotFull};
                let test = *self.random.pick(&[Full, NotFull, Empty, NotEmpty]);
                Expr::Test(test, Box::new(self.channel()))
            }
            16 => {
                let channel = Box::new(self.channel());
                let args = self.patterns(&channel);
                Expr::Poll { channel, args, random: self.random.chance(50) }
            }
            17 => Expr::Pid,
            18 => self.random.pick(&[Expr::ProcessCount, Expr::Last, Expr::Timeout]).clone(),
            19 => Expr::PcValue(Box::new(self.expr(depth - 1))),
            20 => {
                let proctype = ProctypeId(self.random.below(self.program.proctypes.len()) as u32);
                let pid = self.random.chance(70).then(|| Box::new(self.expr(depth - 1)));
                Expr::AtLabel { proctype, pid, location: LocationId(1 + self.random.below(4) as u32) }
            }
            _ => self.remote(depth),
        }
    }

    fn binary(&mut self, depth: usize) -> Expr {
        use BinaryOp::*;
        let operators = [
            Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne, And, Or, And,
            Or, Eq, Ne, Lt, Add,
        ];
        let op = *self.random.pick(&operators);
        Expr::Binary(op, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
    }

    fn remote(&mut self, depth: usize) -> Expr {
        let id = self.random.below(self.program.proctypes.len());
        let local = self.random.below(self.program.proctypes[id].locals.len());
        let variable = &self.program.proctypes[id].locals[local];
        let (scalar, dims) = (variable.scalar, variable.dims.clone());
        let pid = self.random.chance(70).then(|| Box::new(self.expr(depth - 1)));
        let var = VarRef::Remote { proctype: ProctypeId(id as u32), pid, local: LocalId(local as u32) };
        let index = dims.iter().map(|&n| self.index(n)).collect();
        Expr::Load(Place { var, scalar, index })
    }
}

fn runs(statement: &Statement) -> bool {
    match statement {
        Statement::Run { .. } => true,
        Statement::Sequence(statements) => statements.iter().any(runs),
        _ => false,
    }
}
