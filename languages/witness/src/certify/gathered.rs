//! Does a program whose atomic sequences are single steps ([`program::gather`]) do what the program does?

use std::collections::{BTreeSet, HashSet};

use program::{Expansion, FaultKind, Interpreter};

/// Everything that can come of a state: the states after it, what can go wrong on the way, and whether nothing happens that
/// should.
///
/// A fault inside an `atomic` is a step of its own, beside the one that goes on after it, and it is one with it where the
/// sequence is a single statement: so both are asked for separately.
struct Outcomes {
    states: BTreeSet<Vec<u8>>,
    invalid_end: bool,
    faults: BTreeSet<FaultKind>,
}

impl Outcomes {
    fn new(interpreter: &Interpreter, state: &[u8]) -> Outcomes {
        let Expansion { steps, invalid_end, .. } = interpreter.expand(state);
        let faults = steps.iter().filter_map(|step| step.fault).map(|fault| fault.kind).collect();
        let states = steps.into_iter().filter_map(|step| step.state).collect();
        Outcomes { states, invalid_end, faults }
    }

    /// A single statement tells its first fault alone: where a sequence goes on after an assertion that failed, what else is
    /// wrong with it is told only by the program in which it is a sequence.
    fn are_those_of_single_steps(&self, single: &Outcomes) -> bool {
        (&self.states, self.invalid_end) == (&single.states, single.invalid_end)
            && single.faults.is_subset(&self.faults)
            && (self.faults.is_empty() || !single.faults.is_empty())
    }
}

/// The first states, at most `most` of them, that a breadth-first search of a program comes to.
pub fn first_states(program: &Interpreter, most: usize) -> Vec<Vec<u8>> {
    let mut states: Vec<Vec<u8>> = program.initial().into_iter().collect();
    let mut known: HashSet<Vec<u8>> = states.iter().cloned().collect();
    let mut at = 0;
    while at < states.len() && states.len() < most {
        let steps = program.expand(&states[at]).steps;
        states.extend(steps.into_iter().filter_map(|step| step.state).filter(|s| known.insert(s.clone())));
        at += 1;
    }
    states.truncate(most);
    states
}

/// Does a program with gathered sequences, in the same layout, have the same steps as the program from each of these states?
/// An error says in which it has not.
pub fn same_steps(
    program: &Interpreter,
    gathered: &Interpreter,
    states: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<(), String> {
    for (state, number) in states.into_iter().zip(0..) {
        let state = state.as_ref();
        if !Outcomes::new(program, state).are_those_of_single_steps(&Outcomes::new(gathered, state)) {
            return Err(format!("the program that was compared has other steps in state {number}"));
        }
    }
    Ok(())
}
