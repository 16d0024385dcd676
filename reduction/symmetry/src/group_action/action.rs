//! The action on states: cells move, values map.
//!
//! An element of the group acts on a state of one configuration as one table: for each byte, where it comes from and
//! through which value table it goes. A whole permutation costs no more than one transposition (`kernels`), so
//! strategies compose permutations of *points* and make the action of the product.

use std::cmp::Ordering;

use kernels::{Block, ByteMap, Shuffle};
use program::{CellSlot, Configuration, Layout};
use rapidhash::RapidHashMap as HashMap;

use crate::detect::generator::Generator;
use crate::detect::{CellName, Class, Detection};
use crate::group_action::state_group::{Point, derived_cell};

/// One group element acting on states of one configuration, spelt out and compiled.
#[derive(Clone, Debug)]
pub struct Action {
    /// What happens to each byte.
    pub map: ByteMap,
    shuffle: Shuffle,
    /// For each value table whether it changes any value.
    maps: Vec<bool>,
}

impl Action {
    /// Compiles a map.
    pub fn new(map: ByteMap) -> Action {
        let shuffle = Shuffle::new(&map);
        let maps = map.tables.iter().map(|table| *table != identity_table()).collect();
        Action { map, shuffle, maps }
    }

    /// May the value of a byte change on its way here? As [`ByteMap::maps`], for those who ask often.
    pub(crate) fn maps(&self, byte: usize) -> bool {
        self.maps[usize::from(self.map.table[byte])]
    }

    /// May a byte of the image differ from that of the state?
    pub(crate) fn changes(&self, byte: usize) -> bool {
        usize::from(self.map.source[byte]) != byte || self.maps(byte)
    }

    /// Writes the image of `state` to `image`.
    pub fn apply(&self, state: &[u8], image: &mut [u8]) {
        self.shuffle.apply_bytes(state, image);
    }

    /// Writes the image of `state` to `image`.
    pub fn apply_block(&self, state: &Block, image: &mut Block) {
        self.shuffle.apply(state, image);
    }

    /// Replaces `best` by the image of `state` if that is smaller, and says whether it was.
    pub fn minimise(&self, state: &Block, best: &mut Block) -> bool {
        self.shuffle.minimise(state, best)
    }

    /// Compares the image of `state` with the state, and writes it to `image` if it is smaller.
    pub fn improve(&self, state: &Block, image: &mut Block) -> Ordering {
        self.shuffle.improve(state, image)
    }
}

fn identity_table() -> [u8; 256] {
    std::array::from_fn(|i| i as u8)
}

/// Builds actions for one configuration.
#[derive(Debug)]
pub(crate) struct ActionBuilder<'a> {
    cells: HashMap<CellName, (usize, CellSlot)>,
    /// Fields of messages by channel, slot and number.
    fields: HashMap<(u32, u32, usize), CellName>,
    /// Cells that move as they are: lengths of channels, priorities.
    plain: Vec<(PlainCell, usize)>,
    size: usize,
    detection: &'a Detection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PlainCell {
    Length(u32),
    Priority(u8),
}

impl<'a> ActionBuilder<'a> {
    pub fn new(
        layout: &Layout,
        detection: &'a Detection,
        configuration: &Configuration,
    ) -> ActionBuilder<'a> {
        let mut builder = ActionBuilder {
            cells: HashMap::default(),
            fields: HashMap::default(),
            plain: Vec::new(),
            size: configuration.size as usize,
            detection,
        };
        let cells = layout.cells(configuration).into_iter();
        for cell in cells.filter(|cell| detection.is_live(cell.name)) {
            builder.cells.insert(cell.name, (cell.at, cell.slot));
            if let CellName::Field { channel, slot, field, .. } = cell.name {
                builder.fields.insert((channel, slot, field), cell.name);
            }
        }
        builder.plain_of(layout, configuration);
        builder
    }

    fn plain_of(&mut self, layout: &Layout, configuration: &Configuration) {
        for pid in 0..configuration.processes.len() {
            let Some((proctype, entry)) = configuration.process(pid) else { continue };
            if let Some(slot) = layout.processes[proctype.index()].priority {
                self.plain.push((PlainCell::Priority(pid as u8), slot.in_entry(entry, 0)));
            }
        }
        for channel in 0..configuration.channels.len() as u32 {
            let Some((shape, entry)) = configuration.channel(channel as i32 + 1) else { continue };
            if layout.program.channel_type(shape).capacity > 0 {
                let at = layout.channels[shape.index()].length_at(entry);
                self.plain.push((PlainCell::Length(channel), at));
            }
        }
    }

    /// The image of a cell. The variables of processes that were created after the start stay with them, and the elements
    /// of their arrays go where their indices go.
    fn image(&self, symmetry: &Generator, name: CellName) -> Option<CellName> {
        match symmetry.cell(name) {
            // The shape is that of the image channel.
            CellName::Field { channel, slot, field, .. } => self.fields.get(&(channel, slot, field)).copied(),
            CellName::Variable(var, index) if self.detection.is_later(var) => {
                Some(derived_cell(self.detection, symmetry, var, index))
            }
            image => Some(image),
        }
    }

    /// The action of a symmetry. `None` where the configuration lacks something that it moves.
    pub fn action(&self, symmetry: &Generator, kind_of: &dyn Fn(CellName) -> Class) -> Option<Action> {
        let mut action = ByteMap::identity(self.size);
        let mut known: HashMap<(Class, bool), u8> = HashMap::default();
        let same = intern(&mut action.tables, identity_table())?;
        for (&name, &(from, slot)) in &self.cells {
            let image = self.image(symmetry, name)?;
            let &(to, image_slot) = self.cells.get(&image)?;
            if (image_slot.size(), image_slot.part, image_slot.biased)
                != (slot.size(), slot.part, slot.biased)
            {
                return None;
            }
            let kind = (kind_of(name), slot.biased);
            let table = match (name, known.get(&kind)) {
                (CellName::Location(pid), _) => {
                    intern(&mut action.tables, self.location_table(symmetry, pid)?)?
                }
                (_, Some(&table)) => table,
                (_, None) => {
                    let table = intern(&mut action.tables, value_table(symmetry, kind.0, kind.1))?;
                    known.insert(kind, table);
                    table
                }
            };
            for byte in 0..slot.size() {
                action.source[to + byte] = (from + byte) as u16;
                // The second byte of a location is zero where locations are exchanged, and stays so.
                let is_second = byte > 0 && matches!(name, CellName::Location(_));
                action.table[to + byte] = if is_second { same } else { table };
            }
        }
        for &(cell, from) in &self.plain {
            let image = match cell {
                PlainCell::Length(channel) => {
                    PlainCell::Length(*symmetry.channels.get(channel as usize).unwrap_or(&channel))
                }
                PlainCell::Priority(pid) => PlainCell::Priority(symmetry.process(pid)),
            };
            let &(_, to) = self.plain.iter().find(|(c, _)| *c == image)?;
            action.source[to] = from as u16;
        }
        Some(Action::new(action))
    }

    /// How the locations of a process that are exchanged go to those of its image. They fit a byte.
    ///
    /// A process does not reach all locations of its type, and its image reaches others. Numbers that it never has go
    /// where nothing else goes: what is read off a table backwards must not be read off them.
    fn location_table(&self, symmetry: &Generator, pid: u8) -> Option<[u8; 256]> {
        let mut table = identity_table();
        let (mut moved, mut taken) = ([false; 256], [false; 256]);
        for (&(_, from), &to) in symmetry.locations.iter().filter(|((p, _), _)| *p == pid) {
            let to = u8::try_from(to.0).ok()?;
            *table.get_mut(from.0 as usize)? = to;
            (moved[from.0 as usize], taken[usize::from(to)]) = (true, true);
        }
        let mut free = (0..=u8::MAX).filter(|&v| moved[usize::from(v)] && !taken[usize::from(v)]);
        for number in (0..256).filter(|&v| taken[v] && !moved[v]) {
            table[number] = free.next()?;
        }
        Some(table)
    }

    /// Bytes of a state.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Every cell with its offset and kind.
    pub fn cells(&self) -> impl Iterator<Item = (CellName, usize, CellSlot)> + '_ {
        self.cells.iter().map(|(&name, &(at, slot))| (name, at, slot))
    }

    /// Lengths of channels and priorities of processes, with the point they belong to.
    pub fn plain_cells(&self) -> impl Iterator<Item = (Point, usize)> + '_ {
        self.plain.iter().map(|&(cell, at)| match cell {
            PlainCell::Length(channel) => (Point::Channel(channel), at),
            PlainCell::Priority(pid) => (Point::Process(pid), at),
        })
    }

    /// The classes of the cells known to the detection; message slots that were empty then have their field's class.
    pub fn classes(&self) -> impl Fn(CellName) -> Class + '_ {
        |name| self.detection.class(name)
    }
}

fn value_table(symmetry: &Generator, class: Class, biased: bool) -> [u8; 256] {
    let mut table = identity_table();
    if class == Class::Plain {
        return table;
    }
    let bias = i32::from(biased);
    for (raw, entry) in table.iter_mut().enumerate().skip(usize::from(biased)) {
        *entry = (symmetry.value(class, raw as i32 - bias) + bias) as u8;
    }
    table
}

/// The number of a table, added if it is new; `None` when there are too many.
fn intern(tables: &mut Vec<[u8; 256]>, table: [u8; 256]) -> Option<u8> {
    if let Some(known) = tables.iter().position(|t| *t == table) {
        return u8::try_from(known).ok();
    }
    tables.push(table);
    u8::try_from(tables.len() - 1).ok()
}
