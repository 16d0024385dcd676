//! Two-phase commit for stateright: `stateright_peer MANAGERS [symmetric]` prints the number of states.
//!
//! The specification is that of Gray and Lamport (Consensus on Transaction Commit, 2006, section 3), as in
//! `models/promela/protocols/transaction_commit.pml`. Reduction is what stateright's documentation recommends: resource managers are
//! sorted by their own state, and everything that is indexed by them is rearranged alike.

use std::process::ExitCode;

use stateright::{Checker, Model, Property, Representative, Rewrite, RewritePlan};

#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
enum Progress {
    Working,
    Prepared,
    Committed,
    Aborted,
}

impl<R> Rewrite<R> for Progress {
    fn rewrite<S>(&self, _: &RewritePlan<R, S>) -> Progress {
        *self
    }
}

/// Messages are a set, so those of the resource managers are a flag each, and the decision is its own message.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Transaction {
    managers: Vec<Progress>,
    sent_prepared: Vec<bool>,
    heard: Vec<bool>,
    decision: Progress,
}

impl Representative for Transaction {
    fn representative(&self) -> Transaction {
        let plan: RewritePlan<usize, _> = RewritePlan::from_values_to_sort(&self.managers);
        Transaction {
            managers: plan.reindex(&self.managers),
            sent_prepared: plan.reindex(&self.sent_prepared),
            heard: plan.reindex(&self.heard),
            decision: self.decision,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Prepare(usize),
    GiveUp(usize),
    Hear(usize),
    Decide(Progress),
    Follow(usize),
}

struct Commit {
    managers: usize,
}

impl Model for Commit {
    type State = Transaction;
    type Action = Action;

    fn init_states(&self) -> Vec<Transaction> {
        vec![Transaction {
            managers: vec![Progress::Working; self.managers],
            sent_prepared: vec![false; self.managers],
            heard: vec![false; self.managers],
            decision: Progress::Working,
        }]
    }

    fn actions(&self, state: &Transaction, actions: &mut Vec<Action>) {
        let undecided = state.decision == Progress::Working;
        if undecided {
            actions.push(Action::Decide(Progress::Aborted));
            actions.extend(
                state.heard.iter().all(|&heard| heard).then_some(Action::Decide(Progress::Committed)),
            );
        }
        for manager in 0..self.managers {
            if state.managers[manager] == Progress::Working {
                actions.extend([Action::Prepare(manager), Action::GiveUp(manager)]);
            }
            if undecided && state.sent_prepared[manager] {
                actions.push(Action::Hear(manager));
            }
            actions.extend((!undecided).then_some(Action::Follow(manager)));
        }
    }

    fn next_state(&self, state: &Transaction, action: Action) -> Option<Transaction> {
        let mut next = state.clone();
        match action {
            Action::Prepare(manager) => {
                next.managers[manager] = Progress::Prepared;
                next.sent_prepared[manager] = true;
            }
            Action::GiveUp(manager) => next.managers[manager] = Progress::Aborted,
            Action::Hear(manager) => next.heard[manager] = true,
            Action::Decide(decision) => next.decision = decision,
            Action::Follow(manager) => next.managers[manager] = state.decision,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Commit>> {
        vec![Property::always("consistent", |_, state: &Transaction| {
            let any = |progress| state.managers.contains(&progress);
            !(any(Progress::Aborted) && any(Progress::Committed))
        })]
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(managers) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: stateright_peer MANAGERS [symmetric]");
        return ExitCode::from(2);
    };
    let checker = Commit { managers }.checker();
    let states = match arguments.next() {
        Some(_) => checker.symmetry().spawn_dfs().join().unique_state_count(),
        None => checker.spawn_dfs().join().unique_state_count(),
    };
    println!("{states}");
    ExitCode::SUCCESS
}
