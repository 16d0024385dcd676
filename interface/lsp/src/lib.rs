//! A language server for Promela and classical B, over any pair of streams.
//!
//! What goes in are messages of the language server protocol 3.17; what comes out are answers, and diagnostics that
//! nobody asked for. The same front ends as those of a check read the texts, so an editor is told what the command
//! line tells.
//!
//! ```text
//! reader thread: frames ──▶ one thread with all documents (core) ──▶ answers
//!                                  │            ▲
//!                                  ▼            │
//!                       a thread for each job: symmetry, check, page, large text
//! ```
//!
//! What must never break: a message, whatever is in it, gets an answer or is passed over, and never ends the server;
//! nothing that takes long is done by the thread that answers; what was found out about an older text is not told of
//! a newer one. [`serve`] runs the whole; [`Core`] is the part without threads, for tests.

mod analysis;
mod core;
mod dispatch;
mod document;
mod features;
mod frame;
mod job;
mod message;
mod position;
mod publish;
mod repair;
mod serve;
mod uri;

pub use core::{Config, Core};
pub use job::{Done, Job};
pub use serve::{Ended, serve};
