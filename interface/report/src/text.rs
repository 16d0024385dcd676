//! Text for people: the verdict first, then why, then the figures.

use std::fmt::Write;

use crate::{
    Certificate, Outcome, Property, PropertyKind, StepLine, Symmetry, VerdictWord, Violation, chart,
};

/// The whole report.
pub fn outcome_text(outcome: &Outcome) -> String {
    let mut out = String::new();
    for notice in &outcome.notices {
        let _ = writeln!(out, "notice: {notice}");
    }
    let _ = writeln!(out, "{}", verdict(outcome.verdict, outcome.reason.as_deref()));
    properties(&mut out, &outcome.properties);
    match (&outcome.counterexample, &outcome.violation) {
        (Some(steps), violation) => counterexample(&mut out, steps, outcome.cycle_from, violation.as_ref()),
        (None, Some(v)) => drop(writeln!(out, "{}:{}: {}", v.file, v.line, v.message)),
        (None, None) => {}
    }
    figures(&mut out, outcome);
    out.push_str(&symmetry_text(&outcome.symmetry));
    out
}

fn verdict(verdict: VerdictWord, reason: Option<&str>) -> String {
    let word = match verdict {
        VerdictWord::Holds => "holds",
        VerdictWord::Violated => "violated",
        VerdictWord::Undecided => "undecided",
    };
    reason.map_or_else(|| word.into(), |reason| format!("{word}: {reason}"))
}

/// One line for each property, if there is more than the plain safety of a model without claims.
fn properties(out: &mut String, properties: &[Property]) {
    if matches!(properties, [] | [Property { kind: PropertyKind::Safety, .. }]) {
        return;
    }
    for property in properties {
        let place = match property.line {
            0 => String::new(),
            line => format!(" (line {line})"),
        };
        let answer = verdict(property.verdict, property.reason.as_deref());
        let _ = writeln!(out, "  {}{place}: {answer}", property.title());
    }
}

/// What was found of symmetry.
pub fn symmetry_text(symmetry: &Symmetry) -> String {
    if symmetry.method == Symmetry::NOT_KNOWN {
        return "symmetry: not known\n".into();
    }
    let mut out = String::new();
    let precision = match (symmetry.sound, symmetry.exact) {
        (false, _) => "not sound: orbits may have been missed",
        (true, true) => "exact",
        (true, false) => "sound, not exact",
    };
    let _ = writeln!(
        out,
        "symmetry: {} ({precision}), group of order {} ({})",
        symmetry.method,
        order_text(&symmetry.group_order),
        symmetry.structure
    );
    if !symmetry.reason.is_empty() {
        let _ = writeln!(out, "  why: {}", symmetry.reason);
    }
    if symmetry.not_canonical > 0 {
        let _ = writeln!(
            out,
            "  {} successors may not have got the only representative of their orbit",
            symmetry.not_canonical
        );
    }
    for generator in &symmetry.generators {
        let _ = writeln!(out, "  {}", generator.join(", "));
    }
    for lost in &symmetry.lost {
        let factor = lost.factor.map_or(String::new(), |factor| format!(" (up to {})", times(factor)));
        let _ = writeln!(out, "  symmetry lost here{factor}: {}:{}: {}", lost.file, lost.line, lost.why);
        if let Some(hint) = &lost.hint {
            let _ = writeln!(out, "    hint: {hint}");
        }
    }
    if let Some(cost) = &symmetry.cost {
        let _ = writeln!(
            out,
            "  canonicaliser: {} calls, {:.0} ns each, {:.0} % of the search; {} refinement rounds, {} search nodes, {} cache hits",
            cost.calls,
            cost.nanoseconds_per_call,
            100.0 * cost.share,
            cost.refinement_rounds,
            cost.search_nodes,
            cost.cache_hits
        );
    }
    out
}

fn figures(out: &mut String, outcome: &Outcome) {
    let rate = outcome.states as f64 / outcome.search_seconds.max(1e-9);
    let _ = writeln!(
        out,
        "{} states, {} transitions, depth {}; {:.3} s ({:.0} states/s), {:.1} MB, {:.1} bytes/state",
        outcome.states,
        outcome.transitions,
        outcome.depth,
        outcome.seconds,
        rate,
        outcome.memory_bytes as f64 / 1e6,
        outcome.bytes_per_state
    );
    if let Some(certificate) = &outcome.certificate {
        out.push_str(&certified(certificate, outcome));
    }
    for error in &outcome.errors {
        let _ = writeln!(out, "  {} x {}: {}", error.count, error.kind, error.message);
    }
    for (operation, count) in &outcome.coverage {
        let _ = writeln!(out, "  {operation}: {count}");
    }
}

/// What a certificate covers and what it cost.
fn certified(certificate: &Certificate, outcome: &Outcome) -> String {
    let times = certificate.seconds / outcome.search_seconds.max(1e-9);
    let cost = format!("{:.3} s, {times:.0} times the search", certificate.seconds);
    if let Some(why) = &certificate.refused {
        return format!("not certified: {why}; {cost}\n");
    }
    let images = match (certificate.images, certificate.all_images) {
        (0, _) => String::new(),
        (images, true) => format!(", {images} images under all symmetries"),
        (images, false) => format!(", {images} images under the generators and a sample"),
    };
    // Other properties may be violated or not decided.
    let what = if outcome.certified { "certified" } else { "certified what holds" };
    format!("{what}: {} steps gone over{images}; {cost}\n", certificate.steps)
}

fn counterexample(
    out: &mut String,
    steps: &[StepLine],
    cycle_from: Option<usize>,
    violation: Option<&Violation>,
) {
    let width = steps.len().to_string().len();
    for (number, step) in steps.iter().enumerate() {
        if cycle_from == Some(number) {
            let _ = writeln!(out, "{:width$}  -- the cycle begins here --", "");
        }
        let line = if step.line == 0 { String::new() } else { format!("line {}  ", step.line) };
        let _ = write!(out, "{:width$}  {}  {line}{}", number + 1, step.process, step.statement);
        for change in &step.changes {
            match (&change.from, &change.to) {
                (_, Some(to)) => write!(out, "  [{} = {to}]", change.variable),
                (_, None) => write!(out, "  [{} gone]", change.variable),
            }
            .unwrap_or_default();
        }
        out.push('\n');
    }
    match cycle_from {
        Some(from) if from < steps.len() => {
            let _ = writeln!(out, "{:width$}  -- and goes on at {} --", "", from + 1);
        }
        Some(_) => drop(writeln!(out, "{:width$}  -- and nothing happens any more --", "")),
        None => {}
    }
    if let Some(violation) = violation {
        match violation.line {
            0 => writeln!(out, "{}", violation.message),
            line => writeln!(out, "{}:{line}: {}", violation.file, violation.message),
        }
        .unwrap_or_default();
        for (who, line, what) in &violation.waiting {
            let _ = writeln!(out, "  {who} at line {line}: {what}");
        }
        let _ = writeln!(out, "final state: {}", values(&violation.final_state));
    }
    let drawn = chart(steps);
    if !drawn.is_empty() {
        let _ = writeln!(out, "messages:\n{drawn}");
    }
}

/// More values than this are told only where they are not 0.
const MOST_VALUES: usize = 200;

fn values(state: &[(String, String)]) -> String {
    let all = state.len() <= MOST_VALUES;
    let told: Vec<String> =
        state.iter().filter(|(_, v)| all || v != "0").map(|(n, v)| format!("{n} = {v}")).collect();
    let zeros = state.len() - told.len();
    let rest = if zeros > 0 { format!("; {zeros} others are 0") } else { String::new() };
    told.join(", ") + &rest
}

/// A factor in few letters; one of hundreds of processes exceeds every floating-point number.
fn times(factor: f64) -> String {
    match factor {
        f64::INFINITY => "more than 1e308x".into(),
        1e9.. => format!("{factor:.1e}x"),
        _ => format!("{factor:.0}x"),
    }
}

/// The order of a group: as a factorial where it is a large one, as nobody reads hundreds of digits.
fn order_text(order: &str) -> String {
    const FEW_DIGITS: usize = 12;
    if order.len() <= FEW_DIGITS {
        return order.into();
    }
    // Decimal digits of a factorial, the last one first.
    let mut digits = vec![1u32];
    for n in 2u32.. {
        let mut carry = 0;
        for digit in &mut digits {
            let product = *digit * n + carry;
            (*digit, carry) = (product % 10, product / 10);
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
        let is_same = || digits.iter().rev().map(u32::to_string).eq(order.chars().map(String::from));
        match digits.len().cmp(&order.len()) {
            std::cmp::Ordering::Greater => break,
            std::cmp::Ordering::Equal if is_same() => return format!("{n}!"),
            _ => {}
        }
    }
    order.into()
}

#[cfg(test)]
mod tests {
    use super::{order_text, times};

    #[test]
    fn factors_are_short() {
        assert_eq!(times(6.0), "6x");
        assert_eq!(times(1.2e20), "1.2e20x");
        assert_eq!(times(f64::INFINITY), "more than 1e308x");
    }

    #[test]
    fn a_large_order_is_told_as_a_factorial() {
        assert_eq!(order_text("720"), "720");
        assert_eq!(order_text("1307674368000"), "15!");
        assert_eq!(order_text("1307674368001"), "1307674368001");
    }
}
