//! How a state is read in terms of components, and how an element of the group acts on it in those terms.
//!
//! Every byte that the group moves or changes belongs to some components (a process's variable to one, an entry of a
//! matrix indexed by processes to two, a global to none) and either holds plain data or refers to a point. The bytes
//! of one orbit form a *column*; within it a byte is found by its owners, so an element of the group is applied by moving each
//! byte to the owners' images and each reference to its image. No element needs a table of its own, which matters
//! where the group has more elements than fit in memory.
//!
//! Owners come from the names of cells, columns from the orbits of bytes, and both are checked against the action of
//! every generator when the reading is made. A state group whose action is anything else has no reading.

use std::collections::HashMap;

use kernels::ByteMap;
use program::Configuration;

use super::components::Components;
use crate::StateGroup;
use crate::detect::{CellName, Class};
use crate::state_group::Point;

/// No offset; no reference; no table.
pub(crate) const NONE: u16 = u16::MAX;

/// What the bytes of a cell refer to: for each raw byte the role and component, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub target: Vec<Option<(u16, u8)>>,
    bias: u8,
}

/// A byte that refers to points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    pub offset: u16,
    pub table: u16,
    pub column: u16,
}

/// A byte that belongs to two components or more.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub owners: Vec<u8>,
    pub offset: u16,
    pub table: u16,
    pub column: u16,
}

/// The reading of the states of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Plain bytes of each component, column by column.
    pub plain: Vec<Vec<u16>>,
    /// References held by each component, column by column.
    pub references: Vec<Vec<Reference>>,
    /// References held by nobody.
    pub global: Vec<Reference>,
    /// Bytes of several components.
    pub entries: Vec<Entry>,
    pub tables: Vec<Table>,
    /// Where the bytes of each column are, by owners.
    offsets: Vec<HashMap<Vec<u8>, u16>>,
    /// For each role and component, the value that means it.
    raw: Vec<Vec<u8>>,
}

impl Reading {
    /// Reads a configuration. `None` if the action of the group is not as described above.
    pub fn new(
        group: &StateGroup,
        components: &Components,
        configuration: &Configuration,
    ) -> Option<Reading> {
        let builder = group.actions(configuration);
        let actions: Vec<ByteMap> = group
            .group
            .generators()
            .iter()
            .map(|g| Some(group.action(&builder, g)?.map))
            .collect::<Option<_>>()?;
        let mut bytes = Bytes::new(group, components, configuration)?;
        let column_of = columns(configuration.size as usize, &actions);
        let mut reading = Reading {
            plain: vec![Vec::new(); components.len()],
            references: vec![Vec::new(); components.len()],
            global: Vec::new(),
            entries: Vec::new(),
            tables: std::mem::take(&mut bytes.tables),
            offsets: Vec::new(),
            raw: raw_values(group, components)?,
        };
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for (offset, owners, table) in bytes.all {
            let column = *numbers.entry(column_of[offset]).or_insert_with(|| {
                reading.offsets.push(HashMap::new());
                reading.offsets.len() - 1
            });
            if reading.offsets[column].insert(owners.clone(), offset as u16).is_some() {
                return None;
            }
            reading.add(owners, Reference { offset: offset as u16, table, column: column as u16 });
        }
        reading.sort();
        let images: Option<Vec<_>> =
            group.group.generators().iter().map(|g| components.on_components(g)).collect();
        let sound = images?.iter().zip(&actions).all(|(image, action)| {
            reading.agrees(&(0..components.len()).map(|c| image.at(c) as u8).collect::<Vec<u8>>(), action)
        });
        sound.then_some(reading)
    }

    fn add(&mut self, owners: Vec<u8>, reference: Reference) {
        match (owners.as_slice(), reference.table) {
            ([], NONE) => {}
            ([], _) => self.global.push(reference),
            (&[one], NONE) => self.plain[usize::from(one)].push(reference.offset),
            (&[one], _) => self.references[usize::from(one)].push(reference),
            _ => {
                let Reference { offset, table, column } = reference;
                self.entries.push(Entry { owners, offset, table, column });
            }
        }
    }

    /// Columns in the same order for every component.
    fn sort(&mut self) {
        let mut column: HashMap<u16, usize> = HashMap::new();
        for (number, places) in self.offsets.iter().enumerate() {
            column.extend(places.values().map(|&offset| (offset, number)));
        }
        for plain in &mut self.plain {
            plain.sort_by_key(|offset| column.get(offset));
        }
        for references in &mut self.references {
            references.sort_by_key(|reference| reference.column);
        }
    }

    /// Does an element act on bytes as it does on components?
    fn agrees(&self, element: &[u8], action: &ByteMap) -> bool {
        let mut expected = ByteMap::identity(action.source.len());
        let mut tables: Vec<u16> = vec![NONE; action.source.len()];
        let held = self.references.iter().flatten().chain(&self.global).map(|r| (r.offset, r.table));
        for (offset, table) in held.chain(self.entries.iter().map(|e| (e.offset, e.table))) {
            tables[usize::from(offset)] = table;
        }
        for places in &self.offsets {
            for (owners, &offset) in places {
                let image: Vec<u8> = owners.iter().map(|&o| element[usize::from(o)]).collect();
                let Some(&to) = places.get(&image) else { return false };
                expected.source[usize::from(to)] = offset;
                let (table, image_table) = (tables[usize::from(offset)], tables[usize::from(to)]);
                for raw in 0..=255u8 {
                    let map = &action.tables[usize::from(action.table[usize::from(to)])];
                    let value = self.image(table, raw, element);
                    let carried = self.target(table, raw).map(|(role, c)| (role, element[usize::from(c)]));
                    if map[usize::from(raw)] != value || carried != self.target(image_table, value) {
                        return false;
                    }
                }
            }
        }
        // What is in no column must stay as it is.
        (expected.source == action.source)
            && (0..action.source.len()).all(|i| tables[i] != NONE || self.is_plain(action, i))
    }

    fn is_plain(&self, action: &ByteMap, byte: usize) -> bool {
        let map = &action.tables[usize::from(action.table[byte])];
        map.iter().enumerate().all(|(raw, &image)| raw == usize::from(image))
    }

    /// What a raw byte refers to.
    #[inline]
    pub fn target(&self, table: u16, raw: u8) -> Option<(u16, u8)> {
        self.tables.get(usize::from(table))?.target[usize::from(raw)]
    }

    /// The byte that refers to the image.
    #[inline]
    fn image(&self, table: u16, raw: u8, element: &[u8]) -> u8 {
        match self.tables.get(usize::from(table)) {
            None => raw,
            Some(table) => match table.target[usize::from(raw)] {
                None => raw,
                Some((role, c)) => {
                    self.raw[usize::from(role)][usize::from(element[usize::from(c)])].wrapping_add(table.bias)
                }
            },
        }
    }

    /// Writes the image of a state under an element; `to` holds a copy of the state already.
    pub fn apply(&self, element: &[u8], from: &[u8], to: &mut [u8]) {
        for (c, &image) in element.iter().enumerate() {
            let image = usize::from(image);
            if image != c {
                for (&source, &target) in self.plain[c].iter().zip(&self.plain[image]) {
                    to[usize::from(target)] = from[usize::from(source)];
                }
            }
            for (source, target) in self.references[c].iter().zip(&self.references[image]) {
                let raw = from[usize::from(source.offset)];
                to[usize::from(target.offset)] = self.image(source.table, raw, element);
            }
        }
        for reference in &self.global {
            let at = usize::from(reference.offset);
            to[at] = self.image(reference.table, from[at], element);
        }
        let mut image = [0u8; 8];
        for entry in &self.entries {
            let owners = &mut image[..entry.owners.len()];
            for (to, &owner) in owners.iter_mut().zip(&entry.owners) {
                *to = element[usize::from(owner)];
            }
            if let Some(&at) = self.offsets[usize::from(entry.column)].get(&*owners) {
                let raw = from[usize::from(entry.offset)];
                to[usize::from(at)] = self.image(entry.table, raw, element);
            }
        }
    }
}

/// The orbits of bytes: for each byte the first one of its orbit.
fn columns(size: usize, actions: &[ByteMap]) -> Vec<usize> {
    let mut first: Vec<usize> = (0..size).collect();
    fn root(first: &mut [usize], mut i: usize) -> usize {
        while first[i] != i {
            first[i] = first[first[i]];
            i = first[i];
        }
        i
    }
    for action in actions {
        for (to, &from) in action.source.iter().enumerate() {
            let (a, b) = (root(&mut first, to), root(&mut first, usize::from(from)));
            first[a.max(b)] = a.min(b);
        }
    }
    (0..size).map(|i| root(&mut first, i)).collect()
}

/// The value of each point, unbiased, by role and component.
fn raw_values(group: &StateGroup, components: &Components) -> Option<Vec<Vec<u8>>> {
    let value = |&point: &u16| match group.points.get(usize::from(point)).copied() {
        Some(Point::Process(p)) => Some(p),
        Some(Point::Channel(c)) => u8::try_from(c + 1).ok(),
        Some(Point::Value(_, v)) => Some(u8::try_from(v).unwrap_or(0)),
        Some(Point::Location(_, l)) => u8::try_from(l).ok(),
        Some(Point::Cell(_)) | None => Some(0),
    };
    components.point.iter().map(|points| points.iter().map(value).collect()).collect()
}

/// Every byte that the group may move or change: where, whose, and what it refers to.
struct Bytes {
    all: Vec<(usize, Vec<u8>, u16)>,
    tables: Vec<Table>,
}

impl Bytes {
    fn new(group: &StateGroup, components: &Components, configuration: &Configuration) -> Option<Bytes> {
        let index: HashMap<Point, usize> = group.points.iter().enumerate().map(|(i, &p)| (p, i)).collect();
        let component = |point: Point| match components.place[*index.get(&point)?] {
            (u16::MAX, _) => None,
            (_, component) => Some(component),
        };
        let builder = group.actions(configuration);
        let mut bytes = Bytes { all: Vec::new(), tables: Vec::new() };
        let mut numbers: HashMap<(Referent, bool), u16> = HashMap::new();
        for (name, at, slot) in builder.cells() {
            let owners: Vec<u8> = group.owners(name).into_iter().filter_map(component).collect();
            let referent = match name {
                CellName::Location(pid) if !group.keeps_locations => Referent::LocationOf(pid),
                _ => Referent::Class(group.detection.class(name)),
            };
            let table = *numbers
                .entry((referent, slot.biased))
                .or_insert_with(|| bytes.add_table(table(group, components, referent, slot.biased)));
            if owners.len() > 8 {
                return None;
            }
            bytes.all.extend((at..at + slot.scalar.size()).map(|byte| (byte, owners.clone(), table)));
        }
        let plain = builder.plain_cells().filter_map(|(point, at)| Some((at, vec![component(point)?], NONE)));
        bytes.all.extend(plain);
        bytes.all.sort();
        bytes.all.retain(|(_, owners, table)| !owners.is_empty() || *table != NONE);
        Some(bytes)
    }

    fn add_table(&mut self, table: Option<Table>) -> u16 {
        match table {
            None => NONE,
            Some(table) => {
                self.tables.push(table);
                (self.tables.len() - 1) as u16
            }
        }
    }
}

/// What a cell may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Referent {
    Class(Class),
    LocationOf(u8),
}

/// The table of a referent; `None` if it has no points.
fn table(group: &StateGroup, components: &Components, referent: Referent, biased: bool) -> Option<Table> {
    let mut target = vec![None; 256];
    for (&point, &(role, component)) in group.points.iter().zip(&components.place) {
        let value = match (point, referent) {
            (Point::Process(p), Referent::Class(Class::Process)) => i32::from(p),
            (Point::Channel(c), Referent::Class(Class::Channel)) => c as i32 + 1,
            (Point::Value(root, v), Referent::Class(Class::Values(class))) if root == class => v,
            (Point::Location(pid, l), Referent::LocationOf(of)) if pid == of => l as i32,
            _ => continue,
        };
        if role != u16::MAX
            && let Ok(raw) = u8::try_from(value + i32::from(biased))
        {
            target[usize::from(raw)] = Some((role, component));
        }
    }
    let refers = target.iter().any(Option::is_some);
    refers.then_some(Table { target, bias: u8::from(biased) })
}
