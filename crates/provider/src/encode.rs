//! The two encodings in which a text may travel through an address or a header.

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text percent-encoded: all but letters, digits and `-._~`.
pub(crate) fn percent(text: &str) -> String {
    percent_by(text, *b"0123456789ABCDEF")
}

/// The same with small hexadecimal digits.
pub(crate) fn percent_small(text: &str) -> String {
    percent_by(text, *b"0123456789abcdef")
}

fn percent_by(text: &str, digits: [u8; 16]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let nibbles =
                [byte >> 4, byte & 15].map(|nibble| char::from(digits[usize::from(nibble)]));
            encoded.push('%');
            encoded.extend(nibbles);
        }
    }
    encoded
}

/// Base64 without padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let of = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = of(0) << 16 | of(1) << 8 | of(2);
        for place in 0..=group.len() {
            let sextet = (bits >> (18 - 6 * place)) & 63;
            encoded.push(char::from(STANDARD[sextet as usize]));
        }
    }
    encoded
}

/// What the bytes look like inside a longer base64 text, at each of the three offsets and in both alphabets: the characters
/// that do not depend on what stands before and after.
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
    fn base64_is_that_of_rfc_4648() {
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
