//! An element of the group that takes one given state to another.
//!
//! Points (processes, channels, values) are coloured in both states by what their cells hold, and the colours are refined by
//! what the points refer to and are referred to by, as in partition refinement (McKay, *Practical graph isomorphism*, 1981).
//! An element that takes one state to the other takes each point to one of its colour. Elements are then built along
//! the stabiliser chain, as products of coset representatives, so that each is in the group; a branch is left where the
//! image of a base point has another colour. What remains is applied to the state and compared, so a colour that says too
//! little costs time and is never wrong.

use std::hash::{Hash, Hasher};

use permutation::{Perm, Point as Number};
use program::{Configuration, Owner};
use rapidhash::{RapidHashMap as HashMap, fast::RapidHasher};

use crate::detect::{CellName, Class};
use crate::{Point, StateGroup};

/// Rounds of refinement.
const ROUNDS: usize = 3;
/// Elements tried before the search is given up.
const MOST_TRIED: usize = 50_000;

/// What a cell holds: a constant, or a point by its number.
#[derive(Clone, Copy, Debug)]
enum Held {
    Constant(i32),
    Point(usize),
}

/// What the cells of a configuration have to do with the points.
#[derive(Debug)]
pub(crate) struct Cells {
    all: Vec<Cell>,
}

#[derive(Debug)]
struct Cell {
    at: usize,
    size: usize,
    slot: Option<program::CellSlot>,
    class: Class,
    /// The process whose location it is, if locations are points.
    location_of: Option<u8>,
    /// What it is, whoever's it is: the same for a cell and its images.
    label: u64,
    /// The points it belongs to.
    owners: Vec<usize>,
}

impl Cells {
    pub fn new(group: &StateGroup, configuration: &Configuration, numbers: &HashMap<Point, usize>) -> Cells {
        let layout = &group.layout;
        let mut all = Vec::new();
        for placed in layout.cells(configuration) {
            if !group.detection.is_live(placed.name) {
                continue;
            }
            let owners = group.owners(placed.name);
            let odd = group.odd_cell(placed.name).is_some();
            let moved: Vec<usize> = owners.iter().filter_map(|point| numbers.get(point).copied()).collect();
            let fixed: Vec<&Point> = owners.iter().filter(|point| !numbers.contains_key(point)).collect();
            let label = if odd { 0 } else { hash(&(sort(group, placed.name), fixed)) };
            let location_of = match placed.name {
                CellName::Location(pid) if !group.keeps_locations => Some(pid),
                _ => None,
            };
            all.push(Cell {
                at: placed.at,
                size: placed.slot.size(),
                slot: Some(placed.slot),
                class: group.detection.class(placed.name),
                location_of,
                label,
                owners: moved,
            });
        }
        for channel in 0..configuration.channels.len() as u32 {
            let Some((shape, entry)) = configuration.channel(channel as i32 + 1) else { continue };
            if layout.program.channel_type(shape).capacity > 0 {
                let owners = numbers.get(&Point::Channel(channel)).copied().into_iter().collect();
                let at = layout.channels[shape.index()].length_at(entry);
                let (label, class) = (1, Class::Plain);
                all.push(Cell { at, size: 1, slot: None, class, location_of: None, label, owners });
            }
        }
        all.retain(|cell| !cell.owners.is_empty() || cell.class != Class::Plain);
        Cells { all }
    }

    /// The colours of all points in a state.
    pub fn colours(&self, numbers: &HashMap<Point, usize>, state: &[u8]) -> Vec<u64> {
        let held: Vec<Held> = self.all.iter().map(|cell| cell.held(numbers, state)).collect();
        let mut colours = vec![0u64; numbers.len()];
        for _ in 0..ROUNDS {
            // Sums do not depend on the order in which cells are visited.
            let mut next: Vec<u64> = colours.iter().map(|colour| hash(&(2, colour))).collect();
            for (cell, held) in self.all.iter().zip(&held) {
                let content = match *held {
                    Held::Constant(value) => hash(&(3, value)),
                    Held::Point(point) => hash(&(4, colours[point])),
                };
                let owners = cell.owners.iter().map(|&owner| colours[owner]);
                let all = owners.enumerate().fold(0u64, |sum, (i, colour)| sum ^ hash(&(5, i, colour)));
                for (i, &owner) in cell.owners.iter().enumerate() {
                    next[owner] = next[owner].wrapping_add(hash(&(6, i, cell.label, content, all)));
                }
                if let Held::Point(point) = *held {
                    next[point] = next[point].wrapping_add(hash(&(7, cell.label, all)));
                }
            }
            colours = next;
        }
        colours
    }
}

impl Cell {
    fn held(&self, numbers: &HashMap<Point, usize>, state: &[u8]) -> Held {
        let Some(slot) = self.slot else { return Held::Constant(i32::from(state[self.at])) };
        debug_assert!(self.at + self.size <= state.len());
        if slot.biased && state[self.at] == 0 {
            return Held::Constant(-1);
        }
        let value = slot.load(&state[self.at..]);
        let point = match (self.location_of, self.class) {
            (Some(pid), _) => Some(Point::Location(pid, value as u32)),
            (None, Class::Plain) => None,
            (None, Class::Process) => u8::try_from(value).ok().map(Point::Process),
            (None, Class::Channel) => u32::try_from(value - 1).ok().map(Point::Channel),
            (None, Class::Values(root)) => Some(Point::Value(root, value)),
        };
        match point.and_then(|point| numbers.get(&point).copied()) {
            Some(number) => Held::Point(number),
            // A location that keeps its number while others do not: that of a process that stays.
            None => Held::Constant(value),
        }
    }
}

/// What a cell is, without the points it belongs to.
#[derive(Hash)]
enum Sort {
    Global(u32, Option<u32>),
    /// The image of a process may be of a copy of its type.
    Local(u32, Option<u32>),
    Field(u32, u32, usize),
    Location,
}

fn sort(group: &StateGroup, name: CellName) -> Sort {
    match name {
        CellName::Variable(var, index) => {
            let still = group.detection.dimensions(var).iter().all(|&(_, class)| class == Class::Plain);
            let index = still.then_some(index);
            match var.owner {
                Owner::Global => Sort::Global(var.index, index),
                _ => Sort::Local(var.index, index),
            }
        }
        CellName::Field { shape: _, slot, field, channel: _ } => Sort::Field(0, slot, field),
        CellName::Location(_) => Sort::Location,
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = RapidHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Searches for an element that respects the colours and passes `test`. An error: given up.
pub(crate) fn element(
    group: &StateGroup,
    from: &[u64],
    to: &[u64],
    test: &mut dyn FnMut(&Perm) -> bool,
) -> Result<Option<Perm>, ()> {
    let mut sorted = [from.to_vec(), to.to_vec()];
    sorted.iter_mut().for_each(|colours| colours.sort_unstable());
    if sorted[0] != sorted[1] {
        return Ok(None);
    }
    let mut search = Search { group, from, to, test, tried: 0 };
    search.extend(0, Perm::identity(group.points.len()))
}

struct Search<'a> {
    group: &'a StateGroup,
    from: &'a [u64],
    to: &'a [u64],
    test: &'a mut dyn FnMut(&Perm) -> bool,
    tried: usize,
}

impl Search<'_> {
    /// Chooses the image of the base point of a level; `later` is what is applied after everything deeper.
    fn extend(&mut self, level: usize, later: Perm) -> Result<Option<Perm>, ()> {
        let chain = self.group.group.chain();
        let Some(current) = chain.levels().get(level) else {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return Err(());
            }
            return Ok((self.test)(&later).then_some(later));
        };
        let base: Number = current.base();
        for &point in current.orbit() {
            if self.from[base.index()] != self.to[later.image(point).index()] {
                continue;
            }
            let next = chain.representative(level, point).then(&later);
            if let Some(found) = self.extend(level + 1, next)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
