//! `quotient simulate`: one run, with random choices or with choices of the user.

use std::io::BufRead;

use quotient::{Model, ReadOptions, Step};

use crate::arguments::SimulateArguments;
use crate::{BAD_INPUT, input};

/// Runs a model.
pub fn run(arguments: &SimulateArguments) -> u8 {
    let language = Model::language_of(&arguments.read.file);
    input::deeply(language, || simulate(arguments)).unwrap_or(BAD_INPUT)
}

fn simulate(arguments: &SimulateArguments) -> Result<u8, String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let options = ReadOptions { defines: arguments.read.define.clone(), ..ReadOptions::default() };
    arguments.read.fits(Model::language_of(&arguments.read.file)).map_err(told)?;
    let model = input::model(&arguments.read.file, &options)?;
    let mut walk = model.walk().map_err(told)?;
    let mut random = Xorshift(arguments.seed.max(1));
    let mut steps = walk.start();
    let mut state = Vec::new();
    // The only way to begin is no step of its own.
    if let Ok([Step { state: Some(only), fault: None, .. }]) = steps.as_deref()
        && model.language() == quotient::Language::Promela
    {
        state.clone_from(only);
        steps = walk.steps(&state);
    }
    for number in 1..=arguments.steps {
        let possible = match steps {
            Ok(possible) => possible,
            Err(wrong) => {
                sayln!("{wrong} after {} steps", number - 1);
                return Ok(1);
            }
        };
        let Some(step) = choose(&possible, arguments.interactive, &mut random) else {
            sayln!("end after {} steps", number - 1);
            return Ok(0);
        };
        sayln!("{number}: {}", step.text);
        if let Some(fault) = &step.fault {
            sayln!("{fault}");
            return Ok(1);
        }
        let Some(next) = &step.state else { return Ok(1) };
        state.clone_from(next);
        steps = walk.steps(&state);
    }
    let values: Vec<String> =
        walk.values(&state).into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    sayln!("stopped after {} steps: {}", arguments.steps, values.join(", "));
    Ok(0)
}

fn choose<'a>(steps: &'a [Step], interactive: bool, random: &mut Xorshift) -> Option<&'a Step> {
    if steps.is_empty() {
        return None;
    }
    if !interactive {
        return steps.get((random.next() % steps.len() as u64) as usize);
    }
    for (i, step) in steps.iter().enumerate() {
        sayln!("  {}) {}", i + 1, step.text);
    }
    let mut line = String::new();
    loop {
        line.clear();
        if std::io::stdin().lock().read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().parse::<usize>().ok().and_then(|n| steps.get(n.wrapping_sub(1))) {
            Some(step) => return Some(step),
            None => sayln!("  a number from 1 to {}", steps.len()),
        }
    }
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
