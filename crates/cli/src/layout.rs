//! Text in columns, for a terminal of 80 columns.

use stepfall_procedure::safe_text;

/// The assumed number of columns of a terminal.
pub const COLUMNS: usize = 80;

/// Breaks a text between words into lines of at most [`COLUMNS`] columns. Words are not broken, so
/// a longer word makes a longer line. The first line begins at column `from`, the other lines after
/// `indent` spaces.
pub fn wrapped(text: &str, from: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = from;
    let mut fresh = true;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if !fresh && column + 1 + wide > COLUMNS {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if !fresh {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
        fresh = false;
    }
    out
}

/// Returns one entry of a list: a name, padded to `wide` columns, and a text in several lines next
/// to it.
pub fn entry(name: &str, wide: usize, text: &str) -> String {
    format!("{name:<wide$}{}\n", wrapped(text, wide, wide))
}

/// Shortens a text in its middle so that it fits into `columns`. A text that does not fit has at
/// least one column, with the mark `…`.
///
/// White space of any kind becomes spaces. Characters that could control a terminal or change the
/// direction of writing become replacement characters.
pub fn fitted(text: &str, columns: usize) -> String {
    let spaced = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    let letters: Vec<char> = safe_text(&spaced.collect::<String>()).chars().collect();
    if letters.len() <= columns {
        return letters.into_iter().collect();
    }
    let tail = columns.saturating_sub(1) / 3;
    let head = columns.saturating_sub(1) - tail;
    let end = &letters[letters.len() - tail..];
    letters[..head].iter().chain(&['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let text = "word ".repeat(30);
        let lines = wrapped(text.trim_end(), 10, 4);
        let wide: Vec<usize> = lines.lines().map(|line| line.chars().count()).collect();
        assert_eq!(wide, [69, 78, 8], "{lines}");
        assert_eq!(wrapped(&"a".repeat(90), 0, 2), "a".repeat(90));
    }

    #[test]
    fn long_texts_are_shortened_in_the_middle() {
        assert_eq!(fitted("12345", 5), "12345");
        assert_eq!(fitted("1234567890", 7), "1234…90");
        assert_eq!(fitted("a\u{1b}[2Jb\tc\nd", 20), "a\u{FFFD}[2Jb c d");
        assert_eq!(fitted("zip\u{202e}x\u{9d}", 20), "zip\u{FFFD}x\u{FFFD}");
        assert_eq!(fitted("abc", 1), "…");
        assert_eq!(fitted("abc", 0), "…");
    }
}
