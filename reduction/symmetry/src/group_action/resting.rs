//! Symmetries as they act on stored states, in which a process is found at some of its locations only ([`program::resting`]).
//!
//! A symmetry that exchanges other locations, one for each partner a process may have, is proved with them, but acts on states as
//! if it left them alone: there are fewer points to permute, and a process of more than 256 locations, whose numbers
//! take two bytes, keeps its symmetries if it is found at fewer, as these are numbered first.

use program::{Instance, LocationId, ProctypeId, Program};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use crate::detect::generator::Generator;

/// Symmetries as they act on stored states.
pub(crate) struct Resting {
    /// The same symmetries, without the locations at which nobody is found.
    pub generators: Vec<Generator>,
    /// Where each process may be found, by its number; images are there too. Empty where locations keep their numbers.
    pub locations: HashSet<(u8, LocationId)>,
}

/// The generators as they act on stored states.
pub(crate) fn on_stored_states(program: &Program, instance: &Instance, generators: &[Generator]) -> Resting {
    if generators.iter().all(|g| g.locations.is_empty()) {
        return Resting { generators: generators.to_vec(), locations: HashSet::default() };
    }
    let mut rest = resting(program, instance);
    // What is judged of a location must hold for its images, or no permutation would be left.
    let mut is_closed = false;
    while !std::mem::replace(&mut is_closed, true) {
        for generator in generators {
            for (here, there) in moved_locations(instance, generator) {
                if rest.contains(&here) != rest.contains(&there) {
                    rest.extend([here, there]);
                    is_closed = false;
                }
            }
        }
    }
    let acting = |generator: &Generator| {
        let mut generator = generator.clone();
        generator.locations.retain(|place, _| rest.contains(place));
        generator
    };
    Resting { generators: generators.iter().map(acting).collect(), locations: rest }
}

/// The locations that change their number, and those of processes of one type that become those of another.
fn moved_locations(
    instance: &Instance,
    generator: &Generator,
) -> impl Iterator<Item = ((u8, LocationId), (u8, LocationId))> {
    let proctype = |pid: u8| instance.processes[usize::from(pid)].proctype;
    instance.processes.iter().zip(0u8..).flat_map(move |(code, pid)| {
        let to = generator.process(pid);
        let place = move |&(l, _): &(LocationId, _)| ((pid, l), (to, generator.location(pid, l)));
        let is_copied = proctype(pid) != proctype(to);
        code.locations.iter().map(place).filter(move |(here, there)| is_copied || here.1 != there.1)
    })
}

/// Where each process may be found, by its number.
fn resting(program: &Program, instance: &Instance) -> HashSet<(u8, LocationId)> {
    let mut all = HashSet::default();
    let mut of_type: HashMap<ProctypeId, Vec<bool>> = HashMap::default();
    for (code, pid) in instance.processes.iter().zip(0u8..) {
        let proctype = code.proctype;
        let rests =
            of_type.entry(proctype).or_insert_with(|| program::resting(program, program.proctype(proctype)));
        all.insert((pid, code.initial));
        all.extend((rests.iter().zip(0..)).filter(|(rests, _)| **rests).map(|(_, l)| (pid, LocationId(l))));
    }
    all
}
