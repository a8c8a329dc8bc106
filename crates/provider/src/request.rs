//! HTTP requests as data, which the caller sends.

use std::fmt;

use crate::key::{Key, REDACTED};

/// The HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// `GET`, without a body.
    Get,
    /// `POST`, with a JSON body.
    Post,
}

impl Method {
    /// Returns the name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// The value of a header. [`Debug`](fmt::Debug) does not show a value that contains a key.
#[derive(Clone, PartialEq, Eq)]
pub enum HeaderValue {
    /// A public value.
    Plain(&'static str),
    /// A prefix such as `Bearer `, and the key.
    Secret(&'static str, Key),
}

impl HeaderValue {
    /// Returns the value as it is sent. Only the sender may use it: never show, log or store it.
    pub fn reveal(&self) -> String {
        match self {
            Self::Plain(value) => (*value).to_owned(),
            Self::Secret(before, key) => format!("{before}{}", key.reveal()),
        }
    }
}

impl fmt::Debug for HeaderValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(value) => f.write_str(value),
            Self::Secret(before, _) => write!(f, "{before}{REDACTED}"),
        }
    }
}

/// A header of a [`Request`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name in lower case.
    pub name: &'static str,
    /// The value, which may contain the key.
    pub value: HeaderValue,
}

/// A request. The sender must not add headers: a browser refuses a request with a header that the
/// provider's preflight does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The HTTP method.
    pub method: Method,
    /// The URL; it never contains the key.
    pub url: String,
    /// All headers to send.
    pub headers: Vec<Header>,
    /// The JSON body; empty for [`Method::Get`].
    pub body: String,
}
