//! What is told while a search runs: a line on a terminal, the course of the run in a file (`--stats`), and the figures that the
//! watchdog reports if it ends the process.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use explorer::Progress;
use report::{Course, CoursePoint, course_line};

use crate::progress_line;
use crate::watchdog;

/// How often the search reports.
pub const INTERVAL: Duration = Duration::from_millis(20);
/// The line on the terminal is written anew this often.
const SHOWN: Duration = Duration::from_millis(200);
/// The file gets a line this often.
const NOTED: Duration = Duration::from_millis(100);

/// What is known of the run so far.
static RUN: Mutex<Option<Run>> = Mutex::new(None);

/// Where the course of a run is written.
pub type Output = Box<dyn Write + Send>;

struct Run {
    start: Instant,
    /// For reports that show how the run went.
    course: Course,
    output: Option<Output>,
    search: u32,
    property: String,
    last_shown: Option<Instant>,
    last_noted: Option<Instant>,
}

/// The run begins; its course goes to `output`, if there is one.
pub fn begin(start: Instant, output: Option<Output>) {
    let run = Run {
        start,
        course: Course::default(),
        output,
        search: 0,
        property: String::new(),
        last_shown: None,
        last_noted: None,
    };
    *RUN.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
}

/// The file for the course of the run; what is wrong with it is said before anything is searched. It must not be the model,
/// and not the standard output if that is to be one JSON object.
pub fn open(path: &Path, model: &Path, json: bool) -> Result<Output, String> {
    let fail = |why: String| format!("cannot write `--stats {}`: {why}", path.display());
    if path == Path::new("-") {
        return match json {
            true => Err("`--stats -` and `--json` would both write to standard output; give a file".into()),
            false => Ok(Box::new(std::io::stdout())),
        };
    }
    let same = |path: &Path| path.canonicalize().ok();
    if same(path).is_some() && same(path) == same(model) {
        return Err(fail("this is the model".into()));
    }
    let file = File::create(path).map_err(|why| fail(why.to_string()))?;
    Ok(Box::new(file))
}

/// The course of the run so far.
pub fn course() -> Course {
    let run = RUN.lock().unwrap_or_else(PoisonError::into_inner);
    run.as_ref().map_or_else(Course::default, |run| run.course.clone())
}

/// Another search is being prepared, for this property.
pub fn enter_property(name: &str) {
    change(|run| name.clone_into(&mut run.property));
}

/// Another search begins.
pub fn enter_search() {
    change(|run| run.search += 1);
}

fn change(change: impl FnOnce(&mut Run)) {
    if let Some(run) = RUN.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        change(run);
    }
}

/// Keeps the figures, and writes the line on the terminal and one in the file now and then.
pub fn show(progress: &Progress) {
    watchdog::note(progress);
    change(|run| run.note(progress));
}

impl Run {
    fn note(&mut self, progress: &Progress) {
        let now = Instant::now();
        let due = |last: Option<Instant>, every| last.is_none_or(|last| now - last >= every);
        if due(self.last_noted, NOTED) || progress.ended {
            self.last_noted = Some(now);
            let point = self.point(progress);
            // A file that can no longer be written, on a full disk for instance, ends no search.
            if let Some(output) = &mut self.output
                && let Err(why) = writeln!(output, "{}", course_line(&point))
            {
                self.output = None;
                if why.kind() != ErrorKind::BrokenPipe {
                    tell!(
                        "warning: the course of the run can no longer be written ({why}); the search goes on"
                    );
                }
            }
            self.course.add(point);
        }
        if due(self.last_shown, SHOWN)
            && !progress.ended
            && let Some(width) = progress_line::terminal_width()
        {
            self.last_shown = Some(now);
            tell_on_line!("\r\x1b[K{}", progress_line::text(progress, width));
            let _ = std::io::stderr().flush();
        }
    }

    fn point(&self, progress: &Progress) -> CoursePoint {
        CoursePoint {
            search: self.search,
            property: self.property.clone(),
            seconds: self.start.elapsed().as_secs_f64(),
            search_seconds: progress.time.as_secs_f64(),
            states: progress.states,
            transitions: progress.transitions,
            frontier: progress.frontier,
            depth: progress.depth,
            memory_bytes: progress.memory,
            orbits: progress.orbits,
            threads: progress.threads,
            ended: progress.ended,
        }
    }
}

/// Removes the line.
pub fn clear() {
    if progress_line::terminal_width().is_some() {
        tell_on_line!("\r\x1b[K");
    }
}
