//! The course of a run: figures of its searches from moment to moment, for plots.
//!
//! A run may take minutes or weeks, and a plot needs some hundred points. So when there are too many points, every other one is
//! dropped and from then on points are taken half as often.

use serde::Serialize;

/// More points than this are thinned out.
const MOST: usize = 2048;

/// The figures of a search at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CoursePoint {
    /// Which search of the run it is, from 1.
    pub search: u32,
    /// The property whose violation is searched for.
    pub property: String,
    /// Since the run began.
    pub seconds: f64,
    /// Since the search began, with earlier parts of it if it was resumed.
    pub search_seconds: f64,
    /// States stored.
    pub states: u64,
    /// Steps generated.
    pub transitions: u64,
    /// States stored and not yet expanded, or the length of the stack.
    pub frontier: u64,
    /// Steps from the initial state.
    pub depth: u32,
    /// Memory of the search.
    pub memory_bytes: u64,
    /// Under symmetry reduction, an estimate of how many orbits the stored states belong to.
    pub orbits: Option<u64>,
    /// Threads that are expanding states.
    pub threads: u32,
    /// The search has ended; there is one such point for each search that was not ended from outside.
    pub ended: bool,
}

/// Points in the order of time, thinned out. See the module's text.
#[derive(Clone, Debug, Default)]
pub struct Course {
    points: Vec<CoursePoint>,
    /// Seconds between two points.
    apart: f64,
}

impl Course {
    /// Takes a point, unless it follows the one before too closely. The last point of a search is always taken.
    pub fn add(&mut self, point: CoursePoint) {
        let close = |last: &CoursePoint| {
            last.search == point.search && point.seconds - last.seconds < self.apart && !point.ended
        };
        if self.points.last().is_some_and(close) {
            return;
        }
        self.points.push(point);
        if self.points.len() > MOST {
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        let all = std::mem::take(&mut self.points);
        let span =
            all.last().map_or(0.0, |last| last.seconds) - all.first().map_or(0.0, |first| first.seconds);
        let kept = |(index, point): (usize, CoursePoint)| (index % 2 == 0 || point.ended).then_some(point);
        self.points = all.into_iter().enumerate().filter_map(kept).collect();
        self.apart = (self.apart * 2.0).max(span * 2.0 / MOST as f64);
    }

    /// The points.
    pub fn points(&self) -> &[CoursePoint] {
        &self.points
    }
}

/// A point as one line of JSON, without its end.
pub fn course_line(point: &CoursePoint) -> String {
    serde_json::to_string(point).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_keeps_points_of_all_its_time() {
        let mut course = Course::default();
        for moment in 0..100_000u32 {
            let seconds = f64::from(moment) / 10.0;
            let (search, ended) = (1 + moment / 60_000, moment == 59_999 || moment == 99_999);
            course.add(CoursePoint { seconds, search, ended, ..CoursePoint::default() });
        }
        let points = course.points();
        assert!((MOST / 4..=MOST).contains(&points.len()), "{}", points.len());
        assert_eq!(points.iter().filter(|point| point.ended).count(), 2);
        assert!(points.is_sorted_by(|a, b| a.seconds < b.seconds));
        let longest = points.windows(2).map(|pair| pair[1].seconds - pair[0].seconds).fold(0.0, f64::max);
        assert!(longest < 10_000.0 / (MOST / 8) as f64, "{longest}");
    }

    #[test]
    fn a_short_run_keeps_all_points() {
        let mut course = Course::default();
        (0..100).for_each(|_| course.add(CoursePoint::default()));
        assert_eq!(course.points().len(), 100);
    }
}
