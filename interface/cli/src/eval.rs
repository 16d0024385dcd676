//! `quotient eval`: the value of an expression or a predicate in a state of a model.

use quotient::{Model, NoValue, Walk};

use crate::arguments::EvalArguments;
use crate::simulate::Xorshift;
use crate::{BAD_INPUT, input};

/// How much of an expression a message repeats.
const WIDEST: usize = 80;

/// Evaluates; a predicate that does not hold is no failure.
pub fn run(arguments: &EvalArguments) -> u8 {
    let language = Model::language_of(&arguments.walk.read.file);
    input::deeply(language, || evaluate(arguments)).map_or(BAD_INPUT, |()| 0)
}

fn evaluate(arguments: &EvalArguments) -> Result<(), String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let options = arguments.walk.reading().map_err(told)?;
    let model = input::model(&arguments.walk.read.file, &options)?;
    let mut walk = model.walk().map_err(told)?;
    let state = state(walk.as_mut(), arguments.steps, arguments.seed).map_err(told)?;
    for text in &arguments.expressions {
        match walk.evaluate(&state, text) {
            Ok(value) if arguments.expressions.len() == 1 => sayln!("{}", value.text),
            Ok(value) => sayln!("{text} = {}", value.text),
            Err(NoValue::Unreadable(why) | NoValue::Undefined(why)) => {
                let shown: String = text.chars().take(WIDEST).collect();
                return Err(told(format!("`{shown}`: {why}")));
            }
        }
    }
    Ok(())
}

/// The state after some steps of a random run, of which setting up constants and initialising are none.
fn state(walk: &mut dyn Walk, steps: usize, seed: u64) -> Result<Vec<u8>, String> {
    let mut random = Xorshift(seed.max(1));
    let mut possible = walk.start()?;
    let mut state = None;
    let mut left = steps;
    loop {
        let begins = |name: &str| possible.first().is_some_and(|step| step.text.starts_with(name));
        let is_beginning = state.is_none() || begins("INITIALISATION");
        if !is_beginning && left == 0 {
            break;
        }
        possible.retain(|step| step.state.is_some());
        if possible.is_empty() {
            break;
        }
        let at = (random.next() % possible.len() as u64) as usize;
        state = possible.swap_remove(at).state;
        if !is_beginning {
            left -= 1;
        }
        possible = state.as_ref().map(|state| walk.steps(state)).unwrap_or_default();
    }
    match state {
        Some(_) if left > 0 => Err(format!("the run ends after {} of {steps} steps", steps - left)),
        Some(state) => Ok(state),
        None => Err("there is no initial state".to_owned()),
    }
}
