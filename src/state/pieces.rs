//! Splits a long text into pieces. A browser lays out each piece when the piece comes into view.
//!
//! Addresses, files and replies can contain any text. Unusual characters can take a browser seconds
//! instead of milliseconds to lay out, above all in one long line.

use stepfall_procedure::with_excess_marks;
use stepfall_protocol::verdict::{Mark, MarkKind, MessageSpan, Span};

/// The maximum length of a piece, in UTF-16 units.
pub(crate) const PIECE: u32 = 2_000;
/// The length above which a text is laid out in pieces, in UTF-16 units.
const LONG: u32 = 2 * PIECE;
/// The maximum visible length of a text, in UTF-16 units.
pub(crate) const MAX_SHOWN: u32 = 200_000;
/// The maximum number of marks that are drawn.
pub(crate) const MAX_MARKS: usize = 3_000;
/// The number of parts of a dialogue that are drawn at first, and with each request for more.
pub(crate) const PARTS: usize = 400;
/// The estimated characters per row, for the height of a piece that is not laid out yet.
const ROW: u32 = 80;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The position of the piece in the transcript.
    pub(crate) span: Span,
    /// The estimated number of rows.
    pub(crate) rows: u32,
}

/// A part of a piece, with the mark that covers the part; `None` if no mark does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) span: Span,
    pub(crate) of: Option<MarkKind>,
}

/// Returns whether a text of this length is laid out in pieces.
pub(crate) const fn is_long(units: u32) -> bool {
    units > LONG
}

/// Splits a text that begins at position `start` of the transcript. Pieces end at line ends; a line
/// is split only if it is longer than a piece. Hidden combining marks do not count towards the
/// size.
pub(crate) fn pieces(text: &str, start: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut at, mut size) = (start, start, 0);
    // The last line end in the piece with the size up to that point, and the number of complete
    // rows.
    let (mut line_end, mut rows) = (None, 0);
    for (character, is_hidden) in with_excess_marks(text) {
        let units = if character.len_utf16() == 1 { 1 } else { 2 };
        let room = if is_hidden { 0 } else { units };
        while size + room > PIECE {
            let (to, rest) = line_end.take().map_or((at, 0), |(to, before)| (to, size - before));
            pieces.push(Piece {
                span: Span { start: from, end: to },
                rows: rows + 1 + (size - rest) / ROW,
            });
            (from, size, rows) = (to, rest, 0);
        }
        at += units;
        size += room;
        if character == '\n' {
            (line_end, rows) = (Some((at, size)), rows + 1);
        }
    }
    if from < at {
        pieces.push(Piece { span: Span { start: from, end: at }, rows: rows + 1 + size / ROW });
    }
    pieces
}

/// Splits a piece at the boundaries of marks. Marks are sorted and disjoint. A mark that continues
/// in the next piece is drawn in both pieces.
pub(crate) fn runs(marks: &[Mark], piece: Span) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = piece.start;
    let mut push = |start: u32, end: u32, mark: Option<MarkKind>| {
        if start < end {
            runs.push(Run { span: Span { start, end }, of: mark });
        }
    };
    let first = marks.partition_point(|mark| mark.span.end <= piece.start);
    for mark in marks[first..].iter().take_while(|mark| mark.span.start < piece.end) {
        let (start, end) = (mark.span.start.max(at), mark.span.end.min(piece.end));
        push(at, start, None);
        push(start, end, Some(mark.of));
        at = end.max(at);
    }
    push(at, piece.end, None);
    runs
}

/// Returns the parts of a dialogue that are drawn, and the number of undrawn parts that begin
/// before [`MAX_SHOWN`].
pub(crate) fn drawn_parts(parts: &[MessageSpan], most: usize) -> (&[MessageSpan], usize) {
    let count = parts.partition_point(|part| part.span.start < MAX_SHOWN);
    let drawn = count.min(most);
    (&parts[..drawn], count - drawn)
}

/// Clips a text to its first `most` characters, with an ellipsis in place of the rest.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns whether a text would make an input field slow, because many of its characters take long
/// to lay out.
pub(crate) fn is_slow_in_field(text: &str) -> bool {
    /// The maximum number of characters that take long to lay out.
    const MAX_SLOW_CHARACTERS: usize = 10_000;
    text.chars().filter(|character| !is_quick(*character)).nth(MAX_SLOW_CHARACTERS).is_some()
}

/// Returns whether a character is fast to lay out: letters of European and East Asian scripts,
/// digits, punctuation and common signs.
const fn is_quick(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r'
            | ' '..='~'
            | '\u{a0}'..='\u{2ff}'
            | '\u{370}'..='\u{52f}'
            | '\u{1e00}'..='\u{1fff}'
            | '\u{2010}'..='\u{2027}'
            | '\u{202f}'..='\u{205e}'
            | '\u{2070}'..='\u{209f}'
            | '\u{20a0}'..='\u{20cf}'
            | '\u{2100}'..='\u{2bff}'
            | '\u{3000}'..='\u{3029}'
            | '\u{3030}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{ff00}'..='\u{ffef}'
    )
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::verdict::Role;

    use super::*;

    fn spans(text: &str) -> Vec<(u32, u32)> {
        pieces(text, 10).iter().map(|piece| (piece.span.start, piece.span.end)).collect()
    }

    /// Asserts that the pieces of a text leave no gaps, and that none is too long.
    fn check_pieces(text: &str) {
        let all = pieces(text, 10);
        let mut at = 10;
        for Piece { span, .. } in &all {
            assert!(
                span.start == at && span.start < span.end && span.end - at <= PIECE,
                "{span:?}"
            );
            at = span.end;
        }
        assert_eq!(at - 10, u32::try_from(text.encode_utf16().count()).unwrap());
    }

    #[test]
    fn a_short_text_is_one_piece() {
        assert_eq!(spans(""), []);
        assert_eq!(spans("S3 = 1\nS4 = 2\n"), [(10, 24)]);
        assert_eq!(pieces("S3 = 1\nS4 = 2", 0)[0].rows, 2);
    }

    #[test]
    fn only_long_lines_are_cut() {
        for hostile in
            ["\u{663}", "\u{2067}", "\u{1b}[31m", "\u{1d7d3}", "e\u{301}\u{302}", "a", "\n", "\r\n"]
        {
            check_pieces(&hostile.repeat(30_000 / hostile.len()));
        }
        let line = "x".repeat(999) + "\n";
        let pieces: Vec<(u32, u32)> = spans(&line.repeat(5));
        assert_eq!(pieces, [(10, 2_010), (2_010, 4_010), (4_010, 5_010)]);
        assert_eq!(
            spans(&("y".repeat(5) + "\n" + &"x".repeat(4_000))),
            [(10, 16), (16, 2_016), (2_016, 4_016)]
        );
    }

    #[test]
    fn combining_marks_stay_in_one_piece() {
        let piled = format!("S4 = e{}\nS5 = 7", "\u{301}".repeat(20_000));
        assert_eq!(spans(&piled), [(10, 20_023)]);
    }

    #[test]
    fn runs_cover_a_piece_and_marks_continue_in_the_next() {
        let mark = |start, end| Mark { span: Span { start, end }, of: MarkKind::Withdrawn };
        let marks = [mark(0, 4), mark(5, 8), mark(9, 30), mark(30, 31)];
        let seen = |start, end| {
            let runs = runs(&marks, Span { start, end });
            runs.iter()
                .map(|run| (run.span.start, run.span.end, run.of.is_some()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            seen(2, 10),
            [(2, 4, true), (4, 5, false), (5, 8, true), (8, 9, false), (9, 10, true)]
        );
        assert_eq!(seen(10, 20), [(10, 20, true)]);
        assert_eq!(seen(31, 40), [(31, 40, false)]);
        assert_eq!(seen(4, 5), [(4, 5, false)]);
    }

    #[test]
    fn parts_beyond_the_shown_text_are_not_drawn() {
        let part = |at: u32| MessageSpan {
            role: Role::Model,
            span: Span { start: at * 30, end: at * 30 + 6 },
        };
        let all: Vec<MessageSpan> = (0..40_000).map(part).collect();
        let (drawn, more) = drawn_parts(&all, PARTS);
        assert_eq!((drawn.len(), more), (PARTS, 6_667 - PARTS));
        let (drawn, more) = drawn_parts(&all[..9], PARTS);
        assert_eq!((drawn.len(), more), (9, 0));
    }

    #[test]
    fn unusual_text_is_slow_in_a_field() {
        for usual in
            ["S3 = S1 + S2 = −471 × 2 ≈ ½\n", "答案：三十四。\n", "Ответ: 7, naïve — “ok”\n"]
        {
            assert!(!is_slow_in_field(&usual.repeat(2_000)), "{usual}");
        }
        for unusual in
            ["\u{663}", "\u{2067}", "\u{1b}[31m", "\u{1d7d3}", "e\u{301}\u{302}", "\0", "\u{85}"]
        {
            assert!(is_slow_in_field(&unusual.repeat(20_000)), "{unusual:?}");
            assert!(!is_slow_in_field(&unusual.repeat(1_000)), "{unusual:?}");
        }
    }

    #[test]
    fn a_clipped_text_ends_in_dots() {
        assert_eq!((clipped("ab", 2), clipped("äbc", 2)), ("ab".to_owned(), "äb…".to_owned()));
    }
}
