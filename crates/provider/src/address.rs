//! Base addresses, and the exact origin to which a key belongs.

use std::fmt;

/// The maximum accepted length of an address, in bytes.
const MAX_ADDRESS: usize = 2_048;

/// The scheme of models that run in the page. The host of such an address names the provider:
/// `in-page://browser/v1`.
const IN_PAGE: &str = "in-page";

/// The reason why a text is not a base address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressError {
    /// The address is empty, too long, or has characters that no address has.
    NoAddress,
    /// The address begins neither with `https://`, nor with `http://` on this machine, nor with
    /// `in-page://` for a model in the page. An in-page address has no port.
    Scheme,
    /// The address contains a user name or a password.
    Credentials,
    /// The address contains a question mark or a fragment.
    Query,
    /// The host or the port cannot be read.
    Host,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAddress => "this is not an address",
            Self::Scheme => "the address must begin with https://, or with http:// on this machine",
            Self::Credentials => "the address contains a user name; enter the key in its own field",
            Self::Query => "the address must end before ? or #",
            Self::Host => "the host or the port of the address cannot be read",
        })
    }
}

impl std::error::Error for AddressError {}

/// A base address, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// Scheme, host, port and path, without a trailing slash. Scheme and host are in lower case,
    /// and the default port is left out.
    pub(crate) base: String,
    /// Scheme, host and port. The scheme's default port is left out.
    pub(crate) origin: String,
    /// True if the address is on this machine.
    pub(crate) is_loopback: bool,
}

impl Address {
    /// Parses a base address. The parser is stricter than a browser: the host has only ASCII
    /// letters, digits, dots and hyphens, or is an IPv6 address in brackets.
    pub(crate) fn read(text: &str) -> Result<Self, AddressError> {
        let text = text.trim().trim_end_matches('/');
        // Browsers treat a backslash as a slash.
        let is_invalid = |byte: u8| !byte.is_ascii_graphic() || byte == b'\\';
        if text.is_empty() || text.len() > MAX_ADDRESS || text.bytes().any(is_invalid) {
            return Err(AddressError::NoAddress);
        }
        let (scheme, rest) = text.split_once("://").ok_or(AddressError::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err(AddressError::Credentials);
        }
        if rest.contains(['?', '#']) {
            return Err(AddressError::Query);
        }
        let (host, port) = host_and_port(authority)?;
        let usual = match scheme.as_str() {
            "https" => 443,
            "http" if is_loopback(&host) => 80,
            IN_PAGE if port.is_none() => 0,
            _ => return Err(AddressError::Scheme),
        };
        let port = port.filter(|&port| port != usual);
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        let origin = format!("{scheme}://{host}{port}");
        Ok(Self { base: format!("{origin}{path}"), origin, is_loopback: is_loopback(&host) })
    }
}

/// Returns whether an address is that of a model in the page.
pub fn is_in_page(address: &str) -> bool {
    address.split_once("://").is_some_and(|(scheme, _)| scheme == IN_PAGE)
}

fn host_and_port(authority: &str) -> Result<(String, Option<u16>), AddressError> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let is_digits = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port
        .map(|port| port.parse().ok().filter(|_| is_digits(port)).ok_or(AddressError::Host))
        .transpose()?;
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let fits = match inside {
        Some(inside) => inside.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':'),
        None => host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte)),
    };
    if !fits || inside.unwrap_or(host).is_empty() {
        return Err(AddressError::Host);
    }
    Ok((host.to_ascii_lowercase(), port))
}

/// Returns whether a host is this machine, for which the page's content security policy allows
/// `http:`. The policy cannot contain `[::1]`.
fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_normalised_exactly() {
        for (text, base, origin) in [
            (
                "https://API.Example.org/v1/",
                "https://api.example.org/v1",
                "https://api.example.org",
            ),
            ("https://example.org:443", "https://example.org", "https://example.org"),
            ("HTTP://localhost:8080/v1", "http://localhost:8080/v1", "http://localhost:8080"),
            ("https://[::1]:443/V1", "https://[::1]/V1", "https://[::1]"),
            ("in-page://browser/v1", "in-page://browser/v1", "in-page://browser"),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!((address.base.as_str(), address.origin.as_str()), (base, origin));
        }
    }

    #[test]
    fn invalid_base_addresses_are_refused() {
        for (text, error) in [
            ("", AddressError::NoAddress),
            ("https://exa mple.org", AddressError::NoAddress),
            ("https://example.org\\@evil.example", AddressError::NoAddress),
            ("example.org", AddressError::Scheme),
            ("http://example.org", AddressError::Scheme),
            ("http://localhost.evil.example", AddressError::Scheme),
            ("http://[::1]:8080", AddressError::Scheme),
            ("javascript://example.org", AddressError::Scheme),
            ("in-page://browser:1", AddressError::Scheme),
            ("https://me:invented@example.org", AddressError::Credentials),
            ("https://example.org/v1?key=invented", AddressError::Query),
            ("https://example.org/#x", AddressError::Query),
            ("https://example.org:99999", AddressError::Host),
            ("https://example.org:+80", AddressError::Host),
            ("https://:80", AddressError::Host),
            ("https://[]", AddressError::Host),
            ("https://exämple.org", AddressError::NoAddress),
        ] {
            assert_eq!(Address::read(text), Err(error), "{text}");
        }
    }
}
