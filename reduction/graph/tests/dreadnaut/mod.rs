//! nauty as an oracle: Debian's `dreadnaut`, fed one script for a whole batch of graphs.
#![allow(dead_code)] // every test file asks some of the questions

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use graph::Digraph;

/// A script of questions, and the graphs they are about.
pub struct Dreadnaut {
    script: String,
}

impl Dreadnaut {
    /// A fresh script, or `None` with a line on stderr if there is no oracle. Where oracles are required, their
    /// absence is a failure.
    pub fn find() -> Option<Dreadnaut> {
        let found = Command::new("dreadnaut").stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok();
        if !found {
            assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "dreadnaut is required");
            eprintln!("SKIPPED: needs dreadnaut");
        }
        found.then(|| Dreadnaut { script: "l=0 -a -m $=0\n".to_owned() })
    }

    /// Asks for the order of the automorphism group of `graph`.
    pub fn ask_order(&mut self, graph: &Digraph) {
        self.write_graph(graph);
        self.script.push_str("-c x\n");
    }

    /// Asks whether two graphs of the same size and colours are isomorphic.
    pub fn ask_isomorphic(&mut self, a: &Digraph, b: &Digraph) {
        self.write_graph(a);
        self.script.push_str("c x @\n");
        self.write_graph(b);
        self.script.push_str("x #\n");
    }

    /// The answers to all questions about orders, as nauty prints them (exact up to ten digits or so).
    pub fn orders(&self) -> Vec<f64> {
        let numbers = self.run();
        let after = numbers.split("grpsize=").skip(1);
        after.map(|text| text.split(';').next().and_then(|n| n.parse().ok()).expect("a number")).collect()
    }

    /// The answers to all questions about isomorphism.
    pub fn isomorphisms(&self) -> Vec<bool> {
        let output = self.run();
        let verdicts = output.lines().filter(|line| line.starts_with("h and h' are "));
        verdicts.map(|line| line.contains("identical")).collect()
    }

    fn run(&self) -> String {
        let mut child = Command::new("dreadnaut")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("dreadnaut starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let script = self.script.clone() + "q\n";
        let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
        let output = child.wait_with_output().expect("dreadnaut ends");
        writer.join().expect("the writer ends").expect("dreadnaut reads everything");
        String::from_utf8(output.stdout).expect("ASCII")
    }

    /// Writes the graph, with every coloured arc subdivided by a vertex of its own unless there is only one colour.
    fn write_graph(&mut self, graph: &Digraph) {
        let n = graph.vertex_count();
        let plain = graph.arcs().windows(2).all(|pair| pair[0].colour == pair[1].colour);
        let mut colours: Vec<(u32, u32)> = graph.colours().iter().map(|c| (0, c.0)).collect();
        let mut lists = vec![Vec::new(); n];
        for arc in graph.arcs() {
            if plain {
                lists[arc.from.index()].push(arc.to.index());
            } else {
                lists[arc.from.index()].push(colours.len());
                lists.push(vec![arc.to.index()]);
                colours.push((1, arc.colour.0));
            }
        }
        let symmetric =
            plain && lists.iter().enumerate().all(|(v, l)| l.iter().all(|&w| lists[w].contains(&v)));
        let loops = lists.iter().enumerate().any(|(v, list)| list.contains(&v));
        // The invariant for digraphs keeps nauty from blowing up on them.
        let mode = if symmetric && !loops { "-d *=0" } else { "d *=13 k=0 10" };
        let _ = writeln!(self.script, "n={} {mode} g", lists.len());
        let written = lists.iter().enumerate().filter(|(_, list)| !list.is_empty()).map(|(v, list)| {
            let numbers: Vec<String> = list.iter().map(usize::to_string).collect();
            format!("{v}:{}", numbers.join(" "))
        });
        let _ = writeln!(self.script, "{}.", written.collect::<Vec<_>>().join(";\n"));
        self.write_cells(&colours);
    }

    fn write_cells(&mut self, colours: &[(u32, u32)]) {
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&v| colours[v]);
        let cells = order.chunk_by(|&a, &b| colours[a] == colours[b]);
        let cells: Vec<String> =
            cells.map(|cell| cell.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")).collect();
        let _ = writeln!(self.script, "f=[{}]", cells.join("|"));
    }
}
