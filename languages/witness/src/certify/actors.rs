//! Has no fair cycle every mark, where symmetries exchange those to whom a run must be fair?
//!
//! Of the marks of a step, those of *actors* (processes) go with symmetries; a step may also be *owed* to actors. A run is fair
//! if each actor that is owed something infinitely often is met infinitely often. An edge of the graph on the stored states stands for a step
//! of the reference and an element of the group that takes where the step leads to what is stored for it, and so it takes each
//! actor to an actor: the *threads* are the pairs of a state and an actor, and an edge of the graph takes threads to threads.
//!
//! A proof that there is no fair cycle with every mark is made in rounds over fewer and fewer edges. In each round
//! 1. a ranking of the states is verified ([`ranking`](super::ranking)): no edge leads up, so that from some point on a run
//!    takes only edges between states of one rank;
//! 2. a rank whose edges lack a mark is done with;
//! 3. of the others, a partition of the threads is verified: no edge leads from one class to another. Where a class is owed
//!    something and never met, the edges that owe it are left to no fair run: taken infinitely often, they
//!    would owe infinitely often to one of the actors that are in this class for ever, as there are finitely many. The other edges
//!    are left for the next round.
//!
//! If a rank is left as it is, there is no proof (and there is a fair cycle). How rankings and classes were found is no matter.
//! Nothing is shared with the search (`explorer`, `cycles/fair`).

use std::collections::HashMap;

use super::ranking::{Edge, ranking, verify_order};

/// Where a symmetry takes actors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActorImages([u8; 64]);

impl Default for ActorImages {
    fn default() -> Self {
        ActorImages(std::array::from_fn(|actor| actor as u8))
    }
}

impl ActorImages {
    /// From the images of the first actors; the others stay.
    pub fn new(images: &[u8]) -> ActorImages {
        let mut all = ActorImages::default();
        all.0.iter_mut().zip(images).for_each(|(to, &image)| *to = image);
        all
    }

    fn of(&self, actor: usize) -> usize {
        usize::from(self.0[actor])
    }
}

/// What a cycle must have to violate a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The marks.
    pub all: u64,
    /// The bits from this one on are of actors, and go with symmetries.
    pub actors_from: u32,
}

impl Acceptance {
    /// Marks alone.
    pub fn marks(all: u64) -> Acceptance {
        Acceptance { all, actors_from: 64 }
    }

    /// The marks of the image of a step.
    pub(super) fn image(&self, marks: u64, images: &ActorImages) -> u64 {
        let of_property = marks & !u64::MAX.checked_shl(self.actors_from).unwrap_or(0);
        let actors = bits(self.of_actors(marks)).map(|actor| images.of(actor) as u32 + self.actors_from);
        actors.fold(of_property, |all, bit| all | 1u64.checked_shl(bit).unwrap_or(0))
    }

    fn of_actors(&self, marks: u64) -> u64 {
        marks.checked_shr(self.actors_from).unwrap_or(0)
    }
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// Checks that no cycle of a graph with so many states has the marks `all` and is fair.
pub(super) fn no_fair_cycle(
    states: usize,
    mut edges: Vec<Edge>,
    images: &[ActorImages],
    acceptance: Acceptance,
) -> Result<(), String> {
    let owed = edges.iter().fold(0, |all, edge| all | acceptance.of_actors(edge.owed));
    let moves = |actor: &usize| images.iter().any(|images| images.of(*actor) != *actor);
    let actors =
        (0..64).filter(|actor| owed >> actor & 1 == 1 || moves(actor)).max().map_or(0, |last| last + 1);
    let round = Round { actors, images, acceptance };
    while !edges.is_empty() {
        let ranks = ranking(states, &edges);
        verify_order(&ranks, &edges)?;
        let mut by_rank: HashMap<usize, Vec<Edge>> = HashMap::new();
        for edge in edges {
            if ranks[edge.source] == ranks[edge.target] {
                by_rank.entry(ranks[edge.source]).or_default().push(edge);
            }
        }
        edges = Vec::new();
        for rank in by_rank.into_values() {
            if rank.iter().fold(0, |marks, edge| marks | edge.marks) & acceptance.all == acceptance.all {
                let count = rank.len();
                let left = round.left_to_fair_runs(rank)?;
                if left.len() == count {
                    return Err("there is an accepting cycle among the stored states".into());
                }
                edges.extend(left);
            }
        }
    }
    Ok(())
}

struct Round<'a> {
    actors: usize,
    images: &'a [ActorImages],
    acceptance: Acceptance,
}

/// Classes of threads: by state, the class of each actor.
type Classes = HashMap<usize, Vec<Option<usize>>>;

impl Round<'_> {
    fn image(&self, edge: &Edge, actor: usize) -> usize {
        self.images[edge.images].of(actor)
    }

    /// The edges between states of one rank that are not owed to a class that is never met.
    fn left_to_fair_runs(&self, edges: Vec<Edge>) -> Result<Vec<Edge>, String> {
        let classes = self.classes(&edges);
        let class = |state: usize, actor: usize| classes.get(&state).and_then(|classes| classes[actor]);
        for edge in &edges {
            let leads_out = |actor| class(edge.source, actor) != class(edge.target, self.image(edge, actor));
            if (0..self.actors).any(leads_out) {
                return Err("threads were put into classes in a wrong way".into());
            }
        }
        let mut met: HashMap<usize, bool> = HashMap::new();
        for edge in &edges {
            let marked = bits(self.acceptance.of_actors(edge.marks)).filter(|&actor| actor < self.actors);
            met.extend(marked.filter_map(|actor| Some((class(edge.source, actor)?, true))));
        }
        let is_left = |edge: &Edge| {
            bits(self.acceptance.of_actors(edge.owed))
                .all(|actor| class(edge.source, actor).is_some_and(|class| met.contains_key(&class)))
        };
        Ok(edges.into_iter().filter(is_left).collect())
    }

    /// Threads that edges lead between have one class: found by going along edges, both ways.
    fn classes(&self, edges: &[Edge]) -> Classes {
        let mut joined: HashMap<usize, Vec<(usize, usize, bool)>> = HashMap::new();
        for (number, edge) in edges.iter().enumerate() {
            joined.entry(edge.source).or_default().push((edge.target, number, true));
            joined.entry(edge.target).or_default().push((edge.source, number, false));
        }
        let mut classes: Classes = joined.keys().map(|&state| (state, vec![None; self.actors])).collect();
        let mut next_class = 0;
        for (&start, actor) in joined.keys().flat_map(|state| (0..self.actors).map(move |a| (state, a))) {
            let mut open = vec![(start, actor)];
            while let Some((state, actor)) = open.pop() {
                let Some(class) = classes.get_mut(&state).map(|classes| &mut classes[actor]) else {
                    continue;
                };
                if class.is_some() {
                    continue;
                }
                *class = Some(next_class);
                for &(other, number, forwards) in joined.get(&state).into_iter().flatten() {
                    let edge = &edges[number];
                    let there = match forwards {
                        true => Some(self.image(edge, actor)),
                        false => (0..self.actors).find(|&before| self.image(edge, before) == actor),
                    };
                    open.extend(there.map(|actor| (other, actor)));
                }
            }
            next_class += 1;
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit 0 is a mark of the property; actors 0 and 1 have the bits 1 and 2.
    const ACCEPTANCE: Acceptance = Acceptance { all: 1, actors_from: 1 };

    fn edge((source, target): (usize, usize), marks: u64, owed: u64, images: usize) -> Edge {
        Edge { source, target, marks, owed, images }
    }

    fn told(states: usize, edges: &[Edge]) -> bool {
        let images = [ActorImages::default(), ActorImages::new(&[1, 0])];
        no_fair_cycle(states, edges.to_vec(), &images, ACCEPTANCE).is_err()
    }

    #[test]
    fn a_thread_is_followed_through_an_exchange() {
        // Actor 0 moves in each step, and the actors change places: both of them are met.
        assert!(told(1, &[edge((0, 0), 0b011, 0b110, 1)]));
        // Without the exchange actor 1 is never met.
        assert!(!told(1, &[edge((0, 0), 0b011, 0b110, 0)]));
        // Without the mark of the property there is nothing to accept.
        assert!(!told(1, &[edge((0, 0), 0b010, 0b110, 1)]));
    }

    #[test]
    fn a_fair_cycle_may_be_left_when_debts_are_avoided() {
        // Actor 1 is owed on the way over state 1 only; the loop at state 0 is fair.
        let over = [edge((0, 1), 0b011, 0b010, 0), edge((1, 0), 0b011, 0b110, 0)];
        let around = edge((0, 0), 0b011, 0b010, 0);
        assert!(!told(2, &over));
        assert!(told(2, &[over[0], over[1], around]));
    }

    #[test]
    fn marks_of_actors_go_with_symmetries() {
        let exchange = ActorImages::new(&[1, 0]);
        assert_eq!(ACCEPTANCE.image(0b1011, &exchange), 0b1101);
        assert_eq!(Acceptance::marks(u64::MAX).image(0b10, &exchange), 0b10);
    }

    /// By the definition, on the graph of states and renamings: for some set of actors that are met, and others that are owed nothing,
    /// a part that is strongly connected has the mark and meets those.
    fn is_fair_cycle(states: usize, edges: &[Edge], images: &[ActorImages]) -> bool {
        let exchanged = |edge: &Edge| images[edge.images].of(0) == 1;
        let actor = |by: usize, turned: bool| if turned { 1 - by } else { by };
        let number = |state: usize, turned: bool| 2 * state + usize::from(turned);
        (0..4u64).any(|served| {
            let mut left = Vec::new();
            for (edge, turned) in edges.iter().flat_map(|edge| [(edge, false), (edge, true)]) {
                // Where it is turned, the actor of the run is the other one of the state.
                let of_run = |bits: u64| {
                    (0..2).filter(|&a| bits >> (a + 1) & 1 == 1).map(|a| 1 << actor(a, turned)).sum::<u64>()
                };
                let there = turned != exchanged(edge);
                if of_run(edge.owed) & !served == 0 {
                    let ends = (number(edge.source, turned), number(edge.target, there));
                    left.push((ends.0, ends.1, edge.marks & 1, of_run(edge.marks)));
                }
            }
            let mut reaches = vec![vec![false; 2 * states]; 2 * states];
            left.iter().for_each(|&(from, to, ..)| reaches[from][to] = true);
            for via in 0..2 * states {
                for from in 0..2 * states {
                    for to in 0..2 * states {
                        reaches[from][to] |= reaches[from][via] && reaches[via][to];
                    }
                }
            }
            (0..2 * states).filter(|&at| reaches[at][at]).any(|at| {
                let inside = left.iter().filter(|edge| reaches[at][edge.0] && reaches[edge.1][at]);
                let all = inside.fold((0, 0), |(mark, met), edge| (mark | edge.2, met | edge.3));
                all.0 == 1 && all.1 & served == served
            })
        })
    }

    #[test]
    fn random_graphs_have_the_answer_of_the_definition() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let mut below = |bound: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % bound
        };
        let images = [ActorImages::default(), ActorImages::new(&[1, 0])];
        let mut answers = [0, 0];
        for _ in 0..4000 {
            let states = 1 + below(4);
            let count = 1 + below(2 * states + 1);
            let edges: Vec<Edge> = (0..count)
                .map(|_| {
                    let marks = (1 & below(4)) + 2 * below(4);
                    edge(
                        (below(states) as usize, below(states) as usize),
                        marks,
                        2 * below(4),
                        below(2) as usize,
                    )
                })
                .collect();
            let expected = is_fair_cycle(states as usize, &edges, &images);
            assert_eq!(told(states as usize, &edges), expected, "{edges:?}");
            answers[usize::from(expected)] += 1;
        }
        assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
    }
}
