//! Classical B: parser, types, value domain and constraint-driven evaluator.
