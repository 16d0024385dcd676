//! Source files, spans, the rendering of located messages, and tables of what names mean.
//!
//! Knows nothing of any language: a front end adds its texts to a [`SourceMap`], builds [`Diagnostic`]s that point
//! into it, and the command line shows them with a [`Renderer`].

mod diagnostic;
mod names;
mod render;
mod source;
mod suggest;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use names::{Declared, NameId, NameKind, NameTable, Occurrence, OutlineItem};
pub use render::{Colour, Renderer};
pub use source::{FileId, Position, SourceFile, SourceMap, Span};
pub use suggest::nearest;
