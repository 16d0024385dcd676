//! The states that a check goes through, one by one, and which of them are in one orbit.
//!
//! Without symmetry a check explores the program with removals of ended processes, with symmetry the one without them
//! ([`program::omit_process_removals`]), in a layout that symmetry needs. To tell orbits in the first, its states are
//! carried to the second: the beginning to the beginning, and a step to the step with the same moves. A removal,
//! which the second does not have, stays where it is. A state to which two ways lead that are carried to different
//! orbits has none that is known.

use std::collections::HashMap;

use program::{Interpreter, Move, Statement, Step, TransitionId};
use promela::Claims;
use symmetry::{Method, Reducer};

use crate::Promela;
use crate::reduction::{Reduction, prepare_steadily};

/// The program that a check would explore by one method.
pub(crate) struct Searched {
    /// Its interpreter, which makes the states of the search.
    pub interpreter: Interpreter,
    /// Makes representatives.
    reducer: Option<Reducer>,
    orbits: Orbits,
}

/// The program in which orbits are told.
struct Orbits {
    interpreter: Interpreter,
    /// Exact; `None` where every state is an orbit.
    reducer: Option<Reducer>,
    /// Where states of the search are carried, if they have to be; `None` of one that cannot be.
    carried: Option<HashMap<Vec<u8>, Option<Vec<u8>>>>,
    /// The removals of processes, which are left out there.
    removals: Vec<TransitionId>,
}

impl Searched {
    /// Prepares a model as a check does; an error says why the method cannot be used.
    pub fn new(promela: &Promela, method: Method) -> Result<Searched, String> {
        let prepare = |method| {
            let program = promela.lower(promela.level, Claims::None);
            prepare_steadily(program, method, &promela.sources)
        };
        let Reduction { interpreter, reducer, refused, lazy, .. } = prepare(method);
        if let Some(why) = refused {
            return Err(why);
        }
        if lazy.is_some() {
            return Err("its states are annotated and stand for many orbits".into());
        }
        let exact = prepare(Method::Auto);
        let others = exact.exact_reducer();
        let kept = removals(&exact.interpreter);
        let orbits = Orbits {
            removals: removals(&interpreter).into_iter().filter(|id| !kept.contains(id)).collect(),
            reducer: others.or(exact.reducer),
            carried: (method == Method::None).then(HashMap::new),
            interpreter: exact.interpreter,
        };
        Ok(Searched { interpreter, reducer, orbits })
    }

    /// The state that is stored for another.
    pub fn representative(&mut self, state: &[u8]) -> Vec<u8> {
        self.reducer.as_mut().map_or_else(|| state.to_vec(), |reducer| reducer.representative(state))
    }

    /// The representative of the orbit of a state, whatever the method.
    pub fn orbit_name(&mut self, state: &[u8]) -> Option<Vec<u8>> {
        let own = match &self.orbits.carried {
            Some(carried) => carried.get(state)?.clone()?,
            None => state.to_vec(),
        };
        Some(self.orbits.name(&own))
    }

    /// Carries the states that can be reached from one in a step.
    pub fn carry(&mut self, state: &[u8], steps: &[Step]) {
        let orbits = &mut self.orbits;
        let Some(mut carried) = orbits.carried.take() else { return };
        if carried.is_empty() && self.interpreter.initial().is_ok_and(|initial| initial == state) {
            carried.insert(state.to_vec(), orbits.interpreter.initial().ok());
        }
        if let Some(Some(own)) = carried.get(state).cloned() {
            let others = orbits.interpreter.expand(&own).steps;
            let mut taken = vec![false; others.len()];
            for step in steps {
                let Some(next) = &step.state else { continue };
                let moves = orbits.without_removals(&step.moves);
                let to = match moves.is_empty() {
                    true => Some(own.clone()),
                    // Moves do not tell outcomes apart (a choice of values); their order is the same in both.
                    false => (others.iter().zip(&mut taken))
                        .find(|(other, taken)| !**taken && other.moves == moves && other.state.is_some())
                        .and_then(|(other, taken)| {
                            *taken = true;
                            other.state.clone()
                        }),
                };
                orbits.agree(carried.entry(next.clone()).or_insert_with(|| to.clone()), to);
            }
        }
        orbits.carried = Some(carried);
    }
}

impl Orbits {
    fn name(&mut self, own: &[u8]) -> Vec<u8> {
        self.reducer.as_mut().map_or_else(|| own.to_vec(), |reducer| reducer.representative(own))
    }

    /// Forgets where a state was carried if another way leads to another orbit.
    fn agree(&mut self, known: &mut Option<Vec<u8>>, other: Option<Vec<u8>>) {
        let is_same = match (&known, &other) {
            (Some(known), Some(other)) => known == other || self.name(known) == self.name(other),
            _ => known == &other,
        };
        if !is_same {
            *known = None;
        }
    }

    fn without_removals(&self, moves: &[Move]) -> Vec<Move> {
        moves.iter().filter(|one| !self.removals.contains(&one.transition)).copied().collect()
    }
}

/// The transitions with which processes that have ended are removed.
fn removals(interpreter: &Interpreter) -> Vec<TransitionId> {
    let locations = interpreter.program().proctypes.iter().flat_map(|proctype| &proctype.locations);
    let transitions = locations.flat_map(|location| &location.transitions);
    transitions.filter(|t| t.statement == Statement::Terminate).map(|t| t.id).collect()
}
