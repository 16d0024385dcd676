//! Text for people: the verdict first, then why, then the figures.

use std::fmt::Write;

use crate::page::{Page, thousands};
use crate::trace_text::{Run, trace_text};
use crate::unreached::unreached_text;
use crate::{Certificate, FoundViolation, Outcome, Property, PropertyKind, Symmetry, VerdictWord};

/// The whole report. Where something is wrong, what that is stands at the top and at the bottom.
pub fn outcome_text(outcome: &Outcome, page: Page) -> String {
    let mut out = String::new();
    for notice in &outcome.notices {
        let _ = writeln!(out, "notice: {notice}");
    }
    let _ = writeln!(out, "{}", headline(outcome));
    properties(&mut out, &outcome.properties);
    out += &counterexamples(outcome, page);
    figures(&mut out, outcome);
    out.push_str(&symmetry_text(&outcome.symmetry));
    if outcome.verdict == VerdictWord::Violated {
        let _ = writeln!(out, "{}", headline(outcome));
    }
    out
}

/// The verdict, what is violated and where.
fn headline(outcome: &Outcome) -> String {
    let text = verdict(outcome.verdict, outcome.reason.as_deref());
    match outcome.violation.as_ref().filter(|violation| violation.line > 0) {
        Some(violation) => format!("{text} ({}:{})", violation.file, violation.line),
        None => text,
    }
}

/// The runs to what is violated: of all violations if there are several to be told, otherwise the one to the first.
fn counterexamples(outcome: &Outcome, page: Page) -> String {
    if outcome.violations.len() > 1 {
        let all = outcome.violations.iter().enumerate();
        let told = all.map(|(number, found)| numbered(number + 1, outcome.violations.len(), found, page));
        return told.collect();
    }
    match (&outcome.counterexample, &outcome.violation) {
        (Some(steps), violation) => {
            let violated = outcome.properties.iter().find(|p| p.verdict == VerdictWord::Violated);
            let heading = match violated {
                Some(property) if property.kind != PropertyKind::Safety || outcome.properties.len() > 1 => {
                    format!("counterexample to {}:\n", property.title())
                }
                _ => String::new(),
            };
            let run = Run { steps, cycle_from: outcome.cycle_from, violation: violation.as_ref() };
            heading + &trace_text(run, page)
        }
        (None, Some(v)) => format!("{}:{}: {}\n", v.file, v.line, v.message),
        (None, None) => String::new(),
    }
}

fn numbered(number: usize, of: usize, found: &FoundViolation, page: Page) -> String {
    let FoundViolation { property, count, violation, counterexample, cycle_from } = found;
    let times = if *count == 1 { String::new() } else { format!(", {} times", thousands(*count as usize)) };
    let run = Run { steps: counterexample, cycle_from: *cycle_from, violation: Some(violation) };
    format!("violation {number} of {of} ({property}{times}):\n{}", trace_text(run, page))
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
    *out += &unreached_text(outcome.unreached.as_deref().unwrap_or_default());
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
