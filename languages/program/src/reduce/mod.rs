//! Static reductions: a smaller program with the same violations.
//!
//! Three passes, each in its own file with its argument why it is sound for safety: variables that nothing reads leave
//! the state ([`unread`]), local variables are forgotten when they die ([`dead`]), and locations from which a process
//! moves without anyone else noticing are passed through ([`private`]). None ever stores more states than the program
//! had: every state that is stored is the image, under a map that only forgets, of a state that was stored before.
//!
//! Transitions keep their numbers and none is removed or merged with another, so a run of the reduced program is, move
//! for move, a run of the original one: counterexamples are replayed and shown on that. What a pass decides depends on
//! the process type alone, never on one process, so processes that were interchangeable still are.
//!
//! What SPIN does under the same names is in the Promela front end, to the letter, because published state counts
//! depend on it; SPIN's reset of dead variables stops looking at the first alternative that writes, which is not sound,
//! and its merging takes the statements of a chain into one transition, which a trail does not show.

mod chains;
mod dead;
mod liveness;
mod private;
mod survives;
mod unread;
mod uses;

use crate::{Program, Sight};
pub use survives::carried_over;
pub(crate) use uses::{all_expressions, all_statements, can_fail, operands, parts, program_expressions};

/// Applies every reduction that is sound for safety.
///
/// A claim may observe what these passes hide, so a program with one is left as it is.
pub fn reduce(program: &mut Program) {
    if program.claims.is_empty() {
        hide_and_forget(program);
        private::pass_through_private(program, None);
    }
}

/// Applies the reductions that no property of runs can see. What the property reads stands in the program as a claim.
///
/// Variables that are not read, neither by the program nor by the claim, and values that are dead: with and without them the
/// program makes the same steps, one for one, to states in which the claim reads the same (a bisimulation). So every formula has
/// the same verdict, `X` and fairness included. Locations are passed through only where the property does not count steps
/// (`private` has the argument).
pub fn reduce_beside_property(program: &mut Program, sight: Sight<'_>) {
    hide_and_forget(program);
    private::pass_through_private(program, Some(sight));
}

fn hide_and_forget(program: &mut Program) {
    unread::hide_unread(program);
    dead::forget_dead(program);
}
