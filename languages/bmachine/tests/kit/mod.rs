//! Machines from texts, for tests.
#![allow(dead_code, reason = "each test uses some of it")]

use bmachine::BMachine;
use bmachine::compose::{Loader, NoFiles};
use bmachine::machine::{Machine, Options};
use bmachine::symmetry::Method;
use checker::{Specification, Watch, check_system};
use diagnostics::SourceMap;
use report::Outcome;

/// A machine that was read.
pub fn read_with(text: &str, loader: &mut dyn Loader, options: Options) -> BMachine {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    BMachine::read(sources, file, loader, options)
        .unwrap_or_else(|(_, problems)| panic!("{text}: {problems:?}"))
}

/// A machine set up for a method.
pub fn machine(text: &str, options: Options, method: Method) -> Machine {
    read_with(text, &mut NoFiles, options).machine(method).expect("it was compiled before")
}

/// The outcome of one search.
pub fn search(read: &BMachine, options: &checker::Options) -> Outcome {
    let safety = read.properties().swap_remove(0).property;
    let mut system = read.system(&safety, options).expect("a method for B");
    check_system(&mut system, options, &mut Watch::nobody()).0
}

/// The outcome of searching a machine that stands alone.
pub fn run(text: &str, options: Options, search_options: &checker::Options) -> Outcome {
    search(&read_with(text, &mut NoFiles, options), search_options)
}
