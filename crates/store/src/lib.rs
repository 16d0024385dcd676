//! Concurrent insert-only state set with lossless compression.
