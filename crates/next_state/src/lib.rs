//! Machine code for the successor function.
