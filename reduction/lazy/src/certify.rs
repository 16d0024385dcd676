//! A check of what a search has stored that trusts neither the search nor the partitions: slow and obvious.
//!
//! An annotated state stands for the images of one concrete state under the permutations that keep every process in its
//! cell. All of them are written out, as the interpreter writes them, together with the states before the processes
//! exist. If the initial state is among them, every step that the interpreter makes from one of them leads to one of them,
//! and nothing goes wrong in any of them, then nothing can go wrong: the set is an invariant. Nothing else needs to be
//! believed, neither the translation nor that permutations are symmetries.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;

use program::{FaultKind, Interpreter};

use crate::partition::Partition;
use crate::state::Concrete;
use crate::system::{ProcessId, System};
use crate::translate::Translation;

/// A stored state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    /// One of the states that it stands for.
    pub state: Concrete,
    /// The partition of the processes.
    pub cells: Vec<Vec<ProcessId>>,
}

impl Annotated {
    /// As one string, for whoever keeps stored states: the cell of each process, its local vector, the shared cells.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut cell_of = vec![0u16; self.state.local.len()];
        for (cell, number) in self.cells.iter().zip(0..) {
            cell.iter().for_each(|process| cell_of[process.index()] = number);
        }
        let mut bytes: Vec<u8> = cell_of.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        bytes.extend(self.state.local.iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.state.shared.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Reads such a string; `None` if it is none of this system.
    pub fn from_bytes(system: &System, bytes: &[u8]) -> Option<Annotated> {
        let mut rest = bytes;
        let cell_of: Vec<u16> = (system.processes.iter())
            .map(|_| take(&mut rest).map(u16::from_le_bytes))
            .collect::<Option<_>>()?;
        let vector = |kind: &u16| -> Option<Vec<i32>> {
            let cells = &system.kinds[usize::from(*kind)].cells;
            cells.iter().map(|_| take(&mut rest).map(i32::from_le_bytes)).collect()
        };
        let local = system.processes.iter().map(vector).collect::<Option<_>>()?;
        let shared = system.shared.iter().map(|_| take(&mut rest).map(i64::from_le_bytes));
        let state = Concrete { shared: shared.collect::<Option<_>>()?, local };
        Some(Annotated { state, cells: Partition::by_label(cell_of).cells }).filter(|_| rest.is_empty())
    }
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, later) = rest.split_first_chunk()?;
    *rest = later;
    Some(*first)
}

/// What was proved: these states include the initial one, no step leads out of them, and nothing is wrong in any of them.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The states, as the interpreter writes them.
    pub states: Vec<Vec<u8>>,
    /// Their steps.
    pub steps: u64,
}

/// Why a result is not certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// There are more concrete states than were allowed for.
    TooMany,
    /// It was stopped, for this reason.
    Stopped(String),
    /// The initial state is not represented.
    Initial,
    /// A step leads to a state that is not represented.
    NotCovered,
    /// A state that is represented goes wrong.
    Wrong(FaultKind),
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::TooMany => f.write_str("the annotated states stand for too many states"),
            Uncertified::Stopped(why) => f.write_str(why),
            Uncertified::Initial => f.write_str("no annotated state stands for the initial one"),
            Uncertified::NotCovered => {
                f.write_str("a step leads to a state that no annotated state stands for")
            }
            Uncertified::Wrong(kind) => write!(f, "a state that is stood for goes wrong: {kind:?}"),
        }
    }
}

impl std::error::Error for Uncertified {}

/// Checks that nothing can go wrong in a program, given the states that a search stored; the interpreter is the one that
/// was translated. Gives up beyond `most` concrete states and for any reason that `pause` names; it is asked at every
/// concrete state.
pub fn certify(
    interpreter: &Interpreter,
    translation: &Translation,
    stored: impl IntoIterator<Item = impl Borrow<Annotated>>,
    most: usize,
    pause: &mut dyn FnMut() -> Option<String>,
) -> Result<Invariant, Uncertified> {
    let mut stop = || pause().map_or(Ok(()), |why| Err(Uncertified::Stopped(why)));
    let mut covered: HashSet<Vec<u8>> = translation.before.states.iter().cloned().collect();
    for annotated in stored {
        for state in orbit(&translation.system, annotated.borrow(), most, &mut stop)? {
            covered.insert(translation.codec.encode(&state));
        }
        if covered.len() > most {
            return Err(Uncertified::TooMany);
        }
    }
    let mut steps = 0;
    let initial = interpreter.initial().map_err(Uncertified::Wrong)?;
    if !covered.contains(&initial) {
        return Err(Uncertified::Initial);
    }
    for state in &covered {
        stop()?;
        let expansion = interpreter.expand(state);
        if expansion.invalid_end {
            return Err(Uncertified::Wrong(FaultKind::InvalidEnd));
        }
        if let Some(kind) = expansion.claim {
            return Err(Uncertified::Wrong(kind));
        }
        steps += expansion.steps.len() as u64;
        for step in expansion.steps {
            if let Some(fault) = step.fault {
                return Err(Uncertified::Wrong(fault.kind));
            }
            if !step.state.is_some_and(|next| covered.contains(&next)) {
                return Err(Uncertified::NotCovered);
            }
        }
    }
    Ok(Invariant { states: covered.into_iter().collect(), steps })
}

/// The states that an annotated one stands for: all that exchanges within its cells lead to.
fn orbit(
    system: &System,
    annotated: &Annotated,
    most: usize,
    stop: &mut dyn FnMut() -> Result<(), Uncertified>,
) -> Result<HashSet<Concrete>, Uncertified> {
    let mut all = HashSet::from([annotated.state.clone()]);
    let mut open = vec![annotated.state.clone()];
    while let Some(state) = open.pop() {
        stop()?;
        for pair in annotated.cells.iter().flat_map(|cell| cell.windows(2)) {
            let image = exchanged(system, &state, pair[0], pair[1]);
            if all.insert(image.clone()) {
                open.push(image);
            }
        }
        if all.len() > most {
            return Err(Uncertified::TooMany);
        }
    }
    Ok(all)
}

/// The state after two processes have changed places: their local vectors do, and cells that name the one name the other.
fn exchanged(system: &System, state: &Concrete, a: ProcessId, b: ProcessId) -> Concrete {
    let mut image = state.clone();
    image.local.swap(a.index(), b.index());
    let (one, other) = (i64::from(a.0), i64::from(b.0));
    for (value, cell) in image.shared.iter_mut().zip(&system.shared) {
        *value = match *value {
            value if cell.identifier && value == one => other,
            value if cell.identifier && value == other => one,
            value => value,
        };
    }
    image
}
