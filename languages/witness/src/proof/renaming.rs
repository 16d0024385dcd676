//! What a claimed symmetry says, in the words of the program: which values are names of what, and where every name goes.

use program::{ChannelTypeId, LocationId, VarKey};

/// What the values of a variable, a message field or an index stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Themselves.
    Number,
    /// Processes.
    Process,
    /// Channels; 1 is the first, 0 none.
    Channel,
    /// Things without an order, of one of several sorts.
    Value(u32),
}

/// The sorts that the symmetries of a program go by. Nothing is believed of them: a sort that the program does not keep to
/// counts as broken, and a symmetry must leave its values alone.
pub trait Sorts {
    /// Of the elements of a variable.
    fn variable(&self, var: VarKey) -> Sort;
    /// Of the indices of an array along one dimension.
    fn index(&self, var: VarKey, dimension: usize) -> Sort;
    /// Of a field of the messages of a shape of channel.
    fn field(&self, shape: ChannelTypeId, field: usize) -> Sort;
}

/// A claimed symmetry.
pub trait Renaming {
    /// The image of a process.
    fn process(&self, pid: u8) -> u8;
    /// The image of a channel, numbered from 0.
    fn channel(&self, channel: u32) -> u32;
    /// Where the image of a process stands when the process stands at `location`.
    fn location(&self, pid: u8, location: LocationId) -> LocationId;
    /// The image of an element of a variable.
    fn element(&self, var: VarKey, index: u32) -> (VarKey, u32);
    /// The image of a value.
    fn value(&self, sort: Sort, value: i32) -> i32;
    /// The values of a sort that change.
    fn moved(&self, sort: Sort) -> Vec<i32>;
    /// Does no location change its number?
    fn keeps_locations(&self) -> bool;
}

/// The renaming that changes nothing.
pub(super) struct Still;

impl Renaming for Still {
    fn process(&self, pid: u8) -> u8 {
        pid
    }

    fn channel(&self, channel: u32) -> u32 {
        channel
    }

    fn location(&self, _: u8, location: LocationId) -> LocationId {
        location
    }

    fn element(&self, var: VarKey, index: u32) -> (VarKey, u32) {
        (var, index)
    }

    fn value(&self, _: Sort, value: i32) -> i32 {
        value
    }

    fn moved(&self, _: Sort) -> Vec<i32> {
        Vec::new()
    }

    fn keeps_locations(&self) -> bool {
        true
    }
}
