//! Commands for maintainers: comparisons with peers, benchmarks, random testing.
fn main() {}
