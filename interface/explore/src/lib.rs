//! A local web page to walk through the states of a model.
//!
//! What goes in is a model that was read; what comes out is a page at an address of this machine, until the program is ended.
//! [`Server::bind`] opens a port on 127.0.0.1 and makes a random token that every request must name; [`Server::serve`] answers
//! requests about one model.
//!
//! ```text
//! accept ── queue ──▶ a few readers: request, guard ──▶ one thread that walks (session, api) ──▶ the reader answers
//!                                                            │ starts, asks, stops
//!                                                            ▼
//!                                                    a check, a search (jobs)
//! ```
//!
//! The walk belongs to one thread, as evaluating needs a deep stack and its own memory; readers keep slow clients away
//! from it, and what takes long has threads and walks of its own.
//! What must never break: a request without the token, from another origin or for another host gets nothing of the model; nothing
//! that a client sends ends the server; no request writes anywhere but into the memory of the session, which is bounded.

mod api;
mod guard;
mod http;
mod jobs;
mod neighbourhood;
mod server;
mod session;
mod token;

pub use server::{Config, Server};
