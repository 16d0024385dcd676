//! Fair cycles of random symmetric systems: by the annotated quotient, by the search without symmetry and by brute force.
#![allow(missing_docs)]

use explorer::{
    AcceptingModel, Batch, Canonicaliser, Config, Debts, FairModel, Follow, Marks, NoReduction, Report,
    StaysInPlace, Verdict, Violation, find_fair_cycle,
};

const LOCALS: u8 = 3;
const GLOBALS: u8 = 2;

/// A rule for every actor: from a local state and a value of the global variable to others; it may push another actor,
/// of a given local state, to a local state, or the next one in the ring.
#[derive(Clone, Copy, Debug)]
struct Rule {
    local: u8,
    global: u8,
    to_local: u8,
    to_global: u8,
    pushes: Option<(u8, u8, bool)>,
}

/// Actors that follow the same rules. A state is the local state of each, and the global variable.
struct Alike {
    actors: usize,
    rules: Vec<Rule>,
    is_weak: bool,
    sets: u32,
}

impl Alike {
    fn steps(&self, state: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let mut steps = Vec::new();
        let global = state[self.actors];
        for actor in 0..self.actors {
            for rule in self.rules.iter().filter(|rule| rule.local == state[actor] && rule.global == global) {
                let mut next = state.to_vec();
                (next[actor], next[self.actors]) = (rule.to_local, rule.to_global);
                let Some((whom, to, is_next)) = rule.pushes else {
                    steps.push((actor, next));
                    continue;
                };
                let may_push = |other: usize| !is_next || other == (actor + 1) % self.actors;
                for other in (0..self.actors).filter(|&other| other != actor && may_push(other)) {
                    if state[other] == whom {
                        let mut pushed = next.clone();
                        pushed[other] = to;
                        steps.push((actor, pushed));
                    }
                }
            }
        }
        steps
    }

    /// Steps with marks and debts. Marks look at nothing that tells actors apart.
    fn edges(&self, state: &[u8]) -> Vec<(Vec<u8>, Marks, Debts)> {
        let steps = self.steps(state);
        let owed = steps.iter().fold(0u64, |owed, (actor, _)| owed | 1 << actor);
        let idle = if self.is_weak { !owed } else { 0 };
        let marked = u64::from(state[self.actors] == 0) | u64::from(state[..self.actors].contains(&1)) << 1;
        let marks = Marks(marked & Marks::all(self.sets).0);
        let debts = |actor: usize| Debts { met: idle | 1 << actor, owed };
        steps.into_iter().map(|(actor, next)| (next, marks, debts(actor))).collect()
    }
}

impl AcceptingModel for Alike {
    type Worker = ();
    fn worker(&self) {}
    fn sets(&self) -> u32 {
        self.sets
    }
    fn initial(&self, (): &mut (), out: &mut Batch) {
        out.push(&vec![0; self.actors + 1], 0);
    }
    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch, marks: &mut Vec<Marks>) {
        for (next, marked, _) in self.edges(state) {
            out.push(&next, 0);
            marks.push(marked);
        }
    }
}

impl FairModel for Alike {
    fn expand_fairly(
        &self,
        (): &mut (),
        state: &[u8],
        out: &mut Batch,
        marks: &mut Vec<Marks>,
        debts: &mut Vec<Debts>,
    ) {
        self.expand(&mut (), state, out, marks);
        debts.extend(self.edges(state).into_iter().map(|(_, _, debts)| debts));
    }
}

/// A group on the actors: all permutations, or the rotations. Any element that fits is taken, another one every time.
struct Exchanges {
    elements: Vec<Vec<usize>>,
    calls: usize,
}

impl Exchanges {
    fn new(actors: usize, rotations_alone: bool) -> Exchanges {
        let mut elements: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..actors {
            elements = (elements.iter())
                .flat_map(|begun| {
                    let rest = (0..actors).filter(|next| !begun.contains(next));
                    rest.map(|next| [begun.as_slice(), &[next]].concat()).collect::<Vec<_>>()
                })
                .collect();
        }
        let is_rotation = |e: &Vec<usize>| e.iter().enumerate().all(|(a, &to)| to == (a + e[0]) % actors);
        elements.retain(|element| !rotations_alone || is_rotation(element));
        Exchanges { elements, calls: 0 }
    }

    fn apply(&self, element: usize, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        self.elements[element].iter().enumerate().for_each(|(actor, &to)| image[to] = state[actor]);
        image
    }
}

impl Canonicaliser for Exchanges {
    fn canonicalise(&mut self, state: &mut [u8]) {
        let images = (0..self.elements.len()).map(|element| self.apply(element, state));
        let smallest = images.min().expect("the identity is an element");
        state.copy_from_slice(&smallest);
    }
}

impl Follow for Exchanges {
    fn follow(&mut self, state: &[u8], representative: &[u8]) -> Option<u32> {
        self.calls += 1;
        let fitting = (0..self.elements.len()).filter(|&e| self.apply(e, state) == representative);
        let fitting: Vec<usize> = fitting.collect();
        fitting.get(self.calls % fitting.len().max(1)).map(|&element| element as u32)
    }
    fn image(&self, element: u32, actor: u32) -> u32 {
        let element = &self.elements[element as usize];
        element.get(actor as usize).map_or(actor, |&to| to as u32)
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn random_system(seed: u64) -> (Alike, bool) {
    let mut random = Random(seed);
    for _ in 0..4 {
        random.below(2);
    }
    let rotations_alone = random.below(2) == 0;
    let mut below = |bound: u8| random.below(u64::from(bound)) as u8;
    let rules = (0..2 + below(6))
        .map(|_| {
            let pushed = below(3) == 0;
            let pushes = pushed.then(|| (below(LOCALS), below(LOCALS), rotations_alone && below(2) == 0));
            let (local, global) = (below(LOCALS), below(GLOBALS));
            Rule { local, global, to_local: below(LOCALS), to_global: below(GLOBALS), pushes }
        })
        .collect();
    let actors = 2 + usize::from(below(2));
    (Alike { actors, rules, is_weak: below(2) == 0, sets: u32::from(below(3)) }, rotations_alone)
}

/// By the definition: for some set of actors that are met, and others that are owed nothing, a reachable component of the
/// edges left has every mark and meets those.
fn has_fair_cycle(system: &Alike) -> bool {
    let mut states = vec![vec![0; system.actors + 1]];
    let mut edges = Vec::new();
    let mut at = 0;
    while at < states.len() {
        for (next, marks, debts) in system.edges(&states[at].clone()) {
            let known = states.iter().position(|state| *state == next);
            let to = known.unwrap_or_else(|| {
                states.push(next);
                states.len() - 1
            });
            edges.push((at, to, marks, debts));
        }
        at += 1;
    }
    let every = (1u64 << system.actors) - 1;
    (0..=every).any(|served| {
        let mut reaches = vec![vec![false; states.len()]; states.len()];
        let left = edges.iter().filter(|(_, _, _, debts)| debts.owed & every & !served == 0);
        let left: Vec<_> = left.collect();
        left.iter().for_each(|edge| reaches[edge.0][edge.1] = true);
        for via in 0..states.len() {
            for from in 0..states.len() {
                if reaches[from][via] {
                    let beyond = reaches[via].clone();
                    reaches[from].iter_mut().zip(beyond).for_each(|(to, there)| *to |= there);
                }
            }
        }
        (0..states.len()).filter(|&state| reaches[state][state]).any(|state| {
            let inside = left.iter().filter(|e| reaches[state][e.0] && reaches[e.1][state]);
            let all = inside.fold((Marks::default(), 0), |(marks, met), (_, _, marked, debts)| {
                (marks.union(*marked), met | debts.met)
            });
            all.0.contains(Marks::all(system.sets)) && all.1 & served == served
        })
    })
}

/// Unrolls the lasso in the system until it closes, and asks whether it is fair and has every mark.
fn check_lasso(system: &Alike, group: &Exchanges, report: &Report) {
    let path = &report.violations[0].path;
    let from = path.cycle_from.expect("a lasso");
    let inverse = |element: &[usize]| {
        let mut inverse = vec![0; element.len()];
        element.iter().enumerate().for_each(|(actor, &to)| inverse[to] = actor);
        inverse
    };
    assert_eq!(path.turn.len(), path.states.len() - from);
    let image = |renaming: &[usize], state: &[u8]| {
        let mut image = state.to_vec();
        renaming.iter().enumerate().for_each(|(actor, &to)| image[to] = state[actor]);
        image
    };
    // The run is at renaming(representative).
    let identity: Vec<usize> = (0..system.actors).collect();
    let mut renaming = identity.clone();
    let (mut marks, mut met, mut owed) = (Marks::default(), 0, 0);
    for turns in 0.. {
        assert!(turns <= group.elements.len(), "the cycle does not close");
        if turns > 0 && renaming == identity {
            break;
        }
        for (number, step) in path.turn.iter().enumerate() {
            let here = image(&renaming, &path.states[from + number]);
            let there = image(&renaming, &step.reached);
            let wanted = (0..system.actors).filter(|actor| step.met >> actor & 1 == 1);
            let wanted = wanted.fold(0u64, |bits, actor| bits | 1 << renaming[actor]);
            let every = (1u64 << system.actors) - 1;
            let edges = system.edges(&here);
            let taken = edges.iter().find(|(next, _, debts)| *next == there && debts.met & every == wanted);
            let (_, marked, debts) = taken.expect("the step is there");
            (marks, met, owed) = (marks.union(*marked), met | debts.met, owed | debts.owed);
            let back = inverse(&group.elements[step.element as usize]);
            renaming = back.iter().map(|&actor| renaming[actor]).collect();
        }
    }
    assert!(marks.contains(Marks::all(system.sets)));
    assert_eq!(owed & !met, 0, "the cycle is not fair");
}

#[test]
fn quotient_system_and_brute_force_agree_on_fair_cycles() {
    let mut counts = [[0; 2]; 2];
    let mut reduced = 0;
    for seed in 0..4000 {
        let (system, rotations_alone) = random_system(seed);
        let expected = has_fair_cycle(&system);
        counts[usize::from(system.is_weak)][usize::from(expected)] += 1;
        let verdict = if expected { Verdict::Violated } else { Verdict::Holds };
        let cycle = Violation::new(1).expect("not zero");
        let plain =
            find_fair_cycle(&system, &mut NoReduction, &mut StaysInPlace, cycle, &mut Config::default());
        assert_eq!(plain.verdict, verdict, "seed {seed} without symmetry");
        let mut group = Exchanges::new(system.actors, rotations_alone);
        let mut follow = Exchanges::new(system.actors, rotations_alone);
        let quotient = find_fair_cycle(&system, &mut group, &mut follow, cycle, &mut Config::default());
        assert_eq!(quotient.verdict, verdict, "seed {seed} with symmetry");
        reduced += usize::from(quotient.statistics.states < plain.statistics.states);
        if expected {
            check_lasso(&system, &group, &quotient);
            let alone = Exchanges { elements: vec![(0..system.actors).collect()], calls: 0 };
            check_lasso(&system, &alone, &plain);
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 300), "{counts:?}");
    assert!(reduced > 500, "{reduced}");
}
