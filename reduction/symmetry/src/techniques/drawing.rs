//! The graph of one state for `label`: arcs and colours, in whichever representation suits their number.
//!
//! Colours are ranks among what occurs in this state. Two states of one orbit say the same things of other points, so
//! equal things have equal ranks in both, and no table of everything met so far is needed.

use graph::{Colour, Digraph, DigraphBuilder, SmallDigraph, Vertex};

use crate::techniques::label::Plan;

/// A state as a graph; memory is reused from state to state.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    arcs: Vec<(u8, u8, u32)>,
    /// The colour of each vertex.
    colours: Vec<u32>,
    /// Colours of arcs that may occur: those of the plan, and one for each plain value between two points.
    pub arc_colours: usize,
    /// Plain values between two points, each with its position.
    values: Vec<(u32, u8)>,
    /// References that lead to no point: owner, position, value.
    outside: Vec<(u8, u32, u8)>,
    /// What the state says of each vertex alone, one after the other, and where each ends.
    said: Vec<u8>,
    ends: Vec<usize>,
    order: Vec<usize>,
}

impl Drawing {
    /// Draws a state.
    pub fn draw(&mut self, plan: &Plan, state: &[u8]) {
        self.arcs.clear();
        self.arcs.extend_from_slice(&plan.fixed);
        self.draw_references(plan, state);
        self.draw_relations(plan, state);
        self.colour(plan, state);
    }

    fn draw_references(&mut self, plan: &Plan, state: &[u8]) {
        self.outside.clear();
        for &(owner, at, position, table) in &plan.references {
            let raw = state[usize::from(at)];
            match plan.tables[table][usize::from(raw)] {
                255 => self.outside.push((owner, position, raw)),
                to => self.arcs.push((owner, to, position)),
            }
        }
    }

    /// The colour of a plain value between two points is its rank among those of the state.
    fn draw_relations(&mut self, plan: &Plan, state: &[u8]) {
        let said = |&(_, _, at, position): &(u8, u8, u16, u32)| (position, state[usize::from(at)]);
        self.values.clear();
        self.values.extend(plan.relations.iter().map(said));
        self.values.sort_unstable();
        self.values.dedup();
        for relation in &plan.relations {
            let rank = self.values.partition_point(|value| *value < said(relation)) as u32;
            self.arcs.push((relation.0, relation.1, plan.positions + rank));
        }
        self.arc_colours = plan.positions as usize + self.values.len();
    }

    /// The colour of a vertex is the rank of its orbit and of what the state says of it alone, so that orbits keep their
    /// order whatever their points say.
    fn colour(&mut self, plan: &Plan, state: &[u8]) {
        self.said.clear();
        self.ends.clear();
        for (v, attributes) in plan.attributes.iter().enumerate() {
            self.said.extend_from_slice(&plan.orbit[v].to_be_bytes());
            self.said.extend(attributes.iter().map(|&at| state[usize::from(at)]));
            for &(_, position, raw) in self.outside.iter().filter(|(owner, ..)| usize::from(*owner) == v) {
                self.said.extend([position as u8, raw]);
            }
            self.ends.push(self.said.len());
        }
        let Drawing { said, ends, order, colours, .. } = self;
        let said = |v: usize| &said[if v == 0 { 0 } else { ends[v - 1] }..ends[v]];
        order.clear();
        order.extend(0..ends.len());
        order.sort_unstable_by(|&a, &b| said(a).cmp(said(b)));
        colours.clear();
        colours.resize(ends.len(), 0);
        for pair in 1..order.len() {
            let (before, v) = (order[pair - 1], order[pair]);
            colours[v] = colours[before] + u32::from(said(before) != said(v));
        }
    }

    /// The graph in the small representation; `None` if it has too many colours or vertices for it.
    pub fn fill(&self, graph: &mut SmallDigraph) -> Option<()> {
        graph.reset(self.colours.len()).ok()?;
        for (vertex, &colour) in (0..).map(Vertex).zip(&self.colours) {
            graph.set_colour(vertex, Colour(colour)).ok()?;
        }
        for &(from, to, colour) in &self.arcs {
            graph.add_arc(Vertex(u32::from(from)), Vertex(u32::from(to)), Colour(colour)).ok()?;
        }
        Some(())
    }

    /// The graph in the general representation.
    pub fn digraph(&self) -> Option<Digraph> {
        let mut builder = DigraphBuilder::new();
        for &colour in &self.colours {
            builder.add_vertex(Colour(colour)).ok()?;
        }
        for &(from, to, colour) in &self.arcs {
            builder.add_arc(Vertex(u32::from(from)), Vertex(u32::from(to)), Colour(colour)).ok()?;
        }
        Some(builder.build())
    }
}
