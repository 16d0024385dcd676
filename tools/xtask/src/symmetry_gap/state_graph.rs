//! The states of a program from the moment when its processes exist, with labelled edges.
use program::{FaultKind, Instance, Interpreter};
use std::collections::HashMap;
use std::time::Instant;

/// What an edge says: the processes that move, each once for moves in a row, and what goes wrong.
pub type Label = (Vec<u8>, Option<FaultKind>);

/// States by number.
pub struct StateGraph {
    /// All labels that occur.
    pub labels: Vec<Label>,
    /// For each state its edges: label and target, each once, in order.
    pub edges: Vec<Vec<(u32, u32)>>,
    /// For each state the labels of steps that lead nowhere, in order.
    pub stuck: Vec<Vec<u32>>,
    /// States in which nothing can happen and which are no valid end.
    pub invalid_end: Vec<bool>,
}

impl StateGraph {
    /// Explores the program; an error says what there is too much of.
    pub fn explore(
        interpreter: &Interpreter,
        instance: &Instance,
        most: usize,
        deadline: Instant,
    ) -> Result<StateGraph, &'static str> {
        let mut found = Exploration::default();
        found.number(interpreter.initial().map_err(|_| "faults at the start")?);
        let mut at = 0;
        while at < found.states.len() {
            if found.states.len() > most {
                return Err("states");
            }
            if Instant::now() > deadline {
                return Err("time");
            }
            found.expand(interpreter, at);
            at += 1;
        }
        let layout = interpreter.layout();
        let before: Vec<bool> =
            found.states.iter().map(|state| instance.precedes_start(layout, state)).collect();
        Ok(found.without(&before))
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.edges.len()
    }
}

/// What leads on from a state.
struct Expanded {
    edges: Vec<(u32, u32)>,
    stuck: Vec<u32>,
    invalid_end: bool,
}

#[derive(Default)]
struct Exploration {
    numbers: HashMap<Vec<u8>, u32>,
    states: Vec<Vec<u8>>,
    label_numbers: HashMap<Label, u32>,
    graph: Vec<Expanded>,
}

impl Exploration {
    fn number(&mut self, state: Vec<u8>) -> u32 {
        let next = self.states.len() as u32;
        match self.numbers.entry(state) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(new) => {
                self.states.push(new.key().clone());
                *new.insert(next)
            }
        }
    }

    fn expand(&mut self, interpreter: &Interpreter, at: usize) {
        let expansion = interpreter.expand(&self.states[at]);
        let (mut edges, mut stuck) = (Vec::new(), Vec::new());
        for step in expansion.steps {
            let mut pids: Vec<u8> = step.moves.iter().map(|mv| mv.pid.0).collect();
            pids.dedup();
            let next = self.label_numbers.len() as u32;
            let fault = step.fault.map(|fault| fault.kind);
            let label = *self.label_numbers.entry((pids, fault)).or_insert(next);
            match step.state {
                Some(state) => edges.push((label, self.number(state))),
                None => stuck.push(label),
            }
        }
        edges.sort_unstable();
        edges.dedup();
        stuck.sort_unstable();
        stuck.dedup();
        self.graph.push(Expanded { edges, stuck, invalid_end: expansion.invalid_end });
    }

    /// The graph of the states that do not come before the start; nothing leads back to those that do.
    fn without(self, before: &[bool]) -> StateGraph {
        let mut number = 0;
        let numbers: Vec<u32> = (before.iter())
            .map(|&is_before| {
                number += u32::from(!is_before);
                number.wrapping_sub(1)
            })
            .collect();
        let mut labels: Vec<(u32, Label)> =
            self.label_numbers.into_iter().map(|(label, number)| (number, label)).collect();
        labels.sort_unstable_by_key(|(number, _)| *number);
        let mut graph = StateGraph {
            labels: labels.into_iter().map(|(_, label)| label).collect(),
            edges: Vec::new(),
            stuck: Vec::new(),
            invalid_end: Vec::new(),
        };
        let kept = self.graph.into_iter().zip(before).filter(|(_, is_before)| !**is_before);
        for (Expanded { mut edges, stuck, invalid_end }, _) in kept {
            edges.retain(|&(_, target)| !before[target as usize]);
            edges.iter_mut().for_each(|(_, target)| *target = numbers[*target as usize]);
            graph.edges.push(edges);
            graph.stuck.push(stuck);
            graph.invalid_end.push(invalid_end);
        }
        graph
    }
}
