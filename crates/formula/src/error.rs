//! Errors of formulas, and positions in a text.

use std::fmt;

use crate::letter::is_name_part;

/// The maximum number of characters of the text that an error message quotes.
const MAX_QUOTED: usize = 24;

/// A position in a text, as error messages name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl Position {
    /// Returns the position of a byte in a text. For a byte beyond the text or inside a character,
    /// returns the end of the text.
    pub fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let [line, column] = [line, column].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Self { line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The reason why a text is not a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormulaError {
    /// The byte offset of the error in the whole text.
    pub at: usize,
    /// A description of what would be accepted there.
    pub expected: &'static str,
    /// The byte at which the parser's part of the text ends.
    pub(crate) end: usize,
}

impl FormulaError {
    /// Returns the word at the error, or the character if no word begins there. Longer words are
    /// cut to 24 characters. At the end of the text, the result is empty.
    ///
    /// The result is not escaped and may contain terminal control characters.
    pub fn found(self, text: &str) -> String {
        let rest = text.get(self.at..self.end).unwrap_or_default().trim_end();
        let word = rest.len() - rest.trim_start_matches(is_name_part).len();
        let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        rest[..length].chars().take(MAX_QUOTED).collect()
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for FormulaError {}
