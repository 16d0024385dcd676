//! Who communicates through what, as text and as a drawing for Graphviz.

use std::fmt::Write;

/// A process, or an operation of a machine, and something that it shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The process or the operation, in source names.
    pub process: String,
    /// The channel or the variable, in source names.
    pub object: String,
    /// What the process does with it.
    pub kind: LinkKind,
}

/// What a process does with what it shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkKind {
    /// Sends to a channel.
    Sends,
    /// Receives from a channel.
    Receives,
    /// Asks what a channel holds, and takes nothing out.
    Polls,
    /// Reads a variable.
    Reads,
    /// Writes a variable.
    Writes,
}

impl LinkKind {
    /// Information flows from the process to the object.
    pub fn is_outward(self) -> bool {
        matches!(self, LinkKind::Sends | LinkKind::Writes)
    }

    /// The object is a channel.
    pub fn is_of_channel(self) -> bool {
        !matches!(self, LinkKind::Reads | LinkKind::Writes)
    }

    /// The word for people.
    pub fn word(self) -> &'static str {
        match self {
            LinkKind::Sends => "sends to",
            LinkKind::Receives => "receives from",
            LinkKind::Polls => "polls",
            LinkKind::Reads => "reads",
            LinkKind::Writes => "writes",
        }
    }
}

/// One line for each link.
pub fn communication_text(links: &[Link]) -> String {
    let mut out = String::new();
    for link in links {
        let arrow = if link.kind.is_outward() { "->" } else { "<-" };
        let how = match link.kind {
            LinkKind::Sends | LinkKind::Receives => String::new(),
            kind => format!(" ({})", kind.word()),
        };
        let _ = writeln!(out, "{} {arrow} {}{how}", link.process, link.object);
    }
    out
}

/// Colours of orbits in Graphviz's scheme `set312`; there are as many as the scheme has.
const COLOURS: usize = 12;

/// For Graphviz: boxes are processes, ellipses what they share; the members of one orbit have one colour.
pub fn communication_dot(links: &[Link], orbits: &[Vec<String>]) -> String {
    let mut out = String::from("digraph communication {\n  node [colorscheme=set312];\n");
    let mut nodes: Vec<(&str, &str)> = Vec::new();
    for link in links {
        for node in [(link.process.as_str(), "box"), (link.object.as_str(), "ellipse")] {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
    }
    for (name, shape) in nodes {
        let orbit = orbits.iter().position(|orbit| orbit.iter().any(|member| member == name));
        let colour = orbit.map(|orbit| format!(", style=filled, fillcolor={}", orbit % COLOURS + 1));
        let _ = writeln!(out, "  {} [shape={shape}{}];", quoted(name), colour.unwrap_or_default());
    }
    for link in links {
        let (from, to) = match link.kind.is_outward() {
            true => (&link.process, &link.object),
            false => (&link.object, &link.process),
        };
        let style = match link.kind {
            LinkKind::Polls | LinkKind::Reads => " [style=dashed]",
            _ => "",
        };
        let _ = writeln!(out, "  {} -> {}{style};", quoted(from), quoted(to));
    }
    out + "}\n"
}

/// A name as Graphviz reads it: only quotes and backslashes are special there.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_names_every_node_and_colours_orbits() {
        let link = |process: &str, kind| Link { process: process.into(), object: "q \"1\"".into(), kind };
        let links = [link("P(0)", LinkKind::Sends), link("P(1)", LinkKind::Polls)];
        let dot = communication_dot(&links, &[vec!["P(0)".into(), "P(1)".into()]]);
        assert!(dot.contains("\"P(0)\" [shape=box, style=filled, fillcolor=1];"), "{dot}");
        assert!(dot.contains("\"q \\\"1\\\"\" -> \"P(1)\" [style=dashed];"), "{dot}");
        assert!(dot.contains("\"P(0)\" -> \"q \\\"1\\\"\";"), "{dot}");
    }
}
