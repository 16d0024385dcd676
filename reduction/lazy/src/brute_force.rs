//! Every derived partition against all permutations of the processes.
//!
//! Twice over: on forms, a permutation within the partition must map the instances of the edge to one another, and an
//! exchange across it must not; and on states, with forms left out of it, what the edge does in a permuted state must be
//! the permuted outcome of what it does in the state.

use std::collections::{BTreeSet, HashMap};

use explorer::Config;
use program::FaultKind;

use crate::derive::{Edge, derive};
use crate::execute::{Performed, World};
use crate::form::{Formed, Former};
use crate::local::{Alphabet, Local};
use crate::partition::{Partition, Partitions};
use crate::search::explore;
use crate::state::Concrete;
use crate::system::{ProcessId, System};
use crate::translate::translate;

#[path = "../tests/kit/mod.rs"]
pub(crate) mod kit;

/// The permutations that keep every process among its kind, as images.
fn permutations(system: &System) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new()];
    for process in 0..system.processes.len() {
        let mut longer = Vec::new();
        for images in &all {
            for image in 0..system.processes.len() as u16 {
                if !images.contains(&image)
                    && system.processes[usize::from(image)] == system.processes[process]
                {
                    let mut next: Vec<u16> = images.clone();
                    next.push(image);
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all
}

/// A form under a permutation, by exchanges.
fn permuted(formed: &Formed, images: &[u16]) -> crate::form::Form {
    let mut form = formed.form.clone();
    let mut now: Vec<u16> = (0..images.len() as u16).collect();
    for process in 0..images.len() {
        let (here, there) = (now[process], images[process]);
        if here != there {
            form = form.swapped(ProcessId(here), ProcessId(there));
            now.iter_mut().for_each(|image| match *image {
                i if i == here => *image = there,
                i if i == there => *image = here,
                _ => {}
            });
        }
    }
    form
}

fn respects_forms(forms: &HashMap<u16, Formed>, images: &[u16]) -> bool {
    let identity = images.iter().zip(0..).all(|(&i, p)| i == p);
    forms.iter().all(|(&process, formed)| {
        let Some(target) = forms.get(&images[usize::from(process)]) else { return false };
        identity || (!formed.rigid && permuted(formed, images) == target.form)
    })
}

fn is_within(partition: &Partition, images: &[u16]) -> bool {
    images.iter().zip(0..).all(|(&i, p)| !partition.separates(ProcessId(i), ProcessId(p)))
}

fn check_forms(system: &System, edge: &Edge, partition: &Partition) {
    let mut former = Former::new(system);
    let instances = edge.instance.iter().zip(0u16..).filter_map(|(index, p)| Some(((*index)?, p)));
    let forms: HashMap<u16, Formed> = instances
        .map(|(index, p)| {
            let action = &system.transitions[usize::from(p)][index as usize].action;
            (p, former.form(String::new(), action))
        })
        .collect();
    for images in permutations(system) {
        let moved: Vec<usize> = (0..images.len()).filter(|&p| usize::from(images[p]) != p).collect();
        let respected = respects_forms(&forms, &images);
        if is_within(partition, &images) {
            assert!(respected, "{images:?} is within the partition and not respected");
        } else if moved.len() == 2 {
            assert!(!respected, "{images:?} is respected: the partition could be coarser");
        }
    }
}

/// What an edge does in a state: outcomes as a set.
fn outcomes(
    system: &System,
    edge: &Edge,
    state: &Concrete,
) -> BTreeSet<(Option<Concrete>, Option<FaultKind>)> {
    let mut alphabet = Alphabet::default();
    let local = |(cells, &kind): (&Vec<i32>, &u16)| {
        alphabet.local(Local { kind, has_control: false, marks: [].into(), cells: cells.clone().into() })
    };
    let at: Vec<_> = state.local.iter().zip(&system.processes).map(local).collect();
    let mut all = BTreeSet::new();
    for (index, process) in edge.instance.iter().zip((0..).map(ProcessId)) {
        let Some(index) = *index else { continue };
        let transition = &system.transitions[process.index()][index as usize];
        if state.local[process.index()][0] != transition.source {
            continue;
        }
        let shared = state.shared.clone();
        let mut world = World { system, alphabet: &alphabet, shared, at: &at, edits: Vec::new() };
        let mut asserted = None;
        match world.perform(process, &transition.action, &mut asserted) {
            Ok(Performed::Blocked) => {}
            Err(fault) => {
                all.insert((None, Some(asserted.unwrap_or(fault))));
            }
            Ok(Performed::Done) => {
                let mut after = Concrete { shared: world.shared, local: state.local.clone() };
                world.edits.into_iter().for_each(|(p, cells)| after.local[p.index()] = cells);
                if let Some(target) = transition.target {
                    after.local[process.index()][0] = target;
                }
                all.insert((Some(after), asserted));
            }
        }
    }
    all
}

fn image(system: &System, images: &[u16], state: &Concrete) -> Concrete {
    let mut out = state.clone();
    for (process, &to) in images.iter().enumerate() {
        out.local[usize::from(to)] = state.local[process].clone();
    }
    for (value, cell) in out.shared.iter_mut().zip(&system.shared) {
        if let (true, Some(process)) = (cell.identifier, system.class_process(*value)) {
            *value = i64::from(images[process.index()]);
        }
    }
    out
}

fn check_states(system: &System, edge: &Edge, partition: &Partition, states: &BTreeSet<Concrete>) {
    for images in permutations(system).iter().filter(|images| is_within(partition, images)) {
        for state in states.iter().step_by(1 + states.len() / 40) {
            let there = outcomes(system, edge, &image(system, images, state));
            let here: BTreeSet<_> = (outcomes(system, edge, state).into_iter())
                .map(|(after, fault)| (after.map(|a| image(system, images, &a)), fault))
                .collect();
            assert_eq!(here, there, "{images:?} in {state:?}");
        }
    }
}

fn check(text: &str, defines: &[&str]) -> usize {
    let interpreter = kit::interpreter(text, defines, promela::Reduction::None);
    let translation = translate(&interpreter).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
    let system = &translation.system;
    let (_, exploration) = explore(system, true, &mut Config { all_errors: true, ..Config::default() });
    let states = exploration.represented();
    let mut partitions = Partitions::default();
    let derived = derive(system, &mut partitions);
    for edge in &derived.edges {
        let partition = partitions.get(edge.partition);
        check_forms(system, edge, partition);
        check_states(system, edge, partition, &states);
    }
    derived.edges.len()
}

#[test]
fn partitions_of_the_models_are_the_coarsest_respected_ones() {
    let models = [
        ("lazy/readers_writers_asymmetric.pml", vec![]),
        ("lazy/resource_controller.pml", vec!["CLASSES=2", "SIZE=2"]),
        ("lazy/prioritised_mutex.pml", vec!["N=4", "CLAIM=1"]),
        ("lazy/privileged_scheduler.pml", vec!["N=4"]),
        ("lazy/fixed_arbitration_bus.pml", vec!["N=4"]),
        ("lazy/election_with_initiator.pml", vec!["N=4"]),
    ];
    for (name, defines) in models {
        assert!(check(&kit::model(name), &defines) > 2, "{name}");
    }
}

#[test]
fn partitions_of_random_programs_are_the_coarsest_respected_ones() {
    let edges: usize = (0..60).map(|seed| check(&kit::program(seed, 4), &[])).sum();
    assert!(edges > 400, "only {edges} edges");
}
