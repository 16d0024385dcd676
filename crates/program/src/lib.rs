//! The typed program, its state layout and the reference interpreter.
