//! Reads digits in groups, and decides what the separators between them mean.

use super::{DecimalPlaces, MAX_NUMERAL_DIGITS};
use crate::digit::digit;

/// The evidence in a text for the meaning of its separators.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent findings")]
pub(crate) struct SeparatorEvidence {
    /// True if a comma was certainly a decimal point.
    pub(crate) comma_decimal: bool,
    /// True if a point was certainly a decimal point.
    pub(crate) point_decimal: bool,
    /// True if blanks separated numbers of three digits each.
    blank_parts: bool,
    /// True if commas separate the cells of this line.
    pub(crate) comma_parts: bool,
}

/// A run of digits with separators between groups.
pub(super) struct Groups {
    /// The digits, at most one more than [`MAX_NUMERAL_DIGITS`].
    digits: String,
    /// The separators, each with the index of the digit after it.
    separators: Vec<(char, usize)>,
    has_point: bool,
    /// The end of the run in the text.
    pub(super) end: usize,
}

/// The number that groups of digits form.
pub(super) struct Reading {
    /// The digits, with `.` where the decimal point is.
    pub(super) text: String,
    pub(super) decimal: bool,
    /// The other possible number, if the separators are ambiguous.
    pub(super) other: Option<String>,
}

impl Groups {
    pub(super) fn read(text: &str, at: usize, habit: &mut SeparatorEvidence) -> Self {
        let mut groups =
            Self { digits: String::new(), separators: Vec::new(), has_point: false, end: at };
        groups.take_digits(text);
        loop {
            let rest = &text[groups.end..];
            let Some((separator, length)) = separator(rest) else { break };
            let after = rest[length..].chars();
            let run = after.take(4).take_while(|&next| digit(next).is_some()).count();
            // A blank separates only groups of three digits.
            let parts = if separator == ' ' { run == 3 && !groups.has_point } else { run > 0 };
            let parts_cells = (habit.blank_parts && rest.starts_with(' '))
                || (habit.comma_parts && rest.starts_with(','));
            if !parts || parts_cells {
                break;
            }
            if rest.starts_with(' ') && groups.is_row(text) {
                habit.blank_parts = true;
                groups.digits.truncate(3);
                groups.separators.clear();
                groups.end = at + 3;
                break;
            }
            groups.has_point |= separator == '.';
            if !groups.is_too_long() {
                groups.separators.push((separator, groups.digits.len()));
            }
            groups.end += length;
            groups.take_digits(text);
        }
        groups
    }

    /// Returns whether the run is two groups of three ASCII digits with a plain blank between them.
    /// If a third group follows, the groups are separate numbers.
    fn is_row(&self, text: &str) -> bool {
        self.separators == [(' ', 3)]
            && self.digits.len() == 6
            && text[..self.end].ends_with(|last: char| last.is_ascii_digit())
            && text.as_bytes()[self.end - 4] == b' '
    }

    const fn is_too_long(&self) -> bool {
        self.digits.len() > MAX_NUMERAL_DIGITS
    }

    fn take_digits(&mut self, text: &str) {
        let bytes = text.as_bytes();
        while let Some(byte) = bytes.get(self.end) {
            let (value, length) = if byte.is_ascii_digit() {
                (byte - b'0', 1)
            } else if byte.is_ascii() {
                break;
            } else {
                let Some(next) = text[self.end..].chars().next() else { break };
                let Some(value) = digit(next) else { break };
                (value, next.len_utf8())
            };
            self.end += length;
            if !self.is_too_long() {
                self.digits.push(char::from(b'0' + value));
            }
        }
    }

    /// Places the decimal point. `None` if the groups form no number.
    pub(super) fn resolve(
        self,
        places: DecimalPlaces,
        habit: &mut SeparatorEvidence,
    ) -> Option<Reading> {
        if self.digits.is_empty() || self.is_too_long() {
            return None;
        }
        match self.separators.as_slice() {
            [] => Some(self.integer()),
            [(separator, at)] => self.resolve_one(*separator, *at, places, habit),
            [.., (last, at)] => self.resolve_several(*last, *at, habit),
        }
    }

    fn resolve_one(
        &self,
        separator: char,
        at: usize,
        places: DecimalPlaces,
        habit: &mut SeparatorEvidence,
    ) -> Option<Reading> {
        let thousands = self.are_thousands(&self.separators) && self.digits.len() - at == 3;
        match separator {
            '.' if thousands && places == DecimalPlaces::None => {
                Some(Reading { other: Some(self.digits.clone()), ..self.decimal(at) })
            }
            '.' => {
                habit.point_decimal = true;
                Some(self.decimal(at))
            }
            ',' if !thousands => {
                habit.comma_decimal = true;
                Some(self.decimal(at))
            }
            ',' if matches!(places, DecimalPlaces::Fixed(3) | DecimalPlaces::Any) => {
                Some(Reading { other: Some(self.decimal(at).text), ..self.integer() })
            }
            _ => thousands.then(|| self.integer()),
        }
    }

    fn resolve_several(
        &self,
        last: char,
        at: usize,
        habit: &mut SeparatorEvidence,
    ) -> Option<Reading> {
        let (before, first) = (&self.separators[..self.separators.len() - 1], self.separators[0]);
        let mixed = self.separators.iter().any(|(kind, _)| *kind != last);
        if !mixed {
            let thousands = self.are_thousands(&self.separators) && self.digits.len() - at == 3;
            return thousands.then(|| self.integer());
        }
        // The separators before the decimal point must group thousands: `1,234.5`.
        let grouped_before = self.are_thousands(before) && at - before[before.len() - 1].1 == 3;
        if !grouped_before || !matches!(last, '.' | ',') || first.0 == last {
            return None;
        }
        habit.comma_decimal |= last == ',';
        habit.point_decimal |= last == '.';
        Some(self.decimal(at))
    }

    /// Returns whether all separators are alike and the groups before them have three digits. The
    /// first group may have fewer, but must not begin with a zero.
    fn are_thousands(&self, separators: &[(char, usize)]) -> bool {
        let mut begin = 0;
        let mut groups = separators.iter().enumerate();
        let even = groups.all(|(index, &(kind, start))| {
            let length = start - begin;
            begin = start;
            let fits = if index == 0 { (1..=3).contains(&length) } else { length == 3 };
            fits && kind == separators[0].0
        });
        even && !self.digits.starts_with('0')
    }

    fn integer(&self) -> Reading {
        Reading { text: self.digits.clone(), decimal: false, other: None }
    }

    fn decimal(&self, at: usize) -> Reading {
        let text = format!("{}.{}", &self.digits[..at], &self.digits[at..]);
        Reading { text, decimal: true, other: None }
    }
}

/// Returns the kind of the separator that the text begins with, and its length in bytes.
fn separator(text: &str) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    let kind = match first {
        '.' | '٫' => '.',
        '٬' => ',',
        '\'' | '’' => '\'',
        '_' => '_',
        ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' => ' ',
        ',' | '{' | '\\' | '~' => return latex_separator(text),
        _ => return None,
    };
    Some((kind, first.len_utf8()))
}

/// Returns the kind and the length of a comma, or of a blank of LaTeX, that the text begins with:
/// `9,\!500`, `9{,}500`, `9\;500`.
fn latex_separator(text: &str) -> Option<(char, usize)> {
    const CLOSER: [&str; 1] = ["\\!"];
    const BLANKS: [&str; 6] = ["\\,", "\\!", "\\;", "\\:", "\\ ", "~"];
    // Two tildes strike text out.
    if text.starts_with("~~") {
        return None;
    }
    let comma = text.strip_prefix("{,}").or_else(|| text.strip_prefix(','));
    let (kind, rest) = match comma {
        Some(rest) => (',', past(rest, &CLOSER)),
        None => (' ', past(text, &BLANKS)),
    };
    (rest.len() < text.len()).then(|| (kind, text.len() - rest.len()))
}

/// Returns a text without the commands that it begins with and the blank that may follow them.
fn past<'t>(text: &'t str, commands: &[&str]) -> &'t str {
    let mut rest = text;
    while let Some(after) = commands.iter().find_map(|command| rest.strip_prefix(command)) {
        rest = after;
    }
    if rest.len() < text.len() { rest.strip_prefix(' ').unwrap_or(rest) } else { rest }
}
