//! SPIN's trail files: `depth:process:transition` on a line for each move, which `spin -t` replays.

use program::Counterexample;

/// The text of a trail. The first line says that there is no claim and no cycle.
pub fn trail(counterexample: &Counterexample) -> String {
    let mut text = String::from("-2:3:-2\n-4:-4:-4\n");
    for (depth, step) in counterexample.steps.iter().enumerate() {
        text.push_str(&format!("{}:{}:{}\n", depth + 1, step.by.pid.0, step.spin_id));
    }
    text
}
