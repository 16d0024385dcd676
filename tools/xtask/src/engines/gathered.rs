//! Does a program do the same when its atomic sequences are single steps, as those who look for symmetry see it?
use diagnostics::SourceMap;
use program::{Interpreter, gather};
use promela::preprocess::NoIncludes;
use std::collections::HashSet;
use std::sync::Arc;
use symmetry::without_references;
use witness::same_steps;

/// States whose steps are compared: one may have very many outcomes, or run for very long.
const STATES: usize = 40;

/// An error says in which state the steps of a model, which is without errors, differ at this level.
pub fn compare(text: &str, level: promela::Reduction) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let file = sources.add("mutant.pml", text);
    let Some(model) = promela::parse(&mut sources, file, &NoIncludes, &[]).0 else { return Ok(()) };
    let mut program = promela::lower(&model, &sources, level);
    program.claims.clear();
    let Some(gathered) = gather(&program) else { return Ok(()) };
    let original = without_references(program);
    let other = Interpreter::new(Arc::new(original.layout().with_program(gathered.program)));
    let mut states: Vec<Vec<u8>> = original.initial().into_iter().collect();
    let mut known: HashSet<Vec<u8>> = states.iter().cloned().collect();
    let mut at = 0;
    while at < states.len() && states.len() < STATES {
        let steps = original.expand(&states[at]).steps;
        states.extend(steps.into_iter().filter_map(|step| step.state).filter(|s| known.insert(s.clone())));
        at += 1;
    }
    states.truncate(STATES);
    same_steps(&original, &other, &states)
}
