//! The network: requests, each in a thread of its own, and what comes of them as it comes.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use stepfall_provider::{Endpoint, Head, Key, Request};
use stepfall_specimen::WrittenAnswer;
use stepfall_sweep::Exercise;
use ureq::{Agent, Body, Timeout, http};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(30);
/// How long a connection is kept for the next request: less than the 5 s after which common servers close one.
const IDLE: Duration = Duration::from_secs(3);
/// Bytes that are read at once.
const PIECE: usize = 16 << 10;

/// Something that came of a request, under the name of its call and the number of the request.
pub(super) struct NetworkEvent {
    pub(super) call: u64,
    pub(super) request: u64,
    pub(super) kind: NetworkEventKind,
}

/// What came.
pub(super) enum NetworkEventKind {
    Head(Head),
    Bytes(Vec<u8>),
    End,
    /// It broke off, or never came.
    Lost(String),
    /// The request has reached nobody.
    Unreached(String),
    /// What the specimen answered to an exercise, or why it did not.
    Wrote(Exercise, Result<WrittenAnswer, String>),
}

/// What requests go through. Clones share their connections.
#[derive(Debug, Clone)]
pub(super) struct Network {
    usual: Agent,
    /// Past every proxy, for this machine.
    local: Agent,
}

/// A request that is under way: given up when this is dropped.
#[derive(Debug)]
pub(super) struct Line(Arc<AtomicBool>);

impl Drop for Line {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Network {
    /// A network that lets go of a connection on which nothing has come for as long as `stall`. It follows no redirect, since a key is for one origin.
    pub(super) fn new(stall: Duration) -> Self {
        let config = || {
            Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_resolve(Some(CONNECT))
                .timeout_connect(Some(CONNECT))
                .timeout_per_read(Some(stall))
                .timeout_per_write(Some(stall))
                .user_agent(concat!("stepfall/", env!("CARGO_PKG_VERSION")))
        };
        // A server may close a connection that nothing goes through while the next request is on its way: that would count as one that reached it.
        let usual = config().max_idle_age(IDLE).build().new_agent();
        // On this machine a new connection costs nothing.
        let local = config().proxy(None).max_idle_connections(0).build().new_agent();
        Self { usual, local }
    }

    /// Sends a request to an endpoint, and tells what comes of it.
    pub(super) fn send(
        &self,
        name: (u64, u64),
        endpoint: &Endpoint,
        request: Request,
        sender: SyncSender<NetworkEvent>,
    ) -> Line {
        let line = Arc::new(AtomicBool::new(false));
        let agent = if endpoint.is_loopback() { &self.local } else { &self.usual };
        let (agent, key, over) = (agent.clone(), endpoint.key().cloned(), Arc::clone(&line));
        let events = EventSender { name, sender: sender.clone() };
        let job = move || events.carry(&agent, &request, key.as_ref(), &over);
        if let Err(error) = thread::Builder::new().spawn(job) {
            EventSender { name, sender }.send(NetworkEventKind::Unreached(error.to_string()));
        }
        Line(line)
    }
}

struct EventSender {
    name: (u64, u64),
    sender: SyncSender<NetworkEvent>,
}

impl EventSender {
    /// Nobody listens once the sweep is left.
    fn send(&self, kind: NetworkEventKind) {
        let (call, request) = self.name;
        let _ = self.sender.send(NetworkEvent { call, request, kind });
    }

    fn carry(&self, agent: &Agent, request: &Request, key: Option<&Key>, over: &AtomicBool) {
        let mut response = match post(agent, request) {
            Ok(response) => response,
            Err(error) => {
                let message = error.to_string();
                let message = key.map_or(message.clone(), |key| key.redact(&message));
                let kind = if is_unreached(&error) {
                    NetworkEventKind::Unreached(message)
                } else {
                    NetworkEventKind::Lost(message)
                };
                return self.send(kind);
            }
        };
        let mut head = head(&response);
        let mut body: Box<dyn Read + '_> = Box::new(response.body_mut().as_reader());
        if is_gzip(&mut head) {
            body = Box::new(MultiGzDecoder::new(body));
        }
        self.send(NetworkEventKind::Head(head));
        let mut buffer = vec![0; PIECE];
        while !over.load(Ordering::Relaxed) {
            match body.read(&mut buffer) {
                Ok(0) => return self.send(NetworkEventKind::End),
                Ok(count) => self.send(NetworkEventKind::Bytes(buffer[..count].to_vec())),
                Err(failed) if failed.kind() == ErrorKind::Interrupted => {}
                Err(failed) => return self.send(NetworkEventKind::Lost(failed.to_string())),
            }
        }
    }
}

fn post(agent: &Agent, request: &Request) -> Result<http::Response<Body>, ureq::Error> {
    let mut builder = agent.post(&request.url);
    for header in &request.headers {
        builder = builder.header(header.name, header.value.reveal());
    }
    builder.send(&request.body)
}

/// Whether no server can have had the request.
fn is_unreached(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect)
        | ureq::Error::HostNotFound
        | ureq::Error::ConnectionFailed
        | ureq::Error::BadUri(_) => true,
        _ => false,
    }
}

/// Whether a body is packed by gzip under another of its names than the one that is undone already (RFC 9110, section 8.4.1.3). The header is gone then.
fn is_gzip(head: &mut Head) -> bool {
    let is_one = |(name, packed): &(String, String)| {
        name == "content-encoding"
            && ["gzip", "x-gzip"].iter().any(|known| packed.eq_ignore_ascii_case(known))
    };
    let before = head.headers.len();
    head.headers.retain(|header| !is_one(header));
    head.headers.len() < before
}

fn head(response: &http::Response<Body>) -> Head {
    let text = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    let headers = response.headers().iter().filter_map(text).collect();
    Head { status: response.status().as_u16(), headers }
}
