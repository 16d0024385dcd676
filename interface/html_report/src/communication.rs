//! The drawing of who communicates through what: processes on the left, channels and variables on the right.
//!
//! Two columns, the right one ordered by the mean place of its neighbours (the barycentre heuristic of K. Sugiyama, S. Tagawa and
//! M. Toda, *Methods for Visual Understanding of Hierarchical System Structures*, 1981, section 4), which is one sweep of
//! theirs and enough for two columns of which one has an order of its own. Forces and general layers were rejected: people
//! look for a process by its number.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use report::Link;

use crate::escape::{clipped, text};

/// Larger drawings have one node for each orbit, or for each name without its number.
const MOST_NODES: usize = 120;
/// Orbits and links that are listed; the rest is counted.
const MOST_ORBITS: usize = 300;
const MOST_LINKS: usize = 3_000;
/// Colours that the style knows.
const PALETTE: usize = 8;
/// Characters of a label.
const LABEL: usize = 26;
const ROW: usize = 34;
const WIDTH: usize = 196;
const RIGHT: usize = 404;

/// The orbit of every name that is moved.
#[derive(Debug)]
pub struct Colours<'a>(HashMap<&'a str, usize>);

impl<'a> Colours<'a> {
    /// Those of some orbits.
    pub fn new(orbits: &'a [Vec<String>]) -> Colours<'a> {
        let members = orbits.iter().enumerate();
        Colours(members.flat_map(|(n, orbit)| orbit.iter().map(move |name| (name.as_str(), n))).collect())
    }
}

/// The section with the drawing, the legend of the orbits, and the same as a list.
pub fn section(links: &[Link], orbits: &[Vec<String>]) -> String {
    if links.is_empty() && orbits.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section aria-labelledby=\"h-communication\">\n<h2 id=\"h-communication\">Communication and orbits</h2>\n",
    );
    if !links.is_empty() {
        out.push_str("<div class=\"wide\">");
        out.push_str(&drawing(links, orbits));
        out.push_str("</div>\n<p class=\"legend\">Solid: sends, receives, writes. Dashed: only looks.</p>\n");
    }
    if !orbits.is_empty() {
        out.push_str("<ul class=\"orbits\">\n");
        for (number, orbit) in orbits.iter().enumerate().take(MOST_ORBITS) {
            let _ = writeln!(
                out,
                "<li><span class=\"swatch o{}\">{}</span> {}</li>",
                number % PALETTE,
                number + 1,
                text(&clipped(&orbit.join(", ")))
            );
        }
        if let Some(more) = orbits.len().checked_sub(MOST_ORBITS).filter(|&more| more > 0) {
            let _ = writeln!(out, "<li>… and {more} more</li>");
        }
        out.push_str("</ul>\n");
    }
    if !links.is_empty() {
        let mut lines = report::communication_text(&links[..links.len().min(MOST_LINKS)]);
        if let Some(more) = links.len().checked_sub(MOST_LINKS).filter(|&more| more > 0) {
            let _ = writeln!(lines, "… and {more} more");
        }
        let _ = writeln!(out, "<details><summary>As a list</summary>\n<pre>{}</pre></details>", text(&lines));
    }
    out + "</section>\n"
}

/// What goes along one line.
#[derive(Clone, Copy, Default)]
struct Edge {
    outward: bool,
    inward: bool,
    /// Something is moved, not only looked at.
    solid: bool,
    channel: bool,
}

/// The drawing alone, as SVG.
pub fn drawing(links: &[Link], orbits: &[Vec<String>]) -> String {
    let colours = Colours::new(orbits);
    let mut names: Vec<&str> = links.iter().flat_map(|l| [l.process.as_str(), l.object.as_str()]).collect();
    names.sort_unstable();
    names.dedup();
    let folded = names.len() > MOST_NODES;
    let node = |name: &str| if folded { fold(name, &colours, orbits) } else { name.to_owned() };
    let mut left: Vec<String> = Vec::new();
    let mut edges: BTreeMap<(usize, String), Edge> = BTreeMap::new();
    for link in links {
        let process = node(&link.process);
        let place = left.iter().position(|known| *known == process).unwrap_or_else(|| {
            left.push(process);
            left.len() - 1
        });
        let edge = edges.entry((place, node(&link.object))).or_default();
        let outward = link.kind.is_outward();
        (edge.outward, edge.inward) = (edge.outward | outward, edge.inward | !outward);
        edge.solid |= !matches!(link.kind, report::LinkKind::Polls | report::LinkKind::Reads);
        edge.channel |= link.kind.is_of_channel();
    }
    let right = by_barycentre(&edges);
    let rows = left.len().max(right.len());
    let height = rows * ROW + 12;
    let mut out = format!(
        "<svg class=\"communication\" viewBox=\"0 0 610 {height}\" width=\"610\" height=\"{height}\" role=\"img\" \
         aria-label=\"{} processes, {} channels and variables, {} lines between them\">\n<defs>\
         <marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto-start-reverse\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n",
        left.len(),
        right.len(),
        edges.len()
    );
    let place = |index: usize, of: usize| 6 + ROW / 2 + index * ROW + (rows - of) * ROW / 2;
    for ((process, object), edge) in &edges {
        let to = right.iter().position(|name| name == object).unwrap_or(0);
        out.push_str(&line(edge, place(*process, left.len()), place(to, right.len())));
    }
    let orbit = |name: &str| colours.0.get(name.split(" ×").next().unwrap_or(name)).copied();
    for (number, name) in left.iter().enumerate() {
        out.push_str(&boxed(name, orbit(name), (4, place(number, left.len())), 3));
    }
    for (number, name) in right.iter().enumerate() {
        out.push_str(&boxed(name, orbit(name), (RIGHT, place(number, right.len())), 14));
    }
    out + "</svg>\n"
}

/// The node of an orbit, called after its first member; without an orbit, the name without numbers.
fn fold(name: &str, colours: &Colours<'_>, orbits: &[Vec<String>]) -> String {
    match colours.0.get(name).map(|&orbit| &orbits[orbit]) {
        Some(orbit) => format!("{} ×{}", orbit[0], orbit.len()),
        None => name.split(['(', '[']).next().unwrap_or(name).trim_end().to_owned() + " …",
    }
}

fn by_barycentre(edges: &BTreeMap<(usize, String), Edge>) -> Vec<String> {
    let mut sums: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (process, object) in edges.keys() {
        let (sum, count) = sums.entry(object).or_default();
        (*sum, *count) = (*sum + process, *count + 1);
    }
    let mut names: Vec<&str> = sums.keys().copied().collect();
    // Fractions compared without dividing.
    names.sort_by_key(|name| {
        let (sum, count) = sums[name];
        sum * 1_000_000 / count
    });
    names.into_iter().map(str::to_owned).collect()
}

fn line(edge: &Edge, from: usize, to: usize) -> String {
    let (start, end) = (4 + WIDTH + 1, RIGHT - 1);
    let class = match (edge.solid, edge.channel) {
        (true, true) => "channel",
        (true, false) => "variable",
        (false, true) => "channel looks",
        (false, false) => "variable looks",
    };
    let at_start = if edge.inward { " marker-start=\"url(#tip)\"" } else { "" };
    let at_end = if edge.outward { " marker-end=\"url(#tip)\"" } else { "" };
    format!(
        "<path class=\"{class}\" d=\"M{start},{from} C{},{from} {},{to} {end},{to}\"{at_start}{at_end}/>\n",
        start + 90,
        end - 90
    )
}

fn boxed(name: &str, orbit: Option<usize>, (x, y): (usize, usize), round: usize) -> String {
    let label = match name.chars().count() > LABEL {
        true => name.chars().take(LABEL - 1).chain(['…']).collect(),
        false => name.to_owned(),
    };
    let class = orbit.map_or("plain".to_owned(), |orbit| format!("o{}", orbit % PALETTE));
    let number = orbit.map_or(String::new(), |orbit| {
        format!("<text class=\"orbit\" x=\"{}\" y=\"{}\">{}</text>", x + WIDTH - 6, y + 4, orbit + 1)
    });
    format!(
        "<g><title>{}</title><rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"{WIDTH}\" height=\"26\" rx=\"{round}\"/>\
         <text x=\"{}\" y=\"{}\">{}</text>{number}</g>\n",
        text(name),
        y - 13,
        x + 8,
        y + 4,
        text(&label)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::LinkKind;

    fn link(process: String, object: &str, kind: LinkKind) -> Link {
        Link { process, object: object.into(), kind }
    }

    #[test]
    fn every_pair_is_one_line_with_the_arrows_it_needs() {
        let links = [
            link("P(0)".into(), "q", LinkKind::Sends),
            link("P(0)".into(), "q", LinkKind::Receives),
            link("P(1)".into(), "x<y>", LinkKind::Reads),
        ];
        let drawn = drawing(&links, &[vec!["P(0)".into(), "P(1)".into()]]);
        assert_eq!(drawn.matches("<path class=").count(), 2);
        assert_eq!(drawn.matches("marker-start").count(), 2);
        assert_eq!(drawn.matches("marker-end").count(), 1);
        assert_eq!(drawn.matches("class=\"o0\"").count(), 2);
        assert!(drawn.contains("x&lt;y&gt;"), "{drawn}");
    }

    #[test]
    fn a_crowd_is_drawn_by_orbits() {
        let names: Vec<String> = (0..200).map(|n| format!("P({n})")).collect();
        let links: Vec<Link> = names.iter().map(|name| link(name.clone(), "q", LinkKind::Sends)).collect();
        let drawn = drawing(&links, std::slice::from_ref(&names));
        assert_eq!(drawn.matches("<g>").count(), 2);
        assert!(drawn.contains("P(0) ×200"), "{drawn}");
    }
}
