//! `quotient simulate`: one run, with random choices or with choices of the user.

use std::io::BufRead;
use std::sync::Arc;

use program::{Expansion, Interpreter, Layout, ReferenceCells, Step, describe, process_name};

use crate::arguments::SimulateArguments;
use crate::{BAD_INPUT, input};

/// Runs a model with the interpreter.
pub fn run(arguments: &SimulateArguments) -> u8 {
    let Ok(model) = input::promela(&arguments.read) else { return BAD_INPUT };
    let program = promela::lower(&model.model, &model.sources, input::reduction(0));
    let interpreter = Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())));
    let mut state = match interpreter.initial() {
        Ok(state) => state,
        Err(kind) => {
            sayln!("the initial state cannot be built: {}", checker::fault_text(kind).1);
            return 1;
        }
    };
    let mut random = Xorshift(arguments.seed.max(1));
    for number in 1..=arguments.steps {
        let expansion = interpreter.expand(&state);
        let Some(step) = choose(&interpreter, &state, &expansion, arguments.interactive, &mut random) else {
            let word = if expansion.invalid_end { "invalid end state" } else { "end" };
            sayln!("{word} after {} steps", number - 1);
            return u8::from(expansion.invalid_end);
        };
        sayln!("{number}: {}", describe_step(&interpreter, &state, step));
        if let Some(fault) = step.fault {
            sayln!("{}", checker::fault_text(fault.kind).1);
            return 1;
        }
        let Some(next) = &step.state else { return 1 };
        state = next.clone();
    }
    let values: Vec<String> = describe(interpreter.layout(), &state)
        .into_iter()
        .map(|v| format!("{} = {}", v.name, v.value))
        .collect();
    sayln!("stopped after {} steps: {}", arguments.steps, values.join(", "));
    0
}

fn choose<'a>(
    interpreter: &Interpreter,
    state: &[u8],
    expansion: &'a Expansion,
    interactive: bool,
    random: &mut Xorshift,
) -> Option<&'a Step> {
    let steps: Vec<&Step> = expansion.steps.iter().filter(|step| !passes_a_fault(expansion, step)).collect();
    if steps.is_empty() {
        return None;
    }
    if !interactive {
        return steps.get((random.next() % steps.len() as u64) as usize).copied();
    }
    for (i, step) in steps.iter().enumerate() {
        sayln!("  {}) {}", i + 1, describe_step(interpreter, state, step));
    }
    let mut line = String::new();
    loop {
        line.clear();
        if std::io::stdin().lock().read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().parse::<usize>().ok().and_then(|n| steps.get(n.wrapping_sub(1))) {
            Some(&step) => return Some(step),
            None => sayln!("  a number from 1 to {}", steps.len()),
        }
    }
}

/// A run ends at its first fault, also inside an `atomic`.
fn passes_a_fault(expansion: &Expansion, step: &Step) -> bool {
    let mut faults = expansion.steps.iter().filter(|s| s.fault.is_some() && s.moves.len() < step.moves.len());
    faults.any(|fault| step.moves.starts_with(&fault.moves))
}

fn describe_step(interpreter: &Interpreter, state: &[u8], step: &Step) -> String {
    let mut at = state.to_vec();
    let after = interpreter.follow(state, &step.moves);
    let mut parts = Vec::new();
    for (i, &mv) in step.moves.iter().enumerate() {
        let layout = interpreter.layout();
        let name = process_name(layout, &layout.configuration_of(&at), mv.pid);
        let text = interpreter.transition(&at, mv).map_or_else(String::new, |t| t.text);
        parts.push(format!("{name} {text}"));
        if let Some(next) = after.get(i) {
            at = next.clone();
        }
    }
    parts.join("; ")
}

/// A small generator is enough to pick a branch (Marsaglia, Xorshift RNGs, 2003).
struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
