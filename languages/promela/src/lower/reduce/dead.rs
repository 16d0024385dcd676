//! Dead variables: reset a local to 0 after its last use (SPIN's `FSM_ANA`).

use std::collections::HashSet;

use super::super::element::{D_ATOM, Elements, Node};
use super::flow::Flow;
use super::uses::is_resettable;
use crate::resolved::{ExprKind, Model, StmtKind, VarId};

/// The variables to reset after each element.
pub(super) fn dead_after(model: &Model, elements: &Elements, flow: &Flow) -> Vec<Vec<VarId>> {
    let mut dead = vec![Vec::new(); elements.elements.len()];
    for &location in &flow.order {
        for edge in &flow.out[location as usize] {
            let Some(el) = edge.element else { continue };
            // Inside a `d_step` SPIN writes plain statements, without resets.
            if elements.get(el).status & D_ATOM != 0 {
                continue;
            }
            let node = &elements.get(el).node;
            let read = edge.reads.iter().filter(|_| may_reset_after_read(node));
            let written = edge.writes.iter().filter(|_| !assigns_zero(node));
            for &var in read.chain(written) {
                if is_resettable(model, var) && is_dead(flow, edge.to, var, &mut HashSet::new()) {
                    let list: &mut Vec<VarId> = &mut dead[el.0 as usize];
                    if !list.contains(&var) {
                        list.push(var);
                    }
                }
            }
        }
    }
    dead
}

/// From here, no read comes before a write. The first alternative that writes ends the look-out at a location.
fn is_dead(flow: &Flow, at: u32, var: VarId, seen: &mut HashSet<u32>) -> bool {
    if at == 0 || !seen.insert(at) {
        return true;
    }
    for edge in &flow.out[at as usize] {
        if edge.reads.contains(&var) {
            return false;
        }
        if edge.writes.contains(&var) {
            return true;
        }
        if !is_dead(flow, edge.to, var, seen) {
            return false;
        }
    }
    true
}

/// After a read only conditions and receives reset.
fn may_reset_after_read(node: &Node) -> bool {
    matches!(node, Node::Basic(stmt) if matches!(stmt.kind, StmtKind::Condition(_) | StmtKind::Receive { .. }))
}

fn assigns_zero(node: &Node) -> bool {
    matches!(node, Node::Basic(stmt)
        if matches!(&stmt.kind, StmtKind::Assign { value, .. } if matches!(value.kind, ExprKind::Const(0))))
}
