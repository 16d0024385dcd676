//! A symmetry as it acts on the things of a program: processes, channels, values, variables, locations.

use std::collections::HashMap;

use graph::Vertex;
use program::{Instance, LocationId, VarKey};

use crate::detect::ProgramGraph;
use crate::detect::{CellName, Class};
use crate::group_action::state_group::{CellPoint, Point};

/// One automorphism of the program graph, restricted to what appears in states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// Image of each process.
    pub processes: Vec<u8>,
    /// Image of each channel, numbered from 0.
    pub channels: Vec<u32>,
    /// Images of variables' elements; an element that is not here stays.
    pub(crate) cells: HashMap<CellName, CellName>,
    /// Images of variables that are not in the state, which other code writes to; one that is not here stays.
    pub(crate) hidden: HashMap<VarKey, VarKey>,
    /// Images of locations that change number; `(process, location)` to the location of the image process.
    pub(crate) locations: HashMap<(u8, LocationId), LocationId>,
    /// Images of permutable values; a value that is not here stays.
    pub(crate) values: HashMap<(Class, i32), i32>,
}

impl Generator {
    /// The symmetry that moves nothing.
    pub(crate) fn identity(instance: &Instance) -> Generator {
        Generator {
            processes: (0..instance.processes.len() as u8).collect(),
            channels: (0..instance.configuration.channels.len() as u32).collect(),
            cells: HashMap::new(),
            hidden: HashMap::new(),
            locations: HashMap::new(),
            values: HashMap::new(),
        }
    }

    /// The restriction of an automorphism. `None` if it does not map things to things of their sort, which the
    /// colours of the graph rule out.
    pub(crate) fn new(graph: &ProgramGraph, instance: &Instance, image: &[u32]) -> Option<Generator> {
        let to = |v: Vertex| Vertex(image[v.index()]);
        let find = |all: &[Vertex], v: Vertex| all.iter().position(|&w| w == v);
        let processes: Option<Vec<u8>> =
            graph.processes.iter().map(|&v| find(&graph.processes, to(v)).map(|p| p as u8)).collect();
        let channels: Option<Vec<u32>> =
            graph.channels.iter().map(|&v| find(&graph.channels, to(v)).map(|c| c as u32)).collect();
        let (processes, channels) = (processes?, channels?);
        let by_vertex: HashMap<Vertex, CellName> = graph.cells.iter().map(|(&n, &v)| (v, n)).collect();
        let mut cells = HashMap::new();
        for (&name, &vertex) in &graph.cells {
            let image = *by_vertex.get(&to(vertex))?;
            if image != name {
                cells.insert(name, image);
            }
        }
        let by_vertex: HashMap<Vertex, VarKey> = graph.hidden.iter().map(|(&k, &v)| (v, k)).collect();
        let mut hidden = HashMap::new();
        for (&key, &vertex) in &graph.hidden {
            let image = *by_vertex.get(&to(vertex))?;
            if image != key {
                hidden.insert(key, image);
            }
        }
        let by_vertex: HashMap<Vertex, (u8, LocationId)> =
            graph.locations.iter().map(|(&l, &v)| (v, l)).collect();
        let mut locations = HashMap::new();
        for (&(pid, location), &vertex) in &graph.locations {
            let &(image_pid, image) = by_vertex.get(&to(vertex))?;
            if image_pid != processes[usize::from(pid)] {
                return None;
            }
            if image != location {
                locations.insert((pid, location), image);
            }
        }
        let by_vertex: HashMap<Vertex, (Class, i32)> = graph.values.iter().map(|(&k, &v)| (v, k)).collect();
        let mut values = HashMap::new();
        for (&(class, value), &vertex) in &graph.values {
            let &(image_class, image) = by_vertex.get(&to(vertex))?;
            if image_class != class {
                return None;
            }
            if image != value {
                values.insert((class, value), image);
            }
        }
        debug_assert_eq!(processes.len(), instance.processes.len());
        Some(Generator { processes, channels, cells, hidden, locations, values })
    }

    /// Is some process, channel or value moved?
    pub fn moves_things(&self) -> bool {
        self.processes.iter().enumerate().any(|(i, &p)| i != usize::from(p))
            || self.channels.iter().enumerate().any(|(i, &c)| i != c as usize)
            || !self.values.is_empty()
    }

    /// The processes, channels, variables and locations that it moves.
    pub(crate) fn moved_points(&self) -> impl Iterator<Item = Point> + '_ {
        let processes = (0..self.processes.len() as u8).filter(|&p| self.process(p) != p).map(Point::Process);
        let channels = (0..self.channels.len() as u32).filter(|&c| self.channels[c as usize] != c);
        let cells = self.cells.keys().filter_map(|name| match *name {
            CellName::Variable(var, index) => Some(Point::Cell(CellPoint { var, index })),
            CellName::Field { .. } | CellName::Location(_) => None,
        });
        let locations = self.locations.keys().map(|&(pid, location)| Point::Location(pid, location.0));
        processes.chain(channels.map(Point::Channel)).chain(cells).chain(locations)
    }

    /// Are some values of this class changed?
    pub(crate) fn moves_class(&self, class: Class) -> bool {
        match class {
            Class::Plain => false,
            Class::Process => self.processes.iter().enumerate().any(|(i, &p)| i != usize::from(p)),
            Class::Channel => self.channels.iter().enumerate().any(|(i, &c)| i != c as usize),
            Class::Values(_) => self.values.keys().any(|(c, _)| *c == class),
        }
    }

    /// The image of a process.
    pub fn process(&self, pid: u8) -> u8 {
        self.processes.get(usize::from(pid)).copied().unwrap_or(pid)
    }

    /// The location its image process is at when `pid` is at `location`.
    pub fn location(&self, pid: u8, location: LocationId) -> LocationId {
        self.locations.get(&(pid, location)).copied().unwrap_or(location)
    }

    /// The image of a value of a class.
    pub(crate) fn value(&self, class: Class, value: i32) -> i32 {
        match class {
            Class::Plain => value,
            Class::Process => {
                let found = usize::try_from(value).ok().and_then(|v| self.processes.get(v));
                found.map_or(value, |&p| i32::from(p))
            }
            Class::Channel => {
                let found = usize::try_from(value - 1).ok().and_then(|v| self.channels.get(v));
                found.map_or(value, |&c| c as i32 + 1)
            }
            Class::Values(_) => self.values.get(&(class, value)).copied().unwrap_or(value),
        }
    }

    /// The image of a cell: of a message field, the same field of the image channel.
    pub(crate) fn cell(&self, name: CellName) -> CellName {
        match name {
            CellName::Location(pid) => CellName::Location(self.process(pid)),
            CellName::Field { channel, shape, slot, field } => {
                let to = self.channels.get(channel as usize).copied().unwrap_or(channel);
                CellName::Field { channel: to, shape, slot, field }
            }
            CellName::Variable(..) => self.cells.get(&name).copied().unwrap_or(name),
        }
    }
}
