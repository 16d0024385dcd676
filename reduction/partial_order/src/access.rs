//! What steps have in common: shared variables, ends of channels, the list of processes.
//!
//! Everything that two processes can both touch is a *resource*, and a step has a set of those that it reads and one
//! of those that it writes. Two steps are *dependent* if one writes what the other reads or writes, and otherwise
//! independent: each leaves the other possible, with the same effect, and their order makes no difference to the
//! state (Katz and Peled, *Defining conditional independence using collapses*, 1992; Godefroid, *Partial-Order
//! Methods for the Verification of Concurrent Systems*, 1996, section 3.4, has the relation for channels).
//!
//! A set is a few words. Cells of global variables and channels share the bits of their word modulo its size: two
//! that share a bit count as one, which can only make more steps dependent.
//!
//! | resource | read by | written by |
//! |---|---|---|
//! | a cell of a global variable | what loads it | what assigns it |
//! | the last place of a queue | conditions that a send can make false, and that may be asked in vain | sends |
//! | the first place of a queue | conditions that a receive can make false, and that may be asked in vain; `?<..>` | receives, `!!` |
//! | the list of processes | an end | `run`, `_nr_pr` |
//! | the automaton of a `trace` | | exchanges that it watches |
//! | channels that do not exist yet | exchanges on one of one's own | exchanges on an unknown channel |
//! | readiness to receive by rendezvous | what comes to a receive or leaves one | what asks whether anybody is ready |
//!
//! The last three are no values; they are entered on the two sides such that what must be dependent is: two ends
//! commute, two `run` do not.
//!
//! A send and a receive on one queue are independent: if both are possible the queue is neither full nor empty, and
//! they touch different ends of it. That the one may make the other possible is said by what a step *waits for*. A
//! rendezvous has no queue: `offers` and `accepts` say on which channels a step needs a partner of the other kind.

/// Words for the cells of global variables.
const CELLS: usize = 3;
/// The word for the few other things.
const OTHERS: usize = CELLS;
const LAST: usize = CELLS + 1;
const FIRST: usize = CELLS + 2;
const READY: usize = CELLS + 3;
const WORDS: usize = CELLS + 4;

/// Bits of the word `OTHERS`.
const PROCESSES: u64 = 1;
const UNBORN: u64 = 2;
const EVENTS: u64 = 4;

/// A set of resources.
type Resources = [u64; WORDS];

/// What a step, or all steps of a process from now on, may touch. See the module's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    reads: Resources,
    writes: Resources,
    /// Channels on which it may send by rendezvous.
    offers: u64,
    /// Channels on which it may receive by rendezvous.
    accepts: u64,
}

/// Channels, by their numbers modulo 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ChannelSet {
    pub bits: u64,
    /// Some of them have a queue.
    pub buffered: bool,
    /// Some of them have none.
    pub rendezvous: bool,
    /// Channels that processes which do not exist yet make for themselves.
    pub unborn: bool,
    /// It is not known which channels.
    pub any: bool,
}

impl ChannelSet {
    /// Any channel.
    pub const ANY: ChannelSet =
        ChannelSet { bits: u64::MAX, buffered: true, rendezvous: true, unborn: true, any: true };

    /// Channels that do not exist yet.
    pub const UNBORN: ChannelSet =
        ChannelSet { bits: 0, buffered: true, rendezvous: true, unborn: true, any: false };

    /// One channel.
    pub fn one(number: i32, capacity: u32) -> ChannelSet {
        let bits = 1 << ((number - 1) & 63);
        ChannelSet { bits, buffered: capacity > 0, rendezvous: capacity == 0, unborn: false, any: false }
    }

    pub fn union(self, other: ChannelSet) -> ChannelSet {
        ChannelSet {
            bits: self.bits | other.bits,
            buffered: self.buffered | other.buffered,
            rendezvous: self.rendezvous | other.rendezvous,
            unborn: self.unborn | other.unborn,
            any: self.any | other.any,
        }
    }

    /// May one channel be in both?
    pub fn meets(self, other: ChannelSet) -> bool {
        self.bits & other.bits != 0 || (self.any && other.unborn) || (self.unborn && other.any)
    }

    fn queues(self) -> u64 {
        if self.buffered { self.bits } else { 0 }
    }

    /// Those on which processes meet.
    pub fn meetings(self) -> u64 {
        if self.rendezvous { self.bits } else { 0 }
    }
}

impl Access {
    /// Are two steps dependent?
    #[inline]
    pub fn conflicts(&self, other: &Access) -> bool {
        let mut common = (self.offers & other.accepts) | (self.accepts & other.offers);
        for word in 0..WORDS {
            common |= self.reads[word] & other.writes[word];
            common |= self.writes[word] & (other.reads[word] | other.writes[word]);
        }
        common != 0
    }

    #[inline]
    pub fn add(&mut self, other: &Access) {
        for word in 0..WORDS {
            self.reads[word] |= other.reads[word];
            self.writes[word] |= other.writes[word];
        }
        self.offers |= other.offers;
        self.accepts |= other.accepts;
    }

    pub fn and(mut self, other: &Access) -> Access {
        self.add(other);
        self
    }

    /// Some cells of the global variables, by number.
    pub fn read_cells(&mut self, cells: std::ops::Range<u32>) {
        mark(&mut self.reads, cells);
    }

    pub fn write_cells(&mut self, cells: std::ops::Range<u32>) {
        mark(&mut self.writes, cells);
    }

    /// Puts a message at the end of a queue, or sorted anywhere, or offers it.
    pub fn send(&mut self, channels: ChannelSet, sorted: bool) {
        self.writes[LAST] |= channels.queues();
        self.writes[FIRST] |= if sorted { channels.queues() } else { 0 };
        self.offers |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Takes a message, or looks at it.
    pub fn receive(&mut self, channels: ChannelSet, keep: bool) {
        let side = if keep { &mut self.reads } else { &mut self.writes };
        side[FIRST] |= channels.queues();
        self.accepts |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Reads what only sends change: a queue does not become fuller, or only more of it is there.
    pub fn read_last(&mut self, channels: ChannelSet) {
        self.reads[LAST] |= channels.queues();
        self.of_unborn(channels);
    }

    /// Reads what only receives (and sorted sends) change.
    pub fn read_first(&mut self, channels: ChannelSet) {
        self.reads[FIRST] |= channels.queues();
        self.of_unborn(channels);
    }

    /// Depends on the whole contents of queues.
    pub fn read_queue(&mut self, channels: ChannelSet) {
        self.read_last(channels);
        self.read_first(channels);
    }

    /// Waits for somebody to send.
    pub fn await_offer(&mut self, channels: ChannelSet) {
        self.accepts |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Waits for somebody to receive.
    pub fn await_receiver(&mut self, channels: ChannelSet) {
        self.offers |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Asks whether anybody is ready to receive by rendezvous.
    pub fn ask_readiness(&mut self, channels: ChannelSet) {
        self.writes[READY] |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Comes to, or leaves, a place where it is ready to receive.
    pub fn change_readiness(&mut self, channels: ChannelSet) {
        self.reads[READY] |= channels.meetings();
        self.of_unborn(channels);
    }

    /// Moves the automaton of a `trace`.
    pub fn be_watched(&mut self) {
        self.writes[OTHERS] |= EVENTS;
    }

    pub fn create_process(&mut self) {
        self.writes[OTHERS] |= PROCESSES;
    }

    pub fn count_processes(&mut self) {
        self.writes[OTHERS] |= PROCESSES;
    }

    pub fn end_process(&mut self) {
        self.reads[OTHERS] |= PROCESSES;
    }

    fn of_unborn(&mut self, channels: ChannelSet) {
        if channels.any {
            self.writes[OTHERS] |= UNBORN;
        } else if channels.unborn {
            self.reads[OTHERS] |= UNBORN;
        }
    }
}

fn mark(set: &mut Resources, cells: std::ops::Range<u32>) {
    for cell in cells.take(64 * CELLS) {
        let bit = cell as usize % (64 * CELLS);
        set[bit / 64] |= 1 << (bit % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(make: impl FnOnce(&mut Access)) -> Access {
        let mut access = Access::default();
        make(&mut access);
        access
    }

    #[test]
    fn the_table_of_dependence() {
        let (queue, other) = (ChannelSet::one(1, 2), ChannelSet::one(2, 2));
        let send = of(|a| a.send(queue, false));
        let receive = of(|a| a.receive(queue, false));
        let peek = of(|a| a.receive(queue, true));
        let sorted = of(|a| a.send(queue, true));
        assert!(send.conflicts(&send) && receive.conflicts(&receive));
        assert!(!send.conflicts(&receive) && !receive.conflicts(&send) && !peek.conflicts(&peek));
        assert!(peek.conflicts(&receive) && receive.conflicts(&peek) && !peek.conflicts(&send));
        assert!(sorted.conflicts(&receive) && sorted.conflicts(&peek) && sorted.conflicts(&send));
        assert!(!send.conflicts(&of(|a| a.send(other, false))));
        let whole = of(|a| a.read_queue(queue));
        assert!(whole.conflicts(&send) && whole.conflicts(&receive) && send.conflicts(&whole));
    }

    #[test]
    fn a_rendezvous_needs_partners_alone() {
        let channel = ChannelSet::one(3, 0);
        let send = of(|a| a.send(channel, false));
        let receive = of(|a| a.receive(channel, false));
        assert!(send.conflicts(&receive) && receive.conflicts(&send));
        assert!(!send.conflicts(&send) && !receive.conflicts(&receive));
    }

    #[test]
    fn what_does_not_exist_is_nobody_elses() {
        let own = of(|a| a.send(ChannelSet::UNBORN, false));
        let any = of(|a| a.receive(ChannelSet::ANY, false));
        let known = of(|a| a.receive(ChannelSet::one(1, 1), false));
        assert!(!own.conflicts(&own) && !own.conflicts(&known));
        assert!(own.conflicts(&any) && any.conflicts(&own) && any.conflicts(&known) && any.conflicts(&any));
    }

    #[test]
    fn processes_end_in_any_order_and_begin_in_one() {
        let (run, end) = (of(Access::create_process), of(Access::end_process));
        assert!(run.conflicts(&run) && run.conflicts(&end) && end.conflicts(&run) && !end.conflicts(&end));
        let count = of(Access::count_processes);
        assert!(count.conflicts(&run) && count.conflicts(&end) && end.conflicts(&count));
    }

    #[test]
    fn cells_are_told_apart() {
        let (read, write) = (of(|a| a.read_cells(3..4)), of(|a| a.write_cells(3..4)));
        assert!(read.conflicts(&write) && write.conflicts(&read) && write.conflicts(&write));
        assert!(!read.conflicts(&read) && !of(|a| a.write_cells(0..3)).conflicts(&read));
        assert!(of(|a| a.write_cells(0..5000)).conflicts(&read));
    }
}
