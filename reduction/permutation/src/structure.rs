//! The structure of a group in one line: `S3 wr S2`, `S4 x S4`, `order 3840, unclassified`.
//!
//! The line names a [`Classified`] tree: `x` joins the factors of a disjoint product, `wr` the inner and the
//! outer group of a wreath product. Leaves that are no symmetric group are named if they are alternating
//! (`A5`), cyclic (`C6`) or dihedral (`D5`, the symmetries of a pentagon).

use std::fmt;

use crate::{Classified, Kind, Structure, recognise};

impl fmt::Display for Classified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.structure {
            Structure::Trivial => write!(f, "trivial"),
            Structure::Symmetric(set) => write!(f, "S{}", set.columns().len()),
            Structure::Disjoint(factors) => {
                let factors: Vec<String> = factors.iter().map(operand).collect();
                write!(f, "{}", factors.join(" x "))
            }
            Structure::Wreath { inner, outer, .. } => match inner.first() {
                Some(inner) => write!(f, "{} wr {}", operand(inner), operand(outer)),
                None => write!(f, "{outer}"),
            },
            Structure::Small | Structure::Unclassified => leaf(self, f),
        }
    }
}

fn leaf(classified: &Classified, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match recognise(&classified.group) {
        Kind::Trivial => write!(f, "trivial"),
        Kind::NaturalSymmetric(n) => write!(f, "S{n}"),
        Kind::NaturalAlternating(n) => write!(f, "A{n}"),
        Kind::Cyclic(n) => write!(f, "C{n}"),
        Kind::Dihedral(n) => write!(f, "D{n}"),
        Kind::Other => write!(f, "order {}, unclassified", classified.order()),
    }
}

/// A part of a larger structure, in parentheses unless it is one word.
fn operand(part: &Classified) -> String {
    let text = part.to_string();
    if text.contains(' ') { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use crate::{Classified, ClassifyConfig, Group, Perm, families, parse_generators};

    fn structure(generators: Vec<Perm>) -> String {
        let group = Group::from_generators(0, generators);
        Classified::new(&group, ClassifyConfig::default()).to_string()
    }

    #[test]
    fn structures_read_like_the_table_of_the_paper() {
        let (s2, s3, s4) = (families::symmetric(2), families::symmetric(3), families::symmetric(4));
        assert_eq!(structure(families::symmetric(20)), "S20");
        assert_eq!(structure(families::product(&s4, &s4)), "S4 x S4");
        assert_eq!(structure(families::product(&s4, &families::product(&s4, &s4))), "S4 x S4 x S4");
        assert_eq!(structure(families::wreath(&s3, &s2)), "S3 wr S2");
        assert_eq!(structure(families::tree(&[3, 4])), "S4 wr S3");
        assert_eq!(structure(families::hypercube(5)), "order 3840, unclassified");
        assert_eq!(structure(families::dihedral(5)), "D5");
        assert_eq!(structure(families::alternating(8)), "A8");
        assert_eq!(structure(families::wreath(&s2, &families::cyclic(5))), "S2 wr C5");
        assert_eq!(structure(vec![]), "trivial");
        let nested = structure(families::wreath(&families::wreath(&s2, &s2), &s3));
        assert_eq!(nested, "(S2 wr S2) wr S3");
    }

    #[test]
    fn the_three_tiered_architecture() {
        let text = "(1 2), (2 3), (4 5), (5 6), (7 8), (8 9), (10 11), \
            (12 13)(1 4)(2 5)(3 6), (13 14)(4 7)(5 8)(6 9)";
        assert_eq!(structure(parse_generators(text).unwrap().generators), "(S3 wr S3) x S2");
    }
}
