//! Commands for maintainers: comparisons with peers, benchmarks, random testing.
mod b_attempt;
mod b_metadata;
mod b_paper;
mod b_survey;
mod before_after;
mod bench;
mod bench_b;
mod bench_beside;
mod bench_live;
mod bench_peers;
mod bench_spin;
mod bench_symmetry;
mod bench_threads;
mod child;
mod claims;
mod compare;
mod count_orbits;
mod detection_times;
mod engines;
mod feature_pairs;
mod fuzz;
mod generate;
mod lazy_compare;
mod live_compare;
mod models;
mod mutate;
mod never_slower;
mod outcome;
mod partial_order_compare;
mod partial_order_table;
mod peers;
mod quotient;
mod random_compare;
#[cfg(test)]
mod sizes;
mod spin;
mod spin_cache;
mod spin_compare;
mod static_binary;
mod symmetric_compare;
mod symmetry_gap;
mod symmetry_table;
mod table;
mod thread_compare;
mod topspin_groups;
mod verdict_table;
mod verdicts;
mod watch;
mod ways;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare B machines with the state counts recorded with ProB
    BMetadata(b_metadata::Arguments),
    /// Compare B machines with the state counts of the paper about symmetry in ProB
    BPaper(b_paper::Arguments),
    /// Try every B component below some directories: none may crash
    BSurvey(b_survey::Arguments),
    /// Measure two builds of ours beside each other
    BeforeAfter(before_after::Arguments),
    /// Measure speed on B machines beside TLC4B
    BenchB(bench_b::Arguments),
    /// Try one B component and print the outcome as JSON (used by the commands for B)
    #[command(hide = true)]
    BAttempt(b_attempt::Arguments),
    /// Compare every model below some directories with SPIN
    SpinCompare(spin_compare::Arguments),
    /// Measure whole runs beside another symmetry-reducing checker
    BenchBeside(bench_beside::Arguments),
    /// Measure the search for accepting cycles beside pan -a
    BenchLive(bench_live::Arguments),
    /// Measure speed and memory beside SPIN
    BenchSpin(bench_spin::Arguments),
    /// Measure whole runs beside Rumur, SPIN, TopSPIN and stateright
    BenchPeers(bench_peers::Arguments),
    /// Measure exact reduction beside approximate reduction
    BenchSymmetry(bench_symmetry::Arguments),
    /// Measure one thread beside several
    BenchThreads(bench_threads::Arguments),
    /// Compare runs with different numbers of threads, many times
    ThreadCompare(thread_compare::Arguments),
    /// Measure whole runs with and without symmetry reduction
    NeverSlower(never_slower::Arguments),
    /// Count the orbits of a large model by brute force
    CountOrbits(count_orbits::Arguments),
    /// Measure how long finding the symmetry of each model takes
    DetectionTimes(detection_times::Arguments),
    /// Count how often random programs bring two features of the language together
    FeaturePairs(feature_pairs::Arguments),
    /// Feed mutated models to the library
    Fuzz(fuzz::Arguments),
    /// Compare lazy with plain exploration on random almost symmetric programs
    LazyCompare(lazy_compare::Arguments),
    /// Compare verdicts about runs that go on for ever with those of pan
    LiveCompare(live_compare::Arguments),
    /// Check mutants of models by every engine, level and method
    Mutate(mutate::Arguments),
    /// Compare groups with those that TopSPIN's test-suite records
    TopspinGroups(topspin_groups::Arguments),
    /// Compare searches with and without partial-order reduction on random programs
    PartialOrderCompare(partial_order_compare::Arguments),
    /// List states with partial-order reduction beside SPIN's
    PartialOrderTable(partial_order_table::Arguments),
    /// Compare random programs with SPIN
    RandomCompare(random_compare::Arguments),
    /// Compare every method on random symmetric programs with brute force
    SymmetricCompare(symmetric_compare::Arguments),
    /// Compare the symmetries of state graphs with those that are found
    SymmetryGap(symmetry_gap::Arguments),
    /// Build the static binary and try it
    StaticBinary(static_binary::Arguments),
    /// List the groups found in models that others wrote, and what is said where they are small
    SymmetryTable(symmetry_table::Arguments),
}

fn main() -> ExitCode {
    let result = match CommandLine::parse().command {
        Command::BMetadata(arguments) => b_metadata::run(&arguments),
        Command::BPaper(arguments) => b_paper::run(&arguments),
        Command::BSurvey(arguments) => b_survey::run(&arguments),
        Command::BeforeAfter(arguments) => before_after::run(&arguments),
        Command::BenchB(arguments) => bench_b::run(&arguments),
        Command::BAttempt(arguments) => b_attempt::run(&arguments),
        Command::SpinCompare(arguments) => spin_compare::run(&arguments),
        Command::BenchBeside(arguments) => bench_beside::run(&arguments),
        Command::TopspinGroups(arguments) => topspin_groups::run(&arguments),
        Command::BenchLive(arguments) => bench_live::run(&arguments),
        Command::BenchSpin(arguments) => bench_spin::run(&arguments),
        Command::BenchPeers(arguments) => bench_peers::run(&arguments),
        Command::BenchThreads(arguments) => bench_threads::run(&arguments),
        Command::ThreadCompare(arguments) => thread_compare::run(&arguments),
        Command::NeverSlower(arguments) => never_slower::run(&arguments),
        Command::BenchSymmetry(arguments) => bench_symmetry::run(&arguments),
        Command::CountOrbits(arguments) => count_orbits::run(&arguments),
        Command::DetectionTimes(arguments) => detection_times::run(&arguments),
        Command::FeaturePairs(arguments) => feature_pairs::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::LazyCompare(arguments) => lazy_compare::run(&arguments),
        Command::LiveCompare(arguments) => live_compare::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments),
        Command::PartialOrderCompare(arguments) => partial_order_compare::run(&arguments),
        Command::PartialOrderTable(arguments) => partial_order_table::run(&arguments),
        Command::RandomCompare(arguments) => random_compare::run(&arguments),
        Command::SymmetricCompare(arguments) => symmetric_compare::run(&arguments),
        Command::SymmetryGap(arguments) => symmetry_gap::run(&arguments),
        Command::StaticBinary(arguments) => static_binary::run(&arguments),
        Command::SymmetryTable(arguments) => symmetry_table::run(&arguments),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::from(2)
    })
}
