//! `label`: canonical labelling of the state as a graph.
//!
//! The idea of Spermann and Leuschel (ProB gets Nauty, 2008) carried over to processes: a vertex for each point of the
//! group, coloured by what the state says of it alone (its location, its plain variables), an arc for each reference
//! from one to another. What differs: the group need not be a product of symmetric groups. Its orbits on pairs of
//! points are arcs too, so that every automorphism of the graph without the state is an element of the group (checked
//! by comparing orders), and the canonical labelling then differs from the identity by an element of the group.
//!
//! The labelling `l` of a state carries the static arcs to some labelled graph `l(S)`. All labellings that lead to this
//! graph make up one coset of the group; let `k` be the smallest of them. Then `l` followed by the inverse of `k` fixes
//! `S`, so it is in the group, and states of one orbit, whose labelled graphs are equal, get one and the same image,
//! whichever of them is met first. Exact. The smallest labelling of each graph `l(S)` is kept, as there are few.
//!
//! Colours are ranks among what occurs in the state itself, so their number does not grow with the search: the same for
//! all states of an orbit, and graphs of different orbits need not differ. Graphs with more arc colours than the small
//! representation has are labelled in the general one; how many there are is the same for all states of an orbit too.

use std::collections::HashMap;

use explorer::{Canonicaliser, Effort};
use graph::{Colour, DigraphBuilder, Scratch, SmallDigraph, SmallForm, SmallScratch, Vertex, WorkLimit};
use graph::{SMALL_ARC_COLOURS, SMALL_VERTICES, automorphisms, canonical_labelling, label_small};
use permutation::{Perm, smallest_in_coset};
use program::Configuration;

use crate::detect::{CellName, Class};
use crate::group_action::action::Action;
use crate::group_action::state_group::Point;
use crate::techniques::drawing::Drawing;
use crate::{StateGroup, Strategy};

/// Labels states canonically.
#[derive(Clone, Copy, Debug, Default)]
pub struct Label {
    /// nauty finds the labelling.
    #[cfg(feature = "nauty")]
    pub with_nauty: bool,
}

/// More work than this for one state is never needed in practice; where it is, the state is counted as not canonical.
const WORK: u64 = 50_000_000;

impl Strategy for Label {
    fn is_exact(&self) -> bool {
        true
    }

    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>> {
        let plan = Plan::new(group, configuration)?;
        let labeller = Labeller::new(group.clone(), configuration.clone(), plan);
        #[cfg(feature = "nauty")]
        let labeller = Labeller { nauty: self.with_nauty.then(graph::Nauty::default), ..labeller };
        Some(Box::new(labeller))
    }

    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        // nauty is called by one thread alone.
        #[cfg(feature = "nauty")]
        if self.with_nauty {
            return None;
        }
        Some(Box::new(*self))
    }
}

/// Is the method applicable to this group?
pub(crate) fn applies(group: &StateGroup, configuration: &Configuration) -> bool {
    Plan::new(group, configuration).is_some()
}

/// How to read a state as a graph.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Number of points; one more vertex stands for what belongs to nobody.
    points: usize,
    /// Static arcs.
    pub fixed: Vec<(u8, u8, u32)>,
    /// For each vertex, the orbit it is in.
    pub orbit: Vec<u32>,
    /// For each vertex, bytes that describe it alone.
    pub attributes: Vec<Vec<u16>>,
    /// Cells that refer: owner, offset, position, table from raw byte to vertex (255: none).
    pub references: Vec<(u8, u16, u32, usize)>,
    /// Plain cells that belong to two points: from, to, offset, position.
    pub relations: Vec<(u8, u8, u16, u32)>,
    /// From raw byte to vertex.
    pub tables: Vec<[u8; 256]>,
    /// Number of positions.
    pub positions: u32,
}

impl Plan {
    fn new(group: &StateGroup, configuration: &Configuration) -> Option<Plan> {
        if !group.keeps_locations || group.points.len() + 1 > SMALL_VERTICES {
            return None;
        }
        let mut plan = Plan {
            points: group.points.len(),
            fixed: Vec::new(),
            orbit: Vec::new(),
            attributes: vec![Vec::new(); group.points.len() + 1],
            references: Vec::new(),
            relations: Vec::new(),
            tables: Vec::new(),
            positions: 0,
        };
        plan.read_static(group)?;
        plan.read_cells(group, configuration)?;
        (plan.positions < SMALL_ARC_COLOURS as u32).then_some(plan)
    }

    /// Orbits of points as colours, orbits of pairs as arcs.
    fn read_static(&mut self, group: &StateGroup) -> Option<()> {
        let n = self.points;
        let orbits = group.group.orbits();
        self.orbit = (0..n).map(|i| orbits.number(permutation::Point::new(i)) as u32).collect();
        self.orbit.push(n as u32);
        let pair_orbits = pair_orbits(group);
        let mut blocks: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
        for a in 0..n {
            for b in 0..n {
                let block = blocks.entry((self.orbit[a], self.orbit[b])).or_default();
                let pair = pair_orbits[a * n + b];
                if !block.contains(&pair) {
                    block.push(pair);
                }
            }
        }
        let mut colours: HashMap<u32, u32> = HashMap::new();
        for a in 0..n {
            for b in 0..n {
                let (block, pair) = (&blocks[&(self.orbit[a], self.orbit[b])], pair_orbits[a * n + b]);
                let diagonal = usize::from(self.orbit[a] == self.orbit[b]);
                // One orbit of a block is what is left when the others are drawn; equality needs no arc.
                if block.len() <= 1 + diagonal || a == b || pair == *block.last()? {
                    continue;
                }
                let next = self.positions + colours.len() as u32;
                let colour = *colours.entry(pair).or_insert(next);
                self.fixed.push((a as u8, b as u8, colour));
            }
        }
        self.positions += colours.len() as u32;
        self.check_static(group)
    }

    /// The static graph has no more automorphisms than the group has elements.
    fn check_static(&self, group: &StateGroup) -> Option<()> {
        let mut builder = DigraphBuilder::new();
        for &orbit in &self.orbit[..self.points] {
            builder.add_vertex(Colour(orbit)).ok()?;
        }
        for &(a, b, colour) in &self.fixed {
            builder.add_arc(Vertex(u32::from(a)), Vertex(u32::from(b)), Colour(colour)).ok()?;
        }
        let found = automorphisms(&builder.build(), &mut Scratch::default(), WorkLimit::steps(WORK)).ok()?;
        (found.order() == group.group.order()).then_some(())
    }

    /// Sorts every cell of the state: whose it is, and what it says.
    fn read_cells(&mut self, group: &StateGroup, configuration: &Configuration) -> Option<()> {
        let vertex: HashMap<Point, u8> = group.points.iter().zip(0u8..).map(|(&p, i)| (p, i)).collect();
        let builder = group.actions(configuration);
        let mut positions: HashMap<String, u32> = HashMap::new();
        let mut tables: HashMap<(Class, bool), usize> = HashMap::new();
        let mut cells: Vec<_> = builder.cells().collect();
        // What two points of an orbit say is compared in this order, so cells that correspond must have the same place in it.
        cells.sort_by_cached_key(|(name, at, _)| (correspondence(group, *name), *at));
        for (name, at, slot) in cells {
            let owners = owners(group, name, &vertex);
            let class = group.detection.class(name);
            let refers = class != Class::Plain && vertex.keys().any(|p| is_of(*p, class));
            let size = slot.size();
            match (refers, owners.as_slice()) {
                (false, []) => {}
                (false, &[one]) => {
                    self.attributes[usize::from(one)].extend((at..at + size).map(|b| b as u16));
                }
                (false, &[a, b]) if size == 1 => {
                    let position = self.position(&mut positions, group, name);
                    self.relations.push((a, b, at as u16, position));
                }
                (true, owners) if owners.len() <= 1 && size == 1 => {
                    let owner = owners.first().copied().unwrap_or(self.points as u8);
                    let table = *tables.entry((class, slot.biased)).or_insert_with(|| {
                        self.tables.push(vertex_table(&vertex, class, slot.biased));
                        self.tables.len() - 1
                    });
                    let position = self.position(&mut positions, group, name);
                    self.references.push((owner, at as u16, position, table));
                }
                _ => return None,
            }
        }
        for (owner, at) in builder.plain_cells() {
            if let Some(&v) = vertex.get(&owner) {
                self.attributes[usize::from(v)].push(at as u16);
            }
        }
        Some(())
    }

    /// Cells that correspond under the group have the same position.
    fn position(&mut self, known: &mut HashMap<String, u32>, group: &StateGroup, name: CellName) -> u32 {
        let next = self.positions;
        let position = *known.entry(correspondence(group, name)).or_insert(next);
        if position == next {
            self.positions += 1;
        }
        position
    }
}

/// The same for cells that correspond under the group; what the group does not move tells them apart.
fn correspondence(group: &StateGroup, name: CellName) -> String {
    let fixed = |point: Point| !group.points.contains(&point);
    match name {
        // A variable that is a point of its own is told apart by its orbit.
        _ if group.odd_cell(name).is_some() => "itself".into(),
        CellName::Variable(var, index) => {
            let mut rest = index;
            let mut plain = Vec::new();
            for &(bound, class) in group.detection.dimensions(var).iter().rev() {
                let at = rest % bound;
                plain.push(point_of(class, at as i32).is_none_or(fixed).then_some(at));
                rest /= bound;
            }
            // The image of a process may be of a copy of its type.
            match var.owner {
                program::Owner::Process(pid) if !fixed(Point::Process(pid)) => {
                    format!("local {} {plain:?}", var.index)
                }
                _ => format!("{var:?} {plain:?}"),
            }
        }
        CellName::Field { channel, slot, field, .. } => {
            let channel = fixed(Point::Channel(channel)).then_some(channel);
            format!("message {channel:?} {slot} {field}")
        }
        CellName::Location(_) => "location".into(),
    }
}

/// The number of the orbit of each pair of points.
fn pair_orbits(group: &StateGroup) -> Vec<u32> {
    let n = group.points.len();
    let mut number = vec![u32::MAX; n * n];
    let mut next = 0;
    for start in 0..n * n {
        if number[start] != u32::MAX {
            continue;
        }
        number[start] = next;
        let mut todo = vec![start];
        while let Some(pair) = todo.pop() {
            for g in group.group.generators() {
                let image = g.at(pair / n) * n + g.at(pair % n);
                if number[image] == u32::MAX {
                    number[image] = next;
                    todo.push(image);
                }
            }
        }
        next += 1;
    }
    number
}

fn is_of(point: Point, class: Class) -> bool {
    match (point, class) {
        (Point::Process(_), Class::Process) | (Point::Channel(_), Class::Channel) => true,
        (Point::Value(root, _), Class::Values(c)) => root == c,
        _ => false,
    }
}

/// What a value of a class names.
fn point_of(class: Class, value: i32) -> Option<Point> {
    match class {
        Class::Process => u8::try_from(value).ok().map(Point::Process),
        Class::Channel => u32::try_from(value - 1).ok().map(Point::Channel),
        Class::Values(root) => Some(Point::Value(root, value)),
        Class::Plain => None,
    }
}

/// The vertices a cell belongs to.
fn owners(group: &StateGroup, name: CellName, vertex: &HashMap<Point, u8>) -> Vec<u8> {
    group.owners(name).iter().filter_map(|p| vertex.get(p).copied()).collect()
}

/// From the byte in a cell to the vertex it refers to; 255 for none.
fn vertex_table(vertex: &HashMap<Point, u8>, class: Class, biased: bool) -> [u8; 256] {
    let mut table = [255; 256];
    for (&point, &v) in vertex {
        let value = match (point, class) {
            (Point::Process(p), Class::Process) => i32::from(p),
            (Point::Channel(c), Class::Channel) => c as i32 + 1,
            (Point::Value(root, value), Class::Values(c)) if root == c => value,
            _ => continue,
        };
        let raw = value + i32::from(biased);
        if let Ok(raw) = u8::try_from(raw) {
            table[usize::from(raw)] = v;
        }
    }
    table
}

/// Labels states of one configuration.
struct Labeller {
    group: StateGroup,
    configuration: Configuration,
    plan: Plan,
    drawing: Drawing,
    graph: SmallDigraph,
    scratch: SmallScratch,
    general: Scratch,
    /// For each labelled static graph, the smallest labelling that leads to it.
    frames: HashMap<Vec<u64>, Vec<u8>>,
    static_graph: SmallDigraph,
    form: SmallForm,
    actions: HashMap<Vec<u8>, Option<Action>>,
    buffer: Vec<u8>,
    /// States left as they were because labelling took too much work or the element found has no action.
    not_canonical: u64,
    #[cfg(feature = "nauty")]
    nauty: Option<graph::Nauty>,
}

impl Labeller {
    fn new(group: StateGroup, configuration: Configuration, plan: Plan) -> Labeller {
        let mut static_graph = SmallDigraph::new();
        let _ = static_graph.reset(plan.points + 1);
        for (v, &orbit) in plan.orbit.iter().enumerate() {
            let _ = static_graph.set_colour(Vertex(v as u32), Colour(orbit));
        }
        for &(a, b, colour) in &plan.fixed {
            let _ = static_graph.add_arc(Vertex(u32::from(a)), Vertex(u32::from(b)), Colour(colour));
        }
        Labeller {
            group,
            configuration,
            plan,
            drawing: Drawing::default(),
            graph: SmallDigraph::new(),
            scratch: SmallScratch::default(),
            general: Scratch::default(),
            frames: HashMap::new(),
            static_graph,
            form: SmallForm::default(),
            actions: HashMap::new(),
            buffer: Vec::new(),
            not_canonical: 0,
            #[cfg(feature = "nauty")]
            nauty: None,
        }
    }

    /// The element of the group that carries the state to its representative.
    fn element(&mut self, state: &[u8]) -> Option<Vec<u8>> {
        let n = self.plan.points + 1;
        self.drawing.draw(&self.plan, state);
        let labelling = self.labelling()?;
        self.static_graph.form_under(&labelling, &mut self.form);
        let frame = match self.frames.get(self.form.words()) {
            Some(frame) => frame,
            None => {
                let smallest = self.smallest_like(&labelling[..n])?;
                self.frames.insert(self.form.words().to_vec(), smallest);
                self.frames.get(self.form.words())?
            }
        };
        let mut inverse = [0u8; SMALL_VERTICES];
        for (v, &l) in frame.iter().enumerate() {
            inverse[usize::from(l)] = v as u8;
        }
        Some((0..n - 1).map(|v| inverse[usize::from(labelling[v])]).collect())
    }

    /// The smallest labelling that carries the static graph to where this one carries it.
    fn smallest_like(&self, labelling: &[u8]) -> Option<Vec<u8>> {
        let images: Vec<usize> = labelling.iter().map(|&place| usize::from(place)).collect();
        let smallest = smallest_in_coset(&self.group.group, &Perm::from_images(&images).ok()?);
        Some((0..labelling.len()).map(|vertex| smallest.at(vertex) as u8).collect())
    }

    /// The place of each vertex in the canonical form of the graph.
    fn labelling(&mut self) -> Option<[u8; SMALL_VERTICES]> {
        #[cfg(feature = "nauty")]
        if let Some(nauty) = &mut self.nauty {
            return Some(places(&graph::nauty_labelling(&self.drawing.digraph()?, nauty)?.labelling));
        }
        if self.drawing.arc_colours <= SMALL_ARC_COLOURS {
            self.drawing.fill(&mut self.graph)?;
            return label_small(&self.graph, &mut self.scratch, WorkLimit::steps(WORK)).ok().copied();
        }
        let digraph = self.drawing.digraph()?;
        let canonical = canonical_labelling(&digraph, &mut self.general, WorkLimit::steps(WORK)).ok()?;
        Some(places(&canonical.labelling))
    }

    fn act(&mut self, element: Vec<u8>, state: &mut [u8]) -> Option<()> {
        if !self.actions.contains_key(&element) {
            let images: Vec<usize> = element.iter().map(|&i| usize::from(i)).collect();
            let made = Perm::from_images(&images).ok().and_then(|perm| {
                debug_assert!(self.group.group.contains(&perm));
                let builder = self.group.actions(&self.configuration);
                self.group.action(&builder, &perm)
            });
            // Large groups have more elements than are worth keeping.
            if self.actions.len() > 1 << 15 {
                self.actions.clear();
            }
            self.actions.insert(element.clone(), made);
        }
        let action = self.actions.get(&element)?.as_ref()?;
        self.buffer.resize(state.len(), 0);
        action.apply(state, &mut self.buffer);
        state.copy_from_slice(&self.buffer);
        Some(())
    }
}

impl Canonicaliser for Labeller {
    fn canonicalise(&mut self, state: &mut [u8]) {
        let done = match self.element(state) {
            Some(element) if element.iter().zip(0u8..).all(|(&image, point)| image == point) => true,
            Some(element) => self.act(element, state).is_some(),
            None => false,
        };
        self.not_canonical += u64::from(!done);
    }

    fn effort(&self) -> Effort {
        Effort { not_canonical: self.not_canonical, ..Effort::default() }
    }
}

/// A labelling of the general representation as one of the small.
fn places(labelling: &[u32]) -> [u8; SMALL_VERTICES] {
    let mut places = [0; SMALL_VERTICES];
    places.iter_mut().zip(labelling).for_each(|(place, &label)| *place = label as u8);
    places
}
