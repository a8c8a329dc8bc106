//! Texts that come from outside, as they are shown in a sentence.

use std::borrow::Cow;

/// How many characters are shown.
const MOST: usize = 40;
/// How many marks may stand on one character.
const MOST_MARKS: u32 = 2;
/// How many marks on one character are shown of a text that stands by itself: no script needs as many, and browsers take time with the square of their
/// number.
const MOST_MARKS_OF_TEXT: u32 = 8;

/// The first 40 characters of a text that comes from outside, for a sentence about it: what controls a terminal, breaks a line or turns the direction of
/// writing is U+FFFD, and of marks that are put on one character two are left.
///
/// ```
/// # use stepfall_procedure::shown;
/// assert_eq!(shown("zip\u{202e}\n"), "zip\u{fffd}\u{fffd}");
/// assert_eq!(shown("e\u{301}\u{301}\u{301}x"), "e\u{301}\u{301}x");
/// ```
pub fn shown(text: &str) -> String {
    harmless(text.chars()).take(MOST).collect()
}

/// Returns a text of several lines as a terminal may show it: line breaks and tabs stay, and the rest is as [`shown`] has it.
///
/// ```
/// # use stepfall_procedure::shown_text;
/// assert_eq!(shown_text("a\tb\n\u{1b}[2J\u{202e}\n"), "a\tb\n\u{fffd}[2J\u{fffd}\n");
/// ```
pub fn shown_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let inner = part.trim_end_matches(['\n', '\t']);
        shown.extend(harmless(inner.chars()));
        shown.push_str(&part[inner.len()..]);
    }
    shown
}

/// A message that comes from outside, on one line: blanks and line breaks in a row are one blank, and the rest is as [`shown`] has it. Its length is for
/// the caller to limit.
///
/// ```
/// # use stepfall_procedure::shown_line;
/// assert_eq!(shown_line("not found:\r\n  model \u{202e}x\n"), "not found: model \u{fffd}x");
/// ```
pub fn shown_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for word in message.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(harmless(word.chars()));
    }
    line
}

/// Replaces every character that a terminal or a browser acts on, or that shows nothing at all, with an escape. Quotations of what stands in a file or a
/// link use it: the reader then sees what to look for. Its length is for the caller to limit.
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

/// A text as it is shown whole: of marks that are put on one character eight are left. It changes nothing else.
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
    let few = piles(text).filter(|(_, is_one_too_many)| !is_one_too_many);
    Cow::Owned(few.map(|(character, _)| character).collect())
}

/// Whether more marks stand on a character of a text than [`without_excess_marks`] leaves.
pub fn has_excess_marks(text: &str) -> bool {
    // No mark is ASCII.
    !text.is_ascii() && piles(text).any(|(_, is_one_too_many)| is_one_too_many)
}

/// Iterates over the characters of a text, each with whether it is a mark that [`without_excess_marks`] leaves out.
pub fn piles(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut marks = 0;
    text.chars().map(move |character| {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        (character, marks > MOST_MARKS_OF_TEXT)
    })
}

fn harmless(characters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut marks = 0;
    let few = characters.filter(move |&character| {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    });
    few.map(|character| {
        if character.is_control() || is_direction(character) {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    })
}

/// The blocks of combining marks of the Unicode Standard, marks of the larger scripts, variation selectors, and what joins characters to one.
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

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode Standard Annex 9, section 2).
const fn is_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Characters that take no room: the soft hyphen, zero-width blanks, invisible operators, deprecated format characters, annotation marks and tags. What joins
/// letters or varies a character is not among them.
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
