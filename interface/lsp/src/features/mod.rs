//! What can be asked about a document, one file for each request.

pub(crate) mod commands;
pub(crate) mod definition;
pub(crate) mod hover;
pub(crate) mod lenses;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod symbols;
