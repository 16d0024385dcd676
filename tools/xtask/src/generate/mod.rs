//! Random well-formed Promela programs: grown, printed, counted by construct, and shrunk.
mod census;
mod copied;
mod division;
mod endless;
mod expression;
mod features;
mod grow;
mod pairs;
mod plant;
mod print;
mod random;
mod scope;
mod shrink;
mod snippet;
mod statement;
mod symmetric;
mod tree;

pub use census::Census;
pub use features::{FEATURES, features};
pub use pairs::{Pairs, all_pairs, refused};
pub use print::print;
pub use random::Random;
pub use shrink::shrink;
pub use tree::Program;

/// What kind of program to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Flavour {
    /// Anything.
    General,
    /// Alike processes, told apart by nothing.
    Symmetric,
    /// Alike processes and a few statements that tell them apart.
    AlmostSymmetric,
    /// An `atomic` that need not end.
    EndlessAtomic,
}

/// The program that belongs to a seed.
pub fn program(flavour: Flavour, seed: u64) -> Program {
    let mut random = Random::new(seed);
    match flavour {
        // Free growth makes the longer programs; drawn features make every two of them meet.
        Flavour::General if random.chance(40) => grow::grow(random),
        Flavour::General => plant::grow(random),
        Flavour::Symmetric => symmetric::grow(random, 0),
        Flavour::EndlessAtomic => endless::grow(random),
        Flavour::AlmostSymmetric => {
            let spoilers = random.between(1, 2);
            symmetric::grow(random, spoilers)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_one_program() {
        let flavours =
            [Flavour::General, Flavour::Symmetric, Flavour::AlmostSymmetric, Flavour::EndlessAtomic];
        for flavour in flavours {
            for seed in 0..50 {
                let text = print(&program(flavour, seed));
                assert_eq!(text, print(&program(flavour, seed)));
                assert!(text.contains("proctype"), "{text}");
            }
        }
    }
}
