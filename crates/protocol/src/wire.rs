//! Messages as bytes.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lab::{LabEvent, LabRequest};
use crate::{Event, FileEvent, Request};

/// The message types between the page and workers of one kind.
pub trait Channel: Copy + Send + Sync + 'static {
    /// The messages from the page.
    type Request: Serialize;
    /// The messages from the worker.
    type Event: DeserializeOwned + 'static;

    /// Returns the event that reports an unusable worker, with the reason.
    fn broken(why: String) -> Self::Event;

    /// Returns whether an event reports that the worker is unusable.
    fn is_broken(event: &Self::Event) -> bool;

    /// Returns the file for the visitor that an event contains.
    ///
    /// # Errors
    ///
    /// The event itself, if it contains no file.
    fn file(event: Self::Event) -> Result<FileEvent, Self::Event>;
}

/// The channel of the workers that grade, ask models and run sweeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkChannel {}

impl Channel for WorkChannel {
    type Request = Request;
    type Event = Event;

    fn broken(why: String) -> Event {
        Event::Broken(why)
    }

    fn is_broken(event: &Event) -> bool {
        matches!(event, Event::Broken(_))
    }

    fn file(event: Event) -> Result<FileEvent, Event> {
        match event {
            Event::File(file) => Ok(file),
            event => Err(event),
        }
    }
}

/// The channel of the workers that run the small model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabChannel {}

impl Channel for LabChannel {
    type Request = LabRequest;
    type Event = LabEvent;

    fn broken(why: String) -> LabEvent {
        LabEvent::Broken(why)
    }

    fn is_broken(event: &LabEvent) -> bool {
        matches!(event, LabEvent::Broken(_))
    }

    fn file(event: LabEvent) -> Result<FileEvent, LabEvent> {
        Err(event)
    }
}

/// The error for bytes that are not a message of the expected kind, or for a message that cannot be
/// encoded. The second case does not occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the page and its worker have different versions; reload the page")
    }
}

impl std::error::Error for Malformed {}

/// Encodes a message.
///
/// # Errors
///
/// [`Malformed`] if the message cannot be encoded; every message of this crate can be.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, Malformed> {
    postcard::to_allocvec(message).map_err(|_| Malformed)
}

/// Decodes a message.
///
/// # Errors
///
/// [`Malformed`] if the bytes are not exactly one message of the type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        _ => Err(Malformed),
    }
}
