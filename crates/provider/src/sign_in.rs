//! `OpenRouter`'s sign-in, by which a visitor need not paste a key (PKCE, RFC 7636).
//!
//! Whoever has entropy draws a verifier ([`in_base64`]), keeps it in this tab, and hashes it. The visitor is sent to [`address`],
//! comes back with `?code=…`, and [`exchange`] asks for the key, which [`read_key`] reads. The source is the provider's page on OAuth
//! PKCE as of 2026-11-20.
//!
//! The verifier keeps others from using a code of ours, not us from using a code of theirs. For that there is a state (RFC 6749,
//! section 10.12). The provider takes none, so that it is a parameter of the address to which the visitor comes back.

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

/// Where the visitor signs in, and where a code is exchanged.
const SIGN_IN: &str = "https://openrouter.ai";
/// The longest reply that is read, in bytes.
const MAX_REPLY: usize = 64 << 10;

/// Whether a provider offers the sign-in.
pub fn is_offered(provider: &Provider) -> bool {
    provider.slug == "openrouter"
}

/// Bytes in URL-safe base64 without padding (RFC 4648, section 5): a verifier or a state out of 32 random bytes, the challenge out of
/// the verifier's digest.
pub fn in_base64(bytes: &[u8]) -> String {
    base64(bytes).replace('+', "-").replace('/', "_")
}

/// The address to which the visitor is sent. `callback` is the page's own address without query and fragment, which gets the `state`
/// and to which a code is added. `state` is random, [`in_base64`], and says on return that this sign-in was asked for. `challenge` is
/// the SHA-256 digest of the verifier [`in_base64`] (`S256` in RFC 7636, section 4.2). `site` is another site than
/// `https://openrouter.ai` that offers the same sign-in.
///
/// # Errors
///
/// [`AddressError`] where the site is no base address.
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

/// The request that exchanges the code with which the visitor came back, and the verifier, for a key. A code works once.
///
/// # Errors
///
/// [`AddressError`] where the site is no base address.
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

/// Reads the key out of the reply to [`exchange`].
///
/// # Errors
///
/// [`Error`] where there is none: the code is old, used or not for this verifier, or the reply is in no known shape. No text of the
/// reply is told where it says that it went well, since the key may be in it.
pub fn read_key(head: &Head, body: &[u8]) -> Result<Key, Error> {
    if !(200..300).contains(&head.status) {
        return Err(classify(Some(head.status), &head.headers, body));
    }
    let strange = || Error::plain(ErrorKind::Malformed, "the reply holds no key");
    if body.len() > MAX_REPLY {
        return Err(strange());
    }
    let value: Value = serde_json::from_slice(body).map_err(|_| strange())?;
    text(&value, "/key").and_then(Key::new).ok_or_else(strange)
}
