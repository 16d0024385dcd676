//! What a growing program may refer to: variables with the range they are kept in, channels, inlines, proctypes.
//!
//! State spaces stay small because every number variable has a bound and assignments reduce modulo it. The bound is the
//! generator's own discipline, not the type's range: a `byte` with bound 3 is assigned 0, 1 and 2 (but for the rare
//! deliberate overflow).
use super::random::Random;
use super::tree::{Expression, Place, Type};

/// A variable, or a field of one, that can be read and written.
#[derive(Clone, Debug)]
pub struct Known {
    /// The variable's name.
    pub name: String,
    /// Its length, for an array.
    pub size: Option<usize>,
    /// The field, and its length if it is an array.
    pub field: Option<(String, Option<usize>)>,
    /// Values stay below this.
    pub bound: i64,
    /// What it holds.
    pub role: Role,
    /// Loop counters are read but not written, lest loops never end.
    pub read_only: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A number.
    Number,
    /// A name of the mtype.
    Mtype,
}

/// A channel or an array of channels.
#[derive(Clone, Debug)]
pub struct KnownChannel {
    /// Its name.
    pub name: String,
    /// Its length, for an array.
    pub size: Option<usize>,
    /// 0: rendezvous.
    pub capacity: usize,
    /// The types of its fields.
    pub fields: Vec<Type>,
    /// A local variable that holds a channel and may be assigned another of its kind.
    pub alias: bool,
}

impl KnownChannel {
    /// Whether one may stand for the other: the same fields, and both or neither rendezvous.
    pub fn is_like(&self, other: &KnownChannel) -> bool {
        self.fields == other.fields && (self.capacity > 0) == (other.capacity > 0)
    }
}

/// An inline: one written parameter with this bound, and one read one.
#[derive(Clone, Debug)]
pub struct KnownInline {
    /// Its name.
    pub name: String,
    /// The bound of the variable to pass as its first argument.
    pub bound: i64,
}

/// A proctype to run.
#[derive(Clone, Debug)]
pub struct KnownProcess {
    /// Its name.
    pub name: String,
    /// The parameters: a number, or a channel like this one.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a proctype.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// A number below the bound.
    Number(i64),
    /// A channel with the fields and the kind of capacity of this one.
    Channel(KnownChannel),
}

/// A label of a process whose number is known beforehand.
#[derive(Clone, Debug)]
pub struct KnownLabel {
    /// The proctype.
    pub process: String,
    /// The process's number.
    pub number: usize,
    /// The label.
    pub label: String,
    /// A local variable of it.
    pub local: Option<String>,
}

/// Everything that can be named at one point of the program.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Variables.
    pub variables: Vec<Known>,
    /// Whole structures by name and type.
    pub structures: Vec<(String, String)>,
    /// Number arrays by name and length, for `for (i in a)`.
    pub arrays: Vec<(String, usize)>,
    /// Channels.
    pub channels: Vec<KnownChannel>,
    /// Inlines.
    pub inlines: Vec<KnownInline>,
    /// Proctypes that may be run.
    pub processes: Vec<KnownProcess>,
    /// Labels that remote references may name.
    pub remote: Vec<KnownLabel>,
    /// Labels that `goto` may name.
    pub labels: Vec<String>,
    /// Names of the mtype.
    pub mtype: Vec<String>,
    /// A free local variable for loops.
    pub counter: Option<String>,
}

impl Scope {
    /// A variable that `accept` allows.
    pub fn variable(&self, random: &mut Random, accept: impl Fn(&Known) -> bool) -> Option<Known> {
        let fitting: Vec<&Known> = self.variables.iter().filter(|known| accept(known)).collect();
        random.pick(&fitting).map(|&known| known.clone())
    }

    /// A channel that `accept` allows.
    pub fn channel(
        &self,
        random: &mut Random,
        accept: impl Fn(&KnownChannel) -> bool,
    ) -> Option<KnownChannel> {
        let fitting: Vec<&KnownChannel> = self.channels.iter().filter(|known| accept(known)).collect();
        random.pick(&fitting).map(|&known| known.clone())
    }

    /// Adds a number variable.
    pub fn add_number(&mut self, name: &str, size: Option<usize>, bound: i64) {
        let known =
            Known { name: name.to_owned(), size, field: None, bound, role: Role::Number, read_only: false };
        self.variables.push(known);
        if let Some(size) = size {
            self.arrays.push((name.to_owned(), size));
        }
    }
}

/// Turns a known variable into a place, growing its indices with `index`.
pub fn place(known: &Known, mut index: impl FnMut(usize) -> Expression) -> Place {
    let mut at = |size: Option<usize>| size.map(|size| Box::new(index(size)));
    let outer = at(known.size);
    let (field, field_index) = match &known.field {
        None => (None, None),
        Some((name, size)) => (Some(name.clone()), at(*size)),
    };
    Place { name: known.name.clone(), index: outer, field, field_index }
}
