//! What takes long and is done beside the answers: each job by a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use explore::Server;
use quotient::{Limits, Method, Model, Options, Outcome, ReadOptions, Unreadable, Verdict, Watch};
use report::Lost;

use crate::analysis::Analysis;

/// Something to be done about a document.
#[derive(Debug)]
pub struct Job {
    pub(crate) number: u64,
    pub(crate) task: Task,
    pub(crate) uri: String,
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<str>,
    pub(crate) revision: u64,
    pub(crate) options: ReadOptions,
    /// How long it may take.
    pub(crate) patience: Duration,
    /// Raised when nobody waits for it any more.
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Read a text that is too long to be read while somebody waits.
    Examine,
    /// Look for places where symmetry is lost.
    Symmetry,
    /// Check all properties, or one.
    Check(Option<String>),
    /// Open a page to walk through the states.
    Step,
}

/// What came of a job.
#[derive(Debug)]
pub struct Done {
    pub(crate) number: u64,
    pub(crate) uri: String,
    pub(crate) revision: u64,
    pub(crate) result: Found,
}

/// What was found.
#[derive(Debug)]
pub(crate) enum Found {
    Examined(Option<Box<Analysis>>),
    Lost(Result<Vec<Lost>, String>),
    Checked(Result<Box<Outcome>, String>),
    Address(Result<String, String>),
}

impl Job {
    /// Is it about symmetry, which may take longer than its patience?
    pub(crate) fn is_symmetry(&self) -> bool {
        matches!(self.task, Task::Symmetry)
    }

    /// Does it and tells what came of it. A page is served until the program ends.
    pub fn run(self, tell: &dyn Fn(Done)) {
        let done =
            |result| Done { number: self.number, uri: self.uri.clone(), revision: self.revision, result };
        let failed = || "internal error: this cannot be done".to_owned();
        match &self.task {
            Task::Examine => {
                let found = Analysis::of(&self.path, &self.text, self.revision, &self.options);
                tell(done(Found::Examined(found.map(Box::new))));
            }
            Task::Symmetry => {
                let found = catch_unwind(AssertUnwindSafe(|| self.lost()));
                tell(done(Found::Lost(found.unwrap_or_else(|_| Err(failed())))));
            }
            Task::Check(property) => {
                let found = catch_unwind(AssertUnwindSafe(|| self.check(property.as_deref())));
                tell(done(Found::Checked(found.unwrap_or_else(|_| Err(failed())))));
            }
            Task::Step => {
                let served = catch_unwind(AssertUnwindSafe(|| {
                    self.serve(&|address| tell(done(Found::Address(Ok(address)))))
                }));
                // The server ends only when it cannot begin.
                if let Err(why) = served.unwrap_or_else(|_| Err(failed())) {
                    tell(done(Found::Address(Err(why))));
                }
            }
        }
    }

    fn model(&self) -> Result<Model, String> {
        let deadline = Instant::now().checked_add(self.patience);
        let options = ReadOptions { deadline, ..self.options.clone() };
        let name = self.path.display().to_string();
        Model::from_text(&name, &self.text, &options).map_err(|unreadable| match unreadable {
            Unreadable::Other(why) => why,
            Unreadable::Messages(sources, messages) => {
                let first = messages.iter().find(|message| message.is_error());
                first.map_or_else(String::new, |message| message.one_line(&sources))
            }
        })
    }

    fn lost(&self) -> Result<Vec<Lost>, String> {
        Ok(self.model()?.symmetry(Method::default())?.symmetry.lost)
    }

    fn check(&self, property: Option<&str>) -> Result<Box<Outcome>, String> {
        let begin = Instant::now();
        let model = self.model()?;
        let limits = Limits { time: Some(self.patience), since: Some(begin), ..Limits::default() };
        let claims = property.map(str::to_owned).into_iter().collect();
        let options = Options { limits, claims, ..Options::default() };
        let mut watch = Watch { interrupt: &self.interrupt, stage: &|_| {}, progress: None };
        let (mut outcome, _) = model.check_watched(&options, &mut watch)?;
        outcome.seconds = begin.elapsed().as_secs_f64();
        Ok(Box::new(outcome))
    }

    fn serve(&self, tell: &dyn Fn(String)) -> Result<(), String> {
        let model = self.model()?;
        let server = Server::bind(0)?;
        tell(server.address());
        let name = self.path.display().to_string();
        server.serve(&model, explore::Config { name, patience: self.patience, most_searched: 100_000 })
    }
}

/// The verdict as scripts know it.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Undecided => "undecided",
    }
}
