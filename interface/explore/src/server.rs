//! The port, the threads, and the way of a request through them.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use quotient::Model;

use crate::guard::Guard;
use crate::http::{self, Refusal, Request, Response};
use crate::jobs::Jobs;
use crate::session::Session;
use crate::{api, token};

/// Threads that read requests.
const READERS: usize = 8;
/// Connections that wait for one of them; more are closed.
const WAITING: usize = 64;

/// What is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name of the model.
    pub name: String,
    /// The longest that a check or a search may take.
    pub patience: Duration,
    /// The most states among which one is searched for.
    pub most_searched: usize,
}

/// A port on this machine that is open.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Guard,
}

/// A request that was admitted, the rest of its path, and who waits for the answer.
struct Question {
    path: String,
    request: Request,
    answer: Sender<Response>,
}

impl Server {
    /// Opens a port on 127.0.0.1, any if it is 0; an error says why it cannot be opened.
    pub fn bind(port: u16) -> Result<Server, String> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
            .map_err(|why| format!("port {port} cannot be opened: {why}"))?;
        let port = listener.local_addr().map_err(|why| why.to_string())?.port();
        Ok(Server { listener, guard: Guard { token: token::token()?, port } })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.guard.port, self.guard.token)
    }

    /// Answers requests about a model until the program ends; an error says why it cannot begin.
    pub fn serve(self, model: &Model, config: Config) -> Result<(), String> {
        let mut session = Session::new(model, config.clone())?;
        let (questions, asked) = channel();
        let (connections, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..READERS {
            let (waiting, questions, guard) = (waiting.clone(), questions.clone(), self.guard.clone());
            start(move || read_all(&waiting, &questions, &guard))?;
        }
        drop(questions);
        start(move || accept(&self.listener, &connections))?;
        thread::scope(|scope| {
            let mut jobs = Jobs::new(scope, model, config);
            for Question { path, request, answer } in asked {
                // A defect of ours in one answer must not end the others.
                let answered =
                    catch_unwind(AssertUnwindSafe(|| api::answer(&mut session, &mut jobs, &path, &request)));
                let failed = Refusal { status: 500, why: "internal error: this question cannot be answered" };
                // Who has gone away gets no answer.
                let _ = answer.send(answered.unwrap_or_else(|_| failed.into()));
            }
        });
        Ok(())
    }
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).map_err(|why| format!("cannot start a thread: {why}"))
}

fn accept(listener: &TcpListener, connections: &SyncSender<TcpStream>) {
    loop {
        match listener.accept() {
            // Where too many wait, this one is closed.
            Ok((stream, _)) => drop(connections.try_send(stream)),
            // Too many files are open, or the client has gone away already.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn read_all(waiting: &Mutex<Receiver<TcpStream>>, questions: &Sender<Question>, guard: &Guard) {
    loop {
        let next = match waiting.lock() {
            Ok(receiver) => receiver.recv(),
            Err(_) => return,
        };
        let Ok(mut stream) = next else { return };
        let Some(read) = http::read(&mut stream) else { continue };
        let response = read.and_then(|request| ask(request, questions, guard)).unwrap_or_else(Response::from);
        http::answer(stream, &response);
    }
}

/// Hands a request to the thread that walks, if it may be asked.
fn ask(request: Request, questions: &Sender<Question>, guard: &Guard) -> Result<Response, Refusal> {
    let path = guard.admit(&request)?.to_owned();
    if let Some(file) = api::file(&path) {
        return Ok(file);
    }
    let (answer, answered) = channel();
    let ended = Refusal { status: 503, why: "the walk has ended" };
    questions.send(Question { path, request, answer }).map_err(|_| ended)?;
    answered.recv().map_err(|_| ended)
}
