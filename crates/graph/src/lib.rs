//! Coloured digraphs: refinement, canonical labelling, automorphism generators.
