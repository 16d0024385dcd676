//! Fairness that a formula assumes, beside the automaton of what violates the rest of it.
//!
//! Of `WF(a) & SF(b) => f` a run is looked for that is fair and violates `f`. Fairness as a part of the formula would
//! make its automaton grow with every operation, so it is acceptance instead, by definition:
//! - a run is weakly fair to `a` if infinitely often `a` is disabled or taken: one set of steps for each;
//! - it is strongly fair to `b` if from some point on `b` is disabled, or `b` is taken infinitely often. At some step
//!   the observer chooses for good which operations are disabled from then on; each of the others has the set of
//!   steps that take it (as a Streett automaton becomes a Büchi automaton; Safra, *Complexity of automata on infinite
//!   objects*, 1989). `n` strongly fair operations make the automaton `1 + 2^n` times as large.
//!
//! Both say the same as ProB's `(F G e(a) => G F [a])` and `(G F e(b) => G F [b])`; runs that end are fair.

use property::Watcher;

/// Fairness to the steps of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fairness {
    pub is_weak: bool,
    /// The atom that says that such a step is possible.
    pub enabled: u32,
    /// The atom that says that one is taken.
    pub taken: u32,
}

impl Fairness {
    fn is_enabled(self, letter: u64) -> bool {
        letter >> self.enabled & 1 == 1
    }

    fn is_taken(self, letter: u64) -> bool {
        letter >> self.taken & 1 == 1
    }
}

/// A watcher that accepts fair runs alone. Its places are those of the automaton, for each choice of what is disabled
/// for good.
#[derive(Clone, Debug)]
pub(crate) struct FairWatcher {
    watcher: Watcher,
    weak: Vec<Fairness>,
    strong: Vec<Fairness>,
}

/// A move of the watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub target: u16,
    pub marks: u64,
}

impl FairWatcher {
    /// An automaton with fairness beside it; `None` if there is too much of it.
    pub fn new(watcher: Watcher, fairness: &[Fairness]) -> Option<FairWatcher> {
        let of = |weak: bool| fairness.iter().copied().filter(|own| own.is_weak == weak).collect::<Vec<_>>();
        let own = FairWatcher { watcher, weak: of(true), strong: of(false) };
        let places = own.choices().checked_mul(own.watcher.edges.len())?;
        (own.strong.len() < 15 && places <= usize::from(u16::MAX >> 1) && own.sets() <= 64).then_some(own)
    }

    /// How many acceptance sets there are.
    pub fn sets(&self) -> u32 {
        self.watcher.sets + (self.weak.len() + self.strong.len()) as u32
    }

    /// Where runs begin: with nothing chosen.
    pub fn initial(&self) -> u16 {
        self.watcher.initial
    }

    /// The atoms that moves from a place ask for.
    pub fn asked(&self, at: u16) -> u64 {
        let fair = self.weak.iter().chain(&self.strong);
        let fair = fair.fold(0, |all, own| all | 1 << own.enabled | 1 << own.taken);
        self.watcher.asked[usize::from(at) % self.watcher.edges.len()] | fair
    }

    /// Nothing chosen, or the set of operations that are disabled for good.
    fn choices(&self) -> usize {
        if self.strong.is_empty() { 1 } else { 1 + (1 << self.strong.len()) }
    }

    /// The marks of fairness of a step that is made after a choice; `None` if it contradicts the choice.
    fn fair_marks(&self, choice: usize, letter: u64) -> Option<u64> {
        let mut marks = 0;
        for (index, own) in self.weak.iter().enumerate() {
            marks |= u64::from(!own.is_enabled(letter) || own.is_taken(letter)) << index;
        }
        let disabled = choice.checked_sub(1);
        for (index, own) in self.strong.iter().enumerate() {
            let fair = match disabled.map(|disabled| disabled >> index & 1 == 1) {
                None => false,
                Some(true) if own.is_enabled(letter) => return None,
                Some(true) => true,
                Some(false) => own.is_taken(letter),
            };
            marks |= u64::from(fair) << (self.weak.len() + index);
        }
        Some(marks)
    }

    /// What the watcher can do at a place where exactly these atoms hold.
    pub fn moves(&self, at: u16, letter: u64) -> impl Iterator<Item = Move> {
        let places = self.watcher.edges.len();
        let (place, choice) = (usize::from(at) % places, usize::from(at) / places);
        let fair = self.fair_marks(choice, letter);
        // Until something is chosen nothing is accepted, and every choice is open.
        let chosen = if choice == 0 { 0..self.choices() } else { choice..choice + 1 };
        let edges = self.watcher.moves(place as u16, letter);
        fair.into_iter().zip(std::iter::once(edges)).flat_map(move |(fair, edges)| {
            let (chosen, sets) = (chosen.clone(), self.watcher.sets);
            edges.flat_map(move |edge| {
                let marks = edge.marks | fair.checked_shl(sets).unwrap_or(0);
                let target = usize::from(edge.target);
                chosen.clone().map(move |choice| Move { target: (choice * places + target) as u16, marks })
            })
        })
    }
}
