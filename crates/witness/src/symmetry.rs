//! Does a claimed symmetry respect what the program does?
//!
//! For a state and its image, the successors of the image must be the images of the successors, and both or neither
//! must be an invalid end. The reference interpreter answers both questions; how the symmetry was found and how it is
//! applied to states plays no part. Detection proves a symmetry on the program graph; this catches a graph that does
//! not mean what the program does.

use std::collections::BTreeSet;

use program::{FaultKind, Interpreter};

/// Checks a symmetry on the states of a breadth-first walk of at most `count` states from `start`.
pub fn respects(
    interpreter: &Interpreter,
    start: &[u8],
    count: usize,
    image: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
) -> bool {
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut queue = vec![start.to_vec()];
    let mut at = 0;
    while at < queue.len() && at < count {
        let state = queue[at].clone();
        at += 1;
        let Some(mapped) = image(&state) else { return false };
        let (here, there) = (interpreter.expand(&state), interpreter.expand(&mapped));
        if (here.invalid_end, here.claim_completed) != (there.invalid_end, there.claim_completed) {
            return false;
        }
        let mut images = BTreeSet::new();
        for step in &here.steps {
            let target = match &step.state {
                Some(next) => match image(next) {
                    Some(mapped) => Some(mapped),
                    None => return false,
                },
                None => None,
            };
            images.insert((target, step.fault.map(|f| f.kind)));
            if let Some(next) = &step.state
                && seen.insert(next.clone())
            {
                queue.push(next.clone());
            }
        }
        let actual: BTreeSet<(Option<Vec<u8>>, Option<FaultKind>)> =
            there.steps.into_iter().map(|s| (s.state, s.fault.map(|f| f.kind))).collect();
        if images != actual {
            return false;
        }
    }
    true
}
