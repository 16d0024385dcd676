//! Identifier cells as marks: a shared cell that names a process of a class becomes a mark on that process, so that it moves
//! with the process; to execute a statement in an arrangement, marks become numbers again (see [`crate::system`]).

use std::collections::HashMap;

use crate::execute::World;
use crate::local::{Local, LocalId, SharedId};
use crate::state::{Concrete, MARKED};
use crate::step::Engine;
use crate::system::{NO_VALUE, ProcessId};

impl Engine<'_> {
    /// An arrangement to be executed in: identifier cells get the numbers of the processes that bear their marks.
    pub(crate) fn world<'w>(&'w self, shared: SharedId, at: &'w [LocalId]) -> World<'w> {
        let shared = self.resolve(shared, at);
        World { system: self.system, alphabet: &self.alphabet, shared, at, edits: Vec::new() }
    }

    /// The shared cells of an arrangement.
    fn resolve(&self, shared: SharedId, at: &[LocalId]) -> Vec<i64> {
        let mut cells = self.alphabet.shared(shared).to_vec();
        for (&cell, mark) in self.identifiers.iter().zip(0usize..) {
            if cells[cell as usize] == MARKED {
                let bears = |id: &LocalId| self.alphabet.get(*id).marks[mark / 64] >> (mark % 64) & 1 == 1;
                let bearer = at.iter().position(bears);
                cells[cell as usize] = bearer.map_or(NO_VALUE, |p| p as i64);
            }
        }
        cells
    }

    /// Turns an executed arrangement back into numbers: identifiers of class processes become marks.
    pub(crate) fn settle(
        &mut self,
        mut shared: Vec<i64>,
        mut at: Vec<LocalId>,
        edits: Vec<(ProcessId, Vec<i32>)>,
        holder: Option<ProcessId>,
    ) -> (SharedId, Vec<LocalId>) {
        let words = self.identifiers.len().div_ceil(64);
        let mut marks: HashMap<ProcessId, Vec<u64>> = HashMap::new();
        for (&cell, mark) in self.identifiers.iter().zip(0usize..) {
            if let Some(process) = self.system.class_process(shared[cell as usize]) {
                marks.entry(process).or_insert_with(|| vec![0; words])[mark / 64] |= 1 << (mark % 64);
                shared[cell as usize] = MARKED;
            }
        }
        for (id, process) in at.iter_mut().zip((0..).map(ProcessId)) {
            let old = self.alphabet.get(*id);
            let edited = edits.iter().find(|(p, _)| *p == process).map(|(_, cells)| cells);
            let has_control = holder == Some(process);
            let new_marks = marks.get(&process);
            let same_marks = match new_marks {
                Some(new) => **new == *old.marks,
                None => old.marks.iter().all(|&w| w == 0),
            };
            if edited.is_none() && same_marks && has_control == old.has_control {
                continue;
            }
            let cells = edited.map_or_else(|| old.cells.clone(), |cells| cells.as_slice().into());
            let marks = new_marks.cloned().unwrap_or_else(|| vec![0; words]).into();
            *id = self.alphabet.local(Local { kind: old.kind, has_control, marks, cells });
        }
        (self.alphabet.share(&shared), at)
    }

    /// A concrete state of an arrangement.
    pub(crate) fn concrete(&self, shared: SharedId, at: &[LocalId]) -> Concrete {
        let local = at.iter().map(|&id| self.alphabet.get(id).cells.to_vec()).collect();
        Concrete { shared: self.resolve(shared, at), local }
    }
}
