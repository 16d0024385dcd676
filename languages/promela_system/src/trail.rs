//! SPIN's trail files: `depth:process:transition` on a line for each move, which `spin -t` replays.

use program::Counterexample;

/// The text of a trail. Lines that start a claim (`-2:..`) or say that statements were merged (`-4:..`) would be out of
/// place: every statement has its own line.
pub fn trail(counterexample: &Counterexample) -> String {
    let mut text = String::new();
    for (depth, step) in counterexample.steps.iter().enumerate() {
        text.push_str(&format!("{}:{}:{}\n", depth + 1, step.by.pid.0, step.spin_id));
    }
    text
}
