//! A proof that a renaming is a symmetry, on the code itself.
//!
//! The idea: rename everything in the code of every process (processes, channels, variables, elements of arrays, values, control
//! locations) and compare what comes out with the code of the process that the renaming leads to, statement by
//! statement. Where the language gives no order (options of a choice, operands of commutative operators, assignments that
//! do not touch one another) neither does the comparison. If every process, every automaton that watches and every process
//! yet to be created is carried to code that reads the same, then the renaming commutes with every step of every state: what is
//! evaluated in the image of a state is the image of what is evaluated in the state, by induction over the expression.
//!
//! That induction needs every value to be read as what the renaming takes it for. Each place in the code demands a sort
//! (a channel in front of `!`, a process in `P[e]:x`, a number in `e + 1`), and a variable of one sort where another is
//! demanded means that the values of neither may move. What the language itself orders (the order in which processes die,
//! `_last`, the first process of a type, sorted sends, the width of cells) is noted in the same way as an
//! [`Obligation`]. Both are collected once for a program; a renaming is then checked against them.
//!
//! Detection (`symmetry`) finds symmetries as automorphisms of a graph of the same instance, following Donaldson and
//! Miller (Automatic symmetry detection for Promela, 2008) in reading them off the text. Their own check, before a
//! permutation is used, is the one here: apply it to the program and compare up to reordering (section 5 there, "validity").
//! Nothing is shared with the graph: neither vertices nor colours, nor the inference of kinds, whose result is
//! taken as a claim. Rejected: comparing the code before constants are folded, which would call a ring of
//! `(_pid + 1) % N` unequal; and deciding equality of arbitrary expressions, which no model has needed.
//!
//! The instance itself, that is constants folded into the code of each process, what never happens left out and what is
//! called unordered, is compared with the program as it is written first ([`faithful`]).
//! The instance takes for granted what variables hold that nothing assigns, so a renaming must carry that along
//! ([`Proof::check`]). Nothing else is asked of the start: commuting with the steps of every state is enough.

mod constants;
mod created;
mod faithful;
mod held;
mod obligation;
mod reader;
mod renaming;
mod spelling;
mod statements;

use std::fmt;

use program::{Code, Head, Instance, Interpreter, LocationId, Owner, Proctype, Program, Tree, VarKey};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

pub use obligation::Obligation;
pub use renaming::{Renaming, Sort, Sorts};

use obligation::declaration;
use reader::Reader;
use renaming::Still;
use spelling::Name;
use statements::Written;

/// A program ready for renamings to be checked.
pub struct Proof<'a> {
    program: &'a Program,
    instance: &'a Instance,
    sorts: &'a dyn Sorts,
    /// Processes that exist, by number.
    processes: Vec<Written>,
    /// Code that must read the same in its own place.
    others: Vec<Written>,
    /// The spellings of the processes as they are.
    spelt: Vec<Spelt>,
    obligations: Vec<Obligation>,
    /// Code of the instance that is not what the program says.
    unfaithful: Option<Owner>,
    /// However the processes come to exist, the instance is theirs.
    created_alike: bool,
    /// For each start, what cells hold that nothing assigns.
    held: Vec<HashMap<(VarKey, u32), i32>>,
    /// Every name in the code, by number.
    names: Vec<Name>,
    numbers: HashMap<Name, u32>,
    /// Values of each sort that occur; others never will.
    values: HashMap<Sort, HashSet<i32>>,
    /// For each channel, how many processes that may die were created before it: it dies with the last of these.
    dies_with: Vec<usize>,
}

/// What a renaming breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It is no permutation of processes or channels, or mixes unlike ones, or unlike variables.
    Mixes,
    /// It moves what must stay.
    Breaks(Obligation),
    /// The code of this owner reads otherwise than that of its image.
    Code(Owner),
    /// The code of this owner in the instance is not what the program says.
    Instance(Owner),
    /// What a variable holds that nothing assigns is not what its image holds.
    Constants,
    /// Which processes there are, or what they hold for ever, may depend on the order in which things happen.
    Creation,
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Mixes => write!(f, "unlike processes, channels or variables are exchanged"),
            Objection::Breaks(obligation) => write!(f, "{obligation:?} is not kept"),
            Objection::Code(owner) => {
                write!(f, "the code of {owner:?} reads otherwise than that of its image")
            }
            Objection::Instance(owner) => {
                write!(f, "the simplified code of {owner:?} is not what the program says")
            }
            Objection::Constants => write!(f, "what never changes is not what its image is"),
            Objection::Creation => write!(f, "processes may come to exist in several ways"),
        }
    }
}

/// The lines of each location, in the order of their spellings; what stands around them.
type Spelt = (HashMap<LocationId, Vec<Vec<u32>>>, Vec<Vec<u32>>);

impl<'a> Proof<'a> {
    /// Reads the code of an instance, whose states are in the interpreter's layout.
    pub fn new(interpreter: &'a Interpreter, instance: &'a Instance, sorts: &'a dyn Sorts) -> Proof<'a> {
        let unfaithful = faithful::first_unfaithful(interpreter, instance);
        let created_alike = created::is_alike_in_all_runs(interpreter, instance);
        let held = constants::held(interpreter, instance);
        let mut reader = Reader::new(interpreter, instance, sorts);
        // Code that is not what the program says is not worth reading: nothing is proved then.
        let mut read = |all: &[Code]| -> Vec<Written> {
            let all = if unfaithful.is_some() { &[] } else { all };
            all.iter().map(|code| reader.code(code)).collect()
        };
        let processes = read(&instance.processes);
        let others = [read(&instance.later), read(&instance.observers)].concat();
        reader.trace();
        let mortal = mortal(instance);
        reader.obligations.extend(mortal.iter().map(|&pid| Obligation::Process(pid)));
        let recurs = |proctype| instance.later.iter().any(|code| code.proctype == proctype);
        let replaced = mortal.iter().filter(|&&pid| recurs(instance.processes[usize::from(pid)].proctype));
        reader.obligations.extend(replaced.map(|&pid| Obligation::Replaced(pid)));
        reader.obligations.extend(instance.later.iter().map(|code| Obligation::Type(code.proctype)));
        if reader.program.uses_last {
            reader.obligations.extend((0..instance.processes.len() as u8).map(Obligation::Process));
        }
        reader.note_computed();
        reader.finish();
        let entries = &instance.configuration;
        let dies_with = (entries.channels.iter())
            .map(|&c| mortal.iter().filter(|&&pid| entries.processes[usize::from(pid)] < c).count())
            .collect();
        let mut names: Vec<Name> = reader.names.keys().copied().collect();
        names.sort_unstable_by_key(|name| reader.names[name]);
        let same: Vec<u32> = (0..names.len() as u32).collect();
        let spelt = processes.iter().map(|code| spell(code, &Still, &same)).collect();
        let Reader { program, obligations, values, names: numbers, .. } = reader;
        let obligations = obligations.into_iter().collect();
        Proof {
            program,
            instance,
            sorts,
            processes,
            others,
            spelt,
            obligations,
            unfaithful,
            created_alike,
            held,
            names,
            numbers,
            values,
            dies_with,
        }
    }

    /// Is a renaming a symmetry of the program?
    pub fn check(&self, by: &dyn Renaming) -> Result<(), Objection> {
        if let Some(owner) = self.unfaithful {
            return Err(Objection::Instance(owner));
        }
        if !self.created_alike {
            return Err(Objection::Creation);
        }
        if !self.permutes(by) {
            return Err(Objection::Mixes);
        }
        let broken = |o: &&Obligation| !o.is_met(self, by);
        if let Some(&obligation) = self.obligations.iter().find(broken) {
            return Err(Objection::Breaks(obligation));
        }
        let images: Vec<Name> = self.names.iter().map(|name| name.image(by)).collect();
        if !self.names.iter().zip(&images).all(|(&name, &image)| self.are_declared_alike(name, image)) {
            return Err(Objection::Mixes);
        }
        if !self.keeps_constants(by) {
            return Err(Objection::Constants);
        }
        // A name that no code mentions is like none that some does.
        let to: Vec<u32> =
            images.iter().map(|image| self.numbers.get(image).copied().unwrap_or(u32::MAX)).collect();
        for (code, pid) in self.processes.iter().zip(0u8..) {
            if !self.carries(code, pid, by, &to) {
                return Err(Objection::Code(code.owner));
            }
        }
        for code in &self.others {
            let still = code.names.iter().all(|&name| to[name as usize] == name);
            if !still && spell(code, by, &to) != spell(code, &Still, &self.same()) {
                return Err(Objection::Code(code.owner));
            }
        }
        Ok(())
    }

    /// Processes go to processes, channels to channels that hold the same and live as long.
    fn permutes(&self, by: &dyn Renaming) -> bool {
        let (processes, channels) = (self.processes.len(), self.instance.configuration.channels.len() as u32);
        let to: HashSet<u8> = (0..processes as u8).map(|pid| by.process(pid)).collect();
        let channels_to: HashSet<u32> = (0..channels).map(|c| by.channel(c)).collect();
        to.len() == processes
            && to.iter().all(|&pid| usize::from(pid) < processes)
            && channels_to.len() == channels as usize
            && channels_to.iter().all(|&c| c < channels)
            && (0..channels).all(|c| by.channel(c) == c || self.are_alike(c, by.channel(c)))
    }

    /// Is what cells hold that nothing assigns, renamed, what they hold at some start?
    fn keeps_constants(&self, by: &dyn Renaming) -> bool {
        self.held.iter().all(|start| {
            let image: HashMap<(VarKey, u32), i32> = (start.iter())
                .map(|(&(var, index), &value)| {
                    (by.element(var, index), by.value(self.sorts.variable(var), value))
                })
                .collect();
            self.held.contains(&image)
        })
    }

    fn are_alike(&self, a: u32, b: u32) -> bool {
        let shape = |c: u32| self.instance.configuration.channel(c as i32 + 1).map(|(shape, _)| shape);
        let (Some(one), Some(other)) = (shape(a), shape(b)) else { return false };
        let (left, right) = (self.program.channel_type(one), self.program.channel_type(other));
        left.capacity == right.capacity
            && left.fields == right.fields
            && (0..left.fields.len()).all(|f| self.sorts.field(one, f) == self.sorts.field(other, f))
            && self.dies_with[a as usize] == self.dies_with[b as usize]
    }

    /// The names as they are.
    fn same(&self) -> Vec<u32> {
        (0..self.names.len() as u32).collect()
    }

    /// Is the image of a variable declared as the variable is, and of its sort?
    fn are_declared_alike(&self, name: Name, image: Name) -> bool {
        let (var, to) = match (name, image) {
            (Name::Variable(var), Name::Variable(to)) | (Name::Element(var, _), Name::Element(to, _)) => {
                (var, to)
            }
            _ => return true,
        };
        let (one, other) = (declaration(self.program, var), declaration(self.program, to));
        var == to
            || (one.scalar == other.scalar
                && one.hidden == other.hidden
                && (matches!(name, Name::Element(..)) || one.dims == other.dims)
                && self.sorts.variable(var) == self.sorts.variable(to))
    }

    /// Does the code of a process, renamed, read as that of its image?
    fn carries(&self, code: &Written, pid: u8, by: &dyn Renaming, to: &[u32]) -> bool {
        let other = by.process(pid);
        let image = &self.processes[usize::from(other)];
        let stands = |location: LocationId| by.location(pid, location) == location;
        if other == pid
            && (by.keeps_locations() || code.locations.iter().all(|(l, _)| stands(*l)))
            && code.names.iter().all(|&name| to[name as usize] == name)
        {
            return true;
        }
        let (body, image_body) =
            (self.program.proctype(code.proctype), self.program.proctype(image.proctype));
        let marks = |body: &Proctype, l: LocationId| {
            let marked = body.locations.get(l.index());
            marked.map(|location| (location.end, location.accept, location.progress))
        };
        let are_marked_alike = |l: LocationId| {
            let here = marks(body, l);
            here.is_some() && here == marks(image_body, by.location(pid, l))
        };
        // What a type says of its processes beside their code: whether two possible transitions are an error.
        body.deterministic == image_body.deterministic
            && code.locations.iter().all(|(l, _)| are_marked_alike(*l))
            && spell(code, by, to) == self.spelt[usize::from(other)]
    }
}

/// The spelling of a body's image. Locations that coincide in the image make the spellings of fewer.
fn spell(code: &Written, by: &dyn Renaming, to: &[u32]) -> Spelt {
    let location = |l: LocationId| match code.owner {
        Owner::Process(pid) => by.location(pid, l),
        _ => l,
    };
    let mut lines = HashMap::default();
    for (at, all) in &code.locations {
        let mut spelt: Vec<Vec<u32>> = (all.iter())
            .map(|line| {
                let mut one = line.marks.to_vec();
                one.push(location(line.target).0);
                line.action.spell(to, &mut one);
                one
            })
            .collect();
        spelt.sort_unstable();
        lines.insert(location(*at), spelt);
    }
    let around = (code.around.iter())
        .map(|node| {
            let mut one = Vec::new();
            node.spell(to, &mut one);
            one
        })
        .collect();
    (lines, around)
}

/// Processes that may die: those that can end, above the youngest that cannot. Processes die youngest first.
fn mortal(instance: &Instance) -> Vec<u8> {
    fn ends(tree: &Tree) -> bool {
        tree.head == Head::Terminate || tree.kids.iter().any(ends)
    }
    let can_end = |pid: &u8| {
        let code = &instance.processes[usize::from(*pid)];
        code.locations.iter().flat_map(|(_, edges)| edges).any(|edge| ends(&edge.action))
    };
    (0..instance.processes.len() as u8).rev().take_while(can_end).collect()
}
