//! What the explorer asks of a model and of a symmetry reduction, and all it knows of either.

use std::ops::DerefMut;

use crate::Batch;

/// A transition system over byte strings.
///
/// `expand` must be a function: the same state gives the same successors in the same order, on every thread. Paths are
/// found by expanding again.
pub trait Model: Sync {
    /// Does it say of a state which of its steps are enough ([`Model::ample_sets`])?
    const REDUCES: bool = false;

    /// Scratch memory of one thread.
    type Worker: Send;

    /// Scratch memory for one more thread.
    fn worker(&self) -> Self::Worker;

    /// Steps with labels below this are counted by label.
    fn counted_labels(&self) -> usize {
        0
    }

    /// Appends the initial states. A source violation flagged here has no meaning and is ignored; a step that fails
    /// here is a violation with an empty path.
    fn initial(&self, worker: &mut Self::Worker, out: &mut Batch);

    /// Appends every successor of `state`, and flags what is wrong with `state` itself.
    fn expand(&self, worker: &mut Self::Worker, state: &[u8], out: &mut Batch);

    /// Partial-order reduction: sets of steps of `state` each of which may be taken instead of all, the best first, if
    /// what the others do is not put off for ever. The search sees to that, and takes all steps if no set will do
    /// (`worker/ample.rs`). What is asked about is the whole batch that [`Model::expand`] has made of the state. It must
    /// be a function of the state. Asked only of a model that [reduces](Model::REDUCES).
    fn ample_sets(&self, _worker: &mut Self::Worker, _state: &[u8], _all: &Batch, _sets: &mut AmpleSets) {}
}

/// Sets of steps, each in ascending order of their positions in the batch.
#[derive(Clone, Debug, Default)]
pub struct AmpleSets {
    steps: Vec<u32>,
    ends: Vec<u32>,
}

impl AmpleSets {
    /// Forgets the sets and keeps the memory.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.ends.clear();
    }

    /// Adds a set.
    pub fn push(&mut self, positions: impl IntoIterator<Item = u32>) {
        self.steps.extend(positions);
        self.ends.push(self.steps.len() as u32);
    }

    /// Number of sets.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The positions of the steps of a set.
    pub fn get(&self, set: usize) -> &[u32] {
        let begin = set.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.steps[begin..self.ends[set] as usize]
    }
}

/// Replaces a state by the representative of its orbit.
pub trait Canonicaliser: Send {
    /// Leaves the representative, of the same length, in the buffer. A state of the same orbit in any case; one that is
    /// not known to be the only representative of its orbit is counted in [`Effort::not_canonical`].
    fn canonicalise(&mut self, state: &mut [u8]);

    /// The states that follow differ little from this one, which was canonicalised before.
    fn set_parent(&mut self, _representative: &[u8]) {}

    /// Is it of use to know what is expanded?
    fn wants_parent(&self) -> bool {
        false
    }

    /// Does it leave every state as it is?
    fn is_identity(&self) -> bool {
        false
    }

    /// Will it do the same with a state from now on? One that is on trial may still become the identity.
    fn is_settled(&self) -> bool {
        true
    }

    /// One that does the same with every state, for another thread. `None` if what it does with a state depends on those
    /// that it met before, or if it keeps too much to be had twice: the search then has one thread.
    fn for_another_thread(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Takes over the effort of one that was made for another thread.
    fn absorb(&mut self, _other: Self)
    where
        Self: Sized,
    {
    }

    /// What it took so far.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// What canonicalising took, over all calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States canonicalised.
    pub calls: u64,
    /// Estimated time, in nanoseconds.
    pub nanoseconds: u64,
    /// Rounds of refinement.
    pub refinement_rounds: u64,
    /// Nodes of the searches that refinement left over.
    pub search_nodes: u64,
    /// Calls whose result is not known to be the only representative of its orbit: the method does not promise it, or it
    /// gave up on that state. The count of states is exact only if this is 0.
    pub not_canonical: u64,
}

impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort {
            calls: self.calls + other.calls,
            nanoseconds: self.nanoseconds + other.nanoseconds,
            refinement_rounds: self.refinement_rounds + other.refinement_rounds,
            search_nodes: self.search_nodes + other.search_nodes,
            not_canonical: self.not_canonical + other.not_canonical,
        }
    }
}

/// Every state represents itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReduction;

impl Canonicaliser for NoReduction {
    #[inline]
    fn canonicalise(&mut self, _state: &mut [u8]) {}

    fn is_identity(&self) -> bool {
        true
    }

    fn for_another_thread(&self) -> Option<NoReduction> {
        Some(NoReduction)
    }
}

/// A box or a mutable reference.
impl<P> Canonicaliser for P
where
    P: DerefMut<Target: Canonicaliser> + Send,
{
    fn canonicalise(&mut self, state: &mut [u8]) {
        (**self).canonicalise(state);
    }

    fn set_parent(&mut self, representative: &[u8]) {
        (**self).set_parent(representative);
    }

    fn wants_parent(&self) -> bool {
        (**self).wants_parent()
    }

    fn is_identity(&self) -> bool {
        (**self).is_identity()
    }

    fn is_settled(&self) -> bool {
        (**self).is_settled()
    }

    fn effort(&self) -> Effort {
        (**self).effort()
    }
}
