//! Replies are hostile input and arrive in pieces of any size. The answer does not depend on the
//! pieces.
//!
//! The first byte chooses the provider, the second the status, and the third the length of the
//! pieces. The rest is the body.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_provider::{Answer, Endpoint, Head, PROVIDERS};

const STATUSES: [u16; 4] = [200, 400, 429, 500];

/// Returns the answer of a body in pieces of one length, and the number of failures.
fn answer_of(endpoint: &Endpoint, status: u16, body: &[u8], length: usize) -> (Answer, usize) {
    let mut reply = endpoint.reply(Head::new(status));
    let mut answer = Answer::default();
    let mut failures = 0;
    let mut events = Vec::new();
    for piece in body.chunks(length) {
        events.extend(reply.push(piece));
    }
    events.extend(reply.finish());
    for event in events {
        failures += usize::from(answer.on_event(event).is_some());
    }
    (answer, failures)
}

fuzz_target!(|bytes: &[u8]| {
    let [which, status, length, body @ ..] = bytes else { return };
    let provider = &PROVIDERS[usize::from(*which) % PROVIDERS.len()];
    let base = if provider.base.is_empty() { Some("http://localhost:1/v1") } else { None };
    let Ok(endpoint) = Endpoint::new(provider, base, None) else { return };
    let status = STATUSES[usize::from(*status) % STATUSES.len()];
    let expected = answer_of(&endpoint, status, body, body.len().max(1));
    assert_eq!(answer_of(&endpoint, status, body, usize::from(*length).max(1)), expected);
});
