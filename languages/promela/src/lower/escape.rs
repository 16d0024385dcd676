//! `unless`: which escapes apply to which element (SPIN's `attach_escape`).

use super::element::{El, Elements, Node, Seq, Sequence};

/// Lets `escape` interrupt every element of `main`.
pub(super) fn attach_escape(elements: &mut Elements, main: Seq, escape: Seq) {
    let Sequence { first, extent, .. } = elements.seq(main);
    for el in elements.walk(first, extent) {
        escape_element(elements, el, escape);
    }
}

fn escape_element(elements: &mut Elements, el: El, escape: Seq) {
    if elements.get(el).escapes.contains(&escape) {
        return;
    }
    // An escape that is already there can itself be interrupted by the outer one.
    for inner in elements.get(el).escapes.clone() {
        attach_escape(elements, inner, escape);
    }
    elements.get_mut(el).escapes.insert(0, escape);
    match elements.get(el).node {
        Node::Unless => {
            let main = elements.get(el).sub[0];
            attach_escape(elements, main, escape);
        }
        Node::If | Node::Do => {
            for option in elements.get(el).sub.clone() {
                attach_escape(elements, option, escape);
            }
        }
        // A `d_step` can be interrupted only before it starts.
        Node::DStep(inner) => {
            let first = elements.seq(inner).first;
            escape_element(elements, first, escape);
        }
        Node::Atomic(inner) | Node::Block(inner) => attach_escape(elements, inner, escape),
        _ => {}
    }
}
