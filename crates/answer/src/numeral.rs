//! Reading one number where it stands, in the spellings that leave no doubt.

use std::ops::Range;

use stepfall_number::Number;

/// A number and the bytes that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numeral {
    pub(crate) span: Range<usize>,
    pub(crate) value: Number,
}

/// The longest number that is read, in digits and signs.
const LONGEST: usize = 1_000;

/// Reads the number that begins exactly at `at`: `-412`, `−412`, `3.25`, `.5`, `3/4`, `3 / 4`, `\frac{3}{4}`, `\frac34`, `1,234`, `1\,234`.
///
/// Nothing where the text goes on so that the number is only part of something else (`3e4`, `12th`, `1.2.3`, `50%`) or
/// where a comma may be a decimal one (`1,5`).
pub(crate) fn numeral_at(text: &str, at: usize) -> Option<Numeral> {
    let mut reader = Reader { text, from: at, at, plain: String::new() };
    reader.sign();
    if reader.skip_any(&["\\frac", "\\dfrac", "\\tfrac"]) {
        reader.part().then_some(())?;
        reader.plain.push('/');
        reader.part().then_some(())?;
        return reader.finish();
    }
    let whole = reader.grouped_digits()?;
    if reader.next_is('.') && reader.digit_after_next() {
        reader.take('.');
        reader.digits();
        if reader.next_is('.') && reader.digit_after_next() {
            return None;
        }
    } else if !whole {
        return None;
    } else {
        reader.denominator();
    }
    reader.finish()
}

struct Reader<'a> {
    text: &'a str,
    from: usize,
    at: usize,
    /// The number as [`Number`] reads it.
    plain: String,
}

impl Reader<'_> {
    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next_is(&self, expected: char) -> bool {
        self.next() == Some(expected)
    }

    fn digit_after_next(&self) -> bool {
        self.text[self.at..].chars().nth(1).is_some_and(is_digit)
    }

    /// Moves past the next character and notes it as `plain`.
    fn take(&mut self, plain: char) {
        self.at += self.next().map_or(0, char::len_utf8);
        self.plain.push(plain);
    }

    fn skip_any(&mut self, words: &[&str]) -> bool {
        let word = words.iter().find(|&&w| self.text[self.at..].starts_with(w));
        self.at += word.map_or(0, |word| word.len());
        word.is_some()
    }

    fn sign(&mut self) {
        match self.next() {
            Some('-' | '−' | '–' | '﹣' | '－') => self.take('-'),
            Some('+' | '＋') => self.at += self.next().map_or(0, char::len_utf8),
            _ => {}
        }
    }

    /// Takes one part of a LaTeX fraction, in braces or of one digit, and says whether it is there.
    fn part(&mut self) -> bool {
        if !self.skip_any(&["{"]) {
            let Some(only) = self.next().and_then(digit) else {
                return false;
            };
            self.take(only);
            return true;
        }
        if self.plain.is_empty() {
            self.sign();
        }
        self.digits() && self.skip_any(&["}"])
    }

    /// Takes what makes a fraction of the number, if that follows: `/4`, ` / 4`.
    fn denominator(&mut self) {
        let rest = &self.text[self.at..];
        let after = rest.trim_start_matches(' ');
        if let Some(after) = after.strip_prefix(['/', '⁄', '∕']) {
            let digits = after.trim_start_matches(' ');
            if digits.starts_with(is_digit) {
                self.at = self.text.len() - digits.len();
                self.plain.push('/');
                self.digits();
            }
        }
    }

    /// Takes digits, and says whether there were any.
    fn digits(&mut self) -> bool {
        let before = self.plain.len();
        while let Some(digit) = self.next().and_then(digit) {
            self.take(digit);
        }
        self.plain.len() > before
    }

    /// Takes digits, perhaps in groups of three; false where there were none. Nothing where groups are not of three.
    fn grouped_digits(&mut self) -> Option<bool> {
        let from = self.plain.len();
        let any = self.digits();
        let first = self.plain.len() - from;
        let leading_zero = self.plain[from..].starts_with('0');
        let mut chosen = None;
        while let Some((separator, length)) = self.separator() {
            let mut after = self.text[self.at + length..].chars();
            if !after.next().is_some_and(is_digit) {
                break;
            }
            let three = after.by_ref().take(2).filter(|&next| is_digit(next)).count() == 2;
            let fourth = after.next().is_some_and(is_digit);
            let one_kind = *chosen.get_or_insert(separator) == separator;
            if !three || fourth || !one_kind || !(1..=3).contains(&first) || leading_zero {
                return None;
            }
            self.at += length;
            self.digits();
        }
        Some(any)
    }

    /// The kind and the length of the thousands separator that comes next.
    fn separator(&self) -> Option<(char, usize)> {
        const SEPARATORS: [(&str, char); 7] = [
            (",", ','),
            ("{,}", ','),
            ("\\,", ' '),
            ("_", '_'),
            ("\u{a0}", ' '),
            ("\u{2009}", ' '),
            ("\u{202f}", ' '),
        ];
        let rest = &self.text[self.at..];
        SEPARATORS
            .iter()
            .find(|(text, _)| rest.starts_with(text))
            .map(|(text, kind)| (*kind, text.len()))
    }

    fn finish(self) -> Option<Numeral> {
        let goes_on = match self.next() {
            Some(next) => {
                continues_word(next)
                    || "%‰^°/⁄∕".contains(next)
                    || (next == ',' && self.digit_after_next())
            }
            None => false,
        };
        if goes_on || self.plain.len() > LONGEST {
            return None;
        }
        Some(Numeral { span: self.from..self.at, value: self.plain.parse().ok()? })
    }
}

fn digit(character: char) -> Option<char> {
    match character {
        '0'..='9' => Some(character),
        '０'..='９' => char::from_digit(u32::from(character) - u32::from('０'), 10),
        _ => None,
    }
}

fn is_digit(character: char) -> bool {
    digit(character).is_some()
}

/// Whether a character beside a number or a word makes it part of a longer one. Beyond ASCII everything counts as a letter
/// but blanks, punctuation, arrows, mathematical signs and pictures, told by their blocks: exact tables of all letters would
/// weigh more than the rest of this crate.
pub(crate) fn continues_word(character: char) -> bool {
    match u32::from(character) {
        0..0x80 => character.is_ascii_alphanumeric(),
        0x80..0xC0
        | 0xD7
        | 0xF7
        | 0x2000..0x2070
        | 0x2190..0x2C00
        | 0x3000..0x3004
        | 0x3008..0x3021
        | 0xFE30..0xFE70
        | 0xFF00..0xFF10
        | 0xFF1A..0xFF21
        | 0x1F000..0x1FB00 => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        numeral_at(text, 0).map(|numeral| numeral.value.to_string())
    }

    #[test]
    fn spellings_of_numbers() {
        for (text, value) in [
            ("528", "528"),
            ("-412", "-412"),
            ("−412", "-412"),
            ("–412.", "-412"),
            ("+7,", "7"),
            ("3.250", "13/4"),
            (".5", "1/2"),
            ("-3/4", "-3/4"),
            ("3⁄4", "3/4"),
            ("\\frac{6}{8}$", "3/4"),
            ("-\\dfrac{1}{2}", "-1/2"),
            ("\\tfrac12", "1/2"),
            ("3 / 4", "3/4"),
            ("1,234", "1234"),
            ("1,234,567.5", "2469135/2"),
            ("1{,}234", "1234"),
            ("1\\,234", "1234"),
            ("12\u{202f}345", "12345"),
            ("1_234", "1234"),
            ("５２８", "528"),
            ("528**", "528"),
            ("528, which", "528"),
            ("528,", "528"),
        ] {
            assert_eq!(read(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn what_leaves_a_doubt_is_no_number() {
        for text in [
            "",
            "-",
            "x",
            "1,5",
            "1,23",
            "12,3456",
            "0,123",
            "1234,567",
            "1.234.567",
            "1.234,5",
            "1,234_567",
            "3e4",
            "12th",
            "50%",
            "2^5",
            "1/2/3",
            "1/0",
            "3.5/2",
            ".",
            "--4",
            "\\frac{1}{0}",
            "\\frac123",
            "\\frac1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
