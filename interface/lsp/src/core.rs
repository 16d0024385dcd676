//! The state of the server, and what happens to it: messages come in, jobs are done, time passes.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quotient::{ReadOptions, Unsaved};
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::document::Document;
use crate::job::{Done, Found, Job, Task};
use crate::message::{Incoming, Refusal, answer, notification};
use crate::position::Encoding;
use crate::publish::Board;
use crate::{frame, repair};

/// What the server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The version that clients are told.
    pub version: String,
    /// The longest that a check may take.
    pub check_patience: Duration,
    /// The longest that looking for lost symmetry may take.
    pub symmetry_patience: Duration,
    /// Texts that are longer, in bytes, are not read while somebody waits.
    pub longest_text: usize,
    /// Texts that took longer to be read than this are not read while somebody waits the next time.
    pub slow_text: Duration,
    /// How models are read.
    pub reading: ReadOptions,
}

/// What a client can do, as far as answers depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    pub encoding: Encoding,
    pub markdown: bool,
    /// Symbols can be nested.
    pub nested_symbols: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Fresh,
    Ready,
    ShutDown,
}

/// A request that is answered when a job is done.
#[derive(Debug)]
pub(crate) struct Pending {
    pub id: Value,
    pub uri: String,
    pub interrupt: Arc<AtomicBool>,
    pub is_check: bool,
}

/// Pages that may be open at the same time; each keeps a model and the states that were seen.
const MOST_PAGES: usize = 16;

/// The server without its streams and threads.
#[derive(Debug)]
pub struct Core {
    pub(crate) config: Config,
    pub(crate) client: Client,
    pub(crate) phase: Phase,
    pub(crate) documents: BTreeMap<String, Document>,
    pub(crate) unsaved: Unsaved,
    analyses: BTreeMap<String, Arc<Analysis>>,
    /// Documents that changed and whose messages were not told again.
    stale: BTreeSet<String>,
    /// Documents whose symmetry is to be looked at when nobody types.
    restless: BTreeSet<String>,
    /// Texts that are being read by a job, each by one at a time.
    reading: BTreeSet<String>,
    pub(crate) board: Board,
    /// Requests that wait for jobs, by the number of the job.
    pub(crate) pending: BTreeMap<u64, Pending>,
    /// Addresses of pages, by document and revision.
    pub(crate) pages: BTreeMap<String, (u64, String)>,
    pages_opened: usize,
    last_job: u64,
    revisions: u64,
    jobs: Vec<Job>,
    outbox: Vec<Value>,
    exit: Option<bool>,
}

impl Core {
    /// A server that nothing was told yet.
    pub fn new(config: Config) -> Core {
        Core {
            config,
            client: Client::default(),
            phase: Phase::Fresh,
            documents: BTreeMap::new(),
            unsaved: Unsaved::default(),
            analyses: BTreeMap::new(),
            stale: BTreeSet::new(),
            restless: BTreeSet::new(),
            reading: BTreeSet::new(),
            board: Board::default(),
            pending: BTreeMap::new(),
            pages: BTreeMap::new(),
            pages_opened: 0,
            last_job: 0,
            revisions: 0,
            jobs: Vec::new(),
            outbox: Vec::new(),
            exit: None,
        }
    }

    /// Takes the content of a frame.
    pub fn receive_bytes(&mut self, content: &[u8]) {
        match repair::read(content) {
            Ok(message) => self.receive(message),
            Err(why) => self.malformed(&why),
        }
    }

    /// Something came that is no message.
    pub fn malformed(&mut self, why: &str) {
        self.outbox.push(answer(&Value::Null, Err(Refusal::parse(why))));
    }

    /// Takes a message. A defect of ours ends this answer and not the server.
    pub fn receive(&mut self, message: Value) {
        if let Value::Array(batch) = message {
            return batch.into_iter().for_each(|one| self.receive(one));
        }
        match Incoming::read(message) {
            Incoming::Request { id, method, params } => {
                let answered = catch_unwind(AssertUnwindSafe(|| self.request(&id, &method, &params)));
                // Where there is no answer yet, a job will give it.
                if let Some(result) = answered.unwrap_or_else(|_| Some(Err(Refusal::internal()))) {
                    self.outbox.push(answer(&id, result));
                }
            }
            Incoming::Notification { method, params } => {
                let _ = catch_unwind(AssertUnwindSafe(|| self.notice(&method, &params)));
            }
            Incoming::Answer => {}
            Incoming::Invalid { id } => self.outbox.push(answer(&id, Err(Refusal::invalid_request()))),
        }
    }

    /// Nothing more has come: messages about changed documents are told.
    pub fn settle(&mut self) {
        for uri in std::mem::take(&mut self.stale) {
            let _ = catch_unwind(AssertUnwindSafe(|| self.tell_messages(&uri)));
        }
    }

    /// Nobody has typed for a while: places where symmetry is lost are looked for.
    pub fn rest(&mut self) {
        for uri in std::mem::take(&mut self.restless) {
            let Some(analysis) = self.analyses.get(&uri) else { continue };
            if !analysis.examined.messages.iter().any(diagnostics::Diagnostic::is_error) {
                let patience = self.config.symmetry_patience;
                self.start(Task::Symmetry, &uri, patience);
            }
        }
    }

    /// Is there something to be done when nobody types?
    pub fn is_restless(&self) -> bool {
        !self.restless.is_empty()
    }

    /// Takes what came of a job. What is about an older text is not told.
    pub fn done(&mut self, done: Done) {
        let pending = self.pending.remove(&done.number);
        let is_new = self.documents.get(&done.uri).is_some_and(|own| own.revision == done.revision);
        match done.result {
            Found::Examined(analysis) => {
                self.reading.remove(&done.uri);
                // What has changed meanwhile is read again; what nobody can read is not.
                if !is_new || analysis.is_some() {
                    self.stale.insert(done.uri.clone());
                }
                if let (true, Some(analysis)) = (is_new, analysis) {
                    self.analyses.insert(done.uri, Arc::new(*analysis));
                }
            }
            Found::Lost(lost) if is_new => self.tell_lost(&done.uri, &lost.unwrap_or_default()),
            Found::Lost(_) => {}
            Found::Checked(checked) => {
                let result = self.checked(&done.uri, is_new, checked);
                pending.into_iter().for_each(|own| self.outbox.push(answer(&own.id, result.clone())));
            }
            Found::Address(address) => {
                if let Ok(address) = &address {
                    self.pages.insert(done.uri.clone(), (done.revision, address.clone()));
                } else {
                    self.pages_opened = self.pages_opened.saturating_sub(1);
                }
                let result = address.map(|address| json!({ "address": address })).map_err(Refusal::failed);
                pending.into_iter().for_each(|own| self.outbox.push(answer(&own.id, result.clone())));
            }
        }
    }

    /// The messages to be sent, in order.
    pub fn take_messages(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    /// The jobs to be done.
    pub fn take_jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.jobs)
    }

    /// Whether the client has ended the session, and as it should.
    pub fn ended(&self) -> Option<bool> {
        self.exit
    }

    pub(crate) fn end(&mut self) {
        self.exit = Some(self.phase == Phase::ShutDown);
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.outbox.push(notification(method, params));
    }

    /// Starts a job about a document; its number.
    pub(crate) fn start(&mut self, task: Task, uri: &str, patience: Duration) -> Option<u64> {
        let document = self.documents.get(uri)?;
        self.last_job += 1;
        self.jobs.push(Job {
            number: self.last_job,
            task,
            uri: uri.to_owned(),
            path: document.path.clone(),
            text: Arc::clone(&document.text),
            revision: document.revision,
            options: self.reading_options(),
            patience,
            interrupt: Arc::default(),
        });
        Some(self.last_job)
    }

    /// Starts a job whose outcome answers a request.
    pub(crate) fn start_for(
        &mut self,
        id: &Value,
        task: Task,
        uri: &str,
        patience: Duration,
    ) -> Result<(), Refusal> {
        let is_check = matches!(task, Task::Check(_));
        if !is_check && self.pages_opened >= MOST_PAGES {
            return Err(Refusal::failed(format!("{MOST_PAGES} pages are open: restart the server")));
        }
        let started = self.start(task, uri, patience).zip(self.jobs.last());
        let (number, job) = started.ok_or_else(|| Refusal::parameters("this document is not open"))?;
        let interrupt = Arc::clone(&job.interrupt);
        self.pages_opened += usize::from(!is_check);
        self.pending.insert(number, Pending { id: id.clone(), uri: uri.to_owned(), interrupt, is_check });
        Ok(())
    }

    /// Gives up a request that waits for a job.
    pub(crate) fn cancel(&mut self, id: &Value) {
        let waiting = self.pending.iter().find(|(_, own)| own.id == *id).map(|(number, _)| *number);
        if let Some(pending) = waiting.and_then(|number| self.pending.remove(&number)) {
            pending.interrupt.store(true, Ordering::Relaxed);
            self.outbox.push(answer(&pending.id, Err(Refusal::cancelled())));
        }
    }

    /// Gives up a request before it is begun.
    pub(crate) fn refuse_cancelled(&mut self, id: &Value) {
        self.outbox.push(answer(id, Err(Refusal::cancelled())));
    }

    /// How texts are read, with the documents as the editor has them.
    pub(crate) fn reading_options(&self) -> ReadOptions {
        ReadOptions { unsaved: self.unsaved.clone(), ..self.config.reading.clone() }
    }

    /// A number that no document has had.
    pub(crate) fn next_revision(&mut self) -> u64 {
        // A document counts on from here by one for each change, so each begins far behind the others.
        self.revisions += 1 << 32;
        self.revisions
    }

    /// What is known of a document as it is now; nothing while a long text is being read.
    pub(crate) fn analysis(&mut self, uri: &str) -> Option<Arc<Analysis>> {
        let document = self.documents.get(uri)?;
        if let Some(known) = self.analyses.get(uri).filter(|own| own.revision == document.revision) {
            return Some(Arc::clone(known));
        }
        let revision = document.revision;
        let was_slow = self.analyses.get(uri).is_some_and(|own| own.took > self.config.slow_text);
        if was_slow || document.text.len() > self.config.longest_text {
            if self.reading.insert(uri.to_owned()) {
                self.start(Task::Examine, uri, Duration::MAX);
            }
            return None;
        }
        let options = self.reading_options();
        let document = self.documents.get(uri)?;
        let analysis = Arc::new(Analysis::of(&document.path, &document.text, revision, &options)?);
        self.analyses.insert(uri.to_owned(), Arc::clone(&analysis));
        Some(analysis)
    }

    /// A document is another now: it, and those that read it, are read again.
    pub(crate) fn changed(&mut self, uri: &str) -> Vec<String> {
        let path = self.documents.get(uri).map(|own| own.path.clone());
        let readers =
            self.analyses.iter().filter(|(_, own)| path.as_deref().is_some_and(|path| own.reads(path)));
        let readers: Vec<String> = readers.map(|(reader, _)| reader.clone()).collect();
        for reader in readers.iter().filter(|reader| *reader != uri) {
            if let Some(document) = self.documents.get_mut(reader) {
                document.revision += 1;
            }
        }
        let others = readers.into_iter().filter(|reader| reader != uri);
        let all: Vec<String> = others.chain([uri.to_owned()]).collect();
        for own in &all {
            self.stale.insert(own.clone());
            self.restless.insert(own.clone());
        }
        all
    }

    /// Nothing is known of a document any more.
    pub(crate) fn forget(&mut self, uri: &str) {
        self.analyses.remove(uri);
        self.stale.remove(uri);
        self.restless.remove(uri);
        self.reading.remove(uri);
    }
}

/// Writes messages as frames.
pub(crate) fn write_all(output: &mut impl std::io::Write, messages: &[Value]) -> std::io::Result<()> {
    messages.iter().try_for_each(|message| frame::write(output, &message.to_string()))
}
