//! Source files, spans and the rendering of located messages.
