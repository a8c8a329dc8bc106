//! The network: one request, and its reply as it comes.

use std::io::{self, ErrorKind as Kind, Read};
use std::time::{Duration, Instant};

use stepfall_provider::{Endpoint, Error, ErrorKind, Event, Head, Request, without_refused};
use stepfall_sweep::{Failure, Reply};
use ureq::{Agent, Body, Timeout, http};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(30);
/// How long a reply may take in all, however steadily it comes.
const LONGEST: Duration = Duration::from_hours(4);
/// Bytes that are read at once.
const PIECE: usize = 16 << 10;

/// What came of a call.
pub(super) struct Outcome {
    /// What was told; of a call that failed, what was told before.
    pub(super) reply: Reply,
    /// Why it came to nothing, if it did.
    pub(super) failure: Option<Failure>,
}

/// What requests go through. Clones share their connections.
#[derive(Debug, Clone)]
pub(super) struct Network {
    usual: Agent,
    /// Past every proxy, for this machine.
    local: Agent,
}

impl Network {
    /// A network that ends a call when nothing has come for as long as `stall`. It follows no redirect, since a key is for one origin.
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
                .timeout_global(Some(LONGEST))
                .user_agent(concat!("stepfall/", env!("CARGO_PKG_VERSION")))
        };
        let usual = config().build().new_agent();
        let local = config().proxy(None).build().new_agent();
        Self { usual, local }
    }

    /// Sends a request to an endpoint and hears its reply to the end.
    pub(super) fn ask(&self, endpoint: &Endpoint, request: &Request) -> Outcome {
        let agent = if endpoint.is_loopback() { &self.local } else { &self.usual };
        let begun = Instant::now();
        match send(agent, request) {
            Ok(mut response) => hear(&mut response, endpoint, request, begun),
            Err(error) => {
                Outcome { reply: Reply::default(), failure: Some(unsent(&error, endpoint)) }
            }
        }
    }
}

fn send(agent: &Agent, request: &Request) -> Result<http::Response<Body>, ureq::Error> {
    let mut builder = agent.post(&request.url);
    for header in &request.headers {
        builder = builder.header(header.name, header.value.reveal());
    }
    builder.send(&request.body)
}

/// Why nothing was heard.
fn unsent(error: &ureq::Error, endpoint: &Endpoint) -> Failure {
    let is_unreached = matches!(error, ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect));
    if is_timeout(error) && !is_unreached {
        return Failure::TimedOut;
    }
    let message = error.to_string();
    Failure::Network(endpoint.key().map_or(message.clone(), |key| key.redact(&message)))
}

fn is_timeout(error: &ureq::Error) -> bool {
    matches!(error, ureq::Error::Timeout(_))
}

/// Reads a reply to its end, or to where it fails.
fn hear(
    response: &mut http::Response<Body>,
    endpoint: &Endpoint,
    request: &Request,
    begun: Instant,
) -> Outcome {
    let mut reader = endpoint.reply(head(response));
    let mut reply = Reply::default();
    let mut body = response.body_mut().as_reader();
    let mut buffer = vec![0; PIECE];
    let (mut error, mut has_stalled) = (None, false);
    while error.is_none() {
        match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => error = take(&mut reply, reader.push(&buffer[..count]), begun),
            Err(failed) if failed.kind() == Kind::Interrupted => {}
            Err(failed) => {
                has_stalled = has_timed_out(&failed);
                break;
            }
        }
    }
    if error.is_none() {
        error = take(&mut reply, reader.finish(), begun);
    }
    let failure = error.map(|error| match without_refused(request, &error) {
        Some(retry) => Failure::Refused { error, dropped: retry.dropped },
        None if has_stalled && error.kind == ErrorKind::Cut => Failure::TimedOut,
        None => Failure::Provider(error),
    });
    Outcome { reply, failure }
}

fn head(response: &http::Response<Body>) -> Head {
    let text = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    let headers = response.headers().iter().filter_map(text).collect();
    Head { status: response.status().as_u16(), headers }
}

/// Takes events in; the failure, where one of them is one.
fn take(reply: &mut Reply, events: Vec<Event>, begun: Instant) -> Option<Error> {
    let after = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    events.into_iter().find_map(|event| reply.hear(event, after))
}

fn has_timed_out(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
    error.kind() == Kind::TimedOut || inner.is_some_and(is_timeout)
}
