//! Newtype indices: a location can never be taken for a transition.

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// The index as it is used on a slice.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A global variable: an index into [`crate::Program::globals`].
    GlobalId(u32)
);
index!(
    /// A local variable or parameter: an index into [`crate::Proctype::locals`].
    LocalId(u32)
);
index!(
    /// A process type: an index into [`crate::Program::proctypes`].
    ProctypeId(u32)
);
index!(
    /// A shape of channel: an index into [`crate::Program::channel_types`].
    ChannelTypeId(u32)
);
index!(
    /// A control location: an index into [`crate::Proctype::locations`].
    LocationId(u32)
);
index!(
    /// A transition, numbered through the whole program.
    TransitionId(u32)
);
index!(
    /// A running process, numbered in creation order from 0 as in SPIN.
    Pid(u8)
);
