//! The network: requests, each in its own thread, and their events as they arrive.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use stepfall_provider::{Endpoint, Head, Key, Request};
use stepfall_small_model::WrittenAnswer;
use stepfall_sweep::SmallModelQuestion;
use ureq::{Agent, Body, Timeout, http};

/// The maximum time for the lookup of an address, and for the connection after it.
const CONNECT: Duration = Duration::from_secs(30);
/// The time for which an idle connection is kept for the next request. Common servers close an idle
/// connection after 5 s.
const IDLE: Duration = Duration::from_secs(3);
/// The number of bytes that are read at once.
const PIECE: usize = 16 << 10;

/// An event of a call, with the number of the request that the call had at that time. The number is
/// 0 for the small model.
pub(super) struct NetworkEvent {
    pub(super) call: u64,
    pub(super) request: u64,
    pub(super) kind: NetworkEventKind,
}

pub(super) enum NetworkEventKind {
    Head(Head),
    Bytes(Vec<u8>),
    End,
    /// The reply broke off or never arrived, for this reason.
    Lost(String),
    /// The request has not reached a server, for this reason.
    Unreached(String),
    /// The small model's answer to a question, or the reason why there is none.
    Wrote(SmallModelQuestion, Result<WrittenAnswer, String>),
}

/// The agents that send requests. Clones share their connections.
#[derive(Debug, Clone)]
pub(super) struct Network {
    usual: Agent,
    /// The agent without a proxy, for servers on this machine.
    local: Agent,
}

/// A request in flight. Dropping the value ends the reading of the reply.
#[derive(Debug)]
pub(super) struct RequestGuard(Arc<AtomicBool>);

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Network {
    /// Creates a network that drops a connection after `stall` without data. The network follows no
    /// redirect, since a key is for one origin.
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
        // A server may close an idle connection while the next request is on its way. That request
        // would count as one that reached the server.
        let usual = config().max_idle_age(IDLE).build().new_agent();
        // Connections to this machine are not kept, since a new connection costs nothing.
        let local = config().proxy(None).max_idle_connections(0).build().new_agent();
        Self { usual, local }
    }

    /// Sends a request to an endpoint, and its events to `sender`. `name` is the call and the
    /// number of the request.
    pub(super) fn send(
        &self,
        name: (u64, u64),
        endpoint: &Endpoint,
        request: Request,
        sender: SyncSender<NetworkEvent>,
    ) -> RequestGuard {
        let line = Arc::new(AtomicBool::new(false));
        let agent = if endpoint.is_loopback() { &self.local } else { &self.usual };
        let (agent, key, is_cancelled) =
            (agent.clone(), endpoint.key().cloned(), Arc::clone(&line));
        let events = EventSender { name, sender: sender.clone() };
        let job = move || events.carry(&agent, &request, key.as_ref(), &is_cancelled);
        if let Err(error) = thread::Builder::new().spawn(job) {
            EventSender { name, sender }.send(NetworkEventKind::Unreached(error.to_string()));
        }
        RequestGuard(line)
    }
}

struct EventSender {
    name: (u64, u64),
    sender: SyncSender<NetworkEvent>,
}

impl EventSender {
    /// Sends an event. The receiver is gone once the sweep has ended, so errors are ignored.
    fn send(&self, kind: NetworkEventKind) {
        let (call, request) = self.name;
        let _ = self.sender.send(NetworkEvent { call, request, kind });
    }

    fn carry(
        &self,
        agent: &Agent,
        request: &Request,
        key: Option<&Key>,
        is_cancelled: &AtomicBool,
    ) {
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
        while !is_cancelled.load(Ordering::Relaxed) {
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

/// Returns whether the request cannot have reached a server.
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

/// Returns whether the body is still compressed by gzip, and removes the header with this encoding.
/// The HTTP library does not decode all names of gzip (RFC 9110, section 8.4.1.3).
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
