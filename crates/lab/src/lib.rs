//! The workers of the page that run the small model. They are a separate module with SIMD and a
//! profile for speed, which is loaded when the small model is first used.
//!
//! A [`Lab`] takes requests ([`Lab::push`]) and returns the file of weights that it lacks
//! ([`Lab::needed_weights`]). It works in small steps, each of which returns an event for the page
//! ([`Lab::step`]). It uses no browser, no network and no clock; `host` provides them in a browser.

mod curve;
#[cfg(target_arch = "wasm32")]
pub mod host;
mod lab;
mod subject;
mod tables;
mod transcript;

pub use self::lab::{Lab, NeededWeights};

use stepfall_link::LabLink;
use stepfall_protocol::encode;
use stepfall_protocol::lab::{LabConfiguration, LabEvent, LabRequest};

/// Writes the transcript of a link with the weights in `bytes`, and returns all its events, encoded
/// one after the other. The result is the same to the last bit on every machine.
pub fn transcript(link: &str, bytes: &[u8]) -> Vec<u8> {
    let mut lab = Lab::default();
    lab.push(LabRequest::Run(
        0,
        LabConfiguration { link: link.to_owned(), weights: String::new() },
    ));
    let mut bytes_of_events = Vec::new();
    let mut emit = |event: &LabEvent| bytes_of_events.extend(encode(event).unwrap_or_default());
    if let Some(refusal) = lab.on_weights(LabLink::read(link).0.model, Ok(bytes)) {
        emit(&refusal);
    }
    while let Some(event) = lab.step() {
        emit(&event);
    }
    bytes_of_events
}
