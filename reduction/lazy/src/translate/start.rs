//! What happens before all processes exist.
//!
//! Annotated states begin where the processes do. The states before that one are few, and are looked at one by one here,
//! by the interpreter: every way from the initial state must come to the one start, or stay among them, and none of
//! them may go wrong. So nothing that a run could do instead of starting is left out.

use std::collections::{HashMap, VecDeque};

use program::{Instance, Interpreter};

use super::Refusal;

/// More states than this are not looked at.
const MOST_STATES: usize = 2000;

/// The states before all processes exist.
#[derive(Debug, Default)]
pub struct Before {
    /// All of them.
    pub states: Vec<Vec<u8>>,
    /// The steps from them.
    pub steps: u64,
    /// A shortest way from the initial one to the start, which is left out.
    pub way: Vec<Vec<u8>>,
}

/// Looks at every state before the start.
pub(super) fn before(interpreter: &Interpreter, instance: &Instance) -> Result<Before, Refusal> {
    if instance.creator.is_some() {
        return Err(Refusal::new("processes are created while others run", None));
    }
    let [start] = instance.starts.as_slice() else {
        return Err(Refusal::new("there is a choice before all processes exist", None));
    };
    let initial = interpreter.initial().map_err(|_| Refusal::new("the program cannot start", None))?;
    let mut found = Before::default();
    if initial == *start {
        return Ok(found);
    }
    let mut parents: HashMap<Vec<u8>, Option<Vec<u8>>> = HashMap::from([(initial.clone(), None)]);
    let mut open = VecDeque::from([initial]);
    while let Some(state) = open.pop_front() {
        if found.states.len() == MOST_STATES {
            return Err(Refusal::new("much can happen before all processes exist", None));
        }
        for next in successors(interpreter, &state)? {
            found.steps += 1;
            if parents.contains_key(&next) {
                continue;
            }
            parents.insert(next.clone(), Some(state.clone()));
            if next != *start {
                open.push_back(next);
            }
        }
        found.states.push(state);
    }
    let mut at = start;
    while let Some(Some(parent)) = parents.get(at) {
        found.way.push(parent.clone());
        at = parent;
    }
    found.way.reverse();
    match found.way.is_empty() {
        true => Err(Refusal::new("not all processes are ever there", None)),
        false => Ok(found),
    }
}

/// Where the steps of a state lead, if none of them goes wrong and there are any.
fn successors(interpreter: &Interpreter, state: &[u8]) -> Result<Vec<Vec<u8>>, Refusal> {
    let wrong = || Refusal::new("a run may go wrong before all processes exist", None);
    let expansion = interpreter.expand(state);
    if expansion.invalid_end || expansion.claim.is_some() {
        return Err(wrong());
    }
    let state_after = |step: program::Step| step.state.filter(|_| step.fault.is_none()).ok_or_else(wrong);
    expansion.steps.into_iter().map(state_after).collect()
}
