//! What all functions of a program share while they are compiled.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use program::{CellSlot, Expr, Layout, LocationId, ProctypeId, Program, TransitionId};

use crate::executed::Executed;
use crate::flow::Flow;
use crate::shape::Shapes;

/// The program being compiled.
pub(crate) struct Unit {
    pub layout: Arc<Layout>,
    pub shapes: Shapes,
    pub flow: Flow,
    /// Propositions about states.
    pub watched: Vec<Expr>,
    /// What callbacks must know of the transitions that need them.
    pub sites: RefCell<Vec<Site>>,
    /// Some expression depends on it.
    pub uses_timeout: Cell<bool>,
    /// Where the code notes which transitions it executes.
    pub executed: Executed,
    /// A receive that may complete a rendezvous looks at control states or `_last`, so it must see the sender moved.
    pub inspects_sender: Cell<bool>,
}

/// A transition that Rust completes: `run`, the end of a process, a rendezvous.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub id: TransitionId,
    pub target: LocationId,
    pub atomic: bool,
    pub run: Option<RunSite>,
}

/// What a `run` does.
#[derive(Clone, Debug)]
pub(crate) struct RunSite {
    pub proctype: ProctypeId,
    pub args: usize,
    pub result: Option<ResultCell>,
}

/// Where the number of the new process goes, up to a dynamic index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultCell {
    /// A global rather than a local.
    pub global: bool,
    pub slot: CellSlot,
}

impl Unit {
    pub fn new(layout: Arc<Layout>, watched: Vec<Expr>) -> Unit {
        let shapes = Shapes::new(&layout);
        let flow = Flow::new(&layout, &shapes);
        let executed = Executed::new(layout.program.transition_count);
        Unit {
            layout,
            shapes,
            flow,
            watched,
            sites: RefCell::default(),
            uses_timeout: Cell::new(false),
            executed,
            inspects_sender: Cell::new(false),
        }
    }

    pub fn program(&self) -> &Program {
        &self.layout.program
    }

    /// Some channel is a rendezvous channel.
    pub fn has_rendezvous(&self) -> bool {
        self.shapes.all.iter().any(|shape| shape.capacity == 0)
    }

    /// All program counters are equally wide.
    pub fn has_uniform_locations(&self) -> bool {
        let mut sizes = self.layout.processes.iter().map(|p| p.location.scalar.size());
        let first = sizes.next();
        sizes.all(|size| Some(size) == first)
    }

    /// The number of a new site.
    pub fn add_site(&self, site: Site) -> u32 {
        let mut sites = self.sites.borrow_mut();
        sites.push(site);
        sites.len() as u32 - 1
    }
}
