//! Who communicates through what, as text and as a drawing.

use std::fmt::Write;

/// A process that sends to a channel or receives from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The process, in source names.
    pub process: String,
    /// The channel, in source names.
    pub channel: String,
    /// Does it send?
    pub sends: bool,
}

/// One line for each link.
pub fn communication_text(links: &[Link]) -> String {
    let mut out = String::new();
    for link in links {
        let arrow = if link.sends { "->" } else { "<-" };
        let _ = writeln!(out, "{} {arrow} {}", link.process, link.channel);
    }
    out
}

/// For Graphviz.
pub fn communication_dot(links: &[Link]) -> String {
    let mut out = String::from("digraph communication {\n");
    for link in links {
        let _ = match link.sends {
            true => writeln!(out, "  {:?} -> {:?};", link.process, link.channel),
            false => writeln!(out, "  {:?} -> {:?};", link.channel, link.process),
        };
    }
    out + "}\n"
}
