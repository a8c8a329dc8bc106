//! Detects by the first line whether a text consists of JSON lines, of a JSON document or of a
//! table.

use super::MAX_LINE;
use super::document::DocumentReader;
use super::lines::LineReader;
use super::nesting::Nesting;
use super::records::ReadState;
use super::table::{TableReader, separator};
use crate::Response;

/// The byte order mark that some programs put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// The maximum length of the first line of a table that is used to detect the separator, in bytes.
const MAX_NAMES: usize = 64 << 10;

/// A text that arrives in pieces.
#[derive(Debug)]
pub(super) enum TextReader {
    /// The first line is not complete.
    Opening(Box<FormDetector>),
    /// Lines that are one record each.
    Lines(LineReader),
    /// One JSON document, or several that are not one per line.
    Document(Box<DocumentReader>),
    Table(Box<TableReader>),
}

/// The beginning of a text.
#[derive(Debug, Default)]
pub(super) struct FormDetector {
    buffer: Vec<u8>,
    /// The number of held bytes that were examined.
    seen: usize,
    /// The position of the first byte that is not blank.
    begin: Option<usize>,
    nesting: Nesting,
    /// True if the first line has ended inside of a container.
    is_broken: bool,
    /// True if a quotation mark is open in the first line of a table.
    is_quoted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Document,
    Table,
}

impl Default for TextReader {
    fn default() -> Self {
        Self::Opening(Box::default())
    }
}

impl TextReader {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        records: &mut ReadState,
        found: &mut dyn FnMut(Response),
    ) {
        match self {
            Self::Opening(opening) => {
                opening.buffer.extend_from_slice(bytes);
                if let Some(form) = opening.form() {
                    self.open(form, records, found);
                }
            }
            Self::Lines(lines) => lines.push(bytes, records, found),
            Self::Document(document) => document.push(bytes, records, found),
            Self::Table(table) => table.push(bytes, records, found),
        }
    }

    pub(super) fn finish(mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        if let Self::Opening(opening) = &self {
            let Some(form) = opening.form_at_end() else { return };
            self.open(form, records, found);
        }
        match self {
            Self::Opening(_) => {}
            Self::Lines(mut lines) => lines.finish(records, found),
            Self::Document(document) => document.finish(records, found),
            Self::Table(mut table) => {
                table.finish(records, found);
                records.table(table.columns());
            }
        }
    }

    fn open(&mut self, form: Form, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        let Self::Opening(opening) = std::mem::take(self) else { return };
        let buffer = opening.buffer;
        let mut begin = opening.begin.unwrap_or(buffer.len());
        if form == Form::Table {
            // The first cell may be blank.
            let is_cell = |byte: &&u8| matches!(byte, b'\t' | b' ');
            begin -= buffer[..begin].iter().rev().take_while(is_cell).count();
        }
        let (blank, mut rest) = buffer.split_at(begin);
        let line = 1 + line_breaks(blank);
        *self = match form {
            Form::Lines => Self::Lines(LineReader::new(line)),
            Form::Document => Self::Document(Box::new(DocumentReader::new())),
            Form::Table => {
                let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
                let end = end.unwrap_or(rest.len());
                let first = &rest[..end.min(MAX_NAMES)];
                let named = named_separator(first);
                if named.is_some() {
                    rest = &rest[end..];
                }
                let separator = named.unwrap_or_else(|| separator(first, records.choice()));
                Self::Table(Box::new(TableReader::new(separator, line)))
            }
        };
        self.push(rest, records, found);
    }
}

impl FormDetector {
    /// Returns the form of the text as soon as it is certain.
    fn form(&mut self) -> Option<Form> {
        let begin = self.begin()?;
        let is_json = matches!(self.buffer[begin], b'{' | b'[');
        while let Some(&byte) = self.buffer.get(self.seen) {
            let length = self.seen - begin;
            let form =
                if is_json { self.json_form(byte, length) } else { self.row_form(byte, length) };
            self.seen += 1;
            if form.is_some() {
                return form;
            }
        }
        None
    }

    /// Returns the form of the text if nothing follows; `None` for a blank text.
    fn form_at_end(&self) -> Option<Form> {
        let begin = self.begin?;
        Some(match self.buffer[begin] {
            b'{' | b'[' if self.nesting.is_closed() => Form::Lines,
            b'{' | b'[' => Form::Document,
            _ => Form::Table,
        })
    }

    /// Returns the position of the first byte that is neither blank nor part of a byte order mark.
    fn begin(&mut self) -> Option<usize> {
        while self.begin.is_none() {
            let rest = &self.buffer[self.seen..];
            match rest {
                [] => return None,
                [byte, ..] if byte.is_ascii_whitespace() => self.seen += 1,
                _ if rest.starts_with(MARK) => self.seen += MARK.len(),
                // The rest of the mark may follow.
                _ if MARK.starts_with(rest) => return None,
                _ => self.begin = Some(self.seen),
            }
        }
        self.begin
    }

    /// Takes the next byte of a text that begins like JSON, and returns the form once it is
    /// certain. `length` is the number of bytes before it.
    fn json_form(&mut self, byte: u8, length: usize) -> Option<Form> {
        if self.is_broken && !byte.is_ascii_whitespace() {
            // If an object begins where a document cannot contain one, the line before it is torn.
            let is_torn = byte == b'{' && !self.nesting.takes_object();
            return Some(if is_torn { Form::Lines } else { Form::Document });
        }
        self.nesting.push(byte);
        if matches!(byte, b'\n' | b'\r') {
            if self.nesting.is_in_string() || self.nesting.is_closed() {
                return Some(Form::Lines);
            }
            self.is_broken = true;
        }
        (length >= MAX_LINE).then_some(Form::Document)
    }

    /// Takes the next byte of any other text, which is a table. The form is certain at the end of
    /// the first row, from which the separator is then detected.
    fn row_form(&mut self, byte: u8, length: usize) -> Option<Form> {
        self.is_quoted ^= byte == b'"';
        let is_end = !self.is_quoted && matches!(byte, b'\r' | b'\n');
        (is_end || length >= MAX_NAMES).then_some(Form::Table)
    }
}

/// Counts line breaks: `\n`, `\r` and `\r\n`.
fn line_breaks(bytes: &[u8]) -> u64 {
    let mut breaks = 0;
    let mut last = 0;
    for &byte in bytes {
        breaks += u64::from(byte == b'\r' || (byte == b'\n' && last != b'\r'));
        last = byte;
    }
    breaks
}

/// Returns the separator that a line such as `sep=;` sets for Excel.
fn named_separator(line: &[u8]) -> Option<u8> {
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] if separator.is_ascii() => {
            Some(*separator)
        }
        _ => None,
    }
}
