//! The server with its threads: one reads frames, one answers, and each job has its own.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::core::{Config, Core, write_all};
use crate::frame::{self, Frame};
use crate::job::{Done, Job};
use crate::repair;

/// How long nobody must have typed before symmetry is looked at.
const REST: Duration = Duration::from_millis(400);
/// Recursion over formulas needs a deep stack. Pages of it that are not used take no memory.
const STACK: usize = 256 << 20;
/// Jobs about symmetry that may go on beyond their time before no more are started.
const MOST_LATE: usize = 3;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client has shut the server down before.
    InOrder,
    /// The client has gone away.
    Abruptly,
}

/// Something that happens.
enum Event {
    Frame(Frame),
    Done(Done),
}

/// Answers messages until the client ends the session; an error says that nothing can be read or written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    config: Config,
) -> io::Result<Ended> {
    let (events, happened) = channel();
    let reader = events.clone();
    thread::Builder::new().spawn(move || read_all(input, &reader))?;
    let mut session =
        Session { symmetry: Symmetry { patience: config.symmetry_patience, ..Symmetry::default() }, events };
    let mut core = Core::new(config);
    loop {
        let wait = if core.is_restless() { REST } else { Duration::from_secs(3600) };
        match happened.recv_timeout(wait) {
            Ok(event) => take_all(&mut core, &mut session, event, &happened),
            Err(RecvTimeoutError::Timeout) if session.symmetry.may_start() => core.rest(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Abruptly),
        }
        write_all(&mut output, &core.take_messages())?;
        for job in core.take_jobs() {
            session.start(job);
        }
        match core.ended() {
            Some(true) => return Ok(Ended::InOrder),
            Some(false) => return Ok(Ended::Abruptly),
            None => {}
        }
    }
}

/// Takes an event and those that are waiting behind it. What was cancelled meanwhile is not begun.
fn take_all(core: &mut Core, session: &mut Session, first: Event, happened: &Receiver<Event>) {
    let mut waiting = Vec::new();
    for event in std::iter::once(first).chain(happened.try_iter()) {
        match event {
            Event::Done(done) => {
                session.symmetry.ended(&done);
                core.done(done);
            }
            Event::Frame(Frame::Content(content)) => match repair::read(&content) {
                Ok(message) => waiting.push(message),
                Err(why) => core.malformed(&why),
            },
            Event::Frame(Frame::Malformed(why)) => core.malformed(&why),
            Event::Frame(Frame::End) => {
                waiting.push(serde_json::json!({ "jsonrpc": "2.0", "method": "exit" }))
            }
        }
    }
    let is_cancel = |message: &Value| message["method"] == "$/cancelRequest";
    let cancelled: Vec<Value> =
        waiting.iter().filter(|own| is_cancel(own)).map(|own| own["params"]["id"].clone()).collect();
    for message in waiting {
        let id = message.get("id").filter(|_| message.get("method").is_some());
        match id {
            Some(id) if cancelled.contains(id) => core.refuse_cancelled(&id.clone()),
            _ => core.receive(message),
        }
        if core.ended().is_some() {
            return;
        }
    }
    core.settle();
}

fn read_all(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let frame = frame::read(&mut input).unwrap_or(Frame::End);
        let is_end = frame == Frame::End;
        if events.send(Event::Frame(frame)).is_err() || is_end {
            return;
        }
    }
}

/// The threads.
struct Session {
    events: Sender<Event>,
    symmetry: Symmetry,
}

impl Session {
    fn start(&mut self, job: Job) {
        if job.is_symmetry() {
            self.symmetry.began(&job);
        }
        let events = self.events.clone();
        let work = move || {
            // The server may have ended meanwhile.
            job.run(&|done| drop(events.send(Event::Done(done))));
        };
        // Where no thread can be started, a request waits until it is cancelled.
        let _ = thread::Builder::new().stack_size(STACK).spawn(work);
    }
}

/// Jobs about symmetry cannot be stopped: those that take too long are waited for no more, and few may do that.
#[derive(Default)]
struct Symmetry {
    patience: Duration,
    running: Vec<(u64, Instant)>,
}

impl Symmetry {
    fn began(&mut self, job: &Job) {
        self.running.push((job.number, Instant::now()));
    }

    fn ended(&mut self, done: &Done) {
        self.running.retain(|(number, _)| *number != done.number);
    }

    fn may_start(&self) -> bool {
        let late = self.running.iter().filter(|(_, begin)| begin.elapsed() > self.patience).count();
        late == self.running.len() && late < MOST_LATE
    }
}
