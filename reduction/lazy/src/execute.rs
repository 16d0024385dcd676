//! Executing one transition in one arrangement: a small interpreter over shared cells and local vectors.
//!
//! The reference interpreter works on whole states and tries every process; here one process tries one statement on a
//! state that differs from another by a few local states, many thousand times. The meaning is the same, which the tests
//! check on random programs: the concrete states represented must be those that the reference interpreter reaches.

use program::{BinaryOp, ChannelTest, FaultKind, Repetition, binary, unary};

use crate::local::{Alphabet, LocalId};
use crate::system::{
    Action, Channel, ChannelRef, DEAD, Element, Exchange, Expr, Field, NO_VALUE, Node, Place, ProcessId,
    System, Target, Value,
};

/// A `d_step` that executes more statements than this is cut.
const LONGEST_D_STEP: u32 = program::DSTEP_LIMIT;

/// What a `d_step` can change: shared cells and local vectors.
type Edited = (Vec<i64>, Vec<(ProcessId, Vec<i32>)>);

/// One concrete arrangement that is being changed.
#[derive(Clone)]
pub(crate) struct World<'a> {
    pub system: &'a System,
    pub alphabet: &'a Alphabet,
    /// The shared cells, identifier cells with the numbers they stand for in this arrangement.
    pub shared: Vec<i64>,
    /// The local state of each process.
    pub at: &'a [LocalId],
    /// Local vectors that have been written to.
    pub edits: Vec<(ProcessId, Vec<i32>)>,
}

/// What came of trying a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Performed {
    /// Not executable; nothing has changed.
    Blocked,
    /// Executed.
    Done,
}

impl Performed {
    fn when(executable: bool) -> Performed {
        if executable { Performed::Done } else { Performed::Blocked }
    }
}

impl<'a> World<'a> {
    /// The content of a cell.
    pub fn read(&self, place: Place) -> i32 {
        match place {
            Place::Nowhere => 0,
            Place::Shared(cell) => match self.shared[cell as usize] {
                NO_VALUE => 0,
                value => value as i32,
            },
            Place::Local(process, cell) => self.cells(process)[cell as usize],
        }
    }

    fn cells(&self, process: ProcessId) -> &[i32] {
        match self.edits.iter().find(|(p, _)| *p == process) {
            Some((_, cells)) => cells,
            None => &self.alphabet.get(self.at[process.index()]).cells,
        }
    }

    /// Stores a value, truncated to the type of the cell.
    pub fn write(&mut self, place: Place, value: i32) {
        match place {
            Place::Nowhere => {}
            Place::Shared(cell) => {
                let kind = self.system.shared[cell as usize];
                self.shared[cell as usize] = i64::from(kind.scalar.truncate(value));
            }
            Place::Local(process, cell) => {
                let scalar = self.system.kind(process).cells[cell as usize];
                self.edit(process)[cell as usize] = scalar.truncate(value);
            }
        }
    }

    /// The local vector of a process, for writing.
    pub fn edit(&mut self, process: ProcessId) -> &mut Vec<i32> {
        let found = self.edits.iter().position(|(p, _)| *p == process);
        let index = found.unwrap_or_else(|| {
            let cells = self.alphabet.get(self.at[process.index()]).cells.to_vec();
            self.edits.push((process, cells));
            self.edits.len() - 1
        });
        &mut self.edits[index].1
    }

    /// Leaves no value in a cell.
    fn blank(&mut self, place: Place) {
        match place {
            Place::Shared(cell) if self.system.shared[cell as usize].identifier => {
                self.shared[cell as usize] = NO_VALUE;
            }
            place => self.write(place, 0),
        }
    }

    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Value {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Process(process) => i32::from(process.0),
            Expr::Cell(place) => self.read(*place),
            Expr::Element(element) => self.read(self.locate(element)?),
            Expr::Unary(op, operand) => unary(*op, self.value(operand)?),
            Expr::Operator(op, kids) => return self.operator(op.op, kids),
            Expr::Cond(parts) => {
                let [condition, yes, no] = &**parts;
                self.value(if self.value(condition)? != 0 { yes } else { no })?
            }
            Expr::Rigid(inner) => self.value(inner)?,
            Expr::Fill(test, channel) => {
                let channel = self.channel(channel)?;
                let length = self.length(channel);
                test.map_or(length as i32, |test| i32::from(passes(test, length, channel.capacity)))
            }
            Expr::Poll(exchange) => i32::from(self.matching(exchange)?.is_some()),
            Expr::Alive => {
                let alive = |p: &u16| self.read(Place::Local(ProcessId(*p), 0)) != DEAD;
                (0..self.at.len() as u16).filter(alive).count() as i32
            }
        })
    }

    fn operator(&self, op: BinaryOp, kids: &[Expr]) -> Value {
        match op {
            BinaryOp::And => {
                for kid in kids {
                    if self.value(kid)? == 0 {
                        return Ok(0);
                    }
                }
                Ok(1)
            }
            BinaryOp::Or => {
                for kid in kids {
                    if self.value(kid)? != 0 {
                        return Ok(1);
                    }
                }
                Ok(0)
            }
            op => {
                let Some((first, rest)) = kids.split_first() else { return Ok(0) };
                let mut result = self.value(first)?;
                for kid in rest {
                    result = binary(op, result, self.value(kid)?)?;
                }
                Ok(result)
            }
        }
    }

    fn locate(&self, element: &Element) -> Result<Place, FaultKind> {
        let array = &self.system.arrays[element.array as usize];
        let mut flat = 0;
        for (index, &bound) in element.index.iter().zip(&array.bounds) {
            let value = self.value(index)?;
            let value = u32::try_from(value).ok().filter(|&v| v < bound).ok_or(FaultKind::ArrayIndex)?;
            flat = flat * bound as usize + value as usize;
        }
        Ok(array.places[flat])
    }

    fn target(&self, target: &Target) -> Result<Place, FaultKind> {
        match target {
            Target::Cell(place) => Ok(*place),
            Target::Element(element) => self.locate(element),
        }
    }

    /// Tries a statement. A failed assertion is noted and does not stop it.
    pub fn perform(
        &mut self,
        process: ProcessId,
        action: &Action,
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        match action {
            Action::Skip => {}
            Action::Guard(expr) => return Ok(Performed::when(self.value(expr)? != 0)),
            Action::Else(earlier) => {
                let blocked = earlier.iter().all(|a| !self.is_executable(process, a));
                return Ok(Performed::when(blocked));
            }
            Action::Assign(target, expr) => {
                let value = self.value(expr)?;
                let place = self.target(target)?;
                self.write(place, value);
            }
            Action::Forget(target) => {
                let place = self.target(target)?;
                self.blank(place);
            }
            Action::Assert(expr) => {
                if self.value(expr)? == 0 {
                    asserted.get_or_insert(FaultKind::Assertion);
                }
            }
            Action::Send(exchange) => return self.send(exchange),
            Action::Receive(exchange) => return self.receive(exchange),
            Action::Sequence(parts) | Action::Together(parts) => {
                return self.sequence(process, parts, asserted);
            }
            Action::DStep(nodes) => return self.d_step(process, nodes, asserted),
            Action::Terminate(younger) => {
                if younger.iter().any(|&p| self.read(Place::Local(p, 0)) != DEAD) {
                    return Ok(Performed::Blocked);
                }
                // What a process that is gone held is gone as well.
                let private = self.system.kind(process).private as usize;
                let cells = self.edit(process);
                cells[..private].fill(0);
                cells[0] = DEAD;
            }
            Action::Evaluate(exprs) => {
                for expr in exprs {
                    self.value(expr)?;
                }
            }
        }
        Ok(Performed::Done)
    }

    /// Would it be executed, or fault?
    pub fn is_executable(&self, process: ProcessId, action: &Action) -> bool {
        let outcome = self.clone().perform(process, action, &mut None);
        !matches!(outcome, Ok(Performed::Blocked))
    }

    fn sequence(
        &mut self,
        process: ProcessId,
        parts: &[Action],
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        let Some((first, rest)) = parts.split_first() else { return Ok(Performed::Done) };
        if self.perform(process, first, asserted)? == Performed::Blocked {
            return Ok(Performed::Blocked);
        }
        for part in rest {
            if self.perform(process, part, asserted)? == Performed::Blocked {
                return Err(FaultKind::BlockedDStep);
            }
        }
        Ok(Performed::Done)
    }

    fn d_step(
        &mut self,
        process: ProcessId,
        nodes: &[Node],
        asserted: &mut Option<FaultKind>,
    ) -> Result<Performed, FaultKind> {
        if !self.may_begin(process, nodes)? {
            return Ok(Performed::Blocked);
        }
        let mut at = Some(0);
        let mut run: Repetition<Edited> = Repetition::default();
        while let Some(node) = at {
            let is_now = |kept: &Edited| kept.0 == self.shared && kept.1 == self.edits;
            let repeated = run.is_certain(node, is_now, || (self.shared.clone(), self.edits.clone()));
            if repeated || run.executed() > LONGEST_D_STEP {
                return Err(FaultKind::EndlessDStep);
            }
            at = match &nodes[node as usize] {
                Node::Do(action, next) => match self.perform(process, action, asserted)? {
                    Performed::Done => *next,
                    Performed::Blocked if run.executed() == 1 => return Ok(Performed::Blocked),
                    Performed::Blocked => return Err(FaultKind::BlockedDStep),
                },
                Node::Choice(options) => Some(self.first_option(process, nodes, options)?),
            };
        }
        Ok(Performed::Done)
    }

    /// At a choice SPIN asks only the options that begin with a condition, a send, a receive or an `else`.
    fn may_begin(&self, process: ProcessId, nodes: &[Node]) -> Result<bool, FaultKind> {
        if matches!(nodes[0], Node::Do(..)) {
            return Ok(true);
        }
        let guards = guards(nodes, 0);
        for &guard in &guards {
            if self.option_begins(process, &nodes[guard as usize])? {
                return Ok(true);
            }
        }
        Ok(guards.is_empty())
    }

    fn first_option(&self, process: ProcessId, nodes: &[Node], options: &[u32]) -> Result<u32, FaultKind> {
        for &option in options {
            if self.option_begins(process, &nodes[option as usize])? {
                return Ok(option);
            }
        }
        Err(FaultKind::BlockedDStep)
    }

    fn option_begins(&self, process: ProcessId, node: &Node) -> Result<bool, FaultKind> {
        match node {
            Node::Do(action, _) => {
                Ok(self.clone().perform(process, action, &mut None)? != Performed::Blocked)
            }
            Node::Choice(_) => Ok(true),
        }
    }

    fn channel(&self, channel: &ChannelRef) -> Result<&'a Channel, FaultKind> {
        let number = match channel {
            ChannelRef::Fixed(number) => *number as usize,
            ChannelRef::Computed(number) => match self.value(number)? {
                0 => return Err(FaultKind::UninitialisedChannel),
                value => usize::try_from(value - 1).map_err(|_| FaultKind::DeadChannel)?,
            },
        };
        self.system.channels.get(number).ok_or(FaultKind::DeadChannel)
    }

    fn length(&self, channel: &Channel) -> u32 {
        self.read(channel.base) as u32
    }

    fn send(&mut self, exchange: &Exchange) -> Result<Performed, FaultKind> {
        let channel = self.channel(&exchange.channel)?;
        let length = self.length(channel);
        if length >= channel.capacity {
            return Ok(Performed::Blocked);
        }
        let message = exchange.fields.iter().map(|f| match f {
            Field::Value(expr) => self.value(expr),
            Field::Bind(_) | Field::Rigid(_) => Ok(0),
        });
        let message: Vec<i32> = message.collect::<Result<_, _>>()?;
        if message.len() != channel.width as usize {
            return Err(FaultKind::WrongArity);
        }
        for (field, value) in message.into_iter().enumerate() {
            self.write(message_cell(channel, length, field), value);
        }
        self.write(channel.base, length as i32 + 1);
        Ok(Performed::Done)
    }

    fn matching(&self, exchange: &Exchange) -> Result<Option<u32>, FaultKind> {
        let channel = self.channel(&exchange.channel)?;
        let length = self.length(channel);
        let candidates = length.min(if exchange.random { u32::MAX } else { 1 });
        for slot in 0..candidates {
            if self.matches(exchange, channel, slot)? {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    fn matches(&self, exchange: &Exchange, channel: &Channel, slot: u32) -> Result<bool, FaultKind> {
        for (pattern, field) in exchange.fields.iter().zip(0..channel.width as usize) {
            if let Field::Value(expr) = pattern
                && self.value(expr)? != self.read(message_cell(channel, slot, field))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn receive(&mut self, exchange: &Exchange) -> Result<Performed, FaultKind> {
        let channel = self.channel(&exchange.channel)?;
        let Some(slot) = self.matching(exchange)? else { return Ok(Performed::Blocked) };
        if exchange.fields.len() != channel.width as usize {
            return Err(FaultKind::WrongArity);
        }
        let cells = 0..channel.width as usize;
        let message: Vec<i32> = cells.map(|f| self.read(message_cell(channel, slot, f))).collect();
        for (pattern, value) in exchange.fields.iter().zip(message) {
            if let Field::Bind(target) | Field::Rigid(target) = pattern {
                let place = self.target(target)?;
                self.write(place, value);
            }
        }
        if !exchange.keep {
            self.remove(channel, slot);
        }
        Ok(Performed::Done)
    }

    /// Takes a message out; later ones move up.
    fn remove(&mut self, channel: &Channel, slot: u32) {
        let length = self.length(channel);
        for later in slot + 1..length {
            for field in 0..channel.width as usize {
                let value = self.read(message_cell(channel, later, field));
                self.write(message_cell(channel, later - 1, field), value);
            }
        }
        for field in 0..channel.width as usize {
            self.blank(message_cell(channel, length - 1, field));
        }
        self.write(channel.base, length as i32 - 1);
    }
}

/// Does a channel with so many messages pass a test?
fn passes(test: ChannelTest, length: u32, capacity: u32) -> bool {
    let full = capacity > 0 && length >= capacity;
    match test {
        ChannelTest::Full => full,
        ChannelTest::NotFull => !full,
        ChannelTest::Empty => length == 0,
        ChannelTest::NotEmpty => length > 0,
    }
}

fn message_cell(channel: &Channel, slot: u32, field: usize) -> Place {
    let by = 1 + slot * channel.width + field as u32;
    match channel.base {
        Place::Nowhere => Place::Nowhere,
        Place::Shared(cell) => Place::Shared(cell + by),
        Place::Local(process, cell) => Place::Local(process, cell + by),
    }
}

fn guards(nodes: &[Node], node: u32) -> Vec<u32> {
    match &nodes[node as usize] {
        Node::Choice(options) => options.iter().flat_map(|&o| guards(nodes, o)).collect(),
        Node::Do(Action::Guard(_) | Action::Else(_) | Action::Send(_) | Action::Receive(_), _) => vec![node],
        Node::Do(..) => Vec::new(),
    }
}
