//! Does a program whose atomic sequences are single steps ([`program::gather`]) do what the program does?

use std::collections::BTreeSet;

use program::{FaultKind, Interpreter};

/// Everything that can come of a state: the states after it, what can go wrong on the way, and whether nothing happens that
/// should.
///
/// A fault inside an `atomic` is a step of its own, beside the one that goes on after it, and it is one with it where the
/// sequence is a single statement: so both are asked for separately.
fn outcomes(interpreter: &Interpreter, state: &[u8]) -> (BTreeSet<Vec<u8>>, BTreeSet<FaultKind>, bool) {
    let expansion = interpreter.expand(state);
    let faults = expansion.steps.iter().filter_map(|step| step.fault).map(|fault| fault.kind).collect();
    let states = expansion.steps.into_iter().filter_map(|step| step.state).collect();
    (states, faults, expansion.invalid_end)
}

/// Do two programs in the same layout have the same steps from each of these states? An error says in which they do not.
pub fn same_steps(
    one: &Interpreter,
    other: &Interpreter,
    states: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<(), String> {
    for (state, number) in states.into_iter().zip(0..) {
        let state = state.as_ref();
        if outcomes(one, state) != outcomes(other, state) {
            return Err(format!("the program that was compared has other steps in state {number}"));
        }
    }
    Ok(())
}
