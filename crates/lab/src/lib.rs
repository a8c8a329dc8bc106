//! What the page's workers do that run the specimen. They are a module of their own, for speed and with SIMD, and are loaded once the specimen is wanted.
//!
//! A [`Lab`] is told what the page wants ([`Lab::push`]), says which file of weights it lacks ([`Lab::wants`]), and works in small steps ([`Lab::step`]), each of which gives the events that the page is to
//! be told. It knows no browser, no network and no clock: in a browser `host` has these.

mod curve;
#[cfg(target_arch = "wasm32")]
pub mod host;
mod lab;
mod subject;
mod tables;
mod transcript;

pub use self::lab::{Lab, Wanted};

use stepfall_link::LabLink;
use stepfall_protocol::encode;
use stepfall_protocol::lab::{LabEvent, LabRequest, Subject};

/// All that the page would be told of the transcript behind a link, as the bytes of its messages, with the weights in `bytes`. It is the same to the last bit on every machine.
pub fn transcript(link: &str, bytes: &[u8]) -> Vec<u8> {
    let mut lab = Lab::default();
    lab.push(LabRequest::Run(0, Subject { link: link.to_owned(), weights: String::new() }));
    let mut told = Vec::new();
    let mut emit = |event: &LabEvent| told.extend(encode(event).unwrap_or_default());
    if let Some(refusal) = lab.give(LabLink::read(link).0.model, Ok(bytes)) {
        emit(&refusal);
    }
    while let Some(event) = lab.step() {
        emit(&event);
    }
    told
}
