//! Source files, spans and the rendering of located messages.
//!
//! Knows nothing of any language: a front end adds its texts to a [`SourceMap`] and builds [`Diagnostic`]s.

mod source;

pub use source::{FileId, Position, SourceFile, SourceMap, Span};
