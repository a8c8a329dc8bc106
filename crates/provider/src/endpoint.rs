//! A provider at an address with a key.

use crate::address::{Address, AddressError};
use crate::classify::classify;
use crate::encode::percent;
use crate::error::Error;
use crate::key::Key;
use crate::model_request::{ModelRequest, Parameter};
use crate::policy::policy;
use crate::provider::{Auth, Provider};
use crate::reply::{Head, ReplyReader};
use crate::request::{Header, HeaderValue, Method, Request};

/// A provider at an address, with a key if it takes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    provider: &'static Provider,
    address: Address,
    key: Option<Key>,
}

/// A [`ModelRequest`] in the format of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedRequest {
    /// The request, ready to be sent.
    pub request: Request,
    /// Requested parameters that were left out, because the model refuses them or they would have
    /// no effect.
    pub omitted: Vec<Parameter>,
}

impl Endpoint {
    /// Creates an endpoint for a provider at its default address, or at another address. The key
    /// belongs to this address; never pass a key that was entered for another origin.
    ///
    /// # Errors
    ///
    /// [`AddressError`] if the address is invalid.
    pub fn new(
        provider: &'static Provider,
        base: Option<&str>,
        key: Option<Key>,
    ) -> Result<Self, AddressError> {
        let address = Address::read(base.unwrap_or(provider.base))?;
        Ok(Self { provider, address, key })
    }

    /// Returns the provider's row in the table of providers.
    pub const fn provider(&self) -> &'static Provider {
        self.provider
    }

    /// Returns the only origin that may receive the key, as `https://host:port`.
    pub fn origin(&self) -> &str {
        &self.address.origin
    }

    /// Returns whether the address is on this machine.
    pub const fn is_loopback(&self) -> bool {
        self.address.is_loopback
    }

    /// Returns the key, if there is one.
    pub const fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// Converts a question to a request in the provider's format, with only the parameters that the
    /// model accepts.
    pub fn prepare(&self, model_request: &ModelRequest) -> PreparedRequest {
        let format = self.provider.format;
        let policy = policy(self.provider.slug, &model_request.model);
        let (fitted, omitted) = policy.fit(model_request, format.takes_context());
        let body = format.body(&fitted, &policy).to_string();
        let mut headers = self.headers();
        let value = HeaderValue::Plain("application/json");
        headers.push(Header { name: "content-type", value });
        let url = format!("{}{}", self.address.base, format.path(&fitted));
        PreparedRequest { request: Request { method: Method::Post, url, headers, body }, omitted }
    }

    /// Returns the request for the list of models, from its beginning or from a page token. The
    /// request costs no tokens. Its reply shows whether the address is correct, and with most
    /// providers whether the key is: see [`Endpoint::check`].
    pub fn models(&self, page: Option<&str>) -> Request {
        let mut url = format!("{}{}", self.address.base, self.provider.models_path);
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

    /// Returns the request that checks the key, for a provider whose list of models needs no key.
    /// The request costs no tokens. `None` without a key, if the list checks the key, or if the
    /// provider has no free request that checks it.
    pub fn check(&self) -> Option<Request> {
        let path =
            Some(self.provider.check).filter(|path| !path.is_empty() && self.key.is_some())?;
        let url = format!("{}{path}", self.address.base);
        Some(Request { method: Method::Get, url, headers: self.headers(), body: String::new() })
    }

    /// Checks whether the reply to [`Endpoint::check`] accepts the key.
    ///
    /// # Errors
    ///
    /// [`Error`] if the reply does not accept the key. The key is removed from the texts of the
    /// error.
    pub fn read_key_check(&self, head: &Head, body: &[u8]) -> Result<(), Error> {
        if (200..300).contains(&head.status) {
            return Ok(());
        }
        let error = classify(Some(head.status), &head.headers, body);
        Err(match &self.key {
            Some(key) => error.redacted(key),
            None => error,
        })
    }

    /// Creates a reader for the reply to a question.
    pub fn reply(&self, head: Head) -> ReplyReader {
        ReplyReader::new(self.provider.format, head, self.key.clone())
    }

    /// Returns the headers for authentication, and for Anthropic those of its API version. Without
    /// a key, the header that carries it is left out, because some servers refuse an empty one.
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
