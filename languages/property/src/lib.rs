//! Linear temporal logic, from text to small Büchi automata.
//!
//! What goes in: a formula as text, in SPIN's notation ([`parse::spin`]) or ProB's ([`parse::prob`], with operators of
//! the past), or built by a front end that has a parser of its own. What comes out: an automaton that accepts the words
//! which satisfy the formula, what kind of property the formula is, and both as text. To check a model, a front end
//! asks for the automaton of the *negation* and searches the product for a word.
//!
//! ```text
//! text ── parse ──▶ Formula ── normal_form, simplify (implication) ──▶ Formula
//!                      │                                                  │ past: history in bits
//!                      │ classify, monitor                                ▼ translate
//!                      ▼                                    tableau: generalised automaton, marks on edges
//!            invariant, safety, guarantee,                                │ components, bisimulation, simulation
//!            stuttering; deterministic monitor                            ▼ reduce
//!                                                          Logic::automaton ── degeneralise ──▶ Logic::buchi_automaton
//!                                                                         │
//!                                                      output: text, DOT, HOA, never claim
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `formula`, `label` | formulas, and propositional formulas as decision diagrams, each stored once |
//! | `normal_form`, `implication`, `simplify` | rewriting of formulas |
//! | `translate`, `past` | the tableau (Couvreur 1999), and history beside it |
//! | `components`, `bisimulation`, `simulation`, `reduce` | reductions of automata |
//! | `degeneralise` | one acceptance set, on edges or on states |
//! | `product` | intersection, emptiness, an accepted word |
//! | `classify`, `monitor` | kinds of properties, and what each needs of a search |
//! | `vacuity` | formulas without the consequent of an implication |
//! | `ending` | operators on runs that may end |
//! | `watcher` | an automaton in the form that a search steps through |
//! | `word` | the meaning of formulas on ultimately periodic words: the slow reference for all of the above |
//!
//! An [`Atom`] is a number. What it means is known to the front end alone, which has a table of them; with ProB's
//! `[operation]` an atom may speak of the step that is taken next.
//!
//! What must never break: an automaton accepts exactly the words of its formula, and every reduction keeps the
//! language. `tests/meaning.rs` compares each stage with `word` on random formulas, `tests/other_translators.rs` with
//! `spin -f` and `lbt`. What is too large is refused ([`TooLarge`]), never cut short.
//!
//! What a newcomer may change: rules of `simplify` and `implication` (one line each, the random tests find a wrong
//! one), reductions in `reduce`, notations in `parse` and `output`. `tests/literature.rs` says whether automata became
//! larger.
//!
//! ```
//! use diagnostics::{Diagnostic, Span};
//! use property::{Atom, Formula, Limits, Logic, parse::spin};
//!
//! struct Names(Vec<String>);
//! impl spin::Expressions for Names {
//!     fn expression(&mut self, logic: &mut Logic, text: &str, _: Span) -> Result<Formula, Diagnostic> {
//!         self.0.push(text.to_owned());
//!         Ok(logic.atom(Atom(self.0.len() as u32 - 1)))
//!     }
//! }
//!
//! let mut logic = Logic::new();
//! let mut names = Names(Vec::new());
//! let formula = spin::parse(&mut logic, "[] (request -> <> grant)", Span::default(), &mut names).unwrap();
//! let violation = logic.negation(formula);
//! let automaton = logic.automaton(violation, Limits::default()).unwrap();
//! let text = automaton.text(&mut logic, &|atom| names.0[atom.0 as usize].clone());
//! assert_eq!(text, "\
//! 2 states, 1 acceptance set on states
//! 0 (initial)
//!   true -> 0
//!   request && !grant -> 1
//! 1 (accepting)
//!   !grant -> 1
//! ");
//! ```

mod automaton;
mod bisimulation;
mod classify;
mod components;
mod degeneralise;
mod ending;
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
mod vacuity;
mod watcher;
mod word;

pub use automaton::{Automaton, Edge, Marks, State};
pub use classify::{Classification, Invariant};
pub use degeneralise::Acceptance;
pub use ending::Alive;
pub use formula::{Atom, Formula, Logic, Operator};
pub use label::{Cube, Label};
pub use monitor::Strength;
pub use output::Names;
pub use translate::{Limits, TooLarge};
pub use watcher::{Watcher, WatcherEdge};
pub use word::Word;
