//! Permutations, stabiliser chains, orbits, blocks, products and images.
