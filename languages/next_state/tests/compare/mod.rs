//! One program, compiled and interpreted, state by state.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use next_state::{NextState, Rest, Successors, Worker, fault_code, label};
use program::{Expr, Interpreter, Layout, Part, Program, Statement};

/// A step as both sides can tell it: the state (if any), the fault's code, the first move.
type Told = (Option<Vec<u8>>, u32, u32);

/// Explores with the interpreter and compares the first `limit` expansions; returns how many there were.
pub fn compare(layout: &Arc<Layout>, limit: usize, what: &str) -> usize {
    let interpreter = Interpreter::new(layout.clone());
    let watched = propositions(&layout.program);
    let compiled = NextState::watching(layout.clone(), &watched).expect("the host can run machine code");
    let atomic = layout
        .program
        .proctypes
        .iter()
        .flat_map(|p| &p.locations)
        .flat_map(|l| &l.transitions)
        .any(|t| t.atomic);
    let mut worker = compiled.worker();
    let mut out = Successors::new();
    let Ok(initial) = interpreter.initial() else { return 0 };
    let mut seen = HashSet::from([initial.clone()]);
    let mut todo = VecDeque::from([initial]);
    let mut compared = 0;
    while let Some(state) = todo.pop_front() {
        if compared == limit {
            break;
        }
        compared += 1;
        let expected = interpreter.expand(&state);
        out.clear();
        let rest = compiled.expand(&mut worker, &state, &mut out);
        assert_eq!(
            rest == Rest::InvalidEnd,
            expected.invalid_end,
            "{what}: invalid end of {state:?}{}",
            describe(layout, &state)
        );
        let mut ours: Vec<Told> = (out.steps().iter())
            .map(|s| (s.has_state.then(|| out.state(s).to_vec()), s.fault, s.label))
            .collect();
        let mut theirs: Vec<Told> = (expected.steps.iter())
            .map(|s| {
                let fault = s.fault.map_or(0, |f| fault_code(f.kind, f.transition));
                let first = s.moves[0];
                (s.state.clone(), fault, label(first.pid.0.into(), first.transition.0))
            })
            .collect();
        for told in [&mut ours, &mut theirs] {
            bring_in_order(told, atomic);
        }
        compare_propositions(&compiled, &mut worker, &interpreter, &watched, &state, what);
        assert_eq!(ours, theirs, "{what}: steps of {state:?}{}", describe(layout, &state));
        for state in expected.steps.into_iter().filter_map(|s| s.state) {
            if seen.insert(state.clone()) {
                todo.push_back(state);
            }
        }
    }
    compared
}

/// Sorts steps, without what depends on the order of moves inside an `atomic`.
fn bring_in_order(told: &mut Vec<Told>, atomic: bool) {
    for step in told.iter_mut().filter(|_| atomic) {
        // Which of several ways to an intermediate state is followed depends on the order of the moves.
        (step.1, step.2) = (u32::from(step.1 != 0), 0);
    }
    told.sort();
    if atomic {
        told.dedup();
    }
}

/// Conditions and values of the program that are the same for every process.
fn propositions(program: &Program) -> Vec<Expr> {
    let transitions = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    let expressions = transitions.filter_map(|t| match &t.statement {
        Statement::Guard(expr) | Statement::Assign(_, expr) => Some(expr.clone()),
        _ => None,
    });
    // As no accessor tells it: what is the process's own is a `Local`, as opposed to a `local` of a remote one.
    let shared = expressions.filter(|expr| {
        let text = format!("{expr:?}");
        !text.contains("Local(") && !text.contains("Scratch") && !text.contains("Timeout")
    });
    shared.take(63).chain([Expr::NonProgress]).collect()
}

/// Each proposition by itself, as one that is faulty hides the others.
fn compare_propositions(
    compiled: &NextState,
    worker: &mut Worker,
    interpreter: &Interpreter,
    watched: &[Expr],
    state: &[u8],
    what: &str,
) {
    for (number, expr) in watched.iter().enumerate() {
        let ours = compiled.propositions(worker, state, 1 << number).map(|values| values >> number == 1);
        assert_eq!(ours, interpreter.proposition(state, expr), "{what}: {expr:?} in {state:?}");
    }
    assert_eq!(compiled.accepts(worker, state), interpreter.accepts(state), "{what}: {state:?}");
}

/// What the processes of a state can try.
fn describe(layout: &Layout, state: &[u8]) -> String {
    let configuration = layout.configuration_of(state);
    let mut text = String::new();
    for pid in 0..configuration.processes.len() {
        let Some((id, entry)) = configuration.process(pid) else { continue };
        let slot = layout.processes[id.index()].location;
        let base = if slot.part == Part::Control { entry.control } else { entry.reference };
        let location = slot.load(&state[(base + slot.offset) as usize..]);
        text += &format!("\nprocess {pid} of type {} at {location}:", id.0);
        for t in &layout.program.proctype(id).locations[location as usize].transitions {
            let (id, target, atomic, escape) = (t.id.0, t.target.0, t.atomic, t.escape);
            text += &format!("\n  {id} -> {target} atomic {atomic} escape {escape}: {:?}", t.statement);
        }
    }
    text
}
