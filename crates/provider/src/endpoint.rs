//! A provider at an address with a key: what is needed to ask.

use crate::address::{Address, AddressError};
use crate::ask::{Ask, Parameter};
use crate::classify::classify;
use crate::encode::percent;
use crate::error::Error;
use crate::key::Key;
use crate::policy::policy;
use crate::provider::{Auth, Provider};
use crate::reply::{Head, Reply};
use crate::request::{Header, HeaderValue, Method, Request};

/// A provider at an address, with a key where it takes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    provider: &'static Provider,
    address: Address,
    key: Option<Key>,
}

/// A question as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The request.
    pub request: Request,
    /// What was asked for and left out, because the model refuses it or it would be without effect.
    pub omitted: Vec<Parameter>,
}

impl Endpoint {
    /// A provider at its own address, or at another one. A key is for one origin: a new address takes a new key.
    ///
    /// # Errors
    ///
    /// [`AddressError`] where the address is none.
    pub fn new(
        provider: &'static Provider,
        base: Option<&str>,
        key: Option<Key>,
    ) -> Result<Self, AddressError> {
        let address = Address::read(base.unwrap_or(provider.base))?;
        Ok(Self { provider, address, key })
    }

    /// The provider.
    pub const fn provider(&self) -> &'static Provider {
        self.provider
    }

    /// The one origin to which the key may go, as `https://host:port`.
    pub fn origin(&self) -> &str {
        &self.address.origin
    }

    /// Whether the address is on this machine.
    pub const fn is_loopback(&self) -> bool {
        self.address.is_loopback
    }

    /// The key, where there is one.
    pub const fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// The request for a question, with what its model takes.
    pub fn ask(&self, ask: &Ask) -> Asked {
        let format = self.provider.format;
        let policy = policy(self.provider.slug, &ask.model);
        let (fitted, omitted) = policy.fitted(ask, format.takes_context());
        let body = format.body(&fitted, &policy).to_string();
        let mut headers = self.headers();
        let value = HeaderValue::Plain("application/json");
        headers.push(Header { name: "content-type", value });
        let url = format!("{}{}", self.address.base, format.path(&fitted));
        Asked { request: Request { method: Method::Post, url, headers, body }, omitted }
    }

    /// The request for the list of models, from its beginning or from where a page of it ended. It costs no tokens, and tells
    /// whether the address is right, and mostly whether the key is: see [`Endpoint::check`].
    pub fn models(&self, page: Option<&str>) -> Request {
        let mut url = format!("{}{}", self.address.base, self.provider.models);
        if let Some(page) = page {
            let name = match self.provider.auth {
                Auth::Anthropic => "after_id",
                Auth::Google => "pageToken",
                Auth::Bearer => "page_token",
            };
            let sign = if url.contains('?') { '&' } else { '?' };
            url.push_str(&format!("{sign}{name}={}", percent(page)));
        }
        Request { method: Method::Get, url, headers: self.headers(), body: String::new() }
    }

    /// The request that tells whether the key is right where anyone may read the list of models; none where the list tells it, where
    /// nothing does without tokens, or without a key. It costs no tokens.
    pub fn check(&self) -> Option<Request> {
        let path =
            Some(self.provider.check).filter(|path| !path.is_empty() && self.key.is_some())?;
        let url = format!("{}{path}", self.address.base);
        Some(Request { method: Method::Get, url, headers: self.headers(), body: String::new() })
    }

    /// Whether the reply to [`Endpoint::check`] accepts the key.
    ///
    /// # Errors
    ///
    /// [`Error`] where it does not; the key is removed from its texts.
    pub fn checked(&self, head: &Head, body: &[u8]) -> Result<(), Error> {
        if (200..300).contains(&head.status) {
            return Ok(());
        }
        let error = classify(Some(head.status), &head.headers, body);
        Err(match &self.key {
            Some(key) => error.redacted(key),
            None => error,
        })
    }

    /// A reader for the reply to a question.
    pub fn reply(&self, head: Head) -> Reply {
        Reply::new(self.provider.format, head, self.key.clone())
    }

    /// The headers that tell who asks; without a key none at all, since some servers refuse the header itself.
    fn headers(&self) -> Vec<Header> {
        let plain = |name, value| Header { name, value: HeaderValue::Plain(value) };
        let secret = |name, before| {
            let key = self.key.clone()?;
            Some(Header { name, value: HeaderValue::Secret(before, key) })
        };
        match self.provider.auth {
            Auth::Bearer => secret("authorization", "Bearer ").into_iter().collect(),
            Auth::Google => secret("x-goog-api-key", "").into_iter().collect(),
            Auth::Anthropic => secret("x-api-key", "")
                .into_iter()
                .chain([
                    plain("anthropic-version", "2023-06-01"),
                    plain("anthropic-dangerous-direct-browser-access", "true"),
                ])
                .collect(),
        }
    }
}
