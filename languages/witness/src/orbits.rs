//! Representatives against brute force: all reachable states, and the orbits they fall into.
//!
//! Slow and obvious: states are made by the reference interpreter, and two states are in one orbit if generators lead
//! from one to the other.

use std::collections::{HashMap, HashSet};

use program::{FaultKind, Interpreter};

/// Everything that can be reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// The states, each once; representatives, if they were asked for.
    pub states: Vec<Vec<u8>>,
    /// What goes wrong on the way.
    pub faults: HashSet<FaultKind>,
}

/// Replaces a state by its representative.
pub type Canonical<'a> = &'a mut dyn FnMut(&mut Vec<u8>);

/// All states that can be reached, each replaced by what `canonical` makes of it; `None` if there are more than `most`.
pub fn reach(interpreter: &Interpreter, most: usize, canonical: Canonical<'_>) -> Option<Reached> {
    let mut reached = Reached::default();
    let mut known: HashSet<Vec<u8>> = HashSet::new();
    let mut add = |mut state: Vec<u8>, states: &mut Vec<Vec<u8>>| {
        canonical(&mut state);
        if known.insert(state.clone()) {
            states.push(state);
        }
    };
    match interpreter.initial() {
        Ok(state) => add(state, &mut reached.states),
        Err(kind) => drop(reached.faults.insert(kind)),
    }
    let mut at = 0;
    while at < reached.states.len() {
        let expansion = interpreter.expand(&reached.states[at]);
        reached.faults.extend(expansion.invalid_end.then_some(FaultKind::InvalidEnd));
        for step in expansion.steps {
            reached.faults.extend(step.fault.map(|fault| fault.kind));
            step.state.into_iter().for_each(|state| add(state, &mut reached.states));
        }
        if reached.states.len() > most {
            return None;
        }
        at += 1;
    }
    Some(reached)
}

/// Two canonicalisers must make the same of the successors of a state.
pub fn agree_on_successors(
    interpreter: &Interpreter,
    source: &[u8],
    one: Canonical<'_>,
    other: Canonical<'_>,
) -> Result<(), String> {
    for successor in interpreter.expand(source).steps.into_iter().filter_map(|step| step.state) {
        let (mut this, mut that) = (successor.clone(), successor);
        one(&mut this);
        other(&mut that);
        if this != that {
            return Err(format!("a successor of {source:?} becomes {this:?} or {that:?}"));
        }
    }
    Ok(())
}

/// The image of a state under the generator of a number, if that acts on it.
pub type ImageFn<'a> = &'a mut dyn FnMut(usize, &[u8]) -> Option<Vec<u8>>;

/// Which orbit each state is in, by the number of one state of it.
#[derive(Clone, Debug)]
pub struct Orbits<'a> {
    of: HashMap<&'a [u8], usize>,
    count: usize,
}

impl<'a> Orbits<'a> {
    /// The orbits of states under the group of some generators. An error if an image is missing.
    pub fn new(states: &'a [Vec<u8>], generators: usize, image: ImageFn<'_>) -> Result<Orbits<'a>, String> {
        let numbers: HashMap<&[u8], usize> = states.iter().zip(0..).map(|(s, i)| (s.as_slice(), i)).collect();
        let mut parent: Vec<usize> = (0..states.len()).collect();
        for generator in 0..generators {
            for (i, state) in states.iter().enumerate() {
                let image = image(generator, state).ok_or("a symmetry does not act on a reachable state")?;
                let &j =
                    numbers.get(image.as_slice()).ok_or("the image of a reachable state is not reachable")?;
                let (a, b) = (root(&mut parent, i), root(&mut parent, j));
                parent[a.max(b)] = a.min(b);
            }
        }
        let of: HashMap<&[u8], usize> =
            states.iter().zip(0..).map(|(s, i)| (s.as_slice(), root(&mut parent, i))).collect();
        let count = of.values().collect::<HashSet<_>>().len();
        Ok(Orbits { of, count })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What `canonical` makes of a state and of an image of it must lie in their orbit, and if it is `exact` be the same.
    pub fn represented(
        &self,
        state: &[u8],
        image: Vec<u8>,
        exact: bool,
        canonical: Canonical<'_>,
    ) -> Result<(), String> {
        let (mut one, mut other) = (state.to_vec(), image);
        canonical(&mut one);
        canonical(&mut other);
        if !self.same(&one, state) || !self.same(&other, state) {
            return Err(format!("a representative of {state:?} lies in another orbit"));
        }
        match exact && one != other {
            true => Err(format!("two representatives of {state:?}")),
            false => Ok(()),
        }
    }

    /// Whether both states are known and in one orbit.
    pub fn same(&self, a: &[u8], b: &[u8]) -> bool {
        self.of.get(a).is_some_and(|orbit| self.of.get(b) == Some(orbit))
    }
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
