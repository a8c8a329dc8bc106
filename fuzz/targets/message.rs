//! Messages between the page and its workers are bytes. Decoding any bytes gives a message or an
//! error. An encoded message decodes to the same message.
//!
//! The first byte chooses the kind of message. The rest is the message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use stepfall_protocol::lab::{LabEvent, LabRequest};
use stepfall_protocol::{Event, Request, decode, encode};

/// Checks that a decoded message survives encoding. Messages are compared by their bytes, because
/// NaN does not equal itself.
fn comes_back<T: Serialize + DeserializeOwned>(bytes: &[u8]) {
    let Ok(message) = decode::<T>(bytes) else { return };
    let written = encode(&message).expect("a message that was read can be written");
    assert!(written.len() <= bytes.len(), "what is written is the shortest of its spellings");
    let again = decode::<T>(&written).expect("what was written can be read");
    assert_eq!(encode(&again).as_ref(), Ok(&written));
}

fuzz_target!(|bytes: &[u8]| {
    let [kind, message @ ..] = bytes else { return };
    match kind % 4 {
        0 => comes_back::<Request>(message),
        1 => comes_back::<Event>(message),
        2 => comes_back::<LabRequest>(message),
        _ => comes_back::<LabEvent>(message),
    }
});
