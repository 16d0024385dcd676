//! Does a claimed symmetry respect what the program does?
//!
//! For a state and its image, the successors of the image must be the images of the successors, and both or neither
//! must be an invalid end. The reference interpreter answers both questions; how the symmetry was found and how it is
//! applied to states plays no part. Detection proves a symmetry on the program graph; this catches a graph that does
//! not mean what the program does.

use std::collections::BTreeSet;

use program::{FaultKind, Interpreter};

/// Checks a symmetry on at most `count` states: half of them the first of a breadth-first walk from `start`, the others
/// on a random walk, which gets further.
pub fn respects(
    interpreter: &Interpreter,
    start: &[u8],
    count: usize,
    image: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
) -> bool {
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut queue = vec![start.to_vec()];
    let mut at = 0;
    while at < queue.len() && at < count.div_ceil(2) {
        let Some(successors) = commutes(interpreter, &queue[at], image) else { return false };
        at += 1;
        queue.extend(successors.into_iter().filter(|s| seen.insert(s.clone())));
    }
    let mut state = queue.swap_remove(queue.len() - 1);
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..count / 2 {
        let Some(mut successors) = commutes(interpreter, &state, image) else { return false };
        dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state = match successors.len() {
            0 => start.to_vec(),
            n => successors.swap_remove((dice >> 33) as usize % n),
        };
    }
    true
}

/// The successors of a state, if those of its image are their images and both end alike.
fn commutes(
    interpreter: &Interpreter,
    state: &[u8],
    image: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
) -> Option<Vec<Vec<u8>>> {
    let (here, there) = (interpreter.expand(state), interpreter.expand(&image(state)?));
    if (here.invalid_end, here.claim_completed) != (there.invalid_end, there.claim_completed) {
        return None;
    }
    let mut images = BTreeSet::new();
    let mut successors = Vec::new();
    for step in here.steps {
        let fault = step.fault.map(|f| f.kind);
        match step.state {
            Some(next) => {
                images.insert((Some(image(&next)?), fault));
                successors.push(next);
            }
            None => {
                images.insert((None, fault));
            }
        }
    }
    let actual: BTreeSet<(Option<Vec<u8>>, Option<FaultKind>)> =
        there.steps.into_iter().map(|s| (s.state, s.fault.map(|f| f.kind))).collect();
    (images == actual).then_some(successors)
}
