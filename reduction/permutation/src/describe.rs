//! What `quotient group` says about a group given by generators.
//!
//! Text in cycle notation goes in; order, orbits, blocks, structure and the strategy the group would get come
//! out, as data, as text and as JSON. Nothing is read or printed here.

use std::fmt;

use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::{
    Classified, ClassifyConfig, Group, NotationError, Perm, Point, Structure,
    blocks::{block_system_with, some_blocks_through},
    parse_generators,
};

/// An account of a group.
#[derive(Debug, Clone)]
pub struct Description {
    /// The number of points.
    pub degree: usize,
    /// The generators as given.
    pub generators: Vec<Perm>,
    /// The number of elements.
    pub order: BigUint,
    /// The orbits of two and more points.
    pub orbits: Vec<Vec<Point>>,
    /// For each of these orbits its non-trivial block systems, small blocks first.
    pub block_systems: Vec<Vec<Vec<Vec<Point>>>>,
    /// The structure in one line.
    pub structure: String,
    /// The strategy the group gets.
    pub strategy: Strategy,
}

/// How states would be canonicalised, as a tree.
#[derive(Debug, Clone)]
pub struct Strategy {
    /// The name under which the technique can be asked for.
    pub name: &'static str,
    /// Why it fits.
    pub why: String,
    /// The strategies of the parts.
    pub parts: Vec<Strategy>,
}

/// Block systems listed per orbit; a group may have hundreds of thousands.
const LISTED_SYSTEMS: usize = 64;

/// Reads generators and describes the group.
pub fn describe(text: &str) -> Result<Description, NotationError> {
    let list = parse_generators(text)?;
    let group = Group::from_generators(list.degree, list.generators.iter().cloned());
    let classified = Classified::new(&group, ClassifyConfig::default());
    let orbits: Vec<Vec<Point>> = group.orbits().non_trivial().map(<[Point]>::to_vec).collect();
    let systems_of = |orbit: &Vec<Point>| {
        let blocks = some_blocks_through(&group, orbit[0], LISTED_SYSTEMS);
        blocks.iter().map(|block| block_system_with(&group, block).blocks().to_vec()).collect()
    };
    Ok(Description {
        degree: list.degree,
        order: group.order(),
        block_systems: orbits.iter().map(systems_of).collect(),
        structure: classified.to_string(),
        strategy: Strategy::of(&classified),
        generators: list.generators,
        orbits,
    })
}

impl Description {
    /// The account as one JSON object; points count from one.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let system = |s: &Vec<Vec<Point>>| s.iter().map(|block| numbers(block)).collect::<Vec<_>>();
        json!({
            "degree": self.degree,
            "generators": self.generators.iter().map(Perm::to_string).collect::<Vec<_>>(),
            "order": self.order.to_string(),
            "orbits": self.orbits.iter().map(|orbit| numbers(orbit)).collect::<Vec<_>>(),
            "block_systems": self.block_systems.iter()
                .map(|of_orbit| of_orbit.iter().map(system).collect::<Vec<_>>())
                .collect::<Vec<_>>(),
            "structure": self.structure,
            "strategy": self.strategy.to_json(),
        })
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "degree     {}", self.degree)?;
        writeln!(f, "order      {}", self.order)?;
        writeln!(f, "structure  {}", self.structure)?;
        for (k, orbit) in self.orbits.iter().enumerate() {
            writeln!(f, "{:<10} {}", if k == 0 { "orbits" } else { "" }, set(orbit))?;
        }
        let systems = self.block_systems.iter().flatten();
        for (k, system) in systems.enumerate() {
            let blocks: Vec<String> = system.iter().map(|b| set(b)).collect();
            writeln!(f, "{:<10} {}", if k == 0 { "blocks" } else { "" }, blocks.join(" "))?;
        }
        write!(f, "strategy   ")?;
        self.strategy.write(f, 0)
    }
}

impl Strategy {
    fn of(classified: &Classified) -> Self {
        let (name, why) = name_and_reason(classified);
        let parts = match &classified.structure {
            Structure::Disjoint(factors) => factors.iter().map(Self::of).collect(),
            Structure::Wreath { inner, outer, .. } => {
                inner.iter().take(1).chain([&**outer]).map(Self::of).collect()
            }
            _ => Vec::new(),
        };
        Self { name, why, parts }
    }

    fn to_json(&self) -> Value {
        let parts: Vec<Value> = self.parts.iter().map(Self::to_json).collect();
        json!({ "name": self.name, "why": self.why, "parts": parts })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        writeln!(f, "{}: {}", self.name, self.why)?;
        for part in &self.parts {
            write!(f, "{:indent$}", "", indent = 13 + 2 * depth)?;
            part.write(f, depth + 1)?;
        }
        Ok(())
    }
}

fn name_and_reason(classified: &Classified) -> (&'static str, String) {
    match &classified.structure {
        Structure::Trivial => ("none", "nothing moves".to_owned()),
        Structure::Symmetric(set) => {
            let (columns, rows) = (set.columns().len(), set.columns().first().map_or(0, Vec::len));
            let points = if rows == 1 { "point" } else { "points" };
            ("minimising-set", format!("{columns} columns of {rows} {points} are permuted freely"))
        }
        Structure::Disjoint(factors) => {
            ("disjoint", format!("{} factors move disjoint points", factors.len()))
        }
        Structure::Wreath { product, .. } => {
            let (count, size) = (product.blocks.len(), product.blocks.first().map_or(0, Vec::len));
            ("wreath", format!("{count} blocks of {size} points, inside and then across"))
        }
        Structure::Small => {
            ("enumerate", format!("{} elements are few enough to try them all", classified.order()))
        }
        Structure::Unclassified => {
            ("local-search", format!("{} elements are too many to try them all", classified.order()))
        }
    }
}

fn numbers(points: &[Point]) -> Vec<usize> {
    points.iter().map(|p| p.index() + 1).collect()
}

fn set(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(Point::to_string).collect();
    format!("{{{}}}", points.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wreath_product_in_words() {
        let text = describe("(1 2 3), (1 2), (1 4)(2 5)(3 6), (7 8)").unwrap().to_string();
        let expected = "\
degree     8
order      144
structure  (S3 wr S2) x S2
orbits     {1 2 3 4 5 6}
           {7 8}
blocks     {1 2 3} {4 5 6}
strategy   disjoint: 2 factors move disjoint points
             wreath: 2 blocks of 3 points, inside and then across
               minimising-set: 3 columns of 1 point are permuted freely
               minimising-set: 2 columns of 3 points are permuted freely
             minimising-set: 2 columns of 1 point are permuted freely
";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_same_as_json() {
        let value = describe("(1 2)(3 4), (1 3)(2 4)").unwrap().to_json();
        assert_eq!(value["order"], "4");
        assert_eq!(value["orbits"], json!([[1, 2, 3, 4]]));
        assert_eq!(value["block_systems"][0].as_array().map(Vec::len), Some(3));
        assert_eq!(value["strategy"]["name"], "enumerate");
        assert_eq!(value["generators"], json!(["(1 2)(3 4)", "(1 3)(2 4)"]));
    }

    #[test]
    fn degenerate_texts() {
        assert_eq!(describe("").unwrap().structure, "trivial");
        assert_eq!(describe("degree 5\n()").unwrap().strategy.name, "none");
        assert!(describe("(1 2").is_err());
        let many = describe(&regular_elementary_abelian(7)).unwrap();
        assert_eq!(many.order.to_string(), "128");
        assert!(many.block_systems[0].len() >= LISTED_SYSTEMS);
    }

    /// `2^k` elements acting on themselves.
    fn regular_elementary_abelian(k: usize) -> String {
        let generator = |bit: usize| {
            let low = (0..1usize << k).filter(|x| x >> bit & 1 == 0);
            low.map(|x| format!("({} {})", x + 1, (x | 1 << bit) + 1)).collect::<String>()
        };
        (0..k).map(generator).collect::<Vec<_>>().join("\n")
    }
}
