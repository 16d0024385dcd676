//! Symmetry detection, the group action on states, and the canonicalisers.
