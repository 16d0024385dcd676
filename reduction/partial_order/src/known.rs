//! The code of the processes of a state, found again by what is constant about them.
//!
//! What a process may do depends on what its constant variables hold, its channels above all. Processes come and go,
//! so code is looked at when a process is met for the first time: its type, its number and the bytes of its constants
//! say which code it has. Each thread keeps what it has met by configuration; what is compiled is shared.

use std::sync::Arc;

use program::{CellSlot, ConfigId, Configuration, LocalId, Owner, Pid, VarKey};
use rapidhash::RapidHashMap;

use crate::StubbornSets;
use crate::process::{LocationCode, ProcessCode};

/// What one thread has met.
#[derive(Debug, Default)]
pub(crate) struct Known {
    configurations: RapidHashMap<ConfigId, Place>,
}

/// A configuration that was met.
#[derive(Debug)]
pub(crate) struct Place {
    pub configuration: Arc<Configuration>,
    pub processes: Vec<ProcessPlace>,
}

/// Where a process of a configuration keeps what is asked.
#[derive(Debug)]
pub(crate) struct ProcessPlace {
    /// Where its location stands, and how it is stored.
    at: usize,
    slot: CellSlot,
    /// Its constant variables: first byte and number of bytes.
    constants: Vec<(usize, usize)>,
    /// The code for each value of these.
    codes: Vec<(Vec<u8>, Arc<ProcessCode>)>,
    /// Which of them the state at hand has.
    current: usize,
}

impl ProcessPlace {
    /// The code at the location where the process stands in a state.
    #[inline]
    pub fn location(&self, state: &[u8]) -> Option<&LocationCode> {
        let (_, code) = &self.codes[self.current];
        code.locations.get(self.slot.load(&state[self.at..]) as usize)?.as_ref()
    }

    /// Does code that was met belong to the process as it is in this state?
    fn find(&mut self, state: &[u8]) -> bool {
        let constants = &self.constants;
        let is_it = |bytes: &[u8]| {
            let mut rest = bytes;
            constants.iter().all(|&(at, length)| {
                let (head, tail) = rest.split_at(length);
                rest = tail;
                *head == state[at..at + length]
            })
        };
        if self.codes.get(self.current).is_some_and(|(bytes, _)| is_it(bytes)) {
            return true;
        }
        let found = self.codes.iter().position(|(bytes, _)| is_it(bytes));
        self.current = found.unwrap_or(self.current);
        found.is_some()
    }
}

impl Known {
    /// The configuration of a state, with the code of its processes.
    pub fn place(&mut self, sets: &StubbornSets, state: &[u8]) -> &Place {
        let place = self.configurations.entry(ConfigId::of(state)).or_insert_with(|| meet(sets, state));
        for (pid, place) in place.processes.iter_mut().enumerate() {
            if !place.find(state) {
                let bytes = place.constants.iter().flat_map(|&(at, length)| &state[at..at + length]);
                let bytes: Vec<u8> = bytes.copied().collect();
                let code = sets.code(state, Pid(pid as u8), &bytes);
                place.current = place.codes.len();
                place.codes.push((bytes, code));
            }
        }
        place
    }
}

fn meet(sets: &StubbornSets, state: &[u8]) -> Place {
    let layout = sets.interpreter.layout();
    let configuration = layout.configuration_of(state);
    let processes = (0..configuration.processes.len()).filter_map(|pid| configuration.process(pid));
    let place = |(proctype, entry): (program::ProctypeId, &program::Entry)| {
        let frame = &layout.processes[proctype.index()];
        let locals = layout.program.proctype(proctype).locals.iter().zip(&frame.locals).zip(0..);
        let constants = locals.filter_map(|((variable, slot), id)| {
            let key = VarKey::local(Owner::Later(proctype), proctype, LocalId(id));
            let slot = (*slot).filter(|_| sets.constant.contains(&key))?;
            Some((slot.in_entry(entry, 0), variable.cells() * slot.size()))
        });
        let constants = constants.collect();
        let at = frame.location.in_entry(entry, 0);
        ProcessPlace { at, slot: frame.location, constants, codes: Vec::new(), current: 0 }
    };
    let processes = processes.map(place).collect();
    Place { processes, configuration: configuration.clone() }
}
