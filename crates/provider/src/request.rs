//! Requests as data.

use std::fmt;

use crate::key::{Key, REDACTED};

/// How a request is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// `GET`, without a body.
    Get,
    /// `POST`.
    Post,
}

impl Method {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// The value of a header. One that carries a key is not shown by [`Debug`](fmt::Debug).
#[derive(Clone, PartialEq, Eq)]
pub enum HeaderValue {
    /// Anyone may see it.
    Plain(&'static str),
    /// A word such as `Bearer ` and the key.
    Secret(&'static str, Key),
}

impl HeaderValue {
    /// The value as it is sent. It is for the sender alone: never shown, logged or stored.
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

/// A header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name in lower case.
    pub name: &'static str,
    /// The value.
    pub value: HeaderValue,
}

/// A request. Everything that is sent is here, and nothing else may be added: what a provider's preflight does not name
/// makes a browser refuse the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Where to; it never holds the key.
    pub url: String,
    /// The headers.
    pub headers: Vec<Header>,
    /// The body, JSON; empty for [`Method::Get`].
    pub body: String,
}
