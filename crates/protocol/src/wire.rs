//! Messages as bytes.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lab::{LabEvent, LabRequest};
use crate::{Event, FileEvent, Request};

/// What the page and workers of one kind say to each other.
pub trait Channel: Copy + Send + Sync + 'static {
    /// What the page wants.
    type Request: Serialize;
    /// What the worker says.
    type Event: DeserializeOwned + 'static;

    /// That the worker is of no more use, because of this.
    fn broken(why: String) -> Self::Event;

    /// Whether a worker that says this is of no more use.
    fn is_broken(event: &Self::Event) -> bool;

    /// The file for the visitor that an event is, or the event.
    ///
    /// # Errors
    ///
    /// The event, where it is no file.
    fn file(event: Self::Event) -> Result<FileEvent, Self::Event>;
}

/// The channel of the workers that grade, ask models and run sweeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {}

impl Channel for Work {
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

/// The channel of the workers that run the specimen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Specimen {}

impl Channel for Specimen {
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

/// Bytes that are no message of the wanted kind; or, which does not happen, a message that has no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the page and its worker do not understand each other")
    }
}

impl std::error::Error for Malformed {}

/// A message as bytes.
///
/// # Errors
///
/// [`Malformed`] for a message that cannot be written; those of this crate all can.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, Malformed> {
    postcard::to_allocvec(message).map_err(|_| Malformed)
}

/// The message that bytes are, all of them.
///
/// # Errors
///
/// [`Malformed`] for any other bytes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        _ => Err(Malformed),
    }
}
