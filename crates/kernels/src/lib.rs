//! SIMD kernels: apply a permutation to a block, compare, minimum.
