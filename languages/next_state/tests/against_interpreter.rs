//! Compiled code against the reference interpreter, on states reached by breadth-first search of random programs.

mod compare;
mod generator;

use std::sync::Arc;

use generator::Random;
use next_state::NextState;
use program::{CellClass, ChannelTypeId, GlobalId, Layout, LocalId, ProctypeId, Program, ReferenceCells};

/// States compared per program.
const STATES: usize = 150;

#[test]
fn random_programs_step_alike() {
    let mut compared = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let program = generator::program(&mut random);
        let reference = reference_cells(&mut random, &program);
        let layout = Arc::new(Layout::new(Arc::new(program), &reference));
        let code = NextState::new(layout.clone()).expect("the host can run machine code");
        assert!(code.is_compiled(), "seed {seed}: the program is interpreted");
        compared += compare::compare(&layout, STATES, &format!("seed {seed}"));
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
