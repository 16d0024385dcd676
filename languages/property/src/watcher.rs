//! An automaton as it stands beside a system: labels as sums of cubes over sets of atoms in bits.

use crate::automaton::Automaton;
use crate::formula::{Atom, Logic};
use crate::translate::TooLarge;

/// An automaton over at most 64 atoms.
#[derive(Clone, Debug)]
pub struct Watcher {
    /// How many acceptance sets there are.
    pub sets: u32,
    /// Where runs begin.
    pub initial: u16,
    /// By state: the atoms that its edges ask for.
    pub asked: Vec<u64>,
    /// By state: its edges.
    pub edges: Vec<Vec<WatcherEdge>>,
    /// The state from which every run is accepted, if there is one. A run that has led there has a bad prefix of the
    /// formula whose negation this is.
    pub accepts_all: Option<u16>,
}

/// An edge of a watcher.
#[derive(Clone, Debug)]
pub struct WatcherEdge {
    /// It can be taken if in one of these all atoms of the first set hold and none of the second.
    pub cubes: Vec<(u64, u64)>,
    /// Where it leads.
    pub target: u16,
    /// Its acceptance sets, one bit for each.
    pub marks: u64,
}

impl WatcherEdge {
    /// Can it be taken where exactly these atoms hold?
    pub fn reads(&self, letter: u64) -> bool {
        self.cubes.iter().any(|&(positive, negative)| letter & positive == positive && letter & negative == 0)
    }
}

impl Watcher {
    /// Sets of atoms are kept in so many bits.
    pub const MOST_ATOMS: usize = 64;

    /// The automaton with labels over bits. Its atoms are numbered below [`Watcher::MOST_ATOMS`].
    pub fn new(logic: &mut Logic, automaton: &Automaton) -> Result<Watcher, TooLarge> {
        if automaton.len() > usize::from(u16::MAX >> 1) {
            return Err(TooLarge);
        }
        let (mut edges, mut asked) = (Vec::new(), Vec::new());
        for state in automaton.states() {
            let mut outgoing: Vec<WatcherEdge> = (automaton.edges(state).iter())
                .map(|edge| WatcherEdge {
                    cubes: logic
                        .cubes(edge.label)
                        .iter()
                        .map(|c| (bits(&c.positive), bits(&c.negative)))
                        .collect(),
                    target: edge.target.0 as u16,
                    marks: edge.marks.0,
                })
                .collect();
            // What leads on comes first: a run that waits in a state finds violations late.
            outgoing.sort_by_key(|edge| u32::from(edge.target) == state.0);
            asked.push(outgoing.iter().flat_map(|e| &e.cubes).fold(0, |all, (p, n)| all | p | n));
            edges.push(outgoing);
        }
        let (sets, initial) = (automaton.sets(), automaton.initial().0 as u16);
        let all = 1u64.checked_shl(sets).map_or(u64::MAX, |bit| bit - 1);
        let loops = |(state, edges): (u16, &Vec<WatcherEdge>)| {
            let is_free = |edge: &WatcherEdge| edge.target == state && edge.cubes.contains(&(0, 0));
            edges.iter().any(|edge| is_free(edge) && edge.marks & all == all).then_some(state)
        };
        let accepts_all = (0..).zip(&edges).find_map(loops);
        Ok(Watcher { sets, initial, asked, edges, accepts_all })
    }

    /// The edges that can be taken from a state where exactly these atoms hold.
    pub fn moves(&self, at: u16, letter: u64) -> impl Iterator<Item = &WatcherEdge> {
        self.edges[usize::from(at)].iter().filter(move |edge| edge.reads(letter))
    }
}

fn bits(atoms: &[Atom]) -> u64 {
    atoms.iter().fold(0, |bits, atom| bits | 1 << atom.0)
}
