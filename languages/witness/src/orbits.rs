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
pub struct Orbits {
    of: HashMap<Vec<u8>, usize>,
    count: usize,
}

/// More states and images than this are not gone through.
const MOST_IMAGES: usize = 1_000_000;

impl Orbits {
    /// The orbits of states under the group of some generators, images that are not among the states included: where the
    /// start is not symmetric, not every image of a reachable state is reachable. An error if an image is missing.
    pub fn new(states: &[Vec<u8>], generators: usize, image: ImageFn<'_>) -> Result<Orbits, String> {
        let mut all = states.to_vec();
        let mut numbers: HashMap<Vec<u8>, usize> = all.iter().cloned().zip(0..).collect();
        let mut parent: Vec<usize> = (0..all.len()).collect();
        let mut i = 0;
        while i < all.len() {
            for generator in 0..generators {
                let image =
                    image(generator, &all[i]).ok_or("a symmetry does not act on a reachable state")?;
                let j = *numbers.entry(image.clone()).or_insert(all.len());
                if j == all.len() {
                    all.push(image);
                    parent.push(j);
                }
                let (a, b) = (root(&mut parent, i), root(&mut parent, j));
                parent[a.max(b)] = a.min(b);
            }
            if all.len() > MOST_IMAGES {
                return Err("there are too many images".into());
            }
            i += 1;
        }
        let of: HashMap<Vec<u8>, usize> =
            numbers.into_iter().map(|(state, i)| (state, root(&mut parent, i))).collect();
        let count = of.values().collect::<HashSet<_>>().len();
        Ok(Orbits { of, count })
    }

    /// The states and their images.
    pub fn states(&self) -> usize {
        self.of.len()
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
