//! The states around one state, as a graph in layers: those that can be reached from it in a few steps, and the one before it.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::session::{Number, Session};

/// States that are drawn; the rest is said to be missing.
const MOST_STATES: usize = 48;
/// The longest that the words on an edge may be.
const WIDEST: usize = 60;

/// A state that is drawn.
struct Node {
    number: Number,
    layer: i64,
    is_wrong: bool,
    is_end: bool,
    /// Steps that lead to states which are not drawn.
    hidden: usize,
}

/// The graph around a state, `before` being the state that the page has come from.
pub fn neighbourhood(
    session: &mut Session<'_>,
    centre: Number,
    before: Option<Number>,
    depth: usize,
) -> Result<Value, String> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut known: HashMap<Number, usize> = HashMap::new();
    let mut edges: Vec<(Number, Number, String)> = Vec::new();
    let mut add = |number: Number, layer: i64, nodes: &mut Vec<Node>| {
        let is_new = !known.contains_key(&number);
        if is_new && nodes.len() >= MOST_STATES {
            return false;
        }
        if is_new {
            known.insert(number, nodes.len());
            nodes.push(Node { number, layer, is_wrong: false, is_end: false, hidden: 0 });
        }
        true
    };
    add(centre, 0, &mut nodes);
    if let Some(before) = before.filter(|before| session.state(*before).is_some()) {
        add(before, -1, &mut nodes);
    }
    let mut at = 0;
    while at < nodes.len() {
        let (number, layer) = (nodes[at].number, nodes[at].layer);
        let state = session.state(number).unwrap_or_default();
        let steps = session.walk().steps(&state);
        (nodes[at].is_wrong, nodes[at].is_end) = (session.walk().wrong(&state).is_some(), steps.is_empty());
        for (step, target) in session.numbered(steps)? {
            let text = cut(&step.text);
            let is_shown = match target {
                // Of the state before, only what leads to others that are drawn is of interest.
                Some(to) if layer < 0 => to == centre,
                Some(to) if (layer as usize) < depth => add(to, layer + 1, &mut nodes),
                Some(to) => nodes.iter().any(|node| node.number == to),
                None => false,
            };
            match target.filter(|_| is_shown) {
                Some(to) => edges.push((number, to, text)),
                None => nodes[at].hidden += 1,
            }
            nodes[at].is_wrong |= step.fault.is_some() && target.is_none();
        }
        at += 1;
    }
    let told = |node: &Node| json!([node.number, node.layer, node.is_wrong, node.is_end, node.hidden]);
    let nodes: Vec<Value> = nodes.iter().map(told).collect();
    Ok(json!({ "centre": centre, "nodes": nodes, "edges": edges, "most": MOST_STATES }))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
