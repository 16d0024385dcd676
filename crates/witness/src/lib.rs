//! Independent checks: replays traces, verifies automorphisms and representatives.
