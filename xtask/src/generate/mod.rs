//! Random well-formed Promela programs: grown, printed, counted by construct, and shrunk.
mod census;
mod expression;
mod grow;
mod print;
mod random;
mod scope;
mod shrink;
mod statement;
mod tree;

pub use census::Census;
pub use print::print;
pub use random::Random;
pub use shrink::shrink;
pub use tree::Program;

/// What kind of program to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Flavour {
    /// Anything.
    General,
}

/// The program that belongs to a seed.
pub fn program(flavour: Flavour, seed: u64) -> Program {
    let random = Random::new(seed);
    match flavour {
        Flavour::General => grow::grow(random),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_one_program() {
        for seed in 0..50 {
            let text = print(&program(Flavour::General, seed));
            assert_eq!(text, print(&program(Flavour::General, seed)));
            assert!(text.contains("proctype"), "{text}");
        }
    }
}
