//! The ways in which a comparison runs our checker: levels, with and without symmetry, and methods.
use crate::generate::Random;
use quotient::{Language, Method};

/// How many ways are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Ways {
    /// The plain command alone.
    Default,
    /// The plain command, the interpreter at `-O0`, two levels and two methods drawn from the seed.
    Sample,
    /// Every level with and without symmetry and every method.
    All,
}

/// The interpreter without reductions, which every other way is compared with.
pub const REFERENCE: &str = "-O0 --symmetry none --interpret --ignore-claims";
/// The plain command without claims.
pub const WITHOUT_CLAIMS: &str = "--ignore-claims";

/// Levels and methods that are drawn for a sample, of each.
const DRAWN: usize = 2;

impl Ways {
    /// The flags of the runs after the plain command, for a model with or without claims. The reference comes first.
    pub fn levels(self, claims: bool, variation: u64) -> Vec<String> {
        // Without claims the last of these is the plain command, and so is `-O2 --symmetry auto`.
        let plain = claims.then(|| WITHOUT_CLAIMS.to_owned());
        let others = ["none", "auto"].into_iter().flat_map(|method| (0..3).map(move |level| (level, method)));
        let levels: Vec<String> = others
            .filter(|other| *other != (2, "auto"))
            .map(|(level, method)| flags(level, method))
            .collect();
        let levels = match self {
            Ways::Default => return Vec::new(),
            Ways::Sample => draw(levels, variation),
            Ways::All => levels,
        };
        std::iter::once(REFERENCE.to_owned()).chain(plain).chain(levels).collect()
    }

    /// The flags of the runs by methods other than `auto`. Of a model without symmetry only lazy methods have something
    /// to do, which a sample includes.
    pub fn methods(self, trivial: bool, variation: u64) -> Vec<String> {
        let others =
            Method::of(Language::Promela).filter(|method| !matches!(method, Method::Auto | Method::None));
        let lazy = |method: &Method| matches!(method, Method::Lazy | Method::LazyWithoutSubsumption);
        match self {
            Ways::Default => Vec::new(),
            Ways::Sample => {
                let ways = others.filter(|method| !trivial || lazy(method));
                draw(
                    ways.flat_map(|method| (0..3).map(move |level| flags(level, method))).collect(),
                    variation,
                )
            }
            Ways::All if trivial => Vec::new(),
            Ways::All => {
                let ways = others.enumerate();
                ways.flat_map(|(number, method)| [2, number % 2].map(|level| flags(level, method))).collect()
            }
        }
    }
}

fn flags(level: usize, method: impl std::fmt::Display) -> String {
    format!("-O{level} --symmetry {method} --ignore-claims")
}

/// Some of the ways, by the seed alone.
fn draw(mut ways: Vec<String>, variation: u64) -> Vec<String> {
    let mut random = Random::new(variation);
    let count = DRAWN.min(ways.len());
    (0..count).map(|_| ways.swap_remove(random.below(ways.len()))).collect()
}

/// A number for a text: the hash FNV-1a, which is the same in every build.
pub fn variation_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_means_one_sample() {
        for seed in 0..100 {
            assert_eq!(Ways::Sample.levels(true, seed), Ways::Sample.levels(true, seed));
            assert_eq!(Ways::Sample.methods(false, seed), Ways::Sample.methods(false, seed));
        }
        assert_eq!(variation_of("a.pml"), variation_of("a.pml"));
        assert_ne!(variation_of("a.pml"), variation_of("b.pml"));
    }

    #[test]
    fn samples_reach_every_way() {
        let all = |ways: fn(u64) -> Vec<String>| (0..500).flat_map(ways).collect::<BTreeSet<_>>();
        let levels = all(|seed| Ways::Sample.levels(false, seed));
        assert_eq!(levels, Ways::All.levels(false, 0).into_iter().collect());
        let methods = all(|seed| Ways::Sample.methods(false, seed));
        assert!(Ways::All.methods(false, 0).iter().all(|way| methods.contains(way)));
        assert!(all(|seed| Ways::Sample.methods(true, seed)).iter().all(|way| way.contains("lazy")));
    }

    #[test]
    fn no_way_is_run_twice() {
        for ways in [Ways::Default, Ways::Sample, Ways::All] {
            for seed in 0..50 {
                let runs: Vec<_> =
                    ways.levels(true, seed).into_iter().chain(ways.methods(false, seed)).collect();
                assert_eq!(runs.iter().collect::<BTreeSet<_>>().len(), runs.len(), "{runs:?}");
            }
        }
        assert!(Ways::Default.levels(true, 1).is_empty() && Ways::Default.methods(false, 1).is_empty());
        assert_eq!(Ways::All.levels(false, 1).len(), 6);
    }
}
