//! Removes the key from the streamed output of a model.

use crate::key::{Key, REDACTED};

/// The shortest key that is searched for, in bytes. Shorter keys are usually words such as
/// `ollama`, for servers that require any key.
const MIN_KEY: usize = 8;

/// Replaces each whole key in a text, in any encoding, also if it is split over pieces of the text.
/// Pieces of a key stay, because they may occur by chance. Servers that repeat a key repeat all of
/// it.
#[derive(Debug, Default)]
pub(crate) struct KeyRedactor {
    /// The encodings of the key, the longest first.
    forms: Vec<String>,
    /// The end of the text so far, which may be the beginning of a key.
    pending: String,
}

impl KeyRedactor {
    pub(crate) fn new(key: Option<&Key>) -> Self {
        let key = key.filter(|key| key.reveal().len() >= MIN_KEY);
        let mut forms = key.map(Key::forms).unwrap_or_default();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        Self { forms, pending: String::new() }
    }

    /// Takes more of the text, and returns the part that cannot be the beginning of a key.
    pub(crate) fn push(&mut self, text: &str) -> String {
        let mut text = std::mem::take(&mut self.pending) + text;
        for form in &self.forms {
            if text.contains(form.as_str()) {
                text = text.replace(form.as_str(), REDACTED);
            }
        }
        self.pending = text.split_off(self.settled(&text));
        text
    }

    /// Returns the rest at the end of the text.
    pub(crate) fn flush(&mut self) -> String {
        std::mem::take(&mut self.pending)
    }

    /// Redacts a text that comes in one piece.
    pub(crate) fn whole(&mut self, text: &str) -> String {
        let mut redacted = self.push(text);
        redacted.push_str(&self.flush());
        redacted
    }

    /// Returns the start of the longest suffix of the text that is the beginning of an encoding of
    /// the key. Without such a suffix, returns the end of the text.
    fn settled(&self, text: &str) -> usize {
        let longest = self.forms.first().map_or(0, String::len);
        let from = text.len().saturating_sub(longest);
        let begins = |&at: &usize| {
            let end = text.get(at..).unwrap_or_default();
            !end.is_empty() && self.forms.iter().any(|form| form.starts_with(end))
        };
        (from..text.len()).find(begins).unwrap_or(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INVENTED: &str = "sk-invented/key";

    fn redacted(key: &str, pieces: &[&str]) -> String {
        let mut redactor = KeyRedactor::new(Key::new(key).as_ref());
        let mut redacted: String = pieces.iter().map(|piece| redactor.push(piece)).collect();
        redacted.push_str(&redactor.flush());
        redacted
    }

    #[test]
    fn a_key_is_removed_for_every_split_of_the_text() {
        for spelt in [INVENTED, "sk-invented%2Fkey", "sk-invented%2fkey", "sk-invented\\/key"] {
            let text = format!("You sent s{spelt}, ü.");
            for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (first, second) = text.split_at(at);
                assert_eq!(redacted(INVENTED, &[first, second]), "You sent s[key], ü.", "{at}");
            }
            let mut pieces: Vec<&str> = text.split("").collect();
            pieces.push("");
            assert_eq!(redacted(INVENTED, &pieces), "You sent s[key], ü.");
        }
    }

    #[test]
    fn a_prefix_of_a_key_is_released_at_the_end() {
        assert_eq!(redacted(INVENTED, &["S3 = 13, tasks", "k-inv"]), "S3 = 13, tasksk-inv");
        assert_eq!(KeyRedactor::new(Key::new(INVENTED).as_ref()).push("S3 = 13\n"), "S3 = 13\n");
    }

    #[test]
    fn placeholder_keys_change_no_text() {
        assert_eq!(redacted("1", &["S3 = 11"]), "S3 = 11");
        assert_eq!(redacted("ollama", &["ollama/qwen"]), "ollama/qwen");
    }
}
