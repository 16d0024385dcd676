//! The graph of all states of a model, and the graph of what a search stores of it under symmetry.
//!
//! Both are made by one search, over a walk through what a check goes through: the one without representatives, the
//! other with them. Then the states of both are put into orbits, and labelled with what tells them apart.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use checker::{Method, Options, Step, Walk};
use explorer::Limits;
use report::{GraphEdge, GraphPair, GraphState, StateGraph, VerdictWord};

use crate::Model;

/// How much is drawn.
#[derive(Clone, Copy, Debug)]
pub struct GraphOptions {
    /// How symmetry is used in the quotient.
    pub method: Method,
    /// States of each graph at most.
    pub most_states: usize,
    /// What the search for the states of each graph may take.
    pub patience: Duration,
}

/// Values that a label names at most.
const LABELLED: usize = 3;

/// Both graphs of a model; an error says why there are none. What is drawn whole has been compared with a check.
///
/// ```
/// use quotient::{GraphOptions, Level, Method, Model, ReadOptions, state_graphs};
/// use std::time::Duration;
///
/// let text = "byte x; active [2] proctype P() { x++; end: false }";
/// let reading = ReadOptions { level: Level::Written, ..ReadOptions::default() };
/// let model = Model::from_text("two.pml", text, &reading).expect("it can be read");
/// let options = GraphOptions { method: Method::Auto, most_states: 50, patience: Duration::from_secs(10) };
/// let pair = state_graphs(&model, "two.pml", &options).expect("it has states");
/// assert_eq!((pair.full.states.len(), pair.quotient.states.len()), (4, 3));
/// ```
pub fn state_graphs(model: &Model, name: &str, options: &GraphOptions) -> Result<GraphPair, String> {
    let symmetry = model.symmetry(options.method)?.symmetry;
    let mut pair = GraphPair { model: name.to_owned(), ..GraphPair::default() };
    let mut orbits = HashMap::new();
    let mut walk = model.walk_as_searched(Method::None)?;
    pair.full = graph(walk.as_mut(), options, &mut orbits);
    let mut walk = model.walk_as_searched(options.method)?;
    pair.quotient = graph(walk.as_mut(), options, &mut orbits);
    drop(walk);
    pair.symmetry =
        format!("group of order {} ({}), by {}", symmetry.group_order, symmetry.structure, symmetry.method);
    label(&mut pair.full);
    label(&mut pair.quotient);
    compare(model, &mut pair, options)?;
    Ok(pair)
}

/// Says beside a picture what is missing, and where a check stores another number of states.
fn compare(model: &Model, pair: &mut GraphPair, options: &GraphOptions) -> Result<(), String> {
    let mut told = Vec::new();
    let mut agrees = true;
    for (graph, method, what) in
        [(&pair.full, Method::None, "all states"), (&pair.quotient, options.method, "the quotient")]
    {
        let drawn = graph.states.len();
        if graph.is_cut {
            told.push(format!("{what}: only the first {drawn} states are drawn, there are more"));
            continue;
        }
        let limits = Limits {
            states: Some(drawn as u64 + 1),
            time: Some(options.patience),
            since: Some(Instant::now()),
            ..Limits::default()
        };
        let check = Options { method, limits, all_errors: true, ignore_claims: true, ..Options::default() };
        let (outcome, _) = model.check(&check)?;
        if drawn == 0 && outcome.verdict == VerdictWord::Undecided {
            agrees = false;
            let why = outcome.reason.unwrap_or_default();
            told.push(format!("{what}: nothing is drawn, as no state was found: {why}"));
        } else if outcome.states != drawn as u64 {
            agrees = false;
            let more = if outcome.verdict == VerdictWord::Undecided { " or more" } else { "" };
            told.push(format!(
                "{what}: {drawn} states are drawn, and a check by `{}` stores {}{more}",
                outcome.symmetry.method, outcome.states
            ));
        }
    }
    let unnamed = pair.full.states.iter().filter(|state| state.orbit.is_none()).count();
    if unnamed > 0 {
        told.push(format!(
            "{unnamed} states have no colour: under symmetry ended processes stay with what they held, and these states, from which \
             some were removed, are in several orbits"
        ));
    }
    (pair.notices, pair.agrees_with_check) = (told, agrees);
    Ok(())
}

/// A search that builds one of the graphs.
struct Builder<'o> {
    graph: StateGraph,
    numbers: HashMap<Vec<u8>, usize>,
    open: VecDeque<Vec<u8>>,
    most: usize,
    orbits: &'o mut HashMap<Vec<u8>, usize>,
}

fn graph(walk: &mut dyn Walk, options: &GraphOptions, orbits: &mut HashMap<Vec<u8>, usize>) -> StateGraph {
    let begin = Instant::now();
    let (graph, numbers, open) = (StateGraph::default(), HashMap::new(), VecDeque::new());
    let mut builder = Builder { graph, numbers, open, most: options.most_states.max(1), orbits };
    // A model whose beginning fails has no states at all.
    for step in walk.start().unwrap_or_default() {
        let Some(state) = step.state else { continue };
        let state = walk.representative(&state);
        match builder.number(state, 0) {
            Some(number) => builder.graph.states[number].is_initial = true,
            None => builder.graph.is_cut = true,
        }
    }
    let mut at = 0;
    while let Some(state) = builder.open.pop_front() {
        if begin.elapsed() > options.patience {
            builder.graph.is_cut = true;
            // It was not expanded: that it has steps is not known, and none is drawn.
            builder.graph.states[at].missing = 1;
        } else {
            builder.expand(walk, at, &state);
        }
        let told = &mut builder.graph.states[at];
        told.values = values(walk, &state);
        let name = walk.orbit_name(&state);
        let known = builder.orbits.len();
        told.orbit = name.map(|name| *builder.orbits.entry(name).or_insert(known));
        at += 1;
    }
    builder.graph
}

impl Builder<'_> {
    /// The number of a state; `None` if there is no room for it.
    fn number(&mut self, state: Vec<u8>, depth: usize) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&state) {
            return Some(known);
        }
        let number = self.graph.states.len();
        if number >= self.most {
            return None;
        }
        self.numbers.insert(state.clone(), number);
        self.graph.states.push(GraphState { depth, ..GraphState::default() });
        self.open.push_back(state);
        Some(number)
    }

    fn expand(&mut self, walk: &mut dyn Walk, from: usize, state: &[u8]) {
        let mut wrong = walk.wrong(state);
        let depth = self.graph.states[from].depth + 1;
        for step in walk.steps(state) {
            let actor = actor(&step);
            let Step { text, state: next, fault, .. } = step;
            wrong = wrong.or_else(|| fault.clone());
            let Some(next) = next else { continue };
            let next = walk.representative(&next);
            match self.number(next, depth) {
                Some(to) => self.graph.edges.push(GraphEdge { from, to, actor, text, fault }),
                None => {
                    self.graph.states[from].missing += 1;
                    self.graph.is_cut = true;
                }
            }
        }
        self.graph.states[from].wrong = wrong;
    }
}

/// The processes that make a step, or the operation.
fn actor(step: &Step) -> String {
    let mut actors: Vec<&str> = Vec::new();
    for line in &step.moves {
        if !actors.contains(&line.process.as_str()) {
            actors.push(&line.process);
        }
    }
    actors.join(" & ")
}

/// What a state holds, and where its processes stand.
fn values(walk: &mut dyn Walk, state: &[u8]) -> Vec<(String, String)> {
    let mut values = walk.values(state);
    let standing = walk.standing(state).into_iter();
    values.extend(standing.map(|own| match own.statement.is_empty() {
        true => (own.process, format!("line {}", own.line)),
        false => (own.process, format!("line {}: {}", own.line, own.statement)),
    }));
    values
}

/// Labels states with what they hold otherwise than the first of them. States that set up constants, or create
/// processes, hold less than others. Each graph has a first state of its own, as what nobody reads any more may look
/// different in each.
fn label(graph: &mut StateGraph) {
    let most = graph.states.iter().map(|state| state.values.len()).max().unwrap_or(0);
    let Some(first) = graph.states.iter().find(|state| state.values.len() == most) else { return };
    let usual: HashMap<String, String> = first.values.iter().cloned().collect();
    for state in &mut graph.states {
        let other = |(name, value): &&(String, String)| usual.get(name) != Some(value);
        let told = state.values.iter().filter(other).map(|(name, value)| short(name, value));
        let mut lines: Vec<String> = told.collect();
        if lines.len() > LABELLED + 1 {
            let more = lines.len() - LABELLED;
            lines.truncate(LABELLED);
            lines.push(format!("+{more} more"));
        }
        state.label = lines;
    }
}

/// A value in few words: of where a process stands the line alone.
fn short(name: &str, value: &str) -> String {
    match value.strip_prefix("line ").and_then(|rest| rest.split(':').next()) {
        Some(line) => format!("{name} @{line}"),
        None => format!("{name}={value}"),
    }
}
