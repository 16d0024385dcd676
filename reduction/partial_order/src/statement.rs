//! What a statement touches, what decides whether it is possible, and what it waits for where it is not.
//!
//! Three questions are asked of a statement:
//! - what does it *touch* when it is executed, its own condition included: of that, only what others could make false;
//! - what does it *ask*: everything that decides whether it is possible, in both directions. That matters where it is
//!   seen that it is not: beside an `else`, under an `unless`, and in the middle of an `atomic`, where control is
//!   lost then;
//! - what does it *wait for*, where it is not possible: who could make it so? (A *necessary enabling set*: Overman,
//!   *Verification of concurrent systems: function and timing*, 1981; Valmari 1991.)
//!
//! The difference matters for queues. That a queue is not full is made false by sends alone and true by receives alone.

use program::{BinaryOp, ChannelTest, Head, Owner, Tree, VarKey};

use crate::Weakness;
use crate::access::{Access, ChannelSet};
use crate::channels::Channels;
use crate::condition::Awaited;

/// The events that a `trace` or `notrace` watches.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    pub sends: ChannelSet,
    pub receives: ChannelSet,
    /// What it compares messages with.
    pub patterns: Access,
}

/// What statements are made of, and what is known of it.
pub(crate) struct Reader<'a> {
    pub channels: Channels<'a>,
    /// The first cell of each global variable and how many it has; `None` for one that is not in the state.
    pub cells: &'a [Option<(u32, u32)>],
    /// The bounds of the global variables.
    pub dims: &'a [Vec<u32>],
    /// What the patterns of all receives read.
    pub patterns: &'a Access,
    pub watched: &'a Watched,
    pub weakness: Option<Weakness>,
}

impl Reader<'_> {
    /// What a statement touches when it is executed.
    pub fn touched(&self, tree: &Tree, out: &mut Access) {
        match &tree.head {
            Head::Guard => self.holding(&tree.kids[0], out),
            Head::Assert | Head::Match => self.read(&tree.kids[0], out),
            Head::Assign => {
                self.read(&tree.kids[1], out);
                self.write(&tree.kids[0], out);
            }
            Head::Forget | Head::Bind => self.write(&tree.kids[0], out),
            Head::Print => tree.kids.iter().for_each(|kid| self.read(kid, out)),
            Head::Run(_, _, has_result) => {
                let (arguments, result) = tree.kids.split_at(tree.kids.len() - usize::from(*has_result));
                arguments.iter().for_each(|kid| self.read(kid, out));
                result.iter().for_each(|kid| self.write(kid, out));
                out.create_process();
            }
            Head::Send { sorted } => {
                tree.kids.iter().for_each(|kid| self.read(kid, out));
                self.watch(self.watched.sends, &tree.kids[0], out);
                if self.weakness != Some(Weakness::IndependentSends) {
                    out.send(self.channels.of(&tree.kids[0]), *sorted);
                } else {
                    out.await_receiver(self.channels.of(&tree.kids[0]));
                }
            }
            Head::Receive { keep, .. } => {
                self.read(&tree.kids[0], out);
                tree.kids[1..].iter().for_each(|kid| self.touched(kid, out));
                out.receive(self.channels.of(&tree.kids[0]), *keep);
                if !keep {
                    self.watch(self.watched.receives, &tree.kids[0], out);
                }
            }
            Head::Terminate => out.end_process(),
            Head::DStep => {
                // Which way it goes is decided by conditions inside.
                for kid in &tree.kids {
                    self.touched(kid, out);
                    self.asked_anywhere(kid, out);
                }
            }
            Head::Sequence | Head::Together | Head::Do(_) => {
                tree.kids.iter().for_each(|kid| self.touched(kid, out));
            }
            _ => {}
        }
    }

    /// An exchange may be an event.
    fn watch(&self, events: ChannelSet, channel: &Tree, out: &mut Access) {
        if events.meets(self.channels.of(channel)) {
            out.be_watched();
            out.add(&self.watched.patterns);
        }
    }

    /// Everything that decides whether a statement is possible.
    pub fn asked(&self, tree: &Tree, out: &mut Access) {
        match &tree.head {
            Head::Guard => self.read(&tree.kids[0], out),
            Head::Send { .. } => {
                tree.kids.iter().for_each(|kid| self.read(kid, out));
                let channels = self.channels.of(&tree.kids[0]);
                out.read_queue(channels);
                if channels.rendezvous {
                    out.ask_readiness(channels);
                    out.add(self.patterns);
                }
            }
            Head::Receive { .. } => {
                self.read(&tree.kids[0], out);
                let patterns = tree.kids[1..].iter().filter(|kid| kid.head == Head::Match);
                patterns.for_each(|kid| self.read(&kid.kids[0], out));
                out.read_queue(self.channels.of(&tree.kids[0]));
            }
            Head::DStep => {
                for kid in &tree.kids {
                    self.touched(kid, out);
                    self.asked_anywhere(kid, out);
                }
            }
            // Are there younger processes?
            Head::Terminate => out.count_processes(),
            Head::Sequence => tree.kids.iter().take(1).for_each(|kid| self.asked(kid, out)),
            _ => {}
        }
    }

    /// What any part of a statement asks.
    fn asked_anywhere(&self, tree: &Tree, out: &mut Access) {
        self.asked(tree, out);
        if matches!(tree.head, Head::Sequence | Head::Together | Head::Do(_)) {
            tree.kids.iter().for_each(|kid| self.asked_anywhere(kid, out));
        }
    }

    /// Who changes these things may make a statement possible that is not.
    pub fn awaited(&self, tree: &Tree, out: &mut Access) {
        if self.weakness == Some(Weakness::NothingAwaited) {
            return;
        }
        match &tree.head {
            Head::Guard => self.becoming_true(&tree.kids[0], out),
            Head::Send { .. } => {
                tree.kids.iter().for_each(|kid| self.read(kid, out));
                let channels = self.channels.of(&tree.kids[0]);
                out.read_first(channels);
                out.await_receiver(channels);
            }
            Head::Receive { .. } => {
                self.asked(tree, out);
                out.await_offer(self.channels.of(&tree.kids[0]));
            }
            Head::DStep => self.asked(tree, out),
            Head::Sequence => tree.kids.iter().take(1).for_each(|kid| self.awaited(kid, out)),
            _ => {}
        }
        if matches!(tree.head, Head::DStep) {
            self.receives_first(tree, &mut |channels| out.await_offer(channels));
        }
    }

    /// The same, as far as it depends on the state.
    pub fn awaited_in_state(&self, tree: &Tree) -> Awaited {
        let mut all = Access::default();
        self.awaited(tree, &mut all);
        if self.weakness == Some(Weakness::NothingAwaited) {
            return Awaited::Always(all);
        }
        match &tree.head {
            Head::Sequence if !tree.kids.is_empty() => self.awaited_in_state(&tree.kids[0]),
            Head::Guard if tree.kids[0].head == Head::Binary(BinaryOp::And) => {
                let mut before = Access::default();
                let operands = tree.kids[0].kids.iter().map(|operand| {
                    let mut own = before;
                    self.becoming_true(operand, &mut own);
                    if operand.may_fault() {
                        self.read(operand, &mut before);
                    }
                    (operand.clone(), own)
                });
                Awaited::Operands(operands.collect(), all)
            }
            Head::Receive { random, .. } => self.awaited_message(tree, *random, all),
            _ => Awaited::Always(all),
        }
    }

    fn awaited_message(&self, tree: &Tree, random: bool, all: Access) -> Awaited {
        let channels = self.channels.of(&tree.kids[0]);
        let Some(channel) = tree.kids[0].constant().filter(|_| channels.buffered && !channels.any) else {
            return Awaited::Always(all);
        };
        let (mut empty, mut filled) = (Access::default(), Access::default());
        empty.read_last(channels);
        tree.kids[1..].iter().for_each(|kid| self.read(kid, &mut filled));
        match random {
            true => filled.read_last(channels),
            false => filled.read_first(channels),
        }
        Awaited::Queue { channel, empty, filled }
    }

    /// The channels on which a statement may begin as the receiver of a rendezvous.
    pub fn receives_first(&self, tree: &Tree, tell: &mut impl FnMut(ChannelSet)) {
        match &tree.head {
            Head::Receive { .. } => tell(self.channels.of(&tree.kids[0])),
            Head::Sequence => tree.kids.iter().take(1).for_each(|kid| self.receives_first(kid, tell)),
            // Any receive in it may be the first, as far as is looked at here.
            Head::DStep | Head::Do(_) => tree.kids.iter().for_each(|kid| self.receives_first(kid, tell)),
            _ => {}
        }
    }

    /// May a statement begin as the sender of a rendezvous?
    pub fn offers_first(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Send { .. } => self.channels.of(&tree.kids[0]).rendezvous,
            Head::Sequence => tree.kids.first().is_some_and(|kid| self.offers_first(kid)),
            _ => false,
        }
    }

    /// A condition that holds: what could make it false.
    fn holding(&self, condition: &Tree, out: &mut Access) {
        match &condition.head {
            Head::Test(test) if self.is_plain(condition) => {
                let channels = self.channels.of(&condition.kids[0]);
                match test {
                    ChannelTest::NotFull | ChannelTest::Empty => out.read_last(channels),
                    ChannelTest::NotEmpty | ChannelTest::Full => out.read_first(channels),
                }
            }
            Head::Binary(BinaryOp::And) => condition.kids.iter().for_each(|kid| self.holding(kid, out)),
            Head::Poll { .. } if self.is_plain(condition) => {
                condition.kids[1..].iter().for_each(|kid| self.read(kid, out));
                out.read_first(self.channels.of(&condition.kids[0]));
            }
            _ => self.read(condition, out),
        }
    }

    /// A condition that does not hold: what could make it true.
    fn becoming_true(&self, condition: &Tree, out: &mut Access) {
        match &condition.head {
            Head::Test(test) if self.is_plain(condition) => {
                let channels = self.channels.of(&condition.kids[0]);
                match test {
                    ChannelTest::NotFull | ChannelTest::Empty => out.read_first(channels),
                    ChannelTest::NotEmpty | ChannelTest::Full => out.read_last(channels),
                }
            }
            // Never, as long as anything else is possible.
            Head::Timeout => {}
            Head::Binary(BinaryOp::And) => {
                condition.kids.iter().for_each(|kid| self.becoming_true(kid, out));
            }
            _ => self.read(condition, out),
        }
    }

    /// Is it a test of a channel that is known, whatever happens?
    fn is_plain(&self, condition: &Tree) -> bool {
        matches!(condition.kids[0].head, Head::Const(_)) && self.weakness != Some(Weakness::NoPolls)
    }

    /// What an expression reads.
    pub fn read(&self, tree: &Tree, out: &mut Access) {
        match &tree.head {
            Head::Var(key) | Head::Element(key) => {
                if let Some(cells) = self.cells_of(*key, tree) {
                    out.read_cells(cells);
                }
            }
            Head::Len | Head::Test(_) | Head::Poll { .. } if self.weakness != Some(Weakness::NoPolls) => {
                out.read_queue(self.channels.of(&tree.kids[0]));
            }
            Head::ProcessCount => out.count_processes(),
            _ => {}
        }
        tree.kids.iter().for_each(|kid| self.read(kid, out));
    }

    fn write(&self, place: &Tree, out: &mut Access) {
        if let Head::Var(key) | Head::Element(key) = &place.head
            && let Some(cells) = self.cells_of(*key, place)
        {
            out.write_cells(cells);
        }
        place.kids.iter().for_each(|index| self.read(index, out));
    }

    /// The cells of a global variable that a place may mean; `None` for what is a process's own, or in no state.
    fn cells_of(&self, key: VarKey, place: &Tree) -> Option<std::ops::Range<u32>> {
        if key.owner != Owner::Global {
            return None;
        }
        let (first, count) = (*self.cells.get(key.index as usize)?)?;
        let mut flat = 0;
        for (index, &bound) in place.kids.iter().zip(&self.dims[key.index as usize]) {
            match index.number() {
                Some(value) if (0..i64::from(bound)).contains(&i64::from(value)) => {
                    flat = flat * bound + value as u32;
                }
                Some(_) | None => return Some(first..first + count),
            }
        }
        Some(first + flat..first + flat + 1)
    }
}

/// Is something executed only if nothing is that is tried before it?
pub(crate) fn has_else(tree: &Tree) -> bool {
    match tree.head {
        Head::Else => true,
        Head::Sequence => tree.kids.first().is_some_and(has_else),
        Head::DStep | Head::Do(_) => tree.kids.iter().any(has_else),
        _ => false,
    }
}

/// Does a statement ask whether nobody else can move?
pub(crate) fn mentions_timeout(tree: &Tree) -> bool {
    tree.head == Head::Timeout || tree.kids.iter().any(mentions_timeout)
}

/// The process types that a statement creates, with the arguments.
pub(crate) fn each_run<'t>(tree: &'t Tree, tell: &mut impl FnMut(program::ProctypeId, &'t [Tree])) {
    if let Head::Run(proctype, _, has_result) = tree.head {
        tell(proctype, &tree.kids[..tree.kids.len() - usize::from(has_result)]);
    }
    tree.kids.iter().for_each(|kid| each_run(kid, tell));
}

/// Is a process removed by it?
pub(crate) fn ends(tree: &Tree) -> bool {
    tree.head == Head::Terminate || tree.kids.iter().any(ends)
}
