//! A search in which states stand for others, against a slow and obvious one, on random systems of intervals.

use explorer::{
    Batch, Config, Limits, Model, NoReduction, Order, StateId, StopReason, Subsumption, Verdict, Violation,
    explore_subsuming,
};

/// The numbers from the first to the second.
type Interval = [u8; 2];

fn contains(larger: Interval, smaller: Interval) -> bool {
    larger[0] <= smaller[0] && smaller[1] <= larger[1]
}

/// For each interval where its steps lead; a step into `wrong` violates 1, and the interval `dead` violates 2.
struct Intervals {
    steps: Vec<Vec<Interval>>,
    wrong: Option<Interval>,
    dead: Option<Interval>,
    /// Expanding this one takes too long.
    endless: Option<Interval>,
}

const BOUND: u8 = 12;

fn index([from, to]: Interval) -> usize {
    usize::from(from) * usize::from(BOUND) + usize::from(to)
}

fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % below as u64) as usize
    }
}

impl Intervals {
    fn new(seed: u64) -> Intervals {
        let mut next = random(seed);
        let mut interval = || {
            let from = next(BOUND.into()) as u8;
            [from, (from + next(4) as u8).min(BOUND - 1)]
        };
        let width = 1 + seed as usize % 4;
        let steps = (0..usize::from(BOUND) * usize::from(BOUND))
            .map(|_| (0..width).map(|_| interval()).collect())
            .collect();
        let wrong = Some(interval()).filter(|_| seed % 3 == 1);
        let dead = Some(interval()).filter(|_| seed % 3 == 2);
        Intervals { steps, wrong, dead, endless: None }
    }
}

impl Model for Intervals {
    type Worker = ();
    fn worker(&self) {}
    fn initial(&self, (): &mut (), out: &mut Batch) {
        out.push(&[0, 0], 0);
    }
    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        let state = [state[0], state[1]];
        if self.endless == Some(state) {
            return out.give_up(StopReason::Time);
        }
        if self.dead == Some(state) {
            Violation::new(2).into_iter().for_each(|dead| out.flag_source(dead));
        }
        for next in &self.steps[index(state)] {
            out.reserve_copy(next);
            out.commit_step(2, 0, Violation::new(1).filter(|_| self.wrong == Some(*next)));
        }
    }
}

/// All that was inserted, one by one.
#[derive(Default)]
struct Inserted {
    states: Vec<Interval>,
    waits: Vec<bool>,
}

impl Subsumption for Inserted {
    fn covers(&mut self, state: &[u8]) -> bool {
        self.states.iter().any(|&other| contains(other, [state[0], state[1]]))
    }
    fn insert(&mut self, id: StateId, state: &[u8]) {
        let state = [state[0], state[1]];
        assert_eq!(id.0 as usize, self.states.len());
        for (other, waits) in self.states.iter().zip(&mut self.waits) {
            *waits = *waits && !contains(state, *other);
        }
        self.states.push(state);
        self.waits.push(true);
    }
    fn must_expand(&mut self, id: StateId) -> bool {
        std::mem::take(&mut self.waits[id.0 as usize])
    }
    fn memory(&self) -> usize {
        100 * self.states.len()
    }
}

/// Algorithm 2 of Wahl and D'Silva, with everything in lists: states stored, states expanded, steps.
fn slowly(model: &Intervals) -> (Vec<Interval>, u64, u64) {
    let mut reached = vec![[0, 0]];
    let mut queue = vec![[0, 0]];
    let (mut expanded, mut steps) = (0, 0);
    while !queue.is_empty() {
        let state = queue.remove(0);
        expanded += 1;
        for &next in &model.steps[index(state)] {
            steps += 1;
            if !reached.iter().any(|&other| contains(other, next)) {
                queue.retain(|&other| !contains(next, other));
                queue.push(next);
                reached.push(next);
            }
        }
    }
    (reached, expanded, steps)
}

#[test]
fn what_is_covered_is_neither_stored_nor_expanded() {
    let (mut skipped, mut wrong) = (0, 0);
    for seed in 0..300 {
        let model = Intervals::new(seed);
        let mut inserted = Inserted::default();
        let order = if seed % 2 == 0 { Order::BreadthFirst } else { Order::DepthFirst };
        let mut config = Config { all_errors: true, order, ..Config::default() };
        let report = explore_subsuming(&model, &mut NoReduction, &mut inserted, &mut config);
        let (reached, expanded, steps) = slowly(&model);
        assert_eq!(inserted.states, reached, "seed {seed}");
        let found = report.statistics;
        let counts = (found.states, found.expanded, found.transitions);
        assert_eq!(counts, (reached.len() as u64, expanded, steps), "seed {seed}");
        assert!(found.memory >= inserted.memory() as u64);
        skipped += reached.len() as u64 - expanded;
        for path in report.violations.iter().map(|violation| &violation.path) {
            wrong += 1;
            let leads = |pair: &[Vec<u8>]| {
                model.steps[index([pair[0][0], pair[0][1]])].contains(&[pair[1][0], pair[1][1]])
            };
            assert!(path.states[0] == [0, 0] && path.states.windows(2).all(leads), "seed {seed}");
        }
    }
    assert!(skipped > 50 && wrong > 20, "{skipped} states taken from the queue, {wrong} violations");
}

#[test]
fn an_expansion_that_is_given_up_ends_the_search() {
    let mut cut = 0;
    for seed in 0..60 {
        let plain = Intervals { wrong: None, dead: None, ..Intervals::new(seed) };
        let (reached, ..) = slowly(&plain);
        let model = Intervals { endless: reached.get(reached.len() / 2).copied(), ..plain };
        let report =
            explore_subsuming(&model, &mut NoReduction, &mut Inserted::default(), &mut Config::default());
        match report.stopped {
            Some(reason) => {
                cut += 1;
                assert_eq!(
                    (reason, report.verdict),
                    (StopReason::Time, Verdict::Undecided(StopReason::Time))
                );
            }
            // It was taken from the queue before its turn.
            None => assert!(report.statistics.expanded < report.statistics.states, "seed {seed}"),
        }
    }
    assert!(cut > 30, "{cut}");
}

#[test]
fn limits_cut_it() {
    let model = Intervals { wrong: None, dead: None, ..Intervals::new(7) };
    let (reached, ..) = slowly(&model);
    assert!(reached.len() > 5);
    let with = |limits: Limits| {
        let mut config = Config { limits, ..Config::default() };
        explore_subsuming(&model, &mut NoReduction, &mut Inserted::default(), &mut config)
    };
    let few = with(Limits { states: Some(3), ..Limits::default() });
    assert_eq!((few.verdict, few.statistics.states), (Verdict::Undecided(StopReason::States), 3));
    let near = with(Limits { depth: Some(1), ..Limits::default() });
    assert_eq!(near.verdict, Verdict::Undecided(StopReason::Depth));
    assert_eq!(
        with(Limits { states: Some(reached.len() as u64), ..Limits::default() }).verdict,
        Verdict::Holds
    );
}
