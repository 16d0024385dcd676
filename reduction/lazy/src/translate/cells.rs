//! Where every value of the program stands in the system.

use std::collections::{BTreeMap, HashMap};

use program::{CellSlot, Code, GlobalId, Instance, Interpreter, LocalId, Part, Program, Scalar, VarKey};
use rapidhash::RapidHashSet;

use super::codec::{Cell, Codec};
use super::identifiers::{Holder, Identifiers};
use super::ownership::{Ownership, ownership};
use crate::system::{Array, Channel, Kind, Place, ProcessId, Shared, System};

/// A variable of the instance: its bounds, its type and where its elements stand.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub bounds: Vec<u32>,
    pub places: Vec<Place>,
    /// The type of its elements.
    pub scalar: Scalar,
    /// Its number among the arrays of the system.
    pub array: u32,
    /// Its elements, all of them shared, hold identifiers.
    pub identifier: bool,
    /// Its first index is a process number, plainly.
    pub owned: bool,
}

/// A field of the messages of a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldKind {
    pub scalar: Scalar,
    /// It holds identifiers, in the shared part.
    pub identifier: bool,
}

/// Where everything stands.
pub(super) struct Cells {
    pub variables: HashMap<VarKey, Variable>,
    pub owned: Ownership,
    pub channels: Vec<Channel>,
    /// For each channel, the fields of its messages.
    pub fields: Vec<Vec<FieldKind>>,
    /// The shared cells of each process's own variables.
    pub private: Vec<Vec<Place>>,
    kinds: Vec<Kind>,
    processes: Vec<u16>,
    shared: Vec<Shared>,
    arrays: Vec<Array>,
    /// Where each cell is found in a state of the interpreter.
    cells: Vec<Cell>,
    initial_shared: Vec<i64>,
    initial_local: Vec<Vec<i32>>,
    local_scalars: Vec<Vec<Scalar>>,
}

impl Cells {
    /// Lays out the cells of an instance.
    pub fn new(interpreter: &Interpreter, instance: &Instance) -> Cells {
        let owned = ownership(interpreter, instance);
        let identifiers = Identifiers::infer(instance, &owned);
        let count = instance.processes.len();
        let mut cells = Cells {
            variables: HashMap::new(),
            owned,
            channels: Vec::new(),
            fields: Vec::new(),
            private: vec![Vec::new(); count],
            kinds: Vec::new(),
            processes: Vec::new(),
            shared: Vec::new(),
            arrays: Vec::new(),
            cells: Vec::new(),
            initial_shared: Vec::new(),
            initial_local: vec![Vec::new(); count],
            local_scalars: vec![Vec::new(); count],
        };
        let mut builder = Builder { interpreter, instance, identifiers, cells: &mut cells };
        let mentioned = instance.mentioned();
        builder.processes(&mentioned);
        let private: Vec<u32> = builder.cells.local_scalars.iter().map(|l| l.len() as u32).collect();
        builder.globals(&mentioned);
        builder.channels();
        builder.kinds(&private);
        cells
    }

    /// The system, still without code.
    pub fn system(&self) -> System {
        System {
            processes: self.processes.clone(),
            kinds: self.kinds.clone(),
            transitions: Vec::new(),
            shared: self.shared.clone(),
            arrays: self.arrays.clone(),
            channels: self.channels.clone(),
            initial_shared: self.initial_shared.clone(),
            initial_local: self.initial_local.clone(),
        }
    }

    /// Between states of the system and of the interpreter.
    pub fn codec(&self, interpreter: &Interpreter, instance: &Instance) -> Codec {
        Codec::new(interpreter.layout().clone(), instance.starts[0].clone(), self.cells.clone())
    }
}

/// A process type, the elements of arrays and the channels that a process of it owns.
type Shape = (u32, Vec<(VarKey, usize)>, Vec<u32>);

struct Builder<'a, 'c> {
    interpreter: &'a Interpreter,
    instance: &'a Instance,
    identifiers: Identifiers,
    cells: &'c mut Cells,
}

impl Builder<'_, '_> {
    /// Adds a cell that stands at `address` in the interpreter's state.
    fn cell(&mut self, owner: Option<u16>, address: usize, slot: CellSlot, identifier: bool) -> Place {
        let value = slot.load(&self.instance.starts[0][address..]);
        let place = match owner {
            Some(process) => {
                self.cells.initial_local[usize::from(process)].push(value);
                let scalars = &mut self.cells.local_scalars[usize::from(process)];
                scalars.push(slot.scalar);
                Place::Local(ProcessId(process), scalars.len() as u32 - 1)
            }
            None => {
                self.cells.shared.push(Shared { scalar: slot.scalar, identifier });
                self.cells.initial_shared.push(i64::from(value));
                Place::Shared(self.cells.shared.len() as u32 - 1)
            }
        };
        self.cells.cells.push(Cell { place, address, slot });
        place
    }

    /// Locations and local variables. Those of a process that is alone of its type are shared cells.
    fn processes(&mut self, mentioned: &RapidHashSet<VarKey>) {
        let layout = self.interpreter.layout().clone();
        for (code, pid) in self.instance.processes.iter().zip(0u16..) {
            let Some((proctype, entry)) = self.instance.configuration.process(usize::from(pid)) else {
                continue;
            };
            let entry = *entry;
            let frame = &layout.processes[proctype.index()];
            let at = |slot: CellSlot| (base(slot, entry.control, entry.reference) + slot.offset) as usize;
            self.cell(Some(pid), at(frame.location), frame.location, false);
            // The location also takes the mark of the dead.
            self.cells.local_scalars[usize::from(pid)][0] = Scalar::Int;
            let owner = self.cells.owned.class[usize::from(pid)].then_some(pid);
            for (var, id) in self.program().proctype(proctype).locals.clone().iter().zip(0..) {
                let key = VarKey::local(code.owner, proctype, LocalId(id));
                if !mentioned.contains(&key.declared()) {
                    continue;
                }
                let places = match frame.locals[id as usize] {
                    Some(slot) => self.elements(owner, at(slot), slot, var, key),
                    None => vec![Place::Nowhere; var.cells()],
                };
                let shared = places.iter().filter(|place| matches!(place, Place::Shared(_)));
                self.cells.private[usize::from(pid)].extend(shared);
                self.variable(key, var, places, false);
            }
        }
    }

    fn elements(
        &mut self,
        owner: Option<u16>,
        address: usize,
        slot: CellSlot,
        var: &program::Variable,
        key: VarKey,
    ) -> Vec<Place> {
        let identifier = self.is_identifier(Holder::Variable(key.declared()), slot.scalar);
        (0..var.cells()).map(|i| self.cell(owner, address + i * slot.size(), slot, identifier)).collect()
    }

    fn globals(&mut self, mentioned: &RapidHashSet<VarKey>) {
        let layout = self.interpreter.layout().clone();
        let reference = self.instance.configuration.reference_start;
        for (var, id) in self.program().globals.clone().iter().zip(0..) {
            let key = VarKey::global(GlobalId(id));
            if !mentioned.contains(&key) {
                continue;
            }
            let shift = self.cells.owned.arrays.get(&key).copied();
            let places = match layout.globals[id as usize] {
                Some(slot) => {
                    let address = (base(slot, 0, reference) + slot.offset) as usize;
                    let stride = var.dims.iter().skip(1).map(|&n| n as usize).product::<usize>().max(1);
                    let owner = |i: usize| shift.and_then(|shift| self.owner((i / stride) as i32 + shift));
                    let owners: Vec<Option<u16>> = (0..var.cells()).map(owner).collect();
                    // What a process owns is a number to permutations, and an array is of one sort throughout.
                    let identifier = owners.iter().all(Option::is_none)
                        && self.is_identifier(Holder::Variable(key), slot.scalar);
                    (owners.into_iter().enumerate())
                        .map(|(i, owner)| self.cell(owner, address + i * slot.size(), slot, identifier))
                        .collect()
                }
                None => vec![Place::Nowhere; var.cells()],
            };
            // Of elements that are nowhere no process owns one: they would not tell which indices are outside.
            let owned = shift == Some(0) && !places.contains(&Place::Nowhere);
            self.variable(key, var, places, owned);
        }
    }

    fn owner(&self, process: i32) -> Option<u16> {
        let index = usize::try_from(process).ok()?;
        (self.cells.owned.class.get(index) == Some(&true)).then_some(index as u16)
    }

    fn variable(&mut self, key: VarKey, var: &program::Variable, places: Vec<Place>, owned: bool) {
        let array = self.cells.arrays.len() as u32;
        let local = match (key.owner, places.first()) {
            (program::Owner::Process(_), Some(&Place::Local(process, cell))) => Some((process, cell)),
            _ => None,
        };
        self.cells.arrays.push(Array { bounds: var.dims.clone(), places: places.clone(), local });
        let identifier = places.iter().all(|place| match place {
            Place::Shared(cell) => self.cells.shared[*cell as usize].identifier,
            _ => false,
        });
        let (bounds, scalar) = (var.dims.clone(), var.scalar);
        let variable = Variable { bounds, places, scalar, array, identifier, owned };
        self.cells.variables.insert(key, variable);
    }

    fn channels(&mut self) {
        let layout = self.interpreter.layout().clone();
        for value in 1..=self.instance.configuration.channels.len() as i32 {
            let Some((shape, entry)) = self.instance.configuration.channel(value) else { continue };
            let (entry, frame) = (*entry, &layout.channels[shape.index()]);
            let described = self.program().channel_type(shape).clone();
            let owner = self.cells.owned.channels.get(&value).copied();
            let kind = |(field, &scalar): (usize, &Scalar)| FieldKind {
                scalar,
                identifier: owner.is_none() && self.is_identifier(Holder::Field(shape, field), scalar),
            };
            let fields: Vec<FieldKind> = described.fields.iter().enumerate().map(kind).collect();
            let mut base_place = Place::Nowhere;
            if described.capacity > 0 {
                let length = CellSlot { part: Part::Control, offset: 0, scalar: Scalar::Byte, biased: false };
                base_place = self.cell(owner, (entry.control + frame.length) as usize, length, false);
                for message in 0..described.capacity {
                    for (slot, field) in frame.fields.iter().zip(&fields) {
                        let stride = frame.stride[usize::from(slot.part == Part::Reference)];
                        let address =
                            base(*slot, entry.control, entry.reference) + slot.offset + message * stride;
                        self.cell(owner, address as usize, *slot, field.identifier);
                    }
                }
            }
            let width = described.fields.len() as u32;
            self.cells.channels.push(Channel { capacity: described.capacity, width, base: base_place });
            self.cells.fields.push(fields);
        }
        self.blank_unused();
    }

    /// What an unused message slot holds is no process number.
    fn blank_unused(&mut self) {
        for channel in &self.cells.channels {
            let Place::Shared(base) = channel.base else { continue };
            let length = self.cells.initial_shared[base as usize] as u32;
            for cell in base + 1 + length * channel.width..base + 1 + channel.capacity * channel.width {
                if self.cells.shared[cell as usize].identifier {
                    self.cells.initial_shared[cell as usize] = crate::system::NO_VALUE;
                }
            }
        }
    }

    /// A cell too narrow for a process number cannot hold identifiers.
    fn is_identifier(&self, holder: Holder, scalar: Scalar) -> bool {
        let most = self.instance.processes.len() as i32;
        self.identifiers.contains(holder) && scalar.truncate(most) == most
    }

    /// Processes with equal shapes are of one kind.
    fn kinds(&mut self, private: &[u32]) {
        let mut numbers: BTreeMap<Shape, u16> = BTreeMap::new();
        for (code, pid) in self.instance.processes.iter().zip(0u16..) {
            let shape = (code.proctype.0, self.owned_elements(pid), self.owned_channels(pid));
            let next = numbers.len() as u16;
            let kind = *numbers.entry(shape).or_insert(next);
            if kind == next {
                let cells = self.cells.local_scalars[usize::from(pid)].clone();
                let private = private[usize::from(pid)];
                self.cells.kinds.push(Kind { cells, private, ends: self.ends(code), is_class: false });
            }
            self.cells.processes.push(kind);
        }
        for (index, kind) in self.cells.kinds.iter_mut().enumerate() {
            kind.is_class = self.cells.processes.iter().filter(|&&k| usize::from(k) == index).count() > 1;
        }
    }

    /// Which arrays a process owns elements of, and how many.
    fn owned_elements(&self, pid: u16) -> Vec<(VarKey, usize)> {
        let mut owned = Vec::new();
        for key in self.cells.owned.arrays.keys() {
            let Some(variable) = self.cells.variables.get(key) else { continue };
            let own = |p: &&Place| matches!(p, Place::Local(process, _) if process.0 == pid);
            let count = variable.places.iter().filter(own).count();
            if count > 0 {
                owned.push((*key, count));
            }
        }
        owned
    }

    /// The shapes of the channels a process owns.
    fn owned_channels(&self, pid: u16) -> Vec<u32> {
        let numbers = 1..=self.instance.configuration.channels.len() as i32;
        let own = |value: &i32| self.cells.owned.channels.get(value) == Some(&pid);
        numbers.filter(own).filter_map(|v| self.instance.configuration.channel(v)).map(|(s, _)| s.0).collect()
    }

    /// All of the type: a process may get to places where another of its kind does not.
    fn ends(&self, code: &Code) -> Vec<i32> {
        let body = self.program().proctype(code.proctype);
        (body.locations.iter().zip(0..)).filter(|(location, _)| location.end).map(|(_, l)| l).collect()
    }

    fn program(&self) -> &Program {
        self.interpreter.program()
    }
}

fn base(slot: CellSlot, control: u32, reference: u32) -> u32 {
    match slot.part {
        Part::Control => control,
        Part::Reference => reference,
    }
}
