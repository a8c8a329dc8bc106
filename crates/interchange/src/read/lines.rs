//! Reads lines of JSON. Each line is a record, so a damaged line does not affect others.

use super::MAX_LINE;
use super::document::DocumentReader;
use super::json;
use super::nesting::Nesting;
use super::problem::Problem;
use super::records::ReadState;
use super::report::Location;
use crate::Response;

/// Lines that arrive in pieces.
#[derive(Debug)]
pub(super) struct LineReader {
    buffer: Vec<u8>,
    is_long: bool,
    /// True after a carriage return, so that a following line feed belongs to it.
    is_returned: bool,
    /// The number of the incomplete line.
    line: u64,
}

impl LineReader {
    /// Creates a state in which the first line has this number.
    pub(super) const fn new(line: u64) -> Self {
        Self { buffer: Vec::new(), is_long: false, is_returned: false, line }
    }

    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        records: &mut ReadState,
        found: &mut dyn FnMut(Response),
    ) {
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        for piece in bytes.split_inclusive(is_break) {
            if std::mem::take(&mut self.is_returned) && piece == b"\n" {
                continue;
            }
            self.is_returned = piece.ends_with(b"\r");
            let line = piece
                .split_last()
                .filter(|(last, _)| is_break(last))
                .map_or(piece, |(_, line)| line);
            if self.buffer.len() + line.len() > MAX_LINE {
                self.is_long = true;
                self.buffer.clear();
            } else if !self.is_long {
                self.buffer.extend_from_slice(line);
            }
            if line.len() < piece.len() {
                self.end(false, records, found);
            }
        }
    }

    /// Ends the last line.
    pub(super) fn finish(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        self.end(true, records, found);
    }

    fn end(&mut self, is_last: bool, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        let place = Location::Line(self.line);
        self.line = self.line.saturating_add(1);
        let buffer = std::mem::take(&mut self.buffer);
        if std::mem::take(&mut self.is_long) {
            return records.report_bad_record(place, Problem::TooLong);
        }
        if buffer.trim_ascii().is_empty() {
            return;
        }
        match json::parse(&buffer) {
            Ok((value, has_replacements)) if records.is_known_record(&value) => {
                if has_replacements {
                    records.note_replacements();
                }
                records.take(place, &value, found);
            }
            // The line may be a whole document, or several without a separator.
            Ok(_) => read_documents(place, &buffer, records, found),
            Err(_) if is_several(&buffer) => read_documents(place, &buffer, records, found),
            Err(error) if is_last && error.is_eof() => {
                records.report_bad_record(place, Problem::BrokenOff);
            }
            Err(error) => records.report_bad_record(place, Problem::NotJson(error.to_string())),
        }
        self.buffer = buffer;
        self.buffer.clear();
    }
}

fn read_documents(
    place: Location,
    line: &[u8],
    records: &mut ReadState,
    found: &mut dyn FnMut(Response),
) {
    let mut document = DocumentReader::at(place);
    document.push(line, records, found);
    document.finish(records, found);
}

/// Returns whether the first document of a line is complete and another one follows.
fn is_several(line: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    let mut is_open = false;
    for (at, &byte) in line.iter().enumerate() {
        nesting.push(byte);
        is_open |= matches!(byte, b'{' | b'[');
        if is_open && nesting.is_closed() {
            let (first, rest) = line.split_at(at + 1);
            let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
            return matches!(next, Some(b'{' | b'[')) && json::parse(first).is_ok();
        }
    }
    false
}
