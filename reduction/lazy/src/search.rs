//! Algorithm 1 and Algorithm 2 (Wahl and D'Silva, sections 7 and 8.3): exploring annotated states.
//!
//! The loop is the explorer's, and so are the order, the limits, the figures and the paths. It knows annotated states as byte
//! strings ([`Abstract::write`]) and asks two things of them: their successors ([`Model`]), which are lines 4 to 11 of
//! Algorithm 1, and which of them stand for others ([`Subsumption`]), which is the subroutine `update`.
//!
//! The search is breadth-first, which Lemma 14 needs: a state is subsumed only by states that are at least as near, so
//! the depth of every concrete state is kept and counterexamples are shortest.
//!
//! Without subsumption a state is dropped when one with the same *orbit* is known. Definition 8 would tell (A A, |1 2|)
//! from (A A, |1|2|) as well, although they stand for the same single state; that makes 416 states of the resource
//! controller with two classes of nine clients. The paper reports 414, which is what equality of orbits gives: the
//! states in which all are idle and in which all ask occur with both partitions. With nine classes of two clients the
//! paper reports 28261 and we find 324951. Ours follows from the definitions: granting to class i cuts the clients
//! on both sides of the class, cuts accumulate along a run, and a state is one of the sets of cuts that are unions of such
//! pairs, with the number of asking clients in each of its cells (and, while one is served, its cell), equal orbits
//! counted once. An enumeration of just that on pairs (cuts, counts), independent of this program, agrees with it: 414 for
//! two classes of nine, 496 and 6623 for four and six classes of two. What rule leads to 28261 we could not find: telling
//! equal orbits apart gives more (416; 795, 14293), merging neighbouring constant cells too (414; 563, 8721).

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use explorer::{
    Alarm, Batch, Config, Found, Model, NoReduction, Path, Progress, ProgressFn, Report, StateId,
    Subsumption, Verdict, Violation, explore_subsuming,
};
use program::FaultKind;

use crate::certify::Annotated;
use crate::lift;
use crate::reached::Reached;
use crate::state::{Abstract, Concrete};
use crate::step::Engine;
use crate::system::System;
use crate::translate::Translation;

/// A search of annotated states, for as long as something is asked about it. States are written with numbers that it has
/// given to partitions and local states, so they mean nothing without it.
pub struct Exploration<'a>(Mutex<Parts<'a>>);

struct Parts<'a> {
    engine: Engine<'a>,
    reached: Reached,
}

/// Explores a system, with or without subsumption. The states of the report's paths are annotated ones.
pub fn explore<'a, 'c: 'a>(
    system: &'a System,
    subsumption: bool,
    config: &mut Config<'c>,
) -> (Report, Exploration<'a>) {
    let engine = Engine::new(system, Some(Alarm::new(config.limits, config.interrupt)));
    let exploration = Exploration(Mutex::new(Parts { engine, reached: Reached::new(subsumption) }));
    let report = explore_subsuming(&exploration, &mut NoReduction, &mut &exploration, config);
    // What remains is to find the ways to what has been found.
    exploration.parts().engine.release();
    (report, exploration)
}

/// Explores a program. Everything in the report is said of the program as the interpreter runs it: paths are runs of it, and
/// the states before all processes exist are counted. The states that `config` wants to have are [`Annotated`] ones, as bytes.
pub fn explore_program(translation: &Translation, subsumption: bool, config: &mut Config<'_>) -> Report {
    let before = &translation.before;
    let mut with_those_before = config.progress.as_mut().map(|(interval, tell)| {
        let tell = |progress: &Progress| {
            tell(&Progress {
                states: progress.states + before.states.len() as u64,
                transitions: progress.transitions + before.steps,
                depth: progress.depth + before.way.len() as u32,
                ..*progress
            });
        };
        (*interval, tell)
    });
    let mut inner = Config {
        progress: with_those_before.as_mut().map(|(interval, tell)| (*interval, tell as ProgressFn<'_>)),
        order: config.order,
        threads: config.threads,
        limits: config.limits,
        all_errors: config.all_errors,
        most_violations: config.most_violations,
        interrupt: config.interrupt,
        stored: None,
    };
    let (mut report, exploration) = explore(&translation.system, subsumption, &mut inner);
    report.statistics.states += before.states.len() as u64;
    report.statistics.expanded += before.states.len() as u64;
    report.statistics.transitions += before.steps;
    report.statistics.depth += before.way.len() as u32;
    for found in &mut report.violations {
        let states = match exploration.run_to(found) {
            Some(run) => {
                let run = run.iter().map(|state| translation.codec.encode(state));
                before.way.iter().cloned().chain(run).collect()
            }
            // No state begins with this, so what could not be found again is not repeated and not shown.
            None => vec![Vec::new()],
        };
        found.path = Path { states, last: None, cycle_from: None, turn: Vec::new() };
    }
    if let Some(take) = config.stored.take().filter(|_| report.verdict == Verdict::Holds) {
        let Parts { engine, reached } = &*exploration.parts();
        reached.states().for_each(|state| take(&lift::annotated(engine, &state).to_bytes()));
    }
    report
}

impl<'a> Exploration<'a> {
    fn parts(&self) -> MutexGuard<'_, Parts<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A shortest concrete run to the state in which, or in a step of which, something goes wrong. `None` if it cannot be
    /// found again, which would be a defect.
    pub fn run_to(&self, found: &Found) -> Option<Vec<Concrete>> {
        let way: Vec<Abstract> = found.path.states.iter().map(|state| Abstract::read(state)).collect();
        lift::lift(&mut self.parts().engine, &way, FaultKind::numbered(found.violation.id())?)
    }

    /// The states that were reached, each as one that it stands for.
    pub fn stored(&self) -> Vec<Annotated> {
        let parts = self.parts();
        parts.reached.states().map(|state| lift::annotated(&parts.engine, &state)).collect()
    }

    /// Every concrete state that a state which was reached stands for; for tests on small systems.
    pub fn represented(&self) -> BTreeSet<Concrete> {
        let Parts { engine, reached } = &mut *self.parts();
        let mut all = BTreeSet::new();
        reached.states().for_each(|state| lift::represented(engine, &state, &mut all));
        all
    }
}

impl Model for Exploration<'_> {
    type Worker = ();

    fn worker(&self) {}

    fn initial(&self, (): &mut (), out: &mut Batch) {
        let engine = &mut self.parts().engine;
        let initial = engine.initial();
        push(&engine.pack(&initial), None, out);
    }

    fn expand(&self, (): &mut (), state: &[u8], out: &mut Batch) {
        let engine = &mut self.parts().engine;
        let state = Abstract::read(state);
        let node = state.unpack(engine.partitions.get(state.partition));
        let expansion = engine.expand(&node);
        if let Some(reason) = engine.stopped {
            return out.give_up(reason);
        }
        for violation in expansion.dead.iter().filter_map(|_| violation(FaultKind::InvalidEnd)) {
            out.flag_source(violation);
        }
        for step in &expansion.steps {
            match (&step.node, step.fault.and_then(violation)) {
                (Some(node), fault) => push(&engine.pack(node), fault, out),
                (None, Some(fault)) => out.fail(0, fault),
                (None, None) => {}
            }
        }
    }
}

fn push(state: &Abstract, fault: Option<Violation>, out: &mut Batch) {
    let length = state.written_length();
    state.write(out.reserve(length));
    out.commit_step(length, 0, fault);
}

fn violation(kind: FaultKind) -> Option<Violation> {
    Violation::new(kind as u32)
}

impl Subsumption for &Exploration<'_> {
    fn covers(&mut self, state: &[u8]) -> bool {
        let Parts { engine, reached } = &mut *self.parts();
        reached.covers(&Abstract::read(state), &mut engine.partitions)
    }

    fn insert(&mut self, id: StateId, state: &[u8]) {
        let Parts { engine, reached } = &mut *self.parts();
        reached.insert(id, Abstract::read(state), &mut engine.partitions);
    }

    fn must_expand(&mut self, id: StateId) -> bool {
        self.parts().reached.must_expand(id)
    }

    fn memory(&self) -> usize {
        let parts = self.parts();
        parts.reached.bytes + parts.engine.alphabet.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use explorer::{Limits, StopReason};

    use super::*;
    use crate::brute_force::kit;

    /// The second statement tells all processes apart, so that a state has as many arrangements as there are ways to choose
    /// the processes that have moved.
    fn weights() -> String {
        let sum: Vec<String> = (0..16).map(|i| format!("{} * at[{i}]", i + 1)).collect();
        format!(
            "bit at[16]; active [16] proctype p() {{ end: do \
             :: atomic {{ at[_pid] == 0 -> at[_pid] = 1 }} :: atomic {{ {} == 1000 -> skip }} od }}",
            sum.join(" + ")
        )
    }

    #[test]
    fn an_interrupt_is_seen_inside_an_expansion() {
        let interpreter = kit::interpreter(&weights(), &[], promela::Reduction::None);
        let translation = crate::translate(&interpreter).unwrap_or_else(|refusal| panic!("{refusal}"));
        let raised = AtomicBool::new(true);
        let engine = Engine::new(&translation.system, Some(Alarm::new(Limits::default(), Some(&raised))));
        let exploration = Exploration(Mutex::new(Parts { engine, reached: Reached::new(true) }));
        let mut batch = Batch::new();
        exploration.initial(&mut (), &mut batch);
        for _ in 0..8 {
            let state = batch.state(&batch.successors()[0]).to_vec();
            batch.clear();
            exploration.expand(&mut (), &state, &mut batch);
            if batch.given_up().is_some() {
                assert_eq!(batch.given_up(), Some(StopReason::Interrupted));
                assert!(batch.successors().is_empty() && batch.source_violations().is_empty());
                return;
            }
        }
        panic!("the interrupt was not seen");
    }
}
