//! Texts from outside, made safe to show.

use std::borrow::Cow;

/// The maximum number of characters of a shortened text.
const MAX_SHOWN: usize = 40;
/// The maximum number of combining marks on one character of a message.
const MAX_MARKS: u32 = 2;
/// The maximum number of combining marks on one character of a text that is shown whole. No script
/// needs as many, and browsers take time with the square of their number.
const MAX_MARKS_IN_TEXT: u32 = 8;

/// Returns the first 40 characters of a text from outside, to be part of a message.
///
/// Characters that control a terminal, break a line or change the direction of writing become
/// U+FFFD. At most two combining marks are left on one character.
///
/// ```
/// # use stepfall_procedure::safe_excerpt;
/// assert_eq!(safe_excerpt("zip\u{202e}\n"), "zip\u{fffd}\u{fffd}");
/// assert_eq!(safe_excerpt("e\u{301}\u{301}\u{301}x"), "e\u{301}\u{301}x");
/// ```
pub fn safe_excerpt(text: &str) -> String {
    harmless(text.chars()).take(MAX_SHOWN).collect()
}

/// Returns a text of several lines that is safe in a terminal. Line breaks and tabs stay, and other
/// characters are treated as in [`safe_excerpt`]. The length is not limited.
///
/// ```
/// # use stepfall_procedure::safe_text;
/// assert_eq!(safe_text("a\tb\n\u{1b}[2J\u{202e}\n"), "a\tb\n\u{fffd}[2J\u{fffd}\n");
/// ```
pub fn safe_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let inner = part.trim_end_matches(['\n', '\t']);
        shown.extend(harmless(inner.chars()));
        shown.push_str(&part[inner.len()..]);
    }
    shown
}

/// Returns a message from outside on one line. Blanks and line breaks in a row become one blank,
/// and other characters are treated as in [`safe_excerpt`]. The caller has to limit the length.
///
/// ```
/// # use stepfall_procedure::safe_line;
/// assert_eq!(safe_line("not found:\r\n  model \u{202e}x\n"), "not found: model \u{fffd}x");
/// ```
pub fn safe_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for word in message.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(harmless(word.chars()));
    }
    line
}

/// Replaces every character that a terminal or a browser acts on, or that is invisible, with an
/// escape. It is for quotations from a file or a link, so that the reader can see what to look for.
/// The caller has to limit the length.
///
/// ```
/// # use stepfall_procedure::escaped;
/// assert_eq!(escaped("c\u{1b}[31m"), "c\\u{1b}[31m");
/// assert_eq!(escaped("S3\u{202e}\u{9d}é"), "S3\\u{202e}\\u{9d}é");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_escaped = |character: char| {
        character.is_control() || is_direction(character) || is_invisible(character)
    };
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_escaped(character) {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Returns a text that is shown whole, with at most eight combining marks on one character. Nothing
/// else changes.
///
/// ```
/// # use stepfall_procedure::{has_excess_marks, without_excess_marks};
/// let piled = format!("S3 = 1{}2", "\u{301}".repeat(9));
/// assert!(has_excess_marks(&piled) && !has_excess_marks("S3 = 12"));
/// assert_eq!(without_excess_marks(&piled), format!("S3 = 1{}2", "\u{301}".repeat(8)));
/// ```
pub fn without_excess_marks(text: &str) -> Cow<'_, str> {
    if !has_excess_marks(text) {
        return Cow::Borrowed(text);
    }
    let few = with_excess_marks(text).filter(|(_, is_one_too_many)| !is_one_too_many);
    Cow::Owned(few.map(|(character, _)| character).collect())
}

/// Returns whether a character has more combining marks than [`without_excess_marks`] leaves.
pub fn has_excess_marks(text: &str) -> bool {
    // No mark is ASCII.
    !text.is_ascii() && with_excess_marks(text).any(|(_, is_one_too_many)| is_one_too_many)
}

/// Iterates over the characters of a text. The second value is whether [`without_excess_marks`]
/// removes the character.
pub fn with_excess_marks(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut marks = 0;
    text.chars().map(move |character| {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        (character, marks > MAX_MARKS_IN_TEXT)
    })
}

fn harmless(characters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut marks = 0;
    let few = characters.filter(move |&character| {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    });
    few.map(|character| {
        if character.is_control() || is_direction(character) {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    })
}

/// Returns whether a character is a combining mark, a variation selector or a joiner. The ranges
/// are the blocks of combining marks of the Unicode Standard, and marks of the larger scripts.
const fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{6d6}'..='\u{6ed}'
            | '\u{711}'..='\u{74a}'
            | '\u{8ca}'..='\u{903}'
            | '\u{93a}'..='\u{94f}'
            | '\u{e31}'..='\u{e3a}'
            | '\u{e47}'..='\u{e4e}'
            | '\u{f71}'..='\u{f84}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{200c}'..='\u{200d}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{302a}'..='\u{302f}'
            | '\u{3099}'..='\u{309a}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}'
            | '\u{1d165}'..='\u{1d1ad}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Returns whether a character is a mark, embedding, override or isolate of the bidirectional
/// algorithm (Unicode Standard Annex 9, section 2).
const fn is_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns whether a character is invisible: the soft hyphen, zero-width blanks, invisible
/// operators, deprecated format characters, annotation marks and tags. Joiners and variation
/// selectors do not count.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}
