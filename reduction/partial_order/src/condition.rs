//! Why a step is not possible in the state at hand: the condition that fails, or the queue that is empty.
//!
//! A step that is not possible stays so until what keeps it from being possible changes. Of a condition `a && b && c`
//! one operand that is false is enough (Laarman, Pater, van de Pol, Hansen 2016: guards have necessary enabling sets
//! of their own, of which any false one will do): often it is about variables of the process itself, which nobody
//! else changes. A receive waits for a send where the queue is empty, and where it is not, for the first message to
//! be taken.
//!
//! Operands are evaluated as far as that is simple; one with an unknown value is taken for true. An operand before
//! the false one that may be a fault is waited for too, as a fault makes the step possible.

use program::{BinaryOp, ChannelTest, Configuration, Head, Layout, Owner, Tree, VarKey, binary, unary};

use crate::access::Access;

/// What a step that is not possible waits for.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// The same in every state.
    Always(Access),
    /// What the first of these operands waits for that is false, or all of them.
    Operands(Vec<(Tree, Access)>, Access),
    /// One thing where the queue of this channel is empty, and another where it is not.
    Queue { channel: i32, empty: Access, filled: Access },
}

/// What a transition begins with, as far as it shows in a state that it is not possible.
#[derive(Clone, Debug)]
pub(crate) enum Begin {
    Guard(Tree),
    /// A channel, and the values that the first message must have.
    Receive(i32, Vec<Option<Tree>>),
    Send(i32),
    /// Only if nothing is possible that is tried before it.
    Else,
    Anything,
}

impl Begin {
    pub fn of(tree: &Tree) -> Begin {
        match &tree.head {
            Head::Sequence => tree.kids.first().map_or(Begin::Anything, Begin::of),
            Head::Guard => Begin::Guard(tree.kids[0].clone()),
            Head::Else => Begin::Else,
            Head::Send { .. } => tree.kids[0].constant().map_or(Begin::Anything, Begin::Send),
            Head::Receive { random, .. } => {
                let value = |kid: &Tree| (kid.head == Head::Match && !random).then(|| kid.kids[0].clone());
                let values = tree.kids[1..].iter().map(value).collect();
                tree.kids[0].constant().map_or(Begin::Anything, |channel| Begin::Receive(channel, values))
            }
            _ => Begin::Anything,
        }
    }

    /// Is it certain that it is not possible? `after_another`: something is that is tried before it.
    pub fn is_blocked(&self, view: &View<'_>, after_another: bool) -> bool {
        match self {
            Begin::Guard(condition) => view.value(condition) == Some(0),
            Begin::Else => after_another,
            Begin::Send(channel) => view.test(ChannelTest::Full, *channel) == Some(1),
            Begin::Receive(channel, values) => view.refuses(*channel, values),
            Begin::Anything => false,
        }
    }
}

/// A state, as one of its processes sees it.
pub(crate) struct View<'a> {
    pub layout: &'a Layout,
    pub configuration: &'a Configuration,
    pub state: &'a [u8],
}

impl Awaited {
    /// What is waited for in a state.
    pub fn in_state(&self, view: &View<'_>) -> &Access {
        match self {
            Awaited::Always(access) => access,
            Awaited::Queue { channel, empty, filled } => match view.length(*channel) {
                Some(0) => empty,
                _ => filled,
            },
            Awaited::Operands(operands, all) => {
                let mut false_ones = operands.iter().filter(|(operand, _)| view.value(operand) == Some(0));
                let Some((_, first)) = false_ones.next() else { return all };
                let nothing = Access::default();
                let own = if *first == nothing { Some(first) } else { None };
                own.or_else(|| false_ones.map(|(_, access)| access).find(|access| **access == nothing))
                    .unwrap_or(first)
            }
        }
    }
}

impl View<'_> {
    fn length(&self, channel: i32) -> Option<i32> {
        let (shape, entry) = self.configuration.channel(channel)?;
        let capacity = self.layout.program.channel_type(shape).capacity;
        let at = self.layout.channels[shape.index()].length_at(entry);
        Some(if capacity == 0 { 0 } else { i32::from(self.state[at]) })
    }

    /// Is a queue empty, or its first message another?
    fn refuses(&self, channel: i32, values: &[Option<Tree>]) -> bool {
        let Some((shape, entry)) = self.configuration.channel(channel) else { return false };
        if self.layout.program.channel_type(shape).capacity == 0 {
            return false;
        }
        if self.length(channel) == Some(0) {
            return true;
        }
        let frame = &self.layout.channels[shape.index()];
        // A field before it whose value is not known may be where a comparison ends in a fault.
        for (field, value) in values.iter().enumerate().take(frame.fields.len()) {
            let Some(value) = value else { continue };
            let Some(value) = self.value(value) else { return false };
            if frame.fields[field].load(&self.state[frame.field_at(entry, 0, field)..]) != value {
                return true;
            }
        }
        false
    }

    /// The value of an expression, if it is simple. `timeout` is false.
    fn value(&self, tree: &Tree) -> Option<i32> {
        match &tree.head {
            Head::Const(value) => Some(*value),
            Head::PidOf => tree.number(),
            Head::Timeout => Some(0),
            Head::Var(key) | Head::Element(key) => self.load(*key, &tree.kids),
            Head::Unary(op) => Some(unary(*op, self.value(&tree.kids[0])?)),
            Head::Binary(op @ (BinaryOp::And | BinaryOp::Or)) => {
                let decisive = *op == BinaryOp::Or;
                for kid in &tree.kids {
                    if (self.value(kid)? != 0) == decisive {
                        return Some(i32::from(decisive));
                    }
                }
                Some(i32::from(!decisive))
            }
            Head::Binary(op) => {
                let mut values = tree.kids.iter().map(|kid| self.value(kid));
                let first = values.next()??;
                values.try_fold(first, |left, right| binary(*op, left, right?).ok())
            }
            Head::Len => self.length(tree.kids[0].constant()?),
            Head::Test(test) => self.test(*test, tree.kids[0].constant()?),
            _ => None,
        }
    }

    fn test(&self, test: ChannelTest, channel: i32) -> Option<i32> {
        let (shape, _) = self.configuration.channel(channel)?;
        let capacity = self.layout.program.channel_type(shape).capacity as i32;
        let length = self.length(channel)?;
        let is_full = capacity > 0 && length == capacity;
        Some(i32::from(match test {
            ChannelTest::Full => is_full,
            ChannelTest::NotFull => !is_full,
            ChannelTest::Empty => length == 0,
            ChannelTest::NotEmpty => length > 0,
        }))
    }

    fn load(&self, key: VarKey, index: &[Tree]) -> Option<i32> {
        let program = &self.layout.program;
        let (variable, slot, entry) = match (key.owner, key.proctype) {
            (Owner::Global, _) => {
                let index = key.index as usize;
                (&program.globals[index], self.layout.globals[index]?, None)
            }
            (Owner::Process(pid), Some(proctype)) => {
                let (found, entry) = self.configuration.process(usize::from(pid))?;
                let index = key.index as usize;
                let slot = self.layout.processes[proctype.index()].locals[index]?;
                (
                    program.proctype(proctype).locals.get(index)?,
                    slot,
                    Some(entry).filter(|_| found == proctype)?.into(),
                )
            }
            _ => return None,
        };
        let mut flat = 0;
        for (tree, &bound) in index.iter().zip(&variable.dims) {
            let value = self.value(tree).and_then(|value| u32::try_from(value).ok())?;
            flat = flat * bound as usize + Some(value).filter(|&value| value < bound)? as usize;
        }
        let at = match entry {
            None => slot.in_globals(self.configuration, flat),
            Some(entry) => slot.in_entry(entry, flat),
        };
        Some(slot.load(&self.state[at..]))
    }
}
