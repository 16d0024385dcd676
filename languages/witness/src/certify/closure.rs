//! Is what a search stored a proof that nothing is wrong?
//!
//! Let R be the stored states, G the group of symmetries, E the states that no symmetry is applied to (those before all
//! processes exist), and let "step" mean a step of the reference. This file checks, with a set of its own:
//!
//! 1. every initial state is carried to a state of R by an element of G;
//! 2. for every r in R, every successor of r is carried to a state of R by an element of G, or is in E and in R itself; the
//!    successors of states outside E are outside E, or no symmetry moves them;
//! 3. no r in R is wrong and none of its steps is;
//! 4. for every r in R outside E and every generator g of G, the steps of g(r) are the images under g of the steps of r,
//!    with the same faults, and both or neither are wrong in themselves;
//! 5. every state of R is reached in this way, and the search counted no fewer steps than there are different ones: a search
//!    that made states out of nothing or left steps out is not trusted, even if what it stored is a proof;
//! 6. where runs that go on for ever matter: the graph on R that 2 gives has no cycle with every mark of acceptance
//!    ([`ranking`]), and by 4 the marks of a step are those of its images. Where runs must be fair to actors that symmetries exchange, 4
//!    compares the marks of the image with those that the symmetry makes of the step's, and no cycle is fair and has every mark
//!    ([`actors`](super::actors)).
//!
//! **Claim.** If 4 holds for *every element* g of G instead of the generators alone, then every reachable state is in E ∩ R or
//! is g(r) for some r in R and g in G, and nothing is wrong with it. By induction over the length of a run: for an
//! initial state this is 1. Let t = g(r) be reachable (or t = r in E, then g is the identity) and t' a successor of t. By 4,
//! t' = g(u) for a successor u of r; by 2, u = h(q) with q in R; so t' = g(h(q)), and gh is in G. By 3 and 4 nothing is wrong
//! with t or its steps. A cycle of reachable states with every mark would be one in the graph on R, so by 6 there is none. With t = g(r), t' = g(u) and u = h(q) the actor that
//! is g(a) for an actor a at r is gh(b) for the b at q with a = h(b): it is followed through the inverse of h, which 2 gives.
//!
//! For generators alone the induction breaks where g is a word of several generators: 4 is then known at r, and not at the
//! states that the word passes through. So what is proved depends on the size of the group:
//! - if its elements times the states are few enough, 4 is checked for all elements. The claim is then proved by what is
//!   computed here, with nothing taken on trust but the reference and the action on states;
//! - otherwise 4 is checked for all generators at all of R, and at each r for one more element, drawn at random (a sample).
//!   That 4 holds for the remaining elements rests on the static proof that each generator is a symmetry of the program
//!   ([`crate::Proof`]), which was made before the search; products of symmetries are symmetries.
//!
//! The elements of 1 and 2 are sought and applied by [`Symmetries`]; representatives are taken from the canonicaliser as a
//! hint only. Nothing of compiled code, kernels, search loop or store takes part.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::actors::{Acceptance, ActorImages, no_fair_cycle};
use super::ranking::{Edge, no_cycle_has_all};

/// What a system does, by the slowest and most obvious means.
pub trait Reference {
    /// The initial states; an error says why one cannot be built.
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String>;

    /// Everything that can happen in a state.
    fn expand(&mut self, state: &[u8]) -> Behaviour;
}

/// What can happen in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// The steps from it.
    pub steps: Vec<ReferenceStep>,
    /// What is wrong with the state itself.
    pub wrong: Option<String>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceStep {
    /// Where it leads, if it leads anywhere.
    pub state: Option<Vec<u8>>,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// The acceptance sets that it belongs to, one bit for each.
    pub marks: u64,
    /// The marks of actors of which a cycle with this step must have one.
    pub owed: u64,
}

impl ReferenceStep {
    /// A step where runs that go on for ever are no matter.
    pub fn new(state: Option<Vec<u8>>, fault: Option<String>) -> ReferenceStep {
        ReferenceStep { state, fault, marks: 0, owed: 0 }
    }
}

/// Whether an element of the group takes one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// One was found, which takes actors there.
    Yes(ActorImages),
    /// There is none.
    No,
    /// The search for one was given up.
    Unknown,
}

/// A group of symmetries, applied cell by cell.
pub trait Symmetries {
    /// How many elements can be asked for by number; the generators come first.
    fn elements(&self) -> usize;

    /// How many of them are generators.
    fn generators(&self) -> usize;

    /// Are these all elements of the group but the identity?
    fn are_all(&self) -> bool;

    /// The image of a state under an element; `None` if it does not act on it.
    fn image(&mut self, element: usize, state: &[u8]) -> Option<Vec<u8>>;

    /// Where an element takes actors.
    fn actors(&self, _element: usize) -> ActorImages {
        ActorImages::default()
    }

    /// Does an element of the group take `from` to `to`?
    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried;
}

/// The group of one element.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSymmetries;

impl Symmetries for NoSymmetries {
    fn elements(&self) -> usize {
        0
    }

    fn generators(&self) -> usize {
        0
    }

    fn are_all(&self) -> bool {
        true
    }

    fn image(&mut self, _: usize, state: &[u8]) -> Option<Vec<u8>> {
        Some(state.to_vec())
    }

    fn carry(&mut self, from: &[u8], to: &[u8]) -> Carried {
        if from == to { Carried::Yes(ActorImages::default()) } else { Carried::No }
    }
}

/// What a search claims.
#[derive(Clone, Copy)]
pub struct Stored<'a> {
    /// The states it stored.
    pub states: &'a [Vec<u8>],
    /// States that no symmetry is applied to.
    pub exempt: &'a dyn Fn(&[u8]) -> bool,
    /// The steps it counted.
    pub transitions: Option<u64>,
    /// What a cycle must have to be wrong, where it claims that there is none.
    pub acceptance: Option<Acceptance>,
}

/// What was proved, and how much work it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// States gone over.
    pub states: u64,
    /// Different steps of the reference from them.
    pub steps: u64,
    /// Images of states whose steps were compared.
    pub images: u64,
    /// They were the images under all elements of the group.
    pub all_images: bool,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What was stored is no proof: some part of the checker is wrong.
    Rejected(String),
    /// The certificate was not completed; nothing speaks against the verdict.
    Unfinished(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Rejected(why) => write!(f, "the certificate was rejected: {why}"),
            Refusal::Unfinished(why) => write!(f, "{why}"),
        }
    }
}

/// Proposes states that may represent a successor.
pub type Propose<'a> = &'a mut dyn FnMut(&[u8]) -> Vec<Vec<u8>>;
/// Asked at every state and every image: a reason to stop.
pub type Pause<'a> = &'a mut dyn FnMut() -> Option<String>;

/// Goes over what was stored.
pub fn certify(
    reference: &mut dyn Reference,
    symmetries: &mut dyn Symmetries,
    stored: Stored<'_>,
    propose: Propose<'_>,
    pause: Pause<'_>,
) -> Result<Certificate, Refusal> {
    let numbers: HashMap<&[u8], usize> = stored.states.iter().map(Vec::as_slice).zip(0..).collect();
    if numbers.len() != stored.states.len() {
        return rejected("a state is stored twice");
    }
    let mut closure = Closure {
        edges: Vec::new(),
        images: vec![ActorImages::default()],
        numbers_of_images: HashMap::from([(ActorImages::default(), 0)]),
        symmetries,
        stored,
        numbers,
        propose,
        pause,
        reached: vec![false; stored.states.len()],
        open: Vec::new(),
        done: Certificate::default(),
    };
    closure.done.all_images = closure.symmetries.are_all();
    for state in reference.initial().map_err(Refusal::Rejected)? {
        closure.cover(&state, "an initial state")?;
    }
    while let Some(number) = closure.open.pop() {
        closure.look()?;
        let state = &stored.states[number];
        let here = reference.expand(state);
        closure.follow(number, &here)?;
        if !(stored.exempt)(state) {
            closure.compare_images(reference, number, &here)?;
        }
    }
    closure.finish()
}

struct Closure<'a> {
    symmetries: &'a mut dyn Symmetries,
    stored: Stored<'a>,
    /// The checker's own way to find a stored state.
    numbers: HashMap<&'a [u8], usize>,
    propose: Propose<'a>,
    pause: Pause<'a>,
    /// Stored states that are initial or represent a successor of one that is reached.
    reached: Vec<bool>,
    open: Vec<usize>,
    /// The steps between stored states, where their marks matter.
    edges: Vec<Edge>,
    /// Where the symmetries of the edges take actors.
    images: Vec<ActorImages>,
    numbers_of_images: HashMap<ActorImages, usize>,
    done: Certificate,
}

impl Closure<'_> {
    fn look(&mut self) -> Result<(), Refusal> {
        (self.pause)().map_or(Ok(()), |why| Err(Refusal::Unfinished(why)))
    }

    /// Nothing is wrong with a state, and all its successors are represented.
    fn follow(&mut self, number: usize, here: &Behaviour) -> Result<(), Refusal> {
        let is_exempt = (self.stored.exempt)(&self.stored.states[number]);
        self.done.states += 1;
        self.done.steps += here.steps.iter().collect::<HashSet<_>>().len() as u64;
        if let Some(wrong) = &here.wrong {
            return rejected(format!("a stored state is wrong: {wrong}"));
        }
        for ReferenceStep { state, fault, marks, owed } in &here.steps {
            self.look()?;
            match (state, fault) {
                (_, Some(fault)) => return rejected(format!("a step from a stored state is wrong: {fault}")),
                (Some(state), None) => {
                    if !is_exempt && (self.stored.exempt)(state) && self.is_moved(state)? {
                        return rejected("a step leads back to where no symmetry is applied");
                    }
                    let (target, images) = self.cover(state, "a successor of a stored state")?;
                    if self.stored.acceptance.is_some() {
                        let images = self.number_of(images);
                        self.edges.push(Edge { source: number, target, marks: *marks, owed: *owed, images });
                    }
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    fn number_of(&mut self, images: ActorImages) -> usize {
        let next = self.images.len();
        let number = *self.numbers_of_images.entry(images).or_insert(next);
        if number == next {
            self.images.push(images);
        }
        number
    }

    /// Does a symmetry take a state to another?
    fn is_moved(&mut self, state: &[u8]) -> Result<bool, Refusal> {
        for generator in 0..self.symmetries.generators() {
            if self.image(generator, state)? != state {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An element of the group takes a state to one that is stored: its number, and where the element takes actors.
    fn cover(&mut self, state: &[u8], what: &str) -> Result<(usize, ActorImages), Refusal> {
        let mut unknown = false;
        let mut candidates = vec![state.to_vec()];
        if !self.numbers.contains_key(state) {
            candidates = (self.propose)(state);
        }
        let mut is_stored = false;
        for candidate in candidates {
            let Some(&number) = self.numbers.get(candidate.as_slice()) else { continue };
            is_stored = true;
            let exempt = self.stored.exempt;
            let apart = exempt(state) || exempt(&candidate);
            let carried = match apart && candidate != state {
                true => Carried::No,
                false => self.symmetries.carry(state, &candidate),
            };
            match carried {
                Carried::Yes(images) => {
                    if !std::mem::replace(&mut self.reached[number], true) {
                        self.open.push(number);
                    }
                    return Ok((number, images));
                }
                Carried::No => {}
                Carried::Unknown => unknown = true,
            }
        }
        match (is_stored, unknown) {
            (_, true) => {
                Err(Refusal::Unfinished(format!("no symmetry was found in time that represents {what}")))
            }
            (true, false) => rejected(format!("{what} is represented by a state outside its orbit")),
            (false, false) => rejected(format!("{what} is not represented")),
        }
    }

    /// The steps of the images of a state are the images of its steps.
    fn compare_images(
        &mut self,
        reference: &mut dyn Reference,
        number: usize,
        here: &Behaviour,
    ) -> Result<(), Refusal> {
        let (generators, elements) = (self.symmetries.generators(), self.symmetries.elements());
        let others = elements - generators;
        let sampled = match self.done.all_images {
            true => 0..others,
            false if others == 0 => 0..0,
            false => number % others..number % others + 1,
        };
        for element in (0..generators).chain(sampled.map(|other| generators + other)) {
            self.look()?;
            self.compare(reference, element, number, here)?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        reference: &mut dyn Reference,
        element: usize,
        number: usize,
        here: &Behaviour,
    ) -> Result<(), Refusal> {
        let state = &self.stored.states[number];
        let image = self.image(element, state)?;
        let actors = self.symmetries.actors(element);
        let mut expected = Vec::with_capacity(here.steps.len());
        for step in &here.steps {
            let state = step.state.as_ref().map(|to| self.image(element, to)).transpose()?;
            let (marks, owed) = match self.stored.acceptance {
                Some(acceptance) => {
                    (acceptance.image(step.marks, &actors), acceptance.image(step.owed, &actors))
                }
                None => (step.marks, step.owed),
            };
            expected.push(ReferenceStep { state, marks, owed, ..step.clone() });
        }
        self.done.images += 1;
        let mut there = if image == *state { here.clone() } else { reference.expand(&image) };
        let steps = &mut there.steps;
        for all in [&mut expected, steps] {
            all.sort_unstable();
            all.dedup();
        }
        match there.steps == expected && there.wrong == here.wrong {
            true => Ok(()),
            false => rejected("a symmetry is none: the image of a stored state behaves otherwise"),
        }
    }

    fn image(&mut self, element: usize, state: &[u8]) -> Result<Vec<u8>, Refusal> {
        let image = self.symmetries.image(element, state);
        image.ok_or_else(|| Refusal::Rejected("a symmetry does not act on a reachable state".into()))
    }

    fn finish(self) -> Result<Certificate, Refusal> {
        let unreached = self.reached.iter().filter(|&&reached| !reached).count();
        if unreached > 0 {
            return rejected(format!("{unreached} stored states cannot be reached"));
        }
        let states = self.stored.states.len();
        let proved = match self.stored.acceptance {
            Some(acceptance) if acceptance.actors_from < 64 => {
                no_fair_cycle(states, self.edges, &self.images, acceptance)
            }
            Some(acceptance) => no_cycle_has_all(states, &self.edges, acceptance.all),
            None => Ok(()),
        };
        proved.map_err(Refusal::Rejected)?;
        match self.stored.transitions {
            Some(counted) if counted < self.done.steps => {
                rejected(format!("the search counted {counted} steps, there are {}", self.done.steps))
            }
            _ => Ok(self.done),
        }
    }
}

fn rejected<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Rejected(why.into()))
}
