//! What is known of a system before it is explored.

use std::collections::HashMap;

use crate::step::Engine;
use crate::system::{ProcessId, System};

/// What is known of a system before it is explored.
#[derive(Clone, Debug)]
pub struct Account {
    /// Statements of the program, each counted once however many processes have it.
    pub statements: usize,
    /// Where the statements stand that tell processes apart.
    pub asymmetric: Vec<program::Span>,
    /// The sizes of the cells of the initial annotation.
    pub initial_cells: Vec<usize>,
    /// Into at most how many cells one statement divides processes of a kind.
    pub most_cells: usize,
}

/// Derives the partitions of a system's statements, for a report.
pub fn account(system: &System) -> Account {
    let mut engine = Engine::new(system, None);
    let initial = engine.initial();
    let cells = &engine.partitions.get(initial.partition).cells;
    let kinds = |cells: &[Vec<ProcessId>]| {
        let mut count: HashMap<u16, usize> = HashMap::new();
        cells.iter().for_each(|cell| *count.entry(system.processes[cell[0].index()]).or_default() += 1);
        count.into_values().max().unwrap_or(0)
    };
    let edges = engine.derived.edges.iter();
    Account {
        most_cells: edges.map(|e| kinds(&engine.partitions.get(e.partition).cells)).max().unwrap_or(0),
        statements: engine.derived.statements,
        asymmetric: engine.derived.asymmetric.clone(),
        initial_cells: cells.iter().map(Vec::len).collect(),
    }
}
