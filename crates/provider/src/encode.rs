//! Percent-encoding and base64, the encodings of texts in addresses and headers.

use base64ct::{Base64Unpadded, Encoding as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters except the unreserved ones of RFC 3986 (section 2.3).
const RESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Percent-encodes all characters except letters, digits and `-._~`.
pub(crate) fn percent(text: &str) -> String {
    utf8_percent_encode(text, &RESERVED).to_string()
}

/// Percent-encodes with lower-case hexadecimal digits.
pub(crate) fn percent_small(text: &str) -> String {
    let small = |part: &str| match part.strip_prefix('%') {
        Some(digits) => format!("%{}", digits.to_ascii_lowercase()),
        None => part.to_owned(),
    };
    utf8_percent_encode(text, &RESERVED).map(small).collect()
}

/// Encodes as base64 without padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}

/// Returns the characters that the bytes produce inside a longer base64 text, for each of the three
/// offsets and both alphabets. Characters that depend on neighbouring bytes are left out.
pub(crate) fn base64_cores(bytes: &[u8]) -> Vec<String> {
    let mut cores = Vec::with_capacity(6);
    for offset in 0..3 {
        let mut shifted = vec![0; offset];
        shifted.extend_from_slice(bytes);
        let encoded = base64(&shifted);
        let begin = [0, 2, 3][offset];
        let end = shifted.len() * 8 / 6;
        let core = encoded.get(begin..end).unwrap_or_default();
        cores.push(core.replace('+', "-").replace('/', "_"));
        cores.push(core.to_owned());
    }
    cores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_follows_rfc_4648() {
        let pairs = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (plain, encoded) in pairs {
            assert_eq!(base64(plain.as_bytes()), encoded);
        }
    }

    #[test]
    fn reserved_characters_are_encoded() {
        assert_eq!(percent("a/b c~ü"), "a%2Fb%20c~%C3%BC");
        assert_eq!(percent_small("A/B"), "A%2fB");
    }
}
