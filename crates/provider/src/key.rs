//! A user's key. The key is sent, compared and removed from texts, but never shown.

use std::collections::BTreeSet;
use std::fmt;

use crate::encode::{base64_cores, percent, percent_small};

/// The maximum accepted length of a key, in bytes.
pub const MAX_KEY: usize = 4_096;
/// The replacement for a key in a text.
pub const REDACTED: &str = "[key]";
/// The shortest piece of a key that is removed anywhere in a text, in bytes.
const PIECE: usize = 8;
/// The shortest beginning or end of a key that is removed next to a mask such as `****`, in bytes.
const MASKED_PIECE: usize = 3;

/// A key. Neither [`Debug`](fmt::Debug) nor [`Display`](fmt::Display) shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Creates a key and trims the whitespace around it. `None` if it is empty, longer than
    /// [`MAX_KEY`], or has characters that no header can carry.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty() && text.len() <= MAX_KEY;
        (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| Self(text.to_owned()))
    }

    /// Returns the key itself, for the header that carries it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Removes the key from a text: plain, percent-encoded, escaped as in JSON, or in base64 at any
    /// offset. The whole key and all its pieces of at least eight bytes are removed. Next to a
    /// mask, as in `sk-abc****xyz`, a beginning or end of at least three bytes is removed too.
    ///
    /// Time is linear in the length of the text.
    pub fn redact(&self, text: &str) -> String {
        let forms = self.forms();
        let mut marked = vec![false; text.len()];
        mark_pieces(&forms, text.as_bytes(), &mut marked);
        for form in forms.iter().filter(|form| form.len() < PIECE) {
            for (at, found) in text.match_indices(form.as_str()) {
                marked[at..at + found.len()].fill(true);
            }
        }
        self.mark_masked(text, &mut marked);
        replaced(text, &marked)
    }

    /// Returns the key in all its encodings. Encodings shorter than [`PIECE`] are left out, except
    /// the key itself.
    pub(crate) fn forms(&self) -> Vec<String> {
        let mut forms = vec![self.0.clone()];
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        forms.extend([escaped, self.0.replace('/', "\\/")]);
        forms.extend([percent(&self.0), percent_small(&self.0)]);
        forms.extend(base64_cores(self.0.as_bytes()));
        forms.sort();
        forms.dedup();
        forms.retain(|form| form == &self.0 || form.len() >= PIECE);
        forms
    }

    /// Marks the beginnings of the key before masks, and its ends after masks.
    fn mark_masked(&self, text: &str, marked: &mut [bool]) {
        let (text, key) = (text.as_bytes(), self.0.as_bytes());
        let longest = key.len().min(PIECE);
        let mut at = 0;
        while at < text.len() {
            let Some(end) = mask_end(text, at) else {
                at += 1;
                continue;
            };
            let lengths = || (MASKED_PIECE..=longest).rev();
            if let Some(len) = lengths().find(|&len| text[..at].ends_with(&key[..len])) {
                marked[at - len..at].fill(true);
            }
            let begins = |&len: &usize| text[end..].starts_with(&key[key.len() - len..]);
            if let Some(len) = lengths().find(begins) {
                marked[end..end + len].fill(true);
            }
            at = end;
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

/// Marks every piece of [`PIECE`] bytes that also occurs in an encoding of the key.
fn mark_pieces(forms: &[String], text: &[u8], marked: &mut [bool]) {
    let pieces: BTreeSet<&[u8]> =
        forms.iter().flat_map(|form| form.as_bytes().windows(PIECE)).collect();
    for (at, window) in text.windows(PIECE).enumerate() {
        if pieces.contains(window) {
            marked[at..at + PIECE].fill(true);
        }
    }
}

/// Returns the end of a mask that begins at `at`: at least two stars, at least three dots, or the
/// characters `•` or `…`. `None` if there is no mask.
fn mask_end(text: &[u8], at: usize) -> Option<usize> {
    let run = |sign: &str| {
        let mut end = at;
        while text[end..].starts_with(sign.as_bytes()) {
            end += sign.len();
        }
        end
    };
    let masks = [("*", 2), (".", 3), ("•", 1), ("…", 1)];
    masks.iter().map(|(sign, least)| (run(sign), sign.len() * least)).find_map(|(end, least)| {
        let long_enough = end - at >= least;
        long_enough.then_some(end)
    })
}

/// Replaces each marked run. Marked bytes are ASCII, so no character is cut.
fn replaced(text: &str, marked: &[bool]) -> String {
    let mut redacted = String::with_capacity(text.len());
    let mut before = false;
    for (at, character) in text.char_indices() {
        match (marked[at], before) {
            (false, _) => redacted.push(character),
            (true, false) => redacted.push_str(REDACTED),
            (true, true) => {}
        }
        before = marked[at];
    }
    redacted
}

#[cfg(test)]
mod tests {
    use super::*;

    const INVENTED: &str = "sk-invented-QUITE/made+up_0123456789wxyz";

    fn key() -> Key {
        Key::new(INVENTED).unwrap()
    }

    #[test]
    fn a_key_is_never_printed() {
        assert_eq!(format!("{0} {0:?} {1:?}", key(), Some(key())), "[key] [key] Some([key])");
    }

    #[test]
    fn a_key_is_removed_in_every_spelling() {
        for text in [
            INVENTED,
            "sk-invented-QUITE%2Fmade%2Bup_0123456789wxyz",
            "sk-invented-QUITE%2fmade%2bup_0123456789wxyz",
            "sk-invented-QUITE\\/made+up_0123456789wxyz",
            "sk-inven",
            "89wxyz sk-invented".strip_prefix("89wxyz ").unwrap(),
            "456789wxyz",
        ] {
            assert_eq!(key().redact(&format!("«{text}»")), "«[key]»", "{text}");
        }
    }

    #[test]
    fn a_key_is_removed_from_base64_at_any_offset() {
        for before in ["", "a", "ab", "Bearer "] {
            let bytes = format!("{before}{INVENTED}!");
            let text = crate::encode::base64(bytes.as_bytes());
            let redacted = key().redact(&text);
            assert!(redacted.len() < before.len() * 2 + 12, "{redacted}");
        }
    }

    #[test]
    fn masked_pieces_are_removed() {
        let redacted = key().redact("Incorrect API key provided: sk-i****wxyz. Wait … done");
        assert_eq!(redacted, "Incorrect API key provided: [key]****[key]. Wait … done");
        assert_eq!(key().redact("sk-...xyz, sk-abc, wxyz"), "[key]...[key], sk-abc, wxyz");
    }

    #[test]
    fn a_short_key_is_redacted_only_as_a_whole() {
        let key = Key::new("abc").unwrap();
        assert_eq!(key.redact("ab abc abcd ÄabcÖ"), "ab [key] [key]d Ä[key]Ö");
    }

    #[test]
    fn keys_that_no_header_can_carry_are_refused() {
        for text in ["", "  ", "two words", "line\nline", "schlüssel", &"x".repeat(MAX_KEY + 1)] {
            assert_eq!(Key::new(text), None, "{text}");
        }
        assert!(Key::new(" x\n").is_some());
    }
}
