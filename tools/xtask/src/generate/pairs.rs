//! How often each two features occur together, in one process and in two, and which cannot.
use super::features::{FEATURES, Used};
use std::collections::{BTreeMap, BTreeSet};

/// Programs in which pairs of features occur. A pair is the two places in [`FEATURES`], the smaller first.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Programs counted.
    pub programs: usize,
    /// Programs in which some process has the feature.
    pub single: BTreeMap<usize, usize>,
    /// Programs in which one process has both.
    pub within: BTreeMap<(usize, usize), usize>,
    /// Programs in which one process has the one, and another process the other.
    pub across: BTreeMap<(usize, usize), usize>,
    /// Triples that some process of some program has.
    pub triples: BTreeSet<(u8, u8, u8)>,
}

impl Pairs {
    /// Adds one program.
    pub fn count(&mut self, program: &[Used]) {
        self.programs += 1;
        let sets: Vec<Vec<usize>> = program.iter().map(|used| places(&used.features)).collect();
        let (mut single, mut within, mut across) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (i, set) in sets.iter().enumerate() {
            single.extend(set.iter().copied());
            within.extend(products(set, set).filter(|(a, b)| a < b));
            for (j, other) in sets.iter().enumerate().skip(i) {
                if i < j || program[i].processes > 1 {
                    across.extend(products(set, other));
                }
            }
            for (at, &a) in set.iter().enumerate() {
                for (next, &b) in set.iter().enumerate().skip(at + 1) {
                    self.triples.extend(set[next + 1..].iter().map(|&c| (a as u8, b as u8, c as u8)));
                }
            }
        }
        single.into_iter().for_each(|key| *self.single.entry(key).or_default() += 1);
        within.into_iter().for_each(|key| *self.within.entry(key).or_default() += 1);
        across.into_iter().for_each(|key| *self.across.entry(key).or_default() += 1);
    }
}

fn places(features: &BTreeSet<&'static str>) -> Vec<usize> {
    (0..FEATURES.len()).filter(|&at| features.contains(FEATURES[at])).collect()
}

fn products<'a>(left: &'a [usize], right: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
    left.iter().flat_map(move |&a| right.iter().map(move |&b| (a.min(b), a.max(b))))
}

/// All pairs of places in [`FEATURES`], each with whether it is one in one process or in two.
pub fn all_pairs() -> impl Iterator<Item = (usize, usize, bool)> {
    let ordered = (0..FEATURES.len()).flat_map(|a| (a..FEATURES.len()).map(move |b| (a, b)));
    ordered.flat_map(|(a, b)| [(a, b, true), (a, b, false)]).filter(|&(a, b, within)| a != b || !within)
}

/// Where two features cannot meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// In one process.
    Process,
    /// In one program.
    Program,
}

/// Features that the language or SPIN does not allow together, or for which SPIN is no oracle, and why.
const REFUSED: &[(&str, &str, Where, &str)] = &[
    ("rendezvous", "priority", Where::Program, "SPIN compiles no priorities beside rendezvous channels"),
    ("rendezvous", "enabled", Where::Program, "SPIN refuses `enabled` beside rendezvous channels"),
    (
        "rendezvous",
        "trace",
        Where::Program,
        "beside a trace, pan lets a rendezvous send pass without a receiver",
    ),
    ("xr and xs", "else beside receive", Where::Program, "SPIN refuses `else` with i/o beside `xr` and `xs`"),
    (
        "xr and xs",
        "else beside rendezvous",
        Where::Program,
        "SPIN refuses `else` with i/o beside `xr` and `xs`",
    ),
    ("endless loop", "end of process", Where::Process, "the end is not reached"),
    ("init", "created by run", Where::Process, "`init` is not run"),
    ("init", "parameters", Where::Process, "`init` has no parameters"),
    ("init", "beside init", Where::Process, "`init` is not beside itself"),
    ("init", "provided", Where::Process, "`init` has no `provided` clause"),
    ("init", "D_proctype", Where::Process, "`init` is not a `D_proctype`"),
    ("init", "init", Where::Program, "there is one `init`"),
    ("created by run", "beside init", Where::Process, "an active process is counted there"),
    ("parameters", "beside init", Where::Process, "an active process has no arguments"),
];

/// Why the two cannot be in one process (`within`) or in two of one program.
pub fn refused(one: &str, other: &str, within: bool) -> Option<&'static str> {
    let matches = |pattern: &str, feature: &str| {
        pattern == feature
            || (pattern == "rendezvous" && feature.contains("rendezvous"))
            || (pattern == "init" && feature == "init without atomic")
    };
    let applies = |entry: &&(&str, &str, Where, &str)| {
        let &&(a, b, place, _) = entry;
        (within || place == Where::Program)
            && ((matches(a, one) && matches(b, other)) || (matches(a, other) && matches(b, one)))
    };
    // The two marks of `init` belong together.
    let both_init = within && [one, other].iter().all(|f| f.starts_with("init"));
    REFUSED.iter().find(applies).filter(|_| !both_init).map(|entry| entry.3)
}

#[cfg(test)]
mod tests {
    use super::super::{Flavour, features, program};
    use super::*;

    /// A smaller sample than that of `cargo xtask feature-pairs`, with fewer of each pair asked for.
    #[test]
    fn every_allowed_pair_is_grown() {
        let mut pairs = Pairs::default();
        (1..=6000).for_each(|seed| pairs.count(&features(&program(Flavour::General, seed))));
        for (a, b, within) in all_pairs() {
            let (one, other) = (FEATURES[a], FEATURES[b]);
            if refused(one, other, within).is_some() {
                continue;
            }
            let counts = if within { &pairs.within } else { &pairs.across };
            let count = counts.get(&(a, b)).copied().unwrap_or(0);
            assert!(count >= 5, "{one} and {other}, in one process: {within}: {count}");
        }
    }

    #[test]
    fn what_is_refused_is_told_both_ways() {
        assert!(refused("rendezvous send", "priority", false).is_some());
        assert!(refused("priority", "rendezvous in atomic", true).is_some());
        assert!(refused("init", "init without atomic", true).is_none());
        assert!(refused("endless loop", "end of process", false).is_none());
    }
}
