//! Lone surrogates. Some servers cut texts by UTF-16 units. They send a character above U+FFFF as
//! two escapes in two pieces of a stream, `"\ud83d"` and `"\ude00"`. Neither is valid JSON by
//! itself.
//!
//! [`parse`] represents a lone surrogate by a character of a private plane. [`SurrogateJoiner`]
//! joins it with its partner when the partner comes.

use serde_json::Value;

/// The start of the range of characters that represent lone surrogates: the last 2,048 characters
/// of the last private plane.
const PRIVATE: u32 = 0x10_f800;
/// The first surrogate, which is also the first high surrogate.
const FIRST: u32 = 0xd800;
/// The first low surrogate.
const SECOND: u32 = 0xdc00;
/// The last surrogate.
const LAST: u32 = 0xdfff;

/// Parses JSON whose strings may have lone surrogates.
pub(crate) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match with_private_characters(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(error),
    })
}

/// Replaces every lone surrogate in JSON with the private character that represents it. `None` if
/// there is none.
fn with_private_characters(text: &str) -> Option<String> {
    let mut out = String::new();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = text[at..].find('\\') {
        at += found;
        let unit = unit(text, at);
        let is_pair = unit.is_some_and(|unit| unit < SECOND)
            && self::unit(text, at + 6).is_some_and(|unit| unit >= SECOND);
        match unit {
            Some(_) if is_pair => at += 12,
            Some(unit) => {
                out.push_str(&text[from..at]);
                out.extend(char::from_u32(PRIVATE + unit - FIRST));
                at += 6;
                from = at;
            }
            // Skips the escaped character, which may be a backslash.
            None => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    (from > 0).then(|| out + &text[from..])
}

/// Returns the surrogate that is escaped at this position; `None` if there is none.
fn unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    let unit = u32::from_str_radix(digits, 16).ok()?;
    (FIRST..=LAST).contains(&unit).then_some(unit)
}

/// Joins surrogates in a text that comes in pieces. A surrogate without a partner becomes U+FFFD.
#[derive(Debug, Default)]
pub(crate) struct SurrogateJoiner {
    first: Option<u32>,
    replaced: u32,
}

impl SurrogateJoiner {
    /// Returns the text without lone surrogates. A high surrogate at its end waits for more.
    pub(crate) fn push(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for character in text.chars() {
            let surrogate = u32::from(character).checked_sub(PRIVATE).map(|unit| unit + FIRST);
            match (self.first.take(), surrogate) {
                (Some(first), Some(second)) if second >= SECOND => {
                    let joined = 0x1_0000 + ((first - FIRST) << 10) + (second - SECOND);
                    out.push(char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
                    continue;
                }
                (Some(_), _) => out.push(self.replace()),
                (None, _) => {}
            }
            match surrogate {
                None => out.push(character),
                Some(first) if first < SECOND => self.first = Some(first),
                Some(_) => out.push(self.replace()),
            }
        }
        out
    }

    /// Returns the number of surrogates that were replaced since the last call.
    pub(crate) fn take_replaced(&mut self) -> u32 {
        std::mem::take(&mut self.replaced)
    }

    fn replace(&mut self) -> char {
        self.replaced = self.replaced.saturating_add(1);
        char::REPLACEMENT_CHARACTER
    }

    /// Returns the replacement for a surrogate that still waits for its partner; empty if there is
    /// none.
    pub(crate) fn flush(&mut self) -> &'static str {
        if self.first.take().is_none() {
            return "";
        }
        self.replaced = self.replaced.saturating_add(1);
        "\u{fffd}"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses strings of JSON and joins their texts.
    fn joined(pieces: &[&str]) -> String {
        let mut halves = SurrogateJoiner::default();
        let mut text = String::new();
        for piece in pieces {
            text += &halves.push(parse(piece).unwrap().as_str().unwrap());
        }
        text + halves.flush()
    }

    #[test]
    fn surrogate_halves_are_joined_across_pieces() {
        assert_eq!(joined(&[r#""ab\ud83d""#, r#""\ude00c""#]), "ab😀c");
        assert_eq!(joined(&[r#""\ud83d\ude00 \ud83d""#, r#""""#, r#""\ude01""#]), "😀 😁");
        assert_eq!(joined(&[r#""a\uD83D\uDE00b""#]), "a😀b");
    }

    #[test]
    fn unpaired_surrogates_are_replaced() {
        assert_eq!(joined(&[r#""a\ude00b\ud83dc""#]), "a\u{fffd}b\u{fffd}c");
        assert_eq!(joined(&[r#""\ud83d""#, r#""\ud83d\ude00""#]), "\u{fffd}😀");
        assert_eq!(joined(&[r#""end\ud83d""#]), "end\u{fffd}");
    }

    #[test]
    fn escaped_backslashes_are_no_surrogates() {
        assert_eq!(joined(&[r#""\\ud83d \u00e9 \\\\ude00""#]), r"\ud83d é \\ude00");
        assert!(parse(r#"{"a": "\ud83"}"#).is_err());
        assert!(parse("\\ud83d").is_err());
        assert!(parse(r#"{"a" "\ud83d"}"#).is_err());
    }
}
