//! Compiled code against the reference interpreter, on states reached by breadth-first search of random programs.

mod generator;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use generator::Random;
use next_state::{NextState, Successors, fault_code, label};
use program::{
    CellClass, ChannelTypeId, GlobalId, Interpreter, Layout, LocalId, Part, ProctypeId, Program,
    ReferenceCells,
};

/// A step as both sides can tell it: the state (if any), the fault's code, the first move.
type Told = (Option<Vec<u8>>, u32, u32);

/// States compared per program.
const STATES: usize = 150;

#[test]
fn random_programs_step_alike() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let program = generator::program(&mut random);
        let reference = reference_cells(&mut random, &program);
        let layout = Arc::new(Layout::new(Arc::new(program), &reference));
        compared += compare(&layout, seed);
    }
    assert!(compared > 10_000, "only {compared} states were compared");
}

/// Every class is in the reference part or not, by chance.
fn reference_cells(random: &mut Random, program: &Program) -> ReferenceCells {
    let mut classes = ReferenceCells::new();
    let percent = *random.pick(&[0, 30, 70]);
    let add = |classes: &mut ReferenceCells, random: &mut Random, class| {
        if random.chance(percent) {
            classes.insert(class, random.chance(50));
        }
    };
    for i in 0..program.globals.len() as u32 {
        add(&mut classes, random, CellClass::Global(GlobalId(i)));
    }
    for (proctype, p) in program.proctypes.iter().zip(0..) {
        add(&mut classes, random, CellClass::Location(ProctypeId(p)));
        for i in 0..proctype.locals.len() as u32 {
            add(&mut classes, random, CellClass::Local(ProctypeId(p), LocalId(i)));
        }
    }
    for (channel, c) in program.channel_types.iter().zip(0..) {
        for f in 0..channel.fields.len() as u32 {
            add(&mut classes, random, CellClass::Field(ChannelTypeId(c), f));
        }
    }
    classes
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

/// Explores with the interpreter and compares every expansion; returns how many.
fn compare(layout: &Arc<Layout>, seed: u64) -> usize {
    let interpreter = Interpreter::new(layout.clone());
    let compiled = NextState::new(layout.clone()).expect("the host can run machine code");
    assert!(compiled.is_compiled(), "seed {seed}: the program is interpreted");
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
        if compared == STATES {
            break;
        }
        compared += 1;
        let expected = interpreter.expand(&state);
        out.clear();
        let invalid_end = compiled.expand(&mut worker, &state, &mut out);
        assert_eq!(
            invalid_end,
            expected.invalid_end,
            "seed {seed}: invalid end of {state:?}{}",
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
            for step in told.iter_mut().filter(|_| atomic) {
                // Which of several ways to an intermediate state is followed depends on the order of the moves.
                (step.1, step.2) = (u32::from(step.1 != 0), 0);
            }
            told.sort();
        }
        assert_eq!(ours, theirs, "seed {seed}: steps of {state:?}{}", describe(layout, &state));
        for state in expected.steps.into_iter().filter_map(|s| s.state) {
            if seen.insert(state.clone()) {
                todo.push_back(state);
            }
        }
    }
    compared
}
