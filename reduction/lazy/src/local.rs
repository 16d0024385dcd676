//! Local states and shared parts, interned: the alphabet in which abstract states are written.

use std::collections::HashMap;

/// The local vector of a process together with its marks, by number. The numbers are the total order on local states
/// that canonisation needs (Wahl and D'Silva, section 5): any order will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// The shared part of a state, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SharedId(pub u32);

/// A local state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// The kind of the process: states of different kinds never mix.
    pub kind: u16,
    /// The process is in the middle of an `atomic` and keeps control. Never in a stored state.
    pub has_control: bool,
    /// Which identifier cells name this process, as a bit for each.
    pub marks: Box<[u64]>,
    /// The cells; the first is the control location.
    pub cells: Box<[i32]>,
}

/// All local states and shared parts met so far.
#[derive(Debug, Default)]
pub struct Alphabet {
    locals: Vec<Local>,
    local_numbers: HashMap<Local, LocalId, rapidhash::fast::RandomState>,
    shared: Vec<Box<[i64]>>,
    shared_numbers: HashMap<Box<[i64]>, SharedId, rapidhash::fast::RandomState>,
    /// Bytes held, roughly.
    pub bytes: usize,
}

impl Alphabet {
    /// The number of a local state.
    pub fn local(&mut self, local: Local) -> LocalId {
        if let Some(&id) = self.local_numbers.get(&local) {
            return id;
        }
        let id = LocalId(self.locals.len() as u32);
        self.bytes += 2 * (48 + 4 * local.cells.len() + 8 * local.marks.len());
        self.local_numbers.insert(local.clone(), id);
        self.locals.push(local);
        id
    }

    /// A local state by its number.
    pub fn get(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// The number of a shared part.
    pub fn share(&mut self, cells: &[i64]) -> SharedId {
        if let Some(&id) = self.shared_numbers.get(cells) {
            return id;
        }
        let id = SharedId(self.shared.len() as u32);
        self.bytes += 2 * (16 + 8 * cells.len());
        self.shared_numbers.insert(cells.into(), id);
        self.shared.push(cells.into());
        id
    }

    /// A shared part by its number.
    pub fn shared(&self, id: SharedId) -> &[i64] {
        &self.shared[id.0 as usize]
    }
}
