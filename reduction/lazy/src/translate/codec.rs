//! Between the states of the system and those of the interpreter.

use std::sync::Arc;

use program::{CellSlot, Layout};

use crate::state::Concrete;
use crate::system::{DEAD, NO_VALUE, Place};

/// A cell of the system and where the interpreter keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub place: Place,
    pub address: usize,
    pub slot: CellSlot,
}

/// Writes concrete states as the interpreter does.
#[derive(Clone, Debug)]
pub struct Codec {
    layout: Arc<Layout>,
    /// A state with everything that never changes.
    template: Vec<u8>,
    cells: Vec<Cell>,
}

impl Codec {
    pub(super) fn new(layout: Arc<Layout>, template: Vec<u8>, cells: Vec<Cell>) -> Codec {
        Codec { layout, template, cells }
    }

    /// The state as the interpreter writes it.
    pub fn encode(&self, state: &Concrete) -> Vec<u8> {
        let mut bytes = self.template.clone();
        for cell in &self.cells {
            let target = &mut bytes[cell.address..];
            match cell.place {
                Place::Nowhere => {}
                Place::Shared(index) => match state.shared[index as usize] {
                    NO_VALUE => target[..cell.slot.size()].fill(0),
                    value => cell.slot.store(value as i32, target),
                },
                Place::Local(process, index) => {
                    cell.slot.store(state.local[process.index()][index as usize], target);
                }
            }
        }
        self.without_the_dead(bytes, state)
    }

    /// Processes die youngest first, so the dead are the last ones.
    fn without_the_dead(&self, mut bytes: Vec<u8>, state: &Concrete) -> Vec<u8> {
        let dead = state.local.iter().rev().take_while(|cells| cells[0] == DEAD).count();
        for _ in 0..dead {
            let from = self.layout.configuration_of(&bytes);
            let Some(to) = self.layout.without_youngest(&from) else { break };
            bytes = self.layout.migrate(&bytes, &from, &to);
        }
        bytes
    }
}
