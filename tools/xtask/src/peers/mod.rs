//! Other checkers, each run as its users run it: from its command to its verdict.
pub mod rumur;
pub mod spin_with_partial_orders;
pub mod stateright;
pub mod topspin;

/// What a checker needed for a system.
#[derive(Clone, Debug)]
pub struct Measured {
    /// States stored; `None` if it did not finish.
    pub states: Option<u64>,
    /// Seconds from the command to the verdict, translation and compilation included.
    pub seconds: f64,
    /// Peak resident memory of the process that searches.
    pub searching: u64,
    /// Peak resident memory of the largest process from the command to the verdict, translators and compilers included.
    pub largest: u64,
}
