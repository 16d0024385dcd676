//! Canonical labelling as a canonicaliser: build a graph of the state, label it, and permute the elements of each
//! deferred set into the order of their labels.
//!
//! Isomorphic states have isomorphic graphs, whose labellings differ by an automorphism of the state; so they become
//! the same state. The representative is a state of the orbit, not a graph, and the explorer stores it like any other.

use super::{Action, Permutation};
use crate::machine::Machine;
use crate::value::encode::decode;
use crate::value::{Ty, Value};
use explorer::{Canonicaliser, Effort};
use graph::{
    Colour, Digraph, DigraphBuilder, Scratch, SmallDigraph, SmallScratch, Vertex, WorkLimit,
    canonical_labelling, label_small,
};

/// Something that turns the values of a state into a coloured digraph whose first vertices are the deferred elements.
pub trait LabelSource: Send {
    fn build(&mut self, action: &Action, machine: &Machine, values: &[(usize, Value, Ty)]);
    fn colours(&self, out: &mut Vec<u32>);
    fn arcs(&self) -> &[(u32, u32, u32)];

    /// If the graph has no arcs: keys by which to sort the elements.
    fn signatures(&mut self) -> Option<&[u64]> {
        None
    }
}

/// Finds the permutation that makes a list of values canonical.
pub struct Labeller<S> {
    pub action: Action,
    source: S,
    colours: Vec<u32>,
    small: SmallDigraph,
    small_scratch: SmallScratch,
    scratch: Scratch,
    order: Vec<u32>,
    permutation: Permutation,
    /// Graphs too large for any labelling.
    not_canonical: u64,
    #[cfg(feature = "nauty")]
    nauty: Option<graph::Nauty>,
}

impl<S: LabelSource> Labeller<S> {
    pub fn new(machine: &Machine, source: S) -> Self {
        let action = Action::new(&machine.domain);
        let permutation = action.identity();
        Self {
            action,
            source,
            colours: Vec::new(),
            small: SmallDigraph::new(),
            small_scratch: SmallScratch::default(),
            scratch: Scratch::default(),
            order: Vec::new(),
            permutation,
            not_canonical: 0,
            #[cfg(feature = "nauty")]
            nauty: None,
        }
    }

    /// The canonical permutation of the values, each given with its position and type.
    pub fn permutation(&mut self, machine: &Machine, values: &[(usize, Value, Ty)]) -> &Permutation {
        self.source.build(&self.action, machine, values);
        if let Some(signatures) = self.source.signatures() {
            sort_into(&self.action, &mut self.permutation, &mut self.order, |element| signatures[element]);
            return &self.permutation;
        }
        self.source.colours(&mut self.colours);
        #[cfg(feature = "nauty")]
        if self.nauty.is_some() && self.label_with_nauty() {
            return &self.permutation;
        }
        if !self.label_small() && self.label_large().is_none() {
            self.not_canonical += 1;
            self.permutation = self.action.identity();
        }
        &self.permutation
    }

    fn label_small(&mut self) -> bool {
        if self.small.reset(self.colours.len()).is_err() {
            return false;
        }
        let coloured = self.colours.iter().enumerate();
        for (vertex, colour) in coloured {
            if self.small.set_colour(Vertex(vertex as u32), Colour(*colour)).is_err() {
                return false;
            }
        }
        for &(from, to, colour) in self.source.arcs() {
            if self.small.add_arc(Vertex(from), Vertex(to), Colour(colour)).is_err() {
                return false;
            }
        }
        let Ok(labels) = label_small(&self.small, &mut self.small_scratch, WorkLimit::NONE) else {
            return false;
        };
        sort_into(&self.action, &mut self.permutation, &mut self.order, |element| u64::from(labels[element]));
        true
    }

    /// nauty's labelling; `false` if the graph is too large for it.
    #[cfg(feature = "nauty")]
    fn label_with_nauty(&mut self) -> bool {
        let (Some(graph), Some(nauty)) = (self.digraph(), &mut self.nauty) else { return false };
        let Some(canonical) = graph::nauty_labelling(&graph, nauty) else { return false };
        let labels = &canonical.labelling;
        sort_into(&self.action, &mut self.permutation, &mut self.order, |element| u64::from(labels[element]));
        true
    }

    fn digraph(&self) -> Option<Digraph> {
        let mut builder = DigraphBuilder::new();
        for colour in &self.colours {
            builder.add_vertex(Colour(*colour)).ok()?;
        }
        for &(from, to, colour) in self.source.arcs() {
            builder.add_arc(Vertex(from), Vertex(to), Colour(colour)).ok()?;
        }
        Some(builder.build())
    }

    fn label_large(&mut self) -> Option<()> {
        let canonical = canonical_labelling(&self.digraph()?, &mut self.scratch, WorkLimit::NONE).ok()?;
        let labels = &canonical.labelling;
        sort_into(&self.action, &mut self.permutation, &mut self.order, |element| u64::from(labels[element]));
        Some(())
    }
}

/// Sends the elements of each set to their ranks by key.
fn sort_into(
    action: &Action,
    permutation: &mut Permutation,
    order: &mut Vec<u32>,
    key: impl Fn(usize) -> u64,
) {
    for (set, size) in &action.sets {
        let Some(offset) = action.offsets[*set] else { continue };
        order.clear();
        order.extend(0..*size as u32);
        order.sort_by_key(|element| key(offset + *element as usize));
        for (rank, element) in order.iter().enumerate() {
            permutation.0[offset + *element as usize] = rank as u32;
        }
    }
}

/// The canonicaliser for the explorer.
pub struct Labelled<'m, S> {
    machine: &'m Machine,
    labeller: Labeller<S>,
    values: Vec<(usize, Value, Ty)>,
    buffer: Vec<u8>,
}

impl<'m, S: LabelSource> Labelled<'m, S> {
    pub fn new(machine: &'m Machine, source: S) -> Self {
        Self { machine, labeller: Labeller::new(machine, source), values: Vec::new(), buffer: Vec::new() }
    }
}

#[cfg(feature = "nauty")]
impl<'m, S: LabelSource> Labelled<'m, S> {
    /// A canonicaliser that labels the graphs of states with nauty.
    pub fn with_nauty(machine: &'m Machine, source: S) -> Self {
        let mut own = Self::new(machine, source);
        own.labeller.nauty = Some(graph::Nauty::default());
        own
    }
}

impl<S: LabelSource + Default> Canonicaliser for Labelled<'_, S> {
    fn canonicalise(&mut self, state: &mut [u8]) {
        if self.labeller.action.total == 0 {
            return;
        }
        state_values(self.machine, state, &mut self.values);
        let permutation = self.labeller.permutation(self.machine, &self.values).clone();
        if !permutation.is_identity(&self.labeller.action) {
            self.labeller.action.permute_state(self.machine, state, &permutation, &mut self.buffer);
        }
    }

    fn for_another_thread(&self) -> Option<Self> {
        #[cfg(feature = "nauty")]
        if self.labeller.nauty.is_some() {
            return None;
        }
        Some(Self::new(self.machine, S::default()))
    }

    fn absorb(&mut self, other: Self) {
        self.labeller.not_canonical += other.labeller.not_canonical;
    }

    fn effort(&self) -> Effort {
        Effort { not_canonical: self.labeller.not_canonical, ..Effort::default() }
    }
}

/// The constants and variables of a state with their positions and types.
pub fn state_values(machine: &Machine, state: &[u8], out: &mut Vec<(usize, Value, Ty)>) {
    out.clear();
    let mut at = 1;
    let variables = if state.first() == Some(&1) { machine.variables.as_slice() } else { &[] };
    for (position, slot) in machine.inline.iter().chain(variables).enumerate() {
        let ty = machine.slot_types[*slot as usize];
        out.push((position, decode(state, &mut at, ty, &machine.domain), ty));
    }
}
