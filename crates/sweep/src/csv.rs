//! Comma-separated values: a writer whose cells no spreadsheet takes for a formula, and a reader of
//! bytes that arrive in pieces.

use crate::attempt::MAX_LINE;

/// The most cells of a record.
const MAX_CELLS: usize = 4_096;

/// Returns whether a text is a plain number: digits, optionally with a leading sign and a decimal
/// point between digits.
pub fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, rest)) => are_digits(whole) && are_digits(rest),
        None => are_digits(digits),
    }
}

/// Writes a record by RFC 4180, with its line break.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe before it. Such a text
/// begins with `=`, `+`, `-` or `@`, also in full width, possibly after blanks and line breaks. It
/// can also begin with a tab or a carriage return. A plain number is no formula.
///
/// A formula that already has apostrophes before it gets one more, so that a reader can remove
/// exactly one.
pub fn push_record<T: AsRef<str>>(text: &mut String, cells: &[T]) {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        push_cell(text, cell.as_ref());
    }
    text.push_str("\r\n");
}

fn push_cell(text: &mut String, cell: &str) {
    let is_quoted = cell.contains([',', '"', '\r', '\n']);
    if is_quoted {
        text.push('"');
    }
    if is_formula(cell) {
        text.push('\'');
    }
    text.push_str(&cell.replace('"', "\"\""));
    if is_quoted {
        text.push('"');
    }
}

/// Returns whether a text is a formula, after any number of apostrophes.
fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    let begins = bare.starts_with(['\t', '\r'])
        || bare.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    begins && !is_number(bare)
}

/// Removes the apostrophe that [`push_record`] puts before formulas.
pub(crate) fn bare(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|_| is_formula(cell)).unwrap_or(cell)
}

/// The reason why a record cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CsvError {
    /// The record has more than [`MAX_LINE`] bytes or [`MAX_CELLS`] cells.
    TooLong,
    /// Characters follow the quotation mark that closes a cell.
    TextAfterQuote,
    /// A quotation mark is not closed before the file ends.
    OpenQuote,
    /// The record is not UTF-8.
    NoText,
}

/// A record: the text of its cells one after the other, and the byte offset of each cell's end.
#[derive(Debug)]
pub(crate) struct Record {
    /// The line on which the record begins, from 1.
    pub(crate) line: u32,
    text: String,
    ends: Vec<usize>,
}

impl Record {
    /// Returns a cell without its quotation marks; an apostrophe before a formula stays. Empty if
    /// the record has fewer cells.
    pub(crate) fn cell(&self, at: usize) -> &str {
        let Some(&end) = self.ends.get(at) else { return "" };
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[begin..end]
    }

    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether all cells are empty.
    pub(crate) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// The position of the next byte in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellState {
    Begin,
    Plain,
    Quoted,
    /// After a quotation mark within a quoted cell. The mark closes the cell, unless a second mark
    /// follows; both then mean one quotation mark.
    Quote,
}

/// A parser from bytes to records. A line ends with a line feed, a carriage return, or both.
#[derive(Debug)]
pub(crate) struct Records {
    separator: u8,
    at: CellState,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The first error in the current record.
    error: Option<CsvError>,
    /// The line of the next byte, from 1.
    line: u32,
    /// The line on which the current record began.
    begin: u32,
    /// True after a carriage return, to which a following line feed belongs.
    is_returned: bool,
}

impl Records {
    /// Creates a parser that separates cells at this byte and begins at this line.
    pub(crate) const fn new(separator: u8, line: u32) -> Self {
        Self {
            separator,
            at: CellState::Begin,
            bytes: Vec::new(),
            ends: Vec::new(),
            error: None,
            line,
            begin: line,
            is_returned: false,
        }
    }

    /// Consumes bytes from the front until a record is complete; `None` if the bytes do not reach
    /// its end. Errors are returned with the line on which the record began.
    pub(crate) fn next(&mut self, bytes: &mut &[u8]) -> Option<Result<Record, (u32, CsvError)>> {
        while let [byte, rest @ ..] = *bytes {
            let (byte, is_returned) = (*byte, std::mem::take(&mut self.is_returned));
            if self.at == CellState::Quoted && byte != b'"' {
                let remaining = *bytes;
                let end =
                    remaining.iter().position(|&byte| byte == b'"').unwrap_or(remaining.len());
                let (cell, rest) = remaining.split_at(end);
                let breaks = cell.split(|&byte| byte == b'\n').count() - 1;
                self.line = self.line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
                self.push(cell);
                *bytes = rest;
                continue;
            }
            *bytes = rest;
            match (self.at, byte) {
                (CellState::Begin | CellState::Quoted, b'"') => {
                    self.at = if self.at == CellState::Begin {
                        CellState::Quoted
                    } else {
                        CellState::Quote
                    };
                }
                (CellState::Quote, b'"') => {
                    self.push(b"\"");
                    self.at = CellState::Quoted;
                }
                (_, byte) if byte == self.separator => self.end_cell(),
                (CellState::Begin, b'\n') if is_returned => {}
                (_, b'\r' | b'\n') => {
                    self.is_returned = byte == b'\r';
                    return Some(self.end());
                }
                (at, byte) => {
                    if at == CellState::Quote {
                        self.error.get_or_insert(CsvError::TextAfterQuote);
                    }
                    self.at = CellState::Plain;
                    self.push(&[byte]);
                }
            }
        }
        None
    }

    /// Returns the only record of a line; `None` if the line is empty.
    pub(crate) fn whole(mut self, line: &[u8]) -> Option<Result<Record, (u32, CsvError)>> {
        let mut bytes = line;
        self.next(&mut bytes).or_else(|| self.last())
    }

    /// Returns the record after the last line break, if there is one.
    pub(crate) fn last(&mut self) -> Option<Result<Record, (u32, CsvError)>> {
        if self.at == CellState::Quoted {
            self.error = Some(CsvError::OpenQuote);
        }
        let has_record = self.at != CellState::Begin || !self.ends.is_empty();
        has_record.then(|| self.end())
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > MAX_LINE {
            self.error.get_or_insert(CsvError::TooLong);
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn end_cell(&mut self) {
        self.at = CellState::Begin;
        if self.ends.len() >= MAX_CELLS {
            self.error.get_or_insert(CsvError::TooLong);
        } else {
            self.ends.push(self.bytes.len());
        }
    }

    fn end(&mut self) -> Result<Record, (u32, CsvError)> {
        self.end_cell();
        self.line = self.line.saturating_add(1);
        let line = std::mem::replace(&mut self.begin, self.line);
        let (bytes, ends) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.ends));
        if let Some(error) = self.error.take() {
            return Err((line, error));
        }
        let text = String::from_utf8(bytes).map_err(|_| (line, CsvError::NoText))?;
        // A separator may split a character in the middle of its bytes.
        if ends.iter().all(|&end| text.is_char_boundary(end)) {
            Ok(Record { line, text, ends })
        } else {
            Err((line, CsvError::NoText))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], separator: u8) -> Vec<Result<Vec<String>, (u32, CsvError)>> {
        let (mut records, mut bytes) = (Records::new(separator, 1), text);
        let mut read: Vec<_> = std::iter::from_fn(|| records.next(&mut bytes)).collect();
        read.extend(records.last());
        let cells = |record: Record| (0..record.len()).map(|at| record.cell(at).into()).collect();
        read.into_iter().map(|record| record.map(cells)).collect()
    }

    #[test]
    fn all_line_endings_are_accepted() {
        for text in ["a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,\"b\"\r\n\"c\",d\n"] {
            let read = read(text.as_bytes(), b',');
            assert_eq!(read, [Ok(vec!["a".into(), "b".into()]), Ok(vec!["c".into(), "d".into()])]);
        }
        assert_eq!(read(b"", b','), []);
        assert_eq!(read(b";", b';'), [Ok(vec![String::new(); 2])]);
    }

    #[test]
    fn quoted_cells_contain_any_character() {
        let cell = |text: &str| vec![Ok(vec![text.to_owned()])];
        assert_eq!(read(b"\"a\"\"b\"", b','), cell("a\"b"));
        assert_eq!(read(b"\"a\r\n,b\"\r\n", b','), cell("a\r\n,b"));
        assert_eq!(read(b"\"\"", b','), cell(""));
        assert_eq!(read(b"a\"b", b','), cell("a\"b"));
    }

    #[test]
    fn invalid_records_are_errors_with_their_line() {
        assert_eq!(
            read(b"a\n\"b\nc\"d\ne", b',')[1..],
            [Err((2, CsvError::TextAfterQuote)), Ok(vec!["e".to_owned()])]
        );
        assert_eq!(read(b"a\n\"b\nc", b',')[1], Err((2, CsvError::OpenQuote)));
        assert_eq!(read(b"\xff\nb", b',')[0], Err((1, CsvError::NoText)));
        assert_eq!(read(b"\xc3,\xa4\nb", b',')[0], Err((1, CsvError::NoText)));
        let long = vec![b'a'; MAX_LINE + 1];
        assert_eq!(read(&long, b','), [Err((1, CsvError::TooLong))]);
    }

    #[test]
    fn an_apostrophe_escapes_a_formula_and_is_removed_on_reading() {
        for (cell, written) in [
            ("=1", "'=1"),
            ("'=1", "''=1"),
            ("''+a", "'''+a"),
            ("-12", "-12"),
            ("'-12", "'-12"),
            (" =1", "' =1"),
            ("＋1", "'＋1"),
            ("'a", "'a"),
            ("'", "'"),
            ("", ""),
        ] {
            let mut text = String::new();
            push_cell(&mut text, cell);
            assert_eq!((text.as_str(), bare(&text)), (written, cell));
        }
        // A spreadsheet may have removed the apostrophe.
        assert_eq!(bare("=1"), "=1");
    }
}
