//! Hand-written programs: what is chosen, what is preserved, and that each condition is needed.
