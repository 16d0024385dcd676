//! What refinement leaves over: individualise, refine, compare.
//!
//! The tree of McKay (Practical graph isomorphism, 1981): where components share a colour and are not interchangeable,
//! each in turn is given a colour of its own. A leaf is an element of the group; the representative is the smallest
//! image among the leaves with the smallest sequence of invariants. Two leaves with one image differ by an element that
//! fixes the state; whatever it maps to a branch already tried is skipped.

use std::cmp::Ordering;

/// Elements that fix the state, kept to prune with.
const MOST_AUTOMORPHISMS: usize = 64;

/// The best leaf and the way to it.
#[derive(Debug, Default)]
pub(crate) struct Best {
    /// The smallest image so far.
    pub image: Vec<u8>,
    pub found: bool,
    /// The inverse of the element that gave it.
    inverse: Vec<u8>,
    /// Invariants of the nodes on the way.
    trace: Vec<u64>,
    /// Components individualised on the way.
    path: Vec<u8>,
}

/// The walk through the tree.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub best: Best,
    /// Components individualised on the way to the present node.
    pub path: Vec<u8>,
    automorphisms: Vec<Vec<u8>>,
    /// Leave every node deeper than this: what it could give has been seen.
    pub leave: Option<usize>,
}

impl Walk {
    /// Forgets the last state.
    pub fn start(&mut self) {
        self.best.found = false;
        self.best.trace.clear();
        self.path.clear();
        self.automorphisms.clear();
        self.leave = None;
    }

    /// Is a node with this invariant worth entering?
    pub fn enters(&mut self, invariant: u64) -> bool {
        let depth = self.path.len();
        let trace = &mut self.best.trace;
        match trace.get(depth).map(|known| invariant.cmp(known)) {
            Some(Ordering::Greater) => return false,
            Some(Ordering::Equal) => return true,
            Some(Ordering::Less) => self.best.found = false,
            None => {}
        }
        trace.truncate(depth);
        trace.push(invariant);
        true
    }

    /// Takes the image that `element` gives.
    pub fn leaf(&mut self, element: &[u8], image: &[u8]) {
        let order = if self.best.found { image.cmp(&self.best.image) } else { Ordering::Less };
        match order {
            Ordering::Greater => {}
            Ordering::Less => {
                let best = &mut self.best;
                best.found = true;
                best.image.clear();
                best.image.extend_from_slice(image);
                best.inverse.resize(element.len(), 0);
                for (c, &to) in element.iter().enumerate() {
                    best.inverse[usize::from(to)] = c as u8;
                }
                best.path.clone_from(&self.path);
            }
            Ordering::Equal => {
                let automorphism = element.iter().map(|&to| self.best.inverse[usize::from(to)]).collect();
                if self.automorphisms.len() < MOST_AUTOMORPHISMS {
                    self.automorphisms.push(automorphism);
                }
                let common = self.path.iter().zip(&self.best.path).take_while(|(a, b)| a == b).count();
                self.leave = Some(common);
            }
        }
    }

    /// Must the present node be left?
    pub fn leaves(&mut self) -> bool {
        match self.leave {
            Some(depth) if self.path.len() > depth => true,
            _ => {
                self.leave = None;
                false
            }
        }
    }

    /// Is this branch the image of one already tried, under elements that fix the state, the path and `choices`?
    pub fn is_known(&self, component: u8, tried: &[u8], choices: &[u8]) -> bool {
        let fixes = |a: &&Vec<u8>| self.path.iter().chain(choices).all(|&c| a[usize::from(c)] == c);
        let useful: Vec<&Vec<u8>> = self.automorphisms.iter().filter(fixes).collect();
        let mut orbit = vec![component];
        let mut at = 0;
        while at < orbit.len() {
            if tried.contains(&orbit[at]) {
                return true;
            }
            for automorphism in &useful {
                let image = automorphism[usize::from(orbit[at])];
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        false
    }
}
