//! `OpenRouter`'s sign-in, which replaces pasting a key (PKCE, RFC 7636).
//!
//! The caller draws a random verifier ([`in_base64`]), keeps it in the browser tab, and hashes it.
//! The user is sent to [`address`] and comes back with `?code=…`. Then [`exchange`] asks for the
//! key, and [`read_key`] reads it. The source is the provider's page on OAuth PKCE as of
//! 2026-11-20.
//!
//! The verifier protects the user's code from others. It does not keep an attacker from sending the
//! user back with the attacker's code. The state prevents this (RFC 6749, section 10.12). The
//! provider accepts no state, so the state is a parameter of the callback address.

use serde_json::{Value, json};

use crate::address::{Address, AddressError};
use crate::classify::classify;
use crate::encode::{base64, percent};
use crate::error::{Error, ErrorKind};
use crate::json::text;
use crate::key::Key;
use crate::provider::Provider;
use crate::reply::Head;
use crate::request::{Header, HeaderValue, Method, Request};

/// The site for the sign-in and for the exchange of a code.
const SIGN_IN: &str = "https://openrouter.ai";
/// The maximum length of a reply, in bytes.
const MAX_REPLY: usize = 64 << 10;

/// Returns whether a provider offers the sign-in.
pub fn is_offered(provider: &Provider) -> bool {
    provider.slug == "openrouter"
}

/// Encodes bytes in URL-safe base64 without padding (RFC 4648, section 5). The input is 32 random
/// bytes for a verifier or a state, or the verifier's digest for the challenge.
pub fn in_base64(bytes: &[u8]) -> String {
    base64(bytes).replace('+', "-").replace('/', "_")
}

/// Returns the address to which the user is sent. `callback` is the page's address without query
/// and fragment; this function adds the `state` to it, and the provider adds a code. `state` is
/// random, [`in_base64`], and proves on return that this page started the sign-in. `challenge` is
/// the SHA-256 digest of the verifier [`in_base64`] (`S256` in RFC 7636, section 4.2). `site`
/// replaces `https://openrouter.ai` with another site that offers the same sign-in.
///
/// # Errors
///
/// [`AddressError`] if the site is not a base address.
pub fn address(
    site: Option<&str>,
    callback: &str,
    state: &str,
    challenge: &str,
) -> Result<String, AddressError> {
    let Address { base, .. } = Address::read(site.unwrap_or(SIGN_IN))?;
    let callback = percent(&format!("{callback}?state={state}"));
    let challenge = percent(challenge);
    Ok(format!(
        "{base}/auth?callback_url={callback}&code_challenge={challenge}&code_challenge_method=S256"
    ))
}

/// Returns the request that exchanges the code from the callback, and the verifier, for a key. A
/// code works once.
///
/// # Errors
///
/// [`AddressError`] if the site is not a base address.
pub fn exchange(site: Option<&str>, code: &str, verifier: &str) -> Result<Request, AddressError> {
    let Address { base, .. } = Address::read(site.unwrap_or(SIGN_IN))?;
    let body = json!({"code": code, "code_verifier": verifier, "code_challenge_method": "S256"});
    let value = HeaderValue::Plain("application/json");
    Ok(Request {
        method: Method::Post,
        url: format!("{base}/api/v1/auth/keys"),
        headers: vec![Header { name: "content-type", value }],
        body: body.to_string(),
    })
}

/// Reads the key from the reply to [`exchange`].
///
/// # Errors
///
/// [`Error`] if there is no key: the code is old, used or not for this verifier, or the reply has
/// no known shape. If the reply reports success, the error contains none of its text, because the
/// key may be in it.
pub fn read_key(head: &Head, body: &[u8]) -> Result<Key, Error> {
    if !(200..300).contains(&head.status) {
        return Err(classify(Some(head.status), &head.headers, body));
    }
    let malformed = || Error::plain(ErrorKind::Malformed, "the reply holds no key");
    if body.len() > MAX_REPLY {
        return Err(malformed());
    }
    let value: Value = serde_json::from_slice(body).map_err(|_| malformed())?;
    text(&value, "/key").and_then(Key::new).ok_or_else(malformed)
}
