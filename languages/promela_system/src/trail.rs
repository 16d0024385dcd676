//! SPIN's trail files: `depth:process:transition` on a line for each move, which `spin -t` replays.

use program::Counterexample;

/// The text of a trail; of a run that goes on for ever, the cycle begins after `cycle_from` moves. Lines that start a claim (`-2:..`) or say that statements were merged (`-4:..`) would be out of
/// place: every statement has its own line.
pub fn trail(counterexample: &Counterexample, cycle_from: Option<usize>) -> String {
    let mut text = String::new();
    for (depth, step) in counterexample.steps.iter().enumerate() {
        if cycle_from == Some(depth) {
            text.push_str(CYCLE);
        }
        text.push_str(&format!("{}:{}:{}\n", depth + 1, step.by.pid.0, step.spin_id));
    }
    if cycle_from == Some(counterexample.steps.len()) {
        text.push_str(CYCLE);
    }
    text
}

/// The line at which SPIN says that the cycle begins.
const CYCLE: &str = "-1:-1:-1\n";
