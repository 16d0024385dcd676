//! A state graph and its quotient under symmetry, as plain data and as a drawing for Graphviz.

use std::fmt::Write;

/// Both graphs of one model.
#[derive(Clone, Debug, Default)]
pub struct GraphPair {
    /// The model, as it was named.
    pub model: String,
    /// Every state by itself.
    pub full: StateGraph,
    /// What is stored with symmetry.
    pub quotient: StateGraph,
    /// How the symmetry is used, and the group, in words.
    pub symmetry: String,
    /// What somebody who looks at the picture should know.
    pub notices: Vec<String>,
    /// What is drawn whole has as many states as a check stores.
    pub agrees_with_check: bool,
}

impl GraphPair {
    /// Part of a graph is missing.
    pub fn is_cut(&self) -> bool {
        self.full.is_cut || self.quotient.is_cut
    }

    /// How many states of the full graph are in an orbit, where all of it is there.
    pub fn size_of_orbit(&self, orbit: usize) -> Option<usize> {
        let named = self.full.states.iter().filter(|state| state.orbit == Some(orbit)).count();
        let all_are_named = self.full.states.iter().all(|state| state.orbit.is_some());
        (!self.full.is_cut && all_are_named && named > 0).then_some(named)
    }
}

/// The states that can be reached, or the first of them.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    /// In the order in which a breadth-first search meets them.
    pub states: Vec<GraphState>,
    /// The steps among them.
    pub edges: Vec<GraphEdge>,
    /// There are more states.
    pub is_cut: bool,
}

/// A state of a graph.
#[derive(Clone, Debug, Default)]
pub struct GraphState {
    /// The fewest steps that lead to it.
    pub depth: usize,
    /// A run can begin here.
    pub is_initial: bool,
    /// What is wrong here.
    pub wrong: Option<String>,
    /// Everything that it holds, by name.
    pub values: Vec<(String, String)>,
    /// In few words, what tells it from the state with which a run begins.
    pub label: Vec<String>,
    /// The number of its orbit, the same in both graphs; `None` where that is not known.
    pub orbit: Option<usize>,
    /// So many of its steps lead to states that are missing.
    pub missing: usize,
}

/// A step of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    /// The number of the state where it begins.
    pub from: usize,
    /// The number of the state where it ends.
    pub to: usize,
    /// The processes that make it, or the operation.
    pub actor: String,
    /// The step in words.
    pub text: String,
    /// What goes wrong on the way.
    pub fault: Option<String>,
}

/// The light colour of an orbit as red, green and blue: neighbours in number are far apart in hue, and so are those
/// that follow.
pub(crate) fn orbit_colour(orbit: usize) -> String {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let hue = 6.0 * (orbit as f64 * GOLDEN).fract();
    let lightness = [0.86, 0.80, 0.91][orbit % 3];
    let (most, least) = (255.0, 255.0 * (2.0 * lightness - 1.0));
    let between = least + (most - least) * (1.0 - (hue % 2.0 - 1.0).abs());
    let (red, green, blue) = match hue as u8 {
        0 => (most, between, least),
        1 => (between, most, least),
        2 => (least, most, between),
        3 => (least, between, most),
        4 => (between, least, most),
        _ => (most, least, between),
    };
    format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8)
}

/// The first line of what stands at a state: its number, and its orbit where that is known.
pub(crate) fn heading(pair: &GraphPair, number: usize, state: &GraphState, is_quotient: bool) -> String {
    match state.orbit {
        None => number.to_string(),
        Some(orbit) => match pair.size_of_orbit(orbit).filter(|_| is_quotient) {
            Some(size) => format!("{number} · orbit {orbit} × {size}"),
            None => format!("{number} · orbit {orbit}"),
        },
    }
}

/// Steps between the same two states, drawn as one arrow.
pub(crate) struct Arrow<'g> {
    pub from: usize,
    pub to: usize,
    pub steps: Vec<&'g GraphEdge>,
}

impl Arrow<'_> {
    /// Who makes the steps; of many the first few.
    pub fn label(&self) -> String {
        const LISTED: usize = 2;
        let mut actors: Vec<&str> = Vec::new();
        for step in &self.steps {
            if !actors.contains(&step.actor.as_str()) {
                actors.push(&step.actor);
            }
        }
        match actors.len().saturating_sub(LISTED) {
            0 => actors.join(", "),
            more => format!("{} +{more}", actors[..LISTED].join(", ")),
        }
    }

    /// All steps in words, one on each line.
    pub fn text(&self) -> String {
        let told = self.steps.iter().map(|step| match &step.fault {
            Some(fault) => format!("{} ({fault})", step.text),
            None => step.text.clone(),
        });
        told.collect::<Vec<_>>().join("\n")
    }

    pub fn is_faulty(&self) -> bool {
        self.steps.iter().any(|step| step.fault.is_some())
    }
}

/// The arrows of a graph, in the order of their first steps.
pub(crate) fn arrows(graph: &StateGraph) -> Vec<Arrow<'_>> {
    let mut arrows: Vec<Arrow<'_>> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for edge in &graph.edges {
        let at = *known.entry((edge.from, edge.to)).or_insert(arrows.len());
        match arrows.get_mut(at) {
            Some(arrow) => arrow.steps.push(edge),
            None => arrows.push(Arrow { from: edge.from, to: edge.to, steps: vec![edge] }),
        }
    }
    arrows
}

/// What stands above a graph.
pub(crate) fn title(graph: &StateGraph, is_quotient: bool) -> String {
    let (states, steps) = (graph.states.len(), graph.edges.len());
    let what = if is_quotient { "One state per orbit" } else { "Every state" };
    match (graph.is_cut, is_quotient) {
        (true, _) => format!("{what}: the first {states} states, there are more"),
        (false, _) => format!("{what}: {states} states, {steps} steps"),
    }
}

/// For Graphviz: the two graphs as clusters, one colour for each orbit.
pub fn graph_dot(pair: &GraphPair) -> String {
    let mut out = format!(
        "digraph states {{\n  label={};\n  labelloc=t;\n  node [shape=box, style=\"filled,rounded\", fillcolor=white, \
         fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=9];\n",
        quoted(&caption(pair))
    );
    for (prefix, graph, is_quotient) in [("s", &pair.full, false), ("q", &pair.quotient, true)] {
        let _ = writeln!(out, "  subgraph cluster_{prefix} {{");
        let _ = writeln!(out, "    label={};", quoted(&title(graph, is_quotient)));
        for (number, state) in graph.states.iter().enumerate() {
            let _ = writeln!(out, "    {prefix}{number} [{}];", dot_state(pair, number, state, is_quotient));
        }
        for arrow in arrows(graph) {
            let red = if arrow.is_faulty() { ", color=red, fontcolor=red" } else { "" };
            let _ = writeln!(
                out,
                "    {prefix}{} -> {prefix}{} [label={}, tooltip={}{red}];",
                arrow.from,
                arrow.to,
                quoted(&arrow.label()),
                quoted(&arrow.text())
            );
        }
        out.push_str("  }\n");
    }
    out + "}\n"
}

fn dot_state(pair: &GraphPair, number: usize, state: &GraphState, is_quotient: bool) -> String {
    let mut lines = vec![heading(pair, number, state, is_quotient)];
    lines.extend(state.label.iter().cloned());
    if state.missing > 0 {
        lines.push(format!("… {} more steps", state.missing));
    }
    let mut attributes =
        format!("label={}, tooltip={}", quoted(&lines.join("\n")), quoted(&everything(state)));
    if let Some(orbit) = state.orbit {
        let _ = write!(attributes, ", fillcolor={}", quoted(&orbit_colour(orbit)));
    }
    let style = match (state.missing > 0, state.is_initial) {
        (true, _) => ", style=\"filled,rounded,dashed\"",
        (_, true) => ", style=\"filled,rounded,bold\"",
        _ => "",
    };
    attributes.push_str(style);
    if state.is_initial {
        attributes.push_str(", peripheries=2");
    }
    if state.wrong.is_some() {
        attributes.push_str(", color=red, penwidth=3");
    }
    attributes
}

/// What the whole drawing is about, in a few lines.
pub(crate) fn caption(pair: &GraphPair) -> String {
    let mut lines = vec![format!("{}: {}", pair.model, pair.symmetry)];
    lines.extend(pair.notices.iter().cloned());
    lines.join("\n")
}

/// Everything that is known of a state.
pub(crate) fn everything(state: &GraphState) -> String {
    let mut lines: Vec<String> = state.wrong.iter().map(|wrong| format!("wrong: {wrong}")).collect();
    lines.extend(state.values.iter().map(|(name, value)| format!("{name} = {value}")));
    lines.join("\n")
}

/// Text as Graphviz reads it: quotes and backslashes are special, and a new line is written `\n`.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn pair() -> GraphPair {
        let state = |depth, orbit, label: &str| GraphState {
            depth,
            orbit: Some(orbit),
            is_initial: depth == 0,
            label: vec![label.to_owned()],
            ..GraphState::default()
        };
        let edge = |from, to, actor: &str| GraphEdge {
            from,
            to,
            actor: actor.into(),
            text: format!("{actor} a \"b\" <c>"),
            fault: None,
        };
        let mut wrong = state(1, 1, "x & y");
        wrong.wrong = Some("x < 3".into());
        GraphPair {
            model: "a<b>.pml".into(),
            full: StateGraph {
                states: vec![state(0, 0, "start"), state(1, 1, "x"), wrong.clone()],
                edges: vec![edge(0, 1, "P(0)"), edge(0, 2, "P(1)"), edge(2, 0, "P(1)"), edge(1, 1, "P(0)")],
                is_cut: false,
            },
            quotient: StateGraph {
                states: vec![state(0, 0, "start"), wrong],
                edges: vec![edge(0, 1, "P(0)"), edge(0, 1, "P(1)")],
                is_cut: false,
            },
            symmetry: "group of order 2".into(),
            notices: Vec::new(),
            agrees_with_check: true,
        }
    }

    #[test]
    fn a_drawing_has_every_state_of_both_graphs_and_one_arrow_between_two() {
        let dot = graph_dot(&pair());
        assert!(dot.contains("s2 [label=\"2 · orbit 1\\nx & y\""), "{dot}");
        assert!(dot.contains("q1 [label=\"1 · orbit 1 × 2\\nx & y\""), "{dot}");
        assert!(dot.contains("q0 -> q1 [label=\"P(0), P(1)\""), "{dot}");
        assert!(dot.contains("a \\\"b\\\" <c>") && dot.contains("color=red, penwidth=3"), "{dot}");
        assert_eq!(dot.matches(" -> ").count(), 5, "{dot}");
    }

    #[test]
    fn colours_of_the_first_orbits_differ() {
        let colours: std::collections::HashSet<String> = (0..100).map(orbit_colour).collect();
        assert_eq!(colours.len(), 100);
    }
}
