//! Values that may differ between the levels of static reduction.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

/// A level of static reduction, as in `-O1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Level {
    /// None, as SPIN with `-o1 -o2 -o3`.
    O0,
    /// What SPIN does by default.
    O1,
    /// Everything sound.
    O2,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 3] = [Level::O0, Level::O1, Level::O2];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// One value for all levels, or a table with one for each of some levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByLevel<T> {
    /// The same value everywhere. B has no levels, so this is the only form for it.
    Same(T),
    /// The values at `O0`, `O1` and `O2`, where they are given.
    Each([Option<T>; 3]),
}

impl<T> ByLevel<T> {
    /// The value at a level, or without levels.
    pub fn at(&self, level: Option<Level>) -> Option<&T> {
        match (self, level) {
            (ByLevel::Same(value), _) => Some(value),
            (ByLevel::Each(values), Some(level)) => values[level as usize].as_ref(),
            (ByLevel::Each(_), None) => None,
        }
    }

    /// The levels that are named.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        let named =
            |level: &Level| matches!(self, ByLevel::Each(values) if values[*level as usize].is_some());
        Level::ALL.into_iter().filter(named)
    }

    /// Every value that is given.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        let (same, each) = match self {
            ByLevel::Same(value) => (Some(value), None),
            ByLevel::Each(values) => (None, Some(values.iter().flatten())),
        };
        same.into_iter().chain(each.into_iter().flatten())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<T> {
    #[serde(rename = "O0")]
    o0: Option<T>,
    #[serde(rename = "O1")]
    o1: Option<T>,
    #[serde(rename = "O2")]
    o2: Option<T>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByLevel<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByLevel<T>, D::Error> {
        deserializer.deserialize_any(ByLevelVisitor(PhantomData))
    }
}

/// Told apart by hand: an untagged enum would lose the place of a mistake and what was expected there.
struct ByLevelVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ByLevelVisitor<T> {
    type Value = ByLevel<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one value, or a table with values for O0, O1 and O2")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<ByLevel<T>, E> {
        T::deserialize(value.into_deserializer()).map(ByLevel::Same)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<ByLevel<T>, E> {
        T::deserialize(value.into_deserializer()).map(ByLevel::Same)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<ByLevel<T>, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(values)).map(ByLevel::Same)
    }

    fn visit_map<A: MapAccess<'de>>(self, values: A) -> Result<ByLevel<T>, A::Error> {
        let Table { o0, o1, o2 } = Table::deserialize(MapAccessDeserializer::new(values))?;
        match (&o0, &o1, &o2) {
            (None, None, None) => Err(Error::custom("a table without a level")),
            _ => Ok(ByLevel::Each([o0, o1, o2])),
        }
    }
}
