//! The action of a group element on a state, cell by cell: the obvious reference beside the kernels.
//!
//! Every cell goes where its name goes, and the value in it, read as a number, is renamed as its class says. The list of
//! cells is made once for an element and a configuration; a state is then copied one cell after the other.

use program::{CellSlot, Configuration, LocationId};
use rapidhash::RapidHashMap as HashMap;

use crate::StateGroup;
use crate::detect::generator::Generator;
use crate::detect::{CellName, Class};
use crate::group_action::state_group::derived_cell;

/// An element acting on the states of one configuration.
#[derive(Debug)]
pub(crate) struct SlowAction {
    moves: Vec<CellMove>,
}

/// Where one cell goes and how its value is renamed.
#[derive(Debug)]
struct CellMove {
    from: usize,
    to: usize,
    slot: CellSlot,
    rename: Rename,
}

#[derive(Clone, Copy, Debug)]
enum Rename {
    /// Moved as it is.
    Nothing,
    /// A value of a class.
    Value(Class),
    /// A location of this process.
    Location(u8),
}

impl SlowAction {
    /// `None` where the configuration lacks something that the element moves.
    pub fn new(
        group: &StateGroup,
        symmetry: &Generator,
        configuration: &Configuration,
    ) -> Option<SlowAction> {
        let detection = &group.detection;
        let cells = group.layout.cells(configuration).into_iter();
        let cells: HashMap<CellName, (usize, CellSlot)> =
            cells.filter(|c| detection.is_live(c.name)).map(|c| (c.name, (c.at, c.slot))).collect();
        let mut moves = Vec::new();
        for (&name, &(from, slot)) in &cells {
            let image = match symmetry.cell(name) {
                // The shape is that of the image channel.
                CellName::Field { channel, slot, field, .. } => {
                    let (shape, _) = configuration.channel(channel as i32 + 1)?;
                    CellName::Field { channel, shape: shape.0, slot, field }
                }
                CellName::Variable(var, index) if detection.is_later(var) => {
                    derived_cell(detection, symmetry, var, index)
                }
                image => image,
            };
            let &(to, image_slot) = cells.get(&image)?;
            if image_slot.scalar != slot.scalar || image_slot.biased != slot.biased {
                return None;
            }
            let rename = match (name, detection.class(name)) {
                (CellName::Location(pid), _) => Rename::Location(pid),
                (_, Class::Plain) => Rename::Nothing,
                (_, class) => Rename::Value(class),
            };
            moves.push(CellMove { from, to, slot, rename });
        }
        moves.extend(lengths(group, symmetry, configuration)?);
        moves.extend(priorities(group, symmetry, configuration)?);
        Some(SlowAction { moves })
    }

    /// The image of a state. What no cell covers (the configuration, automata that watch, variables that nothing mentions)
    /// stays.
    pub fn image(&self, symmetry: &Generator, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        for cell in &self.moves {
            let to = &mut image[cell.to..];
            // A zero byte is no value in a biased cell.
            let is_nothing = cell.slot.biased && state[cell.from] == 0;
            match cell.rename {
                Rename::Value(_) if is_nothing => to[0] = 0,
                Rename::Nothing => {
                    let size = cell.slot.size();
                    to[..size].copy_from_slice(&state[cell.from..cell.from + size]);
                }
                Rename::Value(class) => {
                    let value = cell.slot.load(&state[cell.from..]);
                    cell.slot.store(symmetry.value(class, value), to);
                }
                Rename::Location(pid) => {
                    let location = LocationId(cell.slot.load(&state[cell.from..]) as u32);
                    cell.slot.store(symmetry.location(pid, location).0 as i32, to);
                }
            }
        }
        image
    }
}

/// How full each channel is goes with the channel.
fn lengths(group: &StateGroup, symmetry: &Generator, configuration: &Configuration) -> Option<Vec<CellMove>> {
    let length_at = |channel: u32| {
        let (shape, entry) = configuration.channel(channel as i32 + 1)?;
        let capacity = group.layout.program.channel_type(shape).capacity;
        Some((capacity > 0).then(|| group.layout.channels[shape.index()].length_at(entry)))
    };
    let mut moves = Vec::new();
    for channel in 0..configuration.channels.len() as u32 {
        let image = symmetry.channels.get(channel as usize).copied().unwrap_or(channel);
        if let Some(from) = length_at(channel)? {
            moves.push(byte(from, length_at(image)??));
        }
    }
    Some(moves)
}

/// The priority of each process goes with the process.
fn priorities(
    group: &StateGroup,
    symmetry: &Generator,
    configuration: &Configuration,
) -> Option<Vec<CellMove>> {
    let priority_at = |pid: usize| {
        let (proctype, entry) = configuration.process(pid)?;
        Some(group.layout.processes[proctype.index()].priority.map(|slot| slot.in_entry(entry, 0)))
    };
    let mut moves = Vec::new();
    for pid in 0..configuration.processes.len() {
        if let Some(from) = priority_at(pid)? {
            moves.push(byte(from, priority_at(usize::from(symmetry.process(pid as u8)))??));
        }
    }
    Some(moves)
}

fn byte(from: usize, to: usize) -> CellMove {
    let slot =
        CellSlot { part: program::Part::Control, offset: 0, scalar: program::Scalar::Byte, biased: false };
    CellMove { from, to, slot, rename: Rename::Nothing }
}
