//! Which concrete states a run goes to that repeats a lasso of representatives.
//!
//! Up to the cycle any step will do that leads to a state of the right orbit, and without fairness all the way. On a cycle that is to
//! be fair the step must be the one that was meant: of two processes that are alike, the one whose turn it is. So the
//! element h that takes the representative to the state of the run is kept. If the search meant the step from the representative to t,
//! and g takes t to the next representative, the run goes to h(t), and the next element is hg⁻¹ (`explorer`,
//! `cycles/fair`).

use checker::beside::split;
use explorer::{Follow, Path, TurnStep};
use permutation::Perm;
use symmetry::Follower;
use witness::Guide;

use crate::reduction::Represents;

/// Any state of the right orbit.
pub(super) struct ByOrbit<'a> {
    pub path: &'a Path,
    pub represents: Represents<'a>,
}

impl Guide for ByOrbit<'_> {
    fn admits(&mut self, position: usize, state: &[u8]) -> bool {
        let (stored, _) = split(&self.path.states[position]);
        self.represents.ask(state, stored)
    }
}

/// On the cycle, the state that was meant.
pub(super) struct ByTurn<'a> {
    pub prefix: ByOrbit<'a>,
    pub cycle_from: usize,
    /// The steps of the cycle with the elements of the group that they carry.
    pub turn: &'a [(TurnStep, Perm)],
    /// `None` without symmetry.
    pub follower: Option<Follower<'a>>,
    /// The bit of process 0 among marks.
    pub first: u32,
    /// On the cycle: what comes next.
    pub next: Option<Next>,
}

/// The step that is to come.
pub(super) struct Next {
    /// Which one of the turn.
    number: usize,
    /// The element that takes the representative to the state of the run.
    renaming: Perm,
    /// The state that it leads to.
    state: Option<Vec<u8>>,
    /// The marks that it should have.
    wanted: u64,
}

impl ByTurn<'_> {
    fn make_next(&mut self, number: usize, renaming: Perm) {
        let (step, _) = &self.turn[number];
        let (reached, _) = split(&step.reached);
        let (state, met) = match &mut self.follower {
            Some(follower) => {
                (follower.image(&renaming, reached), follower.image_of_processes(&renaming, step.met))
            }
            None => (Some(reached.to_vec()), step.met),
        };
        let wanted = met.checked_shl(self.first).unwrap_or(0);
        self.next = Some(Next { number, renaming, state, wanted });
    }
}

impl Guide for ByTurn<'_> {
    fn admits(&mut self, position: usize, state: &[u8]) -> bool {
        match &self.next {
            Some(next) => next.state.as_deref() == Some(state),
            None => self.prefix.admits(position, state),
        }
    }

    fn wanted(&self) -> u64 {
        self.next.as_ref().map_or(0, |next| next.wanted)
    }

    fn follow(&mut self, position: usize, state: &[u8]) {
        let (number, renaming) = match self.next.take() {
            Some(Next { number, renaming, .. }) => {
                let (_, element) = &self.turn[number];
                ((number + 1) % self.turn.len(), element.inverse().then(&renaming))
            }
            None if position == self.cycle_from => {
                let (representative, _) = split(&self.prefix.path.states[position]);
                let renaming = match &mut self.follower {
                    Some(follower) => {
                        let element = follower.follow(representative, state);
                        element.map(|element| follower.element(element).clone())
                    }
                    None => Some(Perm::identity(0)),
                };
                let Some(renaming) = renaming else { return };
                (0, renaming)
            }
            None => return,
        };
        self.make_next(number, renaming);
    }
}
