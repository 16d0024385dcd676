//! Linear temporal logic, from text to small Büchi automata.
mod automaton;
mod classify;
mod components;
mod degeneralise;
mod formula;
mod implication;
mod label;
mod monitor;
mod normal_form;
mod output;
pub mod parse;
mod past;
mod product;
mod reduce;
mod simplify;
mod simulation;
mod translate;
mod word;

pub use automaton::{Automaton, Edge, Marks, State};
pub use classify::{Classification, Invariant};
pub use degeneralise::Acceptance;
pub use formula::{Atom, Formula, Logic, Operator};
pub use label::{Cube, Label};
pub use monitor::Strength;
pub use output::Names;
pub use translate::{Limits, TooLarge};
pub use word::Word;
