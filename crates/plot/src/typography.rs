//! Text in a picture: its width, its line breaks, and its escaping for XML.
//!
//! The viewer's fonts are unknown. Widths are those of the widest usual fonts, so that a text that
//! fits here fits with all of them.

use std::ops::Range;

/// The fonts of texts, as style/tokens.css has them.
pub const SANS: &str = "system-ui, -apple-system, 'Segoe UI', 'Inter', 'Noto Sans', sans-serif";
/// The fonts of titles, as style/tokens.css has them.
pub const SERIF: &str = "'Iowan Old Style', 'Palatino Linotype', Palatino, Charter, 'Noto Serif', 'DejaVu Serif', Georgia, serif";
/// The maximum length of a word, in characters. Longer words, which are numbers, are shortened.
const MAX_WORD: usize = 38;
/// The numbers of characters that remain at the beginning and at the end of a shortened word.
const KEPT: (usize, usize) = (26, 8);

/// Returns an upper estimate of the width of a text at a size.
pub fn width(text: &str, size: u32) -> u32 {
    let hundredths: u32 = text.chars().map(letter).sum();
    hundredths * size / 100
}

/// Returns the width of a character in hundredths of the size.
const fn letter(character: char) -> u32 {
    match character {
        ' ' | '\u{a0}' | '.' | ',' | ';' | ':' | '\'' | '’' | '|' | 'i' | 'j' | 'l' => 36,
        'f' | 'r' | 't' | '(' | ')' | '/' | '·' => 48,
        'm' | 'w' | 'M' | 'W' | '…' => 100,
        'A'..='Z' | '+' | '−' | '×' | '÷' | '=' | '✓' | '✕' | '≈' | '↺' | '○' => 84,
        _ => 65,
    }
}

/// Shortens long numbers in a sentence in their middle.
pub fn shortened(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| {
        let count = word.chars().count();
        if count <= MAX_WORD {
            return word.to_owned();
        }
        let begin: String = word.chars().take(KEPT.0).collect();
        let end: String = word.chars().skip(count - KEPT.1).collect();
        format!("{begin}…{end}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Breaks a sentence at blanks into lines no wider than `room`. Only a single longer word may be
/// wider.
pub fn lines(sentence: &str, size: u32, room: u32) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for word in sentence.split(' ') {
        let end = at + word.len();
        match lines.last_mut() {
            Some(line) if width(&sentence[line.start..end], size) <= room => line.end = end,
            _ => lines.push(at..end),
        }
        at = end + 1;
    }
    lines
}

/// Breaks a text into lines no wider than `room`. Lines break at blanks. A word that is too long
/// for a line breaks after a hyphen, slash, colon or similar sign. A word without such a sign may
/// be wider than the room.
pub fn wrapped(text: &str, size: u32, room: f64) -> Vec<String> {
    let fits = |line: &str| f64::from(width(line.trim_end_matches(' '), size)) <= room;
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let mut rest = vec![word];
        let has_room =
            |line: Option<&String>| line.is_some_and(|line| fits(&format!("{line}{word}")));
        if !has_room(lines.last()) && !fits(word) {
            rest = pieces(word);
        }
        for piece in rest {
            match lines.last_mut() {
                Some(line) if line.is_empty() || fits(&format!("{line}{piece}")) => {
                    line.push_str(piece);
                }
                _ => lines.push(piece.to_owned()),
            }
        }
    }
    lines.iter().map(|line| line.trim_end_matches(' ').to_owned()).collect()
}

/// Splits a text into pieces, each with the separators after it.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let piece = rest.find(is_break).unwrap_or(rest.len());
        let between = rest[piece..].find(|character| !is_break(character));
        let (first, behind) = rest.split_at(between.map_or(rest.len(), |between| piece + between));
        pieces.push(first);
        rest = behind;
    }
    pieces
}

/// Returns whether a line may break after a character: a blank, or a separator in a model's name or
/// an address.
pub(crate) const fn is_break(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}' | '-' | '_' | '/' | ':' | '·' | '&' | '?')
}

/// Finds a name in a sentence as a separate word. Only ASCII letters and digits count as parts of a
/// word, because Unicode tables would be larger than the rest of this module.
pub fn find(sentence: &str, name: &str) -> Option<Range<usize>> {
    let is_letter = |character: Option<char>| {
        character.is_some_and(|character| character.is_ascii_alphanumeric())
    };
    let alone = |at: &usize| {
        let (before, after) = (&sentence[..*at], &sentence[at + name.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    };
    let at = sentence.match_indices(name).map(|(at, _)| at).find(alone)?;
    Some(at..at + name.len())
}

/// Escapes a text for XML. Removes control characters, and other characters that XML cannot
/// contain.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_use_the_fonts_of_the_page() {
        let style = include_str!("../../../style/tokens.css").replace('"', "'");
        for (name, fonts) in [("sans", SANS), ("serif", SERIF)] {
            assert!(style.contains(&format!("--{name}: {fonts};")), "{name}");
        }
    }

    #[test]
    fn lines_contain_the_whole_sentence_and_fit_the_width() {
        let sentence = "Correct for 12 of 25 steps. At S15 it used S12 instead of S14; later steps inherit the error.";
        let lines = lines(sentence, 36, 600);
        assert!(lines.len() > 2);
        let parts: Vec<&str> = lines.iter().map(|line| &sentence[line.clone()]).collect();
        assert_eq!(parts.join(" "), sentence);
        assert!(parts.iter().all(|part| width(part, 36) <= 600));
    }

    #[test]
    fn lines_break_at_spaces_and_then_at_punctuation() {
        for (text, room, expected) in [
            ("answer only", 200.0, &["answer only"][..]),
            ("answer only", 60.0, &["answer", "only"]),
            ("the look-back of five", 92.0, &["the", "look-back of", "five"]),
            ("openai/gpt-4o-mini", 90.0, &["openai/gpt-", "4o-mini"]),
            ("a openai/gpt-4o-mini b", 90.0, &["a openai/", "gpt-4o-mini", "b"]),
            ("simulated: mixed", 80.0, &["simulated:", "mixed"]),
            ("abcdefghijklmnop", 60.0, &["abcdefghijklmnop"]),
            ("", 60.0, &[""]),
        ] {
            assert_eq!(wrapped(text, 13, room), expected, "{text} in {room}");
        }
    }

    #[test]
    fn only_long_numbers_are_shortened() {
        let number = "0.12345678901234567890123456789012345678901234567890";
        let short = shortened(&format!("at S3 it wrote {number}, and"));
        assert_eq!(short, "at S3 it wrote 0.123456789012345678901234…4567890, and");
        assert!(width(&short[15..], 36) <= 1_088);
        assert_eq!(shortened("at S3 it used S12"), "at S3 it used S12");
    }

    #[test]
    fn a_name_is_found_only_as_a_whole_word() {
        assert_eq!(find("for S1, S12 and S2", "S2"), Some(16..18));
        assert_eq!(find("shelter or shelf", "shelf"), Some(11..16));
        assert_eq!(find("nothing", "S3"), None);
    }

    #[test]
    fn escaped_text_is_well_formed_xml() {
        assert_eq!(escaped("a<b>&\"c\u{1}\u{ffff}"), "a&lt;b&gt;&amp;\"c");
    }
}
