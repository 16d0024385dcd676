//! What a cycle does not bring back: variables that hold something else each time round.
//!
//! The state in which a cycle closes has only what the property can depend on. The run is told with every variable, and one
//! that nothing depends on may go on counting.

use crate::StepLine;

/// The variables that hold something else behind the last step than where the cycle begins, in order.
pub fn unsettled(steps: &[StepLine], cycle_from: usize) -> Vec<&str> {
    // Each with what it holds before its first change and behind its last.
    let mut ends: Vec<(&str, Option<&str>, Option<&str>)> = Vec::new();
    for change in steps.iter().skip(cycle_from).flat_map(|step| &step.changes) {
        let (from, to) = (change.from.as_deref(), change.to.as_deref());
        match ends.iter_mut().find(|(name, ..)| *name == change.variable) {
            Some((_, _, last)) => *last = to,
            None => ends.push((&change.variable, from, to)),
        }
    }
    ends.into_iter().filter(|(_, first, last)| first != last).map(|(name, ..)| name).collect()
}

/// Most variables that are named.
const FEW: usize = 4;

/// The same in words, empty if everything comes back.
pub fn unsettled_text(steps: &[StepLine], cycle_from: usize) -> String {
    let names = unsettled(steps, cycle_from);
    let more = if names.len() > FEW { " and others" } else { "" };
    match names.len() {
        0 => String::new(),
        1 => format!("with another {}, on which nothing depends", names[0]),
        _ => {
            let told = names[..names.len().min(FEW)].join(", ");
            format!("with other values of {told}{more}, on which nothing depends")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChangeLine;

    fn step(variable: &str, from: &str, to: &str) -> StepLine {
        let change = ChangeLine { variable: variable.into(), from: Some(from.into()), to: Some(to.into()) };
        StepLine {
            process: "P(0)".into(),
            pid: Some(0),
            file: "m.pml".into(),
            line: 1,
            statement: "x".into(),
            changes: vec![change],
            message: None,
            printed: None,
        }
    }

    #[test]
    fn what_comes_back_is_not_named() {
        let steps = [step("n", "0", "1"), step("x", "0", "1"), step("n", "1", "2"), step("x", "1", "0")];
        assert_eq!(unsettled(&steps, 1), ["n"]);
        assert_eq!(unsettled(&steps, 3), ["x"]);
        assert_eq!(unsettled_text(&steps, 1), "with another n, on which nothing depends");
        assert_eq!(unsettled_text(&steps[..1], 1), "");
    }
}
