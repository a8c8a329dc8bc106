//! The line that a claim was read from.

use std::ops::Range;

/// The most characters on either side of what is quoted.
const MOST: usize = 60;

/// A piece of text with what stands around it on its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    pub(crate) before: String,
    pub(crate) quoted: String,
    pub(crate) after: String,
}

/// Quotes the bytes of a text with the rest of their line; an ellipsis stands for what is cut off.
pub(crate) fn quote(text: &str, span: &Range<usize>) -> Option<Quote> {
    let quoted = text.get(span.clone())?.to_owned();
    let before = text[..span.start].rsplit('\n').next()?.trim_start();
    let after = text[span.end..].split('\n').next()?.trim_end();
    let cut = before.chars().count().saturating_sub(MOST);
    let before = match cut {
        0 => before.to_owned(),
        cut => std::iter::once('…').chain(before.chars().skip(cut)).collect(),
    };
    let after = match after.char_indices().nth(MOST) {
        None => after.to_owned(),
        Some((end, _)) => format!("{}…", &after[..end]),
    };
    Some(Quote { before, quoted, after })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str, number: &str) -> (String, String, String) {
        let at = text.find(number).unwrap();
        let Quote { before, quoted, after } = quote(text, &(at..at + number.len())).unwrap();
        (before, quoted, after)
    }

    #[test]
    fn a_quote_is_its_line() {
        let (before, number, after) = quoted("S26 = 4\n  Answer: **528**.\nbye", "528");
        assert_eq!((&*before, &*number, &*after), ("Answer: **", "528", "**."));
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        let text = format!("{}528{}", "é".repeat(100), "ü".repeat(100));
        let (before, _, after) = quoted(&text, "528");
        assert_eq!(before, format!("…{}", "é".repeat(60)));
        assert_eq!(after, format!("{}…", "ü".repeat(60)));
    }
}
