//! How the search grew: states, queue and memory over time, each as a small drawing.

use std::fmt::Write;

use report::{CoursePoint, Outcome};

use crate::escape::text;
use crate::sections::grouped;

/// A search that was seen at fewer moments is not drawn alone.
const FEWEST: usize = 3;
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 110.0;

/// The section, with a drawing for each figure.
pub fn section(course: &[CoursePoint], outcome: &Outcome) -> String {
    let mut out = String::from(
        "<section aria-labelledby=\"h-growth\">\n<h2 id=\"h-growth\">Growth of the search</h2>\n",
    );
    let searches = || course.chunk_by(|one, next| one.search == next.search);
    // A line from the beginning to the end shows nothing that the figures do not.
    if searches().all(|search| search.len() < FEWEST) {
        let _ = writeln!(
            out,
            "<p>The search was over after {:.3} s, before its growth could be watched: {} states, {:.1} MB.</p>\n</section>",
            outcome.search_seconds,
            grouped(outcome.states),
            outcome.memory_bytes as f64 / 1e6
        );
        return out;
    }
    out.push_str("<div class=\"growth\">\n");
    type Figure = (&'static str, fn(&CoursePoint) -> f64, fn(f64) -> String);
    let figures: [Figure; 3] = [
        ("states", |s| s.states as f64, |v| grouped(v as u64)),
        ("queue", |s| s.frontier as f64, |v| grouped(v as u64)),
        ("memory", |s| s.memory_bytes as f64, |v| format!("{:.1} MB", v / 1e6)),
    ];
    for (name, value, words) in figures {
        out.push_str(&curve(course, name, value, words));
    }
    out.push_str("</div>\n");
    let count = searches().count();
    if count > 1 {
        let _ = writeln!(out, "<p class=\"legend\">A line, or a dot, for each of {count} searches.</p>");
    }
    out + "</section>\n"
}

fn curve(
    course: &[CoursePoint],
    name: &str,
    value: fn(&CoursePoint) -> f64,
    words: fn(f64) -> String,
) -> String {
    let (first, last) = (course.first().map_or(0.0, |p| p.seconds), course.last().map_or(0.0, |p| p.seconds));
    let time = (last - first).max(1e-9);
    let most = course.iter().map(value).fold(0.0, f64::max);
    // A search that begins anew is a line of its own, and one that was seen once a dot.
    let mut lines = String::new();
    for search in course.chunk_by(|one, next| one.search == next.search) {
        let at = |point: &CoursePoint| {
            let (x, y) = ((point.seconds - first) / time * WIDTH, value(point) / most.max(1e-9) * HEIGHT);
            (x + 4.0, HEIGHT - y + 4.0)
        };
        if let [only] = search {
            let (x, y) = at(only);
            let _ = write!(lines, "<circle class=\"seen\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>");
            continue;
        }
        let points: Vec<String> = search.iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(lines, "<polyline points=\"{}\"/>", points.join(" "));
    }
    let label = format!("{name}: at most {} in {time:.2} s", words(most));
    format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 308 132\" role=\"img\" aria-label=\"{}\">\
         <path class=\"axis\" d=\"M4,4 V114 H304\"/>{lines}\
         <text x=\"4\" y=\"128\">0</text><text class=\"end\" x=\"304\" y=\"128\">{time:.2} s</text></svg></figure>\n",
        text(&label),
        text(&label)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_not_joined() {
        let point =
            |search, seconds, states| CoursePoint { search, seconds, states, ..CoursePoint::default() };
        let course = [
            point(1, 0.0, 10),
            point(1, 0.5, 15),
            point(1, 1.0, 20),
            point(2, 1.1, 3),
            point(3, 1.2, 1),
            point(3, 2.0, 9),
        ];
        let drawn = section(&course, &Outcome::default());
        assert_eq!((drawn.matches("<polyline").count(), drawn.matches("<circle").count()), (6, 3), "{drawn}");
        assert!(drawn.contains("<polyline points=\"4.0,59.0 79.0,31.5 154.0,4.0\"/>"), "{drawn}");
        assert!(drawn.contains("each of 3 searches"), "{drawn}");
    }
}
