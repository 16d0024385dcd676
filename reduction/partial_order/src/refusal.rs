//! Programs that are searched without reduction, and why.
//!
//! Some expressions look at where other processes stand, or whether they can move, and not at variables or channels.
//! Every step of a process then touches what they look at. That could be said in terms of resources, as for what asks
//! about readiness to receive; such programs are rare, and are left as they are.

use program::{Code, Head, Program, Tree};

/// Why a program is not reduced, if it is not. `types` is the code of all of its process types.
pub(crate) fn refusal(program: &Program, types: &[Code]) -> Option<&'static str> {
    if program.checked_claim.is_some() {
        return Some("a claim moves with every step");
    }
    if program.uses_last {
        return Some("`_last` tells whose step was the last one");
    }
    if program.uses_priority {
        return Some("with priorities, whether a process may move depends on all others");
    }
    if program.proctypes.iter().any(|proctype| proctype.provided.is_some()) {
        return Some("a `provided` clause may stop a process anywhere");
    }
    let claims = &program.claims;
    let processes = types.iter().zip(0..).filter(|(_, id)| !claims.contains(&program::ProctypeId(*id)));
    let mut edges = processes.flat_map(|(code, _)| &code.locations).flat_map(|(_, edges)| edges);
    edges.find_map(|edge| looks_at_others(&edge.action))
}

fn looks_at_others(tree: &Tree) -> Option<&'static str> {
    let here = match tree.head {
        Head::NonProgress => Some("`np_` asks where all processes stand"),
        Head::Enabled => Some("`enabled` asks whether another process can move"),
        Head::PcValue => Some("`pc_value` asks where another process stands"),
        Head::AtLabel(..) => Some("a remote reference asks where another process stands"),
        Head::Remote(..) => Some("a remote reference reads a variable of another process"),
        Head::Last => Some("`_last` tells whose step was the last one"),
        Head::Priority | Head::SetPriority => {
            Some("with priorities, whether a process may move depends on all others")
        }
        _ => None,
    };
    here.or_else(|| tree.kids.iter().find_map(looks_at_others))
}
