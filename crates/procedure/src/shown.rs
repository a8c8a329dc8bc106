//! Texts that come from outside, as they are shown in a sentence.

/// How many characters are shown.
const MOST: usize = 40;
/// How many marks may stand on one character.
const MOST_MARKS: u32 = 2;

/// The first 40 characters of a text that comes from outside, for a sentence about it: what controls a terminal, breaks a line or turns the direction of
/// writing is U+FFFD, and of marks that are put on one character two are left.
///
/// ```
/// # use stepfall_procedure::shown;
/// assert_eq!(shown("zip\u{202e}\n"), "zip\u{fffd}\u{fffd}");
/// assert_eq!(shown("e\u{301}\u{301}\u{301}x"), "e\u{301}\u{301}x");
/// ```
pub fn shown(text: &str) -> String {
    let mut marks = 0;
    let shown = text.chars().filter(|&character| {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    });
    let harmless = |character: char| {
        if character.is_control() || is_direction(character) {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    };
    shown.take(MOST).map(harmless).collect()
}

/// The blocks of combining marks of the Unicode Standard.
const fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{e31}'..='\u{e3a}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode Standard Annex 9, section 2).
const fn is_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}
