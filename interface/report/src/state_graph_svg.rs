//! A state graph and its quotient, drawn side by side: states in layers by their depth, those of one orbit in one
//! colour.
//!
//! The layout is that of Sugiyama, Tagawa and Toda (Methods for visual understanding of hierarchical system
//! structures, 1981) without its dummy vertices: layers are given by breadth-first search, the order within a layer
//! by some sweeps that put each state at the mean place of its neighbours. Layers that are too wide take several
//! rows. Steps that lead back or stay in a layer are dashed.

use std::cmp::Ordering;
use std::fmt::Write;

use crate::state_graph::{
    Arrow, GraphPair, GraphState, StateGraph, arrows, caption, everything, heading, orbit_colour, title,
};

/// What is between two states of a row.
const GAP: f64 = 30.0;
/// The widths that states may have: all of a picture have one, that of the longest line.
const NARROW: f64 = 92.0;
const WIDE: f64 = 220.0;
/// The width of a character, and what is beside a line.
const CHARACTER: f64 = 6.4;
const BESIDE: f64 = 14.0;
/// The height of a line of text, and what is between two rows.
const LINE: f64 = 13.0;
const BETWEEN: f64 = 62.0;
/// States in a row.
const WIDEST: usize = 9;
/// Around each graph, and the width that its title needs.
const MARGIN: f64 = 64.0;
const LEAST: f64 = 420.0;
/// Sweeps over the layers that put states into order.
const SWEEPS: usize = 6;

/// Where a state stands: the middle of its upper edge, its size, and its row.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    row: usize,
}

impl Place {
    fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// The graph and its quotient as one picture.
pub fn graph_svg(pair: &GraphPair) -> String {
    let caption = caption(pair);
    let top = 34.0 + 17.0 * caption.lines().count() as f64;
    let box_width = box_width(pair);
    let (left_places, left_width, left_height) = places(&pair.full, box_width);
    let (right_places, right_width, right_height) = places(&pair.quotient, box_width);
    let (width, height) = (left_width + right_width, top + 30.0 + left_height.max(right_height) + 40.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>States of {} and their quotient</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(&pair.model)
    );
    for (n, line) in caption.lines().enumerate() {
        let weight = if n == 0 { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            out,
            "<text x=\"20\" y=\"{}\" font-size=\"13\"{weight}>{}</text>",
            26 + 17 * n,
            escaped(line)
        );
    }
    half(&mut out, pair, &pair.full, (&left_places, 0.0, top), false);
    half(&mut out, pair, &pair.quotient, (&right_places, left_width, top), true);
    let _ = writeln!(
        out,
        "<line x1=\"{left_width:.0}\" y1=\"{top:.0}\" x2=\"{left_width:.0}\" y2=\"{:.0}\" stroke=\"#ccc\"/>",
        height - 36.0
    );
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{:.0}\" fill=\"#444\">Thick: a run begins here. Red: something is wrong. Dashed outline: further steps are \
         not drawn. Dashed arrow: leads back or sideways. One colour: one orbit.</text>",
        height - 14.0
    );
    out.push_str("</svg>\n");
    out
}

/// One of the two graphs, below its title.
fn half(
    out: &mut String,
    pair: &GraphPair,
    graph: &StateGraph,
    (places, left, top): (&[Place], f64, f64),
    is_quotient: bool,
) {
    let (name, title) = (if is_quotient { "quotient" } else { "full" }, title(graph, is_quotient));
    let _ = writeln!(
        out,
        "<g id=\"{name}\" transform=\"translate({left:.0} {:.0})\">\n<text x=\"{MARGIN}\" y=\"-8\" font-size=\"13\" \
         font-weight=\"bold\">{}</text>",
        top + 30.0,
        escaped(&title)
    );
    let mut depths: Vec<(usize, f64)> = Vec::new();
    for (state, place) in graph.states.iter().zip(places) {
        if depths.last().is_none_or(|(depth, _)| *depth < state.depth) {
            depths.push((state.depth, place.y));
        }
    }
    for (depth, y) in depths {
        let _ = writeln!(out, "<text x=\"16\" y=\"{:.0}\" fill=\"#777\">{depth}</text>", y + 14.0);
    }
    let mut labels = String::new();
    for (n, arrow) in arrows(graph).iter().enumerate() {
        draw_arrow(out, &mut labels, arrow, (places[arrow.from], places[arrow.to]), n);
    }
    for (number, (state, place)) in graph.states.iter().zip(places).enumerate() {
        draw_state(out, pair, (number, state, *place), is_quotient);
    }
    // Above everything else, so that no box hides who makes a step.
    out.push_str(&labels);
    out.push_str("</g>\n");
}

fn draw_state(
    out: &mut String,
    pair: &GraphPair,
    (number, state, place): (usize, &GraphState, Place),
    is_quotient: bool,
) {
    let fill = state.orbit.map_or_else(|| "#ffffff".to_owned(), orbit_colour);
    let (stroke, width) = match (state.wrong.is_some(), state.is_initial) {
        (true, _) => ("#c00000", 3),
        (_, true) => ("#222", 3),
        _ => ("#777", 1),
    };
    let dashes = if state.missing > 0 { " stroke-dasharray=\"5 3\"" } else { "" };
    let _ = writeln!(
        out,
        "<g class=\"state\"><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"{fill}\" \
         stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}/>",
        escaped(&everything(state)),
        place.x - place.width / 2.0,
        place.y,
        place.width,
        place.height
    );
    let characters = ((place.width - BESIDE) / CHARACTER).round() as usize;
    for (n, line) in lines(pair, number, state, is_quotient).iter().enumerate() {
        let weight = if n == 0 { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\"{weight}>{}</text>",
            place.x,
            place.y + LINE * (n as f64 + 1.0) + 1.0,
            escaped(&shortened(line, characters))
        );
    }
    out.push_str("</g>\n");
}

/// What stands in the box of a state.
fn lines(pair: &GraphPair, number: usize, state: &GraphState, is_quotient: bool) -> Vec<String> {
    let mut lines = vec![heading(pair, number, state, is_quotient)];
    lines.extend(state.label.iter().cloned());
    lines.extend(state.wrong.as_ref().map(|wrong| format!("✗ {wrong}")));
    if state.missing > 0 {
        lines.push(format!("… {} more steps", state.missing));
    }
    lines
}

fn draw_arrow(
    out: &mut String,
    labels: &mut String,
    arrow: &Arrow<'_>,
    (from, to): (Place, Place),
    n: usize,
) {
    let colour = if arrow.is_faulty() { "#c00000" } else { "#555" };
    let dashes = if to.row > from.row { "" } else { " stroke-dasharray=\"4 3\"" };
    let curve = curve(arrow.from == arrow.to, from, to);
    let [a, b, c, d] = curve;
    let _ = writeln!(
        out,
        "<path class=\"step\" d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\"{dashes} \
         marker-end=\"url(#tip)\"><title>{}</title></path>",
        a.0,
        a.1,
        b.0,
        b.1,
        c.0,
        c.1,
        d.0,
        d.1,
        escaped(&arrow.text())
    );
    // Words stand between rows, next to where the step begins; those of neighbours at different heights, so that
    // fewer of them cover one another.
    let (height, steps) = (13.0 + 12.0 * (n % 3) as f64, 64);
    let ys = [a.1, b.1, c.1, d.1];
    let is_reached = |t: &f64| (bezier(*t, ys) - a.1).abs() >= height;
    let at = (1..=steps).map(|step| f64::from(step) / f64::from(steps)).find(is_reached).unwrap_or(0.5);
    let (x, y) = (bezier(at, [a.0, b.0, c.0, d.0]), bezier(at, ys));
    let _ = writeln!(
        labels,
        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"9\" fill=\"{colour}\" stroke=\"white\" \
         stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
        y + 3.0,
        escaped(&shortened(&arrow.label(), 30))
    );
}

/// The four points of the curve of a step. Steps that lead on leave below and come from above; those that lead back
/// leave above, further to the right; those within a row go below it.
fn curve(is_loop: bool, from: Place, to: Place) -> [(f64, f64); 4] {
    const TIP: f64 = 2.0;
    let quarter = from.width / 4.0;
    match to.row.cmp(&from.row) {
        _ if is_loop => {
            let (x, y) = (from.x + from.width / 2.0 - 6.0, from.y);
            [(x - 20.0, y), (x - 20.0, y - 34.0), (x, y - 34.0), (x, y - TIP)]
        }
        Ordering::Greater => {
            let (start, end) = ((from.x - 6.0, from.bottom()), (to.x - 6.0, to.y - TIP));
            let middle = (start.1 + end.1) / 2.0;
            [start, (start.0, middle), (end.0, middle), end]
        }
        Ordering::Less => {
            let (start, end) = ((from.x + quarter, from.y), (to.x + quarter, to.bottom() + TIP));
            let middle = (start.1 + end.1) / 2.0;
            [start, (start.0 + 10.0, middle), (end.0 + 10.0, middle), end]
        }
        Ordering::Equal => {
            let (start, end) = ((from.x + quarter, from.bottom()), (to.x + quarter, to.bottom() + TIP));
            let low = start.1.max(end.1) + 52.0;
            [start, (start.0, low), (end.0, low), end]
        }
    }
}

/// A coordinate of a cubic curve.
fn bezier(t: f64, [a, b, c, d]: [f64; 4]) -> f64 {
    let u = 1.0 - t;
    u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
}

/// The width of the longest line of a picture, within limits.
fn box_width(pair: &GraphPair) -> f64 {
    let of = |(graph, is_quotient): (&StateGraph, bool)| {
        let states = graph.states.iter().enumerate();
        let longest = states.flat_map(|(number, state)| lines(pair, number, state, is_quotient));
        longest.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let longest = of((&pair.full, false)).max(of((&pair.quotient, true)));
    (longest as f64 * CHARACTER + BESIDE).clamp(NARROW, WIDE)
}

/// Where the states of a graph stand, and how wide and high it is.
fn places(graph: &StateGraph, width: f64) -> (Vec<Place>, f64, f64) {
    let rows = rows(graph);
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let all = (2.0 * MARGIN + longest * (width + GAP) - GAP).max(LEAST);
    let mut places = vec![Place::default(); graph.states.len()];
    let mut y = 8.0;
    for (row, states) in rows.iter().enumerate() {
        let begin = (all - (states.len() as f64 * (width + GAP) - GAP) + width) / 2.0;
        let mut tallest: f64 = 0.0;
        for (n, &state) in states.iter().enumerate() {
            let (x, height) = (begin + n as f64 * (width + GAP), height(&graph.states[state]));
            places[state] = Place { x, y, width, height, row };
            tallest = tallest.max(height);
        }
        y += tallest + BETWEEN;
    }
    (places, all, y)
}

fn height(state: &GraphState) -> f64 {
    let lines = 1 + state.label.len() + usize::from(state.wrong.is_some()) + usize::from(state.missing > 0);
    LINE * lines as f64 + 9.0
}

/// The states of each row from left to right, in an order with few crossings.
fn rows(graph: &StateGraph) -> Vec<Vec<usize>> {
    let deepest = graph.states.iter().map(|state| state.depth).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
    for (number, state) in graph.states.iter().enumerate() {
        layers[state.depth].push(number);
    }
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); graph.states.len()];
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    // Places between 0 and 1, so that layers of any width can be compared.
    let mut place = vec![0.5; graph.states.len()];
    let depth_of = |state: usize| graph.states[state].depth;
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let order: Vec<usize> =
            if is_down { (0..layers.len()).collect() } else { (0..layers.len()).rev().collect() };
        for depth in order {
            let wish = |state: usize| {
                let own = neighbours[state].iter().copied();
                let beyond =
                    own.filter(|&other| (depth_of(other) < depth) == is_down && depth_of(other) != depth);
                let (sum, count) =
                    beyond.fold((0.0, 0), |(sum, count), other| (sum + place[other], count + 1));
                if count == 0 { place[state] } else { sum / f64::from(count) }
            };
            let mut wished: Vec<(f64, usize)> =
                layers[depth].iter().map(|&state| (wish(state), state)).collect();
            wished.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[depth] = wished.into_iter().map(|(_, state)| state).collect();
            let width = layers[depth].len() as f64;
            for (n, &state) in layers[depth].iter().enumerate() {
                place[state] = (n as f64 + 0.5) / width;
            }
        }
    }
    layers.iter().flat_map(|layer| split(layer)).collect()
}

/// A layer in rows of almost equal length, neighbours below one another.
fn split(layer: &[usize]) -> Vec<Vec<usize>> {
    let count = layer.len().div_ceil(WIDEST).max(1);
    let mut rows = vec![Vec::new(); count];
    for (n, &state) in layer.iter().enumerate() {
        rows[n % count].push(state);
    }
    rows
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => format!("{}…", text.chars().take(most - 1).collect::<String>()),
        None => text.to_owned(),
    }
}

/// Text as XML has it. Control characters, which it has not, become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() && letter != '\n' => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_graph::tests::pair;

    #[test]
    fn a_picture_has_every_state_and_escapes_what_it_names() {
        let svg = graph_svg(&pair());
        assert_eq!(svg.matches("class=\"state\"").count(), 5, "{svg}");
        assert_eq!(svg.matches("class=\"step\"").count(), 5, "{svg}");
        assert!(svg.contains("a&lt;b&gt;.pml") && svg.contains("x &amp; y"), "{svg}");
        assert!(svg.contains("&quot;b&quot; &lt;c&gt;") && !svg.contains("<c>"), "{svg}");
        assert!(svg.contains("✗ x &lt; 3") && svg.contains("1 · orbit 1 × 2"), "{svg}");
    }

    #[test]
    fn no_two_states_cover_one_another() {
        let state = |depth| GraphState { depth, label: vec!["x".into(); 3], ..GraphState::default() };
        let graph = StateGraph { states: (0..60).map(|n| state(n / 25)).collect(), ..StateGraph::default() };
        let (places, width, height) = places(&graph, NARROW);
        for (n, a) in places.iter().enumerate() {
            assert!(a.x - NARROW / 2.0 > 0.0 && a.x + NARROW / 2.0 < width && a.y + a.height < height);
            for b in &places[..n] {
                assert!((a.x - b.x).abs() >= NARROW || a.y >= b.y + b.height || b.y >= a.y + a.height);
            }
        }
    }
}
