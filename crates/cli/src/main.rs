//! The command line of Quotient: files, flags, progress and exit codes.
fn main() {}
