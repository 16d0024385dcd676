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
use crate::group_action::state_group::Point;

/// No offset; no table.
pub(crate) const NONE: u16 = u16::MAX;

/// No target.
const NOWHERE: u32 = u32::MAX;

/// What the bytes of a cell refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// For each raw byte the role, shifted, and the component, or [`NOWHERE`].
    target: [u32; 256],
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

/// Something of each component, in one piece.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    all: Vec<T>,
    /// Where the row of each component begins, and where the last ends.
    starts: Vec<u32>,
}

impl<T: Copy> Rows<T> {
    fn new(rows: &[Vec<T>]) -> Rows<T> {
        let mut starts = vec![0];
        starts.extend(rows.iter().scan(0, |sum, row| {
            *sum += row.len() as u32;
            Some(*sum)
        }));
        Rows { all: rows.concat(), starts }
    }

    /// What belongs to a component.
    #[inline]
    pub fn of(&self, component: usize) -> &[T] {
        &self.all[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    /// The number of components.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// Where the bytes of a column with several owners are.
#[derive(Clone, Debug)]
struct Matrix {
    /// First component and number of components of each owner's family.
    sides: Vec<(u8, u8)>,
    offsets: Vec<u16>,
}

impl Matrix {
    fn new(components: &Components, places: &HashMap<Vec<u8>, u16>) -> Option<Matrix> {
        let side = |&owner: &u8| {
            let family = components.of_family(usize::from(components.family[usize::from(owner)]));
            (family.start as u8, family.len() as u8)
        };
        let sides: Vec<(u8, u8)> = places.keys().next()?.iter().map(side).collect();
        let size = sides.iter().map(|&(_, len)| usize::from(len)).product();
        let mut matrix = Matrix { sides, offsets: vec![NONE; size] };
        for (owners, &offset) in places {
            let at = matrix.index(owners.iter().copied());
            *matrix.offsets.get_mut(at)? = offset;
        }
        Some(matrix)
    }

    #[inline]
    fn index(&self, owners: impl Iterator<Item = u8>) -> usize {
        (self.sides.iter().zip(owners)).fold(0, |index, (&(start, len), owner)| {
            index * usize::from(len) + usize::from(owner.wrapping_sub(start))
        })
    }
}

/// The reading of the states of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Plain bytes of each component, column by column.
    pub plain: Rows<u16>,
    /// References held by each component, column by column.
    pub references: Rows<Reference>,
    /// References held by nobody.
    pub global: Vec<Reference>,
    /// Bytes of several components.
    pub entries: Vec<Entry>,
    tables: Vec<Table>,
    /// By column; only for several owners.
    matrices: Vec<Option<Matrix>>,
    /// For each role and component, the value that means it.
    raw: Vec<u8>,
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
        let bytes = Bytes::new(group, components, configuration)?;
        let column_of = columns(configuration.size as usize, &actions);
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        let mut places: Vec<HashMap<Vec<u8>, u16>> = Vec::new();
        let mut sorted = Sorted::new(components.len());
        for (offset, owners, table) in bytes.all {
            let column = *numbers.entry(column_of[offset]).or_insert(places.len());
            places.resize_with(places.len().max(column + 1), HashMap::new);
            if places[column].insert(owners.clone(), offset as u16).is_some() {
                return None;
            }
            sorted.add(owners, Reference { offset: offset as u16, table, column: column as u16 });
        }
        let matrix = |places: &HashMap<Vec<u8>, u16>| match places.keys().next().map_or(0, Vec::len) {
            0 | 1 => Some(None),
            _ => Matrix::new(components, places).map(Some),
        };
        let reading = Reading {
            plain: sorted.plain(),
            references: sorted.references(),
            global: sorted.global,
            entries: sorted.entries,
            tables: bytes.tables,
            matrices: places.iter().map(matrix).collect::<Option<_>>()?,
            raw: raw_values(group, components)?.concat(),
        };
        let images: Option<Vec<_>> =
            group.group.generators().iter().map(|g| components.on_components(g)).collect();
        let sound = images?.iter().zip(&actions).all(|(image, action)| {
            let element: Vec<u8> = (0..components.len()).map(|c| image.at(c) as u8).collect();
            reading.agrees(&element, action, &places)
        });
        sound.then_some(reading)
    }

    /// Does an element act on bytes as it does on components?
    fn agrees(&self, element: &[u8], action: &ByteMap, places: &[HashMap<Vec<u8>, u16>]) -> bool {
        let mut expected = ByteMap::identity(action.source.len());
        let mut tables: Vec<u16> = vec![NONE; action.source.len()];
        let held = self.references.all.iter().chain(&self.global).map(|r| (r.offset, r.table));
        for (offset, table) in held.chain(self.entries.iter().map(|e| (e.offset, e.table))) {
            tables[usize::from(offset)] = table;
        }
        for places in places {
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

    /// What a raw byte refers to: the role and the component.
    #[inline]
    pub fn target(&self, table: u16, raw: u8) -> Option<(u16, u8)> {
        match self.tables.get(usize::from(table))?.target[usize::from(raw)] {
            NOWHERE => None,
            target => Some(((target >> 8) as u16, target as u8)),
        }
    }

    /// The number of values up to the last that refers to something.
    pub fn values(&self, table: u16) -> usize {
        let targets = self.tables.get(usize::from(table)).map_or(&[][..], |table| &table.target);
        targets.iter().rposition(|&target| target != NOWHERE).map_or(0, |last| last + 1)
    }

    /// The byte that refers to the image.
    #[inline]
    fn image(&self, table: u16, raw: u8, element: &[u8]) -> u8 {
        let Some(table) = self.tables.get(usize::from(table)) else { return raw };
        match table.target[usize::from(raw)] {
            NOWHERE => raw,
            target => {
                let (role, c) = (target as usize >> 8, usize::from(target as u8));
                self.raw[role * element.len() + usize::from(element[c])].wrapping_add(table.bias)
            }
        }
    }

    /// Writes the image of a state under an element; `to` holds a copy of the state already.
    pub fn apply(&self, element: &[u8], from: &[u8], to: &mut [u8]) {
        for (c, &image) in element.iter().enumerate() {
            let image = usize::from(image);
            if image != c {
                for (&source, &target) in self.plain.of(c).iter().zip(self.plain.of(image)) {
                    to[usize::from(target)] = from[usize::from(source)];
                }
            }
            for (source, target) in self.references.of(c).iter().zip(self.references.of(image)) {
                let raw = from[usize::from(source.offset)];
                to[usize::from(target.offset)] = self.image(source.table, raw, element);
            }
        }
        for reference in &self.global {
            let at = usize::from(reference.offset);
            to[at] = self.image(reference.table, from[at], element);
        }
        for entry in &self.entries {
            let Some(matrix) = &self.matrices[usize::from(entry.column)] else { continue };
            let at = matrix.index(entry.owners.iter().map(|&owner| element[usize::from(owner)]));
            let raw = from[usize::from(entry.offset)];
            to[usize::from(matrix.offsets[at])] = self.image(entry.table, raw, element);
        }
    }
}

/// Elements spelt out, for those that are applied often.
impl Reading {
    /// What an element does to each byte of a state of `size`; `None` if that takes too many tables.
    pub fn map(&self, element: &[u8], size: usize) -> Option<ByteMap> {
        let mut map = ByteMap::identity(size);
        for table in 0..self.tables.len() as u16 {
            map.tables.push(std::array::from_fn(|raw| self.image(table, raw as u8, element)));
        }
        let mut carry = |from: u16, to: u16, table: u16| {
            map.source[usize::from(to)] = from;
            // The first table is the identity.
            let number = u8::try_from(if table == NONE { 0 } else { table + 1 });
            number.map(|number| map.table[usize::from(to)] = number)
        };
        for (c, &image) in element.iter().enumerate() {
            let image = usize::from(image);
            for (&from, &to) in self.plain.of(c).iter().zip(self.plain.of(image)) {
                carry(from, to, NONE).ok()?;
            }
            for (from, to) in self.references.of(c).iter().zip(self.references.of(image)) {
                carry(from.offset, to.offset, from.table).ok()?;
            }
        }
        for reference in &self.global {
            carry(reference.offset, reference.offset, reference.table).ok()?;
        }
        for entry in &self.entries {
            let Some(matrix) = &self.matrices[usize::from(entry.column)] else { continue };
            let at = matrix.index(entry.owners.iter().map(|&owner| element[usize::from(owner)]));
            carry(entry.offset, matrix.offsets[at], entry.table).ok()?;
        }
        Some(map)
    }
}

/// The bytes of all columns by what they are.
struct Sorted {
    plain: Vec<Vec<(u16, u16)>>,
    references: Vec<Vec<Reference>>,
    global: Vec<Reference>,
    entries: Vec<Entry>,
}

impl Sorted {
    fn new(components: usize) -> Sorted {
        let (plain, references) = (vec![Vec::new(); components], vec![Vec::new(); components]);
        Sorted { plain, references, global: Vec::new(), entries: Vec::new() }
    }

    fn add(&mut self, owners: Vec<u8>, reference: Reference) {
        let Reference { offset, table, column } = reference;
        match (owners.as_slice(), table) {
            ([], NONE) => {}
            ([], _) => self.global.push(reference),
            (&[one], NONE) => self.plain[usize::from(one)].push((column, offset)),
            (&[one], _) => self.references[usize::from(one)].push(reference),
            _ => self.entries.push(Entry { owners, offset, table, column }),
        }
    }

    /// Columns in the same order for every component.
    fn plain(&mut self) -> Rows<u16> {
        let sorted = |row: &mut Vec<(u16, u16)>| {
            row.sort_unstable();
            row.iter().map(|&(_, offset)| offset).collect::<Vec<u16>>()
        };
        Rows::new(&self.plain.iter_mut().map(sorted).collect::<Vec<_>>())
    }

    fn references(&mut self) -> Rows<Reference> {
        self.references.iter_mut().for_each(|row| row.sort_by_key(|reference| reference.column));
        Rows::new(&self.references)
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
            bytes.all.extend((at..at + slot.size()).map(|byte| (byte, owners.clone(), table)));
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
    let mut target = [NOWHERE; 256];
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
            target[usize::from(raw)] = u32::from(role) << 8 | u32::from(component);
        }
    }
    let refers = target.iter().any(|&t| t != NOWHERE);
    refers.then_some(Table { target, bias: u8::from(biased) })
}
